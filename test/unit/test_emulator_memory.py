"""
Loads, stores and atomics of vector memory instructions, of LDS and of scratch.

The rules are those of AMD's ISA documents and LLVM's AMDGPUUsage, named in the modules.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from emulator_memory_helpers import Bench

from xdsl_opencl.emulator.errors import EmulatorError, MachineFault
from xdsl_opencl.emulator.instruction import Instruction
from xdsl_opencl.emulator.memory.address_space import (
    GAP,
    AddressSpace,
)
from xdsl_opencl.emulator.memory.scratch import (
    SCRATCH_ADDRESS,
    scratch_resource,
)
from xdsl_opencl.emulator.memory.widths import LOADS, STORES
from xdsl_opencl.emulator.watch.access_observer import Access
from xdsl_opencl.emulator.waves import M0, Waves

# The address space


def test_buffers_share_the_array_and_have_gaps() -> None:
    space = AddressSpace()
    first = np.arange(5, dtype=np.uint32)
    a, b = space.place("a", first), space.place("b", np.zeros(3, np.uint8))
    assert b.address - a.end >= GAP
    assert a.address % 4096 == b.address % 4096 == 0
    assert a.address > 1 << 32
    space.write(a.address + 4, b"\x07\0\0\0")
    assert first[1] == 7
    assert space.read(b.address, 3) == bytes(3)
    with pytest.raises(EmulatorError, match=r"4 bytes at .* outside all buffers"):
        space.read(b.address, 4)
    space.remove(a)
    assert space.find(a.address) is None
    assert space.find(b.address + 2) is b


def test_a_taken_address_and_a_scattered_array_are_rejected() -> None:
    space = AddressSpace()
    space.place("a", np.zeros(64, np.uint8), address=0x10000)
    with pytest.raises(EmulatorError, match="does not fit at"):
        space.place("b", np.zeros(64, np.uint8), address=0x10000 + 63)
    with pytest.raises(EmulatorError, match="does not fit at"):
        space.place("b", np.zeros(64, np.uint8), address=0x10000 - 1)
    with pytest.raises(EmulatorError, match="ascontiguousarray"):
        space.place("c", np.zeros((4, 4))[:, ::2])


# Global memory


@pytest.mark.parametrize(
    ("mnemonic", "size", "signed"),
    [
        ("global_load_u8", 1, False),
        ("global_load_i8", 1, True),
        ("global_load_u16", 2, False),
        ("global_load_i16", 2, True),
        ("global_load_b32", 4, False),
    ],
)
@pytest.mark.parametrize("stride", [1, 3, 4, 8])
def test_loads_of_any_alignment(
    mnemonic: str, size: int, signed: bool, stride: int
) -> None:
    bench = Bench()
    data = np.random.default_rng(1).integers(0, 256, 64 * 8 + 8, np.uint8)
    buffer = bench.buffer(data)
    bench.put64(2, buffer.address + bench.lane * stride + 1)
    bench.run(f"{mnemonic} v0, v[2:3], off offset:1")
    for lane in (0, 1, 17, 31):
        place = lane * stride + 2
        raw = data[place : place + size].tobytes()
        expected = int.from_bytes(raw, "little", signed=signed) & 0xFFFFFFFF
        assert bench.get(0)[1, lane] == expected


@pytest.mark.parametrize("words", [2, 3, 4])
@pytest.mark.parametrize("shift", [0, 2, 3])
def test_wide_accesses_are_not_rounded_down(words: int, shift: int) -> None:
    bench = Bench("gfx900")
    source = np.random.default_rng(2).integers(0, 256, 64 * 16 + 8, np.uint8)
    target = np.zeros_like(source)
    a, b = bench.buffer(source), bench.buffer(target)
    bench.put64(2, a.address + bench.lane * 16 + shift)
    bench.put64(4, b.address + bench.lane * 16 + shift)
    bench.run(f"global_load_dwordx{words} v[10:{9 + words}], v[2:3], off")
    bench.run(f"global_store_dwordx{words} v[4:5], v[10:{9 + words}], off")
    for lane in range(64):
        at = lane * 16 + shift
        assert (target[at : at + 4 * words] == source[at : at + 4 * words]).all()
    assert np.count_nonzero(target) <= 64 * 4 * words


def test_an_array_at_an_odd_host_address_is_read() -> None:
    bench = Bench()
    bytes_ = np.arange(257, dtype=np.int64).astype(np.uint8)[1:]
    buffer = bench.buffer(bytes_)
    bench.put64(2, buffer.address + bench.lane * 4)
    bench.run("global_load_b32 v0, v[2:3], off")
    assert (bench.get(0)[0] == bytes_.copy().view(np.uint32)[:32]).all()


def test_scalar_base_and_negative_offset() -> None:
    bench = Bench()
    data = np.arange(64, dtype=np.uint32)
    buffer = bench.buffer(data)
    bench.scalar64(4, buffer.address + 16)
    bench.put(2, bench.lane * 4)
    bench.run("global_load_b32 v0, v2, s[4:5] offset:-8")
    assert (bench.get(0)[0] == np.arange(32) + 2).all()
    # The register is unsigned: no sign extension of the 32 bits.
    bench.scalar64(4, buffer.address - (1 << 31))
    bench.put(2, bench.lane * 4 + (1 << 31))
    bench.run("global_load_b32 v0, v2, s[4:5]")
    assert (bench.get(0)[0] == np.arange(32)).all()


def test_inactive_lanes_neither_load_nor_store() -> None:
    bench = Bench()
    data = np.zeros(64, np.uint32)
    buffer = bench.buffer(data)
    bench.state.exec[...] = bench.lane % 2 == 1
    address = np.where(bench.lane % 2 == 1, buffer.address + bench.lane * 4, 1)
    bench.put64(2, address)
    bench.put(6, 5)
    bench.run("global_store_b32 v[2:3], v6, off")
    assert data[:32].tolist() == [0, 5] * 16
    before = bench.get(7).copy()
    bench.run("global_load_b32 v7, v[2:3], off")
    assert (bench.get(7)[:, 1::2] == 5).all()
    assert (bench.get(7)[:, ::2] == before[:, ::2]).all()
    bench.state.exec[...] = False
    bench.put64(2, 1)
    bench.run("global_load_b32 v7, v[2:3], off")
    bench.run("global_store_b32 v[2:3], v6, off")
    bench.run("flat_load_b32 v7, v[2:3]")
    bench.run("ds_load_b32 v7, v2 offset:65535")


def test_lanes_may_be_in_several_buffers() -> None:
    bench = Bench()
    a, b = np.arange(32, dtype=np.uint32), np.arange(32, dtype=np.uint32) + 100
    bases = np.where(
        bench.lane % 3 == 0, bench.buffer(a).address, bench.buffer(b).address
    )
    bench.put64(2, bases + bench.lane * 4)
    bench.run("global_load_b32 v0, v[2:3], off")
    expected = np.where(bench.lane % 3 == 0, a, b)
    assert (bench.get(0) == expected).all()
    bench.put(6, bench.lane + 1000)
    bench.run("global_store_b32 v[2:3], v6, off")
    assert a[3] == 1003
    assert b[4] == 1004
    assert a[4] == 4


def test_the_last_lane_wins_at_one_address() -> None:
    bench = Bench()
    data = np.zeros(1, np.uint32)
    bench.put64(2, np.full((2, 32), bench.buffer(data).address))
    bench.put(6, bench.lane + 1)
    bench.run("global_store_b32 v[2:3], v6, off")
    assert data[0] == 32


def test_halves_keep_the_other_half() -> None:
    bench = Bench()
    data = np.array([0x81, 0xF234], "<u2")
    bench.put64(2, np.full((2, 32), bench.buffer(data).address))
    for text, expected in (
        ("global_load_d16_u8 v0, v[2:3], off", 0xAAAA0081),
        ("global_load_d16_i8 v0, v[2:3], off", 0xAAAAFF81),
        ("global_load_d16_hi_u8 v0, v[2:3], off", 0x0081BBBB),
        ("global_load_d16_hi_i8 v0, v[2:3], off", 0xFF81BBBB),
        ("global_load_d16_b16 v0, v[2:3], off offset:2", 0xAAAAF234),
        ("global_load_d16_hi_b16 v0, v[2:3], off offset:2", 0xF234BBBB),
    ):
        bench.put(0, 0xAAAABBBB)
        bench.run(text)
        assert bench.get(0)[0, 0] == expected, text
    bench.put(6, 0x11223344)
    bench.run("global_store_d16_hi_b16 v[2:3], v6, off")
    assert data[0] == 0x1122
    bench.run("global_store_d16_hi_b8 v[2:3], v6, off offset:2")
    assert data[1] == 0xF222


@pytest.mark.parametrize(
    "name", [*(f"load_{name}" for name in LOADS), *(f"store_{name}" for name in STORES)]
)
def test_each_width_by_its_name(name: str) -> None:
    """
    `ubyte`, `i8`: bytes and sign. `d16`: the data is half a register; `hi`: its upper half.
    A wide access takes registers in a row.
    """
    old = re.search(r"(dword|short|byte)(?:x(\d))?", name)
    if old:
        size = {"dword": 4, "short": 2, "byte": 1}[old[1]] * int(old[2] or 1)
    else:
        size = int(re.split("[bui]", name)[-1]) // 8
    signed = bool(re.search(r"sbyte|sshort|_i\d", name))
    count = max(size // 4, 1)
    high = 2 if "hi" in name else 0
    memory = np.arange(0x81, 0x91, dtype=np.uint8)
    before = memory.tobytes()
    bench = Bench("gfx900" if old else "gfx1100")
    bench.put64(2, np.full(bench.lane.shape, bench.buffer(memory).address))
    held = bytes(range(0x11, 0x25))
    for i in range(5):
        word = int.from_bytes(held[4 * i : 4 * i + 4], "little")
        bench.put(8 + i, np.full(bench.lane.shape, word))
    registers = "v8" if count == 1 else f"v[8:{7 + count}]"
    order = (registers, "v[2:3]") if name.startswith("load") else ("v[2:3]", registers)
    bench.run(f"global_{name} {', '.join(order)}, off")
    if name.startswith("store"):
        assert memory.tobytes() == held[high : high + size] + before[size:]
        return
    number = int.from_bytes(before[:size], "little", signed=signed)
    length = 2 if "d16" in name else 4 * count
    read = (number % (1 << 8 * length)).to_bytes(length, "little")
    got = b"".join(int(bench.get(8 + i)[0, 0]).to_bytes(4, "little") for i in range(5))
    assert got == held[:high] + read + held[high + length :]


def test_an_address_outside_names_everything() -> None:
    bench = Bench()
    buffer = bench.buffer(np.zeros(32, np.uint32), "pixels")
    bench.state.group[...] = [7, 8]
    address = buffer.address + bench.lane * 4
    address = np.where(
        (bench.lane == 9) & (np.arange(2)[:, None] == 1), buffer.end, address
    )
    bench.put64(2, address)
    with pytest.raises(MachineFault) as error:
        bench.run("global_load_b32 v0, v[2:3], off")
    text = str(error.value)
    assert "load of 4 bytes" in text
    assert f"{buffer.end:#x}" in text
    assert "0 bytes past the end of buffer 'pixels' (128 bytes" in text
    assert "work-group 8, wave 0, lane 9" in text
    assert "'global_load_b32 v0, v[2:3], off' at 0x40" in text
    bench.put(6, 0)
    with pytest.raises(MachineFault, match=r"store of 4 bytes .* lane 9"):
        bench.run("global_store_b32 v[2:3], v6, off")
    assert not buffer.data.any()
    # Half in, half out.
    bench.put64(2, np.full((2, 32), buffer.end - 4))
    with pytest.raises(MachineFault, match=r"load of 8 bytes .* in buffer 'pixels'"):
        bench.run("global_load_b64 v[0:1], v[2:3], off")


def test_a_read_only_buffer_is_not_written() -> None:
    bench = Bench()
    buffer = bench.buffer(np.ones(4, np.uint32), "weights", read_only=True)
    bench.put64(2, np.full((2, 32), buffer.address))
    bench.run("global_load_b32 v0, v[2:3], off")
    for text in (
        "global_store_b32 v[2:3], v0, off",
        "global_atomic_add_u32 v[2:3], v0, off",
    ):
        with pytest.raises(MachineFault, match="buffer 'weights' is read-only"):
            bench.run(text)


def test_atomics_give_what_each_lane_found() -> None:
    bench = Bench("gfx900")
    data = np.zeros(2, np.uint32)
    bench.put64(2, np.full((2, 64), bench.buffer(data).address))
    bench.put(6, 1)
    bench.run("global_atomic_add v0, v[2:3], v6, off glc")
    assert bench.get(0).ravel().tolist() == list(range(128))
    assert data[0] == 128
    bench.run("global_atomic_add v[2:3], v6, off offset:4")
    assert data[1] == 128
    # The data is the new value, then the one to compare with.
    bench.put(6, bench.lane + 500)
    bench.put(7, 128)
    bench.run("global_atomic_cmpswap v0, v[2:3], v[6:7], off glc")
    assert data[0] == 500
    assert bench.get(0)[0, 0] == 128
    assert (bench.get(0).ravel()[1:] == 500).all()


def test_wide_and_packed_atomics() -> None:
    bench = Bench("gfx90a")
    data = np.zeros(4, np.uint64)
    bench.put64(2, np.full((2, 64), bench.buffer(data).address))
    bench.put64(6, np.full((2, 64), (1 << 33) + 1))
    bench.run("global_atomic_add_x2 v[0:1], v[2:3], v[6:7], off glc")
    assert data[0] == 128 * ((1 << 33) + 1)
    assert bench.get64(0)[1, 63] == 127 * ((1 << 33) + 1)
    bench.put64(6, np.full((2, 64), np.float64(0.5).view(np.uint64)))
    bench.run("global_atomic_add_f64 v[2:3], v[6:7], off offset:8")
    assert data[1:2].view(np.float64)[0] == 64.0
    halves = np.array([1.0, 2.0], np.float16).view(np.uint32)[0]
    bench.put(6, halves)
    bench.run("global_atomic_pk_add_f16 v[2:3], v6, off offset:16")
    assert data[2:3].view(np.float16)[:2].tolist() == [128.0, 256.0]


def test_unaligned_atomics_are_rejected() -> None:
    bench = Bench()
    buffer = bench.buffer(np.zeros(4, np.uint32))
    bench.put64(2, np.full((2, 32), buffer.address + 2))
    with pytest.raises(MachineFault, match="is not a multiple of 4"):
        bench.run("global_atomic_add_u32 v[2:3], v6, off")


# The generic address space


@pytest.mark.parametrize("cpu", ["gfx803", "gfx900", "gfx942", "gfx1030"])
def test_flat_goes_by_aperture(cpu: str) -> None:
    bench = Bench(cpu)
    lanes, lane = bench.lanes, bench.lane
    data = np.arange(lanes, dtype=np.uint32)
    buffer = bench.buffer(data)
    bench.put(6, lane + 200)
    bench.put(8, lane * 4)
    bench.run("ds_write_b32 v8, v6")
    # On gfx8 both apertures are in 2**61 (KFD, kfd_flat_memory.c).
    shared = 1 << 61 if cpu == "gfx803" else 1 << 48
    private = (1 << 61) + (1 << 32) if cpu == "gfx803" else 2 << 48
    bench.put64(2, private + lane * 0 + 8)
    bench.put(6, lane + 300)
    bench.run("flat_store_dword v[2:3], v6")
    base = np.select(
        [lane % 3 == 0, lane % 3 == 1],
        [buffer.address + lane * 4, shared + lane * 4],
        private + 8,
    )
    bench.put64(2, base)
    bench.run("flat_load_dword v0, v[2:3]")
    assert (bench.get(0) == lane + np.array([0, 200, 300])[lane % 3]).all()
    bench.put(6, 1)
    bench.state.exec[...] = lane % 3 < 2
    bench.run("flat_atomic_add v1, v[2:3], v6 glc")
    expected = lane + np.array([0, 200, 300])[lane % 3]
    first = bench.get(1)[0]
    assert (first == expected[0])[lane[0] % 3 < 2].all()
    bench.state.exec[...] = True
    with pytest.raises(MachineFault, match="scratch, which has no atomic"):
        bench.run("flat_atomic_add v1, v[2:3], v6 glc")


# Scratch


@pytest.mark.parametrize("count", [1, 3])
def test_scratch_is_of_each_lane(count: int) -> None:
    bench = Bench(count=count)
    bench.put(6, bench.lane + 10)
    bench.put(7, bench.lane + 20)
    bench.run("scratch_store_b64 off, v[6:7], off offset:4")
    bench.state.s[9] = 8
    bench.run("scratch_load_b32 v0, off, s9")
    assert (bench.get(0) == bench.lane + 20).all()
    bench.put(8, 3 + 0 * bench.lane)
    bench.run("scratch_load_u8 v0, v8, off offset:1")
    assert (bench.get(0) == bench.lane + 10).all()
    # Not aligned: the last byte of one word and three of the next.
    bench.run("scratch_load_b32 v1, v8, s9 offset:-4")
    assert (bench.get(1) == (bench.lane + 20) << 8 | 0).all()
    bench.run("scratch_store_b32 v8, v6, s9")
    bench.run("scratch_load_b32 v2, v8, s9")
    assert (bench.get(2) == bench.get(6)).all()
    bench.run("scratch_load_b32 v2, off, s9")
    assert (
        bench.get(2) == (bench.lane + 20 & 0xFFFFFF | (bench.lane + 10) << 24)
    ).all()


@pytest.mark.parametrize("cpu", ["gfx803", "gfx900"])
def test_a_kernel_without_prologue_has_no_scratch(cpu: str) -> None:
    bench = Bench(cpu)
    bench.state.s[102:104, 1] = 0
    bench.put64(2, np.full((2, 64), bench.generation.private_aperture))
    bench.run("flat_load_dword v0, v[2:3]", selection=slice(0, 1))
    with pytest.raises(
        MachineFault, match="FLAT_SCRATCH is 0x0:00000000, which is not"
    ):
        bench.run("flat_load_dword v0, v[2:3]")
    with pytest.raises(MachineFault, match="set it at the beginning of the kernel"):
        bench.run("flat_store_dword v[2:3], v0")


def test_scratch_offsets_wrap_and_are_checked() -> None:
    bench = Bench()
    bench.put(6, bench.lane)
    bench.put(8, 0xFFFFFFFC)
    bench.run("scratch_store_b32 v8, v6, off offset:8")
    bench.run("scratch_load_b32 v0, off, off offset:4")
    assert (bench.get(0) == bench.lane).all()
    for text in (
        "scratch_load_b32 v0, v8, off",
        "scratch_load_b32 v0, off, off offset:64",
        "scratch_load_b64 v[0:1], off, off offset:60",
        "scratch_store_b32 off, v6, off offset:62",
    ):
        with pytest.raises(MachineFault, match="outside the 64 bytes of the lane"):
            bench.run(text)


def test_scratch_of_some_waves() -> None:
    bench = Bench(count=4)
    bench.put(6, bench.lane + 10 * np.arange(4)[:, None])
    bench.run("scratch_store_b32 off, v6, off", selection=np.array([1, 3]))
    bench.run("scratch_load_b32 v0, off, off", selection=np.array([3, 1]))
    assert (bench.get(0)[[1, 3]] == bench.get(6)[[1, 3]]).all()
    bench.state.exec[...] = bench.lane < 5
    bench.put(6, 99)
    bench.run("scratch_store_b32 off, v6, off")
    bench.state.exec[...] = True
    bench.run("scratch_load_b32 v0, off, off", selection=slice(3, 4))
    assert bench.get(0)[3].tolist() == [99] * 5 + [lane + 30 for lane in range(5, 32)]


@pytest.mark.parametrize(
    ("cpu", "lanes"), [("gfx803", 64), ("gfx900", 64), ("gfx1030", 32)]
)
def test_the_private_segment_buffer_reaches_scratch(cpu: str, lanes: int) -> None:
    bench = Bench(cpu, lanes=lanes)
    size = bench.state.scratch.shape[1]
    words = scratch_resource(bench.generation.major, lanes, bench.state.scratch.size)
    for k, word in enumerate(words):
        bench.state.s[k] = word
    # What a kernel's prologue does: the wave offset is added to the base.
    bench.state.s[0] += np.arange(2, dtype=np.uint32) * np.uint32(size)
    bench.put(6, bench.lane + 1)
    bench.run("buffer_store_dword v6, off, s[0:3], 0 offset:4")
    # The stack pointer counts the bytes of the wave.
    bench.state.s[32] = 4 * lanes
    bench.run("buffer_load_dword v0, off, s[0:3], s32")
    assert (bench.get(0) == bench.lane + 1).all()
    bench.put(8, 5)
    bench.run("buffer_load_ubyte v0, v8, s[0:3], 0 offen offset:1")
    assert not bench.get(0).any()
    private = bench.generation.private_aperture
    bench.put64(2, np.full((2, lanes), private + 4))
    bench.run("flat_load_dword v1, v[2:3]")
    assert (bench.get(1) == bench.lane + 1).all()
    with pytest.raises(MachineFault, match="outside the 64 bytes of the lane"):
        bench.run("buffer_load_dword v0, off, s[0:3], s32 offset:60")


def test_the_scratch_resource_is_what_the_runtime_writes() -> None:
    """
    The words of ROCR's `FillBufRsrcWord*`, and INDEX_STRIDE of the command processor.
    """
    low, high, records, last = scratch_resource(9, 64, 4096)
    assert low | (high & 0xFFFF) << 32 == SCRATCH_ADDRESS
    assert high >> 16 == 1 << 15
    assert records == 4096
    # dst_sel xyzw, num_format 4, data_format 4, element_size 1, index_stride 3, add_tid
    assert last == 0xFAC | 4 << 12 | 4 << 15 | 1 << 19 | 3 << 21 | 1 << 23
    assert scratch_resource(10, 32, 4096)[3] == (
        0xFAC | 20 << 12 | 2 << 21 | 1 << 23 | 1 << 24 | 2 << 28
    )


@pytest.mark.parametrize(
    ("instruction", "end"),
    [
        ("ds_write_b32 v2, v4", 4),
        ("ds_write_b8 v2, v4 offset:6", 7),
        ("ds_write_b64 v2, v[4:5] offset:8", 16),
        ("ds_write2_b32 v2, v4, v5 offset1:3", 16),
        ("ds_write2st64_b32 v2, v4, v5 offset1:1", 260),
        ("ds_read_b32 v6, v2 offset:4", 8),
        ("ds_read2_b64 v[6:9], v2 offset0:1 offset1:2", 24),
        ("ds_add_u32 v2, v4 offset:12", 16),
    ],
)
def test_m0_limits_lds(instruction: str, end: int) -> None:
    """Before gfx9 the last byte of an access is one of the M0 bytes."""
    bench = Bench("gfx803")
    bench.put(2, 0 * bench.lane)
    bench.state.s[M0] = end
    bench.run(instruction)
    bench.state.s[M0] = end - 1
    with pytest.raises(MachineFault, match=f"M0 limits LDS to {end - 1} bytes"):
        bench.run(instruction)


# Buffers


def resource(
    bench: Bench, address: int, stride: int, records: int, last: int = 0
) -> None:
    for k, word in enumerate(
        (address & 0xFFFFFFFF, address >> 32 | stride << 16, records, last)
    ):
        bench.state.s[4 + k] = word


def test_raw_buffer() -> None:
    bench = Bench("gfx1030")
    data = np.arange(64, dtype=np.uint32)
    buffer = bench.buffer(data)
    resource(bench, buffer.address, 0, 64, 3 << 28)
    bench.state.s[9] = 8
    bench.put(2, bench.lane * 4)
    bench.run("buffer_load_dword v0, v2, s[4:7], s9 offen offset:4")
    # The range check does not count the scalar offset (OOB_SELECT 3: bytes).
    expected = np.where(bench.lane * 4 + 8 <= 64, bench.lane + 3, 0)
    assert (bench.get(0) == expected).all()
    bench.put(6, 77)
    bench.run("buffer_store_dword v6, v2, s[4:7], 0 offen")
    assert data.tolist() == [77] * 16 + list(range(16, 64))


@pytest.mark.parametrize("cpu", ["gfx803", "gfx942", "gfx1030", "gfx1100"])
def test_each_word_has_its_range_check(cpu: str) -> None:
    """RDNA3, section 10.5: "Load/store-Dword-x{2,3,4}" are checked per component."""
    bench = Bench(cpu)
    data = np.arange(64, dtype=np.uint32)
    major = bench.generation.major
    resource(bench, bench.buffer(data).address, 0, 40, 3 << 28 if major >= 10 else 0)
    bench.put(2, bench.lane * 4)
    name = "b128" if major == 11 else "dwordx4"
    bench.run(f"buffer_load_{name} v[4:7], v2, s[4:7], 0 offen")
    for k in range(4):
        place = bench.lane + k
        assert (bench.get(4 + k) == np.where(place < 10, place, 0)).all()
    for k in range(4):
        bench.put(4 + k, 100 + k)
    bench.put(2, np.where(bench.lane == 5, 32, 4000))
    bench.run(f"buffer_store_{name} v[4:7], v2, s[4:7], 0 offen")
    assert data.tolist() == [*range(8), 100, 101, *range(10, 64)]


@pytest.mark.parametrize("cpu", ["gfx803", "gfx900", "gfx1100", "gfx1200"])
def test_structured_buffer(cpu: str) -> None:
    bench = Bench(cpu)
    data = np.arange(400, dtype=np.uint32)
    buffer = bench.buffer(data)
    # Ten elements of 12 bytes; gfx8 counts bytes.
    resource(bench, buffer.address, 12, 120 if cpu == "gfx803" else 10)
    bench.put(2, bench.lane)
    bench.put(3, 4 + 0 * bench.lane)
    soffset = "null" if cpu == "gfx1200" else "0"
    name = "b32" if cpu in ("gfx1100", "gfx1200") else "dword"
    bench.run(f"buffer_load_{name} v0, v[2:3], s[4:7], {soffset} idxen offen")
    expected = np.where(bench.lane < 10, 3 * bench.lane + 1, 0)
    assert (bench.get(0) == expected).all()


@pytest.mark.parametrize("cpu", ["gfx900", "gfx1030"])
def test_buffer_that_adds_the_lane(cpu: str) -> None:
    """ADD_TID_ENABLE, for one wave of two."""
    bench = Bench(cpu, count=2)
    buffer = bench.buffer(np.arange(400, dtype=np.uint32))
    resource(bench, buffer.address, 8, 100)
    bench.state.s[7, 1] = 1 << 23
    bench.put(2, 3 + 0 * bench.lane)
    bench.run("buffer_load_dword v0, v2, s[4:7], 0 idxen offset:4")
    expected = 2 * (3 + np.stack([0 * bench.lane[1], bench.lane[1]])) + 1
    assert (bench.get(0) == expected).all()


@pytest.mark.parametrize(
    ("cpu", "enable", "element"),
    [
        *(("gfx900", 2, 4), ("gfx1030", 2, 4)),
        *(("gfx1100", 0, 0), ("gfx1100", 1, 4), ("gfx1100", 2, 8), ("gfx1200", 3, 16)),
    ],
)
@pytest.mark.parametrize("among", [0, 2])
def test_swizzled_buffer(cpu: str, enable: int, element: int, among: int) -> None:
    """RDNA3, section 9.5.3.1: pieces of neighbouring elements lie side by side."""
    bench = Bench(cpu)
    stride, together = 32, 8 << among
    data = np.arange(64 * stride // 4, dtype=np.uint32)
    buffer = bench.buffer(data)
    resource(bench, buffer.address, stride | enable << 14, 100, among << 21)
    bench.put(2, bench.lane)
    name = "dword" if bench.generation.major < 11 else "b32"
    zero = "null" if cpu == "gfx1200" else "0"
    for offset in (0, 4, 8, 12, 16, 28):
        bench.run(f"buffer_load_{name} v0, v2, s[4:7], {zero} idxen offset:{offset}")
        place = bench.lane * stride + offset
        if element:
            start = bench.lane // together * stride + offset // element * element
            own = bench.lane % together * element + offset % element
            place = start * together + own
        assert (bench.get(0) == data[place // 4]).all(), offset


def test_buffer_atomic_returns_in_its_data() -> None:
    bench = Bench("gfx942")
    data = np.zeros(4, np.uint32)
    resource(bench, bench.buffer(data).address, 0, 16)
    bench.put(6, 2)
    bench.run("buffer_atomic_add v6, off, s[4:7], 0 offset:4")
    assert data[1] == 256
    assert (bench.get(6) == 2).all()
    bench.run("buffer_atomic_add v6, off, s[4:7], 0 offset:8 sc0")
    assert bench.get(6).ravel().tolist() == list(range(0, 256, 2))
    bench.put(6, 2)
    bench.run("buffer_atomic_add v6, off, s[4:7], 0 offset:16 sc0")
    assert not bench.get(6).any()
    assert data.tolist() == [0, 256, 256, 0]


# Loads to LDS


def test_loads_to_lds() -> None:
    bench = Bench("gfx942")
    data = np.arange(64, dtype=np.uint32) + 5
    buffer = bench.buffer(data)
    bench.state.s[124] = 16
    bench.put64(2, buffer.address + (63 - bench.lane) * 4)
    bench.run("global_load_lds_dword v[2:3], off offset:0")
    bench.put(8, bench.lane * 4)
    bench.run("ds_read_b32 v0, v8 offset:16")
    assert (bench.get(0) == 63 - bench.lane + 5).all()
    resource(bench, buffer.address, 0, 256)
    bench.run("buffer_load_ubyte off, s[4:7], 0 offset:4 lds")
    bench.run("ds_read_b32 v0, v8 offset:20")
    assert (bench.get(0) == 6).all()


# LDS


def test_lds_belongs_to_the_group() -> None:
    bench = Bench(count=2)
    bench.put(2, bench.lane * 4)
    bench.put(6, bench.lane + np.array([[100], [200]]))
    bench.run("ds_store_b32 v2, v6 offset:8")
    bench.put(3, (31 - bench.lane) * 4)
    bench.run("ds_load_b32 v0, v3 offset:8")
    assert (bench.get(0) == 31 - bench.lane + np.array([[100], [200]])).all()


def test_two_addresses() -> None:
    bench = Bench("gfx900", lds=8192)
    bench.put(2, bench.lane * 16)
    bench.put(6, bench.lane)
    bench.put(7, bench.lane + 100)
    bench.put(8, bench.lane + 200)
    bench.put(9, bench.lane + 300)
    bench.run("ds_write2_b32 v2, v6, v7 offset1:2")
    bench.run("ds_read2_b32 v[0:1], v2 offset0:2")
    assert (bench.get(0) == bench.lane + 100).all()
    assert (bench.get(1) == bench.lane).all()
    bench.put(2, bench.lane * 8)
    bench.run("ds_write2st64_b64 v2, v[6:7], v[8:9] offset0:1 offset1:2")
    bench.run("ds_read_b64 v[0:1], v2 offset:1024")
    assert (bench.get(0) == bench.lane + 200).all()
    bench.run("ds_wrxchg2st64_rtn_b64 v[10:13], v2, v[8:9], v[6:7] offset0:1 offset1:2")
    assert (bench.get(10) == bench.lane).all()
    assert (bench.get(13) == bench.lane + 300).all()
    bench.run("ds_read2st64_b32 v[0:1], v2 offset0:2 offset1:4")
    assert (bench.get(0) == bench.lane + 200).all()
    assert (bench.get(1) == bench.lane).all()


@pytest.mark.parametrize("cpu", ["gfx803", "gfx900"])
def test_lds_accesses_have_any_alignment(cpu: str) -> None:
    bench = Bench(cpu)
    bench.put(2, bench.lane * 8 + 3)
    bench.put(6, 0x01020304)
    bench.put(7, 0x05060708)
    bench.run("ds_write_b64 v2, v[6:7]")
    bench.run("ds_read_u8 v0, v2 offset:7")
    assert (bench.get(0) == 5).all()


def test_lds_is_checked() -> None:
    bench = Bench()
    bench.put(2, 1021 + 0 * bench.lane)
    with pytest.raises(MachineFault, match="offset 1021 is outside the 1024 bytes"):
        bench.run("ds_load_b32 v0, v2")
    bench.put(2, 0xFFFFFFFE)
    bench.run("ds_store_b8 v2, v0 offset:2")
    with pytest.raises(MachineFault, match="GDS"):
        bench.run("ds_store_b8 v2, v0 offset:2 gds")
    old = Bench("gfx803")
    old.state.s[124] = 64
    old.put(2, 64 + 0 * old.lane)
    with pytest.raises(MachineFault, match="M0 limits LDS to 64 bytes"):
        old.run("ds_read_b32 v0, v2")


def test_lds_atomics() -> None:
    bench = Bench("gfx900")
    bench.state.lds[...] = 0
    bench.put(2, 0)
    bench.put(6, bench.lane)
    bench.put(7, 1000)
    bench.run("ds_add_u32 v2, v6")
    bench.run("ds_read_b32 v0, v2")
    assert (bench.get(0) == 63 * 64 // 2).all()
    # ds_cmpst: what to compare with, then the new value.
    bench.put(6, 63 * 64 // 2)
    bench.run("ds_cmpst_rtn_b32 v0, v2, v6, v7")
    assert bench.get(0)[0].tolist() == [63 * 64 // 2] + [1000] * 63
    new = Bench("gfx1100")
    new.state.lds[...] = 0
    new.put(2, 0)
    new.put(6, 5)
    new.put(7, 0)
    # ds_cmpstore: the new value first.
    new.run("ds_cmpstore_rtn_b32 v0, v2, v6, v7")
    assert new.get(0)[0].tolist() == [0] + [5] * 31
    bench.run("ds_mskor_b32 v2, v6, v7")
    bench.put(6, 0xFF)
    bench.put(7, 0x42)
    bench.run("ds_write_b32 v2, v6 offset:8")
    bench.put(6, 0x0F)
    bench.put(7, 0x05)
    bench.run("ds_mskor_rtn_b32 v0, v2, v6, v7 offset:8")
    assert bench.get(0)[1].tolist() == [0xFF] + [0xF5] * 63
    # ds_wrap: the limit, then the step, for one lane after the other.
    bench.put(6, 6)
    bench.put(7, 4)
    bench.run("ds_write_b32 v2, v7 offset:12")
    bench.run("ds_wrap_rtn_b32 v0, v2, v6, v7 offset:12")
    assert bench.get(0)[1, :6].tolist() == [4, 8, 2, 6, 0, 4]
    bench.put(6, np.float32(0.5).view(np.uint32))
    bench.run("ds_write_b32 v2, v6 offset:16")
    bench.run("ds_add_f32 v2, v6 offset:16")
    bench.run("ds_read_b32 v0, v2 offset:16")
    assert bench.get(0).view(np.float32)[0, 0] == 32.5


def test_append_and_thread_addresses() -> None:
    bench = Bench("gfx900", count=2)
    bench.state.lds[...] = 0
    bench.state.group_slot[...] = 0
    bench.state.s[124] = 32
    bench.state.exec[1, 10:] = False
    bench.run("ds_append v0 offset:4")
    assert (bench.get(0)[0] == 0).all()
    assert (bench.get(0)[1, :10] == 64).all()
    assert bench.state.lds[0, 36] == 74
    bench.state.exec[...] = True
    bench.put(6, bench.lane + 1)
    bench.run("ds_write_addtid_b32 v6 offset:8")
    assert bench.state.lds[0].view(np.uint32)[10:74].tolist() == list(range(1, 65))
    bench.run("ds_read_addtid_b32 v1 offset:8")
    assert (bench.get(1) == bench.lane + 1).all()


# Lanes


@pytest.mark.parametrize(
    ("cpu", "lanes", "group"),
    [("gfx900", 64, 64), ("gfx1030", 64, 32), ("gfx1100", 32, 32)],
)
def test_permutes(cpu: str, lanes: int, group: int) -> None:
    bench = Bench(cpu, lanes=lanes)
    bench.put(2, (bench.lane + 3) * 4)
    bench.put(6, bench.lane * 10)
    bench.run("ds_bpermute_b32 v0, v2, v6")
    own = bench.lane & ~(group - 1)
    other = (bench.lane + 3) % group + own
    assert (bench.get(0) == other * 10).all()
    bench.run("ds_permute_b32 v0, v2, v6")
    assert (bench.get(0) == ((bench.lane - 3) % group + own) * 10).all()
    bench.state.exec[...] = bench.lane != 5
    bench.run("ds_bpermute_b32 v0, v2, v6")
    assert (bench.get(0)[:, 2] == 0).all()
    bench.put(0, 7)
    bench.put(2, 0)
    bench.run("ds_permute_b32 v0, v2, v6")
    assert (bench.get(0)[:, 0] == (group - 1) * 10).all()
    assert (bench.get(0)[:, 5] == 7).all()
    assert (bench.get(0)[:, 1] == 0).all()


@pytest.mark.parametrize(
    ("offset", "lanes"),
    [
        ("0x801b", [3, 2, 1, 0]),
        ("swizzle(QUAD_PERM,3,2,1,0)", [3, 2, 1, 0]),
        ('swizzle(BITMASK_PERM,"0001p")', [2, 3, 2, 3]),
        ("0x0041", [2, 3, 2, 3]),
        ("swizzle(SWAP,2)", [2, 3, 0, 1]),
        ("0x081f", [2, 3, 0, 1]),
        ("swizzle(REVERSE,8)", [7, 6, 5, 4]),
        ("swizzle(BROADCAST,4,1)", [1, 1, 1, 1, 5]),
        ("swizzle(ROTATE,0,3)", [3, 4, 5, 6]),
        ("swizzle(ROTATE,1,3)", [29, 30, 31, 0]),
    ],
)
def test_swizzle(offset: str, lanes: list[int]) -> None:
    bench = Bench("gfx900")
    bench.put(6, bench.lane + 100)
    bench.run(f"ds_swizzle_b32 v0, v6 offset:{offset}")
    assert bench.get(0)[1, : len(lanes)].tolist() == [lane + 100 for lane in lanes]
    assert bench.get(0)[1, 32] == lanes[0] + 132


# Scalar memory


def test_scalar_loads() -> None:
    bench = Bench("gfx1200")
    data = np.arange(64, dtype=np.uint32) * 0x01010101
    buffer = bench.buffer(data)
    bench.scalar64(2, buffer.address)
    bench.run("s_load_b96 s[8:10], s[2:3], 0x10")
    assert (bench.state.s[8:11, 0] == data[4:7]).all()
    bench.state.s[12] = [4, 8]
    bench.run("s_load_b32 s13, s[2:3], s12 offset:0x8")
    assert (bench.state.s[13] == data[[3, 4]]).all()
    data[0] = 0xFEDCBA98
    for name, expected in (
        ("u8", 0xDC),
        ("i8", 0xFFFFFFDC),
        ("u16", 0xFEDC),
        ("i16", 0xFFFFFEDC),
    ):
        bench.run(f"s_load_{name} s13, s[2:3], 0x2")
        assert bench.state.s[13, 1] == expected
    with pytest.raises(MachineFault, match="scalar load of 64 bytes"):
        bench.run("s_load_b512 s[8:23], s[2:3], 0xf0")
    with pytest.raises(MachineFault, match=r"outside all buffers.*wave 0,"):
        bench.run("s_load_b32 s8, s[2:3], -0x4")


def test_scalar_loads_ignore_low_bits() -> None:
    bench = Bench("gfx1030")
    data = np.arange(8, dtype=np.uint32)
    bench.scalar64(2, bench.buffer(data).address + 3)
    bench.run("s_load_dwordx2 s[8:9], s[2:3], null")
    assert bench.state.s[8:10, 0].tolist() == [0, 1]


def test_scalar_loads_of_three_words_may_read_a_fourth() -> None:
    bench = Bench("gfx1100")
    for words, first in ((5, 2), (3, 0)):
        data = np.arange(words, dtype=np.uint32) + 7
        bench.scalar64(2, bench.buffer(data).address)
        bench.run(f"s_load_b128 s[8:11], s[2:3], {4 * first:#x}")
        assert bench.state.s[8:12, 0].tolist() == [*data[first:], 0]
        for offset in (4 * first + 4, 4 * first + 8):
            with pytest.raises(MachineFault, match="scalar load of 16 bytes"):
                bench.run(f"s_load_b128 s[8:11], s[2:3], {offset:#x}")
    data = np.arange(4, dtype=np.uint32)
    bench.scalar64(2, bench.buffer(data).address)
    with pytest.raises(MachineFault, match="scalar load of 32 bytes"):
        bench.run("s_load_b256 s[8:15], s[2:3], 0x0")


def test_scalar_buffer_loads() -> None:
    bench = Bench("gfx1100")
    data = np.arange(64, dtype=np.uint32) + 1
    resource(bench, bench.buffer(data).address, 0, 24)
    bench.run("s_buffer_load_b128 s[8:11], s[4:7], 0x10")
    assert bench.state.s[8:12, 0].tolist() == [5, 6, 0, 0]


def test_scalar_stores_and_atomics() -> None:
    bench = Bench("gfx900", count=3)
    data = np.zeros(8, np.uint32)
    bench.scalar64(2, bench.buffer(data).address)
    bench.state.s[8] = [1, 2, 3]
    bench.run("s_atomic_add s8, s[2:3], 0x4 glc")
    assert data[1] == 6
    assert bench.state.s[8].tolist() == [0, 1, 3]
    bench.state.s[10:12] = 9
    bench.run("s_store_dwordx2 s[10:11], s[2:3], 0x8")
    assert data.tolist() == [0, 6, 9, 9, 0, 0, 0, 0]
    bench.run("s_memtime s[10:11]")
    first = bench.state.s[10, 0]
    bench.run("s_memtime s[10:11]")
    assert bench.state.s[10, 0] > first
    bench.run("s_dcache_wb")


# Observers


class Notes:
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, str, str, int, list[int]]] = []

    def access(
        self,
        waves: Waves,
        instruction: Instruction,
        access: Access,
        addresses: Any,
        mask: Any,
    ) -> None:
        assert addresses.shape == mask.shape
        active = addresses[mask].tolist()[:2]
        self.seen.append(
            (instruction.mnemonic, access.space, access.kind, access.size, active)
        )


def test_an_observer_sees_each_access() -> None:
    bench = Bench("gfx1100", count=1)
    notes = Notes()
    bench.memory.observer = notes
    buffer = bench.buffer(np.zeros(64, np.uint32))
    bench.scalar64(2, buffer.address)
    bench.put64(2, buffer.address + bench.lane * 4)
    bench.put(4, bench.lane * 8)
    bench.state.exec[0, 0] = False
    bench.run("global_load_b64 v[0:1], v[2:3], off")
    bench.run("global_atomic_add_u32 v[2:3], v6, off")
    bench.run("ds_store_b16 v4, v6 offset:2")
    bench.run("scratch_store_b32 off, v6, off offset:12")
    bench.run("s_load_b64 s[8:9], s[2:3], 0x8")
    assert notes.seen == [
        (
            "global_load_b64",
            "global",
            "load",
            8,
            [buffer.address + 4, buffer.address + 8],
        ),
        (
            "global_atomic_add_u32",
            "global",
            "atomic",
            4,
            [buffer.address + 4, buffer.address + 8],
        ),
        ("ds_store_b16", "lds", "store", 2, [10, 18]),
        ("scratch_store_b32", "scratch", "store", 4, [12, 12]),
        ("s_load_b64", "scalar", "load", 8, [buffer.address + 8]),
    ]
