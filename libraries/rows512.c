// What processors with AVX-512 do in fewer instructions than `rows.c`, made into `rows512.ll`:
// they scale by powers of two and split numbers in one, subnormal and special ones included.
// The bits of the results are those of `math.c`.
#include "polynomials.h"

typedef float row __attribute__((vector_size(64)));
typedef unsigned short lanes;

#define HERE static inline __attribute__((always_inline))
#define ALL ((lanes)-1)
#define AS_SET 4
#define ROUND 0x1.8p23f

HERE row of(float x) { return (row){x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x}; }

// NaN stays.
HERE row limited(row x, float low, float high) {
    x = __builtin_ia32_maxps512(of(low), x, AS_SET);
    return __builtin_ia32_minps512(of(high), x, AS_SET);
}

HERE row scaled(row x, row n) {
    return __builtin_ia32_scalefps512_mask(x, n, x, ALL, AS_SET);
}

row __row_expf(row x) {
    x = limited(x, -104.0f, 89.0f);
    row n = x * 0x1.715476p+0f + ROUND - ROUND;
    return scaled(EXP_CORE(row, x, n), n);
}

row __row_exp2f(row x) {
    x = limited(x, -151.0f, 129.0f);
    row n = x + ROUND - ROUND, r = x - n;
    return scaled(EXP2_CORE(row, r), n);
}

row __row_logf(row x) {
    // The mantissa within [3/4, 3/2), NaN for negative numbers; the exponent of 0 is
    // -infinity.
    row m = __builtin_ia32_getmantps512_mask(x, 0xb, x, ALL, AS_SET);
    row n = __builtin_ia32_getexpps512_mask(x, x, ALL, AS_SET);
    lanes below = __builtin_ia32_cmpps512_mask(m, of(1.0f), 1, ALL, AS_SET);
    n = __builtin_ia32_selectps_512(below, n + 1.0f, n);
    row f = m - 1.0f;
    return LOG_CORE(row, f, n);
}
