"""
Operations of MLIR 22's `vector` that xDSL 0.74 lacks: contractions and reductions along dimensions
(`products.py`), other places of elements (`elements.py`), scattered memory (`memory.py`), and
masked operations (`mask.py`). The plugin's `universe.py` wraps the factory of the `vector` dialect
with `extended`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from xdsl.dialects import vector
from xdsl.ir import Dialect, Operation
from xdsl.parser import Parser

from xdsl_opencl.dialects import forms
from xdsl_opencl.dialects.vector_ext.elements import (
    ConstantMaskOp,
    DeinterleaveOp,
    ExtractStridedSliceOp,
    FromElementsOp,
    InsertStridedSliceOp,
    InterleaveOp,
    ScanOp,
    StepOp,
    ToElementsOp,
)
from xdsl_opencl.dialects.vector_ext.mask import MaskOp, YieldOp
from xdsl_opencl.dialects.vector_ext.memory import (
    CompressStoreOp,
    ExpandLoadOp,
    GatherOp,
    ScatterOp,
    TypeCastOp,
)
from xdsl_opencl.dialects.vector_ext.products import (
    ContractOp,
    IteratorTypeAttr,
    MultiReductionOp,
    OuterProductOp,
    ShapeCastOp,
    TransposeOp,
)

OPS: tuple[forms.Kind, ...] = (
    ContractOp,
    MultiReductionOp,
    OuterProductOp,
    TransposeOp,
    ShapeCastOp,
    CompressStoreOp,
    ConstantMaskOp,
    DeinterleaveOp,
    ExpandLoadOp,
    ExtractStridedSliceOp,
    FromElementsOp,
    GatherOp,
    InsertStridedSliceOp,
    InterleaveOp,
    MaskOp,
    ScanOp,
    ScatterOp,
    StepOp,
    ToElementsOp,
    TypeCastOp,
    YieldOp,
)
"""Operations that xDSL 0.74 does not define."""


def parse_print(parser: Parser) -> vector.PrintOp:
    """Parses upstream's form of `vector.print`, which xDSL has in the generic form only."""
    name = parser.parse_unresolved_operand()
    attributes = parser.parse_optional_attr_dict()
    parser.parse_punctuation(":")
    op = vector.PrintOp(parser.resolve_operand(name, parser.parse_type()))
    op.attributes |= attributes
    return op


@cache
def _readers() -> Mapping[type[Operation], type[Operation]]:
    return {vector.PrintOp: forms.reader(vector.PrintOp, parse=parse_print)}


def extended(dialect: Dialect) -> Dialect:
    """Returns `vector` with what it lacks, as `forms.extended`."""
    return forms.extended(dialect, _readers(), OPS, (IteratorTypeAttr,))
