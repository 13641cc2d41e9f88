"""
Argument layouts as pictures (SVG): a line of `BYTES` bytes under a ruler of offsets, one
box per argument, with colours by kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from xdsl_opencl.abi.model import KernelArgumentLayout, PlacedArgument

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


def draw(heading: str, layouts: Sequence[tuple[str, KernelArgumentLayout]]) -> str:
    """
    Returns the picture of `layouts`, each with its title, one below the other, as the text
    of an SVG file.
    """
    width = _LEFT + BYTES * _SCALE + _RIGHT
    parts = [_text(10, 24, heading, 14, "start")] if heading else []
    y = 44 if heading else 10
    for title, layout in layouts:
        parts += _band(title, layout, y)
        y += 46 + _lines(_size(layout)) * _LINE
    used = {_group(place) for _, layout in layouts for place in layout.arguments}
    x = 10
    legend = [(name, colour) for name, colour in _COLOURS.items() if name in used]
    for name, colour in (*legend, ("padding", _PADDING)):
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


def _group(place: PlacedArgument) -> str:
    """The key of the argument's colour."""
    return "hidden" if place.index is None else _GROUPS.get(place.kind, "pointer")


def _size(layout: KernelArgumentLayout) -> int:
    """The bytes of the whole segment."""
    end = layout.implicit_offset + layout.implicit_bytes
    return max(layout.kernarg_segment_size, end)


def _lines(size: int) -> int:
    return max(1, -(-size // BYTES))


def _band(title: str, layout: KernelArgumentLayout, y: int) -> Iterator[str]:
    """The parts of one layout, from `y` down."""
    size = _size(layout)
    words = f"{size} bytes" if size else "no bytes"
    yield _text(10, y + 14, f"{title} ({words})", 13, "start")
    y += 24
    for offset in range(0, min(BYTES, size) + 1, 4):
        x = _LEFT + offset * _SCALE
        yield _text(x, y + 8, f"+{offset}", 9)
        yield f'<path d="M{x},{y + 11} v5" stroke="{_INK}"/>'
    y += 18
    for line in range(_lines(size)):
        first = line * BYTES
        top = y + line * _LINE
        bytes_here = min(BYTES, size - first)
        yield _text(_LEFT - 8, top + 21, str(first), 11, "end")
        if bytes_here > 0:
            yield _rectangle(_LEFT, top, bytes_here * _SCALE, _BOX, _PADDING)
        for place in layout.arguments:
            yield from _box(place, first, top)


def _box(place: PlacedArgument, first: int, top: int) -> Iterator[str]:
    """The part of an argument on the line that begins at byte `first`."""
    start = max(place.offset, first)
    end = min(place.offset + place.size, first + BYTES)
    if start >= end:
        return
    x, w = _LEFT + (start - first) * _SCALE, (end - start) * _SCALE
    hidden = place.index is None
    name = place.kind.removeprefix("hidden_") if hidden else place.name
    unit = "byte" if place.size == 1 else "bytes"
    about = f"{name} ({place.kind}): offset {place.offset}, {place.size} {unit}"
    yield f"<g><title>{escape(about)}</title>"
    yield _rectangle(x, top, w, _BOX, _COLOURS[_group(place)])
    if fitting := _fitting(name, w):
        yield _text(x + w / 2, top + 15, fitting, 11)
    yield _text(x + w / 2, top + 28, str(place.offset), 10)
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
