"""
Recognises files by the ending of their names and by their first bytes.
"""

from __future__ import annotations

C_ENDINGS = (".cl", ".c", ".h", ".clc", ".clh", ".ocl", ".opencl")
IR_ENDINGS = (".ll", ".bc")
CPLUSPLUS_ENDINGS = (".clcpp", ".cpp", ".cc", ".cxx")

SPIRV_ENDINGS = (".spv", ".spirv")

SPIRV_MESSAGE = "this is a SPIR-V module; its ending should be .spv"

_BITCODE = (b"BC\xc0\xde", b"\xde\xc0\x17\x0b")
_SPIRV = (b"\x03\x02\x23\x07", b"\x07\x23\x02\x03")


def is_binary(data: bytes) -> bool:
    """Returns whether `data` begins like LLVM bitcode."""
    return data.startswith(_BITCODE)


def is_spirv(data: bytes) -> bool:
    """Returns whether `data` begins like a SPIR-V module, in either byte order."""
    return data.startswith(_SPIRV)
