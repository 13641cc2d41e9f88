// REQUIRES: mlir-opt-19
// `assume` has the property that MLIR 22 requires in its dictionary.
// RUN: %mlir-opt-19 %S/ops.mlir | sed -e 's/"llvm.intr.assume"(\(%[a-z0-9]*\))/& {op_bundle_sizes = array<i32>}/' > %t.upstream.mlir
// RUN: xdsl-opt %S/ops.mlir -t opencl-mlir | %mlir-opt-19 > %t.ours
// RUN: diff %t.upstream.mlir %t.ours
// RUN: xdsl-opt %t.upstream.mlir --print-op-generic | xdsl-opt -t opencl-mlir | %mlir-opt-19 > %t.generic
// RUN: diff %t.upstream.mlir %t.generic
