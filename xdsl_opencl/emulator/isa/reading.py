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
    that of their class, `addresses` the number of an image's address registers where it is known.
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
