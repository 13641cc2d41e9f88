"""
Kernels are compiled when they are first launched: the states of `CpuProgram`'s forms.
"""

from __future__ import annotations

import ctypes
import gc
import json
import re
import subprocess
import sys
import threading
import weakref
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from frontend_helpers import needs_clang
from test_icd_errors import World, create, function, handles

from xdsl_opencl import garbage
from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.backend.toolchain import zig
from xdsl_opencl.frontend import load
from xdsl_opencl.frontend.clang.build_options import BuildOptions
from xdsl_opencl.frontend.clang.opencl_c import compile_opencl_c
from xdsl_opencl.frontend.ir_text.division import divide
from xdsl_opencl.icd.programs import build_cache
from xdsl_opencl.llvm_ir.reader.module import ModuleReader
from xdsl_opencl.runtime import Program
from xdsl_opencl.runtime.cpu import cpu_device, jit
from xdsl_opencl.runtime.cpu.cpu_program import CpuProgram

pytestmark = needs_clang

BENCHMARKS = Path(__file__).parents[2] / "benchmarks" / "cpu.cl"

SOURCE = """
int square(int x) { return x * x; }
constant int table[2] = {3, 4};
kernel void a(global int *p) { p[get_global_id(0)] = square(table[1]); }
kernel void b(global int *p) { p[get_global_id(0)] = square(5); }
kernel void c(global int *p) { p[get_global_id(0)] = table[0]; }
"""


@pytest.fixture(autouse=True)
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDSL_OPENCL_CACHE", str(tmp_path / "cache"))


@pytest.fixture(name="compiled")
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The LLVM IR that LLVM was given."""
    given: list[str] = []
    compile = jit.machine_code

    def seen(ir: str, level: int, facts: int) -> jit.MachineCode:
        given.append(ir)
        return compile(ir, level, facts)

    monkeypatch.setattr(jit, "machine_code", seen)
    return given


ALONE = "kernel void a(global int *p) { p[get_global_id(0)] = 16; }"
"""A kernel that is read at once."""


def forms(program: Program) -> set[str]:
    built: Any = vars(program)["_built"]
    assert isinstance(built, CpuProgram)
    return set(built.forms)


def result(kernel: Any) -> list[int]:
    out = np.zeros(32, np.int32)
    kernel(32, 16, out)
    return sorted(set(out.tolist()))


def test_only_what_is_launched(compiled: list[str]) -> None:
    program = Program.from_source(SOURCE)
    assert list(program) == ["a", "b", "c"]
    assert program.b.arguments[0].name == "p"
    assert forms(program) == set()
    assert result(program.b) == [25]
    assert forms(program) == {"b"}
    assert len(compiled) == 1
    assert "@a(" not in compiled[0]
    assert "table" not in compiled[0]
    assert [result(k) for k in (program.a, program.c)] == [[16], [3]]
    ir = program.llvm_ir
    assert [ir.count(f"\ndefine void @{name}(") for name in "abc"] == [1, 1, 1]


def test_kernels_that_share_variables_are_one_form(compiled: list[str]) -> None:
    source = """
global int count;
kernel void add(global int *p) { if (get_global_id(0) == 0) count += 7; }
kernel void get(global int *p) { p[get_global_id(0)] = count; }
"""
    program = Program.from_source(source, "-cl-std=CL2.0")
    result(program.add)
    assert result(program.get) == [7]
    assert len(compiled) == 1


def test_threads_that_launch_one_kernel(compiled: list[str]) -> None:
    program = Program.from_source(SOURCE)
    found: list[list[int]] = []

    def launch() -> None:
        found.append(result(program.a))

    threads = [threading.Thread(target=launch) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [[16]] * 6
    assert len(compiled) == 1


@pytest.mark.parametrize("source", [SOURCE, ALONE])
def test_an_error_leaves_the_kernel_as_it_was(
    source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = Program.from_source(source)
    with monkeypatch.context() as patch:

        def interrupted(*_: object) -> None:
            raise KeyboardInterrupt

        patch.setattr(cpu_device, "_costs", interrupted)
        with pytest.raises(KeyboardInterrupt):
            result(program.a)
    assert result(program.a) == [16]


@pytest.mark.parametrize(
    ("kernel", "message"),
    [
        (
            "__attribute__((intel_reqd_sub_group_size(4))) kernel void z(void) {}",
            "requires sub-groups of 4",
        ),
        (
            "kernel void z(global int *global *p) { *p[0] = to_local((int *)p) != 0; }",
            "",
        ),
        ("int f(int); kernel void z(global int *p) { *p = f(1); }", "defines 'f'"),
    ],
)
def test_errors_of_a_kernel_that_is_never_launched(kernel: str, message: str) -> None:
    """They are those of a program of this kernel alone, at the same time."""
    options = "-cl-std=CL2.0"

    def error(source: str) -> str:
        try:
            _ = Program.from_source(source, options)["z"]
        except Exception as error:
            return str(error).partition("error:")[2]
        return ""

    alone, beside = error(kernel), error(SOURCE + kernel)
    assert alone == beside
    assert message in alone


def launched(
    world: World, context: int, queue: int, names: bytes, source: str = SOURCE
) -> list[int]:
    """Builds `source` by the driver; returns a result of each kernel that is named."""
    lines = (ctypes.c_char_p * 1)(source.encode())
    program = create("clCreateProgramWithSource", context, 1, lines, None)
    assert function("clBuildProgram")(program, 0, None, None, None, None) == 0
    buffer = create("clCreateBuffer", context, 0, 128, None)
    out = np.zeros(32, np.int32)
    found: list[int] = []
    for name in names:
        kernel = create("clCreateKernel", program, bytes([name]))
        assert function("clSetKernelArg")(kernel, 0, 8, handles(buffer)) == 0
        size = handles(32), handles(16)
        run = (queue, kernel, 1, None, *size, 0, None, None)
        assert function("clEnqueueNDRangeKernel")(*run) == 0
        read = (queue, buffer, cl.TRUE, 0, 128, out.ctypes.data, 0, None, None)
        assert function("clEnqueueReadBuffer")(*read) == 0
        found.append(int(out[-1]))
    return found


def test_kept_builds_and_two_contexts(
    compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    The next process has the code of kernels that were launched, and makes others of the kept
    IR by Clang. Programs of two contexts share what they made.
    """
    world = World()
    here = (world, world.context, world.queue)
    there = (world, world.other, world.foreign_queue)
    compiled.clear()
    assert launched(*here, b"ab") == [16, 25]
    assert launched(*there, b"ba") == [25, 16]
    assert len(compiled) == 2
    vars(build_cache)["_kept"].clear()
    compiled.clear()
    monkeypatch.setattr("xdsl_opencl.icd.programs.programs._compile", None)
    assert launched(*there, b"ab") == [16, 25]
    assert not compiled
    assert launched(*here, b"c") == [3]
    assert len(compiled) == 1
    vars(build_cache)["_kept"].clear()
    assert launched(*here, b"abc") == [16, 25, 3]
    assert len(compiled) == 1


def test_an_error_in_the_driver_leaves_the_kernel_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = World()
    vars(build_cache)["_kept"].clear()
    given = (world, world.context, world.queue, b"a", ALONE)
    with monkeypatch.context() as patch:
        patch.setattr(cpu_device, "_costs", None)
        with pytest.raises(AssertionError):
            launched(*given)
    assert launched(*given) == [16]


ENDS = """
import threading
import numpy as np
from xdsl_opencl.runtime import Program
from xdsl_opencl.runtime.cpu import jit
program = Program.from_source("kernel void k(global int *p) { p[0] = 3; }")
begun, compile = threading.Event(), jit.machine_code
def seen(*args):
    begun.set()
    code = compile(*args)
    print("made", flush=True)
    return code
jit.machine_code = seen
launch = lambda: program.k(1, 1, np.zeros(1, np.int32))
threading.Thread(target=launch, daemon=True).start()
begun.wait()
"""


def test_a_process_that_ends_while_a_kernel_is_made() -> None:
    command = [sys.executable, "-c", ENDS]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "made\n", "")


PROCESSES = """
import os, sys
import numpy as np
begun = []
def seen(event, args):
    if event == "subprocess.Popen":
        begun.append(os.path.basename(args[1][-1] if "-S" in args[1] else args[0]))
sys.addaudithook(seen)
from xdsl_opencl.runtime import Program
program = Program.from_source("kernel void k(global int *p) { p[0] = 3; }")
program.k(1, 1, np.zeros(1, np.int32))
print(*begun)
"""


def test_processes_of_a_first_build() -> None:
    """LLVM's process, which loads while Clang works, and Clang; nothing to find them."""
    command = [sys.executable, "-c", PROCESSES]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    llvm, *others = done.stdout.split()
    assert llvm == "llvm_worker.py"
    # A Clang on the path is asked for its version.
    assert len(others) == (1 if zig() else 2)


PLAIN = """
float twice(float x) { return 2 * x; }
constant float factors[2] = {3, 4};
kernel void a(global float *p) { p[get_global_id(0)] = twice(p[get_global_id(0)]) + sqrt(factors[1]); }
kernel void b(global const float *p, global float *q, int n) {
  local float l[16];
  l[get_local_id(0)] = p[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int k = 0; k < n; k++) sum = mad(l[k], 2.0f, sum);
  q[get_global_id(0)] = sum;
}
__attribute__((reqd_work_group_size(8, 1, 1)))
kernel void c(global int2 *restrict p, char n) { p[get_global_id(0)].x += n; }
"""


@pytest.fixture(name="read")
def read_texts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The LLVM IR that was read."""
    texts: list[str] = []
    init = ModuleReader.__init__

    def seen(self: ModuleReader, text: str, **more: Any) -> None:
        texts.append(text)
        init(self, text, **more)

    monkeypatch.setattr(ModuleReader, "__init__", seen)
    return texts


def whole(source: str, monkeypatch: pytest.MonkeyPatch, options: str = "") -> Program:
    def undivided(_: str) -> None:
        return None

    with monkeypatch.context() as patch:
        patch.setattr(load, "divide", undivided)
        return Program.from_source(source, options)


def test_plain_kernels_are_read_when_they_are_launched(read: list[str]) -> None:
    program = Program.from_source(PLAIN)
    assert len(read) == 1
    assert not re.search("fmul|getelementptr", read[0].partition("@c(")[2])
    p = np.arange(16, dtype=np.float32) + 1
    q = np.zeros(16, np.float32)
    program.b(16, 16, p, q, 3)
    assert (q == 12).all()
    assert len(read) == 2
    assert all(f"@{name}(" not in read[1] for name in "ac")
    program.b(8, 8, p, q, 2)
    assert len(read) == 2
    program.c(8, None, p.view(np.int32), 5)
    program.a(16, 16, p)
    assert p[0] == 2 * np.int32(np.float32(1).view(np.int32) + 5).view(np.float32) + 2
    assert len(read) == 4


@pytest.mark.parametrize("options", ["", "-cl-std=CL3.0"])
def test_they_are_the_kernels_of_the_whole_program(
    options: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for source in (PLAIN, BENCHMARKS.read_text()):
        lazy = Program.from_source(source, options)
        eager = whole(source, monkeypatch, options)
        for name in lazy:
            one: Any = lazy[name]
            other: Any = eager[name]
            assert one.description.table() == other.description.table()
            assert one.form.ir.text == other.form.ir.text
        assert lazy.log == eager.log


@pytest.mark.parametrize(
    ("more", "plain"),
    [
        ("", "abc"),
        ("kernel void d(global float *p) { p[0] = nan(0u); }", "abc"),
        ("kernel void d(read_only image2d_t i, global int *p) { p[0] = 1; }", "abc"),
        ("kernel void d(global int *p) { atomic_inc(p); }", "abc"),
        ("struct s { int x; }; kernel void d(struct s s, global int *p) {*p = s.x;}", "abc"),
        ("float f(float); kernel void d(global float *p) { *p = f(1); }", "abc"),
        ("float f(float x) { return nan(0u); } kernel void d(global float *p) {*p = f(1);}", "abc"),
        ("float f(float x) { return -x; } kernel void d(global float *p) {*p = f(1);}", "abcd"),
        ("kernel void d(global int *p) { *p = __builtin_popcount(*p); }", "abc"),
        ("kernel void d(global float *p) { *p = mix(sqrt(*p), 2.0f, 0.5f); }", "abcd"),
        ("float __attribute__((overloadable)) max(global float *p, float x);"
         "kernel void d(global float *p) { *p = max(p, 1.0f); }", "abc"),
        ("extern constant int e; kernel void d(global int *p) { *p = e; }", "abc"),
        ("kernel void d(global int2 *p) { c(p, 3); }", ""),
        ("global int g; kernel void d(global int *p) { *p = g; }", ""),
    ],
)  # fmt: skip
def test_which_kernels_are_plain(more: str, plain: str) -> None:
    ir = compile_opencl_c(BuildOptions(standard="CL2.0"), text=PLAIN + more).ir
    division = divide(ir)
    assert "".join(division.plain if division else ()) == plain


@pytest.mark.parametrize("check", [False, True])
def test_two_kernels_are_read_at_once(read: list[str], check: bool) -> None:
    source = PLAIN if check else PLAIN.partition("__attribute__")[0]
    program = Program.from_source(source, check=check)
    before = len(read)
    program.a(16, 16, np.ones(16, np.float32))
    assert len(read) == before


def test_a_verified_program_is_read_at_once(
    read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDSL_OPENCL_VERIFY", "1")
    program = Program.from_source(PLAIN)
    program.a(16, 16, p := np.ones(16, np.float32))
    assert (p == 4).all()
    assert len(read) == 1


def test_the_driver_reads_what_is_launched(read: list[str]) -> None:
    """Also of a kept build, whose LLVM IR is there."""
    world = World()
    vars(build_cache)["_kept"].clear()
    here = (world, world.context, world.queue)
    read.clear()
    assert launched(*here, b"a") == [16]
    assert [len(read), "mul" in read[0]] == [2, False]
    vars(build_cache)["_kept"].clear()
    read.clear()
    assert launched(*here, b"ab") == [16, 25]
    assert len(read) == 2
    assert "@a(" not in read[1]


GARBAGE = """
import gc
import numpy as np
def counts():
    return [one["collections"] for one in gc.get_stats()]
print(counts())
from xdsl_opencl.runtime import Program
print(counts())
for number in range(3):
    source = "kernel void k(global int *p) { p[get_global_id(0)] = %d; }" % number
    Program.from_source(source).k(64, 16, np.zeros(64, np.int32))
print(counts())
"""


def test_python_looks_for_garbage_while_llvm_works() -> None:
    done = subprocess.run(
        [sys.executable, "-c", GARBAGE], capture_output=True, text=True, check=True
    )
    before, imported, after = map(json.loads, done.stdout.splitlines())
    # It was 230, 20 and 2 times.
    assert imported == before
    # At most once a launch among the older ones, never among all.
    assert after[1] - imported[1] <= 3
    assert after[2] == imported[2]


def test_garbage_is_found_early() -> None:
    class Cycle:
        def __init__(self) -> None:
            self.own = self

    most = 50 * gc.get_threshold()[0]
    for switch in (gc.disable, gc.enable):
        switch()
        with garbage.no_collection():
            lost = weakref.ref(Cycle())
            many = [[number] for number in range(most)]
            garbage.collect_early()
            # A program may have turned it off.
            assert (lost() is None) == (switch is gc.enable)
        assert len(many) == most
        many.clear()


def test_what_is_imported_is_old_unless_a_program_froze_it() -> None:
    with garbage.importing():
        made = [object()]
    assert any(one is made for one in gc.get_objects(generation=2))
    assert gc.get_freeze_count() == 0
    gc.freeze()
    try:
        with garbage.importing():
            pass
        assert gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()
