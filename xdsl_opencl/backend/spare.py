"""
A process that is started before it is needed, and waits for its input: a compiler takes as
long to begin as to read a small program.

Nothing here imports xDSL.
"""

from __future__ import annotations

import atexit
import os
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple


class _Call(NamedTuple):
    """All that a process takes over when it begins."""

    arguments: tuple[str, ...]
    environment: tuple[tuple[str, str], ...]
    folder: str
    owner: int


_last: _Call | None = None
"""The last call of a kind that may be repeated."""
_repeated = False
"""The last call was like the one before it."""
_waiting: list[tuple[_Call, subprocess.Popen[bytes]]] = []
"""The spare process, if there is one; a list's `append` and `pop` are atomic."""


def _end(call: _Call, process: subprocess.Popen[bytes]) -> None:
    # After a fork it belongs to the parent.
    if call.owner == os.getpid():
        process.kill()
        process.communicate()


@atexit.register
def close() -> None:
    """Ends the spare process, and forgets what it was for."""
    global _repeated
    _repeated = False
    while _waiting:
        _end(*_waiting.pop())


def _after_fork() -> None:
    # The process gets no end of its input as long as a child of ours has the pipe, too.
    while _waiting:
        _, process = _waiting.pop()
        for pipe in (process.stdin, process.stdout, process.stderr):
            assert pipe is not None
            pipe.close()
        # It is not a child of this process, which need not wait for it.
        process.returncode = 0


os.register_at_fork(after_in_child=_after_fork)


def start_spare() -> None:
    """
    Starts a process for the next call of `run`, if the last two were alike: then that one
    will be, too.
    """
    if not _repeated or _last is None or _last.owner != os.getpid() or _waiting:
        return
    with suppress(OSError):
        process = subprocess.Popen(
            _last.arguments,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=dict(_last.environment),
        )
        _waiting.append((_last, process))


def run(
    arguments: Sequence[str], data: bytes, environment: Mapping[str, str]
) -> subprocess.CompletedProcess[bytes]:
    """
    Runs a program with `data` as its input, as `subprocess.run` does: in the process that
    waits for it, if there is one which began in the same way. What the program does before it
    reads its input must depend on nothing else.

    Raises `OSError` when it cannot be started.
    """
    global _last, _repeated
    call = None
    with suppress(OSError):
        words, folder = tuple(arguments), os.getcwd()
        call = _Call(words, tuple(environment.items()), folder, os.getpid())
    _repeated, _last = call == _last, call
    while _waiting:
        try:
            began, process = _waiting.pop()
        except IndexError:
            break
        if began != call or process.poll() is not None:
            _end(began, process)
            continue
        output, errors = process.communicate(data)
        # A signal for all processes of a terminal may have ended it.
        if process.returncode >= 0:
            return subprocess.CompletedProcess(
                arguments, process.returncode, output, errors
            )
    return subprocess.run(
        arguments, input=data, capture_output=True, env=environment, check=False
    )
