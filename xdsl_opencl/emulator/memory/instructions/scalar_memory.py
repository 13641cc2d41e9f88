"""
Scalar memory instructions: `s_load_*`, `s_buffer_load_*`, stores and atomics of gfx8 to
gfx10, times.

Sources: AMD, "GCN3 Instruction Set Architecture" chapter 7, "RDNA3 Instruction Set
Architecture" chapter 7, "RDNA4 Instruction Set Architecture" chapter 9 "Scalar Memory
Operations"; LLVM, `SMInstructions.td`. The low two bits of the parts of the address of a word
are ignored.
"""

from __future__ import annotations

from functools import partial
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from xdsl_opencl.emulator.instruction import Builder, Instruction, acting
from xdsl_opencl.emulator.memory.address_space import (
    AccessError,
    Addresses,
    AddressSpace,
)
from xdsl_opencl.emulator.memory.faults import fault
from xdsl_opencl.emulator.memory.lane_accesses import perform_words
from xdsl_opencl.emulator.memory.loads_and_stores import extended, scale_of
from xdsl_opencl.emulator.memory.resources import buffer_bytes, buffer_resource
from xdsl_opencl.emulator.memory.storage import Words
from xdsl_opencl.emulator.memory.widths import (
    INTEGER_ATOMICS,
    LOADS,
    MEMORY_ATOMICS,
    AtomicRow,
    Width,
)
from xdsl_opencl.emulator.operands import Literal, Operand, Special
from xdsl_opencl.emulator.watch.access_observer import Access
from xdsl_opencl.emulator.waves import Waves

_LOADS = {
    **{name: LOADS[name] for name in ("dword", "dwordx2", "dwordx4", "b32", "b64")},
    **{name: LOADS[name] for name in ("b96", "b128", "u8", "i8", "u16", "i16")},
    **dict.fromkeys(("dwordx8", "b256"), Width(32)),
    **dict.fromkeys(("dwordx16", "b512"), Width(64)),
}
_STORES = {"dword": 4, "dwordx2": 8, "dwordx4": 16}
_ALL = 0xFFFFFFFFFFFFFFFF
_WORD = _ALL & ~3


def _offset(
    instruction: Instruction, waves: Waves, operand: Operand, mask: int
) -> Addresses:
    """
    The sum of the offset operand and the offset modifier as 64 bits, for all waves or for
    each wave.
    """
    constant = instruction.offset & mask
    if isinstance(operand, Literal):
        constant += int(operand.value) & mask
    elif operand != Special("null"):
        values = waves.read_scalar32(operand).astype(np.uint64)
        scaled = values * np.uint64(scale_of(instruction))
        return (scaled & np.uint64(mask)) + np.uint64(constant & _ALL)
    return np.full(1, constant & _ALL, np.uint64)


def _fault(
    waves: Waves, instruction: Instruction, kind: str, size: int, error: AccessError
) -> NoReturn:
    wave = error.index if waves.count > 1 else 0
    what = error.what(f"scalar {kind}", size)
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
    return np.broadcast_to(addresses, (waves.count,))


def _address(instruction: Instruction, waves: Waves, mask: int) -> Addresses:
    """The address in the second operand, plus the offset in the third."""
    _, base, last = instruction.operands
    start = waves.read_scalar64(base)
    return _whole(waves, start + _offset(instruction, waves, last, mask))


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


def _load(width: Width, instruction: Instruction, waves: Waves) -> None:
    size, mask, memory = width.size, _mask(width), waves.memory
    addresses = _address(instruction, waves, mask)
    aligned = addresses & np.uint64(mask)
    try:
        words = memory.load(aligned, size)
    except AccessError as error:
        words = _three_words(memory, aligned, size)
        if words is None:
            _fault(waves, instruction, "load", size, error)
    _observe(waves, instruction, "load", size, addresses)
    waves.write_scalars(instruction.operands[0], extended(words, width))


def _resource(
    instruction: Instruction, waves: Waves, mask: int
) -> tuple[Addresses, NDArray[np.int64], NDArray[np.int64]]:
    """The address of a buffer resource, its size, and the offset of each wave in it."""
    _, resource, last = instruction.operands
    words = waves.read_scalars(resource, 4)
    offset = _whole(waves, _offset(instruction, waves, last, mask)).astype(np.int64)
    base = buffer_resource(words, waves.generation).base
    return base, buffer_bytes(words, waves.generation), offset


def _buffer_load(width: Width, instruction: Instruction, waves: Waves) -> None:
    """
    Loads words, or a part of one, through a buffer resource; words outside of it are 0.
    """
    size = min(width.size, 4)
    base, limit, first = _resource(instruction, waves, _mask(width))
    found = np.zeros((width.words, waves.count), np.uint32)
    for k in range(len(found)):
        place = first + 4 * k
        inside = np.flatnonzero((place >= 0) & (place + size <= limit))
        if not len(inside):
            continue
        addresses = (base + place.view(np.uint64))[inside]
        try:
            found[k, inside] = waves.memory.load(addresses, size)[0]
        except AccessError as error:
            error.index = int(inside[error.index])
            _fault(waves, instruction, "load", size, error)
    addresses = base + first.view(np.uint64)
    _observe(waves, instruction, "load", width.size, addresses)
    waves.write_scalars(instruction.operands[0], extended(found, width))


def _places(
    instruction: Instruction, waves: Waves, size: int, *, buffer: bool
) -> tuple[Addresses, NDArray[np.intp]]:
    """
    The addresses of accesses of `size` bytes, and the waves that make them: those outside
    of a buffer resource are dropped.
    """
    if not buffer:
        return _address(instruction, waves, _WORD), np.arange(waves.count)
    start, limit, first = _resource(instruction, waves, _WORD)
    return start + first.view(np.uint64), np.flatnonzero(first + size <= limit)


def _store(size: int, buffer: bool, instruction: Instruction, waves: Waves) -> None:
    """A scalar store of gfx8 to gfx10.1."""
    words = waves.read_scalars(instruction.operands[0], size // 4)
    addresses, some = _places(instruction, waves, size, buffer=buffer)
    if not len(some):
        return
    aligned = addresses[some] & np.uint64(_WORD)
    try:
        waves.memory.store(aligned, words[:, some], size)
    except AccessError as error:
        error.index = int(some[error.index])
        _fault(waves, instruction, "store", size, error)
    _observe(waves, instruction, "store", size, addresses)


def _atomic(
    row: AtomicRow, buffer: bool, instruction: Instruction, waves: Waves
) -> None:
    """A scalar atomic of gfx9 and gfx10.1; with `glc` the old value replaces the data."""
    data, atomic = instruction.operands[0], row.atomic(waves.generation)
    words = waves.read_scalars(data, atomic.registers)
    words = np.broadcast_to(words, (len(words), waves.count))
    addresses, some = _places(instruction, waves, row.size, buffer=buffer)
    found = np.zeros((atomic.words, waves.count), np.uint32)
    memory: AddressSpace = waves.memory
    try:
        parts = memory.writable(addresses[some], row.size) if len(some) else ()
    except AccessError as error:
        error.index = int(some[error.index])
        _fault(waves, instruction, "atomic", row.size, error)
    for target, lanes, offsets in parts:
        own = some if lanes is None else some[lanes]
        old = perform_words(target.storage, atomic, offsets, words[:, own], True)
        assert old is not None
        found[:, own] = old
    _observe(waves, instruction, "atomic", row.size, addresses)
    if instruction.modifiers.get("glc"):
        waves.write_scalars(data, found)


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


INSTRUCTIONS: dict[str, Builder] = {
    **{f"s_load_{name}": acting(partial(_load, w)) for name, w in _LOADS.items()},
    **{
        f"s_buffer_load_{name}": acting(partial(_buffer_load, width))
        for name, width in _LOADS.items()
    },
    **{
        f"s_{prefix}store_{name}": acting(partial(_store, size, bool(prefix)))
        for prefix in ("", "buffer_")
        for name, size in _STORES.items()
    },
    **{
        f"s_{prefix}atomic_{name}{suffix}": acting(
            partial(_atomic, MEMORY_ATOMICS[name + suffix], bool(prefix))
        )
        for prefix in ("", "buffer_")
        for suffix in ("", "_x2")
        for name in INTEGER_ATOMICS
    },
    "s_memtime": _time,
    "s_memrealtime": _time,
    "s_get_waveid_in_workgroup": _wave_number,
}
