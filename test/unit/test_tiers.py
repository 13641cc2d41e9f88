"""
The first launches of a kernel run code that is soon there, later ones the best: the states of
`CpuProgram`'s forms.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from frontend_helpers import needs_clang
from test_icd_errors import World, create, function, handles

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.backend.llvm import llvm_child
from xdsl_opencl.backend.llvm.llvm_host import CHEAP, QUICK
from xdsl_opencl.icd.programs import build_cache
from xdsl_opencl.runtime import Program
from xdsl_opencl.runtime.cpu import cpu_device, jit, thread_pool

pytestmark = needs_clang

SUMS = """
kernel void sums(global const float *x, global float *y, int n) {
  int i = get_global_id(0);
  float sum = 0;
  for (int k = 0; k <= n; k++) sum += x[(i + k) & 255] * 3;
  y[i] = sum;
}
"""
UNKNOWN = SUMS.replace("k <= n", "k * x[0] <= n * x[0]")
"""The same sums, by a loop whose rounds nobody can count before it runs."""
X = np.random.default_rng(42).random(256, np.float32)
SLOW = "def serve(*_):\n    while True: pass\n"
"""A module that stands for LLVM without an end."""
MANY = 33
"""Launches, however small, after which the best code is worth its time."""


@pytest.fixture(name="levels", autouse=True)
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The levels of code that LLVM is asked for, in a process with tiers and its own cache."""
    monkeypatch.setenv("XDSL_OPENCL_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("XDSL_OPENCL_TIERS")
    found: list[int] = []
    request = jit._request  # pyright: ignore[reportPrivateUsage]

    def seen(linked: Any, level: int, facts: int) -> dict[str, Any]:
        found.append(level)
        return request(linked, level, facts)

    monkeypatch.setattr(jit, "_request", seen)
    return found


def check(kernel: Any, items: int = 256, n: int = 1) -> None:
    """Launches `sums` and compares it with NumPy; multiples of 3 are exact."""
    y = np.zeros(items, np.float32)
    kernel(items, 64, X, y, n)
    rows = [np.resize(np.roll(X, -k), items) * np.float32(3) for k in range(n + 1)]
    sums = np.zeros(items, np.float32)
    for row in rows:
        sums += row
    np.testing.assert_allclose(y, sums, rtol=1e-6)


def functions(kernel: Any) -> list[Any]:
    return [*cast("dict[int, Any]", vars(kernel)["_functions"]).values()]


def until_best(kernel: Any, launch: Any) -> None:
    """Launches until the kernel has its best code."""
    end = time.monotonic() + 60
    while not all(code.is_best for code in functions(kernel)):
        assert time.monotonic() < end
        launch()


def test_small_launches_then_the_best(levels: list[int]) -> None:
    kernel = Program.from_source(SUMS).sums
    check(kernel)
    assert levels == [CHEAP]
    for _ in range(MANY - 2):
        check(kernel)
    assert levels == [CHEAP]
    until_best(kernel, lambda: check(kernel))
    check(kernel)
    assert levels == [CHEAP, 3]


@pytest.mark.parametrize(
    ("items", "counted", "first"), [(1 << 22, True, QUICK), (1 << 14, False, CHEAP)]
)
def test_a_long_launch_takes_the_best_code_in_its_middle(
    levels: list[int], items: int, counted: bool, first: int
) -> None:
    """Whether or not the rounds of its loops are known before; then its first code is faster."""
    kernel = Program.from_source(SUMS if counted else UNKNOWN).sums
    (y,), n = np.zeros((1, items), np.float32), (1 << 30) // items
    kernel(items, 16, np.ones(256, np.float32), y, n)
    assert levels == [first, 3]
    assert all(code.is_best for code in functions(kernel))
    assert (y == 3 * (n + 1)).all()


BARRIER = """
kernel void sums(global const float *x, global float *y, int n) {
  int i = get_global_id(0), k = get_local_id(0), m = get_local_size(0);
  local float shared_x[64];
  float own = 3 * x[i & 255], sum = own;
  for (int j = 1; j <= n; j++) {
    shared_x[k] = 3 * x[(i + j) & 255];
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += shared_x[m - 1 - (m - 1 - k)];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  y[i] = sum;
}
"""


@pytest.mark.parametrize("source", [SUMS, BARRIER])
@pytest.mark.parametrize("large", [True, False])
def test_rows_are_formed_when_they_are_of_use(
    source: str, large: bool, levels: list[int]
) -> None:
    """Small launches run a plain form; a large one, and who asks for the form, get rows."""
    kernel = Program.from_source(source).sums
    for _ in range(2):
        check(kernel)
    (form,) = kernel._program.forms.values()
    assert form.plain
    assert " x float>" not in form.ir.text
    assert levels == [CHEAP]
    if large:
        check(kernel, 1 << 13)
        assert levels == [CHEAP, CHEAP]
    rows = kernel.form
    assert rows.earlier is form
    assert not rows.plain
    assert " x float>" in rows.ir.text
    check(kernel)
    assert kernel.form is rows


def test_a_second_launch_of_unknown_length(
    levels: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thread_pool, "_LONG", 1000)
    kernel = Program.from_source(UNKNOWN).sums
    for expected in ([CHEAP], [CHEAP, 3]):
        check(kernel)
        assert levels == expected


def test_work_counts(levels: list[int]) -> None:
    """Two launches that are nearly large are a reason for the best code."""
    kernel = Program.from_source(SUMS).sums
    y = np.zeros(1 << 22, np.float32)
    for _ in range(2):
        kernel(1 << 22, 64, X, y, 1)
    assert levels == [CHEAP, 3]


@pytest.mark.parametrize(
    ("source", "options", "keywords", "wanted"),
    [
        (SUMS, "--one-tier", {}, 3),
        (SUMS, "", {"level": 1}, 1),
        (SUMS, "", {"level": 2}, CHEAP),
        (SUMS, "", {"check": True}, 3),
        (SUMS, "-cl-fast-relaxed-math", {}, 3),
        ("global int g;" + SUMS.replace("y[i] = sum", "y[i] = sum + g"), "", {}, 3),
    ],
)
def test_where_there_is_one_tier(
    source: str, options: str, keywords: Any, wanted: int, levels: list[int]
) -> None:
    options = f"-cl-std=CL3.0 {options}"
    check(cast("Any", Program).from_source(source, options, **keywords).sums)
    assert levels == [wanted]


def test_the_variable(levels: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDSL_OPENCL_TIERS", "0")
    check(Program.from_source(SUMS).sums)
    assert levels == [3]


def test_threads_that_launch_at_once(levels: list[int]) -> None:
    kernel = Program.from_source(SUMS).sums
    errors: list[BaseException] = []

    def launches() -> None:
        try:
            for _ in range(40):
                check(kernel)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=launches) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    until_best(kernel, lambda: check(kernel))
    assert levels == [CHEAP, 3]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"ir": "no module"}, "LLVM refuses the kernel"),
        ({"service": "no.such.module"}, "LLVM aborted: "),
        # Lower levels take as long.
        ({"service": "slow", "seconds": 0.01}, "LLVM aborted: "),
    ],
)
def test_llvm_that_fails_leaves_the_first_code(
    change: dict[str, Any],
    reason: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    request = jit._request  # pyright: ignore[reportPrivateUsage]

    def faulty(linked: Any, level: int, facts: int) -> Any:
        made = request(linked, level, facts)
        return made if level == CHEAP else {**made, **change}

    monkeypatch.setattr(jit, "_request", faulty)
    (tmp_path / "slow.py").write_text(SLOW)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    llvm_child._close_all()  # pyright: ignore[reportPrivateUsage]
    kernel = Program.from_source(SUMS).sums
    check(kernel)
    for _ in range(MANY):
        check(kernel)
    until_best(kernel, lambda: check(kernel))
    check(kernel)
    # A long launch has no other code, either.
    check(kernel, 1 << 23)
    said = capfd.readouterr().err
    assert said.startswith(
        "xdsl-opencl: kernel 'sums' keeps the code of its first launch: " + reason
    )
    assert said.count("xdsl-opencl") == 1


def test_cheap_code_that_fails_is_no_error(
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    request, levels = jit._request, list[int]()  # pyright: ignore[reportPrivateUsage]

    def faulty(linked: Any, level: int, facts: int) -> Any:
        levels.append(level)
        made = request(linked, level, facts)
        return {**made, "ir": "no module"} if level == CHEAP else made

    monkeypatch.setattr(jit, "_request", faulty)
    kernel = Program.from_source(SUMS).sums
    check(kernel)
    assert all(code.is_best for code in functions(kernel))
    # The plain form has no hints for the vectoriser, which level 1 leaves out.
    assert levels == [CHEAP, 1]
    assert capfd.readouterr().err == ""


def test_a_process_of_llvm_that_is_done_is_free() -> None:
    llvm_child._close_all()  # pyright: ignore[reportPrivateUsage]
    kernel = Program.from_source(SUMS).sums
    check(kernel)
    (child,) = llvm_child.idle
    while not (asked := llvm_child._under_way):  # pyright: ignore[reportPrivateUsage]
        check(kernel)
    (question,) = asked
    assert question.child is child
    end = time.monotonic() + 60
    while not question.is_answered():
        assert time.monotonic() < end
    # Nobody launched meanwhile.
    check(Program.from_source(SUMS.replace("* 3", "* (1 + 2)")).sums)
    assert llvm_child.idle == [child]


UNDER_WAY = f"""
import os, sys, time
import numpy as np
from xdsl_opencl.backend.llvm import llvm_child
from xdsl_opencl.runtime import Program
from xdsl_opencl.runtime.cpu import jit, thread_pool
request = jit._request
def endless(linked, level, facts):
    made = request(linked, level, facts)
    return made if level == -1 else dict(made, service="slow", seconds=60)
jit._request = endless
kernel = Program.from_source({SUMS!r}).sums
x, y = np.ones(256, np.float32), np.zeros(256, np.float32)
for _ in range(40):
    kernel(256, 64, x, y, 1)
(question,) = llvm_child._under_way
print(question.child.process.pid, flush=True)
"""
FORKS = """
child = os.fork()
y[:] = 0
for _ in range(40):
    kernel(256, 64, x, y, 1)
assert (y == 6).all()
if child:
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
"""


@pytest.mark.parametrize("more", ["", FORKS, "os._exit(0)"])
def test_a_process_that_ends_while_better_code_is_made(
    more: str, tmp_path: Path
) -> None:
    (tmp_path / "slow.py").write_text(SLOW)
    done = subprocess.run(
        [sys.executable, "-c", UNDER_WAY + more],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    end = time.monotonic() + 30
    while Path(f"/proc/{int(done.stdout)}").exists():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_another_process_takes_the_plain_form(
    monkeypatch: pytest.MonkeyPatch, levels: list[int]
) -> None:
    for lowers in (True, False):
        world = World()
        if not lowers:
            # As in another process.
            vars(build_cache)["_kept"].clear()
            monkeypatch.setattr(cpu_device.Lowering, "lower", None)
            levels.clear()
        queue = create(
            "clCreateCommandQueueWithProperties", world.context, world.device, None
        )
        lines = (ctypes.c_char_p * 1)(PRINTS.replace("printf", "(void)").encode())
        program = create("clCreateProgramWithSource", world.context, 1, lines, None)
        assert function("clBuildProgram")(program, 0, None, None, None, None) == 0
        kernel = create("clCreateKernel", program, b"k")
        buffer = create("clCreateBuffer", world.context, 0, 256, None)
        assert function("clSetKernelArg")(kernel, 0, 8, handles(buffer)) == 0
        sizes = handles(64), handles(16)
        launch = (queue, kernel, 1, None, *sizes, 0, None, None)
        assert function("clEnqueueNDRangeKernel")(*launch) == 0
        assert function("clFinish")(queue) == 0
    assert levels == []


PRINTS = """
kernel void k(global int *p) {
  int i = get_global_id(0);
  p[i] += i;
  if (i == 0) printf("one\\n");
}
"""


def run(queue: int, kernel: int, times: Iterable[int]) -> int:
    """Launches; returns how many events had plausible times."""
    good = 0
    for _ in times:
        event = handles(0)
        sizes = handles(64), handles(16)
        call = (queue, kernel, 1, None, *sizes, 0, None, event)
        assert function("clEnqueueNDRangeKernel")(*call) == 0
        assert function("clWaitForEvents")(1, event) == 0
        stamps: list[int] = []
        for word in (
            cl.PROFILING_COMMAND_QUEUED,
            cl.PROFILING_COMMAND_SUBMIT,
            cl.PROFILING_COMMAND_START,
            cl.PROFILING_COMMAND_END,
        ):
            value = handles(0)
            get = function("clGetEventProfilingInfo")
            assert get(event[0], word, 8, value, None) == 0
            stamps.append(value[0])
        good += stamps == sorted(stamps) and stamps[-1] > stamps[-2]
        function("clReleaseEvent")(event[0])
    return good


def test_a_queue_across_the_change(
    levels: list[int], capfd: pytest.CaptureFixture[str]
) -> None:
    """Events, times, what kernels print, two contexts, and kept builds."""
    world = World()
    properties = handles(cl.QUEUE_PROPERTIES, cl.QUEUE_PROFILING_ENABLE, 0)
    levels.clear()
    launches = 2 * MANY
    for number, context in enumerate((world.context, world.other, world.context)):
        if number == 2:
            vars(build_cache)["_kept"].clear()
        queue = create(
            "clCreateCommandQueueWithProperties", context, world.device, properties
        )
        lines = (ctypes.c_char_p * 1)(PRINTS.encode())
        program = create("clCreateProgramWithSource", context, 1, lines, None)
        assert function("clBuildProgram")(program, 0, None, None, None, None) == 0
        kernel = create("clCreateKernel", program, b"k")
        buffer = create("clCreateBuffer", context, 0, 256, None)
        out = np.zeros(64, np.int32)
        both = (queue, buffer, cl.TRUE, 0, 256, out.ctypes.data, 0, None, None)
        assert function("clEnqueueWriteBuffer")(*both) == 0
        assert function("clSetKernelArg")(kernel, 0, 8, handles(buffer)) == 0
        assert run(queue, kernel, range(launches)) == launches
        end = time.monotonic() + 60
        extra = 0
        while levels != [CHEAP, 3] or llvm_child._under_way:  # pyright: ignore[reportPrivateUsage]
            assert time.monotonic() < end
            run(queue, kernel, range(1))
            extra += 1
        assert function("clEnqueueReadBuffer")(*both) == 0
        assert (out == np.arange(64) * (launches + extra)).all()
        assert capfd.readouterr().out == "one\n" * (launches + extra)
    assert levels == [CHEAP, 3]
