"""
The r600 ABI: constant buffer 0 of `r600--` (Evergreen, Northern Islands).

Sources: LLVM, `R600ISelLowering.cpp` (header, offset 36), `AMDGPUSubtarget.cpp`; Mesa
clover, `core/kernel.cpp`.
"""

from __future__ import annotations

from xdsl_opencl.abi.clover import WORK_SLOTS, interim_slots
from xdsl_opencl.abi.model import KernelArgumentLayout, KernelSignature, align_to
from xdsl_opencl.abi.placing import ArgumentRules, place_hidden, slots_of

HEADER = slots_of(
    4,
    "hidden_ngroups_x",
    "hidden_ngroups_y",
    "hidden_ngroups_z",
    "hidden_global_size_x",
    "hidden_global_size_y",
    "hidden_global_size_z",
    "hidden_local_size_x",
    "hidden_local_size_y",
    "hidden_local_size_z",
)
"""The nine dwords before the arguments."""

RULES = ArgumentRules(
    pointer=4,
    local_pointer=4,
    handle=4,
    image_handle=4,
    base=4 * len(HEADER),
    align_from_base=True,
    resource_ids=True,
)


def layout(
    signature: KernelSignature, *, interim_images: bool = False
) -> KernelArgumentLayout:
    """
    Constant buffer 0: the header, explicit arguments from byte 36, the 16-byte tail at
    the next multiple of 4. Alignment counts from byte 36.
    """
    explicit = RULES.place(signature)
    end = RULES.end(explicit)
    start = align_to(end, 4)
    slots = WORK_SLOTS + (interim_slots(signature) if interim_images else ())
    size = sum(slot.size for slot in slots)
    return KernelArgumentLayout(
        kernel=signature.name,
        arguments=place_hidden(HEADER, 0) + explicit + place_hidden(slots, start),
        explicit_end=end,
        implicit_offset=start,
        implicit_bytes=size,
        kernarg_segment_size=start + size,
        kernarg_segment_align=4,
    )
