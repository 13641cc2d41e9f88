"""
Work-group and sub-group functions on amdgcn (OpenCL C 3.0, sections 6.15.16, 6.15.19).

A sub-group is a wave. All its work items meet at a group function. The work items of a partial
wave are its first lanes, so lower lanes can always be read. Scans and reductions combine rows of 16
lanes with DPP, then the totals of the rows with `v_readlane`; gfx6 and gfx7, which have no DPP, read
lane by lane. Shorter integers are extended to 32 bits once, and cut off at the end: that changes
no sum, product or bit, and keeps the order of the numbers.

A work-group stores one value of each wave in local memory, waits, and combines them. The local
memory is one variable for the whole module; a second barrier frees it for the next use.

Sources: LLVM, AMDGPUUsage ("AMDGPU DPP"); RDNA and GCN ISA documents, `DS_BPERMUTE_B32`,
which reads within 32 lanes on gfx10 and later.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from xdsl.dialects import llvm
from xdsl.dialects.builtin import IntAttr, IntegerAttr, i1, i32, i64
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_opencl.abi.enums import AddressSpace
from xdsl_opencl.abi.target import Target
from xdsl_opencl.dialects.llvm_ext import elementwise
from xdsl_opencl.dialects.llvm_ext.symbols import GlobalOp
from xdsl_opencl.dialects.opencl import collective, work_item
from xdsl_opencl.dialects.opencl.attrs import GroupOperation
from xdsl_opencl.ir.element_types import bits_of, integer_like, is_float, width_of
from xdsl_opencl.transforms.builtins.combination import combining, identity_attribute
from xdsl_opencl.transforms.builtins.memory import size_value
from xdsl_opencl.transforms.builtins.values import Values

SCRATCH = "__opencl_group_scratch"
"""The variable in local memory."""

SCRATCH_WORDS = 32
"""Its length in i64: a value of each wave of the largest work-group, or two vectors."""

LOCAL_POINTER = llvm.LLVMPointerType(IntAttr(AddressSpace.LOCAL.spir))


_PAIRED_LANES = (0x140, 0x141, 0x4E, 0xB1)
"""
DPP controls that pair lanes (`row_mirror`, `row_half_mirror`, `quad_perm` of lanes 2 apart and of
neighbours). After all four the first lane of a row has the total of the row; it has it, too, if
the last lanes are inactive.
"""

_NO_NANS = llvm.FastMathAttr((FastMathFlag.NO_NANS,))


def combine(
    v: Values,
    kind: GroupOperation,
    a: SSAValue,
    b: SSAValue,
    properties: Mapping[str, Attribute] | None = None,
) -> SSAValue:
    """`a` and `b`, that of the lower work item first, combined by `kind`."""
    operation = combining(kind, a.type)
    return v.op(operation, a, b, properties=properties)


def identity(v: Values, kind: GroupOperation, type: Attribute) -> SSAValue:
    """The value that `kind` leaves unchanged."""
    number = identity_attribute(kind, type).value.data
    if is_float(type):
        return v.float_constant(number, type)
    return v.constant(int(number), type)


def extended(v: Values, x: SSAValue) -> SSAValue:
    """
    An integer of less than 32 bits as one of 32 bits, which is combined in its place: a sign keeps
    the order of numbers without one, too.
    """
    return v.resize(x, 32, unsigned=False)


class Group:
    """
    Group functions for one operation. `largest` is the number of work items of the largest
    work-group, `full` is true if every wave is full; `barrier` appends a work-group barrier that
    orders local memory.
    """

    def __init__(
        self,
        v: Values,
        target: Target,
        largest: int,
        *,
        full: bool,
        barrier: Callable[[], None],
    ):
        self.v = v
        self.wave = target.wave_size
        self.facts = target.processor.capabilities
        self.waves = -(-largest // self.wave)
        self.full = full
        self.barrier = barrier
        self.uses_scratch = False

    # --- lanes -----------------------------------------------------------------------

    def query(self, kind: type[work_item.NullaryQueryOp]) -> SSAValue:
        return self.v.add(kind(i32))

    def lane(self) -> SSAValue:
        """The number of this lane in its wave."""
        v = self.v
        ones, zero = v.constant(-1, i32), v.constant(0, i32)
        low = v.intrinsic("llvm.amdgcn.mbcnt.lo", (ones, zero), i32)
        if self.wave == 32:
            return low
        return v.intrinsic("llvm.amdgcn.mbcnt.hi", (ones, low), i32)

    def words(self, function: Callable[..., SSAValue], *values: SSAValue) -> SSAValue:
        """Applies a function of i32 to the 32-bit words of values of one type."""
        v = self.v
        type = values[0].type
        if width_of(type) is not None:
            rows = zip(*(v.elements(value) for value in values), strict=True)
            return v.vector([self.words(function, *row) for row in rows], type)
        bits = bits_of(type)
        raw = [v.bitcast(value, integer_like(type)) for value in values]
        if bits <= 32:
            wide = [v.resize(value, 32, unsigned=True) for value in raw]
            return v.bitcast(v.resize(function(*wide), bits, unsigned=True), type)
        low = [v.resize(value, 32, unsigned=True) for value in raw]
        high = [v.resize(v.lshr(value, 32), 32, unsigned=True) for value in raw]
        upper = v.shl(v.resize(function(*high), 64, unsigned=True), 32)
        whole = v.or_(v.resize(function(*low), 64, unsigned=True), upper)
        return v.bitcast(whole, type)

    def read_lane(self, x: SSAValue, lane: SSAValue | int) -> SSAValue:
        """The value of `x` in one lane, the same for all readers."""
        v = self.v
        number = v.constant(lane, i32) if isinstance(lane, int) else lane

        def read(word: SSAValue) -> SSAValue:
            return v.intrinsic("llvm.amdgcn.readlane.i32", (word, number), i32)

        return self.words(read, x)

    def row_shift(self, x: SSAValue, distance: int, outside: SSAValue) -> SSAValue:
        """
        The value of `x` in the lane `distance` before this one; `outside` where that is
        in another row of 16.
        """
        return self.moved(x, 0x110 + distance, outside)

    def moved(
        self, x: SSAValue, control: int, outside: SSAValue, *, always: bool = False
    ) -> SSAValue:
        """
        The value of `x` in the lane that the DPP control `control` says; `outside` where there is
        none, or an inactive one. `always` says that it is active in all lanes.
        """
        v = self.v
        number = v.constant(control, i32)
        # The bound control allows LLVM any operation in one instruction.
        mask, bound = v.constant(15, i32), v.constant(int(always), i1)

        def shift(old: SSAValue, word: SSAValue) -> SSAValue:
            operands = (old, word, number, mask, mask, bound)
            return v.intrinsic("llvm.amdgcn.update.dpp.i32", operands, i32)

        return self.words(shift, outside, x)

    def ballot(self, condition: SSAValue) -> SSAValue:
        """A bit for each lane."""
        type = i32 if self.wave == 32 else i64
        name = f"llvm.amdgcn.ballot.i{self.wave}"
        return self.v.intrinsic(name, (condition,), type)

    def last_lane(self) -> SSAValue | int:
        """The last lane of the wave that is a work item."""
        if self.full:
            return self.wave - 1
        return self.v.isub(self.work_items(), self.v.constant(1, i32))

    def work_items(self) -> SSAValue:
        """The number of the wave's work items."""
        mask = self.ballot(self.v.constant(1, i1))
        return self.v.resize(self.v.op(elementwise.CtPopOp, mask), 32, unsigned=True)

    def shuffle(self, x: SSAValue, lane: SSAValue) -> SSAValue:
        """The value of `x` in lane `lane`, which may differ between readers."""
        v = self.v
        if self.wave not in self.facts.permute_waves:
            result = x
            for i in range(self.wave):
                here = v.compare("eq", lane, v.constant(i, i32))
                result = v.select(here, self.read_lane(x, i), result)
            return result
        address = v.shl(lane, 2)

        def permute(word: SSAValue) -> SSAValue:
            return v.intrinsic("llvm.amdgcn.ds.bpermute", (address, word), i32)

        return self.words(permute, x)

    # --- waves -----------------------------------------------------------------------

    def scan(self, kind: GroupOperation, x: SSAValue) -> tuple[SSAValue, SSAValue]:
        """Inclusive and exclusive scan of a wave."""
        v, bits = self.v, bits_of(x.type)
        neutral = identity(v, kind, x.type)
        if bits < 32 and not is_float(x.type):
            neutral = extended(v, neutral)
            both = self._scan(kind, extended(v, x), neutral)
            return v.resize(both[0], bits), v.resize(both[1], bits)
        return self._scan(kind, x, neutral)

    def _scan(
        self, kind: GroupOperation, x: SSAValue, neutral: SSAValue
    ) -> tuple[SSAValue, SSAValue]:
        v = self.v
        lane = self.lane()
        if not self.facts.lane_shifts:
            inclusive = exclusive = neutral
            for i in range(self.wave):
                value = self.read_lane(x, i)
                number = v.constant(i, i32)
                later, at = (
                    v.compare("ugt", lane, number),
                    v.compare("uge", lane, number),
                )
                exclusive = v.select(
                    later, combine(v, kind, exclusive, value), exclusive
                )
                inclusive = v.select(at, combine(v, kind, inclusive, value), inclusive)
            return inclusive, exclusive
        for distance in (1, 2, 4, 8):
            x = combine(v, kind, self.row_shift(x, distance, neutral), x)
        shifted = self.row_shift(x, 1, neutral)
        before, total = neutral, None
        for first in range(16, self.wave, 16):
            row = self.read_lane(x, first - 1)
            total = row if total is None else combine(v, kind, total, row)
            inside = v.compare("uge", lane, v.constant(first, i32))
            before = v.select(inside, total, before)
        return combine(v, kind, before, x), combine(v, kind, before, shifted)

    def reduce(self, kind: GroupOperation, x: SSAValue) -> SSAValue:
        return self._reduce(kind, x, full=self.full)

    def total(self, kind: GroupOperation, x: SSAValue) -> SSAValue:
        """The combination of all lanes of a wave without inactive ones."""
        return self._reduce(kind, x, full=True)

    def _reduce(self, kind: GroupOperation, x: SSAValue, *, full: bool) -> SSAValue:
        v, type = self.v, x.type
        if not self.facts.lane_shifts:
            last = self.wave - 1 if full else self.last_lane()
            return self.read_lane(self.scan(kind, x)[0], last)
        flags: Mapping[str, Attribute] | None = None
        if is_float(type):
            if kind in (GroupOperation.MIN, GroupOperation.MAX):
                # Without NaNs no operand must be made a quiet one first.
                nan = v.compare_float("uno", x, x)
                x = v.select(nan, identity(v, kind, type), x)
                flags = {"fastmathFlags": _NO_NANS}
        elif bits_of(type) < 32:
            x = extended(v, x)
        neutral = identity(v, kind, x.type)
        for control in _PAIRED_LANES:
            other = self.moved(x, control, neutral, always=full)
            x = combine(v, kind, x, other, flags)
        total = self.read_lane(x, 0)
        count = None if full else self.work_items()
        for first in range(16, self.wave, 16):
            row = self.read_lane(x, first)
            if count is not None:
                exists = v.compare("ult", v.constant(first, i32), count)
                row = v.select(exists, row, neutral)
            total = combine(v, kind, total, row, flags)
        return total if is_float(type) else v.resize(total, bits_of(type))

    def any(self, condition: SSAValue) -> SSAValue:
        """Makes an `i1` that is true if `condition` holds in some lane."""
        mask = self.ballot(condition)
        return self.v.compare("ne", mask, self.v.constant(0, mask.type))

    # --- work-groups -----------------------------------------------------------------

    def scratch(self, index: SSAValue | int, element: Attribute) -> SSAValue:
        """The address of `element` number `index` of the variable in local memory."""
        v = self.v
        self.uses_scratch = True
        base = v.address_of(SCRATCH, LOCAL_POINTER)
        number = v.constant(index, i32) if isinstance(index, int) else index
        return v.offset(base, number, element)

    def linear_id(self) -> SSAValue:
        return self.query(work_item.GetLocalLinearIdOp)

    def size(self, dimension: int) -> SSAValue:
        return self.v.add(work_item.GetLocalSizeOp(dimension, i32))

    def across_waves(
        self,
        kind: GroupOperation,
        wave_value: SSAValue,
        result: Callable[[Sequence[SSAValue], SSAValue], SSAValue],
    ) -> SSAValue:
        """
        Stores `wave_value` of each wave where all waves can read it; `result` gets the values and
        the number of this wave.
        """
        v = self.v
        type = wave_value.type
        shift = self.wave.bit_length() - 1
        wave = v.lshr(self.linear_id(), shift)
        alignment = bits_of(type) // 8
        v.store(wave_value, self.scratch(wave, type), alignment)
        self.barrier()
        values = [
            v.load(self.scratch(i, type), type, alignment) for i in range(self.waves)
        ]
        value = result(values, wave)
        self.barrier()
        return value

    def wave_count(self) -> SSAValue:
        v = self.v
        items = v.imul(v.imul(self.size(0), self.size(1)), self.size(2))
        most = v.iadd(items, v.constant(self.wave - 1, i32))
        return v.lshr(most, self.wave.bit_length() - 1)

    def group_reduce(self, kind: GroupOperation, wave_value: SSAValue) -> SSAValue:
        """`wave_value` of all waves combined."""
        if self.waves == 1:
            return wave_value
        v = self.v

        def total(values: Sequence[SSAValue], wave: SSAValue) -> SSAValue:
            count = self.wave_count()
            value = values[0]
            for i, other in enumerate(values[1:], 1):
                exists = v.compare("ult", v.constant(i, i32), count)
                value = v.select(exists, combine(v, kind, value, other), value)
            return value

        return self.across_waves(kind, wave_value, total)

    def group_scan(
        self, kind: GroupOperation, x: SSAValue, *, inclusive: bool
    ) -> SSAValue:
        v = self.v
        both = self.scan(kind, x)
        own = both[0] if inclusive else both[1]
        if self.waves == 1:
            return own

        def before(values: Sequence[SSAValue], wave: SSAValue) -> SSAValue:
            value = identity(v, kind, x.type)
            for i, other in enumerate(values[:-1]):
                lower = v.compare("ult", v.constant(i, i32), wave)
                value = v.select(lower, combine(v, kind, value, other), value)
            return value

        last = self.read_lane(both[0], self.last_lane())
        return combine(v, kind, self.across_waves(kind, last, before), own)

    def group_broadcast(self, x: SSAValue, local_ids: Sequence[SSAValue]) -> SSAValue:
        v = self.v
        numbers = [v.resize(size_value(v, id), 32, unsigned=True) for id in local_ids]
        wanted = numbers[-1]
        for d in reversed(range(len(numbers) - 1)):
            number = numbers[d]
            wanted = v.iadd(v.imul(wanted, self.size(d)), number)
        owner = v.compare("eq", self.linear_id(), wanted)
        # The other work items write to a dummy element, to avoid a branch.
        half = SCRATCH_WORDS // 2
        start = v.select(owner, v.constant(0, i32), v.constant(half, i32))
        place = self.scratch(start, i64)
        alignment = bits_of(x.type) // 8
        v.store(x, place, alignment)
        self.barrier()
        value = v.load(self.scratch(0, i64), x.type, alignment)
        self.barrier()
        return value


def scratch_variable() -> llvm.GlobalOp:
    """The variable in local memory that `Group.scratch` addresses."""
    type = llvm.LLVMArrayType(SCRATCH_WORDS, i64)
    undef = llvm.UndefOp.create(result_types=(type,))
    block = Block([undef, llvm.ReturnOp.create(operands=undef.results)])
    return GlobalOp.of(
        *(SCRATCH, type, "internal", AddressSpace.LOCAL.spir),
        body=[block],
        alignment=IntegerAttr(8, i64),
    )


def _vote(group: Group, op: collective.VoteOp, *, every: bool, whole: bool) -> SSAValue:
    v = group.v
    holds = v.compare("eq" if every else "ne", op.predicate, v.constant(0, i32))
    # All hold if none fails.
    found = v.resize(group.any(holds), 32, unsigned=True)
    if whole:
        found = group.group_reduce(GroupOperation.OR, found)
    return v.xor(found, v.constant(1, i32)) if every else found


def _relative(
    group: Group, op: collective.SubGroupLaneOp, kind: type[Operation]
) -> SSAValue:
    return group.shuffle(op.value, group.v.op(kind, group.lane(), op.lane))


def lower_collective(group: Group, op: Operation) -> SSAValue | None:
    """The result of group function `op`; `None` when it is none."""
    match op:
        case collective.WorkGroupReduceOp():
            wave = group.reduce(op.kind.data, op.value)
            return group.group_reduce(op.kind.data, wave)
        case collective.WorkGroupScanInclusiveOp():
            return group.group_scan(op.kind.data, op.value, inclusive=True)
        case collective.WorkGroupScanExclusiveOp():
            return group.group_scan(op.kind.data, op.value, inclusive=False)
        case collective.SubGroupReduceOp():
            return group.reduce(op.kind.data, op.value)
        case collective.SubGroupScanInclusiveOp():
            return group.scan(op.kind.data, op.value)[0]
        case collective.SubGroupScanExclusiveOp():
            return group.scan(op.kind.data, op.value)[1]
        case collective.WorkGroupAnyOp():
            return _vote(group, op, every=False, whole=True)
        case collective.WorkGroupAllOp():
            return _vote(group, op, every=True, whole=True)
        case collective.SubGroupAnyOp():
            return _vote(group, op, every=False, whole=False)
        case collective.SubGroupAllOp():
            return _vote(group, op, every=True, whole=False)
        case collective.WorkGroupBroadcastOp():
            return group.group_broadcast(op.value, op.local_ids)
        case collective.SubGroupBroadcastOp():
            return group.read_lane(op.value, op.lane)
        case collective.SubGroupShuffleOp():
            return group.shuffle(op.value, op.lane)
        case collective.SubGroupShuffleXorOp():
            return _relative(group, op, llvm.XOrOp)
        case collective.SubGroupShuffleUpOp():
            return _relative(group, op, llvm.SubOp)
        case collective.SubGroupShuffleDownOp():
            return _relative(group, op, llvm.AddOp)
        case _:
            return None
