// RUN: xdsl-opt %s | xdsl-opt | filecheck %s

// CHECK: "memref.global"() <{sym_name = "table", sym_visibility = "private", type = memref<2xf32>, constant, initial_value = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>, alignment = 64 : i64}>
memref.global "private" constant @table : memref<2xf32> = dense<[1.0, 2.0]> {alignment = 64}
// CHECK-NEXT: "memref.global"() <{sym_name = "buffer", sym_visibility = "public", type = memref<4xi8>, initial_value}>
memref.global @buffer : memref<4xi8> = uninitialized

func.func @f(%a: memref<4xf32>, %b: memref<?xf32>, %h: memref<4x4xi32>, %i: index, %x: i32) {
  // CHECK: "memref.cast"(%a) : (memref<4xf32>) -> memref<?xf32>
  %0 = memref.cast %a : memref<4xf32> to memref<?xf32>
  // CHECK-NEXT: "memref.memory_space_cast"(%a) : (memref<4xf32>) -> memref<4xf32, 1 : i64>
  %1 = memref.memory_space_cast %a : memref<4xf32> to memref<4xf32, 1>
  // CHECK-NEXT: "memref.copy"(%b, %0) : (memref<?xf32>, memref<?xf32>) -> ()
  memref.copy %b, %0 : memref<?xf32> to memref<?xf32>
  // CHECK-NEXT: "memref.rank"(%a) : (memref<4xf32>) -> index
  %2 = memref.rank %a : memref<4xf32>
  // CHECK-NEXT: "memref.atomic_rmw"(%x, %h, %i, %i) <{kind = 4 : i64}> : (i32, memref<4x4xi32>, index, index) -> i32
  %3 = memref.atomic_rmw maxs %x, %h[%i, %i] : (i32, memref<4x4xi32>) -> i32
  %4 = memref.subview %h[0, 1] [2, 3] [1, 1] : memref<4x4xi32> to memref<2x3xi32, strided<[4, 1], offset: 1>>
  // CHECK: memref.reinterpret_cast %4 to offset: [1], sizes: [3, 2], strides: [1, 4] : memref<2x3xi32, strided<[4, 1], offset: 1>> to memref<3x2xi32, strided<[1, 4], offset: 1>>
  %5 = memref.transpose %4 (d0, d1) -> (d1, d0) : memref<2x3xi32, strided<[4, 1], offset: 1>> to memref<3x2xi32, strided<[1, 4], offset: 1>>
  func.return
}
