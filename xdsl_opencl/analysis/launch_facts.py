"""
Facts about every launch that are known at compile time: the required work-group size,
and if all work-groups of a launch have the same size.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    IntegerAttr,
    ModuleOp,
    StringAttr,
)
from xdsl.dialects.llvm import FuncOp, LinkageAttr
from xdsl.ir import Attribute, Operation

from xdsl_opencl.abi.conventions.amdgpu import MAX_WORK_GROUP_SIZE
from xdsl_opencl.analysis.call_graph import CallGraph
from xdsl_opencl.dialects.opencl.kernel import KernelOp

UNIFORM_ATTRIBUTE = "uniform-work-group-size"
"""LLVM function attribute; clang writes `true` below OpenCL 2.0 and with
`-cl-uniform-work-group-size`."""


@dataclass(frozen=True)
class LaunchFacts:
    """
    `required` is the size of every work-group that a launch asks for, if the source fixes
    it. `uniform`: no work-group is smaller than that (OpenCL 3.0 API, section 5.10).
    """

    required: tuple[int, int, int] | None = None
    uniform: bool = False

    @property
    def largest(self) -> int:
        return MAX_WORK_GROUP_SIZE if self.required is None else prod(self.required)

    def meet(self, other: LaunchFacts) -> LaunchFacts:
        """Returns the facts that hold for both."""
        required = self.required if self.required == other.required else None
        return LaunchFacts(required, self.uniform and other.uniform)


def passthrough(op: Operation) -> tuple[Attribute, ...]:
    """LLVM's attributes of a function: a property of `llvm.func` only."""
    held = op.properties if isinstance(op, FuncOp) else op.attributes
    entries = held.get("passthrough")
    if not isinstance(entries, ArrayAttr):
        return ()
    return cast("ArrayAttr[Attribute]", entries).data


def function_attribute(op: Operation, key: str) -> str | None:
    """The value of `["key", "value"]` among LLVM's attributes of a function."""
    for entry in passthrough(op):
        match entry:
            case ArrayAttr(data=(StringAttr(data=name), StringAttr(data=value))):
                if name == key:
                    return value
            case _:
                pass
    return None


def _before_opencl_2(module: ModuleOp) -> bool:
    version = module.attributes.get("opencl.ocl_version")
    if not isinstance(version, ArrayAttr) or not version.data:  # pyright: ignore[reportUnknownMemberType]
        return False
    major: Attribute = version.data[0]  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    return isinstance(major, IntegerAttr) and major.value.data < 2


def is_internal(op: Operation) -> bool:
    """
    Returns whether all callers of a function are in its module: it is private
    (`func.func`) or has local linkage (`llvm.func`).
    """
    visibility = op.properties.get("sym_visibility")
    if isinstance(visibility, StringAttr) and visibility.data == "private":
        return True
    linkage = op.properties.get("linkage") or op.attributes.get("llvm.linkage")
    return isinstance(linkage, LinkageAttr) and linkage.linkage.data in (
        "internal",
        "private",
    )


def kernel_facts(kernel: KernelOp, module: ModuleOp) -> LaunchFacts:
    """The facts of the launches of one kernel."""
    size = kernel.reqd_work_group_size
    required = None
    if isinstance(size, DenseArrayBase):
        values = size.get_values()
        if len(values) == 3:
            required = (int(values[0]), int(values[1]), int(values[2]))
    stated = function_attribute(kernel, UNIFORM_ATTRIBUTE)
    uniform = _before_opencl_2(module) if stated is None else stated == "true"
    return LaunchFacts(required, uniform)


def launch_facts(module: ModuleOp) -> dict[Operation, LaunchFacts]:
    """
    The facts that hold in each kernel and function: those of the kernels that reach it.

    The calls are looked at only when there are functions and something to know.
    """
    nodes = CallGraph(module, walk=False).nodes
    facts: dict[Operation, LaunchFacts] = {}
    nothing = LaunchFacts()
    for node in nodes.values():
        if isinstance(node.op, KernelOp):
            facts[node.op] = kernel_facts(node.op, module)
    if len(facts) == len(nodes) or all(f == nothing for f in facts.values()):
        return facts
    nodes = CallGraph(module).nodes
    reached = {n.name: facts[n.op] for n in nodes.values() if n.op in facts}
    worklist = list(reached)
    while worklist:
        name = worklist.pop()
        for callee in nodes[name].callees:
            if not is_internal(nodes[callee].op):
                continue
            old = reached.get(callee)
            new = reached[name] if old is None else old.meet(reached[name])
            if new != old:
                reached[callee] = new
                worklist.append(callee)
    return {nodes[name].op: fact for name, fact in reached.items()}
