"""What builds of programs import; nothing here needs xDSL before the first one."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from xdsl_opencl.garbage import importing


@cache
def import_compiler() -> None:
    """Imports at once what every build from a program's text needs."""
    with importing():
        from xdsl_opencl.runtime.cpu.cpu_device import CpuDevice
        from xdsl_opencl.transforms.pipeline import pipeline

        for name in ("frontend.load", "runtime.cpu.jit", "transforms.llvm_text"):
            import_module(f"xdsl_opencl.{name}")
        pipeline(CpuDevice.target)
