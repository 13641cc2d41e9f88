// RUN: xdsl-opt -t opencl-llvm-ir %s | filecheck %s

// Every intrinsic that has an operation. The unit tests see to it that LLVM 22 knows all
// of these names, i.e. does not change a suffix.

builtin.module {
  // CHECK-LABEL: define void @intrinsics(
  llvm.func @intrinsics(%x: f32, %d: f64, %h: vector<2xf16>, %w: vector<4xf32>, %b: i8, %i: i32, %l: i64, %c: i1,
      %v: vector<4xi16>, %v8: vector<8xi16>, %m: vector<4xi1>, %private: !llvm.ptr<5>, %global: !llvm.ptr<1>,
      %ps: vector<4x!llvm.ptr<1>>) {
    %one = llvm.mlir.constant(1 : i32) : i32
    // CHECK: call float @llvm.acos.f32(float %x)
    %acos = llvm.intr.acos(%x) : (f32) -> f32
    // CHECK: call float @llvm.asin.f32(float %x)
    %asin = llvm.intr.asin(%x) : (f32) -> f32
    // CHECK: call float @llvm.atan.f32(float %x)
    %atan = llvm.intr.atan(%x) : (f32) -> f32
    // CHECK: call float @llvm.ceil.f32(float %x)
    %ceil = llvm.intr.ceil(%x) : (f32) -> f32
    // CHECK: call float @llvm.cos.f32(float %x)
    %cos = llvm.intr.cos(%x) : (f32) -> f32
    // CHECK: call float @llvm.cosh.f32(float %x)
    %cosh = llvm.intr.cosh(%x) : (f32) -> f32
    // CHECK: call float @llvm.exp.f32(float %x)
    %exp = llvm.intr.exp(%x) : (f32) -> f32
    // CHECK: call float @llvm.exp10.f32(float %x)
    %exp10 = llvm.intr.exp10(%x) : (f32) -> f32
    // CHECK: call float @llvm.exp2.f32(float %x)
    %exp2 = llvm.intr.exp2(%x) : (f32) -> f32
    // CHECK: call float @llvm.fabs.f32(float %x)
    %fabs = llvm.intr.fabs(%x) : (f32) -> f32
    // CHECK: call float @llvm.floor.f32(float %x)
    %floor = llvm.intr.floor(%x) : (f32) -> f32
    // CHECK: call float @llvm.log.f32(float %x)
    %log = llvm.intr.log(%x) : (f32) -> f32
    // CHECK: call float @llvm.log10.f32(float %x)
    %log10 = llvm.intr.log10(%x) : (f32) -> f32
    // CHECK: call float @llvm.log2.f32(float %x)
    %log2 = llvm.intr.log2(%x) : (f32) -> f32
    // CHECK: call float @llvm.nearbyint.f32(float %x)
    %nearbyint = llvm.intr.nearbyint(%x) : (f32) -> f32
    // CHECK: call float @llvm.rint.f32(float %x)
    %rint = llvm.intr.rint(%x) : (f32) -> f32
    // CHECK: call float @llvm.round.f32(float %x)
    %round = llvm.intr.round(%x) : (f32) -> f32
    // CHECK: call float @llvm.roundeven.f32(float %x)
    %roundeven = llvm.intr.roundeven(%x) : (f32) -> f32
    // CHECK: call float @llvm.sin.f32(float %x)
    %sin = llvm.intr.sin(%x) : (f32) -> f32
    // CHECK: call float @llvm.sinh.f32(float %x)
    %sinh = llvm.intr.sinh(%x) : (f32) -> f32
    // CHECK: call float @llvm.sqrt.f32(float %x)
    %sqrt = llvm.intr.sqrt(%x) : (f32) -> f32
    // CHECK: call float @llvm.tan.f32(float %x)
    %tan = llvm.intr.tan(%x) : (f32) -> f32
    // CHECK: call float @llvm.tanh.f32(float %x)
    %tanh = llvm.intr.tanh(%x) : (f32) -> f32
    // CHECK: call float @llvm.trunc.f32(float %x)
    %trunc = llvm.intr.trunc(%x) : (f32) -> f32
    // CHECK: call <2 x half> @llvm.atan2.v2f16(<2 x half> %h, <2 x half> %h)
    %atan2 = llvm.intr.atan2(%h, %h) : (vector<2xf16>, vector<2xf16>) -> vector<2xf16>
    // CHECK: call <2 x half> @llvm.copysign.v2f16(<2 x half> %h, <2 x half> %h)
    %copysign = llvm.intr.copysign(%h, %h) : (vector<2xf16>, vector<2xf16>) -> vector<2xf16>
    // CHECK: call <2 x half> @llvm.maximum.v2f16(<2 x half> %h, <2 x half> %h)
    %maximum = llvm.intr.maximum(%h, %h) : (vector<2xf16>, vector<2xf16>) -> vector<2xf16>
    // CHECK: call <2 x half> @llvm.maxnum.v2f16(<2 x half> %h, <2 x half> %h)
    %maxnum = llvm.intr.maxnum(%h, %h) : (vector<2xf16>, vector<2xf16>) -> vector<2xf16>
    // CHECK: call <2 x half> @llvm.minimum.v2f16(<2 x half> %h, <2 x half> %h)
    %minimum = llvm.intr.minimum(%h, %h) : (vector<2xf16>, vector<2xf16>) -> vector<2xf16>
    // CHECK: call <2 x half> @llvm.minnum.v2f16(<2 x half> %h, <2 x half> %h)
    %minnum = llvm.intr.minnum(%h, %h) : (vector<2xf16>, vector<2xf16>) -> vector<2xf16>
    // CHECK: call <2 x half> @llvm.pow.v2f16(<2 x half> %h, <2 x half> %h)
    %pow = llvm.intr.pow(%h, %h) : (vector<2xf16>, vector<2xf16>) -> vector<2xf16>
    // CHECK: call double @llvm.fma.f64(double %d, double %d, double %d)
    %fma = llvm.intr.fma(%d, %d, %d) : (f64, f64, f64) -> f64
    // CHECK: call double @llvm.fmuladd.f64(double %d, double %d, double %d)
    %fmuladd = llvm.intr.fmuladd(%d, %d, %d) : (f64, f64, f64) -> f64
    // CHECK: call nnan contract float @llvm.sqrt.f32(float %x)
    %fast = llvm.intr.sqrt(%x) {fastmathFlags = #llvm.fastmath<nnan,contract>} : (f32) -> f32
    // CHECK: call float @llvm.powi.f32.i32(float %x, i32 %i)
    %powi = llvm.intr.powi(%x, %i) : (f32, i32) -> f32
    // CHECK: call float @llvm.ldexp.f32.i32(float %x, i32 %i)
    %ldexp = llvm.intr.ldexp(%x, %i) : (f32, i32) -> f32
    // CHECK: call { float, i32 } @llvm.frexp.f32.i32(float %x)
    %frexp = llvm.intr.frexp(%x) : (f32) -> !llvm.struct<(f32, i32)>
    // CHECK: call i64 @llvm.lrint.i64.f32(float %x)
    %lrint = llvm.intr.lrint(%x) : (f32) -> i64
    // CHECK: call i64 @llvm.lround.i64.f32(float %x)
    %lround = llvm.intr.lround(%x) : (f32) -> i64
    // CHECK: call i64 @llvm.llrint.i64.f32(float %x)
    %llrint = llvm.intr.llrint(%x) : (f32) -> i64
    // CHECK: call i64 @llvm.llround.i64.f32(float %x)
    %llround = llvm.intr.llround(%x) : (f32) -> i64
    // CHECK: call i1 @llvm.is.fpclass.f32(float %x, i32 3)
    %fpclass = "llvm.intr.is.fpclass"(%x) <{bit = 3 : i32}> : (f32) -> i1
    // CHECK: call i32 @llvm.bitreverse.i32(i32 %i)
    %bitreverse = llvm.intr.bitreverse(%i) : (i32) -> i32
    // CHECK: call i32 @llvm.bswap.i32(i32 %i)
    %bswap = llvm.intr.bswap(%i) : (i32) -> i32
    // CHECK: call i32 @llvm.ctpop.i32(i32 %i)
    %ctpop = llvm.intr.ctpop(%i) : (i32) -> i32
    // CHECK: call <4 x i16> @llvm.smax.v4i16(<4 x i16> %v, <4 x i16> %v)
    %smax = llvm.intr.smax(%v, %v) : (vector<4xi16>, vector<4xi16>) -> vector<4xi16>
    // CHECK: call <4 x i16> @llvm.smin.v4i16(<4 x i16> %v, <4 x i16> %v)
    %smin = llvm.intr.smin(%v, %v) : (vector<4xi16>, vector<4xi16>) -> vector<4xi16>
    // CHECK: call <4 x i16> @llvm.umax.v4i16(<4 x i16> %v, <4 x i16> %v)
    %umax = llvm.intr.umax(%v, %v) : (vector<4xi16>, vector<4xi16>) -> vector<4xi16>
    // CHECK: call <4 x i16> @llvm.umin.v4i16(<4 x i16> %v, <4 x i16> %v)
    %umin = llvm.intr.umin(%v, %v) : (vector<4xi16>, vector<4xi16>) -> vector<4xi16>
    // CHECK: call i32 @llvm.fshl.i32(i32 %i, i32 %i, i32 %i)
    %fshl = llvm.intr.fshl(%i, %i, %i) : (i32, i32, i32) -> i32
    // CHECK: call i32 @llvm.fshr.i32(i32 %i, i32 %i, i32 %i)
    %fshr = llvm.intr.fshr(%i, %i, %i) : (i32, i32, i32) -> i32
    // CHECK: call i32 @llvm.sadd.sat.i32(i32 %i, i32 %i)
    %sadd = llvm.intr.sadd.sat(%i, %i) : (i32, i32) -> i32
    // CHECK: call i32 @llvm.uadd.sat.i32(i32 %i, i32 %i)
    %uadd = llvm.intr.uadd.sat(%i, %i) : (i32, i32) -> i32
    // CHECK: call i32 @llvm.ssub.sat.i32(i32 %i, i32 %i)
    %ssub = llvm.intr.ssub.sat(%i, %i) : (i32, i32) -> i32
    // CHECK: call i32 @llvm.usub.sat.i32(i32 %i, i32 %i)
    %usub = llvm.intr.usub.sat(%i, %i) : (i32, i32) -> i32
    // CHECK: call i32 @llvm.sshl.sat.i32(i32 %i, i32 %i)
    %sshl = llvm.intr.sshl.sat(%i, %i) : (i32, i32) -> i32
    // CHECK: call i32 @llvm.ushl.sat.i32(i32 %i, i32 %i)
    %ushl = llvm.intr.ushl.sat(%i, %i) : (i32, i32) -> i32
    // CHECK: call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %i, i32 %i)
    %sadd_o = "llvm.intr.sadd.with.overflow"(%i, %i) : (i32, i32) -> !llvm.struct<(i32, i1)>
    // CHECK: call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %i, i32 %i)
    %uadd_o = "llvm.intr.uadd.with.overflow"(%i, %i) : (i32, i32) -> !llvm.struct<(i32, i1)>
    // CHECK: call { i32, i1 } @llvm.ssub.with.overflow.i32(i32 %i, i32 %i)
    %ssub_o = "llvm.intr.ssub.with.overflow"(%i, %i) : (i32, i32) -> !llvm.struct<(i32, i1)>
    // CHECK: call { i32, i1 } @llvm.usub.with.overflow.i32(i32 %i, i32 %i)
    %usub_o = "llvm.intr.usub.with.overflow"(%i, %i) : (i32, i32) -> !llvm.struct<(i32, i1)>
    // CHECK: call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %i, i32 %i)
    %smul_o = "llvm.intr.smul.with.overflow"(%i, %i) : (i32, i32) -> !llvm.struct<(i32, i1)>
    // CHECK: call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %i, i32 %i)
    %umul_o = "llvm.intr.umul.with.overflow"(%i, %i) : (i32, i32) -> !llvm.struct<(i32, i1)>
    // CHECK: call i8 @llvm.scmp.i8.i32(i32 %i, i32 %i)
    %scmp = llvm.intr.scmp(%i, %i) : (i32, i32) -> i8
    // CHECK: call i8 @llvm.ucmp.i8.i32(i32 %i, i32 %i)
    %ucmp = llvm.intr.ucmp(%i, %i) : (i32, i32) -> i8
    // CHECK: call i32 @llvm.abs.i32(i32 %i, i1 true)
    %abs = "llvm.intr.abs"(%i) <{is_int_min_poison = true}> : (i32) -> i32
    // CHECK: call i32 @llvm.ctlz.i32(i32 %i, i1 false)
    %ctlz = "llvm.intr.ctlz"(%i) <{is_zero_poison = false}> : (i32) -> i32
    // CHECK: call i32 @llvm.cttz.i32(i32 %i, i1 true)
    %cttz = "llvm.intr.cttz"(%i) <{is_zero_poison = true}> : (i32) -> i32
    // CHECK: call i16 @llvm.vector.reduce.add.v4i16(<4 x i16> %v)
    %radd = "llvm.intr.vector.reduce.add"(%v) : (vector<4xi16>) -> i16
    // CHECK: call i16 @llvm.vector.reduce.and.v4i16(<4 x i16> %v)
    %rand = "llvm.intr.vector.reduce.and"(%v) : (vector<4xi16>) -> i16
    // CHECK: call i16 @llvm.vector.reduce.mul.v4i16(<4 x i16> %v)
    %rmul = "llvm.intr.vector.reduce.mul"(%v) : (vector<4xi16>) -> i16
    // CHECK: call i16 @llvm.vector.reduce.or.v4i16(<4 x i16> %v)
    %ror = "llvm.intr.vector.reduce.or"(%v) : (vector<4xi16>) -> i16
    // CHECK: call i16 @llvm.vector.reduce.smax.v4i16(<4 x i16> %v)
    %rsmax = "llvm.intr.vector.reduce.smax"(%v) : (vector<4xi16>) -> i16
    // CHECK: call i16 @llvm.vector.reduce.smin.v4i16(<4 x i16> %v)
    %rsmin = "llvm.intr.vector.reduce.smin"(%v) : (vector<4xi16>) -> i16
    // CHECK: call i16 @llvm.vector.reduce.umax.v4i16(<4 x i16> %v)
    %rumax = "llvm.intr.vector.reduce.umax"(%v) : (vector<4xi16>) -> i16
    // CHECK: call i16 @llvm.vector.reduce.umin.v4i16(<4 x i16> %v)
    %rumin = "llvm.intr.vector.reduce.umin"(%v) : (vector<4xi16>) -> i16
    // CHECK: call i16 @llvm.vector.reduce.xor.v4i16(<4 x i16> %v)
    %rxor = "llvm.intr.vector.reduce.xor"(%v) : (vector<4xi16>) -> i16
    // CHECK: call half @llvm.vector.reduce.fmax.v2f16(<2 x half> %h)
    %rfmax = llvm.intr.vector.reduce.fmax(%h) : (vector<2xf16>) -> f16
    // CHECK: call half @llvm.vector.reduce.fmin.v2f16(<2 x half> %h)
    %rfmin = llvm.intr.vector.reduce.fmin(%h) : (vector<2xf16>) -> f16
    // CHECK: call half @llvm.vector.reduce.fmaximum.v2f16(<2 x half> %h)
    %rfmaximum = llvm.intr.vector.reduce.fmaximum(%h) : (vector<2xf16>) -> f16
    // CHECK: call half @llvm.vector.reduce.fminimum.v2f16(<2 x half> %h)
    %rfminimum = llvm.intr.vector.reduce.fminimum(%h) : (vector<2xf16>) -> f16
    // CHECK: call reassoc float @llvm.vector.reduce.fadd.v4f32(float %x, <4 x float> %w)
    %rfadd = "llvm.intr.vector.reduce.fadd"(%x, %w) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<4xf32>) -> f32
    // CHECK: call reassoc float @llvm.vector.reduce.fmul.v4f32(float %x, <4 x float> %w)
    %rfmul = "llvm.intr.vector.reduce.fmul"(%x, %w) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<4xf32>) -> f32
    // CHECK: call <8 x i16> @llvm.vector.insert.v8i16.v4i16(<8 x i16> %v8, <4 x i16> %v, i64 4)
    %insert = llvm.intr.vector.insert %v, %v8[4] : vector<4xi16> into vector<8xi16>
    // CHECK: call <4 x i16> @llvm.vector.extract.v4i16.v8i16(<8 x i16> %v8, i64 4)
    %extract = llvm.intr.vector.extract %v8[4] : vector<4xi16> from vector<8xi16>
    // CHECK: call <4 x i32> @llvm.stepvector.v4i32()
    %step = llvm.intr.stepvector : vector<4xi32>
    // CHECK: call <4 x i32> @llvm.experimental.stepvector.v4i32()
    %estep = llvm.intr.experimental.stepvector : vector<4xi32>
    // CHECK: call void @llvm.memcpy.p5.p1.i64(ptr addrspace(5) %private, ptr addrspace(1) %global, i64 %l, i1 false)
    "llvm.intr.memcpy"(%private, %global, %l) <{isVolatile = false}> : (!llvm.ptr<5>, !llvm.ptr<1>, i64) -> ()
    // CHECK: call void @llvm.memmove.p5.p1.i64(ptr addrspace(5) %private, ptr addrspace(1) %global, i64 %l, i1 false)
    "llvm.intr.memmove"(%private, %global, %l) <{isVolatile = false}> : (!llvm.ptr<5>, !llvm.ptr<1>, i64) -> ()
    // CHECK: call void @llvm.memcpy.p5.p1.i64(ptr addrspace(5) align 4 %private, ptr addrspace(1) align 8 %global, i64 %l, i1 false)
    "llvm.intr.memcpy"(%private, %global, %l) <{isVolatile = false}> {arg_attrs = [{llvm.align = 4 : i64}, {llvm.align = 8 : i64}, {}]} : (!llvm.ptr<5>, !llvm.ptr<1>, i64) -> ()
    // CHECK: call void @llvm.memcpy.inline.p5.p1.i64(ptr addrspace(5) %private, ptr addrspace(1) %global, i64 16, i1 false)
    "llvm.intr.memcpy.inline"(%private, %global) <{len = 16 : i64, isVolatile = false}> : (!llvm.ptr<5>, !llvm.ptr<1>) -> ()
    // CHECK: call void @llvm.memset.p5.i64(ptr addrspace(5) %private, i8 %b, i64 %l, i1 true)
    "llvm.intr.memset"(%private, %b, %l) <{isVolatile = true}> : (!llvm.ptr<5>, i8, i64) -> ()
    // CHECK: call <4 x float> @llvm.masked.load.v4f32.p1(ptr addrspace(1) %global, i32 16, <4 x i1> %m, <4 x float> %w)
    %load = llvm.intr.masked.load %global, %m, %w {alignment = 16 : i32} : (!llvm.ptr<1>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
    // CHECK: call void @llvm.masked.store.v4f32.p1(<4 x float> %w, ptr addrspace(1) %global, i32 16, <4 x i1> %m)
    llvm.intr.masked.store %w, %global, %m {alignment = 16 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr<1>
    // CHECK: call <4 x float> @llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)> %ps, i32 4, <4 x i1> %m, <4 x float> %w)
    %gather = llvm.intr.masked.gather %ps, %m, %w {alignment = 4 : i32} : (vector<4x!llvm.ptr<1>>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
    // CHECK: call void @llvm.masked.scatter.v4f32.v4p1(<4 x float> %w, <4 x ptr addrspace(1)> %ps, i32 4, <4 x i1> %m)
    llvm.intr.masked.scatter %w, %ps, %m {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into vector<4x!llvm.ptr<1>>
    // CHECK: %slot = alloca i32, i32 1
    %slot = llvm.alloca %one x i32 : (i32) -> !llvm.ptr<5>
    // CHECK: call void @llvm.lifetime.start.p5(ptr addrspace(5) %slot)
    llvm.intr.lifetime.start 4, %slot : !llvm.ptr<5>
    // CHECK: call void @llvm.lifetime.end.p5(ptr addrspace(5) %slot)
    llvm.intr.lifetime.end 4, %slot : !llvm.ptr<5>
    // CHECK: %inv = call ptr @llvm.invariant.start.p1(i64 8, ptr addrspace(1) %global)
    %inv = llvm.intr.invariant.start 8, %global : !llvm.ptr<1>
    // CHECK: call void @llvm.invariant.end.p1(ptr %inv, i64 8, ptr addrspace(1) %global)
    llvm.intr.invariant.end %inv, 8, %global : !llvm.ptr<1>
    // CHECK: call void @llvm.prefetch.p1(ptr addrspace(1) %global, i32 0, i32 3, i32 1)
    "llvm.intr.prefetch"(%global) <{rw = 0 : i32, hint = 3 : i32, cache = 1 : i32}> : (!llvm.ptr<1>) -> ()
    // CHECK: %mask = call ptr addrspace(1) @llvm.ptrmask.p1.i64(ptr addrspace(1) %global, i64 %l)
    %mask = "llvm.intr.ptrmask"(%global, %l) : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>
    // CHECK: call i1 @llvm.is.constant.i32(i32 %i)
    %isc = "llvm.intr.is.constant"(%i) : (i32) -> i1
    // CHECK: call void @llvm.assume(i1 %c)
    "llvm.intr.assume"(%c) : (i1) -> ()
    // CHECK: call i32 @llvm.expect.i32(i32 %i, i32 1)
    %expect = llvm.intr.expect %i, %one : i32
    // CHECK: call i32 @llvm.expect.with.probability.i32(i32 %i, i32 1, double 5.000000e-01)
    %probability = llvm.intr.expect.with.probability %i, %one, 0.5 : i32
    // CHECK: %stack = call ptr addrspace(5) @llvm.stacksave.p5()
    %stack = llvm.intr.stacksave : !llvm.ptr<5>
    // CHECK: call void @llvm.stackrestore.p5(ptr addrspace(5) %stack)
    llvm.intr.stackrestore %stack : !llvm.ptr<5>
    // CHECK: call void @llvm.debugtrap()
    "llvm.intr.debugtrap"() : () -> ()
    // CHECK: call void @llvm.ubsantrap(i8 7)
    "llvm.intr.ubsantrap"() <{failureKind = 7 : i8}> : () -> ()
    // CHECK: call void @llvm.trap()
    "llvm.intr.trap"() : () -> ()
    llvm.return
  }
}
