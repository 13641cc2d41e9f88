"""The attributes of upstream's `linalg` that xDSL 0.74 lacks."""

from __future__ import annotations

from enum import auto

from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import Data
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.str_enum import StrEnum

from xdsl_opencl.dialects.linalg_ext.table import KINDS


class TypeFn(StrEnum):
    """How numbers are converted to the type of a result (MLIR, `TypeFn`)."""

    CAST_SIGNED = auto()
    CAST_UNSIGNED = auto()


@irdl_attr_definition
class TypeFnAttr(EnumAttribute[TypeFn]):
    """Example: `#linalg.type_fn<cast_unsigned>`"""

    name = "linalg.type_fn"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> TypeFn:
        with parser.in_angle_brackets():
            return super().parse_parameter(parser)

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            super().print_parameter(printer)


@irdl_attr_definition
class ElementwiseKindAttr(Data[str]):
    """
    A function of `linalg.elementwise` (MLIR, `ElementwiseKind`).

    Example: `#linalg.elementwise_kind<add>`
    """

    name = "linalg.elementwise_kind"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> str:
        with parser.in_angle_brackets():
            place = parser.pos
            kind = parser.parse_identifier()
            if kind not in KINDS:
                parser.raise_error(f"expected one of {', '.join(KINDS)}", place)
            return kind

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(self.data)
