"""
Pipe arguments: a ring of packets that kernels write and read, as `clCreatePipe` makes it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from xdsl_opencl.abi.arguments.pipes import (
    END_INDEX,
    PACKETS,
    READ_INDEX,
    WRITE_INDEX,
)
from xdsl_opencl.runtime.errors import RuntimeFailure

_ALIGN = 128
"""Alignment of a pipe and of its packets: that of the largest vector."""


class Pipe:
    """
    Room for `count` packets of `dtype`, a NumPy type; vectors are `(numpy.int32, 4)`. A
    pipe lives in the layout of ROCm's device library.

    Raises `RuntimeFailure` for a pipe without room, and for packets of no size.
    """

    def __init__(self, count: int, dtype: npt.DTypeLike):
        self.dtype: np.dtype[Any] = np.dtype(dtype)
        if count < 1:
            raise RuntimeFailure(
                f"pipe: room for {count} packets; give it room for 1 or more"
            )
        if self.packet_size < 1:
            raise RuntimeFailure(
                f"pipe: packets of type {self.dtype} have no size; give another"
            )
        size = PACKETS + count * self.packet_size
        memory = np.zeros(size + _ALIGN, np.uint8)
        start = -memory.__array_interface__["data"][0] % _ALIGN
        self._memory = memory[start : start + size]
        self._numbers = self._memory[:24].view(np.uint64)
        self._numbers[END_INDEX // 8] = count

    @property
    def packet_size(self) -> int:
        """Bytes of a packet."""
        return self.dtype.itemsize

    @property
    def address(self) -> int:
        """The address of its first byte."""
        return self._memory.__array_interface__["data"][0]

    @property
    def memory(self) -> npt.NDArray[np.uint8]:
        """The indices and the packets."""
        return self._memory

    @property
    def nbytes(self) -> int:
        """Bytes of memory, indices and packets."""
        return self._memory.nbytes

    @property
    def capacity(self) -> int:
        """The largest number of packets."""
        return int(self._numbers[END_INDEX // 8])

    def __len__(self) -> int:
        """The number of packets in it."""
        return int(self._numbers[WRITE_INDEX // 8] - self._numbers[READ_INDEX // 8])

    def packets(self) -> npt.NDArray[Any]:
        """A copy of the packets that are in it, the next to be read first."""
        first, size = int(self._numbers[READ_INDEX // 8]), self.packet_size
        ring = self._memory[PACKETS:].reshape(-1, size)
        rows = ring[[(first + i) % self.capacity for i in range(len(self))]]
        base = self.dtype.base
        return rows.copy().view(base).reshape((len(rows), *self.dtype.shape))
