"""
Random programs of `linalg` on every device, against an interpreter in Python
(`test/random_programs/linalg.py`), which is beside MLIR 22 and a C compiler here.
"""

from __future__ import annotations

import ctypes
import operator
import re
import subprocess
from itertools import chain, combinations, permutations
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from long_runs import LONG, TODAY, long_run
from random_programs.linalg import (
    BATCH,
    PIPELINES,
    Body,
    Device,
    Program,
    Structured,
    Value,
    batch,
    loaded,
    make,
    multiverse,
    stored,
)
from tools import need

DEVICE = Device(multiverse)
FIXED = {"host": 4, "gfx1100": 1, "gfx942": 1}
"""Batches that always run, in each form."""
MANY = {form: 120 for form in ("host", "gfx1100", "gfx942", "gfx1030", "gfx1200")}
PARTS = 8


def agree(first: int, form: str) -> None:
    finds = DEVICE.compare(*batch(first)[:1], form, batch(first)[1])
    assert not finds, "\n".join(
        f"{f.what}: {f.detail}\n{f.program.text()}" for f in finds
    )


@pytest.mark.parametrize(
    ("form", "number"),
    [(form, n) for form, count in FIXED.items() for n in range(count)],
)
def test_programs(form: str, number: int) -> None:
    agree(number * BATCH, form)


@long_run
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("form", MANY)
def test_programs_of_today(form: str, part: int) -> None:
    count = MANY[form]
    first = (TODAY * len(MANY) + [*MANY].index(form)) * count
    for number in range(part, count, PARTS):
        agree(100_000 + (first + number) * BATCH, form)


# --- all forms of maps -----------------------------------------------------------------

SIZES = (3, 5)
INDICES = ("d0", "d1", "-d0 + 2", "0")


def outputs(kinds: str) -> list[tuple[str, ...]]:
    """The maps of up to three of `INDICES` that mention all parallel loops."""
    found = chain.from_iterable(permutations(INDICES, n) for n in range(4))
    repeated = [("d0", "d1", "d0"), ("d1", "d0 mod 2"), ("d0 + d1", "d0", "d1")]
    return [
        map
        for map in (*found, *repeated)
        if all(f"d{d}" in map for d, kind in enumerate(kinds) if kind == "p")
    ]


FORMS_OF_MAPS = [
    (kinds, maps)
    for kinds in ("pp", "pr", "rp", "rr")
    for maps in (*((m,) for m in outputs(kinds)), *combinations(outputs(kinds)[:7], 2))
]


def of_maps(number: int, tensors: bool) -> Program:
    """Sums of an input that each output adds to, running through the outputs."""
    kinds, maps = FORMS_OF_MAPS[number]
    memory = "tensor" if tensors else "memref"
    program = Program(number, f"f{number}", tensors)
    for i, map in enumerate((("d0", "d1"), *maps)):
        shape = tuple(
            1
            + max(
                eval(e.replace("mod", "%"), {"d0": a, "d1": b})
                for a, b in np.ndindex(SIZES)
            )
            for e in map
        )
        sizes = "".join(f"{n}x" for n in shape)
        program.arguments.append(
            Value(f"v{i}", "i32", shape, f"{memory}<{sizes}i32>", f"v{i}")
        )
        numbers: Any = np.arange(1, 1 + prod(shape))
        program.given[f"v{i}"] = numbers.reshape(shape)
    body, total = Body(), "a0"
    for i in range(1, len(maps) + 1):
        # Every third operation only copies, so that the last iteration counts.
        other = "a0" if number % 3 == 2 else f"a{i}"
        total = body.add("arith.addi {0}, {1} : i32", operator.add, "i32", total, other)
        body.yields.append(total)
    shown = ", ".join(
        f"affine_map<(d0, d1) -> ({', '.join(m)})>" for m in (("d0", "d1"), *maps)
    )
    words = ", ".join({"p": '"parallel"', "r": '"reduction"'}[k] for k in kinds)
    head = f"linalg.generic {{indexing_maps = [{shown}], iterator_types = [{words}]}}"
    values = [*program.arguments]
    for i, map in enumerate(maps, 1):
        # The input is the output as well, where no parallel loop is in between.
        fits = len(map) == 2 and all(
            n == size or (n < size and e not in ("d0", "d1"))
            for e, n, size in zip(map, values[i].shape, SIZES)
        )
        if fits and (tensors or kinds == "rr"):
            values[i] = values[0]
    twice = tensors and len(maps) == 2 and values[1].type == values[2].type
    if twice:
        # Both outputs begin with one tensor's numbers, which nothing reads again, as nothing
        # reads the first result.
        values[2] = values[1]
    op = Structured(head, SIZES, [("d0", "d1"), *maps], values[:1], values[1:], body)
    names = [f"r{i}" for i in range(len(maps))] if tensors else []

    def run(arrays: dict[str, Any]) -> None:
        given = [arrays[v.name].copy() if tensors else arrays[v.name] for v in values]
        op.run(given)
        arrays.update(zip(names, given[1:]))

    program.steps.append((op.text(names), run))
    program.results = [
        Value(name, v.element, v.shape, v.type, name)
        for name, v in zip(names[twice:], values[1 + twice :])
    ]
    if tensors:
        # The arguments are results as well: none may be overwritten.
        program.results += program.arguments[: 1 if twice else None]
    return program


@pytest.mark.parametrize("tensors", [False, True])
@pytest.mark.parametrize("form", ["host", "gfx1100", "gfx942"] if LONG else ["host"])
def test_forms_of_maps(form: str, tensors: bool) -> None:
    """Every map of an output, and pairs of them, with loops of every kind."""
    some = range(not LONG, len(FORMS_OF_MAPS), 1 if LONG else 4)
    programs = [of_maps(number, tensors) for number in some]
    finds = DEVICE.compare(programs, form, PIPELINES[0])
    assert not finds, "\n".join(f"{f.detail}\n{f.program.text()}" for f in finds)


# --- the interpreter ---------------------------------------------------------------------

LOWERED = (
    "--llvm-request-c-wrappers --convert-linalg-to-loops --expand-strided-metadata "
    "--lower-affine --convert-scf-to-cf --convert-to-llvm --reconcile-unrealized-casts"
)


def descriptor(array: Any) -> Any:
    """The memref that upstream passes: two pointers, offset, sizes and strides."""
    numbers = [array.ctypes.data] * 2 + [0, *array.shape]
    numbers += [stride // array.itemsize for stride in array.strides]
    return (ctypes.c_int64 * len(numbers))(*numbers)


def test_upstream_agrees(tmp_path: Path) -> None:
    """What MLIR 22 makes of programs on memrefs, as machine code of Clang."""
    programs = [make(seed) for seed in range(5000, 5000 + (1200 if LONG else 40))]
    programs += [of_maps(number, False) for number in range(len(FORMS_OF_MAPS))]
    # Conversions to bf16 need a library that not all have.
    programs = [p for p in programs if not p.tensors and "bf16" not in p.text()]
    text, library = "".join(p.text() for p in programs), tmp_path / "programs.so"
    # A copy of a view calls a library, too.
    copy = r"memref.copy (%\w+), (%\w+) : (memref<.*>) to (memref<.*>)"
    text = re.sub(copy, r"linalg.copy ins(\1 : \3) outs(\2 : \4)", text)
    for command in (
        [need("mlir-opt", 22), *LOWERED.split()],
        [need("mlir-translate", 22), "--mlir-to-llvmir"],
        [need("clang", 22), *f"-w -O1 -shared -fPIC -x ir - -o {library} -lm".split()],
    ):
        done = subprocess.run(
            command, input=text, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr[:2000]
        text = done.stdout
    loaded_library = ctypes.CDLL(str(library))
    for program in programs:
        arrays = [
            stored(program.given[v.name], v.element).reshape(v.shape)
            for v in program.arguments
        ]
        passed = [ctypes.byref(descriptor(array)) for array in arrays]
        getattr(loaded_library, f"_mlir_ciface_{program.name}")(*passed)
        for array, value, want in zip(
            arrays, program.arguments, program.expected(), strict=True
        ):
            assert np.array_equal(loaded(array, value.element), want), program.text()
