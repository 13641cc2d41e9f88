"""
`xdsl-opencl report`: one page whose links lead both ways, and which asks for nothing else. What a
browser makes of it is seen in Chromium, where there is one.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from frontend_helpers import needs_clang
from tools import of_any_version

from xdsl_opencl.cli import main
from xdsl_opencl.page.kernel_page import PageError, read_side
from xdsl_opencl.runtime import Program
from xdsl_opencl.runtime.errors import RuntimeFailure
from xdsl_opencl.runtime.gpu import GpuDevice
from xdsl_opencl.spirv.words import Instruction, read, write

ROOT = Path(__file__).parents[2]
SAXPY = str(ROOT / "examples" / "saxpy.cl")
LAUNCH = "--global-size 64 --arg 2.0 --arg iota:float:64 --arg ones:float:64".split()
MODULE = (
    "opencl.kernel @k(%p: !llvm.ptr<1>) {\n  %c = arith.constant 1 : i32\n"
    "  llvm.store %c, %p : i32, !llvm.ptr<1>\n  opencl.return\n}\n"
)
CONFLICTS = """kernel void k(global int *out, local int *t) {
  int i = get_local_id(0);
  t[i * 32] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = t[(31 - i) * 32];
}
"""


class Page(HTMLParser):
    """
    The attributes of a page's elements by their names; the rows of its tables, each with its
    attributes and the words of its cells.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.rows: list[tuple[dict[str, str | None], list[str]]] = []
        self.text = text
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag == "tr":
            self.rows.append((dict(attrs), []))
        elif tag in ("td", "th"):
            self.rows[-1][1].append("")

    def handle_data(self, data: str) -> None:
        if self.rows and self.rows[-1][1]:
            self.rows[-1][1][-1] += data.strip("\n")

    def values(self, name: str) -> list[str]:
        return [a[name] or "" for _, a in self.elements if name in a]

    def source(self) -> dict[int, list[str]]:
        """The numbers that stand beside each line of the source."""
        rows = {a.get("id") or "": cells for a, cells in self.rows}
        return {int(i[3:]): c[3:-1] for i, c in rows.items() if i.startswith("a-s")}


def page_of(tmp_path: Path, *arguments: str) -> Page:
    output = tmp_path / "k.html"
    assert main(["report", *arguments, "-o", str(output)]) == 0
    return Page(output.read_text(encoding="utf-8"))


def with_source(binary: bytes, text: str) -> bytes:
    """A module with a line of `text` for its `OpStore`: line 3 of k.cl."""
    module = read(binary)
    file = module.bound
    operands = (file, text) if text else ()
    found: list[Instruction] = []
    for each in module.instructions:
        if each.opcode == "OpSource":
            found.append(Instruction("OpString", 0, file, ("k.cl",)))
            each = replace(each, operands=(*each.operands[:2], *operands))
        if each.opcode == "OpStore":
            found.append(Instruction("OpLine", 0, 0, (file, 3, 1)))
        found.append(each)
    return write(replace(module, instructions=found, bound=0))


def check_links(page: Page) -> None:
    """Ids are unique, links lead to them, and nothing is asked of a network."""
    ids = page.values("id")
    assert len(ids) == len(set(ids))
    assert {link.removeprefix("#") for link in page.values("href")} <= set(ids)
    assert all(link.startswith("#") for link in page.values("href"))
    # The first row of each run has the line in words.
    previous: str | None = ""
    for attributes, cells in page.rows:
        line = attributes.get("data-l")
        if line and line != previous:
            assert line in cells[:3], cells
        previous = line
    for name in ("src", "srcset", "data", "action", "xlink:href", "onclick"):
        assert page.values(name) == []
    tags = {tag for tag, _ in page.elements}
    assert not {"link", "img", "iframe", "object", "embed", "base"} & tags
    assert not re.search(r"@import|url\(|fetch\(|XMLHttpRequest|WebSocket", page.text)


@needs_clang
def test_source_ir_and_assembly(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = page_of(tmp_path, SAXPY, "--mcpu", "gfx1100")
    check_links(page)
    # Every pair of panes is linked both ways.
    pairs = Counter[tuple[str, str]]()
    for attributes, _ in page.rows:
        name = attributes.get("id")
        if name and attributes.get("data-l"):
            row = page.text[page.text.index(f"<tr id={name}") :].partition("\n")[0]
            pairs.update((name[:3], link) for link in re.findall(r"href=#(a-\w)", row))
    assert set(pairs) == set(permutations(("a-s", "a-i", "a-c"), 2))
    # The lines of the listing, which is compared with LLVM's, are the page's.
    code = str(tmp_path / "k.hsaco")
    build = ["compile", SAXPY, "--mcpu", "gfx1100", "-g", "-o", code]
    assert main(build) == 0
    assert main(["disassemble", code, "--lines"]) == 0
    line, expected = 0, Counter[int]()
    for row in capsys.readouterr().out.splitlines():
        if found := re.fullmatch(r"; .*saxpy\.cl:(\d+)", row):
            line = int(found[1])
        elif row.startswith("\t") and line and "//" in row:
            expected[line] += 1
    shown = {n: cells for n, cells in page.source().items() if cells != [""]}
    assert set(shown) == {2, 3}
    assert shown[2] == [str(expected[2])]
    assert int(shown[3][0]) <= expected[3]  # Padding after the end has no line.
    for words in ("Kernel saxpy", "limited by", "convert-opencl-to-llvm (", "heat"):
        assert words in page.text
    assert len(page.text) < 100_000


@needs_clang
def test_executed_instructions(tmp_path: Path) -> None:
    """What the page says of a launch is what a profile of it says."""
    profile = tmp_path / "p.json"
    target = ("--mcpu", "gfx1100")
    assert main(["run", SAXPY, *target, *LAUNCH, f"--profile={profile}"]) == 0
    told = json.loads(profile.read_text())
    page = page_of(tmp_path, SAXPY, *target, *LAUNCH)
    check_links(page)
    rows = {n: cells for n, cells in page.source().items() if any(cells)}
    assert rows == {
        row["line"]: [str(row.get(c, 0)) for c in ("waves", "bytes", "lines")]
        for row in told["lines"]
        if row["line"]
    }
    # The hottest line has the most orange; instructions that all run as often have none.
    hottest = max(rows, key=lambda line: int(rows[line][0]))
    styles = {a["id"]: a["style"] for a, _ in page.rows if "id" in a and "style" in a}
    assert styles[f"a-s{hottest}"] == "--heat:60%"
    assert {name for name in styles if name} == {f"a-s{line}" for line in rows}
    facts = {cells[0]: cells[1] for _, cells in page.rows if len(cells) == 2}
    assert facts["cache lines (memory transactions)"] == str(told["total"]["lines"])


@needs_clang
def test_bank_conflicts(tmp_path: Path) -> None:
    """32 lanes whose words are all in one bank: 31 accesses too many, when written and read."""
    source = tmp_path / "c.cl"
    source.write_text(CONFLICTS)
    launch = ("--arg", "zeros:int:32", "--arg", "local:4096")
    sizes = ("--global-size", "32", "--local-size", "32")
    page = page_of(tmp_path, str(source), "--mcpu", "gfx1100", *sizes, *launch)
    check_links(page)
    heads = next(cells for _, cells in page.rows if "bank conflicts" in cells[2:])
    conflicts = {
        n: c[heads.index("bank conflicts") - 3] for n, c in page.source().items()
    }
    assert conflicts[3] == conflicts[5] == "31"
    assert conflicts[1] == ""


def test_other_inputs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Modules, another ABI, code objects, SPIR-V; words of a program are no HTML."""
    module = tmp_path / "<b>.mlir"
    module.write_text(MODULE)
    page = page_of(tmp_path, str(module), "--mcpu", "gfx900")
    check_links(page)
    assert "<b>" not in page.text
    assert page.source()[3] != [""]  # The store.
    assert "&lt;b&gt;.mlir for gfx900" in page.text
    assert page.values("lang") == ["en"]
    for abi, processor in (("r600", "juniper"), ("host", "")):
        target = ("--abi", abi, *(("--mcpu", processor) if processor else ()))
        page = page_of(tmp_path, str(module), *target)
        assert "Kernel k" in page.text
        assert "Assembly" not in page.text
    code = tmp_path / "k.hsaco"
    assert main(["compile", str(module), "--mcpu", "gfx900", "-o", str(code)]) == 0
    page = page_of(tmp_path, str(code), "--global-size", "1", "--arg", "zeros:int:1")
    check_links(page)
    assert "s_endpgm" in page.text
    assert "A launch on the emulator" in page.text
    assert "Source" not in page.text
    words = tmp_path / "k.spv"
    assert main(["compile", str(module), "--mcpu", "spirv64", "-o", str(words)]) == 0
    page = page_of(tmp_path, str(words), "--mcpu", "gfx900")
    check_links(page)
    assert "s_endpgm" in page.text
    # The source is the disassembly, and its line of the store has the machine's.
    capsys.readouterr()
    assert main(["disassemble", str(words)]) == 0
    texts = capsys.readouterr().out.splitlines()
    rows = {a.get("id"): cells for a, cells in page.rows}
    assert [rows[f"a-s{n}"][-1] for n in range(1, len(texts))] == texts[:-1]
    (store,) = (n for n, text in enumerate(texts, 1) if "OpStore" in text)
    assert page.source()[store] != [""]
    assert any(f"href=#a-s{store}>" in line for line in page.text.splitlines())
    # With a line of its own source it has that text.
    binary = words.read_bytes()
    words.write_bytes(with_source(binary, "kernel void k() {}\n\n*p = 1;\n"))
    page = page_of(tmp_path, str(words), "--mcpu", "gfx900")
    check_links(page)
    assert page.source()[3] != [""]
    words.write_bytes(with_source(binary, ""))
    page = page_of(tmp_path, str(words), "--mcpu", "gfx900")
    assert page.source() == {}
    assert any(cells[1] == "3" for _, cells in page.rows)
    ir = tmp_path / "k.ll"
    ir.write_text(
        "define spir_kernel void @k(ptr addrspace(1) %p) {\n"
        "  store i32 1, ptr addrspace(1) %p, align 4\n  ret void\n}\n"
    )
    page = page_of(tmp_path, str(ir), "--mcpu", "gfx900")
    assert page.source()[2] != [""]
    command = "-m xdsl_opencl report - --mcpu gfx900 -o -".split()
    done = subprocess.run(
        [sys.executable, *command],
        input=MODULE,
        capture_output=True,
        text=True,
        check=True,
    )
    check_links(Page(done.stdout))


@needs_clang
def test_two_sides(tmp_path: Path) -> None:
    """Two processors, an edit, and two stages beside each other."""
    page = page_of(tmp_path, SAXPY, "--mcpu", "gfx1100,gfx942")
    check_links(page)
    facts = {cells[0]: cells[1:] for _, cells in page.rows if len(cells) == 3}
    assert facts["occupancy, waves"] == [
        "16 per SIMD, of 32 work items",
        "8 per SIMD, of 64 work items",
    ]
    assert page.text.count("beside saxpy.cl for gfx942</h2>") == 3
    assert "There is no difference" in page.text  # The source.
    first = tmp_path / "first.html"
    assert main(["report", SAXPY, "--mcpu", "gfx1100", "-o", str(first)]) == 0
    edited = tmp_path / "saxpy.cl"
    edited.write_text(Path(SAXPY).read_text().replace("alpha, x[i]", "x[i], x[i]"))
    page = page_of(tmp_path, str(edited), "--mcpu", "gfx1100", "--compare", str(first))
    check_links(page)
    assert "<ins>    y[i] = fma(x[i], x[i], y[i]);</ins>" in page.text
    assert "<del>    y[i] = fma(alpha, x[i], y[i]);</del>" in page.text
    assert "saxpy.cl for gfx1100 (" in page.text
    # The page of two sides is later compared as its own, the second.
    (tmp_path / "k.html").rename(first)
    arguments = str(edited), "--mcpu", "gfx1100", "--compare", str(first)
    page = page_of(tmp_path, *arguments, "--global-size", "64", *LAUNCH[2:])
    assert page.text.count("There is no difference") == 3
    facts = {cells[0]: cells[1:] for _, cells in page.rows if len(cells) == 3}
    assert facts["waves"] == ["", "2"]
    stages = "opencl-lower-builtins,opencl-lower-work-items"
    page = page_of(tmp_path, SAXPY, "--mcpu", "gfx1100", "--stage", stages)
    check_links(page)
    assert re.search(r"<del> *%call = opencl.get_global_id", page.text)
    assert re.search(r"<ins>[^<]* %relative_id_x = ", page.text)


def test_only_pages_are_read(tmp_path: Path) -> None:
    for text in ("", "<p>", '<script id="kernel-page-data">AAAA</script>'):
        with pytest.raises(PageError, match=r"k\.html: error: this is not a page"):
            read_side("k.html", text)


@needs_clang
def test_program_in_a_notebook(tmp_path: Path) -> None:
    device = GpuDevice("gfx942", profile=True)
    program = Program.from_file(SAXPY, device=device)
    x, y = np.ones(64, np.float32), np.ones(64, np.float32)
    launch = program.saxpy(64, None, np.float32(2), x, y)
    page = program.report(launch.profile)
    page.save(str(tmp_path / "k.html"))
    made = Page((tmp_path / "k.html").read_text(encoding="utf-8"))
    check_links(made)
    assert made.source()[3][0] != ""
    notebook = getattr(page, "_repr_html_")()
    frame = Page(notebook)
    assert [tag for tag, _ in frame.elements] == ["iframe"]
    assert frame.values("srcdoc") == [page.html]
    assert unescape(notebook).count("<!doctype html>") == 1
    # A module that passes made, and machine code alone.
    text = (ROOT / "examples/dialects/layer.mlir").read_text()
    passes = "opencl-from-linalg{mcpu=gfx1100}"
    made = Page(Program.from_mlir(text, passes=passes, device="gfx1100").report().html)
    check_links(made)
    assert any(cells != [""] for cells in made.source().values())
    other = Program.from_source("kernel void k() {}", device=device)
    with pytest.raises(PageError, match="the profile is of other machine code"):
        _ = other.report(launch.profile).html
    with pytest.raises(RuntimeFailure, match="build the program for one"):
        Program.from_source("kernel void k() {}").report()


def test_large_kernel(tmp_path: Path) -> None:
    """200 lines make less than 800 KB."""
    source = tmp_path / "large.cl"
    steps = (
        "  y = fma(x, 0.{0}f, y);\n",
        "  for (int j = 0; j < n; j++) y += a[i + j * {0}] * x;\n",
        "  if (y > 0.{0}f) x = native_exp(y); else x = sqrt(fabs(y)) + x;\n",
        "  t[get_local_id(0)] = x; barrier(CLK_LOCAL_MEM_FENCE); y += t[{0}];\n",
    )
    body = "".join(steps[i % 4].format(i % 9 + 1) for i in range(194))
    source.write_text(
        "kernel void k(global const float *a, global float *b, local float *t, int n) {\n"
        "  size_t i = get_global_id(0);\n  float x = a[i];\n  float y = 0.0f;\n"
        f"{body}  b[i] = x + y;\n}}\n"
    )
    page = page_of(tmp_path, str(source), "--mcpu", "gfx1100", "-O", "1")
    assert len(page.source()) == 200
    assert len(page.text.encode()) < 800_000


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-o", SAXPY], "saxpy.cl"),
        (["-o", "k.html"], "no target; give --mcpu"),
        (["--mcpu", "gfx700", "-o", "k.html"], "gfx700"),
        (["--mcpu", "gfx90a,gfx942,gfx1100", "-o", "k.html"], "two sides: give one of"),
        (["--mcpu", "gfx900", "--compare", SAXPY, "-o", "k.html"], "not a page that"),
        (["--mcpu", "gfx900", "--stage", "input", "-o", "k.html"], "give two passes"),
        (["--mcpu", "gfx900", "--stage", "input,dce", "-o", "k.html"], "no pass 'dce'"),
        (
            ["--mcpu", "gfx900", "--arg", "2", "-o", "k.html"],
            "one --arg for each, not 1",
        ),
        (["--mcpu", "gfx900", *LAUNCH[2:], "-o", "k.html"], "how many work items?"),
        (["--mcpu", "gfx900", *LAUNCH, "--local-bytes=99999", "-o", "k.html"], "99999"),
    ],
)
@needs_clang
def test_wrong_commands(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["report", SAXPY, *arguments]) == 1
    assert message in capsys.readouterr().err
    assert [*tmp_path.iterdir()] == []


# --- in a browser ------------------------------------------------------------------------

CHROMIUM = of_any_version("chromium") or of_any_version("google-chrome")
needs_chromium = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium: install chromium"
)

PROBE = """
<script>
const found = {errors: [], requests: 0};
addEventListener("error", event => found.errors.push(event.message));
addEventListener("securitypolicyviolation", () => found.requests++);
addEventListener("load", () => {
  const marked = () => [...document.querySelectorAll("tr.on")].map(row => row.dataset.l);
  const panes = () => new Set([...document.querySelectorAll("tr.on")].map(
      row => row.closest(".box").getAttribute("aria-labelledby"))).size;
  const key = name => document.activeElement.dispatchEvent(
      new KeyboardEvent("keydown", {key: name, bubbles: true, cancelable: true}));
  found.ways = [];
  for (const [from, to] of ["sc", "cs", "si", "is", "ci", "ic"]) {
    const link = document.querySelector(`tr[id^=a-${from}] a[href^="#a-${to}"]`);
    link.focus();
    const line = link.closest("tr").dataset.l;
    link.click();
    const target = document.getElementById(location.hash.slice(1));
    found.ways.push(target.id.startsWith(`a-${to}`) && target.dataset.l === line
        && target.classList.contains("on") && marked().every(one => one === line)
        && panes() >= 2);
  }
  const first = document.querySelector("tr[id^=a-c] a");
  first.focus();
  key("ArrowDown");
  found.down = document.activeElement.closest("tr").rowIndex > first.closest("tr").rowIndex;
  key("ArrowUp");
  found.up = document.activeElement === first;
  found.said = document.getElementById("said").textContent;
  const pass = document.querySelector("details");
  pass.querySelector("summary").click();
  found.opened = pass.open;
  dispatchEvent(new Event("beforeprint"));
  found.printed = [...document.querySelectorAll("details")].every(one => one.open);
  dispatchEvent(new Event("afterprint"));
  found.closed = [...document.querySelectorAll("details")].filter(one => one.open).length;
  found.named = [...document.querySelectorAll("[role=region]")].every(one =>
      document.getElementById(one.getAttribute("aria-labelledby")).textContent);
  found.paper = getComputedStyle(document.querySelector("thead")).backgroundColor;
  const print = [...document.styleSheets[0].cssRules].find(
      media => media.conditionText === "print");
  found.whole = [...document.querySelectorAll(".box")].every(
      box => [...print.cssRules].some(
          rule => box.matches(rule.selectorText) && rule.style.maxHeight === "none"));
  found.resources = performance.getEntriesByType("resource").length;
  const result = document.createElement("pre");
  result.id = "result";
  result.textContent = JSON.stringify(found);
  document.body.append(result);
});
</script>
"""


@needs_chromium
@needs_clang
def test_browser(tmp_path: Path) -> None:
    """Links both ways, keys, printing, both colour schemes; no error and no request."""
    stages = "--stage", "input,opencl-lower-work-items"
    page = page_of(tmp_path, SAXPY, "--mcpu", "gfx1100", *stages, *LAUNCH).text
    # The browser itself refuses every request.
    policy = (
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "script-src 'unsafe-inline'; style-src 'unsafe-inline'\">"
    )
    probed = tmp_path / "probed.html"
    probed.write_text(page.replace('<meta charset="utf-8">', policy + PROBE, 1))
    assert CHROMIUM is not None
    papers: list[str] = []
    for scheme in ("1", "0"):
        done = subprocess.run(
            [
                *(CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu"),
                f"--user-data-dir={tmp_path / 'profile'}",
                f"--blink-settings=preferredColorScheme={scheme}",
                *("--virtual-time-budget=5000", "--dump-dom", probed.as_uri()),
            ],
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )
        result = re.search(r'<pre id="result">(.*?)</pre>', done.stdout)
        assert result is not None, done.stderr[-2000:]
        found: dict[str, Any] = json.loads(unescape(result[1]))
        papers.append(found.pop("paper"))
        rows = found.pop("said")
        assert re.fullmatch(r"Line 2: \d+ rows of IR and assembly", rows)
        assert found == {
            **dict.fromkeys(
                ("down", "up", "opened", "printed", "named", "whole"), True
            ),
            **dict.fromkeys(("requests", "resources"), 0),
            "errors": [],
            "ways": [True] * 6,
            "closed": 1,
        }
    assert papers[0] == "rgb(255, 255, 255)"
    assert papers[1] != papers[0]
