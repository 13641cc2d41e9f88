"""
Counts the launches of the networks in `examples/dialects`, with fusion and without, and the dispatches that
IREE makes of the same files: the table in docs/composition.md.

    python benchmarks/launches.py [--iree FOLDER]

FOLDER has `iree-compile`; without it the program on the PATH is taken, and without one the column is
empty.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from xdsl.context import Context
from xdsl.parser import Parser
from xdsl.passes import PassPipeline
from xdsl.universe import Universe

from xdsl_opencl.transforms.opencl_from_linalg import STAGES

EXAMPLES = Path(__file__).resolve().parents[1] / "examples" / "dialects"
NETWORKS = ("mlp", "cnn", "transformer")
FUSED = ("opencl-from-linalg",)
_FUSING = (
    "linalg-fuse-elementwise-ops",
    "linalg-decompose-softmax",
    "opencl-fuse-rows",
)
PLAIN = tuple(stage for stage in STAGES if stage not in _FUSING)
DEVICES = {"CPU device": "abi=host", "gfx942": "mcpu=gfx942", "gfx1100": "mcpu=gfx1100"}


def launches(text: str, target: str, stages: Sequence[str]) -> int:
    """The launches that `stages` make of a program."""
    universe = Universe.get_multiverse()
    ctx = Context()
    for name, factory in universe.all_dialects.items():
        ctx.register_dialect(name, factory)
    module = Parser(ctx, text).parse_module()
    passes = ",".join((f"opencl-attach-target{{{target}}}", *stages))
    PassPipeline.parse_spec(universe.all_passes, passes).apply(ctx, module)
    return sum(op.name == "opencl.launch" for op in module.walk())


def dispatches(path: Path, compiler: str) -> int:
    """The dispatches that IREE makes of a program."""
    made = subprocess.run(
        [
            *(compiler, str(path), "--iree-hal-target-device=local"),
            "--iree-hal-local-target-device-backends=llvm-cpu",
            *("--iree-llvmcpu-target-cpu=generic", "--compile-to=flow"),
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    return made.stdout.count("flow.dispatch @")


def table(compiler: str | None) -> str:
    """The table, in Markdown."""
    lines = [
        "| | " + " | ".join(DEVICES) + " | IREE |",
        "|---" * (len(DEVICES) + 2) + "|",
    ]
    for name in NETWORKS:
        path = EXAMPLES / f"{name}.mlir"
        text = path.read_text()
        cells = [
            f"{launches(text, target, PLAIN)} → {launches(text, target, FUSED)}"
            for target in DEVICES.values()
        ]
        cells.append(str(dispatches(path, compiler)) if compiler else "")
        lines.append(
            f"| [{name}](../examples/dialects/{name}.mlir) | {' | '.join(cells)} |"
        )
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iree", help="the folder of iree-compile")
    args = parser.parse_args()
    found = shutil.which("iree-compile", path=args.iree)
    print(table(found), end="")
