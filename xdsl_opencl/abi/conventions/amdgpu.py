"""
The facts that several ABIs of AMD GPUs share: LLVM's address spaces, data layouts, scopes
and intrinsics, and the dispatch packet.

Sources: LLVM's AMDGPUUsage, "Address Spaces", "Memory Scopes" and "Initial Kernel
Execution State"; data layouts of LLVM 22 (llvmlite 0.50); HSA Platform System Architecture
Specification 1.2, section 2.9 (dispatch packet).
"""

from __future__ import annotations

from collections.abc import Mapping

from xdsl_opencl.abi.arguments.placing import HiddenBlock, HiddenSlot
from xdsl_opencl.abi.enums import AddressSpace, MemoryScope, Segment
from xdsl_opencl.abi.interface import Intrinsic, SegmentAccess, Slot, WorkItems

LIBRARY_PASSES = ("opencl-link-device-library",)
SHARED_PASSES = ("opencl-make-reducible", "opencl-freeze-indices")
CODE_PASSES = (*SHARED_PASSES, "opencl-keep-signed-zeros", "opencl-limit-unrolling")
"""The passes that the ABIs of amdgcn run; r600 runs `SHARED_PASSES`. See `Interface`."""

ADDRESS_SPACES: Mapping[AddressSpace, int] = {
    AddressSpace.PRIVATE: 5,
    AddressSpace.GLOBAL: 1,
    AddressSpace.CONSTANT: 4,
    AddressSpace.LOCAL: 3,
    AddressSpace.GENERIC: 0,
}

OTHER_SPACES = (6, 7, 8, 9)
"""Constant memory with addresses of 32 bits, and the three kinds of buffer resources."""

NARROW_SPACES: Mapping[AddressSpace, int] = {
    AddressSpace.PRIVATE: 32,
    AddressSpace.GLOBAL: 64,
    AddressSpace.CONSTANT: 64,
    AddressSpace.LOCAL: 32,
    AddressSpace.GENERIC: 64,
}
"""The widths of amdgcn's pointers in bits, for every width of `size_t`."""

_VECTORS = (
    "i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-"
    "v1024:1024-v2048:2048-n32:64-S32-A5-G1"
)
AMDGCN_LAYOUT = (
    "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-"
    "p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-"
    f"{_VECTORS}-ni:7:8:9"
)
R600_LAYOUT = f"e-m:e-p:32:32-{_VECTORS}"

SYNC_SCOPES: Mapping[MemoryScope, str] = {
    MemoryScope.SUB_GROUP: "wavefront",
    MemoryScope.WORK_GROUP: "workgroup",
    MemoryScope.DEVICE: "agent",
    MemoryScope.ALL_SVM_DEVICES: "",
}

MAX_WORK_GROUP_SIZE = 1024
"""Work items of the largest work-group, LLVM's default for amdgcn."""
USUAL_WORK_GROUP_SIZE = 256
"""Work items of the largest group of a kernel that states no size, as for Clang."""

BARRIER = "llvm.amdgcn.s.barrier"

SEGMENTS: Mapping[Segment, SegmentAccess] = {
    Segment.IMPLICIT: SegmentAccess("llvm.amdgcn.implicitarg.ptr", 4, 8),
    Segment.DISPATCH: SegmentAccess("llvm.amdgcn.dispatch.ptr", 4, 64),
    Segment.EXPLICIT: SegmentAccess("llvm.amdgcn.kernarg.segment.ptr", 4, 16),
}

LOCAL_ID = Intrinsic("llvm.amdgcn.workitem.id.{axis}", bounded=True)
GROUP_ID = Intrinsic("llvm.amdgcn.workgroup.id.{axis}")

PACKET_WORK_ITEMS = WorkItems(
    local_id=LOCAL_ID,
    group_id=GROUP_ID,
    group_size=Slot(Segment.DISPATCH, "workgroup_size_{axis}"),
    global_size=Slot(Segment.DISPATCH, "grid_size_{axis}"),
    global_offset=Slot(Segment.IMPLICIT, "hidden_global_offset_{axis}"),
    work_dim=Slot(Segment.DISPATCH, "setup"),
    sub_groups=True,
)
"""Sizes are read from the dispatch packet."""

KERNARG_ALIGNMENT = 16
"""
The least alignment of an argument segment, and of its end (HSA Runtime Programmer's Reference
Manual 1.2, `HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_ALIGNMENT`).
"""

AQL_PACKET = HiddenBlock(
    (
        HiddenSlot("header", 0, 2),
        HiddenSlot("setup", 2, 2),
        HiddenSlot("workgroup_size_x", 4, 2),
        HiddenSlot("workgroup_size_y", 6, 2),
        HiddenSlot("workgroup_size_z", 8, 2),
        HiddenSlot("grid_size_x", 12, 4),
        HiddenSlot("grid_size_y", 16, 4),
        HiddenSlot("grid_size_z", 20, 4),
        HiddenSlot("private_segment_size", 24, 4),
        HiddenSlot("group_segment_size", 28, 4),
        HiddenSlot("kernel_object", 32, 8),
        HiddenSlot("kernarg_address", 40, 8),
        HiddenSlot("completion_signal", 56, 8),
    ),
    size=64,
    align=64,
)
"""
The dispatch packet (amdhsa, mesa3d) and the setup buffer (amdcl2), which has its first 24
bytes. Bits 0-1 of `setup` count the dimensions; a `workgroup_size` is the enqueued one, a
`grid_size` counts work items.
"""

HSA_QUEUE = HiddenBlock(
    (
        HiddenSlot("type", 0, 4),
        HiddenSlot("features", 4, 4),
        HiddenSlot("base_address", 8, 8),
        HiddenSlot("doorbell_signal", 16, 8),
        HiddenSlot("size", 24, 4),
        HiddenSlot("id", 32, 8),
        HiddenSlot("write_dispatch_id", 56, 8),
        HiddenSlot("group_segment_aperture_base_hi", 64, 4),
        HiddenSlot("private_segment_aperture_base_hi", 68, 4),
        HiddenSlot("max_cu_id", 72, 4),
        HiddenSlot("max_wave_id", 76, 4),
        HiddenSlot("read_dispatch_id", 128, 8),
        HiddenSlot("read_dispatch_id_field_base_byte_offset", 136, 4),
        HiddenSlot("compute_tmpring_size", 140, 4),
        HiddenSlot("scratch_backing_memory_location", 160, 8),
        HiddenSlot("scratch_backing_memory_byte_size", 168, 8),
        HiddenSlot("scratch_wave64_lane_byte_size", 176, 4),
        HiddenSlot("queue_properties", 180, 4),
    ),
    size=256,
    align=64,
)
"""
The queue of a dispatch: `hsa_queue_t` (HSA Runtime Programmer's Reference Manual 1.2,
section 2.6), and ROCr's fields after it (`amd_queue_t`, `amd_hsa_queue.h`).
"""
