"""
Runs the tests of a part of the package: `make test PART=cpu`.

A module of the package is of the part with its longest prefix in `PARTS`, else of the core.
A unit test is of the parts of the modules that it and its helpers import; of the core if
these are the core's only. A FileCheck test is of the part of the folder that its own
mirrors.
"""

from __future__ import annotations

import argparse
import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TESTS = ROOT / "test"
UNIT = TESTS / "unit"

PARTS: dict[str, tuple[str, ...]] = {
    "core": (
        "conversions.framework",
        "conversions.standard",
        "conversions.small_floats",
    ),
    "cpu": (
        "abi.cpu",
        "analysis.divergent_barriers",
        "analysis.work_group_convergence",
        "backend.llvm.llvm_host",
        "cli.run",
        "cli.run_arguments",
        "runtime",
        "transforms.checks",
        "transforms.kernels.opencl_limit_vectorization",
        "transforms.private",
        "transforms.work_groups",
    ),
    "driver": ("cli.icd", "icd"),
    "emulator": ("cli.disassemble", "cli.profile_report", "emulator", "runtime.gpu"),
    "linalg": (
        "conversions",
        "dialects.affine_ext",
        "dialects.gpu_ext",
        "dialects.linalg_ext",
        "dialects.memref_ext",
        "dialects.scf_ext",
        "dialects.tensor_ext",
        "dialects.vector_ext",
        "transforms.contractions",
        "transforms.from_dialects",
        "transforms.opencl_from_linalg",
        "transforms.opencl_from_stencil",
        "transforms.rows",
    ),
    "spirv": ("spirv", "transforms.builtins.opencl_expand_intrinsics"),
}


def part_of(module: str) -> str:
    """The part of a module of the package, such as `abi.model`."""
    found = [
        (len(prefix), part)
        for part, prefixes in PARTS.items()
        for prefix in prefixes
        if f"{module}.".startswith(f"{prefix}.")
    ]
    return max(found)[1] if found else "core"


def _imported(path: Path) -> Iterator[str]:
    """The modules that a file imports, inside functions too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@cache
def parts_of(path: Path) -> frozenset[str]:
    """The parts that a file of tests is of; a helper's may be none."""
    found: set[str] = set()
    for name in _imported(path):
        head, _, module = name.partition(".")
        folders = (path.parent, UNIT, TESTS, TESTS / "fuzz", TESTS / "composition")
        if head == "xdsl_opencl" and module:
            found.add(part_of(module))
        elif "." not in name and not name.startswith("test_"):
            helpers = (folder / f"{name}.py" for folder in folders)
            helper = next((h for h in helpers if h.exists() and h != path), None)
            found |= parts_of(helper) if helper else set()
    return frozenset(found - {"core"})


def _mirrored(path: Path) -> str:
    names = path.relative_to(TESTS).with_suffix("").parts
    return part_of(".".join(names).replace("-", "_"))


def unit_tests(part: str) -> list[Path]:
    """The files of unit tests of a part."""
    return [
        path
        for path in sorted(UNIT.glob("test_*.py"))
        if part in (parts_of(path) or {"core"})
    ]


def lit_tests(part: str) -> list[Path]:
    """The FileCheck tests of a part."""
    kinds = {".cl", ".ll", ".mlir", ".test"}
    return [
        path
        for path in sorted(TESTS.rglob("*"))
        if path.suffix in kinds
        and "RUN:" in path.read_text(encoding="utf-8", errors="replace")
        and part == _mirrored(path)
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", action="store_true", help="only print the files")
    parser.add_argument("--jobs", default="2")
    parser.add_argument("part", choices=PARTS)
    given = parser.parse_args()
    by_lit, by_pytest = lit_tests(given.part), unit_tests(given.part)
    if not by_lit and not by_pytest:
        parser.exit(1, f"the part {given.part} has no tests\n")
    if given.list:
        print(*(path.relative_to(ROOT) for path in (*by_lit, *by_pytest)), sep="\n")
        return 0
    lit = [str(Path(sys.executable).with_name("lit")), "-sv", f"-j{given.jobs}"]
    unit = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-n",
        given.jobs,
        "--dist",
        "loadfile",
    ]
    failed = False
    for command, files in ((lit, by_lit), (unit, by_pytest)):
        if files:
            failed |= subprocess.run([*command, *files], cwd=ROOT).returncode != 0
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
