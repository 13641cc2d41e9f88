"""
The operations of the `opencl` dialect in SPIR-V: work items, groups, memory, conversions, `printf`
and pipes; images, atomics and functions of numbers have modules of their own.
"""

from __future__ import annotations

from xdsl.dialects.builtin import f64, i1, i8, i32
from xdsl.dialects.llvm import LLVMArrayType
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.abi.enums import MemoryScope
from xdsl_opencl.abi.target import Target
from xdsl_opencl.dialects.opencl import (
    collective,
    conversion,
    memory,
    pipe,
    sub_group,
    work_item,
)
from xdsl_opencl.dialects.opencl.attrs import GroupOperation
from xdsl_opencl.dialects.opencl.kernel import ReturnOp
from xdsl_opencl.dialects.opencl.printf import PrintfOp
from xdsl_opencl.dialects.opencl.shapes import as_memref
from xdsl_opencl.dialects.opencl.types import EventType, PipeType
from xdsl_opencl.ir.element_types import vector_of
from xdsl_opencl.ir.type_layout import memory_size_align
from xdsl_opencl.spirv.names import (
    BALLOTS,
    COMBINED,
    FORMS,
    LANES,
    MASKS,
    SCALAR_QUERIES,
    VECTOR_QUERIES,
    VOTES,
)
from xdsl_opencl.spirv.writer import atomics
from xdsl_opencl.spirv.writer.atomics import SCOPE_NUMBERS
from xdsl_opencl.spirv.writer.body import Body, Handler
from xdsl_opencl.spirv.writer.builtins import BUILTINS, as_truth_value
from xdsl_opencl.spirv.writer.declarations import STORAGE, Form
from xdsl_opencl.spirv.writer.images import IMAGES
from xdsl_opencl.spirv.writer.images import sampler as sampler
from xdsl_opencl.spirv.writer.llvm_operations import (
    known_index,
    reinterpret,
    truth_as_number,
)

# Work items -----------------------------------------------------------------------------------

_QUERIES: dict[type[Operation], str] = {
    kind: name for name, kind in {**VECTOR_QUERIES, **SCALAR_QUERIES}.items()
}
_SIZES = ("GlobalLinearId", "LocalInvocationIndex")
"""Scalars that are `size_t`; the others are `uint`."""


def _resized(b: Body, made: int, form: Form, result: Form) -> int:
    """An unsigned number as wide as `result`."""
    if form.bits == result.bits:
        return made
    return b.emit("OpUConvert", result.id, made)


def _dimension_query(b: Body, op: work_item.DimensionQueryOp) -> None:
    d = b.d
    number = op.static_dimension
    size = d.form(d.index)
    result = b.form(op.result)
    outside = d.number(op.OUT_OF_RANGE, result)
    if number is not None and number > 2:
        b.set(op.result, outside)
        return
    three = d.form(vector_of(d.index, 3))
    made = b.emit("OpLoad", three.id, d.built_in(_QUERIES[type(op)], three))
    if number is not None:
        made = b.emit("OpCompositeExtract", size.id, made, number)
        b.set(op.result, _resized(b, made, size, result))
        return
    assert op.dimension_value is not None
    at = b.value(op.dimension_value)
    limit = d.integer(3, i32)
    inside = b.emit("OpULessThan", d.bool.id, at, limit)
    at = b.select(d.form(i32), inside, at, d.integer(0, i32))
    made = b.emit("OpVectorExtractDynamic", size.id, made, at)
    made = _resized(b, made, size, result)
    b.set(op.result, b.select(result, inside, made, outside))


def _query(b: Body, op: work_item.NullaryQueryOp) -> None:
    name = _QUERIES[type(op)]
    form = b.d.form(b.d.index if name in _SIZES else i32)
    made = b.emit("OpLoad", form.id, b.d.built_in(name, form))
    b.set(op.result, _resized(b, made, form, b.form(op.result)))


# Groups ---------------------------------------------------------------------------------------

_NAMES = {
    ({"F": "float", "L": "bool"}.get(name[0], "int"), kind): name
    for name, kind in COMBINED.items()
}
"""By the kind of the numbers, and the function."""
_KHRONOS = frozenset(("IMul", "FMul", "BitwiseAnd", "BitwiseOr", "BitwiseXor"))
"""Uniform operations that are of SPV_KHR_uniform_group_instructions."""


def _function(b: Body, kind: GroupOperation, form: Form) -> str:
    if (form.kind, kind) not in _NAMES:
        raise b.d.refuse(f"SPIR-V has no '{kind}' of a group for {form.type}")
    return _NAMES[form.kind, kind]


def _scope(b: Body, op: Operation) -> int:
    """The scope of a group that the name of an operation says."""
    is_sub_group = op.name.startswith("opencl.sub_group")
    return b.d.scope(
        SCOPE_NUMBERS[MemoryScope.SUB_GROUP if is_sub_group else MemoryScope.WORK_GROUP]
    )


def _combine(b: Body, op: collective.CombineOp) -> None:
    form = b.form(op.value)
    name = _function(b, op.kind.data, form)
    way = _WAYS[type(op)]
    opcode = f"OpGroup{name}"
    if isinstance(op, sub_group.NonUniformCombineOp):
        opcode = f"OpGroupNonUniform{name}"
    elif name in _KHRONOS or form.kind == "bool":
        opcode += "KHR"
    b.set(op.result, b.emit(opcode, form.id, _scope(b, op), way, b.value(op.value)))


_WAYS: dict[type[Operation], str] = {
    kind: way for way, kinds in FORMS.items() for kind in kinds
}


def _clustered(b: Body, op: sub_group.SubGroupClusteredReduceOp) -> None:
    form = b.form(op.value)
    name = _function(b, op.kind.data, form)
    size = b.d.integer(op.cluster.value.data, i32)
    operands = (_scope(b, op), "ClusteredReduce", b.value(op.value), size)
    b.set(op.result, b.emit(f"OpGroupNonUniform{name}", form.id, *operands))


def _nonzero(b: Body, value: SSAValue) -> int:
    form = b.form(value)
    zero = b.d.number(0, form)
    return b.emit("OpINotEqual", b.d.bool.id, b.value(value), zero)


def _vote(b: Body, op: collective.VoteOp) -> None:
    opcode = "OpGroupAny" if op.name.endswith("any") else "OpGroupAll"
    made = b.emit(opcode, b.d.bool.id, _scope(b, op), _nonzero(b, op.predicate))
    b.set(op.result, as_truth_value(b, made, b.form(op.result)))


def _broadcast(b: Body, op: collective.WorkGroupBroadcastOp) -> None:
    ids = [b.value(each) for each in op.local_ids]
    at = ids[0]
    if len(ids) > 1:
        type_id = b.d.form(vector_of(op.local_ids[0].type, len(ids))).id
        at = b.emit("OpCompositeConstruct", type_id, *ids)
    operands = (_scope(b, op), b.value(op.value), at)
    b.set(op.result, b.emit("OpGroupBroadcast", b.form(op.value).id, *operands))


_LANES: dict[str, str] = {
    collective.SubGroupBroadcastOp.name: "OpGroupBroadcast",
    **{kind.name: f"OpGroupNonUniform{name}" for name, kind in LANES.items()},
    sub_group.SubGroupBroadcastFirstOp.name: "OpGroupNonUniformBroadcastFirst",
    sub_group.SubGroupRotateOp.name: "OpGroupNonUniformRotateKHR",
}
"""Operations whose result is the value of some work item, of the type of the first operand."""


def _lane(b: Body, op: Operation) -> None:
    opcode = _LANES[op.name]
    operands = [b.value(operand) for operand in op.operands]
    if opcode.endswith("Broadcast") and known_index(op.operands[1]) is None:
        # Before SPIR-V 1.5 a broadcast that need not be uniform takes a constant.
        opcode = opcode.replace("UniformBroadcast", "UniformShuffle")
    if isinstance(op, sub_group.SubGroupRotateOp) and op.cluster is not None:
        operands.append(b.d.integer(op.cluster.value.data, i32))
    form = b.form(op.results[0])
    b.set(op.results[0], b.emit(opcode, form.id, _scope(b, op), *operands))


_TRUTHS: dict[str, str] = {
    sub_group.SubGroupAllEqualOp.name: "AllEqual",
    sub_group.SubGroupElectOp.name: "Elect",
    sub_group.SubGroupInverseBallotOp.name: "InverseBallot",
    sub_group.SubGroupBallotBitExtractOp.name: "BallotBitExtract",
}


def _truth(b: Body, op: Operation) -> None:
    values = (b.value(operand) for operand in op.operands)
    opcode = f"OpGroupNonUniform{_TRUTHS[op.name]}"
    made = b.emit(opcode, b.d.bool.id, _scope(b, op), *values)
    b.set(op.results[0], as_truth_value(b, made, b.form(op.results[0])))


def _ballot(b: Body, op: sub_group.SubGroupBallotOp) -> None:
    operands = (_scope(b, op), _nonzero(b, op.predicate))
    b.set(op.result, b.emit("OpGroupNonUniformBallot", b.form(op.result).id, *operands))


_BALLOTS = {query: words for words, query in BALLOTS.items()}
_MASKS = {relation: name for name, relation in MASKS.items()}


def _ballot_query(b: Body, op: sub_group.SubGroupBallotQueryOp) -> None:
    name, *way = _BALLOTS[op.query.data]
    operands = (_scope(b, op), *way, b.value(op.value))
    made = b.emit(f"OpGroupNonUniformBallot{name}", b.form(op.result).id, *operands)
    b.set(op.result, made)


def _mask(b: Body, op: sub_group.GetSubGroupMaskOp) -> None:
    form = b.form(op.result)
    variable = b.d.built_in(_MASKS[op.relation.data], form)
    b.set(op.result, b.emit("OpLoad", form.id, variable))


# Copies and events ----------------------------------------------------------------------------


def _size(b: Body, value: SSAValue) -> int:
    """A number as `size_t`."""
    return _resized(b, b.value(value), b.form(value), b.d.form(b.d.index))


def _copy(
    b: Body,
    op: collective.AsyncWorkGroupCopyOp | collective.AsyncWorkGroupStridedCopyOp,
) -> None:
    element = b.d.memory(op.element).id
    stride = b.d.integer(1, b.d.index)
    if isinstance(op, collective.AsyncWorkGroupStridedCopyOp):
        stride = _size(b, op.stride)
    operands = (
        b.d.scope(SCOPE_NUMBERS[MemoryScope.WORK_GROUP]),
        b.pointer(op.destination, element),
        b.pointer(op.source, element),
        _size(b, op.count),
        stride,
        b.value(op.event),
    )
    b.set(op.result, b.emit("OpGroupAsyncCopy", b.form(op.result).id, *operands))


def _null_event(b: Body, op: collective.NullEventOp) -> None:
    b.set(op.result, b.d.null(b.form(op.result)))


def _wait(b: Body, op: collective.WaitGroupEventsOp) -> None:
    d = b.d
    if not op.events:
        return
    event = b.form(op.events[0])
    count = len(op.events)
    pointer = d.pointer("Function", event.id)
    array = b.local_variable(d.form(LLVMArrayType(count, event.type)).id)
    places = [
        b.emit(
            "OpInBoundsPtrAccessChain",
            pointer,
            array,
            d.integer(0, i32),
            d.integer(number, i32),
        )
        for number in range(count)
    ]
    for place, value in zip(places, op.events, strict=True):
        b.run("OpStore", place, b.value(value))
    scope = d.scope(SCOPE_NUMBERS[MemoryScope.WORK_GROUP])
    b.run("OpGroupWaitEvents", scope, d.integer(count, i32), places[0])


def _wait_list(b: Body, op: collective.WaitGroupEventsPtrOp) -> None:
    events = b.pointer(op.events, b.d.form(EventType()).id)
    scope = b.d.scope(SCOPE_NUMBERS[MemoryScope.WORK_GROUP])
    b.run("OpGroupWaitEvents", scope, b.value(op.count), events)


def _prefetch(b: Body, op: collective.PrefetchOp) -> None:
    pointer = b.pointer(op.pointer, b.d.memory(op.element).id)
    b.extended("prefetch", b.d.void, pointer, _size(b, op.count))


# Memory ---------------------------------------------------------------------------------------


def _local(b: Body, op: memory.LocalOp) -> None:
    """Local memory of a kernel is a variable of the module."""
    d = b.d
    element = op.element
    if (memref := as_memref(op.result.type)) is not None:
        count = 1
        for size in memref.get_shape():
            count *= size
        element = LLVMArrayType(count, memref.element_type)
    assert element is not None
    form = d.memory(element)
    made = d.variable(STORAGE[3], form.id)
    hint = op.result.name_hint or "local"
    d.name(made, f"{b.name}.{hint}")
    if op.alignment is not None:
        d.decorate(made, "Alignment", op.alignment.value.data)
    b.set_pointer(op.result, made, form.id, STORAGE[3])


def _vload(b: Body, op: memory.VloadOp) -> None:
    form = b.form(op.result)
    pointer = b.pointer(op.pointer, form.scalar.id)
    b.set(
        op.result,
        b.extended("vloadn", form, _size(b, op.offset), pointer, form.width),
    )


def _vstore(b: Body, op: memory.VstoreOp) -> None:
    form = b.form(op.value)
    pointer = b.pointer(op.pointer, form.scalar.id)
    b.extended("vstoren", b.d.void, b.value(op.value), _size(b, op.offset), pointer)


def _half_pointer(b: Body, pointer: SSAValue) -> int:
    b.d.capability("Float16Buffer")
    return b.pointer(pointer, b.d.unique("OpTypeFloat", 0, 16))


def _vload_half(b: Body, op: memory.HalfLoadOp) -> None:
    form = b.form(op.result)
    name = op.name.removeprefix("opencl.") + ("n" if form.width > 1 else "")
    width = (form.width,) if form.width > 1 else ()
    if name == "vloada_half":
        name = "vload_half"
    operands = (_size(b, op.offset), _half_pointer(b, op.pointer), *width)
    b.set(op.result, b.extended(name, form, *operands))


def _vstore_half(b: Body, op: memory.HalfStoreOp) -> None:
    form = b.form(op.value)
    name = op.name.removeprefix("opencl.") + ("n" if form.width > 1 else "")
    if name == "vstorea_half":
        name = "vstore_half"
    mode: tuple[str, ...] = ()
    if op.rounding is not None:
        name, mode = f"{name}_r", (op.rounding.data.name,)
    pointer = _half_pointer(b, op.pointer)
    b.extended(name, b.d.void, b.value(op.value), _size(b, op.offset), pointer, *mode)


def _pointer_cast(b: Body, op: memory.PointerCastOp) -> None:
    form = b.form(op.result)
    made = b.emit(
        "OpGenericCastToPtrExplicit", form.id, b.value(op.pointer), form.storage
    )
    b.set(op.result, made)


def _get_fence(b: Body, op: memory.GetFenceOp) -> None:
    """Bits 8 and 9 of the semantics are the flags of local and global memory."""
    word = b.d.form(i32)
    made = b.emit("OpGenericPtrMemSemantics", word.id, b.value(op.pointer))
    eight = b.d.integer(8, i32)
    made = b.emit("OpShiftRightLogical", word.id, made, eight)
    b.set(op.result, b.emit("OpBitwiseAnd", word.id, made, b.d.integer(3, i32)))


# Conversions ----------------------------------------------------------------------------------


def _convert(b: Body, op: conversion.ConvertOp) -> None:
    d = b.d
    form, result = b.form(op.value), b.form(op.result)
    made = b.value(op.value)
    signed = op.src_unsigned is None
    to_signed = op.dst_unsigned is None
    if form.kind == "bool":
        b.set(op.result, truth_as_number(b, made, result))
        return
    saturate = op.saturate is not None
    if form.kind == "float" and result.kind == "float":
        if form.bits == result.bits:
            b.set(op.result, made)
            return
        opcode = "OpFConvert"
    elif form.kind == "float":
        opcode = "OpConvertFToS" if to_signed else "OpConvertFToU"
    elif result.kind == "float":
        opcode = "OpConvertSToF" if signed else "OpConvertUToF"
    else:
        b.set(op.result, _convert_integers(b, op, made, form, result))
        return
    made = b.emit(opcode, result.id, made)
    if saturate:
        d.decorate(made, "SaturatedConversion")
    if op.rounding is not None:
        d.decorate(made, "FPRoundingMode", op.rounding.data.name)
    b.set(op.result, made)


def _convert_integers(
    b: Body, op: conversion.ConvertOp, made: int, form: Form, result: Form
) -> int:
    signed, to_signed = op.src_unsigned is None, op.dst_unsigned is None
    if op.saturate is not None:
        made = _clamped(b, made, form, signed, result, to_signed)
    if form.bits == result.bits:
        return made
    # A number that was clamped to unsigned ones has no sign.
    opcode = "OpSConvert" if signed and result.bits > form.bits else "OpUConvert"
    if op.saturate is not None and signed and not to_signed:
        opcode = "OpUConvert"
    return b.emit(opcode, result.id, made)


def _clamped(
    b: Body, made: int, form: Form, signed: bool, result: Form, to_signed: bool
) -> int:
    """An integer within those that another type has, in its own type."""
    d = b.d
    low = -(1 << result.bits - 1) if to_signed else 0
    high = (1 << result.bits - to_signed) - 1
    own_low = -(1 << form.bits - 1) if signed else 0
    own_high = (1 << form.bits - signed) - 1
    mask = (1 << form.bits) - 1
    sign = "s" if signed else "u"
    if low > own_low:
        made = b.extended(f"{sign}_max", form, made, d.number(low & mask, form))
    if high < own_high:
        made = b.extended(f"{sign}_min", form, made, d.number(high & mask, form))
    return made


def _as(b: Body, op: conversion.AsOp) -> None:
    form, result = b.form(op.value), b.form(op.result)
    made = b.value(op.value)
    # A vector of three has the size of one of four.
    if form.width == 3 != result.width:
        wide = b.d.form(vector_of(form.scalar.type, 4))
        made = b.emit("OpVectorShuffle", wide.id, made, made, 0, 1, 2, 0xFFFFFFFF)
        form = wide
    if result.width == 3 != form.width:
        wide = b.d.form(vector_of(result.scalar.type, 4))
        made = reinterpret(b, made, form, wide)
        made = b.emit("OpVectorShuffle", result.id, made, made, 0, 1, 2)
        b.set(op.result, made)
        return
    b.set(op.result, reinterpret(b, made, form, result))


# printf and pipes -----------------------------------------------------------------------------


def _printf(b: Body, op: PrintfOp) -> None:
    d = b.d
    data = op.format.data.encode() + b"\0"
    byte = d.form(i8)
    array = d.form(LLVMArrayType(len(data), i8))
    parts = [d.number(n, byte) for n in data]
    text = d.variable(STORAGE[2], array.id, d.composite(array, parts))
    d.decorate(text, "Constant")
    pointer = d.pointer(STORAGE[2], byte.id)
    format_ = b.emit("OpBitcast", pointer, text)
    arguments = [_promoted(b, value) for value in op.arguments]
    b.set(op.result, b.extended("printf", d.form(i32), format_, *arguments))


def _promoted(b: Body, value: SSAValue) -> int:
    """An argument of `printf` as C passes it: a float as a double, a short integer as an int."""
    form, made = b.form(value), b.value(value)
    if form.width > 1:
        return made
    if form.kind == "float" and form.bits < 64:
        return b.emit("OpFConvert", b.d.form(f64).id, made)
    if form.kind == "int" and form.bits < 32:
        return b.emit("OpSConvert", b.d.form(i32).id, made)
    return made


def _packet(b: Body, type: PipeType) -> tuple[int, int]:
    """The size and alignment of the packets of a pipe, in bytes."""
    target = Target("spirv", pointer_bits=b.d.bits)
    size, alignment = memory_size_align(type.element, target, b.d.at)
    return b.d.integer(size, i32), b.d.integer(alignment, i32)


def _read_or_write_pipe(b: Body, op: pipe.PacketOp) -> None:
    way = "Read" if op.name == pipe.ReadPipeOp.name else "Write"
    sizes = (
        b.d.integer(op.size.value.data, i32),
        b.d.integer(op.alignment.value.data, i32),
    )
    pointer = b.value(op.pointer)
    result = b.form(op.result)
    if op.reservation is None or op.index is None:
        operands = (b.value(op.pipe), pointer, *sizes)
        made = b.emit(f"Op{way}Pipe", result.id, *operands)
    else:
        operands = (b.value(op.pipe), b.value(op.reservation), b.value(op.index))
        made = b.emit(f"OpReserved{way}Pipe", result.id, *operands, pointer, *sizes)
    b.set(op.result, made)


def _direction(type: Attribute) -> str:
    assert isinstance(type, PipeType)
    return "Read" if type.access.data.readable else "Write"


def _group_scope(b: Body, scope: MemoryScope) -> tuple[int, ...]:
    return () if scope is MemoryScope.WORK_ITEM else (b.d.scope(SCOPE_NUMBERS[scope]),)


def _reserve(b: Body, op: pipe.ReservePipeOp) -> None:
    type = op.pipe.type
    assert isinstance(type, PipeType)
    scope = _group_scope(b, op.scope.data)
    opcode = f"Op{'Group' if scope else ''}Reserve{_direction(type)}PipePackets"
    operands = (*scope, b.value(op.pipe), b.value(op.count), *_packet(b, type))
    b.set(op.result, b.emit(opcode, b.form(op.result).id, *operands))


def _commit(b: Body, op: pipe.CommitPipeOp) -> None:
    type = op.pipe.type
    assert isinstance(type, PipeType)
    scope = _group_scope(b, op.scope.data)
    opcode = f"Op{'Group' if scope else ''}Commit{_direction(type)}Pipe"
    operands = (*scope, b.value(op.pipe), b.value(op.reservation), *_packet(b, type))
    b.run(opcode, *operands)


def _is_valid(b: Body, op: pipe.IsValidReserveIdOp) -> None:
    made = b.emit("OpIsValidReserveId", b.d.form(i1).id, b.value(op.reservation))
    b.set(op.result, made)


def _packets(opcode: str) -> Handler:
    def handler(b: Body, op: pipe.PipeQueryOp) -> None:
        type = op.pipe.type
        assert isinstance(type, PipeType)
        operands = (b.value(op.pipe), *_packet(b, type))
        b.set(op.result, b.emit(opcode, b.form(op.result).id, *operands))

    return handler


def _kernel_return(b: Body, op: ReturnOp) -> None:
    b.run("OpReturn")


OPENCL: dict[str, Handler] = {
    ReturnOp.name: _kernel_return,
    **atomics.HANDLERS,
    **IMAGES,
    **BUILTINS,
    **{kind.name: _dimension_query for kind in VECTOR_QUERIES.values()},
    **{kind.name: _query for kind in SCALAR_QUERIES.values()},
    **{kind.name: _combine for kinds in FORMS.values() for kind in kinds},
    **{kind.name: _vote for kinds in VOTES.values() for kind in kinds},
    **dict.fromkeys(_LANES, _lane),
    **dict.fromkeys(_TRUTHS, _truth),
    collective.WorkGroupBroadcastOp.name: _broadcast,
    sub_group.SubGroupClusteredReduceOp.name: _clustered,
    sub_group.SubGroupBallotOp.name: _ballot,
    sub_group.SubGroupBallotQueryOp.name: _ballot_query,
    sub_group.GetSubGroupMaskOp.name: _mask,
    collective.AsyncWorkGroupCopyOp.name: _copy,
    collective.AsyncWorkGroupStridedCopyOp.name: _copy,
    collective.NullEventOp.name: _null_event,
    collective.WaitGroupEventsOp.name: _wait,
    collective.WaitGroupEventsPtrOp.name: _wait_list,
    collective.PrefetchOp.name: _prefetch,
    memory.LocalOp.name: _local,
    memory.VloadOp.name: _vload,
    memory.VstoreOp.name: _vstore,
    memory.VloadHalfOp.name: _vload_half,
    memory.VloadaHalfOp.name: _vload_half,
    memory.VstoreHalfOp.name: _vstore_half,
    memory.VstoreaHalfOp.name: _vstore_half,
    memory.ToGlobalOp.name: _pointer_cast,
    memory.ToLocalOp.name: _pointer_cast,
    memory.ToPrivateOp.name: _pointer_cast,
    memory.GetFenceOp.name: _get_fence,
    conversion.ConvertOp.name: _convert,
    conversion.AsOp.name: _as,
    PrintfOp.name: _printf,
    pipe.ReadPipeOp.name: _read_or_write_pipe,
    pipe.WritePipeOp.name: _read_or_write_pipe,
    pipe.ReservePipeOp.name: _reserve,
    pipe.CommitPipeOp.name: _commit,
    pipe.IsValidReserveIdOp.name: _is_valid,
    pipe.GetPipeNumPacketsOp.name: _packets("OpGetNumPipePackets"),
    pipe.GetPipeMaxPacketsOp.name: _packets("OpGetMaxPipePackets"),
}
"""Handlers by the name of the operation."""
