"""
SPIR-V and unified shared memory on the driver: results beside NumPy, codes as the OpenCL 3.1 API
specification and `cl_intel_unified_shared_memory` have them.
"""

from __future__ import annotations

import ctypes
import gc
import struct
import time
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np
import pytest
from test_icd_errors import (
    World,
    build_log,
    call,
    create,
    function,
    handles,
    program_of,
)
from test_icd_info import ask, u32, u64
from test_program_binary import binary_of, loaded

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.spirv.words import Instruction, Module, write

FOLDER = Path(__file__).parent / "data" / "spirv"
WORDS = (FOLDER / "saxpy.spv").read_bytes()
NONE = (0, None, None)
BUILD = (0, None, None, None, None)


def of_words(world: World, words: bytes) -> int:
    return create("clCreateProgramWithIL", world.context, words, len(words))


def saxpy(world: World, program: int) -> None:
    """Runs kernel `saxpy` of `program` on arrays of the host."""
    kernel = create("clCreateKernel", program, b"saxpy")
    x, y = np.arange(64, dtype=np.float32), np.ones(64, np.float32)
    factor = ctypes.c_float(0.5)
    assert call("clSetKernelArg", kernel, 0, 4, ctypes.addressof(factor)) == 0
    copy = ("clEnqueueMemcpyINTEL", world.queue, 1)
    places: list[int] = []
    for index, array in enumerate((x, y), 1):
        place = create("clHostMemAllocINTEL", world.context, None, x.nbytes, 0)
        assert call(*copy, place, array.ctypes.data, x.nbytes, *NONE) == 0
        assert call("clSetKernelArgMemPointerINTEL", kernel, index, place) == 0
        places.append(place)
    enqueue = ("clEnqueueNDRangeKernel", world.queue, kernel, 1, None)
    assert call(*enqueue, handles(64), None, *NONE) == 0
    assert call(*copy, y.ctypes.data, places[1], x.nbytes, *NONE) == 0
    for place in places:
        assert call("clMemFreeINTEL", world.context, place) == 0
    np.testing.assert_array_equal(y, 0.5 * x + 1)
    assert ask("clGetKernelInfo", kernel, cl.KERNEL_ATTRIBUTES) == b"\0"
    assert call("clReleaseKernel", kernel) == 0


def test_programs_of_spirv(world: World) -> None:
    program = of_words(world, WORDS)
    assert ask("clGetProgramInfo", program, cl.PROGRAM_IL) == WORDS
    assert ask("clGetProgramInfo", program, cl.PROGRAM_SOURCE) == b"\0"
    for _ in range(2):
        assert call("clBuildProgram", program, *BUILD) == 0
        saxpy(world, program)
    again = loaded(world, binary_of(program))
    assert call("clBuildProgram", again, *BUILD) == 0
    assert ask("clGetProgramInfo", again, cl.PROGRAM_IL) == b""
    saxpy(world, again)


def test_checked(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Code that checks itself is made of the module of a binary, too."""
    program = of_words(world, WORDS)
    assert call("clBuildProgram", program, *BUILD) == 0
    again = loaded(world, binary_of(program))
    monkeypatch.setenv("XDSL_OPENCL_CHECK", "1")
    for each in (program, again):
        assert call("clBuildProgram", each, *BUILD) == 0, build_log(each)
        saxpy(world, each)


def test_an_assertion_fails(world: World, capfd: pytest.CaptureFixture[str]) -> None:
    """Intel's runtime 2026.2 prints the same texts and work item, and aborts."""
    program = of_words(world, (FOLDER / "assert.spv").read_bytes())
    assert call("clBuildProgram", program, *BUILD) == 0
    kernel = create("clCreateKernel", program, b"__sycl_kernel_assertk")
    numbers, event = np.zeros(64, np.int32), handles(0)
    for index in range(2):
        place = numbers.ctypes.data
        assert call("clSetKernelArgMemPointerINTEL", kernel, index, place) == 0
    enqueue = ("clEnqueueNDRangeKernel", world.queue, kernel, 1, None, handles(64))
    failed = cl.EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST
    for numbers[37], status in ((99_999, 0), (100_000, failed)):
        assert call(*enqueue, None, 0, None, ctypes.addressof(event)) == 0
        assert call("clWaitForEvents", 1, event) == status
        told = "work item (37, 0, 0): assertion failed: rtc.cpp:6: void assertk("
        assert (told in capfd.readouterr().err) == bool(status)


def specialized() -> bytes:
    """A kernel that stores two specialization constants: 7, a `uint` of 40; 8, a `char` of 3."""
    one, two, byte, wide, zero = range(50, 55)
    given = ((one, "SpecId", 7), (two, "SpecId", 8))
    return words_of(
        *(("OpCapability", 0, 0, "Int8"), "begin"),
        ("OpEntryPoint", 0, 0, "Kernel", f, "k"),
        *[("OpDecorate", 0, 0, *each) for each in given],
        *("types", ("OpTypeInt", 0, byte, 8, 0), ("OpSpecConstant", word, one, 40)),
        *(("OpSpecConstant", byte, two, 3), ("OpConstant", word, zero, 1)),
        ("OpFunction", void, f, 0, kernel_kind),
        *(("OpFunctionParameter", pointer, p), ("OpLabel", 0, label)),
        ("OpSConvert", word, wide, two),
        ("OpStore", 0, 0, p, one, 2, 4),
        ("OpInBoundsPtrAccessChain", pointer, at, p, zero),
        ("OpStore", 0, 0, at, wide, 2, 4),
        *(("OpReturn", 0, 0), ("OpFunctionEnd", 0, 0)),
    )


def stored(world: World, program: int, *given: int) -> list[int]:
    """What kernel `k` of one array makes of these numbers."""
    kernel = create("clCreateKernel", program, b"k")
    out = np.array(given, np.int32)
    assert call("clSetKernelArgMemPointerINTEL", kernel, 0, out.ctypes.data) == 0
    enqueue = ("clEnqueueNDRangeKernel", world.queue, kernel, 1, None)
    assert call(*enqueue, handles(1), None, *NONE) == 0
    assert call("clFinish", world.queue) == 0
    assert call("clReleaseKernel", kernel) == 0
    return out.tolist()


def test_specialization_constants(world: World) -> None:
    program = of_words(world, specialized())
    give = "clSetProgramSpecializationConstant"
    seen: list[list[int]] = []
    for number, data in ((0, b""), (7, u32(99)), (8, b"\xfe")):
        if data:
            assert call(give, program, number, len(data), data) == 0
        assert call("clBuildProgram", program, *BUILD) == 0
        seen.append(stored(world, program, 0, 0))
    assert seen == [[40, 3], [99, 3], [99, -2]]
    assert call(give, program, 9, 4, u32(1)) == cl.INVALID_SPEC_ID
    assert call(give, program, 7, 8, u64(1)) == cl.INVALID_VALUE
    assert call(give, program, 8, 4, u32(1)) == cl.INVALID_VALUE
    assert call(give, program, 7, 4, None) == cl.INVALID_VALUE
    assert call(give, world.program, 7, 4, u32(1)) == cl.INVALID_PROGRAM


void, word, pointer, kind, kernel_kind, f, g, own, shared, p, label, made = range(1, 13)
three, at, found, more = range(13, 17)
ROWS: dict[str, tuple[Any, ...]] = {
    "begin": (
        *[("OpCapability", 0, 0, name) for name in ("Addresses", "Kernel", "Linkage")],
        ("OpMemoryModel", 0, 0, "Physical64", "OpenCL"),
    ),
    "types": (
        ("OpTypeVoid", 0, void),
        ("OpTypeInt", 0, word, 32, 0),
        ("OpTypePointer", 0, pointer, "CrossWorkgroup", word),
        ("OpTypeFunction", 0, kind, word, word),
        ("OpTypeFunction", 0, kernel_kind, void, pointer),
        ("OpConstant", word, three, 3),
    ),
    "shared": (("OpVariable", pointer, shared, "CrossWorkgroup", three),),
    "own": (
        ("OpFunction", word, own, 0, kind),
        ("OpFunctionParameter", word, p),
        ("OpLabel", 0, label),
        ("OpIMul", word, made, p, three),
        ("OpReturnValue", 0, 0, made),
        ("OpFunctionEnd", 0, 0),
    ),
    "declared": (
        ("OpFunction", word, g, 0, kind),
        ("OpFunctionParameter", word, more),
        ("OpFunctionEnd", 0, 0),
    ),
    "exported": (
        ("OpFunction", word, f, 0, kind),
        ("OpFunctionParameter", word, p + 20),
        ("OpLabel", 0, label + 20),
        ("OpFunctionCall", word, made + 20, own, p + 20),
        ("OpReturnValue", 0, 0, made + 20),
        ("OpFunctionEnd", 0, 0),
    ),
    "kernel": (
        ("OpFunction", void, f + 40, 0, kernel_kind),
        ("OpFunctionParameter", pointer, at),
        ("OpLabel", 0, label + 40),
        ("OpLoad", word, found, at, 2, 4),
        ("OpFunctionCall", word, made + 40, g, found),
        ("OpFunctionCall", word, made + 41, own, made + 40),
        ("OpStore", 0, 0, at, made + 41, 2, 4),
        ("OpReturn", 0, 0),
        ("OpFunctionEnd", 0, 0),
    ),
}
NAMES = [("OpName", 0, 0, own, "own"), ("OpName", 0, 0, f, "helped")]


def linkage(id: int, name: str, kind: str) -> tuple[Any, ...]:
    return ("OpDecorate", 0, 0, id, "LinkageAttributes", name, kind)


def words_of(*parts: Any) -> bytes:
    """A module of parts of `ROWS`, by name, and of rows."""
    rows: list[Any] = []
    for part in parts:
        rows += ROWS[part] if isinstance(part, str) else [part]
    made = [Instruction(n, t, r, tuple(rest)) for n, t, r, *rest in rows]
    return write(Module(0x10000, instructions=made))


TRIPLED = words_of(
    *("begin", *NAMES, linkage(f, "helped", "Export")),
    *(linkage(shared, "shared", "Export"), "types", "shared", "own", "exported"),
)
"""`helped(x)` is 3 * x, by a function of its own, and `shared` is 3."""
CALLING = words_of(
    *("begin", ("OpEntryPoint", 0, 0, "Kernel", f + 40, "k"), *NAMES[:1]),
    *(linkage(g, "helped", "Import"), "types", "declared", "own", "kernel"),
)
"""Kernel `k`: `x[0] = 3 * helped(x[0])`."""
C_HELPED = (
    b"static int own(int x) { return x + 1; } int helped(int x) { return own(x); }"
)
C_CALLING = b"""
int helped(int x); extern global int shared;
static int own(int x) { return x + shared; }
kernel void k(global int *x) { x[0] = own(helped(x[0])); }
"""


def linked(world: World, options: bytes, *parts: bytes | int) -> tuple[int, int]:
    """The code of linking programs of SPIR-V and OpenCL C, and the program."""
    programs = [
        (of_words if part[:4] == WORDS[:4] else program_of)(world, part)
        if isinstance(part, bytes)
        else part
        for part in parts
    ]
    given = [None, 0, None, None, None, None]
    for part, program in zip(parts, programs, strict=True):
        if isinstance(part, bytes):
            compile = ("clCompileProgram", program, 0, None, b"-cl-std=CL3.0", 0)
            assert call(*compile, *given[2:], None) == 0, build_log(program)
    code = ctypes.c_int32()
    made = function("clLinkProgram")(
        *(world.context, 0, None, options, len(parts), handles(*programs)),
        *(None, None, ctypes.addressof(code)),
    )
    return code.value, made


@pytest.mark.parametrize(
    ("parts", "result"),
    [
        ((C_CALLING, TRIPLED), 5 * 3 + 3),
        ((TRIPLED, C_CALLING), 5 * 3 + 3),
        ((CALLING, C_HELPED), (5 + 1) * 3),
        ((CALLING, TRIPLED), 5 * 3 * 3),
    ],
)
def test_linking(
    parts: tuple[bytes, bytes],
    result: int,
    world: World,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """SPIR-V with OpenCL C and with SPIR-V, at once, of a library, and again of a binary."""
    monkeypatch.setenv("XDSL_OPENCL_SAVE", str(tmp_path))
    code, whole = linked(world, b"", *parts)
    assert code == 0, build_log(whole)
    code, library = linked(world, b"-create-library", parts[1])
    assert code == 0
    code, other = linked(world, b"", parts[0], loaded(world, binary_of(library)))
    assert code == 0, build_log(other)
    again = loaded(world, binary_of(whole))
    assert call("clBuildProgram", again, *BUILD) == 0
    for program in (whole, other, again):
        assert stored(world, program, 5) == [result]
    # The modules of the program, and what became of them.
    of_spirv = [part for part in parts if part[:4] == WORDS[:4]]
    kept = [path.parent for path in tmp_path.glob("*/program.mlir")]
    saved = [
        {file.read_bytes() for file in folder.glob("program*.spv")} for folder in kept
    ]
    assert set(of_spirv) in saved


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ((CALLING,), "nothing defines 'helped'"),
        ((CALLING, TRIPLED, C_HELPED), "two of them define 'helped'"),
        (
            (CALLING, b"long helped(long x) { return x; }"),
            "'helped' is (i64) -> i64 in",
        ),
        (
            (TRIPLED, C_CALLING.replace(b"global int s", b"constant int s")),
            "'shared' is",
        ),
    ],
)
def test_links_that_fail(parts: tuple[bytes, ...], said: str, world: World) -> None:
    code, program = linked(world, b"", *parts)
    assert code == cl.LINK_PROGRAM_FAILURE
    assert said in build_log(program)


def test_linking_in_one_context(world: World) -> None:
    other = create("clCreateProgramWithIL", world.other, CALLING, len(CALLING))
    for name, given in (
        ("clLinkProgram", (world.context, 0, None, None, 1, handles(other))),
        (
            "clCompileProgram",
            (world.unbuilt, 0, None, None, 1, handles(other), world.lines),
        ),
    ):
        assert call(name, *given, None, None) == cl.INVALID_CONTEXT


@pytest.mark.parametrize(
    "words",
    [
        *(b"", b"BC\xc0\xde" * 8, WORDS[:12], WORDS[:-3], WORDS[:-8] + WORDS[:8]),
        WORDS[:4] + u32(0x20000) + WORDS[8:],
        WORDS[:20] + u32(0x2FFFF) + WORDS[24:],
    ],
)
def test_what_is_no_module(words: bytes, world: World) -> None:
    make = ("clCreateProgramWithIL", world.context, words or None, len(words))
    assert call(*make) == cl.INVALID_VALUE


@pytest.mark.parametrize(
    ("opcode", "operands", "said"),
    [
        ("OpCapability", ("Shader",), "word 11: OpCapability: Shader"),
        ("OpMemoryModel", ("Physical32", "OpenCL"), "pointers of 32 bits"),
        ("OpEntryPoint", ("GLCompute", 8, "k"), "'k' is a shader"),
        ("OpStore", (10, 99), "word 90: OpStore: %99"),
    ],
)
def test_modules_that_are_not_built(
    opcode: str, operands: tuple[Any, ...], said: str, world: World
) -> None:
    from xdsl_opencl.spirv.words import read

    module = read(specialized())
    each = [i for i in module.instructions if i.opcode == opcode][-1]
    each.operands = operands
    module.bound = 100
    program = of_words(world, write(module))
    failed = cl.BUILD_PROGRAM_FAILURE
    assert call("clBuildProgram", program, *BUILD) == failed
    assert said in build_log(program)


def test_what_the_device_takes(world: World) -> None:
    versions = ask("clGetDeviceInfo", world.device, cl.DEVICE_ILS_WITH_VERSION)
    name = b"SPIR-V".ljust(64, b"\0")
    assert versions[:136] == u32(1 << 22) + name + u32(1 << 22 | 1 << 12) + name
    names: list[set[bytes]] = []
    for query in (
        cl.DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR,
        cl.DEVICE_SPIRV_EXTENSIONS_KHR,
    ):
        data = ask("clGetDeviceInfo", world.device, query)
        addresses = struct.unpack(f"{len(data) // 8}Q", data)
        names.append({ctypes.string_at(address) for address in addresses})
    assert names[0] == {b"OpenCL.std"}
    assert {b"SPV_KHR_bit_instructions", b"SPV_KHR_integer_dot_product"} <= names[1]
    data = ask("clGetDeviceInfo", world.device, cl.DEVICE_SPIRV_CAPABILITIES_KHR)
    numbers = struct.unpack(f"{len(data) // 4}I", data)
    # Kernel, Int64, GroupNonUniformShuffle(Relative), ShaderClockKHR; but not Shader (SPIR-V,
    # "Capability"), nor SubgroupShuffleINTEL, whose extension has more than is read.
    assert {6, 11, 65, 66, 5055} <= {*numbers}
    assert not {1, 5568} & {*numbers}
    assert b"SPV_KHR_shader_clock" in names[1]


# Unified shared memory ----------------------------------------------------------------------


def allocations(world: World, size: int = 256, alignment: int = 0) -> dict[int, int]:
    """An allocation of each type."""
    given = (None, size, alignment)
    device = (world.context, world.device, *given)
    return {
        cl.MEM_TYPE_HOST_INTEL: create("clHostMemAllocINTEL", world.context, *given),
        cl.MEM_TYPE_DEVICE_INTEL: create("clDeviceMemAllocINTEL", *device),
        cl.MEM_TYPE_SHARED_INTEL: create("clSharedMemAllocINTEL", *device),
    }


def test_facts_about_allocations(world: World) -> None:
    found = allocations(world, 256, 4096)
    for kind, address in found.items():
        assert address % 4096 == 0
        owner = 0 if kind == cl.MEM_TYPE_HOST_INTEL else world.device
        for query, answer in (
            (cl.MEM_ALLOC_TYPE_INTEL, u32(kind)),
            (cl.MEM_ALLOC_BASE_PTR_INTEL, u64(address)),
            (cl.MEM_ALLOC_SIZE_INTEL, u64(256)),
            (cl.MEM_ALLOC_DEVICE_INTEL, u64(owner)),
            (cl.MEM_ALLOC_FLAGS_INTEL, u64(0)),
        ):
            inside = address + 17
            assert ask("clGetMemAllocInfoINTEL", world.context, inside, query) == answer
        assert call("clMemBlockingFreeINTEL", world.context, address) == 0
    about = ("clGetMemAllocInfoINTEL", world.context, world.data)
    assert ask(*about, cl.MEM_ALLOC_TYPE_INTEL) == u32(cl.MEM_TYPE_UNKNOWN_INTEL)
    assert ask(*about, cl.MEM_ALLOC_SIZE_INTEL) == u64(0)


def test_a_finaliser_frees_memory(world: World) -> None:
    """Python collects garbage while the thread is at a command, for which it must not wait."""
    copied: list[int] = []
    first, *others = (next(iter(allocations(world).values())) for _ in range(40))
    waiting = [*others]

    def free(phase: str, _: object) -> None:
        if phase == "start" and waiting:
            assert call("clMemBlockingFreeINTEL", world.context, waiting.pop()) == 0

    def copy() -> None:
        threshold = gc.get_threshold()
        gc.callbacks.append(free)
        gc.set_threshold(1)
        try:
            while waiting:
                given = (world.queue, 1, first, world.data, 8, *NONE)
                copied.append(call("clEnqueueMemcpyINTEL", *given))
        finally:
            gc.set_threshold(*threshold)
            gc.callbacks.remove(free)

    thread = Thread(target=copy, daemon=True)
    thread.start()
    thread.join(60)
    assert not waiting
    assert {*copied} == {0}
    query, unknown = cl.MEM_ALLOC_TYPE_INTEL, u32(cl.MEM_TYPE_UNKNOWN_INTEL)
    last = time.monotonic() + 30
    for address in others:
        while ask("clGetMemAllocInfoINTEL", world.context, address, query) != unknown:
            assert time.monotonic() < last, "the memory is not freed"
            time.sleep(0.01)


LINKED = b"""
struct node { global struct node *next; int value; };
kernel void k(global struct node *n, global int *sum, global int *unused) {
  int total = 0;
  for (; n; n = n->next) total += n->value;
  *sum = total;
}
"""


@pytest.mark.parametrize("checks", ["0", "1"])
def test_commands_of_unified_memory(
    world: World,
    checks: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Pointers within memory lead to allocations, wherever arguments begin in those."""
    monkeypatch.setenv("XDSL_OPENCL_CHECK", checks)
    host, device, shared = allocations(world).values()
    program = program_of(world, LINKED)
    assert call("clBuildProgram", program, *BUILD) == 0
    kernel = create("clCreateKernel", program, b"k")
    for name in (
        cl.KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL,
        cl.KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL,
        cl.KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL,
    ):
        assert call("clSetKernelExecInfo", kernel, name, 4, u32(1)) == 0
    queue, event, context = world.queue, handles(0), world.context
    copy, fill = "clEnqueueMemcpyINTEL", "clEnqueueMemFillINTEL"
    for to, following, value in (
        (host, device, 3),
        (device, shared, 50),
        (shared, 0, 700),
    ):
        node = struct.pack("<Qii", following, value, 0)
        assert call(copy, queue, 1, to, node, 16, *NONE) == 0
    filled = (host + 16, u32(9), 4, 16)
    assert call(fill, queue, *filled, 0, None, ctypes.addressof(event)) == 0
    kind = ask("clGetEventInfo", event[0], cl.EVENT_COMMAND_TYPE)
    assert kind == u32(cl.COMMAND_MEMFILL_INTEL)
    for name, extra in (
        ("clEnqueueMigrateMemINTEL", 1),
        ("clEnqueueMemAdviseINTEL", 0),
    ):
        assert call(name, queue, host, 256, extra, *NONE) == 0
    for index, address in enumerate((host, host + 20, device + 4)):
        assert call("clSetKernelArgMemPointerINTEL", kernel, index, address) == 0
    enqueue = ("clEnqueueNDRangeKernel", queue, kernel, 1, None)
    assert call(*enqueue, handles(1), None, *NONE) == 0
    out = np.zeros(4, np.int32)
    assert call(copy, queue, 1, out.ctypes.data, host + 16, 16, *NONE) == 0
    assert out.tolist() == [9, 753, 9, 9]
    assert not capsys.readouterr().err
    assert call("clMemFreeINTEL", context, shared) == 0
    if checks == "1":
        assert call(*enqueue, handles(1), None, *NONE) == 0
        assert call("clFinish", queue) == 0
        assert f"at address {shared:#x}, where no" in capsys.readouterr().err
    for address in (host, device):
        assert call("clMemFreeINTEL", context, address) == 0


PAIRS = u64(cl.MEM_ALLOC_FLAGS_INTEL, cl.MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL, 0)
BOTH = u64(cl.MEM_ALLOC_FLAGS_INTEL, 6, 0)


@pytest.mark.parametrize(
    ("code", "name", "arguments"),
    [
        (cl.INVALID_BUFFER_SIZE, "Device", (None, 0, 0)),
        (cl.INVALID_BUFFER_SIZE, "Shared", (None, 1 << 60, 0)),
        (cl.INVALID_VALUE, "Device", (None, 8, 12)),
        (cl.INVALID_VALUE, "Shared", (None, 8, 1 << 30)),
        (cl.INVALID_PROPERTY, "Device", (u64(5, 5, 0), 8, 0)),
        (cl.INVALID_PROPERTY, "Device", (PAIRS, 8, 0)),
        (cl.INVALID_PROPERTY, "Shared", (BOTH, 8, 0)),
        (0, "Shared", (PAIRS, 8, 0)),
    ],
)
def test_allocations_that_are_refused(
    code: int, name: str, arguments: tuple[Any, ...], world: World
) -> None:
    make = f"cl{name}MemAllocINTEL"
    assert call(make, world.context, world.device, *arguments) == code


def test_wrong_use_of_unified_memory(world: World) -> None:
    address = create("clHostMemAllocINTEL", world.context, None, 64, 0)
    queue, context = world.queue, world.context
    copy, fill = "clEnqueueMemcpyINTEL", "clEnqueueMemFillINTEL"
    for code, name, *arguments in (
        (cl.INVALID_DEVICE, "clDeviceMemAllocINTEL", world.context, None, None, 8, 0),
        (cl.INVALID_CONTEXT, "clHostMemAllocINTEL", None, None, 8, 0),
        (cl.INVALID_VALUE, "clMemFreeINTEL", world.context, address + 8),
        (cl.INVALID_VALUE, "clMemFreeINTEL", world.context, world.data),
        (cl.INVALID_VALUE, copy, queue, 1, None, address, 8, *NONE),
        (cl.MEM_COPY_OVERLAP, copy, queue, 1, address, address + 4, 8, *NONE),
        (cl.INVALID_VALUE, fill, queue, address, u32(1), 3, 9, *NONE),
        (cl.INVALID_VALUE, "clEnqueueMigrateMemINTEL", queue, address, 65, 0, *NONE),
        (cl.INVALID_VALUE, "clEnqueueMigrateMemINTEL", queue, address, 8, 4, *NONE),
        (cl.INVALID_VALUE, "clEnqueueMemAdviseINTEL", queue, world.data, 8, 0, *NONE),
        (cl.INVALID_VALUE, "clGetMemAllocInfoINTEL", context, address, 1, *NONE),
    ):
        assert call(str(name), *arguments) == code, (name, arguments)
    assert call("clMemFreeINTEL", world.context, None) == 0
    assert call("clMemFreeINTEL", world.context, address) == 0
