"""
Code objects of Triton, IREE and HIP on the emulator, beside NumPy: the table of docs/code-objects.md.

    pip install triton==3.9.0 iree-base-compiler numpy; apt install clang-22
    PYTHONPATH=. python tools/code_objects.py [--gpus gfx942 ...] [--kernels softmax ...] [triton] [iree] [hip]

Each kernel is compiled for each GPU, run with `--check`'s checks, and compared. It needs no GPU, no xDSL
and no LLVM but those of the compilers. Code objects stay in FOLDER (`--keep FOLDER`), where a second run
finds them.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from code_object_cases import Refused

GPUS = ("gfx90a", "gfx942", "gfx950", "gfx1100", "gfx1201", "gfx1250")
PRODUCERS = ("triton", "iree", "hip")


Case = tuple[str, Callable[[str, Path, bool], object]]
"""A name, and a function of a GPU, a folder and whether to check: it compiles, runs and compares."""


def cases(producer: str) -> Iterable[Case]:
    if producer == "triton":
        from code_object_cases import triton_kernels as module
    elif producer == "iree":
        from code_object_cases import iree_kernels as module
    else:
        from code_object_cases import hip_kernels as module
    return module.cases()


def outcomes(
    case: Case, gpus: Iterable[str], folder: Path, check: bool
) -> Iterator[tuple[str, str]]:
    name, run = case
    for gpu in gpus:
        start, text = time.process_time(), ""
        try:
            run(gpu, folder, check)
            outcome = "right"
        except Refused as error:
            outcome = "no code"
            text = str(error)
        except Exception as error:
            outcome = "wrong" if isinstance(error, AssertionError) else "error"
            text = "".join(traceback.format_exception_only(error))
        took = time.process_time() - start
        print(f"{name} {gpu} {outcome} {took:.1f} s", file=sys.stderr)
        if outcome != "right":
            print("    " + "\n    ".join(text.split("\n")[:12]), file=sys.stderr)
        yield gpu, outcome


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("producers", nargs="*", default=PRODUCERS, metavar="PRODUCER")
    parser.add_argument("--gpus", nargs="+", default=GPUS)
    parser.add_argument("--kernels", nargs="+", default=())
    parser.add_argument("--keep", type=Path, default=Path("/tmp/code-objects"))
    parser.add_argument("--unchecked", action="store_true")
    options = parser.parse_args()
    options.keep.mkdir(parents=True, exist_ok=True)
    print("| compiler | " + " | ".join(options.gpus) + " |")
    print("|---|" + "---|" * len(options.gpus))
    failed = False
    for producer in options.producers:
        found: dict[str, Counter[str]] = {gpu: Counter() for gpu in options.gpus}
        for case in cases(producer):
            if options.kernels and case[0] not in options.kernels:
                continue
            arguments = options.gpus, options.keep, not options.unchecked
            for gpu, outcome in outcomes(case, *arguments):
                found[gpu][outcome] += 1
                failed |= outcome not in ("right", "no code")
        cells = [
            f"{count['right']} of {count.total() - count['no code']}"
            for count in found.values()
        ]
        print(f"| {producer} | " + " | ".join(cells) + " |", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
