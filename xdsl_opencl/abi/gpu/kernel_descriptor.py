"""
The kernel descriptor of `amdhsa`, from its 64 bytes.

Source: LLVM's AMDGPUUsage, "Kernel Descriptor" and the tables of compute_pgm_rsrc1,
compute_pgm_rsrc2 and compute_pgm_rsrc3.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from xdsl_opencl.abi.gpu.processors import Processor

DESCRIPTOR_SIZE = 64
"""Bytes of a descriptor."""

_LAYOUT = struct.Struct("<IIIIq20sIIIHHI")

USER_SGPRS = (
    (0, "private_segment_buffer", 4),
    (1, "dispatch_ptr", 2),
    (2, "queue_ptr", 2),
    (3, "kernarg_segment_ptr", 2),
    (4, "dispatch_id", 2),
    (5, "flat_scratch_init", 2),
    (6, "private_segment_size", 1),
)
"""
Bit of kernel_code_properties, name, and number of SGPRs, in the order of the registers
(AMDGPUUsage, "Initial Kernel Execution State").
"""


@dataclass(frozen=True)
class KernelDescriptor:
    """
    A kernel descriptor; sizes in bytes. `entry_offset` counts from the descriptor's own
    address. `preload` is kernarg_preload: how many dwords, and from which one.
    """

    group_segment_size: int
    private_segment_size: int
    kernarg_size: int
    entry_offset: int
    rsrc1: int
    rsrc2: int
    rsrc3: int
    properties: int
    preload: int

    def mode(self, processor: Processor) -> int:
        """
        The register MODE at the start: FLOAT_MODE in bits 7:0, FP16_OVFL in bit 23, and up
        to gfx11 DX10_CLAMP in bit 8 and IEEE in bit 9.
        """
        mode = self.rsrc1 >> 12 & 0xFF | (self.rsrc1 >> 26 & 1) << 23
        if processor.generation < 12:
            mode |= (self.rsrc1 >> 21 & 1) << 8 | (self.rsrc1 >> 23 & 1) << 9
        return mode

    @property
    def user_sgpr_count(self) -> int:
        """The sixth bit is 0 before gfx1250."""
        return self.rsrc2 >> 1 & 0x3F

    @property
    def enables_private_segment(self) -> bool:
        return bool(self.rsrc2 & 1)

    @property
    def work_group_ids(self) -> tuple[bool, bool, bool]:
        """Tells for x, y, z if the kernel is given its work-group's number."""
        x, y, z = (bool(self.rsrc2 & 1 << bit) for bit in (7, 8, 9))
        return x, y, z

    @property
    def work_group_info(self) -> bool:
        return bool(self.rsrc2 & 1 << 10)

    @property
    def work_item_ids(self) -> int:
        """How many of x, y, z of the work-item the kernel is given: 1 to 3."""
        return min(1 + (self.rsrc2 >> 11 & 3), 3)

    @property
    def user_sgprs(self) -> tuple[tuple[str, int], ...]:
        """Names and counts of the user SGPRs that are enabled, in their order."""
        return tuple(
            (name, count)
            for bit, name, count in USER_SGPRS
            if self.properties & 1 << bit
        )

    @property
    def wave32(self) -> bool:
        return bool(self.properties & 1 << 10)

    @property
    def uses_dynamic_stack(self) -> bool:
        return bool(self.properties & 1 << 11)

    @property
    def preloaded_arguments(self) -> tuple[int, int]:
        """
        First dword of the kernel argument segment that is in SGPRs, and how many are.
        """
        return self.preload >> 7, self.preload & 0x7F

    def vector_registers(self, processor: Processor) -> tuple[int, int]:
        """
        How many vector and accumulation registers a wave has (LLVM,
        `AMDGPUBaseInfo.cpp`, `getVGPREncodingGranule`).
        """
        unified = processor.generation == 9 and processor.vgprs_addressable == 512
        granule = 8 if unified or (processor.generation >= 10 and self.wave32) else 4
        if processor.vgprs_addressable == 1024:
            granule = 16
        count = ((self.rsrc1 & 0x3F) + 1) * granule
        if not unified:
            return count, 0
        first = ((self.rsrc3 & 0x3F) + 1) * 4
        return min(first, count), max(count - first, 0)


def parse_descriptor(data: bytes) -> KernelDescriptor:
    """
    Reads the descriptor in the first 64 bytes of `data`.

    Raises `ValueError` when there are fewer.
    """
    if len(data) < DESCRIPTOR_SIZE:
        raise ValueError(
            f"a kernel descriptor has {DESCRIPTOR_SIZE} bytes, not {len(data)}"
        )
    (group, private, kernarg, _, entry, _, rsrc3, rsrc1, rsrc2, properties, load, _) = (
        _LAYOUT.unpack_from(data)
    )
    return KernelDescriptor(
        group, private, kernarg, entry, rsrc1, rsrc2, rsrc3, properties, load
    )
