"""
Meaning of the conversions of `arith` and `math`: the code is run on edge values and on
random ones, and compared with Python's or NumPy's and with upstream's conversion.
"""

from __future__ import annotations

import ctypes
import itertools
import math
import random
import struct
from collections.abc import Callable, Iterable

import numpy as np
import pytest
from conversion_helpers import Code, ours, upstream
from tools import needs

pytestmark = [needs("mlir-opt"), needs("mlir-translate")]

INTEGERS = {"i8": ctypes.c_int8, "i32": ctypes.c_int32, "i64": ctypes.c_int64}
RANDOM = random.Random(7)


def signed(value: int, bits: int) -> int:
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def unsigned(value: int, bits: int) -> int:
    return value & ((1 << bits) - 1)


def truncated(n: int, d: int) -> int:
    quotient = abs(n) // abs(d)
    return quotient if (n < 0) == (d < 0) else -quotient


Reference = Callable[[int, int, int], int | None]
"""From two signed operands and the width; None where the result is undefined."""


def division(compute: Callable[[int, int], int], is_signed: bool) -> Reference:
    def reference(a: int, b: int, bits: int) -> int | None:
        if b == 0 or (is_signed and b == -1 and a == -(1 << (bits - 1))):
            return None
        if not is_signed:
            a, b = unsigned(a, bits), unsigned(b, bits)
        return compute(a, b)

    return reference


def shift(compute: Callable[[int, int, int], int]) -> Reference:
    return lambda a, b, bits: compute(a, b, bits) if 0 <= b < bits else None


BINARY: dict[str, Reference] = {
    "addi": lambda a, b, bits: a + b,
    "subi": lambda a, b, bits: a - b,
    "muli": lambda a, b, bits: a * b,
    "andi": lambda a, b, bits: a & b,
    "ori": lambda a, b, bits: a | b,
    "xori": lambda a, b, bits: a ^ b,
    "maxsi": lambda a, b, bits: max(a, b),
    "minsi": lambda a, b, bits: min(a, b),
    "maxui": lambda a, b, bits: max(unsigned(a, bits), unsigned(b, bits)),
    "minui": lambda a, b, bits: min(unsigned(a, bits), unsigned(b, bits)),
    "divsi": division(truncated, True),
    "remsi": division(lambda a, b: a - b * truncated(a, b), True),
    "divui": division(lambda a, b: a // b, False),
    "remui": division(lambda a, b: a % b, False),
    "floordivsi": division(lambda a, b: a // b, True),
    "ceildivsi": division(lambda a, b: -(-a // b), True),
    "ceildivui": division(lambda a, b: -(-a // b), False),
    "shli": shift(lambda a, b, bits: a << b),
    "shrsi": shift(lambda a, b, bits: a >> b),
    "shrui": shift(lambda a, b, bits: unsigned(a, bits) >> b),
}

COMPARE: dict[str, Callable[[int, int, int], bool]] = {
    "eq": lambda a, b, bits: a == b,
    "ne": lambda a, b, bits: a != b,
    "slt": lambda a, b, bits: a < b,
    "sle": lambda a, b, bits: a <= b,
    "sgt": lambda a, b, bits: a > b,
    "sge": lambda a, b, bits: a >= b,
    "ult": lambda a, b, bits: unsigned(a, bits) < unsigned(b, bits),
    "ule": lambda a, b, bits: unsigned(a, bits) <= unsigned(b, bits),
    "ugt": lambda a, b, bits: unsigned(a, bits) > unsigned(b, bits),
    "uge": lambda a, b, bits: unsigned(a, bits) >= unsigned(b, bits),
}


ONLY_OURS = ("ceildivsi", "ceildivui", "floordivsi")
"""
Upstream needs `--arith-expand` for these, which also expands the minima of floats (without
their order of zeros) and whose signed divisions trap for some operands.
"""


def integer_text(for_upstream: bool = False) -> str:
    parts: list[str] = []
    for type_ in INTEGERS:
        for name in BINARY:
            if for_upstream and name in ONLY_OURS:
                continue
            parts.append(
                f"func.func @{name}_{type_}(%a: {type_}, %b: {type_}) -> {type_} {{\n"
                f"  %0 = arith.{name} %a, %b : {type_}\n"
                f"  func.return %0 : {type_}\n}}\n"
            )
        for name in COMPARE:
            parts.append(
                f"func.func @{name}_{type_}(%a: {type_}, %b: {type_}) -> i8 {{\n"
                f"  %0 = arith.cmpi {name}, %a, %b : {type_}\n"
                "  %1 = arith.extui %0 : i1 to i8\n"
                "  func.return %1 : i8\n}\n"
            )
        for name in ("mulsi", "mului"):
            parts.append(
                f"func.func @{name}_high_{type_}(%a: {type_}, %b: {type_}) -> {type_} "
                f"{{\n  %0, %1 = arith.{name}_extended %a, %b : {type_}\n"
                f"  func.return %1 : {type_}\n}}\n"
            )
        parts.append(
            f"func.func @carry_{type_}(%a: {type_}, %b: {type_}) -> i8 {{\n"
            f"  %0, %1 = arith.addui_extended %a, %b : {type_}, i1\n"
            "  %2 = arith.extui %1 : i1 to i8\n"
            "  func.return %2 : i8\n}\n"
        )
    return "".join(parts)


def operands(bits: int) -> Iterable[tuple[int, int]]:
    low, high = -(1 << (bits - 1)), (1 << (bits - 1)) - 1
    edges = (0, 1, 2, 3, 7, -1, -2, -7, low, low + 1, high, high - 1)
    yield from itertools.product(edges, edges)
    for _ in range(200):
        yield RANDOM.randint(low, high), RANDOM.randint(low, high)
        yield RANDOM.randint(low, high), RANDOM.randint(-bits, bits)


@pytest.fixture(scope="module")
def integer_code() -> tuple[Code, Code]:
    return ours(integer_text()), upstream(integer_text(for_upstream=True))


@pytest.mark.parametrize("type_", INTEGERS)
@pytest.mark.parametrize("name", BINARY)
def test_binary_integers(name: str, type_: str, integer_code: tuple[Code, Code]):
    c_type, bits = INTEGERS[type_], int(type_[1:])
    signature = (f"{name}_{type_}", c_type, c_type, c_type)
    mine = integer_code[0].function(*signature)
    theirs = mine if name in ONLY_OURS else integer_code[1].function(*signature)
    checked = 0
    for a, b in operands(bits):
        expected = BINARY[name](a, b, bits)
        if expected is not None:
            checked += 1
            assert mine(a, b) == signed(expected, bits) == theirs(a, b), (a, b)
    assert checked > 50


@pytest.mark.parametrize("type_", INTEGERS)
@pytest.mark.parametrize("name", COMPARE)
def test_compare_integers(name: str, type_: str, integer_code: tuple[Code, Code]):
    c_type, bits = INTEGERS[type_], int(type_[1:])
    signature = (f"{name}_{type_}", ctypes.c_uint8, c_type, c_type)
    mine, theirs = (code.function(*signature) for code in integer_code)
    for a, b in operands(bits):
        assert mine(a, b) == COMPARE[name](a, b, bits) == theirs(a, b), (a, b)


@pytest.mark.parametrize("type_", INTEGERS)
def test_extended(type_: str, integer_code: tuple[Code, Code]):
    c_type, bits = INTEGERS[type_], int(type_[1:])
    code = integer_code[0]
    high_signed = code.function(f"mulsi_high_{type_}", c_type, c_type, c_type)
    high_unsigned = code.function(f"mului_high_{type_}", c_type, c_type, c_type)
    carry = code.function(f"carry_{type_}", ctypes.c_uint8, c_type, c_type)
    for a, b in operands(bits):
        assert high_signed(a, b) == signed(a * b >> bits, bits)
        ua, ub = unsigned(a, bits), unsigned(b, bits)
        assert high_unsigned(a, b) == signed(ua * ub >> bits, bits)
        assert carry(a, b) == (ua + ub) >> bits


FLOAT_VALUES = (
    *(0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 3.0, 1e10, -1e10, 1e-30),
    *(math.inf, -math.inf, math.nan, 1.1754943508222875e-38, 3.4028234663852886e38),
)

FLOAT_BINARY = (
    *("addf", "subf", "mulf", "divf"),
    *("maximumf", "minimumf", "maxnumf", "minnumf"),
)
FLOAT_COMPARE = (
    *("false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord"),
    *("ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"),
)
MATH_UNARY = (
    *("absf", "ceil", "cos", "exp", "exp2", "expm1", "floor", "log", "log10"),
    *("log1p", "log2", "round", "roundeven", "rsqrt", "sin", "sqrt", "trunc"),
)
MATH_BINARY = ("copysign", "powf")
FLOATS = {"f32": ctypes.c_float, "f64": ctypes.c_double}


def float_text() -> str:
    parts: list[str] = []
    for type_ in FLOATS:
        for name in FLOAT_BINARY:
            parts.append(binary_function(f"arith.{name}", name, type_))
        for name in MATH_BINARY:
            parts.append(binary_function(f"math.{name}", name, type_))
        for name in FLOAT_COMPARE:
            parts.append(
                f"func.func @{name}_{type_}(%a: {type_}, %b: {type_}) -> i8 {{\n"
                f"  %0 = arith.cmpf {name}, %a, %b : {type_}\n"
                "  %1 = arith.extui %0 : i1 to i8\n"
                "  func.return %1 : i8\n}\n"
            )
        for name in (*MATH_UNARY, "negf"):
            dialect = "arith" if name == "negf" else "math"
            parts.append(
                f"func.func @{name}_{type_}(%a: {type_}) -> {type_} {{\n"
                f"  %0 = {dialect}.{name} %a : {type_}\n"
                f"  func.return %0 : {type_}\n}}\n"
            )
        parts.append(
            f"func.func @fma_{type_}(%a: {type_}, %b: {type_}, %c: {type_}) -> {type_} "
            f"{{\n  %0 = math.fma %a, %b, %c : {type_}\n"
            f"  func.return %0 : {type_}\n}}\n"
            f"func.func @powi_{type_}(%a: {type_}, %b: i32) -> {type_} {{\n"
            f"  %0 = math.fpowi %a, %b : {type_}, i32\n"
            f"  func.return %0 : {type_}\n}}\n"
        )
    return "".join(parts)


def binary_function(op: str, name: str, type_: str) -> str:
    return (
        f"func.func @{name}_{type_}(%a: {type_}, %b: {type_}) -> {type_} {{\n"
        f"  %0 = {op} %a, %b : {type_}\n  func.return %0 : {type_}\n}}\n"
    )


def bits_of(value: float, type_: str) -> bytes | str:
    if math.isnan(value):
        return "nan"
    return struct.pack("<f" if type_ == "f32" else "<d", value)


@pytest.fixture(scope="module")
def float_code() -> tuple[Code, Code]:
    text = float_text()
    return ours(text), upstream(text)


NUMPY = {
    "addf": np.add,
    "subf": np.subtract,
    "mulf": np.multiply,
    "divf": np.divide,
    "maximumf": np.maximum,
    "minimumf": np.minimum,
    "maxnumf": np.fmax,
    "minnumf": np.fmin,
    "copysign": np.copysign,
}


@pytest.mark.parametrize("type_", FLOATS)
@pytest.mark.parametrize("name", [*FLOAT_BINARY, *MATH_BINARY])
def test_binary_floats(name: str, type_: str, float_code: tuple[Code, Code]):
    c_type = FLOATS[type_]
    signature = (f"{name}_{type_}", c_type, c_type, c_type)
    mine, theirs = (code.function(*signature) for code in float_code)
    number = np.float32 if type_ == "f32" else np.float64
    zeros_differ = name in ("maxnumf", "minnumf")
    for a, b in itertools.product(FLOAT_VALUES, FLOAT_VALUES):
        result = mine(a, b)
        assert bits_of(result, type_) == bits_of(theirs(a, b), type_), (a, b)
        if name in NUMPY:
            with np.errstate(all="ignore"):
                expected = float(NUMPY[name](number(a), number(b)))
            if zeros_differ and expected == 0 == result:
                continue  # The sign of zero is not specified.
            if expected == 0 == result and name in ("maximumf", "minimumf"):
                # NumPy does not order zeros; IEEE 754-2019 does.
                order = max if name == "maximumf" else min
                sign = order(math.copysign(1, a), math.copysign(1, b))
                assert math.copysign(1, result) == sign
                continue
            assert bits_of(result, type_) == bits_of(expected, type_), (a, b)


@pytest.mark.parametrize("type_", FLOATS)
@pytest.mark.parametrize("name", FLOAT_COMPARE)
def test_compare_floats(name: str, type_: str, float_code: tuple[Code, Code]):
    c_type = FLOATS[type_]
    signature = (f"{name}_{type_}", ctypes.c_uint8, c_type, c_type)
    mine, theirs = (code.function(*signature) for code in float_code)
    base: dict[str, Callable[[float, float], bool]] = {
        "eq": lambda a, b: a == b,
        "gt": lambda a, b: a > b,
        "ge": lambda a, b: a >= b,
        "lt": lambda a, b: a < b,
        "le": lambda a, b: a <= b,
        "ne": lambda a, b: a != b,
    }
    for a, b in itertools.product(FLOAT_VALUES, FLOAT_VALUES):
        unordered = math.isnan(a) or math.isnan(b)
        if name in ("true", "false"):
            expected = name == "true"
        elif name in ("ord", "uno"):
            expected = unordered == (name == "uno")
        else:
            expected = name[0] == "u" if unordered else base[name[1:]](a, b)
        assert mine(a, b) == expected == theirs(a, b), (a, b)


@pytest.mark.parametrize("type_", FLOATS)
@pytest.mark.parametrize("name", [*MATH_UNARY, "negf"])
def test_unary_floats(name: str, type_: str, float_code: tuple[Code, Code]):
    c_type = FLOATS[type_]
    signature = (f"{name}_{type_}", c_type, c_type)
    mine, theirs = (code.function(*signature) for code in float_code)
    for a in FLOAT_VALUES:
        # Upstream's formulas for these lose every digit near zero.
        if name not in NEAR_ZERO:
            assert bits_of(mine(a), type_) == bits_of(theirs(a), type_), a
    exact: dict[str, Callable[[float], float]] = {
        "absf": abs,
        "ceil": math.ceil,
        "floor": math.floor,
        "negf": lambda x: -x,
        "roundeven": round,
        "sqrt": math.sqrt,
        "trunc": math.trunc,
        "sin": math.sin,
        "exp2": lambda x: 2.0**x,
        "log2": math.log2,
        "rsqrt": lambda x: 1 / math.sqrt(x),
        "expm1": math.expm1,
        "log1p": math.log1p,
    }
    if name in exact:
        for a in (0.25, 1.5, 2.5, 7.75):
            # Formulas with a constant lose some digits, as upstream's do.
            assert mine(a) == pytest.approx(exact[name](a), rel=1e-6)


NEAR_ZERO = {"expm1": np.expm1, "log1p": np.log1p}


@pytest.mark.parametrize("type_", FLOATS)
@pytest.mark.parametrize("name", NEAR_ZERO)
def test_functions_near_zero(name: str, type_: str, float_code: tuple[Code, Code]):
    c_type = FLOATS[type_]
    mine = float_code[0].function(f"{name}_{type_}", c_type, c_type)
    number = np.float32 if type_ == "f32" else np.float64
    small = [sign * 10.0**-place for place in range(1, 40) for sign in (1, -1)]
    for a in [*(float(number(a)) for a in small), *FLOAT_VALUES]:
        with np.errstate(all="ignore"):
            wanted = float(number(NEAR_ZERO[name](np.longdouble(number(a)))))
        found = mine(a)
        if math.isnan(wanted) or math.isinf(wanted) or wanted == 0:
            assert bits_of(found, type_) == bits_of(wanted, type_), a
        else:
            spacing = abs(float(np.spacing(number(wanted))))
            assert abs(found - wanted) <= 3 * spacing, (a, found, wanted)


@pytest.mark.parametrize("type_", FLOATS)
def test_fma_and_powi(type_: str, float_code: tuple[Code, Code]):
    c_type = FLOATS[type_]
    signature = (f"fma_{type_}", c_type, c_type, c_type, c_type)
    mine, theirs = (code.function(*signature) for code in float_code)
    for a, b, c in itertools.product(FLOAT_VALUES[:14], repeat=3):
        assert bits_of(mine(a, b, c), type_) == bits_of(theirs(a, b, c), type_)
    signature = (f"powi_{type_}", c_type, c_type, ctypes.c_int32)
    mine, theirs = (code.function(*signature) for code in float_code)
    for a, power in itertools.product(FLOAT_VALUES, (-3, -1, 0, 1, 2, 5)):
        assert bits_of(mine(a, power), type_) == bits_of(theirs(a, power), type_)
    assert mine(1.5, 3) == 3.375


BITS = ("absi", "ctlz", "cttz", "ctpop")


@pytest.mark.parametrize("type_", ["i8", "i32", "i64"])
def test_bit_functions(type_: str):
    text = "".join(
        f"func.func @{name}(%a: {type_}) -> {type_} {{\n"
        f"  %0 = math.{name} %a : {type_}\n  func.return %0 : {type_}\n}}\n"
        for name in BITS
    )
    c_type, bits = INTEGERS[type_], int(type_[1:])
    mine, theirs = ours(text), upstream(text)
    reference: dict[str, Callable[[int], int]] = {
        "absi": lambda a: signed(abs(a), bits),
        "ctlz": lambda a: bits - unsigned(a, bits).bit_length(),
        "cttz": lambda a: bits if a == 0 else (a & -a).bit_length() - 1,
        "ctpop": lambda a: unsigned(a, bits).bit_count(),
    }
    for name in BITS:
        first = mine.function(name, c_type, c_type)
        second = theirs.function(name, c_type, c_type)
        for a, _ in operands(bits):
            assert first(a) == reference[name](a) == second(a), (name, a)


CASTS = """
func.func @sitofp(%a: i32) -> f64 {
  %0 = arith.sitofp %a : i32 to f64
  func.return %0 : f64
}
func.func @uitofp(%a: i32) -> f64 {
  %0 = arith.uitofp %a : i32 to f64
  func.return %0 : f64
}
func.func @narrow(%a: f64) -> f64 {
  %0 = arith.truncf %a : f64 to f32
  %1 = arith.extf %0 : f32 to f64
  func.return %1 : f64
}
func.func @fptosi(%a: f64) -> i32 {
  %0 = arith.fptosi %a : f64 to i32
  func.return %0 : i32
}
func.func @fptoui(%a: f64) -> i32 {
  %0 = arith.fptoui %a : f64 to i32
  func.return %0 : i32
}
func.func @bits(%a: f64) -> i64 {
  %0 = arith.bitcast %a : f64 to i64
  func.return %0 : i64
}
func.func @through_index(%a: i32, %b: i32) -> i32 {
  %0 = arith.index_cast %a : i32 to index
  %1 = arith.index_cast %b : i32 to index
  %c3 = arith.constant 3 : index
  %2 = arith.muli %0, %c3 : index
  %3 = arith.floordivsi %2, %1 : index
  %4 = arith.index_cast %3 : index to i32
  func.return %4 : i32
}
func.func @wide(%a: i8) -> i64 {
  %0 = arith.extsi %a : i8 to i64
  %1 = arith.extui %a : i8 to i64
  %c8 = arith.constant 8 : i64
  %2 = arith.shli %1, %c8 : i64
  %3 = arith.xori %0, %2 : i64
  func.return %3 : i64
}
"""


def test_casts():
    mine = ours(CASTS)
    i32, i64, f64 = ctypes.c_int32, ctypes.c_int64, ctypes.c_double
    for a, _ in operands(32):
        assert mine.function("sitofp", f64, i32)(a) == a
        assert mine.function("uitofp", f64, i32)(a) == unsigned(a, 32)
    for a in FLOAT_VALUES:
        found = mine.function("narrow", f64, f64)(a)
        with np.errstate(over="ignore"):
            assert bits_of(found, "f64") == bits_of(float(np.float32(a)), "f64")
        if not math.isnan(a):
            expected = struct.unpack("<q", struct.pack("<d", a))[0]
            assert mine.function("bits", i64, f64)(a) == expected
    for a in (0.0, 0.9, -0.9, 1e9, -1e9, 2147483647.5):
        assert mine.function("fptosi", i32, f64)(a) == math.trunc(a)
    for a in (0.0, 0.9, 3e9, 4294967295.5):
        assert unsigned(mine.function("fptoui", i32, f64)(a), 32) == math.trunc(a)
    for a, b in operands(32):
        if b:
            expected = signed(3 * a // b, 32)
            assert mine.function("through_index", i32, i32, i32)(a, b) == expected
    for a in range(-128, 128):
        expected = signed(a ^ (unsigned(a, 8) << 8), 64)
        assert mine.function("wide", i64, ctypes.c_int8)(a) == expected
