"""
The host ABI, our own: one block with C's alignment, which the CPU device fills.

Vectors are aligned to their whole size (OpenCL C 3.0, section 6.3.5), also on the host; a
local pointer is a pointer to host memory, as are image and sampler handles.
"""

from __future__ import annotations

from xdsl_opencl.abi.model import KernelArgumentLayout, KernelSignature, align_to
from xdsl_opencl.abi.placing import ArgumentRules


def layout(signature: KernelSignature, pointer_bits: int) -> KernelArgumentLayout:
    """
    The argument block: explicit arguments from byte 0, rounded up to its alignment, so
    that blocks can stand in an array; no hidden part.
    """
    pointer = pointer_bits // 8
    rules = ArgumentRules(
        pointer=pointer,
        local_pointer=pointer,
        handle=pointer,
        image_handle=pointer,
        hsa_kinds=False,
    )
    explicit = rules.place(signature)
    end = rules.end(explicit)
    align = max((pointer, *(a.align for a in explicit)))
    return KernelArgumentLayout(
        kernel=signature.name,
        arguments=explicit,
        explicit_end=end,
        implicit_offset=end,
        implicit_bytes=0,
        kernarg_segment_size=align_to(end, align),
        kernarg_segment_align=align,
    )
