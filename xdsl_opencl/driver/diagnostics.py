"""
One form of diagnostic for every fault of a user.

Every stage has exceptions of its own; `user_errors` turns each into a `CompileError`:
place, message, and the source line where it is known.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from xdsl.utils.exceptions import (
    ArgSpecParseError,
    DiagnosticException,
    ParseError,
    VerifyException,
)

from xdsl_opencl.abi.model import AbiError
from xdsl_opencl.errors import TOO_DEEP, Error, Place, without_long_lines
from xdsl_opencl.frontend.errors import FrontendError
from xdsl_opencl.source import SourceError, SourceFile, render

if TYPE_CHECKING:
    from xdsl.ir import Operation

    from xdsl_opencl.ir.diagnostics import OperationError


class CompileError(Error, DiagnosticException):
    """An error in an input, an option or an output; its text is the diagnostic."""


def error_at(
    message: str,
    place: Place | None = None,
    source: SourceFile | None = None,
    *,
    kernel: str | None = None,
    argument: str | None = None,
) -> CompileError:
    """The `CompileError` with the text that `render` gives."""
    return CompileError(
        render(message, place, source),
        message=message,
        place=place,
        kernel=kernel,
        argument=argument,
    )


def _operation_error(error: OperationError, source: SourceFile | None) -> CompileError:
    place = error.place or _file_of(source)
    scope = "" if error.kernel is None else f"in @{error.kernel}: "
    # The source line stands for the printed operation.
    shown = source is not None and error.file == source.name
    notes = () if shown else error.notes
    return CompileError(
        render("\n  ".join((scope + error.message, *notes)), place, source),
        message=error.message,
        place=place,
        kernel=error.kernel,
        argument=error.argument,
        notes=notes,
    )


def _as_it_is(error: Error) -> CompileError:
    """An error whose text is complete."""
    return CompileError(
        without_long_lines(str(error).rstrip()),
        message=error.message,
        place=error.place,
        kernel=error.kernel,
        argument=error.argument,
        notes=error.notes,
    )


def _file_of(source: SourceFile | None) -> Place | None:
    return None if source is None else Place(source.name)


def operation_place(op: Operation, source: SourceFile | None) -> Place | None:
    """The place of `op` or of the nearest operation that has one, else `source`."""
    from xdsl_opencl.ir.diagnostics import place_near

    return place_near(op) or _file_of(source)


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
        place = Place(location.file, location.line, location.col)
        message = error.msg
        if source is not None and error.span.end >= len(source.text.rstrip()):
            message += " (the input ends here)"
        raise error_at(message, place, source) from error
    except ArgSpecParseError as error:
        raise error_at(str(error).rstrip()) from error
    except FrontendError as error:
        # With Clang's own lines and carets.
        raise _as_it_is(error) from error
    except VerifyException:
        # Inputs are verified where they come in; a pass that makes wrong IR is ours.
        raise
    except DiagnosticException as error:
        # Imported only now: it brings xDSL along, and commands start before that.
        from xdsl_opencl.ir.diagnostics import OperationError

        if isinstance(error, OperationError):
            raise _operation_error(error, source) from error
        known = error if isinstance(error, Error) else Error()
        raise error_at(
            str(error),
            known.place or _file_of(source),
            source,
            kernel=known.kernel,
            argument=known.argument,
        ) from error
    except SourceError as error:
        raise _as_it_is(error) from None
    except AbiError as error:
        raise error_at(
            str(error), kernel=error.kernel, argument=error.argument
        ) from error
    except RecursionError as error:
        raise error_at(TOO_DEEP, _file_of(source)) from error
    except OSError as error:
        raise error_at(_operating_system_error(error)) from error
