"""Cases of `bufferization`."""

from __future__ import annotations

from tensor_cases import WHOLE
from whole_kernel import whole

_ALLOCATE = f"""{WHOLE}
  %e = bufferization.alloc_tensor() : tensor<4xi64>
  %u = tensor.insert %x into %e[%c2] : tensor<4xi64>
  %v = bufferization.alloc_tensor() copy(%m) : tensor<4x6xi64>
  %w = tensor.insert %x into %v[%c0, %c1] : tensor<4x6xi64>
  %a = tensor.extract %u[%c2] : tensor<4xi64>
  %b = tensor.extract %w[%c0, %c1] : tensor<4x6xi64>
  %c = tensor.extract %m[%c0, %c1] : tensor<4x6xi64>
  %s = arith.addi %a, %b : i64
  %r = arith.subi %s, %c : i64"""

_CLONE = """
  %m = memref.alloca() : memref<4xi64>
  memref.store %x, %m[%c1] : memref<4xi64>
  %b = bufferization.clone %m : memref<4xi64> to memref<4xi64>
  memref.store %z, %m[%c1] : memref<4xi64>
  %r = memref.load %b[%c1] : memref<4xi64>"""

_MATERIALIZE = """
  %m = memref.alloca() : memref<4xi64>
  %t = tensor.splat %x : tensor<4xi64>
  %u = tensor.insert %one into %t[%c0] : tensor<4xi64>
  bufferization.materialize_in_destination %u in restrict writable %m : (tensor<4xi64>, memref<4xi64>) -> ()
  %a = memref.load %m[%c0] : memref<4xi64>
  %b = memref.load %m[%c3] : memref<4xi64>
  %r = arith.addi %a, %b : i64"""

_BUFFER = """
  %t = tensor.splat %x : tensor<4xi64>
  %b = bufferization.to_buffer %t : tensor<4xi64> to memref<4xi64>
  %r = memref.load %b[%c3] : memref<4xi64>"""

CASES = (
    whole(
        "bufferization.alloc_tensor",
        "i64",
        _ALLOCATE,
        lambda x, i, v: 2 * x - int(v[1]),
    ),
    whole("bufferization.clone", "i64", _CLONE, lambda x, i, _: x),
    whole(
        "bufferization.materialize_in_destination",
        "i64",
        _MATERIALIZE,
        lambda x, i, _: x + 1,
    ),
    whole("bufferization.to_buffer", "i64", _BUFFER, lambda x, i, _: x),
    whole(
        "bufferization.to_tensor", "i64", _ALLOCATE, lambda x, i, v: 2 * x - int(v[1])
    ),
)
