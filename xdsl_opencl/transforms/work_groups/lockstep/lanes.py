"""
Values of neighbouring work items that run in lockstep.

A value of the kernel stands for `width` values. They are kept in the most specific form: one
value for all (`Uniform`), numbers that grow by the same step (`Linear`), vectors (`Wide`), or
addresses by their distance from one (`Pointers`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    AnyFloat,
    BFloat16Type,
    DenseIntOrFPElementsAttr,
    IntegerType,
    VectorType,
    i1,
    i8,
    i64,
)
from xdsl.ir import Attribute, Block, SSAValue

from xdsl_opencl.dialects.llvm_ext.corrected import GEPOp
from xdsl_opencl.ir.build import DYNAMIC_INDEX, MAY_WRAP, Builder, numbers
from xdsl_opencl.ir.element_types import bits_of, element_of, vector_of, width_of

MOST_BITS = 64
"""The widths of integers in lines and in vector constants."""


class NotInLockstep(Exception):
    """Raised if the work items of a region must run one after the other."""


@dataclass(frozen=True)
class Uniform:
    """One value for all work items."""

    value: SSAValue


@dataclass(frozen=True)
class Linear:
    """
    The integers `first + lane * step`, modulo the bits of their type, which are 64 at most.

    `signed` and `unsigned` are `i64` numbers, if known: the number of each lane that takes part,
    extended to 64 bits with or without sign, is `signed + lane * step` or `unsigned + lane *
    step`, modulo 2^64. For 64-bit integers both are `first`. Because the facts are modulo 2^64,
    sums, differences and products of facts are facts again, even if the first lane takes no part.
    So a fact does not imply that the numbers of a row grow; `operations.py` explains how they are
    compared.
    """

    first: SSAValue
    step: int
    signed: SSAValue | None = None
    unsigned: SSAValue | None = None


@dataclass(frozen=True)
class Wide:
    """
    A vector of `width` elements; for a vector of the kernel, one such vector for each of its
    elements. `alone`: an `i1` that is true in one lane at most.
    """

    parts: tuple[SSAValue, ...]
    alone: bool = False


@dataclass(frozen=True)
class Near:
    """
    The integers of `line` if `near`, an `i1`, is true (the usual case), otherwise those of the
    vector `wide`. The lowest `same` bits of both are equal in any case.
    """

    near: SSAValue
    line: Linear
    wide: SSAValue
    same: int = 0


@dataclass(frozen=True)
class Pointers:
    """
    The addresses `base` plus `offset` bytes, `i64` numbers. `base` is the same for all.
    """

    base: SSAValue
    offset: Uniform | Linear | Wide | Near


Lanes = Uniform | Linear | Wide | Near | Pointers


def is_scalar(type: Attribute) -> bool:
    """Returns whether `type` can be that of a vector's elements."""
    return isinstance(type, IntegerType | AnyFloat | llvm.LLVMPointerType)


class RowBuilder(Builder):
    """A builder for `width` work items that run in lockstep: the lanes of a vector."""

    __slots__ = ("width",)

    def __init__(self, block: Block, width: int):
        super().__init__(block)
        self.width = width

    def at(self, block: Block) -> RowBuilder:
        """Returns a builder for as many work items at the end of `block`."""
        return RowBuilder(block, self.width)

    def lane_type(self, type: Attribute) -> Attribute:
        """
        Returns the vector of `width` scalars of `type`.

        Raises `NotInLockstep` for types that cannot be vector elements.
        """
        if is_scalar(type):
            return vector_of(type, self.width)
        raise NotInLockstep(f"a value of type {type}")


def element_types(type: Attribute) -> tuple[Attribute, ...]:
    """Returns the scalar types of a scalar or a vector."""
    return (element_of(type),) * (width_of(type) or 1)


def nothing(build: RowBuilder, type: Attribute) -> SSAValue:
    """Makes a value for lanes that do not take part: zeros, except for vectors of addresses."""
    element = element_of(type)
    if isinstance(element, IntegerType) and bits_of(type) <= MOST_BITS:
        return build.constant(0, type)
    if isinstance(element, BFloat16Type):
        return build.null(type)
    if isinstance(element, AnyFloat):
        return build.float_constant(0.0, type)
    if isinstance(element, IntegerType) or width_of(type) is None:
        return build.null(type)
    return build.poison(type)


def splat(build: RowBuilder, value: SSAValue) -> SSAValue:
    """Makes the vector with scalar `value` in each lane."""
    empty = build.poison(build.lane_type(value.type))
    first = build.insert_element(empty, value, 0)
    return build.shuffle(first, empty, (0,) * build.width)


def steps(build: RowBuilder, step: int, type: Attribute) -> SSAValue:
    """Makes the vector 0, `step`, twice `step` and so on, of integers of `type`."""
    bits = bits_of(type)
    values = [lane * step % (1 << bits) for lane in range(build.width)]
    signed = [v - (1 << bits) if v >> (bits - 1) else v for v in values]
    wide = cast("VectorType[IntegerType]", build.lane_type(type))
    return build.literal(DenseIntOrFPElementsAttr.from_list(wide, signed), wide)


def parts(build: RowBuilder, lanes: Lanes) -> tuple[SSAValue, ...]:
    """
    Returns `lanes` as vectors, one for each element of the value's type; addresses are
    vectors of pointers.
    """
    match lanes:
        case Wide():
            return lanes.parts
        case Near():
            return (lanes.wide,)
        case Uniform(value):
            count = width_of(value.type)
            if count is None:
                return (splat(build, value),)
            return tuple(splat(build, build.extract(value, i)) for i in range(count))
        case Linear(first, step):
            start = splat(build, first)
            return (build.op(llvm.AddOp, start, steps(build, step, first.type)),)
        case Pointers(base, offset):
            return (moved(build, base, part(build, offset)),)


def part(build: RowBuilder, lanes: Lanes) -> SSAValue:
    """Returns the vector of a scalar."""
    (only,) = parts(build, lanes)
    return only


def moved(build: RowBuilder, base: SSAValue, offset: SSAValue) -> SSAValue:
    """
    Moves `base` by `offset` bytes. The result may be outside the object in lanes that do not take
    part.
    """
    result: Attribute = base.type
    if isinstance(offset.type, VectorType) and not isinstance(base.type, VectorType):
        result = build.lane_type(base.type)
    properties = {
        "elem_type": i8,
        "rawConstantIndices": numbers(DYNAMIC_INDEX),
        "noWrapFlags": MAY_WRAP,
    }
    return build.op(GEPOp, base, offset, type=result, properties=properties)


def address_vector(build: RowBuilder, pointers: Lanes) -> SSAValue:
    """Makes the vector of the addresses."""
    if isinstance(pointers, Pointers):
        return moved(build, pointers.base, part(build, pointers.offset))
    return part(build, pointers)


def in_line(
    build: RowBuilder, operands: Sequence[Lanes]
) -> tuple[SSAValue, list[Lanes], list[Lanes]] | None:
    """
    Returns an `i1` that is true if all `Near` of `operands` are near, the operands with their
    lines, and the operands with their vectors; `None` if there is no `Near`.
    """
    conditions = dict.fromkeys(v.near for v in operands if isinstance(v, Near))
    if not conditions:
        return None
    near, *others = conditions
    for other in others:
        near = build.op(llvm.AndOp, near, other)
    lines: list[Lanes] = [v.line if isinstance(v, Near) else v for v in operands]
    wide: list[Lanes] = [
        Wide((v.wide,)) if isinstance(v, Near) else v for v in operands
    ]
    return near, lines, wide


def add(build: RowBuilder, a: Lanes, b: Lanes) -> Uniform | Linear | Wide:
    """Adds two `i64` numbers, distances between addresses."""
    match a, b:
        case Uniform(), Uniform():
            return Uniform(build.op(llvm.AddOp, a.value, b.value))
        case (Linear(), Uniform()) | (Uniform(), Linear()) | (Linear(), Linear()):
            first = build.op(llvm.AddOp, start_of(a), start_of(b))
            return Linear(first, step_of(a) + step_of(b), first, first)
        case _:
            return Wide((build.op(llvm.AddOp, part(build, a), part(build, b)),))


def scale(build: RowBuilder, a: Lanes, factor: int) -> Uniform | Linear | Wide:
    """Multiplies `i64` numbers by a constant."""
    if isinstance(a, Wide):
        times = build.constant(factor, build.lane_type(i64))
        return Wide((build.op(llvm.MulOp, *a.parts, times),))
    first = build.op(llvm.MulOp, start_of(a), build.constant(factor))
    if isinstance(a, Linear):
        return Linear(first, a.step * factor, first, first)
    return Uniform(first)


def start_of(lanes: Lanes) -> SSAValue:
    """Returns the number of the first work item."""
    if isinstance(lanes, Linear):
        return lanes.first
    assert isinstance(lanes, Uniform)
    return lanes.value


def step_of(lanes: Lanes) -> int:
    """Returns the step from one work item to the next."""
    return lanes.step if isinstance(lanes, Linear) else 0


def flatten(lanes: Lanes) -> tuple[SSAValue, ...]:
    """Returns the IR values of `lanes`."""
    match lanes:
        case Uniform(value):
            return (value,)
        case Wide():
            return lanes.parts
        case Linear():
            more = (v for v in (lanes.signed, lanes.unsigned) if v is not None)
            return (lanes.first, *more)
        case Near():
            return (lanes.near, lanes.wide, *flatten(lanes.line))
        case Pointers():
            return (lanes.base, *flatten(lanes.offset))


def shape(lanes: Lanes) -> tuple[object, ...]:
    """Returns the form of `lanes`: all facts except their IR values."""
    match lanes:
        case Uniform():
            return ("uniform",)
        case Linear():
            exact = (lanes.signed is not None, lanes.unsigned is not None)
            return ("linear", lanes.step, *exact)
        case Wide():
            return ("wide", len(lanes.parts))
        case Near():
            return ("near", lanes.same, *shape(lanes.line))
        case Pointers():
            return ("pointers", *shape(lanes.offset))


def are_same(a: Lanes, b: Lanes) -> bool:
    """Returns whether `a` and `b` are the same numbers because they have the same IR values."""
    return flatten(a) == flatten(b) and shape(a) == shape(b)


def rebuild(lanes: Lanes, values: Sequence[SSAValue]) -> Lanes:
    """Returns `lanes` with other `values`, in the order of `flatten`."""
    match lanes:
        case Uniform():
            return Uniform(values[0])
        case Wide():
            return Wide(tuple(values))
        case Linear():
            rest = iter(values[1:])
            signed = None if lanes.signed is None else next(rest)
            unsigned = None if lanes.unsigned is None else next(rest)
            return Linear(values[0], lanes.step, signed, unsigned)
        case Near():
            line = rebuild(lanes.line, values[2:])
            assert isinstance(line, Linear)
            return Near(values[0], line, values[1], lanes.same)
        case Pointers():
            offset = rebuild(lanes.offset, values[1:])
            assert not isinstance(offset, Pointers)
            return Pointers(values[0], offset)


def select(
    build: RowBuilder, mask: Callable[[], SSAValue], yes: Lanes, no: Lanes
) -> Lanes:
    """
    Takes the elements of `yes` where the vector built by `mask` is true, otherwise those of `no`.
    """
    if are_same(yes, no):
        return yes
    condition = mask()
    pairs = zip(parts(build, yes), parts(build, no), strict=True)
    return Wide(tuple(build.select(condition, a, b) for a, b in pairs))


def any_of(build: RowBuilder, mask: SSAValue) -> SSAValue:
    """Makes an `i1` that is true if some lane of `mask` is true."""
    bits = build.bitcast(mask, IntegerType(build.width))
    return build.compare("ne", bits, build.constant(0, bits.type))


def either(build: RowBuilder, a: Lanes, b: Lanes) -> Lanes:
    """Makes the disjunction of two `i1`."""
    if isinstance(a, Uniform) and isinstance(b, Uniform):
        return Uniform(build.op(llvm.OrOp, a.value, b.value))
    return Wide((build.op(llvm.OrOp, part(build, a), part(build, b)),))


def logical_and(build: RowBuilder, a: SSAValue, b: SSAValue) -> SSAValue:
    """Makes `a && b`: false if `a` is false, even if `b` is undefined."""
    no = build.constant(0, build.lane_type(i1))
    return build.select(a, b, no)
