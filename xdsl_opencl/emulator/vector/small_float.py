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
from xdsl_opencl.emulator.instruction import Builder, Instruction
from xdsl_opencl.emulator.memory.faults import instruction_place
from xdsl_opencl.emulator.operands import Operand, Register
from xdsl_opencl.emulator.vector.execution.execute import by_instruction, table
from xdsl_opencl.emulator.vector.execution.instruction_rows import (
    InstructionRow,
    integer,
    keeping,
    moded,
)
from xdsl_opencl.emulator.vector.semantics import small_floats as s
from xdsl_opencl.emulator.vector.semantics.conversions import pack
from xdsl_opencl.emulator.vector.semantics.formats import Array, Mode
from xdsl_opencl.emulator.vector.semantics.integers import random_step
from xdsl_opencl.emulator.vector.semantics.small_floats import SmallFormat


def small_format(name: str, generation: Generation) -> SmallFormat:
    """The format that a name means on a generation."""
    if generation.is_gfx940 and generation.name != "gfx950":
        return s.FNUZ.get(name, s.FORMATS[name])
    return s.FORMATS[name]


def _byte_format(
    name: str, instruction: Instruction, generation: Generation
) -> SmallFormat:
    """The format of bytes: with `clamp` E5M3 on gfx1250 ("CDNA5 …", "Conversion to/from E5M3")."""
    if generation.is_gfx1250 and "clamp" in instruction.modifiers:
        if instruction.mnemonic.startswith("v_cvt_f32_fp8"):
            return s.FORMATS["e5m3"]
        raise UnknownInstructionError(
            f"{instruction_place(instruction)} converts to E5M3, and AMD's manual does not say "
            "what numbers below zero become; it is not implemented"
        )
    return small_format(name, generation)


def _is_high(operand: Operand) -> bool:
    """True for the high half of a register (`v1.h`)."""
    return isinstance(operand, Register) and operand.half == "h"


def _replaced(old: Array, bits: Array, first: int, width: int) -> Array:
    """The word `old` with `width` bits from `first` on replaced by `bits`."""
    mask = np.uint32(((1 << width) - 1) << first)
    return (old & ~mask) | (bits << np.uint32(first) & mask)


def _source_bit(instruction: Instruction, count: int) -> int:
    """The first bit of the byte, or of the half with two, that an instruction converts."""
    low, high, *_ = instruction.flags("op_sel", 4)
    if "src0_sel" in instruction.modifiers:
        return 0  # what SDWA selects
    if count == 2:
        return 16 * (low or _is_high(instruction.operands[1]))
    return 8 * int(instruction.modifiers.get("byte_sel", 2 * low + high))


def _unpack_bytes(
    count: int, to: str, name: str, instruction: Instruction, generation: Generation
) -> InstructionRow:
    """V_CVT_F32_FP8, V_CVT_PK_F16_BF8 and their like: a byte or two of the source."""
    format = small_format(name, generation)
    if (count, to) == (1, "f32"):
        format = _byte_format(name, instruction, generation)
    half = (count, to) == (2, "f16")
    first = 0 if half else _source_bit(instruction, count)

    def compute(source: Array) -> Array:
        words = source.astype(np.uint32)
        values = [
            _as_bits(to, s.decode(words >> np.uint32(first + 8 * i), format))
            for i in range(count)
        ]
        return _joined(values, to)

    source = "b16" if half else "b32"
    return keeping(integer(_results(count, to), source, compute))


def _results(count: int, to: str) -> str:
    """The type of `count` numbers as a result."""
    return "u16" if count * _WIDTHS[to] == 16 else f"r{count * _WIDTHS[to] // 32}"


def _joined(values: list[Array], to: str) -> Array:
    if len(values) * _WIDTHS[to] == 16:
        return values[0].astype(np.uint16)
    return s.join_fields(values, _WIDTHS[to])


def _pack_bytes(
    of: str, name: str, instruction: Instruction, generation: Generation
) -> InstructionRow:
    """
    V_CVT_PK_FP8_F32 and its like: two floats, or the two halves of a register, as two bytes in one
    half of the destination.
    """
    format = small_format(name, generation)
    if of == "f32":
        format = _byte_format(name, instruction, generation)

    def compute(mode: Mode, *sources: Array) -> Array:
        if of == "f16":
            (pair,) = sources
            sources = tuple(_as_double(of, pair >> np.uint32(n)) for n in (0, 16))
        low, high = (
            s.encode(source.astype(np.float64), format, clamps=mode.saturates)
            for source in sources
        )
        return (low | high << np.uint32(8)).astype(np.uint16)

    return keeping(moded("u16", "f32 f32" if of == "f32" else "b32", compute))


def _stochastic(
    name: str, instruction: Instruction, generation: Generation
) -> InstructionRow:
    """V_CVT_SR_FP8_F32, V_CVT_SR_BF8_F32: one byte, rounded by random bits."""
    format = _byte_format(name, instruction, generation)
    *_, low, high = instruction.modifiers.get("op_sel", (0, 0))
    first = 8 * int(instruction.modifiers.get("byte_sel", low + 2 * high))

    def compute(mode: Mode, value: Array, random: Array, old: Array) -> Array:
        wide, clamps = value.astype(np.float64), mode.saturates
        bits = s.encode(wide, format, clamps=clamps, random=random)
        return _replaced(old, bits, first, 8)

    return moded("u32", "f32 u32 =u32", compute)


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
) -> InstructionRow:
    """
    V_CVT_SCALEF32 and V_CVT_SCALE to float, half or bfloat16: `count` numbers, times the scale.
    """
    format = s.FORMATS[name]
    factor = _factor(instruction)
    low, high, *_ = instruction.flags("op_sel", 4)
    # Bits of the source: a byte, a half (two of 8 bits), or whole registers.
    width = format.width
    first = 16 * low if count * width == 16 else 8 * (low + 2 * high)
    words = max(1, count * width // 32)
    first = 0 if words > 1 else first

    def compute(data: Array, scale: Array) -> Array:
        scales = factor(scale)
        bits = [s.field(data, first + i * width, width) for i in range(count)]
        return _joined([_as_bits(to, s.decode(b, format) * scales) for b in bits], to)

    return keeping(integer(_results(count, to), f"r{words} b32", compute))


def _shrink(
    count: int,
    stochastic: bool,
    name: str,
    of: str,
    instruction: Instruction,
    generation: Generation,
) -> InstructionRow:
    """
    V_CVT_SCALEF32 from float, half or bfloat16: divides the numbers by the scale and rounds
    to nearest, or by random bits, which advance by a step of V_PRNG_B32 for each number.
    """
    format = s.FORMATS[name]
    sources = len(instruction.operands) - 2 - stochastic
    *_, low, high = instruction.modifiers.get("op_sel", (0, 0))
    width = count * format.width
    first = 16 * high if width == 16 else 8 * (low + 2 * high)
    bits, each = _WIDTHS[of], count // sources
    kept = ["=u32"] * (width < 32)

    def compute(mode: Mode, *values: Array) -> Array:
        *words, scale = values[:-1] if kept else values
        random = words.pop() if stochastic else None
        fields = [[s.field(w, i * bits, bits) for i in range(each)] for w in words]
        results: list[Array] = []
        # Two sources of 16 floats alternate (V_CVT_SCALEF32_2XPK16_FP6_F32).
        for value in (v for row in zip(*fields, strict=True) for v in row):
            scaled = np.ldexp(_as_double(of, value), -_scale(scale))
            clamps = mode.saturates
            results.append(s.encode(scaled, format, clamps=clamps, random=random))
            random = None if random is None else random_step(random)
        joined = s.join_fields(results, format.width)
        return _replaced(values[-1], joined[0], first, width) if kept else joined

    registers = [f"r{max(1, each * bits // 32)}"] * sources
    types = (*registers, *["u32"] * stochastic, "b32", *kept)
    return moded("u32" if kept else f"r{width // 32}", " ".join(types), compute)


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
    count = _COUNTS[kind or ""]
    if to in _WIDTHS:
        return by_instruction(partial(_expand, count, to, of))
    return by_instruction(partial(_shrink, count, stochastic is not None, to, of))


def _bfloat_pair(low: Array, high: Array) -> Array:
    return pack(s.single_to_bfloat(low), s.single_to_bfloat(high))


_PLAIN: Mapping[str, Any] = {
    "f16_{}": partial(_unpack_bytes, 1, "f16"),
    "pk_f16_{}": partial(_unpack_bytes, 2, "f16"),
    "f32_{}": partial(_unpack_bytes, 1, "f32"),
    "pk_f32_{}": partial(_unpack_bytes, 2, "f32"),
    "pk_{}_f16": partial(_pack_bytes, "f16"),
    "pk_{}_f32": partial(_pack_bytes, "f32"),
    "sr_{}_f32": _stochastic,
}

INSTRUCTIONS: Mapping[str, Builder] = {
    **{
        f"v_cvt_{pattern.format(name)}": by_instruction(partial(make, name))
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
