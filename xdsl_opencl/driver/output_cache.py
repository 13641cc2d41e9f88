"""
Outputs of commands, kept in the cache.

Nothing here imports xDSL.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from xdsl_opencl.cache import (
    content_key,
    file_version,
    read_entry,
    tools_version,
    write_entry,
)
from xdsl_opencl.frontend.clang.build_options import BuildOptions

if TYPE_CHECKING:
    from xdsl_opencl.abi.target import Target
    from xdsl_opencl.driver.stage import Stage

_FORMAT = "1"
"""Of an entry: one line of JSON, then the output."""

_ENVIRONMENT = (
    "XDSL_OPENCL_DEVICE_LIBRARY",
    "XDSL_OPENCL_LLD",
    "XDSL_OPENCL_ASSERT",
    "ROCM_PATH",
    "PATH",
    "PYTHONPATH",
)
"""Variables by which later stages find programs and libraries, and what they make."""

_PACKAGES = ("xdsl_opencl", "xdsl", "llvmlite", "ziglang")


@dataclass(frozen=True)
class Request:
    """A request for an output: all that an output depends on but the input itself."""

    target: Target | None
    stage: Stage
    level: int
    optimized: bool
    build: BuildOptions

    @property
    def clang_options(self) -> BuildOptions:
        """The build options with what the target says."""
        return self.build.of_target(self.target)


@dataclass(frozen=True)
class Entry:
    """
    An output that was kept, how many kernels it has, and what was printed meanwhile,
    Clang's own words excepted.
    """

    content: bytes
    kernels: int
    warnings: str


def entry_key(request: Request, name: str, content: str | bytes) -> str:
    """The name of the entry for the input `name` with `content`."""
    variables = [os.environ.get(variable, "\0") for variable in _ENVIRONMENT]
    facts = (
        _FORMAT,
        tools_version(*_PACKAGES),
        repr((request.target, request.stage, request.level, request.optimized)),
        repr(request.clang_options),
        name,
        *variables,
    )
    return f"{content_key(*facts, content)}.{request.stage}"


def read_output(key: str) -> Entry | None:
    """The entry `key`, if there is one and the files that made it are as they were."""
    if (data := read_entry(key)) is None:
        return None
    import json

    line, _, content = data.partition(b"\n")
    head = json.loads(line)
    files: dict[str, str] = head["files"]
    if any(file_version(path) != version for path, version in files.items()):
        return None
    return Entry(content, head["kernels"], head["warnings"])


def keep_output(
    key: str, content: str | bytes, kernels: int, warnings: str, files: Sequence[str]
) -> None:
    """
    Writes the entry `key`. `files` are the programs and libraries that made the output.
    """
    # Which LLVM's metadata needs too, and is imported while LLVM works.
    import json

    head = {
        "kernels": kernels,
        "warnings": warnings,
        "files": {path: file_version(path) for path in files},
    }
    data = content.encode() if isinstance(content, str) else content
    write_entry(key, json.dumps(head).encode() + b"\n" + data)
