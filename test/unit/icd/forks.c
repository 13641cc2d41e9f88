/* The parent and its child use the same context, queue and kernel after a fork. */
#include "cl.h"
#include <sys/wait.h>
#include <unistd.h>

static cl_kernel kernel;

static int count(int value) {
    enum { N = 1000 };
    int data[N];
    size_t size = N;
    cl_mem memory = buffer(sizeof data, NULL);
    CHECK(clSetKernelArg(kernel, 0, sizeof memory, &memory));
    CHECK(clSetKernelArg(kernel, 1, sizeof value, &value));
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL));
    CHECK(clEnqueueReadBuffer(queue, memory, 1, 0, sizeof data, data, 0, NULL, NULL));
    CHECK(clReleaseMemObject(memory));
    for (int i = 0; i < N; i++)
        if (data[i] != i + value)
            return 1;
    return 0;
}

int main(void) {
    start(0);
    kernel = build("kernel void k(global int *x, int n) {"
                   "  x[get_global_id(0)] = get_global_id(0) + n;"
                   "}",
                   "k");
    int wrong = count(1);
    pid_t child = fork();
    if (!child) {
        int failed = count(2);
        /* What is built here needs what builds programs. */
        kernel = build("kernel void l(global int *x, int n) {"
                       "  for (int i = 0; i < 2; i++)"
                       "    x[get_global_id(0)] = get_global_id(0) + n;"
                       "}",
                       "l");
        exit(failed | count(3));
    }
    wrong |= count(4);
    int status;
    waitpid(child, &status, 0);
    puts(wrong || status ? "wrong" : "ok");
    return 0;
}
