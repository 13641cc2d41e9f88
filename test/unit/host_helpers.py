"""Running acceptance cases (`test/kernels/README.md`) on a device."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from xdsl_opencl.abi.target import Target
from xdsl_opencl.runtime import Image, Local, Program, Sampler

KERNELS = Path(__file__).parents[1] / "kernels"
sys.path.insert(0, str(KERNELS))

clcase: Any = import_module("clcase")
CASES: Mapping[str, Any] = {case.name: case for case in import_module("suite").CASES}


def standard_of(file: str) -> str:
    """The version of OpenCL C that a file of the suite is written in."""
    first = (KERNELS / file).read_text().partition("\n")[0]
    return "CL2.0" if first == "// cl-std: CL2.0" else "CL1.2"


@cache
def program(
    file: str, options: str = "", device: str | Target = "", level: int = 3
) -> Program:
    """The program of a file of the suite, compiled once in a process."""
    return Program.from_file(
        KERNELS / file,
        f"-cl-std={standard_of(file)} {options}",
        device=device,
        level=level,
    )


def argument(value: Any) -> tuple[Any, Any]:
    """
    The runtime's argument for one of the suite, and the array that a kernel may change.
    """
    if isinstance(value, clcase.Scalar):
        return value.value, None
    if isinstance(value, clcase.Struct):
        return value.data, None
    if isinstance(value, clcase.Local):
        return Local(value.nbytes), None
    if isinstance(value, clcase.Sampler):
        return Sampler(value.normalized, value.addressing, value.filter), None
    if isinstance(value, clcase.Image):
        pixels = value.pixels.copy()
        kind = f"image{value.kind}_t"
        image = Image(pixels, kind, value.channel_order, value.channel_data_type)
        return image, pixels
    data = value.data.copy()
    return data, data


def run_case(case: Any, *build: Any) -> list[str]:
    """
    Runs `case`, built for what `program` has after the options; returns what is wrong
    with its results.
    """
    return run_kernel(case, program(case.file, case.build_options, *build))


def run_kernel(case: Any, built: Program) -> list[str]:
    """Runs `case` with a kernel of `built`; returns what is wrong with its results."""
    values: list[Any] = []
    results: dict[int, Any] = {}
    for index, given in enumerate(case.args):
        value, changed = argument(given)
        values.append(value)
        if changed is not None:
            results[index] = changed
    built[case.kernel](
        case.global_size, case.local_size, *values, global_offset=case.global_offset
    )
    return clcase.compare(case, results)
