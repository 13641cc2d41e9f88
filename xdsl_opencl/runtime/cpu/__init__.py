"""The CPU device: kernels as machine code of this computer, which threads run."""

from xdsl_opencl.runtime.cpu.cpu_device import CpuDevice, CpuKernel, CpuProgram

__all__ = ["CpuDevice", "CpuKernel", "CpuProgram"]
