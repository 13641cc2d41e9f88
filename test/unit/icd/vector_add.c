#include "cl.h"

static const char *source =
    "kernel void add(global const float *a, global const float *b, global float *c,"
    "                local float *t) {"
    "  size_t i = get_global_id(0), j = get_local_id(0);"
    "  t[j] = a[i];"
    "  barrier(CLK_LOCAL_MEM_FENCE);"
    "  c[i] = t[get_local_size(0) - 1 - j] + b[i];"
    "}";

int main(void) {
    enum { N = 1 << 16, GROUP = 64 };
    size_t size = N, group = GROUP;
    float *a = malloc(4 * N), *b = malloc(4 * N), *c = malloc(4 * N);
    for (int i = 0; i < N; i++) {
        a[i] = i;
        b[i] = 2 * i;
    }
    start(CL_QUEUE_PROFILING_ENABLE);
    cl_kernel kernel = build(source, "add");
    cl_mem x = buffer(4 * N, a), y = buffer(4 * N, NULL), z = buffer(4 * N, NULL);
    CHECK(clEnqueueWriteBuffer(queue, y, 1, 0, 4 * N, b, 0, NULL, NULL));
    CHECK(clSetKernelArg(kernel, 0, sizeof x, &x));
    CHECK(clSetKernelArg(kernel, 1, sizeof y, &y));
    CHECK(clSetKernelArg(kernel, 2, sizeof z, &z));
    CHECK(clSetKernelArg(kernel, 3, 4 * GROUP, NULL));
    cl_event event;
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, &group, 0, NULL, &event));
    CHECK(clEnqueueReadBuffer(queue, z, 1, 0, 4 * N, c, 1, &event, NULL));
    for (int i = 0; i < N; i++)
        if (c[i] != a[i / GROUP * GROUP + GROUP - 1 - i % GROUP] + b[i]) {
            printf("wrong at %d\n", i);
            return 1;
        }
    cl_ulong begin = 0, end = 0;
    CHECK(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, 8, &begin, NULL));
    CHECK(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, 8, &end, NULL));
    if (begin >= end)
        return 1;
    CHECK(clReleaseEvent(event));
    CHECK(clReleaseMemObject(x));
    CHECK(clReleaseMemObject(y));
    CHECK(clReleaseMemObject(z));
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseCommandQueue(queue));
    CHECK(clReleaseContext(context));
    puts("ok");
    return 0;
}
