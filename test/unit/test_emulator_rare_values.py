"""
Instructions that compilers rarely write, by AMD's descriptions: "Vega", "RDNA3", "RDNA4" and
"CDNA4" stand for the "Instruction Set Architecture" documents of these names.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from emulator_memory_helpers import Bench
from emulator_vector_helpers import execute, f16, f32, lanes_of, one
from test_emulator_vector_values import WORD, words

from xdsl_opencl.emulator.errors import EmulatorError
from xdsl_opencl.emulator.memory.faults import MachineFault


def bytes_of(value: int, count: int = 4) -> list[int]:
    return [value >> 8 * i & 0xFF for i in range(count)]


def differences(a: list[int], b: list[int], masked: bool) -> int:
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
            part = differences(
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
            part = differences(window[i : i + 4], bytes_of(b[lane]), masked=True)
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


# Products of pairs


def test_products_of_halves():
    """RDNA3, V_DOT2_F16_F16: 2 * 3 + 4 * 5 + 0.5."""
    values = {1: [f16(2)[0] | f16(4)[0] << 16], 2: [f16(3)[0] | f16(5)[0] << 16]}
    values |= {0: [0x5A5A5A5A], 3: f16(0.5)}
    got = one("v_dot2_f16_f16 v0, v1, v2, v3", v=values)
    assert got & 0xFFFF == f16(26.5)[0]


def test_products_of_bfloats():
    """RDNA3, V_DOT2_BF16_BF16 and V_DOT2_F32_BF16, with the same numbers."""

    def bfloat(value: float) -> int:
        return f32(value)[0] >> 16

    values = {1: [bfloat(2) | bfloat(4) << 16], 2: [bfloat(3) | bfloat(5) << 16]}
    got = one("v_dot2_bf16_bf16 v0, v1, v2, v3", v={**values, 3: [bfloat(0.5)]})
    assert got & 0xFFFF == bfloat(26.5)
    got = one("v_dot2_f32_bf16 v0, v1, v2, v3", v={**values, 3: f32(0.5)})
    assert got == f32(26.5)[0]


@pytest.mark.parametrize(
    ("name", "a", "b"),
    [
        # 1, 2, -1 and 0.5 have the exponents 7, 8, 7 and 6 of e4m3, 15 and so on of e5m2.
        ("fp8_fp8", 0x30B84038, 0x38383838),
        ("bf8_bf8", 0x38BC403C, 0x3C3C3C3C),
        ("fp8_bf8", 0x30B84038, 0x3C3C3C3C),
        ("bf8_fp8", 0x38BC403C, 0x38383838),
    ],
)
def test_products_of_bytes(name: str, a: int, b: int):
    """RDNA4, V_DOT4_F32_FP8_BF8: (1 + 2 - 1 + 0.5) * 1 + 10."""
    text = f"v_dot4_f32_{name} v0, v1, v2, v3"
    got = one(text, "gfx1200", v={1: [a], 2: [b], 3: f32(10.0)})
    assert got == f32(12.5)[0]


# Results that are limited, with a carry


@pytest.mark.parametrize(
    ("text", "a", "b", "wanted", "carry"),
    [
        ("v_add_co_u32 v0, vcc, v1, v2", 5, 7, 12, 0),
        ("v_add_co_u32_e64 v0, vcc, v1, v2 clamp", WORD, 2, WORD, 1),
        ("v_add_co_u32_e64 v0, vcc, v1, v2 clamp", 5, 7, 12, 0),
        ("v_sub_co_u32_e64 v0, vcc, v1, v2 clamp", 5, 7, 0, 1),
        ("v_sub_co_u32_e64 v0, vcc, v1, v2 clamp", 7, 5, 2, 0),
        ("v_subrev_co_u32_e64 v0, vcc, v1, v2 clamp", 5, 7, 2, 0),
        ("v_subrev_co_u32_e64 v0, vcc, v1, v2 clamp", 7, 5, 0, 1),
    ],
)
def test_sums_with_a_carry_that_are_limited(
    text: str, a: int, b: int, wanted: int, carry: int
):
    """Vega, section 6.2.3: an integer result with CLAMP is limited to its type."""
    state = execute(text, "gfx900", v={1: [a], 2: [b]})
    assert lanes_of(state, 0, 1) == [wanted]
    assert int(state.s[106, 0]) & 1 == carry


@pytest.mark.parametrize(
    ("name", "a", "b", "c", "wanted"),
    [
        ("u64_u32", WORD, WORD, (1 << 64) - 1, (1 << 64) - 1),
        ("u64_u32", 3, 5, 7, 22),
        ("i64_i32", 1 << 30, 1 << 30, (1 << 63) - 1, (1 << 63) - 1),
        ("i64_i32", 1 << 30, -(1 << 30), -(1 << 63), -(1 << 63)),
        ("i64_i32", -3, 5, 7, -8),
    ],
)
def test_products_and_sums_that_are_limited(
    name: str, a: int, b: int, c: int, wanted: int
):
    values = {1: [a & WORD], 2: [b & WORD], 4: [c & WORD], 5: [c >> 32 & WORD]}
    text = f"v_mad_{name} v[6:7], vcc_lo, v1, v2, v[4:5] clamp"
    state = execute(text, v=values)
    got = int(state.v[7, 0, 0]) << 32 | int(state.v[6, 0, 0])
    assert got == wanted & (1 << 64) - 1


@pytest.mark.parametrize(
    ("a", "b", "c", "scaled", "wanted"),
    [
        (3.0, 2.0, 1.0, False, 7.0),
        (3.0, 2.0, 1.0, True, 7.0 * 2.0**-64),
        (3.0, 2.0, 4.0, True, 10.0 * 2.0**64),
        (math.inf, 2.0, 1.0, True, math.inf),
        (3.0, 2.0, -math.inf, True, -math.inf),
        (3.0, 0.0, 0.0, True, 0.0),
        (-3.0, 0.0, -0.0, True, -0.0),
    ],
)
def test_sums_of_divisions(a: float, b: float, c: float, scaled: bool, wanted: float):
    """RDNA3, V_DIV_FMAS_F32: VCC tells the lanes whose result is scaled."""
    values = {1: f32(a), 2: f32(b), 3: f32(c)}
    state = execute("v_div_fmas_f32 v0, v1, v2, v3", v=values, vcc=int(scaled))
    assert lanes_of(state, 0, 1) == f32(wanted)


# Registers with names


def test_flags_as_numbers():
    """EXECZ and VCCZ are 1 if no lane is active or set; SCC is what a comparison left."""
    for vcc in (0, 4):
        state = execute("s_mov_b64 s[2:3], src_vccz", "gfx900", vcc=vcc)
        assert state.s[2:4, 0].tolist() == [int(not vcc), 0]
    for active in (0, 4):
        state = execute("s_mov_b64 s[2:3], src_execz", "gfx900", active=active)
        assert state.s[2:4, 0].tolist() == [int(not active), 0]
    text = "s_cmp_eq_u32 s4, s5\ns_mov_b64 s[2:3], src_scc"
    assert execute(text, "gfx900", s={4: 7, 5: 7}).s[2:4, 0].tolist() == [1, 0]
    assert execute(text, "gfx900", s={4: 7, 5: 8}).s[2:4, 0].tolist() == [0, 0]


def test_halves_of_the_active_lanes():
    active = 0x0123456789ABCDEF
    state = execute(
        "s_mov_b32 s2, exec_hi\ns_mov_b32 s3, exec_lo", "gfx900", active=active
    )
    assert [hex(n) for n in state.s[2:4, 0].tolist()] == ["0x1234567", "0x89abcdef"]
    state = execute("s_mov_b32 exec_hi, s4", "gfx900", active=active, s={4: 0xF})
    low = [bool(active >> lane & 1) for lane in range(32)]
    assert state.exec[0].tolist() == [*low, *[True] * 4, *[False] * 28]
    state = execute("s_mov_b32 exec_lo, s4", "gfx900", active=active, s={4: 0xF})
    high = [bool(active >> lane & 1) for lane in range(32, 64)]
    assert state.exec[0].tolist() == [*[True] * 4, *[False] * 28, *high]


def test_what_null_gets_is_lost():
    """RDNA3, table of scalar operands: NULL reads 0, and ignores writes."""
    state = execute("s_mov_b64 null, s[4:5]\ns_mov_b64 s[6:7], null", s={4: 1, 5: 2})
    assert state.s[6:8, 0].tolist() == [0, 0]


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
