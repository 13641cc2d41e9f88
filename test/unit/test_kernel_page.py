"""`xdsl-opencl report`: one page whose links lead both ways, and which asks for nothing else."""

from __future__ import annotations

import json
import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest
from frontend_helpers import needs_clang

from xdsl_opencl.cli import main

ROOT = Path(__file__).parents[2]
SAXPY = str(ROOT / "examples" / "saxpy.cl")


class Page(HTMLParser):
    """The attributes of a page's elements by their names, and the words of its headings."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words.append(data.strip())

    def values(self, name: str) -> list[str]:
        return [a[name] or "" for _, a in self.elements if name in a]


def page_of(tmp_path: Path, *arguments: str) -> tuple[Page, str]:
    output = tmp_path / "k.html"
    assert main(["report", *arguments, "-o", str(output)]) == 0
    text = output.read_text(encoding="utf-8")
    return Page(text), text


def counts(text: str) -> dict[int, int]:
    """What the page says beside each line of the source, where it says something."""
    rows = re.findall(r'id="s(\d+)".*?<td class="n">.*?<td class="n">(\d*)<td>', text)
    return {int(line): int(count) for line, count in rows if count}


@needs_clang
def test_source_and_assembly(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, text = page_of(tmp_path, SAXPY, "--mcpu", "gfx1100")
    ids = page.values("id")
    assert len(ids) == len(set(ids))
    links = page.values("href")
    # Each link leads to a place in the page: to instructions, and to lines.
    assert {link[1:] for link in links} <= set(ids)
    assert {link[:2] for link in links} == {"#a", "#s"}
    for name in ("src", "srcset", "data", "action", "xlink:href"):
        assert page.values(name) == []
    assert not {"link", "img", "iframe", "object"} & {tag for tag, _ in page.elements}
    assert not re.search(r"@import|url\(|fetch\(|XMLHttpRequest|WebSocket", text)
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
    shown = counts(text)
    assert set(shown) == {2, 3}
    assert shown[2] == expected[2]
    assert shown[3] <= expected[3]  # Padding after the end has no line.
    for words in ("kernel saxpy", "occupancy", "convert-opencl-to-llvm (", "hot"):
        assert words in text
    assert "xmlns" in text
    assert len(text) < 100_000


@needs_clang
def test_executed_instructions(tmp_path: Path) -> None:
    """Counts of a launch: two waves execute each instruction of a line."""
    profile = str(tmp_path / "p.json")
    values = ("--arg", "2.0", "--arg", "iota:float:64", "--arg", "ones:float:64")
    launch = ("--mcpu", "gfx1100", "--global-size", "64", f"--profile={profile}")
    assert main(["run", SAXPY, *launch, *values]) == 0
    lines = json.loads(Path(profile).read_text())["lines"]
    _, text = page_of(tmp_path, SAXPY, "--mcpu", "gfx1100", "--profile", profile)
    told = {row["line"]: row["waves"] for row in lines if row["line"]}
    assert counts(text) == told
    assert "executed instructions" in text


def test_other_inputs(tmp_path: Path) -> None:
    """A module, another ABI, and a code object; words of a program are no HTML."""
    module = tmp_path / "<b>.mlir"
    module.write_text(
        "opencl.kernel @k(%p: !llvm.ptr<1>) {\n  %c = arith.constant 1 : i32\n"
        "  llvm.store %c, %p : i32, !llvm.ptr<1>\n  opencl.return\n}\n"
    )
    page, text = page_of(tmp_path, str(module), "--mcpu", "gfx900")
    assert "<b>" not in text
    assert 3 in counts(text)  # The store.
    assert "&lt;b&gt;.mlir for gfx900" in text
    assert page.values("lang") == ["en"]
    _, text = page_of(tmp_path, str(module), "--abi", "r600", "--mcpu", "juniper")
    assert "kernel k" in text
    assert "Assembly" not in text
    code = tmp_path / "k.hsaco"
    assert main(["compile", str(module), "--mcpu", "gfx900", "-o", str(code)]) == 0
    _, text = page_of(tmp_path, str(code))
    assert "s_endpgm" in text
    assert "Source" not in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-o", "k.txt"], "-o 'k.txt': a page is written to a .html file"),
        (["--mcpu", "gfx1100", "--profile", SAXPY, "-o", "k.html"], "not a profile"),
        (["-o", "k.html"], "no target; give --mcpu"),
        (["--mcpu", "gfx700", "-o", "k.html"], "gfx700"),
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
