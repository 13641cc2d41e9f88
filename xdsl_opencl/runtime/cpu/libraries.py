"""
The libraries that programs of the CPU device are linked with: images, the checker,
functions of the C library that LLVM can vectorise, the code that runs a range of
work-groups, and conversions to bfloat16.

They are LLVM IR in one archive, which `libraries/generate_library.py` makes. LLVM's
linker takes the functions that a program calls; those for rare cases are machine code
of their own.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile

from xdsl_opencl.abi.cpu.host_launch import IMAGE_PREFIX

ARCHIVE = Path(__file__).with_name("libraries.zip")

_ORDER = (
    *("image_rows", "image", "image_apart", "check", "check_apart"),
    *("rows512", "rows", "math", "math_apart", "groups", "bfloat"),
)
"""The libraries of programs. A library comes before the libraries that it calls."""
_OBJECTS = ("image_apart", "check_apart", "math_apart", "groups", "bfloat")
"""The libraries that are compiled once for all programs."""
_MATH = ("rows512", "rows", "math")

_INLINED_CALLS = 32
"""A program with more calls of mathematical functions compiles faster without inlining."""
_INLINED_LINES = 6
"""
With more reads and writes of lines of texels, inlining makes compilation too slow.
"""
_LINE_PREFIX = f"{IMAGE_PREFIX}line_"
_DECLARED = re.compile(r"^declare [^@\n]*@(\w+)\(", re.MULTILINE)
DEFINED = re.compile(r"^define [^@\n]*@(\w+)\(.*\n(?:.*\n)*?}\n", re.MULTILINE)
"""Matches a function, with its name, in the text of a library."""
_CALLED = re.compile(r"@(\w+)\(")

ROWS: dict[str, float | None] = {
    **dict.fromkeys(
        (
            "expf exp2f exp10f expm1f logf log2f log10f log1pf cbrtf powf pownf rootnf "
            "tanf sinpif cospif tanpif atanf atanpif atan2f atan2pif asinf asinpif acosf "
            "acospif sinhf coshf tanhf erff asinhf acoshf atanhf hypotf exp exp2 exp10 log "
            "log2 log10"
        ).split()
    ),
    "sinf": 2.0**22,
    "cosf": 2.0**22,
}
"""The functions of library `rows` and the bounds of their arguments (`ROW_FUNCTIONS`)."""


class Part(NamedTuple):
    """The functions of a library that a program calls, and what they get as an attribute."""

    library: str
    text: str
    attribute: str


class Linked(NamedTuple):
    """
    A program's IR and the parts of libraries to link it with. `elements`: the program calls
    mathematical functions for the elements of vectors, which LLVM should put together again.
    `objects` are the libraries whose machine code is called, `elsewhere` their functions.
    """

    ir: str
    libraries: list[Part]
    elements: bool
    objects: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()


@cache
def library_text(name: str, ending: str = ".ll") -> str:
    """The LLVM IR of a library."""
    with ZipFile(ARCHIVE) as archive:
        return archive.read(name + ending).decode()


@cache
def _index() -> dict[str, frozenset[str]]:
    """The functions of each library that other libraries call."""
    lines = (line.split("\t") for line in library_text("index", "").splitlines())
    return {name: frozenset(functions.split()) for name, functions in lines}


@cache
def _functions(library: str) -> tuple[str, dict[str, str]]:
    """The text of a library without its functions, and theirs by name."""
    text = library_text(library)
    return DEFINED.sub("", text), {m[1]: m[0] for m in DEFINED.finditer(text)}


def _part(library: str, wanted: frozenset[str]) -> tuple[str, set[str]]:
    """The text of the functions of a library that `wanted` reach, and what these call."""
    rest, functions = _functions(library)
    found, waiting = set[str](), [*wanted]
    while waiting:
        if (name := waiting.pop()) not in found:
            found.add(name)
            waiting.extend(_CALLED.findall(functions.get(name, "")))
    # LLVM reads no more than this: a program needs few functions of many.
    texts = (text for name, text in functions.items() if name in found)
    return rest + "".join(texts), found


def called_by_instructions(ir: str) -> tuple[str, ...]:
    """Returns the libraries whose functions LLVM calls where `ir` has instructions."""
    return ("bfloat",) if "bfloat" in ir and re.search(r"\bbfloat\b", ir) else ()


def with_libraries(ir: str, *, wide: bool = False) -> Linked:
    """
    `ir` and the libraries that it calls, for a processor with AVX-512 (`wide`) or
    without.
    """
    declared = frozenset(_DECLARED.findall(ir))
    wanted = declared
    for name in called_by_instructions(ir):
        wanted |= _index()[name]
    called: dict[str, frozenset[str]] = {}
    texts: dict[str, str] = {}
    for name in _ORDER:
        if not (found := wanted & _index()[name]) or (name == "rows512" and not wide):
            continue
        called[name] = found & declared
        if name not in _OBJECTS:
            texts[name], reached = _part(name, found)
            wanted = (wanted | reached) - _index()[name]

    def calls(name: str, prefix: str = "") -> int:
        functions = called.get(name, ())
        # Each is declared once.
        mentions = [ir.count(f"@{f}(") - 1 for f in functions if f.startswith(prefix)]
        return sum(mentions)

    attributes: dict[str, str] = {}
    if calls("image_rows", _LINE_PREFIX) > _INLINED_LINES:
        attributes["image_rows"] = "noinline"
    if sum(map(calls, _MATH)) <= _INLINED_CALLS:
        attributes |= dict.fromkeys(_MATH, "alwaysinline")
    objects = tuple(name for name in _OBJECTS if name in called)
    # In rows the elements of vectors are together already.
    is_mathematical = any(name in called for name in _MATH)
    elements = is_mathematical and " x float>" in ir and "@__row_" not in ir
    return Linked(
        ir,
        [Part(name, text, attributes.get(name, "")) for name, text in texts.items()],
        elements,
        objects,
        tuple(sorted(f for name in objects for f in _index()[name])),
    )
