"""
AMD GPUs in NumPy: machine code runs without a GPU.

A code object is disassembled once. Each instruction becomes a function on the registers of all
waves that have reached it. `launches/` sets the initial registers as the hardware does. Modules
with instructions have tables from mnemonic to such functions; `instruction_tables` collects them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

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

_MODULES = {
    "EmulatorError": "xdsl_opencl.emulator.errors",
    "Image": "xdsl_opencl.abi.images.device_images",
    "LaunchOptions": "xdsl_opencl.emulator.launches.emulated_launch",
    "LocalMemory": "xdsl_opencl.abi.arguments.packing",
    "Sampler": "xdsl_opencl.abi.images.device_images",
    "launch": "xdsl_opencl.emulator.launches.kernel_call",
    "load": "xdsl_opencl.emulator.launches.kernel_call",
}


def __getattr__(name: str) -> object:
    # The decoder, which is in this package, needs no NumPy.
    from importlib import import_module

    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)
