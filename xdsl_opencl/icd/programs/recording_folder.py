"""
Recordings of a program's builds and launches, to run one launch again:
`$XDSL_OPENCL_SAVE` names the folder.

Each build has a folder with the source, its options and log, and the stages; each of
the first launches of a kernel a folder in it with the memory it began with, and
`run.sh`, which runs it again by `xdsl-opencl run`; further words are for that command
(`run.sh --check`).
"""

from __future__ import annotations

import itertools
import os
import shlex
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

SAVE_VARIABLE = "XDSL_OPENCL_SAVE"
MOST_LAUNCHES = 16
"""Launches of a kernel that are kept: memory would fill every disk."""

_numbers = itertools.count(1)
_launches: Counter[tuple[Path, str]] = Counter()


@dataclass(frozen=True)
class Stages:
    """A build: its inputs and results; empty where they are not known."""

    source: bytes
    spirv: tuple[bytes, ...]
    options: str
    log: str
    clang: str
    module: str
    llvm: str


def saving() -> bool:
    """Returns whether the program's builds and launches are kept."""
    return bool(os.environ.get(SAVE_VARIABLE))


def save_program(stages: Stages) -> Path | None:
    """Writes a build. Returns its folder, `None` when it cannot be written."""
    name = f"{os.getpid()}-{next(_numbers)}"
    folder = Path(os.environ[SAVE_VARIABLE], name).absolute()
    files = {
        "program.cl": stages.source,
        **{
            f"program{f'-{n}' if n > 1 else ''}.spv": words
            for n, words in enumerate(stages.spirv, 1)
        },
        "options.txt": stages.options.encode(),
        "build.log": stages.log.encode(),
        "clang.ll": stages.clang.encode(),
        "program.mlir": stages.module.encode(),
        "host.ll": stages.llvm.encode(),
    }
    try:
        folder.mkdir(parents=True)
        for file, content in files.items():
            if content:
                kept = content if file.endswith(".spv") else content.replace(b"\0", b"")
                (folder / file).write_bytes(kept)
    except OSError as error:
        _warn(os.environ[SAVE_VARIABLE], error.strerror)
        return None
    return folder


@cache
def _warn(folder: str, reason: str) -> None:
    """Warns once that nothing can be kept in `folder`."""
    print(
        f"xdsl-opencl: warning: {SAVE_VARIABLE}: {folder!r} cannot be written: {reason}; "
        "builds and launches are not kept",
        file=sys.stderr,
    )


def launch_folder(program: Path, kernel: str) -> Path | None:
    """Makes the folder of one more launch, unless there are enough."""
    _launches[program, kernel] += 1
    number = _launches[program, kernel]
    if number > MOST_LAUNCHES:
        return None
    folder = program / f"{kernel}-{number}"
    try:
        folder.mkdir()
    except OSError:
        return None
    return folder


def write_script(folder: Path, words: Sequence[str], notes: Sequence[str]) -> None:
    """Writes `run.sh`, which runs `xdsl-opencl` with `words` in `folder`."""
    lines = [
        "#!/bin/sh",
        *(f"# {note}" for note in notes),
        'cd "$(dirname "$0")" || exit',
        f'xdsl-opencl {shlex.join(words)} "$@"',
        "",
    ]
    script = folder / "run.sh"
    script.write_text("\n".join(lines))
    script.chmod(0o755)
