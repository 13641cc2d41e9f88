// RUN: xdsl-opt %s -p convert-vector-to-llvm --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'vector.contract' would be unrolled to 65536 steps; use vectors of at most 4096 (rows of the result times what is added to each)
func.func @large(%a: vector<256x256xf32>, %b: vector<256x256xf32>, %c: vector<256x256xf32>) -> vector<256x256xf32> {
  %r = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<256x256xf32>, vector<256x256xf32> into vector<256x256xf32>
  func.return %r : vector<256x256xf32>
}

// -----

// CHECK: 'vector.contract' of vector<2xf32> into f16; extend the factors to the elements of the result, or give it larger ones of their kind
func.func @narrower(%a: vector<2xf32>, %c: f16) -> f16 {
  %r = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} %a, %a, %c : vector<2xf32>, vector<2xf32> into f16
  func.return %r : f16
}

// -----

// CHECK: 'vector.contract' of vector<2xi8> into f32; extend the factors
func.func @other_kind(%a: vector<2xi8>, %c: f32) -> f32 {
  %r = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} %a, %a, %c : vector<2xi8>, vector<2xi8> into f32
  func.return %r : f32
}
