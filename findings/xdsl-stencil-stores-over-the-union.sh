#!/bin/bash
# Guess: stencil.store writes the range that it names.
# Seen: xDSL 0.74.0, shape-inference,convert-stencil-to-ll-mlir: two results of one
#   stencil.apply that are stored to [0,4] and [2,8] are both stored by one loop from 0 to 8.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check xdsl==0.74.0
cat >in.mlir <<'END'
func.func @f(%a: !stencil.field<[-4,12]xf32>, %o: !stencil.field<[-4,12]xf32>, %u: !stencil.field<[-4,12]xf32>) {
  %t = stencil.load %a : !stencil.field<[-4,12]xf32> -> !stencil.temp<?xf32>
  %r0, %r1 = stencil.apply(%x = %t : !stencil.temp<?xf32>) -> (!stencil.temp<?xf32>, !stencil.temp<?xf32>) {
    %p = stencil.access %x[0] : !stencil.temp<?xf32>
    %q = arith.addf %p, %p : f32
    stencil.return %p, %q : f32, f32
  }
  stencil.store %r0 to %o(<[0], [4]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  stencil.store %r1 to %u(<[2], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  func.return
}
END
venv/bin/xdsl-opt in.mlir -p 'shape-inference,convert-stencil-to-ll-mlir' >out.mlir
cat out.mlir
[ "$(grep -c scf.parallel out.mlir)" = 1 ]
[ "$(grep -c memref.store out.mlir)" = 2 ]
grep -q 'arith.constant 0 : index' out.mlir
grep -q 'arith.constant 8 : index' out.mlir
! grep -qE 'arith.constant [24] : index' out.mlir
