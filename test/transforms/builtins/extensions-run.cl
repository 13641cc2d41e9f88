// Functions of extensions and of 64 bits, beside their definitions in Python integers.
// RUN: xdsl-opencl run %s --global-size 1 --arg 0x89ABCDEF --arg 0x1234FE07 --arg 0x01FF0013 --arg -3.5 --arg zeros:uint:64 --dump 64 | filecheck %s
// RUN: xdsl-opencl run %s --mcpu gfx1100 --global-size 1 --arg 0x89ABCDEF --arg 0x1234FE07 --arg 0x01FF0013 --arg -3.5 --arg zeros:uint:64 --dump 64 | filecheck %s
// RUN: xdsl-opencl run %s --mcpu gfx900 --global-size 1 --arg 0x89ABCDEF --arg 0x1234FE07 --arg 0x01FF0013 --arg -3.5 --arg zeros:uint:64 --dump 64 | filecheck %s
// CHECK: p: uint32[64] 2042487366 2882400018 1316021627 33489434 67502099 33531810 2037764091 305463231 67108736 219035
// CHECK-SAME: 2202 0 4294967262 4279457691 33488915 2309737967 305462791 2309737967 305462791 33488915
// CHECK-SAME: 3229614080 1065353216 3227516928 2359676885 63635746 2356268759 47972624 2148 16712192 239
// CHECK-SAME: 137 2147473421 4294947661 4294965101 65102 2147483648 4294967295 4294967295 629971429 2376715798
// CHECK-SAME: 0 2147483648 4294967295 2147483647 0 2147483648 2449405500 18009594 96 0
// CHECK-SAME: 139667533 4279487975 496307332 4286595067 2596069112 2300215043 66977830 19084 14407 0
// CHECK-SAME: 3165306026 3165371563
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define OF __attribute__((overloadable, const))
#define OF3(name) uint OF amd_##name(uint, uint, uint);
OF3(bitalign) OF3(bytealign) OF3(lerp) OF3(sad) OF3(sadhi) OF3(sadw) OF3(sadd) OF3(msad)
OF3(bfe) OF3(min3) OF3(max3) OF3(median3)
int OF amd_bfe(int, uint, uint);
int OF amd_min3(int, int, int);
int OF amd_max3(int, int, int);
int OF amd_median3(int, int, int);
float OF amd_min3(float, float, float);
float OF amd_max3(float, float, float);
float OF amd_median3(float, float, float);
uint OF amd_bfm(uint, uint);
ulong OF amd_qsad(ulong, uint, ulong);
ulong OF amd_mqsad(ulong, uint, ulong);
uint OF amd_sad4(uint4, uint4, uint);
uint OF amd_pack(float4);
float OF amd_unpack0(uint);
float OF amd_unpack3(uint);
int OF dot_acc_sat_4x8packed_ss_int(uint, uint, int);
int OF dot_4x8packed_su_int(uint, uint);
uint OF dot_acc_sat_4x8packed_uu_uint(uint, uint, uint);
uint OF dot_acc_sat(uchar4, uchar4, uint);
int OF dot_acc_sat(char4, uchar4, int);

kernel void extensions(uint x, uint y, uint z, float f, global uint *p) {
  ulong wide = ((ulong)x << 32) | y, other = ((ulong)z << 32) | x;
  ulong q = amd_qsad(wide, z, other), m = amd_mqsad(wide, z, other);
  ulong sat = mad_sat(wide, 3ul, other), fits = mad_sat(other, 2ul, wide);
  long low = mad_sat((long)wide, 5l, (long)other), high = mad_sat(-(long)wide, 5l, (long)other);
  long near = mad_sat((long)other, -7l, (long)wide);
  ulong2 upper = mul_hi((ulong2)(wide, other), (ulong2)(other, 12345ul));
  long2 signs = mul_hi((long2)(wide, -other), (long2)(other, 1l << 62));
  half3 h = (half3)(f, -2 * f, 3 * f);
  int3 turned = rotate((int3)(x, y, z), (int3)(4, 31, 33));
  p[0] = amd_bitalign(x, y, z);
  p[1] = amd_bytealign(x, y, z);
  p[2] = amd_lerp(x, y, z);
  p[3] = amd_sad(x, y, z);
  p[4] = amd_sadhi(x, y, z);
  p[5] = amd_sadw(x, y, z);
  p[6] = amd_sadd(x, y, z);
  p[7] = amd_msad(x, z, y);
  p[8] = amd_bfm(z, y);
  p[9] = amd_bfe(x, y, z);
  p[10] = amd_bfe(x, 20u, 15u);
  p[11] = amd_bfe(x, 5u, 32u);
  p[12] = amd_bfe((int)x, 4u, 7u);
  p[13] = amd_bfe((int)x, y, 31u);
  p[14] = amd_min3(x, y, z);
  p[15] = amd_max3(x, y, z);
  p[16] = amd_median3(x, y, z);
  p[17] = amd_min3((int)x, (int)y, (int)z);
  p[18] = amd_max3((int)x, (int)y, (int)z);
  p[19] = amd_median3((int)x, (int)y, (int)z);
  p[20] = as_uint(amd_min3(f, 2.0f, -4.0f));
  p[21] = as_uint(amd_max3(f, -9.0f, 1.0f));
  p[22] = as_uint(amd_median3(5.0f, f, -4.0f));
  p[23] = q, p[24] = q >> 32;
  p[25] = m, p[26] = m >> 32;
  p[27] = amd_sad4((uint4)(x, y, z, 1), (uint4)(z, x, x, y), 9);
  p[28] = amd_pack((float4)(f + 4, f + 5.5f, f + 300, f));
  p[29] = amd_unpack0(x), p[30] = amd_unpack3(x);
  p[31] = dot_acc_sat_4x8packed_ss_int(x, y, 2147480000);
  p[32] = dot_4x8packed_su_int(x, y);
  p[33] = dot_acc_sat_4x8packed_uu_uint(x, y, 4294900000u);
  p[34] = dot_acc_sat(as_uchar4(x), as_uchar4(y), 1);
  p[35] = dot_acc_sat(as_char4(x), as_uchar4(z), -2147483647);
  p[36] = sat, p[37] = sat >> 32;
  p[38] = fits, p[39] = fits >> 32;
  p[40] = low, p[41] = low >> 32;
  p[42] = high, p[43] = high >> 32;
  p[44] = near, p[45] = near >> 32;
  p[46] = upper.x, p[47] = upper.x >> 32;
  p[48] = upper.y, p[49] = upper.y >> 32;
  p[50] = signs.x, p[51] = signs.x >> 32;
  p[52] = signs.y, p[53] = signs.y >> 32;
  p[54] = turned.x, p[55] = turned.y, p[56] = turned.z;
  p[57] = as_ushort(length(h));
  p[58] = as_ushort(normalize(h).y);
  p[59] = as_ushort(normalize((half2)(0, f - f)).x);
  p[60] = as_ushort(convert_half_rtz(f / 3)) | as_ushort(convert_half_rtp(f / 3)) << 16;
  p[61] = as_ushort(convert_half_rtn(f / 3)) | as_ushort(convert_half(f / 3)) << 16;
}
