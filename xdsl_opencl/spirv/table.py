"""
The instructions and operands of SPIR-V, from `tables.zip`, which `libraries/generate_spirv_tables.py`
makes from Khronos' machine-readable grammar (MIT licence: `LICENSE` in the archive).
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

ARCHIVE = Path(__file__).parent / "tables.zip"

MAGIC = 0x07230203
HEADER_WORDS = 5
FIRST_VERSION = 0x10000
LAST_VERSION = 0x10600
"""Versions of the specification as words of a header have them: 1.0, 1.6."""


def version_text(version: int) -> str:
    """`1.4` for 0x10400."""
    return f"{version >> 16 & 255}.{version >> 8 & 255}"


Operand = Sequence[str]
"""An operand: the name of its kind, and its quantifier, which is empty, `?` or `*`."""


@dataclass(frozen=True, slots=True)
class Needs:
    """
    What a module must declare to use a name: one of `capabilities`, and one of `extensions` or
    the version. Without a version (`None`) only an extension has the name.
    """

    capabilities: Sequence[str] = ()
    extensions: Sequence[str] = ()
    version: int | None = FIRST_VERSION
    last: int | None = None


@dataclass(frozen=True, slots=True)
class Enumerant:
    """A value of an enumeration, or a bit of a mask, with the operands that follow it."""

    name: str
    value: int
    parameters: Sequence[Operand]
    needs: Needs


@dataclass(frozen=True, eq=False)
class Kind:
    """
    A kind of operand. `category` is `BitEnum`, `ValueEnum`, `Id`, `Literal` or `Composite`;
    `bases` are what a composite consists of. Of enumerants with one value, `values` has the name
    that `spirv-dis` prints; `names` has all.
    """

    category: str
    bases: Sequence[Operand]
    rows: list[list[Any]]

    @cached_property
    def names(self) -> dict[str, Enumerant]:
        """The enumerants by name."""
        return {
            name: Enumerant(name, value, parameters, Needs(*needs))
            for name, value, parameters, *needs in self.rows
        }

    def find(self, key: int | str) -> Enumerant | None:
        """The enumerant with the value or the name `key`."""
        return self.names.get(key) if isinstance(key, str) else self.values.get(key)

    @cached_property
    def values(self) -> dict[int, Enumerant]:
        """The enumerants by value."""
        found: dict[int, Enumerant] = {}
        for each in self.names.values():
            found.setdefault(each.value, each)
        return found


ID_KINDS = frozenset(("IdRef", "IdScope", "IdMemorySemantics"))
"""Kinds of operands that are ids."""


@dataclass(frozen=True, slots=True, eq=False)
class Opcode:
    """
    An instruction. `operands` are the operands after the result type and the result, of which
    `least` must stand, and with `more` any number of the last.
    """

    needs: Needs
    name: str
    number: int
    has_type: bool
    has_result: bool
    operands: Sequence[Operand]
    least: int
    more: bool
    literal: bool
    """Whether the last operands are literals of a word each, any number of them."""
    flat: bool
    """Whether the operands are ids, but for those literals, and only the last may be left out."""


@dataclass(frozen=True, eq=False)
class Grammar:
    """
    The core, or a set of extended instructions. The keys of `rows` are the numbers of instructions,
    their names (for a number), and `:` with the name of a kind. Values are JSON, parsed when asked for.
    """

    rows: dict[str, str]

    @cache
    def opcode(self, key: int | str) -> Opcode | None:
        """The instruction with the number or the name `key`; `None` if there is none."""
        number = self.rows.get(key, "") if isinstance(key, str) else str(key)
        if (row := self.rows.get(number)) is None:
            return None
        needs, *fields = json.loads(row)
        return Opcode(Needs(*needs), *fields)

    @cache
    def kind(self, name: str) -> Kind:
        """The kind of operand `name`; a set has those of the core, too."""
        return Kind(*json.loads(self.rows.get(f":{name}") or core().rows[f":{name}"]))


def grammar(*names: str) -> Grammar:
    """The grammar in the files `names` of the archive; rows of a later one replace others."""
    rows: dict[str, str] = {}
    with zipfile.ZipFile(ARCHIVE) as archive:
        for name in names:
            for line in archive.read(f"{name}.txt").decode().splitlines():
                key, _, rows[key] = line.partition(" ")
    return Grammar(rows)


@cache
def core() -> Grammar:
    """The grammar of SPIR-V itself."""
    return grammar("core", "core.newer")


@cache
def extended(name: str) -> Grammar | None:
    """The set of extended instructions `name` (`OpenCL.std`); `None` if it is not known."""
    with zipfile.ZipFile(ARCHIVE) as archive:
        known = f"{name}.txt" in archive.namelist() and not name.startswith("core")
    return grammar(name) if known else None
