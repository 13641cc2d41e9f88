"""Attributes of the `opencl` dialect."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import ClassVar, cast

from typing_extensions import TypeVar
from xdsl.dialects.builtin import ArrayAttr, BoolAttr, IntegerAttr, StringAttr, i32
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import Attribute, Data, ParametrizedAttribute, SpacedOpaqueSyntaxAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa
from xdsl.utils.str_enum import StrEnum

from xdsl_opencl.abi.enums import (
    AccessQualifier,
    AddressingMode,
    AddressSpace,
    ElementKind,
    FenceFlag,
    FilterMode,
    ImageKind,
    MemoryOrder,
    MemoryScope,
    RoundingMode,
)
from xdsl_opencl.abi.model import AbiError
from xdsl_opencl.abi.target import Target

TARGET_ATTRIBUTE = "opencl.target"
"""Attribute of an opencl-level module: its `#opencl.target`."""

EnumT = TypeVar("EnumT", bound=StrEnum)


class SpelledEnum(Data[EnumT], SpacedOpaqueSyntaxAttribute):
    """
    An enumerator, `#opencl<access read_only>`. The generic form quotes it, `#opencl<access
    <"read_only">>`: upstream MLIR reads and prints this form for an attribute that is defined in
    IRDL. Both forms are read everywhere.
    """

    enum_type: ClassVar[type[StrEnum]]
    """Set by `EnumAttribute`."""

    def print_parameter(self, printer: Printer) -> None:
        if printer.print_generic_format:
            printer.print_string(f'<"{self.data.value}">')
        else:
            printer.print_identifier_or_string_literal(self.data.value)

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> EnumT:
        quoted = parser.parse_optional_punctuation("<") is not None
        value = parser.parse_str_enum(cls.enum_type)
        if quoted:
            parser.parse_punctuation(">")
        return cast(EnumT, value)


@irdl_attr_definition
class AddressSpaceAttr(EnumAttribute[AddressSpace]):
    """
    The memory space of a `memref`: `memref<?xf32, #opencl.address_space<global>>`.
    """

    name = "opencl.address_space"

    def print_parameter(self, printer: Printer) -> None:
        quote = '"' if printer.print_generic_format else ""
        printer.print_string(f"<{quote}{self.data.value}{quote}>")

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> AddressSpace:
        with parser.in_angle_brackets():
            return super().parse_parameter(parser)


@irdl_attr_definition
class AccessQualifierAttr(SpelledEnum[AccessQualifier], EnumAttribute[AccessQualifier]):
    """The access of a kernel to an image or pipe: `#opencl<access read_only>`."""

    name = "opencl.access"


@irdl_attr_definition
class ImageKindAttr(SpelledEnum[ImageKind], EnumAttribute[ImageKind]):
    """One of OpenCL's image types: `#opencl<image_kind image2d_t>`."""

    name = "opencl.image_kind"


@irdl_attr_definition
class AddressingModeAttr(SpelledEnum[AddressingMode], EnumAttribute[AddressingMode]):
    """The result of a sampler outside the image: `#opencl<addressing clamp>`."""

    name = "opencl.addressing"


@irdl_attr_definition
class FilterModeAttr(SpelledEnum[FilterMode], EnumAttribute[FilterMode]):
    """The interpolation of a sampler: `#opencl<filter linear>`."""

    name = "opencl.filter"


@irdl_attr_definition
class ElementKindAttr(SpelledEnum[ElementKind], EnumAttribute[ElementKind]):
    """The suffix of `read_image` and `write_image`: `#opencl<element f>`."""

    name = "opencl.element"


@irdl_attr_definition
class MemoryOrderAttr(SpelledEnum[MemoryOrder], EnumAttribute[MemoryOrder]):
    """
    Order of an atomic (OpenCL C 3.0, section 6.15.12.4): `#opencl<memory_order relaxed>`.
    """

    name = "opencl.memory_order"


@irdl_attr_definition
class MemoryScopeAttr(SpelledEnum[MemoryScope], EnumAttribute[MemoryScope]):
    """
    Scope of an atomic or barrier (OpenCL C 3.0, section 6.15.12.5): `#opencl<memory_scope device>`.
    """

    name = "opencl.memory_scope"


@irdl_attr_definition
class RoundingModeAttr(SpelledEnum[RoundingMode], EnumAttribute[RoundingMode]):
    """The `_rte`, `_rtz`, `_rtp`, `_rtn` of conversions: `#opencl<rounding rtz>`."""

    name = "opencl.rounding"


class AtomicKind(StrEnum):
    """
    The function of `opencl.atomic_rmw`: `new = old <kind> value` (OpenCL C 3.0, section
    6.15.12.7.5 and the legacy `atomic_*` of 6.15.12.8). `min` and `max` are signed,
    `umin` and `umax` unsigned, those with `f` take floating point. `atomic_inc` and
    `atomic_dec` are `add` and `sub` of 1.
    """

    XCHG = "xchg"
    ADD = "add"
    SUB = "sub"
    AND = "and"
    OR = "or"
    XOR = "xor"
    MIN = "min"
    MAX = "max"
    UMIN = "umin"
    UMAX = "umax"
    FADD = "fadd"
    FMIN = "fmin"
    FMAX = "fmax"


@irdl_attr_definition
class AtomicKindAttr(SpelledEnum[AtomicKind], EnumAttribute[AtomicKind]):
    """The function of `opencl.atomic_rmw`: `#opencl<atomic_kind add>`."""

    name = "opencl.atomic_kind"


class GroupOperation(StrEnum):
    """
    Combining function of work-group and sub-group reductions and scans (OpenCL C 3.0,
    section 6.15.16). `min` and `max` are those of signed integers and floating point.
    """

    ADD = "add"
    MUL = "mul"
    MIN = "min"
    MAX = "max"
    UMIN = "umin"
    UMAX = "umax"
    AND = "and"
    OR = "or"
    XOR = "xor"


@irdl_attr_definition
class GroupOperationAttr(SpelledEnum[GroupOperation], EnumAttribute[GroupOperation]):
    """The function of a reduction or scan: `#opencl<group_operation add>`."""

    name = "opencl.group_operation"


class BallotQuery(StrEnum):
    """The query of a ballot (cl_khr_subgroup_ballot, `sub_group_ballot_*`)."""

    BIT_COUNT = "bit_count"
    INCLUSIVE_SCAN = "inclusive_scan"
    EXCLUSIVE_SCAN = "exclusive_scan"
    FIND_LSB = "find_lsb"
    FIND_MSB = "find_msb"


@irdl_attr_definition
class BallotQueryAttr(SpelledEnum[BallotQuery], EnumAttribute[BallotQuery]):
    """The query of a ballot: `#opencl<ballot_query bit_count>`."""

    name = "opencl.ballot_query"


class LaneMask(StrEnum):
    """
    Relation of a sub-group local id to that of the current work item (`get_sub_group_*_mask`).
    """

    EQ = "eq"
    GE = "ge"
    GT = "gt"
    LE = "le"
    LT = "lt"


@irdl_attr_definition
class LaneMaskAttr(SpelledEnum[LaneMask], EnumAttribute[LaneMask]):
    """The work items that a mask names: `#opencl<lane_mask lt>`."""

    name = "opencl.lane_mask"


@irdl_attr_definition
class FenceFlagsAttr(Data[frozenset[FenceFlag]], SpacedOpaqueSyntaxAttribute):
    """
    A set of `CLK_*_MEM_FENCE` flags: `#opencl.fence_flags local|global`; no flag is
    written `none`.
    """

    name = "opencl.fence_flags"

    def __init__(self, flags: Iterable[FenceFlag] = ()):
        super().__init__(frozenset(flags))

    @staticmethod
    def from_bits(bits: int) -> FenceFlagsAttr:
        """
        The flags of a `cl_mem_fence_flags` value: 1 local, 2 global, 4 image
        (clang `opencl-c-base.h`, `CLK_*_MEM_FENCE`).

        Raises `ValueError` for any other bit.
        """
        if bits & ~7:
            raise ValueError(f"{bits} is not a combination of CLK_*_MEM_FENCE flags")
        return FenceFlagsAttr(flag for i, flag in enumerate(FenceFlag) if bits >> i & 1)

    @property
    def bits(self) -> int:
        """The `cl_mem_fence_flags` value."""
        return sum(1 << i for i, flag in enumerate(FenceFlag) if flag in self.data)

    def print_parameter(self, printer: Printer) -> None:
        names = [flag.value for flag in FenceFlag if flag in self.data]
        flags = "|".join(names) or "none"
        # See `SpelledEnum`.
        printer.print_string(f'<"{flags}">' if printer.print_generic_format else flags)

    @classmethod
    def _parse_quoted(cls, parser: AttrParser) -> frozenset[FenceFlag]:
        start = parser.pos
        text = parser.parse_str_literal()
        names = [] if text == "none" else text.split("|")
        if len(set(names)) != len(names) or not set(names) <= set(FenceFlag):
            parser.raise_error(
                f'fence flags "{text}"; expected "none" or some of '
                f"{', '.join(FenceFlag)}, each once, with | between",
                start,
            )
        return frozenset(map(FenceFlag, names))

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> frozenset[FenceFlag]:
        if parser.parse_optional_punctuation("<") is not None:
            quoted = cls._parse_quoted(parser)
            parser.parse_punctuation(">")
            return quoted
        if parser.parse_optional_keyword("none") is not None:
            return frozenset()
        flags = [parser.parse_str_enum(FenceFlag)]
        while parser.parse_optional_punctuation("|") is not None:
            start = parser.pos
            flag = parser.parse_str_enum(FenceFlag)
            if flag in flags:
                parser.raise_error(
                    f"fence flag {flag} is given twice; remove one", start
                )
            flags.append(flag)
        return frozenset(flags)


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

    @property
    def doubt(self) -> str | None:
        """Returns a warning for a legal sampler with undefined reads."""
        mode = self.addressing.data
        repeats = mode in (AddressingMode.REPEAT, AddressingMode.MIRRORED_REPEAT)
        if self.is_normalized or not repeats:
            return None
        return (
            f"the sampler's addressing mode {mode} needs normalized coordinates; what it "
            "reads is undefined (OpenCL C 3.0, section 6.15.15.2)"
        )

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            normalized = "true" if self.is_normalized else "false"
            if printer.print_generic_format:
                # The parameters alone: what upstream MLIR reads.
                printer.print_string(
                    f'{normalized}, "{self.addressing.data}", "{self.filter.data}"'
                )
                return
            printer.print_string(
                f"normalized = {normalized}, addressing = {self.addressing.data}, "
                f"filter = {self.filter.data}"
            )

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            named = parser.parse_optional_keyword("normalized") is not None

            def parse_name(name: str) -> None:
                parser.parse_punctuation(",")
                if named:
                    parser.parse_keyword(name)
                    parser.parse_punctuation("=")

            if named:
                parser.parse_punctuation("=")
            normalized = parser.parse_boolean()
            parse_name("addressing")
            addressing = AddressingModeAttr.parse_parameter(parser)
            parse_name("filter")
            filter = FilterModeAttr.parse_parameter(parser)
        return (
            BoolAttr.from_bool(normalized),
            AddressingModeAttr(addressing),
            FilterModeAttr(filter),
        )


_made_target = lru_cache(maxsize=64)(Target)


def _target(
    abi: StringAttr,
    mcpu: StringAttr,
    features: ArrayAttr[StringAttr],
    code_object_version: IntegerAttr,
    wave_size: IntegerAttr,
    pointer_bits: IntegerAttr,
) -> Target:
    return _made_target(
        abi.data,
        mcpu.data,
        tuple([f.data for f in features.data]),
        code_object_version.value.data,
        wave_size.value.data,
        pointer_bits.value.data,
    )


@irdl_attr_definition
class TargetAttr(ParametrizedAttribute):
    """
    The target of a module, put there by `opencl-attach-target`.

    Example: `#opencl.target<abi = "amdhsa", mcpu = "gfx1100", features = ["+cumode"],
    code_object_version = 5, wave_size = 32>`; fields left out have `Target`'s defaults. The text
    contains the fields that the ABI uses, features if there are any, and `pointer_bits = 32` if
    that is not the ABI's default (`amdcl2`).
    """

    name = "opencl.target"

    abi: StringAttr
    mcpu: StringAttr
    features: ArrayAttr[StringAttr]
    code_object_version: IntegerAttr
    wave_size: IntegerAttr
    pointer_bits: IntegerAttr

    @staticmethod
    @lru_cache(maxsize=64)
    def from_target(target: Target) -> TargetAttr:
        return TargetAttr(
            StringAttr(target.abi),
            StringAttr(target.mcpu),
            ArrayAttr(StringAttr(f) for f in target.features),
            IntegerAttr(target.code_object_version, i32),
            IntegerAttr(target.wave_size, i32),
            IntegerAttr(target.pointer_bits, i32),
        )

    @property
    def target(self) -> Target:
        """
        Returns the target as an object of the ABI layer.

        Raises `AbiError` where `Target` does; a verified attribute never does.
        """
        return _target(
            self.abi,
            self.mcpu,
            self.features,
            self.code_object_version,
            self.wave_size,
            self.pointer_bits,
        )

    def verify(self) -> None:
        try:
            _ = self.target
        except AbiError as error:
            raise VerifyException(f"opencl.target: {error}") from None

    def print_parameters(self, printer: Printer) -> None:
        if printer.print_generic_format:
            # The parameters alone: what upstream MLIR reads.
            super().print_parameters(printer)
            return
        target = self.target
        with printer.in_angle_brackets():
            printer.print_string("abi = ")
            printer.print_attribute(self.abi)
            if target.mcpu:
                printer.print_string(", mcpu = ")
                printer.print_attribute(self.mcpu)
            if target.features:
                printer.print_string(", features = ")
                printer.print_attribute(self.features)
            if target.has_code_object:
                printer.print_string(
                    f", code_object_version = {target.code_object_version}"
                )
            if target.is_amdgcn:
                printer.print_string(f", wave_size = {target.wave_size}")
            if target.pointer_bits != target.interface.pointer_bits[0]:
                printer.print_string(f", pointer_bits = {target.pointer_bits}")

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        integer_fields = {
            "code_object_version": IntegerAttr(Target.code_object_version, i32),
            # The processor decides, see `Target`.
            "wave_size": IntegerAttr(0, i32),
            "pointer_bits": IntegerAttr(0, i32),
        }
        fields: dict[str, Attribute] = {
            "abi": StringAttr(Target.abi),
            "mcpu": StringAttr(""),
            "features": ArrayAttr[StringAttr]([]),
        }
        names = [*fields, *integer_fields]
        seen: dict[str, None] = {}

        def parse_field() -> None:
            key = parser.parse_optional_identifier()
            if key is None:
                # The generic form: the parameters alone, in order.
                if len(seen) == len(names) or names[: len(seen)] != [*seen]:
                    parser.raise_error(
                        f"expected a target field; one of {', '.join(names)}"
                    )
                key = names[len(seen)]
                seen[key] = None
                value = parser.parse_attribute()
                if key not in integer_fields:
                    fields[key] = value
                elif isinstance(value, IntegerAttr):
                    integer_fields[key] = IntegerAttr(value.value.data, i32)
                else:
                    parser.raise_error(f"target field '{key}' is an integer")
                return
            if key not in fields and key not in integer_fields:
                parser.raise_error(
                    f"unknown target field '{key}'; one of {', '.join(names)}"
                )
            if key in seen:
                parser.raise_error(f"target field '{key}' is given twice; remove one")
            seen[key] = None
            parser.parse_punctuation("=")
            if key in integer_fields:
                integer_fields[key] = IntegerAttr(parser.parse_integer(), i32)
            else:
                fields[key] = parser.parse_attribute()

        parser.parse_comma_separated_list(parser.Delimiter.ANGLE, parse_field)
        abi, mcpu, features = fields.values()
        if not (isinstance(abi, StringAttr) and isinstance(mcpu, StringAttr)):
            parser.raise_error("the target's abi and mcpu are strings; quote them")
        if not isa(features, ArrayAttr[StringAttr]):
            parser.raise_error(
                "the target's features are an array of strings; write them in brackets"
            )
        try:
            # Omitted fields are filled in, so that equal targets are equal attributes.
            complete = TargetAttr.from_target(
                _target(abi, mcpu, features, *integer_fields.values())
            )
        except AbiError as error:
            parser.raise_error(f"opencl.target: {error}")
        return complete.parameters
