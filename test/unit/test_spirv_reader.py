"""
SPIR-V of other compilers on the CPU device and the emulator, beside NumPy: the kernels of
`test/kernels` by Clang's backend for SPIR-V. `data/spirv` has modules by others; its README says which.
"""

from __future__ import annotations

import struct
import subprocess
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
import tools
from host_helpers import CASES, KERNELS, run_kernel, standard_of

from xdsl_opencl.frontend import BuildOptions
from xdsl_opencl.frontend.errors import FrontendError
from xdsl_opencl.frontend.load import load_spirv
from xdsl_opencl.runtime import Program
from xdsl_opencl.spirv.words import Instruction, read, write

FOLDER = Path(__file__).parent / "data" / "spirv"

NOT_OURS = {
    "async_copy.cl": "Clang 22 writes OpConstantNull with an operand too many",
    "convert_from_int": "Clang 22 takes convert_char4_sat(int4) for one of uint4",
    "odd_args": "SPIR-V does not say that a char is unsigned; its value is 250",
    "image_query.cl": "Clang 22 does not add 0x10D0 to OpImageQueryFormat",
}


@cache
def words(file: str, options: str) -> bytes:
    """A file of the suite as Clang's backend writes it."""
    clang = tools.need("clang", 22)
    command = [clang, "--target=spirv64", "-O2", "-w", "-c", "-o", "-"]
    command += [f"-cl-std={standard_of(file)}", *options.split(), str(KERNELS / file)]
    done = subprocess.run(command, capture_output=True, cwd=KERNELS)
    assert done.returncode == 0, done.stderr
    return done.stdout


@cache
def program(file: str, options: str, device: str, folder: Path) -> Program:
    path = folder / f"{file}{len(options)}.spv"
    data = words(file, options)
    path.write_bytes(data)
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


@pytest.mark.parametrize("device", ["", "gfx1100"])
@pytest.mark.parametrize("name", ["saxpy", "ids20", "blur"])
def test_translator(name: str, device: str) -> None:
    """Modules of Khronos' translator."""
    built = Program.from_file(FOLDER / f"{name}.spv", device=device)
    cases = [case for case in CASES.values() if case.file == f"{name}.cl"]
    assert cases
    for case in cases:
        assert run_kernel(case, built) == []


Change = Callable[[Instruction], list[Instruction]]


def changed(change: Change, name: str = "saxpy") -> bytes:
    """A stored module whose instructions `change` replaced."""
    module = read((FOLDER / f"{name}.spv").read_bytes())
    instructions: list[Instruction] = []
    for each in module.instructions:
        instructions += change(each)
    return write(replace(module, instructions=instructions))


def without(opcode: str) -> Change:
    def change(each: Instruction) -> list[Instruction]:
        return [] if each.opcode == opcode else [each]

    return change


def instead(opcode: str, *operands: int | str) -> Change:
    """Gives instructions of `opcode` other operands."""

    def change(each: Instruction) -> list[Instruction]:
        return [replace(each, operands=operands) if each.opcode == opcode else each]

    return change


GOOD = (FOLDER / "saxpy.spv").read_bytes()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "no 0x07230203"),
        (GOOD[:12], "ends within its header"),
        (GOOD[:-6], "2 bytes follow the last whole word"),
        (GOOD[:-8], "has no end"),
        (GOOD[:4] + struct.pack("<I", 0x00020000) + GOOD[8:], "2.0"),
        (GOOD[:20] + struct.pack("<I", 0) + GOOD[24:], "word 5: "),
        (GOOD[:20] + struct.pack("<I", 0x2FFFF) + GOOD[24:], "word 5: "),
        (changed(without("OpMemoryModel")), "no OpMemoryModel"),
        (changed(without("OpEntryPoint")), "no kernel"),
        (changed(instead("OpCapability", "Shader")), "for graphics"),
        (changed(instead("OpMemoryModel", "Logical", "OpenCL")), "Physical32"),
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
    assert str(module) == str(load_spirv(data).module)


def test_byte_orders() -> None:
    """The words of a big-endian machine give the same module."""
    numbers = struct.unpack(f"<{len(GOOD) // 4}I", GOOD)
    swapped = struct.pack(f">{len(numbers)}I", *numbers)
    assert str(load_spirv(swapped).module) == str(load_spirv(GOOD).module)
