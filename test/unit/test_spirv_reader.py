"""
SPIR-V of other compilers on the CPU device and the emulator, beside NumPy: the kernels of
`test/kernels` by Clang's backend for SPIR-V. `data/spirv` has modules by others; its README says which.
"""

from __future__ import annotations

import random
import re
import struct
import subprocess
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import tools
from host_helpers import CASES, KERNELS, run_kernel, standard_of

from xdsl_opencl.cli import main
from xdsl_opencl.frontend import BuildOptions
from xdsl_opencl.frontend.errors import FrontendError
from xdsl_opencl.frontend.load import load_spirv
from xdsl_opencl.ir.module import LINE_TABLES_ATTRIBUTE
from xdsl_opencl.runtime import Program
from xdsl_opencl.spirv.words import Instruction, Module, Value, read, write

FOLDER = Path(__file__).parent / "data" / "spirv"

NOT_OURS = {
    "convert_from_int": "Clang 22 takes convert_char4_sat(int4) for one of uint4",
    "odd_args": "SPIR-V does not say that a char is unsigned; its value is 250",
    "image_query.cl": "Clang 22 does not add 0x10D0 to OpImageQueryFormat",
}


@cache
def words(file: str, options: str, level: str = "-O2") -> bytes:
    """A file of the suite as Clang's backend writes it."""
    clang = tools.need("clang", 22)
    command = [clang, "--target=spirv64", level, "-w", "-c", "-o", "-"]
    command += [f"-cl-std={standard_of(file)}", *options.split(), str(KERNELS / file)]
    done = subprocess.run(command, capture_output=True, cwd=KERNELS)
    assert done.returncode == 0, done.stderr
    return done.stdout


@cache
def program(file: str, options: str, device: str, folder: Path) -> Program:
    path = folder / f"{file}{device}{options}.spv"
    path.write_bytes(words(file, options))
    return Program.from_file(path, device=device)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("spirv")


@pytest.mark.parametrize("name", CASES)
def test_suite(name: str, folder: Path) -> None:
    case = CASES[name]
    if reason := NOT_OURS.get(name) or NOT_OURS.get(case.file):
        pytest.skip(reason)
    built = program(case.file, case.build_options, "", folder)
    assert run_kernel(case, built) == []


@pytest.mark.parametrize(
    "file", ["async_copy.cl", "blur.cl", "image_more.cl", "image_write.cl"]
)
def test_unoptimised(file: str, tmp_path: Path) -> None:
    """Images and samplers in variables, and nulls of events that have a word for each use."""
    cases = [case for case in CASES.values() if case.file == file]
    path = tmp_path / "a.spv"
    path.write_bytes(words(file, cases[0].build_options, "-O0"))
    built = Program.from_file(path)
    for case in cases:
        if case.build_options == cases[0].build_options:
            assert run_kernel(case, built) == []


def test_an_image_in_memory_is_refused() -> None:
    image = make("OpTypeImage", 0, 9, 1, "2D", 0, 0, 0, 0, "Unknown", "ReadOnly")
    more = [image, make("OpTypePointer", 0, 10, "CrossWorkgroup", 9)]
    body = [make("OpBitcast", 10, 200, 61), make("OpLoad", 9, 201, 200)]
    body += [make("OpStore", 0, 0, 200, 201)]
    with pytest.raises(FrontendError, match="an image or the like in memory; pass it"):
        load_spirv(module(more, body))


@pytest.mark.parametrize("device", ["", "gfx1100"])
@pytest.mark.parametrize("name", ["saxpy", "ids20", "blur", "saxpy_untyped"])
def test_translator(name: str, device: str) -> None:
    """Modules of Khronos' translator."""
    built = Program.from_file(FOLDER / f"{name}.spv", device=device)
    file = f"{name.partition('_')[0]}.cl"
    cases = [case for case in CASES.values() if case.file == file]
    assert cases
    for case in cases:
        assert run_kernel(case, built) == []


Change = Callable[[Instruction], list[Instruction]]


def changed(change: Change, name: str = "saxpy") -> bytes:
    """A stored module whose instructions `change` replaced."""
    module = read((FOLDER / f"{name}.spv").read_bytes())
    found = [new for each in module.instructions for new in change(each)]
    return write(replace(module, instructions=found))


def without(opcode: str) -> Change:
    def change(each: Instruction) -> list[Instruction]:
        return [] if each.opcode == opcode else [each]

    return change


def instead(opcode: str, *operands: int | str) -> Change:
    """Gives instructions of `opcode` other operands."""

    def change(each: Instruction) -> list[Instruction]:
        return [replace(each, operands=operands) if each.opcode == opcode else each]

    return change


def decorated(opcode: str, *words: int | str) -> Change:
    """Decorates the results of instructions of `opcode`."""
    module = read((FOLDER / "saxpy.spv").read_bytes())
    ids = [each.result for each in module.instructions if each.opcode == opcode]
    added = [Instruction("OpDecorate", 0, 0, (id, *words)) for id in ids]
    return lambda each: [*added, each] if each.opcode == "OpTypeVoid" else [each]


GOOD = (FOLDER / "saxpy.spv").read_bytes()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (GOOD[:-8], "has no end"),
        (changed(without("OpMemoryModel")), "no OpMemoryModel"),
        (changed(lambda e: [e] * (1 + (e.opcode == "OpMemoryModel"))), "a second mem"),
        (GOOD[:15] + b"\xff" + GOOD[16:], "word 3: the bound is 0xff.* to 0x3fffff"),
        (changed(without("OpEntryPoint")), "no kernel"),
        (changed(instead("OpCapability", "Shader")), "for graphics"),
        (changed(instead("OpMemoryModel", "Logical", "OpenCL")), "Physical32"),
        (
            changed(decorated("OpFunctionParameter", "Alignment", 56)),
            r"word \d+: OpFunctionParameter: the alignment 56 of %\d+ is no power of two",
        ),
        (changed(without("OpLoad")), r"word \d+: Op\w+: %\d+ is no value"),
        (changed(without("OpTypeFunction")), r"word \d+: OpFunction: .*function type"),
    ],
)
def test_bad_modules(data: bytes, message: str) -> None:
    with pytest.raises(FrontendError, match=message) as error:
        load_spirv(data, "a.spv")
    assert str(error.value).startswith("a.spv: error: ")


@pytest.mark.parametrize("name", ["saxpy", "ids20", "blur"])
def test_verified(name: str) -> None:
    """With `-g` each operation is verified when it is read; the module is the same."""
    data = (FOLDER / f"{name}.spv").read_bytes()
    module = load_spirv(data, options=BuildOptions(debug=True)).module
    module.verify()
    del module.attributes[LINE_TABLES_ATTRIBUTE]
    assert str(module) == str(load_spirv(data).module)


def make(opcode: str, type: int = 0, result: int = 0, *operands: Value) -> Instruction:
    return Instruction(opcode, type, result, operands)


def module(more: list[Instruction], body: list[Instruction]) -> bytes:
    """
    A module with the kernel `k(global uint *)`: `%2` is `uint`, `%4` a byte, `%5` 2**39, `%6` 3
    and `%61` the argument; `body` is in front of its end.
    """
    names = ("Kernel", "Addresses", "Linkage", "Int64", "Int8")
    return write(
        Module(
            instructions=[
                *(make("OpCapability", 0, 0, name) for name in names),
                make("OpExtInstImport", 0, 90, "OpenCL.std"),
                make("OpMemoryModel", 0, 0, "Physical64", "OpenCL"),
                make("OpEntryPoint", 0, 0, "Kernel", 60, "k"),
                *(each for each in more if "Decorate" in each.opcode),
                make("OpTypeVoid", 0, 1),
                *(
                    make("OpTypeInt", 0, n, bits, 0)
                    for n, bits in ((2, 32), (3, 64), (4, 8))
                ),
                make("OpConstant", 3, 5, 1 << 39),
                make("OpConstant", 2, 6, 3),
                make("OpTypePointer", 0, 8, "CrossWorkgroup", 2),
                make("OpTypeFunction", 0, 7, 1, 8),
                *(each for each in more if "Decorate" not in each.opcode),
                make("OpFunction", 1, 60, 0, 7),
                make("OpFunctionParameter", 8, 61),
                make("OpLabel", 0, 62),
                *body,
                make("OpReturn"),
                make("OpFunctionEnd"),
            ]
        )
    )


def ran(
    data: bytes, out: np.ndarray, folder: Path, device: str = "", items: int = 1
) -> list[int]:
    """What is in `out` after one work-group of the kernel `k`."""
    path = folder / "a.spv"
    path.write_bytes(data)
    Program.from_file(path, device=device)["k"](items, items, out)
    return out.tolist()


SPECIALIZED = module(
    [
        *(make("OpDecorate", 0, 0, n, "SpecId", n - 93) for n in (100, 101, 102)),
        make("OpTypeFloat", 0, 9, 32),
        make("OpTypeBool", 0, 10),
        make("OpSpecConstant", 2, 100, 40),
        make("OpSpecConstant", 9, 101, 0x3F800000),
        make("OpSpecConstantTrue", 10, 102),
        make("OpSpecConstantOp", 2, 103, "OpIAdd", 100, 6),
        make("OpConstant", 2, 104, 1),
        make("OpConstant", 2, 105, 2),
    ],
    [
        make("OpStore", 0, 0, 61, 103),
        make("OpBitcast", 2, 200, 101),
        make("OpInBoundsPtrAccessChain", 8, 201, 61, 104),
        make("OpStore", 0, 0, 201, 200),
        make("OpSelect", 2, 202, 102, 6, 104),
        make("OpInBoundsPtrAccessChain", 8, 203, 61, 105),
        make("OpStore", 0, 0, 203, 202),
    ],
)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("", (43, 0x3F800000, 3)),
        ("7=-2 8=0.5 9=false", (1, 0x3F000000, 1)),
        ("7=0x10 8=2", (19, 0x40000000, 3)),
        ("7=4294967296", "has 32 bits; 4294967296 does not fit"),
        ("7=0.5", "is an integer; 0.5 is given"),
        ("3=1", "no specialization constant 3; the module has 7, 8, 9"),
        ("seven=1", "'seven=1': write the number of the constant"),
    ],
)
def test_specialization(
    options: str, expected: tuple[int, ...] | str, tmp_path: Path
) -> None:
    path = tmp_path / "a.spv"
    path.write_bytes(SPECIALIZED)
    text = " ".join(f"--spec-constant {each}" for each in options.split())
    if isinstance(expected, str):
        with pytest.raises(FrontendError, match=expected):
            Program.from_file(path, text)
        return
    out = np.zeros(3, np.uint32)
    Program.from_file(path, text)["k"](1, 1, out)
    assert tuple(out) == expected


def test_wrong_size() -> None:
    with pytest.raises(FrontendError, match="7 has 4 bytes; 8 are given"):
        load_spirv(SPECIALIZED, spec_constants={7: bytes(8)})


def nested(count: int, each: int) -> list[Instruction]:
    """Structs of the one before, `each` times."""
    ids = [2, *range(200, 200 + count)]
    return [
        make("OpTypeStruct", 0, own, *((inner,) * each)) for inner, own in pairwise(ids)
    ]


COUNTED = [make("OpExecutionMode", 0, 0, 60, "SubgroupsPerWorkgroup", 2)]
HUGE = make("OpTypeArray", 0, 100, 4, 5)
BOOL = make("OpTypeBool", 0, 9)
STRUCT = make("OpTypeStruct", 0, 110, 2, 100)
NULL = make("OpConstantNull", 100, 102)
PARTS = make("OpConstantComposite", 110, 105, 6, 102)


@pytest.mark.parametrize(
    ("more", "body", "message"),
    [
        ([], [make("OpFunctionCall", 1, 70, 60, 61)], "OpFunctionCall: %60 is an entry"),
        (COUNTED, [], "2 sub-groups in a work-group of any"),
        ([], [make("OpIAdd", 2, 70, 61, 61)], "OpIAdd: its operands do not fit it"),
        ([make("OpTypeVector", 0, 100, 2, 2), make("OpConstantNull", 100, 101),
          make("OpSpecConstantOp", 2, 102, "OpIAdd", 101, 6)],
         [make("OpIAdd", 2, 70, 102, 6)], "OpIAdd: its operands do not fit it"),
        ([], [make("OpIAdd", 2, 70, 6, 5)], "OpIAdd: its operands do not fit it"),
        ([], [make("OpSwitch", 0, 0, 61, 63), make("OpLabel", 0, 63)], "a selector of type"),
        (
            [],
            [make("OpBranchConditional", 0, 0, 6, 63, 63), make("OpLabel", 0, 63)],
            "a condition of type i32",
        ),
        (
            [BOOL, make("OpConstantTrue", 9, 10)],
            [
                make("OpBranchConditional", 0, 0, 10, 63, 64),
                *(make("OpLabel", 0, 63), make("OpIAdd", 2, 70, 6, 6)),
                *(make("OpBranch", 0, 0, 64), make("OpLabel", 0, 64)),
                make("OpStore", 0, 0, 61, 70),
            ],
            "OpIAdd: %70 is used where its definition does not come before",
        ),
        ([], [make("OpReturnValue", 0, 0, 6), make("OpLabel", 0, 63)], "returns nothing"),
        (nested(20, 2), [], "32767 members in 14 levels"),
        (nested(300, 1), [], "257 members in 256 levels"),
        ([make("OpTypeStruct", 0, 100, 100)], [], "%100 is no type of values"),
        (
            [make("OpSpecConstantOp", 2, 100, "OpIAdd", 100, 6)],
            [make("OpIAdd", 2, 70, 100, 6)],
            "nested too deeply",
        ),
        (
            [
                *(HUGE, STRUCT, NULL, PARTS),
                make("OpTypePointer", 0, 103, "UniformConstant", 110),
                make("OpVariable", 103, 104, "UniformConstant", 105),
            ],
            [make("OpExtInst", 2, 70, 90, "printf", 104)],
            "its format is too long",
        ),
        (
            [
                make("OpDecorate", 0, 0, 110, "CPacked"),
                *(HUGE, STRUCT, NULL, PARTS),
                make("OpTypePointer", 0, 103, "CrossWorkgroup", 110),
                make("OpVariable", 103, 104, "CrossWorkgroup", 105),
            ],
            [make("OpStore", 0, 0, 104, 6)],
            "a value of 549755813892 bytes",
        ),
        (
            [
                *(x for n in range(12) for x in (
                    make("OpTypeArray", 0, 200 + n, 199 + n if n else 2, 6),
                    make("OpConstantComposite", 200 + n, 300 + n, *(299 + n if n else 6,) * 3),
                ))
            ],
            [],
            "531441 numbers; at most",
        ),
        (
            [],
            [
                make("OpSwitch", 0, 0, 6, 63, *(x for n in range(3000) for x in (n, 63))),
                make("OpLabel", 0, 63),
                *(make("OpPhi", 2, 300 + n, 6, 62) for n in range(400)),
            ],
            "3000 cases hand over 400 values each",
        ),
    ],
)  # fmt: skip
def test_untrusted(
    more: list[Instruction], body: list[Instruction], message: str
) -> None:
    """Each fault has its instruction, in time and memory in proportion to the module."""
    with pytest.raises(FrontendError, match=message) as error:
        load_spirv(module(more, body))
    assert re.fullmatch(r"<spir-v>: error: SPIR-V.*", str(error.value))


def test_cases_are_no_labels() -> None:
    """A case with the number of a label does not change the order of blocks."""
    data = module(
        [],
        [
            make("OpSwitch", 0, 0, 6, 63, 65, 64),
            *(make("OpLabel", 0, 63), make("OpBranch", 0, 0, 64)),
            *(
                make("OpLabel", 0, 64),
                make("OpIAdd", 2, 70, 6, 6),
                make("OpBranch", 0, 0, 65),
            ),
            *(make("OpLabel", 0, 65), make("OpStore", 0, 0, 61, 70)),
        ],
    )
    load_spirv(data).module.verify()


def test_pointer_to_itself() -> None:
    """A struct with a pointer to its like, which is declared ahead."""
    more = [
        make("OpTypeForwardPointer", 0, 0, 101, "CrossWorkgroup"),
        make("OpTypeStruct", 0, 100, 101),
        make("OpTypePointer", 0, 101, "CrossWorkgroup", 100),
    ]
    load_spirv(module(more, [make("OpBitcast", 101, 70, 61)])).module.verify()


def test_bits_of_pointers_and_packed_constants(tmp_path: Path) -> None:
    """As in OpenCL-CTS: stores of packed constants, pointers as `uint2`, opaque types."""
    more = [
        make("OpCapability", 0, 0, "UniformDecoration"),
        make("OpDecorate", 0, 0, 110, "CPacked"),
        make("OpDecorate", 0, 0, 201, "Uniform"),
        make("OpTypeStruct", 0, 110, 2, 4),
        make("OpTypePointer", 0, 111, "CrossWorkgroup", 110),
        make("OpConstant", 4, 112, 127),
        make("OpConstantComposite", 110, 113, 6, 112),
        make("OpConstant", 2, 117, 2),
        make("OpTypeArray", 0, 118, 110, 117),
        make("OpConstantComposite", 118, 119, 113, 113),
        make("OpTypePointer", 0, 120, "CrossWorkgroup", 118),
        make("OpVariable", 120, 121, "CrossWorkgroup", 119),
        make("OpTypePointer", 0, 122, "Function", 118),
        make("OpTypeOpaque", 0, 114, "unknown"),
        make("OpTypePointer", 0, 115, "CrossWorkgroup", 114),
        make("OpTypeVector", 0, 116, 2, 2),
    ]
    body = [
        make("OpBitcast", 111, 200, 61),
        make("OpStore", 0, 0, 200, 113),
        make("OpBitcast", 115, 203, 61),
        make("OpBitcast", 116, 201, 203),
        make("OpBitcast", 8, 202, 201),
        make("OpInBoundsPtrAccessChain", 8, 204, 202, 6),
        make("OpStore", 0, 0, 204, 6),
        # An array of packed structs, stored, and in variables.
        make("OpVariable", 122, 211, "Function"),
        make("OpStore", 0, 0, 211, 119),
        make("OpConstant", 2, 205, 5),
        make("OpInBoundsPtrAccessChain", 8, 206, 61, 205),
        make("OpBitcast", 120, 207, 206),
        make("OpStore", 0, 0, 207, 119),
        make("OpConstant", 2, 208, 8),
        make("OpInBoundsPtrAccessChain", 8, 209, 61, 208),
        make("OpBitcast", 120, 210, 209),
        make("OpCopyMemory", 0, 0, 210, 121),
        make("OpConstant", 2, 212, 11),
        make("OpInBoundsPtrAccessChain", 8, 213, 61, 212),
        make("OpBitcast", 120, 214, 213),
        make("OpCopyMemory", 0, 0, 214, 211),
    ]
    more += [each for each in body if each.opcode == "OpConstant"]
    body = [each for each in body if each.opcode != "OpConstant"]
    out = np.full(14, 0xEEEEEEEE, np.uint32)
    assert ran(module(more, body), out, tmp_path)[:5] == [
        3,
        0xEEEEEE7F,
        0xEEEEEEEE,
        3,
        0xEEEEEEEE,
    ]
    twice = bytes((3, 0, 0, 0, 127)) * 2
    assert [out[at : at + 3].tobytes()[:10] for at in (5, 8, 11)] == [twice] * 3


@pytest.mark.parametrize("device", ["", "gfx1100"])
def test_truth_values_are_arguments(device: str, tmp_path: Path) -> None:
    """DPC++ writes such kernels, and Intel's runtime takes a byte for each."""
    taken = {
        "OpTypeFunction": [
            make("OpTypeBool", 0, 9),
            make("OpTypeFunction", 0, 7, 1, 9, 8),
        ],
        "OpFunctionParameter": [
            make("OpFunctionParameter", 9, 63),
            make("OpFunctionParameter", 8, 61),
        ],
    }
    body = [make("OpSelect", 2, 200, 63, 6, 10), make("OpStore", 0, 0, 61, 200)]
    words = read(module([make("OpConstant", 2, 10, 7)], body))
    found = [n for each in words.instructions for n in taken.get(each.opcode, [each])]
    path = tmp_path / "a.spv"
    path.write_bytes(write(replace(words, instructions=found)))
    program = Program.from_file(path, device=device)
    for given, expected in ((0, 7), (1, 3)):
        out = np.zeros(1, np.uint32)
        program["k"](1, None, given, out)
        assert out.tolist() == [expected]


@pytest.mark.parametrize("device", ["", "gfx1100"])
def test_what_others_write(device: str, tmp_path: Path) -> None:
    """
    As in the tests of the translator and of LLVM's backend: atomics on a variable of the function in
    the scope of the work item, `OpSizeOf`, constants of what is not known when they are read, a
    quotient by 0 that nothing needs, a language and debug information of a later table, a move.
    """
    more = [
        make("OpExtInstImport", 0, 91, "OpenCL.DebugInfo.100"),
        make("OpTypePointer", 0, 9, "Function", 2),
        make("OpConstant", 2, 10, 4),
        make("OpConstant", 2, 11, 0),
        make("OpTypeVector", 0, 12, 2, 2),
        make("OpConstantComposite", 12, 20, 10, 6),
        make("OpTypeStruct", 0, 13, 3, 4),
        make("OpTypePointer", 0, 14, "CrossWorkgroup", 13),
        make("OpVariable", 14, 15, "CrossWorkgroup"),
        make("OpSpecConstantOp", 2, 16, "OpUDiv", 6, 11),
        make("OpSpecConstantOp", 12, 17, "OpVectorShuffle", 20, 20, 1, 1),
        make("OpSpecConstantOp", 2, 18, "OpCompositeExtract", 17, 0),
        make("OpSpecConstantComposite", 12, 19, 18, 16),
    ]
    body = [
        make("OpVariable", 9, 100, "Function"),
        make("OpStore", 0, 0, 100, 6),
        make("OpAtomicIAdd", 2, 101, 100, 10, 11, 6),
        make("OpAtomicCompareExchange", 2, 102, 100, 10, 11, 11, 10, 101),
        make("OpAtomicLoad", 2, 103, 100, 10, 11),
        make("OpSizeOf", 2, 104, 15),
        make("OpCompositeExtract", 2, 105, 19, 0),
        *(make("OpInBoundsPtrAccessChain", 8, 110 + n, 61, n) for n in (6, 10)),
        make("OpStore", 0, 0, 61, 103),
        make("OpStore", 0, 0, 116, 104),
        make("OpStore", 0, 0, 120, 105),
        make("OpIMul", 2, 106, 103, 103),
        make("OpCopyMemorySized", 0, 0, 116, 61, 106),
        make("OpExtInst", 1, 130, 91, "DebugTypePointer", 1, "Generic", 1),
    ]
    found = read(module(more, body))
    at = next(n for n, i in enumerate(found.instructions) if i.opcode == "OpTypeVoid")
    found.instructions.insert(at, make("OpSource", 0, 0, "OpenCL_C", 200000))
    data = bytearray(write(found))
    for name, place, word in (("OpSource", 1, 99), ("OpExtInst", 6, 0xFFFFFFFF)):
        each = next(i for i in found.instructions if i.opcode == name)
        struct.pack_into("<I", data, 4 * (each.offset + place), word)
    each = next(i for i in found.instructions if i.opcode == "OpExtInst")
    struct.pack_into("<I", data, 4 * (each.offset + 5), 0)
    found = ran(bytes(data), np.arange(40, dtype=np.uint32), tmp_path, device)
    assert found == [6, 1, 2, 6, 1, 2, 16, 3, *range(5, 9), *range(12, 40)]


@pytest.mark.parametrize("device", ["", "gfx1100"])
def test_bfloat16(device: str, tmp_path: Path) -> None:
    """To the nearest, ties to even, NaN quiet, as DPC++'s library with the extension has it."""
    more = [
        make("OpTypeInt", 0, 9, 16, 0),
        make("OpTypeFloat", 0, 10, 32),
        *(make("OpTypeVector", 0, 20 + n, n, 4) for n in (9, 10)),
        make("OpTypePointer", 0, 11, "CrossWorkgroup", 30),
    ]
    body = [
        make("OpBitcast", 11, 100, 61),
        make("OpLoad", 30, 101, 100),
        make("OpConvertFToBF16INTEL", 29, 102, 101),
        make("OpConvertBF16ToFINTEL", 30, 103, 102),
        make("OpStore", 0, 0, 100, 103),
    ]
    given = np.array([0x3F808000, 0x3F818000, 0x7F800001, 0x80012345], np.uint32)
    wanted = [0x3F800000, 0x3F820000, 0x7FC00000, 0x80010000]
    assert ran(module(more, body), given, tmp_path, device) == wanted
    body[2] = make("OpConvertFToBF16INTEL", 30, 102, 101)
    with pytest.raises(FrontendError, match="are no float and bits of a bfloat16"):
        load_spirv(module(more, body))


def test_built_in_variable_as_other_types(tmp_path: Path) -> None:
    """
    As its first element; xDSL's verifier of `llvm.trunc` asserts of a float, without a word.
    """
    more = [
        make("OpDecorate", 0, 0, 110, "BuiltIn", "GlobalSize"),
        make("OpTypeFloat", 0, 9, 32),
        make("OpTypeVector", 0, 111, 3, 3),
        make("OpTypePointer", 0, 112, "Input", 111),
        make("OpTypePointer", 0, 113, "Input", 3),
        make("OpVariable", 112, 110, "Input"),
    ]
    first = [make("OpBitcast", 113, 200, 110), make("OpLoad", 3, 201, 200)]
    kept = [make("OpUConvert", 2, 202, 201), make("OpStore", 0, 0, 61, 202)]
    data = module(more, first + kept)
    assert ran(data, np.zeros(1, np.uint32), tmp_path, items=5) == [5]
    data = module(more, [make("OpLoad", 9, 200, 110)])
    with pytest.raises(FrontendError, match=r"word \d+: OpLoad: .*\(AssertionError\)"):
        load_spirv(data)


@pytest.mark.parametrize("device", ["", "gfx1100"])
def test_assembled(device: str, tmp_path: Path) -> None:
    """Intel's runtime 2026.2 gives these constants, and NumPy these remainders."""
    data = tmp_path / "a.spv"
    command = [tools.need("spirv-as", 2023), FOLDER / "constants.spvasm", "-o", data]
    subprocess.run([*command, "--target-env", "spv1.0"], check=True)
    program = Program.from_file(data, device=device)
    vectors, packed = np.zeros((5, 4), np.int32), np.zeros(21, np.uint8)
    program["constants"](1, 1, vectors, packed)
    assert vectors.tolist() == [
        *([2, 4, 9, -15], [0, 1, 1, -1], [2, -1, -15, 1], [2, -1, 3, 1], [9, 1, 2, 9])
    ]
    numbers = packed[1:].view(np.int32).tolist()
    assert (packed[0], numbers) == (7, [3, *vectors[3].tolist()])
    left = np.array([1e30, -4, -0.0, 5.5], np.float32)
    right, out = np.array([-6.2e-24, 2, 9, -2], np.float32), np.zeros(4, np.float32)
    program["modulo"](1, 1, left, right, out)
    assert out.tobytes() == np.mod(left, right).tobytes()
    count = np.zeros(1, np.uint32)
    program["sub_groups"](64, 64, count)
    assert count == 2
    for count[0] in (0, 1):
        program["reservations"](1, 1, count)
        # `CLK_NULL_RESERVE_ID` of Clang's header has all bits set, so null is another one.
        assert count == 2


@pytest.mark.parametrize("device", ["", "gfx1100"])
def test_blocks_of_a_sub_group(device: str, tmp_path: Path) -> None:
    """A row of 32 numbers for each component, and one for a scalar, shuffled with another."""
    more = [
        make("OpExecutionMode", 0, 0, 60, "SubgroupSize", 32),
        make("OpTypeVector", 0, 9, 2, 2),
        make("OpConstant", 2, 100, 64),
    ]
    body = [
        make("OpSubgroupBlockReadINTEL", 9, 110, 61),
        make("OpVectorShuffle", 9, 111, 110, 110, 1, 0),
        make("OpPtrAccessChain", 8, 112, 61, 100),
        make("OpSubgroupBlockReadINTEL", 2, 113, 112),
        make("OpIMul", 2, 114, 113, 6),
        make("OpControlBarrier", 0, 0, 6, 6, 100),
        make("OpSubgroupBlockWriteINTEL", 0, 0, 61, 111),
        make("OpSubgroupShuffleUpINTEL", 2, 115, 113, 114, 6),
        make("OpSubgroupBlockWriteINTEL", 0, 0, 112, 115),
    ]
    out = np.arange(100, dtype=np.uint32)
    wanted = np.r_[out[32:64], out[:32], out[93:96], out[64:93] * 3, out[96:]].tolist()
    assert ran(module(more, body), out, tmp_path, device, 32) == wanted


def test_untyped_pointers_poison_and_fma(tmp_path: Path) -> None:
    """
    As Khronos' translator writes them in 2026. A vector of one number is of Triton's back end for
    Intel, `Aligned 0` of DPC++ of 2024.
    """
    bits, chain = (0x3F800800, 0xBF801000), "UntypedInBoundsPtrAccessChainKHR"
    more = [
        make("OpExecutionMode", 0, 0, 60, "ArithmeticPoisonKHR"),
        make("OpTypeUntypedPointerKHR", 0, 100, "CrossWorkgroup"),
        make("OpTypeUntypedPointerKHR", 0, 101, "Function"),
        make("OpTypeFloat", 0, 9, 32),
        *(make("OpConstant", 9, 102 + n, word) for n, word in enumerate(bits)),
        *(make("OpConstant", 2, 106 + n, n) for n in range(3)),
        make("OpExecutionModeId", 0, 0, 60, "FPFastMathDefault", 9, 106),
        make("OpPoisonKHR", 2, 109),
        make("OpTypeVector", 0, 140, 2, 1),
        make("OpTypeArray", 0, 110, 2, 6),
        make("OpConstantComposite", 110, 111, 6, 107, 6),
        make("OpUntypedVariableKHR", 100, 112, "CrossWorkgroup", 110, 111),
        make("OpSpecConstantOp", 100, 113, f"Op{chain}", 110, 112, 106, 107),
    ]
    body = [
        make("OpUntypedVariableKHR", 101, 120, "Function", 110),
        make("OpUntypedInBoundsAccessChainKHR", 101, 121, 110, 120, 107),
        make("OpStore", 0, 0, 121, 6),
        make("OpLoad", 2, 122, 121),
        make(f"Op{chain}", 100, 123, 2, 61, 107),
        make("OpStore", 0, 0, 123, 122),
        make("OpLoad", 140, 141, 123, 2, 0),
        make("OpIAdd", 140, 142, 141, 141),
        make("OpStore", 0, 0, 123, 142, 2, 4),
        make("OpLoad", 2, 124, 113),
        make("OpUntypedPtrAccessChainKHR", 100, 125, 110, 61, 107),
        make("OpStore", 0, 0, 125, 124),
        make("OpFmaKHR", 9, 126, 102, 102, 103),
        make("OpBitcast", 2, 127, 126),
        make("OpStore", 0, 0, 61, 127),
        make("OpFreezeKHR", 2, 128, 109),
        make("OpBitwiseXor", 2, 129, 128, 128),
        make("OpUntypedAccessChainKHR", 100, 130, 110, 61, 108),
        make("OpStore", 0, 0, 130, 129),
        make("OpUntypedPrefetchKHR", 0, 0, 123, 6),
    ]
    out = np.full(4, 9, np.uint32)
    assert ran(module(more, body), out, tmp_path) == [0x33800000, 6, 0, 1]
    with pytest.raises(
        FrontendError, match="OpPtrDiff: %113 is no pointer to a type that"
    ):
        load_spirv(module(more, [make("OpPtrDiff", 3, 150, 113, 113)]))


def mutant(data: bytes, chance: random.Random) -> bytes:
    """`data` with one to three words or instructions changed."""
    words = [*struct.unpack(f"<{len(data) // 4}I", data)]
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        starts = [5]
        while (end := starts[-1] + (words[starts[-1]] >> 16 or 1)) < len(words):
            starts.append(end)
        at, other = chance.choice(starts), chance.choice(starts)
        size = words[at] >> 16
        place = min(at + chance.randrange(1, max(2, size)), len(words) - 1)
        match chance.randrange(8):
            case 0 | 1 | 2:
                words[place] = chance.randrange(1, words[3])
            case 3:
                words[place] = chance.choice((0, 1, 2, 255, 1 << 31, (1 << 32) - 1))
            case 4:
                words[at + chance.randrange(2) if size > 1 else at] ^= (
                    1 << chance.randrange(32)
                )
            case 5:
                words[at] = words[at] & ~0xFFFF | words[other] & 0xFFFF
            case 6:
                del words[at : at + size]
            case _:
                words[other:other] = words[at : at + size]
        if len(words) < 6:
            break
    return struct.pack(f"<{len(words)}I", *words)


@pytest.mark.parametrize("seed", range(3))
def test_mutants(seed: int) -> None:
    """A mutant is refused in one line, or makes a module that verifies."""
    chance = random.Random(seed)
    good = [path.read_bytes() for path in sorted(FOLDER.glob("*.spv"))]
    read = 0
    for _ in range(150):
        data = mutant(chance.choice(good), chance)
        error = ""
        try:
            load_spirv(data, require_kernel=False).module.verify()
            read += 1
        except FrontendError as refusal:
            error = str(refusal)
        assert "\n" not in error
    assert read > 5


def test_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Options that are not for the input are refused or warned of."""
    path = str(FOLDER / "saxpy.spv")
    assert main(["disassemble", path, "--mcpu", "gfx1100"]) == 1
    assert "this is SPIR-V, so leave them out" in capsys.readouterr().err
    cut = tmp_path / "cut.spv"
    cut.write_bytes(GOOD[:-6])
    assert main(["disassemble", str(cut)]) == 1
    assert capsys.readouterr().err.count("2 bytes follow") == 1
    assert main(["import", path, "--pointer-width", "32"]) == 1
    error = capsys.readouterr().err
    assert "pointers of 64 bits" in error
    assert "warning" not in error
    small = tmp_path / "a.spv"
    small.write_bytes(changed(instead("OpMemoryModel", "Physical32", "OpenCL")))
    assert main(["import", str(small)]) == 0
    assert main(["info", str(small)]) == 1
    assert "32 bits, the target 64; compile its source" in capsys.readouterr().err
    assert main(["info", str(small), "--pointer-width", "32"]) == 1
    assert "ABI host has pointers of 64 bits here" in capsys.readouterr().err
    assert main(["info", str(small), "--mcpu", "spirv32"]) == 0
    assert "12 bytes, alignment 4" in capsys.readouterr().out
    source = tmp_path / "a.cl"
    source.write_text("kernel void k(void) {}")
    assert main(["import", str(source), "--spec-constant", "7=1"]) == 0
    assert "--spec-constant is for SPIR-V" in capsys.readouterr().err


def test_local_variables() -> None:
    """Each work-group has its own, though Clang 22 writes two functions that use them."""
    made = str(load_spirv(bytearray(words("gemm.cl", ""))).module)
    assert made.count("opencl.local ") == 2
    assert "llvm.mlir.global" not in made
