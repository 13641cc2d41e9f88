"""
The text of instructions, as LLVM prints it.

Source: LLVM, `AMDGPUInstPrinter.cpp`.
"""

from __future__ import annotations

from collections.abc import Callable
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
        if isinstance(piece, str):
            found.append(piece)
        elif piece.name == "%vcc":
            found.append(mask)
        elif piece.name == "%format":
            found.append(lambda r: _modifiers(fields.buffer_format(r)))
        else:
            inside = f", {mask}" if piece.inside else ""
            found.append(_printer(row, row.places[piece.name], inside))
    return tuple(found)


def text(reading: Reading) -> str:
    """The instruction as `llvm-objdump -d` lists it."""
    found = _plan(reading.row, reading.wave_size, reading.addresses)
    return "".join(p if isinstance(p, str) else p(reading) for p in found)


def _printer(row: Row, index: int, inside: str) -> Print:
    """Prints operand `index` of `row`, with `inside` behind its register or constant."""
    printer = row.operands[index].printer
    kind, _, rest = printer.partition(" ")
    if kind in fields.PLAIN:
        return lambda r: _regular(index, r) + inside
    if kind in fields.WITH_MODIFIERS:
        signs = _float_signs if fields.WITH_MODIFIERS[kind] else _sign_extended
        return partial(signs, index, inside)
    if read := fields.operands(row, index):
        style = _STYLES.get(kind, _Style())
        return lambda r: style.text(read, r)
    if kind == "dpp_ctrl":
        return partial(_lanes, index, rest == "64")
    found = fields.modifiers(printer)
    assert found is not None, printer
    strips = kind == "DPP8" or kind.startswith("SDWA")
    high = kind == "int" and rest.split(" ")[1] == "true"

    def modifiers(reading: Reading) -> str:
        value = reading.values[index]
        number = value if isinstance(value, int) else 0
        if kind == "Swizzle":
            code = number & 0xFFFF
            return f" offset:{codes.swizzle(code, reading.major)}" if code else ""
        shown = _modifiers(found(number, reading), high)
        if kind == "cpol" and reading.major < 12 and number & ~codes.POLICY_BITS:
            shown += " /* unexpected cache policy bit */"
        return shown[1:] if strips else shown

    return modifiers


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
    value = reading.values[index]
    number = value if isinstance(value, int) else 0
    pattern = fields.lanes(doubles, number, reading)
    return pattern if isinstance(pattern, str) else _modifier(*pattern)


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
    return _register(value) + wrong


def _float_signs(index: int, inside: str, reading: Reading) -> str:
    bits, value = reading.values[index], reading.values[index + 1]
    assert isinstance(bits, int)
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
    bits = reading.values[index]
    shown = _regular(index + 1, reading) + inside
    return f"sext({shown})" if isinstance(bits, int) and bits & 16 else shown


class _Style:
    """How the operands of a printer are written: before, between, between arguments, numbers."""

    def __init__(
        self,
        before: str = "",
        between: str = " ",
        comma: str = ", ",
        number: Callable[[int], str] = str,
    ):
        self._before, self._between, self._comma = before, between, comma
        self._number = number

    def text(
        self, read: Callable[[Reading], tuple[Operand, ...]], reading: Reading
    ) -> str:
        try:
            found = read(reading)
        except Refused:
            return "/*INV_OP*/"
        shown = self._between.join(map(self._one, found))
        return self._before + shown if shown else ""

    def _one(self, operand: Operand) -> str:
        if isinstance(operand, Literal):
            return self._number(int(operand.value))
        if isinstance(operand, Name):
            if operand.name != "gpr_idx" and not operand.arguments:
                return operand.name
            return f"{operand.name}({self._comma.join(map(str, operand.arguments))})"
        assert isinstance(operand, Machine)
        return _register(operand)


_STYLES = {
    "DepCtr": _Style(number=hex),
    "Endpgm": _Style(before=" "),
    "ExpTgt": _Style(before=" "),
    "GPRIdxMode": _Style(comma=",", number=hex),
    "SDelayALU": _Style(between=" | "),
    "SMEMOffset": _Style(number=hex),
    "U16ImmOperand": _Style(number=hex),
    "U32ImmOperand": _Style(number=hex),
}
