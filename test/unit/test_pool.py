"""The threads that run work-groups: pieces of launches, and who runs them."""

from __future__ import annotations

import ctypes
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from xdsl_opencl.runtime import Program, RuntimeFailure
from xdsl_opencl.runtime.cpu import cpu_program
from xdsl_opencl.runtime.cpu import thread_pool as pools
from xdsl_opencl.runtime.cpu.thread_pool import MOST_PIECES, PIECE_ITEMS, Pool

_POINTER, _NUMBER = ctypes.c_void_p, ctypes.c_int64
_GROUPS = ctypes.CFUNCTYPE(None, _POINTER, _POINTER, _NUMBER, _NUMBER)


class Launch:
    """A groups function in Python."""

    def __init__(self, run: Callable[[int, int], None]):
        def call(arguments: int, launch: int, first: int, last: int) -> None:
            run(first, last)

        self._function = _GROUPS(call)
        address = ctypes.cast(self._function, _POINTER).value
        assert address is not None
        self.address = address
        self.stop = ctypes.c_int64()

    def __call__(
        self,
        pool: Pool,
        groups: int,
        items: int = 0,
        threads: int | None = None,
        better: Callable[[bool], int | None] | None = None,
    ) -> None:
        stop = ctypes.addressof(self.stop)
        pool.run(self.address, 0, 0, groups, None, stop, threads, items, better)


@pytest.fixture(scope="module", params=[1, 2, 3])
def pool(request: pytest.FixtureRequest) -> Iterator[Pool]:
    pool = Pool(request.param)
    yield pool
    pool.close()


@pytest.mark.parametrize("groups", [1, 2, 3, 7, 63, 64, 65, 193, 1000, 123457])
@pytest.mark.parametrize("items", [0, 1, 256, 20000])
def test_each_group_runs_once(pool: Pool, groups: int, items: int) -> None:
    """
    The ranges that the threads ran are all groups; the launching thread helps only where
    it is allowed to.
    """
    taken: list[tuple[int, int, int]] = []

    def run(first: int, last: int) -> None:
        taken.append((first, last, threading.get_ident()))

    Launch(run)(pool, groups, groups * items)
    ranges = sorted((first, last) for first, last, _ in taken)
    callers = {caller for *_, caller in taken}
    assert all(first < last for first, last in ranges)
    assert [0, *(last for _, last in ranges)] == [
        *(first for first, _ in ranges),
        groups,
    ]
    assert len(callers) <= pool.threads
    if not items:
        assert threading.get_ident() not in callers
    elif pool.threads == 1 or groups == 1:
        assert callers == {threading.get_ident()}
    # An interrupt waits for the main thread's pieces.
    for first, last, caller in taken:
        if caller == threading.get_ident():
            assert (last - first) * items <= 2 * max(PIECE_ITEMS, items)


def test_nobody_is_left_behind(pool: Pool) -> None:
    """A launch ends with its last group, whoever runs it."""
    ended: list[int] = []

    def run(first: int, last: int) -> None:
        if threading.get_ident() != threading.main_thread().ident:
            begun.set()
            time.sleep(0.05)
        elif pool.threads > 1:
            begun.wait(20)
        ended.extend(range(first, last))

    for items in (0, 3):
        begun = threading.Event()
        ended.clear()
        Launch(run)(pool, 3, items)
        assert sorted(ended) == [0, 1, 2]


@pytest.mark.parametrize("items", [0, PIECE_ITEMS])
@pytest.mark.parametrize("long", [1e-6, 1000])
def test_better_code_in_the_middle(
    pool: Pool, items: int, long: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    The groups that are left run the better function; it is worth making for launches that go on
    for long.
    """
    monkeypatch.setattr(pools, "_LONG", long)
    ran: dict[str, list[int]] = {"first": [], "better": []}

    def groups(name: str) -> Callable[[int, int], None]:
        def run(first: int, last: int) -> None:
            time.sleep(0.004)
            ran[name].extend(range(first, last))

        return run

    asked: list[bool] = []
    done: list[float] = []
    second = Launch(groups("better"))

    def better(is_long: bool) -> int | None:
        asked.append(is_long)
        done.append(pool.progress() or 0)
        return second.address if done[-1] else None

    count = 64 * pool.threads
    Launch(groups("first"))(pool, count, count * items, better=better)
    assert sorted(ran["first"] + ran["better"]) == [*range(count)]
    assert set(asked) == {long < 1}
    assert done == sorted(done)
    assert 0 < done[-1] < 1
    assert len(ran["better"]) > count // 2
    assert ran["first"]


def test_a_stopped_launch_ends(pool: Pool) -> None:
    """Nobody begins a piece any more: a launch has up to 2^31."""
    launch = Launch(lambda first, last: setattr(launch.stop, "value", 1))
    before = time.monotonic()
    launch(pool, MOST_PIECES * 3, MOST_PIECES * PIECE_ITEMS * 3)
    assert time.monotonic() - before < 30


def test_launches_at_the_same_time() -> None:
    """
    Launches of several threads share the pool's threads; each ends with its own groups.
    """
    pool = Pool(3)
    counts = np.zeros((6, 2), np.int64)

    def launches(number: int) -> None:
        def run(first: int, last: int) -> None:
            with lock:
                counts[number, 0] += last - first

        lock = threading.Lock()
        launch = Launch(run)
        for groups in range(1, 120):
            launch(pool, groups, groups * (number % 2), threads=1 + number % 3)
            counts[number, 1] += groups

    threads = [threading.Thread(target=launches, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    pool.close()
    assert (counts == 119 * 60).all()


def test_two_launches_run_beside_each_other() -> None:
    """
    A launch that may have one thread leaves the other to another launch: either waits for
    the other's group.
    """
    pool, both, met = Pool(2), threading.Barrier(2), [0]

    def run(first: int, last: int) -> None:
        both.wait(20)
        met[0] += 1

    threads = [
        threading.Thread(target=Launch(run), args=(pool, 1), kwargs={"threads": 1})
        for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    pool.close()
    assert met == [2]


def test_a_guard_ends_the_launch(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    The signal that it tells of is the launch's error, and no further group is begun.
    """
    ran: list[int] = []

    def run(function: int, arguments: int, launch: int, first: int, last: int) -> int:
        ran.append(first)
        return 11

    prototype = ctypes.CFUNCTYPE(
        ctypes.c_int, _POINTER, _POINTER, _POINTER, _NUMBER, _NUMBER
    )
    guard = prototype(run)
    monkeypatch.setattr(pools, "_guard", ctypes.cast(guard, _POINTER).value)
    pool = Pool(2)
    launch = Launch(lambda first, last: None)
    for items in (0, 1000):
        ran.clear()
        launch.stop.value = 0
        with pytest.raises(RuntimeFailure, match="a kernel was ended by SIGSEGV"):
            launch(pool, 1000, items)
        assert 1 <= len(ran) <= 2
    monkeypatch.undo()
    launch.stop.value = 0
    launch(pool, 1000)
    pool.close()


def test_who_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    """The main thread helps with kernels that surely end soon, others with all."""
    program = Program.from_source(
        """kernel void loops(global int *p) {
             for (int i = 0; i < p[0]; i++) p[1 + get_global_id(0)] += i;
           }
           kernel void counted(global int *p, int n) {
             for (int i = 0; i < n && i < p[0]; i++) p[1 + get_global_id(0)] += i;
           }
           kernel void straight(global int *p) { p[1 + get_global_id(0)] = 3; }"""
    )
    helped: list[bool] = []

    pool = Pool(2)
    run = pool.run

    def watched(*values: Any) -> None:
        helped.append(bool(values[7]))
        run(*values)

    monkeypatch.setattr(pool, "run", watched)
    monkeypatch.setattr(cpu_program, "pool", lambda: pool)
    for name, values, expected in (
        ("loops", (), [False, True]),
        ("straight", (), [True, True]),
        ("counted", (8,), [True, True]),
        # Who knows when?
        ("counted", (1 << 30,), [False, True]),
    ):
        helped.clear()
        data = np.zeros(1 + (1 << 14), np.int32)
        data[0] = 3

        def launch(name: str = name, data: Any = data, values: Any = values) -> None:
            program[name](1 << 14, 64, data, *values)

        launch()
        thread = threading.Thread(target=launch)
        thread.start()
        thread.join(60)
        assert helped == expected
        assert (data[1:] == (3 if name == "straight" else 6)).all()
    pool.close()


def test_exit_while_threads_wait_for_work() -> None:
    """Their code is there until the process ends."""
    code = """
from xdsl_opencl.runtime import Program
import numpy as np
p = np.zeros(1 << 16, np.int32)
Program.from_source("kernel void k(global int *p) { p[get_global_id(0)] = 1; }").k(
    1 << 16, 64, p)
print(p.sum())
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "65536\n", "")
