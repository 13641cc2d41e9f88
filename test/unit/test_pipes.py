"""
Pipes: on the CPU device against a queue, on amdhsa in the layout of ROCm's library.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import numpy as np
import pytest
import tools
from frontend_helpers import needs_clang

from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.driver.compilation import Compilation
from xdsl_opencl.driver.diagnostics import CompileError
from xdsl_opencl.frontend import BuildOptions
from xdsl_opencl.runtime import Pipe, Program, RuntimeFailure
from xdsl_opencl.source import SourceFile

PROGRAMS = Path(__file__).with_name("programs")

pytestmark = needs_clang

SOURCE = (PROGRAMS / "pipes.cl").read_text()
INT4 = (np.int32, 4)
RECORD = np.dtype([("a", "i4"), ("b", "f8"), ("c", "i1")], align=True)


@cache
def program(level: str = "") -> Program:
    """From C, or from Clang's SPIR-V of `level`, which does not say how large packets are."""
    if not level:
        return Program.from_source(SOURCE, "-cl-std=CL2.0")
    with NamedTemporaryFile(suffix=".spv") as file:
        command = [tools.need("clang", 22), "--target=spirv64", "-cl-std=CL2.0", level]
        command += ["-c", str(PROGRAMS / "pipes.cl"), "-o", file.name]
        subprocess.run(command, check=True)
        return Program.from_file(file.name)


forms = pytest.mark.parametrize("form", ["", "-O0", "-O2"])


@forms
def test_packets_come_out_as_they_went_in(form: str):
    pipe = Pipe(5, INT4)
    given = np.arange(28, dtype=np.int32).reshape(7, 4)
    ok = np.full(7, 9, np.int32)
    program(form)["put"](7, 1, given, pipe, ok)
    # Room for five.
    assert sorted(ok.tolist()) == [-1, -1, 0, 0, 0, 0, 0]
    assert len(pipe) == 5
    written = {tuple(row) for row in pipe.packets().tolist()}
    assert written == {tuple(given[i]) for i in np.flatnonzero(ok == 0)}
    found, taken = np.zeros((3, 4), np.int32), np.full(3, 9, np.int32)
    program(form)["take"](3, 1, pipe, found, taken)
    assert taken.tolist() == [0, 0, 0]
    assert len(pipe) == 2
    rest, last = np.zeros((4, 4), np.int32), np.full(4, 9, np.int32)
    # The ring wraps.
    program(form)["put"](2, 1, given, pipe, ok)
    assert len(pipe) == 4
    program(form)["take"](4, 1, pipe, rest, last)
    assert last.tolist() == [0, 0, 0, 0]
    came = {tuple(row) for row in (*found.tolist(), *rest.tolist())}
    assert came == written | {tuple(given[0]), tuple(given[1])}
    program(form)["take"](1, 1, pipe, rest, last)
    assert last[0] < 0
    assert rest[0].tolist() == [-1] * 4
    assert len(pipe) == 0


@forms
def test_reservations(form: str):
    pipe = Pipe(8, np.int32)
    valid = np.full(4, 9, np.int32)
    program(form)["put_reserved"](4, 1, pipe, valid)
    assert sorted(valid.tolist()) == [0, 0, 1, 1]
    threes = pipe.packets().reshape(2, 3).tolist()
    expected = [[10 * i + 2, 10 * i + 1, 10 * i] for i in np.flatnonzero(valid)]
    assert sorted(threes) == expected


@forms
def test_reservation_of_a_work_group(form: str):
    pipe = Pipe(9, np.int32)
    valid = np.full(12, 9, np.int32)
    program(form)["put_group"](12, 4, pipe, valid)
    groups = valid.reshape(3, 4)
    assert sorted(groups.sum(axis=1).tolist()) == [0, 4, 4]
    assert sorted(pipe.packets().tolist()) == np.flatnonzero(valid).tolist()
    found = np.zeros(8, np.int32)
    program(form)["take_sub_group"](8, 2, pipe, found)
    pairs = found.reshape(4, 2)
    assert (pairs[:, 0] == pairs[:, 1]).all()
    taken = pairs[:, 0].tolist()
    program(form)["take_sub_group"](8, 2, pipe, found)
    taken += found[::2].tolist()
    assert sorted(taken) == np.flatnonzero(valid).tolist()
    program(form)["take_sub_group"](1, 1, pipe, found)
    assert found[0] == -7


@forms
def test_records_and_numbers_of_packets(form: str):
    pipe, bytes_ = Pipe(4, RECORD), Pipe(3, np.int8)
    given = np.zeros(2, RECORD)
    given["a"], given["b"], given["c"] = [1, 2], [0.5, -2], [3, 4]
    program(form)["records"](2, 1, pipe, given)
    found = pipe.packets()
    assert sorted(found.tolist()) == given.tolist()
    out = np.zeros(4, np.int32)
    program(form)["sizes"](1, 1, pipe, bytes_, out)
    assert out.tolist() == [2, 4, 0, 3]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([np.zeros((1, 4), np.int32), 3], "expected a Pipe, got int"),
        (
            [np.zeros((1, 4), np.int32), Pipe(1, np.int32)],
            "a pipe of packets of 4 bytes; expected 16",
        ),
    ],
)
def test_wrong_arguments(values: Sequence[Any], message: str):
    with pytest.raises(RuntimeFailure, match=message):
        program()["put"](1, 1, *values, np.zeros(1, np.int32))


def test_pipe_without_room():
    with pytest.raises(RuntimeFailure, match="room for 0 packets"):
        Pipe(0, np.int32)


@cache
def assembly(mcpu: str) -> str:
    build = BuildOptions("CL2.0")
    source = SourceFile("k.cl", SOURCE)
    return Compilation(source, Target(mcpu=mcpu), build=build).assembly


@pytest.mark.parametrize("mcpu", ["gfx900", "gfx942", "gfx1100", "gfx1200"])
def test_amdhsa(mcpu: str):
    text = assembly(mcpu)
    # One exchange for each function that takes or reserves packets.
    assert len(re.findall(r"global_atomic_cmpswap_(x2|b64) ", text)) >= 6
    assert text.count(".value_kind:     pipe") == 8
    assert "s_swappc" not in text


def test_packets_begin_at_byte_128():
    # The layout of ROCm-Device-Libs, opencl/src/pipes/pipes.h.
    build = BuildOptions("CL2.0")
    source = SourceFile("k.cl", SOURCE)
    ir = Compilation(source, Target(mcpu="gfx900"), build=build).llvm_ir
    offsets = set(
        re.findall(r"getelementptr .*i8, ptr addrspace\(1\) %\w+, i32 (\d+)", ir)
    )
    assert {"8", "16", "128"} <= offsets


def test_no_pipes_elsewhere():
    source = SourceFile("k.cl", SOURCE)
    target = Target(abi=Abi.MESA3D, mcpu="gfx900")
    compilation = Compilation(source, target, build=BuildOptions("CL2.0"))
    with pytest.raises(CompileError, match="pipe"):
        assert compilation.llvm_ir
