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
