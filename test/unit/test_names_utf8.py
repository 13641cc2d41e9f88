"""
Kernels, arguments, structures and variables with letters beyond ASCII: the names arrive as
they are written, in what other tools read of our files as in our own output.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from shell import shell
from tools import find, need, needs

from xdsl_opencl.cli import main
from xdsl_opencl.runtime import Local, Program

SOURCE = """\
struct Été { int ñ; };
int hélas(int x) { return x + 1; }
constant int tableau_é[4] = {10, 20, 30, 40};
kernel void façade(global int *été, struct Été s, int größe, local int *lôcal) {
  local int tüte[16];
  int x = get_local_id(0);
  lôcal[x] = tüte[x] = s.ñ;
  barrier(CLK_LOCAL_MEM_FENCE);
  été[get_global_id(0)] = hélas(lôcal[x]) + größe + tableau_é[x] + tüte[x] - s.ñ;
}
"""
NAMES = ("été", "s", "größe", "lôcal")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "façade.cl"
    path.write_text(SOURCE, encoding="utf-8")
    return path


def run_tool(*words: str) -> str:
    done = subprocess.run(words, capture_output=True, check=True)
    return done.stdout.decode()


def notes(path: Path) -> list[str]:
    """The names in the metadata of a code object or an object, as LLVM reads them."""
    text = run_tool(need("llvm-readelf"), "--notes", str(path))
    return [name.strip("'\"") for name in re.findall(r"^ .*\.name: +(.*)$", text, re.M)]


def symbols(path: Path) -> set[str]:
    text = run_tool(need("llvm-readelf"), "-sW", str(path))
    return {line.split()[-1] for line in text.splitlines() if "GLOBAL" in line}


@needs("llvm-readelf")
@pytest.mark.parametrize(
    ("mcpu", "frontend"),
    [("gfx803", "spir64"), ("gfx90a", "amdgcn"), ("gfx1100", "spir64")],
)
def test_code_object(file: Path, mcpu: str, frontend: str) -> None:
    words = ["--mcpu", mcpu, "--frontend-target", frontend]
    assert main(["compile", str(file), *words, "-o", "o.hsaco"]) == 0
    code = file.with_name("o.hsaco")
    assert notes(code) == [*NAMES, "façade"]
    assert {"façade", "façade.kd"} <= symbols(code)


@needs("llvm-readelf")
def test_as_clang_writes_them(file: Path) -> None:
    """Clang's own object has the same names of arguments and the same symbols."""
    if (clang := find("clang", 22)) is None:
        pytest.skip("no clang 22: install clang-22")
    words = ("-x", "cl", "-target", "amdgcn-amd-amdhsa", "-mcpu=gfx90a", "-nogpulib")
    objects = file.with_name("clang.o")
    run_tool(
        clang.path, *words, "-cl-kernel-arg-info", "-c", str(file), "-o", "clang.o"
    )
    assert main(["compile", str(file), "--mcpu", "gfx90a", "-o", "o.o"]) == 0
    ours = file.with_name("o.o")
    assert notes(ours) == notes(objects)
    assert {"façade", "façade.kd"} <= symbols(ours) & symbols(objects)


@pytest.mark.parametrize("device", ["host", "gfx1100"])
def test_run(file: Path, device: str) -> None:
    program = Program.from_file(file, device=device)
    out = np.zeros(4, np.int32)
    structure = np.array([5], np.int32).tobytes()
    kernel = program["façade"]
    assert [argument.name for argument in kernel.arguments] == list(NAMES)
    kernel(4, 4, out, structure, 7, Local(64))
    assert out.tolist() == [23, 33, 43, 53]


def test_command_line(file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    arguments = ("zeros:int:4", "bytes:05000000", "7", "local:64")
    words = [word for value in arguments for word in ("--arg", value)]
    sizes = ["--global-size", "4", "--local-size", "4"]
    assert main(["run", str(file), "--kernel", "façade", *words, *sizes, "--dump"]) == 0
    assert capfd.readouterr().out == "été: int32[4] 23 33 43 53\n"
    too_many = ["--global-size", "8", "--local-size", "4", "--check"]
    assert main(["run", str(file), *words, *too_many]) == 1
    assert "kernel 'façade' writes 4 bytes at byte 16 of argument 0 'été'" in (
        capfd.readouterr().err
    )
    assert main(["info", str(file)]) == 0
    out = capfd.readouterr().out
    assert "kernel façade\n" in out
    assert all(f"  {name}  " in out for name in NAMES)
    assert "struct Été" in out


@pytest.mark.parametrize("options", [["--mcpu", "gfx1100"], ["--abi", "host"]])
def test_import_is_read_again(
    file: Path, options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """
    The module of `import` says the same as the source, to our commands and to `xdsl-opt`:
    xDSL's parser takes such strings for bytes.
    """
    assert main(["info", str(file), *options]) == 0
    expected = capsys.readouterr().out
    assert main(["import", str(file), *options, "-o", "o.mlir"]) == 0
    assert main(["info", "o.mlir", *options]) == 0
    # The first line names the file.
    out = capsys.readouterr().out
    assert out.partition("\n")[2] == expected.partition("\n")[2]
    plain = file.with_name("plain.cl")
    plain.write_text("kernel void façade(global int *été) { *été = 1; }")
    assert main(["import", str(plain), *options, "-o", "plain.mlir"]) == 0
    done = shell("xdsl-opt plain.mlir | xdsl-opt > again.mlir", file.parent)
    assert done.returncode == 0, done.stderr
    assert main(["info", "again.mlir", *options]) == 0
    assert " été " in capsys.readouterr().out


@pytest.mark.parametrize("options", [["--mcpu", "gfx1100"], ["--abi", "host"]])
def test_llvm_reads_the_text(file: Path, options: list[str]) -> None:
    assert main(["compile", str(file), *options, "-o", "o.ll"]) == 0
    text = file.with_name("o.ll").read_text()
    assert '@"fa\\C3\\A7ade"(' in text
    if (assembler := find("llvm-as", 22)) is not None:
        run_tool(assembler.path, "o.ll", "-o", os.devnull)


def test_printf(tmp_path: Path) -> None:
    """Formats and literal strings keep their letters on each device."""
    path = tmp_path / "p.cl"
    path.write_text('kernel void k(int n) { printf("größe %d €%s\\n", n, "ü"); }')
    for options in ("", "--mcpu gfx1100"):
        command = f"xdsl-opencl run p.cl {options} --global-size 1 --arg 3"
        done = shell(command, tmp_path, PYTHONUTF8="1")
        assert (done.returncode, done.stdout) == (0, "größe 3 €ü\n"), done.stderr


def test_undefined_function(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "u.cl"
    path.write_text("int là(int x); kernel void dé(global int *a) { a[0] = là(1); }")
    assert main(["compile", str(path), "--mcpu", "gfx90a", "-o", "o.hsaco"]) == 1
    assert "in @dé: nothing defines 'là'" in capsys.readouterr().err


def test_caret(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Clang counts bytes; the caret stands below the letter."""
    path = tmp_path / "c.cl"
    path.write_text('kernel void k(global int *é) { /* ééé */ printf("ä"); é[0] = 1; }')
    words = ["--abi", "r600", "--mcpu", "cedar", "-o", str(tmp_path / "o.s")]
    assert main(["compile", str(path), *words]) == 1
    _, line, caret = capsys.readouterr().err.splitlines()[:3]
    assert line[caret.index("^") :].startswith("printf(")


def test_bytes_that_are_no_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """LLVM's names are bytes: two that differ must not become one."""
    path = tmp_path / "b.ll"
    path.write_text(
        'define amdgpu_kernel void @"a\\FEb"() {\n  ret void\n}\n'
        'define amdgpu_kernel void @"a\\FFb"() {\n  ret void\n}\n'
    )
    words = ["--mcpu", "gfx90a", "-o", str(tmp_path / "o.s")]
    assert main(["compile", str(path), *words]) == 1
    assert 'b.ll:1: error: the name @"a\\FEb" is not UTF-8' in capsys.readouterr().err


def test_ascii_terminal(file: Path) -> None:
    """Standard output in an encoding without these letters."""
    done = subprocess.run(
        [sys.executable, "-m", "xdsl_opencl", "info", file.name],
        cwd=file.parent,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert b"kernel fa\\xe7ade\n" in done.stdout
