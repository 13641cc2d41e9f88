#!/bin/bash
# Guess: fptrunc of a float to bfloat rounds 1e-40, whose bits are 0x000116c2, to 0x0001 on every
#   processor, since denormals are kept unless a function has an attribute that says otherwise.
# Seen: llvmlite 0.50.0 (LLVM 22.1.0), x86-64: with AVX512-BF16 or AVX-NE-CONVERT it is one
#   `vcvtneps2bf16`, which takes denormals for zeros whatever MXCSR says: 0x0000, executed where the
#   processor has the first. Without them LLVM calls a function (llvm-project#221052).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check llvmlite==0.50.0
venv/bin/python - <<'END'
import ctypes

from llvmlite import binding as llvm

llvm.initialize_native_target()
llvm.initialize_native_asmprinter()
TEXT = """
define void @f(ptr %in, ptr %out) {
  %x = load float, ptr %in
  %y = fptrunc float %x to bfloat
  store bfloat %y, ptr %out
  ret void
}
"""
for features in ("+avx2", "+avx512f,+avx512vl,+avx512bf16", "+avx2,+avxneconvert"):
    module = llvm.parse_assembly(TEXT)
    target = llvm.Target.from_triple("x86_64-unknown-linux-gnu")
    machine = target.create_target_machine(cpu="x86-64", features=features, opt=2, jit=True)
    used = "vcvtneps2bf16" in machine.emit_assembly(module)
    print(f"{features}: vcvtneps2bf16: {used}")
    assert used == ("bf16" in features or "neconvert" in features)
    if "bf16" in features and llvm.get_host_cpu_features().get("avx512bf16"):
        engine = llvm.create_mcjit_compiler(module, machine)
        engine.finalize_object()
        function = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
        given, made = ctypes.c_float(1e-40), ctypes.c_uint16(0xFFFF)
        bits = ctypes.c_uint32.from_buffer(given).value
        function(engine.get_function_address("f"))(ctypes.addressof(given), ctypes.addressof(made))
        print(f"1e-40 is 0x{bits:08x}, and becomes 0x{made.value:04x}")
        assert bits == 0x000116C2 and made.value == 0
END
