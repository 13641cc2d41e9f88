"""
The kernels of `check_cases.cl`, which do what they must not, for `test_host_check.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from xdsl_opencl.abi.cpu.host_check import Kind
from xdsl_opencl.runtime import Buffer, Image, Local

_MARK = re.compile(r"// !(\w+)(?: (\d+))?")


@dataclass(frozen=True)
class Case:
    """A kernel `k`, and how it is run. `arguments` are given anew for each run."""

    name: str
    source: str
    oclgrind: frozenset[str] | None
    arguments: tuple[Any, ...]
    global_size: tuple[int, ...] = (8,)
    local_size: tuple[int, ...] = (4,)

    @property
    def expected(self) -> set[tuple[str, int, int | None]]:
        """Kind, line, and work item if it is said, of each report."""
        found: set[tuple[str, int, int | None]] = set()
        for number, line in enumerate(self.source.split("\n"), 1):
            for mark in _MARK.finditer(line):
                item = None if mark[2] is None else int(mark[2])
                found.add((Kind[mark[1]].name, number, item))
        return found

    def values(self) -> list[Any]:
        values: list[Any] = []
        for value in self.arguments:
            array: Any = value
            if isinstance(value, np.ndarray):
                copy = array.copy()
                copy.flags.writeable = array.flags.writeable
                values.append(copy)
            elif isinstance(value, Buffer):
                values.append(copy_of(value))
            elif isinstance(value, Image):
                values.append(
                    Image(
                        value.pixels.copy(),
                        value.kind,
                        value.channel_order,
                        value.channel_data_type,
                    )
                )
            else:
                values.append(value)
        return values


def copy_of(buffer: Buffer) -> Buffer:
    copy = Buffer(buffer.array.copy(), buffer.access)
    if buffer.written is not None:
        copy.written = buffer.written.copy()
    return copy


def ints(count: int) -> Any:
    return np.arange(count, dtype=np.int32)


def floats(count: int) -> Any:
    return np.arange(count, dtype=np.float32)


def constant(count: int) -> Any:
    array = ints(count)
    array.flags.writeable = False
    return array


def partly_written(count: int, size: int) -> Buffer:
    """A buffer of `size` bytes, the first `count` of them written."""
    buffer = Buffer(size)
    buffer.fill(np.zeros(count, np.uint8))
    return buffer


def _call(*arguments: Any, **sizes: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
    return arguments, sizes


_WORDS: dict[str, Any] = {
    **{f.__name__: f for f in (ints, floats, constant, partly_written)},
    **{c.__name__: c for c in (Buffer, Image, Local)},
    "np": np,
    "call": _call,
}
"""Names that the file may use for arguments."""


def _cases() -> Iterator[Case]:
    text = Path(__file__).with_suffix(".cl").read_text()
    for part in text.split("// --- ")[1:]:
        head, _, source = part.strip().partition("\n")
        name, _, words = head.partition("(")
        said = None
        if source.startswith("// oclgrind: "):
            first, _, source = source.partition("\n")
            said = frozenset(first.removeprefix("// oclgrind: ").split("; ")) - {
                "silent"
            }
        arguments, sizes = eval(f"call({words}", _WORDS)
        yield Case(name, source, said, arguments, **sizes)


CASES = [*_cases()]
