// Results of arithmetic, from NumPy.
// RUN: %python %root/test/composition/print_module.py arith i32 > %t.mlir
// RUN: xdsl-opencl run %t.mlir --kernel k --global-size 5 --arg iota:int:70 --arg iota:int:70 --arg zeros:int:5 --arg zeros:int:5 --arg zeros:int:5 --arg zeros:int:5 --arg zeros:int:5 --arg zeros:int:5 --arg zeros:int:5 --arg zeros:int:5 --arg zeros:int:5 --arg zeros:int:5 --arg zeros:int:5 --arg zeros:int:5 --arg zeros:int:5 --arg zeros:int:5 --arg zeros:int:5 --arg zeros:int:5 --arg zeros:int:5 --arg zeros:int:5 --arg zeros:int:5 --arg zeros:int:5 --arg zeros:int:5 --arg zeros:int:5 --arg zeros:int:5 --arg zeros:int:5 --arg zeros:int:5 --dump 4 | filecheck %s

// arith.addi i32
// CHECK: 2: {{.*}}] 2 4 6 8
// arith.subi i32
// CHECK: 3: {{.*}}] -2 -2 -2 -2
// arith.muli i32
// CHECK: 4: {{.*}}] 0 3 8 15
// arith.andi i32
// CHECK: 5: {{.*}}] 0 1 0 1
// arith.ori i32
// CHECK: 6: {{.*}}] 2 3 6 7
// arith.xori i32
// CHECK: 7: {{.*}}] 2 2 6 6
// arith.maxsi i32
// CHECK: 8: {{.*}}] 2 3 4 5
// arith.minsi i32
// CHECK: 9: {{.*}}] 0 1 2 3
// arith.maxui i32
// CHECK: 10: {{.*}}] 2 3 4 5
// arith.minui i32
// CHECK: 11: {{.*}}] 0 1 2 3
// arith.divsi i32
// CHECK: 12: {{.*}}] 0 0 0 0
// arith.divui i32
// CHECK: 13: {{.*}}] 0 0 0 0
// arith.remsi i32
// CHECK: 14: {{.*}}] 0 1 2 3
// arith.remui i32
// CHECK: 15: {{.*}}] 0 1 2 3
// arith.floordivsi i32
// CHECK: 16: {{.*}}] 0 0 0 0
// arith.ceildivsi i32
// CHECK: 17: {{.*}}] 0 1 1 1
// arith.ceildivui i32
// CHECK: 18: {{.*}}] 0 1 1 1
// arith.shli i32
// CHECK: 19: {{.*}}] 0 8 32 96
// arith.shrsi i32
// CHECK: 20: {{.*}}] 0 0 0 0
// arith.shrui i32
// CHECK: 21: {{.*}}] 0 0 0 0
// arith.mului_extended i32
// CHECK: 22: {{.*}}] 0 3 8 15
// arith.mului_extended i32
// CHECK: 23: {{.*}}] 0 0 0 0
// arith.mulsi_extended i32
// CHECK: 24: {{.*}}] 0 3 8 15
// arith.mulsi_extended i32
// CHECK: 25: {{.*}}] 0 0 0 0
// arith.constant i32
// CHECK: 26: {{.*}}] 5 5 5 5
