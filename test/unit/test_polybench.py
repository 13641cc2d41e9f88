"""
The kernels of PolyBench as `affine`: what the CPU device and an emulated GPU compute is what Python
computes of the same loops.
"""

from __future__ import annotations

import subprocess
from typing import Any

import numpy as np
import pytest
from polybench import KERNELS, SEQUENTIAL, TREES, Translator, annotation, translated
from test_contractions import lowered
from tools import need

from xdsl_opencl.runtime import Program

SPREAD = "convert-affine-to-scf,gpu-map-parallel-loops,opencl-outline-kernels"
ALONE = "convert-affine-to-scf,convert-func-to-opencl-kernel"

Array = Any


def sizes(name: str) -> dict[str, int]:
    """A size for each integer of a kernel, all different."""
    return {
        argument.arg: 2 if argument.arg == "steps" else 5 + 2 * i
        for i, argument in enumerate(TREES[name].args.args)
        if annotation(argument) == "int"
    }


def values(name: str) -> list[Array]:
    """Arguments for which each kernel divides by no small number."""
    rng = np.random.default_rng(1)
    given = sizes(name)
    arguments: list[Array] = []
    for argument in TREES[name].args.args:
        parameter, note = argument.arg, annotation(argument)
        if note == "int":
            arguments.append(given[parameter])
        elif note == "float":
            arguments.append(9.0 if parameter == "count" else float(rng.random() + 0.5))
        else:
            shape = [given[size] for size in note.split()]
            array = rng.random(shape)
            if name in ("cholesky", "lu", "ludcmp", "trisolv") and len(shape) == 2:
                array += 2 * shape[0] * np.eye(shape[0])
                array += array.T
            if name == "durbin":
                array *= 0.1
            if name == "nussinov":
                array = np.floor(4 * array) if parameter == "seq" else 0 * array
            arguments.append(array)
    return arguments


@pytest.mark.parametrize("device", ["host", "gfx942"])
@pytest.mark.parametrize("name", KERNELS)
def test_kernel(name: str, device: str) -> None:
    arguments = values(name)
    want = [np.copy(each) if np.ndim(each) else each for each in arguments]
    KERNELS[name](*want)
    target = "abi=host" if device == "host" else f"mcpu={device}"
    alone = name in SEQUENTIAL
    passes = f"opencl-attach-target{{{target}}},{ALONE if alone else SPREAD}"
    module, names = lowered(translated(name, sizes(name)), passes)
    assert ("opencl.launch" in names) == (not alone)
    program = Program(module, device=device)
    if alone:
        program[f"kernel_{name}"]((1,), (1,), *arguments)
    else:
        program.functions[f"kernel_{name}"](*arguments)
    for got, expected in zip(arguments, want, strict=True):
        # The same operations in f64; products may be fused with sums.
        assert np.allclose(got, expected, rtol=1e-12, atol=1e-12)
    assert any(not np.array_equal(a, b) for a, b in zip(arguments, values(name)))


def test_upstream_reads_the_text() -> None:
    mlir_opt = need("mlir-opt", 22)
    texts = [Translator(sizes(name)).kernel(each) for name, each in TREES.items()]
    made = subprocess.run(
        [mlir_opt, "-"], input="\n".join(texts), capture_output=True, text=True
    )
    assert made.returncode == 0, made.stderr
