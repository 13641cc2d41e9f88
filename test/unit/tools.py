"""
Other programs that tests compare with: found by name and version, in one place for pytest
and lit.

A tool is asked its version, and one that is too old for a test is absent. Of several the
one of LLVM 22 is taken, which is the LLVM that llvmlite has, then 19, then the newest. A
variable of the environment names a tool itself: `LLVM_DIFF` for `llvm-diff`, `LD_LLD` for
`ld.lld`; its version is asked too.

A skipped test says what to install in words that `conftest.py` counts at the end of the
run.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import pytest

PREFERRED = (22, 19)
OLDEST = 19
"""The oldest version that tests were written for; LLVM 14 prints much differently."""

_PACKAGES = {
    "clang": "clang-{}",
    "iree-opt": "iree-base-compiler",
    "ld.lld": "lld-{}",
    "mlir-opt": "mlir-{}-tools",
    "mlir-translate": "mlir-{}-tools",
    "oclgrind": "oclgrind",
    "oclgrind-kernel": "oclgrind",
    "spirv-as": "spirv-tools",
    "spirv-dis": "spirv-tools",
    "spirv-val": "spirv-tools",
}
"""Debian's packages, pip's for IREE; every other tool is in `llvm-<version>`."""

_VERSION = re.compile(r"\b(?:version|LLD|Oclgrind|SPIRV-Tools) v?(\d+)")

_WANTED = re.compile(r"\b(install|set) (\S+)$")
"""
How the reason of a skipped test ends: with the package or variable that lets it run.
"""


class Tool(NamedTuple):
    """A program and its major version."""

    path: str
    version: int


@cache
def version(path: str) -> int | None:
    """
    The major version that the program at `path` says it has; `None` if it says nothing.
    """
    try:
        done = subprocess.run(
            [path, "--version"],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    match = _VERSION.search(done.stdout + done.stderr)
    return None if match is None else int(match[1])


def _on_path(name: str) -> Iterator[str]:
    """The programs `name` and `name-<version>` on the PATH."""
    pattern = re.compile(rf"{re.escape(name)}(?:-\d+)?")
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        try:
            names = sorted(os.listdir(folder or "."))
        except OSError:
            continue
        for each in names:
            path = os.path.join(folder, each)
            if pattern.fullmatch(each) and os.access(path, os.X_OK):
                yield path


def _rank(tool: Tool) -> tuple[bool, int, int]:
    """The preferred versions in their order, then the newest."""
    other = tool.version not in PREFERRED
    return other, 0 if other else PREFERRED.index(tool.version), -tool.version


@cache
def find_all(name: str) -> tuple[Tool, ...]:
    """Every version of `name`, the preferred one first; one per version."""
    variable = os.environ.get(re.sub(r"\W", "_", name).upper())
    paths = [variable] if variable else _on_path(name)
    found: dict[int, Tool] = {}
    for path in paths:
        if (number := version(path)) is not None:
            found.setdefault(number, Tool(path, number))
    return tuple(sorted(found.values(), key=_rank))


def find(name: str, least: int = OLDEST, most: int | None = None) -> Tool | None:
    """
    The preferred `name` whose major version is at least `least` and at most `most`.
    """
    for tool in find_all(name):
        if tool.version >= least and (most is None or tool.version <= most):
            return tool
    return None


def of_any_version(name: str) -> str | None:
    """
    Returns the path of a program that serves in every version: a compiler of C, clinfo.
    """
    return next(_on_path(name), None)


def package(name: str, most: int | None = None) -> str:
    """The package to install for `name`."""
    wanted = next((v for v in PREFERRED if most is None or v <= most), most)
    return _PACKAGES.get(name, "llvm-{}").format(wanted)


def absent(name: str, least: int = OLDEST, most: int | None = None) -> str:
    """The reason of a test that is skipped without the tool."""
    if most is None:
        range_ = f"{least} or later"
    else:
        range_ = str(most) if least == most else f"{least} to {most}"
    return f"no {name} {range_}: install {package(name, most)}"


def need(name: str, least: int = OLDEST, most: int | None = None) -> str:
    """The path of a tool; skips the test where there is none."""
    if (tool := find(name, least, most)) is None:
        import pytest

        pytest.skip(absent(name, least, most))
    return tool.path


def needs(
    name: str, least: int = OLDEST, most: int | None = None
) -> pytest.MarkDecorator:
    """Marks tests that are skipped without the tool."""
    import pytest

    return pytest.mark.skipif(
        find(name, least, most) is None, reason=absent(name, least, most)
    )


def summary(reasons: Iterable[tuple[str, int]]) -> str | None:
    """
    One line that says what to install for skipped tests, given as reason and number of tests:
    `80 skipped: install mlir-22-tools (60), llvm-22 (20)`; `None` when nothing was skipped.
    """
    wanted: dict[str, dict[str, int]] = {"install": {}, "set": {}}
    other = total = 0
    for reason, count in reasons:
        total += count
        if match := _WANTED.search(reason):
            names = wanted[match[1]]
            names[match[2]] = names.get(match[2], 0) + count
        else:
            other += count
    if not total:
        return None
    words: list[str] = []
    for verb, names in wanted.items():
        order = sorted(names.items(), key=lambda item: (-item[1], item[0]))
        if order:
            words.append(f"{verb} {', '.join(f'{n} ({c})' for n, c in order)}")
    if other:
        words.append(f"{other} for other reasons (`pytest -rs` lists them)")
    return f"{total} skipped: {'; '.join(words)}"
