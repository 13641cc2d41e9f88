"""The decoder of machine code: the words and texts of LLVM's disassembler."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from isa_words import PROCESSORS, RECORDED, constants, elf, llvm_lines, named, words
from long_runs import LONG
from tools import needs

from xdsl_opencl.backend.objects.elf import ElfError
from xdsl_opencl.cli import main
from xdsl_opencl.emulator.errors import EmulatorError
from xdsl_opencl.emulator.isa.decoder import decoder
from xdsl_opencl.emulator.isa.listing import listing
from xdsl_opencl.emulator.isa.source_lines import SourceLines
from xdsl_opencl.emulator.program.machine_code import read_code

COUNT = 1_000_000 if LONG else 4_000


def recorded() -> dict[tuple[str, int], list[tuple[bytes, str]]]:
    """The instructions of the record with their bytes, which follow each other."""
    found: dict[tuple[str, int], list[tuple[bytes, str]]] = {}
    for line in RECORDED.read_text().splitlines():
        place, _, text = line.partition(": ")
        processor, wave_size, *parts = place.split(" ")
        code = b"".join(int(part, 16).to_bytes(4, "little") for part in parts)
        found.setdefault((processor, int(wave_size)), []).append((code, text))
    return found


def test_recorded_words():
    assert list(recorded()) == list(PROCESSORS)
    refused = 0
    for (processor, wave_size), instructions in recorded().items():
        code = b"".join(part for part, _ in instructions)
        place = 0
        for part, text in instructions:
            found = decoder(processor, wave_size).decode(code, place)
            if text.startswith(".long"):
                refused += 1
                assert found is None, (processor, part.hex())
            else:
                assert found is not None, (processor, text)
                assert (found.size, found.text) == (len(part), text)
            place += len(part)
    assert refused > 300


@needs("llvm-mc", 22)
@needs("llvm-objdump", 22)
@pytest.mark.parametrize(("processor", "wave_size"), PROCESSORS)
def test_random_words(processor: str, wave_size: int):
    seed = 2 if LONG else 3
    found = words(processor, wave_size, COUNT, seed)
    assert compared(found, processor, wave_size) > COUNT // 2


@needs("llvm-mc", 22)
@needs("llvm-objdump", 22)
@pytest.mark.parametrize(("processor", "wave_size"), PROCESSORS)
def test_constants(processor: str, wave_size: int):
    """A type of operand decides what the bits of a constant stand for."""
    assert compared(constants(processor, wave_size), processor, wave_size) > 400


@needs("llvm-mc", 22)
@needs("llvm-objdump", 22)
@pytest.mark.parametrize(("processor", "wave_size"), PROCESSORS)
def test_names(processor: str, wave_size: int):
    """Registers of the hardware, messages, counters, formats, targets and so on."""
    assert compared(named(processor, wave_size), processor, wave_size) > 4000


def compared(found: Sequence[int], processor: str, wave_size: int) -> int:
    """Compares the lines of words with those of LLVM. Returns their number."""
    code = elf(found, processor)
    lines = llvm_lines(code, processor, wave_size)
    for ours, theirs in zip(
        listing(code, "code.o", processor, wave_size), lines, strict=True
    ):
        assert ours == theirs
    return len(lines)


def test_each_family_has_its_forms():
    """One instruction of each form, as AMD's documents write them."""
    forms = {
        "gfx803 64 7e0002f9 00061602": "v_mov_b32_sdwa v0, v2 dst_sel:DWORD "
        "dst_unused:UNUSED_PRESERVE src0_sel:DWORD",
        "gfx900 64 d1c10003 040e0501": "v_mad_f32 v3, v1, v2, v3",
        "gfx90a 64 d3e40000 04020502": "v_mfma_f32_16x16x4bf16_1k v[0:15], v[2:3], v[2:3], "
        "v[0:15]",
        "gfx1030 32 f09c010a 00600001 0000000a": "image_sample_lz  v0, [v1, v10], s[0:7], "
        "s[12:15] dmask:0x1 dim:SQ_RSRC_IMG_2D",
        "gfx1030 32 f0ec0f16 0040050a 32281e14 5a50463c 00786e64": "image_sample_c_d_cl_o  "
        "v[5:8], [v10, v20, v30, v40, v50, v60, v70, v80, v90, v100, v110, v120], s[0:7], "
        "s[8:11] dmask:0xf dim:SQ_RSRC_IMG_3D",
        "gfx950 64 d3ad0200 84021504": "v_mfma_f32_16x16x128_f8f6f4 v[0:3], v[4:9], v[10:13], "
        "v[0:3] cbsz:2 blgp:4",
        "gfx1010 32 b09dc0ee": "s_version (238|UC_VERSION_W32_BIT)|UC_VERSION_MDP_BIT",
        "gfx1100 32 061402ff 3f800000": "v_add_f32_e32 v10, lit(0x3f800000), v1",
        "gfx1100 32 bf883f83": "s_waitcnt_depctr depctr_va_vdst(3) depctr_vm_vsrc(0)",
        # LLVM takes the pattern of lanes for the number of a constant.
        "gfx1100 32 cc21c0fd 690e8efa 36d0c831": "v_fma_mixlo_f16_e64_dpp v253, -v49, -v71, "
        "s67 op_sel_hi:[1,0,1] clamp /* Invalid dpp_ctrl value */ row_mask:0x3 bank_mask:0x6",
        "gfx1100 32 bf870091": "s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | "
        "instid1(VALU_DEP_1)",
        "gfx1100 32 c9000300 00000080": "v_dual_add_f32 v0, v0, v1 :: v_dual_fmac_f32 v1, "
        "0, v0",
    }
    for key, text in forms.items():
        processor, wave_size, *parts = key.split(" ")
        code = b"".join(int(part, 16).to_bytes(4, "little") for part in parts)
        found = decoder(processor, int(wave_size)).decode(code)
        assert found is not None
        assert found.text == text


def test_halves_of_gfx12():
    """LLVM 22 reads halves of its registers only with real-true16; the emulator always does."""
    texts = {
        "64020782": "v_add_f16_e32 v1.l, v2.h, v3.l",
        "64030702": "v_add_f16_e32 v1.l, v2.l, v3.h",
        "d5dc4848 000001a5": "v_ceil_f16_e64 v72.h, v165.h op_sel:[1,1]",
        "d70a0801 00020702": "v_max_i16 v1.l, v2.h, v3.l op_sel:[1,0,0]",
        "7e123880": "v_mov_b16_e32 v9.l, 0",
        # No half: the text is that without the feature.
        "64020702": "v_add_f16_e32 v1, v2, v3",
        "d5320001 00020702": "v_add_f16_e64 v1, v2, v3",
    }
    words = (int(word, 16) for text in texts for word in text.split(" "))
    code = b"".join(word.to_bytes(4, "little") for word in words)
    found = read_code(code, 0, "gfx1200", 32, SourceLines())
    assert [instruction.text for instruction in found] == list(texts.values())


@needs("llvm-mc", 22)
@needs("llvm-objdump", 22)
def test_random_halves_of_gfx12():
    machine, draw = decoder("gfx1200", 32, halves=True), random.Random(5)
    table, rows = machine.table, set[int]()
    for numbers in table.places.values():
        rows.update(numbers)
    code: list[int] = []
    for number in sorted(rows):
        row = table.row(number)
        if not any(operand.kind.startswith("half") for operand in row.operands):
            continue
        for _ in range(8):
            word = draw.getrandbits(row.bits) & ~row.mask | row.value
            # What follows is the literal, or instructions.
            words = word.to_bytes(row.bits // 8, "little") + b"\0\0\x80\xbf" * 4
            code += (
                int.from_bytes(words[i : i + 4], "little")
                for i in range(0, len(words), 4)
            )
    lines = llvm_lines(elf(code, "gfx1200"), "gfx1200", 32, "--mattr=+real-true16")
    compared = 0
    for line in lines:
        text, _, words = line.rpartition("// ")
        if not text or text.startswith(("\ts_nop", "\t.long", "\tv_interp")):
            continue
        given = bytes.fromhex("".join(words.partition(": ")[2].split()))
        part = b"".join(given[i : i + 4][::-1] for i in range(0, len(given), 4))
        found = machine.decode(part)
        assert found is not None, line
        assert found.text == text.strip(), line
        compared += 1
    assert compared > 4000


def test_what_is_no_instruction():
    machine = decoder("gfx1100", 32)
    assert machine.decode(bytes.fromhex("00000000ffffffff"), 4) is None
    assert machine.decode(bytes.fromhex("ff021406")) is None  # the literal is missing
    assert machine.decode(bytes.fromhex("0102")) is None
    with pytest.raises(EmulatorError, match="no processor 'gfx9999'"):
        decoder("gfx9999", 64)
    with pytest.raises(EmulatorError, match="does not run code for 'gfx700'"):
        decoder("gfx700", 64)


def test_files_that_are_no_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(ElfError, match="not an ELF file"):
        list(listing(b"text", "name"))
    header = bytearray(b"\x7fELF\x02\x01\x01" + bytes(57))
    with pytest.raises(EmulatorError, match="not AMDGPU code"):
        list(listing(bytes(header), "name"))
    header[18] = 224
    with pytest.raises(
        EmulatorError, match=r"unknown processor \(0x0\); name it with --mcpu"
    ):
        list(listing(bytes(header), "name"))
    path = tmp_path / "x.hsaco"
    path.write_bytes(b"text")
    assert main(["disassemble", str(path)]) == 1
    said = "not an ELF file; give a code object (.hsaco, .o), a bundle or SPIR-V (.spv)"
    assert capsys.readouterr() == ("", f"{path}: error: {said}\n")
    assert main(["disassemble", str(tmp_path / "none")]) == 1
    assert "no such file" in capsys.readouterr().err
