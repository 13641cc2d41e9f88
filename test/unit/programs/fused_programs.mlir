// --- ROTATED

func.func @f(%x: tensor<2x3x5xi32>) -> tensor<5x2x3xi32> {{
  %empty = tensor.empty() : tensor<{shape}xi32>
  %y = linalg.generic {{indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> ({map})>], iterator_types = ["parallel", "parallel", "parallel"]}} ins(%x : tensor<2x3x5xi32>) outs(%empty : tensor<{shape}xi32>) {{
  ^bb0(%a: i32, %o: i32):
    %i = linalg.index 0 : index
    %k = linalg.index 2 : index
    %s = arith.addi %i, %k : index
    %n = arith.index_cast %s : index to i32
    %p = arith.muli %a, %n : i32
    linalg.yield %p : i32
  }} -> tensor<{shape}xi32>
  %none = tensor.empty() : tensor<5x2x3xi32>
  %z = linalg.generic {{indexing_maps = [affine_map<(k, i, j) -> ({map})>, affine_map<(k, i, j) -> (k, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}} ins(%y : tensor<{shape}xi32>) outs(%none : tensor<5x2x3xi32>) {{
  ^bb0(%a: i32, %o: i32):
    %j = linalg.index 2 : index
    %n = arith.index_cast %j : index to i32
    %p = arith.subi %a, %n : i32
    linalg.yield %p : i32
  }} -> tensor<5x2x3xi32>
  func.return %z : tensor<5x2x3xi32>
}}
// --- FILLS

func.func @zeros() -> tensor<3x5xi32> {
  %n = arith.constant 4 : i32
  %e = tensor.empty() : tensor<3x5xi32>
  %r = linalg.fill ins(%n : i32) outs(%e : tensor<3x5xi32>) -> tensor<3x5xi32>
  return %r : tensor<3x5xi32>
}
func.func @repeated(%m: memref<6xi32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  scf.for %i = %zero to %three step %one {
    %n = arith.index_cast %i : index to i32
    linalg.fill ins(%n : i32) outs(%m : memref<6xi32>)
  }
  return
}
func.func private @helper(%x: index) -> index {
  return %x : index
}
func.func @asked(%m: memref<6xi32>) {
  %one = arith.constant 1 : index
  %i = func.call @helper(%one) : (index) -> index
  %n = arith.index_cast %i : index to i32
  linalg.fill ins(%n : i32) outs(%m : memref<6xi32>)
  return
}
func.func @both(%m: memref<6xi32>) -> tensor<3x5xi32> {
  func.call @repeated(%m) : (memref<6xi32>) -> ()
  %r = func.call @zeros() : () -> tensor<3x5xi32>
  return %r : tensor<3x5xi32>
}
