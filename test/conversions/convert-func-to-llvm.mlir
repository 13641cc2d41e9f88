// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx1100},convert-func-to-llvm' | filecheck %s

// CHECK: llvm.func @declared(!llvm.ptr<1>, i64) -> f32 attributes {sym_visibility = "private"}
func.func private @declared(memref<?xf32, #opencl.address_space<global>>, index) -> f32

// CHECK: llvm.func internal @helper(%x: i32 {llvm.noundef}) -> (i32 {llvm.signext}) attributes {other = 1 : i32, passthrough = ["nounwind"], no_inline}
func.func @helper(%x: i32 {llvm.noundef}) -> (i32 {llvm.signext}) attributes {llvm.linkage = #llvm.linkage<internal>, passthrough = ["nounwind"], no_inline, other = 1 : i32} {
  // CHECK-NEXT: llvm.return %x : i32
  func.return %x : i32
}

// CHECK: llvm.func @nothing() {
func.func @nothing() {
  // CHECK-NEXT: llvm.call @nothing() : () -> ()
  func.call @nothing() : () -> ()
  // CHECK-NEXT: llvm.return
  func.return
}

// Several results become one struct.
// CHECK: llvm.func @two(%u: i32, %k: i64) -> !llvm.struct<(i32, i64)> {
func.func @two(%u: i32, %k: index) -> (i32, index) {
  // CHECK-NEXT: %[[both:.*]] = llvm.call @two(%u, %k) : (i32, i64) -> !llvm.struct<(i32, i64)>
  // CHECK-NEXT: %a = llvm.extractvalue %[[both]][0] : !llvm.struct<(i32, i64)>
  // CHECK-NEXT: %b = llvm.extractvalue %[[both]][1] : !llvm.struct<(i32, i64)>
  %a, %b = func.call @two(%u, %k) : (i32, index) -> (i32, index)
  // CHECK-NEXT: %[[s0:.*]] = llvm.mlir.undef : !llvm.struct<(i32, i64)>
  // CHECK-NEXT: %[[s1:.*]] = llvm.insertvalue %a, %[[s0]][0] : !llvm.struct<(i32, i64)>
  // CHECK-NEXT: %[[s2:.*]] = llvm.insertvalue %b, %[[s1]][1] : !llvm.struct<(i32, i64)>
  // CHECK-NEXT: llvm.return %[[s2]] : !llvm.struct<(i32, i64)>
  func.return %a, %b : i32, index
}

// Operations that are not converted go on with the types of before.
// CHECK: llvm.func @memory(%m: !llvm.ptr<3>, %i: i64) -> i32 {
func.func @memory(%m: memref<4xi32, 3 : i32>, %i: index) -> i32 {
  // CHECK-DAG: %[[m:.*]] = builtin.unrealized_conversion_cast %m : !llvm.ptr<3> to memref<4xi32, 3 : i32>
  // CHECK-DAG: %[[i:.*]] = builtin.unrealized_conversion_cast %i : i64 to index
  // CHECK: %z = memref.load %[[m]][%[[i]]] : memref<4xi32, 3 : i32>
  %z = memref.load %m[%i] : memref<4xi32, 3 : i32>
  // CHECK-NEXT: llvm.return %z : i32
  func.return %z : i32
}
