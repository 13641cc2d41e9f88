"""
xDSL, imported in less time.

A third of that time `dataclasses` compiles methods, half of them again and again from one
text (`__repr__`, `__setattr__` of frozen classes), and a tenth xDSL compiles assembly
formats. Each text is compiled once, and its code is kept beside this module's bytecode,
where and as Python keeps that.

Only the command line asks for this: a program that imports us gets both as they are.
"""

from __future__ import annotations

import atexit
import builtins
import dataclasses
import marshal
import os
import sys
from collections.abc import Mapping
from functools import cache
from importlib.util import MAGIC_NUMBER, cache_from_source
from types import CodeType

from xdsl_opencl import record

_MOST = 4096
"""Texts that are kept; a compilation has 700."""


class _Methods(dict[str, CodeType]):
    """
    The code of texts, compiled when it is missing.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        try:
            with open(path, "rb") as file:
                if file.read(len(MAGIC_NUMBER)) == MAGIC_NUMBER:
                    self.update(marshal.load(file))
        except (OSError, EOFError, ValueError, TypeError):
            # There is none, or half of one.
            pass
        self.read = len(self)

    def __missing__(self, text: str) -> CodeType:
        code = self[text] = compile(text, "<string>", "exec")
        return code

    def keep(self) -> None:
        """
        Writes what was compiled, as Python writes bytecode: where it may.
        """
        if not self.read < len(self) <= _MOST or sys.dont_write_bytecode:
            return
        temporary = f"{self.path}.{os.getpid()}"
        try:
            with open(temporary, "xb") as file:
                file.write(MAGIC_NUMBER + marshal.dumps(dict(self)))
            os.replace(temporary, self.path)
        except OSError:
            return


@cache
def _methods() -> _Methods:
    methods = _Methods(cache_from_source(__file__, optimization="methods"))
    atexit.register(methods.keep)
    return methods


def _execute(
    text: str, outer: dict[str, object], inner: Mapping[str, object] | None = None
) -> None:
    builtins.exec(_methods()[text], outer, inner)


def prepare_imports() -> None:
    """
    Makes the imports of xDSL from now on take less time.
    """
    # Hides the builtin function of that name from these modules alone.
    setattr(dataclasses, "exec", _execute)
    setattr(record, "exec", _execute)
    from xdsl_opencl.cli.formats import put_off_formats

    put_off_formats()
