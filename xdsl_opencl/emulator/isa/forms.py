"""
The parts of decoded instructions: mnemonics, operands and modifiers, in the order of LLVM's
assembly.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial

from xdsl_opencl.emulator.isa.fields import Field, Modifiers, Part, buffer_format, field
from xdsl_opencl.emulator.isa.reading import Reading, Refused
from xdsl_opencl.emulator.isa.tables import Row, pieces
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
    (`v_dual_… :: v_dual_…`). `place` are the operands that form an address,
    `banks` the fields of `s_set_vgpr_msb` that add to the registers of each (see `Row.banks`).
    """

    mnemonic: str
    encoding: str
    operands: tuple[Operand, ...]
    modifiers: Modifiers
    place: tuple[Operand, ...] = ()
    banks: tuple[int | None, ...] = ()

    @property
    def number(self) -> int:
        """The first operand, a number."""
        operand = self.operands[0]
        assert isinstance(operand, Literal)
        return int(operand.value)

    @property
    def distance(self) -> int:
        """The words from the end of a branch to its target, its last operand."""
        operand = self.operands[-1]
        assert isinstance(operand, Literal)
        words = int(operand.value) & 0xFFFF
        return words - ((words & 0x8000) << 1)


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


@dataclass
class _Plan:
    """
    How a form is read: its fields, each with whether it is part of an address, and with the field
    of `s_set_vgpr_msb` for its register.
    """

    mnemonic: str
    encoding: str
    fields: list[tuple[Field, bool, int | None]]


@cache
def _plans(row: Row, wave_size: int, addresses: int | None) -> tuple[_Plan, ...]:
    mask = _always(Special("vcc_lo" if wave_size == 32 else "vcc"))
    plans: list[_Plan] = []
    group: list[Field] | None = None
    starts = True
    for piece in pieces(row, addresses):
        found: list[Field] = []
        is_address = False
        bank: int | None = None
        if not isinstance(piece, str):
            found += _fields(row, *piece, mask)
            # Modifiers are of the bank of their operand.
            place = row.places.get(piece[0].removesuffix("_modifiers"))
            bank = None if place is None else row.banks[place]
            is_address = piece[0].rstrip("0123456789") in _ADDRESS
        else:
            for word in piece.translate(_SPACED).split():
                if starts:
                    plans.append(_Plan(*split_mnemonic(word), []))
                    starts = False
                elif word == "[":
                    group = []
                elif word == "]" and group is not None:
                    found.append(partial(_group, tuple(group)))
                    is_address, group = True, None
                elif word == "::":
                    starts = True
                else:
                    found.append(_always(Special(word), word))
        if group is None:
            address = is_address and row.accesses
            plans[-1].fields.extend((f, address, bank) for f in found)
        else:
            group += found
    return tuple(plans)


_SPACED = str.maketrans({",": " ", "[": " [ ", "]": " ] "})
_ADDRESS = "vaddr addr saddr sbase soffset srsrc rsrc ssamp samp".split()


def _always(operand: Operand, word: str = "vcc") -> Field:
    """What a template fixes: an operand, or a modifier without a value."""
    fixed: Part = (operand,) if word in ("off", "m0", "vcc") else {word: True}
    return lambda reading: fixed


def _fields(row: Row, name: str, inside: bool, mask: Field) -> list[Field]:
    if name.startswith("%"):
        return [mask if name == "%vcc" else buffer_format]
    found = field(row, row.places[name])
    return [found, mask] if inside else [found]


def _group(fields: tuple[Field, ...], reading: Reading) -> Part:
    parts = (read(reading) for read in fields)
    return (Group(tuple(o for p in parts if not isinstance(p, dict) for o in p)),)


def _form(plan: _Plan, reading: Reading) -> Form:
    operands: list[Operand] = []
    modifiers: Modifiers = {}
    place: list[int] = []
    banks: list[int | None] = []
    for read, is_address, bank in plan.fields:
        part = read(reading)
        if isinstance(part, dict):
            modifiers.update(part)
            continue
        if is_address:
            place.append(len(operands))
        operands.extend(part)
        banks += [bank] * len(part)
    if reading.row.image and "dim" not in modifiers and len(operands) > 2:
        # Up to gfx9 the bytes do not give the number of address registers.
        first = operands[1]
        if isinstance(first, Register):
            operands[1] = Register(first.file, first.first)
    address = tuple(operands[index] for index in place)
    return Form(
        plan.mnemonic, plan.encoding, tuple(operands), modifiers, address, tuple(banks)
    )
