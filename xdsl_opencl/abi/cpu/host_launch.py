"""
The launch record of the CPU device: the facts of a launch that the runtime gives a kernel.

A kernel of ABI `host` is `void k(ptr arguments, ptr launch, i64 x, i64 y, i64 z)`: the
packed argument block of `layout()`, the record below, and the group ids of one
work-group. `void k.groups(ptr arguments, ptr launch, i64 begin, i64 end)` runs the
work-groups whose linear ids lie in `[begin, end)`, x fastest.
"""

from __future__ import annotations

_VECTORS = ("global_size", "local_size", "global_offset", "num_groups")

LAUNCH_FIELDS: dict[str, int] = {
    "work_dim": 0,
    **{
        f"{name}_{axis}": 8 * (1 + 3 * i + j)
        for i, name in enumerate(_VECTORS)
        for j, axis in enumerate("xyz")
    },
    "stop": 8 * 13,
    "check": 8 * 14,
    "failed": 8 * 15,
}
"""
Field name to byte offset; every field has 8 bytes. `local_size_*` is the enqueued size: the
last group of a dimension may be smaller. Unused dimensions have size 1, offset 0. No
further work-group begins once `stop` is not 0. `check`: the checker's launch record
(`abi/cpu/host_check.py`), for kernels that are checked. `failed` is not 0 after a work item has
failed an assertion: the number of the text (`ASSERTIONS_SUFFIX`) from 1 on in the low
`ASSERTION_BITS` bits, the global linear id of the work item in the others.
"""

LAUNCH_BYTES = 8 * (max(LAUNCH_FIELDS.values()) // 8 + 1)
"""Size of the record."""

MAX_WORK_GROUP_SIZE = 4096
"""Work items in a work-group (`CL_DEVICE_MAX_WORK_GROUP_SIZE`)."""
SUB_GROUP_SIZE = 16
"""Work items of a sub-group, unless the kernel requires another size; as many as a row has."""
SUB_GROUP_SIZES = (8, 16, 32, 64)
"""The sizes that a kernel may require (`CL_DEVICE_SUB_GROUP_SIZES_INTEL`)."""

GROUPS_SUFFIX = ".groups"
"""Suffix of the symbol that runs a range of work-groups."""

ASSERTION = "opencl.assertion"
"""
Attribute of a kernel: the texts of its assertions. Attribute of an `llvm.intr.trap` before the
return of a work item that fails one: the number of its text, from 1 on.
"""
ASSERTION_BITS = 16
ASSERTIONS_SUFFIX = ".assertions"
"""Suffix of the variable with the texts of a kernel's assertions, each ended by a zero."""

RUN_GROUPS = "__xdsl_opencl_run_groups"
"""
The function that `k.groups` calls with its own arguments and the address of `k`: one for
all kernels.
"""

FRAME_BYTES = "opencl-frame-bytes"
"""Function attribute: bytes of stack that a group of any size needs."""
ITEM_BYTES = "opencl-item-bytes"
"""Function attribute: bytes of stack for each work item of a group."""
LOOPS = "opencl-loops"
"""Function attribute: 1 if the kernel has a loop."""
ROUNDS = "opencl-rounds"
"""
Function attribute: the most rounds of the loops of a kernel that surely ends, as a sum of
products, `8,s4 32`. `s4` is one more than parameter 4 as a number with a sign, `u4` as one
without. A round with much work counts as several.
"""
DIMENSIONS = "opencl-dimensions"
"""Function attribute: the dimensions that the kernel asks about, 1 to 3."""

LOCAL_BYTES = "opencl-local-bytes"
"""Function attribute: bytes of the kernel's variables in local memory; without it none."""
ROW_AXIS = "opencl-row-axis"
"""
Function attribute: 1 for a kernel whose rows of work items should lie along dimension 1; without it
they lie along dimension 0.
"""

ROW_FUNCTIONS = "opencl.row_functions"
"""
Attribute of a module: a dictionary of functions `f` of numbers. The linker of the module
defines `__row_f`, which is `f` of vectors of `ROW_ITEMS` numbers. A value that is a number
bounds the absolute values for which `__row_f` is right; then there is also `void
__far_f(ptr x, ptr y)`, which is `f` of any `ROW_ITEMS` numbers. And it defines
`RUN_GROUPS`.
"""

IMAGE_PREFIX = "__xdsl_opencl_"
IMAGE_FUNCTIONS = {
    "fetch_f": 3,
    "fetch_i": 3,
    "sample_f": 3,
    "sample_i": 3,
    "write_f": 2,
    "write_i": 2,
    "write_ui": 2,
}
"""
The functions that read and write images, after `IMAGE_PREFIX` (`libraries/image.c`), and
how many of their first arguments all work items share: the image, the sampler, its kind. With
`row_` before the name they do it for `ROW_ITEMS` work items, and take the addresses of vectors
in place of other arguments; then of four vectors for a result, or a mask of the work items that write.
"""
LINE_FUNCTIONS = ("fetch_f", "write_f")
"""
Functions that with `line_` before the name take the three coordinates of the first work item; the
first coordinate of each next work item grows by one, the other two are the same.
"""

LINE_BYTES = 64
"""
Bytes of a cache line of x86, and of its widest vectors: the alignment of memory that work items
read in vectors, which cross two lines otherwise.
"""

ASSERT_VARIABLE = "XDSL_OPENCL_ASSERT"
"""Unless it is empty or 0, work items in lockstep check the rules of their package."""

ROW_ITEMS = 16
"""Work items in lockstep: 32 bits of each fill the widest vectors of x86."""
WIDE_ROW_ITEMS = 32
"""The same where each vector waits for the one before."""

LAUNCH_FACTS = "__xdsl_opencl_launch_facts"
"""
The constant `i32` of a module with the facts about its launches, one bit each. The module has
no facts, `weak`; for launches with some the device links another value, and LLVM makes code
for these alone.
"""
INT_IDS = 1
"""An `int` can hold every global id."""
WHOLE_GROUPS = 2
"""All work-groups have the size of the launch."""
WHOLE_ROWS = {ROW_ITEMS: 4, WIDE_ROW_ITEMS: 8}
"""
Work items of a row to the fact that it divides the numbers of work items in dimension 0, and
`INT_IDS` holds.
"""
ONE_ITEM = {1: 16, 2: 32}
"""Dimension to the fact that work-groups have one work item in it and in those after it."""
FACT_NAMES = {
    INT_IDS: "int_ids",
    WHOLE_GROUPS: "whole_groups",
    WHOLE_ROWS[ROW_ITEMS]: "whole_rows",
    WHOLE_ROWS[WIDE_ROW_ITEMS]: "whole_wide_rows",
    ONE_ITEM[1]: "one_y",
    ONE_ITEM[2]: "one_z",
}

FACTS = "opencl-facts"
"""Function attribute: the facts that the code of the kernel depends on."""
