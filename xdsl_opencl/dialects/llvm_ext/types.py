"""
Types and calling conventions of the `llvm` dialect that xDSL 0.74 lacks.

The verifiers of xDSL's `!llvm.func` and `#llvm.cconv` have closed lists. Attributes with
other types and names are made here without them, and are of xDSL's classes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from typing_extensions import TypeVar
from xdsl.dialects import llvm
from xdsl.dialects.builtin import ArrayAttr, IntAttr, NoneAttr, StringAttr, UnitAttr, i8
from xdsl.ir import Attribute, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer

Made = TypeVar("Made", bound=ParametrizedAttribute)


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
        return TargetType(
            StringAttr(name), ArrayAttr(types), ArrayAttr(map(IntAttr, numbers))
        )

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> list[Attribute]:
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
                    types.append(_parse_llvm_type(parser))
        return [StringAttr(name), ArrayAttr(types), ArrayAttr(numbers)]

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string_literal(self.target_name.data)
            for type_ in self.type_parameters.data:
                printer.print_string(", ")
                printer.print_attribute(type_)
            for number in self.numbers.data:
                printer.print_string(f", {number.data}")


def _parse_llvm_type(parser: AttrParser) -> Attribute:
    """Parses a type as it stands inside another one, where `!llvm.` may be left out."""
    if parser.parse_optional_keyword("target") is not None:
        return TargetType.new(TargetType.parse_parameters(parser))
    return llvm.parse_llvm_type(parser)


def _unchecked(kind: type[Made], *parameters: Attribute) -> Made:
    """An attribute of `kind` that is not shown to its verifier, which has a closed list."""
    made = kind.__new__(kind)
    names = kind.get_irdl_definition().parameters
    for (name, _), value in zip(names, parameters, strict=True):
        object.__setattr__(made, name, value)
    return made


def function_type(
    inputs: Sequence[Attribute],
    output: Attribute | None = None,
    is_variadic: bool = False,
) -> llvm.LLVMFunctionType:
    """
    The function type of these arguments and this result, which xDSL's constructor refuses if
    one is a `TargetType` or of another dialect.
    """
    types = [i8 if _is_foreign(type_) else type_ for type_ in inputs]
    result = i8 if output is not None and _is_foreign(output) else output
    made = llvm.LLVMFunctionType(types, result, is_variadic)
    if result is output and types == list(inputs):
        return made
    return _unchecked(
        llvm.LLVMFunctionType, ArrayAttr(inputs), output or made.output, made.variadic
    )


def _is_foreign(type_: Attribute) -> bool:
    dialect, dot, _ = type_.name.partition(".")
    return isinstance(type_, TargetType) or (
        bool(dot) and dialect not in ("builtin", "llvm")
    )


class FunctionTypeReader(ParametrizedAttribute, TypeAttribute):
    """
    Reads `!llvm.func<...>`, also with a `TargetType` inside. It makes attributes of xDSL's
    class.

    Example: `!llvm.func<void (target<"spirv.Sampler">)>`
    """

    name = "llvm.func"

    @classmethod
    def new(cls, params: Sequence[Attribute]) -> Any:
        inputs, output, variadic = params
        types = cast("ArrayAttr[Attribute]", inputs).data
        return function_type(types, output, isinstance(variadic, UnitAttr))

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> list[Attribute]:
        parser.parse_characters("<", " in llvm.func parameters")
        output = _parse_llvm_type(parser)
        start = parser.pos

        def parse_input() -> Attribute | None:
            if parser.parse_optional_characters("...") is not None:
                return None
            return _parse_llvm_type(parser)

        inputs = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parse_input)
        is_variadic = bool(inputs) and inputs[-1] is None
        types = [type_ for type_ in inputs if type_ is not None]
        if len(types) != len(inputs) - is_variadic:
            parser.raise_error(
                "Varargs specifier `...` must be at the end of the argument definition",
                start,
                parser.pos,
            )
        parser.parse_characters(">", " in llvm.func parameters")
        return [ArrayAttr(types), output, UnitAttr() if is_variadic else NoneAttr()]


CALLING_CONVENTIONS = ("amdgpu_kernelcc", "spir_kernelcc", "spir_funccc")
"""The names that the list of xDSL's `#llvm.cconv` lacks."""


def calling_convention(name: str) -> llvm.CallingConventionAttr:
    """The convention called `name`, one of xDSL's or of `CALLING_CONVENTIONS`."""
    if name in CALLING_CONVENTIONS:
        return _unchecked(llvm.CallingConventionAttr, StringAttr(name))
    return llvm.CallingConventionAttr(name)


class CallingConventionReader(ParametrizedAttribute):
    """Reads `#llvm.cconv<...>`, with all names. It makes attributes of xDSL's class."""

    name = "llvm.cconv"

    @classmethod
    def new(cls, params: Sequence[Attribute]) -> Any:
        return calling_convention(cast(StringAttr, params[0]).data)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> list[Attribute]:
        start = parser.pos
        if parser.parse_optional_characters("<") is not None:
            for name in CALLING_CONVENTIONS:
                if parser.parse_optional_characters(name) is not None:
                    parser.parse_characters(">")
                    return [StringAttr(name)]
        parser._resume_from(start)  # pyright: ignore[reportPrivateUsage]
        return llvm.CallingConventionAttr.parse_parameters(parser)


LLVM_EXT_TYPES: tuple[type[Attribute], ...] = (TargetType,)

ATTRIBUTE_READERS: tuple[type[Attribute], ...] = (
    CallingConventionReader,
    FunctionTypeReader,
)
"""Classes that a context has in place of xDSL's."""
