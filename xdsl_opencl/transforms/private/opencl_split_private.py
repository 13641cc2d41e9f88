"""
`opencl-split-private`: makes private variables of the numbers in private structures and arrays.

Needs: kernels and functions whose bodies are LLVM operations; a target. Leaves: for each private
variable (`llvm.alloca`) of a known size whose address goes only to loads, stores, copies and fills
of known lengths and lifetime markers, one variable for each range of bytes that is accessed:
a number at a constant place, an array that varying indices go into. Ranges that overlap are one
variable. A copy of a structure becomes loads and stores of these parts. So do kernel arguments
that are structures: they are copied first, for they belong to the work item.

What stays: variables that are passed to a function, stored as values, compared, or accessed
as volatile or atomic ones. Bytes between members are copied only where a copy into the variable
may have filled them, as in a union.

Upstream MLIR's `sroa` is this for constant places. LLVM's SROA, which the import runs, sees
functions apart: an address that is passed to one leaves its variable in memory, also where
`opencl-inline` has inlined the function.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import llvm
from xdsl.dialects.builtin import IntegerAttr, ModuleOp, i8, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.passes import ModulePass

from xdsl_opencl.abi.target import Target
from xdsl_opencl.dialects.llvm_ext.corrected import GEPOp
from xdsl_opencl.dialects.llvm_ext.intrinsics import MemsetOp
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.ir.build import (
    DYNAMIC_INDEX,
    Builder,
    erase,
    known_integer,
    numbers,
    pointer_space_number,
    replace,
    set_type,
)
from xdsl_opencl.ir.element_types import bits_of, integer_like, integer_type
from xdsl_opencl.ir.module import module_target
from xdsl_opencl.ir.type_layout import memory_size_align, type_size_align
from xdsl_opencl.ir.walk import operations
from xdsl_opencl.transforms.private.variables import (
    MOST_ELEMENTS,
    Access,
    Step,
    Transfer,
    Variable,
    length_of,
    numbers_of,
    read_variable,
    reads_of,
)

# mutant: a limit of the code's size.
_MOST_NUMBERS = 64
"""The most numbers of a structure that are copied one by one."""


@dataclass
class _Part:
    """Bytes `start` to `end` of a variable, in a variable of their own at `memory`."""

    start: int
    end: int
    element: Attribute | None
    """The type of all accesses, if they have one."""
    number: bool
    """True if each access is one to all bytes."""
    memory: SSAValue
    alignment: int


Place = tuple[Variable, int]
"""A variable, and a byte of it."""


class _Splitter:
    def __init__(
        self,
        variables: Sequence[Variable],
        structures: Mapping[SSAValue, int],
        target: Target,
    ):
        """`structures` are kernel arguments by value, with their alignments."""
        self._target = target
        self._structures = structures
        self._places: dict[Transfer, dict[int, Place]] = {}
        """The operands of copies and fills that are addresses in variables."""
        self._variables = variables
        self._parts: dict[Variable, list[_Part]] = {}
        for variable in variables:
            for op, index, byte in variable.transfers:
                self._places.setdefault(op, {})[index] = variable, byte

    def run(self) -> None:
        self._find_accesses()
        for variable in self._variables:
            self._allocate(variable)
        for variable in self._variables:
            self._move_accesses(variable)
        for op, places in self._places.items():
            self._transfer(op, places)
        for variable in self._variables:
            if not self._stays(variable):
                for op in reversed(variable.addresses):
                    erase(op)
                erase(variable.op)

    # --- the parts -------------------------------------------------------------------

    def _find_accesses(self) -> None:
        """Adds to each variable the accesses to the variables that it is copied to."""
        for op, places in self._places.items():
            if 1 in places and 0 not in places:
                variable, byte = places[1]
                for access in self._copied(variable, byte, byte + length_of(op)):
                    variable.accesses[access] = None
        work = [(v, access) for v in self._variables for access in v.accesses]
        while work:
            variable, (start, end, type) = work.pop()
            for op, index, byte in variable.transfers:
                source = self._places[op].get(1)
                if index != 0 or source is None:
                    continue
                first, last = max(start, byte), min(end, byte + length_of(op))
                if first >= last:
                    continue
                other, place = source
                whole = first == start and last == end
                copied = (
                    first - byte + place,
                    last - byte + place,
                    type if whole else None,
                )
                if copied not in other.accesses:
                    other.accesses[copied] = None
                    work.append((other, copied))

    def _copied(self, variable: Variable, start: int, end: int) -> Iterator[Access]:
        """The accesses that copy bytes `start` to `end` of `variable` to other memory."""
        filled = [
            (byte, byte + length_of(op))
            for op, index, byte in variable.transfers
            if index == 0
        ]
        members = list(numbers_of(variable.type, self._target))
        if len(members) > _MOST_NUMBERS:
            members = [(0, variable.size, None)]
        at = start
        for first, last, type in (*members, (end, end, None)):
            yield from self._between(at, min(first, end), filled)
            at = max(at, min(last, end))
            if start <= first < last <= end:
                yield first, last, type
            elif max(first, start) < min(last, end):
                yield max(first, start), min(last, end), None

    @staticmethod
    def _between(
        start: int, end: int, filled: Sequence[tuple[int, int]]
    ) -> Iterator[Access]:
        """Numbers in the bytes between two members, where a copy may have filled them."""
        while start < end:
            size = min(start & -start, 8)
            while start + size > end:
                size //= 2
            if any(first < start + size and start < last for first, last in filled):
                yield start, start + size, integer_type(8 * size)
            start += size

    def _allocate(self, variable: Variable) -> None:
        """Allocates a variable for each range of bytes that is accessed as one."""
        op, parts = variable.op, list[_Part]()
        groups: list[list[Access]] = []
        end = 0
        for access in sorted(variable.accesses, key=lambda a: a[0]):
            if access[0] >= end:
                groups.append([])
            groups[-1].append(access)
            end = max(end, access[1])
        for group in groups:
            types = {type for _, _, type in group} - {None}
            element = types.pop() if len(types) == 1 else None
            number = len(group) == 1 and element is not None
            end = max(end for _, end, _ in group)
            part = _Part(group[0][0], end, element, number, op.res, variable.alignment)
            parts.append(part)
        self._parts[variable] = parts
        if len(parts) == 1 and (parts[0].start, parts[0].end) == (0, variable.size):
            if not parts[0].number or parts[0].element == op.elem_type:
                return
        build = Builder.before(op)
        for part in parts:
            size = part.end - part.start
            part.alignment = _at(variable.alignment, part.start)
            type, count = i8, size
            if part.element is not None:
                length, natural = memory_size_align(part.element, self._target)
                part.alignment = max(part.alignment, natural)
                if size % length == 0:
                    type, count = part.element, size // length
            if not part.number:
                type = llvm.LLVMArrayType(count, type)
            one = op.size if known_integer(op.size) == 1 else 1
            part.memory = build.alloca(
                type,
                one,
                alignment=part.alignment,
                type=op.res.type,
                hint=op.res.name_hint,
            )

    def _part(self, variable: Variable, byte: int) -> _Part:
        parts = self._parts[variable]
        return parts[bisect_right(parts, byte, key=lambda p: p.start) - 1]

    def _address(
        self, build: Builder, variable: Variable, byte: int
    ) -> tuple[SSAValue, int]:
        part = self._part(variable, byte)
        distance = byte - part.start
        return build.offset(part.memory, distance), _at(part.alignment, distance)

    # --- accesses --------------------------------------------------------------------

    def _stays(self, variable: Variable) -> bool:
        return any(p.memory is variable.op.res for p in self._parts[variable])

    def _move_accesses(self, variable: Variable) -> None:
        if self._stays(variable):
            return
        for op, byte in variable.placed:
            address, _ = self._address(Builder.before(op), variable, byte)
            op.operands[0 if isinstance(op, llvm.LoadOp) else 1] = address
        for step in variable.steps:
            self._move_step(variable, step)
        for op in variable.moved:
            if isinstance(op, llvm.GEPOp):
                set_type(op.result, op.ptr.type)
            else:
                replace(op, op.operands)
        for op in variable.markers:
            build = Builder.before(op)
            for part in self._parts[variable]:
                marker = op.clone({op.operands[0]: part.memory})
                marker.properties["size"] = IntegerAttr(part.end - part.start, i64)
                build.insert(marker)
            erase(op)

    def _move_step(self, variable: Variable, step: Step) -> None:
        op, build = step.op, Builder.before(step.op)
        part = self._part(variable, step.scope)
        memory = build.offset(part.memory, step.start - part.start)
        indices = tuple(map(int, op.rawConstantIndices.get_values()))
        known = indices[: step.index].count(DYNAMIC_INDEX)
        raw = {"rawConstantIndices": numbers(*indices[step.index :])}
        properties = {**op.properties, **raw, "elem_type": step.element}
        operands = (memory, *op.ssa_indices[known:])
        replace(op, (build.op(GEPOp, *operands, properties=properties),))

    # --- copies and fills ------------------------------------------------------------

    def _units(
        self, variable: Variable, start: int, end: int
    ) -> Iterator[tuple[int, int, Attribute | None]]:
        """Divides bytes of `variable` into numbers of one type, and of other types."""
        parts = self._parts[variable]
        # mutant: parts before the first one are left out below.
        at = max(bisect_right(parts, start, key=lambda p: p.start) - 1, 0)
        for part in parts[at : bisect_left(parts, end, key=lambda p: p.start)]:
            first, last = max(part.start, start), min(part.end, end)
            if first >= last:
                continue
            if part.element is not None:
                size, _ = memory_size_align(part.element, self._target)
                starts = range(first, last, size)
                rests = (first - part.start) % size, (last - first) % size
                if not any(rests) and len(starts) <= MOST_ELEMENTS:
                    yield from ((byte, byte + size, part.element) for byte in starts)
                    continue
            yield first, last, None

    def _transfer(self, op: Transfer, places: Mapping[int, Place]) -> None:
        """Replaces a copy or a fill by one for each part."""
        build = Builder.before(op)
        variable, byte = places[0 if 0 in places else 1]
        stores: list[tuple[SSAValue, SSAValue, int]] = []
        for start, end, type in self._units(variable, byte, byte + length_of(op)):
            to, to_alignment = self._operand(build, op, places, 0, start - byte)
            if isinstance(op, MemsetOp):
                value = None if type is None else _filled(build, op, type)
                if value is None:
                    build.fill(to, op.val, build.constant(end - start))
                    continue
            else:
                source, alignment = self._operand(build, op, places, 1, start - byte)
                if type is None:
                    build.copy_bytes(to, source, build.constant(end - start))
                    continue
                value = build.load(source, type, alignment)
            stores.append((value, to, to_alignment))
        # A copy may be from one part of a variable to another.
        for value, to, alignment in stores:
            build.store(value, to, alignment)
        erase(op)

    def _operand(
        self,
        build: Builder,
        op: Transfer,
        places: Mapping[int, Place],
        index: int,
        distance: int,
    ) -> tuple[SSAValue, int]:
        """Byte `distance` of what address operand `index` of `op` points to; its alignment."""
        if index in places:
            variable, byte = places[index]
            return self._address(build, variable, byte + distance)
        pointer = op.operands[index]
        alignment = self._structures.get(pointer, 1)
        return build.offset(pointer, distance), _at(alignment, distance)


def _at(alignment: int, distance: int) -> int:
    """The alignment `distance` bytes after an address with `alignment`."""
    return min(alignment, distance & -distance) if distance else alignment


def _filled(build: Builder, op: MemsetOp, type: Attribute) -> SSAValue | None:
    """Makes the `type` whose bytes `op` writes; `None` if the bytes are not known."""
    byte = known_integer(op.val)
    if byte is None or isinstance(type, llvm.LLVMPointerType) or bits_of(type) % 8:
        return None
    pattern = int.from_bytes(bytes([byte & 255]) * (bits_of(type) // 8), "little")
    return build.bitcast(build.constant(pattern, integer_like(type)), type)


def _copy_structures(kernel: KernelOp, target: Target) -> dict[SSAValue, int]:
    """
    Gives each work item a copy of the structures that `kernel` takes by value. Returns the
    arguments with their alignments.
    """
    found: dict[SSAValue, int] = {}
    entry = kernel.body.first_block
    if kernel.arg_attrs is None or entry is None:
        return found
    for argument, attributes in zip(entry.args, kernel.arg_attrs.data, strict=True):
        type = attributes.data.get("llvm.byval")
        if type is None or pointer_space_number(argument.type):
            continue
        size, found[argument] = type_size_align(type, target)
        if reads_of(argument) is not None:
            continue
        uses = tuple(argument.uses)
        build = Builder.at_start(entry)
        copy = build.private_copy(argument, type, size, found[argument])
        copy.name_hint = argument.name_hint
        for use in uses:
            use.operation.operands[use.index] = copy
    return found


class OpenCLSplitPrivatePass(ModulePass):
    """Splits private structures and arrays into variables of numbers."""

    name = "opencl-split-private"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        target = module_target(op)
        structures: dict[SSAValue, int] = {}
        for top in op.body.block.ops:
            if isinstance(top, KernelOp):
                structures |= _copy_structures(top, target)
        read = (
            read_variable(inside, target)
            for inside in operations(op)
            if isinstance(inside, llvm.AllocaOp)
        )
        variables = [variable for variable in read if variable is not None]
        _Splitter(variables, structures, target).run()
