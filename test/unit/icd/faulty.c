/* A kernel that leaves its buffer, has a race, and then goes on. */
#include "cl.h"

int main(void) {
    start(0);
    cl_kernel kernel = build("struct s { int a; }; kernel void k(global int *x, local int *t, struct s s, float4 v) {\n"
                             "  t[0] = get_local_id(0);\n"
                             "  x[get_global_id(0) + 1] = s.a + v.w;\n"
                             "}\n",
                             "k");
    enum { N = 8 };
    int data[N + 1] = {0}, three = 3;
    float four[4] = {0, 0, 0, 4};
    size_t size = N;
    cl_mem memory = buffer(4 * N, data);
    CHECK(clSetKernelArg(kernel, 0, sizeof memory, &memory));
    CHECK(clSetKernelArg(kernel, 1, 4, NULL));
    CHECK(clSetKernelArg(kernel, 2, sizeof three, &three));
    CHECK(clSetKernelArg(kernel, 3, sizeof four, four));
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, &size, 0, NULL, NULL));
    CHECK(clEnqueueReadBuffer(queue, memory, 1, 0, 4 * N, data, 0, NULL, NULL));
    printf("%d %d\n", data[0], data[N - 1]);
    return 0;
}
