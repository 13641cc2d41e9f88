// The polynomials of `math.c` and `rows512.c`, which must give the same bits: a work item
// that is not in a row is computed by the former. `type` is a number or a vector of numbers.

// e^x, without its factor 2^n: n is the integer next to x / ln(2).
#define EXP_CORE(type, x, n)                                                           \
    ({                                                                                 \
        type r = ((x) - (n) * 0x1.62e4p-1f) - (n) * 0x1.7f7d1cp-20f, z = r * r;        \
        type p = (0x1.0p-1f + r * 0x1.5554dcp-3f)                                      \
            + z * ((0x1.555518p-5f + r * 0x1.120be2p-7f) + z * 0x1.6d117cp-10f);       \
        1.0f + (r + z * p);                                                            \
    })

// 2^r for |r| <= 1/2.
#define EXP2_CORE(type, r)                                                             \
    (1.0f + (r) * (0x1.62e430p-1f + (r) * (0x1.ebfbe0p-3f + (r) * (0x1.c6af6ap-5f      \
        + (r) * (0x1.3b2a52p-7f + (r) * (0x1.5f0a1cp-10f + (r) * 0x1.44149ap-13f))))))

// log(1 + f) + n * ln(2) for f within [-1/4, 1/2]. In pairs, which do not wait for each
// other; the part of ln(2) that a float lacks is below a twentieth of the result's ulp.
#define LOG_CORE(type, f, n)                                                           \
    ({                                                                                 \
        type z = (f) * (f), y = z * z;                                                 \
        type low = (0x1.555556p-2f + (f) * -0x1.000026p-2f)                            \
            + z * (0x1.999a56p-3f + (f) * -0x1.5536aap-3f);                            \
        type high = (0x1.243704p-3f + (f) * -0x1.02da64p-3f)                           \
            + z * (0x1.de70d4p-4f + (f) * -0x1.87a1eap-4f);                            \
        type p = low + y * (high + y * 0x1.5f350ep-5f);                                \
        ((f) + z * ((f) * p - 0.5f)) + (n) * 0x1.62e430p-1f;                           \
    })
