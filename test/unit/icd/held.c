/* A module of a Python program, which keeps Python's lock while it waits for a thread that
   builds and launches a kernel, as dpnp does. */
#define _GNU_SOURCE
#include "cl.h"
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

cl_int clRetainEvent(cl_event);
cl_int clEnqueueMarkerWithWaitList(cl_command_queue, cl_uint, const cl_event *, cl_event *);

enum { N = 16, LAUNCHES = 3 };
static cl_kernel kernel;
static cl_mem memory;
static cl_event gate, done[LAUNCHES];
static pthread_t thread;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static volatile int early, locked, entered;
/* A lock that says nothing of its owner, as malloc's. */
static volatile int word[4];

void prepare(void) {
    cl_int error;
    start(0);
    int zeros[N] = {0};
    memory = buffer(sizeof zeros, zeros);
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
    pthread_mutex_lock(&mutex);
    locked = 1;
    printf("gate %d\n", state(gate));
    kernel = build("kernel void k(global int *x, int n) { x[get_global_id(0)] += n; }", "k");
    CHECK(clSetKernelArg(kernel, 0, sizeof memory, &memory));
    for (cl_int i = 0; i < LAUNCHES; i++) {
        cl_int n = i * i + 1;
        cl_event before = i ? done[i - 1] : gate;
        CHECK(clSetKernelArg(kernel, 1, sizeof n, &n));
        CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 1, &before, &done[i]));
        printf("launch %d\n", state(done[i]));
        CHECK(clRetainEvent(done[i]));
        CHECK(clReleaseEvent(done[i]));
    }
    printf("wrong %d\n", clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &huge, &huge, 0, NULL, NULL));
    CHECK(clFlush(queue));
    fflush(stdout);
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void *enter(void *unused) {
    cl_int error;
    state(gate);
    CHECK(clReleaseEvent(clCreateUserEvent(context, &error)));
    entered = 1;
    return unused;
}

static void *unlock(void *unused) {
    usleep(300000);
    if (entered)
        printf("entered\n");
    word[0] = 0;
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL);
    return unused;
}

/* Called without Python's lock, for a time in which the first command begins. */
void begin(void) {
    early = 1;
    pthread_create(&thread, NULL, work, NULL);
    usleep(20000);
}

/* Called with Python's lock. */
void hold(void) {
    if (!early)
        pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
}

/* The same, and the thread has a mutex that this one needs. */
void hold_for_mutex(void) {
    if (!early)
        pthread_create(&thread, NULL, work, NULL);
    while (!locked)
        usleep(1000);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
}

/* In such a lock of C's library Python's objects may be in pieces: nobody else may run. */
void hold_for_word(void) {
    pthread_t caller, other;
    word[0] = 2;
    pthread_create(&caller, NULL, enter, NULL);
    pthread_create(&other, NULL, unlock, NULL);
    while (word[0])
        syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, 2, NULL);
    pthread_join(other, NULL);
    pthread_join(caller, NULL);
    hold();
}

void finish(void) {
    int found[N];
    CHECK(clSetUserEventStatus(gate, CL_COMPLETE));
    CHECK(clWaitForEvents(1, &done[LAUNCHES - 1]));
    CHECK(clEnqueueReadBuffer(queue, memory, 1, 0, sizeof found, found, 0, NULL, NULL));
    printf("%d %d %d\n", found[0], found[N - 1], state(done[0]));
    for (int i = 0; i < LAUNCHES; i++)
        CHECK(clReleaseEvent(done[i]));
    CHECK(clFinish(queue));
    fflush(stdout);
}
