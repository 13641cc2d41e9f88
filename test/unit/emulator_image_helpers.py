"""
Images in the memory of an emulated GPU: texels in the layout of the device, and the
descriptor that a kernel is given.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from xdsl_opencl.abi.gpu.processors import Processor
from xdsl_opencl.abi.images.image_descriptors import (
    BASE_ALIGNMENT,
    ImageShape,
    image_descriptor,
    image_layout,
)
from xdsl_opencl.emulator.memory.address_space import AddressSpace


class PlacedImage:
    """
    An image on the device: a copy of `pixels`, which are contiguous and of the host, and its
    descriptor. `address` is the value of the kernel's argument.

    Raises `AbiError` for a format or size that the hardware does not have.
    """

    def __init__(
        self,
        memory: AddressSpace,
        name: str,
        pixels: NDArray[Any],
        shape: ImageShape,
        processor: Processor,
        *,
        read_only: bool = False,
    ):
        self._memory = memory
        self._layout = image_layout(shape)
        self._shape = shape
        self._rows = pixels.reshape(-1).view(np.uint8)
        texels = np.zeros(self._layout.size, np.uint8)
        self.texels = memory.place(
            name, texels, alignment=BASE_ALIGNMENT, read_only=read_only
        )
        self._device()[...] = self._host()
        words = image_descriptor(shape, processor, self.texels.address)
        self.descriptor = memory.place(
            f"descriptor of {name}", np.array(words, np.uint32), read_only=True
        )
        self.address = self.descriptor.address

    def _host(self) -> NDArray[np.uint8]:
        shape = self._shape
        length = shape.width * self._layout.texel
        return self._rows.reshape(shape.depth, shape.height, length)

    def _device(self) -> NDArray[np.uint8]:
        shape, layout = self._shape, self._layout
        rows = self.texels.data.reshape(shape.depth, shape.height, layout.row)
        return rows[:, :, : shape.width * layout.texel]

    def copy_back(self) -> None:
        """Writes the texels to the array of the host."""
        self._host()[...] = self._device()

    def remove(self) -> None:
        """Takes the image out of the memory."""
        self._memory.remove(self.texels)
        self._memory.remove(self.descriptor)
