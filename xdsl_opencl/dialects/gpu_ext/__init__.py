"""
The `gpu` dialect as upstream prints it: the assembly forms, memory attributions, memory
spaces, known sizes and operations that xDSL 0.74, whose `gpu` is generic only, lacks.

`work_item` holds the operations of work items, `launching` modules, functions, launches
and the device's memory. A class whose name xDSL has is a subclass of xDSL's, so that
`isinstance` against that one holds. The forms are those of MLIR 22.

The plugin's `universe.py` wraps the factory of the `gpu` dialect with `extended`.
"""

from __future__ import annotations

from xdsl.ir import Attribute, Dialect, Operation

from xdsl_opencl.dialects.gpu_ext.attributes import (
    GPUAddressSpaceAttr,
    ReductionKindAttr,
    ShuffleModeAttr,
)
from xdsl_opencl.dialects.gpu_ext.launching import HOST_OPS
from xdsl_opencl.dialects.gpu_ext.work_item import WORK_ITEM_OPS

GPU_OPS: tuple[type[Operation], ...] = (*WORK_ITEM_OPS, *HOST_OPS)
GPU_ATTRIBUTES: tuple[type[Attribute], ...] = (
    GPUAddressSpaceAttr,
    ReductionKindAttr,
    ShuffleModeAttr,
)


def extended(gpu: Dialect) -> Dialect:
    """
    Returns `gpu` with the operations and attributes that it lacks, and the corrected
    classes instead of xDSL's.
    """
    operations = {op.name: op for op in (*gpu.operations, *GPU_OPS)}
    attributes = {a.name: a for a in (*gpu.attributes, *GPU_ATTRIBUTES)}
    # A `Dialect` has no public list of its interfaces.
    interfaces = [*gpu._interfaces]  # pyright: ignore[reportPrivateUsage]
    return Dialect(gpu.name, [*operations.values()], [*attributes.values()], interfaces)
