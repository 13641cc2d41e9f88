#!/bin/bash
# Guess: stencil-unroll does the same as before, also where its factor does not divide the size.
# Seen: xDSL 0.74.0, stencil-unroll{unroll-factor=5}, then
#   shape-inference,convert-stencil-to-ll-mlir: the loop over [0,8] counts by 5 and stores 5
#   elements each time, so elements 8 and 9, too.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check xdsl==0.74.0
cat >in.mlir <<'END'
func.func @f(%a: !stencil.field<[-4,12]xf32>, %o: !stencil.field<[-4,12]xf32>) {
  %t = stencil.load %a : !stencil.field<[-4,12]xf32> -> !stencil.temp<?xf32>
  %r = stencil.apply(%x = %t : !stencil.temp<?xf32>) -> (!stencil.temp<?xf32>) {
    %p = stencil.access %x[0] : !stencil.temp<?xf32>
    stencil.return %p : f32
  }
  stencil.store %r to %o(<[0], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  func.return
}
END
venv/bin/xdsl-opt in.mlir -p 'stencil-unroll{unroll-factor=5}' >unrolled.mlir
venv/bin/xdsl-opt unrolled.mlir -p shape-inference,convert-stencil-to-ll-mlir >out.mlir
cat out.mlir
[ "$(grep -c memref.store out.mlir)" = 5 ]
grep -q 'arith.constant 8 : index' out.mlir
grep -q 'arith.constant 5 : index' out.mlir
! grep -qE 'arith.min|affine.min|scf.if|arith.cmpi' out.mlir
