"""
Memory objects: the common part of buffers, images and pipes; buffers and sub-buffers.
"""

from __future__ import annotations

import ctypes
from collections import Counter
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.abi.opencl_api import ApiError
from xdsl_opencl.abi.reflection import ArgumentInfo
from xdsl_opencl.icd.api.client_memory import (
    Answer,
    get_u64,
    handles,
    properties,
    property_bytes,
    query,
    u32,
    u64,
)
from xdsl_opencl.icd.api.object_handles import Object, counted
from xdsl_opencl.icd.memory.svm_allocations import find_svm
from xdsl_opencl.icd.memory.written_bytes import Written
from xdsl_opencl.icd.objects.contexts import Context, Destructors
from xdsl_opencl.icd.objects.platform import ALIGNMENT, max_allocation
from xdsl_opencl.runtime.checks.verify import Extent, buffer_extent

KERNEL_ACCESS = cl.MEM_READ_WRITE | cl.MEM_WRITE_ONLY | cl.MEM_READ_ONLY
_CHANGES = cl.MEM_READ_WRITE | cl.MEM_WRITE_ONLY | cl.MEM_HOST_WRITE_ONLY
"""Flags that an immutable object must not have (`cl_ext_immutable_memory_objects`)."""
HOST_POINTER = cl.MEM_USE_HOST_PTR | cl.MEM_ALLOC_HOST_PTR | cl.MEM_COPY_HOST_PTR
HOST_ACCESS = cl.MEM_HOST_WRITE_ONLY | cl.MEM_HOST_READ_ONLY | cl.MEM_HOST_NO_ACCESS


_ACCESS = {cl.MEM_READ_ONLY: "read_only", cl.MEM_WRITE_ONLY: "write_only"}


def allocate(size: int, alignment: int = ALIGNMENT) -> npt.NDArray[np.uint8]:
    """
    `size` zeros at a multiple of `alignment`: programs (FFmpeg's `tonemap_opencl`) read
    what nobody has written. Raises `ApiError` without enough memory.
    """
    try:
        memory = np.zeros(size + alignment, np.uint8)
    except MemoryError:
        raise ApiError(
            cl.MEM_OBJECT_ALLOCATION_FAILURE, f"no memory for {size} bytes"
        ) from None
    start = -memory.ctypes.data % alignment
    return memory[start : start + size]


def view(address: int, size: int) -> npt.NDArray[np.uint8]:
    """The `size` bytes at `address` as an array."""
    memory: Any = (ctypes.c_uint8 * size).from_address(address)
    return np.frombuffer(memory, np.uint8)


class Memory(Object):
    """
    A memory object: `size` bytes at `address`. `host` is the program's pointer that it
    was made with (for `CL_MEM_USE_HOST_PTR`), `parent` the object whose memory it uses.
    """

    INVALID: ClassVar[int] = cl.INVALID_MEM_OBJECT
    __slots__ = (
        "address",
        "bytes",
        "context",
        "destructors",
        "flags",
        "host",
        "kind",
        "maps",
        "offset",
        "pairs",
        "parent",
        "size",
        "written",
    )

    def __init__(
        self,
        context: Context,
        kind: int,
        flags: int,
        size: int,
        *,
        host: int | None = None,
        parent: Memory | None = None,
        offset: int = 0,
        pairs: list[tuple[int, int]] | None = None,
    ):
        """Memory of its own, unless `parent` or `CL_MEM_USE_HOST_PTR` gives it."""
        super().__init__()
        self.context = context
        self.kind = kind
        self.flags = flags
        self.size = size
        self.parent = parent
        self.offset = offset
        self.pairs = pairs
        self.maps: Counter[int] = Counter()
        """Address of a mapped region to the number of its maps."""
        self.destructors = Destructors()
        self.host = host if flags & cl.MEM_USE_HOST_PTR else None
        self.written = Written()
        if parent is not None:
            self.address = parent.address + offset
            self.bytes = view(self.address, size)
        elif flags & cl.MEM_USE_HOST_PTR:
            assert host
            self.address = host
            self.bytes = view(host, size)
        else:
            self.bytes = allocate(size)
            self.address = int(self.bytes.ctypes.data)

    def argument_address(self, info: ArgumentInfo) -> int:
        """
        The address that a kernel gets for this object as the argument `info`, an image or
        a pipe. Raises `ApiError` when it is not one of that type.
        """
        raise ApiError(cl.INVALID_MEM_OBJECT, f"not a {info.type_name}")

    def checked_value(self) -> object:
        """The object as the checker takes it: a buffer, an image or a pipe."""
        from xdsl_opencl.runtime.arguments.buffers import Buffer as Checked

        access = next(
            (word for bit, word in _ACCESS.items() if self.flags & bit), "read_write"
        )
        value = Checked(self.bytes, access)
        value.written = self.written.marks
        return value

    def extent(self, index: int, info: ArgumentInfo) -> Extent:
        """The object's memory as that of argument `index`, for a second execution."""
        return buffer_extent(index, info, self.bytes)

    def gone(self) -> None:
        # An object that could not be made has no destructors.
        if getattr(self, "destructors", None) is not None:
            self.destructors.run(self.handle)


class Buffer(Memory):
    """
    A buffer or sub-buffer. `written` records the bytes that have been written; memory
    from a pointer of the program counts as written.
    """

    __slots__ = ()

    def __init__(
        self,
        context: Context,
        flags: int,
        size: int,
        *,
        host: int | None = None,
        parent: Buffer | None = None,
        offset: int = 0,
        pairs: list[tuple[int, int]] | None = None,
    ):
        super().__init__(
            context,
            cl.MEM_OBJECT_BUFFER,
            flags,
            size,
            host=host,
            parent=parent,
            offset=offset,
            pairs=pairs,
        )
        if parent is not None:
            self.written = parent.written.part(offset, size)
        elif not flags & (cl.MEM_USE_HOST_PTR | cl.MEM_COPY_HOST_PTR):
            self.written = Written.none_of(size)


def check_flags(flags: int, host: int | None) -> int:
    """
    The flags of a new memory object, with the default.

    Raises `ApiError` for flags that exclude each other, or that do not fit `host`.
    """
    access = flags & KERNEL_ACCESS
    immutable = flags & cl.MEM_IMMUTABLE_EXT
    known = KERNEL_ACCESS | HOST_POINTER | HOST_ACCESS | cl.MEM_KERNEL_READ_AND_WRITE
    known |= cl.MEM_IMMUTABLE_EXT
    host_access = flags & HOST_ACCESS
    copied = flags & (cl.MEM_USE_HOST_PTR | cl.MEM_COPY_HOST_PTR)
    if (
        flags & ~known
        or access.bit_count() > 1
        or host_access.bit_count() > 1
        or (
            flags & cl.MEM_USE_HOST_PTR
            and flags & (cl.MEM_ALLOC_HOST_PTR | cl.MEM_COPY_HOST_PTR)
        )
        or (immutable and (flags & _CHANGES or not copied))
    ):
        raise ApiError(cl.INVALID_VALUE, f"flags {flags:#x}")
    if bool(copied) != bool(host):
        raise ApiError(cl.INVALID_HOST_PTR, f"flags {flags:#x} with pointer {host}")
    return flags if access or immutable else flags | cl.MEM_READ_WRITE


def check_mutable(memory: Memory) -> None:
    """Raises `ApiError` when no command may write `memory`."""
    if memory.flags & cl.MEM_IMMUTABLE_EXT:
        raise ApiError(cl.INVALID_OPERATION, "immutable")


def _create_buffer(
    context_handle: int | None,
    pairs: list[tuple[int, int]] | None,
    flags: int,
    size: int,
    host: int | None,
) -> int:
    context = Context.of(context_handle)
    if pairs:
        raise ApiError(cl.INVALID_PROPERTY, f"buffer property {pairs[0][0]:#x}")
    if not size or size > max_allocation():
        raise ApiError(cl.INVALID_BUFFER_SIZE, f"{size} bytes")
    flags = check_flags(flags, host)
    allocation = find_svm(host) if host and flags & cl.MEM_USE_HOST_PTR else None
    if host and allocation is not None and host + size > sum(allocation):
        raise ApiError(cl.INVALID_BUFFER_SIZE, "more than the allocation of SVM")
    made = Buffer(context, flags, size, host=host, pairs=pairs)
    if flags & cl.MEM_COPY_HOST_PTR:
        assert host
        ctypes.memmove(made.address, host, size)
    return made.given()


def clCreateBuffer(context: int | None, flags: int, size: int, host: int | None) -> int:
    return _create_buffer(context, None, flags, size, host)


def clCreateBufferWithProperties(
    context: int | None, pairs: int | None, flags: int, size: int, host: int | None
) -> int:
    found = properties(pairs) if pairs else None
    return _create_buffer(context, found, flags, size, host)


def clCreateSubBuffer(
    handle: int | None, flags: int, kind: int, region: int | None
) -> int:
    parent = Memory.of(handle)
    if not isinstance(parent, Buffer) or parent.parent is not None:
        raise ApiError(cl.INVALID_MEM_OBJECT, "not a buffer, or a sub-buffer")
    if kind != cl.BUFFER_CREATE_TYPE_REGION or not region:
        raise ApiError(cl.INVALID_VALUE)
    offset, size = get_u64(region, 2)
    flags = inherited_flags(flags, parent.flags)
    if offset + size > parent.size:
        raise ApiError(cl.INVALID_VALUE, "the region leaves the buffer")
    if not size:
        raise ApiError(cl.INVALID_BUFFER_SIZE, "a region without bytes")
    if offset % ALIGNMENT:
        raise ApiError(cl.MISALIGNED_SUB_BUFFER_OFFSET, f"offset {offset}")
    made = Buffer(
        parent.context,
        flags,
        size,
        host=None if parent.host is None else parent.host + offset,
        parent=parent,
        offset=offset,
    )
    return made.given()


def inherited_flags(flags: int, parent: int) -> int:
    """
    The flags of a sub-buffer or of an image from a buffer with flags `parent`.

    Raises `ApiError` for flags that the buffer does not allow.
    """
    kinds = KERNEL_ACCESS | cl.MEM_IMMUTABLE_EXT
    if flags & ~(kinds | HOST_ACCESS):
        raise ApiError(cl.INVALID_VALUE, f"flags {flags:#x}")
    access, host = flags & KERNEL_ACCESS, flags & HOST_ACCESS
    both = cl.MEM_READ_WRITE
    wrong = (
        access.bit_count() > 1
        or host.bit_count() > 1
        or (parent & cl.MEM_WRITE_ONLY and access & (both | cl.MEM_READ_ONLY))
        or (parent & cl.MEM_READ_ONLY and access & (both | cl.MEM_WRITE_ONLY))
        or (parent & cl.MEM_HOST_WRITE_ONLY and host & cl.MEM_HOST_READ_ONLY)
        or (parent & cl.MEM_HOST_READ_ONLY and host & cl.MEM_HOST_WRITE_ONLY)
        or (
            parent & cl.MEM_HOST_NO_ACCESS
            and host & (cl.MEM_HOST_READ_ONLY | cl.MEM_HOST_WRITE_ONLY)
        )
        or ((flags | parent) & cl.MEM_IMMUTABLE_EXT and flags & _CHANGES)
    )
    if wrong:
        raise ApiError(cl.INVALID_VALUE, f"flags {flags:#x} of a part of {parent:#x}")
    return (
        (flags & kinds or parent & kinds)
        | parent & cl.MEM_IMMUTABLE_EXT
        | (host or parent & HOST_ACCESS)
        | parent & HOST_POINTER
    )


clRetainMemObject, clReleaseMemObject = counted(Memory)


_MEMORY: dict[int, Answer[Memory]] = {
    cl.MEM_TYPE: lambda m: u32(m.kind),
    cl.MEM_FLAGS: lambda m: u64(m.flags),
    cl.MEM_SIZE: lambda m: u64(m.size),
    cl.MEM_HOST_PTR: lambda m: u64(m.host or 0),
    cl.MEM_MAP_COUNT: lambda m: u32(m.maps.total()),
    cl.MEM_REFERENCE_COUNT: lambda m: u32(m.references),
    cl.MEM_CONTEXT: lambda m: handles(m.context),
    cl.MEM_ASSOCIATED_MEMOBJECT: lambda m: handles(m.parent),
    cl.MEM_OFFSET: lambda m: u64(m.offset),
    cl.MEM_USES_SVM_POINTER: lambda memory: u32(
        memory.host is not None and find_svm(memory.host) is not None
    ),
    cl.MEM_PROPERTIES: lambda m: property_bytes(m.pairs),
}

clGetMemObjectInfo = query(_MEMORY, Memory.of)


def clSetMemObjectDestructorCallback(
    handle: int | None, function: int | None, data: int | None
) -> None:
    memory = Memory.of(handle)
    if not function:
        raise ApiError(cl.INVALID_VALUE, "no function")
    memory.destructors.add(function, data)
