"""
Adapts kernel arguments with different types in the dialect and in LLVM IR for operations that
expect the LLVM type.

| argument in LLVM IR | in the dialect | what the other operations get |
|---|---|---|
| image or sampler, a pointer or number | its own type | a cast to that pointer or number |
| `[3 x i32]`, `[2 x i32]` of clover's companions | a vector | its elements, the array again |
| `i1` | `i8` | the lowest bit |

So the output of LLVM's own R600 pass can be read, and our own output for r600 and mesa3d.
"""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.dialects import arith, llvm
from xdsl.dialects.builtin import (
    IntegerType,
    StringAttr,
    i1,
)
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue

from xdsl_opencl.abi.enums import AddressSpace
from xdsl_opencl.dialects.llvm_ext.instructions import FreezeOp
from xdsl_opencl.frontend.errors import RaiseError
from xdsl_opencl.ir.build import Builder, pointer_space_number

_GETTERS = ("llvm.OpenCL.", "llvm.AMDGPU.")


def _takes_opaque(op: Operation) -> bool:
    """True for an operation that may have an image or a sampler as an operand."""
    if isinstance(op, llvm.CallIntrinsicOp):
        name = op.properties["intrin"]
        return isinstance(name, StringAttr) and name.data.startswith(_GETTERS)
    kinds = (llvm.CallOp, llvm.SelectOp, arith.SelectOp, FreezeOp)
    return isinstance(op, kinds) or bool(op.successors)


def _start(value: SSAValue) -> Builder:
    """A builder after the definition of `value`."""
    if isinstance(value, BlockArgument):
        return Builder.at_start(value.block)
    owner = value.owner
    assert isinstance(owner, Operation)
    following = owner.next_op
    assert following is not None
    return Builder.before(following)


def adapt(originals: Mapping[SSAValue, Attribute]) -> None:
    """
    Gives the users of each value in `originals` its former form, before the change of its type;
    the mapping has the LLVM type.

    Raises `RaiseError` for the use of an image as an address.
    """
    for value, original in originals.items():
        if isinstance(original, llvm.LLVMArrayType):
            _adapt_array(value, original)
        elif original == i1 and isinstance(value.type, IntegerType):
            users = list(value.uses)
            if users:
                bit = _start(value).op(llvm.TruncOp, value, type=i1)
                for use in users:
                    use.operation.operands[use.index] = bit
        else:
            users = [use for use in value.uses if not _takes_opaque(use.operation)]
            if users:
                if (
                    isinstance(original, llvm.LLVMPointerType)
                    and pointer_space_number(original) != AddressSpace.CONSTANT.spir
                ):
                    user = users[0].operation
                    hint = f" '%{value.name_hint}'" if value.name_hint else ""
                    raise RaiseError(
                        f"'{user.name}' uses the address of the image{hint}; an image can "
                        "only be read, written and asked for its attributes",
                        user,
                    )
                cast = _start(value).cast(value, original)
                for use in users:
                    use.operation.operands[use.index] = cast


def _adapt_array(value: SSAValue, original: llvm.LLVMArrayType) -> None:
    """Replaces elements of the former array by elements of the vector `value`."""
    users = list(value.uses)
    if not users:
        return
    build = _start(value)
    elements: dict[int, SSAValue] = {}

    def element(index: int) -> SSAValue:
        if index not in elements:
            elements[index] = build.extract(value, index)
        return elements[index]

    array: SSAValue | None = None
    for use in users:
        op = use.operation
        if isinstance(op, llvm.ExtractValueOp):
            (index,) = op.position.get_values()
            op.results[0].replace_all_uses_with(element(int(index)))
            op.detach()
            op.erase()
            continue
        if array is None:
            array = build.add(llvm.UndefOp.create(result_types=(original,)))
            for index in range(original.size.data):
                array = build.insert_value(array, element(index), index)
        op.operands[use.index] = array
