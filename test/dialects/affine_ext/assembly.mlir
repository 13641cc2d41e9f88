// RUN: xdsl-opt %s | xdsl-opt | filecheck %s

#set = affine_set<(d0)[s0] : (d0 - s0 >= 0)>

// CHECK: func.func @f
func.func @f(%n: index, %m: index, %x: f32) -> f32 {
  // CHECK: "affine.parallel"(%m, %n) <{reductions = [0 : i64], lowerBoundsMap = affine_map<()[s0] -> (0, s0, 2)>, lowerBoundsGroups = dense<[1, 2]> : vector<2xi32>, upperBoundsMap = affine_map<()[s0] -> ((s0 * 2), 8)>, upperBoundsGroups = dense<1> : vector<2xi32>, steps = [1 : i64, 2 : i64]}>
  %r = affine.parallel (%i, %j) = (0, max(%m, 2)) to (symbol(%n) * 2, 8) step (1, 2) reduce ("addf") -> (f32) {
    // CHECK: "affine.if"(%i, %n) <{condition = affine_set<(d0)[s0] : ((d0 + (s0 * -1)) >= 0)>}>
    %s = affine.if #set(%i)[%n] -> f32 {
      affine.yield %x : f32
    } else {
      %zero = arith.constant 0.0 : f32
      affine.yield %zero : f32
    }
    affine.yield %s : f32
  }
  func.return %r : f32
}
