// Results of memref, from NumPy.
// RUN: %python %root/test/composition/print_module.py memref i64 > %t.mlir
// RUN: xdsl-opencl run %t.mlir --kernel k --global-size 64 --arg iota:long:70 --arg iota:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --arg zeros:long:64 --dump 4 | filecheck %s

// memref.load i64
// CHECK: 2: {{.*}}] 0 1 2 3
// memref.store i64
// CHECK: 3: {{.*}}] 0 1 2 3
// memref.alloc local memory
// CHECK: 4: {{.*}}] 1 0 3 2
// memref.dealloc local memory
// CHECK: 5: {{.*}}] 1 0 3 2
// memref.alloca dynamic size
// CHECK: 6: {{.*}}] 0 1 2 3
// memref.alloca_scope i64
// CHECK: 7: {{.*}}] 20 21 22 23
// memref.alloca_scope.return i64
// CHECK: 8: {{.*}}] 20 21 22 23
// memref.assume_alignment 64
// CHECK: 9: {{.*}}] 0 1 2 3
// memref.cast dynamic sizes
// CHECK: 10: {{.*}}] 20 20 20 20
// memref.collapse_shape 2 to 1
// CHECK: 11: {{.*}}] 0 1 2 3
// memref.copy contiguous
// CHECK: 12: {{.*}}] 15 15 15 15
// memref.dim any index
// CHECK: 13: {{.*}}] 9 8 9 8
// memref.dma_start i64
// CHECK: 14: {{.*}}] 22 22 22 22
// memref.dma_wait i64
// CHECK: 15: {{.*}}] 22 22 22 22
// memref.expand_shape 2 to 3
// CHECK: 16: {{.*}}] 15 15 15 15
// memref.extract_aligned_pointer_as_index index
// CHECK: 17: {{.*}}] 0 0 0 0
// memref.extract_strided_metadata rank 2
// CHECK: 18: {{.*}}] 22 22 22 22
// memref.get_global constant memory
// CHECK: 19: {{.*}}] 3 6 3 6
// memref.global constant memory
// CHECK: 20: {{.*}}] 3 6 3 6
// memref.memory_space_cast generic
// CHECK: 21: {{.*}}] 0 1 2 3
// memref.rank rank 2
// CHECK: 22: {{.*}}] 2 2 2 2
// memref.reinterpret_cast all dynamic
// CHECK: 23: {{.*}}] 4 5 4 5
// memref.subview rank reduced
// CHECK: 24: {{.*}}] 15 21 15 21
// memref.view dynamic sizes
// CHECK: 25: {{.*}}] 0 1 2 3
