"""The builtin table against Clang's declarations of OpenCL C."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from xdsl.dialects import test
from xdsl.dialects.builtin import (
    Float16Type,
    Float32Type,
    Float64Type,
    IntegerType,
    VectorType,
    f32,
)
from xdsl.ir import Attribute

from xdsl_opencl.abi.model import ScalarKind
from xdsl_opencl.dialects.opencl.builtin import BuiltinOp
from xdsl_opencl.dialects.opencl.builtins.builtin_table import BUILTINS, builtin_of_c
from xdsl_opencl.dialects.opencl.builtins.builtin_types import (
    MismatchError,
    result_types,
)

SCALARS: dict[str, tuple[ScalarKind, Attribute]] = {
    "char": (ScalarKind.CHAR, IntegerType(8)),
    "uchar": (ScalarKind.UCHAR, IntegerType(8)),
    "short": (ScalarKind.SHORT, IntegerType(16)),
    "ushort": (ScalarKind.USHORT, IntegerType(16)),
    "int": (ScalarKind.INT, IntegerType(32)),
    "uint": (ScalarKind.UINT, IntegerType(32)),
    "long": (ScalarKind.LONG, IntegerType(64)),
    "ulong": (ScalarKind.ULONG, IntegerType(64)),
    "half": (ScalarKind.HALF, Float16Type()),
    "float": (ScalarKind.FLOAT, Float32Type()),
    "double": (ScalarKind.DOUBLE, Float64Type()),
}
FLOATS = (ScalarKind.HALF, ScalarKind.FLOAT, ScalarKind.DOUBLE)
C_NAMES = {row.c_name for row in BUILTINS.values()}
PROTOTYPE = re.compile(r"^(\w+) __ovld(?: __cnfn)? (\w+)\(([^()]*)\);", re.MULTILINE)


def find_header() -> Path | None:
    """Clang's `opencl-c.h`, from the Python package `libclang-ng`."""
    found: list[Path] = []
    specification = importlib.util.find_spec("clang")
    if specification is not None and specification.submodule_search_locations:
        for folder in specification.submodule_search_locations:
            found += Path(folder).rglob("opencl-c.h")
    return found[0] if found else None


HEADER = find_header()


def split_type(text: str) -> tuple[ScalarKind, Attribute, bool] | None:
    """Kind of the elements, MLIR type, and whether it is a pointer, of a parameter."""
    words = text.replace("*", " * ").split()
    pointer = "*" in words
    words = [w for w in words if w in SCALARS or re.fullmatch(r"[a-z]+\d+", w)]
    if not words:
        return None
    match = re.fullmatch(r"([a-z]+?)(\d*)", words[0])
    if match is None or match[1] not in SCALARS:
        return None
    kind, element = SCALARS[match[1]]
    type = VectorType(element, [int(match[2])]) if match[2] else element
    return kind, type, pointer


def declarations() -> Iterator[tuple[str, str, list[str]]]:
    assert HEADER is not None
    for result, name, parameters in PROTOTYPE.findall(HEADER.read_text()):
        if name in C_NAMES:
            yield result, name, parameters.split(",")


@pytest.mark.skipif(HEADER is None, reason="no opencl-c.h")
def test_every_declared_overload_is_in_the_table():
    seen: set[str] = set()
    count = 0
    for result, name, parameters in declarations():
        types = [split_type(p) for p in parameters]
        split_result = split_type(result)
        assert split_result is not None
        assert all(t is not None for t in types), (name, parameters)
        known = [t for t in types if t is not None]
        second = known[1][0] if len(known) > 1 else None
        builtin = builtin_of_c(name, known[0][0], second)
        assert builtin is not None, (name, parameters)
        operands = [type for _, type, pointer in known if not pointer]
        results = [split_result[1]]
        results += [type for _, type, pointer in known if pointer]
        assert result_types(builtin.name, operands) == results, (name, parameters)
        seen.add(builtin.name)
        count += 1
    assert set(BUILTINS) - seen == set()
    assert count > 3000


def test_names_are_unique_in_c():
    keys = [
        (row.c_name, kind + row.second)
        for row in BUILTINS.values()
        for kind in row.c_kinds
    ]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize(
    ("name", "kind", "expected"),
    [
        ("max", ScalarKind.INT, "s_max"),
        ("max", ScalarKind.UCHAR, "u_max"),
        ("max", ScalarKind.FLOAT, "fmax_common"),
        ("fmax", ScalarKind.DOUBLE, "fmax"),
        ("clamp", ScalarKind.HALF, "fclamp"),
        ("abs", ScalarKind.ULONG, "u_abs"),
        ("rotate", ScalarKind.UINT, "rotate"),
        ("select", ScalarKind.FLOAT, "select"),
        ("abs", ScalarKind.FLOAT, None),
        ("sin", ScalarKind.INT, None),
        ("no_such", ScalarKind.INT, None),
    ],
)
def test_builtin_of_c(name: str, kind: ScalarKind, expected: str | None):
    found = builtin_of_c(name, kind)
    assert (found.name if found is not None else None) == expected


def test_ulp_bounds():
    # OpenCL C 3.0, section 7.4; cl_khr_fp16.
    assert BUILTINS["sin"].ulp_bound("f32") == 4
    assert BUILTINS["sin"].ulp_bound("f16") == 2
    assert BUILTINS["pow"].ulp_bound("f64") == 16
    assert BUILTINS["sqrt"].ulp_bound("f64") == 0.5
    assert BUILTINS["native_exp"].ulp_bound("f32") is None
    assert BUILTINS["distance"].ulp_bound("f32", 4) == 2.5 + 2 * 4
    assert BUILTINS["length"].ulp_bound("f64", 3) == 5.5 + 3
    assert BUILTINS["s_max"].ulp_bound("i32") == 0


def test_constructor_infers_results():
    value = test.TestOp(result_types=[VectorType(f32, [3])]).results[0]
    op = BuiltinOp("sincos", [value])
    op.verify()
    assert [r.type for r in op.results] == [value.type, value.type]
    with pytest.raises(MismatchError, match="operand 0 has elements"):
        BuiltinOp("s_abs", [value])
    with pytest.raises(MismatchError, match="there is no function 'sine'"):
        BuiltinOp("sine", [value])
