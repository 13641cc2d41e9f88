"""
The parent's side of the child processes that run `backend.llvm.llvm_worker`.

This module does not import xDSL, so that LLVM can load while a command imports xDSL.
"""

from __future__ import annotations

import atexit
import os
import select
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any, NamedTuple, cast

from xdsl_opencl.backend.llvm import llvm_worker


class LLVMChild:
    """One child process, used by one thread at a time."""

    def __init__(self) -> None:
        # A file, not a pipe: LLVM may print more than a pipe holds before it answers.
        self.stderr = tempfile.TemporaryFile(buffering=0)
        self.owner = os.getpid()
        # -S: the child gets the parent's `sys.path` and does not need the module `site`.
        self.process = subprocess.Popen(
            [sys.executable, "-S", llvm_worker.__file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.stderr,
        )
        # An editable install is found by an import hook of `site`, not by the path.
        own = str(Path(llvm_worker.__file__).parents[3])
        self.send([*(str(folder) for folder in sys.path), own])

    def send(self, message: object) -> None:
        assert self.process.stdin is not None
        llvm_worker.write_message(cast(Any, self.process.stdin), message)

    def receive(self) -> dict[str, Any] | None:
        """The child's answer; `None` when the child ended instead."""
        assert self.process.stdout is not None
        try:
            return llvm_worker.read_message(cast(Any, self.process.stdout))
        except EOFError:
            self.process.wait()
            return None

    def has_answered(self, seconds: float = 0) -> bool:
        """Returns whether `receive` does not wait for the child, which has `seconds` for it."""
        assert self.process.stdout is not None
        poll = select.poll()
        poll.register(self.process.stdout, select.POLLIN)
        return bool(poll.poll(1000 * seconds))

    def take_stderr(self) -> str:
        """
        Returns the text that the child printed since the last call. Parent and child share
        the file offset.
        """
        self.stderr.seek(0)
        text = self.stderr.read().decode(errors="replace")
        self.stderr.seek(0)
        self.stderr.truncate()
        return text

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except BrokenPipeError:
                    pass
        self.stderr.close()


idle: list[LLVMChild] = []
"""Idle children; a list's `append` and `pop` are atomic."""


_under_way: list[Question] = []
"""Questions whose answers nobody waits for."""


def children() -> list[LLVMChild]:
    """All children, except a child whose answer somebody waits for."""
    return [*idle, *(question.child for question in _under_way)]


@atexit.register
def _close_all() -> None:
    ended = children()
    idle.clear()
    _under_way.clear()
    for child in ended:
        if child.owner == os.getpid():
            child.close()


# The children belong to the parent process.
os.register_at_fork(after_in_child=_under_way.clear)


_START = 0.06
"""Seconds that a new process takes to begin."""


def _take_idle(seconds: float) -> LLVMChild | None:
    end = time.monotonic() + seconds
    for question in tuple(_under_way):
        if question.is_answered(0 if idle else max(end - time.monotonic(), 0)):
            question.answer()
    while idle:
        child = idle.pop()
        # After a fork the pipes still belong to the parent process.
        if child.owner == os.getpid() and child.process.poll() is None:
            return child
    return None


def take() -> LLVMChild:
    """An idle process, or a new one."""
    return _take_idle(0) or _take_idle(_START) or LLVMChild()


def start() -> bool:
    """
    Starts a process for the next request, unless there is one, free or busy with a question
    whose answer nobody waits for. Returns whether one is free.
    """
    child = _take_idle(0)
    if child is None:
        if _under_way:
            return False
        child = LLVMChild()
    idle.append(child)
    return True


class Answer(NamedTuple):
    """
    An answer of a child, with the text that the child printed. `values` is `None` if LLVM
    ended the child; `status` is its exit status.
    """

    values: dict[str, Any] | None
    printed: str
    status: int = 0


class Question:
    """
    A request, and a child that works on it. After the `last` request the child ends. With
    `later` the asker does something else meanwhile.
    """

    def __init__(
        self, request: dict[str, Any], *, last: bool = False, later: bool = False
    ):
        self._last = last
        self._lock = threading.Lock()
        self._answer: Answer | None = None
        self.child = take()
        try:
            self.child.send(request)
        except BrokenPipeError:
            # It has ended, which the answer tells.
            pass
        except BaseException:
            self.child.close()
            raise
        if later:
            _under_way.append(self)

    def is_answered(self, seconds: float = 0) -> bool:
        """
        Returns whether `answer` does not wait, after `seconds` at most. Several threads may call
        this.
        """
        with self._lock:
            return self._answer is not None or self.child.has_answered(seconds)

    def answer(self) -> Answer:
        """The child's answer. Several threads may call this."""
        with self._lock:
            if self._answer is None:
                self._answer = self._receive()
            return self._answer

    def _receive(self) -> Answer:
        child = self.child
        try:
            values = child.receive()
            printed = child.take_stderr()
        except BaseException:
            # Also after Ctrl-C, when the child may be in the middle of an answer.
            child.close()
            self._answer = Answer(None, "it was interrupted")
            raise
        finally:
            if self in _under_way:
                _under_way.remove(self)
        if values is None or self._last:
            child.close()
            return Answer(values, printed, child.process.returncode)
        idle.append(child)
        return Answer(values, printed)


def ask(request: dict[str, Any], *, last: bool = False) -> Answer:
    """
    Sends `request` to a child and returns its answer. After the `last` request the child
    ends.
    """
    return Question(request, last=last).answer()
