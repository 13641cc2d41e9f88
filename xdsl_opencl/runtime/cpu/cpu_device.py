"""The CPU device: modules become programs of this computer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import cast

from xdsl.context import Context
from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FloatAttr,
    ModuleOp,
    StringAttr,
    UnitAttr,
    f32,
)
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from xdsl_opencl.abi.cpu.host_launch import (
    DIMENSIONS,
    FACTS,
    FRAME_BYTES,
    ITEM_BYTES,
    LOCAL_BYTES,
    LOOPS,
    ROUNDS,
    ROW_AXIS,
    ROW_FUNCTIONS,
    SUB_GROUP_SIZES,
)
from xdsl_opencl.abi.enums import Segment
from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.dialects.llvm_ext.atomics import AtomicCmpXchgOp, AtomicRMWOp
from xdsl_opencl.dialects.llvm_ext.spelling import has_fast_math
from xdsl_opencl.dialects.opencl.attrs import TARGET_ATTRIBUTE
from xdsl_opencl.dialects.opencl.kernel import (
    KernelOp,
    ReturnOp,
    has_uniform_work_groups,
)
from xdsl_opencl.dialects.opencl.low_level import LoadArgumentOp
from xdsl_opencl.dialects.opencl.memory import LocalOp
from xdsl_opencl.dialects.opencl.sync import ALL_MEET, BarrierOp
from xdsl_opencl.dialects.opencl.work_item import DimensionQueryOp, NullaryQueryOp
from xdsl_opencl.garbage import no_collection
from xdsl_opencl.ir.accesses import is_plain_access
from xdsl_opencl.ir.build import copied_function, known_integer
from xdsl_opencl.ir.walk import Kinds, operations
from xdsl_opencl.runtime.checks.verify import verifying
from xdsl_opencl.runtime.compressed_text import CompressedText
from xdsl_opencl.runtime.cpu.cpu_program import (
    CHEAP_TEXT,
    WHOLE,
    Costs,
    CpuProgram,
    Form,
    KernelPart,
)
from xdsl_opencl.runtime.cpu.libraries import ROWS
from xdsl_opencl.runtime.cpu.thread_pool import thread_count
from xdsl_opencl.runtime.cpu.undefined_symbols import mark_undefined, take_unusable
from xdsl_opencl.transforms.kernels.opencl_strip_unused import reached_symbols
from xdsl_opencl.transforms.kernels.signature.kernel_reflection import describe_kernel
from xdsl_opencl.universe import our_pass


@cache
def _row_functions() -> DictionaryAttr:
    return DictionaryAttr(
        {
            name: UnitAttr() if bound is None else FloatAttr(bound, f32)
            for name, bound in ROWS.items()
        }
    )


def _costs(function: llvm.FuncOp) -> Costs:
    facts: dict[str, str] = {}
    assert function.passthrough is not None
    for word in function.passthrough:
        if isinstance(word, ArrayAttr):
            key, value = cast("ArrayAttr[StringAttr]", word)
            facts[key.data] = value.data
    return Costs(
        int(facts[FRAME_BYTES]),
        int(facts[ITEM_BYTES]),
        bool(int(facts[LOOPS])),
        int(facts[DIMENSIONS]),
        int(facts[FACTS]),
        facts.get(ROUNDS),
        int(facts.get(ROW_AXIS, 0)),
        int(facts.get(LOCAL_BYTES, 0)),
    )


_KNOWN = Kinds(
    *(KernelOp, ReturnOp, BarrierOp, LocalOp),
    *(DimensionQueryOp, NullaryQueryOp),
)
"""Operations of OpenCL that every kernel may have after the common passes."""


def _is_certain(kernel: KernelOp) -> bool:
    """Returns whether the passes that are left take all operations of `kernel`."""
    size = kernel.reqd_sub_group_size
    if size is not None and size.value.data not in SUB_GROUP_SIZES:
        return False
    for op in operations(kernel):
        if isinstance(op, llvm.AllocaOp):
            if known_integer(op.size) is None:
                return False
        elif isinstance(op, llvm.InlineAsmOp):
            return False
        elif isinstance(op, LoadArgumentOp):
            if op.segment.data is not Segment.EXPLICIT:
                return False
        elif not op.name.startswith("llvm.") and not _KNOWN[type(op)]:
            return False
        elif ALL_MEET in op.attributes:
            return False
    return True


def _has_variables(module: ModuleOp) -> bool:
    """Returns whether `module` has variables that kernels may change."""
    return any(
        isinstance(op, llvm.GlobalOp) and op.constant is None
        for op in module.body.block.ops
    )


class Lowering:
    """
    The kernels of an opencl-level module, which this consumes, on their way to LLVM.

    The passes up to `convert-standard-to-llvm` run at once for all of them: so far most
    errors are found, and functions are inlined. The other passes, which take most of the time, run
    for one form at a time, when `lower` is asked for it (`CpuProgram`); at once where they may
    find an error, in a kernel with operations that few programs have, and in checked programs.
    Without `lockstep` the forms are plain; `tiers` as for `Form`. The bodies of kernels in
    `later` are read when their forms are made. `again` reads the module once more, after an error
    or an interrupt; without it each form is made of a copy.
    """

    def __init__(
        self,
        module: ModuleOp,
        *,
        level: int,
        check: bool,
        lockstep: bool = True,
        tiers: bool = True,
        later: Mapping[str, Callable[[], ModuleOp]] | None = None,
        again: Callable[[], ModuleOp] | None = None,
    ) -> None:
        from xdsl_opencl.ir.module import (
            INTERIM_IMAGES_ATTRIBUTE,
            LINE_TABLES_ATTRIBUTE,
            ONE_TIER_OPTION,
            UNIFORM_OPTION,
            build_flags,
        )
        from xdsl_opencl.transforms.pipeline import LAST_OF_ALL, pipeline

        # A wrong `$XDSL_OPENCL_THREADS` is reported before the first launch that needs
        # threads.
        thread_count()
        self._module = module
        self._later = dict(later or {})
        self._again = again
        self._level = level
        self._check = check
        flags = build_flags(module)
        uniform = UNIFORM_OPTION in flags
        self._tiers = tiers and level > 1 and not check and ONE_TIER_OPTION not in flags
        described = [
            (
                describe_kernel(op, CpuDevice.target),
                uniform
                or (
                    op.reqd_work_group_size is not None and has_uniform_work_groups(op)
                ),
            )
            for op in module.body.block.ops
            if isinstance(op, KernelOp) and not op.is_declaration
        ]
        missing = mark_undefined(module)
        # Just-in-time code needs no line tables.
        module.attributes.pop(LINE_TABLES_ATTRIBUTE, None)
        module.attributes[ROW_FUNCTIONS] = _row_functions()
        steps = pipeline(
            CpuDevice.target,
            interim_images=INTERIM_IMAGES_ATTRIBUTE in module.attributes,
            check=check,
            lockstep=lockstep,
        )
        cut = [step.name for step in steps].index(LAST_OF_ALL) + 1
        self._steps = steps[cut:]
        self._apply(steps[:cut], module)
        unusable = take_unusable(module, missing) if missing else {}
        self._parts = [
            KernelPart(description, is_uniform, unusable.get(description.name))
            for description, is_uniform in described
        ]

    @staticmethod
    @no_collection()
    def _apply(steps: Iterable[ModulePass], module: ModuleOp) -> None:
        context = Context()
        for step in steps:
            step.apply(context, module)

    def program(self) -> CpuProgram:
        """Returns the program; its forms are made later, but those of uncertain kernels."""
        module = self._module
        is_whole = self._check or _has_variables(module)
        program = CpuProgram(
            self._parts, {}, level=self._level, is_whole=is_whole, lower=self.lower
        )
        uncertain = [
            op.sym_name.data
            for op in module.body.block.ops
            if isinstance(op, KernelOp)
            and not op.is_declaration
            and not _is_certain(op)
        ]
        for name in program.names if is_whole else uncertain:
            program.form(name, plain=True)
        return program

    @no_collection()
    def lower(self, name: str, plain: bool = False) -> Form:
        """
        Returns the form `name` of the program. Each is made once, after a `plain` one where tiers are
        of use.

        Raises the compiler's diagnostics.
        """
        from xdsl_opencl.runtime.checks.check_tables import read_tables
        from xdsl_opencl.transforms.llvm_text import emit_llvm_ir
        from xdsl_opencl.transforms.work_groups.checker_calls import TABLES

        if (read := self._later.get(name)) is not None:
            module = read()
            target = self._module.attributes[TARGET_ATTRIBUTE]
            module.attributes[TARGET_ATTRIBUTE] = target
            return Lowering(
                module,
                level=self._level,
                check=self._check,
                tiers=self._tiers,
                again=read,
            ).lower(name, plain)
        plain = plain and self._tiers and name != WHOLE
        if self._again is not None and not plain:
            # After an error, or an interrupt, for the next one who asks.
            self._later[name] = self._again
        module = self._alone(name, copies=plain or self._again is None)
        if plain and any(map(has_fast_math, operations(module))):
            return self.lower(name)
        options = {"opencl-form-work-groups": {"lockstep": False}} if plain else {}
        steps = [
            our_pass(step.name)(**options[step.name]) if step.name in options else step
            for step in self._steps
            # LLVM vectorises no plain form.
            if not plain or step.name != "opencl-limit-vectorization"
        ]
        self._apply(steps, module)
        tables = read_tables(module.attributes.pop(TABLES)) if self._check else None
        functions = {
            op.sym_name.data: op
            for op in module.body.block.ops
            if isinstance(op, llvm.FuncOp)
        }
        names = [part.description.name for part in self._parts]
        ir = emit_llvm_ir(module)
        if plain and len(ir) > CHEAP_TEXT:
            return self.lower(name)
        return Form(
            CompressedText(ir),
            {n: _costs(functions[n]) for n in names if n in functions},
            level=self._level,
            prints="printf" in functions,
            has_variables=_has_variables(module),
            check_tables=tables,
            # With these flags the code that LLVM makes decides about results.
            tiers=self._tiers
            and len(ir) <= CHEAP_TEXT
            and (plain or not any(map(has_fast_math, operations(module)))),
            plain=plain,
        )

    def _alone(self, name: str, *, copies: bool) -> ModuleOp:
        """A module with kernel `name` and all that it refers to, or the whole one; or its copy."""
        if name == WHOLE:
            return self._module.clone() if copies else self._module
        tops = list(self._module.body.block.ops)
        others = {
            op.sym_name.data: op
            for op in tops
            if isinstance(op, llvm.FuncOp | llvm.GlobalOp)
        }
        (kernel,) = (
            op for op in tops if isinstance(op, KernelOp) and op.sym_name.data == name
        )
        reached = reached_symbols([kernel], others)
        wanted = [
            op
            for op in tops
            if op is kernel
            or not isinstance(op, KernelOp | llvm.FuncOp | llvm.GlobalOp)
            or (not isinstance(op, KernelOp) and op.sym_name.data in reached)
        ]
        if not copies:
            kernel.detach()
        alone = [op if op.parent is None else copied_function(op) for op in wanted]
        return ModuleOp(alone, dict(self._module.attributes))


def _is_atomic(op: Operation) -> bool:
    if isinstance(op, llvm.LoadOp | llvm.StoreOp):
        return not is_plain_access(op)
    return isinstance(op, AtomicRMWOp | AtomicCmpXchgOp)


class CpuDevice:
    """
    This computer's processor. With `verify` (`None`: the variable `XDSL_OPENCL_VERIFY`
    decides) each launch of a program that is not checked is executed a second time, one
    work item after the other. It raises `VerifyError` when the results differ.
    """

    target = Target(Abi.HOST)

    def __init__(self, *, verify: bool | None = None) -> None:
        self.verify = verify

    @property
    def is_verifying(self) -> bool:
        """Returns whether launches are executed a second time."""
        return verifying() if self.verify is None else self.verify

    def build(
        self,
        module: ModuleOp,
        *,
        level: int,
        check: bool,
        later: Mapping[str, Callable[[], ModuleOp]] | None = None,
        again: Callable[[], ModuleOp] | None = None,
    ) -> CpuProgram:
        """
        Builds `module`; `later` as for `Lowering`, for programs that are not checked, and `again`.
        """
        if check or not self.is_verifying:
            return Lowering(
                module, level=level, check=check, later=later, again=again
            ).program()
        from xdsl_opencl.runtime.checks.verified_program import (
            with_exact_arithmetic,
            without_output,
        )

        with_exact_arithmetic(module)
        copy = module.clone()
        without_output(copy)
        usual = Lowering(module, level=level, check=False, tiers=False)
        program = usual.program()
        program.is_ordered = any(map(_is_atomic, module.walk()))
        plain = Lowering(copy, level=level, check=False, lockstep=False, tiers=False)
        program.plain = plain.program()
        return program
