"""
The kernels of a module that is to be compiled: there must be one, whatever it is made of.
"""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp

_LAUNCHED = frozenset(("gpu.func", "gpu.launch", "gpu.launch_func", "scf.parallel"))
"""Operations anywhere in a module that other dialects have for code of a GPU."""


def require_kernels(module: ModuleOp) -> str | None:
    """
    Sees to it that `module` has kernels: raises a module of the `llvm` dialect without any
    `opencl.kernel`. Returns what is wrong if it has none then.

    Raises `PassError` for a module that cannot be raised.
    """
    from xdsl_opencl.dialects.opencl.kernel import KernelOp

    if any(isinstance(op, KernelOp) for op in module.ops):
        return None
    names = {op.name for op in module.ops}
    if "llvm.func" in names:
        from xdsl_opencl.frontend.raise_module import raise_module, reported

        with reported(module):
            raise_module(module)
        if any(isinstance(op, KernelOp) for op in module.ops):
            return None
    names |= {op.name for op in module.walk() if op.name in _LAUNCHED}
    found = f"only {', '.join(sorted(names))}" if names else "nothing"
    return (
        f"there is no kernel in this module, {found}; make what is to be launched an "
        "'opencl.kernel', or an 'llvm.func' with a kernel's calling convention"
    )
