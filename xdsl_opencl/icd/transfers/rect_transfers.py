"""Commands that move rectangles of buffers."""

from __future__ import annotations

import math

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.abi.opencl_api import ApiError
from xdsl_opencl.icd.api.client_memory import get_u64
from xdsl_opencl.icd.memory.memory_objects import Buffer, check_mutable
from xdsl_opencl.icd.memory.rectangles import (
    Triple,
    copy_rect,
    rect_bytes,
    rect_offset,
    rect_pitches,
    rects_overlap,
)
from xdsl_opencl.icd.objects.queues import Command, enqueues
from xdsl_opencl.icd.transfers.buffer_transfers import check_host


def triple(address: int | None) -> Triple:
    """
    The three numbers of an origin or region.

    Raises `ApiError` for a null pointer.
    """
    if not address:
        raise ApiError(cl.INVALID_VALUE, "no origin or region")
    x, y, z = get_u64(address, 3)
    return x, y, z


class _Side:
    """A rectangle in memory that begins at `base`: where it begins, and its pitches."""

    def __init__(
        self, base: int, origin: int | None, region: Triple, row: int, plane: int
    ):
        self.pitches = rect_pitches(region, row, plane)
        self.offset = rect_offset(triple(origin), *self.pitches)
        self.end = self.offset + rect_bytes(region, *self.pitches)
        self.address = base + self.offset

    def mark(self, buffer: Buffer) -> None:
        """Marks the rectangle as written, and the bytes between its rows."""
        buffer.written.mark(self.offset, self.end - self.offset)

    def check_inside(self, buffer: Buffer) -> None:
        if self.end > buffer.size:
            raise ApiError(
                cl.INVALID_VALUE, f"{self.end} bytes of a buffer of {buffer.size}"
            )


def _transfer(
    command: Command,
    kind: int,
    handle: int | None,
    blocking: int,
    origin: int | None,
    host_origin: int | None,
    extent: int | None,
    row: int,
    plane: int,
    host_row: int,
    host_plane: int,
    host: int | None,
) -> None:
    """A copy between rectangles of a buffer and of the memory of the program at `host`."""
    writes = kind == cl.COMMAND_WRITE_BUFFER_RECT
    buffer = command.find(Buffer, handle)
    if not host:
        raise ApiError(cl.INVALID_VALUE, "a null pointer")
    region = triple(extent)
    inside = _Side(buffer.address, origin, region, row, plane)
    outside = _Side(host, host_origin, region, host_row, host_plane)
    inside.check_inside(buffer)
    check_host(buffer, reads=not writes, writes=writes)
    to, source = (inside, outside) if writes else (outside, inside)

    def run() -> object:
        copy_rect(to.address, to.pitches, source.address, source.pitches, region)
        if writes:
            inside.mark(buffer)
        return buffer

    command.enqueue(kind, run, blocking=blocking, moves=math.prod(region))


clEnqueueReadBufferRect = enqueues(_transfer, cl.COMMAND_READ_BUFFER_RECT)
clEnqueueWriteBufferRect = enqueues(_transfer, cl.COMMAND_WRITE_BUFFER_RECT)


def _check_overlap(
    source: Buffer, to: Buffer, sides: tuple[_Side, _Side], region: Triple
) -> None:
    first, second = sides
    one = source is to
    if one and first.pitches != second.pitches:
        raise ApiError(cl.INVALID_VALUE, "two pitches for one buffer")
    begin, end = first.address, source.address + first.end
    other, other_end = second.address, to.address + second.end
    if end <= other or other_end <= begin:
        return
    if first.pitches != second.pitches or rects_overlap(
        other - begin, region, *first.pitches
    ):
        raise ApiError(cl.MEM_COPY_OVERLAP)


@enqueues
def clEnqueueCopyBufferRect(
    command: Command,
    source_handle: int | None,
    to_handle: int | None,
    source_origin: int | None,
    to_origin: int | None,
    extent: int | None,
    source_row: int,
    source_plane: int,
    to_row: int,
    to_plane: int,
) -> None:
    source, to = command.find(Buffer, source_handle), command.find(Buffer, to_handle)
    region = triple(extent)
    begin = _Side(source.address, source_origin, region, source_row, source_plane)
    end = _Side(to.address, to_origin, region, to_row, to_plane)
    begin.check_inside(source)
    end.check_inside(to)
    _check_overlap(source, to, (begin, end), region)
    check_mutable(to)

    def run() -> object:
        copy_rect(end.address, end.pitches, begin.address, begin.pitches, region)
        end.mark(to)
        return source, to

    command.enqueue(cl.COMMAND_COPY_BUFFER_RECT, run, moves=math.prod(region))
