/* Kernels that the processor ends; the argument says how. The program goes on. */
#include "cl.h"

int main(int count, char **words) {
    (void)count;
    start(0);
    cl_kernel kernel =
        build("kernel void k(global int *x, ulong at, int n) { *(global int *)((ulong)x * 0 + at) = n; }"
              "kernel void ok(global int *x, ulong at, int n) { x[get_global_id(0)] = n; }",
              "k");
    cl_kernel good = build("kernel void ok(global int *x) { x[get_global_id(0)] = 5; }", "ok");
    cl_mem memory = buffer(4096, NULL);
    cl_ulong at = 16;
    cl_int n = 1, status, data[1024];
    size_t size = strcmp(words[1], "many") ? 1 : 100000, all = 1024;
    cl_event event;
    CHECK(clSetKernelArg(kernel, 0, sizeof memory, &memory));
    CHECK(clSetKernelArg(kernel, 1, sizeof at, &at));
    CHECK(clSetKernelArg(kernel, 2, sizeof n, &n));
    CHECK(clSetKernelArg(good, 0, sizeof memory, &memory));
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, &event));
    printf("%d\n", clWaitForEvents(1, &event));
    CHECK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    CHECK(clEnqueueNDRangeKernel(queue, good, 1, NULL, &all, NULL, 0, NULL, NULL));
    CHECK(clEnqueueReadBuffer(queue, memory, 1, 0, 4096, data, 0, NULL, NULL));
    printf("%d %d\n", status < 0, data[1023]);
    /* A crash of the program's own is nobody else's. */
    if (!strcmp(words[1], "own"))
        *(volatile int *)8 = 1;
    return 0;
}
