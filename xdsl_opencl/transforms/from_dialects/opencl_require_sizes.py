"""
`opencl-require-sizes`: a function of `linalg` notes which dynamic sizes of its arguments must be equal,
as `opencl.equal_sizes`: arrays of pairs of an argument and a dimension. An argument of -1 gives a
size instead. A call of the function checks them (`runtime/interpreters/host_functions.py`).

Sizes are equal where a loop alone is the index of both, where one is the destination of the other, and
where a tensor was made with `tensor.dim` or `memref.dim` of the other. Operations inside loops and branches,
which may not run, say nothing.

Source: mlir/lib/Dialect/Linalg/Transforms/RuntimeOpVerification.cpp, release 22
(`generate-runtime-verification`), whose assertions stand in the function.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from xdsl.context import Context
from xdsl.dialects import func, memref, tensor
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    DenseArrayBase,
    IntegerType,
    ModuleOp,
    ShapedType,
    i64,
)
from xdsl.ir import Operation, SSAValue
from xdsl.ir.affine import AffineDimExpr
from xdsl.passes import ModulePass

from xdsl_opencl.conversions.tensors.structured_operations import read_nest
from xdsl_opencl.dialects.opencl.folding.constants import constant_integer
from xdsl_opencl.ir.module import EQUAL_SIZES_ATTRIBUTE

Size = tuple[SSAValue, int] | int
"""A dimension of a value, or a number."""


def _size(value: SSAValue, dimension: int) -> Size:
    assert isinstance(value.type, ShapedType)
    size = value.type.get_shape()[dimension]
    return (value, dimension) if size == DYNAMIC_INDEX else size


def _equal(
    op: Operation, asked: Mapping[SSAValue, Size]
) -> Iterator[tuple[Size, Size]]:
    """Sizes that are equal if `op` runs; `asked` has the sizes of values of type `index`."""
    if isinstance(op, tensor.EmptyOp | memref.AllocOp):
        made = op.results[0]
        assert isinstance(made.type, ShapedType)
        unknown = [d for d, n in enumerate(made.type.get_shape()) if n == DYNAMIC_INDEX]
        for dimension, value in zip(unknown, op.operands):
            if value in asked:
                yield (made, dimension), asked[value]
    elif isinstance(op, tensor.CastOp | memref.CastOp):
        source, result = op.operands[0], op.results[0]
        if isinstance(source.type, ShapedType) and isinstance(result.type, ShapedType):
            for dimension in range(source.type.get_num_dims()):
                yield _size(source, dimension), _size(result, dimension)
    elif nest := read_nest(op):
        first: dict[int, Size] = {}
        for operand, map in zip(nest.operands, nest.maps):
            for dimension, index in enumerate(map.results):
                if isinstance(index, AffineDimExpr):
                    size = _size(operand, dimension)
                    yield first.setdefault(index.position, size), size
        for result, output in zip(op.results, nest.operands[-nest.outputs :]):
            assert isinstance(output.type, ShapedType)
            for dimension in range(output.type.get_num_dims()):
                yield _size(result, dimension), _size(output, dimension)


def _note(function: func.FuncOp) -> None:
    """Gives `function` its `opencl.equal_sizes`, if there are any."""
    groups: dict[Size, list[Size]] = {}
    asked: dict[SSAValue, Size] = {}
    for op in function.body.block.ops:
        if isinstance(op, tensor.DimOp | memref.DimOp):
            if (dimension := constant_integer(op.operands[1])) is not None:
                asked[op.results[0]] = _size(op.operands[0], dimension)
        for one, other in _equal(op, asked):
            group, joined = (groups.setdefault(s, [s]) for s in (one, other))
            if group is not joined:
                if len(group) < len(joined):
                    group, joined = joined, group
                group += joined
                groups.update(dict.fromkeys(joined, group))
    found: list[DenseArrayBase[IntegerType]] = []
    arguments: dict[SSAValue, int] = {v: i for i, v in enumerate(function.args)}
    for group in {id(group): group for group in groups.values()}.values():
        places = sorted(
            (-1, size) if isinstance(size, int) else (arguments[size[0]], size[1])
            for size in group
            if isinstance(size, int) or size[0] in arguments
        )
        if len(places) > 1 and places[-1][0] >= 0:
            numbers = [number for place in places for number in place]
            found.append(DenseArrayBase.from_list(i64, numbers))
    if found:
        function.attributes[EQUAL_SIZES_ATTRIBUTE] = ArrayAttr(found)


class OpenCLRequireSizesPass(ModulePass):
    """Notes which sizes of a function's arguments must be equal. Example: `opencl-require-sizes`"""

    name = "opencl-require-sizes"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.ops:
            if isinstance(function, func.FuncOp) and len(function.body.blocks) == 1:
                _note(function)
