/*
 * Loops of the kinds that LLVM's loop passes know: searches, reductions, counters that wrap,
 * strides, recurrences. `test_plain_c.py` also compiles this file as C, where `item` is a variable.
 */
#ifdef __OPENCL_VERSION__
#define ITEM ((uint)get_global_id(0))
#else
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
#define kernel
#define global
uint item;
#define ITEM item
#endif

kernel void last_of_some(global const uchar *data, global uint *out, uint size) {
  uint g = ITEM;
  ulong a = data[g] & 31, b = 0ul - (data[g + 1] & 31);
  int r = 0;
  ulong i = 0;
  for (;;) {
    int z = b == 0;
    if (!z)
      r = i & 1;
    if (i == a)
      break;
    i++;
    b++;
  }
  out[g] = r;
}

kernel void find_last(global const uchar *data, global uint *out, uint size) {
  uint g = ITEM;
  int r = -1;
  for (int i = 0; i < (int)size; i++)
    if (data[g + i] == 42 + (data[g] & 3))
      r = i * 4;
  out[g] = r;
}

kernel void find_odd(global const uchar *data, global uint *out, uint size) {
  uint g = ITEM;
  int r = -1;
  for (int i = 0; i < (int)size; i++) {
    int e = i * 4;
    if ((data[g + i] & 7) == 3)
      r = e + 1;
  }
  out[g] = r;
}

kernel void find_first(global const uchar *data, global uint *out, uint size) {
  uint g = ITEM;
  uint r = 1000;
  for (uint i = size; i-- > 0;)
    r = (data[g + i] & 15) == 3 ? i : r;
  out[g] = r;
}

kernel void argmin(global const uchar *data, global uint *out, uint size) {
  uint g = ITEM;
  uint best = 1000, at = 0;
  for (uint i = 0; i < size; i++) {
    uint v = data[g * 3 + i];
    if (v < best) {
      best = v;
      at = i;
    }
  }
  out[g] = at * 1000 + best;
}

kernel void argmax(global const uchar *data, global uint *out, uint size) {
  uint g = ITEM;
  int best = -1, at = 0;
  for (uint i = 0; i < size; i++) {
    int v = data[g * 3 + i];
    if (v >= best) {
      best = v;
      at = i;
    }
  }
  out[g] = at * 1000 + best;
}

kernel void wrapping_end(global const uchar *data, global uint *out, uint size) {
  uint g = ITEM;
  uint x = data[g];
  uint dd = (uint)-13;
  uint b = 5;
  for (; dd >= 8; dd = dd + 5) {
    b += x + (dd & 1);
  }
  out[g] = b;
}

kernel void backwards(global const uchar *data, global uint *out, uint size) {
  uint g = ITEM;
  uint s = 0;
  for (int i = (int)size - 1; i >= 0; i -= 3)
    s = s + data[g + i] * (i & 3);
  out[g] = s;
}

kernel void narrow_sum(global const uchar *data, global uint *out, uint size) {
  uint g = ITEM;
  uchar c = 0;
  for (uint i = 0; i < size * 20; i++)
    c += data[(g + i) & 255] > 100;
  out[g] = c;
}

kernel void narrow_counter(global const uchar *data, global uint *out, uint size) {
  uint g = ITEM;
  uint s = 0;
  for (uchar i = 0; i < (uchar)(size * 3); i++)
    s += data[g + i] * i;
  out[g] = s;
}

kernel void wrapping_counter(global const uchar *data, global uint *out, uint size) {
  uint g = ITEM;
  uint s = 0;
  for (ushort i = 65530; i != (ushort)size; i++)
    s += data[g + (i & 31)] ^ i;
  out[g] = s;
}

kernel void wrapping_product(global const uchar *data, global uint *out, uint size) {
  uint g = ITEM;
  uint s = 0;
  for (uint i = 0; i < size; i++) {
    uint at = (i * 0x40000001u + g) & 127;
    s += data[at] << (i & 3);
  }
  out[g] = s;
}

kernel void reversed(global const uchar *data, global uint *out, uint size) {
  uint g = ITEM;
  uchar t[64];
  for (uint i = 0; i < 64; i++)
    t[63 - i] = data[g + i];
  for (uint i = 0; i < 63; i++)
    t[i + 1] = t[i] + t[i + 1];
  uint s = 0;
  for (uint i = 0; i < 64; i++)
    s = s * 3 + t[i];
  out[g] = s;
}

kernel void overlap(global const uchar *data, global uint *out, uint size) {
  uint g = ITEM;
  uint t[80];
  for (int i = 0; i < 80; i++)
    t[i] = data[g + i];
  int o = (data[g] & 7) - 3;
  for (int i = 4; i < 70; i++)
    t[i] = t[i + o] * 2 + 1;
  uint s = 0;
  for (int i = 0; i < 80; i++)
    s = s * 3 + t[i];
  out[g] = s;
}

kernel void stores_of_ways(global const uchar *data, global uint *out, uint size) {
  uint g = ITEM;
  int t[64];
  for (int i = 0; i < 64; i++)
    t[i] = i;
  for (int i = 0; i < 64; i++) {
    if (data[g + i] & 1)
      t[i & 31] = t[i] + i;
    else
      t[(i + 7) & 63] ^= i;
  }
  uint s = 0;
  for (int i = 0; i < 64; i++)
    s = s * 5 + t[i];
  out[g] = s;
}

kernel void clamped(global const uchar *data, global uint *out, uint size) {
  uint g = ITEM;
  uint s = 0;
  for (uint i = 0; i < size * 2; i++) {
    uint at = i < 20 ? i : 19;
    uint lo = i > 5 ? i - 5 : 0;
    s += data[g + at] * 3 + data[g + lo];
  }
  out[g] = s;
}

kernel void divided(global const uchar *data, global uint *out, uint size) {
  uint g = ITEM;
  uint s = 0;
  for (uint i = 0; i < size * 2; i++)
    s += data[g + i / 3] * data[g * 2 + i % 3 * 4 + (i >> 2)] + data[(i * 7 + g) % 100];
  out[g] = s;
}

kernel void bits(global const uchar *data, global uint *out, uint size) {
  uint g = ITEM;
  ushort h = 1;
  uint b = 0;
  for (uint i = 0; i < size; i++) {
    h ^= data[g + i] << (i % 9);
    b |= 1u << (data[g + i] & 31);
  }
  out[g] = h ^ b;
}

kernel void signed_sum(global const uchar *data, global uint *out, uint size) {
  uint g = ITEM;
  long s = 0;
  for (int i = -(int)size; i < (int)size; i++)
    s += (long)i * i * (data[g + (i & 15)] - 100);
  out[g] = (uint)(s ^ s >> 32);
}

kernel void two_ends(global const uchar *data, global uint *out, uint size) {
  uint g = ITEM;
  uint lo = 0, hi = size, s = 0;
  while (lo < hi) {
    if (data[g + lo] + data[g + hi] > 250)
      hi--;
    else {
      lo++;
      s += hi;
    }
  }
  out[g] = s * 7 + lo;
}

kernel void last_values(global const uchar *data, global uint *out, uint size) {
  uint g = ITEM;
  uint v = 0, k = 0;
  for (uint i = 0; i < size; i++) {
    v = data[g + i] * i;
    k = i * 3;
    if (v > 250 * size)
      break;
  }
  out[g] = v + k;
}

kernel void recurrence(global const uchar *data, global uint *out, uint size) {
  uint g = ITEM;
  uint a = 1, b = 2, s = 0;
  for (uint i = 0; i < size; i++) {
    uint c = data[g + i];
    s += c * a;
    a = b;
    b = c;
  }
  out[g] = s + a * 3 + b;
}
