"""
Reads and writes many places of an array of bytes at once.

Places are byte offsets, already checked against the bounds. A value of 4 or more bytes is a
sequence of 32-bit words; a smaller value is one word with zeros above it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Words = NDArray[np.uint32]
Offsets = NDArray[np.int64]


_WIDE = {8: ("<u8", 3), 16: ("<c16", 4)}
"""NumPy's element type for each number of bytes, and the logarithm of the number."""


class Storage:
    """
    The bytes of a buffer, of all LDS or of all scratch, one-dimensional and contiguous.
    """

    def __init__(self, data: Bytes):
        self.bytes = data
        self.size = len(data)
        self._views: dict[str, NDArray[Any]] = {}

    def view(self, dtype: str) -> NDArray[Any]:
        """The bytes as elements of `dtype` at multiples of its size."""
        found = self._views.get(dtype)
        if found is None:
            size = np.dtype(dtype).itemsize
            found = self.bytes[: self.size // size * size].view(dtype)
            self._views[dtype] = found
        return found

    def everywhere(self, dtype: str) -> NDArray[Any]:
        """The bytes as overlapping elements of `dtype`, one at each byte."""
        key = "*" + dtype
        found = self._views.get(key)
        if found is None:
            size = np.dtype(dtype).itemsize
            count = max(self.size - size + 1, 0)
            found = np.ndarray((count,), dtype, self.bytes.data, strides=(1,))
            self._views[key] = found
        return found

    def gather(self, at: Offsets, size: int) -> Words:
        """The `size` bytes at each place, as words of shape [words, *at.shape]."""
        if size == 1:
            return self.bytes[at].astype(np.uint32)[None]
        align = _alignment(at)
        if size == 2:
            halves = (
                self.view("<u2")[at >> 1]
                if align % 2 == 0
                else self.everywhere("<u2")[at]
            )
            return halves.astype(np.uint32)[None]
        count = size // 4
        if size in _WIDE and align % size == 0:
            name, shift = _WIDE[size]
            view = self.view(name)
            if view.flags.aligned:
                # One element for each place; its words become the first axis.
                wide = view.take(at >> shift, mode="clip")
                words = wide.view(np.uint32).reshape(*at.shape, count)
                return np.moveaxis(words, -1, 0)
        result = np.empty((count, *at.shape), np.uint32)
        if align % 4 == 0:
            words, index, step = self.view("<u4"), at >> 2, 1
            if words.flags.aligned:
                for k in range(count):
                    words.take(index + k if k else index, out=result[k], mode="clip")
                return result
        else:
            words, index, step = self.everywhere("<u4"), at, 4
        for k in range(count):
            result[k] = words[index + k * step]
        return result

    def scatter(self, at: Offsets, values: Words, size: int) -> None:
        """
        Writes `values[words, …]` to the `size` bytes at each place, in order: the last
        value at a place stays.
        """
        if size == 1:
            self.bytes[at] = values[0].astype(np.uint8)
            return
        align = _alignment(at)
        if size == 2:
            halves = values[0].astype(np.uint16)
            if align % 2 == 0:
                self.view("<u2")[at >> 1] = halves
            else:
                self.everywhere("<u2")[at] = halves
            return
        if align % 4 == 0:
            words, index, step = self.view("<u4"), at >> 2, 1
        else:
            words, index, step = self.everywhere("<u4"), at, 4
        for k in range(size // 4):
            words[index + k * step if k else index] = values[k]


def _alignment(at: Offsets) -> int:
    """A number with the low bits that occur in any of `at`."""
    return int(np.bitwise_or.reduce(at, axis=None)) if at.size else 0
