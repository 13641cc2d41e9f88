"""
Every operation of upstream's dialects that docs/composition-ops.md lists: the page is what
trying them gives; code is generated for them; the CPU device computes what NumPy does.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from composition_case import (
    ITEMS,
    Case,
    arrays,
    dtype,
    module_text,
    packs,
    split,
    stored,
)
from long_runs import LONG

from xdsl_opencl.abi.target import Target
from xdsl_opencl.backend.llvm.codegen import CodegenError, device_libraries, generate
from xdsl_opencl.runtime import Program
from xdsl_opencl.transforms.llvm_text import emit_llvm_ir

DOCS = Path(__file__).resolve().parents[2] / "docs"
sys.path.insert(0, str(DOCS))

generator: Any = import_module("generate_composition")

DIALECTS: Sequence[str] = generator.dialects()
CHUNK = 100
"""Kernels of one module."""


def chosen(dialect: str) -> list[Case]:
    """
    The cases of `dialect` that are lowered everywhere and are kernels, or compute results;
    those of long runs in long runs only.
    """
    return [
        case
        for case in generator.cases(dialect)
        if not case.refused
        and not case.gpu_refused
        and (case.kernel or case.outputs)
        and (LONG or not case.long)
    ]


def chunks(cases: Iterable[Case]) -> list[list[tuple[Case, ...]]]:
    """Packs of cases for one module each."""
    found = packs(cases)
    return [found[i : i + CHUNK] for i in range(0, len(found), CHUNK)]


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


@pytest.mark.parametrize("dialect", DIALECTS)
def test_each_error_is_the_expected_one(dialect: str):
    for case in generator.cases(dialect):
        for word, targets in (
            (case.refused, ("CPU", "GPU")),
            (case.gpu_refused, ("GPU",)),
        ):
            for target in targets if word else ():
                error = generator.reason([case], generator.TARGETS[target])
                assert word in error, (case.op, case.types, target, error)


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


def runnable(case: Case) -> bool:
    try:
        for type_ in (*case.inputs, *case.outputs):
            dtype(type_)
    except KeyError:
        return False
    return case.reference is not None


def expected_results(case: Case, inputs: Sequence[Any]) -> list[Any]:
    assert case.reference is not None
    with np.errstate(all="ignore"):
        found: Any = case.reference(*inputs)
    return [*found] if type(found) is tuple else [found]


def difference(case: Case, type_: str, found: Any, wanted: Any) -> str:
    """
    Describes the wrong elements of the result `found`; returns the empty text if all are
    within the bound of `case`.
    """
    if found.dtype.kind not in "fc":
        wrong = found != wanted
    else:
        parts = [found, wanted]
        if found.dtype.kind == "c":
            bound = np.abs(wanted)[..., None]
            parts = [np.stack([a.real, a.imag], axis=-1) for a in parts]
        else:
            bound = np.abs(wanted)
        got, want = parts
        with np.errstate(all="ignore"):
            spacing = np.spacing(np.where(np.isfinite(bound), bound, 1))
            near = np.abs(got - want) <= case.ulp * spacing
        same = (got == want) | (np.isnan(got) & np.isnan(want))
        wrong = ~(near | same)
    if not np.any(wrong):
        return ""
    place = tuple(int(i) for i in np.argwhere(wrong)[0])
    return (
        f"{case.op} {case.types} ({case.body or case.kernel}): {int(np.sum(wrong))} "
        f"wrong, at {place}: {found[place[: found.ndim]]}, expected "
        f"{wanted[place[: found.ndim]]}"
    )


def run_pack(pack: Sequence[Case], kernel: Any) -> list[str]:
    inputs = arrays(pack[0])
    types = [type_ for case in pack for type_ in case.outputs]
    outputs = [
        np.zeros((ITEMS, *split(stored(type_))[1]), dtype(type_)) for type_ in types
    ]
    kernel(ITEMS, ITEMS // 4, *[array.copy() for array in inputs], *outputs)
    found: list[str] = []
    made = iter(outputs)
    for case in pack:
        wanted = expected_results(case, inputs)
        for i, (type_, want) in enumerate(zip(case.outputs, wanted, strict=True)):
            output = next(made)
            with np.errstate(all="ignore"):
                value = np.asarray(want).astype(output.dtype)
            if text := difference(case, type_, output, value):
                place = difference_place(output, value)
                operands = [array[place] for array in inputs]
                found.append(f"{text}, result {i}, of {operands}")
    return found


def difference_place(found: Any, wanted: Any) -> int:
    """The first work item whose elements differ, 0 if none do."""
    with np.errstate(all="ignore"):
        differs = ~((found == wanted) | ((found != found) & (wanted != wanted)))
    return int(np.argmax(differs.reshape(len(differs), -1).any(axis=1)))


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_cpu_device_computes_as_numpy(dialect: str):
    cases = [case for case in chosen(dialect) if runnable(case)]
    errors: list[str] = []
    for part in chunks(cases):
        program = Program.from_mlir(module_text(part), level=1)
        for i, pack in enumerate(part):
            errors += run_pack(pack, program[f"k{i}"])
    assert not errors, f"{len(errors)} wrong:\n" + "\n".join(errors[:20])
