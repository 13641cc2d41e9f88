"""
Forms of xDSL's operations that xDSL does not read, beside those that it reads.

A context that has one of xDSL's dialects by name has, for some operations, a reader instead
of xDSL's class. A reader makes no operations of its own:

* text that xDSL's class reads and verifies becomes an operation of exactly that class;
* other text is read in the wider form. It becomes an operation of xDSL's class if that
  verifies now, else of the wider class;
* what neither reads and verifies is refused with xDSL's error, unless the wider form
  has read past the place where xDSL stopped.

`Context.get_op` returns the reader, a subclass of xDSL's class. Called, or asked to
build or create, it gives operations of xDSL's class, and `isinstance` takes it for that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from xdsl.ir import Attribute, Dialect, Operation
from xdsl.irdl import IRDLOperation, OptionalDef
from xdsl.irdl.declarative_assembly_format import FormatProgram
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.utils.exceptions import ParseError

from xdsl_opencl.dialects.aliases import INDEX

Kind = type[IRDLOperation]
Parts = dict[str, Attribute]

Normalise = Callable[[Parts, Parts, int], None]
"""
Changes the properties and the attributes of an operation from another spelling to xDSL's. The
last argument is the operation's number of operands.
"""


def nothing(properties: Parts, attributes: Parts, operands: int) -> None:
    """Normalises nothing."""


class _Place:
    """The place of a parser, to which it goes back when a form does not fit."""

    def __init__(self, parser: Parser) -> None:
        self._parser = parser
        self._position = parser.pos
        self._blocks = parser.blocks
        self._forward = len(parser.forward_ssa_references)
        self._dialects = len(self._dialect_stack)

    @property
    def _dialect_stack(self) -> list[str]:
        state = self._parser._parser_state  # pyright: ignore[reportPrivateUsage]
        return state.dialect_stack

    @property
    def is_in_a_region(self) -> bool:
        """Returns whether the parser has gone into a region since, and not left it."""
        return self._parser.blocks is not self._blocks

    def go_back(self) -> None:
        self._parser._resume_from(  # pyright: ignore[reportPrivateUsage]
            self._position
        )
        del self._dialect_stack[self._dialects :]
        names = self._parser.forward_ssa_references
        while len(names) > self._forward:
            names.popitem()


def _holds(kind: Kind, op: Operation) -> bool:
    """Returns whether `op`, of `kind`, is what its definition says."""
    try:
        kind.verify_(cast(IRDLOperation, op))
    except Exception:
        # xDSL's verifiers take some things for granted.
        return False
    return True


def _remade(
    op: Operation, kind: Kind, properties: Parts, attributes: Parts
) -> Operation:
    """
    Returns the operation of `kind` with the operands, results and regions of `op`, which is
    in no block and is used no more.
    """
    operands, successors = tuple(op.operands), tuple(op.successors)
    result_types = tuple(op.result_types)
    regions = [op.detach_region(region) for region in tuple(op.regions)]
    op.drop_all_references()
    return kind.create(
        operands=operands,
        result_types=result_types,
        properties=properties,
        attributes=attributes,
        location=op.location,
        successors=successors,
        regions=regions,
    )


def _stopped(error: Exception) -> int:
    """
    Returns the position in the text at which `error` arose; -1 if it does not say.
    """
    return error.span.start if isinstance(error, ParseError) else -1


@dataclass(frozen=True)
class _Forms:
    """The forms of an operation that `reader` describes."""

    kind: Kind
    wider: Kind | None
    read: Callable[[Parser], Operation]
    normalise: Normalise
    trailing: Callable[[Parser, Operation], None] | None
    is_amiss: Callable[[Operation], bool]
    hides_regions: bool
    reads_all: bool

    def suited(self, op: Operation, wider: Kind | None) -> tuple[Operation, bool]:
        """
        Returns `op`, of `kind` or `wider`, in the first spelling and class that describe it, and
        true; as it was, and false, if there is none.
        """
        kind, was = self.kind, cast(Kind, type(op))
        given = dict(op.properties), dict(op.attributes)
        properties, attributes = dict(op.properties), dict(op.attributes)
        self.normalise(properties, attributes, len(op.operands))
        if was is kind and (properties, attributes) == given and _holds(kind, op):
            return op, True
        known = kind.get_irdl_definition().properties
        implied = {
            name: definition.default_value
            for name, definition in (wider or kind)
            .get_irdl_definition()
            .properties.items()
            if not isinstance(definition, OptionalDef)
            and definition.default_value is not None
        }
        own = {
            name: value
            for name, value in properties.items()
            if name in known or implied.get(name) != value
        }
        op = _remade(op, kind, own, attributes)
        if _holds(kind, op) and not (wider is not None and self.is_amiss(op)):
            return op, True
        if wider is not None:
            # xDSL's class knows fewer names, and leaves the others in the dictionary.
            known = wider.get_irdl_definition().properties
            found = {name: attributes[name] for name in attributes if name in known}
            rest = {name: attributes[name] for name in attributes if name not in known}
            op = _remade(op, wider, {**found, **properties}, rest)
            if _holds(wider, op):
                return op, True
        return _remade(op, was, *given), False

    def _with_trailing(
        self, parser: Parser, parse: Callable[[Parser], Operation]
    ) -> Operation:
        op = parse(parser)
        if self.trailing is not None:
            self.trailing(parser, op)
        return op

    def parse(self, parser: Parser) -> Operation:
        """Reads the operation in the form that fits."""
        plain = self.read if self.reads_all else self.kind.parse
        place = _Place(parser)
        failure: Exception | None = None
        amiss = False
        try:
            op, good = self.suited(self._with_trailing(parser, plain), None)
        except Exception as error:
            if place.is_in_a_region:
                # The form was xDSL's, and something in the region is wrong.
                raise
            failure = error
        else:
            if good and not self.is_amiss(op):
                return op
            if op.regions and not self.hides_regions:
                return self.suited(op, self.wider)[0]
            # Then xDSL's error would be about another operation.
            amiss = self.is_amiss(op)
            op.drop_all_references()
        place.go_back()
        try:
            op = self._with_trailing(parser, self.read)
        except Exception as error:
            if place.is_in_a_region or (
                failure is not None and _stopped(error) > _stopped(failure) >= 0
            ):
                raise
        else:
            op, good = self.suited(op, self.wider)
            if good or amiss or failure is not None:
                return op
            op.drop_all_references()
        if failure is not None:
            raise failure
        # What it takes amiss xDSL says when it verifies.
        place.go_back()
        return self._with_trailing(parser, plain)


def reader(
    kind: Kind,
    wider: Kind | None = None,
    *,
    normalise: Normalise = nothing,
    parse: Callable[[Parser], Operation] | None = None,
    trailing: Callable[[Parser, Operation], None] | None = None,
    is_amiss: Callable[[Operation], bool] = lambda op: False,
    hides_regions: bool = False,
    reads_all: bool = False,
) -> Kind:
    """
    Returns the class to register in place of `kind`. `parse` reads the wider form, by default
    as the class `wider` does; `trailing` what may follow in either form. `is_amiss` says that
    xDSL's class has read a text and made something else of it, `hides_regions` that the
    regions follow from the rest of the text, `reads_all` that `parse` reads what xDSL's class does,
    which then is not asked: in a region, what it made before it failed would still use values.
    """
    forms = _Forms(
        kind,
        wider,
        parse or (wider or kind).parse,
        normalise,
        trailing,
        is_amiss,
        hides_regions,
        reads_all,
    )

    def create(cls: Kind, **parts: Any) -> Operation:
        return forms.suited(kind.create(**parts), wider)[0]

    def new(cls: Kind, *given: Any, **named: Any) -> Operation:
        return kind(*given, **named)

    def has_base(cls: Kind, other: type) -> bool:
        # `issubclass` asks the subclasses of `kind`, this one included.
        return kind in other.__mro__

    members: dict[str, Any] = {
        "__module__": kind.__module__,
        "__doc__": kind.__doc__,
        "__new__": new,
        "__subclasshook__": classmethod(has_base),
        "build": kind.build,
        "create": classmethod(create),
        "parse": staticmethod(forms.parse),
    }
    return cast(Kind, type(kind.__name__, (kind,), members))


def parse_types(parser: Parser) -> Sequence[Attribute]:
    """Parses `type` or `(type, type)`, as upstream reads the types of results."""
    types = parser.parse_optional_comma_separated_list(
        parser.Delimiter.PAREN, parser.parse_type
    )
    return [parser.parse_type()] if types is None else types


def parse_results(parser: Parser) -> Sequence[Attribute]:
    """Parses `-> type` or `-> (type, type)`; none if there is no arrow."""
    if parser.parse_optional_punctuation("->") is None:
        return ()
    return parse_types(parser)


def parse_names(
    parser: Parser, delimiter: Parser.Delimiter = Parser.Delimiter.NONE
) -> list[UnresolvedOperand]:
    """Parses the names of operands, `%a, %b`."""
    return parser.parse_comma_separated_list(delimiter, parser.parse_unresolved_operand)


def parse_variables(parser: Parser) -> list[Parser.Argument]:
    """Parses the variables of loops, `(%i, %j)`, which are of type `index`."""
    names = parser.parse_comma_separated_list(
        parser.Delimiter.PAREN, lambda: parser.parse_argument(expect_type=False)
    )
    return [name.resolve(INDEX) for name in names]


def parse_end(parser: Parser) -> tuple[dict[str, Attribute], Attribute]:
    """Parses the attributes of an operation and the type after them."""
    attributes = parser.parse_optional_attr_dict()
    parser.parse_punctuation(":")
    return attributes, parser.parse_type()


def print_end(
    printer: Printer, attributes: Mapping[str, Attribute], *types: Attribute
) -> None:
    """Prints the attributes of an operation and types after them."""
    printer.print_op_attributes(attributes)
    printer.print_string(" : ")
    printer.print_list(types, printer.print_attribute)


def assembly(kind: Kind, text: str) -> Callable[[Parser], Operation]:
    """Returns the function that reads `kind` in the assembly format `text`."""

    @cache
    def program() -> FormatProgram:
        return FormatProgram.from_str(text, kind.get_irdl_definition())

    return lambda parser: program().parse(parser, kind)


def extended(
    dialect: Dialect,
    readers: Mapping[type[Operation], type[Operation]],
    operations: Iterable[type[Operation]] = (),
    attributes: Iterable[type[Attribute]] = (),
    attribute_readers: Iterable[type[Attribute]] = (),
) -> Dialect:
    """
    Returns `dialect` with `operations` and `attributes` whose names it lacks, with the
    readers of operations instead of their classes, and with `attribute_readers` instead of
    the attributes of those names. Operations that another plugin has added or replaced stay
    its own.
    """
    ops = {op.name: op for op in dialect.operations}
    attrs = {each.name: each for each in dialect.attributes}
    for op in operations:
        ops.setdefault(op.name, op)
    for each in attributes:
        attrs.setdefault(each.name, each)
    for each in attribute_readers:
        attrs[each.name] = each
    # A `Dialect` has no public list of its interfaces.
    interfaces = [*dialect._interfaces]  # pyright: ignore[reportPrivateUsage]
    return Dialect(
        dialect.name,
        [readers.get(op, op) for op in ops.values()],
        [*attrs.values()],
        interfaces,
    )
