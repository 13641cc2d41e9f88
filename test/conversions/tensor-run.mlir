// Results of tensor, from NumPy.
// RUN: %python %root/test/composition/print_module.py tensor i64 > %t.mlir
// RUN: xdsl-opencl run %t.mlir --kernel k --global-size 64 --arg iota:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --dump 4 | filecheck %s

// tensor.cast dynamic size
// CHECK: 1: {{.*}}] 20 20 20 20
// tensor.collapse_shape 2 to 1
// CHECK: 2: {{.*}}] 20 20 20 20
// tensor.concat dimension 1
// CHECK: 3: {{.*}}] 20 20 20 20
// tensor.dim dynamic size
// CHECK: 4: {{.*}}] 20 20 20 20
// tensor.empty i64
// CHECK: 5: {{.*}}] 0 1 2 3
// tensor.expand_shape 1 to 2
// CHECK: 6: {{.*}}] -8 -7 -6 -5
// tensor.extract i64
// CHECK: 7: {{.*}}] -8 -7 -6 -5
// tensor.extract_slice rank 2
// CHECK: 8: {{.*}}] 23 23 23 23
// tensor.from_elements rank 2
// CHECK: 9: {{.*}}] 0 0 2 0
// tensor.generate rank 2
// CHECK: 10: {{.*}}] 23 24 25 26
// tensor.insert i64
// CHECK: 11: {{.*}}] -8 -7 -6 -5
// tensor.insert_slice rank 2
// CHECK: 12: {{.*}}] 23 23 23 23
// tensor.pad by a value
// CHECK: 13: {{.*}}] 9 11 13 15
// tensor.parallel_insert_slice in `scf.forall`
// CHECK: 14: {{.*}}] -19 -18 -17 -16
// tensor.reshape static sizes
// CHECK: 15: {{.*}}] 19 19 19 19
// tensor.splat i64
// CHECK: 16: {{.*}}] 0 1 2 3
// tensor.yield i64
// CHECK: 17: {{.*}}] 9 11 13 15
