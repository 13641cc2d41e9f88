"""
`opencl-schedule-contractions`: each contraction of `linalg` on memrefs gets its schedule, from which
`opencl-tile-contractions` makes a kernel: the attribute `opencl.schedule`, a dictionary.

* `tile`: the rows, the columns and the depth of the tile of a work-group;
* `waves`: the sub-groups below each other and beside each other;
* `instruction`: the matrix instruction, as LLVM's intrinsic after `llvm.amdgcn.`, or `"none"`;
* `stages`: 2 loads the next tiles while tiles are multiplied, 1 does not.

The CPU device needs `tile` only. What a program's own attribute leaves out is filled in. Errors: tensors, another
key, sizes that do not fit together, an instruction that the target has not, an attribute on what is
no contraction.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod

from xdsl.context import Context
from xdsl.dialects import arith
from xdsl.dialects.builtin import (
    DenseArrayBase,
    DictionaryAttr,
    IntegerAttr,
    IntegerType,
    ModuleOp,
    StringAttr,
    TensorType,
    i64,
)
from xdsl.ir import Attribute, Operation
from xdsl.passes import ModulePass
from xdsl.utils.hints import isa

from xdsl_opencl.abi.cpu.host_features import has_wide_rows
from xdsl_opencl.abi.gpu.matrix_instructions import (
    LINES,
    MatrixInstruction,
    matrix_instructions,
)
from xdsl_opencl.abi.target import Target
from xdsl_opencl.conversions.tensors.structured_operations import is_on_host
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.module import module_target
from xdsl_opencl.transforms.contractions.cpu_kernel import check_tile, cpu_schedule
from xdsl_opencl.transforms.contractions.problems.contraction import (
    Contraction,
    read_contraction,
)
from xdsl_opencl.transforms.contractions.problems.schedule import (
    SCHEDULE,
    Schedule,
    bytes_of,
    default_schedule,
)

_NONE = StringAttr("none")


def _instructions(
    contraction: Contraction, target: Target
) -> Sequence[MatrixInstruction]:
    """The instructions of `target` for the types of `contraction`; last one of XF32."""
    kinds = tuple(str(factor.type.element_type) for factor in contraction.factors)
    total = contraction.sum_type
    if isa(total, IntegerType):
        result = str(total)
    elif bytes_of(total) > 4:
        return ()
    else:
        # Shorter sums are rounded at the end.
        result = "f32"
    signs = {factor.extension for factor in contraction.factors}
    return [
        row
        for row in sorted(matrix_instructions(target), key=lambda row: row.is_xf32)
        if (row.factors, row.result, row.lines) == (kinds, result, LINES)
        and (row.is_wmma or arith.ExtUIOp not in signs)
    ]


def sizes_of(contraction: Contraction) -> tuple[int | None, int | None, int | None]:
    """Returns the rows, the columns and the batch of `contraction`, `None` where unknown."""

    def total(loops: Sequence[int]) -> int | None:
        sizes = [contraction.nest.size(loop) for loop in loops]
        known = [size for size in sizes if size is not None]
        return prod(known) if len(known) == len(sizes) else None

    return (
        total(contraction.rows),
        total(contraction.columns),
        total(contraction.batch),
    )


def vector_bytes(target: Target) -> int:
    """Returns the bytes of a vector register of the CPU device."""
    return 64 if has_wide_rows(target.interface.native_features()) else 32


def default_of(
    contraction: Contraction, target: Target, instruction: MatrixInstruction | None
) -> Schedule | None:
    """
    Returns the schedule of a contraction without an attribute, which `instruction` multiplies; `None` where
    `target` makes no kernel of tiles of it.
    """
    sizes = sizes_of(contraction)
    if not target.is_amdgcn:
        return cpu_schedule(contraction, sizes, vector_bytes(target))
    widest = max(bytes_of(f.type.element_type) for f in contraction.factors)
    return default_schedule(*sizes[:2], target.wave_size, instruction, widest)


def written(schedule: Schedule, is_gpu: bool) -> DictionaryAttr:
    """Returns the attribute that says `schedule`."""
    tile = (schedule.rows, schedule.columns, schedule.depth)
    found: dict[str, Attribute] = {"tile": DenseArrayBase.from_list(i64, tile)}
    if is_gpu:
        waves = (schedule.wave_rows, schedule.wave_columns)
        row = schedule.instruction
        found["waves"] = DenseArrayBase.from_list(i64, waves)
        found["instruction"] = _NONE if row is None else StringAttr(row.intrinsic)
        found["stages"] = IntegerAttr(schedule.stages, i64)
    return DictionaryAttr(found)


def _numbers(given: Mapping[str, Attribute], key: str, count: int) -> tuple[int, ...]:
    """The numbers of an entry; none without it."""
    value = given.get(key)
    if value is None:
        return ()
    if not isa(value, DenseArrayBase[IntegerType]):
        raise ValueError(f"'{key}' is {value}; use array<i64: ...>")
    numbers = tuple(int(number) for number in value.get_values())
    if len(numbers) != count:
        raise ValueError(f"'{key}' has {len(numbers)} numbers, expected {count}")
    return numbers


def schedule_of(contraction: Contraction, target: Target) -> Schedule:
    """
    Returns the schedule that the attribute of `contraction` says, with defaults for what it leaves out. Fails
    for one that cannot be.
    """
    op = contraction.nest.op
    given = op.attributes.get(SCHEDULE, DictionaryAttr({}))
    try:
        if not isinstance(given, DictionaryAttr):
            raise ValueError(f"{given} is no dictionary")
        return _read(contraction, target, given.data)
    except ValueError as error:
        fail(op, f"'{op.name}': {error}")


def _read(
    contraction: Contraction, target: Target, given: Mapping[str, Attribute]
) -> Schedule:
    """The schedule of `schedule_of`. Raises `ValueError` for one that cannot be."""
    keys = ("tile", "waves", "instruction", "stages") if target.is_amdgcn else ("tile",)
    for key in given:
        if key not in keys:
            known = ", ".join(f"'{name}'" for name in keys)
            raise ValueError(f"a schedule for this target has no '{key}'; use {known}")
    rows = _instructions(contraction, target)
    instruction = rows[0] if rows else None
    if (wanted := given.get("instruction")) is not None:
        names = {StringAttr(row.intrinsic): row for row in reversed(rows)}
        if wanted != _NONE and wanted not in names:
            known = ", ".join(str(name) for name in (*names, _NONE))
            raise ValueError(f"'instruction' is {wanted}; use one of {known}")
        instruction = names.get(wanted) if isinstance(wanted, StringAttr) else None
    if not rows and matrix_instructions(target):
        first, second = (factor.type.element_type for factor in contraction.factors)
        contraction.remark = (
            f"{target.mcpu} has no matrix instruction for products of {first} and "
            f"{second} in {contraction.sum_type}; '{contraction.nest.op.name}' becomes plain code"
        )
    schedule = default_of(contraction, target, instruction)
    if schedule is None:
        schedule = Schedule(1, 4, 1, 1, 1, 1, None)
    if tile := _numbers(given, "tile", 3):
        down, across, depth = tile
        schedule = replace(schedule, rows=down, columns=across, depth=depth)
    if waves := _numbers(given, "waves", 2):
        down, across = waves
        schedule = replace(schedule, wave_rows=down, wave_columns=across)
    if (stages := given.get("stages")) is not None:
        if stages not in (IntegerAttr(1, i64), IntegerAttr(2, i64)):
            raise ValueError(f"'stages' is {stages}; use 1 or 2, as i64")
        schedule = replace(schedule, stages=2 if stages == IntegerAttr(2, i64) else 1)
    if target.is_amdgcn:
        schedule.check()
    else:
        check_tile(schedule, contraction.kept_type, vector_bytes(target))
    return schedule


@dataclass(frozen=True)
class OpenCLScheduleContractionsPass(ModulePass):
    """
    Chooses the sizes of contractions. Those that are not given depend on problem and target.

    Example: `opencl-schedule-contractions{tile=64,64,32 waves=2,2}`
    """

    name = "opencl-schedule-contractions"

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
        for name, given, count in (("tile", self.tile, 3), ("waves", self.waves, 2)):
            if given and len(given) != count:
                fail(op, f"option '{name}' has {len(given)} numbers, expected {count}")
        for inner in tuple(op.walk()):
            if inner.name.startswith("linalg."):
                self._schedule(inner, target)

    def _schedule(self, op: Operation, target: Target) -> None:
        if any(isinstance(operand.type, TensorType) for operand in op.operands):
            fail(
                op,
                f"'{op.name}' is on tensors, which are not in memory; run "
                "'bufferize-destinations' first",
            )
        contraction = read_contraction(op)
        if contraction is None and SCHEDULE in op.attributes:
            fail(op, f"'{op.name}' has '{SCHEDULE}', and is no contraction")
        # Products of tiles in a kernel have a schedule, too.
        if contraction is None or not is_on_host(op):
            return
        if SCHEDULE not in op.attributes:
            own = self._own(contraction, target)
            if not own and default_of(contraction, target, None) is None:
                return
            op.attributes[SCHEDULE] = DictionaryAttr(own)
        schedule = schedule_of(contraction, target)
        op.attributes[SCHEDULE] = written(schedule, target.is_amdgcn)

    def _own(self, contraction: Contraction, target: Target) -> dict[str, Attribute]:
        """What the options say of `contraction`."""
        own: dict[str, Attribute] = {}
        for name, given in (("tile", self.tile), ("waves", self.waves)):
            if given:
                own[name] = DenseArrayBase.from_list(i64, given)
        if self.xf32 and (rows := _instructions(contraction, target)):
            own["instruction"] = StringAttr(rows[-1].intrinsic)
        return own
