"""
The types that every ABI file shares: argument types, signatures, layouts.

Sizes, offsets and alignments are in bytes unless a name says otherwise. An offset counts
from the base of the kernel argument segment (r600: of constant buffer 0).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from xdsl_opencl.abi.enums import AccessQualifier, AddressSpace, ImageKind
from xdsl_opencl.abi.str_enum import StrEnum
from xdsl_opencl.errors import Error

KERNEL_BODY_PREFIX = "__clang_ocl_kern_imp_"
"""
Clang 21 and later give this prefix to the function with the body of a called kernel
(`clang/lib/AST/Mangle.cpp`).
"""


class AbiError(Error, ValueError):
    """
    A request that an ABI cannot satisfy: an unknown name, an argument type without a
    place in it.
    """


class ScalarKind(StrEnum):
    """OpenCL C's scalar types that may be kernel arguments (3.0, section 6.3.1)."""

    CHAR = "char"
    UCHAR = "uchar"
    SHORT = "short"
    USHORT = "ushort"
    INT = "int"
    UINT = "uint"
    LONG = "long"
    ULONG = "ulong"
    HALF = "half"
    FLOAT = "float"
    DOUBLE = "double"

    @property
    def size(self) -> int:
        return _SCALAR_SIZES[self]


_SCALAR_SIZES: Mapping[ScalarKind, int] = {
    ScalarKind.CHAR: 1,
    ScalarKind.UCHAR: 1,
    ScalarKind.SHORT: 2,
    ScalarKind.USHORT: 2,
    ScalarKind.INT: 4,
    ScalarKind.UINT: 4,
    ScalarKind.LONG: 8,
    ScalarKind.ULONG: 8,
    ScalarKind.HALF: 2,
    ScalarKind.FLOAT: 4,
    ScalarKind.DOUBLE: 8,
}

VECTOR_WIDTHS = (2, 3, 4, 8, 16)
"""Vector lengths of OpenCL C (3.0, section 6.3.2)."""


@dataclass(frozen=True)
class ValueType:
    """A scalar (`width` 1) or a vector (`width` in `VECTOR_WIDTHS`) passed by value."""

    scalar: ScalarKind
    width: int = 1

    def __post_init__(self) -> None:
        if self.width != 1 and self.width not in VECTOR_WIDTHS:
            raise AbiError(f"OpenCL C has no {self.scalar}{self.width}")

    def __str__(self) -> str:
        """The type as OpenCL C spells it: `uint4`."""
        return f"{self.scalar}{self.width if self.width > 1 else ''}"

    @property
    def size(self) -> int:
        """The size in memory, where a vector of three has the place of four."""
        return self.scalar.size * (4 if self.width == 3 else self.width)

    @staticmethod
    def named(name: str) -> ValueType | None:
        """The type that OpenCL C calls `name` (`uint4`), `None` for other types."""
        scalar = name.rstrip("0123456789")
        width = name[len(scalar) :]
        if scalar not in _SCALAR_SIZES or width not in ("", *map(str, VECTOR_WIDTHS)):
            return None
        return ValueType(ScalarKind(scalar), int(width or 1))


@dataclass(frozen=True)
class PointerType:
    """A pointer; `pointee_align` is known for local pointers of typed declarations."""

    address_space: AddressSpace
    pointee_align: int | None = None


@dataclass(frozen=True)
class StructType:
    """
    A structure (or array) passed by value, with the size and alignment of its C layout.
    """

    size: int
    align: int


@dataclass(frozen=True)
class ImageArgument:
    """An image: its kind and the kernel's access to it."""

    kind: ImageKind
    access: AccessQualifier


class HandleKind(StrEnum):
    """Opaque arguments other than images."""

    SAMPLER = "sampler"
    QUEUE = "queue"
    PIPE = "pipe"
    CLK_EVENT = "clk_event"
    RESERVE_ID = "reserve_id"


@dataclass(frozen=True)
class HandleType:
    """An opaque argument that is not an image."""

    kind: HandleKind


class CompanionKind(StrEnum):
    """
    The arguments that `opencl-add-implicit-operands` adds after an image: width, height,
    depth as three packed dwords; channel data type and order as two packed dwords
    (Mesa clover, `core/kernel.cpp`).
    """

    IMAGE_SIZE = "image_size"
    IMAGE_FORMAT = "image_format"

    @property
    def dwords(self) -> int:
        return 3 if self is CompanionKind.IMAGE_SIZE else 2


@dataclass(frozen=True)
class CompanionType:
    """A value that travels with an image; see `CompanionKind`."""

    kind: CompanionKind


ArgumentType = (
    ValueType | PointerType | StructType | ImageArgument | HandleType | CompanionType
)


@dataclass(frozen=True)
class Argument:
    """One explicit argument of a kernel."""

    name: str
    type: ArgumentType


@dataclass(frozen=True)
class KernelSignature:
    """The input of a layout: the kernel's name and its explicit arguments in order."""

    name: str
    arguments: tuple[Argument, ...]


@dataclass(frozen=True)
class PlacedArgument:
    """
    An explicit or hidden argument with its place.

    `kind` is the word that `layouts.json`-style tables use: `by_value`,
    `global_pointer`, `constant_pointer`, `local_pointer`, `image`, `sampler`, `queue`,
    `pipe`, `image_size`, `image_format`, ... or `hidden_*`. `index` is the position among
    the explicit arguments, `None` for hidden ones. `resource_id` is set on images and
    samplers where the ABI numbers them. `type` is `None` for hidden arguments, and where
    the source of a layout does not know it.
    """

    name: str
    kind: str
    offset: int
    size: int
    align: int
    index: int | None = None
    resource_id: int | None = None
    type: ArgumentType | None = None


@dataclass(frozen=True)
class KernelArgumentLayout:
    """
    The place of every argument of one kernel.

    `explicit_end` is the first byte after the last explicit argument; `implicit_offset`
    and `implicit_bytes` describe the hidden block after it (`implicit_bytes` 0: none);
    `kernarg_segment_size` and `kernarg_segment_align` are what a loader allocates.
    """

    kernel: str
    arguments: tuple[PlacedArgument, ...]
    explicit_end: int
    implicit_offset: int
    implicit_bytes: int
    kernarg_segment_size: int
    kernarg_segment_align: int

    @property
    def explicit(self) -> tuple[PlacedArgument, ...]:
        return tuple(a for a in self.arguments if a.index is not None)

    @property
    def hidden(self) -> tuple[PlacedArgument, ...]:
        return tuple(a for a in self.arguments if a.index is None)


@dataclass(frozen=True)
class HiddenUse:
    """
    The part of the hidden block that a kernel reads.

    `bytes_read` is the number of bytes from the start of the block up to the last byte
    read (0: the block is gone, `None`: unknown, the whole block stays). `entries` names
    the pointers that are needed (`hidden_printf_buffer`, `hidden_default_queue`, ...).
    """

    bytes_read: int | None = None
    entries: frozenset[str] = field(default_factory=frozenset[str])


NO_HIDDEN = HiddenUse(bytes_read=0)
"""A kernel that reads no hidden argument."""
WHOLE_HIDDEN = HiddenUse()
"""An unknown kernel: the whole hidden block stays."""


def align_to(value: int, alignment: int) -> int:
    """The least multiple of `alignment` that is not below `value`."""
    return -(-value // alignment) * alignment
