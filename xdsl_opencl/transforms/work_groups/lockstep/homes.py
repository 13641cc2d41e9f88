"""
Lets a row of work items in lockstep read and write the homes of values that cross a barrier.
"""

from __future__ import annotations

from xdsl.ir import Attribute, Block, SSAValue

from xdsl_opencl.ir.element_types import bits_of, fills_memory, integer_type
from xdsl_opencl.ir.type_layout import memory_size_align
from xdsl_opencl.transforms.work_groups.barriers.barriers import WorkRegion
from xdsl_opencl.transforms.work_groups.barriers.group_functions import Slot
from xdsl_opencl.transforms.work_groups.group import WorkGroup
from xdsl_opencl.transforms.work_groups.lockstep.lanes import (
    Lanes,
    NotInLockstep,
    RowBuilder,
    Uniform,
    Wide,
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
        return value in self._group.homes

    def read(self, build: RowBuilder, value: SSAValue) -> Lanes | None:
        """
        Loads each lane's value from the home of `value`; `None` if there is no home.

        Raises `NotInLockstep` for values that have no vector of lanes.
        """
        if (home := self._group.homes.get(value)) is None:
            return None
        if home.per_group:
            return Uniform(build.load(home.pointer, home.type))
        row = build.load(*self._row(build, home))
        if not fills_memory(home.type):
            row = build.resize(row, bits_of(home.type))
        return Wide((row,))

    def write(
        self, build: RowBuilder, value: SSAValue, lanes: Lanes, mask: Mask
    ) -> None:
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
        if not fills_memory(home.type):
            row = build.resize(row, bits_of(type))
        if mask.vector is not None:
            before = build.load(address, type, alignment)
            row = build.select(mask.vector, row, before)
        build.store(row, address, alignment)

    def _row(self, build: RowBuilder, home: Slot) -> tuple[SSAValue, Attribute, int]:
        """
        Returns the address of the row's values, which are adjacent, the vector type that they have
        in memory, and its alignment.
        """
        size, alignment = memory_size_align(home.type, self._group.target)
        type = build.lane_type(home.type)
        if not fills_memory(type):
            # Work items alone store a truth value as a byte, 24 bits as the low ones of 4 bytes.
            type = build.lane_type(integer_type(8 * size))
        return home.address(build, self._item.linear), type, alignment
