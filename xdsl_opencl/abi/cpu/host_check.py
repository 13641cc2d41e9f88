"""
The data that the checker of the CPU device (`libraries/check.c`) shares with the code
that calls it and with the runtime that reads its reports.

A checked kernel has, for each work-group that runs, a *group record* on the stack, and the
launch record's field `check` points to the *launch record of the checker*, 64-bit words
with the arguments' memory and room for reports.

Every access says how far its memory goes, the *extent*: of a variable its bytes and,
shifted by 40, its number in the table of variables; `-1 - i` of argument `i`; `UNKNOWN`
where that is not known.
"""

from __future__ import annotations

from enum import IntEnum

from xdsl_opencl.abi.enums import FenceFlag

GROUP_BYTES = 4096
"""The group record, aligned to `GROUP_ALIGNMENT`."""
GROUP_ALIGNMENT = 128
ITEM_OFFSET = 8
"""The offset of the linear local id of the work item that runs, 8 bytes."""
VALUE_OFFSET = 3840
"""The offset at which a kernel puts the value that it wants stored."""
VALUE_BYTES = 256
"""The largest access; LLVM's vectors of OpenCL have up to 128 bytes."""

UNKNOWN = -(2**63)
VARIABLE_SHIFT = 40

ALIGNMENT_SHIFT = 32
"""The first word of an access: bytes, log2 of the alignment, these flags, the space."""
WRITES = 1 << 40
READS = 1 << 41
ATOMIC = 1 << 42
VOLATILE = 1 << 45
"""Not atomic, but meant for memory that other work items change with atomic operations."""
COMPARES = 1 << 46
"""Writes only where memory holds the value in the group record."""
COPIES = 1 << 47
"""Reads what it stores elsewhere: the padding of a structure need not be written."""
SHARED = 1 << 43
"""Other work items may write there: races are looked for."""
CONSTANT = 1 << 44
"""Memory that is never written."""
SPACE_SHIFT = 48
"""SPIR's number of the address space."""
ALONE = 1 << 51
"""Work-groups agree on the writer by atomic operations."""
GRAIN_SHIFT = 36
"""log2 of the bytes that the checker keeps apart, one number for a kernel."""
MOST_GRAIN = 4
SLOT_SHIFT = 52
"""The slot of the group record with the facts about the memory."""
NO_SLOT = 63
SLOTS = 35
CELL_BYTES = 32
"""The record of the work items that touched a grain."""
UNWRITTEN, WRITTEN, ENDED, COMING = range(4)
"""
The states of a byte of memory. `ENDED`: the function or block of its variable has ended.
`COMING`: an asynchronous copy writes it, and the work-group has not waited for that.
"""

FENCES = {FenceFlag.LOCAL: 1, FenceFlag.GLOBAL: 2}
"""`cl_mem_fence_flags` (OpenCL C 3.0, section 6.15.8)."""


class Kind(IntEnum):
    """The kind of error that a report is about."""

    OUT_OF_BOUNDS = 1
    NULL_POINTER = 2
    MISALIGNED = 3
    READ_ONLY = 4
    UNINITIALISED = 5
    WRITE_WRITE = 6
    READ_WRITE = 7
    DIFFERENT_BARRIERS = 8
    MISSING_AT_BARRIER = 9
    DIFFERENT_COPIES = 10
    IMAGE = 11
    DIVISION = 12
    ARRAY_INDEX = 13
    WRITE_ONLY = 14
    UNDEFINED = 15
    NOT_AWAITED = 16
    NO_EVENT = 17
    DIFFERENT_EVENTS = 18
    ENDED = 19
    COMING = 20


LAUNCH_WORDS = (
    "arguments",
    "argument_count",
    "reports",
    "capacity",
    "count",
    "lock",
    "aliased",
    "variables",
    "groups_x",
    "groups_y",
    "groups_z",
)
"""
The checker's launch record. `arguments` has five words for each argument: its address, its bytes,
flags of the accesses that are forbidden there, the address of its cells (`CELL_BYTES` for each
grain; 0 if no work item writes), and the address of a map with a byte for each of its bytes, not 0
once that byte is written (0 if all are written). They are 0 for an argument that is not a pointer
to global or constant memory.
`aliased`: two of them overlap. `variables`: addresses of the cells of program-scope
variables, by the variable's number.
"""
ARGUMENT_WORDS = 5
CONSTANT_MEMORY = 1
READ_ONLY_ARRAY = 2
WRITE_ONLY_ARRAY = 4
NO_ARRAY = 8
"""A pipe: races are not looked for."""

REPORT_WORDS = (
    "kind",
    "site",
    "other_site",
    "item",
    "other_item",
    "group_x",
    "group_y",
    "group_z",
    "other_group",
    "offset",
    "extent",
    "size",
    "writes",
    "times",
)
"""
A report. `item` and `other_item` are linear local ids, -1 for none and `WHOLE_GROUP` for an
asynchronous copy; `other_group` is the linear id of the other work item's group, -1 for the
same and -2 for one that is not known; `offset` counts bytes from where the memory begins,
or is the address where that is unknown; `times` counts the reports that were the same but
for work item and place; this is the first in the order of work-groups and work
items. Of an image `offset`, `other_item` and `size` are the coordinates; at a barrier
`size` is the number of work items that reached it, `writes` that of the group. Of an array
in a variable `offset` is the index and `size` the number of elements.
"""
WHOLE_GROUP = 8191
