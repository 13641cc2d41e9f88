// RUN: xdsl-opt %s -p convert-func-to-llvm --split-input-file --verify-diagnostics | filecheck %s

// CHECK: in @wrapper: error: 'llvm.emit_c_interface' is not supported: pointers are bare
func.func private @wrapper(i32) attributes {llvm.emit_c_interface}

// -----

// CHECK: in @space: error: memory space "fast" is not supported; use an integer
func.func private @space(memref<4xf32, "fast">)

// -----

// CHECK: in @linkage: error: 'llvm.linkage' must be a #llvm.linkage, got "internal"
func.func private @linkage() attributes {llvm.linkage = "internal"}

// -----

// CHECK: in @results: error: attributes of several results cannot be kept: they are one struct
func.func private @results() -> (i32 {llvm.signext}, i32)

// -----

// CHECK: in @unranked: error: unranked memrefs are not supported, got memref<*xf32>
func.func private @unranked(memref<*xf32>)

// -----

// CHECK: in @image: error: !opencl.image<image2d_t, read_only> has no form in the llvm dialect; attach a target first: 'opencl-attach-target{abi=... mcpu=...}'
func.func private @image(!opencl.image<image2d_t, read_only>)

// -----

// CHECK: in @tensor: error: tensors must become memrefs first, got tensor<4xf32>
func.func private @tensor(tensor<4xf32>)

// -----

// CHECK: in @foreign: error: !emitc.opaque<"x"> has no form in the llvm dialect; lower the 'emitc' dialect first
func.func private @foreign(!emitc.opaque<"x">)
