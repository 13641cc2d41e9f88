"""
SPIR-V's Kernel flavour, for any OpenCL device: the consumer places arguments and knows
OpenCL's operations, so that they stay operations.

Sources: OpenCL SPIR-V Environment Specification; SPIR 1.2 provisional specification, section 2.2
(address spaces); LLVM, `SPIRVTargetMachine.cpp` (data layouts); OpenCL Extended Instruction Set
Specification (functions).
"""

from __future__ import annotations

from xdsl_opencl.abi.arguments.placing import ArgumentRules, ArgumentSegment
from xdsl_opencl.abi.enums import AddressSpace
from xdsl_opencl.abi.interface import Abi, Interface

WIDTHS = {"spirv64": 64, "spirv32": 32}
"""The devices, by the width of their pointers."""


def _segment(size: int) -> ArgumentSegment:
    """The sizes that `clSetKernelArg` takes; the consumer alone knows the places."""
    rules = ArgumentRules(
        pointer=size, local_pointer=size, handle=size, image_handle=size
    )
    return ArgumentSegment(rules, rounding=0, align=size)


SPIRV = Interface(
    abi=Abi.SPIRV,
    triple="spirv{bits}-unknown-unknown",
    data_layout=(
        "e{pointers}-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-"
        "v512:512-v1024:1024-n8:16:32:64-G1"
    ),
    default_processor="",
    example_processor="spirv64",
    named_widths=WIDTHS,
    address_spaces={space: space.spir for space in AddressSpace},
    pointer_bits=(64, 32),
    arguments={bits: _segment(bits // 8) for bits in WIDTHS.values()},
    keeps_operations=True,
    kernel_convention="spir_kernelcc",
    pipes=True,
    work_item_passes=("opencl-memref-to-pointer",),
    code_passes=("opencl-expand-intrinsics",),
    left_out=frozenset(
        (
            *("opencl-lower-image-queries", "opencl-lower-sync", "opencl-lower-images"),
            *("opencl-lower-samplers", "opencl-lower-arguments"),
            "convert-opencl-to-llvm",
        )
    ),
)
