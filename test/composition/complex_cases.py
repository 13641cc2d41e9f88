"""
Cases of `complex`. The bounds count in the spacing of the numbers about the modulus.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from composition_case import Case, Reference

FLOATS = ("f32", "f64")


def _wide(reference: Reference) -> Reference:
    def compute(*operands: np.ndarray) -> np.ndarray:
        return reference(*[a.astype("clongdouble") for a in operands])

    return compute


def _sign(z: np.ndarray) -> np.ndarray:
    return np.where(z == 0, z, z / np.where(z == 0, 1, np.abs(z)))


def _atan2(y: np.ndarray, x: np.ndarray) -> np.ndarray:
    return -1j * np.log((x + 1j * y) / np.sqrt(x * x + y * y))


def _log1p(z: np.ndarray) -> np.ndarray:
    # NumPy's loses the real part of small numbers.
    x, y = z.real, z.imag
    return 0.5 * np.log1p(x * (2 + x) + y * y) + 1j * np.arctan2(y, 1 + x)


_UNARY: dict[str, tuple[Reference, str, float]] = {
    "neg": (lambda z: -z, "finite", 0),
    "conj": (np.conj, "finite", 0),
    "sign": (_sign, "finite", 4),
    "sqrt": (np.sqrt, "finite", 4),
    "rsqrt": (lambda z: 1 / np.sqrt(z), "range", 16),
    "exp": (np.exp, "finite", 16),
    "expm1": (np.expm1, "finite", 16),
    "log": (np.log, "range", 8),
    "log1p": (_log1p, "range", 8),
    "sin": (np.sin, "finite", 16),
    "cos": (np.cos, "finite", 16),
    "tan": (np.tan, "unit", 16),
    "tanh": (np.tanh, "finite", 16),
}
_BINARY: dict[str, tuple[Reference, str, float]] = {
    "add": (lambda a, b: a + b, "finite", 1),
    "sub": (lambda a, b: a - b, "finite", 1),
    "mul": (lambda a, b: a * b, "finite", 2),
    "div": (lambda a, b: a / b, "range", 8),
    "pow": (lambda a, b: a**b, "positive", 128),
    "atan2": (_atan2, "unit", 64),
}


def _case(name: str, element: str, operands: int, **options: Any) -> Case:
    type_ = f"complex<{element}>"
    names = ", ".join(f"%{letter}" for letter in "ab"[:operands])
    return Case(
        f"complex.{name}",
        type_,
        f"%r = complex.{name} {names} : {type_}",
        (type_,) * operands,
        options.pop("outputs", (type_,)),
        **options,
    )


def _arithmetic() -> Iterator[Case]:
    for element in FLOATS:
        for operands, table in ((1, _UNARY), (2, _BINARY)):
            for name, (reference, values, ulp) in table.items():
                wide = _wide(reference)
                yield _case(
                    name, element, operands, reference=wide, values=values, ulp=ulp
                )
        for name in ("log1p", "expm1"):
            reference, _, ulp = _UNARY[name]
            yield _case(
                name, element, 1, reference=_wide(reference), values="tiny", ulp=ulp
            )
        for name, reference in (("abs", np.abs), ("angle", np.angle)):
            yield _case(
                name,
                element,
                1,
                reference=_wide(reference),
                values="finite",
                ulp=6,
                outputs=(element,),
            )
        for name, part in (("re", "real"), ("im", "imag")):
            yield _case(
                name,
                element,
                1,
                reference=lambda z, part=part: getattr(z, part),
                outputs=(element,),
            )
        for name, reference in (
            ("eq", lambda a, b: a == b),
            ("neq", lambda a, b: a != b),
        ):
            yield _case(name, element, 2, reference=reference, outputs=("i1",))
            yield Case(
                f"complex.{name}",
                f"complex<{element}>",
                f"%r = complex.{name} %a, %a : complex<{element}>",
                (f"complex<{element}>",),
                ("i1",),
                lambda a, compare=reference: compare(a, a),
            )


def _made() -> Iterator[Case]:
    for element in FLOATS:
        type_ = f"complex<{element}>"
        yield Case(
            "complex.create",
            type_,
            f"%r = complex.create %a, %b : {type_}",
            (element, element),
            (type_,),
            lambda a, b: a + 1j * b,
            "finite",
        )
        yield Case(
            "complex.constant",
            type_,
            f"%r = complex.constant [1.5 : {element}, -2.0 : {element}] : {type_}",
            (),
            (type_,),
            lambda: np.full(64, 1.5 - 2j),
        )
    for old, new, name in (
        ("complex<f32>", "i64", "int64"),
        ("complex<f32>", "f64", "float64"),
        ("f64", "complex<f32>", "complex64"),
        ("i64", "complex<f32>", "complex64"),
    ):
        yield Case(
            "complex.bitcast",
            f"{old} to {new}",
            f"%r = complex.bitcast %a : {old} to {new}",
            (old,),
            (new,),
            lambda a, name=name: a.view(name),
            "finite",
        )


def _halves() -> Iterator[Case]:
    # NumPy has no such numbers.
    for element in ("f16", "bf16"):
        for name in (*_UNARY, "abs", "angle"):
            outputs = (element if name in ("abs", "angle") else f"complex<{element}>",)
            yield _case(name, element, 1, outputs=outputs)
        for name in _BINARY:
            yield _case(name, element, 2)


def _refused() -> Iterator[Case]:
    yield Case(
        "complex.add",
        "complex<tf32>",
        "%r = complex.add %a, %b : complex<tf32>",
        ("complex<tf32>", "complex<tf32>"),
        refused="use f16, bf16, f32 or f64",
    )
    yield Case(
        "complex.exp",
        "complex<f80>",
        "%r = complex.exp %a : complex<f80>",
        ("complex<f80>",),
        gpu_refused="use f64",
    )
    yield Case(
        "complex.create",
        "complex<f32>, an argument of a kernel",
        kernel="opencl.kernel @k(%z: complex<f32>) {\n  opencl.return\n}\n",
        refused="pass a vector<2xf32>",
    )
    yield Case(
        "complex.create",
        "vector<4xcomplex<f32>>",
        kernel="opencl.kernel @k() {\n"
        "  %z = ub.poison : vector<4xcomplex<f32>>\n  opencl.return\n}\n",
        refused="a vector cannot have elements",
    )


CASES: tuple[Case, ...] = (*_arithmetic(), *_made(), *_halves(), *_refused())
