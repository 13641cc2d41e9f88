"""
Programs of several sources, each compiled separately and then linked, like `clCompileProgram` and
`clLinkProgram`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from xdsl_opencl.abi.model import KERNEL_BODY_PREFIX
from xdsl_opencl.errors import Place
from xdsl_opencl.frontend.clang.build_options import BuildOptions
from xdsl_opencl.frontend.clang.opencl_c import compile_opencl_c
from xdsl_opencl.frontend.errors import FrontendError
from xdsl_opencl.frontend.file_kinds import C_ENDINGS, IR_ENDINGS
from xdsl_opencl.frontend.ir_text.llvm_linker import link_contained
from xdsl_opencl.frontend.ir_text.normalise_in_child import (
    normalise_contained,
    normalise_program,
)
from xdsl_opencl.frontend.load import Imported, read_clang
from xdsl_opencl.source import SourceFile

_DEFINED = re.compile(
    r"^(?:define (?P<words>[^@\n]*)|)@(?P<name>\"[^\"]*\"|[-\w$.]+)"
    r"(?:\(| = (?P<linkage>[^\n]*))",
    re.MULTILINE,
)
_OWN = re.compile(r"\b(?:internal|private|linkonce\w*|weak\w*|common|external)\b")


def _compiled(source: SourceFile, options: BuildOptions) -> tuple[str, str]:
    """The LLVM IR of a source, and Clang's warnings."""
    name, path, text = source.name, None, source.text
    if source.path is not None:
        path, text = name, None
        ending = Path(name).suffix.lower()
        if ending in IR_ENDINGS:
            return normalise_contained(Path(name).read_bytes(), name), ""
        if ending not in C_ENDINGS:
            raise FrontendError(
                f"{name}: error: only OpenCL C and LLVM IR are linked; the endings are "
                f"{', '.join(C_ENDINGS + IR_ENDINGS)}"
            )
    result = compile_opencl_c(options, path, text, name)
    return normalise_program(result.ir, name, options, text), result.warnings


def _check_definitions(sources: Sequence[SourceFile], texts: Sequence[str]) -> None:
    """Raises `FrontendError` for a name that two sources define."""
    owners: dict[str, str] = {}
    for source, text in zip(sources, texts, strict=True):
        for match in _DEFINED.finditer(text):
            if _OWN.search(match["words"] or match["linkage"] or ""):
                continue
            name = match["name"].strip('"').removeprefix(KERNEL_BODY_PREFIX)
            first = owners.setdefault(name, source.name)
            if first != source.name:
                message = (
                    f"'{name}' is defined in {first} too; rename one of them, or make a "
                    "function static"
                )
                raise FrontendError.at(Place(source.name), message)


def load_several(sources: Sequence[SourceFile], options: BuildOptions) -> Imported:
    """
    Reads `sources`, OpenCL C or LLVM IR, as one program.

    Raises `FrontendError` for an error in one of them or between them, `OSError` if a file cannot
    be read.
    """
    if not sources:
        raise FrontendError("error: a program without sources; give one or more")
    parts = [_compiled(source, options) for source in sources]
    texts = [text for text, _ in parts]
    _check_definitions(sources, texts)
    warnings = "".join(said for _, said in parts)
    name = ", ".join(source.name for source in sources)
    try:
        linked = link_contained(texts)
        # Running Clang on one source would not add a missing place here.
        return read_clang(linked, warnings, name, replace(options, debug=True))
    except FrontendError as error:
        if options.debug or (error.place is not None and error.place.line):
            raise
    return load_several(sources, replace(options, debug=True))
