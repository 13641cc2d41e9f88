"""The region of a kernel for a row of `width` work items in lockstep."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    DictionaryAttr,
    IntegerAttr,
    IntegerType,
    UnitAttr,
    i1,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_opencl.abi.cpu.host_launch import (
    IMAGE_FUNCTIONS,
    IMAGE_PREFIX,
    LINE_FUNCTIONS,
    ROW_ITEMS,
)
from xdsl_opencl.dialects.llvm_ext.instructions import FreezeOp, SwitchOp
from xdsl_opencl.dialects.llvm_ext.intrinsics import (
    LifetimeEndOp,
    LifetimeStartOp,
    MaskedGatherOp,
    MemcpyOp,
)
from xdsl_opencl.dialects.opencl import work_item
from xdsl_opencl.dialects.opencl.kernel import ReturnOp
from xdsl_opencl.ir.accesses import is_number_function, is_pure
from xdsl_opencl.ir.build import METADATA, copied
from xdsl_opencl.ir.type_layout import memory_size_align
from xdsl_opencl.ir.walk import Kinds
from xdsl_opencl.transforms.work_groups.barriers.barriers import (
    WorkGroupRegions,
    WorkRegion,
    is_meeting,
)
from xdsl_opencl.transforms.work_groups.group import WorkGroup
from xdsl_opencl.transforms.work_groups.lockstep.control import Loop, RowControlFlow
from xdsl_opencl.transforms.work_groups.lockstep.homes import Homes
from xdsl_opencl.transforms.work_groups.lockstep.lanes import (
    Lanes,
    Linear,
    Near,
    NotInLockstep,
    Pointers,
    RowBuilder,
    Uniform,
    Wide,
    any_of,
    element_types,
    flatten,
    part,
    rebuild,
    start_of,
)
from xdsl_opencl.transforms.work_groups.lockstep.masks import Mask, vector_of_mask
from xdsl_opencl.transforms.work_groups.lockstep.memory import (
    Access,
    PrivateArray,
    address_of_one,
    copy_to_private,
    is_cheaper_for_all,
    is_plain,
    is_short,
    load,
    moved_address,
    private_address,
    private_array,
    store,
)
from xdsl_opencl.transforms.work_groups.lockstep.neighbours import (
    may_be_neighbours,
    narrow_index,
    neighbours,
)
from xdsl_opencl.transforms.work_groups.lockstep.operations import (
    compute,
    is_elementwise,
    may_be_wide,
)
from xdsl_opencl.transforms.work_groups.lockstep.serial_loops import (
    WIDE_BYTES,
    find_walk,
    keep_short,
    only_moves_vectors,
)
from xdsl_opencl.transforms.work_groups.lockstep.sub_group_functions import (
    SUB_GROUP_FUNCTIONS,
)
from xdsl_opencl.transforms.work_groups.regions.work_item import (
    BlockCopy,
    RegionCopy,
    WorkItem,
    is_int_id,
)

_MOST_FOR_TWO = 200
"""The limit on the operations of a region that also gets code for wider rows."""
_LINEAR_IDS = (
    work_item.GetGlobalLinearIdOp,
    work_item.GetLocalLinearIdOp,
)
_LANE_LOOP = DictionaryAttr(
    {
        "llvm.loop": DictionaryAttr(
            {
                "unroll.disable": UnitAttr(),
                "vectorize.enable": IntegerAttr(1, i1),
                "vectorize.width": IntegerAttr(ROW_ITEMS, i32),
            }
        )
    }
)


def image_function(op: llvm.CallOp) -> str | None:
    """Returns the member of `IMAGE_FUNCTIONS` that `op` calls."""
    if op.callee is None:
        return None
    name = op.callee.root_reference.data.removeprefix(IMAGE_PREFIX)
    return name if name in IMAGE_FUNCTIONS else None


def _is_initialisation(op: MemcpyOp, group: WorkGroup) -> bool:
    """Returns whether `op` fills a private array."""
    variable = op.dst.owner
    while isinstance(variable, llvm.GEPOp):
        variable = variable.ptr.owner
    return (
        is_short(op)
        and isinstance(variable, llvm.AllocaOp)
        and private_array(variable, group.target) is not None
    )


_WITH_EFFECTS = Kinds(llvm.LoadOp, llvm.StoreOp, llvm.CallOp, MemcpyOp)
_ALWAYS_RUN = Kinds(
    *(work_item.NullaryQueryOp, llvm.GEPOp, LifetimeStartOp, LifetimeEndOp),
    *(ReturnOp, llvm.ReturnOp, llvm.UnreachableOp),
)


def _may_run(op: Operation, group: WorkGroup) -> bool:
    """Returns whether `_run` supports `op`, apart from operands of unusual types."""
    if op.successors:
        return isinstance(op, llvm.BrOp | llvm.CondBrOp | SwitchOp)
    # mutant: an early answer: `LockstepRow._variable` refuses the same
    if isinstance(op, llvm.AllocaOp):
        # Work items that run in turn share its memory; lanes in lockstep must not.
        return (
            # mutant: `_variable` refuses it, too
            op.res not in group.private and private_array(op, group.target) is not None
        )
    if op.results and op.results[0] in group.values:
        return True
    if isinstance(op, llvm.LoadOp | llvm.StoreOp):
        return is_plain(op)
    if isinstance(op, llvm.CallOp):
        return is_number_function(op, group.declared) or image_function(op) is not None
    if isinstance(op, MemcpyOp):
        return _is_initialisation(op, group)
    if isinstance(op, work_item.DimensionQueryOp):
        return op.static_dimension is not None
    return (
        _ALWAYS_RUN[type(op)]
        or is_meeting(op)
        or (group.row_items is not None and type(op) in SUB_GROUP_FUNCTIONS)
        or (op.dialect_name() == "llvm" and not op.operands and is_pure(op))
        or may_be_wide(op)
    )


def _has_effects(op: Operation, group: WorkGroup) -> bool:
    if op.results and op.results[0] in group.values:
        return False
    return _WITH_EFFECTS[type(op)]


def has_sub_group_functions(blocks: Sequence[Block]) -> bool:
    """Returns whether work items of a sub-group meet in `blocks`."""
    return any(type(op) in SUB_GROUP_FUNCTIONS for block in blocks for op in block.ops)


def may_run_in_lockstep(blocks: Sequence[Block], group: WorkGroup) -> bool:
    """
    Returns whether the blocks, in reverse post-order, contain a loop or elements of vectors, which
    keep LLVM from vectorising the loop over work items, and only operations that can run in
    lockstep.
    """
    if group.check is not None:
        return False
    return all(_may_run(op, group) for block in blocks for op in block.ops)


class LockstepRow(RowControlFlow):
    """Makes the code of a region for `width` work items from `item.local[0]` on."""

    def __init__(
        self,
        region: RegionCopy,
        work_region: WorkRegion,
        regions: WorkGroupRegions,
        item: WorkItem,
        width: int,
    ):
        super().__init__(work_region.blocks, width)
        self.group: WorkGroup = region.owner
        self.region = region
        self.regions = regions
        self.ids = BlockCopy(region, item, work_region.entry, regions)
        self.homes = Homes(self.group, item, work_region)
        self.private: dict[SSAValue, Lanes] = {}
        self.arrays: dict[SSAValue, PrivateArray] = {}
        """Addresses in private arrays, with all distances multiplied by `width`."""
        self.gathers: set[llvm.LoadOp] = set()
        self.vectors: set[llvm.LoadOp] = set()
        """Loads of wide vectors, of another one for each lane."""
        self.stored: dict[SSAValue, Block | None] = {}
        """By the address that lanes count from: the last block of the kernel that stored with steps."""
        self.passed: dict[tuple[Attribute, int, int], SSAValue] = {}
        """Memory of vectors that are passed to functions."""

    def make(self, start: Block, end: Block) -> list[Block]:
        """
        Fills `start` and goes on to `end`. Returns the blocks.

        Raises `NotInLockstep`.
        """
        made = self.run(start, end)
        if has_sub_group_functions(self.order):
            # The other form of these costs more than any loop.
            return made
        if (walk := find_walk(self, self.gathers)) is not None:
            self.discard(start)
            keep_short(walk)
            raise NotInLockstep("lanes that each walk along memory of their own")
        if only_moves_vectors(self, self.vectors):
            self.discard(start)
            raise NotInLockstep("vectors as wide as a row")
        return made

    def waits(self) -> bool:
        """
        Returns whether the region has a loop that only computes. There one result waits for
        another, and twice as many work items take little longer.
        """
        ops = [op for block in self.order for op in block.ops]
        if len(ops) > _MOST_FOR_TWO or any(
            isinstance(op, llvm.CallOp | llvm.AllocaOp) for op in ops
        ):
            return False
        return any(
            not any(_has_effects(op, self.group) for b in loop.blocks for op in b.ops)
            for loop in self.loops.values()
        )

    def pays_without_mask(self, loop: Loop) -> bool:
        """
        Returns whether the loop stores numbers: it may load them again, which takes a processor
        much longer after a masked store, and LLVM keeps no masked place in a register.
        """
        return sum(len(block.ops) for block in self.order) <= _MOST_FOR_TWO and any(
            isinstance(op, llvm.StoreOp) for block in loop.blocks for op in block.ops
        )

    # --- values ----------------------------------------------------------------------

    def keeps(self, value: SSAValue) -> bool:
        return self.homes.keeps(value)

    def keep(self, value: SSAValue, lanes: Lanes, mask: Mask) -> None:
        self.homes.write(self.build, value, lanes, mask)

    def forgotten(self, block: Block) -> Sequence[SSAValue]:
        return self.homes.moving.get(block, ())

    def varying(self) -> Collection[SSAValue]:
        return self.group.uniformity(self.regions).varying

    def has_effects(self, op: Operation) -> bool:
        if op in self.regions.meeting_number:
            return self.region.state is not None
        return any(map(self.keeps, op.results)) or _has_effects(op, self.group)

    def outside(self, value: SSAValue) -> Lanes:
        group = self.group
        if (shared := group.values.get(value)) is not None:
            return Uniform(shared)
        if value in group.recomputed:
            return self._recomputed(value)
        if (lanes := self.homes.read(self.build, value)) is not None:
            return lanes
        raise NotInLockstep("a value from somewhere else")

    def _recomputed(self, value: SSAValue) -> Lanes:
        """Computes `value` and the recomputed values that it depends on."""
        waiting = [value]
        made: list[SSAValue] = []
        while waiting:
            current = waiting[-1]
            op = current.owner
            assert isinstance(op, Operation)
            missing = [
                v
                for v in BlockCopy.needed(current)
                if v in self.group.recomputed and v not in self.known
            ]
            if missing:
                waiting += missing
                continue
            waiting.pop()
            if current not in self.known:
                self.known[current] = self._result(op)
                made.append(current)
        lanes = self.known[value]
        # The next block need not be dominated by this one.
        for known in made:
            del self.known[known]
        return lanes

    # --- operations ------------------------------------------------------------------

    def operation(self, op: Operation, mask: Mask) -> None:
        results = op.results
        if isinstance(op, llvm.AllocaOp):
            self.known[op.res] = self._variable(op)
            return
        if results and (
            results[0] in self.group.values or results[0] in self.group.recomputed
        ):
            return
        if op in self.regions.meeting_number:
            # If one work item reaches this meeting, all do.
            if self.asserts and mask.vector is not None:
                self._assure_lanes(mask.vector)
            if self.region.state is not None:
                number = self.regions.meeting_number[op]
                self.build.store(self.build.constant(number, i32), self.region.state)
        elif (function := SUB_GROUP_FUNCTIONS.get(type(op))) is not None:
            operands = [self.value(v) for v in op.operands]
            lanes = function(self.build, op, operands, vector_of_mask(self.build, mask))
            if lanes is not None:
                self.define(results[0], lanes, mask)
        elif isinstance(op, llvm.StoreOp):
            self._store(op, mask)
        elif isinstance(op, llvm.LoadOp):
            self.define(results[0], self._load(op, mask), mask)
        elif isinstance(op, MemcpyOp):
            vector = vector_of_mask(self.build, mask)
            to, source = self.value(op.dst), self.value(op.src)
            array = self.arrays[op.dst]
            copy_to_private(self.build, op, to, source, array, vector)
        elif isinstance(op, llvm.CallOp) and (name := image_function(op)) is not None:
            texels = self._image_call(op, name, mask)
            if texels is not None:
                self.define(results[0], texels, mask)
        elif results:
            lanes = self._result(op)
            if self.asserts:
                self._assure_line(op, lanes, mask)
            self.define(results[0], lanes, mask)
        elif not isinstance(
            op,
            LifetimeStartOp
            | LifetimeEndOp
            | ReturnOp
            | llvm.ReturnOp
            | llvm.UnreachableOp,
        ):
            raise NotInLockstep(op.name)

    def _assure_lanes(self, condition: SSAValue) -> None:
        """Aborts unless all lanes of `condition` are true."""
        ones = self.build.bitcast(condition, IntegerType(self.width))
        all_ones = self.build.constant(-1, ones.type)
        self.assure(self.build.compare("eq", ones, all_ones))

    def _assure_line(self, op: Operation, lanes: Lanes, mask: Mask) -> None:
        """
        Aborts if the line of `op` differs from its result in a lane of `mask`; skips a block whose
        mask is not `inside`.
        """
        line, near = lanes, None
        if isinstance(lanes, Near):
            line, near = lanes.line, lanes.near
        if not isinstance(line, Linear) or not is_elementwise(op) or mask.scalar:
            return
        build = self.build
        # Without flags, so that numbers that the flags would make undefined are compared too.
        vectors = [part(build, self.value(v)) for v in op.operands]
        made = build.op(
            type(op), *vectors, type=self.build.lane_type(op.results[0].type)
        )
        same = build.compare("eq", part(build, line), made)
        if mask.vector is not None:
            others = build.op(
                llvm.XOrOp, mask.vector, build.constant(1, mask.vector.type)
            )
            same = build.select(others, others, same)
        if near is not None:
            anywhere = build.constant(1, same.type)
            same = build.select(near, same, anywhere)
        self._assure_lanes(same)

    def _near(
        self,
        op: llvm.LoadOp | llvm.StoreOp,
        type: Attribute,
        mask: SSAValue | None,
        pays: bool,
    ) -> tuple[SSAValue, Lanes, SSAValue | None] | None:
        """
        Tests if an access of values of `type` is of all lanes, if that `pays`, or of neighbours, where
        that does (`neighbours`). Returns the test, with the addresses and the mask for that case.
        """
        count = len(element_types(type))
        pointer = self.value(op.ptr)
        if mask is not None and pays:
            bits = self.build.bitcast(mask, IntegerType(self.width))
            ones = self.build.constant(-1, bits.type)
            return self.build.compare("eq", bits, ones), pointer, None
        if count > 1 and mask is not None:
            return None
        match pointer:
            case Pointers(base, Near(near, line, _)):
                return near, Pointers(base, line), mask
            case _:
                pass
        if not may_be_neighbours(op.ptr, self.loops):
            return None
        distance = count * Access.of(op, self.group.target).size
        narrow = self._narrow(op, distance)
        found = neighbours(self.build, pointer, narrow, distance, mask)
        return None if found is None else (*found, mask)

    def _narrow(
        self, access: llvm.LoadOp | llvm.StoreOp, distance: int
    ) -> tuple[Lanes, bool] | None:
        """
        Returns the `narrow_index` of an access if it counts units of `distance` from a shared
        address.
        """
        if (narrow := narrow_index(access.ptr, access.parent)) is None:
            return None
        op = access.ptr.owner
        assert isinstance(op, llvm.GEPOp)
        if not isinstance(self.value(op.ptr), Uniform):
            return None
        if memory_size_align(op.elem_type, self.group.target)[0] != distance:
            return None
        index, unsigned = narrow
        return self.value(index), unsigned

    def _load(self, op: llvm.LoadOp, taking_part: Mask) -> Lanes:
        target = self.group.target
        mask = vector_of_mask(self.build, taking_part)
        if taking_part.alone and mask is not None:
            pointer = address_of_one(self.build, self.value(op.ptr), mask)
            return load(self.build, op, pointer, mask, target)
        type, pointer = op.results[0].type, self.value(op.ptr)
        wide = memory_size_align(type, target)[0] >= WIDE_BYTES
        if wide and not isinstance(pointer, Uniform):
            self.vectors.add(op)
        pays = is_cheaper_for_all(op, pointer, target, self.width)
        if pays and isinstance(pointer, Pointers):
            if self.stored.get(pointer.base) is op.parent:
                # A processor passes numbers from several stores to one load late.
                pays, mask = (
                    False,
                    mask or self.build.constant(1, self.build.lane_type(i1)),
                )
        if (near := self._near(op, type, mask, pays)) is None:
            lanes = load(self.build, op, self.value(op.ptr), mask, target)
            if isinstance(flatten(lanes)[0].owner, MaskedGatherOp):
                self.gathers.add(op)
            return lanes
        found: list[Lanes] = []

        def way(pointer: Lanes, mask: SSAValue | None) -> Sequence[SSAValue]:
            found.append(load(self.build, op, pointer, mask, target))
            return flatten(found[-1])

        values = self._either_way(near, (self.value(op.ptr), mask), way)
        return rebuild(found[0], values)

    def _store(self, op: llvm.StoreOp, taking_part: Mask) -> None:
        target = self.group.target
        value = self.value(op.value)
        mask = vector_of_mask(self.build, taking_part)
        if taking_part.alone and mask is not None:
            pointer = address_of_one(self.build, self.value(op.ptr), mask)
            store(self.build, op, value, pointer, mask, target)
            return
        pointer = self.value(op.ptr)
        pays = is_cheaper_for_all(op, pointer, target, self.width)
        if pays and isinstance(pointer, Pointers):
            self.stored[pointer.base] = op.parent
        if (near := self._near(op, op.value.type, mask, pays)) is None:
            store(self.build, op, value, self.value(op.ptr), mask, target)
            return

        def way(pointer: Lanes, mask: SSAValue | None) -> Sequence[SSAValue]:
            store(self.build, op, value, pointer, mask, target)
            return ()

        self._either_way(near, (self.value(op.ptr), mask), way)

    def _either_way(
        self,
        near: tuple[SSAValue, Lanes, SSAValue | None],
        far: tuple[Lanes, SSAValue | None],
        way: Callable[[Lanes, SSAValue | None], Sequence[SSAValue]],
    ) -> Sequence[SSAValue]:
        """Goes the `way` of `near` where its test holds, else that of `far`; returns the values."""
        before, after = self.build, Block()
        ways: list[Block] = []
        for place in (near[1:], far):
            ways.append(self.start())
            values = way(*place)
            self.build.branch(after, values)
            if len(ways) == 1:
                for number, value in enumerate(values):
                    after.insert_arg(value.type, number)
        before.branch_if(near[0], ways[0], ways[1])
        self.made.append(after)
        self.build = self.build.at(after)
        return after.args

    def _result(self, op: Operation) -> Lanes:
        build = self.build
        if isinstance(op, work_item.DimensionQueryOp | work_item.NullaryQueryOp):
            return self._query(build, op)
        if is_int_id(op.results[0]):
            query = op.operands[0].owner
            assert isinstance(query, work_item.DimensionQueryOp)
            self.ids.build = build
            axis = query.static_dimension
            assert axis is not None
            along = axis == self.region.axis
            # Rows run where global ids along them fit.
            first = self.ids.by_axis(query, axis, i32, fits=along)
            if not along:
                return Uniform(first)
            wide = build.resize(first, i64)
            return Linear(first, 1, wide, wide)
        if isinstance(op, llvm.GEPOp):
            indices = [self.value(v) for v in op.ssa_indices]
            spread = self.width if op.ptr in self.arrays else 1
            pointer = self.value(op.ptr)
            return moved_address(build, op, pointer, indices, self.group.target, spread)
        operands = [self.value(v) for v in op.operands]
        if isinstance(op, llvm.CallOp):
            return self._call(op, operands)
        return compute(build, op, operands)

    def _query(
        self,
        build: RowBuilder,
        op: work_item.DimensionQueryOp | work_item.NullaryQueryOp,
    ) -> Lanes:
        self.ids.build = build
        if isinstance(op, work_item.GetSubGroupLocalIdOp):
            zero = build.constant(0)
            return Linear(build.constant(0, op.result.type), 1, zero, zero)
        first = self.ids.query(op)
        grows = isinstance(op, _LINEAR_IDS) or (
            type(op) in (work_item.GetGlobalIdOp, work_item.GetLocalIdOp)
            and op.static_dimension == self.region.axis
        )
        if not grows:
            return Uniform(first)
        exact = first if first.type == i64 else None
        return Linear(first, 1, exact, exact)

    def _variable(self, op: llvm.AllocaOp) -> Lanes:
        if op.res not in self.private:
            array = private_array(op, self.group.target)
            if array is None or op.res in self.group.private:
                raise NotInLockstep("private memory of several types")
            build = self.group.prologue
            memory = build.alloca(
                self.build.lane_type(array.element),
                array.count,
                alignment=self.width * array.size,
                type=op.res.type,
            )
            self.group.frame_bytes += self.width * array.size * array.count
            self.private[op.res] = private_address(build, array, memory)
            self.arrays.update(dict.fromkeys(array.addresses, array))
        return self.private[op.res]

    def _call(self, op: llvm.CallOp, operands: Sequence[Lanes]) -> Lanes:
        """
        Calls a function of numbers: its version for rows, or itself for each lane in a loop that
        LLVM vectorises.
        """
        build = self.build
        if all(isinstance(v, Uniform) for v in operands):
            values = {
                old: start_of(new)
                for old, new in zip(op.operands, operands, strict=True)
            }
            return Uniform(build.add(copied(op, values)))
        vectors = [part(build, lanes) for lanes in operands]
        assert op.callee is not None
        name = op.callee.root_reference.data
        rows = self.group.library.rows
        if name not in rows or self.width != ROW_ITEMS:
            return Wide((self._call_each(op, vectors),))
        if (bound := rows[name]) is None:
            return Wide((self._call_row(build, op, name, vectors),))
        return Wide((self._call_near(op, name, vectors[0], bound),))

    def _call_row(
        self, build: RowBuilder, op: llvm.CallOp, name: str, vectors: Sequence[SSAValue]
    ) -> SSAValue:
        result = self.build.lane_type(op.results[0].type)
        types = [v.type for v in vectors]
        self.group.library.called[f"__row_{name}"] = llvm.LLVMFunctionType(
            types, result
        )
        return build.add(llvm.CallOp(f"__row_{name}", *vectors, return_type=result))

    def _call_near(
        self, op: llvm.CallOp, name: str, argument: SSAValue, bound: float
    ) -> SSAValue:
        """
        Calls the function for numbers below `bound` if all of `argument` are, otherwise the
        general one for sixteen numbers.
        """
        build = self.build
        # Lanes that do not take part may have anything.
        known = build.add(FreezeOp(argument))
        size = build.op(llvm.FAbsOp, known)
        limit = build.float_constant(bound, size.type)
        far = any_of(build, build.compare_float("uge", size, limit))
        rare, common, after = self.start(), self.start(), Block(arg_types=(known.type,))
        build.branch_if(far, rare, common)
        memory = [self._row_memory(known.type, place) for place in range(2)]
        pointers = [v.type for v in memory]
        self.group.library.called[f"__far_{name}"] = llvm.LLVMFunctionType(pointers)
        build = self.build.at(rare)
        build.store(argument, memory[0])
        build.insert(llvm.CallOp(f"__far_{name}", *memory))
        build.branch(after, (build.load(memory[1], known.type),))
        build = self.build.at(common)
        build.branch(after, (self._call_row(build, op, name, (argument,)),))
        self.made.append(after)
        self.build = self.build.at(after)
        return after.args[0]

    def _image_call(self, op: llvm.CallOp, name: str, mask: Mask) -> Lanes | None:
        """Reads or writes texels of a row, and returns those read."""
        if self.width != ROW_ITEMS:
            raise NotInLockstep("images are for rows of another width")
        build = self.build
        shared = IMAGE_FUNCTIONS[name]
        operands: list[SSAValue] = []
        given = [self.value(value) for value in op.operands]
        first, *others = given[shared : shared + 3]
        line = (
            name in LINE_FUNCTIONS
            and (isinstance(first, Linear) and first.step == 1)
            and all(isinstance(lanes, Uniform) for lanes in others)
        )
        for number, lanes in enumerate(given):
            if number < shared:
                if not isinstance(lanes, Uniform):
                    raise NotInLockstep("an image that work items do not share")
                operands.append(lanes.value)
                continue
            if line and number < shared + 3:
                operands.append(build.add(FreezeOp(start_of(lanes))))
                continue
            vector = part(build, lanes)
            operands.append(self._row_memory(vector.type, number))
            # Lanes that do not take part may have anything.
            build.store(build.add(FreezeOp(vector)), operands[-1])
        texels: list[tuple[SSAValue, Attribute]] = []
        if op.results:
            types = [
                self.build.lane_type(type) for type in element_types(op.results[0].type)
            ]
            memory = self._row_memory(types[0], len(operands), len(types))
            operands.append(memory)
            texels = [(build.offset(memory, i, t), t) for i, t in enumerate(types)]
        else:
            vector = vector_of_mask(build, mask)
            if vector is None:
                vector = build.constant(1, self.build.lane_type(i1))
            bits = build.bitcast(vector, IntegerType(self.width))
            operands.append(build.resize(bits, i32, unsigned=True))
        symbol = f"{IMAGE_PREFIX}{'line' if line else 'row'}_{name}"
        types = [v.type for v in operands]
        self.group.library.called[symbol] = llvm.LLVMFunctionType(types)
        build.insert(llvm.CallOp(symbol, *operands))
        if not texels:
            return None
        return Wide(tuple(build.load(address, type) for address, type in texels))

    def _row_memory(self, type: Attribute, place: int, count: int = 1) -> SSAValue:
        """Returns the vector memory for argument `place` of a call; calls use it in turn."""
        key = (type, place, count)
        if key not in self.passed:
            self.passed[key] = self.group.prologue.alloca(
                type, count, alignment=8 * self.width
            )
        return self.passed[key]

    def _call_each(self, op: llvm.CallOp, vectors: Sequence[SSAValue]) -> SSAValue:
        build = self.build
        (result,) = element_types(op.results[0].type)
        types = [*(v.type for v in op.operands), result]
        memory = [
            self._row_memory(self.build.lane_type(t), i) for i, t in enumerate(types)
        ]
        for address, vector in zip(memory, vectors, strict=False):
            build.store(vector, address)
        loop, after = Block(arg_types=(i64,)), Block()
        self.made += [loop, after]
        build.branch(loop, (build.constant(0),))
        inner = self.build.at(loop)
        index = loop.args[0]
        given = [
            inner.load(inner.offset(address, index, type), type)
            for address, type in zip(memory[:-1], types, strict=False)
        ]
        call = copied(op, dict(zip(op.operands, given, strict=True)))
        inner.store(inner.add(call), inner.offset(memory[-1], index, types[-1]))
        following = inner.no_wrap(llvm.AddOp, index, inner.constant(1))
        more = inner.compare("ult", following, inner.constant(self.width))
        inner.branch_if(
            more, loop, after, (following,), attributes={METADATA: _LANE_LOOP}
        )
        self.build = self.build.at(after)
        return self.build.load(memory[-1], self.build.lane_type(result))
