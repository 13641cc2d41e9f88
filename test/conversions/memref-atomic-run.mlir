// Results of memref atomic, from NumPy.
// RUN: %python %root/test/composition/print_module.py memref_atomic i32 > %t.mlir
// RUN: xdsl-opencl run %t.mlir --kernel k --global-size 5 --arg iota:int:70 --arg iota:int:70 --arg zeros:int:5 --arg zeros:int:5 --dump 4 | filecheck %s

// memref.atomic_rmw addi of i32
// CHECK: 2: {{.*}}] 0 1 2 3
// memref.atomic_rmw addi of i32
// CHECK: 3: {{.*}}] 0 2 4 6
