"""
The folder of results kept by content, for every layer.

An entry's name is a hash of all that its content depends on, so an entry is never wrong,
only unused. An entry begins with a hash of its content: one that is damaged counts as
missing. Nothing here imports xDSL.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from xdsl_opencl.files import write_output

CACHE_VARIABLE = "XDSL_OPENCL_CACHE"

_HASH_SIZE = hashlib.sha256().digest_size


def cache_folder() -> Path | None:
    """
    Where results are kept: `$XDSL_OPENCL_CACHE`, else `xdsl-opencl` in the user's cache
    folder; `None` when the variable is set and empty.
    """
    if (given := os.environ.get(CACHE_VARIABLE)) is not None:
        return Path(given) if given else None
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(base) / "xdsl-opencl"


def content_key(*parts: str | bytes) -> str:
    """
    A file name for what depends on `parts` alone.
    """
    digest = hashlib.sha256()
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
    if (folder := cache_folder()) is None:
        return None
    try:
        data = (folder / name).read_bytes()
    except OSError:
        return None
    content = data[_HASH_SIZE:]
    if hashlib.sha256(content).digest() != data[:_HASH_SIZE]:
        return None
    return content


def write_entry(name: str, content: bytes) -> None:
    """
    Keeps `content` as entry `name`; a cache that cannot be written is no error.
    """
    if (folder := cache_folder()) is None:
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_output(folder / name, hashlib.sha256(content).digest() + content)
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
    What the installer wrote about `package`: a list of its files with their hashes;
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
