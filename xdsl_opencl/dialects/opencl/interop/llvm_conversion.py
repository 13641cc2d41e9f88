"""The dialect's part in the conversion of upstream's standard dialects to `llvm`."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.dialects.builtin import IntAttr, ModuleOp
from xdsl.dialects.llvm import LLVMPointerType
from xdsl.ir import Attribute, Operation

from xdsl_opencl.abi.enums import AddressSpace
from xdsl_opencl.abi.gpu.library_functions import lowered_to_a_call
from xdsl_opencl.abi.target import Target
from xdsl_opencl.dialects.interfaces import LLVMConversionInterface
from xdsl_opencl.dialects.opencl.attrs import (
    TARGET_ATTRIBUTE,
    AddressSpaceAttr,
    TargetAttr,
)
from xdsl_opencl.dialects.opencl.interop.llvm_handles import handle_type
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.dialects.opencl.memory import LocalOp

_LOCAL_POINTER = LLVMPointerType(IntAttr(AddressSpace.LOCAL.spir))

_ADVICE: Mapping[str, str] = {
    "memory space": "use #opencl.address_space<...> or an integer",
    "allocation": (
        "use 'memref.alloca' for private and #opencl.address_space<local> for work-group "
        "memory"
    ),
    "library function": (
        "run 'convert-math-to-opencl' first, for a target with a mathematical library"
    ),
    "rounding mode": "use 'opencl.convert' with that rounding mode",
    "opencl type": "attach a target first: 'opencl-attach-target{abi=... mcpu=...}'",
    "vector.print": "use 'opencl.printf'",
}


def _target(module: ModuleOp) -> Target | None:
    attribute = module.attributes.get(TARGET_ATTRIBUTE)
    return attribute.target if isinstance(attribute, TargetAttr) else None


class OpenCLToLLVM(LLVMConversionInterface):
    """
    Types are the handles of the module's target, and stay without one; memory spaces have
    SPIR's numbers; local memory is an `opencl.local`, which the conversion of kernels
    makes a variable.
    """

    allocations = (LocalOp,)
    allocated_spaces = (AddressSpace.LOCAL.spir,)

    def llvm_type(self, type_: Attribute, module: ModuleOp) -> Attribute | None:
        target = _target(module)
        return None if target is None else handle_type(type_, target)

    def keeps_type(self, type_: Attribute, module: ModuleOp) -> bool:
        target = _target(module)
        return target is not None and target.interface.keeps_operations

    def llvm_address_space(self, space: Attribute) -> int | None:
        return space.data.spir if isinstance(space, AddressSpaceAttr) else None

    def index_bitwidth(self, module: ModuleOp) -> int | None:
        target = _target(module)
        return None if target is None else target.index_bitwidth

    def bare_pointers(self, module: ModuleOp) -> bool:
        return TARGET_ATTRIBUTE in module.attributes or any(
            isinstance(op, KernelOp) for op in module.body.block.ops
        )

    def allocate(
        self, number: int, stored: Attribute, alignment: int | None
    ) -> Operation:
        return LocalOp(_LOCAL_POINTER, stored, alignment)

    def lacks_function(self, module: ModuleOp, name: str, element: Attribute) -> bool:
        target = _target(module)
        if target is None or not target.interface.is_gpu:
            return False
        return lowered_to_a_call(name, str(element))

    def lacks_type(self, module: ModuleOp, type_: Attribute) -> bool:
        # Only hosts have these, and not all of them.
        target = _target(module)
        return target is not None and target.interface.is_gpu

    def advice(self, subject: str) -> str | None:
        return _ADVICE.get(subject)
