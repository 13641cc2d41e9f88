"""
The parts of upstream's `affine` that xDSL lacks are read as upstream prints them, and
printed as upstream reads them.
"""

from __future__ import annotations

import pytest
from conversion_helpers import parse, run_tool
from texts import whole
from tools import need, needs
from xdsl.dialects import affine
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.dialects.affine_ext import MaxOp, ParallelOp, extended
from xdsl_opencl.universe import EXTENSIONS, extend

UPSTREAM = whole("affine_ext.mlir")


@needs("mlir-opt", 22)
def test_upstreams_text():
    mlir_opt = need("mlir-opt", 22)
    generic = run_tool(mlir_opt, ("--mlir-print-op-generic",), UPSTREAM)
    module = parse(generic)
    module.verify()
    kinds = [type(op) for op in module.walk() if isinstance(op, affine.ParallelOp)]
    # Without results it is xDSL's own.
    assert kinds == [ParallelOp, affine.ParallelOp]
    assert any(isinstance(op, MaxOp) for op in module.walk())
    again = run_tool(mlir_opt, ("--mlir-print-op-generic",), str(module))
    assert again == generic


def test_both_syntaxes():
    text = (
        "func.func @f(%n : index) {\n"
        "  %q = affine.max affine_map<(d0)[s0] -> (d0, s0)> (%n)[%n]\n"
        "  %p = affine.max affine_map<() -> (3, 4)> ()\n  func.return\n}"
    )
    printed = str(parse(text))
    assert str(parse(printed)) == printed
    assert "affine.max affine_map<(d0)[s0] -> (d0, s0)> (%n)[%n]" in printed


PARALLEL = (
    '%r = "affine.parallel"(%n) <{{reductions = {kinds}, lowerBoundsMap = '
    "affine_map<() -> (0)>, lowerBoundsGroups = dense<{groups}> : tensor<1xi32>, "
    "upperBoundsMap = affine_map<{map}>, upperBoundsGroups = dense<1> : tensor<1xi32>, "
    "steps = [1]}}> ({{\n^bb0(%i: index):\naffine.yield %i : index\n}}) : "
    "(index) -> index"
)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            PARALLEL.format(kinds="[1, 1]", groups=1, map="(d0) -> (d0)"),
            "2 reductions for 1 results",
        ),
        (
            PARALLEL.format(kinds="[1]", groups=1, map="(d0, d1) -> (d0 + d1)"),
            "1 operands for bounds that take 2",
        ),
        (
            PARALLEL.format(kinds="[1]", groups=2, map="(d0) -> (d0)"),
            "needs a group for each bound",
        ),
        (
            '%r = "affine.max"(%n, %n) <{map = affine_map<(d0) -> (d0)>}> : '
            "(index, index) -> index",
            "2 operands for a map with 1 dimensions and 0 symbols",
        ),
    ],
)
def test_wrong_operations(body: str, message: str):
    """
    A wrong `affine.parallel` is xDSL's operation, which does not know the form at all.
    """
    module = parse(f"func.func @f(%n: index) {{\n{body}\nfunc.return\n}}")
    with pytest.raises(VerifyException):
        module.verify()
    (op,) = (op for op in module.walk() if op.name in ("affine.parallel", "affine.max"))
    kind = ParallelOp if op.name == "affine.parallel" else MaxOp
    copy = kind.create(
        operands=op.operands,
        result_types=op.result_types,
        properties=op.properties,
        regions=[op.detach_region(region) for region in op.regions],
    )
    with pytest.raises(VerifyException, match=message):
        copy.verify()


def test_the_dialect():
    made = extend(lambda: affine.Affine, EXTENSIONS["affine"])()
    names = [op.name for op in made.operations]
    assert "affine.max" in names
    assert len(set(names)) == len(names)
    # Extended again it is the same.
    assert [*extended(made).operations] == [*made.operations]
