#!/bin/bash
# Guess: a loop variable that starts at -39 is -39 when the loop did not run, on every GPU.
# Seen: llvmlite 0.50.0 (LLVM 22.1.0), gfx900, gfx1030, gfx1100, gfx1200: where a uniform phi and a
#   divergent one start at the same number, llc moves it to scalar registers by
#   `s_mov_b64 s[0:1], 0xffffffffffffffd9`. The instruction has 32 bits of it and zeros above them:
#   4294967257; of a double with 32 zero bits at its end (-inf, 1.5) it has 0. gfx90a is right.
#   Mended on LLVM's main (llvm-project#200576).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check llvmlite==0.50.0
venv/bin/python - <<'PYTHON'
import re

from llvmlite import binding as llvm

llvm.initialize_all_targets()
llvm.initialize_all_asmprinters()
TEXT = """
define amdgpu_kernel void @k(ptr addrspace(1) %o, i32 %n, ptr addrspace(1) %p) {
entry:
  %l = call i32 @llvm.amdgcn.workitem.id.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %next ]
  %a = phi TYPE [ VALUE, %entry ], [ %a1, %next ]
  %b = phi TYPE [ VALUE, %entry ], [ %b1, %next ]
  %q = getelementptr TYPE, ptr addrspace(1) %p, i32 %i
  %b1 = load TYPE, ptr addrspace(1) %q
  %c = icmp sle i32 %i, %l
  br i1 %c, label %then, label %next
then:
  br label %next
next:
  %a1 = phi TYPE [ %b, %then ], [ %a, %loop ]
  %i1 = add i32 %i, 1
  %e = icmp slt i32 %i1, %n
  br i1 %e, label %loop, label %end
end:
  store TYPE %a1, ptr addrspace(1) %o
  %o2 = getelementptr TYPE, ptr addrspace(1) %o, i32 %l
  store TYPE %b, ptr addrspace(1) %o2
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
"""
print("LLVM", ".".join(map(str, llvm.llvm_version_info)))
for cpu in ("gfx900", "gfx90a", "gfx1030", "gfx1100", "gfx1200"):
    for type, value in (("i64", "-39"), ("double", "0xFFF0000000000000")):
        module = llvm.parse_assembly(TEXT.replace("TYPE", type).replace("VALUE", value))
        module.triple = "amdgcn-amd-amdhsa"
        target = llvm.Target.from_triple(module.triple)
        machine = target.create_target_machine(cpu=cpu, features="", opt=3)
        assembly = machine.emit_assembly(module)
        cut = re.findall(r"s_mov_b64 .*0x[0-9a-f]{9,}", assembly)
        print(cpu, type, value, cut)
        assert bool(cut) == (cpu != "gfx90a")
PYTHON
