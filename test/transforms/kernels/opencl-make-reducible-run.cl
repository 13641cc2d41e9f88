// Loops that `goto` enters at several labels. Python computed the values, with a variable for the next label.
// RUN: xdsl-opencl run %s --kernel two --global-size 8 --arg zeros:uint:8 --dump 8 | filecheck %s --check-prefix=TWO
// RUN: xdsl-opencl run %s --kernel two --mcpu gfx1100 --max-instructions 100000 --global-size 8 --arg zeros:uint:8 --dump 8 | filecheck %s --check-prefix=TWO
// RUN: xdsl-opencl run %s --kernel cases --global-size 8 --arg zeros:uint:8 --dump 8 | filecheck %s --check-prefix=CASES
// RUN: xdsl-opencl run %s --kernel cases --mcpu gfx1100 --max-instructions 100000 --global-size 8 --arg zeros:uint:8 --dump 8 | filecheck %s --check-prefix=CASES
// RUN: xdsl-opencl run %s --kernel inside --global-size 8 --arg zeros:uint:8 --dump 8 | filecheck %s --check-prefix=INSIDE
// RUN: xdsl-opencl run %s --kernel inside --mcpu gfx1100 --max-instructions 100000 --global-size 8 --arg zeros:uint:8 --dump 8 | filecheck %s --check-prefix=INSIDE
// RUN: xdsl-opencl run %s --kernel around --global-size 8 --arg zeros:uint:8 --dump 8 | filecheck %s --check-prefix=AROUND
// RUN: xdsl-opencl run %s --kernel around --mcpu gfx1100 --max-instructions 100000 --global-size 8 --arg zeros:uint:8 --dump 8 | filecheck %s --check-prefix=AROUND

// TWO: out: uint32[8] 46366581 236116737 81804001 78342902 245440501 59121693 72397044 88158845
kernel void two(global uint *out) {
  uint g = get_global_id(0), a = (g * 7u) & 31, b = (g * 11u + 5u) & 31, s = 0, n = 0;
  if (a & 1) goto second;
first:
  s += a;
  a = (a * 5u + 3u) & 31;
  if (++n > 40) goto done;
  if (a > b) goto third;
second:
  s ^= b << (n & 7);
  b = (b * 3u + 1u) & 31;
  n++;
  if (b & 1) goto first;
third:
  s = s * 3u + 1u;
  n += 2;
  if (n < 50) {
    if (s & 4) goto second;
    goto first;
  }
done:
  out[g] = s + 1000000u * n;
}

// CASES: out: uint32[8] 110 3505 2702 3903 29504 57505 46305 19504
kernel void cases(global uint *out) {
  uint g = get_global_id(0), s = g, n = 0;
  switch (g % 3) {
  case 0: goto first;
  case 1: goto second;
  default: goto third;
  }
first:
  s = s * 5u + 1u;
second:
  s ^= s >> 3;
  if (++n > 9 + g) goto done;
third:
  s += n * g;
  switch (s % 4) {
  case 0: goto first;
  case 1: goto second;
  case 2: n++; goto third;
  default: goto done;
  }
done:
  out[g] = s * 100u + n;
}

// A cycle with two entries inside a loop; what it computes is used after it and in the next round.
// INSIDE: out: uint32[8] 373 5000 30500 508 5 5 503 551
kernel void inside(global uint *out) {
  uint g = get_global_id(0), s = g, last = 0;
  for (uint i = 0; i < 3 + g % 3; i++) {
    uint n = 0, x;
    if ((s ^ i) & 1) goto second;
  first:
    s = s * 3u + i;
  second:
    x = s ^ n;
    if (++n < 4 + g && x % 5 != 0) goto first;
    if (n < 3) goto second;
    last = last * 10u + x % 10u;
  }
  out[g] = last;
}

// A loop, and a cycle with two entries, inside a cycle with two entries.
// AROUND: out: uint32[8] 3491767118 123560007 96286 1016564 3497087740 142915531 98 1269525
kernel void around(global uint *out) {
  uint g = get_global_id(0), s = g + 1, n = 0;
  if (g & 2) goto second;
first:
  for (uint i = 0; i < (s & 3); i++) s = s * 7u + i;
second:
  if (++n > 12) goto done;
  s ^= n;
  if (s & 1) goto fourth;
third:
  s = s * 3u + g;
fourth:
  s += n << 2;
  if (++n < 12 && s & 4) goto third;
  if (s & 8) goto first;
  if (s % 7 != 0) goto second;
done:
  out[g] = s;
}
