// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx1100},convert-memref-to-llvm' --split-input-file --verify-diagnostics | filecheck %s

opencl.kernel @size_of_argument(%m: memref<?x?xf32, #opencl.address_space<global>>, %i: index) {
  // CHECK: in @size_of_argument: error: 'memref.load' needs the size of dimension 1 of memref<?x?xf32, #opencl.address_space<global>>, which is not known: a bare pointer carries no sizes; give the type static sizes and strides
  %x = memref.load %m[%i, %i] : memref<?x?xf32, #opencl.address_space<global>>
  opencl.return
}

// -----

opencl.kernel @dim(%m: memref<?xf32, #opencl.address_space<global>>) {
  %c0 = arith.constant 0 : index
  // CHECK: in @dim: error: 'memref.dim' needs the size of dimension 0 of
  %x = memref.dim %m, %c0 : memref<?xf32, #opencl.address_space<global>>
  opencl.return
}

// -----

opencl.kernel @stride(%m: memref<8xf32, strided<[?]>, #opencl.address_space<global>>, %i: index) {
  // CHECK: in @stride: error: 'memref.load' needs a stride of
  %x = memref.load %m[%i] : memref<8xf32, strided<[?]>, #opencl.address_space<global>>
  opencl.return
}

// -----

func.func @heap() {
  // CHECK: in @heap: error: a kernel cannot allocate memory of type memref<4xf32>; use 'memref.alloca' for private and #opencl.address_space<local> for work-group memory
  %m = memref.alloc() : memref<4xf32>
  func.return
}

// -----

func.func @free(%m: memref<4xf32>) {
  // CHECK: in @free: error: a kernel cannot free memory of type memref<4xf32>
  memref.dealloc %m : memref<4xf32>
  func.return
}

// -----

func.func @alloca_global() {
  // CHECK: in @alloca_global: error: 'memref.alloca' gives private memory, not that of memref<4xf32, #opencl.address_space<global>>
  %m = memref.alloca() : memref<4xf32, #opencl.address_space<global>>
  func.return
}

// -----

func.func @dynamic_local(%n: index) {
  // CHECK: in @dynamic_local: error: memory of type memref<?xf32, #opencl.address_space<local>> needs a static shape
  %m = memref.alloc(%n) : memref<?xf32, #opencl.address_space<local>>
  func.return
}

// -----

func.func @no_instruction(%m: memref<4xf32>, %i: index, %x: f32) {
  // CHECK: in @no_instruction: error: 'memref.atomic_rmw' has no kind 16; use one from 0 to 15
  %0 = "memref.atomic_rmw"(%x, %m, %i) <{kind = 16 : i64}> : (f32, memref<4xf32>, index) -> f32
  func.return
}

// -----

func.func @integers(%m: memref<4xf32>, %i: index, %x: f32) {
  // CHECK: in @integers: error: 'memref.atomic_rmw' addi is for integers, not for f32; use a kind for floats
  %0 = "memref.atomic_rmw"(%x, %m, %i) <{kind = 1 : i64}> : (f32, memref<4xf32>, index) -> f32
  func.return
}

// -----

func.func @odd(%m: memref<4xi24>, %i: index, %x: i24) {
  // CHECK: in @odd: error: 'memref.atomic_rmw' of i24 has no atomic instruction; use 8, 16, 32 or 64 bits
  %0 = "memref.atomic_rmw"(%x, %m, %i) <{kind = 1 : i64}> : (i24, memref<4xi24>, index) -> i24
  func.return
}

// -----

func.func @region(%m: memref<4xf32>, %i: index, %x: f32, %c: i1) {
  scf.if %c {
    // CHECK: in @region: error: 'memref.atomic_rmw' of this kind becomes a loop of blocks, which its region cannot have; lower structured control flow first, with 'lower-scf-to-cf'
    %0 = "memref.atomic_rmw"(%x, %m, %i) <{kind = 9 : i64}> : (f32, memref<4xf32>, index) -> f32
  }
  func.return
}

// -----

func.func @space(%m: memref<4xf32, "fast">, %i: index) {
  // CHECK: in @space: error: memory space "fast" is not supported; use #opencl.address_space<...> or an integer
  %x = memref.load %m[%i] : memref<4xf32, "fast">
  func.return
}

// -----

// CHECK: in @tile: error: memory of type memref<4xi32, #opencl.address_space<local>> cannot have an initial value; store it in the kernel
"memref.global"() <{sym_name = "tile", sym_visibility = "private", type = memref<4xi32, #opencl.address_space<local>>, initial_value = dense<0> : tensor<4xi32>}> : () -> ()

// -----

func.func @merged(%m: memref<4x4xf32>) {
  // CHECK: in @merged: error: 'memref.collapse_shape': expected dimension 0 of collapsed type to be static value of 16
  %0 = memref.collapse_shape %m [[0, 1]] : memref<4x4xf32> into memref<15xf32>
  func.return
}

// -----

func.func @parted(%m: memref<4x4xf32>) {
  // CHECK: in @parted: error: 'memref.expand_shape': expected dimension 0 of collapsed type to be static value of 6
  %0 = memref.expand_shape %m [[0, 1], [2]] output_shape [2, 3, 4] : memref<4x4xf32> into memref<2x3x4xf32>
  func.return
}

// -----

func.func @gaps(%m: memref<4x4xf32, strided<[8, 1]>>) {
  // CHECK: in @gaps: error: 'memref.collapse_shape': dimension 0 of memref<4x4xf32, strided<[8, 1]>> has the stride 8; as a part of a dimension of memref<16xf32> it has 4
  %0 = memref.collapse_shape %m [[0, 1]] : memref<4x4xf32, strided<[8, 1]>> into memref<16xf32>
  func.return
}

// -----

func.func @no_gaps(%m: memref<4x4xf32, strided<[8, 1]>>) {
  // CHECK: in @no_gaps: error: 'memref.expand_shape': dimension 1 of memref<2x2x4xf32> has the stride 4; as a part of a dimension of memref<4x4xf32, strided<[8, 1]>> it has 8
  %0 = memref.expand_shape %m [[0, 1], [2]] output_shape [2, 2, 4] : memref<4x4xf32, strided<[8, 1]>> into memref<2x2x4xf32>
  func.return
}

// -----

// CHECK: in @alignment: error: 'memref.load' has the alignment 3; it takes a power of two
func.func @alignment(%m: memref<8xf32>, %i: index) {
  %x = memref.load %m[%i] {alignment = 3} : memref<8xf32>
  func.return
}

// -----

// CHECK: 'memref.cast': the size of dimension 0 is 4 by the operands, and 8 by the result type memref<8xf32>; make them agree
func.func @f(%s: memref<4xf32>) {
  %r = memref.cast %s : memref<4xf32> to memref<8xf32>
  func.return
}

// -----

// CHECK: 'memref.cast': the operands give 1 dimensions, and memref<4x1xf32> has 2; give it as many
func.func @f(%s: memref<4xf32>) {
  %r = memref.cast %s : memref<4xf32> to memref<4x1xf32>
  func.return
}

// -----

// CHECK: 'memref.cast': the stride of dimension 1 is 1 by the operands, and 2 by the result type
func.func @f(%s: memref<4x?xf32>) {
  %r = memref.cast %s : memref<4x?xf32> to memref<?x8xf32, strided<[?, 2]>>
  func.return
}

// -----

// CHECK: 'memref.cast': the offset is 0 by the operands, and 3 by the result type
func.func @f(%s: memref<4xf32>) {
  %r = memref.cast %s : memref<4xf32> to memref<4xf32, strided<[1], offset: 3>>
  func.return
}

// -----

// CHECK: 'memref.subview' has 1 offsets for the 2 dimensions of memref<4x8xf32>; give one for each
func.func @f(%s: memref<4x8xf32>) {
  %r = memref.subview %s[0] [2] [1] : memref<4x8xf32> to memref<2xf32, strided<[1]>>
  func.return
}

// -----

// CHECK: 'memref.subview': element 4 is outside dimension 1 of memref<2x4xf32>; give other offsets, sizes or strides
func.func @f(%s: memref<2x4xf32>) {
  %r = memref.subview %s[0, 2] [2, 2] [1, 2] : memref<2x4xf32> to memref<2x2xf32, strided<[4, 2], offset: 2>>
  func.return
}

// -----

// CHECK: 'memref.subview': element -1 is outside dimension 0
func.func @f(%s: memref<?xf32>) {
  %r = memref.subview %s[-1] [2] [1] : memref<?xf32> to memref<2xf32, strided<[1], offset: -1>>
  func.return
}

// -----

// CHECK: 'memref.subview': the offset is 9 by the operands, and 1 by the result type
func.func @f(%s: memref<4x8xf32>) {
  %r = memref.subview %s[1, 1] [2, 2] [1, 1] : memref<4x8xf32> to memref<2x2xf32, strided<[8, 1], offset: 1>>
  func.return
}

// -----

// CHECK: 'memref.subview': the stride of dimension 0 is 16 by the operands, and 8 by the result type
func.func @f(%s: memref<4x8xf32>) {
  %r = memref.subview %s[0, 0] [2, 2] [2, 1] : memref<4x8xf32> to memref<2x2xf32, strided<[8, 1]>>
  func.return
}

// -----

// CHECK: 'memref.reinterpret_cast': the offset is 1 by the operands, and 2 by the result type
func.func @f(%s: memref<4xf32>) {
  %r = memref.reinterpret_cast %s to offset: [1], sizes: [2], strides: [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 2>>
  func.return
}

// -----

// CHECK: 'memref.expand_shape': the size of dimension 0 is 4 by the operands, and 2 by the result type memref<2x2xf32>
func.func @f(%s: memref<4xf32>) {
  %r = memref.expand_shape %s [[0, 1]] output_shape [4, 1] : memref<4xf32> into memref<2x2xf32>
  func.return
}
