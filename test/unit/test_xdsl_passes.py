"""
xDSL's passes on the lines that the docs recommend: random programs beside NumPy, and each fault of
theirs in docs/upstream.md, so that an xDSL that has mended it is noticed.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import numpy as np
import pytest
from long_runs import LONG
from stencil_programs import HIGH, LOW, expected, stencil_program, text
from test_kernels_of_dialects import lowered
from texts import parts
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.parser import Parser
from xdsl.passes import PassPipeline
from xdsl.universe import XDSL_UNIVERSE

import xdsl_opencl as ocl
from xdsl_opencl.runtime import Program, RuntimeFailure
from xdsl_opencl.runtime.interpreters.host_functions import Host
from xdsl_opencl.universe import our_pass

XDSL = version("xdsl")


@pytest.mark.parametrize("seed", range(400 if LONG else 12))
def test_random_stencils(seed: int) -> None:
    program = stencil_program("f", seed)
    made = Program.from_mlir(lowered(text(program), "opencl-from-stencil"))
    shape = (HIGH - LOW,) * program.rank
    outputs = [np.full(shape, -77, np.float32) for _ in range(program.outputs)]
    want = expected(program, outputs)
    made.f(*(np.copy(array) for array in program.arrays), *outputs)
    for found, right in zip(outputs, want, strict=True):
        assert np.array_equal(found, right)


# --- the faults in docs/upstream.md ---------------------------------------------------

TEXTS = parts("xdsl_passes.mlir")
STENCIL = "shape-inference,convert-stencil-to-ll-mlir"
OLD = -1.0
"""What outputs have before."""


def xdsl_makes(name: str, passes: str) -> ModuleOp:
    """What passes of xDSL make of a module, which is in text between two of them."""
    ctx = Context()
    for dialect, factory in XDSL_UNIVERSE.all_dialects.items():
        ctx.register_dialect(dialect, factory)
    module = Parser(ctx, TEXTS[name]).parse_module()
    for each in passes.split(","):
        PassPipeline.parse_spec(dict(XDSL_UNIVERSE.all_passes), each).apply(ctx, module)
        module = Parser(ctx, str(module)).parse_module()
    return module


def run(module: ModuleOp, *values: Any) -> Any:
    """Runs the function of `module` on the host, where nothing is launched."""
    (function,) = (op for op in module.ops if isinstance(op, FuncOp))

    def launch(*_: Any) -> None:
        raise AssertionError

    return Host([function], module, launch).run(function, list(values))


def outputs(name: str, passes: str, count: int, *values: Any) -> list[Any]:
    """What `count` fields from -4 to 12 have afterwards; the first argument counts."""
    made = xdsl_makes(name, passes)
    given = np.arange(-4, 12, dtype=np.float32)
    found = [np.full(16, OLD, np.float32) for _ in range(count)]
    run(made, given, *found, *values)
    return [list(array[4:]) for array in found]


def raises(name: str, passes: str) -> str:
    """The name of the exception that xDSL raises."""
    try:
        xdsl_makes(name, passes)
    except Exception as error:
        return type(error).__name__
    return "none"


def tiled() -> list[int]:
    made = xdsl_makes("STEP", "scf-parallel-loop-tiling{parallel-loop-tile-sizes=4}")
    our_pass("convert-affine-to-scf")().apply(Context(), made)
    stored = np.full(24, -1)
    run(made, stored)
    return [int(each) for each in stored if each >= 0]


def mapping() -> str:
    made = xdsl_makes("TWO_DIMENSIONS", "gpu-map-parallel-loops")
    first, second = (str(made).split("processor = ")[i].split(",")[0] for i in (1, 2))
    return f"{first} {second}"


def past_the_end() -> bool:
    """Returns whether an unrolled stencil of 8 elements writes more; the host refuses that."""
    try:
        outputs("COPY", f"stencil-unroll{{unroll-factor=5}},{STENCIL}", 1)
    except RuntimeFailure as error:
        return "element [8] of memory of shape (8,)" in str(error)
    return False


def counting(low: int, high: int, factor: int = 1) -> list[float]:
    """What the first 12 elements from index 0 on are, if some count."""
    return [float(i) * factor if low <= i < high else OLD for i in range(12)]


FAULTS: dict[str, tuple[Callable[[], Any], Any, Any]] = {
    "tiles of a step other than 1": (tiled, [0, 3, 12, 15], list(range(0, 24, 3))),
    "tiles of reductions": (
        lambda: raises("SUM", "scf-parallel-loop-tiling{parallel-loop-tile-sizes=4}"),
        "ValueError",
        None,
    ),
    "x is the innermost loop": (mapping, "block_y block_x", "block_x block_y"),
    "two ranges": (
        lambda: outputs("RANGES", STENCIL, 2),
        [counting(0, 8), counting(0, 8, 2)],
        [counting(0, 4), counting(2, 8, 2)],
    ),
    "a stored load": (
        lambda: outputs("STORED_LOAD", STENCIL, 1),
        [counting(0, 0)],
        [counting(0, 8)],
    ),
    "a store in a branch": (
        lambda: outputs("BRANCH", STENCIL, 1, False),
        [counting(0, 8)],
        [counting(0, 0)],
    ),
    "both parts alone": (
        lambda: outputs("PARTS", STENCIL, 3)[2],
        counting(0, 0),
        counting(4, 8, 2),
    ),
    "unrolled past the end": (past_the_end, True, False),
    "unrolled results": (
        lambda: outputs("RESULTS", f"stencil-unroll{{unroll-factor=2}},{STENCIL}", 2)[
            1
        ],
        [1, 2, 3, 6, 5, 10, 7, 14, *counting(0, 8)[8:]],
        counting(0, 8, 2),
    ),
    "a chain": (lambda: raises("CHAIN", STENCIL), "ValueError", None),
    "stored twice": (lambda: raises("TWICE", STENCIL), "IndexError", None),
    "a range larger than its field": (
        lambda: "memref<20xf32" in str(xdsl_makes("LARGE", STENCIL)),
        True,
        False,
    ),
}
"""
Each fault: what xDSL 0.74 does, and what would be right (nothing for an error).
"""


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_there(name: str) -> None:
    does, wrong, right = FAULTS[name]
    assert wrong != right
    found = does()
    assert found == wrong, (
        f"xDSL {XDSL} has mended '{name}', or changed it: {found}; remove it from "
        "docs/upstream.md, from here, and what works around it"
    )


def test_a_pass_of_others_is_named() -> None:
    source = ocl.SourceFile("k.mlir", TEXTS["CHAIN"])
    message = (
        "the pass 'convert-stencil-to-ll-mlir', which is not of this package, fails: "
        r".*; run 'opencl-split-stencils' before it"
    )
    with pytest.raises(ocl.CompileError, match=message):
        _ = ocl.compile(source, "gfx1100", pipeline=STENCIL).assembly
