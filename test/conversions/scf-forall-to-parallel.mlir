// RUN: xdsl-opt %s -p scf-forall-to-parallel | filecheck %s

// CHECK: func.func @plain(%[[A:.*]]: memref<8x8xf32>, %[[N:.*]]: index)
// CHECK: %[[LOW:.*]] = arith.constant 0 : index
// CHECK: %[[HIGH:.*]] = arith.constant 8 : index
// CHECK: %[[STEP:.*]] = arith.constant 2 : index
// CHECK: %[[ONE:.*]] = arith.constant 1 : index
// CHECK: "scf.parallel"(%[[LOW]], %[[N]], %[[HIGH]], %[[N]], %[[STEP]], %[[ONE]]) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}>
// CHECK-NEXT: ^bb0(%[[I:.*]]: index, %[[J:.*]]: index):
// CHECK-NEXT: memref.load %[[A]][%[[I]], %[[J]]]
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (
func.func @plain(%a: memref<8x8xf32>, %n: index) {
  scf.forall (%i, %j) = (0, %n) to (8, %n) step (2, 1) {
    %x = memref.load %a[%i, %j] : memref<8x8xf32>
  }
  func.return
}

// CHECK: func.func @mapped
// CHECK: mapping = [#gpu.loop_dim_map<processor = block_y, map = (d0) -> (d0), bound = (d0) -> (d0)>, #gpu.loop_dim_map<processor = block_x,
// CHECK: mapping = [#gpu.loop_dim_map<processor = thread_x,
func.func @mapped(%a: memref<8x8xf32>) {
  scf.forall (%i, %j) in (8, 8) {
  } {mapping = [#gpu.block<y>, #gpu.block<x>]}
  scf.forall (%i2) in (8) {
  } {mapping = [#gpu.thread<linear_dim_0>]}
  func.return
}
