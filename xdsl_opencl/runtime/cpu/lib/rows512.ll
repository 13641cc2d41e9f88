define <16 x float> @__row_expf(<16 x float> noundef %0) local_unnamed_addr #0 {
  %2 = tail call <16 x float> @llvm.x86.avx512.max.ps.512(<16 x float> splat (float -1.040000e+02), <16 x float> %0, i32 4)
  %3 = tail call <16 x float> @llvm.x86.avx512.min.ps.512(<16 x float> splat (float 8.900000e+01), <16 x float> %2, i32 4)
  %4 = tail call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %3, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168000000000000))
  %5 = fadd <16 x float> %4, splat (float 0xC168000000000000)
  %6 = fneg <16 x float> %5
  %7 = tail call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %6, <16 x float> splat (float 0x3FE62E4000000000), <16 x float> %3)
  %8 = tail call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %6, <16 x float> splat (float 0x3EB7F7D1C0000000), <16 x float> %7)
  %9 = fmul <16 x float> %8, %8
  %10 = tail call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %8, <16 x float> splat (float 0x3FC5554DC0000000), <16 x float> splat (float 5.000000e-01))
  %11 = tail call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %8, <16 x float> splat (float 0x3F8120BE20000000), <16 x float> splat (float 0x3FA5555180000000))
  %12 = tail call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %9, <16 x float> splat (float 0x3F56D117C0000000), <16 x float> %11)
  %13 = tail call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %9, <16 x float> %12, <16 x float> %10)
  %14 = tail call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %9, <16 x float> %13, <16 x float> %8)
  %15 = fadd <16 x float> %14, splat (float 1.000000e+00)
  %16 = tail call <16 x float> @llvm.x86.avx512.mask.scalef.ps.512(<16 x float> %15, <16 x float> %5, <16 x float> %15, i16 -1, i32 4)
  ret <16 x float> %16
}

declare <16 x float> @llvm.fmuladd.v16f32(<16 x float>, <16 x float>, <16 x float>) #1

define <16 x float> @__row_exp2f(<16 x float> noundef %0) local_unnamed_addr #0 {
  %2 = tail call <16 x float> @llvm.x86.avx512.max.ps.512(<16 x float> splat (float -1.510000e+02), <16 x float> %0, i32 4)
  %3 = tail call <16 x float> @llvm.x86.avx512.min.ps.512(<16 x float> splat (float 1.290000e+02), <16 x float> %2, i32 4)
  %4 = fadd <16 x float> %3, splat (float 0x4168000000000000)
  %5 = fadd <16 x float> %4, splat (float 0xC168000000000000)
  %6 = fsub <16 x float> %3, %5
  %7 = tail call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %6, <16 x float> splat (float 0x3F244149A0000000), <16 x float> splat (float 0x3F55F0A1C0000000))
  %8 = tail call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %6, <16 x float> %7, <16 x float> splat (float 0x3F83B2A520000000))
  %9 = tail call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %6, <16 x float> %8, <16 x float> splat (float 0x3FAC6AF6A0000000))
  %10 = tail call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %6, <16 x float> %9, <16 x float> splat (float 0x3FCEBFBE00000000))
  %11 = tail call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %6, <16 x float> %10, <16 x float> splat (float 0x3FE62E4300000000))
  %12 = tail call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %6, <16 x float> %11, <16 x float> splat (float 1.000000e+00))
  %13 = tail call <16 x float> @llvm.x86.avx512.mask.scalef.ps.512(<16 x float> %12, <16 x float> %5, <16 x float> %12, i16 -1, i32 4)
  ret <16 x float> %13
}

define <16 x float> @__row_logf(<16 x float> noundef %0) local_unnamed_addr #0 {
  %2 = tail call <16 x float> @llvm.x86.avx512.mask.getmant.ps.512(<16 x float> %0, i32 11, <16 x float> %0, i16 -1, i32 4)
  %3 = tail call <16 x float> @llvm.x86.avx512.mask.getexp.ps.512(<16 x float> %0, <16 x float> %0, i16 -1, i32 4)
  %4 = fcmp olt <16 x float> %2, splat (float 1.000000e+00)
  %5 = fadd <16 x float> %3, splat (float 1.000000e+00)
  %6 = select <16 x i1> %4, <16 x float> %5, <16 x float> %3
  %7 = fadd <16 x float> %2, splat (float -1.000000e+00)
  %8 = fmul <16 x float> %7, %7
  %9 = fmul <16 x float> %8, %8
  %10 = tail call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %7, <16 x float> splat (float 0xBFD0000260000000), <16 x float> splat (float 0x3FD5555560000000))
  %11 = tail call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %7, <16 x float> splat (float 0xBFC5536AA0000000), <16 x float> splat (float 0x3FC999A560000000))
  %12 = tail call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %8, <16 x float> %11, <16 x float> %10)
  %13 = tail call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %7, <16 x float> splat (float 0xBFC02DA640000000), <16 x float> splat (float 0x3FC2437040000000))
  %14 = tail call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %7, <16 x float> splat (float 0xBFB87A1EA0000000), <16 x float> splat (float 0x3FBDE70D40000000))
  %15 = tail call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %8, <16 x float> %14, <16 x float> %13)
  %16 = tail call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %9, <16 x float> splat (float 0x3FA5F350E0000000), <16 x float> %15)
  %17 = tail call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %9, <16 x float> %16, <16 x float> %12)
  %18 = tail call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %7, <16 x float> %17, <16 x float> splat (float -5.000000e-01))
  %19 = tail call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %8, <16 x float> %18, <16 x float> %7)
  %20 = tail call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %6, <16 x float> splat (float 0x3FE62E4300000000), <16 x float> %19)
  ret <16 x float> %20
}

declare <16 x float> @llvm.x86.avx512.mask.getmant.ps.512(<16 x float>, i32 immarg, <16 x float>, i16, i32 immarg) #2

declare <16 x float> @llvm.x86.avx512.mask.getexp.ps.512(<16 x float>, <16 x float>, i16, i32 immarg) #2

declare <16 x float> @llvm.x86.avx512.max.ps.512(<16 x float>, <16 x float>, i32 immarg) #2

declare <16 x float> @llvm.x86.avx512.min.ps.512(<16 x float>, <16 x float>, i32 immarg) #2

declare <16 x float> @llvm.x86.avx512.mask.scalef.ps.512(<16 x float>, <16 x float>, <16 x float>, i16, i32 immarg) #2

attributes #0 = { nounwind }
attributes #1 = { nounwind }
attributes #2 = { nounwind }

!0 = !{}
