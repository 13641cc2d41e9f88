// Results of vector elements, from NumPy.
// RUN: %python %root/test/composition/print_module.py vector_elements i32 > %t.mlir
// RUN: xdsl-opencl run %t.mlir --kernel k --global-size 5 --arg iota:int:4480 --arg iota:int:70 --arg iota:int:70 --arg iota:int:560 --arg iota:int:560 --arg iota:int:1120 --arg iota:int:4480 --arg iota:int:4480 --arg iota:int:280 --arg iota:int:280 --arg zeros:int:320 --arg zeros:int:320 --arg zeros:int:320 --arg zeros:int:320 --arg zeros:int:320 --arg zeros:int:40 --arg zeros:int:5 --arg zeros:int:80 --arg zeros:int:40 --arg zeros:int:40 --arg zeros:int:40 --arg zeros:int:320 --arg zeros:int:40 --arg zeros:int:20 --arg zeros:int:5 --arg zeros:int:40 --dump 4 | filecheck %s

// vector.gather row, i32
// CHECK: 10: {{.*}}] 0 0 0 0
// vector.scatter row
// CHECK: 11: {{.*}}] 0 0 0 0
// vector.expandload row
// CHECK: 12: {{.*}}] 0 0 0 0
// vector.compressstore row
// CHECK: 13: {{.*}}] 0 0 0 0
// vector.type_cast rows of 8
// CHECK: 14: {{.*}}] 0 1 2 3
// vector.from_elements vector<2x4xi32>
// CHECK: 15: {{.*}}] 2 0 0 2
// vector.to_elements vector<2x4xi32>
// CHECK: 16: {{.*}}] -5 -5 -5 -5
// vector.interleave vector<2x4xi32> to vector<2x8xi32>
// CHECK: 17: {{.*}}] 0 16 1 17
// vector.deinterleave vector<2x8xi32> to vector<2x4xi32>
// CHECK: 18: {{.*}}] 0 2 4 6
// vector.deinterleave vector<2x8xi32> to vector<2x4xi32>
// CHECK: 19: {{.*}}] 1 3 5 7
// vector.extract_strided_slice vector<2x4x8xi32> to vector<2x4xi32>
// CHECK: 20: {{.*}}] 43 44 45 46
// vector.insert_strided_slice vector<2x4xi32> to vector<2x4x8xi32>
// CHECK: 21: {{.*}}] 128 129 130 131
// vector.scan vector<2x4xi32> along 0, inclusive
// CHECK: 22: {{.*}}] 0 1 2 3
// vector.scan vector<2x4xi32> along 0, inclusive
// CHECK: 23: {{.*}}] 4 6 8 10
// vector.mask reduction <add> of vector<4xi32>
// CHECK: 24: {{.*}}] 7 20 33 46
// vector.yield nothing
// CHECK: 25: {{.*}}] 0 1 2 3
