"""
The named operations of `linalg` that this package adds: upstream's `mlir-opt` makes the same
`linalg.generic` of each, and of what we print.
"""

from __future__ import annotations

import re
import subprocess
from typing import Any

import numpy as np
import pytest
from lower_helpers import context
from test_contractions import lowered
from tools import need, needs
from xdsl.dialects import arith
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.linalg.abstract_ops import LinalgStructuredOperation
from xdsl.parser import Parser
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.dialects.linalg_ext.table import ELEMENTWISE, ROWS
from xdsl_opencl.runtime import Program

SIZES = dict(zip("bmnkgfcdhwzyxijl", (2, 4, 3, 5, 2, 3, 2, 4, 5, 6, 2, 3, 2, 2, 3, 4)))
OLD = ("matmul_transpose_a", "matmul_transpose_b")
"""Names that upstream had until release 20."""

REMOVED = {*OLD, *(f"batch_{name}" for name in OLD)}


def use(name: str, element: str, result: str, steps: bool) -> str:
    """A function with one use of the operation; its strides are 2 and 3 with `steps`."""
    row = ROWS[name]
    strides = ([2, 3, 2] if steps else [1, 1, 1])[: row.windows]
    dilations = ([3, 2, 1] if steps else [1, 1, 1])[: row.windows]
    operands = row.text.partition(":")[2].replace("->", ",").split(",")
    window, types = 0, list[str]()
    for operand in operands:
        sizes: list[str] = []
        for index in operand.split():
            if index == "scalar":
                continue
            parts = [SIZES[letter] for letter in re.split("[@+]", index)]
            size = parts[0]
            if "@" in index:
                size = (parts[0] - 1) * strides[window] + 1
                size += (parts[1] - 1) * dilations[window]
                window += 1
            elif "+" in index:
                size = sum(parts) - 1
            sizes.append(f"{size}x")
        last = len(types) == len(operands) - 1
        number = result if last or operand.split() == ["scalar"] else element
        shaped = operand.split() != ["scalar"]
        types.append(f"memref<{''.join(sizes)}{number}>" if shaped else number)
    attributes = ""
    if steps:
        kind = f"tensor<{row.windows}xi64>"
        attributes = f" {{dilations = dense<{dilations}> : {kind}, strides = dense<{strides}> : {kind}}}"
    names = [f"%a{i}" for i in range(len(types))]
    arguments = ", ".join(f"{n}: {t}" for n, t in zip(names, types))
    return (
        f"func.func @f({arguments}) {{\n  linalg.{name}{attributes} "
        f"ins({', '.join(names[:-1])} : {', '.join(types[:-1])}) "
        f"outs({names[-1]} : {types[-1]})\n  func.return\n}}\n"
    )


USES = {
    f"{name} {element} {result}{' with steps' * steps}": use(
        name, element, result, steps
    )
    for name, row in ROWS.items()
    for element, result in (("f32", "f32"), ("i8", "i32"), ("f16", "f32"))
    for steps in ((False, True) if row.windows else (False,))
    if not (element[0] == "f" and ("quantised" in row.body or "unsigned" in row.body))
}
TYPES = {"select": "i1", "copy": "f64"}
for _name, (_count, _) in ELEMENTWISE.items():
    if _name == "fill":
        continue
    for _type in ("f32", "i32"):
        if _type == "i32" and _name not in (
            "add",
            "sub",
            "mul",
            "div",
            "div_unsigned",
            "max",
            "min",
            "select",
        ):
            continue
        if _type == "f32" and _name == "div_unsigned":
            continue
        _first = f"memref<3x4x{TYPES.get(_name, _type)}>"
        _types = [_first, *[f"memref<3x4x{_type}>"] * _count]
        _names = [f"%a{i}" for i in range(_count + 1)]
        USES[f"{_name} {_type}"] = (
            f"func.func @f({', '.join(f'{n}: {t}' for n, t in zip(_names, _types))}) {{\n"
            f"  linalg.{_name} ins({', '.join(_names[:-1])} : {', '.join(_types[:-1])}) "
            f"outs({_names[-1]} : {_types[-1]})\n  func.return\n}}\n"
        )


def parsed(text: str) -> ModuleOp:
    module = Parser(context(), text).parse_module()
    module.verify()
    return module


def upstream(text: str, *options: str) -> str:
    command = [need("mlir-opt", 22), "--split-input-file", *options]
    run = subprocess.run(
        command, input=text, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr[:2000]
    return run.stdout


def described(module: ModuleOp) -> Any:
    """The maps, loops and function of the only structured operation of `module`."""
    (op,) = (o for o in module.walk() if isinstance(o, LinalgStructuredOperation))
    numbers: dict[Any, int] = {}
    lines: list[Any] = []
    for argument in op.body.block.args:
        numbers[argument] = len(numbers)
    for inner in op.body.block.ops:
        if isinstance(inner, arith.ConstantOp):
            # Upstream has constants in front of the operation.
            continue
        operands = [numbers.get(o, -1) for o in inner.operands]
        # xDSL's own sums have the product first.
        commutes = inner.name in ("arith.addf", "arith.addi")
        lines.append((inner.name, sorted(operands) if commutes else operands))
        for result in inner.results:
            numbers[result] = len(numbers)
            lines.append(str(result.type))
    kinds = [kind.data for kind in op.get_iterator_types()]
    return [str(each.data) for each in op.get_indexing_maps()], kinds, lines


@needs("mlir-opt", 22)
def test_upstream_makes_the_same_of_each() -> None:
    known = {
        name: text for name, text in USES.items() if name.split()[0] not in REMOVED
    }
    ours = {name: parsed(text) for name, text in known.items()}
    printed = "\n// -----\n".join(str(module) for module in ours.values())
    theirs = upstream(printed, "--linalg-generalize-named-ops").split("// -----\n")
    wrong = [
        name
        for (name, module), text in zip(ours.items(), theirs, strict=True)
        if described(module) != described(parsed(text))
    ]
    # xDSL's function forgets the result so far; the lowering has the right one.
    assert wrong == ["pooling_nchw_max f32 f32", "pooling_nchw_max f32 f32 with steps"]


@pytest.mark.parametrize("name", sorted(REMOVED))
def test_transposed_matrices(name: str) -> None:
    maps, kinds, lines = described(parsed(USES[f"{name} f32 f32"]))
    assert kinds[-1] == "reduction"
    assert [name for name, _ in lines[::2]] == [
        "arith.mulf",
        "arith.addf",
        "linalg.yield",
    ]
    assert len(maps) == 3


FILLED = """
func.func @f(%a: {0}, %b: memref<2x3xf32>) {{
  linalg.fill ins(%a : {0}) outs(%b : memref<2x3xf32>)
  return
}}
"""


@pytest.mark.parametrize("given", ["f32", "memref<2x3xf32>", "tensor<f32>"])
def test_what_fills_is_a_number_as_upstream_says(given: str) -> None:
    text = FILLED.format(given)
    module = Parser(context(), text).parse_module()
    if given == "f32":
        module.verify()
    else:
        with pytest.raises(VerifyException, match="must be an instance of AnyFloat"):
            module.verify()
    done = subprocess.run(
        [need("mlir-opt-22")], input=text, capture_output=True, text=True
    )
    assert ("expected op with scalar input" in done.stderr) is (given != "f32")


@pytest.mark.parametrize("device", ["host", "gfx1100"])
def test_random_numbers_are_those_of_upstream(device: str) -> None:
    text = """
func.func @f(%low: f64, %high: f64, %seed: i32, %a: memref<5x7xf32>) {
  linalg.fill_rng_2d ins(%low, %high, %seed : f64, f64, i32) outs(%a : memref<5x7xf32>)
  return
}"""
    target = "" if device == "host" else f"{{mcpu={device}}}"
    module, _ = lowered(text, f"opencl-from-linalg{target}")
    found = np.empty((5, 7), np.float32)
    Program(module, device=device).functions["f"](-2.0, 3.0, 2**31 - 5, found)
    state = np.int64(2**31 - 5)
    for index in np.ogrid[:5, :7]:
        state = ((index + state) * 1103515245 + 12345).astype(np.int32).astype(np.int64)
    want = (state + 2147483647.0) * ((3.0 - -2.0) * 2.3283064e-10) + -2.0
    assert np.array_equal(found, want.astype(np.float32))
    # As mlir-runner 22 prints them.
    printed = "-1.86946 -0.584795 0.699866 1.98453 -1.73081 -0.446151 0.838509"
    assert " ".join(f"{each:g}" for each in found[0]) == printed
