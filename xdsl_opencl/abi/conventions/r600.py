"""
The r600 ABI: constant buffer 0 of `r600--` (Evergreen, Northern Islands).

Sources: LLVM, `R600ISelLowering.cpp` (header, offset 36), `AMDGPUSubtarget.cpp`; libclc,
`r600/lib/workitem`, `r600/lib/image`; Mesa clover, `core/kernel.cpp`; Mesa,
`evergreen_compute.c` (slots of images), `r600_pipe.h` (samplers).
"""

from __future__ import annotations

from xdsl_opencl.abi.arguments.placing import (
    ArgumentRules,
    ArgumentSegment,
    HiddenBlock,
    slots_of,
)
from xdsl_opencl.abi.conventions import amdgpu
from xdsl_opencl.abi.conventions.clover import TAIL
from xdsl_opencl.abi.enums import Segment
from xdsl_opencl.abi.gpu.processors import ProcessorFamily
from xdsl_opencl.abi.interface import (
    Abi,
    ImageAccess,
    ImageQuerySource,
    ImageSlots,
    Interface,
    Intrinsic,
    SamplerForm,
    SegmentAccess,
    Slot,
    WorkItems,
)

HEADER_INTRINSICS = {
    f"hidden_{name}_{axis}": f"llvm.r600.read.{name.replace('_', '.')}.{axis}"
    for name in ("ngroups", "global_size", "local_size")
    for axis in "xyz"
}
"""The nine dwords of the header and the intrinsics that read them, LLVM's business."""

HEADER = HiddenBlock(slots_of(4, *HEADER_INTRINSICS), size=36)
"""The block before the arguments."""

IMAGE_SLOTS = ImageSlots(
    first_texture=2, textures=174, first_target=1, targets=11, samplers=18
)
"""
Textures 0 and 1 are the arguments and global memory, target 0 is global memory; there are
176 fetch resources, 12 targets and 18 samplers.
"""

R600 = Interface(
    abi=Abi.R600,
    triple="r600--",
    data_layout=amdgpu.R600_LAYOUT,
    example_processor="juniper",
    family=ProcessorFamily.R600,
    code_passes=amdgpu.SHARED_PASSES,
    address_spaces=amdgpu.ADDRESS_SPACES,
    pointer_bits=(32,),
    arguments={
        32: ArgumentSegment(
            ArgumentRules(
                pointer=4,
                local_pointer=4,
                handle=4,
                image_handle=4,
                base=36,
                align_from_base=True,
                resource_ids=True,
            ),
            {Segment.HEADER: HEADER, Segment.IMPLICIT: TAIL},
            leading=Segment.HEADER,
            argument_align=False,
        )
    },
    access={
        Segment.HEADER: SegmentAccess(intrinsics=HEADER_INTRINSICS),
        Segment.IMPLICIT: SegmentAccess("llvm.r600.implicitarg.ptr", 7, 8),
        Segment.EXPLICIT: SegmentAccess(address_space=7, align=16, widest=16),
    },
    interim_images=True,
    work_items={
        32: WorkItems(
            local_id=Intrinsic("llvm.r600.read.tidig.{axis}"),
            group_id=Intrinsic("llvm.r600.read.tgid.{axis}"),
            group_size=Intrinsic("llvm.r600.read.local.size.{axis}"),
            global_size=Intrinsic("llvm.r600.read.global.size.{axis}"),
            num_groups=Intrinsic("llvm.r600.read.ngroups.{axis}"),
            global_offset=Slot(Segment.IMPLICIT, "hidden_global_offset_{axis}"),
            work_dim=Slot(Segment.IMPLICIT, "hidden_work_dim"),
            # Clover has no partial work-groups.
            partial_groups=False,
        )
    },
    image_query_source=ImageQuerySource.OPERANDS,
    image_access=ImageAccess.SLOTS,
    image_slots=IMAGE_SLOTS,
    samplers=SamplerForm.CLOVER_LITERAL,
    handles_are_numbers=True,
    structures_by_value=False,
    barrier="llvm.r600.group.barrier",
    # There are no caches between a work-group and its memory, and LLVM has no fence.
    fences=False,
    sync_scopes=amdgpu.SYNC_SCOPES,
)
