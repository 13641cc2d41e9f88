"""
`opencl-check-accesses`: makes kernels of ABI `host` report their errors.

Needs: kernels with bodies of LLVM operations and the input of `opencl-form-work-groups`, all
functions inlined. Leaves: calls of the checker (`libraries/check.c`) for every load, store, atomic
operation, copy and image access and for divisions; asynchronous copies as barriers and calls; the
kernels marked `opencl.checked`, for which `opencl-form-work-groups` makes the group record and has
barriers checked. An invalid access is skipped: a load then gives zeros.

The module attribute `opencl.check` explains the numbers in reports: `sites`, each with its kernel,
and `file`, `line` and `column` where they are known; `variables` with `name`, `space` and `bytes`.

Not checked: masked and gathered vector accesses, and accesses in functions that the module does
not define.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from xdsl.context import Context
from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FixedBitwidthType,
    IntegerAttr,
    IntegerType,
    ModuleOp,
    StringAttr,
    UnitAttr,
    VectorType,
    i8,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.passes import ModulePass

from xdsl_opencl.abi.cpu.host_check import (
    ALIGNMENT_SHIFT,
    ALONE,
    ATOMIC,
    COMPARES,
    CONSTANT,
    COPIES,
    ENDED,
    GRAIN_SHIFT,
    MOST_GRAIN,
    NO_SLOT,
    READS,
    SHARED,
    SLOT_SHIFT,
    SLOTS,
    SPACE_SHIFT,
    UNKNOWN,
    UNWRITTEN,
    VALUE_BYTES,
    VALUE_OFFSET,
    VARIABLE_SHIFT,
    VOLATILE,
    WRITES,
)
from xdsl_opencl.abi.enums import AddressSpace, ImageKind
from xdsl_opencl.abi.layout import layout
from xdsl_opencl.abi.target import Target
from xdsl_opencl.analysis.provenance import Origin, Provenance, is_pointer
from xdsl_opencl.dialects.llvm_ext.atomics import FenceOp
from xdsl_opencl.dialects.llvm_ext.corrected import LoadOp, StoreOp
from xdsl_opencl.dialects.llvm_ext.instructions import (
    AddrSpaceCastOp,
    AtomicCmpXchgOp,
    AtomicRMWOp,
)
from xdsl_opencl.dialects.llvm_ext.intrinsics import (
    LifetimeEndOp,
    LifetimeStartOp,
    MemcpyOp,
    MemmoveOp,
    MemsetOp,
)
from xdsl_opencl.dialects.opencl import collective, low_level, memory, sync
from xdsl_opencl.dialects.opencl.attrs import FenceFlagsAttr
from xdsl_opencl.dialects.opencl.interop.llvm_handles import GLOBAL_POINTER
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.ir.build import Builder, erase, known_integer
from xdsl_opencl.ir.diagnostics import fail, source_place
from xdsl_opencl.ir.division import DIVISIONS, any_lane, guard
from xdsl_opencl.ir.module import module_target
from xdsl_opencl.ir.type_layout import memory_size_align
from xdsl_opencl.transforms.checks.components import narrow_accesses
from xdsl_opencl.transforms.checks.indices import array_indices
from xdsl_opencl.transforms.checks.private_memory import (
    MOST_BYTES,
    is_copied,
    is_put_back,
    is_watchable,
)
from xdsl_opencl.transforms.checks.undefined_values import drop_marks, undefined_uses
from xdsl_opencl.transforms.kernels.signature import kernel_signature
from xdsl_opencl.transforms.kernels.signature.argument_metadata import base_types
from xdsl_opencl.transforms.work_groups.barriers.barriers import is_meeting
from xdsl_opencl.transforms.work_groups.checker_calls import (
    CHECKED,
    EXTENT,
    GRAIN,
    SITE,
    SLOT,
    TABLES,
    call,
    declare,
)

_COPIES: tuple[type[Operation], ...] = (
    collective.AsyncWorkGroupCopyOp,
    collective.AsyncWorkGroupStridedCopyOp,
)
_SET = MemsetOp.name
_MONOTONIC = 2
"""LLVM's number of the ordering `monotonic`; higher ones order other accesses."""
_ORDERINGS = ("ordering", "success_ordering", "failure_ordering")
_ACCESSES: dict[type[Operation], tuple[int, int]] = {
    **dict.fromkeys((LoadOp, llvm.LoadOp), (0, 1)),
    **dict.fromkeys((StoreOp, llvm.StoreOp), (1, 0)),
    **dict.fromkeys((AtomicRMWOp, AtomicCmpXchgOp), (0, 1)),
}
"""The pointer operand, and the operand or result with the accessed type."""
_EVENT_POINTER = GLOBAL_POINTER
_IMAGES = frozenset(ImageKind)
_IMAGE_CALLS = "__xdsl_opencl_"


def _stored_bytes(type: Attribute, target: Target, op: Operation) -> int:
    """
    The bytes that `op`, a load or store of `type`, touches: of 3 elements those of 3.
    """
    count, element = 1, type
    if isinstance(type, VectorType):
        vector = cast("VectorType[Attribute]", type)
        count, element = math.prod(vector.get_shape()), vector.element_type
    if isinstance(element, FixedBitwidthType):
        return -(-element.bitwidth * count // 8)
    return count * memory_size_align(element, target, op)[0]


_IN_BUFFERS = frozenset((AddressSpace.GLOBAL.spir, AddressSpace.CONSTANT.spir))


def _kind(word: int, extent: int) -> str:
    """
    The checker's function for an access to the memory of `extent`: if available, one that tests
    the usual case before it calls the general one.
    """
    space = word >> SPACE_SHIFT & 7
    slot = word >> SLOT_SHIFT & NO_SLOT
    rare = word & (ATOMIC | VOLATILE)
    writes = word & WRITES
    if word & COMPARES:
        return "slow"
    if space == AddressSpace.LOCAL.spir and slot != NO_SLOT:
        if rare:
            return "local_atomic" if word & READS and writes else "slow"
        return "local_write" if writes else "local_read"
    if space not in _IN_BUFFERS or rare:
        return "slow"
    if slot == NO_SLOT:
        return "slow" if extent < 0 or writes or word & SHARED else "table"
    if writes:
        return "global_write"
    return "global_read" if word & SHARED else "constant"


class _Tables:
    """Sites and variables of a module."""

    def __init__(self) -> None:
        self.sites: list[Attribute] = []
        self.variables: list[Attribute] = []
        self.kernels: dict[str, Attribute] = {}

    def site(self, kernel: KernelOp, op: Operation) -> int:
        fields: dict[str, Attribute] = {"kernel": kernel.sym_name}
        if (place := source_place(op.location)) is not None:
            fields["file"] = place.filename
            fields["line"] = IntegerAttr(place.line.data, i64)
            fields["column"] = IntegerAttr(place.column.data, i64)
        self.sites.append(DictionaryAttr(fields))
        return len(self.sites) - 1

    def variable(self, name: str | None, space: AddressSpace, size: int) -> int:
        """The extent of a new variable."""
        self.variables.append(
            DictionaryAttr(
                {
                    "name": StringAttr(name or ""),
                    "space": StringAttr(space.value),
                    "bytes": IntegerAttr(size, i64),
                }
            )
        )
        return len(self.variables) - 1 << VARIABLE_SHIFT | size

    def attribute(self) -> DictionaryAttr:
        return DictionaryAttr(
            {
                "sites": ArrayAttr(self.sites),
                "variables": ArrayAttr(self.variables),
                "kernels": DictionaryAttr(self.kernels),
            }
        )


class _Checker:
    """Instruments one kernel."""

    def __init__(
        self,
        kernel: KernelOp,
        target: Target,
        tables: _Tables,
        variables: dict[str, Origin],
        types: dict[str, Attribute],
    ):
        self.kernel = kernel
        self.target = target
        self.tables = tables
        self.globals = variables
        self.global_types = types
        self.leaves: dict[SSAValue, Origin] = {}
        self.slots: dict[int, int] = {}
        """Maps extents to places in the group record."""
        self.types: dict[SSAValue, Attribute] = {}
        """Maps variables to their extents."""
        self.valid: dict[SSAValue, SSAValue] = {}
        """Maps private variables to the flags of their written bytes."""
        self.images: dict[SSAValue, int] = {}
        self._find_leaves()
        self.provenance = Provenance(kernel.body, self._leaf)
        self.written = self._written()
        self.grain = self._grain()
        self.alone = ALONE if self._is_ordered_by_atomics() else 0
        entry = kernel.body.blocks[0]
        build = Builder.at_start(entry)
        self.context = build.add(
            low_level.CheckContextOp(llvm.LLVMPointerType()), "check"
        )
        self.slot = build.offset(self.context, VALUE_OFFSET, hint="check_value")

    # --- memories ----------------------------------------------------------------------

    def _find_leaves(self) -> None:
        kernel, tables = self.kernel, self.tables
        placed = layout(kernel_signature(kernel, self.target), self.target).arguments
        explicit = {a.index: a for a in placed if a.index is not None}
        spaces = {
            "global_pointer": AddressSpace.GLOBAL,
            "constant_pointer": AddressSpace.CONSTANT,
            "local_pointer": AddressSpace.LOCAL,
        }
        types = base_types(kernel)
        for index, arg in enumerate(kernel.args):
            info = explicit[index]
            if types[index] in _IMAGES:
                self.images[arg] = index
            elif (space := spaces.get(info.kind)) is not None:
                self.leaves[arg] = Origin(arg, -1 - index, space)
                self._take_slot(-1 - index, index)
            elif info.kind == "by_value" and is_pointer(arg.type):
                extent = tables.variable(info.name, AddressSpace.PRIVATE, info.size)
                self.leaves[arg] = Origin(arg, extent, AddressSpace.PRIVATE)
        locals_ = len(kernel.args)
        for op in kernel.body.walk():
            if isinstance(op, memory.LocalOp):
                if op.element is None:
                    fail(
                        op,
                        "opencl.local of a memref must be lowered to a pointer first",
                    )
                size = memory_size_align(op.element, self.target, op)[0]
                hint = op.result.name_hint
                extent = tables.variable(hint, AddressSpace.LOCAL, size)
                op.attributes[EXTENT] = IntegerAttr(extent, i64)
                op.attributes[SLOT] = IntegerAttr(locals_, i64)
                self._take_slot(extent, locals_)
                locals_ += 1
                self.leaves[op.result] = Origin(op.result, extent, AddressSpace.LOCAL)
                self.types[op.result] = op.element
            elif isinstance(op, llvm.AllocaOp):
                size = self._alloca_bytes(op)
                extent = UNKNOWN
                if size is not None:
                    extent = tables.variable(
                        op.res.name_hint, AddressSpace.PRIVATE, size
                    )
                self.leaves[op.res] = Origin(op.res, extent, AddressSpace.PRIVATE)
                self.types[op.res] = op.elem_type

    def _take_slot(self, extent: int, slot: int) -> None:
        if slot < SLOTS:
            self.slots[extent] = slot

    def _alloca_bytes(self, op: llvm.AllocaOp) -> int | None:
        if (count := known_integer(op.size)) is None:
            return None
        return count * memory_size_align(op.elem_type, self.target, op)[0]

    def _leaf(self, value: SSAValue) -> Origin | None:
        owner = value.owner
        if isinstance(owner, llvm.AddressOfOp):
            known = self.globals.get(owner.global_name.root_reference.data)
            if known is not None:
                return Origin(value, known.extent, known.space)
        return self.leaves.get(value)

    def _written(self) -> set[int] | None:
        """The extents of memory that the kernel may write; `None` for any memory."""
        written: set[int] = set()
        for op in self.kernel.body.walk():
            pointer: SSAValue | None = None
            if isinstance(op, llvm.StoreOp | AtomicRMWOp | AtomicCmpXchgOp):
                pointer = op.ptr
            elif isinstance(op, MemcpyOp | MemmoveOp | MemsetOp):
                pointer = op.dst
            elif isinstance(op, _COPIES):
                pointer = op.operands[0]
            if pointer is None:
                continue
            origin = self.provenance.of(pointer)
            if not isinstance(origin, Origin) or origin.extent == UNKNOWN:
                return None
            written.add(origin.extent)
        return written

    def _grain(self) -> int:
        """
        Returns log2 of the largest power of two that divides the size and address of every access
        visible to other work items.
        """
        grain = 1 << MOST_GRAIN
        for op in self.kernel.body.walk():
            if isinstance(op, _COPIES):
                element = cast("collective.AsyncWorkGroupCopyOp", op).element
                size, known = memory_size_align(element, self.target, op)
            elif isinstance(op, MemcpyOp | MemmoveOp | MemsetOp):
                if all(map(self._is_private, op.operands[: 1 + (op.name != _SET)])):
                    continue
                size = known = 1
            elif (place := _ACCESSES.get(type(op))) is not None:
                pointer, value = place
                if self._is_private(op.operands[pointer]):
                    continue
                type_ = (*op.operands, *op.results)[value].type
                size = _stored_bytes(type_, self.target, op)
                known = self.alignment(op)
                if isinstance(op, AtomicRMWOp | AtomicCmpXchgOp):
                    known = max(known, size)
            else:
                continue
            grain = math.gcd(grain, size, known)
        return grain.bit_length() - 1

    def _is_private(self, pointer: SSAValue) -> bool:
        origin = self.provenance.of(pointer)
        return isinstance(origin, Origin) and origin.space is AddressSpace.PRIVATE

    def _is_ordered_by_atomics(self) -> bool:
        """
        Returns whether work-groups may synchronise their writes: by atomic operations that order
        other accesses, or by atomic operations and fences.
        """
        atomics = fences = False
        for op in self.kernel.body.walk():
            if isinstance(op, FenceOp):
                fences = True
            elif isinstance(op, AtomicRMWOp | AtomicCmpXchgOp) or (
                type(op) in _ACCESSES and self._is_atomic(op)
            ):
                for name in _ORDERINGS:
                    order = op.properties.get(name)
                    if isinstance(order, IntegerAttr):
                        fences |= order.value.data > _MONOTONIC
                atomics = True
        return atomics and fences

    # --- calls -------------------------------------------------------------------------

    def what(
        self, pointer: SSAValue, flags: int, size: int = 0, alignment: int = 1
    ) -> SSAValue:
        """The word that describes an access through `pointer`."""
        return self.provenance.constant(self.word(pointer, flags, size, alignment))

    def word(
        self, pointer: SSAValue, flags: int, size: int = 0, alignment: int = 1
    ) -> int:
        """The number of an access through `pointer`."""
        origin = self.provenance.of(pointer)
        space, extent = AddressSpace.GENERIC, UNKNOWN
        if isinstance(origin, Origin):
            space, extent = origin.space, origin.extent
        if self.written is None or extent == UNKNOWN or extent in self.written:
            flags |= SHARED
        if space is AddressSpace.CONSTANT:
            flags |= CONSTANT
        shift = max(alignment, 1).bit_length() - 1
        slot = self.slots.get(extent, NO_SLOT)
        if space is AddressSpace.PRIVATE:
            slot = NO_SLOT
        word = flags | self.alone | size | shift << ALIGNMENT_SHIFT
        word |= (
            self.grain << GRAIN_SHIFT | slot << SLOT_SHIFT | space.spir << SPACE_SHIFT
        )
        return word

    def place(
        self, build: Builder, pointer: SSAValue
    ) -> tuple[SSAValue, SSAValue, SSAValue]:
        base, extent = self.provenance.values(pointer)
        return build.generic(pointer), base, extent

    def site(self, op: Operation) -> SSAValue:
        return self.provenance.constant(self.tables.site(self.kernel, op))

    def report(self, build: Builder, name: str, *operands: SSAValue) -> SSAValue | None:
        """Calls the checker's function `name` with the context and `operands`."""
        return call(build, name, (self.context, *operands))

    def redirect(
        self,
        op: Operation,
        index: int,
        flags: int,
        type: Attribute,
        value: SSAValue | None = None,
    ) -> None:
        """
        Makes `op` use the pointer that the checker returns for its operand `index`, which points
        to a `type`. The checker gets `value`, which is stored or compared.
        """
        pointer = op.operands[index]
        if self.is_image(pointer):
            return
        build = Builder.before(op)
        size, alignment = _stored_bytes(type, self.target, op), self.alignment(op)
        generic, base, extent = self.place(build, pointer)
        number = self.word(pointer, flags, size, alignment)
        word = self.provenance.constant(number)
        site = self.site(op)
        origin = self.provenance.of(pointer)
        if (
            isinstance(origin, Origin)
            and origin.space is AddressSpace.PRIVATE
            and origin.extent != UNKNOWN
            and not flags & ATOMIC
        ):
            name, last = "private", self.valid_of(pointer)
        else:
            known = origin.extent if isinstance(origin, Origin) else UNKNOWN
            name, last = _kind(number, known), self.value_bits(build, value, size)
        result = self.report(build, name, generic, base, extent, word, site, last)
        assert result is not None
        for step, count in array_indices(pointer, self._type_at):
            place = build.resize(step, i64, unsigned=False)
            limit = self.provenance.constant(count)
            result = self.report(build, "index", result, place, limit, word, site)
            assert result is not None
        if result.type != pointer.type:
            result = build.op(AddrSpaceCastOp, result, type=pointer.type)
        op.operands[index] = result

    def _type_at(self, pointer: SSAValue) -> Attribute | None:
        if isinstance(pointer.owner, llvm.AddressOfOp):
            return self.global_types.get(pointer.owner.global_name.root_reference.data)
        return self.types.get(pointer)

    def value_bits(self, build: Builder, value: SSAValue | None, size: int) -> SSAValue:
        """Returns the bits of `value` as a number; bits that do not fit go to the group record."""
        if value is None:
            return self.provenance.constant(0)
        if size > VALUE_BYTES:
            return self.provenance.constant(0)
        if size > 8 or not isinstance(value.type, FixedBitwidthType):
            build.store(value, self.slot, 1)
            if size > 8:
                return self.provenance.constant(0)
            return build.resize(build.load(self.slot, IntegerType(8 * size), 1), i64)
        width = value.type.bitwidth
        return build.resize(build.bitcast(value, IntegerType(width)), i64)

    def alignment(self, op: Operation) -> int:
        alignment = op.properties.get("alignment")
        if isinstance(alignment, IntegerAttr):
            return alignment.value.data
        return 1

    def is_image(self, pointer: SSAValue) -> bool:
        """Returns whether `pointer` points into the record of an image."""
        while pointer not in self.images:
            owner = pointer.owner
            if not isinstance(owner, llvm.GEPOp | llvm.BitcastOp | AddrSpaceCastOp):
                return False
            pointer = owner.operands[0]
        return True

    # --- operations --------------------------------------------------------------------

    def run(self) -> None:
        undefined = undefined_uses(self.kernel)
        ops = tuple(self.kernel.body.walk())
        for op in ops:
            if isinstance(op, llvm.AllocaOp):
                self.watch(op)
        for use in undefined:
            build = Builder.before(use.op)
            if use.is_texel:
                image = build.generic(use.op.operands[0])
                self.report(build, "texel", image, use.mask, self.site(use.op))
            else:
                self.report(build, "undefined", use.mask, self.site(use.op))
        for op in ops:
            if (handler := _HANDLERS.get(type(op))) is not None:
                handler(self, op)
            elif isinstance(op, llvm.GEPOp):
                # An address outside its object must stay a defined number.
                op.properties.pop("inbounds", None)
                op.properties["noWrapFlags"] = IntegerAttr(0, i32)
            elif is_meeting(op):
                number = self.tables.site(self.kernel, op)
                op.attributes[SITE] = IntegerAttr(number, i64)
        self.provenance.finish()
        self.kernel.attributes[CHECKED] = UnitAttr()
        self.kernel.attributes[GRAIN] = IntegerAttr(self.grain, i64)
        written = self.written
        fields: dict[str, Attribute] = {"grain": IntegerAttr(self.grain, i64)}
        if written is not None:
            fields["written"] = ArrayAttr(
                [IntegerAttr(-1 - e, i64) for e in sorted(written) if e < 0]
            )
        self.tables.kernels[self.kernel.sym_name.data] = DictionaryAttr(fields)

    def watch(self, op: llvm.AllocaOp) -> None:
        """Makes a flag for each byte of the variable, 0 until the byte is written."""
        size = self._alloca_bytes(op)
        if size is None or not 0 < size <= MOST_BYTES or not is_watchable(op.res):
            return
        build = Builder.before(op)
        valid = build.alloca(i8, self.provenance.constant(size))
        build.fill(valid, UNWRITTEN, self.provenance.constant(size))
        self.valid[op.res] = valid
        # At the variable itself: its memory is new for each work item.

    def lifetime(self, op: Operation) -> None:
        """
        A variable is undefined after its lifetime begins or ends. Its memory is not
        reused.
        """
        valid = self.valid.get(op.operands[0])
        if valid is not None:
            variable = op.operands[0].owner
            assert isinstance(variable, llvm.AllocaOp)
            size = self._alloca_bytes(variable)
            assert size is not None
            state = ENDED if isinstance(op, LifetimeEndOp) else UNWRITTEN
            build = Builder.before(op)
            build.fill(valid, state, self.provenance.constant(size))
        erase(op)

    def load(self, op: Operation) -> None:
        # A store of a bit-field writes the bits beside it again.
        kind = WRITES if is_put_back(op) else READS
        flags = kind | self._mode(op) | COPIES * is_copied(op)
        self.redirect(op, 0, flags, op.results[0].type)
        if not self._is_atomic(op):
            op.properties["alignment"] = IntegerAttr(1, i64)

    @staticmethod
    def _is_atomic(op: Operation) -> bool:
        ordering = op.properties.get("ordering")
        return isinstance(ordering, IntegerAttr) and ordering.value.data != 0

    def _mode(self, op: Operation) -> int:
        if self._is_atomic(op):
            return ATOMIC
        return VOLATILE if "volatile_" in op.properties else 0

    def store(self, op: Operation) -> None:
        value = op.operands[0]
        self.redirect(op, 1, WRITES | self._mode(op), value.type, value)
        if not self._is_atomic(op):
            op.properties["alignment"] = IntegerAttr(1, i64)

    def atomic(self, op: Operation) -> None:
        self.redirect(op, 0, READS | WRITES | ATOMIC, op.operands[1].type)

    def compare_exchange(self, op: Operation) -> None:
        flags = READS | WRITES | ATOMIC | COMPARES
        self.redirect(op, 0, flags, op.operands[1].type, op.operands[1])

    def valid_of(self, pointer: SSAValue) -> SSAValue:
        """
        Returns the flags of the written bytes of the variable that `pointer` points into, null if
        there are none.
        """
        origin = self.provenance.of(pointer)
        known = None
        if isinstance(origin, Origin) and origin.base is not None:
            known = self.valid.get(origin.base)
        return self.provenance.null() if known is None else known

    def copy(self, op: Operation) -> None:
        to, source, length = op.operands
        build = Builder.before(op)
        self.report(
            build,
            "copy",
            *(*self.place(build, to), self.valid_of(to)),
            *(*self.place(build, source), self.valid_of(source)),
            build.resize(length, i64),
            *(self.what(to, WRITES), self.what(source, READS)),
            self.site(op),
        )
        erase(op)

    def set(self, op: Operation) -> None:
        to, value, length = op.operands
        build = Builder.before(op)
        self.report(
            build,
            "set",
            *(*self.place(build, to), self.valid_of(to)),
            *(build.resize(length, i64), build.resize(value, i32)),
            *(self.what(to, WRITES), self.site(op)),
        )
        erase(op)

    def meet(self, build: Builder, op: Operation) -> int:
        """Makes all work items meet at `op`; returns the number of its site."""
        barrier = sync.BarrierOp(FenceFlagsAttr())
        number = self.tables.site(self.kernel, op)
        barrier.attributes[SITE] = IntegerAttr(number, i64)
        build.insert(barrier)
        return number

    def async_copy(self, op: Operation) -> None:
        """Lowers a copy by the whole group: all work items meet, and the first one copies."""
        assert isinstance(
            op, collective.AsyncWorkGroupCopyOp | collective.AsyncWorkGroupStridedCopyOp
        )
        size = memory_size_align(op.element, self.target, op)[0]
        build = Builder.before(op)
        number = self.meet(build, op)
        stride = build.constant(1)
        if isinstance(op, collective.AsyncWorkGroupStridedCopyOp):
            stride = build.resize(op.stride, i64)
        event = self.report(
            build,
            "async",
            *(*self.place(build, op.destination), *self.place(build, op.source)),
            *(build.resize(op.count, i64), stride),
            self.event_bits(build, op.event),
            self.what(op.destination, WRITES, size),
            self.what(op.source, READS, size),
            self.provenance.constant(number),
        )
        assert event is not None
        pointer = build.op(llvm.IntToPtrOp, event, type=_EVENT_POINTER)
        op.result.replace_all_uses_with(build.cast(pointer, op.result.type))
        erase(op)

    @staticmethod
    def event_bits(build: Builder, event: SSAValue) -> SSAValue:
        """The number that stands for an event on the CPU device."""
        return build.op(llvm.PtrToIntOp, build.cast(event, _EVENT_POINTER), type=i64)

    def wait(self, op: Operation) -> None:
        """Lowers a wait for events: all work items meet, and must wait for the same events."""
        build = Builder.before(op)
        number = self.meet(build, op)
        for index, event in enumerate(op.operands):
            bits, place = self.event_bits(build, event), build.constant(index)
            self.report(build, "wait", bits, place, self.provenance.constant(number))
        erase(op)

    def divide(self, op: Operation) -> None:
        """Reports a division that would trap, and divides by 1 instead."""
        build = Builder.before(op)
        if (guarded := guard(build, op)) is None:
            return
        wrong, divisor = guarded
        flag = any_lane(build, wrong)
        self.report(build, "divide", flag, self.site(op))
        op.operands[1] = divisor

    def call(self, op: Operation) -> None:
        assert isinstance(op, llvm.CallOp)
        if op.callee is None:
            return
        name = op.callee.root_reference.data
        if not name.startswith(_IMAGE_CALLS):
            return
        image = op.operands[0]
        build = Builder.before(op)
        if name.startswith(f"{_IMAGE_CALLS}write_"):
            _, kind, *at = op.operands[:5]
            sampler, writes = build.constant(0, i32), build.constant(1, i32)
        elif name.startswith(f"{_IMAGE_CALLS}fetch_"):
            _, sampler, kind, *at = op.operands[:6]
            writes = build.constant(0, i32)
        else:
            return
        while image not in self.images and isinstance(
            image.owner, llvm.BitcastOp | AddrSpaceCastOp
        ):
            image = image.owner.operands[0]
        index = self.images.get(image)
        argument = self.provenance.constant(UNKNOWN if index is None else -1 - index)
        operands = (build.generic(image), sampler, kind, *at, writes, argument)
        self.report(build, "image", *operands, self.site(op))


_Handler = Callable[[_Checker, Operation], None]
_HANDLERS: dict[type[Operation], _Handler] = {
    **dict.fromkeys(DIVISIONS, _Checker.divide),
    **dict.fromkeys(_COPIES, _Checker.async_copy),
    AtomicCmpXchgOp: _Checker.compare_exchange,
    AtomicRMWOp: _Checker.atomic,
    MemcpyOp: _Checker.copy,
    MemmoveOp: _Checker.copy,
    MemsetOp: _Checker.set,
    llvm.CallOp: _Checker.call,
    collective.WaitGroupEventsOp: _Checker.wait,
    **dict.fromkeys((LifetimeStartOp, LifetimeEndOp), _Checker.lifetime),
    **dict.fromkeys((LoadOp, llvm.LoadOp), _Checker.load),
    **dict.fromkeys((StoreOp, llvm.StoreOp), _Checker.store),
}


def _program_variables(
    module: ModuleOp, target: Target, tables: _Tables
) -> dict[str, Origin]:
    """The program-scope variables by name; their bases are not known yet."""
    found: dict[str, Origin] = {}
    for op in module.body.block.ops:
        if not isinstance(op, llvm.GlobalOp):
            continue
        space = AddressSpace.from_spir(op.addr_space.value.data)
        if op.constant is not None:
            space = AddressSpace.CONSTANT
        name = op.sym_name.data
        size = memory_size_align(op.global_type, target, op)[0]
        extent = tables.variable(name, space, size)
        op.attributes[EXTENT] = IntegerAttr(extent, i64)
        found[name] = Origin(None, extent, space)
    return found


@dataclass(frozen=True)
class OpenCLCheckAccessesPass(ModulePass):
    """Makes the kernels of a module for ABI host report wrong accesses."""

    name = "opencl-check-accesses"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        target = module_target(op)
        if not target.interface.work_groups_are_loops:
            fail(op, f"opencl-check-accesses is for ABI host, not {target.abi}")
        if TABLES in op.attributes:
            fail(op, "the accesses of this module are checked already")
        tables = _Tables()
        variables = _program_variables(op, target, tables)
        types: dict[str, Attribute] = {
            symbol.sym_name.data: symbol.global_type
            for symbol in op.body.block.ops
            if isinstance(symbol, llvm.GlobalOp)
        }
        kernels = [
            kernel
            for kernel in op.body.block.ops
            if isinstance(kernel, KernelOp) and not kernel.is_declaration
        ]
        for kernel in kernels:
            drop_marks(kernel)
            narrow_accesses(kernel)
            _Checker(kernel, target, tables, variables, types).run()
        if kernels:
            declare(op)
        op.attributes[TABLES] = tables.attribute()
