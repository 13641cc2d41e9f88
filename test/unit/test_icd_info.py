"""
Queries of the driver's objects: each gives what the object was made with, in the type that
the OpenCL 3.1 API specification names.
"""

from __future__ import annotations

import ctypes
import os
import re
import struct
from collections.abc import Callable
from importlib import import_module, metadata
from typing import Any

import numpy as np
import pytest
from test_icd_errors import World, call, create, function, handles, program_of
from test_icd_transfers import descriptor, image_of, texels_of
from texts import whole

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.icd.objects.platform import memory_bytes, native_width
from xdsl_opencl.runtime import program_binary
from xdsl_opencl.runtime.program_binary import binary_version

NONE = (0, None, None)


def ask(function_name: str, *objects: Any) -> bytes:
    """
    The answer to a query. It needs its room, says how much that is, and takes no more.
    """
    size = ctypes.c_size_t()
    get = function(function_name)
    assert get(*objects, 0, None, ctypes.addressof(size)) == 0
    count = size.value
    room = ctypes.create_string_buffer(b"?" * (count + 1), count + 1)
    place = ctypes.addressof(room)
    if count:
        assert get(*objects, count - 1, place, None) == cl.INVALID_VALUE
    assert get(*objects, count + 1, place, None) == 0
    assert room.raw[count:] == b"?"
    return room.raw[:count]


def u32(*values: int) -> bytes:
    return struct.pack(f"<{len(values)}I", *values)


def u64(*values: int) -> bytes:
    return struct.pack(f"<{len(values)}Q", *values)


def expect(name: str, *objects: Any, **answers: bytes) -> None:
    """
    Asks for `CL_...` of each keyword. The wrong query is one that no object knows.
    """
    for query, expected in answers.items():
        assert ask(name, *objects, getattr(cl, query)) == expected, query
    assert function(name)(*objects, 0xF00F, 0, None, None) == cl.INVALID_VALUE


# --- platform and device ---------------------------------------------------------------


def test_platform(world: World):
    """A null platform is the driver's choice, which has one."""
    for platform in (world.platform, None):
        expect(
            "clGetPlatformInfo",
            platform,
            PLATFORM_NAME=b"xdsl-opencl\0",
            PLATFORM_PROFILE=b"FULL_PROFILE\0",
            PLATFORM_NUMERIC_VERSION=u32(0xC01000),
        )
        found = handles(0, 0)
        everything = (platform, cl.DEVICE_TYPE_ALL, 1, found, None)
        assert call("clGetDeviceIDs", *everything) == 0
        assert found[0] == world.device
    code = call("clGetPlatformInfo", world.device, cl.PLATFORM_NAME, 0, None, None)
    assert code == cl.INVALID_PLATFORM


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        (cl.DEVICE_TYPE_CPU, 0),
        (cl.DEVICE_TYPE_DEFAULT, 0),
        (cl.DEVICE_TYPE_ALL, 0),
        (cl.DEVICE_TYPE_CPU | cl.DEVICE_TYPE_GPU, 0),
        (cl.DEVICE_TYPE_GPU, cl.DEVICE_NOT_FOUND),
        (cl.DEVICE_TYPE_ACCELERATOR, cl.DEVICE_NOT_FOUND),
        (0, cl.INVALID_DEVICE_TYPE),
        (1 << 7, cl.INVALID_DEVICE_TYPE),
    ],
)
def test_device_types(kind: int, code: int, world: World):
    count = ctypes.c_uint32(7)
    place = ctypes.addressof(count)
    assert call("clGetDeviceIDs", world.platform, kind, 0, None, place) == code
    assert count.value == (7 if code else 1)
    assert call("clCreateContextFromType", None, kind, None, None) == code


WIDTHS = {
    "CHAR": 1,
    "SHORT": 2,
    "INT": 4,
    "LONG": 8,
    "FLOAT": 4,
    "DOUBLE": 8,
    "HALF": 2,
}


ANSWER = re.compile(r"^(\w+): (.*)$", re.MULTILINE)


def _register() -> int:
    """Bytes of a vector register, by the features that LLVM finds."""
    # llvmlite has no types.
    llvm: Any = import_module("llvmlite.binding")
    features = llvm.get_host_cpu_features()
    if features.get("avx512f") and features.get("avx512vl"):
        return 64
    return 32 if features.get("avx2") else 16


REGISTER = _register()


@pytest.mark.parametrize(
    ("features", "widths"),
    [
        ("sse2", (16, 8, 4, 2)),
        ("sse2 avx", (16, 8, 4, 2)),
        ("sse2 avx avx2", (16, 16, 8, 4)),
        ("sse2 avx avx2 avx512f", (16, 16, 8, 4)),
        ("sse2 avx avx2 avx512f avx512vl", (16, 16, 16, 8)),
        ("fp asimd", (16, 8, 4, 2)),
    ],
)
def test_registers_of_processors(features: str, widths: tuple[int, ...]):
    """Hashes are computed in vectors of this width; the largest vector has 16 elements."""
    names = frozenset(features.split())
    assert tuple(native_width(size, names) for size in (1, 2, 4, 8)) == widths


def test_device(world: World):
    """
    The device has what the specification asks of the full profile (table 'Device queries'),
    and what is true of the processors that code is made for.
    """
    get = "clGetDeviceInfo"
    names = {"cl": cl, "u32": u32, "u64": u64, "world": world}
    exact, least = whole("icd_device.txt").split("\n\n")
    answers = {q: eval(text, names) for q, text in ANSWER.findall(exact)}
    expect(get, world.device, **answers)

    def number(name: str) -> int:
        return int.from_bytes(ask(get, world.device, getattr(cl, name)), "little")

    for name, size in WIDTHS.items():
        # A register of the processor, and one work item after the other.
        width = number(f"DEVICE_NATIVE_VECTOR_WIDTH_{name}")
        assert width == min(REGISTER // size, 16)
        assert number(f"DEVICE_PREFERRED_VECTOR_WIDTH_{name}") == 1
    most = ask(get, world.device, cl.DEVICE_MAX_WORK_ITEM_SIZES)
    assert most == u64(*[number("DEVICE_MAX_WORK_GROUP_SIZE")] * 3)
    # The alignment of the largest vector, long16, in bits and bytes.
    assert number("DEVICE_MEM_BASE_ADDR_ALIGN") == 1024
    assert number("DEVICE_MIN_DATA_TYPE_ALIGN_SIZE") == 128
    for name, text in ANSWER.findall(least):
        assert number(name) >= eval(text), name
    assert number("DEVICE_MAX_MEM_ALLOC_SIZE") >= min(
        number("DEVICE_GLOBAL_MEM_SIZE") // 4, 1 << 30
    )
    queues = number("DEVICE_QUEUE_ON_HOST_PROPERTIES")
    assert queues & cl.QUEUE_PROFILING_ENABLE
    single = cl.FP_INF_NAN | cl.FP_ROUND_TO_NEAREST
    double = (
        single | cl.FP_FMA | cl.FP_ROUND_TO_ZERO | cl.FP_ROUND_TO_INF | cl.FP_DENORM
    )
    assert number("DEVICE_SINGLE_FP_CONFIG") & single == single
    assert number("DEVICE_DOUBLE_FP_CONFIG") & double == double
    half = cl.FP_INF_NAN | cl.FP_ROUND_TO_NEAREST
    assert number("DEVICE_HALF_FP_CONFIG") & half == half
    memory = cl.DEVICE_ATOMIC_ORDER_RELAXED | cl.DEVICE_ATOMIC_SCOPE_WORK_GROUP
    assert number("DEVICE_ATOMIC_MEMORY_CAPABILITIES") & memory == memory
    fences = memory | cl.DEVICE_ATOMIC_ORDER_ACQ_REL
    assert number("DEVICE_ATOMIC_FENCE_CAPABILITIES") & fences == fences
    assert number("DEVICE_SVM_CAPABILITIES") & cl.DEVICE_SVM_COARSE_GRAIN_BUFFER


def test_versions(world: World):
    """
    `cl_name_version`s beside the lists of names; versions of OpenCL C that OpenCL 3.1 asks
    for.
    """

    def answer(name: str) -> bytes:
        return ask("clGetDeviceInfo", world.device, getattr(cl, name))

    def versions(name: str) -> list[tuple[str, int]]:
        found = struct.iter_unpack("<I64s", answer(name))
        return [(text.rstrip(b"\0").decode(), number) for number, text in found]

    assert answer("DEVICE_VERSION").startswith(b"OpenCL 3.1 ")
    assert answer("DEVICE_OPENCL_C_VERSION").startswith(b"OpenCL C 1.2 ")
    all_versions = versions("DEVICE_OPENCL_C_ALL_VERSIONS")
    assert {name for name, _ in all_versions} == {"OpenCL C"}
    asked = [(1, 0), (1, 1), (1, 2), (3, 0), (3, 1)]
    assert [v for _, v in all_versions] == [a << 22 | b << 12 for a, b in asked]
    extensions = versions("DEVICE_EXTENSIONS_WITH_VERSION")
    names = answer("DEVICE_EXTENSIONS").rstrip(b"\0").decode().split()
    assert [name for name, _ in extensions] == names
    features = versions("DEVICE_OPENCL_C_FEATURES")
    assert ("__opencl_c_images", 3 << 22) in features
    assert all(number for _, number in (*extensions, *features))
    for kind in ("8BIT", "4x8BIT_PACKED"):
        name = f"DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_{kind}"
        # A structure of six truth values.
        assert struct.unpack("<6I", answer(name)) == (1,) * 6
    assert answer("DEVICE_LATEST_CONFORMANCE_VERSION_PASSED").endswith(b"\0")


def test_driver_version(world: World, monkeypatch: pytest.MonkeyPatch):
    """Applications keep binaries under it: other code or another LLVM has another one."""
    before = binary_version()
    answer = ask("clGetDeviceInfo", world.device, cl.DRIVER_VERSION)
    number = metadata.version("xdsl-opencl")
    assert answer == f"{number} {before[:12]}\0".encode()

    def other(package: str) -> str:
        return f"other {package}"

    for place, changed in ((program_binary, "code_version"), (metadata, "version")):
        with monkeypatch.context() as patch:
            patch.setattr(place, changed, other)
            assert binary_version() != before
    assert binary_version() == before


WHOLE = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


@pytest.mark.parametrize(
    ("given", "number", "told"),
    [
        (None, WHOLE, ""),
        ("", WHOLE, ""),
        ("3", 3 << 20, ""),
        (str(1 << 40), WHOLE, ""),
        *((v, WHOLE, f"MEMORY is {v!r}, not a number") for v in ("lots", "0", "-1")),
    ],
)
def test_memory_of_the_device(
    given: str | None,
    number: int,
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
):
    """All that the computer has, or as many MiB as the variable allows."""
    monkeypatch.delenv("XDSL_OPENCL_MEMORY", raising=False)
    if given is not None:
        monkeypatch.setenv("XDSL_OPENCL_MEMORY", given)
    assert memory_bytes.__wrapped__() == number
    said = capfd.readouterr().err
    assert told in said
    assert bool(told) == bool(said)


# --- objects ---------------------------------------------------------------------------


def test_context_and_queue(world: World):
    pairs = handles(cl.CONTEXT_PLATFORM, world.platform, 0)
    devices = handles(world.device)
    context = create("clCreateContext", pairs, 1, devices, None, None)
    expect(
        "clGetContextInfo",
        context,
        CONTEXT_REFERENCE_COUNT=u32(1),
        CONTEXT_NUM_DEVICES=u32(1),
        CONTEXT_DEVICES=u64(world.device),
        CONTEXT_PROPERTIES=u64(cl.CONTEXT_PLATFORM, world.platform, 0),
    )
    both = cl.QUEUE_PROFILING_ENABLE | cl.QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE
    for bits in (0, both):
        made = create("clCreateCommandQueue", context, world.device, bits)
        answers = {
            "QUEUE_CONTEXT": u64(context),
            "QUEUE_DEVICE": u64(world.device),
            "QUEUE_REFERENCE_COUNT": u32(1),
            "QUEUE_PROPERTIES": u64(bits),
            "QUEUE_DEVICE_DEFAULT": u64(0),
        }
        expect("clGetCommandQueueInfo", made, QUEUE_PROPERTIES_ARRAY=b"", **answers)
        listed = handles(cl.QUEUE_PROPERTIES, bits, 0)
        name = "clCreateCommandQueueWithProperties"
        made = create(name, context, world.device, listed)
        array = u64(cl.QUEUE_PROPERTIES, bits, 0)
        expect("clGetCommandQueueInfo", made, QUEUE_PROPERTIES_ARRAY=array, **answers)
        code = call("clGetCommandQueueInfo", made, cl.QUEUE_SIZE, 0, None, None)
        assert code == cl.INVALID_COMMAND_QUEUE
    name = "clCreateCommandQueueWithProperties"
    for hints in (
        *((hint, 1 << bit) for hint in (0x1096, 0x1097) for bit in range(3)),
        (cl.QUEUE_PRIORITY_KHR, 4, cl.QUEUE_PROPERTIES, both, cl.QUEUE_THROTTLE_KHR, 1),
    ):
        made = create(name, context, world.device, handles(*hints, 0))
        expect(
            "clGetCommandQueueInfo",
            made,
            QUEUE_PROPERTIES_ARRAY=u64(*hints, 0),
            QUEUE_PROPERTIES=u64(both if both in hints else 0),
        )
        # They are no queries of their own.
        code = call("clGetCommandQueueInfo", made, hints[0], 0, None, None)
        assert code == cl.INVALID_VALUE
    on_device = (cl.QUEUE_PROPERTIES, cl.QUEUE_ON_DEVICE)
    for pairs, code in (
        *(
            ((hint, value, 0), cl.INVALID_VALUE)
            for hint in (cl.QUEUE_PRIORITY_KHR, cl.QUEUE_THROTTLE_KHR)
            for value in (0, 3, 8, 1 << 32 | 1)
        ),
        ((cl.QUEUE_PRIORITY_KHR, 1, *on_device, 0), cl.INVALID_QUEUE_PROPERTIES),
        ((*on_device, cl.QUEUE_THROTTLE_KHR, 4, 0), cl.INVALID_QUEUE_PROPERTIES),
        ((cl.QUEUE_SIZE, 1, 0), cl.INVALID_QUEUE_PROPERTIES),
        ((7, 1, 0), cl.INVALID_VALUE),
        ((cl.QUEUE_PROPERTIES, 1 << 9, 0), cl.INVALID_VALUE),
        ((cl.QUEUE_PROPERTIES, cl.QUEUE_ON_DEVICE, 0), cl.INVALID_QUEUE_PROPERTIES),
    ):
        assert call(name, context, world.device, handles(*pairs)) == code


def test_memory(world: World):
    buffer = create("clCreateBuffer", world.context, cl.MEM_READ_ONLY, 512, None)
    region = handles(128, 256)
    part = create("clCreateSubBuffer", buffer, 0, cl.BUFFER_CREATE_TYPE_REGION, region)
    flags = cl.MEM_USE_HOST_PTR | cl.MEM_READ_WRITE
    hosted = create("clCreateBuffer", world.context, flags, 64, world.data)
    for memory, parent, size, offset, bits, host in (
        (buffer, 0, 512, 0, cl.MEM_READ_ONLY, 0),
        (part, buffer, 256, 128, cl.MEM_READ_ONLY, 0),
        (hosted, 0, 64, 0, flags, world.data),
    ):
        expect(
            "clGetMemObjectInfo",
            memory,
            MEM_TYPE=u32(cl.MEM_OBJECT_BUFFER),
            MEM_FLAGS=u64(bits),
            MEM_SIZE=u64(size),
            MEM_HOST_PTR=u64(host),
            MEM_MAP_COUNT=u32(0),
            MEM_CONTEXT=u64(world.context),
            MEM_ASSOCIATED_MEMOBJECT=u64(parent),
            MEM_OFFSET=u64(offset),
            MEM_USES_SVM_POINTER=u32(0),
        )
    mapped = (world.queue, buffer, 1, cl.MAP_READ, 0, 8, *NONE)
    places = [create("clEnqueueMapBuffer", *mapped) for _ in range(2)]
    expect("clGetMemObjectInfo", buffer, MEM_MAP_COUNT=u32(2))
    unmap = function("clEnqueueUnmapMemObject")
    for place in places:
        assert unmap(world.queue, buffer, place, *NONE) == 0
    expect("clGetMemObjectInfo", buffer, MEM_MAP_COUNT=u32(0))
    shared = function("clSVMAlloc")(world.context, 0, 256, 0)
    flags = cl.MEM_USE_HOST_PTR
    over = create("clCreateBuffer", world.context, flags, 64, shared + 64)
    expect("clGetMemObjectInfo", over, MEM_USES_SVM_POINTER=u32(1))
    packets = create("clCreatePipe", world.context, 0, 12, 34, None)
    expect("clGetPipeInfo", packets, PIPE_PACKET_SIZE=u32(12), PIPE_MAX_PACKETS=u32(34))
    expect("clGetMemObjectInfo", packets, MEM_TYPE=u32(cl.MEM_OBJECT_PIPE))


@pytest.mark.parametrize(
    ("kind", "sizes", "row", "plane"),
    [
        # Bytes of a row and a plane of unsigned bytes; 0 where there is no plane.
        (cl.MEM_OBJECT_IMAGE1D, (9,), 36, 0),
        (cl.MEM_OBJECT_IMAGE2D, (6, 9), 36, 0),
        (cl.MEM_OBJECT_IMAGE3D, (4, 6, 9), 36, 216),
        (cl.MEM_OBJECT_IMAGE1D_ARRAY, (6, 9), 36, 36),
        (cl.MEM_OBJECT_IMAGE2D_ARRAY, (4, 6, 9), 36, 216),
    ],
)
def test_image(kind: int, sizes: tuple[int, ...], row: int, plane: int, world: World):
    form = (ctypes.c_uint32 * 2)(cl.RGBA, cl.UNSIGNED_INT8)
    made = descriptor(kind, sizes)
    image = create("clCreateImage", world.context, 0, form, made, None)
    is_array = kind in (cl.MEM_OBJECT_IMAGE1D_ARRAY, cl.MEM_OBJECT_IMAGE2D_ARRAY)
    own = sizes[1:] if is_array else sizes
    depth, height, width = (*[0] * (3 - len(own)), *own)
    expect(
        "clGetImageInfo",
        image,
        IMAGE_FORMAT=u32(cl.RGBA, cl.UNSIGNED_INT8),
        IMAGE_ELEMENT_SIZE=u64(4),
        IMAGE_ROW_PITCH=u64(row),
        IMAGE_SLICE_PITCH=u64(plane),
        IMAGE_WIDTH=u64(width),
        IMAGE_HEIGHT=u64(height),
        IMAGE_DEPTH=u64(depth),
        IMAGE_ARRAY_SIZE=u64(sizes[0] if is_array else 0),
        IMAGE_BUFFER=u64(0),
        IMAGE_NUM_MIP_LEVELS=u32(0),
        IMAGE_NUM_SAMPLES=u32(0),
    )
    expect("clGetMemObjectInfo", image, MEM_TYPE=u32(kind), MEM_MAP_COUNT=u32(0))


def test_images_of_old(world: World):
    """The functions of OpenCL 1.1 make the same images."""
    form = (ctypes.c_uint32 * 2)(cl.RGBA, cl.UNSIGNED_INT8)
    pixels = np.arange(4 * 5 * 6 * 4, dtype=np.uint8)
    copied = (cl.MEM_COPY_HOST_PTR, form)
    flat = create(
        "clCreateImage2D", world.context, *copied, 5, 6, 20, pixels.ctypes.data
    )
    deep = create(
        *("clCreateImage3D", world.context, *copied, 5, 3, 4, 40, 120),
        pixels.ctypes.data,
    )
    for image, kind, height, depth, plane in (
        (flat, cl.MEM_OBJECT_IMAGE2D, 6, 0, 0),
        (deep, cl.MEM_OBJECT_IMAGE3D, 3, 4, 60),
    ):
        expect(
            "clGetImageInfo",
            image,
            IMAGE_WIDTH=u64(5),
            IMAGE_HEIGHT=u64(height),
            IMAGE_DEPTH=u64(depth),
            IMAGE_ROW_PITCH=u64(20),
            IMAGE_SLICE_PITCH=u64(plane),
        )
        expect("clGetMemObjectInfo", image, MEM_TYPE=u32(kind))
    found = texels_of(world, flat, (6, 5, 4))
    assert (found.ravel() == pixels[:120]).all()
    # The rows of the host have 40 bytes, its planes 120.
    found = texels_of(world, deep, (4, 3, 5, 4))
    assert (found == pixels.reshape(4, 3, 40)[..., :20].reshape(found.shape)).all()


def test_views_of_memory(world: World):
    """An image in a buffer, and an image of other channels in that one, share its bytes."""
    pixels = np.arange(1024, dtype=np.uint8)
    flags = cl.MEM_COPY_HOST_PTR
    data = pixels.ctypes.data
    buffer = create("clCreateBuffer", world.context, flags, 1024, data)
    kind = cl.MEM_OBJECT_IMAGE2D
    pitch = int.from_bytes(
        ask("clGetDeviceInfo", world.device, cl.DEVICE_IMAGE_PITCH_ALIGNMENT), "little"
    )
    row = 4 * -(-8 // pitch) * pitch
    image = buffer
    for order in (cl.RGBA, cl.sRGBA):
        form = (ctypes.c_uint32 * 2)(order, cl.UNORM_INT8)
        made = handles(kind, 5, 3, 0, 0, row if image == buffer else 0, 0, 0, image)
        access = cl.MEM_READ_ONLY
        image = create("clCreateImage", world.context, access, form, made, None)
        found = texels_of(world, image, (3, 5, 4))
        rows = pixels[: 3 * row].reshape(3, row)[:, :20]
        assert (found.reshape(3, 20) == rows).all()
        expect("clGetImageInfo", image, IMAGE_ROW_PITCH=u64(row))
    for wrong in ((6, 3, 0), (5, 2, 0), (5, 3, row + 4 * pitch)):
        made = handles(kind, *wrong[:2], 0, 0, wrong[2], 0, 0, image)
        assert call("clCreateImage", world.context, access, form, made, None) < 0


@pytest.mark.parametrize(
    ("parent", "order", "fits"),
    [
        (cl.RGBA, cl.RGBA, True),
        (cl.RGBA, cl.sRGBA, True),
        (cl.sRGBA, cl.RGBA, True),
        (cl.R, cl.R, True),
        (cl.R, cl.RG, False),
        (cl.R, cl.RGBA, False),
        (cl.RGBA, cl.BGRA, False),
        (cl.BGRA, cl.sRGBA, False),
    ],
)
def test_views_of_images(parent: int, order: int, fits: bool, world: World):
    """The channels of `clCreateImage` from an image: the same, or of sRGB."""
    made = handles(cl.MEM_OBJECT_IMAGE2D, 4, 4, 0, 0, 0, 0, 0, 0)
    flags = cl.MEM_READ_ONLY
    form = (ctypes.c_uint32 * 2)(parent, cl.UNORM_INT8)
    image = create("clCreateImage", world.context, flags, form, made, None)
    form = (ctypes.c_uint32 * 2)(order, cl.UNORM_INT8)
    made = handles(cl.MEM_OBJECT_IMAGE2D, 4, 4, 0, 0, 0, 0, 0, image)
    code = call("clCreateImage", world.context, flags, form, made, None)
    assert code == (0 if fits else cl.INVALID_IMAGE_FORMAT_DESCRIPTOR)


def test_timers(world: World):
    """Device and host have one clock, in nanoseconds, that does not go back."""
    times = (ctypes.c_uint64 * 3)()
    places = [ctypes.addressof(times) + 8 * i for i in range(3)]
    assert call("clGetHostTimer", world.device, places[0]) == 0
    assert call("clGetDeviceAndHostTimer", world.device, places[1], places[2]) == 0
    assert 0 < times[0] <= times[1] == times[2]
    assert call("clGetHostTimer", None, places[0]) == cl.INVALID_DEVICE
    wrong = ("clGetDeviceAndHostTimer", world.queue, places[1], places[2])
    assert call(*wrong) == cl.INVALID_DEVICE


@pytest.mark.parametrize("own", [0, cl.MEM_KERNEL_READ_AND_WRITE, cl.MEM_READ_ONLY])
def test_flags_of_an_image_over_a_buffer(own: int, world: World):
    form = (ctypes.c_uint32 * 2)(cl.RGBA, cl.UNSIGNED_INT8)
    flags = cl.MEM_READ_WRITE | cl.MEM_HOST_READ_ONLY
    buffer = create("clCreateBuffer", world.context, flags, 64, None)
    made = handles(cl.MEM_OBJECT_IMAGE1D_BUFFER, 9, 0, 0, 0, 0, 0, 0, buffer)
    image = create("clCreateImage", world.context, own, form, made, None)
    access = own & cl.MEM_READ_ONLY or cl.MEM_READ_WRITE
    every = access | cl.MEM_HOST_READ_ONLY | own & cl.MEM_KERNEL_READ_AND_WRITE
    expect("clGetMemObjectInfo", image, MEM_FLAGS=u64(every))


REQUIRED = {
    (cl.RGBA, kind)
    for kind in (
        *(cl.UNORM_INT8, cl.UNORM_INT16, cl.SIGNED_INT8, cl.SIGNED_INT16),
        *(cl.SIGNED_INT32, cl.UNSIGNED_INT8, cl.UNSIGNED_INT16, cl.UNSIGNED_INT32),
        *(cl.HALF_FLOAT, cl.FLOAT),
    )
} | {(cl.BGRA, cl.UNORM_INT8)}
"""OpenCL 3.0 API, table 'Minimum list of required image formats: kernel read or write'."""


@pytest.mark.parametrize("access", [0, cl.MEM_READ_ONLY, cl.MEM_WRITE_ONLY])
def test_formats_of_images(access: int, world: World):
    """Some are for reading only."""
    room, count = (ctypes.c_uint32 * 512)(), ctypes.c_uint32()
    place = ctypes.addressof(count)
    begin = "clGetSupportedImageFormats", world.context, access

    def found(kind: int) -> list[tuple[int, int]]:
        assert call(*begin, kind, 256, room, place) == 0
        numbers = iter(room[: 2 * count.value])
        return list(zip(numbers, numbers, strict=True))

    flat = found(cl.MEM_OBJECT_IMAGE2D)
    assert REQUIRED <= {*flat}
    assert len({*flat}) == len(flat)
    assert ((cl.sRGBA, cl.UNORM_INT8) in flat) == (access == cl.MEM_READ_ONLY)
    assert REQUIRED <= {*found(cl.MEM_OBJECT_IMAGE3D)} < {*flat}
    assert call(*begin, cl.MEM_OBJECT_IMAGE2D, 2, room, None) == 0
    assert list(room[:4]) == [*flat[0], *flat[1]]
    assert call(*begin, cl.MEM_OBJECT_IMAGE2D, 0, None, place) == 0
    assert count.value == len(flat)


def test_wrong_questions_for_formats(world: World):
    room = (ctypes.c_uint32 * 2)()
    name, kind = "clGetSupportedImageFormats", cl.MEM_OBJECT_IMAGE2D
    for arguments, code in (
        ((world.queue, 0, kind, 1, room), cl.INVALID_CONTEXT),
        ((world.context, 3, kind, 1, room), cl.INVALID_VALUE),
        ((world.context, 1 << 40, kind, 1, room), cl.INVALID_VALUE),
        ((world.context, 0, cl.MEM_OBJECT_BUFFER, 1, room), cl.INVALID_VALUE),
        ((world.context, 0, kind, 0, room), cl.INVALID_VALUE),
    ):
        assert call(name, *arguments, None) == code


def test_samplers(world: World):
    for normalized in (0, 1):
        for addressing in (cl.ADDRESS_CLAMP, cl.ADDRESS_CLAMP_TO_EDGE, cl.ADDRESS_NONE):
            for filter in (cl.FILTER_NEAREST, cl.FILTER_LINEAR):
                facts = (normalized, addressing, filter)
                names = (
                    cl.SAMPLER_NORMALIZED_COORDS,
                    cl.SAMPLER_ADDRESSING_MODE,
                    cl.SAMPLER_FILTER_MODE,
                )
                pairs = [
                    word for pair in zip(names, facts, strict=True) for word in pair
                ]
                name = "clCreateSamplerWithProperties"
                listed = create(name, world.context, handles(*pairs, 0))
                plain = create("clCreateSampler", world.context, *facts)
                for sampler, array in ((listed, u64(*pairs, 0)), (plain, b"")):
                    expect(
                        "clGetSamplerInfo",
                        sampler,
                        SAMPLER_REFERENCE_COUNT=u32(1),
                        SAMPLER_CONTEXT=u64(world.context),
                        SAMPLER_NORMALIZED_COORDS=u32(normalized),
                        SAMPLER_ADDRESSING_MODE=u32(addressing),
                        SAMPLER_FILTER_MODE=u32(filter),
                        SAMPLER_PROPERTIES=array,
                    )


SOURCE = b"""
global int counts[3];
constant int numbers[] = {1, 2};
kernel __attribute__((reqd_work_group_size(4, 2, 1)))
void k(global const int *restrict in, local float *t, constant uchar4 *c,
       write_only image2d_t im, volatile global uint *n, int4 v) {
  local int own[40];
  own[get_local_id(0)] = in[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  t[0] = own[1]; n[0] = c[0].x + counts[own[2]]++ + numbers[own[3]]; write_imagei(im, (int2)(0, 0), v);
}
kernel void plain() {}
"""


def test_program_and_kernel(world: World):
    program = program_of(world, SOURCE)
    get = "clGetProgramInfo"
    expect(
        get, program, PROGRAM_SOURCE=SOURCE + b"\0", PROGRAM_CONTEXT=u64(world.context)
    )
    built = "clGetProgramBuildInfo"
    expect(
        built,
        program,
        world.device,
        PROGRAM_BUILD_STATUS=struct.pack("<i", -1),
        PROGRAM_BUILD_OPTIONS=b"\0",
        PROGRAM_BUILD_LOG=b"\0",
        PROGRAM_BINARY_TYPE=u32(0),
        PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE=u64(0),
    )
    names = (get, program, cl.PROGRAM_NUM_KERNELS, 0, None, None)
    assert call(*names) == cl.INVALID_PROGRAM_EXECUTABLE
    options = b"-cl-kernel-arg-info -DX=1 -cl-std=CL2.0"
    assert call("clBuildProgram", program, 0, None, options, None, None) == 0
    expect(
        get,
        program,
        PROGRAM_REFERENCE_COUNT=u32(1),
        PROGRAM_NUM_DEVICES=u32(1),
        PROGRAM_DEVICES=u64(world.device),
        PROGRAM_NUM_KERNELS=u64(2),
        PROGRAM_IL=b"",
    )
    listed = ask(get, program, cl.PROGRAM_KERNEL_NAMES).rstrip(b"\0").split(b";")
    assert sorted(listed) == [b"k", b"plain"]
    expect(
        built,
        program,
        world.device,
        PROGRAM_BUILD_STATUS=u32(0),
        PROGRAM_BUILD_OPTIONS=options + b"\0",
        PROGRAM_BINARY_TYPE=u32(4),
        # The variable of the source; its constants are not counted.
        PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE=u64(12),
    )
    kernel = create("clCreateKernel", program, b"k")
    expect(
        "clGetKernelInfo",
        kernel,
        KERNEL_FUNCTION_NAME=b"k\0",
        KERNEL_NUM_ARGS=u32(6),
        KERNEL_REFERENCE_COUNT=u32(1),
        KERNEL_CONTEXT=u64(world.context),
        KERNEL_PROGRAM=u64(program),
    )
    expect(
        "clGetKernelWorkGroupInfo",
        kernel,
        world.device,
        KERNEL_COMPILE_WORK_GROUP_SIZE=u64(4, 2, 1),
        KERNEL_LOCAL_MEM_SIZE=u64(160),
        KERNEL_WORK_GROUP_SIZE=u64(8),
        KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE=u64(8),
    )
    plain = create("clCreateKernel", program, b"plain")
    expect("clGetKernelInfo", plain, KERNEL_NUM_ARGS=u32(0))
    expect(
        "clGetKernelWorkGroupInfo",
        plain,
        None,
        KERNEL_COMPILE_WORK_GROUP_SIZE=u64(0, 0, 0),
        KERNEL_LOCAL_MEM_SIZE=u64(0),
    )
    # Address spaces, accesses and qualifiers have the numbers of cl.h.
    for index, (name, kind, space, access, qualifiers) in enumerate(
        (
            (b"in", b"int*", 0x119B, 0x11A3, 1 | 2),
            (b"t", b"float*", 0x119C, 0x11A3, 0),
            (b"c", b"uchar4*", 0x119D, 0x11A3, 1),
            (b"im", b"image2d_t", 0x119B, 0x11A1, 0),
            (b"n", b"uint*", 0x119B, 0x11A3, 4),
            (b"v", b"int4", 0x119E, 0x11A3, 0),
        )
    ):
        expect(
            "clGetKernelArgInfo",
            kernel,
            index,
            KERNEL_ARG_NAME=name + b"\0",
            KERNEL_ARG_TYPE_NAME=kind + b"\0",
            KERNEL_ARG_ADDRESS_QUALIFIER=u32(space),
            KERNEL_ARG_ACCESS_QUALIFIER=u32(access),
            KERNEL_ARG_TYPE_QUALIFIER=u64(qualifiers),
        )
    code = call("clGetKernelArgInfo", kernel, 6, cl.KERNEL_ARG_NAME, 0, None, None)
    assert code == cl.INVALID_ARG_INDEX


def test_events(world: World):
    """A command's type, queue and times; a user's event has none."""
    queue = create(
        "clCreateCommandQueue", world.context, world.device, cl.QUEUE_PROFILING_ENABLE
    )
    zero, one = handles(0, 0, 0), handles(1, 1, 1)
    other = create("clCreateBuffer", world.context, 0, 1024, None)
    buffer, data = world.buffer, world.data
    shared = function("clSVMAlloc")(world.context, 0, 64, 0)
    image = image_of(world, cl.MEM_OBJECT_IMAGE2D, np.zeros((4, 4, 4), np.uint8))
    commands: list[tuple[int, str, tuple[Any, ...]]] = [
        (0x11F3, "clEnqueueReadBuffer", (buffer, 1, 0, 8, data)),
        (0x11F4, "clEnqueueWriteBuffer", (buffer, 1, 0, 8, data)),
        (0x11F5, "clEnqueueCopyBuffer", (buffer, other, 0, 0, 8)),
        (
            0x1201,
            "clEnqueueReadBufferRect",
            (buffer, 1, zero, zero, one, 0, 0, 0, 0, data),
        ),
        (
            0x1202,
            "clEnqueueWriteBufferRect",
            (buffer, 1, zero, zero, one, 0, 0, 0, 0, data),
        ),
        (
            0x1203,
            "clEnqueueCopyBufferRect",
            (buffer, other, zero, zero, one, 0, 0, 0, 0),
        ),
        (0x1207, "clEnqueueFillBuffer", (buffer, data, 4, 0, 8)),
        (0x1206, "clEnqueueMigrateMemObjects", (1, handles(buffer), 0)),
        (0x11F0, "clEnqueueNDRangeKernel", (world.general, 1, None, handles(8), None)),
        (0x11F1, "clEnqueueTask", (world.general,)),
        (0x120A, "clEnqueueSVMMemcpy", (0, shared, data, 8)),
        (0x120B, "clEnqueueSVMMemFill", (shared, data, 4, 8)),
        (0x120C, "clEnqueueSVMMap", (0, cl.MAP_READ, shared, 8)),
        (0x120D, "clEnqueueSVMUnmap", (shared,)),
        (0x120E, "clEnqueueSVMMigrateMem", (1, handles(shared), None, 0)),
        (0x1209, "clEnqueueSVMFree", (1, handles(shared), None, None)),
        (0x11F6, "clEnqueueReadImage", (image, 1, zero, one, 0, 0, data)),
        (0x11F7, "clEnqueueWriteImage", (image, 1, zero, one, 0, 0, data)),
        (0x11F8, "clEnqueueCopyImage", (image, image, zero, handles(1, 1, 0), one)),
        (0x11F9, "clEnqueueCopyImageToBuffer", (image, buffer, zero, one, 0)),
        (0x11FA, "clEnqueueCopyBufferToImage", (buffer, image, 0, zero, one)),
        (0x1208, "clEnqueueFillImage", (image, data, zero, one)),
        (0x11FE, "clEnqueueMarkerWithWaitList", ()),
        (0x1205, "clEnqueueBarrierWithWaitList", ()),
    ]
    for kind, name, arguments in commands:
        event = handles(0)
        assert call(name, queue, *arguments, 0, None, event) == 0
        assert call("clWaitForEvents", 1, event) == 0
        expect(
            "clGetEventInfo",
            event[0],
            EVENT_COMMAND_QUEUE=u64(queue),
            EVENT_CONTEXT=u64(world.context),
            EVENT_COMMAND_TYPE=u32(kind),
            EVENT_COMMAND_EXECUTION_STATUS=u32(0),
            EVENT_REFERENCE_COUNT=u32(1),
        )
        times = [
            int.from_bytes(ask("clGetEventProfilingInfo", event[0], query), "little")
            for query in range(
                cl.PROFILING_COMMAND_QUEUED, cl.PROFILING_COMMAND_END + 1
            )
        ]
        assert times == sorted(times)
        assert times[0] > 0
    own = create("clCreateUserEvent", world.context)
    expect(
        "clGetEventInfo",
        own,
        EVENT_COMMAND_QUEUE=u64(0),
        EVENT_CONTEXT=u64(world.context),
        EVENT_COMMAND_TYPE=u32(0x1204),
        EVENT_COMMAND_EXECUTION_STATUS=u32(cl.SUBMITTED),
    )
    assert call("clSetUserEventStatus", own, 0) == 0
    expect("clGetEventInfo", own, EVENT_COMMAND_EXECUTION_STATUS=u32(0))


def test_what_a_program_is_told(world: World):
    """
    Functions that the program gives are called when an object is gone, the last first, and
    when a build or an event has ended.
    """
    told: list[tuple[object, ...]] = []
    pointer = ctypes.c_void_p
    prototype = ctypes.CFUNCTYPE(None, pointer, pointer)

    def given(number: int) -> Any:
        @prototype
        def tell(handle: int, data: int) -> None:
            told.append((number, handle, data))

        kept.append(tell)
        return ctypes.cast(tell, pointer)

    kept: list[Callable[..., Any]] = []
    buffer = create("clCreateBuffer", world.context, 0, 64, None)
    for number in (1, 2):
        place = given(number)
        assert call("clSetMemObjectDestructorCallback", buffer, place, 40 + number) == 0
    assert call("clReleaseMemObject", buffer) == 0
    assert told == [(2, buffer, 42), (1, buffer, 41)]
    told.clear()
    program = program_of(world, b"kernel void k() {}")
    assert call("clBuildProgram", program, 0, None, None, given(3), 43) == 0
    assert call("clCreateKernel", program, b"k") == 0
    assert told == [(3, program, 43)]
