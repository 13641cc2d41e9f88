// RUN: not xdsl-opt %s -p opencl-tile-contractions 2>&1 | filecheck %s --check-prefix TARGET
// RUN: not xdsl-opt %s -p "opencl-attach-target{mcpu=gfx1100},opencl-tile-contractions{tile=64,64}" 2>&1 | filecheck %s --check-prefix COUNT
// RUN: not xdsl-opt %s -p "opencl-attach-target{mcpu=gfx1100},opencl-tile-contractions{waves=2}" 2>&1 | filecheck %s --check-prefix WAVES
// RUN: not xdsl-opt %s -p "opencl-attach-target{mcpu=gfx1100},opencl-tile-contractions{tile=96,64,32}" 2>&1 | filecheck %s --check-prefix POWER
// RUN: not xdsl-opt %s -p "opencl-attach-target{mcpu=gfx1100},opencl-tile-contractions{tile=64,64,8}" 2>&1 | filecheck %s --check-prefix DEPTH
// RUN: not xdsl-opt %s -p "opencl-attach-target{mcpu=gfx1100},opencl-tile-contractions{tile=32,32,32 waves=4,1}" 2>&1 | filecheck %s --check-prefix SMALL
// RUN: not xdsl-opt %s -p "opencl-attach-target{mcpu=gfx1100},opencl-tile-contractions{tile=256,256,128},opencl-multiply-tiles" 2>&1 | filecheck %s --check-prefix LOCAL
// RUN: not xdsl-opt %s -p "opencl-attach-target{mcpu=gfx942},opencl-tile-contractions{tile=256,256,32 waves=8,4}" 2>&1 | filecheck %s --check-prefix ITEMS
// RUN: not xdsl-opt %s -p "opencl-attach-target{mcpu=gfx1030},opencl-tile-contractions{tile=4,4,16}" 2>&1 | filecheck %s --check-prefix BLOCK
// RUN: not xdsl-opt %s -p "opencl-attach-target{abi=host},opencl-tile-contractions{tile=64,64,32}" 2>&1 | filecheck %s --check-prefix CPU
// RUN: not xdsl-opt %s -p "opencl-attach-target{mcpu=gfx1100},opencl-tile-contractions{tile=32,32,32 waves=1,1},convert-linalg-to-parallel-loops,opencl-outline-kernels" 2>&1 | filecheck %s --check-prefix OUTLINE
// RUN: not xdsl-opt %s -p "opencl-from-linalg{mcpu=gfx0}" 2>&1 | filecheck %s --check-prefix PROCESSOR
// RUN: not xdsl-opt %s -p "opencl-attach-target{mcpu=gfx950},opencl-tile-contractions{xf32=true}" 2>&1 | filecheck %s --check-prefix XF32
// RUN: not xdsl-opt %s -p "opencl-from-linalg{xf32=true}" 2>&1 | filecheck %s --check-prefix CPU-XF32

// TARGET: the module has no target; run 'opencl-attach-target{abi=... mcpu=...}' first
// COUNT: option 'tile' has 2 numbers, expected 3
// WAVES: option 'waves' has 1 numbers, expected 2
// POWER: 'linalg.matmul': a tile has 96 rows; use a power of two
// DEPTH: 'linalg.matmul': the matrix instruction multiplies 16 deep; a tile of depth 8 is too small
// SMALL: 'linalg.matmul': 4 x 1 sub-groups need a tile of at least 64 x 16, got 32 x 32
// LOCAL: tiles of 256 x 256 x 128 need 137216 bytes of local memory; a work-group has 65536, use smaller tiles
// ITEMS: 'linalg.matmul': 32 sub-groups of 64 are 2048 work items; a work-group has at most 1024
// BLOCK: 'linalg.matmul': {{.*}} work items need a tile of at least
// CPU: options 'tile' and 'waves' are for GPUs; leave them out
// OUTLINE: each work item computes whole tiles here; run 'opencl-multiply-tiles' before
// PROCESSOR: gfx0
// XF32: option 'xf32': gfx950 has no matrix instruction of XF32; gfx942 has, leave the option out for others
// CPU-XF32: option 'xf32': the CPU device has no matrix instruction of XF32
func.func @product(%a: memref<64x64xf16>, %b: memref<64x96xf16>, %c: memref<64x96xf32>) {
  linalg.matmul ins(%a, %b : memref<64x64xf16>, memref<64x96xf16>) outs(%c : memref<64x96xf32>)
  func.return
}
