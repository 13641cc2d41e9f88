// Results of func, from NumPy.
// RUN: %python %root/test/composition/print_module.py func i64 > %t.mlir
// RUN: xdsl-opencl run %t.mlir --kernel k --global-size 64 --arg iota:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --dump 4 | filecheck %s

// func.call i64, index, memref
// CHECK: 1: {{.*}}] 0 4 8 12
// func.func i64, index, memref
// CHECK: 2: {{.*}}] 0 4 8 12
// func.return i64, index, memref
// CHECK: 3: {{.*}}] 0 4 8 12
