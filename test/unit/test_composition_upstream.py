"""
The cases of docs/composition-ops.md, converted by this project and by upstream: LLVM makes
the same of both, by `llvm-diff` after `-O1`.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from composition_case import Case
from conversion_helpers import UPSTREAM, convert, run_tool, simplified
from tools import need, needs

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "docs"))

generator: Any = import_module("generate_composition")

pytestmark = [
    needs("mlir-opt", 22),
    needs("mlir-translate", 22),
    needs("llvm-diff", 22),
]

DIFFERENT = {
    # Upstream's need more than these conversions, or a library.
    *("arith.ceildivsi", "arith.ceildivui", "arith.floordivsi", "math.ipowi"),
    *("math.acosh", "math.asinh", "math.atanh", "math.cbrt", "math.erf"),
    # Ours are right near zero.
    *("math.expm1", "math.log1p"),
    # Ours has bf16, and any integer for a power.
    *("arith.remf", "math.fpowi"),
    # Upstream's has a pass of its own.
    *("vector.multi_reduction", "vector.scan", "vector.mask", "vector.yield"),
    *("vector.extract_strided_slice", "vector.insert_strided_slice"),
    # Upstream has no conversion of vectors of rank 2 here.
    *("vector.interleave", "vector.deinterleave", "vector.constant_mask"),
}
OTHER_FORM = {
    # Upstream makes loops of these, or masks what is known to be inside.
    "vector.transfer_read",
    "vector.transfer_write",
    "vector.create_mask",
    # A chain of selections here, memory there.
    "vector.extract",
    "vector.insert",
    # Elements one by one here, shuffles and sums of whole rows there.
    *("vector.contract", "vector.outerproduct", "vector.shape_cast"),
    *("vector.from_elements", "vector.to_elements"),
    # Elements one by one here, intrinsics of vectors of pointers there.
    *("vector.gather", "vector.scatter", "vector.expandload", "vector.compressstore"),
}


def differs(case: Case) -> bool:
    """True for cases that upstream lowers differently, or not at all."""
    rank = case.types.count("x")
    return (
        case.op in DIFFERENT | OTHER_FORM
        # Upstream has no conversion of these on vectors of rank 2.
        or (case.op.endswith("_extended") and rank > 1)
        # Upstream starts from an array of zeros.
        or (case.op == "vector.fma" and rank > 1)
        # Upstream starts from 0.0, which changes -0.0.
        or case.types.startswith("add of vector<4xf")
    )


def function(case: Case, number: int) -> str:
    arguments = ", ".join(
        f"%{letter}: {type_}"
        for letter, type_ in zip("abcdef", case.inputs, strict=False)
    )
    names = [f"%{letter}" for letter in "rstuvw"[: len(case.outputs)]]
    types = ", ".join(case.outputs)
    return (
        f"func.func @f{number}({arguments}) -> ({types}) {{\n"
        f"  %i = arith.constant 0 : index\n{case.body}\n"
        f"  func.return {', '.join(names)} : {types}\n}}\n"
    )


def chosen(dialect: str) -> list[Case]:
    """One case of each operation and type that both convert."""
    found: dict[tuple[str, str], Case] = {}
    for case in generator.cases(dialect):
        usual = case.body and case.outputs and not case.long
        refused = case.refused or case.gpu_refused
        if usual and not refused and not differs(case):
            found.setdefault((case.op, case.types), case)
    return list(found.values())


def translated(text: str) -> str:
    tool = need("mlir-translate", 22)
    made = run_tool(tool, ("--mlir-to-llvmir",), text)
    # The struct of several results.
    return simplified(made).replace(" undef,", " poison,")


def differing(texts: Sequence[str], folder: Path) -> set[int]:
    """The numbers of the functions that differ between two modules."""
    paths = [folder / f"{name}.ll" for name in ("ours", "upstream")]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text)
    done = subprocess.run(
        [need("llvm-diff", 22), *map(str, paths)],
        capture_output=True,
        text=True,
        check=False,
    )
    report = done.stdout + done.stderr
    assert "exists only" not in re.sub(r"function @llvm\S* exists only.*", "", report)
    return {int(number) for number in re.findall(r"in function f(\d+):", report)}


@pytest.mark.parametrize("dialect", ["arith", "math", "ub", "vector"])
def test_llvm_makes_the_same_of_upstreams(dialect: str, tmp_path: Path):
    cases = chosen(dialect)
    assert len(cases) > 10
    text = "".join(function(case, i) for i, case in enumerate(cases))
    upstreams = run_tool(need("mlir-opt", 22), UPSTREAM, text)
    texts = (translated(convert(text)), translated(upstreams))
    wrong = differing(texts, tmp_path)
    assert not wrong, [f"{cases[i].op} {cases[i].types}" for i in sorted(wrong)]
