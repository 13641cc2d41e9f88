"""
Every builtin function that Clang's header declares is an operation of the dialect, and
every target compiles it.

`make test` takes a sample; `make long` imports every overload and compiles each function
for every target.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from frontend_helpers import clang_is_missing
from long_runs import LONG
from opencl_c_declarations import Declaration, declarations, program
from xdsl.dialects import func, llvm

from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.driver.compilation import Compilation
from xdsl_opencl.driver.diagnostics import CompileError
from xdsl_opencl.frontend import BuildOptions, load_source
from xdsl_opencl.frontend.clang.opencl_c import find_clang
from xdsl_opencl.source import SourceFile
from xdsl_opencl.transforms.builtins.opencl_link_device_library import find_libraries


def _header_is_missing() -> bool:
    # A Clang with headers of its own finds them without being told.
    return clang_is_missing() or find_clang().headers is None


pytestmark = pytest.mark.skipif(
    _header_is_missing(), reason="no Clang for OpenCL C, or none of its headers"
)

STANDARDS = ("CL1.2", "CL3.0")
TARGETS = ("gfx900", "gfx1030", "gfx1100", "gfx1200", "gfx942", "host")
CHUNK = 100
"""Kernels of one program: Clang reads the header each time."""


def chosen(
    standard: str, names: float, seed: str, *, all_overloads: bool
) -> list[Declaration]:
    """
    Declarations of this version of the language: of this part of the names, one overload
    each, or all.
    """
    source = random.Random(seed)
    by_name: dict[str, list[Declaration]] = {}
    for declaration in declarations(*STANDARDS):
        if declaration.standard == standard and not declaration.on_device_queue:
            by_name.setdefault(declaration.name, []).append(declaration)
    found: list[Declaration] = []
    for overloads in by_name.values():
        if all_overloads:
            found += overloads
        elif source.random() < names:
            found.append(source.choice(overloads))
    return found


def chunks(functions: Sequence[Declaration]) -> list[Sequence[Declaration]]:
    return [functions[i : i + CHUNK] for i in range(0, len(functions), CHUNK)]


def test_the_header_is_read_whole():
    found = declarations(*STANDARDS)
    assert len(found) > 14000
    assert len({declaration.name for declaration in found}) > 1000


@pytest.mark.parametrize("standard", STANDARDS)
def test_every_function_is_an_operation(standard: str):
    functions = chosen(standard, 0.25, f"import {standard}", all_overloads=LONG)
    assert len(functions) > 30
    for part in chunks(functions):
        module = load_source(program(part), BuildOptions(standard)).module
        module.verify()
        kernels = [op for op in module.body.block.ops if isinstance(op, KernelOp)]
        assert len(kernels) == len(part)
        for kernel in kernels:
            calls = [
                op for op in kernel.walk() if isinstance(op, func.CallOp | llvm.CallOp)
            ]
            assert not calls, part[int(kernel.sym_name.data[1:])]
            # What the call became, not only a load and a store.
            dialects = {op.dialect_name() for op in kernel.walk()} - {"llvm"}
            assert "opencl" in dialects


NO_IMAGES = "has no image instructions"
"""The error about image reads and writes on a processor without image instructions."""
NO_SAMPLES = "has no multi-sample images"
"""The error of the CPU device about reads of them; it answers queries of their attributes."""


def expected_failure(declaration: Declaration, target: str) -> str | None:
    """The error that is the right answer for this function."""
    kinds = [p.type for p in declaration.parameters if p.access]
    if target == "host" and kinds and "msaa" in kinds[0]:
        return NO_SAMPLES if declaration.name.startswith("read") else None
    if target == "gfx942" and kinds and "buffer" not in kinds[0]:
        return None if declaration.name.startswith("get_image") else NO_IMAGES
    return None


def compile_all(functions: Sequence[Declaration], target: str) -> list[str]:
    """Compiles a kernel for each; the errors, in halves until each has its function."""
    source = SourceFile("k.cl", program(functions))
    goal = Target(abi=Abi.HOST) if target == "host" else Target(mcpu=target)
    options = BuildOptions(functions[0].standard)
    compilation = Compilation(source, goal, level=1, build=options)
    try:
        assert compilation.object
    except CompileError as error:
        if len(functions) == 1:
            message = str(error).partition("\n")[0]
            wanted = expected_failure(functions[0], target)
            good = wanted is not None and wanted in message
            return [] if good else [f"{functions[0]}: {message}"]
        half = len(functions) // 2
        parts = (functions[:half], functions[half:])
        return [message for part in parts for message in compile_all(part, target)]
    unexpected = [d for d in functions if expected_failure(d, target) is not None]
    return [f"{declaration}: no error" for declaration in unexpected]


@pytest.mark.skipif(
    find_libraries(["ocml.bc"]) is None,
    reason="ROCm's device libraries are not installed",
)
@pytest.mark.parametrize("target", TARGETS)
def test_every_target_compiles_it(target: str):
    part = 1.0 if LONG else 0.015
    errors: list[str] = []
    for standard in STANDARDS:
        seed = f"{target} {standard}"
        functions = chosen(standard, part, seed, all_overloads=False)
        failing = [d for d in functions if expected_failure(d, target)]
        others = [d for d in functions if not expected_failure(d, target)]
        for declaration in failing:
            errors += compile_all([declaration], target)
        for few in chunks(others):
            errors += compile_all(few, target)
    assert errors == []


def test_ranges_for_device_queues_are_refused():
    text = "kernel void k(global int *o) { ndrange_t n = ndrange_1D(4); o[0] = 1; }"
    source = SourceFile("k.cl", text)
    build = BuildOptions("CL2.0")
    compilation = Compilation(source, Target(mcpu="gfx900"), build=build)
    with pytest.raises(CompileError, match="ndrange_1D: no target has queues"):
        assert compilation.llvm_ir


@pytest.mark.parametrize("width", ["2", "3", "4", "8", "16"])
def test_frexp_of_vectors_on_the_host(width: str):
    """LLVM 22 aborts on `llvm.frexp` of `<4 x double>` for x86 without AVX."""
    text = (
        f"kernel void k(global double{width} *p, global int{width} *q) {{ "
        f"int{width} e; p[0] = frexp(p[0], &e); q[0] = e; }}"
    )
    compilation = Compilation(SourceFile("k.cl", text), Target(abi=Abi.HOST), level=1)
    assert compilation.object
