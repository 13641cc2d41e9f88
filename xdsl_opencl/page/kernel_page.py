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
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from difflib import SequenceMatcher
from functools import cached_property
from html import escape
from io import StringIO
from lzma import LZMADecompressor, LZMAError, compress
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
from xdsl_opencl.page.layout_picture import draw, render
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


Stage = tuple[str, Sequence[Line]]
"""The name of a pass, and the module that it left."""


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
    stages: Sequence[Stage] = ()
    profile: Mapping[str, Any] | None = None

    @property
    def ir(self) -> Sequence[Line]:
        """The IR after the last pass."""
        return self.stages[-1][1] if self.stages else ()

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


class _StagePrinter(Printer):
    """
    Records where operations of `file` begin, or of any if that is empty. Puts zeros around the
    numbers of values and blocks that have no name.
    """

    def __init__(self, file: str, stream: StringIO):
        super().__init__(stream)
        self._file = file
        self.places: dict[int, int] = {}

    def print_op(self, op: Operation) -> None:
        place = place_of(op.location)
        if place is not None and _is_of(place.file, self._file):
            self.places.setdefault(self._current_line, place.line or 0)
        super().print_op(op)

    def print_ssa_value(self, value: SSAValue) -> str:
        mark = "" if value.name_hint else "\0"
        self.print_string(mark)
        name = super().print_ssa_value(value)
        self.print_string(mark)
        return name

    def print_block_name(self, block: Block) -> str:
        self.print_string("\0")
        name = super().print_block_name(block)
        self.print_string("\0")
        return name


def _is_of(file: str, source: str) -> bool:
    """Returns whether a line is of the file `source`, where there is one."""
    return not source or PurePath(file).name == PurePath(source).name


class Recorder:
    """
    Collects what a page shows of `source` while it is compiled: of SPIR-V what it contains of its
    source, else its disassembly; of other binary files nothing, and lines of any file count.

    Raises `SpirvError`.
    """

    def __init__(self, source: SourceFile):
        text, self._file = source.text, source.name
        if source.path is not None and source.name.endswith(SPIRV_ENDINGS):
            words = read(Path(source.path).read_bytes())
            text, self._file = listing_of(words, source.name)
        elif not text or "\0" in text or "\ufffd" in text:
            text = self._file = ""
        lines = enumerate(text.splitlines(), 1)
        self._text = [Line(line, n, line) for n, line in lines]
        self._stages: list[Stage] = []

    def add(self, name: str, module: ModuleOp) -> None:
        """Keeps what the pass `name` left, if it changed anything."""
        shown = StringIO()
        printer = _StagePrinter(self._file, shown)
        printer.print_op(module)
        lines: list[Line] = []
        for n, text in enumerate(shown.getvalue().split("\n")):
            parts = text.split("\0")
            place = printer.places.get(n, 0)
            lines.append(Line("".join(parts), place, "".join(parts[::2])))
        if not self._stages or _keys(lines) != _keys(self._stages[-1][1]):
            self._stages.append((name, lines))

    def side(
        self,
        title: str,
        kernels: Sequence[Facts],
        code: bytes,
        profile: Mapping[str, Any] | None,
    ) -> Side:
        """
        Returns the side of the build that made the code object `code`; it may be empty.

        Raises `EmulatorError` for a processor whose instructions are not known.
        """
        rows: list[Line] = []
        loaded = load_code_object(code) if code else None
        if loaded and loaded.info.kernels:
            for i in loaded.instructions(loaded.info.kernels[0].wavefront_size):
                line = i.line if _is_of(i.file, self._file) else 0
                rows.append(Line(i.text, line, i.text, f"{i.address:x}"))
        while rows and rows[-1].text in ("s_code_end", "s_nop 0"):
            rows.pop()  # Padding.
        return Side(title, kernels, self._text, rows, self._stages, profile)


def _keys(lines: Sequence[Line]) -> list[str]:
    return [line.key for line in lines]


@dataclass(frozen=True)
class KernelPage:
    """The page of one or two sides; a notebook shows it. `between` are two stages to compare."""

    sides: Sequence[Side]
    between: Sequence[str] = ()

    @cached_property
    def html(self) -> str:
        """
        The page.

        Raises `PageError` for a profile of other code, and a stage that there is not.
        """
        data = json.dumps(asdict(self.sides[-1]), separators=(",", ":"))
        return render(
            "kernel_page.html",
            titles=[side.title for side in self.sides],
            facts=[*_facts(self.sides)],
            sides=[(_panes(side), [*_stages(side.stages)]) for side in self.sides],
            pairs=[*self._pairs()],
            data_tag=_DATA,
            data=base64.b64encode(compress(data.encode())).decode(),
        )

    def save(self, path: str) -> None:
        """Writes the file `path`, wholly or not at all. Raises `OSError`."""
        write_output(path, self.html)

    def _repr_html_(self) -> str:
        """The page in a frame, whose styles stay inside."""
        frame = 'style="width:100%;height:45rem;border:0" title="Kernel"'
        return f'<iframe {frame} srcdoc="{escape(self.html)}"></iframe>'

    def _pairs(self) -> Iterator[tuple[str, Sequence[str], Any]]:
        """What stands beside each other: a heading, the names of both, and the changes."""
        if self.between:
            stages = dict(self.sides[0].stages)
            for name in self.between:
                if name not in stages:
                    raise PageError(
                        f"error: --stage: no pass '{name}' changed the module; choose two of "
                        f"{', '.join(stages)}"
                    )
            lines = [stages[name] for name in self.between]
            yield "IR", self.between, _changes(lines[0], lines[1])
        if len(self.sides) > 1:
            left, right = self.sides
            names = left.title, right.title
            for pane, (heading, _) in _PANES.items():
                yield (
                    heading,
                    names,
                    _changes(getattr(left, pane), getattr(right, pane)),
                )


def _changes(
    old: Sequence[Line], new: Sequence[Line], around: int = 3
) -> list[tuple[bool, list[str], list[str]]]:
    """
    The parts of two texts that differ, and `around` lines before and after each: whether a part
    differs, and its lines in both.
    """
    found: list[tuple[bool, list[str], list[str]]] = []
    matcher = SequenceMatcher(None, _keys(old), _keys(new))
    for group in matcher.get_grouped_opcodes(around):
        if found:
            found.append((False, ["…"], ["…"]))
        for tag, a, b, c, d in group:
            left, right = ([line.text for line in t] for t in (old[a:b], new[c:d]))
            found.append((tag != "equal", left, right))
    return found


def _stages(stages: Sequence[Stage]) -> Iterator[tuple[str, str, Any]]:
    """Of each stage its name, how many lines changed, and the changes; of the first all lines."""
    old: Sequence[Line] = ()
    for name, new in stages:
        if old:
            parts = _changes(old, new, 2)
            more = sum(len(right) for changed, _, right in parts if changed)
            less = sum(len(left) for changed, left, _ in parts if changed)
            yield name, f"+{more} -{less}", parts
        else:
            yield name, f"{len(new)}", [(False, (), [line.text for line in new])]
        old = new


# --- facts -------------------------------------------------------------------------------


def _facts(sides: Sequence[Side]) -> Iterator[dict[str, Any]]:
    """Of each kernel, and of the launch: facts with the value of each side, argument blocks."""
    for name in dict.fromkeys(k["name"] for side in sides for k in side.kernels):
        found = [{k["name"]: k for k in side.kernels}.get(name) for side in sides]
        tables = [_code_facts(k["code"]) if k and k["code"] else {} for k in found]
        drawn = [draw("", [(name, read_layout(k))]) if k else "" for k in found]
        captions = {
            one: "" if drawn.count(one) == len(sides) else f": {side.title}"
            for one, side in zip(drawn, sides, strict=True)
            if one
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
    limits = (
        " and ".join(code["limited_by"]) or "nothing: the processor takes no more waves"
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


def _total(profile: Mapping[str, Any]) -> dict[str, str]:
    """What a launch counted in all."""
    total: Mapping[str, int] = profile["total"]
    lanes = total.get("lanes", 0) / (total.get("slots", 0) or 1)
    return {
        "work-groups": f"{profile['work_groups']}",
        "waves": f"{profile['waves']}",
        "active lanes": f"{lanes:.1%}",
        "executed instructions": f"{total.get('waves', 0)}",
        **{f"— {c}": f"{n.get('waves', 0)}" for c, n in profile["classes"].items()},
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


def _panes(side: Side) -> list[dict[str, Any]]:
    """
    The panes of a side. A row is `first` of the rows of its line of the source, and `linked` if it
    is that or the first of a run of them; of each pane `firsts` has the names by lines.
    """
    by_line = defaultdict[int, Counter[str]](Counter[str])
    for row in side.code:
        by_line[row.line].update(side.counts.get(row.name, {}))
    columns = {
        c: COUNTS.get(c, "instructions")
        for c in ("code", *COUNTS)
        if any(counted[c] for counted in side.counts.values())
    }
    panes: list[dict[str, Any]] = []
    for pane, (heading, word) in _PANES.items():
        shown: Sequence[Line] = getattr(side, pane)
        lines = [r._replace(name=r.name or f"{n}") for n, r in enumerate(shown, 1)]
        firsts = {row.line: row.name for row in reversed(lines) if row.line}
        counted: dict[str, Counter[str]] = {}
        if pane == "source":
            counted = {row.name: by_line[row.line] for row in lines}
        elif pane == "code" and side.profile is not None:
            counted = side.counts
        heads = columns if counted else {}
        heat = next(iter(heads), "")
        amounts = [c[heat] for c in counted.values()] or [0]
        least, span = min(amounts), max(amounts) - min(amounts) or 1
        rows: list[tuple[Any, ...]] = []
        previous = 0
        for text, line, _, name in lines:
            counts = counted.get(name, Counter[str]())
            first = firsts.get(line) == name
            heated = 60 * max(0, counts[heat] - least) // span
            linked = line and (first or line != previous)
            numbers = [counts[c] or "" for c in heads]
            rows.append((name, line, first, linked, heated, numbers, text))
            previous = line
        panes.append(
            {
                "name": pane,
                "heading": heading,
                "word": word,
                "heads": heads,
                "heat": heads.get(heat, ""),
                "firsts": firsts,
                "rows": rows,
            }
        )
    return panes


# --- the data of a page ------------------------------------------------------------------


def read_side(file: str, html: str) -> Side:
    """
    Returns the last side of the page `html`, which was read from `file`.

    Raises `PageError` for another file.
    """

    def lines(fields: list[list[Any]]) -> list[Line]:
        return [Line(str(t), int(line), str(k), str(n)) for t, line, k, n in fields]

    try:
        packed = base64.b64decode(html.partition(_DATA)[2].partition("<")[0])
        data = json.loads(LZMADecompressor().decompress(packed, _LARGEST))
        side = Side(
            str(data["title"]),
            data["kernels"],
            lines(data["source"]),
            lines(data["code"]),
            [(str(name), lines(each)) for name, each in data["stages"]],
            data["profile"],
        )
        _ = [*_facts([side])], side.counts
    except (ValueError, LookupError, TypeError, AttributeError, LZMAError) as error:
        raise PageError(
            f"{file}: error: this is not a page that 'xdsl-opencl report' wrote"
        ) from error
    return replace(side, title=f"{side.title} ({file})")
