// Images in software, for the CPU device: OpenCL 3.0, sections 8.2 to 8.4 of the API
// specification (address and filter modes, conversion rules), and OpenCL C 3.0, 6.15.15.
//
// `generate_library.py` compiles it; a test does so again and compares. The functions are linked into a program that reads or writes images, where the kind of image and
// a constant sampler are known and most of this folds away; those marked APART, which other
// formats than the usual ones need, are compiled once for all programs.

#include "image.h"

#define APART API __attribute__((noinline))
#define load_f __xdsl_opencl_load_f
#define load_i __xdsl_opencl_load_i
#define store_f __xdsl_opencl_store_f

HERE int channels(int order) {
    switch (order) {
    case R: case A: case INTENSITY: case LUMINANCE: case Rx: case DEPTH: return 1;
    case RG: case RA: case RGx: return 2;
    case RGB: case RGBx: case sRGB: case sRGBx: return 3;
    default: return 4;
    }
}

HERE uchar *texel(const struct image *im, int x, int y, int z) {
    return im->data + z * im->slice_pitch + y * im->row_pitch + (long)x * im->texel_bytes;
}

static __attribute__((noinline)) float linear_of_srgb(float c) {
    return c <= 0.04045f ? c / 12.92f : __builtin_powf((c + 0.055f) / 1.055f, 2.4f);
}

static __attribute__((noinline)) float srgb_of_linear(float c) {
    if (!(c > 0.0f)) return 0.0f;
    if (c > 1.0f) return 1.0f;
    return c < 0.0031308f ? 12.92f * c : 1.055f * __builtin_powf(c, 1.0f / 2.4f) - 0.055f;
}

// Stored channels put where read_image returns them.
#define PLACE(T4, T, one)                                                              \
    switch (order) {                                                                   \
    case A: return (T4){0, 0, 0, c[0]};                                                \
    case RA: return (T4){c[0], 0, 0, c[1]};                                            \
    case RG: case RGx: return (T4){c[0], c[1], 0, one};                                \
    case RGB: case RGBx: case sRGB: case sRGBx: return (T4){c[0], c[1], c[2], one};    \
    case BGRA: case sBGRA: return (T4){c[2], c[1], c[0], c[3]};                        \
    case ARGB: return (T4){c[1], c[2], c[3], c[0]};                                    \
    case ABGR: return (T4){c[3], c[2], c[1], c[0]};                                    \
    case INTENSITY: return (T4){c[0], c[0], c[0], c[0]};                               \
    case LUMINANCE: return (T4){c[0], c[0], c[0], one};                                \
    case RGBA: case sRGBA: return (T4){c[0], c[1], c[2], c[3]};                        \
    default: return (T4){c[0], 0, 0, one};                                             \
    }

HERE float4 place_f(int order, const float *c) { PLACE(float4, float, 1.0f) }
HERE int4 place_i(int order, const int *c) { PLACE(int4, int, 1) }

HERE int is_srgb(int order) {
    return order == sRGB || order == sRGBx || order == sRGBA || order == sBGRA;
}

HERE float snorm(float v, float scale) {
    float f = v / scale;
    return f < -1.0f ? -1.0f : f;
}

APART __attribute__((pure)) float4 load_f(const struct image *im, const uchar *p) {
    float c[4] = {0, 0, 0, 0};
    int n = channels(im->order);
    switch (im->type) {
    case UNORM_SHORT_565: {
        uint v = *(const ushort *)p;
        return (float4){(v >> 11) / 31.0f, ((v >> 5) & 63) / 63.0f, (v & 31) / 31.0f, 1.0f};
    }
    case UNORM_SHORT_555: {
        uint v = *(const ushort *)p;
        return (float4){((v >> 10) & 31) / 31.0f, ((v >> 5) & 31) / 31.0f, (v & 31) / 31.0f,
                        1.0f};
    }
    case UNORM_INT_101010: {
        uint v = *(const uint *)p;
        return (float4){((v >> 20) & 1023) / 1023.0f, ((v >> 10) & 1023) / 1023.0f,
                        (v & 1023) / 1023.0f, 1.0f};
    }
    case UNORM_INT_101010_2: {
        uint v = *(const uint *)p;
        return (float4){(v >> 22) / 1023.0f, ((v >> 12) & 1023) / 1023.0f,
                        ((v >> 2) & 1023) / 1023.0f, (v & 3) / 3.0f};
    }
    case UNORM_INT24:
        c[0] = (*(const uint *)p & 0xffffff) / 16777215.0f;
        return place_f(im->order, c);
    }
    for (int i = 0; i < 4; ++i) {
        if (i >= n) break;
        switch (im->type) {
        case SNORM_INT8: c[i] = snorm(((const signed char *)p)[i], 127.0f); break;
        case SNORM_INT16: c[i] = snorm(((const short *)p)[i], 32767.0f); break;
        case UNORM_INT8: c[i] = p[i] / 255.0f; break;
        case UNORM_INT16: c[i] = ((const ushort *)p)[i] / 65535.0f; break;
        case HALF_FLOAT: c[i] = ((const _Float16 *)p)[i]; break;
        case FLOAT: c[i] = ((const float *)p)[i]; break;
        default: c[i] = 0; break;
        }
    }
    float4 v = place_f(im->order, c);
    if (is_srgb(im->order))
        v = (float4){linear_of_srgb(v.x), linear_of_srgb(v.y), linear_of_srgb(v.z), v.w};
    return v;
}

APART __attribute__((pure)) int4 load_i(const struct image *im, const uchar *p) {
    int c[4] = {0, 0, 0, 0};
    int n = channels(im->order);
    for (int i = 0; i < 4; ++i) {
        if (i >= n) break;
        switch (im->type) {
        case SIGNED_INT8: c[i] = ((const signed char *)p)[i]; break;
        case SIGNED_INT16: c[i] = ((const short *)p)[i]; break;
        case UNSIGNED_INT8: c[i] = p[i]; break;
        case UNSIGNED_INT16: c[i] = ((const ushort *)p)[i]; break;
        case SIGNED_INT32: case UNSIGNED_INT32: c[i] = ((const int *)p)[i]; break;
        default: c[i] = 0; break;
        }
    }
    return place_i(im->order, c);
}

HERE float4 read_f(const struct image *im, const uchar *p) {
    if (im->format == RGBA_UNORM_INT8)
        return __builtin_convertvector(*(const packed_uchar4 *)p, float4) / 255.0f;
    if (im->format == RGBA_FLOAT)
        return *(const packed_float4 *)p;
    return load_f(im, p);
}

// The border colour of CLK_ADDRESS_CLAMP: alpha is 0 for orders that store it.
HERE int border_alpha(int order) {
    switch (order) {
    case A: case INTENSITY: case Rx: case RA: case RGx: case RGBx: case ARGB: case BGRA:
    case ABGR: case RGBA: case sRGBA: case sBGRA: case sRGBx:
        return 0;
    default:
        return 1;
    }
}

HERE int inside(const struct image *im, int kind, int x, int y, int z) {
    int h = DIMENSIONS(kind) > 1 ? im->height : ARRAY(kind) ? im->array_size : 1;
    int d = DIMENSIONS(kind) > 2 ? im->depth
            : DIMENSIONS(kind) == 2 && ARRAY(kind) ? im->array_size : 1;
    return (uint)x < (uint)im->width && (uint)y < (uint)h && (uint)z < (uint)d;
}

// A 1D array keeps its layers where a 2D image has rows.
HERE uchar *at(const struct image *im, int kind, int x, int y, int z) {
    if (DIMENSIONS(kind) == 1 && ARRAY(kind))
        return im->data + y * im->slice_pitch + (long)x * im->texel_bytes;
    return texel(im, x, y, z);
}

// `safe`: the coordinates are known to be inside.
HERE float4 fetch_f(const struct image *im, int kind, int safe, int x, int y, int z) {
    if (!safe && !inside(im, kind, x, y, z))
        return (float4){0, 0, 0, border_alpha(im->order)};
    return read_f(im, at(im, kind, x, y, z));
}

HERE int4 fetch_i(const struct image *im, int kind, int safe, int x, int y, int z) {
    if (!safe && !inside(im, kind, x, y, z))
        return (int4){0, 0, 0, border_alpha(im->order)};
    return load_i(im, at(im, kind, x, y, z));
}

HERE int clamped(int i, int low, int high) { return i < low ? low : i > high ? high : i; }

// `x` as an integer; what no integer holds is far outside.
HERE int whole(float x) {
    return !(x > -2147483648.0f) ? -2147483647 : x >= 2147483648.0f ? 2147483647 : (int)x;
}

// One axis (section 8.2): texels i0, i1 and the weight of i1.
HERE void axis(int sampler, float s, int size, int *i0, int *i1, float *weight) {
    float n = (float)size, u;
    int mode = ADDRESSING(sampler);
    switch (mode) {
    case REPEAT: u = (s - __builtin_floorf(s)) * n; break;
    case MIRRORED_REPEAT: {
        float t = 2.0f * __builtin_rintf(0.5f * s);
        u = __builtin_fabsf(s - t) * n;
        break;
    }
    default: u = NORMALIZED(sampler) ? s * n : s;
    }
    float v = LINEAR(sampler) ? u - 0.5f : u;
    float f = __builtin_floorf(v);
    int a = whole(f), b;
    *weight = LINEAR(sampler) ? v - f : 0.0f;
    b = a == 2147483647 ? a : a + 1;
    switch (mode) {
    case REPEAT:
        if (a < 0) a += size;
        if (a > size - 1) a -= size;
        if (b > size - 1) b -= size;
        break;
    case CLAMP:
        a = clamped(a, -1, size);
        b = clamped(b, -1, size);
        break;
    case NONE:
        break;
    default:
        a = clamped(a, 0, size - 1);
        b = clamped(b, 0, size - 1);
    }
    *i0 = a;
    *i1 = b;
}

// The layer of an array image is rounded and clamped, whatever the sampler says.
HERE int layer(float t, int layers) {
    return clamped(whole(__builtin_rintf(t)), 0, layers - 1);
}

#define COORDINATES                                                                    \
    int safe = ADDRESSING(sampler) == CLAMP_TO_EDGE ||                                 \
               ADDRESSING(sampler) == MIRRORED_REPEAT;                                 \
    int x0, x1, y0 = 0, y1 = 0, z0 = 0, z1 = 0;                                        \
    float wx, wy = 0.0f, wz = 0.0f;                                                    \
    axis(sampler, x, im->width, &x0, &x1, &wx);                                        \
    if (DIMENSIONS(kind) > 1)                                                          \
        axis(sampler, y, im->height, &y0, &y1, &wy);                                   \
    else if (ARRAY(kind))                                                              \
        y0 = y1 = layer(y, im->array_size);                                            \
    if (DIMENSIONS(kind) > 2)                                                          \
        axis(sampler, z, im->depth, &z0, &z1, &wz);                                    \
    else if (DIMENSIONS(kind) == 2 && ARRAY(kind))                                     \
        z0 = z1 = layer(z, im->array_size);

API float4 __xdsl_opencl_sample_f(const struct image *im, int sampler, int kind, float x,
                                  float y, float z) {
    COORDINATES
    if (!LINEAR(sampler))
        return fetch_f(im, kind, safe, x0, y0, z0);
    float4 sum = (1 - wx) * fetch_f(im, kind, safe, x0, y0, z0) + wx * fetch_f(im, kind, safe, x1, y0, z0);
    if (DIMENSIONS(kind) > 1) {
        float4 next =
            (1 - wx) * fetch_f(im, kind, safe, x0, y1, z0) + wx * fetch_f(im, kind, safe, x1, y1, z0);
        sum = (1 - wy) * sum + wy * next;
    }
    if (DIMENSIONS(kind) > 2) {
        float4 near =
            (1 - wx) * fetch_f(im, kind, safe, x0, y0, z1) + wx * fetch_f(im, kind, safe, x1, y0, z1);
        float4 far =
            (1 - wx) * fetch_f(im, kind, safe, x0, y1, z1) + wx * fetch_f(im, kind, safe, x1, y1, z1);
        sum = (1 - wz) * sum + wz * ((1 - wy) * near + wy * far);
    }
    return sum;
}

// A linear filter has no meaning for integers: nearest.
API int4 __xdsl_opencl_sample_i(const struct image *im, int sampler, int kind, float x,
                                float y, float z) {
    sampler &= ~0x20;
    COORDINATES
    return fetch_i(im, kind, safe, x0, y0, z0);
}

// Integer coordinates: unnormalised, nearest, no repetition.
#define TEXEL                                                                          \
    int safe = ADDRESSING(sampler) == CLAMP_TO_EDGE;                                   \
    int mode = ADDRESSING(sampler);                                                    \
    int rows = DIMENSIONS(kind) > 1 ? im->height : im->array_size;                     \
    int slices = DIMENSIONS(kind) > 2 ? im->depth : im->array_size;                    \
    if (mode == CLAMP_TO_EDGE) {                                                       \
        x = clamped(x, 0, im->width - 1);                                              \
        if (DIMENSIONS(kind) > 1) y = clamped(y, 0, rows - 1);                         \
        if (DIMENSIONS(kind) > 2) z = clamped(z, 0, slices - 1);                       \
    }                                                                                  \
    if (sampler && ARRAY(kind)) {                                                      \
        if (DIMENSIONS(kind) == 1) y = clamped(y, 0, rows - 1);                        \
        else z = clamped(z, 0, slices - 1);                                            \
    }                                                                                  \
    if (DIMENSIONS(kind) == 1 && !ARRAY(kind)) y = 0;                                  \
    if (DIMENSIONS(kind) < 3 && !(DIMENSIONS(kind) == 2 && ARRAY(kind))) z = 0;

HERE float4 fetched_f(const struct image *im, int sampler, int kind, int x, int y, int z) {
    TEXEL
    return fetch_f(im, kind, safe, x, y, z);
}

API float4 __xdsl_opencl_fetch_f(const struct image *im, int sampler, int kind, int x,
                                 int y, int z) {
    return fetched_f(im, sampler, kind, x, y, z);
}

HERE int all_inside(const struct image *im, ints x, ints y) {
    uints u = (uints)x, v = (uints)y;
    return all((u < (uints)of(im->width)) & (v < (uints)of(im->height)));
}

APART void __xdsl_opencl_load_row_f(const struct image *im, int sampler, int kind,
                                    const ints *x, const ints *y, const ints *z,
                                    floats *out) {
    if (im->format == RGBA_UNORM_INT8 && kind == IMAGE_2D) {
        ints u = edge(sampler, *x, im->width), v = edge(sampler, *y, im->height);
        if (all_inside(im, u, v)) {
            uint found[ITEMS];
            for (int i = 0; i < ITEMS; ++i)
                found[i] = *(const packed_uint *)(im->data + v[i] * im->row_pitch +
                                                  (long)u[i] * TEXEL_BYTES);
            uints words;
            __builtin_memcpy(&words, found, sizeof words);
            texels_of_bytes(words, out);
            return;
        }
    }
    const int *at[] = {(const int *)x, (const int *)y, (const int *)z};
    float *to = (float *)out;
#define EACH(sampler, kind)                                                            \
    for (int i = 0; i < ITEMS; ++i) {                                                  \
        float4 v = fetched_f(im, sampler, kind, at[0][i], at[1][i], at[2][i]);         \
        for (int k = 0; k < 4; ++k) to[ITEMS * k + i] = v[k];                          \
    }
    if (kind != IMAGE_2D) EACH(sampler, kind)
    else if (ADDRESSING(sampler) == CLAMP_TO_EDGE) EACH(CLAMP_TO_EDGE, IMAGE_2D)
    else EACH(NONE, IMAGE_2D)
}

APART void __xdsl_opencl_load_line_f(const struct image *im, int sampler, int kind, int x,
                                     int y, int z, floats *out) {
    ints u = from(x), v = of(y), w = of(z);
    __xdsl_opencl_load_row_f(im, sampler, kind, &u, &v, &w, out);
}

API int4 __xdsl_opencl_fetch_i(const struct image *im, int sampler, int kind, int x, int y,
                               int z) {
    TEXEL
    return fetch_i(im, kind, safe, x, y, z);
}

// convert_T_sat_rte(v * scale), where T begins at `low` (section 8.3.1.1); NaN becomes 0.
HERE float scaled(float v, float low, float scale) {
    if (!(v == v)) return 0.0f;
    v = v * scale;
    v = v < low ? low : v > scale ? scale : v;
    return __builtin_rintf(v);
}

#define UNPLACE(T, v)                                                                  \
    T c[4] = {v.x, v.y, v.z, v.w};                                                     \
    switch (im->order) {                                                               \
    case A: c[0] = v.w; break;                                                         \
    case RA: c[1] = v.w; break;                                                        \
    case BGRA: case sBGRA: c[0] = v.z; c[2] = v.x; break;                              \
    case ARGB: c[0] = v.w; c[1] = v.x; c[2] = v.y; c[3] = v.z; break;                  \
    case ABGR: c[0] = v.w; c[1] = v.z; c[2] = v.y; c[3] = v.x; break;                  \
    }                                                                                  \
    int n = channels(im->order);                                                       \
    if (!inside(im, kind, x, y, z)) return;                                            \
    uchar *p = at(im, kind, x, y, z);

APART void store_f(const struct image *im, int kind, int x, int y, int z, float4 value) {
    if (is_srgb(im->order))
        value = (float4){srgb_of_linear(value.x), srgb_of_linear(value.y),
                         srgb_of_linear(value.z), value.w};
    float r = value.x, g = value.y, b = value.z, a = value.w;
    UNPLACE(float, value)
    switch (im->type) {
    case UNORM_SHORT_565:
        *(ushort *)p = (uint)scaled(r, 0, 31) << 11 | (uint)scaled(g, 0, 63) << 5 |
                       (uint)scaled(b, 0, 31);
        return;
    case UNORM_SHORT_555:
        *(ushort *)p = (uint)scaled(r, 0, 31) << 10 | (uint)scaled(g, 0, 31) << 5 |
                       (uint)scaled(b, 0, 31);
        return;
    case UNORM_INT_101010:
        *(uint *)p = (uint)scaled(r, 0, 1023) << 20 | (uint)scaled(g, 0, 1023) << 10 |
                     (uint)scaled(b, 0, 1023);
        return;
    case UNORM_INT_101010_2:
        *(uint *)p = (uint)scaled(r, 0, 1023) << 22 | (uint)scaled(g, 0, 1023) << 12 |
                     (uint)scaled(b, 0, 1023) << 2 | (uint)scaled(a, 0, 3);
        return;
    case UNORM_INT24:
        *(uint *)p = (uint)(scaled(r, 0, 16777215.0f));
        return;
    }
    for (int i = 0; i < 4; ++i) {
        if (i >= n) break;
        switch (im->type) {
        case SNORM_INT8: ((signed char *)p)[i] = (int)scaled(c[i], -128, 127); break;
        case SNORM_INT16: ((short *)p)[i] = (int)scaled(c[i], -32768, 32767); break;
        case UNORM_INT8: p[i] = (int)scaled(c[i], 0, 255); break;
        case UNORM_INT16: ((ushort *)p)[i] = (int)scaled(c[i], 0, 65535); break;
        case HALF_FLOAT: ((_Float16 *)p)[i] = (_Float16)c[i]; break;
        case FLOAT: ((float *)p)[i] = c[i]; break;
        }
    }
}

HERE void written_f(const struct image *im, int kind, int x, int y, int z, float4 value) {
    if (im->format != OTHER_FORMAT) {
        if (!inside(im, kind, x, y, z)) return;
        uchar *p = at(im, kind, x, y, z);
        if (im->format == RGBA_FLOAT) {
            *(packed_float4 *)p = value;
            return;
        }
        value = __builtin_elementwise_max(value * 255.0f, (float4)0.0f);
        value = __builtin_elementwise_min(value, (float4)255.0f);
        *(packed_uchar4 *)p =
            __builtin_convertvector(__builtin_elementwise_rint(value), uchar4);
        return;
    }
    store_f(im, kind, x, y, z, value);
}

API void __xdsl_opencl_write_f(const struct image *im, int kind, int x, int y, int z,
                               float r, float g, float b, float a) {
    written_f(im, kind, x, y, z, (float4){r, g, b, a});
}

APART void __xdsl_opencl_store_row_f(const struct image *im, int kind, const ints *x,
                                     const ints *y, const ints *z, const floats *value,
                                     uint mask) {
    const int *at[] = {(const int *)x, (const int *)y, (const int *)z};
    const float *from = (const float *)value;
    for (int i = 0; i < ITEMS; ++i) {
        float4 v = {from[i], from[ITEMS + i], from[2 * ITEMS + i], from[3 * ITEMS + i]};
        if (mask >> i & 1) written_f(im, kind, at[0][i], at[1][i], at[2][i], v);
    }
}

#define STORE_INTEGERS(T, MIN8, MAX8, MIN16, MAX16, TYPE8, TYPE16, TYPE32, T8, T16)    \
    for (int i = 0; i < 4; ++i) {                                                      \
        if (i >= n) break;                                                             \
        T v = c[i];                                                                    \
        switch (im->type) {                                                            \
        case TYPE8: ((T8 *)p)[i] = v < MIN8 ? MIN8 : v > MAX8 ? MAX8 : v; break;       \
        case TYPE16: ((T16 *)p)[i] = v < MIN16 ? MIN16 : v > MAX16 ? MAX16 : v; break; \
        case TYPE32: ((T *)p)[i] = v; break;                                           \
        }                                                                              \
    }

API void __xdsl_opencl_write_i(const struct image *im, int kind, int x, int y, int z,
                               int r, int g, int b, int a) {
    int4 value = {r, g, b, a};
    UNPLACE(int, value)
    STORE_INTEGERS(int, -128, 127, -32768, 32767, SIGNED_INT8, SIGNED_INT16, SIGNED_INT32,
                   signed char, short)
}

API void __xdsl_opencl_write_ui(const struct image *im, int kind, int x, int y, int z,
                                uint r, uint g, uint b, uint a) {
    int4 value = {(int)r, (int)g, (int)b, (int)a};
    UNPLACE(uint, value)
    STORE_INTEGERS(uint, 0u, 255u, 0u, 65535u, UNSIGNED_INT8, UNSIGNED_INT16,
                   UNSIGNED_INT32, uchar, ushort)
}
