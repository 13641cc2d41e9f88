"""
A kernel as one HTML page that needs no other file: its source with the machine instructions
of each line, the IR after each pass, the assembly, the registers and the argument block.

The page has no template of another package: its parts are few, and `html.escape` is all that
they need.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import PurePath
from typing import Any

from xdsl.dialects.builtin import ModuleOp, UnitAttr

from xdsl_opencl.abi.arguments.exchange import read_layout
from xdsl_opencl.driver.compilation import Compilation
from xdsl_opencl.driver.layout_picture import draw
from xdsl_opencl.driver.report import Report, report_code_object, report_module
from xdsl_opencl.emulator.program.loaded_code_object import load_code_object
from xdsl_opencl.frontend.clang.build_options import BuildOptions
from xdsl_opencl.ir.module import LINE_TABLES_ATTRIBUTE

_STYLE = """
:root { color-scheme: light dark; --hot: #e8590c; --mark: #ffd43b; }
body { font: 15px/1.45 system-ui, sans-serif; margin: 1rem auto; max-width: 90rem; padding: 0 1rem; }
pre, td.n, .code { font: 13px/1.4 ui-monospace, monospace; }
table { border-collapse: collapse; } th { text-align: left; } td, th { padding: 0 .6rem 0 0; }
.two { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
.code { overflow: auto; max-height: 40rem; border: 1px solid #8888; }
.code td { white-space: pre; } .code td:last-child { width: 100%; }
tr.line { background: color-mix(in srgb, var(--hot) var(--heat, 0%), transparent); }
tr.on, tr:target { outline: 2px solid var(--mark); }
ins { text-decoration: none; background: #40c05740; display: inline-block; min-width: 100%; }
summary { cursor: pointer; } .scroll { overflow: auto; } svg { max-width: 100%; height: auto; }
@media print { .two { display: block; } .code { max-height: none; overflow: visible; } }
@media (max-width: 60rem) { .two { display: block; } }
"""

_SCRIPT = """
function show(line) {
  for (const row of document.querySelectorAll("tr[data-line]"))
    row.classList.toggle("on", row.dataset.line === line);
}
for (const name of ["mouseover", "focusin"])
  document.addEventListener(name, event => {
    const row = event.target.closest("tr[data-line]");
    if (row) show(row.dataset.line);
  });
"""


@dataclass(frozen=True)
class Row:
    """A machine instruction: its address, its text, and its line in the source or 0."""

    address: int
    text: str
    line: int


@dataclass(frozen=True)
class IrStage:
    """The module that the pass `name` left, if it changed it."""

    name: str
    text: str


def compiled_page(
    compilation: Compilation, executed: Mapping[int, int] | None = None
) -> str:
    """
    Returns the page of an input for a target of ABI amdhsa. `executed` has the instructions that
    waves executed by line of the source (`Profile.by_line`); without it a line counts its
    machine instructions.

    Raises `CompileError` as the compilation does, and `EmulatorError` for a processor whose
    instructions are not known.
    """
    stages: list[IrStage] = []

    def observe(name: str, module: ModuleOp) -> None:
        text = str(module)
        if not stages or text != stages[-1].text:
            stages.append(IrStage(name, text))

    # Another compilation, whose operations know their lines and whose passes are observed.
    watched = Compilation(
        compilation.source,
        compilation.target,
        level=compilation.level,
        pipeline=compilation.pipeline,
        observer=observe,
        build=replace(compilation.build or BuildOptions(), debug=True),
    )
    observe("input", watched.opencl_module)
    watched.opencl_module.attributes[LINE_TABLES_ATTRIBUTE] = UnitAttr()
    report = report_module(watched)
    rows: list[Row] = []
    if watched.resolved_target.has_code_object:
        rows = _rows(watched.code_object, watched.source.name)
    return _page(report, watched.source.text, rows, stages, executed)


def code_object_page(file: str, code: bytes) -> str:
    """
    Returns the page of a code object, which has neither source nor stages.

    Raises `CompileError` and `EmulatorError` for other bytes.
    """
    return _page(report_code_object(file, code), "", _rows(code, ""), [], None)


def _rows(code: bytes, source: str) -> list[Row]:
    """The instructions of `code`, with their lines in the file `source`."""
    loaded = load_code_object(code)
    waves = loaded.info.kernels[0].wavefront_size if loaded.info.kernels else 0
    if not waves:
        return []
    name = PurePath(source).name
    return [
        Row(i.address, i.text, i.line if PurePath(i.file).name == name else 0)
        for i in loaded.instructions(waves)
    ]


def _page(
    report: Report,
    source: str,
    rows: Sequence[Row],
    stages: Sequence[IrStage],
    executed: Mapping[int, int] | None,
) -> str:
    name = PurePath(report["file"]).name
    target = report["target"]
    title = f"{name} for {target['mcpu'] or target['abi']}"
    counts = Counter(row.line for row in rows) if executed is None else executed
    counted = "machine instructions" if executed is None else "executed instructions"
    parts = [
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>",
        f"<h1>{escape(title)}</h1><main>",
        *(part for kernel in report["kernels"] for part in _kernel(kernel)),
        '<div class="two">',
        *(_source(source, counts, counted, rows) if source else ()),
        *_assembly(rows),
        "</div>",
        *_stages(stages),
        f"</main><script>{_SCRIPT}</script></body></html>\n",
    ]
    return "\n".join(parts)


def _kernel(kernel: Report) -> Iterator[str]:
    yield f"<section><h2>kernel {escape(kernel['name'])}</h2>"
    if (code := kernel["code"]) is not None:
        limits = " and ".join(code["limited_by"])
        facts: dict[str, Any] = {
            "occupancy": f"{code['waves']} waves of {code['wave_size']} per SIMD"
            + (f", limited by {limits}" if limits else ""),
            "vector registers": code["vgprs"],
            "scalar registers": code["sgprs"],
            "spilled registers": code["vgpr_spills"] + code["sgpr_spills"],
            "local memory": f"{code['lds_bytes']} bytes for each work-group",
            "scratch": f"{code['scratch_bytes']} bytes for each work item",
        }
        rows = (f"<tr><th>{k}<td>{escape(str(v))}" for k, v in facts.items())
        yield f"<table>{''.join(rows)}</table>"
    picture = draw("arguments", [(kernel["name"], read_layout(kernel))])
    yield f'<div class="scroll">{picture}</div></section>'


def _source(
    source: str, counts: Mapping[int, int], counted: str, rows: Sequence[Row]
) -> Iterator[str]:
    first: dict[int, int] = {}
    for row in rows:
        first.setdefault(row.line, row.address)
    most = max((n for line, n in counts.items() if line), default=0) or 1
    yield "<section><h2>Source</h2>"
    yield f'<div class="code" tabindex="0"><table><tr><th>line<th>{counted}<th>'
    for number, text in enumerate(source.splitlines(), 1):
        count = counts.get(number, 0)
        label = str(number)
        if number in first:
            label = f'<a href="#a{first[number]:x}">{number}</a>'
        yield (
            f'<tr class="line" id="s{number}" data-line="{number}" '
            f'style="--heat:{60 * count // most}%"><td class="n">{label}'
            f'<td class="n">{count or ""}<td>{escape(text)}'
        )
    yield "</table></div></section>"


def _assembly(rows: Sequence[Row]) -> Iterator[str]:
    if not rows:
        return
    yield "<section><h2>Assembly</h2>"
    yield '<div class="code" tabindex="0"><table><tr><th>address<th>line<th>'
    for row in rows:
        link = f'<a href="#s{row.line}">{row.line}</a>' if row.line else ""
        known = f' data-line="{row.line}"' if row.line else ""
        yield (
            f'<tr id="a{row.address:x}"{known}><td class="n">{row.address:x}'
            f'<td class="n">{link}<td>{escape(row.text)}'
        )
    yield "</table></div></section>"


def _stages(stages: Sequence[IrStage]) -> Iterator[str]:
    if not stages:
        return
    yield "<section><h2>IR after each pass</h2><p>New lines are green.</p>"
    before: Counter[str] | None = None
    for stage in stages:
        lines = stage.text.splitlines()
        there = Counter(lines)
        old = there if before is None else before
        added, gone = (there - old).total(), (old - there).total()
        words = f"{len(lines)} lines" if before is None else f"+{added} -{gone} lines"
        yield f"<details><summary>{escape(stage.name)} ({words})</summary><pre>"
        left = Counter(old)
        for line in lines:
            is_old = left[line] > 0
            left[line] -= 1
            yield escape(line) if is_old else f"<ins>{escape(line)}</ins>"
        yield "</pre></details>"
        before = there
    yield "</section>"
