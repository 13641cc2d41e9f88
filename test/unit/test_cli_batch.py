"""Several inputs at a time, and outputs from the cache."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from xdsl_opencl import cache
from xdsl_opencl.cli import main
from xdsl_opencl.cli.compile import Job, Outcome
from xdsl_opencl.driver.ahead import Ahead
from xdsl_opencl.frontend.ir_text import normalise_in_child

GPU = ("--mcpu", "gfx1030")
GOOD = """\
kernel void first(global int *a) { a[get_global_id(0)] = WHAT; }
kernel void second(global int *a) { a[0] = 2; }
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with two good files, two bad ones and the folder `out`."""
    monkeypatch.chdir(tmp_path)
    for name in ("a", "d"):
        (tmp_path / f"{name}.cl").write_text(GOOD)
    (tmp_path / "b.cl").write_text("kernel void k() { unknown_b(; }\n")
    (tmp_path / "c.mlir").write_text("opencl.kernel @k() {\n  what_c\n}\n")
    (tmp_path / "out").mkdir()
    return tmp_path


@pytest.fixture
def cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The cache's folder."""
    monkeypatch.setenv("XDSL_OPENCL_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def rows(text: str) -> dict[str, list[str]]:
    """The summary table: words of each row after its first."""
    lines = text.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("file "))
    return {line.split()[0]: line.split()[1:] for line in lines[start + 1 : -1]}


@pytest.mark.parametrize("jobs", ["-j1", "-j2", "-j"])
def test_summary_and_whole_diagnostics(
    jobs: str, folder: Path, capfd: pytest.CaptureFixture[str]
):
    files = ("a.cl", "b.cl", "c.mlir", "d.cl")
    assert main(["compile", *files, *GPU, jobs, "-DWHAT=7", "-o", "out"]) == 1
    captured = capfd.readouterr()
    assert captured.out == ""
    assert sorted(os.listdir("out")) == ["a.hsaco", "d.hsaco"]
    errors = captured.err
    # Each diagnostic is together with its source line, and they are in order.
    assert re.search(r"b\.cl:1:\d+: error: .*\n.*unknown_b.*\n", errors)
    assert re.search(r"c\.mlir:2:3: error: .*what_c.*\n  +what_c\n +\^\n", errors)
    assert errors.index("b.cl:1:") < errors.index("c.mlir:2:")
    # No terminal, no bar.
    assert "\r" not in errors
    table = rows(errors)
    assert list(table) == list(files)
    assert table["a.cl"][:2] == ["2", "compiled"]
    assert table["b.cl"][0] == "failed"
    assert errors.splitlines()[-1].startswith("2 of 4 inputs compiled")


def test_all_good_is_status_0(folder: Path):
    assert main(["compile", "a.cl", "d.cl", *GPU, "-DWHAT=7", "-j2", "-o", "out"]) == 0


def test_bar_on_a_terminal(folder: Path):
    command = (sys.executable, "-m", "xdsl_opencl", "compile", "a.cl", "b.cl", *GPU)
    master, slave = pty.openpty()
    with subprocess.Popen(
        (*command, "-DWHAT=7", "-o", "out", "-j2"),
        stdin=subprocess.DEVNULL,
        stderr=slave,
        env={**os.environ, "TERM": "xterm"},
    ) as process:
        os.close(slave)
        shown = b""
        while True:
            try:
                part = os.read(master, 4096)
            except OSError:
                # Linux says so when the other side has closed.
                break
            if not part:
                break
            shown += part
    os.close(master)
    assert process.returncode == 1
    assert b"] 0/2\r" in shown
    assert b"1/2" in shown
    assert b"1 of 2 inputs compiled" in shown


PARENT = os.getpid()


def ending(job: Job, ahead: Ahead) -> Callable[[], tuple[Outcome, str]]:
    """Work that aborts for one input."""
    if job.input == "b.cl":
        os._exit(9)
    return lambda: (Outcome(1, cached=False), "")


def beginning(job: Job) -> Ahead:
    assert os.getpid() != PARENT, "several processes begin for themselves"
    return cast("Ahead", None)


def test_end_of_a_process_stops_nothing(
    folder: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
):
    from xdsl_opencl.cli import compile as command

    monkeypatch.setattr(command, "start_job", ending)
    monkeypatch.setattr(command, "begin", beginning)
    files = ("a.cl", "b.cl", "c.mlir", "d.cl")
    assert main(["compile", *files, *GPU, "-j2", "-o", "out"]) == 70
    errors = capfd.readouterr().err
    table = rows(errors)
    assert [table[name][-3] for name in files] == [
        "compiled",
        "failed",
        "compiled",
        "compiled",
    ]
    assert "b.cl: error: internal error" in errors


def test_llvm_has_an_input_while_the_next_is_lowered(
    folder: Path, monkeypatch: pytest.MonkeyPatch
):
    """
    One process: what LLVM does for `a.cl` ends only when the work for `c.mlir` begins.
    """
    from xdsl_opencl.cli import compile as command

    begun = {name: threading.Event() for name in ("a.cl", "c.mlir")}
    waited: list[bool] = []

    def work(job: Job, ahead: Ahead) -> Callable[[], tuple[Outcome, str]]:
        begun[job.input].set()

        def rest() -> tuple[Outcome, str]:
            if job.input == "a.cl":
                waited.append(begun["c.mlir"].wait(20))
            return Outcome(1, cached=False), ""

        return rest

    monkeypatch.setattr(command, "start_job", work)
    assert main(["compile", "a.cl", "c.mlir", *GPU, "-o", "out"]) == 0
    assert waited == [True]


def test_cache_follows_includes_options_and_source(
    folder: Path, cached: Path, monkeypatch: pytest.MonkeyPatch
):
    (folder / "value.h").write_text("#define WHAT 1111\n")
    (folder / "k.cl").write_text('#include "value.h"\n' + GOOD)

    def compiled(*options: str) -> bytes:
        command = ["compile", "k.cl", *GPU, "-I.", *options, "-o", "k.s"]
        assert main(command) == 0
        return Path("k.s").read_bytes()

    first = compiled()
    (entry,) = cached.glob("[!.]*")
    # What says it is from the cache: an entry that was changed.
    cache.write_entry(entry.name, b'{"kernels": 2, "warnings": "", "files": {}}\nkept')
    assert compiled() == b"kept"
    assert compiled("--no-cache") == first
    assert compiled("-O1") != b"kept"
    (folder / "value.h").write_text("#define WHAT 2222\n")
    second = compiled()
    assert b"0x457" in first
    assert b"0x8ae" in second
    (folder / "value.h").write_text("// a comment\n#define WHAT 1111\n")
    assert compiled() == b"kept"
    monkeypatch.setenv("ROCM_PATH", "/elsewhere")
    assert compiled() == first


def test_damaged_entries_are_made_anew(folder: Path, cached: Path):
    command = ["compile", "a.cl", *GPU, "-DWHAT=3", "-o", "a.hsaco"]
    assert main(command) == 0
    good = Path("a.hsaco").read_bytes()
    (entry,) = cached.glob("[!.]*")
    whole = entry.read_bytes()
    for damage in (b"", whole[: len(whole) // 2], whole[:-1], whole[:-1] + b"?"):
        entry.write_bytes(damage)
        assert main(command) == 0
        assert Path("a.hsaco").read_bytes() == good
        assert entry.read_bytes() == whole
    assert [file.name for file in cached.glob("[!.]*")] == [entry.name]


def test_cache_that_cannot_be_written(folder: Path, monkeypatch: pytest.MonkeyPatch):
    (folder / "file").write_text("")
    monkeypatch.setenv("XDSL_OPENCL_CACHE", str(folder / "file"))
    assert main(["compile", "a.cl", *GPU, "-DWHAT=3", "-o", "a.hsaco"]) == 0


def test_entry_knows_its_libraries(
    folder: Path, cached: Path, capfd: pytest.CaptureFixture[str]
):
    command = ["compile", "a.cl", *GPU, "-DWHAT=3", "-o", "a.s"]
    assert main(command) == 0
    (entry,) = cached.glob("[!.]*")
    library = folder / "library.bc"
    library.write_bytes(b"one")
    version = cache.file_version(library)
    head = (
        f'{{"kernels": 1, "warnings": "w\\n", "files": {{"{library}": "{version}"}}}}'
    )
    cache.write_entry(entry.name, head.encode() + b"\nkept")
    capfd.readouterr()
    assert main(command) == 0
    assert Path("a.s").read_bytes() == b"kept"
    assert capfd.readouterr().err == "w\n"
    library.write_bytes(b"another")
    assert main(command) == 0
    assert Path("a.s").read_bytes() != b"kept"


def test_warnings_come_each_time(
    folder: Path, cached: Path, capfd: pytest.CaptureFixture[str]
):
    (folder / "w.cl").write_text("#warning careful\n" + GOOD)
    for _ in range(2):
        assert main(["compile", "w.cl", *GPU, "-DWHAT=3", "-o", "w.hsaco"]) == 0
        assert capfd.readouterr().err.count("careful") >= 1
    assert len([*cached.glob("[!.]*")]) == 1


def test_failures_are_not_kept(folder: Path, cached: Path):
    assert main(["compile", "b.cl", *GPU, "-o", "b.hsaco"]) == 1
    assert main(["compile", "c.mlir", *GPU, "-o", "c.hsaco"]) == 1
    assert not cached.exists()


def test_key_parts_do_not_run_together():
    assert cache.content_key("ab", "c") != cache.content_key("a", "bc")
    assert cache.content_key("a") != cache.content_key("a", "")


def test_working_tree_counts_by_its_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    package = tmp_path / "some_package"
    package.mkdir()
    (package / "__init__.py").write_text("")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    versions: list[str] = []
    for text in ("x = 1", "x = 22"):
        (package / "module.py").write_text(text)
        cache.tools_version.cache_clear()
        versions.append(cache.tools_version("some_package"))
    assert versions[0] != versions[1]


def test_what_the_child_refuses():
    # What LLVM refuses is told with its place, and the next module is read as ever.
    from xdsl_opencl.frontend import FrontendError

    with pytest.raises(FrontendError, match="broken"):
        normalise_in_child.normalise_contained("define void @k() {", "broken.ll")
    text = normalise_in_child.normalise_contained(
        "define spir_func void @f() { ret void }", "x"
    )
    assert "@f" in text
