"""`xdsl-opencl disassemble`: lists the instructions of a code object."""

from __future__ import annotations

import argparse

from xdsl_opencl.cli.options import add, value
from xdsl_opencl.cli.terminal import printable
from xdsl_opencl.driver import CompileError, user_errors

DESCRIPTION = """\
Lists the instructions of a code object for gfx8 to gfx12 (.hsaco, .o) with their addresses and
bytes, letter for letter as `llvm-objdump -d` of LLVM 22 does. It needs no LLVM. Bytes that are no
instruction are listed as `.long`.
"""

OPTIONS = (
    value("input", "FILE", "an ELF file with code for an AMD GPU"),
    value("--mcpu", "NAME", "the processor (default: that of the file)"),
    value(
        "--wave-size",
        "SIZE",
        "32 or 64: the size of waves, which decides the names of masks (default: the "
        "processor's own)",
        type=int,
        choices=(32, 64),
    ),
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options of the sub-command."""
    add(parser, *OPTIONS)


def run(args: argparse.Namespace) -> int:
    """Prints the listing."""
    from xdsl_opencl.backend.elf import ElfError
    from xdsl_opencl.emulator.errors import EmulatorError
    from xdsl_opencl.emulator.isa.listing import listing

    with user_errors(), open(args.input, "rb") as file:
        code = file.read()
    try:
        lines = list(listing(code, args.input, args.mcpu, args.wave_size))
    except (ElfError, EmulatorError) as error:
        raise CompileError(f"{args.input}: error: {error}") from error
    print(printable("\n".join(lines)))
    return 0
