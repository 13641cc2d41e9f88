"""
An interpreter of the pseudocode by which AMD's "Instruction Set Architecture" documents state
the semantics of instructions: `D0.f32 = S0.f32 + S1.f32`.

A value is bits with a type: `u32`, `i32`, `b32` integers and bits, `f32`, `bf16`, `fp8` numbers.
What the documents leave to the reader is decided here as follows. Integer arithmetic has at
least 32 bits, as in C; bitwise operations have the bits of the longer operand. Sums, products
and quotients of numbers are exact and rounded once, to nearest even. A power (`2.0F ** n`) is not
rounded. A conversion to an integer truncates and saturates, and NaN becomes 0. The payload of a
NaN that arithmetic or a conversion makes is open (`Value.free`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import zip_longest
from typing import cast

from pseudocode_functions import (
    FUNCTIONS,
    convert,
    float_operation,
    integer_operation,
)
from pseudocode_syntax import (
    Access,
    Assign,
    Binary,
    Break,
    Call,
    Cast,
    Choice,
    Concatenation,
    Declare,
    Expression,
    For,
    If,
    Lambda,
    Literal,
    Part,
    Program,
    Return,
    Run,
    Statement,
    Typed,
    Unary,
    Within,
    assignments,
    parse,
)
from pseudocode_values import (
    FORMATS,
    Power,
    PseudocodeError,
    Ranges,
    Value,
    cast_to,
    is_denormal,
    is_nan,
    nan_of,
    number_of,
    rounded,
    slice_of,
    truth,
    unsigned,
    viewed,
    wrapped,
)


@dataclass
class Cell:
    """
    A variable. `written` are the bits that were assigned; `items` are those of an array.
    """

    value: Value | Power | Lambda
    written: int = 0
    items: list[Cell] = field(default_factory=list["Cell"])


Scope = dict[str, Cell]


def bits_cell(width: int, bits: int) -> Cell:
    """A register with these bits."""
    return Cell(Value("b", width, bits))


class _Break(Exception):
    pass


class _Return(Exception):
    def __init__(self, value: Value):
        self.value = value


TOWARD_ZERO = 3
"""MODE's number of the rounding."""

_PLAIN = {
    "INF": rounded("f", 64, math.inf),
    "NAN": nan_of("f", 64),
    "PI": rounded("f", 64, math.pi),
    "UNDERFLOW_F32": rounded("f", 32, 0.0),
    "UNDERFLOW_F64": rounded("f", 64, 0.0),
    "OVERFLOW_F32": rounded("f", 32, math.inf),
    "OVERFLOW_F64": rounded("f", 64, math.inf),
    "MAX_FLOAT_F32": Value("f", 32, FORMATS["f", 32].largest),
    "ROUND_MODE": unsigned(2, 0),
    "ROUND_NEAREST_EVEN": unsigned(2, 0),
    "ROUND_TOWARD_ZERO": unsigned(2, TOWARD_ZERO),
}
"""Names with a value of their own."""

TABLES: Mapping[str, Sequence[Value]] = {
    "CVT_OFF_TABLE": [
        rounded("f", 32, Fraction(n, 16)) for n in (*range(8), *range(-8, 0))
    ]
}
"""Arrays that the documents describe in words."""


def _inverse_tangent(denominator: int, one: int) -> int:
    """`one * atan(1 / denominator)`, a little too small."""
    total = 0
    term = one // denominator
    divisor = 1
    while term:
        total += term // divisor if divisor % 4 == 1 else -(term // divisor)
        term //= denominator**2
        divisor += 2
    return total


def _two_over_pi(bits: int) -> int:
    """The first bits of the fraction 2/pi, by Machin's formula."""
    one = 1 << (bits + 64)
    quarter = 4 * _inverse_tangent(5, one) - _inverse_tangent(239, one)
    return (one << bits) // (2 * quarter)


TWO_OVER_PI = Value("b", 1201, _two_over_pi(1201))
"""`1201'B(2.0 / PI)`, which the documents mean exactly."""

Table = Mapping[str, str]
"""The pseudocode by mnemonic."""


class Interpreter:
    """Executes the pseudocode of one generation; an instruction may call another."""

    def __init__(self, table: Table):
        self._table = table
        self._programs: dict[str, Program] = {}

    def program(self, mnemonic: str) -> Program:
        if mnemonic not in self._programs:
            self._programs[mnemonic] = parse(self._table[mnemonic])
        return self._programs[mnemonic]

    def run(self, program: Program, *scopes: Scope) -> None:
        """Executes statements on the variables of `scopes`; the first takes new ones."""
        _Execution(self, scopes).statements(program)

    def call(self, mnemonic: str, arguments: Sequence[Value]) -> Value:
        """The result of the instruction `mnemonic` with these sources."""
        scope: Scope = {
            f"S{index}": Cell(argument) for index, argument in enumerate(arguments)
        }
        scope["D0"] = bits_cell(64, 0)
        scope["WAVE_MODE.IEEE"] = Cell(truth(True))
        program = self.program(mnemonic)
        self.run(program, scope)
        path = next(t.path for t in assignments(program) if t.name == "D0")
        last = path[-1]
        assert isinstance(last, Typed)
        return viewed(last.kind, last.width, cast(Value, scope["D0"].value))

    def knows(self, mnemonic: str) -> bool:
        return mnemonic in self._table


class _Execution:
    """The execution of one instruction."""

    def __init__(self, interpreter: Interpreter, scopes: Sequence[Scope]):
        self._interpreter = interpreter
        self._scopes = scopes
        self._rounding = 0

    # Statements

    def statements(self, program: Program) -> None:
        for statement in program:
            self._statement(statement)

    def _statement(self, statement: Statement) -> None:
        match statement:
            case Assign(targets, expression, operator):
                if operator:
                    expression = Binary(operator, cast(Access, targets[0]), expression)
                value = self._evaluate(expression)
                for target in reversed(targets):
                    self._assign(target, value)
            case If(branches):
                for condition, body in branches:
                    if self.value(condition).bits:
                        self.statements(body)
                        break
            case For(variable, first, last, body):
                start = self.value(first)
                for number in range(start.integer, self.value(last).integer + 1):
                    kind, width = start.kind, start.width
                    self._scopes[0][variable] = Cell(Value(kind, width, number))
                    try:
                        self.statements(body)
                    except _Break:
                        break
            case Break():
                raise _Break
            case Return(value):
                raise _Return(self.value(value))
            case Declare(name, width, count):
                if name in TABLES:
                    items = [Cell(item) for item in TABLES[name]]
                    self._scopes[0][name] = Cell(items[0].value, items=items)
                elif self._find(name) is None:
                    items = [bits_cell(width, 0) for _ in range(count)]
                    self._scopes[0][name] = Cell(Value("b", width, 0), items=items)
            case Run(value):
                self._evaluate(value)

    def _find(self, name: str) -> Cell | None:
        for scope in self._scopes:
            if name in scope:
                return scope[name]
        return None

    def _assign(
        self, target: Access | Concatenation, value: Value | Power | Lambda
    ) -> None:
        if isinstance(target, Concatenation):
            assert isinstance(value, Value)
            first = 0
            for item in reversed(target.items):
                assert isinstance(item, Access)
                last = item.path[-1]
                assert isinstance(last, Typed)
                self._assign(item, slice_of(value, first, last.width))
                first += last.width
            return
        if target.name == "ROUND_MODE":
            self._rounding = cast(Value, value).bits
            return
        cell, path = self._place(target)
        if not path:
            assert not cell.items
            cell.value = value
            if isinstance(value, Value):
                cell.written |= (1 << value.width) - 1
            return
        old = cell.value
        assert isinstance(old, Value)
        assert isinstance(value, Value)
        first, width = 0, None
        for step in path:
            match step:
                case Typed(kind, width):
                    value = viewed(kind, width, value)
                case Part():
                    offset, width, reverse = self._range(step)
                    assert not reverse
                    first += offset
        assert width is not None
        value = viewed(value.kind, width, value)
        mask = ((1 << width) - 1) << first
        total = max(old.width, first + width)
        free = tuple(
            r for r in old.free if r[0] >= first + width or r[0] + r[1] <= first
        )
        free += tuple((start + first, size) for start, size in value.free)
        kind = value.kind if (first, width) == (0, total) else "b"
        cell.value = Value(kind, total, old.bits & ~mask | value.bits << first, free)
        cell.written |= mask

    def _place(self, access: Access) -> tuple[Cell, tuple[Typed | Part, ...]]:
        """The cell of a variable or an item of an array, and the rest of the path."""
        cell = self._find(access.name)
        path = access.path
        if cell is None:
            cell = self._scopes[0][access.name] = bits_cell(0, 0)
        while cell.items:
            step = path[0] if path else None
            if not isinstance(step, Part) or step.last or step.count:
                raise PseudocodeError(f"the array {access.name} has no index")
            cell = cell.items[self.value(step.first).integer]
            path = path[1:]
        return cell, path

    def _range(self, part: Part) -> tuple[int, int, bool]:
        """First bit and width of a part, and True if it is reversed."""
        first = self.value(part.first).integer
        if part.count is not None:
            return first, self.value(part.count).integer, False
        if part.last is None:
            return first, 1, False
        last = self.value(part.last).integer
        return min(first, last), abs(first - last) + 1, first < last

    # Expressions

    def value(self, expression: Expression) -> Value:
        value = self._evaluate(expression)
        if isinstance(value, Power):
            return rounded("f", 64, Fraction(2) ** value.exponent)
        if isinstance(value, Lambda):
            raise PseudocodeError("a function is no value")
        return value

    def _evaluate(self, expression: Expression) -> Value | Power | Lambda:
        match expression:
            case Literal(value):
                return value
            case Access():
                return self._read(expression)
            case Within(value, path):
                return self._walk(self.value(value), path)
            case Cast("b", 1201, _):
                return TWO_OVER_PI
            case Cast(kind, width, value):
                inner = self._evaluate(value)
                if isinstance(inner, Power):
                    return inner
                return cast_to(kind, width, self.value(value))
            case Call(name, arguments):
                return self._call(name, arguments)
            case Unary(operator, value):
                return self._unary(operator, self.value(value))
            case Binary("&&", left, right):
                return truth(bool(self.value(left).bits and self.value(right).bits))
            case Binary("||", left, right):
                return truth(bool(self.value(left).bits or self.value(right).bits))
            case Binary(("==" | "!=" | "<>") as operator, left, Access("DENORM")):
                return truth(is_denormal(self.value(left)) == (operator == "=="))
            case Binary("==", left, Unary(("+" | "-") as sign, Literal(zero))) if (
                zero.floating and zero.bits == 0
            ):
                # A zero with a sign: `== -0.0` is false for +0.
                value = self.value(left)
                bits = int(sign == "-") << (value.width - 1)
                return truth(value.bits == bits)
            case Binary("**", _, right):
                return Power(max(-9999, min(9999, self.value(right).integer)))
            case Binary("*", left, right):
                return self._product(self._evaluate(left), self._evaluate(right))
            case Binary(operator, left, right):
                return self._binary(operator, self.value(left), self.value(right))
            case Choice(condition, yes, no):
                return self._evaluate(yes if self.value(condition).bits else no)
            case Concatenation(items):
                bits = width = 0
                free: Ranges = ()
                for item in reversed(items):
                    value = self.value(item)
                    bits |= value.bits << width
                    free += tuple((first + width, size) for first, size in value.free)
                    width += value.width
                return Value("b", width, bits, free)
            case Lambda():
                return expression

    def _read(self, access: Access) -> Value | Power | Lambda:
        cell = self._find(access.name)
        if cell is None:
            if access.name not in _PLAIN:
                raise PseudocodeError(f"'{access.name}' has no meaning here")
            value: Value | Power | Lambda = _PLAIN[access.name]
            if access.name == "ROUND_MODE":
                value = unsigned(2, self._rounding)
            path = access.path
        else:
            cell, path = self._place(access)
            value = cell.value
        return self._walk(cast(Value, value), path) if path else value

    def _walk(self, value: Value, path: Sequence[Typed | Part]) -> Value:
        for step, behind in zip_longest(path, path[1:]):
            if isinstance(step, Part):
                first, width, reverse = self._range(step)
                value = slice_of(value, first, width)
                if reverse:
                    bits = int(f"{value.bits:0{width}b}"[::-1], 2)
                    value = unsigned(width, bits)
            elif step is not None and not isinstance(behind, Part):
                value = viewed(step.kind, step.width, value)
            # The type before a part does not limit it: `S0.u32[63 : 32]` has 64 bits.
        return value

    def _unary(self, operator: str, value: Value) -> Value:
        if operator == "+":
            return value
        if operator == "!":
            return truth(value.bits == 0)
        if operator == "~":
            return replace(value, bits=value.bits ^ ((1 << value.width) - 1))
        if value.floating:
            return replace(value, bits=value.bits ^ 1 << (value.width - 1))
        return wrapped(value.kind, max(32, value.width), -value.integer)

    def _product(
        self, left: Value | Power | Lambda, right: Value | Power | Lambda
    ) -> Value:
        if isinstance(left, Power):
            left, right = right, left
        assert isinstance(left, Value)
        if not isinstance(right, Power):
            return self._binary("*", left, cast(Value, right))
        number = number_of(left)
        if not math.isfinite(number):
            return left if not is_nan(left) else nan_of(left.kind, left.width)
        exact = Fraction(number) * Fraction(2) ** right.exponent
        negative = math.copysign(1.0, number) < 0
        return rounded(left.kind, left.width, exact, negative)

    def _binary(self, operator: str, left: Value, right: Value) -> Value:
        if left.floating != right.floating:
            raise PseudocodeError(f"'{operator}' has a number and an integer")
        if left.floating:
            return float_operation(operator, left, right)
        return integer_operation(operator, left, right)

    # Functions

    def _call(self, name: str, arguments: tuple[Expression, ...]) -> Value:
        cell = self._find(name)
        values = [self.value(argument) for argument in arguments]
        if cell is not None and isinstance(cell.value, Lambda):
            scope = dict(zip(cell.value.parameters, map(Cell, values), strict=True))
            inner = _Execution(self._interpreter, (scope, *self._scopes))
            try:
                inner.statements(cell.value.body)
            except _Return as result:
                return result.value
            raise PseudocodeError(f"{name} returns nothing")
        if self._interpreter.knows(name):
            return self._interpreter.call(name, values)
        if name in FUNCTIONS:
            return FUNCTIONS[name](*values)
        if "_to_" in name:
            return convert(name, values, toward_zero=self._rounding == TOWARD_ZERO)
        raise PseudocodeError(f"the function '{name}' has no meaning here")
