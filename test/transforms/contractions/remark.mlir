// RUN: xdsl-opencl compile %s -p opencl-from-linalg --mcpu gfx1100 -o %t.ll 2>&1 | filecheck %s --check-prefix PLAIN
// RUN: xdsl-opencl compile %s -p opencl-from-linalg --mcpu gfx942 -o %t.ll 2>&1 | filecheck %s --check-prefix NONE --allow-empty
// RUN: xdsl-opencl compile %s -p opencl-from-linalg --mcpu gfx1030 -o %t.ll 2>&1 | filecheck %s --check-prefix NONE --allow-empty

// A GPU with matrix instructions, but none for these types. Others have one, or none at all.
// PLAIN: remark.mlir:[[# @LINE + 4]]:3: warning: in @product_kernel: gfx1100 has no matrix instruction for products of f32 and f32 in f32; 'linalg.matmul' becomes plain code
// PLAIN-NOT: warning
// NONE-NOT: warning
func.func @product(%a: memref<64x64xf32>, %b: memref<64x96xf32>, %c: memref<64x96xf32>) {
  linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x96xf32>) outs(%c : memref<64x96xf32>)
  func.return
}
