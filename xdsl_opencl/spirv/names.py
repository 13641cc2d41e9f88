"""What the names and numbers of SPIR-V are in OpenCL, for reading and writing."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl_opencl.abi.enums import AddressingMode, FilterMode, MemoryScope
from xdsl_opencl.dialects.opencl import work_item

VECTOR_QUERIES: Mapping[str, type[work_item.DimensionQueryOp]] = {
    "NumWorkgroups": work_item.GetNumGroupsOp,
    "WorkgroupSize": work_item.GetLocalSizeOp,
    "WorkgroupId": work_item.GetGroupIdOp,
    "LocalInvocationId": work_item.GetLocalIdOp,
    "GlobalInvocationId": work_item.GetGlobalIdOp,
    "GlobalSize": work_item.GetGlobalSizeOp,
    "EnqueuedWorkgroupSize": work_item.GetEnqueuedLocalSizeOp,
    "GlobalOffset": work_item.GetGlobalOffsetOp,
}
SCALAR_QUERIES: Mapping[str, type[work_item.NullaryQueryOp]] = {
    "WorkDim": work_item.GetWorkDimOp,
    "LocalInvocationIndex": work_item.GetLocalLinearIdOp,
    "GlobalLinearId": work_item.GetGlobalLinearIdOp,
    "SubgroupSize": work_item.GetSubGroupSizeOp,
    "SubgroupMaxSize": work_item.GetMaxSubGroupSizeOp,
    "NumSubgroups": work_item.GetNumSubGroupsOp,
    "NumEnqueuedSubgroups": work_item.GetEnqueuedNumSubGroupsOp,
    "SubgroupId": work_item.GetSubGroupIdOp,
    "SubgroupLocalInvocationId": work_item.GetSubGroupLocalIdOp,
}
"""Built-in variables: vectors of three, and scalars."""

ADDRESSING = {
    "None": AddressingMode.NONE,
    "ClampToEdge": AddressingMode.CLAMP_TO_EDGE,
    "Clamp": AddressingMode.CLAMP,
    "Repeat": AddressingMode.REPEAT,
    "RepeatMirrored": AddressingMode.MIRRORED_REPEAT,
}
FILTERS = {"Nearest": FilterMode.NEAREST, "Linear": FilterMode.LINEAR}

SCOPES: Mapping[int, MemoryScope] = {
    0: MemoryScope.ALL_SVM_DEVICES,
    1: MemoryScope.DEVICE,
    2: MemoryScope.WORK_GROUP,
    3: MemoryScope.SUB_GROUP,
    4: MemoryScope.WORK_ITEM,
    5: MemoryScope.DEVICE,
}
"""By the numbers of SPIR-V; 5 is the family of queues, which is one device here."""
