"""Cases of `math`."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np
from composition_case import Case, Reference, split, vector

SHAPES: tuple[tuple[int, ...], ...] = ((), (4,), (2, 4), (5,))
FLOATS = ("f16", "f32", "f64")
INTEGERS = ("i8", "i16", "i32", "i64")


def _longdouble(a: np.ndarray) -> np.ndarray:
    return a.astype("longdouble")


_erf = np.vectorize(math.erf, otypes=["float64"])

_FUNCTIONS: dict[str, tuple[Reference, str, tuple[float, float, float]]] = {
    # Bounds of half, single and double precision: OpenCL C 3.0, section 7.4.
    "acos": (np.arccos, "unit", (2, 4, 4)),
    "acosh": (np.arccosh, "above one", (2, 4, 4)),
    "asin": (np.arcsin, "unit", (2, 4, 4)),
    "asinh": (np.arcsinh, "any", (2, 4, 4)),
    "atan": (np.arctan, "any", (2, 5, 5)),
    "atanh": (np.arctanh, "unit", (2, 5, 5)),
    "cbrt": (np.cbrt, "any", (2, 2, 2)),
    "cos": (np.cos, "range", (2, 4, 4)),
    "cosh": (np.cosh, "any", (2, 4, 4)),
    "erf": (lambda a: _erf(a.astype("float64")), "any", (4, 16, 16)),
    "exp": (np.exp, "any", (2, 3, 3)),
    "exp2": (np.exp2, "any", (2, 3, 3)),
    "expm1": (np.expm1, "any", (2, 3, 3)),
    "log": (np.log, "positive", (2, 3, 3)),
    "log10": (np.log10, "positive", (2, 3, 3)),
    "log1p": (np.log1p, "positive", (2, 2, 2)),
    "log2": (np.log2, "positive", (2, 3, 3)),
    "rsqrt": (lambda a: 1 / np.sqrt(a), "positive", (1, 2, 2)),
    "sin": (np.sin, "range", (2, 4, 4)),
    "sinh": (np.sinh, "any", (2, 4, 4)),
    "sqrt": (np.sqrt, "any", (0, 0, 0)),
    "tan": (np.tan, "range", (2.5, 5, 5)),
    "tanh": (np.tanh, "any", (2, 5, 5)),
}

_EXACT: dict[str, Reference] = {
    "absf": np.abs,
    "ceil": np.ceil,
    "floor": np.floor,
    "trunc": np.trunc,
    "roundeven": np.rint,
    "round": lambda a: np.copysign(np.floor(np.abs(_longdouble(a)) + 0.5), a),
}


def _types(elements: tuple[str, ...]) -> Iterator[tuple[str, bool]]:
    for element in elements:
        for shape in SHAPES:
            yield vector(element, *shape), bool(shape) and element not in ("i32", "f32")


_SAMPLE = ("sin", "expm1", "fma", "ipowi", "fpowi")
"""Operations of which unusual vectors are not left to the long run."""


def _case(name: str, type_: str, operands: int, long: bool, **options: object) -> Case:
    names = ", ".join(f"%{letter}" for letter in "abc"[:operands])
    return Case(
        f"math.{name}",
        type_,
        f"%r = math.{name} {names} : {type_}",
        (type_,) * operands,
        (type_,),
        long=long or _left(name, type_),
        **options,
    )


def _left(name: str, type_: str) -> bool:
    return split(type_)[1] not in ((), (4,)) and name not in _SAMPLE


def _bound(bounds: tuple[float, float, float], type_: str) -> float:
    return bounds[FLOATS.index(split(type_)[2])]


def _wide(reference: Reference) -> Reference:
    return lambda *operands: reference(*map(_longdouble, operands))


def _floats() -> Iterator[Case]:
    for type_, long in _types(FLOATS):
        for name, (reference, values, bounds) in _FUNCTIONS.items():
            ulp = _bound(bounds, type_)
            yield _case(
                name,
                type_,
                1,
                long,
                reference=_wide(reference),
                values=values,
                ulp=ulp,
            )
            if name in ("expm1", "log1p"):
                yield _case(
                    name,
                    type_,
                    1,
                    long,
                    reference=_wide(reference),
                    values="tiny",
                    ulp=ulp,
                )
        for name, reference in _EXACT.items():
            yield _case(name, type_, 1, long, reference=reference)
        yield _case("copysign", type_, 2, long, reference=np.copysign)
        yield _case("fma", type_, 3, long, reference=_fma, values="range", ulp=0.5)
        yield _case(
            "atan2",
            type_,
            2,
            long,
            reference=_wide(np.arctan2),
            ulp=_bound((2, 6, 6), type_),
        )
        yield _case(
            "powf",
            type_,
            2,
            long,
            reference=_wide(np.power),
            values="positive",
            ulp=_bound((4, 16, 16), type_),
        )
        for power in ("i8", "i32", "i64", "index"):
            powers = vector(power, *split(type_)[1])
            yield Case(
                "math.fpowi",
                f"{type_} to the {power}",
                f"%two = arith.constant {_splat('7', powers)}\n"
                f"%n = arith.remsi %b, %two : {powers}\n"
                f"%r = math.fpowi %a, %n : {type_}, {powers}",
                (type_, powers),
                (type_,),
                _power,
                "range",
                ulp=_bound((4, 16, 16), type_),
                long=long or (bool(split(type_)[1]) and power == "i8"),
            )


def _splat(value: str, type_: str) -> str:
    return f"dense<{value}> : {type_}" if split(type_)[1] else f"{value} : {type_}"


def _fma(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    return _longdouble(a) * _longdouble(b) + _longdouble(c)


def _power(a: np.ndarray, n: np.ndarray) -> np.ndarray:
    return _longdouble(a) ** np.fmod(n, 7).astype("longdouble")


def _bits(count: Callable[[int, int], int]) -> Reference:
    def reference(a: np.ndarray) -> np.ndarray:
        bits = a.dtype.itemsize * 8
        made = [count(int(x) % (1 << bits), bits) for x in a.ravel()]
        return np.array(made, a.dtype).reshape(a.shape)

    return reference


def _integer_power(a: np.ndarray, n: np.ndarray) -> np.ndarray:
    bits = a.dtype.itemsize * 8

    def power(x: int, n: int) -> int:
        if n >= 0:
            value = pow(x, n, 1 << bits)
            return value - (1 << bits) if value >> (bits - 1) else value
        return {1: 1, -1: -1 if n % 2 else 1}.get(x, 0)

    made = [power(int(x), int(y)) for x, y in zip(a.ravel(), n.ravel(), strict=True)]
    return np.array(made, a.dtype).reshape(a.shape)


def _integers() -> Iterator[Case]:
    counts: dict[str, Reference] = {
        "ctlz": _bits(lambda x, bits: bits - x.bit_length()),
        "cttz": _bits(lambda x, bits: (x & -x).bit_length() - 1 if x else bits),
        "ctpop": _bits(lambda x, bits: x.bit_count()),
        "absi": np.abs,
    }
    for type_, long in _types(INTEGERS):
        for name, reference in counts.items():
            yield _case(name, type_, 1, long, reference=reference)
        yield _case("ipowi", type_, 2, long, reference=_integer_power)


def _flagged() -> Iterator[Case]:
    for name in ("sin", "exp", "log2", "rsqrt", "sqrt"):
        yield Case(
            f"math.{name}",
            "f32, fast-math flags",
            f"%r = math.{name} %a fastmath<fast> : f32",
            ("f32",),
            ("f32",),
            _wide(_FUNCTIONS[name][0]),
            "positive",
            8,
        )


def _brain_floats() -> Iterator[Case]:
    for name in _FUNCTIONS:
        if name != "sqrt":
            for type_ in ("bf16", "vector<4xbf16>"):
                yield _case(name, type_, 1, True)


def _refused() -> Iterator[Case]:
    for name, type_ in (("sin", "f80"), ("erf", "f128")):
        yield _case(name, type_, 1, False, gpu_refused="use f64")
    yield _case("acosh", "f80", 1, False, refused="use f64")


CASES: tuple[Case, ...] = (
    *_floats(),
    *_integers(),
    *_flagged(),
    *_brain_floats(),
    *_refused(),
)
