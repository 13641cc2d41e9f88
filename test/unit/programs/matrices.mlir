// --- LAUNCH
func.func @main(%a: memref<16x16xf16>, %b: memref<16x16xf16>, %c: memref<16x16xf32>) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c0 = arith.constant 0 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%lx = %c32, %ly = %c1, %lz = %c1) {
    %A = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
    %B = gpu.subgroup_mma_load_matrix %b[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
    %C = gpu.subgroup_mma_load_matrix %c[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xf32> -> !gpu.mma_matrix<16x16xf32, "COp">
    %R = gpu.subgroup_mma_compute %A, %B, %C : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
    gpu.subgroup_mma_store_matrix %R, %c[%c0, %c0] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<16x16xf32>
    gpu.terminator
  }
  return
}
// --- LOCAL
gpu.module @m {
  gpu.func @k(%a: memref<32x40xf16>, %c: memref<32x16xf32>) workgroup(%t: memref<16x24xf16, #gpu.address_space<workgroup>>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %x = gpu.block_id x
    %base = arith.muli %x, %c16 : index
    %l = gpu.thread_id x
    %n = gpu.block_dim x
    %total = arith.constant 384 : index
    %w = arith.constant 24 : index
    scf.for %i = %l to %total step %n {
      %r = arith.divui %i, %w : index
      %q = arith.remui %i, %w : index
      %rr = arith.addi %base, %r : index
      %v = memref.load %a[%rr, %q] : memref<32x40xf16>
      memref.store %v, %t[%r, %q] : memref<16x24xf16, #gpu.address_space<workgroup>>
    }
    gpu.barrier
    %fa = gpu.subgroup_mma_load_matrix %t[%c0, %c1] {leadDimension = 24 : index} : memref<16x24xf16, #gpu.address_space<workgroup>> -> !gpu.mma_matrix<16x16xf16, "AOp">
    %fb = gpu.subgroup_mma_load_matrix %t[%c0, %c0] {leadDimension = 24 : index, transpose} : memref<16x24xf16, #gpu.address_space<workgroup>> -> !gpu.mma_matrix<16x16xf16, "BOp">
    %zero = arith.constant 0.0 : f32
    %z = gpu.subgroup_mma_constant_matrix %zero : !gpu.mma_matrix<16x16xf32, "COp">
    %s = gpu.subgroup_mma_compute %fa, %fb, %z : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
    gpu.subgroup_mma_store_matrix %s, %c[%base, %c0] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<32x16xf32>
    gpu.return
  }
}
// --- BYTES
gpu.module @m {
  gpu.func @k(%c: memref<16x16xi32>, %x: i8, %y: i8) kernel {
    %n = arith.constant 0 : index
    %sx = builtin.unrealized_conversion_cast %x : i8 to si8
    %uy = builtin.unrealized_conversion_cast %y : i8 to ui8
    %a = gpu.subgroup_mma_constant_matrix %sx : !gpu.mma_matrix<16x16xsi8, "AOp">
    %b = gpu.subgroup_mma_constant_matrix %uy : !gpu.mma_matrix<16x16xui8, "BOp">
    %s = gpu.subgroup_mma_load_matrix %c[%n, %n] {leadDimension = 16 : index} : memref<16x16xi32> -> !gpu.mma_matrix<16x16xi32, "COp">
    %p = gpu.subgroup_mma_compute %a, %b, %s : !gpu.mma_matrix<16x16xsi8, "AOp">, !gpu.mma_matrix<16x16xui8, "BOp"> -> !gpu.mma_matrix<16x16xi32, "COp">
    gpu.subgroup_mma_store_matrix %p, %c[%n, %n] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xi32, "COp">, memref<16x16xi32>
    gpu.return
  }
}
// --- HALVES
gpu.module @m {
  gpu.func @k(%c: memref<16x16xf16>, %x: f16) kernel {
    %n = arith.constant 0 : index
    %a = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x16xf16, "AOp">
    %b = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x16xf16, "BOp">
    %s = gpu.subgroup_mma_load_matrix %c[%n, %n] {leadDimension = 16 : index} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "COp">
    %p = gpu.subgroup_mma_compute %a, %b, %s : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
    gpu.subgroup_mma_store_matrix %p, %c[%n, %n] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<16x16xf16>
    gpu.return
  }
}
