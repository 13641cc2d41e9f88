"""
AMD GPUs in NumPy: machine code runs without a GPU.

A code object is disassembled once. Each instruction becomes a function on the registers of all
waves that have reached it. `launches/` sets the initial registers as the hardware does. Modules
with instructions have tables from mnemonic to such functions; `instruction_tables` collects them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl_opencl.garbage import lazy

if TYPE_CHECKING:
    from xdsl_opencl.abi.arguments.packing import LocalMemory
    from xdsl_opencl.abi.images.device_images import Image, Sampler
    from xdsl_opencl.emulator.errors import EmulatorError
    from xdsl_opencl.emulator.launches.emulated_launch import LaunchOptions
    from xdsl_opencl.emulator.launches.kernel_call import launch, load

__all__ = [
    "EmulatorError",
    "Image",
    "LaunchOptions",
    "LocalMemory",
    "Sampler",
    "launch",
    "load",
]

# The decoder, which is in this package, needs no NumPy.
__getattr__ = lazy(
    __name__,
    {
        "abi.arguments.packing": "LocalMemory",
        "abi.images.device_images": "Image Sampler",
        "emulator.errors": "EmulatorError",
        "emulator.launches.emulated_launch": "LaunchOptions",
        "emulator.launches.kernel_call": "launch load",
    },
)
