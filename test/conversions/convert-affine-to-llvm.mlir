// RUN: xdsl-opt %s -p convert-affine-to-llvm | filecheck %s

// CHECK-LABEL: func.func @sum
func.func @sum(%m: memref<8xf32>, %x: f32) -> f32 {
  // CHECK: llvm.br ^[[head:[a-z0-9]*]](%{{.*}}, %x : i64, f32)
  // CHECK-NEXT: ^[[head]](%i: i64, %a: f32):
  // CHECK-NEXT: llvm.icmp "slt" %i,
  %r = affine.for %i = 0 to 7 iter_args(%a = %x) -> (f32) {
    // CHECK: %[[j:.*]] = llvm.add %i, %{{.*}} : i64
    // CHECK: llvm.getelementptr inbounds {{.*}}[%[[j]]]
    // CHECK: %[[y:.*]] = llvm.load
    %y = affine.load %m[%i + 1] : memref<8xf32>
    // CHECK-NEXT: %[[b:.*]] = arith.addf %a, %[[y]] : f32
    %b = arith.addf %a, %y : f32
    // CHECK: llvm.br ^[[head]](%{{.*}}, %[[b]] : i64, f32)
    affine.yield %b : f32
  }
  // CHECK-NOT: affine.
  // CHECK: func.return
  func.return %r : f32
}
