"""
Raises pointers with plain indexing to memrefs, for `opencl-raise-structured`.

A root is a pointer argument of a kernel, an `opencl.local` or an `llvm.alloca` of an array. It
becomes a memref if its only uses are loads and stores of one type at addresses from
`llvm.getelementptr inbounds`. The type is `memref<?xT>`, or `memref<?xNxT>` if the argument points
to arrays, or has the shape of the local array. One volatile or atomic access, or a pointer that is
stored, compared, passed on or carried by a branch, keeps the root as it is. Lifetime markers of a
private array are removed: it then lives as long as the work item.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import cast

from xdsl.dialects import arith, llvm, memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    BoolAttr,
    DictionaryAttr,
    FunctionType,
    IntAttr,
    IntegerAttr,
    IntegerType,
    MemRefType,
    NoneAttr,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.abi.enums import AddressSpace
from xdsl_opencl.dialects.aliases import INDEX
from xdsl_opencl.dialects.arith_ext.operations import IndexCastUIOp
from xdsl_opencl.dialects.llvm_ext.intrinsics import LifetimeEndOp, LifetimeStartOp
from xdsl_opencl.dialects.opencl.attrs import AddressSpaceAttr
from xdsl_opencl.dialects.opencl.folding.constants import constant_integer
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.dialects.opencl.memory import LocalOp
from xdsl_opencl.frontend.structured.arithmetic import is_float, is_integer
from xdsl_opencl.ir.build import DYNAMIC_INDEX as DYNAMIC_OFFSET
from xdsl_opencl.ir.build import ArithBuilder, erase, set_type
from xdsl_opencl.ir.element_types import bits_of, element_of
from xdsl_opencl.ir.index_arithmetic import Number
from xdsl_opencl.ir.llvm_layout import Layout, NoLayout
from xdsl_opencl.llvm_ir.syntax.words import get

_TRUE = BoolAttr.from_bool(True)
_LAYOUT = Layout(lambda pointer: 8)
_ZERO = (0,)
_ARGUMENT_SPACES = (AddressSpace.GLOBAL, AddressSpace.CONSTANT, AddressSpace.LOCAL)
_UNREADABLE = {"llvm.byval", "llvm.byref", "llvm.sret", "llvm.inalloca"}
"""Attributes of arguments that are pointers only for the ABI."""

_Index = tuple[Number, ...]
"""The terms of a sum."""


@dataclass
class _Access:
    """A load or store at `indices` of a root."""

    op: Operation
    indices: tuple[_Index, ...]


@dataclass
class _Root:
    """
    A candidate pointer: it points to an array of `shape`, with a possibly unknown first size, of
    `element`, a type or an array of `llvm`.
    """

    value: SSAValue
    space: AddressSpace
    pointee: Attribute | None
    """The array; for an argument the array of its elements, once it is known."""
    is_argument: bool
    accesses: list[_Access] = field(default_factory=list[_Access])
    addresses: list[Operation] = field(default_factory=list[Operation])
    markers: list[Operation] = field(default_factory=list[Operation])
    type: MemRefType[Attribute] | None = None


def raise_memory(function: Operation, *, arguments: bool) -> None:
    """Turns the pointers in `function` into memrefs; the arguments only if `arguments`."""
    roots = [*_roots(function, arguments)]
    raised = [root for root in roots if _is_plain(root)]
    changed = False
    for root in raised:
        _raise(root)
        changed = changed or root.is_argument
    if changed:
        assert isinstance(function, KernelOp)
        inputs = function.body.blocks[0].arg_types
        function.properties["function_type"] = FunctionType.from_lists(inputs, ())


def _roots(function: Operation, arguments: bool) -> Iterator[_Root]:
    if arguments:
        assert isinstance(function, KernelOp)
        entry = function.body.blocks[0]
        given = function.arg_attrs
        for number, argument in enumerate(entry.args):
            space = _space(argument.type)
            facts = DictionaryAttr({}) if given is None else given.data[number]
            if (
                space is not None
                and space in _ARGUMENT_SPACES
                and argument.first_use is not None
                and not any(name in facts.data for name in _UNREADABLE)
            ):
                yield _Root(argument, space, None, True)
    for op in function.walk():
        match op:
            case LocalOp(element=llvm.LLVMArrayType() as stored):
                yield _Root(op.result, AddressSpace.LOCAL, stored, False)
            case llvm.AllocaOp(elem_type=llvm.LLVMArrayType() as stored) if (
                constant_integer(op.size) == 1
                and _space(op.res.type) is AddressSpace.PRIVATE
                and get(op, "inalloca") is None
            ):
                yield _Root(op.res, AddressSpace.PRIVATE, stored, False)
            case _:
                pass


def _space(type_: Attribute) -> AddressSpace | None:
    if not isinstance(type_, llvm.LLVMPointerType):
        return None
    number = type_.addr_space
    try:
        return AddressSpace.from_spir(number.data if isinstance(number, IntAttr) else 0)
    except ValueError:
        return None


# The uses of a root


def _is_plain(root: _Root) -> bool:
    """Checks all uses of `root`; returns whether it can become a memref, and records its type."""
    waiting: list[tuple[SSAValue, tuple[_Index, ...]]] = [(root.value, ())]
    while waiting:
        pointer, indices = waiting.pop()
        for use in pointer.uses:
            op = use.operation
            match op:
                case llvm.LoadOp():
                    root.accesses.append(_Access(op, indices))
                case llvm.StoreOp() if use.index == 1:
                    root.accesses.append(_Access(op, indices))
                case llvm.GEPOp() if use.index == 0:
                    reached = _step(root, op, indices)
                    if reached is None:
                        return False
                    root.addresses.append(op)
                    waiting.append((op.result, reached))
                case LifetimeStartOp() | LifetimeEndOp() if pointer is root.value:
                    root.markers.append(op)
                case _:
                    return False
    return bool(root.accesses) and _has_one_type(root)


def _level(root: _Root, depth: int) -> Attribute | None:
    """
    Returns the type that `depth` indices into `root` reach; `None` for an argument's array itself,
    because its size is unknown.
    """
    type_ = root.pointee
    if root.is_argument:
        if depth == 0:
            return None
        depth -= 1
    for _ in range(depth):
        if not isinstance(type_, llvm.LLVMArrayType):
            return None
        type_ = type_.type
    return type_


def _step(
    root: _Root, op: llvm.GEPOp, indices: tuple[_Index, ...]
) -> tuple[_Index, ...] | None:
    """
    Returns the indices of the address that `op` computes from `indices`; `None` if they are not
    plain.
    """
    flags = op.noWrapFlags.value.data
    if op.inbounds is None and not flags & 1:
        return None
    if not isinstance(op.results[0].type, llvm.LLVMPointerType):
        return None
    operands = iter(op.ssa_indices)
    path: list[_Index] = []
    for number in op.rawConstantIndices.iter_values():
        if number == DYNAMIC_OFFSET:
            dynamic = next(operands)
            if not is_integer(dynamic.type):
                return None
            constant = constant_integer(dynamic)
            path.append((dynamic if constant is None else constant,))
        else:
            path.append((int(number),))
    stepped = op.elem_type
    if root.is_argument and root.pointee is None:
        root.pointee = stepped
    here = _level(root, len(indices))
    if here is not None and stepped == here:
        # The first index moves along the dimension of the last one: within the memref
        # if that is the outermost one.
        if path[0] != _ZERO:
            if len(indices) != 1 and indices[-1:] != (_ZERO,):
                return None
            indices = (*indices[:-1], _sum(indices[-1], path[0]))
        path = path[1:]
    elif stepped != _level(root, len(indices) + 1):
        return None
    reached = (*indices, *path)
    if any(isinstance(n, int) and n < 0 for index in reached[1:] for n in index):
        return None
    # Every index goes along an array: not into a vector or a structure.
    last = _level(root, len(reached))
    return None if last is None and reached else reached


def _sum(first: _Index, second: _Index) -> _Index:
    return tuple(term for term in (*first, *second) if term != 0) or _ZERO


def _accessed_type(op: Operation) -> Attribute:
    return op.results[0].type if isinstance(op, llvm.LoadOp) else op.operands[0].type


def _is_plain_access(op: Operation) -> bool:
    ordering = get(op, "ordering")
    if isinstance(ordering, IntegerAttr) and ordering.value.data != 0:
        return False
    return all(
        get(op, name) is None for name in ("volatile_", "syncscope", "invariant")
    )


def _has_one_type(root: _Root) -> bool:
    """
    Returns whether all accesses are to the innermost element of `root`; records its memref type.
    """
    element = _accessed_type(root.accesses[0].op)
    scalar = element_of(element)
    if not (is_integer(scalar) or is_float(scalar)):
        return False
    try:
        _LAYOUT.size_align(element)
    except NoLayout:
        return False
    shape: list[int] = []
    inner: Attribute | None = root.pointee
    if root.is_argument:
        shape.append(DYNAMIC_INDEX)
        inner = element if inner is None else inner
    while isinstance(inner, llvm.LLVMArrayType):
        shape.append(inner.size.data)
        inner = inner.type
    if inner != element:
        return False
    for access in root.accesses:
        if _accessed_type(access.op) != element or not _is_plain_access(access.op):
            return False
    space = AddressSpaceAttr(root.space)
    root.type = MemRefType(element, shape, NoneAttr(), space)
    return True


# The change


def _raise(root: _Root) -> None:
    type_ = root.type
    assert type_ is not None
    for access in root.accesses:
        _raise_access(access, root.value, type_)
    # Addresses that other addresses derive from come first.
    for op in reversed(root.addresses):
        indices = tuple(op.operands)
        erase(op)
        for index in indices:
            _erase_unused(index)
    for op in root.markers:
        erase(op)
    owner = root.value.owner
    if root.is_argument:
        set_type(root.value, type_)
        return
    assert isinstance(owner, Operation)
    build = ArithBuilder.before(owner)
    alignment = owner.properties.get("alignment")
    if isinstance(owner, LocalOp):
        made = LocalOp(type_)
        if alignment is not None:
            made.properties["alignment"] = alignment
    else:
        made = memref.AllocaOp.get(type_.element_type, None, type_.shape)
        set_type(made.results[0], type_)
        made.properties.pop("alignment", None)
        if isinstance(alignment, IntegerAttr):
            number = cast("IntegerAttr[IntegerType]", alignment).value.data
            made.properties["alignment"] = IntegerAttr(number, i64)
    made.attributes.update(owner.attributes)
    build.insert(made)
    root.value.replace_all_uses_with(made.results[0])
    erase(owner)


def _erase_unused(value: SSAValue) -> None:
    owner = value.owner
    if isinstance(owner, llvm.SExtOp | llvm.ZExtOp) and value.first_use is None:
        erase(owner)


def _raise_access(
    access: _Access, root: SSAValue, type_: MemRefType[Attribute]
) -> None:
    op = access.op
    build = ArithBuilder.before(op)
    missing = type_.get_num_dims() - len(access.indices)
    indices = _values(build, (*access.indices, *(_ZERO,) * missing))
    attributes = {
        name: attribute
        for name, attribute in op.attributes.items()
        if name not in ("alignment", "nontemporal", "ordering")
    }
    alignment = get(op, "alignment")
    if isinstance(alignment, IntegerAttr):
        number = cast("IntegerAttr[IntegerType]", alignment).value.data
        if number != _LAYOUT.size_align(type_.element_type)[1]:
            attributes["alignment"] = IntegerAttr(number, i64)
    properties: dict[str, Attribute] = {}
    if get(op, "nontemporal") is not None:
        properties["nontemporal"] = _TRUE
    if isinstance(op, llvm.LoadOp):
        new = build.op(
            memref.LoadOp,
            *(root, *indices),
            type=type_.element_type,
            properties=properties,
            attributes=attributes,
        )
        op.results[0].replace_all_uses_with(new)
    else:
        operands, kind = (op.operands[0], root, *indices), memref.StoreOp
        build.put(kind, *operands, properties=properties, attributes=attributes)
    erase(op)


def _values(build: ArithBuilder, indices: Sequence[_Index]) -> list[SSAValue]:
    values: list[SSAValue] = []
    for index in indices:
        terms = [_value(build, term) for term in index]
        total = terms[0]
        for term in terms[1:]:
            total = build.op(arith.AddiOp, total, term)
        values.append(total)
    return values


def _value(build: ArithBuilder, term: Number) -> SSAValue:
    if isinstance(term, int):
        return build.constant(term, INDEX)
    # An `index` has 32 bits at least: the cast extends as the operation did.
    cast_: type[Operation] = arith.IndexCastOp
    source, owner = term, term.owner
    if isinstance(owner, llvm.SExtOp | llvm.ZExtOp) and (
        is_integer(owner.operands[0].type)
        and bits_of(owner.operands[0].type) <= 32
        and get(owner, "nonNeg") is None
    ):
        source = owner.arg
        cast_ = IndexCastUIOp if isinstance(owner, llvm.ZExtOp) else cast_
    return build.op(cast_, source, type=INDEX, hint=term.name_hint)
