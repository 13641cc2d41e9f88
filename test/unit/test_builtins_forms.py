"""
Every builtin in every form, element type and width: printed and parsed again, and lowered
for the GPU and the host, with the intrinsics and library functions that Clang and ROCm have
for it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from importlib import import_module
from io import StringIO
from typing import Any

import pytest
from long_runs import LONG
from lower_helpers import context, parse
from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.llvm import CallIntrinsicOp
from xdsl.parser import Parser

from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.dialects.opencl.builtins.builtin_table import BUILTINS, Builtin, Form
from xdsl_opencl.dialects.upstream import UpstreamPrinter
from xdsl_opencl.transforms.builtins.opencl_link_device_library import find_libraries
from xdsl_opencl.transforms.builtins.opencl_lower_builtins import (
    OpenCLLowerBuiltinsPass,
)

TARGETS = {"gfx900": Target(mcpu="gfx900"), "host": Target(abi=Abi.HOST)}


def shape(element: str, width: int) -> str:
    return element if width == 1 else f"vector<{width}x{element}>"


def type_of(letter: str, element: str, width: int) -> str:
    """The type of a letter, as the table's page explains it."""
    bits = int(element[1:])
    match letter:
        case "T" | "S":
            return shape(element, width)
        case "E":
            return element
        case "k":
            return "i32"
        case "K":
            return shape("i32", width)
        case "F":
            return shape("f32", width)
        case "M" if width == 1:
            return "i32"
        case "W":
            return shape(f"i{2 * bits}", width)
        case _:
            assert letter in "MN"
            return shape(f"i{bits}", width)


def widths(builtin: Builtin) -> tuple[int, ...]:
    """All in the long run, else one, another for each builtin."""
    if LONG:
        return builtin.widths
    return (random.Random(builtin.name).choice(builtin.widths),)


def cases(builtin: Builtin) -> Iterator[tuple[Form, str, int]]:
    for form in builtin.forms:
        for element in builtin.elements.value.split():
            for width in widths(builtin):
                # A form with a scalar beside vectors is another's for scalars.
                if (
                    {"E", "k"} & set(form.operands)
                    and width == 1
                    and len(builtin.forms) > 1
                ):
                    continue
                yield form, element, width


def module_text(builtin: Builtin) -> tuple[str, int]:
    """
    A module with a function for each form, element type and width, and their number.
    """
    lines: list[str] = []
    for number, (form, element, width) in enumerate(cases(builtin)):
        types = [type_of(letter, element, width) for letter in form.operands]
        results = [type_of(letter, element, width) for letter in form.results]
        names = [f"%a{i}" for i in range(len(types))]
        arguments = ", ".join(f"{n}: {t}" for n, t in zip(names, types, strict=True))
        values = ", ".join(f"%r{i}" for i in range(len(results)))
        signature = f"({', '.join(types)}) -> "
        signature += results[0] if len(results) == 1 else f"({', '.join(results)})"
        lines += [
            f"func.func @f{number}({arguments}) -> ({', '.join(results)}) {{",
            f'  {values} = opencl.builtin "{builtin.name}"({", ".join(names)}) : {signature}',
            f"  func.return {values} : {', '.join(results)}",
            "}",
        ]
    return "\n".join(lines), len(lines) // 4


def printed(module: ModuleOp, *, generic: bool) -> str:
    output = StringIO()
    UpstreamPrinter(output, print_generic_format=generic).print_op(module)
    return output.getvalue()


@pytest.mark.parametrize("name", list(BUILTINS))
def test_printed_and_parsed(name: str):
    text, count = module_text(BUILTINS[name])
    module = parse(text)
    for generic in (False, True):
        again = Parser(context(), printed(module, generic=generic)).parse_module()
        again.verify()
        assert again.is_structurally_equivalent(module)
    pretty = printed(module, generic=False)
    assert pretty.count(f'opencl.builtin "{name}"(') == count


# What Clang makes of the elementwise builtins of the same meaning (clang, `CGBuiltin.cpp`,
# `__builtin_elementwise_*`), and what ROCm's `ockl` and `opencl` libraries do with the others.
INTRINSICS: dict[str, str] = {
    "fabs": "fabs",
    "ceil": "ceil",
    "floor": "floor",
    "rint": "rint",
    "round": "round",
    "trunc": "trunc",
    "sqrt": "sqrt",
    "fma": "fma",
    "mad": "fmuladd",
    "copysign": "copysign",
    "fmin": "minnum",
    "fmax": "maxnum",
    "ldexp": "ldexp",
    "s_min": "smin",
    "u_min": "umin",
    "s_max": "smax",
    "u_max": "umax",
    "s_abs": "abs",
    "s_add_sat": "sadd.sat",
    "u_add_sat": "uadd.sat",
    "s_sub_sat": "ssub.sat",
    "u_sub_sat": "usub.sat",
    "clz": "ctlz",
    "ctz": "cttz",
    "popcount": "ctpop",
    "rotate": "fshl",
    "bit_reverse": "bitreverse",
    "amd_bitalign": "fshr",
}


@pytest.mark.parametrize("target", list(TARGETS))
@pytest.mark.parametrize("name", list(BUILTINS))
def test_lowered(name: str, target: str):
    """Nothing of the builtin is left in any form, and the intrinsic is there in all."""
    module = parse(module_text(BUILTINS[name])[0], TARGETS[target])
    OpenCLLowerBuiltinsPass().apply(Context(), module)
    module.verify()
    wanted = f"llvm.intr.{INTRINSICS[name]}" if name in INTRINSICS else None
    for function in module.body.block.ops:
        assert isinstance(function, func.FuncOp)
        names = {op.name for op in function.walk()}
        assert "opencl.builtin" not in names
        # Upstream's operation takes no vector of exponents.
        names |= {
            "llvm.intr.ldexp"
            for op in function.walk()
            if isinstance(op, CallIntrinsicOp)
            and op.intrin.data.startswith("llvm.ldexp.v")
        }
        if function.body.blocks and wanted is not None:
            assert wanted in names, function.sym_name.data


OCML = find_libraries(["ocml.bc"])


@pytest.mark.skipif(OCML is None, reason="ROCm's device libraries are not installed")
def test_library_functions_are_defined():
    """
    Every function of `ocml` that some form calls is in the library, with the parameters
    that it has there.
    """
    llvm: Any = import_module("llvmlite.binding")
    assert OCML is not None
    library = llvm.parse_bitcode(OCML[0].read_bytes())
    defined = {f.name: f for f in library.functions if not f.is_declaration}
    called: dict[str, func.FuncOp] = {}
    for builtin in BUILTINS.values():
        module = parse(module_text(builtin)[0], TARGETS["gfx900"])
        OpenCLLowerBuiltinsPass().apply(Context(), module)
        for function in module.body.block.ops:
            assert isinstance(function, func.FuncOp)
            if not function.body.blocks:
                called[function.sym_name.data] = function
    assert len(called) > 90
    for name, function in called.items():
        assert name.startswith("__ocml_"), name
        assert name in defined
        have = [str(a.type) for a in defined[name].arguments]
        names = {"f16": "half", "f32": "float", "f64": "double"}
        want = [names.get(str(t), str(t)) for t in function.function_type.inputs]
        assert len(have) == len(want)
        for given, expected in zip(have, want, strict=True):
            # A private pointer is renumbered later.
            assert given == expected or "ptr" in expected, (name, have, want)
