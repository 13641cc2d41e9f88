"""
The driver's functions, called as a loader calls them, with arguments that the specification
refuses: the codes are those of the OpenCL 3.0 API specification.
"""

from __future__ import annotations

import ctypes
import re
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Timer
from typing import Any

import numpy as np
import pytest
from texts import whole

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.icd.api import dispatch, start
from xdsl_opencl.icd.objects.queues import QUICK_BYTES
from xdsl_opencl.runtime.events import CommandQueue, Event

TYPES: dict[str, Any] = {
    "p": ctypes.c_void_p,
    "e": ctypes.c_void_p,
    "u": ctypes.c_uint32,
    "i": ctypes.c_int32,
    "U": ctypes.c_uint64,
    "z": ctypes.c_size_t,
    "v": None,
}

driver = (ctypes.c_void_p * 3)()
ready = ctypes.c_int()
start.start(ctypes.addressof(driver), ctypes.addressof(ready))
FUNCTIONS = dispatch.table().functions
SIGNATURES = dispatch.SIGNATURES | dispatch.EXTENSIONS


def function(name: str) -> Callable[..., Any]:
    result, *arguments = (TYPES[letter] for letter in SIGNATURES[name])
    return ctypes.CFUNCTYPE(result, *arguments)(FUNCTIONS[name])


def call(name: str, *arguments: Any) -> int:
    """
    Calls a function that returns a code or makes an object; returns the code, 0 for
    success. The object is in `made`.
    """
    global made
    if SIGNATURES[name][-1] != "e":
        return function(name)(*arguments)
    code = ctypes.c_int32(1)
    made = function(name)(*arguments, ctypes.addressof(code))
    assert bool(made) == (code.value == 0)
    return code.value


made: int = 0


def create(name: str, *arguments: Any) -> int:
    """Makes an object, without an error."""
    assert call(name, *arguments) == 0
    return made


def handles(*values: int) -> Any:
    """An array of handles or sizes."""
    return (ctypes.c_size_t * max(len(values), 1))(*values)


SOURCE = b"""
struct pair { int a, b; };
kernel void k(global int *x, int n, local int *t, float3 v, struct pair p) { x[0] = n; }
kernel void g(global int *x) { x[get_global_id(0)] = get_global_size(0); }
kernel __attribute__((reqd_work_group_size(4, 1, 1))) void r(global int *x) { x[0] = 1; }
kernel void s(sampler_t s) {}
kernel void i(read_only image2d_t flat, read_only image3d_t deep, write_only image2d_t to) {}
"""


class World:
    """One object of each kind."""

    def __init__(self) -> None:
        found = handles(0)
        assert function("clGetPlatformIDs")(1, found, None) == 0
        self.platform = found[0]
        kind = cl.DEVICE_TYPE_ALL
        assert function("clGetDeviceIDs")(self.platform, kind, 1, found, None) == 0
        self.device = found[0]
        devices = handles(self.device)
        self.context = create("clCreateContext", None, 1, devices, None, None)
        self.other = create("clCreateContext", None, 1, devices, None, None)
        self.queue = create("clCreateCommandQueue", self.context, self.device, 0)
        self.buffer = create("clCreateBuffer", self.context, 0, 1024, None)
        self.foreign = create("clCreateBuffer", self.other, 0, 1024, None)
        self.memory = np.zeros(4096, np.uint8)
        self.data = self.memory.ctypes.data
        self.fixed_flags = cl.MEM_IMMUTABLE_EXT | cl.MEM_COPY_HOST_PTR
        flags = self.fixed_flags
        self.fixed = create("clCreateBuffer", self.context, flags, 1024, self.data)
        flags = cl.MEM_HOST_NO_ACCESS
        self.hidden = create("clCreateBuffer", self.context, flags, 1024, None)
        self.foreign_queue = create("clCreateCommandQueue", self.other, self.device, 0)
        self.flat = handles(cl.MEM_OBJECT_IMAGE2D, 4, 4, 0, 0, 0, 0, 0, 0)
        self.form = (ctypes.c_uint32 * 2)(cl.RGBA, cl.UNSIGNED_INT8)
        wide = (ctypes.c_uint32 * 2)(cl.RGBA, cl.UNSIGNED_INT16)
        images = (
            create("clCreateImage", context, flags, form, self.flat, None)
            for context, flags, form in (
                (self.context, 0, self.form),
                (self.context, 0, wide),
                (self.other, 0, self.form),
                (self.context, cl.MEM_WRITE_ONLY, self.form),
                (self.context, cl.MEM_READ_ONLY, self.form),
            )
        )
        self.image, self.words, self.foreign_image, self.unread, self.unwritten = images
        place = (self.context, self.fixed_flags, self.form, self.flat, self.data)
        self.fixed_image = create("clCreateImage", *place)
        self.event = create("clCreateUserEvent", self.context)
        self.foreign_event = create("clCreateUserEvent", self.other)
        text = ctypes.c_char_p(SOURCE)
        lines = (ctypes.c_char_p * 1)(text)
        self.lines = lines
        self.unbuilt = create("clCreateProgramWithSource", self.context, 1, lines, None)
        self.program = create("clCreateProgramWithSource", self.context, 1, lines, None)
        build = function("clBuildProgram")
        assert build(self.program, 0, None, None, None, None) == 0
        self.kernel = create("clCreateKernel", self.program, b"k")
        self.required = create("clCreateKernel", self.program, b"r")
        self.sampling = create("clCreateKernel", self.program, b"s")
        self.imaging = create("clCreateKernel", self.program, b"i")
        self.general = create("clCreateKernel", self.program, b"g")
        for kernel in (self.required, self.general):
            value = handles(self.buffer)
            assert function("clSetKernelArg")(kernel, 0, 8, value) == 0
        made = (
            create("clCreateCommandBufferKHR", 1, handles(self.queue), None)
            for _ in range(2)
        )
        self.recording, self.finalized = made
        assert call("clFinalizeCommandBufferKHR", self.finalized) == 0
        self.point = (ctypes.c_uint32 * 1)(1)


ENTRIES = sorted(FUNCTIONS)
HARMLESS = {"clUnloadCompiler", "clGetPlatformInfo", "clGetExtensionFunctionAddress"}


@pytest.mark.parametrize("name", ENTRIES)
def test_nothing_but_nulls(name: str, capfd: pytest.CaptureFixture[str]):
    signature = SIGNATURES[name]
    arguments = [None if letter == "p" else 0 for letter in signature[1:]]
    if signature[-1] == "e":
        assert call(name, *arguments[:-1]) < 0
    elif signature[0] == "i" and name not in HARMLESS:
        assert function(name)(*arguments) < 0
    else:
        function(name)(*arguments)
    # No place for the code.
    if signature[-1] == "e":
        assert function(name)(*arguments[:-1], None) is None
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    "name", [name for name in ENTRIES if SIGNATURES[name][1:2] == "p"]
)
def test_a_handle_that_is_none(name: str, world: World):
    """Memory that is not an object, and an object of another class."""
    signature = SIGNATURES[name]
    for wrong in (world.data, world.event):
        if wrong == world.event and ("Event" in name or name == "clGetPlatformIDs"):
            continue
        if name in ("clGetExtensionFunctionAddress", "clWaitForEvents"):
            continue
        arguments = [None if letter == "p" else 0 for letter in signature[1:]]
        arguments[0] = wrong
        if signature[-1] == "e":
            assert call(name, *arguments[:-1]) < 0
        elif signature[0] == "i":
            assert function(name)(*arguments) < 0


BAD = whole("icd_errors.txt")
"""Calls, with the names of a `World` and of its objects, and the codes that they return."""


def bad_calls() -> Iterator[Any]:
    """
    Yields code, name, and arguments as a function of the world, of each call in `BAD`.
    """
    for number, line in enumerate(BAD.strip().splitlines()):
        call, _, code = line.rpartition(": ")
        name, _, arguments = call.removesuffix(")").partition("(")
        made = eval(f"lambda w: [{arguments}]", {"cl": cl, "handles": handles})
        value = getattr(cl, code)
        yield pytest.param(value, name, made, id=f"{name}-{code}-{number}")


@pytest.mark.parametrize(("code", "name", "arguments"), [*bad_calls()])
def test_the_code(
    code: int,
    name: str,
    arguments: Callable[[World], list[Any]],
    world: World,
    capfd: pytest.CaptureFixture[str],
):
    if SIGNATURES[name] == "-":
        address = dict(zip(dispatch.SIGNATURES, dispatch.table().pointers, strict=True))
        absent = ctypes.CFUNCTYPE(ctypes.c_int32)(address[name])
        assert absent() == code
        return
    assert call(name, *arguments(world)) == code
    assert capfd.readouterr() == ("", "")


def test_calls_that_fail_are_logged(
    world: World, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("XDSL_OPENCL_LOG", "1")
    assert call("clWaitForEvents", 0, None) == cl.INVALID_VALUE
    assert function("clRetainEvent")(world.event) == 0
    assert call("clReleaseEvent", world.event) == 0
    assert call("clReleaseEvent", world.data) == cl.INVALID_EVENT
    assert capfd.readouterr().err == (
        "xdsl-opencl: clWaitForEvents(0x0, NULL): CL_INVALID_VALUE: no events\n"
        f"xdsl-opencl: clReleaseEvent({world.data:#x}): CL_INVALID_EVENT\n"
    )


def test_all_functions_are_there():
    """Only those of GL, EGL and DirectX, and of sub-devices' extension, are not."""
    missing = {name for name in SIGNATURES if name not in FUNCTIONS}
    words = ("GL", "D3D", "DX9", "DevicesEXT", "DeviceEXT", "SubGroupInfoKHR")
    assert {n for n in missing if not any(word in n for word in words)} == set()


def test_reference_counts(world: World):
    """An object is gone with its last reference, unless another one uses it."""
    one = create("clCreateBuffer", world.context, 0, 256, None)
    count = ctypes.c_uint32()

    def ask() -> int:
        get = function("clGetMemObjectInfo")
        return get(one, cl.MEM_REFERENCE_COUNT, 4, ctypes.addressof(count), None)

    assert (ask(), count.value) == (0, 1)
    assert function("clRetainMemObject")(one) == 0
    assert (ask(), count.value) == (0, 2)
    for _ in range(2):
        assert function("clReleaseMemObject")(one) == 0
    assert ask() == cl.INVALID_MEM_OBJECT
    assert function("clReleaseMemObject")(one) == cl.INVALID_MEM_OBJECT
    part = create("clCreateBuffer", world.context, 0, 256, None)
    region = handles(0, 128)
    sub = create("clCreateSubBuffer", part, 0, cl.BUFFER_CREATE_TYPE_REGION, region)
    assert function("clReleaseMemObject")(part) == 0
    assert function("clRetainMemObject")(sub) == 0
    for _ in range(2):
        assert function("clReleaseMemObject")(sub) == 0


def build_log(program: int) -> str:
    room = ctypes.create_string_buffer(1 << 16)
    get = function("clGetProgramBuildInfo")
    name = cl.PROGRAM_BUILD_LOG
    found = handles(0)
    function("clGetPlatformIDs")(1, found, None)
    function("clGetDeviceIDs")(found[0], cl.DEVICE_TYPE_ALL, 1, found, None)
    assert get(program, found[0], name, len(room), room, None) == 0
    return room.value.decode()


def program_of(world: World, source: bytes) -> int:
    lines = (ctypes.c_char_p * 1)(ctypes.c_char_p(source))
    return create("clCreateProgramWithSource", world.context, 1, lines, None)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (b"kernel void k(global int *x) { x[0] = y; }", "undeclared identifier 'y'"),
        (b"#error stop", "stop"),
        (b"kernel void k(global int *x) { x[0] = ", "expected"),
        (b"\xff\xfe", ""),
        (b"\x03\x02\x23\x07", "is SPIR-V; give it to clCreateProgramWithIL"),
    ],
)
def test_build_failures(source: bytes, words: str, world: World):
    program = program_of(world, source)
    build = function("clBuildProgram")
    assert build(program, 0, None, None, None, None) == cl.BUILD_PROGRAM_FAILURE
    assert words in build_log(program)
    assert call("clCreateKernel", program, b"k") == cl.INVALID_PROGRAM_EXECUTABLE


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (
            b"const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_REPEAT | "
            b"CLK_FILTER_NEAREST; o[0] = read_imagei(i, s, (float2)(0)).x;",
            "in @k: the sampler's addressing mode repeat needs normalized coordinates",
        ),
        (
            b"if (get_local_id(0)) barrier(CLK_LOCAL_MEM_FENCE);",
            "in @k: opencl.barrier in code that depends on opencl.get_local_id",
        ),
        (b"\n#warning of the program\n", "of the program"),
        (b"barrier(CLK_LOCAL_MEM_FENCE);", ""),
    ],
)
def test_warnings_in_the_build_log(body: bytes, words: str, world: World):
    """A build from the cache has the same log."""
    head = b"kernel void k(read_only image2d_t i, global int *o) { "
    for _ in range(2):
        program = program_of(world, head + body + b" }")
        assert function("clBuildProgram")(program, 0, None, None, None, None) == 0
        log = build_log(program)
        assert words in log
        assert bool(words) == ("warning" in log)


@pytest.fixture
def heeding() -> Iterator[None]:
    """`nohup`, cron and CI agents start the tests with interrupts ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_an_interrupt_comes_when_the_call_has_returned(
    monkeypatch: pytest.MonkeyPatch, heeding: None
):
    """
    Python's exceptions cannot pass C, and a call returns a code of the specification.
    """

    def interrupted(*_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(dispatch, "_SOON", 0.2)
    types = {"ip": (ctypes.c_int32, None), "ppe": (ctypes.c_void_p, ctypes.c_int32())}
    for signature, (result, status) in types.items():
        name = "clFinish"
        monkeypatch.setitem(dispatch._functions, name, interrupted)  # pyright: ignore[reportPrivateUsage]
        guarded = dispatch._guarded(name, signature)  # pyright: ignore[reportPrivateUsage]
        places = [] if status is None else [ctypes.addressof(status)]
        arguments = [ctypes.c_void_p] * (len(signature) - 1)
        call = ctypes.CFUNCTYPE(result, *arguments)(guarded)
        codes: list[int | None] = []

        def interrupt_once() -> None:
            codes.append(call(None, *places))
            # None that the end of the program waits for.
            timers = [t for t in threading.enumerate() if isinstance(t, Timer)]
            assert [timer.daemon for timer in timers] == [True]
            time.sleep(60)

        with pytest.raises(KeyboardInterrupt):
            interrupt_once()
        if status is not None:
            assert codes == [None]
            codes = [status.value]
        assert codes == [cl.OUT_OF_HOST_MEMORY]


def test_an_empty_program(world: World):
    """It is a source, that builds and compiles (piglit's `clBuildProgram`)."""
    program = program_of(world, b"")
    assert function("clBuildProgram")(program, 0, None, None, None, None) == 0
    assert call("clCreateKernel", program, b"k") == cl.INVALID_KERNEL_NAME
    compile = function("clCompileProgram")
    assert compile(program_of(world, b""), *[0, None, None, 0], *[None] * 4) == 0


@pytest.mark.parametrize(
    ("declaration", "use"),
    [
        (b"int nowhere(int);", b"nowhere(1)"),
        (b"int getpid();", b"getpid()"),
        (b"extern global int nowhere;", b"nowhere"),
        (b"extern global int optind;", b"(optind = 5)"),
        (b"extern constant int environ[];", b"environ[x[1]]"),
        (
            b"extern global int nowhere; global int *constant p = &nowhere;",
            b"*p",
        ),
    ],
)
def test_what_nothing_defines(declaration: bytes, use: bytes, world: World):
    """It fails the build, whatever the process has of that name."""
    source = declaration + b"\nkernel void k(global int *x) { x[0] = " + use + b"; }"
    program = program_of(world, source + b"\nkernel void g() {}")
    build = function("clBuildProgram")
    code = build(program, 0, None, b"-cl-std=CL2.0", None, None)
    assert code == cl.BUILD_PROGRAM_FAILURE
    name = re.search(rb"nowhere|getpid|optind|environ", declaration)
    assert name is not None
    said = f"kernel 'k': nothing defines '{name[0].decode()}'"
    assert said in build_log(program)
    assert call("clCreateKernel", program, b"k") == cl.INVALID_PROGRAM_EXECUTABLE


def test_binaries(world: World):
    """The binary of a program makes the same program again."""
    size = ctypes.c_size_t()
    get = function("clGetProgramInfo")
    assert (
        get(world.program, cl.PROGRAM_BINARY_SIZES, 8, ctypes.addressof(size), None)
        == 0
    )
    room = ctypes.create_string_buffer(size.value)
    place = handles(ctypes.addressof(room))
    assert get(world.program, cl.PROGRAM_BINARIES, 8, place, None) == 0
    again = create(
        "clCreateProgramWithBinary",
        world.context,
        1,
        handles(world.device),
        handles(size.value),
        place,
        None,
    )
    assert call("clCreateKernel", again, b"g") == cl.INVALID_PROGRAM_EXECUTABLE
    assert function("clBuildProgram")(again, 0, None, None, None, None) == 0
    kernel = create("clCreateKernel", again, b"g")
    assert function("clSetKernelArg")(kernel, 0, 8, handles(world.buffer)) == 0
    enqueue = function("clEnqueueNDRangeKernel")
    assert enqueue(world.queue, kernel, 1, None, handles(7), None, 0, None, None) == 0
    read = function("clEnqueueReadBuffer")
    assert read(world.queue, world.buffer, 1, 0, 28, world.data, 0, None, None) == 0
    assert world.memory[:28].view(np.int32).tolist() == [7] * 7


def test_compile_and_link(world: World):
    """A header, a function of another program, a library."""
    header = program_of(world, b"int twice(int x);")
    library = program_of(world, b'#include "h/t.h"\nint twice(int x) { return 2 * x; }')
    main = program_of(
        world, b'#include "h/t.h"\nkernel void k(global int *x) { x[0] = twice(x[1]); }'
    )
    names = (ctypes.c_char_p * 1)(b"h/t.h")
    build = function("clCompileProgram")
    for program in (library, main):
        assert build(program, 0, None, None, 1, handles(header), names, None, None) == 0
    assert (
        call(
            *("clLinkProgram", world.context, 0, None, b"-create-library"),
            *(1, handles(library), None, None),
        )
        == 0
    )
    linked = handles(main, made)
    program = create(
        "clLinkProgram", world.context, 0, None, None, 2, linked, None, None
    )
    kernel = create("clCreateKernel", program, b"k")
    world.memory[:8].view(np.int32)[:] = 0, 21
    write, read = function("clEnqueueWriteBuffer"), function("clEnqueueReadBuffer")
    assert write(world.queue, world.buffer, 1, 0, 8, world.data, 0, None, None) == 0
    assert function("clSetKernelArg")(kernel, 0, 8, handles(world.buffer)) == 0
    enqueue = function("clEnqueueNDRangeKernel")
    assert enqueue(world.queue, kernel, 1, None, handles(1), None, 0, None, None) == 0
    assert read(world.queue, world.buffer, 1, 0, 8, world.data, 0, None, None) == 0
    assert world.memory[:8].view(np.int32).tolist() == [42, 21]


@pytest.mark.parametrize(
    ("source", "names", "words"),
    [
        (b"kernel void k() {}", (b"h", b"h/t.h"), "header name 'h/t.h': "),
        (b"kernel void k() {}", (b"h/t.h", b"h"), "header name 'h': "),
        (b"kernel void k() {}", (b"../t.h",), "header name '../t.h'"),
        (b"kernel void k() {}", (b"h/../../t.h",), "header name 'h/../../t.h'"),
        (b"kernel void k() {}", (b"/tmp/t.h",), "header name '/tmp/t.h'"),
        (b"kernel void k() {}", (b"",), "header name ''"),
        (b'#include "h"', (b"x",), "'h' file not found"),
        (b'#include "h"\nint f() { return y; }', (b"h",), "identifier 'y'"),
        (b"int f() { return y; }", (), "identifier 'y'"),
    ],
)
def test_compilations_that_fail(
    source: bytes, names: tuple[bytes, ...], words: str, world: World
):
    """Headers have names below one folder, and are files."""
    program = program_of(world, source)
    header = program_of(world, b"int x;")
    headers = handles(*[header] * len(names)) if names else None
    array = (ctypes.c_char_p * len(names))(*names) if names else None
    code = function("clCompileProgram")(
        program, 0, None, None, len(names), headers, array, None, None
    )
    assert code == cl.COMPILE_PROGRAM_FAILURE
    log = build_log(program)
    assert words in log
    assert "please report" not in log
    status = ctypes.c_int32()
    query = (program, world.device, cl.PROGRAM_BUILD_STATUS, 4)
    assert call("clGetProgramBuildInfo", *query, ctypes.addressof(status), None) == 0
    assert status.value == cl.BUILD_ERROR


def test_link_without_a_definition(world: World):
    """The program is there all the same, with its log."""
    global made
    program = program_of(
        world, b"int f(); kernel void k(global int *x) { x[0] = f(); }"
    )
    build = function("clCompileProgram")
    assert build(program, 0, None, None, 0, None, None, None, None) == 0
    code = ctypes.c_int32()
    inputs = handles(program)
    linked = function("clLinkProgram")(
        world.context, 0, None, None, 1, inputs, None, None, ctypes.addressof(code)
    )
    assert code.value == cl.LINK_PROGRAM_FAILURE
    assert "'f'" in build_log(linked)


def test_short_launches_wake_no_thread(
    world: World, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    """
    The caller makes launches of few work items whose machine code is there and whose loops are
    counted, if they wait for nothing.
    """
    source = b"""
    kernel void few(global int *x) { x[get_global_id(0)]++; }
    kernel void loops(global int *x, int n) { for (int i = 0; i < n; i++) x[i] += x[x[i]]; }
    kernel void waits(global int *x) { while (x[0] == 0) x[1]++; }
    """
    monkeypatch.setenv("XDSL_OPENCL_CACHE", str(tmp_path))
    program = program_of(world, source)
    assert call("clBuildProgram", program, 0, None, None, None, None) == 0
    queue = create("clCreateCommandQueue", world.context, world.device, 0)
    numbers = np.ones(1 << 16, np.int32)
    buffer = create(
        *("clCreateBuffer", world.context, cl.MEM_USE_HOST_PTR),
        *(numbers.nbytes, numbers.ctypes.data),
    )
    kernels: dict[str, int] = {}
    for name in ("few", "loops", "waits"):
        kernels[name] = create("clCreateKernel", program, name.encode())
        assert call("clSetKernelArg", kernels[name], 0, 8, handles(buffer)) == 0
    finish = function("clFinish")
    handed: list[Event] = []

    def put(_: CommandQueue, event: Event) -> None:
        handed.append(event)
        event.run()

    monkeypatch.setattr(CommandQueue, "put", put)

    def is_handed(name: str, items: int, waited: int = 0) -> bool:
        handed.clear()
        wait = (1, handles(waited), None) if waited else (0, None, None)
        size, local = handles(items), handles(min(items, 16))
        enqueue = function("clEnqueueNDRangeKernel")
        assert enqueue(queue, kernels[name], 1, None, size, local, *wait) == 0
        return bool(handed)

    # The first one is compiled before it is a command.
    assert not any(is_handed("few", 7) for _ in range(3))
    assert (numbers[:9] == [4] * 7 + [1] * 2).all()
    assert is_handed("few", 1 << 16)
    for count in (8, 1 << 14):
        number = np.array(count, np.int32)
        assert call("clSetKernelArg", kernels["loops"], 1, 4, number.ctypes.data) == 0
        is_handed("loops", 16)
        assert is_handed("loops", 16) == (count > 1000)
    is_handed("waits", 16)
    assert is_handed("waits", 16)
    gate = create("clCreateUserEvent", world.context)
    assert not is_handed("few", 16, gate)
    before = numbers[0]
    assert function("clSetUserEventStatus")(gate, 0) == 0
    assert len(handed) == 1
    assert numbers[0] == before + 1
    assert finish(queue) == 0


def test_launches_of_several_threads_take_turns(world: World):
    """
    Short launches, which the callers make, and long ones, which another thread makes, of
    clones of one kernel in one queue: none runs while another does.
    """
    source = b"""kernel void k(global int *x, int n) {
        int old = x[get_global_id(0)];
        float f = old;
        for (int i = 0; i < 1000; i++) f = f * 0.5f + 1;
        x[get_global_id(0)] = old + n + (f > 9);
    }"""
    program = program_of(world, source)
    assert call("clBuildProgram", program, 0, None, None, None, None) == 0
    queue = create("clCreateCommandQueue", world.context, world.device, 0)
    numbers = np.zeros(1 << 12, np.int32)
    buffer = create(
        *("clCreateBuffer", world.context, cl.MEM_USE_HOST_PTR),
        *(numbers.nbytes, numbers.ctypes.data),
    )
    first = create("clCreateKernel", program, b"k")
    assert call("clSetKernelArg", first, 0, 8, handles(buffer)) == 0
    clone, enqueue = function("clCloneKernel"), function("clEnqueueNDRangeKernel")
    failed: list[int] = []
    rounds = 60

    def work(number: int) -> None:
        size = handles(64 if number % 2 else len(numbers))
        added, code = np.array(number, np.int32), ctypes.c_int32(1)
        for _ in range(rounds):
            kernel = clone(first, ctypes.addressof(code))
            codes = (
                code.value,
                call("clSetKernelArg", kernel, 1, 4, added.ctypes.data),
                enqueue(queue, kernel, 1, None, size, handles(64), 0, None, None),
                call("clReleaseKernel", kernel),
            )
            failed.extend(filter(None, codes))

    threads = [threading.Thread(target=work, args=(n,)) for n in range(1, 7)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert function("clFinish")(queue) == 0
    assert not failed
    assert (numbers[64:] == rounds * (2 + 4 + 6)).all()
    assert (numbers[:64] == rounds * (1 + 2 + 3 + 4 + 5 + 6)).all()


def test_few_bytes_wake_no_thread(world: World, monkeypatch: pytest.MonkeyPatch):
    """
    The caller makes commands that move few bytes or none, if they wait for nothing.
    """
    handed: list[Event] = []

    def put(_: CommandQueue, event: Event) -> None:
        handed.append(event)

    monkeypatch.setattr(CommandQueue, "put", put)
    queue, few, many = world.queue, QUICK_BYTES, QUICK_BYTES + 4
    first = create("clCreateBuffer", world.context, 0, many, None)
    second = create("clCreateBuffer", world.context, 0, many, None)
    data = np.arange(many, dtype=np.uint8)
    back = np.zeros_like(data)
    none = (0, None, None)

    def move(size: int) -> None:
        source, to = data.ctypes.data, back.ctypes.data
        for name, *rest in (
            ("clEnqueueWriteBuffer", first, 0, 0, size, source),
            ("clEnqueueCopyBuffer", first, second, 0, 0, size),
            ("clEnqueueReadBuffer", second, 0, 0, size, to),
        ):
            assert function(name)(queue, *rest, *none) == 0

    move(few)
    mapped = create("clEnqueueMapBuffer", queue, first, 0, cl.MAP_READ, 0, many, *none)
    unmap = function("clEnqueueUnmapMemObject")
    assert unmap(queue, first, mapped, *none) == 0
    assert function("clEnqueueMarkerWithWaitList")(queue, *none) == 0
    assert not handed
    np.testing.assert_array_equal(back[:few], data[:few])
    assert not back[few:].any()
    move(many)
    # The second and third wait for the first.
    assert len(handed) == 1
    for event in handed:
        event.run()
    np.testing.assert_array_equal(back, data)
    handed.clear()
    gate = create("clCreateUserEvent", world.context)
    wait = handles(gate)
    fill = function("clEnqueueFillBuffer")
    source = world.data
    assert fill(queue, first, source, 4, 0, 4, 1, wait, None) == 0
    assert not handed
    assert function("clSetUserEventStatus")(gate, 0) == 0
    # Not in the thread that lets it go on, which may be in a function of the program's.
    assert len(handed) == 1
    handed[0].run()
    assert function("clFinish")(queue) == 0
    for buffer in (first, second):
        assert function("clReleaseMemObject")(buffer) == 0


def test_commands_wait(world: World):
    """A command waits for the events it is given, and fails with one that failed."""
    gate = create("clCreateUserEvent", world.context)
    event = handles(0)
    write = function("clEnqueueWriteBuffer")
    wait = handles(gate)
    assert write(world.queue, world.buffer, 0, 0, 8, world.data, 1, wait, event) == 0
    status = ctypes.c_int32()

    def ask() -> int:
        name = cl.EVENT_COMMAND_EXECUTION_STATUS
        place = ctypes.addressof(status)
        assert function("clGetEventInfo")(event[0], name, 4, place, None) == 0
        return status.value

    assert ask() == cl.QUEUED
    seen: list[int] = []
    prototype = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int32, ctypes.c_void_p)

    @prototype
    def callback(_event: int, reached: int, _data: int) -> None:
        seen.append(reached)

    place = ctypes.cast(callback, ctypes.c_void_p)
    assert function("clSetEventCallback")(event[0], 0, place, None) == 0
    assert function("clSetUserEventStatus")(gate, -7) == 0
    code = cl.EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST
    assert function("clWaitForEvents")(1, event) == code
    assert ask() == code
    assert seen == [code]
    assert function("clSetUserEventStatus")(gate, 0) == cl.INVALID_OPERATION
    assert function("clFinish")(world.queue) == 0
