"""
`convert-memref-to-llvm`: memory and addresses to `llvm`, memrefs as bare pointers.

Representation and limits are those of `memref_address`: addresses are
`llvm.getelementptr inbounds`, never integers; the address space is that of the memref
(the number of its memory space); a use of a size or stride that no type and no
operation gives is an error.

* `memref.alloca` of static shape goes to the entry block of its function (a later one
  would grow the stack each time it is reached), unless a branch carries it.
* `memref.alloc` becomes the allocation of the dialect of its memory space (static
  work-group memory, for example); without such a dialect it is an error. Deallocating that
  memory does nothing.
* `memref.global` becomes an `llvm.mlir.global`, private ones internal.
* `memref.load` and `memref.store` keep an `alignment`, in bytes.
* `memref.atomic_rmw` becomes `llvm.atomicrmw acq_rel`, as upstream, for the kinds that LLVM
  has, and a loop around `llvm.cmpxchg` for all other kinds.
* `memref.copy` of contiguous memrefs becomes `llvm.intr.memcpy`, of other memrefs with up to 64
  elements one load and store an element; `lower-scf-to-cf` makes loops of the rest.
* `memref.dma_start` copies at once, so that `memref.dma_wait` has nothing to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import cast

from xdsl.context import Context
from xdsl.dialects import llvm, memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyFloat,
    BoolAttr,
    DenseIntOrFPElementsAttr,
    FixedBitwidthType,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    ModuleOp,
    SymbolRefAttr,
    TensorType,
    UnrealizedConversionCastOp,
    i1,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.traits import IsolatedFromAbove
from xdsl.utils.hints import isa

from xdsl_opencl.conversions.framework import (
    Conversion,
    ConversionPass,
    Table,
    TypeConverter,
    library_call,
)
from xdsl_opencl.conversions.memory.alloca_scopes import (
    is_carried,
    limit_lifetimes,
    lower_scopes,
)
from xdsl_opencl.conversions.memory.copy_loops import is_contiguous, needs_loop
from xdsl_opencl.conversions.memory.memref_address import (
    Addressing,
    AnyMemRef,
    Number,
    check_parts,
    kept_dimensions,
    memref_type,
    storage_type,
)
from xdsl_opencl.dialects.aliases import UNIT
from xdsl_opencl.dialects.atomic_kinds import ATOMIC_KINDS
from xdsl_opencl.dialects.llvm_ext import elementwise
from xdsl_opencl.dialects.llvm_ext.atomics import (
    ATOMIC_BIN_OPS,
    ORDERINGS,
    AtomicCmpXchgOp,
    AtomicRMWOp,
)
from xdsl_opencl.dialects.llvm_ext.corrected import (
    NOT_ATOMIC,
    AllocaOp,
    ConstantOp,
    IntToPtrOp,
    LoadOp,
    PtrToIntOp,
    StoreOp,
)
from xdsl_opencl.dialects.llvm_ext.instructions import AddrSpaceCastOp
from xdsl_opencl.dialects.llvm_ext.interned import pointer_type
from xdsl_opencl.dialects.llvm_ext.intrinsics import AssumeOp
from xdsl_opencl.dialects.llvm_ext.symbols import GlobalOp
from xdsl_opencl.ir.build import made_operation, pointer_space_number
from xdsl_opencl.ir.diagnostics import fail

_ONE = IntegerAttr(1, i32)

_INSTRUCTIONS = {
    **{"addf": "fadd", "addi": "add", "assign": "xchg", "ori": "_or", "andi": "_and"},
    **{"maxs": "max", "maxu": "umax", "mins": "min", "minu": "umin", "xori": "_xor"},
    **{"maxnumf": "fmax", "minnumf": "fmin"},
}
"""By the name of `AtomicRMWKind`: the operation of `atomicrmw` that LLVM 19 and later have for it."""

_COMBINED: Mapping[str, type[Operation]] = {
    "maximumf": elementwise.MaximumOp,
    "minimumf": elementwise.MinimumOp,
    "mulf": llvm.FMulOp,
    "muli": llvm.MulOp,
}
"""Operations on the old value and the operand, for kinds without an instruction."""


def _properties(op: Operation, alignment: int | None) -> dict[str, Attribute]:
    properties: dict[str, Attribute] = {"ordering": NOT_ATOMIC}
    if alignment is not None:
        properties["alignment"] = IntegerAttr(alignment, i64)
    if op.properties.get("nontemporal") == BoolAttr.from_bool(True):
        properties["nontemporal"] = UNIT
    return properties


def stated_alignment(op: Operation) -> int | None:
    """
    Returns the `alignment` of `op` in bytes: a property upstream and a discardable attribute in xDSL.

    Raises `PassError` for one that is no power of two.
    """
    stated = op.properties.get("alignment", op.attributes.get("alignment"))
    if not isinstance(stated, IntegerAttr):
        return None
    number = stated.value.data
    if number < 1 or number & (number - 1):
        fail(op, f"'{op.name}' has the alignment {number}; it takes a power of two")
    return number


def load(
    build: Conversion,
    op: Operation,
    pointer: SSAValue,
    type_: Attribute,
    alignment: int | None,
    attributes: Mapping[str, Attribute],
) -> SSAValue:
    """
    Makes an `llvm.load` that `op` becomes; `alignment` in bytes, none for the type's own.
    """
    properties = _properties(op, alignment)
    return build.create(LoadOp, (pointer,), type_, properties, attributes)


def store(
    build: Conversion,
    op: Operation,
    value: SSAValue,
    pointer: SSAValue,
    alignment: int | None,
    attributes: Mapping[str, Attribute],
) -> None:
    """Makes an `llvm.store` as `load`."""
    properties = _properties(op, alignment)
    build.put(StoreOp, value, pointer, properties=properties, attributes=attributes)


def _others(op: Operation) -> Mapping[str, Attribute]:
    return {name: op.attributes[name] for name in op.attributes if name != "alignment"}


def _load(build: Conversion, op: memref.LoadOp) -> Sequence[SSAValue]:
    pointer = Addressing(build, op).element(op.memref, op.indices)
    type_, alignment = build.type(op.res.type), stated_alignment(op)
    return (load(build, op, pointer, type_, alignment, _others(op)),)


def _store(build: Conversion, op: memref.StoreOp) -> Sequence[SSAValue]:
    pointer = Addressing(build, op).element(op.memref, op.indices)
    value = build.value(op.value)
    store(build, op, value, pointer, stated_alignment(op), _others(op))
    return ()


def _alloca(build: Conversion, op: memref.AllocaOp) -> Sequence[SSAValue]:
    result = SSAValue.get(op.memref)
    type_ = memref_type(result)
    pointer = build.pointer(type_)
    if (made := _allocated(build, op, type_, op.alignment)) is not None:
        return made
    if pointer != pointer_type(0):
        fail(
            op,
            f"'memref.alloca' gives private memory, not that of {type_}; "
            "remove the memory space",
        )
    if op.symbol_operands:
        fail(
            op,
            "'memref.alloca' with symbols is not supported; "
            "give it a layout without symbols",
        )
    address = Addressing(build, op)
    element = build.type(type_.element_type)
    properties: dict[str, Attribute] = {"elem_type": element}
    if op.alignment is not None:
        properties["alignment"] = IntegerAttr(op.alignment.value.data, i64)
    if DYNAMIC_INDEX in type_.get_shape():
        if type_.layout.name != "none":
            fail(
                op,
                "'memref.alloca' of dynamic shape needs the identity layout; "
                "remove the layout",
            )
        size = address.as_value(_count(address, result))
        made = build.create(AllocaOp, (size,), pointer, properties)
        return (_new_memref(address, result, made),)
    # One array, not many elements: the AMDGPU backend keeps only those in registers.
    properties["elem_type"] = llvm.LLVMArrayType(_span(op, type_), element)
    size_op = made_operation(ConstantOp, (), i32, {"value": _ONE})
    made = made_operation(AllocaOp, size_op.results, pointer, properties)
    size_op.location = made.location = op.location
    entry = build.entry_block(op)
    if entry is op.parent or is_carried(result):
        build.insert(size_op)
        build.insert(made)
    else:
        Rewriter.insert_op((size_op, made), InsertPoint.at_start(entry))
    return (_new_memref(address, result, made.results[0]),)


def _count(address: Addressing, value: SSAValue) -> Number:
    """The number of elements that an allocation states."""
    count: Number = 1
    for dimension in range(memref_type(value).get_num_dims()):
        count = address.multiply(count, address.stated_size(value, dimension))
    return count


def _new_memref(address: Addressing, result: SSAValue, pointer: SSAValue) -> SSAValue:
    """The memref of memory at `pointer` that the operation has made."""
    if not address.descriptors:
        return pointer
    offset = memref_type(result).get_offset() or 0
    return address.describe(result, pointer, pointer, offset)


def _span(op: Operation, type_: AnyMemRef) -> int:
    """The number of elements from the base of a memref of static shape to its end."""
    shape = type_.get_shape()
    if 0 in shape:
        return 0
    strides, offset = type_.get_strides(), type_.get_offset()
    if strides is None or offset is None or None in strides:
        fail(
            op,
            f"'{op.name}' needs static strides, got {type_}; "
            "give the type static strides",
        )
    steps = [cast(int, stride) for stride in strides]
    return 1 + offset + sum((n - 1) * s for n, s in zip(shape, steps, strict=True))


def _alloc(build: Conversion, op: memref.AllocOp) -> Sequence[SSAValue]:
    type_ = memref_type(SSAValue.get(op.memref))
    made = _allocated(build, op, type_, op.alignment)
    if made is None and build.converter.descriptors:
        return (_malloc(build, op, type_),)
    if made is None:
        advice = build.converter.advice("allocation", "use 'memref.alloca'")
        fail(op, f"a kernel cannot allocate memory of type {type_}; {advice}")
    return made


def _malloc(build: Conversion, op: memref.AllocOp, type_: AnyMemRef) -> SSAValue:
    """
    Memory of the host, as upstream allocates it; an alignment moves the aligned pointer.
    """
    result = SSAValue.get(op.memref)
    if type_.layout.name != "none" or op.symbol_operands:
        fail(
            op,
            f"'memref.alloc' of {type_} needs the identity layout; remove the layout",
        )
    address = Addressing(build, op)
    element = build.type(type_.element_type)
    pointer = build.pointer(type_)
    if pointer != pointer_type(0):
        advice = build.converter.advice("allocation", "remove the memory space")
        fail(op, f"'memref.alloc' cannot allocate memory of {type_}; {advice}")
    index = build.converter.index
    null = build.null(pointer)
    end = address.step(null, _count(address, result), element, inside=False)
    size = build.create(PtrToIntOp, (end,), index)
    if op.alignment is None:
        allocated = _call_library(build, "malloc", (size,), pointer)
        return _new_memref(address, result, allocated)
    alignment = build.index_constant(op.alignment.value.data)
    more = build.op(llvm.AddOp, size, alignment)
    allocated = _call_library(build, "malloc", (more,), pointer)
    start = build.create(PtrToIntOp, (allocated,), index)
    less = build.index_constant(op.alignment.value.data - 1)
    bumped = build.op(llvm.AddOp, start, less)
    over = build.op(llvm.URemOp, bumped, alignment)
    rounded = build.op(llvm.SubOp, bumped, over)
    aligned = build.create(IntToPtrOp, (rounded,), pointer)
    return address.describe(result, allocated, aligned)


def _call_library(
    build: Conversion, name: str, operands: Sequence[SSAValue], result: Attribute | None
) -> SSAValue:
    """
    Calls a function of the C library, which it declares; returns an operand if the function
    has no result.
    """
    types = [operand.type for operand in operands]
    build.declare(name, types, llvm.LLVMVoidType() if result is None else result)
    made = library_call(SymbolRefAttr(name), operands, result)
    build.insert(made)
    return made.results[0] if made.results else operands[0]


def _allocator(
    build: Conversion, type_: AnyMemRef
) -> Callable[[Attribute, int | None], Operation] | None:
    """
    The function of stored type and alignment that allocates memory of the space of
    `type_`.
    """
    space = pointer_space_number(build.pointer(type_))
    for interface in build.converter.interfaces.values():
        if space in interface.allocated_spaces:
            return partial(interface.allocate, space)
    return None


def _allocated(
    build: Conversion, op: Operation, type_: AnyMemRef, alignment: IntegerAttr | None
) -> Sequence[SSAValue] | None:
    """Memory of a space that a dialect allocates itself, `None` for any other space."""
    allocate = _allocator(build, type_)
    if allocate is None:
        return None
    bytes_ = None if alignment is None else alignment.value.data
    made = build.add(allocate(storage_type(build, type_, op), bytes_))
    return (_new_memref(Addressing(build, op), op.results[0], made),)


def _static(build: Conversion, op: Operation) -> Sequence[SSAValue]:
    """Static memory of another dialect: a pointer to it, as a memref becomes."""
    (result,) = op.results
    if not isinstance(result.type, MemRefType):
        made = op.clone()
        build.insert(made)
        return made.results
    type_ = memref_type(result)
    alignment = cast("IntegerAttr | None", op.properties.get("alignment"))
    made = _allocated(build, op, type_, alignment)
    if made is None:
        fail(op, f"'{op.name}' of type {type_} has no conversion to the llvm dialect")
    return made


def allocations(converter: TypeConverter) -> Table:
    """The handlers of the operations of other dialects that allocate static memory."""
    interfaces = converter.interfaces.values()
    return {kind: _static for interface in interfaces for kind in interface.allocations}


def _require_ranked(op: Operation, *values: SSAValue) -> None:
    for value in values:
        if not isinstance(value.type, MemRefType):
            fail(
                op,
                f"unranked memrefs are not supported, got {value.type}; use ranked ones",
            )


def _dealloc(build: Conversion, op: memref.DeallocOp) -> Sequence[SSAValue]:
    _require_ranked(op, op.memref)
    if _allocator(build, memref_type(op.memref)) is not None:
        return ()
    if build.converter.descriptors:
        # The pointer that was allocated, not the aligned one.
        allocated = build.extract_value(build.value(op.memref), 0)
        _call_library(build, "free", (allocated,), None)
    else:
        fail(
            op,
            f"a kernel cannot free memory of type {memref_type(op.memref)}; "
            "remove 'memref.dealloc'",
        )
    return ()


def _assume_alignment(
    build: Conversion, op: memref.AssumeAlignmentOp
) -> Sequence[SSAValue]:
    # LLVM's assumption would need the address as an integer; upstream's does that.
    pointer = Addressing(build, op).base(op.memref)
    index = build.converter.index
    address = build.create(PtrToIntOp, (pointer,), index)
    mask = build.index_constant(op.alignment.value.data - 1)
    low = build.op(llvm.AndOp, address, mask)
    aligned = build.compare("eq", low, build.index_constant(0))
    build.insert(AssumeOp.create(operands=(aligned,)))
    return (build.value(op.memref),)


def _atomic(build: Conversion, op: memref.AtomicRMWOp) -> Sequence[SSAValue]:
    kind = op.kind.value.data
    if not 0 <= kind < len(ATOMIC_KINDS):
        fail(op, f"'memref.atomic_rmw' has no kind {kind}; use one from 0 to 15")
    name = ATOMIC_KINDS[kind]
    type_ = op.value.type
    floats = name.endswith("f")
    if name != "assign" and floats != isinstance(type_, AnyFloat):
        numbers = "floats" if floats else "integers"
        fail(
            op,
            f"'memref.atomic_rmw' {name} is for {numbers}, not for {type_}; use a kind "
            f"for {'integers' if floats else 'floats'}",
        )
    bits = cast(FixedBitwidthType, type_).bitwidth
    if bits not in (8, 16, 32, 64):
        fail(
            op,
            f"'memref.atomic_rmw' of {type_} has no atomic instruction; use 8, 16, 32 or "
            "64 bits",
        )
    pointer = Addressing(build, op).element(op.memref, op.indices)
    value = build.value(op.value)
    if name in _COMBINED:
        return (_atomic_loop(build, op, pointer, value, _COMBINED[name]),)
    properties: dict[str, Attribute] = {
        "bin_op": IntegerAttr(ATOMIC_BIN_OPS.index(_INSTRUCTIONS[name]), i64),
        "ordering": _ACQUIRE_RELEASE,
    }
    operands, attributes = (pointer, value), op.attributes
    return (build.create(AtomicRMWOp, operands, value.type, properties, attributes),)


_ACQUIRE_RELEASE = IntegerAttr(ORDERINGS["acq_rel"], i64)
_MONOTONIC = IntegerAttr(ORDERINGS["monotonic"], i64)


def _atomic_loop(
    build: Conversion,
    op: memref.AtomicRMWOp,
    pointer: SSAValue,
    value: SSAValue,
    kind: type[Operation],
) -> SSAValue:
    """
    Splits the block before `op`, and tries until no other write came between: the
    block of the loop has the old value, as an integer, for its argument.
    """
    block, region = op.parent, op.parent_region()
    assert block is not None
    assert region is not None
    owner = region.parent_op()
    if owner is None or not (
        owner.has_trait(IsolatedFromAbove) or isinstance(owner, llvm.FuncOp)
    ):
        fail(
            op,
            "'memref.atomic_rmw' of this kind becomes a loop of blocks, which its region "
            "cannot have; lower structured control flow first, with 'lower-scf-to-cf'",
        )
    bits = cast(FixedBitwidthType, value.type).bitwidth
    integer = IntegerType(bits)
    first = build.load(pointer, integer)
    after = block.split_before(op)
    build.block, build.anchor = block, None
    again = Block(arg_types=(integer,))
    region.insert_block_before(again, after)
    build.branch(again, (first,))
    build.block = again
    (old,) = again.args
    number = build.bitcast(old, value.type)
    new = build.op(kind, number, value)
    pair = build.create(
        AtomicCmpXchgOp,
        (pointer, old, build.bitcast(new, integer)),
        llvm.LLVMStructType.from_type_list([integer, i1]),
        {"success_ordering": _ACQUIRE_RELEASE, "failure_ordering": _MONOTONIC},
    )
    done = build.extract_value(pair, 1)
    build.branch_if(done, after, again, no_arguments=(build.extract_value(pair, 0),))
    return number


def _global(build: Conversion, op: memref.GlobalOp) -> Sequence[SSAValue]:
    type_ = op.type
    storage = storage_type(build, type_, op)
    space = pointer_space_number(build.pointer(type_))
    is_private = op.sym_visibility.data in ("private", "nested")
    initial = op.properties.get("initial_value")
    properties: dict[str, Attribute] = {
        "global_type": storage,
        "sym_name": op.sym_name,
        "linkage": llvm.LinkageAttr("internal" if is_private else "external"),
        "addr_space": IntegerAttr(space, i32),
    }
    if op.constant is not None:
        properties["constant"] = UNIT
    if op.alignment is not None:
        properties["alignment"] = op.alignment
    region = Region()
    if isa(initial, DenseIntOrFPElementsAttr):
        properties["value"] = _initial_value(build, initial, storage)
        if _allocator(build, type_) is not None:
            fail(
                op,
                f"memory of type {type_} cannot have an initial value; "
                "store it in the kernel",
            )
    else:
        undef = llvm.UndefOp.create(result_types=(storage,))
        region = Region(Block([undef, llvm.ReturnOp.create(operands=undef.results)]))
    attributes = op.attributes
    made = GlobalOp.create(
        properties=properties, attributes=attributes, regions=[region]
    )
    build.insert(made)
    return ()


def _initial_value(
    build: Conversion, value: DenseIntOrFPElementsAttr, storage: Attribute
) -> Attribute:
    element = cast("TensorType[Attribute]", value.type).element_type
    if isinstance(element, IndexType):
        shape = value.get_shape()
        type_ = TensorType(build.converter.index, shape)
        numbers = cast("Sequence[int]", value.get_values())
        value = DenseIntOrFPElementsAttr.from_list(type_, numbers)
    if isinstance(storage, llvm.LLVMArrayType):
        return value
    # A memref of rank 0 is a single value.
    number = value.get_values()[0]
    scalar = cast("TensorType[Attribute]", value.type).element_type
    if isinstance(scalar, IntegerType):
        return IntegerAttr(cast(int, number), cast("IntegerType", scalar))
    return next(iter(value.get_attrs()))


def _get_global(build: Conversion, op: memref.GetGlobalOp) -> Sequence[SSAValue]:
    result = SSAValue.get(op.memref)
    type_ = build.pointer(memref_type(result))
    properties = {"global_name": op.name_}
    made = build.create(llvm.AddressOfOp, (), type_, properties)
    if not build.converter.descriptors:
        return (made,)
    # Upstream's mark of memory that must not be freed.
    mark = build.index_constant(0xDEADBEEF)
    allocated = build.create(IntToPtrOp, (mark,), type_)
    address = Addressing(build, op)
    return (address.static_descriptor(memref_type(result), made, allocated),)


def _dim(build: Conversion, op: memref.DimOp) -> Sequence[SSAValue]:
    _require_ranked(op, op.source)
    address = Addressing(build, op)
    rank = memref_type(op.source).get_num_dims()
    owner = op.index.owner
    while isinstance(owner, UnrealizedConversionCastOp):
        owner = owner.operands[0].owner
    number = owner.properties.get("value") if isinstance(owner, Operation) else None
    if isinstance(number, IntegerAttr):
        dimension = number.value.data
        if not 0 <= dimension < rank:
            fail(
                op,
                f"'memref.dim' has no dimension {dimension} in its operand; "
                "use one below its rank",
            )
        return (address.as_value(address.size(op.source, dimension)),)
    if rank == 0:
        fail(op, "'memref.dim' of a memref of rank 0; it has no dimension")
    index = build.value(op.index)
    result, *others = (address.size(op.source, each) for each in range(rank))
    result = address.as_value(result)
    for dimension, size in enumerate(others, start=1):
        it = build.index_constant(dimension)
        found = build.compare("eq", index, it)
        result = build.select(found, address.as_value(size), result)
    return (result,)


_Numbers = Sequence[int | None]
"""Numbers, `None` for dynamic ones."""


def _known(numbers: Iterable[int]) -> list[int | None]:
    return [None if n == DYNAMIC_INDEX else n for n in numbers]


def _check_result(
    op: Operation,
    result: AnyMemRef,
    sizes: _Numbers,
    offset: int | None,
    steps: _Numbers,
) -> None:
    """
    Refuses a result whose type has other static sizes, strides or another offset than these,
    which follow from the operands of `op`.

    Source: mlir/lib/Dialect/MemRef/IR/MemRefOps.cpp, `CastOp::areCastCompatible`,
    `SubViewOp::verify` and `ReinterpretCastOp::verify`.
    """
    if len(sizes) != result.get_num_dims():
        fail(
            op,
            f"'{op.name}': the operands give {len(sizes)} dimensions, and {result} has "
            f"{result.get_num_dims()}; give it as many",
        )
    strides = result.get_strides()
    for what, wanted, given in (
        ("size", sizes, _known(result.get_shape())),
        ("stride", steps, [None] * len(sizes) if strides is None else strides),
        ("offset", [offset], [None if strides is None else result.get_offset()]),
    ):
        for d, (one, other) in enumerate(zip(wanted, given, strict=True)):
            if None not in (one, other) and one != other:
                place = "" if what == "offset" else f" of dimension {d}"
                fail(
                    op,
                    f"'{op.name}': the {what}{place} is {one} by the operands, and {other} "
                    f"by the result type {result}; make them agree",
                )


def _cast(build: Conversion, op: memref.CastOp) -> Sequence[SSAValue]:
    source, result = op.source, SSAValue.get(op.dest)
    _require_ranked(op, source, result)
    old = memref_type(source)
    steps = old.get_strides()
    _check_result(
        op,
        memref_type(result),
        _known(old.get_shape()),
        None if steps is None else old.get_offset(),
        [None] * old.get_num_dims() if steps is None else steps,
    )
    address = Addressing(build, op)
    if build.pointer(memref_type(source)) != build.pointer(memref_type(result)):
        address.cast_space(address.base(source), result)
    if address.descriptors:
        return (build.value(source),)
    # The pointer moves only where the offset becomes static or dynamic.
    offset = address.offset(source)
    old, new = memref_type(source).get_offset(), memref_type(result).get_offset()
    if (old is None) == (new is None):
        return (build.value(source),)
    return (address.rebase(source, result, offset),)


def _memory_space_cast(
    build: Conversion, op: memref.MemorySpaceCastOp
) -> Sequence[SSAValue]:
    _require_ranked(op, op.source, op.dest)
    whole = build.value(op.source)
    target = memref_type(SSAValue.get(op.dest))
    type_ = build.pointer(target)
    if build.pointer(memref_type(op.source)) == type_:
        return (whole,)
    if not build.converter.descriptors:
        return (build.create(AddrSpaceCastOp, (whole,), type_),)
    result = build.poison(build.type(target))
    struct = cast("llvm.LLVMStructType", result.type)
    for number in range(len(struct.types.data)):
        part = build.extract_value(whole, number)
        if isinstance(part.type, llvm.LLVMPointerType):
            part = build.create(AddrSpaceCastOp, (part,), type_)
        result = build.insert_value(result, part, number)
    return (result,)


def _check_subview(op: memref.SubviewOp) -> None:
    """Refuses parts that are outside the source, or that the result type contradicts."""
    source, result = memref_type(op.source), memref_type(SSAValue.get(op.result))
    offsets = _known(op.static_offsets.get_values())
    sizes = _known(op.static_sizes.get_values())
    steps = _known(op.static_strides.get_values())
    shape, strides = _known(source.get_shape()), source.get_strides()
    if len(offsets) != len(shape):
        fail(
            op,
            f"'{op.name}' has {len(offsets)} offsets for the {len(shape)} dimensions of "
            f"{source}; give one for each",
        )
    offset = None if strides is None else source.get_offset()
    made: list[int | None] = []
    for d, (start, size, step, length) in enumerate(
        zip(offsets, sizes, steps, shape, strict=True)
    ):
        # xDSL 0.74's lowering of `stencil` makes views of a whole field at an offset, and
        # uses a part of each.
        last = None if step != 1 or size is None else size - 1
        if start is not None and size is not None and step not in (None, 1):
            last = start + (size - 1) * step
        for place in (start, last) if size != 0 else (start,):
            if place is not None and (place < 0 or (length or place + 1) <= place):
                fail(
                    op,
                    f"'{op.name}': element {place} is outside dimension {d} of {source}; "
                    "give other offsets, sizes or strides",
                )
        stride = None if strides is None else strides[d]
        made.append(None if stride is None or step is None else stride * step)
        moved = 0 if start == 0 else None
        if start is not None and stride is not None:
            moved = start * stride
        offset = None if offset is None or moved is None else offset + moved
    kept = kept_dimensions(op, op.static_sizes.get_values(), result)
    # Which of several dimensions of one element are dropped is not known.
    dropped = len(kept) < len(sizes)
    agreed = [None if dropped and sizes[d] == 1 else made[d] for d in kept]
    _check_result(op, result, [sizes[d] for d in kept], offset, agreed)


def _subview(build: Conversion, op: memref.SubviewOp) -> Sequence[SSAValue]:
    _check_subview(op)
    address = Addressing(build, op)
    offsets = address.mixed(op.static_offsets, op.offsets)
    strides: list[Number] = []
    if any(offset != 0 for offset in offsets):
        strides = address.strides(op.source)
    else:
        offsets = []
    start = address.offset(op.source)
    moved = address.linear(op.source, offsets, strides, wraps=True, start=start)
    return (address.view(op.source, SSAValue.get(op.result), moved),)


def _view(build: Conversion, op: memref.ViewOp) -> Sequence[SSAValue]:
    address = Addressing(build, op)
    result = SSAValue.get(op.result)
    shift = build.value(op.byte_shift)
    pointer = address.step(address.base(op.source), shift, IntegerType(8))
    pointer = address.cast_space(pointer, result)
    if not address.descriptors:
        return (pointer,)
    return (address.view(op.source, result, 0, aligned=pointer),)


def _reinterpret_cast(
    build: Conversion, op: memref.ReinterpretCastOp
) -> Sequence[SSAValue]:
    (offset,) = _known(op.static_offsets.get_values())
    sizes, steps = op.static_sizes.get_values(), op.static_strides.get_values()
    result = memref_type(SSAValue.get(op.result))
    _check_result(op, result, _known(sizes), offset, _known(steps))
    address = Addressing(build, op)
    # The offset counts from the base, not from the source's element zero.
    (offset,) = address.mixed(op.static_offsets, op.offsets)
    if not address.descriptors and memref_type(op.source).get_offset() is None:
        fail(
            op,
            "'memref.reinterpret_cast' of a memref with a dynamic offset is not "
            "supported: its base is not known; give the source a static offset",
        )
    return (address.view(op.source, SSAValue.get(op.result), offset),)


def _check_reshape(op: memref.CollapseShapeOp | memref.ExpandShapeOp) -> None:
    """
    Refuses parts of a dimension that have another number of elements, or do not follow one
    another, as far as that is known.

    Source: mlir/lib/Dialect/MemRef/IR/MemRefOps.cpp, `computeCollapsedLayoutMap`.
    """
    shorter, longer = memref_type(SSAValue.get(op.result)), memref_type(op.src)
    if isinstance(op, memref.ExpandShapeOp):
        shorter, longer = longer, shorter
        stated = _known(op.static_output_shape.get_values())
        _check_result(op, longer, stated, None, [None] * len(stated))
    check_parts(op, shorter, longer, op.reassociation)
    shape, strides = longer.get_shape(), longer.get_strides()
    for group, first in zip(op.reassociation, shorter.get_strides() or ()):
        step = first
        for d in (part.value.data for part in reversed(group.data)):
            own = None if strides is None else strides[d]
            if None not in (own, step) and shape[d] != 1 and own != step:
                fail(
                    op,
                    f"'{op.name}': dimension {d} of {longer} has the stride {own}; as a part "
                    f"of a dimension of {shorter} it has {step}",
                )
            if step is not None:
                step = None if shape[d] == DYNAMIC_INDEX else step * shape[d]


def _alter_shape(
    build: Conversion, op: memref.CollapseShapeOp | memref.ExpandShapeOp
) -> Sequence[SSAValue]:
    _check_reshape(op)
    address = Addressing(build, op)
    result = SSAValue.get(op.result)
    if memref_type(op.src).get_offset() != memref_type(result).get_offset():
        fail(
            op,
            f"'{op.name}' cannot change the offset of the layout; "
            "use 'memref.reinterpret_cast'",
        )
    return (address.view(op.src, result, address.offset(op.src)),)


def _aligned_pointer(
    build: Conversion, op: memref.ExtractAlignedPointerAsIndexOp
) -> Sequence[SSAValue]:
    pointer = Addressing(build, op).base(op.source)
    return (build.create(PtrToIntOp, (pointer,), build.converter.index),)


def _metadata(
    build: Conversion, op: memref.ExtractStridedMetaDataOp
) -> Sequence[SSAValue]:
    address = Addressing(build, op)
    source = op.source
    rank = memref_type(source).get_num_dims()
    sizes = [
        address.as_value(address.size(source, dimension)) for dimension in range(rank)
    ]
    strides = [address.as_value(stride) for stride in address.strides(source)]
    # A bare pointer has a dynamic offset in it, so that counts as 0 from here on.
    offset = address.as_value(address.offset(source))
    base = build.value(source)
    if address.descriptors:
        type_ = memref_type(SSAValue.get(op.base_buffer))
        allocated, aligned = (build.extract_value(base, part) for part in (0, 1))
        base = address.descriptor(type_, allocated, aligned, 0, (), ())
    return (base, offset, *sizes, *strides)


def _bytes(type_: Attribute, op: Operation) -> int:
    if isinstance(type_, FixedBitwidthType) and type_.bitwidth % 8 == 0:
        return type_.size
    fail(
        op,
        f"'{op.name}' cannot tell the size of an element of type {type_}; "
        "use integers, floats or vectors of them",
    )


def _copy(build: Conversion, op: memref.CopyOp) -> Sequence[SSAValue]:
    address = Addressing(build, op)
    types = [memref_type(value) for value in (op.source, op.destination)]
    element = build.type(types[0].element_type)
    rank = types[0].get_num_dims()
    if all(is_contiguous(type_) for type_ in types):
        count: Number = 1
        shape = types[0].get_shape()
        source = op.source if DYNAMIC_INDEX not in shape else op.destination
        for dimension in range(rank):
            count = address.multiply(count, address.size(source, dimension), False)
        size = address.multiply(count, _bytes(element, op), False)
        to, source = address.origin(op.destination), address.origin(op.source)
        build.copy_bytes(to, source, address.as_value(size))
        return ()
    if needs_loop(op):
        fail(
            op,
            "'memref.copy' between layouts with gaps needs a loop here; run "
            "'lower-scf-to-cf' first, which makes it",
        )
    shape = types[0].get_shape()
    strides = [address.strides(value) for value in (op.source, op.destination)]
    for position in product(*map(range, shape)):
        pointers = [
            address.at(value, position, steps)
            for value, steps in zip((op.source, op.destination), strides, strict=True)
        ]
        build.store(build.load(pointers[0], element), pointers[1])
    return ()


def _dma_start(build: Conversion, op: memref.DmaStartOp) -> Sequence[SSAValue]:
    address = Addressing(build, op)
    size = _bytes(build.type(memref_type(op.src).element_type), op)
    count = build.value(op.num_elements)
    pointers = (
        address.element(op.dest, op.dest_indices),
        address.element(op.src, op.src_indices),
    )
    length = address.as_value(address.multiply(count, size))
    build.copy_bytes(*pointers, length)
    return ()


TABLE: Table = {
    memref.AllocOp: _alloc,
    memref.AllocaOp: _alloca,
    memref.AssumeAlignmentOp: _assume_alignment,
    memref.AtomicRMWOp: _atomic,
    memref.CastOp: _cast,
    memref.CollapseShapeOp: _alter_shape,
    memref.CopyOp: _copy,
    memref.DeallocOp: _dealloc,
    memref.DimOp: _dim,
    memref.DmaStartOp: _dma_start,
    memref.DmaWaitOp: lambda build, op: (),
    memref.ExpandShapeOp: _alter_shape,
    memref.ExtractAlignedPointerAsIndexOp: _aligned_pointer,
    memref.ExtractStridedMetaDataOp: _metadata,
    memref.GetGlobalOp: _get_global,
    memref.GlobalOp: _global,
    memref.LoadOp: _load,
    memref.MemorySpaceCastOp: _memory_space_cast,
    memref.RankOp: lambda build, op: (
        build.index_constant(memref_type(op.source).get_num_dims()),
    ),
    memref.ReinterpretCastOp: _reinterpret_cast,
    memref.StoreOp: _store,
    memref.SubviewOp: _subview,
    memref.ViewOp: _view,
}


@dataclass(frozen=True)
class ConvertMemRefToLLVMPass(ConversionPass):
    """Converts `memref` to `llvm`, as the module's text says."""

    name = "convert-memref-to-llvm"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        converter = self.converter(ctx, op)
        limit_lifetimes(op)
        lower_scopes(op)
        table = {**TABLE, **allocations(converter)}
        Conversion(op, converter, table, ("memref",)).run()
