"""
The decorator of our operations. It is xDSL's, except that it does not compile an assembly
format before an operation is first parsed or printed in it.

xDSL compiles each format when the class is made. Most of our operations have one,
a compilation from OpenCL C to code uses few of them, and they were a tenth of the time to
import our dialects. Operations that parse and print themselves are not affected.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from functools import cache
from types import ModuleType
from typing import cast

from typing_extensions import TypeVar
from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import InferenceContext, IRDLOperation, IRDLOperationInvT, traits_def
from xdsl.irdl import irdl_op_definition as define
from xdsl.irdl.declarative_assembly_format import FormatProgram
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import MemoryReadEffect, MemoryWriteEffect, Pure

Value = SSAValue | Operation
"""An operand as constructors take it: an operation stands for its result."""


def irdl_op_definition(cls: type[IRDLOperationInvT]) -> type[IRDLOperationInvT]:
    """
    Defines the operation `cls`; see xDSL's decorator of this name.

    A fault of the assembly format is a `ParseError` at its first use;
    `test_dialect_ops.py` uses each.
    """
    text = cls.assembly_format
    if text is None:
        return define(cls)
    cls.assembly_format = None
    define(cls)
    cls.assembly_format = text
    definition = cls.get_irdl_definition()
    definition.assembly_format = text

    @cache
    def program() -> FormatProgram:
        return FormatProgram.from_str(text, definition)

    def parse(cls: type[IRDLOperation], parser: Parser) -> Operation:
        return program().parse(parser, cls)

    def print_(self: IRDLOperation, printer: Printer) -> None:
        program().print(printer, self)

    setattr(cls, "parse", classmethod(parse))
    setattr(cls, "print", print_)
    return cls


def fill(
    op: IRDLOperation,
    *operands: Value,
    results: Sequence[Attribute] = (),
    **properties: Attribute | None,
) -> None:
    """
    Initialises `op`; properties that are None are left out.
    It does without the lists that xDSL's constructor matches with the definition.
    """
    Operation.__init__(
        op,
        operands=[SSAValue.get(operand) for operand in operands],
        result_types=results,
        properties={
            name: value for name, value in properties.items() if value is not None
        },
    )


DefinedT = TypeVar("DefinedT", bound=Operation | Attribute)


def defined(base: type[DefinedT], *modules: ModuleType) -> tuple[type[DefinedT], ...]:
    """The operations or attributes that `modules` define; a base of several has no name."""
    return tuple(
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, type)
        # `issubclass` of an abstract class asks all classes derived from it.
        and base in value.__mro__
        and value.__module__ == module.__name__
        and "name" in vars(value)
    )


class PureOp(IRDLOperation, ABC):
    """Base of operations without effects."""

    traits = traits_def(Pure())


class EffectOp(IRDLOperation, ABC):
    """Base of operations that read and write memory: never removed, merged or moved."""

    traits = traits_def(MemoryReadEffect(), MemoryWriteEffect())


@cache
def _implied_types(kind: type[IRDLOperation]) -> Sequence[Attribute | None]:
    constraints = [r.constr for _, r in kind.get_irdl_definition().results]
    return [
        c.infer(InferenceContext(), length=1)[0]
        if c.can_infer(set(), length_known=True)
        else None
        for c in constraints
    ]


class Built(IRDLOperation, ABC):
    """Base of operations without properties."""

    def __init__(self, *parts: Value | Attribute):
        """
        Takes the operands, then the types of the results if the definition does not imply
        them; where it names another value's type, that is the first operand's.
        """
        operands = [p for p in parts if not isinstance(p, Attribute)]
        types = [p for p in parts if isinstance(p, Attribute)]
        if not types:
            types = [
                type or SSAValue.get(operands[0]).type
                for type in _implied_types(self.__class__)
            ]
        fill(self, *operands, results=types)


def unit(is_set: bool) -> UnitAttr | None:
    """The property of a flag, for `fill`."""
    return UnitAttr() if is_set else None


ShapeT = TypeVar("ShapeT", bound=IRDLOperation)


def named(name: str, shape: type[ShapeT], **constants: object) -> type[ShapeT]:
    """
    Returns the operation `name`, which differs from other operations of its `shape` only by its name
    and its `constants`.
    """
    members = {"name": name, "__module__": shape.__module__, "__doc__": shape.__doc__}
    _, words = name.split(".", 1)
    words = words.removeprefix("intr.").replace(".", "_")
    class_name = words.title().replace("_", "") + "Op"
    cls = irdl_op_definition(cast(type[ShapeT], type(class_name, (shape,), members)))
    for constant, value in constants.items():
        setattr(cls, constant, value)
    return cls


class Corrected(IRDLOperation, ABC):
    """
    Hides what xDSL generated for a base, so that a subclass that repeats its fields gets
    it made for its own: the check of the fields, and the methods of an assembly format.
    """

    def verify_(self) -> None:
        pass


class OwnFormat(Corrected, ABC):
    """Hides also the methods with which the base parses and prints."""

    parse = Operation.__dict__["parse"]
    print = Operation.print
