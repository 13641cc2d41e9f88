"""
The ABI of amdgcn without an operating system (`amdgcn--`): r600's header of 36 bytes
stands before the arguments, clover's implicit block after them.

Sources: LLVM, `AMDGPUSubtarget.cpp` (`getExplicitKernelArgOffset`) and
`SIISelLowering.cpp` (the header, `SI::KernelInputOffsets`); libclc, `amdgcn/lib/workitem`
(`get_global_offset.cl`, `get_work_dim.cl`: the block after the arguments).
"""

from __future__ import annotations

from xdsl_opencl.abi.arguments.placing import ArgumentRules, ArgumentSegment
from xdsl_opencl.abi.conventions import amdgpu
from xdsl_opencl.abi.conventions.clover import TAIL
from xdsl_opencl.abi.conventions.r600 import HEADER
from xdsl_opencl.abi.enums import Segment
from xdsl_opencl.abi.gpu.processors import ProcessorFamily
from xdsl_opencl.abi.interface import (
    Abi,
    ImageAccess,
    Interface,
    MathLibrary,
    SegmentAccess,
    Slot,
    WorkItems,
)

AMDGCN_UNKNOWN = Interface(
    abi=Abi.AMDGCN_UNKNOWN,
    triple="amdgcn--",
    data_layout=amdgpu.AMDGCN_LAYOUT,
    default_processor="gfx803",
    example_processor="gfx803",
    family=ProcessorFamily.AMDGCN,
    library_passes=amdgpu.LIBRARY_PASSES,
    code_passes=amdgpu.CODE_PASSES,
    address_spaces=amdgpu.ADDRESS_SPACES,
    pointer_bits=(64,),
    space_bits=amdgpu.NARROW_SPACES,
    arguments={
        64: ArgumentSegment(
            ArgumentRules(
                pointer=8,
                local_pointer=4,
                handle=8,
                image_handle=8,
                base=36,
                align_from_base=True,
            ),
            {Segment.HEADER: HEADER, Segment.IMPLICIT: TAIL},
            leading=Segment.HEADER,
            rounding=4,
            align=16,
        )
    },
    access={
        # LLVM 22 no longer selects `llvm.r600.read.*` for amdgcn; the segment begins
        # with the header.
        Segment.HEADER: SegmentAccess("llvm.amdgcn.kernarg.segment.ptr", 4, 16),
        Segment.IMPLICIT: SegmentAccess("llvm.amdgcn.implicitarg.ptr", 4, 4),
        Segment.EXPLICIT: amdgpu.SEGMENTS[Segment.EXPLICIT],
    },
    states_implicit_bytes=True,
    work_items={
        64: WorkItems(
            local_id=amdgpu.LOCAL_ID,
            group_id=amdgpu.GROUP_ID,
            group_size=Slot(Segment.HEADER, "hidden_local_size_{axis}"),
            global_size=Slot(Segment.HEADER, "hidden_global_size_{axis}"),
            num_groups=Slot(Segment.HEADER, "hidden_ngroups_{axis}"),
            global_offset=Slot(Segment.IMPLICIT, "hidden_global_offset_{axis}"),
            work_dim=Slot(Segment.IMPLICIT, "hidden_work_dim"),
            # The header has whole groups only.
            partial_groups=False,
            sub_groups=True,
        )
    },
    image_access=ImageAccess.INSTRUCTIONS,
    barrier=amdgpu.BARRIER,
    sync_scopes=amdgpu.SYNC_SCOPES,
    one_address_space="one-as",
    math_library=MathLibrary.DEVICE,
)
