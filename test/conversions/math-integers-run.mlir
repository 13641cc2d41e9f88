// Results of functions of integers, from NumPy.
// RUN: %python %root/test/composition/print_module.py math i32 > %t.mlir
// RUN: xdsl-opencl run %t.mlir --kernel k --global-size 5 --arg iota:int:70 --arg iota:int:70 --arg zeros:int:5 --arg zeros:int:5 --arg zeros:int:5 --arg zeros:int:5 --arg zeros:int:5 --dump 4 | filecheck %s

// math.ctlz i32
// CHECK: 2: {{.*}}] 32 31 30 30
// math.cttz i32
// CHECK: 3: {{.*}}] 32 0 1 0
// math.ctpop i32
// CHECK: 4: {{.*}}] 0 1 1 2
// math.absi i32
// CHECK: 5: {{.*}}] 0 1 2 3
// math.ipowi i32
// CHECK: 6: {{.*}}] 0 1 16 243
