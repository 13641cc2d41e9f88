// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdcl2 mcpu=gfx803},opencl-to-llvm' -t opencl-clrx --split-input-file --verify-diagnostics | filecheck %s
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdcl2 mcpu=gfx803 pointer-bits=32},opencl-to-llvm' -t opencl-clrx --split-input-file --verify-diagnostics | filecheck %s --check-prefix=NARROW

// CHECK: in @k: error: there is no feature set 'all'
opencl.kernel @k(%out: !llvm.ptr<1>) attributes {opencl.user_registers = "all"} {
  opencl.return
}

// -----

// CHECK: in @k: error: feature set useargs is too small; it needs usesetup
opencl.kernel @k(%out: !llvm.ptr<1>) attributes {opencl.user_registers = "useargs"} {
  %n = opencl.get_global_size 0 : i32
  llvm.store %n, %out : i32, !llvm.ptr<1>
  opencl.return
}

// -----

// CHECK: in @k: error: kernel @k, argument 1 'i': ABI amdcl2 has no image2d_depth_t; use image2d_t or image2d_array_t, or ABI amdhsa
opencl.kernel @k(%out: !llvm.ptr<1>, %i: !opencl.image<image2d_depth_t, read_only> {opencl.name = "i"}) {
  %one = arith.constant 1 : i32
  llvm.store %one, %out : i32, !llvm.ptr<1>
  opencl.return
}

// -----

// CHECK: in @k: error: kernel @k, argument 1: ABI amdcl2 has no image2d_msaa_t; use image2d_t or image2d_array_t, or ABI amdhsa
opencl.kernel @k(%out: !llvm.ptr<1>, %i: !opencl.image<image2d_msaa_t, read_only>) {
  %one = arith.constant 1 : i32
  llvm.store %one, %out : i32, !llvm.ptr<1>
  opencl.return
}

// -----

// CHECK: in @k: error: kernel @k, argument 1 'r': ABI amdcl2 has no reserve_id as an argument; make it inside
opencl.kernel @k(%out: !llvm.ptr<1>, %r: !opencl.reserve_id {opencl.name = "r"}) {
  %one = arith.constant 1 : i32
  llvm.store %one, %out : i32, !llvm.ptr<1>
  opencl.return
}

// -----

// CHECK: in @k: error: kernel @k, argument 1 of type i128: OpenCL C has integers of 8, 16, 32 and 64 bits
opencl.kernel @k(%out: !llvm.ptr<1>, %n: i128) {
  %one = arith.constant 1 : i32
  llvm.store %one, %out : i32, !llvm.ptr<1>
  opencl.return
}

// -----

// CHECK: in @k: error: kernel @k, argument 8 'v7' ends at byte 1080; ABI amdcl2 has 1024 bytes for arguments, which end at 1072; pass a pointer to the rest
opencl.kernel @k(%out: !llvm.ptr<1>, %v0: vector<16xi64> {opencl.name = "v0"}, %v1: vector<16xi64> {opencl.name = "v1"}, %v2: vector<16xi64> {opencl.name = "v2"}, %v3: vector<16xi64> {opencl.name = "v3"}, %v4: vector<16xi64> {opencl.name = "v4"}, %v5: vector<16xi64> {opencl.name = "v5"}, %v6: vector<16xi64> {opencl.name = "v6"}, %v7: vector<16xi64> {opencl.name = "v7"}) {
  %one = arith.constant 1 : i32
  llvm.store %one, %out : i32, !llvm.ptr<1>
  opencl.return
}

// -----

// CHECK: kernel 'k', argument 0 'an output' has a name that CLRX's assembler cannot read; use letters, digits and _
opencl.kernel @k(%out: !llvm.ptr<1> {opencl.name = "an output"}) {
  opencl.return
}

// -----

// CHECK: kernel 'a b' has a name that CLRX's assembler cannot read; use letters, digits and _
opencl.kernel @"a b"(%out: !llvm.ptr<1>) {
  opencl.return
}

// -----

// CHECK: kernel 'k' has 48000 bytes of local memory; CLRX's assembler takes 32768
opencl.kernel @k(%out: !llvm.ptr<1>) {
  %l = opencl.local !llvm.array<12000 x i32> : !llvm.ptr<3>
  %i = opencl.get_local_id 0 : i32
  llvm.store volatile %i, %l : i32, !llvm.ptr<3>
  opencl.return
}

// -----

// NARROW: variable @p holds an address when
// CHECK: variable 'p' holds an address when the program is loaded, which CLRX's assembler cannot write; set it in a kernel
llvm.mlir.global internal constant @x(1 : i32) {addr_space = 2 : i32} : i32
llvm.mlir.global internal constant @p() {addr_space = 2 : i32} : !llvm.ptr<2> {
  %a = llvm.mlir.addressof @x : !llvm.ptr<2>
  llvm.return %a : !llvm.ptr<2>
}
opencl.kernel @k(%out: !llvm.ptr<1>, %i: i32) {
  %a = llvm.mlir.addressof @p : !llvm.ptr<2>
  %v = llvm.load volatile %a : !llvm.ptr<2> -> !llvm.ptr<2>
  %n = llvm.load %v : !llvm.ptr<2> -> i32
  llvm.store %n, %out : i32, !llvm.ptr<1>
  opencl.return
}
