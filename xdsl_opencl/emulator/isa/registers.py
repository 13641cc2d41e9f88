"""
Registers by their numbers in machine code.

Source: LLVM, `AMDGPUDisassembler.cpp` and `SIRegisterInfo.td`.
"""

from __future__ import annotations

import re
from functools import cache

from xdsl_opencl.emulator.isa.reading import Reading
from xdsl_opencl.emulator.operands import Register, Special

_SPECIALS_32 = {
    102: "flat_scratch_lo",
    103: "flat_scratch_hi",
    104: "xnack_mask_lo",
    105: "xnack_mask_hi",
    106: "vcc_lo",
    107: "vcc_hi",
    108: "tba_lo",
    109: "tba_hi",
    110: "tma_lo",
    111: "tma_hi",
    126: "exec_lo",
    127: "exec_hi",
    230: "src_flat_scratch_base_lo",
    231: "src_flat_scratch_base_hi",
    235: "src_shared_base",
    236: "src_shared_limit",
    237: "src_private_base",
    238: "src_private_limit",
    239: "src_pops_exiting_wave_id",
    251: "src_vccz",
    252: "src_execz",
    253: "src_scc",
    254: "src_lds_direct",
}
_NARROW = (231, 254)
"""Names that no operand of 64 bits has."""

_SPECIALS_64 = {
    **{102: "flat_scratch", 104: "xnack_mask", 106: "vcc", 108: "tba", 110: "tma"},
    126: "exec",
    **{n: t for n, t in _SPECIALS_32.items() if n > 127 and n not in _NARROW},
}


Machine = Register | Special
"""What a number of a register stands for."""


@cache
def vector(file: str, first: int, width: int) -> Register | None:
    """
    The vector or accumulation registers from `first`; `None` beyond the last. LLVM has more
    vector registers than most processors, and accepts their numbers everywhere.
    """
    count = max(width // 32, 1)
    if file == "a" and first + count > 256:
        return None
    return Register(file, first, count)


@cache
def half(first: int, high: bool) -> Register:
    """One half of a vector register."""
    return Register("v", first, half="h" if high else "l")


@cache
def scalar(number: int, width: int, major: int) -> Machine | int | None:
    """
    The operand with `number` below 256: a register, the number itself for a constant (128 to 208,
    240 to 248, 255), or `None` if there is none.
    """
    # LLVM has no scalar registers of 192 and 1024 bits, no `ttmp` of 96 bits, and takes other ones.
    count = {6: 8, 32: 16}.get(width // 32, max(width // 32, 1))
    if number <= (105 if major >= 10 else 101):
        return _aligned("s", number, 5 if width == 192 else count, 106)
    first, last = (108, 123) if major >= 9 else (112, 123)
    if first <= number <= last:
        return _aligned("ttmp", number - first, 8 if width == 96 else count, 16)
    if 128 <= number <= 208 or 240 <= number <= 248 or number == 255:
        return number
    null = 124 if major >= 11 else 125
    if count == 1:
        if number in (124, 125):
            return Special("null" if number == null else "m0")
        name = _SPECIALS_32.get(number)
    elif number == null:
        name = "null"
    else:
        name = _SPECIALS_64.get(number) if count == 2 else None
    return Special(name) if name else None


def _aligned(file: str, number: int, count: int, size: int) -> Register | None:
    step = min(count, 4) if count != 3 else 4
    first = number - number % step
    return Register(file, first, count) if first + count <= size else None


_CLASS = re.compile(
    r"(VGPR|VReg|AGPR|AReg|AV|VS|VRegOrLds|SRegOrLds|SReg|SGPR)_(\d+)(.*)", re.ASCII
)
_MASKS = frozenset(("exec", "exec_lo", "exec_hi"))


@cache
def belongs(register: Machine, name: str) -> bool:
    """Returns whether LLVM's register class `name` has `register`."""
    match = _CLASS.fullmatch(name)
    if match is None:
        return True
    kind, width, rest = match[1], int(match[2]), match[3]
    vectors_only = kind in ("VGPR", "VReg", "AGPR", "AReg", "AV", "VRegOrLds")
    if isinstance(register, Register):
        if register.file in ("s", "ttmp"):
            return not vectors_only and register.count == max(width // 32, 1)
        files = {"V": "v", "A": "a", "S": ""}[kind[0]] if kind != "AV" else "va"
        if register.file not in files:
            return False
        low = "Lo128" not in rest or register.first < 128
        if register.half:
            return width == 16 and low
        if width == 16 or register.count != width // 32:
            return False
        aligned = "Align2" in rest or ("Lo256" in rest and width > 32)
        return low and not (aligned and register.first % 2)
    text = register.name
    if text == "null" or (text.startswith("src_") and text != "src_lds_direct"):
        return True  # values rather than registers
    if text == "src_lds_direct":
        return kind == "VS" or kind.endswith("OrLds")
    if vectors_only:
        return False
    if text == "m0":
        return "XM0" not in rest
    if text in _MASKS:
        if "XEXEC_HI" in rest:
            return text == "exec_lo"
        return "XEXEC" not in rest
    return True


def misplaced(reading: Reading, index: int) -> str:
    """LLVM's class of the registers of operand `index` if its register is not one of them, or ""."""
    value, operand = reading.values[index], reading.row.operands[index]
    if not isinstance(value, Machine) or not operand.classes:
        return ""
    aligned = bool(reading.features & {"accumulation_operands", "gfx1250"})
    name = operand.classes[-1 if aligned else 0]
    if "gfx1250" in reading.features:
        name = name.replace("AV_", "VReg_")  # without accumulation registers
    if index in reading.resized and isinstance(value, Register):
        prefix, _, rest = name.partition("_")
        size = 32 * value.count
        align = "_Align2" if "Align2" in rest and size > 32 else ""
        narrow = prefix in ("VGPR", "VReg")
        name = f"{'VReg' if narrow else prefix}_{size}{align}"
        name = "VGPR_32" if narrow and size == 32 else name
    return "" if belongs(value, name) else name
