"""
AMD GPUs as devices: kernels as machine code, which the emulator runs.
"""

from __future__ import annotations

from typing import NoReturn

from xdsl.dialects.builtin import ModuleOp

from xdsl_opencl.abi.target import Target
from xdsl_opencl.runtime.errors import RuntimeFailure
from xdsl_opencl.runtime.kernel import Built, Device


class GpuDevice:
    """
    The emulator of the processor of `target`.

    Raises `RuntimeFailure` for an ABI or a processor that is not emulated.
    """

    def __init__(self, target: Target):
        self.target = target
        raise _not_emulated(target.mcpu)

    def build(self, module: ModuleOp, *, level: int, check: bool) -> NoReturn:
        raise _not_emulated(self.target.mcpu)


def _not_emulated(name: str) -> RuntimeFailure:
    return RuntimeFailure(f"'{name}' is not emulated; leave the device out")


def foreign_program(
    code: bytes, wanted: str | Target | Device, *, check: bool
) -> tuple[GpuDevice, Built]:
    """
    The device for code object `code`, and its program; `wanted` must agree with it.

    Raises `RuntimeFailure`.
    """
    raise _not_emulated("the processor of a code object")
