"""
Instructions from bytes by llvm-objdump, and from the assembly text of the same compilation:
both are one program. Forms of operands; code objects that are damaged.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from frontend_helpers import KERNELS, needs_clang, options_of, suite_builds
from isa_words import llvm_lines
from long_runs import LONG
from tools import needs

from xdsl_opencl import compile
from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.driver import CompileError
from xdsl_opencl.emulator.errors import EmulatorError
from xdsl_opencl.emulator.instruction import Instruction
from xdsl_opencl.emulator.isa.listing import listing
from xdsl_opencl.emulator.operands import (
    Group,
    Literal,
    Name,
    Operand,
    Register,
    Special,
)
from xdsl_opencl.emulator.program import disassembly
from xdsl_opencl.emulator.program.assembly_parser import parse, parse_operand
from xdsl_opencl.emulator.program.disassembly import (
    OBJDUMP_VARIABLE,
    disassemble,
    find_objdump,
    read_assembly,
)
from xdsl_opencl.emulator.program.loaded_code_object import CodeObject, load_code_object
from xdsl_opencl.transforms.builtins.opencl_link_device_library import find_libraries

needs_objdump = needs("llvm-objdump", 22)
needs_library = pytest.mark.skipif(
    find_libraries(["ocml.bc"]) is None, reason="no device library"
)

VARIANTS = (
    # Processor, level of optimisation, wave size, version of code objects.
    ("gfx1100", 3, 0, 5),
    ("gfx803", 3, 0, 4),
    ("gfx1200", 0, 0, 6),
    ("gfx900", 0, 0, 5),
    ("gfx90a", 3, 0, 5),
    ("gfx942", 3, 0, 5),
    ("gfx1030", 3, 64, 5),
    ("gfx1100", 0, 64, 6),
    ("gfx1200", 3, 0, 6),
)
BUILDS = suite_builds()
SAMPLE = 27

MATRIX = [
    pytest.param(
        *variant, file, options, id="-".join(map(str, (*variant, file, options)))
    )
    for number, variant in enumerate(VARIANTS)
    for index, (file, options) in enumerate(BUILDS)
    if LONG or index % SAMPLE == number
]


def build(
    processor: str, level: int, wave: int, version: int, file: str, options: str
) -> tuple[CodeObject, str]:
    """
    A build of the suite, and its assembly. Skips what a processor has no images for.
    """
    target = Target(Abi.AMDHSA, processor, wave_size=wave, code_object_version=version)
    standard = options_of(file, options).standard
    try:
        made = compile(
            KERNELS / file,
            target,
            level=level,
            options=[*options.split(), f"-cl-std={standard}", "-g"],
        )
    except CompileError as error:
        if "isBundledWithPred" in str(error):
            pytest.skip("LLVM 22 asserts: llvm/llvm-project#172331, gfx11 with wave64")
        if "has no image instructions" not in str(error):
            raise
        pytest.skip(f"{processor} has no image instructions")
    return load_code_object(made.code_object), made.assembly


def without_padding(instructions: Sequence[Instruction]) -> list[Instruction]:
    """
    The assembler aligns code and writes s_nop and s_code_end; their text says
    nothing.
    """
    return [i for i in instructions if i.mnemonic not in ("s_nop", "s_code_end")]


def places(every: Sequence[Instruction], kept: Sequence[Instruction]) -> dict[int, int]:
    """Address to the number of the first kept instruction from there on."""
    found: dict[int, int] = {}
    number = 0
    for instruction in every:
        while number < len(kept) and kept[number].address < instruction.address:
            number += 1
        found[instruction.address] = number
    return found


def value(operand: Operand) -> Any:
    return operand.value if isinstance(operand, Literal) else operand


def form(instruction: Instruction, numbers: dict[int, int]) -> tuple[Any, ...]:
    """Everything that counts; a branch's target as the number of an instruction."""
    modifiers = dict(instruction.modifiers)
    if "target" in modifiers:
        modifiers["target"] = numbers[modifiers["target"]]
    second = instruction.second
    return (
        instruction.mnemonic,
        instruction.encoding,
        [value(operand) for operand in instruction.operands],
        modifiers,
        None if second is None else form(second, numbers),
        instruction.line,
        Path(instruction.file).name,
    )


@needs_clang
@needs_library
@needs_objdump
@pytest.mark.parametrize(
    ("processor", "level", "wave", "version", "file", "options"), MATRIX
)
def test_bytes_and_text(
    processor: str, level: int, wave: int, version: int, file: str, options: str
) -> None:
    code, assembly = build(processor, level, wave, version, file, options)
    size = next(iter(code.kernels.values())).wave_size
    if wave:
        assert size == wave
    listed = listing(code.code, "code.o", processor, size)
    assert list(listed) == llvm_lines(code.code, processor, size)
    from_bytes = disassemble(code.code, processor, size)
    from_text = read_assembly(assembly, code.elf)
    first, second = without_padding(from_bytes), without_padding(from_text)
    numbers = places(from_bytes, first), places(from_text, second)
    assert len(first) == len(second) > 10
    assert any(i.line for i in first)
    for a, b in zip(first, second, strict=True):
        one, other = form(a, numbers[0]), form(b, numbers[1])
        if b.size == 8 and one[2] != other[2]:
            # A distance: it is to the same place.
            assert {type(x.operands[-1]) for x in (a, b)} == {Literal}
            distance = one[2].pop() - other[2].pop()
            assert (distance + (a.address - b.address)) & 0xFFFFFFFF in (0, 0xFFFFFFFF)
        assert one == other
    # Everything but images has a table; they have one of their own test.
    unknown = code.program(size).unknown()
    assert [name for name in unknown if not name.startswith("image_")] == []


@cache
def small() -> tuple[bytes, str]:
    source = "vector_add.cl"
    made = compile(
        KERNELS / source, Target(Abi.AMDHSA, "gfx1100"), options=["-cl-std=CL1.2"]
    )
    return made.code_object, made.assembly


@needs_clang
def test_text_serves_without_a_disassembler(monkeypatch: pytest.MonkeyPatch):
    code, assembly = small()
    monkeypatch.setattr(
        "xdsl_opencl.emulator.program.loaded_code_object.find_objdump", lambda: None
    )
    monkeypatch.setattr(disassembly, "find_objdump", lambda: None)
    loaded = load_code_object(code, assembly)
    assert loaded.instructions(32)[-1].mnemonic == "s_endpgm"
    entry = loaded.kernel("vector_add").entry
    assert loaded.program(32).index(entry) == 0
    with pytest.raises(EmulatorError, match=r"no disassembler .* install llvm-22"):
        load_code_object(code).instructions(32)
    other = assembly.replace("vector_add", "other_name")
    with pytest.raises(EmulatorError, match="text and the object of one compilation"):
        load_code_object(code, other).instructions(32)


def test_named_disassembler(monkeypatch: pytest.MonkeyPatch):
    for wrong in ("no-such-program", "true"):
        monkeypatch.setenv(OBJDUMP_VARIABLE, wrong)
        with pytest.raises(EmulatorError, match=f"{OBJDUMP_VARIABLE} is '{wrong}'"):
            find_objdump()


@needs_clang
def test_damaged_files():
    code, _ = small()
    for size in (0, 3, 20, 63, 200, 1000, len(code) - 100):
        with pytest.raises(EmulatorError, match="cannot load this file"):
            load_code_object(code[:size])
    with pytest.raises(EmulatorError, match="cannot load this file"):
        load_code_object(b"text" * 100)
    host = Path("/proc/self/exe").read_bytes()
    with pytest.raises(EmulatorError, match="not AMDGPU code"):
        load_code_object(host)
    with pytest.raises(
        EmulatorError, match=r"no kernel 'x'; choose one of: 'vector_add'"
    ):
        load_code_object(code).kernel("x")


@needs_clang
def test_old_processors_are_refused():
    made = compile(
        KERNELS / "vector_add.cl",
        Target(Abi.AMDHSA, "gfx700"),
        options=["-cl-std=CL1.2"],
    )
    with pytest.raises(
        EmulatorError, match="does not run code for 'gfx700'; compile for"
    ):
        load_code_object(made.code_object)


@needs_clang
def test_relocatable_files_are_linked():
    made = compile(
        KERNELS / "vector_add.cl",
        Target(Abi.AMDHSA, "gfx1100"),
        options=["-cl-std=CL1.2"],
    )
    loaded = load_code_object(made.object)
    assert loaded.kernels.keys() == {"vector_add"}
    assert loaded.elf.type == 3


@pytest.mark.parametrize(
    ("text", "operand"),
    [
        ("v1", Register("v", 1)),
        ("v[2:5]", Register("v", 2, 4)),
        ("v[7]", Register("v", 7)),
        ("a12", Register("a", 12)),
        ("s[0:1]", Register("s", 0, 2)),
        ("ttmp9", Register("ttmp", 9)),
        ("v1.h", Register("v", 1, half="h")),
        ("-v1", Register("v", 1, negate=True)),
        ("|v1|", Register("v", 1, absolute=True)),
        ("-|s3|", Register("s", 3, negate=True, absolute=True)),
        ("sext(v1)", Register("v", 1, sext=True)),
        ("-vcc_lo", Special("vcc_lo", negate=True)),
        ("src_shared_base", Special("src_shared_base")),
        ("0x3f800000", Literal(0x3F800000, "0x3f800000")),
        ("-16", Literal(-16, "-16")),
        ("-4.0", Literal(-4.0, "-4.0")),
        ("neg(1)", Literal(1, "1", negate=True)),
        ("0.15915494309189532", Literal(0.15915494309189532, "0.15915494309189532")),
        ("lit(0xffffffff)", Literal(0xFFFFFFFF, "0xffffffff")),
        ("[v1, v[3:4]]", Group((Register("v", 1), Register("v", 3, 2)))),
        ("hwreg(HW_REG_MODE, 4, 2)", Name("hwreg", ("HW_REG_MODE", 4, 2))),
        ("gpr_idx(SRC0,DST)", Name("gpr_idx", ("SRC0", "DST"))),
        ("vmcnt(0)", Name("vmcnt", (0,))),
        (".LBB0_1+8", Name(".LBB0_1", addend=8)),
    ],
)
def test_operands(text: str, operand: Operand):
    assert parse_operand(text) == operand


@pytest.mark.parametrize(
    ("text", "mnemonic", "encoding", "count", "modifiers"),
    [
        ("v_add_f32_e64 v0, |v1|, -s2 clamp mul:2", "v_add_f32", "e64", 3,
         {"clamp": True, "omod": "mul:2"}),
        ("v_mov_b32_dpp v0, v1 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf",
         "v_mov_b32", "dpp", 2,
         {"quad_perm": (1, 0, 3, 2), "row_mask": 15, "bank_mask": 15}),
        ("v_add_u16_sdwa v0, v1, v2 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:BYTE_0",
         "v_add_u16", "sdwa", 3,
         {"dst_sel": "WORD_1", "dst_unused": "UNUSED_PAD", "src0_sel": "BYTE_0"}),
        ("v_min_f32_e64_dpp v0, v1, v2 row_mirror fi:1", "v_min_f32", "e64_dpp", 3,
         {"row_mirror": True, "fi": 1}),
        ("buffer_load_dword v0, off, s[0:3], 0 offset:4 glc", "buffer_load_dword", "", 4,
         {"offset": 4, "glc": True}),
        ("v_accvgpr_write_b32 a16, v0", "v_accvgpr_write_b32", "", 2, {}),
        ("buffer_inv sc0 sc1", "buffer_inv", "", 0, {"sc0": True, "sc1": True}),
        ("global_inv scope:SCOPE_DEV", "global_inv", "", 0, {"scope": "SCOPE_DEV"}),
        ("ds_swizzle_b32 v0, v1 offset:swizzle(QUAD_PERM,0,1,2,3)", "ds_swizzle_b32", "",
         2, {"offset": Name("swizzle", ("QUAD_PERM", 0, 1, 2, 3))}),
        ("s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)",
         "s_delay_alu", "", 3, {}),
        ("s_waitcnt vmcnt(0) lgkmcnt(1)", "s_waitcnt", "", 2, {}),
        ("image_sample_lz v[0:3], [v1, v2], s[0:7], s[8:11] dmask:0xf dim:SQ_RSRC_IMG_2D",
         "image_sample_lz", "", 4, {"dmask": 15, "dim": "SQ_RSRC_IMG_2D"}),
        ("tbuffer_load_format_x v0, off, s[0:3], 0 format:[BUF_FMT_32_FLOAT]",
         "tbuffer_load_format_x", "", 4, {"format": ("BUF_FMT_32_FLOAT",)}),
        ("s_endpgm", "s_endpgm", "", 0, {}),
    ],
)  # fmt: skip
def test_instructions(
    text: str, mnemonic: str, encoding: str, count: int, modifiers: dict[str, Any]
):
    found = parse(text)
    assert (*found[:2], len(found[2]), found[3]) == (
        mnemonic, encoding, count, modifiers,
    )  # fmt: skip
