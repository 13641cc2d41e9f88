"""
Kernels are compiled when they are first launched: the states of `CpuProgram`'s forms.
"""

from __future__ import annotations

import ctypes
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from frontend_helpers import needs_clang
from test_icd_errors import World, create, function, handles

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.backend.toolchain import zig
from xdsl_opencl.icd.programs import build_cache
from xdsl_opencl.runtime import Program
from xdsl_opencl.runtime.cpu import cpu_device, jit
from xdsl_opencl.runtime.cpu.cpu_program import CpuProgram

pytestmark = needs_clang

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


def test_an_error_leaves_the_kernel_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    program = Program.from_source(SOURCE)
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


def launched(world: World, context: int, queue: int, names: bytes) -> list[int]:
    """Builds `SOURCE` by the driver; returns a result of each kernel that is named."""
    lines = (ctypes.c_char_p * 1)(SOURCE.encode())
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
