"""
The memory that a launch on the emulator hands to a kernel: dispatch packet, queue, argument
segment. Offsets are those of ROCr's headers (`hsa.h`, `amd_hsa_queue.h`), written here a
second time as structures of `ctypes`.
"""

from __future__ import annotations

import ctypes

import pytest

from xdsl_opencl.abi.arguments.packing import Launch
from xdsl_opencl.abi.conventions.amdgpu import AQL_PACKET, HSA_QUEUE
from xdsl_opencl.abi.model import PlacedArgument
from xdsl_opencl.emulator.errors import EmulatorError
from xdsl_opencl.emulator.generations import generation
from xdsl_opencl.emulator.launches.dispatch_packet import dispatch_packet, queue
from xdsl_opencl.emulator.launches.kernarg import argument_segment, hidden_value

u16, u32, u64 = ctypes.c_uint16, ctypes.c_uint32, ctypes.c_uint64


class Packet(ctypes.Structure):
    """`hsa_kernel_dispatch_packet_t`."""

    _fields_ = (
        ("header", u16),
        ("setup", u16),
        ("workgroup_size_x", u16),
        ("workgroup_size_y", u16),
        ("workgroup_size_z", u16),
        ("reserved0", u16),
        ("grid_size_x", u32),
        ("grid_size_y", u32),
        ("grid_size_z", u32),
        ("private_segment_size", u32),
        ("group_segment_size", u32),
        ("kernel_object", u64),
        ("kernarg_address", u64),
        ("reserved2", u64),
        ("completion_signal", u64),
    )


class Queue(ctypes.Structure):
    """`amd_queue_t`, which begins with `hsa_queue_t`."""

    _fields_ = (
        ("type", u32),
        ("features", u32),
        ("base_address", u64),
        ("doorbell_signal", u64),
        ("size", u32),
        ("reserved1", u32),
        ("id", u64),
        ("caps", u32 * 4),
        ("write_dispatch_id", u64),
        ("group_segment_aperture_base_hi", u32),
        ("private_segment_aperture_base_hi", u32),
        ("max_cu_id", u32),
        ("max_wave_id", u32),
        ("max_legacy_doorbell_dispatch_id_plus_1", u64),
        ("legacy_doorbell_lock", u32),
        ("reserved2", u32 * 9),
        ("read_dispatch_id", u64),
        ("read_dispatch_id_field_base_byte_offset", u32),
        ("compute_tmpring_size", u32),
        ("scratch_resource_descriptor", u32 * 4),
        ("scratch_backing_memory_location", u64),
        ("scratch_backing_memory_byte_size", u64),
        ("scratch_wave64_lane_byte_size", u32),
        ("queue_properties", u32),
    )


@pytest.mark.parametrize(
    ("block", "structure"), [(AQL_PACKET, Packet), (HSA_QUEUE, Queue)]
)
def test_offsets(block: object, structure: type[ctypes.Structure]) -> None:
    from xdsl_opencl.abi.arguments.placing import HiddenBlock

    assert isinstance(block, HiddenBlock)
    for slot in block.slots:
        field = getattr(structure, slot.kind)
        assert (slot.offset, slot.size) == (field.offset, field.size), slot.kind


def test_packet() -> None:
    content = dispatch_packet(
        Launch((100, 7), (32, 2)),
        kernel_object=0x1234_5678_9ABC,
        kernarg_address=0xFFF0,
        private_segment_size=16,
        group_segment_size=4096,
    )
    packet = Packet.from_buffer_copy(content)
    assert len(content) == ctypes.sizeof(Packet) == 64
    # A kernel dispatch, with the barrier bit and the two fences of the system.
    assert packet.header & 0xFF == 2
    assert packet.header >> 8 == 1 | 2 << 1 | 2 << 3
    assert packet.setup == 2
    sizes = [getattr(packet, f"grid_size_{axis}") for axis in "xyz"]
    groups = [getattr(packet, f"workgroup_size_{axis}") for axis in "xyz"]
    assert (sizes, groups) == ([100, 7, 1], [32, 2, 1])
    assert packet.kernel_object == 0x1234_5678_9ABC
    assert packet.kernarg_address == 0xFFF0
    assert (packet.private_segment_size, packet.group_segment_size) == (16, 4096)


def test_packet_has_32_bits() -> None:
    with pytest.raises(EmulatorError, match="32 bits for each dimension"):
        dispatch_packet(
            Launch((1 << 32,), (64,)),
            kernel_object=0,
            kernarg_address=0,
            private_segment_size=0,
            group_segment_size=0,
        )


@pytest.mark.parametrize("name", ["gfx803", "gfx906", "gfx1100"])
def test_queue(name: str) -> None:
    gpu = generation(name)
    content = queue(gpu, base_address=0x4000, dispatch=3, scratch_bytes=128)
    found = Queue.from_buffer_copy(content)
    assert len(content) == 256
    assert found.group_segment_aperture_base_hi << 32 == gpu.shared_aperture
    assert found.private_segment_aperture_base_hi << 32 == gpu.private_aperture
    assert (found.read_dispatch_id, found.write_dispatch_id) == (3, 4)
    assert (
        found.read_dispatch_id_field_base_byte_offset == Queue.read_dispatch_id.offset
    )
    assert found.base_address == 0x4000


ADDRESSES = {
    "hidden_printf_buffer": 0x1000,
    "hidden_hostcall_buffer": 0x2000,
    "hidden_heap_v1": 0x3000,
    "hidden_queue_ptr": 0x4000,
}
LAUNCH = Launch((100, 64, 3), (32, 16, 1), (5, 0, 1 << 33))
GFX8, GFX11 = generation("gfx803"), generation("gfx1100")


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("hidden_block_count_x", 3),
        ("hidden_block_count_y", 4),
        ("hidden_remainder_x", 4),
        ("hidden_remainder_y", 0),
        ("hidden_group_size_x", 32),
        ("hidden_group_size_z", 1),
        ("hidden_global_offset_x", 5),
        ("hidden_global_offset_z", 1 << 33),
        ("hidden_grid_dims", 3),
        ("hidden_none", 0),
        ("hidden_multigrid_sync_arg", 0),
        ("hidden_default_queue", 0),
        ("hidden_completion_action", 0),
        ("hidden_dynamic_lds_size", 640),
        *ADDRESSES.items(),
    ],
)
def test_hidden_values(kind: str, value: int) -> None:
    found = hidden_value(
        kind, LAUNCH, GFX11, addresses=ADDRESSES, dynamic_lds_bytes=640
    )
    assert found == value


def test_hidden_bases_are_the_apertures() -> None:
    for kind, address in (
        ("hidden_shared_base", GFX8.shared_aperture),
        ("hidden_private_base", GFX8.private_aperture),
    ):
        assert hidden_value(kind, LAUNCH, GFX8, addresses={}) << 32 == address


def test_unknown_hidden_argument() -> None:
    with pytest.raises(EmulatorError, match="hidden argument 'hidden_moon'"):
        hidden_value("hidden_moon", LAUNCH, GFX11, addresses={})


def place(kind: str, offset: int, size: int, index: int | None) -> PlacedArgument:
    return PlacedArgument(kind, kind, offset, size, size, index)


def test_segment_is_junk_where_nothing_is() -> None:
    explicit = bytes(range(1, 25))
    places = [place("by_value", 0, 4, 0), place("global_pointer", 8, 8, 1)]
    hidden = [place("hidden_grid_dims", 20, 2, None)]
    segments = [
        argument_segment(
            explicit, places, hidden, {"hidden_grid_dims": 0x0203}, 32, seed=seed
        )
        for seed in (1, 2)
    ]
    (first, written), (second, _) = segments
    assert first[:4] == b"\1\2\3\4"
    assert first[8:16] == explicit[8:16]
    assert first[20:22] == b"\3\2"
    assert written == b"\1" * 4 + b"\0" * 4 + b"\1" * 8 + b"\0" * 4 + b"\1\1" + bytes(
        10
    )
    differs = [a != b for a, b in zip(first, second, strict=True)]
    assert any(differs)
    assert not any(d for d, w in zip(differs, written, strict=True) if w)


def test_hidden_argument_outside() -> None:
    hidden = [place("hidden_grid_dims", 30, 4, None)]
    _, written = argument_segment(b"", [], hidden, {"hidden_grid_dims": 1}, 32)
    assert written == bytes(32)
