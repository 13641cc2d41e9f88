"""The CPU device's limits, as `clGetDeviceInfo` reports them."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from xdsl_opencl.abi.cpu.host_launch import MAX_WORK_GROUP_SIZE
from xdsl_opencl.runtime.cpu.thread_pool import (
    SPARE_STACK_BYTES,
    STACK_BYTES,
    thread_count,
)
from xdsl_opencl.runtime.launch_sizes import PREFERRED_WORK_GROUP_SIZE


@dataclass(frozen=True)
class Device:
    """
    Limits of the CPU device. Sizes are in bytes; `group_memory_bytes` limits the sum of
    a work-group's local memory and its private memory that lives across barriers.
    """

    name: str
    threads: int
    max_work_item_dimensions: int
    max_work_group_size: int
    preferred_work_group_size: int
    group_memory_bytes: int
    address_bits: int


def device() -> Device:
    """
    Returns the limits of the device, with the threads that `$XDSL_OPENCL_THREADS` asks for
    or this process may use.

    Raises `RuntimeFailure` when the variable is not a positive number.
    """
    # llvmlite has no type annotations.
    llvm: Any = import_module("llvmlite.binding")
    return Device(
        name=str(llvm.get_host_cpu_name()),
        threads=thread_count(),
        max_work_item_dimensions=3,
        max_work_group_size=MAX_WORK_GROUP_SIZE,
        preferred_work_group_size=PREFERRED_WORK_GROUP_SIZE,
        group_memory_bytes=STACK_BYTES - SPARE_STACK_BYTES,
        address_bits=8 * struct.calcsize("P"),
    )
