#!/bin/bash
# Guess: tiling a parallel loop changes the order of its iterations, not their number, whatever
#   the step.
# Seen: xDSL 0.74.0, scf-parallel-loop-tiling{parallel-loop-tile-sizes=4}, a loop from 0 to 24
#   by 3: the outer loop counts by 12, the inner one from 0 to min(4, 24 - i) by 3, so 4 of 8
#   iterations run (mlir-opt 22 has min(12, 24 - i)).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check xdsl==0.74.0
cat >in.mlir <<'END'
func.func @f(%m: memref<24xindex>) {
  %lower = arith.constant 0 : index
  %upper = arith.constant 24 : index
  %step = arith.constant 3 : index
  "scf.parallel"(%lower, %upper, %step) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    memref.store %i, %m[%i] : memref<24xindex>
    scf.reduce
  }) : (index, index, index) -> ()
  func.return
}
END
venv/bin/python - <<'END'
from xdsl.context import Context
from xdsl.dialects import affine, scf
from xdsl.parser import Parser
from xdsl.transforms.canonicalize import CanonicalizePass
from xdsl.transforms.scf_parallel_loop_tiling import ScfParallelLoopTilingPass
from xdsl.universe import XDSL_UNIVERSE

ctx = Context()
for name, factory in XDSL_UNIVERSE.all_dialects.items():
    ctx.register_dialect(name, factory)
module = Parser(ctx, open("in.mlir").read()).parse_module()
ScfParallelLoopTilingPass((4,)).apply(ctx, module)
CanonicalizePass().apply(ctx, module)
print(module)
outer, inner = (op for op in module.walk() if isinstance(op, scf.ParallelOp))


def number(value):
    return value.owner.value.value.data


least = inner.upperBound[0].owner
assert isinstance(least, affine.MinOp)
stored = []
for i in range(number(outer.lowerBound[0]), number(outer.upperBound[0]), number(outer.step[0])):
    ends = least.map.data.eval([number(a) if a.owner is not outer.body.block else i for a in least.arguments], [])
    stored += [i + j for j in range(0, min(ends), number(inner.step[0]))]
print("iterations:", stored)
assert stored == [0, 3, 12, 15], stored
END
