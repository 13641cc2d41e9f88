"""Products of tiles in local memory by matrix instructions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects import arith, memref, vector
from xdsl.dialects.builtin import (
    ArrayAttr,
    MemRefType,
    UnitAttr,
    VectorType,
    i1,
    i8,
    i32,
)
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.abi.enums import FenceFlag, MemoryScope
from xdsl_opencl.abi.gpu.matrix_instructions import LINES
from xdsl_opencl.abi.gpu.processors import LDS_BANKS
from xdsl_opencl.dialects.gpu_ext.attributes import (
    WORKGROUP,
    ShuffleMode,
    ShuffleModeAttr,
)
from xdsl_opencl.dialects.gpu_ext.matrices import (
    SI8,
    UI8,
    XF32,
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
from xdsl_opencl.dialects.gpu_ext.work_item import BarrierOp, ShuffleOp
from xdsl_opencl.dialects.opencl.attrs import FenceFlagsAttr
from xdsl_opencl.dialects.opencl.sync import SubGroupBarrierOp
from xdsl_opencl.dialects.vector_ext import FromElementsOp
from xdsl_opencl.ir.index_arithmetic import (
    Number,
    TileBuilder,
    compared,
    plus,
    quotient,
    remainder,
    times,
    value_of,
)
from xdsl_opencl.transforms.contractions.parts.elements import (
    choose,
    extracted,
)
from xdsl_opencl.transforms.contractions.problems.contraction import Contraction, Factor
from xdsl_opencl.transforms.contractions.problems.schedule import (
    STORED,
    VECTOR_BYTES,
    Schedule,
    bytes_of,
)

Put = Callable[[TileBuilder, Number, Number, SSAValue], None]
"""Stores values from a row and a column of the tile on: a vector, or a matrix where results allow it."""


def local_barrier() -> BarrierOp:
    """A barrier that orders memory of the work-group."""
    return BarrierOp.create(properties={"address_spaces": ArrayAttr([WORKGROUP])})


def wave_barrier() -> Operation:
    """A barrier that orders local memory of a sub-group, whose work items run together."""
    return SubGroupBarrierOp(FenceFlagsAttr((FenceFlag.LOCAL,)), MemoryScope.SUB_GROUP)


def _factor_element(factor: Factor) -> Attribute:
    element = factor.type.element_type
    if element == i8:
        return UI8 if factor.extension is arith.ExtUIOp else SI8
    return element


class MatrixProducts:
    """Each sub-group has a block of 16 x 16 matrices of the tile."""

    def __init__(self, contraction: Contraction, schedule: Schedule):
        assert schedule.instruction is not None
        self.contraction, self.schedule = contraction, schedule
        self.sum_type = contraction.kept_type
        deep = schedule.instruction.depth
        a, b = contraction.factors
        self.types = (
            MMAMatrixType.of((LINES, deep), _factor_element(a), "AOp"),
            MMAMatrixType.of((deep, LINES), _factor_element(b), "BOp"),
            MMAMatrixType.of((LINES, LINES), self.sum_type, "COp"),
        )

    @property
    def stage_type(self) -> MemRefType[Attribute]:
        """The local memory that results go through."""
        schedule = self.schedule
        assert schedule.instruction is not None
        columns = schedule.fragment_columns * LINES
        # Half of the banks between the rows that neighbouring 16 lanes store.
        padding = LDS_BANKS // 2 // schedule.instruction.sum.group
        shape = (schedule.waves * LINES, columns + padding)
        return MemRefType(self.sum_type, shape, memory_space=WORKGROUP)

    def locate(self, build: TileBuilder, item: SSAValue) -> None:
        """Finds the place of work item number `item`."""
        schedule = self.schedule
        wave = quotient(build, item, schedule.lanes)
        self.lane = remainder(build, item, schedule.lanes)
        self.wave = wave
        row = quotient(build, wave, schedule.wave_columns)
        column = remainder(build, wave, schedule.wave_columns)
        self.row = times(build, row, schedule.fragment_rows * LINES)
        self.column = times(build, column, schedule.fragment_columns * LINES)

    def started(self, build: TileBuilder, start: SSAValue) -> Sequence[SSAValue]:
        """Returns sums that are all `start`."""
        schedule = self.schedule
        first = build.add(
            ConstantMatrixOp.create(operands=[start], result_types=[self.types[2]])
        )
        return [first] * (schedule.fragment_rows * schedule.fragment_columns)

    def multiply(
        self,
        build: TileBuilder,
        sums: Sequence[SSAValue],
        rows: Sequence[SSAValue] = (),
    ) -> Sequence[SSAValue]:
        """Adds the products of the tiles in local memory; `rows` are `row_factors` of the first."""
        schedule = self.schedule
        assert schedule.instruction is not None
        sums, known = [*sums], iter(rows)
        first, second = (factor.memory for factor in self.contraction.factors)
        for place in range(0, schedule.depth, schedule.instruction.depth):
            columns = [
                self.factor(build, 1, second, self.column, i, place)
                for i in range(schedule.fragment_columns)
            ]
            for i in range(schedule.fragment_rows):
                row = next(known, None)
                if row is None:
                    row = self.factor(build, 0, first, self.row, i, place)
                for j, column in enumerate(columns):
                    number = i * schedule.fragment_columns + j
                    made = MultiplyMatrixOp.create(
                        operands=[row, column, sums[number]],
                        result_types=[self.types[2]],
                    )
                    if schedule.instruction.is_xf32:
                        made.attributes[XF32] = UnitAttr()
                    sums[number] = build.add(made)
        return sums

    def row_factors(self, build: TileBuilder, memory: SSAValue) -> Sequence[SSAValue]:
        """Loads all matrices of the first factor, for `multiply`."""
        schedule = self.schedule
        assert schedule.instruction is not None
        return [
            self.factor(build, 0, memory, self.row, i, place)
            for place in range(0, schedule.depth, schedule.instruction.depth)
            for i in range(schedule.fragment_rows)
        ]

    def factor(
        self,
        build: TileBuilder,
        which: int,
        memory: SSAValue,
        first: Number,
        number: int,
        place: int,
    ) -> SSAValue:
        """
        Loads the matrix of factor `which` that is `number` matrices after line `first` of a tile
        in local memory, from `place` on along the depth.
        """
        line = value_of(build, plus(build, first, number * LINES))
        indices = (line, value_of(build, place))
        return build.add(
            LoadMatrixOp.at(memory, indices, self.types[which], bool(which))
        )

    # --- results ---------------------------------------------------------------------------

    def finish(
        self,
        build: TileBuilder,
        put: Put,
        sums: Sequence[SSAValue],
        memory: SSAValue | None,
    ) -> None:
        """Stores the sums, by way of `memory` if there is one."""
        schedule = self.schedule
        for i in range(schedule.fragment_rows):
            row = sums[
                i * schedule.fragment_columns : (i + 1) * schedule.fragment_columns
            ]
            if memory is not None:
                self._stage(build, put, i, row, memory)
                continue
            for j, value in enumerate(row):
                down = plus(build, self.row, i * LINES)
                put(build, down, plus(build, self.column, j * LINES), value)

    def _stage(
        self,
        build: TileBuilder,
        put: Put,
        i: int,
        row: Sequence[SSAValue],
        memory: SSAValue,
    ) -> None:
        """Stores 16 rows through local memory, where each work item takes parts of rows."""
        schedule = self.schedule
        first = times(build, self.wave, LINES)
        count = min(len(row), row_length(memory.type) // LINES)
        type = VectorType(self.sum_type, (STORED,))
        for start in range(0, len(row), count):
            part = row[start : start + count]
            build.insert(wave_barrier())
            self.store(build, part, memory, first)
            build.insert(wave_barrier())
            in_row = len(part) * LINES // STORED
            for item in range(0, LINES * in_row, schedule.lanes):
                number = plus(build, self.lane, item)
                line = quotient(build, number, in_row)
                column = times(build, remainder(build, number, in_row), STORED)
                place = (plus(build, first, line), column)
                values = build.add(
                    vector.LoadOp(memory, [value_of(build, n) for n in place], type)
                )
                down = plus(build, self.row, plus(build, line, i * LINES))
                across = plus(build, self.column, plus(build, column, start * LINES))
                put(build, down, across, values)

    def store(
        self,
        build: TileBuilder,
        matrices: Sequence[SSAValue],
        memory: SSAValue,
        first: Number,
    ) -> None:
        """Stores sums side by side, in local memory from row `first` on."""
        for j, value in enumerate(matrices):
            indices = [value_of(build, first), value_of(build, j * LINES)]
            build.insert(StoreMatrixOp.at(value, memory, indices))

    # --- rows ------------------------------------------------------------------------------
    #
    # A work item has the row of its lane, modulo 16, and of each 16 columns a share. Work items of one row are
    # 16 lanes apart.

    @property
    def share(self) -> int:
        """The elements of each 16 columns of a row that a work item has."""
        return LINES * LINES // self.schedule.lanes

    @property
    def row_types(self) -> Sequence[MemRefType[Attribute]]:
        """The local memory that shares go through, 16 columns of all rows, and that for a number of each row."""
        schedule = self.schedule
        assert schedule.instruction is not None
        padding = min(STORED, LINES // schedule.instruction.sum.group)
        shapes = ((schedule.rows, LINES + padding), (schedule.waves, LINES))
        return [MemRefType(self.sum_type, s, memory_space=WORKGROUP) for s in shapes]

    def locate_row(self, build: TileBuilder) -> None:
        """Finds the row of this work item, after `locate`, and its first column."""
        self.line = remainder(build, self.lane, LINES)
        self.part = quotient(build, self.lane, LINES)
        self.own_row = plus(build, self.row, self.line)
        self.own_column = times(build, self.part, self.share)

    def place(self, build: TileBuilder, number: int) -> Sequence[SSAValue]:
        """Returns the row and the column of element `number` of this work item."""
        piece, i = divmod(number, self.share)
        column = plus(build, self.own_column, piece * LINES + i)
        return value_of(build, self.own_row), value_of(build, column)

    def shares(
        self, build: TileBuilder, sums: Sequence[SSAValue], memory: SSAValue
    ) -> Sequence[SSAValue]:
        """Returns the shares of all `sums`, by way of `memory` for one matrix after the other."""
        width = min(self.share, STORED)
        type = VectorType(self.sum_type, (width,))
        found: list[SSAValue] = []
        for value in sums:
            build.insert(wave_barrier())
            self.store(build, [value], memory, self.row)
            build.insert(wave_barrier())
            for i in range(0, self.share, width):
                values = build.add(vector.LoadOp(memory, self.place(build, i), type))
                found += [extracted(build, values, k) for k in range(width)]
        return found

    def store_shares(
        self, build: TileBuilder, values: Sequence[SSAValue], memory: SSAValue
    ) -> None:
        """Stores shares into `memory`, for the sub-group."""
        element = values[0].type
        width = min(self.share, VECTOR_BYTES // bytes_of(element))
        for i in range(0, len(values), width):
            part, type = values[i : i + width], VectorType(element, (width,))
            made = build.op(FromElementsOp, *part, type=type)
            build.insert(vector.StoreOp(made, memory, self.place(build, i)))
        build.insert(wave_barrier())

    def over_row(
        self, build: TileBuilder, kind: type[Operation], value: SSAValue
    ) -> SSAValue:
        """Combines the values of all work items of a row, by a commutative `kind`."""
        width, distance = build.constant(self.schedule.lanes, i32), LINES
        while distance < self.schedule.lanes:
            other = ShuffleOp.create(
                operands=[value, build.constant(distance, i32), width],
                result_types=[value.type, i1],
                properties={"mode": ShuffleModeAttr(ShuffleMode.Xor)},
            )
            value = build.op(kind, value, build.add(other))
            distance *= 2
        return value

    def scaled(
        self,
        build: TileBuilder,
        sums: Sequence[SSAValue],
        factor: SSAValue,
        memory: SSAValue,
    ) -> Sequence[SSAValue]:
        """Returns `sums` with each row times its `factor`, equal in the row's work items, by way of `memory`."""
        place = [value_of(build, number) for number in (self.wave, self.line)]

        def stored(build: TileBuilder) -> Sequence[SSAValue]:
            build.insert(memref.StoreOp.get(factor, memory, place))
            return ()

        build.insert(wave_barrier())
        choose(build, compared(build, "eq", self.part, 0), (), stored)
        build.insert(wave_barrier())
        # Rows that are no elements apart, transposed: one number for each row.
        first = [place[0], build.number(0)]
        load = LoadMatrixOp.at(memory, first, self.types[2], transposed=True, lead=0)
        factors = build.add(load)
        properties = {"opType": MMAElementwiseAttr(MMAElementwise.Mulf)}
        return [
            build.op(ElementwiseMatrixOp, value, factors, properties=properties)
            for value in sums
        ]
