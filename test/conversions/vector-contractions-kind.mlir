// RUN: not xdsl-opt %s -p convert-vector-to-llvm 2>&1 | filecheck %s

// CHECK: 'vector.multi_reduction' <xor> is not for f32; use one of add, mul, minnumf, maxnumf, minimumf, maximumf
func.func @kind(%a: vector<4x8xf32>, %b: vector<8xf32>) -> vector<8xf32> {
  %r = vector.multi_reduction <xor>, %a, %b [0] : vector<4x8xf32> to vector<8xf32>
  func.return %r : vector<8xf32>
}
