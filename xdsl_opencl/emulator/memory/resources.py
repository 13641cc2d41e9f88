"""
Buffer resource descriptors (V#), read from their bits.

Sources: AMD, "GCN3 Instruction Set Architecture" section 8.1.8, "Vega Instruction Set
Architecture" section 8.1.8, "RDNA Instruction Set Architecture" table 38 "Buffer Resource
Descriptor", "RDNA3 Instruction Set Architecture" table 48, "RDNA4 Instruction Set
Architecture" section 10.1; Mesa, `src/amd/registers` (`SQ_BUF_RSRC_WORD*`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.memory.storage import Words

SWIZZLED_ELEMENTS = (0, 4, 8, 16)
"""Bytes of an element by the two bits SWIZZLE_ENABLE of gfx11 and later (0: not swizzled)."""


@dataclass(frozen=True)
class BufferResource:
    """
    The fields of one descriptor for each wave, arrays [waves]. `base` is an address;
    `records` counts bytes, or elements of a structured buffer. In a swizzled buffer,
    `element` is the number of bytes that stay together (0: not swizzled) and `group` the
    number of interleaved elements. `thread` adds the lane to the index. `bounds` is
    OOB_SELECT of gfx10 and later: 0 checks index and offset, 1 the index, 2 nothing, 3
    bytes.
    """

    base: NDArray[np.uint64]
    stride: NDArray[np.int64]
    records: NDArray[np.int64]
    element: NDArray[np.int64]
    group: NDArray[np.int64]
    thread: NDArray[np.bool_]
    bounds: NDArray[np.int64]


def buffer_base(words: Words) -> NDArray[np.uint64]:
    """The unsigned address in bits 47 to 0, before gfx1250."""
    high = words[1].astype(np.uint64) & np.uint64(0xFFFF)
    return words[0].astype(np.uint64) | high << np.uint64(32)


def _field(word: NDArray[Any], shift: int, bits: int) -> NDArray[np.int64]:
    return (word.astype(np.int64) >> shift) & ((1 << bits) - 1)


def _wide_resource(words: Words) -> BufferResource:
    """
    The resource of gfx1250: the address in bits 0 to 56, the size in bits 57 to 101, the stride in
    bits 108 to 121 (LLVM, `SIISelLowering.cpp`, `lowerPointerAsRsrcIntrin`).
    """
    low, high = (
        words[n].astype(np.uint64) | words[n + 1].astype(np.uint64) << np.uint64(32)
        for n in (0, 2)
    )
    records = low >> np.uint64(57) | (high & np.uint64((1 << 38) - 1)) << np.uint64(7)
    none = np.zeros(words.shape[1], np.int64)
    return BufferResource(
        base=low & np.uint64((1 << 57) - 1),
        stride=_field(words[3], 12, 14),
        records=records.astype(np.int64),
        element=none,
        group=none + 8,
        thread=none.astype(np.bool_),
        bounds=none,
    )


def buffer_resource(words: Words, target: Generation) -> BufferResource:
    """Decodes `words[4, waves]` for the processor `target`."""
    if target.is_gfx1250:
        return _wide_resource(words)
    generation = target.major
    stride = _field(words[1], 16, 14)
    thread = _field(words[3], 23, 1)
    if generation >= 11:
        swizzle = _field(words[1], 30, 2)
        element = np.array(SWIZZLED_ELEMENTS)[swizzle]
    else:
        swizzle = _field(words[1], 31, 1)
        # ELEMENT_SIZE of gfx8: 2, 4, 8 or 16 bytes; later it is always 4.
        size = 2 << _field(words[3], 19, 2) if generation <= 8 else 4
        element = swizzle * size
    if generation <= 9:
        # With ADD_TID_ENABLE, DATA_FORMAT has the stride's upper bits.
        stride = stride | thread * (_field(words[3], 15, 4) << 14)
    return BufferResource(
        base=buffer_base(words),
        stride=stride,
        records=words[2].astype(np.int64),
        element=element,
        group=8 << _field(words[3], 21, 2),
        thread=thread.astype(np.bool_),
        bounds=_field(words[3], 28, 2),
    )


def buffer_bytes(words: Words, generation: Generation) -> NDArray[np.int64]:
    """
    The size in bytes that scalar loads check ("RDNA3 Instruction Set Architecture", section
    7.2.2): NUM_RECORDS, times the stride if there is one (gfx8: never).
    """
    resource = buffer_resource(words, generation)
    factor = np.where(resource.stride == 0, 1, resource.stride)
    return resource.records * (1 if generation.major <= 8 else factor)
