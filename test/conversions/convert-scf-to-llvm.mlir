// RUN: xdsl-opt %s -p convert-scf-to-llvm | filecheck %s
// RUN: xdsl-opt %s -p 'convert-scf-to-llvm{index-bitwidth=32}' | filecheck %s --check-prefix=NARROW

// CHECK-LABEL: func.func @loop
func.func @loop(%lo: index, %hi: index, %step: index, %x: f32) -> f32 {
  // CHECK-DAG: %[[lo:.*]] = builtin.unrealized_conversion_cast %lo : index to i64
  // CHECK-DAG: %[[hi:.*]] = builtin.unrealized_conversion_cast %hi : index to i64
  // CHECK-DAG: %[[step:.*]] = builtin.unrealized_conversion_cast %step : index to i64
  // CHECK: llvm.br ^[[head:[a-z0-9]*]](%[[lo]], %x : i64, f32)
  // CHECK-NEXT: ^[[head]](%i: i64, %a: f32):
  // CHECK-NEXT: %[[index:.*]] = builtin.unrealized_conversion_cast %i : i64 to index
  // CHECK-NEXT: %[[inside:.*]] = llvm.icmp "slt" %i, %[[hi]] : i64
  // CHECK-NEXT: llvm.cond_br %[[inside]], ^[[body:[a-z0-9]*]], ^[[end:[a-z0-9]*]](%a : f32)
  // CHECK-NEXT: ^[[body]]:
  // NARROW: llvm.icmp "slt" {{.*}} : i32
  %r = scf.for %i = %lo to %hi step %step iter_args(%a = %x) -> (f32) {
    // Arithmetic that was there stays.
    // CHECK-NEXT: %[[k:.*]] = arith.addi %[[index]], %[[index]] : index
    // CHECK-NEXT: %[[b:.*]] = "test.op"(%[[k]], %a) : (index, f32) -> f32
    %k = arith.addi %i, %i : index
    %b = "test.op"(%k, %a) : (index, f32) -> f32
    // CHECK-NEXT: %[[next:.*]] = llvm.add %i, %[[step]] : i64
    // CHECK-NEXT: llvm.br ^[[head]](%[[next]], %[[b]] : i64, f32)
    scf.yield %b : f32
  }
  // CHECK-NEXT: ^[[end]](%[[r:.*]]: f32):
  // CHECK-NEXT: func.return %[[r]] : f32
  func.return %r : f32
}

// CHECK-LABEL: func.func @switch
func.func @switch(%i: index, %x: i32) -> i32 {
  // CHECK: llvm.switch %{{.*}} : i64, ^{{.*}} [
  // CHECK-NEXT: 4294967298: ^
  %r = scf.index_switch %i -> i32
  case 4294967298 {
    %y = arith.addi %x, %x : i32
    scf.yield %y : i32
  }
  default {
    scf.yield %x : i32
  }
  func.return %r : i32
}
