"""
Programs and kernels of the CPU device.
"""

from __future__ import annotations

import ctypes
import itertools
import math
import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from functools import cache
from typing import Any

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from xdsl_opencl.abi.host_launch import GROUPS_SUFFIX, LAUNCH_BYTES, LAUNCH_FIELDS
from xdsl_opencl.abi.layout import layout
from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.dialects.opencl.kernel import ArgumentInfo, KernelOp
from xdsl_opencl.runtime.arguments import Packer, Value
from xdsl_opencl.runtime.engine import Engine
from xdsl_opencl.runtime.errors import RuntimeFailure
from xdsl_opencl.transforms.kernel_signature import argument_info, kernel_signature

_RUN = ctypes.CFUNCTYPE(
    None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64
)
_AXES = "xyz"
MAX_WORK_GROUP_SIZE = 4096
"""Work items in a work-group; what crosses a barrier lies on the stack for each."""


@cache
def _threads() -> int:
    given = os.environ.get("XDSL_OPENCL_THREADS")
    return max(1, int(given)) if given else len(os.sched_getaffinity(0))


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(_threads(), thread_name_prefix="xdsl-opencl")


Size = int | Sequence[int]


def _sizes(value: Size) -> tuple[int, ...]:
    if isinstance(value, int | np.integer):
        return (int(value),)
    return tuple(int(v) for v in value)


class Kernel:
    """
    A kernel of a built program; call it to run it.
    """

    def __init__(self, program: Program, op: KernelOp, target: Target):
        self.program = program
        self.name = op.sym_name.data
        self.arguments: tuple[ArgumentInfo, ...] = argument_info(op)
        self.layout = layout(kernel_signature(op, target), target)
        self.reqd_work_group_size: tuple[int, ...] | None = (
            None
            if op.reqd_work_group_size is None
            else tuple(int(v) for v in op.reqd_work_group_size.get_values())
        )
        self._packer = Packer(self.name, self.layout, self.arguments)
        self._function: Any = None

    def __repr__(self) -> str:
        return f"<Kernel {self.name}({', '.join(a.type_name for a in self.arguments)})>"

    def _fail(self, message: str) -> RuntimeFailure:
        return RuntimeFailure(f"kernel '{self.name}': {message}")

    def _local_size(
        self, global_size: tuple[int, ...], local_size: Size | None
    ) -> tuple[int, ...]:
        dimensions = len(global_size)
        required = self.reqd_work_group_size
        if local_size is None:
            if required is not None:
                local = required[:dimensions]
            else:
                # Whole rows of up to 256 work items; other dimensions one by one.
                local = (math.gcd(global_size[0], 256) or 1, *[1] * (dimensions - 1))
        else:
            local = _sizes(local_size)
        if len(local) != dimensions:
            raise self._fail(
                f"global size has {dimensions} dimensions, local size {len(local)}"
            )
        if any(n < 1 for n in local):
            raise self._fail(f"local size {local} has an element below 1")
        if math.prod(local) > MAX_WORK_GROUP_SIZE:
            raise self._fail(
                f"local size {local} has {math.prod(local)} work items; at most "
                f"{MAX_WORK_GROUP_SIZE}"
            )
        if required is not None:
            padded = (*local, 1, 1)[:3]
            if padded != required:
                raise self._fail(f"local size {local}; the kernel requires {required}")
            if any(g % n for g, n in zip(global_size, local, strict=True)):
                raise self._fail(
                    f"global size {global_size} is no multiple of the required "
                    f"work-group size {required}"
                )
        return local

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

        Raises `RuntimeFailure` for sizes and arguments that do not fit the kernel.
        """
        sizes = _sizes(global_size)
        if not 1 <= len(sizes) <= 3 or any(n < 1 for n in sizes):
            raise self._fail(f"global size {sizes}: 1 to 3 positive numbers")
        local = self._local_size(sizes, local_size)
        offset = (0,) * len(sizes) if global_offset is None else _sizes(global_offset)
        if len(offset) != len(sizes):
            raise self._fail(
                f"global offset {offset} has another length than global size {sizes}"
            )
        groups = [-(-g // n) for g, n in zip(sizes, local, strict=True)]
        launch = np.zeros(LAUNCH_BYTES // 8, np.int64)
        launch[LAUNCH_FIELDS["work_dim"] // 8] = len(sizes)
        for name, given, default in (
            ("global_size", sizes, 1),
            ("local_size", local, 1),
            ("global_offset", offset, 0),
            ("num_groups", groups, 1),
        ):
            for axis in range(3):
                field = LAUNCH_FIELDS[f"{name}_{_AXES[axis]}"] // 8
                launch[field] = given[axis] if axis < len(given) else default
        block, keep = self._packer.pack(values)
        self._run(block.ctypes.data, launch.ctypes.data, math.prod(groups))
        del keep

    def _run(self, arguments: int, launch: int, groups: int) -> None:
        if self._function is None:
            engine = self.program.engine
            self._function = _RUN(engine.address(self.name + GROUPS_SUFFIX))
        function = self._function
        threads = min(_threads(), groups)
        if threads == 1:
            function(arguments, launch, 0, groups)
            return
        # Several pieces a thread even out groups of unequal length.
        pieces = min(groups, threads * 4)
        bounds = [groups * i // pieces for i in range(pieces + 1)]
        wait(
            [
                _pool().submit(function, arguments, launch, first, last)
                for first, last in itertools.pairwise(bounds)
            ]
        )


class Program(Mapping[str, Kernel]):
    """
    A program built for the CPU device: its kernels by name.

    `Program.from_file("blur.cl")`, `Program.from_source(text)`, or from an opencl-level
    module, which is consumed.
    """

    def __init__(self, module: ModuleOp, *, level: int = 3):
        """
        Raises the compiler's diagnostics, and `RuntimeFailure` when LLVM refuses the code.
        """
        from xdsl_opencl.backend.llvm_ir import emit_llvm_ir
        from xdsl_opencl.dialects.opencl.attrs import TargetAttr
        from xdsl_opencl.transforms.opencl_to_llvm import OpenCLToLLVMPass
        from xdsl_opencl.transforms.utils import TARGET_ATTRIBUTE

        target = Target(Abi.HOST)
        module.attributes[TARGET_ATTRIBUTE] = TargetAttr.from_target(target)
        self._kernels = {
            op.sym_name.data: Kernel(self, op, target)
            for op in module.body.block.ops
            if isinstance(op, KernelOp) and not op.is_declaration
        }
        OpenCLToLLVMPass().apply(Context(), module)
        self.llvm_ir = emit_llvm_ir(module)
        self._level = level
        self._engine: Engine | None = None

    @staticmethod
    def from_file(path: str | os.PathLike[str], options: str = "") -> Program:
        """
        Builds an OpenCL C, LLVM IR or MLIR file with the options of `clBuildProgram`.
        """
        from xdsl_opencl.runtime.load import load_module

        return Program(load_module(os.fspath(path), options))

    @staticmethod
    def from_source(text: str, options: str = "") -> Program:
        """
        Builds OpenCL C source with the options of `clBuildProgram`.
        """
        from xdsl_opencl.runtime.load import load_source

        return Program(load_source(text, options))

    @property
    def engine(self) -> Engine:
        if self._engine is None:
            self._engine = Engine(self.llvm_ir, self._level)
        return self._engine

    def __getitem__(self, name: str) -> Kernel:
        return self._kernels[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._kernels)

    def __len__(self) -> int:
        return len(self._kernels)

    def __getattr__(self, name: str) -> Kernel:
        kernels: dict[str, Kernel] = self.__dict__.get("_kernels", {})
        if name in kernels:
            return kernels[name]
        raise AttributeError(f"the program has no kernel '{name}'")
