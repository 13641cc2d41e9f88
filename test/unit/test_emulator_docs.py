"""
The table and the picture of `docs/emulator.md` are those that the generators make.
"""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

import pytest
import tools
from frontend_helpers import needs_clang
from long_runs import long_run

from xdsl_opencl.emulator.watch.profile import CLASSES

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "emulator.md").read_text()
ROW = re.compile(r"^\| ([\w ]+) \|((?: (?:\d+ of \d+)? ?\|)+)$", re.MULTILINE)


@pytest.fixture(scope="module")
def generator() -> dict[str, Any]:
    return runpy.run_path(str(DOCS / "generate_emulator.py"))


def test_table(generator: dict[str, Any]) -> None:
    table = PAGE.partition(generator["BEGIN"])[2].partition(generator["END"])[0]
    header = table.partition("\n")[0]
    assert header == f"| class | {' | '.join(generator['PROCESSORS'])} |"
    rows = ROW.findall(table)
    assert [name for name, _ in rows] == list(CLASSES)
    for name, cells in rows:
        counts = re.findall(r"(\d+) of (\d+)", cells)
        assert counts, name
        # Graphics have much that kernels do not; named barriers are gfx12's alone.
        least = {"image": 0.3, "barrier": 0.5}.get(name, 0.6)
        for ours, every in counts:
            assert int(ours) >= least * int(every), name


@long_run
def test_table_is_of_today(generator: dict[str, Any]) -> None:
    tools.need("llvm-mc", 22)
    assert generator["generate"](PAGE) == PAGE, "run python docs/generate_emulator.py"


@needs_clang
def test_picture() -> None:
    picture = runpy.run_path(str(DOCS / "generate_profile_picture.py"))
    expected = (DOCS / "emulator-profile.svg").read_text()
    assert picture["picture"]() == expected, (
        "run python docs/generate_profile_picture.py"
    )
