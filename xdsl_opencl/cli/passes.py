"""`xdsl-opencl passes`: the passes, or the stages of a target in their order."""

from __future__ import annotations

import argparse
import inspect
import re

from xdsl_opencl.cli.options import value
from xdsl_opencl.cli.terminal import printable
from xdsl_opencl.cli.text_tables import table
from xdsl_opencl.driver import error_at, user_errors

DESCRIPTION = """\
Lists the passes of this package, each with the first sentence of its description. With
--pipeline: the passes that 'opencl-to-llvm' runs for an ABI, one a line and in order, with
their options. 'paste -sd,' makes a pipeline for 'xdsl-opt -p' of these lines.
"""

OPTIONS = (
    value("--pipeline", "ABI", "the stages from the opencl level to the llvm dialect"),
    value("--mcpu", "NAME", "for this processor (default: a common one of the ABI)"),
)


def run(args: argparse.Namespace) -> int:
    """Prints the list. Returns the exit status."""
    if args.pipeline is None and args.mcpu is not None:
        raise error_at("--mcpu names the processor of a pipeline; add --pipeline ABI")
    if args.pipeline is None:
        print(printable("\n".join(_described())))
    else:
        print("\n".join(_stages(args.pipeline, args.mcpu)))
    return 0


def _stages(abi: str, mcpu: str | None) -> list[str]:
    """
    The passes of `opencl-to-llvm`, as `xdsl-opt -p` reads them.

    Raises `CompileError` for an unknown name.
    """
    with user_errors():
        from xdsl_opencl.abi.interfaces import INTERFACES
        from xdsl_opencl.abi.target import Abi, Target

        known = [each for each in Abi if each == abi]
        example = INTERFACES[known[0]].example_processor if known else ""
        target = Target(abi, example if mcpu is None else mcpu)
    from xdsl_opencl.transforms.pipeline import pipeline

    return [str(each.pipeline_pass_spec()) for each in pipeline(target)]


def _described() -> list[str]:
    """A line for each pass: its name, and the first sentence of its docstring."""
    from xdsl_opencl.universe import PASSES, our_pass

    rows: list[tuple[str, str]] = []
    for name in PASSES:
        cls = our_pass(name)
        text = " ".join((inspect.getdoc(cls) or "").split())
        first = re.split(r"\. |[,;] (?:as|see) the module's", text)[0]
        rows.append((name, first.rstrip(".")))
    return [*table(("pass", "what it does"), rows, "")]
