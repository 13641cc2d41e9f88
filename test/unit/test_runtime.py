"""The CPU device as a library: what it accepts, refuses, and survives."""

from __future__ import annotations

import ctypes
import gc
import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from types import FrameType
from typing import Any, cast

import numpy as np
import pytest
from processes import heed
from texts import pairs

from xdsl_opencl.runtime import Image, Local, Program, RuntimeFailure, Sampler

PROGRAMS = Path(__file__).with_name("programs")

SOURCE = (PROGRAMS / "runtime.cl").read_text()


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDSL_OPENCL_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield Program.from_source(SOURCE, "-cl-std=CL3.0")


def test_is_a_mapping_of_kernels(program: Program) -> None:
    assert "saxpy" in program
    assert program["saxpy"] is program.saxpy
    assert program.saxpy.name == "saxpy"
    assert repr(program.saxpy) == "<Kernel saxpy(float, float*, float*)>"
    assert [a.name for a in program.saxpy.arguments] == ["a", "x", "y"]
    with pytest.raises(AttributeError, match=r"no kernel 'saxpi'; it has saxpy, "):
        _ = program.saxpi


def test_arrays_are_shared(program: Program) -> None:
    x = np.arange(10, dtype=np.float32)
    y = np.ones(12, np.float32)
    program.saxpy(10, None, 2.0, x, y[1:11])
    assert y.tolist() == [1, *(1 + 2 * x).tolist(), 1]
    x.flags.writeable = False
    program.saxpy([10], (5,), np.float64(1), x, y)
    assert y[0] == 1


def test_vectors_need_no_alignment(program: Program) -> None:
    memory = np.arange(4 * 64 + 2, dtype=np.float32)
    x, y = memory[1:-1].copy(), np.zeros(4 * 64 + 2, np.float32)
    program.unaligned(64, 64, memory[1:-1], y[1:-1])
    assert (y[1:-1] == 2 * x).all()


def test_values(program: Program) -> None:
    out = np.zeros(4, np.uint64)
    program.integers(1, 1, 255, -(1 << 63), (1, 2, 3, 2**32 - 1), [1.5, 2.5, 9.5], out)
    assert out.tolist() == [255, 1 << 63, 2**32 - 1, 9]
    v = np.arange(4, dtype=np.uint32)
    program.integers(1, 1, np.uint8(3), np.int64(7), v, bytes(16), out)
    assert out.tolist() == [3, 7, 3, 0]


class Pair(ctypes.Structure):
    _fields_ = [("a", ctypes.c_char), ("b", ctypes.c_double)]


def test_structures(program: Program) -> None:
    out = np.zeros(1)
    program.structure(1, 1, Pair(b"\x02", 0.5), out)
    assert out[0] == 2.5
    record = np.zeros((), np.dtype([("a", "i1"), ("b", "f8")], align=True))
    record["a"], record["b"] = 3, 0.25
    program.structure(1, 1, record[()], out)
    assert out[0] == 3.25
    program.structure(1, 1, bytes(16), out)
    assert out[0] == 0


def test_offsets_and_dimensions(program: Program) -> None:
    out = np.zeros((2, 3, 5, 4), np.int32)
    program.where((5, 3, 2), (2, 2, 1), out, global_offset=(10, 0, 7))
    z, y, x = np.indices((2, 3, 5))
    want = np.stack([x + 10, y, z + 7, np.full_like(x, 3)], axis=-1)
    assert (out == want).all()


@pytest.mark.parametrize("first", [0, (1 << 31) - 50, (1 << 31) - 49, (1 << 32) - 3])
def test_global_ids_that_no_int_holds_wrap(program: Program, first: int) -> None:
    out = np.zeros((50, 2), np.int64)
    program.int_ids(50, None, out, first, global_offset=first)
    ids = np.arange(first, first + 50)
    assert (out[:, 0] == ids.astype(np.int32)).all()
    assert (out[:, 1] == ids % (1 << 32) - ids.astype(np.int32)).all()


def test_sizes_may_be_anything_that_is_an_index(program: Program) -> None:
    out = np.zeros(4, np.int32)
    program.where(np.int64(1), np.int32(1), out, global_offset=np.array([5]).tolist())
    assert out.tolist() == [5, 0, 0, 1]


def read_only(*shape: int, dtype: Any) -> Any:
    array = np.zeros(shape, dtype)
    array.flags.writeable = False
    return array


def square(channels: int, size: int = 2) -> Any:
    return np.zeros((size, size, channels), np.uint8)


NAMES: dict[str, Any] = {
    **{"np": np, "Image": Image, "Local": Local, "Sampler": Sampler, "square": square},
    **{"f4": np.zeros(8, np.float32), "i4": np.zeros(8, np.int32)},
    **{"out": np.zeros(4, np.uint64), "v": (1, 2, 3, 4)},
    "frozen": read_only(8, dtype=np.float32),
    "image": Image(square(4, 4)),
    "narrow": Image(np.zeros((4, 4), np.uint8), "image1d_t"),
    "still": read_only(4, 4, 4, dtype=np.uint8),
    "nearest": Sampler(False, "clamp", "nearest"),
}
"""What the calls of `programs/runtime_refusals.txt` are of."""


@pytest.mark.parametrize(("call", "message"), pairs("runtime_refusals.txt"))
def test_refusals(program: Program, call: str, message: str) -> None:
    with pytest.raises(RuntimeFailure, match=re.escape(message)):
        eval(call, {"program": program, **NAMES})


@pytest.mark.parametrize("offset", [(1, 2), -1, 1 << 63, "x"])
def test_wrong_offsets(program: Program, offset: Any) -> None:
    with pytest.raises(RuntimeFailure, match=r"kernel 'empty': .*global offset"):
        program.empty(1, 1, global_offset=offset)


def test_bytes_pass_for_any_elements(program: Program) -> None:
    x, y = np.ones(8, np.float32), np.ones(8, np.float32)
    program.saxpy(8, None, 1.0, x.view(np.uint8), y.view(np.int8))
    assert (y == 2).all()
    # Signed or unsigned is the same memory.
    program.where(1, 1, np.zeros(4, np.uint32))


@pytest.mark.parametrize("local", [1, 7, 256, 1024, 4096])
def test_private_memory_of_large_groups(program: Program, local: int) -> None:
    out = np.zeros(4096, np.uint32)
    program.big_private(4096, local, out)
    lid = np.arange(4096, dtype=np.uint32) % local
    want = np.zeros(4096, np.uint32)
    for i in range(256):
        want += lid * ((i * 7 + lid) & 255)
    assert (out == want).all()


def test_launch_from_a_thread_with_a_small_stack(program: Program) -> None:
    out = np.zeros(1024, np.uint32)
    before = threading.stack_size(128 << 10)
    try:
        thread = threading.Thread(target=program.big_private, args=(1024, 1024, out))
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert out.any()


def test_launches_from_many_threads(program: Program) -> None:
    outs = [np.zeros(4096, np.int32) for _ in range(8)]
    program.group(4, 4, Local(16), outs[0])

    def launch(out: Any) -> None:
        for _ in range(20):
            program.group(4096, 64, Local(256), out)

    threads = [threading.Thread(target=launch, args=(out,)) for out in outs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    want = 63 - np.arange(4096) % 64
    assert all((out == want).all() for out in outs)


def test_first_launches_from_many_threads() -> None:
    """The program is compiled once, and what every thread calls stays in memory."""
    program = Program.from_source(
        "kernel void k(global int *p) { p[get_global_id(0)] += 3; }"
    )
    outs = [np.zeros(1000, np.int32) for _ in range(8)]
    start = threading.Barrier(len(outs))

    def launch(out: Any) -> None:
        start.wait()
        for _ in range(5):
            program.k(1000, None, out)

    threads = [threading.Thread(target=launch, args=(out,)) for out in outs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all((out == 15).all() for out in outs)


def test_code_is_for_as_many_dimensions_as_launches_have(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """
    Kernels that ask about one dimension, launched in more; code for more serves fewer.
    """
    from xdsl_opencl.runtime.cpu import jit

    compiled: list[int] = []

    compile = jit.machine_code

    def counted(ir: str, level: int, facts: int) -> jit.MachineCode:
        compiled.append(facts)
        return compile(ir, level, facts)

    monkeypatch.setattr(jit, "machine_code", counted)
    atomic = "kernel void k(global int *p) { atomic_inc(&p[get_global_id(0)]); }"
    program = Program.from_source(atomic)

    def launch(*local: int) -> None:
        out = np.zeros(64, np.int32)
        program.k((64, 6, 4)[: len(local)], local, out)
        assert (out == (1, 6, 24)[len(local) - 1]).all()

    launch(16)
    launch(16, 1)
    launch(16, 1, 1)
    assert len(compiled) == 1
    launch(16, 3)
    assert len(compiled) == 2
    launch(16, 1, 2)
    launch(16, 3, 2)
    launch(16, 3)
    launch(16)
    assert len(compiled) == 3
    asking = atomic.replace(
        "get_global_id(0)", "get_global_id(0) + get_group_id(2) / 9"
    )
    program = Program.from_source(asking)
    launch(16)
    launch(16, 3, 2)
    assert len(compiled) == 4
    # Of variables there is one copy, so one machine code.
    variable = "global int v;" + atomic.replace("{", "{ v = 1;")
    program = Program.from_source(variable, "-cl-std=CL2.0")
    launch(16)
    launch(16, 3, 2)
    assert len(compiled) == 5


def resident_bytes() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(
    not os.path.exists("/proc/self/statm"), reason="needs Linux's /proc"
)
def test_launches_keep_no_memory(program: Program) -> None:
    out = np.zeros(1 << 14, np.int32)

    def launch(count: int) -> None:
        for _ in range(count):
            program.group(1 << 14, 64, Local(256), out)
            program.empty(1, 1)

    grown: list[int] = []
    for count in (100, 2000, 2000):
        before = resident_bytes()
        launch(count)
        grown.append(resident_bytes() - before)
    # An array a launch would be 125 MiB, an argument block a launch more than 1. What else the process
    # does now may grow once.
    assert min(grown[1:]) < 1 << 20


@pytest.mark.skipif(
    not os.path.exists("/proc/self/statm"), reason="needs Linux's /proc"
)
def test_machine_code_goes_with_its_program(program: Program) -> None:
    from xdsl_opencl.runtime.cpu.jit import Engine, machine_code

    code = machine_code(program.llvm_ir)
    for _ in range(5):
        Engine(code, {})
    gc.collect()
    before = resident_bytes()
    for _ in range(100):
        Engine(code, {})
    gc.collect()
    # An engine has pages of its own: code, data and what unwinds.
    assert resident_bytes() - before < 100 * 8 << 10


def test_the_processor_is_looked_at_once(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    from xdsl_opencl.runtime.cpu import jit

    jit.machine_code(program.llvm_ir)
    asked: list[str] = []
    monkeypatch.setattr(jit, "processor", asked.append)
    jit.machine_code(program.llvm_ir)
    assert not asked


def test_mlir_text(program: Program) -> None:
    text = """
opencl.kernel @iota(%out: memref<?xi32, #opencl.address_space<global>>) {
  %i = opencl.get_global_id 0 : index
  %v = arith.index_cast %i : index to i32
  memref.store %v, %out[%i] : memref<?xi32, #opencl.address_space<global>>
  opencl.return
}
"""
    out = np.zeros(10, np.int32)
    Program.from_mlir(text).iota(10, None, out)
    assert out.tolist() == list(range(10))


def test_an_empty_launch_is_cheap(program: Program) -> None:
    kernel = program.empty
    kernel(1, 1)
    calls: list[str] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        if event in ("call", "c_call"):
            calls.append(f"{event} {frame.f_code.co_name}:{frame.f_lineno}")

    # Calls of functions, Python's and C's, are what it costs; `benchmarks/cpu.py` has the
    # microseconds.
    sys.setprofile(note)
    try:
        kernel(1, 1)
    finally:
        sys.setprofile(None)
    # Some ask if the caller itself runs a launch as short as this one.
    assert len(calls) <= 22, "\n".join(calls)


CHILD = """
import numpy as np, signal, sys, threading, time, os
from xdsl_opencl.runtime import Program
program = Program.from_source('''
kernel void forever(global volatile int *p) { while (p[0] == 0) {} }
kernel void groups(global volatile int *p) { for (int i = 0; i < 100000; ++i) p[1]; }
kernel void straight(global volatile int *p) { p[get_global_id(0) & 1] = 0; }
kernel void one(global int *p) { for (int i = 0; i < p[0]; ++i) p[1] = 5; }
''')
p = np.zeros(2, np.int32)
program.one(1, 1, p)
for name, size in (("straight", 1 << 40), ("groups", 1 << 30), ("forever", 1)):
    try:
        # In here: on a busy machine the signal may come before the launch does.
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        program[name](size, 1 if name != "straight" else 256, p)
    except KeyboardInterrupt:
        print(name, "interrupted")
p = np.ones(2, np.int32)
program.one(1, 1, p)
print("still works", p[1])
"""


def test_interrupts(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CHILD],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "XDSL_OPENCL_CACHE": str(tmp_path)},
        preexec_fn=heed,
    )
    assert done.stdout.splitlines() == [
        "straight interrupted",
        "groups interrupted",
        "forever interrupted",
        "still works 5",
    ], done.stderr
    # The thread that still runs does not keep the process.
    assert done.returncode == 0


def test_printf_order(tmp_path: Path) -> None:
    code = """
from xdsl_opencl.runtime import Program
program = Program.from_source('kernel void say(int n) { printf("kernel %d\\\\n", n); }')
print("before"); program.say(1, 1, 7); print("after")
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "XDSL_OPENCL_CACHE": str(tmp_path)},
    )
    assert done.stdout == "before\nkernel 7\nafter\n"


@pytest.mark.parametrize("device", ["", "gfx1100"])
@pytest.mark.parametrize("size", [0, (0,), (0, 4), (8, 0, 2)])
def test_launches_of_no_work_items(device: str, size: int | tuple[int, ...]) -> None:
    """
    They do nothing, since OpenCL 2.1 (clEnqueueNDRangeKernel), with arguments that are checked.
    """
    source = "kernel void k(global int *p) { p[get_global_id(0)] = 1; }"
    program = Program.from_source(source, device=device)
    out = np.zeros(8, np.int32)
    for local in (None, (4,) + (1,) * (np.size(size) - 1)):
        program.k(size, local, out)
    assert not out.any()
    with pytest.raises(RuntimeFailure, match="expected"):
        program.k(size, None, out.astype(np.float64))
    program.k(8, None, out)
    assert out.all()


def test_cache_holds_code_by_content(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What all programs are linked with is compiled when the first one runs.
    Program.from_source("kernel void k(void) {}").k(1, 1)
    monkeypatch.setenv("XDSL_OPENCL_CACHE", str(tmp_path / "new"))
    source = "kernel void k(global int *p) { p[0] = 1; }"
    out = np.zeros(1, np.int32)
    Program.from_source(source).k(1, 1, out)
    (kept,) = (tmp_path / "new").glob("[!.]*")
    written = kept.stat().st_ino
    Program.from_source(source).k(1, 1, out)
    assert [p.stat().st_ino for p in (tmp_path / "new").glob("[!.]*")] == [written]
    Program.from_source(source.replace("1;", "2;")).k(1, 1, out)
    assert out[0] == 2
    assert len(list((tmp_path / "new").glob("[!.]*"))) == 2
    # A damaged file is compiled again, and a folder that cannot be used is not an error.
    kept.write_bytes(b"damaged")
    Program.from_source(source).k(1, 1, out)
    assert out[0] == 1
    monkeypatch.setenv("XDSL_OPENCL_CACHE", "/proc/none")
    Program.from_source(source).k(1, 1, out)


@pytest.mark.skipif(not hasattr(signal, "SIGCHLD"), reason="needs fork")
def test_after_fork(program: Program) -> None:
    out = np.zeros(64, np.int32)
    program.group(64, 64, Local(256), out)
    child = os.fork()
    if not child:
        # Whatever happens, this must not go on as a second test run.
        try:
            out = np.zeros(1 << 14, np.int32)
            program.group(1 << 14, 64, Local(256), out)
            Program.from_source("kernel void k(global int *p) { p[0]++; }").k(1, 1, out)
            os._exit(0 if out[0] == 64 else 2)
        finally:
            os._exit(1)
    assert os.waitpid(child, 0)[1] == 0


def test_a_vector_of_three_has_the_size_of_four() -> None:
    """OpenCL C, section 6.1.5: also given as the four numbers that its memory has."""
    program = Program.from_source("kernel void k(global int *p, int3 v) { *p = v.z; }")
    for values in ((1, 2, 3), (4, 5, 6, 7)):
        found = np.zeros(1, np.int32)
        program.k(1, 1, found, values)
        assert found.tolist() == [values[2]]
    with pytest.raises(RuntimeFailure, match=r"'v' .* expected 3 numbers, got 5"):
        program.k(1, 1, np.zeros(1, np.int32), (1, 2, 3, 4, 5))


def test_words_for_what_is_missing_or_foreign() -> None:
    program = Program.from_source(
        "kernel void k(global float *p, float4 v) { p[0] = v.x; }"
    )
    with pytest.raises(KeyError, match="the program has no kernel 'f'; it has k"):
        program["f"]
    assert "f" not in program
    with pytest.raises(AttributeError, match="the program has no kernel 'f'; it has k"):
        program.f(1, 1)
    swapped = np.zeros(4, np.dtype(np.float32).newbyteorder())
    message = r"argument 0 'p' .* byte order of another machine; expected float32"
    with pytest.raises(RuntimeFailure, match=message):
        program.k(1, 1, swapped, (1, 2, 3, 4))
    with pytest.raises(RuntimeFailure, match=r"'v' .* expected 4 numbers, got str"):
        program.k(1, 1, np.zeros(4, np.float32), "abcd")
    with pytest.raises(RuntimeFailure, match="a NumPy array, not list"):
        Image(cast(Any, [[0]]))
    with pytest.raises(RuntimeFailure, match="an image without pixels"):
        Image(np.zeros((0, 4, 4), np.uint8))
    with pytest.raises(RuntimeFailure, match="normalized is 'x', not True or False"):
        Sampler(cast(Any, "x"), "clamp", "linear")


def test_events_may_be_carried_by_loops() -> None:
    program = Program.from_source("""
kernel void reverse(global int *p, local int *l) {
  event_t e = 0;
  for (int i = 0; i < 4; i++)
    e = async_work_group_copy(l + i, p + 3 - i, 1, e);
  wait_group_events(1, &e);
  barrier(CLK_GLOBAL_MEM_FENCE);
  p[get_global_id(0)] = l[get_local_id(0)];
}
""")
    p = np.arange(4, dtype=np.int32)
    program.reverse(4, 4, p, Local(16))
    assert p.tolist() == [3, 2, 1, 0]


def test_limits_of_the_device(monkeypatch: pytest.MonkeyPatch) -> None:
    from xdsl_opencl.runtime import device

    monkeypatch.setenv("XDSL_OPENCL_THREADS", "3")
    limits = device()
    assert limits.threads == 3
    assert limits.name
    program = Program.from_source("kernel void k(global int *p) { p[0] = 1; }")
    out = np.zeros(1, np.int32)
    size = limits.max_work_group_size
    program.k(size, size, out)
    with pytest.raises(RuntimeFailure, match=f"at most {size}"):
        program.k(2 * size, 2 * size, out)


def test_llvm_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A maximum over `y` in each work item, as tinygrad writes it. LLVM unrolls the loop, and its
    vectoriser then follows 2 ** 45 paths from the maximum to the first element.
    """
    from xdsl_opencl.runtime.cpu import jit

    def no_entry(name: str) -> None:
        return None

    monkeypatch.setattr(jit, "read_entry", no_entry)
    monkeypatch.setattr(jit, "_patience", lambda ir: 1)  # pyright: ignore
    source = """
kernel void k(global float *r, global float *x, global float *y) {
  float m = -INFINITY;
  for (int i = 0; i < 45; i++) { float v = y[i]; m = m < v ? v : m; }
  int i = get_local_id(0) + get_group_id(0) * 3;
  r[i] = x[i] - m;
}"""
    x = np.arange(45, dtype=np.float32)
    y = np.sin(x)
    r = np.zeros_like(x)
    Program.from_source(source).k(45, 3, r, x, y)
    assert (r == x - y.max()).all()
