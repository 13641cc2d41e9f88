"""
Lowers matrices of sub-groups (`gpu.subgroup_mma_*`), as part of `convert-standard-to-llvm`.

Each work item holds a fragment of a matrix, a vector of its elements:

* On a GPU with matrix instructions a product is one of them, and fragments have the
  instruction's layout (`abi/gpu/matrix_instructions.py`).
* On other GPUs each 16 work items have all of a matrix: of a factor each has a line (a row
  of the first, a column of the second), of a sum a column. A product reads the rows of
  the first factor from their work items.
* On the CPU device a sub-group is one work item, whose fragments are whole matrices. The
  work items of a program for larger sub-groups all do the same there.

Sums of f16 are f32 inside a product. Elements of 4 bits are two to a byte, also in memory,
and floats of 8 bits are bytes. Errors: element types and shapes without an
instruction, matrices and memory of different types, operations on elements that do not
have them, and work-groups of known size with a wave that is not full: the instructions
take the registers of all lanes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, product
from math import prod
from typing import NamedTuple

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    IntegerType,
    ModuleOp,
    ReducedPrecisionFloatType,
    StringAttr,
    UnrealizedConversionCastOp,
    bf16,
    f16,
    f32,
    f64,
    i1,
    i8,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.abi.enums import FenceFlag
from xdsl_opencl.abi.gpu.matrix_instructions import (
    LINES,
    MatrixInstruction,
    Spread,
    matrix_instructions,
)
from xdsl_opencl.abi.target import Target
from xdsl_opencl.conversions.framework import Conversion, Table, convert_cast
from xdsl_opencl.conversions.memory.memref_address import Addressing, memref_type
from xdsl_opencl.conversions.small_floats import extended
from xdsl_opencl.dialects.gpu_ext.matrices import (
    F8,
    SI4,
    SI8,
    UI4,
    UI8,
    XF32,
    ConstantMatrixOp,
    ElementwiseMatrixOp,
    LoadMatrixOp,
    MMAElementwise,
    MMAMatrixType,
    MultiplyMatrixOp,
    StoreMatrixOp,
    matrix_type,
)
from xdsl_opencl.dialects.interfaces import LLVMConversionInterface
from xdsl_opencl.dialects.llvm_ext import elementwise
from xdsl_opencl.dialects.opencl.attrs import FenceFlagsAttr
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.dialects.opencl.sync import ALL_MEET, BarrierOp
from xdsl_opencl.ir.build import Builder
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.element_types import (
    element_of,
    integer_type,
    like,
    vector_of,
    width_of,
)
from xdsl_opencl.ir.module import module_target

MOST_ELEMENTS = 1024
"""The elements of the largest matrix on the CPU device, where a fragment is the whole matrix."""

_PLAIN = Spread(LINES, 0, 1)
"""On GPUs without matrix instructions each 16 work items have a whole matrix."""

_BITS: Mapping[Attribute, int] = {
    **dict.fromkeys((SI4, UI4), 4),
    **dict.fromkeys((SI8, UI8, *F8, i8), 8),
    **dict.fromkeys((f16, bf16), 16),
    **dict.fromkeys((i32, f32), 32),
    f64: 64,
}


def stored_element(type: MMAMatrixType) -> Attribute:
    """The elements of vectors for `type` in LLVM, which has no floats of 8 bits."""
    return i8 if _BITS[type.element_type] <= 8 else type.element_type


def _spelling(element: Attribute) -> str:
    """The name of `element` in the table of instructions."""
    if element in (SI4, UI4, SI8, UI8):
        return f"i{_BITS[element]}"
    return str(element)


def _is_float(element: Attribute) -> bool:
    return not isinstance(element, IntegerType)


class Place(NamedTuple):
    """A row and a column."""

    row: int
    column: int


@dataclass(frozen=True)
class Fragment:
    """
    The part of a matrix that a work item has: the elements at `items`, each moved by the work
    item's number among `lines` times `line` and by its group of `lines` times `group`, with
    `even_first` in the order of `Spread`.
    """

    items: tuple[Place, ...]
    line: Place
    group: Place
    lines: int = LINES
    even_first: bool = False


def _spread_fragment(
    spread: Spread, rows_are_lines: bool, lines: int = LINES
) -> Fragment:
    places = [spread.place(item) for item in range(spread.items)]
    if rows_are_lines:
        items = tuple(Place(0, place) for place in places)
        return Fragment(items, Place(1, 0), Place(0, spread.group), lines)
    items = tuple(Place(place, 0) for place in places)
    group = Place(spread.group, 0)
    return Fragment(items, Place(0, 1), group, lines, spread.even_first)


@cache
def fragment(type: MMAMatrixType, target: Target) -> Fragment:
    """
    Returns the part of a matrix of `type` that each work item has.

    Raises `ValueError` for a shape or elements that `target` has no instruction for.
    """
    use, shape = type.use.data, (type.rows, type.columns)
    if target.interface.work_groups_are_loops:
        if not 1 <= prod(shape) <= MOST_ELEMENTS:
            raise ValueError(
                f"{type} has {prod(shape)} elements; the CPU device has matrices of 1 to "
                f"{MOST_ELEMENTS}, use smaller tiles"
            )
        items = tuple(Place(*place) for place in product(*map(range, shape)))
        if use == "BOp" and _in_byte(type) > 1:
            # Two that share a byte follow each other.
            items = tuple(sorted(items, key=lambda place: place.column))
        return Fragment(items, Place(0, 0), Place(0, 0))
    if not target.is_amdgcn:
        raise ValueError(
            f"{type}: {target.mcpu} has no sub-groups of 16 work items or more; use an "
            "amdgcn GPU or the CPU device"
        )
    known = matrix_instructions(target)
    if not known:
        if shape != (LINES, LINES):
            raise ValueError(
                f"{type} is {shape[0]}x{shape[1]}; without matrix instructions "
                f"{target.mcpu} has matrices of {LINES}x{LINES}"
            )
        return _spread_fragment(_PLAIN, use == "AOp")
    element = _spelling(type.element_type)
    if use == "COp":
        sums = [row for row in known if shape == (row.lines, row.lines)]
        if sums:
            # A sum that no instruction has is one of elements of another type.
            row = next((row for row in sums if row.result == element), sums[0])
            return _spread_fragment(row.sum, False, row.lines)
    for row in known:
        sizes = {"AOp": (row.lines, row.depth), "BOp": (row.depth, row.lines)}
        if sizes.get(use) == shape and row.factors[use == "BOp"] == element:
            return _spread_fragment(row.factor, use == "AOp", row.lines)
    raise ValueError(
        f"{target.mcpu} has no matrix instruction for {type}; {_fitting(known)}"
    )


def _fitting(known: Sequence[MatrixInstruction]) -> str:
    """The products that `known` computes."""
    types: dict[str, list[str]] = {}
    for row in known:
        shape = f"{row.lines}x{row.depth} by {row.depth}x{row.lines}"
        factors = " times ".join(dict.fromkeys(row.factors))
        if row.is_xf32:
            factors += f" (with '{XF32}')"
        types.setdefault(shape, []).append(f"{factors} plus {row.result}")
    texts = [f"{shape}: {', '.join(texts)}" for shape, texts in types.items()]
    return f"it multiplies {'; '.join(texts)} (i8 as si8 or ui8, i4 likewise)"


def _in_byte(type: MMAMatrixType) -> int:
    """The elements of `type` in each of a vector's: two of 4 bits are a byte."""
    return 8 // min(_BITS[type.element_type], 8)


class MatricesToLLVM(LLVMConversionInterface):
    """A matrix becomes the vector of a work item's elements."""

    def llvm_type(self, type_: Attribute, module: ModuleOp) -> Attribute | None:
        if not isinstance(type_, MMAMatrixType):
            return None
        items = fragment(type_, module_target(module)).items
        return vector_of(stored_element(type_), len(items) // _in_byte(type_))


# --- vectors ---------------------------------------------------------------------------


def len_of(type: Attribute) -> int:
    """The length of a vector."""
    width = width_of(type)
    assert width is not None
    return width


def _joined(build: Builder, parts: Sequence[SSAValue]) -> SSAValue:
    """A vector of the elements of `parts`, scalars or vectors of one type."""
    width = width_of(parts[0].type)
    if width is None:
        value = build.poison(vector_of(parts[0].type, len(parts)))
        for index, part in enumerate(parts):
            value = build.insert_element(value, part, index)
        return value
    # Pair by pair: a part more is a longer vector for all that follow.
    while len(parts) > 1:
        pairs = [
            build.shuffle(a, b, range(2 * width))
            for a, b in zip(parts[::2], parts[1::2])
        ]
        if len(parts) % 2:
            last = parts[-1]
            rest = [*range(width), *[-1] * width]
            pairs.append(build.shuffle(last, last, rest))
        parts, width = pairs, 2 * width
    return parts[0]


def _permuted(build: Builder, value: SSAValue, places: Sequence[int]) -> SSAValue:
    if [*places] == [*range(len_of(value.type))]:
        return value
    return build.shuffle(value, value, places)


def _slice(build: Builder, value: SSAValue, start: int, count: int) -> SSAValue:
    """The scalar, or the vector of `count` elements, of `value` from `start` on."""
    if count == 1:
        return build.extract(value, start)
    if count == width_of(value.type):
        return value
    return build.shuffle(value, value, range(start, start + count))


def _extended(
    build: Builder, value: SSAValue, element: Attribute, wanted: Attribute
) -> SSAValue:
    """`value`, of `element` as the matrix has it, as elements of the type `wanted`."""
    if _BITS[element] < 8:
        bits = integer_type(_BITS[element])
        count = 8 // _BITS[element] * len_of(value.type)
        value = build.bitcast(value, vector_of(bits, count))
    type = like(value.type, wanted)
    if value.type == type:
        return value
    if isinstance(element, ReducedPrecisionFloatType):
        value = extended(build, value, element)
        return _extended(build, value, f32, wanted)
    if _is_float(element):
        return build.op(llvm.FPExtOp, value, type=type)
    kind = llvm.ZExtOp if element in (UI4, UI8) else llvm.SExtOp
    return build.op(kind, value, type=type)


# --- memory ----------------------------------------------------------------------------


def _lane(build: Builder, target: Target) -> SSAValue:
    """The number of this lane in its wave."""
    ones, zero = build.constant(-1, i32), build.constant(0, i32)
    low = build.intrinsic("llvm.amdgcn.mbcnt.lo", (ones, zero), i32)
    if target.wave_size == 32:
        return low
    return build.intrinsic("llvm.amdgcn.mbcnt.hi", (ones, low), i32)


def _runs(offsets: Sequence[int]) -> Iterator[tuple[int, int]]:
    """
    Divides `offsets` in runs of numbers that follow each other: the first index and the
    length of each. All have one length, a power of two.
    """
    ends = [n for n in range(1, len(offsets)) if offsets[n] != offsets[n - 1] + 1]
    starts = [0, *ends, len(offsets)]
    # A power of two that divides all lengths is a bit of all of them.
    bits = 0
    for start, end in pairwise(starts):
        bits |= end - start
    length = bits & -bits
    return ((start, length) for start in range(0, len(offsets), length))


def _check_memory(
    op: LoadMatrixOp | StoreMatrixOp, type: MMAMatrixType, memory: Attribute
) -> None:
    element = type.element_type
    wanted = i8 if element in (SI4, UI4, SI8, UI8) else element
    if memory != wanted:
        fail(
            op,
            f"'{op.name}' of {type} needs a memref of {wanted}, got elements of {memory}; "
            "convert them in memory, or with 'gpu.subgroup_mma_elementwise extf'",
        )
    distance = op.leadDimension.value.data
    if distance < 0 or (distance == 0 and isinstance(op, StoreMatrixOp)):
        fail(
            op,
            f"'{op.name}' has leadDimension {distance}; expected the positive distance of "
            "rows in elements",
        )
    along = (type.use.data == "BOp") is (op.transpose is not None)
    if _in_byte(type) > 1 and not along:
        fail(
            op,
            f"'{op.name}' of {type}: two elements of 4 bits share a byte along the depth; "
            f"{'add' if op.transpose is None else 'leave out'} 'transpose', and store the "
            "factor in that order",
        )


class _Access:
    """The addresses of a fragment's elements."""

    def __init__(
        self,
        build: Conversion,
        op: LoadMatrixOp | StoreMatrixOp,
        memory: SSAValue,
        type: MMAMatrixType,
    ):
        _check_memory(op, type, memref_type(memory).element_type)
        target = module_target(build.module)
        _check_waves(op, target)
        self.build = build
        self.element = stored_element(type)
        self.alignment = _BITS[self.element] // 8
        part = _fragment_of(op, type, target)
        self._in_byte = _in_byte(type)
        strides = (op.leadDimension.value.data * self._in_byte, 1)
        self._row, self._column = strides if op.transpose is None else strides[::-1]
        self._part = part
        offsets = [self._offset(place) for place in part.items[:: self._in_byte]]
        # In the order of memory, so that those side by side are one access.
        self._order = sorted(range(len(offsets)), key=offsets.__getitem__)
        self._offsets = [offsets[item] for item in self._order]
        self.runs = list(_runs(self._offsets))
        base = Addressing(build, op).element(memory, op.indices)
        line, group = self._offset(part.line), self._offset(part.group)
        if line or group:
            base = build.offset(
                base, self._own_offset(line, group, target), self.element
            )
        self._base = base

    def _offset(self, place: Place) -> int:
        return (place.row * self._row + place.column * self._column) // self._in_byte

    def _own_offset(self, line: int, group: int, target: Target) -> SSAValue:
        build = self.build
        lane = _lane(build, target)
        # mutant: the last lane's number is one less.
        if target.wave_size * max(line, group) >= 2**31:
            lane = build.resize(lane, 64, unsigned=True)
        type = lane.type
        lines = self._part.lines
        number = build.op(llvm.AndOp, lane, build.constant(lines - 1, type))
        total = build.op(llvm.MulOp, number, build.constant(line, type))
        if group:
            shift = build.constant(lines.bit_length() - 1, type)
            groups = build.op(llvm.LShrOp, lane, shift)
            if self._part.even_first:
                # The two bits of the number of the group change places.
                one = build.constant(1, type)
                twice = build.op(llvm.ShlOp, groups, one)
                both = build.op(llvm.OrOp, twice, build.op(llvm.LShrOp, groups, one))
                groups = build.op(llvm.AndOp, both, build.constant(3, type))
            moved = build.op(llvm.MulOp, groups, build.constant(group, type))
            total = build.op(llvm.AddOp, total, moved)
        return build.resize(total, 64, unsigned=True)

    def to_memory(self, value: SSAValue) -> SSAValue:
        """The elements of a fragment in the order of memory."""
        return _permuted(self.build, value, self._order)

    def from_memory(self, value: SSAValue) -> SSAValue:
        """The elements of a fragment, given in the order of memory."""
        places = sorted(range(len(self._order)), key=self._order.__getitem__)
        return _permuted(self.build, value, places)

    def address(self, start: int) -> SSAValue:
        offset = self._offsets[start]
        number = offset if offset < 2**31 else self.build.constant(offset, i64)
        return self.build.offset(self._base, number, self.element)


def _load(build: Conversion, op: LoadMatrixOp) -> Sequence[SSAValue]:
    access = _Access(build, op, op.srcMemref, matrix_type(op.res))
    parts = [
        build.load(
            access.address(start),
            access.element if count == 1 else vector_of(access.element, count),
            access.alignment,
        )
        for start, count in access.runs
    ]
    return (access.from_memory(_joined(build, parts)),)


def _store(build: Conversion, op: StoreMatrixOp) -> Sequence[SSAValue]:
    """
    On the CPU device several work items may store one tile, in a program for larger
    sub-groups: they wait until all have loaded what they need, and until all have stored.
    """
    access = _Access(build, op, op.dstMemref, matrix_type(op.src))
    value = access.to_memory(build.value(op.src))
    kernel = _kernel_of(op)
    waits = module_target(build.module).interface.work_groups_are_loops and not (
        kernel is not None
        and kernel.reqd_work_group_size is not None
        and prod(kernel.reqd_work_group_size.get_values()) == 1
    )
    if waits:
        _wait(build, op)
    for start, count in access.runs:
        part = _slice(build, value, start, count)
        build.store(part, access.address(start), access.alignment)
    if waits:
        _wait(build, op)
    return ()


def _wait(build: Builder, op: Operation) -> None:
    barrier = BarrierOp(FenceFlagsAttr((FenceFlag.LOCAL, FenceFlag.GLOBAL)))
    barrier.attributes[ALL_MEET] = StringAttr(op.name)
    build.insert(barrier)


def _constant(build: Conversion, op: ConstantMatrixOp) -> Sequence[SSAValue]:
    type, value = build.type(op.res.type), build.value(op.value)
    splat = build.insert_element(build.poison(type), value, 0)
    return (build.shuffle(splat, splat, [0] * len_of(type)),)


# --- products --------------------------------------------------------------------------


def _fragment_of(op: Operation, type: MMAMatrixType, target: Target) -> Fragment:
    try:
        return fragment(type, target)
    except ValueError as error:
        fail(op, f"'{op.name}': {error}")


def _kernel_of(op: Operation) -> KernelOp | None:
    outer = op.parent_op()
    while outer is not None and not isinstance(outer, KernelOp):
        outer = outer.parent_op()
    return outer


def _check_waves(op: Operation, target: Target) -> None:
    """
    Raises `PassFailedException` if a wave of the kernel around `op` is known not to be full.
    """
    kernel = _kernel_of(op)
    if kernel is None or kernel.reqd_work_group_size is None or not target.is_amdgcn:
        return
    items = prod(kernel.reqd_work_group_size.get_values())
    if items % target.wave_size:
        fail(
            op,
            f"'{op.name}' needs all {target.wave_size} work items of each sub-group of "
            f"{target.mcpu}; the work-group has {items}, use a multiple of "
            f"{target.wave_size}",
        )


def _multiply(build: Conversion, op: MultiplyMatrixOp) -> Sequence[SSAValue]:
    target = module_target(build.module)
    types = [matrix_type(value) for value in (op.opA, op.opB, op.opC)]
    a, b, c = types
    floats = [_is_float(type.element_type) for type in types]
    pair = {a.element_type, b.element_type}
    alike = len(pair) == 1 or pair <= {*F8} or len({_spelling(e) for e in pair}) == 1
    if len({*floats}) > 1 or not alike:
        fail(
            op,
            f"'{op.name}' of {a.element_type} times {b.element_type} plus "
            f"{c.element_type}; factors have one type, and integers are added to i32",
        )
    for type in types:
        _fragment_of(op, type, target)
    _check_waves(op, target)
    values = build.values((op.opA, op.opB, op.opC))
    known = matrix_instructions(target)
    if known:
        return (_by_instruction(build, op, values, known, target),)
    # A sum of halves is one of floats, rounded at the end.
    kind = f32 if c.element_type == f16 else c.element_type
    if floats[0] and _BITS[a.element_type] > _BITS[kind]:
        fail(
            op,
            f"'{op.name}' of {a.element_type} plus {c.element_type} loses bits; add to "
            f"{a.element_type}",
        )
    total = _extended(build, values[2], c.element_type, kind)
    if target.interface.work_groups_are_loops:
        total = _whole_product(build, types, values, total)
    else:
        total = _shared_product(build, types, values, total)
    if total.type != values[2].type:
        total = build.op(llvm.FPTruncOp, total, type=values[2].type)
    return (total,)


def _by_instruction(
    build: Conversion,
    op: MultiplyMatrixOp,
    values: Sequence[SSAValue],
    known: Sequence[MatrixInstruction],
    target: Target,
) -> SSAValue:
    a, b, c = (matrix_type(value) for value in (op.opA, op.opB, op.opC))
    factors = (_spelling(a.element_type), _spelling(b.element_type))
    wanted = (factors, str(c.element_type), a.columns, a.rows)
    row = next(
        (r for r in known if (r.factors, r.result, r.depth, r.lines) == wanted), None
    )
    if row is None:
        fail(
            op,
            f"'{op.name}' of {a.rows}x{a.columns}x{a.element_type} times {b.rows}x"
            f"{b.columns}x{b.element_type} plus {c.rows}x{c.columns}x{c.element_type} is no "
            f"matrix instruction of {target.mcpu}; {_fitting(known)}",
        )
    if row.is_xf32 and XF32 not in op.attributes:
        fail(
            op,
            f"'{op.name}' of {a.rows}x{a.columns}x{a.element_type} drops 13 bits of each factor on "
            f"{target.mcpu}; allow it with the attribute '{XF32}', or multiply "
            f"{a.rows}x{256 // a.rows}x{a.element_type}",
        )
    first, second, total = values
    if row.words:
        first, second = (_words(build, value, row.words) for value in (first, second))
    if not row.is_wmma:
        if UI8 in (a.element_type, b.element_type):
            fail(
                op,
                f"'{op.name}' of ui8 is no matrix instruction of {target.mcpu}, which "
                "multiplies si8",
            )
        zero = build.constant(0, i32)
        if row.has_formats:
            formats = [build.constant(int("E5M2" in f), i32) for f in factors]
            operands = (first, second, total, *formats, zero, zero, zero, zero)
            suffix = f".v{len_of(first.type)}i32" * 2
            name = f"llvm.amdgcn.{row.intrinsic}{suffix}"
            return build.intrinsic(name, operands, total.type)
        each = row.factor.items // row.steps
        for step in range(row.steps):
            factors = (first, second)
            if row.steps > 1:
                factors = (_slice(build, f, step * each, each) for f in factors)
            operands = (*factors, total, zero, zero, zero)
            total = build.intrinsic(
                f"llvm.amdgcn.{row.intrinsic}", operands, total.type
            )
        return total
    if row.result == "i32":
        signs = [build.constant(t.element_type in (SI4, SI8), i1) for t in (a, b)]
        operands = (signs[0], first, signs[1], second, total, build.constant(0, i1))
        return build.intrinsic(_name(row, total.type, first.type), operands, total.type)
    if row.result != "f16":
        operands = (first, second, total)
        return build.intrinsic(_name(row, total.type, first.type), operands, total.type)
    count = len_of(total.type)
    if row.halves:
        places = [n // 2 if n % 2 == 0 else -1 for n in range(2 * count)]
        total = build.shuffle(total, total, places)
    operands = (first, second, total, build.constant(0, i1))
    result = build.intrinsic(_name(row, total.type, first.type), operands, total.type)
    if row.halves:
        result = build.shuffle(result, result, range(0, 2 * count, 2))
    return result


def _words(build: Builder, value: SSAValue, bits: int) -> SSAValue:
    """The bits of a vector as integers of `bits`: a vector, or one integer."""
    count = len_of(value.type) * _BITS[element_of(value.type)] // bits
    word = integer_type(bits)
    return build.bitcast(value, word if count == 1 else vector_of(word, count))


def _name(row: MatrixInstruction, result: Attribute, factor: Attribute) -> str:
    """LLVM's name of WMMA with the suffixes of its types."""
    name = f"llvm.amdgcn.{row.intrinsic}"
    for type in (result, factor):
        width = width_of(type)
        name += f".{'' if width is None else f'v{width}'}{element_of(type)}"
    return name


def _accumulate(build: Builder, a: SSAValue, b: SSAValue, total: SSAValue) -> SSAValue:
    if _is_float(element_of(total.type)):
        return build.op(elementwise.FMulAddOp, a, b, total)
    return build.op(llvm.AddOp, build.op(llvm.MulOp, a, b), total)


def _whole_product(
    build: Conversion,
    types: Sequence[MMAMatrixType],
    values: Sequence[SSAValue],
    total: SSAValue,
) -> SSAValue:
    """The product of whole matrices: of each column of the first with a row of the second."""
    a, b, _ = types
    kind = element_of(total.type)
    first = _extended(build, values[0], a.element_type, kind)
    second = _extended(build, values[1], b.element_type, kind)
    rows, depth, columns = a.rows, a.columns, b.columns
    target = module_target(build.module)
    left_at, right_at = (
        {place: number for number, place in enumerate(fragment(type, target).items)}
        for type in (a, b)
    )
    for k in range(depth):
        left = [left_at[Place(row, k)] for row in range(rows) for _ in range(columns)]
        right = [
            right_at[Place(k, column)] for _ in range(rows) for column in range(columns)
        ]
        total = _accumulate(
            build,
            build.shuffle(first, first, left),
            build.shuffle(second, second, right),
            total,
        )
    return total


def _shared_product(
    build: Conversion,
    types: Sequence[MMAMatrixType],
    values: Sequence[SSAValue],
    total: SSAValue,
) -> SSAValue:
    """
    The product where each 16 work items have all of the matrices: a work item computes a
    column, from its own column of the second factor and the rows of the first.
    """
    a, b, _ = types
    kind = element_of(total.type)
    second = _extended(build, values[1], b.element_type, kind)
    words = _words(build, values[0], 32)
    sums: list[SSAValue] = []
    for row in range(LINES):
        lane = build.constant(row, i32)
        read = [
            build.intrinsic(
                "llvm.amdgcn.readlane.i32", (build.extract(words, word), lane), i32
            )
            for word in range(len_of(words.type))
        ]
        own = build.bitcast(_joined(build, read), values[0].type)
        line = _extended(build, own, a.element_type, kind)
        value = build.extract(total, row)
        for k in range(LINES):
            value = _accumulate(
                build, build.extract(line, k), build.extract(second, k), value
            )
        sums.append(value)
    return _joined(build, sums)


# --- elements --------------------------------------------------------------------------

_FLOAT_OPERATIONS: Mapping[MMAElementwise, type[Operation]] = {
    MMAElementwise.Addf: llvm.FAddOp,
    MMAElementwise.Mulf: llvm.FMulOp,
    MMAElementwise.Subf: llvm.FSubOp,
    MMAElementwise.Maxf: elementwise.MaximumOp,
    MMAElementwise.Minf: elementwise.MinimumOp,
    MMAElementwise.Divf: llvm.FDivOp,
    MMAElementwise.Negatef: llvm.FNegOp,
}

_INTEGER_OPERATIONS: Mapping[MMAElementwise, type[Operation]] = {
    MMAElementwise.Addi: llvm.AddOp,
    MMAElementwise.Muli: llvm.MulOp,
    MMAElementwise.Subi: llvm.SubOp,
    MMAElementwise.Divs: llvm.SDivOp,
    MMAElementwise.Divu: llvm.UDivOp,
    MMAElementwise.Negates: llvm.SubOp,
}

_OF_ONE = (MMAElementwise.Negatef, MMAElementwise.Negates, MMAElementwise.Extf)


def _elementwise(build: Conversion, op: ElementwiseMatrixOp) -> Sequence[SSAValue]:
    kind, result = op.opType.data, matrix_type(op.res)
    count = 1 if kind in _OF_ONE else 2
    if len(op.args) != count:
        fail(op, f"'{op.name} {kind}' takes {count} matrices, got {len(op.args)}")
    types = [matrix_type(value) for value in op.args]
    if kind is MMAElementwise.Extf:
        given, wanted = types[0].element_type, result.element_type
        same = MMAMatrixType(types[0].shape, wanted, types[0].use)
        wider = _is_float(given) and _is_float(wanted) and _BITS[given] < _BITS[wanted]
        if same != result or not wider:
            fail(
                op,
                f"'{op.name} extf' of {types[0]} is no {result}; floats become longer",
            )
        value = build.value(op.args[0])
        return (_extended(build, value, given, wanted),)
    if any(type != result for type in types):
        named = ", ".join(map(str, types))
        fail(op, f"'{op.name} {kind}' of {named} is no {result}; use one type")
    table = _FLOAT_OPERATIONS if _is_float(result.element_type) else _INTEGER_OPERATIONS
    operation = table.get(kind)
    if operation is None:
        fail(op, f"'{op.name} {kind}' is no operation on {result.element_type}")
    if _BITS[result.element_type] < 8 or result.element_type in F8:
        fail(
            op,
            f"'{op.name} {kind}' is no operation on {result.element_type}, which only "
            "products have; use 'extf' first, or another type",
        )
    values = build.values(op.args)
    if kind is MMAElementwise.Negates:
        values = [build.constant(0, values[0].type), *values]
    return (build.op(operation, *values),)


def _cast(build: Conversion, op: UnrealizedConversionCastOp) -> Sequence[SSAValue]:
    """A byte that gets a sign, for `gpu.subgroup_mma_constant_matrix`, stays what it is."""
    types = [*op.operand_types, *op.result_types]
    if len(types) == 2 and types[0] == i8 and types[1] in (SI8, UI8):
        return build.values(op.operands)
    return convert_cast(build, op)


TABLE: Table = {
    UnrealizedConversionCastOp: _cast,
    LoadMatrixOp: _load,
    StoreMatrixOp: _store,
    ConstantMatrixOp: _constant,
    MultiplyMatrixOp: _multiply,
    ElementwiseMatrixOp: _elementwise,
}
