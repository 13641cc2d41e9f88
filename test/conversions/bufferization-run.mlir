// Results of bufferization, from NumPy.
// RUN: %python %root/test/composition/print_module.py bufferization i64 > %t.mlir
// RUN: xdsl-opencl run %t.mlir --kernel k --global-size 64 --arg iota:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --dump 4 | filecheck %s

// bufferization.alloc_tensor i64
// CHECK: 1: {{.*}}] -1 1 3 5
// bufferization.clone i64
// CHECK: 2: {{.*}}] 0 1 2 3
// bufferization.materialize_in_destination i64
// CHECK: 3: {{.*}}] 1 2 3 4
// bufferization.to_buffer i64
// CHECK: 4: {{.*}}] 0 1 2 3
// bufferization.to_tensor i64
// CHECK: 5: {{.*}}] -1 1 3 5
