// Upstream prints the same for what it has read and for what we print of it.
// REQUIRES: mlir-opt-22
// RUN: %mlir-opt-22 %S/types.mlir > %t.upstream.mlir
// RUN: xdsl-opt %S/types.mlir | %mlir-opt-22 > %t.ours
// RUN: diff %t.upstream.mlir %t.ours
