// RUN: not xdsl-opt %s -p convert-vector-to-llvm --split-input-file 2>&1 | filecheck %s

// CHECK: 'vector.contract' would be unrolled to 65536 steps; use vectors of at most 4096 (rows of the result times what is added to each)
func.func @large(%a: vector<256x256xf32>, %b: vector<256x256xf32>, %c: vector<256x256xf32>) -> vector<256x256xf32> {
  %r = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<256x256xf32>, vector<256x256xf32> into vector<256x256xf32>
  func.return %r : vector<256x256xf32>
}
