"""
`info` on code objects with wrong bytes: a description or one diagnostic, nothing else.
"""

from __future__ import annotations

import gzip
import random
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, cast

import msgpack  # pyright: ignore[reportMissingTypeStubs]
import pytest
from codegen_ir import kernel_ir
from fuzzing import object_regions
from long_runs import LONG
from mutators import mutate_bytes
from tools import need

from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.backend.llvm.codegen import emit_object
from xdsl_opencl.backend.objects.code_object import link
from xdsl_opencl.backend.objects.code_object_info import InspectError, inspect
from xdsl_opencl.backend.objects.elf import read_elf
from xdsl_opencl.cli import main
from xdsl_opencl.cli.info import report_lines
from xdsl_opencl.driver import CompileError
from xdsl_opencl.driver.report import report_code_object
from xdsl_opencl.emulator import EmulatorError, LaunchOptions, launch, load

_SEED = 10
_COUNT = 20_000 if LONG else 200
_msgpack = cast(Any, msgpack)
"""The package has no types."""


@cache
def relocatable() -> bytes:
    return emit_object(kernel_ir(), Target(Abi.AMDHSA, "gfx1030"))


def originals() -> tuple[bytes, bytes]:
    return relocatable(), link(relocatable())


def note(code: bytes) -> tuple[int, int]:
    """The first byte of the metadata, and the byte after it."""
    found = read_elf(code).metadata_note()
    assert found is not None
    return found.description, found.description + found.size


@pytest.mark.parametrize("linked", [False, True], ids=["o", "hsaco"])
def test_damaged_files(linked: bool) -> None:
    refused = 0
    code = originals()[linked]
    regions, rng = object_regions(code), random.Random(_SEED)
    for _ in range(_COUNT):
        damaged = mutate_bytes(code, rng, regions)
        try:
            list(report_lines(report_code_object("k.hsaco", damaged)))
        except CompileError as error:
            refused += 1
            head = str(error).partition("\n")[0]
            assert head.startswith("k.hsaco: error: ")
    # Both kinds are there: files that are refused, and changes that do no harm.
    assert _COUNT // 10 < refused < _COUNT


@pytest.mark.parametrize(
    "name",
    [
        "hip/kernels-gfx90a",
        "iree/kernels-gfx1100",
        "triton/dot-gfx942",
        "triton/edges-gfx1250",
    ],
)
def test_damaged_files_of_others(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Commands end with a result or a diagnostic, launches with one or an error of the emulator."""
    data = Path(__file__).parent / f"data/{name}.hsaco.gz"
    code, path = gzip.decompress(data.read_bytes()), tmp_path / "k.hsaco"
    regions, rng = object_regions(code), random.Random(_SEED)
    options, refused = LaunchOptions(max_instructions=2000), 0
    for _ in range(_COUNT // 20):
        damaged = mutate_bytes(code, rng, regions)
        path.write_bytes(damaged)
        for command in ("info", "disassemble"):
            status = main([command, str(path)])
            said = capsys.readouterr().err
            assert (status, "error: " in said) in ((0, False), (1, True)), said
        try:
            program = load(damaged)
            for kernel in program.code.info.kernels[:2]:
                sizes = [argument.size for argument in kernel.layout.explicit]
                values = [None if size == 8 else bytes(size) for size in sizes]
                launch(program, kernel.name, 64, 64, *values, options=options)
        except EmulatorError:
            refused += 1
    assert refused > _COUNT // 50


def changed(path: tuple[str | int, ...], value: object) -> bytes:
    """The relocatable object with another value in its metadata; `del` removes it."""
    code = relocatable()
    start, end = note(code)
    metadata: Any = _msgpack.unpackb(code[start:end])
    inner = metadata
    for key in path[:-1]:
        inner = inner[key]
    if value == "del":
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    # A key that nothing reads fills the room that is left.
    packed = _msgpack.packb(metadata)
    if (room := end - start - len(packed)) < 0:
        for kernel in metadata["amdhsa.kernels"]:
            kernel.pop(".language", None)
            kernel.pop(".language_version", None)
            kernel.pop(".sgpr_spill_count", None)
        packed = _msgpack.packb(metadata)
        room = end - start - len(packed)
    assert room >= 0
    result = bytearray(code)
    result[start:end] = packed + bytes(room)
    found = read_elf(code).metadata_note()
    assert found is not None
    result[found.header + 4 : found.header + 8] = len(packed).to_bytes(4, "little")
    # Notes are found by their padded size, so the section shrinks along.
    field = found.section.size_field
    size = found.section.size - (room & ~3)
    result[field : field + 8] = size.to_bytes(8, "little")
    return bytes(result)


K = "amdhsa.kernels"


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("amdhsa.target",), 7, "amdhsa.target of the module .* is not text"),
        (("amdhsa.target",), "del", "the module has no amdhsa.target"),
        ((K,), "del", "the module has no amdhsa.kernels"),
        ((K,), 3, "amdhsa.kernels of the module .* is not a list"),
        ((K, 0), "x", "is not a list of dict"),
        ((K, 0, ".vgpr_count"), -1, r"\.vgpr_count of kernel 'scale' .* 32-bit number"),
        ((K, 0, ".vgpr_count"), "del", r"kernel 'scale' has no \.vgpr_count"),
        ((K, 0, ".sgpr_count"), 1.5, r"\.sgpr_count of kernel 'scale'"),
        ((K, 0, ".wavefront_size"), True, r"\.wavefront_size of kernel 'scale'"),
        ((K, 0, ".args"), 1, r"\.args of kernel 'scale' .* is not a list"),
        ((K, 0, ".args", 0, ".offset"), "a", r"\.offset of argument"),
        ((K, 0, ".args", 0, ".value_kind"), 0, r"\.value_kind of argument"),
        ((K, 0, ".args", 0, ".access"), "rw", r"\.access of argument .* is 'rw'"),
        ((K, 0, ".args", 0, ".is_const"), 9, r"\.is_const of argument .* true or"),
        ((K, 0, ".reqd_workgroup_size"), [1], r"\.reqd_workgroup_size .* 3 numbers"),
    ],
    ids=str,
)
def test_wrong_metadata(
    path: tuple[str | int, ...], value: object, message: str
) -> None:
    with pytest.raises(InspectError, match=message):
        inspect(changed(path, value))


def test_metadata_that_is_not_a_map() -> None:
    code = bytearray(relocatable())
    start, end = note(relocatable())
    code[start:end] = _msgpack.packb(list(range(100)))[: end - start].ljust(
        end - start, b"\0"
    )
    with pytest.raises(InspectError, match="the metadata note is damaged"):
        inspect(bytes(code))


def named_otherwise(code: bytes) -> bytes:
    """`code` whose header names gfx942: EF_AMDGPU_MACH_AMDGCN_GFX942 (AMDGPUUsage, "Header")."""
    return code[:0x30] + b"\x4c" + code[0x31:]


def without_descriptor(code: bytes) -> bytes:
    """`code` without the symbol of its descriptor: the tables of names have other ones."""
    return code.replace(b"scale.kd\0", b"scale.xx\0")


@pytest.mark.parametrize(
    ("change", "commands", "words"),
    [
        (
            named_otherwise,
            ("info", "run", "disassemble"),
            "the ELF header names gfx942, the metadata gfx1030",
        ),
        (without_descriptor, ("info", "run"), "'scale' has no descriptor 'scale.kd'"),
    ],
)
def test_parts_that_disagree(
    change: Callable[[bytes], bytes],
    commands: tuple[str, ...],
    words: str,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "k.hsaco"
    path.write_bytes(change(link(relocatable())))
    for command in commands:
        assert main([command, str(path)]) == 1
        assert words in capfd.readouterr().err


def test_a_stripped_file_has_its_descriptors(tmp_path: Path) -> None:
    path = tmp_path / "k.hsaco"
    path.write_bytes(link(relocatable()))
    kernels = inspect(path.read_bytes()).kernels
    subprocess.run([need("llvm-strip"), path], check=True)
    assert not read_elf(path.read_bytes()).symbols()
    assert inspect(path.read_bytes()).kernels == kernels
    assert all(kernel.user_sgprs > 0 for kernel in kernels)
