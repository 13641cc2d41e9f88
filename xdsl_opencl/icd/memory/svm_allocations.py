"""The allocations of shared virtual memory."""

from __future__ import annotations

import bisect
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.abi.opencl_api import ApiError
from xdsl_opencl.icd.api.object_handles import lock


@dataclass(frozen=True)
class Usm:
    """
    What `cl_intel_unified_shared_memory` says of an allocation: its type, the handle of its device
    (0 for the host's), and its flags.
    """

    type: int
    device: int
    flags: int


_usm: dict[int, Usm] = {}
"""By the address."""
_allocations: dict[int, npt.NDArray[np.uint8]] = {}
_starts: list[int] = []
"""Their addresses, in order."""


def find_svm(address: int) -> tuple[int, int] | None:
    """The beginning and the bytes of the allocation that `address` is in."""
    with lock:
        index = bisect.bisect_right(_starts, address) - 1
        if index < 0:
            return None
        start = _starts[index]
        size = _allocations[start].nbytes
    return (start, size) if address < start + size else None


def check_allocated(address: int | None, size: int) -> None:
    """Raises `ApiError` unless the `size` bytes at `address` are in one allocation."""
    found = find_svm(address or 0)
    if found is None or (address or 0) + size > sum(found):
        raise ApiError(cl.INVALID_VALUE, "outside of an allocation")


def all_svm() -> list[npt.NDArray[np.uint8]]:
    """The memory of all allocations."""
    with lock:
        return list(_allocations.values())


def find_usm(address: int) -> Usm | None:
    """What was allocated at `address`."""
    with lock:
        return _usm.get(address)


def keep_svm(memory: npt.NDArray[np.uint8], usm: Usm | None = None) -> int:
    """Makes `memory` an allocation. Returns its address."""
    address = int(memory.ctypes.data)
    with lock:
        if usm is not None:
            _usm[address] = usm
        _allocations[address] = memory
        bisect.insort(_starts, address)
    return address


def free_svm(address: int | None) -> None:
    """Frees the allocation at `address`, if there is one."""
    with lock:
        if address and _allocations.pop(address, None) is not None:
            _starts.remove(address)
            _usm.pop(address, None)
