"""Products of tiles in local memory by matrix instructions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects import arith, vector
from xdsl.dialects.builtin import ArrayAttr, MemRefType, UnitAttr, VectorType, i8
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.abi.enums import FenceFlag, MemoryScope
from xdsl_opencl.abi.gpu.matrix_instructions import LINES
from xdsl_opencl.abi.gpu.processors import LDS_BANKS
from xdsl_opencl.dialects.gpu_ext.attributes import WORKGROUP
from xdsl_opencl.dialects.gpu_ext.matrices import (
    SI8,
    UI8,
    XF32,
    ConstantMatrixOp,
    LoadMatrixOp,
    MMAMatrixType,
    MultiplyMatrixOp,
    StoreMatrixOp,
    row_length,
)
from xdsl_opencl.dialects.gpu_ext.work_item import BarrierOp
from xdsl_opencl.dialects.opencl.attrs import FenceFlagsAttr
from xdsl_opencl.dialects.opencl.sync import SubGroupBarrierOp
from xdsl_opencl.ir.index_arithmetic import (
    Number,
    TileBuilder,
    plus,
    quotient,
    remainder,
    times,
    value_of,
)
from xdsl_opencl.transforms.contractions.problems.contraction import Contraction, Factor
from xdsl_opencl.transforms.contractions.problems.schedule import STORED, Schedule

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

    def prepare(
        self, build: TileBuilder, item: SSAValue, start: SSAValue
    ) -> Sequence[SSAValue]:
        """Finds the place of work item number `item`; returns the first sums, all `start`."""
        schedule = self.schedule
        wave = quotient(build, item, schedule.lanes)
        self.lane = remainder(build, item, schedule.lanes)
        self.wave = wave
        row = quotient(build, wave, schedule.wave_columns)
        column = remainder(build, wave, schedule.wave_columns)
        self.row = times(build, row, schedule.fragment_rows * LINES)
        self.column = times(build, column, schedule.fragment_columns * LINES)
        first = build.add(
            ConstantMatrixOp.create(operands=[start], result_types=[self.types[2]])
        )
        return [first] * (schedule.fragment_rows * schedule.fragment_columns)

    def multiply(
        self,
        build: TileBuilder,
        memories: tuple[SSAValue, SSAValue],
        sums: Sequence[SSAValue],
    ) -> Sequence[SSAValue]:
        """Adds the products of the tiles in local memory."""
        schedule = self.schedule
        assert schedule.instruction is not None
        sums = [*sums]
        for place in range(0, schedule.depth, schedule.instruction.depth):
            columns = [
                self.factor(build, 1, memories[1], self.column, i, place)
                for i in range(schedule.fragment_columns)
            ]
            for i in range(schedule.fragment_rows):
                row = self.factor(build, 0, memories[0], self.row, i, place)
                for j, column in enumerate(columns):
                    number = i * schedule.fragment_columns + j
                    sums[number] = self.multiplied(build, row, column, sums[number])
        return sums

    def multiplied(
        self, build: TileBuilder, row: SSAValue, column: SSAValue, total: SSAValue
    ) -> SSAValue:
        """Returns `total` plus the product of two matrices."""
        made = MultiplyMatrixOp.create(
            operands=[row, column, total], result_types=[self.types[2]]
        )
        assert self.schedule.instruction is not None
        if self.schedule.instruction.is_xf32:
            made.attributes[XF32] = UnitAttr()
        return build.add(made)

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
