/*
 * The cost of calls and commands: what `driver.py` runs on each OpenCL driver. Prints lines of a
 * unit, a name and a number. With an argument it only starts, which `driver.py` measures.
 */
#include "cl.h"
#include <time.h>

cl_int clGetDeviceInfo(cl_device_id, cl_uint, size_t, void *, size_t *);
cl_int clGetKernelInfo(cl_kernel, cl_uint, size_t, void *, size_t *);
cl_int clRetainKernel(cl_kernel);
cl_int clEnqueueFillBuffer(cl_command_queue, cl_mem, const void *, size_t, size_t, size_t,
                                  cl_uint, const cl_event *, cl_event *);

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + 1e-9 * time.tv_nsec;
}

/* Prints the shortest time of `statement` in `unit`s, each of `many` in a row, of `rounds`. */
#define TIME(unit, name, rounds, many, factor, ...)                                          \
    {                                                                                        \
        double least = 1e9;                                                                  \
        for (int round_ = 0; round_ < (rounds); round_++) {                                  \
            double begin = now();                                                            \
            for (int i = 0; i < (many); i++)                                                 \
                __VA_ARGS__;                                                                 \
            double took = now() - begin;                                                     \
            least = took < least ? took : least;                                             \
        }                                                                                    \
        printf("%s\t%s\t%g\n", unit, name, least / (many) * (factor));                       \
    }
#define CALL(name, many, ...) TIME("µs", name, 50, many, 1e6, __VA_ARGS__)

/* Keeps the shortest time of `statement` in `result`, in seconds. */
#define LEAST(result, ...)                                                                   \
    {                                                                                        \
        double begin = now();                                                                \
        __VA_ARGS__;                                                                         \
        double took = now() - begin;                                                         \
        result = took < result ? took : result;                                              \
    }

static cl_kernel made(const char *options, const char *source) {
    cl_int error;
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
    CHECK(error);
    CHECK(clBuildProgram(program, 0, NULL, options, NULL, NULL));
    cl_kernel kernel = clCreateKernel(program, "k", &error);
    CHECK(error);
    CHECK(clReleaseProgram(program));
    return kernel;
}

static void run(cl_kernel kernel, size_t size) {
    size_t group = 64;
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, &group, 0, NULL, NULL));
    CHECK(clFinish(queue));
}

static void calls(void) {
    enum { LAUNCHES = 1000 };
    cl_kernel kernel = made(NULL, "kernel void k(global int *x, int n) { x[get_global_id(0)] += n; }");
    cl_mem small = buffer(256, NULL);
    size_t size = 64;
    cl_int n = 1, error;
    cl_uint number;
    CHECK(clSetKernelArg(kernel, 0, sizeof small, &small));
    CHECK(clSetKernelArg(kernel, 1, sizeof n, &n));
    run(kernel, size);
    CALL("clSetKernelArg, a number", 200, CHECK(clSetKernelArg(kernel, 1, sizeof n, &n)))
    CALL("clSetKernelArg, a buffer", 200, CHECK(clSetKernelArg(kernel, 0, sizeof small, &small)))
    CALL("clRetainKernel, clReleaseKernel", 200, {
        CHECK(clRetainKernel(kernel));
        CHECK(clReleaseKernel(kernel));
    })
    cl_event event;
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, &size, 0, NULL, &event));
    CHECK(clFinish(queue));
    CALL("clGetEventInfo, the status", 200,
         CHECK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof n, &n, NULL)))
    CALL("clGetDeviceInfo, the compute units", 200,
         CHECK(clGetDeviceInfo(device, 0x1002, sizeof number, &number, NULL)))
    CALL("clGetKernelInfo, the arguments", 200,
         CHECK(clGetKernelInfo(kernel, 0x1191, sizeof number, &number, NULL)))
    CALL("clCreateBuffer, clReleaseMemObject", 200, {
        cl_mem other = clCreateBuffer(context, CL_MEM_READ_WRITE, 256, NULL, &error);
        CHECK(error);
        CHECK(clReleaseMemObject(other));
    })
    double enqueue = 1e9, all = 1e9, with = 1e9;
    for (int round = 0; round < 20; round++) {
        double begin = now();
        for (int i = 0; i < LAUNCHES; i++)
            CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, &size, 0, NULL, NULL));
        double enqueued = now() - begin;
        CHECK(clFinish(queue));
        double done = now() - begin;
        enqueue = enqueued < enqueue ? enqueued : enqueue;
        all = done < all ? done : all;
        LEAST(with, {
            for (int i = 0; i < LAUNCHES; i++) {
                n = i;
                CHECK(clSetKernelArg(kernel, 1, sizeof n, &n));
                CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, &size, 0, NULL, NULL));
            }
            CHECK(clFinish(queue));
        })
    }
    printf("µs\tenqueue of a launch\t%g\n", enqueue / LAUNCHES * 1e6);
    printf("µs\tlaunch of 64 work items in a row\t%g\n", all / LAUNCHES * 1e6);
    printf("µs\tclSetKernelArg and a launch in a row\t%g\n", with / LAUNCHES * 1e6);
    TIME("µs", "launch and wait", 500, 1, 1e6, run(kernel, size))
    TIME("µs", "read of 4 bytes, blocking", 500, 1, 1e6,
         CHECK(clEnqueueReadBuffer(queue, small, 1, 0, 4, &n, 0, NULL, NULL)))
}

static void transfers(void) {
    enum { BYTES = 64 << 20 };
    cl_mem large = buffer(BYTES, NULL);
    char *host = malloc(BYTES), *other = malloc(BYTES);
    memset(host, 1, BYTES);
    memset(other, 2, BYTES);
    cl_int error;
    /* In turn, since the memory's own rate changes while others use it. */
    double copied = 1e9, written = 1e9, read = 1e9, mapped = 1e9;
    for (int turn = 0; turn < 25; turn++) {
        LEAST(copied, memcpy(other, host, BYTES))
        LEAST(written, CHECK(clEnqueueWriteBuffer(queue, large, 1, 0, BYTES, host, 0, NULL, NULL)))
        LEAST(read, CHECK(clEnqueueReadBuffer(queue, large, 1, 0, BYTES, other, 0, NULL, NULL)))
        LEAST(mapped, {
            void *at = clEnqueueMapBuffer(queue, large, 1, 2, 0, BYTES, 0, NULL, NULL, &error);
            CHECK(error);
            memcpy(at, host, BYTES);
            CHECK(clEnqueueUnmapMemObject(queue, large, at, 0, NULL, NULL));
            CHECK(clFinish(queue));
        })
    }
    printf("GB/s\tmemcpy\t%g\n", BYTES / copied / 1e9);
    printf("GB/s\twrite\t%g\n", BYTES / written / 1e9);
    printf("GB/s\tread\t%g\n", BYTES / read / 1e9);
    printf("GB/s\tmap, memcpy, unmap\t%g\n", BYTES / mapped / 1e9);
    CHECK(clReleaseMemObject(large));
}

/* Kernels that move memory or compute in vectors, as clpeak's do. */
static void kernels(void) {
    enum { BYTES = 64 << 20, ITEMS = 1 << 16 };
    static const char *const types[] = {"float", "float2", "float4", "float8", "float16"};
    static const int bytes[] = {4, 8, 16, 32, 64};
    cl_mem from = buffer(BYTES, NULL), to = buffer(BYTES, NULL);
    unsigned pattern = 0;
    CHECK(clEnqueueFillBuffer(queue, from, &pattern, 4, 0, BYTES, 0, NULL, NULL));
    CHECK(clEnqueueFillBuffer(queue, to, &pattern, 4, 0, BYTES, 0, NULL, NULL));
    for (int type = 0; type < 5; type++) {
        char options[64];
        snprintf(options, sizeof options, "-DT=%s", types[type]);
        cl_kernel copy = made(options, "kernel void k(global const T *a, global T *b) {"
                                       "    b[get_global_id(0)] = a[get_global_id(0)]; }");
        CHECK(clSetKernelArg(copy, 0, sizeof from, &from));
        CHECK(clSetKernelArg(copy, 1, sizeof to, &to));
        run(copy, BYTES / bytes[type]);
        double least = 1e9;
        for (int round = 0; round < 10; round++)
            LEAST(least, run(copy, BYTES / bytes[type]))
        printf("GB/s\tcopy by a kernel, `%s`\t%g\n", types[type], BYTES / least / 1e9);
        cl_kernel sum = made(
            options,
            "kernel void k(global const T *a, global float *b) {"
            "    int at = get_group_id(0) * get_local_size(0) * 16 + get_local_id(0);"
            "    T sum = 0;"
            "    for (int i = 0; i < 16; i++) { sum += a[at]; at += get_local_size(0); }"
            "    float all = 0;"
            "    for (int i = 0; i < sizeof(T) / 4; i++) all += ((float *)&sum)[i];"
            "    b[get_global_id(0)] = all; }");
        CHECK(clSetKernelArg(sum, 0, sizeof from, &from));
        CHECK(clSetKernelArg(sum, 1, sizeof to, &to));
        run(sum, BYTES / bytes[type] / 16);
        least = 1e9;
        for (int round = 0; round < 10; round++)
            LEAST(least, run(sum, BYTES / bytes[type] / 16))
        printf("GB/s\tsums by a kernel, `%s`\t%g\n", types[type], BYTES / least / 1e9);
    }
    cl_kernel modulo = made(NULL, "kernel void k(global double *a) {"
                                  "    size_t i = get_global_id(0);"
                                  "    a[i] = fmod(i * 1.7e3 + 1, i % 100 + 0.37); }");
    CHECK(clSetKernelArg(modulo, 0, sizeof from, &from));
    TIME("ms", "65 536 `fmod`s of `double`", 20, 1, 1e3, run(modulo, ITEMS))
    CHECK(clReleaseMemObject(from));
    CHECK(clReleaseMemObject(to));
}

static void large(void) {
    size_t bytes = 1 << 30, size = bytes / 4, group = 256;
    cl_kernel kernel = made(NULL, "kernel void k(global int *x) { x[get_global_id(0)]++; }");
    double least = 1e9;
    int pattern = 3;
    for (int round = 0; round < 3; round++)
        LEAST(least, {
            cl_mem memory = buffer(bytes, NULL);
            CHECK(clEnqueueFillBuffer(queue, memory, &pattern, 4, 0, bytes, 0, NULL, NULL));
            CHECK(clSetKernelArg(kernel, 0, sizeof memory, &memory));
            CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, &group, 0, NULL, NULL));
            CHECK(clFinish(queue));
            CHECK(clReleaseMemObject(memory));
        })
    printf("ms\ta new buffer of 1 GiB: fill, increment\t%g\n", least * 1e3);
}

/* Drivers that have no `half` have no such row. */
static void halves(void) {
    enum { ITEMS = 1 << 16 };
    char extensions[1 << 14] = "";
    CHECK(clGetDeviceInfo(device, 0x1030, sizeof extensions, extensions, NULL));
    if (!strstr(extensions, "cl_khr_fp16"))
        return;
    cl_mem from = buffer(ITEMS * 2, NULL);
    cl_kernel half = made(
        NULL, "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
              "kernel void k(global half *a, half n) {"
              "    half16 x = (half16)n + (half16)get_local_id(0), y = (half16)get_local_id(0);"
              "    for (int i = 0; i < 64; i++) { x = mad(y, x, y); y = mad(x, y, x); }"
              "    half8 s = y.lo + y.hi; half4 t = s.lo + s.hi; half2 u = t.lo + t.hi;"
              "    a[get_global_id(0)] = u.x + u.y; }");
    short number = 0x3c00;
    CHECK(clSetKernelArg(half, 0, sizeof from, &from));
    CHECK(clSetKernelArg(half, 1, sizeof number, &number));
    TIME("ms", "65 536 work items with 128 `mad`s of `half16`", 20, 1, 1e3, run(half, ITEMS))
}

int main(int count, char **words) {
    start(0);
    if (count > 1)
        return 0;
    calls();
    transfers();
    kernels();
    large();
    halves();
    return 0;
}
