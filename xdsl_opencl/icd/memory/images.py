"""Images: their creation, and queries about them."""

from __future__ import annotations

import ctypes

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.abi.opencl_api import ApiError
from xdsl_opencl.abi.reflection import ArgumentInfo
from xdsl_opencl.icd.api.client_memory import (
    Answer,
    handles,
    properties,
    put,
    query,
    u32,
    u64,
)
from xdsl_opencl.icd.memory.image_geometry import (
    Description,
    Geometry,
    describe,
    formats,
    image_record,
)
from xdsl_opencl.icd.memory.memory_objects import (
    KERNEL_ACCESS,
    Buffer,
    Memory,
    check_flags,
    inherited_flags,
)
from xdsl_opencl.icd.memory.rectangles import copy_rect
from xdsl_opencl.icd.objects.contexts import Context
from xdsl_opencl.icd.objects.platform import max_allocation
from xdsl_opencl.runtime.checks.verify import Extent, argument_name

_FROM_MEMORY = (cl.MEM_OBJECT_IMAGE1D_BUFFER, cl.MEM_OBJECT_IMAGE2D)
"""Types of images that can use the memory of another object."""


class Image(Memory):
    """
    An image. `record_address` is the value of a kernel argument (`abi/images/images.py`).
    """

    __slots__ = ("_record", "geometry", "record_address")

    def __init__(
        self,
        context: Context,
        flags: int,
        geometry: Geometry,
        *,
        host: int | None = None,
        parent: Memory | None = None,
        pairs: list[tuple[int, int]] | None = None,
    ):
        super().__init__(
            context,
            geometry.object_type,
            flags,
            geometry.nbytes,
            host=host,
            parent=parent,
            pairs=pairs,
        )
        self.geometry = geometry
        if parent is not None:
            # Writes of kernels through images are not tracked.
            parent.written.mark(0, parent.size)
        self._record = image_record(geometry, self.address)
        self.record_address = ctypes.addressof(self._record)

    def argument_address(self, info: ArgumentInfo) -> int:
        """
        The address that a kernel gets for this object as the argument `info`.

        Raises `ApiError` when it is an image of another type, or when the image does
        not allow the kernel's access.
        """
        if info.base_type_name != self.geometry.kind:
            raise ApiError(
                cl.INVALID_ARG_VALUE, f"{self.geometry.kind} for {info.type_name}"
            )
        reads = info.access in ("read_only", "read_write")
        writes = info.access in ("write_only", "read_write")
        if (reads and self.flags & cl.MEM_WRITE_ONLY) or (
            writes and self.flags & (cl.MEM_READ_ONLY | cl.MEM_IMMUTABLE_EXT)
        ):
            raise ApiError(
                cl.INVALID_ARG_VALUE, f"flags {self.flags:#x}: {info.access}"
            )
        return self.record_address

    def checked_value(self) -> object:
        """The size, for reports; the checker takes it from the record of the image."""
        from xdsl_opencl.runtime.checks.check_reports import ImageSize

        return ImageSize(self.geometry.axes)

    def extent(self, index: int, info: ArgumentInfo) -> Extent:
        """The pixels as argument `index`, for a second execution."""
        geometry = self.geometry
        name = argument_name(index, info)
        return Extent(name, self.bytes, geometry.element, False, geometry.pitches)


def _format(address: int | None) -> tuple[int, int]:
    if not address:
        raise ApiError(cl.INVALID_IMAGE_FORMAT_DESCRIPTOR, "no format")
    order, data_type = (ctypes.c_uint32 * 2).from_address(address)
    return order, data_type


def _create(
    context: Context,
    pairs: list[tuple[int, int]] | None,
    flags: int,
    image_format: tuple[int, int],
    description: Description,
    associated: int,
    host: int | None,
) -> int:
    if pairs:
        raise ApiError(cl.INVALID_PROPERTY, f"image property {pairs[0][0]:#x}")
    if associated:
        parent = _parent(context, description, associated)
        return _create_in(
            context, flags, image_format, description, parent, host, pairs
        )
    if description.object_type == cl.MEM_OBJECT_IMAGE1D_BUFFER:
        raise ApiError(cl.INVALID_IMAGE_DESCRIPTOR, "a buffer is missing")
    if (
        flags & cl.MEM_KERNEL_READ_AND_WRITE
        and flags & KERNEL_ACCESS
        and not flags & cl.MEM_READ_WRITE
    ):
        raise ApiError(cl.INVALID_VALUE, f"flags {flags:#x}")
    order, data_type = image_format
    uses = bool(flags & (cl.MEM_USE_HOST_PTR | cl.MEM_COPY_HOST_PTR))
    given = describe(description, order, data_type, flags, has_memory=bool(host))
    if host and not uses:
        raise ApiError(cl.INVALID_HOST_PTR, f"flags {flags:#x} with pointer {host:#x}")
    flags = check_flags(flags, host)
    if given.nbytes > max_allocation():
        raise ApiError(cl.INVALID_IMAGE_SIZE, f"{given.nbytes} bytes")
    copies = flags & cl.MEM_COPY_HOST_PTR
    geometry = given.without_gaps() if copies else given
    made = Image(context, flags, geometry, host=host, pairs=pairs)
    if copies:
        assert host
        width, rows, slices = given.shape
        copy_rect(
            made.address,
            geometry.strides[1:],
            host,
            given.strides[1:],
            (width * given.texel_bytes, rows, slices),
        )
    return made.given()


def _parent(context: Context, description: Description, handle: int) -> Memory:
    """The object whose memory an image is to use."""
    if description.object_type not in _FROM_MEMORY:
        raise ApiError(cl.INVALID_IMAGE_DESCRIPTOR, "mem_object for this type")
    found = Memory.of(handle)
    if found.context is not context:
        raise ApiError(cl.INVALID_IMAGE_DESCRIPTOR, "an object of another context")
    of_buffer = isinstance(found, Buffer)
    of_image = isinstance(found, Image) and found.kind == cl.MEM_OBJECT_IMAGE2D
    if not of_buffer and not (
        of_image and description.object_type == cl.MEM_OBJECT_IMAGE2D
    ):
        raise ApiError(cl.INVALID_IMAGE_DESCRIPTOR, "mem_object is of a wrong type")
    return found


_SRGB = {0x10BF: 0x10B4, 0x10C0: 0x10BC, 0x10C1: 0x10B5, 0x10C2: 0x10B6}
"""Channel orders of sRGB to the linear ones with the same channels."""
_DEPTH, _R = 0x10BD, 0x10B0


def _check_view(parent: Image, order: int, data_type: int, given: Description) -> None:
    """
    Raises `ApiError` unless an image may be another view of `parent` (OpenCL 3.0 API,
    section 5.3.1.2.3).
    """
    geometry = parent.geometry
    same = order == geometry.order
    allowed = (
        _SRGB.get(order) == geometry.order
        or _SRGB.get(geometry.order) == order
        or (order == _DEPTH and geometry.order == _R)
        or same
    )
    if data_type != geometry.data_type or not allowed:
        raise ApiError(cl.INVALID_IMAGE_FORMAT_DESCRIPTOR, "another format")
    if (given.width, given.height) != (geometry.width, geometry.height) or (
        given.row_pitch not in (0, geometry.row_pitch)
    ):
        raise ApiError(cl.INVALID_IMAGE_DESCRIPTOR, "another size")


def _create_in(
    context: Context,
    flags: int,
    image_format: tuple[int, int],
    description: Description,
    parent: Memory,
    host: int | None,
    pairs: list[tuple[int, int]] | None,
) -> int:
    order, data_type = image_format
    if host:
        raise ApiError(cl.INVALID_HOST_PTR, "a pointer beside mem_object")
    if parent.flags & ~flags & cl.MEM_IMMUTABLE_EXT:
        raise ApiError(cl.INVALID_VALUE, "mutable, in immutable memory")
    wanted = flags & ~cl.MEM_KERNEL_READ_AND_WRITE
    flags = inherited_flags(wanted, parent.flags) | flags & cl.MEM_KERNEL_READ_AND_WRITE
    if isinstance(parent, Image):
        _check_view(parent, order, data_type, description)
        pitch = parent.geometry.row_pitch
        description = description.with_row_pitch(pitch)
    geometry = describe(
        description, order, data_type, flags, has_memory=False, buffer_bytes=parent.size
    )
    made = Image(context, flags, geometry, host=parent.host, parent=parent, pairs=pairs)
    return made.given()


def _create_from(
    context_handle: int | None,
    pairs: list[tuple[int, int]] | None,
    flags: int,
    image_format: int | None,
    description: int | None,
    host: int | None,
) -> int:
    context = Context.of(context_handle)
    found = _format(image_format)
    if not description:
        raise ApiError(cl.INVALID_IMAGE_DESCRIPTOR, "no description")
    return _create(context, pairs, flags, found, *Description.read(description), host)


def clCreateImage(
    context: int | None,
    flags: int,
    image_format: int | None,
    description: int | None,
    host: int | None,
) -> int:
    return _create_from(context, None, flags, image_format, description, host)


def clCreateImageWithProperties(
    context: int | None,
    pairs: int | None,
    flags: int,
    image_format: int | None,
    description: int | None,
    host: int | None,
) -> int:
    found = properties(pairs) if pairs else None
    return _create_from(context, found, flags, image_format, description, host)


def clCreateImage2D(
    context: int | None,
    flags: int,
    image_format: int | None,
    width: int,
    height: int,
    row: int,
    host: int | None,
) -> int:
    description = Description(cl.MEM_OBJECT_IMAGE2D, width, height, 0, 0, row, 0, 0, 0)
    return _create_as_of_old(context, flags, image_format, description, host)


def clCreateImage3D(
    context: int | None,
    flags: int,
    image_format: int | None,
    width: int,
    height: int,
    depth: int,
    row: int,
    plane: int,
    host: int | None,
) -> int:
    description = Description(
        cl.MEM_OBJECT_IMAGE3D, width, height, depth, 0, row, plane, 0, 0
    )
    return _create_as_of_old(context, flags, image_format, description, host)


def _create_as_of_old(
    context: int | None,
    flags: int,
    image_format: int | None,
    description: Description,
    host: int | None,
) -> int:
    """Creates an image with the errors of OpenCL 1.1, which has no descriptors."""
    found = _format(image_format)
    try:
        return _create(Context.of(context), None, flags, found, description, 0, host)
    except ApiError as error:
        if error.code == cl.INVALID_IMAGE_DESCRIPTOR:
            raise ApiError(cl.INVALID_IMAGE_SIZE, str(error)) from None
        raise


_FORMAT_FLAGS = (
    KERNEL_ACCESS
    | cl.MEM_USE_HOST_PTR
    | cl.MEM_ALLOC_HOST_PTR
    | cl.MEM_COPY_HOST_PTR
    | cl.MEM_HOST_WRITE_ONLY
    | cl.MEM_HOST_READ_ONLY
    | cl.MEM_HOST_NO_ACCESS
    | cl.MEM_KERNEL_READ_AND_WRITE
    | cl.MEM_IMMUTABLE_EXT
)


def clGetSupportedImageFormats(
    handle: int | None,
    flags: int,
    kind: int,
    count: int,
    found: int | None,
    number: int | None,
) -> None:
    Context.of(handle)
    if flags & ~_FORMAT_FLAGS or (flags & KERNEL_ACCESS).bit_count() > 1:
        raise ApiError(cl.INVALID_VALUE, f"flags {flags:#x}")
    if not flags & (
        KERNEL_ACCESS | cl.MEM_KERNEL_READ_AND_WRITE | cl.MEM_IMMUTABLE_EXT
    ):
        flags |= cl.MEM_READ_WRITE
    rows = list(formats(kind, flags))
    if found and not count:
        raise ApiError(cl.INVALID_VALUE, "room for no formats")
    put(found, b"".join(u32(*row) for row in rows[:count]))
    put(number, u32(len(rows)))


def _sizes(kinds: tuple[int, ...], value: int, image: Image) -> bytes:
    return u64(value if image.kind in kinds else 0)


_TALL = (cl.MEM_OBJECT_IMAGE2D, cl.MEM_OBJECT_IMAGE2D_ARRAY, cl.MEM_OBJECT_IMAGE3D)
_LAYERED = (cl.MEM_OBJECT_IMAGE1D_ARRAY, cl.MEM_OBJECT_IMAGE2D_ARRAY)

_IMAGE: dict[int, Answer[Image]] = {
    cl.IMAGE_FORMAT: lambda i: u32(i.geometry.order, i.geometry.data_type),
    cl.IMAGE_ELEMENT_SIZE: lambda i: u64(i.geometry.texel_bytes),
    cl.IMAGE_ROW_PITCH: lambda i: u64(i.geometry.row_pitch),
    cl.IMAGE_SLICE_PITCH: lambda i: u64(i.geometry.reported_slice_pitch),
    cl.IMAGE_WIDTH: lambda i: u64(i.geometry.width),
    cl.IMAGE_HEIGHT: lambda i: _sizes(_TALL, i.geometry.height, i),
    cl.IMAGE_DEPTH: lambda i: _sizes(_TALL[2:], i.geometry.depth, i),
    cl.IMAGE_ARRAY_SIZE: lambda i: _sizes(_LAYERED, i.geometry.array_size, i),
    cl.IMAGE_BUFFER: lambda i: handles(
        i.parent if isinstance(i.parent, Buffer) else None
    ),
    cl.IMAGE_NUM_MIP_LEVELS: lambda i: u32(0),
    cl.IMAGE_NUM_SAMPLES: lambda i: u32(0),
}

clGetImageInfo = query(_IMAGE, Image.of)
