"""
The modules of SPIR-V inside a wheel or other file, read one after the other.

    pip download --no-deps dpnp==0.20.0 -d wheels
    python benchmarks/spirv_modules.py wheels/*.whl --extract modules
    python benchmarks/spirv_modules.py modules/*.spv --lower gfx1100 --jobs 2

Prints what was read and verified, what was lowered, the seconds, and every error.
"""

from __future__ import annotations

import argparse
import struct
import sys
import time
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

MAGIC = struct.pack("<I", 0x07230203)
LINE, FUNCTION, FUNCTION_END = 8, 54, 56


def find_modules(data: bytes) -> Iterator[bytes]:
    """
    The modules in `data`: from a magic number to the end of the last function, which nothing
    but a function follows.
    """
    at = data.find(MAGIC)
    while at >= 0:
        here = at + 20
        end = 0
        while here + 4 <= len(data):
            (head,) = struct.unpack_from("<I", data, here)
            size, opcode = head >> 16, head & 0xFFFF
            if not size or (end == here and opcode not in (FUNCTION, LINE)):
                break
            here += 4 * size
            if opcode == FUNCTION_END:
                end = here
        if end:
            yield data[at:end]
        at = data.find(MAGIC, end or at + 4)


def extract(files: Sequence[Path], folder: Path) -> int:
    """Writes the modules of the libraries in `files`, wheels, to `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for path in files:
        with zipfile.ZipFile(path) as archive:
            for name in sorted(archive.namelist()):
                if ".so" not in name:
                    continue
                for module in find_modules(archive.read(name)):
                    (folder / f"{count:05}.spv").write_bytes(module)
                    count += 1
    return count


def read_one(lowered: Sequence[str], path: Path) -> tuple[str, int, float]:
    """The error of a module, or nothing; its bytes; the seconds of reading it."""
    from xdsl_opencl.abi.target import Target
    from xdsl_opencl.driver import Compilation
    from xdsl_opencl.frontend.load import load_spirv
    from xdsl_opencl.source import SourceFile

    data = path.read_bytes()
    start = time.perf_counter()
    try:
        module = load_spirv(data, str(path), require_kernel=False).module
        seconds = time.perf_counter() - start
        module.verify()
        for target in lowered:
            source = SourceFile.read(path)
            Compilation(source, Target.named(target)).llvm_module.verify()
    except Exception as error:
        return f"{type(error).__name__}: {error}"[-300:], len(data), 0.0
    return "", len(data), seconds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--extract", type=Path, metavar="FOLDER")
    parser.add_argument("--lower", action="append", default=[], metavar="MCPU")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--every", type=int, default=1, help="a sample: each Nth")
    given = parser.parse_args()
    if given.extract:
        print(extract(given.files, given.extract), "modules")
        return 0
    files = sorted(given.files)[:: given.every]
    errors = Counter[str]()
    size, seconds, wrong = 0, 0.0, 0
    with ProcessPoolExecutor(given.jobs) as pool:
        work = pool.map(partial(read_one, given.lower), files, chunksize=32)
        for path, (error, length, spent) in zip(files, work, strict=True):
            size += length
            seconds += spent
            if error:
                wrong += 1
                errors[error.partition("word ")[2].partition(": ")[2] or error] += 1
                if errors.total() <= 20:
                    print(f"{path}: {error}")
    for error, count in errors.most_common(20):
        print(count, error)
    print(
        f"{len(files)} modules, {wrong} with errors, {size / 1e6:.1f} MB, {seconds:.1f} s"
    )
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
