"""The commands at work, judged by LLVM's tools of another release."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from codegen_ir import notes, value_kinds
from lower_helpers import context
from tools import need
from xdsl.parser import Parser

import xdsl_opencl as ocl
from xdsl_opencl.cli import main

SCALE = """\
opencl.kernel @scale(%data: !llvm.ptr<1> {opencl.name = "data",
    opencl.type_name = "float*"}, %factor: f32 {opencl.name = "factor"})
    attributes {reqd_work_group_size = array<i32: 64, 1, 1>} {
  %id = opencl.get_global_id 0 : i64
  %at = llvm.getelementptr %data[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  %old = llvm.load %at : !llvm.ptr<1> -> f32
  %new = arith.mulf %old, %factor : f32
  llvm.store %new, %at : f32, !llvm.ptr<1>
  opencl.return
}
opencl.kernel @nothing() {
  opencl.return
}
"""

GPU = ("--mcpu", "gfx1030")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder of the test, with `scale.mlir`."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scale.mlir").write_text(SCALE)
    return tmp_path


def test_every_stage(folder: Path, capsys: pytest.CaptureFixture[str]):
    for ending in ("mlir", "ll", "s", "o", "hsaco"):
        assert main(["compile", "scale.mlir", *GPU, "-o", f"out.{ending}"]) == 0
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "")
    lowered = Path("out.mlir").read_text()
    assert "opencl.lowered" in lowered
    assert "opencl.kernel @" not in lowered
    assert "define amdgpu_kernel void @scale" in Path("out.ll").read_text()
    assert "s_endpgm" in Path("out.s").read_text()
    for name in ("out.o", "out.hsaco"):
        assert value_kinds(notes(Path(name)), "scale")[:2] == [
            "global_buffer",
            "by_value",
        ]
    header = Path("out.hsaco").read_bytes()[:20]
    # ELF type: 3, shared object; ABI version byte: 3, code object version 5.
    assert (header[16], header[8]) == (3, 3)
    assert Path("out.o").read_bytes()[16] == 1
    assert len(os.listdir()) == 6


def test_lowered_module_is_accepted_upstream(folder: Path):
    assert main(["compile", "scale.mlir", *GPU, "-o", "out.mlir"]) == 0
    result = subprocess.run(
        # Later ones write `llvm.call_intrinsic` differently.
        [need("mlir-translate", 19, 19), "--mlir-to-llvmir", "out.mlir"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert "define amdgpu_kernel void @scale" in result.stdout


def test_optimised_ir_only_when_asked(folder: Path):
    assert main(["compile", "scale.mlir", *GPU, "-o", "plain.ll"]) == 0
    assert main(["compile", "scale.mlir", *GPU, "-O1", "-o", "fast.ll"]) == 0
    assert "ModuleID" not in Path("plain.ll").read_text()
    assert "target datalayout" in Path("fast.ll").read_text()
    assert Path("fast.ll").read_text() != Path("plain.ll").read_text()


def test_standard_streams(folder: Path):
    command = [sys.executable, "-m", "xdsl_opencl", "compile", "-", "-o", "-"]
    result = subprocess.run(
        [*command, "--emit", "s", *GPU],
        input=SCALE,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "s_endpgm" in result.stdout
    result = subprocess.run(
        [*command, "--emit", "hsaco", *GPU],
        input=SCALE.encode(),
        capture_output=True,
        check=True,
    )
    assert result.stdout[:4] == b"\x7fELF"


@pytest.mark.parametrize("jobs", [[], ["-j2"]])
def test_several_inputs(
    jobs: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
):
    (folder / "bad.mlir").write_text("opencl.kernel @k() {\n  what\n}")
    (folder / "two.mlir").write_text(SCALE)
    (folder / "out").mkdir()
    arguments = ["compile", "scale.mlir", "bad.mlir", "two.mlir", *GPU, *jobs]
    assert main([*arguments, "-o", "out"]) == 1
    errors = capsys.readouterr().err.splitlines()
    assert errors[0].startswith("bad.mlir:2:3: error: ")
    assert errors[-1].startswith("2 of 3 inputs compiled in ")
    assert sorted(os.listdir("out")) == ["scale.hsaco", "two.hsaco"]


def test_save_temps(folder: Path):
    arguments = ["compile", "scale.mlir", *GPU, "--save-temps", "temps"]
    assert main([*arguments, "-o", "out.hsaco"]) == 0
    names = sorted(os.listdir("temps"))
    assert names[0] == "scale.00-input.mlir"
    assert [name.split("-", 1)[1] for name in names[-5:]] == [
        "llvm.ll",
        "optimized.ll",
        "assembly.s",
        "object.o",
        "linked.hsaco",
    ]
    assert any(name.endswith("-opencl-lower-work-items.mlir") for name in names)
    assert [name.split(".")[1][:2] for name in names] == [
        f"{n:02}" for n in range(len(names))
    ]
    assert Path("temps", names[-1]).read_bytes() == Path("out.hsaco").read_bytes()
    # Every module on the way can be read again.
    for name in names:
        if name.endswith(".mlir"):
            text = Path("temps", name).read_text()
            Parser(context(strict=True), text).parse_module().verify()


def test_print_after(folder: Path, capsys: pytest.CaptureFixture[str]):
    arguments = ["compile", "scale.mlir", *GPU, "-o", "out.ll"]
    assert main([*arguments, "--print-after", "opencl-lower-work-items"]) == 0
    text = capsys.readouterr().err
    assert text.count("// ----- after") == 1
    assert "opencl.get_global_id" not in text
    assert "opencl.kernel @scale" in text
    assert main([*arguments, "--print-after", "all", "-p", "cse,canonicalize"]) == 0
    stages = re.findall(r"// ----- after (\S+) -----", capsys.readouterr().err)
    assert stages[:2] == ["cse", "canonicalize"]
    assert len(stages) > 8
    assert main([*arguments, "--print-after", "dce"]) == 0
    text = capsys.readouterr().err
    assert "warning: --print-after: no pass 'dce' ran" in text
    assert "opencl-lower-arguments" in text
    Path("out.ll").unlink()
    assert main([*arguments, "--print-after", "dec"]) == 1
    assert "error: --print-after: there is no pass 'dec'" in capsys.readouterr().err
    assert not Path("out.ll").exists()


def test_info_of_module_and_code_agree(
    folder: Path, capsys: pytest.CaptureFixture[str]
):
    assert main(["compile", "scale.mlir", *GPU, "-o", "out.hsaco"]) == 0
    reports: list[dict[str, Any]] = []
    for arguments in (["scale.mlir", *GPU], ["out.hsaco"]):
        assert main(["info", *arguments, "--json"]) == 0
        reports.append(json.loads(capsys.readouterr().out))
    module, code = reports
    assert module["target"]["target_id"] == "amdgcn-amd-amdhsa--gfx1030"
    for a, b in zip(module["kernels"], code["kernels"], strict=True):
        for key in (
            "name",
            "hidden_arguments",
            "explicit_end",
            "segment_size",
            "segment_align",
            "code",
        ):
            assert a[key] == b[key]
        # The layout that the passes use and the one that LLVM wrote.
        for key in ("name", "type_name", "kind", "offset", "size"):
            assert [x[key] for x in a["arguments"]] == [x[key] for x in b["arguments"]]
    scale = module["kernels"][0]
    assert [x["offset"] for x in scale["arguments"]] == [0, 8]
    assert scale["attributes"]["reqd_work_group_size"] == [64, 1, 1]
    assert scale["code"]["max_work_group_size"] == 64


def test_info_agrees_with_readelf(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["compile", "scale.mlir", *GPU, "-o", "out.hsaco"]) == 0
    assert main(["info", "out.hsaco", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    yaml = notes(Path("out.hsaco"))
    for kernel in report["kernels"]:
        listed = [a["kind"] for a in kernel["arguments"] + kernel["hidden_arguments"]]
        assert listed == value_kinds(yaml, kernel["name"])
    assert f".vgpr_count:     {report['kernels'][0]['code']['vgprs']}\n" in yaml
    assert f".sgpr_count:     {report['kernels'][0]['code']['sgprs']}\n" in yaml


def test_list_targets(capsys: pytest.CaptureFixture[str]) -> None:
    """Every processor that a target may name, and none that it may not."""
    for words in (["--list-targets"], ["compile", "--list-targets"]):
        with pytest.raises(SystemExit) as end:
            main(words)
        assert end.value.code == 0
    lines = capsys.readouterr().out.splitlines()
    assert re.search(
        r"^gfx1100 +amdhsa mesa3d amdgcn-unknown +32 64", "\n".join(lines), re.MULTILINE
    )
    assert "juniper" in [line.split()[0] for line in lines]
    assert "rv770" not in [line.split()[0] for line in lines]


def test_info_table(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["info", "scale.mlir", *GPU]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "scale.mlir: amdgcn-amd-amdhsa--gfx1030, code object v5"
    text = "\n".join(lines)
    assert "kernel scale\n  required work-group size 64x1x1\n" in text
    assert re.search(r"^ +0 +8  data +float\* +global_buffer$", text, re.MULTILINE)
    assert re.search(r"^ +8 +4  factor +float +by_value$", text, re.MULTILINE)
    assert "  occupancy: " in text
    assert "kernel nothing\n  arguments: 0 bytes" in text


@pytest.mark.parametrize(
    ("abi", "options"),
    [
        ("amdcl2", ()),
        ("mesa3d", ("--mcpu", "gfx803")),
        ("r600", ("--mcpu", "juniper")),
        ("host", ()),
        ("amdgcn-unknown", ()),
    ],
)
def test_info_of_other_abis(
    abi: str,
    options: tuple[str, ...],
    folder: Path,
    capsys: pytest.CaptureFixture[str],
):
    assert main(["info", "scale.mlir", "--abi", abi, *options]) == 0
    text = capsys.readouterr().out
    # r600 has 36 bytes, amdcl2 six 64-bit hidden arguments before the first. Without a
    # system the header is r600's, and arguments are aligned from its end.
    first = {"r600": 36, "amdcl2": 48, "amdgcn-unknown": 36}.get(abi, 0)
    assert re.search(rf"^ +{first} +\d  data ", text, re.MULTILINE)


@pytest.mark.parametrize("level", ["0", "3"])
def test_a_kernel_pays_only_for_what_it_uses(level: str, folder: Path):
    target = ocl.Target(ocl.Abi.AMDHSA, mcpu="gfx900")
    program = ocl.compile("scale.mlir", target, level=int(level))
    scale, nothing = program.info.kernels
    # Private segment buffer (4) and kernarg pointer (2); no dispatch packet, no queue.
    assert scale.user_sgprs <= 6
    assert nothing.layout.kernarg_segment_size == 0
    assert nothing.layout.hidden == ()
    kinds = {a.kind for a in scale.layout.hidden}
    # get_global_id(0) with a known size needs the offset alone, 8 bytes at 40.
    assert "hidden_global_offset_x" in kinds
    assert kinds <= {"hidden_global_offset_x", "hidden_group_size_x"}
    assert scale.layout.kernarg_segment_size == 16 + 48


def test_library(folder: Path):
    program = ocl.compile("scale.mlir", ocl.Target(ocl.Abi.AMDHSA, mcpu="gfx1100"))
    assert "s_endpgm" in program.assembly
    assert ocl.inspect(program.code_object).processor == "gfx1100"
    program.save("saved.hsaco")
    assert Path("saved.hsaco").read_bytes() == program.code_object
    text = ocl.SourceFile("memory.mlir", SCALE)
    again = ocl.compile(text, ocl.Target(ocl.Abi.AMDHSA, mcpu="gfx1100"))
    assert again.object == program.object
    with pytest.raises(ocl.CompileError, match=r"^x\.mlir:1:1: error: "):
        ocl.compile(ocl.SourceFile("x.mlir", "what"), ocl.Target(mcpu="gfx900"))
    with pytest.raises(ocl.CompileError, match="no such file"):
        ocl.compile("missing.mlir", ocl.Target(mcpu="gfx900"))


def test_library_is_lazy():
    program = (
        "import sys, xdsl_opencl\n"
        "assert not [m for m in sys.modules if m.split('.')[0] in ('xdsl', 'llvmlite')]\n"
        "assert 'compile' in dir(xdsl_opencl)\n"
        "try:\n    xdsl_opencl.nothing\nexcept AttributeError:\n    print('good')\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert result.stdout == "good\n"


def test_opencl_c_and_llvm_ir(folder: Path, capsys: pytest.CaptureFixture[str]):
    (folder / "add.cl").write_text(
        "kernel void add(global const int *restrict a, global int *b) {\n"
        "  b[get_local_id(0)] = a[get_local_id(0)] + STEP;\n}\n"
    )
    assert main(["compile", "add.cl", *GPU, "-DSTEP=3", "-o", "add.hsaco"]) == 0
    (kernel,) = ocl.inspect(Path("add.hsaco").read_bytes()).kernels
    assert [a.name for a in kernel.arguments] == ["a", "b"]
    assert kernel.arguments[0].type_qualifiers == ("const", "restrict")
    assert main(["compile", "add.cl", *GPU, "-o", "none.hsaco"]) == 1
    errors = capsys.readouterr().err
    assert re.match(
        r"add\.cl:2:\d+: error: use of undeclared identifier 'STEP'", errors
    )
    assert not Path("none.hsaco").exists()


def test_help_is_quick():
    # Only what argparse needs is imported; a slow machine still takes far less.
    result = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "xdsl_opencl", "--help"],
        capture_output=True,
        text=True,
        check=True,
    )
    imported = result.stderr
    for package in ("xdsl.ir", "llvmlite", "numpy", "msgpack", "subprocess"):
        assert not re.search(rf"\| +{re.escape(package)}$", imported, re.MULTILINE)


def test_llvm_refusal_is_one_diagnostic(
    folder: Path, capsys: pytest.CaptureFixture[str]
):
    # 100 000 words of local memory: LLVM aborts over that.
    (folder / "big.mlir").write_text(
        "opencl.kernel @big() {\n"
        "  %l = opencl.local : memref<100000xi32, #opencl.address_space<local>>\n"
        "  %i = arith.constant 3 : index\n  %v = arith.constant 1 : i32\n"
        "  memref.store %v, %l[%i] : memref<100000xi32, #opencl.address_space<local>>\n"
        "  opencl.return\n}\n"
    )
    assert main(["compile", "big.mlir", *GPU, "-O0", "-o", "big.o"]) == 1
    captured = capsys.readouterr()
    assert "'big'" in captured.err
    assert "400000" in captured.err
    assert captured.err.count("error") <= 2
    assert not Path("big.o").exists()


def test_no_linker(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("XDSL_OPENCL_LLD", sys.executable)
    assert main(["compile", "scale.mlir", *GPU, "-o", "out.hsaco"]) == 1
    assert "is not an LLD" in capsys.readouterr().err
    assert os.listdir() == ["scale.mlir"]
