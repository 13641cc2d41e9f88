"""Elements of NumPy arrays for OpenCL C's scalar and vector types."""

from __future__ import annotations

from typing import Any

import numpy as np

_FORMATS: dict[str, str] = {
    "bool": "b",
    "char": "b",
    "uchar": "B",
    "short": "h",
    "ushort": "H",
    "int": "i",
    "uint": "I",
    "long": "q",
    "ulong": "Q",
    "size_t": "Q",
    "half": "e",
    "float": "f",
    "double": "d",
}
"""OpenCL C's scalars to the format letters of `struct`, which NumPy knows too."""


def scalar_type(type_name: str) -> tuple[np.dtype[Any], int] | None:
    """`float4` as `(dtype("float32"), 4)`; `None` for other types."""
    name = type_name.rstrip("0123456789")
    letter = _FORMATS.get(name)
    if letter is None:
        return None
    return np.dtype(letter), int(type_name[len(name) :] or 1)


_ML_DTYPES = {
    "bf16": ("bfloat16", 2),
    **{
        f"f8{form}": (f"float8_{form.lower()}", 1)
        for form in "E3M4 E4M3 E4M3FN E4M3FNUZ E4M3B11FNUZ E5M2 E5M2FNUZ".split()
    },
}
"""Types of MLIR that NumPy lacks: their names in the package `ml_dtypes`, and their bytes."""

_ML_NAMES = frozenset(name for name, _ in _ML_DTYPES.values())


def elements_fault(have: np.dtype[Any], pointee: str) -> str | None:
    """
    The reason why an array with elements `have` does not fit a pointer to the type `pointee`,
    `None` if it fits. An array's elements must be the pointer's, up to the sign of integers.
    Arrays of bytes and of records fit every pointer; half, bf16 and floats of 8 bits may come as
    their bits, and the elements of `ml_dtypes` are records to NumPy. A pointer to other types
    than scalars and vectors takes any numbers.
    """
    scalar = scalar_type(pointee)
    want = None if scalar is None else scalar[0]
    if have.hasobject:
        return (
            f"the array holds Python objects ({have}), which a kernel would destroy; "
            "give it numbers"
        )
    if (special := _ML_DTYPES.get(pointee)) is not None:
        name, size = special
        if have.name in _ML_NAMES:
            fits = have.name == name
        elif have.kind == "V" or have.itemsize == 1:
            fits = True
        else:
            fits = have.itemsize == size and have.kind in "iu" and have.isnative
        if fits:
            return None
        return (
            f"the array has elements of {have}, expected {name} of the package ml_dtypes, or "
            f"uint{8 * size} with the bits of each number"
        )
    if have.kind == "V" or have.itemsize == 1:
        return None
    if want is None:
        return None
    if not have.isnative:
        return (
            f"the array has elements of {have.str}, in the byte order of another "
            f"machine; expected {want} (array.astype({want.name!r}))"
        )
    if have.itemsize == want.itemsize and (
        have.kind == want.kind
        or {have.kind, want.kind} <= {"i", "u"}
        or (want == np.float16 and have.kind in "iu")
    ):
        return None
    return (
        f"the array has elements of {have}, expected {want} (or its bytes: "
        "array.view(numpy.uint8))"
    )
