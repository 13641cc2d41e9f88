"""
The sizes and ids of the index space (OpenCL C 3.0, section 6.15.1) from the sources that
an ABI names (`abi.interface.WorkItems`).

A source gives the primitives as `i32` values; `opencl_lower_work_items` derives the
queries from them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from xdsl.dialects import arith
from xdsl.dialects.builtin import (
    ArrayAttr,
    IntegerAttr,
    IntegerType,
    LocationAttr,
    UnitAttr,
    i32,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_opencl.abi.arguments.placing import HiddenSlot
from xdsl_opencl.abi.conventions.amdgpu import MAX_WORK_GROUP_SIZE
from xdsl_opencl.abi.interface import Intrinsic, Slot, Source, WorkItems
from xdsl_opencl.abi.target import Target
from xdsl_opencl.analysis.launch_facts import LaunchFacts
from xdsl_opencl.ir.arguments import load_argument
from xdsl_opencl.ir.build import ArithBuilder
from xdsl_opencl.ir.element_types import integer_type

AXES = "xyz"


class QueryBuilder(ArithBuilder):
    """
    A builder for one block, with the primitives that the block has computed already.
    """

    __slots__ = ("facts", "known")

    def __init__(
        self,
        block: Block,
        anchor: Operation | None = None,
        location: LocationAttr | None = None,
    ):
        super().__init__(block, anchor, location)
        self.facts = LaunchFacts()
        self.known: dict[tuple[str, int], SSAValue] = {}

    def once(self, key: tuple[str, int], make: Callable[[], SSAValue]) -> SSAValue:
        """Returns the value of `key`; the first call makes it."""
        value = self.known.get(key)
        if value is None:
            value = self.known[key] = make()
            axis = AXES[key[1]] if 0 <= key[1] < 3 else ""
            value.name_hint = "_".join(filter(None, (key[0], axis)))
        return value

    def number(self, value: int, type: Attribute = i32) -> SSAValue:
        return self.constant(value, type)


@cache
def in_range(low: int, high: int, type: IntegerType) -> Mapping[str, Attribute]:
    """LLVM metadata of a defined value in [`low`, `high`)."""
    return {
        "noundef": UnitAttr(),
        "range": ArrayAttr((IntegerAttr(low, type), IntegerAttr(high, type))),
    }


_RANGES: Mapping[str, tuple[int, int]] = {
    # A group has at least one item, but LLVM must not know it: it would divide by the size to count
    # the iterations of loops with that step, and unroll gathers that Clang leaves alone.
    "group_size": (0, MAX_WORK_GROUP_SIZE + 1),
    "remainder": (0, MAX_WORK_GROUP_SIZE),
    "work_dim": (1, 4),
}
"""The values that a number of 16 bits and the number of dimensions can have."""


class WorkItemSource:
    """
    The primitives of one target; `d` is 0, 1 or 2, results are `i32`.

    A primitive is computed once per block, from the launch facts, the ABI's values, or both.
    """

    def __init__(self, target: Target, items: WorkItems):
        self.target = target
        self.items = items
        self.has_sub_groups = items.sub_groups

    def read(
        self, site: QueryBuilder, source: Source, key: str, d: int = 0
    ) -> SSAValue:
        """The number from `source` for dimension `d`; `key` is the primitive."""
        if isinstance(source, Intrinsic):
            ranges = None
            if source.bounded:
                required = site.facts.required
                high = MAX_WORK_GROUP_SIZE if required is None else required[d]
                ranges = in_range(0, high, i32)
            name = source.name.format(axis=AXES[d])
            return site.intrinsic(name, (), i32, ranges)
        slot = self.slot(source, d)
        segment, type_ = source.segment, integer_type(8 * slot.size)
        limits = _RANGES.get(key)
        ranges = None if limits is None else in_range(*limits, type_)
        value = load_argument(site, segment, slot.offset, type_, ranges)
        if slot.size == 4:
            return value
        return site.op(arith.ExtUIOp, value, type=i32)

    def slot(self, source: Slot, d: int) -> HiddenSlot:
        """The place of `source` for dimension `d`."""
        return self.target.block(source.segment)[source.name.format(axis=AXES[d])]

    def _given(self, site: QueryBuilder, key: str, source: Source, d: int) -> SSAValue:
        return site.once((key, d), lambda: self.read(site, source, key, d))

    # For an ABI with numbers of groups.

    def _block_count(self, site: QueryBuilder, d: int) -> SSAValue:
        assert self.items.block_count is not None
        return self._given(site, "block_count", self.items.block_count, d)

    def _remainder(self, site: QueryBuilder, d: int) -> SSAValue:
        assert self.items.remainder is not None
        return self._given(site, "remainder", self.items.remainder, d)

    # The primitives.

    def get_local_id(self, site: QueryBuilder, d: int) -> SSAValue:
        required = site.facts.required
        if required is not None and required[d] == 1:
            return site.once(("zero", -1), lambda: site.number(0))
        return self._given(site, "local_id", self.items.local_id, d)

    def get_group_id(self, site: QueryBuilder, d: int) -> SSAValue:
        return self._given(site, "group_id", self.items.group_id, d)

    def get_group_size(self, site: QueryBuilder, d: int) -> SSAValue:
        required = site.facts.required
        if required is not None:
            return site.once(("group_size", d), lambda: site.number(required[d]))
        return self._given(site, "group_size", self.items.group_size, d)

    def get_local_size(self, site: QueryBuilder, d: int) -> SSAValue:
        """
        The size of this work-group, where it may be smaller than the enqueued one.
        """
        required = site.facts.required
        # A group of one is never partial.
        if (
            site.facts.uniform
            or (required is not None and required[d] == 1)
            or not self.items.partial_groups
        ):
            return self.get_group_size(site, d)
        return site.once(("local_size", d), lambda: self._local_size(site, d))

    def _local_size(self, site: QueryBuilder, d: int) -> SSAValue:
        if self.items.block_count is not None:
            count = self._block_count(site, d)
            complete = site.compare("ult", self.get_group_id(site, d), count)
            size = self.get_group_size(site, d)
            return site.select(complete, size, self._remainder(site, d))
        size = self.get_group_size(site, d)
        start = site.op(arith.MuliOp, self.get_group_id(site, d), size)
        rest = site.op(arith.SubiOp, self.get_global_size(site, d), start)
        return site.op(arith.MinUIOp, rest, size)

    def get_global_size(self, site: QueryBuilder, d: int) -> SSAValue:
        """The work items of a dimension."""
        if self.items.global_size is not None:
            return self._given(site, "global_size", self.items.global_size, d)
        return site.once(("global_size", d), lambda: self._global_size(site, d))

    def _global_size(self, site: QueryBuilder, d: int) -> SSAValue:
        count = self._block_count(site, d)
        size = self.get_group_size(site, d)
        complete = site.no_wrap(arith.MuliOp, count, size)
        if site.facts.uniform:
            return complete
        rest = self._remainder(site, d)
        return site.no_wrap(arith.AddiOp, complete, rest)

    def get_num_groups(self, site: QueryBuilder, d: int) -> SSAValue:
        """The work-groups of a dimension, a partial one included."""
        if self.items.num_groups is not None:
            return self._given(site, "num_groups", self.items.num_groups, d)
        return site.once(("num_groups", d), lambda: self._num_groups(site, d))

    def _num_groups(self, site: QueryBuilder, d: int) -> SSAValue:
        if self.items.block_count is not None:
            groups = self._block_count(site, d)
            if site.facts.uniform:
                return groups
            zero = site.number(0)
            partial = site.compare("ne", self._remainder(site, d), zero)
        else:
            total = self.get_global_size(site, d)
            size = self.get_group_size(site, d)
            groups = site.op(arith.DivUIOp, total, size)
            if site.facts.uniform:
                return groups
            covered = site.op(arith.MuliOp, groups, size)
            partial = site.compare("ugt", total, covered)
        more = site.op(arith.ExtUIOp, partial, type=i32)
        return site.op(arith.AddiOp, groups, more)

    def get_global_offset(self, site: QueryBuilder, d: int, bits: int) -> SSAValue:
        """The offset of the global ids as an integer of `bits` bits, 32 or 64."""
        return site.once(
            (f"global_offset{bits}", d), lambda: self._global_offset(site, d, bits)
        )

    def _global_offset(self, site: QueryBuilder, d: int, bits: int) -> SSAValue:
        source = self.items.global_offset
        if isinstance(source, Slot) and (slot := self.slot(source, d)).size == 8:
            # Little-endian: the low half is at the same place.
            type_ = integer_type(bits)
            return load_argument(site, source.segment, slot.offset, type_)
        value = self.read(site, source, "global_offset", d)
        if bits == 32:
            return value
        return site.op(arith.ExtUIOp, value, type=IntegerType(bits))

    def get_work_dim(self, site: QueryBuilder) -> SSAValue:
        """The number of dimensions."""
        source = self.items.work_dim
        return site.once(("work_dim", -1), lambda: self.read(site, source, "work_dim"))


def source_for(target: Target) -> WorkItemSource | None:
    """
    Returns the source of `target`'s ABI; `None` if the ABI has no source for a single work item.
    """
    items = target.work_items
    return None if items is None else WorkItemSource(target, items)
