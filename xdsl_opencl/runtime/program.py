"""
Programs and kernels of the CPU device.
"""

from __future__ import annotations

import ctypes
import os
import re
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, cast
from weakref import WeakSet

from xdsl.context import Context
from xdsl.dialects import llvm
from xdsl.dialects.builtin import ArrayAttr, ModuleOp, StringAttr

from xdsl_opencl.abi.host_launch import (
    FRAME_BYTES,
    GROUPS_SUFFIX,
    INT_IDS,
    ITEM_BYTES,
    LAUNCH_FIELDS,
    LOOPS,
)
from xdsl_opencl.abi.layout import layout
from xdsl_opencl.abi.reflection import ArgumentInfo
from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.record import record
from xdsl_opencl.runtime.arguments import Packer, Value
from xdsl_opencl.runtime.check import Tables, Watch
from xdsl_opencl.runtime.errors import RuntimeFailure
from xdsl_opencl.runtime.forking import building
from xdsl_opencl.runtime.launch import LaunchPlan, Record, Size, plan_launch, stop
from xdsl_opencl.runtime.pool import (
    SPARE_STACK_BYTES,
    STACK_BYTES,
    GroupsFunction,
    fits_inline,
    native_function,
    pool,
)
from xdsl_opencl.runtime.undefined import mark_undefined, take_unusable
from xdsl_opencl.transforms.kernels.signature import argument_info, kernel_signature

if TYPE_CHECKING:
    from xdsl_opencl.runtime.engine import Engine
    from xdsl_opencl.runtime.host_functions import Host, HostFunction

_SHORT_LAUNCH = 4096
"""A launch of at most so many work items without loops is not worth waking a thread."""
_PLANS = 64
"""Launches of a kernel whose checked sizes are remembered."""

_VARIABLE = re.compile(r"^@[^\n]*? (?:global|common global) ", re.MULTILINE)
"""In LLVM IR: a variable that kernels may change and that outlives a launch."""

_INT_IDS = re.compile(rf"\badd nuw nsw (?=i32 .*!{re.escape(INT_IDS)}\b)")
"""In LLVM IR: the additions whose flags other launches do not have."""


@record
class _Costs:
    """
    The facts that `opencl-form-work-groups` records about a kernel
    (`abi/host_launch.py`).
    """

    frame_bytes: int
    item_bytes: int
    loops: bool

    @staticmethod
    def of(function: llvm.FuncOp) -> _Costs:
        facts: dict[str, int] = {}
        assert function.passthrough is not None
        for word in function.passthrough:
            if isinstance(word, ArrayAttr):
                key, value = cast("ArrayAttr[StringAttr]", word)
                facts[key.data] = int(value.data)
        return _Costs(facts[FRAME_BYTES], facts[ITEM_BYTES], bool(facts[LOOPS]))


class _Code:
    """
    The state that the kernels of a program share: LLVM IR, and the machine code made of
    it when a kernel first runs.
    """

    def __init__(
        self, module: ModuleOp, ir: str, level: int, kernels: Iterable[str]
    ) -> None:
        functions = {
            op.sym_name.data: op
            for op in module.body.block.ops
            if isinstance(op, llvm.FuncOp)
        }
        self.costs = {name: _Costs.of(functions[name]) for name in kernels}
        self.prints = "printf" in functions
        self.check_tables: Tables | None = None
        self.ir = ir
        self._has_variables = _VARIABLE.search(ir) is not None
        self._level = level
        self._engines: dict[bool, Engine] = {}
        self._lock = threading.Lock()
        _codes.add(self)

    def engine(self, int_ids: bool) -> Engine:
        """
        The machine code: faster for launches whose global ids fit an `int`. Several
        threads may ask; what one of them got lives as long as the program.
        """
        # The code for large ids serves all launches of a program with variables: each
        # machine code has its own copy of them.
        int_ids = int_ids and not self._has_variables
        with self._lock:
            if int_ids not in self._engines:
                from xdsl_opencl.runtime.engine import Engine

                ir = self.ir if int_ids else _INT_IDS.sub("add ", self.ir)
                self._engines[int_ids] = Engine(ir, self._level)
            return self._engines[int_ids]

    def after_fork(self) -> None:
        """
        Frees what a thread held that this process does not have.
        """
        self._lock = threading.Lock()


_codes: WeakSet[_Code] = WeakSet()


class Kernel:
    """
    A kernel of a built program; call it to run it.
    """

    def __init__(self, op: KernelOp, target: Target, *, uniform: bool):
        self._code: _Code
        self.name = op.sym_name.data
        self.arguments: tuple[ArgumentInfo, ...] = argument_info(op)
        self.layout = layout(kernel_signature(op, target), target)
        self.reqd_work_group_size: tuple[int, ...] | None = (
            None
            if op.reqd_work_group_size is None
            else tuple(int(v) for v in op.reqd_work_group_size.get_values())
        )
        self._pack = Packer(self.name, self.layout, self.arguments).pack
        self._constant = {
            placed.index
            for placed in self.layout.arguments
            if placed.kind == "constant_pointer" and placed.index is not None
        }
        self._uniform = uniform
        self._plans: dict[object, LaunchPlan] = {}
        self._functions: dict[bool, GroupsFunction] = {}

    def __repr__(self) -> str:
        return f"<Kernel {self.name}({', '.join(a.type_name for a in self.arguments)})>"

    def plan(
        self, global_size: Size, local_size: Size | None, global_offset: Size | None
    ) -> LaunchPlan:
        """
        Checks the sizes of a launch; `launch` runs it.

        Raises `RuntimeFailure` for sizes that do not fit the kernel.
        """
        key = (global_size, local_size, global_offset)
        try:
            return self._plans[key]
        except (KeyError, TypeError):
            pass
        plan = plan_launch(
            self.name,
            self.reqd_work_group_size,
            global_size,
            local_size,
            global_offset,
            uniform=self._uniform,
        )
        try:
            if len(self._plans) >= _PLANS:
                self._plans.clear()
            self._plans[key] = plan
        except TypeError:
            # Lists and arrays of sizes are not remembered.
            pass
        return plan

    def __call__(
        self,
        global_size: Size,
        local_size: Size | None,
        *values: Value,
        global_offset: Size | None = None,
    ) -> None:
        """
        Runs the kernel on `global_size` work items (1 to 3 dimensions) and returns when
        it is done. `local_size` `None` lets the device choose; groups at the end of a
        dimension may be smaller.

        `values`: NumPy arrays for pointers (shared, not copied), numbers, NumPy scalars
        and arrays for by-value arguments, `bytes` for structures, `Local`, `Image`,
        `Sampler`.

        Raises `RuntimeFailure` for sizes and arguments that do not fit the kernel,
        `CheckError` for what a checked kernel did, and
        `KeyboardInterrupt` when the user interrupts; a kernel that heeds nothing goes on
        in the background until the process ends.
        """
        self.bind(global_size, local_size, *values, global_offset=global_offset)()

    def bind(
        self,
        global_size: Size,
        local_size: Size | None,
        *values: Value,
        global_offset: Size | None = None,
    ) -> Callable[[], None]:
        """
        Checks a launch, and takes its numbers and structures. Returns the function that
        runs it, once.

        Raises `RuntimeFailure` as `__call__` does.
        """
        plan = self.plan(global_size, local_size, global_offset)
        arguments, local, keep = self._pack(values)
        return partial(self.launch, plan, arguments, local, keep, values)

    def launch(
        self,
        plan: LaunchPlan,
        arguments: int,
        local: int,
        keep: object,
        values: Sequence[object] = (),
    ) -> None:
        """
        Runs the launch `plan` with the argument block at address `arguments`, laid out as
        `layout` says; a local pointer's slot has its size, and `local` is the bytes of all
        of them. `keep` lives while the kernel runs. A checked kernel takes the extents of
        its memory from `values` (arrays, images and pipes).

        Raises what a call of the kernel raises.
        """
        function = self._functions.get(plan.int_ids) or self._compile(plan.int_ids)
        record = Record.from_buffer_copy(plan.record)
        tables = self._code.check_tables
        watch = None
        if tables is not None:
            watch = Watch(values, self._constant)
            record[LAUNCH_FIELDS["check"] // 8] = watch.address
        launch = ctypes.addressof(record)
        stack = self.stack_bytes(plan.items) + local
        printing = self._code.prints
        if printing:
            # What Python printed before the launch stands before what the kernel prints.
            sys.stdout.flush()
        if (
            not self._code.costs[self.name].loops
            and fits_inline(stack)
            and plan.groups * plan.items <= _SHORT_LAUNCH
        ):
            function(arguments, launch, 0, plan.groups)
        else:
            if stack + SPARE_STACK_BYTES > STACK_BYTES:
                raise RuntimeFailure(
                    f"kernel '{self.name}': a work-group of {plan.items} work items needs "
                    f"{stack} bytes of local memory and of private memory that lives "
                    f"across barriers; at most {STACK_BYTES - SPARE_STACK_BYTES}"
                )
            pool().run(
                function,
                arguments,
                launch,
                plan.groups,
                (self, keep, record, watch),
                lambda: stop(record),
            )
        if printing:
            _flush_c_output()
        if watch is not None and tables is not None:
            watch.raise_reports(self.name, self.arguments, tables, list(record))

    def stack_bytes(self, items: int) -> int:
        """
        Returns the bytes of stack that a work-group of `items` work items needs: local
        variables, and private memory that lives across barriers.
        """
        costs = self._code.costs[self.name]
        return costs.frame_bytes + costs.item_bytes * items

    def prepare(self) -> None:
        """
        Makes the machine code for launches whose global ids fit an `int`.

        Raises `RuntimeFailure` when LLVM refuses it or a function has no definition.
        """
        if True not in self._functions:
            self._compile(True)

    def _compile(self, int_ids: bool) -> GroupsFunction:
        with building():
            address = self._code.engine(int_ids).address(self.name + GROUPS_SUFFIX)
        function = self._functions[int_ids] = native_function(address)
        return function


def _take_host(
    module: ModuleOp,
    launch: Callable[[str, Sequence[int], Sequence[int], Sequence[Value]], None],
) -> Host | None:
    """
    Takes the functions that launch kernels from `module`; `None` if there are none.
    """
    functions = [op for op in module.ops if op.name == "func.func"]
    launching = [
        op
        for op in functions
        if any(inner.name == "opencl.launch" for inner in op.walk())
    ]
    if not launching:
        return None
    from xdsl.dialects import func

    from xdsl_opencl.runtime.host_functions import Host

    whole = module.clone()
    for op in launching:
        module.body.block.erase_op(op)
    copies = [op for op in whole.ops if isinstance(op, func.FuncOp)]
    return Host(copies, whole, launch)


def _flush_c_output() -> None:
    """
    Kernels print through the C library, which keeps text back when it goes to a file.
    """
    libc: Any = ctypes.CDLL(None)
    libc.fflush(None)


class Program(Mapping[str, Kernel]):
    """
    A program built for the CPU device: its kernels by name, also as attributes, where a
    kernel, or a function that launches some, comes before a method of its name.

    `Program.from_file("blur.cl")`, `Program.from_source(text)`,
    `Program.from_mlir(text)`, or from an opencl-level module, which is consumed.
    """

    def __init__(
        self,
        module: ModuleOp,
        *,
        level: int = 3,
        check: bool = False,
        with_lines: Callable[[], ModuleOp] | None = None,
        log: str = "",
    ):
        """
        Builds `module`; LLVM optimises at `level`, 0 to 3, when a kernel first runs.
        `check`: a launch raises `CheckError` when the kernel reads or writes outside its
        memory, races, or waits at a barrier that not all work items reach; it is much
        slower. `with_lines` reads the program again, so that operations know their
        places: diagnostics ask for that. `log` is what reading the program printed.

        Raises the compiler's diagnostics.
        """
        from xdsl_opencl.dialects.opencl.attrs import TARGET_ATTRIBUTE, TargetAttr
        from xdsl_opencl.ir.module import (
            LINE_TABLES_ATTRIBUTE,
            UNIFORM_OPTION,
            build_flags,
        )
        from xdsl_opencl.transforms.llvm_text import emit_llvm_ir
        from xdsl_opencl.transforms.opencl_to_llvm import OpenCLToLLVMPass
        from xdsl_opencl.transforms.work_groups.checker_calls import TABLES

        if level not in range(4):
            raise RuntimeFailure(
                f"there is no optimisation level {level!r}; use 0 to 3"
            )
        target = Target(Abi.HOST)
        module.attributes[TARGET_ATTRIBUTE] = TargetAttr.from_target(target)
        uniform = UNIFORM_OPTION in build_flags(module)
        self._kernels = {
            op.sym_name.data: Kernel(op, target, uniform=uniform)
            for op in module.body.block.ops
            if isinstance(op, KernelOp) and not op.is_declaration
        }
        self._host = _take_host(module, self._launch)
        missing = mark_undefined(module)
        # Nobody asks just-in-time code for its lines.
        module.attributes.pop(LINE_TABLES_ATTRIBUTE, None)
        OpenCLToLLVMPass(check=check).apply(Context(), module)
        self._unusable = take_unusable(module, missing) if missing else {}
        self._with_lines = with_lines
        self._log = log
        tables = Tables(module.attributes.pop(TABLES)) if check else None
        kernels = [name for name in self._kernels if name not in self._unusable]
        self._code = _Code(module, emit_llvm_ir(module), level, kernels)
        self._code.check_tables = tables
        for kernel in self._kernels.values():
            kernel._code = self._code  # pyright: ignore[reportPrivateUsage]

    def _launch(
        self,
        name: str,
        global_size: Sequence[int],
        local_size: Sequence[int],
        values: Sequence[Value],
    ) -> None:
        self[name](tuple(global_size), tuple(local_size) or None, *values)

    @property
    def functions(self) -> Mapping[str, HostFunction]:
        """
        The functions of the host that launch kernels (`opencl.launch`), by name.
        """
        return {} if self._host is None else self._host.functions

    @property
    def log(self) -> str:
        """
        Clang's warnings, as it prints them; empty if there are none.
        """
        return self._log

    @property
    def llvm_ir(self) -> str:
        """
        The text that LLVM gets.
        """
        return self._code.ir

    @staticmethod
    def from_file(
        path: str | os.PathLike[str],
        options: str = "",
        *,
        level: int = 3,
        check: bool = False,
    ) -> Program:
        """
        Builds an OpenCL C, LLVM IR or MLIR file with the options of `clBuildProgram`.
        """
        from xdsl_opencl.runtime.load import load_module

        module, log = load_module(os.fspath(path), options, lines=check)
        return Program(
            module,
            level=level,
            check=check,
            with_lines=lambda: load_module(os.fspath(path), options, lines=True)[0],
            log=log,
        )

    @staticmethod
    def from_source(
        text: str, options: str = "", *, level: int = 3, check: bool = False
    ) -> Program:
        """
        Builds OpenCL C source with the options of `clBuildProgram`.
        """
        from xdsl_opencl.runtime.load import load_source

        module, log = load_source(text, options, lines=check)
        return Program(
            module,
            level=level,
            check=check,
            with_lines=lambda: load_source(text, options, lines=True)[0],
            log=log,
        )

    @staticmethod
    def from_mlir(text: str, *, level: int = 3, check: bool = False) -> Program:
        """
        Builds an opencl-level module from its text.
        """
        from xdsl_opencl.runtime.load import parse_mlir

        return Program(parse_mlir(text, "<source>"), level=level, check=check)

    def __getitem__(self, name: str) -> Kernel:
        if (kernel := self._kernels.get(name)) is None:
            raise KeyError(self._missing(name))
        if name in self._unusable:
            raise self._reason(name)
        return kernel

    def _reason(self, name: str) -> RuntimeFailure:
        """
        The reason why a kernel cannot be created, with its place in the program.
        """
        if self._with_lines is None:
            return self._unusable[name]
        again = Program(self._with_lines())
        return again._unusable.get(name, self._unusable[name])

    def _missing(self, name: str) -> str:
        names = ", ".join(self._kernels) or "none"
        return f"the program has no kernel '{name}'; it has {names}"

    def __iter__(self) -> Iterator[str]:
        return iter(self._kernels)

    def __len__(self) -> int:
        return len(self._kernels)

    def __getattribute__(self, name: str) -> Any:
        if name[:1] != "_":
            fields = object.__getattribute__(self, "__dict__")
            if name in fields.get("_kernels", ()):
                return self[name]
            host = fields.get("_host")
            if host is not None and name in host.functions:
                return host.functions[name]
        return object.__getattribute__(self, name)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Kernel: ...

    else:

        def __getattr__(self, name):
            if name[:1] == "_":
                raise AttributeError(name)
            raise AttributeError(self._missing(name))

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other


def _after_fork() -> None:
    for code in tuple(_codes):
        code.after_fork()


os.register_at_fork(after_in_child=_after_fork)
