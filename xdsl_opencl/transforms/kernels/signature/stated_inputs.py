"""
Writes the attributes of finished functions that state the inputs they need from the GPU, and those
of kernels that state the user registers and the part of the hidden block.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from xdsl.dialects.builtin import ArrayAttr, ModuleOp, StringAttr
from xdsl.ir import Attribute, Operation

from xdsl_opencl.abi.arguments.placing import HiddenBlock
from xdsl_opencl.abi.interface import UserRegisters
from xdsl_opencl.abi.model import AbiError, align_to
from xdsl_opencl.abi.reflection import attribute_name
from xdsl_opencl.abi.target import Target
from xdsl_opencl.analysis.call_graph import CallGraph
from xdsl_opencl.analysis.launch_facts import passthrough
from xdsl_opencl.dialects.llvm_ext.interned import string
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.module import FORMATS_ATTRIBUTE
from xdsl_opencl.transforms.kernels.signature.argument_metadata import USER_REGISTERS
from xdsl_opencl.transforms.kernels.signature.function_attributes import (
    NO_ATTRIBUTES,
    PRINTF_BUFFER,
    SEGMENT_POINTER,
    Needs,
    attribute_names,
    propagate,
)

KERNEL_MARK = "rocdl.kernel"
"""Unit attribute that upstream MLIR turns into the calling convention."""
KEPT_INPUTS = "opencl-kept-inputs"
"""
LLVM string attribute of a kernel: the inputs that have registers, needed or not, by LLVM's
names and separated by commas.
"""
USER_INPUTS: Mapping[str, Callable[[UserRegisters], int | None]] = {
    "dispatch-ptr": lambda registers: registers.setup,
    "queue-ptr": lambda registers: registers.queue,
    "flat-scratch-init": lambda registers: registers.flat_scratch_init,
}
"""LLVM's names of the inputs that may have user registers."""
_BASE_TYPES = attribute_name("kernel_arg_base_type")
_OF_QUEUES = frozenset((StringAttr("queue_t"), StringAttr("clk_event_t")))
"""Types of arguments that a kernel needs to start other kernels."""


def pair(key: str, value: str) -> ArrayAttr[StringAttr]:
    """A string attribute of LLVM with its value, as `passthrough` has it."""
    return ArrayAttr((string(key), string(value)))


_NOT_INLINED = frozenset(("alwaysinline", "noinline", "optnone"))


def _inlined(given: Sequence[Attribute]) -> list[Attribute]:
    """
    Returns the `passthrough` words `given` for a function that must be inlined into its callers.
    """
    words = [
        entry
        for entry in given
        if not (isinstance(entry, StringAttr) and entry.data in _NOT_INLINED)
    ]
    return [*words, StringAttr("alwaysinline")]


def state_inputs(
    module: ModuleOp, target: Target, graph: CallGraph, needs_of: dict[str, Needs]
) -> None:
    """
    Gives the functions of `graph` the attributes that follow from `needs_of`, each function's own
    needs.
    """
    propagate(graph.nodes, needs_of)
    interface = target.interface
    for name, node in graph.nodes.items():
        if not node.has_body:
            continue
        op = node.op
        given = [
            entry
            for entry in passthrough(op)
            if not (isinstance(entry, StringAttr) and entry.data in NO_ATTRIBUTES)
        ]
        needs = needs_of[name]
        is_kernel = KERNEL_MARK in op.attributes
        if is_kernel:
            given += _registers(op, needs, target)
        given += map(string, attribute_names(needs))
        if SEGMENT_POINTER in needs.inputs and not is_kernel:
            given = _inlined(given)
        if is_kernel and interface.states_implicit_bytes:
            size = target.hidden.size
            given.append(pair("amdgpu-implicitarg-num-bytes", str(size)))
        if is_kernel and target.has_code_object:
            given += _hidden_block(needs, target.hidden)
            if PRINTF_BUFFER in needs.entries:
                # LLVM lists the buffer only in a module with formats.
                module.attributes.setdefault(FORMATS_ATTRIBUTE, ArrayAttr(()))
        op.properties["passthrough"] = ArrayAttr(given)


def _registers(op: Operation, needs: Needs, target: Target) -> list[Attribute]:
    """
    Extends the inputs in `needs` to one set of user registers, where the ABI has such sets. An
    attribute names these inputs and keeps them.
    """
    choose, sets = target.interface.choose_registers, target.interface.register_sets
    if choose is None or sets is None:
        return []
    wanted = op.attributes.get(USER_REGISTERS)
    name = wanted.data if isinstance(wanted, StringAttr) else ""
    generation = target.processor.generation
    types = op.attributes.get(_BASE_TYPES)
    if isinstance(types, ArrayAttr) and not _OF_QUEUES.isdisjoint(
        cast("ArrayAttr[Attribute]", types).data
    ):
        needs.inputs.add("default-queue")
    if "dispatch-id" in needs.inputs:
        fail(op, f"ABI {target.abi} has no dispatch id; do without it")
    try:
        chosen = choose(generation, needs.inputs, name)
    except AbiError as error:
        fail(op, str(error))
    # Two sets may have the same registers.
    op.attributes[USER_REGISTERS] = StringAttr(chosen)
    registers = sets[generation][chosen]
    needs.inputs -= {"implicitarg-ptr", *(USER_INPUTS)}
    kept = [i for i, get in USER_INPUTS.items() if get(registers) is not None]
    needs.inputs |= set(kept)
    return [pair(KEPT_INPUTS, ",".join(kept))]


def _hidden_block(needs: Needs, block: HiddenBlock) -> list[Attribute]:
    """
    Returns attributes that end the hidden block after the last byte read, and name the arguments
    read, for the list in the code object's metadata.
    """
    end = needs.hidden_bytes(block)
    if end is None:
        return []
    result: list[Attribute] = []
    if end:
        size = align_to(end, block.granule)
        result.append(pair("amdgpu-implicitarg-num-bytes", str(size)))
    names = ",".join(sorted(needs.entries))
    result.append(pair("opencl-hidden-arguments", names))
    return result
