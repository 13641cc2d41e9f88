/* A kernel that leaves its buffer and has a race, one that writes a buffer which is only for reading; the program goes on. */
#include "cl.h"

int main(void) {
    start(0);
    cl_kernel kernel = build("struct s { int a; }; kernel void k(global int *x, local int *t, struct s s, float4 v) {\n"
                             "  t[0] = get_local_id(0);\n"
                             "  x[get_global_id(0) + 1] = s.a + v.w;\n"
                             "}\n",
                             "k");
    cl_kernel writes = build("kernel void w(global int *x) { x[0] = 1; }", "w");
    enum { N = 8 };
    int data[N + 1] = {0}, three = 3;
    float four[4] = {0, 0, 0, 4};
    size_t size = N;
    cl_int error;
    cl_mem memory = buffer(4 * N, data);
    cl_mem constant = clCreateBuffer(context, CL_MEM_READ_ONLY, 4, NULL, &error);
    CHECK(error);
    CHECK(clSetKernelArg(kernel, 0, sizeof memory, &memory));
    CHECK(clSetKernelArg(kernel, 1, 4, NULL));
    CHECK(clSetKernelArg(kernel, 2, sizeof three, &three));
    CHECK(clSetKernelArg(kernel, 3, sizeof four, four));
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, &size, 0, NULL, NULL));
    size_t one = 1;
    CHECK(clSetKernelArg(writes, 0, sizeof constant, &constant));
    CHECK(clEnqueueNDRangeKernel(queue, writes, 1, NULL, &one, NULL, 0, NULL, NULL));
    CHECK(clEnqueueReadBuffer(queue, memory, 1, 0, 4 * N, data, 0, NULL, NULL));
    printf("%d %d\n", data[0], data[N - 1]);
    return 0;
}
