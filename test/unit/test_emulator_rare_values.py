"""
Instructions that compilers rarely write, by AMD's descriptions: "Vega", "RDNA3", "RDNA4" and
"CDNA4" stand for the "Instruction Set Architecture" documents of these names.
"""

from __future__ import annotations

import numpy as np
import pytest
from emulator_memory_helpers import Bench
from emulator_vector_helpers import execute, f32, lanes_of
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
