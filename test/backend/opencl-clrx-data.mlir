// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdcl2 mcpu=gfx700},opencl-to-llvm' -t opencl-clrx | filecheck %s
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdcl2 mcpu=gfx803},opencl-to-llvm' -t opencl-clrx | filecheck %s
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdcl2 mcpu=gfx900},opencl-to-llvm' -t opencl-clrx | filecheck %s
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdcl2 mcpu=gfx803 pointer-bits=32},opencl-to-llvm' -t 'opencl-clrx{opt=0}' | filecheck %s --check-prefix=MOVES

// Constants; variables with a value, and those of zeros, that kernels write; samplers, each
// BRIG's number, a slot of eight bytes after the data, and an id in the kernel that uses it.

// CHECK:      .globaldata
// CHECK:      opencl_data_{{[0-9]+}}:
// CHECK-NEXT:   # table
// CHECK-NEXT:   .byte 0x07, 0x00, 0x00, 0x00, 0x08, 0x00, 0x00, 0x00, 0x09,
// CHECK:      opencl_samplers:
// CHECK-NEXT:   .skip 8
// CHECK-NEXT: .main
// CHECK-NEXT: .rwdata
// CHECK:        # counter
// CHECK-NEXT:   .byte 0x05, 0x00, 0x00, 0x00
// CHECK-NEXT: .main
// CHECK-NEXT: .bssdata align=4
// CHECK:        # zeros
// CHECK-NEXT:   .skip 16
// CHECK-NEXT: .main
// CHECK-NEXT: .sampler 0x00030101
// CHECK-NEXT: .kernel constant
// CHECK-NOT:    .sampler
// The code has the address as two literals, and keeps its length: no branch moves.
// CHECK:        s_mov_b32 s{{[0-9]+}}, ([[DATA:opencl_data_[0-9]+]]+0)&0xffffffff
// CHECK-NEXT:   s_mov_b32 s{{[0-9]+}}, ([[DATA]]+0)>>32
// CHECK-NEXT:   s_nop 0
// CHECK:      .kernel sampled
// CHECK:        .sampler 0
// CHECK:        s_load_dwordx2
// CHECK:        image_sample_lz

// MOVES: s_mov_b32 s{{[0-9]+}}, ([[DATA:opencl_data_[0-9]+]]+{{[0-9]+}})&0xffffffff
// MOVES-NEXT: s_mov_b32 s{{[0-9]+}}, ([[DATA]]+{{[0-9]+}})>>32
// MOVES-NEXT: s_nop 0
// MOVES: .kernel sampled
// MOVES: s_load_dwordx2

llvm.mlir.global internal constant @table(dense<[7, 8, 9, 10]> : tensor<4xi32>) {addr_space = 2 : i32} : !llvm.array<4 x i32>
llvm.mlir.global internal @counter(5 : i32) {addr_space = 1 : i32} : i32
llvm.mlir.global internal @zeros(dense<0> : tensor<4xi32>) {addr_space = 1 : i32} : !llvm.array<4 x i32>
opencl.kernel @constant(%out: !llvm.ptr<1>) {
  %i = opencl.get_local_id 0 : i32
  %t = llvm.mlir.addressof @table : !llvm.ptr<2>
  %p = llvm.getelementptr %t[%i] : (!llvm.ptr<2>, i32) -> !llvm.ptr<2>, i32
  %v = llvm.load %p : !llvm.ptr<2> -> i32
  llvm.store %v, %out : i32, !llvm.ptr<1>
  opencl.return
}
opencl.kernel @written(%n: i32) {
  %c = llvm.mlir.addressof @counter : !llvm.ptr<1>
  %z = llvm.mlir.addressof @zeros : !llvm.ptr<1>
  %v = llvm.load volatile %c : !llvm.ptr<1> -> i32
  llvm.store volatile %v, %z : i32, !llvm.ptr<1>
  llvm.store volatile %n, %c : i32, !llvm.ptr<1>
  opencl.return
}
opencl.kernel @sampled(%out: !llvm.ptr<1>, %i: !opencl.image<image2d_t, read_only>, %at: vector<2xf32>) {
  %s = opencl.sampler_constant <normalized = true, addressing = repeat, filter = linear>
  %v = opencl.read_image f %i[%at] sampler %s : !opencl.image<image2d_t, read_only>, vector<2xf32> -> vector<4xf32>
  llvm.store %v, %out : vector<4xf32>, !llvm.ptr<1>
  opencl.return
}
