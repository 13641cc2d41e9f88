"""
The tables of `benchmarks/`: their one form, the pages that are made of them, and README's
figures.
"""

from __future__ import annotations

import json
import subprocess
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

import bench
import pytest
from bench_table import Table, from_json, markdown, mean, number, to_json, verdict

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "benchmarks"


def run(name: str, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(FOLDER / f"{name}.py"), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def table(**fields: Any) -> Table:
    rows = {
        "a": {"ours": 1.0, "one": 2.0, "other": 4.0},
        "b": {"ours": 8.0, "one": 2.0},
        "alone": {"ours": 3.0},
    }
    return Table("T", "ms", rows, **fields)


def test_ratios_are_to_the_best_of_the_others():
    assert table().ratios() == {"a": 0.5, "b": 4.0}
    assert table(more=True).ratios() == {"a": 4.0, "b": 0.25}
    assert table(mine="one").ratios() == {"a": 2.0, "b": 0.25}
    assert table(mine="").ratios() == {}
    # Nothing is a multiple of 0.
    assert Table("T", "", {"a": {"ours": 1.0, "one": 0.0}}).ratios() == {}


def test_mean():
    found = mean(table())
    assert found is not None
    assert found.mean == pytest.approx((0.5 * 4.0) ** 0.5)
    assert (found.greatest, found.case) == (4.0, "b")
    assert mean(table(mine="")) is None


@pytest.mark.parametrize(
    ("goal", "notes", "words"),
    [
        ("at most 1.0, none over 1.5", (), "**missed** by the mean and 1 case"),
        ("at most 1.5, none over 1.5", (), "**missed** by 1 case"),
        ("at most 1.5, none over 1.5 without its reason", ("`b`, 4.00: r",), "met"),
        ("at most 1.41, whatever the size", (), "met"),
        ("at most 1 ms", (), ""),
        ("", (), ""),
    ],
)
def test_goals(goal: str, notes: tuple[str, ...], words: str):
    each = table(goal=goal, notes=notes)
    means = mean(each)
    assert means is not None
    assert verdict(each, means) == words


def test_markdown():
    text = markdown(table(goal="at most 1.0", over=1.0, notes=("other left out: why",)))
    assert text.splitlines() == [
        "### T",
        "",
        "ms; goal: at most 1.0; 1 cases with a ratio of at most 1 are not shown",
        "",
        "|  | ours | one | other | ratio |",
        "| --- | ---: | ---: | ---: | ---: |",
        "| b | 8.00 | 2.00 |  | 4.00 |",
        "| alone | 3.00 |  |  |  |",
        "| geometric mean |  |  |  | 1.414 |",
        "",
        "* other left out: why",
    ]


def test_rows_that_are_shown():
    rows = {
        "both 0": {"ours": 0.0, "one": 0.0},
        "ours is 0": {"ours": 0.0, "one": 4.0},
        "equal": {"ours": 2.0, "one": 2.0},
        "more": {"ours": 5.0, "one": 2.0},
    }
    shown = markdown(Table("T", "bytes", rows, over=1.1))
    assert [case for case in rows if f"| {case} |" in shown] == ["ours is 0", "more"]
    every = markdown(Table("T", "bytes", rows))
    assert all(f"| {case} |" in every for case in rows)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (0.0012345, "0.00123"),
        (1.5, "1.50"),
        (12.345, "12.3"),
        (123.45, "123"),
        (123456, "123456"),
        (float("inf"), "inf"),
    ],
)
def test_number(value: float, text: str):
    assert number(value) == text


def test_json():
    whole = table(goal="g", over=1.1, notes=("n",))
    assert from_json(json.loads(json.dumps(to_json(whole)))) == whole
    with pytest.raises(TypeError, match="colour"):
        from_json({**to_json(whole), "colour": "red"})


def test_every_program_is_run():
    """Each program with tables is in `make bench` and on the page."""
    programs = {
        path.stem for path in FOLDER.glob("*.py") if "\ndef tables(" in path.read_text()
    }
    assert programs == set(bench.PROGRAMS)
    rows = (FOLDER / "README.md").read_text()
    for name in bench.PROGRAMS:
        assert f"| `{name}.py` |" in rows, f"benchmarks/README.md has no row of {name}"


def test_a_program_gives_tables():
    done = run("layout", "--quick", "--json")
    assert done.returncode == 0, done.stderr
    (found,) = map(from_json, map(json.loads, done.stdout.splitlines()))
    assert set(found.sides()) == {"ours"}
    assert "amdhsa" in found.rows
    assert "### Layout of 100 arguments\n" in run("layout", "--quick").stdout


WRONG = {
    "a peer that is absent": (
        ("bench", "--intel", "/nonexistent/python"),
        "there is no '/nonexistent/python': name one that exists",
    ),
    "a program that is absent": (
        ("bench", "--only", "cpu,speed"),
        "'speed' is not known: choose of compile, conversion",
    ),
    "no number": (("growth", "--sizes", "10,many"), "'many' is not a number"),
    "no kernels": (
        ("compile", "--kernels", "0"),
        "'0' is not a number: give 1 or more",
    ),
    "a kernel that is absent": (("cpu", "--only", "gem"), "'gem' is not known"),
    "a dialect that is absent": (("conversion", "--only", "tosa"), "choose of arith"),
    "a processor that is absent": (("emulator", "--only", "gfx1"), "'gfx1' is not"),
    "an option that is absent": (("start", "--fast"), "unrecognized arguments: --fast"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_words(case: str):
    words, message = WRONG[case]
    done = run(*words)
    assert done.returncode != 0
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def options(**given: object) -> Namespace:
    plain = {"quick": True, "anyway": False, "pocl": None, "intel": None}
    return Namespace(**{**plain, "opencl_bc": None, **given})


def test_a_program_that_fails_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(bench, "HERE", tmp_path)
    (tmp_path / "fails.py").write_text("raise SystemExit('error: no such thing')")
    with pytest.raises(bench.ProgramError, match=r"ended with 1: error: no such thing"):
        list(bench.measured("fails", options()))
    (tmp_path / "hangs.py").write_text("while True: pass")
    monkeypatch.setattr(bench, "QUICK_SECONDS", 0.05)
    with pytest.raises(bench.ProgramError, match="no end within 0"):
        list(bench.measured("hangs", options()))


def test_a_busy_machine_is_refused(monkeypatch: pytest.MonkeyPatch):
    def share(self: bench.Others) -> float:
        return 0.74

    def sleep(seconds: float) -> None: ...

    monkeypatch.setattr(bench.time, "sleep", sleep)
    monkeypatch.setattr(bench.Others, "share", share)
    with pytest.raises(SystemExit, match="use 74% of the processors: wait until"):
        bench.check_idle(options(quick=False))
    bench.check_idle(options())


def result(day: str, processor: str = "Some CPU (R) 3") -> bench.Result:
    machine = bench.Machine(processor, 2, "abc", day, {"LLVM": "22"}, 0.01)
    goals = "at most 1", "each at most 4", "a mile"
    tables = *(table(goal=goal) for goal in goals), table(mine="one", goal="g")
    return bench.Result(machine, tables, ("`x.py` left out: no end",))


def test_results_are_kept(tmp_path: Path):
    first, second = result("2026-01-01"), result("2026-01-02", "Other(TM) 4")
    assert first.machine.name == "some-cpu-3-2-cores"
    for each in (first, second):
        bench.save(each, tmp_path)
    assert bench.read(tmp_path / "some-cpu-3-2-cores.json") == first
    assert bench.newest(tmp_path) == second
    readme = tmp_path / "README.md"
    readme.write_text(f"a\n{bench.BEGIN}old\n{bench.END}b\n")
    for _ in range(2):
        bench.write_pages(tmp_path, readme)
    text = readme.read_text()
    assert text.startswith("a\n")
    assert text.endswith("b\n")
    assert "old" not in text
    assert text.count("| T |") == 2
    assert "| 1.41 | 4.00 | b | at most 1 | **missed** by the mean |" in text
    assert "| 1.41 | 4.00 | b | each at most 4 | met |" in text
    assert "* T, ms: a 1.00, b 8.00, alone 3.00; goal: a mile\n" in text
    page = (tmp_path / "other-4-2-cores.md").read_text()
    assert "* `x.py` left out: no end" in page
    readme.write_text("nothing")
    with pytest.raises(SystemExit, match=r"README\.md has no place for the figures"):
        bench.write_pages(tmp_path, readme)


def test_pages_are_of_the_results():
    for path in bench.RESULTS.glob("*.json"):
        expected = bench.page(bench.read(path))
        assert path.with_suffix(".md").read_text() == expected, (
            "run `python benchmarks/bench.py --write`"
        )


def test_figures_of_readme_are_those_of_the_newest_results():
    text = bench.README.read_text()
    newest = bench.newest(bench.RESULTS)
    assert bench.BEGIN in text
    if newest is not None:
        assert bench.with_figures(text, newest) == text, (
            "run `python benchmarks/bench.py --write`"
        )
