// RUN: xdsl-opt %s -p convert-math-to-llvm -t opencl-mlir | filecheck %s

// CHECK-LABEL: func.func @floats
func.func @floats(%x: f32, %y: f32, %v: vector<4xf32>, %i: i32) {
  // CHECK-NEXT: llvm.intr.fabs(%x) : (f32) -> f32
  %absf = math.absf %x : f32
  // CHECK-NEXT: llvm.intr.ceil(%x) : (f32) -> f32
  %ceil = math.ceil %x : f32
  // CHECK-NEXT: llvm.intr.copysign(%x, %y) : (f32, f32) -> f32
  %copysign = math.copysign %x, %y : f32
  // CHECK-NEXT: llvm.intr.cos(%v) : (vector<4xf32>) -> vector<4xf32>
  %cos = math.cos %v : vector<4xf32>
  // CHECK-NEXT: "llvm.intr.exp"(%x) <{fastmathFlags = #llvm.fastmath<afn>}> : (f32) -> f32
  %exp = math.exp %x fastmath<afn> : f32
  // CHECK-NEXT: llvm.intr.exp2(%x) : (f32) -> f32
  %exp2 = math.exp2 %x : f32
  // CHECK-NEXT: llvm.intr.floor(%x) : (f32) -> f32
  %floor = math.floor %x : f32
  // CHECK-NEXT: llvm.intr.fma(%x, %y, %x) : (f32, f32, f32) -> f32
  %fma = math.fma %x, %y, %x : f32
  // CHECK-NEXT: llvm.intr.powi(%x, %i) : (f32, i32) -> f32
  %fpowi = math.fpowi %x, %i : f32, i32
  // CHECK-NEXT: llvm.intr.log(%x) : (f32) -> f32
  %log = math.log %x : f32
  // CHECK-NEXT: llvm.intr.log10(%x) : (f32) -> f32
  %log10 = math.log10 %x : f32
  // CHECK-NEXT: llvm.intr.log2(%x) : (f32) -> f32
  %log2 = math.log2 %x : f32
  // CHECK-NEXT: llvm.intr.pow(%x, %y) : (f32, f32) -> f32
  %powf = math.powf %x, %y : f32
  // CHECK-NEXT: llvm.intr.round(%x) : (f32) -> f32
  %round = math.round %x : f32
  // CHECK-NEXT: llvm.intr.roundeven(%x) : (f32) -> f32
  %roundeven = math.roundeven %x : f32
  // CHECK-NEXT: llvm.intr.sin(%x) : (f32) -> f32
  %sin = math.sin %x : f32
  // CHECK-NEXT: llvm.intr.sqrt(%x) : (f32) -> f32
  %sqrt = math.sqrt %x : f32
  // CHECK-NEXT: llvm.intr.trunc(%x) : (f32) -> f32
  %trunc = math.trunc %x : f32
  // CHECK-NEXT: %[[one:.*]] = llvm.mlir.constant(1.000000e+00 : f32) : f32
  // CHECK-NEXT: %[[exp:.*]] = llvm.intr.exp(%x) : (f32) -> f32
  // CHECK-NEXT: %[[less:.*]] = llvm.fsub %[[exp]], %[[one]] : f32
  // CHECK-NEXT: %[[back:.*]] = llvm.intr.log(%[[exp]]) : (f32) -> f32
  // CHECK-NEXT: %[[lost:.*]] = llvm.fdiv %x, %[[back]] : f32
  // CHECK-NEXT: %[[right:.*]] = llvm.fmul %[[less]], %[[lost]] : f32
  // CHECK: llvm.select %{{.*}}, %x, %[[right]]
  // CHECK: %expm1 = llvm.select %{{.*}}, %[[less]],
  %expm1 = math.expm1 %x : f32
  // CHECK-NEXT: %[[ones:.*]] = llvm.mlir.constant(dense<1.000000e+00> : vector<4xf32>) : vector<4xf32>
  // CHECK-NEXT: %[[more:.*]] = llvm.fadd %[[ones]], %v : vector<4xf32>
  // CHECK-NEXT: %[[log:.*]] = llvm.intr.log(%[[more]]) : (vector<4xf32>) -> vector<4xf32>
  // CHECK-NEXT: %[[kept:.*]] = llvm.fsub %[[more]], %[[ones]] : vector<4xf32>
  // CHECK-NEXT: %[[lost:.*]] = llvm.fdiv %v, %[[kept]] : vector<4xf32>
  // CHECK-NEXT: %[[right:.*]] = llvm.fmul %[[log]], %[[lost]] : vector<4xf32>
  // CHECK: llvm.select %{{.*}}, %v, %[[right]] :
  // CHECK: %log1p = llvm.select %{{.*}}, %[[log]],
  %log1p = math.log1p %v : vector<4xf32>
  // CHECK-NEXT: %[[one:.*]] = llvm.mlir.constant(1.000000e+00 : f32) : f32
  // CHECK-NEXT: %[[root:.*]] = "llvm.intr.sqrt"(%x) <{fastmathFlags = #llvm.fastmath<arcp>}> : (f32) -> f32
  // CHECK-NEXT: "llvm.fdiv"(%[[one]], %[[root]]) <{fastmathFlags = #llvm.fastmath<arcp>}> : (f32, f32) -> f32
  %rsqrt = math.rsqrt %x fastmath<arcp> : f32
  func.return
}

// CHECK-LABEL: func.func @integers
func.func @integers(%i: i32) {
  // CHECK-NEXT: "llvm.intr.abs"(%i) <{is_int_min_poison = false}> : (i32) -> i32
  %absi = math.absi %i : i32
  // CHECK-NEXT: "llvm.intr.ctlz"(%i) <{is_zero_poison = false}> : (i32) -> i32
  %ctlz = math.ctlz %i : i32
  // CHECK-NEXT: "llvm.intr.cttz"(%i) <{is_zero_poison = false}> : (i32) -> i32
  %cttz = math.cttz %i : i32
  // CHECK-NEXT: llvm.intr.ctpop(%i) : (i32) -> i32
  %ctpop = math.ctpop %i : i32
  func.return
}

// CHECK-LABEL: func.func @newer
func.func @newer(%x: f32, %v: vector<4xf64>) {
  // CHECK-NEXT: llvm.call_intrinsic "llvm.tan.f32"(%x) : (f32) -> f32
  %tan = math.tan %x : f32
  // CHECK-NEXT: "llvm.call_intrinsic"(%v, %v) <{fastmathFlags = #llvm.fastmath<nnan>, intrin = "llvm.atan2.v4f64", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 2, 0>}> : (vector<4xf64>, vector<4xf64>) -> vector<4xf64>
  %atan2 = math.atan2 %v, %v fastmath<nnan> : vector<4xf64>
  // CHECK-NEXT: llvm.call_intrinsic "llvm.acos.f32"
  %acos = math.acos %x : f32
  // CHECK-NEXT: llvm.call_intrinsic "llvm.asin.f32"
  %asin = math.asin %x : f32
  // CHECK-NEXT: llvm.call_intrinsic "llvm.atan.f32"
  %atan = math.atan %x : f32
  // CHECK-NEXT: llvm.call_intrinsic "llvm.cosh.f32"
  %cosh = math.cosh %x : f32
  // CHECK-NEXT: llvm.call_intrinsic "llvm.sinh.f32"
  %sinh = math.sinh %x : f32
  // CHECK-NEXT: llvm.call_intrinsic "llvm.tanh.f32"
  %tanh = math.tanh %x : f32
  func.return
}
