"""
The command line, `xdsl-opencl`: one module for each sub-command.

A sub-command is a line of `cli.main.COMMANDS` and a module with `add_parser(subparsers)`
and `run(args) -> int`, which is imported only when it is asked for. Faults of the user
leave `run` as `xdsl_opencl.driver.CompileError`.
"""

from xdsl_opencl.cli.main import main

__all__ = ["main"]
