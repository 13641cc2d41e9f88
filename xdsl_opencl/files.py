"""
Files that appear whole or not at all.

Nothing here imports xDSL.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Generator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

_numbers = count()
_WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


def _create_beside(target: Path, mode: int) -> Path:
    """
    A new empty file in the folder of `target`, with `mode` as far as `open` would give it.

    Raises `OSError` that names `target`.
    """
    while True:
        name = f".{target.name}.{os.getpid()}.{next(_numbers)}.tmp"
        temporary = target.with_name(name)
        try:
            os.close(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode))
        except FileExistsError:
            # Left by a process of the same number that was ended.
            continue
        except OSError as error:
            # The user knows the path, not the temporary name.
            raise type(error)(error.errno, error.strerror, str(target)) from None
        return temporary


def _replaceable(target: Path) -> int | None:
    """
    The permissions of the file `target`, which its replacement gets; `None` if there is
    no such file yet.

    Raises `PermissionError` for a write-protected one: `open` would refuse it as well,
    but a rename asks only for the folder.
    """
    try:
        mode = stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        return None
    if not mode & _WRITABLE or not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, "the file is write-protected", str(target))
    return mode


@contextmanager
def atomic_path(
    path: str | os.PathLike[str], mode: int | None = None
) -> Generator[Path]:
    """
    A fresh file beside `path` which becomes `path` when the block ends well and vanishes
    when it does not, so that half a file is never seen. A symbolic link stays one, and the
    file that it names is replaced; permissions stay as they were, or become `mode`.

    Raises `OSError` that names `path` when the folder does not exist or cannot be
    written, the file is write-protected, or the disk is full.
    """
    if not os.fspath(path):
        raise FileNotFoundError(errno.ENOENT, "the name of the output is empty", "")
    given = Path(path)
    target = Path(os.path.realpath(given)) if given.is_symlink() else given
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, "Is a directory", str(given))
    if target.exists() and not target.is_file():
        # A device (/dev/null, /dev/stdout) is written to, not replaced.
        with _naming(given):
            yield target
        return
    kept = _replaceable(target)
    temporary = _create_beside(target, 0o666 if mode is None else mode)
    mode = kept if mode is None else mode
    try:
        with _naming(given, temporary):
            yield temporary
            if mode is not None:
                os.chmod(temporary, mode)
            os.replace(temporary, target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


@contextmanager
def _naming(path: Path, temporary: Path | None = None) -> Generator[None]:
    """
    Errors about the file being written name `path`: a failed `write` names nothing, and the
    temporary file means nothing to a user.
    """
    try:
        yield
    except OSError as error:
        if error.filename is None or error.filename == str(temporary):
            raise type(error)(error.errno, error.strerror, str(path)) from None
        raise


def write_output(
    path: str | os.PathLike[str], content: str | bytes, mode: int | None = None
) -> None:
    """
    Writes `content` (text as UTF-8) to `path`, wholly or not at all. Its permissions become
    `mode` if given.

    Raises `OSError` as `atomic_path`.
    """
    data = content.encode() if isinstance(content, str) else content
    with atomic_path(path, mode) as temporary:
        temporary.write_bytes(data)


def read_input(path: str | os.PathLike[str]) -> bytes:
    """
    The bytes of the file `path`. A pipe is read to its end; a named one without a writer is
    an error, where `open` would wait for ever.

    Raises `OSError` that names `path`.
    """
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    try:
        kind = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(kind):
            raise IsADirectoryError(errno.EISDIR, "Is a directory", os.fspath(path))
        os.set_blocking(descriptor, True)
        with os.fdopen(descriptor, "rb", closefd=False) as file, _naming(Path(path)):
            data = file.read()
        if not data and stat.S_ISFIFO(kind):
            raise OSError(
                errno.EAGAIN,
                "nothing comes through this pipe; open it for writing first",
                os.fspath(path),
            )
        return data
    finally:
        os.close(descriptor)


_CODE = (b"\x7fELF", b"__CLANG_OFFLOAD_BUNDLE__", b"CCOB")
"""The beginnings of ELF files and of offload bundles, plain and compressed."""


def read_code_file(path: Path | str) -> bytes | None:
    """
    The contents of the file at `path` if that is an ELF file, as code objects are, or a
    bundle of such; `None` for other files, and for files that cannot be read.
    """
    try:
        if os.path.isfile(path):
            with open(path, "rb") as file:
                head = file.read(max(map(len, _CODE)))
                if head.startswith(_CODE):
                    return head + file.read()
    except OSError:
        # Reading it as a source reports the error.
        pass
    return None
