"""
Commands that move memory: reads, writes, copies and fills of buffers, maps and migrations.
"""

from __future__ import annotations

import ctypes

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.abi.opencl_api import ApiError
from xdsl_opencl.icd.api.object_handles import lock
from xdsl_opencl.icd.memory.memory_objects import Buffer, Memory, check_mutable
from xdsl_opencl.icd.memory.rectangles import fill
from xdsl_opencl.icd.objects.queues import Command, check_same, enqueues

_READS_REFUSED = cl.MEM_HOST_WRITE_ONLY | cl.MEM_HOST_NO_ACCESS
_WRITES_REFUSED = cl.MEM_HOST_READ_ONLY | cl.MEM_HOST_NO_ACCESS | cl.MEM_IMMUTABLE_EXT
_MAP_WRITES = cl.MAP_WRITE | cl.MAP_WRITE_INVALIDATE_REGION
_MAP_FLAGS = cl.MAP_READ | _MAP_WRITES
MAX_PATTERN = 128
"""Bytes of the largest pattern, a vector of 16 doubles."""


def check_host(memory: Memory, *, reads: bool = False, writes: bool = False) -> None:
    """Raises `ApiError` when the host must not read or write `memory`."""
    if (reads and memory.flags & _READS_REFUSED) or (
        writes and memory.flags & _WRITES_REFUSED
    ):
        raise ApiError(cl.INVALID_OPERATION, f"the host's access: {memory.flags:#x}")


def _check_region(buffer: Buffer, offset: int, size: int) -> None:
    if offset + size > buffer.size:
        raise ApiError(
            cl.INVALID_VALUE, f"{size} bytes at {offset} of a buffer of {buffer.size}"
        )


def _transfer(
    command: Command,
    kind: int,
    handle: int | None,
    blocking: int,
    offset: int,
    size: int,
    host: int | None,
) -> None:
    """A copy between a buffer and the memory of the program at `host`."""
    writes = kind == cl.COMMAND_WRITE_BUFFER
    buffer = command.find(Buffer, handle)
    _check_region(buffer, offset, size)
    if not host:
        raise ApiError(cl.INVALID_VALUE, "a null pointer")
    check_host(buffer, reads=not writes, writes=writes)

    def run() -> None:
        if writes:
            ctypes.memmove(buffer.address + offset, host, size)
            buffer.written.mark(offset, size)
        else:
            ctypes.memmove(host, buffer.address + offset, size)

    command.enqueue(kind, run, blocking=blocking, moves=size)


clEnqueueReadBuffer = enqueues(_transfer, cl.COMMAND_READ_BUFFER)
clEnqueueWriteBuffer = enqueues(_transfer, cl.COMMAND_WRITE_BUFFER)


@enqueues
def clEnqueueCopyBuffer(
    command: Command,
    source_handle: int | None,
    to_handle: int | None,
    source_offset: int,
    to_offset: int,
    size: int,
) -> None:
    source, to = command.find(Buffer, source_handle), command.find(Buffer, to_handle)
    _check_region(source, source_offset, size)
    _check_region(to, to_offset, size)
    check_mutable(to)
    begin, target = source.address + source_offset, to.address + to_offset
    if begin < target + size and target < begin + size:
        raise ApiError(cl.MEM_COPY_OVERLAP)

    def run() -> None:
        ctypes.memmove(to.address + to_offset, source.address + source_offset, size)
        to.written.copy(to_offset, source.written, source_offset, size)

    command.enqueue(cl.COMMAND_COPY_BUFFER, run, moves=size)


@enqueues
def clEnqueueFillBuffer(
    command: Command,
    handle: int | None,
    pattern: int | None,
    pattern_size: int,
    offset: int,
    size: int,
) -> None:
    buffer = command.find(Buffer, handle)
    if (
        not pattern
        or not 0 < pattern_size <= MAX_PATTERN
        or pattern_size & (pattern_size - 1)
        or offset % pattern_size
        or size % pattern_size
    ):
        raise ApiError(cl.INVALID_VALUE, f"a pattern of {pattern_size} bytes")
    _check_region(buffer, offset, size)
    check_mutable(buffer)
    data = ctypes.string_at(pattern, pattern_size)

    def run() -> None:
        fill(buffer.address + offset, size, data)
        buffer.written.mark(offset, size)

    command.enqueue(cl.COMMAND_FILL_BUFFER, run, moves=size)


def check_map_bits(flags: int) -> None:
    """Raises `ApiError` for map flags that do not exist, or that exclude each other."""
    if flags & ~_MAP_FLAGS or (
        flags & cl.MAP_WRITE_INVALIDATE_REGION and flags & (cl.MAP_READ | cl.MAP_WRITE)
    ):
        raise ApiError(cl.INVALID_VALUE, f"map flags {flags:#x}")


def check_map_flags(memory: Memory, flags: int) -> None:
    """
    Raises `ApiError` for flags that do not exist, or that `memory` does not allow.
    """
    check_map_bits(flags)
    check_host(
        memory, reads=bool(flags & cl.MAP_READ), writes=bool(flags & _MAP_WRITES)
    )


@enqueues
def clEnqueueMapBuffer(
    command: Command,
    handle: int | None,
    blocking: int,
    flags: int,
    offset: int,
    size: int,
) -> int:
    buffer = command.find(Buffer, handle)
    if not size:
        raise ApiError(cl.INVALID_VALUE, "no bytes to map")
    _check_region(buffer, offset, size)
    check_map_flags(buffer, flags)
    address = buffer.address + offset

    def run() -> None:
        if flags & _MAP_WRITES:
            buffer.written.mark(offset, size)

    command.enqueue(cl.COMMAND_MAP_BUFFER, run, blocking=blocking, moves=0)
    with lock:
        buffer.maps[address] += 1
    return address


@enqueues
def clEnqueueUnmapMemObject(
    command: Command, handle: int | None, address: int | None
) -> None:
    memory = command.find(Memory, handle)
    with lock:
        if not address or memory.maps[address] < 1:
            raise ApiError(cl.INVALID_VALUE, "not the address of a mapped region")
        memory.maps[address] -= 1
    command.enqueue(cl.COMMAND_UNMAP_MEM_OBJECT, lambda: memory, moves=0)


@enqueues
def clEnqueueMigrateMemObjects(
    command: Command, number: int, objects: int | None, flags: int
) -> None:
    check_migration(number, objects, flags)
    found = Memory.of_list(number, objects)
    check_same(command.queue, *(memory.context for memory in found))
    command.enqueue(cl.COMMAND_MIGRATE_MEM_OBJECTS, lambda: found, moves=0)


def check_migration(number: int, objects: int | None, flags: int) -> None:
    """Raises `ApiError` for a list without objects and for unknown flags."""
    known = cl.MIGRATE_MEM_OBJECT_HOST | cl.MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED
    if not number or not objects or flags & ~known:
        raise ApiError(cl.INVALID_VALUE)
