"""
The kernels of dpnp, DPC++'s SPIR-V, executed by our driver beside NumPy.

    pip install dpnp==0.20.0
    xdsl-opencl icd -- python tools/dpnp_kernels.py

Runs element-wise functions, reductions, sorting and indexing for each type of numbers, on whole and on
strided arrays, and compares with NumPy on the same numbers. Prints the calls, the kernels that
were launched (the driver's log has them), and every difference.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any, cast

UNARY = (
    "abs negative positive sign square reciprocal sqrt cbrt exp exp2 expm1 log log2 log10 log1p "
    "sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh arctanh floor ceil trunc rint "
    "isnan isinf isfinite signbit logical_not invert conj real imag angle"
).split()
BINARY = (
    "add subtract multiply divide floor_divide remainder power maximum minimum fmax fmin "
    "equal not_equal less less_equal greater greater_equal logical_and logical_or logical_xor "
    "bitwise_and bitwise_or bitwise_xor left_shift right_shift arctan2 hypot copysign logaddexp "
    "nextafter"
).split()
REDUCTIONS = (
    "sum prod max min argmax argmin any all mean var std cumsum count_nonzero".split()
)
ORDERS = "sort argsort flip roll diff unique nonzero".split()
TYPES = "float32 float64 complex64 complex128 int64 uint64 int32 uint32 int16 int8 uint8 bool".split()
LIMIT = 3600
"""Seconds for all calls."""
ULPS = 16
"""Units in the last place by which a result of floating point may differ."""


def numbers(np: Any, dtype: str, seed: int) -> Any:
    """An array of 96 numbers between 0 and 2, or small integers."""
    draws = np.random.default_rng(seed)
    if dtype == "bool":
        return draws.integers(0, 2, 96).astype(dtype)
    if dtype.startswith(("int", "uint")):
        return draws.integers(1, 7, 96).astype(dtype)
    values = draws.uniform(0.05, 0.95, 96)
    if dtype.startswith("complex"):
        values = values + 1j * draws.uniform(0.05, 0.95, 96)
    return values.astype(dtype)


def calls(np: Any) -> Iterator[tuple[str, str, list[Any], dict[str, Any]]]:
    """The name of a function, the type, its arrays and keywords."""
    for dtype in TYPES:
        a, b = numbers(np, dtype, 1), numbers(np, dtype, 2)
        strided = [np.repeat(each, 2)[::2] for each in (a, b)]
        for name in UNARY:
            if name == "reciprocal" and a.dtype.kind in "iub":
                # NumPy's is an integer, dpnp's a float.
                continue
            yield name, dtype, [a], {}
            yield name, dtype, strided[:1], {}
        for name in BINARY:
            yield name, dtype, [a, b], {}
            yield name, dtype, strided, {}
        table = a.reshape(8, 12)
        for name in REDUCTIONS:
            yield name, dtype, [a], {}
            for axis in (0, 1):
                yield name, dtype, [table], {"axis": axis}
        for name in ORDERS:
            more = {"roll": {"shift": 5}, "argsort": {"kind": "stable"}}.get(name, {})
            yield name, dtype, [a], more
        yield "where", dtype, [a > b, a, b], {}
        yield "take", dtype, [a, np.arange(0, 96, 5)], {}
        yield "clip", dtype, [a, b, b], {}
        yield "extract", dtype, [a > b, a], {}
        yield "searchsorted", dtype, [np.sort(a), b], {}
        yield "tile", dtype, [a, 2], {}
        yield "astype", dtype, [a, "float32"], {}
        yield "astype", dtype, [a, "int32"], {}


def compare(np: Any, wanted: Any, found: Any) -> str:
    """How `found` differs from `wanted`; empty if it does not."""
    wanted, found = np.asarray(wanted), np.asarray(found)
    if wanted.shape != found.shape:
        return f"shape {found.shape}, not {wanted.shape}"
    if wanted.dtype.kind not in "fc" and found.dtype.kind not in "fc":
        return "" if (wanted == found).all() else f"{found} {wanted}"
    tiny = np.finfo(found.dtype if found.dtype.kind in "fc" else "float32").eps
    tolerance = ULPS * float(tiny)
    if np.allclose(found, wanted, rtol=tolerance, atol=tolerance, equal_nan=True):
        return ""
    return f"{np.abs(found - wanted).max()} away"


def run() -> None:
    """Runs all calls; the last line has the counts."""
    np, dpnp = import_module("numpy"), import_module("dpnp")
    warnings.simplefilter("ignore")
    right = wrong = 0
    for name, dtype, arrays, keywords in calls(np):
        made = [dpnp.asarray(x) if isinstance(x, np.ndarray) else x for x in arrays]
        try:
            wanted = _call(np, name, arrays, keywords)
            found = _call(dpnp, name, made, keywords)
        except (TypeError, ValueError, AttributeError, NotImplementedError):
            # One of the two does not have the function for this type.
            continue
        difference = compare(np, wanted, dpnp.asnumpy(found))
        if difference:
            wrong += 1
            print(f"{name} {dtype} {keywords}: {difference}", flush=True)
        right += not difference
    print(f"{right} calls are right, {wrong} wrong", flush=True)


def _call(library: Any, name: str, arrays: list[Any], keywords: dict[str, Any]) -> Any:
    """The result of a function of NumPy or dpnp, the first of several."""
    if name == "astype":
        first: Any = arrays[0]
        return first.astype(arrays[1])
    found: Any = getattr(library, name)(*arrays, **keywords)
    several = isinstance(found, (tuple, list))
    return cast("Any", found)[0] if several else found


def launched(log: str) -> int:
    """The kernels that the driver's log has launches of; DPC++ makes each once."""
    return len(set(re.findall(r"clEnqueueNDRangeKernel\(\w+, (\w+), .*: called", log)))


def main() -> int:
    """Runs the calls in a process whose log is kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    here = parser.parse_args().here
    if find_spec("dpnp") is None:
        parser.error("dpnp is not here: pip install dpnp==0.20.0")
    if here:
        run()
        return 0
    with tempfile.TemporaryFile("w+") as log:
        command = [sys.executable, __file__, "--here"]
        environment = {**os.environ, "XDSL_OPENCL_LOG": "all"}
        try:
            done = subprocess.run(command, stderr=log, env=environment, timeout=LIMIT)
            code = done.returncode
        except subprocess.TimeoutExpired:
            print(f"stopped after {LIMIT} s")
            code = 1
        log.seek(0)
        text = log.read()
    print(
        f"{launched(text)} kernels of {text.count('clCreateProgramWithIL') // 2} modules"
    )
    if code:
        lines = [
            line for line in text.splitlines() if not line.startswith("xdsl-opencl: cl")
        ]
        print("\n".join(lines[-20:]))
    return code


if __name__ == "__main__":
    sys.exit(main())
