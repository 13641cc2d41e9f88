/* Launches that are executed a second time: memory of every kind is changed once; a race is found, of which the event, the function of the context and standard error tell. */
#include "cl.h"

enum { N = 64, CL_MEM_OBJECT_IMAGE2D = 0x10F1, CL_RGBA = 0x10B5, CL_UNSIGNED_INT32 = 0x10DC };
struct format {
    cl_uint order, type;
};
struct description {
    cl_uint type;
    size_t width, height, depth, layers, row_pitch, slice_pitch;
    cl_uint mips, samples;
    cl_mem buffer;
};
void *clSVMAlloc(cl_context, cl_ulong, size_t, cl_uint);
cl_int clSetKernelArgSVMPointer(cl_kernel, cl_uint, const void *);
cl_mem clCreateImage(cl_context, cl_ulong, const struct format *, const struct description *,
                     void *, cl_int *);
cl_int clEnqueueReadImage(cl_command_queue, cl_mem, cl_uint, const size_t *, const size_t *,
                          size_t, size_t, void *, cl_uint, const cl_event *, cl_event *);

static const char *source =
    "kernel void add(global int *x, global int *shared, write_only image2d_t image) {\n"
    "  int i = get_global_id(0);\n"
    "  x[i] += i;\n"
    "  shared[i] += 2 * i;\n"
    "  global int *other = ((global int *global *)shared)[32];\n"
    "  other[i] += 3 * i;\n"
    "  write_imageui(image, (int2)(i % 8, i / 8), (uint4)(i, 1, 2, x[i]));\n"
    "}\n"
    "kernel void race(global int *x) { int i = get_global_id(0); x[i + 1] = x[i] + 2; }\n";

static void told(const char *text, const void *data, size_t size, void *user) {
    printf("told: %.24s\n", text);
}

int main(void) {
    start(0);
    cl_int error;
    context = clCreateContext(NULL, 1, &device, told, NULL, &error);
    CHECK(error);
    queue = clCreateCommandQueue(context, device, 0, &error);
    CHECK(error);
    cl_kernel add = build(source, "add"), race = build(source, "race");
    int data[N + 1] = {0}, pixels[4 * N];
    cl_mem memory = buffer(4 * (N + 1), data);
    int *shared = clSVMAlloc(context, CL_MEM_READ_WRITE, 4 * N + 8, 0);
    int *other = clSVMAlloc(context, CL_MEM_READ_WRITE, 4 * N, 0);
    memset(shared, 0, 4 * N + 8);
    memset(other, 0, 4 * N);
    /* Elements 64 and 65 are the address of the other allocation. */
    memcpy(shared + N, &other, sizeof other);
    struct format format = {CL_RGBA, CL_UNSIGNED_INT32};
    struct description description = {CL_MEM_OBJECT_IMAGE2D, 8, 8};
    cl_mem image = clCreateImage(context, CL_MEM_READ_WRITE, &format, &description, NULL, &error);
    CHECK(error);
    CHECK(clSetKernelArg(add, 0, sizeof memory, &memory));
    CHECK(clSetKernelArgSVMPointer(add, 1, shared));
    CHECK(clSetKernelArg(add, 2, sizeof image, &image));
    size_t size = N, group = 16, from[3] = {0}, region[3] = {8, 8, 1};
    CHECK(clEnqueueNDRangeKernel(queue, add, 1, NULL, &size, &group, 0, NULL, NULL));
    CHECK(clEnqueueReadBuffer(queue, memory, 1, 0, 4 * N, data, 0, NULL, NULL));
    CHECK(clEnqueueReadImage(queue, image, 1, from, region, 0, 0, pixels, 0, NULL, NULL));
    for (int i = 0; i < N; i++)
        if (data[i] != i || shared[i] != 2 * i || other[i] != 3 * i || pixels[4 * i + 3] != i)
            return 1;
    cl_event event;
    CHECK(clSetKernelArg(race, 0, sizeof memory, &memory));
    CHECK(clEnqueueNDRangeKernel(queue, race, 1, NULL, &size, &group, 0, NULL, &event));
    error = clWaitForEvents(1, &event);
    cl_int status;
    CHECK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    printf("%d %d\n", error, status);
    return 0;
}
