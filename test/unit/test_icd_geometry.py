"""The images and transfers of the OpenCL driver, as functions on memory."""

from __future__ import annotations

import ctypes
import itertools
import random
import struct
from math import inf, nan

import numpy as np
import pytest

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.abi.opencl_api import ApiError
from xdsl_opencl.icd.memory import image_geometry as images
from xdsl_opencl.icd.memory import rectangles
from xdsl_opencl.icd.memory.image_geometry import Description, Geometry
from xdsl_opencl.icd.objects.platform import MAX_IMAGE_WIDTH

RGBA, R, BGRA = 0x10B5, 0x10B0, 0x10B6
UNORM_INT8, FLOAT, SIGNED_INT16 = 0x10D2, 0x10DE, 0x10D8

KINDS = (
    (cl.MEM_OBJECT_IMAGE1D, (7, 1, 1), (1, 1)),
    (cl.MEM_OBJECT_IMAGE1D_ARRAY, (7, 5, 1), (1, 5)),
    (cl.MEM_OBJECT_IMAGE2D, (7, 5, 1), (5, 1)),
    (cl.MEM_OBJECT_IMAGE2D_ARRAY, (7, 5, 3), (5, 3)),
    (cl.MEM_OBJECT_IMAGE3D, (7, 5, 3), (5, 3)),
)


def described(kind: int, shape: tuple[int, int, int], **pitches: int) -> Description:
    width, second, third = shape
    if kind == cl.MEM_OBJECT_IMAGE1D_ARRAY:
        height, depth, layers = 0, 0, second
    else:
        height, depth, layers = second, third, third
    row, plane = pitches.get("row", 0), pitches.get("plane", 0)
    return Description(kind, width, height, depth, layers, row, plane, 0, 0)


def geometry(kind: int, shape: tuple[int, int, int], **pitches: int) -> Geometry:
    return images.describe(
        described(kind, shape, **pitches), RGBA, UNORM_INT8, 1, has_memory=True
    )


@pytest.mark.parametrize(("kind", "shape", "_"), KINDS)
def test_texels_follow_each_other_without_pitches(
    kind: int, shape: tuple[int, int, int], _: object
) -> None:
    image = geometry(kind, shape)
    assert image.shape == shape
    assert image.nbytes == 4 * shape[0] * shape[1] * shape[2]
    offsets = [
        images.texel_offset(image, (x, y, z))
        for z, y, x in itertools.product(*map(range, reversed(shape)))
    ]
    assert offsets == list(range(0, image.nbytes, 4))


@pytest.mark.parametrize(("kind", "shape", "rows"), KINDS)
def test_pitches_place_rows_and_slices(
    kind: int, shape: tuple[int, int, int], rows: tuple[int, int]
) -> None:
    layered = rows[1] > 1
    plane = 40 * (rows[0] + 1)
    image = geometry(kind, shape, row=40, plane=plane if layered else 0)
    last = tuple(n - 1 for n in shape)
    expected = 4 * 6 + 40 * (rows[0] - 1) + (plane * (rows[1] - 1) if layered else 0)
    assert images.texel_offset(image, (last[0], last[1], last[2])) == expected
    assert expected + 4 <= image.nbytes <= expected + 4 + 40
    assert image.reported_slice_pitch == (plane if layered else 0)


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"object_type": cl.MEM_OBJECT_BUFFER}, cl.INVALID_IMAGE_DESCRIPTOR),
        ({"width": 0}, cl.INVALID_IMAGE_SIZE),
        ({"height": 0}, cl.INVALID_IMAGE_SIZE),
        ({"width": MAX_IMAGE_WIDTH + 1}, cl.INVALID_IMAGE_SIZE),
        ({"row_pitch": 27}, cl.INVALID_IMAGE_DESCRIPTOR),
        ({"row_pitch": 30}, cl.INVALID_IMAGE_DESCRIPTOR),
        ({"mip_levels": 1}, cl.INVALID_IMAGE_DESCRIPTOR),
        ({"samples": 1}, cl.INVALID_IMAGE_DESCRIPTOR),
    ],
)
def test_wrong_descriptions_have_the_code_of_the_specification(
    values: dict[str, int], code: int
) -> None:
    fields = {
        "object_type": cl.MEM_OBJECT_IMAGE2D,
        "width": 7,
        "height": 5,
        "depth": 0,
        "array_size": 0,
        "row_pitch": 0,
        "slice_pitch": 0,
        "mip_levels": 0,
        "samples": 0,
    }
    description = Description(**{**fields, **values})
    with pytest.raises(ApiError) as failure:
        images.describe(description, RGBA, UNORM_INT8, 1, has_memory=True)
    assert failure.value.code == code


def test_pitches_without_memory_are_refused() -> None:
    description = described(cl.MEM_OBJECT_IMAGE2D, (7, 5, 1), row=28)
    with pytest.raises(ApiError) as failure:
        images.describe(description, RGBA, UNORM_INT8, 1, has_memory=False)
    assert failure.value.code == cl.INVALID_IMAGE_DESCRIPTOR


@pytest.mark.parametrize(
    ("order", "data_type", "code"),
    [
        (0, UNORM_INT8, cl.INVALID_IMAGE_FORMAT_DESCRIPTOR),
        (RGBA, 0, cl.INVALID_IMAGE_FORMAT_DESCRIPTOR),
        (BGRA, FLOAT, cl.INVALID_IMAGE_FORMAT_DESCRIPTOR),
        (RGBA, 0x10D4, cl.INVALID_IMAGE_FORMAT_DESCRIPTOR),
        (0x10BC, 0x10D4, cl.IMAGE_FORMAT_NOT_SUPPORTED),
        (0x10BE, 0x10DF, cl.INVALID_IMAGE_FORMAT_DESCRIPTOR),
    ],
)
def test_wrong_formats_have_the_code_of_the_specification(
    order: int, data_type: int, code: int
) -> None:
    with pytest.raises(ApiError) as failure:
        images.check_image_format(cl.MEM_OBJECT_IMAGE2D, order, data_type, 1)
    assert failure.value.code == code


def test_every_listed_format_makes_an_image() -> None:
    for kind, shape, _ in KINDS:
        for order, data_type in images.formats(kind, cl.MEM_READ_ONLY):
            image = images.describe(
                described(kind, shape), order, data_type, 4, has_memory=False
            )
            assert len(images.color_texel(image, bytes(16))) == image.texel_bytes


def test_the_description_is_read_as_c_writes_it() -> None:
    data = struct.pack(
        "@IxxxxQQQQQQIIQ", cl.MEM_OBJECT_IMAGE3D, 1, 2, 3, 4, 5, 6, 7, 8, 9
    )
    memory = ctypes.create_string_buffer(data, len(data))
    description, handle = Description.read(ctypes.addressof(memory))
    assert description == Description(cl.MEM_OBJECT_IMAGE3D, 1, 2, 3, 4, 5, 6, 7, 8)
    assert handle == 9


def texel(order: int, data_type: int, *color: float) -> bytes:
    image = images.describe(
        described(cl.MEM_OBJECT_IMAGE2D, (7, 5, 1)),
        order,
        data_type,
        4,
        has_memory=False,
    )
    letter = "i" if isinstance(color[0], int) else "f"
    return images.color_texel(image, struct.pack(f"<4{letter}", *color))


def test_colors_become_texels() -> None:
    assert texel(RGBA, UNORM_INT8, 0.0, 1.0, 0.5, 2.0) == bytes((0, 255, 128, 255))
    assert texel(BGRA, UNORM_INT8, 0.0, 1.0, 0.5, -2.0) == bytes((128, 255, 0, 0))
    assert texel(0x10B7, UNORM_INT8, 0.0, 0.2, 0.4, 1.0) == bytes((255, 0, 51, 102))
    assert texel(R, SIGNED_INT16, 70000, 1, 2, 3) == struct.pack("<h", 32767)
    assert texel(R, FLOAT, 0.25, 1.0, 2.0, 3.0) == struct.pack("<f", 0.25)
    assert texel(0x10B1, FLOAT, 0.25, 1.0, 2.0, 3.0) == struct.pack("<f", 3.0)
    assert texel(0x10B4, 0x10D4, 1.0, 0.0, 1.0, 0.0) == struct.pack("<H", 0xF81F)
    assert texel(RGBA, 0x10D0, -1.0, 1.0, -9.0, 0.0) == struct.pack(
        "<4b", -127, 127, -128, 0
    )
    assert texel(RGBA, 0x10D1, -1.0, 1.0, -9.0, 9.0) == struct.pack(
        "<4h", -32767, 32767, -32768, 32767
    )
    assert texel(RGBA, 0x10D3, -1.0, 0.5, 1.0, 9.0) == struct.pack(
        "<4H", 0, 32768, 65535, 65535
    )


@pytest.mark.parametrize(
    ("order", "stored"),
    [
        *((0x10B0, "r"), (0x10B1, "a"), (0x10B2, "rg")),
        *((0x10B5, "rgba"), (0x10B6, "bgra"), (0x10B7, "argb"), (0x10C3, "abgr")),
    ],
)
def test_the_components_that_an_order_stores(order: int, stored: str) -> None:
    """OpenCL 3.0 API, table 'Image Channel Order'."""
    color = dict(zip("rgba", (10, 20, 30, 40), strict=True))
    expected = bytes(color[component] for component in stored)
    assert texel(order, UNORM_INT8, *(v / 255 for v in color.values())) == expected
    if stored != "a":
        assert texel(order, 0x10DA, *color.values()) == expected


def test_colors_that_are_packed_or_not_linear() -> None:
    """Tables of packed types; section 8.3.1.3 for sRGB, where alpha is linear."""
    assert texel(0x10B4, 0x10D5, 1.0, 0.0, 1.0, 0.0) == struct.pack("<H", 0x7C1F)
    assert texel(0x10B4, 0x10D6, 1.0, 0.0, 1.0, 0.0) == struct.pack("<I", 0x3FF003FF)
    assert texel(RGBA, UNORM_INT8, nan, -1.0, 1.0, inf) == bytes((0, 0, 255, 255))
    assert texel(0x10C1, UNORM_INT8, 0.5, 0.002, 1.0, 0.5) == bytes((188, 7, 255, 128))
    assert texel(0x10C1, UNORM_INT8, nan, -1.0, 2.0, nan) == bytes((0, 0, 255, 0))


def test_a_region_of_an_image_ends_inside() -> None:
    image = geometry(cl.MEM_OBJECT_IMAGE2D, (7, 5, 1))
    images.check_region(image, (0, 0, 0), (7, 5, 1))
    for origin, region in (
        ((1, 0, 0), (7, 5, 1)),
        ((0, 0, 1), (7, 5, 1)),
        ((0, 0, 0), (7, 5, 2)),
        ((0, 0, 0), (7, 0, 1)),
    ):
        with pytest.raises(ApiError) as failure:
            images.check_region(image, origin, region)
        assert failure.value.code == cl.INVALID_VALUE


def filled(size: int, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 256, size, np.uint8)


def address(array: np.ndarray) -> int:
    return int(array.ctypes.data)


@pytest.mark.parametrize(
    ("region", "source_pitches", "pitches"),
    [
        ((12, 1, 1), (12, 12), (12, 12)),
        ((12, 5, 1), (12, 60), (12, 60)),
        ((12, 5, 3), (12, 60), (12, 60)),
        ((12, 5, 3), (12, 72), (12, 60)),
        ((12, 5, 3), (16, 96), (12, 60)),
        ((12, 5, 3), (12, 60), (20, 100)),
        ((12, 1, 3), (12, 24), (20, 100)),
        ((12, 2, 1), (16, 96), (20, 100)),
        ((12, 5, 1), (12, 60), (16, 80)),
    ],
)
def test_rectangles_are_copied(
    region: tuple[int, int, int],
    source_pitches: tuple[int, int],
    pitches: tuple[int, int],
) -> None:
    source, copy = filled(400, 1), filled(400, 2)
    expected = copy.copy()
    for z, y, x in itertools.product(*map(range, reversed(region))):
        expected[3 + z * pitches[1] + y * pitches[0] + x] = source[
            5 + z * source_pitches[1] + y * source_pitches[0] + x
        ]
    rectangles.copy_rect(
        address(copy) + 3, pitches, address(source) + 5, source_pitches, region
    )
    assert (copy == expected).all()


@pytest.mark.parametrize("count", [0, 1, 3, 4, 32, 37, 64])
@pytest.mark.parametrize(
    "pattern",
    [b"\1", b"\1\2", bytes(4), b"abcd", *(bytes(range(n)) for n in (6, 16, 128))],
)
def test_memory_is_filled_with_a_pattern(pattern: bytes, count: int) -> None:
    size = count * len(pattern)
    memory = filled(size + 32, 1)
    expected = memory.copy()
    expected[16 : 16 + size] = np.frombuffer(pattern * count, np.uint8)
    rectangles.fill(address(memory) + 16, size, pattern)
    assert (memory == expected).all()


def test_rectangles_are_filled() -> None:
    memory = filled(400, 1)
    expected = memory.copy()
    for z, y in itertools.product(range(3), range(2)):
        first = 7 + z * 60 + y * 20
        expected[first : first + 12] = np.frombuffer(b"abcd" * 3, np.uint8)
    rectangles.fill_rect(address(memory) + 7, (20, 60), (3, 2, 3), b"abcd")
    assert (memory == expected).all()


def test_overlapping_rectangles_share_a_byte() -> None:
    draw = random.Random(0)
    seen = {True: 0, False: 0}
    for _ in range(3000):
        row = draw.randint(2, 6)
        rows = draw.randint(2, 5)
        region = (draw.randint(1, row), draw.randint(1, rows), draw.randint(1, 3))
        origins = [
            (draw.randint(0, row), draw.randint(0, rows), draw.randint(0, 2))
            for _ in range(2)
        ]
        plane = row * rows
        used = [
            {
                rectangles.rect_offset((o[0] + x, o[1] + y, o[2] + z), row, plane)
                for z, y, x in itertools.product(*map(range, reversed(region)))
            }
            for o in origins
        ]
        expected = bool(used[0] & used[1])
        first, second = (rectangles.rect_offset(o, row, plane) for o in origins)
        found = rectangles.rects_overlap(second - first, region, row, plane)
        assert found == expected, (origins, region, row, plane)
        seen[expected] += 1
    assert min(seen.values()) > 100
