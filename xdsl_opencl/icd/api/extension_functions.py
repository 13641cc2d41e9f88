"""Functions of extensions that are functions of OpenCL 3.0 under another name."""

from __future__ import annotations

from xdsl_opencl.icd.api.dispatch import entry
from xdsl_opencl.icd.objects.queues import clCreateCommandQueueWithProperties


@entry
def clCreateCommandQueueWithPropertiesKHR(
    context_handle: int | None, device_handle: int | None, address: int | None
) -> int:
    return clCreateCommandQueueWithProperties(context_handle, device_handle, address)
