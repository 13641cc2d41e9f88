"""Sizes of a launch: checked, and laid out as the record that kernels read."""

from __future__ import annotations

import ctypes
import math
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NoReturn, SupportsIndex

from xdsl_opencl.abi.arguments.packing import group_fault
from xdsl_opencl.abi.cpu.host_launch import (
    INT_IDS,
    LAUNCH_BYTES,
    LAUNCH_FIELDS,
    MAX_WORK_GROUP_SIZE,
    ONE_ITEM,
    WHOLE_GROUPS,
    WHOLE_ROWS,
)
from xdsl_opencl.runtime.errors import RuntimeFailure

PREFERRED_WORK_GROUP_SIZE = 256
"""Upper bound of the size that the device chooses."""

Size = SupportsIndex | Sequence[SupportsIndex]

Record = ctypes.c_int64 * (LAUNCH_BYTES // 8)
_AXES = "xyz"


@dataclass(frozen=True)
class LaunchPlan:
    """
    A checked launch: `global_size`, `local_size` and `global_offset` have one element for
    each of its dimensions; `record` is the content of the launch record, `groups` the
    number of work-groups, `items` the work items of a full one, `facts` those of
    `LAUNCH_FACTS` that hold.
    """

    global_size: tuple[int, ...]
    local_size: tuple[int, ...]
    global_offset: tuple[int, ...]
    record: bytes
    groups: int
    items: int
    facts: int


def _sizes(value: Size, what: str, fail: Callable[[str], NoReturn]) -> tuple[int, ...]:
    try:
        if isinstance(value, Sequence):
            return tuple(operator.index(v) for v in value)
        return (operator.index(value),)
    except TypeError:
        fail(f"{what} {value!r} is not an integer or a sequence of integers")


def _choose(
    size: tuple[int, ...], uniform: bool, largest: int, axis: int
) -> tuple[int, ...]:
    """
    Whole rows of up to 256 work items along dimension `axis`: the largest divisor of its size, or
    256 when a remainder is allowed and costs less than short rows; other dimensions one by one.
    """
    axis = min(axis, len(size) - 1)
    first = size[axis]
    most = min(PREFERRED_WORK_GROUP_SIZE, largest)
    if first <= most:
        row = first
    else:
        row = next(n for n in range(most, 0, -1) if first % n == 0)
        if row < most // 4 and not uniform:
            row = most
    return tuple(row if n == axis else 1 for n in range(len(size)))


def plan_launch(
    kernel: str,
    required: tuple[int, ...] | None,
    global_size: Size,
    local_size: Size | None,
    global_offset: Size | None,
    *,
    uniform: bool = False,
    largest: int = MAX_WORK_GROUP_SIZE,
    row_axis: Callable[[], int] = int,
) -> LaunchPlan:
    """
    The launch of `kernel`, whose `reqd_work_group_size` is `required`, on `global_size`
    work items; with a 0 in it there is no work-group (OpenCL 2.1, clEnqueueNDRangeKernel).
    `local_size` `None`: the device chooses. `uniform`: the kernel was built
    for work-groups of one size (`-cl-uniform-work-group-size`). `largest` is the number of
    work items that a work-group may have, `row_axis` gives the dimension along which the device
    likes them to lie, if it matters.

    Raises `RuntimeFailure` for sizes that do not fit each other or the kernel.
    """

    def fail(message: str) -> NoReturn:
        raise RuntimeFailure(f"kernel '{kernel}': {message}")

    size = _sizes(global_size, "global size", fail)
    if not 1 <= len(size) <= 3:
        fail(f"global size {size} has {len(size)} dimensions; give 1 to 3 numbers")
    if any(n < 0 for n in size):
        fail(f"global size {size} has a number below 0; give the number of work items")
    if math.prod(size) >= 1 << 63:
        fail(
            f"global size {size} has more work items than 63 bits can count; give a "
            "smaller one"
        )
    if local_size is not None:
        local = _sizes(local_size, "local size", fail)
    elif required is not None:
        local = required[: len(size)]
    else:
        sizes = tuple(max(n, 1) for n in size)
        axis = row_axis() if len(sizes) > 1 else 0
        local = _choose(sizes, uniform, largest, axis)
    if len(local) != len(size):
        fail(
            f"global size {size} and local size {local} have different numbers of "
            "dimensions; give both in as many"
        )
    if any(n < 1 for n in local):
        fail(
            f"local size {local} has a number below 1; give at least 1 work item in each "
            "dimension, or no local size, and the device chooses one"
        )
    fault = group_fault(
        size, local, required=required, uniform=uniform, largest=largest
    )
    if fault is not None:
        fail(fault)
    offset = (0,) * len(size)
    if global_offset is not None:
        offset = _sizes(global_offset, "global offset", fail)
    if len(offset) != len(size):
        fail(
            f"global size {size} and global offset {offset} have different numbers of "
            "dimensions; give both in as many"
        )
    if any(not 0 <= o < 1 << 62 for o in offset):
        fail(
            f"global offset {offset} has a number below 0 or above 2^62; give the first "
            "global id of each dimension"
        )
    groups = [-(-g // n) for g, n in zip(size, local, strict=True)]
    return LaunchPlan(
        size,
        local,
        offset,
        _record(size, local, offset, groups),
        math.prod(groups),
        math.prod(local),
        _facts(size, local, offset),
    )


def _record(
    size: Sequence[int],
    local: Sequence[int],
    offset: Sequence[int],
    groups: Sequence[int],
) -> bytes:
    """The content of the launch record."""
    record = Record()
    record[LAUNCH_FIELDS["work_dim"] // 8] = len(size)
    for name, given, default in (
        ("global_size", size, 1),
        ("local_size", local, 1),
        ("global_offset", offset, 0),
        ("num_groups", groups, 1),
    ):
        for axis in range(3):
            field = LAUNCH_FIELDS[f"{name}_{_AXES[axis]}"] // 8
            record[field] = given[axis] if axis < len(given) else default
    return bytes(record)


def _facts(size: Sequence[int], local: Sequence[int], offset: Sequence[int]) -> int:
    """The facts (`LAUNCH_FACTS`) that hold."""
    facts = 0
    if not any(g % n for g, n in zip(size, local, strict=True)):
        facts |= WHOLE_GROUPS
    if all(o + g <= 1 << 31 for o, g in zip(offset, size, strict=True)):
        facts |= INT_IDS
        for items, fact in WHOLE_ROWS.items():
            if size[0] % items == local[0] % items == 0:
                facts |= fact
    for axis, fact in ONE_ITEM.items():
        if all(items == 1 for items in local[axis:]):
            facts |= fact
    return facts
