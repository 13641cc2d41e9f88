"""
The devices by name.
"""

from __future__ import annotations

from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.runtime.kernel import Device


def find_device(wanted: str | Target | Device) -> Device:
    """
    The device that `wanted` names: nothing or `host` is the CPU, a processor
    (`gfx1100`), a target ID (`gfx90a:xnack+`) or a target is the emulator of that GPU.

    Raises `AbiError` for an unknown processor, and `RuntimeFailure` for one that is not
    emulated.
    """
    if not isinstance(wanted, str | Target):
        return wanted
    if isinstance(wanted, Target):
        is_gpu = wanted.interface.is_gpu
    else:
        is_gpu = wanted not in ("", Abi.HOST)
    if not is_gpu:
        from xdsl_opencl.runtime.cpu import CpuDevice

        return CpuDevice()
    from xdsl_opencl.runtime.gpu import GpuDevice

    return GpuDevice(wanted)


def device_target(device: Device) -> Target | None:
    """
    The GPU that C for `device` is read for; `None` where it is read for any device.
    """
    target = getattr(device, "target", None)
    return target if isinstance(target, Target) else None
