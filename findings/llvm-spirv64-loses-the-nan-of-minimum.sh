#!/bin/bash
# Guess: llvm.minimum, which gives NaN if an operand is one and puts -0 before +0, becomes a comparison with
#   selections for SPIR-V, which has no such function; or LLVM refuses it.
# Seen: llvmlite 0.50.0 (LLVM 22.1.0), triple spirv64: fmin of OpenCL.std, which gives the operand that is no NaN.
#   llvm.maximum is fmax. llvm.minnum is fmin too, which is right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check llvmlite==0.50.0
venv/bin/python - <<'END'
import llvmlite.binding as llvm

llvm.initialize_all_targets()
llvm.initialize_all_asmprinters()
machine = llvm.Target.from_triple("spirv64-unknown-unknown").create_target_machine()


def compiled(function):
    text = machine.emit_assembly(llvm.parse_assembly(f"""
target triple = "spirv64-unknown-unknown"
declare float @llvm.{function}.f32(float, float)
define spir_kernel void @k(ptr addrspace(1) %out, float %x, float %y) {{
  %r = call float @llvm.{function}.f32(float %x, float %y)
  store float %r, ptr addrspace(1) %out
  ret void
}}
"""))
    body = text[text.index("OpFunction ") : text.index("OpFunctionEnd")].split("\n")
    made = [line.strip() for line in body if "OpExtInst" in line or "OpSelect" in line]
    print(f"{function}: {made}")
    return [line.split()[5] for line in made]


assert compiled("minimum") == compiled("minnum") == ["fmin"]
assert compiled("maximum") == compiled("maxnum") == ["fmax"]
END
