"""
Damaged inputs to the driver: each must compile, or be refused by a diagnostic with a
place.

`python test/fuzz/fuzzing.py --count 1000 --seed 3` looks for others; what it finds is made
smaller and stays in `corpus/`, which the tests replay.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import re
import signal
import sys
import traceback
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from mutators import mutate_bytes, mutate_text

from xdsl_opencl.abi.target import Target
from xdsl_opencl.backend.objects.code_object import link
from xdsl_opencl.backend.objects.elf import read_elf
from xdsl_opencl.cli.info import report_lines
from xdsl_opencl.driver import Compilation, CompileError, SourceFile, user_errors
from xdsl_opencl.driver.compilation import module_text
from xdsl_opencl.driver.report import report_code_object
from xdsl_opencl.frontend.clang.build_options import BuildOptions
from xdsl_opencl.frontend.clang.opencl_c import compile_opencl_c
from xdsl_opencl.frontend.errors import FrontendError
from xdsl_opencl.ir.module import TARGET_ATTRIBUTE

HERE = Path(__file__).parent
CORPUS = HERE / "corpus"
TEXT_LANGUAGES = ("mlir", "ll", "cl")
OBJECT_LANGUAGES = ("o", "hsaco")
TARGETS = (
    Target("amdhsa", "gfx1100"),
    Target("amdhsa", "gfx90a"),
    Target("r600", "cypress"),
    Target("host", "x86-64"),
)
SECONDS = 30
"""An input that takes longer hangs."""

_PLACE = re.compile(
    r"\Ainput\.\w+(?: as LLVM prints it)?:\d+(?::\d+)?: (?:fatal )?error: ."
    r"|\A\S+:\d+:\d+: error: .|\A(?:.*\n)*input\.\w+:\d+:\d+: (?:fatal )?error: ."
)
_WHOLE_FILE = re.compile(
    r"\Ainput\.\w+: error: (?:the input is empty|there is no kernel|the module "
    r"|module verification failed|no target|this is "
    r"|nothing defines |Clang crashes on this program|kernel @|!opencl"
    r"|LLVM cannot generate code for \S+ in the module of )"
)
"""Messages about the file as a whole, for which no line is to blame."""


class Failure(Exception):
    """An input that was not handled; `signature` is the same for the same fault."""

    def __init__(self, signature: str, details: str):
        super().__init__(f"{signature}\n{details}")
        self.signature = signature


class Hang(BaseException):
    """Raised in an input that takes too long; nothing catches it by chance."""


@contextmanager
def time_limit(seconds: int) -> Generator[None]:
    """Raises `Hang` in the main thread after `seconds`."""

    def end(*_: object) -> None:
        raise Hang

    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def frame_of(error: BaseException) -> str:
    """
    The innermost frame of `error` as `module.function`, with the type of the error.
    """
    last = traceback.extract_tb(error.__traceback__)[-1]
    module = Path(last.filename).stem
    return f"{type(error).__name__} in {module}.{last.name}"


def handle(language: str, data: bytes, target: Target, generate: bool) -> str | None:
    """
    Compiles `data`, up to LLVM IR or, with `generate`, to machine code. Returns the
    diagnostic, or None after success.

    Raises every other exception.
    """
    name = f"input.{language}"
    try:
        if language in OBJECT_LANGUAGES:
            list(report_lines(report_code_object(name, data)))
            return None
        with user_errors():
            if language == "mlir":
                source = SourceFile.from_bytes(name, data)
            else:
                source = SourceFile(name, data.decode("utf-8", "replace"))
        compilation = Compilation(source, target)
        _ = compilation.llvm_ir
        if generate:
            _ = compilation.object
    except CompileError as error:
        ours = error.__cause__
        if isinstance(ours, RecursionError | MemoryError):
            ours = None
        return str(error)
    return None


def check(
    language: str, data: bytes, target: Target, generate: bool = True
) -> str | None:
    """
    The diagnostic of `data`, or None after success.

    Raises `Failure` for anything else, and for a diagnostic without a place.
    """
    try:
        with time_limit(SECONDS):
            text = handle(language, data, target, generate)
    except Hang as error:
        details = "".join(traceback.format_exception(error, limit=-12))
        raise Failure("hangs", details) from error
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        details = "".join(traceback.format_exception(error, limit=-8))
        raise Failure(frame_of(error), details) from error
    if text is None:
        return None
    if any(len(line) > 1000 for line in text.splitlines()):
        raise Failure("a line is too long", text[:3000])
    if language in OBJECT_LANGUAGES:
        placed = text.startswith("input.")
    else:
        placed = _PLACE.match(text) or _WHOLE_FILE.match(text)
    if not placed:
        words = re.sub(r"[^a-z ]+", "", text.partition("\n")[0].lower())[-60:]
        raise Failure(f"no place: {words}", text)
    return text


@dataclass(frozen=True)
class Input:
    """A damaged input."""

    language: str
    data: bytes
    target: Target
    generate: bool
    """Tells if machine code is made, which takes longer."""


@cache
def seeds(language: str) -> tuple[str, ...]:
    """The texts of the other tests; a file of several modules is several."""
    files = sorted(HERE.parent.rglob(f"*.{language}"))
    texts: list[str] = []
    for file in files:
        if CORPUS in file.parents:
            continue
        text = file.read_text()
        parts = text.split("// -----") if language == "mlir" else [text]
        # What the comments say is for other tests.
        parts = [re.sub(r"(?m)^\s*(?://|;).*\n", "", part) for part in parts]
        texts += [part for part in parts if part.strip() and len(part) < 20_000]
    return tuple(texts)


@cache
def good_seeds(language: str) -> tuple[str, ...]:
    """The texts that compile undamaged: what is made of them gets far."""
    if language == "cl":
        return seeds(language)
    good: list[str] = []
    for text in seeds(language):
        try:
            if handle(language, text.encode(), TARGETS[0], False) is None:
                good.append(text)
        except Exception:
            # Tests of single passes hold modules that no compilation takes.
            continue
    return tuple(good)


@cache
def program_seeds(language: str) -> tuple[str, ...]:
    """
    The programs of the kernel suite in `language`: bigger texts, which take Clang.
    """
    texts: list[str] = []
    for text in seeds("cl"):
        with suppress(FrontendError, CompileError):
            if language == "ll":
                texts.append(compile_opencl_c(BuildOptions(), text=text).ir)
            if language == "mlir":
                source = SourceFile("input.cl", text)
                module = Compilation(source, TARGETS[0]).opencl_module
                del module.attributes[TARGET_ATTRIBUTE]
                texts.append(module_text(module))
    return tuple(texts)


@cache
def code_object(linked: bool) -> bytes:
    """The undamaged code object of one kernel."""
    text = "kernel void k(global float *a, int n) { a[get_global_id(0)] *= n; }"
    compilation = Compilation(SourceFile("k.cl", text), TARGETS[0])
    return link(compilation.object) if linked else compilation.object


def object_regions(code: bytes) -> tuple[tuple[int, int], ...]:
    """
    The parts of an ELF file to damage: half of the changes hit the metadata, a quarter the
    headers, which are what `info` reads.
    """
    file = read_elf(code)
    found = file.metadata_note()
    assert found is not None
    note = (found.description, found.description + found.size)
    headers = (len(code) - 64 * len(file.sections), len(code))
    return (note, note, headers, (0, len(code)))


def inputs(language: str, seed: int, programs: bool = False) -> Iterator[Input]:
    """
    Damaged inputs without an end, the same for the same seed; with `programs` also such
    that are made of the kernel suite.
    """
    rng = random.Random(f"{language} {seed}")
    while True:
        if language in OBJECT_LANGUAGES:
            code = code_object(language == "hsaco")
            data = mutate_bytes(code, rng, object_regions(code))
        else:
            groups = [seeds(language), good_seeds(language)]
            if programs:
                groups += [program_seeds(language)] * 2
            texts = rng.choice([texts for texts in groups if texts])
            data = mutate_text(rng.choice(texts), language, rng, texts)
        yield Input(language, data, rng.choice(TARGETS), rng.random() < 0.05)


def reduced(found: Input, signature: str) -> bytes:
    """`found` with as few lines as have the same fault."""
    lines = found.data.split(b"\n")
    size = len(lines) // 2
    while size:
        start = 0
        while start < len(lines):
            fewer = lines[:start] + lines[start + size :]
            try:
                check(found.language, b"\n".join(fewer), found.target, found.generate)
            except Failure as failure:
                if failure.signature == signature:
                    lines = fewer
                    continue
            start += size
        size //= 2
    return b"\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000, help="inputs per language")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--programs", action="store_true", help="also damage the kernel suite"
    )
    parser.add_argument("--out", type=Path, default=CORPUS, help="where finds are kept")
    parser.add_argument(
        "languages", nargs="*", default=[*TEXT_LANGUAGES, *OBJECT_LANGUAGES]
    )
    args = parser.parse_args()
    known: set[str] = set()
    for language in args.languages:
        accepted = 0
        stream = inputs(language, args.seed, args.programs)
        for _ in range(args.count):
            case = next(stream)
            try:
                accepted += (
                    check(language, case.data, case.target, case.generate) is None
                )
            except Failure as failure:
                if failure.signature in known:
                    continue
                known.add(failure.signature)
                print(f"{language} for {case.target.mcpu}: {failure}", flush=True)
                data = case.data
                if language in TEXT_LANGUAGES and failure.signature != "hangs":
                    data = reduced(case, failure.signature)
                digest = hashlib.sha256(data).hexdigest()[:8]
                word = re.sub(r"\W+", "-", failure.signature.lower())[:60].strip("-")
                (args.out / f"{word}-{digest}.{language}").write_bytes(data)
        print(f"{language}: {args.count} inputs, {accepted} accepted", flush=True)
    return bool(known)


if __name__ == "__main__":
    sys.exit(main())
