"""
`xdsl_opencl.emulator.load` and `launch`: code objects of HIP that Clang made, on NumPy arrays.
The code objects are in `data/hip`, with their source; where Clang 22 is installed, it compiles the
source again, with and without optimisation.
"""

from __future__ import annotations

import gzip
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import cast

import numpy as np
import pytest
from frontend_helpers import needs_clang
from texts import parts
from tools import need

from xdsl_opencl import compile
from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.backend.objects.bundle import Entry, write_bundle
from xdsl_opencl.backend.objects.code_object_info import inspect
from xdsl_opencl.emulator import (
    EmulatorError,
    Image,
    LocalMemory,
    Sampler,
    launch,
    load,
)
from xdsl_opencl.emulator.launches.loaded_program import LoadedProgram

DATA = Path(__file__).parent / "data" / "hip"
GPUS = ("gfx90a", "gfx942", "gfx1100", "gfx1200")
OTHERS = (
    *("gfx950", "gfx1201", "gfx1250", "gfx9-generic", "gfx9-4-generic"),
    *("gfx10-1-generic", "gfx10-3-generic", "gfx11-generic", "gfx12-generic"),
)


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


@pytest.mark.parametrize("gpu", OTHERS)
def test_kernels_of_hip_on_others(gpu: str):
    code = compiled(gpu, "-O3")
    assert inspect(code).processor == gpu
    test_kernels_of_hip(code)


def test_imports_no_xdsl():
    program = f"""
import gzip, sys
import numpy as np
from xdsl_opencl.emulator import Image, Sampler, launch, load

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
    with pytest.raises(EmulatorError, match=r"'saxpy': global size .* not a multiple"):
        launch(program, "saxpy", 4, 128, two, x, x, n)
    with pytest.raises(EmulatorError, match=r"takes the bytes .* not str; read a file"):
        load(cast(bytes, "k.hsaco"))
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


IMAGES = parts("emulator_alone.cl")["IMAGES"]
EDGE = Sampler(False, "clamp_to_edge", "nearest")


@cache
def with_images(gpu: str) -> LoadedProgram:
    with tempfile.NamedTemporaryFile("w", suffix=".cl") as file:
        file.write(IMAGES)
        file.flush()
        target = Target(Abi.AMDHSA, gpu)
        made = compile(file.name, target, options=["-cl-std=CL2.0"])
    return load(made.code_object)


@needs_clang
@pytest.mark.parametrize("gpu", ["gfx803", "gfx90a", "gfx1030", "gfx1100", "gfx1200"])
def test_images_and_samplers(gpu: str):
    program, random = with_images(gpu), np.random.default_rng(1)

    pixels = random.integers(0, 256, (20, 37, 4), np.uint8)
    out = np.zeros_like(pixels)
    launch(program, "blur", (37, 20), (1, 1), Image(pixels), Image(out), EDGE)
    wide = np.pad(pixels.astype(float), ((1, 1), (1, 1), (0, 0)), mode="edge")
    sums = sum(wide[y : y + 20, x : x + 37] for y in range(3) for x in range(3))
    assert np.array_equal(out, np.rint(sums / 9))

    held = len(program.memory.buffers)

    layers = random.integers(-99, 99, (3, 5, 7, 2), np.int16)
    out = np.zeros_like(layers)
    form = "RG", "SIGNED_INT16"
    from_, to = (
        Image(layers, "image2d_array_t", *form),
        Image(out, "image3d_t", *form),
    )
    launch(program, "stack", (7, 5, 3), (7, 5, 1), from_, to)
    assert np.array_equal(out, layers + np.arange(3)[:, None, None, None])

    line = random.random((8, 1), np.float32)
    middles = np.zeros(7, np.float32)
    linear = Sampler(True, "clamp_to_edge", "linear")
    image = Image(line, "image1d_t", "R", "FLOAT")
    launch(program, "between", 7, 7, image, linear, middles)
    np.testing.assert_allclose(middles, (line[1:, 0] + line[:-1, 0]) / 2, rtol=1e-6)

    if gpu not in ("gfx803", "gfx90a"):
        both = random.integers(0, 99, (4, 6, 1), np.uint32)
        want = 2 * both
        image = Image(both, "image2d_t", "R", "UNSIGNED_INT32")
        launch(program, "twice", (6, 4), (6, 4), image)
        assert np.array_equal(both, want)
    assert len(program.memory.buffers) == held


@needs_clang
def test_wrong_images_and_samplers():
    program = with_images("gfx1100")
    pixels = np.zeros((4, 6, 4), np.uint8)
    good = Image(pixels)
    fixed = pixels.copy()
    fixed.flags.writeable = False
    for values, words in (
        (
            (pixels, good, EDGE),
            "argument 0 'from': takes an Image of a NumPy array, not",
        ),
        ((Image([[1]]), good, EDGE), "takes an Image of a NumPy array, not Image"),  # pyright: ignore[reportArgumentType]
        (
            (Image(pixels, "image3d_t"), good, EDGE),
            "takes an image2d_t, not an image3d_t",
        ),
        ((Image(pixels[0]), good, EDGE), r"have 3 axes, .*; got shape \(6, 4\)"),
        ((Image(pixels[:0]), good, EDGE), r"none is empty; got shape \(0, 6, 4\)"),
        ((Image(pixels[:, ::2]), good, EDGE), "the pixels are not contiguous"),
        (
            (Image(pixels.astype(float)), good, EDGE),
            "have 4 bytes; got 4 times float64",
        ),
        ((Image(pixels, channel_order="X"), good, EDGE), "no image format .* order X"),
        (
            (good, Image(fixed), EDGE),
            "'to': is write_only, and the pixels are read-only",
        ),
        ((good, good, "nearest"), "argument 2 's': takes a Sampler, not str"),
        (
            (good, good, Sampler(True, "wrap", "nearest")),
            "'wrap' is none of none, clamp",
        ),
        ((good, good, Sampler(True, "none", "cubic")), "'cubic' is none of nearest"),
        ((good, good, Sampler(False, "repeat", "linear")), "give normalized=True"),
    ):
        with pytest.raises(EmulatorError, match=words):
            launch(program, "blur", (6, 4), (6, 4), *values)
    assert not pixels.any()


HALVES = """
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void k(global const half *a, global half *b, global const short *s, global short *t,
              global const ushort *u, global ushort *w) {
  int i = __builtin_amdgcn_workitem_id_x() + 64 * __builtin_amdgcn_workgroup_id_x();
  half x = a[i], y = a[i ^ 1], r = x * y + x;
  r = x > y ? r - y : __builtin_fmaf16(x, y, r);
  r = __builtin_floorf16(r * (half)3.5) + (half)0.25;
  b[i] = y < (half)0 ? -__builtin_fabsf16(r) : r;
  short p = s[i], q = s[i ^ 1], v = (short)(p * q + 7) ^ (short)(p >> (q & 7));
  t[i] = p > q ? v : (short)(v + (short)x);
  ushort g = u[i], h = u[i ^ 2], m = (ushort)(g >> (h & 15)) | (ushort)(h << (g & 3));
  m = g < h ? (ushort)(m & g) : (ushort)(m ^ h);
  w[i] = m > 1000 ? m : (ushort)~m;
}
"""


def test_halves_of_registers():
    """Code for gfx12 with real-true16, as later versions of LLVM make it."""
    random = np.random.default_rng(3)
    a = random.normal(size=640).astype(np.float16)
    s = random.integers(-3000, 3000, 640, np.int16)
    u = random.integers(0, 1 << 16, 640, np.uint16)
    found: list[list[np.ndarray]] = []
    for sign in "-+":
        command = f"""{need("clang", 22)} -x cl -cl-std=CL2.0 -target amdgcn-amd-amdhsa
        -mcpu=gfx1200 -nogpulib -O2 -w -Xclang -finclude-default-header -Xclang
        -target-feature -Xclang {sign}real-true16 - -o -"""
        code = subprocess.run(
            command.split(), input=HALVES.encode(), check=True, capture_output=True
        ).stdout
        program = load(code)
        halves = [i for i in program.code.instructions(32) if ".h" in i.text]
        assert bool(halves) == (sign == "+")
        found.append([np.zeros_like(x) for x in (a, s, u)])
        b, t, w = found[-1]
        launch(program, "k", 640, 64, a, b, s, t, u, w)
    for plain, halved in zip(*found, strict=True):
        assert plain.any()
        np.testing.assert_array_equal(plain, halved)
