"""
The translation of calls of pipe functions. Clang calls functions of its own, with the
size and the alignment of a packet at the end (clang, `CGBuiltin.cpp`, "pipe").
"""

from __future__ import annotations

from xdsl.ir import SSAValue

from xdsl_opencl.abi.enums import MemoryScope
from xdsl_opencl.dialects.opencl import pipe
from xdsl_opencl.frontend.builtins.builtin_calls import Call, Handler, Reader, row
from xdsl_opencl.frontend.builtins.pipe_reservations import as_reservation, as_result
from xdsl_opencl.frontend.errors import Unsupported


def _packet(cls: type[pipe.PacketOp]) -> Handler:
    def handler(call: Call) -> SSAValue | None:
        source, *reserved, pointer, _, _ = call.arguments
        count = len(call.arguments)
        size, alignment = call.constant(count - 2), call.constant(count - 1)
        if size is None or alignment is None:
            raise Unsupported(
                f"{call.name} needs constants as size and alignment; give it such"
            )
        reservation = (
            (as_reservation(call, reserved[0]), reserved[1]) if reserved else None
        )
        return call.emit(cls(source, pointer, size, alignment, reservation))

    return handler


def _reserve(scope: MemoryScope) -> Handler:
    return lambda call: as_result(
        call,
        call.value(pipe.ReservePipeOp(scope, call.arguments[0], call.arguments[1])),
    )


def reservation(index: int) -> Reader[SSAValue]:
    """Argument `index`, a reservation."""
    return lambda call: as_reservation(call, call.arguments[index])


def pipe_handlers() -> dict[str, Handler]:
    """Handlers by the names that Clang calls."""
    table: dict[str, Handler] = {}
    for name, cls in (("read", pipe.ReadPipeOp), ("write", pipe.WritePipeOp)):
        for form in ("2", "4"):
            table[f"__{name}_pipe_{form}"] = _packet(cls)
        for prefix, scope in (
            ("", MemoryScope.WORK_ITEM),
            ("sub_group_", MemoryScope.SUB_GROUP),
            ("work_group_", MemoryScope.WORK_GROUP),
        ):
            table[f"__{prefix}reserve_{name}_pipe"] = _reserve(scope)
            table[f"__{prefix}commit_{name}_pipe"] = row(
                pipe.CommitPipeOp, scope, 0, reservation(1)
            )
    for access in ("ro", "wo"):
        table[f"__get_pipe_num_packets_{access}"] = row(pipe.GetPipeNumPacketsOp, 0)
        table[f"__get_pipe_max_packets_{access}"] = row(pipe.GetPipeMaxPacketsOp, 0)
    return table
