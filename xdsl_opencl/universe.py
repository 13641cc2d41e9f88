"""
The plugin: what `xdsl-opt` finds through the entry point `xdsl.universe`.

Everything is a callable, so that finding a name imports nothing. This is the one module
whose import changes something outside itself: it wraps the factory of xDSL's `llvm`
dialect, so that a context which loads `llvm` by name also knows the operations that
upstream MLIR has and xDSL lacks.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from xdsl.ir import Dialect
from xdsl.universe import XDSL_UNIVERSE, Universe

_DIALECTS = {
    "opencl": "xdsl_opencl.dialects.opencl:OpenCL",
}

_PASSES = {
    "convert-arith-to-llvm": "ConvertArithToLLVMPass",
    "convert-cf-to-llvm": "ConvertCfToLLVMPass",
    "convert-func-to-llvm": "ConvertFuncToLLVMPass",
    "convert-index-to-llvm": "ConvertIndexToLLVMPass",
    "convert-math-to-llvm": "ConvertMathToLLVMPass",
    "convert-memref-to-llvm": "ConvertMemRefToLLVMPass",
    "convert-opencl-to-llvm": "ConvertOpenCLToLLVMPass",
    "convert-ub-to-llvm": "ConvertUBToLLVMPass",
    "convert-vector-to-llvm": "ConvertVectorToLLVMPass",
    "opencl-add-implicit-operands": "OpenCLAddImplicitOperandsPass",
    "opencl-assign-resource-ids": "OpenCLAssignResourceIdsPass",
    "opencl-attach-target": "OpenCLAttachTargetPass",
    "opencl-check-accesses": "OpenCLCheckAccessesPass",
    "opencl-form-work-groups": "OpenCLFormWorkGroupsPass",
    "opencl-inline": "OpenCLInlinePass",
    "opencl-link-device-library": "OpenCLLinkDeviceLibraryPass",
    "opencl-lower-arguments": "OpenCLLowerArgumentsPass",
    "opencl-lower-builtins": "OpenCLLowerBuiltinsPass",
    "opencl-lower-image-queries": "OpenCLLowerImageQueriesPass",
    "opencl-lower-images": "OpenCLLowerImagesPass",
    "opencl-lower-samplers": "OpenCLLowerSamplersPass",
    "opencl-lower-sync": "OpenCLLowerSyncPass",
    "opencl-lower-work-items": "OpenCLLowerWorkItemsPass",
    "opencl-split-kernel-entries": "OpenCLSplitKernelEntriesPass",
    "opencl-strip-unused": "OpenCLStripUnusedPass",
    "opencl-to-llvm": "OpenCLToLLVMPass",
}
"""Pass name to class name; the module is the pass's name with underscores."""

_TARGETS = {
    "opencl-arguments": "xdsl_opencl.backend.arguments:OpenCLArgumentsTarget",
    "opencl-asm": "xdsl_opencl.backend.codegen:OpenCLAsmTarget",
    "opencl-llvm-ir": "xdsl_opencl.backend.llvm_ir:OpenCLLLVMIRTarget",
}


def _lazy(path: str) -> Callable[[], Any]:
    module, _, name = path.partition(":")
    return lambda: getattr(import_module(module), name)


def _pass_path(name: str, class_name: str) -> str:
    return f"xdsl_opencl.transforms.{name.replace('-', '_')}:{class_name}"


def extend_llvm(base: Callable[[], Dialect]) -> Callable[[], Dialect]:
    """
    Returns a factory for the `llvm` dialect of `base` plus the operations it lacks.
    """

    def factory() -> Dialect:
        from xdsl_opencl.dialects.llvm_ext import extended

        return extended(base())

    return factory


XDSL_UNIVERSE.all_dialects["llvm"] = extend_llvm(XDSL_UNIVERSE.all_dialects["llvm"])

XDSL_OPENCL_UNIVERSE = Universe(
    all_dialects={name: _lazy(path) for name, path in _DIALECTS.items()},
    # A conversion pass of ours steps back once xDSL has one of the same name.
    all_passes={
        name: _lazy(_pass_path(name, class_name))
        for name, class_name in _PASSES.items()
        if name not in XDSL_UNIVERSE.all_passes
    },
    all_targets={name: _lazy(path) for name, path in _TARGETS.items()},
)
