"""
xDSL's passes on the lines that the docs recommend: random programs beside NumPy, and each fault of
theirs in docs/upstream.md, so that an xDSL that has mended it is noticed.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable
from importlib.metadata import version
from io import StringIO
from typing import Any

import numpy as np
import pytest
from conversion_helpers import Code, run_tool, upstream
from long_runs import LONG
from loop_programs import SIDE, loop_program, parallel_program
from stencil_programs import HIGH, LOW, expected, stencil_program, text
from test_kernels_of_dialects import lowered
from texts import parts
from tools import need, needs
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.parser import Parser
from xdsl.passes import PassPipeline
from xdsl.printer import Printer
from xdsl.universe import XDSL_UNIVERSE

import xdsl_opencl as ocl
from xdsl_opencl.runtime import Program, RuntimeFailure
from xdsl_opencl.runtime.interpreters.host_functions import Host
from xdsl_opencl.universe import our_pass

XDSL = version("xdsl")


@pytest.mark.parametrize("seed", range(400 if LONG else 4))
def test_random_stencils(seed: int) -> None:
    program = stencil_program("f", seed)
    made = Program.from_mlir(lowered(text(program), "opencl-from-stencil"))
    shape = (HIGH - LOW,) * program.rank
    outputs = [np.full(shape, -77, np.float32) for _ in range(program.outputs)]
    want = expected(program, outputs)
    made.f(*(np.copy(array) for array in program.arrays), *outputs)
    for found, right in zip(outputs, want, strict=True):
        assert np.array_equal(found, right)


# --- other passes, executed beside what they were given and beside MLIR's -------------

COUNT = 600 if LONG else 16
SIZES = "scf-parallel-loop-tiling{parallel-loop-tile-sizes="
needs_upstream = needs("mlir-opt", 22)
PASSES = {
    "canonicalize": "--canonicalize",
    "cse": "--cse",
    "licm": "--loop-invariant-code-motion",
    "dce": "",
    "arith-add-fastmath{flags=contract}": "",
    "canonicalize,cse,licm": "",
}
"""The passes on documented lines, each with MLIR's."""


def generic(module: ModuleOp) -> str:
    """The functions of `module` in the form that MLIR reads."""
    stream = StringIO()
    printer = Printer(stream, print_generic_format=True)
    for op in module.ops:
        printer.print_op(op)
        printer.print_string("\n")
    return stream.getvalue()


def numbers(code: Code, name: str) -> list[Any]:
    """What a function of `loop_program` leaves in its arrays; NaNs are all the same."""
    random = np.random.default_rng(len(name))
    integers = [random.integers(-9, 50, 16, dtype=np.int32) for _ in range(2)]
    floats = [random.normal(size=16).astype(np.float32) for _ in range(2)]
    kinds = [ctypes.c_void_p] * 4 + [ctypes.c_int32, ctypes.c_float]
    function = code.function(name, None, *kinds)
    function(*(array.ctypes.data for array in (*integers, *floats)), 5, 0.75)
    for array in floats:
        array[np.isnan(array)] = np.nan
    return [array.tobytes() for array in (*integers, *floats)]


@pytest.fixture(scope="module")
def loops() -> tuple[dict[str, str], Code]:
    texts = {f"f{i}": loop_program(f"f{i}", i) for i in range(COUNT)}
    return texts, upstream("".join(texts.values()), 22)


@needs_upstream
@pytest.mark.parametrize("passes", PASSES)
def test_passes_keep_what_functions_compute(
    loops: tuple[dict[str, str], Code], passes: str
) -> None:
    texts, plain = loops
    made: dict[str, str] = {}
    for name, given in texts.items():
        try:
            made[name] = generic(changed(given, passes))
        except OverflowError:
            # A fault of `canonicalize`, below.
            continue
    assert len(made) > 0.95 * COUNT
    codes = [upstream("".join(made.values()), 22)]
    if option := PASSES[passes]:
        others = run_tool(need("mlir-opt", 22), [option], "".join(texts.values()))
        codes.append(upstream(others, 22))
    for name in made:
        want = numbers(plain, name)
        assert [numbers(code, name) for code in codes] == [want] * len(codes), name


@needs_upstream
def test_tiles_of_step_1_are_all_of_the_loop() -> None:
    programs = {f"f{i}": parallel_program(f"f{i}", i) for i in range(COUNT)}
    plain = upstream("".join(given for given, _ in programs.values()), 22)
    tiles = [
        generic(changed(given, f"{SIZES}{sizes}}}"))
        for given, sizes in programs.values()
    ]
    tiled = upstream("".join(tiles), 22)
    for name in programs:
        found: list[Any] = []
        for code in (plain, tiled):
            array = np.arange(SIDE**3, dtype=np.int32)
            function = code.function(name, None, ctypes.c_void_p, ctypes.c_int64)
            function(array.ctypes.data, 8)
            found.append(array)
        assert np.array_equal(*found), name


# --- the faults in docs/upstream.md ---------------------------------------------------

TEXTS = parts("xdsl_passes.mlir")
STENCIL = "shape-inference,convert-stencil-to-ll-mlir"
LOWERED = ("opencl-split-stencils", "convert-stencil-to-ll-mlir")
MAPPING = "gpu-map-parallel-loops"
OLD = -1.0
"""What outputs have before."""


def parsed(text: str) -> tuple[Context, ModuleOp]:
    ctx = Context()
    for dialect, factory in XDSL_UNIVERSE.all_dialects.items():
        ctx.register_dialect(dialect, factory)
    return ctx, Parser(ctx, text).parse_module()


def changed(text: str, passes: str) -> ModuleOp:
    """What passes of xDSL make of a module."""
    ctx, module = parsed(text)
    PassPipeline.parse_spec(dict(XDSL_UNIVERSE.all_passes), passes).apply(ctx, module)
    module.verify()
    return module


def xdsl_makes(name: str, passes: str) -> ModuleOp:
    """What passes make of a part of `TEXTS`, which is in text between two of them."""
    made = TEXTS[name]
    for each in passes.split(","):
        made = str(changed(made, each))
    return parsed(made)[1]


def run(module: ModuleOp, *values: Any) -> Any:
    """Runs the function of `module` on the host, where nothing is launched."""
    (function,) = (op for op in module.ops if isinstance(op, FuncOp))

    def launch(*_: Any) -> None:
        raise AssertionError

    return Host(module, launch).run(function, list(values))


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
    made = xdsl_makes("STEP", f"{SIZES}4}}")
    our_pass("convert-affine-to-scf")().apply(Context(), made)
    stored = np.full(24, -1)
    run(made, stored)
    return [int(each) for each in stored if each >= 0]


def processors(text: str) -> list[str]:
    """The processors of the dimensions of a mapped loop."""
    return re.findall(r"processor = (\w+)", text)


def added(name: str) -> list[int]:
    memory = np.zeros(4, np.int32)
    run(xdsl_makes(name, "loop-hoist-memref"), memory)
    return memory.tolist()


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
        lambda: raises("SUM", f"{SIZES}4}}"),
        "ValueError",
        None,
    ),
    "x is the innermost loop": (
        lambda: processors(str(xdsl_makes("TWO_DIMENSIONS", MAPPING))),
        ["block_y", "block_x"],
        ["block_x", "block_y"],
    ),
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
    "a store beside a hoisted one": (
        lambda: added("BESIDE"),
        [4, 7, 7, 7],
        [10, 7, 7, 7],
    ),
    "a hoisted sum in a loop that carries values": (
        lambda: raises("CARRIED", "loop-hoist-memref"),
        "VerifyException",
        None,
    ),
    "a sum that is too large": (
        lambda: raises("OVERFLOW", "canonicalize"),
        "OverflowError",
        None,
    ),
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


@needs_upstream
def test_x_of_mlir_is_the_outermost_loop() -> None:
    """Blocks, threads and the bounds of each loop of random nests are the same otherwise."""
    given = [parallel_program(f"f{i}", i)[0] for i in range(COUNT)]
    made = run_tool(need("mlir-opt", 22), [f"--{MAPPING}"], "".join(given))
    ours = [str(changed(text, MAPPING)) for text in given]

    def loops(text: str) -> list[list[str]]:
        return [processors(each) for each in re.findall(r"mapping = \[.*?\]", text)]

    upstream = [loops(text) for text in made.split("func.func @")[1:]]
    assert upstream == [[each[::-1] for each in loops(text)] for text in ours]
    assert sum(len(each) for text in upstream for each in text) > COUNT


def test_a_pass_of_others_is_named() -> None:
    tiles = f"{SIZES}4}}"
    for name, pipeline, message in (
        (
            "SUM",
            tiles,
            "'scf-parallel-loop-tiling', which is not of this package, fails: ",
        ),
        ("RANGES", STENCIL, "give 'opencl-split-stencils' before it"),
        (
            "RANGES",
            f"{LOWERED[1]},{LOWERED[0]}",
            "give 'opencl-split-stencils' before",
        ),
    ):
        source = ocl.SourceFile("k.mlir", TEXTS[name])
        with pytest.raises(ocl.CompileError, match=message):
            _ = ocl.compile(source, "gfx1100", pipeline=pipeline).assembly
    source = ocl.SourceFile("k.mlir", TEXTS["CARRIED"])
    message = (
        r"^k.mlir:\d+:\d+: error: (in @\w+: )?the pass 'loop-hoist-memref', which is not of "
        "this package, leaves what does not verify: "
    )
    with pytest.raises(ocl.CompileError, match=message):
        ocl.compile(source, "gfx1100", pipeline="loop-hoist-memref,cse")
