"""
Oclgrind's own test programs on the checked CPU device: the faulty ones that are found, and
the right ones that are quiet.

    PYTHONPATH=. python test/unit/oclgrind_programs.py FOLDER [--show NAME…]

FOLDER is a checkout of Oclgrind; none of its text is kept here. A program's `.ref` file
lists the errors that Oclgrind reports, none for a program that is right.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from xdsl_opencl.runtime import Buffer, CheckError, Local, Program
from xdsl_opencl.runtime.program import Kernel

_TYPES = {
    "char": np.int8,
    "uchar": np.uint8,
    "short": np.int16,
    "ushort": np.uint16,
    "int": np.int32,
    "uint": np.uint32,
    "long": np.int64,
    "ulong": np.uint64,
    "float": np.float32,
    "double": np.float64,
}


@dataclass
class Simulation:
    """A `.sim` file: a program, a kernel, sizes, and what follows for the arguments."""

    path: Path
    options: str = ""
    tokens: list[str] = field(default_factory=list[str])

    def __post_init__(self) -> None:
        text = self.path.read_text()
        if "--build-options" in (first := text.partition("\n")[0]):
            self.options = first.partition("--build-options")[2].strip()
        text = re.sub(r"#.*", "", text)
        self.tokens = re.findall(r"<[^>]*>|\S+", text)

    @property
    def faulty(self) -> bool:
        """Tells whether Oclgrind reports something."""
        reference = self.path.with_suffix(".ref")
        return reference.exists() and "ERROR" in reference.read_text()

    def reports(self) -> str:
        """Runs the kernel, and returns what the checker says."""
        try:
            self._launch()
        except CheckError as error:
            return str(error)
        return ""

    def _launch(self) -> None:
        tokens = iter(self.tokens)
        source, name = next(tokens), next(tokens)
        sizes = [int(next(tokens)) for _ in range(6)]
        program = Program.from_file(
            self.path.parent / source, f"-w {self.options}", check=True, level=1
        )
        kernel = program[name]
        values = [
            self._argument(kernel, index, tokens)
            for index in range(len(kernel.arguments))
        ]
        kernel(tuple(sizes[:3]), tuple(sizes[3:]), *values)

    def _argument(self, kernel: Kernel, index: int, tokens: Iterator[str]) -> Any:
        info = kernel.arguments[index]
        (placed,) = (p for p in kernel.layout.arguments if p.index == index)
        words: dict[str, str] = {}
        for word in next(tokens).strip("<>").split():
            key, _, value = word.partition("=")
            words[key] = value
        if "null" in words:
            return None
        size = int(words["size"])
        if placed.kind == "local_pointer":
            return Local(size)
        pointee = re.match(r"[a-z]+", info.type_name)
        names = [w for w in words if w in _TYPES]
        names += [pointee[0]] if pointee is not None else []
        type: Any = np.dtype(_TYPES.get(names[0] if names else "", np.uint8))
        count = size // type.itemsize
        if "noinit" in words:
            return Buffer(size)
        if "fill" in words:
            data = np.full(count, float(words["fill"])).astype(type)
        elif "range" in words:
            start, step, end = map(float, words["range"].split(":"))
            data = np.arange(start, end + step, step)[:count].astype(type)
        else:
            given = [next(tokens) for _ in range(count)]
            if type.kind == "f":
                data = np.array([float(text) for text in given]).astype(type)
            else:
                base = 16 if "hex" in words else 10
                data = np.array([int(text, base) for text in given]).astype(type)
        if placed.kind == "by_value":
            return data.tobytes()
        access = "read_only" if "ro" in words else "write_only" * ("wo" in words)
        return Buffer(data.view(np.uint8), access or "read_write")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--show", nargs="*", default=[], help="print reports of these")
    args = parser.parse_args()
    kernels = args.folder / "tests" / "kernels"
    found = quiet = faulty = right = 0
    for name in (kernels / "TESTS").read_text().split():
        simulation = Simulation(kernels / f"{name}.sim")
        said = simulation.reports()
        if simulation.faulty:
            faulty += 1
            found += bool(said)
            wrong = "" if said else "nothing found"
        else:
            right += 1
            quiet += not said
            wrong = said
        if wrong:
            print(f"{name}: {wrong}")
        if name in args.show:
            print(f"{name}:\n{said}")
    print(f"faulty programs: {found} of {faulty} found")
    print(f"right programs: {quiet} of {right} quiet")
    return int((found, quiet) != (faulty, right))


if __name__ == "__main__":
    sys.exit(main())
