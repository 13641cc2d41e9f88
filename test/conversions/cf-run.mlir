// Results of cf, from NumPy.
// RUN: %python %root/test/composition/print_module.py cf i64 > %t.mlir
// RUN: xdsl-opencl run %t.mlir --kernel k --global-size 64 --arg iota:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --dump 4 | filecheck %s

// cf.cond_br i64
// CHECK: 1: {{.*}}] 0 0 1 1
// cf.br i64
// CHECK: 2: {{.*}}] 0 0 1 1
// cf.switch i64
// CHECK: 3: {{.*}}] 0 1 2 3
// cf.assert i1
// CHECK: 4: {{.*}}] 1 2 3 4
