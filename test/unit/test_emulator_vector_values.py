"""
The values of vector instructions: integers, bit fields, conversions, exponents,
transcendental functions, small formats, by AMD's formulas in Python's integers.

"RDNA3" and so on stand for the "Instruction Set Architecture" documents of that name.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from emulator_memory_helpers import Bench
from emulator_vector_helpers import JUNK, execute, f32, lanes_of, one
from exact_rounding import rounded

from xdsl_opencl.emulator.errors import EmulatorError, UnknownInstructionError
from xdsl_opencl.emulator.memory.faults import MachineFault
from xdsl_opencl.emulator.vector.semantics import small_floats, transcendental
from xdsl_opencl.emulator.vector.semantics.formats import Mode

WORD = 0xFFFFFFFF
SPECIAL = [0, 1, 2, 31, 32, 0x7FFFFFFF, 0x80000000, WORD, 0x00FF00FF, 0x12345678]


def words(seed: int, count: int = 32) -> list[int]:
    """Random words, some of them special."""
    random = np.random.default_rng(seed)
    numbers = random.integers(0, 1 << 32, count).tolist()
    for place in range(0, count, 2):
        numbers[place] = SPECIAL[int(random.integers(len(SPECIAL)))]
    return numbers


def signed(value: int, bits: int = 32) -> int:
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def low24(value: int) -> int:
    return value & 0xFFFFFF


def extract(value: int, offset: int, width: int) -> int:
    return value >> (offset & 31) & ((1 << (width & 31)) - 1)


def extract_signed(value: int, offset: int, width: int) -> int:
    width &= 31
    return signed(extract_any(signed(value), offset & 31, width), width) if width else 0


def extract_any(value: int, offset: int, width: int) -> int:
    return value >> offset & ((1 << width) - 1)


def pick_byte(joined: int, selection: int) -> int:
    if selection > 12:
        return 0xFF
    if selection == 12:
        return 0
    if selection > 7:
        return 0xFF * (joined >> (16 * (selection - 8) + 15) & 1)
    return joined >> (8 * selection) & 0xFF


def permute(high: int, low: int, selection: int) -> int:
    joined = high << 32 | low
    return sum(
        pick_byte(joined, selection >> (8 * i) & 0xFF) << (8 * i) for i in range(4)
    )


def differences(a: int, b: int, width: int, masked: bool = False) -> int:
    mask = (1 << width) - 1
    pairs = [(a >> i & mask, b >> i & mask) for i in range(0, 32, width)]
    return sum(abs(x - y) for x, y in pairs if not (masked and y == 0))


def average(a: int, b: int, c: int) -> int:
    result = 0
    for i in range(0, 32, 8):
        total = (a >> i & 0xFF) + (b >> i & 0xFF) + (c >> i & 1)
        result |= (total >> 1) << i
    return result


UNARY: list[tuple[str, Callable[[int], int]]] = [
    ("v_not_b32_e32", lambda a: ~a),
    ("v_bfrev_b32_e32", lambda a: int(f"{a:032b}"[::-1], 2)),
    ("v_clz_i32_u32_e32", lambda a: 32 - a.bit_length() if a else -1),
    ("v_ctz_i32_b32_e32", lambda a: (a & -a).bit_length() - 1),
    (
        "v_cls_i32_e32",
        lambda a: (
            32 - (a ^ (signed(a) >> 31 & WORD)).bit_length()
            if a not in {0, WORD}
            else -1
        ),
    ),
]

BINARY: list[tuple[str, Callable[[int, int], int]]] = [
    ("v_add_nc_u32_e32", lambda a, b: a + b),
    ("v_sub_nc_u32_e32", lambda a, b: a - b),
    ("v_subrev_nc_u32_e32", lambda a, b: b - a),
    ("v_mul_lo_u32", lambda a, b: a * b),
    ("v_mul_hi_u32", lambda a, b: a * b >> 32),
    ("v_mul_hi_i32", lambda a, b: signed(a) * signed(b) >> 32),
    ("v_mul_u32_u24_e32", lambda a, b: low24(a) * low24(b)),
    ("v_mul_hi_u32_u24_e32", lambda a, b: low24(a) * low24(b) >> 32),
    ("v_mul_i32_i24_e32", lambda a, b: signed(a, 24) * signed(b, 24)),
    ("v_mul_hi_i32_i24_e32", lambda a, b: signed(a, 24) * signed(b, 24) >> 32),
    ("v_lshlrev_b32_e32", lambda a, b: b << (a & 31)),
    ("v_lshrrev_b32_e32", lambda a, b: b >> (a & 31)),
    ("v_ashrrev_i32_e32", lambda a, b: signed(b) >> (a & 31)),
    ("v_min_i32_e32", lambda a, b: min(signed(a), signed(b))),
    ("v_max_i32_e32", lambda a, b: max(signed(a), signed(b))),
    ("v_min_u32_e32", lambda a, b: min(a, b)),
    ("v_max_u32_e32", lambda a, b: max(a, b)),
    ("v_and_b32_e32", lambda a, b: a & b),
    ("v_or_b32_e32", lambda a, b: a | b),
    ("v_xor_b32_e32", lambda a, b: a ^ b),
    ("v_xnor_b32_e32", lambda a, b: ~(a ^ b)),
    ("v_bfm_b32", lambda a, b: ((1 << (a & 31)) - 1) << (b & 31)),
    ("v_bcnt_u32_b32", lambda a, b: a.bit_count() + b),
    ("v_cvt_pk_u16_u32", lambda a, b: min(a, 65535) | min(b, 65535) << 16),
    (
        "v_cvt_pk_i16_i32",
        lambda a, b: (
            max(-32768, min(signed(a), 32767)) & 0xFFFF
            | max(-32768, min(signed(b), 32767)) << 16
        ),
    ),
]

TERNARY: list[tuple[str, Callable[[int, int, int], int]]] = [
    ("v_mad_u32_u24", lambda a, b, c: low24(a) * low24(b) + c),
    ("v_mad_i32_i24", lambda a, b, c: signed(a, 24) * signed(b, 24) + c),
    ("v_bfe_u32", extract),
    ("v_bfe_i32", extract_signed),
    ("v_bfi_b32", lambda a, b, c: (a & b) | (~a & c)),
    ("v_alignbit_b32", lambda a, b, c: (a << 32 | b) >> (c & 31)),
    ("v_alignbyte_b32", lambda a, b, c: (a << 32 | b) >> (8 * (c & 3))),
    ("v_perm_b32", permute),
    ("v_add3_u32", lambda a, b, c: a + b + c),
    ("v_xad_u32", lambda a, b, c: (a ^ b) + c),
    ("v_or3_b32", lambda a, b, c: a | b | c),
    ("v_xor3_b32", lambda a, b, c: a ^ b ^ c),
    ("v_and_or_b32", lambda a, b, c: (a & b) | c),
    ("v_lshl_or_b32", lambda a, b, c: a << (b & 31) | c),
    ("v_lshl_add_u32", lambda a, b, c: (a << (b & 31)) + c),
    ("v_add_lshl_u32", lambda a, b, c: (a + b & WORD) << (c & 31)),
    ("v_min3_u32", lambda a, b, c: min(a, b, c)),
    ("v_max3_i32", lambda a, b, c: max(signed(a), signed(b), signed(c))),
    ("v_med3_i32", lambda a, b, c: sorted([signed(a), signed(b), signed(c)])[1]),
    ("v_med3_u32", lambda a, b, c: sorted([a, b, c])[1]),
    ("v_maxmin_u32", lambda a, b, c: min(max(a, b), c)),
    ("v_minmax_i32", lambda a, b, c: max(min(signed(a), signed(b)), signed(c))),
    ("v_sad_u8", lambda a, b, c: differences(a, b, 8) + c),
    ("v_sad_hi_u8", lambda a, b, c: (differences(a, b, 8) << 16) + c),
    ("v_sad_u16", lambda a, b, c: differences(a, b, 16) + c),
    ("v_sad_u32", lambda a, b, c: abs(a - b) + c),
    ("v_msad_u8", lambda a, b, c: differences(a, b, 8, masked=True) + c),
    ("v_lerp_u8", average),
]

OLD_NAMES = {
    "clz_i32_u32": "ffbh_u32",
    "ctz_i32_b32": "ffbl_b32",
    "cls_i32": "ffbh_i32",
}
"""Of gfx8 to gfx10 ("Vega", section 12.8)."""

INTEGERS: list[tuple[str, int, Callable[..., int]]] = [
    *((name, 1, function) for name, function in UNARY),
    *(
        (name.replace(new, old), 1, function)
        for name, function in UNARY
        for new, old in OLD_NAMES.items()
        if new in name
    ),
    *((name, 2, function) for name, function in BINARY),
    *((name, 3, function) for name, function in TERNARY),
]
"""Instructions, their number of sources, and the same in Python's integers."""


@pytest.mark.parametrize(
    ("name", "count", "function"), INTEGERS, ids=[name for name, _, _ in INTEGERS]
)
def test_integers(name: str, count: int, function: Callable[..., int]):
    """RDNA3, sections 16.7 to 16.12."""
    columns = [words(seed) for seed in range(count)]
    sources = ", ".join(f"v{i + 1}" for i in range(count))
    registers = {i + 1: column for i, column in enumerate(columns)}
    state = execute(f"{name} v0, {sources}", v=registers)
    wanted = [function(*row) & WORD for row in zip(*columns, strict=True)]
    assert lanes_of(state, 0) == wanted


WIDE: list[tuple[str, Callable[[int, int, int], int]]] = [
    ("v_lshlrev_b64 v[0:1], v2, v[4:5]", lambda a, b, c: b << (a & 63)),
    ("v_lshrrev_b64 v[0:1], v2, v[4:5]", lambda a, b, c: b >> (a & 63)),
    ("v_ashrrev_i64 v[0:1], v2, v[4:5]", lambda a, b, c: signed(b, 64) >> (a & 63)),
    (
        "v_mad_u64_u32 v[0:1], s4, v2, v6, v[4:5]",
        lambda a, b, c: a * c + b,
    ),
    (
        "v_mad_i64_i32 v[0:1], s4, v2, v6, v[4:5]",
        lambda a, b, c: signed(a) * signed(c) + signed(b, 64),
    ),
]


@pytest.mark.parametrize(
    ("text", "function"), WIDE, ids=[t.split()[0] for t, _ in WIDE]
)
def test_wide_integers(text: str, function: Callable[[int, int, int], int]):
    """Results of 64 bits in two registers, and bit 64 in the mask."""
    a, low, high, c = (words(seed) for seed in range(4))
    state = execute(text, v={2: a, 4: low, 5: high, 6: c})
    exact = [
        function(x, h << 32 | w, z) for x, w, h, z in zip(a, low, high, c, strict=True)
    ]
    got = zip(lanes_of(state, 0), lanes_of(state, 1), strict=True)
    assert [h << 32 | w for w, h in got] == [e & (1 << 64) - 1 for e in exact]
    if "mad" in text:
        mask = sum((e >> 64 & 1) << lane for lane, e in enumerate(exact))
        assert int(state.s[4, 0]) == mask


# Conversions


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [
        ("v_cvt_u32_f32_e32", 0, WORD),
        ("v_cvt_i32_f32_e32", -(1 << 31), (1 << 31) - 1),
        ("v_cvt_floor_i32_f32_e32", -(1 << 31), (1 << 31) - 1),
        ("v_cvt_nearest_i32_f32_e32", -(1 << 31), (1 << 31) - 1),
    ],
)
def test_to_integers(name: str, low: int, high: int):
    """Vega, V_CVT_U32_F32: out of range saturates, NaN is 0."""
    values = [0.0, -0.9, 0.9, 1.5, -1.5, 2.5, 3e9, -3e9, 5e9, 1e30, -1e30, math.inf]
    values += [-math.inf, math.nan, 0.49999997, -0.5]

    def wanted(value: float) -> int:
        if math.isnan(value):
            return 0
        if math.isinf(value):
            return high if value > 0 else low
        number = Fraction(value)
        if "nearest" in name:
            number = math.floor(number + Fraction(1, 2))
        elif "floor" in name:
            number = math.floor(number)
        return max(low, min(math.trunc(number), high))

    bits = f32(*values)
    rounded_values = [struct.unpack("<f", struct.pack("<I", b))[0] for b in bits]
    state = execute(f"{name} v0, v1", v={1: bits})
    got = lanes_of(state, 0, len(values))
    assert got == [wanted(v) & WORD for v in rounded_values]


def test_integers_to_floats():
    values = [0, 1, WORD, 0x80000001, 16777217, 16777219, 0x7FFFFFFF]
    state = execute("v_cvt_f32_u32_e32 v0, v1", v={1: values})
    assert lanes_of(state, 0, 7) == f32(*(rounded(Fraction(v), 32) for v in values))
    state = execute("v_cvt_f32_i32_e32 v0, v1", v={1: values})
    wanted = f32(*(rounded(Fraction(signed(v)), 32) for v in values))
    assert lanes_of(state, 0, 7) == wanted
    state = execute("v_cvt_off_f32_i4_e32 v0, v1", v={1: range(16)})
    wanted = f32(*(signed(i, 4) / 16 for i in range(16)))
    assert lanes_of(state, 0, 16) == wanted


HALVES = [0, 1, 2049, 2051, 32767, 32768, 0xFFFF, 0xF001]
"""Numbers of 16 bits; not every one is a half."""


@pytest.mark.parametrize(
    ("name", "source", "result"),
    [
        *(("f16_u16", np.uint16, np.float16), ("f16_i16", np.int16, np.float16)),
        *(("i32_i16", np.int16, np.int32), ("u32_u16", np.uint16, np.uint32)),
    ],
)
def test_numbers_of_16_bits(name: str, source: Any, result: Any):
    """RDNA3, section 16.8; NumPy rounds to the nearest even, too."""
    low = "v0" if result().itemsize == 4 else "v0.l"
    state = execute(f"v_cvt_{name}_e32 {low}, v1.l", v={0: [0] * 8, 1: HALVES})
    with np.errstate(over="ignore"):
        numbers: Any = np.array(HALVES, np.uint16).view(source)
        bits = numbers.astype(result).view(f"u{result().itemsize}").tolist()
    assert lanes_of(state, 0, 8) == bits


@pytest.mark.parametrize(("name", "source"), [("i32", np.int32), ("u32", np.uint32)])
def test_integers_to_doubles(name: str, source: Any):
    values = [0, 1, WORD, 0x80000001, 0x7FFFFFFF, 16777217]
    state = execute(f"v_cvt_f64_{name}_e32 v[2:3], v1", v={1: values})
    numbers: Any = np.array(values, np.uint32).view(source).astype(np.float64)
    pairs = zip(lanes_of(state, 2, 6), lanes_of(state, 3, 6), strict=True)
    assert [high << 32 | low for low, high in pairs] == numbers.view(np.uint64).tolist()


def test_packing_a_byte():
    text = "v_cvt_pk_u8_f32 v0, v1, 2, v3"
    for mode, places in ((0x2F0, 0), (0x2F1, 1), (0x2F2, 2), (0x2F3, 3)):
        for value, wanted in (
            (7.9, (8, 8, 7, 7)),
            (2.5, (2, 3, 2, 2)),
            (3.5, (4, 4, 3, 3)),
            (-0.5, (0, 0, 0, 0)),
            (math.nan, (0, 0, 0, 0)),
            (254.9, (255, 255, 254, 254)),
        ):
            found = one(text, v={1: f32(value), 3: [JUNK]}, mode=mode)
            assert found == 0x5A005A5A | wanted[places] << 16, (mode, value)


@pytest.mark.parametrize("mode", range(4))
def test_load_exponent(mode: int):
    """V_LDEXP_F32 rounds once, also into the denormals."""
    random = np.random.default_rng(4)
    values = random.standard_normal(32).astype(np.float32)
    steps = random.integers(-160, 140, 32)
    state = execute(
        "v_ldexp_f32 v0, v1, v2",
        v={1: values.view(np.uint32).tolist(), 2: (steps & WORD).tolist()},
        mode=0xF0 | mode,
    )
    for value, step, got in zip(values, steps, lanes_of(state, 0), strict=True):
        exact = Fraction(float(value)) * Fraction(2) ** int(step)
        assert got == f32(rounded(exact, 32, mode))[0]


# Transcendental functions


ACCURATE: dict[str, Callable[[Any], Any]] = {
    "reciprocal": np.reciprocal,
    "square_root": np.sqrt,
    "reciprocal_square_root": lambda x: 1 / np.sqrt(x),
    "exponential": np.exp2,
    "logarithm": np.log2,
    "hyperbolic_tangent": np.tanh,
}


@pytest.mark.parametrize(("name", "function"), ACCURATE.items())
def test_accuracy(name: str, function: Callable[[Any], Any]):
    """
    Vega, section 12.8: 0.51 units in the last place for each half, of which there are few; 1 for
    floats; for doubles 2**29, here a neighbour of the nearest. The truth has 64 bits of fraction.
    """
    halves = np.arange(1, 0x7C00, dtype=np.uint16).view(np.float16)
    doubles = np.exp2(np.random.default_rng(3).uniform(-9, 9, 4000))
    singles = np.exp2(np.random.default_rng(4).uniform(-9, 7, 20000)).astype(np.float32)
    for values, bound in ((halves, 0.51), (singles, 1.0), (doubles, 1.5)):
        with np.errstate(over="ignore"):
            wanted = function(values.astype(np.longdouble))
            got = getattr(transcendental, name)(Mode(), values)
        assert got.dtype == values.dtype
        inside = np.isfinite(got) & (np.abs(wanted) > 0)
        assert inside.sum() > len(values) * 0.6
        got, wanted = got[inside], wanted[inside]
        units = np.abs(got - wanted) / np.spacing(np.abs(wanted.astype(got.dtype)))
        assert units.max() <= bound


STATED = {
    "f64_i32": 0.0,
    "f64_u32": 0.0,
    "f64_f32": 0.0,
    "f32_f16": 0.0,
    **dict.fromkeys("f32_i32 f32_u32 f32_f64 f16_f32 f16_u16 f16_i16".split(), 0.5),
    # To integers the number is cut; what they lack is the nearest of them, and NaN is 0.
    **dict.fromkeys("i32_f64 u32_f64 i32_f32 u32_f32 i16_f16 u16_f16".split(), 0.0),
}
"""Units in the last place that AMD states ("CDNA5 Instruction Set Architecture", V_CVT_*)."""


@np.errstate(all="ignore")
@pytest.mark.parametrize("gpu", ["gfx90a", "gfx1100", "gfx1250"])
@pytest.mark.parametrize(("name", "units"), STATED.items())
def test_conversions_have_the_stated_accuracy(name: str, units: float, gpu: str):
    to, of = (np.dtype(f"{t[0]}{int(t[1:]) // 8}") for t in name.split("_"))
    random, lanes = np.random.default_rng(11), 64 if gpu == "gfx90a" else 32
    values = random.integers(0, 256, (64, lanes * of.itemsize), np.uint8).view(of)
    if of.kind == "f":
        values[32:] = random.standard_normal((32, lanes)) * 2.0 ** random.integers(
            -14, 36
        )
        values[0, :6] = (np.nan, np.inf, -np.inf, -0.0, 0.5, 65519)
    half = ".l" if gpu != "gfx90a" else ""
    target = "v[0:1]" if to.itemsize == 8 else "v0" + half * (to.itemsize == 2)
    source = "v[2:3]" if of.itemsize == 8 else "v2" + half * (of.itemsize == 2)
    for row in values:
        words = row.view(f"u{min(of.itemsize, 4)}").reshape(lanes, -1).T
        given = {2 + n: word.tolist() for n, word in enumerate(words)}
        state = execute(f"v_cvt_{name}_e32 {target}, {source}", gpu, v=given)
        bits = np.ascontiguousarray(state.v[: max(to.itemsize // 4, 1), 0].T)
        got = (bits.astype(np.uint16) if to.itemsize == 2 else bits).view(to)[:, 0]
        exact = row.astype(np.longdouble)
        if to.kind != "f":
            limits = np.iinfo(to)
            cut = np.trunc(
                np.nan_to_num(exact, nan=0.0, posinf=2.0**63, neginf=-(2.0**63))
            )
            assert (got == cut.clip(limits.min, limits.max)).all()
            continue
        nearest = exact.astype(to)
        ordinary = np.isfinite(nearest)
        np.testing.assert_array_equal(got[~ordinary], nearest[~ordinary])
        error = np.abs(got[ordinary].astype(np.longdouble) - exact[ordinary])
        unit = np.spacing(np.abs(nearest[ordinary])).astype(np.longdouble)
        assert (error <= units * unit).all()


def two_over_pi() -> Fraction:
    """2/pi to 1300 bits, by the mean of Gauss and Legendre."""
    with localcontext() as context:
        context.prec = 420
        a, b, t, p = Decimal(1), 1 / Decimal(2).sqrt(), Decimal("0.25"), Decimal(1)
        for _ in range(9):
            following = (a + b) / 2
            b = (a * b).sqrt()
            t -= p * (a - following) ** 2
            a, p = following, 2 * p
        return Fraction(2 / ((a + b) ** 2 / (4 * t)))


def test_segments_of_two_over_pi():
    """
    RDNA3, V_TRIG_PREOP_F64: three segments give 2/pi times the number, modulo 2**k.
    """
    value = two_over_pi()
    numbers = [1.0, 1e10, 1e22, 1.5e300, -3e200, 2.0**60]
    for number in numbers:
        exponent = math.frexp(number)[1] - 1 + 1023
        shift = max(exponent - 1077, 0)
        for segment in range(3):
            wanted_shift = shift + 53 * segment
            bits = int(value * 2 ** (wanted_shift + 53)) & ((1 << 53) - 1)
            scale = -53 - wanted_shift + (128 if exponent >= 1968 else 0)
            got = transcendental.trigonometric_segment(
                Mode(), np.array([number]), np.array([segment], np.uint32)
            )
            assert Fraction(float(got[0])) == bits * Fraction(2) ** scale


# Small formats


def test_values_of_small_formats():
    """ "OCP Microscaling Formats", section 5.3; MI300, section 2.2 (fnuz)."""
    formats, fnuz = small_floats.FORMATS, small_floats.FNUZ

    def values(format: Any) -> list[float]:
        bits: Any = np.arange(1 << int(format.width))
        return small_floats.decode(bits, format).tolist()

    assert values(formats["fp4"]) == [
        *(0, 0.5, 1, 1.5, 2, 3, 4, 6),
        *(-0.0, -0.5, -1, -1.5, -2, -3, -4, -6),
    ]
    assert max(values(formats["fp6"])) == 7.5
    assert max(values(formats["bf6"])) == 28.0
    fp8, bf8 = values(formats["fp8"]), values(formats["bf8"])
    assert np.nanmax(fp8) == 448.0
    assert [i for i, v in enumerate(fp8) if math.isnan(v)] == [0x7F, 0xFF]
    assert (bf8[0x7B], bf8[0x7C], bf8[0xFC]) == (57344.0, math.inf, -math.inf)
    assert fp8[1] == 2.0**-9
    fp8, bf8 = values(fnuz["fp8"]), values(fnuz["bf8"])
    assert (np.nanmax(fp8), np.nanmax(bf8)) == (240.0, 57344.0)
    assert [i for i, v in enumerate(fp8) if math.isnan(v)] == [0x80]
    assert fp8[1] == 2.0**-10


@pytest.mark.parametrize("name", list(small_floats.FORMATS))
def test_small_formats_round_to_nearest_even(name: str):
    """
    Each number comes back, and what is between two goes to the nearer, or the even one.
    """
    format = small_floats.FORMATS[name]
    finite = np.array(
        [
            v
            for v in small_floats.decode(np.arange(1 << (format.width - 1)), format)
            if math.isfinite(v)
        ]
    )

    def encode(values: Any) -> list[int]:
        return small_floats.encode(np.array(values), format, clamps=True).tolist()

    numbers = list(range(len(finite)))
    assert encode(finite) == numbers
    middles = (finite[:-1] + finite[1:]) / 2
    assert encode(middles) == [n + (n & 1) for n in numbers[:-1]]
    assert encode(middles * (1 - 2**-20)) == numbers[:-1]
    assert encode(middles * (1 + 2**-20)) == numbers[1:]
    assert encode([finite[-1] * 4]) == [numbers[-1]]
    assert encode(-finite[1:]) == [n | 1 << (format.width - 1) for n in numbers[1:]]


def test_stochastic_rounding():
    """A quarter of the way up goes up for a quarter of the random numbers."""
    format = small_floats.FORMATS["fp8"]
    random = np.arange(0, 1 << 32, 1 << 24, dtype=np.uint64).astype(np.uint32)
    value = np.full(len(random), 16 + 2 * 0.25)
    bits = small_floats.encode(value, format, clamps=True, random=random)
    up = int((small_floats.decode(bits, format) == 18).sum())
    assert up == len(random) // 4


def test_stochastic_rounding_to_16_bits():
    """The bits that go, and as many random ones, carry for a quarter of the random numbers."""
    low = np.arange(1 << 16, dtype=np.uint32)
    for value in (1.0, -1.5):
        wide = np.full(1 << 16, value + math.copysign(2.0**-9, value), np.float32)
        bits = small_floats.single_to_bfloat_stochastic(wide, low | 0xABCD0000)
        got = (bits.astype(np.uint32) << 16).view(np.float32)
        up = value + math.copysign(2.0**-7, value)
        assert set(got.tolist()) == {value, up}
        assert int((got == up).sum()) == 1 << 14
        wide = np.full(1 << 16, value + math.copysign(2.0**-12, value), np.float32)
        got = small_floats.single_to_half_stochastic(wide, low << 16)
        up = value + math.copysign(2.0**-10, value)
        assert set(got.tolist()) == {value, up}
        assert int((got == up).sum()) == 1 << 14
    special = np.array([math.inf, -math.inf, math.nan], np.float32)
    bits = small_floats.single_to_bfloat_stochastic(special, low[:3] - 1)
    assert bits.tolist() == [0x7F80, 0xFF80, 0x7FC0]


@pytest.mark.parametrize("byte", range(4))
def test_place_of_a_byte_rounded_by_chance(byte: int):
    """The others stay. 1.0 with a bias of 8 on gfx942, of 7 on gfx12."""
    values = {0: [0x5A5A5A5A], 1: f32(1.0), 2: [0x12345678]}
    shift = 8 * byte
    kept = 0x5A5A5A5A & ~(0xFF << shift)
    text = f"v_cvt_sr_fp8_f32 v0, v1, v2 op_sel:[0,0,{byte & 1},{byte >> 1}]"
    assert one(text, "gfx942", v=values) == kept | 0x40 << shift
    text = f"v_cvt_sr_fp8_f32 v0, v1, v2 byte_sel:{byte}"
    assert one(text, "gfx1200", v=values) == kept | 0x38 << shift


def test_bytes_of_scales():
    """CDNA5, "Conversion to/from E5M3": `clamp` chooses it; the numbers are those of section 7.12.6."""
    codes = [0xFF, 0xFE, 8, 7, 1, 0, 0x7F]
    text = "v_cvt_f32_fp8_e64 v0, v1 clamp"
    got = execute(text, "gfx1250", v={1: codes}).v[0, 0, :7].view(np.float32)
    wanted = [math.nan, 114688, 2**-14, 0.875 * 2**-14, 2**-17, 0, 1.875]
    np.testing.assert_array_equal(got, np.array(wanted, np.float32))
    for name in ("pk", "sr"):
        with pytest.raises(UnknownInstructionError, match="converts to E5M3"):
            one(f"v_cvt_{name}_fp8_f32 v0, v1, v2 clamp", "gfx1250", v={1: f32(1.0)})


@pytest.mark.parametrize("high", range(2))
def test_half_of_the_destination(high: int):
    """The last item of `op_sel` is bit 14, OPSEL[3] of CDNA4, V_CVT_SCALEF32_F16_FP8."""
    values = {0: [0x5A5A5A5A], 1: [0x38], 2: f32(2.0), 3: [0x40003C00]}
    selection = f"op_sel:[0,0,{high}]"
    kept = 0x5A5A5A5A & ~(0xFFFF << 16 * high)
    text = f"v_cvt_scalef32_f16_fp8 v0, v1, v2 {selection}"
    assert one(text, "gfx950", v=values) == kept | 0x4000 << 16 * high
    text = f"v_cvt_scalef32_pk_fp8_f16 v0, v3, v2 {selection}"
    assert one(text, "gfx950", v=values) == kept | 0x3830 << 16 * high


def test_bytes_of_other_lanes():
    """Conversions of bytes read the lanes that DPP names, as other instructions do."""
    codes = [0x38 + i for i in range(16)]
    text = "v_cvt_f32_fp8_dpp v0, v1 row_mirror row_mask:0xf bank_mask:0xf"
    state = execute(text, "gfx950", v={1: codes})
    plain = execute("v_cvt_f32_fp8_e32 v0, v1", "gfx950", v={1: codes[::-1]})
    assert lanes_of(state, 0, 16) == lanes_of(plain, 0, 16)


def test_blocks_of_32_numbers():
    """CDNA4, V_CVT_SCALEF32_2XPK16_FP6_F32 and back: two sources take turns."""
    numbers = [float(i % 8) * 0.5 for i in range(32)]
    values = {2 + i: f32(numbers[2 * i]) for i in range(16)}
    values |= {20 + i: f32(numbers[2 * i + 1]) for i in range(16)}
    values[40] = f32(1.0)
    text = """v_cvt_scalef32_2xpk16_fp6_f32 v[42:47], v[2:17], v[20:35], v40
    v_cvt_scalef32_pk32_f32_fp6 v[48:79], v[42:47], v40"""
    state = execute(text, "gfx950", v=values)
    assert [lanes_of(state, 48 + i, 1) for i in range(32)] == [
        [b] for b in f32(*numbers)
    ]


def test_bitwise_functions():
    """CDNA4, V_BITOP3_B32: the table has bit 4a + 2b + c."""
    a, b, c = words(1), words(2), words(3)
    tables: list[tuple[int, Callable[[int, int, int], int]]] = [
        (0xE8, lambda x, y, z: x & y | y & z | x & z),
        (0x96, lambda x, y, z: x ^ y ^ z),
        (0x40, lambda x, y, z: x & y & ~z),
    ]
    for table, function in tables:
        text = f"v_bitop3_b32 v0, v1, v2, v3 bitop3:{table:#x}"
        state = execute(text, "gfx950", v={1: a, 2: b, 3: c})
        wanted = [function(*row) & WORD for row in zip(a, b, c, strict=True)]
        assert lanes_of(state, 0, 32) == wanted


# Instructions that compilers rarely write


def bytes_of(value: int, count: int = 4) -> list[int]:
    return [value >> 8 * i & 0xFF for i in range(count)]


def byte_differences(a: list[int], b: list[int], masked: bool) -> int:
    """The sum of differences of bytes; with `masked` without those where `b` is 0."""
    pairs = zip(a, b, strict=True)
    return sum(abs(x - y) for x, y in pairs if y or not masked)


# Sums of absolute differences


@pytest.mark.parametrize("name", ["qsad", "mqsad"])
def test_four_sums_of_16_bits(name: str):
    """RDNA3, V_QSAD_PK_U16_U8: the window moves by a byte."""
    low, high, b, c_low, c_high = (words(seed) for seed in range(5))
    sums = {4: c_low, 5: c_high}
    text = f"v_{name}_pk_u16_u8 v[0:1], v[2:3], v6, v[4:5]"
    state = execute(text, v={2: low, 3: high, 6: b, **sums})
    for lane in range(32):
        window = bytes_of(high[lane] << 32 | low[lane], 8)
        start = c_high[lane] << 32 | c_low[lane]
        wanted = 0
        for i in range(4):
            part = byte_differences(
                window[i : i + 4], bytes_of(b[lane]), masked=name == "mqsad"
            )
            wanted |= (part + (start >> 16 * i) & 0xFFFF) << 16 * i
        got = int(state.v[1, 0, lane]) << 32 | int(state.v[0, 0, lane])
        assert got == wanted


def test_four_sums_of_32_bits():
    """RDNA3, V_MQSAD_U32_U8."""
    low, high, b, *c = (words(seed) for seed in range(7))
    registers = {2: low, 3: high, 8: b, **{4 + i: c[i] for i in range(4)}}
    state = execute("v_mqsad_u32_u8 v[12:15], v[2:3], v8, v[4:7]", v=registers)
    for lane in range(32):
        window = bytes_of(high[lane] << 32 | low[lane], 8)
        for i in range(4):
            part = byte_differences(window[i : i + 4], bytes_of(b[lane]), masked=True)
            assert int(state.v[12 + i, 0, lane]) == part + c[i][lane] & WORD


# Faces of cubes


def face_of(x: float, y: float, z: float) -> tuple[float, float, float, float]:
    """RDNA3, V_CUBEID_F32 and its like: number, first and second coordinate, axis."""
    if abs(z) >= abs(x) and abs(z) >= abs(y):
        return (5.0, -x, -y, 2 * z) if z < 0 else (4.0, x, -y, 2 * z)
    if abs(y) >= abs(x):
        return (3.0, x, -z, 2 * y) if y < 0 else (2.0, x, z, 2 * y)
    return (1.0, z, -y, 2 * x) if x < 0 else (0.0, -z, -y, 2 * x)


@pytest.mark.parametrize(
    ("place", "name"), [*enumerate(("cubeid", "cubesc", "cubetc", "cubema"))]
)
def test_faces_of_a_cube(place: int, name: str):
    numbers = (-3.0, -2.0, 1.0, 2.0, 3.0)
    points = [(x, y, z) for x in numbers for y in numbers for z in numbers]
    for begin in range(0, len(points), 32):
        some = points[begin : begin + 32]
        registers = {1 + i: f32(*(p[i] for p in some)) for i in range(3)}
        state = execute(f"v_{name}_f32 v0, v1, v2, v3", v=registers)
        wanted = f32(*(face_of(*point)[place] for point in some))
        assert lanes_of(state, 0, len(some)) == wanted


# Registers with names


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("s_mov_b32 src_scc, s4", "operand 'src_scc' cannot be written"),
        ("s_mov_b32 s4, off", "operand 'off' has no value here"),
        ("s_mov_b64 s[4:5], v1", "is not a scalar register"),
    ],
)
def test_operands_that_are_none(text: str, message: str):
    with pytest.raises(EmulatorError, match=message):
        execute(text)


# Scalar memory


def test_scalar_buffers_end():
    """Loads beyond the end give 0, stores and atomics beyond it are lost (Vega, 7.2)."""
    bench = Bench("gfx900", count=3)
    data = np.arange(1, 9, dtype=np.uint32)
    bench.state.s[4:8] = np.array([[0], [0], [24], [0]], np.uint32)
    bench.scalar64(4, bench.buffer(data).address)
    bench.state.s[2] = [0, 20, 24]
    bench.run("s_buffer_load_dword s8, s[4:7], s2")
    assert bench.state.s[8].tolist() == [1, 6, 0]
    bench.state.s[8] = [50, 60, 70]
    bench.run("s_buffer_store_dword s8, s[4:7], s2")
    assert data.tolist() == [50, 2, 3, 4, 5, 60, 7, 8]
    bench.state.s[8] = 5
    bench.run("s_buffer_atomic_add s8, s[4:7], s2 glc")
    assert data.tolist() == [55, 2, 3, 4, 5, 65, 7, 8]
    assert bench.state.s[8].tolist() == [50, 60, 0]
    bench.state.s[2], bench.state.s[8] = 24, 9
    bench.run("s_buffer_store_dword s8, s[4:7], s2")
    bench.run("s_buffer_atomic_swap s8, s[4:7], s2")
    assert data.tolist() == [55, 2, 3, 4, 5, 65, 7, 8]


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("s_load_dword s8, s[2:3], 0x0", "load"),
        ("s_store_dword s8, s[2:3], 0x0", "store"),
        ("s_atomic_add s8, s[2:3], 0x0", "atomic"),
        ("s_buffer_load_dword s8, s[4:7], 0x0", "load"),
        ("s_buffer_store_dword s8, s[4:7], 0x0", "store"),
        ("s_buffer_atomic_add s8, s[4:7], 0x0", "atomic"),
    ],
)
def test_scalar_accesses_to_no_buffer(text: str, verb: str):
    """The report names the wave whose address is wrong."""
    bench = Bench("gfx900")
    data = np.zeros(4, np.uint32)
    address = bench.buffer(data).address
    bench.state.s[2:4] = [[address & WORD, 64], [address >> 32, 0]]
    bench.state.s[4:8] = [[address & WORD, 64], [address >> 32, 0], [16, 16], [0, 0]]
    with pytest.raises(MachineFault, match=f"{verb} of 4 bytes.*work-group 1"):
        bench.run(text)


def test_words_of_threads():
    """RDNA3, GLOBAL_LOAD_ADDTID_B32: a word for each lane."""
    bench = Bench("gfx1100", count=1)
    data = np.arange(40, dtype=np.uint32)
    bench.scalar64(2, bench.buffer(data).address)
    bench.run("global_load_addtid_b32 v6, s[2:3] offset:8")
    assert bench.get(6)[0].tolist() == list(range(2, 34))
    bench.run("global_store_addtid_b32 v6, s[2:3] offset:0")
    assert data.tolist() == [*range(2, 34), *range(32, 40)]
