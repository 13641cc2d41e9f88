"""Modules of SPIR-V as words and as text, beside Khronos' `spirv-dis`."""

from __future__ import annotations

import random
import re
import struct
import subprocess
from collections.abc import Iterator, Sequence

import pytest
from tools import need

from xdsl_opencl.spirv.assembly import print_module
from xdsl_opencl.spirv.errors import SpirvError
from xdsl_opencl.spirv.table import Enumerant, Grammar, Operand, extended
from xdsl_opencl.spirv.table import grammar as grammar_of
from xdsl_opencl.spirv.words import Instruction, Module, Value, read, write

INT, FLOAT, NUMBER = 3, 4, 5
HEAD = (
    Instruction("OpExtInstImport", 0, 1, ("OpenCL.std",)),
    Instruction("OpExtInstImport", 0, 2, ("OpenCL.DebugInfo.100",)),
    Instruction("OpTypeInt", 0, INT, (64, 1)),
    Instruction("OpTypeFloat", 0, FLOAT, (32,)),
    Instruction("OpConstant", INT, NUMBER, (7,)),
)
"""Signed numbers of 64 bits, and one of them, which is every operand."""


def operands(
    grammar: Grammar,
    wanted: Sequence[Operand],
    more: bool,
    chosen: Enumerant | None = None,
) -> Iterator[Value]:
    """Operands of these kinds; with `more` those that may be missing, too."""
    for name, quantifier in wanted:
        if quantifier and not more:
            continue
        kind = grammar.kind(name)
        match kind.category:
            case "Id":
                yield NUMBER
            case "Composite" if name == "PairLiteralIntegerIdRef":
                yield from (2**64 - 3, NUMBER)
            case "Composite":
                yield from operands(grammar, kind.bases, more)
            case "Literal" if name == "LiteralString":
                yield 'a"b\\c'
            case "Literal" if name == "LiteralSpecConstantOpInteger":
                yield from ("OpIAdd", NUMBER, NUMBER)
            case "Literal":
                yield 4294967295
            case _:
                rows = kind.values.values()
                each = chosen if chosen in rows else next(iter(rows))
                assert each
                yield each.name if kind.category == "ValueEnum" else each.value
                yield from operands(grammar, each.parameters, more)


def every_instruction() -> Iterator[tuple[str, int, bool, tuple[Value, ...]]]:
    """
    Every instruction without and with what may be missing, and one with each enumerant: of the
    grammar of `spirv-dis`.
    """
    grammar = grammar_of("core")
    hosts: dict[str, str] = {}
    numbers = map(int, filter(str.isdigit, grammar.rows))
    for row in filter(None, map(grammar.opcode, numbers)):
        if row.name in ("OpExtInst", "OpTypeInt", "OpTypeFloat", "OpExtInstImport"):
            continue
        if row.name == "OpAsmTargetINTEL":
            # It has no type; SPIRV-Tools 2023.1 reads one.
            continue
        for more in (False, True):
            values = tuple(operands(grammar, row.operands, more))
            yield row.name, row.has_type * INT, row.has_result, values
        hosts |= {kind: row.name for kind, _ in row.operands if kind not in hosts}
    for kind, host in hosts.items():
        row = grammar.opcode(host)
        assert row
        if grammar.kind(kind).category in ("ValueEnum", "BitEnum"):
            for each in grammar.kind(kind).values.values():
                values = tuple(operands(grammar, row.operands, True, each))
                yield row.name, row.has_type * INT, row.has_result, values
    for place, name in ((1, "OpenCL.std"), (2, "OpenCL.DebugInfo.100")):
        grammar = extended(name)
        assert grammar
        numbers = map(int, filter(str.isdigit, grammar.rows))
        for row in filter(None, map(grammar.opcode, numbers)):
            for more in (False, True):
                values = tuple(operands(grammar, row.operands, more))
                yield "OpExtInst", INT, True, (place, row.name, *values)


def numbers() -> Iterator[tuple[int, int]]:
    """Bits of floats with their widths: zeros, subnormals, infinities, NaNs, others."""
    draw = random.Random(1)
    for width, fraction in ((16, 10), (32, 23), (64, 52)):
        infinity = (1 << width - 1) - (1 << fraction)
        special = (0, 1 << width - 1, 1, 3, infinity, infinity | 1 << fraction - 1)
        yield from ((width, bits) for bits in special)
        yield from ((width, draw.getrandbits(width)) for _ in range(200))
        yield from ((width, draw.getrandbits(fraction)) for _ in range(100))


def large_module() -> Module:
    """A module with all of the above."""
    found = list(HEAD)
    floats = {16: 6, 32: FLOAT, 64: 7}
    found += (Instruction("OpTypeFloat", 0, floats[w], (w,)) for w in (16, 64))
    for name, result_type, result, values in every_instruction():
        found.append(Instruction(name, result_type, result * (len(found) + 9), values))
    for width, bits in numbers():
        place = len(found) + 9
        found.append(Instruction("OpConstant", floats[width], place, (bits,)))
    return Module(0x10600, 6 << 16 | 14, 0, found)


NEWER = {("OpCapability", "UniformDecoration"), ("OpImageSampleImplicitLod", 5, 5)}
"""What SPIRV-Tools 2023.1 does not read, but the grammar has: `Nontemporal` of images."""


def test_text_is_that_of_spirv_dis():
    disassembler = need("spirv-dis", 2023, 2023)
    module = large_module()
    count = len(module.instructions)
    refused: list[Instruction] = []
    while True:
        done = subprocess.run(
            [disassembler, "--no-color", "--raw-id", "-"],
            input=write(module),
            capture_output=True,
            check=False,
        )
        if done.returncode == 0:
            break
        place = re.search(r"error: (\d+):", done.stderr.decode())
        assert place, done.stderr
        refused.append(module.instructions.pop(int(place[1]) - 1))
    assert {(each.opcode, *each.operands[:2]) for each in refused} <= NEWER
    assert len(refused) <= 3
    assert count > 3000
    assert print_module(read(write(module))) == done.stdout.decode()


def test_words_come_back():
    module = large_module()
    data = write(module)
    words = struct.unpack(f"<{len(data) // 4}I", data)
    assert write(read(struct.pack(f">{len(words)}I", *words))) == data
    again = read(data)
    assert write(read(data)) == data
    assert again.bound == module.bound
    assert [*map(str, again.instructions)] == [*map(str, module.instructions)]


GOOD = write(Module(0x10400, 0, 20, list(HEAD)))
NAME = ("OpName", 0, 5, "name")
ABSOLUTE = ("OpExtInst", INT, 1, "fabs", 5)


def module_of(*instructions: Instruction, bound: int = 20) -> bytes:
    return write(Module(0x10400, 0, bound, [*HEAD, *instructions]))


def changed(data: bytes, changes: dict[int, int]) -> bytes:
    """`data` with other words."""
    words = list(struct.unpack(f"<{len(data) // 4}I", data))
    for place, word in changes.items():
        words[place] = word
    return struct.pack(f"<{len(words)}I", *words)


LAST = len(GOOD) // 4


def odd(at: int, word: int, name: str, type: int, *operands: Value) -> bytes:
    """A module with another word in its last instruction."""
    last = Instruction(name, type, 9 if type else 0, operands)
    return changed(module_of(last), {LAST + at: word})


WRONG = {
    "magic": (b"BC\xc0\xde" + GOOD[4:], "the first word is no 0x07230203"),
    "empty": (b"", "not SPIR-V"),
    "bytes": (GOOD + b"ab", rf"word {LAST}: 2 bytes follow"),
    "header": (GOOD[:16], "word 4: the module ends within its header of 5 words"),
    "version": (changed(GOOD, {1: 0x10700}), r"version 1\.7 .* none of 1\.0 to 1\.6"),
    "old": (changed(GOOD, {1: 0x900}), r"word 1: version 0\.9"),
    "bound": (changed(GOOD, {3: 0}), "word 3: the bound is 0"),
    "schema": (changed(GOOD, {4: 1}), "word 4: the schema is 0x1"),
    "cut": (
        GOOD[:-4],
        rf"word {LAST - 5}: OpConstant: 5 words, where the module ends after 4",
    ),
    "size": (changed(GOOD, {LAST - 5: 43}), rf"word {LAST - 5}: OpConstant: 0 words"),
    "opcode": (changed(GOOD, {LAST - 5: 5 << 16 | 999}), "unknown instruction 999"),
    "large id": (changed(GOOD, {LAST - 3: 20}), "the id 20 is not between 1 and the b"),
    "id 0": (changed(GOOD, {LAST - 4: 0}), "OpConstant: the id 0 is not between"),
    "operand id": (odd(1, 99, *NAME), rf"word {LAST}: OpName: the id 99 is not"),
    "plain id": (odd(1, 20, "OpReturnValue", 0, 5), "OpReturnValue: the id 20 is not"),
    "string": (odd(3, 0x61616161, *NAME), "OpName: its string does not end"),
    "utf-8": (odd(2, 0x80, *NAME), "no.* UTF-8|not UTF-8"),
    "twice": (changed(GOOD, {LAST - 3: FLOAT}), "%4 is the result of OpTypeFloat at"),
    "null": (
        module_of(Instruction("OpConstantNull", FLOAT, 9))[:-12]
        + struct.pack("<5I", 5 << 16 | 46, FLOAT, 9, FLOAT, INT),
        "OpConstantNull: 2 words follow",
    ),
    "number": (changed(GOOD, {LAST - 4: 1}), "the type of its number is no integer"),
    "enumerant": (odd(1, 999, "OpCapability", 0, "Kernel"), "unknown Capability 999"),
    "mask": (
        odd(4, 1 << 30, "OpLoad", INT, 5, 1),
        "OpLoad: unknown bit 0x40000000 of MemoryAccess",
    ),
    "parameter": (
        odd(4, 2, "OpLoad", INT, 5, 1),
        "OpLoad: its operand LiteralInteger is missing",
    ),
    "excess": (odd(4, 1, "OpLoad", INT, 5, 2, 4), "OpLoad: 1 words follow its last"),
    "plain excess": (odd(0, 5 << 16 | 126, "OpPhi", INT, 5, 5), "OpSNegate: 1 words"),
    "set": (odd(3, 5, *ABSOLUTE), "OpExtInst: %5 is no set of instructions"),
    "extended": (odd(4, 999, *ABSOLUTE), "OpenCL.std has no instruction 999"),
    "operation": (
        odd(3, 62, "OpSpecConstantOp", INT, "OpSNegate", 5),
        "OpSpecConstantOp: 62 is no operation with a result",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_words(name: str):
    data, text = WRONG[name]
    with pytest.raises(SpirvError, match=text):
        read(data)


def test_debug_information_without_a_storage_class():
    """llvm-spirv 15 writes ~0 for it, which spirv-dis does not read."""
    pointer = (2, "DebugTypePointer", NUMBER, "Function", 0)
    data = odd(6, 0xFFFFFFFF, "OpExtInst", INT, *pointer)
    module = read(data)
    assert module.instructions[-1].operands[3] == 0xFFFFFFFF
    assert write(module) == data
    assert "DebugTypePointer %5 4294967295 None" in print_module(module)


def test_wrong_operands_are_not_written():
    wrong = (
        (Instruction("OpNothing"), "no instruction OpNothing"),
        (Instruction("OpCapability", 0, 0, ("Kern",)), "unknown Capability Kern"),
        (Instruction("OpCapability"), "its operand Capability is missing"),
        (
            Instruction("OpMemoryModel", 0, 0, ("Logical", "OpenCL", 4)),
            "1 words follow",
        ),
        (Instruction("OpExtInst", INT, 9, (1, "nothing", 5)), "OpenCL.std has no"),
        (Instruction("OpName", 0, 0, (5, "a" * 300000)), "65535 fit"),
    )
    for instruction, text in wrong:
        with pytest.raises(SpirvError, match=text):
            module_of(instruction)
