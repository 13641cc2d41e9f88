"""One input of `xdsl-opencl compile`, and its outcome."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xdsl_opencl.abi.target import Target
    from xdsl_opencl.driver import Stage
    from xdsl_opencl.frontend.clang.build_options import BuildOptions


@dataclass(frozen=True)
class Job:
    """
    One input and where it goes; an output of `-` is standard output. `bundled` are the
    targets of the code objects that go into one file, `compressed` or not; empty where
    there is one only.
    """

    input: str
    output: str
    stage: Stage
    target: Target | None
    level: int
    optimized: bool
    pipeline: str
    print_after: tuple[str, ...]
    temporaries: Path | None
    build: BuildOptions
    cached: bool
    language: str | None = None
    bundled: tuple[Target, ...] = ()
    compressed: bool = False


@dataclass(frozen=True)
class Outcome:
    """The result for an input that has no fault."""

    kernels: int
    cached: bool
