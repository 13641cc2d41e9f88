// RUN: xdsl-opt %s --split-input-file -p opencl-keep-signed-zeros | filecheck %s
// RUN: xdsl-opt %s --split-input-file -p opencl-keep-signed-zeros,opencl-keep-signed-zeros | filecheck %s

// A product on its way to half is hidden there; its other uses see it.
// CHECK-LABEL: llvm.func @product
// CHECK:       %m = llvm.fmul %a, %b
// CHECK-NEXT:  %[[H:.*]] = llvm.call_intrinsic "llvm.canonicalize.f32"(%m)
// CHECK-NEXT:  llvm.fptrunc %[[H]] : f32 to f16
// CHECK-NEXT:  llvm.fptrunc %[[H]] : f32 to bf16
// CHECK-NEXT:  llvm.return %m
llvm.func @product(%a: f32, %b: f32) -> f32 {
  %m = llvm.fmul %a, %b : f32
  %h = llvm.fptrunc %m : f32 to f16
  %i = llvm.fptrunc %m : f32 to bf16
  llvm.return %m : f32
}

// -----

// What is no product, is not single precision, or may change its sign stays.
// CHECK-LABEL: llvm.func @others
// CHECK-NOT:   canonicalize
llvm.func @others(%a: f32, %d: f64, %i: i32, %x: f16) -> f32 {
  %s = llvm.fadd %a, %a : f32
  %h1 = llvm.fptrunc %s : f32 to f16
  %h2 = llvm.fptrunc %a : f32 to f16
  %q = llvm.fmul %d, %d : f64
  %h3 = llvm.fptrunc %q : f64 to f16
  %e = llvm.fmul %a, %a {fastmathFlags = #llvm.fastmath<nsz>} : f32
  %h4 = llvm.fptrunc %e : f32 to f16
  %j = llvm.sitofp %i : i32 to f32
  %h5 = llvm.fptrunc %j : f32 to f16
  %w = llvm.fpext %x : f16 to f32
  %h6 = llvm.fptrunc %w : f32 to f16
  %m = llvm.fmul %a, %a : f32
  %z = llvm.mlir.constant(0.0 : f32) : f32
  %f = "llvm.intr.fma"(%a, %a, %z) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32, f32) -> f32
  %h7 = llvm.fptrunc %f : f32 to f16
  %k = llvm.fsub %a, %m : f32
  %n = llvm.fsub %z, %m {fastmathFlags = #llvm.fastmath<nsz>} : f32
  %o = llvm.fadd %z, %m : f32
  %r = llvm.fmul %n, %n : f32
  %v = llvm.call_intrinsic "llvm.amdgcn.rcp.f32"(%a) : (f32) -> f32
  %h8 = llvm.fptrunc %v : f32 to f16
  llvm.return %m : f32
}

// -----

// A sum with the neutral zero is the product.
// CHECK-LABEL: llvm.func @neutral
// CHECK:       %[[H:.*]] = llvm.call_intrinsic "llvm.canonicalize.v2f32"(%m)
// CHECK:       %s = llvm.fadd %[[H]], %n
// CHECK:       %t = llvm.fsub %n, %[[H]]
// CHECK:       %u = llvm.fsub %[[H]], %z
// CHECK:       %f = {{.*}}llvm.intr.fma
// CHECK-NEXT:  llvm.call_intrinsic "llvm.canonicalize.v2f32"(%f)
llvm.func @neutral(%a: vector<2xf32>) {
  %n = llvm.mlir.constant(dense<-0.0> : vector<2xf32>) : vector<2xf32>
  %z = llvm.mlir.zero : vector<2xf32>
  %m = llvm.fmul %a, %a : vector<2xf32>
  %s = llvm.fadd %m, %n : vector<2xf32>
  %h = llvm.fptrunc %s : vector<2xf32> to vector<2xf16>
  %t = llvm.fsub %n, %m : vector<2xf32>
  %i = llvm.fptrunc %t : vector<2xf32> to vector<2xf16>
  %u = llvm.fsub %m, %z : vector<2xf32>
  %j = llvm.fptrunc %u : vector<2xf32> to vector<2xf16>
  %f = "llvm.intr.fma"(%a, %a, %n) <{fastmathFlags = #llvm.fastmath<none>}> : (vector<2xf32>, vector<2xf32>, vector<2xf32>) -> vector<2xf32>
  %k = llvm.fptrunc %f : vector<2xf32> to vector<2xf16>
  llvm.return
}

// -----

// CHECK-LABEL: llvm.func @paths
// CHECK:       %[[P:.*]] = llvm.call_intrinsic "llvm.canonicalize.f32"(%m)
// CHECK-NEXT:  llvm.br ^{{.*}}(%[[P]] : f32)
// CHECK:       %[[Q:.*]] = llvm.call_intrinsic "llvm.canonicalize.f32"(%q)
// CHECK-NEXT:  %s = llvm.select %c, %[[Q]], %a
// CHECK:       llvm.cond_br %c, ^{{.*}}(%s : f32), ^{{.*}}(%x : f32)
llvm.func @paths(%a: f32, %c: i1) -> f16 {
  %m = llvm.fmul %a, %a : f32
  llvm.br ^loop(%m : f32)
^loop(%x: f32):
  %q = llvm.fdiv %x, %a : f32
  %s = llvm.select %c, %q, %a : i1, f32
  llvm.cond_br %c, ^loop(%s : f32), ^end(%x : f32)
^end(%y: f32):
  %n = llvm.fneg %y : f32
  %h = llvm.fptrunc %n : f32 to f16
  llvm.return %h : f16
}

// -----

// What functions get and return, and what memory has.
// CHECK-LABEL: llvm.func @callee
// CHECK:       %[[R:.*]] = llvm.call_intrinsic "llvm.canonicalize.f32"(%r)
// CHECK:       llvm.return %[[R]]
llvm.func @callee(%a: f32) -> f32 {
  %h = llvm.fptrunc %a : f32 to f16
  %r = llvm.fmul %a, %a : f32
  llvm.return %r : f32
}
// CHECK-LABEL: llvm.func @caller
// CHECK:       %[[A:.*]] = llvm.call_intrinsic "llvm.canonicalize.f32"(%m)
// CHECK:       llvm.call @callee(%[[A]])
// CHECK:       %[[S:.*]] = llvm.call_intrinsic "llvm.canonicalize.f32"(%n)
// CHECK:       llvm.store %[[S]], %p
llvm.func @caller(%c: f32, %b: f32, %p: !llvm.ptr, %q: !llvm.ptr) {
  %m = llvm.fmul %c, %b : f32
  %s = llvm.call @callee(%m) : (f32) -> f32
  %g = llvm.fptrunc %s : f32 to f16
  %n = llvm.fmul %b, %b : f32
  llvm.store %n, %p : f32, !llvm.ptr
  %l = llvm.load %q : !llvm.ptr -> f32
  %i = llvm.fptrunc %l : f32 to f16
  llvm.return
}

// -----

// Differences from zero, or from what is zero on some path.
// CHECK-LABEL: llvm.func @differences
// CHECK:       %s = llvm.fsub %z, %a
// CHECK-NEXT:  %[[S:.*]] = llvm.call_intrinsic "llvm.canonicalize.f32"(%s)
// CHECK-NEXT:  llvm.fmul %[[S]], %[[S]]
// CHECK:       %t = llvm.fadd %z, %n
// CHECK-NEXT:  %[[T:.*]] = llvm.call_intrinsic "llvm.canonicalize.f32"(%t)
// CHECK-NEXT:  llvm.fmul %[[T]], %[[T]]
// CHECK:       llvm.fsub %x, %a
// CHECK-NEXT:  llvm.call_intrinsic "llvm.canonicalize.f32"
// CHECK:       %j = llvm.fsub %i, %a
// CHECK-NEXT:  %[[J:.*]] = llvm.call_intrinsic "llvm.canonicalize.f32"(%j)
// CHECK-NEXT:  llvm.fmul %[[J]], %[[J]]
// CHECK-NOT:   canonicalize
llvm.func @differences(%a: f32, %c: i1, %d: f64) {
  %z = llvm.mlir.constant(0.0 : f32) : f32
  %s = llvm.fsub %z, %a : f32
  %p = llvm.fmul %s, %s : f32
  %n = llvm.fneg %a : f32
  %t = llvm.fadd %z, %n : f32
  %o = llvm.fmul %t, %t : f32
  llvm.br ^loop(%z : f32)
^loop(%x: f32):
  %u = llvm.fsub %x, %a : f32
  %i = llvm.select %c, %z, %a : i1, f32
  %j = llvm.fsub %i, %a : f32
  %k = llvm.fmul %j, %j : f32
  %v = llvm.fsub %a, %z : f32
  %w = llvm.fadd %x, %a : f32
  %y = llvm.fsub %w, %a : f32
  %zero = llvm.mlir.constant(0.0 : f64) : f64
  %e = llvm.fsub %zero, %d : f64
  %g = llvm.fmul %e, %e : f64
  llvm.br ^loop(%u : f32)
}

// -----

// Sums that are differences from zero when constants are known.
// CHECK-LABEL: llvm.func @sums
// CHECK:       %s0 = llvm.fsub %n, %m
// CHECK-NEXT:  llvm.call_intrinsic "llvm.canonicalize.f32"(%s0)
// CHECK:       %s1 = {{.*}}llvm.intr.fma
// CHECK-NEXT:  llvm.call_intrinsic "llvm.canonicalize.f32"(%s1)
// CHECK:       %s2 = llvm.fsub %k, %a
// CHECK-NEXT:  llvm.call_intrinsic "llvm.canonicalize.f32"(%s2)
// CHECK:       %s3 = llvm.fsub %mixed, %v
// CHECK-NEXT:  llvm.call_intrinsic "llvm.canonicalize.v2f32"(%s3)
// CHECK:       %s4 = llvm.fadd %p, %z
// CHECK-NEXT:  llvm.call_intrinsic "llvm.canonicalize.f32"(%s4)
// CHECK:       %s5 = llvm.fsub %half, %a
// CHECK-NEXT:  llvm.call_intrinsic "llvm.canonicalize.f32"(%s5)
// CHECK:       %s6 = {{.*}}llvm.intr.fma
// CHECK-NEXT:  llvm.call_intrinsic "llvm.canonicalize.f32"(%s6)
// CHECK:       %s7 = llvm.fsub %c, %a
// CHECK-NEXT:  llvm.call_intrinsic "llvm.canonicalize.f32"(%s7)
// CHECK:       %s8 = llvm.fadd %f, %z
// CHECK-NEXT:  llvm.call_intrinsic "llvm.canonicalize.f32"(%s8)
// CHECK:       %s9 = llvm.fadd %q, %z
// CHECK-NEXT:  llvm.call_intrinsic "llvm.canonicalize.f32"(%s9)
// CHECK:       llvm.call_intrinsic "llvm.canonicalize.f32"(%x1)
// CHECK:       %s10 = llvm.fsub %{{.*}}, %b
// CHECK-NEXT:  llvm.call_intrinsic "llvm.canonicalize.f32"(%s10)
// CHECK-NOT:   canonicalize
llvm.func @sums(%a: f32, %b: f32, %i: i32, %v: vector<2xf32>, %j: i32, %v0: f32) {
  %z = llvm.mlir.constant(0.0 : f32) : f32
  %m = llvm.mlir.constant(-0.0 : f32) : f32
  %l = llvm.mlir.constant(-1.0 : f32) : f32
  %two = llvm.mlir.constant(2.0 : f32) : f32
  %mixed = llvm.mlir.constant(dense<[1.0, 0.0]> : vector<2xf32>) : vector<2xf32>
  %n = llvm.fneg %a : f32
  %s0 = llvm.fsub %n, %m : f32
  %u0 = llvm.fmul %s0, %b : f32
  %s1 = "llvm.intr.fma"(%a, %l, %z) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32, f32) -> f32
  %u1 = llvm.fmul %s1, %b : f32
  %k = llvm.sitofp %i : i32 to f32
  %s2 = llvm.fsub %k, %a : f32
  %u2 = llvm.fmul %s2, %b : f32
  %s3 = llvm.fsub %mixed, %v : vector<2xf32>
  %u3 = llvm.fmul %s3, %v : vector<2xf32>
  %p = llvm.fmul %a, %k : f32
  %s4 = llvm.fadd %p, %z : f32
  %u4 = llvm.fmul %s4, %b : f32
  %half = llvm.fmul %k, %two : f32
  %s5 = llvm.fsub %half, %a : f32
  %u5 = llvm.fmul %s5, %b : f32
  %s6 = "llvm.intr.fma"(%k, %half, %n) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32, f32) -> f32
  %u6 = llvm.fmul %s6, %b : f32
  %c = llvm.bitcast %j : i32 to f32
  %s7 = llvm.fsub %c, %a : f32
  %u7 = llvm.fmul %s7, %b : f32
  %sign = llvm.mlir.constant(-2147483648 : i32) : i32
  %bits = llvm.bitcast %b : f32 to i32
  %flipped = llvm.xor %bits, %sign : i32
  %f = llvm.bitcast %flipped : i32 to f32
  %s8 = llvm.fadd %f, %z : f32
  %u8 = llvm.fmul %s8, %b : f32
  %q = llvm.fsub %m, %b : f32
  %s9 = llvm.fadd %q, %z : f32
  %u9 = llvm.fmul %s9, %b : f32
  %is = llvm.fcmp "oeq" %v0, %two : f32
  %x1 = llvm.fsub %v0, %two : f32
  %s10 = llvm.fsub %x1, %b : f32
  %u10 = llvm.fmul %s10, %b : f32
  %k0 = llvm.fsub %two, %a : f32
  %k1 = llvm.fadd %p, %b : f32
  %k2 = llvm.fadd %a, %z : f32
  %k3 = "llvm.intr.fma"(%a, %two, %z) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32, f32) -> f32
  %k4 = llvm.fsub %n, %two : f32
  %at = llvm.mlir.constant(1 : i32) : i32
  %w = llvm.insertelement %a, %v[%at : i32] : vector<2xf32>
  %k5 = llvm.fsub %w, %v : vector<2xf32>
  llvm.return
}

// -----

// What calls and memory bring.
// CHECK-LABEL: llvm.func @difference
// CHECK:       %s = llvm.fsub %x, %y
// CHECK-NEXT:  llvm.call_intrinsic "llvm.canonicalize.f32"(%s)
llvm.func @difference(%x: f32, %y: f32) -> f32 {
  %s = llvm.fsub %x, %y : f32
  llvm.return %s : f32
}
// CHECK-LABEL: llvm.func @uses
// CHECK:       %e = llvm.fsub %l, %a
// CHECK-NEXT:  llvm.call_intrinsic "llvm.canonicalize.f32"(%e)
// CHECK:       %o = llvm.fsub %r, %a
// CHECK-NEXT:  llvm.call_intrinsic "llvm.canonicalize.f32"(%o)
llvm.func @uses(%a: f32, %p: !llvm.ptr, %q: !llvm.ptr) {
  %z = llvm.mlir.constant(0.0 : f32) : f32
  llvm.store %z, %p : f32, !llvm.ptr
  %l = llvm.load %q : !llvm.ptr -> f32
  %r = llvm.call @difference(%z, %z) : (f32, f32) -> f32
  %e = llvm.fsub %l, %a : f32
  %w = llvm.fmul %e, %e : f32
  %o = llvm.fsub %r, %a : f32
  %v = llvm.fmul %o, %o : f32
  llvm.return
}

// -----

// CHECK-LABEL: llvm.func @unknown
// CHECK-NOT:   canonicalize
llvm.func @unknown(%a: f32, %p: !llvm.ptr) {
  %l = llvm.load %p : !llvm.ptr -> f32
  %s = llvm.fsub %l, %a : f32
  %u = llvm.fmul %s, %s : f32
  llvm.store %u, %p : f32, !llvm.ptr
  llvm.return
}
