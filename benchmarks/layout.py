"""
Time of `abi.layout` for a kernel of 100 arguments under each ABI; the goal is 1 ms.

    python benchmarks/layout.py
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator

from bench_table import Table, run

from xdsl_opencl.abi.interfaces import INTERFACES
from xdsl_opencl.abi.layout import layout
from xdsl_opencl.abi.model import Argument, KernelSignature, ScalarKind, ValueType
from xdsl_opencl.abi.target import Target

ARGUMENTS, ROUNDS, GOAL_MS = 100, 30, 1.0


def tables(options: argparse.Namespace) -> Iterator[Table]:
    """
    Yields milliseconds by ABI.
    """
    arguments = tuple(
        Argument(f"a{i}", ValueType(ScalarKind.FLOAT, (1, 2, 3, 4)[i % 4]))
        for i in range(ARGUMENTS)
    )
    signature = KernelSignature("k", arguments)
    rows: dict[str, dict[str, float]] = {}
    for abi, interface in INTERFACES.items():
        target = Target(abi, interface.example_processor)
        least = float("inf")
        for _ in range(3 if options.quick else ROUNDS):
            start = time.process_time()
            layout(signature, target)
            least = min(least, time.process_time() - start)
        rows[str(abi)] = {"ours": least * 1000}
    yield Table(
        f"Layout of {ARGUMENTS} arguments",
        "ms of processor time",
        rows,
        goal=f"at most {GOAL_MS:g} ms",
    )


def main() -> None:
    run(argparse.ArgumentParser(description="layout of arguments"), tables)


if __name__ == "__main__":
    main()
