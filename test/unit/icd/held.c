/* A module of a Python program, which keeps Python's lock while it waits for a thread that
   launches kernels, as dpnp does. */
#include "cl.h"
#include <pthread.h>

cl_int clRetainEvent(cl_event);
cl_int clEnqueueMarkerWithWaitList(cl_command_queue, cl_uint, const cl_event *, cl_event *);

enum { N = 16, LAUNCHES = 3 };
static cl_kernel kernel;
static cl_mem memory;
static cl_event gate, done[LAUNCHES], wrong;

void prepare(void) {
    cl_int error;
    start(0);
    kernel = build("kernel void k(global int *x, int n) { x[get_global_id(0)] += n; }", "k");
    int zeros[N] = {0};
    memory = buffer(sizeof zeros, zeros);
    CHECK(clSetKernelArg(kernel, 0, sizeof memory, &memory));
    gate = clCreateUserEvent(context, &error);
    CHECK(error);
}

static cl_int state(cl_event event) {
    cl_int found;
    CHECK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof found, &found, NULL));
    return found;
}

static void *work(void *unused) {
    size_t size = N, huge = (size_t)1 << 62;
    printf("gate %d\n", state(gate));
    for (cl_int i = 0; i < LAUNCHES; i++) {
        cl_int n = i * i + 1;
        cl_event before = i ? done[i - 1] : gate;
        CHECK(clSetKernelArg(kernel, 1, sizeof n, &n));
        CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 1, &before, &done[i]));
        printf("launch %d\n", state(done[i]));
        CHECK(clRetainEvent(done[i]));
        CHECK(clReleaseEvent(done[i]));
    }
    printf("wrong %d\n", clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &huge, &huge, 0, NULL, &wrong));
    CHECK(clFlush(queue));
    fflush(stdout);
    return unused;
}

/* Called with Python's lock. */
void hold(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
}

void finish(void) {
    int found[N];
    CHECK(clSetUserEventStatus(gate, CL_COMPLETE));
    CHECK(clWaitForEvents(1, &done[LAUNCHES - 1]));
    CHECK(clEnqueueReadBuffer(queue, memory, 1, 0, sizeof found, found, 0, NULL, NULL));
    printf("%d %d %d, wrong %d\n", found[0], found[N - 1], state(done[0]), state(wrong));
    for (int i = 0; i < LAUNCHES; i++)
        CHECK(clReleaseEvent(done[i]));
    CHECK(clReleaseEvent(wrong));
    CHECK(clFinish(queue));
    fflush(stdout);
}
