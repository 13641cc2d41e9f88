"""Kernels written in AMD GPU assembly, as code objects that the emulator runs."""

from __future__ import annotations

from functools import cache

from texts import whole

from xdsl_opencl.abi.target import Target
from xdsl_opencl.backend.objects.assembler import assemble
from xdsl_opencl.backend.objects.code_object import link
from xdsl_opencl.runtime import Program

SOURCE = whole("assembly_kernels.s")
"""
The kernel has `out` at byte 0 of its arguments, whose address is s[0:1], `n` at 8, and
nothing from 12 on; v0 is the work item's number in its group.
"""


@cache
def code(body: str, mcpu: str) -> bytes:
    """The code object of the kernel with the instructions `body`."""
    target = Target(mcpu=mcpu)
    choice = len(target.processor.wave_sizes) > 1
    text = SOURCE.format(
        body=body,
        mcpu=mcpu,
        wave_size=target.wave_size,
        directives=".amdhsa_wavefront_size32 1" if choice else "",
    )
    return link(assemble(text, target))


def program(body: str, mcpu: str = "gfx1100", *, check: bool = False) -> Program:
    return Program.from_code_object(code(body, mcpu), check=check)
