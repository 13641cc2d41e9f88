// RUN: xdsl-opt %s -p opencl-raise-builtins --split-input-file | filecheck %s

// In a kernel, in a function of either dialect, by either call: the declaration and the
// constants go.

// CHECK:      opencl.kernel @k(%[[P:.*]]: !llvm.ptr<1>, %{{.*}}: f32) {
// CHECK-NEXT:   %[[ONE:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT:   %[[ID:.*]] = opencl.get_global_id 0 : i64
// CHECK-NEXT:   %[[F:.*]] = opencl.builtin "sqrt"(%{{.*}}) fastmath<nnan> : (f32) -> f32
// CHECK-NEXT:   %[[OLD:.*]] = opencl.atomic_rmw add relaxed device %[[P]], %[[ONE]]
// CHECK:        opencl.return
opencl.kernel @k(%p: !llvm.ptr<1>, %x: f32) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %id = func.call @_Z13get_global_idj(%zero) : (i32) -> i64
  %f = func.call @_Z4sqrtf(%x) {fastmathFlags = #llvm.fastmath<nnan>} : (f32) -> f32
  %old = func.call @_Z10atomic_incPU3AS1Vj(%p) : (!llvm.ptr<1>) -> i32
  opencl.return
}
func.func private @_Z13get_global_idj(i32) -> i64
func.func private @_Z4sqrtf(f32) -> f32
func.func private @_Z10atomic_incPU3AS1Vj(!llvm.ptr<1>) -> i32
// CHECK-NOT: @_Z

// -----

// CHECK:      llvm.func spir_funccc @f() -> i64 {
// CHECK-NEXT:   %[[ID:.*]] = opencl.get_local_id 2 : i64
// CHECK-NEXT:   llvm.return %[[ID]] : i64
llvm.func spir_funccc @f() -> i64 {
  %two = llvm.mlir.constant(2 : i32) : i32
  %id = llvm.call spir_funccc @_Z12get_local_idj(%two) : (i32) -> i64
  llvm.return %id : i64
}
llvm.func spir_funccc @_Z12get_local_idj(i32) -> i64

// -----

// printf, whose format is a string of the module; the string goes.

// CHECK-NOT: @text
// CHECK: opencl.printf "%d\0A"(%{{.*}}) : i32
llvm.mlir.global private constant @text("%d\0A\00") {addr_space = 2 : i32} : !llvm.array<4 x i8>
llvm.func spir_kernelcc @k(%n: i32) {
  %format = llvm.mlir.addressof @text : !llvm.ptr<2>
  %r = llvm.call spir_funccc @printf(%format, %n) vararg(!llvm.func<i32 (!llvm.ptr<2>, ...)>) : (!llvm.ptr<2>, i32) -> i32
  llvm.return
}
llvm.func spir_funccc @printf(!llvm.ptr<2>, ...) -> i32

// -----

// Sub-groups and pipes.

// CHECK: opencl.sub_group_ballot
// CHECK: opencl.read_pipe
func.func @k(%pipe: !opencl.pipe<i8, read_only>, %packet: !llvm.ptr<4>, %c: i32) {
  %four = llvm.mlir.constant(4 : i32) : i32
  %b = func.call @_Z16sub_group_balloti(%c) : (i32) -> vector<4xi32>
  %r = func.call @__read_pipe_2(%pipe, %packet, %four, %four) : (!opencl.pipe<i8, read_only>, !llvm.ptr<4>, i32, i32) -> i32
  func.return
}
func.func private @_Z16sub_group_balloti(i32) -> vector<4xi32>
func.func private @__read_pipe_2(!opencl.pipe<i8, read_only>, !llvm.ptr<4>, i32, i32) -> i32

// -----

// A function that the module defines is the module's, and an unknown one stays.

// CHECK: func.call @_Z4sqrtf(%{{.*}})
// CHECK: func.call @other(%{{.*}})
func.func @_Z4sqrtf(%x: f32) -> f32 {
  func.return %x : f32
}
opencl.kernel @k(%x: f32) {
  %a = func.call @_Z4sqrtf(%x) : (f32) -> f32
  %b = func.call @other(%a) : (f32) -> f32
  opencl.return
}
func.func private @other(f32) -> f32

// -----

// Numbers of memory_order_acq_rel and memory_scope_sub_group.

// CHECK: opencl.atomic_work_item_fence local acq_rel sub_group
func.func @fence() {
  %one = llvm.mlir.constant(1 : i32) : i32
  %four = llvm.mlir.constant(4 : i32) : i32
  func.call @_Z22atomic_work_item_fencej12memory_order12memory_scope(%one, %four, %four) : (i32, i32, i32) -> ()
  func.return
}
func.func private @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32, i32, i32)
