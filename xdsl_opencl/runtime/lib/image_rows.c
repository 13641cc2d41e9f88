// Image accesses of `ITEMS` work items in lockstep: of 2D images of the usual formats all
// texels at once, of others one after the other by the functions of `image.c`. Vectors come and
// go by their addresses; an element of a texel is one vector.
#include "image.h"

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

// The texel of the first work item, if the others follow it in the image.
HERE uchar *line(const struct image *im, ints x, ints y) {
    const ints steps = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    int first = x[0], row = y[0], inside = first >= 0 && first <= im->width - ITEMS &&
                                           (uint)row < (uint)im->height;
    if (!inside || !all((x == of(first) + steps) & (y == of(row)))) return 0;
    return im->data + row * im->row_pitch + (long)first * TEXEL_BYTES;
}

HERE int all_inside(const struct image *im, ints x, ints y) {
    uints u = (uints)x, v = (uints)y;
    return all((u < (uints)of(im->width)) & (v < (uints)of(im->height)));
}

// A byte / 255, rounded as a division is: the first product is exact, the other one small.
HERE floats of_bytes(uints x) {
    floats v = __builtin_convertvector((ints)(x & 255), floats);
    return v * 0x1.01p-8f + v * 0x1.010102p-24f;
}

API float4 __xdsl_opencl_fetch_f(const struct image *, int, int, int, int, int);
API int4 __xdsl_opencl_fetch_i(const struct image *, int, int, int, int, int);
API float4 __xdsl_opencl_sample_f(const struct image *, int, int, float, float, float);
API int4 __xdsl_opencl_sample_i(const struct image *, int, int, float, float, float);
API void __xdsl_opencl_write_f(const struct image *, int, int, int, int, float, float,
                               float, float);
API void __xdsl_opencl_write_i(const struct image *, int, int, int, int, int, int, int, int);
API void __xdsl_opencl_write_ui(const struct image *, int, int, int, int, uint, uint, uint,
                                uint);

#define EACH(type, call)                                                               \
    for (int i = 0; i < ITEMS; ++i) {                                                  \
        type v = call(im, sampler, kind, x[i], y[i], z[i]);                            \
        for (int k = 0; k < 4; ++k) out[ITEMS * k + i] = v[k];                         \
    }

API void __xdsl_opencl_row_fetch_f(const struct image *im, int sampler, int kind,
                                   const int *x, const int *y, const int *z, float *out) {
    if (im->format == RGBA_UNORM_INT8 && kind == IMAGE_2D) {
        ints u = *(const ints *)x, v = *(const ints *)y;
        if (ADDRESSING(sampler) == CLAMP_TO_EDGE) {
            u = __builtin_elementwise_min(__builtin_elementwise_max(u, of(0)), of(im->width - 1));
            v = __builtin_elementwise_min(__builtin_elementwise_max(v, of(0)), of(im->height - 1));
        }
        const uchar *data = line(im, u, v);
        uints words;
        if (data) {
            words = *(const packed_uints *)data;
        } else if (all_inside(im, u, v)) {
            uint found[ITEMS];
            for (int i = 0; i < ITEMS; ++i)
                found[i] = *(const packed_uint *)(im->data + v[i] * im->row_pitch +
                                                  (long)u[i] * TEXEL_BYTES);
            __builtin_memcpy(&words, found, sizeof words);
        } else {
            goto others;
        }
        for (int k = 0; k < 4; ++k) ((floats *)out)[k] = of_bytes(words >> 8 * k);
        return;
    }
others:
    EACH(float4, __xdsl_opencl_fetch_f)
}

API void __xdsl_opencl_row_fetch_i(const struct image *im, int sampler, int kind,
                                   const int *x, const int *y, const int *z, int *out) {
    EACH(int4, __xdsl_opencl_fetch_i)
}

API void __xdsl_opencl_row_sample_f(const struct image *im, int sampler, int kind,
                                    const float *x, const float *y, const float *z,
                                    float *out) {
    EACH(float4, __xdsl_opencl_sample_f)
}

API void __xdsl_opencl_row_sample_i(const struct image *im, int sampler, int kind,
                                    const float *x, const float *y, const float *z,
                                    int *out) {
    EACH(int4, __xdsl_opencl_sample_i)
}

// `mask`: a bit for each work item that takes part.
#define WRITE(call)                                                                    \
    for (int i = 0; i < ITEMS; ++i)                                                    \
        if (mask >> i & 1) call(im, kind, x[i], y[i], z[i], r[i], g[i], b[i], a[i]);

HERE uints to_bytes(const float *value) {
    floats v = *(const floats *)value * 255.0f, low = {0};
    v = __builtin_elementwise_min(__builtin_elementwise_max(v, low), low + 255.0f);
    return __builtin_convertvector(__builtin_elementwise_rint(v), uints);
}

API void __xdsl_opencl_row_write_f(const struct image *im, int kind, const int *x,
                                   const int *y, const int *z, const float *r,
                                   const float *g, const float *b, const float *a,
                                   uint mask) {
    if (im->format == RGBA_UNORM_INT8 && kind == IMAGE_2D && mask == 0xffff) {
        uchar *data = line(im, *(const ints *)x, *(const ints *)y);
        if (data) {
            *(packed_uints *)data =
                to_bytes(r) | to_bytes(g) << 8 | to_bytes(b) << 16 | to_bytes(a) << 24;
            return;
        }
    }
    WRITE(__xdsl_opencl_write_f)
}

API void __xdsl_opencl_row_write_i(const struct image *im, int kind, const int *x,
                                   const int *y, const int *z, const int *r, const int *g,
                                   const int *b, const int *a, uint mask) {
    WRITE(__xdsl_opencl_write_i)
}

API void __xdsl_opencl_row_write_ui(const struct image *im, int kind, const int *x,
                                    const int *y, const int *z, const uint *r,
                                    const uint *g, const uint *b, const uint *a, uint mask) {
    WRITE(__xdsl_opencl_write_ui)
}
