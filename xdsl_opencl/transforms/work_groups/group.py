"""
One work-group on the CPU device: the function that runs it, its prologue, which runs once before
all work items, and the storage of every value of the kernel.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from xdsl.dialects import llvm
from xdsl.dialects.builtin import i32, i64
from xdsl.ir import Block, Operation, Region, SSAValue

from xdsl_opencl.abi.cpu.host_check import GROUP_BYTES
from xdsl_opencl.abi.cpu.host_launch import (
    FACT_NAMES,
    LAUNCH_FACTS,
    LAUNCH_FIELDS,
    WHOLE_GROUPS,
)
from xdsl_opencl.abi.layout import layout
from xdsl_opencl.abi.target import Target
from xdsl_opencl.analysis.uniformity import Uniformity
from xdsl_opencl.dialects.opencl import work_item
from xdsl_opencl.dialects.opencl.kernel import KernelOp, has_uniform_work_groups
from xdsl_opencl.ir.build import GENERIC_POINTER, Builder
from xdsl_opencl.transforms.kernels.signature import kernel_signature
from xdsl_opencl.transforms.work_groups.barriers.barriers import (
    WorkGroupRegions,
    successors,
)
from xdsl_opencl.transforms.work_groups.barriers.group_functions import (
    GROUP_FUNCTIONS,
    Slot,
)
from xdsl_opencl.transforms.work_groups.checked_group import GroupCheck, is_checked

AXES = "xyz"
UNIFORM_BY_DIMENSION: dict[type[Operation], str] = {
    work_item.GetGlobalSizeOp: "global_size",
    work_item.GetGlobalOffsetOp: "global_offset",
    work_item.GetEnqueuedLocalSizeOp: "local_size",
    work_item.GetNumGroupsOp: "num_groups",
    work_item.GetLocalSizeOp: "actual_local_size",
    work_item.GetGroupIdOp: "group_id",
}


@dataclass
class Library:
    """
    Functions of the module's library: `rows` are `ROW_FUNCTIONS` with their bounds; `called` are
    functions that groups call besides the kernels' own calls, with their types.
    """

    rows: Mapping[str, float | None] = field(default_factory=dict[str, "float | None"])
    called: dict[str, llvm.LLVMFunctionType] = field(
        default_factory=dict[str, llvm.LLVMFunctionType]
    )


class WorkGroup:
    """
    The shared state of one work-group: its function, its prologue, and the storage of every value
    of the kernel.
    """

    def __init__(
        self,
        kernel: KernelOp,
        target: Target,
        access_groups: int,
        declared: Collection[str],
        library: Library,
        *,
        lockstep: bool,
    ):
        self.library = library
        self.lockstep = lockstep
        """True if work items of a row may run in lockstep, and LLVM may reorder them."""
        self.kernel = kernel
        self.declared = declared
        """Library functions, which the module does not define."""
        self.access_groups = access_groups
        """Access groups used so far in the module."""
        self.target = target
        self.layout = layout(kernel_signature(kernel, target), target)
        self.reqd = (
            None
            if kernel.reqd_work_group_size is None
            else tuple(kernel.reqd_work_group_size.get_values())
        )
        self.uniform_groups = has_uniform_work_groups(kernel)
        """The runtime refuses a global size that is not a multiple of the local one."""
        self.region = Region(
            Block(arg_types=(GENERIC_POINTER, GENERIC_POINTER, i64, i64, i64))
        )
        entry = self.region.block
        self.arguments, self.launch, *self.group = entry.args
        for arg, name in zip(
            entry.args, ("arguments", "launch", "group_x", "group_y", "group_z")
        ):
            arg.name_hint = name
        self.prologue = Builder(entry)
        self.uniform: dict[str, SSAValue] = {}
        self._uniformity: Uniformity | None = None
        self.values: dict[SSAValue, SSAValue] = {}
        """Maps values of the kernel that the whole group shares to their copies."""
        self.argument_reads: set[Operation] = set()
        """Loads of fields of structures by value, which nothing writes."""
        self.homes: dict[SSAValue, Slot] = {}
        """Crossing values: one slot for each work item, or for the group where all agree."""
        self.recomputed: set[SSAValue] = set()
        """Crossing values that each block recomputes from ids and shared values."""
        self.private: dict[SSAValue, tuple[SSAValue, SSAValue]] = {}
        """Private memory that outlives a region: base, bytes per work item."""
        self.left: SSAValue | None = None
        """Memory that becomes nonzero when a work item leaves early."""
        self.frame_bytes = 0
        """Stack bytes that a group needs, without those for each work item."""
        self.item_bytes = 0
        """Stack bytes that a group needs for each work item."""
        self.local_bytes = 0
        """Bytes of the variables in local memory; `frame_bytes` counts them, too."""
        self.facts = 0
        """The facts about launches (`LAUNCH_FACTS`) that the code depends on."""
        self.dimensions = 1
        """The dimensions that the kernel queries."""
        self.row_items: int | None = None
        """
        Set where each sub-group is a row of so many work items, and work items of a sub-group run
        in lockstep.
        """
        self.row_axis = 0
        """The dimension along which rows lie where a work-group has a whole one there."""
        self.sub_groups = False
        """True if work items meet in sub-groups, which run in turn."""
        self.check: GroupCheck | None = None
        """Set in a checked kernel."""

    def next_access_group(self) -> int:
        self.access_groups += 1
        return self.access_groups

    def begin_check(self) -> None:
        """Makes the group record, if the kernel is checked."""
        if is_checked(self.kernel):
            self.frame_bytes += GROUP_BYTES
            items = self.group_items()
            self.check = GroupCheck(
                self.prologue, self.kernel, self.launch, self.group, items
            )

    def launch_field(self, name: str) -> SSAValue:
        if name not in self.uniform:
            address = self.prologue.offset(self.launch, LAUNCH_FIELDS[name])
            self.uniform[name] = self.prologue.load(address, i64, 8, name)
        return self.uniform[name]

    def is_known(self, fact: int) -> SSAValue:
        """Returns an `i1` that is true if `fact` is one of `LAUNCH_FACTS`."""
        return self._fact(fact, "ne", FACT_NAMES[fact])

    def is_unknown(self, fact: int) -> SSAValue:
        """Returns an `i1` that is true if `fact` is none of `LAUNCH_FACTS`."""
        return self._fact(fact, "eq", f"not_{FACT_NAMES[fact]}")

    def _fact(self, fact: int, predicate: str, key: str) -> SSAValue:
        if key not in self.uniform:
            self.facts |= fact
            build = self.prologue
            if LAUNCH_FACTS not in self.uniform:
                address = build.address_of(LAUNCH_FACTS, GENERIC_POINTER)
                self.uniform[LAUNCH_FACTS] = build.load(address, i32, 4, "facts")
            bit = build.constant(fact, i32)
            found = build.op(llvm.AndOp, self.uniform[LAUNCH_FACTS], bit)
            holds = build.compare(predicate, found, build.constant(0, i32))
            holds.name_hint = key
            self.uniform[key] = holds
        return self.uniform[key]

    def shared(self, name: str, axis: int) -> SSAValue:
        """
        Returns a group-wide quantity of one dimension; the first use computes it in the prologue.
        """
        key = f"{name}_{AXES[axis]}"
        if (known := self.uniform.get(key)) is not None:
            return known
        build = self.prologue
        if name == "group_id":
            value = self.group[axis]
        elif name == "local_size" and self.reqd is not None:
            value = build.constant(self.reqd[axis])
        elif name == "actual_local_size":
            value = self.actual_local_size(axis)
        elif name == "base":
            first = build.no_wrap(
                llvm.MulOp, self.group[axis], self.shared("local_size", axis)
            )
            offset = self.launch_field(f"global_offset_{AXES[axis]}")
            value = build.no_wrap(llvm.AddOp, first, offset)
        else:
            return self.launch_field(key)
        value.name_hint = key
        self.uniform[key] = value
        return value

    def actual_local_size(self, axis: int) -> SSAValue:
        """
        Returns the number of work items of this group in a dimension; the last group has the
        remainder.
        """
        build = self.prologue
        size = self.shared("local_size", axis)
        if self.reqd is not None and (self.uniform_groups or self.reqd[axis] == 1):
            return size
        done = build.no_wrap(llvm.MulOp, self.group[axis], size)
        total = self.launch_field(f"global_size_{AXES[axis]}")
        rest = build.op(llvm.SubOp, total, done)
        full = build.compare("ult", size, rest)
        if self.reqd is not None:
            full = build.op(llvm.OrOp, full, self.is_known(WHOLE_GROUPS))
        return build.select(full, size, rest)

    def shared_i32(self, name: str, axis: int) -> SSAValue:
        """Returns the low half of a group-wide quantity."""
        key = f"{name}_{AXES[axis]}_i32"
        if key not in self.uniform:
            value = self.prologue.resize(self.shared(name, axis), i32)
            value.name_hint = key
            self.uniform[key] = value
        return self.uniform[key]

    def has_int_ids(self, build: Builder, axis: int) -> SSAValue:
        """
        Makes an `i1` that is true if the group's global ids of dimension `axis` do not wrap as `int`.
        """
        size = self.shared("actual_local_size", axis)
        last = build.no_wrap(llvm.AddOp, self.shared("base", axis), size)
        return build.compare("ule", last, build.constant(1 << 31))

    def group_items(self) -> SSAValue:
        if "items" not in self.uniform:
            x, y, z = (self.shared("actual_local_size", axis) for axis in range(3))
            build = self.prologue
            plane = build.no_wrap(llvm.MulOp, x, y)
            self.uniform["items"] = build.no_wrap(llvm.MulOp, plane, z, "items")
        return self.uniform["items"]

    def uniformity(self, regions: WorkGroupRegions) -> Uniformity:
        """Returns the values that the work items agree on in the kernel's `regions`."""
        if self._uniformity is None:
            self._uniformity = self.analyse(regions.order, regions.continuation)
        return self._uniformity

    def analyse(
        self, order: list[Block], continuation: dict[Block, Block]
    ) -> Uniformity:
        """
        Returns the values that the work items agree on, in blocks in reverse
        post-order.
        """

        def varies(op: Operation) -> bool | None:
            if op.results and op.results[0] in self.values:
                return False
            if (function := GROUP_FUNCTIONS.get(type(op))) is not None:
                return not function.one_result
            if isinstance(op, llvm.AllocaOp):
                return True
            return None if op.dialect_name() == "llvm" else True

        return Uniformity(
            order,
            lambda block: successors(block, continuation),
            varies,
            self.values.keys(),
        )
