"""The error of the CPU device."""

from __future__ import annotations

from xdsl_opencl.errors import Error


class RuntimeFailure(Error, RuntimeError):
    """
    A launch or a build that cannot be done; the text names the kernel, the argument and
    the expected value.
    """
