/* The cost of commands: what `driver.py` runs on each OpenCL driver. Prints one line of numbers. */
#include "cl.h"
#include <time.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + 1e-9 * time.tv_nsec;
}

/* Keeps the shortest time of `statement` in `result`, in seconds. */
#define TIME(result, statement)                                                              \
    {                                                                                        \
        double begin = now();                                                                \
        statement;                                                                           \
        double took = now() - begin;                                                         \
        result = took < result ? took : result;                                              \
    }

int main(void) {
    enum { LAUNCHES = 1000, BYTES = 64 << 20 };
    start(0);
    cl_kernel kernel = build("kernel void k(global int *x, int n) { x[get_global_id(0)] += n; }", "k");
    cl_mem small = buffer(256, NULL), large = buffer(BYTES, NULL);
    char *host = malloc(BYTES), *other = malloc(BYTES);
    memset(host, 1, BYTES);
    memset(other, 2, BYTES);
    size_t size = 64;
    cl_int n = 1, error;
    CHECK(clSetKernelArg(kernel, 0, sizeof small, &small));
    CHECK(clSetKernelArg(kernel, 1, sizeof n, &n));
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, &size, 0, NULL, NULL));
    CHECK(clFinish(queue));

    double enqueue = 1e9, all = 1e9;
    for (int round = 0; round < 5; round++) {
        double begin = now();
        for (int i = 0; i < LAUNCHES; i++)
            CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, &size, 0, NULL, NULL));
        double enqueued = now() - begin;
        CHECK(clFinish(queue));
        double done = now() - begin;
        enqueue = enqueued < enqueue ? enqueued : enqueue;
        all = done < all ? done : all;
    }
    double trip = 1e9, argument = 1e9;
    for (int round = 0; round < 200; round++) TIME(trip, {
        CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, &size, 0, NULL, NULL));
        CHECK(clFinish(queue));
    })
    for (int round = 0; round < 200; round++) TIME(argument, { CHECK(clSetKernelArg(kernel, 1, sizeof n, &n)); })
    /* In turn, since the memory's own rate changes while others use it. */
    double copied = 1e9, written = 1e9, read = 1e9, mapped = 1e9;
    for (int turn = 0; turn < 25; turn++) {
        TIME(copied, memcpy(other, host, BYTES))
        TIME(written, CHECK(clEnqueueWriteBuffer(queue, large, 1, 0, BYTES, host, 0, NULL, NULL)))
        TIME(read, CHECK(clEnqueueReadBuffer(queue, large, 1, 0, BYTES, other, 0, NULL, NULL)))
        TIME(mapped, {
            void *at = clEnqueueMapBuffer(queue, large, 1, 2, 0, BYTES, 0, NULL, NULL, &error);
            CHECK(error);
            memcpy(at, host, BYTES);
            CHECK(clEnqueueUnmapMemObject(queue, large, at, 0, NULL, NULL));
            CHECK(clFinish(queue));
        })
    }
    printf("%g %g %g %g %g %g %g %g\n", enqueue / LAUNCHES * 1e6, all / LAUNCHES * 1e6, trip * 1e6,
           argument * 1e6, BYTES / copied / 1e9, BYTES / written / 1e9, BYTES / read / 1e9,
           BYTES / mapped / 1e9);
    return 0;
}
