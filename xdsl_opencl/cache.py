"""
The folder of results kept by content, for every layer.

An entry's name is a hash of all that its content depends on, so an entry is never wrong,
only unused. An entry begins with a hash of its content: one that is damaged counts as
missing. Entries hold machine code, so a folder that others can write to is not used.
Nothing here imports xDSL.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from xdsl_opencl.files import write_output


def _find_sha256() -> Any:
    """
    Python's own SHA-256, as `random` takes its hash: `hashlib` loads OpenSSL, which takes
    longer than all hashes of a compilation.
    """
    for name in ("_sha2", "_sha256"):
        try:
            return import_module(name).sha256
        except ImportError:
            continue
    return import_module("hashlib").sha256


_sha256: Any = _find_sha256()

CACHE_VARIABLE = "XDSL_OPENCL_CACHE"

_HASH_SIZE: int = _sha256().digest_size


_LIMIT_VARIABLE = "XDSL_OPENCL_CACHE_MIB"
_LIMIT_MIB = 512
_SWEEPS = 64
"""The folder's size is looked at so often while as many bytes as the limit are written."""
_FILE_BYTES = 4096
"""Bytes that an entry takes at least."""
_KEPT = 0.75
"""The part of the limit that a sweep leaves."""


def _home() -> Path | None:
    home = os.path.expanduser("~")
    # Without `HOME` and an account of its own, a process has no home: `~` stays `~`.
    return Path(home) if os.path.isabs(home) and home != os.sep else None


def cache_folder() -> Path | None:
    """
    Returns the folder in which results are kept: `$XDSL_OPENCL_CACHE`, else
    `xdsl-opencl` in the user's cache folder. `None` when the variable is set and empty,
    and for a user without a home.
    """
    if (given := os.environ.get(CACHE_VARIABLE)) is not None:
        return Path(given) if given else None
    base = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(base):
        return Path(base) / "xdsl-opencl"
    home = _home()
    return None if home is None else home / ".cache" / "xdsl-opencl"


@cache
def _trusted(folder: Path) -> bool:
    """
    Tells whether only this user can write to `folder`. Entries are machine code that
    will run, and their hash shows that they are whole, not who made them. Warns of a
    folder that others can write to.
    """
    if not hasattr(os, "getuid"):
        return True
    status = folder.stat()
    if status.st_uid != os.getuid():
        reason = "belongs to another user"
    elif status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        reason = "can be written by others"
    else:
        return True
    print(
        f"xdsl-opencl: warning: the cache {folder} {reason} and is not used; make it "
        f"yours alone, or name another in ${CACHE_VARIABLE} (empty: no cache)",
        file=sys.stderr,
    )
    return False


def _folder(*, make: bool = False) -> Path | None:
    """
    The cache folder if it exists, or can be made, and holds this user's entries only.
    """
    folder = cache_folder()
    if folder is None:
        return None
    try:
        if make:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        return folder if _trusted(folder) else None
    except OSError:
        return None


def cache_subfolder(name: str) -> Path | None:
    """
    Makes the folder `name` in the cache, for files that other programs read and that are
    whole by other means. `None` where there is no cache that only this user can write to.
    """
    if (folder := _folder(make=True)) is None:
        return None
    made = folder / name
    try:
        made.mkdir(exist_ok=True, mode=0o700)
        return made if _trusted(made) else None
    except OSError:
        return None


def _limit() -> int:
    """
    Bytes that the cache may take: `$XDSL_OPENCL_CACHE_MIB` MiB, 512 by default.
    """
    given = os.environ.get(_LIMIT_VARIABLE, "")
    return (int(given) if given.isdecimal() else _LIMIT_MIB) << 20


def sweep(folder: Path) -> None:
    """
    Removes the entries of `folder` that have not been used for longest, when all together
    take more than the limit.
    """
    entries: list[tuple[float, int, str]] = []
    with os.scandir(folder) as found:
        for entry in found:
            try:
                status = entry.stat(follow_symlinks=False)
            except FileNotFoundError:
                continue
            if stat.S_ISDIR(status.st_mode):
                continue
            entries.append((status.st_mtime, status.st_size, entry.path))
    total, limit = sum(size for _, size, _ in entries), _limit()
    if total <= limit:
        return
    for _, size, path in sorted(entries):
        try:
            os.unlink(path)
        except OSError:
            continue
        total -= size
        if total <= limit * _KEPT:
            return


def content_key(*parts: str | bytes) -> str:
    """
    A file name for what depends on `parts` alone.
    """
    digest = _sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        # With its length, so that no two lists of parts run together.
        digest.update(len(data).to_bytes(8, "little"))
        digest.update(data)
    return digest.hexdigest()


def read_entry(name: str) -> bytes | None:
    """
    The content of entry `name`; `None` if there is none, or it is damaged.
    """
    if (folder := _folder()) is None:
        return None
    entry = folder / name
    try:
        data = entry.read_bytes()
        # The time says when the entry was last of use.
        os.utime(entry)
    except OSError:
        return None
    content = data[_HASH_SIZE:]
    if _sha256(content).digest() != data[:_HASH_SIZE]:
        return None
    return content


def _is_due(digest: bytes, size: int) -> bool:
    """
    Tells whether the entry of `size` bytes with hash `digest` is one after which the
    folder is swept. A sweep visits all entries, so small ones cause it rarely; processes
    that write little take part, since the hash decides, not a count.
    """
    share = (size + _FILE_BYTES) * _SWEEPS
    return int.from_bytes(digest[:4]) * _limit() < share << 32


def write_entry(name: str, content: bytes) -> None:
    """
    Keeps `content` as entry `name`; a cache that cannot be written is not an error.
    """
    if (folder := _folder(make=True)) is None:
        return
    digest: bytes = _sha256(content).digest()
    try:
        write_output(folder / name, digest + content)
        if _is_due(digest, len(content)):
            sweep(folder)
    except OSError:
        return


_CODE = (".py", ".so", ".pyd", ".dll", ".dylib")


def _code_files(folder: str) -> Iterator[str]:
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            if entry.name == "__pycache__":
                continue
            if entry.is_dir():
                yield from _code_files(entry.path)
            elif entry.name.endswith(_CODE):
                status = entry.stat()
                yield f"{entry.path} {status.st_size} {status.st_mtime_ns}"


def _record(package: Path) -> bytes | None:
    """
    Reads the installer's record of `package`: a list of its files with their hashes;
    `None` for one that is not installed but somebody's working tree.
    """
    for record in package.parent.glob(f"{package.name}-*.dist-info/RECORD"):
        return record.read_bytes()
    return None


@cache
def tools_version(*packages: str) -> str:
    """
    Stands for the code of the Python packages `packages`. A version number would miss
    changes of a package that somebody works on; there it is paths, sizes and times.
    """
    parts: list[str | bytes] = []
    for package in packages:
        spec = find_spec(package)
        places = None if spec is None else spec.submodule_search_locations
        parts.append(package)
        for place in places or ():
            if (record := _record(Path(place))) is not None:
                parts.append(record)
            else:
                parts += _code_files(place)
    return content_key(*parts)


def file_version(path: str | os.PathLike[str]) -> str:
    """
    Stands for the file at `path`: size and time; empty if there is none.
    """
    try:
        status = os.stat(path)
    except OSError:
        return ""
    return f"{status.st_size} {status.st_mtime_ns}"
