"""Builds of OpenCL programs that the cache folder keeps for the next process."""

from __future__ import annotations

import hashlib
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from xdsl_opencl.dialects.opencl.attrs import TARGET_ATTRIBUTE, TargetAttr
from xdsl_opencl.frontend import BuildOptions
from xdsl_opencl.frontend.clang import opencl_c
from xdsl_opencl.frontend.load import load_source
from xdsl_opencl.icd.programs import build_cache
from xdsl_opencl.runtime.compressed_text import CompressedText
from xdsl_opencl.runtime.cpu import jit
from xdsl_opencl.runtime.cpu.cpu_device import CpuDevice
from xdsl_opencl.runtime.cpu.cpu_program import CpuProgram
from xdsl_opencl.runtime.program_binary import (
    BinaryError,
    Kind,
    ProgramBinary,
    read_binary,
    write_binary,
)

SOURCE = """
global int counter = 5;
kernel void count(global int *out, local int *l, int step) {
  l[get_local_id(0)] = step;
  barrier(CLK_LOCAL_MEM_FENCE);
  counter += l[0];
  out[0] = counter;
}
__attribute__((reqd_work_group_size(4, 1, 1)))
kernel void twice(global const float4 *in, global float4 *out) {
  size_t i = get_global_id(0);
  out[i] = in[i] * 2;
}
"""
KEY = (Kind.EXECUTABLE, SOURCE.encode(), "-cl-std=CL2.0")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDSL_OPENCL_CACHE", str(tmp_path / "cache"))
    _forget()
    return tmp_path / "cache"


def _forget() -> None:
    """Makes this process as one that has built nothing."""
    build_cache._kept.clear()  # pyright: ignore[reportPrivateUsage]


def _build(source: str) -> ProgramBinary:
    module = load_source(source, BuildOptions.from_text("-cl-std=CL2.0")).module
    module.attributes[TARGET_ATTRIBUTE] = TargetAttr.from_target(CpuDevice.target)
    executable = CpuDevice().build(module, level=3, check=False)
    executable.prepare()
    ir = CompressedText("; clang's")
    return ProgramBinary(
        Kind.EXECUTABLE, executable, ir, "-DX", "-DX", "a warning", variable_bytes=4
    )


def _program(binary: ProgramBinary | None) -> CpuProgram:
    assert binary is not None
    assert isinstance(binary.built, CpuProgram)
    return binary.built


def _entries(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.program"))


def test_the_next_process_runs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    made = _build(SOURCE)
    build_cache.keep(KEY, made)
    _forget()
    found = build_cache.find(KEY)
    executable = _program(found)
    assert found is not None
    assert found.ir is not None
    assert executable is not made.built
    assert found.ir.text == "; clang's"
    assert (found.log, found.variable_bytes) == ("a warning", 4)
    described = {n: k.description for n, k in executable.kernels.items()}
    assert described == {n: k.description for n, k in _program(made).kernels.items()}
    # No LLVM IR is compiled for the usual launch, nor read.
    monkeypatch.setattr(jit, "machine_code", None)
    executable.prepare()
    kernel = executable.kernels["twice"]
    assert kernel.reqd_work_group_size == (4, 1, 1)
    values = np.arange(32, dtype=np.float32)
    result = np.zeros_like(values)
    kernel(8, 4, values, result)
    np.testing.assert_array_equal(result, values * 2)


def test_each_process_has_its_own_variables() -> None:
    from xdsl_opencl.runtime import Local

    build_cache.keep(KEY, _build(SOURCE))
    counted: list[int] = []
    for _ in range(2):
        _forget()
        executable = _program(build_cache.find(KEY))
        # One with variables is found anew for each program.
        assert executable is not _program(build_cache.find(KEY))
        out = np.zeros(1, np.int32)
        for _ in range(2):
            executable.kernels["count"](1, 1, out, Local(4), 3)
        counted.append(int(out[0]))
    assert counted == [11, 11]


def test_the_least_recently_used_build_goes_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("XDSL_OPENCL_CACHE", "")
    kind, source, options = KEY
    library = ProgramBinary(Kind.LIBRARY, ir=CompressedText("; a library"))
    keys = [(kind, source, f"{options} -DN={n}") for n in range(65)]
    for key in keys[:-1]:
        build_cache.keep(key, library)
    assert build_cache.find(keys[0]) is library
    build_cache.keep(keys[-1], library)
    found = [build_cache.find(key) is library for key in keys]
    assert found == [True, False, *[True] * 63]


def test_other_options_and_sources_are_not_found() -> None:
    build_cache.keep(KEY, _build(SOURCE))
    _forget()
    kind, source, options = KEY
    assert build_cache.find((kind, source + b" ", options)) is None
    assert build_cache.find((kind, source, options + " -DX")) is None
    assert build_cache.find((Kind.COMPILED, source, options)) is None


def test_another_clang_builds_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    build_cache.keep(KEY, _build(SOURCE))
    _forget()
    clang = opencl_c.find_clang()
    other = replace(clang, headers="/elsewhere")
    monkeypatch.setattr(opencl_c, "find_clang", lambda: other)
    assert build_cache.find(KEY) is None


def test_a_damaged_entry_is_none(folder: Path) -> None:
    build_cache.keep(KEY, _build(SOURCE))
    _forget()
    (entry,) = _entries(folder)
    data = bytearray(entry.read_bytes())
    data[len(data) // 2] ^= 1
    entry.write_bytes(data)
    assert build_cache.find(KEY) is None


def test_a_build_is_data() -> None:
    """
    Reading gives back the build that was written, for all kinds of arguments, and refuses
    anything else.
    """
    source = """
typedef struct { char c; long l; } pair;
__attribute__((work_group_size_hint(8, 2, 1), vec_type_hint(float4)))
kernel void all(global const int *restrict a, constant float3 *b, local char *c, pair d,
                uchar3 e, read_only image2d_t f, write_only image3d_t g, sampler_t h,
                volatile global long *i) {
  write_imagef(g, (int4)(0), read_imagef(f, h, (int2)(0, 0)) + b[0].x + c[0] + d.l + e.x);
  i[0] = a[0];
}
"""
    for text in (source, SOURCE):
        made = _build(text)
        made = replace(made, log="\udcff: not text")
        data = write_binary(made)
        found = read_binary(data)
        one, other = _program(found), _program(made)
        assert write_binary(found) == data
        for name, kernel in other.kernels.items():
            assert one.kernels[name].description == kernel.description
            assert one.kernels[name].uniform == kernel.uniform
        assert found.ir is not None
        assert found.ir.text == "; clang's"
        assert replace(found, built=other, ir=made.ir) == made
        assert one.llvm_ir == other.llvm_ir
        assert {name: form.table() for name, form in one.forms.items()} == {
            name: form.table() for name, form in other.forms.items()
        }
        kept = ("_lock", "_forms", "kernels")
        assert {k: v for k, v in vars(one).items() if k not in kept} == {
            k: v for k, v in vars(other).items() if k not in kept
        }
    for other_data in (b"", data[:-1], data + b"x", b"x" + data, pickle.dumps(KEY)):
        with pytest.raises(BinaryError):
            read_binary(other_data)
    # Right bytes of another form.
    msgpack = import_module("msgpack")
    head = data.index(b"\n") + 1 + 2 * 32
    values: list[object] = [None, {}, {"built": 3}, {"built": {"generator": 1}}]
    for value in values:
        content = msgpack.packb(value)
        digest = hashlib.sha256(content).digest()
        with pytest.raises(BinaryError):
            read_binary(data[: head - len(digest)] + digest + content)


def test_nothing_is_unpickled() -> None:
    package = Path(build_cache.__file__).parents[2]
    for path in package.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\b(import|from) (pickle|shelve)\b", text), path


def test_without_a_cache_nothing_is_kept(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDSL_OPENCL_CACHE", "")
    build_cache.keep(KEY, _build(SOURCE))
    _forget()
    assert build_cache.find(KEY) is None
    assert not _entries(folder)


def key_of(
    source: bytes, options: str, expanded: Callable[[], bytes | None]
) -> build_cache.Key | None:
    words = BuildOptions.from_text(options).preprocessor
    return build_cache.key_of(Kind.EXECUTABLE, source, options, words, expanded)


@pytest.mark.parametrize(
    ("source", "options"),
    [
        (b'#include "a.h"', ""),
        (b'#import "a.h"', ""),
        (b'constant char a[] = {\n#embed "a"\n};', ""),
        (b'#inc\\\nlude "a.h"', ""),
        (b'#inc\\ \t\r\nlu\\\nde "a.h"', ""),
        (b'#inc??/\nlude "a.h"', ""),
        (b"kernel void f() {}", "-include a.h"),
        (b'#if EXISTS("a.h")\n#endif', "-I . -D 'EXISTS(x)=__has_include(x)'"),
    ],
)
def test_what_files_decide_has_their_content_in_its_key(
    source: bytes, options: str
) -> None:
    one, other = (
        key_of(source, options, lambda text=text: text) for text in (b"one", b"other")
    )
    assert one != other
    assert one is not None
    assert key_of(source, options, lambda: None) is None


@pytest.mark.parametrize(
    ("source", "options"),
    [
        (b"constant char *when = __TIME__;", ""),
        (b"constant char *when = __DATE__;", ""),
        (b"constant char *when = __TIMESTAMP__;", ""),
        (b"constant char *when = NOW;", "-DNOW=__TIME__"),
        (b"constant char *when = __DA\\\nTE__;", ""),
    ],
)
def test_what_the_time_decides_has_no_key(source: bytes, options: str) -> None:
    assert key_of(source, options, bytes) is None


@pytest.mark.parametrize(
    "options",
    ["-DX", "-I folder -DX", "-I/usr/include", "-isystem include", "-DX -I include"],
)
def test_other_programs_need_no_preprocessor(options: str) -> None:
    source = b"kernel void f() {}"

    def expanded() -> bytes:
        raise AssertionError

    assert key_of(source, options, expanded) == (Kind.EXECUTABLE, source, options)


def test_an_installed_package_has_one_version(tmp_path: Path) -> None:
    """Its place, and files that the installer or Python makes, do not count."""
    versions: list[str] = []
    lines = ["one/a.py,sha256=1,5", "one/b.zip,sha256=2,5"]
    for place, record in (
        ("first", [*lines, "../../bin/one,sha256=3,9", "one/__pycache__/a.pyc,,"]),
        ("second", [*reversed(lines), "../../bin/one,sha256=4,9"]),
        ("third", [lines[0], "one/b.zip,sha256=9,5"]),
    ):
        package = tmp_path / place / "one"
        package.mkdir(parents=True)
        (package / "__init__.py").touch()
        info = package.with_name("one-1.0.dist-info")
        info.mkdir()
        (info / "RECORD").write_text("\n".join(record) + "\n")
        words = "from xdsl_opencl.cache import code_version; print(code_version('one'))"
        path = os.pathsep.join((str(package.parent), *sys.path))
        done = subprocess.run(
            [sys.executable, "-c", words],
            env=os.environ | {"PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=True,
        )
        versions.append(done.stdout)
    first, second, third = versions
    assert first == second != third
