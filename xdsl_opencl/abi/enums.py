"""
Enumerations that OpenCL C fixes, spelt as the specification spells them in lower case.

They carry the specification's numbers and are free of IR, so that the ABI tables, the
dialect and the runtime share one definition of each.
"""

from __future__ import annotations

from xdsl_opencl.abi.str_enum import StrEnum


class AddressSpace(StrEnum):
    """
    OpenCL's address spaces in the order of their numbers in SPIR and in clang's kernel
    metadata (SPIR 1.2 provisional specification, section 2.2).
    """

    PRIVATE = "private"
    GLOBAL = "global"
    CONSTANT = "constant"
    LOCAL = "local"
    GENERIC = "generic"

    @property
    def spir(self) -> int:
        return _SPACES.index(self)

    @staticmethod
    def from_spir(number: int) -> AddressSpace:
        """
        The address space of SPIR's `number` (0 to 4).

        Raises `ValueError` for any other number.
        """
        if number not in range(len(_SPACES)):
            raise ValueError(f"{number} is not an OpenCL address space (0 to 4)")
        return _SPACES[number]


_SPACES = tuple(AddressSpace)


class Segment(StrEnum):
    """
    A read-only block that exists when a kernel begins.

    `explicit`: the kernel's own arguments; `implicit`: the hidden arguments; `dispatch`:
    the AQL dispatch packet; `header`: the nine dwords of r600 before the arguments.
    """

    EXPLICIT = "explicit"
    IMPLICIT = "implicit"
    DISPATCH = "dispatch"
    HEADER = "header"


class AccessQualifier(StrEnum):
    """Access qualifiers of images and pipes (OpenCL C 3.0, section 6.6)."""

    NONE = "none"
    READ_ONLY = "read_only"
    WRITE_ONLY = "write_only"
    READ_WRITE = "read_write"

    @property
    def readable(self) -> bool:
        return self in (AccessQualifier.READ_ONLY, AccessQualifier.READ_WRITE)

    @property
    def writable(self) -> bool:
        return self in (AccessQualifier.WRITE_ONLY, AccessQualifier.READ_WRITE)


class ImageKind(StrEnum):
    """The twelve image types of OpenCL C (3.0, section 6.3.3)."""

    IMAGE1D = "image1d_t"
    IMAGE1D_BUFFER = "image1d_buffer_t"
    IMAGE1D_ARRAY = "image1d_array_t"
    IMAGE2D = "image2d_t"
    IMAGE2D_ARRAY = "image2d_array_t"
    IMAGE2D_DEPTH = "image2d_depth_t"
    IMAGE2D_ARRAY_DEPTH = "image2d_array_depth_t"
    IMAGE2D_MSAA = "image2d_msaa_t"
    IMAGE2D_ARRAY_MSAA = "image2d_array_msaa_t"
    IMAGE2D_MSAA_DEPTH = "image2d_msaa_depth_t"
    IMAGE2D_ARRAY_MSAA_DEPTH = "image2d_array_msaa_depth_t"
    IMAGE3D = "image3d_t"

    @property
    def dimensions(self) -> int:
        """Spatial dimensions: 1, 2 or 3, the array index not counted."""
        return int(self.value[len("image")])

    @property
    def is_array(self) -> bool:
        return "_array" in self.value

    @property
    def is_depth(self) -> bool:
        return "_depth" in self.value

    @property
    def is_msaa(self) -> bool:
        return "_msaa" in self.value

    @property
    def is_buffer(self) -> bool:
        return self is ImageKind.IMAGE1D_BUFFER

    @property
    def coordinates(self) -> int:
        """
        Elements of a coordinate that are read: spatial dimensions plus the array index.
        """
        return self.dimensions + self.is_array

    @property
    def coordinate_width(self) -> int:
        """
        Elements of OpenCL C's coordinate type: 1, 2 or 4 (a 3-element coordinate is
        passed as a 4-vector whose last element is ignored).
        """
        return 4 if self.coordinates == 3 else self.coordinates


class AddressingMode(StrEnum):
    """`CLK_ADDRESS_*` (OpenCL C 3.0, section 6.15.15.2)."""

    NONE = "none"
    CLAMP_TO_EDGE = "clamp_to_edge"
    CLAMP = "clamp"
    REPEAT = "repeat"
    MIRRORED_REPEAT = "mirrored_repeat"


class FilterMode(StrEnum):
    """`CLK_FILTER_*` (OpenCL C 3.0, section 6.15.15.2)."""

    NEAREST = "nearest"
    LINEAR = "linear"


class ElementKind(StrEnum):
    """
    The suffix of `read_image*` and `write_image*`: float, half, int, unsigned int.
    """

    F = "f"
    H = "h"
    I = "i"  # noqa: E741
    UI = "ui"


class MemoryOrder(StrEnum):
    """`memory_order_*` (OpenCL C 3.0, section 6.15.12.3)."""

    RELAXED = "relaxed"
    ACQUIRE = "acquire"
    RELEASE = "release"
    ACQ_REL = "acq_rel"
    SEQ_CST = "seq_cst"


class MemoryScope(StrEnum):
    """`memory_scope_*` (OpenCL C 3.0, section 6.15.12.4)."""

    WORK_ITEM = "work_item"
    SUB_GROUP = "sub_group"
    WORK_GROUP = "work_group"
    DEVICE = "device"
    ALL_SVM_DEVICES = "all_svm_devices"


class FenceFlag(StrEnum):
    """
    `CLK_*_MEM_FENCE` (OpenCL C 3.0, section 6.15.8): bit 0 local, bit 1 global, bit 2
    image.
    """

    LOCAL = "local"
    GLOBAL = "global"
    IMAGE = "image"

    @property
    def bit(self) -> int:
        return 1 << tuple(FenceFlag).index(self)


class RoundingMode(StrEnum):
    """Rounding modes of `convert_*` (OpenCL C 3.0, section 6.4.3.2)."""

    RTE = "rte"
    RTZ = "rtz"
    RTP = "rtp"
    RTN = "rtn"
