"""
The global memory of a launch: buffers at 64-bit addresses, with gaps between them.

An access that is not inside a single buffer is an error, never a wrong value. NumPy arrays are
used as buffers without a copy.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterator
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from xdsl_opencl.emulator.errors import EmulatorError
from xdsl_opencl.emulator.memory.storage import Bytes, Offsets, Storage, Words
from xdsl_opencl.emulator.watch.access_observer import MemoryObserver

Addresses = NDArray[np.uint64]

FIRST_ADDRESS = 0x7F00_0000_0000
"""
The first buffer's address: above 32 bits, so that a truncated pointer is outside of all buffers,
and below the apertures.
"""
GAP = 1 << 20
"""The smallest gap after a buffer, in bytes."""
ALIGNMENT = 4096
"""Alignment of buffers: the page size, as in drivers."""
CLOCK_STEP = 16
"""Ticks that pass from one reading of the clock to the next."""


class AccessError(Exception):
    """
    An access that the hardware cannot make: the flat `index` of the lane in the given
    addresses, the address, and the reason.
    """

    def __init__(self, index: int, address: int, reason: str):
        super().__init__(reason)
        self.index = index
        self.address = address
        self.reason = reason

    def what(self, kind: str, size: int) -> str:
        """Names the access, a `kind` of `size` bytes."""
        outside = self.reason.startswith(("it is", "there are"))
        where = " is outside all buffers" if outside else ""
        return f"{kind} of {size} bytes at {self.address:#x}{where}"


class Buffer:
    """Bytes at an address; `data` is shared, not copied."""

    def __init__(self, name: str, address: int, data: Bytes, read_only: bool):
        self.name = name
        self.address = address
        self.size = len(data)
        self.end = address + self.size
        self.storage = Storage(data)
        self.read_only = read_only or not data.flags.writeable

    @property
    def data(self) -> Bytes:
        return self.storage.bytes


Part = tuple[Buffer, NDArray[np.intp] | None, Offsets]
"""
A buffer that contains addresses, the numbers of their lanes (`None`: all), and their offsets
in the buffer.
"""


HOST_CALLS, HOST_CALL_BYTES = 1 << 40, 1 << 16
"""
The address that kernels get as the buffer of host calls, and its size; there is no memory. (LLVM,
AMDGPUUsage, `hidden_hostcall_buffer`: "used for communicating with the host".)
"""

_NULL_BYTES = 1 << 12
_NEAR = 1 << 30
"""From so many bytes on a distance to a buffer means nothing."""


class AddressSpace:
    """
    The buffers of a launch, in order of their addresses. `observer` gets every access of an
    instruction, including those to LDS and scratch. `clock` is the time that `tick` gave
    last.
    """

    def __init__(self) -> None:
        self.buffers: list[Buffer] = []
        self.observer: MemoryObserver | None = None
        self.clock = 0
        self._starts: list[int] = []
        self._next = FIRST_ADDRESS
        self._tables: tuple[Addresses, Addresses] | None = None
        self._last: Buffer | None = None

    def tick(self) -> int:
        """Reads the clock, which counts readings: the emulator has no real time."""
        self.clock += CLOCK_STEP
        return self.clock

    # Buffers

    def place(
        self,
        name: str,
        data: NDArray[Any],
        *,
        read_only: bool = False,
        alignment: int = ALIGNMENT,
        address: int | None = None,
    ) -> Buffer:
        """
        Makes a buffer of the array `data` at the requested address or a free one.

        Raises `EmulatorError` if the array is not contiguous or the address is taken.
        """
        if not data.flags.c_contiguous:
            raise EmulatorError(
                f"array '{name}' is not contiguous; pass numpy.ascontiguousarray of it"
            )
        flat = data.reshape(-1).view(np.uint8)
        if address is None:
            address = -(-self._next // alignment) * alignment
            self._next = address + len(flat) + GAP
        index = bisect_right(self._starts, address)
        before = self.buffers[index - 1] if index else None
        after = self.buffers[index] if index < len(self.buffers) else None
        if (before and before.end > address) or (
            after and after.address < address + len(flat)
        ):
            raise EmulatorError(
                f"buffer '{name}' of {len(flat)} bytes does not fit at {address:#x}; "
                "leave the address out"
            )
        buffer = Buffer(name, address, flat, read_only)
        self.buffers.insert(index, buffer)
        insort(self._starts, address)
        self._tables = None
        return buffer

    def allocate(
        self,
        name: str,
        size: int,
        *,
        read_only: bool = False,
        alignment: int = ALIGNMENT,
    ) -> Buffer:
        """A new buffer of `size` zero bytes."""
        data = np.zeros(size, np.uint8)
        return self.place(name, data, read_only=read_only, alignment=alignment)

    def remove(self, buffer: Buffer) -> None:
        index = self.buffers.index(buffer)
        del self.buffers[index], self._starts[index]
        self._tables = None
        self._last = None

    def find(self, address: int) -> Buffer | None:
        """The buffer that contains the byte at `address`."""
        last = self._last
        if last is not None and last.address <= address < last.end:
            return last
        index = bisect_right(self._starts, address) - 1
        if index < 0 or self.buffers[index].end <= address:
            return None
        self._last = self.buffers[index]
        return self._last

    def nearest(self, address: int) -> str:
        """Describes the buffer nearest to an address outside of all buffers."""
        if 0 <= address - HOST_CALLS < HOST_CALL_BYTES:
            return (
                "the kernel calls the host (printf, assert or abort of HIP and Triton), which "
                "is not served; compile it without them"
            )
        if address < _NULL_BYTES:
            return "it is a null pointer, or a little more"
        if not self.buffers:
            return "there are no buffers"

        def distance(buffer: Buffer) -> int:
            return max(buffer.address - address, address - buffer.end + 1)

        buffer = min(self.buffers, key=distance)
        far = distance(buffer)
        if far >= _NEAR:
            return "there is no buffer near it"
        if address < buffer.address:
            where = f"{far} bytes before"
        elif far > 0:
            where = f"{far - 1} bytes past the end of"
        else:
            where = "in"
        return (
            f"it is {where} buffer '{buffer.name}' "
            f"({buffer.size} bytes at {buffer.address:#x})"
        )

    # Single accesses of the host

    def read(self, address: int, size: int) -> bytes:
        """
        `size` bytes from `address`.

        Raises `EmulatorError` when the bytes are not in one buffer.
        """
        return self._bytes(address, size).tobytes()

    def write(self, address: int, data: bytes) -> None:
        """
        Writes `data` from `address` on, even to a read-only buffer.

        Raises `EmulatorError` when the place is not in one buffer.
        """
        self._bytes(address, len(data))[:] = np.frombuffer(data, np.uint8)

    def _bytes(self, address: int, size: int) -> Bytes:
        buffer = self.find(address)
        if buffer is None or address + size > buffer.end:
            raise EmulatorError(
                f"{size} bytes at {address:#x} are outside all buffers; "
                f"{self.nearest(address)}"
            )
        offset = address - buffer.address
        return buffer.data[offset : offset + size]

    # Accesses of instructions

    def load(self, addresses: Addresses, size: int) -> Words:
        """
        The `size` bytes at each address, as words of shape [words, *addresses.shape].

        Raises `AccessError` for the first address whose bytes are not in one buffer.
        """
        (buffer, lanes, offsets), *more = self._parts(addresses, size)
        words = buffer.storage.gather(offsets, size)
        if lanes is None:
            return words
        result = np.empty((len(words), addresses.size), np.uint32)
        result[:, lanes] = words
        for buffer, lanes, offsets in more:
            result[:, lanes] = buffer.storage.gather(offsets, size)
        return result.reshape(-1, *addresses.shape)

    def store(self, addresses: Addresses, values: Words, size: int) -> None:
        """
        Writes `values[words, lanes]` to the `size` bytes at each of `addresses[lanes]`.

        Raises `AccessError` for the first address whose bytes are not in one buffer or are
        read-only; nothing is written then.
        """
        for buffer, lanes, offsets in self.writable(addresses, size):
            some = values if lanes is None else values[:, lanes]
            buffer.storage.scatter(offsets, some, size)

    def writable(self, addresses: Addresses, size: int) -> list[Part]:
        """
        The parts of `addresses[lanes]`.

        Raises `AccessError` like `store`.
        """
        parts = list(self._parts(addresses, size))
        for buffer, lanes, _ in parts:
            if buffer.read_only:
                first = 0 if lanes is None else int(lanes[0])
                reason = f"buffer '{buffer.name}' is read-only"
                raise AccessError(first, int(addresses[first]), reason)
        return parts

    def _parts(self, addresses: Addresses, size: int) -> Iterator[Part]:
        buffer = self.find(int(addresses.min()))
        if buffer is not None and int(addresses.max()) + size <= buffer.end:
            yield buffer, None, _offsets(addresses, buffer)
            return
        flat = addresses.reshape(-1)
        numbers = self._split(flat, size)
        for number in cast(list[int], np.unique(numbers).tolist()):
            lanes = np.flatnonzero(numbers == number)
            buffer = self.buffers[number]
            yield buffer, lanes, _offsets(flat[lanes], buffer)

    def _split(self, addresses: Addresses, size: int) -> NDArray[np.intp]:
        """The number of the buffer of each address."""
        if self._tables is None:
            self._tables = (
                np.array(self._starts, np.uint64),
                np.array([b.end for b in self.buffers], np.uint64),
            )
        starts, ends = self._tables
        if not len(starts):
            raise AccessError(0, int(addresses[0]), "there are no buffers")
        numbers = np.searchsorted(starts, addresses, "right") - 1
        room = ends[numbers] - addresses
        # The difference wraps around when the address is past the end.
        bad = (numbers < 0) | (addresses >= ends[numbers]) | (room < np.uint64(size))
        if bad.any():
            first = int(np.flatnonzero(bad)[0])
            address = int(addresses[first])
            raise AccessError(first, address, self.nearest(address))
        return numbers


def _offsets(addresses: Addresses, buffer: Buffer) -> Offsets:
    return (addresses - np.uint64(buffer.address)).view(np.int64)
