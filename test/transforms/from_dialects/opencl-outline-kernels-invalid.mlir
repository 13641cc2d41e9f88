// RUN: xdsl-opt %s -p opencl-outline-kernels --split-input-file --verify-diagnostics | filecheck %s

// CHECK: error: the mapping of 'scf.parallel' has 2 entries for 1 dimensions; give one each, or remove it and run 'gpu-map-parallel-loops'
func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  "scf.parallel"(%c0, %n, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    %q = arith.addi %i, %i : index
    scf.reduce
  }) {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>, #gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]} : (index, index, index) -> ()
  func.return
}

// -----

// CHECK: error: the mapping of 'scf.parallel' is "x"; expected an array of #gpu.loop_dim_map
func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  "scf.parallel"(%c0, %n, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    %q = arith.addi %i, %i : index
    scf.reduce
  }) {mapping = "x"} : (index, index, index) -> ()
  func.return
}

// -----

// CHECK: error: "block" in the mapping of 'scf.parallel' is not a processor that is known; use #gpu.loop_dim_map
func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  "scf.parallel"(%c0, %n, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    %q = arith.addi %i, %i : index
    scf.reduce
  }) {mapping = ["block"]} : (index, index, index) -> ()
  func.return
}

// -----

// CHECK: error: a mapping of 'scf.parallel' that is not (d0) -> (d0) cannot be launched; put the arithmetic into the loop's bounds
func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  "scf.parallel"(%c0, %n, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    %q = arith.addi %i, %i : index
    scf.reduce
  }) {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0 + 1), bound = (d0) -> (d0)>]} : (index, index, index) -> ()
  func.return
}

// -----

// CHECK: error: two dimensions of 'scf.parallel' are mapped to block_x; map one of them to sequential
func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  "scf.parallel"(%c0, %c0, %n, %n, %c1, %c1) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
  ^bb0(%i: index, %j: index):
    scf.reduce
  }) {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>, #gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]} : (index, index, index, index, index, index) -> ()
  func.return
}

// -----

// CHECK: error: a loop inside a mapped loop is mapped to work-groups; map it to work items
func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  "scf.parallel"(%c0, %n, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    "scf.parallel"(%c0, %n, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
    ^bb0(%j: index):

      scf.reduce
    }) {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]} : (index, index, index) -> ()

    scf.reduce
  }) {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]} : (index, index, index) -> ()
  func.return
}

// -----

// CHECK: error: a loop inside a loop over work items is mapped to work items; map it to sequential
func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  "scf.parallel"(%c0, %n, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    "scf.parallel"(%c0, %n, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
    ^bb0(%j: index):

      scf.reduce
    }) {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]} : (index, index, index) -> ()

    scf.reduce
  }) {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]} : (index, index, index) -> ()
  func.return
}

// -----

// CHECK: error: 'memref.store' between loops over work-groups and loops over work items would be run by every work item; move it into the inner loop
func.func @f(%n: index, %m: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  "scf.parallel"(%c0, %n, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    memref.store %i, %m[%i] : memref<?xindex>
    "scf.parallel"(%c0, %n, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
    ^bb0(%j: index):

      scf.reduce
    }) {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]} : (index, index, index) -> ()

    scf.reduce
  }) {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]} : (index, index, index) -> ()
  func.return
}

// -----

// CHECK: error: 'memref.alloc' of memref<?xf32> in a kernel needs a static shape; allocate it on the host
func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  "scf.parallel"(%c0, %n, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    %a = memref.alloc(%n) : memref<?xf32>
    scf.reduce
  }) {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]} : (index, index, index) -> ()
  func.return
}

// -----

// CHECK: error: the value 'x' from outside of 'func.return' has type i128, which no ABI passes to a kernel
func.func @f(%n: index, %x: i128) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  "scf.parallel"(%c0, %n, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    %y = arith.addi %x, %x : i128
    scf.reduce
  }) {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]} : (index, index, index) -> ()
  func.return
}

// -----

// CHECK: error: the step -1 of 'scf.parallel' is not positive; make it so
func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m1 = arith.constant -1 : index
  "scf.parallel"(%c0, %n, %m1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    %q = arith.addi %i, %i : index
    scf.reduce
  }) {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]} : (index, index, index) -> ()
  func.return
}

// -----

// CHECK: error: a reduction over work items that is not one operation of its two arguments
func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  "scf.parallel"(%c0, %n, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    %r = "scf.parallel"(%c0, %c1, %c1, %c0) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({
    ^bb0(%j: index):

      scf.reduce(%j : index) {
    ^bb0(%x: index, %y: index):
      %s = arith.subi %x, %y : index
      scf.reduce.return %s : index
    }
    }) {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]} : (index, index, index, index) -> index

    scf.reduce
  }) {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]} : (index, index, index) -> ()
  func.return
}

// -----

// CHECK: error: OpenCL passes memory of a size that the launch says as an argument; use a workgroup attribution of static size
func.func @f(%n: index, %s: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%lx = %n, %ly = %n, %lz = %n) dynamic_shared_memory_size %s {
    gpu.terminator
  }
  func.return
}

// -----

// CHECK: error: the value 't' from outside of 'gpu.launch' has type tuple<i32>, which no ABI passes to a kernel
func.func @f(%n: index, %t: tuple<i32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%lx = %n, %ly = %n, %lz = %n) {
    "test.op"(%t) : (tuple<i32>) -> ()
    gpu.terminator
  }
  func.return
}

// -----

// CHECK: error: the value 'm' from outside of 'gpu.launch' is an unranked memref, memref<*xf32>, whose sizes cannot be passed; cast it
func.func @f(%n: index, %m: memref<*xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%lx = %n, %ly = %n, %lz = %n) {
    "test.op"(%m) : (memref<*xf32>) -> ()
    gpu.terminator
  }
  func.return
}

// -----

// CHECK: error: 'gpu.cluster_id' is about clusters of work-groups
func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%lx = %n, %ly = %n, %lz = %n) {
    %c = gpu.cluster_id x
    gpu.terminator
  }
  func.return
}

// -----

// CHECK: error: 'gpu.launch_func' of @m::@k; run 'convert-gpu-to-opencl' first, which converts the kernels of a 'gpu.module'
gpu.module @m {
  gpu.func @k() kernel {
    gpu.return
  }
}
func.func @f(%n: index) {
  gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
  func.return
}

// -----

// Tiles of 4 iterations with step 3, as xDSL's 'scf-parallel-loop-tiling' leaves them,
// CHECK: error: a tile that leaves iterations out: xDSL's 'scf-parallel-loop-tiling' is right for loops with step 1 only; let this loop count by 1 and multiply by its step inside, or tile it with 'mlir-opt'
func.func @f(%m: memref<24xindex>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c3 = arith.constant 3 : index
  %c12 = arith.constant 12 : index
  %c24 = arith.constant 24 : index
  scf.parallel (%i) = (%c0) to (%c24) step (%c12) {
    %end = affine.min affine_map<(d0, d1) -> (d0, d1 - d0, 24 - d1)> (%c4, %i)
    scf.parallel (%j) = (%c0) to (%end) step (%c3) {
      %k = arith.addi %i, %j : index
      memref.store %k, %m[%k] : memref<24xindex>
    }
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  func.return
}

// -----

// with a step that only a run knows,
// CHECK: error: a tile that leaves iterations out
func.func @f(%m: memref<24xindex>, %step: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c24 = arith.constant 24 : index
  %distance = arith.muli %step, %c4 : index
  scf.parallel (%i) = (%c0) to (%c24) step (%distance) {
    %end = affine.min affine_map<(d0, d1, d2) -> (d0, d1 - d2)> (%c4, %c24, %i)
    scf.parallel (%j) = (%c0) to (%end) step (%step) {
      %k = arith.addi %i, %j : index
      memref.store %k, %m[%k] : memref<24xindex>
    }
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  func.return
}

// -----

// and in a second dimension, with the tile in the map.
// CHECK: error: a tile that leaves iterations out
func.func @f(%m: memref<24xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c24 = arith.constant 24 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c24, %c24) step (%c1, %c8) {
    %end = affine.min affine_map<(d0) -> (4, 24 - d0)> (%j)
    scf.parallel (%k, %l) = (%c0, %c0) to (%c1, %end) step (%c1, %c2) {
      memref.store %l, %m[%j] : memref<24xindex>
    }
  } {mapping = [#gpu.loop_dim_map<processor = block_y, map = (d0) -> (d0), bound = (d0) -> (d0)>, #gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  func.return
}

// -----

// Upstream's tiles end where the next one begins; tiles of one iteration, and of step 1, are right.
// CHECK-NOT: error
// CHECK: opencl.kernel @f_kernel
func.func @f(%m: memref<24xindex>, %step: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c12 = arith.constant 12 : index
  %c24 = arith.constant 24 : index
  %distance = arith.muli %step, %c4 : index
  scf.parallel (%i, %j, %k, %l) = (%c0, %c0, %c0, %c0) to (%c24, %c24, %c24, %c24) step (%c12, %distance, %c3, %c4) {
    %a = affine.min affine_map<(d0, d1, d2) -> (d0, d1 - d2)> (%c12, %c24, %i)
    %b = affine.min affine_map<(d0, d1, d2) -> (d0, d1 - d2)> (%distance, %c24, %j)
    %c = affine.min affine_map<(d0, d1, d2) -> (d0, d1 - d2)> (%c1, %c24, %k)
    %d = affine.min affine_map<(d0, d1, d2) -> (d0, d1 - d2)> (%c4, %c24, %l)
    scf.parallel (%p, %q, %r, %s) = (%c0, %c0, %c0, %c0) to (%a, %b, %c, %d) step (%c3, %step, %c3, %c1) {
      memref.store %l, %m[%p] : memref<24xindex>
    }
  } {mapping = [#gpu.loop_dim_map<processor = sequential, map = (d0) -> (d0), bound = (d0) -> (d0)>, #gpu.loop_dim_map<processor = block_z, map = (d0) -> (d0), bound = (d0) -> (d0)>, #gpu.loop_dim_map<processor = block_y, map = (d0) -> (d0), bound = (d0) -> (d0)>, #gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  func.return
}

// -----

// A distance of another number of steps is not theirs.
// CHECK-NOT: error
// CHECK: opencl.kernel @f_kernel
func.func @f(%m: memref<24xindex>, %step: index, %other: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c24 = arith.constant 24 : index
  %distance = arith.muli %other, %c4 : index
  scf.parallel (%i) = (%c0) to (%c24) step (%distance) {
    %end = affine.min affine_map<(d0, d1, d2) -> (d0, d1 - d2)> (%c4, %c24, %i)
    scf.parallel (%j) = (%c0) to (%end) step (%step) {
      %k = arith.addi %i, %j : index
      memref.store %k, %m[%k] : memref<24xindex>
    }
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  func.return
}

// -----

// CHECK: error: the function of 'scf.reduce' uses a value of the loop around it; give it to 'scf.reduce' as the operand
func.func @f(%m: memref<24xindex>, %c: index) -> index {
  %s = scf.parallel (%i) = (%c) to (%c) step (%c) init (%c) -> index {
    scf.reduce(%c : index) {
    ^bb0(%a: index, %b: index):
      %k = arith.addi %a, %i : index
      scf.reduce.return %k : index
    }
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  func.return %s : index
}
