"""
The exceptions that every part of the frontend raises.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl_opencl.errors import Error

if TYPE_CHECKING:
    from xdsl.ir import Operation


class FrontendError(Error):
    """
    An input that cannot be imported. The message is complete: place, cause, remedy.
    """


class Unsupported(Exception):
    """
    A use of OpenCL that the dialect cannot say; whoever walks the module adds the place.
    """


class RaiseError(Exception):
    """
    A module that cannot be raised: the message, and the operation that it is about, or
    None where the module as a whole contradicts itself.
    """

    def __init__(self, message: str, op: Operation | None = None):
        super().__init__(message)
        self.message = message
        self.op = op
