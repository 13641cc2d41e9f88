"""
Cases of `tensor`: all are errors that say what makes memrefs of tensors.
"""

from __future__ import annotations

from whole_kernel import whole

REFUSED = "make memrefs of tensors first"

_MADE = "\n  %m = tensor.empty() : tensor<4x6xi64>"

_BODIES = {
    "cast": "tensor.cast %m : tensor<4x6xi64> to tensor<?x6xi64>",
    "collapse_shape": "tensor.collapse_shape %m [[0, 1]] : tensor<4x6xi64> into tensor<24xi64>",
    "concat": "tensor.concat dim(0) %m, %m : (tensor<4x6xi64>, tensor<4x6xi64>) -> tensor<8x6xi64>",
    "dim": "tensor.dim %m, %c1 : tensor<4x6xi64>",
    "empty": "tensor.empty() : tensor<4xi64>",
    "expand_shape": "tensor.expand_shape %m [[0, 1], [2]] output_shape [2, 2, 6] : tensor<4x6xi64> into tensor<2x2x6xi64>",
    "extract": "tensor.extract %m[%c1, %c2] : tensor<4x6xi64>",
    "extract_slice": "tensor.extract_slice %m[0, 0] [2, 2] [1, 1] : tensor<4x6xi64> to tensor<2x2xi64>",
    "from_elements": "tensor.from_elements %x, %x : tensor<2xi64>",
    "insert": "tensor.insert %x into %m[%c1, %c2] : tensor<4x6xi64>",
    "insert_slice": "tensor.insert_slice %m into %m[0, 0] [4, 6] [1, 1] : tensor<4x6xi64> into tensor<4x6xi64>",
    "reshape": '"tensor.reshape"(%m, %shape) : (tensor<4x6xi64>, tensor<1xindex>) -> tensor<24xi64>',
    "splat": "tensor.splat %x : tensor<4xi64>",
}

_PAD = """
  %q = "tensor.pad"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_low = array<i64: 0, 0>, static_high = array<i64: 0, 2>}> ({
  ^bb0(%j: index, %k: index):
    tensor.yield %x : i64
  }) : (tensor<4x6xi64>) -> tensor<4x8xi64>"""


def _text(op: str) -> str:
    first = "" if op in ("empty", "from_elements", "splat") else _MADE
    if op == "reshape":
        first += "\n  %shape = tensor.empty() : tensor<1xindex>"
    return f"{first}\n  %q = {_BODIES[op]}\n  %r = arith.constant 0 : i64"


CASES = (
    *(whole(f"tensor.{op}", "i64", _text(op), refused=REFUSED) for op in _BODIES),
    *(
        whole(
            f"tensor.{op}",
            "i64",
            f"{_MADE}{_PAD}\n  %r = arith.constant 0 : i64",
            refused=REFUSED,
        )
        for op in ("pad", "yield")
    ),
)
