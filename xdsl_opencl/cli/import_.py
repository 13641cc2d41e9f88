"""
`xdsl-opencl import`: OpenCL C or LLVM IR to a module at the opencl level, as text.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from io import StringIO
from pathlib import PurePath
from typing import TYPE_CHECKING

from xdsl_opencl.cli.options import (
    BUILD_GROUP,
    TARGET_GROUP,
    build_options_of,
    language,
    switch,
    target_of,
    value,
    warn_of_ignored,
)
from xdsl_opencl.cli.terminal import diagnose
from xdsl_opencl.driver import CompileError, SourceFile, user_errors
from xdsl_opencl.files import write_output
from xdsl_opencl.frontend.clang.build_options import FLAGS, BuildOptions
from xdsl_opencl.frontend.file_kinds import C_ENDINGS
from xdsl_opencl.source import require_other_file

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp

    from xdsl_opencl.abi.target import Target
    from xdsl_opencl.driver.ahead import Ahead
    from xdsl_opencl.frontend.load import Imported

DESCRIPTION = """\
Reads OpenCL C (.cl, with Clang) or LLVM IR (.ll, .bc) and writes the module at the
opencl level, which any xDSL pass can change and 'xdsl-opencl compile' takes.
"""
EPILOG = "flags: " + " ".join(FLAGS)
OPTIONS = (
    value("input", "INPUT", "a .cl, .ll or .bc file, or -"),
    value("-o", "OUTPUT", "a file, or - (default)", dest="output", default="-"),
    switch(
        "--strict-metadata",
        "kernels of !opencl.kernels must have the five lists in their order",
    ),
    switch("--print-op-generic", "print in the generic form"),
    language("OpenCL C (default) or LLVM IR"),
)
GROUPS = (TARGET_GROUP, BUILD_GROUP)


def _text(module: ModuleOp, generic: bool, lines: bool) -> str:
    from xdsl_opencl.dialects.upstream import UpstreamPrinter

    stream = StringIO()
    printer = UpstreamPrinter(
        stream, print_generic_format=generic, print_debuginfo=lines
    )
    printer.print_module(module)
    return stream.getvalue()


def _begin(path: str, options: BuildOptions, target: Target | None) -> Ahead | None:
    """Starts Clang and LLVM, if `path` is of OpenCL C."""
    if PurePath(path).suffix.lower() not in C_ENDINGS:
        return None
    from xdsl_opencl.driver.ahead import Ahead
    from xdsl_opencl.driver.output_cache import Request

    request = Request(target, "mlir", 0, optimized=False, build=options)
    return Ahead(SourceFile(path, "", path), request)


def _load(
    args: argparse.Namespace, options: BuildOptions, target: Target | None
) -> Imported:
    ahead = _begin(args.input, options, target)
    # Clang and LLVM are at work while xDSL is imported.
    from xdsl_opencl.frontend import load

    strict: bool = args.strict_metadata
    if ahead is not None and (ir := ahead.clang_ir()) is not None:
        return load.read_clang(ir, ahead.warnings, args.input, options)
    if args.input != "-":
        return load.load_file(args.input, options, strict_metadata=strict)
    source = SourceFile.read("-", args.lang or "cl")
    return load.load(source, options, strict_metadata=strict)


def _verified(
    args: argparse.Namespace, options: BuildOptions, target: Target | None
) -> Imported:
    """
    The module with its target.

    Raises `CompileError`, and the errors of reading.
    """
    imported = _load(args, options, target)
    from xdsl_opencl.dialects.opencl.attrs import TARGET_ATTRIBUTE, TargetAttr
    from xdsl_opencl.driver.compilation import verify_raised

    if target is not None:
        attribute = TargetAttr.from_target(target)
        imported.module.attributes[TARGET_ATTRIBUTE] = attribute
    try:
        verify_raised(imported.module, SourceFile(args.input, ""))
    except CompileError:
        if not options.debug and args.input != "-":
            # Again with the lines of operations, which are asked for only now.
            _verified(args, replace(options, debug=True), target)
        raise
    return imported


def run(args: argparse.Namespace) -> int:
    """Reads, verifies and prints. Returns the exit status."""
    name = f"stdin.{args.lang or 'cl'}" if args.input == "-" else args.input
    if args.lang is not None and args.input != "-":
        raise CompileError(
            f"{args.input}: error: the ending of a file says its language; use --lang "
            "with - (standard input) only"
        )
    if args.lang == "mlir":
        raise CompileError("error: --lang mlir: the input is a module already")
    with user_errors():
        require_other_file(args.input, args.output)
        target = target_of(args)
        warn_of_ignored(args, name, target)
        options = build_options_of(args).of_target(target)
        try:
            imported = _verified(args, options, target)
        except OSError as error:
            raise CompileError(f"{args.input}: error: {error.strerror}") from error
    if imported.warnings:
        diagnose(imported.warnings.rstrip("\n") + "\n")
    for name in imported.externals:
        diagnose(
            f"{args.input}: warning: @{name} is called, but neither defined nor a "
            "builtin of OpenCL C\n"
        )
    text = _text(imported.module, args.print_op_generic, options.debug)
    if args.output == "-":
        sys.stdout.write(text)
        return 0
    try:
        write_output(args.output, text)
    except OSError as error:
        raise CompileError(f"{args.output}: error: {error.strerror}") from error
    return 0
