#!/bin/bash
# Guess: loop-hoist-memref keeps a place of an array in a value where no other store of the loop
#   can change it.
# Seen: xDSL 0.74.0: xdsl-run returns 10 for the function, and 4 after loop-hoist-memref; the
#   loop also stores 7 to the array by another index, which is the same place in its first
#   iteration.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check xdsl==0.74.0
cat >in.mlir <<'END'
func.func @f() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %seven = arith.constant 7 : i32
  %a = memref.alloc() : memref<4xi32>
  memref.store %zero, %a[%c0] : memref<4xi32>
  scf.for %i = %c0 to %c4 step %c1 {
    %v = memref.load %a[%c0] : memref<4xi32>
    %w = arith.addi %v, %one : i32
    memref.store %w, %a[%c0] : memref<4xi32>
    memref.store %seven, %a[%i] : memref<4xi32>
  }
  %r = memref.load %a[%c0] : memref<4xi32>
  func.return %r : i32
}
END
venv/bin/xdsl-opt in.mlir -p loop-hoist-memref >out.mlir
cat out.mlir
before=$(venv/bin/xdsl-run in.mlir --symbol f --verbose)
after=$(venv/bin/xdsl-run out.mlir --symbol f --verbose)
echo "before: $before, after: $after"
[[ "$before" == *10* && "$after" == *4* && "$after" != *10* ]]
