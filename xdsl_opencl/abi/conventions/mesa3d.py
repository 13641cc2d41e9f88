"""
The mesa3d ABI (`amdgcn-mesa-mesa3d`).

Sources: LLVM, `AMDGPUSubtarget.cpp` (`getExplicitKernelArgOffset`,
`getImplicitArgNumBytes`); Mesa clover, `core/kernel.cpp`.
"""

from __future__ import annotations

from xdsl_opencl.abi.arguments.placing import ArgumentRules, ArgumentSegment
from xdsl_opencl.abi.conventions import amdgpu
from xdsl_opencl.abi.conventions.clover import TAIL
from xdsl_opencl.abi.enums import Segment
from xdsl_opencl.abi.gpu.processors import ProcessorFamily
from xdsl_opencl.abi.interface import (
    Abi,
    ImageAccess,
    ImageQuerySource,
    Interface,
    MathLibrary,
    Slot,
    WorkItems,
)

MESA3D = Interface(
    abi=Abi.MESA3D,
    triple="amdgcn-mesa-mesa3d",
    data_layout=amdgpu.AMDGCN_LAYOUT,
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
                pointer=8, local_pointer=4, handle=8, image_handle=8, resource_ids=True
            ),
            {Segment.IMPLICIT: TAIL},
            align=16,
        )
    },
    packet=amdgpu.AQL_PACKET,
    access=amdgpu.SEGMENTS,
    interim_images=True,
    work_items={
        64: WorkItems(
            local_id=amdgpu.LOCAL_ID,
            group_id=amdgpu.GROUP_ID,
            group_size=Slot(Segment.DISPATCH, "workgroup_size_{axis}"),
            global_size=Slot(Segment.DISPATCH, "grid_size_{axis}"),
            global_offset=Slot(Segment.IMPLICIT, "hidden_global_offset_{axis}"),
            work_dim=Slot(Segment.IMPLICIT, "hidden_work_dim"),
            sub_groups=True,
        )
    },
    image_query_source=ImageQuerySource.OPERANDS,
    image_access=ImageAccess.INSTRUCTIONS,
    barrier=amdgpu.BARRIER,
    sync_scopes=amdgpu.SYNC_SCOPES,
    one_address_space="one-as",
    math_library=MathLibrary.DEVICE,
)
