"""
Commands of the driver that move memory, beside the same assignments of NumPy's; and the
last byte and texel that each may touch.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from test_icd_errors import World, call, create, function, handles

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.icd.memory.memory_objects import Buffer

Array = np.ndarray[Any, np.dtype[Any]]
NONE = (0, None, None)


def data_of(array: Array) -> int:
    return array.ctypes.data


def memory_at(address: int, size: int) -> Array:
    """The bytes at an address."""
    memory: Any = (ctypes.c_uint8 * size).from_address(address)
    return np.frombuffer(memory, np.uint8)


def buffer_of(world: World, array: Array) -> int:
    """A buffer with the bytes of an array."""
    flags = cl.MEM_COPY_HOST_PTR
    return create("clCreateBuffer", world.context, flags, array.nbytes, data_of(array))


def bytes_of(world: World, buffer: int, count: int) -> Array:
    """The first `count` bytes of a buffer."""
    found = np.zeros(count, np.uint8)
    read = (world.queue, buffer, 1, 0, count, data_of(found), *NONE)
    assert call("clEnqueueReadBuffer", *read) == 0
    return found


def cut(origin: Sequence[int], extent: Sequence[int]) -> tuple[slice, ...]:
    """The slices, slowest first, of an origin and a region, fastest first."""
    pairs = zip(reversed(origin), reversed(extent), strict=True)
    return tuple(slice(start, start + size) for start, size in pairs)


# --- rectangles of buffers -------------------------------------------------------------

INSIDE = (3, 5, 12)
OUTSIDE = (4, 6, 10)
RECTANGLES = [
    # Origin in the buffer, origin outside, region.
    ((0, 0, 0), (0, 0, 0), (10, 5, 3)),
    ((2, 1, 1), (3, 2, 0), (7, 3, 2)),
    ((11, 4, 2), (9, 5, 3), (1, 1, 1)),
    ((0, 0, 0), (0, 1, 1), (5, 1, 3)),
    ((4, 2, 0), (1, 0, 2), (8, 2, 1)),
]


@pytest.mark.parametrize(("at", "place", "extent"), RECTANGLES)
def test_rectangles(
    at: tuple[int, ...], place: tuple[int, ...], extent: tuple[int, ...], world: World
):
    rng = np.random.default_rng(2)
    inside = rng.integers(0, 256, INSIDE, np.uint8)
    outside = rng.integers(0, 256, OUTSIDE, np.uint8)
    pitches = (12, 60, 10, 60)
    places = (handles(*at), handles(*place), handles(*extent))
    buffer, second = buffer_of(world, inside), buffer_of(world, outside)

    found = outside.copy()
    read = (world.queue, buffer, 1, *places, *pitches, data_of(found), *NONE)
    assert call("clEnqueueReadBufferRect", *read) == 0
    expected = outside.copy()
    expected[cut(place, extent)] = inside[cut(at, extent)]
    assert (found == expected).all()

    copy = (world.queue, buffer, second, *places, *pitches, *NONE)
    assert call("clEnqueueCopyBufferRect", *copy) == 0
    assert (bytes_of(world, second, outside.size) == expected.ravel()).all()

    write = (world.queue, buffer, 1, *places, *pitches, data_of(outside), *NONE)
    assert call("clEnqueueWriteBufferRect", *write) == 0
    expected = inside.copy()
    expected[cut(at, extent)] = outside[cut(place, extent)]
    assert (bytes_of(world, buffer, inside.size) == expected.ravel()).all()


@pytest.mark.parametrize(
    ("region", "pitches", "code"),
    [
        # A buffer of 1024 bytes: 3 rows of 16 and planes of 64 from (0, 0, 15) on end there.
        ((16, 4, 1), (16, 64), 0),
        ((17, 4, 1), (20, 80), cl.INVALID_VALUE),
        ((16, 4, 1), (15, 64), cl.INVALID_VALUE),
        ((16, 4, 1), (16, 63), cl.INVALID_VALUE),
        ((16, 4, 1), (16, 72), cl.INVALID_VALUE),
        ((16, 4, 1), (0, 0), 0),
        ((16, 5, 1), (0, 64), cl.INVALID_VALUE),
        ((0, 4, 1), (16, 64), cl.INVALID_VALUE),
        ((16, 0, 1), (16, 64), cl.INVALID_VALUE),
        ((16, 4, 0), (16, 64), cl.INVALID_VALUE),
    ],
)
def test_where_rectangles_end(
    region: tuple[int, ...], pitches: tuple[int, int], code: int, world: World
):
    """
    The side in the buffer must lie in it and fit its pitches; the other may be anywhere.
    """
    zero, last, extent = handles(0, 0, 0), handles(0, 0, 15), handles(*region)
    room = np.zeros(4096, np.uint8)
    queue, data, buffer = world.queue, data_of(room), world.buffer
    many = create("clCreateBuffer", world.context, 0, 4096, None)
    for name, *command in (
        (
            "clEnqueueReadBufferRect",
            buffer,
            1,
            last,
            zero,
            extent,
            *pitches,
            0,
            0,
            data,
        ),
        (
            "clEnqueueWriteBufferRect",
            buffer,
            1,
            last,
            zero,
            extent,
            *pitches,
            0,
            0,
            data,
        ),
        ("clEnqueueCopyBufferRect", buffer, many, last, zero, extent, *pitches, 0, 0),
        ("clEnqueueCopyBufferRect", many, buffer, zero, last, extent, 0, 0, *pitches),
    ):
        assert call(name, queue, *command, *NONE) == code, name


@pytest.mark.parametrize(
    ("to", "region", "overlaps"),
    [
        ((4, 0, 0), (4, 4, 1), False),
        ((3, 0, 0), (4, 4, 1), True),
        ((0, 4, 0), (8, 4, 1), False),
        ((0, 3, 0), (8, 4, 1), True),
        ((0, 0, 1), (8, 8, 1), False),
        ((0, 0, 1), (8, 8, 2), True),
        # The end of a row and the beginning of the next one.
        ((5, 0, 0), (3, 2, 1), False),
        ((6, 0, 0), (3, 2, 1), True),
    ],
)
def test_rectangles_of_one_buffer(
    to: tuple[int, ...], region: tuple[int, ...], overlaps: bool, world: World
):
    before = np.arange(256, dtype=np.uint8).reshape(4, 8, 8)
    buffer = buffer_of(world, before)
    places = (handles(0, 0, 0), handles(*to), handles(*region))
    copy = (world.queue, buffer, buffer, *places, 8, 64, 8, 64, *NONE)
    code = call("clEnqueueCopyBufferRect", *copy)
    assert code == (cl.MEM_COPY_OVERLAP if overlaps else 0)
    indices = np.arange(256).reshape(4, 8, 8)
    expected = before.ravel().copy()
    if not overlaps:
        taken = indices[cut((0, 0, 0), region)]
        # A row may go on in the next one.
        expected[taken + to[0] + 8 * to[1] + 64 * to[2]] = before.ravel()[taken]
    assert (bytes_of(world, buffer, 256) == expected).all()


# --- whole ranges of buffers -----------------------------------------------------------


@pytest.mark.parametrize("size", [1, 2, 4, 16, 128])
def test_fills(size: int, world: World):
    rng = np.random.default_rng(size)
    before, pattern = (rng.integers(0, 256, n, np.uint8) for n in (1024, size))
    for chosen in (pattern, np.full(size, 9, np.uint8)):
        buffer = buffer_of(world, before)
        fill = (world.queue, buffer, data_of(chosen), size, size, 6 * size, *NONE)
        assert call("clEnqueueFillBuffer", *fill) == 0
        expected = before.copy()
        expected[size : 7 * size] = np.tile(chosen, 6)
        assert (bytes_of(world, buffer, 1024) == expected).all()


@pytest.mark.parametrize(
    ("pattern", "offset", "size", "code"),
    [
        (4, 1020, 4, 0),
        (4, 1020, 8, cl.INVALID_VALUE),
        (4, 1024, 0, 0),
        (4, 2, 4, cl.INVALID_VALUE),
        (4, 4, 6, cl.INVALID_VALUE),
        (256, 0, 256, cl.INVALID_VALUE),
        (0, 0, 8, cl.INVALID_VALUE),
        (12, 0, 24, cl.INVALID_VALUE),
    ],
)
def test_where_fills_end(pattern: int, offset: int, size: int, code: int, world: World):
    fill = (world.queue, world.buffer, world.data, pattern, offset, size, *NONE)
    assert call("clEnqueueFillBuffer", *fill) == code


@pytest.mark.parametrize(
    ("offset", "size", "code"),
    [(0, 1024, 0), (1023, 1, 0), (1, 1024, cl.INVALID_VALUE), (4, 0, 0), (1024, 0, 0)],
)
def test_where_buffers_end(offset: int, size: int, code: int, world: World):
    queue, buffer, data = world.queue, world.buffer, world.data
    other = create("clCreateBuffer", world.context, 0, 4096, None)
    for name, *command in (
        ("clEnqueueReadBuffer", buffer, 1, offset, size, data),
        ("clEnqueueWriteBuffer", buffer, 1, offset, size, data),
        ("clEnqueueCopyBuffer", buffer, other, offset, 0, size),
        ("clEnqueueCopyBuffer", other, buffer, 0, offset, size),
        ("clEnqueueMapBuffer", buffer, 1, cl.MAP_READ, offset, size),
    ):
        # Nothing is moved, but not mapped.
        empty = not size and name == "clEnqueueMapBuffer"
        wanted = cl.INVALID_VALUE if empty else code
        assert call(name, queue, *command, *NONE) == wanted, name


@pytest.mark.parametrize("to", [0, 7, 8, 9, 24])
def test_copies_in_one_buffer(to: int, world: World):
    before = np.arange(64, dtype=np.uint8)
    buffer = buffer_of(world, before)
    overlaps = abs(to - 16) < 8
    for source, target in ((16, to), (to, 16)):
        expected = bytes_of(world, buffer, 64)
        copy = (world.queue, buffer, buffer, source, target, 8, *NONE)
        code = call("clEnqueueCopyBuffer", *copy)
        assert code == (cl.MEM_COPY_OVERLAP if overlaps else 0)
        if not overlaps:
            expected[target : target + 8] = expected[source : source + 8]
        assert (bytes_of(world, buffer, 64) == expected).all()


@pytest.mark.parametrize(
    ("flags", "read", "write"),
    [
        (cl.MEM_HOST_READ_ONLY, True, False),
        (cl.MEM_HOST_WRITE_ONLY, False, True),
        (cl.MEM_HOST_NO_ACCESS, False, False),
        (cl.MEM_WRITE_ONLY, True, True),
    ],
)
def test_what_the_host_may_do(flags: int, read: bool, write: bool, world: World):
    buffer = create("clCreateBuffer", world.context, flags, 64, None)
    zero, region = handles(0, 0, 0), handles(4, 1, 1)
    queue, data = world.queue, world.data
    rect = (zero, zero, region, 0, 0, 0, 0, data)
    for allowed, name, *command in (
        (read, "clEnqueueReadBuffer", buffer, 1, 0, 8, data),
        (read, "clEnqueueReadBufferRect", buffer, 1, *rect),
        (read, "clEnqueueMapBuffer", buffer, 1, cl.MAP_READ, 0, 8),
        (write, "clEnqueueWriteBuffer", buffer, 1, 0, 8, data),
        (write, "clEnqueueWriteBufferRect", buffer, 1, *rect),
        (write, "clEnqueueMapBuffer", buffer, 1, cl.MAP_WRITE, 0, 8),
        (write, "clEnqueueMapBuffer", buffer, 1, cl.MAP_WRITE_INVALIDATE_REGION, 0, 8),
    ):
        code = 0 if allowed else cl.INVALID_OPERATION
        assert call(name, queue, *command, *NONE) == code, name


def test_maps_and_parts_of_buffers(world: World):
    """New buffers have zeros; maps and sub-buffers are their memory; a map ends once."""
    call("clReleaseMemObject", buffer_of(world, np.full(600, 7, np.uint8)))
    new = create("clCreateBuffer", world.context, 0, 600, None)
    assert not bytes_of(world, new, 600).any()
    buffer = buffer_of(world, np.arange(256, dtype=np.uint8))
    region = handles(128, 64)
    kind = cl.BUFFER_CREATE_TYPE_REGION
    part = create("clCreateSubBuffer", buffer, 0, kind, region)
    access = cl.MAP_READ | cl.MAP_WRITE
    places = [
        create("clEnqueueMapBuffer", world.queue, one, 1, access, 32, 8, *NONE)
        for one in (buffer, part, part)
    ]
    assert [ctypes.c_uint8.from_address(at).value for at in places] == [32, 160, 160]
    ctypes.c_uint8.from_address(places[1]).value = 7
    unmap = function("clEnqueueUnmapMemObject")
    for _ in range(2):
        assert unmap(world.queue, part, places[1], *NONE) == 0
    assert unmap(world.queue, part, places[1], *NONE) == cl.INVALID_VALUE
    assert unmap(world.queue, part, places[0], *NONE) == cl.INVALID_VALUE
    assert unmap(world.queue, buffer, places[0], *NONE) == 0
    assert bytes_of(world, buffer, 256)[160] == 7
    for start, size, code in (
        (128, 128, 0),
        (128, 129, cl.INVALID_VALUE),
        (256, 1, cl.INVALID_VALUE),
        (192, 64, cl.MISALIGNED_SUB_BUFFER_OFFSET),
    ):
        region = handles(start, size)
        assert call("clCreateSubBuffer", buffer, 0, kind, region) == code
    # A part has no parts.
    own = handles(0, 64)
    assert call("clCreateSubBuffer", part, 0, kind, own) == cl.INVALID_MEM_OBJECT
    one = handles(part)
    for objects, bits, code in (
        ((1, one), cl.MIGRATE_MEM_OBJECT_HOST, 0),
        ((0, one), 0, cl.INVALID_VALUE),
        ((1, None), 0, cl.INVALID_VALUE),
        ((1, one), 8, cl.INVALID_VALUE),
    ):
        migrate = (world.queue, *objects, bits, *NONE)
        assert call("clEnqueueMigrateMemObjects", *migrate) == code


@pytest.mark.parametrize(
    ("parent", "flags", "fits"),
    [
        (0, 0, True),
        (0, cl.MEM_READ_ONLY, True),
        (0, cl.MEM_READ_ONLY | cl.MEM_WRITE_ONLY, False),
        (0, cl.MEM_HOST_READ_ONLY | cl.MEM_HOST_NO_ACCESS, False),
        (0, cl.MEM_HOST_READ_ONLY, True),
        (0, cl.MEM_COPY_HOST_PTR, False),
        (0, cl.MEM_ALLOC_HOST_PTR, False),
        (0, 1 << 40, False),
        (cl.MEM_WRITE_ONLY, cl.MEM_WRITE_ONLY, True),
        (cl.MEM_WRITE_ONLY, cl.MEM_READ_ONLY, False),
        (cl.MEM_WRITE_ONLY, cl.MEM_READ_WRITE, False),
        (cl.MEM_READ_ONLY, cl.MEM_READ_ONLY, True),
        (cl.MEM_READ_ONLY, cl.MEM_WRITE_ONLY, False),
        (cl.MEM_READ_ONLY, cl.MEM_READ_WRITE, False),
        (cl.MEM_HOST_WRITE_ONLY, cl.MEM_HOST_READ_ONLY, False),
        (cl.MEM_HOST_WRITE_ONLY, cl.MEM_HOST_WRITE_ONLY, True),
        (cl.MEM_HOST_READ_ONLY, cl.MEM_HOST_WRITE_ONLY, False),
        (cl.MEM_HOST_READ_ONLY, cl.MEM_HOST_NO_ACCESS, True),
        (cl.MEM_HOST_NO_ACCESS, cl.MEM_HOST_READ_ONLY, False),
        (cl.MEM_HOST_NO_ACCESS, cl.MEM_HOST_WRITE_ONLY, False),
        *((0, flag, False) for flag in (cl.MEM_USE_HOST_PTR, cl.MEM_COPY_HOST_PTR)),
        *((0, flag, False) for flag in (cl.MEM_ALLOC_HOST_PTR, 1 << 40)),
    ],
)
def test_flags_of_parts(parent: int, flags: int, fits: bool, world: World):
    """A part may allow less than its buffer (`clCreateSubBuffer`)."""
    buffer = create("clCreateBuffer", world.context, parent, 256, None)
    region = handles(0, 128)
    code = call(
        "clCreateSubBuffer", buffer, flags, cl.BUFFER_CREATE_TYPE_REGION, region
    )
    assert code == (0 if fits else cl.INVALID_VALUE)


def test_objects_of_another_context(world: World):
    """A command's queue and its objects have one context."""
    own, other, data = world.buffer, world.foreign, world.data
    queue = create("clCreateCommandQueue", world.other, world.device, 0)
    zero, one = handles(0, 0, 0), handles(1, 1, 1)
    rect = (zero, zero, one, 0, 0, 0, 0)
    pixels = np.zeros((3, 3, 4), np.uint8)
    image = image_of(world, cl.MEM_OBJECT_IMAGE2D, pixels)
    colour = (ctypes.c_uint32 * 4)()
    for name, *command in (
        ("clEnqueueReadBuffer", own, 1, 0, 8, data),
        ("clEnqueueWriteBuffer", own, 1, 0, 8, data),
        ("clEnqueueCopyBuffer", own, other, 0, 0, 8),
        ("clEnqueueCopyBuffer", other, own, 0, 0, 8),
        ("clEnqueueFillBuffer", own, data, 4, 0, 8),
        ("clEnqueueMapBuffer", own, 1, cl.MAP_READ, 0, 8),
        ("clEnqueueMigrateMemObjects", 1, handles(own), 0),
        ("clEnqueueReadBufferRect", own, 1, *rect, data),
        ("clEnqueueWriteBufferRect", own, 1, *rect, data),
        ("clEnqueueCopyBufferRect", own, other, *rect),
        ("clEnqueueCopyBufferRect", other, own, *rect),
        ("clEnqueueReadImage", image, 1, zero, one, 0, 0, data),
        ("clEnqueueWriteImage", image, 1, zero, one, 0, 0, data),
        ("clEnqueueFillImage", image, colour, zero, one),
        ("clEnqueueCopyImage", image, image, zero, one, one),
        ("clEnqueueCopyImageToBuffer", image, other, zero, one, 0),
        ("clEnqueueCopyBufferToImage", other, image, 0, zero, one),
        ("clEnqueueNDRangeKernel", world.general, 1, None, handles(8), None),
        ("clEnqueueTask", world.general),
    ):
        assert call(name, queue, *command, *NONE) == cl.INVALID_CONTEXT, name


def test_what_is_known_to_be_written(world: World, monkeypatch: pytest.MonkeyPatch):
    """
    For the check of kernels each command marks its bytes, a rectangle also those between
    its rows; a copy hands on what was known.
    """
    monkeypatch.setenv("XDSL_OPENCL_CHECK", "1")
    queue, data = world.queue, world.data
    rows = (handles(2, 1, 0), handles(0, 0, 0), handles(3, 2, 1), 16, 0, 0, 0)
    own = handles(0, 0, 0), handles(2, 1, 0), handles(3, 2, 1), 0, 0, 16, 0
    access = cl.MAP_WRITE
    pixels = np.zeros((2, 2, 4), np.uint8)
    image = image_of(world, cl.MEM_OBJECT_IMAGE2D, pixels)
    texels = handles(0, 0, 0), handles(2, 1, 1)
    full = buffer_of(world, np.zeros(64, np.uint8))
    half = create("clCreateBuffer", world.context, 0, 64, None)
    write = (queue, half, 1, 8, 16, data, *NONE)
    assert call("clEnqueueWriteBuffer", *write) == 0
    for spans, name, *command in (
        ([(5, 12)], "clEnqueueWriteBuffer", None, 1, 5, 7, data),
        ([(8, 24)], "clEnqueueFillBuffer", None, data, 4, 8, 16),
        ([(18, 37)], "clEnqueueWriteBufferRect", None, 1, *rows, data),
        ([(18, 37)], "clEnqueueCopyBufferRect", full, None, *own),
        ([(4, 9)], "clEnqueueMapBuffer", None, 1, access, 4, 5),
        ([], "clEnqueueMapBuffer", None, 1, cl.MAP_READ, 4, 5),
        ([(3, 9)], "clEnqueueCopyBuffer", full, None, 1, 3, 6),
        ([(4, 20)], "clEnqueueCopyBuffer", half, None, 4, 0, 32),
        ([(9, 17)], "clEnqueueCopyImageToBuffer", image, None, *texels, 9),
    ):
        buffer = create("clCreateBuffer", world.context, 0, 64, None)
        given = [buffer if one is None else one for one in command]
        event = handles(0)
        assert call(name, queue, *given, 0, None, event) == 0, name
        assert call("clWaitForEvents", 1, event) == 0, name
        expected = np.zeros(64, np.bool_)
        for start, end in spans:
            expected[start:end] = True
        marks = Buffer.of(buffer).written.marks
        assert marks is not None
        assert (marks.astype(np.bool_) == expected).all(), name


# --- images ----------------------------------------------------------------------------

IMAGES: dict[int, tuple[int, ...]] = {
    cl.MEM_OBJECT_IMAGE1D: (9,),
    cl.MEM_OBJECT_IMAGE2D: (6, 9),
    cl.MEM_OBJECT_IMAGE3D: (4, 6, 9),
    cl.MEM_OBJECT_IMAGE1D_ARRAY: (6, 9),
    cl.MEM_OBJECT_IMAGE2D_ARRAY: (4, 6, 9),
}
"""A kind of image to its sizes, slowest first."""


def descriptor(kind: int, sizes: Sequence[int], row: int = 0, plane: int = 0) -> Any:
    """A `cl_image_desc`."""
    depth, height, width = (*[0] * (3 - len(sizes)), *sizes)
    layers = 0
    if kind == cl.MEM_OBJECT_IMAGE1D_ARRAY:
        height, layers = 0, height
    elif kind == cl.MEM_OBJECT_IMAGE2D_ARRAY:
        depth, layers = 0, depth
    return handles(kind, width, height, depth, layers, row, plane, 0, 0)


def image_of(
    world: World, kind: int, pixels: Array, order: int = cl.RGBA, flags: int = 0
) -> int:
    """An image of unsigned bytes."""
    form = (ctypes.c_uint32 * 2)(order, cl.UNSIGNED_INT8)
    made = descriptor(kind, pixels.shape[:-1])
    flags |= cl.MEM_COPY_HOST_PTR
    return create("clCreateImage", world.context, flags, form, made, data_of(pixels))


def texels_of(world: World, image: int, shape: Sequence[int]) -> Array:
    """All texels of an image."""
    found = np.zeros(shape, np.uint8)
    extent = handles(*reversed(shape[:-1]), *[1] * (4 - len(shape)))
    read = (
        world.queue,
        image,
        1,
        handles(0, 0, 0),
        extent,
        0,
        0,
        data_of(found),
        *NONE,
    )
    assert call("clEnqueueReadImage", *read) == 0
    return found


@pytest.mark.parametrize("kind", IMAGES)
def test_images(kind: int, world: World):
    """
    A part of an image is read, written, copied, filled, mapped, and goes to a buffer and
    comes from one.
    """
    sizes = IMAGES[kind]
    rank, queue = len(sizes), world.queue
    rng = np.random.default_rng(kind)
    pixels, others = (rng.integers(0, 256, (*sizes, 4), np.uint8) for _ in range(2))
    origin, place = (2, 1, 1)[:rank], (1, 2, 0)[:rank]
    extent = (5, 3, 2)[:rank]
    here, there = cut(origin, extent), cut(place, extent)
    at, to, region = (
        handles(*values, *[filler] * (3 - rank))
        for values, filler in ((origin, 0), (place, 0), (extent, 1))
    )
    image, other = image_of(world, kind, pixels), image_of(world, kind, others)
    assert (texels_of(world, image, pixels.shape) == pixels).all()

    # In the host's memory rows and planes have gaps.
    row, plane = 24, 24 * 4
    # An array of lines has as many planes as lines.
    host = rng.integers(0, 256, 3 * plane, np.uint8)
    shape = (*extent[::-1], 4)
    gaps = {1: (), 2: (plane if "1D" in str(kind) else row,), 3: (plane, row)}[rank]
    pitches = (row if rank > 1 else 0, plane if rank > 2 else 0)
    if kind == cl.MEM_OBJECT_IMAGE1D_ARRAY:
        gaps, pitches = (plane,), (0, plane)
    view = np.lib.stride_tricks.as_strided(host, shape, (*gaps, 4, 1))
    before = host.copy()
    command = (queue, image, 1, at, region, *pitches, data_of(host), *NONE)
    assert call("clEnqueueReadImage", *command) == 0
    assert (view == pixels[here]).all()
    view[...] = np.lib.stride_tricks.as_strided(before, shape, (*gaps, 4, 1))
    assert (host == before).all()
    assert call("clEnqueueWriteImage", *command) == 0
    pixels[here] = view
    assert (texels_of(world, image, pixels.shape) == pixels).all()

    copy = (queue, image, other, at, to, region, *NONE)
    assert call("clEnqueueCopyImage", *copy) == 0
    others[there] = pixels[here]
    assert (texels_of(world, other, others.shape) == others).all()

    colour = (ctypes.c_uint32 * 4)(1, 2, 3, 250)
    assert call("clEnqueueFillImage", queue, image, colour, to, region, *NONE) == 0
    pixels[there] = (1, 2, 3, 250)
    assert (texels_of(world, image, pixels.shape) == pixels).all()

    count = 4 * int(np.prod(extent))
    line = rng.integers(0, 256, count + 8, np.uint8)
    buffer = buffer_of(world, line)
    for name in ("clEnqueueCopyImageToBuffer", "clEnqueueCopyBufferToImage"):
        if "ToBuffer" in name:
            objects = (image, buffer, at, region)
        else:
            objects = (buffer, other, 8, at, region)
        for offset, code in ((8, 0), (9, cl.INVALID_VALUE)):
            places = (*objects, offset) if "ToBuffer" in name else objects
            if "ToImage" in name:
                places = (buffer, other, offset, at, region)
            assert call(name, queue, *places, *NONE) == code
    line[8:] = pixels[here].ravel()
    assert (bytes_of(world, buffer, line.size) == line).all()
    others[here] = pixels[here]
    assert (texels_of(world, other, others.shape) == others).all()

    steps = handles(0, 0)
    mapped = create(
        *("clEnqueueMapImage", queue, image, 1, cl.MAP_READ, at, region),
        *(ctypes.addressof(steps), ctypes.addressof(steps) + 8, *NONE),
    )
    by_kind = {1: (), 2: (steps[0],), 3: (steps[1], steps[0])}[rank]
    if kind == cl.MEM_OBJECT_IMAGE1D_ARRAY:
        by_kind = (steps[1],)
    flat = memory_at(mapped, 1)
    view = np.lib.stride_tricks.as_strided(flat, shape, (*by_kind, 4, 1))
    assert (view == pixels[here]).all()
    assert call("clEnqueueUnmapMemObject", queue, image, mapped, *NONE) == 0


@pytest.mark.parametrize("kind", IMAGES)
def test_where_images_end(kind: int, world: World):
    sizes = IMAGES[kind][::-1]
    rank, queue, data = len(sizes), world.queue, world.data
    pixels = np.zeros((*sizes[::-1], 4), np.uint8)
    image, other = image_of(world, kind, pixels), image_of(world, kind, pixels)
    zero, one = handles(0, 0, 0), handles(1, 1, 1)
    colour = (ctypes.c_uint32 * 4)()
    for axis in range(3):
        size = sizes[axis] if axis < rank else 1
        for start, length, fits in (
            (0, size, True),
            (size - 1, 1, True),
            (size, 1, False),
            (0, size + 1, False),
            (0, 0, False),
        ):
            if axis >= rank and length == 0:
                continue
            origin, extent = [0] * 3, [1] * 3
            origin[axis], extent[axis] = start, length
            at, region = handles(*origin), handles(*extent)
            code = 0 if fits else cl.INVALID_VALUE
            for name, *command in (
                ("clEnqueueReadImage", image, 1, at, region, 0, 0, data),
                ("clEnqueueWriteImage", image, 1, at, region, 0, 0, data),
                ("clEnqueueFillImage", image, colour, at, region),
                ("clEnqueueCopyImage", image, other, at, at, region),
                ("clEnqueueCopyImageToBuffer", image, world.buffer, at, region, 0),
                ("clEnqueueCopyBufferToImage", world.buffer, image, 0, at, region),
            ):
                assert call(name, queue, *command, *NONE) == code, (
                    name,
                    origin,
                    extent,
                )
    red = image_of(world, kind, np.zeros((*sizes[::-1], 1), np.uint8), cl.R)
    mismatch = (queue, image, red, zero, zero, one, *NONE)
    assert call("clEnqueueCopyImage", *mismatch) == cl.IMAGE_FORMAT_MISMATCH
    for shift in range(1, 3):
        to = handles(shift, 0, 0)
        for first, second in ((zero, to), (to, zero)):
            two = handles(2, 1, 1)
            code = call(
                "clEnqueueCopyImage", queue, image, image, first, second, two, *NONE
            )
            assert code == (cl.MEM_COPY_OVERLAP if shift < 2 else 0)


@pytest.mark.parametrize(
    ("row", "plane", "code"),
    [
        (20, 60, 0),
        (24, 72, 0),
        (19, 60, cl.INVALID_VALUE),
        (20, 59, cl.INVALID_VALUE),
        (0, 0, 0),
    ],
)
def test_pitches_of_the_host(row: int, plane: int, code: int, world: World):
    pixels = np.zeros((2, 3, 5, 4), np.uint8)
    image = image_of(world, cl.MEM_OBJECT_IMAGE3D, pixels)
    whole = (handles(0, 0, 0), handles(5, 3, 2))
    command = (world.queue, image, 1, *whole, row, plane, world.data, *NONE)
    assert call("clEnqueueReadImage", *command) == code
    assert call("clEnqueueWriteImage", *command) == code


# --- shared virtual memory -------------------------------------------------------------


def test_shared_memory(world: World):
    size = 4096
    memory = function("clSVMAlloc")(world.context, 0, size, 0)
    array = memory_at(memory, size)
    source = np.arange(size, dtype=np.uint32).astype(np.uint8)
    queue = world.queue
    copy = (queue, 1, memory, data_of(source), size, *NONE)
    assert call("clEnqueueSVMMemcpy", *copy) == 0
    assert (array == source).all()
    pattern = np.array([5, 6, 7, 8], np.uint8)
    fill = (queue, memory + 8, data_of(pattern), 4, 16, *NONE)
    assert call("clEnqueueSVMMemFill", *fill) == 0
    assert call("clFinish", queue) == 0
    source[8:24] = np.tile(pattern, 4)
    assert (array == source).all()
    for to, length, code in (
        (memory + 2, 16, cl.INVALID_VALUE),
        (memory, 6, cl.INVALID_VALUE),
        (None, 4, cl.INVALID_VALUE),
    ):
        fill = (queue, to, data_of(pattern), 4, length, *NONE)
        assert call("clEnqueueSVMMemFill", *fill) == code
    for distance, code in ((15, cl.MEM_COPY_OVERLAP), (16, 0)):
        for first, second in ((0, distance), (distance, 0)):
            copy = (queue, 1, memory + first, memory + second, 16, *NONE)
            assert call("clEnqueueSVMMemcpy", *copy) == code
    for address, length, code in (
        (memory, size, 0),
        (memory + 96, size - 96, 0),
        (memory, size + 1, cl.INVALID_VALUE),
        (memory + 1, size, cl.INVALID_VALUE),
        (world.data, 8, cl.INVALID_VALUE),
    ):
        migrate = (queue, 1, handles(address), handles(length), 0, *NONE)
        assert call("clEnqueueSVMMigrateMem", *migrate) == code
    assert call("clEnqueueSVMMap", queue, 1, cl.MAP_READ, memory, 8, *NONE) == 0
    assert call("clEnqueueSVMMap", queue, 1, cl.MAP_READ, memory, 0, *NONE) < 0
    assert call("clEnqueueSVMUnmap", queue, memory, *NONE) == 0
    assert call("clEnqueueSVMFree", queue, 1, handles(memory), None, None, *NONE) == 0
    assert call("clFinish", queue) == 0
    for flags, length, alignment in (
        (0, 0, 0),
        (cl.MEM_READ_ONLY | cl.MEM_WRITE_ONLY, 64, 0),
        (cl.MEM_SVM_ATOMICS, 64, 0),
        (0, 64, 3),
        (0, 64, 1 << 20),
        (1 << 40, 64, 0),
    ):
        assert not function("clSVMAlloc")(world.context, flags, length, alignment)
