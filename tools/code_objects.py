"""
Code objects of Triton, IREE and HIP on the emulator, beside NumPy: the table of docs/code-objects.md.

    pip install xdsl-opencl triton==3.9.0 iree-base-compiler numpy; apt install clang-22
    python tools/code_objects.py [--gpus gfx942 ...] [--kernels softmax ...] [triton] [iree] [hip]

Each kernel is compiled for each GPU, run with `--check`'s checks, and compared. It needs no GPU, no xDSL
and no LLVM but those of the compilers. Code objects stay in FOLDER (`--keep FOLDER`), where a second run
finds them. The last line counts the instructions of all files there that the emulator lacks.
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

from xdsl_opencl.emulator.instruction_tables import instructions
from xdsl_opencl.emulator.program.loaded_code_object import load_code_object

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


def unknown(folder: Path) -> str:
    """The instructions in the code objects of `folder` that the emulator lacks, with their uses."""
    known, found, files, total = instructions(), Counter[str](), 0, 0
    for path in folder.rglob("*.hsaco*"):
        code = load_code_object(path.read_bytes())
        size = code.info.kernels[0].wavefront_size
        halves = [h for i in code.instructions(size) for h in (i, i.second) if h]
        names = Counter(h.mnemonic for h in halves if h.mnemonic[0] != ".")
        found.update({n: uses for n, uses in names.items() if n not in known})
        files, total = files + 1, total + names.total()
    lacks = (
        ", ".join(f"{name} ({uses})" for name, uses in found.most_common()) or "none"
    )
    return f"Not implemented of {total} instructions in {files} files: {lacks}"


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
    print(f"\n{unknown(options.keep)}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
