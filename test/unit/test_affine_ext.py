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
from xdsl.utils.exceptions import ParseError, VerifyException

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


ACCESSES = """
func.func @f(%n: index, %m: memref<?x100xf32>) {
  affine.for %i = 0 to 10 {
    %x = affine.load %m[symbol(%n) - %i - 1, %i * 2] : memref<?x100xf32>
    affine.store %x, %m[-%i + symbol(%n), 3] : memref<?x100xf32>
  }
  func.return
}
"""


@needs("mlir-opt", 22)
def test_symbols_of_accesses():
    """Upstream reads the text, and what is printed of it."""
    printed = str(parse(ACCESSES))
    assert "%m[%n + %i * -1 + -1, %i * 2]" in printed
    assert str(parse(printed)) == printed
    for text in (ACCESSES, printed):
        run_tool(need("mlir-opt", 22), ("--lower-affine",), text)


@pytest.mark.parametrize(
    ("access", "message"),
    [
        ("%m[symbol(%n - %i] : memref<9xf32>", "'\\)' expected"),
        ("%m[symbol(3)] : memref<9xf32>", "'\\)' expected"),
        ("%m[symbol(%n)] : f32", "expected the type of a memref"),
        ("%m[symbol(%q)] : memref<9xf32>", "%q"),
    ],
)
def test_wrong_accesses(access: str, message: str):
    text = f"func.func @f(%n: index, %i: index, %m: memref<9xf32>) {{\n%x = affine.load {access}\nfunc.return\n}}"
    with pytest.raises(ParseError, match=message):
        parse(text)


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
