"""Types of the `opencl` dialect (OpenCL C 3.0, section 6.3.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import MemRefType, VectorType
from xdsl.dialects.llvm import LLVMArrayType, LLVMStructType
from xdsl.ir import Attribute, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.abi.enums import AccessQualifier, ImageKind
from xdsl_opencl.dialects.opencl.attrs import AccessQualifierAttr, ImageKindAttr


@irdl_attr_definition
class ImageType(ParametrizedAttribute, TypeAttribute):
    """
    An image: `!opencl.image<image2d_t, read_only>`. The type alone decides what is legal.
    """

    name = "opencl.image"

    kind: ImageKindAttr
    access: AccessQualifierAttr

    def __init__(
        self,
        kind: ImageKind | ImageKindAttr,
        access: AccessQualifier | AccessQualifierAttr,
    ):
        if isinstance(kind, ImageKind):
            kind = ImageKindAttr(kind)
        if isinstance(access, AccessQualifier):
            access = AccessQualifierAttr(access)
        super().__init__(kind, access)

    @property
    def image_kind(self) -> ImageKind:
        return self.kind.data

    @property
    def access_qualifier(self) -> AccessQualifier:
        return self.access.data

    @staticmethod
    def _error(kind: ImageKind, access: AccessQualifier) -> str | None:
        if access is not AccessQualifier.NONE:
            return None
        return (
            f"image type {kind} needs an access qualifier: read_only, write_only or "
            "read_write"
        )

    def verify(self) -> None:
        if (error := self._error(self.kind.data, self.access.data)) is not None:
            raise VerifyException(error)

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            # The generic form is what upstream MLIR reads.
            quote = '"' if printer.print_generic_format else ""
            separator = f"{quote}, {quote}"
            printer.print_string(
                f"{quote}{self.kind.data}{separator}{self.access.data}{quote}"
            )

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            kind = ImageKindAttr.parse_parameter(parser)
            parser.parse_punctuation(",")
            access = AccessQualifierAttr.parse_parameter(parser)
            if (error := cls._error(kind, access)) is not None:
                parser.raise_error(error)
        return ImageKindAttr(kind), AccessQualifierAttr(access)


@irdl_attr_definition
class SamplerType(ParametrizedAttribute, TypeAttribute):
    """A sampler, `sampler_t`."""

    name = "opencl.sampler"


@irdl_attr_definition
class EventType(ParametrizedAttribute, TypeAttribute):
    """An event of an asynchronous copy, `event_t`."""

    name = "opencl.event"


@irdl_attr_definition
class QueueType(ParametrizedAttribute, TypeAttribute):
    """A device queue, `queue_t`."""

    name = "opencl.queue"


@irdl_attr_definition
class ClkEventType(ParametrizedAttribute, TypeAttribute):
    """An event of a kernel enqueued on the device, `clk_event_t`."""

    name = "opencl.clk_event"


@irdl_attr_definition
class ReserveIdType(ParametrizedAttribute, TypeAttribute):
    """A reservation in a pipe, `reserve_id_t`."""

    name = "opencl.reserve_id"


_PIPE_ACCESS = (AccessQualifier.READ_ONLY, AccessQualifier.WRITE_ONLY)


@irdl_attr_definition
class PipeType(ParametrizedAttribute, TypeAttribute):
    """A pipe of packets of `element`: `!opencl.pipe<i32, read_only>`."""

    name = "opencl.pipe"

    element: Attribute
    access: AccessQualifierAttr

    def __init__(
        self, element: Attribute, access: AccessQualifier | AccessQualifierAttr
    ):
        if isinstance(access, AccessQualifier):
            access = AccessQualifierAttr(access)
        super().__init__(element, access)

    def verify(self) -> None:
        if self.access.data not in _PIPE_ACCESS:
            raise VerifyException(
                "a pipe is read_only or write_only; write one of them"
            )

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_attribute(self.element)
            quote = '"' if printer.print_generic_format else ""
            printer.print_string(f", {quote}{self.access.data}{quote}")

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            element = parser.parse_type()
            parser.parse_punctuation(",")
            access = AccessQualifierAttr.parse_parameter(parser)
            if access not in _PIPE_ACCESS:
                parser.raise_error(
                    "a pipe is read_only or write_only; write one of them"
                )
        return element, AccessQualifierAttr(access)


_OPAQUE = (ImageType, SamplerType, QueueType, ReserveIdType, PipeType)


def contains_opaque(type: Attribute) -> Attribute | None:
    """
    Returns the first image, sampler, queue, reservation or pipe inside a value of `type` in
    memory. OpenCL C forbids these there (3.0, section 6.11, restrictions b and c).
    """
    if isinstance(type, _OPAQUE):
        return type
    if isinstance(type, LLVMStructType):
        for member in type.types.data:
            if (found := contains_opaque(member)) is not None:
                return found
        return None
    if isinstance(type, LLVMArrayType):
        return contains_opaque(type.type)
    if isinstance(type, MemRefType | VectorType):
        container = cast(MemRefType | VectorType, type)
        return contains_opaque(container.element_type)
    return None


OPAQUE_TYPES = (
    ImageType,
    SamplerType,
    EventType,
    ClkEventType,
    QueueType,
    ReserveIdType,
    PipeType,
)
"""Types of values that LLVM operations cannot take, but copies and selects may."""
