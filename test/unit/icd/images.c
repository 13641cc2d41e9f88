#include "cl.h"

typedef struct sampler *cl_sampler;
typedef struct {
    cl_uint order, type;
} cl_image_format;
typedef struct {
    cl_uint type;
    size_t width, height, depth, layers, row_pitch, slice_pitch;
    cl_uint mip_levels, samples;
    cl_mem memory;
} cl_image_desc;
enum {
    CL_INVALID_VALUE = -30,
    CL_MEM_COPY_OVERLAP = -8,
    CL_RGBA = 0x10B5,
    CL_R = 0x10B0,
    CL_UNORM_INT8 = 0x10D2,
    CL_UNSIGNED_INT32 = 0x10DC,
    CL_MEM_OBJECT_IMAGE2D = 0x10F1,
    CL_MEM_OBJECT_IMAGE1D_ARRAY = 0x10F5,
    CL_MEM_OBJECT_IMAGE1D_BUFFER = 0x10F6,
    CL_ADDRESS_CLAMP = 0x1132,
    CL_FILTER_NEAREST = 0x1140,
    CL_MAP_READ = 1,
};
cl_mem clCreateImage(cl_context, cl_ulong, const cl_image_format *, const cl_image_desc *,
                     void *, cl_int *);
cl_sampler clCreateSampler(cl_context, cl_uint, cl_uint, cl_uint, cl_int *);
cl_int clEnqueueReadImage(cl_command_queue, cl_mem, cl_uint, const size_t *, const size_t *,
                          size_t, size_t, void *, cl_uint, const cl_event *, cl_event *);
cl_int clEnqueueFillImage(cl_command_queue, cl_mem, const void *, const size_t *,
                          const size_t *, cl_uint, const cl_event *, cl_event *);
cl_int clEnqueueCopyImageToBuffer(cl_command_queue, cl_mem, cl_mem, const size_t *,
                                  const size_t *, size_t, cl_uint, const cl_event *,
                                  cl_event *);
void *clEnqueueMapImage(cl_command_queue, cl_mem, cl_uint, cl_ulong, const size_t *,
                        const size_t *, size_t *, size_t *, cl_uint, const cl_event *,
                        cl_event *, cl_int *);
cl_int clEnqueueCopyBufferRect(cl_command_queue, cl_mem, cl_mem, const size_t *,
                               const size_t *, const size_t *, size_t, size_t, size_t, size_t,
                               cl_uint, const cl_event *, cl_event *);

#define EXPECT(condition)                                                                    \
    do {                                                                                     \
        if (!(condition)) {                                                                  \
            printf("%d: %s\n", __LINE__, #condition);                                        \
            exit(1);                                                                         \
        }                                                                                    \
    } while (0)

static cl_mem image(cl_ulong flags, cl_uint order, cl_uint type, cl_image_desc desc,
                    void *host) {
    cl_int error;
    cl_image_format format = {order, type};
    cl_mem made = clCreateImage(context, flags, &format, &desc, host, &error);
    CHECK(error);
    return made;
}

enum { W = 5, H = 3, PITCH = 32 };
static unsigned char texels[PITCH * H], out[PITCH * H];
static const size_t zero[3] = {0, 0, 0}, whole[3] = {W, H, 1};

static void shift(void) {
    cl_kernel kernel = build(
        "kernel void shift(read_only image2d_t a, sampler_t s, write_only image2d_t b) {"
        "  int2 p = (int2)(get_global_id(0), get_global_id(1));"
        "  write_imagef(b, p, read_imagef(a, s, p + 1));"
        "}",
        "shift");
    cl_int error;
    cl_image_desc desc = {CL_MEM_OBJECT_IMAGE2D, W, H, 0, 0, PITCH, 0, 0, 0, NULL};
    cl_mem from = image(CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, CL_RGBA, CL_UNORM_INT8,
                        desc, texels);
    desc.row_pitch = 0;
    cl_mem to = image(CL_MEM_READ_WRITE, CL_RGBA, CL_UNORM_INT8, desc, NULL);
    cl_sampler sampler =
        clCreateSampler(context, 0, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &error);
    CHECK(error);
    CHECK(clSetKernelArg(kernel, 0, sizeof from, &from));
    CHECK(clSetKernelArg(kernel, 1, sizeof sampler, &sampler));
    CHECK(clSetKernelArg(kernel, 2, sizeof to, &to));
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, whole, NULL, 0, NULL, NULL));
    CHECK(clEnqueueReadImage(queue, to, 1, zero, whole, PITCH, 0, out, 0, NULL, NULL));
    for (int y = 0; y < H; y++)
        for (int x = 0; x < 4 * W; x++) {
            int inside = y + 1 < H && x + 4 < 4 * W;
            EXPECT(out[y * PITCH + x] == (inside ? texels[(y + 1) * PITCH + x + 4] : 0));
        }
    const size_t beyond[3] = {1, 0, 0};
    EXPECT(clEnqueueReadImage(queue, to, 1, beyond, whole, 0, 0, out, 0, NULL, NULL) ==
           CL_INVALID_VALUE);
    size_t pitch = 0;
    const size_t origin[3] = {2, 1, 0}, one[3] = {1, 1, 1};
    unsigned char *mapped = clEnqueueMapImage(queue, from, 1, CL_MAP_READ, origin, one, &pitch,
                                              NULL, 0, NULL, NULL, &error);
    CHECK(error);
    EXPECT(pitch >= 4 * W && !memcmp(mapped, texels + PITCH + 8, 4));
    CHECK(clEnqueueUnmapMemObject(queue, from, mapped, 0, NULL, NULL));
    const float red[4] = {1, 0, 0, 1};
    CHECK(clEnqueueFillImage(queue, to, red, origin, one, 0, NULL, NULL));
    cl_mem bytes = buffer(8, NULL);
    const size_t two[3] = {2, 1, 1};
    CHECK(clEnqueueCopyImageToBuffer(queue, to, bytes, origin, two, 0, 0, NULL, NULL));
    CHECK(clEnqueueReadBuffer(queue, bytes, 1, 0, 8, out, 0, NULL, NULL));
    EXPECT(!memcmp(out, "\xff\0\0\xff", 4) && !memcmp(out + 4, texels + 2 * PITCH + 16, 4));
}

static void views(void) {
    cl_uint numbers[6] = {1, 2, 3, 4, 5, 6}, color[4] = {7, 8, 9, 10};
    cl_mem memory = buffer(sizeof numbers, numbers);
    cl_image_desc desc = {CL_MEM_OBJECT_IMAGE1D_BUFFER, 6, 0, 0, 0, 0, 0, 0, 0, memory};
    cl_mem line = image(CL_MEM_READ_WRITE, CL_R, CL_UNSIGNED_INT32, desc, NULL);
    const size_t third[3] = {2, 0, 0}, two[3] = {2, 1, 1};
    CHECK(clEnqueueFillImage(queue, line, color, third, two, 0, NULL, NULL));
    CHECK(clEnqueueReadBuffer(queue, memory, 1, 0, sizeof numbers, numbers, 0, NULL, NULL));
    EXPECT(numbers[1] == 2 && numbers[2] == 7 && numbers[3] == 7 && numbers[4] == 5);
    /* The layers of a 1D array are the second axis of its regions. */
    cl_image_desc array = {CL_MEM_OBJECT_IMAGE1D_ARRAY, 3, 0, 0, 2, 0, 0, 0, 0, NULL};
    cl_mem layers = image(CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, CL_R, CL_UNSIGNED_INT32,
                          array, numbers);
    const size_t second[3] = {1, 1, 0}, part[3] = {2, 1, 1};
    cl_uint got[2];
    CHECK(clEnqueueReadImage(queue, layers, 1, second, part, 0, 0, got, 0, NULL, NULL));
    EXPECT(got[0] == 5 && got[1] == 6);
}

static void rectangles(void) {
    unsigned char bytes[64];
    for (int i = 0; i < 64; i++)
        bytes[i] = i;
    cl_mem memory = buffer(64, bytes);
    const size_t from[3] = {0, 0, 0}, to[3] = {4, 4, 0}, near[3] = {1, 1, 0},
                 region[3] = {4, 3, 1};
    CHECK(clEnqueueCopyBufferRect(queue, memory, memory, from, to, region, 8, 0, 8, 0, 0, NULL,
                                  NULL));
    EXPECT(clEnqueueCopyBufferRect(queue, memory, memory, from, near, region, 8, 0, 8, 0, 0,
                                   NULL, NULL) == CL_MEM_COPY_OVERLAP);
    CHECK(clEnqueueReadBuffer(queue, memory, 1, 0, 64, bytes, 0, NULL, NULL));
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++) {
            int copied = x >= 4 && y >= 4 && y < 7;
            EXPECT(bytes[8 * y + x] == (copied ? 8 * (y - 4) + x - 4 : 8 * y + x));
        }
}

/* A program that is built again has variables of its own. */
static void again(void) {
    const char *source = "global int n;"
                         "kernel void count(global int *p) { n += 1; *p = n; }";
    const size_t one = 1;
    for (int round = 1; round <= 2; round++) {
        cl_kernel kernel = build(source, "count");
        for (int i = 1; i <= 2; i++) {
            int n = 0;
            cl_mem memory = buffer(4, NULL);
            CHECK(clSetKernelArg(kernel, 0, sizeof memory, &memory));
            CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
            CHECK(clEnqueueReadBuffer(queue, memory, 1, 0, 4, &n, 0, NULL, NULL));
            EXPECT(n == i);
        }
    }
}

int main(void) {
    for (int i = 0; i < PITCH * H; i++)
        texels[i] = 3 * i;
    start(0);
    shift();
    shift();
    views();
    rectangles();
    again();
    puts("ok");
    return 0;
}
