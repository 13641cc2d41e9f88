"""
The buffers of a function's tensors, and whether an operation may write one.

A tensor is a version of a buffer. `Storage` is a set of tensors that may share memory: views of
one another, what operations wrote in place, what branches choose from. An operation may write the
buffer of its destination if no other tensor of the storage, nor the destination itself, is read
afterwards (`uses.py`). A slice is a view: what is written through it destroys the whole, but not
for a `tensor.insert_slice` that overwrites just that part.

Each loop owns the memory that it makes and that it is handed; only that can be handed on to the
next iteration.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import cast

from xdsl.dialects import func, memref, tensor
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DenseArrayBase,
    IntegerType,
    MemRefType,
    ModuleOp,
    NoneAttr,
    StridedLayoutAttr,
    TensorType,
)
from xdsl.dialects.linalg import ops
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.conversions.memory.memref_address import kept_dimensions
from xdsl_opencl.conversions.tensors.bufferization.uses import (
    Insertion,
    Read,
    Slice,
    Uses,
    has_no_contents,
    is_tensor,
    same_part,
)
from xdsl_opencl.dialects.aliases import INDEX, AnyMemRef
from xdsl_opencl.ir.build import ArithBuilder, made_operation, numbers
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.index_arithmetic import Number

Sizes = Sequence[Number]


def buffer_type(value: SSAValue) -> AnyMemRef:
    """The memref without layout that can hold a tensor; the type of a memref as it is."""
    type_: Attribute = value.type
    if not isinstance(type_, TensorType):
        return cast(AnyMemRef, type_)
    tensor_type = cast("TensorType[Attribute]", type_)
    return MemRefType(tensor_type.element_type, tensor_type.get_shape())


def is_plain(value: SSAValue) -> bool:
    """Returns whether the memref `value` has neither a layout nor a memory space."""
    type = buffer_type(value)
    return all(isinstance(a, NoneAttr) for a in (type.layout, type.memory_space))


@dataclass(eq=False)
class Frame:
    """A loop, whose iterations each have their memory, or the function around all."""

    op: Operation
    depth: int = 0
    is_parallel: bool = False
    """Tells if iterations run at the same time, so that they cannot share memory."""
    made: list[Operation] = field(default_factory=list[Operation])
    """The allocations inside that the loop could share among its iterations."""


@dataclass(eq=False)
class Storage:
    """Tensors that may share memory; `root` finds the set that it is joined to."""

    frame: Frame
    constant: bool = False
    """Tells if the memory must not be written."""
    held: int = 0
    """The number of loops that have taken it over, whose bodies must not write it as such."""
    written: bool = False
    tensors: list[SSAValue] = field(default_factory=list[SSAValue])
    """The tensors in this memory that may be read yet."""
    parent: Storage | None = None

    def root(self) -> Storage:
        node = self
        while (up := node.parent) is not None:
            if up.parent is not None:
                node.parent = up.parent
            node = up
        return node

    def join(self, other: Storage) -> None:
        """Makes one set of two."""
        a, b = self.root(), other.root()
        if a is b:
            return
        if len(a.tensors) < len(b.tensors):
            a, b = b, a
        b.parent = a
        a.constant |= b.constant
        a.held += b.held
        a.written |= b.written
        a.frame = min(a.frame, b.frame, key=lambda frame: frame.depth)
        a.tensors += b.tensors


@dataclass
class Buffers:
    """The buffers of the function `op`, while its operations are lowered in their order."""

    op: Operation
    module: ModuleOp
    names: set[str]
    """The symbols of the module."""
    uses: Uses
    frames: list[Frame] = field(default_factory=list[Frame])
    buffers: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])
    storages: dict[SSAValue, Storage] = field(default_factory=dict[SSAValue, Storage])
    origins: dict[SSAValue, tensor.ExtractSliceOp] = field(
        default_factory=dict[SSAValue, tensor.ExtractSliceOp]
    )
    """For a tensor in a part of another's buffer, the slice."""
    shared: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])
    """For an output of `scf.forall`, the memory that its insertions write."""
    made: list[Operation] = field(default_factory=list[Operation])
    """All allocations."""
    old_arguments: list[BlockArgument] = field(default_factory=list[BlockArgument])
    """Tensors that are arguments of blocks, to be erased."""

    def __post_init__(self) -> None:
        self.frames.append(Frame(self.op))

    @property
    def frame(self) -> Frame:
        return self.frames[-1]

    @property
    def own_depth(self) -> int:
        """The depth of the innermost frame whose iterations run at the same time."""
        depths = [frame.depth for frame in self.frames if frame.is_parallel]
        return depths[-1] if depths else 0

    # --- which memory a tensor is in ---------------------------------------------------

    def storage(self, value: SSAValue) -> Storage:
        return self.storages[value].root()

    def put(self, value: SSAValue, buffer: SSAValue, storage: Storage) -> None:
        """States that the tensor `value` is in `buffer`, which belongs to `storage`."""
        self.buffers[value] = buffer
        self.storages[value] = storage
        storage.root().tensors.append(value)

    def put_new(self, value: SSAValue, buffer: SSAValue) -> None:
        """States that `value` is in `buffer`, which nothing else is in."""
        self.put(value, buffer, Storage(self.frame))

    def put_view(self, value: SSAValue, buffer: SSAValue, of: SSAValue) -> None:
        """States that `value` is in `buffer`, in the memory of the tensor `of`."""
        self.put(value, buffer, self.storage(of))
        if of in self.origins:
            self.origins[value] = self.origins[of]

    # --- memory --------------------------------------------------------------------------

    def sizes(self, build: ArithBuilder, value: SSAValue) -> Sequence[SSAValue]:
        """The dynamic sizes of `value`, a tensor or a memref."""
        if isinstance(owner := value.owner, tensor.EmptyOp):
            return owner.operands
        if DYNAMIC_INDEX not in buffer_type(value).get_shape():
            return ()
        buffer = self.buffers[value] if is_tensor(value) else value
        return [
            build.add(memref.DimOp(buffer, build.constant(d, INDEX)))
            for d, size in enumerate(buffer_type(value).get_shape())
            if size == DYNAMIC_INDEX
        ]

    def new(
        self, build: ArithBuilder, type: AnyMemRef, sizes: Sequence[SSAValue] = ()
    ) -> SSAValue:
        """
        Allocates a memref of `type`: on the stack in a kernel, and in each iteration of a parallel
        loop.
        """
        kernel = not isinstance(self.op, func.FuncOp)
        if kernel or (self.own_depth and not sizes):
            segments = {"operandSegmentSizes": numbers(len(sizes), 0)}
            op: Operation = made_operation(memref.AllocaOp, sizes, type, segments)
        else:
            shape = type.get_shape()
            op = memref.AllocOp.get(type.element_type, None, shape, sizes)
        build.insert(op)
        self.frame.made.append(op)
        self.made.append(op)
        return op.results[0]

    def new_like(self, build: ArithBuilder, like: SSAValue) -> SSAValue:
        """Allocates memory without a layout for `like`, a tensor or a memref."""
        found = buffer_type(like)
        type = MemRefType(found.element_type, found.get_shape())
        return self.new(build, type, self.sizes(build, like))

    def copy(self, build: ArithBuilder, source: SSAValue, target: SSAValue) -> None:
        """Copies elements, by all work items of a work-group where one runs the code."""
        if self.own_depth and isinstance(self.op, func.FuncOp):
            build.insert(ops.CopyOp((source,), (target,), ()))
        else:
            build.insert(memref.CopyOp(source, target))

    def copied(self, build: ArithBuilder, source: SSAValue) -> SSAValue:
        """Allocates memory without a layout with the elements of the memref `source`."""
        made = self.new_like(build, source)
        self.copy(build, source, made)
        return made

    def plain(self, build: ArithBuilder, value: SSAValue) -> SSAValue:
        """The memref of the tensor `value`, or a copy if that has a layout."""
        buffer = self.buffers[value]
        if isinstance(buffer_type(buffer).layout, NoneAttr):
            return buffer
        return self.copied(build, buffer)

    # --- destinations ----------------------------------------------------------------------

    def may_write(self, op: Operation, value: SSAValue) -> bool:
        storage = self.storage(value)
        if storage.constant or storage.held:
            return False
        place = self.uses.places[op]
        storage.tensors = [t for t in storage.tensors if self.uses.last(t) > place]
        if not storage.tensors:
            return True
        parts: list[tensor.ExtractSliceOp] = []
        part = self.origins.get(value)
        while part is not None:
            parts.append(part)
            part = self.origins.get(part.source)

        def overwrites_part(read: Read) -> bool:
            return (
                isinstance(read.op, Insertion)
                and read.operand == 1
                and any(
                    part.source is read.op.dest and same_part(part, read.op)
                    for part in parts
                )
            )

        return not any(
            self.uses.is_read_after(each, op, overwrites_part)
            for each in storage.tensors
        )

    def destination(
        self,
        build: ArithBuilder,
        op: Operation,
        i: int,
        *,
        whole: bool = False,
        beside: Sequence[SSAValue] = (),
        plain: bool = False,
        result: SSAValue | None = None,
    ) -> SSAValue:
        """
        The buffer that `op` writes for its destination, operand `i`, and that holds `result`.
        `whole`: it overwrites all of it without reading. `beside` are tensors that it reads or
        writes at the same time. `plain` asks for a buffer without layout.
        """
        value = op.operands[i]
        storage = self.storage(value)
        undefined = has_no_contents(value)
        if (
            storage.frame.depth >= (self.frame.depth if undefined else self.own_depth)
            and (not plain or is_plain(self.buffers[value]))
            and all(self.storage(other) is not storage for other in beside)
            and self.may_write(op, value)
        ):
            storage.written = True
            if result is not None:
                self.put_view(result, self.buffers[value], value)
            return self.buffers[value]
        made = self.new_like(build, value)
        if not whole and not undefined:
            self.copy(build, self.buffers[value], made)
        if result is not None:
            self.put_new(result, made)
        return made


# --- parts of buffers ----------------------------------------------------------------------


def subview(build: ArithBuilder, op: Slice, source: SSAValue) -> SSAValue:
    """The part of the memref `source` that the slice `op` is about."""
    part = op.result.type if isinstance(op, tensor.ExtractSliceOp) else op.source.type
    offsets, sizes, strides = (
        mixed(static, dynamic)
        for static, dynamic in (
            (op.static_offsets, op.offsets),
            (op.static_sizes, op.sizes),
            (op.static_strides, op.strides),
        )
    )
    _check_bounds(op, buffer_type(source).get_shape(), offsets, sizes, strides)
    shape = cast("TensorType[Attribute]", part).get_shape()
    view = _view_type(op, source, offsets, sizes, strides, shape)
    return build.add(memref.SubviewOp.get(source, offsets, sizes, strides, view))


def _check_bounds(
    op: Operation, shape: Sequence[int], offsets: Sizes, sizes: Sizes, strides: Sizes
) -> None:
    """
    Raises `PassError` for a part that begins before memory of `shape`, or ends after it, as
    far as the numbers are known.

    Source: mlir/lib/Interfaces/ViewLikeInterface.cpp, `verifyInBoundsSlice`, which does not look at the
    front of parts with negative strides.
    """
    parts = zip(shape, offsets, sizes, strides, strict=True)
    for d, (extent, offset, size, stride) in enumerate(parts):
        if not isinstance(offset, int):
            continue
        last = offset
        if isinstance(size, int) and isinstance(stride, int):
            last += (size - 1) * stride
        is_behind = extent != DYNAMIC_INDEX and last >= extent
        if offset < 0 or (size != 0 and (last < 0 or is_behind)):
            fail(
                op,
                f"'{op.name}': elements {offset} to {last} of dimension {d}, which has "
                f"{'an unknown number' if extent == DYNAMIC_INDEX else extent}; take "
                "elements inside it",
            )


def _view_type(
    op: Operation,
    source: SSAValue,
    offsets: Sizes,
    sizes: Sizes,
    strides: Sizes,
    shape: Sequence[int],
) -> AnyMemRef:
    """
    The type of that part of the memref `source`; `shape` may lack dimensions of size 1, and
    `sizes` then are checked against it.
    """
    try:
        type = memref.SubviewOp.infer_result_type(
            buffer_type(source), offsets, sizes, strides
        )
    except (ValueError, VerifyException) as error:
        fail(op, f"'{op.name}': {error}; give its operand a strided layout")
    if len(shape) == type.get_num_dims():
        return type
    layout = type.layout
    assert isinstance(layout, StridedLayoutAttr)
    kept = kept_dimensions(op, type.get_shape(), MemRefType(type.element_type, shape))
    all_strides = [*layout.strides]
    strided = StridedLayoutAttr([all_strides[d] for d in kept], layout.offset)
    return MemRefType(type.element_type, shape, strided, type.memory_space)


def mixed(static: DenseArrayBase[IntegerType], dynamic: Sequence[SSAValue]) -> Sizes:
    """Static numbers, with the operands in the places of the dynamic ones."""
    operands = iter(dynamic)
    return [
        next(operands) if number == DYNAMIC_INDEX else number
        for number in static.get_values()
    ]
