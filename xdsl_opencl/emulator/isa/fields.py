"""
What the fields of an encoding stand for: operands, and modifiers by name.

A modifier with a value is that value: an integer (`"offset": 16`, `"dmask": 15`), a tuple of
integers (`"quad_perm": (1, 0, 3, 2)`, `"op_sel": (0, 1, 0)`), or a name (`"dst_sel": "WORD_1"`,
`"dim": "SQ_RSRC_IMG_2D"`, `"omod": "mul:2"`); one without is `True` (`"glc"`, `"clamp"`, `"offen"`).

Source: LLVM, `AMDGPUInstPrinter.cpp`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from xdsl_opencl.emulator.isa import codes
from xdsl_opencl.emulator.isa.constants import signed
from xdsl_opencl.emulator.isa.reading import Reading, Refused
from xdsl_opencl.emulator.isa.tables import Row
from xdsl_opencl.emulator.operands import Literal, Name, Operand, Register, Special

Modifiers = dict[str, Any]
ReadModifiers = Callable[[int, Reading], Modifiers]
ReadOperands = Callable[[int, Reading], tuple[Operand, ...]]
"""Makes a number of an encoding modifiers or operands."""


# Modifiers


def _flag(name: str, value: int, reading: Reading) -> Modifiers:
    known = name != "gds" or "global_data_share" in reading.features
    return {name: True} if value and known else {}


def _number(name: str, always: bool, value: int, reading: Reading) -> Modifiers:
    return {name: value} if value or always else {}


def _policy(access: str, value: int, reading: Reading) -> Modifiers:
    if reading.major >= 12:
        return codes.temporal_hint(value, access)
    scalar = access == "scalar"
    return codes.cache_policy(value, scalar, reading.features, reading.major)


def _offset(kind: str, value: int, reading: Reading) -> Modifiers:
    if not value:
        return {}
    if kind == "24":
        return {"offset": signed(value, 24)}
    if kind == "flat":
        bits = {10: 12, 12: 24}.get(reading.major, 13)
        return {"offset": signed(value, bits)}
    return {"offset": value & 0xFFFF}


def _packed(
    name: str, mask: int, places: str, flags: str, value: int, reading: Reading
) -> Modifiers:
    found = [
        bool(place != "-" and reading.number(f"src{place}_modifiers") & mask)
        for place in places
    ]
    usual = mask == 8 and "p" in flags
    if "d" in flags:
        result = bool(reading.number("src0_modifiers") & 8)
        if not result and all(bit == usual for bit in found):
            return {}
        found.append(result)
    elif all(bit == usual for bit in found):
        return {}
    return {name: tuple(map(int, found))}


def _chosen(kind: str, value: int, reading: Reading) -> Modifiers:
    first = reading.number("src0_modifiers")
    second = first >> 1 if kind == "byte" else reading.number("src1_modifiers")
    bits = first >> 2 & 1, second >> 2 & 1
    return {"op_sel": bits} if any(bits) else {}


def lanes(doubles: bool, value: int, reading: Reading) -> codes.Pattern:
    """The pattern of a DPP instruction; of `doubles` some GPUs have fewer."""
    code = value & 0xFFFFFFFF
    accumulation = "accumulation_operands" in reading.features
    if doubles and "dp_alu_dpp" in reading.features:
        legal = 0x150 <= code <= 0x15F and (accumulation or reading.major == 12)
        if not legal:
            name = "row_share" if reading.major == 12 else "row_newbcast"
            return f" /* DP ALU dpp only supports {name} */"
    return codes.lane_pattern(code, reading.major, accumulation)


def _pattern(doubles: bool, value: int, reading: Reading) -> Modifiers:
    pattern = lanes(doubles, value, reading)
    if isinstance(pattern, str):
        raise Refused
    return dict([pattern])


def _broadcast(negates: bool, value: int, reading: Reading) -> Modifiers:
    if not value:
        return {}
    if negates and "gfx940" in reading.features:
        return {"neg": (value & 1, value >> 1 & 1, value >> 2 & 1)}
    return {"blgp": value}


_SELECTIONS = ("BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3", "WORD_0", "WORD_1", "DWORD")
_UNUSED = ("UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE", "UNUSED_PAD")
_MULTIPLIERS = ("", "mul:2", "mul:4", "div:2")


def _index_key(value: int, reading: Reading) -> Modifiers:
    return {"index_key": value & 7} if value & 7 else {}


_SIMPLE: Mapping[str, ReadModifiers] = {
    "BitOp3": lambda v, r: {"bitop3": v} if v else {},
    "DPP8": lambda v, r: {"dpp8": tuple(v >> 3 * i & 7 for i in range(8))},
    "Dim": lambda v, r: {"dim": codes.image_dimension(v)},
    "DppBoundCtrl": lambda v, r: {"bound_ctrl": 1} if v else {},
    "DppFI": lambda v, r: {"fi": 1} if v in (1, 0xEA) else {},
    "FORMAT": lambda v, r: {},
    "IndexKey16bit": _index_key,
    "IndexKey8bit": _index_key,
    "OModSI": lambda v, r: {"omod": _MULTIPLIERS[v]} if v else {},
    "R128A16": lambda v, r: (
        {"a16" if "r128_is_a16" in r.features else "r128": True} if v else {}
    ),
    "SDWADstSel": lambda v, r: {"dst_sel": _SELECTIONS[v]},
    "SDWADstUnused": lambda v, r: {"dst_unused": _UNUSED[v]},
    "SDWASrc0Sel": lambda v, r: {"src0_sel": _SELECTIONS[v]},
    "SDWASrc1Sel": lambda v, r: {"src1_sel": _SELECTIONS[v]},
    "Swizzle": lambda v, r: {"offset": v & 0xFFFF},
}


def modifiers(printer: str) -> ReadModifiers | None:
    """The reader of modifiers whose operand has this `printer`; `None` if it is none."""
    kind, _, rest = printer.partition(" ")
    match kind:
        case "bit":
            return partial(_flag, rest)
        case "int":
            name, _, always = rest.split(" ")
            return partial(_number, name, always == "true")
        case "cpol":
            return partial(_policy, rest)
        case "offset":
            return partial(_offset, rest)
        case "packed":
            name, mask, places, flags = rest.split("|")
            return partial(_packed, name, int(mask), places, flags)
        case "opsel":
            return partial(_chosen, rest)
        case "dpp_ctrl":
            return partial(_pattern, rest == "64")
        case "blgp":
            return partial(_broadcast, rest == "neg")
        case _:
            return _SIMPLE.get(kind)


def buffer_format(reading: Reading) -> Modifiers:
    """The format of a typed buffer instruction."""
    found = codes.buffer_format(reading.number("format"), reading.major)
    return {} if found is None else {"format": found}


# Operands


def _sixteen(value: int, reading: Reading) -> tuple[Operand, ...]:
    wide = not -0x8000 <= value <= 0xFFFF
    return (Literal(value & (0xFFFFFFFF if wide else 0xFFFF)),)


def _first_of_pair(value: int, reading: Reading) -> tuple[Operand, ...]:
    register = reading.named("data0")
    if not isinstance(register, Register):
        raise Refused
    return (Register(register.file, register.first),)


_PARAMETERS = ("p10", "p20", "p0")

_NAMED: Mapping[str, ReadOperands] = {
    "AVLdSt32Align2RegOp": _first_of_pair,
    "DepCtr": lambda v, r: codes.dependency_counters(v & 0xFFFF, r.features),
    "Endpgm": lambda v, r: (Literal(v & 0xFFFF),) if v & 0xFFFF else (),
    "ExpTgt": lambda v, r: (Name(codes.export_target(v, r.major)),),
    "GPRIdxMode": lambda v, r: (codes.index_mode(v),),
    "Hwreg": lambda v, r: (codes.hardware_register(v, r.major, r.features),),
    "InterpAttr": lambda v, r: (Name(f"attr{v}"),),
    "InterpAttrChan": lambda v, r: (Name("." + "xyzw"[v & 3]),),
    "InterpSlot": lambda v, r: (
        Name(_PARAMETERS[v] if v < len(_PARAMETERS) else f"invalid_param_{v}"),
    ),
    "SDelayALU": lambda v, r: codes.delay(v),
    "SMEMOffset": lambda v, r: (Literal(v),),
    "SWaitCnt": lambda v, r: codes.wait_counters(v, r.major),
    "SendMsg": lambda v, r: (codes.send_message(v, r.major),),
    "U16ImmOperand": _sixteen,
    "U32ImmOperand": lambda v, r: (Literal(v & 0xFFFFFFFF),),
    "Version": lambda v, r: (Name(codes.code_version(v)),),
}


def _exported(number: int, index: int, reading: Reading) -> tuple[Operand, ...]:
    if not reading.number("en") >> number & 1:
        return (Special("off"),)
    if reading.named("compr"):
        index += number // 2 - number
    value = reading.values[index]
    if not isinstance(value, Register | Special):
        raise Refused
    return (value,)


def operands(row: Row, index: int) -> Callable[[Reading], tuple[Operand, ...]] | None:
    """The reader of operand `index` if it has a name or is a plain number; else `None`."""
    kind, _, rest = row.operands[index].printer.partition(" ")
    if kind == "exp":
        return partial(_exported, int(rest), index)
    read = _NAMED.get(kind)
    if read is None:
        return None

    def named(reading: Reading) -> tuple[Operand, ...]:
        value = reading.values[index]
        return read(value if isinstance(value, int) else 0, reading)

    return named


PLAIN = frozenset(("Operand", "RegularOperand", "VOPDst", "VINTRPDst"))
"""Printers of registers and constants."""
WITH_MODIFIERS = {"OperandAndFPInputMods": True, "OperandAndIntInputMods": False}
"""
Printers of source modifiers, whose operand is the next; `True` if the modifiers are those of floats.
"""
