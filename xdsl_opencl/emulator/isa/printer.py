"""
The text of instructions, as LLVM prints it.

Source: LLVM, `AMDGPUInstPrinter.cpp`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from xdsl_opencl.emulator.isa import codes
from xdsl_opencl.emulator.isa.constants import constant, signed
from xdsl_opencl.emulator.isa.registers import MachineRegister, belongs
from xdsl_opencl.emulator.isa.tables import Operand, Row


@dataclass(frozen=True)
class Constant:
    """A constant with its text. `plain` is false for a literal that LLVM marks: `lit(...)`."""

    text: str
    plain: bool


class Refused(Exception):
    """The bits encode no value of this operand."""


Value = MachineRegister | Constant | int | None
"""What an operand is; `None` if it has no bits."""


@dataclass
class Reading:
    """An instruction while it is decoded: `part` are its bytes and some that follow."""

    row: Row
    part: bytes
    size: int
    major: int
    features: frozenset[str]
    wave_size: int
    values: list[Value] = field(default_factory=list[Value])
    literal: int | None = None
    resized: set[int] = field(default_factory=set[int])
    addresses: int | None = None

    def named(self, name: str) -> Value:
        """The operand `name`, 0 without it."""
        place = self.row.places.get(name)
        return 0 if place is None else self.values[place]

    def set(self, name: str, value: Value) -> None:
        self.values[self.row.places[name]] = value

    def read_literal(self) -> int:
        """
        The literal after the instruction.

        Raises `Refused` if it is cut off; LLVM 22 crashes then.
        """
        if self.literal is None:
            if len(self.part) < self.size + 4:
                raise Refused
            word = self.part[self.size : self.size + 4]
            self.literal = int.from_bytes(word, "little")
            self.size += 4
        return self.literal


Piece = str | Callable[[Reading], str]
Plan = list[Piece]
"""The text of an encoding: fixed parts, and what the operands print."""

_PLACEHOLDER = re.compile(r"\$(\w+)(%inside)?|%(vcc|format)")


def plan(row: Row, wave_size: int, addresses: int | None) -> Plan:
    """How instructions of `row` are printed; `addresses` are used if it is an image's."""
    pieces: Plan = []
    template = used_template(row, addresses)
    mask = "vcc_lo" if wave_size == 32 else "vcc"
    end = 0
    for match in _PLACEHOLDER.finditer(template):
        pieces.append(template[end : match.start()])
        end = match.end()
        if match[3] == "vcc":
            pieces.append(mask)
        elif match[3] == "format":
            pieces.append(buffer_format)
        else:
            index = row.places[match[1]]
            inside = f", {mask}" if match[2] else ""
            pieces.append(printer(row, index, inside))
    pieces.append(template[end:])
    joined: Plan = []
    for piece in pieces:
        if isinstance(piece, str) and joined and isinstance(joined[-1], str):
            joined[-1] += piece
        else:
            joined.append(piece)
    return joined


_ADDRESSES = re.compile(r"\[\$vaddr0(?:, \$vaddr\d+)*\]")


def used_template(row: Row, addresses: int | None) -> str:
    """The template of `row`, with the `addresses` that an image instruction uses."""
    if addresses is None:
        return row.template
    used = ", ".join(f"$vaddr{i}" for i in range(addresses))
    return _ADDRESSES.sub(f"[{used}]" if addresses > 1 else used, row.template)


def buffer_format(reading: Reading) -> str:
    """The format of a typed buffer instruction."""
    return codes.buffer_format(_int(reading.named("format")), reading.major)


def _int(value: Value) -> int:
    return value if isinstance(value, int) else 0


def printer(row: Row, index: int, inside: str = "") -> Callable[[Reading], str]:
    """Prints operand `index` of `row`, with `inside` behind its register or constant."""
    operand = row.operands[index]
    kind, _, rest = operand.printer.partition(" ")
    match kind:
        case "Operand" | "RegularOperand" | "VOPDst" | "VINTRPDst":
            return partial(regular, operand, index, inside)
        case "OperandAndFPInputMods":
            return partial(_float_modifiers, row.operands[index + 1], index, inside)
        case "OperandAndIntInputMods":
            return partial(_sign_extended, row.operands[index + 1], index, inside)
        case "bit" if rest == "gds":
            return lambda r: " gds" if r.values[index] and _has_gds(r) else ""
        case "bit":
            return lambda r: f" {rest}" if r.values[index] else ""
        case "int":
            return partial(_number, index, *rest.split(" "))
        case "cpol":
            return partial(_policy, index, rest)
        case "offset":
            return partial(_offset, index, rest)
        case "packed":
            return partial(_packed, *rest.split("|"))
        case "opsel":
            return partial(_chosen, rest)
        case "exp":
            return partial(_exported, int(rest), index)
        case "dpp_ctrl":
            return partial(_lanes, index, rest == "64")
        case "blgp":
            return partial(_broadcast, index, rest == "neg")
        case _:
            simple = _SIMPLE[kind]
            return lambda r: simple(_int(r.values[index]), r)


def _has_gds(reading: Reading) -> bool:
    return "global_data_share" in reading.features


def regular(operand: Operand, index: int, inside: str, reading: Reading) -> str:
    """Prints the register or constant that is operand `index`, and `inside` behind it."""
    value = reading.values[index]
    if isinstance(value, MachineRegister):
        text = value.text
        if operand.classes:
            aligned = "accumulation_operands" in reading.features
            name = operand.classes[-1 if aligned else 0]
            if index in reading.resized:
                name = _resized(name, value.count)
            if not belongs(value, name):
                text += f"/*Invalid register, operand has '{name}' register class*/"
    elif isinstance(value, Constant):
        text = value.text
    elif value is None:
        text = "/*INV_OP*/"
    else:
        text = constant(value, operand.type.removeprefix("NUMBER "), reading.major)
    return text + inside


def _resized(name: str, count: int) -> str:
    prefix, _, rest = name.partition("_")
    align = "_Align2" if "Align2" in rest and count > 1 else ""
    if prefix in ("VGPR", "VReg"):
        return f"VReg_{32 * count}{align}" if count > 1 else "VGPR_32"
    return f"{prefix}_{32 * count}{align}"


def _float_modifiers(
    operand: Operand, index: int, inside: str, reading: Reading
) -> str:
    bits = _int(reading.values[index])
    text = regular(operand, index + 1, inside, reading)
    if bits & 2:
        text = f"|{text}|"
    if bits & 1:
        value = reading.values[index + 1]
        plain = isinstance(value, int) or (isinstance(value, Constant) and value.plain)
        return f"neg({text})" if plain and not bits & 2 else f"-{text}"
    return text


def _sign_extended(operand: Operand, index: int, inside: str, reading: Reading) -> str:
    text = regular(operand, index + 1, inside, reading)
    return f"sext({text})" if _int(reading.values[index]) & 16 else text


def _number(
    index: int, name: str, hexadecimal: str, always: str, reading: Reading
) -> str:
    value = _int(reading.values[index])
    if not value and always == "false":
        return ""
    return f" {name}:{hex(value) if hexadecimal == 'true' else value}"


def _policy(index: int, access: str, reading: Reading) -> str:
    value = _int(reading.values[index])
    if reading.major >= 12:
        return codes.temporal_hint(value, access)
    return codes.cache_policy(
        value, access == "scalar", reading.features, reading.major
    )


def _offset(index: int, kind: str, reading: Reading) -> str:
    value = _int(reading.values[index])
    if not value:
        return ""
    if kind == "24":
        return f" offset:{signed(value, 24)}"
    if kind == "flat":
        bits = {10: 12, 12: 24}.get(reading.major, 13)
        return f" offset:{signed(value, bits)}"
    return f" offset:{value & 0xFFFF}"


def _packed(name: str, bit: str, places: str, flags: str, reading: Reading) -> str:
    mask = int(bit)
    found = [
        0 if place == "-" else _int(reading.named(f"src{place}_modifiers"))
        for place in places
    ]
    usual = mask == 8 and "p" in flags
    result = _int(reading.named("src0_modifiers")) & 8 if "d" in flags else 0
    if all(bool(value & mask) == usual for value in found) and not result:
        return ""
    bits = [int(bool(value & mask)) for value in found]
    if "d" in flags:
        bits.append(int(bool(result)))
    return f" {name}:[{','.join(map(str, bits))}]"


def _chosen(kind: str, reading: Reading) -> str:
    first = _int(reading.named("src0_modifiers"))
    second = first >> 1 if kind == "byte" else _int(reading.named("src1_modifiers"))
    bits = first >> 2 & 1, second >> 2 & 1
    return f" op_sel:[{bits[0]},{bits[1]}]" if any(bits) else ""


def _exported(number: int, index: int, reading: Reading) -> str:
    if not _int(reading.named("en")) >> number & 1:
        return "off"
    if reading.named("compr"):
        index += number // 2 - number
    value = reading.values[index]
    return value.text if isinstance(value, MachineRegister) else "/*INV_OP*/"


def _lanes(index: int, doubles: bool, reading: Reading) -> str:
    code = _int(reading.values[index]) & 0xFFFFFFFF
    accumulation = "accumulation_operands" in reading.features
    if doubles and "dp_alu_dpp" in reading.features:
        legal = 0x150 <= code <= 0x15F and (accumulation or reading.major == 12)
        if not legal:
            name = "row_share" if reading.major == 12 else "row_newbcast"
            return f" /* DP ALU dpp only supports {name} */"
    return codes.lane_pattern(code, reading.major, accumulation)


def _broadcast(index: int, negates: bool, reading: Reading) -> str:
    value = _int(reading.values[index])
    if not value:
        return ""
    if negates and "gfx940" in reading.features:
        return f" neg:[{value & 1},{value >> 1 & 1},{value >> 2 & 1}]"
    return f" blgp:{value}"


def _sixteen(value: int, reading: Reading) -> str:
    return (
        hex(value & 0xFFFF) if -0x8000 <= value <= 0xFFFF else hex(value & 0xFFFFFFFF)
    )


def _first_of_pair(value: int, reading: Reading) -> str:
    register = reading.named("data0")
    if isinstance(register, MachineRegister):
        return f"{register.file}{register.first}"
    return "/*INV_OP*/"


_SELECTIONS = ("BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3", "WORD_0", "WORD_1", "DWORD")
_UNUSED = ("UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE", "UNUSED_PAD")
_MULTIPLIERS = ("", " mul:2", " mul:4", " div:2")
_PARAMETERS = ("p10", "p20", "p0")


def _selection(name: str) -> Callable[[int, Reading], str]:
    def text(value: int, reading: Reading) -> str:
        if value >= len(_SELECTIONS):
            raise Refused
        return f"{name}:{_SELECTIONS[value]}"

    return text


def _index_key(value: int, reading: Reading) -> str:
    return f" index_key:{value & 7}" if value & 7 else ""


_SIMPLE: dict[str, Callable[[int, Reading], str]] = {
    "AVLdSt32Align2RegOp": _first_of_pair,
    "BitOp3": lambda v, r: f" bitop3:{v if v <= 10 else hex(v)}" if v else "",
    "DPP8": lambda v, r: (
        "dpp8:[" + ",".join(str(v >> 3 * i & 7) for i in range(8)) + "]"
    ),
    "DepCtr": lambda v, r: codes.dependency_counters(v & 0xFFFF, r.features),
    "Dim": lambda v, r: codes.image_dimension(v),
    "DppBoundCtrl": lambda v, r: " bound_ctrl:1" if v else "",
    "DppFI": lambda v, r: " fi:1" if v in (1, 0xEA) else "",
    "Endpgm": lambda v, r: f" {v & 0xFFFF}" if v & 0xFFFF else "",
    "ExpTgt": lambda v, r: codes.export_target(v, r.major),
    "FORMAT": lambda v, r: "",
    "GPRIdxMode": lambda v, r: codes.index_mode(v),
    "Hwreg": lambda v, r: codes.hardware_register(v, r.major, r.features),
    "IndexKey16bit": _index_key,
    "IndexKey8bit": _index_key,
    "InterpAttr": lambda v, r: f"attr{v}",
    "InterpAttrChan": lambda v, r: "." + "xyzw"[v & 3],
    "InterpSlot": lambda v, r: (
        _PARAMETERS[v] if v < len(_PARAMETERS) else f"invalid_param_{v}"
    ),
    "OModSI": lambda v, r: _MULTIPLIERS[v],
    "R128A16": lambda v, r: (
        (" a16" if "r128_is_a16" in r.features else " r128") if v else ""
    ),
    "SDWADstSel": _selection("dst_sel"),
    "SDWADstUnused": lambda v, r: "dst_unused:" + _UNUSED[v],
    "SDWASrc0Sel": _selection("src0_sel"),
    "SDWASrc1Sel": _selection("src1_sel"),
    "SDelayALU": lambda v, r: codes.delay(v),
    "SMEMOffset": lambda v, r: hex(v),
    "SWaitCnt": lambda v, r: codes.wait_counters(v, r.major),
    "SendMsg": lambda v, r: codes.send_message(v, r.major),
    "Swizzle": lambda v, r: codes.swizzle(v, r.major),
    "U16ImmOperand": _sixteen,
    "U32ImmOperand": lambda v, r: hex(v & 0xFFFFFFFF),
    "Version": lambda v, r: codes.code_version(v),
}
"""Operands that are printed by their value alone."""
