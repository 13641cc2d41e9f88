"""Cases of `memref.atomic_rmw`: all kinds."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from composition_case import GLOBAL, Case, Reference

INTEGERS = ("i8", "i16", "i32", "i64")
FLOATS = ("f16", "f32", "f64")
_UNSIGNED = {"int8": "uint8", "int16": "uint16", "int32": "uint32", "int64": "uint64"}


def _unsigned(compute: Reference) -> Reference:
    def reference(a: np.ndarray, b: np.ndarray) -> np.ndarray:
        name = _UNSIGNED[a.dtype.name]
        return compute(a.view(name), b.view(name)).view(a.dtype)

    return reference


KINDS: dict[int, tuple[str, tuple[str, ...], Reference]] = {
    0: ("addf", FLOATS, lambda a, b: a + b),
    1: ("addi", INTEGERS, lambda a, b: a + b),
    2: ("assign", INTEGERS + FLOATS, lambda a, b: b),
    3: ("maximumf", FLOATS, np.maximum),
    4: ("maxs", INTEGERS, np.maximum),
    5: ("maxu", INTEGERS, _unsigned(np.maximum)),
    6: ("minimumf", FLOATS, np.minimum),
    7: ("mins", INTEGERS, np.minimum),
    8: ("minu", INTEGERS, _unsigned(np.minimum)),
    9: ("mulf", FLOATS, lambda a, b: a * b),
    10: ("muli", INTEGERS, lambda a, b: a * b),
    11: ("ori", INTEGERS, lambda a, b: a | b),
    12: ("andi", INTEGERS, lambda a, b: a & b),
    13: ("maxnumf", FLOATS, np.fmax),
    14: ("minnumf", FLOATS, np.fmin),
    15: ("xori", INTEGERS, lambda a, b: a ^ b),
}


def _kernel(kind: int, element: str) -> str:
    memory = f"memref<?x{element}, {GLOBAL}>"
    return f"""
opencl.kernel @k(%a: {memory}, %b: {memory}, %r: {memory}, %s: {memory}) {{
  %i = opencl.get_global_id 0 : index
  %x = memref.load %a[%i] : {memory}
  %y = memref.load %b[%i] : {memory}
  memref.store %x, %s[%i] : {memory}
  %old = "memref.atomic_rmw"(%y, %s, %i) <{{kind = {kind} : i64}}> : ({element}, {memory}, index) -> {element}
  memref.store %old, %r[%i] : {memory}
  opencl.return
}}
"""


def _shared(kind: int, element: str) -> str:
    """All work items write one element, which is zero before."""
    memory = f"memref<?x{element}, {GLOBAL}>"
    return f"""
opencl.kernel @k(%a: {memory}, %s: {memory}) {{
  %i = opencl.get_global_id 0 : index
  %zero = arith.constant 0 : index
  %x = memref.load %a[%i] : {memory}
  %old = "memref.atomic_rmw"(%x, %s, %zero) <{{kind = {kind} : i64}}> : ({element}, {memory}, index) -> {element}
  opencl.return
}}
"""


def _only_first(value: np.ndarray, like: np.ndarray) -> np.ndarray:
    made = np.zeros_like(like)
    made[0] = value
    return made


def _cases() -> Iterator[Case]:
    for kind, (name, elements, reference) in KINDS.items():
        for element in elements:
            yield Case(
                "memref.atomic_rmw",
                f"{name} of {element}",
                inputs=(element, element),
                outputs=(element, element),
                kernel=_kernel(kind, element),
                reference=lambda a, b, compute=reference: (a, compute(a, b)),
                values="finite",
                long=element in ("i8", "i16", "f16"),
            )
    for kind, element, combine in (
        (3, "f32", np.max),
        (6, "f64", np.min),
        (15, "i32", np.bitwise_xor.reduce),
    ):
        yield Case(
            "memref.atomic_rmw",
            f"{KINDS[kind][0]} of {element} (shared)",
            inputs=(element,),
            outputs=(element,),
            kernel=_shared(kind, element),
            reference=lambda a, combine=combine: _only_first(combine([0, *a]), a),
            values="finite",
        )
    for kind, element, reason in (
        (16, "i32", "use one from 0 to 15"),
        (0, "i32", "use a kind for integers"),
        (10, "f32", "use a kind for floats"),
        (1, "i24", "use 8, 16, 32 or 64 bits"),
    ):
        yield Case(
            "memref.atomic_rmw",
            f"kind {kind} of {element}",
            kernel=_shared(kind, element).replace(GLOBAL, "1 : i32")
            if element != "i24"
            else "opencl.kernel @k() {\n  %i = arith.constant 0 : index\n"
            "  %x = arith.constant 1 : i24\n"
            "  %m = memref.alloca() : memref<4xi24>\n"
            '  %0 = "memref.atomic_rmw"(%x, %m, %i) <{kind = 1 : i64}> : '
            "(i24, memref<4xi24>, index) -> i24\n  opencl.return\n}\n",
            refused=reason,
        )


CASES: tuple[Case, ...] = tuple(_cases())
