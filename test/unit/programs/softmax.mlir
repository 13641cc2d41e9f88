func.func @soft(%a: tensor<64x256xf32>, %k: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %e = tensor.empty() : tensor<64x256xf32>
  %x = linalg.mul ins(%a, %k : tensor<64x256xf32>, tensor<64x256xf32>) outs(%e : tensor<64x256xf32>) -> tensor<64x256xf32>
  %s = linalg.softmax dimension(1) ins(%x : tensor<64x256xf32>) outs(%e : tensor<64x256xf32>) -> tensor<64x256xf32>
  %f = tensor.empty() : tensor<64x256xf32>
  %r = linalg.add ins(%s, %a : tensor<64x256xf32>, tensor<64x256xf32>) outs(%f : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %r : tensor<64x256xf32>
}
func.func @alone(%a: tensor<?x?x?xf32>, %e: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %s = linalg.softmax dimension(2) ins(%a : tensor<?x?x?xf32>) outs(%e : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %s : tensor<?x?x?xf32>
}
func.func @half(%a: memref<8x20xf16>, %e: memref<8x20xf16>) {
  linalg.softmax dimension(0) ins(%a : memref<8x20xf16>) outs(%e : memref<8x20xf16>)
  return
}
func.func @same(%a: memref<8x40xf32>) {
  linalg.softmax dimension(1) ins(%a : memref<8x40xf32>) outs(%a : memref<8x40xf32>)
  return
}
func.func @line(%a: memref<40xf32>, %e: memref<40xf32>) {
  linalg.softmax dimension(0) ins(%a : memref<40xf32>) outs(%e : memref<40xf32>)
  return
}
