"""
Runs the composition table's cases on the CPU device, and compares with NumPy; sees that the
cases that are refused are so.

`python test/composition/compare_with_numpy.py DIALECT` prints what differs, and how many cases it
tried: the lit tests `test/conversions/*-run.mlir`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

sys.path.extend(
    str(Path(__file__).resolve().parents[2] / name)
    for name in ("docs", "test", "test/unit")
)

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

from xdsl_opencl.runtime import Program

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


def differences(cases: Iterable[Case]) -> list[str]:
    """Describes the results of `cases` that are not NumPy's."""
    found: list[str] = []
    for part in chunks(cases):
        program = Program.from_mlir(module_text(part), level=1)
        for i, pack in enumerate(part):
            found += run_pack(pack, program[f"k{i}"])
    return found


def accepted(case: Case) -> list[str]:
    """Describes the targets where `case` lacks the error that it should have."""
    found: list[str] = []
    for word, targets in ((case.refused, ("CPU", "GPU")), (case.gpu_refused, ("GPU",))):
        for target in targets if word else ():
            error = generator.reason([case], generator.TARGETS[target])
            if word not in error:
                found.append(f"{case.op} {case.types}, {target}: {error}, not {word}")
    return found


if __name__ == "__main__":
    tried = [case for case in chosen(sys.argv[1]) if runnable(case)]
    refused = [c for c in generator.cases(sys.argv[1]) if c.refused or c.gpu_refused]
    wrong = differences(tried)
    wrong += [text for case in refused for text in accepted(case)]
    print(*wrong, f"{len(tried) + len(refused)} cases", sep="\n")
    sys.exit(bool(wrong))
