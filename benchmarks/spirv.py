"""
First launches from SPIR-V, from the same OpenCL C and on another driver, beside each other; and what
reading and writing SPIR-V cost.

    python benchmarks/spirv.py [--times 12] [--driver intel=/etc/OpenCL/vendors/intel.icd]
        [--python PYTHON] [--modules FOLDER]

The programs are twenty of `test/kernels`, compiled to SPIR-V here. pyopencl builds each, launches its
first kernel and waits, in a new process for each way, and again with words that differ: the
median of the later half counts. `--driver` adds a driver, on which the Python that `--python` names
(it needs pyopencl) launches the same modules. `--modules` is a folder of .spv files, as `spirv_modules.py --extract` takes
them from a wheel; 1 MB of them is read. No cache is on.
"""

from __future__ import annotations

import argparse
import json
import os
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any

NAMES = (
    "async_copy bits calls constant_arg convert double gemm geometric histogram mandelbrot nbody "
    "private_array reduce relational saxpy scan switch_table swizzle transpose vector_add"
).split()
SIZES = {"char": 1, "short": 2, "long": 8, "double": 8}
"""The bytes of arguments of other than 4 bytes."""


def make(folder: Path) -> None:
    """Writes each program as OpenCL C, as SPIR-V, and the kinds of its first kernel's arguments."""
    from suite_builds import builds

    from xdsl_opencl.abi.target import Target
    from xdsl_opencl.driver import Compilation
    from xdsl_opencl.frontend import BuildOptions
    from xdsl_opencl.runtime import Program
    from xdsl_opencl.source import SourceFile

    for each in builds():
        path = folder / each.file.stem
        if path.name not in NAMES or path.with_suffix(".json").exists():
            continue
        options = BuildOptions.parse(each.options)
        source = SourceFile.read(each.file)
        words = Compilation(source, Target.named("spirv64"), build=options).spirv
        path.with_suffix(".spv").write_bytes(words)
        path.with_suffix(".cl").write_text(source.text)
        program = Program.from_source(source.text, " ".join(each.options))
        kernel = program[next(iter(program))]
        arguments = [(a.address_space, a.type_name) for a in kernel.arguments]
        found = {"kernel": kernel.name, "options": each.options, "arguments": arguments}
        path.with_suffix(".json").write_text(json.dumps(found, default=str))


def launch(folder: Path, from_words: bool, times: int) -> dict[str, list[float]]:
    """The ms of each build with its first launch, on the only driver."""
    cl: Any = import_module("pyopencl")
    (platform,) = cl.get_platforms()
    context = cl.Context(platform.get_devices()[:1])
    (device,) = context.devices
    queue = cl.CommandQueue(context)
    memory = cl.Buffer(context, cl.mem_flags.READ_WRITE, 1 << 20)
    found: dict[str, list[float]] = {}
    for name in NAMES:
        about = json.loads((folder / f"{name}.json").read_text())
        source = (folder / f"{name}.cl").read_text()
        words = bytearray((folder / f"{name}.spv").read_bytes())
        spent = found[name] = []
        for number in range(times):
            # The generator's number changes nothing but the words.
            struct.pack_into("<I", words, 8, number)
            before = time.perf_counter()
            if from_words:
                program = cl._cl._create_program_with_il(context, bytes(words))
                program._build(b"", [device])
            else:
                text = f"{source}\n// {number}\n"
                program = cl._cl._Program(context, text)
                program._build(" ".join(about["options"]).encode(), [device])
            kernel = cl.Kernel(program, about["kernel"])
            for index, (space, kind) in enumerate(about["arguments"]):
                value: Any = memory
                if "*" not in kind:
                    value = bytes(SIZES.get(kind.lstrip("u"), 4))
                elif space == "local":
                    value = cl.LocalMemory(1 << 13)
                kernel.set_arg(index, value)
            cl.enqueue_nd_range_kernel(queue, kernel, (16, 16), (16, 16))
            queue.finish()
            spent.append(1000 * (time.perf_counter() - before))
    return found


def best(function: Callable[[], object], times: int = 5) -> float:
    """The shortest of several runs, in ms of the processor."""
    spent: list[float] = []
    for _ in range(times):
        before = time.process_time()
        function()
        spent.append(1000 * (time.process_time() - before))
    return min(spent)


def texts(folder: Path) -> Iterator[tuple[str, float, float, float]]:
    """For each program: ms of writing its words, of printing LLVM IR of it, of reading that."""
    from xdsl_opencl.abi.target import Target
    from xdsl_opencl.backend.targets.spirv_target import spirv_words
    from xdsl_opencl.driver import Compilation
    from xdsl_opencl.frontend.load import load_llvm_ir
    from xdsl_opencl.source import SourceFile

    for name in NAMES:
        source = SourceFile.read(folder / f"{name}.spv")
        module = Compilation(source, Target.named("spirv64")).llvm_module
        host = Compilation(source, Target.named("gfx1100"))
        emit = import_module("xdsl_opencl.transforms.llvm_text").emit_llvm_ir
        lowered = host.llvm_module
        text = host.llvm_ir
        yield (
            name,
            best(lambda: spirv_words(module)),
            best(lambda: emit(lowered)),
            best(lambda: load_llvm_ir(text)),
        )


def read_modules(folder: Path) -> str:
    """The seconds of reading about 1 MB of modules in a process that looks for garbage as the driver's."""
    from xdsl_opencl.frontend.load import load_spirv
    from xdsl_opencl.garbage import collect_seldom

    collect_seldom()
    files = sorted(folder.glob("*.spv"))
    data: list[bytes] = []
    for path in files[:: max(1, len(files) // 180)]:
        data.append(path.read_bytes())
        if sum(map(len, data)) > 1 << 20:
            break
    load_spirv(data[0], require_kernel=False)
    spent = best(lambda: [load_spirv(each, require_kernel=False) for each in data], 2)
    size = sum(map(len, data))
    return f"{len(data)} modules of {size} bytes are read in {spent / 1000:.2f} s"


def ratio(values: list[float], others: list[float]) -> float:
    """The geometric mean of the ratios."""
    product = 1.0
    for value, other in zip(values, others, strict=True):
        product *= (value / other) ** (1 / len(values))
    return product


def run(folder: Path, words: bool, times: int, icd: str, python: str) -> list[float]:
    """The medians of a process that launches all programs."""
    way = ["--launch", "spirv" if words else "c", "--times", str(times)]
    variables = {"OCL_ICD_VENDORS": icd, "XDSL_OPENCL_CACHE": ""}
    done = subprocess.run(
        [python, __file__, *way, "--folder", str(folder)],
        env=os.environ | variables,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"error: {way} on {icd}: {done.stderr[-600:]}")
    found = json.loads(done.stdout.splitlines()[-1])
    return [median(found[name][times // 2 :]) for name in NAMES]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=12)
    parser.add_argument("--driver", action="append", default=[])
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--modules", type=Path)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--launch", choices=("c", "spirv"), help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.launch:
        print(json.dumps(launch(args.folder, args.launch == "spirv", args.times)))
        return
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        make(folder)
        from xdsl_opencl.icd.api.driver_library import icd_file

        ours, times = str(icd_file()), args.times
        ways = {
            "C": run(folder, False, times, ours, sys.executable),
            "SPIR-V": run(folder, True, times, ours, sys.executable),
        }
        for word in args.driver:
            name, icd = word.split("=", 1)
            ways[name] = run(folder, True, times, icd, args.python)
        print(
            f"| ms of a first launch | {' | '.join(ways)} |\n|{'---|' * (len(ways) + 1)}"
        )
        for name, *row in zip(NAMES, *ways.values(), strict=True):
            print(f"| {name} | {' | '.join(f'{ms:.1f}' for ms in row)} |")
        for name, row in ways.items():
            if name != "SPIR-V":
                print(f"SPIR-V : {name} = {ratio(ways['SPIR-V'], row):.2f}")
        rows = [*texts(folder)]
        print(
            "\n| ms | writing SPIR-V | printing LLVM IR | reading it |\n|---|---|---|---|"
        )
        for name, *row in rows:
            print(f"| {name} | {' | '.join(f'{ms:.1f}' for ms in row)} |")
        both = [printed + read for _, _, printed, read in rows]
        print(f"writing : both = {ratio([row[1] for row in rows], both):.2f}")
    if args.modules:
        print(read_modules(args.modules))


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    main()
