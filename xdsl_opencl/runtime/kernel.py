"""Kernels and programs of a device: the interface that all devices have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from xdsl_opencl.abi.cpu.host_launch import MAX_WORK_GROUP_SIZE
from xdsl_opencl.abi.reflection import ArgumentInfo, KernelDescription
from xdsl_opencl.runtime.arguments.argument_block import Value
from xdsl_opencl.runtime.launch_sizes import LaunchPlan, Size, plan_launch

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp

    from xdsl_opencl.abi.target import Target
    from xdsl_opencl.emulator.watch.profile import Profile
    from xdsl_opencl.runtime.errors import RuntimeFailure

_PLANS = 64
"""Launches of a kernel whose checked sizes are remembered."""


@dataclass(frozen=True)
class Launch:
    """
    A launch that has ended, with the device's counts: `instructions` of GPUs are those
    of waves, 0 on a device that does not count; `profile` has more, from a device that
    was asked for it.
    """

    waves: int = 0
    instructions: int = 0
    profile: Profile | None = None


NOT_COUNTED = Launch()
"""The launch of a device that counts nothing."""


class Kernel(ABC):
    """
    A kernel of a built program; call it to run it.

    `description` is the kernel in its source; `largest` is the number of work items that a
    work-group may have. `uniform`: all work-groups of a launch have one size.
    """

    def __init__(
        self,
        description: KernelDescription,
        *,
        uniform: bool,
        largest: int = MAX_WORK_GROUP_SIZE,
    ):
        self.description = description
        self.name = description.name
        self.arguments: tuple[ArgumentInfo, ...] = tuple(
            argument.info for argument in description.arguments
        )
        self.layout = description.layout
        self.reqd_work_group_size = description.reqd_work_group_size
        self.uniform = uniform
        self._largest = largest
        self._plans: dict[object, LaunchPlan] = {}

    def __repr__(self) -> str:
        return f"<Kernel {self.name}({', '.join(a.type_name for a in self.arguments)})>"

    @property
    def row_axis(self) -> int:
        """The dimension along which the device likes work items to lie."""
        return 0

    def plan(
        self, global_size: Size, local_size: Size | None, global_offset: Size | None
    ) -> LaunchPlan:
        """
        The checked sizes of a launch.

        Raises `RuntimeFailure` for sizes that do not fit each other or the kernel.
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
            uniform=self.uniform,
            largest=self._largest,
            row_axis=lambda: self.row_axis,
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
        dynamic_local_bytes: int = 0,
    ) -> Launch:
        """
        Runs the kernel on `global_size` work items (1 to 3 dimensions) and returns when
        it is done; a size of 0 runs no work item. `local_size` `None` lets the device
        choose; groups at the end of a dimension may be smaller.

        `values`: NumPy arrays for pointers (shared, not copied), numbers, NumPy scalars
        and arrays for by-value arguments, `bytes` for structures, `Local`, `Image`,
        `Sampler`. `dynamic_local_bytes` is local memory of a work-group that the kernel of a
        code object has without an argument (HIP's `extern __shared__`, Triton's `shared`).

        Raises `RuntimeFailure` for sizes and arguments that do not fit the kernel,
        `CheckError` for the faults of a checked kernel, and `KeyboardInterrupt` when
        the user interrupts; a kernel that does not end goes on in the background until
        the process ends.
        """
        run = self.bind(
            global_size,
            local_size,
            *values,
            global_offset=global_offset,
            dynamic_local_bytes=dynamic_local_bytes,
        )
        return run()

    @abstractmethod
    def bind(
        self,
        global_size: Size,
        local_size: Size | None,
        *values: Value,
        global_offset: Size | None = None,
        dynamic_local_bytes: int = 0,
    ) -> Callable[[], Launch]:
        """
        Checks a launch, and takes its numbers and structures. Returns the function that
        runs it, once.

        Raises `RuntimeFailure` as `__call__` does.
        """


class Built(Protocol):
    """
    A program that a device has built. `unusable` are the kernels that cannot run, with the
    reason; `llvm_ir` is the text that LLVM got.
    """

    @property
    def kernels(self) -> Mapping[str, Kernel]: ...

    @property
    def unusable(self) -> Mapping[str, RuntimeFailure]: ...

    @property
    def llvm_ir(self) -> str: ...

    def table(self) -> dict[str, Any]:
        """
        The program as msgpack can write it, with its machine code.

        Raises `RuntimeFailure` for one whose launches are checked or executed twice, and
        where the machine code cannot be made.
        """
        ...


class Device(Protocol):
    """A device: it builds programs for its `target`, and runs their kernels."""

    @property
    def target(self) -> Target: ...

    def build(self, module: ModuleOp, *, level: int, check: bool) -> Built:
        """
        Builds the opencl-level `module`, which has the target and is consumed; LLVM
        optimises at `level`, 0 to 3. `check`: the kernels report their faults.

        Raises the compiler's diagnostics.
        """
        ...
