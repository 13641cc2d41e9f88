#!/bin/bash
# Guess: Program.get_info(program_info.IL) gives the words of SPIR-V as bytes, as BINARIES does.
# Seen: pyopencl 2026.1.4, on Intel's driver (intel-opencl-rt 2026.2.0): UnicodeDecodeError, since the words are
#   decoded as UTF-8; OpLabel has the byte 0xf8, which no text has.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check pyopencl==2026.1.4 \
  intel-opencl-rt==2026.2.0 intel-cmplr-lib-rt==2026.2.0
export LD_LIBRARY_PATH=$folder/venv/lib OCL_ICD_VENDORS=$folder/vendors
mkdir vendors
echo "$folder/venv/lib/libintelocl.so" >vendors/intel.icd
venv/bin/python -W ignore - <<'END'
import struct

import pyopencl as cl

words = [0x07230203, 0x10000, 0, 7, 0]


def instruction(opcode, *operands):
    words.extend((len(operands) + 1 << 16 | opcode, *operands))


instruction(17, 4)  # OpCapability Addresses
instruction(17, 6)  # OpCapability Kernel
instruction(14, 2, 2)  # OpMemoryModel Physical64 OpenCL
instruction(15, 6, 5, 0x6B)  # OpEntryPoint Kernel %5 "k"
instruction(19, 1)  # %1 = OpTypeVoid
instruction(33, 2, 1)  # %2 = OpTypeFunction %1
instruction(54, 1, 5, 0, 2)  # %5 = OpFunction
instruction(248, 6)  # %6 = OpLabel
instruction(253)  # OpReturn
instruction(56)  # OpFunctionEnd
context = cl.Context(cl.get_platforms()[0].get_devices())
program = cl.Program(context, struct.pack(f"<{len(words)}I", *words)).build()
print("kernels:", [kernel.function_name for kernel in program.all_kernels()])
try:
    print(program.get_info(cl.program_info.IL))
except UnicodeDecodeError as error:
    print("UnicodeDecodeError:", error)
else:
    raise SystemExit("it is read")
END
