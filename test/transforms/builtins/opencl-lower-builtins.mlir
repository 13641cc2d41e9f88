// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=host},opencl-lower-builtins' -t opencl-mlir | filecheck %s --check-prefixes=CHECK,HOST
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx900},opencl-lower-builtins' -t opencl-mlir | filecheck %s --check-prefixes=CHECK,AMD
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=host},opencl-lower-builtins,opencl-lower-builtins' -t opencl-mlir | filecheck %s --check-prefixes=CHECK,HOST

// The values are compared in test/unit/test_builtins_*.py, the instructions in
// test_builtins_machine_code.py; here is the form, one function of each family.

// CHECK-LABEL: func.func @integer
func.func @integer(%a: vector<4xi32>, %b: i32) -> vector<4xi32> {
  // The scalar limit of a vector function becomes a vector.
  // CHECK: %[[ONE:.*]] = llvm.insertelement %b, %{{.*}}[
  // CHECK: %[[ALL:.*]] = llvm.shufflevector %[[ONE]], %[[ONE]] [0, 0, 0, 0]
  // CHECK: llvm.intr.umin(%a, %[[ALL]])
  %0 = opencl.builtin "u_min"(%a, %b) : (vector<4xi32>, i32) -> vector<4xi32>
  // CHECK: llvm.intr.sadd.sat(
  %1 = opencl.builtin "s_add_sat"(%0, %a) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  // CHECK: llvm.intr.fshl(
  %2 = opencl.builtin "rotate"(%1, %a) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  func.return %2 : vector<4xi32>
}

// CHECK-LABEL: func.func @relational
func.func @relational(%a: f32, %v: vector<2xf32>) -> (i32, vector<2xi32>) {
  // A scalar truth is 1, one of a vector -1.
  // CHECK: %[[S:.*]] = llvm.fcmp "olt" %a, %a
  // CHECK: llvm.zext %[[S]] : i1 to i32
  %0 = opencl.builtin "isless"(%a, %a) : (f32, f32) -> i32
  // CHECK: %[[V:.*]] = llvm.fcmp "olt" %v, %v
  // CHECK: llvm.sext %[[V]] : vector<2xi1> to vector<2xi32>
  %1 = opencl.builtin "isless"(%v, %v) : (vector<2xf32>, vector<2xf32>) -> vector<2xi32>
  func.return %0, %1 : i32, vector<2xi32>
}

// CHECK-LABEL: func.func @math
func.func @math(%a: f32, %h: f16, %v: vector<2xf32>) -> (f32, f16, vector<2xf32>) {
  // HOST: func.call @sinf(%a) : (f32) -> f32
  // AMD:  func.call @__ocml_sin_f32(%a) : (f32) -> f32
  %0 = opencl.builtin "sin"(%a) : (f32) -> f32
  // Half precision is computed in single precision on the host.
  // HOST: %[[W:.*]] = llvm.fpext %h : f16 to f32
  // HOST: %[[R:.*]] = func.call @tanf(%[[W]])
  // HOST: llvm.fptrunc %[[R]] : f32 to f16
  // AMD:  func.call @__ocml_tan_f16(%h) : (f16) -> f16
  %1 = opencl.builtin "tan"(%h) : (f16) -> f16
  // Element by element; flags come along.
  // HOST-COUNT-2: func.call @log2f(
  // AMD-COUNT-2:  "llvm.intr.log2"({{.*}}) <{fastmathFlags = #llvm.fastmath<nnan>}>
  %2 = opencl.builtin "log2"(%v) fastmath<nnan> : (vector<2xf32>) -> vector<2xf32>
  func.return %0, %1, %2 : f32, f16, vector<2xf32>
}

// The second result of a library function goes through a variable of the function, not of
// the loop.
// CHECK-LABEL: func.func @two_results
// CHECK:         %[[PLACE:.*]] = llvm.alloca
// CHECK:         scf.for
// HOST:            func.call @lgammaf_r(%x, %[[PLACE]]) : (f32, !llvm.ptr) -> f32
// AMD:             func.call @__ocml_lgamma_r_f32(%x, %[[PLACE]]) : (f32, !llvm.ptr) -> f32
// CHECK-NEXT:      "llvm.load"(%[[PLACE]])
func.func @two_results(%x: f32, %p: !llvm.ptr<1>) {
  %zero = arith.constant 0 : index
  %ten = arith.constant 10 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %ten step %one {
    %r, %s = opencl.builtin "lgamma_r"(%x) : (f32) -> (f32, i32)
    llvm.store %s, %p : i32, !llvm.ptr<1>
  }
  func.return
}

// CHECK-LABEL: func.func @conversions
func.func @conversions(%v: vector<4xf32>, %i: i64, %t: vector<3xf32>) -> (vector<4xi8>, f32, vector<4xi32>, vector<4xi8>) {
  // CHECK: %[[E:.*]] = llvm.intr.roundeven(%v)
  // HOST: llvm.call_intrinsic "llvm.fptoui.sat.v4i8.v4f32"
  // AMD: llvm.call_intrinsic "llvm.amdgcn.fmed3.f32"
  // AMD: llvm.fptoui %{{.*}} : vector<4xf32> to vector<4xi8>
  %0 = opencl.convert saturate round rte %v : vector<4xf32> -> unsigned vector<4xi8>
  // CHECK: llvm.uitofp %i : i64 to f32
  %1 = opencl.convert %i : unsigned i64 -> f32
  // Three elements are as large as four.
  // CHECK: %[[T:.*]] = llvm.shufflevector %t, %t [0, 1, 2, -1]
  // CHECK: llvm.bitcast %[[T]] : vector<4xf32> to vector<4xi32>
  %2 = opencl.as %t : vector<3xf32> -> vector<4xi32>
  // A number out of range changes its own element only.
  // HOST: llvm.fptosi %v : vector<4xf32> to vector<4xi8>
  // AMD: %[[WIDE:.*]] = llvm.fptosi %v : vector<4xf32> to vector<4xi32>
  // AMD-NEXT: llvm.trunc %[[WIDE]] : vector<4xi32> to vector<4xi8>
  %3 = opencl.convert %v : vector<4xf32> -> vector<4xi8>
  func.return %0, %1, %2, %3 : vector<4xi8>, f32, vector<4xi32>, vector<4xi8>
}

// CHECK-LABEL: func.func @memory
func.func @memory(%p: !llvm.ptr<1>, %i: i64, %m: memref<16xf32, strided<[1], offset: 5>, #opencl.address_space<local>>, %j: index) {
  // Aligned as one element; 12 bytes from one vector to the next.
  // CHECK: %[[SIZE:.*]] = llvm.mlir.constant(12)
  // CHECK: %[[N:.*]] = llvm.mul %i, %[[SIZE]] : i64
  // CHECK: %[[A:.*]] = llvm.getelementptr inbounds %p[%[[N]]] {{.*}}, i8
  // Three elements are accesses to elements.
  // CHECK: %[[V3:.*]] = "llvm.load"(%[[A]]) <{alignment = 4 : i64}> {opencl.metadata = {tbaa = "float"}} : (!llvm.ptr<1>) -> vector<3xf32>
  %0 = opencl.vload %p[%i] : !llvm.ptr<1>, i64 -> vector<3xf32>
  // CHECK: "llvm.load"(%{{.*}}) <{alignment = 2 : i64}> {opencl.metadata = {tbaa = "half"}} : (!llvm.ptr<1>) -> vector<3xf16>
  %1 = opencl.vload_half %p[%i] : !llvm.ptr<1>, i64 -> vector<3xf32>
  // CHECK: "llvm.load"(%{{.*}}) <{alignment = 8 : i64}> : (!llvm.ptr<1>) -> vector<3xf16>
  %2 = opencl.vloada_half %p[%i] : !llvm.ptr<1>, i64 -> vector<3xf32>
  // The offset of a memref's type counts.
  // CHECK: %[[M:.*]] = builtin.unrealized_conversion_cast %m : memref<16xf32, strided<[1], offset: 5>, #opencl.address_space<local>> to !llvm.ptr<3>
  // CHECK: %[[C:.*]] = llvm.mlir.constant(5)
  // CHECK: llvm.getelementptr inbounds %[[M]][%[[C]]]
  // CHECK: "llvm.store"(%[[V3]], %{{.*}}) <{alignment = 4 : i64}> {opencl.metadata = {tbaa = "float"}} : (vector<3xf32>, !llvm.ptr<3>) -> ()
  opencl.vstore %0, %m[%j] : vector<3xf32>, memref<16xf32, strided<[1], offset: 5>, #opencl.address_space<local>>, index
  func.return
}

// CHECK-LABEL: func.func @inverse_root
func.func @inverse_root(%x: f32, %d: f64) -> (f32, f32, f64) {
  // LLVM estimates this quotient, which is NaN for zero and infinity; what replaces it has no flags.
  // HOST: %[[FAST:.*]] = "llvm.fdiv"(%{{.*}}) <{fastmathFlags = #llvm.fastmath<ninf,afn>}>
  // HOST-NEXT: %[[ZERO:.*]] = llvm.mlir.constant(0.000000e+00 : f32)
  // HOST-NEXT: %[[INF:.*]] = llvm.mlir.constant(0x7f800000 : f32)
  // HOST-NEXT: %[[IS_ZERO:.*]] = llvm.fcmp "oeq" %x, %[[ZERO]] : f32
  // HOST-NEXT: %[[SOME:.*]] = llvm.select %[[IS_ZERO]], %[[INF]], %[[FAST]] : i1, f32
  // HOST-NEXT: %[[IS_INF:.*]] = llvm.fcmp "oeq" %x, %[[INF]] : f32
  // HOST-NEXT: llvm.select %[[IS_INF]], %[[ZERO]], %[[SOME]] : i1, f32
  %0 = opencl.builtin "rsqrt"(%x) fastmath<ninf,afn> : (f32) -> f32
  // HOST-NOT: llvm.fcmp
  %1 = opencl.builtin "rsqrt"(%x) fastmath<afn> : (f32) -> f32
  %2 = opencl.builtin "rsqrt"(%d) fastmath<ninf,afn> : (f64) -> f64
  // CHECK: func.return
  func.return %0, %1, %2 : f32, f32, f64
}

// A product of four elements ends in zero. The C library's cube root serves f32.
// CHECK-LABEL: func.func @products
func.func @products(%v: vector<4xf32>, %w: vector<3xf32>, %x: f32) -> (vector<4xf32>, vector<3xf32>, f32) {
  // CHECK: %[[W:.*]] = llvm.mlir.constant(0.000000e+00 : f32) : f32
  // CHECK: llvm.insertelement %[[W]], %{{.*}} : vector<4xf32>
  %0 = opencl.builtin "cross"(%v, %v) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  // CHECK-NOT: constant(0.0
  // CHECK: llvm.mlir.poison : vector<3xf32>
  %1 = opencl.builtin "cross"(%w, %w) : (vector<3xf32>, vector<3xf32>) -> vector<3xf32>
  // HOST: func.call @cbrtf(%x)
  // AMD: func.call @__ocml_cbrt_f32(%x)
  %2 = opencl.builtin "cbrt"(%x) : (f32) -> f32
  func.return %0, %1, %2 : vector<4xf32>, vector<3xf32>, f32
}
