#!/bin/bash
# Guess: a stencil.store of what stencil.load loads copies that range.
# Seen: xDSL 0.74.0, shape-inference,convert-stencil-to-ll-mlir: nothing is left of both; the
#   function is empty, without an error.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check xdsl==0.74.0
cat >in.mlir <<'END'
func.func @f(%a: !stencil.field<[-4,12]xf32>, %o: !stencil.field<[-4,12]xf32>) {
  %t = stencil.load %a : !stencil.field<[-4,12]xf32> -> !stencil.temp<?xf32>
  stencil.store %t to %o(<[0], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  func.return
}
END
venv/bin/xdsl-opt in.mlir -p 'shape-inference,convert-stencil-to-ll-mlir' >out.mlir
cat out.mlir
! grep -qE 'store|scf|copy' out.mlir
