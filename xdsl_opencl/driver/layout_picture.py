"""
Argument layouts as pictures (SVG): a line of `BYTES` bytes under a ruler of offsets, one
box per argument, with colours by kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from xml.sax.saxutils import escape

from xdsl_opencl.abi.model import KernelArgumentLayout

BYTES = 32
"""Bytes on a line of the picture."""

_SCALE = 28
"""Pixels per byte."""
_LEFT, _RIGHT, _LINE, _BOX = 60, 20, 44, 34
_FONT = 'font-family="Helvetica, Arial, sans-serif"'
_INK, _PAPER, _PADDING = "#1f2933", "#ffffff", "#eceff3"

_COLOURS = {
    "value": "#dff3e4",
    "pointer": "#d9e8fb",
    "image": "#fdeccd",
    "image attributes": "#f9dcb4",
    "sampler": "#fff6bf",
    "other handle": "#fbdcea",
    "hidden": "#e8e0f5",
}
_GROUPS = {
    "by_value": "value",
    "image": "image",
    "image_size": "image attributes",
    "image_format": "image attributes",
    "sampler": "sampler",
    "queue": "other handle",
    "pipe": "other handle",
    "clk_event": "other handle",
    "reserve_id": "other handle",
}
"""The kind of an argument (`PlacedArgument`) to its colour; the others are pointers."""


@dataclass(frozen=True)
class Box:
    """An argument in a picture: offset and size in bytes."""

    name: str
    kind: str
    offset: int
    size: int
    hidden: bool

    @property
    def colour(self) -> str:
        """The key of the box's colour."""
        return "hidden" if self.hidden else _GROUPS.get(self.kind, "pointer")


@dataclass(frozen=True)
class Band:
    """The arguments of a kernel for one target; `size` is that of the whole segment."""

    title: str
    boxes: tuple[Box, ...]
    size: int

    @staticmethod
    def of_layout(title: str, layout: KernelArgumentLayout) -> Band:
        """Returns the band of a layout."""
        boxes = (
            Box(a.name, a.kind, a.offset, a.size, hidden=False)
            if a.index is not None
            else Box(
                a.kind.removeprefix("hidden_"), a.kind, a.offset, a.size, hidden=True
            )
            for a in layout.arguments
        )
        end = layout.implicit_offset + layout.implicit_bytes
        return Band(title, tuple(boxes), max(layout.kernarg_segment_size, end))

    @staticmethod
    def of_report(report: dict[str, Any], kernel: dict[str, Any]) -> Band:
        """Returns the band of `kernel` of a description that `driver.report` made."""
        target = report["target"]
        boxes = [
            Box(
                argument["kind"].removeprefix("hidden_")
                if hidden
                else argument["name"],
                argument["kind"],
                argument["offset"],
                argument["size"],
                hidden,
            )
            for hidden, key in ((False, "arguments"), (True, "hidden_arguments"))
            for argument in kernel[key]
        ]
        end = kernel["implicit_offset"] + kernel["implicit_bytes"]
        return Band(
            f"{kernel['name']}: {target['abi']} {target['mcpu']}".rstrip(),
            tuple(boxes),
            max(kernel["segment_size"], end),
        )


def draw(heading: str, bands: Sequence[Band]) -> str:
    """
    Returns the picture of `bands`, one below the other, as the text of an SVG file.
    """
    width = _LEFT + BYTES * _SCALE + _RIGHT
    parts = [_text(10, 24, heading, 14, "start")]
    y = 44
    for band in bands:
        parts += _band(band, y)
        y += _height(band)
    used = [
        name
        for name in _COLOURS
        if any(box.colour == name for band in bands for box in band.boxes)
    ]
    x = 10
    for name, colour in (*((n, _COLOURS[n]) for n in used), ("padding", _PADDING)):
        parts += [
            _rectangle(x, y, 16, 16, colour),
            _text(x + 22, y + 13, name, 12, "start"),
        ]
        x += 40 + 7 * len(name)
    y += 32
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {y}" '
        f'width="{width}" height="{y}">\n'
        f'<rect width="{width}" height="{y}" fill="{_PAPER}"/>\n{body}\n</svg>\n'
    )


def _lines(band: Band) -> int:
    return max(1, -(-band.size // BYTES))


def _height(band: Band) -> int:
    return 46 + _lines(band) * _LINE


def _band(band: Band, y: int) -> Iterator[str]:
    size = f"{band.size} bytes" if band.size else "no bytes"
    yield _text(10, y + 14, f"{band.title} ({size})", 13, "start")
    y += 24
    last = min(BYTES, band.size)
    for offset in range(0, last + 1, 4):
        x = _LEFT + offset * _SCALE
        yield _text(x, y + 8, f"+{offset}", 9)
        yield f'<path d="M{x},{y + 11} v5" stroke="{_INK}"/>'
    y += 18
    for line in range(_lines(band)):
        first = line * BYTES
        top = y + line * _LINE
        bytes_here = min(BYTES, band.size - first)
        yield _text(_LEFT - 8, top + 21, str(first), 11, "end")
        if bytes_here > 0:
            yield _rectangle(_LEFT, top, bytes_here * _SCALE, _BOX, _PADDING)
        yield from _boxes(band.boxes, first, top)


def _boxes(boxes: Iterable[Box], first: int, top: int) -> Iterator[str]:
    """The parts of `boxes` on the line that begins at byte `first`."""
    for box in boxes:
        start = max(box.offset, first)
        end = min(box.offset + box.size, first + BYTES)
        if start >= end:
            continue
        x, w = _LEFT + (start - first) * _SCALE, (end - start) * _SCALE
        unit = "byte" if box.size == 1 else "bytes"
        about = f"{box.name} ({box.kind}): offset {box.offset}, {box.size} {unit}"
        yield f"<g><title>{escape(about)}</title>"
        yield _rectangle(x, top, w, _BOX, _COLOURS[box.colour])
        if name := _fitting(box.name, w):
            yield _text(x + w / 2, top + 15, name, 11)
        yield _text(x + w / 2, top + 28, str(box.offset), 10)
        yield "</g>"


def _fitting(name: str, width: int) -> str:
    """`name`, cut to what fits into `width` pixels."""
    room = (width - 4) // 6
    if len(name) <= room:
        return name
    return f"{name[: room - 1]}…" if room > 1 else ""


def _text(x: float, y: float, words: str, size: int, anchor: str = "middle") -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" {_FONT} font-size="{size}" fill="{_INK}" '
        f'text-anchor="{anchor}">{escape(words)}</text>'
    )


def _rectangle(x: float, y: float, w: float, h: float, colour: str) -> str:
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="3" '
        f'fill="{colour}" stroke="{_INK}" stroke-width="0.8"/>'
    )
