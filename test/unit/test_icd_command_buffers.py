"""
Command-buffers: each time that one is enqueued, it leaves NumPy's results in memory. The errors of their functions stand in `programs/icd_errors.txt`; Khronos' own
tests are the suite `cl_khr_command_buffer` of docs/conformance.md.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from test_icd_errors import World, call, create, handles, program_of

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.abi.opencl_api import ApiError
from xdsl_opencl.icd.objects.sub_devices import clCreateSubDevices
from xdsl_opencl.icd.programs.command_buffers import CommandBuffer

SOURCE = b"kernel void add(global int *x, int n) { x[get_global_id(0)] += n; }"
ALONE = (0, None, None, None)
COUNT = 64
BYTES = 4 * COUNT


class Buffers(World):
    """Two buffers of `COUNT` numbers, an image of as many, and a kernel for them."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = (
            create("clCreateBuffer", self.context, 0, BYTES, None) for _ in range(2)
        )
        shape = handles(cl.MEM_OBJECT_IMAGE2D, 8, COUNT // 8, 0, 0, 0, 0, 0, 0)
        form = (ctypes.c_uint32 * 2)(cl.R, cl.SIGNED_INT32)
        self.picture = create("clCreateImage", self.context, 0, form, shape, None)
        program = program_of(self, SOURCE)
        assert call("clBuildProgram", program, 0, None, None, None, None) == 0
        self.add = create("clCreateKernel", program, b"add")

    def arguments(self, buffer: int, number: int) -> None:
        """Sets the kernel's arguments."""
        assert call("clSetKernelArg", self.add, 0, 8, handles(buffer)) == 0
        value = (ctypes.c_int32 * 1)(number)
        assert call("clSetKernelArg", self.add, 1, 4, value) == 0

    def write(self, buffer: int, values: NDArray[np.int32]) -> None:
        """Writes a whole buffer."""
        data = np.ascontiguousarray(values, np.int32)
        place = (self.queue, buffer, 1, 0, BYTES, data.ctypes.data)
        assert call("clEnqueueWriteBuffer", *place, 0, None, None) == 0

    def read(self, buffer: int) -> NDArray[np.int32]:
        """Reads a whole buffer."""
        data = np.empty(COUNT, np.int32)
        place = (self.queue, buffer, 1, 0, BYTES, data.ctypes.data)
        assert call("clEnqueueReadBuffer", *place, 0, None, None) == 0
        return data


@pytest.fixture(scope="module")
def world():
    return Buffers()


Command = tuple[Any, ...]


def recorded(world: Buffers, commands: Sequence[Command]) -> int:
    """
    A finalized command-buffer of `commands`, each the end of a function's name and its own
    arguments; each waits for the one before it.
    """
    buffer = create("clCreateCommandBufferKHR", 1, handles(world.queue), None)
    point = (ctypes.c_uint32 * 1)()
    for number, (name, *arguments) in enumerate(commands):
        wait = (1, (ctypes.c_uint32 * 1)(point[0])) if number else (0, None)
        head = (f"clCommand{name}KHR", buffer, None, None)
        assert call(*head, *arguments, *wait, point, None) == 0
    assert call("clFinalizeCommandBufferKHR", buffer) == 0
    return buffer


def enqueue(world: Buffers, buffer: int) -> None:
    assert call("clEnqueueCommandBufferKHR", 0, None, buffer, 0, None, None) == 0
    assert call("clFinish", world.queue) == 0


def info(buffer: int, name: int, size: int) -> int:
    """The answer to a query, as a number."""
    data = (ctypes.c_uint8 * size)()
    assert call("clGetCommandBufferInfoKHR", buffer, name, size, data, None) == 0
    return int.from_bytes(bytes(data), "little")


NUMBERS = np.arange(COUNT, dtype=np.int32)
SQUARE = NUMBERS.reshape(8, 8)
ZEROS = np.zeros(COUNT, np.int32)


def test_launches_keep_the_arguments_of_their_recording(world: Buffers):
    world.arguments(world.first, 3)
    launch = ("NDRangeKernel", world.add, 1, None, handles(COUNT), None)
    buffer = recorded(world, [launch, launch])
    world.arguments(world.second, 100)
    world.write(world.first, NUMBERS)
    world.write(world.second, ZEROS)
    enqueue(world, buffer)
    assert np.array_equal(world.read(world.first), NUMBERS + 6)
    enqueue(world, buffer)
    assert np.array_equal(world.read(world.first), NUMBERS + 12)
    assert np.array_equal(world.read(world.second), ZEROS)


def test_a_launch_waits_for_a_fill(world: Buffers):
    world.arguments(world.first, 1)
    seven = (ctypes.c_int32 * 1)(7)
    buffer = recorded(
        world,
        [
            ("FillBuffer", world.first, seven, 4, 0, BYTES),
            ("BarrierWithWaitList",),
            ("NDRangeKernel", world.add, 1, handles(8), handles(8), None),
            ("CopyBuffer", world.first, world.second, 0, 16, BYTES - 16),
        ],
    )
    # The pattern is read when the command is recorded.
    seven[0] = 9
    world.write(world.second, ZEROS)
    expected = np.full(COUNT, 7)
    expected[8:16] = 8
    for _ in range(2):
        enqueue(world, buffer)
        assert np.array_equal(world.read(world.first), expected)
        assert np.array_equal(world.read(world.second)[4:], expected[:-4])


def test_rectangles_and_images(world: Buffers):
    """The lower right quarter goes through an image, whose upper left texels are filled."""
    origin, low, high = handles(0, 0, 0), handles(16, 4, 0), handles(4, 4, 0)
    bytes_wide, quarter = handles(16, 4, 1), handles(4, 4, 1)
    color = (ctypes.c_int32 * 4)(-5)
    buffer = recorded(
        world,
        [
            ("FillImage", world.picture, color, origin, handles(8, 8, 1)),
            ("CopyBufferToImage", world.first, world.picture, 0, high, quarter),
            ("CopyImage", world.picture, world.picture, high, origin, handles(2, 2, 1)),
            ("CopyImageToBuffer", world.picture, world.second, origin, handles(8, 8, 1), 0),
            ("CopyBufferRect", world.first, world.second, low, handles(0, 4, 0), bytes_wide,
             32, 0, 32, 0),
        ],
    )  # fmt: skip
    world.write(world.first, NUMBERS)
    enqueue(world, buffer)
    expected = np.full((8, 8), -5)
    expected[4:, 4:] = NUMBERS[:16].reshape(4, 4)
    expected[:2, :2] = expected[4:6, 4:6]
    expected[4:, :4] = SQUARE[4:, 4:]
    assert np.array_equal(world.read(world.second).reshape(8, 8), expected)


def test_shared_virtual_memory(world: Buffers):
    first, second = np.empty(COUNT, np.int32), NUMBERS.copy()
    pattern = np.array([1, 2], np.int32)
    places = (first.ctypes.data, second.ctypes.data)
    buffer = recorded(
        world,
        [
            ("SVMMemcpy", places[0], places[1], BYTES),
            ("SVMMemFill", places[0], pattern.ctypes.data, 8, BYTES // 2),
        ],
    )
    assert not np.array_equal(first, NUMBERS)
    enqueue(world, buffer)
    assert first.tolist() == [1, 2] * (COUNT // 4) + NUMBERS[COUNT // 2 :].tolist()


def test_another_queue_an_event_and_a_release(world: Buffers):
    """The event is of the queue that was given; a released command-buffer runs."""
    world.arguments(world.first, 1)
    launch = ("NDRangeKernel", world.add, 1, None, handles(COUNT), None)
    buffer = recorded(world, [launch])
    bits = cl.QUEUE_PROFILING_ENABLE | cl.QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE
    queue = create("clCreateCommandQueue", world.context, world.device, bits)
    world.write(world.first, NUMBERS)
    gate = create("clCreateUserEvent", world.context)
    event = handles(0)
    place = (1, handles(queue), buffer, 1, handles(gate), event)
    assert call("clEnqueueCommandBufferKHR", *place) == 0
    assert call("clReleaseCommandBufferKHR", buffer) == 0
    assert np.array_equal(world.read(world.first), NUMBERS)
    assert call("clSetUserEventStatus", gate, cl.COMPLETE) == 0
    assert call("clWaitForEvents", 1, event) == 0
    assert np.array_equal(world.read(world.first), NUMBERS + 1)
    found, told = (ctypes.c_uint32 * 1)(), handles(0)
    query = (event[0], cl.EVENT_COMMAND_TYPE, 4, found, None)
    assert call("clGetEventInfo", *query) == 0
    assert found[0] == cl.COMMAND_COMMAND_BUFFER_KHR
    query = (event[0], cl.EVENT_COMMAND_QUEUE, 8, told, None)
    assert call("clGetEventInfo", *query) == 0
    assert told[0] == queue
    query = (event[0], cl.PROFILING_COMMAND_END, 8, told, None)
    assert call("clGetEventProfilingInfo", *query) == 0
    assert told[0] > 0


def test_queries(world: Buffers):
    flags = handles(cl.COMMAND_BUFFER_FLAGS_KHR, 0, 0)
    buffer = create("clCreateCommandBufferKHR", 1, handles(world.queue), flags)
    assert info(buffer, cl.COMMAND_BUFFER_STATE_KHR, 4) == 0
    assert call("clFinalizeCommandBufferKHR", buffer) == 0
    assert info(buffer, cl.COMMAND_BUFFER_STATE_KHR, 4) == 1
    assert info(buffer, cl.COMMAND_BUFFER_NUM_QUEUES_KHR, 4) == 1
    assert info(buffer, cl.COMMAND_BUFFER_QUEUES_KHR, 8) == world.queue
    assert info(buffer, cl.COMMAND_BUFFER_CONTEXT_KHR, 8) == world.context
    assert info(buffer, cl.COMMAND_BUFFER_PROPERTIES_ARRAY_KHR, 24) == 0x1293
    assert call("clRetainCommandBufferKHR", buffer) == 0
    assert info(buffer, cl.COMMAND_BUFFER_REFERENCE_COUNT_KHR, 4) == 2
    assert call("clReleaseCommandBufferKHR", buffer) == 0
    assert call("clReleaseCommandBufferKHR", buffer) == 0
    assert call("clReleaseCommandBufferKHR", buffer) == cl.INVALID_COMMAND_BUFFER_KHR


def test_a_queue_of_another_device(world: Buffers, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("xdsl_opencl.icd.objects.platform.thread_count", lambda: 2)
    parts, found = handles(cl.DEVICE_PARTITION_EQUALLY, 1, 0), handles(0, 0)
    clCreateSubDevices(
        world.device, ctypes.addressof(parts), 2, ctypes.addressof(found), None
    )
    devices = handles(world.device, found[0])
    context = create("clCreateContext", None, 2, devices, None, None)
    whole, part = (
        create("clCreateCommandQueue", context, device, 0) for device in devices
    )
    buffer = create("clCreateCommandBufferKHR", 1, handles(whole), None)
    assert call("clFinalizeCommandBufferKHR", buffer) == 0
    place = (1, handles(part), buffer, 0, None, None)
    assert call("clEnqueueCommandBufferKHR", *place) == cl.INVALID_DEVICE


def test_the_first_command_that_fails_is_the_last(world: Buffers):
    zero = (ctypes.c_int32 * 1)()
    fill = ("FillBuffer", world.first, zero, 4, 0, BYTES // 2)
    buffer = recorded(world, [fill, fill])

    def fail() -> None:
        raise ApiError(cl.OUT_OF_RESOURCES)

    CommandBuffer.of(buffer).recorder.recorded[0] = fail
    world.write(world.first, NUMBERS)
    event, status = handles(0), (ctypes.c_int32 * 1)()
    assert call("clEnqueueCommandBufferKHR", 0, None, buffer, 0, None, event) == 0
    assert call("clWaitForEvents", 1, event) < 0
    query = (event[0], cl.EVENT_COMMAND_EXECUTION_STATUS, 4, status, None)
    assert call("clGetEventInfo", *query) == 0
    assert status[0] == cl.OUT_OF_RESOURCES
    assert np.array_equal(world.read(world.first), NUMBERS)
