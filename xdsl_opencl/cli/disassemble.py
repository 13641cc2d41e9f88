"""`xdsl-opencl disassemble`: lists the instructions of a code object or of SPIR-V."""

from __future__ import annotations

import argparse

from xdsl_opencl.cli.options import switch, value
from xdsl_opencl.cli.terminal import printable
from xdsl_opencl.driver import CompileError, user_errors

DESCRIPTION = """\
Lists the instructions of a code object for gfx8 to gfx12 (.hsaco, .o) with their addresses and
bytes, letter for letter as `llvm-objdump -d` of LLVM 22 does. It needs no LLVM. Bytes that are no
instruction are listed as `.long`. Of a module of SPIR-V (.spv) it prints the text that `spirv-dis
--no-color --raw-id` prints.
"""

_TAKEN = "; give a code object (.hsaco, .o), a bundle or SPIR-V (.spv)"

OPTIONS = (
    value("input", "FILE", "an ELF file with code for an AMD GPU, a bundle, or SPIR-V"),
    value(
        "--mcpu",
        "NAME",
        "the processor (default: that of the file); of a bundle, which code object",
    ),
    switch(
        "--lines",
        "show functions and lines of the source, if it was compiled with -g "
        "(as llvm-objdump -l)",
    ),
    value(
        "--wave-size",
        "SIZE",
        "32 or 64: the size of waves, which decides the names of masks (default: the "
        "processor's own)",
        type=int,
        choices=(32, 64),
    ),
)


def run(args: argparse.Namespace) -> int:
    """Prints the listing."""
    from xdsl_opencl.abi.target import Target
    from xdsl_opencl.backend.objects.bundle import is_bundle
    from xdsl_opencl.backend.objects.elf import ElfError
    from xdsl_opencl.emulator.isa.listing import listing
    from xdsl_opencl.errors import Error
    from xdsl_opencl.frontend.file_kinds import SPIRV_ENDINGS, is_spirv

    with user_errors(), open(args.input, "rb") as file:
        code = file.read()
    processor = args.mcpu
    try:
        if is_spirv(code) or args.input.endswith(SPIRV_ENDINGS):
            if processor or args.lines or args.wave_size:
                raise Error(
                    "--mcpu, --lines and --wave-size are for code of GPUs; this is SPIR-V, "
                    "so leave them out"
                )
            from xdsl_opencl.spirv.assembly import print_module
            from xdsl_opencl.spirv.words import read

            print(printable(print_module(read(code)).rstrip("\n")))
            return 0
        if is_bundle(code):
            from xdsl_opencl.runtime.gpu import one_code_object

            wanted = Target(mcpu=processor) if processor else None
            code, processor = one_code_object(code, wanted), None
        lines = list(
            listing(code, args.input, processor, args.wave_size, lines=args.lines)
        )
    except (ElfError, Error) as error:
        is_elf = code.startswith(b"\x7fELF") or not isinstance(error, ElfError)
        more = "" if is_elf else _TAKEN
        raise CompileError(f"{args.input}: error: {error}{more}") from error
    print(printable("\n".join(lines)))
    return 0
