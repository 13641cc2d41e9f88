#!/bin/bash
# Guess: a verified module has no operand that is defined after its use.
# Seen: xDSL 0.74.0 parses, verifies and prints one; xdsl-run then fails in the interpreter. MLIR:
#   "operand #0 does not dominate this use" (mlir-opt of every release).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check xdsl==0.74.0
cat >in.mlir <<'END'
func.func @f(%a: i32) -> i32 {
  %s = arith.addi %t, %a : i32
  %t = arith.muli %a, %a : i32
  func.return %s : i32
}
END
venv/bin/xdsl-opt in.mlir | tee out.mlir
grep -A1 'arith.addi %t' out.mlir | tail -1 | grep 'arith.muli'
if venv/bin/xdsl-run in.mlir --symbol f --args '2 : i32' >text 2>&1; then exit 1; fi
tail -1 text
