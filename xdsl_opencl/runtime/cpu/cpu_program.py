"""
Programs and kernels of the CPU device: machine code of this computer, and its launches.
`cpu_device.py` makes them of modules; nothing here needs xDSL.
"""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol
from weakref import WeakSet

from xdsl_opencl.abi.cpu.host_launch import (
    ASSERTION_BITS,
    ASSERTIONS_SUFFIX,
    FACT_NAMES,
    GROUPS_SUFFIX,
    LAUNCH_FIELDS,
    ONE_ITEM,
)
from xdsl_opencl.abi.reflection import KernelDescription, read_description
from xdsl_opencl.garbage import no_collection
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
    from xdsl_opencl.runtime.cpu.jit import Compilation, Engine, MachineCode


_SHORT_LAUNCH = 4096
"""
For at most this many work items without loops it is not worth waking a thread, and for a first
launch of so many not worth forming rows.
"""

# mutant: a matter of time only.
_CHEAP_ROUNDS = 16
"""Rounds of loops that together take about as long as a work item without loops may."""

_USUAL = sum(FACT_NAMES)
"""
The facts of most launches; code is for as many dimensions as a kernel asks about anyhow.
"""


TIERS_VARIABLE = "XDSL_OPENCL_TIERS"
"""0: the first launch waits for the best code, as all later ones."""
_CHEAP_ITEMS = 1 << 21
"""So many work items without loops, in some launches, are a reason to make better code: 20 ms."""
_LONG_ITEMS = 1 << 25
"""So many in one launch are a reason to make cheap code that is not so slow."""
_LAUNCH_ITEMS = 1 << 16
"""Work items that a launch counts as besides its own."""
_CHEAP_CODE_ROUNDS = 8
"""Rounds of loops that take cheap code as long as a work item without loops may."""
CHEAP_TEXT = 1 << 18
"""Characters of LLVM IR for which cheap code may be made: it needs much stack."""
_SPILLS = 4
"""Bytes of stack for a character of LLVM IR: cheap code keeps every value there."""


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
    local_bytes: int = 0


class KernelPart(NamedTuple):
    """
    A kernel of a program: `uniform` means that all work-groups of a launch have one size;
    `unusable` is the reason why it cannot run.
    """

    description: KernelDescription
    uniform: bool
    unusable: RuntimeFailure | None = None


class Form:
    """
    The LLVM IR of some kernels of a program, and the machine code made of it at LLVM's
    optimisation level `level` for launches of some facts (`LAUNCH_FACTS`): `codes` was made
    earlier, by another process. `prints`: kernels may call `printf`; `has_variables`: they
    may change variables that outlive a launch. `tiers`: launches may run cheap code until
    the best is there. `plain`: no rows are formed, for the first small launches; another form
    follows, whose `earlier` this is.
    """

    def __init__(
        self,
        ir: CompressedText,
        costs: Mapping[str, Costs],
        *,
        level: int,
        prints: bool,
        has_variables: bool,
        check_tables: Tables | None = None,
        codes: Mapping[int, MachineCode] | None = None,
        tiers: bool = False,
        plain: bool = False,
    ) -> None:
        self.ir = ir
        self.costs = costs
        self.prints = prints
        self.has_variables = has_variables
        self.check_tables = check_tables
        self.codes = dict(codes or {})
        self.kept = -1 if codes is None else len(codes)
        """The number of codes that the program's keeper has; -1 if it has not even the IR."""
        self.tiers = tiers
        self.plain = plain
        self.earlier: Form | None = None
        """It lives as long as this one: launches may run its code."""
        # Loops of plain forms lack the hints that LLVM's vectoriser needs.
        self._level = min(level, 1) if plain else level
        self._facts = 0
        """The facts of launches that it has special code for."""
        # The code for all launches serves launches of a program with variables: each machine
        # code has its own copy of them.
        for cost in () if has_variables else costs.values():
            self._facts |= cost.facts
        for axis, fact in ONE_ITEM.items():
            if any(cost.dimensions > axis for cost in costs.values()):
                self._facts &= ~fact
        self._engines: dict[int, Engine] = {}
        self._cheap: dict[int, Engine] = {}
        self._compilations: dict[int, Compilation] = {}
        self._lock = threading.Lock()

    @staticmethod
    def of_table(table: Mapping[str, Any], level: int) -> Form:
        from xdsl_opencl.runtime.cpu.jit import MachineCode

        return Form(
            CompressedText(None, bytes(memoryview(table["llvm_ir"]))),
            {name: Costs(**costs) for name, costs in table["costs"].items()},
            level=level,
            prints=bool(table["prints"]),
            has_variables=bool(table["has_variables"]),
            codes={
                int(code["facts"]): MachineCode(
                    bytes(memoryview(code["object"])), tuple(code["libraries"])
                )
                for code in table["codes"]
            },
            tiers=bool(table["tiers"]),
            plain=bool(table.get("plain")),
        )

    def table(self) -> dict[str, Any]:
        with self._lock:
            codes = dict(self.codes)
        return {
            "llvm_ir": self.ir.data,
            "costs": {name: vars(costs) for name, costs in self.costs.items()},
            "prints": self.prints,
            "has_variables": self.has_variables,
            "tiers": self.tiers,
            "plain": self.plain,
            "codes": [
                {
                    "facts": facts,
                    "object": code.object,
                    "libraries": list(code.libraries),
                }
                for facts, code in codes.items()
            ],
        }

    def engine(
        self, facts: int, done: int | None = None, items: int = 0
    ) -> tuple[Engine, bool]:
        """
        The machine code for launches of which `facts` hold, and whether it is the best. With
        `done`, cheap code does for `items` work items, and has run so many before. Several
        threads may call this; each engine lives as long as the form.
        """
        facts &= self._facts
        with self._lock:
            # Code for more dimensions serves launches with fewer.
            two = facts & ~ONE_ITEM[1]
            more = (facts, two, two & ~ONE_ITEM[2])
            facts = next(
                (f for f in more if f in self.codes or f in self._cheap), facts
            )
            if (engine := self._engines.get(facts)) is not None:
                return engine, True
            from xdsl_opencl.runtime.cpu.jit import Engine

            if (code := self.codes.get(facts)) is None:
                # Each machine code has its own variables.
                tiers = self.tiers and not self.has_variables
                if done is not None and tiers and os.environ.get(TIERS_VARIABLE) != "0":
                    if (engine := self._for_now(facts, done, items)) is not None:
                        return engine, False
                code = self._best(facts)
            if code is None:
                engine = self._cheap[facts]
            else:
                self.codes[facts] = code
                engine = Engine(code, self.costs)
            self._engines[facts] = engine
            return engine, True

    def _for_now(self, facts: int, done: int, items: int) -> Engine | None:
        """The cheap code, as long as there is no better one and it can be made."""
        from xdsl_opencl.runtime.cpu.jit import Compilation, Engine

        if (making := self._compilations.get(facts)) is None:
            making = Compilation(self.ir.text, self._level, facts)
            self._compilations[facts] = making
        if making.is_done():
            return None
        if (engine := self._cheap.get(facts)) is None:
            try:
                if self.earlier is not None and done > _CHEAP_ITEMS:
                    # For as long as the best code is made.
                    engine, _ = self.earlier.engine(facts, 0)
                else:
                    code = making.cheap(is_long=items > _LONG_ITEMS)
                    engine = Engine(code, self.costs, _SPILLS * len(self.ir.text))
            except RuntimeFailure:
                # The best code may do without the reason, or else tells it.
                return None
            self._cheap[facts] = engine
        if done > _CHEAP_ITEMS:
            making.begin()
        return engine

    def _best(self, facts: int) -> MachineCode | None:
        """The best code; `None` where LLVM fails, but there is cheap code."""
        from xdsl_opencl.runtime.cpu.jit import machine_code

        # An error, or an interrupt, leaves the work for the next one who asks.
        making = self._compilations.pop(facts, None)
        try:
            if making is not None:
                return making.code()
            return machine_code(self.ir.text, self._level, facts)
        except RuntimeFailure as error:
            if facts not in self._cheap:
                raise
            names = ", ".join(f"'{name}'" for name in self.costs)
            print(
                f"xdsl-opencl: kernel {names} keeps the code of its first launch: {error}",
                file=sys.stderr,
                flush=True,
            )
            return None

    def after_fork(self) -> None:
        """Forgets what threads and processes of the parent do."""
        self._lock = threading.Lock()
        self._compilations.clear()


class Keeper(Protocol):
    """Keeps forms of a program for other processes; their names as for `CpuProgram`."""

    def fetch(self, name: str) -> Form | None: ...

    def keep(self, name: str, form: Form) -> None: ...


WHOLE = ""
"""The name of the only form of a program whose kernels have one form."""


class CpuProgram:
    """
    A program for the CPU device. Each kernel has a form of its own, which is made when it is
    first needed; with `is_whole` one form has all kernels, since they share variables. The
    states of a form, none of which it leaves backwards:

    1. absent: `lower` makes it, or the `keeper` has it. For a small first launch it makes a plain
       form, whose cheap code runs such launches until there is reason to make a form with rows;
    2. LLVM IR, from which on the costs of its kernels are known;
    3. for launches of some facts: cheap code, loaded. After some launches, or in one that goes on
       for long, LLVM makes the best code in its process; the next launch takes it, or the groups
       that are left of that one. With `Form.tiers` only;
    4. the best code for these facts, which the keeper gets;
    5. loaded.

    Locks: the program's from 1 to 2, the form's from 2 to 5. Both are held within
    `forking.building`, for which a fork and the end of the process wait. An error leaves the
    state as it is. `unusable` has the reasons why some kernels cannot run.
    """

    def __init__(
        self,
        parts: Iterable[KernelPart],
        forms: Mapping[str, Form],
        *,
        level: int,
        is_whole: bool,
        lower: Callable[[str, bool], Form] | None = None,
    ) -> None:
        parts = list(parts)
        self.kernels = {part.description.name: CpuKernel(part, self) for part in parts}
        self.unusable = {
            p.description.name: p.unusable for p in parts if p.unusable is not None
        }
        self.level = level
        self.is_whole = is_whole
        self.plain: CpuProgram | None = None
        """The same program without lockstep, for the second execution of launches."""
        self.is_ordered = False
        """With `plain`: results may depend on the order of work-groups."""
        self.keeper: Keeper | None = None
        self.lower = lower
        """Makes the form of a name, as long as some are absent; a plain one, if it can and is to."""
        self._forms = dict(forms)
        self._lock = threading.Lock()
        _programs.add(self)

    @staticmethod
    def of_table(table: Mapping[str, Any]) -> CpuProgram:
        """
        Returns the program that `table` wrote.

        Raises `RuntimeFailure` for one of another processor or another LLVM; `AbiError`,
        `LookupError`, `TypeError` or `ValueError` for anything else.
        """
        from xdsl_opencl.runtime.cpu.jit import generator

        if tuple(table["generator"]) != generator():
            raise RuntimeFailure(
                "the program was built for another processor, or by another LLVM; build it "
                "again from its source"
            )
        level = int(table["level"])
        return CpuProgram(
            [_read_part(part) for part in table["kernels"]],
            {name: Form.of_table(form, level) for name, form in table["forms"].items()},
            level=level,
            is_whole=bool(table["whole"]),
        )

    @property
    def is_watched(self) -> bool:
        """Returns whether launches are checked or verified."""
        forms = self.forms.values()
        return self.plain is not None or any(f.check_tables is not None for f in forms)

    def table(self, *, complete: bool = True) -> dict[str, Any]:
        """The program for `of_table`; with `complete` all forms and usual codes are made."""
        from xdsl_opencl.runtime.cpu.jit import generator

        if self.is_watched:
            raise RuntimeFailure(
                "a program whose launches are checked or verified cannot be saved; build it "
                "without that"
            )
        if complete:
            self.prepare()
        return {
            "generator": list(generator()),
            "level": self.level,
            "whole": self.is_whole,
            "kernels": [self._part_table(kernel) for kernel in self.kernels.values()],
            "forms": {name: form.table() for name, form in self.forms.items()},
        }

    def _part_table(self, kernel: CpuKernel) -> dict[str, Any]:
        reason = self.unusable.get(kernel.name)
        return {
            "description": kernel.description.table(),
            "uniform": kernel.uniform,
            "unusable": None if reason is None else str(reason),
        }

    @property
    def names(self) -> list[str]:
        """The names of the program's forms, also of absent ones."""
        usable = [name for name in self.kernels if name not in self.unusable]
        return [WHOLE] if self.is_whole else usable

    @property
    def forms(self) -> dict[str, Form]:
        """The forms that are there, by name."""
        return dict(self._forms)

    @property
    def is_complete(self) -> bool:
        """Returns whether all forms are there."""
        forms = map(self._forms.get, self.names)
        return not any(form is None or form.plain for form in forms)

    @property
    def llvm_ir(self) -> str:
        """The texts of all forms, linked to one module."""
        from xdsl_opencl.frontend.ir_text.llvm_linker import link_contained

        return link_contained([self.form(name).ir.text for name in self.names])

    @property
    def has_variables(self) -> bool:
        """Returns whether kernels may change variables that outlive a launch."""
        return any(form.has_variables for form in self.forms.values())

    def prepare(self) -> None:
        """
        Makes the machine code of all usable kernels.

        Raises the compiler's diagnostics, and `RuntimeFailure` when LLVM refuses it or a
        function has no definition.
        """
        for name, kernel in self.kernels.items():
            if name not in self.unusable:
                kernel.prepare()

    def form(self, kernel: str, *, plain: bool = False) -> Form:
        """
        The form of a kernel, or of a name of `names`; a `plain` one does. Several threads may call this.

        Raises the compiler's diagnostics.
        """
        name = WHOLE if self.is_whole else kernel
        plain = plain and os.environ.get(TIERS_VARIABLE) != "0"
        if (form := self._forms.get(name)) is not None and form.plain <= plain:
            return form
        with building(), self._lock:
            form = earlier = self._forms.get(name)
            if form is None and self.keeper is not None:
                form = self.keeper.fetch(name)
            if form is None or form.plain > plain:
                if self.lower is None:
                    raise RuntimeFailure(
                        f"the saved program lacks kernel '{kernel}'; build it again from "
                        "its source"
                    )
                form = self.lower(name, plain)
                form.earlier = earlier
            self._forms[name] = form
            if self.is_complete:
                # It has the module.
                self.lower = None
        return form

    def engine(
        self, kernel: str, facts: int, done: int | None = None, items: int = 0
    ) -> tuple[Engine, bool]:
        """
        The machine code of a kernel for launches of `facts`, see `Form.engine`.

        Raises the compiler's diagnostics, and `RuntimeFailure` as `prepare`.
        """
        few = items <= _SHORT_LAUNCH or not done
        plain = done is not None and done <= _CHEAP_ITEMS and few
        form = self.form(kernel, plain=plain)
        found = form.engine(facts, done, items)
        if self.keeper is not None and len(form.codes) > form.kept:
            form.kept = len(form.codes)
            self.keeper.keep(WHOLE if self.is_whole else kernel, form)
        return found

    def only(self, name: str, form: Form) -> CpuProgram:
        """The program of one form and its kernels."""
        kernels = [k for n, k in self.kernels.items() if self.is_whole or n == name]
        return CpuProgram(
            [KernelPart(k.description, k.uniform) for k in kernels],
            {name: form},
            level=self.level,
            is_whole=self.is_whole,
        )

    def after_fork(self) -> None:
        """Replaces the locks, which threads of the parent process may hold."""
        self._lock = threading.Lock()
        for form in self._forms.values():
            form.after_fork()


_programs: WeakSet[CpuProgram] = WeakSet()


def _read_part(table: Mapping[str, Any]) -> KernelPart:
    description = read_description(table["description"])
    reason = table["unusable"]
    return KernelPart(
        description,
        bool(table["uniform"]),
        None if reason is None else RuntimeFailure(reason, kernel=description.name),
    )


class _Code(NamedTuple):
    """The groups function of a kernel, and its address."""

    function: GroupsFunction
    address: int
    is_best: bool
    costs: Costs
    spill_bytes: int


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
        super().__init__(part.description, uniform=part.uniform)
        self._program = program
        self._constant = {
            placed.index
            for placed in self.layout.arguments
            if placed.kind == "constant_pointer" and placed.index is not None
        }
        self._pack = Packer(self.name, self.layout, self.arguments).pack
        self._functions: dict[int, _Code] = {}
        self._done: Counter[int] = Counter()
        """The work items that cheap code has run, by the launches' facts."""
        self._bounds: list[list[_Bound]] | None = None
        self._known: Form | None = None
        """A form, which may be plain."""

    @cached_property
    def form(self) -> Form:
        """The code of this kernel; the first to ask makes it (`CpuProgram.form`)."""
        return self._program.form(self.name)

    @property
    def local_bytes(self) -> int:
        """Bytes of the variables in local memory, in every form."""
        return (self._known or self.form).costs[self.name].local_bytes

    @property
    def row_axis(self) -> int:
        return self.form.costs[self.name].row_axis

    def bind(
        self,
        global_size: Size,
        local_size: Size | None,
        *values: Value,
        global_offset: Size | None = None,
        dynamic_local_bytes: int = 0,
    ) -> Callable[[], Launch]:
        if dynamic_local_bytes:
            raise RuntimeFailure(
                f"kernel '{self.name}': only kernels of code objects have local memory "
                "without an argument; give Local(size) to a local pointer"
            )
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
        code, items = self._functions.get(facts), 0
        if code is None or not code.is_best:
            code, items = self.make_ready(plan, arguments, facts)
        record = Record.from_buffer_copy(plan.record)
        known = self._known or self.form
        tables = known.check_tables
        watch = None
        if tables is not None:
            groups = [
                record[LAUNCH_FIELDS[f"num_groups_{axis}"] // 8] for axis in "xyz"
            ]
            watch = Watch(self.name, values, self._constant, tables, groups)
            record[LAUNCH_FIELDS["check"] // 8] = watch.address
        launch = ctypes.addressof(record)
        stack = self.stack_bytes(plan.items, code) + local
        better = None
        if not code.is_best:
            self._done[facts] += _LAUNCH_ITEMS + items
            better = partial(self._better, facts)
        printing = known.prints
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
                better,
            )
        if printing:
            # Kernels print through the C library, where text for a file waits.
            libc: Any = ctypes.CDLL(None)
            libc.fflush(None)
        if failed := record[LAUNCH_FIELDS["failed"] // 8]:
            raise self._failed(facts, failed, record)
        if watch is not None and tables is not None:
            watch.raise_reports(self.name, self.arguments, tables, list(record))
        return NOT_COUNTED

    def _failed(
        self, facts: int, failed: int, record: ctypes.Array[ctypes.c_int64]
    ) -> RuntimeFailure:
        """The error of an assertion that field `failed` of a launch record names."""
        rest, number = divmod(failed, 1 << ASSERTION_BITS)
        engine, _ = self._program.engine(self.name, facts, 0)
        address = engine.address(self.name + ASSERTIONS_SUFFIX)
        for _ in range(number - 1):
            address += len(ctypes.string_at(address)) + 1
        text = ctypes.string_at(address).decode()
        item: list[int] = []
        for axis in "xyz":
            rest, index = divmod(
                rest, record[LAUNCH_FIELDS[f"global_size_{axis}"] // 8]
            )
            item.append(index + record[LAUNCH_FIELDS[f"global_offset_{axis}"] // 8])
        return RuntimeFailure(
            f"kernel '{self.name}': work item {tuple(item)}: {text}",
            kernel=self.name,
        )

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
        if (code := self._functions.get(plan.facts)) is None:
            return False
        stack = self.stack_bytes(plan.items, code) + local
        return (
            program.plain is None
            and (self._known or self.form).check_tables is None
            and self._is_short(plan, arguments, stack)
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
        # No property: each call counts in a short launch.
        costs = (self._known or self.form).costs[self.name]
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

    def stack_bytes(self, items: int, code: _Code | None = None) -> int:
        """
        Returns the bytes of stack that a work-group of `items` work items needs: local
        variables, and private memory that lives across barriers; and what `code` needs besides.
        """
        costs = code.costs if code else (self._known or self.form).costs[self.name]
        spills = code.spill_bytes if code else 0
        return costs.frame_bytes + costs.item_bytes * items + spills

    def prepare(self) -> None:
        """
        Makes the machine code for launches of whole work-groups with whole rows, whose
        global ids fit an `int`.

        Raises the errors of `make_ready`.
        """
        self._make(_USUAL, None)

    @no_collection()
    def make_ready(
        self, plan: LaunchPlan, arguments: int, facts: int
    ) -> tuple[_Code, int]:
        """
        Makes and loads machine code for a launch with these `facts`, see `launch`; returns the code and
        what `_items` returns. Garbage waits until LLVM works.

        Raises the compiler's diagnostics, and `RuntimeFailure` when LLVM refuses it or a
        function has no definition.
        """
        items = self._items(plan, arguments)
        return self._make(facts, self._done[facts], items), items

    def is_ready(self, facts: int) -> bool:
        """Returns whether the best machine code for launches of `facts` is loaded."""
        code = self._functions.get(facts)
        return code is not None and code.is_best

    def _items(self, plan: LaunchPlan, arguments: int) -> int:
        """
        How many work items without loops take cheap code about as long as the launch; many if that
        is not known.
        """
        items = plan.groups * plan.items
        self._known = self._program.form(self.name, plain=items <= _SHORT_LAUNCH)
        if (rounds := self.rounds(arguments)) is None:
            return items + _CHEAP_ITEMS
        return max(items, items * rounds // _CHEAP_CODE_ROUNDS)

    def _better(self, facts: int, is_long: bool) -> int | None:
        """The best code for a launch that runs cheap code, see `Pool.run`."""
        code = self._make(facts, _CHEAP_ITEMS + 1 if is_long else 0)
        return code.address if code.is_best else None

    def _make(self, facts: int, done: int | None, items: int = 0) -> _Code:
        """Loads the code for launches of `facts`; `done` and `items` as for `Form.engine`."""
        with building():
            engine, is_best = self._program.engine(self.name, facts, done, items)
            address = engine.address(self.name + GROUPS_SUFFIX)
        code = self._functions.get(facts)
        if code is None or code.address != address or code.is_best != is_best:
            function = native_function(address)
            costs = engine.costs[self.name]
            code = _Code(function, address, is_best, costs, engine.spill_bytes)
            self._functions[facts] = code
        return code


def _after_fork() -> None:
    for program in tuple(_programs):
        program.after_fork()


os.register_at_fork(after_in_child=_after_fork)
