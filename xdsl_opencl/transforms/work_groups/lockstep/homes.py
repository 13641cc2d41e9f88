"""
Lets a row of work items in lockstep read and write the homes of values that cross a barrier.
"""

from __future__ import annotations

from xdsl.dialects.builtin import i1, i8
from xdsl.ir import Attribute, Block, SSAValue

from xdsl_opencl.ir.build import Builder
from xdsl_opencl.ir.type_layout import memory_size_align
from xdsl_opencl.transforms.work_groups.barriers.barriers import WorkRegion
from xdsl_opencl.transforms.work_groups.barriers.group_functions import Slot
from xdsl_opencl.transforms.work_groups.group import WorkGroup
from xdsl_opencl.transforms.work_groups.lockstep.lanes import (
    Lanes,
    NotInLockstep,
    Uniform,
    Wide,
    lane_type,
    part,
)
from xdsl_opencl.transforms.work_groups.lockstep.masks import Mask
from xdsl_opencl.transforms.work_groups.regions.work_item import WorkItem


class Homes:
    """
    Reads and writes homes; no other code in lockstep does. At every point a home holds the last
    value that its work item defined: a lane that takes no part in a definition keeps its value.

    `moving` are the values of each block that may also come from outside the region. Until the
    block redefines such a value, the lanes have the old one, and so do lanes that never reach the
    block: only the home has the right one.
    """

    def __init__(self, group: WorkGroup, item: WorkItem, region: WorkRegion):
        self._group = group
        self._item = item
        self.moving: dict[Block, list[SSAValue]] = {
            block: [
                value
                for value in (*block.args, *(r for op in block.ops for r in op.results))
                if value in group.homes
            ]
            for block in region.repeated
        }

    def keeps(self, value: SSAValue) -> bool:
        """Returns whether `value` has a home."""
        return value in self._group.homes

    def read(self, build: Builder, value: SSAValue) -> Lanes | None:
        """
        Loads each lane's value from the home of `value`; `None` if there is no home.

        Raises `NotInLockstep` for values that have no vector of lanes.
        """
        if (home := self._group.homes.get(value)) is None:
            return None
        if home.per_group:
            return Uniform(build.load(home.pointer, home.type))
        row = build.load(*self._row(build, home))
        return Wide((build.resize(row, 1) if home.type == i1 else row,))

    def write(self, build: Builder, value: SSAValue, lanes: Lanes, mask: Mask) -> None:
        """
        Stores the values of the lanes of `mask`, which is not empty. `value` has a home.

        Raises `NotInLockstep` if lanes differ in a value that the group should share, and for
        values that have no vector of lanes.
        """
        home = self._group.homes[value]
        assert mask.occupied, "some lane takes part"
        assert mask.scalar is None, "the lanes of the vector take part"
        if home.per_group:
            if not isinstance(lanes, Uniform):
                raise NotInLockstep("a value that all work items should share")
            build.store(lanes.value, home.pointer)
            return
        address, type, alignment = self._row(build, home)
        row = part(build, lanes)
        if home.type == i1:
            row = build.resize(row, 8)
        if mask.vector is not None:
            before = build.load(address, type, alignment)
            row = build.select(mask.vector, row, before)
        build.store(row, address, alignment)

    def _row(self, build: Builder, home: Slot) -> tuple[SSAValue, Attribute, int]:
        """
        Returns the address of the row's values, which are adjacent, the vector type that they have
        in memory, and its alignment.
        """
        # A truth value is stored as a byte, as a single work item stores it.
        type = lane_type(i8 if home.type == i1 else home.type)
        _, alignment = memory_size_align(home.type, self._group.target)
        return home.address(build, self._item.linear), type, alignment
