"""
The kernels of a module that is to be compiled: every module needs one, or a function that needs
none.
"""

from __future__ import annotations

from xdsl.dialects import func
from xdsl.dialects.builtin import MemRefType, ModuleOp

_OUTLINE = "opencl-outline-kernels"
_MAP = f"gpu-map-parallel-loops,{_OUTLINE}"
_HINTS = {
    "gpu.func": "convert-gpu-to-opencl",
    "gpu.launch": _OUTLINE,
    "scf.parallel": _MAP,
    "stencil.apply": "opencl-from-stencil",
    "linalg": "opencl-from-linalg",
    "affine.parallel": f"convert-affine-to-scf,{_MAP}",
}
"""
For an operation or a dialect without kernels: the passes that make kernels of it. Only the
first that a module has is reported.
"""
_LAUNCHED = frozenset((*_HINTS, "gpu.launch_func"))


def _hint(module: ModuleOp) -> tuple[set[str], str]:
    """
    The operations of `module` that other dialects have for code of a GPU, and the way to
    kernels.
    """
    found: dict[str, bool] = {}
    for op in module.walk():
        dialect = op.name.partition(".")[0]
        for name in (op.name, dialect):
            if name in _LAUNCHED:
                found[name] = found.get(name, False) or "mapping" in op.attributes
    for name, passes in _HINTS.items():
        if name in found:
            passes = _OUTLINE if found[name] else passes
            return {*found} - {"linalg"}, f"run '{passes}' first"
    return set(found), (
        "make each function to launch an 'opencl.kernel', or an 'llvm.func' with a "
        "kernel's calling convention"
    )


def copying_functions(module: ModuleOp) -> list[func.FuncOp]:
    """
    The functions of `module` on memrefs that nothing calls, and that only copy and return them:
    what passes leave of a function that computes nothing.
    """
    found = [
        op
        for op in module.ops
        if isinstance(op, func.FuncOp)
        and len(op.body.blocks) == 1
        and any(
            isinstance(type, MemRefType)
            for types in (op.function_type.inputs, op.function_type.outputs)
            for type in types
        )
        and all(
            inner.name.startswith(("memref.", "arith.", "func.return"))
            and not inner.regions
            for inner in op.body.block.ops
        )
    ]
    if not found:
        return []
    called = {
        op.callee.root_reference.data
        for op in module.walk()
        if isinstance(op, func.CallOp)
    }
    return [op for op in found if op.sym_name.data not in called]


def require_kernels(module: ModuleOp, *, functions: bool = False) -> str | None:
    """
    Makes sure that `module` has kernels, or with `functions` a function that copies only: raises a
    module of the `llvm` dialect without any `opencl.kernel`. Returns the error message if it has
    none then.

    Raises `PassError` for a module that cannot be raised.
    """
    from xdsl_opencl.dialects.opencl.kernel import KernelOp

    if any(isinstance(op, KernelOp) for op in module.ops):
        return None
    if functions and copying_functions(module):
        return None
    names = {op.name for op in module.ops}
    if "llvm.func" in names:
        from xdsl_opencl.frontend.raise_module import raise_module, reported

        with reported(module):
            raise_module(module)
        if any(isinstance(op, KernelOp) for op in module.ops):
            return None
    launched, hint = _hint(module)
    names |= launched
    found = f"only {', '.join(sorted(names))}" if names else "nothing"
    return f"there is no kernel in this module, {found}; {hint}"
