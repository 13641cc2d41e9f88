"""
Writes the tables of `docs/emulator.md`: by generation and class, how many instructions the emulator
implements, and the mnemonics that are left.

Run as `python docs/generate_emulator.py`. The instructions of a generation are the rows of its table
of encodings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from xdsl_opencl.emulator.instruction_tables import instructions
from xdsl_opencl.emulator.isa.forms import split_mnemonic
from xdsl_opencl.emulator.isa.tables import table
from xdsl_opencl.emulator.watch.profile import CLASSES, class_of

PAGE = Path(__file__).parent / "emulator.md"

PROCESSORS = (
    *("gfx803", "gfx900", "gfx90a", "gfx942", "gfx950"),
    *("gfx1010", "gfx1030", "gfx1100", "gfx1150", "gfx1200", "gfx1250"),
)

BEGIN, END = "<!-- table: instructions -->\n", "<!-- end of table -->\n"

_NOT = frozenset(("v_illegal",))


def known(processor: str) -> set[str]:
    """The mnemonics of `processor`."""
    words = table(processor, 32).mnemonics() | table(processor, 64).mnemonics()
    return {split_mnemonic(word)[0] for word in words} - _NOT


Pattern = tuple[tuple[str, ...], ...]
"""The words at each place of a name."""


def joined(names: Iterable[str]) -> list[str]:
    """
    Names as patterns: those that differ in one word are one, `ds_{add,sub}_src2_u32`.
    """
    patterns: set[Pattern] = {
        tuple((word,) for word in name.split("_")) for name in names
    }
    for place in reversed(range(max(map(len, patterns), default=0))):
        families: dict[tuple[Pattern, Pattern, bool], list[str]] = {}
        for pattern in sorted(patterns):
            words = pattern[place] if place < len(pattern) else ()
            key = pattern[:place], pattern[place + 1 :], place < len(pattern)
            families.setdefault(key, []).extend(words)
        patterns = {
            (*before, tuple(words), *after) if inside else before
            for (before, after, inside), words in families.items()
        }
    return sorted(
        "_".join(w[0] if len(w) == 1 else f"{{{','.join(w)}}}" for w in pattern)
        for pattern in patterns
    )


def counts(names: dict[str, set[str]]) -> Iterator[str]:
    """The rows of the table of counts, by class."""
    yield f"| class | {' | '.join(names)} |"
    yield f"|---|{'---|' * len(names)}"
    implemented = instructions().keys()
    for kind in (*CLASSES, "other"):
        cells: list[str] = []
        for every in names.values():
            some = {name for name in every if class_of(name) == kind}
            cells.append(f"{len(some & implemented)} of {len(some)}" if some else "")
        yield f"| {kind} | {' | '.join(cells)} |"


def left(names: dict[str, set[str]]) -> Iterator[str]:
    """The rows of the table of mnemonics that are left, by class and processors."""
    yield "| class | processors | not implemented |"
    yield "|---|---|---|"
    groups: dict[tuple[int, str], set[str]] = {}
    order = (*CLASSES, "other")
    for name in set[str]().union(*names.values()) - instructions().keys():
        having = " ".join(p for p, every in names.items() if name in every)
        groups.setdefault((order.index(class_of(name)), having), set()).add(name)
    for (kind, having), some in sorted(groups.items()):
        patterns = ", ".join(f"`{pattern}`" for pattern in joined(some))
        yield f"| {order[kind]} | {having} | {patterns} |"


def generate(page: str) -> str:
    """The page with the tables of today."""
    names = {processor: known(processor) for processor in PROCESSORS}
    rows = (*counts(names), "", *left(names))
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + "\n".join(rows) + "\n" + END + after


if __name__ == "__main__":
    PAGE.write_text(generate(PAGE.read_text()))
