// RUN: xdsl-opt %s -p convert-gpu-to-opencl | filecheck %s
// RUN: xdsl-opt %s -p convert-gpu-to-opencl,convert-gpu-to-opencl | filecheck %s

builtin.module attributes {gpu.container_module} {
  // CHECK: builtin.module {
  gpu.module @m {
    // Arguments are in global memory; the second size of %b is a stride, so it is passed.
    // CHECK-NEXT: opencl.kernel @k(%a: memref<?xf32, #opencl.address_space<global>> {opencl.name = "a"}, %b: memref<?x?xf32, #opencl.address_space<global>> {opencl.name = "b"}, %c: i8 {opencl.name = "c"}, %b_size1: index {opencl.name = "b_size1"}) attributes {other, reqd_work_group_size = array<i32: 64, 1, 1>} {
    gpu.func @k(%a: memref<?xf32>, %b: memref<?x?xf32>, %c: i1)
        workgroup(%w: memref<64xf32, #gpu.address_space<workgroup>>)
        private(%p: memref<4xf32, #gpu.address_space<private>>)
        kernel attributes {known_block_size = array<i32: 64, 1, 1>, other} {
      // CHECK-DAG: %{{.*}} = arith.trunci %c : i8 to i1
      // CHECK-DAG: %[[B:.*]] = memref.reinterpret_cast %b to offset: [0], sizes: [%{{.*}}, %b_size1], strides: [%b_size1, 1]
      // CHECK-DAG: %w = opencl.local : memref<64xf32, #opencl.address_space<local>>
      // CHECK-DAG: %p = memref.alloca() : memref<4xf32>
      // CHECK: %tx = opencl.get_local_id 0 : index
      %tx = gpu.thread_id x
      // CHECK-NEXT: %by = opencl.get_group_id 1 : index
      %by = gpu.block_id y
      // CHECK-NEXT: %bd = opencl.get_enqueued_local_size 2 : index
      %bd = gpu.block_dim z
      // CHECK-NEXT: %gd = opencl.get_num_groups 0 : index
      %gd = gpu.grid_dim x
      // CHECK-NEXT: %g = opencl.get_global_id 0 : index
      %g = gpu.global_id x
      // CHECK-NEXT: opencl.get_sub_group_local_id : i32
      // CHECK-NEXT: arith.index_cast
      %l = gpu.lane_id
      // CHECK-NEXT: opencl.get_sub_group_id : i32
      // CHECK-NEXT: arith.index_cast
      %si = gpu.subgroup_id : index
      // CHECK-NEXT: opencl.get_num_sub_groups : i32
      // CHECK-NEXT: arith.index_cast
      %ns = gpu.num_subgroups : index
      // CHECK-NEXT: opencl.get_max_sub_group_size : i32
      // CHECK-NEXT: arith.index_cast
      %ss = gpu.subgroup_size : index
      %v = memref.load %a[%tx] : memref<?xf32>
      // CHECK: memref.load %[[B]][%tx, %by]
      %u = memref.load %b[%tx, %by] : memref<?x?xf32>
      memref.store %u, %w[%tx] : memref<64xf32, #gpu.address_space<workgroup>>
      // CHECK: opencl.work_group_reduce add %v : f32
      %r0 = gpu.all_reduce add %v {} : (f32) -> f32
      // CHECK-NEXT: opencl.work_group_reduce max %v : f32
      %r1 = gpu.all_reduce %v uniform {
      ^bb0(%x: f32, %y: f32):
        %z = arith.maxnumf %x, %y : f32
        gpu.yield %z : f32
      } : (f32) -> f32
      // An index is reduced as 64 bits.
      // CHECK-NEXT: arith.index_cast %tx : index to i64
      // CHECK-NEXT: opencl.work_group_reduce umin %{{.*}} : i64
      // CHECK-NEXT: arith.index_cast %{{.*}} : i64 to index
      %r2 = gpu.all_reduce minui %tx {} : (index) -> index
      // CHECK-NEXT: opencl.sub_group_reduce mul %v : f32
      %r3 = gpu.subgroup_reduce mul %v : (f32) -> f32
      // CHECK-NEXT: opencl.sub_group_clustered_reduce add %v cluster 4 {opencl.whole_cluster} : f32
      %r4 = gpu.subgroup_reduce add %v cluster(size = 4) : (f32) -> f32
      %one = arith.constant 1 : i32
      %width = arith.constant 32 : i32
      // CHECK: %[[L:.*]] = opencl.get_sub_group_local_id : i32
      // CHECK-NEXT: %[[S:.*]] = arith.xori %[[L]], %one : i32
      // CHECK-NEXT: %[[D:.*]] = arith.xori %[[L]], %[[S]] : i32
      // CHECK-NEXT: %ok = arith.cmpi ult, %[[D]], %width : i32
      // CHECK-NEXT: %[[T:.*]] = arith.select %ok, %[[S]], %[[L]] : i32
      // CHECK-NEXT: opencl.sub_group_shuffle %v[%[[T]]] : f32
      %s, %ok = gpu.shuffle xor %v, %one, %width : f32
      // CHECK-NEXT: opencl.barrier local|global
      gpu.barrier
      // CHECK-NEXT: arith.index_cast %tx : index to i64
      // CHECK-NEXT: opencl.printf "%d %ld %f"
      gpu.printf "%d %lld %f", %one, %tx, %v : i32, index, f32
      // CHECK: func.call @sum(%a, %{{.*}}) : (memref<?xf32, #opencl.address_space<global>>, f32) -> f32
      %t = func.call @sum(%a, %s) : (memref<?xf32>, f32) -> f32
      memref.store %t, %a[%g] : memref<?xf32>
      // CHECK: opencl.return
      gpu.return
    }
    // The space of an argument follows the calls.
    // CHECK: func.func @sum(%m: memref<?xf32, #opencl.address_space<global>>, %x: f32) -> f32
    func.func @sum(%m: memref<?xf32>, %x: f32) -> f32 {
      %zero = arith.constant 0 : index
      // CHECK: memref.load %m[%zero] : memref<?xf32, #opencl.address_space<global>>
      %first = memref.load %m[%zero] : memref<?xf32>
      %sum = arith.addf %first, %x : f32
      // CHECK: func.return %sum : f32
      func.return %sum : f32
    }
    // Bytes are aligned for views of them.
    // CHECK: opencl.kernel @bytes
    // CHECK: %w = opencl.local align 16 : memref<64xi8, #opencl.address_space<local>>
    // CHECK: memref.view %w[%{{.*}}][] : memref<64xi8, #opencl.address_space<local>> to memref<16xf32, #opencl.address_space<local>>
    gpu.func @bytes(%a: memref<?xf32>) workgroup(%w: memref<64xi8, #gpu.address_space<workgroup>>) kernel {
      %zero = arith.constant 0 : index
      %v = memref.view %w[%zero][] : memref<64xi8, #gpu.address_space<workgroup>> to memref<16xf32, #gpu.address_space<workgroup>>
      %x = memref.load %v[%zero] : memref<16xf32, #gpu.address_space<workgroup>>
      memref.store %x, %a[%zero] : memref<?xf32>
      gpu.return
    }
    // CHECK: func.func private @same(%x: f32) -> f32 {
    // CHECK-NEXT: func.return %x : f32
    gpu.func @same(%x: f32) -> f32 {
      gpu.return %x : f32
    }
  }
  // CHECK: func.func @host
  func.func @host(%a: memref<?xf32>, %b: memref<?x?xf32>, %n: i32, %c: i1) {
    // CHECK-NEXT: %d = memref.alloc() : memref<64xf32>
    %d = gpu.alloc () : memref<64xf32>
    %t0 = gpu.wait async
    %c1 = arith.constant 1 : i32
    // CHECK: %[[C:.*]] = arith.extui %c : i1 to i8
    // CHECK: %[[D:.*]] = memref.dim %b, %{{.*}} : memref<?x?xf32>
    // CHECK-NEXT: opencl.launch @k global(%{{.*}}, %{{.*}}, %{{.*}}) local(%{{.*}}, %{{.*}}, %{{.*}}) args(%a, %b, %[[C]], %[[D]]) : memref<?xf32>, memref<?x?xf32>, i8, index
    %t1 = gpu.launch_func async [%t0] @m::@k blocks in (%n, %c1, %c1) threads in (%n, %c1, %c1) : i32 args(%a : memref<?xf32>, %b : memref<?x?xf32>, %c : i1)
    // CHECK-NEXT: "memref.copy"(%d, %d)
    %t2 = gpu.memcpy async [%t1] %d, %d : memref<64xf32>, memref<64xf32>
    gpu.wait [%t2]
    // CHECK-NEXT: memref.dealloc %d : memref<64xf32>
    gpu.dealloc %d : memref<64xf32>
    // CHECK-NEXT: func.return
    func.return
  }
}
