// RUN: xdsl-opt %s | xdsl-opt | filecheck %s
// RUN: xdsl-opt %s --print-op-generic | xdsl-opt | filecheck %s
// RUN: xdsl-opt %s --print-op-generic | filecheck %s --check-prefix GENERIC

// CHECK-LABEL: func.func @f
// CHECK: vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maxnumf>} %a, %b, %c : vector<4x8xf32>, vector<8x4xf32> into vector<4x4xf32>
// CHECK-NEXT: vector.contract {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<add>} %v, %v, %s {tag} : vector<4xf32>, vector<4xf32> into f32
// CHECK-NEXT: vector.multi_reduction <add>, %a, %v [1] : vector<4x8xf32> to vector<4xf32>
// CHECK-NEXT: vector.multi_reduction <add>, %a, %s [0, 1] : vector<4x8xf32> to f32
// CHECK-NEXT: %o = vector.outerproduct %v, %w : vector<4xf32>, vector<8xf32>
// CHECK-NEXT: vector.outerproduct %v, %w, %o {kind = #vector.kind<mul>} : vector<4xf32>, vector<8xf32>
// CHECK-NEXT: vector.outerproduct %v, %s : vector<4xf32>, f32
// CHECK-NEXT: vector.transpose %p, [1, 0] : vector<4x8xf32> to vector<8x4xf32>
// CHECK-NEXT: vector.shape_cast %t : vector<8x4xf32> to vector<4x8xf32>
// GENERIC: "vector.contract"({{.*}}) <{indexing_maps = {{.*}}, iterator_types = [#vector.iterator_type<parallel>, #vector.iterator_type<parallel>, #vector.iterator_type<reduction>], kind = #vector.kind<maxnumf>}>
// GENERIC: "vector.outerproduct"(%v, %w) <{kind = #vector.kind<add>}>
func.func @f(%a: vector<4x8xf32>, %b: vector<8x4xf32>, %c: vector<4x4xf32>, %v: vector<4xf32>, %w: vector<8xf32>, %s: f32) -> vector<4x8xf32> {
  %r = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maxnumf>} %a, %b, %c : vector<4x8xf32>, vector<8x4xf32> into vector<4x4xf32>
  %d = vector.contract {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"]} %v, %v, %s {tag} : vector<4xf32>, vector<4xf32> into f32
  %m = vector.multi_reduction <add>, %a, %v [1] : vector<4x8xf32> to vector<4xf32>
  %n = vector.multi_reduction <add>, %a, %s [0, 1] : vector<4x8xf32> to f32
  %o = vector.outerproduct %v, %w : vector<4xf32>, vector<8xf32>
  %p = vector.outerproduct %v, %w, %o {kind = #vector.kind<mul>} : vector<4xf32>, vector<8xf32>
  %p2 = vector.outerproduct %v, %s : vector<4xf32>, f32
  %t = vector.transpose %p, [1, 0] : vector<4x8xf32> to vector<8x4xf32>
  %u = vector.shape_cast %t : vector<8x4xf32> to vector<4x8xf32>
  return %u : vector<4x8xf32>
}
