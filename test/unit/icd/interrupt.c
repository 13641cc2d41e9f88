/* Waits for a launch that does not end, in the way that the argument says, while somebody
   interrupts it; `own` behind it: the program heeds SIGINT itself. */
#include "cl.h"
#include <signal.h>
#include <unistd.h>

static cl_mem memory;
static volatile sig_atomic_t heard;
static void hear(int number) { (void)number; heard = 1; }

int main(int count, char **words) {
    if (count > 2 && !strcmp(words[2], "own"))
        signal(SIGINT, hear);
    start(0);
    cl_kernel kernel = build("kernel void k(global volatile int *x) { while (x[0] == 0) ; }", "k");
    cl_int zero = 0, error;
    memory = buffer(sizeof zero, &zero);
    size_t one = 1;
    CHECK(clSetKernelArg(kernel, 0, sizeof memory, &memory));
    cl_event event;
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, &event));
    puts("waits");
    fflush(stdout);
    if (!strcmp(words[1], "finish"))
        error = clFinish(queue);
    else if (!strcmp(words[1], "event"))
        error = clWaitForEvents(1, &event);
    else
        error = clEnqueueReadBuffer(queue, memory, 1, 0, 4, &zero, 0, NULL, NULL);
    printf("heard %d, returned %d\n", heard, error);
    fflush(stdout);
    _exit(0);
}
