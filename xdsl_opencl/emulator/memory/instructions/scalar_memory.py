"""
Scalar memory instructions: `s_load_*`, `s_buffer_load_*`, stores and atomics of gfx8 to
gfx10, times.

Sources: AMD, "GCN3 Instruction Set Architecture" chapter 7, "RDNA3 Instruction Set
Architecture" chapter 7, "RDNA4 Instruction Set Architecture" chapter 9 "Scalar Memory
Operations"; LLVM, `SMInstructions.td`. The low two bits of the parts of the address of a word
are ignored.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.instruction import Builder, Instruction, Step, acting
from xdsl_opencl.emulator.memory.address_space import (
    AccessError,
    Addresses,
    AddressSpace,
)
from xdsl_opencl.emulator.memory.faults import fault
from xdsl_opencl.emulator.memory.lane_accesses import perform_words
from xdsl_opencl.emulator.memory.loads_and_stores import extended
from xdsl_opencl.emulator.memory.resources import buffer_base, buffer_bytes
from xdsl_opencl.emulator.memory.storage import Words
from xdsl_opencl.emulator.memory.widths import AtomicRow, Width
from xdsl_opencl.emulator.operands import Literal, Operand, Special
from xdsl_opencl.emulator.watch.access_observer import Access
from xdsl_opencl.emulator.waves import Waves

_LOADS = {
    "dword": Width(4),
    "dwordx2": Width(8),
    "dwordx4": Width(16),
    "dwordx8": Width(32),
    "dwordx16": Width(64),
    "b32": Width(4),
    "b64": Width(8),
    "b96": Width(12),
    "b128": Width(16),
    "b256": Width(32),
    "b512": Width(64),
    "u8": Width(1),
    "i8": Width(1, signed=True),
    "u16": Width(2),
    "i16": Width(2, signed=True),
}
_STORES = {"dword": 4, "dwordx2": 8, "dwordx4": 16}
_ATOMICS = (
    *("swap", "cmpswap", "add", "sub", "smin", "umin", "smax", "umax"),
    *("and", "or", "xor", "inc", "dec"),
)

_ALL = 0xFFFFFFFFFFFFFFFF
_WORD = _ALL & ~3

OffsetOf = Callable[[Waves], Addresses]


def _offset(instruction: Instruction, operand: Operand, mask: int) -> OffsetOf:
    """
    The sum of the offset operand and the offset modifier as 64 bits, for all waves or for
    each wave.
    """
    constant = int(instruction.modifiers.get("offset", 0)) & mask
    if isinstance(operand, Literal):
        constant += int(operand.value) & mask
    if isinstance(operand, Literal) or (
        isinstance(operand, Special) and operand.name == "null"
    ):
        value = np.full(1, constant & _ALL, np.uint64)
        return lambda waves: value

    def register(waves: Waves) -> Addresses:
        values = waves.read_scalar32(operand).astype(np.uint64)
        return (values & np.uint64(mask)) + np.uint64(constant & _ALL)

    return register


def _fault(
    waves: Waves, instruction: Instruction, kind: str, size: int, error: AccessError
) -> NoReturn:
    wave = error.index if waves.count > 1 else 0
    what = f"scalar {kind} of {size} bytes at {error.address:#x}"
    if error.reason.startswith(("it is", "there are")):
        what += " is outside all buffers"
    fault(waves, instruction, wave, None, what, error.reason)


def _observe(
    waves: Waves, instruction: Instruction, kind: str, size: int, addresses: Addresses
) -> None:
    observer = waves.memory.observer
    if observer is not None:
        mask = np.ones((waves.count, 1), np.bool_)
        access = Access("scalar", kind, size)
        observer.access(waves, instruction, access, addresses[:, None], mask)


def _whole(waves: Waves, addresses: Addresses) -> Addresses:
    """One address for each wave."""
    return np.broadcast_to(addresses, (waves.count,))


def _address(
    instruction: Instruction, base: Operand, offset: OffsetOf, mask: int
) -> OffsetOf:
    def address(waves: Waves) -> Addresses:
        start = waves.read_scalar64(base) & np.uint64(mask)
        return _whole(waves, start + offset(waves))

    return address


def _three_words(memory: AddressSpace, addresses: Addresses, size: int) -> Words | None:
    """
    A load of four words whose last word may be after the end of a buffer, where it is 0.
    `None` if fewer than three words are in a buffer, or if the address is not a multiple of
    8.

    LLVM widens a load of three words with that alignment
    (`AMDGPUTargetLowering::WidenOrSplitVectorLoad`) and assumes that the fourth is in
    memory.
    """
    if size != 16 or (addresses & np.uint64(7)).any():
        return None
    try:
        three = memory.load(addresses, 12)
    except AccessError:
        return None
    last = np.zeros((1, *addresses.shape), np.uint32)
    for wave in range(len(addresses)):
        try:
            last[:, wave] = memory.load(addresses[wave : wave + 1] + 12, 4)[:, 0]
        except AccessError:
            continue
    return np.concatenate([three, last])


def _mask(width: Width) -> int:
    """The bits of the parts of an address that count."""
    return _ALL if width.size < 4 else _WORD


def _load(width: Width) -> Builder:
    def build(instruction: Instruction, generation: Generation) -> Step:
        destination, base, last = instruction.operands
        size, mask = width.size, _mask(width)
        address = _address(instruction, base, _offset(instruction, last, mask), _ALL)

        def step(waves: Waves) -> None:
            memory: AddressSpace = waves.memory
            addresses = address(waves)
            aligned = addresses & np.uint64(mask)
            try:
                words = memory.load(aligned, size)
            except AccessError as error:
                words = _three_words(memory, aligned, size)
                if words is None:
                    _fault(waves, instruction, "load", size, error)
            _observe(waves, instruction, "load", size, addresses)
            waves.write_scalars(destination, extended(words, width))

        return step

    return build


def _resource(
    waves: Waves, operand: Operand, generation: Generation
) -> tuple[Addresses, NDArray[np.int64]]:
    words = waves.read_scalars(operand, 4)
    return buffer_base(words), buffer_bytes(words, generation.major)


def _buffer_load(width: Width) -> Builder:
    """
    Loads words, or a part of one, through a buffer resource; words outside of it are 0.
    """

    def build(instruction: Instruction, generation: Generation) -> Step:
        destination, resource, last = instruction.operands
        size = width.size
        offset = _offset(instruction, last, _mask(width))
        step_size = min(size, 4)

        def step(waves: Waves) -> None:
            memory: AddressSpace = waves.memory
            base, limit = _resource(waves, resource, generation)
            first = _whole(waves, offset(waves)).astype(np.int64)
            found = np.zeros((max(size // 4, 1), waves.count), np.uint32)
            for k in range(len(found)):
                place = first + 4 * k
                inside = np.flatnonzero((place >= 0) & (place + step_size <= limit))
                if not len(inside):
                    continue
                addresses = (base + place.view(np.uint64))[inside]
                try:
                    found[k, inside] = memory.load(addresses, step_size)[0]
                except AccessError as error:
                    error.index = int(inside[error.index])
                    _fault(waves, instruction, "load", step_size, error)
            _observe(waves, instruction, "load", size, base + first.view(np.uint64))
            waves.write_scalars(destination, extended(found, width))

        return step

    return build


Places = Callable[[Waves], tuple[Addresses, NDArray[np.intp]]]
"""The addresses of an access, and the waves that make it."""


def _places(
    instruction: Instruction, generation: Generation, size: int, *, buffer: bool
) -> Places:
    """
    The places of `size` bytes at an address, or in a buffer resource: accesses outside of
    it are dropped.
    """
    _, base, last = instruction.operands
    offset = _offset(instruction, last, _WORD)
    address = _address(instruction, base, offset, _ALL)

    def places(waves: Waves) -> tuple[Addresses, NDArray[np.intp]]:
        if not buffer:
            return address(waves), np.arange(waves.count)
        start, limit = _resource(waves, base, generation)
        first = _whole(waves, offset(waves)).astype(np.int64)
        return start + first.view(np.uint64), np.flatnonzero(first + size <= limit)

    return places


def _store(size: int, *, buffer: bool) -> Builder:
    """A scalar store of gfx8 to gfx10.1."""

    def build(instruction: Instruction, generation: Generation) -> Step:
        data = instruction.operands[0]
        places = _places(instruction, generation, size, buffer=buffer)

        def step(waves: Waves) -> None:
            memory: AddressSpace = waves.memory
            words = waves.read_scalars(data, size // 4)
            addresses, some = places(waves)
            if not len(some):
                return
            try:
                memory.store(addresses[some] & np.uint64(_WORD), words[:, some], size)
            except AccessError as error:
                error.index = int(some[error.index])
                _fault(waves, instruction, "store", size, error)
            _observe(waves, instruction, "store", size, addresses)

        return step

    return build


def _atomic(row: AtomicRow, *, buffer: bool) -> Builder:
    """A scalar atomic of gfx9 and gfx10.1; with `glc` the old value replaces the data."""

    def build(instruction: Instruction, generation: Generation) -> Step:
        data = instruction.operands[0]
        places = _places(instruction, generation, row.size, buffer=buffer)
        atomic = row.atomic(generation)
        count = row.words
        returns = bool(instruction.modifiers.get("glc"))

        def step(waves: Waves) -> None:
            memory: AddressSpace = waves.memory
            words = waves.read_scalars(data, 2 * count if atomic.compare else count)
            words = np.broadcast_to(words, (len(words), waves.count))
            addresses, some = places(waves)
            found = np.zeros((count, waves.count), np.uint32)
            try:
                parts = memory.writable(addresses[some], row.size) if len(some) else ()
            except AccessError as error:
                error.index = int(some[error.index])
                _fault(waves, instruction, "atomic", row.size, error)
            for target, lanes, offsets in parts:
                own = some if lanes is None else some[lanes]
                old = perform_words(
                    target.storage,
                    atomic,
                    1,
                    offsets,
                    words[:count, own],
                    words[count:, own] if atomic.compare else None,
                    True,
                )
                assert old is not None
                found[:, own] = old
            _observe(waves, instruction, "atomic", row.size, addresses)
            if returns:
                waves.write_scalars(data, found)

        return step

    return build


@acting
def _time(instruction: Instruction, waves: Waves) -> None:
    (destination,) = instruction.operands
    time = np.full(waves.count, waves.memory.tick(), np.uint64)
    waves.write_scalar64(destination, time)


@acting
def _wave_number(instruction: Instruction, waves: Waves) -> None:
    (destination,) = instruction.operands
    numbers = waves.state.wave_in_group[waves.indices]
    waves.write_scalar32(destination, numbers.astype(np.uint32))


_ROWS = {
    **{name: AtomicRow(name, 4) for name in _ATOMICS},
    **{name + "_x2": AtomicRow(name, 8) for name in _ATOMICS},
}

INSTRUCTIONS: dict[str, Builder] = {
    **{f"s_load_{name}": _load(width) for name, width in _LOADS.items()},
    **{f"s_buffer_load_{name}": _buffer_load(width) for name, width in _LOADS.items()},
    **{f"s_store_{name}": _store(size, buffer=False) for name, size in _STORES.items()},
    **{
        f"s_buffer_store_{name}": _store(size, buffer=True)
        for name, size in _STORES.items()
    },
    **{f"s_atomic_{name}": _atomic(row, buffer=False) for name, row in _ROWS.items()},
    **{
        f"s_buffer_atomic_{name}": _atomic(row, buffer=True)
        for name, row in _ROWS.items()
    },
    "s_memtime": _time,
    "s_memrealtime": _time,
    "s_get_waveid_in_workgroup": _wave_number,
}
