"""Objects that are linked without LLD, beside what LLD makes of them."""

from __future__ import annotations

import random
import re
import subprocess
from pathlib import Path

import pytest

from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.backend.llvm import codegen
from xdsl_opencl.backend.objects.code_object import (
    LINKER_VARIABLE,
    LinkError,
    find_linker,
    link,
    linker_of,
)
from xdsl_opencl.backend.objects.code_object_info import inspect
from xdsl_opencl.backend.objects.linking import link_simple

GFX1100 = Target(Abi.AMDHSA, "gfx1100")


def kernel(name: str, body: str = "ret void") -> str:
    return (
        f"define protected amdgpu_kernel void @{name}(ptr addrspace(1) %p) {{ {body} }}"
    )


CALLS = f"""
define internal void @f(ptr addrspace(1) %p) noinline {{
  store volatile i32 7, ptr addrspace(1) %p
  ret void
}}
{kernel("one", "call void @f(ptr addrspace(1) %p) ret void")}
{kernel("two", "store i32 2, ptr addrspace(1) %p call void @f(ptr addrspace(1) %p) ret void")}
"""
"""Relocations in code."""

MODULES = {
    "one kernel": kernel("k"),
    "calls": CALLS,
    **{
        f"{count} kernels": "\n".join(kernel(f"k{i * i}_{i}") for i in range(count))
        for count in (3, 7, 40, 130)
    },
}


def with_lld(relocatable: bytes, folder: Path) -> tuple[bytes, bytes]:
    """The object that LLD makes of `relocatable`, and its name in `.comment`."""
    try:
        linker = find_linker()
    except LinkError as error:
        pytest.skip(str(error))
    source, made = folder / "k.o", folder / "k.hsaco"
    source.write_bytes(relocatable)
    command = [*linker.command, "-shared", "--no-undefined", str(source)]
    subprocess.run([*command, "-o", str(made)], check=True)
    linked = made.read_bytes()
    name = re.search(rb"Linker: LLD (\d+)\.[^\0]*", linked)
    assert name is not None
    if int(name[1]) != 22:
        pytest.skip(f"LLD {int(name[1])} may choose another layout than LLD 22")
    return linked, name[0]


@pytest.mark.parametrize("mcpu", ["gfx700", "gfx90a", "gfx1100", "gfx1200"])
@pytest.mark.parametrize("name", MODULES)
def test_bytes_of_lld(name: str, mcpu: str, tmp_path: Path):
    target = Target(Abi.AMDHSA, mcpu)
    code = codegen.emit_object(MODULES[name], target, 1)
    linked, linker = with_lld(code, tmp_path)
    assert link_simple(code, linker) == linked


def test_two_strings_of_comment(tmp_path: Path):
    ir = kernel("k") + '\n!llvm.ident = !{!0}\n!0 = !{!"some compiler"}'
    code = codegen.emit_object(ir, GFX1100)
    linked, linker = with_lld(code, tmp_path)
    ours = link_simple(code, linker)
    assert ours is not None
    # The linker may order them as it likes.
    mine = ours.replace(b"some compiler\0" + linker, linker + b"\0some compiler")
    theirs = linked.replace(b"some compiler\0" + linker, linker + b"\0some compiler")
    assert mine == theirs


UNUSUAL = {
    "writable variable": "@v = addrspace(1) global i32 1\n" + kernel("k"),
    "zeros": "@v = addrspace(1) global [9 x i32] zeroinitializer\n" + kernel("k"),
    "string": '@s = private unnamed_addr addrspace(4) constant [3 x i8] c"ab\\00"\n'
    + kernel(
        "k",
        "%a = load volatile i8, ptr addrspace(4) @s "
        "store i8 %a, ptr addrspace(1) %p ret void",
    ),
    "no kernel": "define hidden void @f() { ret void }",
    "hidden function": "define hidden void @f() { ret void }\n" + kernel("k"),
}


@pytest.mark.parametrize("name", UNUSUAL)
def test_the_unusual_is_left_to_lld(name: str):
    code = codegen.generate(UNUSUAL[name], GFX1100, internalize=False).object
    assert code is not None
    assert link_simple(code) is None


def test_unusual_objects_link():
    code = codegen.emit_object(UNUSUAL["writable variable"], GFX1100)
    try:
        assert linker_of(code) == find_linker()
    except LinkError as error:
        pytest.skip(str(error))
    assert inspect(link(code)).kernels == inspect(code).kernels


def test_the_variable_names_the_linker(monkeypatch: pytest.MonkeyPatch):
    code = codegen.emit_object(MODULES["one kernel"], GFX1100)
    monkeypatch.delenv(LINKER_VARIABLE, raising=False)
    assert linker_of(code) is None
    assert b"Linker: xdsl-opencl" in link(code)
    monkeypatch.setenv(LINKER_VARIABLE, "/nonexistent/lld")
    with pytest.raises(LinkError, match="names '/nonexistent/lld'"):
        link(code)


def test_damaged_objects():
    code = codegen.emit_object(CALLS, GFX1100)
    linked = link_simple(code)
    assert linked is not None
    for size in range(0, len(code), 61):
        assert link_simple(code[:size]) is None
    numbers = random.Random(1)
    for _ in range(2000):
        changed = bytearray(code)
        for _ in range(3):
            changed[numbers.randrange(len(code))] = numbers.randrange(256)
        made = link_simple(bytes(changed))
        assert made is None or len(made) < 2 * len(linked)
