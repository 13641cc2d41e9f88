"""
Runs Khronos' OpenCL-CTS on the OpenCL driver and writes docs/conformance.md.

    python tools/conformance.py BUILD [--only 'Basic,Images*'] [--tests 'if,loop'] [--new]
        [--failed] [--vendor FILE.icd] [--limit SECONDS]
    python tools/conformance.py BUILD --report docs/conformance.md

BUILD is the folder of a CTS build (cmake's binary folder). The suites are the rows of the
official list there, with its options. Each suite runs in one process, sub-test by sub-test;
when a sub-test crashes or takes more processor time than its limit, it has failed or was not
finished, and a new process goes on after it. Results are kept in BUILD's
`xdsl-opencl-results`, so that a run can be continued (`--new`), and suites can run one by
one; what the tests print goes to `xdsl-opencl-logs/SUITE.log` there. `--vendor` names another
driver to judge (pocl's, to see what this computer fails on its own); its results have files
of their own. `--report` alone runs nothing, and writes the page of the results that are there.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple


class Event(NamedTuple):
    """
    A line of output: sub-test `name` begins, or has ended with `status`; without a name the
    one that runs.
    """

    name: str
    status: str = ""


_DONE = re.compile(
    r"^(?:.*\W)?(\w+) (passed|FAILED|test not supported|test currently not implemented|"
    r"skipped \(requires.*)$"
)
_BEGUN = re.compile(r"^(\w+)\.\.\.$")
_STATUS = {"passed": "pass", "FAILED": "fail"}


def harness_event(line: str) -> Event | None:
    """The event that a line of the CTS's harness tells."""
    if begun := _BEGUN.match(line):
        return Event(begun[1])
    if done := _DONE.match(line):
        return Event(done[1], _STATUS.get(done[2], "skip"))
    return None


_CONVERSION = re.compile(r"^Building convert_(\w+)\( (\w+) \) test$")
_IMPLICIT = re.compile(r"^Building implicit (\w+) -> (\w+) conversion test$")


def conversion_event(line: str) -> Event | None:
    """The event that a line of `test_conversions` tells, which has names of its own."""
    if begun := _CONVERSION.match(line):
        return Event(f"{begun[1]}_{begun[2]}")
    if begun := _IMPLICIT.match(line):
        return Event(f"{begun[2]}_{begun[1]}")
    if line in ("\tpass", "\tWimp pass"):
        return Event("", "pass")
    return None


_INTEGERS = ("uchar", "char", "ushort", "short", "uint", "int", "ulong", "long")
_FLOATS = ("half", "float", "double")


def conversions() -> list[str]:
    """
    The sub-tests of `test_conversions`, whose option `--list` does not name them:
    `char_sat_rte_float` converts float to char.
    """
    return [
        f"{to}{saturation}{rounding}_{of}"
        for to in (*_INTEGERS, *_FLOATS)
        for of in (*_INTEGERS, *_FLOATS)
        for saturation in (("", "_sat") if to in _INTEGERS else ("",))
        for rounding in ("", "_rte", "_rtp", "_rtn", "_rtz")
    ]


LIST = "test_conformance/opencl_conformance_tests_full.csv"
"""The official list, in a CTS build."""


@dataclass(frozen=True)
class Suite:
    """
    A row of the official list: a program of the CTS with its options. `tests`: patterns of
    the sub-tests that are meant, if not all.
    """

    name: str
    program: str
    options: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()

    @property
    def events(self) -> Callable[[str], Event | None]:
        """Reads the event of a line that the program prints."""
        conversions = self.program.endswith("test_conversions")
        return conversion_event if conversions else harness_event


def read_list(text: str) -> list[Suite]:
    """
    The suites of an official list: `name,program options` in a line, with a type of device
    before the name if the row is for that type only. Those for processors are taken.
    """
    suites: list[Suite] = []
    for line in text.splitlines():
        fields = [field.strip() for field in line.split(",")]
        if line.startswith("#") or len(fields) < 2:
            continue
        *kind, name, command = fields
        if kind and kind != ["CL_DEVICE_TYPE_CPU"]:
            continue
        program, *words = command.split()
        tests = tuple(word for word in words if "*" in word)
        options = tuple(w for w in words if w != "all" and w not in tests)
        suites.append(Suite(name, program, options, tests))
    return suites


REASONS = [
    line.split(" | ")
    for line in Path(__file__)
    .with_name("conformance_reasons.txt")
    .read_text()
    .splitlines()
    if not line.startswith("#")
]
"""
Suite, sub-test (both as patterns of shells), and the reason why it does not pass; the
first row that fits is taken.
"""


@dataclass
class Result:
    """
    The result of a sub-test: `pass`, `fail`, `skip`, `crash` or `time`, its seconds, and
    a line of what it printed.
    """

    status: str
    seconds: float
    note: str = ""


def _cpu_seconds(group: int) -> float:
    """
    The CPU time that a group of processes has used, and those of it that have ended.
    """
    ticks = 0
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = place.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[2]) == group:
            ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


class Limit:
    """
    The time that a sub-test has: `seconds` of CPU time, since other programs may keep the
    computer busy; a sub-test that uses almost none in as many seconds hangs.
    """

    def __init__(self, seconds: float, group: int):
        self.seconds = seconds
        self._group = group
        self.begin()

    def begin(self) -> None:
        """Begins the time of the next sub-test."""
        self._first = self._last = _cpu_seconds(self._group)
        self._moved = time.monotonic()

    def used(self) -> float:
        """The seconds of CPU time since the sub-test began."""
        return _cpu_seconds(self._group) - self._first

    def wait(self) -> float:
        """Returns the seconds until the next time to ask; 0 when time is up."""
        used, now = _cpu_seconds(self._group), time.monotonic()
        if used - self._last >= self.seconds / 50:
            self._last, self._moved = used, now
        over = used - self._first >= self.seconds or now - self._moved >= self.seconds
        return 0 if over else self.seconds / 50


class Run:
    """One process of a suite, read line by line."""

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        environment: dict[str, str],
        log: Path,
    ):
        self._log = log.open("ab")
        self._log.write(f"\n$ {' '.join(command)}\n".encode())
        self.process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        assert self.process.stdout is not None
        os.set_blocking(self.process.stdout.fileno(), False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self.process.stdout, selectors.EVENT_READ)
        self._rest = b""

    def lines(self, limit: Limit) -> Iterator[str]:
        """
        Yields the lines that the process prints, until it ends or the time is up.

        Raises `TimeoutError` when it is, after killing the process.
        """
        assert self.process.stdout is not None
        check = time.monotonic()
        while True:
            if time.monotonic() >= check:
                if not (left := limit.wait()):
                    self.kill()
                    raise TimeoutError
                check = time.monotonic() + left
            if not self._selector.select(max(0.0, check - time.monotonic())):
                continue
            data = self.process.stdout.read(1 << 16)
            if data == b"":
                return
            if not data:
                continue
            self._log.write(data)
            *whole, self._rest = (self._rest + data).split(b"\n")
            for line in whole:
                yield line.decode(errors="replace").rstrip()

    def kill(self) -> None:
        """Kills the process and all that it started."""
        os.killpg(self.process.pid, signal.SIGKILL)

    def close(self) -> int:
        """Returns the exit status of the ended process."""
        status = self.process.wait()
        self._selector.close()
        assert self.process.stdout is not None
        self.process.stdout.close()
        self._log.close()
        return status


MEMORY = 8192
"""Mebibytes of the device: several tests fill all that it has, beside other programs."""


def _environment(vendor: str) -> dict[str, str]:
    return {
        **os.environ,
        "OCL_ICD_VENDORS": vendor,
        "OCL_ICD_FILENAMES": vendor,
        "XDSL_OPENCL_MEMORY": str(MEMORY),
        "CL_WIMPY_MODE": "1",
    }


def names_of(suite: Suite, build: Path) -> list[str]:
    """The sub-tests of `suite`."""
    if suite.events is conversion_event:
        return conversions()
    program = (build / "test_conformance" / suite.program).resolve()
    found = subprocess.run(
        [program, "--list"],
        cwd=program.parent,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    names = [line.strip() for line in found.stdout.splitlines() if line[:1] == "\t"]
    return [
        name
        for name in names
        if " " not in name
        and (not suite.tests or any(fnmatch(name, p) for p in suite.tests))
    ]


_SKIP_NOTE = re.compile(
    r"skip|not support|n't support|unsupported|requires", re.IGNORECASE
)
_FAIL_NOTE = re.compile(r"error|fail|mismatch|expected|incorrect", re.IGNORECASE)


def _note(status: str, printed: Sequence[str]) -> str:
    wanted = _SKIP_NOTE if status == "skip" else _FAIL_NOTE
    hits = [line.strip() for line in printed if wanted.search(line)]
    return hits[0 if status == "fail" else -1][:200] if hits else ""


def run_suite(
    suite: Suite,
    build: Path,
    wanted: Sequence[str],
    vendor: str,
    limit: float,
    log: Path,
) -> Iterator[tuple[str, Result]]:
    """
    Runs the sub-tests `wanted`; yields each with its result as soon as it is known.
    """
    program = (build / "test_conformance" / suite.program).resolve()
    environment = _environment(vendor)
    left = list(wanted)
    while left:
        command = [str(program), *suite.options, *left]
        run = Run(command, program.parent, environment, log)
        current: str | None = None
        clock = Limit(limit, run.process.pid)
        printed: list[str] = []
        finished = 0
        broken = "crash"
        try:
            for line in run.lines(clock):
                event = suite.events(line)
                if event is None:
                    printed.append(line)
                    del printed[:-400]
                elif not event.status:
                    if event.name not in left or event.name == current:
                        continue
                    if current is not None:
                        # It has ended without a word of success.
                        note = _note("fail", printed)
                        yield current, Result("fail", clock.used(), note)
                        left.remove(current)
                        finished += 1
                    current, printed = event.name, []
                    clock.begin()
                elif current is not None and event.name in ("", current):
                    status = event.status
                    note = _note(status, [*printed, line]) if status != "pass" else ""
                    yield current, Result(status, clock.used(), note)
                    left.remove(current)
                    finished += 1
                    current = None
        except TimeoutError:
            broken = "time"
        seconds = clock.used()
        status = run.close()
        if current is not None:
            note = f"not finished after {limit:.0f} s of processor time"
            if broken == "crash":
                note = f"exit status {status}; {_note('fail', printed)}"
            yield current, Result(broken, seconds, note)
            left.remove(current)
        elif suite.events is conversion_event and broken == "crash":
            # Conversions that do not exist are not run.
            return
        elif not finished or broken == "time":
            # Nothing that names a sub-test was printed: the next process would do the
            # same.
            last = next((line for line in reversed(printed) if line), "")
            note = f"did not begin; {last[:120]}"
            if last.startswith("SKIPPED"):
                broken, note = "skip", _note("skip", printed[:-1])
            for name in left:
                yield name, Result(broken, seconds, note)
            return


def reason_of(suite: str, test: str) -> str:
    """The known reason for which a sub-test does not pass, or nothing."""
    for suites, tests, reason in REASONS:
        if fnmatch(suite, suites) and fnmatch(test, tests):
            return reason
    return ""


_KINDS: tuple[str, ...] = ("pass", "fail", "skip", "crash", "time")
OLDER = (
    "Conversions, Allocations (total maximum) and, of images, Kernel with the max size"
)
"""The suites whose results are of the driver for OpenCL 3.0."""

_HEAD = """# Conformance

Khronos' [OpenCL-CTS](https://github.com/KhronosGroup/OpenCL-CTS), {version}, on the OpenCL
driver of the CPU device. `python tools/conformance.py BUILD` runs the tests in the folder
of a CTS build and writes this page. This is not a conformance statement: tests that have a
quick mode (`CL_WIMPY_MODE`) use it, and nothing was submitted to Khronos.

The rows are those of the official list, `opencl_conformance_tests_full.csv`, with its options. The device has {memory} MiB
of memory (`XDSL_OPENCL_MEMORY`), and a sub-test {limit:.0f} s of processor time. {absent}

*Skipped*: the test itself finds that an optional feature is absent. *Crashed*: the process
ended. *Time*: not finished in the time that it was given. *Not run*: there was no time for
it yet: results are kept, and a run goes on with `--new`.

The slowest, in s of processor time on a busy computer on 28 November 2026:

| sub-tests | s | where the time is (`perf`) |
|---|---|---|
| image streams of 3D images and arrays | 99 to 329 | three quarters in the test's own verification |
| image streams, `2Darray` of the largest size | 905; it exceeded 600 s and passed within 2400 s | 74 % in the test's own verification, 13 % in kernels |
| `c11_atomics`: compare and exchange, exchange, `fetch_orand`, `fetch_xor2` | 220 to 336 | hundreds of programs each: 58 % Python, 21 % the kernel, which starts Clang's processes, 15 % Clang |
| `vec_align`, the shuffles | 61 to 170 | hundreds of programs each: 51 % and 86 % Python |

The suites were run with the driver for OpenCL 3.1 (29 and 30 November 2026), but these with the one for 3.0:
{older}.

For comparison: `async_copy_global_to_local` 15 (pocl 3.1: more than 66), `image_streams 1D` 5 (pocl: 42, and it fails).
"""


def report(
    results: dict[str, dict[str, Result]],
    sizes: dict[str, int],
    version: str,
    limit: float,
) -> str:
    """
    The page of docs/ with all results; `sizes` are the numbers of sub-tests of suites that
    are built, `version` names the CTS, and `limit` is that of a sub-test in seconds.
    """
    absent = ", ".join(name for name in results if name not in sizes)
    left_out = f"Not built: {absent}." if absent else ""
    facts = {"version": version, "memory": MEMORY, "limit": limit, "older": OLDER}
    lines = [_HEAD.format(absent=left_out, **facts)]
    lines += [
        "| suite | passed | failed | skipped | crashed | time | not run |",
        "|---|---|---|---|---|---|---|",
    ]
    total = dict.fromkeys(_KINDS, 0)
    order = [name for name in results if name in sizes]
    for name in order:
        counts = {k: 0 for k in _KINDS}
        for result in results[name].values():
            counts[result.status] += 1
            total[result.status] += 1
        left = max(0, sizes[name] - len(results[name]))
        row = " | ".join(str(n) if n else "" for n in (*counts.values(), left))
        lines.append(f"| {name} | {row} |")
    row = " | ".join(str(total[k]) for k in _KINDS)
    missing = sum(max(0, n - len(results[name])) for name, n in sizes.items())
    lines.append(f"| **all** | {row} | {missing} |")
    ran = sum(total.values()) - total["skip"]
    counted = ran + missing
    lines += [
        "",
        f"Of the {counted} sub-tests that were not skipped, {_share(total['pass'], counted)} pass"
        + (
            f"; of the {ran} that ran, {_share(total['pass'], ran)}. {missing} have not run yet."
            if missing
            else "."
        ),
        "",
        (Path(__file__).parent / "opencl_3_1.md").read_text().rstrip(),
        "",
    ]
    lines += ["## Sub-tests that do not pass", ""]
    for heading, kinds in (
        ("Failed, crashed, not finished", ("fail", "crash", "time")),
        ("Skipped", ("skip",)),
    ):
        groups: dict[tuple[str, str], list[str]] = {}
        for name in order:
            for test, result in results[name].items():
                if result.status in kinds:
                    why = reason_of(name, test) or _cell(result.note) or "not known"
                    groups.setdefault((name, why), []).append(f"`{test}`")
        lines += [
            f"### {heading}",
            "",
            "| suite | sub-tests | reason |",
            "|---|---|---|",
        ]
        # Suites that differ in options only have the same gaps.
        rows: dict[tuple[str, str], list[str]] = {}
        for (suite, why), tests in groups.items():
            rows.setdefault((" ".join(tests), why), []).append(suite)
        lines += [
            f"| {', '.join(suites)} | {tests} | {why} |"
            for (tests, why), suites in rows.items()
        ]
        lines.append("")
    return "\n".join(lines)


def _share(part: int, whole: int) -> str:
    # Never rounded up to all of them.
    return f"{int(1000 * part / whole) / 10 if whole else 0.0} %"


def _cell(text: str) -> str:
    text = re.sub(r"/\S*/", "", text)
    text = re.sub(r"0x[0-9a-fA-F]+", "0x…", text)
    return text.replace("|", "\\|").strip()


def _own_vendor() -> str:
    command = [str(Path(sys.executable).with_name("xdsl-opencl")), "icd"]
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    return found.stdout.strip()


def main() -> None:
    """Runs the suites that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=Path)
    parser.add_argument("--only", default="", help="suites, by commas (patterns)")
    parser.add_argument("--tests", default="", help="sub-tests, by commas (patterns)")
    parser.add_argument(
        "--failed", action="store_true", help="what did not pass so far"
    )
    parser.add_argument("--new", action="store_true", help="what has not run so far")
    parser.add_argument("--vendor", help="the .icd file of the driver to judge")
    parser.add_argument(
        "--limit", type=float, default=600.0, help="seconds of processor time"
    )
    parser.add_argument("--report", type=Path, help="the page to write")
    given = parser.parse_args()
    label = Path(given.vendor).stem if given.vendor else "xdsl-opencl"
    state = given.build / f"{label}-results"
    logs = given.build / f"{label}-logs"
    state.mkdir(exist_ok=True)
    logs.mkdir(exist_ok=True)
    suites = read_list((given.build / LIST).read_text())
    results = {s.name: _load(state, s) for s in suites}
    only = [p for p in given.only.split(",") if p]
    patterns = [p for p in given.tests.split(",") if p]
    writing = given.report is not None and not (only or given.failed or given.new)
    chosen = [
        s
        for s in suites
        if not writing and (not only or any(fnmatch(s.name, p) for p in only))
    ]
    vendor = (given.vendor or _own_vendor()) if chosen else ""
    for suite in chosen:
        if not (given.build / "test_conformance" / suite.program).exists():
            print(f"{suite.name}: not built", flush=True)
            continue
        names = names_of(suite, given.build)
        before = results[suite.name]
        wanted = [
            name
            for name in names
            if (not patterns or any(fnmatch(name, p) for p in patterns))
            and (not given.new or name not in before)
            and (
                not given.failed
                or (name in before and before[name].status not in ("pass", "skip"))
            )
        ]
        found = run_suite(
            suite,
            given.build,
            wanted,
            vendor,
            given.limit,
            logs / f"{_file(suite)}.log",
        )
        for name, result in found:
            # Another run may have added results of this suite.
            results[suite.name] = {**_load(state, suite), name: result}
            mark = "" if result.status == "pass" else f"  {result.note}"
            print(
                f"{suite.name} {name}: {result.status} ({result.seconds:.1f} s){mark}",
                flush=True,
            )
            _save(state, suite, results[suite.name])
    if given.report is not None:
        sizes = {
            s.name: len(names_of(s, given.build))
            for s in suites
            if (given.build / "test_conformance" / s.program).exists()
        }
        given.report.write_text(
            report(results, sizes, version_of(given.build), given.limit)
        )


def version_of(build: Path) -> str:
    """The commit of the CTS in whose folder `build` was configured, and its date."""
    cache = (build / "CMakeCache.txt").read_text()
    found = re.search(r"^CMAKE_HOME_DIRECTORY:INTERNAL=(.*)$", cache, re.MULTILINE)
    source = found[1] if found else str(build)
    command = ["git", "-C", source, "log", "-1", "--date=short"]
    words = [*command, "--format=commit %h of %cd"]
    return subprocess.run(
        words, capture_output=True, text=True, check=True
    ).stdout.strip()


def _file(suite: Suite) -> str:
    return re.sub(r"\W+", "-", suite.name)


def _load(state: Path, suite: Suite) -> dict[str, Result]:
    place = state / f"{_file(suite)}.json"
    if not place.exists():
        return {}
    stored: dict[str, tuple[str, float, str]] = json.loads(place.read_text())
    return {test: Result(*values) for test, values in stored.items()}


def _save(state: Path, suite: Suite, results: dict[str, Result]) -> None:
    plain = {t: (r.status, round(r.seconds, 1), r.note) for t, r in results.items()}
    (state / f"{_file(suite)}.json").write_text(json.dumps(plain, indent=0))


if __name__ == "__main__":
    main()
