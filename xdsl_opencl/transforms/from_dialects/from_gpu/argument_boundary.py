"""
The boundary between host and kernel for code from dialects without one: arguments get types that
OpenCL can pass.

* A memref without a memory space is in global memory.
* A memref of dynamic shape is passed as its address; the sizes that the kernel needs become
  arguments of type `index` after all others.
* An `i1` is passed as an `i8`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.dialects import arith, func, memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    MemRefType,
    NoneAttr,
    StringAttr,
    UnrankedMemRefType,
    i1,
    i8,
)
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.abi.enums import AddressSpace
from xdsl_opencl.dialects.aliases import INDEX
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.dialects.opencl.verification.kernel_arguments import ARGUMENT_NAME
from xdsl_opencl.ir.build import ArithBuilder
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.index_arithmetic import Number, times
from xdsl_opencl.transforms.from_dialects.from_gpu.memory_spaces import (
    in_space,
    is_placeless,
)
from xdsl_opencl.transforms.kernels.signature.kernel_signature import refusal

_ACCESSES = (memref.LoadOp, memref.StoreOp, memref.AtomicRMWOp, func.CallOp)
"""
Operations that need the strides of a memref but not its sizes; a call passes only the address.
"""


@dataclass(frozen=True)
class Size:
    """An argument after the others: size `dimension` of the memref at `argument`."""

    argument: int
    dimension: int


def passable(op: Operation, type: Attribute, what: str) -> None:
    """
    Checks that `type`, of `what` at the boundary of `op`, can be passed to a kernel.

    Raises `PassFailedException`.
    """
    if isinstance(type, UnrankedMemRefType):
        fail(
            op,
            f"{what} is an unranked memref, {type}, whose sizes cannot be passed; cast it "
            "to a ranked one on the host",
        )
    if isinstance(type, MemRefType):
        known = cast("MemRefType[Attribute]", type)
        strides = known.get_strides()
        if strides is None:
            fail(
                op,
                f"{what} of type {type} has a layout that is not known; copy it into a "
                "memref without layout ('memref.copy')",
            )
        if not isinstance(known.layout, NoneAttr) and None in strides:
            fail(
                op,
                f"{what} of type {type} has strides that are not known, which no argument "
                "carries; copy it into a memref without layout ('memref.copy')",
            )
        type = (
            known
            if not isinstance(known.memory_space, NoneAttr)
            else in_space(known, AddressSpace.GLOBAL)
        )
    if type not in (i1, INDEX) and (reason := refusal(type)) is not None:
        fail(
            op,
            f"{what} has type {type}, which no ABI passes to a kernel ({reason}); compute "
            "it in the kernel, or pass it through a memref",
        )


def form_arguments(kernel: KernelOp) -> Sequence[Size]:
    """
    Gives `kernel` arguments that OpenCL can pass. Returns the sizes that the host must pass after
    the old arguments. The types of memrefs without a memory space stay: `place_memrefs` gives them
    one.
    """
    entry = kernel.body.blocks[0]
    build = ArithBuilder.at_start(entry)
    sizes: list[Size] = []
    old = tuple(entry.args)
    for i, argument in enumerate(old):
        name = f" '{argument.name_hint}'" if argument.name_hint else ""
        passable(kernel, argument.type, f"argument {i}{name}")
        if argument.type == i1:
            flag = entry.insert_arg(i8, argument.index)
            flag.name_hint = argument.name_hint
            condition = build.op(arith.TruncIOp, flag, type=i1)
            argument.replace_all_uses_with(condition)
            entry.erase_arg(argument)
    for i, argument in enumerate(tuple(entry.args)):
        if isinstance(argument.type, MemRefType):
            needed = _needed_sizes(argument)
            if needed:
                _carry_sizes(build, argument, i, needed, sizes)
    types = entry.arg_types
    attributes = list(kernel.arg_attrs.data) if kernel.arg_attrs is not None else []
    attributes += [DictionaryAttr({})] * (len(types) - len(attributes))
    taken = {facts.data.get(ARGUMENT_NAME) for facts in attributes}
    for i, value in enumerate(entry.args):
        if ARGUMENT_NAME not in attributes[i].data and (name := value.name_hint):
            # Of `%alloc` and `%alloc_1`, both have the first one as their hint.
            text = StringAttr(name)
            text = StringAttr(f"{name}_{i}") if text in taken else text
            taken.add(text)
            attributes[i] = DictionaryAttr({**attributes[i].data, ARGUMENT_NAME: text})
    kernel.arg_attrs = ArrayAttr(attributes)
    kernel.function_type = FunctionType.from_lists(types, ())
    return sizes


def arguments_placed(kernels: Iterable[KernelOp]) -> dict[SSAValue, AddressSpace]:
    """Returns the arguments of `kernels` without a memory space, placed in global memory."""
    return {
        argument: AddressSpace.GLOBAL
        for kernel in kernels
        for argument in kernel.args
        if is_placeless(argument)
    }


def _needed_sizes(value: SSAValue) -> Sequence[int]:
    """The dynamic dimensions of the memref `value` whose sizes its uses need."""
    shape = cast("MemRefType[Attribute]", value.type).get_shape()
    dynamic = [d for d, size in enumerate(shape) if size == DYNAMIC_INDEX]
    if not dynamic or not any(value.uses):
        return ()
    if all(isinstance(use.operation, _ACCESSES) for use in value.uses):
        # No stride depends on the first size.
        return [d for d in dynamic if d]
    return dynamic


def _carry_sizes(
    build: ArithBuilder,
    argument: SSAValue,
    index: int,
    needed: Sequence[int],
    sizes: list[Size],
) -> None:
    type = cast("MemRefType[Attribute]", argument.type)
    shape = type.get_shape()
    entry = build.block
    values: dict[int, SSAValue] = {}
    for dimension in needed:
        size = entry.insert_arg(INDEX, len(entry.args))
        if argument.name_hint:
            size.name_hint = f"{argument.name_hint}_size{dimension}"
        values[dimension] = size
        sizes.append(Size(index, dimension))
    for dimension in range(len(shape)):
        if shape[dimension] == DYNAMIC_INDEX and dimension not in values:
            # An unused size.
            values[dimension] = build.constant(1, INDEX)
    strides: list[Number] = []
    step: Number = 1
    for dimension in reversed(range(len(shape))):
        strides.append(step)
        if dimension == 0:
            break
        step = times(build, step, values.get(dimension, shape[dimension]))
    strides.reverse()
    dynamic_strides = [v for v in strides if isinstance(v, SSAValue)]
    static_strides = [v if isinstance(v, int) else DYNAMIC_INDEX for v in strides]
    ordered = [values[d] for d in range(len(shape)) if d in values]
    uses = tuple(argument.uses)
    # The identity layout has these strides.
    cast_ = memref.ReinterpretCastOp(
        argument, (), ordered, dynamic_strides, (0,), shape, static_strides, type
    )
    build.insert(cast_)
    for use in uses:
        use.operation.operands[use.index] = cast_.results[0]
