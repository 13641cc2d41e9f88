// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdcl2 mcpu=gfx700},opencl-to-llvm' -t opencl-clrx | filecheck %s --check-prefixes=CHECK,OLD
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdcl2 mcpu=gfx803},opencl-to-llvm' -t opencl-clrx | filecheck %s --check-prefixes=CHECK,OLD,GCN3
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdcl2 mcpu=gfx900},opencl-to-llvm' -t opencl-clrx | filecheck %s --check-prefixes=CHECK,NEW,GCN3
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdcl2 mcpu=gfx803 pointer-bits=32},opencl-to-llvm' -t 'opencl-clrx{opt=0}' | filecheck %s --check-prefixes=NARROW

// What kernels need of the registers, and what their text says. In programs of 32 bits,
// whose pointers and hidden arguments have four bytes:

// NARROW-LABEL: .kernel hidden
// NARROW-DAG:     s_load_dword s{{[0-9]+}}, s[6:7], 0x4
// NARROW-LABEL: .kernel pointers
// NARROW:         .scratchbuffer 12
// NARROW-LABEL: .kernel call
// NARROW-NOT:     s_swappc
// NARROW:         s_endpgm

// The weakest set of registers that has what the kernel needs; on gfx9 two are the same.
// CHECK-LABEL: .kernel arguments
// CHECK:         .floatmode 0xf0
// OLD:           .useargs
// OLD-NEXT:      .setupargs
// OLD:           s_load_dwordx2 s[{{[0-9:]+}}], s[4:5],
// NEW:           .useargs
// NEW-NEXT:      .usesetup
// NEW-NEXT:      .setupargs
// NEW:           s_load_dwordx2 s[{{[0-9:]+}}], s[6:7], 0x30
opencl.kernel @arguments(%out: !llvm.ptr<1>) {
  %one = arith.constant 1 : i32
  llvm.store %one, %out : i32, !llvm.ptr<1>
  opencl.return
}

// CHECK-LABEL: .kernel setup
// CHECK:         .usesetup
// CHECK-NEXT:    .setupargs
// CHECK-DAG:     s_load_dword s{{[0-9]+}}, s[4:5],
// CHECK-DAG:     s_load_dwordx2 s[{{[0-9:]+}}], s[6:7],
opencl.kernel @setup(%out: !llvm.ptr<1>) {
  %n = opencl.get_global_size 0 : i32
  llvm.store %n, %out : i32, !llvm.ptr<1>
  opencl.return
}

// Before gfx9, the bases of local and private memory are dwords 16 and 17 of the queue,
// s[6:7]; the scratch of all waves begins at s10, and each has s11 bytes of it.
// CHECK-LABEL: .kernel generic
// CHECK:         .usesetup
// CHECK-NEXT:    .usegeneric
// CHECK-NEXT:    .setupargs
// OLD:           s_add_u32 s{{[0-9]+}}, s6, 0x44
// OLD:           s_add_u32 s{{[0-9]+}}, s6, 64
// OLD:           flat_scratch_lo, s11
// CHECK:         s_load_dwordx2 s[{{[0-9:]+}}], s[8:9],
opencl.kernel @generic(%out: !llvm.ptr<1>) {
  %one = arith.constant 1 : i32
  %p = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
  %l = opencl.local i32 : !llvm.ptr<3>
  %a = llvm.addrspacecast %p : !llvm.ptr to !llvm.ptr<4>
  %b = llvm.addrspacecast %l : !llvm.ptr<3> to !llvm.ptr<4>
  %id = opencl.get_local_id 0 : i32
  %c = arith.cmpi eq, %id, %one : i32
  %g = arith.select %c, %a, %b : !llvm.ptr<4>
  llvm.store volatile %one, %g : i32, !llvm.ptr<4>
  %n = llvm.load volatile %p : !llvm.ptr -> i32
  llvm.store %n, %out : i32, !llvm.ptr<1>
  opencl.return
}

// CHECK-LABEL: .kernel queue
// CHECK:         .useenqueue
// CHECK:         .arg q, "queue_t", queue
opencl.kernel @queue(%out: !llvm.ptr<1>, %q: !opencl.queue) {
  %one = arith.constant 1 : i32
  llvm.store %one, %out : i32, !llvm.ptr<1>
  opencl.return
}

// The offset is the first hidden argument; sizes and dimensions are in the setup buffer.
// CHECK-LABEL: .kernel hidden
// GCN3:          s_load_dword s{{[0-9]+}}, s[6:7], 0x8
// GCN3:          s_load_dword s{{[0-9]+}}, s[4:5], 0x0
// GCN3:          s_load_dword s{{[0-9]+}}, s[4:5], 0x14
opencl.kernel @hidden(%out: !llvm.ptr<1>) {
  %o = opencl.get_global_offset 1 : i32
  llvm.store volatile %o, %out : i32, !llvm.ptr<1>
  %d = opencl.get_work_dim : i32
  llvm.store volatile %d, %out : i32, !llvm.ptr<1>
  %s = opencl.get_global_size 2 : i32
  llvm.store volatile %s, %out : i32, !llvm.ptr<1>
  opencl.return
}

// CHECK-LABEL: .kernel configuration
// CHECK-NEXT:    .config
// CHECK-NEXT:    .dims xz, xy
// CHECK-NEXT:    .cws 8, 4, 2
// CHECK:         .localsize 400
opencl.kernel @configuration(%out: !llvm.ptr<1>) attributes {reqd_work_group_size = array<i32: 8, 4, 2>} {
  %l = opencl.local !llvm.array<100 x i32> : !llvm.ptr<3>
  %x = opencl.get_group_id 0 : i32
  %z = opencl.get_group_id 2 : i32
  %y = opencl.get_local_id 1 : i32
  %s = arith.addi %x, %z : i32
  %t = arith.addi %s, %y : i32
  %p = llvm.getelementptr %l[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  llvm.store %t, %p : i32, !llvm.ptr<3>
  opencl.barrier local
  %r = llvm.load %l : !llvm.ptr<3> -> i32
  llvm.store %r, %out : i32, !llvm.ptr<1>
  opencl.return
}

// CHECK-LABEL: .kernel scratch
// CHECK:         .scratchbuffer 260
opencl.kernel @scratch(%out: !llvm.ptr<1>) {
  %n = arith.constant 64 : i32
  %p = llvm.alloca %n x i32 : (i32) -> !llvm.ptr
  %i = opencl.get_local_id 0 : i32
  %q = llvm.getelementptr %p[%i] : (!llvm.ptr, i32) -> !llvm.ptr, i32
  llvm.store volatile %i, %q : i32, !llvm.ptr
  %v = llvm.load volatile %p : !llvm.ptr -> i32
  llvm.store %v, %out : i32, !llvm.ptr<1>
  opencl.return
}

// A program of 64 bits keeps the whole of a pointer in memory.
// CHECK-LABEL: .kernel pointers
// CHECK:         .scratchbuffer 24
opencl.kernel @pointers(%out: !llvm.ptr<1>) {
  %one = arith.constant 1 : i32
  %t = llvm.alloca %one x !llvm.array<2 x !llvm.ptr<1>> : (i32) -> !llvm.ptr
  %i = opencl.get_local_id 0 : i32
  %p = llvm.getelementptr %t[0, %i] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.array<2 x !llvm.ptr<1>>
  llvm.store volatile %out, %p : !llvm.ptr<1>, !llvm.ptr
  %q = llvm.load volatile %t : !llvm.ptr -> !llvm.ptr<1>
  llvm.store %i, %q : i32, !llvm.ptr<1>
  opencl.return
}

// CHECK-LABEL: .kernel branch
// CHECK:         s_cbranch_execz [[L:\.L8_[0-9a-f]+]]
// CHECK:       [[L]]:
// CHECK:         s_endpgm
opencl.kernel @branch(%out: !llvm.ptr<1>, %n: i32) {
  %i = opencl.get_local_id 0 : i32
  %one = arith.constant 1 : i32
  %c = arith.cmpi slt, %i, %n : i32
  scf.if %c {
    llvm.store volatile %i, %out : i32, !llvm.ptr<1>
  }
  llvm.store volatile %one, %out : i32, !llvm.ptr<1>
  opencl.return
}

// Inline assembly may be what the assembler cannot read: its kernel is words alone.
// CHECK-LABEL: .kernel assembly
// CHECK:         .text
// CHECK-NEXT:    .int 0x
// CHECK-NOT:     s_
opencl.kernel @assembly(%out: !llvm.ptr<1>) {
  %x = llvm.inline_asm has_side_effects "v_mov_b32 $0, 7", "=v" : () -> i32
  llvm.store %x, %out : i32, !llvm.ptr<1>
  opencl.return
}

// Functions are inlined, as only the kernel has the arguments.
// CHECK-LABEL: .kernel call
// CHECK-NOT:     s_swappc
// CHECK-NOT:     s_setpc
// CHECK:         s_endpgm
func.func private @size() -> i32 {
  %n = opencl.get_global_size 0 : i32
  func.return %n : i32
}
opencl.kernel @call(%out: !llvm.ptr<1>) {
  %n = func.call @size() : () -> i32
  llvm.store %n, %out : i32, !llvm.ptr<1>
  opencl.return
}

// CHECK-LABEL: .kernel addresses
// CHECK:         .setupargs
// CHECK-NEXT:    .arg c, "float*", float*, constant, const
// CHECK-NEXT:    .arg l, "int*", int*, local
// CHECK-NEXT:    .arg g, "struct S*", structure*, 1, global, restrict volatile
// CHECK-NEXT:    .arg i, "image3d_t", image3d, write_only
// CHECK-NEXT:    .arg b, "image1d_buffer_t", image1d_buffer, read_only
// CHECK-NEXT:    .arg s, "sampler_t", sampler
// CHECK-NEXT:    .arg q, "queue_t", queue
// CHECK-NEXT:    .arg e, "clk_event_t", clkevent
// CHECK-NEXT:    .arg p, "int", pipe
// CHECK-NEXT:    .arg d, "struct", structure, 16
opencl.kernel @addresses(
    %c: !llvm.ptr<2> {opencl.name = "c", opencl.type_name = "float*", opencl.type_qualifiers = "const"},
    %l: memref<?xi32, #opencl.address_space<local>> {opencl.name = "l"},
    %g: !llvm.ptr<1> {opencl.name = "g", opencl.type_name = "struct S*", opencl.type_qualifiers = "restrict volatile"},
    %i: !opencl.image<image3d_t, write_only> {opencl.name = "i"},
    %b: !opencl.image<image1d_buffer_t, read_only> {opencl.name = "b"},
    %s: !opencl.sampler {opencl.name = "s"},
    %q: !opencl.queue {opencl.name = "q"},
    %e: !opencl.clk_event {opencl.name = "e"},
    %p: !opencl.pipe<i32, read_only> {opencl.name = "p"},
    %d: !llvm.ptr {llvm.byval = !llvm.struct<(i32, i64)>, opencl.name = "d"}) {
  opencl.return
}
