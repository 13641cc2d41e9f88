"""`benchmarks/amd_programs.py`: how it compares what two codes of a kernel do."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from frontend_helpers import needs_clang

import xdsl_opencl as ocl
from xdsl_opencl.abi.reflection import KernelDescription
from xdsl_opencl.driver.reflection import started_kernels

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import amd_programs
from amd_programs import Code, Outcome, Project

pytestmark = needs_clang

HEAD = "kernel void k(global int *x, global float *y, local int *t, int n, "
ID = "int i = get_global_id(0);"

ANY = amd_programs.find_project("any")


def made(source: str) -> tuple[KernelDescription, bytes]:
    target = ocl.Target(ocl.Abi.AMDHSA, "gfx1100")
    compiled = ocl.compile(ocl.SourceFile("k.cl", source), target)
    assert compiled.kernels
    assert compiled.signatures is not None
    (kernel,) = started_kernels(compiled.signatures, target)
    return kernel, compiled.code_object


@pytest.mark.parametrize(
    ("one", "other", "outcome", "reason"),
    [
        ("x[i] = t[i & 7];", "x[i] = t[i & 3];", Outcome.UNSTABLE, "any: "),
        ("x[i] += n; y[i] *= 2;", "y[i] += y[i]; x[i] += n;", Outcome.SAME, ""),
        ("if (n > 99) x[i] = 1;", None, Outcome.IDLE, ""),
        (
            "x[i] = 1;",
            "x[i] = i == 5 ? 2 : 1;",
            Outcome.DIFFERENT,
            "any: argument 0, 1 of 2097152 elements, at 5: ",
        ),
        ("y[i] /= 3;", "y[i] *= 0.33333f;", Outcome.ROUNDING, "argument 1, 128"),
        ("y[i] /= 3;", "y[i] *= 0.3f;", Outcome.DIFFERENT, ""),
        ("x[0] = i;", None, Outcome.SAME, ""),
        ("x[i - 5] = 1;", None, Outcome.NOT_RUN, "any, ours: .* outside all buffers"),
        ("x[i - 5] = 1;", "x[i] = 1;", Outcome.ONE_SIDE, "any, ours: .*"),
        ("while (1) x[i]++;", "x[i] = 1;", Outcome.NOT_RUN, "max_instructions"),
    ],
)
def test_outcomes(one: str, other: str | None, outcome: Outcome, reason: str) -> None:
    kernel, ours = made(f"{HEAD} int m) {{ {ID} {one} }}")
    clangs = ours
    if other is not None:
        _, clangs = made(f"{HEAD} int m) {{ {ID} {other} }}")
    codes = Code("ours", ours, "gfx1100"), Code("Clang's", clangs, "gfx1100")
    result = amd_programs.compare(kernel, *codes, ANY)
    assert result.outcome is outcome, result
    assert reason == "" or re.search(reason, result.reason)


def test_arguments() -> None:
    kernel, code = made(f"{HEAD} read_only image2d_t m) {{ {ID} x[i] = 1; }}")
    codes = Code("ours", code, "gfx1100"), Code("Clang's", code, "gfx1100")
    assert amd_programs.compare(kernel, *codes, ANY).outcome is Outcome.ARGUMENTS


def test_known_values() -> None:
    """
    Arguments with a name in `values` have these numbers, as many as there is room for.
    """
    kernel, _ = made(f"{HEAD} int m) {{ {ID} x[i] = y[i] + t[n] + m; }}")
    known = Project("", "", values={"x": (3, 4, 5), "m": -1}, buffer_bytes=20)
    values = amd_programs.draw(kernel.arguments, "any", 1, known)
    assert values is not None
    assert values[0].tolist() == [3, 4, 5, 3, 4]
    assert values[4] == b"\xff" * 4


def test_text_behind_a_file(tmp_path: Path) -> None:
    folder = tmp_path / "their"
    (folder / "in").mkdir(parents=True)
    (folder / "in/b.h").write_text("#define A 1\n")
    (folder / "a.cl").write_text("kernel void a(global int *x) { x[0] = A; }\n")
    project = Project("*.cl", "", behind={"in/b.h": "#undef A\n#define A 2\n"})
    copied = project.copy(folder, tmp_path / "ours")
    assert (copied / "in/b.h").read_text().endswith("1\n#undef A\n#define A 2\n")
    assert (folder / "in/b.h").read_text() == "#define A 1\n"
    assert (copied / "a.cl").read_text() == (folder / "a.cl").read_text()
    assert Project("*.cl", "").copy(folder, tmp_path / "none") == folder


def test_builds(tmp_path: Path) -> None:
    for name in ("a.cl", "in/b.cl", "in/c.h"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    every = list(amd_programs.project_builds("any", tmp_path, ["-DN=4"]))
    assert [build.file.name for build in every] == ["a.cl", "b.cl"]
    assert every[0].options[-2:] == (f"-I{tmp_path}", "-DN=4")
    with pytest.raises(SystemExit, match="'any=nowhere' is not NAME=FOLDER"):
        amd_programs.parse_projects(["any=nowhere"])
