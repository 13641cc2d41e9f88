/* Threads with queues of their own, one of them out of order, and one context. */
#include "cl.h"
#include <pthread.h>

enum { THREADS = 8, LAUNCHES = 40, N = 256 };

static void *work(void *argument) {
    size_t number = (size_t)argument, size = N;
    cl_int error, data[N];
    cl_command_queue own = clCreateCommandQueue(
        context, device, number % 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0, &error);
    CHECK(error);
    cl_kernel kernel = build("kernel void k(global int *x, int n) { x[get_global_id(0)] += n; }", "k");
    memset(data, 0, sizeof data);
    cl_mem memory = buffer(sizeof data, data);
    cl_event last = NULL;
    for (cl_int i = 0; i < LAUNCHES; i++) {
        cl_event event;
        CHECK(clSetKernelArg(kernel, 0, sizeof memory, &memory));
        CHECK(clSetKernelArg(kernel, 1, sizeof i, &i));
        CHECK(clEnqueueNDRangeKernel(own, kernel, 1, NULL, &size, NULL, last != NULL,
                                     last ? &last : NULL, &event));
        if (last)
            CHECK(clReleaseEvent(last));
        last = event;
    }
    CHECK(clEnqueueReadBuffer(own, memory, 1, 0, sizeof data, data, 1, &last, NULL));
    for (int i = 0; i < N; i++)
        if (data[i] != LAUNCHES * (LAUNCHES - 1) / 2) {
            printf("thread %zu: %d\n", number, data[i]);
            exit(1);
        }
    CHECK(clReleaseEvent(last));
    CHECK(clReleaseMemObject(memory));
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseCommandQueue(own));
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    start(0);
    for (size_t i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)i);
    for (size_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    puts("ok");
    return 0;
}
