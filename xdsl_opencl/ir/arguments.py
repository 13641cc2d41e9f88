"""Reads of the segments of arguments that exist at kernel entry."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from xdsl.dialects.builtin import DictionaryAttr, i32
from xdsl.ir import Attribute, SSAValue

from xdsl_opencl.abi.model import AbiError
from xdsl_opencl.abi.target import Target
from xdsl_opencl.dialects.opencl.low_level import LoadArgumentOp, Segment, SegmentAttr
from xdsl_opencl.ir.build import METADATA, Builder, integer_attribute
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.type_layout import type_size_align

_segment = cache(SegmentAttr)


def check_end(op: LoadArgumentOp, size: int, target: Target) -> None:
    """
    Raises `PassError` if `op` loads bytes after the first `size` of its segment, or a type that
    OpenCL C lacks.
    """
    try:
        length, _ = type_size_align(op.result.type, target)
    except AbiError as error:
        fail(op, str(error))
    if (end := op.offset.value.data + length) > size:
        fail(
            op,
            f"the load ends at byte {end} of the {op.segment.data} arguments, which have "
            f"{size} bytes in ABI {target.abi}; give another offset or type",
        )


def load_argument(
    build: Builder,
    segment: Segment,
    offset: int,
    type: Attribute,
    metadata: Mapping[str, Attribute] | None = None,
) -> SSAValue:
    """
    Loads a `type` from byte `offset` of `segment`, with LLVM's instruction `metadata`.
    """
    return build.op(
        LoadArgumentOp,
        type=type,
        properties={
            "segment": _segment(segment),
            "offset": integer_attribute(offset, i32),
        },
        attributes={METADATA: DictionaryAttr(metadata)} if metadata else None,
    )
