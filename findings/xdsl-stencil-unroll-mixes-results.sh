#!/bin/bash
# Guess: stencil-unroll of a stencil.apply with two results returns the values of the first,
#   then those of the second, as stencil.return has them.
# Seen: xDSL 0.74.0, stencil-unroll{unroll-factor=2}: it returns them element by element (p0,
#   q0, p1, q1), so that the first result gets p0 and q0; the types fit, and nothing is
#   reported.
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
  stencil.store %r0 to %o(<[0], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  stencil.store %r1 to %u(<[0], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  func.return
}
END
venv/bin/xdsl-opt in.mlir -p 'stencil-unroll{unroll-factor=2}' >out.mlir
cat out.mlir
grep -qE 'stencil.return %p, %q, %p_1, %q_1 unroll <\[2\]>' out.mlir
