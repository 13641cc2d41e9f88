"""
The amdcl2 ABI: AMD Catalyst, OpenCL 2.0, 32 and 64 bit, drivers from 1912.05.

Sources: CLRX, `doc/AmdCl2Abi.md`, `amdbin/AmdCL2BinGen.cpp`.
"""

from __future__ import annotations

from dataclasses import replace

from xdsl_opencl.abi.model import KernelArgumentLayout, KernelSignature, align_to
from xdsl_opencl.abi.placing import ArgumentRules, place_hidden, slots_of

HIDDEN_NAMES = (
    "global_offset_0",
    "global_offset_1",
    "global_offset_2",
    "printf_buffer",
    "vqueue_pointer",
    "aqlwrap_pointer",
)
"""The six arguments before the user's; CLRX prefixes their names with `_.`."""

SEGMENT_ROUNDING = 16


def rules(pointer_bits: int, image_handle_size: int | None = None) -> ArgumentRules:
    """
    The rules for 32- or 64-bit pointers. An image handle has a pointer's size unless
    `image_handle_size` says otherwise: code that Catalyst produced in 32-bit mode has
    handles of 8 bytes.
    """
    pointer = pointer_bits // 8
    return ArgumentRules(
        pointer=pointer,
        local_pointer=pointer,
        handle=pointer,
        image_handle=image_handle_size or pointer,
        element_aligned_vectors=True,
        struct_pointer=pointer,
        base=pointer * len(HIDDEN_NAMES),
        hsa_kinds=False,
    )


def layout(
    signature: KernelSignature,
    pointer_bits: int,
    image_handle_size: int | None = None,
) -> KernelArgumentLayout:
    """
    The argument buffer: six hidden arguments, then the explicit ones.
    """
    argument_rules = rules(pointer_bits, image_handle_size)
    slots = slots_of(argument_rules.pointer, *(f"hidden_{n}" for n in HIDDEN_NAMES))
    hidden = tuple(replace(a, name=f"_.{a.name}") for a in place_hidden(slots, 0))
    explicit = argument_rules.place(signature)
    end = argument_rules.end(explicit)
    return KernelArgumentLayout(
        kernel=signature.name,
        arguments=hidden + explicit,
        explicit_end=end,
        implicit_offset=0,
        implicit_bytes=argument_rules.base,
        kernarg_segment_size=align_to(end, SEGMENT_ROUNDING),
        kernarg_segment_align=SEGMENT_ROUNDING,
    )
