"""
Pipes: a ring of packets in global memory.

Pipes have the layout of ROCm's runtime (ROCm-Device-Libs, `opencl/src/pipes/pipes.h`), on the host
as well: three 64-bit numbers (the next packet to read, the next to write, and the number of
packets), and the packets from byte 128 on. The first two only grow, until the last packet is read:
then both are 0 again. A reservation is the number of its first packet, -1 if there was no room.
"""

from __future__ import annotations

from pathlib import Path

from xdsl.dialects import llvm, scf
from xdsl.dialects.builtin import IntAttr, IntegerType, VectorType, i32, i64
from xdsl.ir import Attribute, Operation, Region, SSAValue

from xdsl_opencl.abi.arguments.pipes import END_INDEX, PACKETS, WRITE_INDEX
from xdsl_opencl.abi.enums import AccessQualifier, AddressSpace, MemoryScope
from xdsl_opencl.dialects.opencl import collective, pipe, work_item
from xdsl_opencl.dialects.opencl.types import PipeType, ReserveIdType
from xdsl_opencl.ir.templates import Templates
from xdsl_opencl.transforms.builtins.memory import raw_pointer
from xdsl_opencl.transforms.builtins.values import Values

_GLOBAL = llvm.LLVMPointerType(IntAttr(AddressSpace.GLOBAL.spir))

_MOST_PARTS = 32
"""The most loads and stores for one packet; a larger one is copied by an intrinsic."""


class Pipes:
    """
    The lowering of one operation on `pipe`. `scope` is LLVM's name of the scope of the
    device.
    """

    def __init__(self, v: Values, pipe: SSAValue, scope: str):
        self.v = v
        self.type = pipe.type
        self.start = v.cast(pipe, _GLOBAL)
        syncscope = f'syncscope("{scope}")' if scope else ""
        path = Path(__file__).with_name("pipes.mlir")
        self.templates = Templates(
            path,
            scope=syncscope,
            write_index=str(WRITE_INDEX),
            end_index=str(END_INDEX),
        )

    def inline(self, v: Values, name: str, *arguments: SSAValue) -> list[SSAValue]:
        return self.templates.inline(v, name, (self.start, *arguments))

    # --- reservations -------------------------------------------------------------------

    def take(self, v: Values, count: SSAValue) -> tuple[SSAValue, SSAValue | None]:
        """
        Returns the number of the first of `count` packets to read or to write, or -1; and
        to read, the number of the next packet to write.
        """
        assert isinstance(self.type, PipeType)
        reads = self.type.access.data is AccessQualifier.READ_ONLY
        index, limit = self.inline(v, "room_to_read" if reads else "room_to_write")
        (first,) = self.templates.inline(v, "reserve", (index, limit, count))
        return first, limit if reads else None

    def finish(
        self, v: Values, first: SSAValue, count: SSAValue, written: SSAValue | None
    ) -> None:
        """Resets both numbers to 0 when the last packet is taken."""
        if written is not None:
            self.inline(v, "finish_reading", first, count, written)

    def reservation(self, v: Values, count: SSAValue) -> SSAValue:
        """Returns the number of the first of the reserved packets, or -1."""
        wide = v.resize(count, 64)
        first, written = self.take(v, wide)
        self.finish(v, first, wide, written)
        return first

    # --- packets ------------------------------------------------------------------------

    def copy(self, v: Values, op: pipe.PacketOp, number: SSAValue) -> None:
        """
        Copies the packet `number`, which wraps, from or to the operation's pointer.
        """
        size, alignment = op.size.value.data, op.alignment.value.data
        end = v.load(v.offset(self.start, END_INDEX), i64, 8)
        place = v.imul(v.op(llvm.URemOp, number, end), v.constant(size, i64))
        packet = v.offset(v.offset(self.start, PACKETS), place)
        memory = raw_pointer(v, op.pointer)
        source, target = packet, memory
        if op.__class__ is pipe.WritePipeOp:
            source, target = memory, packet
        part = min(alignment, 16)
        if size // part > _MOST_PARTS:
            v.copy_bytes(target, source, v.constant(size, i64))
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
            self.copy(v, op, v.iadd(_as_number(v, op.reservation), index))
            return v.constant(0, i32)
        one = v.constant(1, i64)
        number, written = self.take(v, one)
        taken = v.compare("ne", number, v.constant(-1, i64))
        inner = v.fresh()
        self.copy(inner, op, number)
        inner.insert(scf.YieldOp())
        v.insert(scf.IfOp(taken, (), Region(inner.block)))
        self.finish(v, number, one, written)
        return v.select(taken, v.constant(0, i32), v.constant(-1, i32))

    def count(self, op: pipe.PipeQueryOp) -> SSAValue:
        most = type(op) is pipe.GetPipeMaxPacketsOp
        (number,) = self.inline(self.v, "max_packets" if most else "num_packets")
        return self.v.resize(number, 32)

    def shared_reservation(self, op: pipe.ReservePipeOp, first: SSAValue) -> SSAValue:
        """
        Returns the reservation of the work item for which `first` holds, 0 in all other work items.
        """
        inner, other = self.v.fresh(), self.v.fresh()
        inner.insert(scf.YieldOp(self.reservation(inner, op.count)))
        other.insert(scf.YieldOp(other.constant(0, i64)))
        regions = Region(inner.block), Region(other.block)
        return self.v.add(scf.IfOp(first, (i64,), *regions))

    def group_reservation(self, op: pipe.ReservePipeOp) -> SSAValue:
        """
        Makes one reservation for all in the first work item; the operation that broadcasts it is
        still to be lowered.
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


def _as_number(v: Values, reservation: SSAValue) -> SSAValue:
    return v.op(llvm.PtrToIntOp, v.cast(reservation, _GLOBAL), type=i64)


def lower_pipe(v: Values, op: Operation, scope: str) -> list[SSAValue]:
    """
    Returns the results of a pipe's operation; `v` may get work-group and sub-group functions,
    which are still to be lowered.
    """
    match op:
        case pipe.PacketOp():
            return [Pipes(v, op.pipe, scope).packet(op)]
        case pipe.ReservePipeOp():
            pipes = Pipes(v, op.pipe, scope)
            single = op.scope.data is MemoryScope.WORK_ITEM
            number = (
                pipes.reservation(v, op.count)
                if single
                else pipes.group_reservation(op)
            )
            return [
                v.cast(v.op(llvm.IntToPtrOp, number, type=_GLOBAL), ReserveIdType())
            ]
        case pipe.IsValidReserveIdOp():
            number = _as_number(v, op.reservation)
            return [v.compare("ne", number, v.constant(-1, i64))]
        case pipe.PipeQueryOp():
            return [Pipes(v, op.pipe, scope).count(op)]
        case _:
            # A commit orders nothing: packets are for kernels that run later.
            assert isinstance(op, pipe.CommitPipeOp)
            return []
