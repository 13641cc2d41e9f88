"""
Events of commands, and the queues that make them: the common part of the runtime's
`Queue` and the driver's command queues.

A command waits until the events it was given are complete, and in a queue that is in
order until the command before it has ended. Commands that wait for nothing more go to
their queue's thread, which makes them one after another; a launch among them runs on
all threads of `pool`. A queue's thread begins with its first command and ends with the
queue.

One lock guards the lists of waiting events. It is never held while a command or a
function of the user runs, nor while their objects are freed. But Python may collect garbage
anywhere, and a finaliser of the host may call the driver: the lock is the thread's own then, and
who waits for commands asks `is_inside` before.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Sequence
from enum import IntEnum
from itertools import islice
from queue import SimpleQueue
from weakref import WeakSet, finalize

from xdsl_opencl.runtime.errors import RuntimeFailure


class Status(IntEnum):
    """
    The state of a command (`CL_COMPLETE` to `CL_QUEUED`). A command that failed is
    complete, and its event has an `error`.
    """

    COMPLETE = 0
    RUNNING = 1
    SUBMITTED = 2
    QUEUED = 3


_lock = threading.RLock()


def is_inside() -> bool:
    """
    Returns whether the thread is at a command already: to wait for one would never end.
    """
    frame = sys._getframe(1)  # pyright: ignore[reportPrivateUsage]
    while frame.f_code.co_filename != __file__:
        if frame.f_back is None:
            return False
        frame = frame.f_back
    return True


Action = Callable[[], object]
Callback = Callable[["Event"], object]


class Event:
    """
    The event of a command. `queued`, `submitted`, `started` and `ended` are nanoseconds
    of a clock that never goes back, 0 for a state that is not reached yet; a command is
    submitted when it waits for nothing more. `error` is the exception that ended the
    command.
    """

    status = Status.QUEUED
    error: BaseException | None = None
    cause: Event | None = None
    """The event whose failure keeps the command from being made."""
    submitted = started = ended = 0
    queue: CommandQueue | None = None
    """The queue of a command that has not ended."""
    missing = 0
    """Events that this one waits for."""
    _gate: threading.Lock | None = None
    """Held until the command has ended, if a thread waits for that."""

    def __init__(self, command: object = "user", action: Action | None = None) -> None:
        """
        `command` is the command's name or kind, for readers of the event; `action` is
        called to make the command, `None` for one that only waits.
        """
        self.command = command
        self.action = action
        self.queued = time.monotonic_ns()
        self.followers: list[tuple[Event, bool]] = []
        """
        The events that wait for this one, each with a flag that it fails with this one.
        """
        self.callbacks: list[tuple[Status, Callback]] = []

    def __repr__(self) -> str:
        state = "failed" if self.error is not None else self.status.name.lower()
        return f"<Event of {self.command}, {state}>"

    @property
    def complete(self) -> bool:
        """Returns whether the command has ended, well or not."""
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

    def join(self, timeout: float | None = None) -> bool:
        """
        Waits until the command has ended, well or not, for at most `timeout` seconds.
        Returns whether it has ended.
        """
        with _lock:
            if self.complete:
                return True
            if (gate := self._gate) is None:
                gate = self._gate = threading.Lock()
                gate.acquire()
        if not gate.acquire(timeout=-1 if timeout is None else timeout):
            return False
        gate.release()
        return True

    def wait(self, timeout: float | None = None) -> bool:
        """As `join`, but raises the exception that ended the command."""
        if not self.join(timeout):
            return False
        if self.error is not None:
            raise self.error
        return True

    def on(self, status: Status, function: Callback) -> None:
        """
        Calls `function` with the event when the command has come to `status`, at once if
        it is there already. It is called from the thread that changes the state, and must
        not wait for an event.
        """
        with _lock:
            self.callbacks.append((status, function))
        if self.status <= status:
            self._tell()

    def _tell(self) -> None:
        """
        Calls the functions that wait for the state; an exception of theirs must not end
        the thread of a queue.
        """
        with _lock:
            due = [call for wanted, call in self.callbacks if wanted >= self.status]
            self.callbacks = [c for c in self.callbacks if c[0] < self.status]
        for call in due:
            try:
                call(self)
            except Exception as error:
                sys.excepthook(type(error), error, error.__traceback__)

    def after(self, other: Event, *, strict: bool) -> None:
        """
        Makes the command wait for `other`, and if `strict` fail with it; under the lock.
        """
        if not other.complete:
            other.followers.append((self, strict))
            self.missing += 1
        elif strict:
            self._blame(other)

    def _blame(self, other: Event) -> None:
        if other.error is not None and self.cause is None:
            self.cause = other.cause or other

    def go(self, *, here: bool = False) -> None:
        """
        Makes a command that waits for nothing more, in the thread of its queue, or
        `here`.
        """
        if self.cause is not None:
            self.end(self._not_made(self.cause))
            return
        queue = self.queue
        self.submitted = time.monotonic_ns()
        self._reach(Status.SUBMITTED)
        if here:
            self.run()
        elif queue is not None:
            queue.put(self)

    def _not_made(self, cause: Event) -> RuntimeFailure:
        return RuntimeFailure(
            f"{self.command}: not made, since {cause.command}, which it waits for, "
            f"failed: {cause.error}"
        )

    def enter(self, status: Status) -> None:
        """Sets the state, and nothing else."""
        self.status = status

    def _reach(self, status: Status) -> None:
        self.enter(status)
        # A function that is added after this sees the new state, and is called by `on`.
        if self.callbacks:
            self._tell()

    def run(self) -> None:
        """Makes the command, unless a fork has ended it."""
        if self.complete:
            return
        self.started = time.monotonic_ns()
        self._reach(Status.RUNNING)
        action, self.action = self.action, None
        error: BaseException | None = None
        try:
            if action is not None:
                action()
        except BaseException as raised:
            error = self.failure(raised)
        # An event must not keep the arguments of its command.
        del action
        self.end(error)

    def failure(self, raised: BaseException) -> BaseException:
        """The event's error for the exception that its command `raised`."""
        return raised

    def end(self, error: BaseException | None = None) -> bool:
        """
        Ends the command and the commands that fail with it, and starts what waited for
        nothing else. Returns whether it was running.
        """
        ending: list[Event] = [self]
        ready: list[Event] = []
        with _lock:
            if self.complete:
                return False
            self.error = error
            now = time.monotonic_ns()
            for event in ending:
                event.submitted = event.submitted or now
                event.started = event.started or now
                event.ended = now
                event.enter(Status.COMPLETE)
                if event._gate is not None:
                    event._gate.release()
                if event.queue is not None:
                    event.queue.forget(event)
                    event.queue = None
                for follower, strict in event.followers:
                    follower.missing -= 1
                    if strict:
                        follower._blame(event)
                    if follower.missing or follower.complete:
                        continue
                    if follower.cause is None:
                        ready.append(follower)
                    else:
                        follower.error = follower._not_made(follower.cause)
                        ending.append(follower)
                event.followers = []
        for event in ending:
            event.action = None
            if event.callbacks:
                event._tell()
        for event in ready:
            event.go()
        return True


class UserEvent(Event):
    """An event that the program completes."""

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
    for event in events:
        event.join()
    for event in events:
        event.wait()


def _serve(ready: SimpleQueue[Event | None]) -> None:
    while (event := ready.get()) is not None:
        event.run()
        # A waiting thread must not keep the arrays of the last command alive.
        del event


class CommandQueue:
    """A queue of commands, which are events with an action."""

    def __init__(self, *, out_of_order: bool = False) -> None:
        """`out_of_order`: a command waits only for the events that it is given."""
        self.out_of_order = out_of_order
        self._ready: SimpleQueue[Event | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._pending: dict[Event, None] = {}
        self._last: Event | None = None
        """The command that every later one waits for."""
        self._failure: BaseException | None = None
        _queues.add(self)

    @property
    def pending(self) -> int:
        """The number of commands that have not ended."""
        return len(self._pending)

    def put(self, event: Event) -> None:
        """Hands a command to the queue's thread, which begins with the first one."""
        if self._thread is None:
            with _lock:
                if self._thread is None:
                    self._begin()
        self._ready.put(event)

    def _begin(self) -> None:
        ready = self._ready = SimpleQueue()
        thread = threading.Thread(
            target=_serve, args=(ready,), name="xdsl-opencl-queue", daemon=True
        )
        thread.start()
        finalize(self, ready.put, None).atexit = False
        self._thread = thread

    def forget(self, event: Event) -> None:
        """Takes out a command that has ended, under the lock."""
        self._pending.pop(event, None)
        if self._last is event:
            self._last = None
        if event.error is not None and self._failure is None:
            self._failure = event.error

    def add(
        self,
        event: Event,
        wait_for: Sequence[Event] = (),
        *,
        behind_all: bool = False,
        before_all: bool = False,
        here: bool = False,
    ) -> None:
        """
        Adds the command of a new `event`. `behind_all`: it waits for all that came before
        it; `before_all`: all later ones wait for it; `here`: when it waits for nothing,
        the thread that calls makes it.
        """
        event.queue = self
        with _lock:
            if behind_all and self.out_of_order:
                for other in self._pending:
                    event.after(other, strict=False)
            elif self._last is not None:
                event.after(self._last, strict=False)
            for other in wait_for:
                event.after(other, strict=True)
            self._pending[event] = None
            if before_all or not self.out_of_order:
                self._last = event
            # From here on another thread may start it, if it waits for something.
            waits = event.missing
        if not waits:
            event.go(here=here)

    def drain(self) -> None:
        """Returns when all commands that the queue has now have ended, well or not."""
        with _lock:
            # In order, all have ended when the last one has.
            last = None if self.out_of_order else 1
            events = [*islice(reversed(self._pending), last)]
        for event in events:
            event.join()

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


_queues: WeakSet[CommandQueue] = WeakSet()


def _after_fork_in_child() -> None:
    # A child process has the queues, but not their threads: commands that wait there
    # fail, and no functions are called, since the program's functions expect its
    # threads.
    global _lock
    _lock = threading.RLock()
    lost: list[Event] = []
    for queue in tuple(_queues):
        queue._thread = None  # pyright: ignore[reportPrivateUsage]
        lost += queue._pending  # pyright: ignore[reportPrivateUsage]
    for event in lost:
        event.followers, event.callbacks = [], []
    for event in lost:
        event.end(RuntimeFailure(f"{event.command}: the process was forked meanwhile"))


os.register_at_fork(
    before=lambda: _lock.acquire(),
    after_in_parent=lambda: _lock.release(),
    after_in_child=_after_fork_in_child,
)
