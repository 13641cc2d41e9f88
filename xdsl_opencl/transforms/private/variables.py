"""
The private variables of a function that may be split, and the bytes that each access takes.

A variable is an `llvm.alloca` of a known size whose address goes only to accesses: loads, stores,
copies and fills of a known length, and lifetime markers. An address moves by constants, or by
values within an array.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from xdsl.dialects import llvm
from xdsl.dialects.builtin import VectorType
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.abi.model import AbiError
from xdsl_opencl.abi.target import Target
from xdsl_opencl.dialects.llvm_ext.instructions import AddrSpaceCastOp
from xdsl_opencl.dialects.llvm_ext.intrinsics import (
    LifetimeEndOp,
    LifetimeStartOp,
    MemcpyOp,
    MemmoveOp,
    MemsetOp,
)
from xdsl_opencl.ir.accesses import is_plain_access
from xdsl_opencl.ir.build import DYNAMIC_INDEX, known_integer
from xdsl_opencl.ir.type_layout import array_element, member_offset, memory_size_align

Transfer = MemcpyOp | MemmoveOp | MemsetOp
Access = tuple[int, int, Attribute | None]
"""The first byte, the end, and the type; `None` if any type may be there."""


@dataclass(frozen=True)
class Step:
    """
    The first `getelementptr` with an index that varies: index number `index` moves in elements of
    `element` from byte `start`, within the array that begins at byte `scope`.
    """

    op: llvm.GEPOp
    start: int
    index: int
    element: Attribute
    scope: int


@dataclass(eq=False)
class Variable:
    """A private variable of `size` bytes, and the uses of its address."""

    op: llvm.AllocaOp
    type: Attribute
    size: int
    alignment: int
    accesses: dict[Access, None] = field(default_factory=dict[Access, None])
    placed: list[tuple[llvm.LoadOp | llvm.StoreOp, int]] = field(
        default_factory=list[tuple[llvm.LoadOp | llvm.StoreOp, int]]
    )
    """Loads and stores at constant addresses, with their first bytes."""
    steps: list[Step] = field(default_factory=list[Step])
    moved: list[Operation] = field(default_factory=list[Operation])
    """Operations that make further addresses from those of `steps`."""
    markers: list[Operation] = field(default_factory=list[Operation])
    transfers: list[tuple[Transfer, int, int]] = field(
        default_factory=list[tuple[Transfer, int, int]]
    )
    """Copies and fills, the operand that is the address, and its byte."""
    addresses: list[Operation] = field(default_factory=list[Operation])
    """Operations that make constant addresses."""


def length_of(op: Transfer) -> int:
    """The known number of bytes that `op` writes."""
    length = known_integer(op.len)
    assert length is not None
    return length


def reads_of(structure: SSAValue) -> list[llvm.LoadOp] | None:
    """
    Returns the loads of the fields of `structure`; `None` if it has other uses than these and
    copies from it.
    """
    reads: list[llvm.LoadOp] = []
    addresses = [structure]
    for address in addresses:
        for use in address.uses:
            op = use.operation
            if isinstance(op, llvm.LoadOp) and is_plain_access(op):
                reads.append(op)
            elif isinstance(op, llvm.GEPOp) and not op.ssa_indices:
                addresses.append(op.result)
            elif not (isinstance(op, MemcpyOp) and use.index == 1):
                return None
    return reads


@dataclass(frozen=True)
class _Address:
    """An address in a variable: its byte, `None` if it varies, in the bytes of `scope`."""

    byte: int | None
    scope: tuple[int, int]


def read_variable(op: llvm.AllocaOp, target: Target) -> Variable | None:
    """Returns the variable that `op` allocates; `None` if it must stay as it is."""
    try:
        return _read(op, target)
    except AbiError:
        # Some type cannot be in memory.
        return None


def _read(op: llvm.AllocaOp, target: Target) -> Variable | None:
    count = known_integer(op.size)
    if count is None or count < 1:
        return None
    type = llvm.LLVMArrayType(count, op.elem_type)
    size, alignment = memory_size_align(type, target)
    if op.alignment is not None:
        alignment = op.alignment.value.data
    variable = Variable(op, type, size, alignment)
    addresses = [(op.res, _Address(0, (0, size)))]
    for value, address in addresses:
        for use in value.uses:
            user = use.operation
            if isinstance(user, llvm.GEPOp) and use.index == 0:
                moved = _move(variable, user, address, target)
                if moved is None:
                    return None
                addresses.append((user.result, moved))
            elif isinstance(user, AddrSpaceCastOp | llvm.BitcastOp):
                ops = variable.moved if address.byte is None else variable.addresses
                ops.append(user)
                addresses.append((user.results[0], address))
            elif not _note(variable, user, use.index, address, target):
                return None
    ends: dict[Operation, int] = {}
    for transfer, _, byte in variable.transfers:
        # The source and the destination are one variable.
        if abs(byte - ends.setdefault(transfer, byte)) in range(1, length_of(transfer)):
            return None
    return variable


def _move(
    variable: Variable, op: llvm.GEPOp, address: _Address, target: Target
) -> _Address | None:
    """The address that `op` makes of `address`; `None` if it may leave the variable."""
    if isinstance(op.result.type, VectorType):
        return None
    if address.byte is None:
        variable.moved.append(op)
        return address
    byte, scope = address.byte, address.scope
    current: Attribute = op.elem_type
    given = iter(op.ssa_indices)
    for number, index in enumerate(op.rawConstantIndices.get_values()):
        if number > 0:
            if isinstance(current, llvm.LLVMStructType):
                byte += member_offset(current, int(index), target)
                current = current.types.data[int(index)]
                if op.inbounds is not None and isinstance(
                    current, llvm.LLVMArrayType | llvm.LLVMStructType
                ):
                    # An index of OpenCL C stays in the array that it is an index of (C11 6.5.6).
                    scope = byte, byte + memory_size_align(current, target)[0]
                continue
            current = array_element(current)
        distance: int | None = int(index)
        if distance == DYNAMIC_INDEX:
            distance = known_integer(next(given))
        if distance is None:
            begin, end = scope
            if not 0 <= begin <= byte <= end <= variable.size or begin == end:
                return None
            variable.steps.append(Step(op, byte, number, current, begin))
            variable.accesses[begin, end, None] = None
            return _Address(None, scope)
        byte += distance * memory_size_align(current, target)[0]
    variable.addresses.append(op)
    return _Address(byte, scope)


def _note(
    variable: Variable, op: Operation, index: int, address: _Address, target: Target
) -> bool:
    """Notes the use of `address` as operand `index` of `op`; false if it is no access."""
    byte = address.byte
    match op:
        case llvm.LoadOp() | llvm.StoreOp():
            if isinstance(op, llvm.StoreOp) and index == 0:
                return False
            if not is_plain_access(op):
                return False
            value = op.value if isinstance(op, llvm.StoreOp) else op.results[0]
            if byte is None:
                access = (*address.scope, value.type)
            else:
                end = byte + memory_size_align(value.type, target)[0]
                access = (byte, end, value.type)
                variable.placed.append((op, byte))
        case MemcpyOp() | MemmoveOp() | MemsetOp():
            length = known_integer(op.len)
            if length is None or length < 1 or op.isVolatile.value.data != 0:
                return False
            if byte is None:
                return True
            variable.transfers.append((op, index, byte))
            return 0 <= byte and byte + length <= variable.size
        case LifetimeStartOp() | LifetimeEndOp():
            variable.markers.append(op)
            return byte == 0
        case _:
            return False
    variable.accesses[access] = None
    return 0 <= access[0] < access[1] <= variable.size


# mutant: a limit of the code's size.
MOST_ELEMENTS = 16
"""The most elements of an array that are copied one by one."""


def numbers_of(type: Attribute, target: Target) -> Iterator[Access]:
    """
    The numbers of `type`, in their order; long arrays whole. Bytes between them are left out.
    """
    waiting = [(0, type)]
    while waiting:
        byte, part = waiting.pop()
        if isinstance(part, llvm.LLVMStructType):
            members = part.types.data
            places = [member_offset(part, i, target) for i in range(len(members))]
            waiting += [(byte + p, m) for p, m in zip(places, members, strict=True)][
                ::-1
            ]
            continue
        size = memory_size_align(part, target)[0]
        if not isinstance(part, llvm.LLVMArrayType):
            yield byte, byte + size, part
        elif (count := part.size.data) > MOST_ELEMENTS:
            yield byte, byte + size, None
        else:
            inner, _ = memory_size_align(part.type, target)
            waiting += [(byte + i * inner, part.type) for i in range(count)][::-1]
