// What xDSL's printer writes alone, and what upstream's spelling changes.
// RUN: xdsl-opt %s | filecheck %s
// RUN: xdsl-opt %s | xdsl-opt -t opencl-mlir | filecheck %s --check-prefix UPSTREAM

// CHECK:      llvm.func spir_funccc hidden @convention
// UPSTREAM:   llvm.func hidden spir_funccc @convention
llvm.func hidden spir_funccc @convention(%p: !llvm.ptr, %x: f32) {
  // CHECK-NEXT: llvm.fcmp "une" %x, %x : f32
  %0 = llvm.fcmp "une" %x, %x : f32
  // CHECK-NEXT: llvm.fcmp "une" %x, %x {fastmathFlags = #llvm.fastmath<nnan>} : f32
  %1 = llvm.fcmp "une" %x, %x {fastmathFlags = #llvm.fastmath<nnan>} : f32
  // CHECK-NEXT: llvm.atomicrmw fadd %p, %x seq_cst {alignment = 8 : i64} : !llvm.ptr, f32
  %2 = llvm.atomicrmw fadd %p, %x seq_cst {alignment = 8 : i64} : !llvm.ptr, f32
  llvm.return
}
