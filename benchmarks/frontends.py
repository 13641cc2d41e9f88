"""
Runs the programs of `benchmarks/exporters.py` on the CPU device and on emulated GPUs, beside what PyTorch and JAX
computed: the table "program, right, launches".

    python benchmarks/frontends.py FOLDER [--devices host,gfx942,gfx1201] [--iree FOLDER] [--only NAME,...]

A cell of a device is the number of launches if the results are right, else what is wrong. A number is right
within 2e-5 (f32; 1e-2 for f16 and bf16) of the largest one of its array. `as the text`: the front end computes
something else, but the evaluator of the text (`linalg_oracle.py`) what the device does.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
from pathlib import Path
from typing import Any, cast

import numpy as np
from launches import dispatches
from linalg_oracle import Oracle, dtype

from xdsl_opencl.frontend.ir_text.mlir_parser import parse_mlir
from xdsl_opencl.runtime import Program
from xdsl_opencl.source import SourceFile

BOUNDS = {"float64": 1e-9, "float16": 1e-2}


def decoded(array: Any, like: Any, text: str) -> Any:
    """The numbers of an array; of bf16, whose results are their bits, as f32."""
    array = np.asarray(array)
    if "bf16" in text and array.dtype.itemsize == 2 and like.dtype == np.int16:
        bits = array.view(np.uint16).astype(np.uint32) << 16
        return bits.view(np.float32)
    return array


def fault(found: Any, wanted: Any, text: str) -> str:
    """What is wrong with a result; empty if nothing is."""
    is_bf16 = "bf16" in text
    found, wanted = (decoded(each, wanted, text) for each in (found, wanted))
    if found.size != wanted.size:
        return f"shape {found.shape}"
    found = found.reshape(wanted.shape)
    if found.dtype.kind in "bi" or wanted.dtype.kind in "bi":
        return "" if np.array_equal(found, wanted) else "other numbers"
    bound = 1e-2 if is_bf16 else BOUNDS.get(found.dtype.name, 2e-5)
    scale = max(1.0, float(np.abs(wanted[np.isfinite(wanted)]).max(initial=0)))
    near = np.isclose(found, wanted, rtol=0, atol=bound * scale, equal_nan=True)
    return "" if near.all() else f"off by {np.nanmax(np.abs(found - wanted)):.2g}"


def outcome(path: Path, device: str) -> str:
    """What a program does on a device."""
    text = path.read_text()
    values = np.load(path.with_suffix(".npz"))
    inputs = [values[n] for n in sorted(values, key=_number) if n.startswith("in")]
    wanted = [values[n] for n in sorted(values, key=_number) if n.startswith("out")]
    try:
        program = Program.from_mlir(
            text, passes="opencl-from-linalg", device="" if device == "host" else device
        )
    except Exception as error:
        return f"refused: {_line(error)}"
    (function,) = program.functions.values()
    given = [each.copy() for each in inputs]
    count = 0
    launch = program._host._launch  # pyright: ignore

    def counted(*args: Any) -> None:
        nonlocal count
        count += 1
        launch(*args)

    program._host._launch = counted  # pyright: ignore
    try:
        found: Any = function(*map(np.atleast_1d, given))
    except Exception as error:
        return f"fails: {_line(error)}"
    results = cast("tuple[Any, ...]", found if isinstance(found, tuple) else (found,))
    faults = [fault(a, b, text) for a, b in zip(results, wanted, strict=True)]
    if any(faults) and "bf16" not in text:
        meant = meaning(text, inputs)
        if not any(fault(a, b, text) for a, b in zip(results, meant, strict=True)):
            return f"{count}, as the text ({next(filter(None, faults))})"
    if any(not np.array_equal(a, b) for a, b in zip(given, inputs) if a.dtype != bool):
        faults.append("an argument changed")
    return next((f"wrong: {each}" for each in faults if each), str(count))


def meaning(text: str, inputs: list[Any]) -> list[Any]:
    """What the text says: the results of its function."""
    oracle = Oracle(parse_mlir(SourceFile("<text>", text)))
    ((name, op),) = oracle.functions.items()
    types: Any = op.properties["function_type"]
    given = [
        array.astype(dtype(type)) for array, type in zip(inputs, types.inputs.data)
    ]
    return oracle(name, *given)


def _number(name: str) -> int:
    return int("".join(c for c in name if c.isdigit()))


def _line(error: Exception) -> str:
    return f"{type(error).__name__} {error}".splitlines()[0][:200]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--devices", default="host")
    parser.add_argument("--iree", help="the folder of iree-compile")
    parser.add_argument("--only", default="")
    args = parser.parse_args()
    devices, only = args.devices.split(","), [n for n in args.only.split(",") if n]
    compiler = shutil.which("iree-compile", path=args.iree)
    print(f"| program | {' | '.join(devices)} | IREE |")
    print("|---" * (len(devices) + 2) + "|")
    good = 0
    paths = [
        p
        for p in sorted(args.folder.glob("*.mlir"))
        if not only or any(p.stem.startswith(n) for n in only)
    ]
    for path in paths:
        cells = [outcome(path, device) for device in devices]
        good += all(cell[:1].isdigit() for cell in cells)
        other = ""
        if compiler and args.iree:
            try:
                other = str(dispatches(path, compiler))
            except subprocess.CalledProcessError:
                other = "refused"
        print(f"| {path.stem} | {' | '.join(cells)} | {other} |", flush=True)
    print(f"\n{good} of {len(paths)} are right everywhere.")


if __name__ == "__main__":
    main()
