"""Wrong inputs: one error that names place and cause, exit status 1, no output."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest
from frontend_helpers import needs_clang

from xdsl_opencl.backend import toolchain
from xdsl_opencl.cli import main
from xdsl_opencl.frontend import FrontendError, load_llvm_ir, load_source
from xdsl_opencl.frontend.clang import opencl_c
from xdsl_opencl.frontend.clang.build_options import BuildOptions
from xdsl_opencl.frontend.clang.opencl_c import compile_opencl_c, find_clang

KERNEL = "kernel void k(global int *p) { *p = 1; }\n"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Runs `import`, which must fail; what it wrote to standard error."""
    try:
        status = main(("import", *arguments))
    except SystemExit as stop:
        status = stop.code
    captured = capsys.readouterr()
    assert status == 1
    assert not captured.out
    assert "Traceback" not in captured.err
    assert "internal error" not in captured.err
    return captured.err


@needs_clang
def test_text_has_a_name() -> None:
    """Diagnostics of a text in memory have the name that the caller gave."""
    with pytest.raises(FrontendError, match=r"my\.cl:1:\d+: error: "):
        load_source("kernel void k() { x; }", name="my.cl")


@needs_clang
def test_cyclic_include(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Clang ends it, and says where."""
    source = tmp_path / "cycle.cl"
    source.write_text(f'#include "cycle.cl"\n{KERNEL}')
    message = run(capsys, str(source))
    assert "#include nested too deeply" in message
    # Clang names every one of 200 includes.
    assert message.count("\n") < 40
    assert re.search(r"\.\.\. \(19\d more\)", message)


@needs_clang
def test_warnings_are_errors(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`-Werror` fails where the same without it only warns, and `-w` says nothing."""
    source = tmp_path / "warn.cl"
    source.write_text("#warning mind this\n" + KERNEL)
    assert "mind this" in run(capsys, str(source), "-Werror")
    output = str(tmp_path / "out.mlir")
    assert main(("import", str(source), "-o", output)) == 0
    assert "warning: mind this" in capsys.readouterr().err
    assert main(("import", str(source), "-o", output, "-w")) == 0
    assert not capsys.readouterr().err


@needs_clang
def test_unknown_function(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It stays a call, and is named."""
    source = tmp_path / "unknown.cl"
    source.write_text(
        "int other(int);\nkernel void k(global int *p) { *p = other(*p); }\n"
    )
    assert main(("import", str(source))) == 0
    captured = capsys.readouterr()
    assert "warning: @other is called, but neither defined" in captured.err
    assert "func.func private @other(i32) -> i32" in captured.out


@pytest.mark.parametrize("extensions", ["-all", "-cl_khr_fp64,-cl_khr_fp16"])
def test_extensions_off(
    extensions: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Their macros are gone."""
    source = tmp_path / "half.cl"
    source.write_text(f"#ifdef cl_khr_fp16\n#error half is on\n#endif\n{KERNEL}")
    assert "half is on" in run(capsys, str(source))
    assert main(("import", str(source), f"-cl-ext={extensions}")) == 0


@pytest.mark.parametrize("std", ["CL1.2", "CL3.0"])
def test_extensions_that_clang_ignores(std: str) -> None:
    """A name that Clang does not know; those it knows may have no macro in the standard."""
    known = "-cl_khr_gl_msaa_sharing,+cl_khr_srgb_image_writes,+cl_khr_fp16"
    options = BuildOptions.parse([f"-cl-std={std}", "-cl-ext=-all", f"-cl-ext={known}"])
    assert compile_opencl_c(options, text="kernel void k() {}").ir
    for names in ("+nothing_here", "-cl_khr_fp46", f"{known},+cl_khr_x"):
        options = BuildOptions.parse([f"-cl-std={std}", f"-cl-ext={names}"])
        unknown = names.rpartition(",")[2][1:]
        with pytest.raises(FrontendError, match=f"knows no extension '{unknown}'"):
            compile_opencl_c(options, text="kernel void k() {}")


def test_options_of_a_string() -> None:
    """The same for the words of `clBuildProgram`."""
    with pytest.raises(FrontendError, match="unknown option -cl-fast-math"):
        BuildOptions.parse(["-cl-fast-math"])
    with pytest.raises(FrontendError, match="option -D needs a value"):
        BuildOptions.parse(["-w", "-D"])


@pytest.mark.parametrize("word", ["-Wp,-MD,made", "-Wa,-x", "-Wl,-o"])
def test_options_hand_nothing_to_other_tools(word: str) -> None:
    """
    Clang would hand `-load` of `-Wp,-load,FILE` to its compiler, which runs the file.
    """
    with pytest.raises(FrontendError, match=f"option {word} is not a warning"):
        BuildOptions.parse([word])
    assert BuildOptions.parse(["-Wall", "-Wno-unused"]).warnings


@pytest.mark.parametrize(
    "words",
    [["-I", "@x"], ["-I@x"], ["-D", "@x"], ["-U@x"], ["-include", "@x"]],
    ids=" ".join,
)
def test_options_name_no_file_of_options(words: list[str]) -> None:
    with pytest.raises(FrontendError, match=r"write ./@x"):
        BuildOptions.parse(words)
    assert BuildOptions.parse(["-I", "./@x", "-DN=@"]).preprocessor


@needs_clang
@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbf" + KERNEL.encode(),
        KERNEL.replace("{", "{\n").encode().replace(b"\n", b"\r\n"),
        b"// caf\xe9 \xff\xfe\n" + KERNEL.encode(),
        b'constant char *constant text = "caf\xe9";\n' + KERNEL.encode(),
    ],
    ids=["byte order mark", "CRLF", "Latin 1 comment", "Latin 1 string"],
)
def test_encodings(content: bytes, tmp_path: Path) -> None:
    """Sources of other systems are read."""
    source = tmp_path / "a.cl"
    source.write_bytes(content)
    output = tmp_path / "a.mlir"
    assert main(("import", "-w", str(source), "-o", str(output))) == 0
    assert "opencl.kernel @k" in output.read_text()


def test_no_clang(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """
    The error says what to install, and names a variable whose program does not exist.
    """
    source = tmp_path / "good.cl"
    source.write_text(KERNEL)
    monkeypatch.delenv(opencl_c.CLANG_VARIABLE, raising=False)
    monkeypatch.setattr(toolchain, "package_folder", lambda name: None)  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    monkeypatch.setenv("PATH", str(tmp_path))
    find_clang.cache_clear()
    try:
        assert "pip install 'xdsl-opencl[toolchain]'" in run(capsys, str(source))
        find_clang.cache_clear()
        monkeypatch.setenv(opencl_c.CLANG_VARIABLE, "no-such-clang")
        message = run(capsys, str(source))
        assert (
            "$XDSL_OPENCL_CLANG is 'no-such-clang', which is not a program" in message
        )
    finally:
        find_clang.cache_clear()


@pytest.mark.skipif(os.name == "nt", reason="a shell script")
def test_clang_that_dies(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A signal is reported as one."""
    source = tmp_path / "good.cl"
    source.write_text(KERNEL)
    script = tmp_path / "clang"
    script.write_text(f"#!{sys.executable}\nimport os\nos.kill(os.getpid(), 11)\n")
    script.chmod(0o755)
    monkeypatch.setenv(opencl_c.CLANG_VARIABLE, str(script))
    find_clang.cache_clear()
    try:
        assert "Clang was ended by signal 11" in run(capsys, str(source))
    finally:
        find_clang.cache_clear()


HEADER = 'target triple = "spir64-unknown-unknown"\n'
BODY = "define spir_kernel void @k() {\n  ret void\n}\n"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\x03\x02\x23\x07" + bytes(16), "this is a SPIR-V module"),
        (b"BC\xc0\xde" + b"\0" * 8, "LLVM rejects this"),
        (
            b"\xff\xfe\0\0",
            r"this is not text \(byte 0x00\); a .ll file has LLVM IR as text",
        ),
        (b"; x\n\x7fELF\2", r"<llvm ir>:2: error: this is not text \(byte 0x7f\)"),
    ],
)
def test_binaries(data: bytes, message: str) -> None:
    """SPIR-V, and bitcode that is cut off."""
    with pytest.raises(FrontendError, match=message):
        load_llvm_ir(data)


def test_processor_of_another_machine() -> None:
    """LLVM aborts for some processor names; the reader never passes them on."""
    text = HEADER + BODY.replace("{", '"target-cpu"="gfx900" "target-features"="+x" {')
    assert "gfx900" not in str(load_llvm_ir(text).module)
