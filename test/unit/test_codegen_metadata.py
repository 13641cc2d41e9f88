"""The list of hidden arguments in notes and assembly, read by LLVM's own tools."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any, cast

import msgpack  # pyright: ignore[reportMissingTypeStubs]
import pytest
from codegen_ir import attributes, kernel_ir, notes, value_kinds
from tools import need

from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.backend.llvm import codegen, llvm_child
from xdsl_opencl.backend.objects.code_object import link
from xdsl_opencl.backend.objects.code_object_info import inspect
from xdsl_opencl.backend.objects.code_object_metadata import (
    read_metadata,
    trim_assembly,
    trim_object,
)
from xdsl_opencl.backend.objects.elf import ElfError, read_elf

GFX900 = Target(Abi.AMDHSA, "gfx900")

EXPLICIT = ["global_buffer", "by_value", "global_buffer"]
UP_TO_BYTE_16 = [
    "hidden_block_count_x",
    "hidden_block_count_y",
    "hidden_block_count_z",
    "hidden_group_size_x",
    "hidden_group_size_y",
]
"""AMDGPUUsage, code object version 5: three times 4 bytes, then 2 bytes each."""


def hidden(names: str) -> str:
    return f'"opencl-hidden-arguments"="{names}"'


CASES = [
    pytest.param(500, "", "16", UP_TO_BYTE_16, id="cut-by-size"),
    pytest.param(600, "", "16", UP_TO_BYTE_16, id="v6"),
    pytest.param(
        500, hidden("hidden_group_size_x"), "16", ["hidden_group_size_x"], id="named"
    ),
    pytest.param(500, hidden(""), "16", [], id="none"),
    pytest.param(500, hidden(""), "0", [], id="empty-block"),
    pytest.param(
        400, "", "16", ["hidden_global_offset_x", "hidden_global_offset_y"], id="v4"
    ),
    pytest.param(
        400,
        hidden("hidden_global_offset_y"),
        "16",
        ["hidden_global_offset_y"],
        id="v4-named",
    ),
]


@pytest.mark.parametrize("level", [0, 3])
@pytest.mark.parametrize(("version", "more", "implicit", "expected"), CASES)
def test_hidden_arguments(
    version: int,
    more: str,
    implicit: str,
    expected: list[str],
    level: int,
    tmp_path: Path,
):
    ir = kernel_ir(version, more, implicit)
    emission = codegen.generate(ir, GFX900, level=level, kinds=("asm", "object"))
    assert emission.assembly is not None
    assert emission.object is not None
    relocatable = tmp_path / "k.o"
    relocatable.write_bytes(emission.object)
    linked = tmp_path / "k.hsaco"
    linked.write_bytes(link(emission.object))
    source = tmp_path / "k.s"
    source.write_text(emission.assembly)
    assembled = tmp_path / "asm.o"
    # Another release's assembler accepts the text; gfx900 has no directive that is new.
    subprocess.run(
        [
            need("llvm-mc"),
            "-triple=amdgcn-amd-amdhsa",
            "-mcpu=gfx900",
            "-filetype=obj",
            str(source),
            "-o",
            str(assembled),
        ],
        check=True,
    )
    for file in (relocatable, linked, assembled):
        yaml = notes(file)
        assert value_kinds(yaml, "scale") == EXPLICIT + expected
        assert value_kinds(yaml, "empty") == []
    # The three notes differ in nothing else.
    assert read_metadata(assembled.read_bytes()) == read_metadata(emission.object)
    info = inspect(linked.read_bytes())
    assert [a.kind for a in info.kernels[0].layout.hidden] == expected


def untrimmed(ir: str) -> tuple[bytes, str]:
    """Returns the metadata as LLVM wrote it, before the list is cut."""
    child = llvm_child.take()
    child.send(
        {
            "ir": ir,
            "triple": GFX900.triple,
            "cpu": "gfx900",
            "features": "",
            "level": 3,
            "code_level": 3,
            "kinds": ["asm", "object"],
            "internalize": True,
            "closed": True,
            "libraries": [],
            "weak": [],
            "options": [],
        }
    )
    answer = child.receive()
    child.close()
    assert answer is not None
    return answer["object"], answer["asm"]


def test_nothing_else_changes():
    code, assembly = untrimmed(kernel_ir())
    trimmed = trim_object(code, {})
    assert len(trimmed) == len(code)
    assert trimmed != code
    before, after = read_elf(code), read_elf(trimmed)
    note = before.section(".note")
    new_note = after.section(".note")
    assert note is not None
    assert new_note is not None
    assert new_note.size < note.size
    for old, new in zip(before.sections, after.sections, strict=True):
        if old.name != ".note":
            assert old == new
            assert before.contents(old) == after.contents(new)
    # Outside the note's bytes only the 8 bytes of its size may differ.
    allowed = {
        *range(note.offset, note.offset + note.size),
        *range(note.size_field, note.size_field + 8),
    }
    assert {i for i in range(len(code)) if code[i] != trimmed[i]} <= allowed
    removed = set(assembly.splitlines()) - set(trim_assembly(assembly, {}).splitlines())
    assert all("hidden_" in line or ".offset:" in line for line in removed)


def test_trimming_twice_changes_nothing():
    code, assembly = untrimmed(kernel_ir())
    once = trim_object(code, {})
    assert trim_object(once, {}) == once
    text = trim_assembly(assembly, {})
    assert trim_assembly(text, {}) == text


def test_llvm_metadata_survives_packing():
    code, _ = untrimmed(kernel_ir())
    note = read_elf(code).metadata_note()
    assert note is not None
    description = code[note.description : note.description + note.size]
    packer = cast(Any, msgpack)
    assert packer.packb(packer.unpackb(description)) == description


def test_odd_names(tmp_path: Path):
    names = ["with space", "it's", "a:b", "yes", "1", "- x", "tab\t", "ü"]
    ir = "".join(
        f'define amdgpu_kernel void @"{name}"(i32 %a) #0 {{ ret void }}\n'
        for name in names
    )
    ir += f'attributes #0 = {{ {attributes(hidden("hidden_grid_dims"))} "amdgpu-implicitarg-num-bytes"="72" }}'
    emission = codegen.generate(ir, GFX900, level=0, kinds=("asm", "object"))
    assert emission.object is not None
    assert emission.assembly is not None
    kernels = inspect(emission.object).kernels
    assert [kernel.name for kernel in kernels] == names
    for kernel in kernels:
        assert [a.kind for a in kernel.layout.hidden] == ["hidden_grid_dims"]
    assert emission.assembly.count("hidden_") == len(names)


def test_printf_strings_stay():
    ir = (
        kernel_ir() + '!llvm.printf.fmts = !{!9}\n!9 = !{!"1:1:4:  - .name: %d\\5Cn"}\n'
    )
    emission = codegen.generate(ir, GFX900, kinds=("asm", "object"))
    assert emission.object is not None
    assert emission.assembly is not None
    info = inspect(emission.object)
    assert info.printf == ("1:1:4:  - .name: %d\\n",)
    assert len(info.kernels[0].layout.hidden) == len(UP_TO_BYTE_16)
    assert emission.assembly.count("hidden_") == len(UP_TO_BYTE_16)


def test_not_elf():
    with pytest.raises(ElfError, match="not an ELF file"):
        trim_object(b"text", {})
    with pytest.raises(ElfError, match="64-bit"):
        read_metadata(b"\x7fELF\x01" + bytes(100))


def test_object_without_metadata_is_left_alone():
    code = codegen.emit_object(
        "define amdgpu_kernel void @k() { ret void }", Target(Abi.MESA3D, "gfx803")
    )
    assert trim_object(code, {}) == code
    assert read_metadata(code) is None
