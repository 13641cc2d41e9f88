// RUN: sed 's/FILL/linalg.fill ins(%initial : f32) outs(%made : memref<16x16xf32>)/; s/^ *\(MORE\|IF\|END\)$//' %s | not xdsl-opt -p opencl-multiply-tiles 2>&1 | filecheck %s --check-prefix TARGET
// RUN: sed 's/16, 16, 16>/16, 16, 32>/; s/FILL/linalg.fill ins(%initial : f32) outs(%made : memref<16x16xf32>)/; s/^ *\(MORE\|IF\|END\)$//' %s | not xdsl-opt -p "opencl-attach-target{mcpu=gfx1100},opencl-multiply-tiles" 2>&1 | filecheck %s --check-prefix SIZES
// RUN: sed 's/#b, #c/#k, #c/; s/FILL/linalg.fill ins(%initial : f32) outs(%made : memref<16x16xf32>)/; s/^ *\(MORE\|IF\|END\)$//' %s | not xdsl-opt -p "opencl-attach-target{mcpu=gfx1100},opencl-multiply-tiles" 2>&1 | filecheck %s --check-prefix ORDER
// RUN: sed 's/arith.mulf/arith.addf/; s/FILL/linalg.fill ins(%initial : f32) outs(%made : memref<16x16xf32>)/; s/^ *\(MORE\|IF\|END\)$//' %s | not xdsl-opt -p "opencl-attach-target{mcpu=gfx1100},opencl-multiply-tiles" 2>&1 | filecheck %s --check-prefix KIND
// RUN: sed 's/step (%one, %four)/step (%four, %four)/; s/FILL/linalg.fill ins(%initial : f32) outs(%made : memref<16x16xf32>)/; s/^ *\(MORE\|IF\|END\)$//' %s | not xdsl-opt -p "opencl-attach-target{mcpu=gfx1100},opencl-multiply-tiles" 2>&1 | filecheck %s --check-prefix STEPS
// RUN: sed 's/%made\[%i, %j\]/%made[%j, %i]/; s/FILL/linalg.fill ins(%initial : f32) outs(%made : memref<16x16xf32>)/; s/^ *\(MORE\|IF\|END\)$//' %s | not xdsl-opt -p "opencl-attach-target{mcpu=gfx1100},opencl-multiply-tiles" 2>&1 | filecheck %s --check-prefix INDICES
// RUN: sed 's/MORE/vector.load %made[%one, %four] : memref<16x16xf32>, vector<4xf32>/; s/FILL/linalg.fill ins(%initial : f32) outs(%made : memref<16x16xf32>)/; s/^ *\(MORE\|IF\|END\)$//' %s | not xdsl-opt -p "opencl-attach-target{mcpu=gfx1100},opencl-multiply-tiles" 2>&1 | filecheck %s --check-prefix USERS
// RUN: sed 's/FILL//; s/MORE/linalg.fill ins(%initial : f32) outs(%made : memref<16x16xf32>)/; s/FILL/linalg.fill ins(%initial : f32) outs(%made : memref<16x16xf32>)/; s/^ *\(MORE\|IF\|END\)$//' %s | not xdsl-opt -p "opencl-attach-target{mcpu=gfx1100},opencl-multiply-tiles" 2>&1 | filecheck %s --check-prefix LATE
// RUN: sed 's/IF/scf.if %yes {/; s/END/}/; s/FILL/linalg.fill ins(%initial : f32) outs(%made : memref<16x16xf32>)/; s/^ *\(MORE\|IF\|END\)$//' %s | not xdsl-opt -p "opencl-attach-target{mcpu=gfx1100},opencl-multiply-tiles" 2>&1 | filecheck %s --check-prefix IF
// RUN: sed 's/%y : !tile)/%y : !tile, %large : memref<16384xf32, #gpu.address_space<workgroup>>)/; s/FILL/linalg.fill ins(%initial : f32) outs(%made : memref<16x16xf32>)/; s/^ *\(MORE\|IF\|END\)$//' %s | not xdsl-opt -p "opencl-attach-target{mcpu=gfx1100},opencl-multiply-tiles" 2>&1 | filecheck %s --check-prefix LOCAL
// RUN: sed 's/%y : !tile)/%y : !tile, %large : memref<16384xf32, #gpu.address_space<workgroup>>)/; s/^ *%values = /%late = memref.load %large[%i] : memref<16384xf32, #gpu.address_space<workgroup>>\n%values = /; s/FILL/linalg.fill ins(%initial : f32) outs(%made : memref<16x16xf32>)/; s/^ *\(MORE\|IF\|END\)$//' %s | not xdsl-opt -p "opencl-attach-target{mcpu=gfx1100},opencl-multiply-tiles" 2>&1 | filecheck %s --check-prefix LATER
// RUN: sed 's/%y : !tile)/%y : !tile, %large : memref<16128xf32, #gpu.address_space<workgroup>>)/; s/FILL/linalg.fill ins(%initial : f32) outs(%made : memref<16x16xf32>)/; s/^ *\(MORE\|IF\|END\)$//' %s | xdsl-opt -p "opencl-attach-target{mcpu=gfx1100},opencl-multiply-tiles" | filecheck %s --check-prefix FITS
// RUN: sed 's/FILL/linalg.fill ins(%initial : f32) outs(%made : memref<16x16xf32>)/; s/^ *\(MORE\|IF\|END\)$//' %s | not xdsl-opt -p "opencl-attach-target{abi=host},opencl-multiply-tiles" 2>&1 | filecheck %s --check-prefix HOST

// SIZES: 'linalg.generic' is no product of tiles: its sizes [16, 16, 16] are not those of 'tile'
// ORDER: 'linalg.generic' is no product of tiles: the places of a line must follow each other in its factors
// KIND: 'linalg.generic' is no product of tiles: it is no contraction
// STEPS: 'vector.load' between products of tiles: it is none of 'linalg' on tiles, in the innermost loop or in none, and no load of 4 in an 'scf.parallel' with steps of 1 and 4
// INDICES: 'vector.load' between products of tiles: it is none of 'linalg' on tiles, in the innermost loop or in none, and no load of 4 in an 'scf.parallel' with steps of 1 and 4
// USERS: 'vector.load' between products of tiles: it is none of 'linalg' on tiles, in the innermost loop or in none, and no load of 4 in an 'scf.parallel' with steps of 1 and 4
// LATE: 'linalg.generic' between products of tiles: nothing before it computes %made
// IF: 'linalg.generic' is no product of tiles: around it are other operations than 'scf.for' in a 'gpu.launch'
// LOCAL: tiles of 16 x 16 x 16 need 66560 bytes of local memory; a work-group has 65536, use smaller tiles
// LATER: tiles of 16 x 16 x 16 need 67584 bytes of local memory
// FITS: memref<16128xf32, #gpu.address_space<workgroup>>
// TARGET: the module has no target; run 'opencl-attach-target
// HOST: 'linalg.generic': a schedule for this target has no 'waves'; use 'tile'

!tile = memref<16x16xf16, #gpu.address_space<workgroup>>
#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (j, k)>
#k = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>
func.func @product(%c: memref<16x16xf32>, %yes: i1, %initial: f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %extent = arith.constant 16 : index
  %items = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one) threads(%tx, %ty, %tz) in (%lx = %items, %ly = %one, %lz = %one) workgroup(%x : !tile, %y : !tile) {
    %made = memref.alloca() : memref<16x16xf32>
    FILL
    IF
    linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : !tile, !tile) outs(%made : memref<16x16xf32>) attrs = {opencl.schedule = {tile = array<i64: 16, 16, 16>, waves = array<i64: 1, 1>}} {
    ^bb0(%u: f16, %v: f16, %w: f32):
      %p = arith.extf %u : f16 to f32
      %q = arith.extf %v : f16 to f32
      %r = arith.mulf %p, %q : f32
      %s = arith.addf %w, %r : f32
      linalg.yield %s : f32
    }
    END
    MORE
    scf.parallel (%i, %j) = (%zero, %zero) to (%extent, %extent) step (%one, %four) {
      %values = vector.load %made[%i, %j] : memref<16x16xf32>, vector<4xf32>
      vector.store %values, %c[%i, %j] : memref<16x16xf32>, vector<4xf32>
    }
    gpu.terminator
  }
  func.return
}
