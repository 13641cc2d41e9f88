"""`xdsl-opencl icd`: the driver's files, and what may be missing for making them."""

from __future__ import annotations

import stat
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import pytest

from xdsl_opencl.cli.commands import run_command
from xdsl_opencl.icd.api import dispatch, driver_library


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder = tmp_path / "cache"
    monkeypatch.setenv("XDSL_OPENCL_CACHE", str(folder))
    return folder


def fake_compiler(monkeypatch: pytest.MonkeyPatch, folder: Path, script: str) -> None:
    """Has `cc` of `folder` run `script`, and there is no other compiler."""
    compiler = folder / "cc"
    compiler.write_text(f"#!/bin/sh\n{script}\n")
    compiler.chmod(0o755)
    monkeypatch.setattr(driver_library.toolchain, "zig", lambda: None)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


MAKES = 'while [ "$1" != -o ]; do shift; done; echo made > "$2"'


def test_the_path(
    cache: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    """The file names the library; both are made once, in a folder of the user's own."""
    fake_compiler(monkeypatch, tmp_path, f"echo called >> {tmp_path}/calls; {MAKES}")
    for _ in range(2):
        assert run_command(("icd",)) == 0
    first, second = capsys.readouterr().out.split()
    assert first == second
    assert (tmp_path / "calls").read_text() == "called\n"
    made = Path(Path(first).read_text().strip())
    assert made.read_text() == "made\n"
    assert stat.S_IMODE(made.parent.stat().st_mode) == 0o700
    assert made.parent.parent == cache


def test_a_driver_that_was_there_before(
    cache: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    """
    A folder with the name of the driver's is not used once others could have written to it.
    """
    from xdsl_opencl import cache as kept

    fake_compiler(monkeypatch, tmp_path, MAKES)
    assert run_command(("icd",)) == 0
    first = Path(capsys.readouterr().out.strip())
    cache.chmod(0o777)
    kept._trusted.cache_clear()  # pyright: ignore[reportPrivateUsage]
    assert run_command(("icd",)) == 1
    said = capsys.readouterr().err
    assert "can be written by others and is not used; remove it" in said
    assert "no folder to keep the driver in" in said
    first.with_name("libxdsl-opencl-icd.so").write_text("planted")
    cache.chmod(0o700)
    kept._trusted.cache_clear()  # pyright: ignore[reportPrivateUsage]
    assert run_command(("icd",)) == 0
    second = Path(capsys.readouterr().out.strip())
    assert second != first
    assert Path(second.read_text().strip()).read_text() == "made\n"


def words(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str], expected: str
) -> None:
    assert run_command(arguments) == 1
    said = capsys.readouterr().err
    assert expected in said
    assert "Traceback" not in said


def test_no_such_program(
    cache: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    fake_compiler(monkeypatch, tmp_path, MAKES)
    words(
        ("icd", "--", "no-such-program"), capsys, "'no-such-program' is not a program"
    )


def test_no_cache(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setenv("XDSL_OPENCL_CACHE", "")
    words(("icd",), capsys, "name one in $XDSL_OPENCL_CACHE")


def test_no_compiler(
    cache: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(driver_library.toolchain, "zig", lambda: None)
    monkeypatch.setenv("PATH", "")
    words(("icd",), capsys, "pip install 'xdsl-opencl[driver]'")


def test_a_compiler_that_fails(
    cache: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    fake_compiler(monkeypatch, tmp_path, "echo no header >&2; exit 1")
    words(("icd",), capsys, "cannot compile the driver: no header")


def test_a_python_without_library(
    cache: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def nothing(_: str) -> Any:
        return None

    monkeypatch.setattr(sysconfig, "get_config_var", nothing)
    monkeypatch.setattr(driver_library.sys, "base_prefix", "/nowhere")
    words(("icd",), capsys, "has no shared library")


def test_a_cache_that_others_write_to(
    cache: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    cache.mkdir()
    cache.chmod(0o777)
    words(("icd",), capsys, "that only you can write to")


def test_each_function_is_in_its_module():
    """The driver looks for a function when it is first called."""
    functions = dispatch._functions  # pyright: ignore[reportPrivateUsage]
    places = dispatch._PLACES  # pyright: ignore[reportPrivateUsage]
    same = {"clSetKernelArgMemPointerINTEL": "clSetKernelArgSVMPointer"}
    for name, signature in (dispatch.SIGNATURES | dispatch.EXTENSIONS).items():
        if signature != "-":
            assert callable(functions[name])
            other = places[name].partition(":")[2]
            assert other in ("", same.get(name, name.removesuffix("KHR")))


START = """
import ctypes, sys
from xdsl_opencl.icd.api import dispatch, start
words = (ctypes.c_uint64 * 8)()
at = ctypes.addressof(words)
start.start(at, at + 24)
def call(name, *arguments):
    types = [dispatch._TYPES[letter] for letter in dispatch.SIGNATURES[name]]
    return ctypes.CFUNCTYPE(*types)(dispatch.table().functions[name])(*arguments)
assert call("clGetPlatformIDs", 1, at + 32, None) == 0
assert call("clGetDeviceIDs", words[4], 0xFFFFFFFF, 1, at + 40, None) == 0
context = call("clCreateContext", None, 1, at + 40, None, None, None)
queue = call("clCreateCommandQueue", context, words[5], 0, None)
assert queue
assert call("clGetCommandQueueInfo", queue, 0x1090, 8, at + 48, None) == 0
assert words[6] == context
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""


def test_start_imports_little():
    """
    Up to a queue the driver needs neither xDSL nor NumPy: nearly all programs that use
    OpenCL ask for the devices, and many do no more.
    """
    command = [sys.executable, "-c", START]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    packages = set(result.stdout.split())
    assert "xdsl_opencl" in packages
    assert not packages & {"xdsl", "numpy", "llvmlite", "email", "tempfile"}


GARBAGE = """
import ctypes, gc, os, sys
from xdsl_opencl.icd.api import start
words = (ctypes.c_uint64 * 8)()
at = ctypes.addressof(words)
usual = gc.get_threshold()
start.start(at, at + 24, embedded=int(sys.argv[1]))
print(gc.isenabled(), *(a > b for a, b in zip(gc.get_threshold(), usual)), flush=True)
# The driver of a program of C expects that Python has no end.
os._exit(0)
"""


@pytest.mark.parametrize(("embedded", "seldom"), [("0", "False"), ("1", "True")])
def test_garbage(embedded: str, seldom: str):
    """A program of Python keeps its own thresholds; for one of C the driver looks seldom."""
    command = [sys.executable, "-c", GARBAGE, embedded]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert result.stdout.split() == ["True", *[seldom] * 3]


def test_order_of_the_table():
    """
    The order is that of `cl_icd_dispatch`, at places that OpenCL-Headers cannot move: the
    first of each version of OpenCL (`CL/cl_icd.h`).
    """
    names = list(dispatch.SIGNATURES)
    places = {
        "clGetPlatformIDs": 0,
        "clCreateContext": 4,
        "clGetExtensionFunctionAddress": 65,
        "clSetEventCallback": 81,
        "clCreateSubBuffer": 82,
        "clCreateCommandQueueWithProperties": 123,
        "clCloneKernel": 137,
        "clSetContextDestructorCallback": 148,
    }
    assert {name: names.index(name) for name in places} == places
