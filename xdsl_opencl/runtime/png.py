"""
PNG images as NumPy arrays, and back: as much of the format as pictures need.

No maintained library keeps all of these pictures as they are: Pillow, and imageio on top of
it, reads RGB of 16 bits as 8; OpenCV writes no grey with alpha; pypng has all forms, but no
release since July 2022.

Source: PNG (Portable Network Graphics) Specification, third edition (W3C).
"""

from __future__ import annotations

import os
import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from xdsl_opencl.runtime.errors import RuntimeFailure

SIGNATURE = b"\x89PNG\r\n\x1a\n"
_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""Colour type to samples of a pixel: grey, RGB, palette, grey and alpha, RGBA."""
_COLOUR_TYPES = {1: 0, 2: 4, 3: 2, 4: 6}
_DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
_MAX_BYTES = 1 << 30
"""Refused beyond, so that a few wrong bytes do not ask for all memory."""

Pixels = npt.NDArray[Any]


def _chunks(data: bytes, name: str) -> dict[bytes, bytes]:
    """The chunks by type, those of one type joined. Checks lengths and checksums."""
    if not data.startswith(SIGNATURE):
        raise RuntimeFailure(f"'{name}' is not a PNG file; give a PNG picture")
    chunks: dict[bytes, bytes] = {}
    at = len(SIGNATURE)
    while at + 12 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8 : at + 8 + length]
        check = data[at + 8 + length : at + 12 + length]
        if len(check) < 4 or zlib.crc32(kind + body) != int.from_bytes(check, "big"):
            raise RuntimeFailure(f"'{name}': the PNG file is damaged or cut off")
        chunks[kind] = chunks.get(kind, b"") + body
        if kind == b"IEND":
            return chunks
        at += 12 + length
    raise RuntimeFailure(f"'{name}': the PNG file is damaged or cut off")


def _unfilter(rows: npt.NDArray[np.uint8], step: int, name: str) -> Pixels:
    """
    Undoes the filters (section 9); `step` is the bytes from a sample to the same sample of
    the pixel to its left. `rows` begin with the filter's number.
    """
    out = np.zeros((rows.shape[0], rows.shape[1] - 1), np.uint8)
    above = np.zeros(out.shape[1], np.uint8)
    for y, row in enumerate(rows):
        kind, line = int(row[0]), row[1:].copy()
        if kind == 1:
            for k in range(step):
                line[k::step] = np.cumsum(line[k::step], dtype=np.uint8)
        elif kind == 2:
            line += above
        elif kind in (3, 4):
            _unfilter_by_three(line, above, step, paeth=kind == 4)
        elif kind:
            raise RuntimeFailure(f"'{name}': the PNG file has an unknown filter {kind}")
        out[y] = above = line
    return out


def _unfilter_by_three(
    line: npt.NDArray[np.uint8], above: npt.NDArray[np.uint8], step: int, *, paeth: bool
) -> None:
    """Undoes filters 3 and 4, where every byte depends on the one before it."""
    values, over = line.tolist(), above.tolist()
    for i, value in enumerate(values):
        a = values[i - step] if i >= step else 0
        b = over[i]
        if not paeth:
            values[i] = (value + (a + b) // 2) & 255
            continue
        c = over[i - step] if i >= step else 0
        estimate = a + b - c
        da, db, dc = abs(estimate - a), abs(estimate - b), abs(estimate - c)
        nearest = a if da <= db and da <= dc else b if db <= dc else c
        values[i] = (value + nearest) & 255
    line[:] = values


def _samples(rows: Pixels, width: int, channels: int, depth: int) -> Pixels:
    if depth == 16:
        return rows.reshape(len(rows), -1).view(">u2").astype(np.uint16)
    # mutant: 8 bits are put together again, in more time.
    if depth < 8:
        bits = np.unpackbits(rows, axis=1).reshape(len(rows), -1, depth)
        weights = 1 << np.arange(depth - 1, -1, -1)
        return (bits @ weights).astype(np.uint8)[:, : width * channels]
    return rows


def decode(data: bytes, name: str = "image") -> Pixels:
    """
    The pixels of a PNG file, `[height, width, channels]`: 1 grey, 2 grey and alpha, 3
    RGB, 4 RGBA; `uint8`, or `uint16` for 16 bits. Fewer bits than 8 are scaled up; a
    palette is looked up.

    Raises `RuntimeFailure` for other files, damaged ones, and interlacing.
    """
    chunks = _chunks(data, name)
    header = chunks.get(b"IHDR", b"")
    if len(header) != 13 or b"IDAT" not in chunks:
        raise RuntimeFailure(f"'{name}': the PNG file has no image")
    width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", header)
    if interlaced:
        raise RuntimeFailure(
            f"'{name}': interlaced PNG files are not read; save it plain"
        )
    if depth not in _DEPTHS.get(colour, ()):
        raise RuntimeFailure(
            f"'{name}': a PNG file cannot have colour type {colour} with {depth} bits"
        )
    channels = _CHANNELS[colour]
    row_bytes = -(-width * channels * depth // 8)
    size = height * (row_bytes + 1)
    if not 0 < size <= _MAX_BYTES:
        raise RuntimeFailure(f"'{name}': {width} x {height} pixels are not read")
    try:
        raw = zlib.decompressobj().decompress(chunks[b"IDAT"], size)
    except zlib.error:
        raise RuntimeFailure(f"'{name}': the PNG file is damaged") from None
    if len(raw) != size:
        raise RuntimeFailure(f"'{name}': the PNG file has too few pixels")
    rows = np.frombuffer(raw, np.uint8).reshape(height, row_bytes + 1)
    step = max(1, channels * depth // 8)
    samples = _samples(_unfilter(rows, step, name), width, channels, depth)
    pixels = samples.reshape(height, width, channels)
    if colour == 3:
        return _look_up(pixels[..., 0], chunks, name)
    if depth < 8:
        pixels = pixels * np.uint8(255 // ((1 << depth) - 1))
    return np.ascontiguousarray(pixels)


def _look_up(indices: Pixels, chunks: dict[bytes, bytes], name: str) -> Pixels:
    palette = np.frombuffer(chunks.get(b"PLTE", b""), np.uint8)
    if not palette.size or palette.size % 3 or int(indices.max()) >= palette.size // 3:
        raise RuntimeFailure(f"'{name}': the PNG file's palette is too short")
    colours = palette.reshape(-1, 3)
    if b"tRNS" in chunks:
        alpha = np.full((len(colours), 1), 255, np.uint8)
        given = np.frombuffer(chunks[b"tRNS"], np.uint8)[: len(colours)]
        alpha[: len(given), 0] = given
        colours = np.concatenate((colours, alpha), axis=1)
    return colours[indices]


def encode(pixels: Pixels) -> bytes:
    """
    A PNG file of `pixels`, as `decode` gives them.

    Raises `RuntimeFailure` for another shape or type.
    """
    if pixels.ndim != 3 or pixels.shape[2] not in _COLOUR_TYPES or not pixels.size:
        raise RuntimeFailure(
            f"a PNG file takes [height, width, 1 to 4] pixels, not {pixels.shape}"
        )
    if pixels.dtype.str[1:] not in ("u1", "u2"):
        raise RuntimeFailure(f"a PNG file takes uint8 or uint16, not {pixels.dtype}")
    height, width, channels = pixels.shape
    lines = pixels.astype(pixels.dtype.newbyteorder(">")).view(np.uint8)
    lines = lines.reshape(height, -1)
    # Differences from the line above suit pictures; the first line has no line above.
    rows = np.zeros((height, lines.shape[1] + 1), np.uint8)
    rows[1:, 0] = 2
    rows[0, 1:] = lines[0]
    rows[1:, 1:] = lines[1:] - lines[:-1]
    depth = 8 * pixels.itemsize
    header = struct.pack(
        ">IIBBBBB", width, height, depth, _COLOUR_TYPES[channels], 0, 0, 0
    )
    chunks = (
        (b"IHDR", header),
        (b"IDAT", zlib.compress(rows.tobytes(), 9)),
        (b"IEND", b""),
    )
    return SIGNATURE + b"".join(
        struct.pack(">I", len(body))
        + kind
        + body
        + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in chunks
    )


def read_png(path: str | os.PathLike[str]) -> Pixels:
    """
    The pixels of the file at `path`; see `decode`.

    Raises `OSError` too.
    """
    return decode(Path(path).read_bytes(), os.fspath(path))


def write_png(path: str | os.PathLike[str], pixels: Pixels) -> None:
    """
    Writes `pixels` to a file; see `encode`.

    Raises `OSError` too.
    """
    Path(path).write_bytes(encode(pixels))
