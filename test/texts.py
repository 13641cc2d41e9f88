"""Kernels and modules in files of their own: whole, or in parts with titles."""

from __future__ import annotations

import re
from pathlib import Path

PROGRAMS = Path(__file__).with_name("unit") / "programs"


def whole(name: str | Path) -> str:
    """Returns the text of the file `name` of `PROGRAMS`."""
    return (PROGRAMS / name).read_text(encoding="utf-8")


def parts(name: str | Path) -> dict[str, str]:
    """Returns the parts of the file `name`, each after a line `// --- TITLE`."""
    found = re.split(r"^(?://|;) --- (\w+)\n", whole(name), flags=re.MULTILINE)
    return dict(zip(found[1::2], found[2::2], strict=True))


def pairs(name: str | Path) -> list[tuple[str, str]]:
    """
    Returns the two sides of each line `THIS -> THAT` of the file `name`; `#` begins a comment.
    """
    lines = (line.partition(" -> ") for line in whole(name).splitlines())
    return [(one, other) for one, _, other in lines if not one.startswith("#")]
