"""
Clang's offload bundles, compressed or not: code objects for several processors in one file, as
HIP's loader reads it.

Sources: Clang's documentation, "Clang Offload Bundler", sections "Bundled Binary File Layout" and
"Compression and Decompression"; clang, `lib/Driver/OffloadBundler.cpp`.
"""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from xdsl_opencl.abi.target import Target, target_name
from xdsl_opencl.errors import Error

_MAGIC = b"__CLANG_OFFLOAD_BUNDLE__"
_COMPRESSED_MAGIC = b"CCOB"
_HOST = "host-x86_64-unknown-linux-gnu-"
"""The empty entry for the host; Clang and HIP expect it first."""
_KIND = "hipv4-"
"""The kind of code objects of version 4 and later."""
_ALIGNMENT = 4096
"""HIP's alignment, with which a loader can map an entry in place."""
_VERSION = 2
"""Version of the compressed form that is written: the newest that ROCm 6 reads."""
_HEADERS = {1: "<IQ", 2: "<IIQ", 3: "<QQQ"}
"""
The fields after version and method: the size of the file (from version 2), the size of the
bundle, and 8 bytes of the bundle's MD5.
"""
_ZLIB, _ZSTD = 0, 1
"""Numbers of the compression methods (LLVM, `llvm::compression::Format`)."""
_MOST_ENTRIES = 1024
_MOST_BYTES = 1 << 30
_LONGEST_NAME = 512


class BundleError(Error, ValueError):
    """The bytes are not a readable bundle, or its entries exclude each other."""


@dataclass(frozen=True)
class Entry:
    """One code object: `target` is LLVM's target ID, triple included."""

    target: str
    content: bytes


def is_bundle(data: bytes) -> bool:
    """Returns whether `data` begins like a bundle."""
    return data.startswith((_MAGIC, _COMPRESSED_MAGIC))


def _check(entries: Sequence[Entry]) -> None:
    """
    Raises `BundleError` if a loader could not choose between two entries: both have the
    same target, or one sets a feature that the other leaves open.
    """
    seen: dict[str, tuple[str, frozenset[str]]] = {}
    targets: set[str] = set()
    for entry in entries:
        processor, *features = entry.target.split(":")
        names = frozenset(feature[:-1] for feature in features)
        if entry.target in targets:
            raise BundleError(f"{entry.target} is there twice; name it once")
        targets.add(entry.target)
        other, known = seen.setdefault(processor, (entry.target, names))
        if known != names:
            raise BundleError(
                f"{other} and {entry.target} are for the same GPU; give both the same "
                "features, each with its sign"
            )


def write_bundle(entries: Sequence[Entry], *, compressed: bool = False) -> bytes:
    """
    Makes the bundle of `entries`; `compressed` packs it with zlib.

    Raises `BundleError` for entries that exclude each other.
    """
    _check(entries)
    named = [(_HOST, b"")] + [(_KIND + e.target, e.content) for e in entries]
    size = len(_MAGIC) + 8 + sum(24 + len(name) for name, _ in named)
    head = [_MAGIC, struct.pack("<Q", len(named))]
    body: list[bytes] = []
    for name, content in named:
        padding = -size % _ALIGNMENT
        body += (bytes(padding), content)
        size += padding
        head.append(struct.pack("<QQQ", size, len(content), len(name)))
        head.append(name.encode())
        size += len(content)
    bundle = b"".join((*head, *body))
    return _compress(bundle) if compressed else bundle


def _compress(bundle: bytes) -> bytes:
    packed = zlib.compress(bundle, 9)
    layout = _HEADERS[_VERSION]
    size = len(_COMPRESSED_MAGIC) + 4 + struct.calcsize(layout) + len(packed)
    (digest,) = struct.unpack(
        "<Q", hashlib.md5(bundle, usedforsecurity=False).digest()[:8]
    )
    return b"".join(
        (
            _COMPRESSED_MAGIC,
            struct.pack("<HH", _VERSION, _ZLIB),
            struct.pack(layout, size, len(bundle), digest),
            packed,
        )
    )


def _zstd() -> Any:
    """Python's module for zstd, or the package that has it for older versions of Python."""
    for name in ("compression.zstd", "backports.zstd"):
        try:
            return import_module(name)
        except ImportError:
            pass
    raise BundleError(
        "the bundle is compressed with zstd, which Python reads from version 3.14 on; install "
        "the package backports.zstd, or unbundle it with clang-offload-bundler"
    )


def _decompress(data: bytes) -> bytes:
    if len(data) < 8:
        raise BundleError("the compressed bundle ends in its header")
    version, method = struct.unpack_from("<HH", data, 4)
    layout = _HEADERS.get(version)
    if layout is None:
        raise BundleError(
            f"compressed bundle of version {version}; versions 1 to 3 are known, so "
            "unbundle it with clang-offload-bundler"
        )
    start = 8 + struct.calcsize(layout)
    if len(data) < start:
        raise BundleError("the compressed bundle ends in its header")
    *sizes, digest = struct.unpack_from(layout, data, 8)
    size = sizes[-1]
    if method not in (_ZLIB, _ZSTD):
        raise BundleError(f"the bundle is compressed with an unknown method ({method})")
    if size > _MOST_BYTES:
        raise BundleError(f"the bundle says that it has {size} bytes; the most is 2^30")
    packed = data[start : sizes[0]] if len(sizes) > 1 else data[start:]
    if method == _ZSTD:
        zstd = _zstd()
        decompressor, fault = zstd.ZstdDecompressor(), zstd.ZstdError
    else:
        decompressor, fault = zlib.decompressobj(), zlib.error
    try:
        bundle = decompressor.decompress(packed, size + 1)
    except fault as error:
        raise BundleError(f"the compressed bundle is damaged ({error})") from error
    digest_bytes = struct.pack("<Q", digest)
    actual = hashlib.md5(bundle, usedforsecurity=False).digest()[:8]
    if len(bundle) != size or actual != digest_bytes:
        raise BundleError(
            "the compressed bundle is damaged: size or hash is another one"
        )
    return bundle


def read_bundle(data: bytes) -> list[Entry]:
    """
    Returns the code objects for GPUs in the bundle `data`, in order.

    Raises `BundleError`.
    """
    if data.startswith(_COMPRESSED_MAGIC):
        data = _decompress(data)
    if not data.startswith(_MAGIC):
        raise BundleError("not an offload bundle")
    place = len(_MAGIC) + 8
    if len(data) < place:
        raise BundleError("the bundle ends in its header")
    (count,) = struct.unpack_from("<Q", data, len(_MAGIC))
    if count > _MOST_ENTRIES:
        raise BundleError(f"the bundle says that it has {count} entries; too many")
    entries: list[Entry] = []
    for _ in range(count):
        if len(data) < place + 24:
            raise BundleError("the bundle ends in its table")
        offset, size, length = struct.unpack_from("<QQQ", data, place)
        place += 24
        if length > _LONGEST_NAME or len(data) < place + length:
            raise BundleError("the bundle ends in a name")
        name = data[place : place + length].decode("utf-8", "replace")
        place += length
        if offset + size > len(data):
            raise BundleError(f"entry '{name}' lies past the end of the bundle")
        _, _, target = name.partition("-")
        # LLVM 24 names the processor in the triple: amdgpu9.42.
        if target.startswith(("amdgcn", "amdgpu")):
            entries.append(Entry(target, data[offset : offset + size]))
    return entries


def unbundled(code: bytes, wanted: Target | None) -> bytes:
    """
    The code object for `wanted` in the bundle `code`; without `wanted` the only one. Bytes
    that are not a bundle are the code object.

    Raises `BundleError` for a bundle without it, and for a damaged one.
    """
    if not is_bundle(code):
        return code
    try:
        entries = {target_name(e.target): e.content for e in read_bundle(code)}
    except BundleError as error:
        raise BundleError(f"the bundle cannot be read: {error}") from error
    fits = [*entries]
    if wanted is not None:
        fits = [name for name in fits if name.partition(":")[0] == wanted.mcpu]
        exact = [n for n in fits if Target(mcpu=n).features == wanted.features]
        fits = exact or fits
    if len(fits) != 1:
        which = "" if wanted is None else f" for {wanted.mcpu or wanted.abi}"
        number = "several code objects" if fits else "no code object"
        raise BundleError(
            f"the bundle has {number}{which}; choose a device (--mcpu) of: "
            f"{', '.join(entries) or 'none'}"
        )
    return entries[fits[0]]
