// Upstream prints the same for what it has read and for what we print of it.
// REQUIRES: mlir-opt-22
// RUN: %mlir-opt-22 %S/elements.mlir > %t.upstream.mlir
// RUN: xdsl-opt %t.upstream.mlir | %mlir-opt-22 > %t.ours
// RUN: xdsl-opt %t.upstream.mlir --print-op-generic | %mlir-opt-22 > %t.generic
// RUN: %mlir-opt-22 %S/elements.mlir --mlir-print-op-generic | xdsl-opt | %mlir-opt-22 > %t.theirs
// RUN: diff %t.upstream.mlir %t.ours
// RUN: diff %t.upstream.mlir %t.generic
// RUN: diff %t.upstream.mlir %t.theirs
