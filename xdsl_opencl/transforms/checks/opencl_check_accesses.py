"""
`opencl-check-accesses`: kernels of ABI `host` that tell what they do wrong.

Needs: kernels whose bodies are LLVM operations and what `opencl-form-work-groups` takes,
all functions inlined. Leaves: calls of the checker (`runtime/lib/check.c`) for every load,
store, atomic operation, copy and image access and for divisions; asynchronous copies as
barriers and calls; the kernels marked `opencl.checked`, for which `opencl-form-work-groups`
makes the group record and has barriers checked. An access that must not be is not made: a
load then reads zeros.

The module attribute `opencl.check` lists what the numbers in reports stand for: `sites`,
each with its kernel, and `file`, `line` and `column` where they are known; `variables` with
`name`, `space` and `bytes`.

Not checked: masked and gathered vector accesses, and what functions that are not defined
in the module do with pointers.
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
    ModuleOp,
    StringAttr,
    UnitAttr,
    VectorType,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.passes import ModulePass

from xdsl_opencl.abi.enums import AddressSpace, ImageKind
from xdsl_opencl.abi.host_check import (
    ALIGNMENT_SHIFT,
    ATOMIC,
    COMPARES,
    CONSTANT,
    READS,
    SHARED,
    SPACE_SHIFT,
    UNKNOWN,
    VALUE_BYTES,
    VALUE_OFFSET,
    VARIABLE_SHIFT,
    VOLATILE,
    WRITES,
)
from xdsl_opencl.abi.layout import layout
from xdsl_opencl.abi.target import Target
from xdsl_opencl.analysis.provenance import (
    Origin,
    Provenance,
    is_pointer,
)
from xdsl_opencl.dialects.llvm_ext.corrected import LoadOp, StoreOp
from xdsl_opencl.dialects.llvm_ext.instructions import (
    AddrSpaceCastOp,
    AtomicCmpXchgOp,
    AtomicRMWOp,
)
from xdsl_opencl.dialects.llvm_ext.intrinsics import (
    MemcpyOp,
    MemmoveOp,
    MemsetOp,
)
from xdsl_opencl.dialects.opencl import collective, low_level, memory, sync
from xdsl_opencl.dialects.opencl.attrs import FenceFlagsAttr
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.ir.build import Builder
from xdsl_opencl.ir.diagnostics import fail, source_place
from xdsl_opencl.ir.module import module_target
from xdsl_opencl.ir.type_layout import memory_size_align
from xdsl_opencl.transforms.checks.components import narrow_accesses
from xdsl_opencl.transforms.checks.division import DIVISIONS, any_lane, guard
from xdsl_opencl.transforms.kernels.signature import argument_info, kernel_signature
from xdsl_opencl.transforms.work_groups.barriers import is_meeting
from xdsl_opencl.transforms.work_groups.checker_calls import (
    CHECKED,
    EXTENT,
    SITE,
    TABLES,
    call,
    declare,
)

_COPIES: tuple[type[Operation], ...] = (
    collective.AsyncWorkGroupCopyOp,
    collective.AsyncWorkGroupStridedCopyOp,
)
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


class _Tables:
    """
    Sites and variables of a module.
    """

    def __init__(self) -> None:
        self.sites: list[Attribute] = []
        self.variables: list[Attribute] = []

    def site(self, kernel: KernelOp, op: Operation) -> int:
        fields: dict[str, Attribute] = {"kernel": kernel.sym_name}
        if (place := source_place(op.location)) is not None:
            fields["file"] = place.filename
            fields["line"] = IntegerAttr(place.line.data, i64)
            fields["column"] = IntegerAttr(place.column.data, i64)
        self.sites.append(DictionaryAttr(fields))
        return len(self.sites) - 1

    def variable(self, name: str | None, space: AddressSpace, size: int) -> int:
        """
        The extent of a new variable.
        """
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
            }
        )


class _Checker:
    """
    Instruments one kernel.
    """

    def __init__(
        self,
        kernel: KernelOp,
        target: Target,
        tables: _Tables,
        variables: dict[str, Origin],
    ):
        self.kernel = kernel
        self.target = target
        self.tables = tables
        self.globals = variables
        self.leaves: dict[SSAValue, Origin] = {}
        self.images: dict[SSAValue, int] = {}
        self._find_leaves()
        self.provenance = Provenance(kernel.body, self._leaf)
        self.written = self._written()
        entry = kernel.body.first_block
        assert entry is not None
        made = Block()
        build = Builder(made)
        self.context = build.add(
            low_level.CheckContextOp(llvm.LLVMPointerType()), "check"
        )
        self.slot = build.offset(self.context, VALUE_OFFSET, hint="check_value")
        ops = list(made.ops)
        for op in ops:
            op.detach()
        first = entry.first_op
        assert first is not None
        entry.insert_ops_before(ops, first)

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
        types = [info.base_type_name for info in argument_info(kernel)]
        for index, arg in enumerate(kernel.args):
            info = explicit[index]
            if types[index] in _IMAGES:
                self.images[arg] = index
            elif (space := spaces.get(info.kind)) is not None:
                self.leaves[arg] = Origin(arg, -1 - index, space)
            elif info.kind == "by_value" and is_pointer(arg.type):
                extent = tables.variable(info.name, AddressSpace.PRIVATE, info.size)
                self.leaves[arg] = Origin(arg, extent, AddressSpace.PRIVATE)
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
                self.leaves[op.result] = Origin(op.result, extent, AddressSpace.LOCAL)
            elif isinstance(op, llvm.AllocaOp):
                size = self._alloca_bytes(op)
                extent = UNKNOWN
                if size is not None:
                    extent = tables.variable(
                        op.res.name_hint, AddressSpace.PRIVATE, size
                    )
                self.leaves[op.res] = Origin(op.res, extent, AddressSpace.PRIVATE)

    def _alloca_bytes(self, op: llvm.AllocaOp) -> int | None:
        count = op.size.owner
        if not isinstance(count, llvm.ConstantOp) or not isinstance(
            count.value, IntegerAttr
        ):
            return None
        size = memory_size_align(op.elem_type, self.target, op)[0]
        return size * count.value.value.data

    def _leaf(self, value: SSAValue) -> Origin | None:
        owner = value.owner
        if isinstance(owner, llvm.AddressOfOp):
            known = self.globals.get(owner.global_name.root_reference.data)
            if known is not None:
                return Origin(value, known.extent, known.space)
        return self.leaves.get(value)

    def _written(self) -> set[int] | None:
        """
        The extents of what the kernel may write; `None` for anything.
        """
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

    # --- calls -------------------------------------------------------------------------

    def what(
        self, pointer: SSAValue, flags: int, size: int = 0, alignment: int = 1
    ) -> SSAValue:
        """
        The word that describes an access through `pointer`.
        """
        origin = self.provenance.of(pointer)
        space, extent = AddressSpace.GENERIC, UNKNOWN
        if isinstance(origin, Origin):
            space, extent = origin.space, origin.extent
        if self.written is None or extent == UNKNOWN or extent in self.written:
            flags |= SHARED
        if space is AddressSpace.CONSTANT:
            flags |= CONSTANT
        shift = max(alignment, 1).bit_length() - 1
        word = flags | size | shift << ALIGNMENT_SHIFT | space.spir << SPACE_SHIFT
        return self.provenance.constant(word)

    def place(
        self, build: Builder, pointer: SSAValue
    ) -> tuple[SSAValue, SSAValue, SSAValue]:
        base, extent = self.provenance.values(pointer)
        return build.generic(pointer), base, extent

    def site(self, op: Operation) -> SSAValue:
        return self.provenance.constant(self.tables.site(self.kernel, op))

    def insert(self, op: Operation, made: Block) -> None:
        ops = list(made.ops)
        for new in ops:
            new.detach()
            new.location = op.location
        block = op.parent
        assert block is not None
        block.insert_ops_before(ops, op)

    def redirect(
        self,
        op: Operation,
        index: int,
        flags: int,
        type: Attribute,
        compared: SSAValue | None = None,
    ) -> None:
        """
        Makes `op` use what the checker gives back for its operand `index`, which points
        to a `type`. The checker sees the value `compared`.
        """
        pointer = op.operands[index]
        if self.is_image(pointer):
            return
        made = Block()
        build = Builder(made)
        size, alignment = _stored_bytes(type, self.target, op), self.alignment(op)
        where = self.place(build, pointer)
        word = self.what(pointer, flags, size, alignment)
        if compared is not None:
            build.store(compared, self.slot, 1)
        result = call(build, "access", (self.context, *where, word, self.site(op)))
        assert result is not None
        if result.type != pointer.type:
            result = build.add(
                AddrSpaceCastOp.create(operands=(result,), result_types=(pointer.type,))
            )
        self.insert(op, made)
        op.operands[index] = result

    def alignment(self, op: Operation) -> int:
        alignment = op.properties.get("alignment")
        if isinstance(alignment, IntegerAttr):
            return alignment.value.data
        return 1

    def is_image(self, pointer: SSAValue) -> bool:
        """
        Tells whether `pointer` points into the record of an image.
        """
        while pointer not in self.images:
            owner = pointer.owner
            if not isinstance(owner, llvm.GEPOp | llvm.BitcastOp | AddrSpaceCastOp):
                return False
            pointer = owner.operands[0]
        return True

    # --- operations --------------------------------------------------------------------

    def run(self) -> None:
        for op in tuple(self.kernel.body.walk()):
            if (handler := _HANDLERS.get(type(op))) is not None:
                handler(self, op)
            elif isinstance(op, llvm.GEPOp):
                # An address outside its object must be a number like any other.
                op.properties.pop("inbounds", None)
                op.properties["noWrapFlags"] = IntegerAttr(0, i32)
            elif is_meeting(op):
                number = self.tables.site(self.kernel, op)
                op.attributes[SITE] = IntegerAttr(number, i64)
        self.provenance.finish()
        self.kernel.attributes[CHECKED] = UnitAttr()

    def load(self, op: Operation) -> None:
        atomic = self._is_atomic(op)
        flags = READS | self._mode(op)
        self.redirect(op, 0, flags, op.results[0].type)
        if not atomic:
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
        value, pointer = op.operands
        size = _stored_bytes(value.type, self.target, op)
        atomic = self._is_atomic(op)
        if atomic or size > VALUE_BYTES:
            self.redirect(op, 1, WRITES | self._mode(op), value.type)
            if not atomic:
                op.properties["alignment"] = IntegerAttr(1, i64)
            return
        made = Block()
        build = Builder(made)
        where = self.place(build, pointer)
        build.store(value, self.slot, 1)
        flags = WRITES | self._mode(op)
        word = self.what(pointer, flags, size, self.alignment(op))
        call(build, "store", (self.context, *where, word, self.site(op)))
        self.replace(op, made)

    def replace(self, op: Operation, made: Block) -> None:
        self.insert(op, made)
        block = op.parent
        assert block is not None
        block.erase_op(op)

    def atomic(self, op: Operation) -> None:
        self.redirect(op, 0, READS | WRITES | ATOMIC, op.operands[1].type)

    def compare_exchange(self, op: Operation) -> None:
        flags = READS | WRITES | ATOMIC | COMPARES
        self.redirect(op, 0, flags, op.operands[1].type, op.operands[1])

    def copy(self, op: Operation) -> None:
        to, source, length = op.operands
        made = Block()
        build = Builder(made)
        operands = (
            self.context,
            *self.place(build, to),
            *self.place(build, source),
            build.resize(length, i64),
            self.what(to, WRITES),
            self.what(source, READS),
            self.site(op),
        )
        call(build, "copy", operands)
        self.replace(op, made)

    def set(self, op: Operation) -> None:
        to, value, length = op.operands
        made = Block()
        build = Builder(made)
        operands = (
            self.context,
            *self.place(build, to),
            build.resize(length, i64),
            build.resize(value, i32),
            self.what(to, WRITES),
            self.site(op),
        )
        call(build, "set", operands)
        self.replace(op, made)

    def async_copy(self, op: Operation) -> None:
        """
        A copy that the group makes at once: all work items meet, and the first one makes
        it.
        """
        assert isinstance(
            op, collective.AsyncWorkGroupCopyOp | collective.AsyncWorkGroupStridedCopyOp
        )
        size = memory_size_align(op.element, self.target, op)[0]
        made = Block()
        build = Builder(made)
        barrier = sync.BarrierOp(FenceFlagsAttr())
        number = self.tables.site(self.kernel, op)
        barrier.attributes[SITE] = IntegerAttr(number, i64)
        made.add_op(barrier)
        stride = build.constant(1)
        if isinstance(op, collective.AsyncWorkGroupStridedCopyOp):
            stride = build.resize(op.stride, i64)
        operands = (
            self.context,
            *self.place(build, op.destination),
            *self.place(build, op.source),
            build.resize(op.count, i64),
            stride,
            self.what(op.destination, WRITES, size),
            self.what(op.source, READS, size),
            self.provenance.constant(number),
        )
        call(build, "async", operands)
        op.result.replace_all_uses_with(op.event)
        self.replace(op, made)

    def divide(self, op: Operation) -> None:
        """
        Reports a division that the processor refuses, and divides by 1 there.
        """
        made = Block()
        build = Builder(made)
        if (guarded := guard(build, op)) is None:
            return
        wrong, divisor = guarded
        flag = any_lane(build, wrong)
        call(build, "divide", (self.context, flag, self.site(op)))
        self.insert(op, made)
        op.operands[1] = divisor

    def call(self, op: Operation) -> None:
        assert isinstance(op, llvm.CallOp)
        if op.callee is None:
            return
        name = op.callee.root_reference.data
        if not name.startswith(_IMAGE_CALLS):
            return
        image = op.operands[0]
        made = Block()
        build = Builder(made)
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
        operands = (
            self.context,
            build.generic(image),
            sampler,
            kind,
            *at,
            writes,
            argument,
            self.site(op),
        )
        call(build, "image", operands)
        self.insert(op, made)


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
    **dict.fromkeys((LoadOp, llvm.LoadOp), _Checker.load),
    **dict.fromkeys((StoreOp, llvm.StoreOp), _Checker.store),
}


def _program_variables(
    module: ModuleOp, target: Target, tables: _Tables
) -> dict[str, Origin]:
    """
    The program-scope variables by name; their bases are not known yet.
    """
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
    """
    Makes the kernels of a module for ABI host report wrong accesses.
    """

    name = "opencl-check-accesses"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        target = module_target(op)
        if not target.interface.work_groups_are_loops:
            fail(op, f"opencl-check-accesses is for ABI host, not {target.abi}")
        if TABLES in op.attributes:
            fail(op, "the accesses of this module are checked already")
        tables = _Tables()
        variables = _program_variables(op, target, tables)
        kernels = [
            kernel
            for kernel in op.body.block.ops
            if isinstance(kernel, KernelOp) and not kernel.is_declaration
        ]
        for kernel in kernels:
            narrow_accesses(kernel)
            _Checker(kernel, target, tables, variables).run()
        if kernels:
            declare(op)
        op.attributes[TABLES] = tables.attribute()
