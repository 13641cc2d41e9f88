"""
Fills the argument segment of a launch: explicit arguments as given, hidden ones by name, junk in
the gaps that the metadata does not list.

Sources of the hidden values: LLVM, AMDGPUUsage, "Code Object V4 Metadata" and "Code Object V5
Metadata".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from xdsl_opencl.abi.arguments.packing import Launch
from xdsl_opencl.abi.model import PlacedArgument
from xdsl_opencl.emulator.errors import EmulatorError
from xdsl_opencl.emulator.generations import Generation

NOTHING = frozenset(
    (
        "hidden_none",
        # Kernels cannot enqueue kernels, and no launch spans devices.
        "hidden_default_queue",
        "hidden_completion_action",
        "hidden_multigrid_sync_arg",
    )
)
"""Hidden arguments that are null."""

BUFFERS = frozenset(
    (
        "hidden_printf_buffer",
        "hidden_hostcall_buffer",
        "hidden_heap_v1",
        "hidden_queue_ptr",
    )
)
"""Hidden arguments that point to memory that a launch must provide."""


def hidden_value(
    kind: str,
    launch: Launch,
    generation: Generation,
    *,
    addresses: Mapping[str, int],
    dynamic_lds_bytes: int = 0,
) -> int:
    """
    The value of hidden argument `kind`; `addresses` maps the kinds in `BUFFERS` to their
    addresses.

    Raises `EmulatorError` for an unknown kind.
    """
    if kind in NOTHING:
        return 0
    if kind in BUFFERS:
        return addresses[kind]
    own = {
        "hidden_shared_base": generation.shared_aperture >> 32,
        "hidden_private_base": generation.private_aperture >> 32,
        "hidden_dynamic_lds_size": dynamic_lds_bytes,
    }
    value = own[kind] if kind in own else launch.hidden(kind)
    if value is None:
        raise EmulatorError(
            f"the metadata lists a hidden argument '{kind}', which the emulator does not "
            "know; compile for code object version 4, 5 or 6"
        )
    return value


def argument_segment(
    explicit: bytes,
    places: Iterable[PlacedArgument],
    hidden: Iterable[PlacedArgument],
    values: Mapping[str, int],
    size: int,
    *,
    seed: int = 0,
) -> tuple[bytes, bytes]:
    """
    The `size` bytes of an argument segment, and for each byte 1 if it was written.

    `explicit` holds the arguments at `places`; `values` maps the kinds of `hidden` to their
    values. The gaps get junk from `seed`, because a runtime guarantees nothing about them.
    """
    content = bytearray(np.random.default_rng(seed).bytes(size))
    written = bytearray(size)
    for place in places:
        end = place.offset + place.size
        content[place.offset : end] = explicit[place.offset : end]
        written[place.offset : end] = b"\1" * place.size
    for place in hidden:
        end = place.offset + place.size
        if end > size:
            # LLVM lists all hidden arguments even if the kernel reads only the first ones.
            continue
        content[place.offset : end] = values[place.kind].to_bytes(place.size, "little")
        written[place.offset : end] = b"\1" * place.size
    return bytes(content), bytes(written)
