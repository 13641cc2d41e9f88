"""Attributes without parameters that many modules make, and xDSL's types of any elements."""

from __future__ import annotations

from xdsl.dialects.builtin import (
    IndexType,
    MemRefType,
    TensorType,
    UnitAttr,
    VectorType,
)
from xdsl.ir import Attribute

INDEX = IndexType()
UNIT = UnitAttr()

AnyMemRef = MemRefType[Attribute]
AnyTensor = TensorType[Attribute]
AnyVector = VectorType[Attribute]
