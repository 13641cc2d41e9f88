"""
Processes that are started before they are needed are used for the same call alone, and leave
nothing behind.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from frontend_helpers import needs_clang

from xdsl_opencl.backend import spare
from xdsl_opencl.frontend.clang.build_options import BuildOptions
from xdsl_opencl.frontend.clang.opencl_c import compile_opencl_c
from xdsl_opencl.runtime import Program

TELL = "import os, sys; print(os.getpid(), os.getcwd(), sys.stdin.read())"
COMMAND = (sys.executable, "-c", TELL)
ENVIRONMENT = dict(os.environ)


@pytest.fixture(autouse=True)
def nothing_waits() -> Iterator[None]:
    spare.close()
    yield
    spare.close()


def call(
    command: tuple[str, ...] = COMMAND, environment: dict[str, str] = ENVIRONMENT
) -> tuple[int, str]:
    done = spare.run(command, b"text", environment)
    assert done.returncode == 0, done.stderr
    pid, folder, text = done.stdout.decode().split()
    assert text == "text"
    return int(pid), folder


def call_twice() -> int:
    call()
    return call()[0]


def started() -> int:
    spare.start_spare()
    ((_, process),) = spare._waiting  # pyright: ignore[reportPrivateUsage]
    return process.pid


def is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_the_same_call_takes_it() -> None:
    first = call_twice()
    pid = started()
    assert started() == pid != first
    assert call()[0] == pid
    assert call()[0] != pid
    assert is_gone(pid)


def test_one_call_is_no_reason() -> None:
    call((*COMMAND, "other"))
    call()
    spare.start_spare()
    assert not spare._waiting  # pyright: ignore[reportPrivateUsage]


def test_other_calls_do_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    call_twice()
    pid = started()
    assert call((*COMMAND, "more"))[0] != pid
    assert is_gone(pid)
    call_twice()
    pid = started()
    assert call(environment={**ENVIRONMENT, "MORE": "1"})[0] != pid
    assert is_gone(pid)
    call_twice()
    pid = started()
    monkeypatch.chdir(tmp_path)
    assert call() != (pid, str(tmp_path.resolve()))
    assert is_gone(pid)


def test_one_that_ended_is_no_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    call_twice()
    pid = started()
    os.kill(pid, 9)
    assert call()[0] != pid
    pid = started()
    ((_, process),) = spare._waiting  # pyright: ignore[reportPrivateUsage]
    os.kill(pid, 9)
    # Nobody had noticed yet.
    monkeypatch.setattr(process, "poll", lambda: None)
    assert call()[0] != pid
    assert not spare._waiting  # pyright: ignore[reportPrivateUsage]


def test_a_fork_leaves_it_to_its_parent() -> None:
    call_twice()
    pid = started()
    waiting = spare._waiting  # pyright: ignore[reportPrivateUsage]
    ((began, process),) = waiting
    waiting[:] = [(began._replace(owner=0), process)]
    assert call()[0] != pid
    assert not is_gone(pid)
    waiting[:] = [(began, process)]
    spare.close()
    assert is_gone(pid)


def test_a_forked_process_does_not_hold_its_input() -> None:
    call_twice()
    pid = started()
    asks, tells = os.pipe()
    child = os.fork()
    if not child:
        os.close(tells)
        os.read(asks, 1)
        os._exit(bool(spare._waiting))  # pyright: ignore[reportPrivateUsage]
    os.close(asks)
    waiting = spare._waiting  # pyright: ignore[reportPrivateUsage]
    alarm = threading.Timer(60, os.kill, (child, 9))
    alarm.start()
    try:
        assert [process.pid for _, process in waiting] == [pid]
        assert call()[0] == pid
    finally:
        os.close(tells)
        status = os.waitpid(child, 0)[1]
        alarm.cancel()
    assert os.waitstatus_to_exitcode(status) == 0


def test_threads_that_call_at_once() -> None:
    call_twice()
    pid = started()
    found: list[int] = []

    def one() -> None:
        spare.start_spare()
        found.append(call()[0])

    threads = [threading.Thread(target=one) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == 8
    spare.close()
    assert all(map(is_gone, (pid, *found)))


def test_a_program_that_does_not_exist() -> None:
    with pytest.raises(FileNotFoundError):
        spare.run(("/no/such/program",), b"", ENVIRONMENT)
    spare.start_spare()
    assert not spare._waiting  # pyright: ignore[reportPrivateUsage]


@needs_clang
def test_programs_of_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Clang for the next program starts while LLVM compiles this one, from the second one on, but
    not where it looks for folders before it reads the program.
    """
    monkeypatch.setenv("XDSL_OPENCL_CACHE", "")
    pids: list[int] = []
    compile_opencl_c(BuildOptions(), text="kernel void k(void) {}")
    for number in range(3):
        source = f"kernel void k(global int *p) {{ *p = {number}; }}"
        out = np.zeros(1, np.int32)
        Program.from_source(source).k(1, 1, out)
        assert out[0] == number
        assert spare._waiting  # pyright: ignore[reportPrivateUsage]
        assert all(map(is_gone, pids))
        pids.append(started())
    assert len(set(pids)) == 3
    text = "#if 0\n#include <file>\n#endif\nkernel void k(void) {}"
    compile_opencl_c(BuildOptions.from_text("-I ."), text=text)
    assert started() == pids[-1]
    # The folder alone is no reason to wait.
    compile_opencl_c(BuildOptions.from_text("-I ."), text="kernel void k(void) {}")
    assert is_gone(pids[-1])
