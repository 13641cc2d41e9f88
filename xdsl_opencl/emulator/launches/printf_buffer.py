"""
Converts the `printf` buffer that kernels filled to text.

The buffer starts with two 32-bit numbers, the used bytes and its size; then come the records. A
record is the number of a format and the arguments. The format's entry in the metadata gives the
size of each argument: `number:arguments:size:...:text`. Sources: LLVM,
`AMDGPUPrintfRuntimeBinding.cpp`; ROCm-Device-Libs, `opencl/src/misc/printf_alloc.cl`; the text is
that of OpenCL C 3.0, section 6.15.14.
"""

from __future__ import annotations

import ctypes
import re
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from xdsl_opencl.abi.arguments.printf_format import (
    Conversion,
    FormatError,
    parse_format,
)
from xdsl_opencl.emulator.errors import EmulatorError

HEADER_BYTES = 8

_ESCAPES = {
    r"\72": ":",
    r"\a": "\a",
    r"\b": "\b",
    r"\f": "\f",
    r"\n": "\n",
    r"\r": "\r",
    r"\v": "\v",
}
_ESCAPE = re.compile("|".join(map(re.escape, _ESCAPES)))
"""The characters that LLVM escapes in a format."""

_FLOATS = {2: "<e", 4: "<f", 8: "<d"}
_LENGTH_BITS = {"hh": 8, "h": 16, "hl": 32, "l": 64}


@dataclass(frozen=True)
class Format:
    """A format from the metadata: the size of each argument in bytes, and the text."""

    sizes: tuple[int, ...]
    text: str

    @property
    def size(self) -> int:
        """Bytes of the arguments in a record."""
        return sum(self.sizes)


def parse_formats(entries: Sequence[str]) -> Mapping[int, Format]:
    """
    Maps the number of each format in `amdhsa.printf` to the format.

    Raises `EmulatorError` for a malformed entry.
    """
    formats: dict[int, Format] = {}
    for entry in entries:
        try:
            number, count, rest = entry.split(":", 2)
            *sizes, text = rest.split(":", int(count))
            if len(sizes) != int(count):
                raise ValueError
            words = tuple(map(int, sizes))
            key = int(number)
        except ValueError:
            raise EmulatorError(
                f"a format of printf in the metadata is {entry!r}, not "
                "number:arguments:size:...:text; the code object is damaged, compile again"
            ) from None
        formats[key] = Format(
            words, _ESCAPE.sub(lambda match: _ESCAPES[match[0]], text)
        )
    return formats


def header(size: int) -> bytes:
    """The first bytes of an empty buffer of `size` bytes."""
    return struct.pack("<II", 0, size)


def printed(formats: Mapping[int, Format], buffer: bytes) -> str:
    """
    The text of the records in `buffer`, in their order.

    Raises `EmulatorError` when the records do not match the formats.
    """
    taken, size = struct.unpack_from("<II", buffer)
    if size > len(buffer) or taken + HEADER_BYTES > size:
        raise _damaged(f"its header says {taken} of {size} bytes")
    pieces: list[str] = []
    position, end = HEADER_BYTES, HEADER_BYTES + taken
    while position < end:
        (number,) = struct.unpack_from("<I", buffer, position)
        found = formats.get(number)
        if found is None:
            raise _damaged(f"format {number} at byte {position} does not exist")
        position += 4
        if position + found.size > end:
            raise _damaged(f"a record ends at byte {position + found.size} of {end}")
        pieces.append(_text(found, buffer[position : position + found.size]))
        position += found.size
    return "".join(pieces)


def _damaged(reason: str) -> EmulatorError:
    return EmulatorError(
        f"the buffer of printf is damaged: {reason}; most often the kernel wrote outside "
        "of a buffer: run it with check"
    )


def _text(format: Format, record: bytes) -> str:
    try:
        conversions = parse_format(format.text)
    except FormatError as error:
        raise EmulatorError(f"a format of printf cannot be printed: {error}") from error
    pieces: list[str] = []
    position = offset = 0
    # A conversion without an argument prints nothing, as on the host.
    for conversion, size in zip(conversions, format.sizes, strict=False):
        pieces.append(_plain(format.text[position : conversion.start]))
        position = conversion.end
        pieces.append(_argument(conversion, record[offset : offset + size]))
        offset += size
    pieces.append(_plain(format.text[position:]))
    return "".join(pieces)


def _plain(text: str) -> str:
    return text.replace("%%", "%")


def _argument(conversion: Conversion, data: bytes) -> str:
    specifier = conversion.specifier
    if specifier == "s":
        return _c_text(conversion, "", ctypes.c_char_p(data.partition(b"\0")[0]))
    if specifier == "p":
        return _c_text(
            conversion, "", ctypes.c_void_p(int.from_bytes(data[:8], "little"))
        )
    if not conversion.vector:
        return _number(conversion, data)
    # A vector of three occupies the space of four.
    room = 4 if conversion.vector == 3 else conversion.vector
    each = len(data) // room
    elements = (data[each * i : each * (i + 1)] for i in range(conversion.vector))
    return ",".join(_number(conversion, element) for element in elements)


def _number(conversion: Conversion, data: bytes) -> str:
    if conversion.is_float:
        (value,) = struct.unpack(_FLOATS[len(data)], data)
        return _c_text(conversion, "", ctypes.c_double(value))
    bits = 8 * len(data)
    if conversion.specifier == "c":
        return _c_text(conversion, "", ctypes.c_int(data[0]))
    # As in C, a shorter type is the low part of the wider argument.
    bits = min(bits, _LENGTH_BITS.get(conversion.length, bits))
    value = int.from_bytes(data, "little") & ((1 << bits) - 1)
    if conversion.specifier in "di" and value >> (bits - 1):
        value -= 1 << bits
    return _c_text(conversion, "ll", ctypes.c_longlong(value))


@cache
def _c_library() -> Any:
    return ctypes.CDLL(None)


def _c_text(conversion: Conversion, length: str, value: Any) -> str:
    """Formats one value as C's `printf` does; OpenCL's is the same for scalars."""
    width = "" if conversion.width is None else str(conversion.width)
    precision = "" if conversion.precision is None else f".{conversion.precision}"
    text = f"%{conversion.flags}{width}{precision}{length}{conversion.specifier}"
    pattern = text.encode()
    needed: int = _c_library().snprintf(None, 0, pattern, value)
    if needed < 0:
        raise EmulatorError(f"'{text}' of printf is too wide; make it narrower")
    buffer = ctypes.create_string_buffer(needed + 1)
    _c_library().snprintf(buffer, ctypes.c_size_t(needed + 1), pattern, value)
    return buffer.raw[:needed].decode(errors="replace")
