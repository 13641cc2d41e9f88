"""
The entry point: picks the sub-command, and turns its exceptions into an exit status.

0: done. 1: a fault of the input, an option or the environment, stated in one diagnostic. 70
(`EX_SOFTWARE`): a fault of this program. 130: interrupted.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from keyword import iskeyword
from typing import NoReturn

from xdsl_opencl.cli.terminal import diagnose, discard_output, open_missing_streams
from xdsl_opencl.garbage import spare_collection

PROGRAM = "xdsl-opencl"

COMMANDS = {
    "compile": "translate kernels to LLVM IR, assembly, an object or a code object",
    "disassemble": "list the instructions of a code object",
    "gui": "explore passes interactively (xDSL's xdsl-gui with our tables)",
    "icd": "the OpenCL driver: its .icd file, or a program run with it",
    "import": "read OpenCL C or LLVM IR into a module at the opencl level",
    "info": "kernels, arguments with byte offsets, registers, memory, occupancy",
    "passes": "the passes, and the stages of a target in their order",
    "report": "a kernel as a page: source, IR after each pass, assembly, registers",
    "run": "run a kernel on the CPU device, arguments from the command line",
}
"""Name to one-line help; the module is `xdsl_opencl.cli.<name>`, dashes as underscores."""

EXIT_USER = 1
EXIT_INTERNAL = 70
EXIT_INTERRUPTED = 130


class ArgumentParser(argparse.ArgumentParser):
    """
    Reports a wrong command line in one line, with the exit status of every user fault.
    """

    def error(self, message: str) -> NoReturn:
        diagnose(f"{self.prog}: error: {message} (see '{self.prog} --help')\n")
        self.exit(EXIT_USER)


class ListTargets(argparse.Action):
    """Prints the processors and ends the program, as `--help` does."""

    def __init__(self, option_strings: list[str], dest: str) -> None:
        super().__init__(
            option_strings,
            argparse.SUPPRESS,
            nargs=0,
            help="list the processors that each ABI runs on",
        )

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from xdsl_opencl.cli.targets import target_lines

        print("\n".join(target_lines()))
        parser.exit()


def module_name(command: str) -> str:
    """The module of a sub-command: `import` is a word of Python, so `import_`."""
    name = command.replace("-", "_")
    return f"{name}_" if iskeyword(name) else name


def _make_parser(*commands: str | None) -> ArgumentParser:
    """
    The parser of the whole command line; of sub-commands only `commands` have their
    options, so that other commands need not be imported.
    """
    parser = ArgumentParser(
        prog=PROGRAM,
        description="OpenCL kernels to loadable AMDGPU code objects.",
    )
    parser.add_argument("--version", action="store_true", help="print the version")
    parser.add_argument(
        "--debug", action="store_true", help="tracebacks of internal errors"
    )
    parser.add_argument("--list-targets", action=ListTargets)
    subparsers = parser.add_subparsers(
        dest="command", metavar="COMMAND", parser_class=ArgumentParser
    )
    for name, text in COMMANDS.items():
        command = subparsers.add_parser(
            name, help=text, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        if name in commands:
            module = import_module(f"xdsl_opencl.cli.{module_name(name)}")
            command.description = module.DESCRIPTION
            command.epilog = getattr(module, "EPILOG", None)
            groups = (("", "", module.OPTIONS), *getattr(module, "GROUPS", ()))
            for heading, use, options in groups:
                place = command.add_argument_group(heading, use) if use else command
                for names, settings in options:
                    place.add_argument(*names.split(), **settings)
    return parser


def run_command(arguments: Sequence[str] | None = None) -> int:
    """Runs a command line (the process's own by default); returns the exit status."""
    if "_ARGCOMPLETE" in os.environ:
        _complete()
    own = arguments is None
    if own:
        spare_collection()
        open_missing_streams()
    words = _joined(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in words
    try:
        if own and signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        status = _command(words)
        # A failure to write is reported while the status can still say so.
        sys.stdout.flush()
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has gone, which is not a fault.
        discard_output()
        return EXIT_USER
    except Exception as error:
        status = report(error, debug)
    try:
        sys.stdout.flush()
    except OSError:
        discard_output()
    return status


def _command(words: list[str]) -> int:
    command = next((word for word in words if not word.startswith("-")), None)
    parser = _make_parser(command)
    args = parser.parse_args(words)
    if args.version:
        from importlib.metadata import version

        print(f"{PROGRAM} {version(PROGRAM)}")
        return 0
    if args.command is None:
        parser.error("no command given")
    module = import_module(f"xdsl_opencl.cli.{module_name(args.command)}")
    status: int = module.run(args)
    return status


def _joined(arguments: Sequence[str]) -> list[str]:
    """
    The command line with `--options TEXT` as one word: argparse takes a text that begins
    with `-D` for the option of that name.
    """
    result: list[str] = []
    for word in arguments:
        if result and result[-1] == "--options":
            result[-1] += f"={word}"
        else:
            result.append(word)
    return result


def _complete() -> None:
    """
    Answers the shell's question for the words that may follow, and exits. A shell asks once
    it has been set up to (`register-python-argcomplete`).
    """
    try:
        argcomplete = import_module("argcomplete")
    except ModuleNotFoundError:
        sys.exit(EXIT_USER)
    argcomplete.autocomplete(_make_parser(*COMMANDS))


def report(error: Exception, debug: bool) -> int:
    """Logs `error` to standard error; returns the exit status."""
    from xdsl_opencl.driver import CompileError, user_errors

    if isinstance(error, OSError):
        # Inputs and outputs name themselves; this is a stream of the process.
        try:
            with user_errors():
                raise error
        except CompileError as told:
            error = told
    if isinstance(error, CompileError):
        text = str(error)
        # An error without a place in an input begins with the name of the program.
        prefix = f"{PROGRAM}: " if text.startswith("error:") else ""
        diagnose(f"{prefix}{text}\n")
        return EXIT_USER
    diagnose(
        f"{PROGRAM}: internal error, please report: {type(error).__name__}: "
        f"{str(error).partition(chr(10))[0]}"
        f"{'' if debug else ' (a traceback: --debug before the command)'}\n"
    )
    if debug:
        import traceback

        traceback.print_exception(error)
    return EXIT_INTERNAL
