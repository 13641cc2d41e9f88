"""Checks that images, samplers and pipes occur only where OpenCL allows them."""

from __future__ import annotations

from xdsl.dialects import func
from xdsl.dialects.builtin import MemRefType, ModuleOp
from xdsl.dialects.llvm import LLVMArrayType, LLVMStructType
from xdsl.ir import Attribute, Operation

from xdsl_opencl.dialects.opencl.types import (
    ImageType,
    PipeType,
    SamplerType,
    contains_opaque,
)
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.walk import operations

_NOT_RETURNED = (ImageType, PipeType, SamplerType)

_CONTAINERS: frozenset[type[Attribute]] = frozenset(
    (LLVMArrayType, LLVMStructType, MemRefType)
)

_RULE = "OpenCL C forbids this (3.0, section 6.11)"


def check_opaque_values(module: ModuleOp) -> None:
    """
    Refuses functions that return an image, a sampler or a pipe, and values and arguments
    of a structure, an array or a memref that holds an opaque type.

    Raises `PassFailedException`.
    """
    for top in module.body.block.ops:
        if isinstance(top, func.FuncOp):
            _check_results(top)
        for op in operations(top):
            for result in op.results:
                if type(result.type) in _CONTAINERS:
                    _check_container(op, result.type)
            for region in op.regions:
                for block in region.blocks:
                    for argument in block.args:
                        if type(argument.type) in _CONTAINERS:
                            _check_container(op, argument.type)


def _check_results(function: func.FuncOp) -> None:
    for result in function.function_type.outputs:
        if isinstance(result, _NOT_RETURNED):
            fail(
                function,
                f"function @{function.sym_name.data} returns {result}; {_RULE}: "
                "pass it to the function that uses it, or inline this one",
            )
        if type(result) in _CONTAINERS:
            _check_container(function, result)


def _check_container(op: Operation, container: Attribute) -> None:
    opaque = contains_opaque(container)
    if opaque is not None:
        fail(
            op,
            f"'{op.name}' has a value of type {container}, which holds {opaque}; "
            f"{_RULE}: pass it as an argument of its own",
        )
