#!/bin/bash
# Guess: approximate-math-with-bitcast turns exp and log into formulas that are a few percent off, as its
#   description says: 2^x is the float whose bits are L * (B - 0.045 + x), log2(x) is the bits of x / L - B + 0.045.
# Seen: xDSL 0.74.0: the two are exchanged: exp(0) is -126.955, exp(1) is 0.488, log(1) is 1.355, log(8) is 173.5.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check xdsl==0.74.0
venv/bin/python - <<'END'
import math
import struct

from xdsl.context import Context
from xdsl.dialects import arith, func
from xdsl.parser import Parser
from xdsl.transforms.approximate_math_with_bitcast import ApproximateMathWithBitcastPass
from xdsl.universe import XDSL_UNIVERSE


def approximated(function, x):
    ctx = Context()
    for name, factory in XDSL_UNIVERSE.all_dialects.items():
        ctx.register_dialect(name, factory)
    module = Parser(ctx, f"""
func.func @f(%x : f32) -> f32 {{
  %r = math.{function} %x : f32
  func.return %r : f32
}}
""").parse_module()
    ApproximateMathWithBitcastPass().apply(ctx, module)
    module.verify()
    body = module.body.block.first_op.body.block
    values = {body.args[0]: x}
    for op in body.ops:
        given = [values[each] for each in op.operands]
        if isinstance(op, func.ReturnOp):
            return given[0]
        to_integer = str(op.results[0].type) == "i32"
        match op:
            case arith.ConstantOp():
                result = op.value.value.data
            case arith.AddfOp():
                result = given[0] + given[1]
            case arith.MulfOp():
                result = given[0] * given[1]
            case arith.FPToSIOp():
                result = int(given[0])
            case arith.SIToFPOp():
                result = float(given[0])
            case arith.BitcastOp():
                forms = ("f", "i") if to_integer else ("i", "f")
                result = struct.unpack(forms[1], struct.pack(forms[0], given[0]))[0]
        values[op.results[0]] = result


for function, x, seen in (("exp", 0.0, -126.955), ("exp", 1.0, 0.488), ("log", 1.0, 1.355), ("log", 8.0, 173.5)):
    found = approximated(function, x)
    print(f"{function}({x}) = {getattr(math, function)(x):.4f}, approximated {found:.4f}")
    assert math.isclose(found, seen, rel_tol=2e-3), found
END
