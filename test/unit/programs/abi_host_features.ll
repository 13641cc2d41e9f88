; --- SATURATE

define i16 @f(half %x) {
  %n = call i16 @llvm.fptosi.sat.i16.f16(half %x)
  ret i16 %n
}
declare i16 @llvm.fptosi.sat.i16.f16(half)
; --- SCALE_HALF

define half @f(half %x, i32 %n) {
  %r = call half @llvm.ldexp.f16.i32(half %x, i32 %n)
  ret half %r
}
declare half @llvm.ldexp.f16.i32(half, i32)
; --- SCALE_VECTOR

define <4 x float> @f(<4 x float> %x, <4 x i32> %n) {
  %r = call <4 x float> @llvm.ldexp.v4f32.v4i32(<4 x float> %x, <4 x i32> %n)
  ret <4 x float> %r
}
declare <4 x float> @llvm.ldexp.v4f32.v4i32(<4 x float>, <4 x i32>)
; --- TO_BFLOAT

define bfloat @f(float %x) {
  %r = fptrunc float %x to bfloat
  ret bfloat %r
}
