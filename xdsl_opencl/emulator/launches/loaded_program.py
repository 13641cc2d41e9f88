"""
A code object in the memory of an emulated GPU: its variables keep their values from one launch to
the next, and so does the memory that hidden arguments point to.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from xdsl_opencl.abi.arguments.packing import Launch as IndexSpace
from xdsl_opencl.abi.conventions.amdgpu import AQL_PACKET, KERNARG_ALIGNMENT
from xdsl_opencl.abi.model import KernelArgumentLayout, PlacedArgument, align_to
from xdsl_opencl.emulator.launches.dispatch_packet import dispatch_packet, queue
from xdsl_opencl.emulator.launches.emulated_launch import (
    LaunchOptions,
    Statistics,
    launch,
)
from xdsl_opencl.emulator.launches.kernarg import argument_segment, hidden_value
from xdsl_opencl.emulator.launches.printf_buffer import header, parse_formats, printed
from xdsl_opencl.emulator.memory.address_space import HOST_CALLS, AddressSpace, Buffer
from xdsl_opencl.emulator.program.loaded_code_object import CodeObject

_PRINTF_BYTES = 4 << 20
"""Size of the buffer of `printf`; OpenCL asks for 1 MiB (`CL_DEVICE_PRINTF_BUFFER_SIZE`)."""

_SERVICES = {"hidden_printf_buffer": _PRINTF_BYTES, "hidden_heap_v1": 1 << 17}
"""Hidden arguments that point to memory of the runtime, and its bytes."""

Unwritten = Callable[[int, NDArray[np.bool_]], None]
"""Gets the address of an argument segment, and a flag for each byte that is not written."""


class LoadedProgram:
    """
    Code object `code` in memory, at address `image`.

    Raises `EmulatorError` if it cannot be loaded.
    """

    def __init__(self, code: CodeObject):
        self.code = code
        self.memory = AddressSpace()
        self.launches = 0
        self._formats = parse_formats(code.info.printf)
        self._services: dict[str, Buffer] = {}
        room = np.zeros(code.size, np.uint8)
        self.image = self.memory.place("code object", room).address
        code.fill(room, self.image)

    def run(
        self,
        name: str,
        space: IndexSpace,
        explicit: bytes,
        places: Iterable[PlacedArgument] | None = None,
        *,
        local_end: int | None = None,
        options: LaunchOptions | None = None,
        unwritten: Unwritten | None = None,
    ) -> Statistics:
        """
        Runs kernel `name` to its end, and prints the output of its `printf`. `explicit` has
        the explicit arguments at their `places`, by default those of the metadata, so that
        the bytes of `abi.pack` will do; their arrays are in `memory`. `local_end` is the size
        of a work-group's local memory, by default the kernel's own.

        Raises `EmulatorError` for impossible sizes and for errors of the kernel.
        """
        kernel = self.code.kernel(name)
        info = kernel.info
        places = info.layout.explicit if places is None else places
        local_end = info.group_segment_size if local_end is None else local_end
        ring = self._service("ring", AQL_PACKET.size)
        temporary: list[Buffer] = []

        def put(what: str, content: bytes) -> int:
            data = np.frombuffer(content, np.uint8)
            temporary.append(self.memory.place(what, data, read_only=True))
            return temporary[-1].address

        try:
            queue_address = put(
                "queue",
                queue(
                    self.code.generation,
                    base_address=ring,
                    dispatch=self.launches,
                    scratch_bytes=info.private_segment_size,
                ),
            )
            dynamic = local_end - info.group_segment_size
            hidden = self._hidden(info.layout, space, queue_address, dynamic)
            segment, known = self._segment(info.layout, explicit, places, hidden)
            kernarg = put("arguments", segment)
            if unwritten is not None:
                unwritten(kernarg, np.frombuffer(known, np.uint8) == 0)
            packet = dispatch_packet(
                space,
                kernel_object=self.image + kernel.descriptor_address,
                kernarg_address=kernarg,
                private_segment_size=info.private_segment_size,
                group_segment_size=local_end,
            )
            self.memory.write(ring, packet)
            printing = hidden.get("hidden_printf_buffer")
            if printing is not None:
                self.memory.write(printing, header(_PRINTF_BYTES))
            statistics = launch(
                self.code,
                name,
                self.memory,
                space,
                {
                    "dispatch_ptr": ring,
                    "queue_ptr": queue_address,
                    "kernarg_segment_ptr": kernarg,
                    "dispatch_id": self.launches,
                },
                image_address=self.image,
                dynamic_lds_bytes=dynamic,
                options=options or LaunchOptions(),
            )
        finally:
            for buffer in temporary:
                self.memory.remove(buffer)
        self.launches += 1
        if printing is not None:
            buffer = self.memory.read(printing, _PRINTF_BYTES)
            sys.stdout.write(printed(self._formats, buffer))
        return statistics

    def _segment(
        self,
        layout: KernelArgumentLayout,
        explicit: bytes,
        places: Iterable[PlacedArgument],
        hidden: Mapping[str, int],
    ) -> tuple[bytes, bytes]:
        """The bytes of the argument segment, and for each byte 1 if it is stated."""
        # LLVM loads seven words as eight where the alignment says that they are there.
        size = align_to(layout.kernarg_segment_size, KERNARG_ALIGNMENT)
        return argument_segment(
            explicit, places, layout.hidden, hidden, size, seed=self.launches
        )

    def _hidden(
        self,
        layout: KernelArgumentLayout,
        space: IndexSpace,
        queue_address: int,
        dynamic: int,
    ) -> dict[str, int]:
        """The hidden arguments' values; `dynamic` are bytes of local memory."""
        services = {
            place.kind: self._service(place.kind, _SERVICES[place.kind])
            for place in layout.hidden
            if place.kind in _SERVICES
        }
        services["hidden_queue_ptr"] = queue_address
        services["hidden_hostcall_buffer"] = HOST_CALLS
        return {
            place.kind: hidden_value(
                place.kind,
                space,
                self.code.generation,
                addresses=services,
                dynamic_lds_bytes=dynamic,
            )
            for place in layout.hidden
        }

    def _service(self, kind: str, size: int) -> int:
        """The address of the `size` bytes for `kind`, which stay."""
        if kind not in self._services:
            self._services[kind] = self.memory.allocate(kind, size)
        return self._services[kind].address
