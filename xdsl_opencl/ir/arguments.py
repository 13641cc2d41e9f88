"""Reads of the segments of arguments that exist at kernel entry."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from xdsl.dialects.builtin import DictionaryAttr, i32
from xdsl.ir import Attribute, SSAValue

from xdsl_opencl.dialects.opencl.low_level import LoadArgumentOp, Segment, SegmentAttr
from xdsl_opencl.ir.build import METADATA, Builder, integer_attribute

_segment = cache(SegmentAttr)


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
    return build.add(
        LoadArgumentOp.create(
            result_types=(type,),
            properties={
                "segment": _segment(segment),
                "offset": integer_attribute(offset, i32),
            },
            attributes={METADATA: DictionaryAttr(metadata)} if metadata else {},
        )
    )
