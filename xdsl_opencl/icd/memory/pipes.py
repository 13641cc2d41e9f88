"""Pipes."""

from __future__ import annotations

from typing import ClassVar

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.abi.arguments.pipes import END_INDEX, PACKETS
from xdsl_opencl.abi.opencl_api import ApiError
from xdsl_opencl.abi.reflection import ArgumentInfo
from xdsl_opencl.icd.api.client_memory import Answer, put, query, u32, u64
from xdsl_opencl.icd.memory.memory_objects import Memory
from xdsl_opencl.icd.objects.contexts import Context
from xdsl_opencl.icd.objects.platform import MAX_PACKET_BYTES, max_allocation
from xdsl_opencl.runtime.arguments.argument_block import packet_bytes


class Pipe(Memory):
    """A pipe: room for `count` packets of `packet` bytes (`abi/arguments/pipes.py`)."""

    INVALID: ClassVar[int] = cl.INVALID_MEM_OBJECT
    __slots__ = ("count", "packet")

    def __init__(self, context: Context, flags: int, packet: int, count: int):
        super().__init__(context, cl.MEM_OBJECT_PIPE, flags, PACKETS + packet * count)
        self.packet = packet
        self.count = count
        self.bytes[:PACKETS] = 0
        put(self.address + END_INDEX, u64(count))

    def argument_address(self, info: ArgumentInfo) -> int:
        """
        The address that a kernel gets for this object as the argument `info`.

        Raises `ApiError` when it is not a pipe of packets of that size.
        """
        wanted = packet_bytes(info.base_type_name)
        if "pipe" not in info.type_qualifiers.split():
            raise ApiError(cl.INVALID_ARG_VALUE, f"a pipe for {info.type_name}")
        if wanted not in (None, self.packet):
            raise ApiError(
                cl.INVALID_ARG_VALUE,
                f"packets of {self.packet} bytes for {info.base_type_name}",
            )
        return self.address

    def checked_value(self) -> object:
        """The memory, where work items race by design."""
        from xdsl_opencl.runtime.checks.check_reports import PipeMemory

        return PipeMemory(self.address, self.size)


_FLAGS = cl.MEM_READ_WRITE | cl.MEM_HOST_NO_ACCESS


def clCreatePipe(
    handle: int | None, flags: int, packet: int, count: int, properties: int | None
) -> int:
    context = Context.of(handle)
    if flags & ~_FLAGS:
        raise ApiError(cl.INVALID_VALUE, f"flags {flags:#x}")
    if properties:
        raise ApiError(cl.INVALID_VALUE, "pipes have no properties")
    if not 0 < packet <= MAX_PACKET_BYTES or not count:
        raise ApiError(cl.INVALID_PIPE_SIZE, f"{count} packets of {packet} bytes")
    if packet * count > max_allocation():
        raise ApiError(cl.MEM_OBJECT_ALLOCATION_FAILURE, f"{packet * count} bytes")
    return Pipe(context, flags or _FLAGS, packet, count).given()


_PIPE: dict[int, Answer[Pipe]] = {
    cl.PIPE_PACKET_SIZE: lambda p: u32(p.packet),
    cl.PIPE_MAX_PACKETS: lambda p: u32(p.count),
    cl.PIPE_PROPERTIES: lambda p: b"",
}

clGetPipeInfo = query(_PIPE, Pipe.of)
