"""Access to the texels of an image by their indices."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from xdsl_opencl.emulator.errors import MachineFault
from xdsl_opencl.emulator.images.descriptors import ImageResource
from xdsl_opencl.emulator.images.formats import Words, pack, select, unpack, unselect
from xdsl_opencl.emulator.memory.faults import instruction_place
from xdsl_opencl.emulator.memory.lane_accesses import Lanes

Index = NDArray[np.int64]


def is_inside(resource: ImageResource, at: list[Index]) -> NDArray[np.bool_]:
    """True where the indices x, y, z or layer are in the image."""
    inside: Any = True
    for index, size in zip(at, resource.sizes, strict=True):
        inside = inside & (index >= 0) & (index < size)
    return inside


def addresses(resource: ImageResource, at: list[Index]) -> NDArray[np.uint64]:
    """The addresses of texels; undefined for indices outside of the image."""
    place = at[0] * resource.format.size + resource.address
    rest = at[1:]
    if resource.dimensions > 1:
        place = place + rest[0] * resource.row
        rest = rest[1:]
    if rest:
        place = place + (rest[0] + resource.first_layer) * resource.slice
    return place.view(np.uint64)


def load_texels(
    lanes: Lanes, resource: ImageResource, at: list[Index], border: list[Words]
) -> list[Words]:
    """
    Reads the channels of the texels at the indices; outside of the image they are those of
    `border` (components in memory).
    """
    format = resource.format
    inside = np.broadcast_to(is_inside(resource, at), lanes.mask.shape)
    some = lanes.only(inside)
    if some.empty:
        components = [np.broadcast_to(b, lanes.mask.shape) for b in border]
    else:
        words = some.load_global(addresses(resource, at), format.size)
        components = unpack(format, words)
        if not some.full:
            components = [
                np.where(inside, component, edge)
                for component, edge in zip(components, border, strict=False)
            ]
    return select(format, components[: len(format.bits)], resource.selects)


def store_texels(
    lanes: Lanes, resource: ImageResource, at: list[Index], channels: list[Words]
) -> None:
    """
    Writes channels to the texels at the indices; writes outside of the image are dropped.

    Raises `MachineFault` for an sRGB image: the hardware does not convert to sRGB.
    """
    format = resource.format
    if format.number == "SRGB":
        raise MachineFault(
            f"{instruction_place(lanes.instruction)} stores to an sRGB image, which AMD "
            "GPUs cannot; store to one of RGBA"
        )
    inside = np.broadcast_to(is_inside(resource, at), lanes.mask.shape)
    some = lanes.only(inside)
    if not some.empty:
        components = unselect(format, channels, resource.selects)
        some.store_global(
            addresses(resource, at), pack(format, components), format.size
        )


def border_components(resource: ImageResource, code: int) -> list[Words]:
    """
    The components of a border: 0 transparent black, 1 opaque black, 2 opaque white.

    Channels whose DST_SEL is 1 are 1 in any border, as OpenCL requires for images without
    alpha.
    """
    zero, one = (
        np.zeros((1, 1), np.uint32),
        np.full((1, 1), resource.format.one, np.uint32),
    )
    if code == 0:
        return [zero] * 4
    if code == 2:
        return [one] * 4
    # Alpha is the component that DST_SEL selects.
    alpha = resource.selects[3] - 4
    return [one if k == alpha else zero for k in range(4)]
