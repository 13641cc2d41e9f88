"""
Reading and writing the program's memory, and the answers of the functions that are called
`clGet…Info`.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from typing_extensions import TypeVar

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.abi.opencl_api import ApiError
from xdsl_opencl.icd.api.object_handles import Object

T = TypeVar("T")

Answer = Callable[[T], bytes]


def u32(*values: int) -> bytes:
    """The bytes of `cl_uint`s."""
    return b"".join([(v & 0xFFFFFFFF).to_bytes(4, "little") for v in values])


def u64(*values: int) -> bytes:
    """The bytes of `size_t`s, `cl_ulong`s, bit fields and addresses."""
    return b"".join([(v & 0xFFFFFFFFFFFFFFFF).to_bytes(8, "little") for v in values])


def text(value: str) -> bytes:
    """The bytes of a string of C."""
    return value.encode("utf-8", "replace") + b"\0"


def handles(*objects: Object | None) -> bytes:
    """The bytes of handles."""
    return u64(*(0 if o is None else o.handle for o in objects))


def versions(rows: Mapping[str, tuple[int, int, int]]) -> bytes:
    """The bytes of `cl_name_version`s."""
    return b"".join(
        struct.pack(f"<I{cl.NAME_VERSION_MAX_NAME_SIZE}s", version(*v), name.encode())
        for name, v in rows.items()
    )


def version(major: int, minor: int, patch: int = 0) -> int:
    """A `cl_version`."""
    return major << 22 | minor << 12 | patch


def put(address: int | None, data: bytes) -> None:
    """Writes `data` to the program's memory, unless the address is null."""
    if address:
        ctypes.memmove(address, data, len(data))


def get_u64(address: int, count: int = 1) -> list[int]:
    """Reads `count` numbers of 64 bits."""
    return (ctypes.c_uint64 * count).from_address(address)[:]


def give(data: bytes, size: int, value: int | None, size_ret: int | None) -> None:
    """Answers a query with `data`. Raises `ApiError` when there is too little room."""
    if value:
        if size < len(data):
            raise ApiError(
                cl.INVALID_VALUE, f"{len(data)} bytes needed, room for {size}"
            )
        ctypes.memmove(value, data, len(data))
    if size_ret:
        ctypes.c_size_t.from_address(size_ret).value = len(data)


def answer(
    table: Mapping[int, Answer[T]],
    subject: T,
    name: int,
    size: int,
    value: int | None,
    size_ret: int | None,
) -> None:
    """
    Answers query `name` about `subject` from `table`. Raises `ApiError` for an unknown one.
    """
    if (found := table.get(name)) is None:
        raise ApiError(cl.INVALID_VALUE, f"unknown query {name:#x}")
    give(found(subject), size, value, size_ret)


def query(
    table: Mapping[int, Answer[T]], of: Callable[[int | None], T]
) -> Callable[..., None]:
    """
    The function of the API that answers from `table` what is asked about the object `of` a
    handle.
    """

    def entry(handle: int | None, *asked: Any) -> None:
        answer(table, of(handle), *asked)

    return entry


def properties(address: int | None) -> list[tuple[int, int]]:
    """A list of names and values that ends with a name of 0."""
    found: list[tuple[int, int]] = []
    while address:
        (name,) = get_u64(address)
        if not name:
            break
        found.append((name, get_u64(address + 8)[0]))
        address += 16
    return found


def property_bytes(pairs: Sequence[tuple[int, int]] | None) -> bytes:
    """The bytes of such a list, empty if there was none."""
    if pairs is None:
        return b""
    return u64(*(word for pair in pairs for word in pair), 0)


def callback(address: int, result: Any, *arguments: Any) -> Callable[..., Any]:
    """The program's function at `address`; it runs without the interpreter's lock."""
    return ctypes.CFUNCTYPE(result, *arguments)(address)
