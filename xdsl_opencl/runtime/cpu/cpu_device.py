"""The CPU device: modules become programs of this computer."""

from __future__ import annotations

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

from xdsl_opencl.abi.cpu.host_launch import (
    DIMENSIONS,
    FACTS,
    FRAME_BYTES,
    ITEM_BYTES,
    LOOPS,
    ROUNDS,
    ROW_AXIS,
    ROW_FUNCTIONS,
)
from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.dialects.llvm_ext.atomics import AtomicCmpXchgOp, AtomicRMWOp
from xdsl_opencl.dialects.opencl.kernel import KernelOp, has_uniform_work_groups
from xdsl_opencl.ir.accesses import is_plain_access
from xdsl_opencl.runtime.checks.verify import verifying
from xdsl_opencl.runtime.compressed_text import CompressedText
from xdsl_opencl.runtime.cpu.cpu_program import Costs, CpuProgram, KernelPart
from xdsl_opencl.runtime.cpu.libraries import ROWS
from xdsl_opencl.runtime.cpu.thread_pool import thread_count
from xdsl_opencl.runtime.cpu.undefined_symbols import mark_undefined, take_unusable
from xdsl_opencl.transforms.kernels.signature.kernel_reflection import describe_kernel


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
    )


def _lower(
    module: ModuleOp, *, level: int, check: bool, lockstep: bool = True
) -> CpuProgram:
    """
    Lowers the opencl-level `module`, which is LLVM's afterwards; without `lockstep` to
    the plain form.
    """
    from xdsl_opencl.ir.module import (
        LINE_TABLES_ATTRIBUTE,
        UNIFORM_OPTION,
        build_flags,
    )
    from xdsl_opencl.runtime.checks.check_tables import read_tables
    from xdsl_opencl.transforms.llvm_text import emit_llvm_ir
    from xdsl_opencl.transforms.opencl_to_llvm import OpenCLToLLVMPass
    from xdsl_opencl.transforms.work_groups.checker_calls import TABLES

    # A wrong `$XDSL_OPENCL_THREADS` is reported before the first launch that needs
    # threads.
    thread_count()
    uniform = UNIFORM_OPTION in build_flags(module)
    kernels = [
        (
            describe_kernel(op, CpuDevice.target),
            uniform
            or (op.reqd_work_group_size is not None and has_uniform_work_groups(op)),
        )
        for op in module.body.block.ops
        if isinstance(op, KernelOp) and not op.is_declaration
    ]
    missing = mark_undefined(module)
    # Just-in-time code needs no line tables.
    module.attributes.pop(LINE_TABLES_ATTRIBUTE, None)
    module.attributes[ROW_FUNCTIONS] = _row_functions()
    OpenCLToLLVMPass(check=check, lockstep=lockstep).apply(Context(), module)
    unusable = take_unusable(module, missing) if missing else {}
    tables = read_tables(module.attributes.pop(TABLES)) if check else None
    functions = {
        op.sym_name.data: op
        for op in module.body.block.ops
        if isinstance(op, llvm.FuncOp)
    }
    parts = [
        KernelPart(description, is_uniform, None, unusable[description.name])
        if description.name in unusable
        else KernelPart(description, is_uniform, _costs(functions[description.name]))
        for description, is_uniform in kernels
    ]
    return CpuProgram(
        CompressedText(emit_llvm_ir(module)),
        parts,
        level=level,
        prints="printf" in functions,
        has_variables=any(
            isinstance(op, llvm.GlobalOp) and op.constant is None
            for op in module.body.block.ops
        ),
        check_tables=tables,
    )


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

    def build(self, module: ModuleOp, *, level: int, check: bool) -> CpuProgram:
        wanted = verifying() if self.verify is None else self.verify
        if check or not wanted:
            return _lower(module, level=level, check=check)
        from xdsl_opencl.runtime.checks.verified_program import (
            with_exact_arithmetic,
            without_output,
        )

        with_exact_arithmetic(module)
        copy = module.clone()
        without_output(copy)
        program = _lower(module, level=level, check=False)
        program.is_ordered = any(map(_is_atomic, module.walk()))
        program.plain = _lower(copy, level=level, check=False, lockstep=False)
        return program
