"""
The CPU device: kernels run here, on NumPy arrays.

    from xdsl_opencl.runtime import Local, Program

    program = Program.from_file("saxpy.cl")
    program.saxpy(1000, 50, np.float32(2), x, y)

Names are imported when they are used: `Program` brings xDSL along.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

if find_spec("numpy") is None:
    raise ModuleNotFoundError(
        "the CPU device needs NumPy: pip install 'xdsl-opencl[runtime]'", name="numpy"
    )

if TYPE_CHECKING:
    from xdsl_opencl.runtime.arguments.argument_block import Local, Sampler
    from xdsl_opencl.runtime.arguments.buffers import Buffer
    from xdsl_opencl.runtime.arguments.images import Image
    from xdsl_opencl.runtime.arguments.pipes import Pipe
    from xdsl_opencl.runtime.checks.check_reports import CheckError, Report
    from xdsl_opencl.runtime.checks.verify import VerifyError
    from xdsl_opencl.runtime.cpu.device_limits import Device, device
    from xdsl_opencl.runtime.errors import RuntimeFailure
    from xdsl_opencl.runtime.events import Event, Status, UserEvent, wait_all
    from xdsl_opencl.runtime.program import Kernel, Program, Programs
    from xdsl_opencl.runtime.queue import Queue

__all__ = [
    "Buffer",
    "CheckError",
    "Device",
    "Event",
    "Image",
    "Kernel",
    "Local",
    "Pipe",
    "Program",
    "Programs",
    "Queue",
    "Report",
    "RuntimeFailure",
    "Sampler",
    "Status",
    "UserEvent",
    "VerifyError",
    "device",
    "wait_all",
]

_MODULES = {
    "Buffer": "arguments.buffers",
    "CheckError": "checks.check_reports",
    "Device": "cpu.device_limits",
    "Event": "events",
    "Image": "arguments.images",
    "Kernel": "program",
    "Local": "arguments.argument_block",
    "Pipe": "arguments.pipes",
    "Program": "program",
    "Programs": "program",
    "Queue": "queue",
    "Report": "checks.check_reports",
    "RuntimeFailure": "errors",
    "Sampler": "arguments.argument_block",
    "Status": "events",
    "UserEvent": "events",
    "VerifyError": "checks.verify",
    "device": "cpu.device_limits",
    "wait_all": "events",
}


def __getattr__(name: str) -> object:
    if (module := _MODULES.get(name)) is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    from xdsl_opencl.garbage import importing

    with importing():
        value = getattr(import_module(f"{__name__}.{module}"), name)
    globals()[name] = value
    return value
