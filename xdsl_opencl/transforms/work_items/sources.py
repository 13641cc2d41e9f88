"""
Where each ABI keeps the sizes and ids of the index space (OpenCL C 3.0, section 6.15.1).

A source gives the primitives as `i32` values; the queries derived from them are written
once, in `opencl_lower_work_items`. An ABI is one more subclass in `SOURCES`.

Sources: LLVM's AMDGPUUsage (hidden arguments, "Code Object V4/V5 Metadata"; kernel
dispatch packet of HSA Runtime 1.2, section 2.6); ROCm-Device-Libs `ockl/src/workitem.cl`;
for r600 libclc `r600/lib/workitem` and LLVM's `R600ISelLowering.cpp`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import cache

from xdsl.dialects import arith
from xdsl.dialects.builtin import ArrayAttr, IntegerAttr, IntegerType, UnitAttr, i32
from xdsl.ir import Attribute, SSAValue

from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.analysis.launch import MAX_WORK_GROUP_SIZE, LaunchFacts
from xdsl_opencl.dialects.opencl.low_level import Segment
from xdsl_opencl.ir.build import Emitter

i16 = IntegerType(16)
AXES = "xyz"


class Site(Emitter):
    """
    An emitter for one block, with the primitives that the block has computed already.
    """

    __slots__ = ("facts", "known")

    def __init__(self, facts: LaunchFacts):
        super().__init__()
        self.facts = facts
        self.known: dict[tuple[str, int], SSAValue] = {}

    def once(self, key: tuple[str, int], make: Callable[[], SSAValue]) -> SSAValue:
        """
        The value of `key`, made by the first that asks.
        """
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
    """
    LLVM metadata of a defined value in [`low`, `high`).
    """
    return {
        "noundef": UnitAttr(),
        "range": ArrayAttr((IntegerAttr(low, type), IntegerAttr(high, type))),
    }


class WorkItemSource(ABC):
    """
    The primitives of one ABI; `d` is 0, 1 or 2, results are `i32`.
    """

    has_sub_groups = False

    def __init__(self, target: Target):
        self.target = target

    @abstractmethod
    def local_id(self, site: Site, d: int) -> SSAValue: ...

    @abstractmethod
    def group_id(self, site: Site, d: int) -> SSAValue: ...

    @abstractmethod
    def group_size(self, site: Site, d: int) -> SSAValue:
        """
        The enqueued local size, where the kernel does not require one.
        """

    @abstractmethod
    def local_size(self, site: Site, d: int) -> SSAValue:
        """
        The size of this work-group, where it may be smaller than the enqueued one.
        """

    @abstractmethod
    def global_size(self, site: Site, d: int) -> SSAValue: ...

    @abstractmethod
    def num_groups(self, site: Site, d: int) -> SSAValue: ...

    @abstractmethod
    def global_offset(self, site: Site, d: int, bits: int) -> SSAValue:
        """
        As an integer of `bits` bits, 32 or 64.
        """

    @abstractmethod
    def work_dim(self, site: Site) -> SSAValue: ...

    # The primitives with what the launch facts say about them.

    def get_local_id(self, site: Site, d: int) -> SSAValue:
        required = site.facts.required
        if required is not None and required[d] == 1:
            return site.once(("zero", -1), lambda: site.number(0))
        return site.once(("local_id", d), lambda: self.local_id(site, d))

    def get_group_id(self, site: Site, d: int) -> SSAValue:
        return site.once(("group_id", d), lambda: self.group_id(site, d))

    def get_group_size(self, site: Site, d: int) -> SSAValue:
        required = site.facts.required
        if required is not None:
            return site.once(("group_size", d), lambda: site.number(required[d]))
        return site.once(("group_size", d), lambda: self.group_size(site, d))

    def get_local_size(self, site: Site, d: int) -> SSAValue:
        required = site.facts.required
        # A group of one is never partial.
        if site.facts.uniform or (required is not None and required[d] == 1):
            return self.get_group_size(site, d)
        return site.once(("local_size", d), lambda: self.local_size(site, d))

    def get_global_size(self, site: Site, d: int) -> SSAValue:
        return site.once(("global_size", d), lambda: self.global_size(site, d))

    def get_num_groups(self, site: Site, d: int) -> SSAValue:
        return site.once(("num_groups", d), lambda: self.num_groups(site, d))

    def get_global_offset(self, site: Site, d: int, bits: int) -> SSAValue:
        return site.once(
            (f"global_offset{bits}", d), lambda: self.global_offset(site, d, bits)
        )

    def get_work_dim(self, site: Site) -> SSAValue:
        return site.once(("work_dim", -1), lambda: self.work_dim(site))


def _load16(site: Site, segment: Segment, offset: int, low: int, high: int) -> SSAValue:
    value = site.load_argument(segment, offset, i16, in_range(low, high, i16))
    return site.plain(arith.ExtUIOp, value, result=i32)


class _AmdgcnSource(WorkItemSource):
    has_sub_groups = True

    def local_id(self, site: Site, d: int) -> SSAValue:
        name = f"llvm.amdgcn.workitem.id.{AXES[d]}"
        required = site.facts.required
        high = MAX_WORK_GROUP_SIZE if required is None else required[d]
        return site.intrinsic(name, (), i32, in_range(0, high, i32)).results[0]

    def group_id(self, site: Site, d: int) -> SSAValue:
        name = f"llvm.amdgcn.workgroup.id.{AXES[d]}"
        return site.intrinsic(name, (), i32).results[0]


class _PacketSource(_AmdgcnSource):
    """
    Sizes from the AQL dispatch packet (amdhsa v4, mesa3d): u16 setup at 2, u16 work-group
    sizes at 4, 6, 8, u32 grid sizes at 12, 16, 20.
    """

    def group_size(self, site: Site, d: int) -> SSAValue:
        high = MAX_WORK_GROUP_SIZE + 1
        return _load16(site, Segment.DISPATCH, 4 + 2 * d, 1, high)

    def global_size(self, site: Site, d: int) -> SSAValue:
        return site.load_argument(Segment.DISPATCH, 12 + 4 * d, i32)

    def local_size(self, site: Site, d: int) -> SSAValue:
        size = self.get_group_size(site, d)
        start = site.integer(arith.MuliOp, self.get_group_id(site, d), size)
        rest = site.integer(arith.SubiOp, self.get_global_size(site, d), start)
        return site.plain(arith.MinUIOp, rest, size)

    def num_groups(self, site: Site, d: int) -> SSAValue:
        total = self.get_global_size(site, d)
        size = self.get_group_size(site, d)
        groups = site.plain(arith.DivUIOp, total, size)
        if site.facts.uniform:
            return groups
        covered = site.integer(arith.MuliOp, groups, size)
        partial = site.compare("ugt", total, covered)
        more = site.plain(arith.ExtUIOp, partial, result=i32)
        return site.integer(arith.AddiOp, groups, more)


class AmdhsaV4Source(_PacketSource):
    """
    amdhsa, code object 4: sizes from the packet, u64 offsets at 0, 8, 16 of the hidden
    block.
    """

    def global_offset(self, site: Site, d: int, bits: int) -> SSAValue:
        # Little-endian: the low half is at the same place.
        return site.load_argument(Segment.IMPLICIT, 8 * d, IntegerType(bits))

    def work_dim(self, site: Site) -> SSAValue:
        return _load16(site, Segment.DISPATCH, 2, 1, 4)


class AmdhsaV5Source(_AmdgcnSource):
    """
    amdhsa, code objects 5 and 6, from the hidden block: u32 block counts (complete
    groups) at 0, 4, 8; u16 group sizes at 12, 14, 16; u16 remainders at 18, 20, 22; u64
    global offsets at 40, 48, 56; u16 dimensions at 64.
    """

    def _block_count(self, site: Site, d: int) -> SSAValue:
        return site.once(
            ("block_count", d),
            lambda: site.load_argument(Segment.IMPLICIT, 4 * d, i32),
        )

    def _remainder(self, site: Site, d: int) -> SSAValue:
        return site.once(
            ("remainder", d),
            lambda: _load16(site, Segment.IMPLICIT, 18 + 2 * d, 0, MAX_WORK_GROUP_SIZE),
        )

    def group_size(self, site: Site, d: int) -> SSAValue:
        high = MAX_WORK_GROUP_SIZE + 1
        return _load16(site, Segment.IMPLICIT, 12 + 2 * d, 1, high)

    def local_size(self, site: Site, d: int) -> SSAValue:
        count = self._block_count(site, d)
        complete = site.compare("ult", self.get_group_id(site, d), count)
        size = self.get_group_size(site, d)
        return site.select(complete, size, self._remainder(site, d))

    def global_size(self, site: Site, d: int) -> SSAValue:
        count = self._block_count(site, d)
        size = self.get_group_size(site, d)
        complete = site.integer(arith.MuliOp, count, size, no_wrap=True)
        if site.facts.uniform:
            return complete
        rest = self._remainder(site, d)
        return site.integer(arith.AddiOp, complete, rest, no_wrap=True)

    def num_groups(self, site: Site, d: int) -> SSAValue:
        count = self._block_count(site, d)
        if site.facts.uniform:
            return count
        zero = site.number(0)
        partial = site.compare("ne", self._remainder(site, d), zero)
        more = site.plain(arith.ExtUIOp, partial, result=i32)
        return site.integer(arith.AddiOp, count, more)

    def global_offset(self, site: Site, d: int, bits: int) -> SSAValue:
        return site.load_argument(Segment.IMPLICIT, 40 + 8 * d, IntegerType(bits))

    def work_dim(self, site: Site) -> SSAValue:
        return _load16(site, Segment.IMPLICIT, 64, 1, 4)


class _TailSource(WorkItemSource):
    """
    The 16-byte tail of Clover's ABIs: u32 dimensions at 0, u32 offsets at 4, 8, 12.
    """

    def global_offset(self, site: Site, d: int, bits: int) -> SSAValue:
        value = site.load_argument(Segment.IMPLICIT, 4 + 4 * d, i32)
        if bits == 32:
            return value
        return site.plain(arith.ExtUIOp, value, result=IntegerType(bits))

    def work_dim(self, site: Site) -> SSAValue:
        return site.load_argument(Segment.IMPLICIT, 0, i32, in_range(1, 4, i32))


class Mesa3dSource(_TailSource, _PacketSource):
    """
    mesa3d: sizes from the dispatch packet, offsets from the tail.
    """


class R600Source(_TailSource):
    """
    r600: everything but the tail is an intrinsic of its own.
    """

    def _read(self, site: Site, name: str, d: int) -> SSAValue:
        return site.intrinsic(f"llvm.r600.read.{name}.{AXES[d]}", (), i32).results[0]

    def local_id(self, site: Site, d: int) -> SSAValue:
        return self._read(site, "tidig", d)

    def group_id(self, site: Site, d: int) -> SSAValue:
        return self._read(site, "tgid", d)

    def group_size(self, site: Site, d: int) -> SSAValue:
        return self._read(site, "local.size", d)

    def local_size(self, site: Site, d: int) -> SSAValue:
        # Clover has no partial work-groups.
        return self.get_group_size(site, d)

    def global_size(self, site: Site, d: int) -> SSAValue:
        return self._read(site, "global.size", d)

    def num_groups(self, site: Site, d: int) -> SSAValue:
        return self._read(site, "ngroups", d)


SOURCES: Mapping[Abi, type[WorkItemSource]] = {
    Abi.MESA3D: Mesa3dSource,
    Abi.R600: R600Source,
}


def source_for(target: Target) -> WorkItemSource | None:
    """
    The source of `target`'s ABI; `None` when it has none yet.
    """
    if target.abi is Abi.AMDHSA:
        kind = AmdhsaV4Source if target.code_object_version == 4 else AmdhsaV5Source
        return kind(target)
    kind = SOURCES.get(target.abi)
    return None if kind is None else kind(target)
