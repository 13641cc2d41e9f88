"""
xDSL, imported in less time.

A third of that time `dataclasses` compiles methods, half of them again and again from one
text (`__repr__`, `__setattr__` of frozen classes), and a tenth xDSL compiles assembly
formats.

Only the command line asks for this: a program that imports us gets both as they are.
"""

from __future__ import annotations

import builtins
import dataclasses
from collections.abc import Mapping
from functools import cache
from types import CodeType


@cache
def _compiled(text: str) -> CodeType:
    return compile(text, "<string>", "exec")


def _execute(text: str, outer: dict[str, object], inner: Mapping[str, object]) -> None:
    builtins.exec(_compiled(text), outer, inner)


def prepare_imports() -> None:
    """
    Makes the imports of xDSL from now on take less time.
    """
    # Hides the builtin function of that name from this module alone.
    setattr(dataclasses, "exec", _execute)
    from xdsl_opencl.cli.formats import put_off_formats

    put_off_formats()
