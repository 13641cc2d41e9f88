"""
The parts of decoded instructions: mnemonics, operands and modifiers.

They come from the fields of the encoding, in the order of LLVM's assembly.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any

from xdsl_opencl.emulator.isa.decoder import Decoded
from xdsl_opencl.emulator.isa.printer import (
    Reading,
    Refused,
    buffer_format,
    printer,
    regular,
    used_template,
)
from xdsl_opencl.emulator.isa.registers import MachineRegister
from xdsl_opencl.emulator.isa.tables import Row, mnemonic_of
from xdsl_opencl.emulator.operands import (
    Group,
    Literal,
    Name,
    Operand,
    Register,
    Special,
)

_ENCODINGS = ("e64_dpp", "e32", "e64", "sdwa", "dpp")


def split_mnemonic(word: str) -> tuple[str, str]:
    """
    The mnemonic without its suffix, and the suffix without its underscore:
    `v_add_f32_e64_dpp` is (`v_add_f32`, `e64_dpp`).
    """
    for encoding in _ENCODINGS:
        if word.endswith(f"_{encoding}"):
            return word[: -len(encoding) - 1], encoding
    return word, ""


@dataclass(frozen=True)
class Form:
    """
    An instruction without its place in the code, or one half of a pair
    (`v_dual_… :: v_dual_…`). `place` are the operands that form an address.
    """

    mnemonic: str
    encoding: str
    operands: tuple[Operand, ...]
    modifiers: dict[str, Any]
    place: tuple[Operand, ...] = field(default=(), compare=False)


def forms(decoded: Decoded) -> tuple[Form, ...]:
    """
    The instruction `decoded`, or the two halves of a pair.

    Raises `Refused` for an operand that is none.
    """
    reading = decoded.reading
    plans = _plans(reading.row, reading.wave_size, reading.addresses)
    return tuple(plan(reading) for plan in plans)


Part = Operand | dict[str, Any]
"""An operand, or modifiers by name."""
_Reader = Callable[[Reading], list[Part]]
_Readers = tuple[tuple[str, _Reader], ...]
"""Readers with the names of their operands."""


@cache
def _plans(
    row: Row, wave_size: int, addresses: int | None
) -> tuple[Callable[[Reading], Form], ...]:
    mask = Special("vcc_lo" if wave_size == 32 else "vcc")
    plans: list[Callable[[Reading], Form]] = []
    for half in used_template(row, addresses).split(" :: "):
        name = mnemonic_of(half)
        readers = tuple(_readers(row, half[len(name) :], mask))
        plans.append(partial(_form, *split_mnemonic(name), readers))
    return tuple(plans)


_WORD = re.compile(r"\$(\w+)(%inside)?|%(vcc|format)|\[(.*?)\]|(\w+)")
_FIXED = {name: Special(name) for name in ("off", "m0", "vcc")}
"""Operands that a template fixes; its other words are modifiers without a value."""


def _readers(row: Row, template: str, mask: Special) -> Iterator[tuple[str, _Reader]]:
    for name, inside, fixed, group, word in _WORD.findall(template):
        if name:
            yield name, _reader(row, row.places[name])
        elif group:
            yield "vaddr", partial(_group, tuple(_readers(row, group, mask)))
        elif word:
            part: Part = _FIXED.get(word, {word: True})
            yield "", lambda reading, part=part: [part]
        elif fixed == "format":
            yield "", lambda reading: _modifiers(buffer_format(reading))
        if inside or fixed == "vcc":
            yield "", lambda reading: [mask]


_VALUES = frozenset(("Operand", "RegularOperand", "VOPDst", "VINTRPDst"))
_WITH_MODIFIERS = ("OperandAndFPInputMods", "OperandAndIntInputMods")
"""Printers of operands behind a field with their source modifiers."""
_NAMED = frozenset(
    "AVLdSt32Align2RegOp U16ImmOperand U32ImmOperand SMEMOffset Hwreg SendMsg SWaitCnt "
    "DepCtr SDelayALU GPRIdxMode ExpTgt exp Endpgm InterpAttr InterpAttrChan InterpSlot "
    "Version".split()
)
"""Printers of operands that are numbers, names, or names with arguments."""


def _reader(row: Row, index: int) -> _Reader:
    kind = row.operands[index].printer.partition(" ")[0]
    if kind in _VALUES:
        return partial(_value, index, printer(row, index))
    if kind in _WITH_MODIFIERS:
        plain = partial(regular, row.operands[index + 1], index + 1, "")
        floating = kind == "OperandAndFPInputMods"
        return partial(_modified, index, floating, plain)
    if kind == "Swizzle":
        return lambda reading: [{"offset": reading.values[index]}]
    read = _named if kind in _NAMED else _modifiers
    printed = printer(row, index)
    return lambda reading: read(printed(reading))


def _value(
    index: int,
    printed: Callable[[Reading], str],
    reading: Reading,
    signs: tuple[bool, bool, bool] = (False, False, False),
) -> list[Part]:
    value = reading.values[index]
    if value is None:
        raise Refused
    if not isinstance(value, MachineRegister):
        return [_literal(printed(reading), *signs)]
    if value.file:
        place = value.file, value.first, value.count, value.half
        return [Register(*place, *signs)]
    return [Special(value.text, *signs)]


def _modified(
    index: int, floating: bool, printed: Callable[[Reading], str], reading: Reading
) -> list[Part]:
    bits = reading.values[index]
    assert isinstance(bits, int)
    signs = (
        (bool(bits & 1), bool(bits & 2), False)
        if floating
        else (False, False, bool(bits & 16))
    )
    return _value(index + 1, printed, reading, signs)


def _group(readers: _Readers, reading: Reading) -> list[Part]:
    parts = [part for _, reader in readers for part in reader(reading)]
    return [Group(tuple(part for part in parts if not isinstance(part, dict)))]


_INTEGER = re.compile(r"-?(?:0x[0-9a-fA-F]+|\d+)")
_MARKED = re.compile(r"lit(?:64)?\((.*)\)")
"""A literal that could be an inline constant."""
_PIECE = re.compile(r"(-?\w+)(?:\(([^)]*)\))?")
_MODIFIER = re.compile(r"(\w+)(?::(\[[^]]*\]|[^ ]+))?")


@cache
def _literal(text: str, *signs: bool) -> Literal:
    if marked := _MARKED.fullmatch(text):
        text = marked[1]
    number = int(text, 0) if _INTEGER.fullmatch(text) else float(text)
    return Literal(number, text, *signs)


def _argument(text: str) -> int | str:
    text = text.strip()
    return int(text, 0) if _INTEGER.fullmatch(text) else text


@cache
def _named(text: str) -> list[Part]:
    """`hwreg(HW_REG_MODE, 4, 2)`, `vmcnt(0) expcnt(1)`, `off`, `0x10`."""
    found: list[Part] = []
    for match in _PIECE.finditer(text):
        name, arguments = match.groups()
        if _INTEGER.fullmatch(name):
            found.append(Literal(int(name, 0), name))
        elif arguments is None:
            found.append(_FIXED.get(name) or Name(name))
        else:
            given = filter(None, arguments.split(","))
            found.append(Name(name, tuple(map(_argument, given))))
    return found


@cache
def _modifiers(text: str) -> list[Part]:
    """` offset:16`, ` quad_perm:[1,0,3,2]`, ` dim:SQ_RSRC_IMG_2D`, ` mul:2`, ` glc slc`."""
    found: dict[str, Any] = {}
    for match in _MODIFIER.finditer(text):
        name, value = match.groups()
        if value is None:
            found[name] = True
        elif name in ("mul", "div"):
            found["omod"] = match[0]
        elif value.startswith("["):
            found[name] = tuple(map(_argument, value[1:-1].split(",")))
        else:
            found[name] = _argument(value)
    return [found]


_SCALAR_MEMORY = ("s_load_", "s_buffer_load_", "s_prefetch_", "s_atc_probe")


_ADDRESS = re.compile("v?addr\\d*|saddr|sbase|soffset|s?rsrc|s?samp")
"""The names of operands that form an address."""


def _form(mnemonic: str, encoding: str, readers: _Readers, reading: Reading) -> Form:
    operands: list[Operand] = []
    place: list[int] = []
    modifiers: dict[str, Any] = {}
    for name, reader in readers:
        for part in reader(reading):
            if isinstance(part, dict):
                modifiers |= part
                continue
            if reading.row.accesses and _ADDRESS.fullmatch(name):
                place.append(len(operands))
            operands.append(part)
    if mnemonic.startswith(_SCALAR_MEMORY) and operands[-1:] == [Special("null")]:
        operands[-1] = Literal(0, "0x0")  # there is no register offset
    if _says_halves_twice(operands, modifiers.get("op_sel")):
        del modifiers["op_sel"]
    if mnemonic == "s_barrier_wait" and operands == [Literal(0xFFFF, "0xffff")]:
        operands = [Literal(-1, "-1")]
    if mnemonic.startswith("image_") and "dim" not in modifiers and len(operands) > 2:
        # Up to gfx9 the bytes do not give the number of address registers.
        first = operands[1]
        if isinstance(first, Register):
            operands[1] = Register(first.file, first.first)
    address = tuple(operands[index] for index in place)
    return Form(mnemonic, encoding, tuple(operands), modifiers, address)


def _says_halves_twice(
    operands: Sequence[Operand], selected: tuple[int, ...] | None
) -> bool:
    """
    True if op_sel repeats the halves of the operands (`v3.h`): sources first, then the
    destination.
    """
    if selected is None or len(selected) != len(operands):
        return False
    halves = [o.half if isinstance(o, Register) else "" for o in operands]
    if not any(halves):
        return False
    return [int(half == "h") for half in (*halves[1:], halves[0])] == list(selected)
