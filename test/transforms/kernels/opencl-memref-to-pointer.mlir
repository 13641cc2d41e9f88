// RUN: xdsl-opt %s -p opencl-memref-to-pointer | filecheck %s
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=spirv},opencl-memref-to-pointer' | filecheck %s

// An element of a memref is found by a view; other operands stay in their order.
opencl.kernel @views(%a: memref<4x8xi32, #opencl.address_space<global>>, %i: index, %b: memref<8xi32, #opencl.address_space<global>>, %p: !llvm.ptr<1>, %x: i32) {
  %old = opencl.atomic_rmw add relaxed device %a[%i, %i], %x : memref<4x8xi32, #opencl.address_space<global>>, i32
  %kept = opencl.atomic_rmw add relaxed device %p, %x : !llvm.ptr<1>, i32
  %v = opencl.vload %b[%i] : memref<8xi32, #opencl.address_space<global>>, index -> vector<4xi32>
  opencl.return
}

// CHECK:      opencl.kernel @views(%a: memref<4x8xi32, #opencl.address_space<global>>, %i: index, %b: memref<8xi32, #opencl.address_space<global>>, %p: !llvm.ptr<1>, %x: i32) {
// CHECK-NEXT:   [[VIEW:%[0-9]+]] = memref.subview %a[%i, %i] [1, 1] [1, 1]
// CHECK-NEXT:   [[POINTER:%[0-9]+]] = builtin.unrealized_conversion_cast [[VIEW]]
// CHECK-NEXT:   %old = opencl.atomic_rmw add relaxed device [[POINTER]], %x : !llvm.ptr<1>, i32
// CHECK-NEXT:   %kept = opencl.atomic_rmw add relaxed device %p, %x : !llvm.ptr<1>, i32
// CHECK-NEXT:   [[FIRST:%[0-9]+]] = builtin.unrealized_conversion_cast %b
// CHECK-NEXT:   %v = opencl.vload [[FIRST]][%i] : !llvm.ptr<1>, index -> vector<4xi32>
// CHECK-NEXT:   opencl.return
