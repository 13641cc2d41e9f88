"""
The words of CLRX's assembler for programs of ABI amdcl2: its names of processors and of the
types of kernel arguments.

Sources: CLRX, `doc/ClrxAsmAmdCl2.md` and `amdasm/AsmAmdFormat.cpp` (`argTypeNameMap`,
`parseArg`), `utils/GPUId.cpp` (devices), `amdbin/AmdCL2BinGen.cpp` (drivers).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from xdsl_opencl.abi.enums import AccessQualifier, AddressSpace, ImageKind
from xdsl_opencl.abi.gpu.processors import ByGeneration
from xdsl_opencl.abi.model import (
    AbiError,
    Argument,
    HandleKind,
    HandleType,
    ImageArgument,
    PointerType,
    ScalarKind,
    StructType,
    ValueType,
)
from xdsl_opencl.abi.reflection import ArgumentInfo

_DRIVER_VERSION = 234800
_NEWER_DRIVERS: Mapping[str, int] = {
    "gfx902": 252700,
    "gfx904": 252700,
    "gfx906": 258000,
}
"""The drivers that came with the later processors."""


def driver_version(processor: str) -> int:
    """
    The driver that a program for `processor` is written for: major version times 100 plus
    minor. Its argument buffer is the one that drivers have from 1912.05.
    """
    return _NEWER_DRIVERS.get(processor, _DRIVER_VERSION)


DEVICES: Mapping[str, str] = {
    "gfx700": "Spectre",
    "gfx701": "Hawaii",
    "gfx702": "Hawaii",
    "gfx703": "Kalindi",
    "gfx704": "Bonaire",
    "gfx801": "Carrizo",
    "gfx802": "Tonga",
    "gfx803": "Fiji",
    "gfx810": "Stoney",
    "gfx900": "GFX900",
    "gfx902": "GFX902",
    "gfx904": "GFX904",
    "gfx906": "GFX906",
}
"""LLVM's name of a processor to CLRX's."""

ADDED_SGPRS = 2
"""Registers that CLRX adds to `.sgprsnum`: VCC."""
FLAT_SCRATCH_SGPRS = ByGeneration(
    "FLAT_SCRATCH_SGPRS in abi/gpu/clrx.py", {7: 2, 8: 4, 9: 4}
)
"""
Registers that it adds besides for kernels with `.useenqueue` or `.usegeneric`: those of
FLAT_SCRATCH, and from gfx8 on of XNACK_MASK.
"""

MAX_LOCAL_BYTES = 32768
"""The most that `.localsize` takes (`getGPUMaxLocalSize`)."""

NAME = re.compile(r"[A-Za-z_.$][\w.$]*", re.ASCII)
"""A name that CLRX reads as one."""

_NOT_THERE: Mapping[ScalarKind, str] = {ScalarKind.HALF: "ushort"}
"""Types of OpenCL C for which CLRX has no word, and one of the same size."""

_HANDLES: Mapping[HandleKind, str] = {
    HandleKind.SAMPLER: "sampler",
    HandleKind.QUEUE: "queue",
    HandleKind.CLK_EVENT: "clkevent",
    HandleKind.PIPE: "pipe",
}

_SPACES: Mapping[AddressSpace, str] = {
    AddressSpace.GLOBAL: "global",
    AddressSpace.CONSTANT: "constant",
    AddressSpace.LOCAL: "local",
}

_QUALIFIERS = ("const", "restrict", "volatile")


def _value_word(type_: ValueType) -> str:
    scalar = _NOT_THERE.get(type_.scalar, type_.scalar)
    return f"{scalar}{type_.width if type_.width > 1 else ''}"


def _pointer_words(base_type_name: str, align: int | None) -> str:
    """
    The words for a pointer of type `base_type_name`. Of a structure it tells the alignment
    at most, which stands for the size; another pointer is one to `void`.
    """
    name = base_type_name.removesuffix("*").strip()
    if (found := ValueType.named(name)) is not None:
        return f"{_value_word(found)}*"
    if name.endswith("*") or name in ("", "void", "size_t"):
        return "void*"
    return f"structure*, {align or 1}"


def argument_words(argument: Argument, info: ArgumentInfo) -> str:
    """
    The operands of `.arg` after name and name of the type: `float4*, global, restrict`.

    Raises `AbiError` for a type that the assembler has no word for.
    """
    match argument.type:
        case ValueType() as value:
            return _value_word(value)
        case StructType(size):
            return f"structure, {size}"
        case PointerType(space, align) if space in _SPACES:
            words = [q for q in _QUALIFIERS if q in info.type_qualifiers.split()]
            operands = [_pointer_words(info.base_type_name, align), _SPACES[space]]
            return ", ".join((*operands, *([" ".join(words)] if words else [])))
        case ImageArgument(kind, access):
            if kind.is_depth or kind.is_msaa:
                raise AbiError(
                    f"ABI amdcl2 has no {kind}; use {ImageKind.IMAGE2D} or "
                    f"{ImageKind.IMAGE2D_ARRAY}, or ABI amdhsa"
                )
            if access is AccessQualifier.NONE:
                access = AccessQualifier.READ_ONLY
            return f"{kind.removesuffix('_t')}, {access}"
        case HandleType(kind) if kind in _HANDLES:
            return _HANDLES[kind]
        case PointerType(space):
            raise AbiError(f"ABI amdcl2 has no {space} pointer as an argument")
        case HandleType(kind):
            raise AbiError(f"ABI amdcl2 has no {kind} as an argument; make it inside")
        case _:
            raise AbiError(
                "ABI amdcl2 has no image companions; its images have descriptors"
            )
