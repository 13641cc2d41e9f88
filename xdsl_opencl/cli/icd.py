"""
`xdsl-opencl icd`: the OpenCL driver over the CPU device, for programs that use OpenCL.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal

from xdsl_opencl.cli.options import value
from xdsl_opencl.driver import CompileError
from xdsl_opencl.icd.api.driver_library import DriverError, environment, icd_file

DESCRIPTION = """\
Makes the OpenCL driver of the CPU device ready and prints the path of its .icd file, which
a loader finds in /etc/OpenCL/vendors or through $OCL_ICD_VENDORS. With '-- COMMAND...' runs
that command with this driver.
"""


OPTIONS = (
    value(
        "program",
        "COMMAND",
        "a program that uses OpenCL, and its arguments, after --",
        nargs=argparse.REMAINDER,
    ),
)


def run(args: argparse.Namespace) -> int:
    """
    Prints the path, or becomes the program. Returns the exit status.

    Raises `CompileError` when the driver cannot be made, or there is no such program.
    """
    words: list[str] = args.program
    if words[:1] == ["--"]:
        del words[0]
    try:
        if not words:
            print(icd_file())
            return 0
        variables = {**os.environ, **environment()}
    except DriverError as error:
        raise CompileError(str(error)) from error
    if shutil.which(words[0]) is None:
        raise CompileError(f"error: '{words[0]}' is not a program")
    # Python ignores these signals, and the command would inherit that.
    for number in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)
    os.execvpe(words[0], words, variables)
