"""
Runs kernels of code objects on NumPy arrays: `load` takes the bytes of a code object, `launch`
the kernel's name, its index space and its arguments.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from xdsl_opencl.abi.arguments.array_elements import elements_fault
from xdsl_opencl.abi.arguments.packing import LARGEST_ALIGN, LocalMemory, pack
from xdsl_opencl.abi.arguments.packing import Launch as IndexSpace
from xdsl_opencl.abi.images.device_images import DeviceImage, Image, Sampler
from xdsl_opencl.abi.images.image_descriptors import BASE_ALIGNMENT
from xdsl_opencl.abi.model import AbiError, PointerType, align_to
from xdsl_opencl.abi.reflection import ArgumentDescription, listed
from xdsl_opencl.abi.target import Target
from xdsl_opencl.backend.objects.bundle import BundleError, unbundled
from xdsl_opencl.backend.objects.code_object_info import KernelInfo
from xdsl_opencl.emulator.errors import EmulatorError
from xdsl_opencl.emulator.launches.emulated_launch import LaunchOptions, Statistics
from xdsl_opencl.emulator.launches.loaded_program import LoadedProgram
from xdsl_opencl.emulator.launches.watched_launch import watched_launch
from xdsl_opencl.emulator.memory.address_space import Buffer
from xdsl_opencl.emulator.program.loaded_code_object import load_code_object

Size = int | Sequence[int]


def load(code: bytes, *, mcpu: str = "") -> LoadedProgram:
    """
    Loads the code object `code` into the memory of the GPU that it is for. `mcpu` chooses
    among the code objects of an offload bundle. A relocatable file is linked first, for
    which xDSL is imported.

    Raises `EmulatorError` for what is not bytes or not a whole code object, for a bundle without
    the code object, and for a GPU that is not emulated; `LinkError` for a relocatable file
    that cannot be linked.
    """
    if not isinstance(cast(object, code), bytes | bytearray | memoryview):
        raise EmulatorError(
            f"'load' takes the bytes of a code object, not {type(code).__name__}; read a "
            "file with 'Path(name).read_bytes()'"
        )
    try:
        code = unbundled(code, Target(mcpu=mcpu) if mcpu else None)
    except (AbiError, BundleError) as error:
        raise EmulatorError(str(error)) from error
    return LoadedProgram(load_code_object(code))


def launch(
    program: LoadedProgram,
    kernel: str,
    global_size: Size,
    local_size: Size,
    *values: object,
    global_offset: Size = (),
    dynamic_local_bytes: int = 0,
    options: LaunchOptions | None = None,
    check: bool = False,
    profile: bool = False,
) -> Statistics:
    """
    Runs `kernel` on `global_size` work items in work-groups of `local_size`, and returns
    when it is done. Sizes are in work items, also for kernels of HIP.

    `values` has one value for each argument in the metadata: NumPy arrays (shared, not
    copied) or `None` for pointers, `LocalMemory(bytes)` for local pointers, `Image` and
    `Sampler`, numbers for arguments whose type the metadata names, and NumPy scalars,
    records or `bytes` of the right size for all other arguments. `dynamic_local_bytes` is local memory that the kernel has on
    top of its own without an argument (`extern __shared__`). `check` checks the machine code;
    `profile` counts what it does, in the statistics' `profile`.

    Raises `EmulatorError` for sizes and arguments that do not fit the kernel, and for
    errors of the kernel; of those, `FindingsError` has what a check found.
    """
    info = program.code.kernel(kernel).info
    arguments = _Arguments(program, info, dynamic_local_bytes)
    try:
        space = IndexSpace(
            _sizes(global_size), _sizes(local_size), _sizes(global_offset)
        )
        explicit = arguments.packed(values)
        return watched_launch(
            program,
            kernel,
            space,
            explicit,
            info.layout.explicit,
            local_end=arguments.local_end,
            options=options or LaunchOptions(),
            check=check,
            profile=profile,
        )
    except AbiError as error:
        words = str(error)
        where = "" if error.kernel else f"kernel '{kernel}': "
        raise EmulatorError(f"{where}{words}") from error
    finally:
        arguments.close()


def _sizes(size: Size) -> tuple[int, ...]:
    return (size,) if isinstance(size, int | np.integer) else tuple(size)


class _Arguments:
    """
    The arguments of one launch. Arrays have addresses until `close`; local memory begins
    after the kernel's own.
    """

    def __init__(self, program: LoadedProgram, info: KernelInfo, dynamic: int):
        self.local_end = info.group_segment_size + dynamic
        self._memory = program.memory
        self._info = info
        self._processor = program.code.generation.processor
        self._arrays: dict[tuple[int, int], int] = {}
        self._images: dict[int, tuple[DeviceImage, int]] = {}
        self._buffers: list[Buffer] = []

    def close(self) -> None:
        for image, _ in self._images.values():
            image.take_back()
        for buffer in self._buffers:
            self._memory.remove(buffer)

    def _place(self, name: str, data: NDArray[Any], **options: Any) -> int:
        self._buffers.append(self._memory.place(name, data, **options))
        return self._buffers[-1].address

    def packed(self, values: Sequence[object]) -> bytes:
        """
        The argument segment with `values`.

        Raises `AbiError` for a value that does not fit, or another number of them.
        """
        arguments = self._info.arguments
        if len(values) != len(arguments):
            raise AbiError(
                f"takes {len(arguments)} arguments{listed(arguments)}, {len(values)} given"
            )
        layout = self._info.layout
        given: list[object] = []
        for index, (argument, value) in enumerate(zip(arguments, values, strict=True)):
            try:
                given.append(self._value(argument, value))
            except AbiError as error:
                name = f" '{argument.name}'" if argument.name else ""
                raise AbiError(f"argument {index}{name}: {error}") from None
        return pack(replace(layout, arguments=layout.explicit), given)

    def _value(self, argument: ArgumentDescription, value: object) -> object:
        """`value` as `pack` takes it: arrays and local memory as addresses."""
        match argument.place.kind:
            case "global_buffer":
                return 0 if value is None else self._address(argument, value)
            case "dynamic_shared_pointer":
                if not isinstance(value, LocalMemory) or value.size < 1:
                    raise AbiError(f"takes LocalMemory(bytes), not {value!r}")
                pointer = argument.place.type
                assert isinstance(pointer, PointerType)
                align = pointer.pointee_align or LARGEST_ALIGN
                start = align_to(self.local_end, align)
                self.local_end = start + value.size
                return start
            case "by_value":
                # A double of NumPy is a `float`, too, but one with a size.
                plain = type(value) in (bool, int, float)
                if plain and argument.place.type is None:
                    raise AbiError(
                        f"the metadata has no type for these {argument.size} bytes; give "
                        "a NumPy scalar of that size"
                    )
                return value
            case "image":
                return self._image(argument, value)
            case "sampler":
                return self._sampler(value)
            case kind:
                raise AbiError(
                    f"is of kind {kind}, which xdsl_opencl.runtime has values for; see "
                    "Program.from_code_object"
                )

    def _address(self, argument: ArgumentDescription, value: object) -> int:
        if not isinstance(value, np.ndarray):
            raise AbiError(f"takes a NumPy array or None, not {type(value).__name__}")
        array = cast("NDArray[Any]", value)
        fault = elements_fault(array.dtype, argument.type_name.removesuffix("*"))
        if fault is not None:
            raise AbiError(fault)
        if not array.flags.c_contiguous:
            raise AbiError("the array is not contiguous; see numpy.ascontiguousarray")
        # An array that is given twice is one buffer.
        key = (int(array.__array_interface__["data"][0]), array.nbytes)
        if key not in self._arrays:
            self._arrays[key] = self._place(argument.name or "array", array)
        return self._arrays[key]

    def _image(self, argument: ArgumentDescription, value: object) -> int:
        """The address of the descriptor of an image; one that is given twice is one."""
        pixels: object = value.pixels if isinstance(value, Image) else None
        if not isinstance(value, Image) or not isinstance(pixels, np.ndarray):
            raise AbiError(f"takes an Image of a NumPy array, not {value!r:.50}")
        if argument.type_name and value.kind != argument.type_name:
            raise AbiError(f"takes an {argument.type_name}, not an {value.kind}")
        writes = argument.info.access != "read_only"
        if writes and not value.pixels.flags.writeable:
            raise AbiError(f"is {argument.info.access}, and the pixels are read-only")
        if id(value) not in self._images:
            image = DeviceImage(value)
            name = argument.name or value.kind
            address = self._place(name, image.texels, alignment=BASE_ALIGNMENT)
            self._images[id(value)] = image, address
        image, address = self._images[id(value)]
        image.written |= writes
        return self._descriptor(image.words(self._processor, address))

    def _sampler(self, value: object) -> int:
        if not isinstance(value, Sampler):
            raise AbiError(f"takes a Sampler, not {type(value).__name__}")
        return self._descriptor(value.words(self._processor.generation))

    def _descriptor(self, words: bytes) -> int:
        data = np.frombuffer(words, np.uint8)
        return self._place("descriptor", data, read_only=True)
