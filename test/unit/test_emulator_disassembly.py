"""
The instructions of code objects: their parts agree with their text, and text and places with
llvm-objdump. Forms of operands in the tests' own assembly; code objects that are damaged.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from assembly_parser import parse, parse_operand
from frontend_helpers import KERNELS, needs_clang, options_of, suite_builds
from isa_words import PROCESSORS, llvm_lines, words
from long_runs import LONG
from tools import find

from xdsl_opencl import compile
from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.backend.objects.assembler import assemble
from xdsl_opencl.driver import CompileError
from xdsl_opencl.emulator.errors import EmulatorError
from xdsl_opencl.emulator.instruction import Instruction
from xdsl_opencl.emulator.instruction_tables import instructions as known_instructions
from xdsl_opencl.emulator.isa.decoder import decoder
from xdsl_opencl.emulator.isa.forms import Form
from xdsl_opencl.emulator.isa.listing import listing
from xdsl_opencl.emulator.memory.instructions.permute import swizzle_source
from xdsl_opencl.emulator.operands import (
    INVERSE_PI,
    Group,
    Literal,
    Name,
    Operand,
    Register,
    Special,
    literal_bits,
)
from xdsl_opencl.emulator.program.loaded_code_object import CodeObject, load_code_object
from xdsl_opencl.transforms.builtins.opencl_link_device_library import find_libraries

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
    ("gfx1250", 3, 0, 6),
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
) -> CodeObject:
    """A build of the suite. Skips what a processor has no images for."""
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
    return load_code_object(made.code_object)


def read_text(instruction: Instruction) -> list[Form]:
    """The forms of `instruction` as its text says them."""
    found: list[Form] = []
    for half in instruction.text.split(" :: "):
        mnemonic, encoding, operands, modifiers = parse(half)
        found.append(Form(mnemonic, encoding, operands, modifiers))
    return found


def checked(instruction: Instruction) -> None:
    """Compares an instruction with its text."""
    halves = read_text(instruction)
    ours = [instruction, instruction.second]
    assert len(halves) == 1 + (instruction.second is not None)
    for one, text in zip(ours, halves, strict=False):
        assert one is not None
        operands, modifiers = text.operands, text.modifiers
        named = dict(one.modifiers)
        if target := named.pop("target", 0):
            distance = operands[-1]
            assert isinstance(distance, Literal)
            words = (int(distance.value) + 0x8000) % 0x10000 - 0x8000
            assert target == one.address + 4 + 4 * words
            operands = operands[:-1]
        if one.mnemonic.startswith("image_") and "dim" not in named:
            _, address, *_ = operands
            assert isinstance(address, Register)
            start = Register("v", address.first)
            operands = (operands[0], start, *operands[2:])
        assert (one.mnemonic, one.encoding) == (text.mnemonic, text.encoding)
        assert named == modifiers
        assert agree(one.operands, operands), one.text


def agree(ours: Sequence[Operand], theirs: Sequence[Operand]) -> bool:
    """
    Compares operands; of a constant the text says some bits, and not if it stands after the
    instruction.
    """
    return len(ours) == len(theirs) and all(
        a == b
        or (
            isinstance(a, Literal)
            and isinstance(b, Literal)
            and (a.negate, a.absolute) == (b.negate, b.absolute)
            and any(
                literal_bits(a, width, floating=True)
                == literal_bits(b, width, floating=True)
                for width in (16, 32, 64)
            )
        )
        for a, b in zip(ours, theirs, strict=True)
    )


def lines_of(listed: Sequence[str]) -> dict[int, tuple[str, int]]:
    """The places of instructions by address in a listing with lines."""
    found: dict[int, tuple[str, int]] = {}
    place = ("", 0)
    for row in listed:
        if match := PLACE.fullmatch(row):
            place = (match[1], int(match[2]))
        elif row.endswith("():"):
            place = ("", 0)
        elif match := ADDRESS.search(row):
            found[int(match[1], 16)] = place
    return found


PLACE = re.compile(r"; (.+):(\d+)(?: .*)?")
ADDRESS = re.compile(r"// ([0-9A-F]+): ")


@needs_clang
@needs_library
@pytest.mark.parametrize(
    ("processor", "level", "wave", "version", "file", "options"), MATRIX
)
def test_instructions_of_the_suite(
    processor: str, level: int, wave: int, version: int, file: str, options: str
) -> None:
    code = build(processor, level, wave, version, file, options)
    size = next(iter(code.kernels.values())).wave_size
    if wave:
        assert size == wave
    instructions = code.instructions(size)
    assert len(instructions) > 10
    assert any(i.line for i in instructions)
    for instruction in instructions:
        checked(instruction)
    # Everything but images has a table; they have one of their own test.
    halves = [half for i in instructions for half in (i, i.second) if half is not None]
    unknown = {i.mnemonic for i in halves} - known_instructions().keys()
    assert [name for name in unknown if not name.startswith("image_")] == []
    if find("llvm-objdump", 22):
        same_as_llvm(code, processor, size)


def same_as_llvm(code: CodeObject, processor: str, size: int) -> None:
    """Compares the instructions and their places with llvm-objdump 22, where it is found."""
    for options in ((), ("-l",)):
        listed = list(
            listing(code.code, "code.o", processor, size, lines=bool(options))
        )
        assert listed == llvm_lines(code.code, processor, size, *options)
    places = lines_of(listed)
    for instruction in code.instructions(size):
        if instruction.address in places:  # zeros are not listed
            place = instruction.file, instruction.line
            assert place == places[instruction.address]


MANY_REGISTERS = """
    s_set_vgpr_msb 0x41
    v_add_nc_u32 v1, v2, v3
    global_load_b64 v[4:5], v[6:7], off
    global_store_b32 v[6:7], v2, off
    {}
    v_dual_add_nc_u32 v4, v1, v2 :: v_dual_sub_nc_u32 v5, v3, v2
    v_fmamk_f32 v7, v8, 0x40000000, v9
    s_set_vgpr_msb 0xb6
    v_fmamk_f32 v7, v8, 0x40000000, v9
    v_dual_add_nc_u32 v4, v1, v2 :: v_dual_sub_nc_u32 v5, v3, v2
    buffer_load_b32 v3, v4, s[4:7], null offen
"""


@pytest.mark.parametrize(
    "between",
    [
        *("s_nop 0", "s_branch 0", "s_cbranch_vccz 0", "s_endpgm", "s_endpgm_saved"),
        *("s_set_pc_i64 s[4:5]", "s_add_pc_i64 4", ".long 0xffffffff"),
        *("s_swap_pc_i64 s[4:5], s[6:7]", "s_call_i64 s[4:5], 0", "s_code_end"),
    ],
)
def test_registers_above_255_are_listed(between: str):
    """LLVM lists the whole number as a note, as far as it knows it."""
    code = assemble(
        f"\t.text\n{MANY_REGISTERS.format(between)}", Target(mcpu="gfx1250")
    )
    ours = list(listing(code, "code.o", "gfx1250", 32))
    assert ours == llvm_lines(code, "gfx1250", 32)
    notes = [line for line in ours if "/*v" in line]
    assert len(notes) == (8 if between[:5] in ("s_nop", "s_swa", "s_cal") else 6)


@pytest.mark.parametrize("name", ["vector_add", "softmax", "dot"])
def test_kernels_of_triton(name: str):
    path = Path(__file__).parent / f"data/triton/{name}-gfx1250.hsaco.gz"
    code = gzip.decompress(path.read_bytes())
    ours = list(listing(code, "code.o", "gfx1250", 32))
    assert ours == llvm_lines(code, "gfx1250", 32)
    assert not any(".long" in line for line in ours)


@cache
def small() -> bytes:
    source = "vector_add.cl"
    made = compile(
        KERNELS / source, Target(Abi.AMDHSA, "gfx1100"), options=["-cl-std=CL1.2"]
    )
    return made.code_object


@needs_clang
def test_damaged_files():
    code = small()
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
        ("0x3f800000", Literal(0x3F800000)),
        ("-16", Literal(-16, "integer")),
        ("-4.0", Literal(-4.0, "float")),
        ("neg(1)", Literal(1, "integer", negate=True)),
        ("0.15915494309189532", Literal(INVERSE_PI, "float")),
        ("lit(0xffffffff)", Literal(0xFFFFFFFF)),
        ("[v1, v[3:4]]", Group((Register("v", 1), Register("v", 3, 2)))),
        ("hwreg(HW_REG_MODE, 4, 2)", Name("hwreg", ("HW_REG_MODE", 4, 2))),
        ("gpr_idx(SRC0,DST)", Name("gpr_idx", ("SRC0", "DST"))),
        ("vmcnt(0)", Name("vmcnt", (0,))),
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
         2, {"offset": 0x80E4}),
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


@pytest.mark.parametrize(("cpu", "lanes"), PROCESSORS)
def test_forms_of_random_words(cpu: str, lanes: int):
    """The parts that come from the fields of an encoding are those in LLVM's text."""
    compared = 0
    for word in words(cpu, lanes, 1200, 7):
        found = decoder(cpu, lanes).decode(word.to_bytes(20, "little"))
        if found is None or found.text.startswith(("exp ", "s_version ")):
            continue
        if "/*" in found.text:
            continue
        if "::" in found.text:
            continue
        try:
            parsed = parse(found.text)
        except ValueError:
            continue
        if found.forms is None:
            continue
        (form,) = found.forms
        _, _, operands, modifiers = parsed
        given = form.modifiers
        if "swizzle(" in found.text:
            # LLVM does not print which bits of the lane stay when lanes rotate.
            stay = ~31 if "ROTATE" in found.text else ~0
            both = (modifiers.pop("offset"), given["offset"] & stay & 0xFFFF)
            one, other = (swizzle_source(n, 64, rotates=True) for n in both)
            assert one == other, found.text
            given = {k: v for k, v in given.items() if k != "offset"}
        assert given == modifiers, found.text
        if form.mnemonic.startswith(("image_", "ds_gws_")) or ", null" in found.text:
            # Numbers of address registers, registers of no use, no register.
            continue
        assert agree(form.operands, operands), found.text
        compared += 1
    assert compared > 300


@pytest.mark.parametrize(
    ("cpu", "lanes", "word", "operand", "offset"),
    [
        # s_load_dword s0, s[2:3], -0x10
        ("gfx900", 64, 0x001FFFF0_C0020001, Literal(-16), 0),
        ("gfx1100", 32, 0xF81FFFF0_F4000001, Literal(-16), 0),
        # ds_swizzle_b32 v0, v1 offset:swizzle(SWAP,2)
        ("gfx1100", 32, 0x00000001_D8D4081F, Register("v", 1), 0x081F),
    ],
)
def test_offsets_in_words(
    cpu: str, lanes: int, word: int, operand: Operand, offset: int
):
    found = decoder(cpu, lanes).decode(word.to_bytes(8, "little"))
    assert found is not None
    assert found.forms is not None
    (form,) = found.forms
    assert form.operands[-1] == operand
    assert form.modifiers.get("offset", 0) == offset
