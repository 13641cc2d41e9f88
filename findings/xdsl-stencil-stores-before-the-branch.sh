#!/bin/bash
# Guess: a stencil.store in scf.if stores if the condition is true.
# Seen: xDSL 0.74.0, shape-inference,convert-stencil-to-ll-mlir: the loop of the stencil.apply
#   before the scf.if stores, always; the scf.if is gone.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check xdsl==0.74.0
cat >in.mlir <<'END'
func.func @f(%a: !stencil.field<[-4,12]xf32>, %o: !stencil.field<[-4,12]xf32>, %c: i1) {
  %t = stencil.load %a : !stencil.field<[-4,12]xf32> -> !stencil.temp<?xf32>
  %r = stencil.apply(%x = %t : !stencil.temp<?xf32>) -> (!stencil.temp<?xf32>) {
    %p = stencil.access %x[0] : !stencil.temp<?xf32>
    stencil.return %p : f32
  }
  scf.if %c {
    stencil.store %r to %o(<[0], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  }
  func.return
}
END
venv/bin/xdsl-opt in.mlir -p 'shape-inference,convert-stencil-to-ll-mlir' >out.mlir
cat out.mlir
grep -q memref.store out.mlir
! grep -q scf.if out.mlir
