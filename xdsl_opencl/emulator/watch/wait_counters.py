"""
Wait counters: the counters that an instruction counts up, and those for which it waits.

The tables of encodings have the counters of each instruction. Sources: LLVM,
`SIInsertWaitcnts.cpp` (which counters are out of order); AMD, "RDNA3 Instruction Set
Architecture", section 4.4 "Data dependency resolution"; "RDNA4 Instruction Set Architecture",
section 5.7.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.instruction import Instruction
from xdsl_opencl.emulator.operands import Literal, Name

LOAD, STORE, LOCAL, SCALAR, SAMPLE, BVH = range(6)

ACCESSES = {
    LOAD: "load",
    STORE: "store",
    LOCAL: "access to LDS",
    SCALAR: "scalar load",
    SAMPLE: "read of an image",
    BVH: "intersection",
}
"""The access that each counter counts."""

_FIELDS: Mapping[str, tuple[int, ...]] = {
    "vmcnt": (LOAD,),
    "vscnt": (STORE,),
    "lgkmcnt": (LOCAL, SCALAR),
    "loadcnt": (LOAD,),
    "storecnt": (STORE,),
    "dscnt": (LOCAL,),
    "kmcnt": (SCALAR,),
    "samplecnt": (SAMPLE,),
    "bvhcnt": (BVH,),
    "idle": tuple(ACCESSES),
}
"""The counters that each field of a wait instruction names."""

_WAIT = re.compile(r"s_wait(?:cnt)?_(\w+)")


def counters_of(instruction: Instruction, generation: Generation) -> tuple[int, ...]:
    """The counters that `instruction` counts up."""
    image_atomic = instruction.mnemonic.startswith("image_atomic_")
    if image_atomic and generation.major >= 10 and not has_result(instruction):
        return (STORE,)
    return instruction.counters


def has_result(instruction: Instruction) -> bool:
    """
    Returns whether a memory instruction writes registers. LLVM describes an atomic on images once: a
    modifier tells if it has a result.
    """
    if not instruction.mnemonic.startswith("image_atomic_"):
        return instruction.result
    modifiers = instruction.modifiers
    return "glc" in modifiers or "RETURN" in str(modifiers.get("th", ""))


def waits(instruction: Instruction) -> list[tuple[int, int]]:
    """
    The counters for which `instruction` waits, each with the number of accesses that may be
    outstanding.
    """
    if instruction.mnemonic == "s_waitcnt":
        return [
            (counter, int(operand.arguments[0]))
            for operand in instruction.operands
            if isinstance(operand, Name) and operand.name in _FIELDS
            for counter in _FIELDS[operand.name]
        ]
    match = _WAIT.fullmatch(instruction.mnemonic)
    if match is None:
        return []
    most = 0
    for operand in instruction.operands:
        if isinstance(operand, Literal):
            most = int(operand.value)
    names = match[1].split("_")
    # If one instruction has two counters, the first is in bits 8 and up.
    counts = [most] if len(names) == 1 else [most >> 8 & 0x3F, most & 0x3F]
    return [
        (counter, count)
        for name, count in zip(names, counts, strict=False)
        for counter in _FIELDS.get(name, ())
    ]
