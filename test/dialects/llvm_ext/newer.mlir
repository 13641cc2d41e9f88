// Operations that MLIR 19 does not have; the forms are those of upstream's documentation.
// RUN: xdsl-opt %s -t opencl-mlir | xdsl-opt -t opencl-mlir | filecheck %s
// RUN: xdsl-opt %s --print-op-generic | xdsl-opt -t opencl-mlir | filecheck %s

// CHECK-LABEL: llvm.func @newer
llvm.func @newer(%x: f32, %y: f32, %i: i32, %p: !llvm.ptr<1>, %ps: vector<4x!llvm.ptr<1>>, %m: vector<4xi1>, %v: vector<4xf32>) {
  // CHECK-NEXT: llvm.intr.tan(%{{.*}}) : (f32) -> f32
  %0 = llvm.intr.tan(%x) : (f32) -> f32
  // CHECK-NEXT: llvm.intr.asin(%{{.*}}) : (f32) -> f32
  %1 = llvm.intr.asin(%x) : (f32) -> f32
  // CHECK-NEXT: llvm.intr.acos(%{{.*}}) : (f32) -> f32
  %2 = llvm.intr.acos(%x) : (f32) -> f32
  // CHECK-NEXT: llvm.intr.atan(%{{.*}}) : (f32) -> f32
  %3 = llvm.intr.atan(%x) : (f32) -> f32
  // CHECK-NEXT: llvm.intr.atan2(%{{.*}}, %{{.*}}) : (f32, f32) -> f32
  %4 = llvm.intr.atan2(%x, %y) : (f32, f32) -> f32
  // CHECK-NEXT: llvm.intr.sinh(%{{.*}}) : (f32) -> f32
  %5 = llvm.intr.sinh(%x) : (f32) -> f32
  // CHECK-NEXT: llvm.intr.cosh(%{{.*}}) : (f32) -> f32
  %6 = llvm.intr.cosh(%x) : (f32) -> f32
  // CHECK-NEXT: llvm.intr.tanh(%{{.*}}) : (f32) -> f32
  %7 = llvm.intr.tanh(%x) : (f32) -> f32
  // CHECK-NEXT: "llvm.intr.exp10"(%{{.*}}) <{fastmathFlags = #llvm.fastmath<afn>}> : (f32) -> f32
  %8 = llvm.intr.exp10(%x) {fastmathFlags = #llvm.fastmath<afn>} : (f32) -> f32
  // CHECK-NEXT: llvm.intr.ldexp(%{{.*}}, %{{.*}}) : (f32, i32) -> f32
  %9 = llvm.intr.ldexp(%x, %i) : (f32, i32) -> f32
  // CHECK-NEXT: llvm.intr.frexp(%{{.*}}) : (f32) -> !llvm.struct<(f32, i32)>
  %10 = llvm.intr.frexp(%x) : (f32) -> !llvm.struct<(f32, i32)>
  // CHECK-NEXT: llvm.intr.scmp(%{{.*}}, %{{.*}}) : (i32, i32) -> i8
  %11 = llvm.intr.scmp(%i, %i) : (i32, i32) -> i8
  // CHECK-NEXT: llvm.intr.ucmp(%{{.*}}, %{{.*}}) : (i32, i32) -> i8
  %12 = llvm.intr.ucmp(%i, %i) : (i32, i32) -> i8
  // CHECK-NEXT: llvm.intr.stepvector : vector<4xi32>
  %13 = llvm.intr.stepvector : vector<4xi32>
  // CHECK-NEXT: "llvm.intr.lifetime.start"(%{{.*}}) {size = -1 : i64} : (!llvm.ptr<1>) -> ()
  llvm.intr.lifetime.start %p : !llvm.ptr<1>
  // CHECK-NEXT: "llvm.intr.lifetime.end"(%{{.*}}) {size = -1 : i64} : (!llvm.ptr<1>) -> ()
  llvm.intr.lifetime.end %p : !llvm.ptr<1>
  // CHECK-NEXT: "llvm.getelementptr"(%{{.*}}) <{elem_type = i32, noWrapFlags = 6 : i32, rawConstantIndices = array<i32: 1>}> : (!llvm.ptr<1>) -> !llvm.ptr<1>
  %14 = llvm.getelementptr nusw|nuw %p[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
  // CHECK-NEXT: "llvm.getelementptr"(%{{.*}}) <{elem_type = i32, inbounds, noWrapFlags = 7 : i32, rawConstantIndices = array<i32: 1>}> : (!llvm.ptr<1>) -> !llvm.ptr<1>
  %15 = llvm.getelementptr inbounds | nuw %p[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
  // CHECK-NEXT: llvm.intr.masked.gather %{{.*}}, %{{.*}}, %{{.*}} {alignment = 4 : i32} : (vector<4x!llvm.ptr<1>>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  %16 = llvm.intr.masked.gather %ps, %m, %v {alignment = 4 : i32} : (vector<4x!llvm.ptr<1>>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  // CHECK-NEXT: llvm.intr.masked.scatter %{{.*}}, %{{.*}}, %{{.*}} {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into vector<4x!llvm.ptr<1>>
  llvm.intr.masked.scatter %v, %ps, %m {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into vector<4x!llvm.ptr<1>>
  // CHECK-NEXT: "llvm.call_intrinsic"(%{{.*}}) <{fastmathFlags = #llvm.fastmath<afn>, intrin = "llvm.tan.f32", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 1, 0>}> : (f32) -> f32
  %17 = llvm.call_intrinsic "llvm.tan.f32"(%x) {fastmathFlags = #llvm.fastmath<afn>} : (f32) -> f32
  llvm.return
}

// The properties of a function are properties after the pretty syntax, too.
// CHECK: llvm.func @properties() attributes {rocdl.kernel, alignment = 16 : i64, convergent, dso_local, {{(passthrough = \["nounwind"\], section = ".text"|section = ".text", passthrough = \["nounwind"\])}}, target_cpu = "gfx900"}
llvm.func @properties() attributes {rocdl.kernel, alignment = 16 : i64, convergent, dso_local, passthrough = ["nounwind"], section = ".text", target_cpu = "gfx900"}
