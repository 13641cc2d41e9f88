"""
Inputs and options that ask for too much, or for nothing that there is: one clear error
each, and nothing that is lost or ignored without a word.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

import xdsl_opencl as ocl
from xdsl_opencl.cli import main
from xdsl_opencl.runtime import Local, Program, RuntimeFailure

KERNELS = """
#ifndef N
#define N 1
#endif
kernel void scale(global float *data) { data[get_global_id(0)] *= N; }
kernel void paint(write_only image2d_t to) { write_imagef(to, (int2)(0, 0), 1.0f); }
kernel void both(global int *a, global int *b) { a[0] = 1; b[0] = 2; }
"""
MODULE = """
builtin.module {
  opencl.kernel @k(%a: !llvm.ptr<1>) { opencl.return }
}
"""
GPU = ("--mcpu", "gfx1030")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder of the test, with one input of each kind."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "k.cl").write_text(KERNELS)
    (tmp_path / "k.mlir").write_text(MODULE)
    return tmp_path


def status(*words: str) -> int:
    try:
        return main(words)
    except SystemExit as end:
        return int(str(end.code))


def fails(
    capfd: pytest.CaptureFixture[str], *words: str, message: str, kind: str = "error: "
) -> None:
    assert status(*words) == 1
    error = capfd.readouterr().err
    assert "internal error" not in error
    assert kind in error
    assert message in error


def npy(header: bytes) -> bytes:
    header = header.ljust(117) + b"\n"
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header


def huge(shape: str) -> bytes:
    return npy(
        b"{'descr': '<f4', 'fortran_order': False, 'shape': (%b,)}" % shape.encode()
    )


@pytest.mark.parametrize(
    ("kernel", "argument", "message"),
    [
        ("scale", "ones:float:99999999999999", "it takes 399999999999996 bytes"),
        ("scale", "iota:int:" + "9" * 40, "make it smaller"),
        ("paint", "o.png=100000x100000", "it takes 40000000000 bytes"),
        ("paint", "o.png=0x4", "an image of 0x4 has no pixels"),
        ("scale", "huge.npy", "'huge.npy' is not a readable .npy file"),
        ("scale", "endless.npy", "'endless.npy' is not a readable .npy file"),
        ("scale", "deep.npy", "'deep.npy' is not a readable .npy file"),
        ("scale", "objects.npy", "'objects.npy' is not a readable .npy file"),
        ("scale", "several.npy", "'several.npy' is not a .npy file"),
    ],
    ids=lambda word: str(word)[:24],
)
def test_memory(
    kernel: str,
    argument: str,
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    Path("huge.npy").write_bytes(huge("99999999999999"))
    Path("endless.npy").write_bytes(huge("9" * 50))
    Path("deep.npy").write_bytes(npy(b"(" * 100))
    np.save("objects.npy", np.array([{}], object))
    with open("several.npy", "wb") as file:
        np.savez(file, a=np.zeros(2), b=np.zeros(3))
    # As many bytes as a computer has, the same on every one.
    sizes = {"SC_PHYS_PAGES": 1 << 22, "SC_PAGE_SIZE": 4096}
    monkeypatch.setattr(os, "sysconf", sizes.__getitem__)
    words = ("run", "k.cl", "--kernel", kernel, "--global-size", "1", "--arg", argument)
    fails(capfd, *words, message=message)


def test_arrays_of_files_stay_what_they_are(capfd: pytest.CaptureFixture[str]) -> None:
    """Reading through a map changes neither the file nor the order of the elements."""
    array = np.asfortranarray(np.arange(6, dtype=np.float32).reshape(2, 3))
    np.save("in.npy", array)
    words = ("run", "k.cl", "--kernel", "scale", "-D", "N=2", "--global-size", "6")
    assert main([*words, "--arg", "out.npy=in.npy"]) == 0
    assert (np.load("out.npy") == 2 * array).all()
    assert (np.load("in.npy") == array).all()


@pytest.mark.parametrize(
    "words", [("-D", "N=3"), ("--options", "-D N=3"), ("--options=-D N=9", "-D", "N=3")]
)
def test_macros_of_run(
    words: tuple[str, ...], capfd: pytest.CaptureFixture[str]
) -> None:
    command = ("run", "k.cl", "--kernel", "scale", "--global-size", "2", *words)
    assert main([*command, "--arg", "ones:float:2", "--dump"]) == 0
    assert "data: float32[2] 3.0 3.0" in capfd.readouterr().out


@pytest.mark.parametrize("output", ["k.mlir", "./k.mlir", "link.mlir", "."])
def test_an_output_that_is_the_input(
    output: str, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (folder / "link.mlir").symlink_to("k.mlir")
    words = ("compile", "k.mlir", "-o", output, "--emit", "mlir", *GPU)
    fails(capfd, *words, message="is the input; write to another file")
    assert (folder / "k.mlir").read_text() == MODULE


def test_an_output_that_is_another_input(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (folder / "sub").mkdir()
    (folder / "sub" / "k.mlir").write_text(MODULE)
    words = ("compile", "k.mlir", "sub/k.mlir", "-o", "sub", "--emit", "mlir", *GPU)
    assert status(*words) == 1
    assert (folder / "sub" / "k.mlir").read_text() == MODULE


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("scale", "link.npy=ones:float:4"), "'link.npy' is the input"),
        (("scale", "ones:float:4", *GPU, "--profile", "link.json"), "is the input"),
        (("paint", "link.png=4x4"), "'link.png' is the input"),
        (("paint", "k.cl=4x4"), "an image is written to a .png or .npy file"),
        (("paint", "=4x4"), "an image is written to a .png or .npy file"),
        (("both", "a.npy=ones:int:1", "b.npy=ones:int:1"), "to 'b.npy', too; name two"),
    ],
    ids=str,
)
def test_run_over_its_files(
    words: tuple[str, ...],
    message: str,
    folder: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    for ending in ("npy", "json", "png"):
        (folder / f"link.{ending}").symlink_to("k.cl")
    (folder / "b.npy").symlink_to("a.npy")
    kernel, *rest = words
    run: list[str] = []
    while rest:
        word = rest.pop(0)
        run += [word, rest.pop(0)] if word.startswith("--") else ["--arg", word]
    fails(
        capfd,
        *("run", "k.cl", "--kernel", kernel, "--global-size", "1", *run),
        message=message,
    )
    assert (folder / "k.cl").read_text() == KERNELS


def test_limit_of_the_cache(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDSL_OPENCL_CACHE_MIB", "half")
    monkeypatch.setenv("XDSL_OPENCL_CACHE", "kept")
    for name in ("a.s", "b.s"):
        assert status("compile", "k.mlir", "-o", name, *GPU) == 0
    assert capfd.readouterr().err == (
        "xdsl-opencl: warning: XDSL_OPENCL_CACHE_MIB is 'half', not a number of MiB; the "
        "limit is 512\n"
    )


def test_save_over_its_input(folder: Path) -> None:
    program = ocl.compile("k.mlir", ocl.Target(mcpu="gfx1030"))
    with pytest.raises(ocl.CompileError, match="is the input"):
        program.save("k.mlir")
    assert (folder / "k.mlir").read_text() == MODULE


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("-D", "X=1", "-cl-mad-enable"),
            "warning: -D, -cl-mad-enable is for OpenCL C",
        ),
        (("-cl-std", "CL2.0"), "warning: -cl-std is for OpenCL C"),
        (("-I", "."), "warning: -I is for OpenCL C"),
        (("--pointer-width", "64"), "warning: --pointer-width is for OpenCL C"),
    ],
)
def test_options_that_do_nothing(
    words: tuple[str, ...], message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["compile", "k.mlir", "-o", "k.s", *GPU, *words]) == 0
    assert f"k.mlir: {message}" in capfd.readouterr().err
    assert main(["compile", "k.mlir", "-o", "k.s", *GPU]) == 0
    assert capfd.readouterr().err == ""


def test_levels_and_versions_that_do_nothing(
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert main(["compile", "k.mlir", "-o", "new.mlir", "-O", "1", *GPU]) == 0
    assert "warning: -O is for LLVM" in capfd.readouterr().err
    words = ("--abi", "mesa3d", "--mcpu", "gfx803", "--code-object-version", "4")
    assert main(["compile", "k.mlir", "-o", "k.s", *words]) == 0
    assert "--code-object-version is for ABI amdhsa" in capfd.readouterr().err


@pytest.mark.parametrize("start", ["", '"builtin.module"() ({}) {x = '])
def test_deep_nests(start: str, capfd: pytest.CaptureFixture[str]) -> None:
    Path("deep.mlir").write_text(start + "[" * 20000)
    words = ("compile", "deep.mlir", "-o", "k.s", *GPU)
    fails(capfd, *words, message="deep.mlir:1:1: error: ")


class Stdin:
    """A standard input of `data`."""

    def __init__(self, data: bytes) -> None:
        self.buffer = io.BytesIO(data)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("cl", KERNELS),
        ("mlir", MODULE),
        ("ll", "define spir_kernel void @k() {\n  ret void\n}\n"),
    ],
)
def test_language_of_standard_input(
    language: str,
    text: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "stdin", Stdin(text.encode()))
    words = ("compile", "-", "--lang", language, "--emit", "s", "-o", "k.s", *GPU)
    assert main(words) == 0
    assert ".amdhsa_kernel" in Path("k.s").read_text()


@pytest.mark.parametrize("encoding", ["utf-16", "latin-1"])
def test_import_of_other_encodings(
    encoding: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    data = f"// \xe9\n{KERNELS}".encode(encoding)
    monkeypatch.setattr(sys, "stdin", Stdin(data))
    fails(capfd, "import", "-", message="stdin.cl:1:", kind="not UTF-8 text")


def test_info_of_several_processors(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["info", "k.mlir", "--mcpu", "gfx900,gfx1100", "--json"]) == 0
    reports = json.loads(capfd.readouterr().out)
    assert [r["target"]["mcpu"] for r in reports] == ["gfx900", "gfx1100"]
    assert main(["info", "k.mlir", "--mcpu", "gfx900,gfx1100"]) == 0
    text = capfd.readouterr().out
    assert text.index("--gfx900, code object v5") < text.index("--gfx1100, code object")
    fails(capfd, "info", "k.mlir", "--mcpu", "gfx900,", message="--mcpu is empty")


def test_levels() -> None:
    target = ocl.Target(mcpu="gfx1030")
    for level in (7, -1):
        with pytest.raises(ocl.CompileError, match=f"optimisation level {level}"):
            ocl.compile("k.mlir", target, level=level)
        with pytest.raises(RuntimeFailure, match=f"optimisation level {level}"):
            Program.from_source(KERNELS, level=level)


def test_stages() -> None:
    program = ocl.compile("k.mlir", ocl.Target(mcpu="gfx1030"))
    with pytest.raises(
        ocl.CompileError, match="there is no stage 'zz'; use one of mlir"
    ):
        program.output(cast(Any, "zz"))
    with pytest.raises(ocl.CompileError, match="there is no stage 'zz'"):
        program.save("k.out", stage=cast(Any, "zz"))
    assert not Path("k.out").exists()


def test_open_quotes() -> None:
    with pytest.raises(ocl.CompileError, match="build options '-D \"': no closing"):
        ocl.compile("k.cl", ocl.Target(mcpu="gfx1030"), options='-D "')
    with pytest.raises(Exception, match="build options '-D \"': no closing"):
        Program.from_source(KERNELS, '-D "')


def test_sizes_of_local_memory() -> None:
    for size in (32.0, "32", None):
        with pytest.raises(RuntimeFailure, match="whole number of bytes"):
            Local(cast(Any, size))
    assert Local(cast(Any, np.int64(32))).size == 32


def test_run_without_numpy(folder: Path) -> None:
    """Python finds a folder without NumPy before the one that has it."""
    code = (
        "import sys, importlib.abc\n"
        "class Hide(importlib.abc.MetaPathFinder):\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.partition('.')[0] == 'numpy':\n"
        "            raise ModuleNotFoundError(name, name=name)\n"
        "        return None\n"
        "import importlib.util\n"
        "find = importlib.util.find_spec\n"
        "importlib.util.find_spec = lambda n, *a: None if n == 'numpy' else find(n, *a)\n"
        "sys.meta_path.insert(0, Hide())\n"
        "from xdsl_opencl.cli import main\n"
        "sys.exit(main(['run', 'k.cl', '--kernel', 'scale', '--global-size', '1']))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "error: the CPU device needs NumPy: pip install" in done.stderr
    assert "internal error" not in done.stderr


def test_completion(folder: Path) -> None:
    """As Bash asks: the line in the environment, the answers on descriptor 8."""
    pytest.importorskip("argcomplete", reason="the extra 'completion'")
    line = "xdsl-opencl compile --list"
    environment = {
        **os.environ,
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_STDOUT_FILENAME": "answers",
        "COMP_LINE": line,
        "COMP_POINT": str(len(line)),
        "COMP_TYPE": "9",
    }
    subprocess.run(
        [sys.executable, "-m", "xdsl_opencl"], env=environment, check=False, timeout=60
    )
    assert (folder / "answers").read_text().strip() == "--list-targets"
