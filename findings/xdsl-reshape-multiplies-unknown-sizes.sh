#!/bin/bash
# Guess: tensor.reshape of 4 elements to tensor<?x2xf32> verifies: the size that is not known is 2.
# Seen: xDSL 0.74.0: "source and result tensor should have the same number of elements": it multiplies the sizes, among
#   them the number that stands for one that is not known. So does tensor<?x2xf32> to tensor<4xf32>. MLIR's
#   verifier leaves unknown sizes to the run.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check xdsl==0.74.0
venv/bin/python - <<'END'
from xdsl.context import Context
from xdsl.parser import Parser
from xdsl.universe import XDSL_UNIVERSE
from xdsl.utils.exceptions import VerifyException


def verifies(given, wanted):
    ctx = Context()
    for name, factory in XDSL_UNIVERSE.all_dialects.items():
        ctx.register_dialect(name, factory)
    rank = wanted.count("x")
    module = Parser(ctx, f"""
func.func @f(%t : {given}, %shape : tensor<{rank}xindex>) -> {wanted} {{
  %r = tensor.reshape %t(%shape) : ({given}, tensor<{rank}xindex>) -> {wanted}
  func.return %r : {wanted}
}}
""").parse_module()
    try:
        module.verify()
    except VerifyException as error:
        print(f"{given} to {wanted}: {str(error).splitlines()[-1]}")
        return False
    print(f"{given} to {wanted}: verifies")
    return True


assert not verifies("tensor<4xf32>", "tensor<?x2xf32>")
assert not verifies("tensor<?x2xf32>", "tensor<4xf32>")
assert verifies("tensor<4xf32>", "tensor<2x2xf32>")
END
