// RUN: xdsl-opt %s -p opencl-expand-intrinsics --split-input-file --verify-diagnostics | filecheck %s
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=spirv}' -t opencl-spirv --split-input-file --verify-diagnostics | filecheck %s --check-prefix=WITHOUT

opencl.kernel @odd(%a: i24, %p: !llvm.ptr<1>) {
  %r = "llvm.intr.smul.with.overflow"(%a, %a) : (i24, i24) -> !llvm.struct<(i24, i1)>
  %c = llvm.extractvalue %r[0] : !llvm.struct<(i24, i1)>
  llvm.store %c, %p : i24, !llvm.ptr<1>
  opencl.return
}
// CHECK: in @odd: error: 'llvm.intr.smul.with.overflow' of i24 has no form in SPIR-V; use i64

// -----

// Without the pass the writer names it.
opencl.kernel @nand(%a: i32, %p: !llvm.ptr<1>) {
  %r = llvm.atomicrmw nand %p, %a monotonic : !llvm.ptr<1>, i32
  llvm.store %r, %p : i32, !llvm.ptr<1>
  opencl.return
}
// WITHOUT: in @nand: error: SPIR-V has no 'nand'; run opencl-expand-intrinsics
