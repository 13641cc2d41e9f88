// The functions of `math.c` for `ROW_ITEMS` work items in lockstep, a library of their own: Clang
// turns these loops into vectors once, so that LLVM need not for each call of each program.
#include "math.c"

#define LOOP                                                                           \
    _Pragma("clang loop vectorize_width(16) interleave_count(1)")                      \
    for (int i = 0; i < ROW_ITEMS; ++i)
#define ROW_BY(name, type, function)                                                   \
    __attribute__((flatten)) void __row_##name(const type *restrict x,                 \
                                               type *restrict result) {                \
        LOOP result[i] = function(x[i]);                                               \
    }
#define ROW(name, type) ROW_BY(name, type, name)
#define ROW2(name, type, second)                                                       \
    __attribute__((flatten)) void __row_##name(                                        \
        const type *restrict x, const second *restrict y, type *restrict result) {     \
        LOOP result[i] = name(x[i], y[i]);                                             \
    }

ROW(expf, float)
ROW(exp2f, float)
ROW(exp10f, float)
ROW(expm1f, float)
ROW(logf, float)
ROW(log2f, float)
ROW(log10f, float)
ROW(log1pf, float)
ROW(cbrtf, float)
ROW2(powf, float, float)
ROW2(pownf, float, long)
ROW2(rootnf, float, long)
ROW_BY(sinf, float, near_sine)
ROW_BY(cosf, float, near_cosine)
ROW(tanf, float)
ROW(sinpif, float)
ROW(cospif, float)
ROW(tanpif, float)
ROW(atanf, float)
ROW(atanpif, float)
ROW2(atan2f, float, float)
ROW2(atan2pif, float, float)
ROW(asinf, float)
ROW(asinpif, float)
ROW(acosf, float)
ROW(acospif, float)
ROW(sinhf, float)
ROW(coshf, float)
ROW(tanhf, float)
ROW(erff, float)
ROW(asinhf, float)
ROW(acoshf, float)
ROW(atanhf, float)
ROW2(hypotf, float, float)
ROW(exp, double)
ROW(exp2, double)
ROW(exp10, double)
ROW(log, double)
ROW(log2, double)
ROW(log10, double)
