// RUN: xdsl-opt %s -p opencl-raise-kernels --split-input-file | filecheck %s
// RUN: xdsl-opt %s -p opencl-raise-kernels --split-input-file --print-op-generic | xdsl-opt --split-input-file | filecheck %s

// A kernel by its calling convention: argument information, sizes, the types of SPIR-V.
// CHECK:      opencl.kernel @by_convention(
// CHECK-SAME:   !opencl.image<image2d_t, write_only> {opencl.name = "picture"
// CHECK-SAME:   !llvm.ptr<1> {opencl.name = "out_1", {{.*}}opencl.type_qualifiers = "restrict"}
// CHECK-SAME: passthrough = ["convergent"], reqd_work_group_size = array<i32: 8, 4, 1>
// CHECK-NEXT:   opencl.return
llvm.func spir_kernelcc @by_convention(%a: !llvm.target<"spirv.Image", !llvm.void, 1, 0, 0, 0, 0, 0, 1>, %b: !llvm.ptr<1>) attributes {passthrough = ["convergent"], llvm.argument_names = ["picture", "out_1"], llvm.metadata = {
  kernel_arg_type = ["image2d_t", "float*"], kernel_arg_type_qual = ["", "restrict"],
  reqd_work_group_size = [8 : i32, 4 : i32, 1 : i32]
}} {
  llvm.return
}

// CHECK: opencl.kernel @by_amd_convention(
llvm.func amdgpu_kernelcc @by_amd_convention(%p: !llvm.ptr<1>) {
  llvm.return
}

// CHECK: opencl.kernel @by_rocdl(
// CHECK-SAME: reqd_work_group_size = array<i32: 64, 1, 1>
llvm.func @by_rocdl(%p: !llvm.ptr<1>) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 64, 1, 1>} {
  llvm.return
}

// CHECK: opencl.kernel @by_gpu(
// CHECK-SAME: reqd_work_group_size = array<i32: 32, 2, 1>
// CHECK-NOT: gpu.kernel
llvm.func @by_gpu(%p: !llvm.ptr<1>) attributes {gpu.kernel, gpu.known_block_size = array<i32: 32, 2, 1>} {
  llvm.return
}

// -----

// The pairs that Clang 21 and later make are one kernel, which a call names.

// CHECK:      opencl.kernel @called(%{{.*}}: !llvm.ptr<1>
// CHECK-NEXT:   llvm.mlir.constant(7 : i32)
// CHECK-NOT:  @__clang_ocl_kern_imp
llvm.func spir_kernelcc @called(%p: !llvm.ptr<1>) {
  llvm.call spir_funccc @__clang_ocl_kern_imp_called(%p) : (!llvm.ptr<1>) -> ()
  llvm.return
}
llvm.func spir_funccc @__clang_ocl_kern_imp_called(%p: !llvm.ptr<1>) {
  %c = llvm.mlir.constant(7 : i32) : i32
  llvm.store %c, %p : i32, !llvm.ptr<1>
  llvm.return
}
// CHECK: opencl.kernel @caller(
// CHECK: opencl.call_kernel @called(%{{.*}}) : !llvm.ptr<1>
llvm.func spir_kernelcc @caller(%p: !llvm.ptr<1>) {
  llvm.call spir_funccc @__clang_ocl_kern_imp_called(%p) : (!llvm.ptr<1>) -> ()
  llvm.return
}

// -----

// Other functions, with their linkage; a call of a builtin stays a call.

// CHECK:      func.func private @helper(%{{.*}}: i32) -> i64 attributes {llvm.linkage = #llvm.linkage<"internal">, passthrough = ["nounwind"]}
// CHECK-NEXT:   %[[ID:.*]] = func.call @_Z13get_global_idj(%{{.*}}) : (i32) -> i64
// CHECK-NEXT:   func.return %[[ID]] : i64
llvm.func internal spir_funccc @helper(%n: i32) -> i64 attributes {no_unwind} {
  %id = llvm.call spir_funccc @_Z13get_global_idj(%n) : (i32) -> i64
  llvm.return %id : i64
}
// CHECK: func.func private @_Z13get_global_idj(i32) -> i64
llvm.func spir_funccc @_Z13get_global_idj(i32) -> i64

// -----

// A local variable belongs to the one function that uses it; a shared one does not.

// CHECK-NOT: @mine
// CHECK: llvm.mlir.global internal @shared
llvm.mlir.global internal @k.mine() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<4 x i64>
llvm.mlir.global internal @shared() {addr_space = 3 : i32} : i32
// CHECK: opencl.kernel @k
// CHECK: %mine = opencl.local !llvm.array<4 x i64> align 8 : !llvm.ptr<3>
// CHECK: llvm.mlir.addressof @shared
llvm.func spir_kernelcc @k(%p: !llvm.ptr<1>) {
  %mine = llvm.mlir.addressof @k.mine : !llvm.ptr<3>
  %shared = llvm.mlir.addressof @shared : !llvm.ptr<3>
  %v = llvm.load %mine : !llvm.ptr<3> -> i32
  llvm.store %v, %shared : i32, !llvm.ptr<3>
  llvm.return
}
llvm.func spir_kernelcc @l(%p: !llvm.ptr<1>) {
  %shared = llvm.mlir.addressof @shared : !llvm.ptr<3>
  %v = llvm.load %shared : !llvm.ptr<3> -> i32
  llvm.store %v, %p : i32, !llvm.ptr<1>
  llvm.return
}

// -----

// Images that are pointers: named by the builtin that they flow to, also through a choice
// and another function.

// CHECK: func.func @width(%{{.*}}: !opencl.image<image2d_t, read_only>) -> i32
llvm.func @width(%i: !llvm.ptr<1>) -> i32 {
  %w = llvm.call @_Z15get_image_width14ocl_image2d_ro(%i) : (!llvm.ptr<1>) -> i32
  llvm.return %w : i32
}
// CHECK: opencl.kernel @choose(%[[A:.*]]: !opencl.image<image2d_t, read_only>{{.*}}, %[[B:.*]]: !opencl.image<image2d_t, read_only>
// CHECK: arith.select %{{.*}}, %[[A]], %[[B]] : !opencl.image<image2d_t, read_only>
llvm.func spir_kernelcc @choose(%a: !llvm.ptr<1>, %b: !llvm.ptr<1>, %c: i1) attributes {llvm.metadata = {
  kernel_arg_base_type = ["image2d_t", "image2d_t", "bool"], kernel_arg_access_qual = ["read_only", "read_only", "none"]
}} {
  %i = llvm.select %c, %a, %b : i1, !llvm.ptr<1>
  %w = llvm.call @width(%i) : (!llvm.ptr<1>) -> i32
  llvm.return
}
llvm.func @_Z15get_image_width14ocl_image2d_ro(!llvm.ptr<1>) -> i32
