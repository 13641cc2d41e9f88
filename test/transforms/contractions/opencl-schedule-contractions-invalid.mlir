// RUN: sed 's/SCHEDULE/{tiles = array<i64: 1>}/' %s | not xdsl-opt -p "opencl-attach-target{mcpu=gfx1100},opencl-schedule-contractions" 2>&1 | filecheck %s --check-prefix KEY
// RUN: sed 's/SCHEDULE/{tile = array<i64: 64, 64>}/' %s | not xdsl-opt -p "opencl-attach-target{mcpu=gfx1100},opencl-schedule-contractions" 2>&1 | filecheck %s --check-prefix COUNT
// RUN: sed 's/SCHEDULE/{tile = 64 : i64}/' %s | not xdsl-opt -p "opencl-attach-target{mcpu=gfx1100},opencl-schedule-contractions" 2>&1 | filecheck %s --check-prefix TYPE
// RUN: sed 's/SCHEDULE/{instruction = "mfma"}/' %s | not xdsl-opt -p "opencl-attach-target{mcpu=gfx1100},opencl-schedule-contractions" 2>&1 | filecheck %s --check-prefix NAME
// RUN: sed 's/SCHEDULE/{stages = 3 : i64}/' %s | not xdsl-opt -p "opencl-attach-target{mcpu=gfx1100},opencl-schedule-contractions" 2>&1 | filecheck %s --check-prefix STAGES
// RUN: sed 's/SCHEDULE/2 : i64/' %s | not xdsl-opt -p "opencl-attach-target{mcpu=gfx1100},opencl-schedule-contractions" 2>&1 | filecheck %s --check-prefix DICT
// RUN: sed 's/SCHEDULE/{waves = array<i64: 2, 2>}/' %s | not xdsl-opt -p "opencl-attach-target{abi=host},opencl-schedule-contractions" 2>&1 | filecheck %s --check-prefix HOST
// RUN: sed 's/SCHEDULE/{tile = array<i64: 8, 24, 64>}/' %s | not xdsl-opt -p "opencl-attach-target{abi=host},opencl-schedule-contractions" 2>&1 | filecheck %s --check-prefix COLUMNS
// RUN: sed 's/SCHEDULE/{tile = array<i64: 9, 16, 64>}/' %s | not xdsl-opt -p "opencl-attach-target{abi=host},opencl-schedule-contractions" 2>&1 | filecheck %s --check-prefix ROWS
// RUN: sed 's/SCHEDULE/{tile = array<i64: 8, 16, 0>}/' %s | not xdsl-opt -p "opencl-attach-target{abi=host},opencl-schedule-contractions" 2>&1 | filecheck %s --check-prefix DEPTH
// RUN: sed 's/{opencl.schedule = SCHEDULE}//; s/linalg.add/linalg.add {opencl.schedule = {}}/' %s | not xdsl-opt -p "opencl-attach-target{mcpu=gfx1100},opencl-schedule-contractions" 2>&1 | filecheck %s --check-prefix OTHER

// KEY: 'linalg.matmul': a schedule for this target has no 'tiles'; use 'tile', 'waves', 'instruction', 'stages'
// COUNT: 'tile' has 2 numbers, expected 3
// TYPE: 'tile' is 64 : i64; use array<i64: ...>
// NAME: 'instruction' is "mfma"; use one of "wmma.f32.16x16x16.f16", "none"
// STAGES: 'stages' is 3 : i64; use 1 or 2, as i64
// DICT: 'linalg.matmul': 2 : i64 is no dictionary
// HOST: a schedule for this target has no 'waves'; use 'tile'
// COLUMNS: a tile has 24 columns; use a power of two from 4 to {{16|32}}
// ROWS: a tile has 9 rows; use at most {{4|8}}, or a multiple of {{4|8}}
// DEPTH: a tile has a depth of 0; use at least 1
// OTHER: 'linalg.add' has 'opencl.schedule', and is no contraction
func.func @product(%a: memref<64x64xf16>, %b: memref<64x96xf16>, %c: memref<64x96xf32>) {
  linalg.matmul {opencl.schedule = SCHEDULE} ins(%a, %b : memref<64x64xf16>, memref<64x96xf16>) outs(%c : memref<64x96xf32>)
  linalg.add ins(%c, %c : memref<64x96xf32>, memref<64x96xf32>) outs(%c : memref<64x96xf32>)
  func.return
}
