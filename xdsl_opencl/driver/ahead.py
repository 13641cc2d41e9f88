"""
The work on an input that needs no xDSL, done while xDSL is imported: Clang reads OpenCL C,
the cache is asked, and LLVM promotes variables to values.

Nothing here imports xDSL.
"""

from __future__ import annotations

from pathlib import Path, PurePath
from threading import Thread

from xdsl_opencl.cache import cache_folder
from xdsl_opencl.driver.output_cache import Entry, Request, entry_key, read_output
from xdsl_opencl.frontend.file_kinds import C_ENDINGS, is_binary, is_spirv
from xdsl_opencl.source import SourceFile, is_foreign


class Ahead(Thread):
    """
    Reads `source` in a thread of its own; `wait` ends with it.

    With `cached`, an output that the cache has ends the work.
    """

    def __init__(
        self, source: SourceFile, request: Request, *, cached: bool = False
    ) -> None:
        super().__init__(name=f"reading {source.name}", daemon=True)
        self.source = source
        self.warnings = ""
        """The text that Clang printed."""
        self.key = ""
        """The name of the output in the cache; empty for an output that is not kept."""
        self._request = request
        self._use_cache = cached and cache_folder() is not None
        self._entry: Entry | None = None
        self._ir: str | None = None
        self._error: BaseException | None = None
        self.start()

    def run(self) -> None:
        try:
            self._read()
        except BaseException as error:
            self._error = error

    def _read(self) -> None:
        name, path = self.source.name, self.source.path
        text = self.source.text if path is None else None
        content: str | bytes = self.source.text
        if is_foreign(name):
            # Of a file, the text is only an attempt at decoding it.
            content = content.encode() if path is None else Path(path).read_bytes()
        options = self._request.clang_options
        ir = None
        if _is_opencl_c(name, content):
            from xdsl_opencl.frontend.clang.opencl_c import compile_opencl_c

            result = compile_opencl_c(options, path, text, name)
            # What the headers said is in it, and which Clang it was.
            ir = content = result.ir
            self.warnings = result.warnings and result.warnings.rstrip("\n") + "\n"
        if self._use_cache:
            self.key = entry_key(self._request, name, content)
            self._entry = read_output(self.key)
        if ir is not None and self._entry is None:
            from xdsl_opencl.frontend.ir_text.normalise_in_child import (
                normalise_program,
            )

            self._ir = normalise_program(ir, name, options, text)

    def wait(self) -> Entry | None:
        """
        The output that the cache has, if it has one.

        Raises `FrontendError` if Clang or LLVM refuse the input.
        """
        self.join()
        if self._error is not None:
            raise self._error
        return self._entry

    def clang_ir(self) -> str | None:
        """
        The LLVM IR that Clang wrote for OpenCL C, variables promoted; `None` for other inputs.

        Raises `FrontendError` as `wait`.
        """
        self.wait()
        return self._ir


def _is_opencl_c(name: str, content: str | bytes) -> bool:
    if PurePath(name).suffix.lower() not in C_ENDINGS or isinstance(content, str):
        return False
    if content.startswith(b"\x7fELF"):
        return False
    return bool(content.strip()) and not (is_binary(content) or is_spirv(content))
