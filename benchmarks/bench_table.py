"""
The one form in which every benchmark gives what it measured: tables of numbers, as Markdown
or as JSON.

A program of this folder yields `Table`s from its arguments and calls `run`, which adds
`--quick` and `--json`.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from statistics import geometric_mean
from typing import Any, NamedTuple

Row = dict[str, float]
"""The numbers of one case by side (`ours`, `pocl`); a side that has none is absent."""


_GOAL = (
    r"(at most (?P<mean>[\d.]+))?(, )?((each at most|none over) (?P<each>[\d.]+))?"
    r"( without its reason|, whatever .*)?"
)
"""A goal that is about ratios."""


@dataclass(frozen=True)
class Table:
    """
    Numbers that one benchmark measured of some cases. The ratio of a case is that of side `mine` to
    the best peer, the inverse where `more` is better: at most 1 is as good.
    """

    title: str
    unit: str
    rows: dict[str, Row]
    mine: str = "ours"
    more: bool = False
    goal: str = ""
    over: float = 0.0
    """Only rows with a greater ratio are printed; the means are of all."""
    notes: tuple[str, ...] = field(default=())
    """Reasons of what is left out, and of large ratios."""

    def ratio(self, case: str) -> float | None:
        """
        Returns the ratio of a case; `None` where a side is absent or 0.
        """
        row = self.rows[case]
        others = [number for side, number in row.items() if side != self.mine]
        if self.mine not in row or not others:
            return None
        best = max(others) if self.more else min(others)
        above, below = (best, row[self.mine]) if self.more else (row[self.mine], best)
        return above / below if above > 0 and below > 0 else None

    def ratios(self) -> dict[str, float]:
        """
        Returns the ratios by case, of the cases that have one.
        """
        found = {case: self.ratio(case) for case in self.rows}
        return {case: ratio for case, ratio in found.items() if ratio is not None}

    def limits(self) -> tuple[float, float] | None:
        """
        Returns the greatest mean of the ratios and the greatest ratio of a case that the goal
        allows; `None` for a goal of something else.
        """
        limits = re.fullmatch(_GOAL, self.goal)
        if limits is None or not (limits["mean"] or limits["each"]):
            return None
        return float(limits["mean"] or math.inf), float(limits["each"] or math.inf)

    def sides(self) -> list[str]:
        """
        Returns the columns, in the order in which rows name them.
        """
        return list(dict.fromkeys(side for row in self.rows.values() for side in row))


class Mean(NamedTuple):
    """
    The ratios of a table: their geometric mean, and the greatest with its case.
    """

    mean: float
    greatest: float
    case: str


def mean(table: Table) -> Mean | None:
    """
    Returns the mean of a table; `None` for one without ratios.
    """
    ratios = table.ratios()
    if not ratios:
        return None
    case = max(ratios, key=ratios.__getitem__)
    return Mean(geometric_mean(ratios.values()), ratios[case], case)


def number(value: float) -> str:
    """
    Returns three digits of a number, without an exponent.
    """
    if value == 0 or not math.isfinite(value):
        return f"{value:g}"
    digits = max(0, 2 - math.floor(math.log10(abs(value))))
    return f"{value:.{digits}f}"


def lines(head: Sequence[str], rows: Iterable[Iterable[str]], numbers: str) -> str:
    """
    Returns a table of Markdown; `numbers` has a `1` for each column of numbers, `0` for words.
    """
    rules = ["---:" if column == "1" else "---" for column in numbers]
    return "".join(f"| {' | '.join(row)} |\n" for row in (head, rules, *rows))


def markdown(table: Table) -> str:
    """
    Returns the heading, the rows, the mean and the notes of a table.
    """
    sides, ratios, means = table.sides(), table.ratios(), mean(table)
    head = ["", *sides, *(["ratio"] if ratios else [])]
    rows: list[list[str]] = []
    for case, row in table.rows.items():
        equal = len(row) > 1 and len(set(row.values())) == 1
        if table.over and ratios.get(case, 1.0 if equal else math.inf) <= table.over:
            continue
        cells = [number(row[side]) if side in row else "" for side in sides]
        if ratios:
            cells.append(f"{ratios[case]:.2f}" if case in ratios else "")
        rows.append([case, *cells])
    left = len(table.rows) - len(rows)
    if means is not None:
        rows.append(["geometric mean", *("" for _ in sides), f"{means.mean:.3f}"])
    words = [table.unit]
    if table.more:
        words.append("more is better")
    if table.goal:
        words.append(f"goal: {table.goal}")
    if left:
        words.append(
            f"{left} cases with a ratio of at most {table.over:g} are not shown"
        )
    notes = "".join(f"\n* {note}" for note in table.notes)
    text = f"### {table.title}\n\n{'; '.join(words)}\n"
    if rows:
        text += "\n" + lines(head, rows, "0" + "1" * (len(head) - 1))
    return text + (notes + "\n" if notes else "")


def verdict(table: Table, means: Mean) -> str:
    """
    Returns whether a table has reached its goal, in words; nothing where the goal is not about
    ratios. A case that a note explains may be over its goal.
    """
    if (limits := table.limits()) is None:
        return ""
    over = [
        case
        for case, ratio in table.ratios().items()
        if round(ratio, 2) > limits[1]
        and not any(note.startswith(f"`{case}`,") for note in table.notes)
    ]
    missed = ["the mean"] if round(means.mean, 2) > limits[0] else []
    if over:
        missed.append(f"{len(over)} case{'s' if len(over) > 1 else ''}")
    return f"**missed** by {' and '.join(missed)}" if missed else "met"


def summary(tables: Iterable[Table]) -> str:
    """
    Returns the tables that compare, one row each.
    """
    rows: list[list[str]] = []
    for table in tables:
        if (means := mean(table)) is None:
            continue
        rows.append(
            [
                table.title,
                str(len(table.ratios())),
                f"{means.mean:.2f}",
                f"{means.greatest:.2f}",
                means.case,
                table.goal,
                verdict(table, means),
            ]
        )
    head = ["", "cases", "mean", "greatest", "its case", "goal", "reached"]
    return lines(head, rows, "0111000")


def in_words(table: Table) -> str:
    """
    Returns our numbers of a table in its unit, as an item of a list.
    """
    numbers = ", ".join(
        f"{case} {number(row[table.mine])}" for case, row in table.rows.items()
    )
    title = table.title.removesuffix(f", {table.unit}")
    return f"* {title}, {table.unit}: {numbers}; goal: {table.goal}\n"


def to_json(table: Table) -> dict[str, Any]:
    """
    Returns the fields of a table; numbers have four digits.
    """
    rows = {
        case: {side: float(f"{value:.4g}") for side, value in row.items()}
        for case, row in table.rows.items()
    }
    return {**asdict(table), "rows": rows}


def from_json(fields: Mapping[str, Any]) -> Table:
    """
    Returns the table that `to_json` wrote.

    Raises `TypeError` for other fields than a table's.
    """
    plain: dict[str, Any] = {**fields, "notes": tuple(fields["notes"])}
    return Table(**plain)


def common_options(parser: argparse.ArgumentParser) -> None:
    """
    Adds the options that every benchmark has.
    """
    parser.add_argument(
        "--quick",
        action="store_true",
        help="few cases and rounds, to see that it works",
    )
    parser.add_argument(
        "--json", action="store_true", help="one table a line, for bench.py"
    )


def run(
    parser: argparse.ArgumentParser,
    tables: Callable[[argparse.Namespace], Iterable[Table]],
) -> None:
    """
    Reads the command line and prints each table as soon as it is there.
    """
    common_options(parser)
    arguments = parser.parse_args()
    for table in tables(arguments):
        text = json.dumps(to_json(table)) if arguments.json else markdown(table)
        print(text, flush=True)


def positive(text: str) -> int:
    """
    Reads an option that is a number of things.

    Raises `argparse.ArgumentTypeError` for less than 1.
    """
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number: give 1 or more")
    return int(text)


def positives(text: str) -> list[int]:
    """
    Reads an option that is numbers with commas between them.

    Raises `argparse.ArgumentTypeError` for less than 1.
    """
    return [positive(word) for word in text.split(",")]


def chosen(known: Iterable[str]) -> Callable[[str], list[str]]:
    """
    Returns the reader of an option that is names with commas between them, of `known`. Of no names
    it makes an empty list.
    """
    names = list(known)

    def read(text: str) -> list[str]:
        found = [word for word in text.split(",") if word]
        for word in found:
            if word not in names:
                raise argparse.ArgumentTypeError(
                    f"'{word}' is not known: choose of {', '.join(names)}"
                )
        return found

    return read


def warn(message: str) -> None:
    """
    Says on standard error what is left out.
    """
    print(message, file=sys.stderr, flush=True)
