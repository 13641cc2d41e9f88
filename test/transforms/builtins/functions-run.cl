// Every kind of function, beside Python's.
// RUN: xdsl-opencl run %s --global-size 1 --arg iota:float:8 --arg iota:int:8 --arg zeros:float:155 --arg zeros:int:45 --dump 155 | filecheck %s
// RUN: xdsl-opencl run %s --mcpu gfx1100 --global-size 1 --arg iota:float:8 --arg iota:int:8 --arg zeros:float:155 --arg zeros:int:45 --dump 155 | filecheck %s
// RUN: xdsl-opencl run %s --mcpu gfx900 -O0 --global-size 1 --arg iota:float:8 --arg iota:int:8 --arg zeros:float:155 --arg zeros:int:45 --dump 155 | filecheck %s

// CHECK: o: float32[155] 0.681{{[0-9]*}} 0.731{{[0-9]*}} 0.931{{[0-9]*}} -0.287{{[0-9]*}} 0.848{{[0-9]*}} 0.722{{[0-9]*}} 0.643{{[0-9]*}} 0.822{{[0-9]*}}
// CHECK-SAME: 1.294{{[0-9]*}} 0.635{{[0-9]*}} 0.866{{[0-9]*}} 1.116{{[0-9]*}} 0.559{{[0-9]*}} 0.75 0.711{{[0-9]*}} 0.288{{[0-9]*}}
// CHECK-SAME: 0.203{{[0-9]*}} 1.225{{[0-9]*}} 0.908{{[0-9]*}} 1.681{{[0-9]*}} -0.415{{[0-9]*}} -0.124{{[0-9]*}} -1.047{{[0-9]*}} -0.896{{[0-9]*}}
// CHECK-SAME: -2.0 -1.0 -1.0 -1.601{{[0-9]*}} 0.286{{[0-9]*}} -1.077{{[0-9]*}} -0.922{{[0-9]*}} -0.848{{[0-9]*}}
// CHECK-SAME: 1.566{{[0-9]*}} 0.916{{[0-9]*}} 0.284{{[0-9]*}} 1.329{{[0-9]*}} 1.581{{[0-9]*}} 2.0 3.0 0.972{{[0-9]*}}
// CHECK-SAME: 5.623{{[0-9]*}} 0.632{{[0-9]*}} 0.707{{[0-9]*}} -0.707{{[0-9]*}} -1.0{{[0-9]*}} 0.269{{[0-9]*}} 0.230{{[0-9]*}} 0.204{{[0-9]*}}
// CHECK-SAME: 0.707{{[0-9]*}} -0.707{{[0-9]*}} 2.0 3.0 -1.0 -1.0 1.0 -10.0
// CHECK-SAME: 0.318{{[0-9]*}} 1.988{{[0-9]*}} 0.064{{[0-9]*}} -1.953125 1.357{{[0-9]*}} 0.632{{[0-9]*}} 2.601{{[0-9]*}} 0.827{{[0-9]*}}
// CHECK-SAME: 2.610{{[0-9]*}} 0.5 -0.5 0.5 1.75 0.0 -2.5 0.625
// CHECK-SAME: 0.625 0.75 -1.25 -1.25 0.75 0.750{{[0-9]*}} 6.0 0.09375
// CHECK-SAME: 1.0 0.681{{[0-9]*}} 0.300{{[0-9]*}} 0.286{{[0-9]*}} 0.400{{[0-9]*}} 1.988{{[0-9]*}} 1.321{{[0-9]*}} 1.581{{[0-9]*}}
// CHECK-SAME: 0.632{{[0-9]*}} 0.931{{[0-9]*}} -0.600{{[0-9]*}} 1000.{{[0-9]*}} -100.25 -199.25 0.5 73.85{{[0-9]*}}
// CHECK-SAME: 101.3{{[0-9]*}} 0.75 42.97{{[0-9]*}} 0.043{{[0-9]*}} 1.1875 1.0 0.0 0.549{{[0-9]*}}
// CHECK-SAME: -1.0 1.0 -3.1875 -2.1875 3.517{{[0-9]*}} 2.657{{[0-9]*}} 0.710{{[0-9]*}} 0.287{{[0-9]*}}
// CHECK-SAME: -1.0 3.517{{[0-9]*}} 5.232{{[0-9]*}} 0.568{{[0-9]*}} 7.1875 -0.3125 3.6875 0.0
// CHECK-SAME: 1.0 1.0 0.0 1.0 1.0 0.0 1.0 1.0
// CHECK-SAME: 1.0 0.0 1.0 1.0 0.0 1.0 {{[^ ]*}} 0.75
// CHECK-SAME: 2.5 0.75 255.0 -128.0 2.0 3.0 -2.0 -1.0
// CHECK-SAME: 0.0 -1.0 255.0 -128.0 50331648.0 50331652.0 32767.0 0.0
// CHECK-SAME: 1.0 1061158912.0 1.5
// CHECK: p: int32[45] 100000 100003 2147483647 -2147483648 -49999 -49998 3 3
// CHECK-SAME: 13 305119896 -300000 -7112 -7109 2147483647 878082066 305419896
// CHECK-SAME: 218744 3 -100000 3 3 305412784 2147433649 255
// CHECK-SAME: 0 14 54 3 7 305419896 3 305418339
// CHECK-SAME: 0 -1 -38 758 2147483602 860 2147483647 262147
// CHECK-SAME: 9 510274632 15 103 305422456
#define OF __attribute__((overloadable, const))
float OF dot(float4, float4);
float OF dot(float3, float3);
float OF dot(float2, float2);
int OF dot(char4, char4);
int OF dot(uchar4, char4);
int OF ctz(int);
int OF dot_acc_sat(char4, char4, int);
uint OF dot_4x8packed_uu_uint(uint, uint);
int OF bit_reverse(int);
int OF bitfield_extract_signed(int, uint, uint);
uint OF bitfield_extract_unsigned(uint, uint, uint);
int OF bitfield_insert(int, int, uint, uint);

kernel void functions(global const float *x, global const int *y, global float *o, global int *p) {
  float a = x[3] / 4, b = x[5] / 2, c = -x[5] / 4, big = x[2] * 500.25f, tiny = x[1] / 1024;
  float4 v = (float4)(a, b, c, x[2]), u = (float4)(c, a, b, -x[1] / 2);
  int i = y[3], j = y[1] * -100000, m = y[1] * 0x12345678, n = 0;
  short k = 0x3e00 * y[1];
  float w = 0;
  o[0] = sin(a);
  o[1] = cos(a);
  o[2] = tan(a);
  o[3] = log(a);
  o[4] = asin(a);
  o[5] = acos(a);
  o[6] = atan(a);
  o[7] = sinh(a);
  o[8] = cosh(a);
  o[9] = tanh(a);
  o[10] = sqrt(a);
  o[11] = expm1(a);
  o[12] = log1p(a);
  o[13] = fabs(a);
  o[14] = erf(a);
  o[15] = erfc(a);
  o[16] = lgamma(a);
  o[17] = tgamma(a);
  o[18] = cbrt(a);
  o[19] = exp2(a);
  o[20] = log2(a);
  o[21] = log10(a);
  o[22] = asinh(c);
  o[23] = atan(c);
  o[24] = floor(c);
  o[25] = ceil(c);
  o[26] = trunc(c);
  o[27] = sinh(c);
  o[28] = exp(c);
  o[29] = cbrt(c);
  o[30] = erf(c);
  o[31] = tanh(c);
  o[32] = acosh(b);
  o[33] = log(b);
  o[34] = lgamma(b);
  o[35] = tgamma(b);
  o[36] = sqrt(b);
  o[37] = floor(b);
  o[38] = ceil(b);
  o[39] = atanh(a);
  o[40] = exp10(a);
  o[41] = rsqrt(b);
  o[42] = sinpi(a);
  o[43] = cospi(a);
  o[44] = tanpi(a);
  o[45] = asinpi(a);
  o[46] = acospi(a);
  o[47] = atanpi(a);
  o[48] = sinpi(c);
  o[49] = cospi(c);
  o[50] = rint(b);
  o[51] = round(b);
  o[52] = round(c);
  o[53] = rint(c);
  o[54] = logb(b);
  o[55] = logb(tiny);
  o[56] = pow(b, c);
  o[57] = powr(b, a);
  o[58] = pown(b, -3);
  o[59] = pown(c, 3);
  o[60] = rootn(b, 3);
  o[61] = rootn(b, -2);
  o[62] = atan2(a, c);
  o[63] = atan2pi(a, c);
  o[64] = hypot(a, b);
  o[65] = fmod(big, b);
  o[66] = fmod(-big, b);
  o[67] = remainder(big, b);
  o[68] = fdim(b, a);
  o[69] = fdim(a, b);
  o[70] = copysign(b, c);
  o[71] = fma(a, b, c);
  o[72] = mad(a, b, c);
  o[73] = fmax(a, c);
  o[74] = fmin(a, c);
  o[75] = maxmag(a, c);
  o[76] = minmag(a, c);
  o[77] = nextafter(a, b);
  o[78] = ldexp(a, 3);
  o[79] = ldexp(a, -3);
  o[80] = nan(1u) != nan(1u) ? 1.0f : 0.0f;
  o[81] = half_sin(a);
  o[82] = half_divide(a, b);
  o[83] = native_exp(c);
  o[84] = native_recip(b);
  o[85] = half_powr(b, a);
  o[86] = native_log2(b);
  o[87] = native_sqrt(b);
  o[88] = half_rsqrt(b);
  o[89] = native_tan(a);
  o[90] = native_divide(a, c);
  o[91] = frexp(big, &n) + 100 * n;
  o[92] = modf(c, &w) + 100 * w;
  o[93] = fract(c, &w) + 100 * w;
  o[94] = remquo(big, b, &n) + 1000 * (n & 7);
  o[95] = sincos(a, &w) + 100 * w;
  o[96] = lgamma_r(c, &n) + 100 * n;
  o[97] = clamp(b, c, a);
  o[98] = degrees(a);
  o[99] = radians(b);
  o[100] = mix(a, b, 0.25f);
  o[101] = step(a, b);
  o[102] = step(b, a);
  o[103] = smoothstep(c, b, a);
  o[104] = sign(c);
  o[105] = sign(b);
  o[106] = dot(v, u);
  o[107] = dot(v.xyz, u.xyz);
  o[108] = length(v);
  o[109] = distance(v.xy, u.xy);
  o[110] = normalize(v).y;
  o[111] = normalize(v.xy).x;
  o[112] = normalize(c);
  o[113] = fast_length(v);
  o[114] = fast_distance(v, u);
  o[115] = fast_normalize(v).w;
  o[116] = cross(v, u).x;
  o[117] = cross(v, u).y;
  o[118] = cross(v, u).z;
  o[119] = isnan(a);
  o[120] = isinf(a / 0.0f);
  o[121] = isfinite(a);
  o[122] = isnormal(tiny * 1e-37f);
  o[123] = signbit(c);
  o[124] = isless(a, b);
  o[125] = isgreater(a, b);
  o[126] = isequal(a, a);
  o[127] = isnotequal(a, b);
  o[128] = islessequal(a, a);
  o[129] = isgreaterequal(a, b);
  o[130] = islessgreater(a, b);
  o[131] = isordered(a, b);
  o[132] = isunordered(a, b);
  o[133] = any(v < u) + 2 * all(v < u);
  o[134] = bitselect(a, b, c);
  o[135] = select(a, b, i < 0);
  o[136] = select(a, b, i > 0);
  o[137] = select(v, u, (int4)(i, -i, i, -i)).y;
  o[138] = convert_uchar_sat(big);
  o[139] = convert_char_sat(-big);
  o[140] = convert_int_rte(b);
  o[141] = convert_int_rtp(b);
  o[142] = convert_int_rtn(c);
  o[143] = convert_int_rtz(c);
  o[144] = convert_ushort_sat(c);
  o[145] = convert_char_sat_rtp(c);
  o[146] = convert_uchar_sat(i * 300);
  o[147] = convert_char_sat(-i * 300);
  o[148] = convert_float_rtz(16777217 * i);
  o[149] = convert_float_rtp(16777217 * i);
  o[150] = convert_short_sat(i * 100000u);
  o[151] = convert_uint_sat(c);
  o[152] = convert_long_sat(a * 1e30f) > 0;
  o[153] = (float)as_int(a);
  o[154] = vload_half(0, (const private half *)&k);
  p[0] = abs(j);
  p[1] = abs_diff(j, i);
  p[2] = add_sat(m, m * 7);
  p[3] = sub_sat(j, 2147483647);
  p[4] = hadd(j, i);
  p[5] = rhadd(j, i);
  p[6] = clz(m);
  p[7] = ctz(m);
  p[8] = popcount(m);
  p[9] = mad24(i, j, m);
  p[10] = mul24(i, j);
  p[11] = mul_hi(j, m);
  p[12] = mad_hi(j, m, i);
  p[13] = mad_sat(m, m, i);
  p[14] = rotate(m, 8);
  p[15] = rotate(m, j);
  p[16] = upsample((short)i, (ushort)m);
  p[17] = max(i, j);
  p[18] = min(i, j);
  p[19] = min((uint)i, (uint)j);
  p[20] = clamp(m, j, i);
  p[21] = mul_hi((uint)j, (uint)m);
  p[22] = hadd((uint)j, (uint)i);
  p[23] = add_sat((uchar)250, (uchar)(i * 3));
  p[24] = sub_sat((uchar)i, (uchar)9);
  p[25] = clz((ushort)i);
  p[26] = popcount((long)j);
  p[27] = abs((char)-i);
  p[28] = shuffle((int4)(i, j, m, 7), (uint4)(3, 2, 1, 0)).x;
  p[29] = shuffle2((int2)(i, j), (int2)(m, 7), (uint4)(2, 1, 3, 0)).x;
  p[30] = select(i, j, m < 0);
  p[31] = bitselect(i, m, j);
  p[32] = isless(v, u).x;
  p[33] = isless(u, v).x;
  p[34] = dot((char4)(i, -4, 5, 6), (char4)(7, 8, -9, i));
  p[35] = dot((uchar4)(i, 4, 5, 250), (char4)(7, 8, -9, i));
  p[36] = dot_acc_sat((char4)(i, -4, 5, 6), (char4)(7, 8, -9, i), 2147483640);
  p[37] = dot_4x8packed_uu_uint(m, 0x01020304);
  p[38] = convert_int_sat(a * 1e30f);
  p[39] = as_int((short2)((short)i, (short)4));
  p[40] = (int)ilogb(big);
  p[41] = bit_reverse(m);
  p[42] = bitfield_extract_signed(m, 3u, 5u);
  p[43] = bitfield_extract_unsigned((uint)m, 4u, 8u);
  p[44] = bitfield_insert(m, j, 8u, 8u);
}
