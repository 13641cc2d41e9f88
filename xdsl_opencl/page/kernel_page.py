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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from difflib import SequenceMatcher
from functools import cached_property
from html import escape
from html.parser import HTMLParser
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
from xdsl_opencl.ir.diagnostics import place_of
from xdsl_opencl.page.layout_picture import draw
from xdsl_opencl.source import SourceFile

_DATA = "kernel-page-data"
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


class Row(NamedTuple):
    """A machine instruction: its address, its text, and its line in the source or 0."""

    address: int
    text: str
    line: int


class IrLine(NamedTuple):
    """
    A line of IR, with the line of the source that its operation is from, or 0. `key` is the text
    without the numbers of values and blocks that have no name: a pass may shift them all.
    """

    text: str
    key: str
    line: int


class IrStage(NamedTuple):
    """The module that the pass `name` left."""

    name: str
    lines: Sequence[IrLine]


@dataclass(frozen=True)
class Side:
    """
    All that a page shows of one build. `source` are the lines of the program, `profile` is what
    `Profile.as_dict` gives.
    """

    title: str
    kernels: Sequence[Facts]
    source: Sequence[str] = ()
    rows: Sequence[Row] = ()
    stages: Sequence[IrStage] = ()
    profile: Mapping[str, Any] | None = None

    @cached_property
    def counts(self) -> dict[int, dict[str, int]]:
        """
        What the profile counted by address.

        Raises `PageError` for a profile of other code.
        """
        if self.profile is None:
            return {}
        texts = {row.address: row.text for row in self.rows}
        found: dict[int, dict[str, int]] = {}
        for counted in self.profile["instructions"]:
            if texts.get(counted["address"]) != counted["text"]:
                raise PageError(
                    "error: the profile is of other machine code; make it of the same "
                    "program, for the same processor"
                )
            found[counted["address"]] = {c: int(counted.get(c, 0)) for c in COUNTS}
        return found


def _is_of(file: str, source: str) -> bool:
    """Returns whether a line is of the file `source`, where there is one."""
    return not source or PurePath(file).name == PurePath(source).name


class _LinePrinter(Printer):
    """Records where operations of `file` begin, and where numbers of values stand."""

    def __init__(self, file: str):
        super().__init__(StringIO())
        self._file = file
        self.places: dict[int, int] = {}
        self.numbers: dict[int, list[tuple[int, int]]] = {}

    def print_op(self, op: Operation) -> None:
        place = place_of(op.location)
        if place is not None and _is_of(place.file, self._file):
            self.places.setdefault(self._current_line, place.line or 0)
        super().print_op(op)

    def _number(self, start: int) -> None:
        spans = self.numbers.setdefault(self._current_line, [])
        spans.append((start, self._current_column))

    def print_ssa_value(self, value: SSAValue) -> str:
        start = self._current_column
        name = super().print_ssa_value(value)
        if value.name_hint is None:
            self._number(start)
        return name

    def print_block_name(self, block: Block) -> str:
        start = self._current_column
        name = super().print_block_name(block)
        self._number(start)
        return name


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
        printer = _LinePrinter(self._file)
        printer.print_op(module)
        assert isinstance(printer.stream, StringIO)
        lines: list[IrLine] = []
        for number, text in enumerate(printer.stream.getvalue().split("\n")):
            parts, end = [""], 0
            for start, stop in printer.numbers.get(number, ()):
                parts.append(text[end:start])
                end = stop
            key = "%".join((*parts, text[end:]))
            lines.append(IrLine(text, key, printer.places.get(number, 0)))
        if not self.found or [*map(_key, lines)] != [*map(_key, self.found[-1].lines)]:
            self.found.append(IrStage(name, lines))


def _key(line: IrLine) -> str:
    return line.key


def shown_source(source: SourceFile) -> tuple[list[str], str]:
    """Returns the lines that a page shows of `source`, and its name; nothing of a binary file."""
    if "\0" in source.text or "\ufffd" in source.text:
        return [], ""
    return source.text.splitlines(), source.name


def machine_rows(code: bytes, source: str) -> list[Row]:
    """
    Returns the instructions of code object `code`, with their lines in the file `source`, or in
    any if that is empty.

    Raises `EmulatorError` for a processor whose instructions are not known.
    """
    loaded = load_code_object(code)
    waves = loaded.info.kernels[0].wavefront_size if loaded.info.kernels else 0
    if not waves:
        return []
    rows = [
        Row(i.address, i.text, i.line if _is_of(i.file, source) else 0)
        for i in loaded.instructions(waves)
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
            title=" beside ".join(side.title for side in self.sides),
            facts=[*_facts(self.sides)],
            sides=[_shown(side, "ab"[n]) for n, side in enumerate(self.sides)],
            pairs=[*self._pairs()],
            data_id=_DATA,
            data=_packed(self.sides[0]),
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
            stages = {stage.name: stage for stage in self.sides[0].stages}
            for name in self.between:
                if name not in stages:
                    raise PageError(
                        f"error: --stage: no pass '{name}' changed the module; choose two of "
                        f"{', '.join(stages)}"
                    )
            left, right = (stages[name] for name in self.between)
            yield _pair("IR", left.name, right.name, left.lines, right.lines)
        if len(self.sides) > 1:
            left, right = self.sides
            names = left.title, right.title
            yield _pair("Source", *names, _plain(left.source), _plain(right.source))
            rows = [[row.text for row in side.rows] for side in self.sides]
            yield _pair("Assembly", *names, *map(_plain, rows))
            last = [side.stages[-1].lines if side.stages else () for side in self.sides]
            yield _pair("IR after the last pass", *names, *last)


def _plain(texts: Iterable[str]) -> list[IrLine]:
    return [IrLine(text, text, 0) for text in texts]


def _matcher(old: Sequence[IrLine], new: Sequence[IrLine]) -> SequenceMatcher[str]:
    return SequenceMatcher(None, [*map(_key, old)], [*map(_key, new)])


def _pair(
    heading: str,
    left_name: str,
    right_name: str,
    old: Sequence[IrLine],
    new: Sequence[IrLine],
) -> dict[str, Any]:
    """The changed lines of two texts with three lines around them, row by row."""
    rows: list[tuple[str, str, str]] = []
    for group in _matcher(old, new).get_grouped_opcodes():
        if rows:
            rows.append(("gap", "…", "…"))
        for tag, a, b, c, d in group:
            both = zip_longest(old[a:b], new[c:d], fillvalue=IrLine("", "", 0))
            rows += ((tag, left.text, right.text) for left, right in both)
    names = (left_name, right_name)
    return {"heading": heading, "names": names, "rows": rows, "same": not rows}


def _changes(old: Sequence[IrLine], new: Sequence[IrLine]) -> Iterator[tuple[str, str]]:
    """The lines that `new` lacks (`-`) and has in their place (`+`), with two around them."""
    for number, group in enumerate(_matcher(old, new).get_grouped_opcodes(2)):
        if number:
            yield "…", ""
        for tag, a, b, c, d in group:
            if tag == "equal":
                yield from ((" ", line.text) for line in new[c:d])
            else:
                yield from (("-", line.text) for line in old[a:b])
                yield from (("+", line.text) for line in new[c:d])


def _facts(sides: Sequence[Side]) -> Iterator[dict[str, Any]]:
    """Of each kernel: its facts with the value of each side, and its argument blocks."""
    names = dict.fromkeys(k["name"] for side in sides for k in side.kernels)
    for name in names:
        kernels = [
            next((k for k in side.kernels if k["name"] == name), None) for side in sides
        ]
        codes = [k["code"] if k is not None else None for k in kernels]
        tables = [{} if code is None else _code_facts(code) for code in codes]
        labels = dict.fromkeys(label for table in tables for label in table)
        pictures: dict[str, str] = {}
        for side, kernel in zip(sides, kernels, strict=True):
            if kernel is not None:
                picture = draw("arguments", [(name, read_layout(kernel))])
                pictures.setdefault(picture, side.title)
        yield {
            "name": name,
            "rows": [(label, [t.get(label, "") for t in tables]) for label in labels],
            "pictures": [(title, picture) for picture, title in pictures.items()],
        }


def _code_facts(code: Facts) -> dict[str, str]:
    limits = (
        " and ".join(code["limited_by"]) or "nothing: it is the processor's greatest"
    )
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


def _firsts(lines: Iterable[tuple[int, Any]]) -> dict[int, Any]:
    """The first of the values with each line of the source, 0 left out."""
    found: dict[int, Any] = {}
    for line, value in lines:
        if line:
            found.setdefault(line, value)
    return found


def _shown(side: Side, prefix: str) -> dict[str, Any]:
    """What the template shows of a side, each place with an id that begins with `prefix`."""
    counts = side.counts
    by_line = defaultdict[int, Counter[str]](Counter[str])
    for row in side.rows:
        counted = counts.get(row.address, {}) if counts else {"code": 1}
        by_line[row.line].update(counted)
    columns = [c for c in COUNTS if any(row[c] for row in counts.values())]
    heat = "waves" if counts else "code"
    most = max((n[heat] for line, n in by_line.items() if line), default=0) or 1
    last = side.stages[-1].lines if side.stages else ()
    code_of = _firsts((row.line, f"{row.address:x}") for row in side.rows)
    ir_of = _firsts((line.line, n) for n, line in enumerate(last, 1))

    def numbers(counted: Mapping[str, int]) -> list[int | str]:
        return [counted.get(name, 0) or "" for name in columns]

    return {
        "prefix": prefix,
        "title": side.title,
        "heads": [COUNTS[name] for name in columns],
        "total": _total(side.profile),
        "source": [
            (
                n,
                text,
                60 * by_line[n][heat] // most,
                numbers(by_line[n]) if counts else [by_line[n][heat] or ""],
                ir_of.get(n, ""),
                code_of.get(n, ""),
            )
            for n, text in enumerate(side.source, 1)
        ],
        "ir": [
            (
                str(n),
                line.text,
                line.line,
                ir_of.get(line.line) == n,
                code_of.get(line.line, ""),
                (),
            )
            for n, line in enumerate(last, 1)
        ],
        "rows": [
            (
                f"{row.address:x}",
                row.text,
                row.line,
                code_of.get(row.line) == f"{row.address:x}",
                ir_of.get(row.line, ""),
                numbers(counts.get(row.address, {})) if counts else (),
            )
            for row in side.rows
        ],
        "stages": [*_stages(side.stages)],
    }


def _total(profile: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    """What a launch counted in all."""
    if profile is None:
        return []
    total: Mapping[str, int] = profile["total"]
    lanes = total.get("lanes", 0) / (total.get("slots", 0) or 1)
    return [
        ("work-groups", f"{profile['work_groups']}"),
        ("waves", f"{profile['waves']}"),
        ("executed instructions", f"{total.get('waves', 0)}"),
        ("active lanes", f"{lanes:.1%}"),
        ("bytes read and written", f"{total.get('bytes', 0)}"),
        ("cache lines (memory transactions)", f"{total.get('lines', 0)}"),
        ("accesses to local memory", f"{total.get('lds_cycles', 0)}"),
        ("bank conflicts", f"{total.get('conflicts', 0)}"),
        *(
            (f"executed: {name}", str(counts.get("waves", 0)))
            for name, counts in profile["classes"].items()
        ),
    ]


def _stages(stages: Sequence[IrStage]) -> Iterator[dict[str, Any]]:
    previous: Sequence[IrLine] | None = None
    for stage in stages:
        if previous is None:
            changes = [(" ", line.text) for line in stage.lines]
            words = f"{len(changes)} lines"
        else:
            changes = [*_changes(previous, stage.lines)]
            kinds = Counter(kind for kind, _ in changes)
            words = f"+{kinds['+']} -{kinds['-']} lines"
        yield {"name": stage.name, "words": words, "changes": changes}
        previous = stage.lines


# --- the data of a page ------------------------------------------------------------------


def _packed(side: Side) -> str:
    text = json.dumps(asdict(side), separators=(",", ":"))
    return base64.b64encode(lzma.compress(text.encode())).decode()


class _DataParser(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self._inside = False
        self.data = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = tag == "script" and ("id", _DATA) in attrs

    def handle_endtag(self, tag: str) -> None:
        self._inside = False

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.data += data


def read_side(file: str, html: str) -> Side:
    """
    Returns the first side of the page `html`, which was read from `file`.

    Raises `PageError` for another file.
    """
    parser = _DataParser()
    parser.feed(html)
    try:
        unpacker = lzma.LZMADecompressor()
        data = unpacker.decompress(base64.b64decode(parser.data), _LARGEST)
        fields = json.loads(data)
        stages = [
            IrStage(str(name), [IrLine(str(t), str(k), int(n)) for t, k, n in lines])
            for name, lines in fields["stages"]
        ]
        rows = [Row(int(a), str(text), int(line)) for a, text, line in fields["rows"]]
        side = Side(
            str(fields["title"]),
            fields["kernels"],
            [*map(str, fields["source"])],
            rows,
            stages,
            fields["profile"],
        )
        _ = [*_facts([side])], _total(side.profile), side.counts
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
    return side
