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


BAD_OPTIONS: list[tuple[list[str], str]] = [
    (["--abi", "amdhsa"], "ABI amdhsa needs a processor"),
    (["--mcpu", ""], "--mcpu is empty; name a processor"),
    (["--abi", "amdhsb"], "unknown ABI 'amdhsb'"),
    (["--mcpu", "gfx9999"], "unknown processor 'gfx9999'"),
    (["--mcpu", "juniper"], "juniper"),
    (["--abi", "r600", "--mcpu", "gfx900"], "gfx900"),
    ([*TARGET, "--features=+fast"], "unknown feature 'fast'"),
    ([*TARGET, "--features=+cumode,-cumode"], "'cumode' is both on and off"),
    ([*TARGET, "--code-object-version", "7"], "code object version 7"),
    ([*TARGET, "--code-object-version", "new"], "--code-object-version"),
    (["--mcpu", "gfx900", "--wave-size", "32"], "no wave size 32"),
    ([*TARGET, "-O", "4"], "-O"),
    ([*TARGET, "--fast"], "--fast"),
    ([], "good.mlir: error: no target; give --abi and --mcpu"),
    ([*TARGET, "-p", "optimise"], "there is no pass 'optimise'"),
    ([*TARGET, "-p", "cse{hard=1}"], "pass 'cse'"),
    ([*TARGET, "-p", "cse{"], "pass-pipeline"),
    ([*TARGET, "-p", "opencl-attach-target{mcpu=gfx1}"], "unknown processor 'gfx1'"),
    ([*TARGET, "-p", "opencl-attach-target{mcpu=gfx900}"], "differs"),
    ([*TARGET, "-p", "opencl-attach-target{cpu=gfx900}"], "cpu"),
]


@pytest.mark.parametrize(("options", "words"), BAD_OPTIONS)
def test_options(
    options: list[str], words: str, folder: Path, capsys: pytest.CaptureFixture[str]
):
    lines = run(capsys, "compile", "good.mlir", *options, "-o", "out.s")
    assert words in " ".join(lines)
    assert [path.name for path in folder.iterdir()] == ["good.mlir"]


IMAGE = "!opencl.image<image2d_t, write_only>"

BAD_INPUTS = [
    pytest.param(b"", "bad.mlir: error: the input is empty", [], id="empty"),
    pytest.param(
        GOOD.encode()[:75], "bad.mlir:2:3: error: ", ["    %c = arith"], id="cut"
    ),
    pytest.param(
        b"opencl.kernel @k() {\n\t\xff\n",
        "bad.mlir:2:2: error: the input is not UTF-8 text (byte 0xff)",
        [],
        id="utf-8",
    ),
    pytest.param(
        b"\x7fELF\x02\x01\x01@\x03\0\0\0", "bad.mlir:1:1: error: ", [], id="binary"
    ),
    pytest.param(
        b"opencl.kernel @k() {\n  opencl.returns\n}",
        "bad.mlir:2:3: error: ",
        ["    opencl.returns", "    ^"],
        id="operation",
    ),
    pytest.param(
        b"opencl.kernel @k() {\n  foo.bar\n}",
        "bad.mlir:2:3: error: ",
        ["    foo.bar", "    ^"],
        id="dialect",
    ),
    pytest.param(
        b"opencl.kernel @k() {\n  opencl.return\n}\n"
        b"  opencl.kernel @k() {\n  opencl.return\n}",
        "bad.mlir:4:3: error: 'opencl.kernel': Redefinition of symbol \"k\"",
        ["    opencl.kernel @k() {", "    ^"],
        id="twice",
    ),
    pytest.param(
        b"opencl.kernel @k() -> i32 {\n  opencl.return\n}",
        "kernel @k has a result",
        [],
        id="result",
    ),
    pytest.param(
        b"opencl.kernel @k(%i : !opencl.image<image2d_t, none>) {\n}",
        "needs an access qualifier",
        [],
        id="access",
    ),
    pytest.param(
        f"opencl.kernel @k(%i : {IMAGE}) {{\n  %d = opencl.get_image_depth %i : {IMAGE}"
        " -> i32\n  opencl.return\n}".encode(),
        "bad.mlir:2:3: error: 'opencl.get_image_depth'",
        ["  ^"],
        id="query",
    ),
    pytest.param(
        b"opencl.kernel @k(%a : i32) {\n  %b = arith.addf %a, %a : i32\n"
        b"  opencl.return\n}",
        "bad.mlir:2:",
        [],
        id="types",
    ),
    pytest.param(
        b"builtin.module attributes {opencl.lowered = {}} {\n}",
        "bad.mlir: error: the module is already lowered",
        [],
        id="lowered",
    ),
    pytest.param(
        b'builtin.module attributes {opencl.target = #opencl.target<abi = "x", mcpu = '
        b'"gfx900", features = [], code_object_version = 5, wave_size = 0>} {\n}',
        "unknown ABI 'x'",
        [],
        id="target",
    ),
    pytest.param(
        b'builtin.module attributes {opencl.target = #opencl.target<abi = "amdhsa", '
        b'mcpu = "gfx900", features = [], code_object_version = 5, wave_size = 0>} {\n}',
        "bad.mlir: error: the module is for ",
        [],
        id="other-target",
    ),
    pytest.param(
        f"func.func @f(%i : {IMAGE}) -> {IMAGE} {{\n  func.return %i : {IMAGE}\n}}\n"
        "opencl.kernel @k() { opencl.return }".encode(),
        "bad.mlir:1:1: error: in @f: function @f returns !opencl.image",
        ["  func.func @f"],
        id="image-returned",
    ),
    pytest.param(
        f"opencl.kernel @k(%s : !llvm.struct<({IMAGE}, i32)>) {{\n  opencl.return\n}}".encode(),
        f"holds {IMAGE}; it can only be an argument itself",
        [],
        id="image-in-struct-argument",
    ),
    pytest.param(
        f"opencl.kernel @k() {{\n  %s = llvm.mlir.undef : !llvm.struct<({IMAGE})>\n"
        "  opencl.return\n}".encode(),
        f"bad.mlir:2:3: error: in @k: 'llvm.mlir.undef' has a value of type "
        f"!llvm.struct<({IMAGE})>",
        ["    %s = llvm.mlir.undef"],
        id="image-in-struct",
    ),
    pytest.param(
        b"opencl.kernel @k(%p: memref<4xi64, #opencl.address_space<local>>, %x: index) {\n"
        b"  %0 = opencl.atomic_flag_test_and_set acquire device %p[%x] "
        b": memref<4xi64, #opencl.address_space<local>>\n  opencl.return\n}",
        "bad.mlir:2:3: error: 'opencl.atomic_flag_test_and_set': value of type i32 in",
        ["    %0 = opencl.atomic_flag_test_and_set"],
        id="operation-once",
    ),
    pytest.param(
        b"opencl.kernel @k(%x: si32) {\n  opencl.return\n}",
        "bad.mlir:1:1: error: in @k: si32 has a sign; use i32",
        ["  opencl.kernel @k(%x: si32)", "  ^"],
        id="signed-argument",
    ),
    pytest.param(
        b"opencl.kernel @k() {\n  opencl.call_kernel @k()\n  opencl.return\n}",
        "bad.mlir:2:3: error: in @k: recursion: @k -> @k",
        ["    opencl.call_kernel @k()", "    ^"],
        id="recursion",
    ),
    pytest.param(
        b'opencl.kernel @k() {\n  "omp.barrier"() : () -> ()\n  opencl.return\n}',
        "bad.mlir:2:3: error: in @k: 'omp.barrier' has no conversion to the llvm dialect",
        ['    "omp.barrier"()', "    ^"],
        id="nobody-lowers",
    ),
    pytest.param(
        b"opencl.kernel @k(%p : !llvm.ptr<1>) {\n"
        b'  %x = llvm.call_intrinsic "llvm.no.such"() : () -> i32\n'
        b"  llvm.store %x, %p : i32, !llvm.ptr<1>\n  opencl.return\n}",
        "bad.mlir:2:3: error: LLVM rejects the module: unknown intrinsic 'llvm.no.such' (line ",
        ['    %x = llvm.call_intrinsic "llvm.no.such"()', "    ^"],
        id="llvm-refuses",
    ),
    pytest.param(
        b"func.func private @far()\nopencl.kernel @k() {\n"
        b"  func.call @far() : () -> ()\n  opencl.return\n}",
        "bad.mlir:3:3: error: in @k: nothing defines 'far'",
        [],
        id="undefined",
    ),
    pytest.param(
        b"opencl.kernel @k(%p : !llvm.ptr<1>, %i : index, %x : i32) {\n"
        b"  %l = opencl.local : memref<99999xi32, #opencl.address_space<local>>\n"
        b"  memref.store %x, %l[%i] : memref<99999xi32, #opencl.address_space<local>>\n"
        b"  opencl.barrier local\n"
        b"  %z = arith.constant 0 : index\n"
        b"  %y = memref.load %l[%z] : memref<99999xi32, #opencl.address_space<local>>\n"
        b"  llvm.store %y, %p : i32, !llvm.ptr<1>\n"
        b"  opencl.return\n}",
        "local memory (399996) exceeds limit (65536) in function 'k'",
        [],
        id="local-memory",
    ),
    pytest.param(b"[" * 20000, "bad.mlir:1:1: error: ", [], id="brackets"),
    pytest.param(
        b'"builtin.module"() ({}) {x = ' + b"[" * 20000,
        "bad.mlir:1:1: error: the input is nested too deeply",
        [],
        id="deep",
    ),
]


@pytest.mark.parametrize(("data", "words", "context"), BAD_INPUTS)
def test_inputs(
    data: bytes,
    words: str,
    context: list[str],
    folder: Path,
    capsys: pytest.CaptureFixture[str],
):
    (folder / "bad.mlir").write_bytes(data)
    lines = run(capsys, "compile", "bad.mlir", *TARGET, "-o", "out.s")
    assert words in lines[0]
    for text in context:
        assert any(text in line for line in lines[1:])
    assert not (folder / "out.s").exists()


def test_caret_stands_below_the_place(folder: Path, capsys: pytest.CaptureFixture[str]):
    (folder / "tab.mlir").write_text("opencl.kernel @k() {\n\t\tfoo.op\n}")
    lines = run(capsys, "compile", "tab.mlir", *TARGET, "-o", "out.s")
    assert lines[0].startswith("tab.mlir:2:3: error: ")
    assert lines[1:] == ["  \t\tfoo.op", "  \t\t^"]


def test_files(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert run(capsys, "compile", "none.mlir", *TARGET, "-o", "o.s") == [
        "xdsl-opencl: error: cannot use 'none.mlir': no such file or directory"
    ]
    assert "directory" in run(capsys, "compile", ".", *TARGET, "-o", "o.s")[0]
    (folder / "what.txt").write_text(GOOD)
    assert (
        "what.txt: error: cannot tell what this is; its ending must be one of .mlir"
        in run(capsys, "compile", "what.txt", *TARGET, "-o", "o.s")[0]
    )


OUTPUTS = [
    (["good.mlir", "-o", "out.exe"], "the ending of 'out.exe'"),
    (["good.mlir", "-o", "out"], "the ending of 'out'"),
    (["good.mlir", "-o", "none/out.s"], "the output folder 'none' does not exist"),
    (["good.mlir", "-o", ""], "-o is empty; name a file or a folder"),
    (["good.mlir", "-o", "none/"], "the output folder 'none/' does not exist"),
    (["good.mlir", "-o", "-"], "needs --emit"),
    (["good.mlir", "good.mlir", "-o", "out.s"], "-o must be a folder"),
    (["good.mlir", "./good.mlir", "-o", "."], "would both be 'good.hsaco'"),
    (["good.mlir"], "-o"),
]


@pytest.mark.parametrize(("arguments", "words"), OUTPUTS)
def test_outputs(
    arguments: list[str],
    words: str,
    folder: Path,
    capsys: pytest.CaptureFixture[str],
):
    assert words in run(capsys, "compile", *TARGET, *arguments)[0]
    assert [path.name for path in folder.iterdir()] == ["good.mlir"]


def test_info(folder: Path, capsys: pytest.CaptureFixture[str]):
    (folder / "text.hsaco").write_text("hello")
    assert run(capsys, "info", "text.hsaco") == [
        "text.hsaco: error: not a readable code object: not an ELF file"
    ]
    assert "no such file" in run(capsys, "info", "none.o")[0]
    assert "no target" in run(capsys, "info", "good.mlir")[0]
    assert (
        "leave the target options out" in run(capsys, "info", "text.hsaco", *TARGET)[0]
    )


def test_no_linker(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    from xdsl_opencl.backend import code_object

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


def test_command_line(capsys: pytest.CaptureFixture[str]):
    assert "no command" in run(capsys)[0]
    assert "'translate'" in run(capsys, "translate")[0]


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
