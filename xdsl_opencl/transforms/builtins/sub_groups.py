"""
Sub-group functions for the work items that are active, on amdgcn, and ballots, also on the
host (cl_khr_subgroup_ballot, _non_uniform_vote, _non_uniform_arithmetic,
_clustered_reduce, _rotate).

Reductions and scans run in all lanes of the wave ("whole wave mode"), with the identity in the
inactive lanes, as in LLVM's atomic optimiser (`AMDGPUAtomicOptimizer.cpp`): `set.inactive` begins
and `strict.wwm` ends such a part. Those of the host are in `work_groups/sub_groups.py`.
"""

from __future__ import annotations

from xdsl.dialects import llvm
from xdsl.dialects.builtin import IntegerType, i1, i32, i64
from xdsl.ir import Operation, SSAValue

from xdsl_opencl.dialects.llvm_ext import elementwise
from xdsl_opencl.dialects.llvm_ext.instructions import ExtractElementOp
from xdsl_opencl.dialects.opencl import sub_group
from xdsl_opencl.dialects.opencl.attrs import BallotQuery, GroupOperation, LaneMask
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.element_types import bits_of, is_float
from xdsl_opencl.transforms.builtins.groups import Group, combine, identity
from xdsl_opencl.transforms.builtins.values import Values

# --- ballots --------------------------------------------------------------------------


class Ballots:
    """
    Functions of ballots in a sub-group of `size` work items, where this one is `lane`.
    """

    def __init__(self, v: Values, size: int, lane: SSAValue):
        self.v = v
        self.size = size
        self.type: IntegerType = i64 if size > 32 else i32
        self._lane = lane

    @property
    def lane(self) -> SSAValue:
        return self.v.resize(self._lane, bits_of(self.type), unsigned=True)

    def mask(self, value: SSAValue) -> SSAValue:
        """The bits of a ballot that are work items of a sub-group, as one integer."""
        v = self.v
        low = v.extract(value, 0)
        if self.size > 32:
            high = v.resize(v.extract(value, 1), 64, unsigned=True)
            return v.or_(v.resize(low, 64, unsigned=True), v.shl(high, 32))
        if self.size == 32:
            return low
        return v.and_(low, v.constant((1 << self.size) - 1, i32))

    def ballot(self, mask: SSAValue) -> SSAValue:
        """The vector of four words for the bits of one integer."""
        v = self.v
        zero = v.constant(0, i32)
        if self.size <= 32:
            words = [mask, zero]
        else:
            low = v.resize(mask, 32, unsigned=True)
            words = [low, v.resize(v.lshr(mask, 32), 32, unsigned=True)]
        return v.vector([*words, zero, zero], sub_group.BALLOT)

    def relation(self, relation: LaneMask) -> SSAValue:
        """The work items with numbers in this relation to the current one."""
        v = self.v
        lane = self.lane
        own = v.op(llvm.ShlOp, v.constant(1, self.type), lane)
        if relation is LaneMask.EQ:
            return own
        lower = v.isub(own, v.constant(1, self.type))
        if relation is LaneMask.LT:
            return lower
        upto = v.or_(lower, own)
        if relation is LaneMask.LE:
            return upto
        above = v.not_(upto if relation is LaneMask.GT else lower)
        if self.size in (32, 64):
            return above
        return v.and_(above, v.constant((1 << self.size) - 1, self.type))

    def count(self, mask: SSAValue) -> SSAValue:
        return self.v.resize(self.v.op(elementwise.CtPopOp, mask), 32, unsigned=True)

    def query(self, query: BallotQuery, value: SSAValue) -> SSAValue:
        v = self.v
        mask = self.mask(value)
        match query:
            case BallotQuery.BIT_COUNT:
                return self.count(mask)
            case BallotQuery.INCLUSIVE_SCAN:
                return self.count(v.and_(mask, self.relation(LaneMask.LE)))
            case BallotQuery.EXCLUSIVE_SCAN:
                return self.count(v.and_(mask, self.relation(LaneMask.LT)))
            case BallotQuery.FIND_LSB:
                return self.first(mask)
            case BallotQuery.FIND_MSB:
                zeros = v.count_zeros(elementwise.CountLeadingZerosOp, mask)
                last = v.constant(bits_of(self.type) - 1, self.type)
                return v.resize(v.isub(last, zeros), 32, unsigned=True)

    def first(self, mask: SSAValue) -> SSAValue:
        """The lowest set bit, i32."""
        zeros = self.v.count_zeros(elementwise.CountTrailingZerosOp, mask)
        return self.v.resize(zeros, 32, unsigned=True)

    def bit(self, value: SSAValue, index: SSAValue) -> SSAValue:
        """Bit `index`, below 128, of a ballot."""
        v = self.v
        place = v.and_(v.lshr(index, 5), v.constant(3, i32))
        word = v.op(ExtractElementOp, value, place, type=i32)
        moved = v.op(llvm.LShrOp, word, v.and_(index, v.constant(31, i32)))
        return v.and_(moved, v.constant(1, i32))

    def lower(self, op: Operation) -> SSAValue | None:
        """Returns the result of a pure function of a ballot; `None` for other operations."""
        v = self.v
        match op:
            case sub_group.SubGroupInverseBallotOp():
                moved = v.op(llvm.LShrOp, self.mask(op.value), self.lane)
                return v.and_(v.resize(moved, 32), v.constant(1, i32))
            case sub_group.SubGroupBallotBitExtractOp():
                return self.bit(op.value, op.index)
            case sub_group.SubGroupBallotQueryOp():
                return self.query(op.query.data, op.value)
            case sub_group.GetSubGroupMaskOp():
                return self.ballot(self.relation(op.relation.data))
            case _:
                return None


# --- amdgcn ---------------------------------------------------------------------------


class Waves:
    """Functions of the active lanes of a wave."""

    def __init__(self, group: Group):
        self.group = group
        self.v = group.v

    def everywhere(self, kind: GroupOperation, x: SSAValue) -> SSAValue:
        """`x` in the active lanes, the identity in all other lanes."""
        v = self.v

        def fill(word: SSAValue, other: SSAValue) -> SSAValue:
            return v.intrinsic("llvm.amdgcn.set.inactive.i32", (word, other), i32)

        return self.group.words(fill, x, identity(v, kind, x.type))

    def back(self, x: SSAValue) -> SSAValue:
        """Ends the part that all lanes compute."""
        v = self.v

        def finish(word: SSAValue) -> SSAValue:
            return v.intrinsic("llvm.amdgcn.strict.wwm.i32", (word,), i32)

        return self.group.words(finish, x)

    def scan(self, kind: GroupOperation, x: SSAValue, *, inclusive: bool) -> SSAValue:
        both = self.group.scan(kind, self.everywhere(kind, x))
        return self.back(both[0] if inclusive else both[1])

    def reduce(self, kind: GroupOperation, x: SSAValue) -> SSAValue:
        return self.back(self.group.total(kind, self.everywhere(kind, x)))

    def clustered(self, kind: GroupOperation, x: SSAValue, size: int) -> SSAValue:
        if size == 1:
            return x
        v, group = self.v, self.group
        value = self.everywhere(kind, x)
        lane = group.lane()
        distance = 1
        while distance < size and distance < 32:
            other = group.shuffle(value, v.xor(lane, v.constant(distance, i32)))
            value = combine(v, kind, value, other)
            distance *= 2
        if size > 32:
            # Now all lanes of a half have the same value.
            halves = [group.read_lane(value, first) for first in (0, 32)]
            value = combine(v, kind, halves[0], halves[1])
        return self.back(value)

    def rotate(self, x: SSAValue, delta: SSAValue, size: int) -> SSAValue:
        v = self.v
        lane = self.group.lane()
        inside = v.constant(size - 1, i32)
        wanted = v.and_(v.iadd(lane, delta), inside)
        if size < self.group.wave:
            wanted = v.or_(wanted, v.and_(lane, v.not_(inside)))
        return self.group.shuffle(x, wanted)

    def first(self, x: SSAValue) -> SSAValue:
        """The value of `x` in the first active lane."""
        v = self.v

        def read(word: SSAValue) -> SSAValue:
            return v.intrinsic("llvm.amdgcn.readfirstlane.i32", (word,), i32)

        return self.group.words(read, x)

    def truth(self, condition: SSAValue) -> SSAValue:
        return self.v.resize(condition, 32, unsigned=True)


def lower_sub_group(group: Group, op: Operation) -> SSAValue:
    """The result of sub-group function `op` on amdgcn."""
    v, waves = group.v, Waves(group)
    match op:
        case sub_group.SubGroupNonUniformReduceOp():
            return waves.reduce(op.kind.data, op.value)
        case sub_group.SubGroupNonUniformScanInclusiveOp():
            return waves.scan(op.kind.data, op.value, inclusive=True)
        case sub_group.SubGroupNonUniformScanExclusiveOp():
            return waves.scan(op.kind.data, op.value, inclusive=False)
        case sub_group.SubGroupClusteredReduceOp():
            size = op.cluster.value.data
            if size > group.wave and sub_group.WHOLE_CLUSTER in op.attributes:
                fail(
                    op,
                    f"a cluster of {size} work items is larger than a sub-group of the "
                    f"target, which has {group.wave}; use a smaller cluster, another wave "
                    "size, or reduce the work-group ('gpu.all_reduce')",
                )
            return waves.clustered(op.kind.data, op.value, min(size, group.wave))
        case sub_group.SubGroupRotateOp():
            size = group.wave if op.cluster is None else op.cluster.value.data
            return waves.rotate(op.value, op.delta, min(size, group.wave))
        case sub_group.SubGroupNonUniformBroadcastOp():
            return group.read_lane(op.value, op.lane)
        case sub_group.SubGroupBroadcastFirstOp():
            return waves.first(op.value)
        case sub_group.SubGroupAllEqualOp():
            first = waves.first(op.value)
            predicate = "une" if is_float(op.value.type) else "ne"
            compare = v.compare_float if is_float(op.value.type) else v.compare
            differs = group.any(compare(predicate, op.value, first))
            return v.xor(waves.truth(differs), v.constant(1, i32))
        case sub_group.SubGroupElectOp():
            ballots = Ballots(v, group.wave, group.lane())
            first = ballots.first(group.ballot(v.constant(1, i1)))
            return waves.truth(v.compare("eq", group.lane(), first))
        case sub_group.SubGroupBallotOp():
            holds = v.compare("ne", op.predicate, v.constant(0, i32))
            mask = group.ballot(holds)
            return Ballots(v, group.wave, mask).ballot(mask)
        case _:
            result = Ballots(v, group.wave, group.lane()).lower(op)
            assert result is not None, op.name
            return result
