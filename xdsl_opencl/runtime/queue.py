"""
Command queues of the CPU device, and the events of their commands.

A command waits until the events it was given are complete, and in a queue that is in order
until the command before it has ended. Commands that wait for nothing more go to their
queue's thread, which makes them one after another; a launch among them runs on all threads
of `pool`. A queue's thread begins with its first command and ends with the queue.

One lock serves the states of all events. It is never held while a command or a function
of the user runs.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Sequence
from enum import IntEnum
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any
from weakref import WeakSet, finalize

from xdsl_opencl.runtime.errors import RuntimeFailure

if TYPE_CHECKING:
    import numpy.typing as npt

    from xdsl_opencl.runtime.arguments import Value
    from xdsl_opencl.runtime.launch import Size
    from xdsl_opencl.runtime.program import Kernel


class Status(IntEnum):
    """
    The state of a command (`CL_COMPLETE` to `CL_QUEUED`). A command that failed is
    complete, and its event has an `error`.
    """

    COMPLETE = 0
    RUNNING = 1
    SUBMITTED = 2
    QUEUED = 3


_lock = threading.Lock()

_Function = Callable[[], object]
_Callback = Callable[["Event"], object]


def _tell(call: _Callback, event: Event) -> None:
    """
    Calls what the user gave; an exception must not end the thread of a queue.
    """
    try:
        call(event)
    except Exception as error:
        sys.excepthook(type(error), error, error.__traceback__)


class Event:
    """
    The event of a command. `queued`, `submitted`, `started` and `ended` are nanoseconds of
    a clock that never goes back, 0 for what has not happened; a command is submitted when
    it waits for nothing more. `error` is the exception that ended the command.
    """

    def __init__(self, command: object = "user") -> None:
        """
        `command` says what the event is of, for those who read it.
        """
        self.command = command
        self.status = Status.QUEUED
        self.error: BaseException | None = None
        self.cause: Event | None = None
        """The event for whose failure the command was not made."""
        self.queued = time.perf_counter_ns()
        self.submitted = self.started = self.ended = 0
        self.queue: Queue | None = None
        self.action: _Function | None = None
        self.missing = 0
        """Events that this one waits for."""
        self.followers: list[tuple[Event, bool]] = []
        """The events that wait for this one, and whether they fail with it."""
        self.callbacks: list[tuple[Status, _Callback]] = []
        self._done: threading.Event | None = None

    def __repr__(self) -> str:
        state = "failed" if self.error is not None else self.status.name.lower()
        return f"<Event of {self.command}, {state}>"

    @property
    def complete(self) -> bool:
        """
        Tells whether the command has ended, well or not.
        """
        return self.status is Status.COMPLETE

    @property
    def duration(self) -> int:
        """
        The nanoseconds for which the command ran.

        Raises `RuntimeFailure` when it has not ended.
        """
        if not self.complete:
            raise RuntimeFailure(f"{self!r} has not ended: wait for it first")
        return self.ended - self.started

    def wait(self, timeout: float | None = None) -> bool:
        """
        Returns when the command has ended, or after `timeout` seconds; whether it has.

        Raises the exception that ended the command.
        """
        with _lock:
            if not self.complete and self._done is None:
                self._done = threading.Event()
            done = self._done
        if not self.complete and done is not None and not done.wait(timeout):
            return False
        if self.error is not None:
            raise self.error
        return True

    def on(self, status: Status, function: _Callback) -> None:
        """
        Calls `function` with the event when the command has come to `status`, at once if
        it is there already. It is called from the thread that changes the state, and must
        not wait for an event.
        """
        with _lock:
            if self.status > status:
                self.callbacks.append((status, function))
                return
        function(self)

    def reach(self, status: Status) -> list[_Callback]:
        """
        Sets the state, under the lock; returns what is to be called then.
        """
        now = time.perf_counter_ns()
        self.status = status
        if status <= Status.SUBMITTED:
            self.submitted = self.submitted or now
        if status <= Status.RUNNING:
            self.started = self.started or now
        if status is Status.COMPLETE:
            self.ended = now
        due = [call for wanted, call in self.callbacks if wanted >= status]
        self.callbacks = [entry for entry in self.callbacks if entry[0] < status]
        return due

    def end(self, error: BaseException | None) -> bool:
        """
        Ends the command, and those that fail with it. Returns whether it was running.
        """
        calls: list[tuple[_Callback, Event]] = []
        with _lock:
            if self.complete:
                return False
            self.error = error
            ending: list[Event] = [self]
            for event in ending:
                calls += [(call, event) for call in event.reach(Status.COMPLETE)]
                event.action = None
                for follower, strict in event.followers:
                    if follower.complete or follower.error is not None:
                        continue
                    follower.missing -= 1
                    if strict and event.error is not None:
                        follower.error = follower.not_made(event)
                        ending.append(follower)
                    elif not follower.missing:
                        calls += [(c, follower) for c in follower.hand_over()]
                event.followers = []
                if event.queue is not None:
                    event.queue.forget(event)
                    event.queue = None
                if event._done is not None:
                    event._done.set()
        for call, event in calls:
            _tell(call, event)
        return True

    def not_made(self, failed: Event) -> RuntimeFailure:
        """
        Returns the error of a command that waits for a `failed` one, itself or through
        others.
        """
        first = self.cause = failed.cause or failed
        return RuntimeFailure(
            f"{self.command}: not made, since {first.command}, which it waits for, "
            f"failed: {first.error}"
        )

    def hand_over(self) -> list[_Callback]:
        """
        Hands the command to its queue's thread, under the lock.
        """
        calls = self.reach(Status.SUBMITTED)
        assert self.queue is not None
        self.queue.ready.put(self)
        return calls

    def run(self) -> None:
        """
        Makes the command; in the thread of the queue.
        """
        with _lock:
            if self.complete:
                return
            calls = self.reach(Status.RUNNING)
            action = self.action
        for call in calls:
            _tell(call, self)
        error: BaseException | None = None
        try:
            if action is not None:
                action()
        except BaseException as raised:
            error = raised
        del action
        self.end(error)


class UserEvent(Event):
    """
    An event that the program completes.
    """

    def __init__(self, command: object = "user event") -> None:
        super().__init__(command)
        self.status = Status.SUBMITTED
        self.submitted = self.queued

    def set_complete(self, error: BaseException | None = None) -> None:
        """
        Lets the commands go on that wait for the event, or with `error` fail.

        Raises `RuntimeFailure` when the event is complete.
        """
        if not self.end(error):
            raise RuntimeFailure(
                f"{self.command} is complete: make a new UserEvent to wait for again"
            )


def wait_all(events: Sequence[Event]) -> None:
    """
    Returns when all `events` have ended.

    Raises the exception of the first one, in their order, that failed.
    """
    errors: list[BaseException] = []
    for event in events:
        try:
            event.wait()
        except BaseException as error:
            if error is not event.error:
                raise
            errors.append(error)
    if errors:
        raise errors[0]


def _serve(ready: SimpleQueue[Event | None]) -> None:
    while (event := ready.get()) is not None:
        event.run()
        # A waiting thread must not keep the arrays of the last command alive.
        del event


class Queue:
    """
    A queue of commands. Every method that adds one returns its event at once.
    """

    def __init__(self, *, out_of_order: bool = False) -> None:
        """
        `out_of_order`: a command waits for no other than those whose events it is given.
        """
        self.out_of_order = out_of_order
        self.ready: SimpleQueue[Event | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._pending: dict[Event, None] = {}
        self._last: Event | None = None
        """The command that every later one waits for."""
        self._failure: BaseException | None = None
        _queues.add(self)

    @property
    def pending(self) -> int:
        """
        The number of commands that have not ended.
        """
        return len(self._pending)

    def _begin(self) -> None:
        """
        Starts the thread that makes the commands, under the lock.
        """
        ready = self.ready = SimpleQueue()
        self._thread = threading.Thread(
            target=_serve, args=(ready,), name="xdsl-opencl-queue", daemon=True
        )
        self._thread.start()
        finalize(self, ready.put, None).atexit = False

    def forget(self, event: Event) -> None:
        """
        Takes out a command that has ended, under the lock.
        """
        self._pending.pop(event, None)
        if self._last is event:
            self._last = None
        if event.error is not None and self._failure is None:
            self._failure = event.error

    def submit(
        self,
        action: _Function | None,
        wait_for: Sequence[Event] = (),
        *,
        event: Event | None = None,
        behind_all: bool = False,
        before_all: bool = False,
    ) -> Event:
        """
        Adds the command that calls `action`, `None` for one that only waits. `event` is
        its event, a new one by default. `behind_all`: the command waits for all that came
        before it; `before_all`: all later ones wait for it.

        Raises `RuntimeFailure` when an element of `wait_for` is not an event.
        """
        given: Sequence[Any] = wait_for
        for other in given:
            if not isinstance(other, Event):
                raise RuntimeFailure(
                    f"wait_for has a {type(other).__name__}; give events"
                )
        if event is None:
            event = Event(getattr(action, "__name__", "command"))
        event.queue = self
        event.action = action
        calls: list[_Callback] = []
        with _lock:
            if self._thread is None:
                self._begin()
            earlier: dict[Event, bool] = {}
            if behind_all:
                earlier.update(dict.fromkeys(self._pending, False))
            if self._last is not None:
                earlier[self._last] = False
            for other in wait_for:
                earlier[other] = True
            self._pending[event] = None
            if before_all or not self.out_of_order:
                self._last = event
            for other, strict in earlier.items():
                if not other.complete:
                    other.followers.append((event, strict))
                    event.missing += 1
                elif strict and other.error is not None:
                    event.error = event.not_made(other)
            if event.error is None and not event.missing:
                calls = event.hand_over()
        if event.error is not None:
            event.end(event.error)
        for call in calls:
            _tell(call, event)
        return event

    def launch(
        self,
        kernel: Kernel,
        global_size: Size,
        local_size: Size | None,
        *values: Value,
        global_offset: Size | None = None,
        wait_for: Sequence[Event] = (),
    ) -> Event:
        """
        Adds a launch of `kernel`, with the arguments of `Kernel.__call__`; numbers and
        structures are taken now, arrays are used when the kernel runs.

        Raises `RuntimeFailure` for sizes and arguments that do not fit the kernel.
        """
        action = kernel.bind(
            global_size, local_size, *values, global_offset=global_offset
        )
        return self.submit(action, wait_for, event=Event(f"kernel '{kernel.name}'"))

    def copy(
        self,
        source: npt.NDArray[Any],
        target: npt.NDArray[Any],
        wait_for: Sequence[Event] = (),
    ) -> Event:
        """
        Adds a copy of the elements of `source` to `target`, whose shape and type it has.

        Raises `RuntimeFailure` for arrays of different shapes or types.
        """
        if source.shape != target.shape or source.dtype != target.dtype:
            raise RuntimeFailure(
                f"copy: {source.dtype}{list(source.shape)} to "
                f"{target.dtype}{list(target.shape)}; give arrays of one shape and type"
            )

        def copy() -> None:
            target[...] = source

        return self.submit(copy, wait_for)

    def fill(
        self, target: npt.NDArray[Any], value: Any, wait_for: Sequence[Event] = ()
    ) -> Event:
        """
        Adds a command that sets all elements of `target` to `value`.
        """

        def fill() -> None:
            target[...] = value

        return self.submit(fill, wait_for)

    def call(
        self, function: _Function, wait_for: Sequence[Event] = (), name: str = ""
    ) -> Event:
        """
        Adds a call of a Python function. An exception that it raises is the command's.
        """
        named = name or getattr(function, "__name__", "function")
        return self.submit(function, wait_for, event=Event(named))

    def marker(self, wait_for: Sequence[Event] = ()) -> Event:
        """
        Returns an event that is complete when the events `wait_for` are, without any when
        all earlier commands are.
        """
        event = Event("marker")
        return self.submit(None, wait_for, event=event, behind_all=not wait_for)

    def barrier(self, wait_for: Sequence[Event] = ()) -> Event:
        """
        Adds a marker that all later commands wait for.
        """
        event = Event("barrier")
        return self.submit(
            None, wait_for, event=event, behind_all=not wait_for, before_all=True
        )

    def drain(self) -> None:
        """
        Returns when all commands have ended, well or not.
        """
        while True:
            with _lock:
                event = next(reversed(self._pending), None)
            if event is None:
                return
            try:
                event.wait()
            except BaseException as error:
                if error is not event.error:
                    raise

    def finish(self) -> None:
        """
        Returns when all commands have ended.

        Raises the exception of the first command that failed since `finish` was last
        called.
        """
        self.drain()
        with _lock:
            error, self._failure = self._failure, None
        if error is not None:
            raise error


_queues: WeakSet[Queue] = WeakSet()


def _before_fork() -> None:
    _lock.acquire()


def _after_fork_in_parent() -> None:
    _lock.release()


def _after_fork_in_child() -> None:
    # A child process has the queues, but none of their threads: what waits there fails.
    global _lock
    _lock = threading.Lock()
    for queue in tuple(_queues):
        queue._thread = None  # pyright: ignore[reportPrivateUsage]
        for event in tuple(queue._pending):  # pyright: ignore[reportPrivateUsage]
            event.end(
                RuntimeFailure(f"{event.command}: the process was forked meanwhile")
            )


os.register_at_fork(
    before=_before_fork,
    after_in_parent=_after_fork_in_parent,
    after_in_child=_after_fork_in_child,
)
