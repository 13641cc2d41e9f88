"""
Instructions executed twice on random bits: by their pseudocode and by the emulator.

The operands come from the pseudocode: a source has as many bits as it names. Registers are fixed:
vector results are in v0 and up, sources in v32, v64, v80; scalar results in s4 and up, sources in
s8, s12, s16.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np
from emulator_vector_helpers import IEEE_MODE, Array, instruction
from pseudocode_interpreter import (
    Cell,
    Interpreter,
    Scope,
    bits_cell,
)
from pseudocode_syntax import (
    Access,
    Literal,
    Part,
    Program,
    Typed,
    accesses,
    assignments,
)
from pseudocode_values import (
    PseudocodeError,
    Ranges,
    Value,
    truth,
    unsigned,
)

from xdsl_opencl.emulator.generations import generation
from xdsl_opencl.emulator.instruction_tables import build, instructions
from xdsl_opencl.emulator.isa.tables import table
from xdsl_opencl.emulator.waves import M0, VCC, State, Waves, bit_lanes, lane_bits

RESULT, SCALAR_RESULT = 0, 4
SOURCES = (32, 64, 80)
SCALAR_SOURCES = (8, 12, 16)
REGISTERS = 96

# --- random bits ---------------------------------------------------------------------

_INTEGERS = (0, 1, 2, 3, 31, 32, 63, 64, 0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFFFFFF)
_SINGLES = (
    0x7F800000,
    0x7FC00001,
    0x7F800001,
    0x00000001,
    0x007FFFFF,
    0x00800000,
    0x7F7FFFFF,
    0x3F800000,
    0x3F000000,
    0x40200000,
    0x4B800000,
)
_HALVES = (
    0,
    1,
    0x03FF,
    0x0400,
    0x3800,
    0x3C00,
    0x4100,
    0x7BFF,
    0x7C00,
    0x7C01,
    0x7E01,
    0x7FFF,
)
_DOUBLES = (
    0,
    1,
    0x000FFFFFFFFFFFFF,
    0x0010000000000000,
    0x3FE0000000000000,
    0x3FF0000000000000,
    0x4004000000000000,
    0x7FEFFFFFFFFFFFFF,
    0x7FF0000000000000,
    0x7FF0000000000001,
    0x7FF8000000000001,
    0x7FFFFFFFFFFFFFFF,
)


def _word(draw: random.Random) -> int:
    """32 bits: corner values of integers, floats and halves, or random."""
    sign = draw.getrandbits(1)
    match draw.randrange(8):
        case 0:
            return draw.choice(_INTEGERS)
        case 1:
            return draw.choice(_SINGLES) ^ sign << 31
        case 2:
            low, high = draw.choice(_HALVES), draw.choice(_HALVES)
            return low | high << 16 ^ sign << 31 ^ draw.getrandbits(1) << 15
        case 3:
            # Floats near 1.
            return sign << 31 | draw.randrange(118, 138) << 23 | draw.getrandbits(23)
        case 4:
            halves = [
                draw.getrandbits(1) << 15
                | draw.randrange(9, 24) << 10
                | draw.getrandbits(10)
                for _ in range(2)
            ]
            return halves[0] | halves[1] << 16
        case 5:
            return draw.randrange(256) << draw.randrange(32) & 0xFFFFFFFF
        case _:
            return draw.getrandbits(32)


def _bits(draw: random.Random, width: int) -> int:
    """As many bits, as words or doubles."""
    if width == 64 and draw.randrange(2):
        sign = draw.getrandbits(1) << 63
        if draw.randrange(2):
            return sign ^ draw.choice(_DOUBLES)
        return sign | draw.randrange(1003, 1045) << 52 | draw.getrandbits(52)
    return sum(_word(draw) << first for first in range(0, width, 32))


def draw_sources(draw: random.Random, widths: Sequence[int]) -> list[int]:
    """Bits of as many widths; sometimes one is that before it, or close to it."""
    found: list[int] = []
    for width in widths:
        value = _bits(draw, width)
        if found and not draw.randrange(6):
            value = found[-1] & ((1 << width) - 1)
            if draw.randrange(2):
                value ^= draw.choice((1, 1 << (width - 1), 3))
        found.append(value)
    return found


# --- operands ------------------------------------------------------------------------

_WIDTHS: Mapping[str, Mapping[str, int]] = {
    "s_bcnt0_i32_b64": {"D0": 32},
    "s_bcnt1_i32_b64": {"D0": 32},
    "v_pk_mov_b32": {"D0": 64, "S0": 64, "S1": 64},
    "v_cvt_scalef32_2xpk16_fp6_f32": {"S0": 512, "S1": 512},
    "v_cvt_scalef32_2xpk16_bf6_f32": {"S0": 512, "S1": 512},
    **{
        f"v_cvt_scalef32_{prefix}pk32_{to}_{source}": {"S0": 32 * bits}
        for prefix in ("", "sr_")
        for to in ("f32", "f16", "bf16", "fp6", "bf6")
        for source, bits in (
            ("f32", 32),
            ("f16", 16),
            ("bf16", 16),
            ("fp6", 6),
            ("bf6", 6),
        )
    },
}
"""Bits of operands whose parts are at computed places, or that name more than they have."""

_CONSTANTS = ("s_movk", "s_cmovk", "s_cmpk", "s_addk", "s_mulk")
"""Instructions with a constant of 16 bits, which some documents call S0 or S1."""

_MASKS = ("v_cmp_", "v_cmpx_")

_OUTSIDE = frozenset(
    """PC HW_REGISTERS BARRIER_STATE WAVE_BARRIER_COMPLETE WAVE_MODE.GPR_IDX_EN VSKIP""".split()
)
"""State that is not in the registers of a wave."""

_IMPLICIT = ("v_div_fmas_f32", "v_div_fmas_f64")
"""Instructions that read VCC without printing it."""


def _width(accessed: Sequence[Access], name: str) -> int:
    """The bits of a variable that are accessed, a multiple of 32."""
    most = 32
    for access in accessed:
        if access.name != name or not access.path:
            continue
        step = access.path[0]
        if isinstance(step, Typed):
            most = max(most, step.width)
        elif isinstance(step.first, Literal):
            most = max(most, step.first.value.bits + 1)
    return -(-most // 32) * 32


@dataclass(frozen=True)
class Form:
    """
    An instruction with registers. `variant` are the modifiers behind the operands; `names`
    are the values by which the pseudocode knows them.
    """

    mnemonic: str
    program: Program
    text: str
    widths: Mapping[str, int]
    names: frozenset[str]
    targets: frozenset[str]
    constant: int | None
    bindings: Mapping[str, Value]

    @property
    def scalar(self) -> bool:
        """True if the instruction has one result of each wave, from scalars."""
        return self.mnemonic.startswith(("s_", "v_s_"))

    @property
    def by_wave(self) -> bool:
        """True if the pseudocode names the lanes of vector registers itself."""
        return "VGPR" in self.names and "laneId" not in self.names

    @property
    def lanes(self) -> int:
        narrow = any(
            access.name == "EXEC" and access.path and access.path[0] == Typed("u", 32)
            for access in accesses(self.program)
        )
        return 32 if narrow else 64


def _register(file: str, first: int, width: int) -> str:
    count = width // 32
    return f"{file}{first}" if count == 1 else f"{file}[{first}:{first + count - 1}]"


def _variants(
    mnemonic: str, draw: random.Random
) -> Iterator[tuple[str, Mapping[str, Value]]]:
    """Modifiers as printed, and their names in the pseudocode."""
    if "_mix" in mnemonic:
        for _ in range(4):
            low, high = draw.getrandbits(3), draw.getrandbits(3)
            text = f" op_sel:{_flags(low, 3)} op_sel_hi:{_flags(high, 3)}"
            yield text, {"OPSEL": unsigned(3, low), "OPSEL_HI": unsigned(3, high)}
    elif mnemonic in ("v_dot4_i32_iu8", "v_dot8_i32_iu4"):
        for negative in range(4):
            text = f" neg_lo:{_flags(negative, 3)}"
            yield text, {"NEG": unsigned(3, negative)}
    elif mnemonic.startswith("v_bitop3"):
        for _ in range(4):
            bits = draw.getrandbits(8)
            yield (
                f" bitop3:{bits:#x}",
                {
                    "INST.OMOD": unsigned(2, bits >> 6),
                    "INST.ABS": unsigned(3, bits >> 3),
                    "INST.NEG": unsigned(3, bits),
                },
            )
    elif mnemonic in ("v_permlane16_b32", "v_permlanex16_b32"):
        # Inactive lanes are read too, as the pseudocode has it.
        yield " op_sel:[1,0]", {}
    elif mnemonic.startswith("v_permlane") and "_var_" in mnemonic:
        yield " op_sel:[1,0]", {}
    elif mnemonic == "v_pk_mov_b32":
        for bits in range(4):
            yield f" op_sel:{_flags(bits, 2)}", {"OPSEL": unsigned(2, bits)}
    else:
        yield (
            "",
            {
                "OPSEL": unsigned(4, 0),
                "SDWA_SRC0_SEL": unsigned(3, 0),
                "BYTE1": unsigned(3, 1),
                "BYTE2": unsigned(3, 2),
                "BYTE3": unsigned(3, 3),
                "WORD1": unsigned(3, 5),
            },
        )


def _flags(bits: int, count: int) -> str:
    return "[" + ",".join(str(bits >> n & 1) for n in range(count)) + "]"


def forms(
    interpreter: Interpreter, mnemonic: str, draw: random.Random
) -> Iterator[Form]:
    """
    The instruction with registers and with some of its modifiers.

    Raises `PseudocodeError` for one that this module cannot write.
    """
    program = interpreter.program(mnemonic)
    accessed = list(accesses(program))
    names = frozenset(access.name for access in accessed)
    targets = frozenset(access.name for access in assignments(program))
    if "D" in targets:
        targets |= {"D0"}
    outside = names & _OUTSIDE
    if outside:
        raise PseudocodeError(f"it names {', '.join(sorted(outside))}")
    if not targets:
        raise PseudocodeError("it assigns nothing")
    if mnemonic.startswith(_MASKS):
        names |= {"S0", "S1"}
    if "_fmac_" in mnemonic:
        # The text of V_FMAC_DX9_ZERO_F32 has S2 for the destination.
        names -= {"S2"}
    widths: dict[str, int] = {
        name: _width(accessed, name) for name in ("D0", "D1", "S0", "S1", "S2")
    }
    widths.update(_WIDTHS.get(mnemonic, {}))
    if mnemonic.startswith(_MASKS) and mnemonic.endswith("64"):
        widths.update(S0=64, S1=32 if "class" in mnemonic else 64)
    constant: int | None = None
    if names & {"SIMM16", "SIMM32"} or mnemonic.startswith(_CONSTANTS):
        wide = "SIMM32" in names
        constant = draw.getrandbits(32 if wide else 16)
        if wide and _width(accessed, "SIMM32") and mnemonic.endswith("16"):
            constant &= 0xFFFF
    operands = _operands(mnemonic, names, targets, widths, constant)
    for text, bindings in _variants(mnemonic, draw):
        yield Form(
            mnemonic,
            program,
            f"{mnemonic} {', '.join(operands)}{text}",
            widths,
            names,
            targets,
            constant,
            bindings,
        )


def _operands(
    mnemonic: str,
    names: frozenset[str],
    targets: frozenset[str],
    widths: Mapping[str, int],
    constant: int | None,
) -> list[str]:
    scalar = mnemonic.startswith(("s_", "v_s_"))
    printed = f"{constant:#x}" if constant is not None else ""
    if mnemonic.startswith(_CONSTANTS):
        return [f"s{SCALAR_RESULT}", printed]
    found: list[str] = []
    by_wave = "VGPR" in names and "laneId" not in names
    relative = names & {"DST", "VDST"}
    if scalar:
        if "D0" in targets:
            found.append(_register("s", SCALAR_RESULT, widths["D0"]))
        elif "DST" in names:
            found.append(_register("s", SCALAR_RESULT, _moved_width(mnemonic)))
    elif mnemonic.startswith("v_cmpx") and "D0" not in targets:
        pass
    elif mnemonic.startswith(_MASKS):
        found.append(_register("s", SCALAR_RESULT, 64))
    elif by_wave and "D0" in targets:
        found.append(f"s{SCALAR_RESULT}")
    elif "D0" in targets or relative:
        found.append(_register("v", RESULT, widths["D0"]))
    if not scalar and (names & {"D1"} or "VCC" in targets):
        found.append("vcc")
    for index in range(3):
        if (index == 1 and "fmamk" in mnemonic) or (index == 1 and "madmk" in mnemonic):
            found.append(printed)
        name = f"S{index}"
        if f"SRC{index}" in names:
            width = _moved_width(mnemonic) if scalar else 32
            first = (SCALAR_SOURCES if scalar else SOURCES)[index]
            found.append(_register("s" if scalar else "v", first, width))
        elif name in names or "S" in names:
            file = "s" if scalar or by_wave else "v"
            first = (SCALAR_SOURCES if file == "s" else SOURCES)[index]
            found.append(_register(file, first, widths[name]))
    if "fmaak" in mnemonic or "madak" in mnemonic:
        found.append(printed)
    if "VCC" in names and mnemonic not in _IMPLICIT and not scalar:
        reads = "VCC" not in targets or "_ci_" in mnemonic or "c_co" in mnemonic
        if reads or mnemonic.startswith(("v_subb", "v_addc")):
            found.append("vcc")
    return found


def _moved_width(mnemonic: str) -> int:
    return 64 if mnemonic.endswith("64") else 32


# --- execution -----------------------------------------------------------------------


@dataclass
class Difference:
    """
    What the two made of `sources`: the name of a register, and its bits that the pseudocode
    writes, by the pseudocode and by the emulator. `major` is the generation's number.
    """

    form: Form
    major: int
    sources: Mapping[str, int]
    name: str
    expected: int
    actual: int

    def __str__(self) -> str:
        sources = ", ".join(f"{k} = {v:#x}" for k, v in self.sources.items())
        return (
            f"{self.form.text}: with {sources} the pseudocode gives {self.name} = "
            f"{self.expected:#x}, the emulator {self.actual:#x}"
        )


@dataclass
class Run:
    """Registers before and after an instruction, of `count` waves."""

    form: Form
    before: State
    after: State = field(init=False)

    @property
    def major(self) -> int:
        return self.before.generation.major

    def execute(self) -> None:
        """Executes the emulator's step on a copy of the registers."""
        before = self.before
        state = self.after = State(
            before.generation, before.slots, before.lanes, vector_registers=REGISTERS
        )
        for name in ("v", "s", "exec", "scc", "mode"):
            getattr(state, name)[...] = getattr(before, name)
        machine: Any = SimpleNamespace(memory=None, modes_differ=False)
        with np.errstate(all="ignore"):
            step = build(instruction(self.form.text), before.generation)
            step(Waves(machine, state, slice(0, before.slots)))


def prepared(form: Form, cpu: str, count: int, draw: random.Random) -> State:
    """The registers of `count` waves, with random sources."""
    target = generation(cpu)
    state = State(target, count, form.lanes, vector_registers=REGISTERS)
    state.mode[...] = IEEE_MODE if target.major < 12 else 0xF0
    state.exec[...] = True
    lanes = 1 if form.scalar else form.lanes
    widths = [form.widths[f"S{index}"] for index in range(3)]
    whole = any(
        access.name == "M0" and access.path[-1] == _WHOLE
        for access in accesses(form.program)
    )
    for wave in range(count):
        # A pair of scalar registers has an even number.
        small = draw.randrange(0, 8, 2) if form.scalar else draw.randrange(8)
        state.s[M0, wave] = small if whole else small | draw.randrange(8) << 16
        state.scc[wave] = draw.getrandbits(1)
        for lane in range(lanes):
            sources = draw_sources(draw, [*widths, form.widths["D0"]])
            first = form.scalar or form.by_wave
            for index, bits in enumerate(sources[:3]):
                _put(state.v, SOURCES[index], bits, wave, lane)
                if first and lane == 0:
                    _put(state.s, SCALAR_SOURCES[index], bits, wave)
            _put(state.v, RESULT, sources[3], wave, lane)
            if form.scalar:
                _put(state.s, SCALAR_RESULT, sources[3], wave)
        if form.scalar or form.by_wave:
            bits = draw.choice((0, 1, 1 << 63, 1 << 32, draw.getrandbits(64)))
            if not form.scalar and draw.randrange(2):
                bits = -1 & 0xFFFFFFFFFFFFFFFF
            words = np.array([bits], np.uint64)
            state.exec[wave] = bit_lanes(words, form.lanes)[0]
    return state


_WHOLE = Part(
    Literal(Value("i", 32, 31)),
    Literal(Value("i", 32, 0)),
)


def _put(
    registers: Array, first: int, bits: int, wave: int, lane: int | None = None
) -> None:
    index = 0
    while bits or index == 0:
        place = (first + index, wave) if lane is None else (first + index, wave, lane)
        registers[place] = bits & 0xFFFFFFFF
        bits >>= 32
        index += 1


def _get(
    registers: Array, first: int, width: int, wave: int, lane: int | None = None
) -> int:
    words = registers[first : first + width // 32, wave]
    if lane is not None:
        words = words[:, lane]
    return sum(int(word) << (32 * n) for n, word in enumerate(words))


def _exec(state: State, wave: int) -> int:
    return int(lane_bits(state.exec[wave : wave + 1])[0])


def _vcc(state: State, wave: int) -> int:
    return _get(state.s, VCC, 64, wave)


def differences(
    interpreter: Interpreter, form: Form, cpu: str, cases: int, draw: random.Random
) -> Iterator[Difference]:
    """Executes `form` with `cases` random sources and yields what differs."""
    count = cases
    if not form.scalar:
        count = max(1, cases // (8 if form.by_wave else form.lanes))
    run = Run(form, prepared(form, cpu, count, draw))
    run.execute()
    for wave in range(count):
        yield from _compared(interpreter, run, wave)


def _wave_scope(run: Run, wave: int) -> Scope:
    """The variables that all lanes share."""
    state = run.before
    scope: Scope = {
        "EXEC": bits_cell(64, _exec(state, wave)),
        "EXEC_LO": bits_cell(32, _exec(state, wave) & 0xFFFFFFFF),
        "VCC": bits_cell(64, _vcc(state, wave)),
        "SCC": Cell(truth(bool(state.scc[wave]))),
        "M0": bits_cell(32, int(state.s[M0, wave])),
        "WAVE_MODE.IEEE": Cell(truth(state.generation.major < 12)),
        "TRAPSTS.INVALID": bits_cell(1, 0),
        "WAVE32": Cell(truth(run.form.lanes == 32)),
        "wave32": Cell(truth(run.form.lanes == 32)),
        "WAVE64": Cell(truth(run.form.lanes == 64)),
    }
    for name, value in run.form.bindings.items():
        scope[name] = Cell(value)
    if run.form.constant is not None:
        scope["SIMM16"] = bits_cell(16, run.form.constant & 0xFFFF)
        scope["SIMM32"] = bits_cell(32, run.form.constant)
    firsts = SCALAR_SOURCES if run.form.scalar else SOURCES
    for index, first in enumerate(firsts):
        scope[f"SRC{index}"] = bits_cell(32, first)
    result = SCALAR_RESULT if run.form.scalar else RESULT
    scope["DST"] = scope["VDST"] = bits_cell(32, result)
    return scope


def _compared(interpreter: Interpreter, run: Run, wave: int) -> Iterator[Difference]:
    form = run.form
    scope = _wave_scope(run, wave)
    if form.scalar:
        yield from _compared_scalars(interpreter, run, wave, scope)
    elif form.by_wave:
        yield from _compared_wave(interpreter, run, wave, scope)
    else:
        yield from _compared_lanes(interpreter, run, wave, scope)
    written = scope["VCC"].value, scope["EXEC"].value, scope["SCC"].value
    found = _vcc(run.after, wave), _exec(run.after, wave), int(run.after.scc[wave])
    for name, value, bits in zip(("VCC", "EXEC", "SCC"), written, found, strict=True):
        assert isinstance(value, Value)
        expected = value.bits
        if name == "VCC" and form.lanes == 32:
            continue
        if expected != bits:
            sources = {
                f"S{n}": _get(run.before.s, first, form.widths[f"S{n}"], wave)
                for n, first in enumerate(SCALAR_SOURCES)
            }
            yield Difference(form, run.major, sources, name, expected, bits)


def _mismatch(cell: Cell, actual: int, width: int) -> tuple[int, int] | None:
    """The bits that the pseudocode wrote and those of the emulator, if they differ."""
    value = cell.value
    assert isinstance(value, Value)
    mask = cell.written & ((1 << width) - 1)
    expected = value.bits & mask
    actual &= mask
    if _equal(expected, actual, value.free):
        return None
    return expected, actual


_NANS: Mapping[int, tuple[int, int]] = {
    8: (0x7F, 0x7C),
    16: (0x7FFF, 0x7C00),
    32: (0x7FFFFFFF, 0x7F800000),
    64: (0x7FFFFFFFFFFFFFFF, 0x7FF0000000000000),
}


def _equal(expected: int, actual: int, free: Ranges) -> bool:
    """Equal bits; for a part with an open NaN any quiet NaN is right."""
    for first, width in free:
        part = actual >> first & ((1 << width) - 1)
        # Formats of 4 and 6 bits have no NaN.
        if width > 6:
            magnitude, infinity = _NANS[width]
            if part & magnitude <= infinity:
                return False
        mask = ((1 << width) - 1) << first
        expected, actual = expected & ~mask, actual & ~mask
    return expected == actual


def _compared_scalars(
    interpreter: Interpreter, run: Run, wave: int, scope: Scope
) -> Iterator[Difference]:
    form, state = run.form, run.before
    lane: Scope = {}
    for index, first in enumerate(SCALAR_SOURCES):
        name = f"S{index}"
        lane[name] = bits_cell(
            form.widths[name], _get(state.s, first, form.widths[name], wave)
        )
    old = _get(state.s, SCALAR_RESULT, form.widths["D0"], wave)
    lane["D0"] = bits_cell(form.widths["D0"], old)
    if form.constant is not None and form.mnemonic.startswith(_CONSTANTS):
        constant = bits_cell(16, form.constant)
        if "cmpk" in form.mnemonic:
            lane["S0"], lane["S1"] = bits_cell(32, old), constant
        else:
            lane["S0"] = constant
    sources = {
        name: cell.value.bits
        for name, cell in lane.items()
        if name in form.names and isinstance(cell.value, Value)
    }
    sources["SCC"] = int(state.scc[wave])
    relative = "SGPR" in form.names
    if relative:
        words = [int(word) for word in state.s[:103, wave]]
        items = [bits_cell(64, low | high << 32) for low, high in pairwise(words)]
        scope["SGPR"] = Cell(Value("b", 64, 0), items=items)
    interpreter.run(form.program, lane, scope)
    found = _get(run.after.s, SCALAR_RESULT, form.widths["D0"], wave)
    if mismatch := _mismatch(lane["D0"], found, form.widths["D0"]):
        yield Difference(form, run.major, sources, "D0", *mismatch)
    for number, cell in enumerate(scope["SGPR"].items if relative else []):
        found = _get(run.after.s, number, 64, wave)
        if mismatch := _mismatch(cell, found, 64):
            yield Difference(form, run.major, sources, f"s{number}", *mismatch)


def _vector_cells(state: State, wave: int) -> Cell:
    lanes = [
        Cell(
            Value("b", 32, 0),
            items=[bits_cell(32, int(word)) for word in state.v[:, wave, lane]],
        )
        for lane in range(state.lanes)
    ]
    return Cell(Value("b", 32, 0), items=lanes)


def _compared_registers(
    run: Run, wave: int, cells: Cell, sources: Sequence[Mapping[str, int]]
) -> Iterator[Difference]:
    """
    All vector registers of a wave, those that no statement wrote too. `sources` are those of
    each lane.
    """
    for lane, registers in enumerate(cells.items):
        for number, cell in enumerate(registers.items):
            assert isinstance(cell.value, Value)
            found = int(run.after.v[number, wave, lane])
            if not _equal(cell.value.bits, found, cell.value.free):
                name = f"v{number} of lane {lane}"
                yield Difference(
                    run.form, run.major, sources[lane], name, cell.value.bits, found
                )


def _compared_wave(
    interpreter: Interpreter, run: Run, wave: int, scope: Scope
) -> Iterator[Difference]:
    form, state = run.form, run.before
    scope["VGPR"] = _vector_cells(state, wave)
    sources: dict[str, int] = {"EXEC": _exec(state, wave)}
    for index, first in enumerate(SCALAR_SOURCES):
        name = f"S{index}"
        bits = _get(state.s, first, form.widths[name], wave)
        scope[name] = bits_cell(form.widths[name], bits)
        sources[name] = bits
    scope["D0"] = bits_cell(32, 0)
    interpreter.run(form.program, scope)
    yield from _compared_registers(run, wave, scope["VGPR"], [sources] * form.lanes)
    if "D0" in form.targets:
        found = _get(run.after.s, SCALAR_RESULT, 32, wave)
        if mismatch := _mismatch(scope["D0"], found, 32):
            yield Difference(form, run.major, sources, "D0", *mismatch)


def _compared_lanes(
    interpreter: Interpreter, run: Run, wave: int, scope: Scope
) -> Iterator[Difference]:
    form, state = run.form, run.before
    mask = form.mnemonic.startswith(_MASKS)
    if mask:
        scope["D0"] = bits_cell(64, 0)
    if "VGPR" in form.names:
        scope["VGPR"] = _vector_cells(state, wave)
    sources: dict[str, int] = {}
    by_lane: list[Mapping[str, int]] = []
    for number in range(form.lanes):
        lane: Scope = {"laneId": Cell(unsigned(32, number))}
        for index, first in enumerate(SOURCES):
            name = f"S{index}"
            bits = _get(state.v, first, form.widths[name], wave, number)
            lane[name] = bits_cell(form.widths[name], bits)
            sources[name] = bits
        if "S" in form.names:
            lane["S"] = Cell(Value("b", 32, 0), items=[lane[f"S{n}"] for n in range(3)])
        if not mask:
            old = _get(state.v, RESULT, form.widths["D0"], wave, number)
            lane["D0"] = lane["D"] = bits_cell(form.widths["D0"], old)
            sources["D0"] = old
            if "_fmac_" in form.mnemonic:
                lane["S2"] = bits_cell(form.widths["D0"], old)
        sources["VCC"] = _vcc(state, wave) >> number & 1
        lane["D1"] = bits_cell(1, 0)
        if "div_scale" in form.mnemonic:
            lane["VCC"] = bits_cell(64, 0)
        before = dict(sources)
        interpreter.run(form.program, lane, scope)
        by_lane.append(before)
        mask_bit = lane.get("VCC", lane["D1"] if "D1" in form.names else None)
        if mask_bit is not None:
            expected = _bit(mask_bit)
            found = _vcc(run.after, wave) >> number & 1
            if expected != found:
                yield Difference(form, run.major, before, "VCC", expected, found)
            scope["VCC"] = bits_cell(64, _vcc(run.after, wave))
        if not mask:
            width = form.widths["D0"]
            found = _get(run.after.v, RESULT, width, wave, number)
            if "VGPR" in form.names and "D0" in form.targets:
                # Compared here, not as a register that no statement names.
                cells = scope["VGPR"].items[number].items
                for index in range(width // 32):
                    word = _get(run.after.v, RESULT + index, 32, wave, number)
                    cells[RESULT + index] = bits_cell(32, word)
            if mismatch := _mismatch(lane["D0"], found, width):
                yield Difference(form, run.major, before, "D0", *mismatch)
            elif lane["S0"].written:
                found = _get(run.after.v, SOURCES[0], form.widths["S0"], wave, number)
                if mismatch := _mismatch(lane["S0"], found, form.widths["S0"]):
                    yield Difference(form, run.major, before, "S0", *mismatch)
        elif "D0" in form.targets:
            value = scope["D0"].value
            assert isinstance(value, Value)
            expected = value.bits >> number & 1
            found = _get(run.after.s, SCALAR_RESULT, 64, wave) >> number & 1
            if expected != found:
                yield Difference(form, run.major, before, "D0", expected, found)
    if "VGPR" in form.names:
        yield from _compared_registers(run, wave, scope["VGPR"], by_lane)


def _bit(cell: Cell) -> int:
    assert isinstance(cell.value, Value)
    return cell.value.bits & 1


@cache
def _mnemonics(cpu: str) -> frozenset[str]:
    """The instructions of a processor, by LLVM's tables; both halves of pairs."""
    rows = table(cpu, 64 if generation(cpu).major < 10 else 32)
    words: set[str] = set()
    for places in rows.places.values():
        for place in places:
            halves = rows.row(place).template.split(" :: ")
            words.update(half.split()[0] for half in halves)
    return frozenset(_mnemonic(word) for word in words)


def _mnemonic(word: str) -> str:
    """The mnemonic without the name of an encoding."""
    for encoding in ("_e64_dpp", "_e32", "_e64", "_sdwa", "_dpp"):
        word = word.removesuffix(encoding)
    return word


def exists(mnemonic: str, cpu: str) -> bool:
    """
    True if the processor has the instruction: a document has some of other processors too.
    """
    return mnemonic in _mnemonics(cpu)


def implemented(mnemonic: str) -> bool:
    """True if the emulator has the instruction."""
    return mnemonic in instructions()
