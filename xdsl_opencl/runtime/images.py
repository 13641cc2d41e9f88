"""
Images over NumPy arrays, and the record through which kernels see them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from xdsl_opencl.runtime.errors import RuntimeFailure


@dataclass
class Image:
    """
    An image: `pixels` is `[width, channels]`, `[height, width, channels]` or
    `[depth or layers, height, width, channels]`, in storage order and type, and is shared
    with the kernel, not copied. `kind` is OpenCL C's type name.
    """

    pixels: npt.NDArray[Any]
    kind: str = "image2d_t"
    channel_order: str = "RGBA"
    channel_data_type: str = "UNORM_INT8"
    record: npt.NDArray[np.uint8] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        raise RuntimeFailure("images on the CPU device are not available")
