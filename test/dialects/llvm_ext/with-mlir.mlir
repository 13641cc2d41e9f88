// REQUIRES: mlir-opt
// RUN: %mlir-opt %S/ops.mlir > %t.upstream.mlir
// RUN: xdsl-opt %S/ops.mlir | %mlir-opt > %t.ours
// RUN: diff %t.upstream.mlir %t.ours
// RUN: xdsl-opt %t.upstream.mlir --print-op-generic | xdsl-opt | %mlir-opt > %t.generic
// RUN: diff %t.upstream.mlir %t.generic
