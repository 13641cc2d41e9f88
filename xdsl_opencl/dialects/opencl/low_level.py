"""The low-level family, made by passes: argument segments and loads from them."""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerAttr, i32
from xdsl.dialects.llvm import LLVMPointerType
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import Attribute
from xdsl.irdl import irdl_attr_definition, prop_def, result_def
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.abi.enums import Segment
from xdsl_opencl.dialects.definition import (
    Built,
    PureOp,
    fill,
    irdl_op_definition,
    named,
)
from xdsl_opencl.dialects.opencl.attrs import SpelledEnum


@irdl_attr_definition
class SegmentAttr(SpelledEnum[Segment], EnumAttribute[Segment]):
    """A block that exists at kernel entry: `#opencl<segment implicit>`."""

    name = "opencl.segment"


class _SegmentPointerOp(Built, PureOp):
    result = result_def(LLVMPointerType)

    assembly_format = "attr-dict `:` type($result)"


KernelArgumentsPtrOp = named("opencl.kernel_arguments_ptr", _SegmentPointerOp)
"""
Address of the argument segment, in constant memory (`!llvm.ptr<2>`); offsets of
explicit arguments count from there.
"""
ImplicitArgumentsPtrOp = named("opencl.implicit_arguments_ptr", _SegmentPointerOp)
"""Address of the hidden block, in constant memory (`!llvm.ptr<2>`)."""
DispatchPtrOp = named("opencl.dispatch_ptr", _SegmentPointerOp)
"""Address of the AQL dispatch packet, in constant memory (`!llvm.ptr<2>`)."""
CheckContextOp = named("opencl.check_context", _SegmentPointerOp)
"""
Address of the work-group's record for the checker of the CPU device
(`opencl-check-accesses`, `abi/cpu/host_check.py`); `opencl-form-work-groups` makes it.
"""


@irdl_op_definition
class LoadArgumentOp(PureOp):
    """
    Loads a value at a byte offset of a segment; the memory is invariant. `explicit` is the whole
    argument segment, including any data before the arguments.

    Example: `%w = opencl.load_argument implicit[16] : i32`
    """

    name = "opencl.load_argument"

    segment = prop_def(SegmentAttr)
    offset = prop_def(IntegerAttr.constr(i32))
    result = result_def()

    assembly_format = "$segment `[` $offset `]` attr-dict `:` type($result)"

    def __init__(self, segment: Segment, offset: int, result_type: Attribute):
        fill(
            self,
            results=[result_type],
            segment=SegmentAttr(segment),
            offset=IntegerAttr(offset, i32),
        )

    def verify_(self) -> None:
        if (offset := self.offset.value.data) < 0:
            raise VerifyException(
                f"{self.name}: byte {offset} is before the {self.segment.data} arguments; "
                "give an offset from 0"
            )
