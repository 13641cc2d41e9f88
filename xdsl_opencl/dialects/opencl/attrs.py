"""
Attributes of the `opencl` dialect.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import (
    ArrayAttr,
    BoolAttr,
    IntegerAttr,
    StringAttr,
    i32,
)
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import Attribute, ParametrizedAttribute, SpacedOpaqueSyntaxAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.abi.enums import (
    AccessQualifier,
    AddressingMode,
    AddressSpace,
    ElementKind,
    FilterMode,
    ImageKind,
)
from xdsl_opencl.abi.model import AbiError
from xdsl_opencl.abi.target import Abi, Target


@irdl_attr_definition
class AddressSpaceAttr(EnumAttribute[AddressSpace]):
    """
    The memory space of a `memref`: `memref<?xf32, #opencl.address_space<global>>`.
    """

    name = "opencl.address_space"

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            super().print_parameter(printer)

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> AddressSpace:
        with parser.in_angle_brackets():
            return super().parse_parameter(parser)


@irdl_attr_definition
class AccessQualifierAttr(EnumAttribute[AccessQualifier], SpacedOpaqueSyntaxAttribute):
    name = "opencl.access"


@irdl_attr_definition
class ImageKindAttr(EnumAttribute[ImageKind], SpacedOpaqueSyntaxAttribute):
    name = "opencl.image_kind"


@irdl_attr_definition
class AddressingModeAttr(EnumAttribute[AddressingMode], SpacedOpaqueSyntaxAttribute):
    name = "opencl.addressing"


@irdl_attr_definition
class FilterModeAttr(EnumAttribute[FilterMode], SpacedOpaqueSyntaxAttribute):
    name = "opencl.filter"


@irdl_attr_definition
class ElementKindAttr(EnumAttribute[ElementKind], SpacedOpaqueSyntaxAttribute):
    name = "opencl.element"


@irdl_attr_definition
class SamplerAttr(ParametrizedAttribute):
    """
    A sampler known at compile time.

    Example: `#opencl.sampler<normalized = false, addressing = clamp_to_edge, filter =
    nearest>`.
    """

    name = "opencl.sampler"

    normalized: BoolAttr
    addressing: AddressingModeAttr
    filter: FilterModeAttr

    def __init__(
        self,
        normalized: bool | BoolAttr,
        addressing: AddressingMode | AddressingModeAttr,
        filter: FilterMode | FilterModeAttr,
    ):
        if isinstance(normalized, bool):
            normalized = BoolAttr.from_bool(normalized)
        if isinstance(addressing, AddressingMode):
            addressing = AddressingModeAttr(addressing)
        if isinstance(filter, FilterMode):
            filter = FilterModeAttr(filter)
        super().__init__(normalized, addressing, filter)

    @property
    def is_normalized(self) -> bool:
        return bool(self.normalized.value.data)

    def verify(self) -> None:
        mode = self.addressing.data
        if not self.is_normalized and mode in (
            AddressingMode.REPEAT,
            AddressingMode.MIRRORED_REPEAT,
        ):
            raise VerifyException(
                f"sampler: addressing mode {mode} needs normalized coordinates "
                "(OpenCL C 3.0, section 6.15.15.2)"
            )

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            normalized = "true" if self.is_normalized else "false"
            printer.print_string(
                f"normalized = {normalized}, addressing = {self.addressing.data}, "
                f"filter = {self.filter.data}"
            )

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            parser.parse_keyword("normalized")
            parser.parse_punctuation("=")
            normalized = parser.parse_boolean()
            parser.parse_punctuation(",")
            parser.parse_keyword("addressing")
            parser.parse_punctuation("=")
            addressing = AddressingModeAttr.parse_parameter(parser)
            parser.parse_punctuation(",")
            parser.parse_keyword("filter")
            parser.parse_punctuation("=")
            filter = FilterModeAttr.parse_parameter(parser)
        return (
            BoolAttr.from_bool(normalized),
            AddressingModeAttr(addressing),
            FilterModeAttr(filter),
        )


@irdl_attr_definition
class TargetAttr(ParametrizedAttribute):
    """
    The target of a module, put there by `opencl-attach-target`.

    Example: `#opencl.target<abi = "amdhsa", mcpu = "gfx1100", features = ["+xnack"],
    code_object_version = 5, wave_size = 32>`; fields left out have `Target`'s defaults.
    """

    name = "opencl.target"

    abi: StringAttr
    mcpu: StringAttr
    features: ArrayAttr[StringAttr]
    code_object_version: IntegerAttr
    wave_size: IntegerAttr

    @staticmethod
    def from_target(target: Target) -> TargetAttr:
        return TargetAttr(
            StringAttr(target.abi),
            StringAttr(target.mcpu),
            ArrayAttr(StringAttr(f) for f in target.features),
            IntegerAttr(target.code_object_version, i32),
            IntegerAttr(target.wave_size, i32),
        )

    @property
    def target(self) -> Target:
        """
        The target as the ABI layer's object.

        Raises `AbiError` where `Target` does; a verified attribute never does.
        """
        return Target(
            Abi(self.abi.data),
            self.mcpu.data,
            tuple(f.data for f in self.features),
            self.code_object_version.value.data,
            self.wave_size.value.data,
        )

    def verify(self) -> None:
        try:
            _ = self.target
        except (AbiError, ValueError) as error:
            raise VerifyException(f"opencl.target: {error}") from None

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string("abi = ")
            printer.print_attribute(self.abi)
            printer.print_string(", mcpu = ")
            printer.print_attribute(self.mcpu)
            printer.print_string(", features = ")
            printer.print_attribute(self.features)
            printer.print_string(
                f", code_object_version = {self.code_object_version.value.data}"
                f", wave_size = {self.wave_size.value.data}"
            )

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        default = TargetAttr.from_target(Target())
        fields: dict[str, Attribute] = {
            "abi": default.abi,
            "mcpu": default.mcpu,
            "features": default.features,
            "code_object_version": default.code_object_version,
            "wave_size": default.wave_size,
        }
        integers = ("code_object_version", "wave_size")
        seen: set[str] = set()

        def parse_field() -> None:
            key = parser.parse_identifier("target field")
            if key not in fields:
                parser.raise_error(
                    f"unknown target field '{key}'; one of {', '.join(fields)}"
                )
            if key in seen:
                parser.raise_error(f"target field '{key}' is given twice")
            seen.add(key)
            parser.parse_punctuation("=")
            if key in integers:
                fields[key] = IntegerAttr(parser.parse_integer(), i32)
            else:
                fields[key] = parser.parse_attribute()

        parser.parse_comma_separated_list(parser.Delimiter.ANGLE, parse_field)
        return tuple(fields.values())
