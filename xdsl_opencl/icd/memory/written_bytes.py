"""
`XDSL_OPENCL_CHECK`: the record, for the checker of kernels, of the memory that programs
write.
"""

from __future__ import annotations

import os

import numpy as np
import numpy.typing as npt

CHECK_VARIABLE = "XDSL_OPENCL_CHECK"
"""Set: kernels are checked, and reports go to standard error."""


def checked() -> bool:
    """Returns whether kernels are to be checked."""
    return os.environ.get(CHECK_VARIABLE, "0") not in ("", "0")


class Written:
    """
    The bytes of a buffer that the program or a kernel has written: `marks` has a byte
    for each byte of the buffer, not 0 once it is written; `None` when all are written,
    or kernels are not checked.
    """

    __slots__ = ("marks",)

    def __init__(self, marks: npt.NDArray[np.uint8] | None = None) -> None:
        self.marks = marks

    @staticmethod
    def none_of(size: int) -> Written:
        """A record of `size` unwritten bytes, where kernels are checked."""
        return Written(np.zeros(size, np.uint8) if checked() else None)

    def part(self, offset: int, size: int) -> Written:
        """The record of a part of the buffer, with the same marks."""
        marks = self.marks
        return Written(None if marks is None else marks[offset : offset + size])

    def mark(self, offset: int, size: int) -> None:
        if self.marks is not None:
            self.marks[offset : offset + size] = 1

    def copy(self, offset: int, source: Written, begin: int, size: int) -> None:
        """Marks the bytes from `offset` on like those of `source` from `begin` on."""
        if self.marks is None:
            return
        given = 1 if source.marks is None else source.marks[begin : begin + size]
        self.marks[offset : offset + size] = given
