"""
The mesa3d ABI (`amdgcn-mesa-mesa3d`), and that of amdgcn without an operating system.

Sources: LLVM, `AMDGPUSubtarget.cpp` (`getExplicitKernelArgOffset`,
`getImplicitArgNumBytes`); Mesa clover, `core/kernel.cpp`.
"""

from __future__ import annotations

from dataclasses import replace

from xdsl_opencl.abi.clover import WORK_SLOTS, interim_slots
from xdsl_opencl.abi.model import KernelArgumentLayout, KernelSignature, align_to
from xdsl_opencl.abi.placing import ArgumentRules, place_hidden

RULES = ArgumentRules(
    pointer=8, local_pointer=4, handle=8, image_handle=8, resource_ids=True
)

UNKNOWN_OS_RULES = replace(RULES, base=36, align_from_base=True, resource_ids=False)
"""`amdgcn--`: r600's 36-byte header precedes the arguments."""

SEGMENT_ALIGN = 16


def layout(
    signature: KernelSignature, *, interim_images: bool = False
) -> KernelArgumentLayout:
    """
    The kernarg segment: explicit arguments from byte 0, the 16-byte block of work
    dimension and global offset at the next multiple of 4.
    """
    explicit = RULES.place(signature)
    end = RULES.end(explicit)
    start = align_to(end, 4)
    slots = WORK_SLOTS + (interim_slots(signature) if interim_images else ())
    hidden = place_hidden(slots, start)
    size = sum(slot.size for slot in slots)
    return KernelArgumentLayout(
        kernel=signature.name,
        arguments=explicit + hidden,
        explicit_end=end,
        implicit_offset=start,
        implicit_bytes=size,
        kernarg_segment_size=start + size,
        kernarg_segment_align=max((SEGMENT_ALIGN, *(a.align for a in explicit))),
    )


def unknown_os_layout(signature: KernelSignature) -> KernelArgumentLayout:
    """
    The explicit arguments under the triple `amdgcn--`; neither header nor hidden block is
    listed.
    """
    explicit = UNKNOWN_OS_RULES.place(signature)
    end = UNKNOWN_OS_RULES.end(explicit)
    return KernelArgumentLayout(
        kernel=signature.name,
        arguments=explicit,
        explicit_end=end,
        implicit_offset=end,
        implicit_bytes=0,
        kernarg_segment_size=align_to(end, 4),
        kernarg_segment_align=max((SEGMENT_ALIGN, *(a.align for a in explicit))),
    )
