/* Queries and counts of events, right and wrong ones, through the loader. */
#include "cl.h"

cl_int clRetainEvent(cl_event);
cl_int clRetainContext(cl_context);
cl_int clRetainMemObject(cl_mem);
cl_int clGetMemObjectInfo(cl_mem, cl_uint, size_t, void *, size_t *);

static void show(const char *name, cl_event event) {
    printf("%s\n", name);
    for (cl_uint query = 0x11CF; query <= 0x11D5; query++)
        for (size_t room = 0; room <= 12; room += 4) {
            union {
                cl_int number;
                void *pointer;
            } found = {0};
            size_t size = 99;
            cl_int code = clGetEventInfo(event, query, room, room ? &found : NULL, &size);
            const char *word = found.pointer == context ? "context" : found.pointer == queue ? "queue" : "";
            printf(" %x %zu: %d %zu %s", query, room, code, size, word);
            printf(*word ? "\n" : " %d\n", found.number);
        }
    cl_ulong last = 0, found;
    for (cl_uint query = 0x127F; query <= 0x1285; query++) {
        size_t size = 99;
        found = last;
        cl_int code = clGetEventProfilingInfo(event, query, sizeof found, &found, &size);
        printf(" %x: %d %zu %d %d\n", query, code, size, found >= last, !found);
        printf(" %d\n", clGetEventProfilingInfo(event, query, 4, &found, NULL));
        last = found;
    }
    printf(" waited %d\n", clWaitForEvents(1, &event));
}

static int holders(cl_mem memory) {
    cl_uint count = 0;
    CHECK(clGetMemObjectInfo(memory, 0x1105, sizeof count, &count, NULL));
    return count;
}

int main(void) {
    cl_int error, number = 0;
    start(0);
    cl_context old = context;
    cl_command_queue plain = queue;
    start(CL_QUEUE_PROFILING_ENABLE);
    cl_mem memory = buffer(64, NULL);
    cl_event user = clCreateUserEvent(context, &error), failed = clCreateUserEvent(context, &error);
    cl_event timed, untimed, waits;
    CHECK(clEnqueueWriteBuffer(queue, memory, 1, 0, 4, &number, 0, NULL, &timed));
    CHECK(clEnqueueWriteBuffer(queue, memory, 0, 0, 4, &number, 1, &failed, &waits));
    CHECK(clSetUserEventStatus(failed, -77));
    CHECK(clSetUserEventStatus(user, CL_COMPLETE));
    CHECK(clFinish(queue));
    show("user", user);
    show("failed", failed);
    show("timed", timed);
    show("fails with another", waits);
    queue = plain, context = old;
    cl_mem other = buffer(64, NULL);
    CHECK(clEnqueueWriteBuffer(queue, other, 1, 0, 4, &number, 0, NULL, &untimed));
    show("not timed", untimed);
    cl_event both[] = {timed, user, untimed};
    printf("both %d, of two contexts %d, none %d %d\n", clWaitForEvents(2, both),
           clWaitForEvents(3, both), clWaitForEvents(0, both), clWaitForEvents(2, NULL));
    for (int i = 0; i < 3; i++)
        printf("retained %d %d\n", clRetainMemObject(memory), holders(memory));
    for (int i = 0; i < 3; i++)
        printf("released %d %d\n", clReleaseMemObject(memory), holders(memory));
    /* Handles of other kinds, and of objects that are gone. */
    both[1] = (cl_event)memory;
    printf("%d %d %d %d\n", clRetainEvent((cl_event)memory), clReleaseEvent((cl_event)queue),
           clRetainContext((cl_context)timed), clReleaseMemObject((cl_mem)user));
    printf("%d %d\n", clWaitForEvents(2, both), clFlush((cl_command_queue)context));
    printf("gone %d\n", clReleaseEvent(timed));
    printf("%d %d %d\n", clReleaseEvent(timed), clRetainEvent(timed), clWaitForEvents(1, &timed));
    show("gone", timed);
    printf("gone %d\n", clReleaseMemObject(memory));
    printf("%d %d\n", clReleaseMemObject(memory), clRetainMemObject(memory));
    puts("end");
    return 0;
}
