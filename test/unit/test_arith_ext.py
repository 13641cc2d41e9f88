"""
The forms that `arith` gets at load: scalars stay xDSL's, upstream's text is read and
printed back, and what is converted is what upstream converts it to.
"""

from __future__ import annotations

import numpy as np
import pytest
from conversion_helpers import UPSTREAM, convert, optimized, parse, run_tool
from tools import need, needs
from xdsl.dialects import arith
from xdsl.dialects.arith import Arith
from xdsl.universe import Universe

from xdsl_opencl.dialects import arith_ext
from xdsl_opencl.dialects.arith_ext.forms import FORMS, ExtFOp, TruncFOp
from xdsl_opencl.runtime import Program
from xdsl_opencl.universe import EXTENSIONS, extend

CASTS = {
    "extsi": ("i8", "i32"),
    "extui": ("i8", "i32"),
    "trunci": ("i32", "i8"),
    "sitofp": ("i32", "f32"),
    "uitofp": ("i32", "f32"),
    "fptosi": ("f32", "i32"),
    "fptoui": ("f32", "i32"),
    "extf": ("f16", "f32"),
    "truncf": ("f32", "f16"),
    "index_cast": ("i32", "index"),
    "index_castui": ("i32", "index"),
}


def function(name: str, body: str, operands: list[str], result: str) -> str:
    arguments = ", ".join(f"%{'abc'[i]}: {type_}" for i, type_ in enumerate(operands))
    return (
        f"func.func @{name}({arguments}) -> {result} {{\n  %r = {body}\n"
        f"  func.return %r : {result}\n}}\n"
    )


def functions(shape: str) -> str:
    """A function for each form, on scalars or on vectors of `shape`."""

    def of(element: str) -> str:
        return f"vector<{shape}x{element}>" if shape else element

    parts = [
        function(name, f"arith.{name} %a : {of(old)} to {of(new)}", [of(old)], of(new))
        for name, (old, new) in CASTS.items()
    ]
    for name, element, operation in (
        ("cmpi", "i32", "cmpi ult,"),
        ("cmpf", "f32", "cmpf ult,"),
        ("remf", "f32", "remf"),
    ):
        result = of("i1") if name.startswith("cmp") else of(element)
        body = f"arith.{operation} %a, %b : {of(element)}"
        parts.append(function(name, body, [of(element)] * 2, result))
    condition = f"{of('i1')}, " if shape else ""
    types = [of("i1"), of("f32"), of("f32")]
    body = f"arith.select %a, %b, %c : {condition}{of('f32')}"
    return "".join([*parts, function("select", body, types, of("f32"))])


def test_scalars_are_of_xdsls_classes():
    for text in (functions(""), str(parse(functions("")))):
        kinds = {type(op) for op in parse(text).walk() if op.name.startswith("arith.")}
        assert kinds - set(arith_ext.OPERATIONS) <= set(Arith.operations)
        assert set(FORMS) <= kinds


def test_vectors_are_of_ours():
    """All but two: of those xDSL lacks only the flags."""
    kinds = {type(op) for op in parse(functions("4")).walk()}
    assert set(FORMS.values()) - {ExtFOp, TruncFOp} <= kinds
    assert all(issubclass(form, base) for base, form in FORMS.items())


def test_a_clone_is_of_the_same_class():
    """Its operands come after its class."""
    for shape in ("", "4"):
        module = parse(functions(shape))
        copy = module.clone()
        copy.verify()
        assert [type(op) for op in copy.walk()] == [type(op) for op in module.walk()]


def test_extending_twice_gives_one_of_each():
    path = EXTENSIONS["arith"]
    dialect = extend(extend(lambda: Arith, path), path)()
    names = [op.name for op in dialect.operations]
    assert len(set(names)) == len(names)
    assert len(names) == len(list(Arith.operations)) + len(arith_ext.OPERATIONS)
    found = dialect.get_interface
    assert all(found(type(i)) for i in Arith._interfaces)  # pyright: ignore[reportPrivateUsage]


def test_another_ones_operations_stay_theirs():
    class Theirs(arith.SelectOp):
        pass

    base = Universe.get_multiverse().all_dialects["arith"]()
    others = [Theirs if op.name == "arith.select" else op for op in Arith.operations]
    made = arith_ext.extended(type(base)("arith", others, [*base.attributes]))
    assert Theirs in made.operations


@needs("mlir-opt", 22)
@pytest.mark.parametrize("shape", ["", "4", "2x4"])
def test_upstreams_text_is_read_and_printed(shape: str):
    """In both of upstream's forms, and back."""
    tool = need("mlir-opt", 22)
    pretty = run_tool(tool, (), functions(shape))
    generic = run_tool(tool, ("--mlir-print-op-generic",), functions(shape))
    for text in (pretty, generic):
        module = parse(text)
        module.verify()
        assert run_tool(tool, (), str(module)) == pretty


@needs("mlir-opt")
@needs("mlir-translate")
@pytest.mark.parametrize("shape", ["", "4", "2x4"])
def test_the_conversion_is_upstreams(shape: str):
    """LLVM makes the same of both."""
    ours = run_tool(
        need("mlir-translate"), ("--mlir-to-llvmir",), convert(functions(shape))
    )
    theirs = run_tool(need("mlir-opt"), UPSTREAM, functions(shape))
    theirs = run_tool(need("mlir-translate"), ("--mlir-to-llvmir",), theirs)
    assert optimized(ours) == optimized(theirs)


@pytest.mark.parametrize("element", ["f16", "f32", "f64"])
def test_remainders(element: str):
    """Those of the CPU device beside NumPy's, which are exact."""
    dtype = {"f16": np.float16, "f32": np.float32, "f64": np.float64}[element]
    most = {"f16": 4, "f32": 36, "f64": 300}[element]
    draw = np.random.default_rng(5)
    x, y = (
        draw.normal(size=1024) * 10.0 ** draw.uniform(-most, most, 1024) for _ in "xy"
    )
    special = [
        0.0,
        -0.0,
        1.5,
        -7.0,
        np.inf,
        -np.inf,
        np.nan,
        float(np.finfo(dtype).tiny),
    ]
    pairs = [[a, b] for a in special for b in special]
    a, b = np.concatenate([np.stack([x, y]), np.array(pairs).T], 1).astype(dtype)
    memory = f"memref<{len(a)}x{element}, #opencl.address_space<global>>"
    program = Program.from_mlir(f"""
      opencl.kernel @k(%a: {memory}, %b: {memory}, %c: {memory}) {{
        %i = opencl.get_global_id 0 : index
        %x = memref.load %a[%i] : {memory}
        %y = memref.load %b[%i] : {memory}
        %r = arith.remf %x, %y : {element}
        memref.store %r, %c[%i] : {memory}
        opencl.return
      }}""")
    found = np.zeros_like(a)
    program["k"]((len(a),), None, a, b, found)
    with np.errstate(all="ignore"):
        wanted = np.fmod(a, b)
    assert np.array_equal(found, wanted, equal_nan=True)
    assert np.array_equal(
        np.signbit(found[wanted == 0]), np.signbit(wanted[wanted == 0])
    )
