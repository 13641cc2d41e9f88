// The CHECK lines are what MLIR 19 prints; the last two commands compare with the tool.
// RUN: xdsl-opt %s -t opencl-mlir | xdsl-opt -t opencl-mlir | filecheck %s
// RUN: xdsl-opt %s --print-op-generic | xdsl-opt -t opencl-mlir | filecheck %s

// CHECK-LABEL: llvm.func @f
llvm.func @f(%p: !llvm.ptr<1>, %q: !llvm.ptr, %i: i32, %j: i32, %l: i64, %b: i8, %c: i1, %x: f32, %y: f32, %v: vector<4xf32>, %iv: vector<4xi32>, %m: vector<4xi1>) {
  // CHECK-NEXT: %{{.*}} = "llvm.intr.abs"(%{{.*}}) <{is_int_min_poison = false}> : (i32) -> i32
  %0 = "llvm.intr.abs"(%i) <{is_int_min_poison = false}> : (i32) -> i32
  // CHECK-NEXT: %{{.*}} = "llvm.intr.ctlz"(%{{.*}}) <{is_zero_poison = false}> : (vector<4xi32>) -> vector<4xi32>
  %1 = "llvm.intr.ctlz"(%iv) <{is_zero_poison = false}> : (vector<4xi32>) -> vector<4xi32>
  // CHECK-NEXT: %{{.*}} = "llvm.intr.cttz"(%{{.*}}) <{is_zero_poison = true}> : (i32) -> i32
  %2 = "llvm.intr.cttz"(%i) <{is_zero_poison = true}> : (i32) -> i32
  // CHECK-NEXT: %{{.*}} = llvm.intr.ctpop(%{{.*}}) : (i32) -> i32
  %3 = llvm.intr.ctpop(%i) : (i32) -> i32
  // CHECK-NEXT: %{{.*}} = llvm.intr.bitreverse(%{{.*}}) : (i32) -> i32
  %4 = llvm.intr.bitreverse(%i) : (i32) -> i32
  // CHECK-NEXT: %{{.*}} = llvm.intr.bswap(%{{.*}}) : (i32) -> i32
  %5 = llvm.intr.bswap(%i) : (i32) -> i32
  // CHECK-NEXT: %{{.*}} = llvm.intr.smax(%{{.*}}, %{{.*}}) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %6 = llvm.intr.smax(%iv, %iv) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  // CHECK-NEXT: %{{.*}} = llvm.intr.smin(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
  %7 = llvm.intr.smin(%i, %j) : (i32, i32) -> i32
  // CHECK-NEXT: %{{.*}} = llvm.intr.umax(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
  %8 = llvm.intr.umax(%i, %j) : (i32, i32) -> i32
  // CHECK-NEXT: %{{.*}} = llvm.intr.umin(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
  %9 = llvm.intr.umin(%i, %j) : (i32, i32) -> i32
  // CHECK-NEXT: %{{.*}} = llvm.intr.fshl(%{{.*}}, %{{.*}}, %{{.*}}) : (i32, i32, i32) -> i32
  %10 = llvm.intr.fshl(%i, %i, %j) : (i32, i32, i32) -> i32
  // CHECK-NEXT: %{{.*}} = llvm.intr.fshr(%{{.*}}, %{{.*}}, %{{.*}}) : (i32, i32, i32) -> i32
  %11 = llvm.intr.fshr(%i, %i, %j) : (i32, i32, i32) -> i32
  // CHECK-NEXT: %{{.*}} = llvm.intr.sadd.sat(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
  %12 = llvm.intr.sadd.sat(%i, %j) : (i32, i32) -> i32
  // CHECK-NEXT: %{{.*}} = llvm.intr.uadd.sat(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
  %13 = llvm.intr.uadd.sat(%i, %j) : (i32, i32) -> i32
  // CHECK-NEXT: %{{.*}} = llvm.intr.ssub.sat(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
  %14 = llvm.intr.ssub.sat(%i, %j) : (i32, i32) -> i32
  // CHECK-NEXT: %{{.*}} = llvm.intr.usub.sat(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
  %15 = llvm.intr.usub.sat(%i, %j) : (i32, i32) -> i32
  // CHECK-NEXT: %{{.*}} = llvm.intr.sshl.sat(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
  %16 = llvm.intr.sshl.sat(%i, %j) : (i32, i32) -> i32
  // CHECK-NEXT: %{{.*}} = llvm.intr.ushl.sat(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
  %17 = llvm.intr.ushl.sat(%i, %j) : (i32, i32) -> i32
  // CHECK-NEXT: %{{.*}} = "llvm.intr.sadd.with.overflow"(%{{.*}}, %{{.*}}) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %18 = "llvm.intr.sadd.with.overflow"(%i, %j) : (i32, i32) -> !llvm.struct<(i32, i1)>
  // CHECK-NEXT: %{{.*}} = "llvm.intr.uadd.with.overflow"(%{{.*}}, %{{.*}}) : (vector<4xi32>, vector<4xi32>) -> !llvm.struct<(vector<4xi32>, vector<4xi1>)>
  %19 = "llvm.intr.uadd.with.overflow"(%iv, %iv) : (vector<4xi32>, vector<4xi32>) -> !llvm.struct<(vector<4xi32>, vector<4xi1>)>
  // CHECK-NEXT: %{{.*}} = "llvm.intr.ssub.with.overflow"(%{{.*}}, %{{.*}}) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %20 = "llvm.intr.ssub.with.overflow"(%i, %j) : (i32, i32) -> !llvm.struct<(i32, i1)>
  // CHECK-NEXT: %{{.*}} = "llvm.intr.usub.with.overflow"(%{{.*}}, %{{.*}}) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %21 = "llvm.intr.usub.with.overflow"(%i, %j) : (i32, i32) -> !llvm.struct<(i32, i1)>
  // CHECK-NEXT: %{{.*}} = "llvm.intr.smul.with.overflow"(%{{.*}}, %{{.*}}) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %22 = "llvm.intr.smul.with.overflow"(%i, %j) : (i32, i32) -> !llvm.struct<(i32, i1)>
  // CHECK-NEXT: %{{.*}} = "llvm.intr.umul.with.overflow"(%{{.*}}, %{{.*}}) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %23 = "llvm.intr.umul.with.overflow"(%i, %j) : (i32, i32) -> !llvm.struct<(i32, i1)>
  // CHECK-NEXT: %{{.*}} = llvm.intr.fmuladd(%{{.*}}, %{{.*}}, %{{.*}}) : (f32, f32, f32) -> f32
  %24 = llvm.intr.fmuladd(%x, %x, %y) : (f32, f32, f32) -> f32
  // CHECK-NEXT: %{{.*}} = "llvm.intr.maximum"(%{{.*}}, %{{.*}}) <{fastmathFlags = #llvm.fastmath<nnan>}> : (f32, f32) -> f32
  %25 = llvm.intr.maximum(%x, %y) {fastmathFlags = #llvm.fastmath<nnan>} : (f32, f32) -> f32
  // CHECK-NEXT: %{{.*}} = llvm.intr.minimum(%{{.*}}, %{{.*}}) : (f32, f32) -> f32
  %26 = llvm.intr.minimum(%x, %y) : (f32, f32) -> f32
  // CHECK-NEXT: %{{.*}} = llvm.intr.trunc(%{{.*}}) : (vector<4xf32>) -> vector<4xf32>
  %27 = llvm.intr.trunc(%v) : (vector<4xf32>) -> vector<4xf32>
  // CHECK-NEXT: %{{.*}} = llvm.intr.rint(%{{.*}}) : (f32) -> f32
  %28 = llvm.intr.rint(%x) : (f32) -> f32
  // CHECK-NEXT: %{{.*}} = llvm.intr.round(%{{.*}}) : (f32) -> f32
  %29 = llvm.intr.round(%x) : (f32) -> f32
  // CHECK-NEXT: %{{.*}} = llvm.intr.roundeven(%{{.*}}) : (f32) -> f32
  %30 = llvm.intr.roundeven(%x) : (f32) -> f32
  // CHECK-NEXT: %{{.*}} = llvm.intr.nearbyint(%{{.*}}) : (f32) -> f32
  %31 = llvm.intr.nearbyint(%x) : (f32) -> f32
  // CHECK-NEXT: %{{.*}} = "llvm.intr.log10"(%{{.*}}) <{fastmathFlags = #llvm.fastmath<afn>}> : (f32) -> f32
  %32 = llvm.intr.log10(%x) {fastmathFlags = #llvm.fastmath<afn>} : (f32) -> f32
  // CHECK-NEXT: %{{.*}} = llvm.intr.powi(%{{.*}}, %{{.*}}) : (f32, i32) -> f32
  %33 = llvm.intr.powi(%x, %i) : (f32, i32) -> f32
  // CHECK-NEXT: %{{.*}} = "llvm.intr.is.fpclass"(%{{.*}}) <{bit = 3 : i32}> : (vector<4xf32>) -> vector<4xi1>
  %34 = "llvm.intr.is.fpclass"(%v) <{bit = 3 : i32}> : (vector<4xf32>) -> vector<4xi1>
  // CHECK-NEXT: %{{.*}} = llvm.intr.lround(%{{.*}}) : (f32) -> i32
  %35 = llvm.intr.lround(%x) : (f32) -> i32
  // CHECK-NEXT: %{{.*}} = llvm.intr.llround(%{{.*}}) : (f32) -> i64
  %36 = llvm.intr.llround(%x) : (f32) -> i64
  // CHECK-NEXT: %{{.*}} = llvm.intr.lrint(%{{.*}}) : (f32) -> i32
  %37 = llvm.intr.lrint(%x) : (f32) -> i32
  // CHECK-NEXT: %{{.*}} = llvm.intr.llrint(%{{.*}}) : (f32) -> i64
  %38 = llvm.intr.llrint(%x) : (f32) -> i64
  // CHECK-NEXT: "llvm.intr.memcpy"(%{{.*}}, %{{.*}}, %{{.*}}) <{isVolatile = false}> : (!llvm.ptr<1>, !llvm.ptr, i64) -> ()
  "llvm.intr.memcpy"(%p, %q, %l) <{isVolatile = false}> : (!llvm.ptr<1>, !llvm.ptr, i64) -> ()
  // CHECK-NEXT: "llvm.intr.memmove"(%{{.*}}, %{{.*}}, %{{.*}}) <{isVolatile = true}> : (!llvm.ptr<1>, !llvm.ptr, i64) -> ()
  "llvm.intr.memmove"(%p, %q, %l) <{isVolatile = true}> : (!llvm.ptr<1>, !llvm.ptr, i64) -> ()
  // CHECK-NEXT: "llvm.intr.memset"(%{{.*}}, %{{.*}}, %{{.*}}) <{isVolatile = false}> : (!llvm.ptr<1>, i8, i64) -> ()
  "llvm.intr.memset"(%p, %b, %l) <{isVolatile = false}> : (!llvm.ptr<1>, i8, i64) -> ()
  // CHECK-NEXT: "llvm.intr.memcpy.inline"(%{{.*}}, %{{.*}}) <{isVolatile = false, len = 10 : i64}> : (!llvm.ptr<1>, !llvm.ptr) -> ()
  "llvm.intr.memcpy.inline"(%p, %q) <{isVolatile = false, len = 10 : i64}> : (!llvm.ptr<1>, !llvm.ptr) -> ()
  // CHECK-NEXT: %{{.*}} = llvm.intr.masked.load %{{.*}}, %{{.*}}, %{{.*}} {alignment = 4 : i32} : (!llvm.ptr<1>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  %39 = llvm.intr.masked.load %p, %m, %v {alignment = 4 : i32} : (!llvm.ptr<1>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  // CHECK-NEXT: llvm.intr.masked.store %{{.*}}, %{{.*}}, %{{.*}} {alignment = 4 : i32} : vector<4xi32>, vector<4xi1> into !llvm.ptr<1>
  llvm.intr.masked.store %iv, %p, %m {alignment = 4 : i32} : vector<4xi32>, vector<4xi1> into !llvm.ptr<1>
  // CHECK-NEXT: "llvm.intr.lifetime.start"(%{{.*}}) {size = 16 : i64} : (!llvm.ptr) -> ()
  llvm.intr.lifetime.start 16, %q : !llvm.ptr
  // CHECK-NEXT: "llvm.intr.lifetime.end"(%{{.*}}) {size = 16 : i64} : (!llvm.ptr) -> ()
  llvm.intr.lifetime.end 16, %q : !llvm.ptr
  // CHECK-NEXT: %{{.*}} = llvm.intr.invariant.start 4, %{{.*}} : !llvm.ptr<1>
  %invariant = llvm.intr.invariant.start 4, %p : !llvm.ptr<1>
  // CHECK-NEXT: llvm.intr.invariant.end %{{.*}}, 4, %{{.*}} : !llvm.ptr<1>
  llvm.intr.invariant.end %invariant, 4, %p : !llvm.ptr<1>
  // CHECK-NEXT: "llvm.intr.assume"(%{{.*}}) {op_bundle_sizes = array<i32>} : (i1) -> ()
  "llvm.intr.assume"(%c) : (i1) -> ()
  // CHECK-NEXT: %{{.*}} = llvm.intr.expect %{{.*}}, %{{.*}} : i1
  %40 = llvm.intr.expect %c, %c : i1
  // CHECK-NEXT: %{{.*}} = llvm.intr.expect.with.probability %{{.*}}, %{{.*}}, 5.000000e-01 : i32
  %41 = llvm.intr.expect.with.probability %i, %j, 5.000000e-01 : i32
  // CHECK-NEXT: "llvm.intr.prefetch"(%{{.*}}) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}> : (!llvm.ptr<1>) -> ()
  "llvm.intr.prefetch"(%p) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}> : (!llvm.ptr<1>) -> ()
  // CHECK-NEXT: %{{.*}} = "llvm.intr.ptrmask"(%{{.*}}, %{{.*}}) : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>
  %42 = "llvm.intr.ptrmask"(%p, %l) : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>
  // CHECK-NEXT: %{{.*}} = "llvm.intr.is.constant"(%{{.*}}) : (f32) -> i1
  %43 = "llvm.intr.is.constant"(%x) : (f32) -> i1
  // CHECK-NEXT: "llvm.intr.debugtrap"() : () -> ()
  "llvm.intr.debugtrap"() : () -> ()
  // CHECK-NEXT: "llvm.intr.ubsantrap"() <{failureKind = 1 : i8}> : () -> ()
  "llvm.intr.ubsantrap"() <{failureKind = 1 : i8}> : () -> ()
  // CHECK-NEXT: "llvm.intr.trap"() : () -> ()
  "llvm.intr.trap"() : () -> ()
  // CHECK-NEXT: %{{.*}} = "llvm.intr.vector.reduce.add"(%{{.*}}) : (vector<4xi32>) -> i32
  %44 = "llvm.intr.vector.reduce.add"(%iv) : (vector<4xi32>) -> i32
  // CHECK-NEXT: %{{.*}} = "llvm.intr.vector.reduce.mul"(%{{.*}}) : (vector<4xi32>) -> i32
  %45 = "llvm.intr.vector.reduce.mul"(%iv) : (vector<4xi32>) -> i32
  // CHECK-NEXT: %{{.*}} = "llvm.intr.vector.reduce.and"(%{{.*}}) : (vector<4xi32>) -> i32
  %46 = "llvm.intr.vector.reduce.and"(%iv) : (vector<4xi32>) -> i32
  // CHECK-NEXT: %{{.*}} = "llvm.intr.vector.reduce.or"(%{{.*}}) : (vector<4xi32>) -> i32
  %47 = "llvm.intr.vector.reduce.or"(%iv) : (vector<4xi32>) -> i32
  // CHECK-NEXT: %{{.*}} = "llvm.intr.vector.reduce.xor"(%{{.*}}) : (vector<4xi32>) -> i32
  %48 = "llvm.intr.vector.reduce.xor"(%iv) : (vector<4xi32>) -> i32
  // CHECK-NEXT: %{{.*}} = "llvm.intr.vector.reduce.smax"(%{{.*}}) : (vector<4xi32>) -> i32
  %49 = "llvm.intr.vector.reduce.smax"(%iv) : (vector<4xi32>) -> i32
  // CHECK-NEXT: %{{.*}} = "llvm.intr.vector.reduce.smin"(%{{.*}}) : (vector<4xi32>) -> i32
  %50 = "llvm.intr.vector.reduce.smin"(%iv) : (vector<4xi32>) -> i32
  // CHECK-NEXT: %{{.*}} = "llvm.intr.vector.reduce.umax"(%{{.*}}) : (vector<4xi32>) -> i32
  %51 = "llvm.intr.vector.reduce.umax"(%iv) : (vector<4xi32>) -> i32
  // CHECK-NEXT: %{{.*}} = "llvm.intr.vector.reduce.umin"(%{{.*}}) : (vector<4xi32>) -> i32
  %52 = "llvm.intr.vector.reduce.umin"(%iv) : (vector<4xi32>) -> i32
  // CHECK-NEXT: %{{.*}} = llvm.intr.vector.reduce.fmax(%{{.*}}) : (vector<4xf32>) -> f32
  %53 = llvm.intr.vector.reduce.fmax(%v) : (vector<4xf32>) -> f32
  // CHECK-NEXT: %{{.*}} = "llvm.intr.vector.reduce.fmin"(%{{.*}}) <{fastmathFlags = #llvm.fastmath<nnan>}> : (vector<4xf32>) -> f32
  %54 = llvm.intr.vector.reduce.fmin(%v) {fastmathFlags = #llvm.fastmath<nnan>} : (vector<4xf32>) -> f32
  // CHECK-NEXT: %{{.*}} = llvm.intr.vector.reduce.fmaximum(%{{.*}}) : (vector<4xf32>) -> f32
  %55 = llvm.intr.vector.reduce.fmaximum(%v) : (vector<4xf32>) -> f32
  // CHECK-NEXT: %{{.*}} = llvm.intr.vector.reduce.fminimum(%{{.*}}) : (vector<4xf32>) -> f32
  %56 = llvm.intr.vector.reduce.fminimum(%v) : (vector<4xf32>) -> f32
  // CHECK-NEXT: %{{.*}} = llvm.intr.vector.insert %{{.*}}, %{{.*}}[0] : vector<4xi32> into vector<4xi32>
  %57 = llvm.intr.vector.insert %iv, %iv[0] : vector<4xi32> into vector<4xi32>
  // CHECK-NEXT: %{{.*}} = llvm.intr.vector.extract %{{.*}}[2] : vector<2xi32> from vector<4xi32>
  %58 = llvm.intr.vector.extract %iv[2] : vector<2xi32> from vector<4xi32>
  // CHECK-NEXT: %{{.*}} = llvm.intr.experimental.stepvector : vector<4xi32>
  %59 = llvm.intr.experimental.stepvector : vector<4xi32>
  // CHECK-NEXT: %{{.*}} = llvm.select %{{.*}}, %{{.*}}, %{{.*}} : vector<4xi1>, vector<4xf32>
  %60 = llvm.select %m, %v, %v : vector<4xi1>, vector<4xf32>
  // CHECK-NEXT: %{{.*}} = llvm.icmp "eq" %{{.*}}, %{{.*}} : !llvm.ptr<1>
  %61 = llvm.icmp "eq" %p, %p : !llvm.ptr<1>
  // CHECK-NEXT: %{{.*}} = llvm.fcmp "olt" %{{.*}}, %{{.*}} : vector<4xf32>
  %62 = llvm.fcmp "olt" %v, %v : vector<4xf32>
  // CHECK-NEXT: %{{.*}} = "llvm.fcmp"(%{{.*}}, %{{.*}}) <{fastmathFlags = #llvm.fastmath<nnan>, predicate = 13 : i64}> : (f32, f32) -> i1
  %63 = llvm.fcmp "une" %x, %y {fastmathFlags = #llvm.fastmath<nnan>} : f32
  // CHECK-NEXT: %{{.*}} = "llvm.load"(%{{.*}}) <{alignment = 4 : i64, ordering = 2 : i64, syncscope = "agent", volatile_}> : (!llvm.ptr<1>) -> i32
  %64 = llvm.load volatile %p atomic syncscope("agent") monotonic {alignment = 4 : i64} : !llvm.ptr<1> -> i32
  // CHECK-NEXT: %{{.*}} = "llvm.load"(%{{.*}}) <{invariant, nontemporal}> : (!llvm.ptr<1>) -> i32
  %65 = llvm.load %p invariant {nontemporal} : !llvm.ptr<1> -> i32
  // CHECK-NEXT: "llvm.store"(%{{.*}}, %{{.*}}) <{alignment = 4 : i64, volatile_}> : (i32, !llvm.ptr<1>) -> ()
  llvm.store volatile %i, %p {alignment = 4 : i64} : i32, !llvm.ptr<1>
  // CHECK-NEXT: "llvm.store"(%{{.*}}, %{{.*}}) <{alignment = 4 : i64, ordering = 5 : i64, syncscope = "agent"}> : (i32, !llvm.ptr<1>) -> ()
  llvm.store %i, %p atomic syncscope("agent") release {alignment = 4 : i64} : i32, !llvm.ptr<1>
  // CHECK-NEXT: %{{.*}} = llvm.getelementptr inbounds %{{.*}}[%{{.*}}, 1] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, vector<4xf32>
  %66 = llvm.getelementptr inbounds %p[%l, 1] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, vector<4xf32>
  // CHECK-NEXT: %{{.*}} = llvm.alloca inalloca %{{.*}} x f32 {alignment = 4 : i64} : (i32) -> !llvm.ptr<5>
  %67 = llvm.alloca inalloca %i x f32 {alignment = 4 : i64} : (i32) -> !llvm.ptr<5>
  // CHECK-NEXT: %{{.*}} = llvm.inttoptr %{{.*}} : i64 to !llvm.ptr<1>
  %68 = llvm.inttoptr %l : i64 to !llvm.ptr<1>
  // CHECK-NEXT: %{{.*}} = llvm.ptrtoint %{{.*}} : !llvm.ptr<1> to i64
  %69 = llvm.ptrtoint %p : !llvm.ptr<1> to i64
  // CHECK-NEXT: %{{.*}} = llvm.mlir.zero : vector<4xi32>
  %70 = llvm.mlir.zero : vector<4xi32>
  // CHECK-NEXT: %{{.*}} = llvm.mlir.constant("abc") : !llvm.array<3 x i8>
  %71 = llvm.mlir.constant("abc") : !llvm.array<3 x i8>
  // CHECK-NEXT: %{{.*}} = "llvm.call_intrinsic"(%{{.*}}) <{fastmathFlags = #llvm.fastmath<nnan>, intrin = "llvm.sqrt.f32", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 1, 0>}> : (f32) -> f32
  %72 = llvm.call_intrinsic "llvm.sqrt.f32"(%x) : (f32) -> f32 {fastmathFlags = #llvm.fastmath<nnan>}
  llvm.return
}
