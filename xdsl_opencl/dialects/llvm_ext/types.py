"""Types of the `llvm` dialect that xDSL 0.74 lacks."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from xdsl.dialects import llvm
from xdsl.dialects.builtin import ArrayAttr, IntAttr, StringAttr
from xdsl.ir import Attribute, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer


@irdl_attr_definition
class TargetType(ParametrizedAttribute, TypeAttribute):
    """
    LLVM's `target("name", types, numbers)`: a type that only one target knows (LangRef,
    "Target Extension Type").

    Example: `!llvm.target<"spirv.Image", !llvm.void, 1, 0, 0, 0, 0, 0, 0>`
    """

    name = "llvm.target"

    target_name: StringAttr
    type_parameters: ArrayAttr[Attribute]
    numbers: ArrayAttr[IntAttr]

    @staticmethod
    def of(
        name: str, types: Sequence[Attribute] = (), numbers: Sequence[int] = ()
    ) -> TargetType:
        """The type called `name`."""
        return TargetType(
            StringAttr(name), ArrayAttr(types), ArrayAttr(map(IntAttr, numbers))
        )

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> list[Attribute]:
        # Functions of xDSL's dialect have no arguments of this type before.
        import_module("xdsl_opencl.dialects.changes")
        with parser.in_angle_brackets():
            name = parser.parse_str_literal()
            types: list[Attribute] = []
            numbers: list[IntAttr] = []
            while parser.parse_optional_punctuation(",") is not None:
                number = parser.parse_optional_integer(allow_boolean=False)
                if number is not None:
                    numbers.append(IntAttr(number))
                elif numbers:
                    parser.raise_error("expected an integer: types come first")
                else:
                    types.append(llvm.parse_llvm_type(parser))
        return [StringAttr(name), ArrayAttr(types), ArrayAttr(numbers)]

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string_literal(self.target_name.data)
            for type_ in self.type_parameters.data:
                printer.print_string(", ")
                printer.print_attribute(type_)
            for number in self.numbers.data:
                printer.print_string(f", {number.data}")


LLVM_EXT_TYPES: tuple[type[Attribute], ...] = (TargetType,)
