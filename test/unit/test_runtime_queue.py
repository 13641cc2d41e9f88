"""Queues and events of the CPU device: order, wait lists, times, failures, forks."""

from __future__ import annotations

import gc
import os
import threading
import time
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from xdsl_opencl.runtime import (
    Event,
    Program,
    Queue,
    RuntimeFailure,
    Status,
    UserEvent,
    wait_all,
)

SOURCE = """
kernel void add(global int *p, int n) { p[get_global_id(0)] += n; }
kernel void twice(global int *p) { p[get_global_id(0)] *= 2; }
"""

SECONDS = 30
"""More than any command here takes: a wait that lasts so long is a fault."""


@pytest.fixture(scope="module")
def program() -> Program:
    return Program.from_source(SOURCE, level=1)


def recorder(seen: list[str], name: str) -> Callable[[], None]:
    return lambda: seen.append(name)


def fails() -> None:
    raise ValueError("no such thing")


def test_launches_in_order(program: Program):
    queue, p = Queue(), np.zeros(100, np.int32)
    gate = UserEvent()
    first = queue.launch(program.add, 100, None, p, 3, wait_for=[gate])
    last = queue.launch(program.twice, 100, None, p)
    assert (first.status, last.status) == (Status.QUEUED, Status.QUEUED)
    assert queue.pending == 2
    assert not p.any()
    assert not last.wait(0)
    gate.set_complete()
    queue.finish()
    assert (p == 6).all()
    assert queue.pending == 0
    assert first.complete
    assert last.complete
    times = [
        (e.queued, e.submitted, e.started, e.ended, e.duration) for e in (first, last)
    ]
    for queued, submitted, started, ended, duration in times:
        assert 0 < queued <= submitted <= started <= ended
        assert duration == ended - started
    # The second one waited for the first one.
    assert times[0][3] <= times[1][1]
    assert repr(first) == "<Event of kernel 'add', complete>"


def test_numbers_are_taken_when_a_command_is_added(program: Program):
    queue, p = Queue(), np.zeros(4, np.int32)
    gate, n = UserEvent(), np.array([5], np.int32)
    queue.launch(program.add, 4, None, p, n, wait_for=[gate])
    n[0] = 100
    gate.set_complete()
    queue.finish()
    assert p.tolist() == [5] * 4


def test_wrong_launches_are_told_at_once(program: Program):
    queue, p = Queue(), np.zeros(4, np.int32)
    with pytest.raises(RuntimeFailure, match="takes 2 arguments"):
        queue.launch(program.add, 4, None, p)
    with pytest.raises(RuntimeFailure, match="give the number of work items"):
        queue.launch(program.add, -1, None, p, 1)
    bad: Any = [1]
    with pytest.raises(RuntimeFailure, match="wait_for has a int; give events"):
        queue.launch(program.add, 4, None, p, 1, wait_for=bad)
    with pytest.raises(RuntimeFailure, match="give arrays of one shape and type"):
        queue.copy(p, np.zeros(5, np.int32))
    assert queue.pending == 0


def test_out_of_order():
    """A command waits for its wait list alone; a barrier for all, and all for it."""
    queue, seen = Queue(out_of_order=True), list[str]()
    gate = UserEvent()
    held = queue.call(recorder(seen, "held"), [gate])
    free = queue.call(recorder(seen, "free"))
    assert free.wait(SECONDS)
    assert not held.complete
    after = queue.call(recorder(seen, "after"), [held, free])
    barrier = queue.barrier()
    behind = queue.call(recorder(seen, "behind"))
    marker = queue.marker([free])
    assert not marker.wait(0.01)
    assert not behind.complete
    assert not barrier.complete
    gate.set_complete()
    queue.finish()
    assert seen == ["free", "held", "after", "behind"]
    assert after.ended <= barrier.started <= behind.started


def test_queues_wait_for_each_other():
    one, other, seen = Queue(), Queue(), list[str]()
    gate = UserEvent()
    a = one.call(recorder(seen, "a"), [gate])
    b = other.call(recorder(seen, "b"), [a])
    c = one.call(recorder(seen, "c"), [b])
    gate.set_complete()
    wait_all([c, b, a])
    assert seen == ["a", "b", "c"]


def test_copies_and_fills():
    queue, a, b = Queue(), np.arange(6).reshape(2, 3), np.zeros((2, 3), np.int64)
    queue.copy(a, b)
    queue.fill(a[0], 7)
    queue.finish()
    assert b.tolist() == [[0, 1, 2], [3, 4, 5]]
    assert a.tolist() == [[7] * 3, [3, 4, 5]]


def test_failures():
    """Commands fail with those that they wait for; the queue goes on."""
    queue, seen = Queue(), list[str]()
    failed = queue.call(fails)
    told = queue.call(recorder(seen, "told"), [failed], "told")
    further = queue.call(recorder(seen, "further"), [told], "further")
    next_one = queue.call(recorder(seen, "next"))
    assert next_one.wait(SECONDS)
    assert seen == ["next"]
    with pytest.raises(ValueError, match="no such thing"):
        failed.wait()
    with pytest.raises(RuntimeFailure, match="told: not made, since fails, which it"):
        told.wait()
    with pytest.raises(RuntimeFailure, match="further: not made, since fails,"):
        further.wait()
    assert further.cause is failed
    assert repr(failed) == "<Event of fails, failed>"
    with pytest.raises(ValueError, match="no such thing"):
        queue.finish()
    queue.finish()
    late = queue.call(recorder(seen, "late"), [failed])
    with pytest.raises(RuntimeFailure, match="not made"):
        late.wait()
    with pytest.raises(RuntimeFailure, match="not made"):
        wait_all([next_one, late])
    assert seen == ["next"]


def test_order_after_a_failure():
    """
    A command that is not made ends no sooner than its turn comes, so that the next one of
    a queue in order overtakes nothing.
    """
    queue, seen = Queue(), list[str]()
    gate, broken = UserEvent(), UserEvent()
    queue.call(recorder(seen, "first"), [gate])
    lost = queue.call(recorder(seen, "lost"), [broken])
    behind = queue.call(recorder(seen, "behind"))
    broken.set_complete(RuntimeFailure("gone"))
    assert not lost.join(0.01)
    assert not behind.complete
    gate.set_complete()
    assert behind.wait(SECONDS)
    assert lost.complete
    assert lost.cause is broken
    assert seen == ["first", "behind"]


def test_arguments_end_with_their_commands():
    """An event does not keep what its command used."""
    queue, p = Queue(), np.zeros(4, np.int32)
    known = weakref.ref(p)
    events = [queue.fill(p, 1), queue.copy(p[:2], p[2:])]
    queue.finish()
    del p
    gc.collect()
    assert known() is None
    assert all(event.complete for event in events)


def test_user_events():
    event = UserEvent()
    assert event.status is Status.SUBMITTED
    with pytest.raises(RuntimeFailure, match="has not ended: wait for it first"):
        _ = event.duration
    command = Queue().call(lambda: None, [event])
    event.set_complete(RuntimeFailure("the host gave up"))
    with pytest.raises(RuntimeFailure, match="the host gave up"):
        command.wait()
    with pytest.raises(RuntimeFailure, match="make a new UserEvent"):
        event.set_complete()


def test_callbacks():
    queue, gate = Queue(), UserEvent()
    states: list[tuple[Status, bool]] = []

    def note(event: Event) -> None:
        states.append((event.status, threading.current_thread().daemon))

    command = queue.call(lambda: None, [gate])
    for status in (Status.COMPLETE, Status.RUNNING, Status.SUBMITTED):
        command.on(status, note)
    assert not states
    gate.set_complete()
    queue.drain()
    # The functions for a command's end are called when those that wait go on.
    limit = time.monotonic() + SECONDS
    while len(states) < 3 and time.monotonic() < limit:
        time.sleep(0.001)
    assert [s for s, _ in states] == [
        Status.SUBMITTED,
        Status.RUNNING,
        Status.COMPLETE,
    ]
    command.on(Status.COMPLETE, note)
    assert states[-1] == (Status.COMPLETE, False)


def test_callbacks_that_raise(capsys: pytest.CaptureFixture[str]):
    """The queue goes on, and the user is told."""
    queue, gate = Queue(), UserEvent()

    def raises(event: Event) -> None:
        raise ValueError(f"about {event.command}")

    queue.call(lambda: None, [gate], "it").on(Status.COMPLETE, raises)
    gate.set_complete()
    assert queue.call(lambda: None).wait(SECONDS)
    assert "ValueError: about it" in capsys.readouterr().err


def test_many_threads_add(program: Program):
    queue, p = Queue(), np.zeros(16, np.int32)

    def add() -> None:
        for _ in range(50):
            queue.launch(program.add, 16, None, p, 1)

    threads = [threading.Thread(target=add) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    queue.finish()
    assert p.tolist() == [200] * 16


def test_long_chains():
    """Ten thousand commands that wait for one another, and end or fail at once."""
    for error in (None, RuntimeFailure("gone")):
        queue, gate, seen = Queue(out_of_order=True), UserEvent(), list[str]()
        event: Event = gate
        for _ in range(10_000):
            event = queue.call(recorder(seen, "."), [event])
        gate.set_complete(error)
        queue.drain()
        assert len(seen) == (0 if error else 10_000)


def test_threads_end_with_their_queues():
    def count() -> int:
        return sum(t.name == "xdsl-opencl-queue" for t in threading.enumerate())

    before = count()
    queue = Queue()
    event = queue.call(lambda: None)
    event.wait()
    thread = queue._thread  # pyright: ignore[reportPrivateUsage]
    assert thread is not None
    del queue
    gc.collect()
    thread.join(SECONDS)
    assert not thread.is_alive()
    assert count() <= before
    assert event.complete


def test_forks(program: Program):
    """A child process may use the queue; what its parent waits for fails there."""
    queue, gate, p = Queue(), UserEvent(), np.zeros(4, np.int32)
    queue.finish()
    held = queue.launch(program.add, 4, None, p, 1, wait_for=[gate])
    child = os.fork()
    if not child:
        try:
            good = held.error is not None and "forked" in str(held.error)
            queue.drain()
            queue.launch(program.add, 4, None, p, 10).wait(SECONDS)
            os._exit(0 if good and p.tolist() == [10] * 4 else 1)
        finally:
            os._exit(2)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    gate.set_complete()
    queue.finish()
    assert p.tolist() == [1] * 4
