"""
The stages from an opencl-level module to the LLVM dialect.

Every stage is a pass; those with a name of their own can be run one by one, and observed
one by one (`--print-after`).
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from xdsl_opencl.abi.target import ImageQuerySource, Target
from xdsl_opencl.ir.module import INTERIM_IMAGES_ATTRIBUTE, module_target
from xdsl_opencl.universe import our_pass


@dataclass(frozen=True)
class LowerStructuredControlFlowPass(ModulePass):
    """
    All of `scf` to `cf`; xDSL's pass of this name leaves loops like `scf.while` behind.
    """

    name = "convert-scf-to-cf"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        # For most modules, finding none is much less work than importing the lowering.
        if any(inner.name.startswith("scf.") for inner in op.walk()):
            from xdsl_opencl.conversions.scf_to_cf import lower_scf

            lower_scf(op)


@dataclass(frozen=True)
class ConvertStandardToLLVMPass(ModulePass):
    """
    arith, cf, func, index, math, memref, ub and vector to the LLVM dialect in one walk.
    """

    name = "convert-standard-to-llvm"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        from xdsl_opencl.conversions.framework import convert_standard_to_llvm
        from xdsl_opencl.conversions.handle_converter import HandleConverter
        from xdsl_opencl.dialects.llvm_ext import load_llvm_ext

        load_llvm_ext(ctx)
        convert_standard_to_llvm(op, HandleConverter(module_target(op)))


class AddCompanionsPass(ModulePass):
    """
    `opencl-add-implicit-operands` where images have companions.
    """

    name = "opencl-add-implicit-operands"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if INTERIM_IMAGES_ATTRIBUTE not in op.attributes:
            _pass(self.name).apply(ctx, op)


def _pass(name: str) -> ModulePass:
    """
    The pass called `name` with its default options.
    """
    return our_pass(name)()


def pipeline(target: Target, *, check: bool = False) -> tuple[ModulePass, ...]:
    """
    The passes of `opencl-to-llvm` for `target`, in order. `check`: kernels of ABI host
    report wrong accesses.
    """
    host = target.interface.work_groups_are_loops
    companions = target.image_query_source is ImageQuerySource.OPERANDS
    first = ("opencl-split-kernel-entries", "opencl-strip-unused")
    before = (
        *(("opencl-assign-resource-ids",) if target.has_resource_ids else ()),
        "opencl-lower-image-queries",
        "opencl-lower-builtins",
        "opencl-lower-sync",
        *(("opencl-link-device-library",) if target.is_amdgcn else ()),
        "opencl-lower-images",
        "opencl-lower-samplers",
        *(() if host else ("opencl-lower-work-items",)),
        "opencl-lower-arguments",
    )
    # On the host a kernel's work items are loops, so a kernel is one function.
    whole = ("opencl-inline", "opencl-strip-unused") if host else ()
    after = (
        *(("opencl-check-accesses",) if host and check else ()),
        *(("opencl-form-work-groups",) if host else ()),
        "convert-opencl-to-llvm",
    )
    return (
        *map(_pass, first),
        *((AddCompanionsPass(),) if companions else ()),
        *map(_pass, before),
        LowerStructuredControlFlowPass(),
        *map(_pass, whole),
        ConvertStandardToLLVMPass(),
        *map(_pass, after),
    )
