"""
Cheap construction of the operations that the lowering passes make by the thousand.

`Operation.create` skips the constructors' checks; the verifier runs after the pass. An
`Emitter` collects new operations and inserts them before the one being lowered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import cast

from xdsl.dialects import arith, llvm
from xdsl.dialects.builtin import (
    DenseArrayBase,
    DictionaryAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    StringAttr,
    UnitAttr,
    UnrealizedConversionCastOp,
    VectorType,
    i1,
    i8,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.dialects.llvm_ext.corrected import CallIntrinsicOp, GEPOp, LoadOp
from xdsl_opencl.dialects.llvm_ext.instructions import ExtractElementOp
from xdsl_opencl.dialects.opencl.low_level import LoadArgumentOp, Segment, SegmentAttr

METADATA = "opencl.metadata"
"""Discardable attribute with LLVM's instruction metadata, a dictionary."""

NO_WRAP = arith.IntegerOverflowAttr((arith.IntegerOverflowFlag.NUW,))
_WRAP = arith.IntegerOverflowAttr("none")
_NO_FAST_MATH = arith.FastMathFlagsAttr("none")
_NO_LLVM_FAST_MATH = llvm.FastMathAttr(None)
_NO_BUNDLES = DenseArrayBase.from_list(i32, ())
_PREDICATES = {
    name: IntegerAttr(number, i64)
    for number, name in enumerate(
        ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
    )
}
"""`arith.cmpi`'s predicates (MLIR's `Arith_CmpIPredicateAttr`)."""


# An attribute costs several times as much to make as to look up, and few are different.


@cache
def integer_attribute(value: int, type: IntegerType | IndexType) -> IntegerAttr:
    """
    `value` of `type`, one object however often it is asked for.
    """
    return IntegerAttr(value, type)


@cache
def _numbers(*elements: int) -> DenseArrayBase[IntegerType]:
    return DenseArrayBase.from_list(i32, elements)


@cache
def _segment(segment: Segment) -> SegmentAttr:
    return SegmentAttr(segment)


_UNIT = UnitAttr()
_ZERO = integer_attribute(0, i32)
_NOT_ATOMIC = integer_attribute(0, i64)


def set_type(value: SSAValue, new_type: Attribute) -> None:
    """
    Changes the type of `value` in place.

    xDSL's public way makes a new value and moves every use; the field is private, so this
    is the only function that touches it.
    """
    value._type = new_type  # pyright: ignore[reportPrivateUsage]


def replace(op: Operation, values: Sequence[SSAValue]) -> None:
    """
    Replaces the results of `op` by `values` and erases it.
    """
    for old, new in zip(op.results, values, strict=True):
        # That also hands on the name.
        old.replace_all_uses_with(new)
    block = op.parent
    assert block is not None
    block.erase_op(op)


class Emitter:
    """
    New operations in front of one operation, in order.
    """

    __slots__ = ("ops",)

    def __init__(self) -> None:
        self.ops: list[Operation] = []

    def add(self, op: Operation) -> SSAValue:
        """
        Appends `op`; returns its only result.
        """
        self.ops.append(op)
        return op.results[0]

    def insert_before(self, op: Operation) -> None:
        """
        Puts the collected operations before `op`, as from the same place in the source,
        and forgets them.
        """
        if self.ops:
            for new in self.ops:
                new.location = op.location
            block = op.parent
            assert block is not None
            block.insert_ops_before(self.ops, op)
            self.ops = []

    def constant(self, value: int, type: Attribute = i32) -> SSAValue:
        attribute = integer_attribute(value, cast("IntegerType | IndexType", type))
        return self.add(
            arith.ConstantOp.create(
                result_types=(type,), properties={"value": attribute}
            )
        )

    def plain(
        self,
        kind: type[Operation],
        *operands: SSAValue,
        result: Attribute | None = None,
    ) -> SSAValue:
        """
        An operation without properties; the result has the type of the first operand
        unless `result` is given.
        """
        return self.add(
            kind.create(
                operands=operands,
                result_types=(operands[0].type if result is None else result,),
            )
        )

    def integer(
        self,
        kind: type[Operation],
        lhs: SSAValue,
        rhs: SSAValue,
        *,
        no_wrap: bool = False,
    ) -> SSAValue:
        """
        `arith.addi`, `subi`, `muli`, `shli`: integer arithmetic with overflow flags.
        """
        return self.add(
            kind.create(
                operands=(lhs, rhs),
                result_types=(lhs.type,),
                properties={"overflowFlags": NO_WRAP if no_wrap else _WRAP},
            )
        )

    def floating(self, kind: type[Operation], lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self.add(
            kind.create(
                operands=(lhs, rhs),
                result_types=(lhs.type,),
                properties={"fastmath": _NO_FAST_MATH},
            )
        )

    def compare(self, predicate: str, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self.add(
            arith.CmpiOp.create(
                operands=(lhs, rhs),
                result_types=(i1,),
                properties={"predicate": _PREDICATES[predicate]},
            )
        )

    def select(self, condition: SSAValue, yes: SSAValue, no: SSAValue) -> SSAValue:
        return self.add(
            arith.SelectOp.create(
                operands=(condition, yes, no), result_types=(yes.type,)
            )
        )

    def intrinsic(
        self,
        name: str,
        operands: Sequence[SSAValue],
        result: Attribute | None,
        metadata: Mapping[str, Attribute] | None = None,
    ) -> Operation:
        """
        A call of LLVM intrinsic `name`.
        """
        op = CallIntrinsicOp.create(
            operands=operands,
            result_types=() if result is None else (result,),
            properties={
                "intrin": StringAttr(name),
                "fastmathFlags": _NO_LLVM_FAST_MATH,
                "op_bundle_sizes": _NO_BUNDLES,
                "operandSegmentSizes": _numbers(len(operands), 0),
            },
            attributes={METADATA: DictionaryAttr(metadata)} if metadata else {},
        )
        self.ops.append(op)
        return op

    def element(self, value: SSAValue, index: int) -> SSAValue:
        """
        Element `index` of a vector.
        """
        from xdsl.dialects import vector

        assert isinstance(value.type, VectorType)
        return self.add(
            vector.ExtractOp.create(
                operands=(value,),
                result_types=(value.type.element_type,),  # pyright: ignore[reportUnknownArgumentType, reportUnknownMemberType]
                properties={"static_position": DenseArrayBase.from_list(i64, (index,))},
            )
        )

    def lane(self, value: SSAValue, index: int) -> SSAValue:
        """
        `element` for passes that end in intrinsics: as `llvm.extractelement`, for which
        the `vector` dialect need not be imported.
        """
        assert isinstance(value.type, VectorType)
        return self.add(
            ExtractElementOp.create(
                operands=(value, self.constant(index)),
                result_types=(value.type.element_type,),  # pyright: ignore[reportUnknownArgumentType, reportUnknownMemberType]
            )
        )

    def load_argument(
        self,
        segment: Segment,
        offset: int,
        type: Attribute,
        metadata: Mapping[str, Attribute] | None = None,
    ) -> SSAValue:
        return self.add(
            LoadArgumentOp.create(
                result_types=(type,),
                properties={
                    "segment": _segment(segment),
                    "offset": integer_attribute(offset, i32),
                },
                attributes={METADATA: DictionaryAttr(metadata)} if metadata else {},
            )
        )

    def load(
        self,
        pointer: SSAValue,
        type: Attribute,
        alignment: int,
        metadata: Attribute | None = None,
    ) -> SSAValue:
        """
        A load from memory that does not change while the kernel runs.
        """
        return self.add(
            LoadOp.create(
                operands=(pointer,),
                result_types=(type,),
                properties={
                    "alignment": integer_attribute(alignment, i64),
                    "ordering": _NOT_ATOMIC,
                    "invariant": _UNIT,
                },
                attributes={} if metadata is None else {METADATA: metadata},
            )
        )

    def byte_offset(self, pointer: SSAValue, offset: int) -> SSAValue:
        """
        `pointer` plus `offset` bytes, within its object.
        """
        if offset == 0:
            return pointer
        return self.add(
            GEPOp.create(
                operands=(pointer,),
                result_types=(pointer.type,),
                properties={
                    "elem_type": i8,
                    "rawConstantIndices": _numbers(offset),
                    "inbounds": _UNIT,
                    "noWrapFlags": _ZERO,
                },
            )
        )

    def cast(self, value: SSAValue, type: Attribute) -> SSAValue:
        """
        `builtin.unrealized_conversion_cast`, the boundary between two type systems.
        """
        return self.add(
            UnrealizedConversionCastOp.create(operands=(value,), result_types=(type,))
        )
