// RUN: xdsl-opt %s -p 'convert-gpu-to-opencl,opencl-attach-target{mcpu=gfx1100},opencl-to-llvm' --split-input-file --verify-diagnostics | filecheck %s --check-prefix GFX11
// RUN: xdsl-opt %s -p 'convert-gpu-to-opencl,opencl-attach-target{mcpu=gfx90a},opencl-to-llvm' --split-input-file --verify-diagnostics | filecheck %s --check-prefix GFX90A
// RUN: xdsl-opt %s -p 'convert-gpu-to-opencl,opencl-attach-target{mcpu=gfx900},opencl-to-llvm' --split-input-file --verify-diagnostics | filecheck %s --check-prefix GFX9
// RUN: xdsl-opt %s -p 'convert-gpu-to-opencl,opencl-attach-target{abi=host},opencl-to-llvm' --split-input-file --verify-diagnostics | filecheck %s --check-prefix HOST

// GFX11: gfx1100 has no matrix instruction for !gpu.mma_matrix<16x16xf32, "AOp">; it multiplies 16x16 by 16x16: f16 plus f32, bf16 plus f32, f16 plus f16, i8 plus i32, i4 plus i32 (i8 as si8 or ui8, i4 likewise)
gpu.module @m {
  gpu.func @k(%a: memref<32x32xf32>) kernel {
    %c0 = arith.constant 0 : index
    %fa = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 32 : index} : memref<32x32xf32> -> !gpu.mma_matrix<16x16xf32, "AOp">
    gpu.return
  }
}

// -----

// GFX11: gfx1100 has no matrix instruction for !gpu.mma_matrix<16x8xf16, "AOp">; it multiplies
// GFX90A: gfx90a has no matrix instruction for !gpu.mma_matrix<16x8xf16, "AOp">; it multiplies
// GFX9: !gpu.mma_matrix<16x8xf16, "AOp"> is 16x8; without matrix instructions gfx900 has matrices of 16x16
gpu.module @m {
  gpu.func @k(%a: memref<32x32xf16>) kernel {
    %c0 = arith.constant 0 : index
    %fa = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 32 : index} : memref<32x32xf16> -> !gpu.mma_matrix<16x8xf16, "AOp">
    gpu.return
  }
}

// -----

// GFX11: gfx1100 has no matrix instruction for !gpu.mma_matrix<64x32xf16, "COp">
// HOST: !gpu.mma_matrix<64x32xf16, "COp"> has 2048 elements; the CPU device has matrices of 1 to 1024, use smaller tiles
gpu.module @m {
  gpu.func @k(%x: f16) kernel {
    %fa = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<64x32xf16, "COp">
    gpu.return
  }
}

// -----

// GFX11: 'gpu.subgroup_mma_load_matrix' of !gpu.mma_matrix<16x16xf16, "AOp"> needs a memref of f16, got elements of f32; convert them in memory
// GFX9: 'gpu.subgroup_mma_load_matrix' of !gpu.mma_matrix<16x16xf16, "AOp"> needs a memref of f16, got elements of f32
// HOST: 'gpu.subgroup_mma_load_matrix' of !gpu.mma_matrix<16x16xf16, "AOp"> needs a memref of f16, got elements of f32
gpu.module @m {
  gpu.func @k(%a: memref<32x32xf32>) kernel {
    %c0 = arith.constant 0 : index
    %fa = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 32 : index} : memref<32x32xf32> -> !gpu.mma_matrix<16x16xf16, "AOp">
    gpu.return
  }
}

// -----

// GFX11: 'gpu.subgroup_mma_store_matrix' has leadDimension -3; expected the positive distance of rows in elements
gpu.module @m {
  gpu.func @k(%a: memref<32x32xf32>, %x: f32) kernel {
    %c0 = arith.constant 0 : index
    %f = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x16xf32, "COp">
    gpu.subgroup_mma_store_matrix %f, %a[%c0, %c0] {leadDimension = -3 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<32x32xf32>
    gpu.return
  }
}

// -----

// GFX11: 'gpu.subgroup_mma_load_matrix' needs all 32 work items of each sub-group of gfx1100; the work-group has 48, use a multiple of 32
// GFX90A: 'gpu.subgroup_mma_load_matrix' needs all 64 work items of each sub-group of gfx90a; the work-group has 48, use a multiple of 64
gpu.module @m {
  gpu.func @k(%a: memref<32x32xf16>) kernel attributes {known_block_size = array<i32: 24, 2, 1>} {
    %c0 = arith.constant 0 : index
    %fa = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 32 : index} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
    gpu.return
  }
}

// -----

// GFX11: 'gpu.subgroup_mma_compute' of f16 times bf16 plus f32; factors have one type, and integers are added to i32
// HOST: 'gpu.subgroup_mma_compute' of f16 times bf16 plus f32; factors have one type, and integers are added to i32
gpu.module @m {
  gpu.func @k(%x: f16, %a: memref<16x16xbf16>, %z: f32) kernel {
    %c0 = arith.constant 0 : index
    %fa = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x16xf16, "AOp">
    %fb = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xbf16> -> !gpu.mma_matrix<16x16xbf16, "BOp">
    %fc = gpu.subgroup_mma_constant_matrix %z : !gpu.mma_matrix<16x16xf32, "COp">
    %r = gpu.subgroup_mma_compute %fa, %fb, %fc : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xbf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
    gpu.return
  }
}

// -----

// GFX11: 'gpu.subgroup_mma_compute' of f16 times f16 plus i32; factors have one type, and integers are added to i32
gpu.module @m {
  gpu.func @k(%x: f16, %z: i32) kernel {
    %fa = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x16xf16, "AOp">
    %fb = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x16xf16, "BOp">
    %fc = gpu.subgroup_mma_constant_matrix %z : !gpu.mma_matrix<16x16xi32, "COp">
    %r = gpu.subgroup_mma_compute %fa, %fb, %fc : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xi32, "COp">
    gpu.return
  }
}

// -----

// GFX90A: 'gpu.subgroup_mma_compute' of 16x16xf16 times 16x16xf16 plus 16x16xf16 is no matrix instruction of gfx90a; it multiplies 16x16 by 16x16: f16 plus f32, bf16 plus f32, f32 plus f32, f64 plus f64, i8 plus i32; 32x8 by 8x32: f16 plus f32
gpu.module @m {
  gpu.func @k(%x: f16) kernel {
    %fa = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x16xf16, "AOp">
    %fb = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x16xf16, "BOp">
    %fc = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x16xf16, "COp">
    %r = gpu.subgroup_mma_compute %fa, %fb, %fc : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
    gpu.return
  }
}

// -----

// GFX90A: 'gpu.subgroup_mma_compute' of ui8 is no matrix instruction of gfx90a, which multiplies si8
gpu.module @m {
  gpu.func @k(%a: memref<16x16xi8>, %z: i32) kernel {
    %c0 = arith.constant 0 : index
    %fa = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xi8> -> !gpu.mma_matrix<16x16xui8, "AOp">
    %fb = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xi8> -> !gpu.mma_matrix<16x16xsi8, "BOp">
    %fc = gpu.subgroup_mma_constant_matrix %z : !gpu.mma_matrix<16x16xi32, "COp">
    %r = gpu.subgroup_mma_compute %fa, %fb, %fc : !gpu.mma_matrix<16x16xui8, "AOp">, !gpu.mma_matrix<16x16xsi8, "BOp"> -> !gpu.mma_matrix<16x16xi32, "COp">
    gpu.return
  }
}

// -----

// GFX9: 'gpu.subgroup_mma_compute' of f64 plus f32 loses bits; add to f64
gpu.module @m {
  gpu.func @k(%a: memref<16x16xf64>, %z: f32) kernel {
    %c0 = arith.constant 0 : index
    %fa = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xf64> -> !gpu.mma_matrix<16x16xf64, "AOp">
    %fb = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xf64> -> !gpu.mma_matrix<16x16xf64, "BOp">
    %fc = gpu.subgroup_mma_constant_matrix %z : !gpu.mma_matrix<16x16xf32, "COp">
    %r = gpu.subgroup_mma_compute %fa, %fb, %fc : !gpu.mma_matrix<16x16xf64, "AOp">, !gpu.mma_matrix<16x16xf64, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
    gpu.return
  }
}

// -----

// GFX11: 'gpu.subgroup_mma_elementwise addf' takes 2 matrices, got 1
gpu.module @m {
  gpu.func @k(%x: f32) kernel {
    %f = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x16xf32, "COp">
    %r = gpu.subgroup_mma_elementwise addf %f : (!gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
    gpu.return
  }
}

// -----

// GFX11: 'gpu.subgroup_mma_elementwise addi' is no operation on f32
gpu.module @m {
  gpu.func @k(%x: f32) kernel {
    %f = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x16xf32, "COp">
    %r = gpu.subgroup_mma_elementwise addi %f, %f : (!gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
    gpu.return
  }
}

// -----

// GFX11: 'gpu.subgroup_mma_elementwise mulf' of !gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf16, "COp"> is no !gpu.mma_matrix<16x16xf32, "COp">; use one type
gpu.module @m {
  gpu.func @k(%x: f32, %y: f16) kernel {
    %f = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x16xf32, "COp">
    %g = gpu.subgroup_mma_constant_matrix %y : !gpu.mma_matrix<16x16xf16, "COp">
    %r = gpu.subgroup_mma_elementwise mulf %f, %g : (!gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
    gpu.return
  }
}

// -----

// GFX11: 'gpu.subgroup_mma_elementwise extf' of !gpu.mma_matrix<16x16xf32, "COp"> is no !gpu.mma_matrix<16x16xf16, "COp">; floats become longer
gpu.module @m {
  gpu.func @k(%x: f32) kernel {
    %f = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x16xf32, "COp">
    %r = gpu.subgroup_mma_elementwise extf %f : (!gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
    gpu.return
  }
}

// -----

// HOST: 'gpu.subgroup_mma_store_matrix' may not be reached by all work items of a work-group, which the CPU device needs because each has whole matrices there; move it to where all come, or state work-groups of one work item
gpu.module @m {
  gpu.func @k(%a: memref<32x32xf32>, %x: f32) kernel {
    %c0 = arith.constant 0 : index
    %s = gpu.subgroup_id : index
    %first = arith.cmpi eq, %s, %c0 : index
    %f = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x16xf32, "COp">
    scf.if %first {
      gpu.subgroup_mma_store_matrix %f, %a[%c0, %c0] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<32x32xf32>
    }
    memref.store %x, %a[%s, %c0] : memref<32x32xf32>
    gpu.return
  }
}

// -----

// GFX11: 'gpu.subgroup_mma_load_matrix' of !gpu.mma_matrix<16x16xsi4, "BOp">: two elements of 4 bits share a byte along the depth; add 'transpose', and store the factor in that order
// HOST: 'gpu.subgroup_mma_load_matrix' of !gpu.mma_matrix<16x16xsi4, "BOp">: two elements of 4 bits share a byte along the depth; add 'transpose'
gpu.module @m {
  gpu.func @k(%a: memref<16x16xi8>) kernel {
    %c0 = arith.constant 0 : index
    %fa = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 8 : index} : memref<16x16xi8> -> !gpu.mma_matrix<16x16xsi4, "BOp">
    gpu.return
  }
}

// -----

// GFX11: 'gpu.subgroup_mma_load_matrix' of !gpu.mma_matrix<16x16xui4, "AOp">: two elements of 4 bits share a byte along the depth; leave out 'transpose'
gpu.module @m {
  gpu.func @k(%a: memref<16x16xi8>) kernel {
    %c0 = arith.constant 0 : index
    %fa = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 8 : index, transpose} : memref<16x16xi8> -> !gpu.mma_matrix<16x16xui4, "AOp">
    gpu.return
  }
}

// -----

// GFX11: gfx1100 has no matrix instruction for !gpu.mma_matrix<16x16xf8E5M2, "AOp">
// GFX90A: gfx90a has no matrix instruction for !gpu.mma_matrix<16x16xf8E5M2, "AOp">
// HOST: 'gpu.subgroup_mma_elementwise addf' is no operation on f8E5M2, which only products have; use 'extf' first, or another type
gpu.module @m {
  gpu.func @k(%a: memref<16x16xf8E5M2>) kernel {
    %c0 = arith.constant 0 : index
    %fa = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xf8E5M2> -> !gpu.mma_matrix<16x16xf8E5M2, "AOp">
    %fb = gpu.subgroup_mma_elementwise addf %fa, %fa : (!gpu.mma_matrix<16x16xf8E5M2, "AOp">, !gpu.mma_matrix<16x16xf8E5M2, "AOp">) -> !gpu.mma_matrix<16x16xf8E5M2, "AOp">
    gpu.return
  }
}

// -----

// HOST: 'gpu.subgroup_mma_compute' of si4 times si8 plus i32; factors have one type, and integers are added to i32
gpu.module @m {
  gpu.func @k(%a: memref<16x16xi8>, %z: i32) kernel {
    %c0 = arith.constant 0 : index
    %fa = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 8 : index} : memref<16x16xi8> -> !gpu.mma_matrix<16x16xsi4, "AOp">
    %fb = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xi8> -> !gpu.mma_matrix<16x16xsi8, "BOp">
    %fc = gpu.subgroup_mma_constant_matrix %z : !gpu.mma_matrix<16x16xi32, "COp">
    %r = gpu.subgroup_mma_compute %fa, %fb, %fc : !gpu.mma_matrix<16x16xsi4, "AOp">, !gpu.mma_matrix<16x16xsi8, "BOp"> -> !gpu.mma_matrix<16x16xi32, "COp">
    gpu.return
  }
}
