"""
Powers, roots and divisions with constants: the operations that stand for them against numpy
in the widest precision, on the CPU device; sines with cosines; how much machine code is left.
"""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

import pytest
from builtin_jit import DTYPES
from float_references import BINARY, UNARY, Wide, bound_of, check, edges
from test_dialect_fold import FLOATS, folded_numbers
from test_host_math import TYPES, UNSIGNED, powers
from xdsl.dialects.builtin import StringAttr, i32

from xdsl_opencl.abi.target import Target
from xdsl_opencl.dialects.opencl.builtin import BuiltinOp
from xdsl_opencl.driver import Compilation, SourceFile
from xdsl_opencl.frontend import BuildOptions
from xdsl_opencl.runtime import Program

np: Any = import_module("numpy")

COUNT = 1_500
POWERS = (0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 7.0, 13.0, 16.0, 17.0, 0.5)
EXPONENTS = (*POWERS, *(-power for power in POWERS), 1.5, np.inf, -np.inf, np.nan)
BASES = (1.0, 2.0, 4.0, 16.0, 256.0, 0.5, 0.25, 0.0625, 10.0, 3.0, -2.0, 0.0, np.inf)
INTEGERS = (0, 1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 100, -1, -2, -3, -4, -8, -9, -100)
ROOTS = (0, 1, 2, 3, 4, -1, -2, -3)


def literal(number: float, type: str) -> str:
    """Writes `number` in OpenCL C."""
    if np.isnan(number):
        return f"({type})NAN"
    if np.isinf(number):
        return f"({type}){'-' if number < 0 else ''}INFINITY"
    return f"({type}){float(number)!r}"


def kernel(name: str, type: str, expression: str) -> str:
    return (
        f"kernel void {name}(global const {type} *x, global {type} *y) {{"
        f" int i = get_global_id(0); y[i] = {expression}; }}\n"
    )


def arguments(element: str, seed: str) -> Any:
    """Edges, numbers whose bits are random, and numbers near 1."""
    rng = np.random.default_rng(len(seed))
    kind, dtype = UNSIGNED[element], DTYPES[element]
    bits = rng.integers(0, np.iinfo(kind).max, COUNT, kind, True).view(dtype)
    near = rng.uniform(-20, 20, COUNT).astype(dtype)
    return np.concatenate((edges(element, seed), bits, near))


@pytest.mark.parametrize("element", ["f32", "f64"])
def test_within_bounds(element: str) -> None:
    """Every rule is within OpenCL's error of the function, special values included."""
    type = TYPES[element]
    cases: list[tuple[str, str, Any]] = []
    for function in ("pow", "powr"):
        for y in EXPONENTS:
            cases.append((function, f"{function}(x[i], {literal(y, type)})", (None, y)))
        for x in BASES:
            cases.append((function, f"{function}({literal(x, type)}, x[i])", (x, None)))
    for n in INTEGERS:
        cases.append(("pown", f"pown(x[i], {n})", n))
    for n in ROOTS:
        cases.append(("rootn", f"rootn(x[i], {n})", n))
    text = "".join(kernel(f"k{i}", type, c[1]) for i, c in enumerate(cases))
    program = Program.from_source(text)
    given = arguments(element, "powers")
    wide = given.astype(Wide)
    for index, (function, expression, fixed) in enumerate(cases):
        out = np.empty_like(given)
        program[f"k{index}"](len(given), 64, given, out)
        with np.errstate(all="ignore"):
            if function in ("pown", "rootn"):
                exact = powers(wide, np.full(len(given), fixed), function == "rootn")
            else:
                x, y = (wide if f is None else np.full_like(wide, f) for f in fixed)
                exact = np.asarray(BINARY[function](x, y)).astype(Wide)
        check(
            f"{function}: {expression}",
            element,
            [given],
            out,
            exact,
            bound_of(function, element),
        )


@pytest.mark.parametrize(
    ("type", "element"), [("short", "f32"), ("uchar", "f32"), ("int", "f64")]
)
def test_integers_as_exponents(type: str, element: str) -> None:
    """A converted integer that is exact makes `pow` a `pown`, and gives the same."""
    real = TYPES[element]
    text = (
        f"kernel void k(global const {real} *x, global const {type} *n, global {real} *y)"
        f" {{ int i = get_global_id(0); y[i] = pow(x[i], ({real})n[i]); }}\n"
    )
    build = BuildOptions.parse([])
    made = Compilation(SourceFile("k.cl", text), Target("host"), build=build)
    (power,) = (op for op in made.opencl_module.walk() if isinstance(op, BuiltinOp))
    found = power.simplified()
    assert found is not None
    assert found[0][-1].properties["function"] == StringAttr("pown")
    given = arguments(element, "integers")
    dtype = {"short": np.int16, "uchar": np.uint8, "int": np.int32}[type]
    n = np.random.default_rng(3).integers(-9, 10, len(given)).astype(dtype)
    out = np.empty_like(given)
    Program.from_source(text)["k"](len(given), 64, given, n, out)
    with np.errstate(all="ignore"):
        exact = powers(given.astype(Wide), n.astype(np.int64), False)
    check("pow", element, [given, n], out, exact, bound_of("pow", element))


def test_an_int_is_not_exact_in_a_float() -> None:
    """2^24 + 1 is even as a float: there `pow` is not `pown`."""
    text = (
        "kernel void k(global float *x, int n) { x[0] = pow(x[1], (float)n); }\n"
        "kernel void d(global double *x, long n) { x[0] = pow(x[1], (double)n); }\n"
    )
    made = Compilation(SourceFile("k.cl", text), Target("host"))
    for op in made.opencl_module.walk():
        if isinstance(op, BuiltinOp):
            assert op.simplified() is None


@pytest.mark.parametrize("name", ["native_divide", "half_divide"])
def test_divisions_by_constants(name: str) -> None:
    """
    A product with the inverse is near enough; constants without a normal one divide.
    """
    constants = (3.0, -7.5, 1e30, 1e-30, 0.0, 1e-40, 3e38, np.inf)
    text = "".join(
        kernel(f"k{i}", "float", f"{name}(x[i], {literal(c, 'float')})")
        for i, c in enumerate(constants)
    )
    program = Program.from_source(text)
    given = np.random.default_rng(1).uniform(-100, 100, 500).astype(np.float32)
    for index, constant in enumerate(constants):
        out = np.empty_like(given)
        program[f"k{index}"](len(given), 50, given, out)
        with np.errstate(all="ignore"):
            exact = given.astype(Wide) / Wide(np.float32(constant))
        check(name, "f32", [given], out, exact, 4.0)


def test_relaxed_powers() -> None:
    """
    With relaxed mathematics a power is `exp2(y * log2(x))`, with the sign of x for odd y
    (OpenCL C 3.0, section 7.4).
    """
    text = (
        "kernel void p(global const float *x, global const float *y, global float *z)"
        " { int i = get_global_id(0); z[i] = pow(x[i], y[i]); }\n"
        "kernel void r(global const float *x, global const float *y, global float *z)"
        " { int i = get_global_id(0); z[i] = powr(x[i], y[i]); }\n"
        "kernel void n(global const float *x, global const int *y, global float *z)"
        " { int i = get_global_id(0); z[i] = pown(x[i], y[i]); }\n"
    )
    options = "-cl-fast-relaxed-math"
    program = Program.from_source(text, options=options)
    rng = np.random.default_rng(4)
    x = rng.uniform(0.01, 20, 1000).astype(np.float32)
    y = rng.uniform(-8, 8, 1000).astype(np.float32)
    whole = np.rint(y)
    minus = np.where(np.arange(1000) % 2, x, -x)
    for name, base, power in (
        ("p", x, y),
        ("r", x, y),
        ("p", minus, whole),
        ("n", minus, whole.astype(np.int32)),
    ):
        out = np.empty_like(x)
        program[name](1000, 50, base, power, out)
        exact = np.power(base.astype(np.float64), power.astype(np.float64))
        assert np.all(abs(out / exact - 1) < 2e-5)


FORMS = {
    "pow(a, 2.0f)": 10,
    "pow(a, -1.0f)": 18,
    "pow(a, 0.5f)": 24,
    "powr(a, 2.0f)": 13,
    "pown(a, 2)": 10,
    "pown(a, 16)": 14,
    "rootn(a, 2)": 22,
    "rootn(a, -2)": 22,
    "rootn(a, 3)": 36,
    "pow(2.0f, a)": 20,
    "pow((double)a, 2)": 16,
}
"""
Bounds of the instructions for gfx1100, a load and a store included. What calls the library
for a power has 175 or more.
"""


def test_instructions() -> None:
    """A simplified power is as few instructions as its operations are."""
    text = "".join(
        f"kernel void k{i}(global float *x) {{ float a = x[1]; x[0] = {form}; }}\n"
        for i, form in enumerate(FORMS)
    )
    made = Compilation(SourceFile("k.cl", text), Target("amdhsa", "gfx1100"))
    parts = re.split(r"^(k\d+):", made.assembly, flags=re.MULTILINE)[1:]
    counts = {
        name: len(re.findall(r"^\t[a-z]\w*", body.split("s_endpgm")[0], re.MULTILINE))
        for name, body in zip(parts[::2], parts[1::2])
    }
    for index, (form, most) in enumerate(FORMS.items()):
        assert counts[f"k{index}"] <= most, form


def test_sine_and_cosine_share() -> None:
    """
    The sine and the cosine of a value are one call of the library, whichever comes first.
    """
    text = (
        "kernel void a(global float *x) { float y = x[1]; x[0] = sin(y) + cos(y); }\n"
        "kernel void b(global float *x) { float y = x[1]; x[2] = cos(y); x[3] = sin(y); }\n"
        "kernel void c(global float *x) { float y = x[1]; if (y > 2) x[0] = sin(y);"
        " else x[0] = cos(y); }\n"
    )
    ir = Compilation(SourceFile("k.cl", text), Target("amdhsa", "gfx1100")).llvm_ir
    calls = re.findall(r"call [^@\n]*@__ocml_(\w+)_f32\(", ir)
    assert sorted(calls) == ["cos", "sin", "sincos", "sincos"]


@pytest.mark.parametrize("element", ["f16", "f32", "f64"])
def test_constants(element: str) -> None:
    """
    Functions of constants are within OpenCL's error; those that are not evaluated here are
    left to the device.
    """
    type, dtype = FLOATS[int(element[1:])]

    def folded(name: str, *operands: float) -> float | None:
        numbers = folded_numbers(name, [(type, [float(n)]) for n in operands])
        return None if numbers is None else numbers[0]

    numbers = [0.0, -0.0, 0.1, 0.5, 1.0, 1.5, 2.0, 2.7, 7.25, 60.0, 1e3, 1e-3]
    values = np.array([*numbers, *(-n for n in numbers[2:])]).astype(dtype)
    seen = 0
    for name, reference in {**UNARY, **BINARY}.items():
        seconds = (None,) if name in UNARY else (0.5, -2.0, 3.0)
        for second in seconds:
            given = (
                [values] if second is None else [values, np.full_like(values, second)]
            )
            found = [folded(name, *row) for row in zip(*given, strict=True)]
            known = [i for i, number in enumerate(found) if number is not None]
            if not known:
                continue
            seen += len(known)
            with np.errstate(all="ignore"):
                wide = [g[known].astype(Wide) for g in given]
                exact = np.asarray(reference(*wide)).astype(Wide)
                out = np.array([found[i] for i in known]).astype(dtype)
            some = [g[known] for g in given]
            check(name, element, some, out, exact, bound_of(name, element))
    assert seen > 300
    assert folded("cospi", 1.5) is None
    assert folded("log", 0.0) is None
    assert folded("exp", 1e4) is None
    assert folded("exp", -720.0) in (None, 0.0)
    assert folded_numbers("pown", [(type, [-2.0]), (i32, [3])]) == [-8.0]
