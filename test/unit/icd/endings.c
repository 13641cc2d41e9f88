/* Programs that end in the middle of things; the argument says of which. */
#include "cl.h"

int main(int count, char **words) {
    (void)count;
    start(0);
    cl_kernel kernel = build("kernel void k(global volatile int *x) { while (x[0] == 0) ; }", "k");
    cl_int zero = 0, error;
    cl_mem memory = buffer(sizeof zero, &zero);
    size_t one = 1;
    CHECK(clSetKernelArg(kernel, 0, sizeof memory, &memory));
    if (!strcmp(words[1], "launch")) {
        CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
        CHECK(clFlush(queue));
    } else if (!strcmp(words[1], "event")) {
        cl_event event = clCreateUserEvent(context, &error);
        CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 1, &event, NULL));
    } else if (!strcmp(words[1], "map")) {
        clEnqueueMapBuffer(queue, memory, 1, 1, 0, 4, 0, NULL, NULL, &error);
        CHECK(error);
    }
    puts("ok");
    return 3;
}
