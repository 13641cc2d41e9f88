"""The devices by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias, cast

from xdsl_opencl.abi.target import Target
from xdsl_opencl.runtime.errors import RuntimeFailure
from xdsl_opencl.runtime.kernel import Device

Wanted: TypeAlias = str | Target | Device
"""A device, or the name or target by which it is found."""
_CPU_NAMES = frozenset(("", "host"))
"""Names of the CPU device; the empty one is that of an option that is not given."""


def find_device(wanted: Wanted) -> Device:
    """
    The device that `wanted` names: nothing or `host` is the CPU, a processor
    (`gfx1100`), a target ID (`gfx90a:xnack+`) or a target is the emulator of that GPU.

    Raises `AbiError` for an unknown processor, and `RuntimeFailure` for one that is not
    emulated, a target of SPIR-V and other values.
    """
    if not isinstance(wanted, str | Target):
        if not hasattr(wanted, "build") or not hasattr(wanted, "target"):
            raise RuntimeFailure(
                f"{wanted!r} is not a device; give its name, for example 'host' or "
                "'gfx1100'"
            )
        return wanted
    if isinstance(wanted, Target):
        is_gpu = wanted.interface.is_gpu
        if wanted.interface.keeps_operations:
            raise RuntimeFailure(
                f"{wanted.mcpu} is no device; for the CPU device name none, or name a GPU, for "
                "example gfx1100"
            )
    else:
        is_gpu = wanted not in _CPU_NAMES
    if not is_gpu:
        from xdsl_opencl.runtime.cpu.cpu_device import CpuDevice

        return CpuDevice()
    from xdsl_opencl.runtime.gpu import GpuDevice

    return GpuDevice(wanted)


def find_devices(wanted: Sequence[Wanted] | Mapping[str, Wanted]) -> dict[str, Device]:
    """
    The devices in `wanted` by name. The keys of a mapping are names; otherwise a device
    has the name by which it is found, and a target that of its processor.

    Raises `RuntimeFailure` for an empty list and for two devices of one name, and the
    errors of `find_device`.
    """
    given = cast(object, wanted)
    if isinstance(given, str) or not isinstance(given, Sequence | Mapping):
        raise RuntimeFailure(
            f"devices={wanted!r} is not a list; give one, for example "
            "devices=['host', 'gfx1100'], or a single device as device="
        )
    if isinstance(wanted, Mapping):
        pairs = list(wanted.items())
    else:
        pairs = [(one if isinstance(one, str) else "", one) for one in wanted]
    found: dict[str, Device] = {}
    for word, one in pairs:
        device = find_device(one)
        name = word or device.target.mcpu or "host"
        if name in found:
            raise RuntimeFailure(
                f"devices has '{name}' twice; leave one out, or name them with a "
                "dictionary"
            )
        found[name] = device
    if not found:
        raise RuntimeFailure("devices is empty; name one or more, for example 'host'")
    return found


def device_target(device: Device) -> Target | None:
    """
    The GPU that C for `device` is read for; `None` where it is read for any device.
    """
    target = getattr(device, "target", None)
    return target if isinstance(target, Target) else None
