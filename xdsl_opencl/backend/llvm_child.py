"""
The child processes that run `backend.llvm_worker`, seen from their parent.

Nothing here imports xDSL: LLVM is loaded while a command imports it.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import tempfile
from typing import Any, NamedTuple, cast

from xdsl_opencl.backend import llvm_worker


class LLVMChild:
    """One child process, used by one thread at a time."""

    def __init__(self) -> None:
        # A file, not a pipe: LLVM may print more than a pipe holds before it answers.
        self.stderr = tempfile.TemporaryFile(buffering=0)
        self.owner = os.getpid()
        # -S: the child gets the parent's path, and needs none of the site's own work.
        self.process = subprocess.Popen(
            [sys.executable, "-S", llvm_worker.__file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.stderr,
        )
        # An editable install is found by a hook of the site's, not by the path.
        own = os.path.dirname(os.path.dirname(os.path.dirname(llvm_worker.__file__)))
        self.send([*(str(folder) for folder in sys.path), own])

    def send(self, message: object) -> None:
        assert self.process.stdin is not None
        llvm_worker.write_message(cast(Any, self.process.stdin), message)

    def request(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """The child's answer; `None` when it ended instead."""
        assert self.process.stdout is not None
        try:
            self.send(message)
            return llvm_worker.read_message(cast(Any, self.process.stdout))
        except (EOFError, BrokenPipeError):
            self.process.wait()
            return None

    def take_stderr(self) -> str:
        """
        Returns what the child printed since the last call. Its descriptor shares the offset.
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


@atexit.register
def _close_idle() -> None:
    while idle:
        child = idle.pop()
        if child.owner == os.getpid():
            child.close()


def take() -> LLVMChild:
    """An idle process, or a new one; `give_back` returns it."""
    while idle:
        child = idle.pop()
        # After a fork the pipes belong to the parent.
        if child.owner == os.getpid() and child.process.poll() is None:
            return child
    return LLVMChild()


def give_back(child: LLVMChild) -> None:
    """Makes `child`, whose last answer has been read, free for the next request."""
    idle.append(child)


class Answer(NamedTuple):
    """
    An answer of a child with what it printed. `values` is `None` if LLVM ended the child,
    with `status`.
    """

    values: dict[str, Any] | None
    printed: str
    status: int = 0


def ask(request: dict[str, Any], *, last: bool = False) -> Answer:
    """Has a child answer `request`. After the `last` request the child ends."""
    child = take()
    try:
        values = child.request(request)
        printed = child.take_stderr()
    except BaseException:
        # Also after Ctrl-C: the child may be in the middle of an answer.
        child.close()
        raise
    if values is None or last:
        child.close()
        return Answer(values, printed, child.process.returncode)
    give_back(child)
    return Answer(values, printed)
