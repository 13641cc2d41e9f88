"""
Addresses in memrefs: strides, offsets and sizes, for `convert-memref-to-llvm` and
`convert-vector-to-llvm`.

A descriptor carries the sizes and strides that its type leaves open. A bare pointer carries
no sizes: static strides and offsets come from the type, dynamic ones from the operations
that made the memref (`alloca`, `view`, `reinterpret_cast`, `subview`, `cast`, ...). Where
these end at a function's argument, a call, a load or a block argument, the value is unknown
and the conversion is an error. Memrefs that operations make are stated by the same rules in
either form. All numbers are in elements of the memref.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from xdsl.dialects import llvm, memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    DenseArrayBase,
    IntegerAttr,
    IntegerType,
    MemRefType,
    ShapedType,
    i32,
)
from xdsl.dialects.utils.reshape_ops_utils import verify_reshape_like_types
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.conversions.elementwise import NO_OVERFLOW_FLAGS, NO_WRAP_FLAGS
from xdsl_opencl.conversions.framework import Conversion
from xdsl_opencl.dialects.aliases import UNIT, AnyMemRef
from xdsl_opencl.dialects.llvm_ext.corrected import GEPOp
from xdsl_opencl.ir.build import numbers
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.index_arithmetic import Number

_NO_FLAGS = IntegerAttr(0, i32)
_ONE_DYNAMIC = numbers(llvm.GEP_USE_SSA_VAL)
_INT32 = range(-(2**31) + 1, 2**31)
_ALLOCATED, _ALIGNED, _OFFSET, _SIZES, _STRIDES = range(5)
"""Parts of a descriptor."""


def memref_type(value: SSAValue) -> AnyMemRef:
    """The type of a memref of the source."""
    type_ = value.type
    assert isinstance(type_, MemRefType)
    return cast(AnyMemRef, type_)


def static_strides(op: Operation, type_: AnyMemRef) -> Sequence[int | None]:
    """The strides that `type_` gives, None for dynamic ones."""
    strides = type_.get_strides()
    if strides is None:
        fail(op, f"the layout of {type_} is not strided; give it a strided layout")
    return strides


def _passed_on(op: Operation | Block) -> SSAValue | None:
    """Returns the memref that `op` hands on with its sizes and strides."""
    match op:
        case memref.CastOp() | memref.MemorySpaceCastOp():
            return op.source if isinstance(op.source.type, MemRefType) else None
        case memref.AssumeAlignmentOp():
            return op.memref
        case _:
            return None


class Addressing:
    """Makes the address arithmetic of one operation."""

    def __init__(self, build: Conversion, op: Operation):
        self.build = build
        self.op = op
        self.descriptors = build.converter.descriptors

    # Arithmetic that folds known numbers.

    def _binary(
        self,
        op: type[Operation],
        fold: Callable[[int, int], int],
        lhs: Number,
        rhs: Number,
        wraps: bool,
    ) -> Number:
        if isinstance(lhs, int) and isinstance(rhs, int):
            return fold(lhs, rhs)
        flags = NO_OVERFLOW_FLAGS if wraps else NO_WRAP_FLAGS
        operands = (self.as_value(lhs), self.as_value(rhs))
        index = self.build.converter.index
        return self.build.create(op, operands, index, flags)

    def add(self, lhs: Number, rhs: Number, wraps: bool = True) -> Number:
        """The sum; `wraps` false promises that it fits, signed and unsigned."""
        if lhs == 0:
            return rhs
        if rhs == 0:
            return lhs
        return self._binary(llvm.AddOp, lambda a, b: a + b, lhs, rhs, wraps)

    def multiply(self, lhs: Number, rhs: Number, wraps: bool = True) -> Number:
        """The product; `wraps` false promises that it fits, signed and unsigned."""
        if lhs == 0 or rhs == 0:
            return 0
        if lhs == 1:
            return rhs
        if rhs == 1:
            return lhs
        return self._binary(llvm.MulOp, lambda a, b: a * b, lhs, rhs, wraps)

    def negate(self, number: Number) -> Number:
        """Zero minus `number`."""
        return self._binary(llvm.SubOp, lambda a, b: a - b, 0, number, True)

    def as_value(self, number: Number) -> SSAValue:
        if isinstance(number, int):
            return self.build.index_constant(number)
        return number

    def mixed(
        self, static: DenseArrayBase[IntegerType], dynamic: Sequence[SSAValue]
    ) -> list[Number]:
        """A list of static numbers with the dynamic operands in their places."""
        operands = iter(dynamic)
        return [
            self.build.value(next(operands)) if number == DYNAMIC_INDEX else number
            for number in static.get_values()
        ]

    # Sizes, strides and offsets of memrefs of the source.

    def _unknown(self, value: SSAValue, what: str) -> None:
        inside = "state 'in_bounds', " if "in_bounds" in self.op.properties else ""
        fail(
            self.op,
            f"'{self.op.name}' needs {what} of {value.type}, which is not known: a bare "
            f"pointer carries no sizes; {inside}give the type static sizes and strides, or "
            "use 'memref.reinterpret_cast' with the sizes and strides as operands",
        )

    def size(self, value: SSAValue, dimension: int) -> Number:
        """Returns the size of one dimension of a memref."""
        static = memref_type(value).get_shape()[dimension]
        if static != DYNAMIC_INDEX:
            return static
        if self.descriptors:
            return self._part(value, _SIZES, dimension)
        return self.stated_size(value, dimension)

    def stated_size(self, value: SSAValue, dimension: int) -> Number:
        """
        Returns the size of one dimension of a memref, from the operation that makes it.
        """
        product: Number = 1
        first = value
        waiting = [(value, dimension)]
        while waiting:
            value, dimension = waiting.pop()
            static = memref_type(value).get_shape()[dimension]
            op = value.owner
            if static != DYNAMIC_INDEX:
                product = self.multiply(product, static)
            elif self.descriptors and value is not first:
                product = self.multiply(product, self.size(value, dimension))
            elif isinstance(op, memref.CollapseShapeOp):
                groups = reversed(reassociation(op)[dimension])
                waiting += [(op.src, group) for group in groups]
            elif (source := _passed_on(op)) is not None:
                waiting.append((source, dimension))
            else:
                size = self._dynamic_size(value, op, dimension)
                product = self.multiply(product, size)
        return product

    def _dynamic_size(
        self, value: SSAValue, op: Operation | Block, dimension: int
    ) -> Number:
        """Returns the size of a dynamic dimension that `op` itself states."""
        position = sum(
            size == DYNAMIC_INDEX for size in memref_type(value).get_shape()[:dimension]
        )
        match op:
            case memref.AllocaOp() | memref.AllocOp():
                return self.build.value(op.dynamic_sizes[position])
            case memref.ViewOp():
                return self.build.value(op.sizes[position])
            case memref.ReinterpretCastOp():
                return self.mixed(op.static_sizes, op.sizes)[dimension]
            case memref.SubviewOp():
                sizes = self.mixed(op.static_sizes, op.sizes)
                return sizes[
                    kept_dimensions(op, op.static_sizes.get_values(), op.result.type)[
                        dimension
                    ]
                ]
            case memref.ExpandShapeOp():
                return self.mixed(op.static_output_shape, op.output_shape)[dimension]
            case _:
                self._unknown(value, f"the size of dimension {dimension}")
                return 0

    def strides(self, value: SSAValue) -> list[Number]:
        if not self.descriptors:
            return self.stated_strides(value)
        return [
            self._part(value, _STRIDES, dimension) if stride is None else stride
            for dimension, stride in enumerate(
                static_strides(self.op, memref_type(value))
            )
        ]

    def stated_strides(self, value: SSAValue) -> list[Number]:
        """Returns the strides of a memref, from the operation that makes it."""
        chain = [value]
        while (source := self._stride_source(chain[-1])) is not None:
            chain.append(source)
            if self.descriptors:
                break
        if self.descriptors and len(chain) > 1:
            return self._strides(value, self.strides(chain[1]))
        strides: list[Number] | None = None
        for each in reversed(chain):
            strides = self._strides(each, strides)
        assert strides is not None
        return strides

    def _stride_source(self, value: SSAValue) -> SSAValue | None:
        """
        Returns the memref whose strides give those of `value`; `None` where its type or its
        operation states them.
        """
        if None not in static_strides(self.op, memref_type(value)):
            return None
        match value.owner:
            case memref.SubviewOp() as op:
                return op.source
            case memref.ExpandShapeOp() | memref.CollapseShapeOp() as op:
                return op.src
            case op:
                return _passed_on(op)

    def _strides(self, value: SSAValue, source: list[Number] | None) -> list[Number]:
        static = static_strides(self.op, memref_type(value))
        if None not in static:
            return [cast(int, stride) for stride in static]
        found: list[Number] | None = source
        match value.owner:
            case memref.AllocaOp() | memref.AllocOp() | memref.ViewOp():
                found = self._contiguous(value)
            case memref.ReinterpretCastOp() as op:
                found = self.mixed(op.static_strides, op.strides)
            case memref.SubviewOp() as op:
                assert source is not None
                steps = self.mixed(op.static_strides, op.strides)
                found = [
                    self.multiply(source[dimension], steps[dimension])
                    for dimension in kept_dimensions(
                        op, op.static_sizes.get_values(), op.result.type
                    )
                ]
            case memref.ExpandShapeOp() as op:
                assert source is not None
                found = self._expanded_strides(op, source)
            case memref.CollapseShapeOp() as op:
                assert source is not None
                shape = memref_type(op.src).get_shape()
                # The last dimension that has more than one element.
                found = [
                    source[
                        next((d for d in reversed(group) if shape[d] != 1), group[0])
                    ]
                    for group in reassociation(op)
                ]
            case _:
                pass
        if found is None:
            if memref_type(value).layout.name == "none":
                # The identity layout: from the sizes, which are known if those are.
                return self._contiguous(value)
            self._unknown(value, "a stride")
            return []
        return [
            cast(Number, known) if known is not None else computed
            for known, computed in zip(static, found, strict=True)
        ]

    def _contiguous(self, value: SSAValue) -> list[Number]:
        rank = memref_type(value).get_num_dims()
        strides: list[Number] = [1] * rank
        for dimension in reversed(range(rank - 1)):
            size = self.stated_size(value, dimension + 1)
            strides[dimension] = self.multiply(strides[dimension + 1], size)
        return strides

    def _expanded_strides(
        self, op: memref.ExpandShapeOp, source: list[Number]
    ) -> list[Number]:
        result = SSAValue.get(op.result)
        strides: list[Number] = []
        for dimension, group in enumerate(reassociation(op)):
            stride = source[dimension]
            inner: list[Number] = []
            for member in reversed(group):
                inner.append(stride)
                if member != group[0]:
                    stride = self.multiply(stride, self.stated_size(result, member))
            strides.extend(reversed(inner))
        return strides

    # Addresses.

    def _part(self, value: SSAValue, *position: int) -> SSAValue:
        """A part of the descriptor of a memref of the source."""
        return self.build.extract_value(self.build.value(value), *position)

    def base(self, value: SSAValue) -> SSAValue:
        """The pointer where the offsets of a memref of the source start."""
        if self.descriptors:
            return self._part(value, _ALIGNED)
        return self.build.value(value)

    def offset(self, value: SSAValue) -> Number:
        """
        The number that an access adds to the pointer of a memref: its static offset, or that
        of its descriptor.
        """
        offset = memref_type(value).get_offset()
        if offset is None and self.descriptors:
            return self._part(value, _OFFSET)
        return offset or 0

    def origin(self, value: SSAValue) -> SSAValue:
        """The address of element zero of a memref of the source."""
        offset, type_ = self.offset(value), memref_type(value)
        return self.move(self.base(value), offset, type_, not self.descriptors)

    def linear(
        self,
        value: SSAValue,
        indices: Sequence[Number],
        strides: Sequence[Number] | None = None,
        wraps: bool = False,
        start: Number = 0,
    ) -> Number:
        """
        `start`, and the offset of the element at `indices` from element zero of a memref.
        """
        if strides is None:
            strides = self.strides(value) if indices else ()
        wraps = wraps or any(isinstance(s, int) and s < 0 for s in strides)
        total = start
        for index, stride in zip(indices, strides, strict=True):
            total = self.add(total, self.multiply(index, stride, wraps), wraps)
        return total

    def element(
        self, value: SSAValue, indices: Sequence[SSAValue], inside: bool = True
    ) -> SSAValue:
        """
        The address of the element of the memref `value` at the `indices` of the source.
        `inside` false makes no promise that there is such an element.
        """
        numbers = self.build.values(indices)
        return self.at(value, numbers, inside=inside)

    def at(
        self,
        value: SSAValue,
        indices: Sequence[Number],
        strides: Sequence[Number] | None = None,
        inside: bool = True,
    ) -> SSAValue:
        """
        The address of the element of the memref `value` at numbers; `element` has the same
        of values of the source.
        """
        type_ = memref_type(value)
        wraps = not inside
        if not self.descriptors:
            offset = self.linear(value, indices, strides, wraps, self.offset(value))
            return self.move(self.base(value), offset, type_, inside)
        # Two steps, as upstream's.
        offset = self.linear(value, indices, strides, wraps)
        return self.move(self.origin(value), offset, type_, inside)

    def move(
        self, pointer: SSAValue, offset: Number, type_: AnyMemRef, inside: bool = True
    ) -> SSAValue:
        """
        `pointer` moved by `offset` elements of `type_`; `inside` promises that it stays
        within the object it points to.
        """
        if offset == 0:
            return pointer
        element = self.build.type(type_.element_type)
        return self.step(pointer, offset, element, inside)

    def step(
        self, pointer: SSAValue, offset: Number, element: Attribute, inside: bool = True
    ) -> SSAValue:
        """`llvm.getelementptr` by `offset` times `element`, `inbounds` if `inside`."""
        properties: dict[str, Attribute] = {
            "elem_type": element,
            "noWrapFlags": _NO_FLAGS,
        }
        if inside:
            properties["inbounds"] = UNIT
        operands = [pointer]
        if isinstance(offset, int) and offset in _INT32:
            properties["rawConstantIndices"] = numbers(offset)
        else:
            operands.append(self.as_value(offset))
            properties["rawConstantIndices"] = _ONE_DYNAMIC
        return self.build.create(GEPOp, operands, pointer.type, properties)

    def rebase(self, source: SSAValue, result: SSAValue, offset: Number) -> SSAValue:
        """
        The bare pointer of `result`, whose element zero is `offset` elements after the pointer
        of `source`: less the offset that accesses to `result` add.
        """
        own = memref_type(result).get_offset()
        if own:
            offset = self.add(offset, -own)
        return self.move(self.build.value(source), offset, memref_type(result))

    def view(
        self,
        source: SSAValue,
        result: SSAValue,
        offset: Number,
        *,
        aligned: SSAValue | None = None,
    ) -> SSAValue:
        """
        The memref `result` of the memory of `source`, with the sizes and strides that its
        operation states; `offset` counts from the pointer of `source`, or from `aligned`.
        """
        if not self.descriptors:
            return self.cast_space(self.rebase(source, result, offset), result)
        allocated = self.cast_space(self._part(source, _ALLOCATED), result)
        if aligned is None:
            aligned = self._part(source, _ALIGNED)
        return self.describe(result, allocated, aligned, offset)

    def describe(
        self,
        result: SSAValue,
        allocated: SSAValue,
        aligned: SSAValue,
        offset: Number = 0,
    ) -> SSAValue:
        """
        The descriptor of the memref `result`, with the sizes and strides that its operation
        states.
        """
        type_ = memref_type(result)
        rank = type_.get_num_dims()
        sizes = [self.stated_size(result, dimension) for dimension in range(rank)]
        return self.descriptor(
            type_, allocated, aligned, offset, sizes, self.stated_strides(result)
        )

    def descriptor(
        self,
        type_: AnyMemRef,
        allocated: SSAValue,
        aligned: SSAValue,
        offset: Number,
        sizes: Sequence[Number],
        strides: Sequence[Number],
    ) -> SSAValue:
        build = self.build
        struct = build.converter.descriptor(type_)
        whole = build.poison(struct)
        whole = build.insert_value(whole, allocated, _ALLOCATED)
        whole = build.insert_value(whole, aligned, _ALIGNED)
        whole = build.insert_value(whole, self.as_value(offset), _OFFSET)
        for dimension, (size, stride) in enumerate(zip(sizes, strides, strict=True)):
            size, stride = self.as_value(size), self.as_value(stride)
            whole = build.insert_value(whole, size, _SIZES, dimension)
            whole = build.insert_value(whole, stride, _STRIDES, dimension)
        return whole

    def static_descriptor(
        self, type_: AnyMemRef, pointer: SSAValue, allocated: SSAValue | None = None
    ) -> SSAValue:
        """A descriptor of a memref whose type says all but the pointer."""
        shape, strides, offset = static_layout(self.op, type_)
        if allocated is None:
            allocated = pointer
        return self.descriptor(type_, allocated, pointer, offset, shape, strides)

    def cast_space(self, pointer: SSAValue, result: SSAValue) -> SSAValue:
        """`pointer` in the address space of the memref `result`."""
        type_ = self.build.pointer(memref_type(result))
        if pointer.type == type_:
            return pointer
        fail(
            self.op,
            f"'{self.op.name}' cannot change the memory space; "
            "use 'memref.memory_space_cast'",
        )


def static_layout(
    op: Operation, type_: AnyMemRef
) -> tuple[Sequence[int], Sequence[int], int]:
    """Shape, strides and offset of a memref that is passed as a bare pointer."""
    shape, offset = type_.get_shape(), type_.get_offset()
    strides = type_.get_strides() or (None,) * len(shape)
    if DYNAMIC_INDEX in shape or None in strides or offset is None:
        fail(
            op,
            f"a bare pointer cannot carry the sizes of {type_}; give it static sizes "
            "and strides, or leave out 'use-bare-ptr-memref-call-conv'",
        )
    return shape, cast("Sequence[int]", strides), offset


def check_parts(
    op: Operation,
    shorter: ShapedType,
    longer: ShapedType,
    groups: ArrayAttr[ArrayAttr[IntegerAttr]],
) -> None:
    """
    Checks that the dimensions of `longer` in each of `groups` have the elements of the dimension of
    `shorter`. Dimensions of one element may belong to none.

    Raises `PassError` at `op`.
    """
    if not shorter.get_shape() and {*longer.get_shape()} == {1}:
        return
    try:
        verify_reshape_like_types(shorter, longer, groups)
    except VerifyException as error:
        fail(op, f"'{op.name}': {error}")


def kept_dimensions(op: Operation, sizes: Sequence[int], type: AnyMemRef) -> list[int]:
    """
    The dimensions that `type`, of a part of static `sizes`, keeps: those of static size 1
    are dropped where the next size of `type` differs. Which of several dimensions of size 1
    is dropped makes no difference, their index is 0.

    Raises `PassFailedException` at `op` if it drops other dimensions.
    """
    shape = type.get_shape()
    kept: list[int] = []
    for dimension, size in enumerate(sizes):
        if len(kept) < len(shape) and shape[len(kept)] == size:
            kept.append(dimension)
        elif size != 1:
            fail(
                op,
                f"'{op.name}' cannot drop dimension {dimension} of size {size}; "
                "drop dimensions of size 1 only",
            )
    if len(kept) != len(shape):
        fail(
            op,
            f"'{op.name}' has a result whose dimensions cannot be matched; "
            "keep the dimensions in order",
        )
    return kept


def reassociation(op: Any) -> list[list[int]]:
    """The groups of dimensions of a collapse or an expansion."""
    return [[int(i.value.data) for i in group.data] for group in op.reassociation.data]


def storage_type(build: Conversion, type_: AnyMemRef, op: Operation) -> Attribute:
    """The array that holds a memref of static shape and identity layout."""
    if type_.layout.name != "none":
        fail(op, f"memory of type {type_} needs the identity layout; remove the layout")
    if DYNAMIC_INDEX in type_.get_shape():
        fail(op, f"memory of type {type_} needs a static shape; give it one")
    result = build.type(type_.element_type)
    for size in reversed(type_.get_shape()):
        result = llvm.LLVMArrayType(size, result)
    return result
