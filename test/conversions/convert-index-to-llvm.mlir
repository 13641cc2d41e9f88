// RUN: xdsl-opt %s -p convert-index-to-llvm | filecheck %s
// RUN: xdsl-opt %s -p 'convert-index-to-llvm{index-bitwidth=32}' | filecheck %s --check-prefix=NARROW

// What computes on index is converted, what does not is left.
// CHECK-LABEL: func.func @mixed
// NARROW-LABEL: func.func @mixed
func.func @mixed(%a: i32) -> i32 {
  // CHECK-NEXT: %b = arith.addi %a, %a : i32
  // NARROW-NEXT: %b = arith.addi %a, %a : i32
  %b = arith.addi %a, %a : i32
  // CHECK-NEXT: %i = llvm.sext %b : i32 to i64
  %i = arith.index_cast %b : i32 to index
  // CHECK-NEXT: %c3 = llvm.mlir.constant(3) : i64
  // NARROW-NEXT: %c3 = llvm.mlir.constant(3 : i32) : i32
  %c3 = arith.constant 3 : index
  // CHECK-NEXT: %j = llvm.udiv %i, %c3 : i64
  // NARROW-NEXT: %j = llvm.udiv %b, %c3 : i32
  %j = arith.divui %i, %c3 : index
  // CHECK-NEXT: %c = llvm.icmp "ult" %j, %i : i64
  // NARROW-NEXT: %c = llvm.icmp "ult" %j, %b : i32
  %c = arith.cmpi ult, %j, %i : index
  // CHECK-NEXT: %r = arith.select %c, %a, %b : i32
  // NARROW-NEXT: %r = arith.select %c, %a, %b : i32
  %r = arith.select %c, %a, %b : i32
  func.return %r : i32
}
