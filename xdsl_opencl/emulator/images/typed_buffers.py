"""
Instructions `buffer_load_format_*`, `buffer_store_format_*` and `tbuffer_*`: texels of a
buffer, with the format of the resource or of the instruction.

Sources: AMD, "GCN3 Instruction Set Architecture" section 8.1, "RDNA3 Instruction Set
Architecture" chapter 10; LLVM, `BUFInstructions.td`, `SIDefines.h` (`MTBUFFormat`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

import numpy as np

from xdsl_opencl.abi.images.image_descriptors import (
    BUFFER_RESOURCE,
    DATA_FORMATS,
    NUM_FORMATS,
)
from xdsl_opencl.emulator.errors import MachineFault, UnknownInstructionError
from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.images.descriptors import Selects, format_of, selects_of
from xdsl_opencl.emulator.images.formats import (
    TexelFormat,
    Words,
    pack,
    select,
    unpack,
    unselect,
)
from xdsl_opencl.emulator.images.image_operands import (
    DataRegisters,
    by_resource,
    merged_by_resource,
)
from xdsl_opencl.emulator.instruction import Builder, Instruction, Step
from xdsl_opencl.emulator.memory.faults import instruction_place
from xdsl_opencl.emulator.memory.instructions.buffers import (
    BufferOperands,
    load_bytes,
    store_bytes,
)
from xdsl_opencl.emulator.memory.lane_accesses import Lanes, on_lanes
from xdsl_opencl.emulator.waves import Waves

_IDENTITY = (4, 5, 6, 7)


@cache
def resource_format(
    words: tuple[int, ...], generation: int
) -> tuple[TexelFormat, Selects]:
    """
    The format and the channel selects of a buffer resource.

    Raises `MachineFault` for bits that encode no format.
    """
    value = {
        name: field.value(words) for name, field in BUFFER_RESOURCE[generation].items()
    }
    format = format_of(value, generation)
    if format is None:
        shown = " ".join(f"{word:08x}" for word in words)
        raise MachineFault(
            f"buffer descriptor {shown} has no format of texels; pass an image of a buffer"
        )
    return format, selects_of(value)


def named_format(instruction: Instruction, generation: int) -> TexelFormat:
    """
    The format that `format` of a `tbuffer` instruction names. A part that it does not name
    is the default: one component of 8 bits, UNORM.

    Raises `UnknownInstructionError` for an unknown format.
    """
    given: Any = instruction.modifiers.get("format", ())
    names = (given,) if isinstance(given, int | str) else tuple(given)
    data, number = "8", "UNORM"
    for name in names:
        if isinstance(name, int):
            codes = {"data_format": name & 15, "num_format": name >> 4, "format": name}
            found = format_of(codes, generation)
            if found is None:
                break
            data, number = found.data, found.number
        elif name.startswith("BUF_DATA_FORMAT_"):
            data = name.removeprefix("BUF_DATA_FORMAT_")
        elif name.startswith("BUF_NUM_FORMAT_"):
            number = name.removeprefix("BUF_NUM_FORMAT_")
        elif name.startswith("BUF_FMT_"):
            data, _, number = name.removeprefix("BUF_FMT_").rpartition("_")
    else:
        if data in DATA_FORMATS and number in NUM_FORMATS:
            return TexelFormat(data, number)
    raise UnknownInstructionError(
        f"the format of {instruction_place(instruction)} is not implemented; use another"
    )


class _Texels:
    """The operands of an instruction that transfers texels of a buffer."""

    def __init__(
        self,
        instruction: Instruction,
        generation: Generation,
        channels: int,
        *,
        d16: bool,
        typed: bool,
        high: bool = False,
    ):
        data, *rest = instruction.operands
        self.generation = generation.major
        self.operands = BufferOperands(instruction, *rest)
        self.resource = self.operands.resource
        self.data = DataRegisters(
            instruction, generation, data, (1 << channels) - 1, d16=d16, high=high
        )
        self.named = named_format(instruction, generation.major) if typed else None

    def format(self, words: tuple[int, ...]) -> tuple[TexelFormat, Selects]:
        """The format by the dwords of the resource."""
        if self.named is not None:
            return self.named, _IDENTITY
        return resource_format(words, self.generation)


def _builder(
    act: Callable[[_Texels, Waves, Lanes], None],
    channels: int,
    *,
    d16: bool = False,
    typed: bool = False,
    high: bool = False,
) -> Builder:
    def build(instruction: Instruction, generation: Generation) -> Step:
        texels = _Texels(
            instruction, generation, channels, d16=d16, typed=typed, high=high
        )
        return on_lanes(instruction, partial(act, texels))

    return build


def _load(texels: _Texels, waves: Waves, lanes: Lanes) -> None:
    resources = ((texels.resource, 4),)
    found = merged_by_resource(lanes, resources, partial(_loaded, texels))
    texels.data.write(waves, found)


def _loaded(texels: _Texels, words: tuple[int, ...], some: Lanes) -> list[Words]:
    """The registers of the texels of one resource; outside of it all channels are 0."""
    format, selects = texels.format(words)
    place = texels.operands.place(some.waves, format.size)
    found = select(
        format, unpack(format, load_bytes(some, place, format.size)), selects
    )
    inside = [np.where(place.inside, channel, np.uint32(0)) for channel in found]
    return texels.data.pack(format, inside)


def _store(texels: _Texels, waves: Waves, lanes: Lanes) -> None:
    for words, some in by_resource(lanes, ((texels.resource, 4),)):
        format, selects = texels.format(words)
        place = texels.operands.place(waves, format.size)
        channels = texels.data.read(waves, format)
        components = unselect(format, channels, selects)
        store_bytes(some, place, pack(format, components), format.size)


_CHANNELS = ("x", "xy", "xyz", "xyzw")


def _table() -> dict[str, Builder]:
    table: dict[str, Builder] = {}
    for count, letters in enumerate(_CHANNELS, 1):
        for prefix, typed in (("buffer", False), ("tbuffer", True)):
            for action, act in (("load", _load), ("store", _store)):
                stem = f"{prefix}_{action}"
                table[f"{stem}_format_{letters}"] = _builder(act, count, typed=typed)
                half = _builder(act, count, d16=True, typed=typed)
                # Before gfx11, and since.
                table[f"{stem}_format_d16_{letters}"] = half
                table[f"{stem}_d16_format_{letters}"] = half
    # mutant: two actions in another order
    for action, act in (("load", _load), ("store", _store)):
        upper = _builder(act, 1, d16=True, high=True)
        table[f"buffer_{action}_format_d16_hi_x"] = upper
        table[f"buffer_{action}_d16_hi_format_x"] = upper
    return table


INSTRUCTIONS: dict[str, Builder] = _table()
