"""Tables of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def _is_number(cell: str) -> bool:
    return not cell or cell.removesuffix(" s").replace(".", "", 1).isdigit()


def table(
    header: tuple[str, ...], rows: Iterable[tuple[str, ...]], indent: str = "    "
) -> Iterator[str]:
    """Lines of a table; a column of numbers only is flush right."""
    rows = list(rows)
    columns = list(zip(header, *rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    numeric = [
        any(column[1:]) and all(map(_is_number, column[1:])) for column in columns
    ]
    for row in (header, *rows):
        cells = (
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, numeric, strict=True)
        )
        yield (indent + "  ".join(cells)).rstrip()
