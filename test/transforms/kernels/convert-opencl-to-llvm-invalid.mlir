// RUN: xdsl-opt %s --allow-unregistered-dialect -p 'opencl-attach-target{abi=amdhsa mcpu=gfx1030},convert-opencl-to-llvm' --split-input-file --verify-diagnostics | filecheck %s

// CHECK: in @k: error: 'arith.constant' must be converted before: run convert-arith-to-llvm, or opencl-to-llvm for everything
opencl.kernel @k() {
  %0 = arith.constant 1 : i32
  opencl.return
}

// -----

// CHECK: error: 'math.absf' must be converted before: run convert-math-to-llvm, or opencl-to-llvm for everything
llvm.func @f() {
  %c = llvm.mlir.constant(1.0 : f32) : f32
  %0 = math.absf %c : f32
  llvm.return
}

// -----

// CHECK: in @space: error: address space 10 is not one of OpenCL's (SPIR: 0 private, 1 global, 2 constant, 3 local, 4 generic)
opencl.kernel @space(%p: !llvm.ptr<1>) {
  %0 = llvm.load %p : !llvm.ptr<1> -> !llvm.ptr<10>
  opencl.return
}

// -----

// CHECK: in @private: error: program-scope variable @private is in private memory; give it addr_space 1 (global) or 2 (constant)
llvm.mlir.global internal @private(1 : i32) : i32

// -----

// CHECK: in @wave: error: kernel @wave requires sub-groups of 64; the target's have 32 (wave_size of the target)
opencl.kernel @wave() attributes {reqd_sub_group_size = 64 : i32} {
  opencl.return
}

// -----

// CHECK: in @cast: error: no value of type !llvm.struct<(i32)> can be made of i32; a conversion is missing before convert-opencl-to-llvm
opencl.kernel @cast(%n: i32) {
  %0 = builtin.unrealized_conversion_cast %n : i32 to !llvm.struct<(i32)>
  %1 = llvm.extractvalue %0[0] : !llvm.struct<(i32)>
  opencl.return
}

// -----

// CHECK: in @f: error: only a kernel can read its explicit arguments
llvm.func @f() {
  %0 = opencl.load_argument explicit[0] : i32
  llvm.return
}

// -----

// CHECK: in @k: error: the load ends at byte 14 of the explicit arguments, which have 12 bytes in ABI amdhsa; give another offset or type
opencl.kernel @k(%p: !llvm.ptr<1>, %n: i32) {
  %0 = opencl.load_argument explicit[8] : i32
  %1 = opencl.load_argument explicit[12] : i16
  opencl.return
}

// -----

// CHECK: in @g: error: the load ends at byte 257 of the implicit arguments, which have 256 bytes in ABI amdhsa
llvm.func @g() {
  %0 = opencl.load_argument implicit[255] : i8
  %1 = opencl.load_argument implicit[256] : i8
  llvm.return
}

// -----

// CHECK: error: 'opencl.program_sampler' must be lowered before; opencl-to-llvm runs all passes
opencl.program_sampler @s <normalized = true, addressing = repeat, filter = linear>
