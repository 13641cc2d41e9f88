"""
The texels that a sampler reads at a coordinate, and their weights.

Sources: OpenCL 3.0 API specification, section 8.2 "Addressing and Filter Modes"; AMD, "RDNA3
Instruction Set Architecture" table 55 (clamp modes). Coordinates are computed in single
precision. With the nearest filter the hardware rounds a texel coordinate to 1/256 before it takes
the floor, unless TRUNC_COORD is set. ROCm's device library relies on the rounding: it passes the
start of a texel times the reciprocal of the size. Weights of the linear filter are exact here;
the hardware has 8 bits of them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Index = NDArray[np.int64]

WRAP, MIRROR, LAST_TEXEL = 0, 1, 2
MIRROR_ONCE_LAST_TEXEL, HALF_BORDER, MIRROR_ONCE_HALF_BORDER = 3, 4, 5
BORDER, MIRROR_ONCE_BORDER = 6, 7

_ONCE = (MIRROR_ONCE_LAST_TEXEL, MIRROR_ONCE_HALF_BORDER, MIRROR_ONCE_BORDER)
_TO_EDGE = (MIRROR, LAST_TEXEL, MIRROR_ONCE_LAST_TEXEL)


def texel_coordinate(s: Floats, size: int, clamp: int, *, normalized: bool) -> Floats:
    """
    The coordinate in texels. Repeating modes move it into the image; a mirrored coordinate
    is negative.
    """
    one, two = np.float32(1), np.float32(2)
    scale = np.float32(size if normalized else 1)
    if not normalized and clamp in (WRAP, MIRROR):
        # The hardware clamps unnormalised coordinates in these modes.
        return s
    with np.errstate(invalid="ignore"):
        if clamp == WRAP:
            return (s - np.floor(s)) * scale
        if clamp == MIRROR:
            return (s - two * np.rint(s / two)) * scale
    if normalized and clamp in _ONCE:
        return np.clip(s, -one, one) * scale
    return s * scale


def _integer(values: NDArray[Any], size: int) -> Index:
    """
    Converts floats to integers; NaN becomes 0, and large values stay outside the image.
    """
    bounded = np.clip(np.nan_to_num(values, nan=0.0), -2 - size, size + 2)
    return bounded.astype(np.int64)


def _in_image(index: Index, size: int, clamp: int, *, normalized: bool) -> Index:
    """
    Applies the clamp mode to a texel index; an index that takes the border colour stays
    outside the image.
    """
    if clamp == WRAP and normalized:
        return index % size
    if clamp in _TO_EDGE or (clamp == WRAP and not normalized):
        return np.clip(index, 0, size - 1)
    return index


def nearest(
    s: Floats, size: int, clamp: int, *, normalized: bool, truncates: bool
) -> Index:
    """The nearest texel."""
    u = texel_coordinate(s, size, clamp, normalized=normalized)
    if not truncates:
        u = np.rint(u * np.float32(256)) / np.float32(256)
    index = _integer(np.floor(u), size)
    if clamp == MIRROR or clamp in _ONCE:
        # Mirrored after the floor: the texel that ends at 0 mirrors the one that begins
        # there.
        index = np.where(index < 0, -1 - index, index)
    return _in_image(index, size, clamp, normalized=normalized)


def pair(
    s: Floats, size: int, clamp: int, *, normalized: bool
) -> tuple[Index, Index, NDArray[np.float64]]:
    """The two texels of the linear filter and the weight of the second."""
    u = texel_coordinate(s, size, clamp, normalized=normalized)
    if clamp == MIRROR or clamp in _ONCE:
        u = np.abs(u)
    v = u - np.float32(0.5)
    floor = np.floor(v)
    first = _integer(floor, size)
    weight = np.nan_to_num((v - floor).astype(np.float64), nan=0.0)
    places = [
        _in_image(index, size, clamp, normalized=normalized)
        for index in (first, first + 1)
    ]
    return places[0], places[1], weight


def layer(t: Floats, layers: int) -> Index:
    """The layer of an array: the nearest, clamped."""
    rounded = np.rint(np.nan_to_num(t, nan=0.0))
    return np.clip(rounded, 0, layers - 1).astype(np.int64)
