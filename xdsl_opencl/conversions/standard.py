"""All conversions of standard dialects to `llvm` in one walk."""

from __future__ import annotations

from collections.abc import Callable, Mapping

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

# Importing a table takes longer than converting a small module.


def _arith() -> Table:
    from xdsl_opencl.conversions.convert_arith_to_llvm import TABLE

    return TABLE


def _cf() -> Table:
    from xdsl_opencl.conversions.convert_cf_to_llvm import TABLE

    return TABLE


def _complex() -> Table:
    from xdsl_opencl.conversions.convert_complex_to_llvm import TABLE

    return TABLE


def _func() -> Table:
    from xdsl_opencl.conversions.convert_func_to_llvm import TABLE

    return TABLE


def _math() -> Table:
    from xdsl_opencl.conversions.convert_math_to_llvm import TABLE

    return TABLE


def _memref() -> Table:
    from xdsl_opencl.conversions.convert_memref_to_llvm import TABLE

    return TABLE


def _ub() -> Table:
    from xdsl_opencl.conversions.convert_ub_to_llvm import TABLE

    return TABLE


def _vector() -> Table:
    from xdsl_opencl.conversions.convert_vector_to_llvm import TABLE

    return TABLE


TABLES: Mapping[str, Callable[[], Table]] = {
    "arith": _arith,
    "cf": _cf,
    "complex": _complex,
    "func": _func,
    "math": _math,
    "memref": _memref,
    "ub": _ub,
    "vector": _vector,
}
"""Dialect to what imports the table of its pass."""


def convert_standard_to_llvm(module: ModuleOp, converter: TypeConverter) -> None:
    """
    Converts arith, cf, complex, func, math, memref, ub and vector in one walk, with the
    arguments of all blocks and of functions of other dialects. Afterwards there are operations of
    `llvm`, `builtin` and the dialects with an interface only, and no `index` or `memref`
    but in casts that stood between those and other types before.

    Raises `PassFailedException`, naming the operation, for what it cannot convert.
    """
    table: dict[type[Operation], Handler] = {UnrealizedConversionCastOp: convert_cast}
    allocating = {kind for i in converter.interfaces.values() for kind in i.allocations}
    kinds: set[type[Operation]] = set()
    allocates = False
    for op in operations(module):
        kinds.add(type(op))
        # Those of pointers are not converted.
        if type(op) in allocating and isinstance(op.results[0].type, MemRefType):
            allocates = True
    present = {kind.name.partition(".")[0] for kind in kinds}
    for name, load in TABLES.items():
        if name in present:
            table.update(load())
    if allocates:
        from xdsl_opencl.conversions.convert_memref_to_llvm import allocations

        table.update(allocations(converter))
    Conversion(
        module, converter, table, TABLES, fused=True, blocks=lambda block: True
    ).run()
