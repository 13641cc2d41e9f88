"""The platform and its devices: handles, and answers to queries."""

from __future__ import annotations

import ctypes
import os
import sys
import time
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.abi.cpu.host_features import has_wide_rows
from xdsl_opencl.abi.cpu.host_launch import SUB_GROUP_SIZES
from xdsl_opencl.abi.model import VECTOR_WIDTHS
from xdsl_opencl.abi.opencl_api import ApiError
from xdsl_opencl.icd.api.client_memory import (
    Answer,
    handles,
    put,
    query,
    text,
    u32,
    u64,
    version,
    versions,
)
from xdsl_opencl.icd.api.dispatch import table
from xdsl_opencl.icd.api.object_handles import Object
from xdsl_opencl.runtime.cpu.thread_pool import thread_count

MEMORY_VARIABLE = "XDSL_OPENCL_MEMORY"
"""Sets the device's memory in mebibytes."""
SUFFIX = "XDSL"
"""Suffix of the names of functions of the platform's own; it has no such functions."""
VERSION = version(*cl.OPENCL_VERSION)
ALIGNMENT = 128
"""Bytes to which buffers are aligned: the largest vector."""
LOCAL_MEMORY_BYTES = 1 << 16
"""As much as GPUs have: more would not stay in a processor's nearest cache."""
MAX_CONSTANT_BYTES = 1 << 24
MAX_GROUP = 1024
MAX_PARAMETER_BYTES = 4352
"""Space of an argument block; OpenCL demands no more than 1024 bytes."""
MAX_VARIABLE_BYTES = 1 << 26
MAX_IMAGE_WIDTH = 16384
MAX_IMAGE_DEPTH = 2048
MAX_IMAGE_LAYERS = 2048
MAX_BUFFER_TEXELS = 1 << 24
MAX_IMAGES = 128
MAX_SAMPLERS = 16
PRINTF_BYTES = 1 << 20
MAX_PIPES = 16
MAX_PACKET_BYTES = 1024
GROUP_MULTIPLE = 16
"""Work items that run in lockstep: the fastest work-groups have a multiple of it."""
_ADDRESS = "https://pypi.org/project/xdsl-opencl"
_FAST_DOTS = u32(*[1] * 6)
"""`cl_device_integer_dot_product_acceleration_properties`: all six are true."""
_NEVER_PASSED = "v0000-01-01-00"
"""No version of the conformance tests: the driver has not been submitted to Khronos."""

_FIRST_VERSIONS = """
cl_khr_icd cl_khr_byte_addressable_store cl_khr_global_int32_base_atomics
cl_khr_global_int32_extended_atomics cl_khr_local_int32_base_atomics
cl_khr_local_int32_extended_atomics cl_khr_int64_base_atomics
cl_khr_int64_extended_atomics cl_khr_3d_image_writes cl_khr_depth_images
cl_khr_image2d_from_buffer cl_khr_fp16 cl_khr_fp64 cl_khr_il_program
cl_khr_spirv_queries cl_khr_spirv_linkonce_odr cl_khr_spirv_no_integer_wrap_decoration
cl_khr_expect_assume cl_khr_extended_versioning cl_khr_create_command_queue
cl_khr_device_uuid cl_khr_extended_bit_ops cl_khr_kernel_clock cl_khr_priority_hints
cl_khr_subgroup_ballot cl_khr_subgroup_clustered_reduce cl_khr_subgroup_extended_types
cl_khr_subgroup_non_uniform_arithmetic cl_khr_subgroup_non_uniform_vote
cl_khr_subgroup_rotate cl_khr_subgroup_shuffle cl_khr_subgroup_shuffle_relative
cl_khr_suggested_local_work_size cl_khr_throttle_hints cl_ext_float_atomics
cl_ext_immutable_memory_objects cl_intel_devicelib_assert
cl_intel_required_subgroup_size cl_intel_unified_shared_memory
"""
"""Extensions in version 1.0.0."""

EXTENSIONS: dict[str, tuple[int, int, int]] = {
    **{name: (1, 0, 0) for name in _FIRST_VERSIONS.split()},
    "cl_khr_command_buffer": (0, 9, 8),
    "cl_khr_integer_dot_product": (2, 0, 0),
}
"""
The extensions of the platform and of the device, with their versions. `cl_khr_subgroups`
demands progress of sub-groups that do not wait for each other (OpenCL 3.0 API, table 5); the
sub-groups of OpenCL 3.0 itself do not.
"""
FEATURES: dict[str, tuple[int, int, int]] = {
    name: (3, 0, 0)
    for name in (
        "__opencl_c_3d_image_writes",
        "__opencl_c_atomic_order_acq_rel",
        "__opencl_c_atomic_order_seq_cst",
        "__opencl_c_atomic_scope_device",
        "__opencl_c_atomic_scope_all_devices",
        "__opencl_c_fp64",
        "__opencl_c_generic_address_space",
        "__opencl_c_images",
        "__opencl_c_int64",
        "__opencl_c_integer_dot_product_input_4x8bit",
        "__opencl_c_integer_dot_product_input_4x8bit_packed",
        "__opencl_c_pipes",
        "__opencl_c_program_scope_global_variables",
        "__opencl_c_read_write_images",
        "__opencl_c_subgroups",
        "__opencl_c_work_group_collective_functions",
        *cl.EXTENSION_FEATURES,
    )
}


class Platform(Object):
    """The platform."""

    INVALID: ClassVar[int] = cl.INVALID_PLATFORM
    __slots__ = ()


class Device(Object):
    """
    The processor, or, with a `parent`, `threads` of its threads; `partition` is the
    list of properties that the sub-device was made with.
    """

    INVALID: ClassVar[int] = cl.INVALID_DEVICE
    __slots__ = ("parent", "partition", "threads")

    def __init__(
        self,
        parent: Device | None = None,
        threads: int | None = None,
        partition: Sequence[int] = (),
    ):
        super().__init__()
        self.parent = parent
        self.threads = threads
        """`None`: all threads."""
        self.partition = partition

    @property
    def units(self) -> int:
        """The compute units: threads that run work-groups."""
        return thread_count() if self.threads is None else self.threads


@cache
def platform() -> Platform:
    """The one platform."""
    made = Platform()
    made.given()
    return made


@cache
def device() -> Device:
    """The device that is not part of another."""
    made = Device()
    made.given()
    return made


@cache
def _own_version() -> str:
    # Each query of the installer's record reads files, and programs query before each
    # build.
    from importlib.metadata import version

    return version("xdsl-opencl")


def _version_text() -> str:
    major, minor = cl.OPENCL_VERSION
    return f"OpenCL {major}.{minor} xdsl-opencl {_own_version()}"


@cache
def _driver_version() -> str:
    # Applications, pyopencl among them, keep binaries under the driver's version and expect
    # that the same version reads them.
    from xdsl_opencl.runtime.program_binary import binary_version

    return f"{_own_version()} {binary_version()[:12]}"


@cache
def memory_bytes() -> int:
    """
    Bytes of the system's memory, or the part of it that `$XDSL_OPENCL_MEMORY` allows.
    """
    whole = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    given = os.environ.get(MEMORY_VARIABLE, "")
    if not given:
        return whole
    if not given.isdecimal() or not int(given):
        print(
            f"xdsl-opencl: warning: {MEMORY_VARIABLE} is {given!r}, not a number of MiB "
            "from 1; the device has all memory of this computer",
            file=sys.stderr,
        )
        return whole
    return min(whole, int(given) << 20)


def max_allocation() -> int:
    """The largest buffer, in bytes."""
    return max(memory_bytes() // 4, 1 << 27)


class Cpu(NamedTuple):
    """A processor: its clock is in MHz, and features have Linux's names."""

    name: str
    clock: int
    features: frozenset[str]


@cache
def _cpu() -> Cpu:
    """
    The processor; its clock is 0 and it has no features where the system does not report
    them.
    """
    name, clock, features = "", 0.0, frozenset[str]()
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            key, _, value = line.partition(":")
            if key.strip() == "model name":
                name = name or value.strip()
            elif key.strip() == "cpu MHz":
                clock = max(clock, float(value))
            elif key.strip() == "flags":
                features = frozenset(value.split())
    except (OSError, ValueError):
        pass
    if not name:
        llvm: Any = import_module("llvmlite.binding")
        name = str(llvm.get_host_cpu_name())
    return Cpu(name, int(clock), features)


def host_time() -> int:
    """Nanoseconds of the clock of the host and the device."""
    return time.monotonic_ns()


def _uuid(*words: str) -> bytes:
    from uuid import NAMESPACE_URL, uuid5

    return uuid5(NAMESPACE_URL, "/".join((_ADDRESS, *words))).bytes


@cache
def _device_uuid() -> bytes:
    """
    An identifier that is the same in all processes of a computer, and differs between
    computers that have an identity (`/etc/machine-id`).
    """
    try:
        machine = Path("/etc/machine-id").read_text().strip()
    except OSError:
        machine = ""
    return _uuid("device", machine, _cpu().name)


_FLOATS = (
    cl.FP_DENORM
    | cl.FP_INF_NAN
    | cl.FP_ROUND_TO_NEAREST
    | cl.FP_ROUND_TO_ZERO
    | cl.FP_ROUND_TO_INF
    | cl.FP_FMA
)
_SINGLE = (
    cl.FP_DENORM
    | cl.FP_INF_NAN
    | cl.FP_ROUND_TO_NEAREST
    | cl.FP_FMA
    | cl.FP_CORRECTLY_ROUNDED_DIVIDE_SQRT
)
_ATOMICS = (
    cl.DEVICE_ATOMIC_ORDER_RELAXED
    | cl.DEVICE_ATOMIC_ORDER_ACQ_REL
    | cl.DEVICE_ATOMIC_ORDER_SEQ_CST
    | cl.DEVICE_ATOMIC_SCOPE_WORK_ITEM
    | cl.DEVICE_ATOMIC_SCOPE_WORK_GROUP
    | cl.DEVICE_ATOMIC_SCOPE_DEVICE
    | cl.DEVICE_ATOMIC_SCOPE_ALL_DEVICES
)
_FENCES = _ATOMICS
_FLOAT_ATOMICS = (
    cl.DEVICE_GLOBAL_FP_ATOMIC_LOAD_STORE_EXT
    | cl.DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT
    | cl.DEVICE_GLOBAL_FP_ATOMIC_MIN_MAX_EXT
    | cl.DEVICE_LOCAL_FP_ATOMIC_LOAD_STORE_EXT
    | cl.DEVICE_LOCAL_FP_ATOMIC_ADD_EXT
    | cl.DEVICE_LOCAL_FP_ATOMIC_MIN_MAX_EXT
)
_CLOCKS = (
    cl.DEVICE_KERNEL_CLOCK_SCOPE_DEVICE_KHR
    | cl.DEVICE_KERNEL_CLOCK_SCOPE_WORK_GROUP_KHR
    | cl.DEVICE_KERNEL_CLOCK_SCOPE_SUB_GROUP_KHR
)
_QUEUE = cl.QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | cl.QUEUE_PROFILING_ENABLE
_SVM = (
    cl.DEVICE_SVM_COARSE_GRAIN_BUFFER
    | cl.DEVICE_SVM_FINE_GRAIN_BUFFER
    | cl.DEVICE_SVM_FINE_GRAIN_SYSTEM
    | cl.DEVICE_SVM_ATOMICS
)

_USM = (
    cl.UNIFIED_SHARED_MEMORY_ACCESS_INTEL
    | cl.UNIFIED_SHARED_MEMORY_ATOMIC_ACCESS_INTEL
    | cl.UNIFIED_SHARED_MEMORY_CONCURRENT_ACCESS_INTEL
    | cl.UNIFIED_SHARED_MEMORY_CONCURRENT_ATOMIC_ACCESS_INTEL
)
"""All memory is the host's."""

_PLATFORM: dict[int, Answer[Platform]] = {
    cl.PLATFORM_PROFILE: lambda p: text("FULL_PROFILE"),
    cl.PLATFORM_VERSION: lambda p: text(_version_text()),
    cl.PLATFORM_NAME: lambda p: text("xdsl-opencl"),
    cl.PLATFORM_VENDOR: lambda p: text("xdsl-opencl"),
    cl.PLATFORM_EXTENSIONS: lambda p: text(" ".join(EXTENSIONS)),
    cl.PLATFORM_HOST_TIMER_RESOLUTION: lambda p: u64(1),
    cl.PLATFORM_NUMERIC_VERSION: lambda p: u32(VERSION),
    cl.PLATFORM_EXTENSIONS_WITH_VERSION: lambda p: versions(EXTENSIONS),
    cl.PLATFORM_ICD_SUFFIX_KHR: lambda p: text(SUFFIX),
}


_NATIVE_WIDTHS = {
    cl.DEVICE_NATIVE_VECTOR_WIDTH_CHAR: 1,
    cl.DEVICE_NATIVE_VECTOR_WIDTH_SHORT: 2,
    cl.DEVICE_NATIVE_VECTOR_WIDTH_INT: 4,
    cl.DEVICE_NATIVE_VECTOR_WIDTH_LONG: 8,
    cl.DEVICE_NATIVE_VECTOR_WIDTH_FLOAT: 4,
    cl.DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE: 8,
    cl.DEVICE_NATIVE_VECTOR_WIDTH_HALF: 2,
}
"""Bytes of the elements."""


def native_width(element: int, features: frozenset[str]) -> int:
    """
    The elements of `element` bytes in a register of a processor with `features`, at most
    those of OpenCL C's largest vector. SSE2 is the least of x86-64, NEON of AArch64.
    """
    if has_wide_rows(dict.fromkeys(features, True)):
        register = 64
    else:
        register = 32 if "avx2" in features else 16
    return min(register // element, max(VECTOR_WIDTHS))


def _native(element: int) -> Answer[Device]:
    return lambda _: u32(native_width(element, _cpu().features))


def _spirv() -> Any:
    """What of SPIR-V the device takes; few programs ask."""
    return import_module("xdsl_opencl.spirv.capabilities")


@cache
def _string(name: str) -> Any:
    return ctypes.create_string_buffer(name.encode())


def _strings(names: Sequence[str]) -> bytes:
    """The addresses of strings, which stay."""
    return u64(*(ctypes.addressof(_string(name)) for name in names))


def _constant(data: bytes) -> Answer[Device]:
    return lambda _: data


PARTITIONS = (cl.DEVICE_PARTITION_EQUALLY, cl.DEVICE_PARTITION_BY_COUNTS)
"""The ways to partition a device."""


def max_sub_devices(device: Device) -> int:
    """
    The number of sub-devices that a device may be partitioned into; 0 if it has a single
    compute unit.
    """
    units = device.units
    return units if units > 1 else 0


_NUMBERS: dict[Callable[[int], bytes], dict[int, int]] = {
    u32: {
        cl.DEVICE_VENDOR_ID: 0,
        cl.DEVICE_MAX_WORK_ITEM_DIMENSIONS: 3,
        cl.DEVICE_PREFERRED_VECTOR_WIDTH_CHAR: 1,
        cl.DEVICE_PREFERRED_VECTOR_WIDTH_SHORT: 1,
        cl.DEVICE_PREFERRED_VECTOR_WIDTH_INT: 1,
        cl.DEVICE_PREFERRED_VECTOR_WIDTH_LONG: 1,
        cl.DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT: 1,
        cl.DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE: 1,
        cl.DEVICE_PREFERRED_VECTOR_WIDTH_HALF: 1,
        cl.DEVICE_ADDRESS_BITS: 64,
        cl.DEVICE_MAX_READ_IMAGE_ARGS: MAX_IMAGES,
        cl.DEVICE_MAX_WRITE_IMAGE_ARGS: MAX_IMAGES,
        cl.DEVICE_MAX_READ_WRITE_IMAGE_ARGS: MAX_IMAGES,
        cl.DEVICE_MAX_SAMPLERS: MAX_SAMPLERS,
        cl.DEVICE_IMAGE_PITCH_ALIGNMENT: 1,
        cl.DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT: 1,
        cl.DEVICE_MAX_PIPE_ARGS: MAX_PIPES,
        cl.DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS: 1 << 16,
        cl.DEVICE_PIPE_MAX_PACKET_SIZE: MAX_PACKET_BYTES,
        cl.DEVICE_MEM_BASE_ADDR_ALIGN: 8 * ALIGNMENT,
        cl.DEVICE_MIN_DATA_TYPE_ALIGN_SIZE: ALIGNMENT,
        cl.DEVICE_GLOBAL_MEM_CACHE_TYPE: cl.READ_WRITE_CACHE,
        cl.DEVICE_GLOBAL_MEM_CACHELINE_SIZE: 64,
        cl.DEVICE_MAX_CONSTANT_ARGS: 64,
        cl.DEVICE_LOCAL_MEM_TYPE: cl.GLOBAL,
        cl.DEVICE_ERROR_CORRECTION_SUPPORT: 0,
        cl.DEVICE_HOST_UNIFIED_MEMORY: 1,
        cl.DEVICE_ENDIAN_LITTLE: 1,
        cl.DEVICE_AVAILABLE: 1,
        cl.DEVICE_COMPILER_AVAILABLE: 1,
        cl.DEVICE_LINKER_AVAILABLE: 1,
        cl.DEVICE_IMAGE_SUPPORT: 1,
        cl.DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE: 0,
        cl.DEVICE_QUEUE_ON_DEVICE_MAX_SIZE: 0,
        cl.DEVICE_MAX_ON_DEVICE_QUEUES: 0,
        cl.DEVICE_MAX_ON_DEVICE_EVENTS: 0,
        cl.DEVICE_PREFERRED_INTEROP_USER_SYNC: 1,
        cl.DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT: 0,
        cl.DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT: 0,
        cl.DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT: 0,
        cl.DEVICE_MAX_NUM_SUB_GROUPS: MAX_GROUP // min(SUB_GROUP_SIZES),
        cl.DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS: 0,
        cl.DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT: 1,
        cl.DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT: 1,
        cl.DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT: 1,
        cl.DEVICE_PIPE_SUPPORT: 1,
        cl.DEVICE_LUID_VALID: 0,
        cl.DEVICE_NODE_MASK: 0,
        cl.DEVICE_NUMERIC_VERSION: VERSION,
    },
    u64: {
        cl.DEVICE_TYPE: cl.DEVICE_TYPE_CPU,
        cl.DEVICE_MAX_WORK_GROUP_SIZE: MAX_GROUP,
        cl.DEVICE_IMAGE2D_MAX_WIDTH: MAX_IMAGE_WIDTH,
        cl.DEVICE_IMAGE2D_MAX_HEIGHT: MAX_IMAGE_WIDTH,
        cl.DEVICE_IMAGE3D_MAX_WIDTH: MAX_IMAGE_DEPTH,
        cl.DEVICE_IMAGE3D_MAX_HEIGHT: MAX_IMAGE_DEPTH,
        cl.DEVICE_IMAGE3D_MAX_DEPTH: MAX_IMAGE_DEPTH,
        cl.DEVICE_IMAGE_MAX_BUFFER_SIZE: MAX_BUFFER_TEXELS,
        cl.DEVICE_IMAGE_MAX_ARRAY_SIZE: MAX_IMAGE_LAYERS,
        cl.DEVICE_MAX_PARAMETER_SIZE: MAX_PARAMETER_BYTES,
        cl.DEVICE_SINGLE_FP_CONFIG: _SINGLE,
        cl.DEVICE_DOUBLE_FP_CONFIG: _FLOATS,
        cl.DEVICE_HALF_FP_CONFIG: cl.FP_DENORM | cl.FP_INF_NAN | cl.FP_ROUND_TO_NEAREST,
        cl.DEVICE_GLOBAL_MEM_CACHE_SIZE: 1 << 20,
        cl.DEVICE_MAX_GLOBAL_VARIABLE_SIZE: MAX_VARIABLE_BYTES,
        cl.DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE: MAX_VARIABLE_BYTES,
        cl.DEVICE_LOCAL_MEM_SIZE: LOCAL_MEMORY_BYTES,
        cl.DEVICE_PROFILING_TIMER_RESOLUTION: 1,
        cl.DEVICE_EXECUTION_CAPABILITIES: cl.EXEC_KERNEL | cl.EXEC_NATIVE_KERNEL,
        cl.DEVICE_QUEUE_ON_HOST_PROPERTIES: _QUEUE,
        cl.DEVICE_QUEUE_ON_DEVICE_PROPERTIES: 0,
        cl.DEVICE_PRINTF_BUFFER_SIZE: PRINTF_BYTES,
        cl.DEVICE_PARTITION_AFFINITY_DOMAIN: 0,
        cl.DEVICE_SVM_CAPABILITIES: _SVM,
        cl.DEVICE_HOST_MEM_CAPABILITIES_INTEL: _USM,
        cl.DEVICE_DEVICE_MEM_CAPABILITIES_INTEL: _USM,
        cl.DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL: _USM,
        cl.DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL: _USM,
        cl.DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL: _USM,
        cl.DEVICE_ATOMIC_MEMORY_CAPABILITIES: _ATOMICS,
        cl.DEVICE_ATOMIC_FENCE_CAPABILITIES: _FENCES,
        cl.DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT: _FLOAT_ATOMICS,
        cl.DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT: _FLOAT_ATOMICS,
        cl.DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT: _FLOAT_ATOMICS,
        cl.DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR: _CLOCKS,
        cl.DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR: (
            cl.COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR
        ),
        cl.DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR: _QUEUE,
        cl.DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR: 0,
        cl.DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE: GROUP_MULTIPLE,
        cl.DEVICE_DEVICE_ENQUEUE_CAPABILITIES: 0,
        cl.DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES: (
            cl.DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT
            | cl.DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED
        ),
    },
}

_DEVICE: dict[int, Answer[Device]] = {
    **{
        name: _constant(encode(value))
        for encode, table in _NUMBERS.items()
        for name, value in table.items()
    },
    **{name: _native(element) for name, element in _NATIVE_WIDTHS.items()},
    cl.DEVICE_MAX_COMPUTE_UNITS: lambda d: u32(d.units),
    cl.DEVICE_MAX_WORK_ITEM_SIZES: lambda d: u64(*[MAX_GROUP] * 3),
    cl.DEVICE_SUB_GROUP_SIZES_INTEL: lambda d: u64(*SUB_GROUP_SIZES),
    cl.DEVICE_MAX_CLOCK_FREQUENCY: lambda d: u32(_cpu().clock),
    cl.DEVICE_MAX_MEM_ALLOC_SIZE: lambda d: u64(max_allocation()),
    cl.DEVICE_GLOBAL_MEM_SIZE: lambda d: u64(memory_bytes()),
    cl.DEVICE_MAX_CONSTANT_BUFFER_SIZE: lambda d: u64(
        min(max_allocation(), MAX_CONSTANT_BYTES)
    ),
    cl.DEVICE_PLATFORM: lambda d: handles(platform()),
    cl.DEVICE_NAME: lambda d: text(_cpu().name),
    cl.DEVICE_VENDOR: lambda d: text("xdsl-opencl"),
    cl.DRIVER_VERSION: lambda d: text(_driver_version()),
    cl.DEVICE_PROFILE: lambda d: text("FULL_PROFILE"),
    cl.DEVICE_VERSION: lambda d: text(_version_text()),
    cl.DEVICE_OPENCL_C_VERSION: lambda d: text("OpenCL C 1.2 xdsl-opencl"),
    cl.DEVICE_OPENCL_C_ALL_VERSIONS: lambda d: versions_of_c(),
    cl.DEVICE_OPENCL_C_FEATURES: lambda d: versions(FEATURES),
    cl.DEVICE_EXTENSIONS: lambda d: text(" ".join(EXTENSIONS)),
    cl.DEVICE_EXTENSIONS_WITH_VERSION: lambda d: versions(EXTENSIONS),
    cl.DEVICE_BUILT_IN_KERNELS: lambda d: text(""),
    cl.DEVICE_BUILT_IN_KERNELS_WITH_VERSION: lambda d: b"",
    cl.DEVICE_ILS_WITH_VERSION: lambda d: b"".join(
        versions({"SPIR-V": (1, minor, 0)}) for minor in _spirv().MINOR_VERSIONS
    ),
    cl.DEVICE_IL_VERSION: lambda d: text(
        " ".join(f"SPIR-V_1.{minor}" for minor in _spirv().MINOR_VERSIONS)
    ),
    cl.DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR: lambda d: _strings(_spirv().SETS),
    cl.DEVICE_SPIRV_EXTENSIONS_KHR: lambda d: _strings(_spirv().EXTENSIONS),
    cl.DEVICE_SPIRV_CAPABILITIES_KHR: lambda d: u32(*_spirv().numbers()),
    cl.DEVICE_OPENCL_C_NUMERIC_VERSION_KHR: lambda d: u32(version(1, 2)),
    # Only the program's own references count, and the processor is not the program's.
    cl.DEVICE_REFERENCE_COUNT: lambda d: u32(d.references if d.parent else 1),
    cl.DEVICE_PARENT_DEVICE: lambda d: handles(d.parent),
    cl.DEVICE_PARTITION_MAX_SUB_DEVICES: lambda d: u32(max_sub_devices(d)),
    cl.DEVICE_PARTITION_PROPERTIES: lambda d: u64(
        *(PARTITIONS if max_sub_devices(d) else (0,))
    ),
    cl.DEVICE_PARTITION_TYPE: lambda d: u64(*d.partition),
    cl.DEVICE_UUID: lambda d: _device_uuid(),
    cl.DRIVER_UUID: lambda d: _uuid("driver", _own_version()),
    cl.DEVICE_LUID: lambda d: bytes(cl.LUID_SIZE),
    cl.DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT: lambda d: _FAST_DOTS,
    cl.DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED: (
        lambda d: _FAST_DOTS
    ),
    cl.DEVICE_LATEST_CONFORMANCE_VERSION_PASSED: lambda d: text(_NEVER_PASSED),
}


def versions_of_c() -> bytes:
    """The versions of OpenCL C, as `cl_name_version`s."""
    return b"".join(
        versions({"OpenCL C": (major, minor, 0)})
        for major, minor in ((1, 0), (1, 1), (1, 2), (3, 0), (3, 1))
    )


def platform_or_default(handle: int | None) -> Platform:
    """The platform of a handle that may be null."""
    return platform() if handle is None else Platform.of(handle)


def clGetPlatformIDs(count: int, found: int | None, number: int | None) -> None:
    if (not count and found) or not (found or number):
        raise ApiError(cl.INVALID_VALUE)
    if found:
        put(found, handles(platform()))
    put(number, u32(1))


clGetPlatformInfo = query(_PLATFORM, platform_or_default)


_DEVICE_TYPES = (
    cl.DEVICE_TYPE_DEFAULT
    | cl.DEVICE_TYPE_CPU
    | cl.DEVICE_TYPE_GPU
    | cl.DEVICE_TYPE_ACCELERATOR
    | cl.DEVICE_TYPE_CUSTOM
)


def check_device_type(kind: int) -> None:
    """
    Raises `ApiError` for a device type that does not exist, or that no device of the
    platform has.
    """
    if kind == cl.DEVICE_TYPE_ALL:
        return
    if not kind or kind & ~_DEVICE_TYPES:
        raise ApiError(cl.INVALID_DEVICE_TYPE)
    if not kind & (cl.DEVICE_TYPE_CPU | cl.DEVICE_TYPE_DEFAULT):
        raise ApiError(cl.DEVICE_NOT_FOUND)


def clGetDeviceIDs(
    handle: int | None, kind: int, count: int, found: int | None, number: int | None
) -> None:
    platform_or_default(handle)
    if (not count and found) or not (found or number):
        raise ApiError(cl.INVALID_VALUE)
    check_device_type(kind)
    if found:
        put(found, handles(device()))
    put(number, u32(1))


clGetDeviceInfo = query(_DEVICE, Device.of)


def clGetDeviceAndHostTimer(
    handle: int | None, device_time: int | None, host: int | None
) -> None:
    Device.of(handle)
    if not device_time or not host:
        raise ApiError(cl.INVALID_VALUE)
    now = u64(host_time())
    put(device_time, now)
    put(host, now)


def clGetHostTimer(handle: int | None, host: int | None) -> None:
    Device.of(handle)
    if not host:
        raise ApiError(cl.INVALID_VALUE)
    put(host, u64(host_time()))


def clUnloadCompiler() -> None:
    pass


def clUnloadPlatformCompiler(handle: int | None) -> None:
    Platform.of(handle)


_OTHER_NAMES = {"clIcdGetPlatformIDsKHR": "clGetPlatformIDs"}
"""Functions of extensions that the table has by another name: name to name there."""


def function_address(name: int | None) -> int | None:
    """
    The address of the function of an extension, whose name stands at `name`. The functions
    of OpenCL itself come from the loader.
    """
    if not name:
        return None
    word = ctypes.string_at(name).decode("ascii", "replace")
    return table().functions.get(_OTHER_NAMES.get(word, word))


def clGetExtensionFunctionAddressForPlatform(
    handle: int | None, name: int | None
) -> int | None:
    Platform.of(handle)
    return function_address(name)


def clGetExtensionFunctionAddress(name: int | None) -> int | None:
    return function_address(name)
