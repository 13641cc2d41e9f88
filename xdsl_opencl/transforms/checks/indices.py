"""
The indices of an access into arrays that are part of a larger object: rows of a matrix, members of
a structure. `opencl-check-accesses` checks each against the bounds of its array.
"""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects import llvm
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.dialects.llvm_ext.instructions import AddrSpaceCastOp
from xdsl_opencl.ir.build import DYNAMIC_INDEX, known_integer

_CASTS = (llvm.BitcastOp, AddrSpaceCastOp)


def _steps(op: llvm.GEPOp) -> list[tuple[SSAValue | None, int | None]]:
    """
    The indices of `op`: the value, `None` for a number; and the number, if it is known.
    """
    dynamic = iter(op.ssa_indices)
    found: list[tuple[SSAValue | None, int | None]] = []
    for number in op.rawConstantIndices.get_values():
        if number == DYNAMIC_INDEX:
            value = next(dynamic)
            found.append((value, known_integer(value)))
        else:
            found.append((None, number))
    return found


def array_indices(
    pointer: SSAValue, whole: Callable[[SSAValue], Attribute | None]
) -> list[tuple[SSAValue, int]]:
    """
    The indices that may leave their arrays, and the lengths of these, of the access
    through `pointer`.

    Arithmetic on a pointer to an element may go to any other element of the object, so only the
    indices after the first one count: they index an array itself. `whole` gives the type of the
    memory at a pointer; its outermost array needs no separate check.
    """
    found: list[tuple[SSAValue, int]] = []
    while isinstance(pointer.owner, Operation):
        op = pointer.owner
        if isinstance(op, _CASTS):
            pointer = op.operands[0]
            continue
        if not isinstance(op, llvm.GEPOp):
            break
        (_, first), *steps = _steps(op)
        type: Attribute = op.elem_type
        inside = whole(op.ptr) != type or first != 0
        for value, number in steps:
            if isinstance(type, llvm.LLVMStructType):
                if number is None:
                    break
                type, inside = type.types.data[number], True
                continue
            if not isinstance(type, llvm.LLVMArrayType):
                break
            count = type.size.data
            outside = number is None or not 0 <= number < count
            # `T last[1]` stands for a flexible array.
            if value is not None and outside and inside and count > 1:
                found.append((value, count))
            type, inside = type.type, True
        if first != 0:
            break
        pointer = op.ptr
    return found
