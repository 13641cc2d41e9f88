/* A module of a Python program, which releases an object and frees memory behind the end of
   Python, as destructors of C++ modules do. */
#include "cl.h"

void *clGetExtensionFunctionAddressForPlatform(cl_platform_id, const char *);

static cl_mem memory;
static void *shared;
static cl_int (*release)(cl_context, void *), (*release_later)(cl_context, void *);

static void late(void) {
    printf("late: %d %d %d\n", clReleaseMemObject(memory), release(context, shared),
           release_later(context, shared));
    fflush(stdout);
}

void arm(void) {
    start(0);
    memory = buffer(64, NULL);
    cl_platform_id platform;
    CHECK(clGetPlatformIDs(1, &platform, NULL));
    void *(*allocate)(cl_context, void *, size_t, cl_uint, cl_int *) =
        clGetExtensionFunctionAddressForPlatform(platform, "clHostMemAllocINTEL");
    shared = allocate(context, NULL, 64, 0, NULL);
    release = clGetExtensionFunctionAddressForPlatform(platform, "clMemFreeINTEL");
    release_later = clGetExtensionFunctionAddressForPlatform(platform, "clMemBlockingFreeINTEL");
    atexit(late);
}
