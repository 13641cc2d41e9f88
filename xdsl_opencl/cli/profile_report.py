"""The profile of a launch on an emulated GPU as lines of text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from xdsl_opencl.cli.text_tables import table
from xdsl_opencl.emulator.watch.profile import Counts, Profile

_HOTTEST = 12
"""Source lines, and instructions, that are shown."""

_HEADER = ("instructions", "% of all", "lanes %", "bytes", "bytes/line", "conflicts")
"""The columns that `_cells` gives."""


def _cells(counts: Counts, total: Counts) -> tuple[str, ...]:
    per_line = f"{counts.bytes / counts.lines:.1f}" if counts.lines else ""
    conflicts = str(counts.conflicts) if counts.lds_cycles else ""
    return (
        str(counts.waves),
        f"{100 * counts.waves / max(total.waves, 1):.1f}",
        f"{100 * counts.active:.1f}",
        str(counts.bytes or ""),
        per_line,
        conflicts,
    )


def profile_lines(profile: Profile) -> Iterator[str]:
    """
    The text of a profile: sums, classes of instructions, the hottest source lines and, where
    none are known, instructions.
    """
    total = profile.total()
    yield (
        f"kernel '{profile.kernel}' on {profile.processor}: {profile.work_groups} "
        f"work-groups, {profile.waves} waves, {total.waves} instructions of waves, "
        f"{100 * total.active:.1f} % of lanes active"
    )
    if profile.occupancy is not None:
        limits = " and ".join(profile.occupancy.limits)
        because = f", limited by {limits}" if limits else ""
        yield (
            f"occupancy: {profile.occupancy.waves} of {profile.occupancy.maximum} waves "
            f"on a SIMD{because}"
        )
    classes = (
        (name, *_cells(counts, total)) for name, counts in profile.by_class().items()
    )
    yield from table(("class", *_HEADER), classes, "")
    lines = {key: c for key, c in profile.by_line().items() if key[1]}
    if lines:
        sources: dict[str, list[str]] = {}
        rows = (
            (f"{Path(file).name}:{line}", *_cells(c, total), _text(file, line, sources))
            for (file, line), c in list(lines.items())[:_HOTTEST]
        )
        yield from table(("line", *_HEADER, "source"), rows, "")
        return
    hottest = sorted(profile.rows(), key=lambda row: -row.counts.waves)[:_HOTTEST]
    rows = (
        (
            f"{row.instruction.address:#x}",
            *_cells(row.counts, total),
            row.instruction.text,
        )
        for row in hottest
    )
    yield from table(("address", *_HEADER, "instruction"), rows, "")


def _text(file: str, line: int, sources: dict[str, list[str]]) -> str:
    """The source line, empty when the file is not there."""
    if file not in sources:
        try:
            sources[file] = Path(file).read_text(errors="replace").splitlines()
        except OSError:
            sources[file] = []
    rows = sources[file]
    return rows[line - 1].strip() if 0 < line <= len(rows) else ""
