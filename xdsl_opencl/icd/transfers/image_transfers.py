"""Commands that move texels: reads, writes, copies, fills and maps of images."""

from __future__ import annotations

import ctypes
import math

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.abi.opencl_api import ApiError
from xdsl_opencl.icd.api.client_memory import put, u64
from xdsl_opencl.icd.api.object_handles import lock
from xdsl_opencl.icd.memory.image_geometry import (
    check_region,
    color_texel,
    host_pitches,
    texel_offset,
)
from xdsl_opencl.icd.memory.images import Image
from xdsl_opencl.icd.memory.memory_objects import Buffer, check_mutable
from xdsl_opencl.icd.memory.rectangles import Triple, copy_rect, fill_rect
from xdsl_opencl.icd.objects.queues import Command, enqueues
from xdsl_opencl.icd.transfers.buffer_transfers import check_host, check_map_flags
from xdsl_opencl.icd.transfers.rect_transfers import triple

_COLOR_BYTES = 16


class _Part:
    """
    A region of an image: its first byte, its pitches, and its size in bytes, rows and
    slices.
    """

    def __init__(self, image: Image, origin: int | None, extent: int | None):
        self.origin, self.region = triple(origin), triple(extent)
        geometry = image.geometry
        check_region(geometry, self.origin, self.region)
        self.address = image.address + texel_offset(geometry, self.origin)
        _, row, plane = geometry.strides
        self.pitches = row, plane
        width, rows, slices = self.region
        self.size: Triple = width * geometry.texel_bytes, rows, slices
        self.bytes = math.prod(self.size)


def _transfer(
    command: Command,
    kind: int,
    handle: int | None,
    blocking: int,
    origin: int | None,
    extent: int | None,
    row: int,
    plane: int,
    host: int | None,
) -> None:
    """A copy between a part of an image and the memory of the program at `host`."""
    writes = kind == cl.COMMAND_WRITE_IMAGE
    image = command.find(Image, handle)
    part = _Part(image, origin, extent)
    if not host:
        raise ApiError(cl.INVALID_VALUE, "a null pointer")
    pitches = host_pitches(image.geometry, part.region, row, plane)
    check_host(image, reads=not writes, writes=writes)

    def run() -> object:
        if writes:
            copy_rect(part.address, part.pitches, host, pitches, part.size)
        else:
            copy_rect(host, pitches, part.address, part.pitches, part.size)
        return image

    command.enqueue(kind, run, blocking=blocking, moves=part.bytes)


clEnqueueReadImage = enqueues(_transfer, cl.COMMAND_READ_IMAGE)
clEnqueueWriteImage = enqueues(_transfer, cl.COMMAND_WRITE_IMAGE)


@enqueues
def clEnqueueCopyImage(
    command: Command,
    source_handle: int | None,
    to_handle: int | None,
    source_origin: int | None,
    to_origin: int | None,
    extent: int | None,
) -> None:
    source, to = command.find(Image, source_handle), command.find(Image, to_handle)
    first, second = source.geometry, to.geometry  # mutant: the two are only compared
    if (first.order, first.data_type) != (second.order, second.data_type):
        raise ApiError(cl.IMAGE_FORMAT_MISMATCH)
    begin = _Part(source, source_origin, extent)
    end = _Part(to, to_origin, extent)
    check_mutable(to)
    if source is to and all(
        abs(a - b) < n
        for a, b, n in zip(begin.origin, end.origin, begin.region, strict=True)
    ):
        raise ApiError(cl.MEM_COPY_OVERLAP)

    def run() -> object:
        copy_rect(end.address, end.pitches, begin.address, begin.pitches, begin.size)
        return source, to

    command.enqueue(cl.COMMAND_COPY_IMAGE, run, moves=begin.bytes)


@enqueues
def clEnqueueFillImage(
    command: Command,
    to: int | None,
    color: int | None,
    origin: int | None,
    extent: int | None,
) -> None:
    image = command.find(Image, to)
    if not color:
        raise ApiError(cl.INVALID_VALUE, "no colour")
    part = _Part(image, origin, extent)
    check_mutable(image)
    texel = color_texel(image.geometry, ctypes.string_at(color, _COLOR_BYTES))

    def run() -> object:
        fill_rect(part.address, part.pitches, part.region, texel)
        return image

    command.enqueue(cl.COMMAND_FILL_IMAGE, run, moves=part.bytes)


def _check_linear(buffer: Buffer, offset: int, part: _Part) -> tuple[int, int]:
    """
    The pitches of a region without gaps in a buffer.

    Raises `ApiError` when it goes beyond the buffer.
    """
    width, rows, slices = part.size
    if offset + width * rows * slices > buffer.size:
        raise ApiError(
            cl.INVALID_VALUE,
            f"{width * rows * slices} bytes at {offset} of a buffer of {buffer.size}",
        )
    return width, width * rows


@enqueues
def clEnqueueCopyImageToBuffer(
    command: Command,
    source_handle: int | None,
    to_handle: int | None,
    origin: int | None,
    extent: int | None,
    offset: int,
) -> None:
    image, buffer = command.find(Image, source_handle), command.find(Buffer, to_handle)
    part = _Part(image, origin, extent)
    pitches = _check_linear(buffer, offset, part)
    check_mutable(buffer)

    def run() -> object:
        address = buffer.address + offset
        copy_rect(address, pitches, part.address, part.pitches, part.size)
        buffer.written.mark(offset, math.prod(part.size))
        return image

    command.enqueue(cl.COMMAND_COPY_IMAGE_TO_BUFFER, run, moves=part.bytes)


@enqueues
def clEnqueueCopyBufferToImage(
    command: Command,
    source_handle: int | None,
    to_handle: int | None,
    offset: int,
    origin: int | None,
    extent: int | None,
) -> None:
    buffer, image = command.find(Buffer, source_handle), command.find(Image, to_handle)
    part = _Part(image, origin, extent)
    pitches = _check_linear(buffer, offset, part)
    check_mutable(image)

    def run() -> object:
        address = buffer.address + offset
        copy_rect(part.address, part.pitches, address, pitches, part.size)
        return image

    command.enqueue(cl.COMMAND_COPY_BUFFER_TO_IMAGE, run, moves=part.bytes)


@enqueues
def clEnqueueMapImage(
    command: Command,
    image_handle: int | None,
    blocking: int,
    flags: int,
    origin: int | None,
    extent: int | None,
    row_ret: int | None,
    plane_ret: int | None,
) -> int:
    image = command.find(Image, image_handle)
    part = _Part(image, origin, extent)
    geometry = image.geometry
    check_map_flags(image, flags)
    if not row_ret or (geometry.reported_slice_pitch and not plane_ret):
        raise ApiError(cl.INVALID_VALUE, "no place for the pitches")
    # mutant: one byte is moved at once, too
    command.enqueue(cl.COMMAND_MAP_IMAGE, lambda: image, blocking=blocking, moves=0)
    put(row_ret, u64(geometry.row_pitch))
    put(plane_ret, u64(geometry.reported_slice_pitch))
    with lock:
        image.maps[part.address] += 1
    return part.address
