"""
Images, samplers, queues and events on the CPU device: what is left of opaque types.
"""

from __future__ import annotations

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    IndexType,
    UnrealizedConversionCastOp,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation

from xdsl_opencl.dialects.opencl import collective, sync, types
from xdsl_opencl.dialects.opencl.handles import GLOBAL_POINTER
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.ir.build import GENERIC_POINTER, set_type

_HANDLES: dict[type[Attribute], Attribute] = {
    types.ImageType: GENERIC_POINTER,
    types.SamplerType: i32,
    types.QueueType: GENERIC_POINTER,
    types.EventType: GLOBAL_POINTER,
    IndexType: i64,
}
"""
The form of a handle on the CPU device: a pointer to a record, a literal, or nothing to
look at; and of `index`, the results of queries.
"""

_NOTHING: tuple[type[Operation], ...] = (
    # One thread runs the whole group: copies are complete when they are issued, and a
    # sub-group is a single work item.
    collective.WaitGroupEventsOp,
    collective.WaitGroupEventsPtrOp,
    collective.PrefetchOp,
    sync.SubGroupBarrierOp,
)


def handles_to_pointers(kernel: KernelOp) -> None:
    """
    Opaque types become what they are on the CPU device; casts between the two go.
    """
    for block in kernel.body.blocks:
        for arg in block.args:
            if (new := _HANDLES.get(type(arg.type))) is not None:
                set_type(arg, new)
        for op in tuple(block.ops):
            for result in op.results:
                if (new := _HANDLES.get(type(result.type))) is not None:
                    set_type(result, new)
            if isinstance(op, UnrealizedConversionCastOp):
                source, result = op.operands[0], op.results[0]
                pointers = (source.type, result.type)
                if source.type == result.type or all(
                    isinstance(t, llvm.LLVMPointerType) for t in pointers
                ):
                    result.replace_all_uses_with(source)
                    block.erase_op(op)
            elif isinstance(op, collective.NullEventOp):
                zero = llvm.ZeroOp.create(result_types=(GLOBAL_POINTER,))
                block.insert_op_before(zero, op)
                op.result.replace_all_uses_with(zero.res)
                block.erase_op(op)
            elif isinstance(op, _NOTHING):
                block.erase_op(op)
