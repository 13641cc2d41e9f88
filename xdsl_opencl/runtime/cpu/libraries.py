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
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile

from xdsl_opencl.abi.cpu.host_launch import IMAGE_PREFIX

ARCHIVE = Path(__file__).with_name("libraries.zip")

_ORDER = (
    *("image_rows", "image", "image_apart", "check", "check_apart"),
    *("rows512", "rows", "math", "math_apart", "groups", "bfloat"),
)
"""The libraries of programs. A library comes before those that it calls."""
_OBJECTS = ("image_apart", "check_apart", "math_apart", "groups", "bfloat")
"""Those that are compiled once for all programs."""
_MATH = ("rows512", "rows", "math")

_INLINED_CALLS = 32
"""A program with more calls of mathematical functions compiles faster without inlining."""
_INLINED_LINES = 6
"""
With more reads and writes of lines of texels, inlining makes compilation too slow.
"""
_LINE_PREFIX = f"{IMAGE_PREFIX}line_"
_DECLARED = re.compile(r"^declare [^@\n]*@(\w+)\(", re.MULTILINE)

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
"""The functions of library `rows` and the bounds of their arguments (`ROW_FUNCTIONS`)."""


class _Functions(NamedTuple):
    """The functions that a library has for others, and those that it calls."""

    defined: frozenset[str]
    declared: frozenset[str]


class Linked(NamedTuple):
    """
    A program's IR and the libraries to link it with, each with an attribute for its
    functions. `elements`: the program calls mathematical functions for the elements of
    vectors, which LLVM should put together again. `objects` are the libraries whose machine
    code is called, `elsewhere` their functions.
    """

    ir: str
    libraries: list[tuple[str, str]]
    elements: bool
    objects: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()


def _read(member: str) -> str:
    with ZipFile(ARCHIVE) as archive:
        return archive.read(member).decode()


@cache
def library_text(name: str) -> str:
    """The LLVM IR of a library."""
    return _read(f"{name}.ll")


@cache
def _index() -> dict[str, _Functions]:
    index: dict[str, _Functions] = {}
    for line in _read("index").splitlines():
        name, defined, declared = line.split("\t")
        index[name] = _Functions(
            frozenset(defined.split()), frozenset(declared.split())
        )
    return index


@cache
def library_version(name: str) -> str:
    """Stands for the text of a library."""
    return sha256(library_text(name).encode()).hexdigest()


def called_by_instructions(ir: str) -> tuple[str, ...]:
    """Returns the libraries whose functions LLVM calls where `ir` has instructions."""
    return ("bfloat",) if re.search(r"\bbfloat\b", ir) else ()


def with_libraries(ir: str, *, wide: bool = False) -> Linked:
    """
    `ir` and the libraries that it calls, for a processor with AVX-512 (`wide`) or
    without.
    """
    declared = frozenset(_DECLARED.findall(ir))
    wanted = declared
    for name in called_by_instructions(ir):
        wanted |= _index()[name].defined
    called: dict[str, frozenset[str]] = {}
    for name in _ORDER:
        library = _index()[name]
        if (found := wanted & library.defined) and (wide or name != "rows512"):
            called[name] = found & declared
            wanted = wanted - found | library.declared

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
        [(name, attributes.get(name, "")) for name in called if name not in objects],
        elements,
        objects,
        tuple(sorted(f for name in objects for f in _index()[name].defined)),
    )
