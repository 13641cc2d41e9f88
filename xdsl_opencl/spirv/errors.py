"""The errors of SPIR-V."""

from __future__ import annotations

from xdsl_opencl.errors import Error


class SpirvError(Error, ValueError):
    """
    A module is not valid, or has what the package does not take; the text has the offset of
    the instruction in words, its name, the fault and the remedy.
    """
