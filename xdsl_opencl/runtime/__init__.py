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

from xdsl_opencl.garbage import lazy

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

__getattr__ = lazy(
    __name__,
    {
        "runtime.arguments.argument_block": "Local Sampler",
        "runtime.arguments.buffers": "Buffer",
        "runtime.arguments.images": "Image",
        "runtime.arguments.pipes": "Pipe",
        "runtime.checks.check_reports": "CheckError Report",
        "runtime.checks.verify": "VerifyError",
        "runtime.cpu.device_limits": "Device device",
        "runtime.errors": "RuntimeFailure",
        "runtime.events": "Event Status UserEvent wait_all",
        "runtime.program": "Kernel Program Programs",
        "runtime.queue": "Queue",
    },
)
