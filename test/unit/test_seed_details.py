"""
Details of the image passes' documents: getters by the beginnings of their names, intrinsics
that LLVM does not have, linkages of kernels. LLVM's own pass and tools are the truth.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from texts import parts
from tools import need, needs

from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.driver import Compilation, CompileError, SourceFile

TARGETS = {
    "amdhsa": Target(Abi.AMDHSA, "gfx1100"),
    "mesa3d": Target(Abi.MESA3D, "gfx900"),
    "r600": Target(Abi.R600, "juniper"),
    "host": Target(Abi.HOST),
}

TEXTS = parts("seed_details.ll")
METADATA = TEXTS["METADATA"]


def getter(name: str, count: int, index: int) -> str:
    """A kernel that stores an element of what the getter `name` gives."""
    return f"""
declare [{count} x i32] @{name}(ptr addrspace(1))
define void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {{
  %all = call [{count} x i32] @{name}(ptr addrspace(1) %in)
  %one = extractvalue [{count} x i32] %all, {index}
  store i32 %one, ptr addrspace(1) %out
  ret void
}}
{METADATA}"""


@pytest.mark.parametrize(
    ("name", "count", "index"),
    [
        ("llvm.OpenCL.image.get.size.2d", 3, 1),
        ("llvm.OpenCL.image.get.size.2d.foo", 3, 0),
        ("llvm.OpenCL.image.get.size", 3, 2),
        ("llvm.OpenCL.image.get.sizes.of.it", 3, 1),
        ("llvm.OpenCL.image.get.format.bar", 2, 0),
        ("llvm.OpenCL.image.get.format", 2, 1),
    ],
)
@needs("llc", 19, 19)
def test_getters_as_llvm_reads_them(name: str, count: int, index: int) -> None:
    """
    The place in the constant buffer that LLVM's own pass reads, in LLVM 19's backend.
    """
    text = getter(name, count, index)
    words = [need("llc", 19, 19), "-mtriple=r600", "-mcpu=juniper", "-o", "-"]
    theirs = subprocess.run(
        words, input=text, capture_output=True, text=True, check=True
    ).stdout
    source = SourceFile("k.ll", f'target triple = "r600--"\n{text}')
    ours = Compilation(source, TARGETS["r600"]).assembly
    place = re.compile(r"KC0\[\d\]\.[XYZW]")
    assert sorted(place.findall(ours)) == sorted(place.findall(theirs)) != []


CALL = TEXTS["CALL"]


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
@pytest.mark.parametrize("stage", ["ll", "s"])
def test_unknown_intrinsic(target: Target, stage: str) -> None:
    """At the text of LLVM IR, too, which LLVM is not asked for otherwise."""
    source = SourceFile("k.ll", CALL.format("llvm.foo.bar", "i32"))
    with pytest.raises(CompileError) as error:
        Compilation(source, target).output("ll" if stage == "ll" else "s")
    assert "k.ll:5" in str(error.value)
    assert "unknown intrinsic 'llvm.foo.bar'" in str(error.value)


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
@pytest.mark.parametrize(
    ("name", "type"),
    [("llvm.bswap.i32", "i32"), ("llvm.fptosi.sat.i32.f32", "float")],
)
def test_intrinsics_that_llvm_knows(target: Target, name: str, type: str) -> None:
    text = CALL.format(name, type).replace("float 1)", "float 1.0)")
    found = Compilation(SourceFile("k.ll", text), target).output("ll")
    assert isinstance(found, str)
    assert f"@{name}(" in found


def test_open_modules_stay_open() -> None:
    """Other modules may define the functions that text of LLVM IR calls."""
    text = CALL.format("llvm.bswap.i32", "i32").replace(
        "  ret void",
        "  %c = call i64 @llvm.readcyclecounter()\n  call void @f(i64 %c)\n  ret void",
    )
    text += "declare i64 @llvm.readcyclecounter()\ndeclare void @f(i64)\n"
    found = Compilation(SourceFile("k.ll", text), TARGETS["amdhsa"]).output("ll")
    assert isinstance(found, str)
    assert "@f(i64" in found


LINKAGE = TEXTS["LINKAGE"]


def binding(path: Path) -> list[str]:
    words = [need("llvm-readelf"), "-sW", str(path)]
    text = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    rows = (line.split() for line in text.splitlines())
    return sorted(f"{row[4]} {row[7]}" for row in rows if row[7:] in (["k"], ["k.kd"]))


@needs("llc", 22)
@needs("llvm-readelf")
@pytest.mark.parametrize("linkage", ["weak", "weak_odr", "linkonce", "linkonce_odr"])
def test_linkage(linkage: str, tmp_path: Path) -> None:
    """The kernel stays, with the binding of its symbols in `llc`'s object."""
    text = LINKAGE.format(linkage)
    amd = text.replace("spir64-unknown-unknown", "amdgcn-amd-amdhsa")
    theirs, ours = tmp_path / "theirs.o", tmp_path / "ours.o"
    subprocess.run(
        [need("llc", 22), "-mcpu=gfx1100", "-filetype=obj", "-o", str(theirs), "-"],
        input=amd.replace("spir_kernel", "amdgpu_kernel"),
        text=True,
        check=True,
    )
    made = Compilation(SourceFile("k.ll", text), TARGETS["amdhsa"])
    ours.write_bytes(made.object)
    assert binding(ours) == binding(theirs) == ["WEAK k", "WEAK k.kd"]
    assert [kernel.name for kernel in made.kernels] == ["k", "other"]
    host = Compilation(SourceFile("k.ll", text), TARGETS["host"])
    assert "define void @k(" in host.llvm_ir


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
@pytest.mark.parametrize("linkage", ["internal", "private", "available_externally"])
def test_kernels_that_no_host_finds(linkage: str, target: Target) -> None:
    source = SourceFile("k.ll", LINKAGE.format(linkage))
    with pytest.raises(CompileError) as error:
        _ = Compilation(source, target).llvm_ir
    assert (
        f"k.ll:3: error: in @k: kernel @k has linkage {linkage}: the host cannot find"
        in (str(error.value))
    )
