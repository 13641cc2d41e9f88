"""Sub-devices: devices with some of the threads of another."""

from __future__ import annotations

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.abi.opencl_api import ApiError
from xdsl_opencl.icd.api.client_memory import get_u64, put, u32, u64
from xdsl_opencl.icd.objects.platform import PARTITIONS, Device

_ENDS = {
    cl.DEVICE_PARTITION_EQUALLY: (0,),
    cl.DEVICE_PARTITION_BY_COUNTS: (cl.DEVICE_PARTITION_BY_COUNTS_LIST_END, 0),
}
"""The word after the numbers in a list of properties."""


def clRetainDevice(handle: int | None) -> None:
    device = Device.of(handle)
    if device.parent is not None:
        device.given()


def clReleaseDevice(handle: int | None) -> None:
    device = Device.of(handle)
    if device.parent is not None:
        device.released()


def _numbers(address: int, units: int) -> list[int]:
    """
    The numbers at `address`, up to a 0. Reads at most one more than `units`, which is
    too many already.
    """
    numbers: list[int] = []
    while len(numbers) <= units and (number := get_u64(address + 8 * len(numbers))[0]):
        numbers.append(number)
    return numbers


def _partition(device: Device, kind: int, numbers: list[int]) -> list[int]:
    """
    The compute units of each sub-device. Raises `ApiError` when the device has too few.
    """
    units = device.units
    equally = kind == cl.DEVICE_PARTITION_EQUALLY
    if not numbers or (equally and len(numbers) > 1):
        raise ApiError(cl.INVALID_VALUE, f"{len(numbers)} numbers of compute units")
    if units == 1:
        raise ApiError(cl.DEVICE_PARTITION_FAILED, "the device has one compute unit")
    # A number below 0 is above 2^63 here.
    if sum(numbers) > units:
        raise ApiError(
            cl.INVALID_DEVICE_PARTITION_COUNT, f"{numbers} of {units} compute units"
        )
    if not equally:
        return numbers
    (size,) = numbers
    if size == units:
        raise ApiError(cl.DEVICE_PARTITION_FAILED, "it would have all compute units")
    return [size] * (units // size)


def clCreateSubDevices(
    handle: int | None,
    wanted: int | None,
    count: int,
    found: int | None,
    number: int | None,
) -> None:
    device = Device.of(handle)
    kind = get_u64(wanted)[0] if wanted else 0
    if not wanted or kind not in PARTITIONS:
        raise ApiError(cl.INVALID_VALUE, f"partition {kind:#x}")
    numbers = _numbers(wanted + 8, device.units)
    sizes = _partition(device, kind, numbers)
    if found:
        if count < len(sizes):
            raise ApiError(cl.INVALID_VALUE, f"room for {count} of {len(sizes)}")
        properties = (kind, *numbers, *_ENDS[kind])
        made = [Device(device, size, properties) for size in sizes]
        put(found, u64(*(one.given() for one in made)))
    put(number, u32(len(sizes)))
