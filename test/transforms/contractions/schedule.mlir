// RUN: xdsl-opt %s -p "opencl-attach-target{mcpu=gfx1100},opencl-transform-interpreter" | filecheck %s
// RUN: not xdsl-opt %s -p "opencl-attach-target{mcpu=gfx1100},opencl-transform-interpreter{entry-point=unknown}" 2>&1 | filecheck %s --check-prefix UNKNOWN
// RUN: not xdsl-opt %s -p "opencl-attach-target{mcpu=gfx1100},opencl-transform-interpreter{entry-point=symbol}" 2>&1 | filecheck %s --check-prefix SYMBOL
// RUN: not xdsl-opt %s -p "opencl-attach-target{mcpu=gfx1100},opencl-transform-interpreter{entry-point=none}" 2>&1 | filecheck %s --check-prefix NONE

// A schedule chooses the tile of a contraction.
// CHECK-LABEL: func.func @product
// CHECK: %first_tile: memref<32x40xf16, #gpu.address_space<workgroup>>
// UNKNOWN: the schedule cannot be applied: Provided arguments ["tiles"] not found in expected arguments ["tile", "waves", "xf32"]
// SYMBOL: the schedule cannot be applied: @product is no value of an option; use numbers, strings or arrays
// NONE: the schedule cannot be applied: there is no pass 'opencl-tile'
func.func @product(%a: memref<64x64xf16>, %b: memref<64x96xf16>, %c: memref<64x96xf32>) {
  linalg.matmul ins(%a, %b : memref<64x64xf16>, memref<64x96xf16>) outs(%c : memref<64x96xf32>)
  func.return
}
transform.named_sequence @__transform_main(%m: !transform.any_op) {
  %0 = transform.apply_registered_pass "opencl-tile-contractions" with options = {tile = [32, 32, 32], waves = [1, 1]} to %m : (!transform.any_op) -> !transform.any_op
  transform.yield
}
transform.named_sequence @unknown(%m: !transform.any_op) {
  %0 = transform.apply_registered_pass "opencl-tile-contractions" with options = {tiles = [32, 32, 32]} to %m : (!transform.any_op) -> !transform.any_op
  transform.yield
}
transform.named_sequence @symbol(%m: !transform.any_op) {
  %0 = transform.apply_registered_pass "opencl-tile-contractions" with options = {tile = @product} to %m : (!transform.any_op) -> !transform.any_op
  transform.yield
}
transform.named_sequence @none(%m: !transform.any_op) {
  %0 = transform.apply_registered_pass "opencl-tile" with options = {tile = [1]} to %m : (!transform.any_op) -> !transform.any_op
  transform.yield
}
