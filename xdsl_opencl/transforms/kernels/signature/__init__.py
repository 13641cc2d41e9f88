"""A kernel's signature: explicit arguments, hidden inputs, and their descriptions."""

from xdsl_opencl.transforms.kernels.signature.kernel_signature import (
    argument_info,
    kernel_signature,
)

__all__ = ["argument_info", "kernel_signature"]
