"""
What gfx1250 has and gfx12.0 does not, beside NumPy and the sources that are named at the tests.
Matrices, transposing loads and listings are in the tests of these.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from emulator_memory_helpers import Bench
from emulator_vector_helpers import Array, execute
from test_emulator_machine import Starter, machine_of
from test_emulator_matrix import numbers

from xdsl_opencl.emulator.errors import EmulatorError
from xdsl_opencl.emulator.waves import State

Function = Callable[..., Any]

WIDTHS = {"f16": 16, "bf16": 16, "i16": 16, "u16": 16, "b16": 16}
DTYPES: dict[str, Any] = {
    **dict(f16=np.float16, f32=np.float32, f64=np.float64, bf16=np.uint16),
    **{f"{s}{w}": np.dtype(f"{s}{w // 8}") for s in "iu" for w in (16, 32, 64)},
}
SPECIAL = (0.0, -0.0, np.inf, -np.inf, np.nan, 1e-40, -3.0, 0.5, 2.0)


def bfloats(values: Array) -> Array:
    """Doubles as the nearest bits of bfloat16 by exact arithmetic on integers."""
    return np.array([nearest_bfloat(float(v)) for v in values.flat]).reshape(
        values.shape
    )


def nearest_bfloat(value: float) -> int:
    if np.isnan(value):
        return 0x7FC0
    candidates = np.arange(0x7F80)
    known = candidates.astype(np.uint32) << 16
    magnitudes = np.append(known.view(np.float32).astype(np.float64), 2.0**128)
    place = int(np.searchsorted(magnitudes, abs(value)))
    if place == len(magnitudes):
        place -= 1  # infinity
    elif place and abs(value) != magnitudes[place]:
        low, high = abs(value) - magnitudes[place - 1], magnitudes[place] - abs(value)
        place -= low < high or (low == high and place % 2 == 1)
    return place | (0x8000 if np.signbit(value) else 0)


def drawn(type: str, random: np.random.Generator, shape: tuple[int, ...]) -> Array:
    """Random values with corners in the first lanes."""
    if type[0] in "iu":
        limits = np.iinfo(DTYPES[type])
        values = random.integers(
            limits.min, limits.max, shape, DTYPES[type], endpoint=True
        )
        values[..., :4] = (limits.max, limits.max, limits.min, limits.min)
        return values
    values = random.standard_normal(shape) * 10.0 ** random.integers(-3, 3, shape)
    values[..., : len(SPECIAL)] = SPECIAL
    if type == "bf16":
        return (values.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)
    return values.astype(DTYPES[type])


def registers(values: Array) -> Array:
    """Values [lanes, n] as the registers of the lanes [words, lanes]."""
    return np.ascontiguousarray(values).view(np.uint32).T


def wide(values: Array) -> Array:
    """The doubles of bfloat16 bits."""
    return (values.astype(np.uint32) << 16).view(np.float32).astype(np.float64)


def through_doubles(function: Function) -> Function:
    return lambda *values: bfloats(np.asarray(function(*map(wide, values))))


def limited(function: Function) -> Function:
    """The third and the sum of two, which is limited to the type."""

    def compute(a: Array, b: Array, c: Array) -> Array:
        total = a.astype(object) + b.astype(object)
        limits = np.iinfo(a.dtype)
        return function(total.clip(int(limits.min), int(limits.max)).astype(a.dtype), c)

    return compute


def product_and_sum(a: Array, b: Array, c: Array) -> Array:
    total = a.astype(object) * b.astype(object) + c.astype(object)
    return np.array([int(t) & 0xFFFFFFFFFFFFFFFF for t in total.flat], np.uint64)


def of_three(function: Function) -> Function:
    def compute(a: Array, b: Array, c: Array) -> Array:
        return function(function(a, b), c)

    return compute


def multiply_add(a: Array, b: Array, c: Array) -> Array:
    return a * b + c


def reciprocal(a: Array) -> Array:
    return 1 / a


def reciprocal_root(a: Array) -> Array:
    return 1 / np.sqrt(a)


def sine(turns: Array) -> Array:
    return np.sin(2 * np.pi * turns)


def cosine(turns: Array) -> Array:
    return np.cos(2 * np.pi * turns)


SMALL = 2.0**-20

ROWS: tuple[tuple[str, str, str, Function], ...] = (
    # Mnemonic, result, sources (each the elements in its registers), NumPy's function.
    ("v_add_nc_u64", "u64", "u64 u64", np.add),
    ("v_sub_nc_u64", "u64", "u64 u64", np.subtract),
    ("v_mul_u64", "u64", "u64 u64", np.multiply),
    ("v_min_i64", "i64", "i64 i64", np.minimum),
    ("v_max_i64", "i64", "i64 i64", np.maximum),
    ("v_min_u64", "u64", "u64 u64", np.minimum),
    ("v_max_u64", "u64", "u64 u64", np.maximum),
    ("v_mad_u32", "u32", "u32 u32 u32", multiply_add),
    ("v_mad_nc_u64_u32", "u64", "u32 u32 u64", product_and_sum),
    ("v_mad_nc_i64_i32", "u64", "i32 i32 i64", product_and_sum),
    *(
        (f"v_{pack}add_{name}_{type}", type, f"{type} {type} {type}", limited(f))
        for name, f in (("min", np.minimum), ("max", np.maximum))
        for pack, width in (("", 32), ("pk_", 16))
        for type in (f"i{width}", f"u{width}")
    ),
    *(
        (f"v_pk_{name}3_{type}", type, f"{type} {type} {type}", of_three(f))
        for name, f in (("min", np.minimum), ("max", np.maximum))
        for type in ("i16", "u16")
    ),
    ("v_pk_min3_num_f16", "f16", "f16 f16 f16", of_three(np.fmin)),
    ("v_pk_max3_num_f16", "f16", "f16 f16 f16", of_three(np.fmax)),
    ("v_pk_add_bf16", "bf16", "bf16 bf16", through_doubles(np.add)),
    ("v_pk_mul_bf16", "bf16", "bf16 bf16", through_doubles(np.multiply)),
    ("v_pk_min_num_bf16", "bf16", "bf16 bf16", through_doubles(np.fmin)),
    ("v_pk_max_num_bf16", "bf16", "bf16 bf16", through_doubles(np.fmax)),
    (
        "v_pk_fma_bf16",
        "bf16",
        "bf16 bf16 bf16",
        through_doubles(multiply_add),
    ),
    ("v_tanh_f32", "f32", "f32", np.tanh),
    ("v_tanh_f16", "f16", "f16", np.tanh),
    ("v_tanh_bf16", "bf16", "bf16", through_doubles(np.tanh)),
    ("v_rcp_bf16", "bf16", "bf16", through_doubles(reciprocal)),
    ("v_sqrt_bf16", "bf16", "bf16", through_doubles(np.sqrt)),
    ("v_rsq_bf16", "bf16", "bf16", through_doubles(reciprocal_root)),
    ("v_exp_bf16", "bf16", "bf16", through_doubles(np.exp2)),
    ("v_log_bf16", "bf16", "bf16", through_doubles(np.log2)),
    ("v_sin_bf16", "bf16", "bf16", through_doubles(sine)),
    ("v_cos_bf16", "bf16", "bf16", through_doubles(cosine)),
)
"""Exact, but for functions; NaNs are equal, and zeros of extremes."""


@pytest.mark.parametrize(("name", "result", "sources", "function"), ROWS)
def test_rows(name: str, result: str, sources: str, function: Function):
    random = np.random.default_rng(len(name))
    types = sources.split()
    packed = 2 if "_pk_" in name else 1
    given: dict[int, Any] = {}
    values: list[Array] = []
    texts: list[str] = []
    for number, type in enumerate(types):
        value = drawn(type, random, (packed, 32)).T
        if len(types) == 1:
            # Whether functions know denormals is in no document.
            value[5] = 0
        if number:
            value = np.roll(value, 2 * number, 0)
        values.append(value)
        filled = value
        if value.dtype.itemsize == 2 and packed == 1:
            filled = np.concatenate([value, np.zeros_like(value)], 1)
        words = registers(filled)
        first = 10 * (number + 1)
        given |= {first + n: row.tolist() for n, row in enumerate(words)}
        half = ".l" if value.dtype.itemsize == 2 and packed == 1 else ""
        texts.append(
            f"v{first}{half}" if len(words) == 1 else f"v[{first}:{first + 1}]"
        )
    count = 2 if DTYPES[result].itemsize == 8 else 1
    target = (
        "v[0:1]" if count == 2 else "v0.l" if result in WIDTHS and packed == 1 else "v0"
    )
    suffix = "" if len(types) == 3 or packed == 2 else "_e64"
    state = execute(f"{name}{suffix} {target}, {', '.join(texts)}", "gfx1250", v=given)
    found = np.ascontiguousarray(state.v[:count, 0].T).view(DTYPES[result])[:, :packed]
    with np.errstate(all="ignore"):
        wanted = function(*values).reshape(found.shape)
    if result == "bf16":
        found, wanted = wide(found), wide(wanted.astype(np.uint16))
        # Functions of the hardware are those of float, rounded again.
        near = 2.0**-8 if packed == 1 else 0
        np.testing.assert_allclose(found, wanted, near, SMALL if near else 0)
    elif "tanh" in name:
        np.testing.assert_allclose(found, wanted, 1e-6 if result == "f32" else 1e-3)
    else:
        np.testing.assert_array_equal(found, wanted.astype(found.dtype))


def test_clamp_of_bfloats():
    """Packed and not; the negative sign of a source comes first."""
    values = {1: [0x40403F00] * 32, 2: [0x3F003E80] * 32}
    text = "v_pk_add_bf16 v0, v1, v2 clamp"
    assert execute(text, "gfx1250", v=values).v[0, 0, 0] == 0x3F803F40
    text = "v_pk_mul_bf16 v0, v1, v2 neg_lo:[1,0] clamp"
    assert execute(text, "gfx1250", v=values).v[0, 0, 0] == 0x3F800000
    text = "v_sqrt_bf16_e64 v0.l, v1.h clamp"
    assert execute(text, "gfx1250", v=values).v[0, 0, 0] & 0xFFFF == 0x3F80
    text = "v_rcp_bf16_e64 v0.h, -v1.h"
    assert execute(text, "gfx1250", v=values).v[0, 0, 0] >> 16 == 0xBEAB


def test_sums_of_bfloats_are_rounded_once():
    """A product half way between two numbers, and what is too small for a double decides."""
    values = {1: [0x3F813F81], 2: [0x3FC03FC0], 3: [0x97801780]}
    text = "v_pk_fma_bf16 v0, v1, v2, v3"
    assert execute(text, "gfx1250", v=values).v[0, 0, 0] == 0x3FC13FC2


def test_clamp_of_64_bits():
    """The range of the type, as for 32 bits."""
    values = {1: [0xFFFFFFFF], 2: [0xFFFFFFFF], 3: [5], 4: [0]}
    for text, wanted in (
        ("v_add_nc_u64_e64 v[6:7], v[1:2], v[3:4] clamp", 0xFFFFFFFFFFFFFFFF),
        ("v_sub_nc_u64_e64 v[6:7], v[3:4], v[1:2] clamp", 0),
        ("v_sub_nc_u64_e64 v[6:7], v[3:4], v[1:2]", 6),
        ("v_mad_nc_u64_u32 v[6:7], v1, v3, v[1:2] clamp", 0xFFFFFFFFFFFFFFFF),
        ("v_mad_nc_i64_i32 v[6:7], v1, v3, v[1:2] clamp", 0xFFFFFFFFFFFFFFFA),
    ):
        low, high = execute(text, "gfx1250", v=values).v[6:8, 0, 0]
        assert int(low) | int(high) << 32 == wanted, text


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("v_dual_add_f64 v[0:1], v[10:11], v[12:13] :: v_dual_mov_b32 v3, v10", 1.75),
        ("v_dual_mul_f64 v[0:1], v[10:11], v[12:13] :: v_dual_mov_b32 v3, v10", 0.375),
        (
            "v_dual_fma_f64 v[0:1], v[10:11], v[12:13], -v[12:13] :: v_dual_mov_b32 v3, v10",
            0.125,
        ),
        (
            "v_dual_max_num_f64 v[0:1], v[10:11], v[12:13] :: v_dual_mov_b32 v3, v10",
            1.5,
        ),
        (
            "v_dual_min_num_f64 v[0:1], v[10:11], v[12:13] :: v_dual_mov_b32 v3, v10",
            0.25,
        ),
    ],
)
def test_doubles(text: str, wanted: float):
    words = np.array([1.5, 0.25]).view(np.uint32)
    values = {10 + n: [int(w)] for n, w in enumerate(words)}
    found = np.ascontiguousarray(execute(text, "gfx1250", v=values).v[:2, 0, 0])
    assert found.view(np.float64)[0] == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("v_dual_fma_f32 v0, v1, v2, v3", 0x40A00000),
        ("v_dual_ashrrev_i32 v0, 4, v4", 0xF8000001),
        ("v_dual_lshrrev_b32 v0, 4, v4", 0x08000001),
        ("v_dual_sub_nc_u32 v0, v4, v5", 0x7FFFFF20),
        ("v_dual_max_i32 v0, v4, v5", 0xF0),
        ("v_dual_min_i32 v0, v4, v5", 0x80000010),
        ("v_dual_bitop2_b32 v0, v4, v5 bitop3:0x40", 0x10),
        ("v_dual_bitop2_b32 v0, v4, v5 bitop3:0x54", 0x800000F0),
        ("v_dual_bitop2_b32 v0, v4, v5 bitop3:0x14", 0x800000E0),
    ],
)
def test_pairs(text: str, wanted: int):
    """
    The three tables of V_DUAL_BITOP2 are those that LLVM selects for `and`, `or`, `xor`
    (`v_bitop2_b32` has 0x40, 0x54, 0x14).
    """
    values = {
        1: [0x40000000],
        2: [0x3F800000],
        3: [0x40400000],
        4: [0x80000010],
        5: [0xF0],
    }
    state = execute(f"{text} :: v_dual_mov_b32 v7, v4", "gfx1250", v=values)
    assert state.v[0, 0, 0] == wanted
    assert state.v[7, 0, 0] == 0x80000010


def test_mixed_bfloats():
    """A float, or the half of a register that `op_sel` chooses where `op_sel_hi` is 1."""
    values = {1: [0x40403F00], 2: [0x40000000], 3: [0x3F800000]}
    for text, wanted in (
        (
            "v_fma_mix_f32_bf16 v0, v1, v2, v3 op_sel:[1,0,0] op_sel_hi:[1,0,0]",
            0x40E00000,
        ),
        ("v_fma_mix_f32_bf16 v0, v1, -v2, |v3| op_sel_hi:[1,0,0]", 0x00000000),
        ("v_fma_mixlo_bf16 v0, v1, v2, v3 op_sel_hi:[1,0,0]", 0x5A5A4000),
        ("v_fma_mixhi_bf16 v0, v1, v2, v3 op_sel_hi:[1,0,0]", 0x40005A5A),
        (
            "v_fma_mixlo_bf16 v0, v1, v2, v3 op_sel:[1,0,0] op_sel_hi:[1,0,0] clamp",
            0x5A5A3F80,
        ),
    ):
        assert execute(text, "gfx1250", v=values).v[0, 0, 0] == wanted, text


@pytest.mark.parametrize("name", ["fp8", "bf8"])
def test_bytes_and_halves(name: str):
    """All numbers of 8 bits as halves; and halves that are such numbers back."""
    every = np.arange(256).reshape(-1, 32)
    for codes in every:
        exact = numbers(codes, name).astype(np.float16)
        values = {1: (codes << 8).tolist(), 2: (codes * 0x101).tolist()}
        text = f"v_cvt_f16_{name}_e64 v0.l, v1 byte_sel:1"
        state = execute(text, "gfx1250", v=values)
        got = np.ascontiguousarray(state.v[0, 0]).view(np.float16)[::2]
        np.testing.assert_array_equal(got, exact)
        state = execute(f"v_cvt_pk_f16_{name} v0, v2.l", "gfx1250", v=values)
        got = np.ascontiguousarray(state.v[0, 0]).view(np.float16).reshape(-1, 2)
        np.testing.assert_array_equal(got, np.stack([exact, exact], 1))
        halves = exact.view(np.uint16).astype(np.uint32)
        text = f"v_cvt_pk_{name}_f16 v0.h, v1"
        state = execute(text, "gfx1250", v={1: (halves | halves << 16).tolist()})
        back = state.v[0, 0] >> 16
        number = np.isfinite(exact)
        assert (back == codes * 0x101)[number].all()
        assert np.isnan(numbers(back[np.isnan(exact)] & 0xFF, name)).all()


@pytest.mark.parametrize("source", ["f32", "f16", "bf16"])
@pytest.mark.parametrize(
    ("name", "count"), [("fp8", 8), ("bf8", 8), ("fp4", 8), ("fp6", 16), ("bf6", 16)]
)
def test_scaled_conversions(name: str, count: int, source: str):
    """The quotient by the scale's power of two, rounded to the nearest number, ties to even."""
    random = np.random.default_rng(count)
    bits = {"fp8": 8, "bf8": 8, "fp4": 4, "fp6": 6, "bf6": 6}[name]
    codes = np.arange(1 << bits - 1)
    finite = numbers(codes, name)
    codes, finite = codes[np.isfinite(finite)], finite[np.isfinite(finite)]
    values = random.standard_normal((32, count)) * 4
    most = int((finite < 2048).sum()) - 1
    values[:, 0] = finite[random.integers(0, most, 32)] * 8
    # Half way between two numbers.
    place = random.integers(0, most, 32)
    values[:, 1] = (finite[place] + finite[place + 1]) * -4
    values[:, 2] = 1e4
    if source == "bf16":
        data = (values.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)
        exact = wide(data)
    else:
        data = values.astype(DTYPES[source])
        exact = data.astype(np.float64)
    words = registers(data)
    given = {20 + n: row.tolist() for n, row in enumerate(words)}
    given[60] = np.full(32, 8, np.float32).view(np.uint32).tolist()
    size = bits * count // 32
    target = "v0" if size == 1 else f"v[0:{size - 1}]"
    text = f"v_cvt_scalef32_pk{count}_{name}_{source} {target}, v[20:{19 + len(words)}], v60"
    state = execute(text, "gfx1250", v=given)
    data = np.ascontiguousarray(state.v[:size, 0].T).view(np.uint8)
    every = np.unpackbits(data, axis=1, bitorder="little").reshape(32, count, bits)
    got = (every * (1 << np.arange(bits))).sum(-1)
    quotient = exact / 8
    distance = np.abs(np.abs(quotient)[..., None] - finite)
    nearest = distance.argmin(-1)
    padded = np.pad(distance, ((0, 0), (0, 0), (0, 1)), constant_values=np.inf)
    tie, least = (
        np.take_along_axis(padded, (nearest + n)[..., None], -1)[..., 0] for n in (1, 0)
    )
    nearest += (tie == least) & (nearest % 2 == 1)
    wanted = codes[nearest] | (np.signbit(quotient) << bits - 1)
    inside = np.abs(quotient) <= finite[-1]
    assert (got == wanted)[inside].all()
    assert inside[:, :2].all()
    assert ((got == wanted) | (bits == 8))[~inside].all()


@pytest.mark.parametrize("target", ["f32", "f16", "bf16"])
@pytest.mark.parametrize(
    ("name", "count"), [("fp8", 8), ("bf8", 8), ("fp4", 8), ("fp6", 16), ("bf6", 16)]
)
def test_conversions_with_scales_of_a_byte(name: str, count: int, target: str):
    """
    The product with 2**(byte - 127) of the lane in the lower half of the wave; 255 is NaN ("CDNA5
    Instruction Set Architecture", table 37; "OCP Microscaling Formats", section 5.4.1).
    """
    random = np.random.default_rng(count)
    bits = {"fp8": 8, "bf8": 8, "fp4": 4, "fp6": 6, "bf6": 6}[name]
    codes = random.integers(0, 1 << bits, (32, count))
    every = np.unpackbits(codes[..., None].astype(np.uint8), -1, bits, "little")
    words = np.packbits(every.reshape(32, -1), 1, "little").view(np.uint32).T
    scales = random.integers(120, 134, 32)
    scales[3] = 255
    given = {20 + n: row.tolist() for n, row in enumerate(words)}
    given[60] = (scales | 0xABCDEF00).tolist()
    size = count if target == "f32" else count // 2
    text = f"v_cvt_scale_pk{count}_{target}_{name} v[0:{size - 1}], v[20:21], v60"
    text = text.replace(
        "v[20:21]", "v20" if len(words) == 1 else f"v[20:{19 + len(words)}]"
    )
    state = execute(text, "gfx1250", v=given)
    got = np.ascontiguousarray(state.v[:size, 0].T).view(DTYPES[target])
    got = wide(got) if target == "bf16" else got.astype(np.float64)
    powers = np.where(scales == 255, np.nan, 2.0 ** (scales - 127))[np.arange(32) % 16]
    exact = numbers(codes, name) * powers[:, None]
    # Products with these scales are exact but for halves past 65504.
    with np.errstate(over="ignore"):
        wanted = exact.astype(np.float16) if target == "f16" else exact
    np.testing.assert_array_equal(got, wanted.astype(np.float64))
    with pytest.raises(EmulatorError, match=r"scale_sel in .* is not implemented"):
        execute(f"{text} scale_sel:1", "gfx1250", v=given)


def run(text: str, given: dict[int, Any]) -> State:
    """A wave after the lines `text`, which LLVM assembles, with these vector registers."""
    machine = machine_of(
        f"{text}\n s_endpgm", name="gfx1250", resident=1, registers=1024
    )
    for register, values in given.items():
        machine.state.v[register] = np.asarray(values, np.uint32)
    machine.run(Starter(1))
    return machine.state


def test_literals_of_64_bits():
    words = np.array([1.5, 0.25]).view(np.uint32)
    state = run(
        """
        v_fmaak_f64 v[0:1], v[10:11], v[12:13], 0x4008000000000001
        v_fmamk_f64 v[2:3], v[10:11], 0x4008000000000001, v[12:13]
        v_mov_b64 v[4:5], 0x123456789abcdef0
        s_mov_b64 s[4:5], 0x123456789abcdef1
        s_add_nc_u64 s[6:7], s[4:5], 0x1000000000000001
        v_add_f64 v[6:7], 0x4008000000000001, v[12:13]
        """,
        {10 + n: w for n, w in enumerate(words)},
    )
    three = np.array([0x4008000000000001], np.uint64).view(np.float64)[0]
    found = np.ascontiguousarray(state.v[:8, 0, 3]).view(np.float64)
    assert found[0] == 0.375 + three
    assert found[1] == np.float64(1.5) * three + 0.25
    assert found[2].view(np.uint64) == 0x123456789ABCDEF0
    assert found[3] == 0.25 + three
    assert state.s[4:8, 0].tolist() == [0x9ABCDEF1, 0x12345678, 0x9ABCDEF2, 0x22345678]


BANKS = """
    s_set_vgpr_msb 0x41
    v_add_nc_u32 v1, v2, v3
    s_set_vgpr_msb 0x80
    v_dual_add_nc_u32 v4, v1, v2 :: v_dual_sub_nc_u32 v5, v3, v2
    s_set_vgpr_msb 0x24
    v_mad_u32 v6, v1, v2, v3
    v_fmamk_f32 v7, v8, 0x40000000, v9
    {}
    v_add_nc_u32 v10, v2, v3
"""


@pytest.mark.parametrize(
    ("last", "moved"),
    [
        ("s_set_vgpr_msb 0", (0, 0, 0)),
        ("s_set_vgpr_msb 0x4009", (0, 1, 2)),
        ("s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 0x3000", (3, 0, 0)),
        ("s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 0x24000", (0, 1, 2)),
        ("s_setreg_imm32_b32 hwreg(HW_REG_MODE, 12, 8), 0x1", (0, 0, 0)),
    ],
)
def test_registers_above_255(last: str, moved: tuple[int, ...]):
    """
    s_set_vgpr_msb has two bits for src0, src1, src2 and dst, from the lowest on; its high byte, the
    old value, has no effect. MODE has the same from bit 12 on, dst first, and `s_setreg` writes
    these bits of its immediate there, whatever its place and size are (LLVM,
    `AMDGPULowerVGPREncoding.cpp`).
    """
    every = np.arange(1024)[:, None] * 1000 + np.arange(32)
    given = {n: row for n, row in enumerate(every)}
    given |= {8: np.full(32, 0x40400000), 9 + 512: np.full(32, 0x3F800000)}
    state = run(BANKS.format(last), given)
    v = every.astype(np.uint32)
    changed = state.v[:1024, 0].astype(np.uint32)
    np.testing.assert_array_equal(changed[257], v[258] + v[3])
    np.testing.assert_array_equal(changed[516], v[1] + v[2])
    np.testing.assert_array_equal(changed[517], v[3] - v[2])
    np.testing.assert_array_equal(changed[6], v[1] * v[258] + v[515])
    assert (changed[7] == 0x40E00000).all()
    target, first, second = (256 * n for n in moved)
    wanted = v[2 + first] + v[3 + second]
    np.testing.assert_array_equal(changed[10 + target], wanted)


LANES = np.arange(32)


def bench(**options: Any) -> Bench:
    return Bench("gfx1250", count=1, **options)


@pytest.mark.parametrize(
    ("text", "factor"),
    [
        ("global_load_b32 v4, v1, s[2:3] offset:{0} scale_offset", 4),
        ("global_load_b32 v4, v1, s[2:3] offset:{0}", 1),
        ("global_load_u8 v4, v1, s[2:3] offset:{0} scale_offset", 1),
        ("global_load_i16 v4, v1, s[2:3] offset:{0} scale_offset", 2),
        ("global_load_b128 v[4:7], v1, s[2:3] offset:{0} scale_offset", 16),
        ("global_load_monitor_b64 v[4:5], v1, s[2:3] offset:{0} scale_offset", 8),
        ("cluster_load_b32 v4, v1, s[2:3] offset:{0} scale_offset", 4),
        ("flat_load_b64 v[4:5], v1, s[2:3] offset:{0} scale_offset", 8),
        (
            "global_atomic_add_u32 v4, v1, v2, s[2:3] offset:{0} th:TH_ATOMIC_RETURN scale_offset",
            4,
        ),
        (
            "global_atomic_pk_add_f16 v4, v1, v2, s[2:3] offset:{0} th:TH_ATOMIC_RETURN scale_offset",
            4,
        ),
    ],
)
def test_offsets_with_a_sign_and_a_scale(text: str, factor: int):
    """
    The register beside a scalar base has a sign, and counts in sizes of the access with
    `scale_offset` (LLVM, `AMDGPUISelDAGToDAG.cpp`, `SelectGlobalSAddr`).
    """
    one = bench()
    data = np.random.default_rng(1).integers(0, 0x7FFF, 400).astype(np.uint16)
    data = data.repeat(2).view(np.uint8).copy()
    start = one.buffer(data.copy()).address
    one.scalar64(2, start + 800)
    numbers = 4 * LANES - 40 if factor == 1 else LANES - 16
    one.put(1, numbers)
    one.put(2, 0)
    one.run(text.format(24))
    places = 824 + numbers * factor
    size = {"u8": 1, "i16": 2}.get(text.split()[0].rsplit("_", 1)[1], 4)
    wanted = sum(data[places + n].astype(np.uint32) << 8 * n for n in range(size))
    np.testing.assert_array_equal(one.get(4)[0], wanted)


def test_scales_of_scalar_loads():
    one = bench()
    one.scalar64(2, one.buffer(np.arange(64, dtype=np.uint32)).address)
    one.state.s[5] = 5
    one.run("s_load_b64 s[8:9], s[2:3], s5 offset:0x8 scale_offset")
    assert one.state.s[8:10, 0].tolist() == [12, 13]
    one.run("s_load_u16 s8, s[2:3], s5 offset:0x2 scale_offset")
    assert one.state.s[8, 0] == 3


@pytest.mark.parametrize("space", ["global", "cluster"])
@pytest.mark.parametrize(("bits", "base"), [(8, 0), (32, 0), (64, 1), (128, 0)])
def test_async_copies(space: str, bits: int, base: int):
    """
    The offset counts on both sides (LLVM, `IntrinsicsAMDGPU.td`, `global_load_async_to_lds`); lanes
    whose place in LDS is Triton's 0x7FFFFFFF move nothing.
    """
    one, size = bench(), bits // 8
    data = np.random.default_rng(bits).integers(0, 255, 1024).astype(np.uint8)
    address = one.buffer(data.copy()).address
    order = LANES * 7 % 32
    there = np.where(LANES == 9, 0x7FFFFFFF, order * size)
    one.put(1, there)
    one.scalar64(2, address)
    one.put(4, LANES * size)
    one.put64(6, address + (LANES * size).astype(np.uint64))
    place = "v4, s[2:3]" if base else "v[6:7], off"
    local = one.state.lds[0, :1024].copy()
    one.run(f"{space}_load_async_to_lds_b{bits} v1, {place} offset:16")
    for lane in LANES[LANES != 9]:
        source = data[16 + lane * size : 16 + (lane + 1) * size]
        local[16 + order[lane] * size :][:size] = source
    np.testing.assert_array_equal(one.state.lds[0, :1024], local)
    if space == "cluster":
        return
    back = one.buffer(np.zeros(1024, np.uint8))
    one.scalar64(2, back.address)
    one.put64(6, back.address + (LANES * size).astype(np.uint64))
    place = "v4, v1, s[2:3]" if base else "v[6:7], v1, off"
    one.run(f"global_store_async_from_lds_b{bits} {place} offset:16")
    wanted = np.zeros(1024, np.uint8)
    wanted[16 : 16 + 32 * size] = data[16 : 16 + 32 * size]
    wanted[16 + 9 * size : 16 + 10 * size] = 0
    np.testing.assert_array_equal(back.data.view(np.uint8)[:1024], wanted)


def descriptor(**fields: int) -> list[int]:
    """
    The words of a descriptor by the names and the bits of AMD's "CDNA5 Instruction Set
    Architecture", tables 62 to 67, and of Triton's `TDMUtility.cpp`.
    """
    places = {
        **dict(
            count=0, index_size=30, gather=31, lds_addr=32, global_addr=64, type=126
        ),
        **dict(data_size=144, atomic_barrier_enable=146, iterate_enable=147),
        **dict(pad_enable=148, pad_interval=150, pad_amount=153),
        **dict(tensor_dim0=176, tensor_dim1=208, tensor_dim2=384, tensor_dim3=416),
        **dict(tensor_dim4=560, tile_dim0=240, tile_dim1=256, tile_dim2=272),
        **dict(tile_dim3=496, tile_dim4=592, stride0=288, stride1=336, stride2=448),
        **dict(stride3=512, lds_addr_increment=416, global_addr_increment=448),
        **dict(iterate_count=496, indices=384),
    }
    fields = {"count": 1, "type": 2, **fields}
    bits = sum(value << places[name] for name, value in fields.items())
    return [bits >> 32 * i & 0xFFFFFFFF for i in range(20)]


def copy_of_tile(one: Bench, name: str, fields: dict[str, int]) -> None:
    one.state.s[:20, 0] = descriptor(**fields)
    one.state.exec[...] = False  # does not count
    one.run(f"tensor_{name} s[0:3], s[4:11], s[12:15], s[16:19]")


SHAPE = (2, 3, 4, 5, 6)
TILE_FIELDS: dict[str, dict[str, int]] = {
    # Of an array of SHAPE, the elements from [0, 1, 1, 2, 2] on; native order is inner first.
    "line": dict(tile_dim0=5),
    "plane": dict(tile_dim0=3, tile_dim1=4),
    "space": dict(tile_dim0=4, tile_dim1=2, tile_dim2=3),
    "five": dict(tile_dim0=2, tile_dim1=1, tile_dim2=2, tile_dim3=3, tile_dim4=3),
    "nothing": dict(tile_dim0=4, count=0),
    "padded": dict(
        **dict(tile_dim0=4, tile_dim1=5, pad_enable=1, pad_interval=1, pad_amount=2)
    ),
}


@pytest.mark.parametrize("dtype", ["u1", "u2", "u4", "u8"])
@pytest.mark.parametrize("case", TILE_FIELDS)
def test_tiles_of_tensors(case: str, dtype: str):
    """Beside NumPy's slices of a larger array of zeros; a store leaves out what is outside."""
    fields, size = TILE_FIELDS[case], np.dtype(dtype).itemsize
    one, random = bench(), np.random.default_rng(3)
    data = random.integers(1, 200, SHAPE).astype(dtype)
    memory = one.buffer(data.copy())
    start = (0, 1, 1, 2, 2)
    sizes = [fields.get(f"tile_dim{4 - i}", 1) for i in range(5)]
    used = [max((i for i in range(5) if f"tile_dim{i}" in fields), default=0)]
    left = [
        n - s if 4 - i <= used[0] else 1 for i, (n, s) in enumerate(zip(SHAPE, start))
    ]
    strides = [int(np.prod(SHAPE[i + 1 :])) for i in range(5)]
    fields = dict(
        **fields,
        lds_addr=16,
        global_addr=memory.address + size * int(np.dot(start, strides)),
        data_size=size.bit_length() - 1,
        **{f"tensor_dim{4 - i}": left[i] for i in range(5)},
        **{f"stride{3 - i}": strides[i] for i in range(4)},
    )
    larger = np.zeros((9,) * 5, dtype)
    larger[:2, :3, :4, :5, :6] = data
    tile = larger[tuple(slice(s, s + n) for s, n in zip(start, sizes))]
    inside = [slice(0, min(n, m)) for n, m in zip(sizes, left)]
    outside = np.ones(sizes, np.bool_)
    outside[tuple(inside)] = False
    moved = np.where(outside, 0, tile).astype(dtype).reshape(-1)
    local = one.state.lds[0].copy()
    places = 16 + np.arange(moved.size) * size
    if case == "padded":
        # Three words after every four.
        places += (places - 16) // 16 * 12
    if case != "nothing":
        for place, value in zip(places, moved):
            local[place : place + size] = np.frombuffer(value.tobytes(), np.uint8)
    copy_of_tile(one, "load_to_lds", fields)
    np.testing.assert_array_equal(one.state.lds[0], local)

    values = random.integers(0, 200, sizes).astype(dtype)
    one.state.lds[0, 16:][: values.nbytes] = values.reshape(-1).view(np.uint8)
    if case != "nothing":
        target = data[tuple(slice(s, s + n) for s, n in zip(start, sizes))]
        some = tuple(slice(n) for n in target.shape)
        target[...] = np.where(outside[some], target, values[some])
    copy_of_tile(one, "store_from_lds", fields)
    np.testing.assert_array_equal(memory.data.view(dtype).reshape(SHAPE), data)


@pytest.mark.parametrize("wide", [False, True])
def test_gathered_and_repeated_tiles(wide: bool):
    one = bench()
    data = np.arange(1, 97, dtype=np.uint16).reshape(12, 8)
    memory = one.buffer(data.copy())
    rows = [1, 1, 4, 9, 11] if wide else [0, 2, 2, 3, 5, 6, 6, 7, 8, 9, 11]
    shape = dict(tensor_dim0=3, tensor_dim1=10, tile_dim0=4, stride0=8, data_size=1)
    where = dict(lds_addr=8, global_addr=memory.address + 4)
    numbers = sum(row << (32 if wide else 16) * i for i, row in enumerate(rows))
    more = dict(gather=1, index_size=wide, tile_dim1=len(rows), indices=numbers)
    wanted = np.zeros((len(rows), 4), np.uint16)
    for place, row in enumerate(rows):
        if row < 10:
            wanted[place, :3] = data[row, 2:5]
    # Both are ignored: `iterate_enable` of a gather, and padding of a store.
    more |= dict(iterate_enable=1)
    copy_of_tile(one, "load_to_lds", shape | where | more)
    found = one.state.lds[0, 8:][: wanted.nbytes].view(np.uint16)
    np.testing.assert_array_equal(found, wanted.reshape(-1))
    memory.data[...] = 0
    copy_of_tile(one, "store_from_lds", shape | where | more | dict(pad_enable=1))
    back = np.zeros_like(data)
    for row in rows:
        if row < 10:
            back[row, 2:5] = data[row, 2:5]
    np.testing.assert_array_equal(memory.data.view(np.uint16).reshape(12, 8), back)

    # Rows 0 and 3, then 1 and 4, then 2 and 5, a gap after each pair.
    memory.data[...] = data.reshape(-1).view(np.uint8)
    more = dict(iterate_enable=1, iterate_count=2, global_addr_increment=8)
    more |= dict(stride0=24, tensor_dim1=2, tile_dim1=2, lds_addr_increment=10)
    one.state.lds[...] = 0
    copy_of_tile(one, "load_to_lds", shape | where | more)
    found = one.state.lds[0, 8:][:60].view(np.uint16).reshape(3, 10)
    for turn, row in enumerate(found):
        pair = np.zeros((2, 4), np.uint16)
        pair[:, :3] = data[[turn, turn + 3], 2:5]
        np.testing.assert_array_equal(row, [*pair.reshape(-1), 0, 0])


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        (dict(count=2), "count is 2 and its type 2"),
        (dict(type=1), "count is 1 and its type 1"),
        (dict(tile_dim0=65535, tile_dim1=65535), "larger than the 1024 bytes of LDS"),
        (dict(lds_addr=1020), "outside the 1024 bytes of the work-group"),
        (dict(global_addr=64), "load of 4 bytes at 0x40 is outside all buffers"),
        (dict(atomic_barrier_enable=1), "barrier in LDS, which is not implemented"),
    ],
)
def test_wrong_descriptors(fields: dict[str, int], message: str):
    one = bench()
    memory = one.buffer(np.zeros(64, np.uint32))
    fields = dict(tile_dim0=8, tensor_dim0=8, data_size=2) | fields
    fields = dict(global_addr=memory.address) | fields
    with pytest.raises(EmulatorError, match=message):
        copy_of_tile(one, "load_to_lds", fields)


def test_waves_with_tiles_of_different_elements():
    one = Bench("gfx1250", count=2)
    memory = one.buffer(np.arange(64, dtype=np.uint8))
    for wave, size in enumerate((0, 2)):
        fields = dict(tile_dim0=4 + wave, tensor_dim0=9, data_size=size)
        one.state.s[:20, wave] = descriptor(**fields, global_addr=memory.address)
    one.state.lds[...] = 255
    one.run("tensor_load_to_lds s[0:3], s[4:11]")
    for wave, count in enumerate((4, 20)):
        np.testing.assert_array_equal(one.state.lds[wave, :count], np.arange(count))
        assert one.state.lds[wave, count] == 255


def test_lanes_without_a_place_in_lds():
    one = bench()
    one.put(1, np.where(LANES % 3 == 0, 0x7FFFFFFF, 4 * LANES))
    one.put(2, LANES + 100)
    local = one.state.lds[0, :128].view(np.uint32)
    before = local.copy()
    one.run("ds_store_b32 v1, v2")
    np.testing.assert_array_equal(local, np.where(LANES % 3 == 0, before, LANES + 100))
    one.run("ds_load_b32 v3, v1")
    wanted = np.where(LANES % 3 == 0, 0, LANES + 100)
    np.testing.assert_array_equal(one.get(3)[0], wanted)
    one.put(1, 0x7FFFFFF0)
    with pytest.raises(EmulatorError, match="outside the 1024 bytes"):
        one.run("ds_store_b32 v1, v2")


def test_prefetches_of_nowhere():
    """Kernels of LLVM 24 begin with one of address 0."""
    one = bench()
    one.put64(2, np.zeros(32))
    one.run("global_prefetch_b8 v[2:3], off")
    one.run("flat_prefetch_b8 v[2:3]")


def test_scratch_as_flat_memory():
    """
    `src_flat_scratch_base` + (lane << 52) + offset (LLVM, `SIISelLowering.cpp`,
    `lowerADDRSPACECAST`).
    """
    one = bench()
    one.run("s_mov_b64 s[4:5], src_flat_scratch_base_lo")
    base = int(one.state.s[4, 0]) | int(one.state.s[5, 0]) << 32
    lanes = LANES.astype(np.uint64) << np.uint64(52)
    one.put64(2, np.uint64(base + 8) + lanes)
    one.put(6, LANES + 7)
    one.run("flat_store_b32 v[2:3], v6 offset:4")
    one.run("scratch_load_b32 v7, off, off offset:12")
    np.testing.assert_array_equal(one.get(7)[0], LANES + 7)
    one.put64(2, np.uint64(base + 8) + np.roll(lanes, 1))
    with pytest.raises(EmulatorError, match="in the scratch of lane 31"):
        one.run("flat_load_b32 v8, v[2:3]")


@pytest.mark.parametrize("stride", [0, 16])
def test_buffers(stride: int):
    """
    A base of 57 bits, then a size of 45 and a stride of 14 (LLVM, `SIISelLowering.cpp`,
    `lowerPointerAsRsrcIntrin`).
    """
    one = bench()
    data = np.arange(64, dtype=np.uint32)
    address, records = one.buffer(data).address, 64 if stride == 0 else 6
    bits = address | records << 57 | stride << 108
    for number in range(4):
        one.state.s[4 + number] = bits >> 32 * number & 0xFFFFFFFF
    one.put(1, 4 * LANES if stride == 0 else LANES)
    mode = "offen" if stride == 0 else "idxen"
    one.run(f"buffer_load_b32 v2, v1, s[4:7], null {mode}")
    inside = LANES * 4 < 64 if stride == 0 else LANES < 6
    wanted = np.where(inside, LANES if stride == 0 else 4 * LANES, 0)
    np.testing.assert_array_equal(one.get(2)[0], wanted)


def test_jumps():
    state = run(
        """
        s_get_pc_i64 s[4:5]
    .Lhere:
        s_add_co_u32 s6, s4, .Lthere-.Lhere
        s_add_co_ci_u32 s7, s5, 0
        s_mov_b32 s10, 1
        s_swap_pc_i64 s[8:9], s[6:7]
        s_mov_b32 s11, 2
        s_add_pc_i64 4
        s_mov_b32 s10, 5
        s_mov_b32 s12, 3
        s_endpgm
    .Lthere:
        s_mov_b32 s13, 4
        s_add_co_u32 s8, s8, 0
        s_set_pc_i64 s[8:9]
        """,
        {},
    )
    assert state.s[10:14, 0].tolist() == [1, 2, 3, 4]
