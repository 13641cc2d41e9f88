"""
`convert-complex-to-standard`: the arithmetic and the functions of `complex` become `arith`
and `math` of the two parts, as upstream's pass of that name.

Leaves `complex.create`, `re`, `im`, `constant` and `bitcast`, for `convert-complex-to-llvm`.

* A quotient is Smith's, which does not overflow in between; where it is NaN, infinities
  and zeros get the values of C (Annex G), as upstream's `complex-range=improved`.
* The modulus, the logarithm and the root do not overflow in between either.
* Functions of f16 and bf16 are computed in f32. All fast-math flags go on.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass


@dataclass(frozen=True)
class ConvertComplexToStandardPass(ModulePass):
    """Makes `arith` and `math` of `complex`; see the module's text."""

    name = "convert-complex-to-standard"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        # A module without such operations does not import them.
        if "xdsl.dialects.complex" not in sys.modules:
            return
        from xdsl_opencl.conversions.arithmetic.complex_arithmetic import expand_complex

        expand_complex(op)
