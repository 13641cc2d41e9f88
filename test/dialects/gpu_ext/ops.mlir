// What xDSL's classes describe is printed as xDSL prints it, in the generic form.
// RUN: xdsl-opt %s | xdsl-opt | filecheck %s
// RUN: xdsl-opt %s --print-op-generic | xdsl-opt | filecheck %s

builtin.module attributes {gpu.container_module} {
  // CHECK: "gpu.module"() <{sym_name = "empty"}> ({
  // CHECK-NEXT: ^bb0:
  // CHECK-NEXT: })
  gpu.module @empty {
  }

  // CHECK: "gpu.module"() <{sym_name = "m"}> ({
  gpu.module @m {
    // CHECK-NEXT: "gpu.func"() <{function_type = (memref<?xf32>, memref<4xf32, #gpu.address_space<global>>, index) -> (), arg_attrs = [{}, {llvm.noalias}, {}], kernel,
    // CHECK-SAME: known_block_size = array<i32: 64, 1, 1>
    // CHECK-NEXT: (%a: memref<?xf32>, %b: memref<4xf32, #gpu.address_space<global>>, %n: index, %w: memref<64xf32, #gpu.address_space<workgroup>>, %p: memref<4xf32, #gpu.address_space<private>>):
    gpu.func @k(%a: memref<?xf32>, %b: memref<4xf32, #gpu.address_space<global>> {llvm.noalias}, %n: index) workgroup(%w: memref<64xf32, #gpu.address_space<workgroup>>) private(%p: memref<4xf32, #gpu.address_space<private>>) kernel attributes {gpu.known_grid_size = array<i32: 4, 1, 1>, known_block_size = array<i32: 64, 1, 1>} {
      // CHECK-NEXT: "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %tx = gpu.thread_id  x
      // CHECK-NEXT: gpu.thread_id x upper_bound 64
      %tu = gpu.thread_id  x upper_bound 64
      // CHECK-NEXT: "gpu.block_id"() <{dimension = #gpu<dim y>}>
      %by = gpu.block_id  y
      // CHECK-NEXT: "gpu.block_dim"() <{dimension = #gpu<dim z>}>
      %bd = gpu.block_dim  z
      // CHECK-NEXT: "gpu.grid_dim"() <{dimension = #gpu<dim x>}>
      %gd = gpu.grid_dim  x
      // CHECK-NEXT: "gpu.global_id"() <{dimension = #gpu<dim x>}>
      %g = gpu.global_id  x
      // CHECK-NEXT: "gpu.lane_id"() : () -> index
      %l = gpu.lane_id
      // CHECK-NEXT: gpu.lane_id upper_bound 64
      %lu = gpu.lane_id upper_bound 64
      // CHECK-NEXT: "gpu.subgroup_id"() : () -> index
      %si = gpu.subgroup_id : index
      // CHECK-NEXT: "gpu.num_subgroups"() : () -> index
      %ns = gpu.num_subgroups : index
      // CHECK-NEXT: gpu.subgroup_size upper_bound 64 : index
      %ss = gpu.subgroup_size upper_bound 64 : index
      %v = memref.load %a[%tx] : memref<?xf32>
      // CHECK: "gpu.all_reduce"(%{{.*}}) <{op = #gpu<all_reduce_op add>}> ({
      // CHECK-NEXT: }) : (f32) -> f32
      %r = gpu.all_reduce  add %v {
      } : (f32) -> f32
      // CHECK-NEXT: "gpu.all_reduce"(%{{.*}}) <{uniform}> ({
      %r2 = gpu.all_reduce  %v uniform {
      ^bb0(%x: f32, %y: f32):
        %s = arith.addf %x, %y : f32
        // CHECK: "gpu.yield"(%{{.*}}) : (f32) -> ()
        gpu.yield %s : f32
      } : (f32) -> f32
      // CHECK: gpu.subgroup_reduce add %{{.*}} : (f32) -> f32
      %r3 = gpu.subgroup_reduce  add %v : (f32) -> f32
      // CHECK-NEXT: gpu.subgroup_reduce maxnumf %{{.*}} uniform cluster(size = 4, stride = 2) : (f32) -> f32
      %r4 = gpu.subgroup_reduce  maxnumf %v uniform cluster(size = 4, stride = 2) : (f32) -> f32
      %one = arith.constant 1 : i32
      // CHECK: gpu.shuffle xor %{{.*}}, %{{.*}}, %{{.*}} : f32
      %sh, %ok = gpu.shuffle  xor %v, %one, %one : f32
      // CHECK-NEXT: "gpu.barrier"() : () -> ()
      gpu.barrier
      // CHECK-NEXT: gpu.printf "hello %d %f\0A", %{{.*}}, %{{.*}} : i32, f32
      gpu.printf "hello %d %f\0A", %one, %v : i32, f32
      // CHECK-NEXT: gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
      %dyn = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
      // CHECK-NEXT: gpu.cluster_id x
      %ci = gpu.cluster_id  x
      // CHECK-NEXT: "gpu.return"() : () -> ()
      // CHECK-NEXT: sym_name = "k", gpu.known_grid_size = array<i32: 4, 1, 1>, workgroup_attributions = 1 : i64}
      gpu.return
    }
    // CHECK: "gpu.func"() <{function_type = (f32) -> (f32, i32)}> ({
    gpu.func @f(%x: f32) -> (f32, i32) {
      %one = arith.constant 1 : i32
      // CHECK: "gpu.return"(%x, %{{.*}}) : (f32, i32) -> ()
      gpu.return %x, %one : f32, i32
    }
  }
  func.func @host(%a: memref<?xf32>, %b: memref<4xf32, #gpu.address_space<global>>, %n: index) {
    %c1 = arith.constant 1 : index
    // CHECK: "gpu.launch_func"(%{{.*}}, %a, %b, %n) <{kernel = @m::@k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 3, 0>}>
    gpu.launch_func  @m::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)  args(%a : memref<?xf32>, %b : memref<4xf32, #gpu.address_space<global>>, %n : index)
    // CHECK-NEXT: "gpu.launch"(%{{.*}}) <{operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0>}> ({
    // CHECK-NEXT: %w: memref<4xf32, #gpu.address_space<workgroup>>, %p: memref<4xf32, #gpu.address_space<private>>):
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%lx = %c1, %ly = %c1, %lz = %c1) workgroup(%w : memref<4xf32, #gpu.address_space<workgroup>>) private(%p : memref<4xf32, #gpu.address_space<private>>) {
      // CHECK-NEXT: "gpu.terminator"() : () -> ()
      // CHECK-NEXT: {workgroup_attributions = 1 : i64}
      gpu.terminator
    }
    // CHECK: "gpu.alloc"(%n) <{operandSegmentSizes = array<i32: 0, 1, 0>}> : (index) -> memref<?xf32>
    %d = gpu.alloc  (%n) : memref<?xf32>
    %u = memref.cast %d : memref<?xf32> to memref<*xf32>
    // CHECK: "gpu.host_register"(%u) : (memref<*xf32>) -> ()
    gpu.host_register %u : memref<*xf32>
    // CHECK-NEXT: "gpu.host_unregister"(%u) : (memref<*xf32>) -> ()
    gpu.host_unregister %u : memref<*xf32>
    // CHECK-NEXT: "gpu.wait"() : () -> !gpu.async.token
    %t = gpu.wait async
    // CHECK-NEXT: "gpu.memcpy"(%{{.*}}, %d, %a) {operandSegmentSizes = array<i32: 1, 1, 1>} : (!gpu.async.token, memref<?xf32>, memref<?xf32>) -> !gpu.async.token
    %t2 = gpu.memcpy async [%t] %d, %a : memref<?xf32>, memref<?xf32>
    %zero = arith.constant 0.0 : f32
    // CHECK: "gpu.memset"(%d, %{{.*}}) : (memref<?xf32>, f32) -> ()
    gpu.memset %d, %zero : memref<?xf32>, f32
    // CHECK-NEXT: "gpu.dealloc"(%d) {operandSegmentSizes = array<i32: 0, 1>} : (memref<?xf32>) -> ()
    gpu.dealloc  %d : memref<?xf32>
    // CHECK-NEXT: "gpu.wait"(%{{.*}}) : (!gpu.async.token) -> ()
    gpu.wait [%t2]
    func.return
  }
}

// Clusters stand first in the text, and last among the operands and arguments.
// CHECK-LABEL: func.func @clusters
// CHECK-NEXT: "gpu.launch"(%c4, %c4, %c1, %c1, %c2, %c4, %c2, %c1, %c1) <{operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%bx: index, %by: index, %bz: index, %tx: index, %ty: index, %tz: index, %cx: index, %cy: index, %cz: index, %gx: index, %gy: index, %gz: index, %lx: index, %ly: index, %lz: index, %kx: index, %ky: index, %kz: index):
func.func @clusters(%c1: index, %c2: index, %c4: index) {
  gpu.launch clusters(%cx, %cy, %cz) in (%kx = %c2, %ky = %c1, %kz = %c1) blocks(%bx, %by, %bz) in (%gx = %c4, %gy = %c4, %gz = %c1) threads(%tx, %ty, %tz) in (%lx = %c1, %ly = %c2, %lz = %c4) {
    gpu.terminator
  }
  func.return
}
