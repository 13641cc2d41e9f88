"""
xDSL's interpreter runs kernels: `xdsl-run` by its own command, launches from Python. The
truth is the CPU device, which LLVM generates code for.
"""

from __future__ import annotations

import math
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from frontend_helpers import needs_clang
from lower_helpers import parse, run
from xdsl.dialects.builtin import Float32Type, IntegerType
from xdsl.interpreters.shaped_array import ShapedArray
from xdsl.interpreters.utils.ptr import TypedPtr
from xdsl.utils.exceptions import InterpretationError

from xdsl_opencl.frontend import BuildOptions, load_file
from xdsl_opencl.runtime import Program
from xdsl_opencl.runtime.interpreters.kernel_interpreter import (
    OpenCLFunctions,
    WorkItem,
    kernel_interpreter,
    run_kernel,
)

ROOT = Path(__file__).parents[2]
XDSL_RUN = str(Path(sys.executable).parent / "xdsl-run")

PURE = """
func.func @pure(%x: i32) -> (i32, f32, index) {
  %low = arith.constant 3 : i32
  %high = arith.constant 7 : i32
  %c = opencl.builtin "s_clamp"(%x, %low, %high) : (i32, i32, i32) -> i32
  %f = opencl.convert %c : i32 -> f32
  %g = opencl.builtin "sqrt"(%f) : (f32) -> f32
  %i = opencl.get_global_id 0 : index
  func.return %c, %g, %i : i32, f32, index
}
"""


def xdsl_run(
    text: str, symbol: str, *args: str, item: str | None = None
) -> subprocess.CompletedProcess[str]:
    environment = dict(os.environ)
    environment.pop("XDSL_OPENCL_WORK_ITEM", None)
    if item is not None:
        environment["XDSL_OPENCL_WORK_ITEM"] = item
    return subprocess.run(
        [XDSL_RUN, "--verbose", "--symbol", symbol, "--args", ", ".join(args)],
        input=text,
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )


@pytest.mark.parametrize(
    ("argument", "item", "expected"),
    [
        (9, None, (7, math.sqrt(7), 0)),
        (-2, "5/8", (3, math.sqrt(3), 5)),
        (4, "1,2/2,3/1,1", (4, 2.0, 1)),
    ],
)
def test_xdsl_run(argument: int, item: str | None, expected: tuple[float, ...]):
    result = xdsl_run(PURE, "pure", f"{argument} : i32", item=item)
    assert result.returncode == 0, result.stderr
    found = [float(word) for word in result.stdout.strip("result: ()\n").split(",\n")]
    assert found == pytest.approx(expected, abs=1e-6)


def test_xdsl_run_without_kernels_is_as_before():
    text = "func.func @f(%x: i32) -> i32 { func.return %x : i32 }"
    result = xdsl_run(text, "f", "5 : i32", item="nonsense")
    assert result.stdout == "result: 5\n"


@pytest.mark.parametrize(
    ("item", "message"),
    [
        ("", "which is not a work item; use GLOBAL_ID/GLOBAL_SIZE/LOCAL_SIZE"),
        ("3", "which is not a work item"),
        ("a/b", "which is not a work item"),
        ("1/2/3/4", "which is not a work item"),
        ("1,2,3,4/4,4,4,4", "which is not a work item"),
        ("0,0/8", "give each part as many"),
        ("8/8", "use ids below the sizes"),
        ("-1/8", "use ids below the sizes"),
        ("0/0", "use ids below the sizes"),
        ("0/8/0", "use ids below the sizes"),
    ],
)
def test_wrong_work_items(item: str, message: str):
    with pytest.raises(InterpretationError, match=message):
        WorkItem.from_text(item)


def shaped(data: np.ndarray[Any, Any]) -> ShapedArray[Any]:
    type_ = Float32Type() if data.dtype == np.float32 else IntegerType(32)
    return ShapedArray(
        TypedPtr[Any].new(data.ravel().tolist(), xtype=type_), [data.size]
    )


@needs_clang
def test_a_kernel_from_opencl_c():
    options = BuildOptions.parse(["-DK=5"])
    module = load_file(ROOT / "examples" / "matmul_loops.cl", options).module
    run(module, "opencl-raise-structured")
    rng = np.random.default_rng(1)
    a, b, c = (rng.random(s, np.float32) for s in ((3, 5), (5, 4), (3, 4)))
    values = [shaped(array) for array in (a, b, c)]
    # One row of work items too many: the kernel looks.
    run_kernel(kernel_interpreter(module), "matmul", (4, 4), 3, 4, 1.5, 0.5, *values)
    expected = 0.5 * c + 1.5 * (a @ b)
    np.testing.assert_allclose(np.reshape(values[2].data, (3, 4)), expected, rtol=1e-6)


IDS = ("get_global_id", "get_local_id", "get_group_id", "get_global_offset")
SIZES = ("get_global_size", "get_local_size", "get_num_groups")
LINEAR = (
    *("get_global_linear_id", "get_local_linear_id", "get_sub_group_local_id"),
    *("get_sub_group_id", "get_sub_group_size", "get_max_sub_group_size"),
    *("get_num_sub_groups", "get_enqueued_num_sub_groups"),
)


@pytest.mark.parametrize(
    ("local", "required"),
    [((2, 2, 1), ""), ((5, 4, 2), "attributes {reqd_sub_group_size = 8 : i32}")],
)
def test_work_items_are_those_of_the_device(local: tuple[int, int, int], required: str):
    dimensions = (0, 1, 2, 3, 255, 2**31, 2**32 - 1)
    queries = [f"{q} {d} : i32" for q in (*IDS, *SIZES) for d in dimensions]
    queries += [f"{q} %d{d} : i32" for q in (*IDS, *SIZES) for d in dimensions]
    queries += ["get_work_dim : i32", *(f"{q} : i32" for q in LINEAR)]
    lines = [
        "opencl.kernel @k(%o: memref<?xi32, #opencl.address_space<global>>) "
        f"{required} {{"
    ]
    lines += [f"%n = arith.constant {len(queries)} : index"]
    lines += [f"%d{d} = arith.constant {d} : i32" for d in dimensions]
    lines += ["%g = opencl.get_global_linear_id : index"]
    lines += ["%base = arith.muli %g, %n : index"]
    for number, query in enumerate(queries):
        lines += [
            f"%q{number} = opencl.{query}",
            f"%c{number} = arith.constant {number} : index",
            f"%i{number} = arith.addi %base, %c{number} : index",
            f"memref.store %q{number}, %o[%i{number}] : "
            "memref<?xi32, #opencl.address_space<global>>",
        ]
    module = parse("\n".join([*lines, "opencl.return", "}"]))
    size, offset = (5, 4, 2), (10, 0, 7)
    found = shaped(np.zeros(40 * len(queries), np.int32))
    run_kernel(
        kernel_interpreter(module),
        "k",
        size,
        found,
        local_size=local,
        global_offset=offset,
    )
    expected = np.zeros(40 * len(queries), np.int32)
    Program(module)["k"](size, local, expected, global_offset=offset)
    assert found.data == expected.tolist()


FUNCTIONS = {
    "sqrt": 1,
    "exp": 1,
    "sin": 1,
    "native_cos": 1,
    "log2": 1,
    "rsqrt": 1,
    "floor": 1,
    "fma": 3,
    "mad": 3,
    "pow": 2,
    "fmin": 2,
    "mix": 3,
    "step": 2,
    "atan2": 2,
    "tgamma": 1,
}


def test_builtins_are_those_of_the_device():
    """
    Functions of vectors, the conversions and arithmetic that xDSL's interpreter lacks.
    """
    space = "#opencl.address_space<global>"
    lines = [f"opencl.kernel @k(%o: memref<?xf32, {space}>, %x: f32, %y: f32, %n: i32)"]
    lines += [
        "{ %s = arith.sitofp %n : i32 to f32",
        "%u = arith.uitofp %n : i32 to f32",
    ]
    lines += ["%d = arith.divf %x, %y : f32", "%m = arith.negf %d : f32"]
    lines += ["%t = arith.fptosi %d : f32 to i32", "%b = arith.trunci %n : i32 to i8"]
    lines += ["%e = arith.extsi %b : i8 to i32", "%f = arith.extui %b : i8 to i32"]
    lines += [
        "%s3 = arith.constant 3 : i32",
        "%h = arith.shrui %n, %s3 : i32",
        "%p = arith.maxsi %e, %h : i32",
    ]
    lines += [
        "%a = opencl.as %x : f32 -> i32",
        "%q = opencl.convert round rte %d : f32 -> i32",
    ]
    lines += ["%r = llvm.intr.fmuladd(%x, %y, %s) : (f32, f32, f32) -> f32"]
    results = ["s", "u", "d", "m", "r"]
    for name in ("t", "e", "f", "h", "p", "a", "q"):
        lines.append(f"%{name}f = arith.sitofp %{name} : i32 to f32")
        results.append(f"{name}f")
    for name, count in FUNCTIONS.items():
        operands = ", ".join(("%x", "%y", "%d")[:count])
        types = ", ".join(("f32",) * count)
        lines.append(
            f'%f_{name} = opencl.builtin "{name}"({operands}) : ({types}) -> f32'
        )
        results.append(f"f_{name}")
    for number, name in enumerate(results):
        lines.append(f"%i{number} = arith.constant {number} : index")
        lines.append(f"memref.store %{name}, %o[%i{number}] : memref<?xf32, {space}>")
    module = parse("\n".join([*lines, "opencl.return }"]))
    for x, y, n in ((1.5, 0.25, -7), (7.75, 2.5, 1000)):
        found = shaped(np.zeros(len(results), np.float32))
        run_kernel(kernel_interpreter(module), "k", (1,), found, x, y, n)
        expected = np.zeros(len(results), np.float32)
        Program(module.clone())["k"]((1,), (1,), expected, x, y, n)
        wrong = [
            (name, a, b)
            for name, a, b in zip(results, found.data, expected.tolist(), strict=True)
            if not math.isclose(a, b, rel_tol=2e-6)
        ]
        assert wrong == []


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("opencl.barrier local", "waits for other work items.*xdsl-opencl run"),
        (
            "opencl.sub_group_barrier local sub_group",
            "waits for other work items.*xdsl-opencl run",
        ),
        (
            "%p = opencl.local !llvm.array<4 x i32> : !llvm.ptr<3>",
            "run 'opencl-raise-structured' first",
        ),
        (
            "%z = arith.constant 0 : i32\n%d = arith.divui %z, %z : i32",
            "'arith.divui' divides by zero",
        ),
        (
            '%x = arith.constant 1.0 : f32\n%f, %i = opencl.builtin "lgamma_r"(%x) '
            ": (f32) -> (f32, i32)",
            "'lgamma_r' has no value .*xdsl-opencl run",
        ),
        ("llvm.fence release", "llvm.fence"),
    ],
)
def test_no_meaning_for_one_work_item(body: str, message: str):
    module = parse(f"opencl.kernel @k() {{\n{body}\nopencl.return }}")
    with pytest.raises(InterpretationError, match=message):
        run_kernel(kernel_interpreter(module), "k", (2,), local_size=(2,))


def test_groups_of_one_may_wait():
    module = parse("opencl.kernel @k() { opencl.barrier local opencl.return }")
    run_kernel(kernel_interpreter(module), "k", (2,))


def test_a_declared_kernel():
    module = parse("opencl.kernel @k()")
    with pytest.raises(InterpretationError, match="only declared; give it a body"):
        run_kernel(kernel_interpreter(module), "k", (1,))


LAUNCHES = """
opencl.kernel @step(%a: memref<12xi32, #opencl.address_space<global>>, %s: i32) {
  %x = opencl.get_global_id 0 : index
  %y = opencl.get_global_id 1 : index
  %w = opencl.get_local_size 0 : index
  %four = arith.constant 4 : index
  %row = arith.muli %y, %four : index
  %at = arith.addi %row, %x : index
  %width = arith.index_cast %w : index to i32
  %old = memref.load %a[%at] : memref<12xi32, #opencl.address_space<global>>
  %twice = arith.addi %old, %old : i32
  %more = arith.addi %twice, %s : i32
  %new = arith.addi %more, %width : i32
  memref.store %new, %a[%at] : memref<12xi32, #opencl.address_space<global>>
  opencl.return
}
func.func @inner(%a: memref<12xi32>, %s: i32) {
  %c4 = arith.constant 4 : index
  %c3 = arith.constant 3 : index
  %c1 = arith.constant 1 : index
  opencl.launch @step global(%c4, %c3) local(%c4, %c1) args(%a, %s) : memref<12xi32>, i32
  opencl.launch @step global(%c3, %c3) local(%c1, %c1) args(%a, %s) : memref<12xi32>, i32
  func.return
}
func.func @main(%s: i32) -> (i32, i32, i32, index) {
  %a = memref.alloc() : memref<12xi32>
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c11 = arith.constant 11 : index
  %zero = arith.constant 0 : i32
  ZEROS
  %t = arith.addi %s, %s : i32
  func.call @inner(%a, %t) : (memref<12xi32>, i32) -> ()
  %x = memref.load %a[%c0] : memref<12xi32>
  %y = memref.load %a[%c3] : memref<12xi32>
  %z = memref.load %a[%c11] : memref<12xi32>
  %i = opencl.get_global_id 0 : index
  func.return %x, %y, %z, %i : i32, i32, i32, index
}
""".replace(
    "ZEROS",
    "\n".join(
        f"%i{i} = arith.constant {i} : index\n"
        f"memref.store %zero, %a[%i{i}] : memref<12xi32>"
        for i in range(12)
    ),
)


def test_launches_of_a_host_function():
    """The first has groups of 4, the second of 1; then the own work item is back."""
    result = xdsl_run(LAUNCHES, "main", "5 : i32", item="7/8")
    assert result.returncode == 0, result.stderr
    found = [int(word) for word in result.stdout.strip("result: ()\n").split(",\n")]
    # 14 is the first launch's, 2 * 14 + 10 + 1 the second's, which has three columns.
    assert found == [39, 14, 14, 7]
    # Without the work item, which host functions of the device do not have.
    text = LAUNCHES.replace("%i = opencl.get_global_id 0 : index", "").replace(
        ", %i : i32, i32, i32, index", " : i32, i32, i32"
    )
    text = text.replace("-> (i32, i32, i32, index)", "-> (i32, i32, i32)")
    assert list(Program.from_mlir(text).functions["main"](5)) == [39, 14, 14]


@pytest.mark.parametrize("sizes", ["global(%z)", "global(%o) local(%z)", "global(%m)"])
def test_a_launch_without_work_items(sizes: str):
    module = parse(f"""
      opencl.kernel @k() {{ opencl.return }}
      func.func @main() {{
        %o = arith.constant 1 : index
        %z = arith.constant 0 : index
        %m = arith.constant -1 : index
        opencl.launch @k {sizes}
        func.return
      }}""")
    interpreter = kernel_interpreter(module)
    interpreter.register_implementations(OpenCLFunctions(WorkItem()), override=True)
    with pytest.raises(InterpretationError, match=r"of @k has .*; give sizes from 1"):
        interpreter.call_op("main", ())
