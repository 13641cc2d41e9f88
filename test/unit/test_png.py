"""
PNG files: written by Pillow 12 (the strings), by hand with every filter, and damaged ones.
"""

from __future__ import annotations

import base64
import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from xdsl_opencl.runtime import RuntimeFailure
from xdsl_opencl.runtime.png import SIGNATURE, decode, encode, read_png, write_png

PILLOW: list[tuple[str, str, Any]] = [
    (
        "RGBA",
        "iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAYAAAC09K7GAAAAFklEQVR4nGNksKlIZkUCLJycnJx4BQBMWQIduf2CmQAAAABJRU5ErkJggg==",
        [
            [
                [0, 60, 120, 99],
                [5, 65, 125, 104],
                [10, 70, 130, 109],
                [15, 75, 135, 114],
            ],
            [
                [9, 69, 129, 108],
                [14, 74, 134, 113],
                [19, 79, 139, 118],
                [24, 84, 144, 123],
            ],
            [
                [18, 78, 138, 117],
                [23, 83, 143, 122],
                [28, 88, 148, 127],
                [33, 93, 153, 132],
            ],
        ],
    ),
    (
        "RGB",
        "iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAIAAAA7ljmRAAAAFElEQVR4nGNksKlghQEWTk5O7BwAJ6UBe0ILXP4AAAAASUVORK5CYII=",
        [
            [[0, 60, 120], [5, 65, 125], [10, 70, 130], [15, 75, 135]],
            [[9, 69, 129], [14, 74, 134], [19, 79, 139], [24, 84, 144]],
            [[18, 78, 138], [23, 83, 143], [28, 88, 148], [33, 93, 153]],
        ],
    ),
    (
        "L",
        "iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAAAAABawyK/AAAAEklEQVR4nGNkYGVlZeRkZWUFAADEACqePtCJAAAAAElFTkSuQmCC",
        [[[0], [5], [10], [15]], [[9], [14], [19], [24]]],
    ),
    (
        "LA",
        "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAQAAAA3fa6RAAAAFklEQVR4nGNksGFlZWVl4eRkZWVlBQAEWwB8CWUi4wAAAABJRU5ErkJggg==",
        [[[0, 60], [5, 65], [10, 70]], [[9, 69], [14, 74], [19, 79]]],
    ),
    (
        "P",
        "iVBORw0KGgoAAAANSUhEUgAAAAQAAAADBAMAAABG2rP1AAAAElBMVEUcWJQXU48TT4sPS4cLR4MDP3s3FSogAAAAEUlEQVR4nGMMfcf07h6DIgMAEagDNAzcP/cAAAAASUVORK5CYII=",
        [
            [[3, 63, 123], [3, 63, 123], [11, 71, 131], [15, 75, 135]],
            [[11, 71, 131], [15, 75, 135], [19, 79, 139], [23, 83, 143]],
            [[19, 79, 139], [23, 83, 143], [28, 88, 148], [28, 88, 148]],
        ],
    ),
    (
        "1",
        "iVBORw0KGgoAAAANSUhEUgAAAAoAAAADAQAAAACCRqPYAAAAEUlEQVR4nGOY5MCoEsPgyQAACRUBnZYNyrQAAAAASUVORK5CYII=",
        [
            [[255], [0], [0], [255], [0], [0], [255], [0], [0], [255]],
            [[0], [0], [255], [0], [0], [255], [0], [0], [255], [0]],
            [[0], [255], [0], [0], [255], [0], [0], [255], [0], [0]],
        ],
    ),
    (
        "I;16",
        "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACEAAAAADoj+WFAAAAFklEQVR4nGNgYNBODzvH0mSqbapjCgAVbAMz1aowbQAAAABJRU5ErkJggg==",
        [[[0], [11111], [22222]], [[33333], [44444], [55555]]],
    ),
]


@pytest.mark.parametrize(("mode", "data", "pixels"), PILLOW)
def test_files_of_pillow(mode: str, data: str, pixels: Any) -> None:
    got = decode(base64.b64decode(data))
    assert got.dtype == (np.uint16 if mode == "I;16" else np.uint8)
    assert got.tolist() == pixels


def chunk(kind: bytes, body: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(kind + body))
    return struct.pack(">I", len(body)) + kind + body + check


def file(header: tuple[int, ...], rows: bytes, *more: bytes) -> bytes:
    return b"".join(
        (
            SIGNATURE,
            chunk(b"IHDR", struct.pack(">IIBBBBB", *header)),
            *more,
            chunk(b"IDAT", zlib.compress(rows)),
            chunk(b"IEND", b""),
        )
    )


@pytest.mark.parametrize("kind", range(5))
def test_filters(kind: int) -> None:
    """Filters a picture as section 9 says, byte by byte."""
    pixels = np.random.default_rng(kind).integers(0, 256, (6, 5, 3), np.uint8)
    lines = pixels.reshape(6, 15).astype(int)
    rows = b""
    for y in range(6):
        rows += bytes([kind])
        for i in range(15):
            a = lines[y, i - 3] if i >= 3 else 0
            b = lines[y - 1, i] if y else 0
            c = lines[y - 1, i - 3] if y and i >= 3 else 0
            paeth = min((a, b, c), key=lambda v: abs(a + b - c - v))
            rows += bytes([(lines[y, i] - (0, a, b, (a + b) // 2, paeth)[kind]) % 256])
    assert (decode(file((5, 6, 8, 2, 0, 0, 0), rows)) == pixels).all()


@pytest.mark.parametrize("channels", [1, 2, 3, 4])
@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
def test_round_trip(channels: int, dtype: Any, tmp_path: Path) -> None:
    rng = np.random.default_rng(channels)
    pixels = rng.integers(0, np.iinfo(dtype).max, (9, 4, channels), dtype)
    write_png(tmp_path / "a.png", pixels)
    got = read_png(tmp_path / "a.png")
    assert got.dtype == dtype
    assert (got == pixels).all()


GOOD = encode(np.zeros((3, 3, 3), np.uint8))
ROWS = bytes(30)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"GIF89a", "is not a PNG file"),
        (GOOD[:-20], "damaged or cut off"),
        (GOOD[:40] + b"x" + GOOD[41:], "damaged or cut off"),
        (SIGNATURE, "damaged or cut off"),
        (SIGNATURE + chunk(b"IEND", b""), "has no image"),
        (file((3, 3, 8, 2, 0, 0, 1), ROWS), "interlaced"),
        (file((3, 3, 4, 2, 0, 0, 0), ROWS), "colour type 2 with 4 bits"),
        (file((3, 3, 8, 5, 0, 0, 0), ROWS), "colour type 5"),
        (file((3, 4, 8, 2, 0, 0, 0), ROWS), "too few pixels"),
        (file((3, 3, 8, 2, 0, 0, 0), b"\x09" + bytes(29)), "unknown filter 9"),
        (file((1 << 30, 1 << 30, 8, 2, 0, 0, 0), ROWS), "pixels are not read"),
        (file((0, 3, 8, 2, 0, 0, 0), bytes(2)), "too few pixels"),
        (file((2, 1, 8, 3, 0, 0, 0), b"\0\0\1", chunk(b"PLTE", bytes(3))), "palette"),
        (file((2, 1, 8, 3, 0, 0, 0), b"\0\0\0"), "palette"),
    ],
)
def test_wrong_files(data: bytes, message: str) -> None:
    with pytest.raises(RuntimeFailure, match=message):
        decode(data)


@pytest.mark.parametrize(
    "pixels",
    [np.zeros((3, 3), np.uint8), np.zeros((3, 3, 5), np.uint8), np.zeros((3, 3, 3))],
)
def test_wrong_pixels(pixels: Any) -> None:
    with pytest.raises(RuntimeFailure, match="a PNG file takes"):
        encode(pixels)
