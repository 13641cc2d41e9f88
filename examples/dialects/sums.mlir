// The sum of each 64 elements, as upstream's tools write a kernel and its launch.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @sums(%in: memref<?xf32>, %out: memref<?xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %i = gpu.global_id x
      %group = gpu.block_id x
      %x = memref.load %in[%i] : memref<?xf32>
      %sum = gpu.all_reduce add %x {
      } : (f32) -> f32
      memref.store %sum, %out[%group] : memref<?xf32>
      gpu.return
    }
  }
  func.func @host(%in: memref<?xf32>, %out: memref<?xf32>, %groups: index) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @kernels::@sums blocks in (%groups, %c1, %c1) threads in (%c64, %c1, %c1) args(%in : memref<?xf32>, %out : memref<?xf32>)
    return
  }
}
