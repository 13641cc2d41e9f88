"""
Instructions from bytes by llvm-objdump, and from the assembly text of the same compilation:
both are one program.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest
from frontend_helpers import KERNELS, needs_clang, options_of, suite_builds
from long_runs import FULL
from tools import find, missing

from xdsl_opencl import compile
from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.backend.elf import read_elf
from xdsl_opencl.driver import CompileError
from xdsl_opencl.emulator.code_object import load_code_object
from xdsl_opencl.emulator.disassembly import (
    OBJDUMP_VARIABLE,
    disassemble,
    find_objdump,
    read_assembly,
)
from xdsl_opencl.emulator.errors import EmulatorError
from xdsl_opencl.emulator.instruction import Instruction
from xdsl_opencl.emulator.operands import (
    Group,
    Literal,
    Name,
    Operand,
    Register,
    Special,
)
from xdsl_opencl.emulator.parsing import parse, parse_operand
