"""Linking, the search for a linker, and reading code objects back."""

from __future__ import annotations

import os
import re
import stat
import subprocess
from pathlib import Path

import pytest
from codegen_ir import attributes, kernel_ir, notes
from tools import need

from xdsl_opencl import files
from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.backend.llvm import codegen
from xdsl_opencl.backend.objects import code_object
from xdsl_opencl.backend.objects.code_object import LinkError, find_linker, link
from xdsl_opencl.backend.objects.code_object_info import InspectError, inspect
from xdsl_opencl.backend.toolchain import ROCM_VARIABLE
from xdsl_opencl.files import write_output

GFX1030 = Target(Abi.AMDHSA, "gfx1030")


@pytest.fixture(scope="module")
def relocatable() -> bytes:
    return codegen.emit_object(kernel_ir(), GFX1030)


@pytest.fixture(scope="module")
def linked(relocatable: bytes) -> bytes:
    return link(relocatable)


def test_linked_object_has_what_loaders_look_for(linked: bytes, tmp_path: Path):
    file = tmp_path / "k.hsaco"
    file.write_bytes(linked)
    text = subprocess.run(
        [need("llvm-readelf"), "-S", "-l", "-h", "--dyn-syms", "-r", str(file)],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert re.search(r"Type: +DYN", text)
    for section in (".note", ".dynsym", ".hash", ".rodata", ".text", ".dynamic"):
        assert re.search(rf"\] {re.escape(section)} ", text)
    # The ROCm loader looks these up by name.
    assert re.search(r"\] \.symtab ", text)
    assert re.search(r"\] \.strtab ", text)
    for name in ("scale", "empty"):
        assert re.search(rf"FUNC +GLOBAL PROTECTED +\d+ {name}$", text, re.MULTILINE)
        assert re.search(rf" 64 OBJECT +GLOBAL .*{name}\.kd$", text, re.MULTILINE)
    assert re.search(r"LOAD .* R E 0x1000", text)


def test_inspection_agrees_with_readelf(linked: bytes, tmp_path: Path):
    file = tmp_path / "k.hsaco"
    file.write_bytes(linked)
    yaml = notes(file)
    kernel = inspect(linked).kernels[0]
    first = yaml.split("\n  - .args")[1]
    for field, value in {
        "kernarg_segment_size": kernel.layout.kernarg_segment_size,
        "kernarg_segment_align": kernel.layout.kernarg_segment_align,
        "group_segment_fixed_size": kernel.group_segment_size,
        "private_segment_fixed_size": kernel.private_segment_size,
        "max_flat_workgroup_size": kernel.max_flat_work_group_size,
        "sgpr_count": kernel.sgprs,
        "vgpr_count": kernel.vgprs,
        "wavefront_size": kernel.wavefront_size,
        "symbol": kernel.symbol,
    }.items():
        assert re.search(rf"\.{field}: +{re.escape(str(value))}$", first, re.MULTILINE)
    assert [(a.name, a.offset, a.size) for a in kernel.arguments] == [
        ("in", 0, 8),
        ("f", 8, 4),
        ("out", 16, 8),
    ]
    assert kernel.arguments[0].type_qualifiers == ("const", "restrict")
    assert kernel.arguments[0].actual_access == "read_only"
    assert (kernel.language, kernel.language_version) == ("OpenCL C", (2, 0))
    assert kernel.wavefront_size == 32


def test_relocatable_and_linked_say_the_same(relocatable: bytes, linked: bytes):
    before, after = inspect(relocatable), inspect(linked)
    assert before.relocatable
    assert not after.relocatable
    assert before.kernels == after.kernels
    assert before.target_id == after.target_id == "amdgcn-amd-amdhsa--gfx1030"


def test_target_id_features():
    target = Target(Abi.AMDHSA, "gfx90a", features=("+xnack", "-sramecc"))
    info = inspect(codegen.emit_object(kernel_ir(), target))
    assert info.target_id == "amdgcn-amd-amdhsa--gfx90a:sramecc-:xnack+"
    assert info.processor == "gfx90a"


def test_work_group_sizes_and_memory():
    ir = f"""
@lds = internal addrspace(3) global [64 x i32] poison
define amdgpu_kernel void @k(i32 %i) #0 !reqd_work_group_size !0 {{
  %s = alloca [16 x i32], addrspace(5)
  %p = getelementptr i32, ptr addrspace(3) @lds, i32 %i
  %q = getelementptr i32, ptr addrspace(5) %s, i32 %i
  store volatile i32 3, ptr addrspace(3) %p
  store volatile i32 3, ptr addrspace(5) %q
  ret void
}}
attributes #0 = {{ {attributes('"amdgpu-flat-work-group-size"="32,32"')} }}
!0 = !{{i32 8, i32 4, i32 1}}
"""
    kernel = inspect(codegen.emit_object(ir, GFX1030)).kernels[0]
    assert kernel.reqd_work_group_size == (8, 4, 1)
    assert kernel.max_flat_work_group_size == 32
    assert kernel.group_segment_size == 64 * 4
    assert kernel.private_segment_size >= 16 * 4


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "not an ELF file"),
        (b"hello", "not an ELF file"),
        (b"\x7fELF", "cut"),
        (b"\x7fELF\x02\x01" + bytes(100), "not AMDGPU code"),
    ],
)
def test_inspect_refuses(data: bytes, words: str):
    with pytest.raises(InspectError, match=words):
        inspect(data)


def test_inspect_refuses_damage(linked: bytes):
    for size in range(0, len(linked), 97):
        with pytest.raises(InspectError):
            inspect(linked[:size])
    mesa = codegen.emit_object(
        "define amdgpu_kernel void @k() { ret void }", Target(Abi.MESA3D, "gfx803")
    )
    with pytest.raises(InspectError, match="no HSA metadata"):
        inspect(mesa)


@pytest.fixture
def no_package(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing() -> None:
        return None

    monkeypatch.setattr(code_object, "zig", nothing)
    monkeypatch.delenv(ROCM_VARIABLE, raising=False)
    monkeypatch.delenv(code_object.LINKER_VARIABLE, raising=False)
    code_object._find_linker.cache_clear()  # pyright: ignore[reportPrivateUsage]


def script(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.write_text(f"#!/bin/sh\n{text}\n")
    file.chmod(0o755)
    return file


@pytest.mark.usefixtures("no_package")
def test_no_linker(monkeypatch: pytest.MonkeyPatch, relocatable: bytes):
    monkeypatch.setenv("PATH", "/nonexistent")
    assert inspect(link(relocatable)).kernels
    ir = "@v = addrspace(1) global i32 1 define amdgpu_kernel void @k() { ret void }"
    with_variable = codegen.emit_object(ir, GFX1030)
    with pytest.raises(LinkError, match=r"pip install 'xdsl-opencl\[toolchain\]'"):
        link(with_variable)


@pytest.mark.usefixtures("no_package")
def test_old_linker(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    script(tmp_path, "ld.lld", "echo 'LLD 14.0.0 (compatible with GNU linkers)'")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(LinkError, match=r"ld.lld is LLD 14, at least 19"):
        find_linker()


@pytest.mark.usefixtures("no_package")
def test_linker_on_the_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    script(tmp_path, "ld.lld", "echo 'LLD 14.0.0 (compatible with GNU linkers)'")
    newer = script(tmp_path, "ld.lld-20", "echo 'Debian LLD 20.1.0'")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_linker().command == (str(newer),)


def test_linker_by_variable(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, relocatable: bytes
):
    real = need("ld.lld")
    monkeypatch.setenv(code_object.LINKER_VARIABLE, real)
    assert find_linker().command == (real,)
    # Two linkers, one result as far as a loader can tell.
    assert inspect(link(relocatable)).kernels == inspect(relocatable).kernels
    for name, text, words in (
        ("gold", "echo 'GNU gold 1.16'", "not an LLD"),
        ("old", "echo 'LLD 17.0.6'", "LLD 17; at least 19"),
    ):
        monkeypatch.setenv(
            code_object.LINKER_VARIABLE, str(script(tmp_path, name, text))
        )
        with pytest.raises(LinkError, match=words):
            find_linker()
    monkeypatch.setenv(code_object.LINKER_VARIABLE, "/nonexistent/lld")
    with pytest.raises(LinkError, match="names '/nonexistent/lld'"):
        find_linker()


def test_linker_errors():
    with pytest.raises(LinkError, match="linker refuses the code object"):
        link(b"not an object")


def test_undefined_symbols_do_not_link():
    # An initialiser is not code; the check of instructions does not see it.
    ir = """
@outside = external addrspace(1) global i32
@table = addrspace(1) global ptr addrspace(1) @outside
define amdgpu_kernel void @k() { ret void }"""
    with pytest.raises(LinkError, match="outside"):
        link(codegen.emit_object(ir, GFX1030, 0))


def fail_halfway(file: Path) -> None:
    with files.atomic_path(file) as temporary:
        temporary.write_text("half")
        raise RuntimeError


def test_output_is_whole_or_absent(tmp_path: Path):
    file = tmp_path / "out.bin"
    write_output(file, b"one")
    write_output(file, "zwei: ü")
    assert file.read_bytes() == "zwei: ü".encode()
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(file.stat().st_mode) == 0o666 & ~mask

    with pytest.raises(RuntimeError):
        fail_halfway(file)
    assert file.read_bytes() == "zwei: ü".encode()
    assert [f.name for f in tmp_path.iterdir()] == ["out.bin"]
    with pytest.raises(FileNotFoundError, match=r"missing/out.bin'"):
        write_output(tmp_path / "missing" / "out.bin", b"")
    with pytest.raises(IsADirectoryError):
        write_output(tmp_path, b"")
    write_output("/dev/null", b"gone")
