#!/bin/bash
# Guess: (0.0f - x) * y without `nsz` has the sign of a zero that IEEE says: +0 - +0 is +0.
# Seen: llvmlite 0.50.0 (LLVM 22.1.0), gfx1100: `0.0 - b` as an operand of a product becomes the
#   source modifier `-b`, which is -0 where b is +0: the product with -1.0 is +0 and must be -0.
#   Without the product the difference is computed as it must be.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check llvmlite==0.50.0
venv/bin/python - <<'PYTHON'
from llvmlite import binding as llvm

llvm.initialize_all_targets()
llvm.initialize_all_asmprinters()
TEXT = """
define amdgpu_kernel void @k(ptr addrspace(1) %o, float %b, float %c) {
  %d = fsub float 0.0, %b
  %r = REST
  store float %r, ptr addrspace(1) %o
  ret void
}
"""
print("LLVM", ".".join(map(str, llvm.llvm_version_info)))
for rest in ("fmul float %d, %c", "bitcast float %d to float"):
    module = llvm.parse_assembly(TEXT.replace("REST", rest))
    module.triple = "amdgcn-amd-amdhsa"
    target = llvm.Target.from_triple(module.triple)
    machine = target.create_target_machine(cpu="gfx1100", features="", opt=3)
    assembly = machine.emit_assembly(module)
    code = [line.strip() for line in assembly.splitlines() if "_f32" in line]
    print(rest, code)
    negated = any("mul_f32" in line and "-s" in line for line in code)
    assert negated == ("fmul" in rest)
    assert negated or any("sub_f32" in line for line in code)
PYTHON
