"""
A kernel as one HTML page that needs no other file and no network: the source with the machine
instructions of each line, the IR after each pass, the assembly, the registers, the argument
block, and what a launch on the emulator counted. Two sides stand beside each other.

`kernel_page.html` is the template (Jinja2). A page holds its own data (`Side`), packed, so that
another page can be compared with it.
"""

from __future__ import annotations

import base64
import json
import lzma
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from difflib import SequenceMatcher
from functools import cached_property
from html import escape
from io import StringIO
from itertools import zip_longest
from pathlib import Path, PurePath
from typing import Any, NamedTuple

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.printer import Printer

from xdsl_opencl.abi.arguments.exchange import read_layout
from xdsl_opencl.backend.objects.kernel_facts import Facts
from xdsl_opencl.emulator.program.loaded_code_object import load_code_object
from xdsl_opencl.errors import Error
from xdsl_opencl.files import write_output
from xdsl_opencl.frontend.file_kinds import SPIRV_ENDINGS
from xdsl_opencl.ir.diagnostics import place_of
from xdsl_opencl.page.layout_picture import draw
from xdsl_opencl.source import SourceFile
from xdsl_opencl.spirv.assembly import listing_of
from xdsl_opencl.spirv.words import read

_DATA = "<script type=application/octet-stream id=kernel-page-data>"
"""What the data of a page follows, up to the next element."""
_LARGEST = 1 << 28
"""The most bytes that the data of a page may unpack to."""

COUNTS = {
    "waves": "executed",
    "bytes": "bytes",
    "lines": "cache lines",
    "conflicts": "bank conflicts",
}
"""What a profile counts of an instruction or a line (`profile.Counts`), and the page's words."""


class PageError(Error, ValueError):
    """What was to be compared is not a page of this package."""


class Line(NamedTuple):
    """
    A line of source, IR or assembly. `line` is the line of the source that it is from, or 0. `key`
    is the text without the numbers of values and blocks that have no name: a pass may shift them
    all. `name` is the address of an instruction in hexadecimal digits.
    """

    text: str
    line: int
    key: str
    name: str = ""


class IrStage(NamedTuple):
    """The module that the pass `name` left."""

    name: str
    lines: Sequence[Line]


@dataclass(frozen=True)
class Side:
    """
    All that a page shows of one build. `source` are the lines of the program, `code` its machine
    instructions, `profile` is what `Profile.as_dict` gives.
    """

    title: str
    kernels: Sequence[Facts]
    source: Sequence[Line] = ()
    code: Sequence[Line] = ()
    stages: Sequence[IrStage] = ()
    profile: Mapping[str, Any] | None = None

    @property
    def ir(self) -> Sequence[Line]:
        """The IR after the last pass."""
        return self.stages[-1].lines if self.stages else ()

    @cached_property
    def counts(self) -> dict[str, Counter[str]]:
        """
        The profile's counts by the names of instructions; without one an instruction counts 1.

        Raises `PageError` for a profile of other code.
        """
        if self.profile is None:
            return {row.name: Counter(code=1) for row in self.code}
        texts = {row.name: row.text for row in self.code}
        found: dict[str, Counter[str]] = {}
        for counted in self.profile["instructions"]:
            name = f"{counted['address']:x}"
            if texts.get(name) != counted["text"]:
                raise PageError(
                    "error: the profile is of other machine code; make it of the same "
                    "program, for the same processor"
                )
            found[name] = Counter({c: int(counted.get(c, 0)) for c in COUNTS})
        return found


class _KeyPrinter(Printer):
    """Leaves out the numbers of values and blocks that have no name."""

    def print_ssa_value(self, value: SSAValue) -> str:
        if value.name_hint:
            return super().print_ssa_value(value)
        self.print_string("%")
        return ""

    def print_block_name(self, block: Block) -> str:
        self.print_string("^")
        return ""


class _LinePrinter(Printer):
    """Records where operations of `file` begin, or of any if that is empty."""

    def __init__(self, file: str, stream: StringIO):
        super().__init__(stream)
        self._file = file
        self.places: dict[int, int] = {}

    def print_op(self, op: Operation) -> None:
        place = place_of(op.location)
        if place is not None and _is_of(place.file, self._file):
            self.places.setdefault(self._current_line, place.line or 0)
        super().print_op(op)


def _is_of(file: str, source: str) -> bool:
    """Returns whether a line is of the file `source`, where there is one."""
    return not source or PurePath(file).name == PurePath(source).name


class Stages:
    """
    Collects the stages of a module whose operations know their places in `file`, or in any if that
    is empty.
    """

    def __init__(self, file: str):
        self._file = file
        self.found: list[IrStage] = []

    def add(self, name: str, module: ModuleOp) -> None:
        """Keeps what the pass `name` left, if it changed anything."""
        shown, keys = StringIO(), StringIO()
        printer = _LinePrinter(self._file, shown)
        printer.print_op(module)
        _KeyPrinter(keys).print_op(module)
        texts = zip(
            shown.getvalue().split("\n"), keys.getvalue().split("\n"), strict=True
        )
        lines = [
            Line(text, printer.places.get(n, 0), key)
            for n, (text, key) in enumerate(texts)
        ]
        if not self.found or _keys(lines) != _keys(self.found[-1].lines):
            self.found.append(IrStage(name, lines))


def _keys(lines: Sequence[Line]) -> list[str]:
    return [line.key for line in lines]


def shown_source(source: SourceFile) -> tuple[list[Line], str]:
    """
    Returns the lines that a page shows of `source`, and the file that places name: of SPIR-V what
    it contains of its source, else its disassembly, which places name if there is no other file;
    of other binary files nothing.

    Raises `SpirvError`.
    """
    text, name = source.text, source.name
    if source.path is not None and name.endswith(SPIRV_ENDINGS):
        text, name = listing_of(read(Path(source.path).read_bytes()), name)
    elif "\0" in text or "\ufffd" in text:
        return [], ""
    lines = enumerate(text.splitlines(), 1)
    return [Line(line, n, line) for n, line in lines], name


def machine_rows(code: bytes, source: str) -> list[Line]:
    """
    Returns the instructions of code object `code`, with their lines in the file `source`, or in
    any if that is empty.

    Raises `EmulatorError` for a processor whose instructions are not known.
    """
    loaded = load_code_object(code)
    waves = loaded.info.kernels[0].wavefront_size if loaded.info.kernels else 0
    rows = [
        Line(i.text, i.line if _is_of(i.file, source) else 0, i.text, f"{i.address:x}")
        for i in (loaded.instructions(waves) if waves else ())
    ]
    while rows and rows[-1].text in ("s_code_end", "s_nop 0"):
        rows.pop()  # Padding.
    return rows


@dataclass(frozen=True)
class KernelPage:
    """The page of one or two sides; a notebook shows it. `between` are two stages to compare."""

    sides: Sequence[Side]
    between: tuple[str, str] | None = None

    @cached_property
    def html(self) -> str:
        """
        The page.

        Raises `PageError` for a profile of other code, and a stage that there is not.
        """
        from jinja2 import Environment, StrictUndefined

        environment = Environment(
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
            undefined=StrictUndefined,
        )
        template = Path(__file__).with_name("kernel_page.html").read_text("utf-8")
        return environment.from_string(template).render(
            titles=[side.title for side in self.sides],
            facts=[*_facts(self.sides)],
            sides=[
                {
                    "prefix": "ab"[n],
                    "panes": [*_panes(side, "ab"[n])],
                    "stages": [*_stages(side.stages)],
                }
                for n, side in enumerate(self.sides)
            ],
            pairs=[*self._pairs()],
            data_tag=_DATA,
            data=_packed(self.sides[-1]),
        )

    def save(self, path: str) -> None:
        """Writes the file `path`, wholly or not at all. Raises `OSError`."""
        write_output(path, self.html)

    def _repr_html_(self) -> str:
        """The page in a frame, whose styles stay inside."""
        frame = 'style="width:100%;height:45rem;border:0" title="Kernel"'
        return f'<iframe {frame} srcdoc="{escape(self.html)}"></iframe>'

    def _pairs(self) -> Iterator[dict[str, Any]]:
        """What stands beside each other: a heading, the names of both, and the lines."""
        if self.between is not None:
            stages = {stage.name: stage.lines for stage in self.sides[0].stages}
            for name in self.between:
                if name not in stages:
                    raise PageError(
                        f"error: --stage: no pass '{name}' changed the module; choose two of "
                        f"{', '.join(stages)}"
                    )
            yield _pair("IR", self.between, *(stages[name] for name in self.between))
        if len(self.sides) > 1:
            left, right = self.sides
            names = left.title, right.title
            yield _pair("Source", names, left.source, right.source)
            yield _pair("Assembly", names, left.code, right.code)
            yield _pair("IR after the last pass", names, left.ir, right.ir)


def _pair(
    heading: str, names: tuple[str, str], old: Sequence[Line], new: Sequence[Line]
) -> dict[str, Any]:
    """The changed lines of two texts with three lines around them, row by row."""
    rows: list[tuple[str, str, str]] = []
    none = Line("", 0, "")
    matcher = SequenceMatcher(None, _keys(old), _keys(new))
    for group in matcher.get_grouped_opcodes():
        if rows:
            rows.append(("equal", "…", "…"))
        for tag, a, b, c, d in group:
            both = zip_longest(old[a:b], new[c:d], fillvalue=none)
            rows += ((tag, left.text, right.text) for left, right in both)
    return {"heading": heading, "names": names, "rows": rows}


def _stages(stages: Sequence[IrStage]) -> Iterator[dict[str, Any]]:
    """Of each stage the lines that the one before lacks (`+`) and had (`-`), with two around."""
    old: Sequence[Line] = ()
    for name, new in stages:
        changes: list[tuple[str, str]] = []
        matcher = SequenceMatcher(None, _keys(old), _keys(new))
        for group in matcher.get_grouped_opcodes(2):
            if changes:
                changes.append((" ", "…"))
            for tag, a, b, c, d in group:
                if tag != "equal":
                    changes += (("-", line.text) for line in old[a:b])
                kind = "+" if old and tag != "equal" else " "
                changes += ((kind, line.text) for line in new[c:d])
        kinds = Counter(kind for kind, _ in changes)
        words = f"+{kinds['+']} -{kinds['-']}" if old else f"{len(new)}"
        yield {"name": name, "words": f"{words} lines", "changes": changes}
        old = new


# --- facts -------------------------------------------------------------------------------


def _facts(sides: Sequence[Side]) -> Iterator[dict[str, Any]]:
    """Of each kernel, and of the launch: facts with the value of each side, argument blocks."""
    for name in dict.fromkeys(k["name"] for side in sides for k in side.kernels):
        pictures = defaultdict[str, list[str]](list)
        tables: list[dict[str, str]] = []
        for side in sides:
            kernel = next((k for k in side.kernels if k["name"] == name), None)
            code = kernel and kernel["code"]
            tables.append(_code_facts(code) if code else {})
            if kernel:
                pictures[draw("", [(name, read_layout(kernel))])].append(side.title)
        captions = {
            picture: "" if len(titles) == len(sides) else f": {titles[0]}"
            for picture, titles in pictures.items()
        }
        yield _table(f"Kernel {name}", tables, captions)
    if any(side.profile for side in sides):
        tables = [_total(side.profile) if side.profile else {} for side in sides]
        yield _table("A launch on the emulator", tables, {})


def _table(
    heading: str, tables: Sequence[Mapping[str, str]], pictures: Mapping[str, str]
) -> dict[str, Any]:
    labels = dict.fromkeys(label for table in tables for label in table)
    rows = [(label, [t.get(label, "") for t in tables]) for label in labels]
    return {"heading": heading, "rows": rows, "pictures": pictures}


def _code_facts(code: Facts) -> dict[str, str]:
    limits = " and ".join(code["limited_by"]) or "nothing: the processor has no more"
    waves = "not known" if code["waves"] is None else f"{code['waves']} per SIMD"
    return {
        "occupancy, waves": f"{waves}, of {code['wave_size']} work items",
        "limited by": limits,
        "vector registers": str(code["vgprs"]),
        "accumulation registers": str(code["agprs"]),
        "scalar registers": f"{code['sgprs']}, {code['user_sgprs']} filled at entry",
        "spilled registers": str(code["vgpr_spills"] + code["sgpr_spills"]),
        "local memory": f"{code['lds_bytes']} bytes per work-group without local arguments",
        "scratch": f"{code['scratch_bytes']} bytes per work item",
        "greatest work-group": f"{code['max_work_group_size']} work items",
    }


def _total(profile: Mapping[str, Any]) -> dict[str, str]:
    """What a launch counted in all."""
    total: Mapping[str, int] = profile["total"]
    lanes = total.get("lanes", 0) / (total.get("slots", 0) or 1)
    return {
        "work-groups": f"{profile['work_groups']}",
        "waves": f"{profile['waves']}",
        "active lanes": f"{lanes:.1%}",
        "executed instructions": f"{total.get('waves', 0)}",
        **{
            f"— {name}": str(counts.get("waves", 0))
            for name, counts in profile["classes"].items()
        },
        "bytes read and written": f"{total.get('bytes', 0)}",
        "cache lines (memory transactions)": f"{total.get('lines', 0)}",
        "accesses to local memory": f"{total.get('lds_cycles', 0)}",
        "bank conflicts": f"{total.get('conflicts', 0)}",
    }


# --- panes -------------------------------------------------------------------------------

_PANES = {
    "source": ("Source", "line"),
    "ir": ("IR after the last pass", "IR"),
    "code": ("Assembly", "address"),
}
"""What stands beside each other, by the field of `Side`: the heading, the word for a line."""


def _panes(side: Side, prefix: str) -> Iterator[dict[str, Any]]:
    """
    The panes of a side, each row with an id that begins with `prefix`. A run of rows from one line
    has its links in the first of them; they lead to the first row from that line.
    """
    by_line = defaultdict[int, Counter[str]](Counter[str])
    for row in side.code:
        by_line[row.line].update(side.counts.get(row.name, {}))
    columns = {
        c: COUNTS.get(c, "instructions")
        for c in ("code", *COUNTS)
        if any(counted[c] for counted in side.counts.values())
    }
    lines: dict[str, list[Line]] = {}
    firsts: dict[str, dict[int, str]] = {}
    for name in _PANES:
        shown = enumerate(getattr(side, name), 1)
        lines[name] = [row._replace(name=row.name or f"{n}") for n, row in shown]
        back = reversed(lines[name])
        firsts[name] = {row.line: row.name for row in back if row.line}
    for pane, (heading, word) in _PANES.items():
        others = [other for other in _PANES if other != pane]
        counted: dict[str, Counter[str]] = {}
        if pane == "source":
            counted = {row.name: by_line[row.line] for row in lines[pane]}
        elif pane == "code" and side.profile is not None:
            counted = side.counts
        heads = columns if counted else {}
        heat = next(iter(heads), "")
        amounts = [c[heat] for c in counted.values()] or [0]
        least, span = min(amounts), max(amounts) - min(amounts) or 1
        rows: list[dict[str, Any]] = []
        previous = 0
        for row in lines[pane]:
            counts = counted.get(row.name, Counter[str]())
            first = firsts[pane].get(row.line) == row.name
            links = [("", "")] * 2
            if row.line and (first or row.line != previous):
                links = [
                    (
                        f"{prefix}-{other[0]}{firsts[other][row.line]}",
                        firsts[other][row.line],
                    )
                    if row.line in firsts[other]
                    else ("", row.line if other == "source" else "")
                    for other in others
                ]
            previous = row.line
            rows.append(
                {
                    "id": f"{prefix}-{pane[0]}{row.name}" if first else "",
                    "line": row.line,
                    "heat": 60 * max(0, counts[heat] - least) // span,
                    "cells": [("", row.name), *links],
                    "numbers": [counts[c] or "" for c in heads],
                    "text": row.text,
                }
            )
        yield {
            "name": pane,
            "heading": heading,
            "heads": [word, *(_PANES[other][1] for other in others), *heads.values()],
            "heat": heads.get(heat, ""),
            "rows": rows,
        }


# --- the data of a page ------------------------------------------------------------------


def _packed(side: Side) -> str:
    text = json.dumps(asdict(side), separators=(",", ":"))
    return base64.b64encode(lzma.compress(text.encode())).decode()


def read_side(file: str, html: str) -> Side:
    """
    Returns the last side of the page `html`, which was read from `file`.

    Raises `PageError` for another file.
    """

    def lines(fields: list[list[Any]]) -> list[Line]:
        return [Line(str(t), int(line), str(k), str(n)) for t, line, k, n in fields]

    try:
        packed = base64.b64decode(html.partition(_DATA)[2].partition("<")[0])
        data = json.loads(lzma.LZMADecompressor().decompress(packed, _LARGEST))
        side = Side(
            str(data["title"]),
            data["kernels"],
            lines(data["source"]),
            lines(data["code"]),
            [IrStage(str(name), lines(each)) for name, each in data["stages"]],
            data["profile"],
        )
        _ = [*_facts([side])], side.counts
    except (
        ValueError,
        LookupError,
        TypeError,
        AttributeError,
        lzma.LZMAError,
    ) as error:
        raise PageError(
            f"{file}: error: this is not a page that 'xdsl-opencl report' wrote"
        ) from error
    return replace(side, title=f"{side.title} ({file})")
