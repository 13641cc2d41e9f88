"""Programs on devices, and what differs from the oracle."""

from __future__ import annotations

import os
import pickle
import struct
import subprocess
import sys
import threading
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from random_programs.arithmetic import bits_of
from random_programs.grammar import Case
from random_programs.opencl_c import HEADER, PLAIN_HEADER, arguments, source
from random_programs.oracle import initial
from random_programs.tree import ORDERS, Array, Launch, Program, Type

HERE = Path(__file__).parent
FILL = 0xEE
"""The bytes of results that no work item stores."""
WALL_SECONDS = 900.0
"""Without an answer; a child that computes is ended by its own clock before."""


@dataclass(frozen=True)
class Form:
    """A way to run a kernel: `keywords` of `Program`, `options` of the build."""

    name: str
    options: str = ""
    keywords: tuple[tuple[str, Any], ...] = ()


GPUS = ("gfx900", "gfx90a", "gfx1100", "gfx1200")
FORMS = {
    form.name: form
    for form in (
        Form("default", "--one-tier"),
        # The code of the first launches, which must give the same results as the best.
        Form("tiers"),
        # The same code, for which LLVM does less and is done sooner.
        Form("level0", keywords=(("level", 0),)),
        Form("opt-disable", "-cl-opt-disable", (("level", 0),)),
        Form("check", keywords=(("check", True), ("level", 0))),
        *(Form(gpu, keywords=(("device", gpu),)) for gpu in GPUS),
        Form("pocl"),
        # Through SPIR-V and back.
        Form("spirv", keywords=(("spirv", True),)),
        Form("spirv-gfx1100", keywords=(("spirv", True), ("device", "gfx1100"))),
        # SPIR-V that this package writes, on Intel's runtime for CPUs.
        Form("intel-spirv"),
    )
}


def encode(kind: Type, values: Sequence[Any]) -> bytes:
    """Returns the bytes of an array with these elements."""
    size = kind.bits // 8
    parts = (
        bits_of(kind.element, part).to_bytes(size, "little")
        for value in values
        for part in (value if kind.lanes > 1 else (value,))
    )
    return b"".join(parts)


def encode_array(array: Array, values: Sequence[Any]) -> bytes:
    """Returns the bytes of an array with these elements or fields."""
    if array.field is None:
        return encode(array.type, values)
    return b"".join(array.field.store(v, number) for number, v in enumerate(values))


def result_bytes(value: tuple[Type, Any] | None) -> bytes:
    """Returns the eight bytes of a stored result."""
    if value is None:
        return bytes([FILL]) * 8
    kind, number = value
    whole = bits_of(kind, number) if kind.floating else number & ((1 << 64) - 1)
    return struct.pack("<Q", whole)


def count(sizes: Sequence[int]) -> int:
    """Returns the product."""
    product = 1
    for size in sizes:
        product *= size
    return product


def given(program: Program, launch: Launch) -> list[tuple[str, Any]]:
    """Returns a launch's arguments."""
    memory = initial(program, launch)
    items = count(launch.global_size)
    values: list[tuple[str, Any]] = [
        ("buffer", bytes([FILL]) * (8 * items * program.outs))
    ]
    names = arguments(program)
    for name in names[1:]:
        if name in program.parameters:
            kind, number = program.parameters[name], launch.values[name]
            values.append(("number", (kind, number)))
            continue
        array = program.arrays[name]
        if picture := array.picture:
            element = array.type.element
            letter = "f" if element.floating else "i" if element.signed else "u"
            shape = *picture.shape(items)[::-1], ORDERS[picture.order]
            fields = {
                "kind": f"image{picture.kind}_t",
                "channel_order": picture.order,
                "channel_data_type": picture.channel,
            }
            pixels = encode(array.type, memory[name])
            dtype = f"{letter}{element.bits // 8}"
            values.append(("image", (pixels, dtype, shape, fields)))
        elif array.space == "local":
            size = array.items * count(launch.local_size) * _bytes(array)
            values.append(("local", size))
        elif array.same in names:
            values.append(("same", names.index(array.same)))
        else:
            values.append(("buffer", encode_array(array, memory[name])))
    return values


def _bytes(array: Array) -> int:
    if array.field is not None:
        return array.field.size
    # Three lanes take the room of four.
    return array.type.bits // 8 * (4 if array.type.lanes == 3 else array.type.lanes)


def expected(case: Case, number: int) -> dict[str, bytes]:
    """Returns what the buffers and images must hold after a launch, by argument."""
    program, outcome = case.program, case.outcomes[number]
    results = {
        "out": b"".join(result_bytes(v) for item in outcome.results for v in item)
    }
    for name in arguments(program)[1:]:
        if name in outcome.memory:
            results[name] = encode_array(program.arrays[name], outcome.memory[name])
    return results


@dataclass
class Find:
    """
    A program that a form does not run as the oracle. `what` is `wrong`, `unbuilt`,
    `reported` or `ended`, `detail` more of it, `launch` which one.
    """

    case: Case
    form: Form
    launch: int
    what: str
    detail: str


def _difference(want: dict[str, bytes], got: list[bytes]) -> str:
    """Returns the first element that differs, or an empty text."""
    for (name, right), wrong in zip(want.items(), got, strict=True):
        if right != wrong:
            size = 8 if name == "out" else 1
            at = next(i for i in range(len(right)) if right[i] != wrong[i]) // size
            part = slice(at * size, (at + 1) * size)
            number = sum(right[i] != wrong[i] for i in range(len(right)))
            return (
                f"{name}: element {at} of {size} bytes must be {right[part].hex()}, is "
                f"{wrong[part].hex()}; {number} of {len(right)} bytes differ"
            )
    return ""


class Child:
    """
    A process that runs programs, started when it is needed and again when it ends.
    """

    def __init__(self, command: Sequence[str]):
        self.command = [*command]
        self.last = ""
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> subprocess.Popen[bytes]:
        if self.process is None:
            environment = {
                **os.environ,
                "XDSL_OPENCL_CACHE": "",
                "XDSL_OPENCL_THREADS": "1",
            }
            if self.command[0] != sys.executable:
                # A Python with modules of its own.
                environment.pop("PYTHONPATH", None)
            self.errors = TemporaryFile("w+", errors="replace")
            self.process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self.errors,
                env=environment,
            )
            assert self.process.stdout is not None
            try:
                self.version: str = pickle.load(self.process.stdout)
            except EOFError:
                self.process.wait()
                self.errors.seek(0)
                words = self.errors.read()[-300:]
                raise RuntimeError(f"{self.command}: {words}") from None
        return self.process

    def close(self) -> None:
        """Aborts what it runs."""
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None

    def ask(self, job: object, answers: int) -> Generator[Any, None, None]:
        """
        Yields the answers to a job, and `None` in place of one if the process ends.
        """
        process = self.start()
        assert process.stdin is not None
        assert process.stdout is not None
        watch = threading.Timer(WALL_SECONDS, process.kill)
        watch.start()
        try:
            pickle.dump(job, process.stdin)
            process.stdin.flush()
            for _ in range(answers):
                yield pickle.load(process.stdout)
        except (EOFError, BrokenPipeError, pickle.UnpicklingError):
            status = process.wait()
            self.errors.seek(0)
            self.last = f"status {status}: {self.errors.read()[-300:]}"
            self.close()
            yield None
        finally:
            watch.cancel()


def our_child() -> Child:
    """A process that runs programs with the package that this one would import."""
    return Child([sys.executable, str(HERE / "child.py")])


def other_child(python: str, platform: str) -> Child:
    """A process that runs programs on another implementation of OpenCL."""
    runner = HERE.parent / "unit" / "pocl_runner.py"
    return Child([python, str(runner), platform])


def spirv(text: str) -> bytes | Exception:
    """Returns a program as SPIR-V, or why it cannot be compiled."""
    from xdsl_opencl.driver.diagnostics import CompileError
    from xdsl_opencl.driver.library import compile
    from xdsl_opencl.source import SourceFile

    file = SourceFile("random.cl", text)
    try:
        return compile(file, "spirv64", options="-cl-std=CL3.0").spirv
    except CompileError as error:
        return error


OTHERS = {
    "pocl": ("XDSL_OPENCL_POCL", "Portable"),
    "intel-spirv": ("XDSL_OPENCL_INTEL", "Intel"),
}
"""
The forms on other implementations: the variable that names a Python with pyopencl, and a word of
the platform's name.
"""


class Devices:
    """All forms; those of `OTHERS` where their variables are set."""

    def __init__(self) -> None:
        self.ours = our_child()
        self.others = {
            name: other_child(python, platform)
            for name, (variable, platform) in OTHERS.items()
            if (python := os.environ.get(variable))
        }

    def close(self) -> None:
        """Ends the child processes."""
        self.ours.close()
        for child in self.others.values():
            child.close()

    def compare(self, cases: Sequence[Case], form: Form) -> list[Find]:
        """Runs programs, compiled as one, in a form. Returns those that differ."""
        if form.name in OTHERS:
            return self._compare_other(cases, form)
        if dict(form.keywords).get("device") == "gfx90a":
            # It has no images.
            cases = [case for case in cases if not images(case.program)]
        text = HEADER + "".join(source(case.program) for case in cases)
        launches: list[tuple[Case, int]] = [
            (case, number) for case in cases for number in range(len(case.outcomes))
        ]
        asked: list[object] = []
        for case, number in launches:
            launch = case.program.launches[number]
            values = [
                (word, value[1] if word == "number" else value)
                for word, value in given(case.program, launch)
            ]
            asked.append((case.program.name, *_sizes(launch), values))
        options = f"-cl-std=CL3.0 {form.options}"
        job = text, options, dict(form.keywords), asked
        finds: list[Find] = []
        answers = self.ours.ask(job, len(asked) + 1)
        built = next(answers)
        if built is None or built[0] == "unbuilt":
            reason = self.ours.last if built is None else built[1]
            answers.close()
            if len(cases) == 1:
                return [Find(cases[0], form, 0, "unbuilt", reason)]
            half = len(cases) // 2
            return self.compare(cases[:half], form) + self.compare(cases[half:], form)
        for (case, number), answer in zip(launches, answers, strict=False):
            if answer is None:
                finds.append(Find(case, form, number, "ended", self.ours.last))
                rest = cases[[c is case for c in cases].index(True) + 1 :]
                return finds + (self.compare(rest, form) if rest else [])
            word, value = answer
            if word == "failed":
                finds.append(Find(case, form, number, "reported", value))
            elif what := _difference(expected(case, number), value):
                finds.append(Find(case, form, number, "wrong", what))
        return finds

    def _compare_other(self, cases: Sequence[Case], form: Form) -> list[Find]:
        import numpy as np

        child = self.others[form.name]
        finds: list[Find] = []
        text: str | bytes
        if form.name == "pocl":
            cases = [case for case in cases if _has_pocl(case.program)]
            text = PLAIN_HEADER + "".join(source(case.program) for case in cases)
        else:
            # pyopencl gives Intel's runtime the layers of an array as rows.
            cases = [
                case
                for case in cases
                if not any(
                    str(p and p.kind).endswith("array")
                    for p in (a.picture for a in case.program.arrays.values())
                )
            ]
            found = spirv(HEADER + "".join(source(case.program) for case in cases))
            if not isinstance(found, bytes):
                if len(cases) == 1:
                    return [Find(cases[0], form, 0, "unbuilt", str(found))]
                half = len(cases) // 2
                halves = cases[:half], cases[half:]
                return [find for some in halves for find in self.compare(some, form)]
            text = found
        launches: list[tuple[Case, int]] = []
        asked: list[object] = []
        for case in cases:
            for number, launch in enumerate(case.program.launches):
                launches.append((case, number))
                values: list[tuple[str, Any]] = []
                for word, value in given(case.program, launch):
                    if word == "number":
                        values.append(("bytes", encode(value[0], [value[1]])))
                    elif word == "buffer":
                        values.append((word, np.frombuffer(value, np.uint8)))
                    elif word == "image":
                        content, dtype, shape, fields = value
                        pixels = np.frombuffer(content, dtype).reshape(shape)
                        values.append((word, {"pixels": pixels, **fields}))
                    else:
                        values.append((word, value))
                asked.append((case.program.name, *_sizes(launch), values))
        options = "-cl-std=CL3.0" if form.name == "pocl" else ""
        # It answers all launches at once: one program, so that the one that ends it is known.
        answers = next(child.ask((text, options, asked), 1))
        if answers is None:
            if len(cases) == 1:
                return [Find(cases[0], form, 0, "ended", child.last)]
            half = len(cases) // 2
            return self.compare(cases[:half], form) + self.compare(cases[half:], form)
        for (case, number), answer in zip(launches, answers, strict=True):
            if isinstance(answer, str):
                finds.append(Find(case, form, number, "reported", answer))
                continue
            got = [array.tobytes() for array in answer.values()]
            if what := _difference(expected(case, number), got):
                finds.append(Find(case, form, number, "wrong", what))
        return finds


def images(program: Program) -> list[str]:
    """Returns the names of the images that the program uses."""
    names = arguments(program)
    return [n for n, a in program.arrays.items() if a.picture and n in names]


def _has_pocl(program: Program) -> bool:
    """
    Tells whether PoCL 3 has what the program needs: it has no work-group functions, no
    `half`, no bit-fields, no smaller groups at the end, no RG images; the border of R is transparent, and
    layers are scaled.
    """
    for name in images(program):
        picture = program.arrays[name].picture
        assert picture is not None
        if picture.order != "RGBA" or picture.kind.endswith("array"):
            return False
    text = source(program)
    if "half" in text or "struct" in text:
        return False
    return all(s.kind != "exchange" for s in program.statements()) and all(
        size % local == 0
        for launch in program.launches
        for size, local in zip(launch.global_size, launch.local_size, strict=True)
    )


def _sizes(launch: Launch) -> tuple[object, object, object]:
    return launch.global_size, launch.local_size, launch.offset
