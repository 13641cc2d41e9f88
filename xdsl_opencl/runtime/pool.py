"""
The threads that run work-groups.

Threads are daemons with stacks of their own size: a kernel that never ends must not keep
the interpreter from ending, and what crosses a barrier lies on the stack. They are started
once; after an interrupt that a kernel did not heed, they are given up and new ones made.
"""

from __future__ import annotations

import ctypes
import os
import signal
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

from xdsl_opencl.runtime.errors import RuntimeFailure

STACK_BYTES = 256 << 20
"""Stack of a thread. Address space, not memory: pages that nobody touches cost nothing."""
SPARE_STACK_BYTES = 64 << 10
"""Stack for calls and for values that LLVM spills."""
INLINE_STACK_BYTES = 256 << 10
"""The part of the launching thread's stack that a kernel may use."""
_OTHER_FRAMES = 256 << 10
"""Stack of the launching thread that is left to its callers, and to calls of the kernel."""
PIECE_ITEMS = 1 << 18
"""
Work items that the launching thread runs at a time, of kernels without loops: it hears of
interrupts between pieces only.
"""
PATIENCE = 0.5
"""Seconds that an interrupted launch gets for ending the work-groups it has begun."""

_PTHREAD_ATTRIBUTE_BYTES = 256
"""More than `pthread_attr_t` has anywhere (56 bytes with glibc on x86-64)."""

GroupsFunction = Callable[[int, int, int, int], None]
"""`k.groups`: argument block, launch record, first group, group behind the last."""


def thread_count() -> int:
    """
    `$XDSL_OPENCL_THREADS`, else the processors this process may use.

    Raises `RuntimeFailure` when the variable is not a positive number.
    """
    given = os.environ.get("XDSL_OPENCL_THREADS")
    if not given:
        return len(os.sched_getaffinity(0))
    if not given.isdecimal() or int(given) < 1:
        raise RuntimeFailure(f"XDSL_OPENCL_THREADS is '{given}', not a positive number")
    return int(given)


_here = threading.local()


def stack_of_this_thread() -> int:
    """
    Bytes of the stack of the thread that asks, used ones included; 0 where the system
    does not tell (it is asked through `pthread_getattr_np` of glibc and musl).
    """
    size: int | None = getattr(_here, "stack", None)
    if size is None:
        size = _here.stack = _ask_for_stack()
    return size


def _ask_for_stack() -> int:
    libc: Any = ctypes.CDLL(None)
    try:
        get_attributes = libc.pthread_getattr_np
        get_size = libc.pthread_attr_getstacksize
    except AttributeError:
        return 0
    libc.pthread_self.restype = ctypes.c_void_p
    attributes = ctypes.create_string_buffer(_PTHREAD_ATTRIBUTE_BYTES)
    thread = ctypes.c_void_p(libc.pthread_self())
    if get_attributes(thread, attributes):
        return 0
    size = ctypes.c_size_t()
    failed = get_size(attributes, ctypes.byref(size))
    libc.pthread_attr_destroy(attributes)
    return 0 if failed else size.value


def fits_inline(stack: int) -> bool:
    """
    Tells whether a kernel that needs `stack` bytes of stack may run in the thread that
    asks.
    """
    return (
        stack <= INLINE_STACK_BYTES and stack + _OTHER_FRAMES <= stack_of_this_thread()
    )


class _Job:
    """
    The work-groups of one launch. Whoever takes the last piece wakes the launcher.
    """

    def __init__(
        self,
        function: GroupsFunction,
        arguments: int,
        launch: int,
        groups: int,
        pieces: int,
        keep: object,
        stop: Callable[[], None],
    ):
        self.function = function
        self.arguments = arguments
        self.launch = launch
        self.groups = groups
        self.pieces = pieces
        self.stop = stop
        self.taken = 0
        self.running = pieces
        self.lock = threading.Lock()
        self.done = threading.Lock()
        self.done.acquire()
        self.error: BaseException | None = None
        # The threads may outlive the call that launched the kernel.
        self.keep = keep

    def work(self) -> None:
        while True:
            with self.lock:
                piece = self.taken
                self.taken += 1
            if piece >= self.pieces:
                return
            try:
                self.function(
                    self.arguments,
                    self.launch,
                    self.groups * piece // self.pieces,
                    self.groups * (piece + 1) // self.pieces,
                )
            except BaseException as error:
                self.error = error
                self.stop()
            with self.lock:
                self.running -= 1
                if not self.running:
                    self.done.release()


class Pool:
    """
    `threads` threads that run jobs.
    """

    def __init__(self, threads: int):
        self.threads = threads
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._job: _Job | None = None
        previous = threading.stack_size(STACK_BYTES)
        try:
            for number in range(threads):
                threading.Thread(
                    target=self._serve, name=f"xdsl-opencl-{number}", daemon=True
                ).start()
        finally:
            threading.stack_size(previous)

    def _serve(self) -> None:
        while (job := self._queue.get()) is not None:
            job.work()
            # A waiting thread must not keep the arrays of the last launch alive.
            del job

    def run(
        self,
        function: GroupsFunction,
        arguments: int,
        launch: int,
        groups: int,
        keep: object,
        stop: Callable[[], None],
        threads: int | None = None,
        items: int = 0,
    ) -> None:
        """
        Runs all groups, in at most `threads` threads (by default all), and returns when
        they are done. `stop` tells the groups function to begin no further group; `keep`
        lives as long as a thread uses it. With `items`, the number of all work items, the
        thread that asks is one of these threads: the function ends soon, and needs little
        stack (`fits_inline`).

        Raises `KeyboardInterrupt` when the user interrupts, whatever the kernel does.
        """
        # Several pieces a thread even out groups of unequal length.
        threads = self.threads if threads is None else min(threads, self.threads)
        pieces = 1 if groups == 1 else min(groups, threads * 4)
        pieces = max(pieces, min(groups, items // PIECE_ITEMS))
        job = _Job(function, arguments, launch, groups, pieces, keep, stop)
        self._job = job
        for _ in range(min(threads, pieces) - bool(items)):
            self._queue.put(job)
        try:
            if items:
                job.work()
            # Waiting for a lock can be interrupted, native code cannot.
            job.done.acquire()
        except BaseException:
            stop()
            if not job.done.acquire(timeout=PATIENCE):
                _abandon(self)
            raise
        finally:
            self._job = None
        if job.error is not None:
            raise job.error

    def close(self) -> None:
        """
        Lets the threads end when they have done what they are doing.
        """
        for _ in range(self.threads):
            self._queue.put(None)

    def progress(self) -> float | None:
        """
        Returns the part of the running launch that is done, 0 to 1; `None` between
        launches.
        """
        job = self._job
        return None if job is None else (job.pieces - job.running) / job.pieces


_lock = threading.Lock()
_pool: Pool | None = None


def pool() -> Pool:
    """
    The threads of this process.
    """
    global _pool
    with _lock:
        if _pool is None:
            _pool = Pool(thread_count())
        return _pool


def _abandon(lost: Pool) -> None:
    global _pool
    with _lock:
        if _pool is lost:
            _pool = None
    lost.close()


def _after_fork() -> None:
    # A child process has the object, but none of its threads.
    global _pool, _lock
    _pool = None
    _lock = threading.Lock()


os.register_at_fork(after_in_child=_after_fork)


_guard = 0
"""The address of what runs groups functions and returns the signal that ended them; or 0."""


def set_guard(address: int) -> None:
    """
    Has all groups functions that are asked for later run by the function at `address`: it
    takes theirs before their arguments, and returns the number of the signal that ended
    them, or 0.
    """
    global _guard
    _guard = address


def native_function(address: int) -> GroupsFunction:
    """
    The groups function at `address`; it runs without the interpreter's lock. With a guard
    it raises `RuntimeFailure` when a signal ends it.
    """
    pointer, number = ctypes.c_void_p, ctypes.c_int64
    if not _guard:
        prototype: Any = ctypes.CFUNCTYPE(None, pointer, pointer, number, number)
        return prototype(address)
    prototype = ctypes.CFUNCTYPE(
        ctypes.c_int, pointer, pointer, pointer, number, number
    )
    run: Callable[[int, int, int, int, int], int] = prototype(_guard)

    def guarded(arguments: int, launch: int, first: int, last: int) -> None:
        if ended := run(address, arguments, launch, first, last):
            name = signal.Signals(ended).name
            raise RuntimeFailure(
                f"a kernel was ended by {name}: it reads or writes memory that is not "
                "there, or divides by zero; check its accesses"
            )

    return guarded
