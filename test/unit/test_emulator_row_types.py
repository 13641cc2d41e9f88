"""
The types in the rows of vector instructions beside the operands of LLVM's encodings: as many
results and sources, in as many registers, and constants of as many bits.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from xdsl_opencl.emulator.generations import generation
from xdsl_opencl.emulator.instruction_tables import instructions
from xdsl_opencl.emulator.isa.tables import Operand, mnemonic_of, table
from xdsl_opencl.emulator.isa.tables import Row as Encoding
from xdsl_opencl.emulator.vector.execution.execute import build_row
from xdsl_opencl.emulator.vector.execution.instruction_rows import (
    ByGeneration,
    InstructionRow,
    row_of,
    width,
)

SUFFIXES = ("_e64_dpp", "_e32", "_e64", "_dpp", "_sdwa")
RESULTS = ("vdst", "sdst", "vdst1")
SOURCES = ("src0", "src1", "src2", "imm")

SHORTER = {
    ("v_alignbit_b32", "src2"),
    ("v_alignbyte_b32", "src2"),
    ("v_cmp_class_f16", "src1"),
    ("v_cmpx_class_f16", "src1"),
}
"""
Sources that have 16 bits on gfx11, and before it 32: five, two and ten of them
count.
"""


def rows() -> dict[str, InstructionRow | ByGeneration]:
    """The rows of the builders that are made from one."""
    return {
        name: builder.args[0]
        for name, builder in instructions().items()
        # The row of a scalar instruction is the vector instruction's.
        if isinstance(builder, partial)
        and name.startswith("v_")
        and (builder.func is build_row or isinstance(builder.args[0], InstructionRow))
    }


def name_of(encoding: Encoding) -> str:
    mnemonic = mnemonic_of(encoding.template)
    for suffix in SUFFIXES:
        if mnemonic.endswith(suffix):
            return mnemonic.removesuffix(suffix)
    return mnemonic


def register_bits(operand: Operand) -> int:
    """The bits of an operand's registers; a mask of lanes has none."""
    if operand.kind == "literal":
        return int(operand.type.removeprefix("KIMM"))
    if operand.kind.startswith("half"):
        return 16
    # SDWA: a register or a part of it.
    return 32 if operand.kind == "sdwa" else operand.width


def type_bits(type: str) -> int:
    """The same of a row's type."""
    if type in ("mask", "vcc"):
        return 0
    return 32 * int(type[1:]) if type.startswith("r") else width(type)


def fits(operand: Operand, type: str) -> bool:
    """A 16-bit value has a register of 32 bits, or, as a *true16* operand, half of one."""
    bits = type_bits(type)
    return register_bits(operand) in ((16, 32) if bits == 16 else (bits,))


def constant_fits(operand: Operand, type: str) -> bool:
    """
    A constant has as many bits as the type. With 64, those of a floating-point literal are
    the upper half.
    """
    constant = operand.type.rpartition("_")[2]
    if not operand.type.removeprefix("NUMBER ").startswith("REG_I"):
        return True
    if constant in ("SPLAT", "V2FP16", "V2BF16", "V2INT16"):
        return type_bits(type) == 32
    bits = type_bits(type)
    if constant.lstrip("BFPINT") != str(bits):
        return False
    return bits < 64 or constant.startswith("FP") == type.startswith("f")


def faults(encoding: Encoding, row: InstructionRow) -> Iterator[str]:
    operands = [o for o in encoding.operands if o.name in (*RESULTS, *SOURCES)]
    # Sources stand in the order of the text: the constant of `v_fmamk_f32` is the second.
    operands.sort(key=lambda operand: encoding.template.find(f"${operand.name}"))
    results = [o for o in operands if o.name in RESULTS]
    # VCC is no operand of the encodings that allow nothing else.
    wanted = [type for type in row.results if type != "mask" or len(results) > 1]
    if len(results) == 1 and results[0].kind in ("mask", "sdwamask"):
        wanted = list(row.results)
    tied = {s for s in row.sources if s.startswith("=")}
    sources = [
        o for o in operands if o.name in SOURCES and f"${o.name}" in encoding.template
    ]
    types = [type for type in row.sources if type not in tied]
    if len(sources) < len(types) and types[-1] == "vcc":
        types.pop()
    if len(results) != len(wanted) or len(sources) != len(types):
        yield f"{[o.name for o in operands]} beside {row.results} and {row.sources}"
        return
    for operand, type in zip((*results, *sources), (*wanted, *types), strict=True):
        place = name_of(encoding), operand.name
        if not fits(operand, type) and place not in SHORTER:
            yield f"{operand.name} of {register_bits(operand)} bits beside {type}"
        if not constant_fits(operand, type) and place not in SHORTER:
            yield f"{operand.name} with constants {operand.type} beside {type}"


@pytest.mark.parametrize(
    "processor",
    [
        *("gfx803", "gfx900", "gfx906", "gfx908", "gfx90a", "gfx942", "gfx950"),
        *("gfx1010", "gfx1030", "gfx1100", "gfx1150", "gfx1200", "gfx1250"),
    ],
)
def test_types(processor: str):
    known = rows()
    own = generation(processor)
    encodings = table(processor, 64)
    found: list[str] = []
    compared: set[str] = set()
    for number in sorted({n for ns in encodings.places.values() for n in ns}):
        encoding = encodings.row(number)
        # Halves of pairs have rows of their own.
        if (name := name_of(encoding)) not in known or " :: " in encoding.template:
            continue
        compared.add(name)
        row = row_of(known[name], own)
        found += [f"{encoding.template}: {f}" for f in faults(encoding, row)]
    assert len(compared) > 250
    assert found == []
