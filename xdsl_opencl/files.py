"""
Files that appear whole or not at all.

Nothing here imports xDSL.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

_numbers = count()


def _create_beside(target: Path) -> Path:
    """
    A new empty file in the folder of `target`, with the mode that `open` would give it.

    Raises `OSError` that names `target`.
    """
    while True:
        name = f".{target.name}.{os.getpid()}.{next(_numbers)}.tmp"
        temporary = target.with_name(name)
        try:
            os.close(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
        except FileExistsError:
            # Left by a process of the same number that was ended.
            continue
        except OSError as error:
            # The user knows the path, not the temporary name.
            raise type(error)(error.errno, error.strerror, str(target)) from None
        return temporary


@contextmanager
def atomic_path(path: str | os.PathLike[str]) -> Generator[Path]:
    """
    A fresh file beside `path` which becomes `path` when the block ends well and
    vanishes when it does not, so that nobody ever sees half a file.

    Raises `OSError` when the folder does not exist or cannot be written.
    """
    target = Path(path)
    if target.is_dir():
        raise IsADirectoryError(21, "Is a directory", str(target))
    if target.exists() and not target.is_file():
        # A device (/dev/null, /dev/stdout) is written to, not replaced.
        yield target
        return
    temporary = _create_beside(target)
    try:
        yield temporary
        os.replace(temporary, target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def write_output(path: str | os.PathLike[str], content: str | bytes) -> None:
    """
    Writes `content` (text as UTF-8) to `path`, wholly or not at all.

    Raises `OSError` as `atomic_path`.
    """
    data = content.encode() if isinstance(content, str) else content
    with atomic_path(path) as temporary:
        temporary.write_bytes(data)
