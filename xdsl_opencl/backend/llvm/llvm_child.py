"""
The parent's side of the child processes that run `backend.llvm.llvm_worker`.

This module does not import xDSL, so that LLVM can load while a command imports xDSL.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import tempfile
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

    def request(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """The child's answer; `None` when the child ended instead."""
        assert self.process.stdout is not None
        try:
            self.send(message)
            return llvm_worker.read_message(cast(Any, self.process.stdout))
        except (EOFError, BrokenPipeError):
            self.process.wait()
            return None

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
        # After a fork the pipes still belong to the parent process.
        if child.owner == os.getpid() and child.process.poll() is None:
            return child
    return LLVMChild()


def give_back(child: LLVMChild) -> None:
    """Makes `child`, whose last answer has been read, free for the next request."""
    idle.append(child)


class Answer(NamedTuple):
    """
    An answer of a child, with the text that the child printed. `values` is `None` if LLVM
    ended the child; `status` is its exit status.
    """

    values: dict[str, Any] | None
    printed: str
    status: int = 0


def ask(request: dict[str, Any], *, last: bool = False) -> Answer:
    """
    Sends `request` to a child and returns its answer. After the `last` request the child
    ends.
    """
    child = take()
    try:
        values = child.request(request)
        printed = child.take_stderr()
    except BaseException:
        # Also after Ctrl-C, when the child may be in the middle of an answer.
        child.close()
        raise
    if values is None or last:
        child.close()
        return Answer(values, printed, child.process.returncode)
    give_back(child)
    return Answer(values, printed)
