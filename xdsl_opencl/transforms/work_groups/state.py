"""
The part of `opencl-form-work-groups` that concerns the whole work-group: arguments, what
is computed once, and the memory of values that cross a barrier.
"""

from __future__ import annotations

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    IndexType,
    IntegerAttr,
    UnrealizedConversionCastOp,
    i1,
    i8,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.traits import IsTerminator, NoMemoryEffect, Pure

from xdsl_opencl.abi.host_check import GROUP_BYTES
from xdsl_opencl.abi.host_launch import LAUNCH_FIELDS
from xdsl_opencl.abi.layout import layout
from xdsl_opencl.abi.model import PlacedArgument, align_to
from xdsl_opencl.abi.target import Target
from xdsl_opencl.analysis.cfg import reverse_post_order
from xdsl_opencl.analysis.uniformity import Uniformity
from xdsl_opencl.dialects.llvm_ext.intrinsics import MemsetOp
from xdsl_opencl.dialects.opencl import collective, low_level, memory, sync, types
from xdsl_opencl.dialects.opencl import work_item as wi
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.ir.blocks import (
    GENERIC_POINTER,
    BlockBuilder,
    private_copy,
)
from xdsl_opencl.ir.build import set_type
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.target_types import GLOBAL_POINTER
from xdsl_opencl.transforms.kernels.signature import kernel_signature
from xdsl_opencl.transforms.work_groups.check import GroupCheck, is_checked
from xdsl_opencl.transforms.work_groups.checker_calls import CHECKED
from xdsl_opencl.transforms.work_groups.group_functions import (
    GROUP_FUNCTIONS,
    Slot,
)
from xdsl_opencl.transforms.work_groups.private import outlives_region, size_align
from xdsl_opencl.transforms.work_groups.recomputed import TRAPPING, find_recomputed
from xdsl_opencl.transforms.work_groups.regions import (
    WorkGroupRegions,
    successors,
)

_AXES = "xyz"
_HANDLES: dict[type[Attribute], Attribute] = {
    types.ImageType: GENERIC_POINTER,
    types.SamplerType: i32,
    types.QueueType: GENERIC_POINTER,
    types.EventType: GLOBAL_POINTER,
    IndexType: i64,
}
"""
What a handle is on the CPU device: a pointer to a record, a literal, or nothing to look at;
and what is left of `index`, the results of queries.
"""

_BARRIERS: tuple[type[Operation], ...] = (sync.BarrierOp, sync.WorkGroupBarrierOp)

_NOTHING: tuple[type[Operation], ...] = (
    # One thread runs the whole group: copies are complete when they are issued, and a
    # sub-group is a single work item.
    collective.WaitGroupEventsOp,
    collective.WaitGroupEventsPtrOp,
    collective.PrefetchOp,
    sync.SubGroupBarrierOp,
)

UNIFORM_BY_DIMENSION: dict[type[Operation], str] = {
    wi.GetGlobalSizeOp: "global_size",
    wi.GetGlobalOffsetOp: "global_offset",
    wi.GetEnqueuedLocalSizeOp: "local_size",
    wi.GetNumGroupsOp: "num_groups",
    wi.GetLocalSizeOp: "actual_local_size",
    wi.GetGroupIdOp: "group_id",
}


def _constant(value: SSAValue) -> int | None:
    """
    The number that `value` is known to be.
    """
    owner = value.owner
    if isinstance(owner, llvm.ConstantOp) and isinstance(owner.value, IntegerAttr):
        return owner.value.value.data
    return None


def is_meeting(op: Operation) -> bool:
    """
    Whether all work items of a group must reach `op` together.
    """
    return isinstance(op, _BARRIERS) or type(op) in GROUP_FUNCTIONS


class GroupState:
    """
    What one work-group shares: its function, the prologue that runs once, and where every
    value of the kernel lives.
    """

    def __init__(self, kernel: KernelOp, target: Target, access_groups: int):
        self.kernel = kernel
        self.access_groups = access_groups
        """Access groups used so far in the module."""
        self.target = target
        self.layout = layout(kernel_signature(kernel, target), target)
        self.reqd = (
            None
            if kernel.reqd_work_group_size is None
            else tuple(kernel.reqd_work_group_size.get_values())
        )
        self.region = Region(
            Block(arg_types=(GENERIC_POINTER, GENERIC_POINTER, i64, i64, i64))
        )
        entry = self.region.block
        self.arguments, self.launch, *self.group = entry.args
        for arg, name in zip(
            entry.args, ("arguments", "launch", "group_x", "group_y", "group_z")
        ):
            arg.name_hint = name
        self.prologue = BlockBuilder(entry)
        self.uniform: dict[str, SSAValue] = {}
        self.values: dict[SSAValue, SSAValue] = {}
        """Values of the kernel that hold for the whole group, to their copies."""
        self.slots: dict[SSAValue, Slot] = {}
        self.variables: dict[SSAValue, Slot] = {}
        """Crossing values that all work items agree on: one variable for the group."""
        self.recomputed: set[SSAValue] = set()
        """Crossing values that each block computes again from ids and shared values."""
        self.private: dict[SSAValue, tuple[SSAValue, SSAValue]] = {}
        """Private memory that outlives a region: base, bytes a work item."""
        self.left: SSAValue | None = None
        """Memory that is not 0 once some work item left early."""
        self.frame_bytes = 0
        """Stack that a group needs, besides what follows."""
        self.item_bytes = 0
        """Stack that a group needs for each work item."""
        self.check: GroupCheck | None = None
        """In a kernel that is checked."""

    def next_access_group(self) -> int:
        self.access_groups += 1
        return self.access_groups

    def begin_check(self) -> None:
        """
        Makes the group record, if the kernel is checked.
        """
        if is_checked(self.kernel):
            self.frame_bytes += GROUP_BYTES
            items = self.group_items()
            self.check = GroupCheck(
                self.prologue, self.kernel, self.launch, self.group, items
            )

    # --- what the whole group shares -------------------------------------------------

    def launch_field(self, name: str) -> SSAValue:
        if name not in self.uniform:
            address = self.prologue.offset(self.launch, LAUNCH_FIELDS[name])
            self.uniform[name] = self.prologue.load(address, i64, 8, name)
        return self.uniform[name]

    def shared(self, name: str, axis: int) -> SSAValue:
        """
        A group-wide quantity of one dimension, computed in the prologue on first use.
        """
        key = f"{name}_{_AXES[axis]}"
        if (known := self.uniform.get(key)) is not None:
            return known
        build = self.prologue
        if name == "group_id":
            value = self.group[axis]
        elif name == "local_size" and self.reqd is not None:
            value = build.constant(self.reqd[axis])
        elif name == "actual_local_size":
            size = self.shared("local_size", axis)
            if self.reqd is not None:
                # The runtime refuses a global size that is not a multiple.
                value = size
            else:
                done = build.no_wrap(llvm.MulOp, self.group[axis], size)
                rest = build.binary(
                    llvm.SubOp, self.launch_field(f"global_size_{_AXES[axis]}"), done
                )
                value = build.select(build.compare("ult", size, rest), size, rest)
        elif name == "base":
            first = build.no_wrap(
                llvm.MulOp, self.group[axis], self.shared("local_size", axis)
            )
            offset = self.launch_field(f"global_offset_{_AXES[axis]}")
            value = build.no_wrap(llvm.AddOp, first, offset)
        else:
            return self.launch_field(key)
        value.name_hint = key
        self.uniform[key] = value
        return value

    def shared_i32(self, name: str, axis: int) -> SSAValue:
        """
        The low half of a group-wide quantity.
        """
        key = f"{name}_{_AXES[axis]}_i32"
        if key not in self.uniform:
            value = self.prologue.resize(self.shared(name, axis), i32)
            value.name_hint = key
            self.uniform[key] = value
        return self.uniform[key]

    def group_items(self) -> SSAValue:
        """
        Work items in this group.
        """
        if "items" not in self.uniform:
            x, y, z = (self.shared("actual_local_size", axis) for axis in range(3))
            build = self.prologue
            plane = build.no_wrap(llvm.MulOp, x, y)
            self.uniform["items"] = build.no_wrap(llvm.MulOp, plane, z, "items")
        return self.uniform["items"]

    def load_explicit(self, placed: PlacedArgument, type: Attribute) -> SSAValue:
        address = self.prologue.offset(self.arguments, placed.offset)
        return self.prologue.load(address, type, placed.align, placed.name or None)

    def bind_arguments(self) -> None:
        """
        The kernel's parameters: loads from the argument block; local pointers are memory
        of the function, whose size the block holds; a structure by value is its place in
        the block, which `copy_structures` has made a private copy of.
        """
        explicit = sorted(
            (a for a in self.layout.arguments if a.index is not None),
            key=lambda a: a.index or 0,
        )
        for arg, placed in zip(self.kernel.args, explicit, strict=True):
            if not arg.uses:
                continue
            if placed.kind == "local_pointer":
                size = self.load_explicit(placed, i64)
                self.values[arg] = self.prologue.alloca(
                    i8, size, alignment=128, type=arg.type, hint=placed.name or None
                )
                if self.check is not None:
                    index = placed.index or 0
                    self.check.local_argument(self.values[arg], size, index)
            elif self.is_by_value(placed.index or 0):
                self.values[arg] = self.prologue.offset(self.arguments, placed.offset)
            else:
                self.values[arg] = self.load_explicit(placed, arg.type)

    def by_value_type(self, index: int) -> Attribute | None:
        attributes = self.kernel.arg_attrs
        return (
            None
            if attributes is None
            else attributes.data[index].data.get("llvm.byval")
        )

    def is_by_value(self, index: int) -> bool:
        return self.by_value_type(index) is not None

    def copy_structures(self) -> None:
        """
        A structure by value belongs to the work item: copied to private memory first.
        """
        entry = self.kernel.body.first_block
        assert entry is not None
        sizes = {a.index: a for a in self.layout.arguments if a.index is not None}
        for index, arg in enumerate(self.kernel.args):
            structure = self.by_value_type(index)
            if structure is None or not arg.uses:
                continue
            placed = sizes[index]
            made, copy = private_copy(arg, structure, placed.size, placed.align)
            arg.replace_all_uses_with(copy)
            made[-1].operands[1] = arg
            first = entry.first_op
            assert first is not None
            entry.insert_ops_before(made, first)

    # --- preparation of the body -----------------------------------------------------

    def handles_to_pointers(self) -> None:
        """
        Opaque types become what they are on the CPU device; casts between the two go.
        """
        for block in self.kernel.body.blocks:
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

    def is_uniform(self, op: Operation) -> bool:
        """
        Whether all work items compute the same with `op`, and it may be done early.
        """
        if op.regions or op.has_trait(IsTerminator):
            return False
        if isinstance(
            op, memory.LocalOp | low_level.LoadArgumentOp | low_level.CheckContextOp
        ):
            return True
        if type(op) in UNIFORM_BY_DIMENSION:
            assert isinstance(op, wi.DimensionQueryOp)
            return op.static_dimension is not None
        if isinstance(op, wi.GetWorkDimOp):
            return True
        if op.dialect_name() != "llvm" or isinstance(op, TRAPPING):
            return False
        if not (op.has_trait(Pure) or op.has_trait(NoMemoryEffect)):
            return False
        return all(value in self.values for value in op.operands)

    def hoist(self) -> None:
        """
        Moves what is uniform into the prologue.
        """
        entry = self.kernel.body.first_block
        assert entry is not None
        for block in reverse_post_order(entry):
            for op in tuple(block.ops):
                if not self.is_uniform(op):
                    continue
                if op.dialect_name() == "llvm":
                    copy = op.clone_without_regions(self.values)
                    self.prologue.block.add_op(copy)
                else:
                    self.values[op.results[0]] = self.shared_operation(op)

    def shared_operation(self, op: Operation) -> SSAValue:
        build = self.prologue
        result = op.results[0]
        if isinstance(op, memory.LocalOp):
            if op.element is None:
                fail(op, "opencl.local of a memref must be lowered to a pointer first")
            alignment = 16 if op.alignment is None else op.alignment.value.data
            size = size_align(op.element, self.target)[0]
            self.frame_bytes += size
            variable = build.alloca(
                op.element, alignment=max(alignment, 16), type=result.type
            )
            if self.check is not None:
                self.check.local_variable(variable, size, op)
            return variable
        if isinstance(op, low_level.CheckContextOp):
            if self.check is None:
                fail(op, f"this kernel is not checked; it lacks '{CHECKED}'")
            return self.check.record
        if isinstance(op, low_level.LoadArgumentOp):
            if op.segment.data is not low_level.Segment.EXPLICIT:
                fail(op, f"ABI host has no {op.segment.data} segment")
            address = build.offset(self.arguments, op.offset.value.data)
            return build.load(address, result.type)
        if isinstance(op, wi.GetWorkDimOp):
            return build.resize(self.launch_field("work_dim"), result.type)
        assert isinstance(op, wi.DimensionQueryOp)
        axis = op.static_dimension
        assert axis is not None
        if axis > 2:
            return build.constant(op.OUT_OF_RANGE, result.type)
        value = self.shared(UNIFORM_BY_DIMENSION[type(op)], axis)
        return build.resize(value, result.type)

    # --- slots of values that cross a barrier ----------------------------------------

    def make_slots(self, regions: WorkGroupRegions, uniformity: Uniformity) -> None:
        self.recomputed = find_recomputed(regions, self.values)
        for block in regions.order:
            for op in block.ops:
                if (
                    isinstance(op, llvm.AllocaOp)
                    and regions.meeting
                    and op.res not in self.values
                    and outlives_region(op.res, regions.crossing)
                ):
                    self.make_private(op)
        for value in regions.crossing:
            if (
                value in self.values
                or value in self.recomputed
                or value in self.private
            ):
                continue
            owner = value.owner
            block = owner if isinstance(owner, Block) else owner.parent
            if isinstance(owner, Operation) and type(owner) in GROUP_FUNCTIONS:
                per_group = GROUP_FUNCTIONS[type(owner)].one_result
                self.slots[value] = self.make_slot(value, per_group=per_group)
            elif value in uniformity.varying or block in uniformity.partial:
                self.slots[value] = self.make_slot(value, per_group=False)
            else:
                self.variables[value] = self.make_slot(value, per_group=True)

    def make_slot(self, value: SSAValue, *, per_group: bool) -> Slot:
        size, _ = size_align(value.type, self.target)
        if per_group:
            self.frame_bytes += size
            count = self.prologue.constant(1)
        else:
            self.item_bytes += size
            count = self.group_items()
        memory = self.prologue.alloca(value.type, count, hint=value.name_hint)
        return Slot(memory, value.type, per_group=per_group)

    def make_private(self, op: llvm.AllocaOp) -> None:
        """
        Memory for `op` for each work item.
        """
        build = self.prologue
        count = self.values.get(op.size)
        if count is None:
            fail(op, "private memory of varying size outlives a barrier")
        size, align = size_align(op.elem_type, self.target)
        if op.alignment is not None:
            align = max(align, op.alignment.value.data)
        if (number := _constant(count)) is not None:
            nbytes = align_to(size * number, align)
            self.item_bytes += nbytes
            stride = build.constant(nbytes)
        else:
            length = build.resize(count, i64)
            stride = build.no_wrap(llvm.MulOp, length, build.constant(size))
            up = build.no_wrap(llvm.AddOp, stride, build.constant(align - 1))
            stride = build.binary(llvm.AndOp, up, build.constant(-align))
        total = build.no_wrap(llvm.MulOp, stride, self.group_items())
        base = build.alloca(i8, total, alignment=align, type=op.res.type)
        self.private[op.res] = (base, stride)

    def analyse(
        self, order: list[Block], continuation: dict[Block, Block]
    ) -> Uniformity:
        """
        What the work items agree on, of blocks in reverse post-order.
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

    def place_private(self, regions: WorkGroupRegions) -> None:
        """
        Private memory that no barrier divides is used by one work item after the other.
        """
        for region in regions.regions:
            for block in region.blocks:
                for op in block.ops:
                    if (
                        isinstance(op, llvm.AllocaOp)
                        and op.res not in self.private
                        and op.res not in self.values
                        and op.size in self.values
                    ):
                        copy = op.clone_without_regions(self.values)
                        self.prologue.block.add_op(copy)
                        size, _ = size_align(op.elem_type, self.target)
                        count = _constant(self.values[op.size])
                        self.frame_bytes += size * (1 if count is None else count)

    def make_done_flags(
        self, regions: WorkGroupRegions, uniformity: Uniformity
    ) -> SSAValue | None:
        """
        Flags of work items that returned while others went on to a barrier.
        """
        left_early = uniformity.guards & regions.before_meetings()
        if not any(
            region.meets
            and region.returns
            and any(
                block in left_early
                or (
                    block in uniformity.partial
                    and (
                        block in regions.continuation
                        or not successors(block, regions.continuation)
                    )
                )
                for block in region.blocks
            )
            for region in regions.regions
        ):
            return None
        items = self.group_items()
        self.item_bytes += 1
        flags = self.prologue.alloca(i8, items, hint="done")
        zero = self.prologue.constant(0, i8)
        self.prologue.block.add_op(
            MemsetOp.create(
                operands=(flags, zero, items),
                properties={"isVolatile": IntegerAttr(0, i1)},
            )
        )
        self.left = self.prologue.alloca(i8, hint="left")
        self.prologue.store(zero, self.left)
        return flags
