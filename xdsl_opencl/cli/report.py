"""`xdsl-opencl report`: a kernel as one HTML page."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import PurePath
from typing import Any

from xdsl_opencl.cli.options import (
    LEVEL_HELP,
    PIPELINE,
    add,
    add_build_options,
    add_target_options,
    build_options_of,
    language,
    level,
    target_of,
    value,
    warn_of_ignored,
)
from xdsl_opencl.cli.terminal import diagnose
from xdsl_opencl.driver import Compilation, CompileError, SourceFile, user_errors
from xdsl_opencl.files import read_code_file, write_output
from xdsl_opencl.source import require_other_file

DESCRIPTION = """\
Writes one HTML page about the kernels of a file, which opens anywhere and needs no network:
the source with the machine instructions of each line, the IR after each pass with what
changed, the assembly, linked with the source both ways, registers, occupancy and what limits
it, and the argument block.
"""

OPTIONS = (
    value("input", "INPUT", "a .cl, .ll, .bc, .spv, .mlir or .hsaco file, or -"),
    value("-o", "FILE.html", "the page", dest="output", required=True),
    value(
        "--profile",
        "FILE.json",
        "what 'run --profile=FILE.json' wrote of a launch: lines are marked by the "
        "instructions that waves executed",
    ),
    level(LEVEL_HELP),
    PIPELINE,
    language(),
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options of the sub-command."""
    add(parser, *OPTIONS)
    add_target_options(parser)
    add_build_options(parser)


def run(args: argparse.Namespace) -> int:
    """Writes the page. Returns the exit status."""
    from xdsl_opencl.driver.kernel_page import code_object_page, compiled_page
    from xdsl_opencl.emulator.errors import EmulatorError

    try:
        with user_errors():
            if not args.output.endswith((".html", ".htm")):
                raise CompileError.at(
                    None, f"-o '{args.output}': a page is written to a .html file"
                )
            require_other_file(args.input, args.output)
            target = target_of(args)
            code = read_code_file(args.input)
            if code is not None:
                if target is not None or args.profile is not None:
                    raise CompileError(
                        f"{args.input}: error: a code object has its target and no source; "
                        "leave the target options and --profile out"
                    )
                page = code_object_page(args.input, code)
            else:
                source = SourceFile.read(args.input, args.lang)
                warn_of_ignored(args, source.name, target)
                compilation = Compilation(
                    source,
                    target,
                    level=int(args.level),
                    pipeline=args.pipeline,
                    build=build_options_of(args),
                )
                executed = None
                if args.profile is not None:
                    executed = _executed(args.profile, source.name)
                page = compiled_page(compilation, executed)
                diagnose(compilation.warnings)
            write_output(args.output, page)
    except EmulatorError as error:
        raise CompileError(f"{args.input}: error: {error}") from error
    return 0


def _executed(path: str, source: str) -> Counter[int]:
    """
    The instructions that waves executed by line of `source`, from the file of a profile.

    Raises `CompileError` for another file.
    """
    counts: Counter[int] = Counter()
    name = PurePath(source).name
    try:
        with open(path, encoding="utf-8") as file:
            rows: list[dict[str, Any]] = json.load(file)["lines"]
        for row in rows:
            if PurePath(row["file"]).name == name:
                counts[int(row["line"])] += int(row.get("waves", 0))
    except (ValueError, LookupError, TypeError) as error:
        raise CompileError(
            f"{path}: error: this is not a profile; make one with "
            "'xdsl-opencl run --profile=FILE.json'"
        ) from error
    if not counts:
        raise CompileError(
            f"{path}: error: the profile has no lines of {name}; it is of another program"
        )
    return counts
