func.func @subview(%m: memref<?x?xf32, strided<[?, ?], offset: ?>>, %i: index) -> f32 {
  %c2 = arith.constant 2 : index
  %r = memref.subview %m[%i, 1] [%c2, 1] [2, 1] : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
  %c1 = arith.constant 1 : index
  %x = memref.load %r[%c1] : memref<?xf32, strided<[?], offset: ?>>
  func.return %x : f32
}
func.func @expand(%m: memref<?x?xf32>, %n: index, %k: index) -> f32 {
  %r = memref.expand_shape %m [[0, 1], [2]] output_shape [%n, 4, %k] : memref<?x?xf32> into memref<?x4x?xf32>
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %x = memref.load %r[%c1, %c2, %c2] : memref<?x4x?xf32>
  func.return %x : f32
}
func.func @collapse(%m: memref<4x2x1xf32, strided<[?, ?, ?], offset: ?>>, %i: index) -> f32 {
  %r = memref.collapse_shape %m [[0], [1, 2]] : memref<4x2x1xf32, strided<[?, ?, ?], offset: ?>> into memref<4x2xf32, strided<[?, ?], offset: ?>>
  %c1 = arith.constant 1 : index
  %x = memref.load %r[%i, %c1] : memref<4x2xf32, strided<[?, ?], offset: ?>>
  func.return %x : f32
}
func.func @size(%m: memref<?x8x?xf32>, %i: index) -> index {
  %d = memref.dim %m, %i : memref<?x8x?xf32>
  func.return %d : index
}
func.func @chosen(%a: memref<?xf32>, %b: memref<?xf32>, %c: i1) -> index {
  %z = arith.constant 0 : index
  %m = scf.if %c -> (memref<?xf32>) {
    scf.yield %a : memref<?xf32>
  } else {
    scf.yield %b : memref<?xf32>
  }
  %d = memref.dim %m, %z : memref<?xf32>
  func.return %d : index
}
func.func @sum(%m: memref<?x?xf32, strided<[?, ?], offset: ?>>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %n = memref.dim %m, %c0 : memref<?x?xf32, strided<[?, ?], offset: ?>>
  %k = memref.dim %m, %c1 : memref<?x?xf32, strided<[?, ?], offset: ?>>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %z) -> (f32) {
    %s = scf.for %j = %c0 to %k step %c1 iter_args(%b = %a) -> (f32) {
      %x = memref.load %m[%i, %j] : memref<?x?xf32, strided<[?, ?], offset: ?>>
      %c = arith.addf %b, %x : f32
      scf.yield %c : f32
    }
    scf.yield %s : f32
  }
  func.return %r : f32
}
func.func @transposed(%m: memref<?x?xf32, strided<[?, ?], offset: ?>>) -> f32 {
  %b, %o, %n, %k, %s, %t = "memref.extract_strided_metadata"(%m) : (memref<?x?xf32, strided<[?, ?], offset: ?>>) -> (memref<f32>, index, index, index, index, index)
  %r = memref.reinterpret_cast %b to offset: [%o], sizes: [%k, %n], strides: [%t, %s] : memref<f32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.load %r[%c1, %c0] : memref<?x?xf32, strided<[?, ?], offset: ?>>
  func.return %x : f32
}
func.func @copied(%m: memref<?xf32>, %n: index) -> f32 {
  %heap = memref.alloc(%n) {alignment = 64} : memref<?xf32>
  "memref.copy"(%m, %heap) : (memref<?xf32>, memref<?xf32>) -> ()
  %c1 = arith.constant 1 : index
  %last = arith.subi %n, %c1 : index
  %x = memref.load %heap[%last] : memref<?xf32>
  memref.dealloc %heap : memref<?xf32>
  func.return %x : f32
}
func.func @vectors(%m: memref<?xf32, strided<[1], offset: ?>>, %i: index) -> f32 {
  %v = vector.load %m[%i] : memref<?xf32, strided<[1], offset: ?>>, vector<4xf32>
  %x = vector.extract %v[2] : f32 from vector<4xf32>
  func.return %x : f32
}
