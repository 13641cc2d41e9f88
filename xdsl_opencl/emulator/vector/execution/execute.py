"""
The generic executor: builds the step of an instruction from its row, with every modifier.

A floating-point result goes through three stages: flush denormals according to MODE, multiply by
the output modifier, clamp ("Vega Instruction Set Architecture", section 6.2.3; "RDNA3 Instruction
Set Architecture", section 7.2.2 "Output modifiers").
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from xdsl_opencl.emulator.errors import EmulatorError
from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.instruction import Builder, Instruction, Step
from xdsl_opencl.emulator.operands import Operand
from xdsl_opencl.emulator.vector.execution.instruction_rows import (
    ByGeneration,
    InstructionRow,
    format_of_type,
    row_of,
    width,
)
from xdsl_opencl.emulator.vector.execution.typed_sources import (
    SELECTIONS,
    VCC,
    Exchange,
    Read,
    reader,
)
from xdsl_opencl.emulator.vector.semantics.formats import (
    MODE_BITS,
    Format,
    Mode,
    decode_mode,
    flush,
)
from xdsl_opencl.emulator.vector.semantics.small_floats import (
    bfloat_to_single,
    single_to_bfloat,
)
from xdsl_opencl.emulator.waves import Waves

Array = NDArray[Any]
Bools = NDArray[np.bool_]

Evaluate = Callable[[Waves], Any]
Commit = Callable[[Waves, Any], None]

_CONTROLLED = frozenset({"dpp", "e64_dpp"})

_MULTIPLIERS = {"mul:2": 2.0, "mul:4": 4.0, "div:2": 0.5}


def modes(generation: Generation) -> Callable[[Waves], Mode]:
    """Returns the decoder of MODE for a generation."""
    has_ieee = generation.major < 12

    def mode(waves: Waves) -> Mode:
        return decode_mode(waves.mode & MODE_BITS, has_ieee)

    return mode


def operands_of(
    instruction: Instruction, row: InstructionRow
) -> tuple[tuple[Operand, ...], tuple[tuple[str, Operand], ...]]:
    """
    The destinations of an instruction, and its sources with their types.

    Raises `EmulatorError` if the instruction has fewer operands than the row.
    """
    count = len(row.results)
    destinations = instruction.operands[:count]
    rest = list(instruction.operands[count:])
    found: list[tuple[str, Operand]] = []
    for type in row.sources:
        if type.startswith("="):
            found.append((type[1:], destinations[0]))
        elif type == "vcc":
            found.append(("mask", rest.pop(0) if rest else VCC))
        elif rest:
            found.append((type, rest.pop(0)))
        else:
            raise EmulatorError(
                f"instruction '{instruction.text}' at {instruction.address:#x} has too "
                "few operands; report it"
            )
    return destinations, tuple(found)


# Results


def _multiply_output(values: Array, factor: float) -> Array:
    """
    Applies the output modifier, which turns -0 into +0 (LLVM,
    `SIFoldOperands::tryFoldOMod`: "omod also does not correctly handle signed zeros").
    """
    return values * values.dtype.type(factor) + values.dtype.type(0)


def clamp_float(mode: Mode, values: Array) -> Array:
    """The result between 0 and 1; NaN gives 0 with DX10_CLAMP."""
    one, zero = values.dtype.type(1), values.dtype.type(0)
    limited = np.where(values > 0, np.where(values > one, one, values), zero)
    return limited if mode.dx10_clamp else np.where(np.isnan(values), values, limited)


def clamp_integer(exact: Array, dtype: Any) -> Array:
    """An exact result limited to the integers of a type."""
    limits = np.iinfo(dtype)
    return exact.clip(limits.min, limits.max).astype(dtype)


Finish = Callable[[Mode, Any], Any]


def _finisher(
    row: InstructionRow, modifiers: Mapping[str, Any], format: Format | None
) -> Finish | None:
    """
    Output modifier and clamp of a floating-point result; `None` if there are none.
    """
    factor = _MULTIPLIERS.get(modifiers.get("omod", ""))
    clamp = "clamp" in modifiers
    if row.results == ("bf16",) and clamp:
        # Denormals of bfloat16 are kept, so that the output modifier does nothing.
        return lambda mode, values: single_to_bfloat(
            clamp_float(mode, bfloat_to_single(values))
        )
    if format is None or not (factor or clamp):
        return None

    def finish(mode: Mode, values: Array) -> Array:
        # With IEEE or denormals the output modifier does nothing.
        if factor and not mode.ieee and mode.flush_out(format):
            values = _multiply_output(values, factor)
        return clamp_float(mode, values) if clamp else values

    return finish


def _selected_writer(
    operand: Operand, modifiers: Mapping[str, Any], exchange: Exchange | None
) -> Commit:
    """SDWA: writes the result to a byte or a half; the rest is zero, the sign, or kept."""
    first, bits = SELECTIONS[modifiers.get("dst_sel", "DWORD")]
    unused = modifiers.get("dst_unused", "UNUSED_PAD")
    field = np.uint32(((1 << bits) - 1) << first)

    def write(waves: Waves, values: Array) -> None:
        narrow = values.dtype.itemsize == 2
        words = values.view(np.uint16).astype(np.uint32) if narrow else values
        words = words.view(np.uint32)
        if bits < 32:
            if unused == "UNUSED_SEXT":
                words = words << np.uint32(32 - bits)
                words = words.view(np.int32) >> np.int32(32 - bits - first)
                words = words.view(np.uint32)
            else:
                words = words << np.uint32(first) & field
                if unused == "UNUSED_PRESERVE":
                    words = words | (waves.read32(operand) & ~field)
        waves.write32(operand, words, exchange.mask(waves) if exchange else None)

    return write


def writer(
    operand: Operand,
    type: str,
    row: InstructionRow,
    instruction: Instruction,
    generation: Generation,
    exchange: Exchange | None,
) -> Commit:
    """Returns the writer for a result of a type."""
    modifiers = instruction.modifiers
    if type == "mask":
        return _mask_writer(operand, exchange)
    mask: Callable[[Waves], Bools | None] = (
        exchange.mask if exchange else lambda waves: None
    )
    if type.startswith("r"):
        return lambda waves, values: waves.write_registers(operand, values, mask(waves))
    bits = width(type)
    if instruction.encoding == "sdwa" and bits < 64:
        return _selected_writer(operand, modifiers, exchange)
    if bits == 64:
        return lambda waves, values: waves.write64(
            operand, values.view(np.uint64), mask(waves)
        )
    if bits == 32:
        if exchange is None:
            return lambda waves, values: waves.write32(operand, values.view(np.uint32))
        return lambda waves, values: waves.write32(
            operand, values.view(np.uint32), exchange.mask(waves)
        )
    selection: tuple[int, ...] = modifiers.get("op_sel", ())
    sources = sum(1 for s in row.sources if not s.startswith("="))
    high = len(selection) > sources and bool(selection[-1])
    keep = True if row.keeps and generation.major == 9 else None
    return lambda waves, values: waves.write16(
        operand, values.view(np.uint16), mask(waves), high=high, keep=keep
    )


def _mask_writer(operand: Operand, exchange: Exchange | None) -> Commit:
    def write(waves: Waves, values: Bools) -> None:
        active = exchange.mask(waves) if exchange else None
        waves.write_mask(operand, values & (waves.exec if active is None else active))

    return write


# Steps


def computation(
    row: InstructionRow,
    reads: Sequence[Read],
    instruction: Instruction,
    generation: Generation,
) -> Evaluate:
    """Returns the function that reads the sources and computes the results."""
    modifiers = instruction.modifiers
    compute = row.compute
    result_type = row.results[0] if row.results else ""
    clamp_type: Any = None
    if "clamp" in modifiers and row.exact is not None:
        compute = row.exact
        if len(row.results) == 1:
            clamp_type = np.dtype(f"{result_type[0]}{width(result_type) // 8}")
    if not row.moded:
        return _unmoded(compute, reads, clamp_type)
    mode_of = modes(generation)
    result_format = format_of_type(result_type)
    formats = tuple(format_of_type(type) for type in row.sources)
    single = len(row.results) == 1
    finish = _finisher(row, modifiers, result_format if single else None)

    def evaluate(waves: Waves) -> Any:
        mode = mode_of(waves)
        values: Any = [read(waves) for read in reads]
        if row.flushes and mode.flushes:
            values = [
                flush(value) if format is not None and mode.flush_in(format) else value
                for value, format in zip(values, formats, strict=True)
            ]
        result = compute(mode, *values)
        if row.flushes and result_format is not None and mode.flush_out(result_format):
            result = flush(result) if single else (flush(result[0]), *result[1:])
        return result if finish is None else finish(mode, result)

    return evaluate


def _unmoded(compute: Any, reads: Sequence[Read], clamp_type: Any) -> Evaluate:
    if clamp_type is not None:
        return lambda waves: clamp_integer(
            compute(*(read(waves) for read in reads)), clamp_type
        )
    if len(reads) == 1:
        (only,) = reads
        return lambda waves: compute(only(waves))
    if len(reads) == 2:
        first, second = reads
        return lambda waves: compute(first(waves), second(waves))
    return lambda waves: compute(*(read(waves) for read in reads))


def parts(
    row: InstructionRow, instruction: Instruction, generation: Generation
) -> tuple[Evaluate, Commit]:
    """An instruction in two parts: one function reads and computes, the other writes."""
    exchange = None
    if instruction.encoding in _CONTROLLED:
        exchange = Exchange(instruction.modifiers)
    destinations, sources = operands_of(instruction, row)
    reads = tuple(
        reader(operand, type, index, instruction.modifiers, exchange)
        for index, (type, operand) in enumerate(sources)
    )
    writes = tuple(
        writer(operand, type, row, instruction, generation, exchange)
        for operand, type in zip(destinations, row.results, strict=True)
    )
    evaluate = computation(row, reads, instruction, generation)
    if len(writes) == 1:
        return evaluate, writes[0]

    def commit(waves: Waves, results: Any) -> None:
        for write, result in zip(writes, results, strict=True):
            write(waves, result)

    return evaluate, commit


def build_row(
    row: InstructionRow | ByGeneration, instruction: Instruction, generation: Generation
) -> Step:
    """The step of an instruction from its row."""
    evaluate, commit = parts(row_of(row, generation), instruction, generation)
    return lambda waves: commit(waves, evaluate(waves))


def by_instruction(
    make: Callable[[Instruction, Generation], InstructionRow],
) -> Builder:
    """The builder of an instruction whose modifiers decide on its row."""
    return lambda instruction, generation: build_row(
        make(instruction, generation), instruction, generation
    )


def table(rows: Mapping[str, InstructionRow | ByGeneration]) -> Mapping[str, Builder]:
    """The builders of a table of rows."""
    return {name: partial(build_row, row) for name, row in rows.items()}
