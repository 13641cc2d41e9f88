"""
Cases of `bufferization`: all are errors that say what makes memrefs of tensors.
"""

from __future__ import annotations

from tensor_cases import REFUSED
from whole_kernel import whole

_BODIES = {
    "alloc_tensor": "%t = bufferization.alloc_tensor() : tensor<4xi64>",
    "clone": "%b = bufferization.clone %m : memref<4xi64> to memref<4xi64>",
    "materialize_in_destination": "bufferization.materialize_in_destination %t in restrict writable %m : (tensor<4xi64>, memref<4xi64>) -> ()",
    "to_buffer": "%b = bufferization.to_buffer %t : tensor<4xi64> to memref<4xi64>",
    "to_tensor": "%b = bufferization.to_tensor %m restrict : memref<4xi64> to tensor<4xi64>",
}


def _text(op: str) -> str:
    lines = ["", "%m = memref.alloca() : memref<4xi64>"]
    if "%t" in _BODIES[op]:
        lines.append(
            "%t = bufferization.to_tensor %m restrict : memref<4xi64> to tensor<4xi64>"
        )
    if op == "alloc_tensor":
        del lines[1:]
    return "\n  ".join([*lines, _BODIES[op], "%r = arith.constant 0 : i64"])


CASES = tuple(
    whole(f"bufferization.{op}", "i64", _text(op), refused=REFUSED) for op in _BODIES
)
