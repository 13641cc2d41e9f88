"""
`xdsl_opencl.emulator.load` and `launch`: code objects of HIP that Clang made, on NumPy arrays.
The code objects are in `data/hip`, with their source; where Clang 22 is installed, it compiles the
source again, with and without optimisation.
"""

from __future__ import annotations

import gzip
import subprocess
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from tools import need

from xdsl_opencl.backend.bundle import Entry, write_bundle
from xdsl_opencl.emulator import EmulatorError, LocalMemory, launch, load

DATA = Path(__file__).parent / "data" / "hip"
GPUS = ("gfx90a", "gfx942", "gfx1100", "gfx1200")


@cache
def kept(gpu: str) -> bytes:
    return gzip.decompress((DATA / f"kernels-{gpu}.hsaco.gz").read_bytes())


@cache
def compiled(gpu: str, level: str) -> bytes:
    command = [
        need("clang", 22),
        "-x",
        "hip",
        "--cuda-device-only",
        "--no-gpu-bundle-output",
    ]
    command += ["-nogpulib", "-nogpuinc", level, f"--offload-arch={gpu}"]
    command += [str(DATA / "kernels.hip"), "-o", "-"]
    return subprocess.run(command, check=True, capture_output=True).stdout


@pytest.fixture(params=("kept", "-O0", "-O3"))
def code(request: pytest.FixtureRequest, gpu: str) -> bytes:
    return kept(gpu) if request.param == "kept" else compiled(gpu, request.param)


@pytest.fixture(params=GPUS)
def gpu(request: pytest.FixtureRequest) -> str:
    return request.param


def test_kernels_of_hip(code: bytes):
    program = load(code)
    random = np.random.default_rng(1)

    x, y = random.random(1000, np.float32), random.random(1000, np.float32)
    want = y + np.float32(2) * x
    launch(program, "saxpy", 1024, 64, np.float32(2), x, y, np.int32(1000))
    np.testing.assert_allclose(y, want, rtol=1e-6)

    a, b = random.random((2, 48, 48), np.float32)
    c = np.zeros_like(a)
    launch(program, "matmul", (48, 48), (16, 16), a, b, c, np.int32(48))
    np.testing.assert_allclose(c, a @ b, rtol=1e-5)

    numbers = random.integers(-1000, 1000, 1024, np.int32)
    sums = np.zeros(4, np.int32)
    launch(program, "block_sum", 1024, 256, numbers, sums)
    assert np.array_equal(sums, numbers.reshape(4, 256).sum(1))

    out = np.zeros(128, np.float32)
    launch(program, "reversed", 128, 64, x[:128], out)
    assert np.array_equal(out, x[:128].reshape(4, 32)[:, ::-1].reshape(-1))

    pixels = random.integers(0, 256, 5000, np.uint8)
    counts = np.zeros(256, np.uint32)
    launch(program, "histogram", 512, 128, pixels, counts, np.int32(5000))
    assert np.array_equal(counts, np.bincount(pixels, minlength=256))

    field = random.random((20, 30))
    laplace = np.zeros_like(field)
    sizes = np.int32(30), np.int32(20)
    launch(program, "stencil", (32, 24), (16, 8), field, laplace, *sizes)
    around = field[1:-1, :-2] + field[1:-1, 2:] + field[:-2, 1:-1] + field[2:, 1:-1]
    inside = laplace[1:-1, 1:-1]
    np.testing.assert_allclose(inside, around / 4 - field[1:-1, 1:-1], atol=1e-15)
    assert not laplace[0].any()

    shifted = np.zeros_like(numbers)
    launch(program, "shifted", 1024, 256, numbers, shifted, dynamic_local_bytes=1024)
    assert np.array_equal(shifted, np.roll(numbers.reshape(4, 256), -1, 1).reshape(-1))


def test_imports_no_xdsl():
    program = f"""
import gzip, sys
import numpy as np
from xdsl_opencl.emulator import launch, load

code = gzip.decompress(open({str(DATA / "kernels-gfx1100.hsaco.gz")!r}, "rb").read())
x, y = np.ones((2, 64), np.float32)
launch(load(code), "saxpy", 64, 64, np.float32(2), x, y, np.int32(64))
assert (y == 3).all()
print(*sorted({{name.partition(".")[0] for name in sys.modules}}))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    modules = done.stdout.split()
    assert "numpy" in modules
    assert not {"xdsl", "llvmlite", "ziglang"} & set(modules)


def test_bundles():
    names = {gpu: f"amdgcn-amd-amdhsa--{gpu}" for gpu in GPUS}
    bundle = write_bundle([Entry(names[gpu], kept(gpu)) for gpu in GPUS])
    assert load(bundle, mcpu="gfx1200").code.info.target_id == names["gfx1200"]
    one = write_bundle([Entry(names["gfx942"], kept("gfx942"))], compressed=True)
    assert load(one).code.info.target_id == names["gfx942"]
    for mcpu, words in (
        ("", "several code objects; choose .* of: gfx90a, gfx942, gfx1100, gfx1200"),
        ("gfx1030", "no code object for gfx1030"),
        ("gfx1", "gfx1"),
    ):
        with pytest.raises(EmulatorError, match=words):
            load(bundle, mcpu=mcpu)
    with pytest.raises(EmulatorError, match="the bundle cannot be read"):
        load(bundle[:50], mcpu="gfx942")


def test_arguments_are_checked():
    program = load(kept("gfx1100"))
    x = np.ones(64, np.float32)
    two, n = np.float32(2), np.int32(64)
    for values, words in (
        ((two, x), "takes 4 arguments .*, 2 given"),
        ((2.0, x, x, n), "argument 0: the metadata has no type for these 4 bytes"),
        ((np.float64(2), x, x, n), "takes 4 bytes, not 8"),
        ((two, 5, x, n), "argument 1: takes a NumPy array or None, not int"),
        ((two, x[::2], x, n), "argument 1: the array is not contiguous"),
        ((two, LocalMemory(4), x, n), "takes a NumPy array or None, not LocalMemory"),
        ((two, np.array([x, None], object), x, n), "holds Python objects"),
    ):
        with pytest.raises(EmulatorError, match=words):
            launch(program, "saxpy", 64, 64, *values)
    with pytest.raises(EmulatorError, match=r"no kernel 'saxpi'; choose one of:"):
        launch(program, "saxpi", 64, 64)
    with pytest.raises(EmulatorError, match="local_size has 2 dimensions"):
        launch(program, "saxpy", 64, (8, 8), two, x, x, n)
    with pytest.raises(EmulatorError, match="cannot load this file"):
        load(b"\x7fELF")
    assert (x == 1).all()


def test_arrays_leave_memory():
    """Also after an error; what a launch brought is gone, what stays is the program's."""
    program = load(kept("gfx942"))
    x = np.ones(64, np.float32)
    arguments = np.float32(2), x, x, np.int32(64)
    launch(program, "saxpy", 64, 64, *arguments)
    held = len(program.memory.buffers)
    launch(program, "saxpy", 64, 64, *arguments)
    assert (x == 9).all()
    with pytest.raises(EmulatorError):
        launch(program, "saxpy", 128, 64, *arguments[:3], np.int32(128))
    assert len(program.memory.buffers) == held
