"""
Images, samplers, queues and events on the CPU device: replaces the remaining opaque types.
"""

from __future__ import annotations

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    IndexType,
    UnrealizedConversionCastOp,
    i64,
)
from xdsl.ir import SSAValue

from xdsl_opencl.abi.target import Target
from xdsl_opencl.dialects.opencl import collective
from xdsl_opencl.dialects.opencl.interop.llvm_handles import GLOBAL_POINTER, handle_type
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.ir.build import set_type
from xdsl_opencl.ir.walk import Kinds

_NOTHING = Kinds(
    # One thread runs the whole group: copies complete immediately.
    collective.WaitGroupEventsOp,
    collective.WaitGroupEventsPtrOp,
    collective.PrefetchOp,
)


def handles_to_pointers(kernel: KernelOp, target: Target) -> None:
    """
    Gives handles their types on the CPU device, and remaining values of type `index`, the results
    of queries, 64 bits. Removes the casts between these types.
    """

    def convert(value: SSAValue) -> None:
        kind = value.type
        new = i64 if isinstance(kind, IndexType) else handle_type(kind, target)
        if new is not None:
            set_type(value, new)

    for block in kernel.body.blocks:
        for arg in block.args:
            convert(arg)
        for op in tuple(block.ops):
            for result in op.results:
                convert(result)
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
            elif _NOTHING[type(op)]:
                block.erase_op(op)
