"""The stages of a compilation that can be written to a file."""

from __future__ import annotations

from pathlib import PurePath
from typing import Literal

from xdsl_opencl.driver.diagnostics import error_at

Stage = Literal["mlir", "ll", "s", "o", "hsaco", "clrx", "spv"]

STAGES: dict[Stage, str] = {
    "mlir": "the llvm-level module, as opencl-to-llvm leaves it",
    "ll": "LLVM IR; optimised only if -O is given",
    "s": "assembly text",
    "o": "a relocatable object",
    "hsaco": "a loadable code object",
    "clrx": "CLRX assembler text",
    "spv": "SPIR-V",
}
"""The ending of an output to its meaning."""


def check_stage(stage: str) -> Stage:
    """
    Returns `stage` as it is.

    Raises `CompileError` for a word that is not one of `STAGES`.
    """
    for known in STAGES:
        if stage == known:
            return known
    raise error_at(f"there is no stage '{stage}'; use one of {', '.join(STAGES)}")


def stage_of(path: str) -> Stage:
    """
    The stage that the ending of `path` asks for.

    Raises `CompileError` for another ending.
    """
    ending = PurePath(path).suffix.removeprefix(".")
    for stage in STAGES:
        if ending == stage:
            return stage
    endings = ", ".join(f".{stage}" for stage in STAGES)
    raise error_at(
        f"the ending of '{path}' does not say what to write; one of {endings}"
    )
