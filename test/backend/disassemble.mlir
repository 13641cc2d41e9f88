// The listing of a code object has the form of llvm-objdump's: addresses, bytes, labels of branches.
//
// RUN: xdsl-opencl compile %s --mcpu gfx1100 -o %t.hsaco
// RUN: xdsl-opencl disassemble %t.hsaco | filecheck %s --check-prefixes=CHECK,W32
// RUN: xdsl-opencl disassemble --wave-size 64 %t.hsaco | filecheck %s --check-prefixes=CHECK,W64
//
// A bundle has a listing for each of its processors.
// RUN: xdsl-opencl compile %s --mcpu gfx900,gfx1100 -o %t.bundle.hsaco
// RUN: xdsl-opencl disassemble --mcpu gfx1100 %t.bundle.hsaco | filecheck %s --check-prefixes=CHECK,W32
// RUN: not xdsl-opencl disassemble %t.bundle.hsaco 2>&1 | filecheck %s --check-prefix=SEVERAL
// RUN: not xdsl-opencl disassemble --mcpu gfx906 %t.bundle.hsaco 2>&1 | filecheck %s --check-prefix=ABSENT
//
// SEVERAL: the bundle has several code objects; choose a device (--mcpu) of: gfx900, gfx1100
// ABSENT: the bundle has no code object for gfx906; choose a device (--mcpu) of: gfx900, gfx1100

opencl.kernel @nothing() {
  opencl.return
}

opencl.kernel @count(%out: !llvm.ptr<1> {opencl.name = "out"}) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %n = opencl.get_global_size 0 : i64
  %i = opencl.get_global_id 0 : i64
  %first = arith.cmpi eq, %i, %zero : i64
  scf.if %first {
    llvm.store %n, %out : i64, !llvm.ptr<1>
  }
  opencl.return
}

// CHECK: file format elf64-amdgpu
// CHECK: Disassembly of section .text:
// CHECK: <nothing>:
// CHECK-NEXT: s_endpgm{{ +}}// {{[0-9A-F]+}}: BFB00000
// CHECK: <count>:
// W32: v_cmp_eq_u64_e32 vcc_lo, s[{{[0-9:]+}}], v[{{[0-9:]+}}]
// W64: v_cmp_eq_u64_e32 vcc, s[{{[0-9:]+}}], v[{{[0-9:]+}}]
// CHECK: s_cbranch_execz {{[0-9]+}}
// CHECK-SAME: <count+0x{{[0-9a-f]+}}>
// CHECK: global_store_b64 v{{[0-9]+}}, v[{{[0-9:]+}}], s[{{[0-9:]+}}]
