"""Kernels: their arguments, and queries about them."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable
from typing import ClassVar, Self
from weakref import ref

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.abi.cpu.host_launch import SUB_GROUP_SIZE
from xdsl_opencl.abi.model import PlacedArgument, ValueType
from xdsl_opencl.abi.opencl_api import ApiError
from xdsl_opencl.abi.reflection import ADDRESS_QUALIFIERS, ArgumentDescription
from xdsl_opencl.icd.api.client_memory import (
    Answer,
    answer,
    get_u64,
    give,
    handles,
    put,
    query,
    text,
    u32,
    u64,
)
from xdsl_opencl.icd.api.object_handles import Object, counted, lock
from xdsl_opencl.icd.memory.memory_objects import Buffer, Memory
from xdsl_opencl.icd.objects.platform import (
    ALIGNMENT,
    GROUP_MULTIPLE,
    LOCAL_MEMORY_BYTES,
    MAX_GROUP,
)
from xdsl_opencl.icd.objects.samplers import Sampler
from xdsl_opencl.icd.programs.programs import Program
from xdsl_opencl.runtime.cpu.cpu_program import CpuKernel

_UNSET = object()


class Packed:
    """
    The arguments of launches: the address of their block, and the bytes of local memory
    among them.
    """

    __slots__ = ("_memory", "address", "local")

    def __init__(self, block: bytearray, local: int):
        self._memory = (ctypes.c_char * (len(block) + ALIGNMENT))()
        start = ctypes.addressof(self._memory)
        self.address = start + -start % ALIGNMENT
        self.local = local
        ctypes.memmove(self.address, bytes(block), len(block))


class Kernel(Object):
    """A kernel with its arguments."""

    INVALID: ClassVar[int] = cl.INVALID_KERNEL
    __slots__ = (
        "_block",
        "_local",
        "_packed",
        "_values",
        "code",
        "description",
        "program",
    )

    def __init__(self, program: Program, code: CpuKernel):
        super().__init__()
        self.program = program
        self.code = code
        self.description = code.description
        self._block = bytearray(max(code.layout.kernarg_segment_size, 8))
        count = len(code.arguments)
        self._values: list[object] = [_UNSET] * count
        self._local = [0] * count
        self._packed: Packed | None = None
        with lock:
            program.live_kernels += 1

    def gone(self) -> None:
        with lock:
            self.program.live_kernels -= 1

    def clone(self) -> Self:
        """A kernel with the same arguments."""
        other = type(self)(self.program, self.code)
        other._block[:] = self._block
        other._values[:] = self._values
        other._local[:] = self._local
        return other

    def argument(self, index: int) -> ArgumentDescription:
        """Argument `index`. Raises `ApiError` if there is none."""
        if index >= len(self.description.arguments):
            raise ApiError(cl.INVALID_ARG_INDEX, f"argument {index}")
        return self.description.arguments[index]

    def set(self, index: int, data: bytes, value: object, local: int = 0) -> None:
        """
        Gives argument `index` the bytes `data`; `value` must live while a launch with
        it runs, and is the value for the checker. An object of memory may go before the
        argument does: a kernel does not retain it.
        """
        place = self.description.arguments[index].place
        data = data[: place.size]
        self._block[place.offset : place.offset + len(data)] = data
        self._values[index] = ref(value) if isinstance(value, Memory) else value
        self._local[index] = local
        self._packed = None

    def values(self) -> list[object]:
        """The arguments' objects, for a launch to keep; `None` for numbers."""
        return [v() if isinstance(v, ref) else v for v in self._values]

    def packed(self) -> Packed:
        """The arguments for a launch. Raises `ApiError` when some are not set."""
        packed = self._packed
        if packed is None:
            if any(value is _UNSET for value in self._values):
                raise ApiError(
                    cl.INVALID_KERNEL_ARGS,
                    f"argument {self._values.index(_UNSET)} is not set",
                )
            # Each argument of local memory is aligned for the largest vector.
            local = sum(-(-n // ALIGNMENT) * ALIGNMENT for n in self._local)
            packed = self._packed = Packed(self._block, local)
        return packed

    @property
    def local_bytes(self) -> int:
        """Bytes of local memory: variables and arguments."""
        return self.code.local_bytes + sum(self._local)

    @property
    def max_group(self) -> int:
        """The largest work-group."""
        required = self.description.reqd_work_group_size
        if required is not None:
            return required[0] * required[1] * required[2]
        return MAX_GROUP

    @property
    def sub_group_size(self) -> int:
        """Work items of a sub-group."""
        return self.description.reqd_sub_group_size or SUB_GROUP_SIZE

    def size_for_sub_groups(self, count: int) -> tuple[int, int, int]:
        """
        The work-group in one dimension that has `count` sub-groups; zeros if there is
        no such group.
        """
        size = (count * self.sub_group_size, 1, 1)
        required = self.description.reqd_work_group_size
        if size[0] > self.max_group or (required is not None and size != required):
            return (0, 0, 0)
        return size


def clCreateKernel(handle: int | None, name: int | None) -> int:
    program = Program.of(handle)
    if not name:
        raise ApiError(cl.INVALID_VALUE, "no name")
    wanted = ctypes.string_at(name).decode("utf-8", "replace")
    if (code := program.built().kernels.get(wanted)) is None:
        raise ApiError(cl.INVALID_KERNEL_NAME, f"no kernel '{wanted}'")
    return Kernel(program, code).given()


def clCreateKernelsInProgram(
    handle: int | None, count: int, kernels: int | None, number: int | None
) -> None:
    program = Program.of(handle)
    codes = program.built().kernels.values()
    if kernels:
        if count < len(codes):
            raise ApiError(cl.INVALID_VALUE, f"room for {count} of {len(codes)}")
        put(kernels, u64(*(Kernel(program, code).given() for code in codes)))
    put(number, u32(len(codes)))


clRetainKernel, clReleaseKernel = counted(Kernel)


def clCloneKernel(handle: int | None) -> int:
    return Kernel.of(handle).clone().given()


def _set_memory(
    kernel: Kernel, index: int, place: PlacedArgument, value: int | None
) -> None:
    pointer = place.kind in ("global_pointer", "constant_pointer")
    handle = get_u64(value)[0] if value else 0
    if not handle:
        if not pointer:
            raise ApiError(cl.INVALID_ARG_VALUE, "no object")
        kernel.set(index, u64(0), None)
        return
    found = Memory.of(handle)
    if found.context is not kernel.program.context:
        raise ApiError(cl.INVALID_MEM_OBJECT, "an object of another context")
    if pointer:
        if not isinstance(found, Buffer):
            raise ApiError(cl.INVALID_ARG_VALUE, "not a buffer")
        info = kernel.description.arguments[index].info
        if (
            found.flags & cl.MEM_IMMUTABLE_EXT
            and place.kind == "global_pointer"
            and "const" not in info.type_qualifiers.split()
        ):
            raise ApiError(
                cl.INVALID_ARG_VALUE, "immutable, for a pointer not to const"
            )
        kernel.set(index, u64(found.address), found)
        return
    info = kernel.description.arguments[index].info
    kernel.set(index, u64(found.argument_address(info)), found)


def value_sizes(place: PlacedArgument) -> tuple[int, ...]:
    """
    The sizes that `clSetKernelArg` takes for an argument by value: a vector of three has
    that of four, though it may take less room.
    """
    if isinstance(place.type, ValueType) and place.type.width == 3:
        return (place.type.scalar.size * 4,)
    return (place.size,)


def clSetKernelArg(
    handle: int | None, index: int, size: int, value: int | None
) -> None:
    kernel = Kernel.of(handle)
    place = kernel.argument(index).place
    match place.kind:
        case "by_value":
            if size not in value_sizes(place):
                raise ApiError(cl.INVALID_ARG_SIZE, f"{size} bytes")
            if not value:
                raise ApiError(cl.INVALID_ARG_VALUE, "no value")
            kernel.set(index, ctypes.string_at(value, size), None)
        case "local_pointer":
            if value:
                raise ApiError(cl.INVALID_ARG_VALUE, "local memory has no value")
            if size > LOCAL_MEMORY_BYTES:
                raise ApiError(cl.INVALID_ARG_SIZE, f"{size} bytes of local memory")
            kernel.set(index, u64(size), None, size)
        case "sampler":
            if size != 8:
                raise ApiError(cl.INVALID_ARG_SIZE, f"{size} bytes")
            if not value:
                raise ApiError(cl.INVALID_SAMPLER, "no value")
            sampler = Sampler.of(get_u64(value)[0])
            kernel.set(index, u64(sampler.bits), sampler)
        case "queue":
            raise ApiError(cl.INVALID_DEVICE_QUEUE, "no queues on the device")
        case _:
            if size != 8:
                raise ApiError(cl.INVALID_ARG_SIZE, f"{size} bytes")
            _set_memory(kernel, index, place, value)


def clSetKernelArgSVMPointer(handle: int | None, index: int, value: int | None) -> None:
    kernel = Kernel.of(handle)
    if kernel.argument(index).place.kind not in ("global_pointer", "constant_pointer"):
        raise ApiError(cl.INVALID_ARG_VALUE, "not a pointer")
    kernel.set(index, u64(value or 0), SvmPointer(value or 0))


class SvmPointer:
    """A pointer of the program as an argument."""

    __slots__ = ("address",)

    def __init__(self, address: int):
        self.address = address


_EXEC_INFO = {
    cl.KERNEL_EXEC_INFO_SVM_PTRS: 8,
    cl.KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM: 4,
    cl.KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL: 4,
    cl.KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL: 4,
    cl.KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL: 4,
    cl.KERNEL_EXEC_INFO_USM_PTRS_INTEL: 8,
}


def clSetKernelExecInfo(
    handle: int | None, name: int, size: int, value: int | None
) -> None:
    Kernel.of(handle)
    # An empty list cancels earlier ones.
    empty = _EXEC_INFO.get(name) == 8 and not size
    if name not in _EXEC_INFO or (
        not empty and (not value or not size or size % _EXEC_INFO[name])
    ):
        raise ApiError(cl.INVALID_VALUE, f"{name:#x} with {size} bytes")


def _attributes(kernel: Kernel) -> bytes:
    has_source = kernel.program.has_source
    return text(kernel.description.attributes if has_source else "")


_KERNEL: dict[int, Answer[Kernel]] = {
    cl.KERNEL_FUNCTION_NAME: lambda k: text(k.description.name),
    cl.KERNEL_NUM_ARGS: lambda k: u32(len(k.description.arguments)),
    cl.KERNEL_REFERENCE_COUNT: lambda k: u32(k.references),
    cl.KERNEL_CONTEXT: lambda k: handles(k.program.context),
    cl.KERNEL_PROGRAM: lambda k: handles(k.program),
    cl.KERNEL_ATTRIBUTES: _attributes,
}

clGetKernelInfo = query(_KERNEL, Kernel.of)


_ARGUMENT: dict[int, Answer[ArgumentDescription]] = {
    cl.KERNEL_ARG_ADDRESS_QUALIFIER: lambda a: u32(
        ADDRESS_QUALIFIERS[a.info.address_space]
    ),
    cl.KERNEL_ARG_ACCESS_QUALIFIER: lambda a: u32(a.access_value),
    cl.KERNEL_ARG_TYPE_NAME: lambda a: text(a.type_name),
    cl.KERNEL_ARG_TYPE_QUALIFIER: lambda a: u64(a.type_qualifier_bits),
    cl.KERNEL_ARG_NAME: lambda a: text(a.name),
}


def clGetKernelArgInfo(
    handle: int | None,
    index: int,
    name: int,
    size: int,
    value: int | None,
    size_ret: int | None,
) -> None:
    argument = Kernel.of(handle).argument(index)
    answer(_ARGUMENT, argument, name, size, value, size_ret)


def _no_global_size(_: Kernel) -> bytes:
    raise ApiError(cl.INVALID_VALUE, "neither a custom device nor a built-in kernel")


_WORK_GROUP: dict[int, Answer[Kernel]] = {
    cl.KERNEL_WORK_GROUP_SIZE: lambda k: u64(k.max_group),
    cl.KERNEL_COMPILE_WORK_GROUP_SIZE: lambda k: u64(
        *(k.description.reqd_work_group_size or (0, 0, 0))
    ),
    cl.KERNEL_LOCAL_MEM_SIZE: lambda k: u64(k.local_bytes),
    # A required size may have no work-group of all rows.
    cl.KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE: lambda k: u64(
        math.gcd(GROUP_MULTIPLE, k.max_group)
    ),
    cl.KERNEL_PRIVATE_MEM_SIZE: lambda k: u64(
        k.code.form.costs[k.code.name].item_bytes
    ),
    cl.KERNEL_GLOBAL_WORK_SIZE: _no_global_size,
    cl.KERNEL_SPILL_MEM_SIZE_INTEL: lambda k: u64(0),
}


def clGetKernelWorkGroupInfo(
    handle: int | None,
    device_handle: int | None,
    name: int,
    size: int,
    value: int | None,
    size_ret: int | None,
) -> None:
    kernel = Kernel.of(handle)
    kernel.program.context.device_or_default(device_handle)
    answer(_WORK_GROUP, kernel, name, size, value, size_ret)


_SUB_GROUPS: dict[int, Callable[[Kernel], int]] = {
    cl.KERNEL_MAX_NUM_SUB_GROUPS: lambda k: -(-k.max_group // k.sub_group_size),
    cl.KERNEL_COMPILE_NUM_SUB_GROUPS: lambda k: 0,
    cl.KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL: lambda k: (
        k.description.reqd_sub_group_size or 0
    ),
}
_OF_LOCAL_SIZE: dict[int, Callable[[Kernel, list[int]], int]] = {
    cl.KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE: lambda k, size: min(
        k.sub_group_size, math.prod(size)
    ),
    cl.KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE: lambda k, size: (
        -(-math.prod(size) // k.sub_group_size)
    ),
}


def clGetKernelSubGroupInfo(
    handle: int | None,
    device_handle: int | None,
    name: int,
    input_size: int,
    input_value: int | None,
    size: int,
    value: int | None,
    size_ret: int | None,
) -> None:
    kernel = Kernel.of(handle)
    kernel.program.context.device_or_default(device_handle)
    if name in _SUB_GROUPS:
        give(u64(_SUB_GROUPS[name](kernel)), size, value, size_ret)
        return
    if name not in (*_OF_LOCAL_SIZE, cl.KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT):
        raise ApiError(cl.INVALID_VALUE, f"unknown query {name:#x}")
    if not input_value or input_size not in (8, 16, 24):
        raise ApiError(cl.INVALID_VALUE, f"an input of {input_size} bytes")
    given = get_u64(input_value, input_size // 8)
    if name in _OF_LOCAL_SIZE:
        give(u64(_OF_LOCAL_SIZE[name](kernel, given)), size, value, size_ret)
        return
    # The answer has as many dimensions as there is room for.
    if len(given) != 1 or (value and size not in (8, 16, 24)):
        raise ApiError(cl.INVALID_VALUE, f"an input of {input_size} bytes for {size}")
    found = kernel.size_for_sub_groups(given[0])
    give(u64(*found[: size // 8 if value else 3]), size, value, size_ret)
