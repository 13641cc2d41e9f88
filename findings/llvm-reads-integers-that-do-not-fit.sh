#!/bin/bash
# Guess: `i8 300` in LLVM's text is an error: the constant does not fit its type.
# Seen: llvmlite 0.50.0 (LLVM 22.1.0): it is `i8 44`, and `i1 2` is false, `i8 -300` is -44, without a word; in a switch
#   the case `i8 256` is the case 0. llvmlite's own Constant(IntType(8), 300) writes such text. (LLVM's programs
#   opt 19 and 22 do the same; MLIR's `300 : i8` is "integer constant out of range".)
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check llvmlite==0.50.0
venv/bin/python - <<'END'
import re

import llvmlite.binding as llvm
from llvmlite import ir

module = ir.Module()
for name, bits, number in (("large", 8, 300), ("small", 8, -300), ("truth", 1, 2)):
    type_ = ir.IntType(bits)
    function = ir.Function(module, ir.FunctionType(type_, ()), name)
    ir.IRBuilder(function.append_basic_block()).ret(ir.Constant(type_, number))
written = str(module)
read = llvm.parse_assembly(written)
read.verify()
print(written, read)
assert re.findall("ret i. (.+)", written) == ["300", "-300", "2"]
assert re.findall("ret i. (.+)", str(read)) == ["44", "-44", "false"]
cases = llvm.parse_assembly("""
define i32 @f(i8 %x) {
  switch i8 %x, label %other [ i8 256, label %case ]
case:
  ret i32 1
other:
  ret i32 2
}
""")
cases.verify()
assert "i8 0, label %case" in str(cases)
END
