"""
Commands of the driver: each result beside Python or NumPy, at the limits that the OpenCL
3.0 API specification sets.
"""

from __future__ import annotations

import ctypes

import numpy as np
import pytest
from test_icd_errors import World, call, create, function, handles, program_of
from test_icd_info import ask, u64

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.icd.memory.svm_allocations import find_svm

NONE = (0, None, None)


def kernel_of(world: World, source: bytes) -> int:
    """The kernel `k` of a program."""
    program = program_of(world, source)
    assert function("clBuildProgram")(program, 0, None, None, None, None) == 0
    return create("clCreateKernel", program, b"k")


# --- clEnqueueNativeKernel -------------------------------------------------------------

NATIVE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


def test_native_kernel(world: World):
    """
    The function has a copy of the arguments, with addresses in the places of buffers.
    """
    buffers = [create("clCreateBuffer", world.context, 0, 16, None) for _ in range(2)]
    block = handles(1, 2, 3)
    seen: list[int] = []

    @NATIVE
    def native(arguments: int) -> None:
        first, number, second = (ctypes.c_uint64 * 3).from_address(arguments)
        seen.extend((arguments, number))
        ctypes.c_uint32.from_address(first).value = 77
        ctypes.c_uint32.from_address(second + 12).value = 88

    base = ctypes.addressof(block)
    command = (
        *(world.queue, ctypes.cast(native, ctypes.c_void_p), base, 24),
        *(2, handles(*buffers), handles(base, base + 16), *NONE),
    )
    assert call("clEnqueueNativeKernel", *command) == 0
    assert function("clFinish")(world.queue) == 0
    assert (len(seen), seen[1], list(block)) == (2, 2, [1, 2, 3])
    assert seen[0] != base
    for buffer, at, expected in ((buffers[0], 0, 77), (buffers[1], 12, 88)):
        read = (world.queue, buffer, 1, at, 4, world.data, *NONE)
        assert call("clEnqueueReadBuffer", *read) == 0
        assert world.memory[:4].view(np.uint32)[0] == expected


@pytest.mark.parametrize(("place", "fits"), [(-1, False), (17, False), (16, True)])
def test_places_of_buffers_in_the_arguments_of_a_native_kernel(
    place: int, fits: bool, world: World
):
    @NATIVE
    def native(arguments: int) -> None:
        pass

    block = handles(1, 2, 3)
    base = ctypes.addressof(block)
    command = (
        *(world.queue, ctypes.cast(native, ctypes.c_void_p), base, 24),
        *(1, handles(world.buffer), handles(base + place), *NONE),
    )
    assert call("clEnqueueNativeKernel", *command) == (0 if fits else cl.INVALID_VALUE)
    assert function("clFinish")(world.queue) == 0


# --- local memory ----------------------------------------------------------------------

LOCAL = b"""
kernel void k(global int *out, local char *more, int size) {
  local char own[61440];
  own[61439] = 1; more[0] = 2; more[size - 1] = 3;
  out[0] = own[61439] + 10 * more[size - 1];
}
"""


@pytest.mark.parametrize(("more", "code"), [(4096, 0), (4097, cl.OUT_OF_RESOURCES)])
def test_local_memory_of_the_kernel_and_of_arguments_has_one_limit(
    more: int, code: int, world: World
):
    """
    The device's `CL_DEVICE_LOCAL_MEM_SIZE`, 64 KiB: 60 of them are the kernel's own.
    """
    kernel = kernel_of(world, LOCAL)
    query = ("clGetDeviceInfo", world.device, cl.DEVICE_LOCAL_MEM_SIZE)
    assert ask(*query) == u64(65536)
    for index, (length, value) in enumerate(
        ((8, handles(world.buffer)), (more, None), (4, handles(more)))
    ):
        assert call("clSetKernelArg", kernel, index, length, value) == 0
    query = (kernel, world.device, cl.KERNEL_LOCAL_MEM_SIZE)
    assert ask("clGetKernelWorkGroupInfo", *query) == u64(61440 + more)
    launch = (world.queue, kernel, 1, None, handles(1), None, *NONE)
    assert call("clEnqueueNDRangeKernel", *launch) == code
    if code == 0:
        read = (world.queue, world.buffer, 1, 0, 4, world.data, *NONE)
        assert call("clEnqueueReadBuffer", *read) == 0
        assert world.memory[:4].view(np.int32)[0] == 31


def test_memory_of_a_kernel_is_the_same_after_each_launch(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    """A first short launch runs a form without rows. Rows of private arrays are no local memory."""
    monkeypatch.delenv("XDSL_OPENCL_TIERS")
    source = b"kernel void k(global int *p, local int *l) { int a[900], x = p[0], i;"
    source += b" for (i = 0; i < 900; i++) a[i] = x * i; p[get_global_id(0) & 15] = a[x & 3]; }"
    kernel = kernel_of(world, source)
    assert call("clSetKernelArg", kernel, 0, 8, handles(world.buffer)) == 0
    assert call("clSetKernelArg", kernel, 1, 1 << 15, None) == 0
    found: set[tuple[bytes, ...]] = set()
    for size in (16, 1 << 13):
        launch = (world.queue, kernel, 1, None, handles(size), None, *NONE)
        assert call("clEnqueueNDRangeKernel", *launch) == 0
        names = cl.KERNEL_PRIVATE_MEM_SIZE, cl.KERNEL_LOCAL_MEM_SIZE
        about = ("clGetKernelWorkGroupInfo", kernel, world.device)
        found.add(tuple(ask(*about, name) for name in names))
    ((_, local),) = found
    assert local == u64(1 << 15)


@pytest.mark.parametrize("size", [0, 1])
def test_local_argument_of_no_bytes(size: int, world: World):
    """OpenCL 3.1, `clSetKernelArg`: no local memory is needed for the argument."""
    source = b"kernel void k(global int *out, local int *none, local char *some) {"
    source += b"some[3] = 7; out[0] = some[3]; if (out[1] == 1 << 30) none[0] = 1; }"
    kernel = kernel_of(world, source)
    for index, length, value in (
        (0, 8, handles(world.buffer)),
        (1, size, None),
        (2, 4, None),
    ):
        assert call("clSetKernelArg", kernel, index, length, value) == 0
    launch = (world.queue, kernel, 1, None, handles(1), None, *NONE)
    assert call("clEnqueueNDRangeKernel", *launch) == 0
    read = (world.queue, world.buffer, 1, 0, 4, world.data, *NONE)
    assert call("clEnqueueReadBuffer", *read) == 0
    assert world.memory[:4].view(np.int32)[0] == 7


# --- commands that fail ----------------------------------------------------------------

TOO_MUCH = b"""
kernel void k(global int *out, int n) {
  int mine[1 << 20];
  for (int i = 0; i < n; ++i) mine[i * 37 & 0xFFFFF] = out[i];
  barrier(CLK_GLOBAL_MEM_FENCE);
  int s = 0;
  for (int i = 0; i < n; ++i) s += mine[i * 91 & 0xFFFFF];
  out[get_global_id(0)] = s;
}
"""


@pytest.mark.parametrize("log", ["", "1", "all"])
def test_a_command_that_fails_tells_its_context_and_its_event(
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    log: str,
):
    """
    4 GiB of private memory for a work-group: the event has a negative status, and the
    function given with the context has a text, no further data, and what the program gave.
    """
    monkeypatch.setenv("XDSL_OPENCL_LOG", log)
    told: list[tuple[bytes, int | None, int, int]] = []
    pointer = ctypes.c_void_p
    prototype = ctypes.CFUNCTYPE(
        None, ctypes.c_char_p, pointer, ctypes.c_size_t, pointer
    )

    @prototype
    def tell(text: bytes, info: int | None, size: int, data: int) -> None:
        told.append((text, info, size, data))

    place = ctypes.cast(tell, pointer)
    devices = handles(world.device)
    context = create("clCreateContext", None, 1, devices, place, 1234)
    queue = create("clCreateCommandQueue", context, world.device, 0)
    lines = (ctypes.c_char_p * 1)(ctypes.c_char_p(TOO_MUCH))
    program = create("clCreateProgramWithSource", context, 1, lines, None)
    assert call("clBuildProgram", program, 0, None, None, None, None) == 0
    kernel = create("clCreateKernel", program, b"k")
    buffer = create("clCreateBuffer", context, 0, 4096, None)
    for index, (size, value) in enumerate(((8, handles(buffer)), (4, handles(5)))):
        assert call("clSetKernelArg", kernel, index, size, value) == 0
    event = handles(0)
    sizes = handles(1024)
    launch = (queue, kernel, 1, None, sizes, sizes, 0, None, event)
    assert call("clEnqueueNDRangeKernel", *launch) == 0
    code = call("clWaitForEvents", 1, event)
    assert code == cl.EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST
    error = capfd.readouterr().err
    assert error.startswith("xdsl-opencl: kernel 'k'")
    assert ("xdsl-opencl: a command failed: " in error) == bool(log)
    assert ("Traceback" in error) == (log == "all")
    status = ctypes.c_int32()
    query = (event[0], cl.EVENT_COMMAND_EXECUTION_STATUS, 4, ctypes.addressof(status))
    assert call("clGetEventInfo", *query, None) == 0
    assert status.value == cl.OUT_OF_RESOURCES
    ((text, *others),) = told
    assert b"kernel 'k'" in text
    assert others == [None, 0, 1234]


def test_shared_memory_that_the_program_frees(world: World):
    """It is given the queue, the pointers and its own data, and frees them itself."""
    alloc, free = function("clSVMAlloc"), function("clSVMFree")
    memory = [alloc(world.context, 0, 64, 0) for _ in range(3)]
    told: list[tuple[int, list[int], int]] = []
    pointer = ctypes.c_void_p
    prototype = ctypes.CFUNCTYPE(None, pointer, ctypes.c_uint32, pointer, pointer)

    @prototype
    def release(queue: int, count: int, places: int, data: int) -> None:
        found = list((ctypes.c_size_t * count).from_address(places))
        told.append((queue, found, data))
        for place in found:
            free(world.context, place)

    place = ctypes.cast(release, pointer)
    command = (world.queue, 3, handles(*memory), place, 55, *NONE)
    assert call("clEnqueueSVMFree", *command) == 0
    assert call("clFinish", world.queue) == 0
    assert told == [(world.queue, memory, 55)]
    one = alloc(world.context, 0, 64, 0)
    free(world.queue, one)
    assert find_svm(one) is not None
    free(world.context, one)
    assert find_svm(one) is None
    for count, places in ((0, handles(*memory)), (2, None)):
        command = (world.queue, count, places, None, None, *NONE)
        assert call("clEnqueueSVMFree", *command) == cl.INVALID_VALUE


# --- kernels ---------------------------------------------------------------------------

SEVERAL = b"""
kernel void k(global int *out, int n, local int *t) {
  t[get_local_id(0)] = n;
  out[get_global_id(0)] = n + t[get_local_id(0)];
}
kernel void l(global int *out, write_only pipe int4 p) {
  int4 v = (int4)(1, 2, 3, get_global_id(0));
  out[get_global_id(0)] = write_pipe(p, &v);
}
kernel void m(global int *out, read_only pipe int4 p) {
  int4 v = 0;
  out[get_global_id(0)] = read_pipe(p, &v) ? -1 : v.s3;
}
"""


def launched(world: World, kernel: int, count: int) -> list[int]:
    """Runs a kernel of one group; returns the first numbers of the world's buffer."""
    fill = (world.queue, world.buffer, world.data, 1, 0, 1024, *NONE)
    assert call("clEnqueueFillBuffer", *fill) == 0
    launch = (world.queue, kernel, 1, None, handles(count), handles(count), *NONE)
    assert call("clEnqueueNDRangeKernel", *launch) == 0
    read = (world.queue, world.buffer, 1, 0, 4 * count, world.data, *NONE)
    assert call("clEnqueueReadBuffer", *read) == 0
    return world.memory[: 4 * count].view(np.int32).tolist()


def set_arguments(kernel: int, *arguments: tuple[int, object]) -> None:
    for index, (size, value) in enumerate(arguments):
        assert call("clSetKernelArg", kernel, index, size, value) == 0


def test_all_kernels_of_a_program_and_clones(world: World):
    program = program_of(world, SEVERAL)
    options = b"-cl-std=CL2.0"
    assert function("clBuildProgram")(program, 0, None, options, None, None) == 0
    number = ctypes.c_uint32()
    found = handles(0, 0, 0, 0)
    make = ("clCreateKernelsInProgram", program)
    assert call(*make, 0, None, ctypes.addressof(number)) == 0
    assert number.value == 3
    assert call(*make, 2, found, None) == cl.INVALID_VALUE
    assert call(*make, 4, found, ctypes.addressof(number)) == 0
    assert [bool(kernel) for kernel in found] == [True, True, True, False]
    kernel = create("clCreateKernel", program, b"k")
    value = np.array([20], np.int32)
    numbers = (4, value.ctypes.data)
    set_arguments(kernel, (8, handles(world.buffer)), numbers, (16, None))
    clone = create("clCloneKernel", kernel)
    value[0] = 3
    set_arguments(kernel, (8, handles(world.buffer)), numbers, (16, None))
    assert launched(world, clone, 4) == [40] * 4
    assert launched(world, kernel, 4) == [6] * 4
    # A program with kernels is not built again.
    assert call("clReleaseKernel", kernel) == 0
    build = ("clBuildProgram", program, 0, None, options, None, None)
    assert call(*build) == cl.INVALID_OPERATION
    for one in (clone, *found[:3]):
        assert call("clReleaseKernel", one) == 0
    assert call(*build) == 0


def test_pipes(world: World):
    """Packets come in the order that they were written, as many as fit."""
    program = program_of(world, SEVERAL)
    options = b"-cl-std=CL2.0"
    assert function("clBuildProgram")(program, 0, None, options, None, None) == 0
    pipe = create("clCreatePipe", world.context, 0, 16, 3, None)
    other = create("clCreatePipe", world.context, 0, 4, 3, None)
    writes, reads = (create("clCreateKernel", program, n) for n in (b"l", b"m"))
    for kernel in (writes, reads):
        given = (kernel, 1, 8, handles(other))
        assert call("clSetKernelArg", *given) == cl.INVALID_ARG_VALUE
        set_arguments(kernel, (8, handles(world.buffer)), (8, handles(pipe)))
    results = launched(world, writes, 4)
    assert [result == 0 for result in results].count(True) == 3
    written = [i for i, result in enumerate(results) if result == 0]
    assert sorted(launched(world, reads, 4)) == sorted([-1, *written])


def test_events_of_markers_and_barriers(world: World):
    """They end when what was enqueued before them has."""
    gate = create("clCreateUserEvent", world.context)
    queue = world.queue
    write = (queue, world.buffer, 0, 0, 4, world.data, 1, handles(gate), None)
    assert call("clEnqueueWriteBuffer", *write) == 0
    marker = handles(0)
    assert call("clEnqueueMarker", queue, marker) == 0
    assert call("clEnqueueBarrier", queue) == 0
    assert call("clEnqueueWaitForEvents", queue, 1, marker) == 0
    status = ctypes.c_int32(77)
    query = ("clGetEventInfo", marker[0], cl.EVENT_COMMAND_EXECUTION_STATUS, 4)
    assert call(*query, ctypes.addressof(status), None) == 0
    assert status.value > cl.COMPLETE
    assert call("clSetUserEventStatus", gate, cl.COMPLETE) == 0
    assert call("clFinish", queue) == 0
    assert call(*query, ctypes.addressof(status), None) == 0
    assert status.value == cl.COMPLETE
    again = ("clSetUserEventStatus", gate, cl.COMPLETE)
    assert call(*again) == cl.INVALID_OPERATION
    wrong = ("clSetUserEventStatus", marker[0], cl.COMPLETE)
    assert call(*wrong) == cl.INVALID_EVENT
