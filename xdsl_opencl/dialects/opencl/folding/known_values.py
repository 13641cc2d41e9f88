"""
Facts about values of other dialects, for canonicalization. They are in a separate module because
they import those dialects, which most programs do not use.
"""

from __future__ import annotations

from math import prod
from typing import cast

from xdsl.dialects import llvm, memref, vector
from xdsl.dialects.builtin import AnyFloat, DenseIntOrFPElementsAttr, IntegerType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.traits import SymbolTable

from xdsl_opencl.dialects.opencl.folding.constants import Number, constant_integer


def extracted_element(user: Operation) -> int | None:
    """The constant position that `user` extracts from its first operand."""
    if isinstance(user, vector.ExtractOp):
        position = user.static_position.get_values()
        if len(position) != 1 or user.dynamic_position:
            return None
        return position[0]
    if user.name == "llvm.extractelement":
        return constant_integer(user.operands[1])
    return None


def _constant_numbers(
    symbol: Operation | None,
) -> tuple[Attribute, list[Number]] | None:
    """Element type and elements of a constant variable that holds numbers."""
    if not isinstance(symbol, llvm.GlobalOp | memref.GlobalOp) or (
        symbol.constant is None
    ):
        return None
    value = symbol.value if isinstance(symbol, llvm.GlobalOp) else symbol.initial_value
    if not isinstance(value, DenseIntOrFPElementsAttr):
        return None
    dense = cast("DenseIntOrFPElementsAttr[IntegerType | AnyFloat]", value)
    element = dense.get_element_type()
    numbers = cast("list[Number]", list(dense.get_values()))
    if len(numbers) == 1:
        numbers *= prod(dense.get_shape())
    if isinstance(element, IntegerType):
        mask = (1 << element.width.data) - 1
        return element, [cast(int, number) & mask for number in numbers]
    return element, numbers


def constant_variable(
    user: Operation, pointer: SSAValue
) -> tuple[Attribute, list[Number]] | None:
    """
    Returns element type and elements of the constant variable at `pointer`, an operand of `user`.
    """
    variable = pointer.owner
    if isinstance(variable, llvm.AddressOfOp):
        name = variable.global_name
    elif isinstance(variable, memref.GetGlobalOp):
        name = variable.name_
    else:
        return None
    return _constant_numbers(SymbolTable.lookup_symbol(user, name))
