"""
Conversions from and to formats of 4 to 8 bits, with and without a scale, and bfloat16.

The scale of V_CVT_SCALEF32 is a float; only its exponent counts. `op_sel` (`byte_sel` on RDNA 4,
a selection of SDWA on gfx940) chooses the byte or half of the source or of the destination; the
rest of the destination stays.

In the document's text for V_CVT_SR_FP8_F32 the random bits wrap around in the fraction, which
would turn nearly 2 into 1. Here they carry into the exponent, as stochastic rounding requires.

Sources: "AMD CDNA4 Instruction Set Architecture", section 12, by instruction; "RDNA4 Instruction
Set Architecture", V_CVT_F32_FP8 ("byte select bits are reversed"), V_CVT_PK_FP8_F32.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from xdsl_opencl.emulator.errors import UnknownInstructionError
from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.instruction import Builder, Instruction, Step, acting
from xdsl_opencl.emulator.memory.faults import instruction_place
from xdsl_opencl.emulator.operands import Operand, Register
from xdsl_opencl.emulator.vector.execution.execute import table
from xdsl_opencl.emulator.vector.execution.instruction_rows import integer, keeping
from xdsl_opencl.emulator.vector.execution.typed_sources import Read, reader
from xdsl_opencl.emulator.vector.semantics import small_floats as s
from xdsl_opencl.emulator.vector.semantics.formats import Array
from xdsl_opencl.emulator.vector.semantics.integers import random_step
from xdsl_opencl.emulator.vector.semantics.small_floats import SmallFormat
from xdsl_opencl.emulator.waves import Waves

FP16_OVERFLOW = 1 << 23
"""The bit of MODE that makes conversions saturate (gfx9 and later)."""

_BYTES = {"BYTE_0": 0, "BYTE_1": 1, "BYTE_2": 2, "BYTE_3": 3, "WORD_1": 2}


def small_format(name: str, generation: Generation) -> SmallFormat:
    """The format that a name means on a generation."""
    if generation.is_gfx940 and generation.name != "gfx950":
        return s.FNUZ.get(name, s.FORMATS[name])
    return s.FORMATS[name]


def _byte_format(name: str, instruction: Instruction, waves: Waves) -> SmallFormat:
    """The format of bytes: with `clamp` E5M3 on gfx1250 ("CDNA5 …", "Conversion to/from E5M3")."""
    if waves.generation.is_gfx1250 and "clamp" in instruction.modifiers:
        if instruction.mnemonic.startswith("v_cvt_f32_fp8"):
            return s.FORMATS["e5m3"]
        raise UnknownInstructionError(
            f"{instruction_place(instruction)} converts to E5M3, and AMD's manual does not say "
            "what numbers below zero become; it is not implemented"
        )
    return small_format(name, waves.generation)


def _clamps(waves: Waves) -> bool:
    return bool(waves.mode & FP16_OVERFLOW)


def _read(instruction: Instruction, index: int, type: str) -> Read:
    """Returns the reader of source `index`, with sign modifiers and without selections."""
    return reader(instruction.operands[index + 1], type, index, {}, None)


def _is_high(operand: Operand) -> bool:
    """True for the high half of a register (`v1.h`)."""
    return isinstance(operand, Register) and operand.half == "h"


def _source_byte(instruction: Instruction) -> int:
    """The byte of the source that V_CVT_F32_FP8 converts."""
    modifiers = instruction.modifiers
    if "src0_sel" in modifiers:
        return _BYTES.get(modifiers["src0_sel"], 0)
    if "byte_sel" in modifiers:
        return int(modifiers["byte_sel"])
    low, high, *_ = instruction.flags("op_sel", 4)
    return 2 * low + high


def _to_single(name: str, instruction: Instruction, waves: Waves) -> None:
    """V_CVT_F32_FP8, V_CVT_F32_BF8."""
    format = _byte_format(name, instruction, waves)
    target = instruction.operands[0]
    shift = np.uint32(8 * _source_byte(instruction))
    read = _read(instruction, 0, "b32")
    values = s.decode(read(waves) >> shift & np.uint32(0xFF), format).astype(np.float32)
    waves.write32(target, values.view(np.uint32))


def _to_singles(name: str, instruction: Instruction, waves: Waves) -> None:
    """V_CVT_PK_F32_FP8, V_CVT_PK_F32_BF8: two bytes of the low or high half."""
    format = small_format(name, waves.generation)
    target = instruction.operands[0]
    high = (
        instruction.modifiers.get("src0_sel") == "WORD_1"
        or instruction.flags("op_sel", 4)[0]
        or _is_high(instruction.operands[1])
    )
    shift = 16 if high else 0
    read = _read(instruction, 0, "b32")
    words = read(waves)
    values = [
        s.decode(words >> np.uint32(shift + 8 * i), format).astype(np.float32)
        for i in range(2)
    ]
    waves.write_registers(target, [value.view(np.uint32) for value in values])


def _write_part(
    waves: Waves, instruction: Instruction, bits: Array, first: int, width: int
) -> None:
    """Writes some bits of the destination and keeps the rest."""
    target = instruction.operands[0]
    mask = np.uint32(((1 << width) - 1) << first)
    old = waves.read32(target) & ~mask
    waves.write32(target, old | (bits << np.uint32(first) & mask))


def _from_singles(name: str, instruction: Instruction, waves: Waves) -> None:
    """V_CVT_PK_FP8_F32, V_CVT_PK_BF8_F32: two bytes in one half of the destination."""
    format = _byte_format(name, instruction, waves)
    selection: tuple[int, ...] = instruction.modifiers.get("op_sel", (0,))
    first = 16 * (selection[-1] or _is_high(instruction.operands[0]))
    reads = [_read(instruction, i, "f32") for i in range(2)]
    low, high = (
        s.encode(read(waves).astype(np.float64), format, clamps=_clamps(waves))
        for read in reads
    )
    _write_part(waves, instruction, low | high << np.uint32(8), first, 16)


def _target_byte(instruction: Instruction) -> int:
    if "byte_sel" in instruction.modifiers:
        return int(instruction.modifiers["byte_sel"])
    *_, low, high = instruction.flags("op_sel", 4)
    return low + 2 * high


def _stochastic(name: str, instruction: Instruction, waves: Waves) -> None:
    """V_CVT_SR_FP8_F32, V_CVT_SR_BF8_F32: one byte, rounded by random bits."""
    format = _byte_format(name, instruction, waves)
    first = 8 * _target_byte(instruction)
    read = _read(instruction, 0, "f32")
    read_random = _read(instruction, 1, "u32")
    bits = s.encode(
        read(waves).astype(np.float64),
        format,
        clamps=_clamps(waves),
        random=read_random(waves),
    )
    _write_part(waves, instruction, bits, first, 8)


# With a scale


def _scale(words: Array) -> Array:
    """The exponent of a scale: its biased exponent minus the bias."""
    return (words >> np.uint32(23) & np.uint32(0xFF)).astype(np.int32) - np.int32(127)


def _factor(instruction: Instruction) -> Callable[[Array], Array]:
    """
    Returns the function from the words of scales to numbers. Those of V_CVT_SCALE are E8M0 in the
    low byte, where 255 is NaN; both halves of the wave have the scales of the first ("CDNA5
    Instruction Set Architecture", table 37).

    Raises `UnknownInstructionError` for a `scale_sel`: the table and the text for V_CVT_SCALE
    differ in what it selects.
    """
    if not instruction.mnemonic.startswith("v_cvt_scale_"):
        return lambda words: np.ldexp(1.0, _scale(words))
    if instruction.modifiers.get("scale_sel"):
        place = instruction_place(instruction)
        raise UnknownInstructionError(f"scale_sel in {place} is not implemented")

    def factor(words: Array) -> Array:
        byte = words & np.uint32(0xFF)
        if byte.shape[1] > 1:
            byte = np.tile(byte[:, :16], 2)
        power = np.ldexp(1.0, byte.astype(np.int32) - 127)
        return np.where(byte == 255, np.nan, power)

    return factor


def _as_bits(name: str, values: Array) -> Array:
    """Doubles as the bits of a float, half or bfloat16."""
    if name == "f32":
        return values.astype(np.float32).view(np.uint32)
    if name == "f16":
        return values.astype(np.float16).view(np.uint16).astype(np.uint32)
    return s.single_to_bfloat(values.astype(np.float32)).astype(np.uint32)


def _as_double(name: str, bits: Array) -> Array:
    """The reverse of `_as_bits`."""
    if name == "f32":
        return bits.view(np.float32).astype(np.float64)
    halves = bits.astype(np.uint16)
    if name == "f16":
        return halves.view(np.float16).astype(np.float64)
    return s.bfloat_to_single(halves).astype(np.float64)


_WIDTHS = {"f32": 32, "f16": 16, "bf16": 16}

_COUNTS = {"": 1, "pk_": 2, "pk8_": 8, "pk16_": 16, "pk32_": 32, "2xpk16_": 32}


def _expand(
    count: int, to: str, name: str, instruction: Instruction, generation: Generation
) -> Step:
    """
    V_CVT_SCALEF32 and V_CVT_SCALE to float, half or bfloat16: `count` numbers, times the scale.
    """
    format = s.FORMATS[name]
    factor = _factor(instruction)
    target, source, scale = instruction.operands
    low, high, _, target_high = instruction.flags("op_sel", 4)
    # Bits of the source: a byte, a half (two of 8 bits), or whole registers.
    first = 16 * low if count * format.width == 16 else 8 * (low + 2 * high)
    words = max(1, count * format.width // 32)
    first = 0 if words > 1 else first

    def step(waves: Waves) -> None:
        data = waves.read_registers(source, words)
        scales = factor(waves.read32(scale))
        bits = [
            s.field(data, first + i * format.width, format.width) for i in range(count)
        ]
        fields = [_as_bits(to, s.decode(b, format) * scales) for b in bits]
        if count == 1 and to != "f32":
            _write_part(waves, instruction, fields[0], 16 * target_high, 16)
            return
        waves.write_registers(target, s.join_fields(fields, _WIDTHS[to]))

    return step


def _shrink(
    kind: str,
    stochastic: bool,
    name: str,
    of: str,
    instruction: Instruction,
    generation: Generation,
) -> Step:
    """
    V_CVT_SCALEF32 from float, half or bfloat16: divides the numbers by the scale and rounds
    to nearest, or by random bits, which advance by a step of V_PRNG_B32 for each number.
    """
    format = s.FORMATS[name]
    count = _COUNTS[kind]
    target, *sources = instruction.operands
    scale = sources.pop()
    random_source = sources.pop() if stochastic else None
    selection = instruction.flags("op_sel", 4)
    width = count * format.width
    first = 16 * selection[3] if width == 16 else 8 * (selection[2] + 2 * selection[3])
    bits = _WIDTHS[of]
    each = count // len(sources)

    def fields(waves: Waves) -> list[Array]:
        found: list[list[Array]] = []
        for source in sources:
            words = waves.read_registers(source, max(1, each * bits // 32))
            found.append([s.field(words, i * bits, bits) for i in range(each)])
        # Two sources of 16 floats alternate (V_CVT_SCALEF32_2XPK16_FP6_F32).
        return [column for row in zip(*found, strict=True) for column in row]

    def step(waves: Waves) -> None:
        power = -_scale(waves.read32(scale))
        random = None if random_source is None else waves.read32(random_source)
        results: list[Array] = []
        for value in fields(waves):
            scaled = np.ldexp(_as_double(of, value), power)
            results.append(
                s.encode(scaled, format, clamps=_clamps(waves), random=random)
            )
            if random is not None:
                random = random_step(random)
        if width >= 32:
            waves.write_registers(target, s.join_fields(results, format.width))
            return
        joined = results[0]
        for number, result in enumerate(results[1:], 1):
            joined = joined | result << np.uint32(number * format.width)
        _write_part(waves, instruction, joined, first, width)

    return step


_SCALED = re.compile(
    r"(sr_)?(pk_|pk8_|pk16_|pk32_|2xpk16_)?(f32|f16|bf16|fp8|bf8|fp6|bf6|fp4)_"
    r"(f32|f16|bf16|fp8|bf8|fp6|bf6|fp4)"
)

_SCALED_NAMES = [
    *"""2xpk16_bf6_f32 2xpk16_fp6_f32 f16_bf8 f16_fp8 f32_bf8 f32_fp8
pk32_bf16_bf6 pk32_bf16_fp6 pk32_bf6_bf16 pk32_bf6_f16 pk32_f16_bf6 pk32_f16_fp6 pk32_f32_bf6
pk32_f32_fp6 pk32_fp6_bf16 pk32_fp6_f16 pk_bf16_bf8 pk_bf16_fp4 pk_bf16_fp8 pk_bf8_bf16
pk_bf8_f16 pk_bf8_f32 pk_f16_bf8 pk_f16_fp4 pk_f16_fp8 pk_f32_bf8 pk_f32_fp4 pk_f32_fp8
pk_fp4_bf16 pk_fp4_f16 pk_fp4_f32 pk_fp8_bf16 pk_fp8_f16 pk_fp8_f32 sr_bf8_bf16 sr_bf8_f16
sr_bf8_f32 sr_fp8_bf16 sr_fp8_f16 sr_fp8_f32 sr_pk32_bf6_bf16 sr_pk32_bf6_f16
sr_pk32_bf6_f32 sr_pk32_fp6_bf16 sr_pk32_fp6_f16 sr_pk32_fp6_f32 sr_pk_fp4_bf16
sr_pk_fp4_f16 sr_pk_fp4_f32""".split(),
    *(
        f"{kind}_{to}_{of}"
        for kind, formats in (("pk8", ("fp8", "bf8", "fp4")), ("pk16", ("fp6", "bf6")))
        for to in formats
        for of in ("f32", "f16", "bf16")
    ),
]

_BYTE_SCALED_NAMES = [
    f"{kind}_{to}_{of}"
    for kind, formats in (("pk8", ("fp8", "bf8", "fp4")), ("pk16", ("fp6", "bf6")))
    for of in formats
    for to in _WIDTHS
]


def _scaled(name: str) -> Builder:
    match = _SCALED.fullmatch(name)
    assert match is not None
    stochastic, kind, to, of = match.groups()
    if to in _WIDTHS:
        return partial(_expand, _COUNTS[kind or ""], to, of)
    return partial(_shrink, kind or "", stochastic is not None, to, of)


def _bfloat_pair(low: Array, high: Array) -> Array:
    first = s.single_to_bfloat(low).astype(np.uint32)
    return first | s.single_to_bfloat(high).astype(np.uint32) << np.uint32(16)


def _to_half(name: str, instruction: Instruction, waves: Waves) -> None:
    """V_CVT_F16_FP8, V_CVT_F16_BF8: a byte."""
    format = small_format(name, waves.generation)
    shift = np.uint32(8 * _source_byte(instruction))
    values = s.decode(_read(instruction, 0, "b32")(waves) >> shift, format)
    waves.write16(instruction.operands[0], _as_bits("f16", values), keep=True)


def _to_halves(name: str, instruction: Instruction, waves: Waves) -> None:
    """V_CVT_PK_F16_FP8, V_CVT_PK_F16_BF8: two bytes of half a register."""
    format = small_format(name, waves.generation)
    pair = waves.read16(instruction.operands[1]).astype(np.uint32)
    low, high = (
        _as_bits("f16", s.decode(pair >> np.uint32(8 * i), format)) for i in range(2)
    )
    waves.write32(instruction.operands[0], low | high << np.uint32(16))


def _from_halves(name: str, instruction: Instruction, waves: Waves) -> None:
    """V_CVT_PK_FP8_F16, V_CVT_PK_BF8_F16: the two halves of a register."""
    format = small_format(name, waves.generation)
    pair = _read(instruction, 0, "b32")(waves)
    low, high = (
        s.encode(_as_double("f16", pair >> np.uint32(n)), format, clamps=_clamps(waves))
        for n in (0, 16)
    )
    waves.write16(instruction.operands[0], low | high << np.uint32(8), keep=True)


_PLAIN: Mapping[str, Any] = {
    "f16_{}": _to_half,
    "pk_f16_{}": _to_halves,
    "pk_{}_f16": _from_halves,
    "f32_{}": _to_single,
    "pk_f32_{}": _to_singles,
    "pk_{}_f32": _from_singles,
    "sr_{}_f32": _stochastic,
}

INSTRUCTIONS: Mapping[str, Builder] = {
    **{
        f"v_cvt_{pattern.format(name)}": acting(partial(make, name))
        for pattern, make in _PLAIN.items()
        for name in ("fp8", "bf8")
    },
    **{f"v_cvt_scalef32_{name}": _scaled(name) for name in _SCALED_NAMES},
    **{f"v_cvt_scale_{name}": _scaled(name) for name in _BYTE_SCALED_NAMES},
    **table(
        {
            "v_cvt_f32_bf16": integer("f32", "b16", s.bfloat_to_single),
            "v_cvt_pk_bf16_f32": integer("b32", "f32 f32", _bfloat_pair),
            "v_cvt_sr_f16_f32": keeping(
                integer("f16", "f32 u32", s.single_to_half_stochastic)
            ),
            "v_cvt_sr_bf16_f32": keeping(
                integer("b16", "f32 u32", s.single_to_bfloat_stochastic)
            ),
        }
    ),
}
