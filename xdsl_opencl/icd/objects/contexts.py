"""Contexts."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any, ClassVar

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.abi.opencl_api import ApiError
from xdsl_opencl.icd.api.client_memory import (
    Answer,
    callback,
    get_u64,
    handles,
    properties,
    property_bytes,
    query,
    u32,
)
from xdsl_opencl.icd.api.object_handles import Object, counted
from xdsl_opencl.icd.objects.platform import Device, Platform, check_device_type, device


class Destructors:
    """The program's functions to call when an object is gone, the last one first."""

    __slots__ = ("_calls",)

    def __init__(self) -> None:
        self._calls: list[tuple[int, int | None]] = []

    def add(self, function: int, data: int | None) -> None:
        self._calls.append((function, data))

    def run(self, handle: int) -> None:
        """Calls them for the object of `handle`."""
        pointer = ctypes.c_void_p
        for function, data in reversed(self._calls):
            callback(function, None, pointer, pointer)(handle, data)


class Context(Object):
    """A context, which has some devices."""

    INVALID: ClassVar[int] = cl.INVALID_CONTEXT
    __slots__ = ("destructors", "devices", "notify", "pairs", "user_data")

    def __init__(
        self,
        devices: Sequence[Device],
        pairs: list[tuple[int, int]] | None,
        notify: int | None,
        user_data: int | None,
    ):
        super().__init__()
        self.devices = tuple(dict.fromkeys(devices))
        self.pairs = pairs
        self.notify = notify
        self.user_data = user_data
        self.destructors = Destructors()

    def device(self, handle: int | None) -> Device:
        """
        The device of a handle. Raises `ApiError` for one that the context does not have.
        """
        found = Device.of(handle)
        if found not in self.devices:
            raise ApiError(cl.INVALID_DEVICE, "not a device of the context")
        return found

    def device_list(self, count: int, devices: int | None) -> list[Device]:
        """
        The devices of the array of `count` handles at address `devices`, all of the context
        when there is no array. Raises `ApiError` for one that the context does not have.
        """
        if bool(count) != bool(devices):
            raise ApiError(cl.INVALID_VALUE, "number and list of devices do not fit")
        if not devices:
            return list(self.devices)
        return [self.device(handle) for handle in get_u64(devices, count)]

    def device_or_default(self, handle: int | None) -> Device:
        """The device of a handle, which may be null if there is one device."""
        if not handle and len(self.devices) == 1:
            return self.devices[0]
        return self.device(handle)

    def tell(self, message: str) -> None:
        """Reports an error to the program, through the function that it gave."""
        if self.notify:
            pointer = ctypes.c_void_p
            call = callback(
                self.notify, None, ctypes.c_char_p, pointer, ctypes.c_size_t, pointer
            )
            call(message.encode("utf-8", "replace"), None, 0, self.user_data)

    def gone(self) -> None:
        self.destructors.run(self.handle)


def _check_properties(pairs: list[tuple[int, int]]) -> None:
    seen: set[int] = set()
    for name, value in pairs:
        if name in seen or name not in (
            cl.CONTEXT_PLATFORM,
            cl.CONTEXT_INTEROP_USER_SYNC,
        ):
            raise ApiError(cl.INVALID_PROPERTY, f"context property {name:#x}")
        seen.add(name)
        if name == cl.CONTEXT_PLATFORM:
            Platform.of(value)
        elif value not in (0, 1):
            raise ApiError(cl.INVALID_PROPERTY, f"property {name:#x} is {value}")


def _create(
    devices: Sequence[Device],
    address: int | None,
    notify: int | None,
    user_data: int | None,
) -> int:
    pairs = properties(address)
    _check_properties(pairs)
    if user_data and not notify:
        raise ApiError(cl.INVALID_VALUE, "user_data without a function")
    return Context(devices, pairs if address else None, notify, user_data).given()


def clCreateContext(
    pairs: int | None,
    count: int,
    devices: int | None,
    notify: int | None,
    user_data: int | None,
) -> int:
    if not count or not devices:
        raise ApiError(cl.INVALID_VALUE, "no devices")
    return _create(Device.of_list(count, devices), pairs, notify, user_data)


def clCreateContextFromType(
    pairs: int | None, kind: int, notify: int | None, user_data: int | None
) -> int:
    check_device_type(kind)
    return _create((device(),), pairs, notify, user_data)


clRetainContext, clReleaseContext = counted(Context)


_CONTEXT: dict[int, Answer[Context]] = {
    cl.CONTEXT_REFERENCE_COUNT: lambda c: u32(c.references),
    cl.CONTEXT_NUM_DEVICES: lambda c: u32(len(c.devices)),
    cl.CONTEXT_DEVICES: lambda c: handles(*c.devices),
    cl.CONTEXT_PROPERTIES: lambda c: property_bytes(c.pairs),
}

clGetContextInfo = query(_CONTEXT, Context.of)


def clSetContextDestructorCallback(
    handle: int | None, function: int | None, data: int | None
) -> None:
    context = Context.of(handle)
    if not function:
        raise ApiError(cl.INVALID_VALUE, "no function")
    context.destructors.add(function, data)


def notify_program(function: int | None, handle: int, data: Any) -> None:
    """
    Calls the program's function with an object and the data that it gave, if it gave one.
    """
    if function:
        pointer = ctypes.c_void_p
        callback(function, None, pointer, pointer)(handle, data)
