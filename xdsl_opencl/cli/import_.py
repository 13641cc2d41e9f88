"""
`xdsl-opencl import`: OpenCL C or LLVM IR to a module at the opencl level, as text.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from pathlib import PurePath
from typing import TYPE_CHECKING, TextIO

from xdsl_opencl.cli.commands import EXIT_USER, PROGRAM
from xdsl_opencl.cli.options import (
    Subparsers,
    add_language_option,
    add_target_options,
    target_of,
)
from xdsl_opencl.cli.terminal import diagnose
from xdsl_opencl.frontend.clang.build_options import FLAGS, BuildOptions
from xdsl_opencl.frontend.clang.gpu_options import FRONTEND_TARGETS

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp

    from xdsl_opencl.abi.target import Target
    from xdsl_opencl.driver.ahead import Ahead
    from xdsl_opencl.frontend.load import Imported

DESCRIPTION = """\
Reads OpenCL C (.cl, with Clang) or LLVM IR (.ll, .bc) and writes the module at the
opencl level, which any xDSL pass can change and 'xdsl-opencl compile' takes.
"""


def add_build_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options of `clBuildProgram`."""
    group = parser.add_argument_group("OpenCL C", "options of clBuildProgram")
    for letter, metavar, text in (
        ("-D", "NAME[=VALUE]", "define a macro"),
        ("-U", "NAME", "undefine a macro"),
        ("-I", "FOLDER", "search headers there"),
        ("-W", "WARNING", "a warning option of Clang; -Werror: warnings are errors"),
    ):
        group.add_argument(
            letter,
            dest="build_words",
            metavar=metavar,
            action=_Word,
            default=[],
            help=text,
        )
    group.add_argument(
        "-include", dest="build_words", metavar="FILE", action=_Word, default=[]
    )
    group.add_argument(
        "-cl-std",
        metavar="STANDARD",
        help="CL1.0, CL1.1, CL1.2 (default), CL2.0 or CL3.0",
    )
    group.add_argument(
        "-cl-ext",
        metavar="LIST",
        help="extensions on or off: -cl-ext=-all,+cl_khr_fp64",
    )
    group.add_argument(
        "-w", dest="no_warnings", action="store_true", help="no warnings"
    )
    group.add_argument(
        "-g",
        dest="debug_lines",
        action="store_true",
        help="keep the source lines of operations",
    )
    for flag in FLAGS:
        group.add_argument(
            flag,
            dest="build_flags",
            action="append_const",
            const=flag,
            help=argparse.SUPPRESS,
        )
    group.add_argument(
        "--frontend-target",
        choices=FRONTEND_TARGETS,
        help="what C is read for: the GPU itself (amdgcn, the default with a GPU of ABI "
        "amdhsa) or any device (spir64)",
    )
    group.add_argument(
        "--pointer-width",
        type=int,
        metavar="BITS",
        help="64 or 32: width of pointers and of size_t (default: the target's, or 64)",
    )


class _Word(argparse.Action):
    """Keeps the option and its value, in the order of the command line."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        words = [*getattr(namespace, self.dest)]
        if option_string == "-W":
            words.append(f"-W{values}")
        else:
            words += (str(option_string), str(values))
        setattr(namespace, self.dest, words)


def build_options_of(args: argparse.Namespace) -> BuildOptions:
    """
    The build options that `add_build_options` collected.

    Raises `FrontendError` for a wrong value.
    """
    words: list[str] = [*args.build_words, *(args.build_flags or ())]
    if args.no_warnings:
        words.append("-w")
    if args.cl_std is not None:
        words.append(f"-cl-std={args.cl_std}")
    if args.cl_ext is not None:
        words.append(f"-cl-ext={args.cl_ext}")
    if args.frontend_target is not None:
        words.append(f"--frontend-target={args.frontend_target}")
    return replace(
        BuildOptions.parse(words),
        pointer_width=64 if args.pointer_width is None else args.pointer_width,
        debug=args.debug_lines,
    )


def ignored_options(
    args: argparse.Namespace, name: str, target: Target | None
) -> Iterator[str]:
    """
    The warnings of options that do nothing for the input `name`.

    Raises `CompileError` for a width of pointers that `target` does not have.
    """
    from xdsl_opencl.driver import CompileError
    from xdsl_opencl.frontend.file_kinds import C_ENDINGS

    width: int | None = args.pointer_width
    if target is not None and width not in (None, target.pointer_bits):
        raise CompileError(
            f"error: --pointer-width {width}: ABI {target.abi} has pointers of "
            f"{target.pointer_bits} bits here; leave the option out"
        )
    if PurePath(name).suffix.lower() in C_ENDINGS:
        return
    words: list[str] = [
        word for word in args.build_words if word.startswith("-")
    ] + list(args.build_flags or ())
    for option, value in (
        ("-cl-std", args.cl_std),
        ("-cl-ext", args.cl_ext),
        ("-w", args.no_warnings or None),
        ("--frontend-target", args.frontend_target),
        ("--pointer-width", width),
    ):
        words += () if value is None else (option,)
    if words:
        yield (
            f"{name}: warning: {', '.join(dict.fromkeys(words))} is for OpenCL C; this "
            "input is not, so it does nothing"
        )


def add_parser(subparsers: Subparsers) -> None:
    """Registers the sub-command."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "import",
        help="read OpenCL C or LLVM IR into an opencl-level module",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="flags: " + " ".join(FLAGS),
    )
    parser.add_argument("input", metavar="INPUT", help="a .cl, .ll or .bc file, or -")
    parser.add_argument(
        "-o",
        dest="output",
        metavar="OUTPUT",
        default="-",
        help="a file, or - (default)",
    )
    parser.add_argument(
        "--strict-metadata",
        action="store_true",
        help="kernels of !opencl.kernels must have the five lists in their order",
    )
    parser.add_argument(
        "--print-op-generic", action="store_true", help="print in the generic form"
    )
    add_language_option(parser, "OpenCL C (default) or LLVM IR")
    add_target_options(parser)
    add_build_options(parser)


def _print(module: ModuleOp, stream: TextIO, generic: bool, lines: bool) -> None:
    from xdsl_opencl.dialects.upstream import UpstreamPrinter

    printer = UpstreamPrinter(
        stream, print_generic_format=generic, print_debuginfo=lines
    )
    printer.print_op(module)
    stream.write("\n")


def _begin(path: str, options: BuildOptions, target: Target | None) -> Ahead | None:
    """Starts Clang and LLVM, if `path` is of OpenCL C."""
    from xdsl_opencl.frontend.file_kinds import C_ENDINGS

    if PurePath(path).suffix.lower() not in C_ENDINGS:
        return None
    from xdsl_opencl.driver.ahead import Ahead
    from xdsl_opencl.driver.output_cache import Request
    from xdsl_opencl.source import SourceFile

    request = Request(target, "mlir", 0, optimized=False, build=options)
    return Ahead(SourceFile(path, "", path), request)


def _attach(module: ModuleOp, target: Target) -> None:
    """Says on `module` which GPU it was read for."""
    from xdsl_opencl.dialects.opencl.attrs import TARGET_ATTRIBUTE, TargetAttr

    module.attributes[TARGET_ATTRIBUTE] = TargetAttr.from_target(target)


def _verify(module: ModuleOp, source: str) -> None:
    """
    Raises `FrontendError`, with the function at fault, for a module that does not verify.
    """
    from xdsl.utils.exceptions import VerifyException

    from xdsl_opencl.driver.compilation import CompileError, verify
    from xdsl_opencl.frontend.errors import FrontendError
    from xdsl_opencl.source import SourceFile

    try:
        module.verify()
    except VerifyException:
        try:
            verify(module, SourceFile(source, ""))
        except CompileError as error:
            raise FrontendError(str(error)) from error


def _load(args: argparse.Namespace, target: Target | None) -> Imported:
    from xdsl_opencl.driver import CompileError

    if args.lang is not None and args.input != "-":
        raise CompileError(
            f"{args.input}: error: the ending of a file says its language; use --lang "
            "with - (standard input) only"
        )
    if args.lang == "mlir":
        raise CompileError("error: --lang mlir: the input is a module already")
    options = build_options_of(args).of_target(target)
    ahead = _begin(args.input, options, target)
    # Clang and LLVM are at work while xDSL is imported.
    from xdsl_opencl.frontend.load import load_file, load_source, read_clang

    if args.input == "-":
        from xdsl_opencl.frontend.load import load_llvm_ir
        from xdsl_opencl.source import SourceFile

        language = args.lang or "cl"
        text = SourceFile.from_bytes("<stdin>", sys.stdin.buffer.read()).text
        if language == "ll":
            return load_llvm_ir(
                text, source="<stdin>", strict_metadata=args.strict_metadata
            )
        return load_source(text, options, name="<stdin>")
    if ahead is not None and (ir := ahead.clang_ir()) is not None:
        return read_clang(ir, ahead.warnings, args.input, options)
    return load_file(args.input, options, strict_metadata=args.strict_metadata)


def run(args: argparse.Namespace) -> int:
    """Reads, verifies and prints. Returns the exit status."""
    from xdsl_opencl.driver import user_errors
    from xdsl_opencl.frontend.errors import FrontendError
    from xdsl_opencl.source import SourceError, require_other_file

    name = "stdin.cl" if args.input == "-" else args.input
    if args.lang == "ll":
        name = "stdin.ll"
    try:
        require_other_file(args.input, args.output)
        with user_errors():
            target = target_of(args)
        for warning in ignored_options(args, name, target):
            diagnose(f"{warning}\n")
        imported = _load(args, target)
        if target is not None:
            _attach(imported.module, target)
        try:
            _verify(imported.module, args.input)
        except FrontendError:
            if not args.debug_lines:
                # Again with the lines of operations, which are asked for only now.
                args.debug_lines = True
                _verify(_load(args, target).module, args.input)
            raise
    except (FrontendError, SourceError) as error:
        text = str(error)
        diagnose(f"{PROGRAM}: {text}\n" if text.startswith("error:") else f"{text}\n")
        return EXIT_USER
    except OSError as error:
        diagnose(f"{args.input}: error: {error.strerror}\n")
        return EXIT_USER
    if imported.warnings:
        diagnose(imported.warnings.rstrip("\n") + "\n")
    for name in imported.externals:
        print(
            f"{args.input}: warning: @{name} is called, but neither defined nor a "
            "builtin of OpenCL C",
            file=sys.stderr,
        )
    try:
        if args.output == "-":
            _print(imported.module, sys.stdout, args.print_op_generic, args.debug_lines)
        else:
            from xdsl_opencl.files import write_output

            stream = StringIO()
            _print(imported.module, stream, args.print_op_generic, args.debug_lines)
            write_output(args.output, stream.getvalue())
    except OSError as error:
        diagnose(f"{args.output or PROGRAM}: error: {error.strerror}\n")
        return EXIT_USER
    return 0
