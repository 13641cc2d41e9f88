"""
The operations of the `opencl` dialect in SPIR-V: work items, functions of numbers, groups, memory,
conversions, `printf` and pipes; images and atomics have modules of their own.
"""

from __future__ import annotations

from xdsl.dialects import llvm
from xdsl.dialects.builtin import f64, i1, i8, i32
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
from xdsl_opencl.dialects.opencl.builtin import BuiltinOp
from xdsl_opencl.dialects.opencl.printf import PrintfOp
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
from xdsl_opencl.spirv.table import core
from xdsl_opencl.spirv.writer import atomics
from xdsl_opencl.spirv.writer.body import Body, Handler, unwritten
from xdsl_opencl.spirv.writer.declarations import STORAGE, Form
from xdsl_opencl.spirv.writer.images import IMAGES
from xdsl_opencl.spirv.writer.llvm_operations import (
    LLVM,
    truth_as_number,
)

# Work items -----------------------------------------------------------------------------------

_QUERIES: dict[type[Operation], str] = {
    kind: name for name, kind in {**VECTOR_QUERIES, **SCALAR_QUERIES}.items()
}
_SIZES = ("GlobalLinearId", "LocalInvocationIndex")
"""Scalars that are `size_t`; all other scalars are `uint`."""
_MASKS = {relation: name for name, relation in MASKS.items()}


def _resized(b: Body, made: int, form: Form, result: Form) -> int:
    """An unsigned number as wide as `result`."""
    if form.bits == result.bits:
        return made
    return b.emit("OpUConvert", result, made)


def _size(b: Body, value: SSAValue) -> int:
    """A number as `size_t`."""
    return _resized(b, b.value(value), b.form(value), b.d.form(b.d.index))


def _dimension_query(b: Body, op: work_item.DimensionQueryOp) -> int:
    d, number = b.d, op.static_dimension
    size, result = d.form(d.index), b.form(op.result)
    outside = d.number(op.OUT_OF_RANGE, result)
    if number is not None and number > 2:
        return outside
    three = d.form(vector_of(d.index, 3))
    made = b.emit("OpLoad", three, d.built_in(_QUERIES[type(op)], three))
    if number is not None:
        made = b.emit("OpCompositeExtract", size, made, number)
        return _resized(b, made, size, result)
    (at,) = b.values(op.operands)
    inside = b.emit("OpULessThan", d.bool, at, d.word(3))
    at = b.emit("OpSelect", d.form(i32), inside, at, d.word(0))
    made = b.emit("OpVectorExtractDynamic", size, made, at)
    return b.emit("OpSelect", result, inside, _resized(b, made, size, result), outside)


def _query(b: Body, op: work_item.NullaryQueryOp | sub_group.GetSubGroupMaskOp) -> int:
    form = result = b.form(op.result)
    if isinstance(op, sub_group.GetSubGroupMaskOp):
        name = _MASKS[op.relation.data]
    else:
        name = _QUERIES[type(op)]
        form = b.d.form(b.d.index if name in _SIZES else i32)
    made = b.emit("OpLoad", form, b.d.built_in(name, form))
    return _resized(b, made, form, result)


# Functions of numbers ------------------------------------------------------------------------

_RELATIONS = {
    "islessgreater": "OpFOrdNotEqual",
    "isnotequal": "OpFUnordNotEqual",
    "isordered": "OpOrdered",
    "isunordered": "OpUnordered",
    "signbit": "OpSignBitSet",
    **{f"is{name.lower()}": f"OpIs{name}" for name in "Finite Inf Nan Normal".split()},
    **{
        f"is{name.lower().replace('than', '')}": f"OpFOrd{name}"
        for name in (
            "Equal GreaterThan GreaterThanEqual LessThan LessThanEqual".split()
        )
    },
}
_UNSPLATTED = frozenset(("shuffle", "shuffle2"))
"""Functions whose operands differ in their lengths."""


def _builtin(b: Body, op: BuiltinOp) -> int | None:
    name, shapes = op.function.data, [b.form(operand) for operand in op.operands]
    forms, operands = [b.form(result) for result in op.results], b.values(op.operands)
    if name == "dot":
        opcode = "OpFMul" if shapes[0].width == 1 else "OpDot"
        return b.emit(opcode, forms[0], *operands)
    truth = b.d.like(shapes[0], i1)
    if name in ("any", "all"):
        # Whether the highest bit is set.
        made = b.emit("OpSLessThan", truth, *operands, b.d.number(0, shapes[0]))
        if shapes[0].width > 1:
            made = b.emit(f"Op{name.title()}", b.d.bool, made)
        return _as_truth_value(b, made, forms[0])
    if (opcode := _RELATIONS.get(name)) is not None:
        return _as_truth_value(b, b.emit(opcode, truth, *operands), forms[0])
    # Scalars beside vectors as vectors: OpenCL.std takes one shape only.
    widest = max(shapes, key=lambda form: form.width)
    if widest.width > 1 and name not in _UNSPLATTED:
        for at, form in enumerate(shapes):
            if form.width == 1:
                operands[at] = b.splat(operands[at], b.d.like(widest, form.type))
    pointers = [b.local_variable(form.id) for form in forms[1:]]
    made = b.extended(name, forms[0], *operands, *pointers)
    for result, form, pointer in zip(op.results[1:], forms[1:], pointers, strict=True):
        b.ids[result] = b.emit("OpLoad", form, pointer)
    return made


def _as_truth_value(b: Body, made: int, result: Form) -> int:
    """A truth value as OpenCL C has it: 1 of a scalar, all bits of the elements of vectors."""
    one = 1 if result.width == 1 else (1 << result.bits) - 1
    return b.number_of_truth(made, result, one)


# Groups ---------------------------------------------------------------------------------------

_NAMES = {
    ({"F": "float", "L": "bool"}.get(name[0], "int"), kind): name
    for name, kind in COMBINED.items()
}
"""By the kind of the numbers, and the function."""
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
    opcode = f"OpGroupNonUniform{name}"
    if isinstance(op, sub_group.SubGroupClusteredReduceOp):
        size = (b.d.word(op.cluster.value.data),)
    elif not isinstance(op, sub_group.NonUniformCombineOp):
        opcode = f"OpGroup{name}"
        if core().opcode(opcode) is None:
            opcode = f"{opcode}KHR"
    way = _WAYS[type(op)]
    return b.emit(opcode, form, _scope(b, op), way, b.value(op.value), *size)


def _broadcast(b: Body, op: collective.WorkGroupBroadcastOp) -> int:
    (form, *rest), ids = map(b.form, op.local_ids), b.values(op.local_ids)
    at = b.composed(b.d.form(vector_of(form.type, len(ids))), ids) if rest else ids[0]
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
            value = b.is_nonzero(value, b.form(operand))
        values.append(value)
    if isinstance(op, sub_group.SubGroupRotateOp) and op.cluster is not None:
        values.append(b.d.word(op.cluster.value.data))
    made = b.emit(f"Op{name}", type, *values)
    return _as_truth_value(b, made, form) if result == "b" else made


_BALLOTS = {query: words for words, query in BALLOTS.items()}


def _ballot_query(b: Body, op: sub_group.SubGroupBallotQueryOp) -> int:
    name, *way = _BALLOTS[op.query.data]
    operands = (_scope(b, op), *way, b.value(op.value))
    return b.emit(f"OpGroupNonUniformBallot{name}", b.form(op.result), *operands)


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


def _copy(
    b: Body,
    op: collective.AsyncWorkGroupCopyOp | collective.AsyncWorkGroupStridedCopyOp,
) -> int:
    element, stride = b.d.memory(op.element).id, b.d.integer(1, b.d.index)
    if isinstance(op, collective.AsyncWorkGroupStridedCopyOp):
        stride = _size(b, op.stride)
    places = b.pointer(op.destination, element), b.pointer(op.source, element)
    operands = *places, _size(b, op.count), stride, b.value(op.event)
    return b.emit("OpGroupAsyncCopy", b.form(op.result), _scope(b, op), *operands)


def _wait(b: Body, op: collective.WaitGroupEventsOp) -> None:
    for value in op.events:
        place = b.local_variable(b.form(value).id)
        b.run("OpStore", place, b.value(value))
        b.run("OpGroupWaitEvents", _scope(b, op), b.d.word(1), place)


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
    assert op.element is not None
    form = d.memory(op.element)
    made = d.variable(STORAGE[3], form.id)
    hint = op.result.name_hint or "local"
    d.name(made, f"{b.name}.{hint}")
    if op.alignment is not None:
        d.decorate(made, "Alignment", op.alignment.value.data)
    b.set_pointer(op.result, made, form.id, STORAGE[3])


def _vector_access(
    b: Body, op: memory.VectorLoadOp | memory.VectorStoreOp | memory.HalfStoreOp
) -> int | None:
    """Vectors in memory, and halves, which are read and written as floats or doubles."""
    loads = isinstance(op, memory.VectorLoadOp)
    form, name = b.form(op.result if loads else op.value), op.name[7:]
    width, mode = (form.width,) if form.width > 1 else (), ()
    if not name.endswith("_half"):
        name, pointee = f"{name}n", form.scalar.id
    else:
        b.d.capability("Float16Buffer")
        name, pointee = (
            f"{name}n" if width else name.replace("a_", "_"),
            b.d.unique("OpTypeFloat", 0, 16),
        )
    offset, pointer = _size(b, op.offset), b.pointer(op.pointer, pointee)
    if loads:
        return b.extended(name, form, offset, pointer, *width)
    if isinstance(op, memory.HalfStoreOp) and op.rounding is not None:
        name, mode = f"{name}_r", (op.rounding.data.name,)
    b.extended(name, b.d.void, b.value(op.value), offset, pointer, *mode)
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
    """A conversion to or from floats, or of a truth value; the passes have lowered others."""
    form, result = b.form(op.value), b.form(op.result)
    sources, targets = (
        "SU"[op.src_unsigned is not None],
        "SU"[op.dst_unsigned is not None],
    )
    made = b.value(op.value)
    if form.id == result.id:
        return made
    if form.kind == "bool":
        return truth_as_number(b, made, result)
    if form.kind == result.kind == "int":
        raise b.d.refuse(unwritten(op))
    opcode = (
        f"OpConvertFTo{targets}" if form.kind == "float" else f"OpConvert{sources}ToF"
    )
    if form.kind == result.kind:
        opcode = "OpFConvert"
    made = b.emit(opcode, result, made)
    if op.saturate is not None:
        b.d.decorate(made, "SaturatedConversion")
    if op.rounding is not None:
        b.d.decorate(made, "FPRoundingMode", op.rounding.data.name)
    return made


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
    way, *sizes = _packet(b, op.pipe)
    operands = *b.values(op.operands), *sizes
    if scope is not MemoryScope.WORK_ITEM:
        group, operands = "Group", (b.d.scope(scope), *operands)
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
    BuiltinOp.name: _builtin,
    **{kind.name: _dimension_query for kind in VECTOR_QUERIES.values()},
    **{kind.name: _query for kind in SCALAR_QUERIES.values()},
    **{kind.name: _combine for kinds in FORMS.values() for kind in kinds},
    **dict.fromkeys(_LANES, _among),
    collective.WorkGroupBroadcastOp.name: _broadcast,
    sub_group.SubGroupClusteredReduceOp.name: _combine,
    sub_group.SubGroupBallotQueryOp.name: _ballot_query,
    sub_group.GetSubGroupMaskOp.name: _query,
    collective.AsyncWorkGroupCopyOp.name: _copy,
    collective.AsyncWorkGroupStridedCopyOp.name: _copy,
    collective.NullEventOp.name: LLVM["llvm.mlir.zero"],
    collective.WaitGroupEventsOp.name: _wait,
    collective.WaitGroupEventsPtrOp.name: _wait_list,
    collective.PrefetchOp.name: _prefetch,
    memory.LocalOp.name: _local,
    **{
        f"opencl.v{name}": _vector_access
        for name in "load store load_half loada_half store_half storea_half".split()
    },
    **{f"opencl.to_{name}": _pointer_cast for name in ("global", "local", "private")},
    memory.GetFenceOp.name: _get_fence,
    conversion.ConvertOp.name: _convert,
    PrintfOp.name: _printf,
    pipe.ReadPipeOp.name: _read_or_write_pipe,
    pipe.WritePipeOp.name: _read_or_write_pipe,
    pipe.ReservePipeOp.name: _reserve_or_commit,
    pipe.CommitPipeOp.name: _reserve_or_commit,
    pipe.GetPipeNumPacketsOp.name: _packets,
    pipe.GetPipeMaxPacketsOp.name: _packets,
}
"""Handlers by the name of the operation."""
