"""
The meaning of reading and writing an image, from the text of the OpenCL 3.0 API specification,
section 8 (image addressing and filtering, conversion rules), with NumPy.

Written apart from `libraries/image.c`; texels are `[..., 4]` arrays of what `read_image`
returns.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]

PLACES: dict[str, str] = {
    "R": "r001",
    "Rx": "r001",
    "A": "000r",
    "RG": "rg01",
    "RGx": "rg01",
    "RA": "r00g",
    "RGB": "rgb1",
    "RGBx": "rgb1",
    "RGBA": "rgba",
    "BGRA": "bgra",
    "ARGB": "gbar",
    "ABGR": "abgr",
    "INTENSITY": "rrrr",
    "LUMINANCE": "rrr1",
    "DEPTH": "r001",
    "sRGB": "rgb1",
    "sRGBx": "rgb1",
    "sRGBA": "rgba",
    "sBGRA": "bgra",
}
"""
The places where `read_image` puts the stored channels, called r, g, b, a in the order of memory
(OpenCL C 3.0, section 6.15.15.7; table 'Image Channel Order').
"""
BORDER_ONE = ("R", "RG", "RGB", "LUMINANCE", "sRGB", "DEPTH")
"""Orders whose border colour has alpha 1 (table 'Border Color')."""
NORMALIZED: dict[str, tuple[str, float]] = {
    "UNORM_INT8": ("u1", 255.0),
    "UNORM_INT16": ("u2", 65535.0),
    "SNORM_INT8": ("i1", 127.0),
    "SNORM_INT16": ("i2", 32767.0),
}
INTEGERS: dict[str, str] = {
    "SIGNED_INT8": "i1",
    "SIGNED_INT16": "i2",
    "SIGNED_INT32": "i4",
    "UNSIGNED_INT8": "u1",
    "UNSIGNED_INT16": "u2",
    "UNSIGNED_INT32": "u4",
}
FLOATS: dict[str, str] = {"HALF_FLOAT": "f2", "FLOAT": "f4"}
PACKED: dict[str, tuple[str, tuple[tuple[int, int], ...]]] = {
    "UNORM_SHORT_565": ("u2", ((11, 5), (5, 6), (0, 5))),
    "UNORM_SHORT_555": ("u2", ((10, 5), (5, 5), (0, 5))),
    "UNORM_INT_101010": ("u4", ((20, 10), (10, 10), (0, 10))),
    "UNORM_INT_101010_2": ("u4", ((22, 10), (12, 10), (2, 10), (0, 2))),
}
"""Storage type, and lowest bit and width of each channel, red first."""


def storage(data_type: str) -> np.dtype[Any]:
    for table in (NORMALIZED, PACKED):
        if data_type in table:
            return np.dtype(table[data_type][0])
    return np.dtype((INTEGERS | FLOATS)[data_type])


def stored_channels(order: str, data_type: str) -> int:
    """Elements of a texel in memory; `x` channels are there, and ignored."""
    if data_type in PACKED:
        return 1
    return 4 if order in ("RGBx", "sRGBx") else len(set(PLACES[order]) - {"0", "1"})


def channels(pixels: Array, data_type: str) -> Array:
    """Stored elements as numbers, one channel an element of the last axis."""
    if data_type in PACKED:
        word = pixels[..., 0].astype(np.int64)
        parts = [
            (word >> low & ((1 << bits) - 1)) / ((1 << bits) - 1)
            for low, bits in PACKED[data_type][1]
        ]
        return np.stack(parts, axis=-1)
    if data_type in NORMALIZED:
        return np.maximum(pixels / NORMALIZED[data_type][1], -1.0)
    return pixels.astype(np.int64 if data_type in INTEGERS else np.float64)


def linear_of_srgb(c: Array) -> Array:
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def srgb_of_linear(c: Array) -> Array:
    c = np.clip(np.nan_to_num(c, nan=0.0), 0.0, 1.0)
    return np.where(c < 0.0031308, 12.92 * c, 1.055 * c ** (1 / 2.4) - 0.055)


def texels(pixels: Array, order: str, data_type: str) -> Array:
    """Returns for each texel the four channels of `read_image`."""
    parts = channels(pixels, data_type)
    constants = {
        "0": np.zeros(parts.shape[:-1], parts.dtype),
        "1": np.ones(parts.shape[:-1], parts.dtype),
    }
    result = np.stack(
        [
            constants[p] if p in "01" else parts[..., "rgba".index(p)]
            for p in PLACES[order]
        ],
        axis=-1,
    )
    if order.startswith("s"):
        result[..., :3] = linear_of_srgb(result[..., :3])
    return result


def border(order: str) -> Array:
    return np.array([0, 0, 0, 1 if order in BORDER_ONE else 0])


def one_axis(
    s: Array, size: int, *, normalized: bool, addressing: str, linear: bool
) -> tuple[Array, Array, Array]:
    """
    Texels `i0`, `i1` and the weight of `i1` (section 8.2.1, 8.2.2); an index outside the
    image means the border. Coordinates are computed in single precision.
    """
    f = np.float32
    n = f(size)
    if addressing == "repeat":
        u = (s - np.floor(s)) * n
    elif addressing == "mirrored_repeat":
        u = np.abs(s - f(2) * np.rint(f(0.5) * s)) * n
    else:
        u = s * n if normalized else s
    v = u - f(0.5) if linear else u
    i0 = np.floor(v).astype(np.int64)
    i1 = i0 + 1
    weight = (v - np.floor(v)).astype(np.float64) if linear else np.zeros(s.shape)
    if addressing == "repeat":
        i0 = np.where(i0 < 0, i0 + size, i0)
        i0 = np.where(i0 > size - 1, i0 - size, i0)
        i1 = np.where(i1 > size - 1, i1 - size, i1)
    elif addressing in ("mirrored_repeat", "clamp_to_edge"):
        i0, i1 = np.clip(i0, 0, size - 1), np.clip(i1, 0, size - 1)
    return i0, i1, weight


def layer_of(t: Array, layers: int) -> Array:
    """The layer of an array image: the nearest, clamped (section 8.4)."""
    return np.clip(np.rint(t).astype(np.int64), 0, layers - 1)


def look_up(values: Array, edge: Array, index: tuple[Array, ...]) -> Array:
    """
    Texels at `index`, one array for each axis in memory order; the border outside.
    """
    sizes = values.shape[:-1]
    inside = np.ones(index[0].shape, bool)
    for i, size in zip(index, sizes, strict=True):
        inside &= (i >= 0) & (i < size)
    found = values[
        tuple(np.clip(i, 0, s - 1) for i, s in zip(index, sizes, strict=True))
    ]
    return np.where(inside[..., None], found, edge.astype(values.dtype))


def sample(
    values: Array,
    edge: Array,
    coordinates: list[Array],
    *,
    array: bool,
    normalized: bool,
    addressing: str,
    linear: bool,
) -> Array:
    """
    `read_image` of `texels`-like `values` at float `coordinates`, x first; the last
    coordinate is the layer of an `array` image.
    """
    sizes = values.shape[-2::-1]
    linear = linear and values.dtype.kind == "f"
    axes: list[tuple[Array, Array, Array]] = []
    for k, (s, size) in enumerate(zip(coordinates, sizes, strict=True)):
        if array and k == len(coordinates) - 1:
            layer = layer_of(s, size)
            axes.append((layer, layer, np.zeros(s.shape)))
        else:
            axes.append(
                one_axis(
                    s, size, normalized=normalized, addressing=addressing, linear=linear
                )
            )
    if not linear:
        return look_up(values, edge, tuple(a[0] for a in reversed(axes)))
    total = np.zeros((*coordinates[0].shape, 4))
    for corner in range(1 << len(axes)):
        weight = np.ones(coordinates[0].shape)
        index: list[Array] = []
        for k, (i0, i1, w) in enumerate(axes):
            high = corner >> k & 1
            weight = weight * (w if high else 1 - w)
            index.append(i1 if high else i0)
        texel = look_up(values, edge, tuple(reversed(index)))
        # A weight of 0 hides whatever is there.
        total += np.where(weight[..., None] == 0, 0, weight[..., None] * texel)
    return total


def unplaced(values: Array, order: str) -> Array:
    """
    The channels that `write_image` stores of colours `values`, in the order of memory.
    """
    places = PLACES[order]
    count = len(set(places) - {"0", "1"})
    return np.stack([values[..., places.index("rgba"[i])] for i in range(count)], -1)


def store(values: Array, order: str, data_type: str) -> Array:
    """
    The stored elements after `write_image` (section 8.3.1 to 8.3.3), without what the `x`
    of an order holds.
    """
    if order.startswith("s"):
        values = values.astype(np.float64)
        values[..., :3] = srgb_of_linear(values[..., :3])
    parts = unplaced(values, order)
    if data_type in PACKED:
        dtype, fields = PACKED[data_type]
        word = np.zeros(parts.shape[:-1], np.int64)
        for i, (low, bits) in enumerate(fields):
            scale = (1 << bits) - 1
            part = np.nan_to_num(np.clip(parts[..., i], 0, 1)).astype(np.float32)
            part = np.rint(part * np.float32(scale))
            word |= part.astype(np.int64) << low
        return word[..., None].astype(dtype)
    if data_type in NORMALIZED:
        dtype, scale = NORMALIZED[data_type]
        limits = np.iinfo(np.dtype(dtype))
        # convert_T_sat_rte(f * scale), in single precision.
        scaled = np.nan_to_num(parts.astype(np.float32) * np.float32(scale), nan=0.0)
        return np.rint(np.clip(scaled, limits.min, limits.max)).astype(dtype)
    if data_type in INTEGERS:
        limits = np.iinfo(np.dtype(INTEGERS[data_type]))
        return np.clip(parts.astype(np.int64), limits.min, limits.max).astype(
            INTEGERS[data_type]
        )
    return parts.astype(FLOATS[data_type])
