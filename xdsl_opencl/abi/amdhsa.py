"""
The amdhsa ABI: `amdgcn-amd-amdhsa`, code objects 4, 5 and 6.

Sources: LLVM, `AMDGPUHSAMetadataStreamer.cpp` (which hidden arguments are listed),
`AMDGPUSubtarget.cpp` (sizes), AMDGPUUsage, "Code Object V5 Metadata".
"""

from __future__ import annotations

from collections.abc import Mapping

from xdsl_opencl.abi.enums import AddressSpace
from xdsl_opencl.abi.model import (
    HiddenUse,
    KernelArgumentLayout,
    KernelSignature,
    PointerType,
    align_to,
)
from xdsl_opencl.abi.placing import (
    ArgumentRules,
    HiddenSlot,
    place_hidden,
    slots_of,
)
from xdsl_opencl.abi.processors import Processor

RULES = ArgumentRules(pointer=8, local_pointer=4, handle=8, image_handle=8)

IMPLICIT_ALIGN = 8
"""The hidden block starts at the explicit end rounded up to this."""

HIDDEN_V4 = slots_of(
    8,
    "hidden_global_offset_x",
    "hidden_global_offset_y",
    "hidden_global_offset_z",
    "hidden_hostcall_buffer",
    "hidden_default_queue",
    "hidden_completion_action",
    "hidden_multigrid_sync_arg",
)
"""
Code object 4. The fourth slot is `hidden_printf_buffer` in a module that prints; a slot
that is not needed is `hidden_none`.
"""

HIDDEN_V5 = (
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
    *slots_of(
        8,
        "hidden_global_offset_x",
        "hidden_global_offset_y",
        "hidden_global_offset_z",
        start=40,
    ),
    HiddenSlot("hidden_grid_dims", 64, 2),
    *slots_of(
        8,
        "hidden_printf_buffer",
        "hidden_hostcall_buffer",
        "hidden_multigrid_sync_arg",
        "hidden_heap_v1",
        "hidden_default_queue",
        "hidden_completion_action",
        start=72,
    ),
    HiddenSlot("hidden_dynamic_lds_size", 120, 4),
    *slots_of(4, "hidden_private_base", "hidden_shared_base", start=192),
    HiddenSlot("hidden_queue_ptr", 200, 8),
)
"""Code objects 5 and 6; a slot that is not needed is not listed, its bytes stay."""

BLOCK_BYTES: Mapping[int, int] = {4: 56, 5: 256, 6: 256}

IMPLICIT_OFFSETS: Mapping[int, Mapping[str, int]] = {
    4: {slot.kind.removeprefix("hidden_"): slot.offset for slot in HIDDEN_V4}
    | {"printf_buffer": 24},
    5: {slot.kind.removeprefix("hidden_"): slot.offset for slot in HIDDEN_V5},
    6: {slot.kind.removeprefix("hidden_"): slot.offset for slot in HIDDEN_V5},
}
"""Code object version, then name without `hidden_`, to offset in the hidden block."""

CONDITIONAL_ENTRIES = frozenset(
    {
        "hidden_printf_buffer",
        "hidden_hostcall_buffer",
        "hidden_multigrid_sync_arg",
        "hidden_heap_v1",
        "hidden_default_queue",
        "hidden_completion_action",
        "hidden_dynamic_lds_size",
        "hidden_queue_ptr",
    }
)
"""What `HiddenUse.entries` may name: slots that are there only when needed."""

DROPPING_ATTRIBUTES: Mapping[str, str] = {
    "hidden_hostcall_buffer": "amdgpu-no-hostcall-ptr",
    "hidden_multigrid_sync_arg": "amdgpu-no-multigrid-sync-arg",
    "hidden_heap_v1": "amdgpu-no-heap-ptr",
    "hidden_default_queue": "amdgpu-no-default-queue",
    "hidden_completion_action": "amdgpu-no-completion-action",
    "hidden_queue_ptr": "amdgpu-no-queue-ptr",
}
"""LLVM's function attribute that takes a slot out of the metadata."""

_APERTURE_BASES = ("hidden_private_base", "hidden_shared_base")


def hidden_slots(
    version: int, processor: Processor, use: HiddenUse, dynamic_lds: bool
) -> tuple[tuple[HiddenSlot, ...], int]:
    """
    The listed slots of the hidden block and its size in bytes, 0 for no block.

    `dynamic_lds`: the kernel has local memory of a size known at launch only.
    """
    table = HIDDEN_V4 if version == 4 else HIDDEN_V5
    size = BLOCK_BYTES[version]
    if use.bytes_read is not None:
        # Version 4 lists whole 8-byte slots only.
        size = min(size, align_to(use.bytes_read, 8 if version == 4 else 4))
    unknown = use.bytes_read is None and not use.entries
    listed: list[HiddenSlot] = []
    for slot in table:
        if slot.offset >= size:
            break
        kind = slot.kind
        if kind in _APERTURE_BASES:
            needed = not processor.aperture_registers
        elif kind == "hidden_dynamic_lds_size":
            needed = unknown or dynamic_lds or kind in use.entries
        else:
            needed = unknown or kind not in CONDITIONAL_ENTRIES or kind in use.entries
        if version == 4:
            if slot.offset == 24 and "hidden_printf_buffer" in use.entries:
                kind = "hidden_printf_buffer"
            elif not needed:
                kind = "hidden_none"
            listed.append(HiddenSlot(kind, slot.offset, slot.size))
        elif needed:
            listed.append(slot)
    return tuple(listed), size


def layout(
    signature: KernelSignature, version: int, processor: Processor, use: HiddenUse
) -> KernelArgumentLayout:
    """
    The kernarg segment for code object `version`: explicit arguments from byte 0, the
    hidden block at the next multiple of 8.
    """
    explicit = RULES.place(signature)
    end = RULES.end(explicit)
    dynamic_lds = any(
        isinstance(argument.type, PointerType)
        and argument.type.address_space is AddressSpace.LOCAL
        for argument in signature.arguments
    )
    slots, size = hidden_slots(version, processor, use, dynamic_lds)
    start = align_to(end, IMPLICIT_ALIGN) if size else end
    aligns = (4, IMPLICIT_ALIGN if size else 4, *(a.align for a in explicit))
    return KernelArgumentLayout(
        kernel=signature.name,
        arguments=explicit + place_hidden(slots, start),
        explicit_end=end,
        implicit_offset=start,
        implicit_bytes=size,
        kernarg_segment_size=align_to(start + size, 4),
        kernarg_segment_align=max(aligns),
    )
