"""
Prints what `opencl-raise-structured` makes of the loops and pointer arguments of OpenCL C:
of the builds of the suite, or of the files given.

    python test/raised_loops.py [FILE.cl ...]
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "unit"))

from frontend_helpers import KERNELS, options_of, suite_builds
from xdsl.context import Context
from xdsl.dialects import cf, func, llvm
from xdsl.dialects.builtin import MemRefType, ModuleOp
from xdsl.ir import Block, Operation

from xdsl_opencl.analysis.cfg import reverse_post_order, successors
from xdsl_opencl.dialects.llvm_ext.instructions import SwitchOp
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.frontend import BuildOptions, load_file
from xdsl_opencl.frontend.structured.opencl_raise_structured import (
    OpenCLRaiseStructuredPass,
)

_BRANCHES = (
    cf.BranchOp,
    cf.ConditionalBranchOp,
    cf.SwitchOp,
    llvm.BrOp,
    llvm.CondBrOp,
    SwitchOp,
)


def headers(entry: Block) -> int:
    """
    The number of blocks that a later one leads back to.
    """
    order = reverse_post_order(entry)
    number = {block: i for i, block in enumerate(order)}
    return len(
        {t for block in order for t in successors(block) if number[t] <= number[block]}
    )


def functions(module: ModuleOp) -> Iterator[KernelOp | func.FuncOp]:
    """
    The kernels and functions of `module` that have a body.
    """
    for op in module.ops:
        if isinstance(op, KernelOp | func.FuncOp) and op.body.blocks:
            yield op


def counts(module: ModuleOp) -> Counter[str]:
    """
    Raises `module`; counts loops, arguments and operations before and after.
    """
    found: Counter[str] = Counter()
    for function in functions(module):
        entry = function.body.blocks[0]
        found["loops"] += headers(entry)
        found["pointer arguments"] += sum(
            isinstance(argument.type, llvm.LLVMPointerType) for argument in entry.args
        )
    OpenCLRaiseStructuredPass().apply(Context(), module)
    for function in functions(module):
        entry = function.body.blocks[0]
        found["stayed branches"] += headers(entry)
        found["memref arguments"] += sum(
            isinstance(argument.type, MemRefType) for argument in entry.args
        )
        for op in function.walk():
            _count(op, found)
    return found


def _count(op: Operation, found: Counter[str]) -> None:
    match op.name.partition("."):
        case ("scf", _, ("for" | "while" | "if" | "index_switch") as kind):
            found[f"scf.{kind}"] += 1
        case ("memref", _, ("load" | "store") as kind):
            found[f"memref.{kind}"] += 1
        case ("llvm", _, ("load" | "store") as kind):
            found[f"llvm.{kind}"] += 1
        case _:
            pass


def main() -> None:
    """
    Prints the counts of each file with a loop, and of all.
    """
    total: Counter[str] = Counter()
    if files := sys.argv[1:]:
        builds = [(Path(file), BuildOptions()) for file in files]
    else:
        builds = [(KERNELS / f, options_of(f, o)) for f, o in suite_builds()]
    for path, options in builds:
        found = counts(load_file(path, options).module)
        total += found
        if found["loops"]:
            print(f"{path.name}: {_line(found)}")
    print(f"{len(builds)} builds: {_line(total)}")


def _line(found: Counter[str]) -> str:
    return ", ".join(f"{found[name]} {name}" for name in sorted(found) if found[name])


if __name__ == "__main__":
    main()
