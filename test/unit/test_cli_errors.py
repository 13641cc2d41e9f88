"""Wrong inputs: one diagnostic with its place, exit status 1, nothing written."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from xdsl_opencl.cli import main

GOOD = """\
opencl.kernel @k(%p: !llvm.ptr<1> {opencl.name = "p"}) {
  %c = arith.constant 1 : i32
  llvm.store %c, %p : i32, !llvm.ptr<1>
  opencl.return
}
"""

TARGET = ("--mcpu", "gfx1100")


def run(
    capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 1
) -> list[str]:
    """Runs a command that fails; the lines it wrote to standard error."""
    try:
        result = main(arguments)
    except SystemExit as stop:
        result = stop.code
    captured = capsys.readouterr()
    assert result == status
    assert "Traceback" not in captured.err
    assert captured.err.count("error") == 1
    assert not captured.out
    return captured.err.splitlines()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder of the test, with one good input."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.mlir").write_text(GOOD)
    return tmp_path


def test_no_linker(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    from xdsl_opencl.backend.objects import code_object

    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.delenv("XDSL_OPENCL_LLD", raising=False)
    monkeypatch.setattr(code_object, "zig", lambda: None)

    def needs_linker(_: bytes) -> None:
        return None

    monkeypatch.setattr(code_object, "link_simple", needs_linker)
    code_object._find_linker.cache_clear()  # pyright: ignore[reportPrivateUsage]
    lines = run(capsys, "compile", "good.mlir", *TARGET, "-o", "out.hsaco")
    assert "good.mlir: error: no linker found" in lines[0]
    assert "pip install 'xdsl-opencl[toolchain]'" in lines[0]
    assert [path.name for path in folder.iterdir()] == ["good.mlir"]


def test_internal_error_is_short(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    from xdsl_opencl.cli import compile as command

    def broken(job: object) -> None:
        raise KeyError("unexpected")

    monkeypatch.setattr(command, "compile_job", broken)
    arguments = ("compile", "good.mlir", *TARGET, "-o", "o.s")
    lines = run(capsys, *arguments, status=70)
    assert len(lines) == 1
    assert "internal error, please report: KeyError" in lines[0]
    assert main(("--debug", *arguments)) == 70
    assert "Traceback" in capsys.readouterr().err


def test_closed_standard_output(folder: Path):
    # `xdsl-opencl --help | head -0` must not end in a traceback.
    process = subprocess.run(
        f"{sys.executable} -m xdsl_opencl compile --help | head -c 10",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.stdout == "usage: xds"
    assert "Traceback" not in process.stderr
