"""
Programs and kernels of the CPU device: machine code of this computer, and its launches.
`cpu_device.py` makes them of modules; nothing here needs xDSL.
"""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakSet

from xdsl_opencl.abi.cpu.host_launch import (
    FACT_NAMES,
    GROUPS_SUFFIX,
    LAUNCH_FIELDS,
    ONE_ITEM,
)
from xdsl_opencl.abi.reflection import KernelDescription, read_description
from xdsl_opencl.runtime.arguments.argument_block import HostMemory, Packer, Value
from xdsl_opencl.runtime.checks.check_reports import Tables, Watch
from xdsl_opencl.runtime.checks.verify import extents_of, run_twice
from xdsl_opencl.runtime.compressed_text import CompressedText
from xdsl_opencl.runtime.cpu.forking import building
from xdsl_opencl.runtime.cpu.thread_pool import (
    PIECE_ITEMS,
    SPARE_STACK_BYTES,
    STACK_BYTES,
    GroupsFunction,
    fits_inline,
    is_main_thread,
    native_function,
    pool,
)
from xdsl_opencl.runtime.errors import RuntimeFailure
from xdsl_opencl.runtime.kernel import NOT_COUNTED, Kernel, Launch
from xdsl_opencl.runtime.launch_sizes import LaunchPlan, Record, Size

if TYPE_CHECKING:
    from xdsl_opencl.runtime.cpu.jit import Engine, MachineCode

_SHORT_LAUNCH = 4096
"""For at most this many work items without loops it is not worth waking a thread."""

_CHEAP_ROUNDS = 16
"""Rounds of loops that together take about as long as a work item without loops may."""

_USUAL = sum(FACT_NAMES)
"""
The facts of most launches; code is for as many dimensions as a kernel asks about anyhow.
"""


@dataclass(frozen=True)
class Costs:
    """
    The facts that `opencl-form-work-groups` records about a kernel
    (`abi/cpu/host_launch.py`).
    """

    frame_bytes: int
    item_bytes: int
    loops: bool
    dimensions: int
    facts: int
    rounds: str | None
    row_axis: int = 0


class KernelPart(NamedTuple):
    """
    A kernel of a program: `uniform` means that all work-groups of a launch have one size;
    `costs` is `None` for a kernel that cannot run, and `unusable` then has the reason.
    """

    description: KernelDescription
    uniform: bool
    costs: Costs | None
    unusable: RuntimeFailure | None = None


class CpuProgram:
    """
    A program for the CPU device: LLVM IR, and the machine code made of it for launches of
    some facts when a kernel first runs, or earlier by another process (`codes`). `costs` has
    the kernels that can run, `unusable` the reasons why others cannot. `has_variables`:
    kernels may change variables that outlive a launch.
    """

    def __init__(
        self,
        ir: CompressedText,
        parts: Iterable[KernelPart],
        *,
        level: int,
        prints: bool,
        has_variables: bool,
        check_tables: Tables | None = None,
        codes: Mapping[int, MachineCode] | None = None,
    ) -> None:
        parts = list(parts)
        self.kernels = {part.description.name: CpuKernel(part, self) for part in parts}
        self.costs = {p.description.name: p.costs for p in parts if p.costs is not None}
        self.unusable = {
            p.description.name: p.unusable for p in parts if p.unusable is not None
        }
        self.check_tables = check_tables
        self.prints = prints
        self.level = level
        self.has_variables = has_variables
        self._ir = ir
        self._facts = 0
        """The facts of launches that it has special code for."""
        # The code for all launches serves those of a program with variables: each machine
        # code has its own copy of them.
        for costs in () if has_variables else self.costs.values():
            self._facts |= costs.facts
        for axis, fact in ONE_ITEM.items():
            if any(costs.dimensions > axis for costs in self.costs.values()):
                self._facts &= ~fact
        self.plain: CpuProgram | None = None
        """The same program without lockstep, for the second execution of launches."""
        self.is_ordered = False
        """With `plain`: results may depend on the order of work-groups."""
        self._codes = dict(codes or {})
        self._engines: dict[int, Engine] = {}
        self._lock = threading.Lock()
        _programs.add(self)

    @staticmethod
    def of_table(table: Mapping[str, Any]) -> CpuProgram:
        """
        Returns the program that `table` wrote.

        Raises `RuntimeFailure` for one of another processor or another LLVM; `AbiError`,
        `LookupError`, `TypeError` or `ValueError` for anything else.
        """
        from xdsl_opencl.runtime.cpu.jit import MachineCode, generator

        if tuple(table["generator"]) != generator():
            raise RuntimeFailure(
                "the program was built for another processor, or by another LLVM; build it "
                "again from its source"
            )
        return CpuProgram(
            CompressedText(None, bytes(memoryview(table["llvm_ir"]))),
            [_read_part(part) for part in table["kernels"]],
            level=int(table["level"]),
            prints=bool(table["prints"]),
            has_variables=bool(table["has_variables"]),
            codes={
                int(code["facts"]): MachineCode(
                    bytes(memoryview(code["object"])), tuple(code["libraries"])
                )
                for code in table["codes"]
            },
        )

    def table(self) -> dict[str, Any]:
        from xdsl_opencl.runtime.cpu.jit import generator

        if self.check_tables is not None or self.plain is not None:
            raise RuntimeFailure(
                "a program whose launches are checked or verified cannot be saved; build it "
                "without that"
            )
        self.prepare()
        with self._lock:
            codes = dict(self._codes)
        return {
            "generator": list(generator()),
            "llvm_ir": self._ir.data,
            "level": self.level,
            "prints": self.prints,
            "has_variables": self.has_variables,
            "kernels": [self._part_table(kernel) for kernel in self.kernels.values()],
            "codes": [
                {
                    "facts": facts,
                    "object": code.object,
                    "libraries": list(code.libraries),
                }
                for facts, code in codes.items()
            ],
        }

    def _part_table(self, kernel: CpuKernel) -> dict[str, Any]:
        costs, reason = self.costs.get(kernel.name), self.unusable.get(kernel.name)
        return {
            "description": kernel.description.table(),
            "uniform": kernel.uniform,
            "costs": None if costs is None else vars(costs),
            "unusable": None if reason is None else str(reason),
        }

    @property
    def llvm_ir(self) -> str:
        return self._ir.text

    def prepare(self) -> None:
        """
        Makes the machine code of all usable kernels.

        Raises `RuntimeFailure` when LLVM refuses it or a function has no definition.
        """
        for name, kernel in self.kernels.items():
            if name not in self.unusable:
                kernel.prepare()

    def engine(self, facts: int) -> Engine:
        """
        The machine code for launches of which `facts` hold (`LAUNCH_FACTS`). Several threads
        may call this; each engine lives as long as the program.
        """
        facts &= self._facts
        with self._lock:
            # Code for more dimensions serves launches with fewer.
            two = facts & ~ONE_ITEM[1]
            more = (facts, two, two & ~ONE_ITEM[2])
            facts = next((known for known in more if known in self._codes), facts)
            if (engine := self._engines.get(facts)) is not None:
                return engine
            from xdsl_opencl.runtime.cpu.jit import Engine, machine_code

            if (code := self._codes.get(facts)) is None:
                code = machine_code(self.llvm_ir, self.level, facts)
                self._codes[facts] = code
            engine = self._engines[facts] = Engine(code)
            return engine

    def after_fork(self) -> None:
        """Replaces the lock, which a thread of the parent process may hold."""
        self._lock = threading.Lock()


_programs: WeakSet[CpuProgram] = WeakSet()


def _read_part(table: Mapping[str, Any]) -> KernelPart:
    description = read_description(table["description"])
    costs, reason = table["costs"], table["unusable"]
    if (costs is None) == (reason is None):
        raise ValueError("a kernel that neither can run nor has a reason")
    return KernelPart(
        description,
        bool(table["uniform"]),
        None if costs is None else Costs(**costs),
        None if reason is None else RuntimeFailure(reason, kernel=description.name),
    )


class _Code(NamedTuple):
    """The groups function of a kernel, and its address."""

    function: GroupsFunction
    address: int


_NUMBERS: dict[tuple[str, int], Any] = {
    ("s", 1): ctypes.c_int8,
    ("s", 2): ctypes.c_int16,
    ("s", 4): ctypes.c_int32,
    ("s", 8): ctypes.c_int64,
    ("u", 1): ctypes.c_uint8,
    ("u", 2): ctypes.c_uint16,
    ("u", 4): ctypes.c_uint32,
    ("u", 8): ctypes.c_uint64,
}
"""The types of arguments by sign and size."""
_Bound = int | tuple[Any, int]
"""A number of rounds, or the type of an argument and its place."""


class CpuKernel(Kernel):
    """A kernel of a program for the CPU device."""

    def __init__(self, part: KernelPart, program: CpuProgram):
        axis = 0 if part.costs is None else part.costs.row_axis
        super().__init__(part.description, uniform=part.uniform, row_axis=axis)
        self._program = program
        self._constant = {
            placed.index
            for placed in self.layout.arguments
            if placed.kind == "constant_pointer" and placed.index is not None
        }
        self._pack = Packer(self.name, self.layout, self.arguments).pack
        self._functions: dict[int, _Code] = {}
        self._bounds: list[list[_Bound]] | None = None

    def bind(
        self,
        global_size: Size,
        local_size: Size | None,
        *values: Value,
        global_offset: Size | None = None,
    ) -> Callable[[], Launch]:
        plan = self.plan(global_size, local_size, global_offset)
        memory = HostMemory()
        block, start = self._pack(values, memory)
        arguments = ctypes.addressof(block) + start
        keep = block, memory.keep
        return partial(self.launch, plan, arguments, memory.local_bytes, keep, values)

    def launch(
        self,
        plan: LaunchPlan,
        arguments: int,
        local: int,
        keep: object,
        values: Sequence[object] = (),
        *,
        threads: int | None = None,
    ) -> Launch:
        """
        Runs the launch `plan` with the argument block at address `arguments`, laid out
        as `layout` says; a local pointer's slot has its size, and `local` is the bytes
        of all of them. `keep` lives while the kernel runs. A kernel that is checked or
        verified takes the extents of its memory from `values` (arrays, images, pipes
        and `Extent`). At most `threads` threads run work-groups, by default all.

        Raises the same errors as a call of the kernel.
        """
        if not plan.groups:
            return NOT_COUNTED
        run = partial(self._run, plan, arguments, local, keep, values)
        program = self._program
        if program.plain is None:
            return run(plan.facts, threads)
        # One thread runs work-groups in their order, so that atomic operations take turns in
        # both forms alike.
        plain = program.plain.kernels[self.name]
        run_twice(
            self.name,
            plan,
            extents_of(values, self.arguments),
            lambda: run(plan.facts, 1 if program.is_ordered else threads),
            lambda: plain._run(plan, arguments, local, keep, values, 0, 1),
        )
        return NOT_COUNTED

    def _run(
        self,
        plan: LaunchPlan,
        arguments: int,
        local: int,
        keep: object,
        values: Sequence[object],
        facts: int,
        threads: int | None,
    ) -> Launch:
        """Runs a launch once, with the code for launches of `facts`. See `launch`."""
        code = self._functions.get(facts) or self._compile(facts)
        record = Record.from_buffer_copy(plan.record)
        tables = self._program.check_tables
        watch = None
        if tables is not None:
            groups = [
                record[LAUNCH_FIELDS[f"num_groups_{axis}"] // 8] for axis in "xyz"
            ]
            watch = Watch(self.name, values, self._constant, tables, groups)
            record[LAUNCH_FIELDS["check"] // 8] = watch.address
        launch = ctypes.addressof(record)
        stack = self.stack_bytes(plan.items) + local
        printing = self._program.prints
        if printing:
            # Python's output from before the launch comes before the kernel's.
            sys.stdout.flush()
        if self._is_short(plan, arguments, stack):
            code.function(arguments, launch, 0, plan.groups)
        else:
            # Only the main thread notices interrupts, and only outside of kernels.
            work = self._work(plan, arguments)
            ends = work is not None and work <= PIECE_ITEMS
            helps = (ends or not is_main_thread()) and fits_inline(stack)
            if stack + SPARE_STACK_BYTES > STACK_BYTES:
                raise RuntimeFailure(
                    f"kernel '{self.name}': a work-group of {plan.items} work items needs "
                    f"{stack} bytes of local memory and of private memory that lives "
                    f"across barriers; at most {STACK_BYTES - SPARE_STACK_BYTES}"
                )
            pool().run(
                code.address,
                arguments,
                launch,
                plan.groups,
                (self, keep, record, watch),
                launch + LAUNCH_FIELDS["stop"],
                threads,
                plan.groups * (work or plan.items) if helps else 0,
            )
        if printing:
            _flush_c_output()
        if watch is not None and tables is not None:
            watch.raise_reports(self.name, self.arguments, tables, list(record))
        return NOT_COUNTED

    def _work(self, plan: LaunchPlan, arguments: int) -> int | None:
        """
        How many work items without loops take about as long as a work-group; `None` if that is
        not known.
        """
        rounds = self.rounds(arguments)
        return None if rounds is None else plan.items * (rounds // _CHEAP_ROUNDS or 1)

    def _is_short(self, plan: LaunchPlan, arguments: int, stack: int) -> bool:
        work = self._work(plan, arguments)
        return (
            work is not None
            and plan.groups * work <= _SHORT_LAUNCH
            and fits_inline(stack)
        )

    def is_quick(self, plan: LaunchPlan, arguments: int, local: int) -> bool:
        """
        Returns whether `launch` takes less time than another thread takes to wake: few work items
        run machine code that is there already, once, and their loops are counted.
        """
        program = self._program
        return (
            plan.facts in self._functions
            and program.plain is None
            and program.check_tables is None
            and self._is_short(plan, arguments, self.stack_bytes(plan.items) + local)
        )

    @property
    def is_verified(self) -> bool:
        """Returns whether each launch is executed a second time."""
        return self._program.plain is not None

    def rounds(self, arguments: int) -> int | None:
        """
        Returns the largest number of rounds of a work item's loops with the argument
        block at address `arguments`, 1 without loops; `None` where it is not known.
        """
        costs = self._program.costs[self.name]
        if not costs.loops:
            return 1
        if self._bounds is None:
            self._bounds = self._find_bounds(costs.rounds)
        total = 0
        for product in self._bounds:
            rounds = 1
            for bound in product:
                if isinstance(bound, int):
                    rounds *= bound
                else:
                    type, offset = bound
                    rounds *= max(type.from_address(arguments + offset).value + 1, 1)
            total += rounds
        return total or None

    def _find_bounds(self, rounds: str | None) -> list[list[_Bound]]:
        places = {placed.index: placed for placed in self.layout.arguments}

        def bound(word: str) -> _Bound:
            if word.isdecimal():
                return int(word)
            placed = places[int(word[1:])]
            return _NUMBERS[word[0], placed.size], placed.offset

        products = (rounds or "").split()
        return [[bound(word) for word in product.split(",")] for product in products]

    def stack_bytes(self, items: int) -> int:
        """
        Returns the bytes of stack that a work-group of `items` work items needs: local
        variables, and private memory that lives across barriers.
        """
        costs = self._program.costs[self.name]
        return costs.frame_bytes + costs.item_bytes * items

    def prepare(self) -> None:
        """
        Makes the machine code for launches of whole work-groups with whole rows, whose
        global ids fit an `int`.

        Raises `RuntimeFailure` when LLVM refuses it or a function has no definition.
        """
        if _USUAL not in self._functions:
            self._compile(_USUAL)

    def _compile(self, facts: int) -> _Code:
        with building():
            address = self._program.engine(facts).address(self.name + GROUPS_SUFFIX)
        code = self._functions[facts] = _Code(native_function(address), address)
        return code


def _flush_c_output() -> None:
    """
    Writes out the C library's buffer: kernels print through it, and text for a file
    waits there.
    """
    libc: Any = ctypes.CDLL(None)
    libc.fflush(None)


def _after_fork() -> None:
    for program in tuple(_programs):
        program.after_fork()


os.register_at_fork(after_in_child=_after_fork)
