#!/bin/bash
# Guess: canonicalize folds the sum of two constants of f32 to infinity where it is too large,
#   or leaves it.
# Seen: xDSL 0.74.0: 3.0e38 + 3.0e38 ends in OverflowError: float too large to pack with f
#   format.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check xdsl==0.74.0
cat >in.mlir <<'END'
func.func @f() -> f32 {
  %a = arith.constant 3.0e38 : f32
  %r = arith.addf %a, %a : f32
  func.return %r : f32
}
END
if venv/bin/xdsl-opt in.mlir -p canonicalize >out.txt 2>&1; then
  cat out.txt
  exit 1
fi
grep 'OverflowError: float too large to pack with f format' out.txt
