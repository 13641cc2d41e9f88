"""
Sub-devices: the codes of the OpenCL 3.0 API specification (`clCreateSubDevices`), what they
say of themselves, and programs that run on them.
"""

from __future__ import annotations

import ctypes
import threading
import time

import numpy as np
import pytest
from test_icd_errors import World, call, create, function, handles
from test_icd_info import ask

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.runtime.cpu.thread_pool import Pool

EQUALLY = cl.DEVICE_PARTITION_EQUALLY
COUNTS = cl.DEVICE_PARTITION_BY_COUNTS


@pytest.fixture
def units(monkeypatch: pytest.MonkeyPatch) -> int:
    """The device has 6 compute units, whatever the computer has."""
    monkeypatch.setenv("XDSL_OPENCL_THREADS", "6")
    return 6


def words(device: int, name: int) -> list[int]:
    """The answer about a device, as numbers of 64 bits."""
    answer = ask("clGetDeviceInfo", device, name)
    return list(np.frombuffer(answer + bytes(-len(answer) % 8), np.uint64))


def partition(device: int, *properties: int) -> list[int]:
    count = ctypes.c_uint32()
    create_devices = function("clCreateSubDevices")
    wanted = handles(*properties, 0)
    assert create_devices(device, wanted, 0, None, ctypes.addressof(count)) == 0
    found = handles(*[0] * count.value)
    assert create_devices(device, wanted, count.value, found, None) == 0
    return list(found)


@pytest.mark.parametrize(
    ("properties", "expected"),
    [
        ((EQUALLY, 1), [1] * 6),
        ((EQUALLY, 2), [2] * 3),
        # What is left belongs to none.
        ((EQUALLY, 4), [4]),
        ((COUNTS, 1, 5, 0), [1, 5]),
        ((COUNTS, 6, 0), [6]),
        ((COUNTS, 2, 1, 0), [2, 1]),
    ],
)
@pytest.mark.usefixtures("units")
def test_partitions(
    properties: tuple[int, ...], expected: list[int], world: World
) -> None:
    found = partition(world.device, *properties)
    assert [words(d, cl.DEVICE_MAX_COMPUTE_UNITS)[0] for d in found] == expected
    for device in found:
        assert words(device, cl.DEVICE_PARENT_DEVICE) == [world.device]
        assert words(device, cl.DEVICE_PARTITION_TYPE) == [*properties, 0]
        assert words(device, cl.DEVICE_NAME) == words(world.device, cl.DEVICE_NAME)
        single = words(device, cl.DEVICE_MAX_COMPUTE_UNITS) == [1]
        ways = words(device, cl.DEVICE_PARTITION_PROPERTIES)
        assert ways == ([0] if single else [EQUALLY, COUNTS])
    assert words(world.device, cl.DEVICE_PARENT_DEVICE) == [0]
    assert words(world.device, cl.DEVICE_PARTITION_TYPE) == []
    assert words(world.device, cl.DEVICE_PARTITION_MAX_SUB_DEVICES) == [6]
    for device in found:
        assert function("clReleaseDevice")(device) == 0
        assert function("clReleaseDevice")(device) == cl.INVALID_DEVICE


@pytest.mark.parametrize(
    ("code", "properties"),
    [
        (cl.INVALID_VALUE, (0,)),
        (cl.INVALID_VALUE, (7, 1, 0)),
        (cl.INVALID_VALUE, (cl.DEVICE_PARTITION_BY_AFFINITY_DOMAIN, 1, 0)),
        (cl.INVALID_VALUE, (EQUALLY, 0, 0)),
        (cl.INVALID_VALUE, (EQUALLY, 2, COUNTS, 1, 0, 0)),
        (cl.INVALID_VALUE, (COUNTS, 0, 0)),
        (cl.DEVICE_PARTITION_FAILED, (EQUALLY, 6, 0)),
        (cl.INVALID_DEVICE_PARTITION_COUNT, (EQUALLY, 7, 0)),
        (cl.INVALID_DEVICE_PARTITION_COUNT, (COUNTS, 4, 3, 0, 0)),
        (cl.INVALID_DEVICE_PARTITION_COUNT, (COUNTS, *[1] * 100, 0, 0)),
        (cl.INVALID_DEVICE_PARTITION_COUNT, (COUNTS, 2**64 - 1, 0, 0)),
    ],
)
@pytest.mark.usefixtures("units")
def test_wrong_partitions(code: int, properties: tuple[int, ...], world: World) -> None:
    found = handles(*[0] * 8)
    create_devices = function("clCreateSubDevices")
    wanted = handles(*properties)
    assert create_devices(world.device, wanted, 8, found, None) == code
    assert create_devices(world.device, wanted, 0, None, None) == code
    assert not any(found)


@pytest.mark.usefixtures("units")
def test_wrong_arguments(world: World) -> None:
    create_devices = function("clCreateSubDevices")
    wanted = handles(EQUALLY, 1, 0)
    found = handles(*[0] * 8)
    assert create_devices(world.device, wanted, 5, found, None) == cl.INVALID_VALUE
    assert create_devices(world.device, None, 8, found, None) == cl.INVALID_VALUE
    assert create_devices(world.queue, wanted, 8, found, None) == cl.INVALID_DEVICE


def test_one_compute_unit(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDSL_OPENCL_THREADS", "1")
    assert words(world.device, cl.DEVICE_PARTITION_PROPERTIES) == [0]
    wanted = handles(EQUALLY, 1, 0)
    create_devices = function("clCreateSubDevices")
    failed = cl.DEVICE_PARTITION_FAILED
    assert create_devices(world.device, wanted, 0, None, None) == failed


@pytest.mark.usefixtures("units")
def test_parts_of_parts(world: World) -> None:
    """A sub-device lives as long as its own sub-devices."""
    (half, other) = partition(world.device, EQUALLY, 3)
    parts = partition(half, COUNTS, 1, 2, 0)
    assert function("clReleaseDevice")(half) == 0
    assert words(parts[1], cl.DEVICE_PARENT_DEVICE) == [half]
    assert words(half, cl.DEVICE_MAX_COMPUTE_UNITS) == [3]
    assert words(half, cl.DEVICE_REFERENCE_COUNT) == [0]
    assert function("clRetainDevice")(other) == 0
    assert words(other, cl.DEVICE_REFERENCE_COUNT) == [2]
    for device in (*parts, other, other):
        assert function("clReleaseDevice")(device) == 0
    for device in (half, other, *parts):
        assert function("clRetainDevice")(device) == cl.INVALID_DEVICE
    for _ in range(3):
        assert function("clReleaseDevice")(world.device) == 0


SOURCE = b"kernel void k(global int *x) { x[get_global_id(0)] += get_global_id(0); }"


@pytest.mark.usefixtures("units")
def test_programs_on_sub_devices(world: World) -> None:
    """
    One program and one buffer on queues of two sub-devices; the device itself is not in
    their context.
    """
    devices = partition(world.device, COUNTS, 1, 3, 0)
    context = create("clCreateContext", None, 2, handles(*devices), None, None)
    for device in devices:
        assert function("clReleaseDevice")(device) == 0
    count = ctypes.c_uint32()
    found = handles(0, 0)
    get = function("clGetContextInfo")
    number = ctypes.addressof(count)
    assert get(context, cl.CONTEXT_NUM_DEVICES, 4, number, None) == 0
    assert get(context, cl.CONTEXT_DEVICES, 16, found, None) == 0
    assert (count.value, list(found)) == (2, devices)
    wrong = call("clCreateCommandQueue", context, world.device, 0)
    assert wrong == cl.INVALID_DEVICE
    queues = [create("clCreateCommandQueue", context, d, 0) for d in devices]
    about = function("clGetCommandQueueInfo")
    for queue, device in zip(queues, devices, strict=True):
        assert about(queue, cl.QUEUE_DEVICE, 8, found, None) == 0
        assert found[0] == device
    lines = (ctypes.c_char_p * 1)(ctypes.c_char_p(SOURCE))
    program = create("clCreateProgramWithSource", context, 1, lines, None)
    build = function("clBuildProgram")
    other = handles(world.device)
    assert build(program, 1, other, None, None, None) == cl.INVALID_DEVICE
    assert build(program, 0, None, None, None, None) == 0
    again = from_binaries(program, context, devices)
    for made in (program, again):
        kernel = create("clCreateKernel", made, b"k")
        group = function("clGetKernelWorkGroupInfo")
        query = cl.KERNEL_WORK_GROUP_SIZE
        assert group(kernel, None, query, 8, found, None) == cl.INVALID_DEVICE
        assert group(kernel, devices[1], query, 8, found, None) == 0
        data = np.zeros(100_000, np.int32)
        flags = cl.MEM_USE_HOST_PTR
        size = data.nbytes
        buffer = create("clCreateBuffer", context, flags, size, data.ctypes.data)
        assert function("clSetKernelArg")(kernel, 0, 8, handles(buffer)) == 0
        enqueue = function("clEnqueueNDRangeKernel")
        for queue in queues:
            total = handles(data.size)
            assert enqueue(queue, kernel, 1, None, total, None, 0, None, None) == 0
            assert function("clFinish")(queue) == 0
        read = function("clEnqueueReadBuffer")
        out = np.zeros_like(data)
        place = out.ctypes.data
        assert read(queues[1], buffer, 1, 0, size, place, 0, None, None) == 0
        assert (out == 2 * np.arange(data.size)).all()


def from_binaries(program: int, context: int, devices: list[int]) -> int:
    """The program that the binaries for two sub-devices make."""
    get = function("clGetProgramInfo")
    sizes = handles(0, 0)
    assert get(program, cl.PROGRAM_BINARY_SIZES, 16, sizes, None) == 0
    rooms = [ctypes.create_string_buffer(size) for size in sizes]
    places = handles(*map(ctypes.addressof, rooms))
    assert get(program, cl.PROGRAM_BINARIES, 16, places, None) == 0
    statuses = (ctypes.c_int32 * 2)(7, 7)
    status = ctypes.addressof(statuses)
    from_binary = "clCreateProgramWithBinary"
    words = (context, 2, handles(*devices), sizes, places, status)
    again = create(from_binary, *words)
    assert list(statuses) == [0, 0]
    assert function("clBuildProgram")(again, 0, None, None, None, None) == 0
    twice = handles(devices[0], devices[0])
    wrong = call(from_binary, context, 2, twice, sizes, places, status)
    assert wrong == cl.INVALID_DEVICE
    rooms[1][0] = b"?"
    assert call(from_binary, *words) == cl.INVALID_BINARY
    assert list(statuses) == [cl.INVALID_BINARY] * 2
    return again


def test_threads_of_a_launch() -> None:
    """No more threads run work-groups than a launch may have."""
    pool = Pool(4)
    seen: set[int] = set()
    patience = 0.002

    def groups(arguments: int, launch: int, first: int, last: int) -> None:
        seen.add(threading.get_ident())
        end = time.monotonic() + patience
        while len(seen) < 3 and time.monotonic() < end:
            time.sleep(0.0005)

    pointer, number = ctypes.c_void_p, ctypes.c_int64
    function = ctypes.CFUNCTYPE(None, pointer, pointer, number, number)(groups)
    address = ctypes.cast(function, pointer).value
    assert address is not None
    stop = ctypes.c_int64()

    def launch(threads: int | None) -> int:
        seen.clear()
        pool.run(address, 0, 0, 64, None, ctypes.addressof(stop), threads)
        return len(seen)

    assert launch(1) == 1
    assert launch(2) <= 2
    patience = 20
    assert launch(None) > 2
    pool.close()
