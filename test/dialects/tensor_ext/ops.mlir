// RUN: xdsl-opt %s | filecheck %s
// RUN: xdsl-opt %s --print-op-generic | xdsl-opt | filecheck %s

func.func @gen(%n: index, %k: index) -> tensor<?x4xindex> {
  %t = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    %a = arith.muli %i, %k : index
    %b = arith.addi %a, %j : index
    tensor.yield %b : index
  } : tensor<?x4xindex>
  return %t : tensor<?x4xindex>
}

// CHECK:      func.func @gen(%n: index, %k: index) -> tensor<?x4xindex> {
// CHECK-NEXT:   %t = tensor.generate %n {
// CHECK-NEXT:   ^bb0(%i: index, %j: index):
// CHECK-NEXT:     %a = arith.muli %i, %k : index
// CHECK-NEXT:     %b = arith.addi %a, %j : index
// CHECK-NEXT:     tensor.yield %b : index
// CHECK-NEXT:   } : tensor<?x4xindex>
// CHECK-NEXT:   func.return %t : tensor<?x4xindex>
