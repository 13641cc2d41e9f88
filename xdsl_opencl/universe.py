"""
The plugin: what `xdsl-opt` finds through the entry point `xdsl.universe`.

Everything is a callable, so that finding a name imports nothing. This module's import
changes xDSL's table of dialects and nothing else: it wraps the factories of `EXTENSIONS`, so
that a context which loads one by name also knows the operations and forms that upstream
MLIR has and xDSL lacks. What changes when names of ours are used, `dialects/changes.py` has.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

from xdsl.ir import Dialect
from xdsl.passes import ModulePass
from xdsl.universe import XDSL_UNIVERSE, Universe

DIALECTS = {
    "opencl": "dialects.opencl:OpenCL",
}

EXTENSIONS = {
    "affine": "dialects.affine_ext:extended",
    "arith": "dialects.arith_ext:extended",
    "gpu": "dialects.gpu_ext:extended",
    "linalg": "dialects.linalg_ext:extended",
    "llvm": "dialects.llvm_ext:extended",
    "memref": "dialects.memref_ext:extended",
    "scf": "dialects.scf_ext:extended",
    "tensor": "dialects.tensor_ext:extended",
    "vector": "dialects.vector_ext:extended",
}
"""Dialects of xDSL that are made whole where they are loaded by name."""

PASSES = {
    "bufferize-destinations": "conversions.tensors.bufferize_destinations:BufferizeDestinationsPass",
    "convert-affine-to-llvm": "conversions.control_flow.convert_affine_to_llvm:ConvertAffineToLLVMPass",
    "convert-affine-to-scf": "conversions.control_flow.convert_affine_to_scf:ConvertAffineToScfPass",
    "convert-arith-to-llvm": "conversions.arithmetic.convert_arith_to_llvm:ConvertArithToLLVMPass",
    "convert-cf-to-llvm": "conversions.control_flow.convert_cf_to_llvm:ConvertCfToLLVMPass",
    "convert-complex-to-llvm": "conversions.arithmetic.convert_complex_to_llvm:ConvertComplexToLLVMPass",
    "convert-complex-to-standard": "conversions.arithmetic.convert_complex_to_standard:ConvertComplexToStandardPass",
    "convert-func-to-llvm": "conversions.control_flow.convert_func_to_llvm:ConvertFuncToLLVMPass",
    "convert-func-to-opencl-kernel": "transforms.from_dialects.convert_func_to_opencl_kernel:ConvertFuncToOpenCLKernelPass",
    "convert-gpu-to-opencl": "transforms.from_dialects.convert_gpu_to_opencl:ConvertGpuToOpenCLPass",
    "convert-index-to-llvm": "conversions.arithmetic.convert_index_to_llvm:ConvertIndexToLLVMPass",
    "convert-linalg-to-parallel-loops": "conversions.tensors.convert_linalg_to_parallel_loops:ConvertLinalgToParallelLoopsPass",
    "convert-math-to-llvm": "conversions.arithmetic.convert_math_to_llvm:ConvertMathToLLVMPass",
    "convert-math-to-opencl": "transforms.builtins.convert_math_to_opencl:ConvertMathToOpenCLPass",
    "convert-memref-to-llvm": "conversions.memory.convert_memref_to_llvm:ConvertMemRefToLLVMPass",
    "convert-opencl-kernel-to-func": "transforms.from_dialects.convert_opencl_kernel_to_func:ConvertOpenCLKernelToFuncPass",
    "convert-opencl-to-llvm": "transforms.kernels.convert_opencl_to_llvm:ConvertOpenCLToLLVMPass",
    "convert-scf-to-llvm": "conversions.control_flow.convert_scf_to_llvm:ConvertScfToLLVMPass",
    "convert-standard-to-llvm": "transforms.kernels.convert_standard_to_llvm:ConvertStandardToLLVMPass",
    "convert-ub-to-llvm": "conversions.arithmetic.convert_ub_to_llvm:ConvertUBToLLVMPass",
    "convert-vector-to-gpu": "conversions.vectors.convert_vector_to_gpu:ConvertVectorToGPUPass",
    "convert-vector-to-llvm": "conversions.vectors.convert_vector_to_llvm:ConvertVectorToLLVMPass",
    "linalg-decompose-softmax": "conversions.tensors.linalg_decompose_softmax:LinalgDecomposeSoftmaxPass",
    "linalg-fuse-elementwise-ops": "conversions.tensors.linalg_fuse_elementwise_ops:LinalgFuseElementwiseOpsPass",
    "lower-scf-to-cf": "conversions.control_flow.lower_scf_to_cf:LowerScfToCfPass",
    "lower-tensors": "conversions.tensors.lower_tensors:LowerTensorsPass",
    "opencl-add-implicit-operands": "transforms.images.opencl_add_implicit_operands:OpenCLAddImplicitOperandsPass",
    "opencl-assign-resource-ids": "transforms.images.opencl_assign_resource_ids:OpenCLAssignResourceIdsPass",
    "opencl-attach-target": "transforms.opencl_attach_target:OpenCLAttachTargetPass",
    "opencl-check-accesses": "transforms.checks.opencl_check_accesses:OpenCLCheckAccessesPass",
    "opencl-expand-intrinsics": "transforms.builtins.opencl_expand_intrinsics:OpenCLExpandIntrinsicsPass",
    "opencl-form-work-groups": "transforms.work_groups.opencl_form_work_groups:OpenCLFormWorkGroupsPass",
    "opencl-freeze-indices": "transforms.kernels.opencl_freeze_indices:OpenCLFreezeIndicesPass",
    "opencl-from-linalg": "transforms.opencl_from_linalg:OpenCLFromLinalgPass",
    "opencl-from-stencil": "transforms.opencl_from_stencil:OpenCLFromStencilPass",
    "opencl-fuse-rows": "transforms.rows.opencl_fuse_rows:OpenCLFuseRowsPass",
    "opencl-guard-divisions": "transforms.checks.opencl_guard_divisions:OpenCLGuardDivisionsPass",
    "opencl-inline": "transforms.kernels.opencl_inline:OpenCLInlinePass",
    "opencl-keep-signed-zeros": "transforms.kernels.opencl_keep_signed_zeros:OpenCLKeepSignedZerosPass",
    "opencl-limit-unrolling": "transforms.kernels.opencl_limit_unrolling:OpenCLLimitUnrollingPass",
    "opencl-limit-vectorization": "transforms.kernels.opencl_limit_vectorization:OpenCLLimitVectorizationPass",
    "opencl-link-device-library": "transforms.builtins.opencl_link_device_library:OpenCLLinkDeviceLibraryPass",
    "opencl-lower-arguments": "transforms.kernels.opencl_lower_arguments:OpenCLLowerArgumentsPass",
    "opencl-lower-builtins": "transforms.builtins.opencl_lower_builtins:OpenCLLowerBuiltinsPass",
    "opencl-lower-image-queries": "transforms.images.opencl_lower_image_queries:OpenCLLowerImageQueriesPass",
    "opencl-lower-images": "transforms.images.opencl_lower_images:OpenCLLowerImagesPass",
    "opencl-lower-pointer-casts": "transforms.sync.opencl_lower_pointer_casts:OpenCLLowerPointerCastsPass",
    "opencl-lower-samplers": "transforms.images.opencl_lower_samplers:OpenCLLowerSamplersPass",
    "opencl-lower-sync": "transforms.sync.opencl_lower_sync:OpenCLLowerSyncPass",
    "opencl-memref-to-pointer": "transforms.kernels.opencl_memref_to_pointer:OpenCLMemrefToPointerPass",
    "opencl-lower-work-items": "transforms.work_items.opencl_lower_work_items:OpenCLLowerWorkItemsPass",
    "opencl-make-reducible": "transforms.kernels.opencl_make_reducible:OpenCLMakeReduciblePass",
    "opencl-copy-tiles": "transforms.contractions.opencl_copy_tiles:OpenCLCopyTilesPass",
    "opencl-multiply-tiles": "transforms.contractions.opencl_multiply_tiles:OpenCLMultiplyTilesPass",
    "opencl-outline-kernels": "transforms.from_dialects.opencl_outline_kernels:OpenCLOutlineKernelsPass",
    "opencl-promote-in-loops": "transforms.private.opencl_promote_in_loops:OpenCLPromoteInLoopsPass",
    "opencl-promote-private": "transforms.private.opencl_promote_private:OpenCLPromotePrivatePass",
    "opencl-pipeline-loops": "transforms.contractions.opencl_pipeline_loops:OpenCLPipelineLoopsPass",
    "opencl-promote-tiles": "transforms.from_dialects.opencl_promote_tiles:OpenCLPromoteTilesPass",
    "opencl-raise-builtins": "frontend.opencl_raise_builtins:OpenCLRaiseBuiltinsPass",
    "opencl-raise-kernels": "frontend.opencl_raise_kernels:OpenCLRaiseKernelsPass",
    "opencl-raise-structured": "frontend.structured.opencl_raise_structured:OpenCLRaiseStructuredPass",
    "opencl-require-sizes": "transforms.from_dialects.opencl_require_sizes:OpenCLRequireSizesPass",
    "opencl-split-kernel-entries": "transforms.kernels.opencl_split_kernel_entries:OpenCLSplitKernelEntriesPass",
    "opencl-split-stencils": "transforms.from_dialects.opencl_split_stencils:OpenCLSplitStencilsPass",
    "opencl-split-private": "transforms.private.opencl_split_private:OpenCLSplitPrivatePass",
    "opencl-strip-unused": "transforms.kernels.opencl_strip_unused:OpenCLStripUnusedPass",
    "opencl-schedule-contractions": "transforms.contractions.opencl_schedule_contractions:OpenCLScheduleContractionsPass",
    "opencl-tile-contractions": "transforms.contractions.opencl_tile_contractions:OpenCLTileContractionsPass",
    "opencl-to-llvm": "transforms.opencl_to_llvm:OpenCLToLLVMPass",
    "opencl-transform-interpreter": "transforms.opencl_transform_interpreter:OpenCLTransformInterpreterPass",
    "scf-forall-to-parallel": "conversions.tensors.scf_forall_to_parallel:ScfForallToParallelPass",
}
"""
Pass name to module, within this package, and class; the file is named as the pass.
"""

TARGETS = {
    "opencl-arguments": "backend.targets.arguments_target:OpenCLArgumentsTarget",
    "opencl-asm": "backend.llvm.codegen:OpenCLAsmTarget",
    "opencl-clrx": "backend.clrx.clrx:OpenCLClrxTarget",
    "opencl-llvm-ir": "backend.targets.llvm_ir_target:OpenCLLLVMIRTarget",
    "opencl-mlir": "backend.targets.mlir_target:OpenCLMLIRTarget",
    "opencl-spirv": "backend.targets.spirv_target:OpenCLSpirvTarget",
}


def _find(path: str) -> Any:
    module, _, name = path.partition(":")
    return getattr(import_module(f"xdsl_opencl.{module}"), name)


def _lazy(path: str) -> Callable[[], Any]:
    return lambda: _find(path)


def our_pass(name: str) -> type[ModulePass]:
    """
    The class of the pass called `name`, ours even if xDSL has one of that name too.

    Raises `KeyError` if there is none.
    """
    return _find(PASSES[name])


def extend(base: Callable[[], Dialect], path: str) -> Callable[[], Dialect]:
    """
    Returns a factory for the dialect of `base` plus what it lacks: the function at `path`
    makes it from xDSL's.
    """
    return lambda: _find(path)(base())


def _opencl() -> Dialect:
    extend_xdsl_run()
    return _find(DIALECTS["opencl"])


def extend_xdsl_run() -> None:
    """
    Makes `xdsl-run` know the operations of kernels, if that is what runs and has met one:
    it has a fixed list of implementations and no entry point for more.
    """
    tool = sys.modules.get("xdsl.tools.xdsl_run")
    known = getattr(tool, "register_implementations", None)
    if known is None:
        return

    def register_implementations(interpreter: Any, ctx: Any) -> None:
        known(interpreter, ctx)
        _find("runtime.interpreters.kernel_interpreter:register")(interpreter)

    setattr(tool, "register_implementations", register_implementations)


for _name, _path in EXTENSIONS.items():
    XDSL_UNIVERSE.all_dialects[_name] = extend(XDSL_UNIVERSE.all_dialects[_name], _path)

if any(name in argument for argument in sys.argv[1:] for name in TARGETS):
    # `xdsl-opt` asks for a pass before it reads its input, and for a target afterwards.
    import_module("xdsl_opencl.dialects.changes")

XDSL_OPENCL_UNIVERSE = Universe(
    all_dialects={"opencl": _opencl},
    # A conversion pass of ours steps back once xDSL has one of the same name.
    all_passes={
        name: _lazy(path)
        for name, path in PASSES.items()
        if name not in XDSL_UNIVERSE.all_passes
    },
    all_targets={name: _lazy(path) for name, path in TARGETS.items()},
)
