"""A field of an image descriptor, and the attributes that are in one."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl_opencl.abi.gpu.processors import ByGeneration
from xdsl_opencl.abi.str_enum import StrEnum


class ImageQuery(StrEnum):
    """Attributes that a kernel can ask of an image."""

    WIDTH = "width"
    HEIGHT = "height"
    DEPTH = "depth"
    ARRAY_SIZE = "array_size"
    CHANNEL_DATA_TYPE = "channel_data_type"
    CHANNEL_ORDER = "channel_order"
    NUM_MIP_LEVELS = "num_mip_levels"
    NUM_SAMPLES = "num_samples"


@dataclass(frozen=True)
class DescriptorField:
    """
    `bits` bits from `bit`, counted from bit 0 of dword 0; never across two dwords.

    The attribute is the field plus `plus`; or 1 shifted left by the field when
    `power_of_two`; or `table[field]` when there is a table.
    """

    bit: int
    bits: int = 32
    plus: int = 0
    power_of_two: bool = False
    table: tuple[int, ...] = ()

    @property
    def dword(self) -> int:
        return self.bit // 32

    @property
    def shift(self) -> int:
        """The field's lowest bit in its dword."""
        return self.bit % 32

    @property
    def mask(self) -> int:
        """The mask after shifting; all ones for a whole dword."""
        return (1 << self.bits) - 1

    def value(self, dwords: tuple[int, ...]) -> int:
        field = dwords[self.dword] >> self.shift & self.mask
        if self.table:
            return self.table[field]
        return 1 << field if self.power_of_two else field + self.plus


ImageField = DescriptorField | ByGeneration[DescriptorField]
"""A field that is in one place, or has moved between generations."""
