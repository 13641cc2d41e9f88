func.func private @use1(memref<?xf32>)
func.func private @use2(memref<?x4xf32>)
func.func private @strided(memref<?x?xf32, strided<[?, ?], offset: ?>>) -> memref<?x?xf32, strided<[?, ?], offset: ?>>
func.func private @sink_load_store(memref<4x8xf32, strided<[?, 1], offset: ?>>)
func.func @load_store(%m: memref<4x8xf32, strided<[?, 1], offset: ?>>, %i: index) {
  %x = memref.load %m[%i, %i] : memref<4x8xf32, strided<[?, 1], offset: ?>>
  memref.store %x, %m[%i, %i] : memref<4x8xf32, strided<[?, 1], offset: ?>>
  func.call @sink_load_store(%m) : (memref<4x8xf32, strided<[?, 1], offset: ?>>) -> ()
  func.return
}
func.func @static_offset(%m: memref<4x8xf32, strided<[8, 1], offset: 5>>, %i: index) -> f32 {
  %x = memref.load %m[%i, %i] : memref<4x8xf32, strided<[8, 1], offset: 5>>
  func.return %x : f32
}
func.func @heap(%n: index, %x: f32) {
  %a = memref.alloc(%n) : memref<?x4xf32>
  memref.store %x, %a[%n, %n] : memref<?x4xf32>
  func.call @use2(%a) : (memref<?x4xf32>) -> ()
  memref.dealloc %a : memref<?x4xf32>
  %b = memref.alloc(%n) {alignment = 64} : memref<?xf32>
  func.call @use1(%b) : (memref<?xf32>) -> ()
  memref.dealloc %b : memref<?xf32>
  func.return
}
func.func @stack(%n: index, %x: f32) {
  %s = memref.alloca(%n) {alignment = 32} : memref<?x4xf32>
  memref.store %x, %s[%n, %n] : memref<?x4xf32>
  func.call @use2(%s) : (memref<?x4xf32>) -> ()
  func.return
}
func.func @sizes(%m: memref<?x8x?xf32>) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = memref.dim %m, %c0 : memref<?x8x?xf32>
  %b = memref.dim %m, %c1 : memref<?x8x?xf32>
  %c = memref.dim %m, %c2 : memref<?x8x?xf32>
  func.return %a, %b, %c : index, index, index
}
"memref.global"() <{sym_name = "table", sym_visibility = "public", type = memref<2x3xi32>, initial_value = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>, constant}> : () -> ()
func.func @get() -> memref<2x3xi32> {
  %t = memref.get_global @table : memref<2x3xi32>
  func.return %t : memref<2x3xi32>
}
func.func private @sink_casts(memref<?x?xf32, strided<[?, ?], offset: ?>>)
func.func @casts(%m: memref<4x4xf32>) {
  %c = "memref.cast"(%m) : (memref<4x4xf32>) -> memref<?x?xf32, strided<[?, ?], offset: ?>>
  %d = func.call @strided(%c) : (memref<?x?xf32, strided<[?, ?], offset: ?>>) -> memref<?x?xf32, strided<[?, ?], offset: ?>>
  func.call @sink_casts(%d) : (memref<?x?xf32, strided<[?, ?], offset: ?>>) -> ()
  func.return
}
func.func private @sink_spaces(memref<?xf32>)
func.func @spaces(%m: memref<?xf32, 1 : i32>) {
  %c = "memref.memory_space_cast"(%m) : (memref<?xf32, 1 : i32>) -> memref<?xf32>
  func.call @sink_spaces(%c) : (memref<?xf32>) -> ()
  func.return
}
func.func private @sink_reinterpret(memref<?x4xf32, strided<[?, 1], offset: ?>>)
func.func @reinterpret(%m: memref<?xf32>, %i: index) {
  %r = memref.reinterpret_cast %m to offset: [%i], sizes: [%i, 4], strides: [%i, 1] : memref<?xf32> to memref<?x4xf32, strided<[?, 1], offset: ?>>
  func.call @sink_reinterpret(%r) : (memref<?x4xf32, strided<[?, 1], offset: ?>>) -> ()
  func.return
}
func.func private @sink_view(memref<?x4xf32>)
func.func @view(%m: memref<?xi8>, %i: index) {
  %r = memref.view %m[%i][%i] : memref<?xi8> to memref<?x4xf32>
  func.call @sink_view(%r) : (memref<?x4xf32>) -> ()
  func.return
}
func.func private @sink_collapse(memref<?x?xf32>)
func.func @collapse(%m: memref<?x4x?xf32>) {
  %r = memref.collapse_shape %m [[0, 1], [2]] : memref<?x4x?xf32> into memref<?x?xf32>
  func.call @sink_collapse(%r) : (memref<?x?xf32>) -> ()
  func.return
}
func.func private @parts(memref<f32>, index, index, index, index, index)
func.func @metadata(%m: memref<?x4xf32, strided<[?, 1], offset: ?>>) {
  %b, %o, %s0, %s1, %t0, %t1 = "memref.extract_strided_metadata"(%m) : (memref<?x4xf32, strided<[?, 1], offset: ?>>) -> (memref<f32>, index, index, index, index, index)
  func.call @parts(%b, %o, %s0, %s1, %t0, %t1) : (memref<f32>, index, index, index, index, index) -> ()
  func.return
}
func.func @address(%m: memref<?xf32>) -> index {
  %p = "memref.extract_aligned_pointer_as_index"(%m) : (memref<?xf32>) -> index
  func.return %p : index
}
