"""
Constant folding of the `opencl` dialect, and the values of arithmetic that the interpreters
compute, against numpy and exact arithmetic.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from xdsl.dialects import arith, llvm
from xdsl.dialects.arith import ConstantOp
from xdsl.dialects.builtin import (
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    VectorType,
    f16,
    f32,
    f64,
    i1,
    i8,
    i16,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.abi.enums import RoundingMode
from xdsl_opencl.dialects.arith_ext.operations import IndexCastUIOp, RemFOp
from xdsl_opencl.dialects.llvm_ext.elementwise import FMulAddOp
from xdsl_opencl.dialects.opencl.builtin import BuiltinOp
from xdsl_opencl.dialects.opencl.conversion import ConvertOp
from xdsl_opencl.dialects.opencl.folding.arithmetic import OPERATIONS, evaluate
from xdsl_opencl.dialects.opencl.folding.constants import (
    Number,
    constant_attribute,
    constant_elements,
)

INTEGERS: dict[int, tuple[IntegerType, type[np.integer], type[np.integer]]] = {
    8: (i8, np.int8, np.uint8),
    16: (i16, np.int16, np.uint16),
    32: (i32, np.int32, np.uint32),
    64: (i64, np.int64, np.uint64),
}
FLOATS = {16: (f16, np.float16), 32: (f32, np.float32), 64: (f64, np.float64)}


def constant(type: Attribute, number: Number) -> SSAValue:
    value = constant_attribute(type, [number])
    return ConstantOp.create(properties={"value": value}, result_types=[type]).result


def folded(op: BuiltinOp | ConvertOp) -> Number | None:
    """The folded number (integers as bits); `None` when the op does not fold."""
    op.verify()
    result = op.fold()
    if result is None:
        return None
    (value,) = result
    if isinstance(value, SSAValue):
        # An operand, which is a constant too.
        numbers = constant_elements(value)
        assert numbers is not None
        return numbers[0]
    made = ConstantOp.create(
        properties={"value": value}, result_types=[op.results[0].type]
    )
    made.verify()
    numbers = constant_elements(made.result)
    assert numbers is not None
    return numbers[0]


def edges(width: int) -> list[int]:
    top = 1 << (width - 1)
    generator = random.Random(width)
    fixed = [0, 1, 2, 3, 7, top - 1, top, top + 1, 2 * top - 1, 2 * top - 2]
    return fixed + [generator.randrange(2 * top) for _ in range(6)]


def _wide(function: Callable[[int, int], int], signed: bool, width: int):
    """A function on exact integers as one on bits, saturating."""

    def apply(x: int, y: int) -> int:
        low = -(1 << (width - 1)) if signed else 0
        high = (1 << (width - signed)) - 1
        result = function(view(x, width, signed), view(y, width, signed))
        return min(max(result, low), high) & ((1 << width) - 1)

    return apply


def view(bits: int, width: int, signed: bool) -> int:
    return bits - (1 << width) if signed and bits >> (width - 1) else bits


@pytest.mark.parametrize("width", [8, 16, 32, 64])
@pytest.mark.parametrize("signed", [True, False])
def test_integer_functions(width: int, signed: bool):
    type, *_ = INTEGERS[width]
    prefix = "s" if signed else "u"
    expected: dict[str, Callable[[int, int], int]] = {
        "add_sat": _wide(lambda x, y: x + y, signed, width),
        "sub_sat": _wide(lambda x, y: x - y, signed, width),
        "max": _wide(max, signed, width),
        "min": _wide(min, signed, width),
        "hadd": _wide(lambda x, y: (x + y) // 2, signed, width),
        "rhadd": _wide(lambda x, y: (x + y + 1) // 2, signed, width),
        "mul_hi": _wide(lambda x, y: x * y // 2**width, signed, width),
    }
    for name, function in expected.items():
        for x in edges(width):
            for y in edges(width):
                op = BuiltinOp(
                    f"{prefix}_{name}", [constant(type, x), constant(type, y)]
                )
                assert folded(op) == function(x, y), (name, x, y)


@pytest.mark.parametrize("width", [8, 16, 32, 64])
def test_bit_functions(width: int):
    type, *_ = INTEGERS[width]
    for x in edges(width):
        text = f"{x:0{width}b}"
        operand = constant(type, x)
        assert folded(BuiltinOp("popcount", [operand])) == text.count("1")
        assert folded(BuiltinOp("clz", [operand])) == (text + "1").index("1")
        assert folded(BuiltinOp("ctz", [operand])) == (text[::-1] + "1").index("1")
        for by in (0, 1, width - 1, width, width + 3):
            turn = by % width
            rotated = int(text[turn:] + text[:turn], 2)
            op = BuiltinOp("rotate", [operand, constant(type, by)])
            assert folded(op) == rotated


def float_edges(width: int) -> list[float]:
    _, kind = FLOATS[width]
    info = np.finfo(kind)
    generator = random.Random(width)
    numbers = [0.0, -0.0, 0.5, 1.5, 2.5, -2.5, 1e-3, 255.5, 256.0, 65504.0, -1.0, -0.25]
    numbers += [float(n) for n in (info.max, info.min, info.tiny, info.eps)]
    numbers += [float("inf"), float("-inf")]
    numbers += [generator.uniform(-300, 300) for _ in range(30)]
    with np.errstate(over="ignore"):
        return [float(kind(n)) for n in numbers]


def bits(number: float) -> bytes:
    """Tells -0.0 from 0.0."""
    return struct.pack("<d", number)


@pytest.mark.parametrize("width", [16, 32, 64])
def test_rounding_functions(width: int):
    type, _ = FLOATS[width]
    expected: dict[str, Callable[[float], float]] = {
        "floor": lambda x: float(np.floor(x)),
        "ceil": lambda x: float(np.ceil(x)),
        "trunc": lambda x: float(np.trunc(x)),
        "rint": lambda x: float(np.rint(x)),
        "fabs": lambda x: float(np.abs(x)),
    }
    for name, function in expected.items():
        for x in float_edges(width):
            result = folded(BuiltinOp(name, [constant(type, x)]))
            assert isinstance(result, float)
            assert bits(result) == bits(function(x)), (name, x)
    for x, rounded in (
        (0.5, 1.0),
        (-0.5, -1.0),
        (0.25, 0.0),
        (-0.25, -0.0),
        (2.5, 3.0),
    ):
        result = folded(BuiltinOp("round", [constant(type, x)]))
        assert isinstance(result, float)
        assert bits(result) == bits(rounded)


@pytest.mark.parametrize("source", [16, 32, 64])
@pytest.mark.parametrize("target", [16, 32, 64])
def test_convert_between_floats(source: int, target: int):
    source_type, _ = FLOATS[source]
    target_type, kind = FLOATS[target]
    if source == target:
        return
    for x in float_edges(source):
        result = folded(ConvertOp(constant(source_type, x), target_type))
        assert isinstance(result, float)
        with np.errstate(over="ignore"):
            assert bits(result) == bits(float(kind(x))), x
        up, down, zero = (
            folded(ConvertOp(constant(source_type, x), target_type, rounding=mode))
            for mode in (RoundingMode.RTP, RoundingMode.RTN, RoundingMode.RTZ)
        )
        assert isinstance(up, float)
        assert isinstance(down, float)
        assert isinstance(zero, float)
        # The neighbours of x in the target format, or x itself.
        assert down <= x <= up
        assert zero == (down if x > 0 else up)
        if down != up:
            with np.errstate(over="ignore"):
                assert float(np.nextafter(kind(down), kind(np.inf))) == up


@pytest.mark.parametrize("width", [8, 16, 32, 64])
@pytest.mark.parametrize("signed", [True, False])
@pytest.mark.parametrize("target", [16, 32, 64])
def test_convert_integer_to_float(width: int, signed: bool, target: int):
    type, *kinds = INTEGERS[width]
    target_type, kind = FLOATS[target]
    for x in edges(width):
        op = ConvertOp(constant(type, x), target_type, src_unsigned=not signed)
        number = kinds[0 if signed else 1](view(x, width, signed))
        with np.errstate(over="ignore"):
            assert folded(op) == float(number.astype(kind))


@pytest.mark.parametrize("width", [8, 16, 32, 64])
@pytest.mark.parametrize("signed", [True, False])
def test_convert_float_to_integer(width: int, signed: bool):
    type, *_ = INTEGERS[width]
    low = -(1 << (width - 1)) if signed else 0
    high = (1 << (width - signed)) - 1
    modes: dict[RoundingMode | None, Callable[[float], float]] = {
        None: np.trunc,
        RoundingMode.RTZ: np.trunc,
        RoundingMode.RTE: np.rint,
        RoundingMode.RTP: np.ceil,
        RoundingMode.RTN: np.floor,
    }
    for mode, function in modes.items():
        for x in float_edges(32):
            if np.isinf(x):
                exact = low - 1 if x < 0 else high + 1
            else:
                exact = int(function(x))
            for saturate in (False, True):
                op = ConvertOp(
                    constant(f32, x),
                    type,
                    dst_unsigned=not signed,
                    rounding=mode,
                    saturate=saturate,
                )
                expected = min(max(exact, low), high) & ((1 << width) - 1)
                if not saturate and not low <= exact <= high:
                    assert folded(op) is None
                else:
                    assert folded(op) == expected, (mode, x)


def test_nan_is_not_computed_with():
    nan = constant(f32, float("nan"))
    one = constant(f32, 1.0)
    assert folded(BuiltinOp("fmax", [nan, one])) is None
    assert folded(BuiltinOp("isnan", [nan])) == 1
    assert folded(BuiltinOp("isequal", [nan, nan])) == 0
    assert folded(BuiltinOp("isnotequal", [nan, one])) == 1
    assert folded(BuiltinOp("isunordered", [nan, one])) == 1
    assert folded(ConvertOp(nan, i32, saturate=True)) == 0
    assert folded(ConvertOp(nan, i32)) is None


@pytest.mark.parametrize(
    ("type", "number", "attribute"),
    [
        (i8, 255, IntegerAttr(-1, i8)),
        (i64, 1 << 63, IntegerAttr(-(1 << 63), i64)),
        (f32, 0.5, FloatAttr(0.5, f32)),
    ],
)
def test_constant_attribute(type: Attribute, number: Number, attribute: Attribute):
    assert constant_attribute(type, [number]) == attribute


def folded_numbers(
    name: str, operands: Sequence[tuple[Attribute, Sequence[Number]]]
) -> list[Number] | None:
    """The elements of `name` on constants; `None` when it does not fold."""
    values: list[SSAValue] = []
    for type, numbers in operands:
        attribute = constant_attribute(type, numbers)
        values.append(
            ConstantOp.create(
                properties={"value": attribute}, result_types=[type]
            ).result
        )
    op = BuiltinOp(name, values)
    op.verify()
    results = op.fold()
    if results is None:
        return None
    (value,) = results
    if isinstance(value, SSAValue):
        return constant_elements(value)
    made = ConstantOp.create(
        properties={"value": value}, result_types=[op.results[0].type]
    )
    made.verify()
    return constant_elements(made.result)


SAMPLE = [0.5, 1.0, 1.5, 2.0, 3.0, 7.25, 100.0, 0.1, 6.1e-5, 1000.5]


@pytest.mark.parametrize("width", [16, 32, 64])
def test_roots_and_remainders(width: int):
    """numpy's are those of the processor, correctly rounded."""
    type, dtype = FLOATS[width]
    numbers = [float(dtype(n)) for n in SAMPLE]
    for x in numbers:
        assert folded_numbers("sqrt", [(type, [x])]) == [float(np.sqrt(dtype(x)))]
        assert folded_numbers("ilogb", [(type, [x])]) == [
            int(np.floor(np.log2(x))) & 0xFFFFFFFF
        ]
        for n in (-20, -3, 0, 5, 40):
            with np.errstate(over="ignore", under="ignore"):
                expected = float(np.ldexp(dtype(x), n))
            operands = [(type, [x]), (i32, [n & 0xFFFFFFFF])]
            assert folded_numbers("ldexp", operands) == [expected]
        for y in numbers:
            operands = [(type, [x]), (type, [-y])]
            expected = float(np.fmod(dtype(x), dtype(-y)))
            assert folded_numbers("fmod", operands) == [expected]
            with np.errstate(over="ignore"):
                expected = float(max(dtype(x) - dtype(y), dtype(0)))
            assert folded_numbers("fdim", [(type, [x]), (type, [y])]) == [expected]


@pytest.mark.parametrize("width", [16, 32])
def test_fused_multiply_add(width: int):
    """Products and sums of these numbers are exact in double precision."""
    type, dtype = FLOATS[width]
    numbers = [float(dtype(n)) for n in (1.5, -2.25, 3.0, 0.333, 1023.5)]
    for x in numbers:
        for y in numbers:
            for z in numbers:
                exact = x * y + z
                expected = [float(dtype(exact))]
                operands = [(type, [n]) for n in (x, y, z)]
                for name in ("fma", "mad"):
                    assert folded_numbers(name, operands) == expected


@pytest.mark.parametrize("length", [2, 3, 4])
def test_geometric_functions(length: int):
    vector = VectorType(f32, [length])
    x = [1.5, -2.0, 4.25, 8.0][:length]
    y = [3.0, 0.5, -1.0, 2.0][:length]
    operands = [(vector, x), (vector, y)]
    a, b = np.array(x), np.array(y)
    assert folded_numbers("dot", operands) == [float(np.float32(a @ b))]
    for name in ("length", "fast_length"):
        expected = float(np.float32(np.linalg.norm(a)))
        assert folded_numbers(name, [(vector, x)]) == [expected]
    for name in ("distance", "fast_distance"):
        expected = float(np.float32(np.linalg.norm(a - b)))
        assert folded_numbers(name, operands) == [expected]
    if length > 2:
        expected = [*np.cross(a[:3], b[:3]).tolist(), 0.0][:length]
        assert folded_numbers("cross", operands) == expected


def test_shuffles():
    four, eight = VectorType(i32, [4]), VectorType(i32, [8])
    low, high = [10, 11, 12, 13], [20, 21, 22, 23]
    mask = [7, 0, 4 + 8, 3, 1, 6, 2, 5]
    expected = [(low + high)[index & 7] for index in mask]
    operands = [(four, low), (four, high), (eight, mask)]
    assert folded_numbers("shuffle2", operands) == expected
    operands = [(four, low), (four, [3, 2, 1, 4])]
    assert folded_numbers("shuffle", operands) == [13, 12, 11, 10]


def test_what_is_not_computed():
    """
    Results that are a NaN, or left open.
    """
    one, zero = (f32, [1.0]), (f32, [0.0])
    assert folded_numbers("sqrt", [(f32, [-1.0])]) is None
    assert folded_numbers("fmod", [one, zero]) is None
    assert folded_numbers("ilogb", [zero]) is None


def evaluated(
    kind: type[Operation],
    source: Attribute,
    target: Attribute,
    *numbers: Number,
    **more: Attribute,
) -> Number | None:
    """The value of an operation of `arith` on numbers."""
    operands = [constant(source, number) for number in numbers]
    op = kind.create(operands=operands, result_types=[target], properties=more)
    return evaluate(op, numbers)


def _truncated_quotient(x: Any, y: Any) -> Any:
    return np.trunc(np.longdouble(x) / np.longdouble(y))


def _ceiling_quotient(x: Any, y: Any) -> Any:
    return np.ceil(np.longdouble(x) / np.longdouble(y))


def quotient(x: Any, y: Any) -> Any:
    """The quotient of 64-bit integers, which a double does not hold."""
    return np.longdouble(x) / np.longdouble(y)


WRAPPING: dict[type[Operation], Callable[[Any, Any], Any]] = {
    arith.AddiOp: np.add,
    arith.SubiOp: np.subtract,
    arith.MuliOp: np.multiply,
    arith.AndIOp: np.bitwise_and,
    arith.OrIOp: np.bitwise_or,
    arith.XOrIOp: np.bitwise_xor,
    arith.MinSIOp: np.minimum,
    arith.MaxSIOp: np.maximum,
    arith.FloorDivSIOp: np.floor_divide,
    arith.DivSIOp: _truncated_quotient,
    arith.CeilDivSIOp: _ceiling_quotient,
    arith.RemSIOp: np.fmod,
    arith.ShLIOp: np.left_shift,
    arith.ShRSIOp: np.right_shift,
}
UNSIGNED: dict[type[Operation], Callable[[Any, Any], Any]] = {
    arith.MinUIOp: np.minimum,
    arith.MaxUIOp: np.maximum,
    arith.DivUIOp: np.floor_divide,
    arith.RemUIOp: np.fmod,
    arith.CeilDivUIOp: _ceiling_quotient,
    arith.ShRUIOp: np.right_shift,
}
SHIFTS = (arith.ShLIOp, arith.ShRSIOp, arith.ShRUIOp)


@pytest.mark.parametrize("width", [8, 32, 64])
def test_arithmetic_of_integers(width: int):
    type, signed, unsigned = INTEGERS[width]
    for table, read in ((WRAPPING, signed), (UNSIGNED, unsigned)):
        for kind, function in table.items():
            for x in edges(width):
                for y in edges(width):
                    if kind in SHIFTS and y >= width:
                        assert evaluated(kind, type, type, x, y) is None
                        continue
                    if ("div" in kind.name or "rem" in kind.name) and not y:
                        with pytest.raises(ZeroDivisionError):
                            evaluated(kind, type, type, x, y)
                        continue
                    a, b = (np.array(n, unsigned).view(read)[()] for n in (x, y))
                    with np.errstate(over="ignore"):
                        exact = int(function(a, b))
                    found = evaluated(kind, type, type, x, y)
                    assert found == view(exact % (1 << width), width, True), kind.name
    for number, name in enumerate(arith.CMPI_COMPARISON_OPERATIONS):
        relation = {"eq": np.equal, "ne": np.not_equal}.get(name) or getattr(
            np,
            {"lt": "less", "le": "less_equal", "gt": "greater", "ge": "greater_equal"}[
                name[1:]
            ],
        )
        for x in edges(width):
            for y in edges(width):
                read = unsigned if name[0] == "u" else signed
                a, b = (np.array(n, unsigned).view(read)[()] for n in (x, y))
                predicate = IntegerAttr(number, i64)
                found = evaluated(arith.CmpiOp, type, i1, x, y, predicate=predicate)
                assert found == int(relation(a, b)), name


FLOATING: dict[type[Operation], Callable[..., Any]] = {
    arith.AddfOp: np.add,
    arith.SubfOp: np.subtract,
    arith.MulfOp: np.multiply,
    arith.DivfOp: np.divide,
    RemFOp: np.fmod,
    arith.MinimumfOp: np.minimum,
    arith.MaximumfOp: np.maximum,
    arith.MinnumfOp: np.fmin,
    arith.MaxnumfOp: np.fmax,
}


@pytest.mark.parametrize("width", [16, 32, 64])
def test_arithmetic_of_floats(width: int):
    """The sign of a zero that is a minimum or maximum of zeros is upstream's, not numpy's."""
    type, kind = FLOATS[width]
    numbers = [*float_edges(width)[:24], float("nan")]
    for op, function in FLOATING.items():
        for x in numbers:
            for y in numbers:
                with np.errstate(all="ignore"):
                    exact = float(function(kind(x), kind(y)))
                found = evaluated(op, type, type, x, y)
                assert isinstance(found, float)
                same = found == exact or (np.isnan(found) and np.isnan(exact))
                assert same, (op.name, x, y)
                if exact or (op.name.startswith("arith.m") and op is not arith.MulfOp):
                    continue
                assert bits(found) == bits(exact), (op.name, x, y)
    lowest = evaluated(arith.MinimumfOp, type, type, 0.0, -0.0)
    assert str(lowest) == "-0.0"
    assert evaluated(arith.NegfOp, type, type, 1.5) == -1.5
    for x in numbers:
        for y in numbers:
            truths = [
                evaluated(arith.CmpfOp, type, i1, x, y, predicate=IntegerAttr(n, i64))
                for n in range(16)
            ]
            unordered = np.isnan(x) or np.isnan(y)
            ordered = [
                False,
                x == y,
                x > y,
                x >= y,
                x < y,
                x <= y,
                not unordered and x != y,
            ]
            ordered.append(not unordered)
            expected = [
                *ordered,
                *(unordered or truth for truth in (*ordered[1:7], False, True)),
            ]
            assert truths == [int(truth) for truth in expected], (x, y)


CONVERSIONS: tuple[tuple[type[Operation], Attribute, Attribute, Number, Any], ...] = (
    (arith.ExtSIOp, i1, i32, 1, -1),
    (arith.ExtUIOp, i1, i32, 1, 1),
    (arith.ExtSIOp, i8, i32, 255, -1),
    (arith.ExtUIOp, i8, i32, -1, 255),
    (arith.TruncIOp, i32, i8, 511, -1),
    (arith.TruncIOp, i32, i1, 3, 1),
    (arith.IndexCastOp, i32, IndexType(), 0xFFFFFFFF, -1),
    (IndexCastUIOp, i32, IndexType(), -1, 0xFFFFFFFF),
    (arith.SIToFPOp, i64, f32, (1 << 60) + (1 << 36) + 1, 2.0**60 + 2.0**37),
    (arith.SIToFPOp, i8, f32, 255, -1.0),
    (arith.UIToFPOp, i8, f32, -1, 255.0),
    (arith.FPToSIOp, f32, i8, -127.9, -127),
    (arith.FPToSIOp, f32, i8, 128.0, None),
    (arith.FPToUIOp, f32, i8, 255.5, -1),
    (arith.FPToUIOp, f32, i8, -1.0, None),
    (arith.FPToSIOp, f32, i8, float("nan"), None),
    (arith.TruncFOp, f32, f16, 65519.0, 65504.0),
    (arith.TruncFOp, f32, f16, 65520.0, float("inf")),
    (arith.ExtFOp, f16, f32, 0.5, 0.5),
)


@pytest.mark.parametrize(
    ("kind", "source", "target", "number", "expected"), CONVERSIONS
)
def test_conversions_of_arithmetic(
    kind: type[Operation],
    source: Attribute,
    target: Attribute,
    number: Number,
    expected: Any,
):
    assert evaluated(kind, source, target, number) == expected


def test_multiplication_and_addition_round_once():
    x, less = 1 + 2.0**-23, -1 - 2.0**-22
    for kind in (llvm.FMAOp, FMulAddOp):
        assert evaluated(kind, f32, f32, x, x, less) == 2.0**-46


def test_every_operation_of_arithmetic_is_tested():
    tested = {*WRAPPING, *UNSIGNED, *FLOATING, *(row[0] for row in CONVERSIONS)}
    tested |= {arith.CmpiOp, arith.CmpfOp, arith.NegfOp, llvm.FMAOp, FMulAddOp}
    assert tested == set(OPERATIONS)
