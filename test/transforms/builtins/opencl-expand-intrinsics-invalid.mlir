// RUN: xdsl-opt %s -p opencl-expand-intrinsics --split-input-file --verify-diagnostics | filecheck %s

opencl.kernel @odd(%a: i24, %p: !llvm.ptr<1>) {
  %r = "llvm.intr.smul.with.overflow"(%a, %a) : (i24, i24) -> !llvm.struct<(i24, i1)>
  %c = llvm.extractvalue %r[0] : !llvm.struct<(i24, i1)>
  llvm.store %c, %p : i24, !llvm.ptr<1>
  opencl.return
}
// CHECK: in @odd: error: 'llvm.intr.smul.with.overflow' of i24 has no form in SPIR-V; use i64
