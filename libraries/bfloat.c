// The conversions to bfloat16 that LLVM calls on processors without instructions for them.

typedef unsigned int uint;

static uint bits(float x) {
    uint word;
    __builtin_memcpy(&word, &x, 4);
    return word;
}

static __bf16 of_bits(uint word) {
    unsigned short half = (unsigned short)word;
    __bf16 y;
    __builtin_memcpy(&y, &half, 2);
    return y;
}

// To nearest, to even between two; a NaN stays one, and becomes quiet.
static __bf16 rounded(uint word) {
    if ((word & 0x7fffffff) > 0x7f800000)
        return of_bits(word >> 16 | 0x40);
    return of_bits((word + 0x7fff + (word >> 16 & 1)) >> 16);
}

__bf16 __truncsfbf2(float x) {
    return rounded(bits(x));
}

// The float between is rounded to odd, so that only the second rounding counts.
__bf16 __truncdfbf2(double x) {
    float near = (float)x;
    uint word = bits(near);
    if (x == x && (double)near != x) {
        word -= __builtin_fabs((double)near) > __builtin_fabs(x);
        word |= 1;
    }
    return rounded(word);
}
