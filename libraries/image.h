// What `image.c` and `image_rows.c` know of images.

typedef float float4 __attribute__((ext_vector_type(4)));
typedef int int4 __attribute__((ext_vector_type(4)));
typedef unsigned int uint;
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef uchar uchar4 __attribute__((ext_vector_type(4)));
// Texels have the alignment that NumPy's arrays have, that of their elements.
typedef uchar4 packed_uchar4 __attribute__((aligned(1)));
typedef float4 packed_float4 __attribute__((aligned(4)));

// The record behind an image argument: xdsl_opencl/abi/images/images.py, HOST_IMAGE_FIELDS.
struct image {
    uchar *data;
    long row_pitch, slice_pitch;
    int width, height, depth, array_size, type, order, levels, samples;
    int texel_bytes, format;
};

// `format`: what is read and written where it is used; the rest is done in functions.
enum { OTHER_FORMAT, RGBA_UNORM_INT8, RGBA_FLOAT };

// `kind`: spatial dimensions, + 4 for an array.
#define DIMENSIONS(kind) ((kind) & 3)
#define ARRAY(kind) ((kind) & 4)

// Sampler bits (clang opencl-c-base.h).
#define NORMALIZED(s) ((s) & 1)
#define ADDRESSING(s) ((s) & 0xe)
#define LINEAR(s) ((s) & 0x20)
enum { NONE = 0, CLAMP_TO_EDGE = 2, CLAMP = 4, REPEAT = 6, MIRRORED_REPEAT = 8 };

enum {
    SNORM_INT8 = 0x10D0, SNORM_INT16, UNORM_INT8, UNORM_INT16, UNORM_SHORT_565,
    UNORM_SHORT_555, UNORM_INT_101010, SIGNED_INT8, SIGNED_INT16, SIGNED_INT32,
    UNSIGNED_INT8, UNSIGNED_INT16, UNSIGNED_INT32, HALF_FLOAT, FLOAT, UNORM_INT24,
    UNORM_INT_101010_2
};
enum {
    R = 0x10B0, A, RG, RA, RGB, RGBA, BGRA, ARGB, INTENSITY, LUMINANCE, Rx, RGx, RGBx,
    DEPTH, DEPTH_STENCIL, sRGB, sRGBx, sRGBA, sBGRA, ABGR
};

#define HERE static inline __attribute__((always_inline))
#define API __attribute__((visibility("default")))

// Work items in lockstep: a vector has a number of each.
#define ITEMS 16
#define IMAGE_2D 2
#define TEXEL_BYTES 4

typedef float floats __attribute__((vector_size(64)));
typedef int ints __attribute__((vector_size(64)));
typedef uint uints __attribute__((vector_size(64)));
typedef uints packed_uints __attribute__((aligned(1)));
typedef uint packed_uint __attribute__((aligned(1)));

HERE ints of(int x) { return (ints){x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x}; }
HERE int all(ints condition) { return __builtin_reduce_and(condition); }

HERE ints edge(int sampler, ints x, int size) {
    if (ADDRESSING(sampler) != CLAMP_TO_EDGE) return x;
    return __builtin_elementwise_min(__builtin_elementwise_max(x, of(0)), of(size - 1));
}

// A byte / 255, rounded as a division is: the first product is exact, the other one small.
HERE floats of_bytes(uints x) {
    floats v = __builtin_convertvector((ints)(x & 255), floats);
    return v * 0x1.01p-8f + v * 0x1.010102p-24f;
}

HERE void texels_of_bytes(uints words, floats *out) {
    for (int k = 0; k < 4; ++k) out[k] = of_bytes(words >> 8 * k);
}

// Numbers that grow by one.
HERE ints from(int first) {
    const uints steps = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    return (ints)((uints)of(first) + steps);
}

// The others, compiled once for all programs (image.c).
API void __xdsl_opencl_load_line_f(const struct image *im, int sampler, int kind, int x,
                                   int y, int z, floats *out);
API void __xdsl_opencl_load_row_f(const struct image *im, int sampler, int kind,
                                  const ints *x, const ints *y, const ints *z, floats *out);
API void __xdsl_opencl_store_row_f(const struct image *im, int kind, const ints *x,
                                   const ints *y, const ints *z, const floats *value,
                                   uint mask);
