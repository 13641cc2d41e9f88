"""Tables of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def table(
    header: tuple[str, ...], rows: Iterable[tuple[str, ...]], indent: str = "    "
) -> Iterator[str]:
    """Lines of a table; a column of numbers only is flush right."""
    rows = list(rows)
    columns = list(zip(header, *rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    numeric = [
        any(cells)
        and all(
            not c or c.removesuffix(" s").replace(".", "", 1).isdigit() for c in cells
        )
        for _, *cells in columns
    ]
    for row in (header, *rows):
        cells = (
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, numeric, strict=True)
        )
        yield (indent + "  ".join(cells)).rstrip()
