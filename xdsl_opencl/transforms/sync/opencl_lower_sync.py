"""
`opencl-lower-sync`: barriers, fences and atomics become LLVM fences, atomic instructions
and the target's barrier.

Needs: a target. Leaves: no barrier, fence, atomic or pipe of the opencl dialect, except
that on ABI host work-group barriers and group functions stay for
`opencl-form-work-groups`, where one thread runs a whole work-group.

A barrier with flags is a release fence, the GPU's barrier, and an acquire fence, at the scope of
the barrier; both fences are sequentially consistent if the flags name local and global memory.
`mem_fence` is an acquire-release fence of the work-group (ROCm device libraries,
`opencl/src/workgroup/wgbarrier.cl` and `misc/awif.cl`).

On AMDGPU an atomic operation orders the address space of its object only, if it is not
sequentially consistent, and global memory is not fine-grained or another device's, where
the hardware lacks some operations (Clang, `AMDGPUTargetCodeGenInfo`: `getLLVMSyncScopeID`
and `setTargetAtomicMetadata`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from xdsl.context import Context
from xdsl.dialects import func, llvm
from xdsl.dialects.builtin import (
    DictionaryAttr,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    UnitAttr,
    i1,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.passes import ModulePass

from xdsl_opencl.abi.conventions.amdgpu import USUAL_WORK_GROUP_SIZE
from xdsl_opencl.abi.enums import FenceFlag, MemoryOrder, MemoryScope
from xdsl_opencl.abi.target import Target
from xdsl_opencl.analysis.launch_facts import (
    LaunchFacts,
    function_attribute,
    launch_facts,
)
from xdsl_opencl.dialects.definition import defined
from xdsl_opencl.dialects.llvm_ext import corrected
from xdsl_opencl.dialects.llvm_ext.instructions import (
    ORDERINGS,
    AtomicCmpXchgOp,
    AtomicRMWOp,
    FenceOp,
)
from xdsl_opencl.dialects.llvm_ext.interned import string
from xdsl_opencl.dialects.opencl import (
    atomic,
    collective,
    memory,
    pipe,
    sub_group,
    sync,
)
from xdsl_opencl.dialects.opencl.attrs import AtomicKind, FenceFlagsAttr
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.ir.build import METADATA, integer_attribute
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.element_types import integer_like
from xdsl_opencl.ir.module import module_target
from xdsl_opencl.ir.patterns import lower
from xdsl_opencl.ir.walk import operations
from xdsl_opencl.transforms.builtins import copies
from xdsl_opencl.transforms.builtins.groups import (
    Group,
    lower_collective,
    scratch_variable,
)
from xdsl_opencl.transforms.builtins.memory import element_pointer
from xdsl_opencl.transforms.builtins.sub_groups import lower_sub_group
from xdsl_opencl.transforms.builtins.values import Values

_SUB_GROUP_OPERATIONS = defined(Operation, sub_group)

_LLVM_ORDER: dict[MemoryOrder, str] = {
    MemoryOrder.RELAXED: "monotonic",
    MemoryOrder.ACQUIRE: "acquire",
    MemoryOrder.RELEASE: "release",
    MemoryOrder.ACQ_REL: "acq_rel",
    MemoryOrder.SEQ_CST: "seq_cst",
}
FLAT_WORK_GROUP_SIZE = "amdgpu-flat-work-group-size"
"""LLVM function attribute: smallest and largest number of work items of a group."""

_BINARY: dict[AtomicKind, int] = {
    AtomicKind.XCHG: 0,
    AtomicKind.ADD: 1,
    AtomicKind.SUB: 2,
    AtomicKind.AND: 3,
    AtomicKind.OR: 5,
    AtomicKind.XOR: 6,
    AtomicKind.MAX: 7,
    AtomicKind.MIN: 8,
    AtomicKind.UMAX: 9,
    AtomicKind.UMIN: 10,
    AtomicKind.FADD: 11,
    AtomicKind.FMAX: 13,
    AtomicKind.FMIN: 14,
}
"""`llvm.atomicrmw`'s operations (MLIR, `AtomicBinOp` in LLVMEnums.td)."""


_USUAL_MEMORY = DictionaryAttr(
    {"amdgpu.no.fine.grained.memory": UnitAttr(), "amdgpu.no.remote.memory": UnitAttr()}
)

_LOCAL_FLAGS = FenceFlagsAttr((FenceFlag.LOCAL,))
_ALL_FLAGS = FenceFlagsAttr((FenceFlag.LOCAL, FenceFlag.GLOBAL))


class _Lowering:
    def __init__(self, module: ModuleOp, target: Target):
        self.module = module
        self.target = target
        self.host = target.interface.work_groups_are_loops
        self.uses_scratch = False

    @cached_property
    def facts(self) -> dict[Operation, LaunchFacts]:
        return launch_facts(self.module)

    def scope(self, scope: MemoryScope) -> dict[str, Attribute]:
        """
        The property for LLVM's scope; none on the host, whose threads share one system.
        """
        name = self.target.interface.sync_scopes[scope]
        return {"syncscope": string(name)} if name else {}

    def order(self, order: MemoryOrder) -> Attribute:
        return integer_attribute(ORDERINGS[_LLVM_ORDER[order]], i64)

    def fence(self, e: Values, order: MemoryOrder, scope: MemoryScope) -> None:
        if scope is MemoryScope.WORK_ITEM or order is MemoryOrder.RELAXED:
            return
        if not self.target.interface.fences:
            return
        properties = {"ordering": self.order(order), **self.scope(scope)}
        e.put(FenceOp, properties=properties)

    # --- barriers and fences ---------------------------------------------------------

    def barrier(
        self, e: Values, flags: FenceFlagsAttr, scope: MemoryScope
    ) -> list[SSAValue]:
        both = {FenceFlag.LOCAL, FenceFlag.GLOBAL} <= flags.data
        release = MemoryOrder.SEQ_CST if both else MemoryOrder.RELEASE
        acquire = MemoryOrder.SEQ_CST if both else MemoryOrder.ACQUIRE
        if flags.data:
            self.fence(e, release, scope)
        e.run_intrinsic(self.target.interface.barrier)
        if flags.data:
            self.fence(e, acquire, scope)
        return []

    def lower_barrier(self, e: Values, op: sync.FlagsOp) -> list[SSAValue]:
        return self.barrier(e, op.flags, MemoryScope.WORK_GROUP)

    def lower_work_group_barrier(
        self, e: Values, op: sync.ScopedBarrierOp
    ) -> list[SSAValue]:
        return self.barrier(e, op.flags, op.scope.data)

    def lower_sub_group_barrier(
        self, e: Values, op: sync.ScopedBarrierOp
    ) -> list[SSAValue]:
        e.run_intrinsic("llvm.amdgcn.wave.barrier")
        if op.flags.data:
            self.fence(e, MemoryOrder.ACQ_REL, MemoryScope.SUB_GROUP)
        return []

    def lower_mem_fence(self, e: Values, op: sync.FlagsOp) -> list[SSAValue]:
        orders: dict[type[Operation], MemoryOrder] = {
            sync.MemFenceOp: MemoryOrder.ACQ_REL,
            sync.ReadMemFenceOp: MemoryOrder.ACQUIRE,
            sync.WriteMemFenceOp: MemoryOrder.RELEASE,
        }
        self.fence(e, orders[type(op)], MemoryScope.WORK_GROUP)
        return []

    def lower_work_item_fence(
        self, e: Values, op: sync.AtomicWorkItemFenceOp
    ) -> list[SSAValue]:
        if op.flags.data:
            self.fence(e, op.order.data, op.scope.data)
        return []

    # --- group functions, copies, generic pointers ---------------------------------------

    def collective(self, e: Values, op: Operation) -> list[SSAValue]:
        if not self.target.is_amdgcn:
            fail(op, f"ABI {self.target.abi} has no group functions; use amdhsa")
        function = _function_of(op)
        facts = self.facts.get(function, LaunchFacts())
        largest = facts.largest
        if facts.required is None and isinstance(function, KernelOp):
            given = function_attribute(function, FLAT_WORK_GROUP_SIZE)
            if given is None:
                largest = USUAL_WORK_GROUP_SIZE
            elif (most := given.rpartition(",")[2]).isdigit():
                largest = int(most)
        full = facts.uniform and facts.required is not None
        group = Group(
            e,
            self.target,
            largest,
            full=full and largest % self.target.wave_size == 0,
            barrier=lambda: self.local_barrier(e),
        )
        if type(op) in _SUB_GROUP_OPERATIONS:
            return [lower_sub_group(group, op)]
        result = lower_collective(group, op)
        assert result is not None
        self.uses_scratch = self.uses_scratch or group.uses_scratch
        return [result]

    def local_barrier(self, e: Values) -> None:
        self.barrier(e, _LOCAL_FLAGS, MemoryScope.WORK_GROUP)

    def lower_copy(
        self,
        e: Values,
        op: collective.AsyncWorkGroupCopyOp | collective.AsyncWorkGroupStridedCopyOp,
    ) -> list[SSAValue]:
        return copies.lower_copy(e, op)

    def lower_null_event(self, e: Values, op: collective.NullEventOp) -> list[SSAValue]:
        return copies.lower_null_event(e, op)

    def lower_wait(self, e: Values, op: Operation) -> list[SSAValue]:
        return self.barrier(e, _ALL_FLAGS, MemoryScope.WORK_GROUP)

    def lower_nothing(self, e: Values, op: Operation) -> list[SSAValue]:
        return []

    def address(self, e: Values, op: atomic.AtomicOp) -> SSAValue:
        return element_pointer(e, op.pointer, op.indices)

    def common(self, op: atomic.AtomicOp, order: MemoryOrder) -> dict[str, Attribute]:
        name = self.target.interface.sync_scopes[op.scope.data]
        one_space = self.target.interface.one_address_space
        if one_space and order is not MemoryOrder.SEQ_CST:
            name = f"{name}-{one_space}" if name else one_space
        properties: dict[str, Attribute] = {}
        if name:
            properties["syncscope"] = StringAttr(name)
        if op.volatile is not None:
            properties["volatile_"] = UnitAttr()
        return properties

    def read_modify_write(
        self,
        e: Values,
        op: atomic.AtomicRmwOp | atomic.AtomicFlagTestAndSetOp,
        kind: AtomicKind,
        value: SSAValue,
    ) -> SSAValue:
        """Makes an `atomicrmw` with the order and scope of `op`; returns the old value."""
        order = op.order.data
        bin_op = {"bin_op": IntegerAttr(_BINARY[kind], i64)}
        # LLVM uses these outside of local memory.
        attributes = {METADATA: _USUAL_MEMORY} if self.target.is_amdgcn else {}
        return e.op(
            AtomicRMWOp,
            *(self.address(e, op), value),
            type=value.type,
            properties={**bin_op, **self.access(op, order)},
            attributes=attributes,
        )

    def lower_rmw(self, e: Values, op: atomic.AtomicRmwOp) -> list[SSAValue]:
        return [self.read_modify_write(e, op, op.kind.data, op.value)]

    def lower_compare_exchange(
        self, e: Values, op: atomic.AtomicCompareExchangeOp
    ) -> list[SSAValue]:
        value_type = op.expected.type
        # LLVM's operation compares integers; OpenCL also compares the memory contents, not numbers
        # (OpenCL C 3.0, section 6.15.12.7.4).
        bits = integer_like(value_type)
        expected, desired = (e.bitcast(x, bits) for x in (op.expected, op.desired))
        pair = e.op(
            AtomicCmpXchgOp,
            *(self.address(e, op), expected, desired),
            type=llvm.LLVMStructType.from_type_list([bits, i1]),
            properties={
                "success_ordering": self.order(op.success_order.data),
                "failure_ordering": self.order(op.failure_order.data),
                **({} if op.weak is None else {"weak": UnitAttr()}),
                **self.common(op, op.success_order.data),
            },
        )
        old, success = e.extract_value(pair, 0), e.extract_value(pair, 1)
        return [e.bitcast(old, value_type), success]

    def access(self, op: atomic.AtomicOp, order: MemoryOrder) -> dict[str, Attribute]:
        return {"ordering": self.order(order), **self.common(op, order)}

    def lower_load(self, e: Values, op: atomic.AtomicLoadOp) -> list[SSAValue]:
        return [self.atomic_load(e, op, op.order.data, op.result.type)]

    def atomic_load(
        self, e: Values, op: atomic.AtomicOp, order: MemoryOrder, type: Attribute
    ) -> SSAValue:
        properties = self.access(op, order)
        properties["alignment"] = IntegerAttr(_bytes(type), i64)
        address = self.address(e, op)
        return e.op(corrected.LoadOp, address, type=type, properties=properties)

    def atomic_store(
        self, e: Values, op: atomic.AtomicOp, order: MemoryOrder, value: SSAValue
    ) -> None:
        properties = self.access(op, order)
        properties["alignment"] = IntegerAttr(_bytes(value.type), i64)
        e.put(corrected.StoreOp, value, self.address(e, op), properties=properties)

    def lower_store(self, e: Values, op: atomic.AtomicStoreOp) -> list[SSAValue]:
        self.atomic_store(e, op, op.order.data, op.value)
        return []

    def lower_test_and_set(
        self, e: Values, op: atomic.AtomicFlagTestAndSetOp
    ) -> list[SSAValue]:
        one = e.constant(1, i32)
        old = self.read_modify_write(e, op, AtomicKind.XCHG, one)
        return [e.compare("ne", old, e.constant(0, i32))]

    def lower_clear(self, e: Values, op: atomic.AtomicFlagOp) -> list[SSAValue]:
        self.atomic_store(e, op, op.order.data, e.constant(0, i32))
        return []

    def lower_pipe(self, v: Values, op: Operation) -> list[SSAValue]:
        """Lowers a pipe operation to operations that the other handlers lower."""
        from xdsl_opencl.transforms.builtins.pipes import lower_pipe

        if not self.target.interface.pipes:
            fail(op, f"ABI {self.target.abi} has no pipes; use amdhsa")
        device = self.scope(MemoryScope.DEVICE).get("syncscope")
        scope = device.data if isinstance(device, StringAttr) else ""
        return lower_pipe(v, op, scope)

    def table(self) -> dict[type[Operation], Callable[..., list[SSAValue]]]:
        lowerings: dict[type[Operation], Callable[..., list[SSAValue]]] = {
            sync.MemFenceOp: self.lower_mem_fence,
            sync.ReadMemFenceOp: self.lower_mem_fence,
            sync.WriteMemFenceOp: self.lower_mem_fence,
            sync.AtomicWorkItemFenceOp: self.lower_work_item_fence,
            atomic.AtomicRmwOp: self.lower_rmw,
            atomic.AtomicLoadOp: self.lower_load,
            atomic.AtomicStoreOp: self.lower_store,
            atomic.AtomicCompareExchangeOp: self.lower_compare_exchange,
            atomic.AtomicFlagTestAndSetOp: self.lower_test_and_set,
            atomic.AtomicFlagClearOp: self.lower_clear,
            **dict.fromkeys(defined(Operation, pipe), self.lower_pipe),
        }
        if not self.host:
            lowerings |= {
                memory.ToGlobalOp: copies.lower_pointer_cast,
                memory.ToLocalOp: copies.lower_pointer_cast,
                memory.ToPrivateOp: copies.lower_pointer_cast,
                memory.GetFenceOp: copies.lower_get_fence,
                sync.BarrierOp: self.lower_barrier,
                sync.SubGroupBarrierOp: self.lower_sub_group_barrier,
                sync.WorkGroupBarrierOp: self.lower_work_group_barrier,
                collective.AsyncWorkGroupCopyOp: self.lower_copy,
                collective.AsyncWorkGroupStridedCopyOp: self.lower_copy,
                collective.NullEventOp: self.lower_null_event,
                collective.WaitGroupEventsOp: self.lower_wait,
                collective.WaitGroupEventsPtrOp: self.lower_wait,
                collective.PrefetchOp: self.lower_nothing,
                **dict.fromkeys(collective.COLLECTIVES, self.collective),
                **dict.fromkeys(_SUB_GROUP_OPERATIONS, self.collective),
            }
        return lowerings


def _function_of(op: Operation) -> Operation:
    """Returns the kernel or function that contains `op`."""
    function = op
    while not isinstance(function, KernelOp | func.FuncOp | llvm.FuncOp):
        parent = function.parent_op()
        assert parent is not None
        function = parent
    return function


def _bytes(type: Attribute) -> int:
    from xdsl_opencl.ir.element_types import bits_of

    return bits_of(type) // 8


@dataclass(frozen=True)
class OpenCLLowerSyncPass(ModulePass):
    """Lowers barriers, fences and atomics."""

    name = "opencl-lower-sync"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        lowering = _Lowering(op, module_target(op))
        handlers = lowering.table()
        lower(operations(op), handlers, Values.before, promised=(atomic.AtomicOp,))
        if lowering.uses_scratch:
            op.body.block.add_op(scratch_variable())
