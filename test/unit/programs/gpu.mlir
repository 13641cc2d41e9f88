builtin.module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k(%a: memref<?xi32>, %b: memref<?x4xi32>)
        workgroup(%w: memref<64xi32, #gpu.address_space<workgroup>>)
        private(%p: memref<1xi32, #gpu.address_space<private>>)
        kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %c63 = arith.constant 63 : index
      %t = gpu.thread_id x
      %g = gpu.global_id x
      %v = memref.load %a[%g] : memref<?xi32>
      memref.store %v, %p[%c0] : memref<1xi32, #gpu.address_space<private>>
      memref.store %v, %w[%t] : memref<64xi32, #gpu.address_space<workgroup>>
      gpu.barrier
      %mirror = arith.subi %c63, %t : index
      %x = memref.load %w[%mirror] : memref<64xi32, #gpu.address_space<workgroup>>
      memref.store %x, %b[%g, %c0] : memref<?x4xi32>
      %sum = gpu.all_reduce add %v {} : (i32) -> i32
      memref.store %sum, %b[%g, %c1] : memref<?x4xi32>
      %max = gpu.all_reduce %v {
      ^bb0(%l: i32, %r: i32):
        %m = arith.maxsi %l, %r : i32
        gpu.yield %m : i32
      } : (i32) -> i32
      memref.store %max, %b[%g, %c2] : memref<?x4xi32>
      %bx = gpu.block_id x
      %bd = gpu.block_dim x
      %gd = gpu.grid_dim x
      %first = arith.muli %bx, %bd : index
      %place = arith.addi %first, %gd : index
      %place32 = arith.index_cast %place : index to i32
      %own = memref.load %p[%c0] : memref<1xi32, #gpu.address_space<private>>
      %both = arith.addi %place32, %own : i32
      memref.store %both, %b[%g, %c3] : memref<?x4xi32>
      gpu.return
    }
  }
  func.func @host(%a: memref<?xi32>, %b: memref<?x4xi32>, %groups: index) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @m::@k blocks in (%groups, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<?xi32>, %b : memref<?x4xi32>)
    func.return
  }
}
