"""
The parts of decoded instructions: mnemonics, operands and modifiers, in the order of LLVM's
assembly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

from xdsl_opencl.emulator.isa import fields
from xdsl_opencl.emulator.isa.reading import Reading, Refused
from xdsl_opencl.emulator.isa.tables import Placeholder, Row, pieces
from xdsl_opencl.emulator.operands import Group, Literal, Operand, Register, Special

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


@dataclass(slots=True, eq=False)
class Form:
    """
    An instruction without its place in the code, or one half of a pair
    (`v_dual_… :: v_dual_…`). `place` are the operands that form an address.
    """

    mnemonic: str
    encoding: str
    operands: tuple[Operand, ...]
    modifiers: dict[str, Any]
    place: tuple[Operand, ...] = ()


def forms(reading: Reading) -> tuple[Form, ...] | None:
    """
    The instruction of `reading`, or the two halves of a pair; `None` if the bits of an operand
    mean nothing.
    """
    plans = _plans(reading.row, reading.wave_size, reading.addresses)
    try:
        return tuple([_form(plan, reading) for plan in plans])
    except Refused:
        return None


_Found = list[Operand]
_Step = Callable[[Reading, _Found, dict[str, Any]], None]
"""Adds the operands or the modifiers of one field."""


@dataclass
class _Plan:
    """How a form is read: the steps, each with whether it is part of an address."""

    mnemonic: str
    encoding: str
    steps: list[tuple[_Step, bool]]


@cache
def _plans(row: Row, wave_size: int, addresses: int | None) -> tuple[_Plan, ...]:
    mask = Special("vcc_lo" if wave_size == 32 else "vcc")
    plans: list[_Plan] = []
    group: list[_Step] | None = None
    starts = True
    for piece in pieces(row, addresses):
        found: list[_Step] = []
        is_address = False
        if isinstance(piece, Placeholder):
            found += _steps(row, piece, mask)
            is_address = row.accesses and _is_address(piece.name)
        else:
            for word in piece.translate(_SPACED).split():
                if starts:
                    plans.append(_Plan(*split_mnemonic(word), []))
                    starts = False
                elif word == "[":
                    group = []
                elif word == "]" and group is not None:
                    found.append(partial(_group, tuple(group)))
                    is_address, group = row.accesses, None
                elif word == "::":
                    starts = True
                else:
                    found.append(_fixed(word))
        if group is None:
            plans[-1].steps.extend((step, is_address) for step in found)
        else:
            group += found
    return tuple(plans)


_SPACED = str.maketrans({",": " ", "[": " [ ", "]": " ] "})
_ADDRESS = "vaddr addr saddr sbase soffset srsrc rsrc ssamp samp".split()


def _is_address(name: str) -> bool:
    return name.rstrip("0123456789") in _ADDRESS


def _always(operand: Operand) -> _Step:
    return lambda reading, operands, modifiers: operands.append(operand)


def _fixed(word: str) -> _Step:
    """An operand that a template fixes; its other words are modifiers without a value."""
    if word in ("off", "m0", "vcc"):
        return _always(Special(word))
    return lambda reading, operands, modifiers: modifiers.update({word: True})


def _steps(row: Row, piece: Placeholder, mask: Special) -> list[_Step]:
    if piece.name == "%vcc":
        return [_always(mask)]
    if piece.name == "%format":
        return [lambda r, operands, found: found.update(fields.buffer_format(r))]
    step = _step(row, row.places[piece.name])
    return [step, _always(mask)] if piece.inside else [step]


def _step(row: Row, index: int) -> _Step:
    printer = row.operands[index].printer
    if printer in fields.PLAIN:
        return partial(_plain, index)
    if printer in fields.WITH_MODIFIERS:
        return partial(_signed, index, fields.WITH_MODIFIERS[printer])
    if read := fields.operands(row, index):
        return lambda reading, operands, modifiers: operands.extend(read(reading))
    chosen = fields.modifiers(printer)
    assert chosen is not None, printer

    def step(reading: Reading, operands: _Found, modifiers: dict[str, Any]) -> None:
        value = reading.values[index]
        found = chosen(value if isinstance(value, int) else 0, reading)
        if found:
            modifiers.update(found)

    return step


def _plain(
    index: int, reading: Reading, operands: _Found, modifiers: dict[str, Any]
) -> None:
    value = reading.values[index]
    if value is None:
        raise Refused
    operands.append(Literal(value) if isinstance(value, int) else value)


def _signed(
    index: int,
    floating: bool,
    reading: Reading,
    operands: _Found,
    modifiers: dict[str, Any],
) -> None:
    _plain(index + 1, reading, operands, modifiers)
    bits = reading.values[index]
    assert isinstance(bits, int)
    if bits & (3 if floating else 16):
        operands.append(_with_signs(operands.pop(), bits, floating))


@cache
def _with_signs(operand: Operand, bits: int, floating: bool) -> Operand:
    assert isinstance(operand, Register | Special | Literal)
    if not floating:
        return replace(operand, sext=True)
    return replace(operand, negate=bool(bits & 1), absolute=bool(bits & 2))


def _group(
    steps: tuple[_Step, ...],
    reading: Reading,
    operands: _Found,
    modifiers: dict[str, Any],
) -> None:
    parts: _Found = []
    for step in steps:
        step(reading, parts, modifiers)
    operands.append(Group(tuple(parts)))


_SCALAR_MEMORY = ("s_load_", "s_buffer_load_", "s_prefetch_", "s_atc_probe")
_NULL = Special("null")


def _form(plan: _Plan, reading: Reading) -> Form:
    operands: _Found = []
    modifiers: dict[str, Any] = {}
    place: list[int] = []
    for step, is_address in plan.steps:
        before = len(operands)
        step(reading, operands, modifiers)
        if is_address:
            place.extend(range(before, len(operands)))
    mnemonic = plan.mnemonic
    if mnemonic.startswith(_SCALAR_MEMORY) and operands[-1:] == [_NULL]:
        operands[-1] = Literal(0)  # there is no register offset
    if "op_sel" in modifiers and _says_halves_twice(operands, modifiers["op_sel"]):
        del modifiers["op_sel"]
    if reading.row.image and "dim" not in modifiers and len(operands) > 2:
        # Up to gfx9 the bytes do not give the number of address registers.
        first = operands[1]
        if isinstance(first, Register):
            operands[1] = Register(first.file, first.first)
    address = tuple(operands[index] for index in place)
    return Form(mnemonic, plan.encoding, tuple(operands), modifiers, address)


def _says_halves_twice(operands: _Found, selected: tuple[int, ...]) -> bool:
    """
    Returns whether op_sel repeats the halves of the operands (`v3.h`): sources first, then the
    destination.
    """
    if len(selected) != len(operands):
        return False
    halves = [o.half if isinstance(o, Register) else "" for o in operands]
    if not any(halves):
        return False
    return [int(half == "h") for half in (*halves[1:], halves[0])] == list(selected)
