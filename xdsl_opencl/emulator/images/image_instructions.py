"""
Instructions `image_*`: loads, stores, samples, gathers, atomics, sizes.

Sources: AMD, "Vega Instruction Set Architecture" section 8.2 "Vector Memory Image Instructions",
"RDNA3 Instruction Set Architecture" chapter 11, "RDNA4 Instruction Set Architecture" chapter 11;
LLVM, `MIMGInstructions.td`. Images of the emulator have one level, so levels of detail, biases
and gradients have no effect.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from xdsl_opencl.abi.images.images import LAYERS_OF_1D_ARRAY
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
    merged_by_resource,
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
from xdsl_opencl.emulator.memory.instructions.buffers import (
    Place,
    atomic_bytes,
    returns_old,
)
from xdsl_opencl.emulator.memory.lane_accesses import Lanes, on_lanes
from xdsl_opencl.emulator.memory.widths import INTEGER_ATOMICS, AtomicRow
from xdsl_opencl.emulator.operands import Operand
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


class _Image:
    """The operands of an instruction that accesses texels of an image."""

    def __init__(
        self, instruction: Instruction, generation: Generation, channels: int | None
    ):
        reject_flags(instruction, "tfe", "lwe", "r128")
        self.instruction = instruction
        self.mask = _mask(instruction)
        data, where, *self.resources = instruction.operands
        self.data = DataRegisters(
            instruction,
            generation,
            data,
            self.mask if channels is None else channels,
            d16=bool(instruction.modifiers.get("d16")),
        )
        self.halves = bool(instruction.modifiers.get("a16"))
        self.address = AddressRegisters(where, halves=self.halves)
        self.shape = _Shape(instruction)

    def texels(
        self, waves: Waves, resource: ImageResource, *, level: bool
    ) -> tuple[list[Index], NDArray[np.bool_] | None]:
        """
        The integer coordinates, and if there is a `level`, True in the lanes where it is 0.
        """
        count = sum(self.shape.of(resource))
        values = self.address.read(waves, 0, count + level)
        index = [value.astype(np.int64) for value in values]
        return index[:count], index[count] == 0 if level else None

    def coordinates(
        self, waves: Waves, resource: ImageResource, variant: Variant
    ) -> list[Floats]:
        dimensions, layered = self.shape.of(resource)
        first = variant.before(dimensions)
        values = self.address.read(waves, first, dimensions + layered)
        if self.halves:
            return [
                value.astype(np.uint16).view(np.float16).astype(np.float32)
                for value in values
            ]
        return [np.ascontiguousarray(value).view(np.float32) for value in values]


def _mask(instruction: Instruction) -> int:
    return int(instruction.modifiers.get("dmask", 0))


Access = Callable[[Waves, Lanes, ImageResource, Any], Sequence[Words] | Words]
"""
An access of lanes to one image with a sampler (`None` without one): the registers of the
result.
"""


def _by_image(
    instruction: Instruction,
    resources: Sequence[Operand],
    act: Access,
    *,
    writes: bool = True,
) -> Step:
    """
    The step that `act` performs for each of the `resources`: the image, and the sampler if
    there is one.
    """
    operands = tuple(zip(resources, (8, 4), strict=False))

    def one(words: tuple[int, ...], lanes: Lanes) -> Sequence[Words] | Words:
        resource = decode_image(words[:8], lanes.waves.generation.processor)
        sampler = decode_sampler(words[8:]) if len(operands) > 1 else None
        return act(lanes.waves, lanes, resource, sampler)

    def step(waves: Waves, lanes: Lanes) -> None:
        result = merged_by_resource(lanes, operands, one)
        if writes:
            waves.write_registers(instruction.operands[0], result)

    return on_lanes(instruction, step)


def _builder(act: Any, *, channels: int | None = None, writes: bool = True) -> Builder:
    """
    The builder of an instruction that `act` performs for the lanes of each different image
    and sampler, with the `channels` of DMASK or of a mask; it returns the registers that
    the instruction `writes`.
    """

    def build(instruction: Instruction, generation: Generation) -> Step:
        image = _Image(instruction, generation, channels)
        access = partial(act, image)
        return _by_image(instruction, image.resources, access, writes=writes)

    return build


def _load(
    level: bool,
    image: _Image,
    waves: Waves,
    lanes: Lanes,
    resource: ImageResource,
    _: None,
) -> list[Words]:
    index, first = image.texels(waves, resource, level=level)
    border = [np.zeros((1, 1), np.uint32)] * 4
    if first is not None:
        # Other levels have no texels.
        index[0] = np.where(first, index[0], -1)
    channels = load_texels(lanes, resource, index, border)
    return image.data.pack(resource.format, channels)


def _store(
    level: bool,
    image: _Image,
    waves: Waves,
    lanes: Lanes,
    resource: ImageResource,
    _: None,
) -> list[Words]:
    index, first = image.texels(waves, resource, level=level)
    channels = image.data.read(waves, resource.format)
    some = lanes if first is None else lanes.only(first)
    store_texels(some, resource, index, channels)
    return []


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


def _sample(
    variant: Variant,
    image: _Image,
    waves: Waves,
    lanes: Lanes,
    resource: ImageResource,
    sampler: Sampler,
) -> list[Words]:
    at = image.coordinates(waves, resource, variant)
    normalized = sampler.normalized and not image.instruction.modifiers.get("unorm")
    linear = sampler.linear and not resource.format.is_integer
    function = sample_linear if linear else sample_nearest
    with np.errstate(invalid="ignore", over="ignore"):
        channels = function(lanes, resource, sampler, at, normalized=normalized)
    return image.data.pack(resource.format, channels)


_CORNERS = ((0, 1), (1, 1), (1, 0), (0, 0))
"""The texels that a gather returns, as steps in x and y, in the order of the registers."""


def _gather(
    variant: Variant,
    image: _Image,
    waves: Waves,
    lanes: Lanes,
    resource: ImageResource,
    sampler: Sampler,
) -> list[Words]:
    """One channel of the four texels that the linear filter would use."""
    channel = max(image.mask, 1).bit_length() - 1
    at = image.coordinates(waves, resource, variant)
    with np.errstate(invalid="ignore", over="ignore"):
        x, y = (
            pair(
                at[k],
                resource.sizes[k],
                sampler.clamps[k],
                normalized=sampler.normalized,
            )[:2]
            for k in range(2)
        )
    layers = [layer(at[-1], resource.depth)] if resource.layered else []
    border = border_components(resource, sampler.border)
    found = [
        load_texels(lanes, resource, [x[i], y[j], *layers], border)[channel]
        for i, j in _CORNERS
    ]
    return image.data.pack(resource.format, found)


def _sizes(instruction: Instruction, generation: Generation) -> Step:
    """Width, height, depth or layers, and the number of levels."""
    mask = _mask(instruction)
    layers_at = LAYERS_OF_1D_ARRAY[generation.major]

    def sizes(
        waves: Waves, lanes: Lanes, resource: ImageResource, _: Sampler | None
    ) -> list[Words]:
        numbers = [resource.width, resource.height, resource.depth, 1]
        if resource.dimensions == 1 and resource.layered:
            numbers[1] = 1
            numbers[layers_at] = resource.depth
        return [
            np.full(lanes.mask.shape, number, np.uint32)
            for k, number in enumerate(numbers)
            if mask >> k & 1
        ]

    return _by_image(instruction, instruction.operands[2:], sizes)


def _atomic(operation: str) -> Builder:
    """
    An atomic on texels of 4 or 8 bytes; the number of data registers in DMASK gives the
    size.
    """

    def build(instruction: Instruction, generation: Generation) -> Step:
        image = _Image(instruction, generation, 0)
        data = instruction.operands[0]
        count = image.mask.bit_count()
        if operation.endswith("cmpswap"):
            count //= 2
        row = AtomicRow(operation, 4 * count)
        returns = returns_old(instruction)

        def perform(
            waves: Waves, lanes: Lanes, resource: ImageResource, _: Sampler | None
        ) -> Words:
            index, _first = image.texels(waves, resource, level=False)
            inside = np.broadcast_to(is_inside(resource, index), lanes.mask.shape)
            place = Place(addresses(resource, index), inside)
            return atomic_bytes(lanes, place, row, data, wanted=returns)

        return _by_image(instruction, image.resources, perform, writes=returns)

    return build


_VARIANTS: Mapping[str, Variant] = {
    **dict.fromkeys(("", "_cl", "_l", "_lz"), Variant()),
    **dict.fromkeys(("_b", "_b_cl"), Variant(bias=True)),
    **{
        f"_{kind}{limit}{size}": Variant(gradients=True, short_gradients=bool(size))
        for kind in ("d", "cd")
        for limit in ("", "_cl")
        for size in ("", "_g16")
    },
}
"""Forms of a sample; a level or its limit comes after the coordinates."""

_ATOMICS: Mapping[str, str] = {
    **{name: name for name in INTEGER_ATOMICS},
    **{
        name: name for name in ("fcmpswap", "fmin", "fmax", "pk_add_f16", "pk_add_bf16")
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
    "image_load": _builder(partial(_load, False)),
    "image_load_mip": _builder(partial(_load, True)),
    "image_store": _builder(partial(_store, False), writes=False),
    "image_store_mip": _builder(partial(_store, True), writes=False),
    "image_get_resinfo": _sizes,
    **{
        f"image_sample{name}": _builder(partial(_sample, variant))
        for name, variant in _VARIANTS.items()
    },
    **{
        f"image_gather4{name}": _builder(partial(_gather, variant), channels=15)
        for name, variant in _VARIANTS.items()
        if not variant.gradients
    },
    **{
        f"image_atomic_{name}": _atomic(operation)
        for name, operation in _ATOMICS.items()
    },
}
