"""
Images and samplers as arguments on AMD's GPUs: NumPy arrays with a format, their texels as the
device has them, and the descriptors that the arguments point to.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from xdsl_opencl.abi.enums import AddressingMode, FilterMode, ImageKind
from xdsl_opencl.abi.gpu.processors import Processor
from xdsl_opencl.abi.images.image_descriptors import (
    ImageShape,
    image_descriptor,
    image_layout,
    sampler_descriptor,
)
from xdsl_opencl.abi.model import AbiError


class Texels(Protocol):
    """What is asked of an image; see `Image`."""

    @property
    def pixels(self) -> NDArray[Any]: ...
    @property
    def kind(self) -> str: ...
    @property
    def channel_order(self) -> str: ...
    @property
    def channel_data_type(self) -> str: ...


@dataclass(frozen=True)
class Image:
    """
    An image: `pixels` is `[width, channels]`, `[height, width, channels]` or
    `[depth or layers, height, width, channels]` (a 1D array: `[layers, width,
    channels]`), in storage order and type, and has what the kernel wrote afterwards.
    `kind` is OpenCL C's type name; order and data type are CL's names without prefix.
    """

    pixels: NDArray[Any]
    kind: str = "image2d_t"
    channel_order: str = "RGBA"
    channel_data_type: str = "UNORM_INT8"


@dataclass(frozen=True)
class Sampler:
    """
    A sampler argument, as `clCreateSampler` makes it. `addressing` is `none`,
    `clamp_to_edge`, `clamp`, `repeat` or `mirrored_repeat`; `filter` `nearest` or `linear`.
    """

    normalized: bool
    addressing: str
    filter: str

    def words(self, generation: int) -> bytes:
        """
        The descriptor for the major version `generation` of the ISA.

        Raises `AbiError` for other words, and for a repeating mode without normalised
        coordinates (OpenCL 3.0 API, section 5.8.1: `CL_INVALID_VALUE`).
        """
        for word, allowed in (
            (self.addressing, AddressingMode),
            (self.filter, FilterMode),
        ):
            if word not in tuple(allowed):
                raise AbiError(f"sampler: '{word}' is none of {', '.join(allowed)}")
        if not self.normalized and "repeat" in self.addressing:
            raise AbiError(
                f"sampler: addressing {self.addressing} needs normalised coordinates; "
                "give normalized=True"
            )
        words = sampler_descriptor(
            bool(self.normalized),
            AddressingMode(self.addressing),
            FilterMode(self.filter),
            generation,
        )
        return struct.pack("<4I", *words)


class DeviceImage:
    """
    The texels of an image as the device has them, row by row with space between. `written`
    tells if kernels may write them.

    Raises `AbiError` for pixels that do not fit the kind and the format.
    """

    def __init__(self, image: Texels) -> None:
        pixels, kind = image.pixels, _kind(image.kind)
        if pixels.ndim != kind.coordinates + 1 or not pixels.size:
            raise AbiError(
                f"pixels of an {kind} have {kind.coordinates + 1} axes, the last for the "
                f"channels, and none is empty; got shape {pixels.shape}"
            )
        if not pixels.flags.c_contiguous:
            raise AbiError("the pixels are not contiguous; see numpy.ascontiguousarray")
        *sizes, width, channels = pixels.shape
        self.shape = ImageShape(
            kind,
            image.channel_order,
            image.channel_data_type,
            width,
            sizes[-1] if kind.dimensions > 1 else 1,
            sizes[0] if kind.is_array or kind.dimensions > 2 else 1,
        )
        layout = image_layout(self.shape)
        if layout.texel != pixels.itemsize * channels:
            raise AbiError(
                f"texels of {image.channel_order} {image.channel_data_type} have "
                f"{layout.texel} bytes; got {channels} times {pixels.dtype}"
            )
        self.written = False
        self.texels = np.zeros(layout.size, np.uint8)
        rows = self.texels.reshape(self.shape.depth, self.shape.height, layout.row)
        self._rows = rows[:, :, : width * layout.texel]
        self._pixels = pixels.reshape(-1).view(np.uint8).reshape(self._rows.shape)
        self._rows[...] = self._pixels

    def words(self, processor: Processor, address: int) -> bytes:
        """The descriptor of the texels at `address`."""
        words = image_descriptor(self.shape, processor, address)
        return struct.pack(f"<{len(words)}I", *words)

    def take_back(self) -> None:
        """Copies texels that kernels have written back to the image."""
        if self.written:
            self._pixels[...] = self._rows


def _kind(name: str) -> ImageKind:
    kinds = [kind for kind in ImageKind if not kind.is_msaa]
    if name not in kinds:
        raise AbiError(f"unknown image type '{name}'; one of {', '.join(kinds)}")
    return ImageKind(name)
