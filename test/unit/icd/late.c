/* A module of a Python program, which releases an object behind the end of Python, as
   destructors of C++ modules do. */
#include "cl.h"

static cl_mem memory;

static void late(void) {
    printf("late: %d\n", clReleaseMemObject(memory));
    fflush(stdout);
}

void arm(void) {
    start(0);
    memory = buffer(64, NULL);
    atexit(late);
}
