// RUN: xdsl-opt %s -p convert-func-to-llvm | filecheck %s
// RUN: xdsl-opt %s -p 'convert-func-to-llvm{use-bare-ptr-memref-call-conv=true}' | filecheck %s --check-prefix=BARE

// Outside a module for a device memrefs are passed as upstream passes them.
// CHECK: llvm.func @declared(!llvm.ptr, !llvm.ptr, i64, i64, i64, i64, i64, i32) -> !llvm.struct<(!llvm.ptr, !llvm.ptr, i64)> attributes {sym_visibility = "private"}
// BARE: llvm.func @declared(!llvm.ptr, i32) -> !llvm.ptr attributes {sym_visibility = "private"}
func.func private @declared(memref<4x8xf32>, i32) -> memref<f32>

// The attributes of one pointer do not hold for two.
// CHECK: llvm.func @calls(%m: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: i64, %x: i32 {llvm.signext}) -> !llvm.struct<(!llvm.struct<(!llvm.ptr, !llvm.ptr, i64)>, i32)>
// BARE: llvm.func @calls(%m: !llvm.ptr {llvm.noalias}, %x: i32 {llvm.signext}) -> !llvm.struct<(!llvm.ptr, i32)>
func.func @calls(%m: memref<4x8xf32> {llvm.noalias}, %x: i32 {llvm.signext}) -> (memref<f32>, i32) {
  // CHECK-NEXT: llvm.mlir.poison
  // CHECK-NEXT: llvm.insertvalue %m, %{{.*}}[0]
  // CHECK-NEXT: llvm.insertvalue %{{.*}}, %{{.*}}[1]
  // CHECK-NEXT: llvm.insertvalue %{{.*}}, %{{.*}}[2]
  // CHECK-NEXT: llvm.insertvalue %{{.*}}, %{{.*}}[3, 0]
  // CHECK-NEXT: llvm.insertvalue %{{.*}}, %{{.*}}[4, 0]
  // CHECK-NEXT: llvm.insertvalue %{{.*}}, %{{.*}}[3, 1]
  // CHECK-NEXT: llvm.insertvalue %{{.*}}, %{{.*}}[4, 1]
  // BARE: llvm.insertvalue %m, %{{.*}}[0]
  // BARE-NEXT: llvm.insertvalue %m, %{{.*}}[1]
  // CHECK: %[[r:.*]] = llvm.call @declared(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %x) : (!llvm.ptr, !llvm.ptr, i64, i64, i64, i64, i64, i32) -> !llvm.struct<(!llvm.ptr, !llvm.ptr, i64)>
  // BARE: %[[p:.*]] = llvm.call @declared(%{{.*}}, %x) : (!llvm.ptr, i32) -> !llvm.ptr
  %r = func.call @declared(%m, %x) : (memref<4x8xf32>, i32) -> memref<f32>
  // CHECK: llvm.insertvalue %[[r]], %{{.*}}[0]
  // CHECK: llvm.return %{{.*}} : !llvm.struct<(!llvm.struct<(!llvm.ptr, !llvm.ptr, i64)>, i32)>
  // BARE: llvm.return %{{.*}} : !llvm.struct<(!llvm.ptr, i32)>
  func.return %r, %x : memref<f32>, i32
}
