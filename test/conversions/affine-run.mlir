// Results of affine, from NumPy.
// RUN: %python %root/test/composition/print_module.py affine i64 > %t.mlir
// RUN: xdsl-opencl run %t.mlir --kernel k --global-size 64 --arg iota:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --dump 4 | filecheck %s

// affine.apply +, *
// CHECK: 1: {{.*}}] 93 90 87 84
// affine.min index
// CHECK: 2: {{.*}}] 0 3 6 9
// affine.for bounds of several results
// CHECK: 3: {{.*}}] 9 10 11 21
// affine.store i64
// CHECK: 4: {{.*}}] 1 4 7 10
// affine.yield i64
// CHECK: 5: {{.*}}] 1 4 7 10
// affine.load i64
// CHECK: 6: {{.*}}] 45 46 46 47
// affine.if i64
// CHECK: 7: {{.*}}] 1 1 1 1
// affine.parallel index
// CHECK: 8: {{.*}}] 0 0 4 6
// affine.vector_load vector<4xi64>
// CHECK: 9: {{.*}}] -3 -3 -3 -3
// affine.vector_store vector<4xi64>
// CHECK: 10: {{.*}}] -3 -3 -3 -3
// affine.max index
// CHECK: 11: {{.*}}] 22 22 22 22
