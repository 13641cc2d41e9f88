"""
Several inputs of `xdsl-opencl compile`: in turn or in several processes, with a progress
bar on a terminal and a table at the end.

Diagnostics come whole and in the order of the inputs. No fault of one input stops the
others, not even an abort.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import (
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    as_completed,
)
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, redirect_stderr
from dataclasses import dataclass
from importlib import import_module
from io import StringIO
from typing import TYPE_CHECKING

from xdsl_opencl.cli.commands import EXIT_INTERNAL, EXIT_USER
from xdsl_opencl.cli.job import Job, Outcome
from xdsl_opencl.cli.terminal import diagnose
from xdsl_opencl.cli.text_tables import table
from xdsl_opencl.driver.diagnostics import CompileError
from xdsl_opencl.frontend.clang.opencl_c import find_clang
from xdsl_opencl.frontend.errors import FrontendError
from xdsl_opencl.garbage import collect_seldom, share_with_forks

if TYPE_CHECKING:
    from xdsl_opencl.driver.ahead import Ahead

Work = Callable[[Job, "Ahead"], Callable[[], tuple[Outcome, str]]]
Begin = Callable[[Job], "Ahead"]


@dataclass(frozen=True)
class Result:
    """
    The result of one input: the text that was printed meanwhile, the error (empty if there
    is none; `internal`: a fault of this program), and seconds.
    """

    name: str
    printed: str = ""
    error: str = ""
    internal: bool = False
    kernels: int = 0
    cached: bool = False
    seconds: float = 0.0

    @property
    def status(self) -> str:
        if self.error:
            return "failed"
        return "from cache" if self.cached else "compiled"


Results = Iterator[tuple[int, Result]]
"""Results with the places of their inputs."""


class _Attempt:
    """
    One input: made, it is compiled as far as LLVM IR; `result` does the rest, in any
    thread.
    """

    def __init__(self, job: Job, begin: Begin, work: Work, ahead: Ahead | None = None):
        self._job = job
        self._printed = StringIO()
        self._finish: Callable[[], tuple[Outcome, str]] | None = None
        self._error = ""
        self._is_internal = False
        start = time.perf_counter()
        with redirect_stderr(self._printed), self._faults():
            self._finish = work(job, ahead or begin(job))
        self._seconds = time.perf_counter() - start

    @contextmanager
    def _faults(self) -> Generator[None]:
        try:
            yield
        except CompileError as fault:
            self._error = str(fault)
        except Exception as fault:
            self._is_internal = True
            self._error = _internal(self._job, f"{type(fault).__name__}: {fault}")

    def result(self) -> Result:
        """Finishes the input and returns its result."""
        start = time.perf_counter()
        outcome: Outcome | None = None
        if self._finish is not None:
            with self._faults():
                outcome, printed = self._finish()
                self._printed.write(printed)
        return Result(
            self._job.input,
            self._printed.getvalue(),
            self._error,
            self._is_internal,
            0 if outcome is None else outcome.kernels,
            outcome is not None and outcome.cached,
            self._seconds + time.perf_counter() - start,
        )


def _attempt(job: Job, begin: Begin, work: Work) -> Result:
    return _Attempt(job, begin, work).result()


def _internal(job: Job, message: str) -> str:
    return f"{job.input}: error: internal error, please report: {message}"


def _in_turn(jobs: Sequence[Job], work: Work, begin: Begin) -> Results:
    """
    Compiles in a pipeline of three: Clang reads one input, this process lowers the previous
    one, LLVM and the linker work on the one before.
    """

    def attempt_begin(job: Job) -> Ahead | None:
        try:
            return begin(job)
        except CompileError:
            # The attempt meets it again and reports it.
            return None

    ahead = attempt_begin(jobs[0])
    waiting: Future[Result] | None = None
    with ThreadPoolExecutor(1) as pool:
        for place, job in enumerate(jobs):
            following = jobs[place + 1 : place + 2]
            current, ahead = ahead, attempt_begin(following[0]) if following else None
            attempt = _Attempt(job, begin, work, current)
            before, waiting = waiting, pool.submit(attempt.result)
            if before is not None:
                yield place - 1, before.result()
        assert waiting is not None
        yield len(jobs) - 1, waiting.result()


def _executor(processes: int) -> ProcessPoolExecutor:
    # A forked process need not import xDSL again.
    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if "fork" in methods else None)
    return ProcessPoolExecutor(processes, context)


def _import_everything(jobs: Sequence[Job]) -> None:
    """Imports the modules that the forked processes need."""
    for module in (
        "xdsl_opencl.conversions.control_flow.convert_func_to_llvm",
        "xdsl_opencl.dialects.opencl.builtins.builtin_powers",
        "xdsl_opencl.driver.compilation",
        "xdsl_opencl.frontend.load",
        "xdsl_opencl.backend.objects.code_object",
        "xdsl_opencl.backend.llvm.codegen",
        "xdsl_opencl.llvm_ir.printer",
    ):
        import_module(module)
    from xdsl_opencl.transforms.pipeline import stages
    from xdsl_opencl.universe import our_pass

    target = jobs[0].target
    if target is not None:
        # Looking a pass up imports its module.
        for name in stages(target):
            our_pass(name)
    try:
        find_clang()
    except FrontendError:
        # Each input says so.
        pass


def _size(job: Job) -> int:
    """The bytes of the input; 0 for standard input and for a missing file."""
    try:
        return os.stat(job.input).st_size
    except OSError:
        return 0


def _in_parallel(
    jobs: Sequence[Job], work: Work, begin: Begin, processes: int
) -> Results:
    """Compiles in several processes; results come as they are done."""
    _import_everything(jobs)
    share_with_forks()
    left: list[int] = []
    # Large ones first, so that no process has one left when the others have ended.
    order = sorted(range(len(jobs)), key=lambda place: _size(jobs[place]), reverse=True)
    pool = _executor(processes)
    try:
        futures: dict[Future[Result], int] = {
            pool.submit(_attempt, jobs[place], begin, work): place for place in order
        }
        for future in as_completed(futures):
            try:
                result = future.result()
            except BrokenProcessPool:
                left.append(futures[future])
            else:
                yield futures[future], result
    finally:
        pool.shutdown(cancel_futures=True)
    # The process of one of these aborted, and the others lost theirs, too.
    for place in sorted(left):
        job = jobs[place]
        with _executor(1) as single:
            try:
                result = single.submit(_attempt, job, begin, work).result()
            except BrokenProcessPool:
                message = _internal(job, "the process that compiled it ended")
                result = Result(job.input, error=message, internal=True)
        yield place, result


class _Progress:
    """A bar on standard error, if that is a terminal."""

    WIDTH = 30

    def __init__(self, total: int) -> None:
        self.total = total
        self.done = 0
        self.failed = 0
        self.shown = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"

    def show(self) -> None:
        if self.shown:
            filled = self.WIDTH * self.done // self.total
            bar = "#" * filled + "." * (self.WIDTH - filled)
            failures = f", {self.failed} failed" if self.failed else ""
            sys.stderr.write(f"\r\033[K[{bar}] {self.done}/{self.total}{failures}")
            sys.stderr.flush()

    def hide(self) -> None:
        if self.shown:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()

    def count(self, result: Result) -> None:
        self.done += 1
        self.failed += bool(result.error)


def run_batch(jobs: Sequence[Job], processes: int, work: Work, begin: Begin) -> int:
    """
    Compiles `jobs` with `work`, `processes` at a time (0: one for each processor), and
    returns the exit status.
    """
    processes = min(processes or os.cpu_count() or 1, len(jobs))
    collect_seldom()
    results: list[Result | None] = [None] * len(jobs)
    reported = 0
    progress = _Progress(len(jobs))
    progress.show()
    start = time.perf_counter()
    if processes == 1:
        stream = _in_turn(jobs, work, begin)
    else:
        stream = _in_parallel(jobs, work, begin, processes)
    try:
        for place, result in stream:
            results[place] = result
            progress.count(result)
            progress.hide()
            while reported < len(jobs) and (ready := results[reported]) is not None:
                diagnose(ready.printed)
                if ready.error:
                    diagnose(ready.error.rstrip("\n") + "\n")
                reported += 1
            progress.show()
    finally:
        progress.hide()
    seconds = time.perf_counter() - start
    done = [result for result in results if result is not None]
    _summary(done, seconds)
    if any(result.internal for result in done):
        return EXIT_INTERNAL
    return EXIT_USER if any(result.error for result in done) else 0


def _summary(results: Sequence[Result], seconds: float) -> None:
    rows = [
        (
            result.name,
            "" if result.error else str(result.kernels),
            result.status,
            f"{result.seconds:.2f} s",
        )
        for result in results
    ]
    for line in table(("file", "kernels", "status", "time"), rows, indent=""):
        print(line, file=sys.stderr)
    good = sum(not result.error for result in results)
    print(
        f"{good} of {len(results)} inputs compiled in {seconds:.2f} s", file=sys.stderr
    )
