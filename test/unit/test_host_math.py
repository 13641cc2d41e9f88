"""
Mathematical functions in loops over work items, as LLVM vectorises them: over all of their
arguments, against numpy in the widest precision of the computer.
"""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

import pytest
from builtin_jit import DTYPES
from float_references import (
    BINARY,
    Wide,
    bound_of,
    check,
    edges,
    exact_values,
    pairs,
)
from long_runs import LONG

from xdsl_opencl.abi.cpu.host_features import has_wide_rows
from xdsl_opencl.backend.llvm.llvm_host import link, make_machine, prepare
from xdsl_opencl.runtime import Program
from xdsl_opencl.runtime.cpu import jit
from xdsl_opencl.runtime.cpu.libraries import ROWS, library_text, with_libraries

np: Any = import_module("numpy")
llvm: Any = import_module("llvmlite.binding")

TYPES = {"f32": "float", "f64": "double"}
UNSIGNED = {"f32": np.uint32, "f64": np.uint64}
VECTORISED = {
    "f32": (
        "acos acosh acospi asin asinh asinpi atan atanh atanpi cbrt cos cosh cospi exp "
        "exp10 exp2 expm1 log log10 log1p log2 sin sinh sinpi tan tanh tanpi erf atan2 "
        "atan2pi hypot pow powr"
    ).split(),
    "f64": "exp exp10 exp2 log log10 log2".split(),
}
"""The functions of `libraries/math.c`."""
COUNT = 40_000 if LONG else 4_000


def powers(x: Any, n: Any, invert: bool) -> Any:
    """`x` to the power of `n` or of `1 / n` (OpenCL C 3.0, section 7.5.1)."""
    exponent = np.where(n == 0, Wide(1), n.astype(Wide))
    exponent = 1 / exponent if invert else exponent
    size = np.power(abs(x), exponent)
    odd = n % 2 != 0
    value = np.where(odd, np.copysign(size, x), size)
    if not invert:
        return np.where(n == 0, Wide(1), value)
    return np.where((n == 0) | (~odd & (x < 0)), np.nan, value)


def source(element: str, name: str) -> str:
    type = TYPES[element]
    second, operands = "", "x[i]"
    if name in BINARY or name in ("pown", "rootn"):
        second = f"global const {type if name in BINARY else 'int'} *z, "
        operands = "x[i], z[i]"
    return (
        f"kernel void {name}_(global const {type} *x, {second}global {type} *y) {{"
        f"  int i = get_global_id(0); y[i] = {name}({operands}); }}"
    )


def operands(element: str, name: str) -> list[Any]:
    """Edges, and numbers whose bits are random, so that all exponents occur."""
    rng = np.random.default_rng(sum(name.encode()))
    kind, dtype = UNSIGNED[element], DTYPES[element]

    def random_bits() -> Any:
        return rng.integers(0, np.iinfo(kind).max, COUNT, kind, True).view(dtype)

    if name in BINARY:
        x, z = pairs(element, name)
        near = rng.uniform(-40, 40, (2, COUNT)).astype(dtype)
        near[0] = abs(near[0]) if name in ("pow", "powr") else near[0]
        return [
            np.concatenate((x, random_bits(), near[0])),
            np.concatenate((z, random_bits(), near[1])),
        ]
    near = rng.uniform(-10, 10, COUNT).astype(dtype)
    x = np.concatenate((edges(element, name), random_bits(), near, near / 10))
    if name in ("pown", "rootn"):
        n = rng.integers(-40, 40, len(x), np.int32)
        n[::7] = rng.integers(-(2**31), 2**31, len(n[::7]), np.int64)
        return [x, n]
    return [x]


@pytest.fixture(params=[True, False], ids=["wide", "narrow"])
def wide(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Takes the rows of processors with AVX-512, and of those without."""
    features = llvm.get_host_cpu_features()
    if request.param and not has_wide_rows(features):
        pytest.skip("no processor with AVX-512")

    def asked(features: object) -> bool:
        return request.param

    monkeypatch.setattr(jit, "has_wide_rows", asked)
    return request.param


@pytest.mark.parametrize("element", VECTORISED)
def test_bounds(element: str, wide: bool) -> None:
    """
    Bounds and special values, in a loop that takes several work items at a time. The last
    ones, which make no row, have the bits that they would have in one.
    """
    names = VECTORISED[element]
    program = Program.from_source("\n".join(source(element, name) for name in names))
    for name in names:
        given = operands(element, name)
        out = np.empty_like(given[0])
        program[f"{name}_"](len(out), 64, *given, out)
        exact = exact_values(name, given)
        check(name, element, given, out, exact, bound_of(name, element))
        single = np.empty_like(out)
        program[f"{name}_"](len(out), 15, *given, single)
        kind = UNSIGNED[element]
        both = np.isnan(out) & np.isnan(single)
        assert (both | (out.view(kind) == single.view(kind))).all(), name


@pytest.mark.parametrize("element", TYPES)
def test_remainders_are_exact(element: str) -> None:
    """The bits of NumPy's `fmod`, and NaN where that has one."""
    rng = np.random.default_rng(5)
    kind, dtype = UNSIGNED[element], DTYPES[element]
    random = rng.integers(0, np.iinfo(kind).max, (3, COUNT), kind, True)
    info = np.finfo(dtype)
    special = [0, 1, -3, 0.5, 2**60, np.inf, np.nan, info.max, info.tiny]
    special += [info.smallest_subnormal, np.nextafter(info.tiny, dtype(0))]
    special = np.array([*special, *(-x for x in special)], dtype)
    multiples = rng.integers(1, 1000, (2, COUNT)).astype(dtype)
    few = random[1] & ~kind((1 << (info.nmant - 3)) - 1)
    cases = [
        # Any numbers, denormals, divisors with few bits, multiples, near ones, special ones.
        (random[0].view(dtype), random[1].view(dtype)),
        ((random[0] >> kind(12)).view(dtype), (random[1] >> kind(20)).view(dtype)),
        (random[2].view(dtype), few.view(dtype)),
        (multiples[0] * multiples[1], multiples[1]),
        tuple(rng.uniform(-100, 100, (2, COUNT)).astype(dtype)),
        tuple(np.array(np.meshgrid(special, special)).reshape(2, -1)),
    ]
    x, z = (np.concatenate(side) for side in zip(*cases, strict=True))
    y = np.zeros_like(x)
    program = Program.from_source(source(element, "fmod"))
    program["fmod_"](len(x), None, x, z, y)
    with np.errstate(all="ignore"):
        wanted = np.fmod(x, z)
    same = (y.view(kind) == wanted.view(kind)) | (np.isnan(y) & np.isnan(wanted))
    assert same.all(), (x[~same], z[~same])


def test_powers_by_integers() -> None:
    program = Program.from_source(source("f32", "pown") + source("f32", "rootn"))
    for name in ("pown", "rootn"):
        x, n = operands("f32", name)
        out = np.empty_like(x)
        program[f"{name}_"](len(out), 64, x, n, out)
        with np.errstate(all="ignore"):
            exact = powers(x.astype(Wide), n, name == "rootn")
        check(name, "f32", [x, n], out, exact, bound_of(name, "f32"))


@pytest.mark.parametrize(
    ("element", "name"), [(e, n) for e, names in VECTORISED.items() for n in names]
)
def test_loops_are_vectorised(element: str, name: str, wide: bool) -> None:
    """
    No call and no branch is left of a function, whatever vectors the processor has; but
    of those that are simpler for small numbers one for all numbers.
    """
    llvm.initialize_native_target()
    prepare(llvm)
    ir = Program.from_source(source(element, name)).llvm_ir
    linked = with_libraries(ir, wide=wide)
    module = llvm.parse_assembly(linked.ir)
    machine = make_machine(llvm, 3)
    module.triple = machine.triple
    module.data_layout = str(machine.target_data)
    for _, text, attribute in linked.libraries:
        link(llvm, module, text, attribute)
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    options.loop_vectorization = True
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    text = str(module.get_function(f"{name}_"))
    body = re.search(r"^vector\.body:.*?^$", text, re.MULTILINE | re.DOTALL)
    assert body is not None
    assert re.search(r"^  store <\d+ x ", body[0], re.MULTILINE)
    calls = re.findall(r"call .*?@(?!llvm\.)(\w+)", text)
    known = ROWS.get(f"{name}f") is not None and element == "f32"
    assert calls == ([f"__far_{name}f"] if known else [])


@pytest.mark.parametrize("name", ["exp", "pow", "sin"])
def test_vectors(name: str) -> None:
    """The elements of a vector give what scalars give."""
    arguments = "x[i], x[i]" if name == "pow" else "x[i]"
    program = Program.from_source(
        "kernel void k(global const float4 *x, global float4 *y) {"
        f"  int i = get_global_id(0); y[i] = {name}({arguments}); }}"
        "kernel void s(global const float *x, global float *y) {"
        f"  int i = get_global_id(0); y[i] = {name}({arguments}); }}"
    )
    x = operands("f32", name)[0]
    x = x[: len(x) & ~3]
    vectors, scalars = np.empty_like(x), np.empty_like(x)
    program.k(len(x) // 4, None, x, vectors)
    program.s(len(x), None, x, scalars)
    # Which of two operands a NaN's bits come from is open.
    both = np.isnan(vectors) & np.isnan(scalars)
    assert (both | (vectors.view(np.uint32) == scalars.view(np.uint32))).all()


def test_own_functions_of_that_name() -> None:
    """A program may call its functions and kernels like those of the C library."""
    program = Program.from_source(
        "__attribute__((noinline)) float expf(float x) { return x < 3 ? 7 : 9; }"
        "__attribute__((noinline)) void memcpy(global int *p) { p[0] = 5; }"
        "kernel void k(global float *y) {"
        "  y[0] = exp(y[0]); y[1] = expf(y[1]); y[2] = expf(y[2]) + exp(1.0f); }"
        "kernel void memset(global int *p, int n) {"
        "  for (int i = 0; i < n; ++i) p[i + 1] = 0;"
        "  memcpy(p); }"
    )
    y = np.array([0, 1, 4], np.float32)
    program.k(1, 1, y)
    assert y.tolist() == [1, 7, pytest.approx(9 + np.e)]
    p = np.ones(100, np.int32)
    program.memset(1, 1, p, 98)
    assert p.tolist() == [5, *[0] * 98, 1]


def test_many_calls() -> None:
    """A program with very many calls is not inlined into one huge function."""
    sums = " + ".join(f"sin(x[0] * {i})" for i in range(40))
    program = Program.from_source(
        f"kernel void k(global const float *x, global float *y) {{ y[0] = {sums}; }}"
    )
    (part,) = with_libraries(program.llvm_ir).libraries
    assert (part.library, part.attribute) == ("math", "")
    assert "@sinf(" in part.text
    assert "@cosf(" not in part.text
    x, y = np.array([0.5], np.float32), np.zeros(1, np.float32)
    program.k(1, 1, x, y)
    assert abs(y[0] - np.sin(0.5 * np.arange(40)).sum()) < 1e-4


def test_rows_are_defined() -> None:
    """
    Lockstep may call what the library defines, no more and no less; and no row is of a
    function that work items outside of rows lack.
    """
    found = {
        name: set(re.findall(r"^define .*@(\w+)\(", text, re.MULTILINE))
        for name in ("math", "rows", "rows512")
        for text in [library_text(name)]
    }
    assert found["rows"] == {f"__row_{name}" for name in ROWS}
    assert found["rows512"] <= found["rows"]
    assert found["math"] >= ROWS.keys()


@pytest.mark.parametrize("type", ["char", "ushort", "int", "ulong"])
@pytest.mark.parametrize("level", [0, 3])
def test_rotates_by_constants(type: str, level: int) -> None:
    """
    LLVM's code generator makes -1 of a constant that it rotates by 0, where AVX2 rotates the
    other elements by other numbers.
    """
    kind = np.dtype({"char": np.uint8, "int": np.uint32}.get(type, type))
    bits = kind.itemsize * 8
    values = [0, 9, 5, 0, 9, 1, 4, 3, 9, 0, 9, 1, 3, 2, 8, 1]
    amounts = [9, 1, 8, 0, 9, 2, bits, 9, 5, 1, 1, 4, 4, 7, 0, 5]
    words = f"({type}16)({{}})".format
    source = f"""
kernel void k(global {type} *out) {{
  {type}16 x = {words(", ".join(["get_group_id(0)", *map(str, values[1:])]))};
  x = rotate(x, {words(", ".join(map(str, amounts)))});
  out[0] = x.s0, out[1] = x.s6, out[2] = x.se, out[3] = x.sf, out[4] = x.s3;
}}
"""
    out = np.full(5, 77, kind)
    Program.from_source(source, level=level).k(1, 1, out)
    rotated = [
        (x << n % bits | x >> (bits - n % bits)) % (1 << bits)
        for x, n in zip(values, amounts, strict=True)
    ]
    assert out.tolist() == [rotated[i] for i in (0, 6, 14, 15, 3)]
