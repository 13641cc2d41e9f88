"""
Argument layouts as pictures (SVG): a line of 32 bytes under a ruler of offsets, one box per
argument, with colours by kind. `layout_picture.svg` is the template.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from xdsl_opencl.abi.model import KernelArgumentLayout, PlacedArgument

_COLOURS = {
    "value": "#dff3e4",
    "pointer": "#d9e8fb",
    "image": "#fdeccd",
    "image attributes": "#f9dcb4",
    "sampler": "#fff6bf",
    "other handle": "#fbdcea",
    "hidden": "#e8e0f5",
    "padding": "#eceff3",
}
_GROUPS = {
    "by_value": "value",
    "image": "image",
    "sampler": "sampler",
    **dict.fromkeys(("image_size", "image_format"), "image attributes"),
    **dict.fromkeys(("queue", "pipe", "clk_event", "reserve_id"), "other handle"),
}
"""The kind of an argument (`PlacedArgument`) to its colour; all other kinds are pointers."""


def render(name: str, **values: Any) -> str:
    """Returns the template `name` of this folder, filled with `values`."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        loader=FileSystemLoader(Path(__file__).parent),
        keep_trailing_newline=True,
    )
    return environment.get_template(name).render(values)


def draw(heading: str, layouts: Sequence[tuple[str, KernelArgumentLayout]]) -> str:
    """
    Returns the picture of `layouts`, each with its title, one below the other, as the text
    of an SVG file.
    """
    bands: list[tuple[Any, ...]] = []
    used = {"padding"}
    y = 44 if heading else 10
    for title, layout in layouts:
        end = layout.implicit_offset + layout.implicit_bytes
        size = max(layout.kernarg_segment_size, end)
        places = [_place(place) for place in layout.arguments]
        used.update(group for *_, group in places)
        bands.append((title, size, y, places))
        y += 46 + 44 * max(1, -(-size // 32))
    legend: list[tuple[int, str]] = []
    x = 10
    for name in _COLOURS:
        if name in used:
            legend.append((x, name))
            x += 40 + 7 * len(name)
    return render(
        "layout_picture.svg",
        heading=heading,
        height=y + 32,
        bands=bands,
        legend=legend,
        colours=_COLOURS,
    )


def _place(place: PlacedArgument) -> tuple[PlacedArgument, str, str, str]:
    """An argument with its name, a sentence about it, and the key of its colour."""
    name, group = place.name, _GROUPS.get(place.kind, "pointer")
    if place.index is None:
        name, group = place.kind.removeprefix("hidden_"), "hidden"
    unit = "byte" if place.size == 1 else "bytes"
    about = f"{name} ({place.kind}): offset {place.offset}, {place.size} {unit}"
    return place, name, about, group
