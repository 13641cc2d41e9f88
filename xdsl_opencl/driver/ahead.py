"""
The work on an input that needs no xDSL, done while xDSL is imported or instead of it: Clang
reads OpenCL C, the cache is asked, and LLVM promotes variables to values.

Nothing here imports xDSL.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from threading import Thread
from typing import TYPE_CHECKING

from xdsl_opencl.cache import (
    cache_folder,
    content_key,
    file_version,
    read_entry,
    tools_version,
    write_entry,
)
from xdsl_opencl.frontend.magic import C_ENDINGS, is_binary, is_spirv
from xdsl_opencl.frontend.options import BuildOptions
from xdsl_opencl.source import SourceFile, is_foreign

if TYPE_CHECKING:
    from xdsl_opencl.abi.target import Target
    from xdsl_opencl.driver.stage import Stage
    from xdsl_opencl.frontend.opencl_c import ClangResult

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
    """
    A request for an output: all that an output depends on but the input itself.
    """

    target: Target | None
    stage: Stage
    level: int
    optimized: bool
    build: BuildOptions

    @property
    def clang_options(self) -> BuildOptions:
        """
        The build options with what the target says.
        """
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


class Ahead(Thread):
    """
    Reads `source` in a thread of its own. `result` waits for it.

    With `cached`, an output that the cache has ends the work. Errors are raised where the
    result is used.
    """

    def __init__(
        self, source: SourceFile, request: Request, *, cached: bool = False
    ) -> None:
        super().__init__(name=f"reading {source.name}", daemon=True)
        self.source = source
        self._request = request
        self._use_cache = cached and cache_folder() is not None
        self._clang: ClangResult | None = None
        self._key = ""
        self._error: BaseException | None = None
        self._text: str | None = None
        self.entry: Entry | None = None
        self.start()

    def run(self) -> None:
        try:
            self._work()
        except BaseException as error:
            self._error = error

    def _work(self) -> None:
        from xdsl_opencl.frontend.contained import normalise_program
        from xdsl_opencl.frontend.opencl_c import compile_opencl_c

        name, path = self.source.name, self.source.path
        content: str | bytes = self.source.text
        if is_foreign(name):
            # Of a file, the text is only an attempt at decoding it.
            content = content.encode() if path is None else Path(path).read_bytes()
            is_c = PurePath(name).suffix.lower() in C_ENDINGS
            if (
                is_c
                and content.strip()
                and not (is_binary(content) or is_spirv(content))
            ):
                options = self._request.clang_options
                if path is None:
                    text = self.source.text
                    self._clang = compile_opencl_c(options, text=text, name=name)
                else:
                    self._clang = compile_opencl_c(options, path)
                # What the headers said is in it, and which Clang it was.
                content = self._clang.ir
        if self._use_cache:
            self._key = self._entry_key(content)
            self.entry = read(self._key)
        if self._clang is not None and self.entry is None:
            text = None if path is not None else self.source.text
            options = self._request.clang_options
            self._text = normalise_program(self._clang.ir, name, options, text)

    def _entry_key(self, content: str | bytes) -> str:
        request = self._request
        variables = [os.environ.get(name, "\0") for name in _ENVIRONMENT]
        facts = (
            _FORMAT,
            tools_version(*_PACKAGES),
            repr((request.target, request.stage, request.level, request.optimized)),
            repr(request.clang_options),
            self.source.name,
            *variables,
        )
        return f"{content_key(*facts, content)}.{request.stage}"

    def wait(self) -> Entry | None:
        """
        The output that the cache has, if it has one.

        Raises `FrontendError` if Clang or LLVM refuse the input.
        """
        self.join()
        if self._error is not None:
            raise self._error
        return self.entry

    @property
    def warnings(self) -> str:
        """
        The text that Clang printed.
        """
        return "" if self._clang is None else self._clang.warnings

    def clang_ir(self) -> str | None:
        """
        The LLVM IR that Clang wrote for OpenCL C, variables promoted; `None` for other inputs.

        Raises `FrontendError` as `wait`.
        """
        self.wait()
        return self._text

    def keep(
        self,
        content: str | bytes,
        kernels: int,
        warnings: str,
        files: Sequence[str],
    ) -> None:
        """
        Puts the output into the cache. `files` are the programs and libraries that
        made it.
        """
        if not self._key:
            return
        # Which LLVM's metadata needs too, and is imported while LLVM works.
        import json

        head = {
            "kernels": kernels,
            "warnings": warnings,
            "files": {path: file_version(path) for path in files},
        }
        data = content.encode() if isinstance(content, str) else content
        write_entry(self._key, json.dumps(head).encode() + b"\n" + data)


def ended(text: str) -> str:
    """
    `text` with the end of its last line.
    """
    return text and text.rstrip("\n") + "\n"


def read(key: str) -> Entry | None:
    """
    The entry `key`, if there is one and the files that made it are as they were.
    """
    if (data := read_entry(key)) is None:
        return None
    import json

    line, _, content = data.partition(b"\n")
    head = json.loads(line)
    files: dict[str, str] = head["files"]
    if any(file_version(path) != version for path, version in files.items()):
        return None
    return Entry(content, head["kernels"], head["warnings"])
