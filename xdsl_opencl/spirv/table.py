"""
The instructions and operands of SPIR-V, from `tables.zip`, which `libraries/generate_spirv_tables.py`
makes from Khronos' machine-readable grammar (MIT licence: `LICENSE` in the archive).
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterable
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


@dataclass(frozen=True, slots=True)
class Needs:
    """
    What a module must declare to use a name: one of `capabilities`, and one of `extensions` or
    the version. Without a version (`None`) only an extension has the name.
    """

    capabilities: tuple[str, ...] = ()
    extensions: tuple[str, ...] = ()
    version: int | None = FIRST_VERSION
    last: int | None = None


def _needs(raw: list[str]) -> Needs:
    capabilities, extensions, version, last = (*raw, "", "", "", "")[:4]

    def word(text: str) -> int:
        major, _, minor = text.partition(".")
        return int(major) << 16 | int(minor) << 8

    return Needs(
        tuple(capabilities.split()),
        tuple(extensions.split()),
        None if version == "None" else word(version) if version else FIRST_VERSION,
        word(last) if last else None,
    )


Operand = tuple[str, str]
"""An operand: the name of its kind, and its quantifier, which is empty, `?` or `*`."""


def _operands(text: str) -> tuple[Operand, ...]:
    return tuple(
        (name.rstrip("?*"), name[-1] if name[-1] in "?*" else "")
        for name in text.split()
    )


@dataclass(frozen=True, slots=True)
class Enumerant:
    """A value of an enumeration, or a bit of a mask, with the operands that follow it."""

    name: str
    value: int
    parameters: tuple[Operand, ...]
    needs: Needs


@dataclass(frozen=True, eq=False)
class Kind:
    """
    A kind of operand. `category` is `BitEnum`, `ValueEnum`, `Id`, `Literal` or `Composite`;
    `bases` are the kinds that a composite consists of. Of enumerants with one value, `values`
    has the name that `spirv-dis` prints; `names` has all.
    """

    name: str
    category: str
    bases: tuple[str, ...]
    rows: tuple[list[Any], ...]

    @cached_property
    def names(self) -> dict[str, Enumerant]:
        """The enumerants by name."""
        return {
            name: Enumerant(name, value, _operands(parameters), _needs(needs))
            for value, name, parameters, *needs in self.rows
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

    name: str
    number: int
    has_type: bool
    has_result: bool
    operands: tuple[Operand, ...]
    needs: Needs
    least: int
    more: bool
    literal: bool
    """Whether the last operands are literals of a word each, any number of them."""
    flat: bool
    """Whether the operands are ids, but for those literals, and only the last may be left out."""


@dataclass(frozen=True, eq=False)
class Grammar:
    """The instructions and kinds of the core, or of a set of extended instructions."""

    rows: dict[int, list[Any]]
    numbers: dict[str, int]
    kind_rows: dict[str, list[Any]]
    generators: dict[str, str]

    @cache
    def opcode(self, key: int | str) -> Opcode | None:
        """The instruction with the number or the name `key`; `None` if there is none."""
        number = self.numbers.get(key) if isinstance(key, str) else key
        if number is None or number not in self.rows:
            return None
        _, name, text, *needs = self.rows[number]
        operands = _operands(text)
        kinds = [kind for kind, _ in operands[:2]]
        has_type, has_result = "IdResultType" in kinds, "IdResult" in kinds
        operands = operands[has_type + has_result :]
        least = sum(not quantifier for _, quantifier in operands)
        more = bool(operands) and operands[-1][1] == "*"
        literal = more and operands[-1][0] == "LiteralInteger"
        ids = {kind for kind, _ in (operands[:-1] if literal else operands)}
        flat = ids <= ID_KINDS and least >= len(operands) - more
        form = least, more, literal, flat
        return Opcode(
            name, number, has_type, has_result, operands, _needs(needs), *form
        )

    @cache
    def kind(self, name: str) -> Kind:
        """The kind of operand `name`; a set has those of the core, too."""
        if name not in self.kind_rows and self is not core():
            return core().kind(name)
        category, bases, rows = self.kind_rows[name]
        return Kind(name, category, tuple(bases), tuple(rows))


def grammar(*names: str) -> Grammar:
    """The grammar in the files `names` of the archive; a later one adds to those before."""
    rows: dict[int, list[Any]] = {}
    numbers: dict[str, int] = {}
    kinds: dict[str, list[Any]] = {}
    makers: dict[str, str] = {}
    with zipfile.ZipFile(ARCHIVE) as archive:
        files = [json.loads(archive.read(f"{name}.json")) for name in names]
    for data in files:
        raw: Iterable[list[Any]] = data["instructions"]
        found: dict[int, list[Any]] = {}
        for row in sorted(raw):
            # Of several names `spirv-dis` prints the first by alphabet.
            found.setdefault(row[0], row)
            numbers[row[1]] = row[0]
        rows |= found
        for name, (category, bases, more) in data["kinds"].items():
            kinds.setdefault(name, [category, bases, []])[2].extend(more)
        makers |= data.get("generators", {})
    return Grammar(rows, numbers, kinds, makers)


@cache
def core() -> Grammar:
    """The grammar of SPIR-V itself."""
    return grammar("core", "core.newer")


@cache
def extended(name: str) -> Grammar | None:
    """The set of extended instructions `name` (`OpenCL.std`); `None` if it is not known."""
    with zipfile.ZipFile(ARCHIVE) as archive:
        known = f"{name}.json" in archive.namelist() and not name.startswith("core")
    return grammar(name) if known else None
