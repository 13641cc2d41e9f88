"""
Runs kernels on another implementation of OpenCL, for a process that cannot.

Started by `pocl_helpers.py` with the Python that has pyopencl. Reads pickled jobs from
standard input and writes a pickled answer to each, until the input ends.

A job is `(source, options, launches)`, a launch `(kernel, global size, local size, global
offset, arguments)`, an argument a pair of a word and what `argument` takes for it, or
`("same", number of an argument before)`. The answer is one entry a launch: the arrays that
its buffers and images hold afterwards, by the index of the argument, or a text that says
what failed.
"""

from __future__ import annotations

import os
import pickle
import sys
import warnings
from importlib import import_module
from typing import Any

import numpy as np

cl: Any = import_module("pyopencl")
"""Its types are not needed where it is absent."""


def image(context: Any, given: dict[str, Any]) -> tuple[Any, tuple[int, ...]]:
    """
    The image, and the region that is all of it. `given` has the fields of `clcase.Image`.
    """
    pixels = given["pixels"]
    kind = given["kind"]
    sizes = pixels.shape[-2::-1]
    order = getattr(cl.channel_order, given["channel_order"])
    data_type = getattr(cl.channel_type, given["channel_data_type"])
    made = cl.Image(
        context,
        cl.mem_flags.READ_WRITE,
        cl.ImageFormat(order, data_type),
        shape=sizes,
        is_array="array" in kind,
    )
    return made, (*sizes, 1, 1)[:3]


class Device:
    """The first device of the first platform whose name has `word`, or of any."""

    def __init__(self, word: str):
        devices = [
            device
            for platform in cl.get_platforms()
            if word in platform.name or word in platform.version
            for device in platform.get_devices()
        ]
        if not devices:
            raise SystemExit(f"no OpenCL device of a platform like '{word}'")
        self.context = cl.Context(devices[:1])
        self.queue = cl.CommandQueue(self.context)
        self.version: str = devices[0].platform.version

    def argument(self, word: str, value: Any) -> tuple[Any, Any]:
        """Returns the value to pass and the function that reads it back."""
        if word == "local":
            return cl.LocalMemory(value), None
        if word == "bytes":
            return value, None
        if word == "sampler":
            normalized, addressing, kind = value
            return cl.Sampler(
                self.context,
                normalized,
                getattr(cl.addressing_mode, addressing.upper()),
                getattr(cl.filter_mode, kind.upper()),
            ), None
        if word == "image":
            made, region = image(self.context, value)
            # pyopencl's copy does not know images of one dimension; what it calls does.
            origin = (0, 0, 0)
            pixels = np.ascontiguousarray(value["pixels"])
            cl._cl._enqueue_write_image(self.queue, made, origin, region, pixels)

            def read_image() -> Any:
                result = np.empty_like(pixels)
                cl._cl._enqueue_read_image(self.queue, made, origin, region, result)
                return result

            return made, read_image
        assert word == "buffer"
        flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
        buffer = cl.Buffer(self.context, flags, hostbuf=np.ascontiguousarray(value))

        def read_buffer() -> Any:
            result = np.empty_like(value)
            cl.enqueue_copy(self.queue, result, buffer)
            return result

        return buffer, read_buffer

    def launch(
        self, program: Any, name: str, sizes: Any, arguments: Any
    ) -> dict[int, Any]:
        kernel = cl.Kernel(program, name)
        readers: dict[int, Any] = {}
        keep: list[Any] = []
        for index, (word, value) in enumerate(arguments):
            if word == "same":
                # The number of an argument before.
                passed, reader = keep[value], readers.get(value)
            else:
                passed, reader = self.argument(word, value)
            keep.append(passed)
            kernel.set_arg(index, passed)
            if reader is not None:
                readers[index] = reader
        global_size, local_size, offset = sizes
        cl.enqueue_nd_range_kernel(
            self.queue, kernel, global_size, local_size, global_work_offset=offset
        )
        self.queue.finish()
        return {index: reader() for index, reader in readers.items()}

    def run(self, source: str | bytes, options: str, launches: Any) -> list[Any]:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                program = cl.Program(self.context, source).build(options)
        except Exception as error:
            return [f"does not build: {error}"] * len(launches)
        answers: list[Any] = []
        for name, global_size, local_size, offset, arguments in launches:
            try:
                sizes = (global_size, local_size, offset)
                answers.append(self.launch(program, name, sizes, arguments))
            except Exception as error:
                answers.append(f"does not run: {error}")
        return answers


def main() -> None:
    # What kernels and compilers print is not an answer.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    device = Device(sys.argv[1])
    pickle.dump(device.version, answers)
    answers.flush()
    while True:
        try:
            job = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        pickle.dump(device.run(*job), answers)
        answers.flush()


if __name__ == "__main__":
    main()
