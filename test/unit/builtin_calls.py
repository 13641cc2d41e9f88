"""
Every element-wise function of the table as an OpenCL C kernel over edge values, and what
it must give.

The references are written from OpenCL C 3.0, sections 6.15.2 to 6.15.6 and 6.15.13, and
from 7.5.1 for edge cases; most are those that the tests of operations use.
"""

from __future__ import annotations

import random
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from typing import Any

from builtin_jit import DTYPES
from float_references import (
    ABSOLUTE,
    BINARY,
    TRUTHS_OF_ONE,
    TRUTHS_OF_TWO,
    UNARY,
    Binary,
    Unary,
    bound_of,
    edges,
    pairs,
    remainder,
    within,
)
from integer_references import SIGNED, SIGNED_32, UNSIGNED, to_signed
from integer_references import operands as integer_operands

from xdsl_opencl.dialects.opencl.builtins.builtin_table import (
    BUILTINS,
    Builtin,
    Category,
    Form,
)

np: Any = import_module("numpy")
Wide = np.longdouble

ROWS = 192
"""Vectors of operands of each kernel."""
C_NAMES = {
    "i8": ("char", "uchar"),
    "i16": ("short", "ushort"),
    "i32": ("int", "uint"),
    "i64": ("long", "ulong"),
    "f16": ("half", "half"),
    "f32": ("float", "float"),
    "f64": ("double", "double"),
}
LARGEST = Fraction(sys.float_info.max) / 2
SMALLEST = Fraction(sys.float_info.min) * 2**60
"""Between them a double and its rest are exact enough."""
LOOSE = {"f16": 2.0**-8, "f32": 2.0**-18, "f64": 2.0**-46}
"""Relative error where the specification has no bound, of the sum of all magnitudes."""
POINTERS = ("fract", "frexp", "lgamma_r", "modf", "remquo", "sincos")
"""Functions that return a second result through a pointer."""


@dataclass(frozen=True)
class Call:
    """
    A function of the table with element type `element`, `width` elements and `form`.
    """

    row: Builtin
    element: str
    width: int
    form: Form

    @property
    def name(self) -> str:
        shape = "".join(self.form.operands)
        return f"{self.row.name}_{self.element}_{self.width}_{shape}"

    @property
    def bits(self) -> int:
        return int(self.element[1:])

    def shape(self, letter: str, *, result: bool = False) -> tuple[str, int, bool]:
        """Element type, width, and whether it is unsigned."""
        unsigned = self.row.unsigned or self.row.c_kinds == "u"
        unsigned = unsigned or (
            self.row.name in UNSIGNED and not self.element.startswith("f")
        )
        integer = f"i{self.bits}"
        match letter:
            case "T":
                return self.element, self.width, unsigned
            case "E":
                return self.element, 1, unsigned
            case "K":
                return "i32", self.width, False
            case "k":
                return "i32", 1, False
            case "N":
                other = self.row.name in ("nan", "shuffle", "shuffle2")
                return integer, self.width, other
            case "M":
                return (
                    ("i32", 1, False)
                    if self.width == 1
                    else (integer, self.width, False)
                )
            case "W":
                return f"i{2 * self.bits}", self.width, unsigned
            case _:
                assert letter == "S"
                return self.element, 4, unsigned

    def type_name(self, letter: str, *, position: int = 0, result: bool = False) -> str:
        element, width, unsigned = self.shape(letter, result=result)
        if self.row.name in ("s_abs", "s_abs_diff") and result:
            unsigned = True
        if self.row.name == "s_upsample" and position == 1:
            unsigned = True
        name = C_NAMES[element][unsigned]
        return name if width == 1 else f"{name}{width}"

    def kernel(self) -> str:
        """Memory is packed: `n` elements a vector."""
        parameters: list[str] = []
        operands: list[str] = []
        lines: list[str] = []

        def add(name: str, letter: str, constant: str, **which: Any) -> tuple[str, int]:
            type_name = self.type_name(letter, **which)
            width = self.shape(letter)[1]
            base = type_name.rstrip("0123456789") if width > 1 else type_name
            parameters.append(f"global {constant}{base} *{name}")
            return type_name, width

        for i, letter in enumerate(self.form.operands):
            _, width = add(f"a{i}", letter, "const ", position=i)
            operands.append(f"vload{width}(i, a{i})" if width > 1 else f"a{i}[i]")
        second = len(self.form.results) > 1
        for i, letter in enumerate(self.form.results):
            type_name, width = add(f"r{i}", letter, "", result=True)
            if i == 1:
                lines.insert(0, f"{type_name} second;")
                operands.append("&second")
        call = f"{self.row.c_name}({', '.join(operands)})"
        lines.append(
            f"{self.type_name(self.form.results[0], result=True)} first = {call};"
        )
        for i, value in enumerate(("first", "second")[: 1 + second]):
            width = self.shape(self.form.results[i])[1]
            lines.append(
                f"vstore{width}({value}, i, r{i});"
                if width > 1
                else f"r{i}[i] = {value};"
            )
        body = "\n  ".join(("size_t i = get_global_id(0);", *lines))
        return f"kernel void {self.name}({', '.join(parameters)}) {{\n  {body}\n}}"

    # --- operands -------------------------------------------------------------------

    def operands(self) -> list[Any]:
        """
        Arrays `[ROWS, width]`, edge values first; what the function leaves undefined is
        kept out.
        """
        count = len(self.form.operands)
        seed = f"{self.row.name}{self.element}"
        chance = np.random.default_rng(zlib.crc32(seed.encode()))
        if self.element.startswith("f"):
            arrays = self._floats(count, seed, chance)
        else:
            arrays = self._integers(count, seed, chance)
        result: list[Any] = []
        for letter, array in zip(self.form.operands, arrays, strict=True):
            element, width, _ = self.shape(letter)
            flat = np.resize(array, ROWS * width)
            result.append(flat.astype(DTYPES[element]).reshape(ROWS, width))
        return self._defined(result)

    def _floats(self, count: int, seed: str, chance: Any) -> list[Any]:
        if count == 1 and self.form.operands == ("N",):
            return [np.array([0, 1, 77, 1 << (self.bits // 2 - 2), 5, 9])]
        values = edges(self.element, seed)
        if count == 1:
            return [self._within(values, chance)]
        first, second = pairs(self.element, seed)
        order = chance.permutation(len(first))
        # The end of `pairs` has few edges; every stretch of a shuffle has some.
        first, second = first[order], second[order]
        arrays = [first, second, first[chance.permutation(len(first))]][:count]
        for i, letter in enumerate(self.form.operands):
            if letter in "Kk":
                counts = [0, 1, 2, 3, -1, -2, -3, 5, 17, 100, -100, 2000, -2000]
                counts += [2**31 - 1, -(2**31)]
                arrays[i] = chance.choice(np.array(counts), len(first))
            if letter == "N":
                bits = chance.integers(-(2**63), 2**63 - 1, len(first))
                arrays[i] = bits >> (64 - self.bits)
        return [self._within(a, chance) if a.dtype.kind == "f" else a for a in arrays]

    def _within(self, values: Any, chance: Any) -> Any:
        """Returns `values` moved into the domain of the function."""
        category = self.row.category
        name = self.row.name
        random_values = chance.uniform(-8, 8, len(values)).astype(values.dtype)
        if category is Category.GEOMETRIC:
            return random_values
        if category is Category.NATIVE:
            positive = np.abs(random_values) + values.dtype.type(0.01)
            return positive
        if category is Category.COMMON and name not in ("degrees", "radians", "sign"):
            small = np.isfinite(values) & (abs(values) < 16)
            return np.where(small, values, random_values)
        if name in ("mad",):
            return random_values
        return values

    def _integers(self, count: int, seed: str, chance: Any) -> list[Any]:
        columns = integer_operands(self.bits, min(count, 3), 1, seed)
        order = random.Random(seed).sample(range(len(columns[0])), len(columns[0]))
        return [np.array(c)[order] for c in columns]

    def _defined(self, arrays: list[Any]) -> list[Any]:
        name = self.row.name
        if name.endswith("clamp") or name == "smoothstep":
            first = 1 if name.endswith("clamp") else 0
            low, high = arrays[first], arrays[first + 1]
            if self.row.unsigned:
                low, high = (v.view(f"u{v.dtype.itemsize}") for v in (low, high))
            least, most = np.minimum(low, high), np.maximum(low, high)
            if name == "smoothstep":
                most = np.where(most - least < 0.1, least + 1, most).astype(least.dtype)
            arrays[first], arrays[first + 1] = (
                v.view(a.dtype)
                for v, a in zip((least, most), arrays[first:], strict=False)
            )
        if name.endswith("24"):
            shift = 9
            top = 0 if self.row.unsigned else 1
            for i in range(2):
                a = arrays[i]
                if self.row.unsigned:
                    arrays[i] = (a.view(np.uint32) >> (shift - 1)).view(a.dtype)
                else:
                    arrays[i] = a >> (shift - 1 + top)
        return arrays

    # --- references -----------------------------------------------------------------

    def expected(self, arrays: Sequence[Any]) -> list[Any] | None:
        """The exact results: extended precision for floats, integers as they are."""
        if self.element.startswith("f"):
            return self._expected_floats(arrays)
        return self._expected_integers(arrays)

    def _expected_integers(self, arrays: Sequence[Any]) -> list[Any] | None:
        name, bits = self.row.name, self.bits
        if name in ("select", "bitselect", "any", "all", "shuffle", "shuffle2"):
            return [SELECTIONS[name](self, *arrays)]
        plain = name.removeprefix("s_").removeprefix("u_")
        table = SIGNED | SIGNED_32 | UNSIGNED
        unsigned = self.row.unsigned or name in UNSIGNED
        mask = (1 << bits) - 1
        width = self.width
        columns = [np.broadcast_to(a, (ROWS, width)).ravel().tolist() for a in arrays]
        if plain == "upsample":
            rows = [
                high << bits | low & mask for high, low in zip(*columns, strict=True)
            ]
            values = [to_signed(v, 2 * bits) for v in rows]
            return [np.array(values, f"i{bits // 4}").reshape(ROWS, width)]
        reference = table[plain][1]
        values = [
            to_signed(
                reference(
                    bits, unsigned, tuple(v & mask for v in row) if unsigned else row
                ),
                bits,
            )
            for row in zip(*columns, strict=True)
        ]
        return [np.array(values, f"i{bits // 8}").reshape(ROWS, width)]

    def _expected_floats(self, arrays: Sequence[Any]) -> list[Any] | None:
        name = self.row.name
        if name in ("select", "bitselect", "shuffle", "shuffle2"):
            return [SELECTIONS[name](self, *arrays)]
        if name == "nan":
            return [np.full((ROWS, self.width), np.nan, Wide)]
        if name == "nextafter":
            # C gives the second of two equal numbers, also of zeros; NumPy's half the first.
            first, second = arrays
            following = np.nextafter(first, second)
            return [np.where(first == second, second, following).astype(Wide)]
        if name in TRUTHS:
            yes = 1 if self.width == 1 else -1
            dtype = DTYPES[self.shape("M")[0]]
            return [np.where(TRUTHS[name](*arrays), yes, 0).astype(dtype)]
        shape = (ROWS, self.width)
        wide = [
            np.broadcast_to(a, shape).astype(Wide) if a.dtype.kind == "f" else a
            for a in arrays
        ]
        plain = name.removeprefix("half_").removeprefix("native_")
        with np.errstate(all="ignore"):
            if plain in UNARY:
                return [UNARY[plain](wide[0].ravel()).reshape(shape)]
            if plain in BINARY:
                flat = [w.ravel() for w in wide]
                return [np.asarray(BINARY[plain](*flat)).reshape(shape)]
            if name in OTHERS:
                found = OTHERS[name](*wide)
                if name == "fract":
                    # The smaller of it and the last number before 1 (section 6.15.2).
                    one = arrays[0].dtype.type(1)
                    last = Wide(np.nextafter(one, one - one))
                    found = np.fmin(found[0], last), found[1]
                    found = np.where(np.isnan(wide[0]), wide[0], found[0]), found[1]
                return [*found] if len(self.form.results) > 1 else [found]
            if plain in OTHERS:
                return [OTHERS[plain](*wide)]
        return None

    def bound(self) -> float | None:
        """In ulp; `None` for what has `LOOSE`."""
        bound = self.row.ulp_bound(self.element, self.width)
        if self.row.name.startswith("native_") and bound is None:
            return 8192.0
        if bound is None and self.row.name.startswith("lgamma"):
            return bound_of("lgamma", self.element)
        if bound is not None and self.row.name == "tgamma":
            return bound_of("tgamma", self.element)
        return bound


def bits_of(array: Any) -> Any:
    return array.view(f"i{array.dtype.itemsize}")


def select(call: Call, a: Any, b: Any, c: Any) -> Any:
    return np.where(c != 0 if call.width == 1 else c < 0, b, a)


def bitselect(call: Call, a: Any, b: Any, c: Any) -> Any:
    x, y, mask = map(bits_of, (a, b, c))
    return ((x & ~mask) | (y & mask)).view(a.dtype)


def shuffle(call: Call, *operands: Any) -> Any:
    *sources, mask = operands
    pool = np.concatenate(sources, axis=1)
    return np.take_along_axis(pool, mask.astype(np.int64) & (pool.shape[1] - 1), axis=1)


def vote(reduce: Callable[..., Any]) -> Callable[[Call, Any], Any]:
    return lambda call, a: reduce(a < 0, axis=1, keepdims=True).astype(np.int32)


SELECTIONS: dict[str, Callable[..., Any]] = {
    "select": select,
    "bitselect": bitselect,
    "shuffle": shuffle,
    "shuffle2": shuffle,
    "any": vote(np.any),
    "all": vote(np.all),
}
TRUTHS: dict[str, Callable[..., Any]] = {**TRUTHS_OF_ONE, **TRUTHS_OF_TWO}


def length(x: Any) -> Any:
    return np.sqrt((x * x).sum(axis=1, keepdims=True))


def cross(x: Any, y: Any) -> Any:
    result = np.zeros_like(x)
    result[:, :3] = np.cross(x[:, :3], y[:, :3])
    return result


def smoothstep(low: Any, high: Any, x: Any) -> Any:
    t = np.clip((x - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def frexp(x: Any) -> tuple[Any, Any]:
    """0 is stored for infinities and NaN (section 7.5.1)."""
    mantissa, exponent = np.frexp(x)
    return mantissa, np.where(np.isfinite(x), exponent, 0).astype(np.int32)


def modf(x: Any) -> tuple[Any, Any]:
    return np.modf(x)


def remquo(x: Any, y: Any) -> tuple[Any, Any]:
    """The quotient is compared apart: its lower seven bits."""
    rest = remainder(x.ravel(), y.ravel()).reshape(x.shape)
    return rest, np.zeros(x.shape, np.int32)


def ilogb(x: Any) -> Any:
    """`FP_ILOGB0` and `FP_ILOGBNAN` of `opencl-c-base.h`."""
    _, exponent = np.frexp(np.where(np.isfinite(x) & (x != 0), x, 1))
    value = np.where(x == 0, -(2**31), exponent - 1)
    return np.where(np.isfinite(x), value, 2**31 - 1).astype(np.int32)


def fract(x: Any) -> tuple[Any, Any]:
    """Less than 1 by more than the wide precision; infinities give a zero."""
    part = np.where(np.isinf(x), 0, x - np.floor(x))
    return part, np.floor(x)


def lgamma_r(x: Any) -> tuple[Any, Any]:
    """
    The sign of the gamma function; at its poles there is none, and 0 stands for any.
    """
    values = UNARY["lgamma"](x.ravel()).reshape(x.shape)
    pole = (x <= 0) & (np.floor(x) == x) | ~np.isfinite(x)
    odd = np.floor(np.where(pole, 1, x)) % 2 != 0
    return values, np.where(pole, 0, np.where((x < 0) & odd, -1, 1)).astype(np.int32)


def fma(x: Any, y: Any, z: Any) -> Any:
    """Exact rationals, as the sum of two doubles."""

    def one(a: Any, b: Any, c: Any) -> Any:
        if not (np.isfinite(a) and np.isfinite(b) and np.isfinite(c)):
            return a * b + c
        a, b, c = float(a), float(b), float(c)
        exact = Fraction(a) * Fraction(b) + Fraction(c)
        if exact == 0 or abs(exact) >= LARGEST or abs(exact) < SMALLEST:
            return Wide(a) * Wide(b) + Wide(c)
        high = float(exact)
        return Wide(high) + Wide(float(exact - Fraction(high)))

    flat = [one(*row) for row in zip(x.ravel(), y.ravel(), z.ravel(), strict=True)]
    return np.array(flat, Wide).reshape(x.shape)


def rootn(x: Any, n: Any) -> Any:
    root = np.power(abs(x), 1 / n.astype(Wide))
    root = np.where(n % 2 != 0, np.copysign(root, x), np.where(x < 0, np.nan, root))
    return np.where((n == 0) | np.isnan(x), np.nan, root)


_OF_ONE: dict[str, Unary] = {
    "fast_length": length,
    "fast_normalize": lambda x: x / length(x),
    "fract": fract,
    "frexp": frexp,
    "ilogb": ilogb,
    "lgamma_r": lgamma_r,
    "length": length,
    "modf": modf,
    "normalize": lambda x: x / length(x),
    "recip": lambda x: 1 / x,
    "sincos": lambda x: (np.sin(x), np.cos(x)),
}
_OF_TWO: dict[str, Binary] = {
    "cross": cross,
    "distance": lambda x, y: length(x - y),
    "divide": lambda x, y: x / y,
    "dot": lambda x, y: (x * y).sum(axis=1, keepdims=True),
    "fast_distance": lambda x, y: length(x - y),
    "fmax_common": np.maximum,
    "fmin_common": np.minimum,
    "ldexp": lambda x, n: np.ldexp(x, np.clip(n, -16000, 16000)),
    "pown": lambda x, n: np.power(x, n.astype(Wide)),
    "remquo": remquo,
    "rootn": rootn,
}
_OF_THREE: dict[str, Callable[[Any, Any, Any], Any]] = {
    "fclamp": lambda x, low, high: np.fmin(np.fmax(x, low), high),
    "fma": fma,
    "mad": lambda x, y, z: x * y + z,
    "mix": lambda x, y, a: x + (y - x) * a,
    "smoothstep": smoothstep,
}
OTHERS: dict[str, Callable[..., Any]] = {**_OF_ONE, **_OF_TWO, **_OF_THREE}


def magnitude(call: Call, arrays: Sequence[Any]) -> Any:
    """The sum of the magnitudes of all terms, for functions without an error bound."""
    shape = (ROWS, call.width)
    wide = [abs(np.broadcast_to(a, shape).astype(Wide)) for a in arrays]
    match call.row.name:
        case "dot":
            return (wide[0] * wide[1]).sum(axis=1, keepdims=True)
        case "cross":
            return length(wide[0]) * length(wide[1])
        case "mad":
            return wide[0] * wide[1] + wide[2]
        case "mix":
            return wide[0] + (wide[0] + wide[1]) * wide[2]
        case _:
            return Wide(16) * np.ones(shape, Wide)


STANDARD = (
    Category.MATH,
    Category.NATIVE,
    Category.INTEGER,
    Category.COMMON,
    Category.GEOMETRIC,
    Category.RELATIONAL,
    Category.VECTOR,
)
"""Tables of OpenCL C; extensions have tests of their own."""


def calls(
    elements: Sequence[str], widths: Callable[[Builtin, str], Sequence[int]]
) -> Iterator[Call]:
    """
    A call of each function of the table with each type and form; `widths` chooses.
    """
    for row in BUILTINS.values():
        if row.category not in STANDARD or row.c_name.startswith("amd_"):
            continue
        for element in elements:
            if element not in row.elements.value.split():
                continue
            for width in widths(row, element):
                for form in row.forms:
                    scalar = "E" in form.operands or "k" in form.operands
                    if width == 1 and scalar:
                        continue
                    yield Call(row, element, width, form)


EITHER_ZERO = (
    "fclamp",
    "fmax",
    "fmax_common",
    "fmin",
    "fmin_common",
    "fract",
    "maxmag",
    "minmag",
)
"""Functions that may give either zero for two different ones."""


def errors(
    call: Call,
    arrays: Sequence[Any],
    results: Sequence[Any],
    *,
    either_zero: bool = False,
) -> list[str]:
    """
    Describes the wrong elements among the `results` of `call` on `arrays`; the signs of
    zeros may be wrong with `either_zero`.
    """
    expected = call.expected(arrays)
    assert expected is not None, f"{call.row.name} has no reference"
    found: list[str] = []
    for i, (result, want) in enumerate(zip(results, expected, strict=True)):
        right = agreement(call, i, arrays, result, want, either_zero=either_zero)
        if not right.all():
            at = tuple(int(k) for k in np.argwhere(~right)[0])
            given = [a[at[0]].tolist() for a in arrays]
            found.append(
                f"{call.name} {given} gives {result[at]!r} in element {at[1]} of result "
                f"{i}, expected {want[at]!r}; {int((~right).sum())} wrong"
            )
    return found


def agreement(
    call: Call,
    index: int,
    arrays: Sequence[Any],
    found: Any,
    want: Any,
    *,
    either_zero: bool,
) -> Any:
    """Returns, for each element of result `index`, whether it is right."""
    name = call.row.name
    if name == "remquo" and index == 1:
        return seven_bits(arrays, found)
    if name == "lgamma_r" and index == 1:
        return (want == 0) | (found == want)
    if name == "cross" and call.width == 4:
        # The fourth element is 0 (section 6.15.5).
        want[:, 3] = 0
    if found.dtype.kind != "f":
        return found == want
    if name in SELECTIONS:
        return bits_of(np.ascontiguousarray(found)) == bits_of(
            np.ascontiguousarray(want)
        )
    bound = call.bound()
    wide = found.astype(Wide)
    if bound is None:
        slack = Wide(np.finfo(found.dtype).tiny)
        return abs(wide - want) <= LOOSE[call.element] * magnitude(call, arrays) + slack
    slack = ABSOLUTE.get(name.removesuffix("_r"), 0.0)
    either = either_zero or name in EITHER_ZERO
    return within(call.element, found, want, bound, either_zero=either, slack=slack)


def seven_bits(arrays: Sequence[Any], quotient: Any) -> Any:
    """
    At least seven bits of the quotient, with its sign; 0 where the remainder is NaN
    (section 7.5.1).
    """

    def right(x: Any, y: Any, q: Any) -> bool:
        if not np.isfinite(x) or np.isnan(y) or y == 0:
            return q == 0
        exact = 0 if np.isinf(y) else round(Fraction(float(x)) / Fraction(float(y)))
        if abs(int(q)) % 128 != abs(exact) % 128:
            return False
        return int(q) == 0 or (int(q) < 0) == (exact < 0)

    x, y = (a.ravel() for a in arrays)
    rows = zip(x, y, quotient.ravel(), strict=True)
    return np.array([right(*row) for row in rows]).reshape(quotient.shape)
