"""
The interpreter of AMD's pseudocode, on statements of our own; and through it, some instructions of
the emulator by formulas in that language.
"""

from __future__ import annotations

import math
import random
import struct
from dataclasses import replace
from fractions import Fraction

import pytest
from exact_rounding import rounded as rounded_number
from pseudocode_differences import explained
from pseudocode_interpreter import Cell, Interpreter, Scope, bits_cell
from pseudocode_runs import differences, forms
from pseudocode_syntax import Binary, Choice, Run, parse
from pseudocode_values import (
    PseudocodeError,
    Value,
    is_nan,
    number_of,
    reformatted,
    rounded,
    unsigned,
)


def result(text: str, **sources: int) -> int:
    """The bits of D0, of 64 bits and 0 before, after `text`."""
    scope: Scope = {name: bits_cell(64, bits) for name, bits in sources.items()}
    scope["D0"] = bits_cell(64, 0)
    interpreter = Interpreter({})
    interpreter.run(parse(text), scope)
    value = scope["D0"].value
    assert isinstance(value, Value)
    return value.bits


def single(number: float) -> int:
    return struct.unpack("<I", struct.pack("<f", number))[0]


MINUS_ONE = 0xFFFFFFFF


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("D0.u32 = 1 + 2 * 3", 7),
        ("D0.u32 = (1 + 2) * 3", 9),
        ("D0.u32 = 10 - 3 - 2", 5),
        ("D0.u32 = 1 << 2 + 1", 8),
        ("D0.u32 = 6 & 3 == 3 ? 5 : 4", 4),
        ("D0.u32 = 0 ? 1 : 0 ? 2 : 3", 3),
        ("D0.u32 = -1", MINUS_ONE),
        ("D0.u64 = 64'U(0xffffffff) + 1ULL", 1 << 32),
        # Without the cast the sum has 32 bits.
        ("D0.u64 = 0xffffffffU + 1U", 0),
        ("D0.u32 = 8'255U + 8'255U", 510),
        ("D0.i32 = -1 >> 1", MINUS_ONE),
        ("D0.u32 = 0xffffffffU >> 1U", 0x7FFFFFFF),
        ("D0.u32 = 1U << 40U", 0),
        ("D0.u32 = -1 < 0", 1),
        ("D0.u32 = -1 < 0U", 0),
        ("D0.u32 = ~4'5U", 10),
        ("D0.u32 = !5", 0),
        ("D0.u32 = { 8'1U, 8'2U }", 0x0102),
        ("D0.u32 = 32'I(signext(16'0x8000))", 0xFFFF8000),
        ("D0.u32 = signext_from_bit(6, 3U)", 0xFFFFFFFE),
        ("D0.f32 = 1.5F * 2.0F", single(3.0)),
        ("D0.f32 = 32'F(0x7f800001)", 0x7F800001),
        ("D0.f32 = 32'F(3)", single(3.0)),
        ("D0.f16 = 16'1.5", 0x3E00),
        ("D0.f32 = 2.0F ** 3 * 0.5F", single(4.0)),
        ("D0.u32 = 0.0 == -0.0", 0),
        ("D0.u32 = abs(-2.0F) == 2.0F", 1),
        ("D0.f32 = -INF.f32", 0xFF800000),
    ],
)
def test_expressions(text: str, expected: int):
    assert result(text) == expected


def test_parts():
    sources = {"S0": 0x8123456789ABCDEF}
    for text, expected in {
        "D0.u32 = S0[15 : 8]": 0xCD,
        "D0.u32 = S0.u64[63]": 1,
        "D0.u32 = S0[8 +: 4]": 0xD,
        "D0.u32[3 : 0] = S0[0 : 3]": 0xF,
        "D0.u32[7 : 0] = S0.u32[0 : 7]": 0xF7,
        "D0.i32 = S0.i16": 0xFFFFCDEF,
        "D0.u32 = S0.u24": 0xABCDEF,
        "D0[15 : 8] = S0[7 : 0]": 0xEF00,
        "D0.u64[40] = 1'1U": 1 << 40,
        "{ D0[7 : 0].u8, D0[15 : 8].u8 } = S0.u16": 0xEFCD,
    }.items():
        assert result(text, **sources) == expected, text


def test_statements():
    loop = """
        declare seen : 8'U[4];
        count = 0;  // how many
        for i in 0 : 3 do
            seen[i] = S0[i * 8 + 7 : i * 8];
            if seen[i] == 8'0U then break
            elsif seen[i] > 8'9U then count += 10
            else count += 1
            endif
        endfor;
        D0.i32 = count
    """
    assert result(loop, S0=0x05_00_FF_07) == 11
    call = """
        LIMIT = lambda(n) (if n > 9 then return 9 else return n endif);
        TWICE = lambda(n) (n + n);
        D0.i32 = TWICE(LIMIT(S0.i32)) + LIMIT(4)
    """
    assert result(call, S0=100) == 22


def test_an_instruction_may_call_another():
    table = {"one": "D0.u32 = S0.u32 + S1.u32", "two": "D0.u32 = one(S0.u32, 5U) << 1U"}
    scope = {"S0": bits_cell(32, 1), "D0": bits_cell(32, 0)}
    interpreter = Interpreter(table)
    interpreter.run(interpreter.program("two"), scope)
    assert scope["D0"].value == Value("u", 32, 12)


def test_written_bits():
    scope = {"D0": bits_cell(32, 0xAAAAAAAA)}
    Interpreter({}).run(parse("D0[15 : 8].u8 = 8'255U"), scope)
    assert scope["D0"] == Cell(Value("b", 32, 0xAAAAFFAA), 0xFF00)


@pytest.mark.parametrize(
    "text",
    [
        "D0 = ",
        "if 1 then D0 = 1",
        "D0.u32 = nothing",
        "D0.u32 = what(1)",
        "5 = 6",
        "a $",
    ],
)
def test_what_is_no_pseudocode_is_an_error(text: str):
    with pytest.raises(PseudocodeError):
        result(text)


def test_order_of_operators():
    (statement,) = parse("a || b && c | d ^ e & f == g < h << i + j * k")
    assert isinstance(statement, Run)
    expression = statement.value
    for operator in ("||", "&&", "|", "^", "&", "==", "<", "<<", "+", "*"):
        assert isinstance(expression, Binary)
        assert expression.operator == operator
        expression = expression.right
    (statement,) = parse("a ? b : c ? d : e")
    assert isinstance(statement, Run)
    assert isinstance(statement.value, Choice)
    assert isinstance(statement.value.no, Choice)


@pytest.mark.parametrize("width", [16, 32, 64])
def test_rounding_is_that_of_ieee_754(width: int):
    draw = random.Random(width)
    format = {16: "<e", 32: "<f", 64: "<d"}[width]
    lowest = {16: -30, 32: -160, 64: -1100}[width]
    for _ in range(300):
        exact = Fraction(draw.getrandbits(80) + 1, 1 << 79) * Fraction(2) ** (
            draw.randrange(lowest, -lowest)
        )
        if draw.randrange(2):
            exact = -exact
        bits = int.from_bytes(
            struct.pack(format, rounded_number(exact, width)), "little"
        )
        value = rounded("f", width, exact)
        assert value.bits == bits, exact
        assert number_of(value) == rounded_number(exact, width)


def test_small_formats():
    """The limits of the formats by the specification of the Open Compute Project."""
    for kind, width, largest, smallest in (
        ("fp", 8, 448.0, 2.0**-9),
        ("bf", 8, 57344.0, 2.0**-16),
        ("fp", 6, 7.5, 0.125),
        ("bf", 6, 28.0, 0.0625),
        ("fp", 4, 6.0, 0.5),
        ("bf", 16, 3.3895313892515355e38, 2.0**-133),
    ):
        numbers = [
            number_of(Value(kind, width, bits)) for bits in range(1 << (width - 1))
        ]
        finite = [number for number in numbers if math.isfinite(number)]
        assert max(finite) == largest
        assert finite[1] == smallest
        for bits, number in list(enumerate(numbers))[:: max(1, width // 8 * 40 - 39)]:
            if math.isfinite(number):
                assert rounded(kind, width, number).bits == bits
                assert rounded(kind, width, -number).bits == bits | 1 << (width - 1)


def test_nan():
    signaling = Value("f", 32, 0x7F800001)
    assert reformatted("f", 32, reformatted("f", 64, signaling)) == signaling
    (free,) = [rounded("f", 32, math.nan)]
    assert is_nan(free)
    assert free.free == ((0, 32),)
    assert result("D0.u32 = isSignalNAN(64'F(S0.f32))", S0=signaling.bits) == 1
    assert (
        result("D0.f32 = 32'F(cvtToQuietNAN(64'F(S0.f32)))", S0=0x7F800001)
        == 0x7FC00001
    )
    assert result("D0.u32 = S0.f32 <> 1.0F", S0=0x7FC00000) == 0
    assert unsigned(8, 256).bits == 0


OWN = {
    "v_add_nc_u32": "D0.u32 = 32'U(64'U(S1.u32) + 64'U(S0.u32))",
    "v_mul_hi_i32": "wide = 64'I(S1.i32) * 64'I(S0.i32); D0.u32 = wide[63 : 32]",
    "v_mul_i32_i24": "D0.i32 = signext_from_bit(S0.i32, 24U) * signext_from_bit(S1.i32, 24U)",
    "v_bfe_u32": """
        D0.u32 = 0U;
        for place in 0 : 31 do
            if place < S2.u32[4 : 0].i32 && place + S1.u32[4 : 0].i32 < 32 then
                D0.u32[place] = S0.u32[place + S1.u32[4 : 0].i32]
            endif
        endfor
    """,
    "v_alignbyte_b32": "both = { S0.b32, S1.b32 }; D0.b32 = both[8 * S2.u32[1 : 0].i32 +: 32]",
    "v_min_i16": "if S1.i16 > S0.i16 then D0.i16 = S0.i16 else D0.i16 = S1.i16 endif",
    "v_med3_u32": """
        HIGH = lambda(a, b) (a < b ? b : a);
        LOW = lambda(a, b) (a < b ? a : b);
        D0.u32 = HIGH(LOW(S0.u32, S1.u32), LOW(HIGH(S0.u32, S1.u32), S2.u32))
    """,
    "v_fma_f32": "D0.f32 = fma(S1.f32, S0.f32, S2.f32)",
    "v_add_f64": "D0.f64 = S0.f64 - -S1.f64",
    "v_mul_f64": "D0.f64 = S1.f64 * S0.f64",
    "v_pk_add_f16": "for h in 0 : 1 do D0[h * 16 +: 16].f16 = S0[h * 16 +: 16].f16 + S1[h * 16 +: 16].f16 endfor",
    "v_ceil_f16": "D0.f16 = -floor(-S0.f16)",
    "v_ldexp_f32": "D0.f32 = 2.0F ** S1.i32 * S0.f32",
    "v_cvt_u32_f32": "D0.u32 = f32_to_u32(trunc(S0.f32))",
    "v_cvt_f16_f32": "D0.f16 = f32_to_f16(S0.f32)",
    "v_sqrt_f64": "D0.f64 = sqrt(S0.f64)",
    "v_cmp_gt_i32": "D0.u64[laneId] = S1.i32 < S0.i32",
    "v_cmpx_nlt_f32": "EXEC.u64[laneId] = S0.f32 >= S1.f32 || isNAN(S0.f32) || isNAN(S1.f32)",
    "v_add_co_ci_u32": """
        sum = 40'U(S0.u32) + 40'U(S1.u32) + 40'U(VCC.u64[laneId]);
        { VCC.u64[laneId].u1, D0.u32 } = sum[32 : 0]
    """,
    "v_mad_u64_u32": "{ D1.u1, D0.u64 } = 66'U(S2.u64) + 66'U(S0.u32) * 66'U(S1.u32)",
    "v_cndmask_b32": "if VCC.u64[laneId] then D0.b32 = S1.b32 else D0.b32 = S0.b32 endif",
    "v_swap_b32": "old = S0.b32; S0.b32 = D0.b32; D0.b32 = old",
    "v_readlane_b32": "D0.b32 = VGPR[S1.u32[5 : 0]][SRC0.u32]",
    "v_movrels_b32": "D0.b32 = VGPR[laneId][SRC0.u32 + M0.u32[31 : 0]].b32",
    "s_bcnt1_i32_b32": """
        D0.i32 = 0;
        for place in 0 : 31 do D0.i32 += S0.u32[place] ? 1 : 0 endfor;
        SCC = D0.i32 > 0
    """,
    "s_or_saveexec_b64": "D0.u64 = EXEC.u64; EXEC.u64 = EXEC.u64 | S0.u64; SCC = EXEC.u64 != 0ULL",
    "s_max_i32": "SCC = !(S0.i32 < S1.i32); D0.i32 = SCC ? S0.i32 : S1.i32",
    "s_addk_i32": """
        wide = 64'I(D0.i32) + 64'I(SIMM16.i16);
        D0.i32 = wide[31 : 0].i32;
        SCC = wide != 64'I(D0.i32)
    """,
    "s_cselect_b64": "if !SCC then D0.b64 = S1.b64 else D0.b64 = S0.b64 endif",
}
"""Instructions in our own words, for every form that the comparison knows."""


@pytest.mark.parametrize("mnemonic", OWN)
def test_the_emulator_agrees(mnemonic: str):
    interpreter = Interpreter(OWN)
    draw = random.Random(mnemonic)
    for form in forms(interpreter, mnemonic, draw):
        assert not list(differences(interpreter, form, "gfx1100", 64, draw))


@pytest.mark.parametrize(
    ("mnemonic", "text", "name"),
    [
        ("v_add_nc_u32", "D0.u32 = S0.u32 - S1.u32", "D0"),
        ("v_cmp_gt_i32", "D0.u64[laneId] = S0.i32 >= S1.i32", "D0"),
        ("v_cmpx_nlt_f32", "EXEC.u64[laneId] = S0.f32 >= S1.f32", "EXEC"),
        (
            "v_add_co_ci_u32",
            """
                sum = 40'U(S0.u32) + 40'U(S1.u32) + 40'U(VCC.u64[laneId]);
                VCC.u64[laneId] = sum[31]; D0.u32 = sum[31 : 0]
            """,
            "VCC",
        ),
        ("v_swap_b32", "S0.b32 = D0.b32; D0.b32 = S0.b32", "D0"),
        (
            "v_readlane_b32",
            "VGPR[0][3] = 0; D0.b32 = VGPR[S1.u32[5 : 0]][SRC0.u32]",
            "v3",
        ),
        ("v_movrels_b32", "D0.b32 = VGPR[laneId][SRC0.u32 + M0.u32[0]].b32", "D0"),
        ("s_max_i32", "SCC = S0.i32 > S1.i32; D0.i32 = SCC ? S0.i32 : S1.i32", "SCC"),
        (
            "s_or_saveexec_b64",
            "D0.u64 = EXEC.u64; EXEC.u64 = S0.u64; SCC = EXEC.u64 != 0ULL",
            "EXEC",
        ),
        (
            "v_min_i16",
            "if S1.u16 > S0.u16 then D0.i16 = S0.i16 else D0.i16 = S1.i16 endif",
            "D0",
        ),
    ],
)
def test_another_meaning_is_noticed(mnemonic: str, text: str, name: str):
    interpreter = Interpreter({mnemonic: text})
    draw = random.Random(mnemonic)
    (form,) = forms(interpreter, mnemonic, draw)
    found = [
        difference
        for difference in differences(interpreter, form, "gfx1100", 64, draw)
        if not explained(difference)
    ]
    assert any(difference.name.startswith(name) for difference in found)


def test_rules_cover_the_differences():
    """Formulas that differ from the emulator as AMD's do."""
    naive = {
        "v_rndne_f32": "D0.f32 = floor(S0.f32 + 0.5F); if isEven(floor(S0.f32)) && fract(S0.f32) == 0.5F then D0.f32 = floor(S0.f32) endif",
        "v_fract_f64": "D0.f64 = S0.f64 - floor(S0.f64)",
        "v_frexp_exp_i32_f32": "D0.i32 = exponent(S0.f32) == 255 ? 0 : exponent(S0.f32) - 126",
        "v_rcp_f32": "D0.f32 = 1.0F / S0.f32",
        "v_rsq_f16": "D0.f16 = 16'1.0 / sqrt(S0.f16)",
        "v_sin_f16": "D0.f16 = sin(S0.f16 * 16'F(PI * 2.0))",
        "v_cos_f32": "D0.f32 = cos(S0.f32 * 32'F(PI * 2.0))",
    }
    for mnemonic in naive:
        interpreter = Interpreter(naive)
        draw = random.Random(mnemonic)
        for cpu in ("gfx942", "gfx1200"):
            (form,) = forms(interpreter, mnemonic, draw)
            found = list(differences(interpreter, form, cpu, 64, draw))
            assert found, mnemonic
            assert all(map(explained, found)), mnemonic
            wrong = (replace(x, actual=x.actual ^ 0x10) for x in found)
            assert not any(map(explained, wrong)), mnemonic
