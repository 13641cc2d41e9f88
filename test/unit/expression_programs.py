"""
Random OpenCL C kernels over all types, whose results every implementation must agree on.

A program is text only: two implementations run it with the same inputs. What the language
leaves undefined or to the implementation is kept out by how expressions are made:

* signed arithmetic that may overflow goes through the unsigned type;
* divisors are positive and not 0; indices are masked;
* floating point uses operations that are correctly rounded on both (OpenCL C 3.0, table
  of section 7.4: `+ - *`, `fma`, conversions, and `/` and `sqrt`, which both processors
  round correctly), `FP_CONTRACT` is off; functions with an error bound are applied last,
  and `Output.ulp` says how far two results may be apart;
* a NaN is never looked at through its bits, its sign, or a conversion that does not
  saturate; common functions (`min`, `clamp`, `step`) get finite numbers;
* either zero may come out of `fmin` and `fmax`: 0 is added to the result.

Denormals count: both processors keep them.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

GROUPS = 4
ITEMS = 12
"""Work items of a group; not a power of two."""
ROWS = 24
"""Input elements of each type, vectors of 16 included."""
STRIDE = 1024
"""Output bytes of a work item."""
BUCKETS = 8
WIDTHS = (1, 2, 3, 4, 8, 16)

SIGNED = ("char", "short", "int", "long")
UNSIGNED = ("uchar", "ushort", "uint", "ulong")
FLOATS = ("float", "double")
BITS: dict[str, int] = {
    **dict(zip((*SIGNED, *UNSIGNED), (8, 16, 32, 64) * 2, strict=True)),
    "float": 32,
    "double": 64,
}
DTYPES: dict[str, str] = {
    "char": "i1",
    "short": "i2",
    "int": "i4",
    "long": "i8",
    "uchar": "u1",
    "ushort": "u2",
    "uint": "u4",
    "ulong": "u8",
    "float": "f4",
    "double": "f8",
    "half": "f2",
}


@dataclass(frozen=True)
class Type:
    element: str
    width: int = 1

    def __str__(self) -> str:
        return self.element if self.width == 1 else f"{self.element}{self.width}"

    @property
    def bits(self) -> int:
        return BITS[self.element]

    @property
    def floating(self) -> bool:
        return self.element in FLOATS

    @property
    def signed(self) -> bool:
        return self.element in SIGNED

    def of(self, element: str) -> Type:
        return Type(element, self.width)

    def wide(self, width: int) -> Type:
        return Type(self.element, width)

    @property
    def as_unsigned(self) -> Type:
        return self.of(UNSIGNED[(8, 16, 32, 64).index(self.bits)])

    @property
    def as_signed(self) -> Type:
        return self.of(SIGNED[(8, 16, 32, 64).index(self.bits)])


@dataclass(frozen=True)
class Output:
    """A result at `offset` of a work item's bytes; `ulp` 0 means exact."""

    offset: int
    type: Type
    ulp: float
    text: str


# Functions with an error bound: name, operands, bound in single and double precision
# (section 7.4), and what keeps arguments where results are neither 0 nor infinite for long.
BOUNDED: dict[str, tuple[int, float]] = {
    "acos": (1, 4),
    "asin": (1, 4),
    "atan": (1, 5),
    "atan2": (2, 6),
    "cbrt": (1, 2),
    "cos": (1, 4),
    "cosh": (1, 4),
    "erf": (1, 16),
    "exp": (1, 3),
    "exp2": (1, 3),
    "expm1": (1, 3),
    "hypot": (2, 4),
    "log": (1, 3),
    "log10": (1, 3),
    "log1p": (1, 2),
    "log2": (1, 3),
    "pow": (2, 16),
    "rsqrt": (1, 2),
    "sin": (1, 4),
    "sinh": (1, 4),
    "sinpi": (1, 4),
    "cospi": (1, 4),
    "tan": (1, 5),
    "tanh": (1, 5),
    "tgamma": (1, 16),
}
EXACT_UNARY = ("fabs", "floor", "ceil", "rint", "round", "trunc", "sqrt")
"""Correctly rounded functions of one number."""
MODES = ("", "_rte", "_rtz", "_rtp", "_rtn")


@dataclass
class Scope:
    """Variables that an expression may read, by type."""

    variables: dict[Type, list[str]] = field(default_factory=dict[Type, list[str]])

    def add(self, name: str, type: Type) -> None:
        self.variables.setdefault(type, []).append(name)

    def remove(self, name: str, type: Type) -> None:
        self.variables[type].remove(name)

    def copy(self) -> Scope:
        return Scope({t: list(names) for t, names in self.variables.items()})


Maker = Callable[[Type, int], str]
"""Text of an expression of a type, with a bound on its depth."""


class Generator:
    """Makes one program from `seed`."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.seed = seed
        self.inputs = True
        self.names = 0
        self.helpers: list[str] = []
        self.signatures: list[tuple[str, Type, list[Type]]] = []
        self.scope: Scope = Scope()

    def name(self, letter: str) -> str:
        """
        Upper-case letters for what stands outside the kernel, with those of others.
        """
        self.names += 1
        prefix = f"{letter}{self.seed}_" if letter.isupper() else letter
        return f"{prefix}{self.names}"

    # --- types ----------------------------------------------------------------------

    def element(self, *, floats: float = 0.3) -> str:
        if self.random.random() < floats:
            return self.random.choice(FLOATS)
        return self.random.choice((*SIGNED, *UNSIGNED))

    def any_type(self, *, floats: float = 0.3) -> Type:
        width = self.random.choice((1, 1, 1, 2, 3, 4, 4, 8, 16))
        return Type(self.element(floats=floats), width)

    # --- leaves ---------------------------------------------------------------------

    def number(self, type: Type) -> str:
        r = self.random
        if type.floating:
            value = r.choice(
                ("0.0", "-0.0", "1.0", "-1.5", "0.5", "2.5", "1e10", "-3.25", "1e-3")
            )
            return f"{value}f" if type.element == "float" else value
        top = 1 << type.bits
        value = r.choice(
            (0, 1, 2, 3, 5, 7, type.bits - 1, top // 2 - 1, top // 2, top - 1, 0x55)
        )
        if r.random() < 0.3:
            value = r.randrange(top)
        if type.signed and value >= top // 2:
            value -= top
        if value == -(1 << 63):
            return "LONG_MIN"
        suffix = {"ulong": "ul", "long": "l", "uint": "u"}.get(type.element, "")
        return (
            f"({type.element}){value}{suffix}" if value >= 0 else f"({value}{suffix})"
        )

    def literal(self, type: Type) -> str:
        if type.width == 1:
            return f"({type.element})({self.number(type)})"
        if self.random.random() < 0.3:
            return f"({type})({self.number(type)})"
        # Scalars and shorter vectors, in any order.
        parts: list[str] = []
        left = type.width
        while left:
            width = self.random.choice([w for w in WIDTHS if w <= left and w < 8])
            parts.append(
                self.leaf(type.wide(width)) if width > 1 else self.number(type)
            )
            left -= width
        return f"({type})({', '.join(parts)})"

    def input(self, type: Type) -> str:
        """Elements of an input buffer; a half one for some floats."""
        if not self.inputs:
            return self.numbers(type)
        r = self.random
        start = r.randrange(ROWS)
        index = r.choice(
            (
                f"{start}u",
                f"(gid + {start}u) % {ROWS}u",
                f"(lid * 5u + {start}u) % {ROWS}u",
            )
        )
        if type.floating and r.random() < 0.2:
            if type.width == 1:
                return self.widened(f"vload_half({index}, in_half)", type)
            aligned = r.choice(("vload_half", "vloada_half"))
            return self.widened(f"{aligned}{type.width}({index}, in_half)", type)
        if type.width == 1:
            return f"in_{type.element}[{index}]"
        return f"vload{type.width}({index}, in_{type.element})"

    @staticmethod
    def widened(text: str, type: Type) -> str:
        return text if type.element == "float" else f"convert_{type}({text})"

    def leaf(self, type: Type) -> str:
        r = self.random
        known = self.scope.variables.get(type, [])
        if known and r.random() < 0.5:
            return r.choice(known)
        if r.random() < 0.25 and type.width < 8:
            return self.literal(type)
        if type.element == "uint" and type.width == 1 and r.random() < 0.3:
            return r.choice(("gid", "lid"))
        return self.input(type)

    # --- expressions ----------------------------------------------------------------

    def expression(self, type: Type, depth: int) -> str:
        if depth <= 0 or self.random.random() < 0.08:
            return self.leaf(type)
        kinds = self.general(type)
        kinds += self.floating(type) if type.floating else self.integer(type)
        return self.random.choice(kinds)(type, depth - 1)

    def general(self, type: Type) -> list[Maker]:
        makers = [self.ternary, self.convert, self.bits_of, self.select, self.bitselect]
        if type.width > 1:
            makers += [self.swizzle, self.composed, self.shuffle, self.vector_ternary]
        else:
            makers += [self.one_element, self.one_element]
        if any(result == type for _, result, _ in self.signatures):
            makers += [self.call] * 2
        return makers

    def scalar_condition(self, depth: int) -> str:
        """A scalar that is 0 or not."""
        r = self.random
        kind = r.randrange(5)
        if kind == 0:
            type = self.any_type(floats=0).as_signed
            word = r.choice(("any", "all"))
            return f"{word}({self.expression(type, depth)})"
        type = Type(self.element())
        sign = r.choice(("<", "<=", ">", ">=", "==", "!="))
        left, right = self.expression(type, depth), self.expression(type, depth)
        text = f"({left} {sign} {right})"
        if kind == 1:
            other = self.scalar_condition(depth - 1) if depth > 0 else "lid"
            return f"({text} {r.choice(('&&', '||'))} {other})"
        if kind == 2:
            return f"!{text}"
        return text

    def vector_condition(self, type: Type, depth: int) -> str:
        """A vector of `type`, which is signed; each element 0 or -1."""
        r = self.random
        elements = [type.element, type.as_unsigned.element]
        elements += [e for e in FLOATS if BITS[e] == type.bits]
        of = type.of(r.choice(elements))
        left, right = self.expression(of, depth), self.expression(of, depth)
        if of.floating and r.random() < 0.5:
            two = ("isequal", "isnotequal", "isgreater", "isgreaterequal", "isless")
            two += ("islessequal", "islessgreater", "isordered", "isunordered")
            one = ("isnan", "isinf", "isfinite", "isnormal")
            if r.random() < 0.4:
                return f"{r.choice(one)}({left})"
            return f"{r.choice(two)}({left}, {right})"
        sign = r.choice(("<", "<=", ">", ">=", "==", "!="))
        text = f"({left} {sign} {right})"
        if r.random() < 0.2:
            return (
                f"({text} {r.choice(('&&', '||'))} {self.expression(type, depth - 1)})"
            )
        return f"(!{text})" if r.random() < 0.1 else text

    def ternary(self, type: Type, depth: int) -> str:
        yes, no = self.expression(type, depth), self.expression(type, depth)
        cast = f"({type})" if type.width == 1 else ""
        return f"({cast}({self.scalar_condition(depth)} ? {yes} : {no}))"

    def vector_ternary(self, type: Type, depth: int) -> str:
        condition = self.vector_condition(type.as_signed, depth)
        yes, no = self.expression(type, depth), self.expression(type, depth)
        return f"({condition} ? {yes} : {no})"

    def select(self, type: Type, depth: int) -> str:
        of = self.random.choice((type.as_signed, type.as_unsigned))
        operands = [self.expression(t, depth) for t in (type, type, of)]
        return f"select({', '.join(operands)})"

    def bitselect(self, type: Type, depth: int) -> str:
        if type.floating:
            # Bits of floats: of finite ones, so that no NaN comes out that went in.
            bits = type.as_unsigned
            operands = [self.finite_bits(bits, type, depth) for _ in range(2)]
            mask = self.expression(bits, depth)
            return self.from_bits(f"bitselect({', '.join(operands)}, {mask})", type)
        operands = [self.expression(type, depth) for _ in range(3)]
        return f"bitselect({', '.join(operands)})"

    def finite_bits(self, bits: Type, type: Type, depth: int) -> str:
        return f"as_{bits}({self.finite(self.expression(type, depth), type)})"

    @staticmethod
    def from_bits(text: str, type: Type) -> str:
        """
        A float of any bits but those of infinities and NaN: an exponent bit is cleared.
        """
        mask = "0xbfffffffu" if type.element == "float" else "0xbffffffffffffffful"
        return f"as_{type}({text} & ({type.as_unsigned}){mask})"

    @staticmethod
    def finite(text: str, type: Type) -> str:
        return f"FINITE_{type}({text})"

    def bits_of(self, type: Type, depth: int) -> str:
        """`as_type` of something of the same size."""
        r = self.random
        size = type.bits * type.width
        if type.width == 3:
            others = [Type(e, 3) for e, bits in BITS.items() if bits == type.bits]
        else:
            others = [
                Type(e, size // bits)
                for e, bits in BITS.items()
                if size % bits == 0 and size // bits in (1, 2, 4, 8, 16)
            ]
        source = r.choice([o for o in others if o != type])
        text = self.expression(source, depth)
        if source.floating:
            text = self.finite(text, source)
        if type.floating:
            return self.from_bits(f"as_{type.as_unsigned}({text})", type)
        return f"as_{type}({text})"

    def convert(self, type: Type, depth: int) -> str:
        r = self.random
        source = type.of(self.element())
        text = self.expression(source, depth)
        if type.floating:
            return f"convert_{type}{r.choice(MODES)}({text})"
        mode = r.choice(MODES) if source.floating else ""
        if source.floating:
            if r.random() < 0.3 and type.width == 1:
                low = -100 if type.signed else 0
                return f"({type})clamp({self.finite(text, source)}, ({source}){low}, ({source})100)"
            return f"convert_{type}_sat{mode}({text})"
        if r.random() < 0.2 and type.width == 1:
            return f"({type})({text})"
        return f"convert_{type}{r.choice(('', '_sat'))}({text})"

    def swizzle(self, type: Type, depth: int) -> str:
        r = self.random
        source = type.wide(r.choice([w for w in WIDTHS if w > 1]))
        text = self.expression(source, depth)
        if source.width == 2 * type.width and r.random() < 0.6:
            return f"({text}).{r.choice(('lo', 'hi', 'even', 'odd'))}"
        picks = [r.randrange(source.width) for _ in range(type.width)]
        if source.width <= 4 and type.width <= 4 and r.random() < 0.5:
            return f"({text}).{''.join('xyzw'[p] for p in picks)}"
        letters = "0123456789abcdef"
        return f"({text}).s{''.join(letters[p] for p in picks)}"

    def one_element(self, type: Type, depth: int) -> str:
        source = type.wide(self.random.choice([w for w in WIDTHS if w > 1]))
        at = self.random.randrange(source.width)
        return f"({self.expression(source, depth)}).s{at:x}"

    def composed(self, type: Type, depth: int) -> str:
        parts: list[str] = []
        left = type.width
        while left:
            width = self.random.choice([w for w in WIDTHS if w <= left])
            parts.append(self.expression(type.wide(width), depth - 1))
            left -= width
        return f"({type})({', '.join(parts)})"

    def shuffle(self, type: Type, depth: int) -> str:
        if type.width == 3:
            return self.swizzle(type, depth)
        source = type.wide(self.random.choice((2, 4, 8, 16)))
        mask = self.expression(type.as_unsigned, depth - 1)
        operands = [self.expression(source, depth)]
        if self.random.random() < 0.5:
            operands.append(self.expression(source, depth))
        word = "shuffle" if len(operands) == 1 else "shuffle2"
        return f"{word}({', '.join(operands)}, {mask})"

    def call(self, type: Type, depth: int) -> str:
        name, _, parameters = self.random.choice(
            [s for s in self.signatures if s[1] == type]
        )
        arguments = [self.expression(p, depth - 1) for p in parameters]
        return f"{name}({', '.join(['gid', 'lid', *arguments])})"

    # --- integers -------------------------------------------------------------------

    def integer(self, type: Type) -> list[Maker]:
        makers = [self.arithmetic] * 3 + [self.bitwise, self.shift, self.divide]
        makers += [self.unary, self.function, self.function, self.function]
        makers += [self.truth, self.upsample, self.with_scalar]
        return makers

    def arithmetic(self, type: Type, depth: int) -> str:
        sign = self.random.choice("+-*")
        left, right = self.expression(type, depth), self.expression(type, depth)
        u = type.as_unsigned
        if type.signed:
            left, right = f"as_{u}({left})", f"as_{u}({right})"
        if type.bits < 32 and type.width == 1:
            # Operands are promoted to int, in which a product of ushorts may overflow.
            return f"({type})((uint){left} {sign} (uint){right})"
        text = f"({left} {sign} {right})"
        return f"as_{type}({text})" if type.signed else text

    def with_scalar(self, type: Type, depth: int) -> str:
        """A vector and a scalar."""
        u = type.as_unsigned
        scalar = self.expression(u.wide(1), depth)
        vector = f"as_{u}({self.expression(type, depth)})"
        sign = self.random.choice("+-*&|^")
        if u.width == 1 and u.bits < 32:
            text = f"({u})((uint){vector} {sign} (uint){scalar})"
        else:
            pair = (vector, scalar) if self.random.random() < 0.5 else (scalar, vector)
            text = f"({pair[0]} {sign} {pair[1]})"
        return f"as_{type}({text})"

    def bitwise(self, type: Type, depth: int) -> str:
        left, right = self.expression(type, depth), self.expression(type, depth)
        return f"({type})({left} {self.random.choice('&|^')} {right})"

    def shift(self, type: Type, depth: int) -> str:
        """
        By more than the width too: only the low bits of the count are used (section 6.3).
        Scalars shorter than int are promoted.
        """
        count = type.of(self.random.choice((type.element, type.as_unsigned.element)))
        if self.random.random() < 0.3:
            count = count.wide(1)
        left, right = self.expression(type, depth), self.expression(count, depth)
        return f"({type})({left} {self.random.choice(('<<', '>>'))} {right})"

    def divide(self, type: Type, depth: int) -> str:
        left, right = self.expression(type, depth), self.expression(type, depth)
        top = (1 << (type.bits - 1)) - 1
        suffix = "l" if type.bits == 64 else ""
        divisor = f"(({right} & ({type}){top}{suffix}) | ({type})1)"
        return f"({type})({left} {self.random.choice('/%')} {divisor})"

    def unary(self, type: Type, depth: int) -> str:
        text = self.expression(type, depth)
        if self.random.random() < 0.5:
            return f"({type})(~{text})"
        if type.signed:
            return f"as_{type}(({type.as_unsigned})(-as_{type.as_unsigned}({text})))"
        return f"({type})(-{text})"

    def function(self, type: Type, depth: int) -> str:
        r = self.random
        e = self.expression
        u = type.as_unsigned
        kind = r.randrange(20)
        if kind < 8:
            two = (
                "add_sat",
                "sub_sat",
                "hadd",
                "rhadd",
                "mul_hi",
                "max",
                "min",
                "rotate",
            )
            return f"{two[kind]}({e(type, depth)}, {e(type, depth)})"
        if kind == 8:
            return f"clz({e(type, depth)})"
        if kind == 9:
            return f"popcount({e(type, depth)})"
        if kind == 10:
            # The absolute value of the lowest integer is undefined in PoCL 3.1, against
            # section 6.15.3: it negates with `nsw`.
            if r.random() < 0.5:
                return f"as_{type}(abs({e(u, depth)}))"
            return f"as_{type}(abs(({type.as_signed})({e(type.as_signed, depth)} >> ({type.as_signed})1)))"
        if kind == 11:
            operand = r.choice((u, type.as_signed))
            return f"as_{type}(abs_diff({e(operand, depth)}, {e(operand, depth)}))"
        if kind == 12:
            x, a, b = (e(type, depth) for _ in range(3))
            return f"clamp({x}, ({type})({a} & ({type})15), ({type})(({b} & ({type})31) | ({type})16))"
        if kind == 13:
            return f"mad_sat({e(type, depth)}, {e(type, depth)}, {e(type, depth)})"
        if kind == 14:
            # The sum may not overflow.
            x, y, z = (e(u, depth) for _ in range(3))
            return f"as_{type}(mad_hi({x}, {y}, {z}))"
        if kind in (15, 16) and type.bits == 32:
            word = "mul24" if kind == 15 else "mad24"
            last = f", {e(type, depth)}" if kind == 16 else ""
            if type.signed:
                x, y = (f"({e(type, depth)} >> 18)" for _ in range(2))
                last = f"{last} >> 4" if last else ""
            else:
                x, y = (f"({e(type, depth)} & 0xffffffu)" for _ in range(2))
            return f"{word}({x}, {y}{last})"
        if kind == 17 and type.width > 1:
            word = r.choice(("max", "min"))
            return f"{word}({e(type, depth)}, {e(type.wide(1), depth)})"
        if kind == 18 and type.width > 1:
            return f"clamp({e(type, depth)}, ({type.element})3, ({type.element})99)"
        return f"mad_sat({e(type, depth)}, {e(type, depth)}, {e(type, depth)})"

    def truth(self, type: Type, depth: int) -> str:
        if type.width == 1:
            return f"({type}){self.scalar_condition(depth)}"
        condition = self.vector_condition(type.as_signed, depth)
        return condition if type.signed else f"as_{type}({condition})"

    def upsample(self, type: Type, depth: int) -> str:
        if type.bits == 8:
            return self.bitwise(type, depth)
        narrow = (SIGNED if type.signed else UNSIGNED)[
            (8, 16, 32, 64).index(type.bits) - 1
        ]
        high = type.of(narrow)
        low = high.as_unsigned
        return (
            f"upsample({self.expression(high, depth)}, {self.expression(low, depth)})"
        )

    # --- floating point -------------------------------------------------------------

    def floating(self, type: Type) -> list[Maker]:
        return [
            *[self.float_arithmetic] * 4,
            *[self.float_function] * 4,
            self.negated,
            self.scaled,
            self.common,
            self.half_and_back,
        ]

    def float_arithmetic(self, type: Type, depth: int) -> str:
        sign = self.random.choice("+-*/")
        right = type if self.random.random() < 0.8 else type.wide(1)
        return (
            f"({self.expression(type, depth)} {sign} {self.expression(right, depth)})"
        )

    def negated(self, type: Type, depth: int) -> str:
        return f"(-{self.expression(type, depth)})"

    def float_function(self, type: Type, depth: int) -> str:
        r = self.random
        e = self.expression
        kind = r.randrange(9)
        if kind < 3:
            return f"{r.choice(EXACT_UNARY)}({e(type, depth)})"
        if kind == 3:
            return f"fma({e(type, depth)}, {e(type, depth)}, {e(type, depth)})"
        if kind == 4:
            word = r.choice(("fmin", "fmax", "maxmag", "minmag"))
            zero = f"({type})0"
            return f"({word}({e(type, depth)}, {e(type, depth)}) + {zero})"
        if kind == 5:
            sign = self.finite(e(type, depth), type)
            return f"copysign({e(type, depth)}, {sign})"
        if kind == 6:
            word = r.choice(("fmod", "remainder", "fdim", "nextafter"))
            return f"{word}({e(type, depth)}, {e(type, depth)})"
        if kind == 7:
            return f"logb({e(type, depth)})"
        parts = [self.finite(e(type, depth), type) for _ in range(2)]
        return f"fract_{type}({parts[0]}, {parts[1]})"

    def scaled(self, type: Type, depth: int) -> str:
        count = type.of("int")
        power = f"(({self.expression(count, depth)}) % ({count})200)"
        return f"ldexp({self.expression(type, depth)}, {power})"

    def common(self, type: Type, depth: int) -> str:
        x, y = (self.finite(self.expression(type, depth), type) for _ in range(2))
        word = self.random.choice(("min", "max", "clamp", "step", "sign"))
        if word == "sign":
            return f"sign({x})"
        if word == "clamp":
            return f"(clamp({x}, ({type})-2, ({type})5) + ({type})0)"
        if word == "step":
            return f"step({x}, {y})"
        return f"({word}({x}, {y}) + ({type})0)"

    def half_and_back(self, type: Type, depth: int) -> str:
        """Stored to half memory and read again."""
        mode = self.random.choice(MODES)
        return f"half_{type}{mode}({self.expression(type, depth)})"

    # --- statements -----------------------------------------------------------------

    def declaration(self, depth: int = 3) -> list[str]:
        type = self.any_type()
        name = self.name("v")
        lines = [f"{type} {name} = {self.expression(type, depth)};"]
        self.scope.add(name, type)
        return lines

    def assignment(self, depth: int = 2) -> list[str]:
        choices = [
            (n, t)
            for t, names in self.scope.variables.items()
            for n in names
            if n.startswith("v")
        ]
        if not choices:
            return self.declaration(depth)
        name, type = self.random.choice(choices)
        if type.width > 1 and self.random.random() < 0.3:
            picks = self.random.sample(range(type.width), min(2, type.width))
            letters = "".join(f"{p:x}" for p in picks)
            return [f"{name}.s{letters} = {self.expression(type.wide(2), depth)};"]
        return [f"{name} = {self.expression(type, depth)};"]

    def loop(self) -> list[str]:
        counter = self.name("n")
        limit = self.random.randrange(1, 5)
        outside = self.scope
        self.scope = outside.copy()
        self.scope.add(counter, Type("uint"))
        head = self.random.choice(
            (
                f"for (uint {counter} = 0; {counter} < {limit}u; ++{counter}) {{",
                f"for (uint {counter} = 0; {counter} < (({self.expression(Type('uint'), 1)}) & 3u); ++{counter}) {{",
            )
        )
        body = self.assignment() + self.assignment()
        if self.random.random() < 0.3:
            word = self.random.choice(("break", "continue"))
            body.append(f"if ({self.scalar_condition(1)}) {word};")
            body += self.assignment()
        self.scope = outside
        return [head, *(f"  {line}" for line in body), "}"]

    def branch(self) -> list[str]:
        outside = self.scope
        self.scope = outside.copy()
        lines = [f"if ({self.scalar_condition(2)}) {{"]
        lines += [f"  {line}" for line in self.declaration(2) + self.assignment()]
        self.scope = outside.copy()
        lines += ["} else {", *(f"  {line}" for line in self.assignment()), "}"]
        self.scope = outside
        return lines

    def switch(self) -> list[str]:
        type = Type(self.random.choice((*SIGNED, *UNSIGNED)))
        outside = self.scope
        lines = [f"switch (({self.expression(type, 2)}) & ({type})7) {{"]
        for value in self.random.sample(range(8), 4):
            self.scope = outside.copy()
            lines += [f"case {value}:", *(f"  {line}" for line in self.assignment())]
            if self.random.random() < 0.7:
                lines.append("  break;")
        self.scope = outside.copy()
        lines += ["default:", *(f"  {line}" for line in self.assignment()), "}"]
        self.scope = outside
        return lines

    def private_array(self) -> list[str]:
        type = self.any_type()
        count = self.random.randrange(2, 7)
        array, counter, name = self.name("a"), self.name("n"), self.name("v")
        index = [f"({self.expression(Type('uint'), 2)}) % {count}u" for _ in range(2)]
        lines = [
            f"{type} {array}[{count}];",
            f"for (uint {counter} = 0; {counter} < {count}u; ++{counter}) "
            f"{array}[{counter}] = {self.expression(type, 2)};",
            f"{array}[{index[0]}] = {self.expression(type, 2)};",
            f"{type} {name} = {array}[{index[1]}];",
        ]
        self.scope.add(name, type)
        return lines

    def structure(self) -> list[str]:
        """A structure and a union in it, assigned and passed by value."""
        first, second = self.any_type(), self.any_type()
        bits = Type(
            self.random.choice(("uint", "float", "int")), self.random.choice((1, 2, 4))
        )
        tag, name, copy = self.name("S"), self.name("s"), self.name("s")
        letters = bits.of("uchar").wide(4)
        value = self.expression(bits, 2)
        if bits.floating:
            value = self.finite(value, bits)
        self.helpers.append(
            f"struct {tag} {{ {first} a; {second} b; "
            f"union {{ {bits} whole; {letters} part; }} u; char c; }};\n"
            f"struct {tag} pass_{tag}(struct {tag} s) {{ s.c += 1; return s; }}"
        )
        lines = [
            f"struct {tag} {name};",
            f"{name}.a = {self.expression(first, 2)};",
            f"{name}.b = {self.expression(second, 2)};",
            f"{name}.u.whole = {value};",
            f"{name}.c = {self.random.randrange(100)};",
            f"struct {tag} {copy} = pass_{tag}({name});",
        ]
        for part, type in (
            ("a", first),
            ("b", second),
            ("c", Type("char")),
            ("u.part", letters),
        ):
            variable = self.name("v")
            lines.append(f"{type} {variable} = {copy}.{part};")
            self.scope.add(variable, type)
        return lines

    def exchange(self) -> list[str]:
        """Every work item gives a value to another one, through local memory."""
        type = self.any_type()
        name = self.name("v")
        step = self.random.randrange(1, ITEMS)
        local = self.name("t")
        lines = [
            f"local {type} {local}[{ITEMS}];",
            f"{local}[lid] = {self.expression(type, 2)};",
            "barrier(CLK_LOCAL_MEM_FENCE);",
            f"{type} {name} = {local}[(lid + {step}u) % {ITEMS}u];",
            "barrier(CLK_LOCAL_MEM_FENCE);",
        ]
        self.scope.add(name, type)
        return lines

    def atomic(self) -> list[str]:
        """On buckets that all work items share: the order cannot be seen."""
        bucket = self.random.randrange(BUCKETS)
        # One kind for each bucket, or the order would be seen.
        word = ("add", "sub", "xor", "min", "max", "and", "or", "inc")[bucket]
        memory = f"(volatile global int *)(buckets + {bucket})"
        if word == "inc":
            return [f"if ({self.scalar_condition(2)}) atomic_inc({memory});"]
        return [f"atomic_{word}({memory}, {self.expression(Type('int'), 2)});"]

    def helper(self) -> None:
        """A function of its own, which calls earlier ones."""
        parameters = [self.any_type() for _ in range(self.random.randrange(1, 4))]
        result = self.any_type()
        names = [self.name("p") for _ in parameters]
        outside = self.scope
        self.scope = Scope()
        for name, type in zip(names, parameters, strict=True):
            self.scope.add(name, type)
        function = self.name("F")
        # Functions do not see the inputs.
        text = self.without_inputs(lambda: self.expression(result, 3))
        other = self.without_inputs(lambda: self.expression(result, 1))
        condition = self.without_inputs(lambda: self.scalar_condition(1))
        self.scope = outside
        places = ", ".join(f"{t} {n}" for n, t in zip(names, parameters, strict=True))
        self.helpers.append(
            f"{result} {function}(uint gid, uint lid, {places}) {{\n"
            f"  if ({condition}) return {other};\n  return {text};\n}}"
        )
        self.signatures.append((function, result, parameters))

    def without_inputs(self, make: Callable[[], str]) -> str:
        self.inputs = False
        try:
            return make()
        finally:
            self.inputs = True

    def numbers(self, type: Type) -> str:
        if type.width == 1:
            return f"({type.element})({self.number(type)})"
        numbers = [self.number(type) for _ in range(type.width)]
        return f"({type})({', '.join(numbers)})"

    # --- the program ----------------------------------------------------------------

    def body(self) -> tuple[list[str], list[Output]]:
        r = self.random
        for _ in range(r.randrange(3)):
            self.helper()
        lines = self.declaration() + self.declaration()
        makers = [self.declaration, self.assignment, self.loop, self.branch]
        makers += [self.switch, self.private_array, self.structure, self.exchange]
        makers += [self.atomic]
        for _ in range(r.randrange(3, 8)):
            lines += r.choice(makers)()
        outputs: list[Output] = []
        offset = 0

        def write(type: Type, text: str, ulp: float) -> None:
            nonlocal offset
            size = type.bits // 8 * type.width
            offset = -(-offset // 8) * 8
            if offset + size > STRIDE:
                return
            outputs.append(Output(offset, type, ulp, text))
            place = f"(global {type.element} *)(row + {offset})"
            if type.width == 1:
                lines.append(f"*{place} = {text};")
            else:
                lines.append(f"vstore{type.width}({text}, 0, {place});")
            offset += size

        for type, names in self.scope.variables.items():
            for name in names:
                write(type, name, 0)
        for _ in range(2):
            type = self.any_type()
            write(type, self.expression(type, 3), 0)
        for _ in range(2):
            name = r.choice(sorted(BOUNDED))
            count, ulp = BOUNDED[name]
            width = r.choice(WIDTHS)
            type = Type(r.choice(FLOATS), width)
            operands = [self.expression(type, 2) for _ in range(count)]
            if name in ("sin", "cos", "tan"):
                # PoCL 3.1's vectors get all elements wrong beside one that is huge.
                finite = self.finite(operands[0], type)
                operands = [f"fmod({finite}, ({type})100)"]
            write(type, f"{name}({', '.join(operands)})", ulp)
        return lines, outputs


def prelude() -> str:
    """Macros and functions that the programs use."""
    lines = [
        "#pragma OPENCL EXTENSION cl_khr_fp64 : enable",
        "#pragma OPENCL FP_CONTRACT OFF",
    ]
    for element in FLOATS:
        for width in WIDTHS:
            type = Type(element, width)
            lines.append(
                f"static {type} FINITE_{type}({type} x) "
                f"{{ return select(({type})1, x, {'(' + str(type.as_signed) + ')' if width == 1 else ''}isfinite(x)); }}"
            )
            lines.append(
                f"static {type} fract_{type}({type} x, {type} y) "
                f"{{ {type} whole; {type} part = modf(x, &whole); return part + whole * y; }}"
            )
            suffix = "" if width == 1 else str(width)
            for mode in MODES:
                back = f"vload_half{suffix}(0, h)"
                if element == "double":
                    back = f"convert_{type}({back})"
                lines.append(
                    f"static {type} half_{type}{mode}({type} x) "
                    f"{{ ushort m[{width}]; half *h = (half *)m; vstore_half{suffix}{mode}(x, 0, h); return {back}; }}"
                )
    return "\n".join(lines)


PARAMETERS = (
    ", ".join(f"global const {e} *in_{e}" for e in (*SIGNED, *UNSIGNED, *FLOATS))
    + ", global const half *in_half, global uchar *out, global int *buckets"
)


@dataclass
class ExpressionProgram:
    """A kernel `name` with the inputs of `inputs`, an output buffer, and buckets."""

    name: str
    source: str
    outputs: list[Output]

    @staticmethod
    def make(seed: int) -> ExpressionProgram:
        generator = Generator(seed)
        name = f"k{seed}"
        lines, outputs = generator.body()
        text = "\n".join(
            (
                *(h for h in generator.helpers),
                f"kernel void {name}({PARAMETERS}) {{",
                "  uint gid = get_global_id(0), lid = get_local_id(0);",
                f"  global uchar *row = out + gid * {STRIDE}u;",
                *(f"  {line}" for line in lines),
                "}",
            )
        )
        return ExpressionProgram(name, text, outputs)
