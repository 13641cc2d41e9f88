/* Memory that the program writes in every way it can, and one element of it that nobody writes; an image that a kernel
   leaves: what the checker knows of them. */
#include "cl.h"

typedef struct {
    cl_uint order, type;
} cl_image_format;
typedef struct {
    cl_uint type;
    size_t width, height, depth, layers, row_pitch, slice_pitch;
    cl_uint mip_levels, samples;
    cl_mem memory;
} cl_image_desc;
typedef struct {
    size_t origin, size;
} cl_buffer_region;
enum {
    CL_MAP_WRITE = 1 << 1,
    CL_BUFFER_CREATE_TYPE_REGION = 0x1220,
    CL_R = 0x10B0,
    CL_FLOAT = 0x10DE,
    CL_MEM_OBJECT_IMAGE1D_ARRAY = 0x10F5,
};
cl_mem clCreateImage(cl_context, cl_ulong, const cl_image_format *, const cl_image_desc *, void *, cl_int *);
cl_mem clCreateSubBuffer(cl_mem, cl_ulong, cl_uint, const void *, cl_int *);
cl_int clEnqueueCopyBuffer(cl_command_queue, cl_mem, cl_mem, size_t, size_t, size_t, cl_uint, const cl_event *, cl_event *);
cl_int clEnqueueFillBuffer(cl_command_queue, cl_mem, const void *, size_t, size_t, size_t, cl_uint, const cl_event *,
                           cl_event *);
cl_int clEnqueueWriteBufferRect(cl_command_queue, cl_mem, cl_uint, const size_t *, const size_t *, const size_t *, size_t,
                                size_t, size_t, size_t, const void *, cl_uint, const cl_event *, cl_event *);
cl_int clEnqueueCopyBufferRect(cl_command_queue, cl_mem, cl_mem, const size_t *, const size_t *, const size_t *, size_t,
                               size_t, size_t, size_t, cl_uint, const cl_event *, cl_event *);

int main(void) {
    enum { INTS = 9 };
    start(0);
    cl_kernel reads = build("kernel void r(global int *x) { x[8] += x[get_global_id(0)] > 0; }", "r");
    cl_kernel writes = build("kernel void w(global int *x) { x[get_global_id(0)] = 1; }", "w");
    cl_kernel draws =
        build("kernel void d(write_only image1d_array_t i) { write_imagef(i, (int2)(1, get_global_id(0)), 1); }", "d");
    int ones[4] = {1, 1, 1, 1}, found;
    cl_int error;
    size_t one = 1, six = 6;
    cl_mem source = buffer(16, ones), memory = buffer(4 * INTS, NULL);
    CHECK(clEnqueueWriteBuffer(queue, memory, 0, 0, 4, ones, 0, NULL, NULL));
    CHECK(clEnqueueCopyBuffer(queue, source, memory, 0, 4, 4, 0, NULL, NULL));
    CHECK(clEnqueueFillBuffer(queue, memory, ones, 4, 8, 4, 0, NULL, NULL));
    size_t from[3] = {0, 0, 0}, to[3] = {12, 0, 0}, region[3] = {4, 1, 1};
    CHECK(clEnqueueWriteBufferRect(queue, memory, 1, to, from, region, 0, 0, 0, 0, ones, 0, NULL, NULL));
    to[0] = 16;
    CHECK(clEnqueueCopyBufferRect(queue, source, memory, from, to, region, 0, 0, 0, 0, 0, NULL, NULL));
    int *at = clEnqueueMapBuffer(queue, memory, 1, CL_MAP_WRITE, 20, 4, 0, NULL, NULL, &error);
    CHECK(error);
    *at = 1;
    CHECK(clEnqueueUnmapMemObject(queue, memory, at, 0, NULL, NULL));
    CHECK(clSetKernelArg(writes, 0, sizeof memory, &memory));
    CHECK(clEnqueueNDRangeKernel(queue, writes, 1, &six, &one, NULL, 0, NULL, NULL));
    cl_buffer_region all = {0, 4 * INTS};
    cl_mem part = clCreateSubBuffer(memory, 0, CL_BUFFER_CREATE_TYPE_REGION, &all, &error);
    CHECK(error);
    /* Copies of what nobody has written are no better. */
    CHECK(clEnqueueCopyBuffer(queue, buffer(4, NULL), part, 0, 28, 4, 0, NULL, NULL));
    int zero = 0;
    CHECK(clEnqueueWriteBuffer(queue, part, 1, 32, 4, &zero, 0, NULL, NULL));
    CHECK(clSetKernelArg(reads, 0, sizeof memory, &memory));
    for (size_t i = 0; i < 8; i++)
        CHECK(clEnqueueNDRangeKernel(queue, reads, 1, &i, &one, NULL, 0, NULL, NULL));
    CHECK(clEnqueueReadBuffer(queue, memory, 1, 32, 4, &found, 0, NULL, NULL));

    cl_image_format format = {CL_R, CL_FLOAT};
    cl_image_desc shape = {CL_MEM_OBJECT_IMAGE1D_ARRAY, 5, 0, 0, 3, 0, 0, 0, 0, NULL};
    cl_mem image = clCreateImage(context, CL_MEM_READ_WRITE, &format, &shape, NULL, &error);
    CHECK(error);
    size_t rows = 4;
    CHECK(clSetKernelArg(draws, 0, sizeof image, &image));
    CHECK(clEnqueueNDRangeKernel(queue, draws, 1, NULL, &rows, NULL, 0, NULL, NULL));
    CHECK(clFinish(queue));
    printf("%s\n", found >= 7 ? "ok" : "not all are 1");
    return 0;
}
