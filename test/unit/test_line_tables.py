"""Line tables in code objects: `-g`, down to DWARF as LLVM's own tool reads it."""

from __future__ import annotations

import re
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest
from elftools.elf.elffile import ELFFile
from texts import whole
from tools import need
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.backend.llvm.codegen import generate
from xdsl_opencl.cli import main
from xdsl_opencl.dialects.opencl.attrs import TARGET_ATTRIBUTE, TargetAttr
from xdsl_opencl.emulator import launch, load
from xdsl_opencl.emulator.errors import MachineFault
from xdsl_opencl.frontend import BuildOptions, load_llvm_ir, load_source
from xdsl_opencl.transforms.llvm_text import emit_llvm_ir
from xdsl_opencl.transforms.opencl_to_llvm import OpenCLToLLVMPass

SOURCE = whole("line_tables.cl")


def lower(module: ModuleOp, target: Target) -> str:
    module.attributes[TARGET_ATTRIBUTE] = TargetAttr.from_target(target)
    OpenCLToLLVMPass().apply(Context(), module)
    return emit_llvm_ir(module)


def text_section(path: Path) -> bytes:
    with path.open("rb") as stream:
        section = ELFFile(stream).get_section_by_name(".text")
        assert section is not None
        return section.data()


def test_lines_of_a_code_object(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    tool = need("llvm-dwarfdump")
    monkeypatch.chdir(tmp_path)
    Path("k.cl").write_text(SOURCE)
    assert main(["compile", "-g", "k.cl", "--mcpu", "gfx1100", "-o", "k.hsaco"]) == 0
    assert main(["compile", "k.cl", "--mcpu", "gfx1100", "-o", "plain.hsaco"]) == 0
    # Debug information must not change the code.
    assert text_section(Path("k.hsaco")) == text_section(Path("plain.hsaco"))

    def dump(*options: str) -> str:
        return subprocess.run(
            [tool, *options, "k.hsaco"], capture_output=True, text=True, check=True
        ).stdout

    assert "No errors." in dump("--verify")
    table = dump("--debug-line")
    rows = re.findall(r"^0x[0-9a-f]+ +(\d+) +\d+ +(\d+) ", table, re.MULTILINE)
    files = re.findall(r'name: "([^"]*)"', table)
    lines = {(files[int(file)], int(line)) for line, file in rows if line != "0"}
    # Half of an inlined function, the load and store around it, and another file.
    assert {("k.cl", 2), ("k.cl", 7), ("other.cl", 70)} <= lines
    assert lines <= {("k.cl", n) for n in range(2, 8)} | {
        ("other.cl", n) for n in (70, 71)
    }
    names = set(re.findall(r'DW_AT_name\t\("([^"]*)"\)', dump("--debug-info")))
    assert {"k", "half_of"} <= names
    assert f'DW_AT_comp_dir\t("{tmp_path}")' in dump("--debug-info")


TARGETS = [
    Target(Abi.AMDHSA, mcpu="gfx906"),
    Target(Abi.MESA3D, mcpu="gfx900"),
    Target(Abi.R600, mcpu="cayman"),
]


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: str(target.abi))
def test_every_target_takes_them(target: Target):
    options = BuildOptions(pointer_width=target.pointer_bits, debug=True)
    ir = lower(load_source(SOURCE, options).module, target)
    assembly = generate(ir, target, level=3, kinds=("asm",)).assembly
    assert assembly is not None
    assert re.search(r"^\s+\.loc\s+\d+ 2 ", assembly, re.MULTILINE)


def test_none_without_g():
    ir = lower(load_source(SOURCE).module, Target(mcpu="gfx1100"))
    assert "!dbg" not in ir
    assert "DILocation" not in ir


INLINED = whole("line_tables.ll")


def test_lines_of_llvm_ir():
    """
    Code that was inlined before keeps its line, in the scope of the function it is in now.
    """
    ir = lower(load_llvm_ir(INLINED).module, Target(mcpu="gfx1100"))
    store = re.search(r"store i32 1, .*, !dbg (!\d+)$", ir, re.MULTILINE)
    assert store is not None
    place = re.search(
        rf"^{store[1]} = !DILocation\(line: 5, column: 7, scope: (!\d+)\)$",
        ir,
        re.MULTILINE,
    )
    assert place is not None
    scope = re.search(
        rf"^{place[1]} = !DILexicalBlockFile\(scope: (!\d+), file: (!\d+), ",
        ir,
        re.MULTILINE,
    )
    assert scope is not None
    assert f'{scope[2]} = !DIFile(filename: "f.h"' in ir
    assert f'{scope[1]} = distinct !DISubprogram(name: "k"' in ir
    assert re.search(r"^  ret void$", ir, re.MULTILINE)


@pytest.mark.parametrize("reader", [True, False])
def test_launches_read_lines_when_they_are_needed(
    reader: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Without pyelftools a launch has no lines, and the first that needs some says why."""
    source = "kernel void k(global int *x) {\n  x[get_global_id(0)] += 1;\n}\n"
    monkeypatch.chdir(tmp_path)
    Path("k.cl").write_text(source)
    assert main(["compile", "-g", "k.cl", "--mcpu", "gfx1100", "-o", "k.hsaco"]) == 0
    if not reader:
        monkeypatch.setitem(sys.modules, "elftools.elf.elffile", None)
    program = load(Path("k.hsaco").read_bytes())
    x = np.zeros(64, np.int32)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        launch(program, "k", 64, 64, x)
    assert (x == 1).all()
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        for _ in range(2):
            with pytest.raises(MachineFault) as fault:
                launch(program, "k", 128, 64, x)
            assert ("k.cl:2: " in str(fault.value)) == reader
    texts = [str(warning.message) for warning in said]
    assert len(texts) == (not reader)
    assert all("pip install 'xdsl-opencl[runtime]'" in text for text in texts)
