#define KERNEL(name, type, statement) \
kernel void name(global const type *in, global type *out, local type *bins, type first) { \
  int i = get_local_id(0); \
  if (i < 4) bins[i] = first; \
  barrier(CLK_LOCAL_MEM_FENCE); \
  for (int k = 0; k < 4; ++k) { \
    type value = in[k * 256 + i]; \
    local type *p = &bins[(value >> 3) & 3]; \
    statement; \
  } \
  barrier(CLK_LOCAL_MEM_FENCE); \
  if (i < 4) out[i] = bins[i]; \
}
KERNEL(add, uint, atomic_add(p, value))
KERNEL(sub, int, atomic_sub(p, value))
KERNEL(inc, uint, atomic_inc(p))
KERNEL(most, int, atomic_max(p, value))
KERNEL(least, int, atomic_min(p, value))
KERNEL(umost, uint, atomic_max(p, value))
KERNEL(uleast, uint, atomic_min(p, value))
KERNEL(both, uint, atomic_and(p, value))
KERNEL(either, uint, atomic_or(p, value))
KERNEL(odd, uint, atomic_xor(p, value))
KERNEL(compared, uint, {
  uint old; uint seen = *p;
  do { old = seen; seen = atomic_cmpxchg(p, old, old + value); } while (seen != old);
})
kernel void taken(global uint *out, local uint *next) {
  int i = get_local_id(0);
  if (i == 0) *next = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint place = atomic_inc(next);
  out[place] = atomic_xchg(next + 1, (uint)i) * 0 + i;
}
