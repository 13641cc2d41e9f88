"""
The tables and the picture of `docs/emulator.md` are those that the generators make.
"""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from frontend_helpers import needs_clang

from xdsl_opencl.emulator.errors import UnknownInstructionError
from xdsl_opencl.emulator.generations import generation
from xdsl_opencl.emulator.instruction import Instruction
from xdsl_opencl.emulator.instruction_tables import build, instructions
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
    assert [name for name, _ in rows] == [*CLASSES, "other"]
    for name, cells in rows:
        counts = re.findall(r"(\d+) of (\d+)", cells)
        assert counts, name
        # Graphics have much that kernels do not; named barriers are gfx12's alone.
        least = {"image": 0.3, "barrier": 0.5, "other": 0}.get(name, 0.7)
        for ours, every in counts:
            assert int(ours) >= least * int(every), name


def test_tables_are_of_today(generator: dict[str, Any]) -> None:
    assert generator["generate"](PAGE) == PAGE, "run python docs/generate_emulator.py"


PATTERNS: tuple[tuple[list[str], list[str]], ...] = (
    (["s_b", "s_a"], ["s_{a,b}"]),
    (["s_a", "s_a_b", "s_c_b"], ["s_a", "s_{a,c}_b"]),
    (["s_a_x", "s_b_x", "s_a_y", "s_b_y"], ["s_{a,b}_{x,y}"]),
    ([], []),
)


@pytest.mark.parametrize(("names", "patterns"), PATTERNS)
def test_patterns(
    generator: dict[str, Any], names: list[str], patterns: list[str]
) -> None:
    assert generator["joined"](names) == patterns


FAMILIES = r"(buffer|flat|global|scratch)_(atomic|load)"


def test_every_row_is_an_instruction(generator: dict[str, Any]) -> None:
    """The rows of memory instructions are products: some do not exist."""
    every = set[str]().union(*map(generator["known"], generator["PROCESSORS"]))
    absent = {name for name in instructions().keys() - every if "_dot2acc_" not in name}
    assert [name for name in absent if not re.match(FAMILIES, name)] == []


def test_unimplemented_instruction() -> None:
    rays = Instruction(0x1100, 8, "image_bvh_intersect_ray", printed="image_bvh a, b")
    waves: Any = SimpleNamespace(generation=generation("gfx1030"))
    with pytest.raises(UnknownInstructionError) as caught:
        build(rays, waves.generation)(waves)
    assert str(caught.value) == (
        "instruction 'image_bvh a, b' at address 0x1100 is not implemented on gfx1030; "
        "compile with other options or for another processor, and report it"
    )


@needs_clang
def test_picture() -> None:
    picture = runpy.run_path(str(DOCS / "generate_profile_picture.py"))
    expected = (DOCS / "emulator-profile.svg").read_text()
    assert picture["picture"]() == expected, (
        "run python docs/generate_profile_picture.py"
    )
