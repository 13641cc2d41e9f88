"""Cases of `arith`."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from composition_case import Case, Reference, split, vector, with_element

SHAPES: tuple[tuple[int, ...], ...] = ((), (4,), (2, 4))
INTEGERS = ("i8", "i16", "i32", "i64", "index")
FLOATS = ("f16", "f32", "f64")

_UNSIGNED = {"int8": "uint8", "int16": "uint16", "int32": "uint32", "int64": "uint64"}


def unsigned(array: np.ndarray) -> np.ndarray:
    return array.view(_UNSIGNED[array.dtype.name])


def _wide(array: np.ndarray) -> np.ndarray:
    """Python's integers, which do not wrap."""
    return array.astype(object)


def _narrow(array: np.ndarray, like: np.ndarray) -> np.ndarray:
    bits = like.dtype.itemsize * 8
    low = (array + (1 << (bits - 1))) % (1 << bits) - (1 << (bits - 1))
    return low.astype(like.dtype)


def _shift(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return a, b & (a.dtype.itemsize * 8 - 1)


def _quotient(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    a, b = _wide(a), _wide(b)
    return np.where((a < 0) == (b < 0), abs(a) // abs(b), -(abs(a) // abs(b)))


_BINARY: dict[str, tuple[Reference, str]] = {
    "addi": (lambda a, b: a + b, "any"),
    "subi": (lambda a, b: a - b, "any"),
    "muli": (lambda a, b: a * b, "any"),
    "andi": (lambda a, b: a & b, "any"),
    "ori": (lambda a, b: a | b, "any"),
    "xori": (lambda a, b: a ^ b, "any"),
    "maxsi": (np.maximum, "any"),
    "minsi": (np.minimum, "any"),
    "maxui": (lambda a, b: np.maximum(unsigned(a), unsigned(b)).view(a.dtype), "any"),
    "minui": (lambda a, b: np.minimum(unsigned(a), unsigned(b)).view(a.dtype), "any"),
    "divsi": (lambda a, b: _narrow(_quotient(a, b), a), "divisors"),
    "divui": (lambda a, b: (unsigned(a) // unsigned(b)).view(a.dtype), "divisors"),
    "remsi": (
        lambda a, b: _narrow(_wide(a) - _wide(b) * _quotient(a, b), a),
        "divisors",
    ),
    "remui": (lambda a, b: (unsigned(a) % unsigned(b)).view(a.dtype), "divisors"),
    "floordivsi": (lambda a, b: _narrow(_wide(a) // _wide(b), a), "divisors"),
    "ceildivsi": (lambda a, b: _narrow(-(-_wide(a) // _wide(b)), a), "divisors"),
    "ceildivui": (
        lambda a, b: _narrow(-(-_wide(unsigned(a)) // _wide(unsigned(b))), a),
        "divisors",
    ),
    "shli": (lambda a, b: np.left_shift(*_shift(a, b)), "any"),
    "shrsi": (lambda a, b: np.right_shift(*_shift(a, b)), "any"),
    "shrui": (
        lambda a, b: np.right_shift(unsigned(a), unsigned(_shift(a, b)[1])).view(
            a.dtype
        ),
        "any",
    ),
}

_FLOAT: dict[str, Reference] = {
    "addf": lambda a, b: a + b,
    "subf": lambda a, b: a - b,
    "mulf": lambda a, b: a * b,
    "divf": lambda a, b: a / b,
    "remf": np.fmod,
    "maximumf": np.maximum,
    "minimumf": np.minimum,
    "maxnumf": np.fmax,
    "minnumf": np.fmin,
}

_PREDICATES: dict[str, Reference] = {
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "slt": lambda a, b: a < b,
    "sle": lambda a, b: a <= b,
    "sgt": lambda a, b: a > b,
    "sge": lambda a, b: a >= b,
    "ult": lambda a, b: unsigned(a) < unsigned(b),
    "ule": lambda a, b: unsigned(a) <= unsigned(b),
    "ugt": lambda a, b: unsigned(a) > unsigned(b),
    "uge": lambda a, b: unsigned(a) >= unsigned(b),
}

_ORDERED: dict[str, Reference] = {
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: (a < b) | (a > b),
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
}


def _unordered(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.isnan(a) | np.isnan(b)


def _float_predicates() -> dict[str, Reference]:
    found: dict[str, Reference] = {
        "ord": lambda a, b: ~_unordered(a, b),
        "uno": _unordered,
        "false": lambda a, b: np.zeros(a.shape, bool),
        "true": lambda a, b: np.ones(a.shape, bool),
    }
    for name, compare in _ORDERED.items():
        found[f"o{name}"] = compare
        found[f"u{name}"] = lambda a, b, compare=compare: (
            compare(a, b) | _unordered(a, b)
        )
    return found


def _types(elements: tuple[str, ...]) -> Iterator[tuple[str, bool]]:
    """Types of `elements`, and whether they are left to the long run."""
    for element in elements:
        for shape in SHAPES:
            yield vector(element, *shape), bool(shape) and element not in ("i32", "f32")


def _masked(type_: str) -> str:
    """Text that keeps the amount of a shift below the bits."""
    element = split(type_)[2]
    bits = 64 if element == "index" else int(element[1:])
    mask = (
        f"dense<{bits - 1}> : {type_}" if split(type_)[1] else f"{bits - 1} : {type_}"
    )
    return f"%m = arith.constant {mask}\n%n = arith.andi %b, %m : {type_}\n"


def _binary() -> Iterator[Case]:
    for name, (reference, values) in _BINARY.items():
        for type_, long in _types(INTEGERS):
            second, body = "%b", ""
            if name.startswith("sh"):
                second, body = "%n", _masked(type_)
            yield Case(
                f"arith.{name}",
                type_,
                f"{body}%r = arith.{name} %a, {second} : {type_}",
                (type_, type_),
                (type_,),
                reference,
                values,
                long=long,
            )
    for name, reference in _FLOAT.items():
        for type_, long in _types(FLOATS):
            yield Case(
                f"arith.{name}",
                type_,
                f"%r = arith.{name} %a, %b : {type_}",
                (type_, type_),
                (type_,),
                reference,
                # OpenCL's bound for the quotient of single precision.
                ulp=2.5 if name == "divf" and "f32" in type_ else 0,
                long=long,
            )
    for type_, long in _types(FLOATS):
        yield Case(
            "arith.negf",
            type_,
            f"%r = arith.negf %a : {type_}",
            (type_,),
            (type_,),
            lambda a: -a,
            long=long,
        )


def _extended() -> Iterator[Case]:
    def high(wide: Reference) -> Reference:
        def reference(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            product = _wide(wide(a)) * _wide(wide(b))
            bits = a.dtype.itemsize * 8
            return a * b, _narrow(product // (1 << bits), a)

        return reference

    def carry(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return a + b, (unsigned(a + b) < unsigned(a)).astype("int8")

    for type_, long in _types(INTEGERS[:-1]):
        flags = with_element(type_, "i1")
        yield Case(
            "arith.addui_extended",
            type_,
            f"%r, %s = arith.addui_extended %a, %b : {type_}, {flags}",
            (type_, type_),
            (type_, flags),
            carry,
            long=long,
        )
        for name, wide in (("mului", unsigned), ("mulsi", lambda a: a)):
            yield Case(
                f"arith.{name}_extended",
                type_,
                f"%r, %s = arith.{name}_extended %a, %b : {type_}",
                (type_, type_),
                (type_, type_),
                high(wide),
                long=long,
            )


def _comparisons() -> Iterator[Case]:
    for op, elements, predicates in (
        ("cmpi", INTEGERS, _PREDICATES),
        ("cmpf", FLOATS, _float_predicates()),
    ):
        for number, (type_, long) in enumerate(_types(elements)):
            for place, (predicate, reference) in enumerate(predicates.items()):
                yield Case(
                    f"arith.{op}",
                    type_,
                    f"%r = arith.{op} {predicate}, %a, %b : {type_}",
                    (type_, type_),
                    (with_element(type_, "i1"),),
                    reference,
                    # All predicates for the scalar, one each for the others.
                    long=long or (number > 0 and place != number % len(predicates)),
                )


def _selections() -> Iterator[Case]:
    def choose(c: np.ndarray, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        c = c.astype(bool).reshape(c.shape + (1,) * (a.ndim - c.ndim))
        return np.where(c, a, b)

    for type_, long in _types((*INTEGERS, *FLOATS)):
        conditions = {"i1", with_element(type_, "i1")}
        for condition in sorted(conditions):
            spelt = type_ if condition == "i1" else f"{condition}, {type_}"
            yield Case(
                "arith.select",
                type_,
                f"%r = arith.select %a, %b, %c : {spelt}",
                (condition, type_, type_),
                (type_,),
                choose,
                long=long,
            )


def _cast(
    name: str, source: str, target: str, reference: Reference, values: str = "any"
) -> Iterator[Case]:
    for shape in SHAPES:
        old, new = vector(source, *shape), vector(target, *shape)
        yield Case(
            f"arith.{name}",
            f"{old} to {new}",
            f"%r = arith.{name} %a : {old} to {new}",
            (old,),
            (new,),
            reference,
            values,
            long=bool(shape) and "i32" not in (source, target),
        )


def _casts() -> Iterator[Case]:
    widths = {"i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64"}
    names = list(widths)
    for i, source in enumerate(names):
        for target in names[i + 1 :]:
            new = widths[target]
            yield from _cast("extsi", source, target, lambda a, n=new: a.astype(n))
            yield from _cast(
                "extui", source, target, lambda a, n=new: unsigned(a).astype(n)
            )
            old = widths[source]
            yield from _cast("trunci", target, source, lambda a, n=old: a.astype(n))
        floats = {"f32": "float32", "f64": "float64"}
        for target, new in floats.items():
            yield from _cast("sitofp", source, target, lambda a, n=new: a.astype(n))
            yield from _cast(
                "uitofp", source, target, lambda a, n=new: unsigned(a).astype(n)
            )
        new = widths[source]
        for target in floats:
            yield from _cast(
                "fptosi", target, source, lambda a, n=new: a.astype(n), "range"
            )
            yield from _cast(
                "fptoui", target, source, lambda a, n=new: a.astype(n), "positive"
            )
        if source != "i64":
            yield from _cast("index_cast", source, "index", lambda a: a.astype("int64"))
            yield from _cast(
                "index_castui", source, "index", lambda a: unsigned(a).astype("int64")
            )
            yield from _cast(
                "index_cast", "index", source, lambda a, n=new: a.astype(n)
            )
            yield from _cast(
                "index_castui", "index", source, lambda a, n=new: a.astype(n)
            )
    for source, target in (("f16", "f32"), ("f16", "f64"), ("f32", "f64")):
        types = {"f16": "float16", "f32": "float32", "f64": "float64"}
        new, old = types[target], types[source]
        yield from _cast("extf", source, target, lambda a, n=new: a.astype(n))
        yield from _cast("truncf", target, source, lambda a, n=old: a.astype(n))
    for source, target in (("f32", "i32"), ("i64", "f64"), ("i16", "f16")):
        types = {"i32": "int32", "f64": "float64", "f16": "float16"}
        yield from _cast(
            "bitcast", source, target, lambda a, n=types[target]: a.view(n)
        )


def _constants() -> Iterator[Case]:
    for type_, _ in _types((*INTEGERS, *FLOATS)):
        _, shape, element = split(type_)
        value = "5.5" if element.startswith("f") else "5"
        yield Case(
            "arith.constant",
            type_,
            f"%r = arith.constant {f'dense<{value}>' if shape else value} : {type_}",
            (),
            (type_,),
            lambda value=float(value), shape=shape: np.full((64, *shape), value),
        )


def _brain_floats() -> Iterator[Case]:
    """NumPy has no bf16: results of its upper half of f32 are compared as bits."""

    def widened(a: np.ndarray) -> np.ndarray:
        return (a.astype("uint16").astype("uint32") << 16).view("float32")

    def remainder(a: np.ndarray, b: np.ndarray) -> np.ndarray:
        made = np.fmod(widened(unsigned(a)), widened(unsigned(b)))
        # One bit pattern for NaN.
        made = np.where(np.isnan(made), np.float32(0), made)
        return (made.view("uint32") >> 16).astype("uint16").view("int16")

    for shape in ((), (4,)):
        type_, bits = vector("bf16", *shape), vector("i16", *shape)
        zero = f"dense<0.0> : {type_}" if shape else f"0.0 : {type_}"
        yield Case(
            "arith.remf",
            type_,
            f"%x = arith.bitcast %a : {bits} to {type_}\n"
            f"%y = arith.bitcast %b : {bits} to {type_}\n"
            f"%q = arith.remf %x, %y : {type_}\n%zero = arith.constant {zero}\n"
            f"%ok = arith.cmpf ord, %q, %zero : {type_}\n"
            + (
                f"%z = arith.select %ok, %q, %zero : vector<4xi1>, {type_}\n"
                if shape
                else f"%z = arith.select %ok, %q, %zero : {type_}\n"
            )
            + f"%r = arith.bitcast %z : {type_} to {bits}",
            (bits, bits),
            (bits,),
            remainder,
        )


def _odd_widths() -> Iterator[Case]:
    for type_ in ("i1", "i7", "i24", "i127", "vector<4xi24>", "vector<4xi127>"):
        for name in (
            "addi",
            "muli",
            "divsi",
            "remui",
            "maxsi",
            "ceildivui",
            "floordivsi",
        ):
            yield Case(
                f"arith.{name}",
                type_,
                f"%r = arith.{name} %a, %b : {type_}",
                (type_, type_),
            )
    for type_ in ("f80", "f128"):
        yield Case(
            "arith.addf",
            type_,
            f"%r = arith.addf %a, %b : {type_}",
            (type_, type_),
            gpu_refused="use f64",
        )


def _refused() -> Iterator[Case]:
    yield Case(
        "arith.addi",
        "vector<[4]xi32>",
        "%x = arith.constant dense<1> : vector<[4]xi32>\n"
        "%y = arith.addi %x, %x : vector<[4]xi32>",
        refused="scalable vectors are not supported",
    )
    yield Case(
        "arith.addf",
        "tf32",
        "%x = arith.constant 1.0 : tf32\n%y = arith.addf %x, %x : tf32",
        refused="tf32",
    )
    yield Case(
        "arith.truncf",
        "f64 to f32 downward",
        "%r = arith.truncf %a downward : f64 to f32",
        ("f64",),
        ("f32",),
        refused="rounds to the nearest even number only",
    )


CASES: tuple[Case, ...] = (
    *_binary(),
    *_extended(),
    *_comparisons(),
    *_selections(),
    *_casts(),
    *_constants(),
    *_brain_floats(),
    *_odd_widths(),
    *_refused(),
)
