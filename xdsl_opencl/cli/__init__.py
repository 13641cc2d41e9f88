"""
The command line, `xdsl-opencl`: one module for each sub-command.

A sub-command is a line of `cli.commands.COMMANDS` and a module with `DESCRIPTION`, `OPTIONS`,
those below a heading in `GROUPS`, and `run(args) -> int`, which is imported only when the command is
used. `run` raises faults of the user as `xdsl_opencl.driver.CompileError`.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence

EXIT_INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """
    Runs a command line, the process's own by default; returns the exit status.

    An interrupt while the process still imports modules ends it with the status of every
    interrupt and without a traceback. A process that is started with interrupts ignored (`nohup`,
    cron, `&` in a script) goes on ignoring them.
    """
    if arguments is None and signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, lambda _number, _frame: os._exit(EXIT_INTERRUPTED))
    from xdsl_opencl.cli.commands import run_command

    return run_command(arguments)
