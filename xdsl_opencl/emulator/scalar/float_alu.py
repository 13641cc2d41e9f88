"""
Scalar arithmetic on floats and halves (gfx11.5, gfx12): the vector instructions of the same
names on scalar registers (V_S_RCP_F32 as well).

Sources: "RDNA4 Instruction Set Architecture", sections 16.1 to 16.3 and 16.12; "RDNA3.5
Instruction Set Architecture", the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.instruction import Builder, Instruction, Step
from xdsl_opencl.emulator.operands import Literal, Operand, literal_bits
from xdsl_opencl.emulator.vector.compare import FLOAT_COMPARISONS
from xdsl_opencl.emulator.vector.convert import ROWS as CONVERSIONS
from xdsl_opencl.emulator.vector.execution.execute import modes
from xdsl_opencl.emulator.vector.execution.instruction_rows import (
    TYPES,
    ByGeneration,
    InstructionRow,
    format_of_type,
    row_of,
    width,
)
from xdsl_opencl.emulator.vector.float import ROWS as ARITHMETIC
from xdsl_opencl.emulator.vector.semantics.formats import Mode, flush
from xdsl_opencl.emulator.vector.transcendental import FUNCTIONS
from xdsl_opencl.emulator.vector.transcendental import ROWS as TRANSCENDENTAL
from xdsl_opencl.emulator.waves import Waves

Array = NDArray[Any]


def _reader(operand: Operand, type: str) -> Callable[[Waves], Array]:
    """Reads a scalar operand as an array of `type`, shape [waves] or [1], with its signs."""
    read = _plain_reader(operand, type)
    absolute = getattr(operand, "absolute", False)
    negate = getattr(operand, "negate", False)
    if not (absolute or negate):
        return read

    def signed(waves: Waves) -> Array:
        values = np.abs(read(waves)) if absolute else read(waves)
        return -values if negate else values

    return signed


def _plain_reader(operand: Operand, type: str) -> Callable[[Waves], Array]:
    dtype = TYPES[type]
    bits = width(type)
    if isinstance(operand, Literal):
        number = literal_bits(operand, bits)
        constant = np.array([number], np.dtype(f"u{bits // 8}")).view(dtype)
        return lambda waves: constant
    if bits == 16:
        return lambda waves: waves.read_scalar32(operand).astype(np.uint16).view(dtype)
    return lambda waves: waves.read_scalar32(operand).view(dtype)


def _flushed(mode: Mode, type: str, values: Array, *, result: bool) -> Array:
    format = format_of_type(type)
    if format is None:
        return values
    wanted = mode.flush_out(format) if result else mode.flush_in(format)
    return flush(values) if wanted else values


def _bits(values: Array) -> Array:
    """The values' bits in 32, zeros above a half."""
    flat = np.ascontiguousarray(values)
    return flat.view(np.dtype(f"u{flat.dtype.itemsize}")).astype(np.uint32)


def _from_row(found: InstructionRow | ByGeneration, *, high: bool = False) -> Builder:
    """
    The scalar form of a vector instruction; with `high`, it reads the high half of its
    source.
    """

    def builder(instruction: Instruction, generation: Generation) -> Step:
        row = row_of(found, generation)
        destination, *operands = instruction.operands
        sources: list[tuple[str, Callable[[Waves], Array]]] = []
        for source in row.sources:
            type = source.removeprefix("=")
            operand = destination if source.startswith("=") else operands.pop(0)
            sources.append((type, _reader(operand, type)))
        if high:
            sources[0] = (sources[0][0], _high_half(instruction.operands[1]))
        mode_of = modes(generation)

        def step(waves: Waves) -> None:
            mode = mode_of(waves)
            values = [read(waves) for _, read in sources]
            if row.flushes:
                values = [
                    _flushed(mode, type, value, result=False)
                    for (type, _), value in zip(sources, values, strict=True)
                ]
            result = row.compute(mode, *values) if row.moded else row.compute(*values)
            if row.flushes:
                result = _flushed(mode, row.results[0], result, result=True)
            waves.write_scalar32(destination, _bits(result))

        return step

    return builder


def _high_half(operand: Operand) -> Callable[[Waves], Array]:
    def read(waves: Waves) -> Array:
        high = waves.read_scalar32(operand) >> np.uint32(16)
        return high.astype(np.uint16).view(np.float16)

    return read


def _compare(type: str, function: Callable[[Array, Array], Array]) -> Builder:
    def builder(instruction: Instruction, generation: Generation) -> Step:
        first, second = (_reader(operand, type) for operand in instruction.operands)
        mode_of = modes(generation)

        def step(waves: Waves) -> None:
            mode = mode_of(waves)
            a = _flushed(mode, type, first(waves), result=False)
            b = _flushed(mode, type, second(waves), result=False)
            waves.scc = function(a, b)

        return step

    return builder


_BOTH = (
    "add sub mul min max min_num max_num minimum maximum fmac ceil floor trunc rndne"
)
_OTHERS = """fmaak_f32 fmamk_f32 cvt_f32_i32 cvt_f32_u32 cvt_i32_f32 cvt_u32_f32 cvt_f16_f32
cvt_f32_f16 cvt_pk_rtz_f16_f32"""


def _table() -> dict[str, Builder]:
    rows: dict[str, InstructionRow | ByGeneration] = {**ARITHMETIC, **CONVERSIONS}
    names = [f"{name}_{type}" for name in _BOTH.split() for type in ("f32", "f16")]
    table = {f"s_{name}": _from_row(rows[f"v_{name}"]) for name in names}
    for name in _OTHERS.split():
        table[f"s_{name}"] = _from_row(rows[f"v_{name}"])
    table["s_cvt_hi_f32_f16"] = _from_row(rows["v_cvt_f32_f16"], high=True)
    for name, _ in FUNCTIONS:
        for type in ("f32", "f16"):
            table[f"v_s_{name}_{type}"] = _from_row(TRANSCENDENTAL[f"v_{name}_{type}"])
    for name, function in FLOAT_COMPARISONS.items():
        if name not in {"f", "t", "tru"}:
            for type in ("f32", "f16"):
                table[f"s_cmp_{name}_{type}"] = _compare(type, function)
    return table


INSTRUCTIONS = _table()
