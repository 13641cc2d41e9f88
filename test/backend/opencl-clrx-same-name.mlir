// RUN: xdsl-opt %s -t opencl-clrx --verify-diagnostics | filecheck %s

// A kernel of the llvm level, whose names no verifier has seen.
// CHECK: kernel 'k', argument 1 'a' has the name of another; CLRX's assembler tells them apart by name, rename it
builtin.module attributes {llvm.target_triple = "amdgcn-amd-amdhsa", opencl.lowered = {abi = "amdcl2", mcpu = "gfx803", features = [], wave_size = 64 : i32}, opencl.module_flags = [[1 : i32, "amdhsa_code_object_version", 400 : i32]]} {
  llvm.func amdgpu_kernelcc @k(%arguments: !llvm.ptr<4> {llvm.byref = !llvm.array<64 x i8>, llvm.align = 16 : i64, llvm.noundef}) attributes {opencl.kernel_arg_addr_space = [1 : i32, 0 : i32], opencl.kernel_arg_access_qual = ["none", "none"], opencl.kernel_arg_type = ["void*", "int"], opencl.kernel_arg_base_type = ["void*", "int"], opencl.kernel_arg_type_qual = ["", ""], opencl.kernel_arg_name = ["a", "a"], opencl.segment_arguments = ["void*, global", "int"], rocdl.kernel, opencl.user_registers = "useargs", target_cpu = "gfx803"} {
    llvm.return
  }
}
