"""An instruction while it is decoded."""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl_opencl.emulator.isa.tables import Row
from xdsl_opencl.emulator.operands import Literal, Register, Special


class Refused(Exception):
    """The bits encode no value of this operand."""


Value = Register | Special | Literal | int | None
"""What the bits of an operand are: an operand, a number; `None` if it has no bits."""


@dataclass(slots=True, eq=False)
class Reading:
    """
    An instruction while it is decoded: `part` are its bytes and some that follow, `size` is its
    size, `values` are those of the row's operands. `resized` are the operands of another size than
    that of their class, `addresses` the number of an image's address registers where it is known,
    `banks` what `s_set_vgpr_msb` has set.
    """

    row: Row
    part: bytes
    size: int
    major: int
    features: frozenset[str]
    wave_size: int
    values: list[Value] = field(default_factory=list[Value])
    literal: int | None = None
    resized: frozenset[int] = frozenset()
    addresses: int | None = None
    banks: int = 0

    def named(self, name: str) -> Value:
        """The operand `name`, 0 without it."""
        place = self.row.places.get(name)
        return 0 if place is None else self.values[place]

    def number(self, name: str) -> int:
        """The operand `name` if it is a number, else 0."""
        place = self.row.places.get(name)
        return 0 if place is None else self.number_at(place)

    def number_at(self, index: int) -> int:
        """Operand `index` if it is a number, else 0."""
        value = self.values[index]
        return value if isinstance(value, int) else 0

    def bank(self, index: int) -> int:
        """What is added to the number of the vector register that is operand `index`."""
        place = self.row.banks[index] if self.banks else None
        return 0 if place is None else (self.banks >> 2 * place & 3) << 8

    def set(self, name: str, value: Value) -> None:
        self.values[self.row.places[name]] = value

    def read_literal(self, size: int = 4) -> int:
        """
        The literal of `size` bytes after the instruction, or in it.

        Raises `Refused` if it is cut off; LLVM 22 crashes then.
        """
        inside = size == 8 and self.row.bits == 96  # it ends the instruction
        if self.literal is None or inside:
            start = 4 if inside else self.size
            if len(self.part) < start + size:
                raise Refused
            literal = int.from_bytes(self.part[start : start + size], "little")
            if self.literal not in (None, literal):
                raise Refused
            self.literal = literal
            self.size = max(self.size, start + size)
        return self.literal
