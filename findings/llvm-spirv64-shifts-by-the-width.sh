#!/bin/bash
# Guess: llvm.fshl(a, b, n) is a where n is 0 or 32, on every target; for SPIR-V, where a shift by the width is
#   undefined, b is shifted by 32 - n only if n is not 0, or by 1 and then by 31 - n.
# Seen: llvmlite 0.50.0 (LLVM 22.1.0), triple spirv64: a function with OpUMod, OpShiftLeftLogical, OpISub,
#   OpShiftRightLogical and OpBitwiseOr, without a comparison: n = 0 shifts b by 32. A device that takes the
#   count modulo 32, as x86 does, gives a | b. A rotation (a is b) survives that.
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
declare i32 @llvm.fshl.i32(i32, i32, i32)
define spir_kernel void @k(ptr addrspace(1) %out, i32 %a, i32 %b, i32 %n) {
  %r = call i32 @llvm.fshl.i32(i32 %a, i32 %b, i32 %n)
  store i32 %r, ptr addrspace(1) %out
  ret void
}
"""))
helper = text[text.rindex("OpFunction ") :]
print(helper)
seen = re.findall(r"\b(Op\w+)", helper)
assert seen == ["OpFunction", *["OpFunctionParameter"] * 3, "OpLabel", "OpUMod", "OpShiftLeftLogical",
                "OpISub", "OpShiftRightLogical", "OpBitwiseOr", "OpReturnValue", "OpFunctionEnd"]
# The function with these instructions, on a device that takes counts modulo 32.
a, b, n = 1, 0x80000000, 0
left = n % 32
assert a << left | b >> (32 - left) % 32 == 0x80000001 != a
END
