"""
Kernels out of `gpu`, mapped loops and `stencil`: what the CPU device computes, in Python
and on the command line, is what NumPy computes, and there is code for a GPU.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from lower_helpers import context
from shell import in_process
from texts import parts
from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import SSAValue
from xdsl.parser import Parser
from xdsl.passes import PassPipeline
from xdsl.universe import Universe

import xdsl_opencl as ocl
from xdsl_opencl.dialects.opencl.collective import SubGroupShuffleOp
from xdsl_opencl.dialects.opencl.work_item import GetSubGroupLocalIdOp
from xdsl_opencl.driver.compilation import CompileError
from xdsl_opencl.runtime import Program, RuntimeFailure

PROGRAMS = Path(__file__).with_name("programs")

MAP = "gpu-map-parallel-loops,opencl-outline-kernels"
STENCIL = "opencl-from-stencil"
TARGET = ocl.Target("amdhsa", mcpu="gfx1100")
RNG = np.random.default_rng(1)


def lowered(text: str, passes: str) -> str:
    ctx = context()
    module = Parser(ctx, text).parse_module()
    module.verify()
    PassPipeline.parse_spec(Universe.get_multiverse().all_passes, passes).apply(
        ctx, module
    )
    module.verify()
    return str(module)


def program(text: str, passes: str) -> Program:
    """The program of `text`; a GPU has code for it too."""
    made = lowered(text, passes)
    assembly = ocl.compile(ocl.SourceFile("k.mlir", made), TARGET).assembly
    assert ".amdhsa_kernel" in assembly
    return Program.from_mlir(made)


def floats(*shape: int) -> Any:
    return RNG.random(shape).astype(np.float32)


def parallel(bounds: str, body: str, tail: str = "scf.reduce", result: str = "") -> str:
    """A loop from 0 to each of `bounds`; `result` is the type and the initial value."""
    uppers = bounds.split()
    count = len(uppers)
    type, _, initial = result.partition(" ")
    operands = ", ".join(["%c0"] * count + uppers + ["%c1"] * count)
    operands += f", {initial}" if initial else ""
    types = ", ".join(["index"] * 3 * count + ([type] if type else []))
    names = ", ".join(f"%i{n}: index" for n in range(count))
    return (
        f'{"%r = " if type else ""}"scf.parallel"({operands}) <{{operandSegmentSizes = '
        f"array<i32: {count}, {count}, {count}, {int(bool(type))}>}}> ({{\n"
        f"^bb0({names}):\n{body}\n{tail}\n}}) : ({types}) -> ({type})\n"
    )


HEAD = "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n"

SAXPY = f"""
func.func @saxpy(%a: f32, %x: memref<?xf32>, %y: memref<?xf32>, %n: index) {{
  {HEAD}
  {
    parallel(
        "%n",
        '''
    %u = memref.load %x[%i0] : memref<?xf32>
    %v = memref.load %y[%i0] : memref<?xf32>
    %w = arith.mulf %a, %u : f32
    %s = arith.addf %w, %v : f32
    memref.store %s, %y[%i0] : memref<?xf32>''',
    )
}
  func.return
}}
"""


@pytest.mark.parametrize("count", [0, 1, 1000])
def test_loop(count: int) -> None:
    x, y = floats(2, count)
    expected = np.float32(2) * x + y
    program(SAXPY, MAP).saxpy(2.0, x, y, count)
    assert np.array_equal(y, expected)


def test_sizes_that_are_not_known() -> None:
    """Strides and `memref.dim` of memrefs of dynamic shape."""
    text = f"""
    func.func @transpose(%a: memref<?x?xi32>, %b: memref<?x?xi32>) {{
      {HEAD}
      %n = memref.dim %a, %c0 : memref<?x?xi32>
      %m = memref.dim %a, %c1 : memref<?x?xi32>
      {
        parallel(
            "%n %m",
            '''
        %rows = memref.dim %b, %c0 : memref<?x?xi32>
        %k = arith.index_cast %rows : index to i32
        %v = memref.load %a[%i0, %i1] : memref<?x?xi32>
        %w = arith.addi %v, %k : i32
        memref.store %w, %b[%i1, %i0] : memref<?x?xi32>''',
        )
    }
      func.return
    }}
    """
    a = RNG.integers(0, 100, (5, 7), np.int32)
    b = np.zeros((7, 5), np.int32)
    program(text, MAP).transpose(a, b)
    assert np.array_equal(b, a.T + 7)


REDUCTIONS = [
    ("f32", "arith.addf", 0.0, np.add),
    ("f32", "arith.maxnumf", -1.0, np.maximum),
    ("i32", "arith.muli", 1, np.multiply),
    ("i32", "arith.minsi", 5, np.minimum),
    ("i64", "arith.xori", 3, np.bitwise_xor),
    # None of OpenCL's: work items store their values.
    ("i32", "both", 0, np.add),
]


@pytest.mark.parametrize("shape", [(1,), (300,), (3, 300)])
@pytest.mark.parametrize(
    ("type", "op", "initial", "combine"), REDUCTIONS, ids=lambda p: str(p)
)
def test_reduction(
    type: str, op: str, initial: float, combine: np.ufunc, shape: tuple[int, ...]
) -> None:
    body = f"%s = {op} %x, %y : {type}"
    if op == "both":
        body = f"%q = arith.addi %x, %y : {type}\n%s = arith.ori %q, %q : {type}"
    memref = f"memref<{'x'.join(['?'] * len(shape))}x{type}>"
    sizes = [f"%n{d}" for d in range(len(shape))]
    dims = "".join(
        f"%n{d} = memref.dim %a, %c{d} : {memref}\n" for d in range(len(shape))
    )
    indices = ", ".join(f"%i{d}" for d in range(len(shape)))
    text = f"""
    func.func @reduce(%a: {memref}, %initial: {type}) -> {type} {{
      {HEAD}{dims}
      {
        parallel(
            " ".join(sizes),
            f"%v = memref.load %a[{indices}] : {memref}",
            f"scf.reduce(%v : {type}) {{ ^bb0(%x: {type}, %y: {type}):"
            f"{body} scf.reduce.return %s : {type} }}",
            f"{type} %initial",
        )
    }
      func.return %r : {type}
    }}
    """
    if type == "f32":
        values = floats(*shape)
    else:
        values = RNG.integers(-50, 50, shape).astype(f"i{int(type[1:]) // 8}")
    found = program(text, MAP).reduce(values, initial)
    expected = combine.reduce(values, axis=None, initial=values.dtype.type(initial))
    assert np.allclose(found, expected, rtol=1e-5)


EXAMPLES = Path(__file__).parents[2] / "examples" / "dialects"
HEAT = (EXAMPLES / "heat.mlir").read_text()


def heat(x: Any) -> Any:
    result = np.zeros_like(x)
    rows, columns = x[:-2, 1:-1] + x[2:, 1:-1], x[1:-1, :-2] + x[1:-1, 2:]
    result[1:-1, 1:-1] = (rows + columns) * np.float32(0.25)
    return result


def test_stencil() -> None:
    x = floats(66, 66)
    y = np.zeros_like(x)
    program(HEAT, STENCIL).heat(x, y)
    assert np.array_equal(y, heat(x))


def test_sums() -> None:
    text = (EXAMPLES / "sums.mlir").read_text()
    values, sums = floats(256), np.zeros(4, np.float32)
    program(text, "convert-gpu-to-opencl").host(values, sums, 4)
    assert np.allclose(sums, values.reshape(4, 64).sum(1), rtol=1e-5)


TEXTS = parts("kernels_of_dialects.mlir")
AFFINE = TEXTS["AFFINE"]


def test_affine() -> None:
    a = floats(100)
    expected = a * np.float32(3)
    program(AFFINE, f"convert-affine-to-scf,{MAP}").scale(a, 3.0, 100)
    assert np.array_equal(a, expected)


def test_stencil_on_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "heat.mlir").write_text(HEAT)
    x = floats(66, 66)
    np.save(tmp_path / "x.npy", x)
    arguments = ["--arg", "x.npy", "--arg", "y.npy=zeros:float:4356"]
    done = in_process("run", "heat.mlir", "-p", STENCIL, *arguments, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert np.array_equal(np.load(tmp_path / "y.npy").reshape(66, 66), heat(x))


GPU = (PROGRAMS / "gpu.mlir").read_text()


def test_gpu_functions() -> None:
    a = RNG.integers(-100, 100, 192, np.int32)
    b = np.zeros((192, 4), np.int32)
    made = program(GPU, "convert-gpu-to-opencl")
    made.host(a, b, 3)
    groups = a.reshape(3, 64)
    assert np.array_equal(b[:, 0], groups[:, ::-1].reshape(-1))
    assert np.array_equal(b[:, 1], np.repeat(groups.sum(1), 64))
    assert np.array_equal(b[:, 2], np.repeat(groups.max(1), 64))
    assert np.array_equal(b[:, 3], np.repeat([3, 67, 131], 64) + a)
    again = np.zeros_like(b)
    made.k(192, 64, a, again)
    assert np.array_equal(b, again)


SHUFFLES: dict[str, Callable[[Any, int], Any]] = {
    "xor": lambda lane, offset: lane ^ offset,
    "up": lambda lane, offset: lane - offset,
    "down": lambda lane, offset: lane + offset,
    "idx": lambda lane, offset: 0 * lane + offset,
}


@pytest.mark.parametrize("mode", SHUFFLES)
@pytest.mark.parametrize(("offset", "width"), [(1, 4), (3, 8), (2, 2), (5, 32)])
def test_shuffle(mode: str, offset: int, width: int) -> None:
    """
    Sub-groups of the CPU device have one work item, so the lane that is read is computed
    here, for each lane of 32.
    """
    text = f"""
    gpu.module @m {{
      gpu.func @k(%v: i32) kernel {{
        %offset = arith.constant {offset} : i32
        %width = arith.constant {width} : i32
        %s, %ok = gpu.shuffle {mode} %v, %offset, %width : i32
        gpu.return
      }}
    }}
    """
    module = Parser(context(), lowered(text, "convert-gpu-to-opencl")).parse_module()
    lane = np.arange(32)
    values: dict[SSAValue, Any] = {}
    target: Any = lane
    valid: Any = lane
    for op in module.walk():
        operands: list[Any] = [values.get(operand) for operand in op.operands]
        match op:
            case GetSubGroupLocalIdOp():
                values[op.result] = lane
            case arith.ConstantOp(value=IntegerAttr() as number):
                values[op.result] = number.value.data
            case arith.XOrIOp():
                values[op.result] = operands[0] ^ operands[1]
            case arith.AddiOp():
                values[op.result] = operands[0] + operands[1]
            case arith.SubiOp():
                values[op.result] = operands[0] - operands[1]
            case arith.CmpiOp():
                # The comparison is unsigned.
                valid = values[op.result] = operands[0] % 2**32 < operands[1]
            case arith.SelectOp():
                values[op.result] = np.where(*operands)
            case SubGroupShuffleOp():
                target = operands[1]
            case _:
                pass
    source = SHUFFLES[mode](lane, offset)
    inside = (source // width == lane // width) & (source >= 0)
    if mode == "idx":
        inside = source < width
    assert np.array_equal(np.broadcast_to(valid, 32), np.broadcast_to(inside, 32))
    assert np.array_equal(target, np.where(inside, source, lane))


LAUNCH = TEXTS["LAUNCH"]


@pytest.mark.parametrize("twice", [False, True])
def test_launch(twice: bool) -> None:
    a = floats(100)
    expected = a * a * np.float32(1 + twice)
    program(LAUNCH, "opencl-outline-kernels").square(a, 100, twice)
    assert np.array_equal(a, expected)


def test_iterations_on_the_host() -> None:
    """The host's function loops, allocates and copies."""
    loop = parallel(
        "%n",
        """
        %v = memref.load %a[%i0] : memref<?xi32>
        %w = arith.addi %v, %t32 : i32
        memref.store %w, %b[%i0] : memref<?xi32>""",
    )
    text = f"""
    func.func @steps(%a: memref<?xi32>, %n: index, %count: index) -> (index, index) {{
      {HEAD}
      %b = memref.alloc(%n) : memref<?xi32>
      %last = scf.for %t = %c0 to %count step %c1 iter_args(%s = %c0) -> (index) {{
        %t32 = arith.index_cast %t : index to i32
        {loop}
        "memref.copy"(%b, %a) : (memref<?xi32>, memref<?xi32>) -> ()
        %next = arith.addi %s, %t : index
        scf.yield %next : index
      }}
      memref.dealloc %b : memref<?xi32>
      func.return %last, %n : index, index
    }}
    """
    a = np.arange(10, dtype=np.int32)
    assert program(text, MAP).steps(a, 10, 4) == (6, 10)
    assert np.array_equal(a, np.arange(10) + 6)


def test_loops_that_upstream_prints() -> None:
    text = TEXTS["LOOPS_THAT_UPSTREAM_PRINTS"]
    a = floats(1000)
    assert np.isclose(program(text, MAP).sum(a, 1000), a.sum(), rtol=1e-5)


def test_unmapped_loops_run_on_the_host() -> None:
    """A loop that is not mapped, around one that is."""
    inner = SAXPY[SAXPY.index('"scf.parallel"') : SAXPY.index("func.return")]
    inner = inner.replace(
        "}) : (index",
        "}) {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), "
        "bound = (d0) -> (d0)>]} : (index",
    )
    text = f"""
    func.func @twice(%a: f32, %x: memref<?xf32>, %y: memref<?xf32>, %n: index) {{
      {HEAD}
      %c2 = arith.constant 2 : index
      scf.parallel (%t) = (%c0) to (%c2) step (%c1) {{
        {inner}
      }}
      func.return
    }}
    """
    x, y = floats(2, 50)
    expected = y + x * np.float32(2) + x * np.float32(2)
    program(text, "opencl-outline-kernels").twice(2.0, x, y, 50)
    assert np.allclose(y, expected, rtol=1e-6)


# --- wrong inputs ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ((2.0,), "takes 4 arguments, 1 are given"),
        ((2.0, 1, np.zeros(1, "f4"), 1), "takes a NumPy array"),
        ((2.0, np.zeros(4), np.zeros(4, "f4"), 4), "an array of float64 for"),
        ((2.0, np.zeros((2, 2), "f4"), np.zeros(4, "f4"), 4), "reshape it"),
        (
            (2.0, np.zeros(4, "f4"), np.zeros(4, "f4"), 4.5),
            "argument 3: expected a number of type index, got 4.5",
        ),
        (
            ("2.x", np.zeros(4, "f4"), np.zeros(4, "f4"), 4),
            "argument 0: expected a number of type f32, got '2.x'",
        ),
    ],
)
def test_wrong_arguments(values: Any, message: str) -> None:
    with pytest.raises(RuntimeFailure, match=message):
        Program.from_mlir(lowered(SAXPY, MAP)).saxpy(*values)


FUNCTIONS: dict[str, Any] = {
    **{
        f"{name} %a": getattr(np, name)
        for name in ("ceil", "cos", "exp", "floor", "log", "sin", "sqrt", "tanh")
    },
    "absf %a": np.abs,
    "powf %a, %a": lambda a: a**a,  # pyright: ignore[reportUnknownLambdaType]
}


@pytest.mark.parametrize("value", [0.3, -1.7])
def test_functions_of_the_host(value: float) -> None:
    """A root or a logarithm of a negative number is a NaN, no fault."""
    lines = [
        f"%r{i} = math.{text} : f32\n%i{i} = arith.constant {i} : index\n"
        f"memref.store %r{i}, %y[%i{i}] : memref<?xf32>\n"
        for i, text in enumerate(FUNCTIONS)
    ]
    text = SAXPY.replace("func.return", "\n".join([*lines, "func.return"]))
    x, y = floats(2, len(FUNCTIONS))
    Program.from_mlir(lowered(text, MAP)).saxpy(value, x, y, len(x))
    with np.errstate(invalid="ignore"):
        want = [f(np.float64(np.float32(value))) for f in FUNCTIONS.values()]
    assert np.array_equal(y, np.array(want, np.float32), equal_nan=True)


def test_host_that_cannot_run() -> None:
    text = SAXPY.replace("func.return", '"test.op"() : () -> ()\n  func.return')
    x = floats(4)
    made = Program.from_mlir(lowered(text, MAP))
    with pytest.raises(RuntimeFailure, match=r"'test\.op' in a function of the host"):
        made.saxpy(2.0, x, x, 4)


MATMUL = (EXAMPLES / "matmul.mlir").read_text()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--global-size", "4"], "leave --global-size out, or name a kernel"),
        (
            ["--kernel", "other"],
            "the program has no kernel 'other'; --kernel takes one of host, sums",
        ),
        (["-p", "no-such-pass"], "there is no pass 'no-such-pass'"),
    ],
)
def test_wrong_command_lines(options: list[str], message: str) -> None:
    arguments = ["--arg", "iota:float:64", "--arg", "zeros:float:1", "--arg", "1"]
    passes = ["-p", "convert-gpu-to-opencl"]
    result = in_process(
        "run", "sums.mlir", *passes, *arguments, *options, folder=EXAMPLES
    )
    assert result.returncode == 1
    assert message in result.stderr
    assert "Traceback" not in result.stderr


TENSORS = TEXTS["TENSORS"]
HINTED = {
    "linalg.add": TENSORS,
    "linalg.matmul": MATMUL,
    "affine.parallel": AFFINE,
    "gpu.func": GPU,
    "gpu.launch": LAUNCH,
    "scf.parallel": SAXPY,
    "stencil.apply": HEAT,
}


@pytest.mark.parametrize("name", HINTED)
def test_hints_lead_to_kernels(name: str) -> None:
    """The passes in the error for a module without kernels give one with kernels."""
    source = ocl.SourceFile("k.mlir", HINTED[name])
    with pytest.raises(CompileError, match=r"no kernel .*; run '") as error:
        _ = ocl.compile(source, TARGET).assembly
    passes = str(error.value).partition("; run '")[2].partition("'")[0]
    if name.startswith("linalg."):
        assert passes == "opencl-from-linalg"
    assembly = ocl.compile(source, TARGET, pipeline=passes).assembly
    assert ".amdhsa_kernel" in assembly
