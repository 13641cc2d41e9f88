"""Images over NumPy arrays, and the record through which kernels see them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from xdsl_opencl.abi.enums import ImageKind
from xdsl_opencl.abi.images.formats import CHANNEL_ORDERS, CHANNEL_TYPES
from xdsl_opencl.abi.images.images import host_image_record
from xdsl_opencl.runtime.errors import RuntimeFailure


def check_format(kind: ImageKind, order: str, data_type: str) -> None:
    """
    Raises `RuntimeFailure` when no image of `kind` can have this order and data type.
    """
    types = CHANNEL_ORDERS[order].types
    if types is not None and data_type not in types:
        raise RuntimeFailure(
            f"channel order {order} takes {', '.join(types)}, not {data_type}"
        )
    orders = CHANNEL_TYPES[data_type].orders
    if orders is not None and order not in orders:
        raise RuntimeFailure(
            f"channel data type {data_type} takes order {' or '.join(orders) or 'none'} "
            f"on the CPU device, not {order}"
        )
    if kind.is_depth != (order == "DEPTH"):
        raise RuntimeFailure(
            f"channel order DEPTH is for depth images, and they have no other; got "
            f"{order} for {kind}"
        )


_IMAGE_FIELDS = ("pixels", "kind", "channel_order", "channel_data_type")


@dataclass
class Image:
    """
    An image: `pixels` is `[width, channels]`, `[height, width, channels]` or
    `[depth or layers, height, width, channels]` (a 1D array: `[layers, width,
    channels]`), in storage order and type, and is shared with the kernel, not copied.
    `kind` is OpenCL C's type name; order and data type are CL's names without prefix.

    Raises `RuntimeFailure` when these do not fit together.
    """

    pixels: npt.NDArray[Any]
    kind: str = "image2d_t"
    channel_order: str = "RGBA"
    channel_data_type: str = "UNORM_INT8"
    record: npt.NDArray[np.uint8] = field(init=False, repr=False)
    address: int = field(init=False, repr=False)

    def __setattr__(self, name: str, value: object) -> None:
        """
        Sets a field; the image becomes the one that the constructor would make with
        this value.
        """
        if "address" not in self.__dict__:
            object.__setattr__(self, name, value)
            return
        if name in ("record", "address"):
            raise RuntimeFailure(f"'{name}' of an image follows from its other fields")
        fields: dict[str, Any] = {n: getattr(self, n) for n in _IMAGE_FIELDS}
        if name not in fields:
            raise AttributeError(f"an image has no field '{name}'")
        fields[name] = value
        other = Image(**fields)
        self.__dict__.update(other.__dict__)

    def __post_init__(self) -> None:
        given = type(cast("object", self.pixels))
        if not issubclass(given, np.ndarray):
            raise RuntimeFailure(
                f"the pixels of an image are a NumPy array, not {given.__name__}"
            )
        try:
            kind = ImageKind(self.kind)
        except ValueError:
            raise RuntimeFailure(
                f"unknown image type '{self.kind}'; one of {', '.join(ImageKind)}"
            ) from None
        if kind.is_msaa:
            raise RuntimeFailure(f"the CPU device has no {kind} images")
        order = CHANNEL_ORDERS.get(self.channel_order)
        if order is None or not order.channels:
            raise RuntimeFailure(f"unknown channel order '{self.channel_order}'")
        data_type = CHANNEL_TYPES.get(self.channel_data_type)
        if data_type is None:
            raise RuntimeFailure(
                f"unknown channel data type '{self.channel_data_type}'"
            )
        check_format(kind, self.channel_order, self.channel_data_type)
        channels = order.channels if data_type.packed is None else 1
        dtype = np.dtype(data_type.storage)
        if self.pixels.dtype != dtype:
            raise RuntimeFailure(
                f"pixels of {self.channel_data_type} have type {dtype}, not "
                f"{self.pixels.dtype}"
            )
        if not self.pixels.size:
            raise RuntimeFailure(
                f"an image without pixels: shape {self.pixels.shape}; give it one or more"
            )
        axes = kind.coordinates + 1
        if self.pixels.ndim != axes or self.pixels.shape[-1] != channels:
            raise RuntimeFailure(
                f"pixels of a {self.channel_order} {kind} need {axes} axes, the last of "
                f"length {channels}; got shape {self.pixels.shape}"
            )
        if not self.pixels.flags.c_contiguous:
            raise RuntimeFailure(
                "the pixels are not contiguous; see numpy.ascontiguousarray"
            )
        self.record = self._record(kind)
        # The last field: from here on the image is whole.
        self.address = int(self.record.ctypes.data)

    @property
    def axes(self) -> tuple[int, ...]:
        """The sizes in the order of coordinates, the width first."""
        return self.pixels.shape[-2::-1]

    def _record(self, kind: ImageKind) -> npt.NDArray[np.uint8]:
        pixels = self.pixels
        *sizes, width = pixels.shape[:-1]
        texel = pixels.itemsize * pixels.shape[-1]
        row = texel * width
        layers = sizes[0] if kind.is_array else 1
        height = sizes[-1] if kind.dimensions > 1 else 1
        record = host_image_record(
            data=int(pixels.ctypes.data),
            texel_bytes=texel,
            row_pitch=row,
            slice_pitch=row * height,
            width=width,
            height=height,
            depth=sizes[0] if kind.dimensions > 2 else 1,
            array_size=layers,
            channel_data_type=CHANNEL_TYPES[self.channel_data_type].number,
            channel_order=CHANNEL_ORDERS[self.channel_order].number,
        )
        return np.frombuffer(record, np.uint8)
