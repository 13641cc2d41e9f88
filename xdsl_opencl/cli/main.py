"""
The entry point: picks the sub-command, and turns what it raises into an exit status.

0: done. 1: a fault of the input, an option or the environment, told in one diagnostic.
70 (`EX_SOFTWARE`): a fault of this program. 130: interrupted.
"""

from __future__ import annotations

import argparse
import atexit
import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from keyword import iskeyword
from typing import NoReturn

PROGRAM = "xdsl-opencl"

COMMANDS = {
    "compile": "translate kernels to LLVM IR, assembly, an object or a code object",
    "import": "read OpenCL C or LLVM IR into a module at the opencl level",
    "info": "kernels, arguments with byte offsets, registers, memory, occupancy",
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
        self.exit(
            EXIT_USER, f"{self.prog}: error: {message} (see '{self.prog} --help')\n"
        )


class ListTargets(argparse.Action):
    """
    Prints the processors and ends the program, as `--help` does.
    """

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
    """
    The module of a sub-command: `import` is a word of Python, so `import_`.
    """
    name = command.replace("-", "_")
    return f"{name}_" if iskeyword(name) else name


def _make_parser(*commands: str | None) -> ArgumentParser:
    """
    The parser of the whole command line; of sub-commands only `commands` have their
    options, so that the others need not be imported.
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
        if name in commands:
            module = import_module(f"xdsl_opencl.cli.{module_name(name)}")
            module.add_parser(subparsers)
        else:
            subparsers.add_parser(name, help=text)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """
    Runs a command line (the process's own by default); returns the exit status.
    """
    if "_ARGCOMPLETE" in os.environ:
        _complete()
    if arguments is None:
        _spare_collection()
    arguments = _joined(sys.argv[1:] if arguments is None else arguments)
    command = next((a for a in arguments if not a.startswith("-")), None)
    parser = _make_parser(command)
    args = parser.parse_args(arguments)
    if args.version:
        from importlib.metadata import version

        print(f"{PROGRAM} {version(PROGRAM)}")
        return 0
    if args.command is None:
        parser.error("no command given")
    module = import_module(f"xdsl_opencl.cli.{module_name(args.command)}")
    try:
        status: int = module.run(args)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has gone; keep Python from noticing again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_USER
    except Exception as error:
        return report(error, args.debug)
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
    Answers the shell's question for the words that may follow, and ends the process. The
    shell asks only after it was told to (`register-python-argcomplete`).
    """
    try:
        argcomplete = import_module("argcomplete")
    except ModuleNotFoundError:
        sys.exit(EXIT_USER)
    argcomplete.autocomplete(_make_parser(*COMMANDS))


def _spare_collection() -> None:
    """
    Keeps Python from looking for garbage, also at its end: what a command makes lives until
    then, and a small file would take a quarter longer. What handles many inputs enables
    it again.
    """
    gc.disable()
    atexit.register(gc.freeze)


def report(error: Exception, debug: bool) -> int:
    """
    Says on standard error what went wrong; returns the exit status.
    """
    from xdsl_opencl.driver import CompileError

    if isinstance(error, CompileError):
        text = str(error)
        # What has no place in an input is said by the program.
        prefix = f"{PROGRAM}: " if text.startswith("error:") else ""
        print(prefix + text, file=sys.stderr)
        return EXIT_USER
    print(
        f"{PROGRAM}: internal error, please report: {type(error).__name__}: "
        f"{str(error).partition(chr(10))[0]}"
        f"{'' if debug else ' (a traceback: --debug before the command)'}",
        file=sys.stderr,
    )
    if debug:
        import traceback

        traceback.print_exception(error)
    return EXIT_INTERNAL
