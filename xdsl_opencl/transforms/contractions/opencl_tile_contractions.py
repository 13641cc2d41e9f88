"""
`opencl-tile-contractions`: contractions of `linalg` on memrefs become launches of kernels that
multiply tiles, with the matrix instructions of the target where it has them.

A work-group computes one tile of the result. It goes along the depth: its work items load a
tile of each factor from global memory, store it into local memory, wait, and multiply. The sums stay
in registers; `opencl-pipeline-loops` loads the next tiles while these are multiplied. Operations on each
element behind a contraction, and a fill in front of it, become part of its kernel.

A contraction is any structured operation that adds products of two operands, each result with
rows from one and columns from the other: products of matrices with and without transposition,
batches of them, `contract`, packed tiles, convolutions with channels, and `generic` of such
a form. Sizes may be dynamic. Floats are added in f32 at least, fused, within a tile in the order
of the instruction; `linalg` on f16 rounds once, at the end.

A softmax between two contractions, with operations on each of its elements, is one kernel with
both where the target has instructions for both (`attention_kernel.py`).

On the CPU device a work item computes a tile in vector registers (`cpu_kernel.py`).

Other operations stay. Errors: tensors, sizes of tiles that do not fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import prod

from xdsl.context import Context
from xdsl.dialects import arith
from xdsl.dialects.builtin import (
    IntegerType,
    ModuleOp,
    TensorType,
    f32,
)
from xdsl.ir import Operation
from xdsl.passes import ModulePass
from xdsl.utils.hints import isa

from xdsl_opencl.abi.cpu.host_features import has_wide_rows
from xdsl_opencl.abi.gpu.matrix_instructions import (
    MatrixInstruction,
    matrix_instructions,
)
from xdsl_opencl.abi.target import Target
from xdsl_opencl.conversions.tensors.structured_operations import is_on_host
from xdsl_opencl.ir.build import erase
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.module import module_target
from xdsl_opencl.transforms.contractions.attention_kernel import (
    AttentionKernel,
    attention_schedule,
)
from xdsl_opencl.transforms.contractions.cpu_kernel import CPUKernel, cpu_schedule
from xdsl_opencl.transforms.contractions.gpu_kernel import GPUKernel
from xdsl_opencl.transforms.contractions.problems.attention import (
    Attention,
    read_attention,
)
from xdsl_opencl.transforms.contractions.problems.contraction import (
    Contraction,
    read_contraction,
    take_neighbours,
)
from xdsl_opencl.transforms.contractions.problems.schedule import (
    Schedule,
    bytes_of,
    default_schedule,
)


def _instruction(
    contraction: Contraction, target: Target, xf32: bool
) -> MatrixInstruction | None:
    """
    The instruction of `target` for the types of `contraction`, if there is one; of f32 with 10 bits
    of fraction if `xf32` is true.
    """
    kinds = tuple(str(factor.type.element_type) for factor in contraction.factors)
    total = contraction.sum_type
    if isa(total, IntegerType):
        result = str(total)
    elif bytes_of(total) > 4:
        return None
    else:
        # Shorter sums are rounded at the end.
        result = "f32"
    signs = {factor.extension for factor in contraction.factors}
    for row in matrix_instructions(target):
        is_asked_for = row.is_xf32 == (xf32 and kinds == ("f32", "f32"))
        if is_asked_for and row.factors == kinds and row.result == result:
            if arith.ExtUIOp in signs and not row.is_wmma:
                return None
            return row
    return None


def _erase(unneeded: Sequence[Operation]) -> None:
    """Erases operations and the memory that only they use."""
    for is_user in (True, False):
        for op in unneeded:
            if op.name.startswith("linalg.") is is_user:
                erase(op)


def _sizes(contraction: Contraction) -> tuple[int | None, int | None, int | None]:
    """The rows, the columns and the batch of `contraction`, `None` where unknown."""

    def total(loops: Sequence[int]) -> int | None:
        sizes = [contraction.nest.size(loop) for loop in loops]
        known = [size for size in sizes if size is not None]
        return prod(known) if len(known) == len(sizes) else None

    return (
        total(contraction.rows),
        total(contraction.columns),
        total(contraction.batch),
    )


@dataclass(frozen=True)
class OpenCLTileContractionsPass(ModulePass):
    """
    Makes launches of contractions. Sizes that are not given depend on problem and target.

    Example: `opencl-tile-contractions{tile=64,64,32 waves=2,2}`
    """

    name = "opencl-tile-contractions"

    tile: tuple[int, ...] = ()
    """Rows, columns and depth of the tile of a work-group."""
    waves: tuple[int, ...] = ()
    """The sub-groups below each other and beside each other."""
    xf32: bool = False
    """Factors of f32 may lose 13 bits of their fraction, where an instruction drops them."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        target = module_target(op)
        if self.xf32 and not any(row.is_xf32 for row in matrix_instructions(target)):
            fail(
                op,
                f"option 'xf32': {target.mcpu or 'the CPU device'} has no matrix instruction of XF32; "
                "gfx942 has, leave the option out for others",
            )
        if not (target.is_amdgcn or target.interface.work_groups_are_loops):
            return
        if not target.is_amdgcn and (self.tile or self.waves):
            fail(op, "options 'tile' and 'waves' are for GPUs; leave them out")
        for inner in tuple(op.walk()):
            # Neighbours of an earlier contraction are erased already.
            if not inner.name.startswith("linalg.") or inner.parent is None:
                continue
            if any(isinstance(o.type, TensorType) for o in inner.operands):
                fail(
                    inner,
                    f"'{inner.name}' is on tensors, which are not in memory; run "
                    "'bufferize-destinations' first",
                )
            contraction = read_contraction(inner)
            if contraction is not None and is_on_host(inner):
                self._tile(contraction, target)

    def _tile(self, contraction: Contraction, target: Target) -> None:
        if target.is_amdgcn:
            unneeded = take_neighbours(contraction)
            attention = None
            if not (self.tile or self.waves):
                attention = read_attention(contraction, unneeded)
            if attention is not None and self._attend(attention, target):
                _erase(attention.unneeded)
                return
            schedule = self._schedule(contraction, target)
            GPUKernel(contraction, schedule, target.processor.lds_bytes).make()
        else:
            wide = has_wide_rows(target.interface.native_features())
            width = 64 if wide else 32
            schedule = cpu_schedule(contraction, _sizes(contraction), width)
            if schedule is None:
                return
            unneeded = take_neighbours(contraction)
            CPUKernel(contraction, schedule, width).make()
        _erase((contraction.nest.op, *unneeded))

    def _attend(self, attention: Attention, target: Target) -> bool:
        """Makes the kernel of `attention`; returns `False` where `target` has none."""
        scores, values = attention.scores, attention.values
        first, second = (
            _instruction(each, target, self.xf32) for each in (scores, values)
        )
        if first is None or second is None or scores.kept_type != f32:
            return False
        rows, *_ = _sizes(values)
        schedules = attention_schedule(
            rows,
            values.nest.size(values.depth[0]),
            attention.head,
            attention.width,
            target.wave_size,
            (first, second),
        )
        AttentionKernel(attention, schedules, target.processor.lds_bytes).make()
        return True

    def _schedule(self, contraction: Contraction, target: Target) -> Schedule:
        op = contraction.nest.op
        instruction = _instruction(contraction, target, self.xf32)
        if instruction is None and matrix_instructions(target):
            first, second = (factor.type.element_type for factor in contraction.factors)
            contraction.remark = (
                f"{target.mcpu} has no matrix instruction for products of {first} and "
                f"{second} in {contraction.sum_type}; '{op.name}' becomes plain code"
            )
        rows, columns, _ = _sizes(contraction)
        widest = max(bytes_of(f.type.element_type) for f in contraction.factors)
        schedule = default_schedule(
            rows, columns, target.wave_size, instruction, widest
        )
        return self._chosen(op, schedule)

    def _chosen(self, op: Operation, schedule: Schedule) -> Schedule:
        """`schedule` with the sizes of the options."""
        for name, given, count in (("tile", self.tile, 3), ("waves", self.waves, 2)):
            if given and len(given) != count:
                fail(op, f"option '{name}' has {len(given)} numbers, expected {count}")
        if self.tile:
            rows, columns, depth = self.tile
            schedule = replace(schedule, rows=rows, columns=columns, depth=depth)
        if self.waves:
            down, across = self.waves
            schedule = replace(schedule, wave_rows=down, wave_columns=across)
        try:
            schedule.check()
        except ValueError as error:
            fail(op, f"'{op.name}': {error}")
        return schedule
