// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx1100},opencl-lower-work-items,opencl-lower-arguments' | filecheck %s
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx803 code-object-version=4},opencl-lower-work-items,opencl-lower-arguments' | filecheck %s --check-prefix=V4
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx1100},opencl-lower-work-items,opencl-lower-arguments,opencl-lower-arguments' | filecheck %s

// Reflection and parameter attributes, while the types still say them.
opencl.kernel @arguments(
    %i: !opencl.image<image2d_t, read_only>,
    %w: !opencl.image<image3d_t, write_only> {opencl.name = "volume"},
    %c: memref<?xf32, #opencl.address_space<constant>>,
    %l: memref<?xvector<4xf32>, #opencl.address_space<local>>,
    %r: !llvm.ptr<1> {opencl.type_name = "float*", opencl.type_qualifiers = "restrict const"},
    %n: i32 {opencl.type_name = "uint"}) {
  opencl.return
}

// CHECK-LABEL: opencl.kernel @arguments(
// CHECK-SAME: %i: !opencl.image<image2d_t, read_only> {llvm.noalias, llvm.readonly}, %w: !opencl.image<image3d_t, write_only> {opencl.name = "volume"}, %c: memref<?xf32, #opencl.address_space<constant>> {llvm.noalias, llvm.readonly}, %l: memref<?xvector<4xf32>, #opencl.address_space<local>> {llvm.align = 16 : i64}, %r: !llvm.ptr<1> {
// CHECK-SAME: llvm.noalias, llvm.readonly}
// CHECK-SAME: opencl.kernel_arg_addr_space = [1 : i32, 1 : i32, 2 : i32, 3 : i32, 1 : i32, 0 : i32]
// CHECK-SAME: opencl.kernel_arg_access_qual = ["read_only", "write_only", "none", "none", "none", "none"]
// CHECK-SAME: opencl.kernel_arg_type = ["image2d_t", "image3d_t", "float*", "float4*", "float*", "uint"]
// CHECK-SAME: opencl.kernel_arg_type_qual = ["", "", "const", "", "restrict const", ""]
// CHECK-SAME: opencl.kernel_arg_name = ["i", "volume", "c", "l", "r", "n"]
// CHECK-SAME: opencl.hidden_use = {arguments = [], bytes = 0 : i32}

// What a kernel and all that it calls read of the hidden block.
func.func private @depth() -> i64 {
  %o = opencl.get_global_offset 2 : i64
  func.return %o : i64
}
opencl.kernel @reads() {
  %s = opencl.get_enqueued_local_size 0 : i32
  %o = func.call @depth() : () -> i64
  opencl.return
}

// CHECK-LABEL: opencl.kernel @reads
// CHECK-SAME: opencl.hidden_use = {arguments = ["hidden_global_offset_z", "hidden_group_size_x"], bytes = 64 : i32}
// V4-LABEL: opencl.kernel @reads
// V4-SAME: opencl.hidden_use = {arguments = ["hidden_global_offset_z"], bytes = 24 : i32}

// A callee without a body may read anything.
func.func private @elsewhere()
opencl.kernel @unknown() {
  func.call @elsewhere() : () -> ()
  opencl.return
}

// CHECK-LABEL: opencl.kernel @unknown
// CHECK-SAME: opencl.hidden_use = {arguments = []}

// Before gfx9 the apertures of local and private memory are hidden arguments (version 4:
// fields of the queue, which has registers of its own).
opencl.kernel @generic(%p: !llvm.ptr<3>) {
  %g = llvm.addrspacecast %p : !llvm.ptr<3> to !llvm.ptr<4>
  opencl.return
}

// CHECK-LABEL: opencl.kernel @generic
// CHECK-SAME: opencl.hidden_use = {arguments = [], bytes = 0 : i32}
// V4-LABEL: opencl.kernel @generic
// V4-SAME: opencl.hidden_use = {arguments = [], bytes = 0 : i32}
