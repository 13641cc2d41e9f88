"""
Records of `printf` to text: against the C library for scalars, by the text of OpenCL C 3.0,
section 6.15.14, for vectors.
"""

from __future__ import annotations

import struct

import pytest

from xdsl_opencl.emulator.errors import EmulatorError
from xdsl_opencl.emulator.launches.printf_buffer import header, parse_formats, printed


def buffer(*records: bytes, size: int = 4096) -> bytes:
    content = b"".join(records)
    return (struct.pack("<II", len(content), size) + content).ljust(size, b"\xaa")


def text(sizes: str, form: str, data: bytes) -> str:
    count = len(sizes.split(":")) if sizes else 0
    middle = f"{count}:{sizes}:" if sizes else "0:"
    formats = parse_formats([f"7:{middle}{form}"])
    return printed(formats, buffer(struct.pack("<I", 7) + data))


pack = struct.pack


@pytest.mark.parametrize(
    ("sizes", "form", "data", "expected"),
    [
        ("", r"plain 100%%\n", b"", "plain 100%\n"),
        ("", r"a\72b", b"", "a:b"),
        ("4:4", "%d %u", pack("<iI", -3, 1 << 31), f"-3 {1 << 31}"),
        ("4", "%x|", pack("<i", -1), "ffffffff|"),
        ("8:8", "%ld %#lx", pack("<qQ", -1 << 40, 255), f"{-1 << 40} 0xff"),
        ("4:4", "%hhd %hu", pack("<iI", 0x1FF, 0x12345), f"-1 {0x2345}"),
        ("8", "%5.2f|", pack("<d", 3.14159), " 3.14|"),
        ("8", "%-8g|", pack("<d", 2.5), "2.5     |"),
        ("8", "%a", pack("<d", 1.0), "0x1p+0"),
        ("8", "%+e", pack("<d", -1e300), "-1.000000e+300"),
        ("4", "%f", pack("<f", 0.5), "0.500000"),
        ("8:8", "%f %f", pack("<dd", float("inf"), float("nan")), "inf nan"),
        ("4", "[%c]", pack("<i", 65), "[A]"),
        ("8", "%s|", b"hello\0\0\0", "hello|"),
        ("8", "%.3s|%%", b"hello\0\0\0", "hel|%"),
        ("8", "%p", pack("<Q", 0xABC0), "0xabc0"),
        (
            "16",
            "%v4hlf",
            pack("<4f", 1, 2, 3, 4),
            ",".join(f"{i}.000000" for i in (1, 2, 3, 4)),
        ),
        ("16", "%v3hld", pack("<4i", 1, -2, 3, 99), "1,-2,3"),
        ("4", "%v4hhu", bytes((1, 2, 3, 255)), "1,2,3,255"),
        ("4", "%v4hhd", bytes((1, 2, 3, 255)), "1,2,3,-1"),
        ("8", "%v2hhd", pack("<2i", -1, 5), "-1,5"),
        ("4", "%v2hx", pack("<2H", 0xFFFF, 1), "ffff,1"),
        ("4", "%v2hf", pack("<2e", 0.5, 2), "0.500000,2.000000"),
        ("16", "%5.1v2lf", pack("<2d", 1.25, 2), "  1.2,  2.0"),
        ("16", "%v2ld", pack("<2q", -1, 1 << 40), f"-1,{1 << 40}"),
        ("4:4:8", r"%d\72%d %s", pack("<ii", 1, 2) + b"xyz\0\0\0\0\0", "1:2 xyz"),
    ],
)
def test_text(sizes: str, form: str, data: bytes, expected: str) -> None:
    assert text(sizes, form, data) == expected


def test_records_stay_in_order() -> None:
    formats = parse_formats(["1:1:4:%d ", "2:0:end"])
    records = [pack("<Ii", 1, i) for i in (3, 1, 2)]
    assert printed(formats, buffer(*records, pack("<I", 2))) == "3 1 2 end"
    assert printed(formats, buffer()) == ""
    assert printed(formats, header(64).ljust(64, b"\0")) == ""


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (buffer(pack("<I", 9)), "format 9"),
        (buffer(pack("<I", 1)), "ends at byte 16 of 12"),
        (pack("<II", 100, 64).ljust(64, b"\0"), "100 of 64"),
        (pack("<II", 0, 128).ljust(64, b"\0"), "0 of 128"),
    ],
)
def test_damaged_buffer(content: bytes, reason: str) -> None:
    with pytest.raises(EmulatorError, match=reason):
        printed(parse_formats(["1:1:4:%d"]), content)


@pytest.mark.parametrize("entry", ["", "1", "x:0:a", "1:2:4:a"])
def test_damaged_format(entry: str) -> None:
    with pytest.raises(EmulatorError, match="format of printf"):
        parse_formats([entry])
