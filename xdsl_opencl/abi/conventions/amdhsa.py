"""
The amdhsa ABI: `amdgcn-amd-amdhsa`, code objects 4, 5 and 6.

Sources: LLVM, `AMDGPUHSAMetadataStreamer.cpp` (which hidden arguments are listed),
`AMDGPUSubtarget.cpp` (sizes), AMDGPUUsage, "Code Object V4 Metadata" and "Code Object V5
Metadata"; ROCm-Device-Libs, `ockl/src/workitem.cl` and `image.cl`.
"""

from __future__ import annotations

from dataclasses import replace

from xdsl_opencl.abi.arguments.placing import (
    ArgumentRules,
    ArgumentSegment,
    HiddenBlock,
    HiddenSlot,
    Needed,
    slots_of,
)
from xdsl_opencl.abi.conventions import amdgpu
from xdsl_opencl.abi.enums import Segment
from xdsl_opencl.abi.gpu.processors import ProcessorFamily
from xdsl_opencl.abi.images.images import IMAGE_FIELDS
from xdsl_opencl.abi.interface import (
    Abi,
    ImageAccess,
    Interface,
    MathLibrary,
    PrintfForm,
    Slot,
    WorkItems,
)

_RULES = ArgumentRules(pointer=8, local_pointer=4, handle=8, image_handle=8)

_INPUTS = {
    "hidden_hostcall_buffer": "hostcall-ptr",
    "hidden_multigrid_sync_arg": "multigrid-sync-arg",
    "hidden_heap_v1": "heap-ptr",
    "hidden_default_queue": "default-queue",
    "hidden_completion_action": "completion-action",
    "hidden_queue_ptr": "queue-ptr",
}
"""LLVM's names of the kernel inputs that take a slot out of the metadata."""


def _pointers(*kinds: str, start: int) -> tuple[HiddenSlot, ...]:
    """Slots for pointers that a kernel has when it needs them."""
    return tuple(
        replace(slot, input=_INPUTS.get(slot.kind, ""))
        for slot in slots_of(8, *kinds, start=start, needed=Needed.ON_USE)
    )


_OFFSETS = (
    "hidden_global_offset_x",
    "hidden_global_offset_y",
    "hidden_global_offset_z",
)

HIDDEN_V4 = HiddenBlock(
    (
        *slots_of(8, *_OFFSETS),
        HiddenSlot(
            "hidden_hostcall_buffer",
            24,
            8,
            needed=Needed.ON_USE,
            aliases=("hidden_printf_buffer",),
            input=_INPUTS["hidden_hostcall_buffer"],
        ),
        *_pointers(
            "hidden_default_queue",
            "hidden_completion_action",
            "hidden_multigrid_sync_arg",
            start=32,
        ),
    ),
    size=56,
    align=8,
    granule=8,
    trimmed=True,
    lists_all=True,
)
"""Code object 4. The fourth slot is the buffer of `printf` in a module that prints."""

HIDDEN_V5 = HiddenBlock(
    (
        *slots_of(
            4, "hidden_block_count_x", "hidden_block_count_y", "hidden_block_count_z"
        ),
        *slots_of(
            2,
            "hidden_group_size_x",
            "hidden_group_size_y",
            "hidden_group_size_z",
            "hidden_remainder_x",
            "hidden_remainder_y",
            "hidden_remainder_z",
            start=12,
        ),
        *slots_of(8, *_OFFSETS, start=40),
        HiddenSlot("hidden_grid_dims", 64, 2),
        *_pointers(
            "hidden_printf_buffer",
            "hidden_hostcall_buffer",
            "hidden_multigrid_sync_arg",
            "hidden_heap_v1",
            "hidden_default_queue",
            "hidden_completion_action",
            start=72,
        ),
        HiddenSlot(
            "hidden_dynamic_lds_size", 120, 4, needed=Needed.WITH_DYNAMIC_LOCAL_MEMORY
        ),
        *slots_of(
            4,
            "hidden_private_base",
            "hidden_shared_base",
            start=192,
            needed=Needed.WITHOUT_APERTURE_REGISTERS,
        ),
        *_pointers("hidden_queue_ptr", start=200),
    ),
    size=256,
    align=8,
    trimmed=True,
)
"""Code objects 5 and 6; a slot that is not needed is not listed, its bytes stay."""

_SEGMENT_V5 = ArgumentSegment(_RULES, {Segment.IMPLICIT: HIDDEN_V5}, rounding=4)

_SIZES_V5 = WorkItems(
    local_id=amdgpu.LOCAL_ID,
    group_id=amdgpu.GROUP_ID,
    group_size=Slot(Segment.IMPLICIT, "hidden_group_size_{axis}"),
    block_count=Slot(Segment.IMPLICIT, "hidden_block_count_{axis}"),
    remainder=Slot(Segment.IMPLICIT, "hidden_remainder_{axis}"),
    global_offset=Slot(Segment.IMPLICIT, "hidden_global_offset_{axis}"),
    work_dim=Slot(Segment.IMPLICIT, "hidden_grid_dims"),
    sub_groups=True,
)

AMDHSA = Interface(
    abi=Abi.AMDHSA,
    triple="amdgcn-amd-amdhsa",
    clang_triple="amdgcn-amd-amdhsa",
    data_layout=amdgpu.AMDGCN_LAYOUT,
    example_processor="gfx1100",
    family=ProcessorFamily.AMDGCN,
    library_passes=amdgpu.LIBRARY_PASSES,
    code_passes=amdgpu.CODE_PASSES,
    generations=range(7, 13),
    advice="use mesa3d",
    address_spaces=amdgpu.ADDRESS_SPACES,
    pointer_bits=(64,),
    space_bits=amdgpu.NARROW_SPACES,
    other_spaces=amdgpu.OTHER_SPACES,
    code_object_versions=(4, 5, 6),
    arguments={
        4: ArgumentSegment(_RULES, {Segment.IMPLICIT: HIDDEN_V4}, rounding=4),
        5: _SEGMENT_V5,
        6: _SEGMENT_V5,
    },
    packet=amdgpu.AQL_PACKET,
    access=amdgpu.SEGMENTS,
    work_items={4: amdgpu.PACKET_WORK_ITEMS, 5: _SIZES_V5, 6: _SIZES_V5},
    image_fields=IMAGE_FIELDS,
    image_access=ImageAccess.INSTRUCTIONS,
    barrier=amdgpu.BARRIER,
    sync_scopes=amdgpu.SYNC_SCOPES,
    one_address_space="one-as",
    pipes=True,
    printf=PrintfForm.BUFFER,
    math_library=MathLibrary.DEVICE,
)
