#!/bin/bash
# Guess: 0x7F800000 in a dense<...> of f32 is the bits of infinity, as MLIR prints and reads it.
# Seen: xDSL 0.74.0 prints an infinite element so, and reads its own text as 2139095040.0, the
#   integer; a second xdsl-opt on the output of the first computes with other numbers. MLIR's
#   documentation: hexadecimal literals of a float type are its bits.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check xdsl==0.74.0
venv/bin/python - <<'PYTHON'
import math

from xdsl.context import Context
from xdsl.dialects.builtin import Builtin, DenseIntOrFPElementsAttr, VectorType, f32
from xdsl.parser import Parser

type = VectorType(f32, [2])
attribute = DenseIntOrFPElementsAttr.from_list(type, [math.inf, 1.0])
context = Context()
context.load_dialect(Builtin)
again = Parser(context, str(attribute)).parse_attribute()
print(attribute, "is read as", again)
assert str(attribute) == "dense<[0x7f800000, 1.000000e+00]> : vector<2xf32>"
assert attribute.get_values() == (math.inf, 1.0)
assert again.get_values() == (2139095040.0, 1.0)
PYTHON
