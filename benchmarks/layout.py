"""
Time of `abi.layout` for a kernel of 100 arguments under each ABI; the goal is 1 ms.

    python benchmarks/layout.py
"""

from __future__ import annotations

import time

from xdsl_opencl.abi.interfaces import INTERFACES
from xdsl_opencl.abi.layout import layout
from xdsl_opencl.abi.model import Argument, KernelSignature, ScalarKind, ValueType
from xdsl_opencl.abi.target import Target

ARGUMENTS, ROUNDS, GOAL_MS = 100, 30, 1.0


def main() -> None:
    arguments = tuple(
        Argument(f"a{i}", ValueType(ScalarKind.FLOAT, (1, 2, 3, 4)[i % 4]))
        for i in range(ARGUMENTS)
    )
    signature = KernelSignature("k", arguments)
    print(f"{ARGUMENTS} arguments, least of {ROUNDS} rounds, goal {GOAL_MS} ms")
    for abi, interface in INTERFACES.items():
        target = Target(abi, interface.example_processor)
        least = float("inf")
        for _ in range(ROUNDS):
            start = time.process_time()
            layout(signature, target)
            least = min(least, time.process_time() - start)
        print(f"{abi:15} {least * 1000:.3f} ms")


if __name__ == "__main__":
    main()
