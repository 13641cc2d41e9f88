"""
LLVM IR that programs of the CPU device are linked with: images, the checker, and
functions of the C library that LLVM can vectorise.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import NamedTuple

_FOLDER = Path(__file__).parent / "lib"
_CHECK_FUNCTIONS = "@__xdsl_opencl_check_"
_CHECK_FUNCTION = re.compile(r"@(__xdsl_opencl_check_\w+)\(")
_CHECK_DECLARED = re.compile(r"^declare [^@\n]*@(__xdsl_opencl_check_\w+)\(.*\n", re.M)
_IMAGE_FUNCTION = re.compile(r"@__xdsl_opencl_(?!check_)")
_INLINED_CALLS = 32
"""A program with more calls of mathematical functions compiles faster without inlining."""
_DECLARED = re.compile(r"^declare [^@\n]*@(\w+)\(", re.MULTILINE)
_DEFINED = re.compile(r"^define [^@\n]*@(\w+)\(.*?^}\n", re.MULTILINE | re.DOTALL)

_ATTRIBUTES = re.compile(r"#\d+ \{$", re.MULTILINE)


@cache
def _text(name: str) -> str:
    return (_FOLDER / f"{name}.ll").read_text()


@cache
def _mathematics() -> tuple[dict[str, str], str]:
    """
    The definitions of `math.ll` by name, and the rest of it.
    """
    text = _text("math")
    return {m[1]: m[0] for m in _DEFINED.finditer(text)}, _DEFINED.sub("", text)


class Linked(NamedTuple):
    """
    A program's IR, the modules to link it with, and whether it calls mathematical functions
    for the elements of vectors, which LLVM should put together again.
    """

    ir: str
    libraries: list[str]
    elements: bool


def _without_unused(ir: str) -> str:
    """
    `ir` without the functions of the checker that it declares and does not call: LLVM
    compiles what is declared.
    """
    mentions = Counter(_CHECK_FUNCTION.findall(ir))
    return _CHECK_DECLARED.sub(lambda m: m[0] if mentions[m[1]] > 1 else "", ir)


def with_libraries(ir: str) -> Linked:
    """
    `ir` and what it calls. Functions of the C library that `math.ll` has get another name:
    LLVM knows C's functions by their names.
    """
    if checked := _CHECK_FUNCTIONS in ir:
        ir = _without_unused(ir)
    libraries = [_text("image")] if _IMAGE_FUNCTION.search(ir) else []
    if checked:
        libraries.append(_text("check"))
    definitions, rest = _mathematics()
    wanted = sorted(definitions.keys() & set(_DECLARED.findall(ir)))
    if not wanted:
        return Linked(ir, libraries, False)
    mention = re.compile(rf"@({'|'.join(wanted)})\(")
    # Each is declared once.
    calls = len(mention.findall(ir)) - len(wanted)
    attributes = "alwaysinline nounwind" if calls <= _INLINED_CALLS else "nounwind"
    parts = (
        _ATTRIBUTES.sub(f"{attributes} {{", definitions[name], count=1)
        for name in wanted
    )
    library = "\n".join((*parts, rest))
    own = r"@__xdsl_opencl_\1("
    libraries.append(mention.sub(own, library))
    return Linked(mention.sub(own, ir), libraries, " x float>" in ir)
