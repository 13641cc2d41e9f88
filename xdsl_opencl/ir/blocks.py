"""
The builder under its former name, and copies to private memory.
"""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import IntegerAttr, IntegerType, i1
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_opencl.dialects.llvm_ext.intrinsics import MemcpyOp
from xdsl_opencl.ir.build import (
    DYNAMIC_INDEX,
    GENERIC_POINTER,
    Builder,
    pointer_space_number,
)

__all__ = (
    "DYNAMIC_INDEX",
    "GENERIC_POINTER",
    "BlockBuilder",
    "generic",
    "integer_width",
    "pointer_space_number",
    "private_copy",
)


def integer_width(type: Attribute) -> int:
    """
    Returns the bits of an integer type.
    """
    if not isinstance(type, IntegerType):
        raise TypeError(f"{type} is not an integer type")
    return cast(IntegerType, type).width.data


class BlockBuilder(Builder):
    """
    A builder that makes arithmetic without the property of flags.
    """

    __slots__ = ()

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

    def literal(self, attribute: Attribute, type: Attribute | None = None) -> SSAValue:
        if type is None:
            type = cast("IntegerAttr[IntegerType]", attribute).type
        return super().literal(attribute, type)


def generic(build: Builder, pointer: SSAValue) -> SSAValue:
    """
    Returns `pointer` as the `!llvm.ptr` that functions of the host take.
    """
    return build.generic(pointer)


def private_copy(
    source: SSAValue, type: Attribute, size: int, align: int
) -> tuple[list[Operation], SSAValue]:
    """
    Returns operations that copy the `size` bytes of a `type` at `source` to private
    memory, not yet in any block, and the address of the copy.
    """
    block = Block()
    build = Builder(block)
    copy = build.alloca(type, alignment=align, type=source.type)
    length = build.constant(size)
    build.insert(
        MemcpyOp.create(
            operands=(copy, source, length),
            properties={"isVolatile": IntegerAttr(0, i1)},
        )
    )
    made = list(block.ops)
    for op in made:
        op.detach()
    return made, copy
