"""
`convert-vector-to-gpu`: contractions of vectors of rank 2 become products of matrices of a sub-group,
under upstream's name.

A `vector.contract` that multiplies a matrix by another one, or by a transposed one, is converted if its
factors are read from memory by `vector.transfer_read`, within the bounds, and its sum comes from
another converted operation, memory, a constant or a loop, and goes to such ones or to
`vector.transfer_write`. The sum may be carried by `scf.for` and changed element by element by `arith`.
All others stay, for `convert-vector-to-llvm`. Memory needs a static distance of rows.

All work items of a sub-group must run the converted code together, as upstream demands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.context import Context
from xdsl.dialects import arith, scf, vector
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerAttr,
    MemRefType,
    ModuleOp,
    UnitAttr,
    VectorType,
    i8,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.ir.affine import AffineDimExpr, AffineExpr, AffineMap
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter
from xdsl.utils.hints import isa

from xdsl_opencl.dialects.gpu_ext.matrices import (
    FACTORS,
    SI8,
    SUMS,
    ConstantMatrixOp,
    ElementwiseMatrixOp,
    LoadMatrixOp,
    MMAElementwise,
    MMAElementwiseAttr,
    MMAMatrixType,
    MultiplyMatrixOp,
    StoreMatrixOp,
)
from xdsl_opencl.dialects.vector_ext.products import ContractOp, loops_of
from xdsl_opencl.ir.build import ArithBuilder, erase

AnyVector = VectorType[Attribute]
AnyMemRef = MemRefType[Attribute]

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


def _distance(memory: Attribute) -> int | None:
    """The elements from one row of a memref to the next, if they are known and rows are dense."""
    if not isa(memory, AnyMemRef):
        return None
    strides = memory.get_strides()
    if strides is None or len(strides) < 2 or strides[-1] != 1:
        return None
    last = strides[-2]
    return last if last is not None and last != DYNAMIC_INDEX and last > 0 else None


def _transfer_map(
    op: vector.TransferReadOp | vector.TransferWriteOp,
) -> AffineMap | None:
    """
    The permutation of the last two dimensions that `op` makes; `None` if it does anything else.
    """
    memory = op.source.type
    if op.mask is not None or _distance(memory) is None:
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


class _Chains:
    """The vectors of a module that become sums of matrices, found from its contractions."""

    def __init__(self, contractions: Sequence[ContractOp]):
        self.values: set[SSAValue] = set()
        self.operations: set[Operation] = set()
        for op in contractions:
            if op in self.operations:
                continue
            values, operations = self._chain(op)
            if operations:
                self.values |= values
                self.operations |= operations

    def _chain(self, start: ContractOp) -> tuple[set[SSAValue], set[Operation]]:
        """All values connected with the sum of `start`; none if one of them has another use."""
        values: set[SSAValue] = set()
        operations: set[Operation] = set()
        work: list[SSAValue] = [start.acc, start.result]
        while work:
            value = work.pop()
            if value in values:
                continue
            if value.type != start.result.type:
                return set(), set()
            values.add(value)
            around = [use.operation for use in value.uses]
            owner = value.owner
            if isinstance(owner, Operation):
                around.append(owner)
            elif isinstance(parent := owner.parent_op(), scf.ForOp):
                around.append(parent)
            else:
                return set(), set()
            for op in around:
                more = self._connected(op, value)
                if more is None:
                    return set(), set()
                operations.add(op)
                work += more
        return values, operations

    def _connected(self, op: Operation, value: SSAValue) -> Sequence[SSAValue] | None:
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
                return self._carried(op, value)
            case scf.YieldOp():
                parent = op.parent_op()
                if not isinstance(parent, scf.ForOp):
                    return None
                return self._carried(parent, value)
            case _:
                if type(op) in _ELEMENTWISE:
                    return (*op.operands, *op.results)
                return None

    def _carried(self, op: scf.ForOp, value: SSAValue) -> Sequence[SSAValue]:
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


class _Converter:
    """Replaces the operations of chains, in the order of the program."""

    def __init__(self, chains: _Chains):
        self.chains = chains
        self.made: dict[SSAValue, SSAValue] = {}
        self.unneeded: list[Operation] = []

    def convert(self, op: Operation) -> None:
        build = ArithBuilder.before(op)
        match op:
            case ContractOp():
                orders = _factor_order(op)
                assert orders is not None
                factors = [
                    self._factor(value, use, turned)
                    for value, use, turned in zip(
                        (op.lhs, op.rhs), ("AOp", "BOp"), orders, strict=True
                    )
                ]
                total = self.made[op.acc]
                self._replace(
                    op,
                    MultiplyMatrixOp.create(
                        operands=[*factors, total], result_types=[total.type]
                    ),
                )
            case vector.TransferReadOp():
                self._replace(op, _load(op, _matrix(op.result, "COp"), False))
            case vector.TransferWriteOp():
                build.insert(
                    StoreMatrixOp.create(
                        operands=[self.made[op.vector], op.source, *op.indices],
                        properties={"leadDimension": _lead(op.source)},
                    )
                )
                self.unneeded.append(op)
            case arith.ConstantOp():
                element = cast(AnyVector, op.result.type).element_type
                dense = cast("DenseIntOrFPElementsAttr", op.value)
                number = build.literal(dense.get_attrs()[0], element)
                self._replace(
                    op,
                    ConstantMatrixOp.create(
                        operands=[number], result_types=[_matrix(op.result, "COp")]
                    ),
                )
            case scf.ForOp():
                self._loop(op)
            case scf.YieldOp():
                for index, value in enumerate(op.operands):
                    op.operands[index] = self.made.get(value, value)
            case _:
                kind = MMAElementwiseAttr(_ELEMENTWISE[type(op)])
                self._replace(
                    op,
                    ElementwiseMatrixOp.create(
                        operands=[self.made[value] for value in op.operands],
                        result_types=[_matrix(op.results[0], "COp")],
                        properties={"opType": kind},
                    ),
                )

    def _replace(self, op: Operation, new: Operation) -> None:
        ArithBuilder.before(op).insert(new)
        self.made[op.results[0]] = new.results[0]
        self.unneeded.append(op)

    def _factor(self, value: SSAValue, use: str, turned: bool) -> SSAValue:
        """Loads a factor where the vector was read: memory may change after that."""
        read = value.owner
        assert isinstance(read, vector.TransferReadOp)
        type = _matrix(value, use)
        if turned:
            type = MMAMatrixType.of((type.columns, type.rows), type.element_type, use)
        transposed = turned != (_transfer_map(read) == _TURNED)
        load = _load(read, type, transposed)
        ArithBuilder.before(read).insert(load)
        self.unneeded.append(read)
        return load.results[0]

    def _loop(self, op: scf.ForOp) -> None:
        """Makes a loop that carries matrices."""
        block = op.body.block
        for argument in block.args[1:]:
            if argument in self.chains.values:
                kind = _matrix(argument, "COp")
                new = Rewriter.replace_value_with_new_type(argument, kind)
                self.made[new] = new
                self.chains.values.add(new)
        carried = [self.made.get(value, value) for value in op.iter_args]
        region = op.detach_region(op.body)
        made = scf.ForOp(op.lb, op.ub, op.step, carried, region)
        made.attributes = dict(op.attributes)
        ArithBuilder.before(op).insert(made)
        for old, new in zip(op.results, made.results, strict=True):
            if old in self.chains.values:
                self.made[old] = new
            else:
                old.replace_all_uses_with(new)
        self.unneeded.append(op)

    def finish(self) -> None:
        """Erases the operations that nothing uses now."""
        for op in reversed(dict.fromkeys(self.unneeded)):
            if not any(result.uses for result in op.results):
                erase(op)


def _lead(memory: SSAValue) -> IntegerAttr[IndexType]:
    distance = _distance(memory.type)
    assert distance is not None
    return IntegerAttr(distance, IndexType())


def _load(
    op: vector.TransferReadOp, type: MMAMatrixType, transposed: bool
) -> LoadMatrixOp:
    properties: dict[str, Attribute] = {"leadDimension": _lead(op.source)}
    if transposed:
        properties["transpose"] = UnitAttr()
    return LoadMatrixOp.create(
        operands=[op.source, *op.indices], result_types=[type], properties=properties
    )


@dataclass(frozen=True)
class ConvertVectorToGPUPass(ModulePass):
    """Converts contractions of vectors to products of matrices; see the module's text."""

    name = "convert-vector-to-gpu"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        operations = tuple(op.walk())
        contractions = [o for o in operations if isinstance(o, ContractOp)]
        chains = _Chains(contractions)
        converter = _Converter(chains)
        for inner in operations:
            if inner in chains.operations:
                converter.convert(inner)
        converter.finish()
