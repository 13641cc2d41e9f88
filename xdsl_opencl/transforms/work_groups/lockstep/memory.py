"""
Memory accesses of work items in lockstep.

Neighbouring addresses are one vector in memory; other addresses are gathered and scattered. Private arrays
store the elements of all lanes side by side, so an index that the lanes share selects a vector.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.dialects import llvm
from xdsl.dialects.builtin import IntegerAttr, IntegerType, VectorType, i1, i32, i64
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.abi.target import Target
from xdsl_opencl.dialects.llvm_ext.corrected import MaskedStoreOp
from xdsl_opencl.dialects.llvm_ext.elementwise import CountLeadingZerosOp
from xdsl_opencl.dialects.llvm_ext.instructions import ExtractElementOp
from xdsl_opencl.dialects.llvm_ext.intrinsics import (
    LifetimeEndOp,
    LifetimeStartOp,
    MaskedGatherOp,
    MaskedLoadOp,
    MaskedScatterOp,
    MemcpyOp,
)
from xdsl_opencl.ir.accesses import is_plain_access
from xdsl_opencl.ir.build import DYNAMIC_INDEX, Builder, copied, known_integer
from xdsl_opencl.ir.element_types import element_of, fills_memory, vector_of
from xdsl_opencl.ir.type_layout import array_element, member_offset, memory_size_align
from xdsl_opencl.transforms.builtins.values import Values
from xdsl_opencl.transforms.work_groups.lockstep.lanes import (
    Lanes,
    Linear,
    Near,
    NotInLockstep,
    Pointers,
    RowBuilder,
    Uniform,
    Wide,
    add,
    address_vector,
    element_types,
    in_line,
    is_scalar,
    moved,
    nothing,
    part,
    parts,
    scale,
    splat,
    start_of,
)


def _type_size(type: Attribute, target: Target, at: Operation) -> int:
    return memory_size_align(type, target, at)[0]


def moved_address(
    build: RowBuilder,
    op: llvm.GEPOp,
    pointer: Lanes,
    indices: Sequence[Lanes],
    target: Target,
    spread: int,
) -> Lanes:
    """Makes the result of a `getelementptr` with all distances multiplied by `spread`."""
    if isinstance(pointer, Uniform) and all(isinstance(v, Uniform) for v in indices):
        values = dict(zip(op.operands, map(start_of, (pointer, *indices)), strict=True))
        return Uniform(build.add(copied(op, values)))
    if isinstance(op.result.type, VectorType):
        raise NotInLockstep("vectors of addresses")
    if (forms := in_line(build, indices)) is not None:
        near, lines, wide = forms
        far = moved_address(build, op, pointer, wide, target, spread)
        line = moved_address(build, op, pointer, lines, target, spread)
        match line, far:
            case Pointers(base, Linear() as offset), Pointers(_, Wide((vector,))):
                return Pointers(base, Near(near, offset, vector))
            case _:
                return far
    fixed, total = 0, cast("Lanes | None", None)
    given = iter(zip(op.ssa_indices, indices, strict=True))
    current: Attribute = op.elem_type
    for number, index in enumerate(op.rawConstantIndices.get_values()):
        if number > 0:
            if isinstance(current, llvm.LLVMStructType):
                fixed += spread * member_offset(current, int(index), target)
                current = current.types.data[int(index)]
                continue
            current = array_element(current)
        size = spread * _type_size(current, target, op)
        if index != DYNAMIC_INDEX:
            fixed += int(index) * size
            continue
        value, lanes = next(given)
        if value.type != i64:
            lanes = _as_i64(build, lanes)
        scaled = scale(build, lanes, size)
        total = scaled if total is None else add(build, total, scaled)
    distance: Lanes = Uniform(build.constant(fixed))
    if total is not None:
        distance = add(build, total, distance) if fixed else total
    if isinstance(pointer, Uniform):
        assert not isinstance(distance, Pointers)
        return Pointers(pointer.value, distance)
    if isinstance(pointer, Pointers):
        return Pointers(pointer.base, add(build, pointer.offset, distance))
    assert isinstance(pointer, Wide)
    return Wide((moved(build, pointer.parts[0], part(build, distance)),))


def _as_i64(build: RowBuilder, lanes: Lanes) -> Lanes:
    """An index of `getelementptr`, which is signed, as an `i64`."""
    if isinstance(lanes, Linear) and lanes.signed is not None:
        return Linear(lanes.signed, lanes.step, lanes.signed)
    if isinstance(lanes, Uniform):
        return Uniform(build.resize(lanes.value, 64, unsigned=False))
    return Wide((build.resize(part(build, lanes), 64, unsigned=False),))


@dataclass(frozen=True)
class Access:
    """A load or a store: its element type, size in bytes, and alignment."""

    element: Attribute
    size: int
    alignment: int

    @property
    def properties(self) -> dict[str, Attribute]:
        """The properties of a masked access."""
        return {"alignment": IntegerAttr(self.alignment, i32)}

    @staticmethod
    def of(op: llvm.LoadOp | llvm.StoreOp, target: Target) -> Access:
        type = op.results[0].type if isinstance(op, llvm.LoadOp) else op.value.type
        element = element_types(type)[0]
        size, natural = memory_size_align(element, target, op)
        given = natural if op.alignment is None else op.alignment.value.data
        return Access(element, size, min(given, natural))


def is_plain(op: llvm.LoadOp | llvm.StoreOp) -> bool:
    """
    Returns whether `op` is neither atomic nor volatile, and numbers of a row are a vector in
    memory.
    """
    if not is_plain_access(op):
        return False
    type = op.results[0].type if isinstance(op, llvm.LoadOp) else op.value.type
    element = element_types(type)[0]
    return is_scalar(element) and fills_memory(element)


def load(
    build: RowBuilder,
    op: llvm.LoadOp,
    pointer: Lanes,
    mask: SSAValue | None,
    target: Target,
) -> Lanes:
    """
    Loads where `mask` is true; everywhere if it is `None`. Some lane must take part.
    """
    if isinstance(pointer, Uniform):
        values = {op.ptr: pointer.value}
        return Uniform(build.add(copied(op, values)))
    access = Access.of(op, target)
    count = len(element_types(op.results[0].type))
    type = build.lane_type(access.element)
    step = _step(pointer)
    if step == access.size and count == 1:
        assert isinstance(pointer, Pointers)
        start = moved(build, pointer.base, start_of(pointer.offset))
        return Wide((_load_row(build, start, type, access, mask),))
    if (
        step is not None
        and mask is None
        and _is_dense(step, count, access.size, build.width)
    ):
        assert isinstance(pointer, Pointers)
        # The elements between those of the lanes are in the same memory.
        start = moved(build, pointer.base, start_of(pointer.offset))
        distance, last = step // access.size, build.width - 1
        if distance < 0:
            start = build.offset(start, step * last)
        length = abs(distance) * last + count
        whole = build.load(start, vector_of(access.element, length), access.alignment)
        first = max(-distance * last, 0)
        places = [first + distance * lane for lane in range(build.width)]
        return Wide(
            tuple(
                build.shuffle(whole, whole, [place + i for place in places])
                for i in range(count)
            )
        )
    all_lanes = build.constant(1, build.lane_type(i1)) if mask is None else mask
    addresses = address_vector(build, pointer)
    made: list[SSAValue] = []
    for i in range(count):
        at = _element_address(build, addresses, i * access.size)
        operands = (at, all_lanes, nothing(build, type))
        properties = access.properties
        made.append(
            build.op(MaskedGatherOp, *operands, type=type, properties=properties)
        )
    return Wide(tuple(made))


_LONGEST_SPAN = 256
"""The bytes of a row that are loaded for some of them; a gather of more costs less."""
_LONGEST_STEP = 1 << 24
"""The limit on constant distances of addresses, which have 32 bits."""


def _is_dense(step: int, count: int, size: int, width: int) -> bool:
    """
    Returns whether loading the whole memory of `width` lanes is better than a gather of `count`
    elements of `size` bytes that are `step` bytes from those of the lane before.
    """
    whole = step == count * size
    return whole or (step % size == 0 and 0 < abs(step) * width <= _LONGEST_SPAN)


def is_cheaper_for_all(
    op: llvm.LoadOp | llvm.StoreOp, pointer: Lanes, target: Target, width: int
) -> bool:
    """Returns whether an access is much cheaper if all lanes take part."""
    type = op.results[0].type if isinstance(op, llvm.LoadOp) else op.value.type
    access, count = Access.of(op, target), len(element_types(type))
    if (step := _step(pointer)) is None or (step == access.size and count == 1):
        return False
    if isinstance(op, llvm.LoadOp):
        return _is_dense(step, count, access.size, width)
    return step == count * access.size or (count == 1 and abs(step) < _LONGEST_STEP)


def _element_address(build: RowBuilder, addresses: SSAValue, distance: int) -> SSAValue:
    if distance == 0:  # mutant: a sum with 0
        return addresses
    return moved(build, addresses, build.constant(distance, build.lane_type(i64)))


def _step(pointer: Lanes) -> int | None:
    if isinstance(pointer, Pointers) and isinstance(pointer.offset, Linear):
        return pointer.offset.step
    return None


def _load_row(
    build: RowBuilder,
    start: SSAValue,
    type: Attribute,
    access: Access,
    mask: SSAValue | None,
) -> SSAValue:
    if mask is None:
        return build.load(start, type, access.alignment)
    operands = (start, mask, nothing(build, type))
    return build.op(MaskedLoadOp, *operands, type=type, properties=access.properties)


def store(
    build: RowBuilder,
    op: llvm.StoreOp,
    value: Lanes,
    pointer: Lanes,
    mask: SSAValue | None,
    target: Target,
) -> None:
    """
    Stores where `mask` is true; everywhere if it is `None`. Some lane must take part. A place that
    all share gets the number of the last lane, as if work items ran in turn.
    """
    if isinstance(pointer, Uniform) and isinstance(value, Uniform):
        values = {op.value: value.value, op.ptr: pointer.value}
        build.insert(copied(op, values))
        return
    access = Access.of(op, target)
    vectors = parts(build, value)
    count, step = len(vectors), _step(pointer)
    if step == count * access.size and (count == 1 or mask is None):
        assert isinstance(pointer, Pointers)
        start = moved(build, pointer.base, start_of(pointer.offset))
        _store_row(build, _interleaved(build, vectors), start, access, mask)
        return
    if mask is None and step is not None and count == 1 and abs(step) < _LONGEST_STEP:
        assert isinstance(pointer, Pointers)
        start = moved(build, pointer.base, start_of(pointer.offset))
        for lane in range(build.width):
            at = build.offset(start, lane * step)
            build.store(build.extract(vectors[0], lane), at, access.alignment)
        return
    if isinstance(pointer, Uniform):
        lane = _last_lane(build, mask)
        for i, vector in enumerate(vectors):
            last = build.op(ExtractElementOp, vector, lane, type=access.element)
            at = build.offset(pointer.value, i * access.size)
            build.store(last, at, access.alignment)
        return
    all_lanes = build.constant(1, build.lane_type(i1)) if mask is None else mask
    addresses = address_vector(build, pointer)
    for i, vector in enumerate(vectors):
        at = _element_address(build, addresses, i * access.size)
        operands = (vector, at, all_lanes)
        build.put(MaskedScatterOp, *operands, properties=access.properties)


def address_of_one(build: RowBuilder, pointer: Lanes, mask: SSAValue) -> Uniform:
    """Makes the address of the only lane of `mask`."""
    if isinstance(pointer, Uniform):
        return pointer
    lane = _last_lane(build, mask)
    if (step := _step(pointer)) is None:
        addresses = address_vector(build, pointer)
        type = element_of(addresses.type)
        return Uniform(build.op(ExtractElementOp, addresses, lane, type=type))
    assert isinstance(pointer, Pointers)
    distance = build.op(llvm.MulOp, build.resize(lane, i64), build.constant(step))
    first = moved(build, pointer.base, start_of(pointer.offset))
    return Uniform(moved(build, first, distance))


def _last_lane(build: RowBuilder, mask: SSAValue | None) -> SSAValue:
    """Makes the number of the last lane of `mask`, which is not empty."""
    bits = IntegerType(build.width)
    last = build.constant(build.width - 1, bits)
    if mask is None:
        return last
    lanes = build.bitcast(mask, bits)
    zeros = Values(build.block).count_zeros(CountLeadingZerosOp, lanes)
    return build.op(llvm.SubOp, last, zeros)


def _interleaved(build: RowBuilder, vectors: Sequence[SSAValue]) -> SSAValue:
    """Interleaves the elements of 1 to 16 vectors."""
    whole, length = list(vectors), build.width
    # Three vectors become four; the last is dropped again.
    count = len(whole)
    while len(whole) & (len(whole) - 1):
        whole.append(whole[-1])
    while len(whole) > 1:
        # Of pairs (0, 2), (1, 3): the elements of 0, 1, 2, 3 come in turn at the end.
        half = len(whole) // 2
        place = [i // 2 + (i % 2) * length for i in range(2 * length)]
        whole = [build.shuffle(whole[i], whole[i + half], place) for i in range(half)]
        length *= 2
    (only,) = whole
    padded = length // build.width
    if padded == count:
        return only
    keep = [i for i in range(length) if i % padded < count]
    return build.shuffle(only, only, keep)


def _store_row(
    build: RowBuilder,
    whole: SSAValue,
    start: SSAValue,
    access: Access,
    mask: SSAValue | None,
) -> None:
    if mask is None:
        build.store(whole, start, access.alignment)
        return
    build.put(MaskedStoreOp, whole, start, mask, properties=access.properties)


@dataclass(frozen=True)
class PrivateArray:
    """
    A private variable of scalars of type `element`, `count` for each lane. `memory` has
    element 0 of all lanes, then element 1, and so on.
    """

    element: Attribute
    size: int
    count: int
    addresses: tuple[SSAValue, ...]


_LONGEST_COPY = 512
"""The size in bytes up to which a copy is made element by element."""


def is_short(op: MemcpyOp) -> bool:
    """Returns whether `op` copies a small, known number of bytes."""
    length = known_integer(op.len)
    return (
        length is not None and length <= _LONGEST_COPY and op.isVolatile.value.data == 0
    )


def copy_to_private(
    build: RowBuilder,
    op: MemcpyOp,
    target_lanes: Lanes,
    source: Lanes,
    array: PrivateArray,
    mask: SSAValue | None,
) -> None:
    """
    Copies shared data to the private array of each lane.

    Raises `NotInLockstep` for other copies.
    """
    length = known_integer(op.len)
    assert length is not None
    if not isinstance(source, Uniform) or length % array.size:
        raise NotInLockstep("a copy between varying places")
    assert isinstance(target_lanes, Pointers)
    access = Access(array.element, array.size, array.size)
    for place in range(0, length, array.size):
        at = build.offset(source.value, place)
        row = splat(build, build.load(at, array.element, 1))
        offset = add(
            build, target_lanes.offset, Uniform(build.constant(place * build.width))
        )
        if not isinstance(offset, Linear):
            raise NotInLockstep("a copy to a varying place")
        start = moved(build, target_lanes.base, offset.first)
        _store_row(build, row, start, access, mask)


def private_array(op: llvm.AllocaOp, target: Target) -> PrivateArray | None:
    """
    Describes the memory of `op` and the addresses in it, if all accesses are scalars of one type.
    """
    length = known_integer(op.size)
    if length is None:
        return None
    found: set[Attribute] = set()
    addresses: list[SSAValue] = [op.res]
    for address in addresses:
        for use in address.uses:
            user = use.operation
            if isinstance(user, llvm.GEPOp) and use.index == 0:
                if isinstance(user.result.type, VectorType):
                    return None
                addresses.append(user.result)
            elif isinstance(user, llvm.LoadOp) and is_plain(user):
                found.add(user.results[0].type)
            elif isinstance(user, llvm.StoreOp) and use.index == 1 and is_plain(user):
                found.add(user.value.type)
            elif not (
                isinstance(user, LifetimeStartOp | LifetimeEndOp)
                or (isinstance(user, MemcpyOp) and use.index == 0 and is_short(user))
            ):
                return None
    if len(found) != 1:
        return None
    (element,) = found
    if isinstance(element, VectorType):
        return None
    size = _type_size(element, target, op)
    whole = _type_size(op.elem_type, target, op) * length
    return (
        None
        if whole % size
        else PrivateArray(element, size, whole // size, tuple(addresses))
    )


def private_address(build: Builder, array: PrivateArray, memory: SSAValue) -> Pointers:
    """
    Makes the addresses of the variable in each lane. The distance between elements of a lane is
    `width` times that in the kernel.
    """
    zero = build.constant(0)
    return Pointers(memory, Linear(zero, array.size, zero, zero))
