// Image accesses of `ITEMS` work items in lockstep: of 2D images of the usual formats all
// texels at once where they lie side by side, of others by the functions of `image.c`. Vectors
// come and go by their addresses; an element of a texel is one vector. What goes to a function
// that is not inlined has variables of its own, so that the others become values.
#include "image.h"

// The texels from `first` on in a row of the image, if they are all inside.
HERE uchar *texels(const struct image *im, int first, int row) {
    if (first < 0 || first > im->width - ITEMS || (uint)row >= (uint)im->height) return 0;
    return im->data + row * im->row_pitch + (long)first * TEXEL_BYTES;
}

// The texel of the first work item, if the others follow it in the image.
HERE uchar *line(const struct image *im, ints x, ints y) {
    return all((x == from(x[0])) & (y == of(y[0]))) ? texels(im, x[0], y[0]) : 0;
}

API int4 __xdsl_opencl_fetch_i(const struct image *, int, int, int, int, int);
API float4 __xdsl_opencl_sample_f(const struct image *, int, int, float, float, float);
API int4 __xdsl_opencl_sample_i(const struct image *, int, int, float, float, float);
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
    ints u = *(const ints *)x, v = *(const ints *)y, w = *(const ints *)z;
    if (im->format == RGBA_UNORM_INT8 && kind == IMAGE_2D) {
        const uchar *data =
            line(im, edge(sampler, u, im->width), edge(sampler, v, im->height));
        if (data) {
            texels_of_bytes(*(const packed_uints *)data, (floats *)out);
            return;
        }
    }
    floats found[4];
    __xdsl_opencl_load_row_f(im, sampler, kind, &u, &v, &w, found);
    for (int k = 0; k < 4; ++k) ((floats *)out)[k] = found[k];
}

// The first work item's coordinates; those of the others follow in the same row.
API void __xdsl_opencl_line_fetch_f(const struct image *im, int sampler, int kind, int x,
                                    int y, int z, float *out) {
    if (im->format == RGBA_UNORM_INT8 && kind == IMAGE_2D) {
        int last = im->height - 1, row = y < 0 ? 0 : y > last ? last : y;
        const uchar *data =
            texels(im, x, ADDRESSING(sampler) == CLAMP_TO_EDGE ? row : y);
        if (data) {
            texels_of_bytes(*(const packed_uints *)data, (floats *)out);
            return;
        }
    }
    floats found[4];
    __xdsl_opencl_load_line_f(im, sampler, kind, x, y, z, found);
    for (int k = 0; k < 4; ++k) ((floats *)out)[k] = found[k];
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

HERE uints to_bytes(floats value) {
    floats v = value * 255.0f, low = {0};
    v = __builtin_elementwise_min(__builtin_elementwise_max(v, low), low + 255.0f);
    return __builtin_convertvector(__builtin_elementwise_rint(v), uints);
}

HERE void written(const struct image *im, int kind, uchar *data, ints x, ints y, ints z,
                  const floats *r, const floats *g, const floats *b, const floats *a,
                  uint mask) {
    if (data) {
        *(packed_uints *)data =
            to_bytes(*r) | to_bytes(*g) << 8 | to_bytes(*b) << 16 | to_bytes(*a) << 24;
        return;
    }
    floats value[4] = {*r, *g, *b, *a};
    __xdsl_opencl_store_row_f(im, kind, &x, &y, &z, value, mask);
}

HERE int usual(const struct image *im, int kind, uint mask) {
    return im->format == RGBA_UNORM_INT8 && kind == IMAGE_2D && mask == 0xffff;
}

API void __xdsl_opencl_row_write_f(const struct image *im, int kind, const ints *x,
                                   const ints *y, const ints *z, const floats *r,
                                   const floats *g, const floats *b, const floats *a,
                                   uint mask) {
    uchar *data = usual(im, kind, mask) ? line(im, *x, *y) : 0;
    written(im, kind, data, *x, *y, *z, r, g, b, a, mask);
}

API void __xdsl_opencl_line_write_f(const struct image *im, int kind, int x, int y, int z,
                                    const floats *r, const floats *g, const floats *b,
                                    const floats *a, uint mask) {
    uchar *data = usual(im, kind, mask) ? texels(im, x, y) : 0;
    written(im, kind, data, from(x), of(y), of(z), r, g, b, a, mask);
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
