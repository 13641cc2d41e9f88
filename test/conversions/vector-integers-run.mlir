// Results of vectors, from NumPy.
// RUN: %python %root/test/composition/print_module.py vector i32 > %t.mlir
// RUN: xdsl-opencl run %t.mlir --kernel k --global-size 5 --arg iota:int:4480 --arg iota:int:280 --arg iota:int:70 --arg iota:int:70 --arg iota:int:280 --arg iota:int:560 --arg iota:int:560 --arg iota:int:280 --arg iota:int:140 --arg iota:int:560 --arg zeros:int:20 --arg zeros:int:5 --arg zeros:int:20 --arg zeros:int:20 --arg zeros:int:20 --arg zeros:int:40 --arg zeros:int:40 --arg zeros:int:20 --arg zeros:int:40 --arg zeros:int:20 --arg zeros:int:5 --dump 4 | filecheck %s

// vector.transfer_read row of i32
// CHECK: 10: {{.*}}] 8 9 10 11
// vector.extract vector<4xi32>
// CHECK: 11: {{.*}}] 2 6 10 14
// vector.insert vector<4xi32>
// CHECK: 12: {{.*}}] 0 1 2 3
// vector.broadcast i32 to vector<4xi32>
// CHECK: 13: {{.*}}] 0 0 0 0
// vector.shuffle vector<4xi32>
// CHECK: 14: {{.*}}] 11 0 9 2
// vector.transpose vector<2x4xi32>
// CHECK: 15: {{.*}}] 0 4 1 5
// vector.shape_cast vector<2x4xi32> to vector<8xi32>
// CHECK: 16: {{.*}}] 0 1 2 3
// vector.contract vector<2x4xi32>, vector<2x4xi32> to vector<2x2xi32>
// CHECK: 17: {{.*}}] 110 135 392 481
// vector.outerproduct vector<2xi32>, vector<4xi32>
// CHECK: 18: {{.*}}] 0 1 2 3
// vector.multi_reduction add of vector<2x4xi32>
// CHECK: 19: {{.*}}] 12 15 18 21
// vector.reduction add of vector<4xi32>
// CHECK: 20: {{.*}}] 6 22 38 54
