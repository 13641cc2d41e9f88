"""
Operations of the `gpu` dialect in host functions: launches and device memory. Our host shares its
memory with the device. Every operation is synchronous, so tokens have no meaning.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from xdsl.dialects import arith, gpu, memref
from xdsl.dialects.builtin import SymbolRefAttr, i1, i8
from xdsl.ir import Operation, SSAValue

from xdsl_opencl.dialects.aliases import INDEX
from xdsl_opencl.dialects.gpu_ext.launching import launch_sizes
from xdsl_opencl.dialects.gpu_ext.matrices import MATRIX_OPS
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.dialects.opencl.launch import LaunchOp
from xdsl_opencl.ir.build import ArithBuilder, erase
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.transforms.from_dialects.from_gpu.argument_boundary import Size


@dataclass(frozen=True)
class Launched:
    """A kernel and the sizes that its launch passes after the other arguments."""

    kernel: KernelOp
    sizes: Sequence[Size]


def launch(
    build: ArithBuilder,
    launched: Launched,
    global_size: Sequence[SSAValue],
    local_size: Sequence[SSAValue],
    arguments: Sequence[SSAValue],
) -> None:
    """Makes the launch of a kernel whose arguments `form_arguments` formed."""
    passed = [
        build.op(arith.ExtUIOp, value, type=i8) if value.type == i1 else value
        for value in arguments
    ]
    for size in launched.sizes:
        dimension = build.constant(size.dimension, INDEX)
        passed.append(build.add(memref.DimOp(arguments[size.argument], dimension)))
    name = launched.kernel.sym_name.data
    build.insert(LaunchOp(name, global_size, local_size, passed))


def as_index(build: ArithBuilder, value: SSAValue) -> SSAValue:
    """`value`, an integer, as an `index`."""
    if value.type == INDEX:
        return value
    return build.op(arith.IndexCastOp, value, type=INDEX)


def work_items(
    build: ArithBuilder, groups: Iterable[SSAValue], local: Iterable[SSAValue]
) -> list[SSAValue]:
    """The global sizes of `groups` work-groups of `local` work items."""
    return [
        build.no_wrap(arith.MuliOp, count, size) for count, size in zip(groups, local)
    ]


def lower_host(
    operations: Iterable[Operation],
    kernels: Mapping[SymbolRefAttr, Launched] | None = None,
) -> None:
    """
    Lowers the `gpu` operations among `operations`, which are those of host functions.
    `gpu.launch_func` may name the `kernels`; without any it is an error that another pass is due.
    `gpu.launch` stays, and so do operations on matrices: they are in functions that an earlier pass has
    made for kernels.
    """
    done: list[Operation] = []
    for op in operations:
        if not op.name.startswith("gpu.") or op.name in (
            "gpu.launch",
            "gpu.terminator",
        ):
            continue
        if isinstance(op, MATRIX_OPS):
            continue
        parent = op.parent_op()
        while parent is not None and not isinstance(parent, gpu.LaunchOp):
            parent = parent.parent_op()
        if parent is not None:
            # The body of a launch is outlined later.
            continue
        build = ArithBuilder.before(op)
        match op:
            case gpu.LaunchFuncOp():
                _launch(build, op, kernels)
            case gpu.AllocOp():
                if op.symbolOperands:
                    fail(op, "'gpu.alloc' has symbols; give it a layout without them")
                made = memref.AllocOp(op.dynamicSizes, (), op.result.type)
                op.result.replace_all_uses_with(build.add(made))
            case gpu.DeallocOp():
                build.insert(memref.DeallocOp.get(op.buffer))
            case gpu.MemcpyOp():
                build.insert(memref.CopyOp(op.src, op.dst))
            case (
                gpu.WaitOp()
                | gpu.HostRegisterOp()
                | gpu.HostUnregisterOp()
                | gpu.SetDefaultDeviceOp()
            ):
                pass
            case _:
                fail(
                    op,
                    f"'{op.name}' cannot be run by a host here; remove it, or do its work "
                    "in a kernel",
                )
        done.append(op)
    for op in reversed(done):
        for result in op.results:
            if any(result.uses):
                user = next(iter(result.uses)).operation
                fail(
                    user,
                    f"'{user.name}' uses the token of '{op.name}'; launches wait here, so "
                    "remove the token",
                )
        erase(op)


def _launch(
    build: ArithBuilder,
    op: gpu.LaunchFuncOp,
    kernels: Mapping[SymbolRefAttr, Launched] | None,
) -> None:
    if kernels is None:
        fail(
            op,
            f"'{op.name}' of {op.kernel}; run 'convert-gpu-to-opencl' first, which converts "
            "the kernels of a 'gpu.module'",
        )
    launched = kernels.get(op.kernel)
    if launched is None:
        fail(
            op,
            f"{op.kernel} is not a kernel of a 'gpu.module' in this module; name one, as "
            "@module::@kernel",
        )
    if op.clusterSizeX is not None:
        fail(op, "OpenCL has no clusters of work-groups; launch without them")
    if op.dynamicSharedMemorySize is not None:
        fail(
            op,
            "OpenCL passes memory of a size that the launch says as an argument; give "
            "the kernel a workgroup attribution of static size instead",
        )
    if op.asyncObject is not None:
        fail(op, "a launch on a stream of the host's has no meaning here; remove it")
    sizes = [as_index(build, size) for size in launch_sizes(op)]
    groups, local = sizes[:3], sizes[3:]
    expected = len(launched.kernel.args) - len(launched.sizes)
    if len(op.kernelOperands) != expected:
        fail(
            op,
            f"{op.kernel} takes {expected} arguments, the launch has "
            f"{len(op.kernelOperands)}; pass as many",
        )
    launch(build, launched, work_items(build, groups, local), local, op.kernelOperands)
