"""
The threads that run work-groups.

Threads are daemons with stacks of their own size: a kernel that never ends must not
keep the interpreter from ending, and values that live across a barrier lie on the
stack. They are started once; after an interrupt that does not end a kernel, they are
abandoned and new ones are started. They share out the groups in native code
(`libraries/pool.c`), without the interpreter's lock.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import signal
import threading
from collections.abc import Callable
from struct import Struct
from time import monotonic
from typing import Any, cast

from xdsl_opencl.runtime.cpu.forking import building
from xdsl_opencl.runtime.errors import RuntimeFailure

# mutant: any size that is large enough.
STACK_BYTES = 256 << 20
"""Stack of a thread. Address space, not memory: untouched pages cost nothing."""
SPARE_STACK_BYTES = 64 << 10
"""Stack for calls and for values that LLVM spills."""
INLINE_STACK_BYTES = 256 << 10
"""The part of the launching thread's stack that a kernel may use."""
_OTHER_FRAMES = 256 << 10
"""Stack of the launching thread that is left to its callers, and to calls of the kernel."""
PIECE_ITEMS = 1 << 18
"""
Work items that the launching thread runs at a time, of kernels without loops:
interrupts are noticed only between pieces.
"""
PIECES = 64
"""Pieces of a launch for each thread, at least."""
MOST_PIECES = 1 << 31
"""Numbers of pieces have 32 bits."""
_INTERRUPTED = 2
"""`PyLockStatus`: a signal came first."""
PATIENCE = 0.5
"""Seconds that an interrupted launch gets for ending the work-groups it has begun."""
_LOOK = 0.002
"""Seconds after which a launch looks again whether there is better code for it."""
_LONG = 0.02
"""Seconds that a launch may still take before better code is made for it."""

_PTHREAD_ATTRIBUTE_BYTES = 256
"""More than `pthread_attr_t` has anywhere (56 bytes with glibc on x86-64)."""

_MOST_THREADS = 4096

GroupsFunction = Callable[[int, int, int, int], None]
"""`k.groups`: argument block, launch record, first group, group after the last."""
Better = Callable[[bool], int | None]
"""Returns the address of a better groups function; makes it, if it is worth that."""


def thread_count() -> int:
    """
    `$XDSL_OPENCL_THREADS`, else the processors this process may use.

    Raises `RuntimeFailure` when the variable is not a positive number, or larger than any
    machine's.
    """
    given = os.environ.get("XDSL_OPENCL_THREADS")
    if not given:
        return len(os.sched_getaffinity(0))
    if not given.isdecimal() or not 1 <= int(given) <= _MOST_THREADS:
        raise RuntimeFailure(
            f"XDSL_OPENCL_THREADS is '{given}', not a number from 1 to {_MOST_THREADS}"
        )
    return int(given)


_here = threading.local()


def stack_of_this_thread() -> int:
    """
    Bytes of the calling thread's stack, used ones included; 0 where the system does not
    report them (through `pthread_getattr_np` of glibc and musl).
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
    Returns whether a kernel that needs `stack` bytes of stack may run in the calling
    thread.
    """
    return (
        stack <= INLINE_STACK_BYTES and stack + _OTHER_FRAMES <= stack_of_this_thread()
    )


_FIELDS = Struct("11q")
"""The fields of a job that `post` of `pool.c` reads."""
_SIGNAL = 8 * 11
"""The field for the number of the signal that ended a kernel."""
_JOB_BYTES = 8 * 16
_LINE = 64
"""
Bytes of a cache line; data that threads write at the same time (a slice, a seat) get
one each.
"""
_POOL_FIELDS = 8
_MORE, _WAIT = 0, 1
"""Results of the launching thread's functions; anything else: all is done."""


def _keep_forever(value: object) -> None:
    """
    Keeps memory of native threads from being freed when Python ends; the threads run
    on.
    """
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(value))


def _memory(size: int) -> tuple[ctypes.Array[ctypes.c_char], int]:
    """
    Returns zeros and the address of `size` of them that begin at a cache line. They are
    never freed.
    """
    memory = ctypes.create_string_buffer(size + _LINE)
    _keep_forever(memory)
    return memory, -(-ctypes.addressof(memory) // _LINE) * _LINE


def is_main_thread() -> bool:
    """Returns whether Python handles signals in the calling thread."""
    return threading.get_ident() == threading.main_thread().ident


class _Locks:
    """Locks that native code releases, and takes without heeding signals."""

    def __init__(self) -> None:
        api: Any = ctypes.pythonapi
        pointer, integer = ctypes.c_void_p, ctypes.c_int

        def function(name: str, *types: Any) -> Any:
            # Unlike those of `pythonapi`, it runs without the interpreter's lock.
            return ctypes.CFUNCTYPE(*types)(self.address(name))

        self._make = api.PyThread_allocate_lock
        self._make.restype = pointer
        self.take: Callable[[int, int, int], int] = function(
            "PyThread_acquire_lock_timed", integer, pointer, ctypes.c_longlong, integer
        )

    @staticmethod
    def address(name: str) -> int:
        function: Any = getattr(ctypes.pythonapi, name)
        return cast("int", ctypes.cast(function, ctypes.c_void_p).value)

    def make(self) -> int:
        """Returns a lock that is taken."""
        lock: int = self._make()
        self.take(lock, 0, 0)
        return lock


class _Job:
    """Memory for the work-groups of one launch at a time: `struct job` of `pool.c`."""

    def __init__(self, threads: int, locks: _Locks):
        self.memory, self.address = _memory(_JOB_BYTES + threads * _LINE)
        self.offset = self.address - ctypes.addressof(self.memory)
        self.done = locks.make()
        self.pieces = self.slices = 0
        self.keep: object = None

    def signal(self) -> int:
        (number,) = Struct("q").unpack_from(self.memory, self.offset + _SIGNAL)
        return number

    def left(self) -> int:
        """Returns the number of pieces that are not yet taken."""
        at = self.offset + _JOB_BYTES
        size = self.slices * _LINE
        slices = Struct("=II56x").iter_unpack(self.memory.raw[at : at + size])
        return sum(max(last - first, 0) for first, last in slices)

    def improve(self, better: Better, begun: float) -> Better | None:
        """Takes better code, if there is some; else returns `better` for the next time."""
        left = self.left() / self.pieces
        # The first pieces may take long because threads wake.
        done = max(1 - left, 0.5)
        address = better((monotonic() - begun) * left > _LONG * done)
        if address is None:
            return better
        Struct("q").pack_into(self.memory, self.offset, address)
        return None


class Pool:
    """`threads` threads that run jobs, with the code of `libraries/pool.c`."""

    def __init__(self, threads: int):
        from xdsl_opencl.runtime.cpu.jit import library_functions

        self.threads = threads
        self._locks = _Locks()
        self._jobs: list[_Job] = []
        self._free: list[_Job] = []
        self._job: _Job | None = None
        addresses = library_functions(
            "pool", "post", "help", "cancel", "finish", "serve"
        )
        integer, pointer, number = ctypes.c_int, ctypes.c_void_p, ctypes.c_int64

        def function(name: str, *types: Any) -> Any:
            return ctypes.CFUNCTYPE(*types)(addresses[name])

        self._post = function("post", integer, pointer, pointer, number)
        self._help = function("help", integer, pointer, pointer, number)
        self._cancel = function("cancel", integer, pointer, pointer)
        self._finish = function("finish", None, pointer)
        serve = function("serve", None, pointer, number)
        self._memory, self._address = _memory(_LINE * (1 + threads))
        words = (ctypes.c_int64 * (_POOL_FIELDS * (1 + threads))).from_address(
            self._address
        )
        words[0] = self._locks.address("PyThread_acquire_lock")
        words[1] = self._locks.address("PyThread_release_lock")
        words[2] = threads
        for number in range(threads):
            words[_POOL_FIELDS * (1 + number) + 1] = self._locks.make()
        previous = threading.stack_size(STACK_BYTES)
        try:
            for number in range(threads):
                threading.Thread(
                    target=self._serve,
                    args=(serve, number),
                    name=f"xdsl-opencl-{number}",
                    daemon=True,
                ).start()
        finally:
            threading.stack_size(previous)

    def _serve(self, serve: Callable[[int, int], None], number: int) -> None:
        serve(self._address, number)

    def run(
        self,
        function: int,
        arguments: int,
        launch: int,
        groups: int,
        keep: object,
        stop: int,
        threads: int | None = None,
        items: int = 0,
        better: Better | None = None,
    ) -> None:
        """
        Runs all groups with the groups function at address `function`, in at most
        `threads` threads (by default all), and returns when they are done. `stop` is
        the address of an `int64`: when it is not 0, no further group is begun; `keep`
        lives as long as a thread uses it. With `items`, the number of all work items,
        the calling thread is one of these threads: the function must end soon, unless
        there are no interrupts, and need little stack (`fits_inline`). From time to time the
        launch asks `better`, with whether it will still take long, for the address of a
        better groups function, which the groups that are left run.

        Raises `KeyboardInterrupt` when the user interrupts, even if the kernel does not
        end, and `RuntimeFailure` when a guard's signal ends it.
        """
        threads = self.threads if threads is None else min(threads, self.threads)
        # Several pieces a thread even out groups of unequal length.
        pieces = min(groups, max(threads * PIECES, items // PIECE_ITEMS), MOST_PIECES)
        slices = min(threads, pieces)
        most = PIECE_ITEMS * pieces // items or 1 if items else 0
        job = self._free.pop() if self._free else self._new_job()
        _FIELDS.pack_into(
            job.memory,
            job.offset,
            function,
            arguments,
            launch,
            groups,
            pieces,
            slices,
            slices - bool(items),
            pieces if better is None else 1,
            _guard,
            stop,
            job.done,
        )
        job.pieces, job.slices, job.keep = pieces, slices, keep
        self._job = job
        begun = monotonic()
        try:
            state = self._post(self._address, job.address, most)
            while state == _MORE:
                better = better and job.improve(better, begun)
                state = self._help(self._address, job.address, most)
            if state == _WAIT:
                # Waiting for a lock can be interrupted, native code cannot.
                while not self._wait(job, None if better is None else _LOOK):
                    better = better and job.improve(better, begun)
        except BaseException:
            ctypes.c_int64.from_address(stop).value = 1
            ended = self._cancel(self._address, job.address) != _WAIT
            if ended or self._wait(job, PATIENCE):
                job.keep = None
            else:
                _keep_forever(keep)
                _abandon(self)
            raise
        finally:
            self._job = None
        ended = job.signal()
        job.keep = None
        self._free.append(job)
        _raise_signal(ended)

    def _new_job(self) -> _Job:
        self._jobs.append(job := _Job(self.threads, self._locks))
        return job

    def _wait(self, job: _Job, seconds: float | None = None) -> bool:
        """Returns whether the job ends within `seconds`."""
        patience = -1 if seconds is None else int(seconds * 1e6)
        while (status := self._locks.take(job.done, patience, 1)) == _INTERRUPTED:
            # Here Python runs the handlers of signals.
            pass
        return status == 1

    def keep_running(self) -> None:
        """Lets the launches that are running keep their memory when Python ends."""
        for job in self._jobs:
            _keep_forever(job.keep)

    def close(self) -> None:
        """Lets the threads end when they have finished their work."""
        self._finish(self._address)

    def progress(self) -> float | None:
        """
        Returns the part of the running launch that is done, 0 to 1; `None` between
        launches.
        """
        job = self._job
        return None if job is None else 1 - job.left() / job.pieces


_lock = threading.Lock()
_pool: Pool | None = None


def pool() -> Pool:
    """The threads of this process."""
    global _pool
    with _lock:
        if _pool is None:
            # LLVM compiles the code of the threads.
            with building():
                _pool = Pool(thread_count())
        return _pool


@atexit.register
def _at_exit() -> None:
    if _pool is not None:
        _pool.keep_running()


def _abandon(lost: Pool) -> None:
    global _pool
    with _lock:
        if _pool is lost:
            _pool = None
    lost.close()


def _after_fork() -> None:
    # A child process has the object, but not its threads.
    global _pool, _lock
    _pool = None
    _lock = threading.Lock()


os.register_at_fork(after_in_child=_after_fork)


_guard = 0
"""
The address of the function that runs groups functions and returns the signal that ended
them; or 0.
"""


def set_guard(address: int) -> None:
    """
    Makes the function at `address` run all groups functions that are requested later:
    it takes their address before their arguments, and returns the number of the signal
    that ended them, or 0.
    """
    global _guard
    _guard = address


def _raise_signal(ended: int) -> None:
    if ended:
        name = signal.Signals(ended).name
        raise RuntimeFailure(
            f"a kernel was ended by {name}: it reads or writes memory that is not there, "
            "or divides by zero; check its accesses"
        )


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
        _raise_signal(run(address, arguments, launch, first, last))

    return guarded
