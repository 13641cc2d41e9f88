"""
Programs as PyTorch and JAX print them (`programs/exported.mlir`), and random ones, beside the evaluator of
the text (`benchmarks/linalg_oracle.py`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from linalg_oracle import AssertionOfTheProgramError, Oracle, dtype, element
from test_fused_programs import written

from xdsl_opencl.frontend.ir_text.mlir_parser import parse_mlir
from xdsl_opencl.runtime import Program
from xdsl_opencl.source import SourceFile

TEXT = (Path(__file__).parent / "programs" / "exported.mlir").read_text()
PROGRAMS = dict(part.split("\n", 1) for part in TEXT.split("// ----- ")[1:])
ON_GPU = ("torch_conv1d", "torch_bf16_softmax", "torch_cross_entropy", "jax_scatter")


def oracle(text: str) -> Oracle:
    return Oracle(parse_mlir(SourceFile("<text>", text)))


def argument(type: Any, random: np.random.Generator) -> Any:
    shape = type.get_shape()
    if dtype(type).kind == "f":
        values = cast(Any, random.standard_normal(shape)).astype(dtype(type))
        if str(element(type)) == "bf16":
            bits = values.view(np.uint32) & np.uint32(0xFFFF0000)
            return bits.view(np.float32)
        return values
    return cast(Any, random).integers(0, 3, shape, dtype(type))


def halves(values: Any, type: Any) -> Any:
    """What a program takes: of bf16 the bits."""
    if str(element(type)) != "bf16":
        return values
    return (values.view(np.uint32) >> 16).astype(np.uint16)


def decoded(values: Any, type: Any) -> Any:
    if str(element(type)) != "bf16":
        return values
    return (np.asarray(values).astype(np.uint32) << 16).view(np.float32)


@pytest.mark.parametrize(
    ("name", "device"),
    [*((name, "") for name in PROGRAMS), *((name, "gfx1201") for name in ON_GPU)],
)
def test_exported_programs(name: str, device: str) -> None:
    text = PROGRAMS[name]
    known = oracle(text)
    ((function, op),) = known.functions.items()
    signature = cast(Any, op.properties["function_type"])
    inputs, outputs = signature.inputs.data, signature.outputs.data
    random = np.random.default_rng(len(name))
    given = [argument(type, random) for type in inputs]
    if name == "jax_while":
        # It ends when the sum is large enough.
        given = [np.abs(each) for each in given]
    wanted = known(function, *given)
    program = Program.from_mlir(text, passes="opencl-from-linalg", device=device)
    passed = [halves(*pair) for pair in zip(given, inputs)]
    found = program.functions[function](*passed)
    results = cast(Any, found if len(outputs) > 1 else (found,))
    for got, want, type in zip(results, wanted, outputs, strict=True):
        bound = {"bf16": 1e-2, "f16": 1e-3}.get(str(element(type)), 2e-6)
        np.testing.assert_allclose(
            decoded(got, type), want, rtol=0, atol=bound * max(1, np.abs(want).max())
        )


@pytest.mark.parametrize("seed", range(300, 330))
def test_oracle_on_random_programs(seed: int) -> None:
    """The evaluator itself, beside what the writer of the programs computes."""
    text, inputs, expected = written(seed)
    found = oracle(text)("f", *inputs)
    assert all(map(np.array_equal, found, expected))


def test_an_assertion_of_a_program() -> None:
    text = PROGRAMS["torch_cross_entropy"]
    x, labels = np.zeros((8, 16), np.float32), np.full(8, 99)
    with pytest.raises(AssertionOfTheProgramError, match="smaller than dim size"):
        oracle(text)("main", x, labels)
