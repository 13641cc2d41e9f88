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
from xdsl_opencl.frontend.clang.opencl_c import find_clang

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
def test_error_of_c(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """
    Clang's diagnostic with file, line, column and caret; no file is left anywhere.
    """
    source = tmp_path / "bad.cl"
    source.write_text("kernel void k(global int *p) {\n  *p = missing;\n}\n")
    before = sorted(tmp_path.iterdir())
    message = run(capsys, str(source), "-o", str(tmp_path / "out.mlir"))
    assert f"{source}:2:8: error: use of undeclared identifier 'missing'" in message
    assert "^" in message
    assert sorted(tmp_path.iterdir()) == before


@needs_clang
def test_text_has_a_name() -> None:
    """Diagnostics of a text in memory have the name that the caller gave."""
    with pytest.raises(FrontendError, match=r"my\.cl:1:\d+: error: "):
        load_source("kernel void k() { x; }", name="my.cl")


@needs_clang
def test_no_kernel(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file of functions only."""
    source = tmp_path / "functions.cl"
    source.write_text("int f(int x) { return x; }\n")
    message = run(capsys, str(source))
    assert message == (
        f"{source}: error: there is no kernel in this file (a function that is declared "
        "'__kernel void')\n"
    )


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


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-cl-std=CL9.9"], "-cl-std=CL9.9: unknown standard; one of CL1.0, CL1.1"),
        (["-cl-std=CLC++"], "OpenCL C++ is not supported"),
        (["-cl-ext=cl_khr_fp16"], "'cl_khr_fp16' is not an extension with its sign"),
        (["--pointer-width", "16"], "pointers are 32 or 64 bits wide, not 16"),
        (["-cl-fast-math"], "unrecognized arguments: -cl-fast-math"),
    ],
)
def test_options(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Each names the option."""
    source = tmp_path / "good.cl"
    source.write_text(KERNEL)
    assert message in run(capsys, str(source), *arguments)


@pytest.mark.parametrize("extensions", ["-all", "-cl_khr_fp64,-cl_khr_fp16"])
def test_extensions_off(
    extensions: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Their macros are gone."""
    source = tmp_path / "half.cl"
    source.write_text(f"#ifdef cl_khr_fp16\n#error half is on\n#endif\n{KERNEL}")
    assert "half is on" in run(capsys, str(source))
    assert main(("import", str(source), f"-cl-ext={extensions}")) == 0


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


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.cpp", KERNEL, "OpenCL C++ is not supported"),
        ("a.clcpp", KERNEL, "OpenCL C++ is not supported"),
        ("a.spv", KERNEL, "this is a SPIR-V module; convert it to LLVM IR first"),
        ("a.cl", "\x03\x02\x23\x07", "this is a SPIR-V module"),
        ("a.bc", "\x03\x02\x23\x07", "this is a SPIR-V module"),
        ("a.txt", KERNEL, "cannot tell what this is; the endings are .cl"),
        ("a", KERNEL, "cannot tell what this is; the endings are .cl"),
    ],
)
def test_endings(
    name: str,
    content: str,
    expected: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """OpenCL C++, SPIR-V and unknown endings."""
    source = tmp_path / name
    source.write_text(content)
    message = run(capsys, str(source))
    assert message.startswith(f"{source}: error: ")
    assert expected in message


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


@needs_clang
def test_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """
    A folder with the ending of a program, and one for headers that does not exist.
    """
    folder = tmp_path / "folder.cl"
    folder.mkdir()
    assert run(capsys, str(folder)) == f"{folder}: error: Is a directory\n"
    source = tmp_path / "include.cl"
    source.write_text('#include "none.h"\n' + KERNEL)
    message = run(capsys, str(source), "-I", str(tmp_path / "none"))
    assert f"{source}:1:10: fatal error: 'none.h' file not found" in message


def test_missing_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """
    A file that is not there, C or LLVM IR, and a folder to write to that is not there.
    """
    for name in ("none.cl", "none.ll"):
        message = run(capsys, str(tmp_path / name))
        assert message == f"{tmp_path / name}: error: No such file or directory\n"
    good = tmp_path / "good.ll"
    good.write_text("define spir_kernel void @k() {\n  ret void\n}\n")
    target = tmp_path / "none" / "out.mlir"
    message = run(capsys, str(good), "-o", str(target))
    assert message == f"{target}: error: No such file or directory\n"


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
ARGUMENT = "define spir_kernel void @k(ptr addrspace(1) %p) {\n  ret void\n}\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            'target triple = "x86_64-pc-linux-gnu"\n' + BODY,
            "LLVM IR for 'x86_64-pc-linux-gnu' is not for an OpenCL device; compile it for "
            "spir64",
        ),
        (
            "define spir_kernel void @k() {\n  ret i32 %x\n}\n",
            "bad.ll:2:7: error: LLVM rejects this: value doesn't match function result type",
        ),
        ("define void @f() {\n  ret void\n}\n", "there is no kernel in this file"),
        ("", "there is no kernel in this file"),
        (
            "define spir_kernel void @k(ptr %f) {\n  call void %f()\n  ret void\n}\n",
            r":2: error: in @k: an indirect call; OpenCL C has no function pointers",
        ),
        (
            "define spir_kernel void @k() personality ptr null {\n  ret void\n}\n",
            "'personality' on a function",
        ),
        (
            "define spir_kernel void @k(<vscale x 4 x i32> %v) {\n  ret void\n}\n",
            "scalable vectors do not exist in OpenCL",
        ),
        (
            "define spir_kernel void @k(x86_fp80 %v) {\n  ret void\n}\n",
            "type 'x86_fp80' is not an OpenCL type",
        ),
        (
            "define i32 @k() {\n  ret i32 0\n}\n"
            "!opencl.kernels = !{!0}\n!0 = !{ptr @k}\n",
            "kernel @k returns a value; make it return void",
        ),
        (
            'define spir_kernel void @k(target("spirv.Image", void, 4, 0, 0, 0, 0, 0, 0) '
            "%i) {\n  ret void\n}\n",
            "is not an image type of OpenCL",
        ),
        (
            ARGUMENT
            + "!opencl.kernels = !{!0}\n!0 = !{ptr @k, !1}\n"
            + '!1 = !{!"kernel_arg_type", !"int*", !"int"}\n',
            "kernel @k: kernel_arg_type has 2 entries for 1 arguments",
        ),
        (
            ARGUMENT
            + "!opencl.kernels = !{!0}\n!0 = !{ptr @k, !1}\n"
            + '!1 = !{!"kernel_arg_type", i32 1}\n',
            "kernel @k: kernel_arg_type: entry 0 must be a string",
        ),
        (
            BODY + "!opencl.kernels = !{!0, !0}\n!0 = !{ptr @k}\n",
            "!opencl.kernels, entry 1: kernel @k is listed twice",
        ),
        (
            BODY + "!opencl.kernels = !{!0}\n!0 = !{null}\n",
            "!opencl.kernels, entry 0: the first operand must be the kernel's function",
        ),
        (
            BODY + '!opencl.kernels = !{!0}\n!0 = !{ptr @k, !1}\n!1 = !{!"colour"}\n',
            "operand 1 of kernel @k must be a list that begins with one of",
        ),
        (
            BODY
            + "!opencl.kernels = !{!0}\n!0 = !{ptr @k, !1}\n"
            + '!1 = !{!"reqd_work_group_size", i32 4, i32 0, i32 1}\n',
            "reqd_work_group_size must be three positive integers",
        ),
        (
            "declare i32 @printf(ptr addrspace(2), ...)\n"
            "define spir_kernel void @k(ptr addrspace(2) %f) {\n"
            "  %n = call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) %f)\n"
            "  ret void\n}\n",
            "printf needs a string literal as its format",
        ),
        (
            "define spir_kernel void @k(i32 %x) {\n"
            '  call void asm "v_nop", "~{memory}"() [ "deopt"(i32 %x) ]\n'
            "  ret void\n}\n",
            "in @k: operand bundles of inline assembly",
        ),
    ],
)
def test_llvm_ir(text: str, message: str) -> None:
    """Each message names the place and what is wrong."""
    with pytest.raises(FrontendError) as error:
        load_llvm_ir(text, source="bad.ll")
    assert str(error.value).startswith("bad.ll")
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\x03\x02\x23\x07" + bytes(16), "this is a SPIR-V module"),
        (b"BC\xc0\xde" + b"\0" * 8, "LLVM rejects this"),
        (b"\xff\xfe\0\0", "LLVM rejects this"),
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
