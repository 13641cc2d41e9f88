// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// CHECK: 'vector.contract' needs 3 indexing maps, got 2
%x, %s = "test.op"() : () -> (vector<4xf32>, f32)
%r = vector.contract {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>], iterator_types = ["reduction"]} %x, %x, %s : vector<4xf32>, vector<4xf32> into f32

// -----

// CHECK: 'vector.contract': d0 has 4 and 5 iterations
%x, %y, %s = "test.op"() : () -> (vector<4xf32>, vector<5xf32>, f32)
%r = vector.contract {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"]} %x, %y, %s : vector<4xf32>, vector<5xf32> into f32

// -----

// CHECK: 'vector.contract': affine_map<(d0) -> (d0)> has 1 results for vector<2x4xf32>
%x, %y, %s = "test.op"() : () -> (vector<2x4xf32>, vector<4xf32>, f32)
%r = vector.contract {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"]} %x, %y, %s : vector<2x4xf32>, vector<4xf32> into f32

// -----

// CHECK: is not a projected permutation of 1 loops
%x, %s = "test.op"() : () -> (vector<4xf32>, f32)
%r = vector.contract {indexing_maps = [affine_map<(k) -> (k + 1)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"]} %x, %x, %s : vector<4xf32>, vector<4xf32> into f32

// -----

// CHECK: 'vector.contract': d0 is parallel, and the result has it or lacks it; the result has the parallel loops
%x, %s = "test.op"() : () -> (vector<4xf32>, f32)
%r = vector.contract {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["parallel"]} %x, %x, %s : vector<4xf32>, vector<4xf32> into f32

// -----

// CHECK: 'vector.contract': d1 is in no indexing map
%x, %s = "test.op"() : () -> (vector<4xf32>, f32)
%r = vector.contract {indexing_maps = [affine_map<(k, l) -> (k)>, affine_map<(k, l) -> (k)>, affine_map<(k, l) -> ()>], iterator_types = ["reduction", "reduction"]} %x, %x, %s : vector<4xf32>, vector<4xf32> into f32

// -----

// CHECK: expected parallel or reduction
%x, %s = "test.op"() : () -> (vector<4xf32>, f32)
%r = vector.contract {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["window"]} %x, %x, %s : vector<4xf32>, vector<4xf32> into f32

// -----

// CHECK: 'vector.multi_reduction' of vector<4x8xf32> has the dimensions [2]; each is below 2 and named once
%x, %y = "test.op"() : () -> (vector<4x8xf32>, vector<4xf32>)
%r = vector.multi_reduction <add>, %x, %y [2] : vector<4x8xf32> to vector<4xf32>

// -----

// CHECK: 'vector.multi_reduction' of vector<4x8xf32> along [0] has a result of shape [8], got vector<4xf32>
%x, %y = "test.op"() : () -> (vector<4x8xf32>, vector<4xf32>)
%r = vector.multi_reduction <add>, %x, %y [0] : vector<4x8xf32> to vector<4xf32>

// -----

// CHECK: 'vector.outerproduct' has vectors of one dimension, got vector<2x4xf32>
%x, %y = "test.op"() : () -> (vector<2x4xf32>, vector<4xf32>)
%r = vector.outerproduct %x, %y : vector<2x4xf32>, vector<4xf32>

// -----

// CHECK: 'vector.transpose' of vector<2x4xf32> has the order [0, 0], which is not a permutation of its dimensions
%x = "test.op"() : () -> vector<2x4xf32>
%r = vector.transpose %x, [0, 0] : vector<2x4xf32> to vector<4x2xf32>

// -----

// CHECK: 'vector.transpose' has a result of vector<4x2xf32>, got vector<2x4xf32>
%x = "test.op"() : () -> vector<2x4xf32>
%r = vector.transpose %x, [1, 0] : vector<2x4xf32> to vector<2x4xf32>

// -----

// CHECK: 'vector.shape_cast' keeps their number; got vector<2x4xf32> to vector<9xf32>
%x = "test.op"() : () -> vector<2x4xf32>
%r = vector.shape_cast %x : vector<2x4xf32> to vector<9xf32>

// -----

// CHECK: 'vector.outerproduct' <xor> is not for f32; use one of add, mul, minnumf, maxnumf, minimumf, maximumf
func.func @kind_of_products(%a: vector<2xf32>) {
  %r = vector.outerproduct %a, %a {kind = #vector.kind<xor>} : vector<2xf32>, vector<2xf32>
  func.return
}

// -----

// CHECK: 'vector.contract' <maximumf> is not for i32; use one of add, mul, and, or, xor, minui, minsi, maxui, maxsi
func.func @kind_of_contraction(%a: vector<2xi32>, %c: i32) {
  %r = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<maximumf>} %a, %a, %c : vector<2xi32>, vector<2xi32> into i32
  func.return
}

// -----

// CHECK: 'vector.contract' has no reduction; use 'vector.outerproduct', or multiply
func.func @no_reduction(%a: vector<2xf32>, %c: vector<2x2xf32>) {
  %r = vector.contract {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} %a, %a, %c : vector<2xf32>, vector<2xf32> into vector<2x2xf32>
  func.return
}

// -----

// CHECK: 'vector.contract' has different elements, vector<2xf16> and vector<2xf32>
func.func @factors(%a: vector<2xf16>, %b: vector<2xf32>, %c: f32) {
  %r = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} %a, %b, %c : vector<2xf16>, vector<2xf32> into f32
  func.return
}

// -----

// CHECK: 'vector.outerproduct' has different elements, vector<2xf16> and vector<2xf32>
func.func @product(%a: vector<2xf16>, %b: vector<2xf32>) {
  %r = vector.outerproduct %a, %b : vector<2xf16>, vector<2xf32>
  func.return
}

// -----

// CHECK: 'vector.multi_reduction' has different elements, vector<4xf32> and f16
func.func @sum(%a: vector<4xf32>, %c: f16) {
  %r = vector.multi_reduction <add>, %a, %c [0] : vector<4xf32> to f16
  func.return
}
