"""
The checker's view of a work-group whose kernel is checked (`opencl-check-accesses`):
the group record, and the calls that keep it.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import llvm
from xdsl.dialects.builtin import IntegerAttr, ModuleOp, i8
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.abi.cpu.host_check import (
    FENCES,
    GROUP_ALIGNMENT,
    GROUP_BYTES,
    ITEM_OFFSET,
)
from xdsl_opencl.abi.cpu.host_launch import LAUNCH_FIELDS
from xdsl_opencl.dialects.opencl.attrs import FenceFlagsAttr
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.ir.build import GENERIC_POINTER, Builder
from xdsl_opencl.transforms.work_groups.checker_calls import (
    CHECKED,
    EXTENT,
    GRAIN,
    SITE,
    SLOT,
    call,
)


def _number(attribute: Attribute) -> int:
    assert isinstance(attribute, IntegerAttr)
    return attribute.value.data


def is_checked(kernel: KernelOp) -> bool:
    """Returns whether the accesses of `kernel` are checked."""
    return CHECKED in kernel.attributes


class GroupCheck:
    """The checker's side of one work-group."""

    def __init__(
        self,
        build: Builder,
        kernel: KernelOp,
        launch: SSAValue,
        group: Sequence[SSAValue],
        items: SSAValue,
    ):
        """Makes the group record; `build` appends to the prologue."""
        self._build = build
        self._grain = _number(kernel.attributes[GRAIN])
        self.record = build.alloca(
            i8, GROUP_BYTES, alignment=GROUP_ALIGNMENT, hint="check"
        )
        address = build.offset(launch, LAUNCH_FIELDS["check"])
        words = build.load(address, GENERIC_POINTER, 8)
        self._call(build, "begin", words, *group, items)
        module = kernel.parent_op()
        assert isinstance(module, ModuleOp)
        for op in module.body.block.ops:
            if isinstance(op, llvm.GlobalOp) and EXTENT in op.attributes:
                self._variable(op)

    def _call(self, build: Builder, name: str, *operands: SSAValue) -> SSAValue | None:
        return call(build, name, (self.record, *operands))

    def _variable(self, op: llvm.GlobalOp) -> None:
        build = self._build
        pointer = llvm.LLVMPointerType(op.addr_space.value)
        variable = build.address_of(op.sym_name.data, pointer)
        extent = build.constant(_number(op.attributes[EXTENT]))
        self._call(build, "variable", build.generic(variable), extent)

    def local_argument(self, pointer: SSAValue, size: SSAValue, index: int) -> None:
        """Registers the memory of the local argument `index`."""
        self._local(pointer, size, -1 - index, index)

    def local_variable(self, pointer: SSAValue, size: int, op: Operation) -> None:
        """Registers the memory of the local variable `op`."""
        extent, slot = (_number(op.attributes[name]) for name in (EXTENT, SLOT))
        self._local(pointer, self._build.constant(size), extent, slot)

    def _local(self, pointer: SSAValue, size: SSAValue, extent: int, slot: int) -> None:
        build = self._build
        numbers = (build.constant(n) for n in (extent, self._grain, slot))
        self._call(build, "local", build.generic(pointer), size, *numbers)

    def begin_item(self, build: Builder, linear: SSAValue) -> None:
        """Marks the start of work item `linear`."""
        build.store(linear, build.offset(self.record, ITEM_OFFSET))

    def arrive(self, build: Builder, op: Operation) -> None:
        """
        Records that a work item has reached the meeting operation `op`. A barrier that the program
        does not contain (`barriers.py`) orders no accesses.
        """
        if SITE not in op.attributes:
            return
        flags = op.properties.get("flags")
        fence = flags.data if isinstance(flags, FenceFlagsAttr) else ()
        bits = sum(FENCES.get(flag, 0) for flag in fence)
        site = _number(op.attributes[SITE])
        self._call(build, "arrive", build.constant(site), build.constant(bits))

    def leave(self, build: Builder) -> None:
        """Records that a work item returns from the kernel."""
        self._call(build, "leave")

    def meet(self, build: Builder) -> SSAValue:
        """
        Records that all work items have reached the end of a region; the result is not 0 if they
        cannot go on.
        """
        result = self._call(build, "meet")
        assert result is not None
        return result

    def end(self, build: Builder) -> None:
        self._call(build, "end")
