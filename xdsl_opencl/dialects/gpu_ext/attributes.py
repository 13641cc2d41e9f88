"""Attributes of the `gpu` dialect that xDSL 0.74 lacks, or knows a part of."""

from __future__ import annotations

from enum import auto
from typing import Any

from xdsl.dialects import gpu
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import SpacedOpaqueSyntaxAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.str_enum import StrEnum


class GPUAddressSpace(StrEnum):
    """The memory spaces of `gpu` (MLIR, `GPU_AddressSpaceEnum`)."""

    Global = auto()
    Workgroup = auto()
    Private = auto()
    Constant = auto()


class ReductionKind(StrEnum):
    """
    The combinations of `gpu.all_reduce` (MLIR, `GPU_AllReduceOperation`). `Max` and `Min`
    are xDSL's, and MLIR's before 18.
    """

    Add = auto()
    Mul = auto()
    Minui = auto()
    Minsi = auto()
    Minnumf = auto()
    Maxui = auto()
    Maxsi = auto()
    Maxnumf = auto()
    And = auto()
    Or = auto()
    Xor = auto()
    Minimumf = auto()
    Maximumf = auto()
    Max = auto()
    Min = auto()


class ShuffleMode(StrEnum):
    """The modes of `gpu.shuffle` (MLIR, `GPU_ShuffleMode`)."""

    Xor = auto()
    Up = auto()
    Down = auto()
    Idx = auto()


@irdl_attr_definition
class GPUAddressSpaceAttr(EnumAttribute[GPUAddressSpace]):
    """The memory space of a memref: `memref<64xf32, #gpu.address_space<workgroup>>`."""

    name = "gpu.address_space"

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(f"<{self.data.value}>")

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> GPUAddressSpace:
        with parser.in_angle_brackets():
            return super().parse_parameter(parser)


WORKGROUP = GPUAddressSpaceAttr(GPUAddressSpace.Workgroup)
"""The memory space of a work-group."""


class MappingId(StrEnum):
    """What a dimension of `scf.forall` is mapped to (MLIR, `GPU_MappingId`)."""

    X = auto()
    Y = auto()
    Z = auto()
    Linear_Dim_0 = auto()
    Linear_Dim_1 = auto()
    Linear_Dim_2 = auto()


class _Mapping(EnumAttribute[MappingId]):
    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(f"<{self.data.value}>")

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> MappingId:
        with parser.in_angle_brackets():
            return super().parse_parameter(parser)


@irdl_attr_definition
class BlockMappingAttr(_Mapping):
    """A dimension of the grid of work-groups: `#gpu.block<x>`."""

    name = "gpu.block"


@irdl_attr_definition
class ThreadMappingAttr(_Mapping):
    """A dimension of a work-group: `#gpu.thread<x>`."""

    name = "gpu.thread"


@irdl_attr_definition
class WarpMappingAttr(_Mapping):
    """A dimension of the sub-groups of a work-group: `#gpu.warp<x>`."""

    name = "gpu.warp"


@irdl_attr_definition
class ReductionKindAttr(EnumAttribute[ReductionKind], SpacedOpaqueSyntaxAttribute):
    """
    A kind of reduction that xDSL does not know. Example: `#gpu<all_reduce_op maxsi>`
    """

    name = "gpu.all_reduce_op"


def reduction_kind(kind: ReductionKind) -> ReductionKindAttr | gpu.AllReduceOpAttr:
    """The attribute for `kind`: xDSL's where it has one."""
    if kind.name in gpu.AllReduceOpEnum.__members__:
        return gpu.AllReduceOpAttr(gpu.AllReduceOpEnum[kind.name])
    return ReductionKindAttr(kind)


def parse_reduction(parser: AttrParser) -> ReductionKind | None:
    """The kind of reduction that the next word is; `None` if there is no word."""
    word = parser.parse_optional_identifier()
    if word is not None and word not in [*ReductionKind]:
        # Past the word, where xDSL's own reader stops.
        kinds = ", ".join(ReductionKind)
        parser.raise_error(f"there is no reduction '{word}'; use one of {kinds}")
    return None if word is None else ReductionKind(word)


class ReductionKindReader(EnumAttribute[ReductionKind], SpacedOpaqueSyntaxAttribute):
    """
    Reads all of `#gpu<all_reduce_op ...>`, where xDSL reads a part. It makes no attribute of
    its own class.
    """

    name = "gpu.all_reduce_op"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> Any:
        word = parser.parse_optional_keyword_in([str(kind) for kind in ReductionKind])
        if word is None:
            # The message is xDSL's.
            return parser.parse_str_enum(gpu.AllReduceOpEnum)
        return ReductionKind(word)

    def __new__(cls, data: ReductionKind) -> Any:
        return reduction_kind(data)


@irdl_attr_definition
class ShuffleModeAttr(EnumAttribute[ShuffleMode], SpacedOpaqueSyntaxAttribute):
    """Example: `#gpu<shuffle_mode xor>`"""

    name = "gpu.shuffle_mode"
