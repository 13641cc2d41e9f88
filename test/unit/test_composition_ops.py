"""
Every operation of upstream's dialects that docs/composition-ops.md lists: the page is what
trying them gives; code is generated for them. `compare_with_numpy.py` compares what they compute.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest
from compare_with_numpy import (
    DIALECTS,
    chosen,
    chunks,
    differences,
    generator,
    runnable,
)
from composition_case import Case, module_text, packs
from long_runs import LONG, long_run

from xdsl_opencl.abi.target import Target
from xdsl_opencl.backend.llvm.codegen import CodegenError, device_libraries, generate
from xdsl_opencl.transforms.llvm_text import emit_llvm_ir

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_page_is_current(dialect: str):
    page = (DOCS / "composition-ops.md").read_text()
    assert generator.section(dialect) in page, (
        "run python docs/generate_composition.py and look at the difference"
    )


def test_the_page_has_every_dialect():
    page = (DOCS / "composition-ops.md").read_text()
    found = [line[3:] for line in page.splitlines() if line.startswith("## ")]
    assert found == list(DIALECTS)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_each_operation_has_a_case(dialect: str):
    tried = {case.op for case in generator.cases(dialect)}
    assert tried == set(generator.operations(dialect))


def code_errors(groups: Sequence[Sequence[Case]], mcpu: str) -> list[str]:
    """
    The errors of generating code for packs of cases, in halves until each has its case.
    """
    target = Target(mcpu=mcpu)
    module = generator.lower(module_text(groups), target)
    try:
        emission = generate(
            emit_llvm_ir(module), target, level=1, libraries=device_libraries(module)
        )
        assert emission.object
    except CodegenError as error:
        cases = [case for group in groups for case in group]
        if len(cases) == 1:
            (case,) = cases
            return [f"{case.op} {case.types}: {str(error)[:300]}"]
        half = len(cases) // 2
        return [
            text
            for part in (cases[:half], cases[half:])
            for text in code_errors(packs(part), mcpu)
        ]
    return []


def one_each(cases: Iterable[Case]) -> list[Case]:
    """One case of each operation and type."""
    return list({(case.op, case.types): case for case in cases}.values())


@pytest.mark.parametrize("mcpu", ["gfx900", "gfx1100"])
@pytest.mark.parametrize("dialect", DIALECTS)
def test_code_is_generated(dialect: str, mcpu: str):
    cases = chosen(dialect) if LONG else one_each(chosen(dialect))
    if mcpu == "gfx900" and not LONG:
        cases = cases[::3]
    errors = [text for part in chunks(cases) for text in code_errors(part, mcpu)]
    assert not errors, "\n".join(errors)


@long_run
@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_cpu_device_computes_as_numpy(dialect: str):
    """The cases of short runs are in `test/conversions/*-run.mlir`."""
    found = differences([case for case in chosen(dialect) if runnable(case)])
    assert not found, f"{len(found)} wrong:\n" + "\n".join(found[:20])
