// RUN: xdsl-opt %s -p bufferize-destinations | filecheck %s
// RUN: xdsl-opt %s -p bufferize-destinations,bufferize-destinations | filecheck %s

// The arguments of a function that others may call stay as they are, unless it says otherwise.
// CHECK: func.func @kept(%a: memref<4xf32>, %b: memref<4xf32>) -> memref<4xf32> {
// CHECK-NEXT: %[[M:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT: linalg.add ins(%a, %a : memref<4xf32>, memref<4xf32>) outs(%[[M]] : memref<4xf32>)
func.func @kept(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %c = linalg.add ins(%a, %a : tensor<4xf32>, tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  func.return %c : tensor<4xf32>
}

// CHECK: func.func @given(%a: memref<4xf32>, %b: memref<4xf32> {bufferization.writable = true}) -> memref<4xf32> {
// CHECK-NEXT: linalg.add ins(%a, %a : memref<4xf32>, memref<4xf32>) outs(%b : memref<4xf32>)
func.func @given(%a: tensor<4xf32>, %b: tensor<4xf32> {bufferization.writable = true}) -> tensor<4xf32> {
  %c = linalg.add ins(%a, %a : tensor<4xf32>, tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  func.return %c : tensor<4xf32>
}

// A padding by less than nothing takes elements away.
// CHECK: func.func @cut
// CHECK: memref.subview %a[2] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 2>>
func.func @cut(%a: tensor<4xf32>, %v: f32) -> tensor<3xf32> {
  %r = tensor.pad %a low[-2] high[1] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<4xf32> to tensor<3xf32>
  func.return %r : tensor<3xf32>
}

// A reshape to sizes that only a run knows is one dimension in between.
// CHECK: func.func @reshaped
// CHECK-NEXT: %[[F:.*]] = memref.collapse_shape %a {{\[\[}}0 : i64, 1 : i64]] : memref<8x?xf32> into memref<?xf32>
// CHECK: memref.expand_shape %[[F]] {{\[\[}}0 : i64, 1 : i64, 2 : i64]] output_shape [2, 4, %{{.*}}] : memref<?xf32> into memref<2x4x?xf32>
func.func @reshaped(%a: tensor<8x?xf32>, %shape: tensor<3xi64>) -> tensor<2x4x?xf32> {
  %r = tensor.reshape %a(%shape) : (tensor<8x?xf32>, tensor<3xi64>) -> tensor<2x4x?xf32>
  func.return %r : tensor<2x4x?xf32>
}

// CHECK: func.func @expanded
// CHECK-NEXT: memref.expand_shape %a [] output_shape [1, 1] : memref<f32> into memref<1x1xf32>
func.func @expanded(%a: tensor<f32>) -> tensor<1x1xf32> {
  %r = tensor.expand_shape %a [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
  func.return %r : tensor<1x1xf32>
}

// A destination that nothing uses afterwards is written in place.
// CHECK: func.func private @in_place(%a: memref<4xf32>, %b: memref<4xf32>) -> memref<4xf32> {
// CHECK-NEXT: linalg.add ins(%a, %a : memref<4xf32>, memref<4xf32>) outs(%b : memref<4xf32>)
// CHECK-NEXT: func.return %b : memref<4xf32>
func.func private @in_place(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %c = linalg.add ins(%a, %a : tensor<4xf32>, tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  func.return %c : tensor<4xf32>
}

// One that is used afterwards is not, and is copied if it is read.
// CHECK: func.func private @used_later
// CHECK-NEXT: %[[M:.*]] = memref.alloc() : memref<4x4xf32>
// CHECK-NEXT: "memref.copy"(%c, %[[M]])
// CHECK-NEXT: linalg.matmul ins(%a, %a : memref<4x4xf32>, memref<4x4xf32>) outs(%[[M]] : memref<4x4xf32>)
// CHECK-NEXT: func.return %[[M]], %c
func.func private @used_later(%a: tensor<4x4xf32>, %c: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %r = linalg.matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  func.return %r, %c : tensor<4x4xf32>, tensor<4x4xf32>
}

// The same for another view of it.
// CHECK: func.func private @viewed
// CHECK-NEXT: %[[V:.*]] = memref.collapse_shape %c
// CHECK-NEXT: %[[M:.*]] = memref.alloc() : memref<4x4xf32>
// CHECK-NEXT: linalg.fill ins(%x : f32) outs(%[[M]] : memref<4x4xf32>)
// CHECK-NEXT: func.return %[[M]], %[[V]]
func.func private @viewed(%c: tensor<4x4xf32>, %x: f32) -> (tensor<4x4xf32>, tensor<16xf32>) {
  %v = tensor.collapse_shape %c [[0, 1]] : tensor<4x4xf32> into tensor<16xf32>
  %r = linalg.fill ins(%x : f32) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  func.return %r, %v : tensor<4x4xf32>, tensor<16xf32>
}

// An input that is the destination too is copied.
// CHECK: func.func private @transposed
// CHECK-NEXT: %[[M:.*]] = memref.alloc() : memref<4x4xf32>
// CHECK-NEXT: linalg.transpose ins(%c:memref<4x4xf32>) outs(%[[M]]:memref<4x4xf32>)
func.func private @transposed(%c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %r = linalg.transpose ins(%c:tensor<4x4xf32>) outs(%c:tensor<4x4xf32>) permutation = [1, 0]
  func.return %r : tensor<4x4xf32>
}

// CHECK: func.func private @on_memrefs
func.func private @on_memrefs(%c: memref<4xf32>) {
  func.return
}

// An input that has the same elements in each iteration is not.
// CHECK: func.func private @elementwise
// CHECK-NEXT: linalg.add ins(%a, %b : memref<4xf32>, memref<4xf32>) outs(%a : memref<4xf32>)
func.func private @elementwise(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %c = linalg.add ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  func.return %c : tensor<4xf32>
}

// A loop that writes what it carries in place carries nothing any more, and a part of it is a view.
// CHECK: func.func private @tiled
// CHECK-NEXT: arith.constant
// CHECK-NEXT: arith.constant
// CHECK-NEXT: arith.constant
// CHECK-NEXT: scf.for %i = %c0 to %c8 step %c4 {
// CHECK-NEXT: %[[A:.*]] = memref.subview %a[%i] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
// CHECK-NEXT: %[[B:.*]] = memref.subview %b[%i] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
// CHECK-NEXT: linalg.add ins(%[[A]], %[[A]] : {{.*}}) outs(%[[B]] :
// CHECK-NEXT: }
// CHECK-NEXT: func.return %b
func.func private @tiled(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c4 iter_args(%t = %b) -> (tensor<8xf32>) {
    %s = tensor.extract_slice %a[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %d = tensor.extract_slice %t[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %e = linalg.add ins(%s, %s : tensor<4xf32>, tensor<4xf32>) outs(%d : tensor<4xf32>) -> tensor<4xf32>
    %u = tensor.insert_slice %e into %t[%i] [4] [1] : tensor<4xf32> into tensor<8xf32>
    scf.yield %u : tensor<8xf32>
  }
  func.return %r : tensor<8xf32>
}

// What an iteration makes and hands on is made once; so is one from outside that is empty.
// CHECK: func.func private @stepped
// CHECK: %[[M:.*]] = memref.alloc() : memref<4x4xf32>
// CHECK-NEXT: %[[R:.*]], %{{.*}} = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a, %[[N:.*]] = %[[M]])
// CHECK-NEXT: linalg.transpose ins(%t:memref<4x4xf32>) outs(%[[N]]:memref<4x4xf32>)
// CHECK-NEXT: scf.yield %[[N]], %t
// CHECK: func.return %[[R]]
func.func private @stepped(%a: tensor<4x4xf32>, %n: index) -> tensor<4x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4x4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> (tensor<4x4xf32>) {
    %u = linalg.transpose ins(%t:tensor<4x4xf32>) outs(%e:tensor<4x4xf32>) permutation = [1, 0]
    scf.yield %u : tensor<4x4xf32>
  }
  func.return %r : tensor<4x4xf32>
}

// Two tensors that change places are memrefs that do.
// CHECK: func.func private @swapped
// CHECK: %[[R:.*]], %{{.*}} = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b)
// CHECK-NEXT: linalg.transpose ins(%x:memref<4x4xf32>) outs(%y:memref<4x4xf32>)
// CHECK-NEXT: scf.yield %y, %x
// CHECK: func.return %[[R]]
func.func private @swapped(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %n: index) -> tensor<4x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r, %s = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
    %u = linalg.transpose ins(%x:tensor<4x4xf32>) outs(%y:tensor<4x4xf32>) permutation = [1, 0]
    scf.yield %u, %x : tensor<4x4xf32>, tensor<4x4xf32>
  }
  func.return %r : tensor<4x4xf32>
}

// Parts of larger tensors cannot change places: they are copied back.
// CHECK: func.func private @swapped_parts
// CHECK: %[[P:.*]] = memref.subview %a[0] [4] [1]
// CHECK: %[[Q:.*]] = memref.subview %b[4] [4] [1]
// CHECK: scf.for %i = %c0 to %n step %c1 {
// CHECK-NEXT: "memref.copy"(%[[Q]], %[[S:.*]]) : (memref<4xf32, {{.*}}>, memref<4xf32>) -> ()
// CHECK-NEXT: "memref.copy"(%[[P]], %[[T:.*]]) :
// CHECK-NEXT: "memref.copy"(%[[S]], %[[P]])
// CHECK-NEXT: "memref.copy"(%[[T]], %[[Q]])
// CHECK-NEXT: }
// CHECK-NEXT: func.return %a, %b
func.func private @swapped_parts(%a: tensor<8xf32>, %b: tensor<8xf32>, %n: index) -> (tensor<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = tensor.extract_slice %a[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %q = tensor.extract_slice %b[4] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %r, %s = scf.for %i = %c0 to %n step %c1 iter_args(%x = %p, %y = %q) -> (tensor<4xf32>, tensor<4xf32>) {
    scf.yield %y, %x : tensor<4xf32>, tensor<4xf32>
  }
  %c = tensor.insert_slice %r into %a[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %d = tensor.insert_slice %s into %b[4] [4] [1] : tensor<4xf32> into tensor<8xf32>
  func.return %c, %d : tensor<8xf32>, tensor<8xf32>
}

// What a loop reads again is copied in each iteration.
// CHECK: func.func private @read_again
// CHECK: %[[M:.*]] = memref.alloc() : memref<4x4xf32>
// CHECK-NEXT: scf.for
// CHECK-NEXT: "memref.copy"(%a, %[[M]])
// CHECK-NEXT: memref.store %x, %[[M]]
func.func private @read_again(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %n: index, %x: f32) -> tensor<4x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %b) -> (tensor<4x4xf32>) {
    %s = tensor.insert %x into %a[%i, %i] : tensor<4x4xf32>
    %u = linalg.add ins(%s, %t : tensor<4x4xf32>, tensor<4x4xf32>) outs(%t : tensor<4x4xf32>) -> tensor<4x4xf32>
    scf.yield %u : tensor<4x4xf32>
  }
  func.return %r : tensor<4x4xf32>
}

// A constant is not written.
// CHECK: func.func private @constant
// CHECK-NEXT: %[[C:.*]] = memref.get_global
// CHECK-NEXT: %[[M:.*]] = memref.alloc() : memref<2xf32>
// CHECK-NEXT: "memref.copy"(%[[C]], %[[M]])
// CHECK-NEXT: memref.store %x, %[[M]][%i]
func.func private @constant(%i: index, %x: f32) -> tensor<2xf32> {
  %c = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %d = tensor.insert %x into %c[%i] : tensor<2xf32>
  func.return %d : tensor<2xf32>
}

// Branches that write one buffer hand on nothing; others a memref.
// CHECK: func.func private @branches
// CHECK-NEXT: scf.if %c {
// CHECK-NEXT: memref.store %x, %a[%i]
// CHECK-NEXT: } else {
// CHECK-NEXT: }
// CHECK-NEXT: %[[R:.*]] = scf.if %c -> (memref<4xf32>) {
// CHECK-NEXT: scf.yield %a
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %b
// CHECK: func.return %[[R]]
func.func private @branches(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: i1, %i: index, %x: f32) -> tensor<4xf32> {
  %s = scf.if %c -> (tensor<4xf32>) {
    %t = tensor.insert %x into %a[%i] : tensor<4xf32>
    scf.yield %t : tensor<4xf32>
  } else {
    scf.yield %a : tensor<4xf32>
  }
  %r = scf.if %c -> (tensor<4xf32>) {
    scf.yield %s : tensor<4xf32>
  } else {
    scf.yield %b : tensor<4xf32>
  }
  func.return %r : tensor<4xf32>
}

// A function writes its argument: what is used again is passed as a copy.
// CHECK: func.func private @calls
// CHECK-NEXT: %[[M:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT: "memref.copy"(%a, %[[M]])
// CHECK-NEXT: func.call @writes(%[[M]], %i, %x)
// CHECK-NEXT: func.call @writes(%a, %i, %x)
// CHECK-NEXT: func.return %[[M]], %a
func.func private @calls(%a: tensor<4xf32>, %i: index, %x: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %r = func.call @writes(%a, %i, %x) : (tensor<4xf32>, index, f32) -> tensor<4xf32>
  %s = func.call @writes(%a, %i, %x) : (tensor<4xf32>, index, f32) -> tensor<4xf32>
  func.return %r, %s : tensor<4xf32>, tensor<4xf32>
}
func.func private @writes(%a: tensor<4xf32>, %i: index, %x: f32) -> tensor<4xf32> {
  %r = tensor.insert %x into %a[%i] : tensor<4xf32>
  func.return %r : tensor<4xf32>
}

// CHECK: func.func private @not_writable
// CHECK: %[[M:.*]] = memref.alloc
// CHECK: memref.store %x, %[[M]][%i]
func.func private @not_writable(%a: tensor<4xf32> {bufferization.writable = false}, %i: index, %x: f32) -> tensor<4xf32> {
  %r = tensor.insert %x into %a[%i] : tensor<4xf32>
  func.return %r : tensor<4xf32>
}

// Iterations that run at the same time write their own memory.
// CHECK: func.func private @own_memory
// CHECK: scf.forall
// CHECK: %[[M:.*]] = memref.alloca() : memref<4xf32>
// CHECK: linalg.fill ins(%x : f32) outs(%[[M]] : memref<4xf32>)
// CHECK: %[[V:.*]] = memref.subview %a[%i] [4] [1]
// CHECK: linalg.copy ins(%[[M]] : memref<4xf32>) outs(%[[V]] :
// CHECK-NEXT: scf.forall.in_parallel {
func.func private @own_memory(%a: tensor<8xf32>, %b: tensor<4xf32>, %x: f32) -> tensor<8xf32> {
  %r = scf.forall (%i) = (0) to (8) step (4) shared_outs(%o = %a) -> (tensor<8xf32>) {
    %f = linalg.fill ins(%x : f32) outs(%b : tensor<4xf32>) -> tensor<4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %f into %o[%i] [4] [1] : tensor<4xf32> into tensor<8xf32>
    }
  }
  func.return %r : tensor<8xf32>
}

// A slice may lack dimensions of size 1.
// CHECK: func.func private @row
// CHECK: %[[V:.*]] = memref.subview %a[%i, 0] [1, 4] [1, 1] : memref<4x4xf32> to memref<4xf32, strided<[1], offset: ?>>
// CHECK: memref.load %[[V]][%i]
func.func private @row(%a: tensor<4x4xf32>, %i: index) -> f32 {
  %s = tensor.extract_slice %a[%i, 0] [1, 4] [1, 1] : tensor<4x4xf32> to tensor<4xf32>
  %x = tensor.extract %s[%i] : tensor<4xf32>
  func.return %x : f32
}

// CHECK: func.func private @vectors
// CHECK: vector.transfer_write %v, %a[%i] : vector<4xf32>, memref<8xf32>
// CHECK: vector.transfer_read %a[%i], %x : memref<8xf32>, vector<4xf32>
func.func private @vectors(%a: tensor<8xf32>, %v: vector<4xf32>, %i: index, %x: f32) -> (tensor<8xf32>, vector<4xf32>) {
  %r = vector.transfer_write %v, %a[%i] : vector<4xf32>, tensor<8xf32>
  %w = vector.transfer_read %r[%i], %x : tensor<8xf32>, vector<4xf32>
  func.return %r, %w : tensor<8xf32>, vector<4xf32>
}

// An element of a tile is read where it is, or is the padding.
// CHECK: func.func private @tiles(%a: memref<?x8xf32>, %b: memref<2x?x3x4xf32>, %p: f32)
// CHECK: %[[N:.*]] = memref.dim %a,
// CHECK: linalg.generic {{.*}} outs(%b : memref<2x?x3x4xf32>)
// CHECK-COUNT-4: linalg.index
// CHECK: %[[ROW:.*]] = arith.addi
// CHECK: %[[COLUMN:.*]] = arith.addi
// CHECK-NEXT: arith.cmpi uge, %[[ROW]], %[[N]]
// CHECK-NEXT: scf.if
// CHECK-NEXT: scf.yield %p
// CHECK: memref.load %a[%[[ROW]], %[[COLUMN]]]
// Tiles that are full are not compared.
func.func private @tiles(%a: tensor<?x8xf32>, %b: tensor<2x?x3x4xf32>, %p: f32) -> tensor<2x?x3x4xf32> {
  %r = linalg.pack %a padding_value(%p : f32) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [3, 4] into %b : tensor<?x8xf32> -> tensor<2x?x3x4xf32>
  func.return %r : tensor<2x?x3x4xf32>
}

// CHECK: func.func private @whole
// CHECK-COUNT-2: linalg.index
// CHECK: %[[TILE:.*]] = arith.divui
// CHECK: %[[PLACE:.*]] = arith.remui
// CHECK: memref.load %b[%[[TILE]], %{{.*}}, %[[PLACE]]]
func.func private @whole(%a: tensor<?x8xf32>, %b: tensor<?x8x3xf32>) -> tensor<?x8xf32> {
  %r = linalg.unpack %b inner_dims_pos = [0] inner_tiles = [3] into %a : tensor<?x8x3xf32> -> tensor<?x8xf32>
  func.return %r : tensor<?x8xf32>
}

// Dimensions of one element may be part of none.
// CHECK: func.func private @number(%a: memref<1x1xf32>) -> memref<f32>
// CHECK-NEXT: memref.collapse_shape %a [] : memref<1x1xf32> into memref<f32>
func.func private @number(%a: tensor<1x1xf32>) -> tensor<f32> {
  %r = tensor.collapse_shape %a [] : tensor<1x1xf32> into tensor<f32>
  func.return %r : tensor<f32>
}

// Two results, with values from outside in the region.
// CHECK: func.func private @gathered
// CHECK: memref.load %a[%{{.*}}] : memref<8xf32>
// CHECK: func.return
func.func private @gathered(%a: tensor<8xf32>, %i: tensor<4xindex>, %b: tensor<4xf32>, %c: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r, %s = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%i : tensor<4xindex>) outs(%b, %c : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%k: index, %x: f32, %y: f32):
    %e = tensor.extract %a[%k] : tensor<8xf32>
    linalg.yield %e, %x : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  func.return %r, %s : tensor<4xf32>, tensor<4xf32>
}

// Outputs that begin as one tensor have memory of their own, though nothing reads the first result.
// CHECK-LABEL: func.func @twice
// CHECK: %[[NEW:.*]] = memref.alloc() : memref<f32>
// CHECK-NEXT: "memref.copy"(%b, %[[NEW]])
// CHECK-NEXT: linalg.generic {{.*}} outs(%b, %[[NEW]] : memref<f32>, memref<f32>)
// CHECK: func.return %[[NEW]]
func.func @twice(%a: tensor<4xf32>, %b: tensor<f32> {bufferization.writable = true}) -> tensor<f32> {
  %r, %s = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%a : tensor<4xf32>) outs(%b, %b : tensor<f32>, tensor<f32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %e = arith.addf %x, %y : f32
    %f = arith.mulf %x, %z : f32
    linalg.yield %e, %f : f32, f32
  } -> (tensor<f32>, tensor<f32>)
  func.return %s : tensor<f32>
}

// A diagonal is not all of a tensor: the other elements are those of the destination.
// CHECK-LABEL: func.func private @diagonal
// CHECK: %[[NEW:.*]] = memref.alloc() : memref<4x4xf32>
// CHECK-NEXT: "memref.copy"(%t, %[[NEW]])
// CHECK-NEXT: linalg.generic {{.*}} outs(%[[NEW]] : memref<4x4xf32>)
func.func private @diagonal(%a: tensor<4x3xf32>, %t: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, i)>], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<4x3xf32>) outs(%t : tensor<4x4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4x4xf32>
  func.return %r, %t : tensor<4x4xf32>, tensor<4x4xf32>
}

// What is concatenated is computed where it belongs; what others read later, and parts that overlap, are copied.
// CHECK-LABEL: func.func @concatenated
// CHECK-NEXT: %[[ALL:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT: %[[A:.*]] = memref.subview %[[ALL]][0] [4] [1]
// CHECK-NEXT: linalg.exp {{.*}} outs(%[[A]] :
// CHECK-NEXT: %[[B:.*]] = memref.subview %[[ALL]][4] [4] [1]
// CHECK-NEXT: linalg.log {{.*}} outs(%[[B]] :
// CHECK-NEXT: func.return %[[ALL]]
func.func @concatenated(%x: tensor<4xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %b = linalg.log ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %c = tensor.concat dim(0) %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  func.return %c : tensor<8xf32>
}
// CHECK-LABEL: func.func @read_later
// CHECK: linalg.exp {{.*}} outs(%{{.*}} : memref<4xf32>)
// CHECK: "memref.copy"
// CHECK: "memref.copy"
// CHECK: func.return
func.func @read_later(%x: tensor<4xf32>) -> (tensor<8xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %w = tensor.empty() : tensor<8xf32>
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %u = tensor.insert_slice %a into %w[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %b = linalg.log ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %v = tensor.insert_slice %b into %u[4] [4] [1] : tensor<4xf32> into tensor<8xf32>
  func.return %v, %b : tensor<8xf32>, tensor<4xf32>
}
// CHECK-LABEL: func.func @written_later
// CHECK-NEXT: %[[OWN:.*]] = memref.alloc() : memref<4xf32>
// CHECK: linalg.exp {{.*}} outs(%[[OWN]] :
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : memref<8xf32>)
// CHECK: linalg.log ins(%[[OWN]] :
func.func @written_later(%x: tensor<4xf32>) -> (tensor<8xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %d = tensor.empty() : tensor<4xf32>
  %w = tensor.empty() : tensor<8xf32>
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %u = tensor.insert_slice %a into %w[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %v = tensor.insert_slice %x into %u[4] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %n = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%v : tensor<8xf32>) {
  ^bb0(%o: f32):
    %m = arith.negf %o : f32
    linalg.yield %m : f32
  } -> tensor<8xf32>
  %b = linalg.log ins(%a : tensor<4xf32>) outs(%d : tensor<4xf32>) -> tensor<4xf32>
  func.return %n, %b : tensor<8xf32>, tensor<4xf32>
}
// CHECK-LABEL: func.func @overlap
// CHECK: linalg.exp {{.*}} outs(%{{.*}} : memref<4xf32, strided<[1]>>)
// CHECK: linalg.log {{.*}} outs(%{{.*}} : memref<4xf32>)
// CHECK: "memref.copy"
func.func @overlap(%x: tensor<4xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %w = tensor.empty() : tensor<8xf32>
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %b = linalg.log ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %u = tensor.insert_slice %a into %w[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %v = tensor.insert_slice %b into %u[3] [4] [1] : tensor<4xf32> into tensor<8xf32>
  func.return %v : tensor<8xf32>
}

// A part is reshaped where it is, unless dimensions that are made one do not follow one another.
// CHECK-LABEL: func.func private @reshaped_parts
// CHECK: %[[P:.*]] = memref.subview %x[0, 0, 4]
// CHECK-NEXT: memref.expand_shape %[[P]] {{.*}} into memref<2x3x2x2xf32, strided<[24, 8, 2, 1], offset: 4>>
// CHECK-NEXT: memref.collapse_shape %[[P]] {{.*}} into memref<6x4xf32, strided<[8, 1], offset: 4>>
// CHECK-NEXT: %[[NEW:.*]] = memref.alloc() : memref<2x3x4xf32>
// CHECK-NEXT: "memref.copy"(%[[P]], %[[NEW]])
// CHECK-NEXT: memref.collapse_shape %[[NEW]] {{.*}} into memref<2x12xf32>
func.func private @reshaped_parts(%x: tensor<2x3x8xf32>) -> (f32, f32, f32) {
  %z = arith.constant 0 : index
  %p = tensor.extract_slice %x[0, 0, 4] [2, 3, 4] [1, 1, 1] : tensor<2x3x8xf32> to tensor<2x3x4xf32>
  %a = tensor.expand_shape %p [[0], [1], [2, 3]] output_shape [2, 3, 2, 2] : tensor<2x3x4xf32> into tensor<2x3x2x2xf32>
  %b = tensor.collapse_shape %p [[0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>
  %c = tensor.collapse_shape %p [[0], [1, 2]] : tensor<2x3x4xf32> into tensor<2x12xf32>
  %u = tensor.extract %a[%z, %z, %z, %z] : tensor<2x3x2x2xf32>
  %v = tensor.extract %b[%z, %z] : tensor<6x4xf32>
  %w = tensor.extract %c[%z, %z] : tensor<2x12xf32>
  func.return %u, %v, %w : f32, f32, f32
}

// What a function writes before it chooses between two arguments, it has written.
// CHECK-LABEL: func.func @read_after
// CHECK:         %[[A:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT:    "memref.copy"(%a, %[[A]])
// CHECK:         %[[B:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT:    "memref.copy"(%b, %[[B]])
// CHECK-NEXT:    func.call @chosen(%[[A]], %[[B]], %c)
// CHECK-NEXT:    func.return %{{.*}}, %a, %b
func.func private @chosen(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %y = linalg.fill ins(%zero : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %z = linalg.fill ins(%one : f32) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  %r = arith.select %c, %y, %z : tensor<4xf32>
  func.return %r : tensor<4xf32>
}

func.func @read_after(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: i1) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %r = func.call @chosen(%a, %b, %c) : (tensor<4xf32>, tensor<4xf32>, i1) -> tensor<4xf32>
  func.return %r, %a, %b : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// So is what is padded, also if it is read later; memory that is filled meanwhile, or written later, is other memory.
// CHECK-LABEL: func.func @padded
// CHECK: %[[ALL:.*]] = memref.alloc() : memref<6xf32>
// CHECK-NEXT: linalg.fill ins(%{{.*}} : f32) outs(%[[ALL]] : memref<6xf32>)
// CHECK-NEXT: %[[A:.*]] = memref.subview %[[ALL]][1] [4] [1]
// CHECK-NEXT: %[[OTHER:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT: linalg.exp {{.*}} outs(%[[A]] :
// CHECK-NEXT: linalg.log ins(%[[A]] : {{.*}} outs(%[[OTHER]] :
// CHECK-NEXT: func.return %[[ALL]], %[[OTHER]]
func.func @padded(%x: tensor<4xf32>) -> (tensor<6xf32>, tensor<4xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %d = tensor.empty() : tensor<4xf32>
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %p = tensor.pad %a low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<4xf32> to tensor<6xf32>
  %b = linalg.log ins(%a : tensor<4xf32>) outs(%d : tensor<4xf32>) -> tensor<4xf32>
  func.return %p, %b : tensor<6xf32>, tensor<4xf32>
}
// CHECK-LABEL: func.func @padded_and_changed
// CHECK: linalg.exp {{.*}} outs(%[[OWN:.*]] : memref<4xf32>)
// CHECK: "memref.copy"(%[[OWN]],
// CHECK: linalg.generic {{.*}} outs(%[[OWN]] :
func.func @padded_and_changed(%x: tensor<4xf32>) -> (tensor<6xf32>, tensor<4xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %p = tensor.pad %a low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<4xf32> to tensor<6xf32>
  %b = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%a : tensor<4xf32>) {
  ^bb0(%o: f32):
    %m = arith.negf %o : f32
    linalg.yield %m : f32
  } -> tensor<4xf32>
  func.return %p, %b : tensor<6xf32>, tensor<4xf32>
}
// CHECK-LABEL: func.func @padding_computed_later
// CHECK: linalg.exp {{.*}} outs(%{{.*}} : memref<4xf32>)
// CHECK: memref.load
// CHECK: linalg.fill
// CHECK: "memref.copy"
func.func @padding_computed_later(%x: tensor<4xf32>) -> tensor<6xf32> {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %z = tensor.extract %a[%c0] : tensor<4xf32>
  %p = tensor.pad %a low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<4xf32> to tensor<6xf32>
  func.return %p : tensor<6xf32>
}
// CHECK-LABEL: func.func @filled_again
// CHECK: linalg.exp {{.*}} outs(%{{.*}} : memref<4xf32>)
// CHECK: "memref.copy"
func.func @filled_again(%x: tensor<4xf32>) -> tensor<6xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %w = tensor.empty() : tensor<6xf32>
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %u = tensor.insert_slice %x into %w[0] [4] [1] : tensor<4xf32> into tensor<6xf32>
  %f = linalg.fill ins(%z : f32) outs(%u : tensor<6xf32>) -> tensor<6xf32>
  %v = tensor.insert_slice %a into %f[2] [4] [1] : tensor<4xf32> into tensor<6xf32>
  func.return %v : tensor<6xf32>
}
