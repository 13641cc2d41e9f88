// REQUIRES: mlir-opt-19
// RUN: %mlir-opt-19 %S/ops.mlir > %t.upstream.mlir
// RUN: xdsl-opt %S/ops.mlir | %mlir-opt-19 > %t.ours
// RUN: diff %t.upstream.mlir %t.ours
// RUN: xdsl-opt %t.upstream.mlir --print-op-generic | xdsl-opt | %mlir-opt-19 > %t.generic
// RUN: diff %t.upstream.mlir %t.generic
