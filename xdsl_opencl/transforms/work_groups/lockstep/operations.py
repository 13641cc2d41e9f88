"""Converts the kernel's arithmetic for work items in lockstep."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    DenseArrayBase,
    IntegerAttr,
    UnitAttr,
    VectorType,
    i32,
    i64,
)
from xdsl.ir import Operation, SSAValue

from xdsl_opencl.dialects.llvm_ext.corrected import CORRECTED_OPS
from xdsl_opencl.dialects.llvm_ext.elementwise import SMaxOp, SMinOp, UMaxOp, UMinOp
from xdsl_opencl.dialects.llvm_ext.instructions import ExtractElementOp
from xdsl_opencl.ir.accesses import is_pure
from xdsl_opencl.ir.build import PREDICATE_NAMES, copied, known_integer, made_operation
from xdsl_opencl.ir.division import DIVISIONS
from xdsl_opencl.ir.element_types import bits_of, width_of
from xdsl_opencl.transforms.work_groups.lockstep.division import divide, guard_again
from xdsl_opencl.transforms.work_groups.lockstep.lanes import (
    MOST_BITS,
    Lanes,
    Linear,
    Near,
    NotInLockstep,
    RowBuilder,
    Uniform,
    Wide,
    element_types,
    in_line,
    parts,
    start_of,
    step_of,
)

_Rule = Callable[[RowBuilder, Operation, Sequence[Lanes]], Lanes | None]
"""Makes the result of an operation from its operands; `None`: use the general rule."""

_OTHER_SHAPES = ("llvm.intr.vector.", "llvm.intr.masked.", "llvm.intr.matrix.")
"""Intrinsics that do not work element by element."""


def is_elementwise(op: Operation) -> bool:
    """
    Returns whether `op` computes each element of its result from the same elements of its operands.
    """
    if op.dialect_name() != "llvm" or len(op.results) != 1 or not op.operands:
        return False
    if op.regions or op.successors or op.name.startswith(_OTHER_SHAPES):
        return False
    if not is_pure(op):
        return False
    if isinstance(op, llvm.GEPOp | llvm.ExtractValueOp | llvm.InsertValueOp):
        return False
    width = width_of(op.results[0].type)
    return all(width_of(v.type) in (None, width) for v in op.operands)


def no_wrap_of(op: Operation) -> tuple[bool, bool]:
    """Returns whether integer arithmetic does not overflow: signed, unsigned."""
    flags = op.properties["overflowFlags"]
    assert isinstance(flags, IntegerAttr)
    return bool(flags.value.data & 1), bool(flags.value.data & 2)


def _as_wide_integer(
    build: RowBuilder, lanes: Lanes, *, unsigned: bool
) -> SSAValue | None:
    if isinstance(lanes, Linear):
        return lanes.unsigned if unsigned else lanes.signed
    return build.resize(start_of(lanes), 64, unsigned=unsigned)


def _sum(build: RowBuilder, op: Operation, operands: Sequence[Lanes]) -> Lanes | None:
    """
    `add` and `sub`. Without overflow the sum of two numbers is that of their extensions.
    """
    if not all(
        isinstance(v, Linear | Uniform) and not isinstance(start_of(v).type, VectorType)
        for v in operands
    ):
        return None
    kind = llvm.AddOp if isinstance(op, llvm.AddOp) else llvm.SubOp
    sign = 1 if kind is llvm.AddOp else -1
    a, b = operands
    exact: list[SSAValue | None] = []
    for is_exact, unsigned in zip(no_wrap_of(op), (False, True), strict=True):
        pair = [_as_wide_integer(build, v, unsigned=unsigned) for v in operands]
        x, y = pair
        known = is_exact and x is not None and y is not None
        exact.append(build.op(kind, x, y) if known else None)  # pyright: ignore
    first = build.op(kind, start_of(a), start_of(b))
    return _linear(first, step_of(a) + sign * step_of(b), *exact)


def _linear(
    first: SSAValue, step: int, signed: SSAValue | None, unsigned: SSAValue | None
) -> Lanes:
    bits = bits_of(first.type)
    if step % (1 << bits) == 0:
        return Uniform(first)
    if bits == MOST_BITS:
        return Linear(first, step, first, first)
    return Linear(first, step, signed, unsigned)


def _product(
    build: RowBuilder, op: Operation, operands: Sequence[Lanes]
) -> Lanes | None:
    """
    `mul` and `shl` by a constant.

    Without overflow the product of two numbers is that of their extensions. A negative factor is a
    different number if read as unsigned, so it does not give unsigned steps.
    """
    a, b = operands
    factor = known_integer(op.operands[1])
    if isinstance(op, llvm.MulOp) and factor is None:
        factor, a, b = known_integer(op.operands[0]), b, a
    del b
    if factor is None or not isinstance(a, Linear):
        return None
    bits = bits_of(a.first.type)
    if isinstance(op, llvm.ShlOp):
        if not 0 <= factor < bits:
            return None
        factor = 1 << factor
    elif factor >> (bits - 1) == 1:
        factor -= 1 << bits
    times = build.constant(factor, a.first.type)
    wide = build.constant(factor)
    signed, unsigned = no_wrap_of(op)
    unsigned = unsigned and factor >= 0
    return _linear(
        build.op(llvm.MulOp, a.first, times),
        a.step * factor,
        build.op(llvm.MulOp, a.signed, wide) if signed and a.signed else None,
        build.op(llvm.MulOp, a.unsigned, wide) if unsigned and a.unsigned else None,
    )


def _extension(
    build: RowBuilder, op: Operation, operands: Sequence[Lanes]
) -> Lanes | None:
    """
    `sext` and `zext` of numbers whose extension to 64 bits is known.

    The result of `zext` is not negative, so it extends to the same number with and without sign.
    The result of `sext` may be negative, so it gives no unsigned fact. With `nneg` the operand is
    not negative, and either of its facts suffices. An index whose extension is not known is
    compared: few rows wrap around.
    """
    (a,) = operands
    type = op.results[0].type
    if not isinstance(a, Linear) or bits_of(type) > MOST_BITS:
        return None
    if isinstance(op, llvm.SExtOp):
        number = a.signed
    else:
        not_negative = isinstance(op.properties.get("nonNeg"), UnitAttr)
        number = a.unsigned or (a.signed if not_negative else None)
    if number is None:
        return _index(build, op, a) if a.first.type == i32 and type == i64 else None
    unsigned = None if isinstance(op, llvm.SExtOp) else number
    return _linear(build.resize(number, type), a.step, number, unsigned)


def _index(build: RowBuilder, op: Operation, a: Linear) -> Lanes | None:
    """
    The extension of 32 bits to 64. It is a line if the last number of the row is in the range of
    32 bits, so that all are.
    """
    unsigned = isinstance(op, llvm.ZExtOp)
    step = (a.step + (1 << 31)) % (1 << 32) - (1 << 31)
    distance = step * (build.width - 1)
    smallest, largest = (0, (1 << 32) - 1) if unsigned else (-(1 << 31), (1 << 31) - 1)
    farthest = (largest if distance > 0 else smallest) - distance
    if not smallest <= farthest <= largest:
        return None
    order = ("u" if unsigned else "s") + ("le" if distance > 0 else "ge")
    limit = build.constant(farthest, i32)
    near = build.compare(order, a.first, limit)
    first = build.resize(a.first, i64, unsigned=unsigned)
    (wide,) = _elements(build, op, (a,))
    return Near(near, Linear(first, step, first, first), wide, same=32)


def _truncation(
    build: RowBuilder, op: Operation, operands: Sequence[Lanes]
) -> Lanes | None:
    (a,) = operands
    if not isinstance(a, Linear):
        return None
    return _linear(build.resize(a.first, op.results[0].type), a.step, None, None)


def _place(value: SSAValue, count: int) -> int:
    """
    Returns the kernel's `value` as an index into a vector with `count` elements.

    Raises `NotInLockstep` for an index that is not constant or out of range.
    """
    place = known_integer(value)
    if place is None or not 0 <= place < count:
        raise NotInLockstep("an element at a varying place, or at none of the vector")
    return place


def _insertion(
    build: RowBuilder, op: Operation, operands: Sequence[Lanes]
) -> Lanes | None:
    elements = list(parts(build, operands[0]))
    place = _place(op.operands[2], len(elements))
    (elements[place],) = parts(build, operands[1])
    return Wide(tuple(elements))


def _extraction(
    build: RowBuilder, op: Operation, operands: Sequence[Lanes]
) -> Lanes | None:
    elements = parts(build, operands[0])
    return Wide((elements[_place(op.operands[1], len(elements))],))


def _shuffle(
    build: RowBuilder, op: Operation, operands: Sequence[Lanes]
) -> Lanes | None:
    mask = op.properties["mask"]
    assert isinstance(mask, DenseArrayBase)
    elements = [e for v in operands for e in parts(build, v)]
    return Wide(tuple(elements[max(int(i), 0)] for i in mask.get_values()))


def _cast_of_bits(
    build: RowBuilder, op: Operation, operands: Sequence[Lanes]
) -> Lanes | None:
    """`bitcast`, between types of as many elements."""
    if width_of(op.operands[0].type) != width_of(op.results[0].type):
        raise NotInLockstep("bits of several elements in one")
    return None


def _comparison(
    build: RowBuilder, op: Operation, operands: Sequence[Lanes]
) -> Lanes | None:
    """A number is equal to one number of a line at most, if these differ from each other."""
    assert isinstance(op, llvm.ICmpOp)
    line, number = operands if isinstance(operands[0], Linear) else operands[::-1]
    if not isinstance(line, Linear) or not isinstance(number, Uniform):
        return None
    distances = (lane * line.step for lane in range(1, build.width))
    differ = all(d % (1 << bits_of(line.first.type)) for d in distances)
    equal = PREDICATE_NAMES[op.predicate.value.data] == "eq"
    return Wide(_elements(build, op, operands), alone=equal and differ)


_LIMITS = (SMaxOp, SMinOp, UMaxOp, UMinOp)
_GREATER = {SMaxOp.name, UMaxOp.name}
_UNSIGNED = {UMaxOp.name, UMinOp.name}


def _within(
    build: RowBuilder, op: Operation, operands: Sequence[Lanes]
) -> tuple[SSAValue, Linear] | None:
    """
    Makes an `i1` that is true if a line is within the limit set by `op`; returns it with the line.

    Let `n` be the signed or unsigned fact of the line, according to the comparison of `op`. The
    numbers `n`, `n + step`, ... of the row grow or fall without overflow if the last one, `n +
    (build.width - 1) * step`, is in the range of 64 bits. Then the extensions of the lanes that take
    part, which are the same modulo 2^64 and in that range too, are these numbers, and all are
    within the limit if the nearest one is: the first or the last. A row that overflows counts as
    beyond the limit, even if only lanes that take no part overflow.
    """
    line, limit = operands if isinstance(operands[0], Linear) else operands[::-1]
    if not isinstance(line, Linear) or not isinstance(limit, Uniform):
        return None
    unsigned = op.name in _UNSIGNED
    first = line.unsigned if unsigned else line.signed
    if first is None:
        return None
    step = (line.step + (1 << 63)) % (1 << 64) - (1 << 63)
    distance = step * (build.width - 1)
    # mutant: the form for any numbers is right for these, too
    if not -(1 << 63) < distance < 1 << 63:
        return None
    largest = (1 << 64) - 1 if unsigned else (1 << 63) - 1
    smallest = 0 if unsigned else -(1 << 63)
    farthest = (largest if distance > 0 else smallest) - distance
    grows = "le" if distance > 0 else "ge"
    sign = "u" if unsigned else "s"
    steady = build.compare(sign + grows, first, build.constant(farthest))
    last = build.op(llvm.AddOp, first, build.constant(distance))
    greater = op.name in _GREATER
    nearest = first if (distance > 0) == greater else last
    end = build.resize(limit.value, i64, unsigned=unsigned)
    within = build.compare(sign + ("ge" if greater else "le"), nearest, end)
    return build.op(llvm.AndOp, steady, within), line


def _limited(
    build: RowBuilder, op: Operation, operands: Sequence[Lanes]
) -> Lanes | None:
    """
    `smax`, `smin`, `umax`, `umin` of a line and a limit that most rows do not reach.
    """
    found = _within(build, op, operands)
    if found is None:
        return None
    (wide,) = _elements(build, op, operands)
    return Near(*found, wide)


_RULES: Mapping[type[Operation], _Rule] = {
    llvm.AddOp: _sum,
    llvm.SubOp: _sum,
    llvm.MulOp: _product,
    llvm.ShlOp: _product,
    llvm.SExtOp: _extension,
    llvm.ZExtOp: _extension,
    llvm.TruncOp: _truncation,
    llvm.InsertElementOp: _insertion,
    ExtractElementOp: _extraction,
    llvm.ShuffleVectorOp: _shuffle,
    llvm.BitcastOp: _cast_of_bits,
    llvm.ICmpOp: _comparison,
    **dict.fromkeys(_LIMITS, _limited),
    **dict.fromkeys(DIVISIONS, divide),
}


def rule_of(op: Operation) -> _Rule | None:
    """Returns the rule for the class of `op` or for one of its bases."""
    for kind in type(op).__mro__:
        if (found := _RULES.get(kind)) is not None:
            return found
    return None


def may_be_wide(op: Operation) -> bool:
    """Returns whether `compute` supports `op`."""
    return is_elementwise(op) or rule_of(op) is not None


_LINES = {
    kind.name
    for kind in (
        *(llvm.AddOp, llvm.SubOp, llvm.MulOp, llvm.ShlOp),
        *(llvm.SExtOp, llvm.ZExtOp, llvm.TruncOp),
    )
}
"""Operations that map lines to lines."""


def _of_near(
    build: RowBuilder, op: Operation, operands: Sequence[Lanes]
) -> Lanes | None:
    """Makes the result for lines and for vectors, where an operand may be either."""
    forms = in_line(build, operands)
    if forms is None:
        return None
    near, lines, wide = forms
    same = min(v.same for v in operands if isinstance(v, Near))
    if isinstance(op, llvm.TruncOp) and bits_of(op.results[0].type) <= same:
        return compute(build, op, lines)
    made = compute(build, op, wide)
    if not isinstance(made, Wide):
        return made
    if isinstance(op, _LIMITS) and (found := _within(build, op, lines)) is not None:
        return Near(build.op(llvm.AndOp, near, found[0]), found[1], made.parts[0])
    if op.name not in _LINES:
        return made
    line = compute(build, op, lines)
    if isinstance(line, Near):
        near = build.op(llvm.AndOp, near, line.near)
        line = line.line
    if not isinstance(line, Linear):
        return made
    return Near(near, line, made.parts[0], same)


def compute(build: RowBuilder, op: Operation, operands: Sequence[Lanes]) -> Lanes:
    """
    Makes the result of `op`, an operation without effects.

    Raises `NotInLockstep` for operations without a vector form.
    """
    if (either := _of_near(build, op, operands)) is not None:
        return either
    if all(isinstance(v, Uniform) for v in operands):
        values = {o: start_of(v) for o, v in zip(op.operands, operands, strict=True)}
        copy = copied(op, values)
        if type(op) in DIVISIONS:
            guard_again(build, copy)
        return Uniform(build.add(copy))
    rule = rule_of(op)
    if rule is not None and (made := rule(build, op, operands)) is not None:
        return made
    if not is_elementwise(op):
        raise NotInLockstep(op.name)
    return Wide(_elements(build, op, operands))


def _elements(
    build: RowBuilder, op: Operation, operands: Sequence[Lanes]
) -> tuple[SSAValue, ...]:
    """Makes the vectors with the results of the elementwise `op` in each lane."""
    wide = [parts(build, v) for v in operands]
    # A parsed operation may have an xDSL class that accepts only scalars.
    kind = CORRECTED_OPS.get(op.__class__, op.__class__)
    made: list[SSAValue] = []
    for i, element in enumerate(element_types(op.results[0].type)):
        values = [v[i if len(v) > 1 else 0] for v in wide]
        type = build.lane_type(element)
        copy = made_operation(kind, values, type, op.properties, op.attributes)
        made.append(build.add(copy))
    return tuple(made)
