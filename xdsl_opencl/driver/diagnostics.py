"""
One diagnostic for whatever a user can get wrong.

Every stage has exceptions of its own; `user_errors` makes of each the same
`CompileError`: place, message, and the source line where it is known.
"""

from __future__ import annotations

import os
import re
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from xdsl.utils.exceptions import (
    ArgSpecParseError,
    DiagnosticException,
    ParseError,
    VerifyException,
)

from xdsl_opencl.abi.model import AbiError
from xdsl_opencl.driver.source import SourceError, SourceFile, SourcePosition
from xdsl_opencl.frontend.errors import FrontendError

if TYPE_CHECKING:
    from xdsl.ir import Operation


class CompileError(DiagnosticException):
    """
    What is wrong with an input, an option or an output; its text is the diagnostic.
    """


@dataclass(frozen=True)
class Place:
    """
    Where a diagnostic points: a file, and the position in it where that is known.
    """

    file: str
    position: SourcePosition | None = None

    def __str__(self) -> str:
        return self.file if self.position is None else f"{self.file}:{self.position}"


def render(
    message: str,
    place: Place | None = None,
    source: SourceFile | None = None,
    kind: str = "error",
) -> str:
    """
    `file:line:col: error: message`, the source line and a caret; `kind` is `error` or
    `warning`.
    """
    head, _, rest = message.partition("\n")
    lines = [f"{f'{place}: ' if place else ''}{kind}: {head}"]
    if place is not None and place.position is not None and source is not None:
        if place.file == source.name:
            lines += source.excerpt(place.position)
    lines += [line.rstrip() for line in rest.splitlines() if line.strip()]
    return "\n".join(lines)


_PASS_MESSAGE = re.compile(
    r"\A(?:(?P<file>[^\n]+?):(?P<line>\d+):(?P<column>\d+))?"
    r"(?:(?:, )?in @(?P<symbol>[^\s:]+))?(?:: )?error: (?P<message>.*)\Z",
    re.DOTALL,
)
"""What `ir.diagnostics.fail` writes."""


def _pass_error(text: str, source: SourceFile | None) -> str:
    match = _PASS_MESSAGE.match(text)
    if match is None:
        return render(text, _file_of(source))
    message = match["message"]
    if match["symbol"]:
        message = f"in @{match['symbol']}: {message}"
    if match["file"] is None:
        return render(message, _file_of(source))
    position = SourcePosition(int(match["line"]), int(match["column"]))
    place = Place(match["file"], position)
    if source is not None and source.name == place.file:
        # The source line stands for the printed operation.
        message = message.partition("\n")[0]
    return render(message, place, source)


def _file_of(source: SourceFile | None) -> Place | None:
    return None if source is None else Place(source.name)


def operation_place(op: Operation, source: SourceFile | None) -> Place | None:
    """
    The place of the nearest operation around `op` that has one.
    """
    from xdsl_opencl.ir.diagnostics import source_place

    scope: Operation | None = op
    while scope is not None:
        if (location := source_place(scope.location)) is not None:
            position = SourcePosition(location.line.data, location.column.data)
            return Place(location.filename.data, position)
        scope = scope.parent_op()
    return _file_of(source)


def _operating_system_error(error: OSError) -> str:
    name = error.filename2 or error.filename
    reason = (error.strerror or str(error)).lower()
    if error.errno is not None:
        reason = os.strerror(error.errno).lower()
    return f"cannot use '{os.fspath(name)}': {reason}" if name else reason


@contextmanager
def user_errors(source: SourceFile | None = None) -> Generator[None]:
    """
    Turns every exception that a user can cause into a `CompileError` with a place in
    `source`. Others pass: they are faults of this program.
    """
    try:
        yield
    except CompileError:
        raise
    except ParseError as error:
        location = error.span.get_location()
        place = Place(location.file, SourcePosition(location.line, location.col))
        message = error.msg
        if source is not None and error.span.end >= len(source.text.rstrip()):
            message += " (the input ends here)"
        raise CompileError(render(message, place, source)) from error
    except ArgSpecParseError as error:
        raise CompileError(render(str(error).rstrip())) from error
    except FrontendError as error:
        # Complete as it is, with Clang's own lines and carets.
        raise CompileError(str(error).rstrip()) from error
    except VerifyException:
        # Inputs are verified where they come in; a pass that makes wrong IR is ours.
        raise
    except DiagnosticException as error:
        raise CompileError(_pass_error(str(error), source)) from error
    except SourceError as error:
        raise CompileError(str(error)) from None
    except AbiError as error:
        raise CompileError(render(str(error))) from error
    except RecursionError as error:
        message = "the input is nested too deeply"
        raise CompileError(render(message, _file_of(source))) from error
    except OSError as error:
        raise CompileError(render(_operating_system_error(error))) from error
