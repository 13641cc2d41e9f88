// Results of scf, from NumPy.
// RUN: %python %root/test/composition/print_module.py scf i64 > %t.mlir
// RUN: xdsl-opencl run %t.mlir --kernel k --global-size 64 --arg iota:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --dump 4 | filecheck %s

// scf.for index
// CHECK: 1: {{.*}}] -1 1 0 -1
// scf.yield i64
// CHECK: 2: {{.*}}] -1 1 0 -1
// scf.while i64
// CHECK: 3: {{.*}}] 0 1 3 4
// scf.condition i64
// CHECK: 4: {{.*}}] 0 1 3 4
// scf.if i64
// CHECK: 5: {{.*}}] 0 1 2 3
// scf.index_switch i64
// CHECK: 6: {{.*}}] 0 1 0 3
// scf.execute_region i64
// CHECK: 7: {{.*}}] 0 1 1 1
// scf.forall nothing
// CHECK: 8: {{.*}}] 0 3 6 9
// scf.forall.in_parallel nothing
// CHECK: 9: {{.*}}] 0 3 6 9
// scf.parallel i64
// CHECK: 10: {{.*}}] 0 -1 127 127
// scf.reduce i64
// CHECK: 11: {{.*}}] 0 -1 127 127
// scf.reduce.return i64
// CHECK: 12: {{.*}}] 0 -1 127 127
