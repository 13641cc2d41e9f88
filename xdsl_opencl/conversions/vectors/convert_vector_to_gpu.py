"""
`convert-vector-to-gpu`: contractions of vectors of rank 2 become products of matrices of a sub-group,
under upstream's name.

A `vector.contract` that multiplies a matrix by another one, or by a transposed one, is converted if its
factors are read from memory by `vector.transfer_read`, within the bounds, and its sum comes from
another converted operation, memory, a constant or a loop, and goes to such ones or to
`vector.transfer_write`. The sum may be carried by `scf.for` and changed element by element by `arith`.
All other contractions stay, for `convert-vector-to-llvm`. Memory needs a static distance of rows.

All work items of a sub-group must run the converted code together, as upstream demands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.context import Context
from xdsl.dialects import arith, scf, vector
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    ModuleOp,
    i8,
)
from xdsl.ir import Block, Operation, SSAValue
from xdsl.ir.affine import AffineDimExpr, AffineExpr, AffineMap
from xdsl.passes import ModulePass
from xdsl.utils.hints import isa

from xdsl_opencl.dialects.aliases import AnyMemRef, AnyVector
from xdsl_opencl.dialects.gpu_ext.matrices import (
    FACTORS,
    SI8,
    SUMS,
    USES,
    ConstantMatrixOp,
    ElementwiseMatrixOp,
    LoadMatrixOp,
    MMAElementwise,
    MMAElementwiseAttr,
    MMAMatrixType,
    MultiplyMatrixOp,
    StoreMatrixOp,
    row_length,
)
from xdsl_opencl.dialects.vector_ext.products import ContractOp, loops_of
from xdsl_opencl.ir.build import ArithBuilder, erase, made_operation, replace, set_type
from xdsl_opencl.ir.index_arithmetic import has_unit_stride

_ELEMENTWISE: Mapping[type[Operation], MMAElementwise] = {
    arith.AddfOp: MMAElementwise.Addf,
    arith.SubfOp: MMAElementwise.Subf,
    arith.MulfOp: MMAElementwise.Mulf,
    arith.DivfOp: MMAElementwise.Divf,
    arith.MaximumfOp: MMAElementwise.Maxf,
    arith.MinimumfOp: MMAElementwise.Minf,
    arith.AddiOp: MMAElementwise.Addi,
    arith.SubiOp: MMAElementwise.Subi,
    arith.MuliOp: MMAElementwise.Muli,
}

_PLAIN = AffineMap.identity(2)
_TURNED = AffineMap.from_callable(lambda i, j: (j, i))


def _matrix(value: SSAValue, use: str) -> MMAMatrixType:
    """The type of a matrix with the elements of `value`, a vector."""
    type = cast(AnyVector, value.type)
    element = SI8 if use != "COp" and type.element_type == i8 else type.element_type
    return MMAMatrixType.of(type.get_shape(), element, use)


def _transfer_map(
    op: vector.TransferReadOp | vector.TransferWriteOp,
) -> AffineMap | None:
    """
    The permutation of the last two dimensions that `op` makes; `None` if it does anything else.
    """
    memory = op.source.type
    if op.mask is not None or not isa(memory, AnyMemRef):
        return None
    # The distance of rows is known, and they are dense.
    if row_length(memory) <= 0 or not has_unit_stride(memory):
        return None
    if not all(flag.value.data for flag in op.in_bounds):
        return None
    rank = len(op.indices)
    row, column = AffineDimExpr(rank - 2), AffineDimExpr(rank - 1)
    orders: Mapping[tuple[AffineExpr, ...], AffineMap] = {
        (row, column): _PLAIN,
        (column, row): _TURNED,
    }
    return orders.get(op.permutation_map.data.results)


def _factor_order(op: ContractOp) -> tuple[bool, bool] | None:
    """
    True for each factor that has its dimensions the other way round than rows times columns, and
    for the second one than depth times columns; `None` for another contraction.
    """
    if len(op.iterator_types) != 3 or op.kind.data != vector.CombiningKindFlag.ADD:
        return None
    first, second, written = (loops_of(map) for map in op.indexing_maps)
    if len(written) != 2:
        return None
    row, column = written
    (deep,) = {0, 1, 2} - {row, column}
    orders = ([row, deep], [deep, row]), ([deep, column], [column, deep])
    if [*first] not in orders[0] or [*second] not in orders[1]:
        return None
    return [*first] == orders[0][1], [*second] == orders[1][1]


def _chain(start: ContractOp) -> tuple[set[SSAValue], set[Operation]]:
    """
    All values connected with the sum of `start`, and the operations on them, which become those on matrices; none
    if one of them cannot.
    """
    values: set[SSAValue] = set()
    operations: set[Operation] = set()
    # mutant: the order is the same to a set.
    work: list[SSAValue] = [start.acc, start.result]
    while work:
        value = work.pop()
        if value in values:
            continue
        if value.type != start.result.type:
            return set(), set()
        values.add(value)
        owner = value.owner
        home = owner if isinstance(owner, Operation) else owner.parent_op()
        for op in (home, *(use.operation for use in value.uses)):
            more = None if op is None else _connected(op, value)
            if op is None or more is None:
                return set(), set()
            operations.add(op)
            work += more
    return values, operations


def _connected(op: Operation, value: SSAValue) -> Sequence[SSAValue] | None:
    """The sums that `op` connects with `value`; `None` if it cannot be converted."""
    match op:
        case ContractOp():
            if value in (op.lhs, op.rhs) or not _is_product(op):
                return None
            return (op.acc, op.result)
        case vector.TransferReadOp():
            return () if _transfer_map(op) == _PLAIN else None
        case vector.TransferWriteOp():
            if value is not op.vector or _transfer_map(op) != _PLAIN:
                return None
            return ()
        case arith.ConstantOp():
            dense = op.value
            splat = isinstance(dense, DenseIntOrFPElementsAttr) and dense.is_splat()
            return () if splat else None
        case scf.ForOp():
            return _carried(op, value)
        case scf.YieldOp():
            parent = op.parent_op()
            if not isinstance(parent, scf.ForOp):
                return None
            return _carried(parent, value)
        case _:
            if type(op) in _ELEMENTWISE:
                return (*op.operands, *op.results)
            return None


def _carried(op: scf.ForOp, value: SSAValue) -> Sequence[SSAValue]:
    """The four values of each variable of a loop that has `value` among them."""
    last = op.body.block.last_op
    assert last is not None
    rows = zip(
        op.iter_args, op.body.block.args[1:], last.operands, op.results, strict=True
    )
    return [each for row in rows if any(v is value for v in row) for each in row]


def _is_product(op: ContractOp) -> bool:
    orders = _factor_order(op)
    if orders is None:
        return False
    element = cast(AnyVector, op.result.type).element_type
    if element not in SUMS:
        return False
    for value in (op.lhs, op.rhs):
        read = value.owner
        if not isinstance(read, vector.TransferReadOp) or _transfer_map(read) is None:
            return False
        memory, kind = cast(AnyMemRef, read.source.type), _matrix(value, "AOp")
        if kind.element_type not in FACTORS:
            return False
        if memory.element_type != cast(AnyVector, value.type).element_type:
            return False
    return True


def _convert(op: Operation, values: set[SSAValue]) -> None:
    """Makes `op` an operation on matrices. Its operands among `values` are matrices already."""
    build = ArithBuilder.before(op)
    match op:
        case ContractOp():
            orders = _factor_order(op)
            assert orders is not None
            factors = [
                _factor(value, use, turned)
                for value, use, turned in zip(op.operands, USES, orders)
            ]
            operands = (*factors, op.acc)
            new = made_operation(MultiplyMatrixOp, operands, op.acc.type, {})
        case vector.TransferReadOp():
            new = LoadMatrixOp.at(op.source, op.indices, _matrix(op.result, "COp"))
        case vector.TransferWriteOp():
            new = StoreMatrixOp.at(op.vector, op.source, op.indices)
        case arith.ConstantOp():
            element = cast(AnyVector, op.result.type).element_type
            dense = cast("DenseIntOrFPElementsAttr", op.value)
            number = build.literal(dense.get_attrs()[0], element)
            matrix = _matrix(op.result, "COp")
            new = made_operation(ConstantMatrixOp, (number,), matrix, {})
        case scf.ForOp():
            for value in (*op.body.block.args, *op.results):
                if value in values:
                    set_type(value, _matrix(value, "COp"))
            return
        case scf.YieldOp():
            return
        case _:
            kind = {"opType": MMAElementwiseAttr(_ELEMENTWISE[type(op)])}
            matrix = _matrix(op.results[0], "COp")
            new = made_operation(ElementwiseMatrixOp, op.operands, matrix, kind)
    build.insert(new)
    replace(op, new.results)


def _factor(value: SSAValue, use: str, turned: bool) -> SSAValue:
    """Loads a factor where the vector was read: memory may change after that."""
    read = value.owner
    assert isinstance(read, vector.TransferReadOp)
    type = _matrix(value, use)
    if turned:
        type = MMAMatrixType.of((type.columns, type.rows), type.element_type, use)
    transposed = turned != (_transfer_map(read) == _TURNED)
    load = LoadMatrixOp.at(read.source, read.indices, type, transposed)
    return ArithBuilder.before(read).add(load)


@dataclass(frozen=True)
class ConvertVectorToGPUPass(ModulePass):
    """Converts contractions of vectors to products of matrices; see the module's text."""

    name = "convert-vector-to-gpu"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        operations = tuple(op.walk())
        values: set[SSAValue] = set()
        converted: set[Operation] = set()
        read: set[Operation | Block] = set()
        for inner in operations:
            if isinstance(inner, ContractOp):
                read |= {inner.lhs.owner, inner.rhs.owner}
                if inner not in converted:
                    sums, connected = _chain(inner)
                    values |= sums
                    converted |= connected
        for inner in operations:
            if inner in converted:
                _convert(inner, values)
        for inner in read:
            if isinstance(inner, Operation) and not any(inner.results[0].uses):
                erase(inner)
