// RUN: xdsl-opt %s -p convert-vector-to-llvm | filecheck %s

// Rows of the result stay whole where an operand has them: four rows of two products each.
// CHECK-LABEL: func.func @rows
// CHECK-COUNT-8: llvm.intr.fmuladd{{.*}} -> vector<8xf32>
// CHECK-NOT: fmuladd
func.func @rows(%a: vector<4x2xf32>, %b: vector<2x8xf32>, %c: vector<4x8xf32>) -> vector<4x8xf32> {
  %r = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<4x2xf32>, vector<2x8xf32> into vector<4x8xf32>
  func.return %r : vector<4x8xf32>
}

// Integers are extended with their sign.
// CHECK-LABEL: func.func @extended
// CHECK: llvm.sext {{.*}} : i8 to i32
// CHECK: llvm.mul {{.*}} : i32
// CHECK: llvm.add {{.*}} : i32
func.func @extended(%a: vector<2xi8>, %s: i32) -> i32 {
  %r = vector.contract {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"]} %a, %a, %s : vector<2xi8>, vector<2xi8> into i32
  func.return %r : i32
}

// CHECK-LABEL: func.func @reduced
// CHECK-COUNT-4: llvm.fadd {{.*}} : vector<8xf32>
// CHECK-NOT: llvm.fadd
func.func @reduced(%a: vector<4x8xf32>, %b: vector<8xf32>) -> vector<8xf32> {
  %r = vector.multi_reduction <add>, %a, %b [0] : vector<4x8xf32> to vector<8xf32>
  func.return %r : vector<8xf32>
}
