"""
Calling conventions: LLVM's words to upstream's attributes.
"""

from __future__ import annotations

from xdsl.dialects.llvm import LLVM_CALLING_CONVS, CallingConventionAttr

# The names of GPUs' conventions are added to xDSL's there.
from xdsl_opencl.dialects.llvm_ext import CALLING_CONVENTIONS

_WORDS = (
    *("ccc", "fastcc", "coldcc", "tailcc"),
    *("spir_func", "spir_kernel", "amdgpu_kernel", "amdgpu_gfx"),
)


def _attribute(word: str) -> CallingConventionAttr:
    for name in (word, f"{word}cc"):
        if name in LLVM_CALLING_CONVS or name in CALLING_CONVENTIONS:
            return CallingConventionAttr(name)
    return CallingConventionAttr("ccc")


CONVENTIONS = {word: _attribute(word) for word in _WORDS}
"""`spir_kernel` is `#llvm.cconv<spir_kernelcc>`."""
