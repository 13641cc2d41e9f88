"""
Programs as bytes: binaries of the driver, and files of `Program.save`. Those of another
version, of another processor, and damaged ones are errors when they are read.
"""

from __future__ import annotations

import ctypes
import hashlib
import random
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from long_runs import LONG
from test_icd_errors import (
    World,
    build_log,
    call,
    create,
    function,
    handles,
    program_of,
)

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.frontend.clang import opencl_c
from xdsl_opencl.runtime import Program, RuntimeFailure, program_binary
from xdsl_opencl.runtime.cpu import jit
from xdsl_opencl.runtime.gpu import GpuDevice
from xdsl_opencl.runtime.program_binary import BinaryError, read_binary

SOURCE = b"""
global int counter = 5;
constant int steps[] = {1, 10, 100};
__attribute__((reqd_work_group_size(4, 1, 1)))
kernel void count(global int *out, local int *l, int step) {
  l[get_local_id(0)] = step;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_global_id(0) == 0) {
    counter += l[3] * steps[1];
    out[0] = counter;
  }
}
"""
GROUPS = b"""
kernel void rows(global int *out) {
  out[get_global_id(0)] = get_local_size(0) * 100 + (int)get_local_id(0);
}
"""
HEAD = len("xdsl-opencl binary 1\n")
HASH = 32


def build(program: int) -> int:
    return function("clBuildProgram")(program, 0, None, None, None, None)


def built(world: World, source: bytes = SOURCE) -> int:
    lines = (ctypes.c_char_p * 1)(ctypes.c_char_p(source))
    program = create("clCreateProgramWithSource", world.context, 1, lines, None)
    options = b"-cl-std=CL2.0"
    assert function("clBuildProgram")(program, 0, None, options, None, None) == 0
    return program


def binary_of(program: int) -> bytes:
    size = handles(0)
    get = function("clGetProgramInfo")
    assert get(program, cl.PROGRAM_BINARY_SIZES, 8, size, None) == 0
    room = ctypes.create_string_buffer(size[0])
    place = handles(ctypes.addressof(room))
    assert get(program, cl.PROGRAM_BINARIES, 8, place, None) == 0
    return room.raw


def load(world: World, data: bytes) -> tuple[int, int, int]:
    """The code, the status of the binary, and the program, of creating it from `data`."""
    import test_icd_errors

    room = ctypes.create_string_buffer(data, len(data))
    status = ctypes.c_int32(7)
    code = call(
        "clCreateProgramWithBinary",
        *(world.context, 1, handles(world.device), handles(len(data))),
        *(handles(ctypes.addressof(room)), ctypes.addressof(status)),
    )
    return code, status.value, test_icd_errors.made


def loaded(world: World, data: bytes) -> int:
    code, status, program = load(world, data)
    assert (code, status) == (0, 0)
    return program


def run(
    world: World, program: int, name: bytes, size: int, *more: Any, local: int = 4
) -> list[int]:
    """The first ints of a buffer after a launch of `size` work items in groups of `local`."""
    kernel = create("clCreateKernel", program, name)
    for index, (length, value) in enumerate(((8, handles(world.buffer)), *more)):
        assert function("clSetKernelArg")(kernel, index, length, value) == 0
    launch = function("clEnqueueNDRangeKernel")
    sizes = (handles(size), handles(local), 0, None, None)
    assert launch(world.queue, kernel, 1, None, *sizes) == 0
    read, data = function("clEnqueueReadBuffer"), world.data
    assert read(world.queue, world.buffer, 1, 0, 64, data, 0, None, None) == 0
    assert function("clReleaseKernel")(kernel) == 0
    return world.memory[:64].view(np.int32).tolist()


def count(world: World, program: int) -> int:
    return run(world, program, b"count", 4, (16, None), (4, (ctypes.c_int * 1)(3)))[0]


def refuse(*_: object) -> Any:
    raise AssertionError("a binary is compiled")


@pytest.fixture
def no_compilers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither Clang nor LLVM compiles, and no LLVM IR is read."""
    from xdsl_opencl.runtime.compressed_text import CompressedText

    monkeypatch.setattr(opencl_c, "compile_opencl_c", refuse)
    monkeypatch.setattr(jit, "Question", refuse)
    monkeypatch.setattr(CompressedText, "text", property(refuse))


@pytest.mark.usefixtures("no_compilers")
def test_no_compiler_runs(world: World) -> None:
    """Each build of a binary begins with the first values of the program's variables."""
    program = loaded(world, DATA["variables"])
    assert call("clCreateKernel", program, b"count") == cl.INVALID_PROGRAM_EXECUTABLE
    for _ in range(2):
        assert build(program) == 0
        assert [count(world, program) for _ in range(2)] == [35, 65]
    name = ctypes.create_string_buffer(100)
    get = function("clGetProgramInfo")
    assert get(program, cl.PROGRAM_KERNEL_NAMES, 100, name, None) == 0
    assert name.value == b"count"
    again = binary_of(program)
    assert again == DATA["variables"]
    words = ctypes.create_string_buffer(100)
    about, options = function("clGetProgramBuildInfo"), cl.PROGRAM_BUILD_OPTIONS
    assert about(program, world.device, options, 100, words, None) == 0
    assert words.value == b"-cl-std=CL2.0"
    size = handles(0)
    total = cl.PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE
    assert about(program, world.device, total, 8, size, None) == 0
    assert size[0] == 4


DATA: dict[str, bytes] = {}
"""Binaries that the module's tests use."""


@pytest.fixture(scope="module", autouse=True)
def binaries(world: World) -> None:
    DATA["variables"] = binary_of(built(world))
    DATA["groups"] = binary_of(built(world, GROUPS))


def test_other_launches_are_compiled_when_they_come(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Launches with an incomplete group have code that is made of the kept LLVM IR."""
    compiled: list[str] = []
    compile = jit.machine_code

    def seen(ir: str, level: int, facts: int) -> jit.MachineCode:
        compiled.append(ir)
        return compile(ir, level, facts)

    monkeypatch.setattr(jit, "machine_code", seen)
    program = loaded(world, DATA["groups"])
    assert build(program) == 0
    assert not compiled
    assert run(world, program, b"rows", 8)[:8] == [400, 401, 402, 403] * 2
    assert run(world, program, b"rows", 7)[:7] == [400, 401, 402, 403, 300, 301, 302]
    assert len(compiled) == 1


def test_parts_are_linked_after_loading(world: World) -> None:
    sources = (
        b"int twice(int x) { return 2 * x; }",
        b"int twice(int x); int four(int x) { return twice(twice(x)); }",
        b"int four(int x); kernel void k(global int *x) { x[get_global_id(0)] = four(3); }",
    )
    compile = function("clCompileProgram")
    parts: list[bytes] = []
    for source in sources:
        program = program_of(world, source)
        assert compile(program, 0, None, None, 0, None, None, None, None) == 0
        parts.append(binary_of(program))
    link = ("clLinkProgram", world.context, 0, None)
    both = handles(*(loaded(world, part) for part in parts[:2]))
    library = binary_of(create(*link, b"-create-library", 2, both, None, None))
    given = handles(loaded(world, library), loaded(world, parts[2]))
    about = function("clGetProgramBuildInfo")
    kind = ctypes.c_uint32()
    for program, expected in zip(
        given,
        (cl.PROGRAM_BINARY_TYPE_LIBRARY, cl.PROGRAM_BINARY_TYPE_COMPILED_OBJECT),
        strict=True,
    ):
        query = (cl.PROGRAM_BINARY_TYPE, 4, ctypes.addressof(kind), None)
        assert about(program, world.device, *query) == 0
        assert kind.value == expected
    linked = create(*link, None, 2, given, None, None)
    again = loaded(world, binary_of(linked))
    assert build(again) == 0
    for program in (linked, again):
        assert run(world, program, b"k", 4)[:4] == [12] * 4


def test_a_checked_build_is_made_anew(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Code that checks itself is made of the LLVM IR in a binary, and such a program's binary
    has none.
    """
    monkeypatch.setenv("XDSL_OPENCL_CHECK", "1")
    program = loaded(world, DATA["groups"])
    assert build(program) == 0
    data = binary_of(program)
    assert read_binary(data).built is None
    monkeypatch.delenv("XDSL_OPENCL_CHECK")
    again = loaded(world, data)
    assert build(again) == 0
    assert run(world, again, b"rows", 7)[:7] == [400, 401, 402, 403, 300, 301, 302]


# --- bad input -------------------------------------------------------------------------


def mutants(data: bytes, number: int) -> list[bytes]:
    """Versions of `data` that are foreign, cut off, longer, newer or damaged."""
    choose = random.Random(20)
    found = [
        *(b"", b"\0", b"\x7fELF" + data, data[1:], data * 2, data + b"\0"),
        data.replace(b"binary 1\n", b"binary 2\n", 1),
        data.replace(b"binary 1\n", b"binary 10\n", 1),
        *(data[:size] for size in (1, HEAD, HEAD + HASH, HEAD + 2 * HASH, -1)),
    ]
    while len(found) < number:
        changed = bytearray(data)
        match choose.randrange(5):
            case 0:
                del changed[choose.randrange(len(data)) :]
            case 1:
                # The head is small, so it is hit more often than by chance.
                at = choose.randrange(HEAD + 2 * HASH + 200)
                changed[at] ^= 1 << choose.randrange(8)
            case 2:
                at = choose.randrange(len(data))
                changed[at] ^= 1 << choose.randrange(8)
            case 3:
                at = choose.randrange(len(data))
                size = choose.randrange(1, 64)
                changed[at : at + size] = choose.randbytes(choose.randrange(64))
            case _:
                begin, end = sorted(choose.choices(range(len(data)), k=2))
                changed[begin:end] = b""
        if bytes(changed) != data:
            found.append(bytes(changed))
    return found


@pytest.mark.parametrize("name", ["variables", "groups"])
def test_damaged_binaries(name: str, world: World) -> None:
    invalid = cl.INVALID_BINARY
    for mutant in mutants(DATA[name], 5000 if LONG else 150):
        expected = (invalid, invalid) if mutant else (cl.INVALID_VALUE,) * 2
        assert load(world, mutant)[:2] == expected
    assert count(world, _built_again(world)) == 35


def _built_again(world: World) -> int:
    program = loaded(world, DATA["variables"])
    assert build(program) == 0
    return program


def _changed(value: Any, choose: random.Random) -> Any:
    """`value` with one value in it that is another."""
    if isinstance(value, dict) and value and choose.random() < 0.95:
        table = cast("dict[str, Any]", value)
        key = choose.choice([*table])
        if choose.random() < 0.1:
            return {k: v for k, v in table.items() if k != key}
        return table | {key: _changed(table[key], choose)}
    if isinstance(value, list) and value and choose.random() < 0.95:
        values = cast("list[Any]", value)
        at = choose.randrange(len(values))
        return [*values[:at], _changed(values[at], choose), *values[at + 1 :]]
    others: list[Any] = [None, -1, 1 << 63, 0.5, "", "x", b"", b"x", [], {}, [1], True]
    return choose.choice(others)


def test_another_content_is_read_or_refused() -> None:
    """A right hash says nothing about the content."""
    msgpack = import_module("msgpack")
    data = DATA["variables"]
    fields = msgpack.unpackb(data[HEAD + 2 * HASH :])
    choose = random.Random(7)
    refused = 0
    for _ in range(5000 if LONG else 300):
        content = msgpack.packb(_changed(fields, choose))
        hashed = hashlib.sha256(content).digest()
        try:
            read_binary(data[: HEAD + HASH] + hashed + content)
        except BinaryError:
            refused += 1
    assert refused


@pytest.mark.parametrize("changed", ["processor", "LLVM", "version"])
def test_binaries_of_others(
    changed: str, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    llvm, options, processor, features = jit.generator()
    match changed:
        case "processor":
            other = (llvm, options, "znver9", features)
            monkeypatch.setattr(jit, "generator", lambda: other)
        case "LLVM":
            other = ("0.99.0", options, processor, features)
            monkeypatch.setattr(jit, "generator", lambda: other)
        case _:
            monkeypatch.setattr(program_binary, "_version", lambda: bytes(HASH))
    invalid = cl.INVALID_BINARY
    assert load(world, DATA["groups"])[:2] == (invalid, invalid)


# --- files -----------------------------------------------------------------------------

LOADING = """
import sys
import numpy as np
from xdsl_opencl.runtime import Program
from xdsl_opencl.frontend.clang import opencl_c
from xdsl_opencl.runtime.cpu import jit
jit.Question = opencl_c.compile_opencl_c = None
program = Program.load(sys.argv[1])
out = np.zeros(64, np.int32)
program.rows(64, 32, out)
print(out.tolist(), [*program], program.rows.reqd_work_group_size)
"""


@pytest.mark.parametrize("device", ["", "gfx1100"])
def test_save_and_load(device: str, tmp_path: Path) -> None:
    program = Program.from_source(GROUPS.decode(), "-cl-std=CL2.0", device=device)
    file = tmp_path / "rows.bin"
    out = np.zeros(8, np.int32)
    program.save(file)
    done = subprocess.run(
        [sys.executable, "-c", LOADING, file], capture_output=True, text=True
    )
    assert done.stderr == ""
    assert done.stdout == f"{[*range(3200, 3232)] * 2} ['rows'] None\n"
    again = Program.load(file)
    assert again.llvm_ir == program.llvm_ir
    assert again.rows.description == program.rows.description
    again.save(file)
    again = Program.load(file, device=device)
    out[:] = 0
    again.rows(7, 4, out)
    assert out.tolist() == [400, 401, 402, 403, 300, 301, 302, 0]


def test_binaries_of_the_driver_are_files(world: World, tmp_path: Path) -> None:
    file = tmp_path / "rows.bin"
    file.write_bytes(DATA["groups"])
    out = np.zeros(8, np.int32)
    program = Program.load(file)
    program.rows(8, 8, out)
    assert out.tolist() == [*range(800, 808)]
    program.save(file)
    again = loaded(world, file.read_bytes())
    assert build(again) == 0
    assert run(world, again, b"rows", 4)[:4] == [400, 401, 402, 403]


def test_files_keep_what_cannot_run(tmp_path: Path) -> None:
    """The reasons are kept, with the places, and warnings."""
    source = """
    int missing(int x);
    kernel void bad(global int *x) { x[0] = missing(1); }
    kernel void good(global int *x) { int unused[1 / 1]; x[0] = 4; }
    """
    file = tmp_path / "program.bin"
    program = Program.from_source(source, "-Wall")
    program.save(file)
    again = Program.load(file)
    assert [*again] == ["bad", "good"]
    assert "unused" in again.log == program.log
    with pytest.raises(RuntimeFailure, match="nothing defines 'missing'"):
        again["bad"]
    out = np.zeros(1, np.int32)
    again.good(1, 1, out)
    assert out[0] == 4


def test_functions_that_launch_are_kept(tmp_path: Path) -> None:
    text = """
    opencl.kernel @add(%x: memref<?xi32, #opencl.address_space<global>>) {
      %i = opencl.get_global_id 0 : index
      %v = memref.load %x[%i] : memref<?xi32, #opencl.address_space<global>>
      %one = arith.constant 1 : i32
      %w = arith.addi %v, %one : i32
      memref.store %w, %x[%i] : memref<?xi32, #opencl.address_space<global>>
      opencl.return
    }
    func.func @twice(%x: memref<?xi32, #opencl.address_space<global>>) {
      %n = arith.constant 4 : index
      opencl.launch @add global(%n) args(%x) : memref<?xi32, #opencl.address_space<global>>
      opencl.launch @add global(%n) args(%x) : memref<?xi32, #opencl.address_space<global>>
      func.return
    }
    """
    file = tmp_path / "program.bin"
    Program.from_mlir(text).save(file)
    out = np.zeros(4, np.int32)
    Program.load(file).twice(out)
    assert out.tolist() == [2] * 4


def _truncate(file: Path, data: bytes) -> None:
    file.write_bytes(data[:-1])


def _replace(file: Path, data: bytes) -> None:
    file.write_bytes(b"kernel void k() {}")


@pytest.mark.parametrize(
    ("change", "device", "words"),
    [
        (_truncate, "", "rows.bin: the saved program is damaged; build it again"),
        (_replace, "", "rows.bin: this is no program that xdsl-opencl saved"),
        (None, "gfx1100", "rows.bin: the program was built for the CPU device"),
    ],
)
def test_refused_files(
    change: Callable[[Path, bytes], None] | None,
    device: str,
    words: str,
    tmp_path: Path,
) -> None:
    file = tmp_path / "rows.bin"
    Program.from_source(GROUPS.decode()).save(file)
    if change is not None:
        change(file, file.read_bytes())
    with pytest.raises(BinaryError, match=words):
        Program.load(file, device=device)


def test_other_gpus_refuse_a_file(tmp_path: Path) -> None:
    file = tmp_path / "rows.bin"
    Program.from_source(GROUPS.decode(), device="gfx1100").save(file)
    with pytest.raises(BinaryError, match="is for gfx1100, the device is gfx90a"):
        Program.load(file, device="gfx90a")
    with pytest.raises(BinaryError, match="is for gfx1100, the device is host"):
        Program.load(file, device="host")
    quick = GpuDevice("gfx1100", schedule="one-wave")
    out = np.zeros(8, np.int32)
    Program.load(file, device=quick).rows(8, 8, out)
    assert out.tolist() == [*range(800, 808)]


@pytest.mark.parametrize("device", ["", "gfx1100"])
def test_checked_programs_are_not_saved(device: str, tmp_path: Path) -> None:
    program = Program.from_source(GROUPS.decode(), device=device, check=True)
    with pytest.raises(RuntimeFailure, match="cannot be saved; build it without that"):
        program.save(tmp_path / "rows.bin")
    assert not [*tmp_path.iterdir()]


def test_files_are_not_verified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "rows.bin"
    Program.from_source(GROUPS.decode()).save(file)
    monkeypatch.setenv("XDSL_OPENCL_VERIFY", "1")
    with pytest.raises(BinaryError, match="cannot be verified; build the program"):
        Program.load(file)
    program = Program.from_source(GROUPS.decode())
    with pytest.raises(RuntimeFailure, match="cannot be saved; build it without that"):
        program.save(file)


def test_the_driver_refuses_files_for_gpus(world: World, tmp_path: Path) -> None:
    file = tmp_path / "rows.bin"
    Program.from_source(GROUPS.decode(), device="gfx1100").save(file)
    invalid = cl.INVALID_BINARY
    assert load(world, file.read_bytes())[:2] == (invalid, invalid)


def test_the_driver_builds_no_undefined_function(world: World, tmp_path: Path) -> None:
    file = tmp_path / "program.bin"
    source = "int missing(int x); kernel void k(global int *x) { x[0] = missing(1); }"
    Program.from_source(source).save(file)
    program = loaded(world, file.read_bytes())
    assert build(program) == cl.BUILD_PROGRAM_FAILURE
    assert "nothing defines 'missing'" in build_log(program)


RACE = (
    b"kernel void k(global int *x) { int i = get_global_id(0); x[i + 1] = x[i] + 1; }"
)


@pytest.mark.parametrize("variable", ["CHECK", "VERIFY"])
def test_usual_builds_are_not_run_where_others_are_wanted(
    variable: str,
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """Neither a kept build nor a binary checks itself or runs twice; nor the other way round."""
    compiled = create("clCreateProgramWithSource", world.context, 1, RACES, None)
    assert function("clCompileProgram")(compiled, *COMPILE) == 0
    link = "clLinkProgram", world.context, 0, None, None, 1, handles(compiled)

    def programs(*binaries: bytes) -> list[int]:
        found = [loaded(world, binary) for binary in binaries]
        assert [build(program) for program in found] == [0] * len(found)
        return [*found, built(world, RACE), create(*link, None, None)]

    usual = programs()
    binaries = [binary_of(program) for program in usual]
    monkeypatch.setenv(f"XDSL_OPENCL_{variable}", "1")
    special = programs(*binaries)
    for program in special:
        # A second race would find the results of the first.
        world.memory[:] = 1
        transfer = (world.queue, world.buffer, 1, 0, 1024, world.data, 0, None, None)
        assert function("clEnqueueWriteBuffer")(*transfer) == 0
        run(world, program, b"k", 64, local=16)
        told = capfd.readouterr().err
        assert ("no barrier" if variable == "CHECK" else "as usual") in told
    binaries = [binary_of(program) for program in special]
    monkeypatch.delenv(f"XDSL_OPENCL_{variable}")
    for program in programs(*binaries):
        run(world, program, b"k", 64, local=16)
    assert capfd.readouterr().err == ""


RACES = (ctypes.c_char_p * 1)(ctypes.c_char_p(RACE))
COMPILE = (0, None, None, 0, None, None, None, None)
