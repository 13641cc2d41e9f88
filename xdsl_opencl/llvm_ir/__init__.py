"""Textual LLVM IR to the `llvm` dialect and back."""

from xdsl_opencl.dialects import changes as changes
