"""
The text of instructions, as LLVM prints it.

Source: LLVM, `AMDGPUInstPrinter.cpp`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from typing import Any, cast

from xdsl_opencl.emulator.isa import codes, fields
from xdsl_opencl.emulator.isa.constants import constant, is_marked, literal_text
from xdsl_opencl.emulator.isa.reading import Reading, Refused
from xdsl_opencl.emulator.isa.registers import Machine, misplaced
from xdsl_opencl.emulator.isa.tables import Row, pieces
from xdsl_opencl.emulator.operands import Literal, Name, Operand, Register

Print = Callable[[Reading], str]


@cache
def _plan(row: Row, wave_size: int, addresses: int | None) -> tuple[str | Print, ...]:
    """The text of an encoding: fixed parts, and what the operands print."""
    mask = "vcc_lo" if wave_size == 32 else "vcc"
    found: list[str | Print] = []
    for piece in pieces(row, addresses):
        if isinstance(piece, str) or piece[0] == "%vcc":
            found.append(piece if isinstance(piece, str) else mask)
        elif piece[0] == "%format":
            found.append(lambda r: _modifiers(fields.buffer_format(r)))
        else:
            inside = f", {mask}" if piece[1] else ""
            found.append(_printer(row, row.places[piece[0]], inside))
    return tuple(found)


def text(reading: Reading) -> str:
    """The instruction as `llvm-objdump -d` lists it."""
    found = _plan(reading.row, reading.wave_size, reading.addresses)
    return "".join(p if isinstance(p, str) else p(reading) for p in found)


def _printer(row: Row, index: int, inside: str) -> Print:
    """Prints operand `index` of `row`, with `inside` after its register or constant."""
    kind, _, rest = row.operands[index].printer.partition(" ")
    if kind in fields.PLAIN:
        return lambda r: _regular(index, r) + inside
    if kind in fields.WITH_MODIFIERS:
        signs = _float_signs if fields.WITH_MODIFIERS[kind] else _sign_extended
        return partial(signs, index, inside)
    if kind == "dpp_ctrl":
        return partial(_lanes, index, rest == "64")
    if kind == "Swizzle":
        return partial(_swizzle, index)
    read = fields.field(row, index)
    strips = kind == "DPP8" or kind.startswith("SDWA")
    before = " " if kind in ("Endpgm", "ExpTgt") else ""
    high = kind in _HEXADECIMAL or (kind == "int" and rest.split()[1] == "true")

    def shown(reading: Reading) -> str:
        try:
            part = read(reading)
        except Refused:
            return "/*INV_OP*/"
        if not isinstance(part, dict):
            between = " | " if kind == "SDelayALU" else " "
            return between.join(before + _operand(operand, high) for operand in part)
        text = _modifiers(part, high)
        strange = kind == "cpol" and reading.major < 12
        if strange and reading.number_at(index) & ~codes.POLICY_BITS:
            text += " /* unexpected cache policy bit */"
        return text[1:] if strips else text

    return shown


_HEXADECIMAL = "DepCtr GPRIdxMode SMEMOffset U16ImmOperand U32ImmOperand".split()


def _operand(operand: Operand, high: bool) -> str:
    """An operand that is no source; `high` is true for hexadecimal numbers."""
    if isinstance(operand, Literal):
        return hex(int(operand.value)) if high else str(operand.value)
    if not isinstance(operand, Name):
        assert isinstance(operand, Machine)
        return _register(operand)
    if operand.name == "gpr_idx":
        return f"gpr_idx({','.join(map(str, operand.arguments))})"
    arguments = ", ".join(map(str, operand.arguments))
    return f"{operand.name}({arguments})" if arguments else operand.name


# Modifiers


def _modifiers(found: fields.Modifiers, high: bool = False) -> str:
    """`high` is true for hexadecimal numbers."""
    return "".join(f" {_modifier(name, value, high)}" for name, value in found.items())


def _modifier(name: str, value: Any, high: bool = False) -> str:
    if value is True:
        return name
    if name == "omod":
        return str(value)
    if isinstance(value, tuple):
        items = cast(tuple[object, ...], value)
        return f"{name}:[{','.join(map(str, items))}]"
    if isinstance(value, int):
        high = high or (name == "bitop3" and value > 10)
        return f"{name}:{hex(value) if high else value}"
    return f"{name}:{value}"


def _lanes(index: int, doubles: bool, reading: Reading) -> str:
    pattern = fields.lanes(doubles, reading.number_at(index), reading)
    return pattern if isinstance(pattern, str) else _modifier(*pattern)


def _swizzle(index: int, reading: Reading) -> str:
    code = reading.number_at(index) & 0xFFFF
    return f" offset:{codes.swizzle(code, reading.major)}" if code else ""


# Operands


@cache
def _register(register: Machine) -> str:
    if not isinstance(register, Register):
        return register.name
    file, first, count = register.file, register.first, register.count
    if register.half:
        return f"{file}{first}.{register.half}"
    return f"{file}{first}" if count == 1 else f"{file}[{first}:{first + count - 1}]"


def _regular(index: int, reading: Reading) -> str:
    """The register or constant that is operand `index`."""
    value = reading.values[index]
    if value is None:
        return "/*INV_OP*/"
    kind = reading.row.operands[index].type
    if isinstance(value, int):
        return constant(value, kind.removeprefix("NUMBER "), reading.major)
    if isinstance(value, Literal):
        return literal_text(value, kind, reading.major)
    name = misplaced(reading, index)
    wrong = f"/*Invalid register, operand has '{name}' register class*/" if name else ""
    if isinstance(value, Register) and value.file == "v":
        if bank := reading.bank(index):
            moved = replace(value, first=value.first + bank)
            wrong = f" /*{_register(moved)}*/{wrong}"
    return _register(value) + wrong


def _float_signs(index: int, inside: str, reading: Reading) -> str:
    bits, value = reading.number_at(index), reading.values[index + 1]
    shown = _regular(index + 1, reading) + inside
    if bits & 2:
        shown = f"|{shown}|"
    if not bits & 1:
        return shown
    plain = isinstance(value, int)
    if isinstance(value, Literal):
        kind = reading.row.operands[index + 1].type
        plain = not is_marked(value, kind, reading.major)
    return f"neg({shown})" if plain and not bits & 2 else f"-{shown}"


def _sign_extended(index: int, inside: str, reading: Reading) -> str:
    shown = _regular(index + 1, reading) + inside
    return f"sext({shown})" if reading.number_at(index) & 16 else shown
