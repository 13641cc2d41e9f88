"""
Extensions that the driver reports: the program sees their macros, and their functions give what
NumPy computes.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from test_icd_errors import World, call, create, handles, program_of
from test_icd_info import ask
from texts import whole

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.icd.objects.platform import EXTENSIONS, FEATURES

NONE = (0, None, None)
GROUPS, ITEMS = 8, 64
COUNT = GROUPS * ITEMS


def built(world: World, source: str, options: str = "-cl-std=CL3.0") -> tuple[int, str]:
    """A program that has been built, and its log; the code of the build is in front."""
    program = program_of(world, source.encode())
    code = call("clBuildProgram", program, 0, None, options.encode(), None, None)
    query = ("clGetProgramBuildInfo", program, world.device, cl.PROGRAM_BUILD_LOG)
    log = ask(*query).rstrip(b"\0").decode()
    assert (code == 0) == ("error" not in log)
    return program, log


def launch(world: World, program: int, name: str, *arrays: NDArray[Any]) -> None:
    """Runs a kernel of `GROUPS` work-groups on the arrays, in place."""
    kernel = create("clCreateKernel", program, name.encode())
    buffers: list[int] = []
    for index, array in enumerate(arrays):
        place = array.ctypes.data
        flags = cl.MEM_COPY_HOST_PTR
        buffers.append(
            create("clCreateBuffer", world.context, flags, array.nbytes, place)
        )
        assert call("clSetKernelArg", kernel, index, 8, handles(buffers[-1])) == 0
    sizes = (handles(COUNT), handles(ITEMS))
    enqueue = ("clEnqueueNDRangeKernel", world.queue, kernel, 1, None, *sizes, *NONE)
    assert call(*enqueue) == 0
    for buffer, array in zip(buffers, arrays, strict=True):
        read = (world.queue, buffer, 1, 0, array.nbytes, array.ctypes.data, *NONE)
        assert call("clEnqueueReadBuffer", *read) == 0


# Extensions of the API, which have no macro in Clang.
API_ONLY = {
    "cl_ext_immutable_memory_objects",
    "cl_khr_command_buffer",
    "cl_khr_icd",
    "cl_khr_extended_versioning",
    "cl_khr_create_command_queue",
    "cl_khr_device_uuid",
    "cl_khr_il_program",
    "cl_khr_image2d_from_buffer",
    "cl_khr_spirv_queries",
    "cl_khr_spirv_linkonce_odr",
    "cl_khr_spirv_no_integer_wrap_decoration",
    "cl_khr_expect_assume",
    "cl_intel_devicelib_assert",
    "cl_intel_unified_shared_memory",
    "cl_khr_priority_hints",
    "cl_khr_suggested_local_work_size",
    "cl_khr_throttle_hints",
}


@pytest.mark.parametrize("version", ["1.0", "1.1", "1.2", "3.0", "3.1"])
def test_macros(version: str, world: World):
    """
    Each extension of OpenCL C is a macro of every version, if that has its types (atomic ones,
    depth images of 1.2); features are macros of OpenCL C 3.0.
    """
    names = [name for name in EXTENSIONS if name not in API_ONLY]
    if version < "3":
        names.remove("cl_ext_float_atomics")
    if version < "1.2":
        names.remove("cl_khr_depth_images")
    names += FEATURES if version >= "3" else ()
    tests = "".join(f"#ifndef {name}\n#error {name}\n#endif\n" for name in names)
    number = version.replace(".", "") + "0"
    tests += f"#if __OPENCL_C_VERSION__ != {number}\n#error {number}\n#endif\n"
    tests += "#if __OPENCL_VERSION__ != 310\n#error device\n#endif\n"
    _, log = built(world, f"{tests}kernel void k() {{}}", f"-cl-std=CL{version}")
    assert log == ""


PROMOTED = """
#if defined CL_VERSION_3_1 != (__OPENCL_C_VERSION__ >= 310) || \
  defined CL_VERSION_3_1 && CL_VERSION_3_1 != 310
#error CL_VERSION_3_1
#endif
#ifdef OWN
int bit_reverse(int x) { return x * 3; }
#endif
kernel void k(global int *out) {
  int i = get_global_id(0), lane = get_sub_group_local_id();
  global int *mine = out + 8 * i;
  mine[0] = bitfield_insert(0x0F0F0F0F, i, 4, 8);
  mine[1] = bitfield_extract_signed(i << 8, 8, 6);
  mine[2] = bit_reverse(i);
  mine[3] = dot_4x8packed_su_int(0xFF02FE03u, (uint)(i % 128) * 0x01010101u);
  mine[4] = sub_group_shuffle(i, lane ^ 3) - i + lane;
  mine[5] = sub_group_shuffle_up((char)lane, 1) * (lane > 0);
  mine[6] = sub_group_rotate((short)lane, 1);
  mine[7] = sub_group_broadcast((uchar4)(uchar)lane, 2).z;
}
"""


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("version", ["CL1.0", "CL1.2", "CL3.0", "CL3.1"])
def test_functions_of_promoted_extensions(version: str, own: bool, world: World):
    """They need no `-cl-std`; a program's own function of such a name goes first."""
    program, _ = built(world, PROMOTED, f"-cl-std={version}{' -DOWN' * own}")
    out = np.zeros((COUNT, 8), np.int32)
    launch(world, program, "k", out)
    i = np.arange(COUNT)
    bits = [int(f"{n:032b}"[::-1], 2) for n in range(COUNT)]
    assert (out[:, 0] == 0x0F0F0F0F & ~0xFF0 | (i & 255) << 4).all()
    low = i & 63
    assert (out[:, 1] == low - 64 * (low >= 32)).all()
    assert (out[:, 2] == (i * 3 if own else np.array(bits, np.uint32).view("i4"))).all()
    assert (out[:, 3] == (-1 + 2 - 2 + 3) * (i % 128)).all()
    lane = out[:, 4] ^ 3
    size = lane.max() + 1
    assert size > 3
    assert (lane == i % ITEMS % size).all()
    assert (out[:, 5] == np.maximum(lane - 1, 0)).all()
    assert (out[:, 6] == (lane + 1) % size).all()
    assert (out[:, 7] == 2).all()


def test_sizes_in_printf(world: World, capfd: pytest.CaptureFixture[str]):
    """OpenCL C 3.1, section 6.15.14: `z` is for `size_t`, `t` for `ptrdiff_t`."""
    text = 'kernel void k() { if (!get_global_id(0)) printf("%zu %zx %td %ti\\n",'
    text += (
        " sizeof(int) + (1UL << 40), 1UL << 36, (ptrdiff_t)-(1L << 40), (long)-7); }"
    )
    program, _ = built(world, text, "-cl-std=CL3.1")
    launch(world, program, "k")
    assert capfd.readouterr().out == f"{(1 << 40) + 4} {1 << 36:x} {-(1 << 40)} -7\n"


# `atomic_fetch_min` of OpenCL C has the forms without, with an order, and with a scope, too.
ATOMICS = whole("icd_atomics.cl")
TYPES: list[tuple[str, type[np.floating[Any]]]] = [
    ("half", np.float16),
    ("float", np.float32),
    ("double", np.float64),
]


@pytest.fixture(scope="module", params=TYPES, ids=lambda p: p[0])
def atomics(request: pytest.FixtureRequest, world: World):
    name, element = request.param
    defined = {"TYPE": name, "ATOMIC": f"atomic_{name}"}
    defined |= {"COUNT": COUNT, "ITEMS": ITEMS, "GROUPS": GROUPS}
    words = [f"-D{key}={value}" for key, value in defined.items()]
    program, log = built(world, ATOMICS, " ".join(["-cl-std=CL3.0", *words]))
    assert log == ""
    return program, element


Atomics = tuple[int, type[np.floating[Any]]]


def numbers(element: type[np.floating[Any]]) -> NDArray[Any]:
    """Their sums in any order are exact in every type: less than 2048 quarters."""
    return (np.random.default_rng(5).integers(-9, 9, COUNT) / 4).astype(element)


def test_global_float_atomics(world: World, atomics: Atomics):
    program, element = atomics
    x = numbers(element)
    a = np.arange(6 + 2 * COUNT).astype(element)
    out = np.zeros(COUNT, element)
    before = a.copy()
    launch(world, program, "global_all", a, x, out)
    total = x.sum(dtype=np.float64)
    expected = [total, 1 - total, x.min(), max(3, x.max()), 4 + total, x.min()]
    assert a[:6].tolist() == expected
    assert (out == before[6 : 6 + COUNT]).all()
    assert (a[6 : 6 + COUNT] == x).all()
    assert (a[6 + COUNT :] == x + 1).all()


def test_local_float_atomics(world: World, atomics: Atomics):
    program, element = atomics
    x = numbers(element)
    out = np.zeros(5 * GROUPS + COUNT, element)
    launch(world, program, "local_all", x, out)
    parts = x.reshape(GROUPS, ITEMS)
    for group, part in enumerate(parts):
        total = part.sum(dtype=np.float64)
        expected = [total, 1 - total, min(2, part.min()), max(3, part.max()), 7]
        assert out[5 * group :][:5].tolist() == expected
    assert (out[5 * GROUPS :] == parts[:, ::-1].ravel()).all()


def test_not_a_number_is_the_least_choice(world: World, atomics: Atomics):
    """The minimum and the maximum of a quiet NaN and a number are the number."""
    program, element = atomics
    x = numbers(element)
    x[::3] = np.nan
    a = np.full(6 + 2 * COUNT, np.nan, element)
    launch(world, program, "global_all", a, x, np.zeros(COUNT, element))
    assert np.isnan(a[[0, 1, 4]]).all()
    assert a[[2, 3, 5]].tolist() == [np.nanmin(x), np.nanmax(x), np.nanmin(x)]


CLOCKS = """
#define READ(i, scope) \\
  o[3 * i] = clock_read_##scope(); \\
  { uint2 words = clock_read_hilo_##scope(); \\
    o[3 * i + 1] = (ulong)words.y << 32 | words.x; } \\
  o[3 * i + 2] = clock_read_##scope();
kernel void k(global ulong *out) {
  global ulong *o = out + 9 * get_global_id(0);
  READ(0, device) READ(1, work_group) READ(2, sub_group)
}
"""


def test_clocks(world: World):
    """They go on, and the clock of the device is one for all work items."""
    program, log = built(world, CLOCKS)
    assert log == ""
    first, second = (np.zeros(9 * COUNT, np.uint64) for _ in range(2))
    launch(world, program, "k", first)
    launch(world, program, "k", second)
    assert first.min() > 0
    for read in (first.reshape(COUNT, 3, 3), second.reshape(COUNT, 3, 3)):
        assert (np.diff(read.astype(np.int64), axis=2) >= 0).all()
    devices = [part.reshape(COUNT, 3, 3)[:, 0] for part in (first, second)]
    assert devices[0].max() < devices[1].min()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("atomic_fetch_add((global atomic_float *)p, p);", "no matching function"),
        ("atomic_fetch_or((global atomic_float *)p, 1.0f);", "is ambiguous"),
        ("atomic_fetch_add((constant atomic_float *)c, 1.0f);", "no matching function"),
        ("*p = clock_read_queue();", "undeclared identifier 'clock_read_queue'"),
        ("*p = clock_read_device(1);", "too many arguments"),
    ],
)
def test_wrong_use(line: str, words: str, world: World):
    source = f"kernel void k(global float *p, constant float *c) {{ {line} }}"
    assert words in built(world, source)[1]


def test_parts_of_immutable_objects(world: World):
    """A part of an immutable buffer is immutable; kernels take it as a pointer to `const`."""
    region = handles(0, 8)
    place = (world.fixed, 0, cl.BUFFER_CREATE_TYPE_REGION, region)
    part = create("clCreateSubBuffer", *place)
    fill = (world.queue, part, world.data, 4, 0, 8, *NONE)
    assert call("clEnqueueFillBuffer", *fill) == cl.INVALID_OPERATION
    place = (world.buffer, cl.MEM_IMMUTABLE_EXT, cl.BUFFER_CREATE_TYPE_REGION, region)
    part = create("clCreateSubBuffer", *place)
    fill = (world.queue, part, world.data, 4, 0, 8, *NONE)
    assert call("clEnqueueFillBuffer", *fill) == cl.INVALID_OPERATION
    source = "kernel void k(global const int *x, constant int *y, global int *z) {}"
    program, _ = built(world, source)
    kernel = create("clCreateKernel", program, b"k")
    codes = [
        call("clSetKernelArg", kernel, index, 8, handles(part)) for index in range(3)
    ]
    assert codes == [0, 0, cl.INVALID_ARG_VALUE]


def test_formats_of_immutable_images(world: World):
    """Images of them can be read."""
    numbers = [(ctypes.c_uint32 * 1)() for _ in range(2)]
    for flags, number in zip(
        (cl.MEM_IMMUTABLE_EXT, cl.MEM_READ_ONLY), numbers, strict=True
    ):
        query = (world.context, flags, cl.MEM_OBJECT_IMAGE2D, 0, None, number)
        assert call("clGetSupportedImageFormats", *query) == 0
    assert numbers[0][0] == numbers[1][0] > 0
