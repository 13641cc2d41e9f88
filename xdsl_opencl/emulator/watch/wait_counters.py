"""
Wait counters: the counters that an instruction counts up, and those for which it waits; and the
operands of memory instructions.

Sources: LLVM, `SIInsertWaitcnts.cpp` (the counters of each instruction, and which
counters are out of order); AMD, "RDNA3 Instruction Set Architecture", section 4.4 "Data
dependency resolution"; "RDNA4 Instruction Set Architecture", section 5.7.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.instruction import Instruction
from xdsl_opencl.emulator.operands import Literal, Name, Operand

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
"""The counters for which a field of a wait instruction waits."""

_WAIT = re.compile(r"s_wait(?:cnt)?_(\w+)")
_VECTOR_MEMORY = ("global_", "flat_", "buffer_", "tbuffer_", "scratch_", "image_")
_SCALAR_MEMORY = re.compile(r"s_(?:buffer_)?load_|s_mem(?:real)?time|s_sendmsg_rtn")
_STORES = re.compile(r"(?:global|flat|t?buffer|scratch|image)_(?:\w+_)?store|.*_wb")
_ATOMIC = re.compile(r"(?:global|flat|buffer|image)_atomic_")
_SAMPLES = re.compile(r"image_(?:sample|gather4|get_lod)")


def counters_of(instruction: Instruction, generation: Generation) -> tuple[int, ...]:
    """The counters that `instruction` counts up."""
    mnemonic = instruction.mnemonic
    if mnemonic.startswith("ds_"):
        return (LOCAL,)
    if _SCALAR_MEMORY.match(mnemonic):
        return (SCALAR,)
    if not mnemonic.startswith(_VECTOR_MEMORY) or "_inv" in mnemonic:
        return ()
    kind = LOAD
    if generation.major < 10:
        # One counter covers both loads and stores.
        pass
    elif generation.split_counters and _SAMPLES.match(mnemonic):
        kind = SAMPLE
    elif generation.split_counters and mnemonic.startswith("image_bvh"):
        kind = BVH
    elif _only_stores(instruction):
        kind = STORE
    return (kind, LOCAL) if mnemonic.startswith("flat_") else (kind,)


def _only_stores(instruction: Instruction) -> bool:
    """True for vector memory instructions that do not write registers."""
    if _ATOMIC.match(instruction.mnemonic):
        return not has_result(instruction)
    return _STORES.match(instruction.mnemonic) is not None


def has_result(instruction: Instruction) -> bool:
    """True if an atomic instruction writes the old value to registers."""
    if instruction.mnemonic.startswith("ds_"):
        return "_rtn" in instruction.mnemonic
    modifiers = instruction.modifiers
    temporal = str(modifiers.get("th", ""))
    return "glc" in modifiers or "sc0" in modifiers or "RETURN" in temporal


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


def address_operands(instruction: Instruction) -> tuple[Operand, ...]:
    """The operands of a memory instruction that form its address."""
    mnemonic, operands = instruction.mnemonic, instruction.operands
    if mnemonic.startswith(("ds_bpermute", "ds_permute", "ds_swizzle", "ds_gws")):
        return ()
    if mnemonic.startswith("ds_"):
        loads = "read" in mnemonic or "load" in mnemonic or "_rtn" in mnemonic
        return operands[1:2] if loads else operands[:1]
    if mnemonic.startswith(("global_", "flat_", "scratch_")):
        if _only_stores(instruction):
            return (*operands[:1], *operands[2:])
        if _ATOMIC.match(mnemonic):
            return (*operands[1:2], *operands[3:])
        return operands[1:]
    memory = ("buffer_", "tbuffer_", "image_")
    if mnemonic.startswith(memory) or _SCALAR_MEMORY.match(mnemonic):
        return operands[1:]
    return ()
