// Functions of C23's library for the CPU device, without branches and tables, so that LLVM
// inlines them and vectorises the loops over work items that call them. Within OpenCL's
// error bounds (OpenCL C 3.0, section 7.4) and with C's special values (C99, annex F),
// whether or not the processor has fused multiply-add; `test_host_math.py` compares.
//
// `generate_library.py` compiles it; a test does so again and compares. Arguments are reduced as in Cody and Waite, "Software Manual for the
// Elementary Functions"; the coefficients are Chebyshev fits to the reduced ranges. Single
// precision is mostly computed in double, where no error of the reduction can be seen.

#include "polynomials.h"

typedef unsigned int uint;
typedef unsigned long ulong;

#define HERE static inline __attribute__((always_inline))
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")

HERE uint bits(float x) { return __builtin_bit_cast(uint, x); }
HERE float of_bits(uint x) { return __builtin_bit_cast(float, x); }
HERE ulong bits_d(double x) { return __builtin_bit_cast(ulong, x); }
HERE double of_bits_d(ulong x) { return __builtin_bit_cast(double, x); }

HERE float absolute(float x) { return of_bits(bits(x) & 0x7fffffff); }
HERE float with_sign(float x, uint sign) { return of_bits(bits(x) ^ (sign & 0x80000000)); }
HERE int is_nan(float x) { return x != x; }
// Written so that Clang makes no branch of it: neither operand is evaluated later.
HERE float nan_unless(int valid, float y) {
    return of_bits(bits(y) | (-(uint)!valid & 0x7fc00000));
}

// Adding this and taking it away rounds to an integer, which stands in the low bits of the
// sum: neither needs an instruction that converts, which NaN would make undefined.
#define ROUND 0x1.8p23f
#define ROUND_D 0x1.8p52
#define INVERSE_PI 0x1.45f306dc9c883p-2

// 2^x for |x| < 1022.
HERE double exp2_core(double x) {
    double t = x + ROUND_D, r = x - (t - ROUND_D);
    double p = 1.0 + r * (0x1.62e42fefa39efp-1 + r * (0x1.ebfbe046e529dp-3
        + r * (0x1.c6b08d8887c96p-5 + r * (0x1.3b2a1a3178a01p-7 + r * (0x1.5d879de8126f7p-10
        + r * (0x1.44413f0666543p-13 + r * 0x1.00a645ec335a3p-16))))));
    return p * of_bits_d((bits_d(t) + 1023) << 52);
}

// e^x - 1 for |x| < 700, also where it is small.
HERE double expm1_core(double x) {
    double t = x * 0x1.71547652b82fep+0 + ROUND_D, n = t - ROUND_D;
    double r = (x - n * 0x1.62e42fee00000p-1) - n * 0x1.a39ef35793c76p-33;
    double p = r + r * r * (0x1.0p-1 + r * (0x1.555555676c1bbp-3 + r * (0x1.5555555c910d6p-5
        + r * (0x1.1110c5ed7d6c9p-7 + r * (0x1.6c1685542fcbap-10
        + r * (0x1.a152099da25bap-13 + r * 0x1.a113930ccb5e2p-16))))));
    double s = of_bits_d((bits_d(t) + 1023) << 52);
    return s * p + (s - 1.0);
}

// In this order each comparison is one instruction of x86, which leaves NaN as it is.
HERE float limited(float x, float low, float high) {
    x = low > x ? low : x;
    return high < x ? high : x;
}

HERE double limited_d(double x, double low, double high) {
    x = low > x ? low : x;
    return high < x ? high : x;
}

// p * 2^n for the n that is in the low bits of `t`, in two steps: the last one rounds.
HERE float scaled(float p, float t) {
    int n = (int)(bits(t) - bits(ROUND)), half = n >> 1;
    return p * of_bits((uint)(half + 127) << 23) * of_bits((uint)(n - half + 127) << 23);
}

float expf(float x) {
    x = limited(x, -104.0f, 89.0f);
    float t = x * 0x1.715476p+0f + ROUND, n = t - ROUND;
    return scaled(EXP_CORE(float, x, n), t);
}

float exp2f(float x) {
    x = limited(x, -151.0f, 129.0f);
    float t = x + ROUND, r = x - (t - ROUND);
    return scaled(EXP2_CORE(float, r), t);
}

float exp10f(float x) {
    double wide = limited(x, -46.0f, 39.0f);
    return (float)exp2_core(wide * 0x1.a934f0979a371p+1);
}

float expm1f(float x) {
    float y = (float)expm1_core(limited(x, -50.0f, 89.0f));
    return x == 0.0f ? x : y;
}

// A positive normal number as 2^*n * m; `least` has the bits of the least m, within (1/2, 1].
HERE float split(float x, uint least, float *n) {
    uint u = bits(x), e = u - least;
    *n = (float)((int)e >> 23);
    return of_bits(u - (e & 0xff800000));
}

HERE float normal(float x, uint least, float *n) {
    int tiny = x < 0x1p-126f;
    float m = split(tiny ? x * 0x1p25f : x, least, n);
    *n = tiny ? *n - 25.0f : *n;
    return m;
}

// A logarithm at 0, infinity, below 0 and for NaN.
HERE float log_special(float x, float y) {
    y = x == INFINITY ? x : y;
    y = x == 0.0f ? -INFINITY : y;
    return x >= 0.0f ? y : NAN;
}

float logf(float x) {
    float n, f = normal(x, 0x3f400000, &n) - 1.0f;
    return log_special(x, LOG_CORE(float, f, n));
}

// log2 of the ratio of two numbers that is within [sqrt(1/2), sqrt(2)): of their sum and
// difference.
HERE double log2_ratio(double difference, double sum) {
    double s = difference / sum, z = s * s;
    return s * (0x1.71547652bed9dp+1 + z * (0x1.ec709d13094a7p-1 + z * (0x1.27777fd825af6p-1
        + z * (0x1.a58d86633111bp-2 + z * 0x1.5ce91c1a94018p-2))));
}

// log2 of a positive number.
HERE double log2_core(float x) {
    float n;
    double m = normal(x, 0x3f3504f3, &n);
    return (double)n + log2_ratio(m - 1.0, m + 1.0);
}

float log2f(float x) { return log_special(x, (float)log2_core(x)); }

float log10f(float x) {
    return log_special(x, (float)(log2_core(x) * 0x1.34413509f79ffp-2));
}

// log(1 + x) for x > -1 in double precision.
HERE double log1p_core(double x) {
    double u = 1.0 + x;
    ulong b = bits_d(u), e = b - 0x3fe6a09e667f3bcd;
    // The exponent, as a double without a conversion from 64 bits.
    double n = of_bits_d(0x4338000000000000 + (ulong)((int)(uint)(e >> 32) >> 20)) - ROUND_D;
    double m = of_bits_d(b - (e & 0xfff0000000000000));
    // Where u is not scaled, its difference from 1 is x, bits that u lost included.
    double d = n == 0.0 ? x : m - 1.0;
    return (n + log2_ratio(d, m + 1.0)) * 0x1.62e42fefa39efp-1;
}

float log1pf(float x) {
    float y = (float)log1p_core(x);
    y = x == INFINITY ? x : y;
    y = x == -1.0f ? -INFINITY : y;
    y = x >= -1.0f ? y : NAN;
    return x == 0.0f ? x : y;
}

float cbrtf(float x) {
    float a = absolute(x);
    float y = (float)exp2_core(log2_core(a) * 0x1.5555555555555p-2);
    y = of_bits(bits(y) & -(uint)(a > 0.0f));
    y = a == INFINITY ? a : y;
    return nan_unless(!is_nan(x), with_sign(y, bits(x)));
}

// The power of two that a number without sign is, NaN for NaN.
HERE double log2_of_absolute(float a) {
    double l = log2_core(a);
    l = a == 0.0f ? -INFINITY : a == INFINITY ? INFINITY : l;
    return nan_unless(!is_nan(a), 0.0f) + l;
}

HERE float exp2_limited(double x) {
    float r = (float)exp2_core(limited_d(x, -200.0, 200.0));
    return nan_unless(x == x, r);
}

float powf(float x, float y) {
    float ax = absolute(x), ay = absolute(y);
    float r = exp2_limited((double)y * log2_of_absolute(ax));
    float small = ay < 0x1p24f ? y : 0.0f;
    int i = (int)small;
    int whole = (ay >= 0x1p24f) | ((float)i == y), odd = i & whole;
    r = with_sign(r, bits(x) & (uint)odd << 31);
    r = nan_unless(!((x < 0.0f) & (ax < INFINITY) & !whole), r);
    r = ((ax == 1.0f) & (ay == INFINITY)) ? 1.0f : r;
    return ((y == 0.0f) | (x == 1.0f)) ? 1.0f : r;
}

float pownf(float x, long count) {
    int n = (int)count;
    float r = exp2_limited((double)n * log2_of_absolute(absolute(x)));
    r = with_sign(r, bits(x) & (uint)n << 31);
    return n == 0 ? 1.0f : r;
}

float rootnf(float x, long count) {
    int n = (int)count;
    float r = exp2_limited(log2_of_absolute(absolute(x)) / (double)(n == 0 ? 1 : n));
    r = with_sign(r, bits(x) & (uint)n << 31);
    return nan_unless((n != 0) & !((x < 0.0f) & !(n & 1)), r);
}

// The one of five words that `word` says, without memory and branches.
#define WORD(a, b, c, d, e)                                                            \
    ((a) ^ (((a) ^ (b)) & -(uint)(word > 0)) ^ (((b) ^ (c)) & -(uint)(word > 1)) ^     \
     (((c) ^ (d)) & -(uint)(word > 2)) ^ (((d) ^ (e)) & -(uint)(word > 3)))

// x - n * pi/2 within [-pi/4, pi/4] and n modulo 4, for |x| < 2^22.
HERE double reduced_near(float x, uint *quadrant) {
    double wide = x, t = wide * 0x1.45f306dc9c883p-1 + ROUND_D, n = t - ROUND_D;
    *quadrant = (uint)bits_d(t);
    return (wide - n * 0x1.921fb50000000p+0) - n * 0x1.110b4611a6263p-26;
}

// The same for all numbers.
HERE double reduced(float x, uint *quadrant) {
    uint q;
    double r = reduced_near(x, &q);
    // Beyond 2^22: Payne and Hanek. The mantissa times 96 bits of 2/pi, those that make
    // neither multiples of 4 nor less than the result can show.
    uint u = bits(x), e = (u >> 23 & 255) - 120, word = e >> 5, shift = e & 31;
    ulong m = (u & 0x7fffff) | 0x800000;
    uint w[] = {WORD(0, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0),
                WORD(0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599),
                WORD(0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041),
                WORD(0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab)};
#pragma clang loop unroll(full)
    for (int i = 0; i < 3; ++i)
        w[i] = w[i] << shift | w[i + 1] >> 1 >> (31 - shift);
    ulong product = (m * w[0] << 32) + m * w[1] + (m * w[2] >> 32);
    uint top = (uint)(product >> 32), count = (top + 0x20000000) >> 30;
    int high = (int)(top - (count << 30)), low = (int)((uint)product >> 1);
    double part = ((double)high + (double)low * 0x1p-31) * 0x1.921fb54442d18p-30;
    int big = absolute(x) >= 0x1p22f;
    *quadrant = big ? (x < 0.0f ? 0u - count : count) : q;
    part = x < 0.0f ? -part : part;
    r = big ? part : r;
    return absolute(x) < INFINITY ? r : (double)NAN;
}

HERE float sin_or_cos(float r, uint quadrant) {
    float z = r * r;
    float s = r * (1.0f + z * (-0x1.555552p-3f + z * (0x1.110c24p-7f + z * -0x1.9ac6fcp-13f)));
    float c = 1.0f + (z * z * (0x1.555554p-5f + z * (-0x1.6c12cep-10f + z * 0x1.9bd670p-16f))
        - 0.5f * z);
    return with_sign(quadrant & 1 ? c : s, quadrant << 30);
}

float sinf(float x) {
    uint quadrant;
    float r = (float)reduced(x, &quadrant);
    return sin_or_cos(r, quadrant);
}

float cosf(float x) {
    uint quadrant;
    float r = (float)reduced(x, &quadrant);
    return sin_or_cos(r, quadrant + 1);
}

// For work items in lockstep (`ROW_FUNCTIONS`): where all arguments are below 2^22, and for
// sixteen of which some are not.
HERE float near_sine(float x) {
    uint quadrant;
    float r = (float)reduced_near(x, &quadrant);
    return sin_or_cos(r, quadrant);
}

HERE float near_cosine(float x) {
    uint quadrant;
    float r = (float)reduced_near(x, &quadrant);
    return sin_or_cos(r, quadrant + 1);
}

#define ROW_ITEMS 16

// The sine of x + turns * pi/2.
__attribute__((noinline)) float __far_sine(float x, uint turns) {
    uint quadrant;
    float r = (float)reduced(x, &quadrant);
    return sin_or_cos(r, quadrant + turns);
}

__attribute__((noinline)) void __far_sinf(const float *x, float *y) {
    for (int i = 0; i < ROW_ITEMS; ++i) y[i] = __far_sine(x[i], 0);
}

__attribute__((noinline)) void __far_cosf(const float *x, float *y) {
    for (int i = 0; i < ROW_ITEMS; ++i) y[i] = __far_sine(x[i], 1);
}

// The same in double precision: cosine and sine, exchanged and negated as `quadrant` says.
HERE void sin_and_cos(double r, uint quadrant, double *sine, double *cosine) {
    double z = r * r;
    double s = r * (1.0 + z * (-0x1.5555555555161p-3 + z * (0x1.1111110fd1496p-7
        + z * (-0x1.a019fd95094bep-13 + z * (0x1.71d9a549ac8fbp-19
        + z * -0x1.aa262ee715b00p-26)))));
    double c = 1.0 + z * (-0x1.ffffffffffffap-2 + z * (0x1.5555555554103p-5
        + z * (-0x1.6c16c16917713p-10 + z * (0x1.a019fc7364c4bp-16
        + z * (-0x1.27e0f15bb1c0bp-22 + z * 0x1.1c04cd182d01bp-29)))));
    int odd = quadrant & 1;
    *sine = odd ? c : s;
    *cosine = odd ? -s : c;
}

float tanf(float x) {
    uint quadrant;
    double s, c, r = reduced(x, &quadrant);
    sin_and_cos(r, quadrant, &s, &c);
    return (float)(s / c);
}

// pi * (x - n / 2) within [-pi/4, pi/4] and n modulo 4; from 2^24 on numbers are even.
HERE double reduced_pi(float x, uint *quadrant) {
    double wide = absolute(x) < 0x1p24f ? x : 0.0f, t = wide * 2.0 + ROUND_D;
    *quadrant = (uint)bits_d(t);
    return (wide - 0.5 * (t - ROUND_D)) * 0x1.921fb54442d18p+1;
}

// Zeros and poles: OpenCL C 3.0, section 7.5.1.
float sinpif(float x) {
    uint q;
    double s, c, r = reduced_pi(x, &q);
    sin_and_cos(r, q, &s, &c);
    float y = (float)(q & 2 ? -s : s);
    // A whole number: zero with its sign.
    uint whole = -(uint)((r == 0.0) & !(q & 1));
    y = of_bits((bits(y) & ~whole) | (bits(x) & 0x80000000 & whole));
    return nan_unless(absolute(x) < INFINITY, y);
}

float cospif(float x) {
    uint q;
    double s, c, r = reduced_pi(x, &q);
    sin_and_cos(r, q, &s, &c);
    float y = (float)(q & 2 ? -c : c);
    y = ((r == 0.0) & (q & 1)) ? 0.0f : y;
    return nan_unless(absolute(x) < INFINITY, y);
}

float tanpif(float x) {
    uint q;
    double s, c, r = reduced_pi(x, &q);
    sin_and_cos(r, q, &s, &c);
    float y = (float)(s / c);
    float exact = with_sign(q & 1 ? INFINITY : of_bits(bits(x) & 0x80000000), q << 30);
    y = r == 0.0 ? exact : y;
    return nan_unless(absolute(x) < INFINITY, y);
}

// atan(t) for |t| < 0.4143.
HERE double atan_core(double t) {
    double z = t * t;
    return t * (1.0 + z * (-0x1.5555555501010p-2 + z * (0x1.9999982174445p-3
        + z * (-0x1.2491bf4d1afe2p-3 + z * (0x1.c6f6422e982b2p-4
        + z * (-0x1.71d067c3a42ebp-4 + z * (0x1.243050d0120cdp-4
        + z * -0x1.4ae868a2230a0p-5)))))));
}

// The angle of a point with coordinates that are not negative.
HERE double angle(double x, double y) {
    int steep = y > x;
    double small = steep ? x : y, large = steep ? y : x;
    int middle = small > 0.41421356237 * large;
    double above = middle ? small - large : small, below = middle ? small + large : large;
    double a = atan_core(above / (below == 0.0 ? 1.0 : below));
    a = middle ? a + 0x1.921fb54442d18p-1 : a;
    return steep ? 0x1.921fb54442d18p+0 - a : a;
}

float atanf(float x) { return with_sign((float)angle(1.0, absolute(x)), bits(x)); }

float atanpif(float x) {
    return with_sign((float)(angle(1.0, absolute(x)) * INVERSE_PI), bits(x));
}

HERE double angle_of_point(float y, float x) {
    float ax = absolute(x), ay = absolute(y);
    int corner = (ax == INFINITY) & (ay == INFINITY);
    double a = angle(corner ? 1.0f : ax, corner ? 1.0f : ay);
    return (int)bits(x) < 0 ? 0x1.921fb54442d18p+1 - a : a;
}

float atan2f(float y, float x) {
    float a = (float)angle_of_point(y, x);
    return nan_unless(!(is_nan(x) | is_nan(y)), with_sign(a, bits(y)));
}

float atan2pif(float y, float x) {
    float a = (float)(angle_of_point(y, x) * INVERSE_PI);
    return nan_unless(!(is_nan(x) | is_nan(y)), with_sign(a, bits(y)));
}

// asin(x) of |x| <= 1/2 by its square.
HERE double asin_core(double x, double z) {
    return x + x * z * (0x1.555555555bb08p-3 + z * (0x1.333333131447fp-4
        + z * (0x1.6db6f6000eae0p-5 + z * (0x1.f1beb39d0c45fp-6 + z * (0x1.6f34e8d0b2684p-6
        + z * (0x1.14eb1fd2389e8p-6 + z * (0x1.1460edb1ee3a6p-6 + z * (0x1.148f816779c72p-10
        + z * 0x1.d0a710b07b028p-6))))))));
}

HERE double asin_of_absolute(double a, int *steep) {
    *steep = a > 0.5;
    double z = *steep ? 0.5 - 0.5 * a : a * a;
    return asin_core(*steep ? __builtin_sqrt(z) : a, z);
}

HERE double asin_wide(float x) {
    int steep;
    double y = asin_of_absolute(absolute(x), &steep);
    return steep ? 0x1.921fb54442d18p+0 - 2.0 * y : y;
}

HERE double acos_wide(float x) {
    int steep;
    double y = asin_of_absolute(absolute(x), &steep);
    int left = x < 0.0f;
    double far = left ? 0x1.921fb54442d18p+1 - 2.0 * y : 2.0 * y;
    double near = left ? 0x1.921fb54442d18p+0 + y : 0x1.921fb54442d18p+0 - y;
    return steep ? far : near;
}

float asinf(float x) { return with_sign((float)asin_wide(x), bits(x)); }

float asinpif(float x) { return with_sign((float)(asin_wide(x) * INVERSE_PI), bits(x)); }

float acosf(float x) { return (float)acos_wide(x); }

float acospif(float x) { return (float)(acos_wide(x) * INVERSE_PI); }

float sinhf(float x) {
    double m = expm1_core(limited(absolute(x), 0.0f, 100.0f));
    float y = (float)(0.5 * (m + m / (m + 1.0)));
    return with_sign(y, bits(x));
}

float coshf(float x) {
    double m = expm1_core(limited(absolute(x), 0.0f, 100.0f)) + 1.0;
    return (float)(0.5 * (m + 1.0 / m));
}

float tanhf(float x) {
    double m = expm1_core(2.0 * limited(absolute(x), 0.0f, 20.0f));
    return with_sign((float)(m / (m + 2.0)), bits(x));
}

// Below 1 a polynomial of the square, else 1 - e^q for a polynomial q, up to 4, from where on
// that is 1.
float erff(float x) {
    float a = absolute(x), z = a * a, t = a > 4.0f ? 4.0f : a;
    float near = a + a * (0x1.06eba8p-3f + z * (-0x1.812746p-2f + z * (0x1.ce2f08p-4f
        + z * (-0x1.b829c8p-6f + z * (0x1.562a60p-8f + z * (-0x1.bccf66p-11f
        + z * (0x1.d88750p-14f + z * -0x1.445f48p-17f)))))));
    float q = 0x1.4fb068p-12f + t * (-0x1.2156fap+0f + t * (-0x1.437eb4p-1f
        + t * (-0x1.c2e356p-4f + t * (0x1.b0e246p-6f + t * (-0x1.37ecc6p-8f
        + t * (0x1.38e5e6p-11f + t * (-0x1.825ce4p-15f + t * 0x1.b77830p-20f)))))));
    float s = q * 0x1.715476p+0f + ROUND, n = s - ROUND;
    float far = 1.0f - EXP_CORE(float, q, n) * of_bits((bits(s) - bits(ROUND) + 127) << 23);
    return with_sign(a < 1.0f ? near : far, bits(x));
}

float asinhf(float x) {
    double a = absolute(x);
    float y = (float)log1p_core(a + a * a / (1.0 + __builtin_sqrt(a * a + 1.0)));
    return with_sign(a < INFINITY ? y : (float)a, bits(x));
}

float acoshf(float x) {
    double t = (double)x - 1.0;
    float y = (float)log1p_core(t + __builtin_sqrt(t * (t + 2.0)));
    y = x == INFINITY ? x : y;
    return x >= 1.0f ? y : NAN;
}

float atanhf(float x) {
    double a = absolute(x);
    float y = (float)(0.5 * log1p_core(2.0 * a / (1.0 - a)));
    y = a == 1.0 ? INFINITY : y;
    return nan_unless(a <= 1.0, with_sign(y, bits(x)));
}

float hypotf(float x, float y) {
    double a = x, b = y;
    float r = (float)__builtin_sqrt(a * a + b * b);
    return ((absolute(x) == INFINITY) | (absolute(y) == INFINITY)) ? INFINITY : r;
}

// --- double precision -------------------------------------------------------------------

// p * 2^n for the n that is in the low bits of `t`, in two steps: the last one rounds.
HERE double scaled_d(double p, double t) {
    int n = (int)(uint)bits_d(t), half = n >> 1;
    return p * of_bits_d((ulong)(half + 1023) << 52) *
           of_bits_d((ulong)(n - half + 1023) << 52);
}

// e^r for |r| < 0.35.
HERE double exp_reduced(double r) {
    double p = 0x1.0p-1 + r * (0x1.5555555555557p-3 + r * (0x1.5555555555556p-5
        + r * (0x1.11111111100bep-7 + r * (0x1.6c16c16c162fep-10 + r * (0x1.a01a01abf85abp-13
        + r * (0x1.a01a01a6d03ffp-16 + r * (0x1.71de01fdbf9cap-19
        + r * (0x1.27e4db6b6fe76p-22 + r * (0x1.af4e554377204p-26
        + r * 0x1.1f7309845b618p-29)))))))));
    return 1.0 + (r + r * r * p);
}

double exp(double x) {
    x = limited_d(x, -746.0, 710.0);
    double t = x * 0x1.71547652b82fep+0 + ROUND_D, n = t - ROUND_D;
    double r = (x - n * 0x1.62e42fee00000p-1) - n * 0x1.a39ef35793c76p-33;
    return scaled_d(exp_reduced(r), t);
}

double exp2(double x) {
    x = limited_d(x, -1076.0, 1025.0);
    double t = x + ROUND_D, r = x - (t - ROUND_D);
    double p = 0x1.62e42fefa39efp-1 + r * (0x1.ebfbdff82c58fp-3 + r * (0x1.c6b08d704a0c0p-5
        + r * (0x1.3b2ab6fba4e7bp-7 + r * (0x1.5d87fe78a675ap-10 + r * (0x1.430912f86ac23p-13
        + r * (0x1.ffcbfc5878de4p-17 + r * (0x1.62c0224613675p-20
        + r * (0x1.b5253d7a4c822p-24 + r * (0x1.e4cf036b19586p-28
        + r * (0x1.e8c9d9e5138eap-32 + r * (0x1.c4b62f9c6e5bcp-36
        + r * 0x1.82f63b5db05c0p-40)))))))))));
    return scaled_d(1.0 + r * p, t);
}

double exp10(double x) {
    x = limited_d(x, -324.0, 309.0);
    double t = x * 0x1.a934f0979a371p+1 + ROUND_D, n = t - ROUND_D;
    double r = (x - n * 0x1.34413509f6000p-2) - n * 0x1.9fef311f12b36p-42;
    return scaled_d(exp_reduced(r * 0x1.26bb1bbb55516p+1), t);
}

// The logarithm of the part of a positive number that is within [sqrt(1/2), sqrt(2)), as a
// number and what has to be taken from it, and the power of two before it.
HERE double log_parts(double x, double *rest, double *n) {
    int tiny = x < 0x1p-1022;
    ulong b = bits_d(tiny ? x * 0x1p54 : x), e = b - 0x3fe6a09e667f3bcd;
    // The exponent, as a double without a conversion from 64 bits.
    double count = of_bits_d(0x4338000000000000 + (ulong)((int)(uint)(e >> 32) >> 20)) - ROUND_D;
    *n = tiny ? count - 54.0 : count;
    double f = of_bits_d(b - (e & 0xfff0000000000000)) - 1.0;
    double s = f / (2.0 + f), z = s * s, half = 0.5 * f * f;
    double p = z * (0x1.5555555555558p-1 + z * (0x1.9999999995273p-2 + z * (0x1.2492492dfd86cp-2
        + z * (0x1.c71c62d5e53e0p-3 + z * (0x1.7462b91b8df65p-3 + z * (0x1.39fdcceb4bb45p-3
        + z * 0x1.2b5f68a50d903p-3))))));
    *rest = half - s * (half + p);
    return f;
}

HERE double log_special_d(double x, double y) {
    y = x == (double)INFINITY ? x : y;
    y = x == 0.0 ? -(double)INFINITY : y;
    return x >= 0.0 ? y : (double)NAN;
}

double log(double x) {
    double n, rest, f = log_parts(x, &rest, &n);
    double y = f - (rest - n * 0x1.a39ef35793c76p-33);
    return log_special_d(x, n * 0x1.62e42fee00000p-1 + y);
}

double log2(double x) {
    double n, rest, f = log_parts(x, &rest, &n), y = f - rest;
    // What the subtraction lost, which a factor would make larger.
    double lost = (f - y) - rest;
    y = y * 0x1.71547652b82fep+0 + (y * 0x1.777d0ffda0d24p-56 + lost * 0x1.71547652b82fep+0);
    return log_special_d(x, n + y);
}

double log10(double x) {
    double n, rest, f = log_parts(x, &rest, &n), y = f - rest;
    double lost = (f - y) - rest;
    y = y * 0x1.bcb7b1526e50ep-2 + (y * 0x1.95355baaafad3p-57 + lost * 0x1.bcb7b1526e50ep-2);
    return log_special_d(x, n * 0x1.34413509f6000p-2 + (y + n * 0x1.9fef311f12b36p-42));
}

// --- division with remainder ---------------------------------------------------------------

// Exact: the remainder of the numbers without their exponents, times 2^n in steps that leave
// room for as many bits as the divisor does not have. C libraries before glibc 2.38 take one bit
// at a time.
__attribute__((noinline)) double fmod(double x, double y) {
    ulong sign = bits_d(x) & 1ul << 63, a = bits_d(x) ^ sign, b = bits_d(y) & ~(1ul << 63);
    if (!b || a >= 0x7fful << 52 || b > 0x7fful << 52)
        return x * y / (x * y);
    if (a < b)
        return x;
    int exponent = b >> 52 ? b >> 52 : 1, n = (a >> 52 ? a >> 52 : 1) - exponent;
    ulong one = 1ul << 52;
    a = a >> 52 ? (a & one - 1) | one : a;
    b = b >> 52 ? (b & one - 1) | one : b;
    // Factors of two that both have.
    int both = __builtin_ctzl(b);
    both = both < n ? both : n;
    b >>= both;
    n -= both;
    int room = __builtin_clzl(b);
    for (a %= b; a && n > 0; n -= room)
        a = (a << (n < room ? n : room)) % b;
    a <<= both;
    if (!a)
        return of_bits_d(sign);
    int up = __builtin_clzl(a) - 11;
    up = up < exponent - 1 ? up : exponent - 1;
    // The highest bit of a normal number counts for its exponent.
    return of_bits_d(sign | (a << up) + ((ulong)(exponent - 1 - up) << 52));
}

// Each remainder of floats is one, so nothing is rounded.
float fmodf(float x, float y) { return (float)fmod(x, y); }
