/* The part of OpenCL's API that the test programs use (OpenCL 3.0 API specification). */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int32_t cl_int;
typedef uint32_t cl_uint;
typedef uint64_t cl_ulong;
typedef struct platform *cl_platform_id;
typedef struct device *cl_device_id;
typedef struct context *cl_context;
typedef struct queue *cl_command_queue;
typedef struct memory *cl_mem;
typedef struct program *cl_program;
typedef struct kernel *cl_kernel;
typedef struct event *cl_event;

enum {
    CL_COMPLETE = 0,
    CL_DEVICE_TYPE_CPU = 1 << 1,
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE = 1 << 0,
    CL_QUEUE_PROFILING_ENABLE = 1 << 1,
    CL_MEM_READ_WRITE = 1 << 0,
    CL_MEM_READ_ONLY = 1 << 2,
    CL_MEM_USE_HOST_PTR = 1 << 3,
    CL_MEM_COPY_HOST_PTR = 1 << 5,
    CL_EVENT_COMMAND_EXECUTION_STATUS = 0x11D3,
    CL_PROFILING_COMMAND_START = 0x1282,
    CL_PROFILING_COMMAND_END = 0x1283,
    CL_PROGRAM_BUILD_LOG = 0x1183,
};

cl_int clGetPlatformIDs(cl_uint, cl_platform_id *, cl_uint *);
cl_int clGetDeviceIDs(cl_platform_id, cl_ulong, cl_uint, cl_device_id *, cl_uint *);
cl_context clCreateContext(const intptr_t *, cl_uint, const cl_device_id *,
                           void (*)(const char *, const void *, size_t, void *), void *,
                           cl_int *);
cl_command_queue clCreateCommandQueue(cl_context, cl_device_id, cl_ulong, cl_int *);
cl_program clCreateProgramWithSource(cl_context, cl_uint, const char **, const size_t *,
                                     cl_int *);
cl_int clBuildProgram(cl_program, cl_uint, const cl_device_id *, const char *,
                      void (*)(cl_program, void *), void *);
cl_int clGetProgramBuildInfo(cl_program, cl_device_id, cl_uint, size_t, void *, size_t *);
cl_kernel clCreateKernel(cl_program, const char *, cl_int *);
cl_int clSetKernelArg(cl_kernel, cl_uint, size_t, const void *);
cl_mem clCreateBuffer(cl_context, cl_ulong, size_t, void *, cl_int *);
cl_int clEnqueueNDRangeKernel(cl_command_queue, cl_kernel, cl_uint, const size_t *,
                              const size_t *, const size_t *, cl_uint, const cl_event *,
                              cl_event *);
cl_int clEnqueueReadBuffer(cl_command_queue, cl_mem, cl_uint, size_t, size_t, void *, cl_uint,
                           const cl_event *, cl_event *);
cl_int clEnqueueWriteBuffer(cl_command_queue, cl_mem, cl_uint, size_t, size_t, const void *,
                            cl_uint, const cl_event *, cl_event *);
void *clEnqueueMapBuffer(cl_command_queue, cl_mem, cl_uint, cl_ulong, size_t, size_t, cl_uint,
                         const cl_event *, cl_event *, cl_int *);
cl_int clEnqueueUnmapMemObject(cl_command_queue, cl_mem, void *, cl_uint, const cl_event *,
                               cl_event *);
cl_int clGetEventInfo(cl_event, cl_uint, size_t, void *, size_t *);
cl_int clGetEventProfilingInfo(cl_event, cl_uint, size_t, void *, size_t *);
cl_event clCreateUserEvent(cl_context, cl_int *);
cl_int clSetUserEventStatus(cl_event, cl_int);
cl_int clWaitForEvents(cl_uint, const cl_event *);
cl_int clFinish(cl_command_queue);
cl_int clFlush(cl_command_queue);
cl_int clReleaseEvent(cl_event);
cl_int clReleaseMemObject(cl_mem);
cl_int clReleaseKernel(cl_kernel);
cl_int clReleaseProgram(cl_program);
cl_int clReleaseCommandQueue(cl_command_queue);
cl_int clReleaseContext(cl_context);

#define CHECK(call)                                                                          \
    do {                                                                                     \
        cl_int status_ = (call);                                                             \
        if (status_) {                                                                       \
            printf("%d: %s: %d\n", __LINE__, #call, status_);                                \
            exit(1);                                                                         \
        }                                                                                    \
    } while (0)

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;

__attribute__((unused)) static void start(cl_ulong properties) {
    cl_platform_id platform;
    cl_int error;
    CHECK(clGetPlatformIDs(1, &platform, NULL));
    CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device, NULL));
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    CHECK(error);
    queue = clCreateCommandQueue(context, device, properties, &error);
    CHECK(error);
}

__attribute__((unused)) static cl_kernel build(const char *source, const char *name) {
    cl_int error;
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
    CHECK(error);
    CHECK(clBuildProgram(program, 0, NULL, "-cl-std=CL3.0", NULL, NULL));
    cl_kernel kernel = clCreateKernel(program, name, &error);
    CHECK(error);
    CHECK(clReleaseProgram(program));
    return kernel;
}

__attribute__((unused)) static cl_mem buffer(size_t size, void *data) {
    cl_int error;
    cl_mem made = clCreateBuffer(
        context, CL_MEM_READ_WRITE | (data ? CL_MEM_COPY_HOST_PTR : 0), size, data, &error);
    CHECK(error);
    return made;
}
