// Results of vectors of floats, from NumPy.
// RUN: %python %root/test/composition/print_module.py vector f32 > %t.mlir
// RUN: xdsl-opencl run %t.mlir --kernel k --global-size 5 --arg iota:float:4480 --arg iota:float:280 --arg iota:float:70 --arg iota:float:70 --arg iota:float:280 --arg iota:float:560 --arg iota:float:560 --arg iota:float:280 --arg iota:float:140 --arg iota:float:560 --arg iota:float:280 --arg zeros:float:20 --arg zeros:float:20 --arg zeros:float:20 --arg zeros:float:320 --arg zeros:float:320 --arg zeros:float:320 --arg zeros:float:5 --arg zeros:float:20 --arg zeros:float:20 --arg zeros:float:20 --arg zeros:float:40 --arg zeros:float:40 --arg zeros:float:20 --arg zeros:float:40 --arg zeros:float:20 --arg zeros:float:20 --arg zeros:float:5 --dump 4 | filecheck %s

// vector.transfer_read row
// CHECK: 11: {{.*}}] 10.0 11.0 12.0 13.0
// vector.load strided row
// CHECK: 12: {{.*}}] 16.0 18.0 20.0 22.0
// vector.maskedload strided row
// CHECK: 13: {{.*}}] 16.0 9.0 20.0 22.0
// vector.transfer_write row
// CHECK: 14: {{.*}}] 0.0 0.0 0.0 0.0
// vector.store row
// CHECK: 15: {{.*}}] 0.0 0.0 0.0 0.0
// vector.maskedstore row
// CHECK: 16: {{.*}}] 0.0 0.0 0.0 0.0
// vector.extract vector<4xf32>
// CHECK: 17: {{.*}}] 2.0 6.0 10.0 14.0
// vector.insert vector<4xf32>
// CHECK: 18: {{.*}}] 0.0 1.0 2.0 3.0
// vector.broadcast f32 to vector<4xf32>
// CHECK: 19: {{.*}}] 0.0 0.0 0.0 0.0
// vector.shuffle vector<4xf32>
// CHECK: 20: {{.*}}] 11.0 0.0 9.0 2.0
// vector.transpose vector<2x4xf32>
// CHECK: 21: {{.*}}] 0.0 4.0 1.0 5.0
// vector.shape_cast vector<2x4xf32> to vector<8xf32>
// CHECK: 22: {{.*}}] 0.0 1.0 2.0 3.0
// vector.contract vector<2x4xf32>, vector<2x4xf32> to vector<2x2xf32>
// CHECK: 23: {{.*}}] 110.0 135.0 392.0 481.0
// vector.outerproduct vector<2xf32>, vector<4xf32>
// CHECK: 24: {{.*}}] 0.0 1.0 2.0 3.0
// vector.multi_reduction add of vector<2x4xf32>
// CHECK: 25: {{.*}}] 12.0 15.0 18.0 21.0
// vector.fma vector<4xf32>
// CHECK: 26: {{.*}}] 0.0 10.0 22.0 36.0
// vector.reduction add of vector<4xf32>
// CHECK: 27: {{.*}}] 6.0 22.0 38.0 54.0
