"""
Pipes (OpenCL C 3.0, section 6.15.17).

A pipe's type need not give the type of its packets (Clang's does not): the operations have their
size and alignment in bytes. The direction of a reservation follows from the pipe's access.
"""

from __future__ import annotations

from typing import ClassVar, cast

from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, i1, i32
from xdsl.ir import SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    operand_def,
    opt_operand_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import MemoryReadEffect, MemoryWriteEffect
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.abi.enums import AccessQualifier, AddressSpace, MemoryScope
from xdsl_opencl.dialects.definition import (
    Built,
    EffectOp,
    PureOp,
    Value,
    fill,
    irdl_op_definition,
    named,
)
from xdsl_opencl.dialects.opencl.attrs import MemoryScopeAttr
from xdsl_opencl.dialects.opencl.shapes import check_space
from xdsl_opencl.dialects.opencl.types import PipeType, ReserveIdType
from xdsl_opencl.dialects.opencl.verification.constraints import pointer_type

_SCOPES = (MemoryScope.WORK_ITEM, MemoryScope.SUB_GROUP, MemoryScope.WORK_GROUP)
_LARGEST_ALIGNMENT = 128
"""The alignment of the largest vectors, `double16`, in bytes."""


class PacketOp(EffectOp):
    """
    Base of reading and writing one packet: at the end of the pipe, or at `index` of a
    reservation. The result is 0, or negative when the pipe is empty or full.
    """

    ACCESS: ClassVar[AccessQualifier]
    SPACES: ClassVar[tuple[AddressSpace, ...]]

    pipe = operand_def(PipeType)
    reservation = opt_operand_def(ReserveIdType)
    index = opt_operand_def(i32)
    pointer = operand_def(pointer_type)
    size = prop_def(IntegerAttr.constr(i32))
    alignment = prop_def(IntegerAttr.constr(i32))
    result = result_def(i32)

    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    assembly_format = (
        "$pipe (`reserved` $reservation^ `[` $index `]`)? `,` $pointer `size` $size "
        "`align` $alignment attr-dict `:` type($pipe) `,` type($pointer)"
    )

    @property
    def pipe_type(self) -> PipeType:
        return cast(PipeType, self.pipe.type)

    def verify_(self) -> None:
        if self.pipe_type.access.data is not self.ACCESS:
            raise VerifyException(
                f"{self.name}: pipe of type {self.pipe_type}; expected a {self.ACCESS} one"
            )
        if (self.reservation is None) != (self.index is None):
            raise VerifyException(
                f"{self.name}: a reservation and the index in it go together; "
                "give both or neither"
            )
        check_space(self.name, "pointer", self.pointer.type, self.SPACES)
        size, alignment = self.size.value.data, self.alignment.value.data
        if size < 1:
            raise VerifyException(
                f"{self.name}: packets of {size} bytes; give them a size"
            )
        power = alignment > 0 and alignment & (alignment - 1) == 0
        if not power or alignment > _LARGEST_ALIGNMENT or size % alignment:
            raise VerifyException(
                f"{self.name}: alignment {alignment} of packets of {size} bytes; "
                "expected "
                f"a power of two up to {_LARGEST_ALIGNMENT} that divides their size"
            )

    def __init__(
        self,
        pipe: Value,
        pointer: Value,
        size: int,
        alignment: int,
        reservation: tuple[SSAValue, SSAValue] | None = None,
    ):
        """`reservation` is the reservation and the index in it."""
        reserved = () if reservation is None else reservation
        present = int(reservation is not None)
        fill(
            self,
            pipe,
            *reserved,
            pointer,
            results=[i32],
            size=IntegerAttr(size, i32),
            alignment=IntegerAttr(alignment, i32),
            **{
                AttrSizedOperandSegments.attribute_name: DenseArrayBase.from_list(
                    i32, [1, present, present, 1]
                )
            },
        )


ReadPipeOp = named(
    "opencl.read_pipe",
    PacketOp,
    ACCESS=AccessQualifier.READ_ONLY,
    SPACES=(
        AddressSpace.PRIVATE,
        AddressSpace.GLOBAL,
        AddressSpace.LOCAL,
        AddressSpace.GENERIC,
    ),
)
"""
Takes a packet out of a pipe into memory.

Example:
```mlir
%r = opencl.read_pipe %p, %to size 16 align 16 : !opencl.pipe<i8, read_only>, !llvm.ptr
%s = opencl.read_pipe %p reserved %id[%i], %to size 16 align 16
    : !opencl.pipe<i8, read_only>, !llvm.ptr
```
"""

WritePipeOp = named(
    "opencl.write_pipe",
    PacketOp,
    ACCESS=AccessQualifier.WRITE_ONLY,
    SPACES=(
        *ReadPipeOp.SPACES,
        AddressSpace.CONSTANT,
    ),
)
"""
Puts a packet from memory into a pipe.

Example: `%r = opencl.write_pipe %p, %at size 4 align 4 : !opencl.pipe<i8, write_only>, !llvm.ptr`
"""


class PipeScopeOp(IRDLOperation):
    """Base of the operations of a work item, sub-group or work-group on a reservation."""

    scope = prop_def(MemoryScopeAttr)

    def verify_(self) -> None:
        if self.scope.data not in _SCOPES:
            raise VerifyException(
                f"{self.name}: scope {self.scope.data}; expected {', '.join(_SCOPES)}"
            )


@irdl_op_definition
class ReservePipeOp(PipeScopeOp):
    """
    Reserves `count` packets for reading or writing.

    Example: `%id = opencl.reserve_pipe work_item %p, %n : !opencl.pipe<i8, write_only>`
    """

    name = "opencl.reserve_pipe"

    pipe = operand_def(PipeType)
    count = operand_def(i32)
    result = result_def(ReserveIdType())

    assembly_format = "$scope $pipe `,` $count attr-dict `:` type($pipe)"

    traits = traits_def(MemoryReadEffect(), MemoryWriteEffect())

    def __init__(self, scope: MemoryScope, pipe: Value, count: Value):
        fill(self, pipe, count, results=[ReserveIdType()], scope=MemoryScopeAttr(scope))


@irdl_op_definition
class CommitPipeOp(PipeScopeOp):
    """
    Commits a reservation: all its packets were read or written.

    Example: `opencl.commit_pipe work_item %p, %id : !opencl.pipe<i8, write_only>`
    """

    name = "opencl.commit_pipe"

    pipe = operand_def(PipeType)
    reservation = operand_def(ReserveIdType())

    assembly_format = "$scope $pipe `,` $reservation attr-dict `:` type($pipe)"

    traits = traits_def(MemoryReadEffect(), MemoryWriteEffect())

    def __init__(self, scope: MemoryScope, pipe: Value, reservation: Value):
        fill(self, pipe, reservation, scope=MemoryScopeAttr(scope))


@irdl_op_definition
class IsValidReserveIdOp(Built, PureOp):
    """True if there was room for a reservation: `%v = opencl.is_valid_reserve_id %id`."""

    name = "opencl.is_valid_reserve_id"

    reservation = operand_def(ReserveIdType())
    result = result_def(i1)

    assembly_format = "$reservation attr-dict"


class PipeQueryOp(Built, IRDLOperation):
    """Base of the numbers of packets, i32."""

    pipe = operand_def(PipeType)
    result = result_def(i32)

    assembly_format = "$pipe attr-dict `:` type($pipe)"

    traits = traits_def(MemoryReadEffect())


GetPipeNumPacketsOp = named("opencl.get_pipe_num_packets", PipeQueryOp)
"""
Packets in a pipe: `%n = opencl.get_pipe_num_packets %p : !opencl.pipe<i8, read_only>`.
"""
GetPipeMaxPacketsOp = named("opencl.get_pipe_max_packets", PipeQueryOp)
"""Packets for which a pipe has room."""
