"""A launch as a command line of `xdsl-opencl run`, with its memory in files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from xdsl_opencl.abi.cpu.host_launch import LAUNCH_FIELDS
from xdsl_opencl.abi.enums import AddressingMode, FilterMode, ImageKind
from xdsl_opencl.abi.images.formats import (
    CHANNEL_ORDERS,
    CHANNEL_TYPES,
    ORDER_NAMES,
    TYPE_NAMES,
)
from xdsl_opencl.abi.model import PlacedArgument
from xdsl_opencl.abi.reflection import ArgumentInfo
from xdsl_opencl.icd.memory.image_geometry import Geometry
from xdsl_opencl.icd.memory.images import Image
from xdsl_opencl.icd.memory.memory_objects import Buffer, view
from xdsl_opencl.icd.memory.svm_allocations import find_svm
from xdsl_opencl.icd.objects.samplers import Sampler
from xdsl_opencl.icd.programs.kernels import Kernel, Packed, SvmPointer
from xdsl_opencl.icd.programs.recording_folder import launch_folder, write_script
from xdsl_opencl.runtime.arguments.argument_block import scalar_type
from xdsl_opencl.runtime.launch_sizes import LaunchPlan

_ORDERS = ("R", "RG", "RGBA")
"""Channel orders that `xdsl-opencl run` tells from the shape of an array."""


class _Unwritable(Exception):
    """A command line cannot have this argument."""


def save_launch(
    kernel: Kernel, plan: LaunchPlan, packed: Packed, given: list[object]
) -> None:
    """Writes a launch that is about to begin, if the program's build was written."""
    program = kernel.program.folder
    name = kernel.description.name
    if program is None or (folder := launch_folder(program, name)) is None:
        return
    words = ["run", *_input(kernel), "--kernel", name, *_sizes(plan)]
    values: list[str] = []
    notes: list[str] = []
    for index, value in enumerate(given):
        described = kernel.description.arguments[index]
        try:
            word = _word(folder, index, described.info, described.place, packed, value)
        except _Unwritable as error:
            notes.append(f"argument {index} cannot be given: {error}")
            word = "none"
        values.append(word)
    (folder / "arguments.json").write_text(json.dumps(values, indent=1) + "\n")
    write_script(folder, [*words, "--args", "arguments.json"], notes)


def _input(kernel: Kernel) -> list[str]:
    program = kernel.program
    if program.has_source and program.folder is not None:
        return ["../program.cl", f"--options={program.options}"]
    return ["../program.mlir"]


def _sizes(plan: LaunchPlan) -> list[str]:
    numbers = np.frombuffer(plan.record, np.int64)
    count = int(numbers[LAUNCH_FIELDS["work_dim"] // 8])

    def of(field: str) -> str:
        begin = LAUNCH_FIELDS[f"{field}_x"] // 8
        return ",".join(map(str, numbers[begin : begin + count].tolist()))

    return [
        *("--global-size", of("global_size"), "--local-size", of("local_size")),
        *("--global-offset", of("global_offset")),
    ]


def _word(
    folder: Path,
    index: int,
    info: ArgumentInfo,
    place: PlacedArgument,
    packed: Packed,
    value: object,
) -> str:
    data = view(packed.address + place.offset, place.size)
    match value:
        case Buffer():
            return _array(folder, index, info, value.bytes)
        case SvmPointer():
            found = find_svm(value.address)
            if found is None:
                raise _Unwritable("memory that no allocation has")
            end = sum(found)
            memory = view(value.address, end - value.address)
            return _array(folder, index, info, memory)
        case Image():
            pixels = _pixels(value.geometry, value.address)
            np.save(folder / f"{index}.npy", pixels)
            suffix = f":{TYPE_NAMES[value.geometry.data_type]}"
            if info.access == "read_only":
                return f"{index}.npy{suffix}"
            return f"{index}.after.npy={index}.npy{suffix}"
        case Sampler():
            modes = list(AddressingMode)
            linear = bool(value.bits & 0x20)
            words = [
                str(FilterMode.LINEAR if linear else FilterMode.NEAREST),
                str(modes[value.bits >> 1 & 7]),
                "normalized" if value.bits & 1 else "unnormalized",
            ]
            return ",".join(words)
        case _:
            pass
    match place.kind:
        case "by_value":
            return f"bytes:{data.tobytes().hex()}"
        case "local_pointer":
            return f"local:{int.from_bytes(data.tobytes(), 'little')}"
        case "global_pointer" | "constant_pointer":
            return "none"
        case kind:
            raise _Unwritable(f"a {kind}")


def _array(
    folder: Path, index: int, info: ArgumentInfo, memory: npt.NDArray[np.uint8]
) -> str:
    scalar = scalar_type(info.base_type_name.removesuffix("*"))
    array: npt.NDArray[Any] = memory
    if scalar is not None and memory.nbytes % scalar[0].itemsize == 0:
        array = memory.view(scalar[0])
    np.save(folder / f"{index}.npy", array)
    if "const" in info.type_qualifiers.split():
        return f"{index}.npy"
    return f"{index}.after.npy={index}.npy"


def _pixels(geometry: Geometry, address: int) -> npt.NDArray[Any]:
    """The pixels of an image as an array, `[..., width, channels]`."""
    order = ORDER_NAMES[geometry.order]
    data_type = CHANNEL_TYPES[TYPE_NAMES[geometry.data_type]]
    if order not in _ORDERS or data_type.packed is not None:
        raise _Unwritable("an image of this format")
    dtype, channels = np.dtype(data_type.storage), CHANNEL_ORDERS[order].channels
    texels = np.lib.stride_tricks.as_strided(
        view(address, geometry.nbytes).view(dtype),
        (*geometry.shape[::-1], channels),
        (*geometry.strides[::-1], dtype.itemsize),
    )
    axes = ImageKind(geometry.kind).coordinates
    return np.ascontiguousarray(texels[(0,) * (3 - axes)])
