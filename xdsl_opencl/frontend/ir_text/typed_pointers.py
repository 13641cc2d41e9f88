"""
Upgrades LLVM IR text with typed pointers (LLVM 3.7 to 14), from SPIR and older compilers: `float
addrspace(1)*` is `ptr addrspace(1)`.

Named opaque OpenCL types become today's types of Clang: `%opencl.image2d_ro_t addrspace(1)*` is
`target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0)`. A name without access (`%opencl.image2d_t`,
SPIR 1.2 and 2.0) stays a pointer; the kernel's metadata has the access, and the reader takes it
from there.

A star occurs in LLVM IR only after a type, outside of strings and comments, so the type is
found by going back from the star.
"""

from __future__ import annotations

import re

from xdsl_opencl.frontend.errors import FrontendError

_PIECES = re.compile(
    r"""
    (?P<string>[!c]?"[^"]*")
  | (?P<comment>;.*)
  | (?P<space>[ \t]+)
  | (?P<word>[%@]"[^"]*"|[%@!]?[-\w$.]+)
  | (?P<other>.)
    """,
    re.VERBOSE,
)

_OPENCL_TYPES = {
    "%opencl.sampler_t": 'target("spirv.Sampler")',
    "%opencl.event_t": 'target("spirv.Event")',
    "%opencl.clk_event_t": 'target("spirv.DeviceEvent")',
    "%opencl.queue_t": 'target("spirv.Queue")',
    "%opencl.reserve_id_t": 'target("spirv.ReserveId")',
    "%spirv.Sampler": 'target("spirv.Sampler")',
    "%spirv.Event": 'target("spirv.Event")',
}

_IMAGE = re.compile(
    r"%opencl\.image(?P<dimension>1d_buffer|1d|2d|3d)(?P<array>_array)?(?P<msaa>_msaa)?"
    r"(?P<depth>_depth)?_(?P<access>ro|wo|rw)_t"
)
_DIMENSIONS = {"1d": 0, "2d": 1, "3d": 2, "1d_buffer": 5}
_ACCESS = {"ro": 0, "wo": 1, "rw": 2}

_OPENERS = {")": "(", "]": "[", "}": "{", ">": "<"}
_POINTEE_ATTRIBUTES = ("byval", "sret", "inalloca", "preallocated")
_POINTER_FACT = re.compile(
    r'(target\("spirv\.[^)]*\)(?: noundef)*)'
    r" (?:nocapture|readonly|readnone|writeonly|nonnull|noalias|nofree"
    r"|(?:dereferenceable|dereferenceable_or_null)\(\d+\)|align \d+)(?= )"
)
_NULL = re.compile(r'(target\("spirv\.[^)]*\)(?: noundef)*) null\b')
_STAR_LINE = re.compile(r"^.*\*.*$", re.MULTILINE)
_STRING = re.compile(r'"[^"]*"')
_STAR = re.compile(r'[\w\])}>"]\*')


def has_typed_pointers(text: str) -> bool:
    """Returns whether the LLVM IR `text` has a typed pointer."""
    # A string and a comment end with their line. Types of arguments in metadata have stars
    # in strings.
    return "*" in text and any(
        _STAR.search(_STRING.sub('""', line[0]).partition(";")[0])
        for line in _STAR_LINE.finditer(text)
    )


def _opaque(pointee: str) -> str | None:
    if (type_ := _OPENCL_TYPES.get(pointee)) is not None:
        return type_
    match = _IMAGE.fullmatch(pointee)
    if match is None:
        return None
    numbers = (
        _DIMENSIONS[match["dimension"]],
        int(match["depth"] is not None),
        int(match["array"] is not None),
        int(match["msaa"] is not None),
        0,
        0,
        _ACCESS[match["access"]],
    )
    return f'target("spirv.Image", void, {", ".join(map(str, numbers))})'


def upgrade(text: str, source: str) -> str:
    """
    `text` with opaque pointers.

    Raises `FrontendError` for a star that follows no type, with its line.
    """
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if "*" in line and not line.lstrip().startswith(";"):
            try:
                lines[number] = _upgrade_line(line)
            except ValueError as error:
                raise FrontendError(
                    f"{source}:{number + 1}: error: {error}\n  {line.strip()}"
                ) from None
    return "\n".join(lines)


def _upgrade_line(line: str) -> str:
    pieces: list[str] = []
    pointees: dict[int, str] = {}
    """Maps the position of a pointer in `pieces` to its former pointee."""
    for match in _PIECES.finditer(line):
        piece = match[0]
        if match.lastgroup == "other" and piece == "*":
            start, space, pointee = _type_before(pieces)
            del pieces[start:]
            pointees = {k: v for k, v in pointees.items() if k < start}
            pointees[start] = pointee
            pieces.append(
                _opaque(pointee) or (f"ptr addrspace({space})" if space else "ptr")
            )
        else:
            pieces.append(piece)
    line = "".join(_with_pointees(pieces, pointees))
    if 'target("spirv.' in line:
        # Null pointers become zeros of the new types, which cannot have attributes of pointers.
        while line != (shorter := _POINTER_FACT.sub(r"\1", line)):
            line = shorter
        line = _NULL.sub(r"\1 zeroinitializer", line)
    return line


def _type_before(pieces: list[str]) -> tuple[int, str, str]:
    """
    Returns the index at which the type that ends `pieces` begins, its `addrspace` if
    that is given, and the pointee's text.
    """
    end = len(pieces)
    space = ""
    # `addrspace ( N )` stands between the pointee and the star.
    if pieces[-4:-2] == ["addrspace", "("] and pieces[-1:] == [")"]:
        space = pieces[-2]
        end -= 4
        while end and pieces[end - 1].isspace():
            end -= 1
    start = _start_of_type(pieces, end)
    return start, space, "".join(pieces[start:end])


def _start_of_type(pieces: list[str], end: int) -> int:
    at = end - 1
    if at < 0:
        raise ValueError("a pointer to nothing")
    piece = pieces[at]
    opener = _OPENERS.get(piece)
    if opener is None:
        made = piece.startswith(("ptr", "target("))
        if not made and not re.fullmatch(r'%"[^"]*"|%?[-\w$.]+', piece):
            raise ValueError(f"'*' after '{piece}' is not a pointer type")
        return at
    depth = 0
    while at >= 0:
        if pieces[at] == piece:
            depth += 1
        elif pieces[at] == opener:
            depth -= 1
            if not depth:
                break
        at -= 1
    else:
        raise ValueError(f"'{piece}' without '{opener}'")
    if piece == "}" and at and pieces[at - 1] == "<":
        raise ValueError("a packed struct that is not closed")
    if piece != ")":
        return at
    # `ptr addrspace(1)` made before, or a function type: the result comes first.
    before = at
    while before and pieces[before - 1].isspace():
        before -= 1
    return _start_of_type(pieces, before)


def _with_pointees(pieces: list[str], pointees: dict[int, str]) -> list[str]:
    """Adds the type to `byval` and similar attributes, which now name it themselves."""
    last = ""
    for index, piece in enumerate(pieces):
        if index in pointees:
            last = pointees[index]
        elif piece in _POINTEE_ATTRIBUTES and last:
            following = pieces[index + 1] if index + 1 < len(pieces) else ""
            if following != "(":
                pieces[index] = f"{piece}({last})"
        elif piece == ",":
            last = ""
    return pieces
