"""
Every benchmark, into one table of this machine: `make bench`.

Each program runs by itself, one after the other. What it measured goes to
`results/<machine>.json`, and from there to `results/<machine>.md` and into README.md; a
program that fails or takes too long, or a peer that is absent, is left out with the reason.
Nothing is measured while other programs use the processors, unless `--anyway` says so.

    python benchmarks/bench.py [--pocl PYTHON] [--intel PYTHON] [--opencl-bc PATH]
        [--anyway]
    python benchmarks/bench.py --quick          # prints, writes nothing; about two minutes
    python benchmarks/bench.py --only cpu,start # the same, these programs in full
    python benchmarks/bench.py --write          # the .md files and README.md, of .json files
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from bench_table import (
    Table,
    chosen,
    from_json,
    in_words,
    markdown,
    mean,
    summary,
    to_json,
    warn,
)

HERE = Path(__file__).parent
ROOT = HERE.parent
RESULTS = HERE / "results"
README = ROOT / "README.md"

PROGRAMS = (
    "compile",
    "conversion",
    "frontend",
    "files",
    "reading",
    "start",
    "first_launch",
    "layout",
    "growth",
    "cpu",
    "driver",
    "emulator",
    "code_quality",
)
"""In the order of their tables."""

PEERS: Mapping[str, Sequence[str]] = {
    "cpu": ("pocl", "intel"),
    "files": ("opencl_bc",),
    "code_quality": ("opencl_bc",),
}
"""Options that a program is given."""

ARGUMENTS: Mapping[str, Sequence[str]] = {"cpu": ("--threads", "2")}

SECONDS, QUICK_SECONDS = 300, 60
"""A program that takes longer is left out."""

PATIENCE = 4
"""How many times longer on a machine that may be busy."""

BUSY = 0.1
"""The share of the processors that others may use."""

BEGIN, END = "<!-- table: benchmarks -->\n", "<!-- end of table -->\n"


@dataclass(frozen=True)
class Machine:
    """
    A machine, and the versions of what was measured on it.
    """

    processor: str
    cores: int
    commit: str
    date: str
    versions: dict[str, str]
    others: float
    """The share of the processors' time that other programs used."""

    @property
    def name(self) -> str:
        """
        The name of the file: the processor and its cores.
        """
        words = re.sub(r"\((?:r|tm)\)", "", self.processor.lower())
        words = re.sub(r"[^a-z0-9]+", "-", words).strip("-")
        return f"{words}-{self.cores}-cores"


@dataclass(frozen=True)
class Result:
    """
    The tables of one machine, and what is left out of them.
    """

    machine: Machine
    tables: tuple[Table, ...]
    left_out: tuple[str, ...]


def processor_name() -> str:
    """
    Returns the model of the processor, with its numbers where the name says little.
    """
    fields: dict[str, str] = {}
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    for line in text.partition("\n\n")[0].splitlines():
        key, _, value = line.partition(":")
        fields[key.strip()] = value.strip()
    name = fields.get("model name") or platform.machine()
    family, model = fields.get("cpu family"), fields.get("model")
    if family and model and not re.search(r"\d", name):
        name += f" {family}.{model}"
    return name


def output(*command: str) -> str:
    """
    Returns what a command prints; nothing where it fails.
    """
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, cwd=ROOT
        )
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def commit() -> str:
    """
    Returns the commit that the tree is of, and whether anything else has changed.
    """
    name = output("git", "rev-parse", "--short=10", "HEAD")
    if not name:
        return "unknown"
    ours = (":!benchmarks/results", ":!README.md")
    changed = output("git", "status", "--porcelain", "-uno", "--", ".", *ours)
    return f"{name} with changes" if changed else name


def versions() -> dict[str, str]:
    """
    Returns the versions of what the measured time depends on.
    """
    llvm: Any = import_module("llvmlite.binding")
    from xdsl_opencl.frontend.clang.opencl_c import find_clang
    from xdsl_opencl.frontend.errors import FrontendError

    found = {"Python": platform.python_version()}
    found["LLVM"] = ".".join(map(str, llvm.llvm_version_info))
    try:
        text = output(*find_clang().command, "--version")
    except FrontendError:
        text = ""
    match = re.search(r"clang version (\S+)", text)
    found["Clang"] = match[1] if match else "absent"
    for package in ("xdsl", "llvmlite", "numpy"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "absent"
    return found


def busy_seconds() -> float | None:
    """
    Returns the seconds that all processors have worked; `None` where the system does not say.
    """
    try:
        line = Path("/proc/stat").read_text().partition("\n")[0]
    except OSError:
        return None
    user, nice, system, _, _, interrupt, soft, *_ = map(int, line.split()[1:])
    ticks = user + nice + system + interrupt + soft
    return ticks / os.sysconf("SC_CLK_TCK")


def own_seconds() -> float:
    """
    Returns the seconds that processors have worked for this process and its children.
    """
    return sum(
        usage.ru_utime + usage.ru_stime
        for usage in map(
            resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
        )
    )


class Others:
    """
    Measures the processors' time that other programs use, from its making on.
    """

    def __init__(self) -> None:
        self.begin = time.perf_counter(), busy_seconds(), own_seconds()

    def share(self) -> float:
        """
        Returns the share of all processors' time; 0 where the system does not say.
        """
        begin, busy, own = self.begin
        now = busy_seconds()
        if busy is None or now is None:
            return 0.0
        cores = os.cpu_count() or 1
        used = (now - busy) - (own_seconds() - own)
        return max(0.0, used / (cores * (time.perf_counter() - begin)))


class ProgramError(Exception):
    """
    A program whose tables are left out.
    """


def measured(name: str, options: argparse.Namespace) -> Iterator[Table]:
    """
    Runs a program and yields its tables, all once it has ended.

    Raises `ProgramError` when it fails or takes too long.
    """
    command = [sys.executable, str(HERE / f"{name}.py"), "--json"]
    command += ARGUMENTS.get(name, ())
    command += ["--quick"] if options.quick else []
    for peer in PEERS.get(name, ()):
        if value := getattr(options, peer):
            command += [f"--{peer.replace('_', '-')}", str(value)]
    seconds = (QUICK_SECONDS if options.quick else SECONDS) * (
        PATIENCE if options.anyway or options.quick else 1
    )
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # So that what it has started ends with it.
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    try:
        text, errors = process.communicate(timeout=seconds)
    except BaseException as error:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        if isinstance(error, subprocess.TimeoutExpired):
            raise ProgramError(f"no end within {seconds} s") from None
        raise
    if process.returncode:
        last = (errors.strip().splitlines() or ["no message"])[-1]
        raise ProgramError(f"ended with {process.returncode}: {last[:200]}")
    for line in text.splitlines():
        yield from_json(json.loads(line))


def page(result: Result) -> str:
    """
    Returns the Markdown of a machine's results.
    """
    machine = result.machine
    words = ", ".join(f"{name} {number}" for name, number in machine.versions.items())
    parts = [
        f"# {machine.processor}, {machine.cores} cores\n\n"
        f"Commit {machine.commit}, {machine.date}; {words}. Other programs used "
        f"{machine.others:.0%} of the processors meanwhile. Written by `make bench`; "
        "ratios are of our side to the best peer, the inverse where more is "
        "better.\n\n## All\n\n" + summary(result.tables)
    ]
    if result.left_out:
        parts.append("".join(f"* {reason}\n" for reason in result.left_out))
    parts.append("## Each\n")
    parts += (markdown(table) for table in result.tables)
    return "\n".join(parts)


def figures(result: Result) -> str:
    """
    Returns README.md's section on a machine: the tables with a peer and a goal.
    """
    machine = result.machine
    path = f"benchmarks/results/{machine.name}.md"
    tables = [
        table
        for table in result.tables
        if table.mine == "ours" and table.goal and mean(table) is not None
    ]
    return (
        "## How fast\n\nWritten by `make bench` ([benchmarks/](benchmarks/README.md)): "
        f"[{machine.processor}, {machine.cores} cores]({path}), commit "
        f"{machine.commit}, {machine.date}. Every number is a ratio to the best peer, "
        "and lower is better; a mean is a geometric one.\n\n"
        + summary(table for table in tables if table.limits() is not None)
        + "\nGoals that are no ratios:\n\n"
        + "".join(in_words(table) for table in tables if table.limits() is None)
    )


def read(path: Path) -> Result:
    """
    Reads the results of a machine.
    """
    fields: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return Result(
        Machine(**fields["machine"]),
        tuple(map(from_json, fields["tables"])),
        tuple(fields["left_out"]),
    )


def save(result: Result, folder: Path) -> None:
    """
    Writes the results of a machine.
    """
    folder.mkdir(exist_ok=True)
    head = json.dumps(
        {"machine": asdict(result.machine), "left_out": result.left_out}, indent=1
    )
    rows = ",\n".join(json.dumps(to_json(table)) for table in result.tables)
    text = f'{head[:-2]},\n "tables": [\n{rows}\n]}}\n'
    (folder / f"{result.machine.name}.json").write_text(text, encoding="utf-8")


def newest(folder: Path) -> Result | None:
    """
    Returns the results that were measured last.
    """
    results = [read(path) for path in sorted(folder.glob("*.json"))]
    return max(results, key=lambda result: result.machine.date, default=None)


def with_figures(text: str, result: Result) -> str:
    """
    Returns the text of README.md with the figures of a machine.

    Raises `SystemExit` when the comments between which they stand are missing.
    """
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit(
            f"error: README.md has no place for the figures: put '{BEGIN.strip()}' and "
            f"'{END.strip()}' into it"
        )
    return f"{before}{BEGIN}\n{figures(result)}\n{END}{after}"


def write_pages(folder: Path, readme: Path) -> None:
    """
    Writes the page of each machine, and the newest one's figures into README.md.
    """
    for path in sorted(folder.glob("*.json")):
        path.with_suffix(".md").write_text(page(read(path)), encoding="utf-8")
    if (result := newest(folder)) is not None:
        text = readme.read_text(encoding="utf-8")
        readme.write_text(with_figures(text, result), encoding="utf-8")


def check_idle(options: argparse.Namespace) -> None:
    """
    Waits a moment to see what others do.

    Raises `SystemExit` on a busy machine, where times would say nothing.
    """
    others = Others()
    time.sleep(1)
    if (share := others.share()) <= BUSY:
        return
    words = f"other programs use {share:.0%} of the processors"
    if options.anyway or options.quick:
        warn(f"warning: {words}: times are longer than on an idle machine")
        return
    raise SystemExit(
        f"error: {words}: wait until they end, or measure in spite of them with "
        "--anyway (make bench ANYWAY=1)"
    )


def check_peers(options: argparse.Namespace) -> None:
    """
    Raises `SystemExit` for a peer that is named and is not there.
    """
    for option in ("pocl", "intel", "opencl_bc"):
        path: Path | None = getattr(options, option)
        if path is not None and not path.exists():
            raise SystemExit(
                f"error: --{option.replace('_', '-')}: there is no '{path}': name one "
                "that exists, or leave the option out"
            )


def main() -> int:
    pocl = os.environ.get("XDSL_OPENCL_POCL")
    parser = argparse.ArgumentParser(description="every benchmark")
    parser.add_argument("--pocl", type=Path, default=pocl, metavar="PYTHON")
    parser.add_argument("--intel", type=Path, metavar="PYTHON")
    parser.add_argument("--opencl-bc", type=Path, metavar="PATH")
    parser.add_argument("--only", type=chosen(PROGRAMS), default="", metavar="NAMES")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--anyway", action="store_true", help="on a busy machine, too")
    parser.add_argument("--write", action="store_true", help="the pages, of JSON files")
    options = parser.parse_args()
    if options.write:
        write_pages(RESULTS, README)
        return 0
    check_peers(options)
    check_idle(options)
    others = Others()
    tables: list[Table] = []
    left_out: list[str] = []
    for name in options.only or PROGRAMS:
        begin = time.perf_counter()
        try:
            tables += measured(name, options)
        except ProgramError as error:
            left_out.append(f"`{name}.py` left out: {error}")
            warn(left_out[-1])
        warn(f"{name}: {time.perf_counter() - begin:.0f} s")
    today = date.today().isoformat()
    machine = Machine(
        processor_name(),
        os.cpu_count() or 1,
        commit(),
        today,
        versions(),
        round(others.share(), 3),
    )
    result = Result(machine, tuple(tables), tuple(left_out))
    if options.quick or options.only:
        print(page(result))
    else:
        save(result, RESULTS)
        write_pages(RESULTS, README)
        warn(f"written: benchmarks/results/{machine.name}.md")
    return 1 if left_out else 0


if __name__ == "__main__":
    raise SystemExit(main())
