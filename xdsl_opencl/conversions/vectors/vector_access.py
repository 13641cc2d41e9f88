"""
Vectors in memory: loads, stores and transfers of every rank, permutation and stride.

An access goes row by row, a row being the last dimension of the vector. A row whose elements
lie side by side is one load or store, masked where a mask or the bounds say so; any other
row goes element by element. A dimension that is broadcast is read once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import cast

from xdsl.dialects import arith, llvm
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    FixedBitwidthType,
    IntegerAttr,
    VectorType,
    i1,
    i8,
    i32,
)
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.conversions.framework import Conversion
from xdsl_opencl.conversions.memory.convert_memref_to_llvm import (
    load,
    stated_alignment,
    store,
)
from xdsl_opencl.conversions.memory.memref_address import (
    Addressing,
    AnyMemRef,
    Number,
    memref_type,
)
from xdsl_opencl.dialects.llvm_ext import intrinsics
from xdsl_opencl.dialects.llvm_ext.corrected import MaskedStoreOp
from xdsl_opencl.dialects.llvm_ext.instructions import ExtractElementOp
from xdsl_opencl.ir.element_types import element_of, fills_memory


def lane_of(build: Conversion, vector: SSAValue, number: int) -> SSAValue:
    """Returns one element of a vector."""
    return build.op(
        ExtractElementOp, vector, build.constant(number), type=element_of(vector.type)
    )


def splat_value(build: Conversion, value: SSAValue, type_: Attribute) -> SSAValue:
    """Returns a vector of rank 1, or an array of such, with `value` in each place."""
    arrays: list[llvm.LLVMArrayType] = []
    while isinstance(type_, llvm.LLVMArrayType):
        arrays.append(type_)
        type_ = type_.type
    count = cast("VectorType[Attribute]", type_).get_shape()[0]
    poison = build.poison(type_)
    splat = build.op(llvm.InsertElementOp, poison, value, build.constant(0))
    if count > 1:
        splat = build.shuffle(splat, poison, [0] * count)
    for array in reversed(arrays):
        part, splat = splat, build.poison(array)
        for number in range(array.size.data):
            splat = build.insert_value(splat, part, number)
    return splat


def prefix_mask(build: Conversion, count: SSAValue, lanes: int) -> SSAValue:
    """
    Returns a vector of i1 whose first `count` (signed, at most all) lanes are set.
    """
    index = build.converter.index
    type_ = VectorType(index, [lanes])
    numbers = DenseIntOrFPElementsAttr.from_list(type_, [*range(lanes)])
    steps = build.literal(numbers, type_)
    counts = splat_value(build, count, type_)
    return build.compare("slt", steps, counts)


def both(build: Conversion, a: SSAValue | None, b: SSAValue | None) -> SSAValue | None:
    """Returns the bits that are set in both masks; `None` is a mask of all bits."""
    if a is None or b is None:
        return b if a is None else a
    if not isinstance(a.type, llvm.LLVMArrayType):
        return build.op(llvm.AndOp, a, b)
    return build.unroll((a, b), a.type, lambda parts, _: build.op(llvm.AndOp, *parts))


def element_alignment(type_: Attribute) -> int | None:
    """
    Returns the alignment of elements in bytes; `None` for elements that a vector packs closer
    than a memref does.
    """
    if isinstance(type_, llvm.LLVMPointerType):
        return 1
    if not isinstance(type_, FixedBitwidthType) or not fills_memory(type_):
        return None
    return type_.bitwidth // 8


def access_alignment(op: Operation, type_: Attribute) -> int | None:
    """Returns the `element_alignment`, or less where `op` has a lower `alignment`."""
    own, stated = element_alignment(type_), stated_alignment(op)
    return own if own is None or stated is None else min(own, stated)


def _single(build: Conversion, value: SSAValue) -> SSAValue:
    return splat_value(build, value, VectorType(value.type, [1]))


def load_element(
    build: Conversion,
    pointer: SSAValue,
    bit: SSAValue,
    instead: SSAValue,
    alignment: int | None,
) -> SSAValue:
    """Loads a number if `bit` is set; else it is `instead`, and memory is not accessed."""
    mask, one = _single(build, bit), _single(build, instead)
    return lane_of(build, _masked_load(build, pointer, mask, one, alignment), 0)


def store_element(
    build: Conversion,
    pointer: SSAValue,
    bit: SSAValue,
    value: SSAValue,
    alignment: int | None,
) -> None:
    """Stores a number if `bit` is set."""
    one, mask = _single(build, value), _single(build, bit)
    _masked_store(build, one, pointer, mask, alignment)


def _masked_load(
    build: Conversion,
    pointer: SSAValue,
    mask: SSAValue,
    instead: SSAValue,
    alignment: int | None,
) -> SSAValue:
    properties = {"alignment": IntegerAttr(alignment or 1, i32)}
    operands = (pointer, mask, instead)
    return build.create(intrinsics.MaskedLoadOp, operands, instead.type, properties)


def _masked_store(
    build: Conversion,
    value: SSAValue,
    pointer: SSAValue,
    mask: SSAValue,
    alignment: int | None,
) -> None:
    properties = {"alignment": IntegerAttr(alignment or 1, i32)}
    build.put(MaskedStoreOp, value, pointer, mask, properties=properties)


@dataclass
class Access:
    """
    One access to a memref, by an operation of the source.

    `dimensions` has the dimension of the memref for each of the vector's, `None` for one
    that is broadcast; `in_bounds` which of them need no check. `mask` is a converted mask,
    whose dimensions are those of the memref in their order.
    """

    build: Conversion
    op: Operation
    memory: SSAValue
    indices: Sequence[SSAValue]
    shape: Sequence[int]
    dimensions: Sequence[int | None]
    in_bounds: Sequence[bool]
    mask: SSAValue | None = None
    attributes: dict[str, Attribute] = field(default_factory=dict[str, Attribute])

    def __post_init__(self) -> None:
        if not self.shape:
            # A vector of rank 0 has one element.
            self.shape, self.dimensions, self.in_bounds = (1,), (None,), (True,)
        build = self.build
        self._address = Addressing(build, self.op)
        self._starts: list[Number] = list(build.values(self.indices))
        self._strides = self._address.strides(self.memory) if self.indices else []
        self.element = build.type(self._type.element_type)
        last = self.dimensions[-1]
        self._is_broadcast = last is None
        self._lanes = 1 if last is None else self.shape[-1]
        self._alignment = access_alignment(self.op, self.element)
        is_natural = self._alignment == element_alignment(self.element)
        # A load or store of an element says nothing of its type's own alignment.
        self._of_element = None if is_natural else self._alignment
        self._is_row = (
            last is not None
            and self._strides[last] == 1
            and self._alignment is not None
        )
        self._row_type = VectorType(self.element, [self.shape[-1]])
        # Each i1 has a byte, of a row as of a number.
        self._bytes: VectorType[Attribute] | None = None
        if self.element == i1 and last is not None and self._strides[last] == 1:
            self._bytes = VectorType(i8, [self._lanes])
        self._lane_bounds = self._bounds_of_lanes()

    @property
    def _type(self) -> AnyMemRef:
        return memref_type(self.memory)

    # Where elements are, and which of them there are.

    def _rows(self) -> Iterator[tuple[int, ...]]:
        return product(*map(range, self.shape[:-1]))

    def _pointer(self, row: Sequence[int], lane: int, inside: bool) -> SSAValue:
        numbers = list(self._starts)
        for place, dimension in zip((*row, lane), self.dimensions, strict=True):
            if dimension is not None:
                numbers[dimension] = self._address.add(numbers[dimension], place)
        return self._address.at(self.memory, numbers, self._strides, inside)

    def _is_inside(self, dimension: int, count: int) -> bool:
        """Returns whether `count` elements from the start are known to be in the dimension."""
        size = self._address.size(self.memory, dimension)
        owner = self.indices[dimension].owner
        if not isinstance(owner, arith.ConstantOp) or not isinstance(size, int):
            return False
        value = owner.value
        return isinstance(value, IntegerAttr) and 0 <= value.value.data <= size - count

    def _left(self, dimension: int) -> SSAValue:
        """The number of elements from the start to the end of a dimension."""
        size = self._address.size(self.memory, dimension)
        left = self._address.add(size, self._address.negate(self._starts[dimension]))
        return self._address.as_value(left)

    def _bounds_of_lanes(self) -> SSAValue | None:
        last = self.dimensions[-1]
        if last is None or self.in_bounds[-1] or self._is_inside(last, self._lanes):
            return None
        return prefix_mask(self.build, self._left(last), self._lanes)

    def _bounds_of_row(self, row: Sequence[int]) -> SSAValue | None:
        """
        Compares a row with the other dimensions; returns `None` if it is known to be inside.
        """
        conditions: SSAValue | None = None
        for place, dimension, is_inside in zip(
            row, self.dimensions, self.in_bounds, strict=False
        ):
            if dimension is None or is_inside or self._is_inside(dimension, place + 1):
                continue
            number = self.build.index_constant(place)
            condition = self.build.compare("slt", number, self._left(dimension))
            conditions = both(self.build, conditions, condition)
        return conditions

    def _bit(self, place: Sequence[int]) -> SSAValue:
        assert self.mask is not None
        *outer, last = place or (0,)
        row = self.build.extract_value(self.mask, *outer) if outer else self.mask
        return lane_of(self.build, row, last)

    def _mask_of_row(self, row: Sequence[int]) -> SSAValue | None:
        """The lanes of a row that the mask chooses."""
        if self.mask is None:
            return None
        build = self.build
        last = len(self.dimensions) - 1
        # The vector's dimension for each of the mask's.
        used = [
            (dimension, place)
            for place, dimension in enumerate(self.dimensions)
            if dimension is not None
        ]
        order = [place for _, place in sorted(used)]
        if order and order[-1] == last:
            outer = [row[place] for place in order[:-1]]
            return build.extract_value(self.mask, *outer) if outer else self.mask
        mask = build.poison(VectorType(i1, [self._lanes]))
        for lane in range(self._lanes):
            bit = self._bit([(*row, lane)[place] for place in order])
            mask = build.insert_element(mask, bit, lane)
        return mask

    def _chosen(self, row: Sequence[int]) -> SSAValue | None:
        """The lanes of a row that are accessed; `None` for all of them."""
        mask = both(self.build, self._mask_of_row(row), self._lane_bounds)
        condition = self._bounds_of_row(row)
        if condition is None:
            return mask
        type_ = VectorType(i1, [self._lanes])
        return both(self.build, mask, splat_value(self.build, condition, type_))

    # Loads.

    def _load(
        self, pointer: SSAValue, type: Attribute, alignment: int | None
    ) -> SSAValue:
        return load(self.build, self.op, pointer, type, alignment, self.attributes)

    def read(self, type_: Attribute, instead: SSAValue | None) -> SSAValue:
        """
        Loads a vector that is converted to `type_`; `instead`, a converted number or vector, is
        the value of the elements that are not accessed.
        """
        if not isinstance(type_, llvm.LLVMArrayType):
            return self._read_row((), instead)
        result = self.build.poison(type_)
        for row in self._rows():
            result = self.build.insert_value(result, self._read_row(row, instead), *row)
        return result

    def _read_row(self, row: Sequence[int], instead: SSAValue | None) -> SSAValue:
        build = self.build
        chosen = self._chosen(row)
        if self._is_broadcast:
            value = self._read_element(row, 0, chosen, instead)
            return splat_value(build, value, self._row_type)
        if chosen is None and (type := self._bytes) is not None:
            pointer = self._pointer(row, 0, True)
            value = self._load(pointer, type, 1)
            return build.compare("ne", value, build.constant(0, type))
        if not self._is_row:
            result = build.poison(self._row_type)
            for lane in range(self._lanes):
                value = self._read_element(row, lane, chosen, instead)
                result = build.insert_element(result, value, lane)
            return result
        pointer = self._pointer(row, 0, chosen is None)
        if chosen is None:
            return self._load(pointer, self._row_type, self._alignment)
        assert instead is not None
        if not isinstance(instead.type, VectorType):
            instead = splat_value(build, instead, self._row_type)
        return _masked_load(build, pointer, chosen, instead, self._alignment)

    def _read_element(
        self,
        row: Sequence[int],
        lane: int,
        chosen: SSAValue | None,
        instead: SSAValue | None,
    ) -> SSAValue:
        build = self.build
        pointer = self._pointer(row, lane, chosen is None)
        if chosen is None:
            return self._load(pointer, self.element, self._of_element)
        assert instead is not None
        if isinstance(instead.type, VectorType):
            instead = lane_of(build, instead, lane)
        bit = lane_of(build, chosen, lane)
        return load_element(build, pointer, bit, instead, self._alignment)

    # Stores.

    def _store(self, value: SSAValue, pointer: SSAValue, alignment: int | None) -> None:
        store(self.build, self.op, value, pointer, alignment, self.attributes)

    def write(self, value: SSAValue) -> None:
        """Stores a converted vector."""
        if not isinstance(value.type, llvm.LLVMArrayType):
            self._write_row((), value)
            return
        for row in self._rows():
            self._write_row(row, self.build.extract_value(value, *row))

    def _write_row(self, row: Sequence[int], value: SSAValue) -> None:
        build = self.build
        chosen = self._chosen(row)
        if chosen is None and (type := self._bytes) is not None:
            value = build.op(llvm.ZExtOp, value, type=type)
            self._store(value, self._pointer(row, 0, True), 1)
            return
        if not self._is_row:
            for lane in range(self._lanes):
                self._write_element(row, lane, chosen, value)
            return
        pointer = self._pointer(row, 0, chosen is None)
        if chosen is None:
            self._store(value, pointer, self._alignment)
        else:
            _masked_store(build, value, pointer, chosen, self._alignment)

    def _write_element(
        self, row: Sequence[int], lane: int, chosen: SSAValue | None, value: SSAValue
    ) -> None:
        build = self.build
        pointer = self._pointer(row, lane, chosen is None)
        part = lane_of(build, value, lane)
        if chosen is None:
            self._store(part, pointer, self._of_element)
            return
        bit = lane_of(build, chosen, lane)
        store_element(build, pointer, bit, part, self._alignment)
