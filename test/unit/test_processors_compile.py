"""
The examples compile for every generation of processors that LLVM 22 knows; processors
without image instructions answer queries, and refuse reads and writes by name.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from xdsl_opencl.abi.gpu.processors import PROCESSORS, Processor, ProcessorFamily
from xdsl_opencl.backend.objects.code_object_info import inspect
from xdsl_opencl.cli import main

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.mlir"))

WITHOUT_IMAGES = {(9, 4), (9, 5), (12, 5)}
"""LLVM, `GCNSubtarget::hasImageInsts`: gfx940 and its successors, gfx1250."""


def generations() -> dict[str, Processor]:
    """
    One processor of each major and minor ISA version from gfx7, and each generic one.
    """
    found: dict[tuple[object, ...], str] = {}
    for name, processor in PROCESSORS.items():
        if processor.family is ProcessorFamily.AMDGCN and processor.isa[0] >= 7:
            key = (*processor.isa[:2], name if "generic" in name else "")
            found.setdefault(key, name)
    return {name: PROCESSORS[name] for name in found.values()}


@pytest.mark.parametrize(("name", "processor"), generations().items())
def test_examples(
    name: str,
    processor: Processor,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
):
    for path in EXAMPLES:
        code = tmp_path / f"{path.stem}.hsaco"
        version = str(max(5, processor.code_object_version))
        arguments = ("--mcpu", name, "--code-object-version", version)
        status = main(("compile", str(path), *arguments, "-o", str(code)))
        error = capsys.readouterr().err
        accesses = "_image " in path.read_text()
        if accesses and processor.isa[:2] in WITHOUT_IMAGES:
            assert status == 1
            assert f"processor {name} has no image instructions" in error
            assert not code.exists()
        else:
            assert (status, error) == (0, "")
            info = inspect(code.read_bytes())
            assert (info.processor, len(info.kernels)) == (name, 1)
