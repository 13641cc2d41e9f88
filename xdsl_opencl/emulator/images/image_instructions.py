"""
Instructions `image_*`: loads, stores, samples, gathers, atomics, sizes.

Sources: AMD, "Vega Instruction Set Architecture" section 8.2 "Vector Memory Image Instructions",
"RDNA3 Instruction Set Architecture" chapter 11, "RDNA4 Instruction Set Architecture" chapter 11;
LLVM, `MIMGInstructions.td`. Images of the emulator have one level, so levels of detail, biases
and gradients have no effect.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from xdsl_opencl.abi.images import LAYERS_OF_1D_ARRAY
from xdsl_opencl.emulator.errors import MachineFault
from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.images.descriptors import (
    ImageResource,
    Sampler,
    decode_image,
    decode_sampler,
)
from xdsl_opencl.emulator.images.formats import Words
from xdsl_opencl.emulator.images.image_operands import (
    AddressRegisters,
    DataRegisters,
    by_resource,
    reject_flags,
    shape_of,
)
from xdsl_opencl.emulator.images.sampling import layer, nearest, pair
from xdsl_opencl.emulator.images.texels import (
    addresses,
    border_components,
    is_inside,
    load_texels,
    store_texels,
)
from xdsl_opencl.emulator.instruction import Builder, Instruction, Step
from xdsl_opencl.emulator.memory.faults import instruction_place
from xdsl_opencl.emulator.memory.instructions.buffers import returns_old
from xdsl_opencl.emulator.memory.lane_accesses import Lanes, on_lanes
from xdsl_opencl.emulator.memory.widths import AtomicRow
from xdsl_opencl.emulator.waves import Waves

Index = NDArray[np.int64]
Floats = NDArray[np.float32]


class _Shape:
    """
    The shape that an instruction assumes for its image: from `dim`, or before gfx10 from
    the descriptor, with a layer in the address if `da` is set.
    """

    def __init__(self, instruction: Instruction):
        self._instruction = instruction
        self._named = shape_of(instruction)
        self._layer = bool(instruction.modifiers.get("da"))

    def of(self, resource: ImageResource) -> tuple[int, bool]:
        """
        The number of dimensions, and True if the address has a layer.

        Raises `MachineFault` when the image has another shape.
        """
        own = resource.dimensions, resource.layered
        if self._named is None:
            if resource.layered == self._layer:
                return own
        elif own == self._named:
            return own
        wanted = self._named or (resource.dimensions, self._layer)
        raise MachineFault(
            f"{instruction_place(self._instruction)} takes an image of {_words(*wanted)}, "
            f"and is given one of {_words(*own)}; pass an image of the parameter's type"
        )


def _words(dimensions: int, layered: bool) -> str:
    return f"{dimensions} dimension{'s' * (dimensions > 1)}" + " in layers" * layered


def _d16(instruction: Instruction) -> bool:
    return bool(instruction.modifiers.get("d16"))


def _mask(instruction: Instruction) -> int:
    return int(instruction.modifiers.get("dmask", 0))


def _merge(result: list[Words], channels: list[Words], lanes: Lanes) -> list[Words]:
    """Replaces `result` by the channels in the given lanes."""
    if not result or lanes.full:
        return channels
    return [
        np.where(lanes.mask, new, old)
        for new, old in zip(channels, result, strict=True)
    ]


def _texel_index(
    instruction: Instruction,
    address: AddressRegisters,
    waves: Waves,
    shape: tuple[int, bool],
    *,
    level: bool,
) -> tuple[list[Index], NDArray[np.bool_] | None]:
    """
    The integer coordinates, and if there is a `level`, True in the lanes where it is 0.
    """
    count = shape[0] + shape[1]
    values = address.read(waves, 0, count + level)
    index = [value.astype(np.int64) for value in values]
    return index[:count], index[count] == 0 if level else None


def _only(lanes: Lanes, which: NDArray[np.bool_] | None) -> Lanes:
    if which is None:
        return lanes
    return Lanes(lanes.waves, lanes.instruction, lanes.mask & which)


def _load(*, level: bool) -> Builder:
    def build(instruction: Instruction, generation: Generation) -> Step:
        reject_flags(instruction, "tfe", "lwe", "r128")
        destination, where, resource_at = instruction.operands
        data = DataRegisters(
            instruction,
            generation,
            destination,
            _mask(instruction),
            d16=_d16(instruction),
        )
        address = AddressRegisters(where, halves=bool(instruction.modifiers.get("a16")))
        shape = _Shape(instruction)

        def act(waves: Waves, lanes: Lanes) -> None:
            result: list[Words] = []
            for words, some in by_resource(lanes, ((resource_at, 8),)):
                resource = decode_image(words, generation.processor)
                index, first = _texel_index(
                    instruction, address, waves, shape.of(resource), level=level
                )
                border = [np.zeros((1, 1), np.uint32)] * 4
                if first is not None:
                    # Other levels have no texels.
                    index[0] = np.where(first, index[0], -1)
                channels = load_texels(some, resource, index, border)
                registers = data.pack(
                    resource.format, [channels[k] for k in data.channels]
                )
                result = _merge(result, registers, some)
            waves.write_registers(destination, result)

        return on_lanes(instruction, act)

    return build


def _store(*, level: bool) -> Builder:
    def build(instruction: Instruction, generation: Generation) -> Step:
        reject_flags(instruction, "tfe", "lwe", "r128")
        source, where, resource_at = instruction.operands
        data = DataRegisters(
            instruction, generation, source, _mask(instruction), d16=_d16(instruction)
        )
        address = AddressRegisters(where, halves=bool(instruction.modifiers.get("a16")))
        shape = _Shape(instruction)

        def act(waves: Waves, lanes: Lanes) -> None:
            for words, some in by_resource(lanes, ((resource_at, 8),)):
                resource = decode_image(words, generation.processor)
                index, first = _texel_index(
                    instruction, address, waves, shape.of(resource), level=level
                )
                channels = data.read(waves, resource.format)
                store_texels(_only(some, first), resource, index, channels)

        return on_lanes(instruction, act)

    return build


@dataclass(frozen=True)
class Variant:
    """
    A form of a sample: the registers before the coordinates (bias, gradients); `gradients`
    is the number of gradient registers for each dimension.
    """

    bias: bool = False
    gradients: bool = False
    short_gradients: bool = False

    def before(self, dimensions: int) -> int:
        """The number of the first register of the coordinates."""
        if self.short_gradients:
            return 2 * ((dimensions + 1) // 2)
        return int(self.bias) + (2 * dimensions if self.gradients else 0)


def _coordinates(
    instruction: Instruction,
    address: AddressRegisters,
    waves: Waves,
    shape: tuple[int, bool],
    variant: Variant,
) -> list[Floats]:
    first = variant.before(shape[0])
    values = address.read(waves, first, shape[0] + shape[1])
    if instruction.modifiers.get("a16"):
        return [
            value.astype(np.uint16).view(np.float16).astype(np.float32)
            for value in values
        ]
    return [np.ascontiguousarray(value).view(np.float32) for value in values]


def sample_nearest(
    lanes: Lanes,
    resource: ImageResource,
    sampler: Sampler,
    at: list[Floats],
    *,
    normalized: bool,
) -> list[Words]:
    """The channels of the nearest texels."""
    sizes = resource.sizes
    index = [
        nearest(
            at[k],
            sizes[k],
            sampler.clamps[k],
            normalized=normalized,
            truncates=sampler.truncates,
        )
        for k in range(resource.dimensions)
    ]
    if resource.layered:
        index.append(layer(at[-1], resource.depth))
    return load_texels(
        lanes, resource, index, border_components(resource, sampler.border)
    )


def sample_linear(
    lanes: Lanes,
    resource: ImageResource,
    sampler: Sampler,
    at: list[Floats],
    *,
    normalized: bool,
) -> list[Words]:
    """
    The interpolated channels: the weighted sum of the surrounding texels, in double
    precision, rounded once.
    """
    border = border_components(resource, sampler.border)
    sizes = resource.sizes
    axes = [
        pair(at[k], sizes[k], sampler.clamps[k], normalized=normalized)
        for k in range(resource.dimensions)
    ]
    layers = [layer(at[-1], resource.depth)] if resource.layered else []
    total = [np.zeros(lanes.mask.shape, np.float64) for _ in range(4)]
    for corner in range(1 << len(axes)):
        weight = np.ones((1, 1))
        index: list[Index] = []
        for k, (low, high, part) in enumerate(axes):
            upper = corner >> k & 1
            index.append(high if upper else low)
            weight = weight * (part if upper else 1 - part)
        channels = load_texels(lanes, resource, index + layers, border)
        for k, channel in enumerate(channels):
            values = channel.view(np.float32).astype(np.float64)
            # A weight of 0 hides infinities and NaN.
            total[k] += np.where(weight == 0, 0, weight * values)
    return [sum_.astype(np.float32).view(np.uint32) for sum_ in total]


def _sample(variant: Variant) -> Builder:
    def build(instruction: Instruction, generation: Generation) -> Step:
        reject_flags(instruction, "tfe", "lwe", "r128")
        destination, where, resource_at, sampler_at = instruction.operands
        data = DataRegisters(
            instruction,
            generation,
            destination,
            _mask(instruction),
            d16=_d16(instruction),
        )
        address = AddressRegisters(where, halves=bool(instruction.modifiers.get("a16")))
        shape = _Shape(instruction)
        unnormalized = bool(instruction.modifiers.get("unorm"))

        def act(waves: Waves, lanes: Lanes) -> None:
            result: list[Words] = []
            for words, some in by_resource(lanes, ((resource_at, 8), (sampler_at, 4))):
                resource = decode_image(words[:8], generation.processor)
                sampler = decode_sampler(words[8:])
                at = _coordinates(
                    instruction, address, waves, shape.of(resource), variant
                )
                normalized = sampler.normalized and not unnormalized
                linear = sampler.linear and not resource.format.is_integer
                function = sample_linear if linear else sample_nearest
                with np.errstate(invalid="ignore", over="ignore"):
                    channels = function(
                        some, resource, sampler, at, normalized=normalized
                    )
                registers = data.pack(
                    resource.format, [channels[k] for k in data.channels]
                )
                result = _merge(result, registers, some)
            waves.write_registers(destination, result)

        return on_lanes(instruction, act)

    return build


_CORNERS = ((0, 1), (1, 1), (1, 0), (0, 0))
"""The texels that a gather returns, as steps in x and y, in the order of the registers."""


def _gather(variant: Variant) -> Builder:
    """One channel of the four texels that the linear filter would use."""

    def build(instruction: Instruction, generation: Generation) -> Step:
        reject_flags(instruction, "tfe", "lwe", "r128")
        destination, where, resource_at, sampler_at = instruction.operands
        data = DataRegisters(
            instruction, generation, destination, 15, d16=_d16(instruction)
        )
        channel = max(_mask(instruction), 1).bit_length() - 1
        address = AddressRegisters(where, halves=bool(instruction.modifiers.get("a16")))
        shape = _Shape(instruction)

        def act(waves: Waves, lanes: Lanes) -> None:
            result: list[Words] = []
            for words, some in by_resource(lanes, ((resource_at, 8), (sampler_at, 4))):
                resource = decode_image(words[:8], generation.processor)
                sampler = decode_sampler(words[8:])
                at = _coordinates(
                    instruction, address, waves, shape.of(resource), variant
                )
                with np.errstate(invalid="ignore", over="ignore"):
                    axes = [
                        pair(
                            at[k],
                            resource.sizes[k],
                            sampler.clamps[k],
                            normalized=sampler.normalized,
                        )[:2]
                        for k in range(2)
                    ]
                layers = [layer(at[-1], resource.depth)] if resource.layered else []
                border = border_components(resource, sampler.border)
                found = [
                    load_texels(
                        some, resource, [axes[0][i], axes[1][j], *layers], border
                    )[channel]
                    for i, j in _CORNERS
                ]
                result = _merge(result, data.pack(resource.format, found), some)
            waves.write_registers(destination, result)

        return on_lanes(instruction, act)

    return build


def _sizes(instruction: Instruction, generation: Generation) -> Step:
    """Width, height, depth or layers, and the number of levels."""
    destination, _, resource_at = instruction.operands
    mask = _mask(instruction)
    layers_at = LAYERS_OF_1D_ARRAY[generation.major]

    def act(waves: Waves, lanes: Lanes) -> None:
        result: list[Words] = []
        for words, some in by_resource(lanes, ((resource_at, 8),)):
            resource = decode_image(words, generation.processor)
            numbers = [resource.width, resource.height, resource.depth, 1]
            if resource.dimensions == 1 and resource.layered:
                numbers[1] = 1
                numbers[layers_at] = resource.depth
            found = [
                np.full(lanes.mask.shape, number, np.uint32)
                for k, number in enumerate(numbers)
                if mask >> k & 1
            ]
            result = _merge(result, found, some)
        waves.write_registers(destination, result)

    return on_lanes(instruction, act)


def _atomic(operation: str) -> Builder:
    """
    An atomic on texels of 4 or 8 bytes; the number of data registers in DMASK gives the
    size.
    """

    def build(instruction: Instruction, generation: Generation) -> Step:
        reject_flags(instruction, "tfe", "lwe", "r128")
        data, where, resource_at = instruction.operands
        count = _mask(instruction).bit_count()
        packed = operation.startswith("pk_")
        if operation.endswith("cmpswap"):
            count //= 2
        row = AtomicRow(operation, 2, 2) if packed else AtomicRow(operation, 4 * count)
        atomic = row.atomic(generation)
        address = AddressRegisters(where, halves=bool(instruction.modifiers.get("a16")))
        shape = _Shape(instruction)
        returns = returns_old(instruction)

        def one(waves: Waves, words: tuple[int, ...], some: Lanes) -> Words:
            resource = decode_image(words, generation.processor)
            index, _ = _texel_index(
                instruction, address, waves, shape.of(resource), level=False
            )
            inside = np.broadcast_to(is_inside(resource, index), some.mask.shape)
            some = _only(some, inside)
            found = np.zeros((count, *some.mask.shape), np.uint32)
            if some.empty:
                return found
            operands = waves.read_registers(
                data, 2 * count if atomic.compare else count
            )
            old = some.atomic_global(
                addresses(resource, index),
                atomic,
                row.elements,
                operands[:count],
                operands[count:] if atomic.compare else None,
                returns,
            )
            return found if old is None else np.where(some.mask, old, found)

        def act(waves: Waves, lanes: Lanes) -> None:
            result: list[Words] = []
            for words, some in by_resource(lanes, ((resource_at, 8),)):
                result = _merge(result, list(one(waves, words, some)), some)
            if returns:
                waves.write_registers(data, result)

        return on_lanes(instruction, act)

    return build


_VARIANTS: Mapping[str, Variant] = {
    "": Variant(),
    "_cl": Variant(),
    "_l": Variant(),
    "_lz": Variant(),
    "_b": Variant(bias=True),
    "_b_cl": Variant(bias=True),
    "_d": Variant(gradients=True),
    "_d_cl": Variant(gradients=True),
    "_cd": Variant(gradients=True),
    "_cd_cl": Variant(gradients=True),
    "_d_g16": Variant(gradients=True, short_gradients=True),
    "_d_cl_g16": Variant(gradients=True, short_gradients=True),
    "_cd_g16": Variant(gradients=True, short_gradients=True),
    "_cd_cl_g16": Variant(gradients=True, short_gradients=True),
}
"""Forms of a sample; a level or its limit comes after the coordinates."""

_ATOMICS: Mapping[str, str] = {
    **{
        name: name
        for name in (
            *("swap", "cmpswap", "add", "sub", "smin", "umin", "smax", "umax"),
            *("and", "or", "xor", "inc", "dec", "fcmpswap", "fmin", "fmax"),
            *("pk_add_f16", "pk_add_bf16"),
        )
    },
    "add_uint": "add",
    "sub_uint": "sub",
    "min_int": "smin",
    "min_uint": "umin",
    "max_int": "smax",
    "max_uint": "umax",
    "inc_uint": "inc",
    "dec_uint": "dec",
    "add_flt": "fadd",
    "min_flt": "fmin",
    "max_flt": "fmax",
}

INSTRUCTIONS: dict[str, Builder] = {
    "image_load": _load(level=False),
    "image_load_mip": _load(level=True),
    "image_store": _store(level=False),
    "image_store_mip": _store(level=True),
    "image_get_resinfo": _sizes,
    **{f"image_sample{name}": _sample(variant) for name, variant in _VARIANTS.items()},
    **{
        f"image_gather4{name}": _gather(variant)
        for name, variant in _VARIANTS.items()
        if not variant.gradients
    },
    **{
        f"image_atomic_{name}": _atomic(operation)
        for name, operation in _ATOMICS.items()
    },
}
