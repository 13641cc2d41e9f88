"""
The `gpu` dialect as upstream prints it: the assembly forms, memory attributions, memory
spaces, known sizes and operations that xDSL 0.74 lacks; its `gpu` has the generic form only.

`work_item` holds the operations of work items, `launching` modules, functions, launches
and the device's memory, `matrices` matrices of sub-groups. Operations that xDSL's classes describe become those, which are
printed in the generic form. The forms are those of MLIR 22.

The plugin's `universe.py` wraps the factory of the `gpu` dialect with `extended`.
"""

from __future__ import annotations

from functools import cache

from xdsl.ir import Attribute, Dialect, Operation

from xdsl_opencl.dialects import forms
from xdsl_opencl.dialects.gpu_ext.attributes import (
    BlockMappingAttr,
    GPUAddressSpaceAttr,
    ReductionKindReader,
    ShuffleModeAttr,
    ThreadMappingAttr,
    WarpMappingAttr,
)
from xdsl_opencl.dialects.gpu_ext.launching import (
    HOST_FORMS,
    HOST_OPS,
    ON_MEMORY,
    WIDER_HOST_OPS,
    segments,
)
from xdsl_opencl.dialects.gpu_ext.matrices import MATRIX_ATTRIBUTES, MATRIX_OPS
from xdsl_opencl.dialects.gpu_ext.work_item import (
    TERMINATOR_FORMS,
    WIDER_WORK_ITEM_OPS,
    WORK_ITEM_OPS,
)

GPU_ATTRIBUTES: tuple[type[Attribute], ...] = (
    BlockMappingAttr,
    GPUAddressSpaceAttr,
    ShuffleModeAttr,
    ThreadMappingAttr,
    WarpMappingAttr,
    *MATRIX_ATTRIBUTES,
)


@cache
def _readers() -> dict[type[Operation], type[Operation]]:
    wider = (*WIDER_WORK_ITEM_OPS, *WIDER_HOST_OPS)
    return {
        **{
            kind: forms.reader(
                kind,
                parse=form,
                normalise=segments(ON_MEMORY[kind])
                if kind in ON_MEMORY
                else forms.nothing,
            )
            for kind, form in HOST_FORMS.items()
        },
        **{
            kind: forms.reader(kind, parse=forms.assembly(kind, text))
            for kind, text in TERMINATOR_FORMS.items()
        },
        **{
            kind.__bases__[-1]: forms.reader(kind.__bases__[-1], kind) for kind in wider
        },
    }


def extended(gpu: Dialect) -> Dialect:
    """Returns `gpu` with the operations, attributes and forms that it lacks."""
    operations = (*WORK_ITEM_OPS, *MATRIX_OPS, *HOST_OPS)
    return forms.extended(
        gpu, _readers(), operations, GPU_ATTRIBUTES, (ReductionKindReader,)
    )
