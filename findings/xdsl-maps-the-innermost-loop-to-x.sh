#!/bin/bash
# Guess: gpu-map-parallel-loops gives the loops of scf.parallel the dimensions that MLIR gives them.
# Seen: xDSL 0.74.0: the last loop is block_x. MLIR (iree-opt 3.13.0): the first one is. The grid of a kernel
#   of 2 by 1000 iterations is 1000 by 2 in xDSL and 2 by 1000 in MLIR.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check xdsl==0.74.0 iree-base-compiler==3.13.0
cat >in.mlir <<'END'
func.func @f(%m: memref<2x1000xindex>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %rows = arith.constant 2 : index
  %columns = arith.constant 1000 : index
  "scf.parallel"(%zero, %zero, %rows, %columns, %one, %one) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
  ^bb0(%i: index, %j: index):
    memref.store %j, %m[%i, %j] : memref<2x1000xindex>
    scf.reduce
  }) : (index, index, index, index, index, index) -> ()
  func.return
}
END
order() { grep -oE 'processor ?= ?block_[xyz]' | grep -oE 'block_.' | tr '\n' ' '; }
xdsl=$(venv/bin/xdsl-opt -p gpu-map-parallel-loops in.mlir | order)
mlir=$(venv/bin/iree-opt --pass-pipeline='builtin.module(func.func(gpu-map-parallel-loops))' in.mlir | order)
echo "xDSL: $xdsl MLIR: $mlir"
[ "$xdsl" = "block_y block_x " ]
[ "$mlir" = "block_x block_y " ]
