"""
Building control flow in the LLVM dialect, for passes that make blocks of their own.

Operations are made with `Operation.create`: the verifier runs after the pass.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    DenseArrayBase,
    FloatAttr,
    IntAttr,
    IntegerAttr,
    IntegerType,
    UnitAttr,
    i1,
    i8,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_opencl.dialects.llvm_ext.instructions import AddrSpaceCastOp
from xdsl_opencl.dialects.llvm_ext.intrinsics import MemcpyOp

_PREDICATES = {
    name: IntegerAttr(number, i64)
    for number, name in enumerate(
        ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
    )
}
_NO_WRAP = IntegerAttr(3, i32)
"""`nsw nuw` of LLVM's integer overflow flags."""
DYNAMIC_INDEX = -(2**31)
"""`llvm.getelementptr`'s mark for an index that is an operand."""

GENERIC_POINTER = llvm.LLVMPointerType()


def integer_width(type: Attribute) -> int:
    """
    The bits of an integer type.
    """
    if not isinstance(type, IntegerType):
        raise TypeError(f"{type} is not an integer type")
    return cast(IntegerType, type).width.data


class BlockBuilder:
    """
    Appends LLVM operations to `block`.
    """

    __slots__ = ("block",)

    def __init__(self, block: Block):
        self.block = block

    def add(self, op: Operation, hint: str | None = None) -> SSAValue:
        """
        Appends `op`; returns its only result.
        """
        self.block.add_op(op)
        result = op.results[0]
        result.name_hint = hint
        return result

    def constant(self, value: int, type: Attribute = i64) -> SSAValue:
        attribute = IntegerAttr(value, integer_width(type))
        return self.add(
            llvm.ConstantOp.create(
                result_types=(type,), properties={"value": attribute}
            )
        )

    def literal(self, value: IntegerAttr | FloatAttr[Any]) -> SSAValue:
        return self.add(
            llvm.ConstantOp.create(
                result_types=(value.type,),
                properties={"value": value},
            )
        )

    def binary(
        self,
        kind: type[Operation],
        lhs: SSAValue,
        rhs: SSAValue,
        hint: str | None = None,
    ) -> SSAValue:
        return self.add(
            kind.create(operands=(lhs, rhs), result_types=(lhs.type,)), hint
        )

    def no_wrap(
        self,
        kind: type[Operation],
        lhs: SSAValue,
        rhs: SSAValue,
        hint: str | None = None,
    ) -> SSAValue:
        """
        `add`, `sub` or `mul` that wraps neither signed nor unsigned.
        """
        return self.add(
            kind.create(
                operands=(lhs, rhs),
                result_types=(lhs.type,),
                properties={"overflowFlags": _NO_WRAP},
            ),
            hint,
        )

    def compare(self, predicate: str, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self.add(
            llvm.ICmpOp.create(
                operands=(lhs, rhs),
                result_types=(i1,),
                properties={"predicate": _PREDICATES[predicate]},
            )
        )

    def compare_float(self, predicate: str, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        number = llvm.FCmpPredicateFlag(predicate).to_int()
        return self.add(
            llvm.FCmpOp.create(
                operands=(lhs, rhs),
                result_types=(i1,),
                properties={
                    "predicate": IntegerAttr(number, i64),
                    "fastmathFlags": llvm.FastMathAttr(None),
                },
            )
        )

    def select(self, condition: SSAValue, yes: SSAValue, no: SSAValue) -> SSAValue:
        return self.add(
            llvm.SelectOp.create(
                operands=(condition, yes, no),
                result_types=(yes.type,),
                properties={"fastmathFlags": llvm.FastMathAttr(None)},
            )
        )

    def resize(self, value: SSAValue, type: Attribute) -> SSAValue:
        """
        An unsigned integer as another integer type: truncated or zero-extended.
        """
        have, want = integer_width(value.type), integer_width(type)
        if have == want:
            return value
        wider = want > have
        kind = llvm.ZExtOp if wider else llvm.TruncOp
        properties: dict[str, Attribute] = (
            {} if wider else {"overflowFlags": llvm.OverflowAttr(None)}
        )
        return self.add(
            kind.create(operands=(value,), result_types=(type,), properties=properties)
        )

    def offset(
        self,
        pointer: SSAValue,
        index: int | SSAValue,
        element: Attribute = i8,
        hint: str | None = None,
    ) -> SSAValue:
        """
        `pointer` plus `index` elements, within its object.
        """
        dynamic = isinstance(index, SSAValue)
        if index == 0:
            return pointer
        return self.add(
            llvm.GEPOp.create(
                operands=(pointer, index) if dynamic else (pointer,),
                result_types=(pointer.type,),
                properties={
                    "elem_type": element,
                    "rawConstantIndices": DenseArrayBase.from_list(
                        i32, (DYNAMIC_INDEX if dynamic else index,)
                    ),
                    "inbounds": UnitAttr(),
                    "noWrapFlags": IntegerAttr(0, i32),
                },
            ),
            hint,
        )

    def load(
        self,
        pointer: SSAValue,
        type: Attribute,
        alignment: int | None = None,
        hint: str | None = None,
    ) -> SSAValue:
        properties: dict[str, Attribute] = {"ordering": IntegerAttr(0, i64)}
        if alignment is not None:
            properties["alignment"] = IntegerAttr(alignment, i64)
        return self.add(
            llvm.LoadOp.create(
                operands=(pointer,), result_types=(type,), properties=properties
            ),
            hint,
        )

    def store(
        self, value: SSAValue, pointer: SSAValue, alignment: int | None = None
    ) -> None:
        properties: dict[str, Attribute] = {"ordering": IntegerAttr(0, i64)}
        if alignment is not None:
            properties["alignment"] = IntegerAttr(alignment, i64)
        self.block.add_op(
            llvm.StoreOp.create(operands=(value, pointer), properties=properties)
        )

    def alloca(
        self,
        element: Attribute,
        count: int | SSAValue = 1,
        *,
        alignment: int | None = None,
        type: Attribute = GENERIC_POINTER,
        hint: str | None = None,
    ) -> SSAValue:
        size = self.constant(count) if isinstance(count, int) else count
        properties: dict[str, Attribute] = {"elem_type": element}
        if alignment is not None:
            properties["alignment"] = IntegerAttr(alignment, i64)
        return self.add(
            llvm.AllocaOp.create(
                operands=(size,), result_types=(type,), properties=properties
            ),
            hint,
        )

    def branch(self, target: Block, arguments: Sequence[SSAValue] = ()) -> None:
        self.block.add_op(llvm.BrOp.create(operands=arguments, successors=(target,)))

    def branch_if(
        self,
        condition: SSAValue,
        yes: Block,
        no: Block,
        yes_arguments: Sequence[SSAValue] = (),
        no_arguments: Sequence[SSAValue] = (),
        attributes: dict[str, Attribute] | None = None,
    ) -> None:
        segments = (1, len(yes_arguments), len(no_arguments))
        self.block.add_op(
            llvm.CondBrOp.create(
                operands=(condition, *yes_arguments, *no_arguments),
                successors=(yes, no),
                properties={
                    "operandSegmentSizes": DenseArrayBase.from_list(i32, segments)
                },
                attributes=attributes or {},
            )
        )

    def ret(self) -> None:
        self.block.add_op(llvm.ReturnOp.create())


def pointer_space_number(type: Attribute) -> int:
    """
    The number of the address space of `!llvm.ptr<n>`.
    """
    assert isinstance(type, llvm.LLVMPointerType)
    return type.addr_space.data if isinstance(type.addr_space, IntAttr) else 0


def generic(build: BlockBuilder, pointer: SSAValue) -> SSAValue:
    """
    `pointer` as the `!llvm.ptr` that functions of the host take.
    """
    if pointer_space_number(pointer.type) == 0:
        return pointer
    return build.add(
        AddrSpaceCastOp.create(operands=(pointer,), result_types=(GENERIC_POINTER,))
    )


def private_copy(
    source: SSAValue, type: Attribute, size: int, align: int
) -> tuple[list[Operation], SSAValue]:
    """
    Operations that copy the `size` bytes of a `type` at `source` to private memory, not
    yet in any block, and the address of the copy.
    """
    block = Block()
    build = BlockBuilder(block)
    copy = build.alloca(type, alignment=align, type=source.type)
    length = build.constant(size)
    block.add_op(
        MemcpyOp.create(
            operands=(copy, source, length),
            properties={"isVolatile": IntegerAttr(0, i1)},
        )
    )
    made = list(block.ops)
    for op in made:
        op.detach()
    return made, copy
