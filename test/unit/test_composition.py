"""
The passes compose: with xDSL's canonicalize, cse and dce between every two of them, the
code object is one with the same interface, for the examples and the kernel suite.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from frontend_helpers import KERNELS, needs_clang, options_of, suite_builds
from long_runs import LONG
from lower_helpers import parse, run
from xdsl.dialects.builtin import ModuleOp

from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.backend.llvm.codegen import device_libraries, generate
from xdsl_opencl.backend.objects.code_object import link
from xdsl_opencl.backend.objects.code_object_info import inspect
from xdsl_opencl.dialects.opencl.attrs import TargetAttr
from xdsl_opencl.frontend import load_file
from xdsl_opencl.transforms.llvm_text import emit_llvm_ir

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.mlir"))
TARGET = Target(Abi.AMDHSA, "gfx1100")

CLEANING = ("canonicalize", "cse", "dce")
OPENCL = (
    "opencl-split-kernel-entries",
    "opencl-strip-unused",
    "opencl-lower-image-queries",
    "convert-math-to-opencl",
    "opencl-lower-builtins",
    "opencl-lower-sync",
    "opencl-link-device-library",
    "opencl-lower-images",
    "opencl-lower-samplers",
    "opencl-lower-work-items",
    "opencl-lower-arguments",
    "lower-scf-to-cf",
)
CONVERSIONS = (
    "convert-arith-to-llvm",
    "convert-index-to-llvm",
    "convert-math-to-llvm",
    "convert-vector-to-llvm",
    "convert-memref-to-llvm",
    "convert-func-to-llvm",
    "convert-cf-to-llvm",
    "convert-ub-to-llvm",
    "convert-opencl-to-llvm",
    "reconcile-unrealized-casts",
)


def with_cleaning(names: Sequence[str]) -> list[str]:
    return [
        name for stage in names for name in (*CLEANING, stage)
    ] + [*CLEANING]  # fmt: skip


def interface(module: ModuleOp) -> list[tuple[Any, ...]]:
    """
    Returns the facts about each kernel that a loader reads, from the metadata that LLVM
    wrote.
    """
    emission = generate(
        emit_llvm_ir(module), TARGET, libraries=device_libraries(module)
    )
    assert emission.object is not None
    return [
        (
            kernel.name,
            kernel.reqd_work_group_size,
            kernel.arguments,
            kernel.layout.kernarg_segment_size,
            kernel.layout.kernarg_segment_align,
            kernel.group_segment_size,
            kernel.layout.hidden,
        )
        for kernel in inspect(link(emission.object)).kernels
    ]


def check(module: ModuleOp, names: Sequence[str]) -> None:
    expected = interface(run(module.clone(), "opencl-to-llvm"))
    assert expected
    assert interface(run(module, *names)) == expected


WAYS = [
    pytest.param((*OPENCL, "opencl-to-llvm"), id="stages"),
    pytest.param((*OPENCL, *CONVERSIONS), id="conversions"),
]


@pytest.mark.parametrize("names", WAYS)
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples(path: Path, names: Sequence[str]):
    check(parse(path.read_text(), TARGET), with_cleaning(names))


@needs_clang
@pytest.mark.parametrize(
    ("file", "options"),
    [build for build in suite_builds() if LONG or build[0] in {
        "calls.cl", "image_query.cl", "image_sample.cl", "struct_arg.cl",
        "uniform_barrier.cl",
    }],
)  # fmt: skip
def test_suite(file: str, options: str):
    module = load_file(KERNELS / file, options_of(file, options)).module
    module.attributes["opencl.target"] = TargetAttr.from_target(TARGET)
    check(module, with_cleaning((*OPENCL, *CONVERSIONS)))
