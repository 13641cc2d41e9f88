"""All conversions of standard dialects to `llvm` in one walk."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from xdsl.dialects.builtin import MemRefType, ModuleOp, UnrealizedConversionCastOp
from xdsl.ir import Operation

from xdsl_opencl.conversions.framework import (
    Conversion,
    Handler,
    Table,
    TypeConverter,
    convert_cast,
)
from xdsl_opencl.ir.walk import operations

DIALECTS = {
    "arith": "arithmetic",
    "cf": "control_flow",
    "complex": "arithmetic",
    "func": "control_flow",
    "math": "arithmetic",
    "memref": "memory",
    "ub": "arithmetic",
    "vector": "vectors",
}
"""The dialects that are converted together, with the folders of their passes."""


def _table(dialect: str) -> Table:
    """The table of a dialect's pass; to import it takes longer than a small module does."""
    name = f"xdsl_opencl.conversions.{DIALECTS[dialect]}.convert_{dialect}_to_llvm"
    return cast(Table, import_module(name).TABLE)


def convert_standard_to_llvm(
    module: ModuleOp, converter: TypeConverter, others: Table = {}
) -> None:
    """
    Converts arith, cf, complex, func, math, memref, ub, vector and the operations in `others` in
    one walk, with the arguments of all blocks and of functions of other dialects. Afterwards there
    are operations of `llvm`, `builtin` and the dialects with an interface only, and no `index` or
    `memref` but in casts that stood between those and other types before.

    Raises `PassFailedException`, naming the operation that cannot be converted.
    """
    table: dict[type[Operation], Handler] = {UnrealizedConversionCastOp: convert_cast}
    allocating = {kind for i in converter.interfaces.values() for kind in i.allocations}
    kinds: set[type[Operation]] = set()
    allocates = False
    for op in operations(module):
        kinds.add(type(op))
        # Allocations of pointers are not converted.
        if type(op) in allocating and isinstance(op.results[0].type, MemRefType):
            allocates = True
    present = {kind.name.partition(".")[0] for kind in kinds}
    for dialect in present.intersection(DIALECTS):
        table.update(_table(dialect))
    table.update(others)
    if allocates:
        from xdsl_opencl.conversions.memory.convert_memref_to_llvm import allocations

        table.update(allocations(converter))
    Conversion(
        module, converter, table, tuple(DIALECTS), fused=True, blocks=lambda block: True
    ).run()
