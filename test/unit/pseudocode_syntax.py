"""
The statements and expressions of AMD's pseudocode, and their parser.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from pseudocode_values import PseudocodeError, Value, rounded, truth


@dataclass(frozen=True)
class Literal:
    value: Value


@dataclass(frozen=True)
class Typed:
    """`.u32` behind a name or a part."""

    kind: str
    width: int


@dataclass(frozen=True)
class Part:
    """
    `[first]`, `[first : last]` (from high to low, or reversed), or `[first +: count]`.
    """

    first: Expression
    last: Expression | None = None
    count: Expression | None = None


@dataclass(frozen=True)
class Access:
    """A variable, or what it holds at a path of types and parts."""

    name: str
    path: tuple[Typed | Part, ...] = ()


@dataclass(frozen=True)
class Within:
    """Types and parts of any other expression."""

    value: Expression
    path: tuple[Typed | Part, ...]


@dataclass(frozen=True)
class Call:
    name: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True)
class Cast:
    kind: str
    width: int
    value: Expression


@dataclass(frozen=True)
class Unary:
    operator: str
    value: Expression


@dataclass(frozen=True)
class Binary:
    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Choice:
    condition: Expression
    yes: Expression
    no: Expression


@dataclass(frozen=True)
class Concatenation:
    """`{ high, low }`."""

    items: tuple[Expression, ...]


@dataclass(frozen=True)
class Lambda:
    parameters: tuple[str, ...]
    body: tuple[Statement, ...]


Expression = (
    Literal
    | Access
    | Within
    | Call
    | Cast
    | Unary
    | Binary
    | Choice
    | Concatenation
    | Lambda
)


@dataclass(frozen=True)
class Assign:
    """`a = b = value`; `operator` is that of `a += value`, else empty."""

    targets: tuple[Access | Concatenation, ...]
    value: Expression
    operator: str = ""


@dataclass(frozen=True)
class If:
    """The conditions with their statements; the condition of `else` is true."""

    branches: tuple[tuple[Expression, tuple[Statement, ...]], ...]


@dataclass(frozen=True)
class For:
    variable: str
    first: Expression
    last: Expression
    body: tuple[Statement, ...]


@dataclass(frozen=True)
class Break:
    pass


@dataclass(frozen=True)
class Return:
    value: Expression


@dataclass(frozen=True)
class Declare:
    """`declare name : 32'U[4]`; a `count` of 0 is a single variable."""

    name: str
    width: int
    count: int


@dataclass(frozen=True)
class Run:
    """A call whose result is not used."""

    value: Expression


Statement = Assign | If | For | Break | Return | Declare | Run
Program = tuple[Statement, ...]

_TOKEN = re.compile(
    r"""
    (?P<space>\s+|//[^\n]*)
    |(?P<cast>\d+'(?:BF|[UIFB])(?![A-Za-z0-9_]))
    |(?P<sized>\d+'(?:0x[0-9a-fA-F]+|\d+\.\d+|\d+)(?:ULL|LL|U)?)
    |(?P<hex>0x[0-9a-fA-F]+(?:ULL|LL|U)?)
    |(?P<real>\d+\.\d+F?)
    |(?P<int>\d+(?:ULL|LL|U)?)
    |(?P<name>[A-Za-z_]\w*)
    |(?P<sign>\*\*|\+:|<<|>>|<>|<=|>=|==|!=|&&|\|\||[-+*]=|[-+*/&|^~!<>=?:;,.(){}[\]])
    """,
    re.VERBOSE,
)

_TYPE = re.compile(r"(u|i|b|f|bf|fp)(\d+)")

_LEVELS = (
    ("||",),
    ("&&",),
    ("|",),
    ("^",),
    ("&",),
    ("==", "!=", "<>"),
    ("<", ">", "<=", ">="),
    ("<<", ">>"),
    ("+", "-"),
    ("*", "/"),
)
"""Binary operators, the weakest first, as in C."""

_CLOSING = frozenset(("endif", "elsif", "else", "endfor"))


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    place = 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise PseudocodeError(f"'{text[place : place + 20]}' is no pseudocode")
        place = match.end()
        if match.lastgroup != "space":
            yield cast(str, match.lastgroup), match[0]


def _literal(kind: str, text: str) -> Value:
    digits = text.rstrip("UL") if kind in ("int", "hex", "sized") else text
    suffix = text[len(digits) :]
    if kind == "sized":
        width, _, digits = digits.partition("'")
        bits = int(width)
        if "." in digits:
            return rounded("f", bits, Fraction(digits))
        letter = "u" if suffix else "b" if digits.startswith("0x") else "i"
        return Value(letter, bits, int(digits, 0) & ((1 << bits) - 1))
    if kind == "real":
        single = text.endswith("F")
        return rounded("f", 32 if single else 64, Fraction(text.rstrip("F")))
    width = 64 if "LL" in suffix else 32
    letter = "u" if "U" in suffix else "b" if kind == "hex" else "i"
    return Value(letter, width, int(digits, 0))


class Parser:
    """A parser by recursive descent over the tokens of one instruction."""

    def __init__(self, text: str):
        self._tokens = [*_tokens(text), ("end", "")]
        self._place = 0

    def program(self) -> Program:
        statements = self._statements(frozenset())
        if self._kind != "end":
            raise PseudocodeError(f"'{self._text}' comes unexpectedly")
        return statements

    @property
    def _kind(self) -> str:
        return self._tokens[self._place][0]

    @property
    def _text(self) -> str:
        return self._tokens[self._place][1]

    def _next(self) -> str:
        text = self._text
        self._place += 1
        return text

    def _accept(self, text: str) -> bool:
        if self._text != text:
            return False
        self._place += 1
        return True

    def _expect(self, text: str) -> None:
        if not self._accept(text):
            raise PseudocodeError(f"'{text}' is missing before '{self._text}'")

    def _name(self) -> str:
        if self._kind != "name":
            raise PseudocodeError(f"'{self._text}' is no name")
        return self._next()

    # Statements

    def _statements(self, closing: frozenset[str]) -> tuple[Statement, ...]:
        found: list[Statement] = []
        while True:
            while self._accept(";"):
                pass
            if self._kind == "end" or self._text in closing:
                return tuple(found)
            found.append(self._statement())

    def _statement(self) -> Statement:
        if self._accept("if"):
            return self._if()
        if self._accept("for"):
            return self._for()
        if self._accept("break"):
            return Break()
        if self._accept("return"):
            return Return(self._expression())
        if self._accept("declare"):
            return self._declare()
        return self._assign()

    def _if(self) -> Statement:
        branches: list[tuple[Expression, tuple[Statement, ...]]] = []
        condition = self._expression()
        self._expect("then")
        branches.append((condition, self._statements(_CLOSING)))
        while self._accept("elsif"):
            condition = self._expression()
            self._expect("then")
            branches.append((condition, self._statements(_CLOSING)))
        if self._accept("else"):
            branches.append((Literal(truth(True)), self._statements(_CLOSING)))
        self._expect("endif")
        return If(tuple(branches))

    def _for(self) -> Statement:
        variable = self._name()
        self._expect("in")
        first = self._expression()
        self._expect(":")
        last = self._expression()
        self._expect("do")
        body = self._statements(_CLOSING)
        self._expect("endfor")
        return For(variable, first, last, body)

    def _declare(self) -> Statement:
        name = self._name()
        self._expect(":")
        width = int(self._next().partition("'")[0])
        count = 0
        if self._accept("["):
            count = int(self._next())
            self._expect("]")
        return Declare(name, width, count)

    def _assign(self) -> Statement:
        target = self._expression()
        targets: list[Access | Concatenation] = []
        value = target
        operator = ""
        while self._text in ("=", "+=", "-=", "*="):
            if not isinstance(value, (Access, Concatenation)):
                raise PseudocodeError("a value is assigned to something else")
            targets.append(value)
            operator = self._next()[:-1]
            value = self._expression()
        if not targets:
            return Run(value)
        return Assign(tuple(targets), value, operator)

    # Expressions

    def _expression(self) -> Expression:
        condition = self._binary(0)
        if not self._accept("?"):
            return condition
        yes = self._expression()
        self._expect(":")
        return Choice(condition, yes, self._expression())

    def _binary(self, level: int) -> Expression:
        if level == len(_LEVELS):
            return self._unary()
        left = self._binary(level + 1)
        while self._kind == "sign" and self._text in _LEVELS[level]:
            operator = self._next()
            left = Binary(operator, left, self._binary(level + 1))
        return left

    def _unary(self) -> Expression:
        if self._kind == "sign" and self._text in ("-", "+", "~", "!"):
            return Unary(self._next(), self._unary())
        base = self._postfix()
        if self._accept("**"):
            return Binary("**", base, self._unary())
        return base

    def _postfix(self) -> Expression:
        base = self._primary()
        path: list[Typed | Part] = []
        while True:
            if self._accept("."):
                word = self._name()
                match = _TYPE.fullmatch(word)
                if match:
                    path.append(Typed(match[1], int(match[2])))
                elif isinstance(base, Access) and not path:
                    base = Access(f"{base.name}.{word}")
                else:
                    raise PseudocodeError(f"unknown type '.{word}'")
            elif self._accept("["):
                path.append(self._part())
            else:
                break
        if not path:
            return base
        if isinstance(base, Access):
            return Access(base.name, tuple(path))
        return Within(base, tuple(path))

    def _part(self) -> Part:
        first = self._expression()
        last = count = None
        if self._accept(":"):
            last = self._expression()
        elif self._accept("+:"):
            count = self._expression()
        self._expect("]")
        return Part(first, last, count)

    def _primary(self) -> Expression:
        kind = self._kind
        if kind == "cast":
            width, _, letters = self._next().partition("'")
            self._expect("(")
            value = self._expression()
            self._expect(")")
            return Cast(letters.lower(), int(width), value)
        if kind in ("sized", "hex", "real", "int"):
            return Literal(_literal(kind, self._next()))
        if self._accept("("):
            value = self._expression()
            self._expect(")")
            return value
        if self._accept("{"):
            items = self._list("}")
            return Concatenation(items)
        name = self._name()
        if name == "lambda":
            return self._lambda()
        if self._accept("("):
            return Call(name, self._list(")"))
        return Access(name)

    def _list(self, end: str) -> tuple[Expression, ...]:
        items: list[Expression] = []
        while not self._accept(end):
            items.append(self._expression())
            if self._text != end:
                self._expect(",")
        return tuple(items)

    def _lambda(self) -> Expression:
        self._expect("(")
        parameters: list[str] = []
        while not self._accept(")"):
            parameters.append(self._name())
            self._accept(",")
        self._expect("(")
        statements = self._statements(frozenset({")"}))
        self._expect(")")
        last = statements[-1]
        if isinstance(last, Run):
            statements = (*statements[:-1], Return(last.value))
        return Lambda(tuple(parameters), statements)


def parse(text: str) -> Program:
    """
    The statements of an instruction.

    Raises `PseudocodeError` for a text that is no pseudocode.
    """
    return Parser(text).program()


def accesses(node: object) -> Iterator[Access]:
    """The variables in statements or an expression, with their paths."""
    if isinstance(node, Access):
        yield node
        for step in node.path:
            yield from accesses(step)
    elif isinstance(node, tuple):
        for item in cast(tuple[object, ...], node):
            yield from accesses(item)
    elif hasattr(node, "__dataclass_fields__"):
        for name in cast(Mapping[str, object], vars(node)):
            yield from accesses(getattr(node, name))


def assignments(program: Program) -> Iterator[Access]:
    """The variables that the statements assign to."""
    for statement in program:
        if isinstance(statement, Assign):
            for target in statement.targets:
                yield from (
                    (target,)
                    if isinstance(target, Access)
                    else (x for x in target.items if isinstance(x, Access))
                )
        elif isinstance(statement, If):
            for _, body in statement.branches:
                yield from assignments(body)
        elif isinstance(statement, For):
            yield from assignments(statement.body)
