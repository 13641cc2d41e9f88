"""Builds of OpenCL programs that the cache folder keeps for the next process."""

from __future__ import annotations

import hashlib
import pickle
import re
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
from xdsl_opencl.runtime.cpu.cpu_device import CpuDevice
from xdsl_opencl.transforms.kernels.signature.kernel_reflection import describe_kernels

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
KEY = (SOURCE.encode(), "-cl-std=CL2.0")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDSL_OPENCL_CACHE", str(tmp_path / "cache"))
    _forget()
    return tmp_path / "cache"


def _forget() -> None:
    """Makes this process as one that has built nothing."""
    build_cache._kept.clear()  # pyright: ignore[reportPrivateUsage]


def _build(source: str) -> build_cache.Built:
    module = load_source(source, BuildOptions.from_text("-cl-std=CL2.0")).module
    described = describe_kernels(module, CpuDevice.target)
    module.attributes[TARGET_ATTRIBUTE] = TargetAttr.from_target(CpuDevice.target)
    executable = CpuDevice().build(module, level=3, check=False)
    kernels = {k.name: k for k in described}
    return build_cache.Built("; clang's", "a warning", executable, kernels, 4)


def _entries(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.program"))


def test_the_next_process_runs_it() -> None:
    made = _build(SOURCE)
    build_cache.keep(KEY, made)
    _forget()
    found = build_cache.find(KEY)
    assert found is not None
    assert found.executable is not made.executable
    assert (found.ir, found.log, found.variable_bytes) == ("; clang's", "a warning", 4)
    assert found.kernels == made.kernels
    found.executable.prepare()
    kernel = found.executable.kernels["twice"]
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
        found = build_cache.find(KEY)
        assert found is not None
        # One with variables is found anew for each program.
        assert found.executable is not getattr(
            build_cache.find(KEY), "executable", None
        )
        out = np.zeros(1, np.int32)
        for _ in range(2):
            found.executable.kernels["count"](1, 1, out, Local(4), 3)
        counted.append(int(out[0]))
    assert counted == [11, 11]


def test_other_options_and_sources_are_not_found() -> None:
    build_cache.keep(KEY, _build(SOURCE))
    _forget()
    assert build_cache.find((KEY[0] + b" ", KEY[1])) is None
    assert build_cache.find((KEY[0], KEY[1] + " -DX")) is None


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
        data = build_cache.write_build(made)
        found = build_cache.read_build(data)
        assert found is not None
        assert found.kernels == made.kernels
        one, other = found.executable, made.executable
        assert build_cache.write_build(found) == data
        for name, kernel in other.kernels.items():
            assert one.kernels[name].interface == kernel.interface
        assert replace(found, executable=other) == made
        kept = ("_lock", "_engines", "kernels")
        assert {k: v for k, v in vars(one).items() if k not in kept} == {
            k: v for k, v in vars(other).items() if k not in kept
        }
    for other_data in (b"", data[:-1], data + b"x", b"x" + data, pickle.dumps(KEY)):
        assert build_cache.read_build(other_data) is None
    # Right bytes of another form.
    msgpack = import_module("msgpack")
    head = data[: data.index(b"\n") + 1]
    values: list[object] = [None, {}, {"kernels": 3}, {"kernels": [{"table": 1}]}]
    for value in values:
        content = msgpack.packb(value)
        whole = head + hashlib.sha256(content).digest() + content
        assert build_cache.read_build(whole) is None


def test_nothing_is_unpickled() -> None:
    package = Path(build_cache.__file__).parents[1]
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


@pytest.mark.parametrize(
    ("source", "options"),
    [
        (b'#include "a.h"', ""),
        (b'#import "a.h"', ""),
        (b'constant char a[] = {\n#embed "a"\n};', ""),
        (b"constant char *when = __TIME__;", ""),
        (b"constant char *when = __DATE__;", ""),
        (b"constant char *when = __TIMESTAMP__;", ""),
        (b"constant char *when = NOW;", "-DNOW=__TIME__"),
        (b'#inc\\\nlude "a.h"', ""),
        (b'#inc\\ \t\r\nlu\\\nde "a.h"', ""),
        (b'#inc??/\nlude "a.h"', ""),
        (b"constant char *when = __DA\\\nTE__;", ""),
        (b"kernel void f() {}", "-I folder"),
        (b"kernel void f() {}", "-include a.h"),
    ],
)
def test_what_files_or_the_time_decide_has_no_key(source: bytes, options: str) -> None:
    assert build_cache.key_of(source, options) is None
    assert build_cache.key_of(b"kernel void f() {}", "-DX") is not None
