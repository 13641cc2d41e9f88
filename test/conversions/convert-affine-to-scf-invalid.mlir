// RUN: xdsl-opt %s -p convert-affine-to-scf --verify-diagnostics --split-input-file | filecheck %s

// CHECK: 'mod' by -4 in an affine map has no meaning; divide by a positive number
func.func @f(%x: index) {
  %a = affine.apply affine_map<(d0) -> (d0 mod -4)> (%x)
  func.return
}

// -----

// CHECK: 'floordiv' by 0 in an affine map has no meaning; divide by a positive number
func.func @f(%x: index) {
  %a = affine.apply affine_map<(d0) -> (d0 floordiv 0)> (%x)
  func.return
}

// -----

// CHECK: 'affine.for' needs a positive step, got 0; give it one
func.func @f() {
  affine.for %i = 0 to 8 step 0 {
  }
  func.return
}

// -----

// CHECK: 'affine.load' needs 2 indices: its map has 1 results for 2
func.func @f(%m: memref<4x4xf32>) {
  %x = affine.load %m[3] : memref<4x4xf32>
  func.return
}

// -----

// CHECK: 'affine.parallel' with results needs the numbers of kinds of reductions, as upstream prints them; or use 'scf.parallel' with 'scf.reduce'
func.func @f(%x: index) {
  %r = "affine.parallel"(%x) <{reductions = ["addf"], lowerBoundsMap = affine_map<() -> (0)>, lowerBoundsGroups = dense<1> : vector<1xi32>, upperBoundsMap = affine_map<() -> (8)>, upperBoundsGroups = dense<1> : vector<1xi32>, steps = [1 : i64]}> ({
  ^bb0(%j: index):
    affine.yield %x : index
  }) : (index) -> index
  func.return
}
