"""
The records of `printf` on amdhsa against those of LLVM's own pass, which Clang runs for
amdgcn (`AMDGPUPrintfRuntimeBinding`): formats in the metadata and what is stored.
"""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from functools import cache

import pytest
from frontend_helpers import needs_clang

from xdsl_opencl.abi.arguments.printf_format import (
    Conversion,
    parse_format,
)
from xdsl_opencl.abi.target import Target
from xdsl_opencl.driver.compilation import Compilation
from xdsl_opencl.frontend import BuildOptions
from xdsl_opencl.frontend.clang.opencl_c import find_clang
from xdsl_opencl.source import SourceFile

ARGUMENTS = (
    "global int *a, int i, uint u, long l, ulong ul, float f, double d, char c, "
    "uchar uc, short s, float4 v, int3 v3, uchar4 c4, short2 s2, short3 s3, char16 c16, "
    "int8 i8, float2 f2, float3 f3, double2 d2, long3 l3, half2 h2, half4 h4, half h, "
    "local int *lp"
)
CALLS = (
    r'"plain\n"',
    r'"%d %i %u %x %o %X\n", i, i, u, u, u, u',
    r'"%ld %lu:%lx\n", l, ul, ul',
    r'"%5.2f|%-8g|%+e|%a\n", d, d, d, d',
    r'"%f\n", f',
    r'"half %f\n", (float)h',
    r'"%v4f %v3d %v2hlf\n", v, v3, f2',
    r'"%v4hhu %v2hd\n", c4, s2',
    r'"%v3hd\n", s3',
    r'"%v2lf\n", d2',
    r'"%v3ld\n", l3',
    r'"%v3f\n", f3',
    r'"%v8hlx\n", i8',
    r'"%v16hhd\n", c16',
    r'"%v2hf %v4hf\n", h2, h4',
    r'"%s %c %%\t%p\n", "hello", c, a',
    r'"%s|%s|%s\n", "abc", "abcd", "abcdefgh"',
    r'"constant %s\n", word',
    r'"%hhd %hd %hhu\n", c, s, uc',
    r'"local %p\n", lp',
)
SOURCE = """
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
constant char word[] = "some constant";
kernel void k({arguments}) {{
  {calls}
}}
"""


@dataclass(frozen=True)
class Record:
    """One format of the metadata: sizes of the arguments in bytes, and the text."""

    sizes: tuple[int, ...]
    text: str


def source() -> str:
    calls = "\n  ".join(f"printf({call});" for call in CALLS)
    return SOURCE.format(arguments=ARGUMENTS, calls=calls)


def unescape(match: re.Match[str]) -> str:
    """A character that LLVM prints with a backslash."""
    return "\\" if match[1] == "\\" else chr(int(match[1], 16))


def records(ir: str) -> dict[str, Record]:
    """The formats in LLVM IR, by their text without the modifier `hl`."""
    found: dict[str, Record] = {}
    for entry in re.findall(r'^!\d+ = !\{!"(\d+:\d+:.*)"\}$', ir, re.MULTILINE):
        entry = re.sub(r"\\(\\|[0-9A-F]{2})", unescape, entry)
        _, count, rest = entry.split(":", 2)
        *sizes, text = rest.split(":", int(count))
        record = Record(tuple(map(int, sizes)), text)
        assert found.setdefault(text.replace("hl", ""), record) is record
    return found


@cache
def ours() -> str:
    build = BuildOptions("CL1.2")
    compilation = Compilation(
        SourceFile("k.cl", source()), Target(mcpu="gfx900"), build=build
    )
    return compilation.llvm_ir


@cache
def llvms() -> str:
    clang = find_clang()
    headers = () if clang.headers is None else ("-isystem", clang.headers)
    result = subprocess.run(
        (
            *(*clang.command, "-w", "-x", "cl", "-cl-std=CL1.2", "-nogpulib"),
            *("-target", "amdgcn-amd-amdhsa", "-mcpu=gfx900", "-O1"),
            *("-mcode-object-version=5", "-S", "-emit-llvm", *headers, "-o", "-", "-"),
        ),
        input=source(),
        capture_output=True,
        text=True,
        check=False,
    )
    if "llvm.printf.fmts" not in result.stdout:
        pytest.skip("Clang has no AMDGPU target whose printf LLVM's pass lowers")
    return result.stdout


def allowed(conversion: Conversion, size: int) -> tuple[int, ...]:
    """
    Our sizes where LLVM has `size`. A scalar float is always a double, as C's variable
    arguments are; a pointer always has the eight bytes that the runtime reads for `%p`.
    """
    if conversion.is_float and not conversion.vector and size == 4:
        return (8,)
    if conversion.specifier == "p":
        return (8,)
    return (size,)


@needs_clang
def test_formats_and_sizes():
    expected, found = records(llvms()), records(ours())
    assert set(found) == set(expected)
    assert len(found) == len(CALLS)
    for key, record in expected.items():
        conversions = parse_format(record.text.replace("\\n", "").replace("\\72", ":"))
        mine = found[key]
        assert len(mine.sizes) == len(record.sizes) == len(conversions), key
        for conversion, size, own in zip(
            conversions, record.sizes, mine.sizes, strict=True
        ):
            assert own in allowed(conversion, size), (key, record.sizes, mine.sizes)


def stored_words(ir: str) -> set[int]:
    """Constant 32-bit words that are stored: numbers of formats and text of strings."""
    return {int(word) & 0xFFFFFFFF for word in re.findall(r"store i32 (-?\d+),", ir)}


@needs_clang
def test_strings_are_stored_inline():
    ours_, llvms_ = stored_words(ours()), stored_words(llvms())
    texts = (b"hell", b"o\0\0\0", b"abc\0", b"abcd", b"efgh", b"some", b" con", b"stan")
    words = {int.from_bytes(text, "little") for text in texts}
    assert words <= ours_
    # LLVM fills the end of a string with other bytes than zeros in some versions.
    assert {w for w in words if 0 not in w.to_bytes(4, "little")} <= llvms_


@needs_clang
def test_the_buffer_is_the_hidden_argument():
    # Offset of hidden_printf_buffer in code object version 5 (AMDGPUUsage).
    assert re.search(r"getelementptr .*i(8|64).* (72|9)\b", ours())
    assert "hidden_printf_buffer" in compiled_metadata()


@cache
def compiled_metadata() -> str:
    build = BuildOptions("CL1.2")
    return Compilation(
        SourceFile("k.cl", source()), Target(mcpu="gfx900"), build=build
    ).assembly
