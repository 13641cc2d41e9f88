func.func @gen(%n: index, %k: index) -> tensor<?x4xindex> {
  %t = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    %a = arith.muli %i, %k : index
    %b = arith.addi %a, %j : index
    tensor.yield %b : index
  } : tensor<?x4xindex>
  return %t : tensor<?x4xindex>
}
func.func @pad(%a: tensor<?x3xf32>, %l: index, %h: index, %v: f32) -> tensor<?x?xf32> {
  %p = tensor.pad %a low[%l, 1] high[2, %h] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<?x3xf32> to tensor<?x?xf32>
  return %p : tensor<?x?xf32>
}
func.func @pad_of_indices(%a: tensor<2x3xi64>) -> tensor<4x5xi64> {
  %p = tensor.pad %a low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    %s = arith.addi %i, %j : index
    %v = arith.index_cast %s : index to i64
    tensor.yield %v : i64
  } : tensor<2x3xi64> to tensor<4x5xi64>
  return %p : tensor<4x5xi64>
}
func.func @cat(%a: tensor<4x?xf32>, %b: tensor<?x?xf32>, %c: tensor<4x2xf32>) -> tensor<?x?xf32> {
  %p = tensor.concat dim(1) %a, %b, %c : (tensor<4x?xf32>, tensor<?x?xf32>, tensor<4x2xf32>) -> tensor<?x?xf32>
  %s = arith.addf %p, %p : tensor<?x?xf32>
  return %s : tensor<?x?xf32>
}
func.func @elements(%a: tensor<?x3xf32>, %b: tensor<?x3xf32>) -> tensor<?x3xi32> {
  %s = arith.addf %a, %b : tensor<?x3xf32>
  %e = math.absf %s : tensor<?x3xf32>
  %c = arith.cmpf ogt, %e, %a : tensor<?x3xf32>
  %t = arith.select %c, %e, %a : tensor<?x3xi1>, tensor<?x3xf32>
  %i = arith.fptosi %t : tensor<?x3xf32> to tensor<?x3xi32>
  return %i : tensor<?x3xi32>
}
func.func @pairs(%a: tensor<4xi32>, %b: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %low, %high = arith.mulsi_extended %a, %b : tensor<4xi32>
  return %low, %high : tensor<4xi32>, tensor<4xi32>
}
