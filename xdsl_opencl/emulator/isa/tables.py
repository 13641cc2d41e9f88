"""
The tables of encodings, which `libraries/generate_isa_tables.py` makes from LLVM's descriptions.

`tables.zip` has one table for each family of processors. A row of a table is one encoding of one
instruction; the rows stand in the order of LLVM's disassembler, which tries one after the other.
"""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from xdsl_opencl.emulator.generations import generation

ARCHIVE = Path(__file__).parent / "tables.zip"


@dataclass(frozen=True)
class Operand:
    """
    An operand of an encoding: `kind` and `width` say how its bits are read, `printer` how it is
    printed, `type` what a constant is; `classes` are LLVM's names of its registers, without and
    with alignment. `runs` are its bits: place in the word, place in the value, count.
    """

    name: str
    kind: str
    width: int
    printer: str
    type: str
    classes: tuple[str, ...]
    runs: tuple[tuple[int, int, int], ...]
    fixed: int

    def value(self, word: int) -> int:
        """The operand's bits in `word`."""
        if len(self.runs) == 1:
            ((place, index, count),) = self.runs
            return self.fixed | (word >> place & (1 << count) - 1) << index
        found = self.fixed
        for place, index, count in self.runs:
            found |= (word >> place & (1 << count) - 1) << index
        return found


@dataclass(frozen=True)
class Image:
    """
    What the sizes of an image instruction's registers depend on. `sizes` are the pairs (data,
    address) that its operation and encoding have; `data` and `address` are those of this row.
    """

    encoding: str
    extra: int
    coordinates: bool
    level: int
    gradients: bool
    half_gradients: bool
    rays: bool
    sizes: frozenset[tuple[int, int]]
    data: int
    address: int
    gathers: bool
    samples: bool


_BANKS = {
    **{name: 0 for name in ("src0", "src0X", "src0Y", "vaddr", "vaddr0", "addr")},
    **{name: 1 for name in ("src1", "vsrc1X", "vsrc1Y", "data0", "vaddr1")},
    **{name: 2 for name in ("src2", "vsrc2X", "vsrc2Y", "data1", "vaddr2")},
    **{name: 3 for name in ("vdst", "vdstX", "vdstY")},
}


@dataclass(frozen=True, eq=False)
class Row:
    """
    An encoding: the bits of `mask` are those of `value`; `bits` is the size. `formats` is true if
    the formats of the operands of a matrix instruction decide their sizes, `unsigned` if a
    negative offset is no instruction. `places` are the operands' numbers by name.

    `branches` is true if an operand is the distance to another instruction. A memory
    instruction counts up `counters`; `accesses` is false for those that only move values or
    manage caches, `result` is true if it writes registers.
    """

    bits: int
    mask: int
    value: int
    template: str
    operands: tuple[Operand, ...]
    places: dict[str, int]
    image: Image | None = None
    formats: bool = False
    unsigned: bool = False
    branches: bool = False
    counters: tuple[int, ...] = ()
    accesses: bool = False
    result: bool = False

    @cached_property
    def low_operands(self) -> tuple[int, ...]:
        """The operands whose registers are the first 128."""
        return tuple(
            index
            for index, operand in enumerate(self.operands)
            if any("Lo128" in name for name in operand.classes)
        )

    @cached_property
    def banks(self) -> tuple[int | None, ...]:
        """
        For each operand the field of `s_set_vgpr_msb` that adds to its register: 0 to 2 of
        sources, 3 of the result (LLVM, `AMDGPUBaseInfo.cpp`, `getVGPRLoweringOperandTables`).
        """
        if "_ld_scale" in self.template:
            return (None,) * len(self.operands)
        fields = dict(_BANKS)
        fields["vdata"] = 3 if "buffer_" in self.template else 1
        for half in self.template.split(" :: "):
            if "fmamk" in half:
                named = re.findall(r"\$v?(src1[XY]?)", half)
                fields |= {n: 2 for name in named for n in (name, f"v{name}")}
        return tuple(fields.get(operand.name) for operand in self.operands)

    @cached_property
    def known(self) -> int:
        """The bits that are fixed or belong to an operand."""
        runs = (run for operand in self.operands for run in operand.runs)
        return sum({1 << p + i for p, _, n in runs for i in range(n)}) | self.mask


_PLACEHOLDER = re.compile(r"\$(\w+)(%inside)?|(%vcc|%format)")


def pieces(row: Row, addresses: int | None) -> Iterator[str | tuple[str, bool]]:
    """
    The parts of the template of `row`: fixed ones, and the names of operands, of the mask (`%vcc`)
    and of a buffer's format (`%format`), each with whether the mask follows within its signs.
    `addresses` are used if it is an image's.
    """
    template = row.template
    start, end = template.find("[$vaddr0"), template.find("]") + 1
    if addresses is not None and start >= 0:
        used = ", ".join(f"$vaddr{i}" for i in range(addresses))
        used = f"[{used}]" if addresses > 1 else used
        template = template[:start] + used + template[end:]
    place = 0
    for match in _PLACEHOLDER.finditer(template):
        yield template[place : match.start()]
        yield match[1] or match[3], bool(match[2])
        place = match.end()
    yield template[place:]


_LETTERS = "abcdefghijklmnopqrstuvwxyz_0123456789"


def mnemonic_of(template: str) -> str:
    """The word with which `template` begins: `v_add_f32_e64`."""
    return template[: len(template) - len(template.lstrip(_LETTERS))]


_BUCKET = 23
"""The bits from here to 31 of the first word tell the formats apart."""


@dataclass
class Table:
    """The rows of one processor with one wave size."""

    data: dict[str, Any]
    major: int
    features: frozenset[str]
    places: dict[int, list[int]]
    _rows: dict[int, Row] = field(default_factory=dict[int, Row])
    _operands: dict[int, Operand] = field(default_factory=dict[int, Operand])
    _buckets: dict[int, tuple[int, dict[int, list[Row]]]] = field(
        default_factory=dict[int, tuple[int, dict[int, list[Row]]]]
    )

    def candidates(self, word: int) -> list[Row]:
        """The rows whose bits in the first 32 agree with `word`, in order."""
        key = word >> _BUCKET
        bucket = self._buckets.get(key)
        if bucket is None:
            rows = [self.row(place) for place in self.places.get(key, ())]
            common = 0xFFFFFFFF
            for row in rows:
                common &= row.mask
            parts: dict[int, list[Row]] = {}
            for row in rows:
                parts.setdefault(row.value & common, []).append(row)
            bucket = self._buckets[key] = common, parts
        rows = bucket[1].get(word & bucket[0], [])
        return [row for row in rows if (word ^ row.value) & row.mask & 0xFFFFFFFF == 0]

    def mnemonics(self) -> set[str]:
        """The mnemonics of the rows, with suffixes; those of pairs are two."""
        templates, rows = self.data["templates"], self.data["rows"]
        used = {rows[n][3] for numbers in self.places.values() for n in numbers}
        return {mnemonic_of(t) for n in used for t in templates[n].split(" :: ")}

    def row(self, place: int) -> Row:
        """Row number `place` of the table."""
        if place not in self._rows:
            bits, mask, value, template, shape, *_ = raw = self.data["rows"][place]
            extras: dict[str, Any] = raw[7] if len(raw) > 7 else {}
            operands = tuple(self._operand(o) for o in self.data["shapes"][shape])
            self._rows[place] = Row(
                bits,
                int(mask, 16),
                int(value, 16),
                self.data["templates"][template],
                operands,
                {operand.name: i for i, operand in enumerate(operands)},
                self._image(extras["image"]) if "image" in extras else None,
                "formats" in extras,
                "unsigned" in extras,
                any(operand.type == "PCREL" for operand in operands),
                tuple(extras.get("counters", ())),
                "accesses" in extras,
                "result" in extras,
            )
        return self._rows[place]

    def _operand(self, place: int) -> Operand:
        if place not in self._operands:
            name, decoded, *rest = self.data["operands"][place]
            printer, kind, classes, runs, fixed = rest
            letters = decoded.rstrip("0123456789")
            self._operands[place] = Operand(
                name,
                letters,
                int(decoded[len(letters) :] or 0),
                printer,
                kind,
                tuple(classes),
                tuple((a, b, c) for a, b, c in runs),
                fixed,
            )
        return self._operands[place]

    def _image(self, raw: list[int]) -> Image:
        base, data, address, gathers, samples = raw
        encoding, *facts, sizes = self.data["images"][base]
        extra, coordinates, level, gradients, half_gradients, rays = facts
        return Image(
            encoding=encoding,
            extra=extra,
            coordinates=bool(coordinates),
            level=level,
            gradients=bool(gradients),
            half_gradients=bool(half_gradients),
            rays=bool(rays),
            sizes=frozenset((a, b) for a, b in sizes),
            data=data,
            address=address,
            gathers=bool(gathers),
            samples=bool(samples),
        )


@cache
def _family(name: str) -> dict[str, Any]:
    with zipfile.ZipFile(ARCHIVE) as archive:
        return json.loads(archive.read(f"{name}.json"))


@cache
def table(processor: str, wave_size: int, halves: bool = False) -> Table:
    """
    The table of `processor` (`gfx1100`). With `halves`, halves of registers are operands on
    gfx12, too, as with LLVM's feature real-true16.

    Raises `EmulatorError` for a processor that the emulator does not support.
    """
    target = generation(processor)
    data = _family("gfx1250" if target.is_gfx1250 else f"gfx{target.major}")
    place = data["processors"].index(target.name)
    wave = 1 if wave_size == 32 else 2
    places: dict[int, list[int]] = {}
    for number, row in enumerate(data["rows"]):
        wanted = halves or len(row) == 7 or "halves" not in row[7]
        if wanted and row[5] >> place & 1 and row[6] & wave:
            mask = int(row[1], 16) >> _BUCKET & 0x1FF
            value = int(row[2], 16) >> _BUCKET & 0x1FF
            free = ~mask & 0x1FF
            subset = free
            while True:  # every value of the free bits
                places.setdefault(value | subset, []).append(number)
                if not subset:
                    break
                subset = (subset - 1) & free
    features = data["features"]
    names = frozenset(name for name in features if features[name] >> place & 1)
    return Table(data, target.major, names, places)
