"""
The files of the kernel suite with their build options, for benchmarks that compile them.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

SUITE = Path(__file__).parent.parent / "test" / "kernels"


@dataclass(frozen=True)
class Build:
    """
    A file of OpenCL C with the words of its build options.
    """

    file: Path
    options: tuple[str, ...]

    @property
    def label(self) -> str:
        return " ".join((self.file.name, *self.options[1:]))


def make_build(file: Path, words: Sequence[str]) -> Build:
    """
    Makes a build in the language that the file's first line names.
    """
    first = file.read_text(encoding="utf-8", errors="replace").partition("\n")[0]
    standard = "CL2.0" if "cl-std: CL2.0" in first else "CL1.2"
    return Build(file, (f"-cl-std={standard}", *words))


def builds() -> list[Build]:
    """
    Returns each file of the suite with each of its build options.
    """
    sys.path.insert(0, str(SUITE))
    suite: Any = import_module("suite")
    found = {(case.file, case.build_options) for case in suite.CASES}
    return [make_build(SUITE / file, words.split()) for file, words in sorted(found)]
