"""
Searches for programs that a device does not run as the oracle says.

`python test/random_programs/run.py --count 1000 --seed 7 --forms default,check,gfx1100` runs the
programs of seeds 7000 to 7999 in batches of 25, each in all forms named; `--jobs` shares the
batches between processes. What fails is made small and written into `--finds`, one file for
each shape: the kernel, how to launch it, what must come and what came; the file is a script
that shows it again.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

if __name__ == "__main__":
    # Not the folder of this file, whose modules are those of a package.
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from random_programs.devices import FORMS, OTHERS, Devices, Find, expected, given
from random_programs.grammar import FAMILIES, Case, make
from random_programs.opencl_c import HEADER, arguments, source
from random_programs.shrink import kind, shape, shrink

BATCH = 25
"""Programs that are compiled as one."""


def batch(first: int) -> list[Case]:
    """Returns the programs of `BATCH` seeds."""
    return [one(first + number) for number in range(BATCH)]


def one(seed: int) -> Case:
    """Returns the program of a seed, which is for the launches of its batch."""
    return make(seed, FAMILIES[seed // BATCH % len(FAMILIES)])


def report(find: Find) -> str:
    """Returns a script that shows a find."""
    case, program = find.case, find.case.program
    launch = program.launches[find.launch]
    keywords = dict(find.form.keywords)
    options = f"-cl-std=CL3.0 {find.form.options}".strip()
    names = arguments(program)
    lines = [
        f'"""\n{program.name}, form {find.form.name}: {find.what}\n{find.detail}\n"""'
    ]
    lines += [
        "import numpy as np",
        "from xdsl_opencl.runtime import Image, Local, Program",
        "",
    ]
    lines.append(f'SOURCE = """\n{HEADER}{source(program)}"""')
    lines.append(f"program = Program.from_source(SOURCE, {options!r}, **{keywords!r})")
    want = expected(case, find.launch)
    passed = [*names]
    for name, (word, value) in zip(names, given(program, launch), strict=True):
        if word == "buffer":
            array = program.arrays.get(name)
            dtype = "uint64"
            if array is not None:
                element = array.type.element
                prefix = (
                    "float" if element.floating else "int" if element.signed else "uint"
                )
                dtype = "uint8" if array.field else f"{prefix}{element.bits}"
            lines.append(f"{name} = np.frombuffer(bytearray({value!r}), np.{dtype})")
            if name in want:
                lines.append(f"{name}_want = np.frombuffer({want[name]!r}, np.{dtype})")
        elif word == "same":
            passed[names.index(name)] = names[value]
            want.pop(name, None)
        elif word == "local":
            lines.append(f"{name} = Local({value})")
        elif word == "image":
            content, dtype, shape, fields = value
            lines.append(f"{name} = np.frombuffer(bytearray({content!r}), {dtype!r})")
            lines.append(f"{name}_want = np.frombuffer({want[name]!r}, {dtype!r})")
            image = f"Image({name}.reshape({shape}), **{fields})"
            passed[names.index(name)] = image
        else:
            lines.append(f"{name} = {value[1]}")
    lines.append(
        f"program[{program.name!r}]({launch.global_size}, {launch.local_size}, "
        f"{', '.join(passed)}, global_offset={launch.offset})"
    )
    for name in want:
        lines.append(
            f"if ({name} != {name}_want).any():\n"
            f"    at = np.flatnonzero({name} != {name}_want)\n"
            f"    print('{name}', 'at', at[:20], 'of', len({name}), 'must be', "
            f"{name}_want[at][:20], 'is', {name}[at][:20])"
        )
    return "\n".join(lines) + "\n"


class Search:
    """Runs batches, and writes what fails."""

    def __init__(self, devices: Devices, folder: Path | None, seconds: float):
        self.devices = devices
        self.folder = folder
        self.seconds = seconds
        self.shapes: set[str] = set()
        self.counts: Counter[str] = Counter()
        self.programs = 0

    def run(self, cases: list[Case], forms: list[str]) -> None:
        """Runs the programs of a batch in some forms."""
        self.programs += len(cases)
        for name in forms:
            for find in self.devices.compare(cases, FORMS[name]):
                self.found(find)

    def found(self, find: Find) -> None:
        key = f"{find.form.name} {find.what}"
        if find.what in ("unbuilt", "reported"):
            key += f" {kind(find.detail)}"
        self.counts[key] += 1
        print(f"{find.case.program.name}: {key}: {find.detail[:200]}", flush=True)
        if self.folder is None or (" " in key and self.counts[key] > 40):
            return
        if find.what in ("unbuilt", "reported") and self.counts[key] > 3:
            return
        small = shrink(find, self.devices, self.seconds)
        text = shape(small.case.program)
        if text in self.shapes:
            return
        self.shapes.add(text)
        path = self.folder / f"{find.case.program.name}-{find.form.name}.py"
        path.write_text(report(small), encoding="utf-8")
        print(f"  {path}\n{source(small.case.program)}", flush=True)


def run_part(
    given_: argparse.Namespace, forms: list[str], first: int, job: int
) -> tuple[int, Counter[str]]:
    """
    Runs the batches whose number is `job` modulo the number of jobs. Returns how many
    programs that are, and the kinds of finds.
    """
    devices = Devices()
    search = Search(devices, given_.finds, given_.shrink)
    begin = time.monotonic()
    for number in range(job, -(-given_.count // BATCH), given_.jobs):
        seconds = time.monotonic() - begin
        if seconds >= 60 * given_.minutes:
            break
        some = [forms[number % len(forms)]] if given_.rotate else forms
        start = first + number * BATCH
        search.run([one(start)] if given_.program is not None else batch(start), some)
        if number // given_.jobs % 40 == 39:
            print(
                f"job {job}: {search.programs} programs, {seconds:.0f} s",
                dict(search.counts),
                flush=True,
            )
    devices.close()
    return search.programs, search.counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000, help="of programs")
    parser.add_argument(
        "--seed", type=int, default=1, help="times the count is the first"
    )
    parser.add_argument("--first", type=int, help="the first program's seed itself")
    parser.add_argument("--program", type=int, help="the seed of one that is run alone")
    parser.add_argument(
        "--forms", default="default", help=f"of {', '.join(FORMS)}; or all"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument(
        "--rotate", action="store_true", help="one of the forms a batch, not all"
    )
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("--finds", type=Path, help="a folder for what fails")
    parser.add_argument("--shrink", type=float, default=90.0, help="seconds a find")
    given_ = parser.parse_args()
    missing = {name: v for name, (v, _) in OTHERS.items() if not os.environ.get(v)}
    if given_.forms == "all":
        forms = [name for name in FORMS if name not in missing]
    else:
        forms = given_.forms.split(",")
    if unknown := [f for f in forms if f not in FORMS]:
        parser.error(f"no form {unknown[0]!r}; there are {', '.join(FORMS)}")
    for name in missing.keys() & set(forms):
        parser.error(f"{missing[name]} names no Python that has pyopencl")
    if given_.finds:
        given_.finds.mkdir(parents=True, exist_ok=True)
    first = given_.seed * given_.count if given_.first is None else given_.first
    first -= first % BATCH
    begin = time.monotonic()
    if given_.program is not None:
        given_.count, given_.jobs, first = 1, 1, given_.program
    run = partial(run_part, given_, forms, first)
    if given_.jobs == 1:
        results = [run(0)]
    else:
        with ProcessPoolExecutor(given_.jobs) as pool:
            results = [*pool.map(run, range(given_.jobs))]
    programs = sum(number for number, _ in results)
    counts = sum((found for _, found in results), Counter[str]())
    print(
        f"{programs} programs of seeds {first} to {first + given_.count - 1}, forms "
        f"{','.join(forms)}{' in turn' if given_.rotate else ''}, "
        f"{time.monotonic() - begin:.0f} s"
    )
    for key, number in counts.most_common():
        print(f"  {number} times {key}")
    if counts:
        sys.exit(1)


if __name__ == "__main__":
    main()
