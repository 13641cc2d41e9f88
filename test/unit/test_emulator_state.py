"""The emulator's registers, its operands, and the tables of instructions."""

from __future__ import annotations

import struct
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from xdsl_opencl.emulator.errors import EmulatorError, UnknownInstructionError
from xdsl_opencl.emulator.generations import generation
from xdsl_opencl.emulator.instruction import Instruction
from xdsl_opencl.emulator.instruction_tables import build, instructions, tables
from xdsl_opencl.emulator.operands import Literal, Register, Special, literal_bits
from xdsl_opencl.emulator.waves import Selection, State, Waves, bit_lanes, lane_bits

VCC, EXEC = Special("vcc"), Special("exec")
SLICES = (slice(0, 4), slice(1, 3), np.array([0, 3]))


def waves_of(
    lanes: int = 32, selection: Selection = slice(0, 4), name: str = "gfx1100"
) -> Waves:
    state = State(generation(name), 4, lanes, vector_registers=8)
    state.exec[...] = True
    machine: Any = SimpleNamespace(memory=None, modes_differ=False)
    return Waves(machine, state, selection)


@pytest.mark.parametrize("selection", SLICES, ids=str)
@pytest.mark.parametrize("lanes", [32, 64])
def test_vector_registers(lanes: int, selection: Selection):
    waves = waves_of(lanes, selection)
    before = waves.state.v.copy()
    values = np.arange(waves.count * lanes, dtype=np.uint32).reshape(-1, lanes)
    v1 = Register("v", 1)
    waves.write32(v1, values)
    assert (waves.read32(v1) == values).all()
    mask = values % 2 == 0
    waves.write32(v1, values + 1, mask)
    assert (waves.read32(v1) == np.where(mask, values + 1, values)).all()
    # Other waves and other registers are as they were.
    others = np.ones(4, np.bool_)
    others[waves.indices] = False
    assert (waves.state.v[:, others] == before[:, others]).all()
    assert (waves.state.v[2:] == before[2:]).all()


@pytest.mark.parametrize("selection", SLICES, ids=str)
def test_inactive_lanes_are_not_written(selection: Selection):
    waves = waves_of(32, selection)
    waves.write32(Register("v", 0), 7)
    active = np.zeros((waves.count, 32), np.bool_)
    active[:, 3] = True
    waves.exec = active
    assert not waves.full
    waves.write32(Register("v", 0), 8)
    assert (waves.read32(Register("v", 0)) == np.where(active, 8, 7)).all()


def test_wide_registers():
    waves = waves_of()
    wide = np.full((4, 32), 0x0123456789ABCDEF, np.uint64)
    waves.write64(Register("v", 2, 2), wide)
    assert (waves.read64(Register("v", 2, 2)) == wide).all()
    assert (waves.read32(Register("v", 3)) == 0x01234567).all()
    waves.write_registers(Register("v", 4, 3), np.arange(3, dtype=np.uint32))
    read = waves.read_registers(Register("v", 4, 3), 3)
    assert read.shape == (3, 4, 32)
    assert read[:, 2, 5].tolist() == [0, 1, 2]


@pytest.mark.parametrize(("name", "keeps"), [("gfx900", False), ("gfx1100", True)])
def test_halves(name: str, keeps: bool):
    waves = waves_of(name=name)
    v0 = Register("v", 0)
    waves.write32(v0, 0x11112222)
    waves.write16(v0, 0x3333)
    assert (waves.read32(v0) == (0x11113333 if keeps else 0x3333)).all()
    waves.write16(Register("v", 0, half="h"), 0x4444, keep=True)
    assert (waves.read32(v0) == (0x44443333)).all()
    assert (waves.read16(v0, high=True) == 0x4444).all()
    assert (waves.read16(Register("v", 0, half="l")) == 0x3333).all()


def test_scalars():
    waves = waves_of(selection=slice(1, 3))
    s4 = Register("s", 4, 2)
    waves.write_scalar64(s4, np.array([1 << 40 | 5, 6], np.uint64))
    assert waves.read_scalar32(s4).tolist() == [5, 6]
    assert waves.read_scalar32(Register("s", 5)).tolist() == [256, 0]
    assert waves.read_scalar64(s4).tolist() == [1 << 40 | 5, 6]
    assert waves.read32(s4).shape == (2, 1)
    assert waves.read_registers(s4, 2).shape == (2, 2, 1)
    waves.write_scalar32(Special("null"), np.array([1, 1], np.uint32))
    assert waves.read_scalar32(Special("null")).tolist() == [0]
    with pytest.raises(EmulatorError, match="not a scalar register"):
        waves.write_scalar32(Register("v", 0), np.array([1, 1], np.uint32))
    with pytest.raises(EmulatorError, match="not a vector register"):
        waves.write32(Register("s", 0), 0)


@pytest.mark.parametrize("lanes", [32, 64])
def test_masks(lanes: int):
    waves = waves_of(lanes)
    bits = np.random.default_rng(1).integers(0, 1 << 63, 4, np.uint64)
    bits &= np.uint64((1 << lanes) - 1)
    mask = bit_lanes(bits, lanes)
    assert mask.shape == (4, lanes)
    assert [int(b) >> 5 & 1 for b in bits] == mask[:, 5].tolist()
    assert (lane_bits(mask) == bits).all()
    waves.write_mask(VCC, mask)
    assert (waves.read_mask(VCC) == mask).all()
    low = bits & np.uint64(0xFFFFFFFF)
    assert (waves.read_scalar32(Special("vcc_lo")) == low).all()
    waves.write_mask(EXEC, mask)
    assert (waves.exec == mask).all()
    assert (waves.read_scalar64(EXEC) == bits).all()
    assert (waves.read_scalar32(Special("exec_hi")) == bits >> 32).all()
    waves.write_scalar32(Special("exec_lo"), np.array([1, 2, 4, 8], np.uint32))
    assert waves.exec[:, :4].tolist() == np.eye(4, dtype=np.bool_).tolist()
    assert (waves.exec[:, 32:] == mask[:, 32:]).all()
    assert waves.read_mask(Literal(-1, "integer")).all()


def test_apertures():
    """
    Bits 63:32 of the base, as the queue has them on gfx8 and `src_shared_base` from gfx9.
    """
    waves = waves_of(name="gfx900")
    base = waves.read_scalar64(Special("src_shared_base"))
    assert base.tolist() == [0x0001000000000000]
    limit = waves.read_scalar64(Special("src_shared_limit"))
    assert limit.tolist() == [0x00010000FFFFFFFF]
    limit = waves.read_scalar64(Special("src_private_limit"))
    assert limit.tolist() == [0x00020000FFFFFFFF]


def test_literals():
    def double(value: float) -> int:
        return struct.unpack("<Q", struct.pack("<d", value))[0]

    assert literal_bits(Literal(-4.0, "float"), 64) == double(-4.0)
    assert literal_bits(Literal(0.5, "float"), 16) == 0x3800
    assert literal_bits(Literal(0.15915494309189532, "float"), 32) == 0x3E22F983
    assert literal_bits(Literal(-1, "integer"), 64) == (1 << 64) - 1
    assert literal_bits(Literal(5, "integer"), 64, floating=True) == 5
    assert literal_bits(Literal(5), 64, floating=True) == 5 << 32
    assert literal_bits(Literal(0x40590000), 64, floating=True) == double(100.0)
    assert literal_bits(Literal(0x80000000), 64, signed=True) == 0xFFFFFFFF80000000
    assert literal_bits(Literal(0x80000000), 64) == 0x80000000


def test_generations():
    assert generation("gfx90a").unified_registers
    assert not generation("gfx908").unified_registers
    assert generation("fiji").name == "gfx803"
    with pytest.raises(EmulatorError, match="did you mean 'gfx1100'"):
        generation("gfx11000")
    with pytest.raises(EmulatorError, match="does not run code for 'gfx700'"):
        generation("gfx700")


def test_every_instruction_has_one_table():
    assert instructions().keys() == {m for table in tables().values() for m in table}


def test_unknown_instruction():
    step = build(
        Instruction(0x1700, 4, "v_of_tomorrow", printed="v_of_tomorrow v0, v1"),
        generation("gfx1100"),
    )
    with pytest.raises(
        UnknownInstructionError,
        match=r"'v_of_tomorrow v0, v1' at address 0x1700 .* on gfx1100",
    ):
        step(waves_of())
