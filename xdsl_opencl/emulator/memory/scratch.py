"""
The place of scratch, and the values with which a wave addresses it.

The scratch of the wave in slot i is at `SCRATCH_ADDRESS` plus i times the bytes of a wave; this
product is its wave offset. Only swizzled buffer resources and flat scratch reach it: the address
space has no buffer at these addresses.

Sources: LLVM, `AMDGPUUsage.rst`, "Kernel Prolog", "Private Segment Buffer" and "Flat Scratch";
ROCR, `amd_aql_queue.cpp`, `InitScratchSRD`.
"""

from __future__ import annotations

SCRATCH_ADDRESS = 0x6000_0000_0000

_SELECT_XYZW = 4 | 5 << 3 | 6 << 6 | 7 << 9
_ADD_THREAD = 1 << 23


def scratch_resource(
    generation: int, lanes: int, size: int
) -> tuple[int, int, int, int]:
    """
    The private segment buffer: a resource that interleaves words of `lanes` lanes, without
    the wave offset, which the kernel adds. `generation` is the major version of the ISA,
    `size` the bytes of all waves.

    From gfx10 on the command processor writes INDEX_STRIDE by the size of the wave.
    """
    stride = {32: 2, 64: 3}[lanes] << 21
    if generation <= 9:
        # NUM_FORMAT uint, DATA_FORMAT 32, ELEMENT_SIZE 4 bytes.
        last = _SELECT_XYZW | 4 << 12 | 4 << 15 | 1 << 19 | stride | _ADD_THREAD
    else:
        # FORMAT 32_UINT, RESOURCE_LEVEL, OOB_SELECT: no check.
        last = _SELECT_XYZW | 20 << 12 | stride | _ADD_THREAD | 1 << 24 | 2 << 28
    high = SCRATCH_ADDRESS >> 32 | 1 << (31 if generation < 11 else 30)
    return SCRATCH_ADDRESS & 0xFFFFFFFF, high, min(size, 0xFFFFFFFF), last
