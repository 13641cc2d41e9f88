#!/bin/bash
# Guess: d0 mod 4 in an affine map is 0, 1, 2 or 3, also for a negative d0, before and after lower-affine.
# Seen: xDSL 0.74.0: xdsl-run's interpreter has 1 for -7 mod 4, and -3 after lower-affine, which writes arith.remsi
#   alone. floordiv stays -2. MLIR's lower-affine adds the divisor to a negative remainder.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check xdsl==0.74.0
venv/bin/python - <<'END'
from xdsl.context import Context
from xdsl.interpreter import Interpreter
from xdsl.interpreters import register_implementations
from xdsl.parser import Parser
from xdsl.transforms.lower_affine import LowerAffinePass
from xdsl.universe import XDSL_UNIVERSE


def value(operation, lower):
    ctx = Context()
    for name, factory in XDSL_UNIVERSE.all_dialects.items():
        ctx.register_dialect(name, factory)
    module = Parser(ctx, f"""
func.func @f(%x : index) -> index {{
  %r = affine.apply affine_map<(d0) -> (d0 {operation} 4)> (%x)
  func.return %r : index
}}
""").parse_module()
    if lower:
        LowerAffinePass().apply(ctx, module)
        module.verify()
        print(module)
    interpreter = Interpreter(module)
    register_implementations(interpreter, ctx)
    return interpreter.call_op("f", (-7,))[0]


seen = {(name, lower): value(name, lower) for name in ("mod", "floordiv") for lower in (False, True)}
print(seen)
assert seen == {("mod", False): 1, ("mod", True): -3, ("floordiv", False): -2, ("floordiv", True): -2}
END
