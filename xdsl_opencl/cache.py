"""
The folder of results kept by content, for every layer.

An entry's name is a hash of all that its content depends on, so an entry is never wrong,
only unused. Entries hold machine code, so a folder that others can write to is not used,
and neither is what was in it at that time: an entry begins with a hash of its name, its
content and a secret that the folder keeps for its user alone. One that another user made,
changed or renamed counts as missing, as a damaged one does.
Nothing here imports xDSL.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from xdsl_opencl.files import write_output

CACHE_VARIABLE = "XDSL_OPENCL_CACHE"

_HASH_SIZE: int = sha256().digest_size


_LIMIT_VARIABLE = "XDSL_OPENCL_CACHE_MIB"
_LIMIT_MIB = 512
_SWEEPS = 64
"""The folder's size is looked at so often while as many bytes as the limit are written."""
_FILE_BYTES = 4096
"""Bytes that an entry takes at least."""
_SECRET = ".secret"
"""The file with the secret of the folder's user."""
_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_KEPT = 0.75
"""The part of the limit that a sweep leaves."""


def _home() -> Path | None:
    home = os.path.expanduser("~")
    # Without `HOME` and an account of its own, a process has no home: `~` stays `~`.
    return Path(home) if os.path.isabs(home) and home != os.sep else None


def cache_folder() -> Path | None:
    """
    Returns the folder that keeps results: `$XDSL_OPENCL_CACHE`, else
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
    Returns whether only this user can write to `folder`. Warns of a folder that others can write
    to, and takes its secret from it, so that no entry of that time is ever used.
    """
    if not hasattr(os, "getuid"):
        return True
    status = folder.stat()
    if status.st_uid != os.getuid():
        reason = "belongs to another user"
    elif status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        reason = "can be written by others"
        with suppress(OSError):
            os.unlink(folder / _SECRET)
    else:
        return True
    print(
        f"xdsl-opencl: warning: the cache {folder} {reason} and is not used; remove it, "
        f"or name another in ${CACHE_VARIABLE} (empty: no cache)",
        file=sys.stderr,
    )
    return False


def _read_own(path: Path, others: int) -> bytes | None:
    """
    The content of the file at `path`: one of this user, for which no other has a right of
    `others`. `None` for anything else.
    """
    flags = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        with open(
            path, "rb", opener=lambda name, given: os.open(name, given | flags)
        ) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                return None
            if hasattr(os, "getuid") and (
                status.st_uid != os.getuid()
                or status.st_mode & others
                or status.st_nlink != 1
            ):
                return None
            return file.read()
    except OSError:
        return None


def _secret(folder: Path, *, make: bool) -> bytes | None:
    """The secret of `folder`, which is made if there is none and `make` is set."""
    path = folder / _SECRET
    known = _read_own(path, _OTHERS)
    if known is not None and len(known) == _HASH_SIZE:
        return known
    if not make:
        return None
    made = os.urandom(_HASH_SIZE)
    try:
        path.unlink(missing_ok=True)
        write_output(path, made, mode=0o600)
    except OSError:
        return None
    return made


def _seal(secret: bytes, name: str, content: bytes) -> bytes:
    """
    The beginning of entry `name`. The content is hashed by itself, so that no hash serves for
    a longer content.
    """
    return digest(secret + digest(name.encode()) + digest(content))


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
    if (secret := _secret(folder, make=True)) is None:
        return None
    # The name of a folder that others made ahead would be another.
    made = folder / f"{name}-{_seal(secret, name, b'').hex()[:8]}"
    try:
        made.mkdir(exist_ok=True, mode=0o700)
        return made if _trusted(made) else None
    except OSError:
        return None


def _limit() -> int:
    """Bytes that the cache may take: `$XDSL_OPENCL_CACHE_MIB` MiB, 512 by default."""
    return _mebibytes(os.environ.get(_LIMIT_VARIABLE, "")) << 20


@cache
def _mebibytes(given: str) -> int:
    """The limit in MiB that `given` asks for. Warns once of a wrong one."""
    if given.isdecimal():
        return int(given)
    if given:
        print(
            f"xdsl-opencl: warning: {_LIMIT_VARIABLE} is {given!r}, not a "
            f"number of MiB; the limit is {_LIMIT_MIB}",
            file=sys.stderr,
        )
    return _LIMIT_MIB


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
            if stat.S_ISDIR(status.st_mode) or entry.name == _SECRET:
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


def digest(data: bytes) -> bytes:
    """Returns the SHA-256 of `data`."""
    return sha256(data).digest()


def content_key(*parts: str | bytes) -> str:
    """A file name for content that depends on `parts` alone."""
    hash_ = sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        # With its length, so that no two lists of parts run together.
        hash_.update(len(data).to_bytes(8, "little"))
        hash_.update(data)
    return hash_.hexdigest()


def read_entry(name: str) -> bytes | None:
    """
    The content of entry `name`; `None` if there is none, it is damaged, or another user may
    have made it.
    """
    if (folder := _folder()) is None:
        return None
    if (secret := _secret(folder, make=False)) is None:
        return None
    entry = folder / name
    if (data := _read_own(entry, stat.S_IWGRP | stat.S_IWOTH)) is None:
        return None
    content = data[_HASH_SIZE:]
    if _seal(secret, name, content) != data[:_HASH_SIZE]:
        return None
    with suppress(OSError):
        # The time says when the entry was last of use.
        os.utime(entry)
    return content


def _is_due(seal: bytes, size: int) -> bool:
    """
    Returns whether the folder is swept after the entry of `size` bytes that begins with `seal`. A
    sweep visits all entries, so small ones cause it rarely; processes that write little
    take part, since the hash decides, not a count.
    """
    share = (size + _FILE_BYTES) * _SWEEPS
    return int.from_bytes(seal[:4]) * _limit() < share << 32


def write_entry(name: str, content: bytes) -> None:
    """
    Keeps `content` as entry `name`; a cache that cannot be written is not an error.
    """
    if (folder := _folder(make=True)) is None:
        return
    if (secret := _secret(folder, make=True)) is None:
        return
    entry = folder / name
    seal = _seal(secret, name, content)
    try:
        if entry.is_symlink() or entry.is_fifo():
            # `write_output` would write through a link or a pipe of another user.
            entry.unlink()
        write_output(entry, seal + content, mode=0o600)
        if _is_due(seal, len(content)):
            sweep(folder)
    except OSError:
        return


_CODE = (".py", ".so", ".pyd", ".dll", ".dylib", ".zip")
"""Endings of files with code; `libraries.zip` has functions of kernels."""


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
    `None` for one that is a working tree, not installed.
    """
    for record in package.parent.glob(f"{package.name}-*.dist-info/RECORD"):
        return record.read_bytes()
    return None


@cache
def code_version(package: str) -> str:
    """
    Stands for the code of the Python package `package`; installed in several places, it has
    one version. A working tree has the version that `tools_version` gives it.
    """
    spec = find_spec(package)
    places = None if spec is None else spec.submodule_search_locations
    for place in places or ():
        if (record := _record(Path(place))) is not None:
            own = f"{package}/".encode()
            ends = tuple(ending.encode() for ending in _CODE)
            lines = (line for line in record.splitlines() if line.startswith(own))
            # The installer's record has its own products, such as `.pyc` files, too.
            code = (line for line in lines if line.partition(b",")[0].endswith(ends))
            return content_key(*sorted(code))
    return tools_version(package)


@cache
def tools_version(*packages: str) -> str:
    """
    Stands for the code of the Python packages `packages`. A version number would miss
    changes of a package under development; there it is paths, sizes and times.
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
    """Stands for the file at `path`: size and time; empty if there is none."""
    try:
        status = os.stat(path)
    except OSError:
        return ""
    return f"{status.st_size} {status.st_mtime_ns}"
