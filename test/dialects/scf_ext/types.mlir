// RUN: xdsl-opt %s | filecheck %s

// Upstream reads one type without parentheses, and the attributes of `linalg.generic` by an alias.

#trait = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
func.func @f(%c: i1, %n: index, %x: f32, %t: tensor<4xf32>) -> tensor<4xf32> {
  %a = arith.constant 0 : index
  %s = arith.constant 1 : index
  %y = scf.if %c -> f32 {
    scf.yield %x : f32
  } else {
    %z = arith.addf %x, %x : f32
    scf.yield %z : f32
  }
  %r = scf.for %i = %a to %n step %s iter_args(%o = %y) -> f32 {
    %p = arith.mulf %o, %x : f32
    scf.yield %p : f32
  }
  %k = arith.index_cast %n : index to i64
  %k0 = arith.constant 0 : i64
  %k1 = arith.constant 1 : i64
  %q = scf.for %i = %k0 to %k step %k1 iter_args(%o = %r) -> f32 : i64 {
    scf.yield %o : f32
  }
  vector.print %q : f32
  %w = scf.forall (%i) in (4) shared_outs(%o = %t) -> tensor<4xf32> {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %t into %o[0] [4] [1] : tensor<4xf32> into tensor<4xf32>
    }
  }
  %g = linalg.generic #trait ins(%w : tensor<4xf32>) outs(%t : tensor<4xf32>) {
  ^bb0(%l: f32, %o: f32):
    %p = arith.addf %l, %q : f32
    linalg.yield %p : f32
  } -> tensor<4xf32>
  return %g : tensor<4xf32>
}

// CHECK-LABEL: func.func @f
// CHECK:         %y = scf.if %c -> (f32) {
// CHECK:         } else {
// CHECK:         %r = scf.for %i = %a to %n step %s iter_args(%o = %y) -> (f32) {
// CHECK-NEXT:      %p = arith.mulf %o, %x : f32
// CHECK:         %q = scf.for %{{.*}} = %k0 to %k step %k1 iter_args(%{{.*}} = %r) -> (f32) : i64 {
// CHECK:         "vector.print"(%q) : (f32) -> ()
// CHECK:         scf.forall {{.*}} -> (tensor<4xf32>) {
// CHECK:         linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%w : tensor<4xf32>)
