#!/bin/bash
# Guess: llvm.smul.with.overflow(-1, 1), as __builtin_mul_overflow has it, does not overflow on any target.
# Seen: llvmlite 0.50.0 (LLVM 22.1.0), triple spirv64: OpSMulExtended, and its upper half is compared with zero, as for
#   numbers without a sign: -1 * 1 "overflows", since the upper half is -1, and 65536 * 32768, which is no int,
#   does not.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check llvmlite==0.50.0
venv/bin/python - <<'END'
import re

import llvmlite.binding as llvm

llvm.initialize_all_targets()
llvm.initialize_all_asmprinters()
machine = llvm.Target.from_triple("spirv64-unknown-unknown").create_target_machine()
text = machine.emit_assembly(llvm.parse_assembly("""
target triple = "spirv64-unknown-unknown"
declare {i32, i1} @llvm.smul.with.overflow.i32(i32, i32)
define spir_kernel void @k(ptr addrspace(1) %out, i32 %a, i32 %b) {
  %pair = call {i32, i1} @llvm.smul.with.overflow.i32(i32 %a, i32 %b)
  %overflow = extractvalue {i32, i1} %pair, 1
  %number = zext i1 %overflow to i32
  store i32 %number, ptr addrspace(1) %out
  ret void
}
"""))
print(text)
zero = re.search(r"(%\d+) = OpConstantNull", text)[1]
product = re.search(r"(%\d+) = OpSMulExtended", text)[1]
upper = re.search(rf"(%\d+) = OpCompositeExtract %\d+ {product} 1\n", text)[1]
assert re.search(rf"OpINotEqual %\d+ {upper} {zero}\n", text)
assert not re.search("OpShiftRightArithmetic|OpSLessThan|OpBitwiseXor", text)
# What this comparison says of a product, and whether it fits 32 bits.
for a, b in ((-1, 1), (65536, 32768)):
    overflow, fits = (a * b >> 32) != 0, -(2**31) <= a * b < 2**31
    print(f"{a} * {b}: overflow {overflow}, fits {fits}")
    assert overflow == fits
END
