"""
Buffers of the CPU device: memory without content, or with limited access, as
`clCreateBuffer` makes it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from xdsl_opencl.runtime.errors import RuntimeFailure

ACCESS = ("read_write", "read_only", "write_only")


class Buffer:
    """
    Memory for a pointer to global or constant memory. A checked program reports
    accesses that the buffer forbids (`CL_MEM_READ_ONLY`, `CL_MEM_WRITE_ONLY`), and
    reads of bytes that neither a kernel nor `fill` has written; other programs do not
    check this.
    """

    def __init__(
        self,
        content: int | npt.NDArray[Any],
        access: str = "read_write",
        *,
        written: bool = True,
    ) -> None:
        """
        `content` is an array, which is shared, or the size in bytes of unwritten
        memory. `access` is `read_write`, `read_only` or `write_only`, for kernels.
        `written`: the array's content may be read.

        Raises `RuntimeFailure` for another access and a size below 1.
        """
        if access not in ACCESS:
            raise RuntimeFailure(
                f"a buffer's access is {access!r}; give one of {', '.join(ACCESS)}"
            )
        self.access = access
        self.written: npt.NDArray[np.uint8] | None = None
        """
        One byte for each byte of the buffer, not 0 once it is written; `None`: all are
        written.
        """
        if isinstance(content, np.ndarray):
            self.array: npt.NDArray[Any] = content
            if not written:
                self.written = np.zeros(content.nbytes, np.uint8)
            return
        if content < 1:
            raise RuntimeFailure(f"Buffer({content}): give a size of 1 byte or more")
        # A faulty read of a kernel should give the same value each time.
        self.array = np.zeros(content, np.uint8)
        self.written = np.zeros(content, np.uint8)

    def fill(self, content: npt.NDArray[Any], offset: int = 0) -> None:
        """
        Writes the bytes of `content` at byte `offset`.

        Raises `RuntimeFailure` when they do not fit.
        """
        data = np.ascontiguousarray(content).reshape(-1).view(np.uint8)
        end = offset + data.size
        if offset < 0 or end > self.array.nbytes:
            raise RuntimeFailure(
                f"bytes {offset} to {end} are not in a buffer of {self.array.nbytes}"
            )
        self.array.reshape(-1).view(np.uint8)[offset:end] = data
        if self.written is not None:
            self.written[offset:end] = 1
