"""
The operations of the `opencl` dialect in SPIR-V: work items, groups, memory, conversions, `printf`
and pipes; images, atomics and functions of numbers have modules of their own.
"""

from __future__ import annotations

from xdsl.dialects import llvm
from xdsl.dialects.builtin import f64, i8, i32
from xdsl.dialects.llvm import LLVMArrayType
from xdsl.ir import Operation, SSAValue

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
from xdsl_opencl.dialects.opencl.printf import PrintfOp
from xdsl_opencl.dialects.opencl.shapes import as_memref
from xdsl_opencl.dialects.opencl.types import EventType, PipeType
from xdsl_opencl.ir.build import known_integer
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
)
from xdsl_opencl.spirv.writer import atomics
from xdsl_opencl.spirv.writer.body import Body, Handler
from xdsl_opencl.spirv.writer.builtins import BUILTINS, as_truth_value
from xdsl_opencl.spirv.writer.declarations import STORAGE, Form
from xdsl_opencl.spirv.writer.images import IMAGES
from xdsl_opencl.spirv.writer.images import sampler as sampler
from xdsl_opencl.spirv.writer.llvm_operations import (
    LLVM,
    reinterpret,
    truth_as_number,
)

# Work items -----------------------------------------------------------------------------------

_QUERIES: dict[type[Operation], str] = {
    kind: name for name, kind in {**VECTOR_QUERIES, **SCALAR_QUERIES}.items()
}
_SIZES = ("GlobalLinearId", "LocalInvocationIndex")
"""Scalars that are `size_t`; all other scalars are `uint`."""


def _resized(b: Body, made: int, form: Form, result: Form) -> int:
    """An unsigned number as wide as `result`."""
    if form.bits == result.bits:
        return made
    return b.emit("OpUConvert", result, made)


def _dimension_query(b: Body, op: work_item.DimensionQueryOp) -> int:
    d = b.d
    number = op.static_dimension
    size = d.form(d.index)
    result = b.form(op.result)
    outside = d.number(op.OUT_OF_RANGE, result)
    if number is not None and number > 2:
        return outside
    three = d.form(vector_of(d.index, 3))
    made = b.emit("OpLoad", three, d.built_in(_QUERIES[type(op)], three))
    if number is not None:
        made = b.emit("OpCompositeExtract", size, made, number)
        return _resized(b, made, size, result)
    assert op.dimension_value is not None
    at = b.value(op.dimension_value)
    limit = d.word(3)
    inside = b.emit("OpULessThan", d.bool, at, limit)
    at = b.select(d.form(i32), inside, at, d.word(0))
    made = b.emit("OpVectorExtractDynamic", size, made, at)
    made = _resized(b, made, size, result)
    return b.select(result, inside, made, outside)


def _query(b: Body, op: work_item.NullaryQueryOp) -> int:
    name = _QUERIES[type(op)]
    form = b.d.form(b.d.index if name in _SIZES else i32)
    made = b.emit("OpLoad", form, b.d.built_in(name, form))
    return _resized(b, made, form, b.form(op.result))


# Groups ---------------------------------------------------------------------------------------

_NAMES = {
    ({"F": "float", "L": "bool"}.get(name[0], "int"), kind): name
    for name, kind in COMBINED.items()
}
"""By the kind of the numbers, and the function."""
_KHRONOS = frozenset(("IMul", "FMul", "BitwiseAnd", "BitwiseOr", "BitwiseXor"))
"""Uniform operations that are of SPV_KHR_uniform_group_instructions."""
_WAYS: dict[type[Operation], str] = {
    sub_group.SubGroupClusteredReduceOp: "ClusteredReduce",
    **{kind: way for way, kinds in FORMS.items() for kind in kinds},
}


def _scope(b: Body, op: Operation) -> int:
    """The scope of a group that the name of an operation says."""
    is_sub_group = op.name.startswith("opencl.sub_group")
    return b.d.scope(MemoryScope.SUB_GROUP if is_sub_group else MemoryScope.WORK_GROUP)


def _combine(
    b: Body, op: collective.CombineOp | sub_group.SubGroupClusteredReduceOp
) -> int:
    form, kind, size = b.form(op.value), op.kind.data, ()
    name = _NAMES.get((form.kind, kind))
    if name is None:
        raise b.d.refuse(f"SPIR-V has no '{kind}' of a group for {form.type}")
    opcode = f"OpGroup{name}"
    if isinstance(op, sub_group.SubGroupClusteredReduceOp):
        opcode, size = f"OpGroupNonUniform{name}", (b.d.word(op.cluster.value.data),)
    elif isinstance(op, sub_group.NonUniformCombineOp):
        opcode = f"OpGroupNonUniform{name}"
    elif name in _KHRONOS or form.kind == "bool":
        opcode += "KHR"
    way = _WAYS[type(op)]
    return b.emit(opcode, form, _scope(b, op), way, b.value(op.value), *size)


def _broadcast(b: Body, op: collective.WorkGroupBroadcastOp) -> int:
    ids = b.values(op.local_ids)
    at = ids[0]
    if len(ids) > 1:
        type = b.d.form(vector_of(op.local_ids[0].type, len(ids)))
        at = b.emit("OpCompositeConstruct", type, *ids)
    operands = (_scope(b, op), b.value(op.value), at)
    return b.emit("OpGroupBroadcast", b.form(op.value), *operands)


_LANES: dict[str, tuple[str, str]] = {
    collective.SubGroupBroadcastOp.name: ("GroupBroadcast", "svl>v"),
    sub_group.SubGroupRotateOp.name: ("GroupNonUniformRotateKHR", "svl>v"),
    **{
        kind.name: (name, letters)
        for name, (letters, *kinds) in [*LANES.items()][::-1]
        for kind in kinds
        if kind is not None
    },
}


def _among(b: Body, op: Operation) -> int:
    """An operation of `LANES`."""
    name, letters = _LANES[op.name]
    letters, _, result = letters.partition(">")
    form = b.form(op.results[0])
    if name.endswith("Broadcast") and known_integer(op.operands[1]) is None:
        # Before SPIR-V 1.5 a broadcast that need not be uniform takes a constant.
        name = name.replace("UniformBroadcast", "UniformShuffle")
    type = b.d.bool if result == "b" else form
    values = [_scope(b, op)]
    for letter, operand in zip(letters[1:], op.operands, strict=True):
        value = b.value(operand)
        if letter == "b":
            zero = b.d.number(0, b.form(operand))
            value = b.emit("OpINotEqual", b.d.bool, value, zero)
        values.append(value)
    if isinstance(op, sub_group.SubGroupRotateOp) and op.cluster is not None:
        values.append(b.d.word(op.cluster.value.data))
    made = b.emit(f"Op{name}", type, *values)
    return as_truth_value(b, made, form) if result == "b" else made


_BALLOTS = {query: words for words, query in BALLOTS.items()}
_MASKS = {relation: name for name, relation in MASKS.items()}


def _ballot_query(b: Body, op: sub_group.SubGroupBallotQueryOp) -> int:
    name, *way = _BALLOTS[op.query.data]
    operands = (_scope(b, op), *way, b.value(op.value))
    return b.emit(f"OpGroupNonUniformBallot{name}", b.form(op.result), *operands)


def _mask(b: Body, op: sub_group.GetSubGroupMaskOp) -> int:
    form = b.form(op.result)
    return b.emit("OpLoad", form, b.d.built_in(_MASKS[op.relation.data], form))


_CLOCKS = {
    "llvm.readsteadycounter": MemoryScope.DEVICE,
    "llvm.readcyclecounter": MemoryScope.SUB_GROUP,
}


def _clock(b: Body, op: llvm.CallIntrinsicOp) -> int:
    name = op.intrin.data
    if name not in _CLOCKS:
        raise b.d.refuse(f"'{name}' has no form in SPIR-V for OpenCL")
    return b.emit("OpReadClockKHR", b.form(op.results[0]), b.d.scope(_CLOCKS[name]))


# Copies and events ----------------------------------------------------------------------------


def _size(b: Body, value: SSAValue) -> int:
    """A number as `size_t`."""
    return _resized(b, b.value(value), b.form(value), b.d.form(b.d.index))


def _copy(
    b: Body,
    op: collective.AsyncWorkGroupCopyOp | collective.AsyncWorkGroupStridedCopyOp,
) -> int:
    element = b.d.memory(op.element).id
    stride = b.d.integer(1, b.d.index)
    if isinstance(op, collective.AsyncWorkGroupStridedCopyOp):
        stride = _size(b, op.stride)
    scope = _scope(b, op)
    places = b.pointer(op.destination, element), b.pointer(op.source, element)
    operands = (scope, *places, _size(b, op.count), stride, b.value(op.event))
    return b.emit("OpGroupAsyncCopy", b.form(op.result), *operands)


def _wait(b: Body, op: collective.WaitGroupEventsOp) -> None:
    d, count = b.d, len(op.events)
    if not count:
        return
    event = b.form(op.events[0])
    pointer = d.pointer("Function", event.id)
    array = b.local_variable(d.form(LLVMArrayType(count, event.type)).id)
    places = [
        b.emit("OpInBoundsPtrAccessChain", pointer, array, d.word(0), d.word(number))
        for number in range(count)
    ]
    for place, value in zip(places, op.events, strict=True):
        b.run("OpStore", place, b.value(value))
    b.run("OpGroupWaitEvents", _scope(b, op), d.word(count), places[0])


def _wait_list(b: Body, op: collective.WaitGroupEventsPtrOp) -> None:
    events = b.pointer(op.events, b.d.form(EventType()).id)
    b.run("OpGroupWaitEvents", _scope(b, op), b.value(op.count), events)


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


def _vload(b: Body, op: memory.VloadOp) -> int:
    form = b.form(op.result)
    pointer = b.pointer(op.pointer, form.scalar.id)
    return b.extended("vloadn", form, _size(b, op.offset), pointer, form.width)


def _vstore(b: Body, op: memory.VstoreOp) -> None:
    form = b.form(op.value)
    pointer = b.pointer(op.pointer, form.scalar.id)
    b.extended("vstoren", b.d.void, b.value(op.value), _size(b, op.offset), pointer)


def _half(b: Body, op: memory.HalfLoadOp | memory.HalfStoreOp) -> int | None:
    """Halves in memory, read and written as floats or doubles."""
    value = op.result if isinstance(op, memory.HalfLoadOp) else op.value
    form, name = b.form(value), op.name.removeprefix("opencl.")
    name = f"{name}n" if form.width > 1 else name.replace("a_", "_")

    def pointer() -> int:
        b.d.capability("Float16Buffer")
        return b.pointer(op.pointer, b.d.unique("OpTypeFloat", 0, 16))

    if isinstance(op, memory.HalfLoadOp):
        width = (form.width,) if form.width > 1 else ()
        return b.extended(name, form, _size(b, op.offset), pointer(), *width)
    mode: tuple[str, ...] = ()
    if op.rounding is not None:
        name, mode = f"{name}_r", (op.rounding.data.name,)
    at = pointer()
    b.extended(name, b.d.void, b.value(value), _size(b, op.offset), at, *mode)
    return None


def _pointer_cast(b: Body, op: memory.PointerCastOp) -> int:
    form = b.form(op.result)
    return b.emit("OpGenericCastToPtrExplicit", form, b.value(op.pointer), form.storage)


def _get_fence(b: Body, op: memory.GetFenceOp) -> int:
    """Bits 8 and 9 of the semantics are the flags of local and global memory."""
    word = b.d.form(i32)
    made = b.emit("OpGenericPtrMemSemantics", word, b.value(op.pointer))
    made = b.emit("OpShiftRightLogical", word, made, b.d.word(8))
    return b.emit("OpBitwiseAnd", word, made, b.d.word(3))


# Conversions ----------------------------------------------------------------------------------


def _convert(b: Body, op: conversion.ConvertOp) -> int:
    d = b.d
    form, result = b.form(op.value), b.form(op.result)
    made = b.value(op.value)
    signed, to_signed = op.src_unsigned is None, op.dst_unsigned is None
    if form.kind == "bool":
        return truth_as_number(b, made, result)
    if form.kind == result.kind == "int":
        if op.saturate is not None:
            made = _clamped(b, made, form, signed, result, to_signed)
            # A number that was clamped to unsigned ones has no sign.
            signed = signed and to_signed
        if form.bits == result.bits:
            return made
        opcode = "OpSConvert" if signed and result.bits > form.bits else "OpUConvert"
        return b.emit(opcode, result, made)
    if form.kind == result.kind:
        if form.bits == result.bits:
            return made
        opcode = "OpFConvert"
    elif form.kind == "float":
        opcode = "OpConvertFToS" if to_signed else "OpConvertFToU"
    else:
        opcode = "OpConvertSToF" if signed else "OpConvertUToF"
    made = b.emit(opcode, result, made)
    if op.saturate is not None:
        d.decorate(made, "SaturatedConversion")
    if op.rounding is not None:
        d.decorate(made, "FPRoundingMode", op.rounding.data.name)
    return made


def _clamped(
    b: Body, made: int, form: Form, signed: bool, result: Form, to_signed: bool
) -> int:
    """An integer limited to the range of another type, in its own type."""
    sign, mask = "s" if signed else "u", (1 << form.bits) - 1

    def limits(bits: int, signed: bool) -> tuple[int, int]:
        return -(1 << bits - 1) if signed else 0, (1 << bits - signed) - 1

    low, high = limits(result.bits, to_signed)
    own_low, own_high = limits(form.bits, signed)
    if low > own_low:
        made = b.extended(f"{sign}_max", form, made, b.d.number(low & mask, form))
    if high < own_high:
        made = b.extended(f"{sign}_min", form, made, b.d.number(high & mask, form))
    return made


def _as(b: Body, op: conversion.AsOp) -> int:
    form, result = b.form(op.value), b.form(op.result)
    made = b.value(op.value)
    # A vector of three has the size of one of four.
    if form.width == 3 != result.width:
        wide = b.d.form(vector_of(form.scalar.type, 4))
        made = b.emit("OpVectorShuffle", wide, made, made, 0, 1, 2, 0xFFFFFFFF)
        form = wide
    if result.width == 3 != form.width:
        wide = b.d.form(vector_of(result.scalar.type, 4))
        made = reinterpret(b, made, form, wide)
        return b.emit("OpVectorShuffle", result, made, made, 0, 1, 2)
    return reinterpret(b, made, form, result)


# printf and pipes -----------------------------------------------------------------------------


def _printf(b: Body, op: PrintfOp) -> int:
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
    return b.extended("printf", d.form(i32), format_, *arguments)


def _promoted(b: Body, value: SSAValue) -> int:
    """An argument of `printf` as C passes it: a float as a double, a short integer as an int."""
    form, made = b.form(value), b.value(value)
    if form.width > 1:
        return made
    if form.kind == "float" and form.bits < 64:
        return b.emit("OpFConvert", b.d.form(f64), made)
    if form.kind == "int" and form.bits < 32:
        return b.emit("OpSConvert", b.d.form(i32), made)
    return made


def _packet(b: Body, value: SSAValue) -> tuple[str, int, int]:
    """How a pipe is used, and the size and alignment of its packets in bytes."""
    type = value.type
    assert isinstance(type, PipeType)
    target = Target("spirv", pointer_bits=b.d.bits)
    size, alignment = memory_size_align(type.element, target, b.d.at)
    way = "Read" if type.access.data.readable else "Write"
    return way, b.d.word(size), b.d.word(alignment)


def _read_or_write_pipe(b: Body, op: pipe.PacketOp) -> int:
    way = "Read" if op.name == pipe.ReadPipeOp.name else "Write"
    sizes = b.d.word(op.size.value.data), b.d.word(op.alignment.value.data)
    pointer, operands = b.value(op.pointer), [b.value(op.pipe)]
    if op.reservation is not None and op.index is not None:
        way = f"Reserved{way}"
        operands += b.values((op.reservation, op.index))
    return b.emit(f"Op{way}Pipe", b.form(op.result), *operands, pointer, *sizes)


def _reserve_or_commit(
    b: Body, op: pipe.ReservePipeOp | pipe.CommitPipeOp
) -> int | None:
    scope, group = op.scope.data, ""
    operands: list[int] = []
    if scope is not MemoryScope.WORK_ITEM:
        group, operands = "Group", [b.d.scope(scope)]
    operands += b.values(op.operands)
    way, *sizes = _packet(b, op.pipe)
    operands += sizes
    if isinstance(op, pipe.CommitPipeOp):
        b.run(f"Op{group}Commit{way}Pipe", *operands)
        return None
    opcode = f"Op{group}Reserve{way}PipePackets"
    return b.emit(opcode, b.form(op.result), *operands)


def _packets(b: Body, op: pipe.PipeQueryOp) -> int:
    most = "Max" if op.name == pipe.GetPipeMaxPacketsOp.name else "Num"
    operands = (b.value(op.pipe), *_packet(b, op.pipe)[1:])
    return b.emit(f"OpGet{most}PipePackets", b.form(op.result), *operands)


OPENCL: dict[str, Handler] = {
    "llvm.call_intrinsic": _clock,
    **atomics.HANDLERS,
    **IMAGES,
    **BUILTINS,
    **{kind.name: _dimension_query for kind in VECTOR_QUERIES.values()},
    **{kind.name: _query for kind in SCALAR_QUERIES.values()},
    **{kind.name: _combine for kinds in FORMS.values() for kind in kinds},
    **dict.fromkeys(_LANES, _among),
    collective.WorkGroupBroadcastOp.name: _broadcast,
    sub_group.SubGroupClusteredReduceOp.name: _combine,
    sub_group.SubGroupBallotQueryOp.name: _ballot_query,
    sub_group.GetSubGroupMaskOp.name: _mask,
    collective.AsyncWorkGroupCopyOp.name: _copy,
    collective.AsyncWorkGroupStridedCopyOp.name: _copy,
    collective.NullEventOp.name: LLVM["llvm.mlir.zero"],
    collective.WaitGroupEventsOp.name: _wait,
    collective.WaitGroupEventsPtrOp.name: _wait_list,
    collective.PrefetchOp.name: _prefetch,
    memory.LocalOp.name: _local,
    memory.VloadOp.name: _vload,
    memory.VstoreOp.name: _vstore,
    **{f"opencl.v{name}_half": _half for name in ("load", "loada", "store", "storea")},
    **{f"opencl.to_{name}": _pointer_cast for name in ("global", "local", "private")},
    memory.GetFenceOp.name: _get_fence,
    conversion.ConvertOp.name: _convert,
    conversion.AsOp.name: _as,
    PrintfOp.name: _printf,
    pipe.ReadPipeOp.name: _read_or_write_pipe,
    pipe.WritePipeOp.name: _read_or_write_pipe,
    pipe.ReservePipeOp.name: _reserve_or_commit,
    pipe.CommitPipeOp.name: _reserve_or_commit,
    pipe.GetPipeNumPacketsOp.name: _packets,
    pipe.GetPipeMaxPacketsOp.name: _packets,
}
"""Handlers by the name of the operation."""
