"""
Writes the dispatch packet and the queue of a launch, as a runtime does; kernels read them through
`dispatch_ptr` and `queue_ptr`.
"""

from __future__ import annotations

from collections.abc import Mapping

from xdsl_opencl.abi.arguments.packing import Launch
from xdsl_opencl.abi.arguments.placing import HiddenBlock
from xdsl_opencl.abi.conventions.amdgpu import AQL_PACKET, HSA_QUEUE
from xdsl_opencl.emulator.errors import EmulatorError
from xdsl_opencl.emulator.generations import Generation

_KERNEL_DISPATCH = 2
_BARRIER = 1 << 8
_ACQUIRE_SYSTEM = 2 << 9
_RELEASE_SYSTEM = 2 << 11
_HEADER = _KERNEL_DISPATCH | _BARRIER | _ACQUIRE_SYSTEM | _RELEASE_SYSTEM
"""
The packet's header: its type, and system-scope fences (HSA Platform System Architecture
Specification 1.2, section 2.9.1).
"""

_GRID_LIMIT = 1 << 32
_GROUP_LIMIT = 1 << 16

_QUEUE_PACKETS = 1
_QUEUE_FEATURES = 1
"""`HSA_QUEUE_FEATURE_KERNEL_DISPATCH`."""
_QUEUE_PROPERTIES = 2
"""`AMD_QUEUE_PROPERTIES_IS_PTR64`."""


def _filled(block: HiddenBlock, values: Mapping[str, int]) -> bytes:
    content = bytearray(block.size)
    for name, value in values.items():
        slot = block[name]
        content[slot.offset : slot.end] = value.to_bytes(slot.size, "little")
    return bytes(content)


def dispatch_packet(
    launch: Launch,
    *,
    kernel_object: int,
    kernarg_address: int,
    private_segment_size: int,
    group_segment_size: int,
) -> bytes:
    """
    The 64 bytes of a `hsa_kernel_dispatch_packet_t`; `kernel_object` is the address of the
    kernel descriptor.

    Raises `EmulatorError` for an index space that does not fit into a packet.
    """
    values = {
        "header": _HEADER,
        "setup": len(launch.global_size),
        "private_segment_size": private_segment_size,
        "group_segment_size": group_segment_size,
        "kernel_object": kernel_object,
        "kernarg_address": kernarg_address,
    }
    for axis, letter in enumerate("xyz"):
        there = axis < len(launch.global_size)
        grid = launch.global_size[axis] if there else 1
        group = launch.local_size[axis] if there else 1
        if grid >= _GRID_LIMIT or group >= _GROUP_LIMIT:
            raise EmulatorError(
                f"global size {tuple(launch.global_size)} in work-groups of "
                f"{tuple(launch.local_size)}: a dispatch packet has 32 bits for each "
                "dimension and 16 for that of a work-group; launch several parts"
            )
        values[f"grid_size_{letter}"] = grid
        values[f"workgroup_size_{letter}"] = group
    return _filled(AQL_PACKET, values)


def queue(
    generation: Generation, *, base_address: int, dispatch: int, scratch_bytes: int
) -> bytes:
    """
    The 256 bytes of an `amd_queue_t` that has launched `dispatch` packets before. Its ring
    of one packet is at `base_address`; `scratch_bytes` is the private memory of a work
    item.
    """
    return _filled(
        HSA_QUEUE,
        {
            "features": _QUEUE_FEATURES,
            "base_address": base_address,
            "size": _QUEUE_PACKETS,
            "id": 1,
            "write_dispatch_id": dispatch + 1,
            "group_segment_aperture_base_hi": generation.shared_aperture >> 32,
            "private_segment_aperture_base_hi": generation.private_aperture >> 32,
            "read_dispatch_id": dispatch,
            "read_dispatch_id_field_base_byte_offset": (
                HSA_QUEUE["read_dispatch_id"].offset
            ),
            "scratch_wave64_lane_byte_size": scratch_bytes,
            "queue_properties": _QUEUE_PROPERTIES,
        },
    )
