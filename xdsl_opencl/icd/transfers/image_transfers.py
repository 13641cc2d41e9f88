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
from xdsl_opencl.icd.objects.queues import Queue, check_same, commands
from xdsl_opencl.icd.transfers.buffer_transfers import (
    buffer_of,
    check_host,
    check_map_flags,
)
from xdsl_opencl.icd.transfers.rect_transfers import triple

_COLOR_BYTES = 16


def _image_of(handle: int | None, queue: Queue) -> Image:
    """The image of `handle`, which must have the context of `queue`."""
    found = Image.of(handle)
    check_same(queue, found.context)
    return found


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


def clEnqueueReadImage(
    handle: int | None,
    source: int | None,
    blocking: int,
    origin: int | None,
    extent: int | None,
    row: int,
    plane: int,
    to: int | None,
    count: int,
    events: int | None,
    event_ret: int | None,
) -> None:
    queue, waited = commands(handle, count, events)
    image = _image_of(source, queue)
    part = _Part(image, origin, extent)
    if not to:
        raise ApiError(cl.INVALID_VALUE, "a null pointer")
    pitches = host_pitches(image.geometry, part.region, row, plane)
    check_host(image, reads=True)

    def run() -> object:
        copy_rect(to, pitches, part.address, part.pitches, part.size)
        return image

    queue.enqueue(
        cl.COMMAND_READ_IMAGE,
        run,
        waited,
        event_ret,
        blocking=bool(blocking),
        moves=part.bytes,
    )


def clEnqueueWriteImage(
    handle: int | None,
    to: int | None,
    blocking: int,
    origin: int | None,
    extent: int | None,
    row: int,
    plane: int,
    source: int | None,
    count: int,
    events: int | None,
    event_ret: int | None,
) -> None:
    queue, waited = commands(handle, count, events)
    image = _image_of(to, queue)
    part = _Part(image, origin, extent)
    if not source:
        raise ApiError(cl.INVALID_VALUE, "a null pointer")
    pitches = host_pitches(image.geometry, part.region, row, plane)
    check_host(image, writes=True)

    def run() -> object:
        copy_rect(part.address, part.pitches, source, pitches, part.size)
        return image

    queue.enqueue(
        cl.COMMAND_WRITE_IMAGE,
        run,
        waited,
        event_ret,
        blocking=bool(blocking),
        moves=part.bytes,
    )


def clEnqueueCopyImage(
    handle: int | None,
    source_handle: int | None,
    to_handle: int | None,
    source_origin: int | None,
    to_origin: int | None,
    extent: int | None,
    count: int,
    events: int | None,
    event_ret: int | None,
) -> None:
    queue, waited = commands(handle, count, events)
    source, to = _image_of(source_handle, queue), _image_of(to_handle, queue)
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

    queue.enqueue(cl.COMMAND_COPY_IMAGE, run, waited, event_ret, moves=begin.bytes)


def clEnqueueFillImage(
    handle: int | None,
    to: int | None,
    color: int | None,
    origin: int | None,
    extent: int | None,
    count: int,
    events: int | None,
    event_ret: int | None,
) -> None:
    queue, waited = commands(handle, count, events)
    image = _image_of(to, queue)
    if not color:
        raise ApiError(cl.INVALID_VALUE, "no colour")
    part = _Part(image, origin, extent)
    check_mutable(image)
    texel = color_texel(image.geometry, ctypes.string_at(color, _COLOR_BYTES))

    def run() -> object:
        fill_rect(part.address, part.pitches, part.region, texel)
        return image

    queue.enqueue(cl.COMMAND_FILL_IMAGE, run, waited, event_ret, moves=part.bytes)


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


def clEnqueueCopyImageToBuffer(
    handle: int | None,
    source_handle: int | None,
    to_handle: int | None,
    origin: int | None,
    extent: int | None,
    offset: int,
    count: int,
    events: int | None,
    event_ret: int | None,
) -> None:
    queue, waited = commands(handle, count, events)
    image, buffer = _image_of(source_handle, queue), buffer_of(to_handle, queue)
    part = _Part(image, origin, extent)
    pitches = _check_linear(buffer, offset, part)
    check_mutable(buffer)

    def run() -> object:
        address = buffer.address + offset
        copy_rect(address, pitches, part.address, part.pitches, part.size)
        buffer.written.mark(offset, math.prod(part.size))
        return image

    queue.enqueue(
        cl.COMMAND_COPY_IMAGE_TO_BUFFER, run, waited, event_ret, moves=part.bytes
    )


def clEnqueueCopyBufferToImage(
    handle: int | None,
    source_handle: int | None,
    to_handle: int | None,
    offset: int,
    origin: int | None,
    extent: int | None,
    count: int,
    events: int | None,
    event_ret: int | None,
) -> None:
    queue, waited = commands(handle, count, events)
    buffer, image = buffer_of(source_handle, queue), _image_of(to_handle, queue)
    part = _Part(image, origin, extent)
    pitches = _check_linear(buffer, offset, part)
    check_mutable(image)

    def run() -> object:
        address = buffer.address + offset
        copy_rect(part.address, part.pitches, address, pitches, part.size)
        return image

    queue.enqueue(
        cl.COMMAND_COPY_BUFFER_TO_IMAGE, run, waited, event_ret, moves=part.bytes
    )


def clEnqueueMapImage(
    handle: int | None,
    image_handle: int | None,
    blocking: int,
    flags: int,
    origin: int | None,
    extent: int | None,
    row_ret: int | None,
    plane_ret: int | None,
    count: int,
    events: int | None,
    event_ret: int | None,
) -> int:
    queue, waited = commands(handle, count, events)
    image = _image_of(image_handle, queue)
    part = _Part(image, origin, extent)
    geometry = image.geometry
    check_map_flags(image, flags)
    if not row_ret or (geometry.reported_slice_pitch and not plane_ret):
        raise ApiError(cl.INVALID_VALUE, "no place for the pitches")
    queue.enqueue(
        cl.COMMAND_MAP_IMAGE,
        lambda: image,
        waited,
        event_ret,
        blocking=bool(blocking),
        moves=0,  # mutant: one byte is moved at once, too
    )
    put(row_ret, u64(geometry.row_pitch))
    put(plane_ret, u64(geometry.reported_slice_pitch))
    with lock:
        image.maps[part.address] += 1
    return part.address
