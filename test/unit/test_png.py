"""
PNG files: written by Pillow 12 (`data/png.json`), by hand with every filter, and damaged ones.
"""

from __future__ import annotations

import base64
import json
import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from xdsl_opencl.runtime import RuntimeFailure
from xdsl_opencl.runtime.png import SIGNATURE, decode, encode, read_png, write_png

PILLOW = json.loads(Path(__file__).with_name("data").joinpath("png.json").read_text())


@pytest.mark.parametrize("mode", PILLOW)
def test_files_of_pillow(mode: str) -> None:
    got = decode(base64.b64decode(PILLOW[mode]["file"]))
    assert got.dtype == (np.uint16 if mode == "I;16" else np.uint8)
    assert got.tolist() == PILLOW[mode]["pixels"]


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


def test_a_palette_with_alpha() -> None:
    """Section 11.3.2.1: colours after the last alpha of `tRNS` are opaque."""
    chunks = chunk(b"PLTE", bytes(range(9))), chunk(b"tRNS", b"\x07\x08")
    pixels = decode(file((3, 1, 8, 3, 0, 0, 0), b"\0\2\1\0", *chunks))
    assert pixels.tolist() == [[[6, 7, 8, 255], [3, 4, 5, 8], [0, 1, 2, 7]]]


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
