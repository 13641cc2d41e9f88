#!/bin/bash
# Guess: stencil.combine with lowerext and upperext has one more result for each.
# Seen: xDSL 0.74.0, shape-inference,convert-stencil-to-ll-mlir: the values of upperext are
#   stored where those of lowerext belong, and the field of upperext is never written.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check xdsl==0.74.0
cat >in.mlir <<'END'
func.func @f(%a: !stencil.field<[-4,12]xf32>, %o: !stencil.field<[-4,12]xf32>, %u: !stencil.field<[-4,12]xf32>, %w: !stencil.field<[-4,12]xf32>) {
  %t = stencil.load %a : !stencil.field<[-4,12]xf32> -> !stencil.temp<?xf32>
  %r0, %r1, %r2, %r3 = stencil.apply(%x = %t : !stencil.temp<?xf32>) -> (!stencil.temp<?xf32>, !stencil.temp<?xf32>, !stencil.temp<?xf32>, !stencil.temp<?xf32>) {
    %p = stencil.access %x[0] : !stencil.temp<?xf32>
    %q = arith.addf %p, %p : f32
    stencil.return %p, %q, %p, %q : f32, f32, f32, f32
  }
  %m, %l, %h = stencil.combine 0 at 4 lower = (%r0 : !stencil.temp<?xf32>) upper = (%r1 : !stencil.temp<?xf32>) lowerext = %r2 : !stencil.temp<?xf32> upperext = %r3 : !stencil.temp<?xf32> : !stencil.temp<?xf32>, !stencil.temp<?xf32>, !stencil.temp<?xf32>
  stencil.store %m to %o(<[0], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  stencil.store %l to %u(<[0], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  stencil.store %h to %w(<[0], [8]>) : !stencil.temp<?xf32> to !stencil.field<[-4,12]xf32>
  func.return
}
END
venv/bin/xdsl-opt in.mlir -p 'shape-inference,convert-stencil-to-ll-mlir' >out.mlir
cat out.mlir
[ "$(grep -c 'memref.store .*%u_storeview' out.mlir)" = 2 ]
! grep -q 'memref.store .*%w' out.mlir
