#!/bin/bash
# Guess: a trunc to i4 and a sext of it repeat the lowest four bits: 15 becomes -1; or LLVM refuses the type, for
#   which SPIR-V needs an extension.
# Seen: llvmlite 0.50.0 (LLVM 22.1.0), triple spirv64: i4 is an integer of 8 bits, and nothing cuts what does not fit:
#   OpUConvert to 8 bits and OpSConvert back, so that 15 stays 15. zext of an i4 sum has five bits. For i128
#   it does refuse: "a width other than 8, 16, 32 or 64 bits requires the following SPIR-V extension".
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


def compiled(body):
    text = machine.emit_assembly(llvm.parse_assembly(f"""
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %out, i16 %x) {{
  {body}
  store i16 %r, ptr addrspace(1) %out
  ret void
}}
"""))
    print(text[text.index("OpFunction ") :])
    widths = re.findall(r"OpTypeInt (\d+)", text)
    return sorted(widths), re.findall(r"\b(OpUConvert|OpSConvert|OpIAdd|OpBit\w+|OpShift\w+|OpSelect)", text)


cut = compiled("%t = trunc i16 %x to i4\n %r = sext i4 %t to i16")
assert cut == (["16", "8"], ["OpUConvert", "OpSConvert"]), cut
added = compiled("%t = trunc i16 %x to i4\n %s = add i4 %t, 5\n %r = zext i4 %s to i16")
assert added == (["16", "8"], ["OpUConvert", "OpIAdd", "OpUConvert"]), added
END
