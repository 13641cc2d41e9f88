// RUN: xdsl-opt %s -p opencl-split-stencils --split-input-file | filecheck %s
// RUN: xdsl-opt %s -p opencl-from-stencil --split-input-file | filecheck %s --check-prefix KERNELS
// RUN: xdsl-opt %s -p opencl-split-stencils,convert-stencil-to-ll-mlir --split-input-file | filecheck %s --check-prefix LOWERED

// What is stored to one range stays together; another range is computed alone, from what it reads.
// CHECK: func.func @ranges
// CHECK: %[[A:.*]] = stencil.load %a : !stencil.field<[-4,12]xf32> -> !stencil.temp<[-4,12]xf32>
// CHECK-NEXT: %[[Q:.*]] = stencil.apply(%[[X:.*]] = %[[A]] : !stencil.temp<[-4,12]xf32>) -> (!stencil.temp<[0,11]xf32>) {
// CHECK-NEXT: stencil.access %[[X]][1]
// CHECK-NEXT: stencil.return
// CHECK: %[[P:.*]], %[[S:.*]] = stencil.apply(%[[Y:.*]] = %[[A]] : !stencil.temp<[-4,12]xf32>) -> (!stencil.temp<[-3,8]xf32>, !stencil.temp<[-3,8]xf32>) {
// CHECK-NEXT: stencil.access %[[Y]][-1]
// CHECK: stencil.store %[[P]] to %o(<[-3], [8]>)
// CHECK-NEXT: stencil.store %[[Q]] to %u(<[0], [11]>)
// CHECK-NEXT: stencil.store %[[S]] to %w(<[-3], [8]>)
// KERNELS-LABEL: opencl.kernel @ranges_kernel(
// KERNELS: opencl.kernel @ranges_kernel_1(
// KERNELS: opencl.launch @ranges_kernel global
// KERNELS: opencl.launch @ranges_kernel_1 global
// LOWERED: func.func @ranges
// LOWERED-DAG: arith.constant 11 : index
// LOWERED-DAG: arith.constant -3 : index
func.func @ranges(%a: !stencil.field<[-4,12]xf32>, %o: !stencil.field<[-4,12]xf32>, %u: !stencil.field<[-4,12]xf32>, %w: !stencil.field<[-4,12]xf32>) {
  %t = stencil.load %a : !stencil.field<[-4,12]xf32> -> !stencil.temp<?xf32>
  %r, %s, %v = stencil.apply(%x = %t : !stencil.temp<?xf32>) -> (!stencil.temp<?xf32>, !stencil.temp<?xf32>, !stencil.temp<?xf32>) {
    %p = stencil.access %x[-1] : !stencil.temp<?xf32>
    %q = stencil.access %x[1] : !stencil.temp<?xf32>
    %pp = arith.addf %p, %p : f32
    stencil.return %p, %q, %pp : f32, f32, f32
  }
  stencil.store %r to %o(<[-3], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  stencil.store %s to %u(<[0], [11]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  stencil.store %v to %w(<[-3], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  func.return
}

// -----

// What is read has a field of its own, as large as its readers need, and is computed once more
// for the store. Bounds that are stated before do not count.
// CHECK: func.func @chain
// CHECK-NEXT: %[[F:.*]] = stencil.alloc : !stencil.field<[-1,6]xf32>
// CHECK: stencil.apply({{.*}}) -> (!stencil.temp<[0,4]xf32>)
// CHECK: %[[R:.*]] = stencil.apply({{.*}}) -> (!stencil.temp<[-1,6]xf32>)
// CHECK: stencil.store %[[R]] to %[[F]](<[-1], [6]>)
// CHECK-NEXT: %[[C:.*]] = stencil.cast %[[F]]
// CHECK-NEXT: %[[L:.*]] = stencil.load %[[C]] : !stencil.field<[-1,6]xf32> -> !stencil.temp<[-1,6]xf32>
// CHECK-NEXT: stencil.apply(%{{.*}} = %[[L]] : !stencil.temp<[-1,6]xf32>) -> (!stencil.temp<[0,5]xf32>)
// LOWERED: func.func @chain
// LOWERED: memref.alloc() : memref<7xf32>
// LOWERED-COUNT-3: "scf.parallel"
func.func @chain(%a: !stencil.field<[-4,12]xf32>, %o: !stencil.field<[-4,12]xf32>, %u: !stencil.field<[-4,12]xf32>) {
  %t = stencil.load %a : !stencil.field<[-4,12]xf32> -> !stencil.temp<[-4,12]xf32>
  %r = stencil.apply(%x = %t : !stencil.temp<[-4,12]xf32>) -> (!stencil.temp<[-2,8]xf32>) {
    %p = stencil.access %x[0] : !stencil.temp<[-4,12]xf32>
    stencil.return %p : f32
  }
  %s = stencil.apply(%x = %r : !stencil.temp<[-2,8]xf32>) -> (!stencil.temp<[-1,7]xf32>) {
    %p = stencil.access %x[-1] : !stencil.temp<[-2,8]xf32>
    %q = stencil.access %x[1] : !stencil.temp<[-2,8]xf32>
    %v = arith.addf %p, %q : f32
    stencil.return %v : f32
  }
  stencil.store %r to %u(<[0], [4]>) : !stencil.temp<[-2,8]xf32> to !stencil.field<[-4,12]xf32>
  stencil.store %s to %o(<[0], [5]>) : !stencil.temp<[-1,7]xf32> to !stencil.field<[-4,12]xf32>
  func.return
}

// -----

// A stored load is copied; what is stored twice, or in an inner block, is computed for each.
// CHECK: func.func @stores
// CHECK: %[[T:.*]] = stencil.load %a : {{.*}} -> !stencil.temp<[-1,5]xf32>
// CHECK: scf.if
// CHECK: %[[I:.*]] = stencil.apply({{.*}}) -> (!stencil.temp<[1,3]xf32>)
// CHECK: stencil.store %[[I]] to %w
// CHECK: %[[C:.*]] = stencil.apply(%[[X:.*]] = %[[T]] : !stencil.temp<[-1,5]xf32>) -> (!stencil.temp<[-1,5]xf32>) {
// CHECK-NEXT: %[[V:.*]] = stencil.access %[[X]][0]
// CHECK-NEXT: stencil.return %[[V]] : f32
// CHECK: stencil.store %[[C]] to %u(<[-1], [5]>)
func.func @stores(%a: !stencil.field<[-4,12]xf32>, %o: !stencil.field<[-4,12]xf32>, %u: !stencil.field<[-4,12]xf32>, %w: !stencil.field<[-4,12]xf32>, %z: !stencil.field<[-4,12]xf32>, %c: i1) {
  %t = stencil.load %a : !stencil.field<[-4,12]xf32> -> !stencil.temp<?xf32>
  %unused = stencil.load %z : !stencil.field<[-4,12]xf32> -> !stencil.temp<?xf32>
  %r = stencil.apply(%x = %t : !stencil.temp<?xf32>) -> (!stencil.temp<?xf32>) {
    %p = stencil.access %x[0] : !stencil.temp<?xf32>
    stencil.return %p : f32
  }
  stencil.store %r to %o(<[0], [4]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  stencil.store %r to %z(<[0], [4]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  scf.if %c {
    stencil.store %r to %w(<[1], [3]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  }
  stencil.store %t to %u(<[-1], [5]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  func.return
}

// -----

// Each part of a combination ends where the other begins; values from elsewhere are copied.
// CHECK: func.func @combined
// CHECK: %[[T:.*]] = stencil.load %a : {{.*}} -> !stencil.temp<[-2,7]x[0,6]xf32>
// CHECK: %[[L:.*]] = stencil.apply({{.*}}) -> (!stencil.temp<[-1,2]x[0,6]xf32>)
// CHECK: %[[U:.*]] = stencil.apply(%{{.*}} = %[[T]] : {{.*}}) -> (!stencil.temp<[2,5]x[0,6]xf32>)
// CHECK: %[[H:.*]] = stencil.apply(%{{.*}} = %[[T]] : {{.*}}) -> (!stencil.temp<[2,7]x[0,6]xf32>)
// CHECK: stencil.combine 0 at 2 lower = (%[[L]] : {{.*}}) upper = (%[[U]] : {{.*}}) upperext = %[[H]] : {{.*}} : !stencil.temp<[-1,5]x[0,6]xf32>, !stencil.temp<[1,7]x[0,6]xf32>
// LOWERED: func.func @combined
// LOWERED-NOT: stencil.
func.func @combined(%a: !stencil.field<[-4,12]x[0,6]xf32>, %o: !stencil.field<[-4,12]x[0,6]xf32>, %u: !stencil.field<[-4,12]x[0,6]xf32>, %w: !stencil.field<[-4,12]x[0,6]xf32>) {
  %t = stencil.load %a : !stencil.field<[-4,12]x[0,6]xf32> -> !stencil.temp<?x?xf32>
  %r = stencil.apply(%x = %t : !stencil.temp<?x?xf32>) -> (!stencil.temp<?x?xf32>) {
    %p = stencil.access %x[-1, 0] : !stencil.temp<?x?xf32>
    stencil.return %p : f32
  }
  %m, %h = stencil.combine 0 at 2 lower = (%r : !stencil.temp<?x?xf32>) upper = (%t : !stencil.temp<?x?xf32>) upperext = %t : !stencil.temp<?x?xf32> : !stencil.temp<?x?xf32>, !stencil.temp<?x?xf32>
  stencil.store %m to %o(<[-1, 0], [5, 6]>) : !stencil.temp<?x?xf32> to !stencil.field<[-4,12]x[0,6]xf32>
  %s = stencil.apply(%x = %h : !stencil.temp<?x?xf32>) -> (!stencil.temp<?x?xf32>) {
    %p = stencil.access %x[1, 0] : !stencil.temp<?x?xf32>
    stencil.return %p : f32
  }
  stencil.store %s to %w(<[0, 0], [6, 6]>) : !stencil.temp<?x?xf32> to !stencil.field<[-4,12]x[0,6]xf32>
  func.return
}

// -----

// CHECK: func.func @lower_only
// CHECK: %[[L:.*]] = stencil.apply({{.*}}) -> (!stencil.temp<[0,3]xf32>)
// CHECK: stencil.combine 0 at 3 lower = ({{.*}}lowerext = %[[L]] : !stencil.temp<[0,3]xf32> : !stencil.temp<[-1,5]xf32>, !stencil.temp<[0,6]xf32>
func.func @lower_only(%a: !stencil.field<[-4,12]xf32>, %o: !stencil.field<[-4,12]xf32>, %u: !stencil.field<[-4,12]xf32>) {
  %t = stencil.load %a : !stencil.field<[-4,12]xf32> -> !stencil.temp<?xf32>
  %m, %e = stencil.combine 0 at 3 lower = (%t : !stencil.temp<?xf32>) upper = (%t : !stencil.temp<?xf32>) lowerext = %t : !stencil.temp<?xf32> : !stencil.temp<?xf32>, !stencil.temp<?xf32>
  stencil.store %m to %o(<[-1], [5]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  stencil.store %e to %u(<[0], [6]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  func.return
}

// -----

// The last iteration of an unrolled stencil starts before the end.
// CHECK: func.func @unrolled
// CHECK: stencil.load %a : {{.*}} -> !stencil.temp<[-1,8]xf32>
// LOWERED: func.func @unrolled
// LOWERED: %[[STEP:.*]] = arith.constant 4 : index
// LOWERED: "scf.parallel"(%{{.*}}, %{{.*}}, %[[STEP]])
func.func @unrolled(%a: !stencil.field<[-4,12]xf32>, %o: !stencil.field<[-4,12]xf32>) {
  %t = stencil.load %a : !stencil.field<[-4,12]xf32> -> !stencil.temp<?xf32>
  %r = stencil.apply(%x = %t : !stencil.temp<?xf32>) -> (!stencil.temp<?xf32>) {
    %p = stencil.access %x[-1] : !stencil.temp<?xf32>
    %q = stencil.access %x[0] : !stencil.temp<?xf32>
    %s = stencil.access %x[3] : !stencil.temp<?xf32>
    stencil.return %p, %q, %q, %s unroll <[4]> : f32, f32, f32, f32
  }
  stencil.store %r to %o(<[0], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  func.return
}

// -----

// Writes before and after the steps of a stencil stay; a field of fewer dimensions has the bounds
// of those.
// CHECK: func.func @around
// CHECK: memref.store
// CHECK: stencil.load %b : !stencil.field<[-4,12]xf32> -> !stencil.temp<[1,7]xf32>
// CHECK: stencil.store
// CHECK-NEXT: stencil.external_store
// CHECK-NEXT: memref.store
func.func @around(%m: memref<16x6xf32>, %b: !stencil.field<[-4,12]xf32>, %v: f32, %i: index) {
  memref.store %v, %m[%i, %i] : memref<16x6xf32>
  %o = stencil.external_load %m : memref<16x6xf32> -> !stencil.field<[-4,12]x[0,6]xf32>
  %t = stencil.load %b : !stencil.field<[-4,12]xf32> -> !stencil.temp<?xf32>
  %r = stencil.apply(%x = %t : !stencil.temp<?xf32>) -> (!stencil.temp<?x?xf32>) {
    %p = stencil.access %x[_, 1] : !stencil.temp<?xf32>
    stencil.return %p : f32
  }
  stencil.store %r to %o(<[-2, 0], [9, 6]>) : !stencil.temp<?x?xf32> to !stencil.field<[-4,12]x[0,6]xf32>
  stencil.external_store %o to %m : !stencil.field<[-4,12]x[0,6]xf32> to memref<16x6xf32>
  memref.store %v, %m[%i, %i] : memref<16x6xf32>
  func.return
}

// -----

// Buffers of one stencil are equally large. One that is there already serves all readers.
// CHECK: func.func @buffers
// CHECK-DAG: stencil.alloc : !stencil.field<[-1,9]xf32>
// CHECK-DAG: stencil.alloc : !stencil.field<[-1,9]xf32>
// CHECK: stencil.apply({{.*}}) -> (!stencil.temp<[-1,9]xf32>, !stencil.temp<[-1,9]xf32>)
// CHECK-NOT: stencil.buffer
func.func @buffers(%a: !stencil.field<[-4,12]xf32>, %o: !stencil.field<[-4,12]xf32>, %u: !stencil.field<[-4,12]xf32>) {
  %t = stencil.load %a : !stencil.field<[-4,12]xf32> -> !stencil.temp<?xf32>
  %r, %s = stencil.apply(%x = %t : !stencil.temp<?xf32>) -> (!stencil.temp<?xf32>, !stencil.temp<?xf32>) {
    %p = stencil.access %x[0] : !stencil.temp<?xf32>
    %q = arith.addf %p, %p : f32
    stencil.return %p, %q : f32, f32
  }
  %b = stencil.buffer %r : !stencil.temp<?xf32> -> !stencil.temp<?xf32>
  %v = stencil.apply(%x = %b : !stencil.temp<?xf32>) -> (!stencil.temp<?xf32>) {
    %p = stencil.access %x[-1] : !stencil.temp<?xf32>
    stencil.return %p : f32
  }
  %w = stencil.apply(%x = %s : !stencil.temp<?xf32>, %y = %b : !stencil.temp<?xf32>) -> (!stencil.temp<?xf32>) {
    %p = stencil.access %x[1] : !stencil.temp<?xf32>
    %q = stencil.access %y[0] : !stencil.temp<?xf32>
    %z = arith.addf %p, %q : f32
    stencil.return %z : f32
  }
  stencil.store %v to %o(<[0], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  stencil.store %w to %u(<[0], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  func.return
}

// -----

// A part reads only what it needs of the operands. A combination that is stored twice, or in an
// inner block, is made once.
// CHECK: func.func @operands
// CHECK: %[[T:.*]] = stencil.load %a : {{.*}} -> !stencil.temp<[0,6]xf32>
// CHECK: %[[S:.*]] = stencil.load %b : {{.*}} -> !stencil.temp<[2,8]xf32>
// CHECK-DAG: stencil.apply(%{{.*}} = %[[T]] : !stencil.temp<[0,6]xf32>) -> (!stencil.temp<[0,4]xf32>)
// CHECK-DAG: stencil.apply(%{{.*}} = %[[S]] : !stencil.temp<[2,8]xf32>) -> (!stencil.temp<[2,8]xf32>)
// CHECK: %[[M:.*]] = stencil.combine 0 at 3
// CHECK-NEXT: stencil.store %[[M]] to %{{[0-9]+}}(<[0], [6]>)
// CHECK-NOT: stencil.combine
func.func @operands(%a: !stencil.field<[-4,12]xf32>, %b: !stencil.field<[-4,12]xf32>, %o: !stencil.field<[-4,12]xf32>, %u: !stencil.field<[-4,12]xf32>, %w: !stencil.field<[-4,12]xf32>, %z: !stencil.field<[-4,12]xf32>) {
  %t = stencil.load %a : !stencil.field<[-4,12]xf32> -> !stencil.temp<?xf32>
  %s = stencil.load %b : !stencil.field<[-4,12]xf32> -> !stencil.temp<?xf32>
  %r, %v = stencil.apply(%x = %t : !stencil.temp<?xf32>, %y = %s : !stencil.temp<?xf32>) -> (!stencil.temp<?xf32>, !stencil.temp<?xf32>) {
    %p = stencil.access %x[0] : !stencil.temp<?xf32>
    %q = stencil.access %y[0] : !stencil.temp<?xf32>
    stencil.return %p, %q : f32, f32
  }
  stencil.store %r to %o(<[0], [4]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  stencil.store %v to %u(<[2], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  %m = stencil.combine 0 at 3 lower = (%t : !stencil.temp<?xf32>) upper = (%t : !stencil.temp<?xf32>) : !stencil.temp<?xf32>
  stencil.store %m to %w(<[0], [6]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  stencil.store %m to %z(<[0], [6]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  func.return
}
