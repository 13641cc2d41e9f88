"""
Contractions, reductions along dimensions, outer products, transpositions and shapes of vectors, as
part of `convert-vector-to-llvm`.

Each is unrolled. Where the last dimension of the result is one of an operand's, whole rows are
computed, as `vector.fma` is; else single elements. Sums are added in the order of the elements, the
last loop fastest. `vector.contract` extends elements to those of its result: floats, or integers with
their sign, as upstream does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from math import prod

from xdsl.dialects import llvm
from xdsl.dialects.builtin import FixedBitwidthType, IntegerType, i1
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.conversions.framework import Conversion, Table
from xdsl_opencl.conversions.vectors.vector_access import lane_of, splat_value
from xdsl_opencl.dialects.llvm_ext import elementwise
from xdsl_opencl.dialects.vector_ext.products import (
    ContractOp,
    MultiReductionOp,
    OuterProductOp,
    ShapeCastOp,
    TransposeOp,
    loops_of,
)
from xdsl_opencl.dialects.vector_ext.shapes import kind_fault, shape_of
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.element_types import element_of, vector_of, width_of

MOST_STEPS = 4096
"""The rows, or elements, that one operation may be unrolled to."""

INTEGERS: Mapping[str, type[Operation]] = {
    "add": llvm.AddOp,
    "mul": llvm.MulOp,
    "and": llvm.AndOp,
    "or": llvm.OrOp,
    "xor": llvm.XOrOp,
    "minui": elementwise.UMinOp,
    "minsi": elementwise.SMinOp,
    "maxui": elementwise.UMaxOp,
    "maxsi": elementwise.SMaxOp,
}
"""Names of `#vector.kind` to operations on integers."""
FLOATS: Mapping[str, type[Operation]] = {
    "add": llvm.FAddOp,
    "mul": llvm.FMulOp,
    "minnumf": llvm.VectorFMinOp,
    "maxnumf": llvm.VectorFMaxOp,
    "minimumf": elementwise.MinimumOp,
    "maximumf": elementwise.MaximumOp,
}
"""Names of `#vector.kind` to operations on floats."""


def check_kind(op: Operation, kind: str, element: Attribute) -> None:
    """Raises `PassError` for a name of `#vector.kind` that combines no such elements."""
    if (fault := kind_fault(op, kind, element)) is not None:
        fail(op, fault)


def combine(
    build: Conversion, op: Operation, kind: str, a: SSAValue, b: SSAValue
) -> SSAValue:
    """Numbers or rows combined by a name of `#vector.kind`."""
    element = element_of(a.type)
    check_kind(op, kind, element)
    kinds = INTEGERS if isinstance(element, IntegerType) else FLOATS
    return build.op(kinds[kind], a, b)


def part_at(build: Conversion, value: SSAValue, place: Sequence[int]) -> SSAValue:
    """The element at `place`, or the part of fewer indices."""
    rest = [*place]
    while rest and isinstance(value.type, llvm.LLVMArrayType):
        value = build.extract_value(value, rest.pop(0))
    return lane_of(build, value, rest[0]) if rest else value


def with_part(
    build: Conversion, target: SSAValue, part: SSAValue, place: Sequence[int]
) -> SSAValue:
    """`target` with `part` at `place`."""
    if not place:
        return part
    if not isinstance(target.type, llvm.LLVMArrayType):
        at = build.constant(place[0])
        return build.op(llvm.InsertElementOp, target, part, at)
    if width_of(part.type) is None:
        *outer, lane = place
        row = build.extract_value(target, *outer)
        row = build.op(llvm.InsertElementOp, row, part, build.constant(lane))
        return build.insert_value(target, row, *outer)
    return build.insert_value(target, part, *place)


def element_places(type: Attribute) -> Sequence[Sequence[int]]:
    """The places of a vector's elements; one of rank 0 is one of one element in LLVM."""
    return places_of(shape_of(type) or (1,))


def places_of(shape: Sequence[int]) -> Sequence[Sequence[int]]:
    """The places in `shape`, the last dimension fastest."""
    return [*product(*map(range, shape))]


def check_steps(op: Operation, steps: int) -> None:
    """Raises `PassError` for more steps than `MOST_STEPS`."""
    if steps > MOST_STEPS:
        fail(
            op,
            f"'{op.name}' would be unrolled to {steps} steps; use vectors of at most "
            f"{MOST_STEPS} (rows of the result times what is added to each)",
        )


def chosen(
    build: Conversion,
    mask: SSAValue | None,
    at: Mapping[int, int],
    row: Sequence[int],
    yes: SSAValue,
    no: SSAValue,
) -> SSAValue:
    """
    `yes` where `mask` is set, else `no`: a number, or a row along the dimension `row` of the mask. `at` has
    the places in its other dimensions.
    """
    if mask is None:
        return yes
    if not row or row[0] > max(at, default=-1):
        return build.select(part_at(build, mask, [at[d] for d in sorted(at)]), yes, no)
    (along,) = row
    width = width_of(yes.type)
    assert width is not None
    bits = build.poison(vector_of(i1, width))
    for lane in range(width):
        place = {**at, along: lane}
        bit = part_at(build, mask, [place[d] for d in sorted(place)])
        bits = build.insert_element(bits, bit, lane)
    return build.select(bits, yes, no)


# --- contractions ----------------------------------------------------------------------


def _check_extension(op: ContractOp, factor: Attribute, element: Attribute) -> None:
    """Refuses a result whose elements are no extensions of those of the factors."""
    assert isinstance(factor, FixedBitwidthType)
    assert isinstance(element, FixedBitwidthType)
    same = isinstance(factor, IntegerType) == isinstance(element, IntegerType)
    if factor != element and not (same and factor.bitwidth < element.bitwidth):
        fail(
            op,
            f"'{op.name}' of {op.lhs.type} into {op.result.type}; extend the factors to the "
            "elements of the result, or give it larger ones of their kind",
        )


def _extended(build: Conversion, value: SSAValue, element: Attribute) -> SSAValue:
    """Numbers or a row, with elements of the type of the result."""
    if element_of(value.type) == element:
        return value
    width = width_of(value.type)
    type = element if width is None else vector_of(element, width)
    kind = llvm.SExtOp if isinstance(element, IntegerType) else llvm.FPExtOp
    return build.op(kind, value, type=type)


def contract(
    build: Conversion, op: ContractOp, mask: SSAValue | None = None
) -> Sequence[SSAValue]:
    """
    Converts `op`; `mask` is converted, and says for each iteration of its loops whether it adds its product.
    """
    first, second, written = (loops_of(map) for map in op.indexing_maps)
    sizes = [size or 0 for size in op.sizes]
    # A row of the result is one of the operand that has its last loop, as its last one.
    row: Sequence[int] = written[-1:]
    wide = [
        bool(row) and [*maps[-1:]] == [*row] and row[0] not in other
        for maps, other in ((first, second), (second, first))
    ]
    if not any(wide):
        row = []
    outer = [loop for loop in written if loop not in row]
    inner = [loop for loop in range(len(sizes)) if loop not in written]
    steps = prod(sizes[loop] for loop in (*outer, *inner))
    check_steps(op, steps)
    values = [build.value(value) for value in op.operands]
    result, element = values[2], build.type(element_of(op.result.type))
    _check_extension(op, build.type(element_of(op.lhs.type)), element)
    kind = str(op.kind.data)

    def factor(number: int, maps: Sequence[int], at: Mapping[int, int]) -> SSAValue:
        place = [at[loop] for loop in maps if loop in at]
        value = _extended(build, part_at(build, values[number], place), element)
        if row and not wide[number]:
            return splat_value(build, value, vector_of(element, sizes[row[0]]))
        return value

    for there in places_of([sizes[loop] for loop in outer]):
        total = part_at(build, result, there)
        for here in places_of([sizes[loop] for loop in inner]):
            at = dict(zip((*outer, *inner), (*there, *here), strict=True))
            a, b = factor(0, first, at), factor(1, second, at)
            more = _multiplied(build, op, kind, a, b, total)
            total = chosen(build, mask, at, row, more, total)
        result = with_part(build, result, total, there)
    return (result,)


def _multiplied(
    build: Conversion,
    op: Operation,
    kind: str,
    a: SSAValue,
    b: SSAValue,
    total: SSAValue,
) -> SSAValue:
    """The products of `a` and `b`, combined with `total`."""
    is_float = not isinstance(element_of(a.type), IntegerType)
    if kind == "add" and is_float:
        return build.op(elementwise.FMulAddOp, a, b, total)
    return combine(build, op, kind, total, combine(build, op, "mul", a, b))


def _outer_product(build: Conversion, op: OuterProductOp) -> Sequence[SSAValue]:
    first, second = build.value(op.lhs), build.value(op.rhs)
    result_type = build.type(op.result.type)
    result = build.poison(result_type) if op.acc is None else build.value(op.acc)
    kind = str(op.kind.data)

    def row(a: SSAValue, b: SSAValue, total: SSAValue | None) -> SSAValue:
        if total is None:
            return combine(build, op, "mul", a, b)
        return _multiplied(build, op, kind, a, b, total)

    if width_of(second.type) is None:
        each = splat_value(build, second, first.type)
        return (row(first, each, None if op.acc is None else result),)
    (count,) = shape_of(op.lhs.type)
    check_steps(op, count)
    for number in range(count):
        each = splat_value(build, lane_of(build, first, number), second.type)
        total = None if op.acc is None else part_at(build, result, [number])
        result = build.insert_value(result, row(each, second, total), number)
    return (result,)


# --- reductions and shapes -------------------------------------------------------------


def multi_reduction(
    build: Conversion, op: MultiReductionOp, mask: SSAValue | None = None
) -> Sequence[SSAValue]:
    """Converts `op`; `mask` is converted, and says which elements of the source it combines."""
    shape, dims = shape_of(op.source.type), op.reduction_dims.get_values()
    outer = [d for d in range(len(shape)) if d not in dims]
    if outer and outer[-1] == len(shape) - 1:
        # Rows stay whole.
        outer.pop()
    rest = sorted(dims)
    order = [*outer, *rest]
    check_steps(op, prod(shape[d] for d in order))
    source, result = build.value(op.source), build.value(op.acc)
    kind = str(op.kind.data)
    for there in places_of([shape[d] for d in outer]):
        total = part_at(build, result, there)
        for here in places_of([shape[d] for d in rest]):
            at = dict(zip(order, (*there, *here), strict=True))
            part = part_at(build, source, [at[d] for d in sorted(at)])
            more = combine(build, op, kind, total, part)
            row = [d for d in range(len(shape)) if d not in at]
            total = chosen(build, mask, at, row, more, total)
        result = with_part(build, result, total, there)
    return (result,)


def rearranged(
    build: Conversion,
    op: Operation,
    source_of: Callable[[int, Sequence[int]], Sequence[int]],
    result: SSAValue | None = None,
) -> SSAValue:
    """
    A vector of the type of `result`, by default the first of `op`. Its element at a place, with a
    number, is that of the first operand at `source_of`.
    """
    type = op.results[0].type if result is None else result.type
    places = element_places(type)
    check_steps(op, len(places))
    source = build.value(op.operands[0])
    made = build.poison(build.type(type))
    for number, place in enumerate(places):
        part = part_at(build, source, source_of(number, place))
        made = with_part(build, made, part, place)
    return made


def _transpose(build: Conversion, op: TransposeOp) -> Sequence[SSAValue]:
    order = op.permutation.get_values()

    def source_of(_: int, place: Sequence[int]) -> Sequence[int]:
        return [place[order.index(d)] for d in range(len(order))] or place

    return (rearranged(build, op, source_of),)


def _shape_cast(build: Conversion, op: ShapeCastOp) -> Sequence[SSAValue]:
    places = element_places(op.source.type)
    return (rearranged(build, op, lambda number, _: places[number]),)


VECTOR_TABLE: Table = {
    ContractOp: contract,
    MultiReductionOp: multi_reduction,
    OuterProductOp: _outer_product,
    ShapeCastOp: _shape_cast,
    TransposeOp: _transpose,
}
