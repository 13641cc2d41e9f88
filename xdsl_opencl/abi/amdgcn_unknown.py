"""
The ABI of amdgcn without an operating system (`amdgcn--`): r600's header of 36 bytes
stands before the arguments.

Source: LLVM, `AMDGPUSubtarget.cpp` (`getExplicitKernelArgOffset`) and
`SIISelLowering.cpp` (the header, `SI::KernelInputOffsets`).
"""

from __future__ import annotations

from xdsl_opencl.abi import amdgpu
from xdsl_opencl.abi.enums import Segment
from xdsl_opencl.abi.interface import Abi, Interface, SegmentAccess
from xdsl_opencl.abi.placing import ArgumentRules, ArgumentSegment
from xdsl_opencl.abi.processors import ProcessorFamily
from xdsl_opencl.abi.r600 import HEADER, HEADER_INTRINSICS

AMDGCN_UNKNOWN = Interface(
    abi=Abi.AMDGCN_UNKNOWN,
    triple="amdgcn--",
    data_layout=amdgpu.AMDGCN_LAYOUT,
    default_processor="gfx803",
    example_processor="gfx803",
    family=ProcessorFamily.AMDGCN,
    address_spaces=amdgpu.ADDRESS_SPACES,
    pointer_bits=(64,),
    space_bits=amdgpu.NARROW_SPACES,
    emits_code=False,
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
            {Segment.HEADER: HEADER},
            leading=Segment.HEADER,
            rounding=4,
            align=16,
        )
    },
    access={Segment.HEADER: SegmentAccess(intrinsics=HEADER_INTRINSICS)},
    barrier=amdgpu.BARRIER,
    sync_scopes=amdgpu.SYNC_SCOPES,
    one_address_space="one-as",
)
