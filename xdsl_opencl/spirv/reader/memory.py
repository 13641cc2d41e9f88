"""Variables, addresses, accesses and atomics of SPIR-V."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from xdsl.dialects import llvm
from xdsl.dialects.builtin import IntegerAttr, i1, i64
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.abi.enums import MemoryOrder, MemoryScope
from xdsl_opencl.dialects.aliases import UNIT
from xdsl_opencl.dialects.llvm_ext.corrected import NOT_ATOMIC
from xdsl_opencl.dialects.llvm_ext.instructions import AddrSpaceCastOp
from xdsl_opencl.dialects.llvm_ext.interned import pointer_type
from xdsl_opencl.dialects.llvm_ext.spelling import NO_BUNDLES
from xdsl_opencl.dialects.opencl import atomic, memory
from xdsl_opencl.dialects.opencl.attrs import AtomicKind
from xdsl_opencl.dialects.opencl.interop.llvm_handles import GLOBAL_POINTER
from xdsl_opencl.dialects.opencl.types import OPAQUE_TYPES, EventType, ReserveIdType
from xdsl_opencl.ir.build import (
    integer_attribute,
    made_operation,
    pointer_space_number,
)
from xdsl_opencl.ir.element_types import bits_of, width_of
from xdsl_opencl.llvm_ir.reader.constants import gep, has_packed, memory_constant
from xdsl_opencl.llvm_ir.reader.ops import op_class
from xdsl_opencl.llvm_ir.syntax.words import ADDRESS_BITS
from xdsl_opencl.spirv.names import ATOMICS, ORDERS, SCALAR_QUERIES, SCOPES
from xdsl_opencl.spirv.reader.constants import CHAINS, check_indices, check_packed
from xdsl_opencl.spirv.reader.site import Handler, Query, Site

_VOLATILE, _ALIGNED, _NONTEMPORAL = 1, 2, 4


def _access(f: Site, at: int) -> dict[str, Attribute]:
    """The properties that the memory operands from `at` on mean."""
    operands = f.instruction.operands
    properties: dict[str, Attribute] = {"ordering": NOT_ATOMIC}
    if at >= len(operands):
        return properties
    mask = f.id(at)
    if mask & _VOLATILE:
        properties["volatile_"] = UNIT
    if mask & _ALIGNED:
        alignment = f.id(at + 1)
        if alignment & alignment - 1:
            raise f.fault(f"the alignment {alignment} is no power of two")
        if alignment:
            # DPC++ of 2024 has 0 where it does not know one.
            properties["alignment"] = integer_attribute(alignment, i64)
    if mask & _NONTEMPORAL:
        properties["nontemporal"] = UNIT
    return properties


def _load(f: Site) -> SSAValue | None:
    id = f.id(0)
    if id in f.facts.samplers:
        return f.value(id)
    query = f.query(id)
    if query is not None:
        loaded = query._replace(loaded=True)
        if query.place is None and query.name not in SCALAR_QUERIES:
            if width_of(f.result_type) is not None:
                f.queries[f.instruction.result] = loaded
                return None
            # The address of a vector is that of its first element.
            loaded = loaded._replace(place=0)
        f.queries[f.instruction.result] = loaded
        return f.build.resize(f.query_value(loaded), f.result_type)
    kind = op_class("llvm.load")
    held = f.types.in_memory(f.instruction.type, f.instruction)
    if held is not f.result_type and held is not GLOBAL_POINTER:
        raise f.fault("a packed struct as a value; load its members")
    pointer, properties = f.value(id), _access(f, 1)
    op = made_operation(kind, (pointer,), held, properties)
    _note_opaque(f, op, held)
    return f.add(op)


def _note_opaque(f: Site, op: Operation, type: Attribute) -> None:
    """Notes an access to a value of `type` in memory if it has no bytes."""
    # `isinstance` would ask each of these abstract classes, for every access.
    if type.__class__ in OPAQUE_TYPES and not isinstance(type, EventType):
        f.opaque[op] = f.instruction


def _in_memory(f: Site, id: int) -> SSAValue:
    """The value `id` as memory has it: packed structs of constants as bytes."""
    constant = f.constants.values.get(id)
    if constant is not None and has_packed(constant):
        check_packed(constant, f.types.parser)
        return f.make(memory_constant(constant, f.types.parser))
    value = f.value(id)
    held = value.type == ReserveIdType()
    return f.build.cast(value, GLOBAL_POINTER) if held else value


def _store(f: Site) -> None:
    pointer = f.operand(0)
    value = _in_memory(f, f.id(1))
    kind = op_class("llvm.store")
    op = made_operation(kind, (value, pointer), None, _access(f, 2))
    _note_opaque(f, op, value.type)
    f.emit(op)


def _variable(f: Site) -> SSAValue:
    """A variable of the function, at its start."""
    storage, *initial = f.instruction.operands
    if storage != "Function":
        raise f.fault(f"a variable of a function with the storage class {storage}")
    f.pointee(f.instruction.result)
    type = f.types.in_memory(f.types.pointee_id(f.instruction), f.instruction)
    if f.instruction.opcode != "OpVariable":
        del initial[:1]
    properties = {"elem_type": type}
    if alignment := f.facts.alignment(f.instruction.result, f.instruction):
        properties["alignment"] = integer_attribute(alignment, i64)
    one = f.integer(1)
    variable = op_class("llvm.alloca").create(
        operands=(one,), result_types=(f.result_type,), properties=properties
    )
    _note_opaque(f, variable, type)
    address = f.at_start(variable)
    if initial:
        f.build.store(_in_memory(f, initial[0]), address)
    return address


def _array(address: SSAValue) -> SSAValue:
    """What `address` is a place in, as far as a few steps show."""
    for _ in range(8):
        if isinstance(address.owner, llvm.GEPOp):
            address = address.owner.ptr
    return address


def _copy(sized: bool, f: Site) -> None:
    size = f.operand(2) if sized else _size_of(f, i64)
    volatile = IntegerAttr(int("volatile_" in _access(f, 2 + sized)), i1)
    places = f.operand(0), f.operand(1)
    # LLVM's backend writes a move within one array as a copy.
    is_move = _array(places[0]) is _array(places[1])
    kind = op_class(f"llvm.intr.{'memmove' if is_move else 'memcpy'}")
    f.build.put(kind, *places, size, properties={"isVolatile": volatile})


# Addresses


def _chain(steps_first: bool, inbounds: bool, f: Site) -> SSAValue | None:
    """
    An address: with `steps_first` the first index counts whole pointees. Of an untyped pointer
    the type of these comes first.
    """
    flags = ADDRESS_BITS["inbounds"] if inbounds else 0
    untyped = f.instruction.opcode.startswith("OpUntyped")
    base, *ids = f.ids(int(untyped))
    source = f.types.source(f.id(0), f.instruction) if untyped else f.pointee(base)
    query = f.query(base)
    if query is not None and not query.loaded:
        f.queries[f.instruction.result] = _element(f, query, source, ids, steps_first)
        return None
    indices: list[int | SSAValue] = [] if steps_first else [0]
    for id in ids:
        known = f.constants.signed(id)
        indices.append(f.value(id) if known is None else known)
    check_indices(f.instruction, source, indices[1:])
    parser, type = f.types.parser, f.result_type
    return f.add(
        gep(parser, source, f.value(base), indices, type, flags, f.integer, f.emit)
    )


def _element(
    f: Site, query: Query, place: Attribute, ids: list[int], steps_first: bool
) -> Query:
    """
    An element of the built-in variable `query`, whose address the instruction gives by steps of
    the type `place`.
    """
    known = [f.constants.integer(id) for id in ids]
    width = width_of(place)
    if steps_first and width is None and len(known) == 1:
        # A step of bytes or of elements from the start of the variable.
        size = max(1, bits_of(query.element) // bits_of(place))
        if known[0] is None or known[0] % size:
            raise f.fault("a step into a built-in variable that is not constant")
        return query._replace(place=known[0] // size)
    if steps_first and width is not None and len(known) > 1:
        if known[0]:
            raise f.fault("a step past a built-in variable")
        ids = ids[1:]
    return query._replace(place=f.axis(ids[-1])) if ids else query


def _cast(f: Site) -> SSAValue | None:
    if f.hands_on():
        return None
    return f.build.op(AddrSpaceCastOp, f.operand(0), type=f.result_type)


_EXPLICIT = {
    "CrossWorkgroup": memory.ToGlobalOp,
    "Workgroup": memory.ToLocalOp,
    "Function": memory.ToPrivateOp,
}


def _cast_explicit(f: Site) -> SSAValue:
    storage = f.instruction.operands[1]
    if storage not in _EXPLICIT:
        raise f.fault(f"no pointer becomes one to {storage}")
    return f.add(_EXPLICIT[storage](f.operand(0), f.result_type))


def _size_of(f: Site, type: Attribute | None = None) -> SSAValue:
    size, _ = f.types.parser.layout.size_and_alignment(f.pointee(f.id(0)))
    return f.integer(size, type or f.result_type)


def _difference(f: Site) -> SSAValue:
    number = op_class("llvm.ptrtoint")
    left, right = (f.build.op(number, f.operand(n), type=i64) for n in (0, 1))
    bytes_ = f.build.op(llvm.SubOp, left, right)
    count = f.build.op(llvm.SDivOp, bytes_, _size_of(f, i64))
    return f.build.resize(count, f.result_type)


def _fence_of(f: Site) -> SSAValue:
    """The memory semantics of an address: bits 8 and 9 are those of OpenCL C's 0 and 1."""
    flags = f.add(memory.GetFenceOp(f.operand(0)))
    return f.build.op(llvm.ShlOp, flags, f.integer(8))


def _assume(f: Site) -> None:
    properties = {"op_bundle_sizes": NO_BUNDLES}
    f.build.put(op_class("llvm.intr.assume"), f.operand(0), properties=properties)


# Atomics


def scope_of(f: Site, index: int, pointer: SSAValue | None = None) -> MemoryScope:
    """
    The scope in operand `index`; all devices if it is not constant. On global memory, and by
    generic pointers, at least the device: Clang 22 has the work-group for OpenCL C 1.2's functions.
    """
    number = f.constants.integer(f.id(index))
    if number is None:
        return MemoryScope.ALL_SVM_DEVICES
    if number not in SCOPES:
        raise f.fault(f"{number} is no scope of memory")
    if pointer is None:
        return SCOPES[number]
    is_wide = pointer_space_number(pointer.type) in (1, 4)
    least = MemoryScope.DEVICE if is_wide else MemoryScope.SUB_GROUP
    return wider(SCOPES[number], least)


def wider(one: MemoryScope, other: MemoryScope) -> MemoryScope:
    """The wider of two scopes."""
    return max(one, other, key=[*MemoryScope].index)


def order_of(f: Site, index: int, refused: Sequence[MemoryOrder] = ()) -> MemoryOrder:
    """
    The order in operand `index`, memory semantics; the strongest if it is not constant, or among
    `refused`, which the operation cannot have and producers write.
    """
    bits = f.constants.integer(f.id(index))
    if bits is None:
        return MemoryOrder.SEQ_CST
    if bits & 0x16 == 6:
        bits |= ORDERS[MemoryOrder.ACQ_REL]
    found = max(ORDERS, key=lambda order: bits & ORDERS[order])
    return MemoryOrder.SEQ_CST if found in refused else found


_NOT_OF_LOADS = (MemoryOrder.RELEASE, MemoryOrder.ACQ_REL)
_NOT_OF_STORES = (MemoryOrder.ACQUIRE, MemoryOrder.ACQ_REL)


def _place(
    f: Site, refused: Sequence[MemoryOrder] = ()
) -> tuple[MemoryOrder, MemoryScope, SSAValue]:
    """The first operands of an atomic: the order and the scope, and the pointer."""
    pointer = f.operand(0)
    if pointer.type == pointer_type(0):
        # OpenCL C has no atomics on private memory but by a generic pointer.
        pointer = f.build.op(AddrSpaceCastOp, pointer, type=pointer_type(4))
    return order_of(f, 2, refused), scope_of(f, 1, pointer), pointer


def _rmw(kind: AtomicKind, given: int | None, f: Site) -> SSAValue:
    value = f.operand(3) if given is None else f.integer(given, f.result_type)
    return f.add(atomic.AtomicRmwOp(kind, *_place(f), value))


def _compare_exchange(weak: bool, f: Site) -> SSAValue:
    order, scope, pointer = _place(f)
    failure, values = order_of(f, 3, _NOT_OF_LOADS), (f.operand(5), f.operand(4))
    return f.add(
        atomic.AtomicCompareExchangeOp(
            order, failure, scope, pointer, *values, weak=weak
        )
    )


ROWS: Mapping[str, Handler] = {
    "Load": _load,
    "Store": _store,
    "Variable": _variable,
    "UntypedVariableKHR": _variable,
    "CopyMemory": partial(_copy, False),
    "CopyMemorySized": partial(_copy, True),
    "PtrCastToGeneric": _cast,
    "GenericCastToPtr": _cast,
    "GenericCastToPtrExplicit": _cast_explicit,
    "GenericPtrMemSemantics": _fence_of,
    "PtrDiff": _difference,
    "SizeOf": _size_of,
    "LifetimeStart": lambda f: None,
    "LifetimeStop": lambda f: None,
    "AssumeTrueKHR": _assume,
    "ExpectKHR": lambda f: f.operand(0),
    "AtomicLoad": lambda f: f.add(
        atomic.AtomicLoadOp(*_place(f, _NOT_OF_LOADS), f.result_type)
    ),
    "AtomicStore": lambda f: f.emit(
        atomic.AtomicStoreOp(*_place(f, _NOT_OF_STORES), f.operand(3))
    ),
    "AtomicCompareExchange": partial(_compare_exchange, False),
    "AtomicCompareExchangeWeak": partial(_compare_exchange, True),
    "AtomicIIncrement": partial(_rmw, AtomicKind.ADD, 1),
    "AtomicIDecrement": partial(_rmw, AtomicKind.SUB, 1),
    **{f"Atomic{name}": partial(_rmw, kind, None) for name, kind in ATOMICS.items()},
    "AtomicFlagTestAndSet": lambda f: f.add(atomic.AtomicFlagTestAndSetOp(*_place(f))),
    "AtomicFlagClear": lambda f: f.emit(
        atomic.AtomicFlagClearOp(*_place(f, _NOT_OF_STORES))
    ),
    **{
        name.removeprefix("Op"): partial(_chain, "Ptr" in name, "InBounds" in name)
        for name in CHAINS
    },
}
