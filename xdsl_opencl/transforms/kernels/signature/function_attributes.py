"""
Finds the inputs from the GPU that a function needs: LLVM's `amdgpu-no-*` attributes, inferred from
the finished code along the call graph, and the part of the hidden block that it reads.

An attribute says that neither the function nor anything it calls needs the input; without it LLVM
gives the kernel the registers, used or not. Unknown code needs every input. LLVM's own attributor
infers the same at O1 to O3; at O0, and for tables made before code generation, this module has to
infer them.

One difference: LLVM keeps the inputs of a trap for functions, not kernels, that name local
memory, because it could not place it; its own pass amdgpu-lower-module-lds, which is part
of every code generation, does.

Source: LLVM 22, `AMDGPUAttributes.def`, `AMDGPUAttributor.cpp` (`intrinsicToAttrMask`,
`checkForQueuePtr` and its siblings); AMDGPUUsage, "Code Object V5 Metadata".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import cast

from xdsl.dialects.builtin import MemRefType, ModuleOp, StringAttr
from xdsl.dialects.llvm import LLVMPointerType
from xdsl.ir import Attribute, Operation

from xdsl_opencl.abi.arguments.placing import HiddenBlock, HiddenSlot
from xdsl_opencl.abi.enums import AddressSpace
from xdsl_opencl.abi.model import HiddenUse
from xdsl_opencl.abi.target import Target
from xdsl_opencl.analysis.call_graph import (
    REFERENCES,
    CallGraph,
    Node,
    callers_of,
)
from xdsl_opencl.dialects.opencl.low_level import (
    DispatchPtrOp,
    ImplicitArgumentsPtrOp,
    LoadArgumentOp,
    Segment,
)
from xdsl_opencl.ir.element_types import element_of
from xdsl_opencl.ir.module import FORMATS_ATTRIBUTE
from xdsl_opencl.ir.target_types import spir_space
from xdsl_opencl.ir.type_layout import memory_size_align, memref_space
from xdsl_opencl.ir.walk import operations

INPUTS = (
    "dispatch-ptr",
    "queue-ptr",
    "implicitarg-ptr",
    "dispatch-id",
    "workgroup-id-x",
    "workgroup-id-y",
    "workgroup-id-z",
    "cluster-id-x",
    "cluster-id-y",
    "cluster-id-z",
    "workitem-id-x",
    "workitem-id-y",
    "workitem-id-z",
    "lds-kernel-id",
    "hostcall-ptr",
    "heap-ptr",
    "multigrid-sync-arg",
    "default-queue",
    "completion-action",
    "flat-scratch-init",
)
"""LLVM's names, without `amdgpu-no-`."""

NO_ATTRIBUTES = frozenset(f"amdgpu-no-{name}" for name in INPUTS)

_EVERYTHING = frozenset(INPUTS)

SEGMENT_POINTER = "kernarg-segment-ptr"
"""
The address of the argument segment, an input of kernels only: LLVM has no attribute for
it, and no function but a kernel can be given it.
"""

_INTRINSICS: Mapping[str, tuple[str, ...]] = {
    "llvm.amdgcn.dispatch.ptr": ("dispatch-ptr",),
    "llvm.amdgcn.dispatch.id": ("dispatch-id",),
    "llvm.amdgcn.lds.kernel.id": ("lds-kernel-id",),
    **{
        f"llvm.amdgcn.{kind}.id.{axis}": (f"{kind}-id-{axis}",)
        for kind in ("workitem", "workgroup")
        for axis in "xyz"
    },
    **{f"llvm.amdgcn.cluster.id.{axis}": (f"cluster-id-{axis}",) for axis in "xyz"},
}

_APERTURES = frozenset(("llvm.amdgcn.is.shared", "llvm.amdgcn.is.private"))
_TRAPS = frozenset(("llvm.trap", "llvm.debugtrap", "llvm.ubsantrap"))

_CLUSTER_WORKGROUP = re.compile(r"llvm\.amdgcn\.cluster\.workgroup\.")


_APERTURE_BASES = ("hidden_private_base", "hidden_shared_base")
_QUEUE_POINTER = "hidden_queue_ptr"
PRINTF_BUFFER = "hidden_printf_buffer"


@dataclass
class Needs:
    """
    The needs of one function, by itself and, after `propagate`, with those of the
    functions that it calls.

    `hidden_end` is the first byte of the hidden block after all bytes that are read, `None` when
    unknown; `entries` names the hidden arguments that are read.
    """

    inputs: set[str] = field(default_factory=set[str])
    hidden_end: int | None = 0
    entries: set[str] = field(default_factory=set[str])

    def everything(self) -> None:
        self.inputs |= _EVERYTHING
        self.hidden_end = None

    def read_hidden(self, end: int | None) -> None:
        """Records that the bytes of the hidden block before `end` are read."""
        self.inputs.add("implicitarg-ptr")
        if end is None or self.hidden_end is None:
            self.hidden_end = None
        else:
            self.hidden_end = max(self.hidden_end, end)

    def merge(self, other: Needs) -> bool:
        """Adds the needs of a callee; returns whether that changed anything."""
        before = (len(self.inputs), self.hidden_end, len(self.entries))
        self.inputs |= other.inputs
        self.entries |= other.entries
        if other.hidden_end is None or self.hidden_end is None:
            self.hidden_end = None
        else:
            self.hidden_end = max(self.hidden_end, other.hidden_end)
        return before != (len(self.inputs), self.hidden_end, len(self.entries))

    def hidden_bytes(self, block: HiddenBlock) -> int | None:
        """
        Returns the number of bytes of the hidden `block` that must exist, `None` if unknown. A
        loader fills whole arguments, so an argument counts in full even if only its first bytes
        are read.
        """
        if self.hidden_end is None:
            return None
        ends = (block[name].end for name in self.entries)
        return max(self.hidden_end, *ends, 0)

    def hidden_use(self, block: HiddenBlock) -> HiddenUse:
        entries = frozenset(self.entries) & block.optional
        return HiddenUse(self.hidden_bytes(block), entries)


def hidden_block(module: ModuleOp, target: Target) -> HiddenBlock:
    """
    Returns the hidden arguments by their names in LLVM's metadata for `module`.

    In code object 4, one slot is the buffer of `printf` in all kernels of a module with
    formats, and the buffer of host calls otherwise (LLVM 22,
    `AMDGPUHSAMetadataStreamer.cpp`, `MetadataStreamerMsgPackV4::emitHiddenKernelArgs`).
    """
    if FORMATS_ATTRIBUTE in module.attributes:
        return target.hidden.calling(PRINTF_BUFFER)
    return target.hidden


class NeedsFinder:
    """The needs of operations of one module on one target."""

    def __init__(self, module: ModuleOp, target: Target):
        self.target = target
        self.block = hidden_block(module, target)

    def scan(self, needs: Needs, op: Operation) -> None:
        """
        Adds what `op`, at the opencl level, needs by itself; calls are not followed.
        """
        scanner = _SCANNERS.get(op.name)
        if scanner is not None:
            scanner(self, needs, op)

    def load_hidden(self, needs: Needs, offset: int, size: int) -> None:
        """A load of `size` bytes at `offset` of the hidden block."""
        needs.read_hidden(offset + size)
        for slot in self.block.touched(offset, size):
            self._entry(needs, slot)

    def load_slot(self, needs: Needs, kind: str) -> None:
        """A load of the hidden argument `kind`."""
        slot = self.block[kind]
        self.load_hidden(needs, slot.offset, slot.size)

    def _entry(self, needs: Needs, slot: HiddenSlot) -> None:
        needs.entries.add(slot.kind)
        if slot.input:
            needs.inputs.add(slot.input)

    def load_header(self, needs: Needs) -> None:
        """A load from the block before the arguments, where there is no intrinsic for it."""
        access = self.target.interface.access.get(Segment.HEADER)
        if access is not None and access.pointer:
            needs.inputs.add(SEGMENT_POINTER)

    def intrinsic(self, needs: Needs, name: str) -> None:
        """A call of LLVM intrinsic `name` in user code."""
        if (inputs := _INTRINSICS.get(name)) is not None:
            needs.inputs.update(inputs)
        elif name == "llvm.amdgcn.implicitarg.ptr":
            self.whole_block(needs)
        elif name == "llvm.amdgcn.queue.ptr":
            needs.inputs.add("queue-ptr")
            if _QUEUE_POINTER in self.block:
                self.load_slot(needs, _QUEUE_POINTER)
        elif name in _APERTURES:
            self._aperture(needs)
        elif name in _TRAPS:
            self.trap(needs)
        elif _CLUSTER_WORKGROUP.match(name):
            needs.inputs.update(f"cluster-id-{axis}" for axis in "xyz")

    def whole_block(self, needs: Needs) -> None:
        needs.read_hidden(None)
        for slot in self.block.slots:
            self._entry(needs, slot)

    def _aperture(self, needs: Needs) -> None:
        """The bases of local and private memory in the generic address space."""
        if not self.target.is_amdgcn or self.target.processor.aperture_registers:
            return
        if _APERTURE_BASES[0] in self.block:
            for kind in _APERTURE_BASES:
                self.load_slot(needs, kind)
        else:
            needs.inputs.add("queue-ptr")

    def trap(self, needs: Needs) -> None:
        """A trap: its handler needs the queue, unless the doorbell identifies it."""
        if self.target.is_amdgcn and not self.target.processor.capabilities.doorbell_id:
            if _QUEUE_POINTER in self.block:
                self.load_slot(needs, _QUEUE_POINTER)
            else:
                needs.inputs.add("queue-ptr")

    def generic_cast(self, needs: Needs, *, private: bool) -> None:
        """An address space cast from private or local to generic."""
        self._aperture(needs)
        if private:
            needs.inputs.add("flat-scratch-init")


def _load_argument(finder: NeedsFinder, needs: Needs, op: Operation) -> None:
    assert isinstance(op, LoadArgumentOp)
    match op.segment.data:
        case Segment.IMPLICIT:
            size, _ = memory_size_align(op.result.type, finder.target, op)
            finder.load_hidden(needs, op.offset.value.data, size)
        case Segment.DISPATCH:
            needs.inputs.add("dispatch-ptr")
        case Segment.HEADER:
            finder.load_header(needs)
        case Segment.EXPLICIT:
            pass


def _call_intrinsic(finder: NeedsFinder, needs: Needs, op: Operation) -> None:
    name = op.properties["intrin"]
    assert isinstance(name, StringAttr)
    finder.intrinsic(needs, name.data)


def _cast_to_generic(finder: NeedsFinder, needs: Needs, op: Operation) -> None:
    """
    The result has SPIR's number; the operand may have the target's already. Private is 0
    or 5 then, since nothing casts generic (0 on the target) to generic.
    """
    source, result = element_of(op.operands[0].type), element_of(op.results[0].type)
    if not isinstance(source, LLVMPointerType) or not isinstance(
        result, LLVMPointerType
    ):
        return
    space = spir_space(source)
    if spir_space(result) == AddressSpace.GENERIC.spir and space in (0, 3, 5):
        finder.generic_cast(needs, private=space != AddressSpace.LOCAL.spir)


def _memref_cast(finder: NeedsFinder, needs: Needs, op: Operation) -> None:
    source = cast("MemRefType[Attribute]", op.operands[0].type)
    result = cast("MemRefType[Attribute]", op.results[0].type)
    space = memref_space(source)
    if memref_space(result) is AddressSpace.GENERIC and space in (
        AddressSpace.PRIVATE,
        AddressSpace.LOCAL,
    ):
        finder.generic_cast(needs, private=space is AddressSpace.PRIVATE)


def _trap(finder: NeedsFinder, needs: Needs, op: Operation) -> None:
    finder.trap(needs)


_SCANNERS: Mapping[str, Callable[[NeedsFinder, Needs, Operation], None]] = {
    LoadArgumentOp.name: _load_argument,
    ImplicitArgumentsPtrOp.name: lambda finder, needs, op: finder.whole_block(needs),
    DispatchPtrOp.name: lambda finder, needs, op: needs.inputs.add("dispatch-ptr"),
    "llvm.call_intrinsic": _call_intrinsic,
    "llvm.addrspacecast": _cast_to_generic,
    "memref.memory_space_cast": _memref_cast,
    "llvm.intr.trap": _trap,
    "llvm.intr.debugtrap": _trap,
    "llvm.intr.ubsantrap": _trap,
}


def propagate(nodes: Mapping[str, Node], needs: Mapping[str, Needs]) -> None:
    """Adds to each function the needs of those it calls."""
    for name, node in nodes.items():
        if node.unknown:
            needs[name].everything()
    callers = callers_of(nodes)
    worklist = [name for name in nodes if callers[name]]
    while worklist:
        name = worklist.pop()
        for caller in callers[name]:
            if needs[caller].merge(needs[name]):
                worklist.append(caller)


def attribute_names(needs: Needs) -> Iterable[str]:
    """The `amdgpu-no-*` attributes that hold."""
    return (f"amdgpu-no-{name}" for name in INPUTS if name not in needs.inputs)


def module_needs(module: ModuleOp, target: Target) -> dict[str, Needs]:
    """The needs of every function of an opencl-level module: one walk."""
    finder = NeedsFinder(module, target)
    graph = CallGraph(module, walk=False)
    needs: dict[str, Needs] = {}
    for name, node in graph.nodes.items():
        found = needs[name] = Needs()
        for op in operations(node.op):
            if op.name in _SCANNERS:
                finder.scan(found, op)
            if op.name in REFERENCES:
                graph.add(node, op)
    propagate(graph.nodes, needs)
    return needs
