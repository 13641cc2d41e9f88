"""
LLVM IR that programs of the CPU device are linked with: images, the checker, functions of
the C library that LLVM can vectorise, and what runs a range of work-groups.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import NamedTuple

from xdsl_opencl.abi.host_launch import IMAGE_PREFIX, RUN_GROUPS

_FOLDER = Path(__file__).parent / "lib"
_CHECK_PREFIX = "__xdsl_opencl_check_"
_IMAGE_PREFIXES = (f"{IMAGE_PREFIX}load_", f"{IMAGE_PREFIX}store_")
"""Prefixes of the functions that images need and that are not put into kernels."""
_CHECK_FUNCTION = re.compile(r"@(__xdsl_opencl_check_\w+)\(")
_IMAGE_FUNCTION = re.compile(rf"@((?!{RUN_GROUPS}\b){IMAGE_PREFIX}(?!check_)\w+)\(")
_INLINED_CALLS = 32
"""A program with more calls of mathematical functions compiles faster without inlining."""
_INLINED_LINES = 6
"""With more reads and writes of lines of texels they take too long to compile inlined."""
_LINE_CALLS = re.compile(rf" call [^@\n]*@{IMAGE_PREFIX}line_")
_FAR = "__far_"
"""Prefix of functions for rare cases, which are compiled once for all programs."""
_RENAMED = "__xdsl_opencl_"
"""Prefix of functions of the C library that have another name."""
_DECLARED = re.compile(r"^declare [^@\n]*@(\w+)\(", re.MULTILINE)
_CALLED = re.compile(r" call [^@\n]*@(\w+)\(")
_DEFINED = re.compile(r"^define [^@\n]*@(\w+)\(.*\n(?:.*\n)*?}\n", re.MULTILINE)

_INLINED = re.compile(r"^attributes (#\d+) = \{ alwaysinline ", re.MULTILINE)
_APART = re.compile(r"^attributes (#\d+) = \{ noinline ", re.MULTILINE)
_ATTRIBUTES = re.compile(r"#\d+ \{$", re.MULTILINE)


@cache
def library_text(name: str) -> str:
    """The LLVM IR of a library."""
    return (_FOLDER / f"{name}.ll").read_text()


@cache
def _definitions(name: str) -> tuple[dict[str, str], str]:
    """The definitions of library `name` by name, and the rest of it."""
    text = library_text(name)
    return {m[1]: m[0] for m in _DEFINED.finditer(text)}, _DEFINED.sub("", text)


ROWS: dict[str, float | None] = {
    **dict.fromkeys(
        (
            "expf exp2f exp10f expm1f logf log2f log10f log1pf cbrtf powf pownf rootnf "
            "tanf sinpif cospif tanpif atanf atanpif atan2f atan2pif asinf asinpif acosf "
            "acospif sinhf coshf tanhf asinhf acoshf atanhf hypotf exp exp2 exp10 log log2 "
            "log10"
        ).split()
    ),
    "sinf": 2.0**22,
    "cosf": 2.0**22,
}
"""The functions of `rows.ll` and the bounds of their arguments (`ROW_FUNCTIONS`)."""


class Linked(NamedTuple):
    """
    A program's IR, the modules to link it with, and whether it calls mathematical functions
    for the elements of vectors, which LLVM should put together again. `objects` are modules
    whose functions the machine code calls, and which are compiled by themselves; the names
    of these functions begin with those of `elsewhere`.
    """

    ir: str
    libraries: list[str]
    elements: bool
    objects: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()


def _prototype(definition: str) -> str:
    """The declaration of a function that is defined."""
    header = definition.partition("\n")[0].removesuffix(" {")
    return re.sub(r" %\d+(?=[,)])", "", header).replace("define", "declare", 1)


@cache
def _far() -> tuple[str, str]:
    """The declarations of the functions for rare cases, and the module of them."""
    definitions, rest = _definitions("math")
    far = [text for name, text in definitions.items() if name.startswith(_FAR)]
    module = "\n".join((*far, rest)).replace(f"@{_FAR}", f"@{_RENAMED}{_FAR}")
    return "\n".join(map(_prototype, far)), module


@cache
def _divided(name: str) -> tuple[dict[str, str], str, str]:
    """
    The functions of library `name` that are put into kernels, by name; what these need; and
    the rest, which is compiled once for all programs. Of the checker only what is always
    inlined is put into kernels, of images all but what never is.
    """
    text = library_text(name)
    check = name == "check"
    groups = set((_INLINED if check else _APART).findall(text))
    inlined: dict[str, str] = {}
    declared: list[str] = []
    for match in _DEFINED.finditer(text):
        header = match[0].partition("\n")[0]
        if (header.split()[-2] in groups) is check:
            inlined[match[1]] = match[0]
        elif match[1].startswith(IMAGE_PREFIX):
            declared.append(_prototype(match[0]))
    rest = _DEFINED.sub("", text)
    own = _DEFINED.sub(lambda m: "" if m[1] in inlined else m[0], text)
    return inlined, "\n".join((rest, *declared)), own


def with_libraries(ir: str, *, wide: bool = False) -> Linked:
    """
    `ir` and what it calls, for a processor that has AVX-512 or not (`wide`). Functions of the
    C library that `math.ll` has get another name: LLVM knows C's functions by their names.
    """
    libraries: list[str] = []
    objects, elsewhere = (library_text("groups"),), (RUN_GROUPS,)
    if images := {*_IMAGE_FUNCTION.findall(ir)}:
        definitions, rest = _definitions("image_rows")
        if rows := definitions.keys() & images:
            parts = [definitions[name] for name in sorted(rows)]
            if len(_LINE_CALLS.findall(ir)) > _INLINED_LINES:
                parts = [_ATTRIBUTES.sub("noinline {", part, count=1) for part in parts]
            text = "\n".join((*parts, rest))
            libraries.append(text)
            # What rows call for each work item comes after them.
            images.update(_CALLED.findall(text))
        inlined, needed, own = _divided("image")
        parts = (text for name, text in inlined.items() if name in images)
        libraries.append("\n".join((needed, *parts)))
        objects, elsewhere = (*objects, own), (*elsewhere, *_IMAGE_PREFIXES)
    if "@" + _CHECK_PREFIX in ir:
        inlined, needed, own = _divided("check")
        called = Counter(_CHECK_FUNCTION.findall(ir))
        # Each is declared once.
        parts = (text for name, text in inlined.items() if called[name] > 1)
        libraries.append("\n".join((needed, *parts)))
        objects, elsewhere = (*objects, own), (*elsewhere, _CHECK_PREFIX)
    names = ("rows512", "rows", "math") if wide else ("rows", "math")
    declared = set(_DECLARED.findall(ir))
    undefined = declared.copy()
    chosen: dict[str, list[str]] = {}
    for name in names:
        definitions, _ = _definitions(name)
        called = definitions.keys() & declared
        declared -= called
        for function in tuple(called):
            called.update(
                definitions.keys() & set(_CALLED.findall(definitions[function]))
            )
        if called:
            chosen[name] = sorted(called)
    if not chosen:
        return Linked(ir, libraries, False, objects, elsewhere)
    wanted = sorted({function for called in chosen.values() for function in called})
    mention = re.compile(rf"@({'|'.join(wanted)})\(")
    # Each is declared once.
    calls = len(mention.findall(ir)) - len(undefined - declared)
    attributes = "alwaysinline nounwind" if calls <= _INLINED_CALLS else "nounwind"
    renamed = rf"@{_RENAMED}\1("
    for name, called in chosen.items():
        definitions, rest = _definitions(name)
        parts = [
            _ATTRIBUTES.sub(f"{attributes} {{", definitions[function], count=1)
            for function in called
            if not function.startswith(_FAR)
        ]
        if len(parts) < len(called):
            prototypes, module = _far()
            parts.append(prototypes)
            objects, elsewhere = (*objects, module), (*elsewhere, _RENAMED + _FAR)
        libraries.append(mention.sub(renamed, "\n".join((*parts, rest))))
    # In rows the elements of vectors are together already.
    elements = " x float>" in ir and "@__row_" not in ir
    ir = mention.sub(renamed, ir)
    return Linked(ir, libraries, elements, objects, elsewhere)
