"""
Every element-wise function that OpenCL C calls, over edge values: the CPU device, emulated
GPUs and PoCL against the references.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest
from builtin_calls import DTYPES, ROWS, Call, calls, errors
from long_runs import LONG, long_run
from pocl_helpers import Answer, Launch, other

from xdsl_opencl.dialects.opencl.builtins.builtin_table import Builtin
from xdsl_opencl.runtime import Program

ELEMENTS = ("f16", "f32", "f64", "i8", "i16", "i32", "i64")
BATCH = 40
OPTIONS = "-cl-std=CL3.0 -w -cl-fp32-correctly-rounded-divide-sqrt"
PROCESSORS = {
    **{"f16": "gfx1100", "f32": "gfx1200", "f64": "gfx90a", "i8": "gfx803"},
    **{"i16": "gfx900", "i32": "gfx1030"},
}
"""The GPU for the functions of a type in the short run; the long one has each for all."""
POCL_WRONG: dict[str, str] = {
    "atanpi": "atanpi(-0) is -0 (section 7.5.1)",
    "cos": "vectors lose precision beside a huge element (section 7.4)",
    "sin": "vectors lose precision beside a huge element (section 7.4)",
    "sincos": "vectors lose precision beside a huge element (section 7.4)",
    "tan": "vectors lose precision beside a huge element (section 7.4)",
    "cospi": "cospi(n + 0.5) is +0 (section 7.5.1)",
    "sinpi": "sinpi(n) is +0 for positive n (section 7.5.1)",
    "tanpi": "tanpi(n) is -0 for odd positive n (section 7.5.1)",
    "tgamma": "the sign of results that are too small",
}
"""Functions that PoCL 3.1 gets wrong, and the rule."""
ROCM_WRONG: dict[str, str] = {
    "rsqrt": "1.03 ulp at 0.000253, half precision",
    "tgamma": "81 ulp at -29.933256, single precision",
}
"""Functions of ROCm's library that miss OpenCL's bound."""
POCL_LACKS = ("ctz",)
"""Of OpenCL C 2.0."""


def chosen(row: Builtin, element: str) -> Sequence[int]:
    """
    Two widths of each function and type; in the short run one type of each function.
    """
    number, widths = zlib.crc32(row.name.encode()), row.widths
    if not LONG:
        names = sorted(row.elements.value.split())
        its_own = names[number % len(names)] == element
        return [widths[number % len(widths)]] if its_own else []
    number = zlib.crc32(f"{row.name} {element}".encode())
    return sorted({widths[number % len(widths)], widths[number // 7 % len(widths)]})


def source(part: Sequence[Call], extension: str) -> str:
    pragma = f"#pragma OPENCL EXTENSION {extension} : enable"
    return "\n".join([pragma, *(call.kernel() for call in part)])


def buffers(call: Call) -> tuple[list[Any], list[Any]]:
    """Operands, and room for the results."""
    shapes = [call.shape(letter) for letter in call.form.results]
    results = [np.zeros((ROWS, width), DTYPES[element]) for element, width, _ in shapes]
    return call.operands(), results


def wrong_results(every: Sequence[Call], device: str) -> Iterator[str]:
    """Describes what `device`, the CPU if it is empty, computes wrong."""
    extension = "cl_khr_fp16" if every[0].element == "f16" else "cl_khr_fp64"
    for start in range(0, len(every), BATCH):
        part = every[start : start + BATCH]
        text = source(part, extension)
        program = Program.from_source(text, OPTIONS, device=device, level=1)
        for call in part:
            operands, results = buffers(call)
            arrays = [a.view(np.uint8) for a in (*operands, *results)]
            program[call.name](ROWS, 8, *arrays)
            if not (device and call.row.name in ROCM_WRONG):
                # ROCm's library leaves the sign of zeros open: its sinpi(1) is -0.
                yield from errors(call, operands, results, either_zero=bool(device))


@pytest.mark.parametrize("element", ELEMENTS)
def test_cpu_device(element: str) -> None:
    assert [*wrong_results([*calls([element], chosen)], "")] == []


@pytest.mark.parametrize("element", ELEMENTS)
def test_gpus(element: str) -> None:
    """
    Machine code for half of the functions of the CPU device.
    """

    def half(row: Builtin, element: str) -> Sequence[int]:
        even = zlib.crc32(row.c_name.encode()) % 2 == 0
        return chosen(row, element) if LONG or even else ()

    one = PROCESSORS.get(element, "gfx1100")
    for processor in PROCESSORS.values() if LONG else (one,):
        assert [*wrong_results([*calls([element], half)], processor)] == []


@long_run
@pytest.mark.parametrize("element", ELEMENTS[1:])
def test_pocl(element: str) -> None:
    """
    PoCL computes the values of the references, except where it is known to be wrong.
    """
    pocl = other("PoCL")
    every = [c for c in calls([element], chosen) if c.row.name not in POCL_LACKS]
    found: list[str] = []
    for start in range(0, len(every), BATCH):
        part = every[start : start + BATCH]
        launches: list[Launch] = []
        for call in part:
            operands, results = buffers(call)
            arguments = [("buffer", array) for array in (*operands, *results)]
            launches.append((call.name, (ROWS,), (8,), None, arguments))
        answers = pocl.run(source(part, "cl_khr_fp64"), launches, "-cl-std=CL1.2 -w")
        for call, answer in zip(part, answers, strict=True):
            found += wrong(call, answer)
    assert found == []


def wrong(call: Call, answer: Answer) -> list[str]:
    if isinstance(answer, str):
        return [f"{call.name}: {answer}"]
    operands, _ = buffers(call)
    results = list(answer.values())[len(operands) :]
    found = errors(call, operands, results)
    return [] if call.row.name in POCL_WRONG else found
