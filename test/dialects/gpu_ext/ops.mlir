// RUN: xdsl-opt %s | xdsl-opt | filecheck %s
// RUN: xdsl-opt %s --print-op-generic | xdsl-opt | filecheck %s

builtin.module attributes {gpu.container_module} {
  // CHECK: gpu.module @m {
  gpu.module @m {
    // CHECK-NEXT: gpu.func @k(%a: memref<?xf32>, %b: memref<4xf32, #gpu.address_space<global>> {llvm.noalias}, %n: index) workgroup(%w: memref<64xf32, #gpu.address_space<workgroup>>) private(%p: memref<4xf32, #gpu.address_space<private>>) kernel attributes {
    // CHECK-SAME: known_block_size = array<i32: 64, 1, 1>
    gpu.func @k(%a: memref<?xf32>, %b: memref<4xf32, #gpu.address_space<global>> {llvm.noalias}, %n: index) workgroup(%w: memref<64xf32, #gpu.address_space<workgroup>>) private(%p: memref<4xf32, #gpu.address_space<private>>) kernel attributes {gpu.known_grid_size = array<i32: 4, 1, 1>, known_block_size = array<i32: 64, 1, 1>} {
      // CHECK-NEXT: gpu.thread_id x
      %tx = gpu.thread_id  x
      // CHECK-NEXT: gpu.thread_id x upper_bound 64
      %tu = gpu.thread_id  x upper_bound 64
      // CHECK-NEXT: gpu.block_id y
      %by = gpu.block_id  y
      // CHECK-NEXT: gpu.block_dim z
      %bd = gpu.block_dim  z
      // CHECK-NEXT: gpu.grid_dim x
      %gd = gpu.grid_dim  x
      // CHECK-NEXT: gpu.global_id x
      %g = gpu.global_id  x
      // CHECK-NEXT: gpu.lane_id
      %l = gpu.lane_id
      // CHECK-NEXT: gpu.lane_id upper_bound 64
      %lu = gpu.lane_id upper_bound 64
      // CHECK-NEXT: gpu.subgroup_id : index
      %si = gpu.subgroup_id : index
      // CHECK-NEXT: gpu.num_subgroups : index
      %ns = gpu.num_subgroups : index
      // CHECK-NEXT: gpu.subgroup_size upper_bound 64 : index
      %ss = gpu.subgroup_size upper_bound 64 : index
      %v = memref.load %a[%tx] : memref<?xf32>
      // CHECK: gpu.all_reduce add %{{.*}} {
      // CHECK-NEXT: } : (f32) -> f32
      %r = gpu.all_reduce  add %v {
      } : (f32) -> f32
      // CHECK-NEXT: gpu.all_reduce %{{.*}} uniform {
      %r2 = gpu.all_reduce  %v uniform {
      ^bb0(%x: f32, %y: f32):
        %s = arith.addf %x, %y : f32
        // CHECK: gpu.yield %{{.*}} : f32
        gpu.yield %s : f32
      } : (f32) -> f32
      // CHECK: gpu.subgroup_reduce add %{{.*}} : (f32) -> f32
      %r3 = gpu.subgroup_reduce  add %v : (f32) -> f32
      // CHECK-NEXT: gpu.subgroup_reduce maxnumf %{{.*}} uniform cluster(size = 4, stride = 2) : (f32) -> f32
      %r4 = gpu.subgroup_reduce  maxnumf %v uniform cluster(size = 4, stride = 2) : (f32) -> f32
      %one = arith.constant 1 : i32
      // CHECK: gpu.shuffle xor %{{.*}}, %{{.*}}, %{{.*}} : f32
      %sh, %ok = gpu.shuffle  xor %v, %one, %one : f32
      // CHECK-NEXT: gpu.barrier
      gpu.barrier
      // CHECK-NEXT: gpu.printf "hello %d %f\0A", %{{.*}}, %{{.*}} : i32, f32
      gpu.printf "hello %d %f\0A", %one, %v : i32, f32
      // CHECK-NEXT: gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
      %dyn = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
      // CHECK-NEXT: gpu.cluster_id x
      %ci = gpu.cluster_id  x
      // CHECK-NEXT: gpu.return
      gpu.return
    }
    // CHECK: gpu.func @f(%x: f32) -> (f32, i32) {
    gpu.func @f(%x: f32) -> (f32, i32) {
      %one = arith.constant 1 : i32
      // CHECK: gpu.return %x, %{{.*}} : f32, i32
      gpu.return %x, %one : f32, i32
    }
  }
  func.func @host(%a: memref<?xf32>, %b: memref<4xf32, #gpu.address_space<global>>, %n: index) {
    %c1 = arith.constant 1 : index
    // CHECK: gpu.launch_func @m::@k blocks in (%{{.*}}, %{{.*}}, %{{.*}}) threads in (%{{.*}}, %{{.*}}, %{{.*}}) args(%a: memref<?xf32>, %b: memref<4xf32, #gpu.address_space<global>>, %n: index)
    gpu.launch_func  @m::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)  args(%a : memref<?xf32>, %b : memref<4xf32, #gpu.address_space<global>>, %n : index)
    // CHECK-NEXT: gpu.launch blocks(%{{.*}}, %{{.*}}, %{{.*}}) in (%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) threads(%{{.*}}, %{{.*}}, %{{.*}}) in (%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) workgroup(%w: memref<4xf32, #gpu.address_space<workgroup>>) private(%p: memref<4xf32, #gpu.address_space<private>>) {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%lx = %c1, %ly = %c1, %lz = %c1) workgroup(%w : memref<4xf32, #gpu.address_space<workgroup>>) private(%p : memref<4xf32, #gpu.address_space<private>>) {
      // CHECK-NEXT: gpu.terminator
      gpu.terminator
    }
    // CHECK: gpu.alloc (%n) : memref<?xf32>
    %d = gpu.alloc  (%n) : memref<?xf32>
    // CHECK-NEXT: gpu.wait async
    %t = gpu.wait async
    // CHECK-NEXT: gpu.memcpy async [%{{.*}}] %d, %a : memref<?xf32>, memref<?xf32>
    %t2 = gpu.memcpy async [%t] %d, %a : memref<?xf32>, memref<?xf32>
    %zero = arith.constant 0.0 : f32
    // CHECK: gpu.memset %d, %{{.*}} : memref<?xf32>, f32
    gpu.memset %d, %zero : memref<?xf32>, f32
    // CHECK-NEXT: gpu.dealloc %d : memref<?xf32>
    gpu.dealloc  %d : memref<?xf32>
    // CHECK-NEXT: gpu.wait [%{{.*}}]
    gpu.wait [%t2]
    func.return
  }
}
