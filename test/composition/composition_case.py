"""
Cases of the composition table: operations of upstream's dialects in kernels.

The module `<dialect>_cases` of this folder has the `CASES` of a dialect, all of its
operations. `docs/generate_composition.py` tries them and writes the table;
`test/unit/test_composition_ops.py` generates code for them; `compare_with_numpy.py` compares
what they compute on the CPU device with NumPy.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

from texts import parts

ITEMS = 64
"""Work items of a kernel: each computes on its own elements."""

GLOBAL = "#opencl.address_space<global>"

Reference = Callable[..., Any]
"""From the arrays of the operands, of `ITEMS` elements each, to that or those of results."""


def modules(dialect: str) -> dict[str, str]:
    """Returns the text of the cases of a dialect that have many lines."""
    return parts(Path(__file__).parent / "Inputs" / f"{dialect}.mlir")


@dataclass(frozen=True)
class Case:
    """
    One use of an operation.

    `body` computes `%r` (`%s`, `%t`) of the types `outputs` from `%a` (`%b`, `%c`, ...) of
    the types `inputs`, which each work item `%i` (an index) loads from memory. `kernel` is a
    whole kernel called `@k` instead, with the buffers `inputs` and `outputs` in this order;
    `outer` stands outside of the kernel; a symbol of it is its alone. `reference` computes
    the same with NumPy within `ulp` units in the last place of a result, or of its largest
    part. `values` names the inputs; a case without results is lowered only. `refused` is a
    piece of the diagnostic of a case that is an error on every target, `gpu_refused` of one
    that is on GPUs. `long` leaves a case to the long run.
    """

    op: str
    types: str
    body: str = ""
    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    reference: Reference | None = None
    values: str = "any"
    ulp: float = 0
    kernel: str = ""
    outer: str = ""
    refused: str = ""
    gpu_refused: str = ""
    long: bool = False
    data: Sequence[Any] = field(default=(), compare=False)
    """The arrays of the inputs, instead of those that `values` names."""


_PARTS = re.compile(r"(vector|complex)<(?:([\dx]+)x)?(\w+)>")


def split(type_: str) -> tuple[str, tuple[int, ...], str]:
    """
    Splits a type into what it is (`vector`, `complex` or nothing), its shape and element.
    """
    if (match := _PARTS.fullmatch(type_)) is None:
        return "", (), type_
    kind, sizes, element = match.groups()
    shape = tuple(int(size) for size in sizes.split("x")) if sizes else ()
    return kind, shape, element


def vector(element: str, *shape: int) -> str:
    """Returns the type of `element`s in `shape`; `element` itself without one."""
    sizes = "x".join(map(str, shape))
    return f"vector<{sizes}x{element}>" if shape else element


def with_element(type_: str, element: str) -> str:
    """Returns `element` in the shape of `type_`."""
    return vector(element, *split(type_)[1])


_STORED = {"i1": "i8", "index": "i64"}


def stored(type_: str) -> str:
    """Returns the type of which memory holds elements for a `type_`."""
    _, shape, element = split(type_)
    return vector(_STORED[element], *shape) if element in _STORED else type_


def _parts(held: str) -> tuple[tuple[int, ...], str]:
    """
    Splits a type of memory into dimensions and a type of OpenCL, which has vectors of rank 1
    of few lengths.
    """
    kind, shape, element = split(held)
    if kind == "complex":
        return (), held
    kept = shape[-1:] if shape and shape[-1] in (2, 4, 8, 16) else ()
    return shape[: len(shape) - len(kept)], vector(element, *kept)


def _memory(type_: str) -> str:
    """
    Returns the memref of a kernel's argument that holds a `type_` for each work item.
    """
    sizes, part = _parts(stored(type_))
    return f"memref<{'x'.join(['?', *map(str, sizes)])}x{part}, {GLOBAL}>"


def _load(letter: str, type_: str) -> list[str]:
    """Returns lines that load `%letter`, a `type_`."""
    held = stored(type_)
    value = f"%{letter}" if held == type_ else f"%{letter}_held"
    sizes, part = _parts(held)
    memory = f"%{letter}_memory[%i"
    if not sizes:
        lines = [f"{value} = memref.load {memory}] : {_memory(type_)}"]
    else:
        places = list(product(*map(range, sizes)))
        lines = [f"{value}_0 = ub.poison : {held}"]
        for number, place in enumerate(places):
            indices = "".join(f", %row_{index}" for index in place)
            new = value if number == len(places) - 1 else f"{value}_{number + 1}"
            lines += [
                f"{value}_row{number} = memref.load {memory}{indices}] : "
                f"{_memory(type_)}",
                f"{new} = vector.insert {value}_row{number}, "
                f"{value}_{number}{[*place]} : {part} into {held}",
            ]
    if held != type_:
        cast = "trunci" if split(type_)[2] == "i1" else "index_cast"
        lines.append(f"%{letter} = arith.{cast} {value} : {held} to {type_}")
    return lines


def _store(letter: str, type_: str) -> list[str]:
    """Returns lines that store `%letter`, a `type_`."""
    held, value = stored(type_), f"%{letter}"
    lines: list[str] = []
    if held != type_:
        cast = "extui" if split(type_)[2] == "i1" else "index_cast"
        lines.append(f"{value}_held = arith.{cast} {value} : {type_} to {held}")
        value += "_held"
    sizes, part = _parts(held)
    memory = f"%{letter}_memory[%i"
    if not sizes:
        return [*lines, f"memref.store {value}, {memory}] : {_memory(type_)}"]
    for number, place in enumerate(product(*map(range, sizes))):
        indices = "".join(f", %row_{index}" for index in place)
        lines += [
            f"{value}_row{number} = vector.extract {value}{[*place]} : "
            f"{part} from {held}",
            f"memref.store {value}_row{number}, {memory}{indices}] : {_memory(type_)}",
        ]
    return lines


_OPERANDS = "abcdef"
_RESULTS = "rstuvw"


PACK = 12
"""Cases that one kernel has at most."""


def packs(cases: Iterable[Case]) -> list[tuple[Case, ...]]:
    """Returns `cases` in groups for one kernel each: they have the same operands."""
    groups: dict[tuple[object, ...], list[Case]] = {}
    for case in cases:
        key = (
            (case.inputs, case.values) if not case.kernel and not case.data else (case,)
        )
        groups.setdefault(key, []).append(case)
    return [
        tuple(group[i : i + PACK])
        for group in groups.values()
        for i in range(0, len(group), PACK)
    ]


def kernel_text(pack: Sequence[Case], name: str) -> str:
    """
    Returns the kernel of a pack of cases, called `name`, and what stands outside of it. Its
    arguments are the buffers of the operands, then those of the results of each case.
    """
    if pack[0].kernel:
        return pack[0].outer + pack[0].kernel.replace("@k(", f"@{name}(")
    operands = list(zip(_OPERANDS, pack[0].inputs, strict=False))
    results = [
        (f"n{number}_{letter}", type_)
        for number, case in enumerate(pack)
        for letter, type_ in zip(_RESULTS, case.outputs, strict=False)
    ]
    types = [*operands, *results]
    parameters = ", ".join(
        f"%{value}_memory: {_memory(type_)}" for value, type_ in types
    )
    lines = [f"opencl.kernel @{name}({parameters}) {{"]
    lines.append("%i = opencl.get_global_id 0 : index")
    rows = max((n for _, t in types for n in _parts(stored(t))[0]), default=0)
    lines += [f"%row_{i} = arith.constant {i} : index" for i in range(rows)]
    for value, type_ in operands:
        lines += _load(value, type_)
    letters = "|".join(["i", *(letter for letter, _ in operands)])
    own = re.compile(rf"[%^](?!(?:{letters})\b)(?=[a-zA-Z_])")
    lines += [
        own.sub(rf"\g<0>n{number}_", case.body) for number, case in enumerate(pack)
    ]
    for value, type_ in results:
        lines += _store(value, type_)
    lines += ["opencl.return", "}", ""]
    return "".join(case.outer for case in pack) + "\n".join(lines)


_NAME = re.compile(r"[%@^](?=[a-zA-Z_])")


def trial_text(cases: Iterable[Case]) -> str:
    """
    Returns a module with the operations of `cases`, which compute from nothing: one kernel
    has them all but for whole kernels.
    """
    outside: list[str] = []
    inside: list[str] = []
    for number, case in enumerate(cases):
        if case.kernel:
            outside.append(kernel_text((case,), f"k{number}"))
            continue
        lines = [
            f"%{letter} = ub.poison : {type_}"
            for letter, type_ in zip(_OPERANDS, case.inputs, strict=False)
        ]
        # Each case has names of its own.
        prefix = rf"\g<0>n{number}_"
        text = "\n".join(["%i = arith.constant 0 : index", *lines, case.body, ""])
        inside.append(_NAME.sub(prefix, text))
        outside.append(_NAME.sub(prefix, case.outer))
    return "\n".join(
        [*outside, "opencl.kernel @all() {", *inside, "opencl.return", "}", ""]
    )


def module_text(groups: Iterable[Sequence[Case]]) -> str:
    """
    Returns a module with the kernels of packs, called `k0`, `k1`, ... in their order.
    """
    return "".join(kernel_text(group, f"k{i}") for i, group in enumerate(groups))


# --- values ------------------------------------------------------------------------------


def arrays(case: Case) -> list[Any]:
    """Returns the arrays of the inputs of `case`, always the same ones."""
    import numpy as np

    if case.data:
        return [np.array(data) for data in case.data]
    random = np.random.default_rng(1)
    return [_array(type_, case.values, random, np) for type_ in case.inputs]


DTYPES = {
    "i1": "int8",
    "i8": "int8",
    "i16": "int16",
    "i32": "int32",
    "i64": "int64",
    "index": "int64",
    "f16": "float16",
    "f32": "float32",
    "f64": "float64",
}
"""Element type to NumPy's; bf16 has none."""

_COMPLEX = {"f32": "complex64", "f64": "complex128"}


def dtype(type_: str) -> str:
    """
    Returns NumPy's name for the elements of `type_`.

    Raises `KeyError` for a type that NumPy lacks.
    """
    kind, _, element = split(type_)
    return (_COMPLEX if kind == "complex" else DTYPES)[element]


def _array(type_: str, values: str, random: Any, np: Any) -> Any:
    kind, shape, element = split(type_)
    shape = (ITEMS, *shape)
    count = prod(shape)
    if kind == "complex":
        parts = [_floats(values, element, count, random, np) for _ in range(2)]
        made = np.empty(count, dtype(type_))
        made.real, made.imag = parts
        return made.reshape(shape)
    if element == "i1":
        return random.integers(0, 2, shape, dtype="int8")
    if element.startswith("f"):
        return _floats(values, element, count, random, np).reshape(shape)
    info = np.iinfo(DTYPES[element])
    if values == "small":
        return random.integers(1, 8, shape, dtype=info.dtype)
    edges = [info.min, info.min + 1, -1, 0, 1, 2, 7, info.max]
    made = random.integers(info.min, info.max, count, dtype=info.dtype, endpoint=True)
    made[: 2 * len(edges)] = random.permuted(edges * 2)[:count]
    if values == "divisors":
        made[(made == 0) | (made == -1)] = 3
    return made.reshape(shape)


def _floats(values: str, element: str, count: int, random: Any, np: Any) -> Any:
    dtype = DTYPES[element]
    match values:
        case "unit":
            made = random.uniform(-0.99, 0.99, count)
        case "positive" | "small":
            made = random.uniform(0.1, 4.0, count)
        case "above one":
            made = random.uniform(1.0, 50.0, count)
        case "range":
            made = random.uniform(-100.0, 100.0, count)
        case "tiny":
            made = random.uniform(-1.0, 1.0, count) * 1e-8
        case _:
            made = random.uniform(-8.0, 8.0, count)
            edges = [0.0, -0.0, 1.0, -1.0, 0.5, 2.5, np.inf, -np.inf, np.nan]
            if values == "any":
                made[: len(edges)] = edges[:count]
    return made.astype(dtype)
