"""
Pipes: a ring of packets in global memory.

A pipe is what ROCm's runtime makes it (ROCm-Device-Libs, `opencl/src/pipes/pipes.h`), on
the host as well: three 64-bit numbers, of the next packet to read, of the next to write,
and of packets in all; from byte 128 on the packets. The first two only grow, until the last
packet is read: then both are 0 again. A reservation is the number of its first packet,
-1 when there was no room.
"""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects import llvm, scf
from xdsl.dialects.builtin import (
    BoolAttr,
    DenseArrayBase,
    IntAttr,
    IntegerAttr,
    IntegerType,
    StringAttr,
    UnrealizedConversionCastOp,
    VectorType,
    i1,
    i8,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xdsl_opencl.abi.enums import AccessQualifier, AddressSpace, MemoryScope
from xdsl_opencl.dialects.llvm_ext.corrected import StoreOp
from xdsl_opencl.dialects.llvm_ext.instructions import ORDERINGS, AtomicCmpXchgOp
from xdsl_opencl.dialects.llvm_ext.intrinsics import MemcpyOp
from xdsl_opencl.dialects.opencl import collective, pipe, work_item
from xdsl_opencl.dialects.opencl.types import PipeType, ReserveIdType
from xdsl_opencl.transforms.builtins.memory import raw_pointer
from xdsl_opencl.transforms.builtins.values import Values

_GLOBAL = llvm.LLVMPointerType(IntAttr(AddressSpace.GLOBAL.spir))
READ_INDEX, WRITE_INDEX, END_INDEX, PACKETS = 0, 8, 16, 128
"""Offsets in a pipe, in bytes."""

_MOST_PARTS = 32
"""Loads and stores of one packet, beyond which it is an intrinsic that copies."""


class Pipes:
    """
    The lowering of one operation. `scope` is LLVM's name of the scope of the device.
    """

    def __init__(self, v: Values, scope: str):
        self.v = v
        self.scope: dict[str, Attribute] = {}
        if scope:
            self.scope["syncscope"] = StringAttr(scope)
        self.written: SSAValue | None = None
        """The number of the next packet to write, when packets were looked for."""

    def cast(self, value: SSAValue, type: Attribute) -> SSAValue:
        return self.v.add(
            UnrealizedConversionCastOp.create(operands=(value,), result_types=(type,))
        )

    def at(self, pipe: SSAValue, offset: int) -> SSAValue:
        """
        The address of a byte of a pipe.
        """
        v = self.v
        start = self.cast(pipe, _GLOBAL)
        return v.offset(start, v.constant(offset, i32), i8) if offset else start

    def load(self, address: SSAValue) -> SSAValue:
        """
        A number that others change: loaded atomically.
        """
        v = self.v
        value = v.load(address, i64, 8)
        load = value.owner
        assert isinstance(load, Operation)
        load.properties["ordering"] = _monotonic()
        load.attributes.update(self.scope)
        return value

    def store(self, value: SSAValue, address: SSAValue) -> None:
        store = StoreOp.create(
            operands=(value, address),
            properties={
                "alignment": IntegerAttr(8, i64),
                "ordering": _monotonic(),
            },
            attributes=self.scope,
        )
        self.v.insert(store)

    # --- reservations -------------------------------------------------------------------

    def reserve(self, index: SSAValue, limit: SSAValue, count: SSAValue) -> SSAValue:
        """
        Adds `count` to the number at `index` unless that would be more than `limit`; the
        number before, or -1.
        """
        v = self.v
        first = self.load(index)
        inner = Pipes(v.fresh((i64,)), "")
        inner.scope = self.scope
        w = inner.v
        before = w.block
        end = w.iadd(before.args[0], count)
        fits = w.compare("ule", end, limit)
        attempt = inner.exchange(index, before.args[0], end)
        full = w.fresh()
        none, no = full.constant(-1, i64), full.constant(0, i1)
        full.insert(scf.YieldOp(none, no))
        choice = scf.IfOp(fits, (i64, i1), Region(attempt), Region(full.block))
        w.insert(choice)
        old, again = choice.results
        w.insert(scf.ConditionOp(again, old))
        after = Block(arg_types=(i64,))
        after.add_op(scf.YieldOp(after.args[0]))
        return v.add(scf.WhileOp((first,), (i64,), Region(before), Region(after)))

    def exchange(self, index: SSAValue, expected: SSAValue, end: SSAValue) -> Block:
        """
        The block that tries to change the number, and yields what was there and whether
        that was another one.
        """
        w = self.v.fresh()
        pair = w.add(
            AtomicCmpXchgOp.create(
                operands=(index, expected, end),
                result_types=(llvm.LLVMStructType.from_type_list([i64, i1]),),
                properties={
                    "success_ordering": _monotonic(),
                    "failure_ordering": _monotonic(),
                    **self.scope,
                },
            )
        )
        old, swapped = (
            w.add(
                llvm.ExtractValueOp.create(
                    operands=(pair,),
                    result_types=(type,),
                    properties={"position": DenseArrayBase.from_list(i64, (index,))},
                )
            )
            for index, type in enumerate((i64, i1))
        )
        again = w.xor(swapped, w.constant(1, i1))
        w.insert(scf.YieldOp(old, again))
        return w.block

    def when(self, condition: SSAValue, then: Callable[[Pipes], None]) -> None:
        inner = Pipes(self.v.fresh(), "")
        inner.scope = self.scope
        then(inner)
        inner.v.insert(scf.YieldOp())
        self.v.insert(scf.IfOp(condition, (), Region(inner.v.block)))

    def take(self, pipe: SSAValue, count: SSAValue) -> SSAValue:
        """
        The number of the first of `count` packets to read or to write, or -1.
        """
        v = self.v
        type = pipe.type
        assert isinstance(type, PipeType)
        if type.access.data is AccessQualifier.READ_ONLY:
            self.written = self.load(self.at(pipe, WRITE_INDEX))
            return self.reserve(self.at(pipe, READ_INDEX), self.written, count)
        read = self.load(self.at(pipe, READ_INDEX))
        end = v.load(self.at(pipe, END_INDEX), i64, 8)
        limit = v.iadd(read, end)
        return self.reserve(self.at(pipe, WRITE_INDEX), limit, count)

    def finish(self, pipe: SSAValue, first: SSAValue, count: SSAValue) -> None:
        """
        Both numbers become 0 when the last packet that is there is taken.
        """
        v = self.v
        if self.written is None:
            return
        taken = v.compare("ne", first, v.constant(-1, i64))
        last = v.compare("eq", v.iadd(first, count), self.written)

        def reset(inner: Pipes) -> None:
            zero = inner.v.constant(0, i64)
            inner.store(zero, inner.at(pipe, WRITE_INDEX))
            inner.store(zero, inner.at(pipe, READ_INDEX))

        self.when(v.and_(taken, last), reset)

    def reservation(self, pipe: SSAValue, count: SSAValue) -> SSAValue:
        """
        The number of the first of the reserved packets, or -1.
        """
        wide = self.v.resize(count, 64, unsigned=True)
        first = self.take(pipe, wide)
        self.finish(pipe, first, wide)
        return first

    def as_number(self, reservation: SSAValue) -> SSAValue:
        return self.v.op(llvm.PtrToIntOp, self.cast(reservation, _GLOBAL), type=i64)

    def as_reservation(self, number: SSAValue) -> SSAValue:
        pointer = self.v.op(llvm.IntToPtrOp, number, type=_GLOBAL)
        return self.cast(pointer, ReserveIdType())

    # --- packets ------------------------------------------------------------------------

    def copy(self, op: pipe.PacketOp, number: SSAValue) -> None:
        """
        Copies the packet `number`, which wraps, from or to the operation's pointer.
        """
        v = self.v
        size, alignment = op.size.value.data, op.alignment.value.data
        end = v.load(self.at(op.pipe, END_INDEX), i64, 8)
        place = v.imul(v.op(llvm.URemOp, number, end), v.constant(size, i64))
        packet = v.offset(self.at(op.pipe, PACKETS), place, i8)
        memory = raw_pointer(v, op.pointer)
        source, target = packet, memory
        if isinstance(op, pipe.WritePipeOp):
            source, target = memory, packet
        part = min(alignment, 16)
        if size // part > _MOST_PARTS:
            v.insert(
                MemcpyOp.create(
                    operands=(target, source, v.constant(size, i64)),
                    properties={"isVolatile": BoolAttr.from_bool(False)},
                )
            )
            return
        type: Attribute = VectorType(i32, [4]) if part == 16 else IntegerType(8 * part)
        for i in range(size // part):
            index = v.constant(i, i32)
            value = v.load(v.offset(source, index, type), type, part)
            v.store(value, v.offset(target, index, type), part)

    def packet(self, op: pipe.PacketOp) -> SSAValue:
        v = self.v
        if op.reservation is not None and op.index is not None:
            index = v.resize(op.index, 64, unsigned=True)
            self.copy(op, v.iadd(self.as_number(op.reservation), index))
            return v.constant(0, i32)
        one = v.constant(1, i64)
        number = self.take(op.pipe, one)
        taken = v.compare("ne", number, v.constant(-1, i64))
        self.when(taken, lambda inner: inner.copy(op, number))
        self.finish(op.pipe, number, one)
        return v.select(taken, v.constant(0, i32), v.constant(-1, i32))

    def count(self, op: pipe.PipeQueryOp) -> SSAValue:
        v = self.v
        if isinstance(op, pipe.GetPipeMaxPacketsOp):
            number = v.load(self.at(op.pipe, END_INDEX), i64, 8)
        else:
            written = self.load(self.at(op.pipe, WRITE_INDEX))
            number = v.isub(written, self.load(self.at(op.pipe, READ_INDEX)))
        return v.resize(number, 32, unsigned=True)

    def shared_reservation(self, op: pipe.ReservePipeOp, first: SSAValue) -> SSAValue:
        """
        The reservation of the work item for which `first` holds, 0 in the others.
        """
        inner = Pipes(self.v.fresh(), "")
        inner.scope = self.scope
        number = inner.reservation(op.pipe, op.count)
        inner.v.insert(scf.YieldOp(number))
        other = self.v.fresh()
        other.insert(scf.YieldOp(other.constant(0, i64)))
        return self.v.add(
            scf.IfOp(
                first,
                (i64,),
                Region(inner.v.block),
                Region(other.block),
            )
        )

    def group_reservation(self, op: pipe.ReservePipeOp) -> SSAValue:
        """
        One reservation for all: of the first work item, with which the operation that
        broadcasts it is left to be lowered.
        """
        v = self.v
        zero = v.constant(0, i32)
        if op.scope.data is MemoryScope.SUB_GROUP:
            own = v.add(work_item.GetSubGroupLocalIdOp(i32))
            number = self.shared_reservation(op, v.compare("eq", own, zero))
            return v.add(collective.SubGroupBroadcastOp(number, zero))
        own = v.add(work_item.GetLocalLinearIdOp(i32))
        number = self.shared_reservation(op, v.compare("eq", own, zero))
        start = v.constant(0, i64)
        return v.add(collective.WorkGroupBroadcastOp(number, (start, start, start)))


def lower_pipe(v: Values, op: Operation, scope: str) -> list[SSAValue]:
    """
    The results of a pipe's operation; work-group and sub-group functions among what `v`
    gets are still to be lowered.
    """
    pipes = Pipes(v, scope)
    match op:
        case pipe.PacketOp():
            return [pipes.packet(op)]
        case pipe.ReservePipeOp():
            single = op.scope.data is MemoryScope.WORK_ITEM
            number = (
                pipes.reservation(op.pipe, op.count)
                if single
                else pipes.group_reservation(op)
            )
            return [pipes.as_reservation(number)]
        case pipe.IsValidReserveIdOp():
            number = pipes.as_number(op.reservation)
            return [v.compare("ne", number, v.constant(-1, i64))]
        case pipe.PipeQueryOp():
            return [pipes.count(op)]
        case _:
            # A commit orders nothing: packets are for kernels that run later.
            assert isinstance(op, pipe.CommitPipeOp)
            return []


def _monotonic() -> IntegerAttr:
    return IntegerAttr(ORDERINGS["monotonic"], i64)
