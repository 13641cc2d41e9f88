"""
`opencl-lower-pointer-casts`: queries of generic pointers on the CPU device, where an address does
not identify its memory.

Needs: kernels of ABI `host` whose bodies are LLVM operations, all functions inlined. Leaves: no
`opencl.to_global`, `to_local`, `to_private`, `get_fence`. The answer follows from the origin of
the pointer, through address arithmetic, `select` and branches; where pointers into different
memories meet, the number of the memory accompanies the pointer. In modules for GPUs
`opencl-lower-sync` has already replaced these operations by hardware tests.

Errors: `to_global` and the like of a pointer that was read from memory, or made from a number; its
fence is that of both memories, as the specification allows.

Source: OpenCL C 3.0, section 6.15.13 (`to_global` and the like, `get_fence`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, i32, i64
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass

from xdsl_opencl.abi.enums import AddressSpace, FenceFlag
from xdsl_opencl.analysis.provenance import Mixed, Origin, Provenance, is_pointer
from xdsl_opencl.dialects.llvm_ext.instructions import AddrSpaceCastOp
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.dialects.opencl.memory import GetFenceOp, PointerCastOp
from xdsl_opencl.ir.build import Builder, pointer_space_number, replace
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.walk import Kinds, operations

_SPACES = {s.spir: s for s in AddressSpace if s is not AddressSpace.GENERIC}


def _leaf(value: SSAValue) -> Origin | None:
    """Returns the memory that the type of a pointer names; `None` for a generic pointer."""
    if not is_pointer(value.type):
        return None
    space = _SPACES.get(pointer_space_number(value.type))
    return None if space is None else Origin(value, space.spir, space)


class _Kernel:
    def __init__(self, kernel: KernelOp, ops: Sequence[Operation]):
        self._provenance = Provenance(kernel.body, _leaf)
        answers = [(op, self._answer(op)) for op in ops]
        self._provenance.finish()
        # Until then, origins are values of the unchanged kernel.
        for op, answer in answers:
            replace(op, (answer,))

    def _knows(self, pointer: SSAValue) -> bool:
        """
        Returns whether the memory that `pointer` points into is known, at compile time or at run
        time.
        """
        match self._provenance.of(pointer):
            case Origin(base=SSAValue()) | Mixed():
                return True
            case _:
                return False

    def _is_in(
        self, build: Builder, op: Operation, space: AddressSpace
    ) -> bool | SSAValue:
        """Returns whether the pointer of `op` points into `space`, or makes an `i1` for it."""
        pointer = op.operands[0]
        match self._provenance.of(pointer):
            case Origin(base=SSAValue(), extent=number):
                return number == space.spir
            case Mixed():
                number = self._provenance.values(pointer)[1]
                return build.compare("eq", number, build.constant(space.spir, i64))
            case _:
                fail(
                    op,
                    "the memory that this generic pointer points into is not known: it "
                    "was read from memory or made of a number; keep pointers to one "
                    "address space there",
                )

    def _answer(self, op: Operation) -> SSAValue:
        build = Builder.before(op)
        if isinstance(op, GetFenceOp):
            if not self._knows(op.operands[0]):
                both = FenceFlag.LOCAL.bit | FenceFlag.GLOBAL.bit
                return build.constant(both, i32)
            local = build.constant(FenceFlag.LOCAL.bit, i32)
            other = build.constant(FenceFlag.GLOBAL.bit, i32)
            fits = self._is_in(build, op, AddressSpace.LOCAL)
            if isinstance(fits, bool):
                return local if fits else other
            return build.select(fits, local, other)
        assert isinstance(op, PointerCastOp)
        type = op.result.type
        fits = self._is_in(build, op, op.SPACE)
        if fits is False:
            return build.null(type)
        cast = build.op(AddrSpaceCastOp, op.pointer, type=type)
        return cast if fits is True else build.select(fits, cast, build.null(type))


_LOWERED = Kinds(PointerCastOp, GetFenceOp)


@dataclass(frozen=True)
class OpenCLLowerPointerCastsPass(ModulePass):
    """
    Answers `to_global`, `to_local`, `to_private` and `get_fence` on the CPU device.
    """

    name = "opencl-lower-pointer-casts"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for kernel in op.body.block.ops:
            if isinstance(kernel, KernelOp) and kernel.body.blocks:
                ops = [inner for inner in operations(kernel) if _LOWERED[type(inner)]]
                if ops:
                    _Kernel(kernel, ops)
