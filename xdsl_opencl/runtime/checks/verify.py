"""
The second execution of a launch: kernels in the plain form, where work items run one
after the other, and the comparison of the memory after both forms.

Both forms run in the same memory, so that addresses in it mean the same to both. The
plain form runs first; its results are kept and the memory is restored. Then the usual
form runs.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from xdsl_opencl.abi.reflection import ArgumentInfo
from xdsl_opencl.runtime.arguments.argument_block import scalar_type
from xdsl_opencl.runtime.arguments.buffers import Buffer
from xdsl_opencl.runtime.arguments.images import Image
from xdsl_opencl.runtime.arguments.pipes import Pipe
from xdsl_opencl.runtime.errors import RuntimeFailure
from xdsl_opencl.runtime.launch_sizes import LaunchPlan

VERIFY_VARIABLE = "XDSL_OPENCL_VERIFY"
"""Set: each launch on the CPU device is executed a second time."""

_Bytes = npt.NDArray[np.uint8]
_BYTE = np.dtype(np.uint8)


def verifying() -> bool:
    """Returns whether `XDSL_OPENCL_VERIFY` asks for second executions."""
    return os.environ.get(VERIFY_VARIABLE, "0") not in ("", "0")


class VerifyError(RuntimeFailure):
    """
    The usual and the plain form of a kernel leave different values in memory. `kernel`
    is its name, `memory` names the memory that differs (`argument 1 'out'`), `element`
    says where, `usual` and `plain` are the two values, and `count` is the number of
    elements that differ. Afterwards the memory holds the results of the usual form.
    """

    def __init__(
        self,
        kernel: str,
        difference: Difference,
        plan: LaunchPlan,
    ):
        memory, element = difference.memory, difference.element
        usual, plain = difference.usual, difference.plain
        count, offset = difference.count, plan.global_offset
        more = f" (the first of {count} differences)" if count > 1 else ""
        super().__init__(
            f"kernel '{kernel}': {memory}, {element}: {usual} as usual, {plain} when work "
            f"items run one after the other{more}\n"
            f"  global size {plan.global_size}, local size {plan.local_size}"
            f"{f', global offset {offset}' if any(offset) else ''}\n"
            "  Races and variables without a value make such differences: --check finds "
            "them. Without those it is a fault of the compiler: please report it."
        )
        self.kernel = kernel
        self.memory = memory
        self.element = element
        self.usual = usual
        self.plain = plain
        self.count = count


@dataclass(frozen=True)
class Extent:
    """
    Memory that a kernel may write: `content` are its bytes, which hold elements of `element`;
    `name` is for reports. Every fourth element of a buffer with `threes` is the padding of a
    vector of three. `pitches` of an image are the bytes of a texel, a row and a slice, as many
    as it has coordinates.
    """

    name: str
    content: _Bytes
    element: np.dtype[Any]
    threes: bool = False
    pitches: tuple[int, ...] = ()

    def place(self, index: int) -> str:
        """Words for the place of element `index`."""
        if not self.pitches:
            byte = index * self.element.itemsize
            at = f" at byte {byte}" if self.element.itemsize > 1 else ""
            return f"element {index}{at}"
        rest, coordinates = index * self.element.itemsize, list[str]()
        for pitch in reversed(self.pitches):
            coordinate, rest = divmod(rest, pitch)
            coordinates.insert(0, str(coordinate))
        channel = rest // self.element.itemsize
        return f"texel ({', '.join(coordinates)}), channel {channel}"


@dataclass(frozen=True)
class Difference:
    """The first element of some memory that differs; `count` elements do."""

    memory: str
    element: str
    usual: str
    plain: str
    count: int


def argument_name(index: int, info: ArgumentInfo) -> str:
    """The words for argument `index` in reports."""
    return f"argument {index} '{info.name}'" if info.name else f"argument {index}"


def buffer_extent(index: int, info: ArgumentInfo, array: npt.NDArray[Any]) -> Extent:
    """
    The memory `array` of a pointer argument. Its elements have the pointer's type; for
    structures, the array's.
    """
    pointee = scalar_type(info.base_type_name.removesuffix("*"))
    content = array.reshape(-1).view(_BYTE)
    element, width = pointee or (array.dtype, 1)
    if content.nbytes % element.itemsize:
        element, width = _BYTE, 1
    return Extent(argument_name(index, info), content, element, width == 3)


def image_extent(index: int, info: ArgumentInfo, image: Image) -> Extent:
    """The pixels of an image argument."""
    pixels = image.pixels
    pitches = pixels.strides[-2::-1]
    content = pixels.reshape(-1).view(_BYTE)
    return Extent(argument_name(index, info), content, pixels.dtype, False, pitches)


def extents_of(values: Sequence[object], infos: Sequence[ArgumentInfo]) -> list[Extent]:
    """
    The memory that a kernel with the arguments `values` may write. Those that are extents
    stand for themselves.
    """
    found: list[Extent] = []
    for index, given in enumerate(values):
        if isinstance(given, Extent):
            found.append(given)
            continue
        value = given.array if isinstance(given, Buffer) else given
        if isinstance(value, np.ndarray):
            array = cast("npt.NDArray[Any]", value)
            if array.size and array.flags.writeable:
                found.append(buffer_extent(index, infos[index], array))
        elif isinstance(value, Image) and value.pixels.flags.writeable:
            found.append(image_extent(index, infos[index], value))
        elif isinstance(value, Pipe):
            name = argument_name(index, infos[index])
            found.append(Extent(name, value.memory, _BYTE))
    return found


def _has_value(dtype: np.dtype[Any]) -> npt.NDArray[np.bool_]:
    """
    A flag for each byte of an element: true for bytes of a value, false for those
    between the members of a structure.
    """
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        return np.tile(_has_value(base), int(np.prod(shape)))
    if dtype.fields is None:
        return np.ones(dtype.itemsize, np.bool_)
    mask = np.zeros(dtype.itemsize, np.bool_)
    for member, offset, *_ in dtype.fields.values():
        mask[offset : offset + member.itemsize] |= _has_value(member)
    return mask


def find_difference(extent: Extent, usual: _Bytes, plain: _Bytes) -> Difference | None:
    """
    The first difference in `extent` after two executions; `None` if there is no
    difference. Floating-point numbers are equal if their bits are, or if both are NaN.
    """
    if np.array_equal(usual, plain):
        return None
    element = extent.element
    rows = (usual != plain).reshape(-1, element.itemsize)
    differs = (rows & _has_value(element)).any(1)
    ours, theirs = usual.view(element), plain.view(element)
    if element.kind == "f":
        differs &= ~(np.isnan(ours) & np.isnan(theirs))
    if extent.threes:
        differs[3::4] = False
    if not differs.any():
        return None
    first = int(differs.argmax())
    return Difference(
        extent.name,
        extent.place(first),
        str(ours[first]),
        str(theirs[first]),
        int(differs.sum()),
    )


_lock = threading.Lock()
"""Held during both executions: another launch could change memory that they share."""


def _renew_lock() -> None:
    global _lock
    _lock = threading.Lock()


os.register_at_fork(after_in_child=_renew_lock)


def run_twice(
    kernel: str,
    plan: LaunchPlan,
    extents: Sequence[Extent],
    usual: Callable[[], object],
    plain: Callable[[], object],
) -> None:
    """
    Runs the launch `plan` in both forms.

    Raises `VerifyError` when they leave different values in `extents`, `RuntimeFailure`
    when there is no memory for copies of these, and the errors of the launches.
    """
    with _lock:
        try:
            before = [extent.content.copy() for extent in extents]
            results = [np.empty_like(content) for content in before]
        except MemoryError:
            total = sum(extent.content.nbytes for extent in extents)
            raise RuntimeFailure(
                f"kernel '{kernel}': no memory for verifying it: twice the {total} bytes "
                "of its buffers"
            ) from None
        try:
            plain()
        finally:
            # Extents may overlap: all results are kept before any memory is restored.
            for extent, result in zip(extents, results, strict=True):
                result[:] = extent.content
            for extent, content, result in zip(extents, before, results, strict=True):
                if not np.array_equal(result, content):
                    extent.content[:] = content
        usual()
        for extent, result in zip(extents, results, strict=True):
            difference = find_difference(extent, extent.content, result)
            if difference is not None:
                raise VerifyError(kernel, difference, plan)
