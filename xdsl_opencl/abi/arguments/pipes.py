"""
The layout of a pipe in global memory, on the CPU device as well.

Source: ROCm-Device-Libs, `opencl/src/pipes/pipes.h`.
"""

from __future__ import annotations

READ_INDEX, WRITE_INDEX, END_INDEX, PACKETS = 0, 8, 16, 128
"""
Offsets in bytes of the number of the next packet to read, of the next to write, of the
number of packets in all (64 bits each), and of the packets.
"""
