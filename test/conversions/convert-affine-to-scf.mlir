// RUN: xdsl-opt %s -p convert-affine-to-scf | filecheck %s
// RUN: xdsl-opt %s -p convert-affine-to-scf,convert-affine-to-scf | filecheck %s

// CHECK-LABEL: func.func @divisions
func.func @divisions(%x: index, %s: index) {
  // CHECK-NEXT: %[[five:.*]] = arith.constant 5 : index
  // CHECK-NEXT: %[[zero:.*]] = arith.constant 0 : index
  // CHECK-NEXT: %[[rest:.*]] = arith.remsi %x, %[[five]] : index
  // CHECK-NEXT: %[[negative:.*]] = arith.cmpi slt, %[[rest]], %[[zero]] : index
  // CHECK-NEXT: %[[more:.*]] = arith.addi %[[rest]], %[[five]] : index
  // CHECK-NEXT: %{{.*}} = arith.select %[[negative]], %[[more]], %[[rest]] : index
  %a = affine.apply affine_map<(d0) -> (d0 mod 5)> (%x)
  // CHECK-NEXT: %[[mask:.*]] = arith.constant 7 : index
  // CHECK-NEXT: %{{.*}} = arith.andi %x, %[[mask]] : index
  %b = affine.apply affine_map<(d0) -> (d0 mod 8)> (%x)
  // CHECK-NEXT: %[[shift:.*]] = arith.constant 3 : index
  // CHECK-NEXT: %{{.*}} = arith.shrsi %x, %[[shift]] : index
  %c = affine.apply affine_map<(d0) -> (d0 floordiv 8)> (%x)
  // CHECK-NEXT: %[[sum:.*]] = arith.addi %x, %s : index
  %d = affine.apply affine_map<(d0)[s0] -> (d0 + s0)> (%x)[%s]
  // CHECK-NEXT: "test.op"({{.*}}, %[[sum]])
  "test.op"(%a, %b, %c, %d) : (index, index, index, index) -> ()
  func.return
}

// CHECK-LABEL: func.func @structure
func.func @structure(%m: memref<8x8xf32>, %n: index) {
  // CHECK: %[[upper:.*]] = arith.minsi %{{.*}}, %{{.*}} : index
  // CHECK: scf.for %i = %{{.*}} to %[[upper]] step
  affine.for %i = 0 to min affine_map<()[s0] -> (s0, 8)>()[%n] step 2 {
    // CHECK: %[[c3:.*]] = arith.constant 3 : index
    // CHECK-NEXT: %[[x:.*]] = memref.load %m[%i, %[[c3]]] : memref<8x8xf32>
    %x = affine.load %m[%i, 3] : memref<8x8xf32>
    // CHECK: %[[j:.*]] = arith.addi %i, %{{.*}} : index
    // CHECK: memref.store %[[x]], %m[%[[j]], %{{.*}}] : memref<8x8xf32>
    affine.store %x, %m[%i + 1, 0] : memref<8x8xf32>
    // CHECK: vector.load %m[%i, %{{.*}}] : memref<8x8xf32>, vector<4xf32>
    %v = affine.vector_load %m[%i, 4] : memref<8x8xf32>, vector<4xf32>
    // CHECK: vector.store %{{.*}}, %m[%i, %{{.*}}] : memref<8x8xf32>, vector<4xf32>
    affine.vector_store %v, %m[%i, 0] : memref<8x8xf32>, vector<4xf32>
  }
  // CHECK: %[[at_least:.*]] = arith.cmpi sge
  // CHECK: %[[equal:.*]] = arith.cmpi eq
  // CHECK-NEXT: %[[both:.*]] = arith.andi %[[at_least]], %[[equal]] : i1
  // CHECK-NEXT: scf.if %[[both]] {
  "affine.if"(%n) <{condition = affine_set<(d0) : (d0 - 3 >= 0, d0 mod 2 == 0)>}> ({
    "test.op"() : () -> ()
    affine.yield
  }, {
  }) : (index) -> ()
  // CHECK: "scf.parallel"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}>
  "affine.parallel"(%n) <{reductions = [], lowerBoundsMap = affine_map<() -> (0, 0)>, lowerBoundsGroups = dense<1> : vector<2xi32>, upperBoundsMap = affine_map<(d0) -> (d0, 8)>, upperBoundsGroups = dense<1> : vector<2xi32>, steps = [1 : i64, 2 : i64]}> ({
  ^bb0(%j: index, %k: index):
    "test.op"(%j, %k) : (index, index) -> ()
    // CHECK: scf.reduce
    affine.yield
  }) : (index) -> ()
  // CHECK-NOT: affine.
  // CHECK: func.return
  func.return
}
