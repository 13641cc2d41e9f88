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
// CHECK-NEXT:  %[[S:.*]] = llvm.call_intrinsic "llvm.canonicalize.f64"(%s)
// CHECK-NEXT:  llvm.fmul %[[S]], %[[S]]
// CHECK:       %t = llvm.fadd %z, %n
// CHECK-NEXT:  %[[T:.*]] = llvm.call_intrinsic "llvm.canonicalize.f64"(%t)
// CHECK-NEXT:  llvm.br ^{{.*}}(%[[T]] : f64)
// CHECK:       llvm.fsub %x, %a
// CHECK-NEXT:  llvm.call_intrinsic "llvm.canonicalize.f64"
// CHECK:       %j = llvm.fsub %i, %a
// CHECK-NEXT:  %[[J:.*]] = llvm.call_intrinsic "llvm.canonicalize.f64"(%j)
// CHECK-NEXT:  llvm.fmul %[[J]], %[[J]]
// CHECK-NOT:   canonicalize
llvm.func @differences(%a: f64, %c: i1) {
  %z = llvm.mlir.constant(0.0 : f64) : f64
  %s = llvm.fsub %z, %a : f64
  %p = llvm.fmul %s, %s : f64
  %n = llvm.fneg %a : f64
  %t = llvm.fadd %z, %n : f64
  llvm.br ^loop(%t : f64)
^loop(%x: f64):
  %u = llvm.fsub %x, %a : f64
  %i = llvm.select %c, %z, %a : i1, f64
  %j = llvm.fsub %i, %a : f64
  %k = llvm.fmul %j, %j : f64
  %v = llvm.fsub %a, %z : f64
  %w = llvm.fadd %x, %a : f64
  %y = llvm.fsub %w, %a : f64
  llvm.br ^loop(%u : f64)
}
