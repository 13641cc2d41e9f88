"""
What the fields of an encoding stand for: operands, and modifiers by name.

A modifier with a value is that value: an integer (`"offset": 16`, `"dmask": 15`), a tuple of
integers (`"quad_perm": (1, 0, 3, 2)`, `"op_sel": (0, 1, 0)`), or a name (`"dst_sel": "WORD_1"`,
`"dim": "SQ_RSRC_IMG_2D"`, `"omod": "mul:2"`); one without is `True` (`"glc"`, `"clamp"`, `"offen"`).

Source: LLVM, `AMDGPUInstPrinter.cpp`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, partial
from typing import Any

from xdsl_opencl.emulator.isa import codes
from xdsl_opencl.emulator.isa.constants import signed
from xdsl_opencl.emulator.isa.reading import Reading, Refused
from xdsl_opencl.emulator.isa.tables import Row
from xdsl_opencl.emulator.operands import Literal, Name, Operand, Register, Special

Modifiers = dict[str, Any]
Part = tuple[Operand, ...] | Modifiers
Field = Callable[[Reading], Part]
_OfNumber = Callable[[int, Reading], Part]


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
    name: str, mask: str, places: str, flags: str, value: int, reading: Reading
) -> Modifiers:
    bits = [
        int(mask) * (p != "-") & reading.number(f"src{p}_modifiers") for p in places
    ]
    found = [int(bit != 0) for bit in bits]
    usual = [int(mask == "8" and "p" in flags)] * len(found)
    if "d" in flags:
        found.append(reading.number("src0_modifiers") >> 3 & 1)
        usual.append(0)
    return {name: tuple(found)} if found != usual else {}


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


_FORMATS = tuple(f"MATRIX_FMT_{f}" for f in ("FP8", "BF8", "FP6", "BF6", "FP4"))
_SCALES = tuple(f"MATRIX_SCALE_FMT_{f}" for f in ("E8", "E5M3", "E4M3"))


def _of_matrix(letter: str, field: str, names: tuple[str, ...], mask: int) -> _OfNumber:
    """A field of one factor of a product; 0 is not listed."""

    def read(value: int, reading: Reading) -> Modifiers:
        value &= mask
        text = names[value] if value < len(names) else value
        return {f"matrix_{letter}_{field}": text} if value else {}

    return read


_PARAMETERS = ("p10", "p20", "p0")


def _index_key(value: int, reading: Reading) -> Modifiers:
    return {"index_key": value & 7} if value & 7 else {}


def _first_of_pair(value: int, reading: Reading) -> Part:
    register = reading.named("data0")
    if not isinstance(register, Register):
        raise Refused
    return (Register(register.file, register.first),)


_SIMPLE: Mapping[str, _OfNumber] = {
    "AVLdSt32Align2RegOp": _first_of_pair,
    "BitOp3": lambda v, r: {"bitop3": v} if v else {},
    "DPP8": lambda v, r: {"dpp8": tuple(v >> 3 * i & 7 for i in range(8))},
    "DepCtr": lambda v, r: codes.dependency_counters(v & 0xFFFF, r.features),
    "Dim": lambda v, r: {"dim": codes.image_dimension(v)},
    "DppBoundCtrl": lambda v, r: {"bound_ctrl": 1} if v else {},
    "DppFI": lambda v, r: {"fi": 1} if v in (1, 0xEA) else {},
    "Endpgm": lambda v, r: (Literal(v & 0xFFFF),) if v & 0xFFFF else (),
    "ExpTgt": lambda v, r: (Name(codes.export_target(v, r.major)),),
    "FORMAT": lambda v, r: {},
    "GPRIdxMode": lambda v, r: (codes.index_mode(v),),
    "Hwreg": lambda v, r: (codes.hardware_register(v, r.major, r.features),),
    "IndexKey16bit": _index_key,
    "IndexKey32bit": _index_key,
    "IndexKey8bit": _index_key,
    "InterpAttr": lambda v, r: (Name(f"attr{v}"),),
    "InterpAttrChan": lambda v, r: (Name("." + "xyzw"[v & 3]),),
    "InterpSlot": lambda v, r: (
        Name(_PARAMETERS[v] if v < len(_PARAMETERS) else f"invalid_param_{v}"),
    ),
    "OModSI": lambda v, r: {"omod": _MULTIPLIERS[v]} if v else {},
    "R128A16": lambda v, r: (
        {"a16" if "r128_is_a16" in r.features else "r128": True} if v else {}
    ),
    "SDWADstSel": lambda v, r: {"dst_sel": _SELECTIONS[v]},
    "SDWADstUnused": lambda v, r: {"dst_unused": _UNUSED[v]},
    "SDWASrc0Sel": lambda v, r: {"src0_sel": _SELECTIONS[v]},
    "SDWASrc1Sel": lambda v, r: {"src1_sel": _SELECTIONS[v]},
    "SDelayALU": lambda v, r: codes.delay(v),
    "SMEMOffset": lambda v, r: (Literal(v),),
    "SWaitCnt": lambda v, r: codes.wait_counters(v, r.major),
    "SendMsg": lambda v, r: (codes.send_message(v, r.major, r.features),),
    "Swizzle": lambda v, r: {"offset": v & 0xFFFF},
    "U16ImmOperand": lambda v, r: (
        Literal(v & (0xFFFF if -0x8000 <= v <= 0xFFFF else 0xFFFFFFFF)),
    ),
    "U32ImmOperand": lambda v, r: (Literal(v & 0xFFFFFFFF),),
    "Version": lambda v, r: (Name(codes.code_version(v)),),
    **{
        f"Matrix{letter.upper()}{suffix}": _of_matrix(letter, field, names, mask)
        for letter in "ab"
        for suffix, field, names, mask in (
            ("FMT", "fmt", _FORMATS, 7),
            ("Scale", "scale", ("", "MATRIX_SCALE_ROW1"), 1),
            ("ScaleFmt", "scale_fmt", _SCALES, 3),
        )
    },
}
"""What a number stands for, by LLVM's printer of its operand."""

_WITH_ARGUMENTS: Mapping[str, Callable[[str], _OfNumber]] = {
    "bit": lambda name: partial(_flag, name),
    "blgp": lambda kind: partial(_broadcast, kind == "neg"),
    "cpol": lambda access: partial(_policy, access),
    "dpp_ctrl": lambda kind: partial(_pattern, kind == "64"),
    "int": lambda rest: partial(_number, rest.split()[0], rest.endswith(" true")),
    "offset": lambda kind: partial(_offset, kind),
    "opsel": lambda kind: partial(_chosen, kind),
    "packed": lambda rest: partial(_packed, *rest.split("|")),
}
"""The same of printers with arguments."""

PLAIN = frozenset(
    ("Operand", "RegularOperand", "VOPDst", "VINTRPDst", "FP64ImmOperand")
)
"""Printers of registers and constants."""
WITH_MODIFIERS = {"OperandAndFPInputMods": True, "OperandAndIntInputMods": False}
"""
Printers of source modifiers, whose operand is the next; `True` if the modifiers are those of floats.
"""


def field(row: Row, index: int) -> Field:
    """
    The reader of what operand `index` of `row` stands for. It raises `Refused` if its bits mean
    nothing.
    """
    kind, _, rest = row.operands[index].printer.partition(" ")
    if kind in PLAIN:
        return lambda reading: (_plain(index, reading),)
    if kind in WITH_MODIFIERS:
        return partial(_signed, index, WITH_MODIFIERS[kind])
    if kind == "exp":
        return partial(_exported, int(rest), index)
    made = _WITH_ARGUMENTS.get(kind)
    read = made(rest) if made else _SIMPLE[kind]
    return lambda reading: read(reading.number_at(index), reading)


def buffer_format(reading: Reading) -> Modifiers:
    """The format of a typed buffer instruction."""
    found = codes.buffer_format(reading.number("format"), reading.major)
    return {} if found is None else {"format": found}


def _plain(index: int, reading: Reading) -> Operand:
    value = reading.values[index]
    if value is None:
        raise Refused
    return Literal(value) if isinstance(value, int) else value


def _signed(index: int, floating: bool, reading: Reading) -> Part:
    bits = reading.number_at(index) & (3 if floating else 16)
    operand = _plain(index + 1, reading)
    return (_with_signs(operand, bits) if bits else operand,)


@cache
def _with_signs(operand: Operand, bits: int) -> Operand:
    assert isinstance(operand, Register | Special | Literal)
    signs = {"negate": bool(bits & 1), "absolute": bool(bits & 2), "sext": bits == 16}
    return replace(operand, **signs)


def _exported(number: int, index: int, reading: Reading) -> Part:
    if not reading.number("en") >> number & 1:
        return (Special("off"),)
    if reading.named("compr"):
        index += number // 2 - number
    return (_plain(index, reading),)
