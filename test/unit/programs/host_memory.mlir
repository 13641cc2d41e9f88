// --- COPY
func.func @copy(%a: memref<4x4xf32, strided<[8, 1]{0}>>, %b: memref<4x4xf32, strided<[8, 1]{0}>>) {{
  linalg.copy ins(%a : memref<4x4xf32, strided<[8, 1]{0}>>) outs(%b : memref<4x4xf32, strided<[8, 1]{0}>>)
  func.return
}}
func.func @part(%x: memref<8x8xf32>, %b: memref<4x4xf32, strided<[8, 1]{0}>>) {{
  %v = memref.subview %x[0, 4] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1], offset: 4>>
  %w = memref.cast %v : memref<4x4xf32, strided<[8, 1], offset: 4>> to memref<4x4xf32, strided<[8, 1]{0}>>
  func.call @copy(%w, %b) : (memref<4x4xf32, strided<[8, 1]{0}>>, memref<4x4xf32, strided<[8, 1]{0}>>) -> ()
  func.return
}}
// --- GPU
gpu.module @m {
  gpu.func @k(%a: memref<4xf32, strided<[1], offset: 4>>, %b: memref<4xf32>) kernel {
    %i = gpu.thread_id x
    %x = memref.load %a[%i] : memref<4xf32, strided<[1], offset: 4>>
    memref.store %x, %b[%i] : memref<4xf32>
    gpu.return
  }
}
func.func @f(%x: memref<16xf32>, %b: memref<4xf32>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %v = memref.subview %x[4] [4] [1] : memref<16xf32> to memref<4xf32, strided<[1], offset: 4>>
  gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1) args(%v : memref<4xf32, strided<[1], offset: 4>>, %b : memref<4xf32>)
  func.return
}
// --- CHECKED
func.func @pad(%a: tensor<?x3xf32>, %l: index, %h: index, %v: f32) -> tensor<?x3xf32> {
  %p = tensor.pad %a low[%l, 0] high[%h, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<?x3xf32> to tensor<?x3xf32>
  return %p : tensor<?x3xf32>
}
func.func @slice(%a: tensor<?xf32>, %o: index, %n: index, %s: index) -> tensor<?xf32> {
  %p = tensor.extract_slice %a[%o] [%n] [%s] : tensor<?xf32> to tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %r = linalg.copy ins(%p : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @insert(%a: tensor<?xf32>, %b: tensor<?xf32>, %o: index, %n: index, %s: index) -> tensor<?xf32> {
  %r = linalg.copy ins(%a : tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  %p = tensor.insert_slice %b into %r[%o] [%n] [%s] : tensor<?xf32> into tensor<?xf32>
  return %p : tensor<?xf32>
}
func.func @element(%a: tensor<?xf32>, %o: index) -> f32 {
  %e = linalg.copy ins(%a : tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  %r = tensor.extract %e[%o] : tensor<?xf32>
  return %r : f32
}
func.func @empty(%n: index, %v: f32) -> tensor<?xf32> {
  %e = tensor.empty(%n) : tensor<?xf32>
  %r = linalg.fill ins(%v : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @merged(%a: memref<4x8xf32>, %b: memref<8xf32>, %n: index, %v: f32) -> memref<?xf32> {
  linalg.fill ins(%v : f32) outs(%b : memref<8xf32>)
  %s = memref.subview %a[0, 0] [4, %n] [1, 1] : memref<4x8xf32> to memref<4x?xf32, strided<[8, 1]>>
  %c = memref.collapse_shape %s [[0, 1]] : memref<4x?xf32, strided<[8, 1]>> into memref<?xf32>
  return %c : memref<?xf32>
}
func.func @parted(%a: memref<?xf32>, %b: memref<8xf32>, %n: index, %v: f32) -> memref<?x2xf32> {
  linalg.fill ins(%v : f32) outs(%b : memref<8xf32>)
  %e = memref.expand_shape %a [[0, 1]] output_shape [%n, 2] : memref<?xf32> into memref<?x2xf32>
  return %e : memref<?x2xf32>
}
func.func @size(%a: memref<4x?xf32>, %d: index, %v: f32) -> index {
  linalg.fill ins(%v : f32) outs(%a : memref<4x?xf32>)
  %n = memref.dim %a, %d : memref<4x?xf32>
  return %n : index
}
func.func @number(%a: memref<f32>, %b: memref<8xf32>, %v: f32) -> memref<f32, strided<[]>> {
  linalg.fill ins(%v : f32) outs(%b : memref<8xf32>)
  %s = memref.subview %a[] [] [] : memref<f32> to memref<f32, strided<[]>>
  memref.store %v, %s[] : memref<f32, strided<[]>>
  return %s : memref<f32, strided<[]>>
}
