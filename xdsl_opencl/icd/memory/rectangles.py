"""
Reads, writes, copies and fills of rectangles of memory. Pure functions on addresses.

Specification: OpenCL 3.0 API, sections 5.2.2 to 5.2.4 (buffers) and 5.3.3 (images).
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import numpy.typing as npt

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.abi.opencl_api import ApiError

Triple = tuple[int, int, int]
_BLOCK = 64
"""Bytes of a pattern, repeated, that memory is filled with."""


def rect_pitches(region: Triple, row: int, plane: int) -> tuple[int, int]:
    """
    The pitches of a rectangle of a buffer, where 0 means without gaps.

    Raises `ApiError` for an empty region and for pitches that do not hold it.
    """
    width, rows, slices = region
    if not (width and rows and slices):
        raise ApiError(cl.INVALID_VALUE, f"region {region} is empty")
    if row and row < width:
        raise ApiError(cl.INVALID_VALUE, f"row pitch {row}, at least {width}")
    row = row or width
    if plane and (plane < rows * row or plane % row):
        raise ApiError(
            cl.INVALID_VALUE,
            f"slice pitch {plane}; at least {rows * row} and a multiple of {row}",
        )
    return row, plane or rows * row


def rect_offset(origin: Triple, row: int, plane: int) -> int:
    """Bytes from the beginning of a buffer to `origin`."""
    return origin[0] + origin[1] * row + origin[2] * plane


def rect_bytes(region: Triple, row: int, plane: int) -> int:
    """Bytes from the first byte of a region to the end of its last."""
    width, rows, slices = region
    return (slices - 1) * plane + (rows - 1) * row + width


def rects_overlap(distance: int, region: Triple, row: int, plane: int) -> bool:
    """
    Returns whether two regions with the same pitches share bytes; the first byte of one is
    `distance` bytes from that of the other (`CL_MEM_COPY_OVERLAP`; OpenCL 3.0 API,
    appendix D).
    """
    width, rows, slices = region
    for z in range(1 - slices, slices):
        rest = distance - z * plane
        # The rows of both that are nearest to each other.
        y = min(max(rest // row, 1 - rows), rows - 1)
        if abs(rest - y * row) < width:
            return True
        if y + 1 < rows and abs(rest - (y + 1) * row) < width:
            return True
    return False


def _bytes_at(
    address: int, width: int, rows: int, slices: int, row: int, plane: int
) -> npt.NDArray[np.uint8]:
    """The bytes of a region as an array `[slices, rows, width]` over memory."""
    size = (slices - 1) * plane + (rows - 1) * row + width
    memory: Any = (ctypes.c_uint8 * size).from_address(address)
    flat = np.frombuffer(memory, np.uint8)
    return np.lib.stride_tricks.as_strided(flat, (slices, rows, width), (plane, row, 1))


def copy_rect(
    destination: int,
    destination_pitches: tuple[int, int],
    source: int,
    source_pitches: tuple[int, int],
    region: Triple,
) -> None:
    """
    Copies a region of bytes, rows and slices from address to address; the two do not
    overlap.
    """
    width, rows, slices = region
    source_row, source_plane = source_pitches
    row, plane = destination_pitches
    if rows == 1 or width == row == source_row:
        # Whole rows without gaps are one row.
        width, rows = width * rows, 1
        if slices == 1 or width == plane == source_plane:
            ctypes.memmove(destination, source, width * slices)
            return
    if rows * slices <= 4:
        for z in range(slices):
            for y in range(rows):
                ctypes.memmove(
                    destination + z * plane + y * row,
                    source + z * source_plane + y * source_row,
                    width,
                )
        return
    to = _bytes_at(destination, width, rows, slices, row, plane)
    to[...] = _bytes_at(source, width, rows, slices, source_row, source_plane)


def fill(address: int, size: int, pattern: bytes) -> None:
    """Fills `size` bytes, a multiple of the pattern's, with a pattern."""
    if not size:
        return
    if len(set(pattern)) == 1:
        ctypes.memset(address, pattern[0], size)
        return
    # NumPy copies many small elements at half the rate of large ones.
    block = pattern * -(-_BLOCK // len(pattern))
    rest = size % len(block)
    if size > rest:
        memory: Any = (ctypes.c_uint8 * (size - rest)).from_address(address)
        rows = np.frombuffer(memory, np.dtype((np.void, len(block))))
        rows[...] = np.frombuffer(block, rows.dtype)[0]
    ctypes.memmove(address + size - rest, block, rest)


def fill_rect(
    address: int, pitches: tuple[int, int], region: Triple, texel: bytes
) -> None:
    """Fills a region of texels, rows and slices with one texel."""
    width, rows, slices = region
    row, plane = pitches
    line = texel * width
    to = _bytes_at(address, len(line), rows, slices, row, plane)
    to[...] = np.frombuffer(line, np.uint8)
