#!/bin/bash
# Guess: verifying twice as many blocks takes twice the work.
# Seen: xDSL 0.74.0: a function with 400 blocks that branch to the next one: 3.6 times the calls of one
#   with 200; 800: 3.8 times those of 400. Nested regions take work in proportion.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check xdsl==0.74.0
venv/bin/python - <<'END'
import sys

from xdsl.context import Context
from xdsl.dialects import arith, builtin, cf, func, scf
from xdsl.parser import Parser


def calls(text):
    """How many functions `verify` calls."""
    context = Context()
    for dialect in (arith.Arith, builtin.Builtin, cf.Cf, func.Func, scf.Scf):
        context.load_dialect(dialect)
    module = Parser(context, text).parse_module()
    count = 0

    def see(frame, event, argument):
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(see)
    module.verify()
    sys.setprofile(None)
    return count


def blocks(n):
    body = "".join(f"^b{i}:\n cf.br ^b{i + 1}\n" for i in range(n))
    return f"func.func @f() {{\n cf.br ^b0\n{body}^b{n}:\n func.return\n}}"


def nested(n):
    ifs = "scf.if %c {\n" * n + "}\n" * n
    return f"func.func @f() {{\n%c = arith.constant true\n{ifs}func.return\n}}"


for make, sizes, bounds in ((blocks, (200, 400, 800), (3.3, 4)), (nested, (25, 50, 100), (1.8, 2.2))):
    counted = [calls(make(n)) for n in sizes]
    ratios = [after / before for before, after in zip(counted, counted[1:])]
    print(make.__name__, *sizes, "calls:", *counted, "ratios:", *ratios)
    assert all(bounds[0] < ratio < bounds[1] for ratio in ratios)
END
