"""The sampler family."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import (
    FlatSymbolRefAttrConstr,
    StringAttr,
    SymbolNameConstraint,
    SymbolRefAttr,
    i32,
)
from xdsl.interfaces import HasFolderInterface
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    ParsePropInAttrDict,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import ConstantLike, Pure, SymbolOpInterface, SymbolUserOpInterface
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.abi.enums import AddressingMode, FilterMode
from xdsl_opencl.dialects.definition import Built, PureOp, fill, irdl_op_definition
from xdsl_opencl.dialects.opencl.attrs import SamplerAttr
from xdsl_opencl.dialects.opencl.folding.constants import constant_integer
from xdsl_opencl.dialects.opencl.types import SamplerType
from xdsl_opencl.dialects.opencl.verification.symbols import find_symbol

_ADDRESSING = {
    0: AddressingMode.NONE,
    2: AddressingMode.CLAMP_TO_EDGE,
    4: AddressingMode.CLAMP,
    6: AddressingMode.REPEAT,
    8: AddressingMode.MIRRORED_REPEAT,
}
_FILTER = {0x10: FilterMode.NEAREST, 0x20: FilterMode.LINEAR}


def sampler_of_bits(bits: int) -> SamplerAttr:
    """
    The sampler of clang's literal: normalised 1; addressing 0, 2, 4, 6, 8; filter 0x10,
    0x20 (`clang/lib/Headers/opencl-c-base.h`, `CLK_*`).

    Raises `ValueError` for bits that are not a sampler.
    """
    addressing = _ADDRESSING.get(bits & 0xE)
    filter = _FILTER.get(bits & 0x30)
    if addressing is None or filter is None or bits & ~0x3F:
        raise ValueError(
            f"{bits:#x} is not a sampler; use the bits of a sampler constant"
        )
    return SamplerAttr(bool(bits & 1), addressing, filter)


@irdl_op_definition
class SamplerConstantOp(IRDLOperation, HasFolderInterface):
    """
    A sampler declared in a kernel or function.

    Example: `%s = opencl.sampler_constant <normalized = false, addressing =
    clamp_to_edge, filter = nearest>`
    """

    name = "opencl.sampler_constant"

    value = prop_def(SamplerAttr)
    result = result_def(SamplerType)

    assembly_format = "$value attr-dict"

    traits = traits_def(Pure(), ConstantLike())

    def fold(self) -> Sequence[SSAValue | Attribute]:
        return (self.value,)

    def __init__(self, value: SamplerAttr):
        fill(self, results=[SamplerType()], value=value)


@irdl_op_definition
class ProgramSamplerOp(IRDLOperation):
    """
    A sampler at program scope.

    Example: `opencl.program_sampler @edge <normalized = false, ...>`
    """

    name = "opencl.program_sampler"

    sym_name = prop_def(SymbolNameConstraint())
    sym_visibility = opt_prop_def(StringAttr)
    value = prop_def(SamplerAttr)

    irdl_options = (ParsePropInAttrDict(),)

    assembly_format = "$sym_name $value attr-dict"

    traits = traits_def(SymbolOpInterface())

    def __init__(self, name: str, value: SamplerAttr):
        fill(self, sym_name=StringAttr(name), value=value)


class _ProgramSamplerUser(SymbolUserOpInterface):
    def verify(self, op: Operation) -> None:
        assert isinstance(op, GetProgramSamplerOp)
        name = op.sampler.root_reference.data
        found = find_symbol(op, name)
        if not isinstance(found, ProgramSamplerOp):
            what = "is not defined" if found is None else f"is a {found.name}"
            raise VerifyException(
                f"{op.name}: @{name} {what}; expected an opencl.program_sampler"
            )


@irdl_op_definition
class GetProgramSamplerOp(IRDLOperation):
    """The value of a program-scope sampler: `%s = opencl.get_program_sampler @edge`."""

    name = "opencl.get_program_sampler"

    sampler = prop_def(FlatSymbolRefAttrConstr)
    result = result_def(SamplerType)

    assembly_format = "$sampler attr-dict"

    traits = traits_def(Pure(), _ProgramSamplerUser())

    def __init__(self, sampler: str | SymbolRefAttr):
        if isinstance(sampler, str):
            sampler = SymbolRefAttr(sampler)
        fill(self, results=[SamplerType()], sampler=sampler)


@irdl_op_definition
class TranslateSamplerOp(Built, PureOp, HasFolderInterface):
    """
    A sampler from clang's literal bits (`__translate_sampler_initializer`,
    `opencl-c-base.h`): normalised 1; addressing 0, 2, 4, 6, 8; filter 0x10, 0x20. Folds
    to `opencl.sampler_constant` when the bits are constant.

    Example: `%s = opencl.translate_sampler %bits`
    """

    name = "opencl.translate_sampler"

    bits = operand_def(i32)
    result = result_def(SamplerType)

    assembly_format = "$bits attr-dict"

    def verify_(self) -> None:
        bits = constant_integer(self.bits)
        if bits is not None:
            try:
                sampler_of_bits(bits)
            except ValueError as error:
                raise VerifyException(f"{self.name}: {error}") from None

    def fold(self) -> Sequence[SSAValue | Attribute] | None:
        bits = constant_integer(self.bits)
        return None if bits is None else (sampler_of_bits(bits),)


@irdl_op_definition
class SamplerResourceIdOp(Built, PureOp):
    """Low level: index of the sampler among the sampler arguments."""

    name = "opencl.sampler_resource_id"

    sampler = operand_def(SamplerType)
    result = result_def(i32)

    assembly_format = "$sampler attr-dict"
