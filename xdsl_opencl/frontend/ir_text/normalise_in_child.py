"""
`normalise` in the child process that also generates code: LLVM is loaded once, while this process
imports xDSL, and if LLVM aborts, only the child dies.

Nothing here imports xDSL or llvmlite.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from xdsl_opencl.backend.llvm.llvm_child import ask
from xdsl_opencl.frontend.clang.gpu_options import foreign_assembly
from xdsl_opencl.frontend.errors import FrontendError
from xdsl_opencl.frontend.ir_text.llvm_errors import rejection
from xdsl_opencl.frontend.ir_text.undefined import show_undefined

if TYPE_CHECKING:
    from xdsl_opencl.frontend.clang.build_options import BuildOptions

_IR_LINE = re.compile(r":(\d+)(?::\d+)?: error: (.*)")
_DEBUG_LOCATION = r"^!{} = (?:distinct )?!DILocation\(line: (\d+), column: (\d+)"
_SERVICE = "xdsl_opencl.frontend.ir_text.normalise"


def normalise_contained(
    ir: str | bytes, source: str, *, promote: bool = True, strip: bool = False
) -> str:
    """
    Returns `frontend.ir_text.normalise.normalise(ir)`, computed in a child process.

    Raises `FrontendError` as that does, and when LLVM aborts.
    """
    answer = ask(
        {
            "service": _SERVICE,
            "ir": ir,
            "source": source,
            "promote": promote,
            "strip": strip,
        }
    )
    # LLVM's remarks on old forms of metadata are left out of an answer.
    if answer.values is None:
        details = answer.printed.strip().splitlines() or ["no message"]
        words = details[-1]
        if "Broken module" in words and len(details) > 1:
            # For debug locations LLVM checks, reports, and aborts.
            words = "\n".join(details[:-1])
        raise FrontendError(rejection(words, ir, source))
    if (refusal := answer.values.get("refused")) is not None:
        raise FrontendError(refusal)
    return answer.values["text"]


def normalise_program(
    ir: str, source: str, options: BuildOptions, text: str | None = None
) -> str:
    """
    Returns `normalise_contained(ir)` for Clang's output for the program `source`, the file's path
    or the name of `text`.

    Raises `FrontendError` at the line of the program that LLVM rejects: Clang leaves some errors
    in its builtins to LLVM.
    """
    if options.undefined:
        ir = show_undefined(ir)
    try:
        return _checked(ir, source, options)
    except FrontendError as error:
        if options.debug:
            raise _in_program(error, ir, source) from error
        from xdsl_opencl.frontend.clang.opencl_c import compile_opencl_c

        path = None if text is not None else source
        ir = compile_opencl_c(replace(options, debug=True), path, text, source).ir
        try:
            _checked(ir, source, options)
        except FrontendError as again:
            raise _in_program(again, ir, source) from again
        raise


def _checked(ir: str, source: str, options: BuildOptions) -> str:
    if options.device is None and (found := foreign_assembly(ir)) is not None:
        line, message = found
        raise FrontendError(f"{source}:{line}: error: {message}")
    return normalise_contained(ir, source)


def _in_program(error: FrontendError, ir: str, source: str) -> FrontendError:
    """Returns `error`, about a line of `ir`, at the corresponding line of the program."""
    match = _IR_LINE.search(str(error))
    if match is None:
        return error
    line = ir.split("\n")[int(match[1]) - 1]
    number = re.search(r"!dbg !(\d+)", line)
    place = number and re.search(_DEBUG_LOCATION.format(number[1]), ir, re.MULTILINE)
    where = f"{source}:{place[1]}:{place[2]}" if place else source
    return FrontendError(f"{where}: error: {match[2]}")
