#!/bin/bash
# Guess: arith.truncf to a wider type or to the same one does not verify, as arith.trunci does not.
# Seen: xDSL 0.74.0: bf16 to f32 and f32 to f32 verify, and so does arith.extf from f32 to f16; trunci
#   and extsi are checked. MLIR (iree-opt 3.13.0): "are cast incompatible".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check xdsl==0.74.0 iree-base-compiler==3.13.0
try() {
  echo "func.func @f(%x: $2) { %y = \"arith.$1\"(%x) : ($2) -> $3 func.return }" >in.mlir
  xdsl=right mlir=right
  venv/bin/xdsl-opt in.mlir >/dev/null 2>text || xdsl=$(grep -oE 'Destination.*|No fastmath.*' text | head -1)
  venv/bin/iree-opt in.mlir >/dev/null 2>text || mlir=$(grep -oE 'are cast incompatible' text)
  echo "$1 $2 to $3: xDSL: $xdsl; MLIR: $mlir"
}
for words in 'truncf bf16 f32' 'truncf f32 f32' 'extf f32 f16'; do
  try $words
  [ "$xdsl" = right ] && [ "$mlir" = "are cast incompatible" ]
done
for words in 'trunci i16 i32' 'trunci i32 i32' 'extsi i32 i16'; do
  try $words
  [ "$xdsl" != right ] && [ "$mlir" = "are cast incompatible" ]
done
try truncf f32 bf16
[ "$xdsl $mlir" = "right right" ]
