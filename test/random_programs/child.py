"""
Runs programs on a device of ours, for a process that must outlive them.

Reads pickled jobs from standard input until it ends. A job is `(source, options, keywords
of Program, launches)`, a launch `(kernel, global size, local size, offset, arguments)`, an
argument `("buffer", bytes)`, `("same", number of an argument before)`,
`("image", (bytes, type, shape, fields of Image))`, `("local", size)` or `("number", value)`. Answers are pickled:
`("built", "")` or `("unbuilt", reason)`, and for each launch `("ran", buffers and images)` or
`("failed", reason)`. A launch that takes too much of the processor's time aborts.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
from collections.abc import Sequence
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from xdsl_opencl.driver.library import compile
from xdsl_opencl.ir.module import ONE_TIER_OPTION
from xdsl_opencl.runtime import Image, Local, Program
from xdsl_opencl.runtime.cpu.cpu_program import TIERS_VARIABLE
from xdsl_opencl.source import SourceFile

if TYPE_CHECKING:
    from collections.abc import Callable

SECONDS = {"build": 200.0, "host": 4.0, "gpu": 60.0}
"""Of the processor's time."""
GUARD = 4096
"""Bytes around each buffer that no kernel may change."""
_FILL = 0xA5
_EMPTY = "empty"


def guarded(content: bytes) -> tuple[Any, Any]:
    """
    Returns all bytes, and those of the buffer inside, which begins at a multiple of 256.
    """
    whole = np.full(len(content) + 2 * GUARD + 256, _FILL, np.uint8)
    begin = GUARD + -(whole.ctypes.data + GUARD) % 256
    inner = whole[begin : begin + len(content)]
    inner[:] = np.frombuffer(content, np.uint8)
    return whole, inner


def launch_all(program: Program, name: str, *args: Any) -> list[bytes]:
    """Returns what `launch` does, with plain code, the first code of rows, and the best alike."""
    plain = launch(program, name, *args)
    _ = cast("Any", program[name]).form
    first = launch(program, name, *args)
    os.environ[TIERS_VARIABLE] = "0"
    best = launch(program, name, *args)
    del os.environ[TIERS_VARIABLE]
    if not plain == first == best:
        raise AssertionError("the first code gives other results than the best")
    return first


def launch(
    program: Program, name: str, sizes: Sequence[Any], given: Any, seconds: float
) -> list[bytes]:
    """Returns what the buffers and images hold afterwards."""
    values: list[Any] = []
    buffers: list[tuple[Any, Any]] = []
    for word, value in given:
        if word == "buffer":
            buffers.append(guarded(value))
            values.append(buffers[-1][1])
        elif word == "same":
            buffers += [buffer for buffer in buffers if buffer[1] is values[value]]
            values.append(values[value])
        elif word == "image":
            content, dtype, shape, fields = value
            buffers.append(guarded(content))
            pixels = buffers[-1][1].view(dtype).reshape(shape)
            values.append(Image(pixels, **fields))
        else:
            values.append(Local(value) if word == "local" else value)
    global_size, local_size, offset = sizes
    # The first launch of its sizes makes the machine code of all kernels, with its own time.
    program[_EMPTY](global_size, local_size, global_offset=offset)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    program[name](global_size, local_size, *values, global_offset=offset)
    for whole, inner in buffers:
        begin = inner.ctypes.data - whole.ctypes.data
        outside = np.concatenate((whole[:begin], whole[begin + len(inner) :]))
        if (outside != _FILL).any():
            raise AssertionError("a write outside of a buffer")
    return [inner.tobytes() for _, inner in buffers]


def build(source: str, options: str, keywords: dict[str, Any]) -> Program:
    """
    Builds a program; `keywords` are those of `Program.from_source`, and `spirv`: whether it goes
    through SPIR-V.
    """
    if keywords.pop("spirv", False):
        words = compile(SourceFile("random.cl", source), "spirv64", options=options)
        with NamedTemporaryFile(suffix=".spv") as file:
            file.write(words.spirv)
            file.flush()
            return cast("Any", Program).from_file(file.name, **keywords)
    function = cast("Callable[..., Program]", Program.from_source)
    return function(source, options, **keywords)


def main() -> None:
    # What kernels and compilers print is not an answer.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)

    def answer(word: str, value: object) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)
        pickle.dump((word, value), answers)
        answers.flush()

    pickle.dump("ready", answers)
    answers.flush()
    # A quarter of a build's time goes to collections that find nothing.
    gc.disable()
    source: str
    options: str
    keywords: dict[str, Any]
    launches: list[Any]
    while True:
        try:
            source, options, keywords, launches = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        gc.collect()
        limit = SECONDS["gpu" if keywords.get("device") else "host"]
        both = not keywords.keys() - {"spirv"} and ONE_TIER_OPTION not in options
        signal.setitimer(signal.ITIMER_PROF, SECONDS["build"])
        try:
            source += f"kernel void {_EMPTY}() {{}}\n"
            program = build(source, options, keywords)
        except Exception as error:
            answer("unbuilt", f"{type(error).__name__}: {error}")
            continue
        answer("built", "")
        for name, *sizes, given in launches:
            signal.setitimer(signal.ITIMER_PROF, SECONDS["build"])
            try:
                run = launch_all if both else launch
                answer("ran", run(program, name, sizes, given, limit))
            except Exception as error:
                answer("failed", f"{type(error).__name__}: {error}")


if __name__ == "__main__":
    main()
